//! The outcome of a game as its events decide it.

use std::sync::Arc;

use crate::chess::Color;
use crate::finding::{Reason, Standing};
use crate::game::Time;
use crate::law::{Provision, Rule};

use crate::arbiter::state::{ByColor, DrawClaimed, RuledEnd, Signature};

#[allow(clippy::struct_excessive_bools)] // each is a fact of its own about the end
#[derive(Clone, Debug)]
pub(crate) struct EventOutcome<'c> {
    pub standing: Standing,
    /// The ply of the offence that caused the standing.
    pub ply: u32,
    pub annulled_under: Option<&'c Provision>,
    pub decided: Option<Decided<'c>>,
    /// The player whose score is capped at a draw, and the provision that caps it.
    pub capped: Option<(Color, &'c Provision)>,
    /// The umpire's decision of the game, if the laws left it to the umpire.
    pub ruled: Option<RuledEnd>,
    pub claimed: Vec<DrawClaimed>,
    pub signed: ByColor<Option<Signature>>,
    /// Time that offences gave the opponent and that may have been added to a clock.
    pub owed_times: Vec<OwedTime>,
    /// Whether the last move was made out of turn and may still be retracted: such a move ends no game.
    pub ends_out_of_turn: bool,
    /// Whether the last move was made against a touch, and the opponent may still object to it.
    pub ends_against_touch: bool,
    /// Whether the player on move has touched a man on this turn.
    pub ends_in_touch: bool,
    /// Whether the last move gave a check that may be ignored because it was not announced.
    pub ends_in_ignorable_check: bool,
}

impl EventOutcome<'_> {
    /// The outcome of a game with only legal moves.
    pub(super) const PLAIN: Self = Self {
        standing: Standing::Valid,
        ply: 0,
        annulled_under: None,
        decided: None,
        capped: None,
        ruled: None,
        claimed: Vec::new(),
        signed: ByColor { white: None, black: None },
        owed_times: Vec::new(),
        ends_out_of_turn: false,
        ends_against_touch: false,
        ends_in_touch: false,
        ends_in_ignorable_check: false,
    };

    pub(super) fn decided_at(&self) -> Option<u32> {
        self.decided.map(|decided| decided.ply)
    }

    pub(super) fn is_decided_by_flag(&self) -> bool {
        self.decided.is_some_and(|decided| decided.reason == Reason::Rule(Rule::ClockFlag))
    }

    pub(super) fn is_claimed(&self, rule: Rule, ply: u32) -> bool {
        self.claimed.iter().any(|claimed| claimed.rule == rule && claimed.ply >= ply && !claimed.is_off_turn)
    }

    pub(super) fn is_claimed_off_turn(&self, rule: Rule, ply: u32) -> bool {
        self.claimed.iter().any(|claimed| claimed.rule == rule && claimed.ply >= ply && claimed.is_off_turn)
    }
}

/// A decision of the game by something said or done.
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
    /// The decision that counts of this one and one noted later: the one with the lower ply. If both players
    /// were absent, both lost.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Lost(Color),
    /// There is no score for this.
    BothLost,
    Drawn,
    /// The game stopped without an end that the code knows.
    Undecided,
}

/// Time that an offence gave a player, if the record does not say whether the player received it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OwedTime {
    pub to: Color,
    pub time: Time,
    /// The offset of the offence in the chunk: from there on the time may be on the player's clock.
    pub at: u32,
}
