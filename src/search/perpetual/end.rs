//! Searches an end of the checks: depth first, with one more check each time. For each position it stores how many checks
//! are known to be possible and how many impossible.

use hashbrown::HashMap;

use crate::chess::{Move, Play, Position};

use super::Meter;
use super::answer::ChecksEnd;

/// The numbers of checks that can be given from a position against the best defence.
#[derive(Clone, Copy)]
struct CheckBounds {
    possible: u8,
    /// 255 if not known.
    impossible: u8,
    /// The first check of the longest series.
    best: Move,
}

impl CheckBounds {
    const UNKNOWN: Self = Self { possible: 0, impossible: u8::MAX, best: Move::NULL };
}

/// Whether a number of checks can be given against the best defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Checks {
    Last,
    End,
    /// The budget is spent.
    Spent,
}

/// The greatest number of positions stored: less than 100 MiB.
const MOST_KNOWN: usize = 1 << 21;

pub(super) struct CheckSearch<'m> {
    play: Play,
    known: HashMap<u64, CheckBounds>,
    /// The reply that last ended the checks, by the number of checks left.
    killers: Vec<Move>,
    nodes: u64,
    limit: u64,
    meter: &'m Meter,
}

impl<'m> CheckSearch<'m> {
    pub(super) fn new(play: Play, limit: u64, meter: &'m Meter) -> Self {
        Self { play, known: HashMap::new(), killers: Vec::new(), nodes: 0, limit, meter }
    }

    pub(super) const fn play(&self) -> Play {
        self.play
    }

    pub(super) const fn meter(&self) -> &'m Meter {
        self.meter
    }

    /// The number of positions visited so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the player on move can give `checks` checks.
    pub(super) fn search(&mut self, position: &Position, checks: u8) -> Checks {
        if checks == 0 {
            return Checks::Last;
        }
        let known = self.known.get(&position.key()).copied().unwrap_or(CheckBounds::UNKNOWN);
        if known.possible >= checks {
            return Checks::Last;
        }
        if known.impossible <= checks {
            return Checks::End;
        }
        self.nodes += 1;
        self.meter.count(self.nodes);
        if self.nodes > self.limit {
            return Checks::Spent;
        }
        let mut moves = position.legal_moves(self.play);
        if let Some(best) = moves.iter().position(|played| *played == known.best) {
            moves.swap(0, best);
        }
        for check in moves {
            let after = position.after(check);
            if !after.in_check(after.turn()) {
                continue;
            }
            match self.reply(&after, checks) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    self.store(position, |known| (known.possible, known.best) = (checks, check));
                    return Checks::Last;
                }
                Err(BudgetSpent) => return Checks::Spent,
            }
        }
        self.store(position, |known| known.impossible = checks);
        Checks::End
    }

    fn store(&mut self, position: &Position, update: impl FnOnce(&mut CheckBounds)) {
        if self.known.len() < MOST_KNOWN {
            update(self.known.entry(position.key()).or_insert(CheckBounds::UNKNOWN));
        } else if let Some(known) = self.known.get_mut(&position.key()) {
            update(known);
        }
    }

    /// A reply after which fewer than `checks` checks are possible, counting the one just given.
    fn reply(&mut self, checked: &Position, checks: u8) -> Result<Option<Move>, BudgetSpent> {
        let mut replies = checked.legal_moves(self.play);
        let slot = usize::from(checks);
        if self.killers.len() <= slot {
            self.killers.resize(slot + 1, Move::NULL);
        }
        let killer = self.killers.get(slot).copied();
        if let Some(at) = replies.iter().position(|reply| Some(*reply) == killer) {
            replies.swap(0, at);
        }
        // Stored positions are looked up before any is searched.
        for searches in [false, true] {
            for reply in &replies {
                let next = checked.after(*reply);
                let ends = if searches {
                    match self.search(&next, checks - 1) {
                        Checks::Spent => return Err(BudgetSpent),
                        result => result == Checks::End,
                    }
                } else {
                    let known = self.known.get(&next.key());
                    known.is_some_and(|known| known.impossible < checks)
                };
                if ends {
                    if let Some(killer) = self.killers.get_mut(slot) {
                        *killer = *reply;
                    }
                    return Ok(Some(*reply));
                }
            }
        }
        Ok(None)
    }

    /// The line in which the checks end, if `too_many` are impossible and one less is possible.
    pub(super) fn line(&mut self, position: &Position, too_many: u8) -> Option<ChecksEnd> {
        let mut line = Vec::new();
        let (mut now, mut too_many) = (*position, too_many);
        let checks = u32::from(too_many.checked_sub(1)?);
        while too_many > 1 {
            if self.search(&now, too_many - 1) != Checks::Last {
                return None;
            }
            let check = self.known.get(&now.key())?.best;
            now.play(check);
            let reply = self.reply(&now, too_many).ok()??;
            now.play(reply);
            line.extend([check, reply]);
            // The checks may end sooner than they must.
            too_many -= 1;
            while too_many > 1 && self.search(&now, too_many - 1) == Checks::End {
                too_many -= 1;
            }
        }
        Some(ChecksEnd { line, checks })
    }
}

struct BudgetSpent;
