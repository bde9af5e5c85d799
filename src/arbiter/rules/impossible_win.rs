//! Games won by a player who cannot mate by any series of legal moves.

use crate::chess::{Color, Material, Position, Role};
use crate::finding::{Reason, Score, Severity};
use crate::game::End;
use crate::law::{Otherwise, Predicate, Provision, RemedyKind, Rule};
use crate::search::dead;

use crate::arbiter::rules::result::Ruling;
use crate::arbiter::{Context, Draft};

/// Why a player can mate no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoMate {
    /// His men never can.
    ByMen,
    /// From this position there is no way to a mate.
    ByPosition,
}

impl NoMate {
    pub fn in_words(self, player: Color) -> String {
        match self {
            Self::ByMen => format!("{player}'s men can never mate"),
            Self::ByPosition => format!("{player} could not mate by any series of legal moves"),
        }
    }
}

/// Why a player cannot mate, where that is certain. A search is made only where it may well be so, so that archives are
/// not searched.
pub(crate) fn no_mate(board: &Position, player: Color) -> Option<NoMate> {
    if board.material(player) == Material::CannotMate {
        Some(NoMate::ByMen)
    } else {
        is_locked_out(board, player).then_some(NoMate::ByPosition)
    }
}

/// The same of men that never can, and of pawns that stand before each other from wing to wing, nothing but kings
/// beside them.
fn no_mate_at_a_glance(board: &Position, player: Color) -> Option<NoMate> {
    if board.material(player) == Material::CannotMate {
        return Some(NoMate::ByMen);
    }
    let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let no_piece = pieces.into_iter().all(|role| board.of_role(role).is_empty());
    let may_be = no_piece && pawns_are_blocked(board) && pawns_reach_each_file(board);
    let is_locked = may_be && dead::can_mate(board, player).is_hopeless();
    is_locked.then_some(NoMate::ByPosition)
}

impl<'a> Context<'a> {
    /// A decisive score without mate, for a player who could not mate: where the code has the game drawn, that it is;
    /// where no ordinary end can have given it, that none is known.
    pub(crate) fn won_without_mate(&mut self, given: Score) -> Option<Ruling<'a>> {
        let loser = match given {
            Score::White => Color::Black,
            Score::Black => Color::White,
            Score::Draw | Score::Unknown => return None,
        };
        let winner = loser.other();
        let record = self.record();
        let is_plain = record.facts.end == End::Open && record.ending.stop.is_none() && record.plies() > 0;
        if !is_plain || self.decided_at.is_some() {
            return None;
        }
        let resigned = self.resigned_by_words() == Some(loser);
        if !resigned && !self.ended_as_usual() {
            return None;
        }
        // Nearly every game ends so: without a word on its end no more is looked for than what is seen at a glance.
        let why = if resigned {
            no_mate(&record.position, winner)?
        } else {
            no_mate_at_a_glance(&record.position, winner)?
        };
        if no_mate(&record.position, loser).is_some()
            && let Some(provision) = self.law_on_the_dead()
        {
            return Some(Ruling {
                score: Score::Draw,
                reason: Reason::Rule(Rule::DrawDead),
                ply: record.plies(),
                provision: Some(provision),
            });
        }
        let cannot = Material::CannotMate;
        let provision = self.law_on_resignation().filter(|law| draws(law, cannot))?;
        if resigned {
            let message = format!(
                "{loser} resigned, and {}: the game is drawn, not {}",
                why.in_words(winner),
                given.id()
            );
            self.at_the_score(Severity::Error, provision, message, None);
            return Some(Ruling {
                score: Score::Draw,
                reason: Reason::Rule(Rule::ConductAbandoned),
                ply: record.plies(),
                provision: Some(provision),
            });
        }
        let flag_draws = self.law_on_flag(cannot).is_some_and(|law| draws(law, cannot));
        if flag_draws && record.acts.is_empty() && record.odd.is_empty() {
            let message = format!(
                "the score is {}, and {}: neither a resignation nor the clock gives {winner} the game",
                given.id(),
                why.in_words(winner)
            );
            let help = "the record does not say how the game ended".to_owned();
            self.at_the_score(Severity::Warning, provision, message, Some(help));
        }
        None
    }

    /// Whether nothing is said of an end other than the usual ones.
    pub(crate) fn ended_as_usual(&self) -> bool {
        self.words_on_end().is_none()
    }

    /// The law that has a game drawn in which neither player can mate.
    fn law_on_the_dead(&self) -> Option<&'a Provision> {
        let law = self.hearing.code.provisions_for(Rule::DrawDead).next();
        law.filter(|law| draws(law, Material::CannotMate))
    }

    /// The law on a resignation to a player who cannot mate.
    fn law_on_resignation(&self) -> Option<&'a Provision> {
        self.hearing.code.governing(Rule::ConductAbandoned, |fact| fact == Predicate::Resigned)
    }

    /// `result.law`: what is to be said of the score given.
    pub(crate) fn at_the_score(
        &mut self,
        severity: Severity,
        law: &Provision,
        message: String,
        help: Option<String>,
    ) {
        if !self.wants(Rule::ResultLaw, severity) {
            return;
        }
        let record = self.record();
        let last = record.plies();
        let span = self.score_token();
        let mut draft = Draft::new(Rule::ResultLaw, severity, last, span, message).under(law);
        draft.help = help;
        draft.movetext = self.numbered(last);
        self.drafts.push(draft);
    }
}

/// What holds of a game given up or lost on time, by the men of the adversary.
pub(crate) fn holds(men: Material) -> impl Fn(Predicate) -> bool + Copy {
    move |predicate| predicate == Predicate::AdversaryCanMate && men == Material::Undecided
}

/// Whether a player whose men could mate is proved to have no mate left. It is asked only where that may well be,
/// so that archives full of games lost on time are not searched: nothing but pawns and bishops that no pawn can
/// pass, or moves so few that each line is soon at its end.
fn is_locked_out(board: &Position, player: Color) -> bool {
    let heavy =
        [Role::Queen, Role::Rook, Role::Knight].into_iter().any(|role| !board.of_role(role).is_empty());
    let may_be = !heavy && pawns_are_blocked(board);
    may_be && dead::can_mate(board, player).is_hopeless() || dead::is_forced_out(board, player)
}

/// Whether each pawn has another before it.
fn pawns_are_blocked(board: &Position) -> bool {
    let pawns = board.of_role(Role::Pawn);
    [(Color::White, 1), (Color::Black, -1)].into_iter().all(|(color, ahead)| {
        let mut own = board.of(color, Role::Pawn).squares();
        own.all(|pawn| pawn.offset(0, ahead).is_some_and(|square| pawns.has(square)))
    })
}

/// Whether a pawn stands on each file or on one beside it: on another a king passes.
fn pawns_reach_each_file(board: &Position) -> bool {
    let files = board.of_role(Role::Pawn).squares().fold(0u8, |files, pawn| files | 1 << pawn.file().index());
    files | files << 1 | files >> 1 == u8::MAX
}

/// Whether the remedies of a provision come to a draw, by the men of the adversary: they fall through what does not
/// hold.
pub(crate) fn draws(provision: &Provision, men: Material) -> bool {
    provision.remedies.iter().any(|remedy| {
        let mut remedy = remedy;
        loop {
            match &remedy.otherwise {
                _ if remedy.governs(holds(men)) => break remedy.kind == RemedyKind::Draw,
                Otherwise::Remedy(next) => remedy = next,
                Otherwise::Nothing | Otherwise::NoPenalty => break false,
            }
        }
    })
}
