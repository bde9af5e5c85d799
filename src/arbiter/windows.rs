//! Windows: until when a right may be used, counted on the moves of the score.

use crate::chess::{Color, Move};
use crate::finding::{Window, WindowState};
use crate::law::{Opened, Person, WindowId, WindowRule};
use crate::record::Record;

/// The game as a window sees it.
pub(super) struct Course<'a> {
    pub record: &'a Record,
    /// Whether the game is over: then what is still open closed with its last move.
    pub over: bool,
}

/// The offence a window runs from.
#[derive(Clone, Copy)]
pub(super) struct Offence {
    /// The ply of the offending move, or after which the offending act happened.
    pub ply: u32,
    /// Who offended.
    pub offender: Color,
}

impl Course<'_> {
    /// The ply at which `of` completes his `n`th move after `after` plies, if the record goes so far.
    fn nth_move(&self, of: Color, n: u32, after: u32) -> Option<u32> {
        let mut turn = self.record.start.turn();
        let mut made = 0;
        for ply in 1..=self.record.plies() {
            // A turn passed over is no move.
            let passed = self.record.moves.get(ply as usize - 1) == Some(&Move::NULL);
            if turn == of && ply > after && !passed {
                made += 1;
                if made == n {
                    return Some(ply);
                }
            }
            turn = turn.other();
        }
        None
    }

    /// The ply that closes the window of an offence that nobody noticed: only moves of the score show.
    fn closing_ply(&self, rule: &WindowRule, offence: Offence) -> Option<u32> {
        let last = self.record.plies();
        let n = rule.n.unwrap_or(1);
        let first = self.record.start.turn();
        let natural = match rule.closes {
            // A move in the score is a touch.
            WindowId::AdversaryTouches | WindowId::AdversaryMoves => {
                self.nth_move(offence.offender.other(), 1, offence.ply)
            }
            WindowId::AnyMove => (last > offence.ply).then_some(offence.ply + 1),
            WindowId::MovesEach => both(self.nth_move(first, n, 0), self.nth_move(first.other(), n, 0)),
            WindowId::MovesEachSince => both(
                self.nth_move(offence.offender.other(), n, offence.ply),
                self.nth_move(offence.offender, n, offence.ply),
            ),
            WindowId::MovesOf => match rule.who {
                Some(Person::SecondPlayer) => self.nth_move(first.other(), n, 0),
                Some(Person::Finder) => self.nth_move(offence.offender.other(), n, 0),
                Some(Person::Checker | Person::Claimant) => {
                    self.nth_move(offence.offender.other(), n, offence.ply)
                }
                Some(Person::Announcer) => self.nth_move(offence.offender, n, offence.ply),
                Some(Person::Offender) | None => self.nth_move(offence.offender, n, 0),
            },
            WindowId::AnnouncerMoves => self.nth_move(offence.offender, 1, offence.ply),
            WindowId::GameEnd | WindowId::Never => None,
        };
        match (natural, rule.closes) {
            (Some(ply), _) => Some(ply.max(offence.ply)),
            (None, WindowId::Never) => None,
            (None, _) => self.over.then_some(last),
        }
    }

    /// The window of an offence, as it stands at the end of the record.
    pub fn window(&self, rule: &WindowRule, opened: Option<Opened>, offence: Offence) -> Window {
        let opened_ply = match opened {
            None => offence.ply,
            Some(Opened { moves_each }) => {
                let first = self.record.start.turn();
                both(self.nth_move(first, moves_each, 0), self.nth_move(first.other(), moves_each, 0))
                    .unwrap_or(offence.ply)
            }
        };
        let closed_ply = self.closing_ply(rule, offence);
        let state = match (closed_ply, rule.closes) {
            (Some(_), _) => WindowState::Closed,
            (None, WindowId::Never) => WindowState::Unlimited,
            (None, _) => WindowState::Open,
        };
        Window {
            closes: rule.closes,
            opened_ply,
            closed_ply,
            state,
            n: rule.n,
            who: rule.who.map(Person::id),
        }
    }
}

fn both(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    Some(a?.max(b?))
}
