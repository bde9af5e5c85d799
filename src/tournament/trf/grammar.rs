//! The productions of a tournament report. Each reads text with one character for each column.

use std::ops::RangeInclusive;

use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while_m_n};
use nom::character::complete::{char, digit1, one_of, space0, space1};
use nom::combinator::{all_consuming, eof, map, map_opt, map_parser, opt, recognize, success, value, verify};
use nom::multi::{many0, many1, separated_list1};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use super::scores::{Points, ResultCode, RoundCell};
use crate::chess::Color;

pub(super) type ColumnScan<'t, T> = IResult<&'t str, T, ()>;

/// The columns of a player, in words.
pub(super) const COLUMNS: &str = "starting rank in columns 5-8, name in 15-47, rating in 49-52, FIDE id in 58-68, points in \
     81-84, rank in 86-89, with a blank between";

/// The columns of a player before the first round.
pub(super) const BEFORE_ROUNDS: usize = 89;
/// The columns of a round, two blanks before it included.
pub(super) const ROUND_WIDTH: usize = 10;

/// The columns of a row `001`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlayerColumns<'t> {
    pub start_rank: u32,
    pub name: &'t str,
    pub rating: Option<u32>,
    pub fide_id: Option<u64>,
    pub points: Option<Points>,
    pub rank: Option<u32>,
    /// `None` for a round whose columns cannot be read.
    pub rounds: Vec<Option<RoundCell>>,
}

/// `record-code`: three digits or letters, and a blank or the end of the line; or `###`.
pub(super) fn record_code(line: &str) -> ColumnScan<'_, &str> {
    let code = alt((
        take_while_m_n(3, 3, |letter: char| letter.is_ascii_digit()),
        take_while_m_n(3, 3, |letter: char| letter.is_ascii_uppercase()),
    ));
    let end = alt((recognize(one_of(" \t")), eof));
    alt((tag("###"), terminated(code, end))).parse(line)
}

/// `player-row`: the columns of a player. The line must be padded with blanks to whole rounds.
pub(super) fn player_row(line: &str) -> ColumnScan<'_, PlayerColumns<'_>> {
    let (line, _) = (tag("001"), blank).parse(line)?;
    let (line, start_rank) = field(4, number).parse(line)?;
    let (line, _) = (take(1_usize), take(1_usize), take(3_usize), blank).parse(line)?;
    let (line, name) = terminated(take(33_usize), blank).parse(line)?;
    let (line, rating) = terminated(field(4, known(number)), blank).parse(line)?;
    let (line, _federation) = terminated(take(3_usize), blank).parse(line)?;
    let (line, fide_id) = terminated(field(11, known(long_number)), blank).parse(line)?;
    let (line, _birth) = terminated(take(10_usize), blank).parse(line)?;
    let (line, points) = terminated(field(4, opt(points)), blank).parse(line)?;
    let (line, rank) = field(4, known(number)).parse(line)?;
    let (line, rounds) = many0(alt((map(round, Some), value(None, take(ROUND_WIDTH))))).parse(line)?;
    let name = name.trim();
    Ok((line, PlayerColumns { start_rank, name, rating, fide_id, points, rank, rounds }))
}

/// `round`: two blanks, the opponent, the colour and the result.
fn round(line: &str) -> ColumnScan<'_, RoundCell> {
    let parts = (blank, blank, field(4, known(number)), blank, colour, blank, result_code);
    map(parts, |(_, _, opponent, _, colour, _, code)| RoundCell { opponent, colour, code }).parse(line)
}

/// `colour`: `w`, `b`, or `-` or a blank for none.
fn colour(line: &str) -> ColumnScan<'_, Option<Color>> {
    alt((
        value(Some(Color::White), one_of("wW")),
        value(Some(Color::Black), one_of("bB")),
        value(None, one_of("- ")),
    ))
    .parse(line)
}

/// `result-code`: one of `1=0WDL+-FHUZ`, or a blank.
fn result_code(line: &str) -> ColumnScan<'_, ResultCode> {
    map_opt(take(1_usize), |code: &str| code.chars().next().and_then(ResultCode::of)).parse(line)
}

/// `points`: a number with at most two decimals after a point or a comma.
pub(super) fn points(line: &str) -> ColumnScan<'_, Points> {
    let decimals = preceded(one_of(".,"), take_while_m_n(1, 2, |digit: char| digit.is_ascii_digit()));
    let decimals = map_opt(decimals, |digits: &str| {
        let number: u32 = digits.parse().ok()?;
        Some(if digits.len() == 1 { number.saturating_mul(10) } else { number })
    });
    map((verify(number, |whole| *whole < 100_000), opt(decimals)), |(whole, decimals)| {
        Points::of_hundredths(whole.saturating_mul(100).saturating_add(decimals.unwrap_or(0)))
    })
    .parse(line)
}

/// `counted`: a number, and perhaps another in parentheses: `12 (10)`.
pub(super) fn counted(line: &str) -> ColumnScan<'_, (u32, Option<u32>)> {
    let bracketed = preceded(space0, delimited(char('('), number, char(')')));
    all_consuming(delimited(space0, (number, opt(bracketed)), space0)).parse(line)
}

/// `score-values`: letters with their values, `W 3.0 D 1.0` or `W=1,D=0.5`.
pub(super) fn score_values(line: &str) -> ColumnScan<'_, Vec<(&str, Points)>> {
    let name = take_while_m_n(1, 3, |letter: char| letter.is_ascii_alphabetic());
    let between = (space0, opt(one_of("=:")), space0);
    let separator = (space0, opt(one_of(",;")), space0);
    all_consuming(delimited(
        space0,
        separated_list1(separator, separated_pair(name, between, points)),
        space0,
    ))
    .parse(line)
}

/// The columns of a record `310`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TeamColumns<'t> {
    pub number: u32,
    pub name: &'t str,
    pub game_points: Option<Points>,
    pub players: Vec<u32>,
}

/// The rounds from 0 and the starting ranks of a record `260`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PairingBan {
    pub rounds: RangeInclusive<usize>,
    pub players: Vec<u32>,
}

/// The round from 0 and the teams of a record `330`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ForfeitedMatch {
    pub round: usize,
    pub teams: [u32; 2],
}

/// `team-record`: number, name, nickname, strength, match points, game points, rank and players. The line must be padded with
/// blanks to the rank.
pub(super) fn team_record(line: &str) -> ColumnScan<'_, TeamColumns<'_>> {
    let (line, number) = preceded((tag("310"), blank), field(3, number)).parse(line)?;
    let (line, name) = delimited(blank, take(32_usize), blank).parse(line)?;
    let (line, _) = (take(5_usize), blank, take(6_usize), blank, take(6_usize), blank).parse(line)?;
    let (line, game_points) = terminated(field(6, opt(points)), blank).parse(line)?;
    let (line, players) = preceded((take(3_usize), blank), roster).parse(line)?;
    Ok((line, TeamColumns { number, name: name.trim(), game_points, players }))
}

/// `old-team-record`: name and players. The line must be padded with blanks to the name.
pub(super) fn old_team_record(line: &str) -> ColumnScan<'_, (&str, Vec<u32>)> {
    let name = map(preceded((tag("013"), blank), take(32_usize)), str::trim);
    // There is no blank between the name and the first player.
    let players = map((opt(field(4, known(number))), roster), |(first, players)| {
        first.flatten().into_iter().chain(players).collect()
    });
    (name, players).parse(line)
}

/// `bye-record`: the kind of bye, the round and the players or teams.
pub(super) fn bye_record(line: &str) -> ColumnScan<'_, (ResultCode, usize, Vec<u32>)> {
    let kind = verify(result_code, |code| code.is_bye() && *code != ResultCode::PairingBye);
    (preceded((tag("240"), blank), kind), preceded(blank, round_field), roster).parse(line)
}

/// `team-byes`: match points, game points, and the team with the bye of each round.
pub(super) fn team_byes(line: &str) -> ColumnScan<'_, Vec<Option<u32>>> {
    let points = (tag("320"), blank, take(4_usize), blank, take(4_usize));
    preceded(points, numbers(3)).parse(line)
}

/// `forfeited-match`: who loses, the round, and both teams.
pub(super) fn forfeited_match(line: &str) -> ColumnScan<'_, ForfeitedMatch> {
    let start = (tag("330"), blank, alt((tag("+-"), tag("-+"), tag("--"))), blank);
    let team = || preceded(blank, field(3, number));
    let parts = (preceded(start, round_field), team(), team());
    let read = map(parts, |(round, white, black)| ForfeitedMatch { round, teams: [white, black] });
    terminated(read, end_of_record).parse(line)
}

/// `pairing-ban`: the first and the last round, and the players or teams who may not meet.
pub(super) fn pairing_ban(line: &str) -> ColumnScan<'_, PairingBan> {
    let first = preceded((tag("260"), blank), round_field);
    let parts = (first, preceded(blank, round_field), roster);
    map(parts, |(first, last, players)| PairingBan { rounds: first..=last, players }).parse(line)
}

/// `fictitious-points`: match points, game points, first and last round, first and last player or team.
pub(super) fn fictitious_points(line: &str) -> ColumnScan<'_, (Points, RangeInclusive<u32>)> {
    let start = (tag("250"), blank, take(4_usize), blank);
    let rounds = (blank, round_field, blank, round_field);
    let player = || preceded(blank, field(4, number));
    let parts = (preceded(start, field(4, opt(points))), rounds, player(), player());
    let read = map(parts, |(points, _, first, last)| (points.unwrap_or_default(), first..=last));
    terminated(read, end_of_record).parse(line)
}

/// `points-of-player`: a starting rank, and the fictitious points of each round.
pub(super) fn points_of_player(line: &str) -> ColumnScan<'_, (u32, Vec<Points>)> {
    let player = preceded((tag("XXA"), space1), number);
    (player, terminated(many1(preceded(space1, points)), end_of_record)).parse(line)
}

/// A round in three columns, which count from 1.
fn round_field(line: &str) -> ColumnScan<'_, usize> {
    map_opt(field(3, number), |number| usize::try_from(number).ok()?.checked_sub(1)).parse(line)
}

/// `roster`: the starting ranks of players, four columns each, with a blank before.
fn roster(line: &str) -> ColumnScan<'_, Vec<u32>> {
    map(numbers(4), |numbers| numbers.into_iter().flatten().collect()).parse(line)
}

/// Numbers of this width to the end of the line, with a blank before each. The last may be cut short by the end.
fn numbers<'t>(width: usize) -> impl Parser<&'t str, Output = Vec<Option<u32>>, Error = ()> {
    terminated(many0(preceded(blank, field(width, known(number)))), end_of_record)
}

fn end_of_record(line: &str) -> ColumnScan<'_, &str> {
    preceded(space0, eof).parse(line)
}

/// A number of at most nine digits.
pub(super) fn number(line: &str) -> ColumnScan<'_, u32> {
    map_opt(digit1, |digits: &str| digits.parse().ok()).parse(line)
}

fn long_number(line: &str) -> ColumnScan<'_, u64> {
    map_opt(digit1, |digits: &str| digits.parse().ok()).parse(line)
}

/// A number other than 0, or nothing: blanks, zeros or `-`.
fn known<'t, N: Copy + Default + PartialEq>(
    number: impl Parser<&'t str, Output = N, Error = ()>,
) -> impl Parser<&'t str, Output = Option<N>, Error = ()> {
    let number = map(number, |number| Some(number).filter(|number| *number != N::default()));
    alt((number, value(None, char('-')), value(None, success(()))))
}

/// A value in some columns, with blanks around it.
fn field<'t, T>(
    width: usize,
    inner: impl Parser<&'t str, Output = T, Error = ()>,
) -> impl Parser<&'t str, Output = T, Error = ()> {
    map_parser(take(width), all_consuming(delimited(space0, inner, space0)))
}

fn blank(line: &str) -> ColumnScan<'_, char> {
    char(' ').parse(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_other_lines() {
        for (line, code) in
            [("012 Open", Some("012")), ("132", Some("132")), ("### x", Some("###")), ("XXR 9", Some("XXR"))]
        {
            assert_eq!(record_code(line).ok().map(|(_, code)| code), code, "{line}");
        }
        for line in ["", "01", "0123", "Report of", "abc d", "12a x"] {
            assert!(record_code(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_player_and_two_rounds() {
        let line = concat!(
            "001    4    f Example,Anna                      2012 GER     1234567 1999.01.02  1.5    2",
            "     2 w 1     3 b ="
        );
        let (left, row) = player_row(line).unwrap();
        assert_eq!((left, row.start_rank, row.name, row.rating), ("", 4, "Example,Anna", Some(2012)));
        let points = Some(Points::of_hundredths(150));
        assert_eq!((row.fide_id, row.points, row.rank), (Some(1_234_567), points, Some(2)));
        let second = RoundCell { opponent: Some(3), colour: Some(Color::Black), code: ResultCode::Draw };
        assert_eq!(row.rounds[1], Some(second));
    }

    #[test]
    fn values_as_programs_write_them() {
        let of = |text| points(text).map(|(_, points)| points.hundredths());
        assert_eq!((of("6"), of("6.0"), of("6,5"), of("0.25")), (Ok(600), Ok(600), Ok(650), Ok(25)));
        assert_eq!(counted("12 (10)").unwrap().1, (12, Some(10)));
        assert_eq!(counted("284").unwrap().1, (284, None));
        let values = score_values("W 3.0    D 1.0").unwrap().1;
        assert_eq!(values.iter().map(|(letter, _)| *letter).collect::<Vec<_>>(), ["W", "D"]);
        assert!(score_values("WIN, DRAW=1").is_err());
        assert_eq!(roster("    1    2   12").unwrap().1, [1, 2, 12]);
    }

    #[test]
    fn columns_that_cannot_be_read_are_one_round() {
        let line = format!("{:89}  xxxx w 1     3 b 0", "001    4      Example");
        let (_, row) = player_row(&line).unwrap();
        assert_eq!(row.rounds.len(), 2);
        assert_eq!(row.rounds[0], None);
        assert!(row.rounds[1].is_some());
    }
}
