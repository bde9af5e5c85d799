//! Time controls: the periods of a game and the bounds that they set for the clocks.

use super::clock::Time;

/// The value of a `TimeControl` tag.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    fields: Vec<Field>,
}

/// One period of a time control. `seconds` is the time that it gives at its beginning.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields are those of the forms named at the variants")]
pub enum Field {
    /// `?`
    Unknown,
    /// `-`: no clock in use.
    None,
    /// `M/S`, `M/S+I`: a number of moves in a time.
    Moves { moves: u32, seconds: Time, increment: Time },
    /// `S`, `S+I`: all remaining moves.
    Sudden { seconds: Time, increment: Time },
    /// `*S`: each player is given the time that the other uses. `seconds` is half of the sand.
    Sandclock { seconds: Time },
    /// `SdD`, `M/SdD`: at each move the clock waits before it runs. Without `moves`, all remaining moves.
    Delay { moves: Option<u32>, seconds: Time, delay: Time },
    /// Any other text.
    NotUnderstood,
}

impl Field {
    /// Whether it describes the clocks.
    pub const fn is_understood(&self) -> bool {
        !matches!(self, Self::Unknown | Self::NotUnderstood)
    }

    /// The time given at the beginning, if it bounds the times that a clock can show.
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

    /// The number of its moves. `None` if it lasts to the end of the game or until its time is used up.
    const fn moves(&self) -> Option<u32> {
        match self {
            Self::Moves { moves, .. } => Some(*moves),
            Self::Delay { moves, .. } => *moves,
            _ => None,
        }
    }
}

/// All bounds are `None` if the tag sets none. Move numbers `n` are those of one player, from 1.
impl TimeControl {
    /// A control with these periods, in their order.
    pub fn new(fields: Vec<Field>) -> Self {
        Self { fields }
    }

    /// The periods, in their order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Whether every field is understood.
    pub fn is_understood(&self) -> bool {
        self.fields.iter().all(Field::is_understood)
    }

    /// The time that both clocks show before the first move.
    pub fn starting_time(&self) -> Option<Time> {
        self.fields.first()?.seconds()
    }

    /// The most that completing move `n` can have added as increment.
    pub fn max_increment_on(&self, n: u32) -> Option<Time> {
        Some(self.given_on(n)?.increment)
    }

    /// The least that completing any move can have added as increment.
    pub fn least_increment(&self) -> Option<Time> {
        self.fields.iter().map(Field::increment).min()?
    }

    /// The bounds on the clocks of the whole game.
    pub fn allowance(&self) -> Option<Allowance> {
        Some(Allowance { start: self.starting_time()?, increment: self.least_increment()? })
    }

    /// The most that completing move `n` can have added besides the increment: the time of the next period.
    ///
    /// If another period follows one without a number of moves (`5400:900`), it begins when the time is used up, which may
    /// be at any move. So all periods still to come are added at each move.
    pub fn max_added_on(&self, n: u32) -> Option<Time> {
        Some(self.given_on(n)?.added)
    }

    /// All the time that a player can have been given when move `n` is completed; `n` is 0 before the first move.
    pub fn max_total_up_to(&self, n: u32) -> Option<Time> {
        let mut total = self.starting_time()?;
        let mut left = n;
        let mut fields = self.fields.iter();
        let mut field = fields.next()?;
        loop {
            let Some(moves) = field.moves() else {
                // It lasts to the end or until its time is used up: all later periods may have begun.
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

    /// The number of moves that a player must have completed when the time of the first `periods` periods has run out.
    /// A period without a number of moves requires none if another follows. `None`: all moves.
    pub fn moves_due_in(&self, periods: u32) -> Option<u32> {
        let (last, before) = self.fields.split_last()?;
        let mut due = 0_u32;
        let mut early = before.iter();
        for _ in 0..periods {
            let moves = match early.next() {
                Some(field) => field.moves().unwrap_or(0),
                // The last period repeats.
                None => last.moves()?,
            };
            due = due.saturating_add(moves);
        }
        Some(due)
    }

    /// When a player must begin to make all remaining moves in a limited time.
    pub fn finish(&self) -> Finish {
        let Some((last, before)) = self.fields.split_last().filter(|_| self.is_understood()) else {
            return Finish::Unknown;
        };
        let moves = before.iter().try_fold(0_u32, |sum, field| Some(sum.saturating_add(field.moves()?)));
        match (last, moves) {
            (Field::None, _) => Finish::Never,
            // Records often leave out the period after these moves.
            (Field::Moves { moves: last, .. }, Some(moves)) => Finish::NotBefore(moves.saturating_add(*last)),
            (Field::Sudden { increment, .. }, Some(moves)) if *increment == Time::ZERO => {
                Finish::After(moves)
            }
            // With an increment, the time is limited only for each move.
            (Field::Sudden { .. }, Some(moves)) => Finish::NotBefore(moves),
            _ => Finish::Unknown,
        }
    }

    /// The time for sixty moves, including increments, by which FIDE defines rapid chess and blitz. Also `None` if the
    /// increments come to more than the rest: the time is then probably in minutes (`90+30`).
    pub fn total_for_sixty_moves(&self) -> Option<Time> {
        const MOVES: u32 = 60;
        let increments = self.fields.iter().map(Field::increment).max()??.times(MOVES);
        self.max_total_up_to(MOVES).filter(|total| self.is_understood() && increments.times(2) <= *total)
    }

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

/// The bounds on the clocks of a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The time that both clocks show before the first move.
    pub start: Time,
    /// The least that completing any move can have added as increment.
    pub increment: Time,
}

/// The beginning of a quickplay finish, by the moves that a player makes before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Finish {
    /// The time control does not show enough.
    #[default]
    Unknown,
    Never,
    After(u32),
    /// It is not known whether there is one.
    NotBefore(u32),
}

/// The most that one completed move gives.
struct Given {
    increment: Time,
    added: Time,
}

/// The most that a period without a number of moves and all later ones can give: as time of later periods, and as increment.
fn bounds(field: &Field, following: &[Field]) -> Option<(Time, Time)> {
    let mut increment = field.increment()?;
    let mut seconds = Time::ZERO;
    for next in following {
        increment = increment.max(next.increment()?);
        seconds = seconds + next.seconds()?;
    }
    Some((seconds, increment))
}
