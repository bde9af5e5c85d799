//! The end of a game as what happened in it decides: the outcome of the fold.

use std::sync::Arc;

use crate::chess::Color;
use crate::finding::{Reason, Standing};
use crate::game::Time;
use crate::law::{Provision, Rule};

use crate::arbiter::state::draws::Claimed;
use crate::arbiter::state::umpire::RuledEnd;

/// What the fold leaves of a game.
#[derive(Clone, Debug)]
pub(crate) struct CourseOutcome<'c> {
    pub standing: Standing,
    /// The ply of the offence behind that standing.
    pub ply: u32,
    /// The law that annulled the game, if one did.
    pub annulled_under: Option<&'c Provision>,
    /// What decided the game, if something said or done did.
    pub decided: Option<Decided<'c>>,
    /// The end that the umpire gave it, if the laws left that to the umpire.
    pub ruled: Option<RuledEnd>,
    /// The draws that were claimed.
    pub claimed: Vec<Claimed>,
    /// The time that offences gave the opponent and that may be on a clock.
    pub owed_times: Vec<OwedTime>,
    /// Whether the last move was made out of turn and may still go back: such a move ends no game.
    pub ends_out_of_turn: bool,
    /// Whether the last move gave a check that may be ignored, because it was not announced.
    pub ends_in_ignorable_check: bool,
}

impl CourseOutcome<'_> {
    /// The outcome of a plain, legal game.
    pub(super) const PLAIN: Self = Self {
        standing: Standing::Valid,
        ply: 0,
        annulled_under: None,
        decided: None,
        ruled: None,
        claimed: Vec::new(),
        owed_times: Vec::new(),
        ends_out_of_turn: false,
        ends_in_ignorable_check: false,
    };

    /// The ply at which something said or done decided the game.
    pub(super) fn decided_at(&self) -> Option<u32> {
        self.decided.map(|decided| decided.ply)
    }

    /// Whether a fallen flag that was claimed decided the game.
    pub(super) fn is_decided_by_flag(&self) -> bool {
        self.decided.is_some_and(|decided| decided.reason == Reason::Rule(Rule::ClockFlag))
    }

    /// Whether a right that arose with a ply was claimed there or later.
    pub(super) fn is_claimed(&self, rule: Rule, ply: u32) -> bool {
        self.claimed.iter().any(|claimed| claimed.rule == rule && claimed.ply >= ply)
    }
}

/// A game decided by what was said or done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided<'c> {
    pub outcome: Outcome,
    pub reason: Reason,
    pub ply: u32,
    pub provision: Option<&'c Provision>,
    /// The article that counts such offences, if the count decided.
    pub tally: Option<&'c Arc<str>>,
}

impl Decided<'_> {
    /// The decision that counts, of this one and one noted after it: the earlier. If both players stayed away, both lost.
    pub(super) fn and_then(self, later: Self) -> Self {
        let of_absence = Reason::Rule(Rule::ClockAbsent);
        let both_stayed_away = self.reason == of_absence
            && later.reason == of_absence
            && self.ply == later.ply
            && self.outcome != later.outcome;
        if both_stayed_away {
            Self { outcome: Outcome::BothLost, ..self }
        } else if later.ply < self.ply {
            later
        } else {
            self
        }
    }
}

/// The result of a game that was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// This player lost.
    Lost(Color),
    /// Both players lost, for which there is no score.
    BothLost,
    /// It is a draw.
    Drawn,
    /// It stopped without an end that the code knows.
    Undecided,
}

impl Outcome {
    /// The outcome in words.
    pub(super) fn in_words(self) -> String {
        match self {
            Self::Lost(player) => format!("{player} lost the game"),
            Self::BothLost => "both players lost the game".to_owned(),
            Self::Drawn => "the game was drawn".to_owned(),
            Self::Undecided => "it stopped undecided".to_owned(),
        }
    }
}

/// Time that an offence gave a player, if the record does not say whether the player received it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OwedTime {
    pub to: Color,
    pub time: Time,
    /// The place of the offence in the chunk: from there on the time may be on the player's clock.
    pub at: u32,
}
