//! Whether the checks end: depth first, one check more each time, remembering for each position how many checks it is
//! known to last and how many not.

use hashbrown::HashMap;

use crate::chess::{Move, Play, Position};

use super::{ChecksEnd, Meter};

/// What is known of a position with the claimant on move.
#[derive(Clone, Copy)]
struct Lasting {
    /// So many checks can be given, whatever is replied.
    lasts: u8,
    /// So many cannot; 255 where that is not known.
    ends: u8,
    /// The check that lasted longest.
    best: Move,
}

impl Lasting {
    const UNKNOWN: Self = Self { lasts: 0, ends: u8::MAX, best: Move::NULL };
}

/// Whether a number of checks can be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Checks {
    /// They can, whatever is replied.
    Last,
    /// They cannot.
    End,
    /// The budget is spent.
    Spent,
}

/// However large the budget, no more positions than this are remembered: under 100 MiB.
const MOST_KNOWN: usize = 1 << 21;

/// The search for an end of the checks.
pub(super) struct CheckSearch<'m> {
    play: Play,
    known: HashMap<u64, Lasting>,
    /// The reply that last ended checks, by how many were still to be given.
    usual: Vec<Move>,
    nodes: u64,
    limit: u64,
    meter: &'m Meter,
}

impl<'m> CheckSearch<'m> {
    pub(super) fn new(play: Play, limit: u64, meter: &'m Meter) -> Self {
        Self { play, known: HashMap::new(), usual: Vec::new(), nodes: 0, limit, meter }
    }

    /// Whether the player on move can give so many checks, whatever is replied.
    pub(super) fn lasting(&mut self, position: &Position, checks: u8) -> Checks {
        if checks == 0 {
            return Checks::Last;
        }
        let known = self.known.get(&position.key()).copied().unwrap_or(Lasting::UNKNOWN);
        if known.lasts >= checks {
            return Checks::Last;
        }
        if known.ends <= checks {
            return Checks::End;
        }
        self.nodes += 1;
        self.meter.tell(self.nodes);
        if self.nodes > self.limit {
            return Checks::Spent;
        }
        let mut moves = position.legal_moves(self.play);
        if let Some(best) = moves.iter().position(|played| *played == known.best) {
            moves.swap(0, best);
        }
        for check in moves {
            let mut after = *position;
            after.play(check);
            if !after.in_check(after.turn()) {
                continue;
            }
            match self.answered(&after, checks) {
                Checks::End => {}
                Checks::Spent => return Checks::Spent,
                Checks::Last => {
                    self.learn(position, |known| (known.lasts, known.best) = (checks, check));
                    return Checks::Last;
                }
            }
        }
        self.learn(position, |known| known.ends = checks);
        Checks::End
    }

    fn learn(&mut self, position: &Position, learn: impl FnOnce(&mut Lasting)) {
        if self.known.len() < MOST_KNOWN {
            learn(self.known.entry(position.key()).or_insert(Lasting::UNKNOWN));
        } else if let Some(known) = self.known.get_mut(&position.key()) {
            learn(known);
        }
    }

    /// Whether so many checks last, the first of them just given.
    fn answered(&mut self, given: &Position, checks: u8) -> Checks {
        match self.reply(given, checks) {
            Ok(Some(_)) => Checks::End,
            Ok(None) => Checks::Last,
            Err(BudgetSpent) => Checks::Spent,
        }
    }

    /// The reply after which so many checks, the one just given among them, do not last.
    fn reply(&mut self, given: &Position, checks: u8) -> Result<Option<Move>, BudgetSpent> {
        let mut replies = given.legal_moves(self.play);
        let slot = usize::from(checks);
        if self.usual.len() <= slot {
            self.usual.resize(slot + 1, Move::NULL);
        }
        let usual = self.usual.get(slot).copied();
        if let Some(at) = replies.iter().position(|reply| Some(*reply) == usual) {
            replies.swap(0, at);
        }
        // What is known is asked first.
        for is_first_look in [true, false] {
            for reply in &replies {
                let mut next = *given;
                next.play(*reply);
                let ends = if is_first_look {
                    let known = self.known.get(&next.key());
                    known.is_some_and(|known| known.ends < checks)
                } else {
                    match self.lasting(&next, checks - 1) {
                        Checks::Spent => return Err(BudgetSpent),
                        lasting => lasting == Checks::End,
                    }
                };
                if ends {
                    if let Some(usual) = self.usual.get_mut(slot) {
                        *usual = *reply;
                    }
                    return Ok(Some(*reply));
                }
            }
        }
        Ok(None)
    }

    /// How the checks end, once it is known that so many are too many and one less is not.
    pub(super) fn shown(&mut self, position: &Position, too_many: u8) -> Option<ChecksEnd> {
        let mut line = Vec::new();
        let (mut now, mut too_many) = (*position, too_many);
        let checks = u32::from(too_many.checked_sub(1)?);
        while too_many > 1 {
            if self.lasting(&now, too_many - 1) != Checks::Last {
                return None;
            }
            let check = self.known.get(&now.key())?.best;
            now.play(check);
            let reply = self.reply(&now, too_many).ok()??;
            now.play(reply);
            line.extend([check, reply]);
            // It may end sooner than it must.
            too_many -= 1;
            while too_many > 1 && self.lasting(&now, too_many - 1) == Checks::End {
                too_many -= 1;
            }
        }
        Some(ChecksEnd { line, checks })
    }
}

/// The budget is spent.
struct BudgetSpent;
