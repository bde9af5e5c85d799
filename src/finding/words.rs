//! The words for the end of a case and for the state of a game, the same in every report.

use super::{Disposition, Ending, Stance, Standing};

/// The event that closed a window which was over before the offence.
pub(crate) const CLOSED_BEFORE: &str = "before this happened";

impl Ending {
    /// Whether its label is better than that of the disposition.
    pub(crate) fn replaces(self, disposition: Disposition) -> bool {
        match self {
            Self::DrawAccepted => matches!(disposition, Disposition::Open | Disposition::Waived),
            Self::Decides | Self::NotProvidedFor => disposition == Disposition::Stands,
            Self::DecidedBefore => disposition == Disposition::Enforced,
            Self::NotRecorded => disposition == Disposition::Open,
            Self::RightLost | Self::GamePlayed | Self::Dismissed | Self::PlayedOn => {
                disposition == Disposition::Waived
            }
        }
    }

    /// The label that replaces that of the disposition.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::RightLost => "right lost",
            Self::DrawAccepted => "draw accepted",
            Self::GamePlayed => "the game was played",
            Self::Dismissed => "penalty dismissed",
            Self::PlayedOn => "claimed, but not carried out",
            Self::Decides => "decides the game",
            Self::NotProvidedFor => "ruling not provided for",
            Self::DecidedBefore => "no effect",
            Self::NotRecorded => "the outcome is not recorded",
        }
    }
}

impl Disposition {
    /// The label below a finding and in a cell of a comparison.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Open => "still open",
            Self::Enforced => "remedy carried out",
            Self::Complied => "complied with",
            Self::Waived => "waived",
            Self::Lapsed => "not claimed in time",
            Self::Misapplied => "not done as required",
            Self::Retracted => "taken back",
            Self::Annulled => "game void",
            Self::Stands => "no remedy due",
        }
    }

    /// The label as a clause about the case.
    pub(crate) const fn clause(self) -> &'static str {
        match self {
            Self::Open => "the case is still open",
            Self::Enforced => "the remedy was carried out",
            Self::Complied => "it was complied with",
            Self::Waived => "it was waived",
            Self::Lapsed => "it was not claimed in time",
            Self::Misapplied => "it was not done as required",
            Self::Retracted => "it was taken back",
            Self::Annulled => "the game is void",
            Self::Stands => "no remedy is due",
        }
    }

    /// The meaning of the label, for a key.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::Open => "The case is still open.",
            Self::Enforced => "The remedy was carried out.",
            Self::Complied => "The player did what the article requires.",
            Self::Waived => "The player who had the right waived it.",
            Self::Lapsed => "The right was not used in time.",
            Self::Misapplied => "Something other than the remedy was done.",
            Self::Retracted => "The moves were taken back.",
            Self::Annulled => "The game is void.",
            Self::Stands => "The law orders nothing: the act or move remains as it is.",
        }
    }
}

impl Stance {
    /// The label of a finding without an article.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Speaks => "",
            Self::Silent => "silent",
            Self::Unrevealed => "not known",
        }
    }

    /// The meaning of the label, for a key.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::Speaks => "",
            Self::Silent => "No article of the code applies to the matter, so nothing follows.",
            Self::Unrevealed => {
                "No known article of the code applies to the matter; the rest of its text is not known."
            }
        }
    }
}

impl Standing {
    /// The label of a game.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Retractable => "moves go back",
            Self::Annullable => "may be voided",
            Self::Annulled => "void",
            Self::Unreplayable => "not replayed",
        }
    }

    /// The meaning of the label, for a key.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::Valid => "The game counts as played; the result shown is the one under this code.",
            Self::Retractable => "Moves must be taken back before the game can go on.",
            Self::Annullable => "The game can still be declared void.",
            Self::Annulled => "The game is void.",
            Self::Unreplayable => "The record could not be replayed to its end.",
        }
    }
}
