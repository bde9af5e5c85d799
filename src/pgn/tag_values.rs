//! The values of the tags that this format adds. Each production of `grammar/record.abnf` is the function of its name.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while1};
use nom::character::complete::{char, space0, space1, u32 as number};
use nom::combinator::{all_consuming, map, map_opt, value, verify};
use nom::multi::{many1, separated_list1};
use nom::sequence::{delimited, preceded};

use crate::chess::{Color, Role, Square};
use crate::game::command_problem::Advice;
use crate::game::{
    Channel, CornerColour, Odds, OddsTerm, PartialDate, ReadValue, Regulation, ResultDetail, TagName,
    TagValue, Time,
};
use crate::nearest::nearest;

use super::clock_time::clk;
use super::commands::jadoube_ignore;
use super::movetext::Scan;

impl Odds {
    pub(crate) fn read(value: &[u8]) -> Option<Self> {
        whole(odds, value)
    }
}

/// `observed`: the observed channels.
fn observed(input: &[u8]) -> Scan<'_, Vec<Channel>> {
    separated_list1(space1, channel).parse(input)
}

fn channel(input: &[u8]) -> Scan<'_, Channel> {
    let word = take_while1(|byte: u8| byte.is_ascii_lowercase());
    map_opt(word, |word: &[u8]| std::str::from_utf8(word).ok().and_then(Channel::from_id)).parse(input)
}

/// `board-tag`: the colour of the corner square at each player's right hand, or the number of the board.
fn board_tag(input: &[u8]) -> Scan<'_, TagValue> {
    alt((
        value(TagValue::Board(CornerColour::Light), tag("light")),
        value(TagValue::Board(CornerColour::Dark), tag("dark")),
        map(number, TagValue::BoardNumber),
    ))
    .parse(input)
}

/// `right-of-move`: the player who was entitled to begin.
fn right_of_move(input: &[u8]) -> Scan<'_, Color> {
    alt((value(Color::White, tag("White")), value(Color::Black, tag("Black")))).parse(input)
}

fn odds(input: &[u8]) -> Scan<'_, Odds> {
    let giver = alt((value(Color::White, char('w')), value(Color::Black, char('b'))));
    map((giver, many1(preceded(space1, odds_term))), |(giver, terms)| Odds { giver, terms }).parse(input)
}

fn square(input: &[u8]) -> Scan<'_, Square> {
    map_opt(take(2usize), Square::from_ascii).parse(input)
}

fn odds_term(input: &[u8]) -> Scan<'_, OddsTerm> {
    alt((
        map(preceded((tag("moves"), space1), number), OddsTerm::Moves),
        value(OddsTerm::Move, tag("move")),
        value(OddsTerm::Exchange, tag("exchange")),
        value(OddsTerm::DrawsWon, tag("draws-won")),
        map(preceded((tag("mate-with"), space1), square), OddsTerm::MateWith),
        map(preceded((tag("mate-on"), space1), square), OddsTerm::MateOn),
        value(OddsTerm::ForceStalemate, tag("force-stalemate")),
        value(OddsTerm::Selfmate, tag("selfmate")),
        value(OddsTerm::Man(Role::Pawn), tag("pawn")),
        value(OddsTerm::Man(Role::Knight), tag("knight")),
        value(OddsTerm::Man(Role::Bishop), tag("bishop")),
        value(OddsTerm::Man(Role::Rook), tag("rook")),
        value(OddsTerm::Man(Role::Queen), tag("queen")),
        map(square, OddsTerm::Square),
    ))
    .parse(input)
}

/// `regulations`: the additional rules of the event.
fn regulations(input: &[u8]) -> Scan<'_, Vec<Regulation>> {
    separated_list1(delimited(space0, char(';'), space0), regulation).parse(input)
}

fn regulation(input: &[u8]) -> Scan<'_, Regulation> {
    alt((
        map(preceded((tag("no-draw-before"), space1), number), Regulation::NoDrawBefore),
        value(Regulation::FullSupervision, tag("full-supervision")),
        value(Regulation::GuidelineIii, tag("guideline-III")),
    ))
    .parse(input)
}

/// `default-time`: how late a player may arrive. A number alone may be minutes or seconds.
fn default_time(input: &[u8]) -> Scan<'_, Time> {
    map_opt(verify(nom::combinator::rest, |value: &[u8]| value.contains(&b':')), clk).parse(input)
}

/// `result-detail`: both players lost.
fn result_detail(input: &[u8]) -> Scan<'_, ResultDetail> {
    value(ResultDetail::BothLose, tag("0-0")).parse(input)
}

/// `series-game`: the number of the game in its series.
fn series_game(input: &[u8]) -> Scan<'_, u32> {
    number(input)
}

/// Reads a whole value, except for the blanks around it.
fn whole<'a, T>(parser: impl Fn(&'a [u8]) -> Scan<'a, T>, value: &'a [u8]) -> Option<T> {
    all_consuming(parser).parse(value.trim_ascii()).ok().map(|(_, read)| read)
}

impl ReadValue {
    /// Reads the value of a tag. Only the tags that this format adds and dates are checked.
    pub(crate) fn of(tag: TagName, value: &[u8]) -> Self {
        let read = match tag {
            TagName::Observed => whole(observed, value).map(TagValue::Observed),
            TagName::Board => whole(board_tag, value),
            TagName::RightOfMove => whole(right_of_move, value).map(TagValue::RightOfMove),
            TagName::Odds => whole(odds, value).map(TagValue::Odds),
            TagName::Regulations => whole(regulations, value).map(TagValue::Regulations),
            TagName::DefaultTime => whole(default_time, value).map(TagValue::DefaultTime),
            TagName::ResultDetail => whole(result_detail, value).map(TagValue::ResultDetail),
            TagName::SeriesGame => whole(series_game, value).map(TagValue::SeriesGame),
            TagName::JadoubeIgnore => match jadoube_ignore(value) {
                Ok(rules) => Some(TagValue::JadoubeIgnore(rules)),
                Err(advice) => return Self::Invalid(Some(advice)),
            },
            // An empty date is valid.
            TagName::Date if !value.trim_ascii().is_empty() && !PartialDate::is_valid(value.trim_ascii()) => {
                None
            }
            _ => return Self::NotRead,
        };
        read.map_or_else(|| Self::Invalid(misspelt_word(tag, value)), Self::Value)
    }
}

/// A longer value is not looked at for a misspelt word.
const LONGEST_MISSPELT: usize = 200;

/// The word that was meant by one that the tag does not know.
fn misspelt_word(tag: TagName, value: &[u8]) -> Option<Advice> {
    let known: Vec<&str> = match tag {
        TagName::Observed => Channel::ALL.iter().map(|channel| channel.id()).collect(),
        TagName::Board => vec!["light", "dark"],
        TagName::RightOfMove => vec!["White", "Black"],
        TagName::Regulations => vec!["no-draw-before", "full-supervision", "guideline-III"],
        _ => return None,
    };
    let value = std::str::from_utf8(value).ok().filter(|value| value.len() <= LONGEST_MISSPELT)?;
    let words = value.split([' ', ',', ';']).filter(|word| !word.is_empty());
    let near =
        words.filter(|word| !known.contains(word)).find_map(|word| nearest(word, known.iter().copied()))?;
    Some(Advice::DidYouMean(near.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Rule;

    #[test]
    fn values_are_typed() {
        for (tag, text, read) in [
            (TagName::Observed, "touch clock", TagValue::Observed(vec![Channel::Touch, Channel::Clock])),
            (TagName::Board, "dark", TagValue::Board(CornerColour::Dark)),
            (TagName::Board, "12", TagValue::BoardNumber(12)),
            (TagName::RightOfMove, "Black", TagValue::RightOfMove(Color::Black)),
            (TagName::DefaultTime, "0:30:00", TagValue::DefaultTime(Time::from_seconds(1800))),
            (TagName::ResultDetail, "0-0", TagValue::ResultDetail(ResultDetail::BothLose)),
            (TagName::SeriesGame, "12", TagValue::SeriesGame(12)),
            (
                TagName::JadoubeIgnore,
                "record.suffix move.false as printed",
                TagValue::JadoubeIgnore(vec![Rule::RecordSuffix, Rule::MoveFalse]),
            ),
            (
                TagName::JadoubeIgnore,
                "record.suffix, move.false,record.tag see p. 3",
                TagValue::JadoubeIgnore(vec![Rule::RecordSuffix, Rule::MoveFalse, Rule::RecordTag]),
            ),
            (
                TagName::Regulations,
                "no-draw-before 30; guideline-III",
                TagValue::Regulations(vec![Regulation::NoDrawBefore(30), Regulation::GuidelineIii]),
            ),
        ] {
            assert_eq!(ReadValue::of(tag, text.as_bytes()), ReadValue::Value(read), "{text}");
        }
    }

    #[test]
    fn odds_name_squares_men_and_terms() {
        let read = |text: &str| Odds::read(text.as_bytes());
        let f7 = Square::from_ascii(b"f7").unwrap();
        assert_eq!(
            read("b f7 moves 2"),
            Some(Odds { giver: Color::Black, terms: vec![OddsTerm::Square(f7), OddsTerm::Moves(2)] })
        );
        assert!(read("w move").unwrap().gives_moves());
        assert_eq!(read("w"), None);
        assert_eq!(read("x f7"), None);
    }

    #[test]
    fn invalid_values() {
        assert_eq!(ReadValue::of(TagName::Board, b"left"), ReadValue::Invalid(None));
        assert_eq!(ReadValue::of(TagName::DefaultTime, b"30"), ReadValue::Invalid(None));
        assert_eq!(ReadValue::of(TagName::White, b"left"), ReadValue::NotRead);
    }
}
