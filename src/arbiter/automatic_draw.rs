//! Draws by law that need no claim.

use crate::game::{BoardEnd, Record};
use crate::law::{Code, CountOf, Predicate, Provision, RemedyKind, Rule, Terms};

use crate::arbiter::counting;
use crate::arbiter::sentences;

#[derive(Clone, Copy)]
pub(crate) struct AutomaticDraw<'c> {
    pub rule: Rule,
    pub provision: &'c Provision,
    pub ply: u32,
}

impl<'c> AutomaticDraw<'c> {
    /// The first automatic draw or dead position of a game under a code. Checkmate by the same move prevails.
    pub(super) fn of(record: &Record, code: &'c Code) -> Option<Self> {
        let facts = &record.facts;
        if facts.fifth.is_none()
            && facts.seventy_five.is_none()
            && facts.dead.is_none()
            && !counts_beyond_facts(code)
        {
            return None;
        }
        let automatic = code.provisions_for(Rule::DrawAutomatic).filter_map(|provision| {
            let ply = counting::plies_reached(record, provision.required_count()?).into_iter().next()?;
            Some(AutomaticDraw { rule: Rule::DrawAutomatic, provision, ply })
        });
        let dead = facts.dead.and_then(|ply| {
            // A position that is dead by its material has no pawns.
            let provision = code.governing(Rule::DrawDead, |fact| fact == Predicate::NoPawns)?;
            Some(AutomaticDraw { rule: Rule::DrawDead, provision, ply })
        });
        let mated_at = (facts.end == BoardEnd::Mate).then(|| record.plies());
        automatic
            .chain(dead)
            .filter(|drawn| mated_at != Some(drawn.ply))
            // An illegal move ends no game (FIDE 5.2): it must be legal first.
            .filter(|drawn| !record.is_illegal_ply(drawn.ply))
            .filter(|drawn| facts.doubtful.is_none_or(|from| drawn.ply < from))
            .min_by_key(|drawn| drawn.ply)
    }

    pub(super) fn is_draw(&self) -> bool {
        self.provision.remedies.iter().any(|remedy| remedy.kind == RemedyKind::Draw)
    }

    /// The cause in words, if there is more to say than that the game is drawn.
    pub(super) fn cause(&self, terms: &Terms) -> Option<String> {
        if self.rule == Rule::DrawDead {
            return Some(sentences::draws::dead());
        }
        let count = self.provision.required_count()?;
        Some(match count.of {
            CountOf::MovesEach => {
                let without = sentences::draws::without_resets(&count.resets, terms);
                sentences::draws::moves_made(count.n, &without)
            }
            CountOf::SeriesOfMoves => sentences::draws::series("", count.n),
            CountOf::Occurrences | CountOf::OccurrencesInARow => sentences::draws::occurred(count.n),
        })
    }
}

/// Whether the code counts something towards an automatic draw that is missing from the `Facts` of a record.
fn counts_beyond_facts(code: &Code) -> bool {
    let mut counts = code.provisions_for(Rule::DrawAutomatic).filter_map(Provision::required_count);
    counts.any(|count| !counting::is_among_facts(count))
}
