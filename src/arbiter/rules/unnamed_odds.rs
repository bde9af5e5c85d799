//! A man given as odds without saying which: whether one of them was left on the board, as far as the moves show.

use crate::chess::{Color, Position, Role, Square};
use crate::game::{Odds, OddsTerm, Span, TagName};
use crate::law::{Predicate, RemedyKind, Rule};

use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::rules::setup::Irregularity;
use crate::arbiter::state::board::Stood;
use crate::arbiter::words;

/// What became of a man given as odds without saying which.
enum Unnamed {
    /// The score shows that none was taken off.
    LeftOn(Role),
    /// The record does not say.
    Untold(Role),
}

/// The men whom the moves that stand show where they were set up; looked at no further than was asked, and no move twice.
#[derive(Debug, Default)]
pub(crate) struct SeenMen {
    looked_at: usize,
    left: Vec<Left>,
}

/// A man moved from where he was set up, or was taken there.
#[derive(Clone, Copy, Debug)]
struct Left {
    square: Square,
    /// How many moves stood before.
    after: usize,
    /// Whether he castled: that may be a leap of the king alone.
    by_castling: bool,
}

impl SeenMen {
    /// Looks at the moves made since it was last asked.
    fn look(&mut self, start: &Position, moves: &[Stood]) {
        for (after, stood) in moves.iter().enumerate().skip(self.looked_at) {
            let mut then = stood.before;
            then.play(stood.played);
            let leaves = |square: &Square| {
                let man = start.man_at(*square);
                man.is_some() && then.man_at(*square) != man
            };
            for square in Square::all().filter(leaves) {
                if self.left.iter().all(|left| left.square != square) {
                    self.left.push(Left { square, after, by_castling: stood.played.is_castling() });
                }
            }
        }
        self.looked_at = moves.len();
    }

    /// Moves behind the first `keep` went back.
    pub fn take_back(&mut self, keep: u32) {
        let keep = keep as usize;
        self.looked_at = self.looked_at.min(keep);
        self.left.retain(|left| left.after < keep);
    }

    fn has(&self, square: Square) -> bool {
        self.left.iter().any(|left| left.square == square && !left.by_castling)
    }
}

impl Proceedings<'_, '_> {
    /// The men given as odds that were left on, as the moves show, where that is not told already.
    pub(crate) fn left_on_unnamed(&mut self) -> Option<Irregularity> {
        let is_told = |index: &usize| self.cases.get(*index).is_some_and(|case| case.rule == Rule::SetupOdds);
        if self.beginnings.iter().any(is_told) {
            return None;
        }
        match self.man_unnamed()? {
            Unnamed::LeftOn(role) => self.left_on(role),
            Unnamed::Untold(_) => None,
        }
    }

    /// The role of a man of whom the record does not say whether he was taken off as odds.
    pub(crate) fn untold_odds(&mut self) -> Option<Role> {
        match self.man_unnamed()? {
            Unnamed::Untold(role) => Some(role),
            Unnamed::LeftOn(_) => None,
        }
    }

    /// What is asked is given where the men stood wrongly, and whether they did the record does not say. Whether so.
    pub(crate) fn asks_for_untold_odds(&mut self, by: Color, kind: RemedyKind, span: Span) -> bool {
        let facts = self.base.with(Predicate::OddsLeftOn, true);
        let found = ruling(self.code, Rule::SetupOdds, facts, |_| true);
        if !found.is_some_and(|found| found.provision.gives(kind)) {
            return false;
        }
        let Some(role) = self.untold_odds() else { return false };
        let message = format!(
            "{by} asks {}, and whether a {} was taken off as odds the record does not say",
            words::what_is_asked(kind),
            role.name()
        );
        self.nothing_to_notice(Some(by), &message, span);
        true
    }

    /// What became of a man given as odds without saying which, where the record does not say how the men stood.
    fn man_unnamed(&mut self) -> Option<Unnamed> {
        let record = self.context.record();
        let odds = self.context.odds().filter(|_| record.due().is_none())?;
        self.seen.look(&record.start, self.table.all());
        let roles = unnamed_roles(odds);
        let mut untold = None;
        for role in &roles {
            let men = |position: &Position| position.of(odds.giver, *role).squares();
            let given = roles.iter().filter(|other| *other == role).count();
            let left = men(&Position::initial()).count().saturating_sub(given);
            if men(&record.start).filter(|square| self.seen.has(*square)).count() > left {
                return Some(Unnamed::LeftOn(*role));
            }
            if men(&record.start).count() > left {
                untold = untold.or(Some(*role));
            }
        }
        untold.map(Unnamed::Untold)
    }

    fn left_on(&self, role: Role) -> Option<Irregularity> {
        let giver = self.context.odds()?.giver;
        let facts = self.base.with(Predicate::OddsLeftOn, true);
        let span = self.context.tag_span(TagName::Odds);
        let message = left_on_the_board(giver, role);
        Some(self.context.wrong_from_the_start(Rule::SetupOdds, facts, Some(giver), span, message))
    }
}

/// The roles of the men given without saying which, each as often as it is given.
fn unnamed_roles(odds: &Odds) -> Vec<Role> {
    let role = |term: &OddsTerm| match term {
        OddsTerm::Man(role) => Some(*role),
        _ => None,
    };
    odds.terms.iter().filter_map(role).collect()
}

pub(crate) fn left_on_the_board(giver: Color, role: Role) -> String {
    format!("{giver} gives a {} as odds, and left it on the board", role.name())
}
