//! Time controls: the periods of a game and what they bound.

use super::clock::Time;

/// The value of a `TimeControl` tag.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    fields: Vec<Field>,
}

/// One field of it: a period of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// `?`: not known.
    Unknown,
    /// `-`: no clock in use.
    None,
    /// `M/S`, `M/S+I`: so many moves in so much time.
    Moves {
        /// Moves of the period.
        moves: u32,
        /// What the period gives at its beginning.
        seconds: Time,
        /// What every move adds.
        increment: Time,
    },
    /// `S`, `S+I`: all moves that are left.
    Sudden {
        /// What the period gives at its beginning.
        seconds: Time,
        /// What every move adds.
        increment: Time,
    },
    /// `*S`: what one player uses the other is given.
    Sandclock {
        /// Half of the sand.
        seconds: Time,
    },
    /// `SdD`, `M/SdD`: the clock waits before it runs.
    Delay {
        /// Moves of the period; all that are left where it names none.
        moves: Option<u32>,
        /// What the period gives at its beginning.
        seconds: Time,
        /// How long the clock waits at each move.
        delay: Time,
    },
    /// Anything else.
    NotUnderstood,
}

impl Field {
    /// Whether it says what the clocks did.
    pub const fn understood(&self) -> bool {
        !matches!(self, Self::Unknown | Self::NotUnderstood)
    }

    /// What the period gives at its beginning, where that bounds what a clock can show.
    const fn seconds(&self) -> Option<Time> {
        match self {
            Self::Moves { seconds, .. } | Self::Sudden { seconds, .. } | Self::Delay { seconds, .. } => {
                Some(*seconds)
            }
            Self::Unknown | Self::None | Self::Sandclock { .. } | Self::NotUnderstood => None,
        }
    }

    /// The most that a move can add. A delay counts as an increment: no clock gains more by it.
    const fn increment(&self) -> Option<Time> {
        match self {
            Self::Moves { increment, .. } | Self::Sudden { increment, .. } => Some(*increment),
            Self::Delay { delay, .. } => Some(*delay),
            Self::Unknown | Self::None | Self::Sandclock { .. } | Self::NotUnderstood => None,
        }
    }

    /// How many moves it lasts; `None` where it lasts to the end of the game, or of its time.
    const fn moves(&self) -> Option<u32> {
        match self {
            Self::Moves { moves, .. } => Some(*moves),
            Self::Delay { moves, .. } => *moves,
            _ => None,
        }
    }
}

impl TimeControl {
    /// The control with these periods, in their order.
    pub fn new(fields: Vec<Field>) -> Self {
        Self { fields }
    }

    /// The periods in their order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Whether every field is understood.
    pub fn understood(&self) -> bool {
        self.fields.iter().all(Field::understood)
    }

    /// What both clocks show before the first move; `None` where no field says so.
    pub fn start(&self) -> Option<Time> {
        self.fields.first()?.seconds()
    }

    /// The most that completing a player's move number `n` (from 1) can have added as increment;
    /// `None` where the tag sets no bound.
    pub fn increment_after(&self, n: u32) -> Option<Time> {
        Some(self.given_on(n)?.increment)
    }

    /// The least that completing any move can have added as increment; `None` where the tag sets no bound.
    pub fn least_increment(&self) -> Option<Time> {
        self.fields.iter().map(Field::increment).min()?
    }

    /// What bounds the clocks of the whole game; `None` where the tag sets no bound.
    pub fn allowance(&self) -> Option<Allowance> {
        Some(Allowance { start: self.start()?, increment: self.least_increment()? })
    }

    /// The most that can have been added beside the increment on completing a player's move number
    /// `n` (from 1): what the next period gives. `None` where the tag sets no bound.
    ///
    /// Where a period that names no moves is followed by another (`5400:900`), the next begins when
    /// the time is used up, which may be at any move: all that may still come counts at each.
    pub fn added_on(&self, n: u32) -> Option<Time> {
        Some(self.given_on(n)?.added)
    }

    /// All the time that a player can ever have been given up to the completion of his move number
    /// `n` (0 = before the first). `None` where the tag sets no bound.
    pub fn total_up_to(&self, n: u32) -> Option<Time> {
        let mut total = self.start()?;
        let mut left = n;
        let mut fields = self.fields.iter();
        let mut field = fields.next()?;
        loop {
            let Some(moves) = field.moves() else {
                // To the end, or until its time is used up: whatever follows may have come.
                let (seconds, increment) = bounds(field, fields.as_slice())?;
                return Some(total + seconds + increment.times(left));
            };
            if fields.as_slice().is_empty() {
                // The last period repeats.
                let rounds = left / moves;
                return Some(total + field.seconds()?.times(rounds) + field.increment()?.times(left));
            }
            let within = left.min(moves);
            total = total + field.increment()?.times(within);
            left -= within;
            if within < moves {
                return Some(total);
            }
            field = fields.next()?;
            total = total + field.seconds()?;
        }
    }

    /// What a player has for sixty moves, the increments counted in, as FIDE tells rapid chess and blitz by it. `None`
    /// where the tag sets no bound, and where the increments come to more than all else: what stands before them is
    /// minutes then (`90+30`).
    pub fn for_sixty_moves(&self) -> Option<Time> {
        const MOVES: u32 = 60;
        let increments = self.fields.iter().map(Field::increment).max()??.times(MOVES);
        self.total_up_to(MOVES).filter(|total| self.understood() && increments.times(2) <= *total)
    }

    /// What completing move `n` gives.
    fn given_on(&self, n: u32) -> Option<Given> {
        let mut fields = self.fields.iter();
        let mut field = fields.next()?;
        let mut within = n.max(1);
        loop {
            let Some(moves) = field.moves() else {
                let (added, increment) = bounds(field, fields.as_slice())?;
                return Some(Given { increment, added });
            };
            let last = fields.as_slice().is_empty();
            if last && within > moves {
                within = (within - 1) % moves + 1;
            }
            if within <= moves {
                let next = fields.as_slice().first().unwrap_or(field);
                return Some(Given {
                    increment: field.increment()?,
                    added: if within == moves { next.seconds()? } else { Time::ZERO },
                });
            }
            within -= moves;
            field = fields.next()?;
        }
    }
}

/// What bounds the clocks of a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// What both clocks show before the first move.
    pub start: Time,
    /// The least that completing any move can have added as increment.
    pub increment: Time,
}

/// What one completed move gives.
struct Given {
    increment: Time,
    added: Time,
}

/// What a period without a number of moves, and all that may follow it, can give: in allotments
/// still to come, and by each move.
fn bounds(field: &Field, following: &[Field]) -> Option<(Time, Time)> {
    let mut increment = field.increment()?;
    let mut seconds = Time::ZERO;
    for next in following {
        increment = increment.max(next.increment()?);
        seconds = seconds + next.seconds()?;
    }
    Some((seconds, increment))
}
