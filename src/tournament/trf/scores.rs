//! Points, result codes, and the values that a tournament gives them.

use std::fmt;

use crate::chess::Color;

/// Points, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Points(u32);

impl Points {
    pub(in crate::tournament) const ZERO: Self = Self(0);

    pub(super) const fn of_hundredths(hundredths: u32) -> Self {
        Self(hundredths)
    }

    #[cfg(test)]
    pub(super) const fn hundredths(self) -> u32 {
        self.0
    }

    /// With a decimal, as in a column of numbers: `6.0`, `6.5` or `6.25`.
    pub(in crate::tournament) fn in_column(self) -> String {
        if self.0.is_multiple_of(100) { format!("{self}.0") } else { self.to_string() }
    }

    pub(in crate::tournament) const fn and(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// `None` if the other points are more.
    pub(in crate::tournament) fn without(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }
}

/// `6`, `6.5` or `6.25`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        match part {
            0 => write!(f, "{whole}"),
            part if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
            part => write!(f, "{whole}.{part:02}"),
        }
    }
}

/// The result of a player in a round.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum ResultCode {
    Win,
    Draw,
    Loss,
    /// `W`: a win that is not rated, because the game had less than one move.
    UnratedWin,
    UnratedDraw,
    UnratedLoss,
    ForfeitWin,
    ForfeitLoss,
    FullPointBye,
    HalfPointBye,
    PairingBye,
    ZeroPointBye,
    /// Not paired, or not played yet.
    #[default]
    Blank,
}

impl ResultCode {
    /// Small letters mean the same as capitals.
    pub(super) const fn of(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            '1' => Self::Win,
            '=' => Self::Draw,
            '0' => Self::Loss,
            'W' => Self::UnratedWin,
            'D' => Self::UnratedDraw,
            'L' => Self::UnratedLoss,
            '+' => Self::ForfeitWin,
            '-' => Self::ForfeitLoss,
            'F' => Self::FullPointBye,
            'H' => Self::HalfPointBye,
            'U' => Self::PairingBye,
            'Z' => Self::ZeroPointBye,
            ' ' => Self::Blank,
            _ => return None,
        })
    }

    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Win => '1',
            Self::Draw => '=',
            Self::Loss => '0',
            Self::UnratedWin => 'W',
            Self::UnratedDraw => 'D',
            Self::UnratedLoss => 'L',
            Self::ForfeitWin => '+',
            Self::ForfeitLoss => '-',
            Self::FullPointBye => 'F',
            Self::HalfPointBye => 'H',
            Self::PairingBye => 'U',
            Self::ZeroPointBye => 'Z',
            Self::Blank => ' ',
        }
    }

    pub(in crate::tournament) const fn is_bye(self) -> bool {
        matches!(self, Self::FullPointBye | Self::HalfPointBye | Self::PairingBye | Self::ZeroPointBye)
    }

    pub(in crate::tournament) const fn is_forfeit(self) -> bool {
        matches!(self, Self::ForfeitWin | Self::ForfeitLoss)
    }
}

/// A player in one round.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct RoundCell {
    /// The starting rank of the opponent.
    pub opponent: Option<u32>,
    pub colour: Option<Color>,
    pub code: ResultCode,
}

/// The points of each result. A value that the report does not state is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tournament) struct ScoreSystem {
    /// `1-½-0`, or the words for a system of its own.
    pub name: &'static str,
    win: Option<Points>,
    draw: Option<Points>,
    loss: Option<Points>,
    forfeit_win: Option<Points>,
    forfeit_loss: Option<Points>,
    pairing_bye: Option<Points>,
    half_bye: Option<Points>,
    full_bye: Option<Points>,
    zero_bye: Option<Points>,
}

impl ScoreSystem {
    pub(in crate::tournament) const USUAL: [Self; 2] =
        [Self::simple("1-½-0", 100, 50), Self::simple("3-1-0", 300, 100)];

    const fn simple(name: &'static str, win: u32, draw: u32) -> Self {
        let (win, draw, none) = (Some(Points(win)), Some(Points(draw)), Some(Points::ZERO));
        Self {
            name,
            win,
            draw,
            loss: none,
            forfeit_win: win,
            forfeit_loss: none,
            pairing_bye: win,
            half_bye: draw,
            full_bye: win,
            zero_bye: none,
        }
    }

    const STATED: &'static str = "the values that it states";

    /// No value is certain.
    pub(super) const UNKNOWN: Self = Self {
        name: Self::STATED,
        win: None,
        draw: None,
        loss: None,
        forfeit_win: None,
        forfeit_loss: None,
        pairing_bye: None,
        half_bye: None,
        full_bye: None,
        zero_bye: None,
    };

    /// The system of record `162`. What it does not state has the usual value.
    pub(super) fn coded(values: &[(String, Points)]) -> Self {
        if !values.iter().all(|(name, _)| matches!(name.as_str(), "W" | "D" | "L" | "A" | "P" | "X" | "Z")) {
            return Self::UNKNOWN;
        }
        let of = |letter: &str, usual| Some(named(values, &[letter]).unwrap_or(usual));
        let (win, draw) = (of("W", Points(100)), of("D", Points(50)));
        // `Z` is in drafts of the format.
        let absent = named(values, &["A", "Z"]).unwrap_or(Points::ZERO);
        Self {
            name: Self::STATED,
            win,
            draw,
            loss: of("L", Points::ZERO),
            forfeit_win: win,
            forfeit_loss: Some(absent),
            pairing_bye: named(values, &["P"]).or(win),
            half_bye: draw,
            full_bye: win,
            zero_bye: Some(absent),
        }
    }

    /// The system of extensions of the format. Only the values of games over the board are certain in each of them.
    pub(super) fn stated(values: &[(String, Points)]) -> Self {
        let of = |names: &[&str]| named(values, names);
        Self {
            win: of(&["W", "BBW"]),
            draw: of(&["D", "BBD"]),
            loss: of(&["L", "BBL"]).or(Some(Points::ZERO)),
            forfeit_win: of(&["BBW"]),
            forfeit_loss: of(&["BBF"]),
            pairing_bye: of(&["BBU"]),
            zero_bye: of(&["BBZ"]),
            ..Self::UNKNOWN
        }
    }

    fn points_of(&self, code: ResultCode) -> Option<Points> {
        match code {
            ResultCode::Win | ResultCode::UnratedWin => self.win,
            ResultCode::Draw | ResultCode::UnratedDraw => self.draw,
            ResultCode::Loss | ResultCode::UnratedLoss => self.loss,
            ResultCode::ForfeitWin => self.forfeit_win,
            ResultCode::ForfeitLoss => self.forfeit_loss,
            ResultCode::FullPointBye => self.full_bye,
            ResultCode::HalfPointBye => self.half_bye,
            ResultCode::PairingBye => self.pairing_bye,
            ResultCode::ZeroPointBye => self.zero_bye,
            // The round may not be played yet, or the player is absent.
            ResultCode::Blank => Some(Points::ZERO).filter(|_| !gives_points(self.zero_bye)),
        }
    }

    /// The points of all rounds. `None` if a value is not known, or a round cannot be read.
    pub(in crate::tournament) fn sum(&self, rounds: &[Option<RoundCell>]) -> Option<Points> {
        self.sum_of(rounds.iter().map(|cell| cell.as_ref().map(|cell| cell.code)))
    }

    /// The points of some results.
    pub(in crate::tournament) fn sum_of(
        &self,
        mut codes: impl Iterator<Item = Option<ResultCode>>,
    ) -> Option<Points> {
        codes.try_fold(Points::ZERO, |sum, code| Some(sum.and(self.points_of(code?)?)))
    }
}

/// The value of the first of these names.
fn named(values: &[(String, Points)], names: &[&str]) -> Option<Points> {
    values.iter().find(|(name, _)| names.contains(&name.as_str())).map(|(_, points)| *points)
}

fn gives_points(points: Option<Points>) -> bool {
    points.is_some_and(|points| points > Points::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(codes: &str) -> Vec<Option<RoundCell>> {
        let of = |code| RoundCell { opponent: None, colour: None, code: ResultCode::of(code).unwrap() };
        codes.chars().map(|code| Some(of(code))).collect()
    }

    #[test]
    fn sums_of_both_usual_systems() {
        let [one, three] = ScoreSystem::USUAL;
        let rounds = cells("1=0WDL+-FHUZ -");
        assert_eq!(one.sum(&rounds).unwrap().to_string(), "6.5");
        assert_eq!(three.sum(&rounds).unwrap().to_string(), "18");
        assert_eq!(one.sum(&[None]), None);
    }

    #[test]
    fn only_stated_values_count() {
        let stated = ScoreSystem::stated(&[("W".into(), Points(200)), ("D".into(), Points(75))]);
        assert_eq!(stated.sum(&cells("1=0")), Some(Points(275)));
        assert_eq!(stated.sum(&cells("1U")), None);
        assert_eq!(Points(275).to_string(), "2.75");
    }

    #[test]
    fn a_coded_system_has_usual_values_for_what_it_leaves_out() {
        let coded = ScoreSystem::coded(&[("D".into(), Points(40)), ("P".into(), Points(80))]);
        assert_eq!(coded.sum(&cells("1=0+-FHUZ ")), Some(Points(100 + 40 + 100 + 100 + 40 + 80)));
        let absence_counts = ScoreSystem::coded(&[("A".into(), Points(10))]);
        assert_eq!(
            (absence_counts.sum(&cells("Z-")), absence_counts.sum(&cells(" "))),
            (Some(Points(20)), None)
        );
        assert_eq!(ScoreSystem::coded(&[("Q".into(), Points(10))]), ScoreSystem::UNKNOWN);
    }

    #[test]
    fn letters_and_codes() {
        for letter in "1=0WDL+-FHUZ ".chars() {
            assert_eq!(ResultCode::of(letter).unwrap().letter(), letter);
        }
        assert_eq!(ResultCode::of('h'), Some(ResultCode::HalfPointBye));
        assert_eq!(ResultCode::of('x'), None);
    }
}
