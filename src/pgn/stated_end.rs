//! Sentences in the `Termination` tag or in the comment before the score that state how the game ended. Each production of
//! `grammar/record.abnf` is the function of its name. A sentence that no production matches as a whole is ignored.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::space1;
use nom::combinator::{all_consuming, opt, recognize, rest, value};
use nom::sequence::terminated;

use crate::game::{Record, Span};

use super::movetext::Scan;

/// The stated cause of the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum EndCause {
    Time,
    Resignation,
    Checkmate,
    Stalemate,
    /// The number of occurrences of a position.
    Repetition(u32),
    /// The number of moves by each player without a capture or a pawn move.
    QuietMoves(u32),
    /// A player had not the men to mate.
    InsufficientMaterial,
    Agreement,
    Other,
}

/// The stated outcome of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum StatedOutcome<'v> {
    /// The name of the winner in the sentence.
    Won(&'v [u8]),
    /// The name of the loser in the sentence.
    Lost(&'v [u8]),
    Drawn,
    /// The sentence gives only the cause.
    Unstated,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct StatedEnd<'v> {
    pub outcome: StatedOutcome<'v>,
    pub cause: EndCause,
}

/// PGN standard, section 9.8.1.
const TIME_FORFEIT: &[u8] = b"time forfeit";

/// The longest line of movetext that may state the end of the game in words, in bytes.
const LONGEST_LINE_ON_END: usize = 80;

/// The colours, with the blank before a predicate.
const COLOURS_IN_WORDS: [&[u8]; 2] = [b"white ", b"black "];

/// Predicates of a colour that state the end of a game without a cause.
const PREDICATES_ON_END: [&[u8]; 8] =
    [b"wins", b"won", b"loses", b"lost", b"gives up", b"gave up", b"mates", b"mated"];

/// Sentences about a draw in a line of movetext, beside those that tags have.
const DRAWS_IN_WORDS: [&[u8]; 6] =
    [b"draw", b"drawn", b"drawn game", b"game drawn", b"agreed drawn", b"agreed a draw"];

/// `ended-on-time`: whether a `Termination` states that the time of a player ran out: `time forfeit`, or a sentence like
/// `Brown won on time`.
pub(crate) fn ended_on_time(value: &[u8]) -> bool {
    let value = value.trim_ascii();
    value.last_chunk().is_some_and(|last: &[u8; 4]| last.eq_ignore_ascii_case(b"time"))
        && after_words(won_on_time).parse(value).is_ok()
        || value.eq_ignore_ascii_case(TIME_FORFEIT)
}

/// `end-told`: a sentence like `Brown won by resignation`, `White resigns` or `Game drawn by agreement`, or only a cause, like
/// `stalemate` or `3-fold repetition`.
pub(crate) fn end_told(value: &[u8]) -> Option<StatedEnd<'_>> {
    // Most games have a shorter value or that of the standard.
    const SHORTEST: usize = b"A resigns".len();
    let value = value.trim_ascii();
    if value.len() < SHORTEST || value.eq_ignore_ascii_case(TIME_FORFEIT) {
        return None;
    }
    if let Ok((_, by)) = drawn_so(value) {
        return Some(StatedEnd { outcome: StatedOutcome::Drawn, cause: by });
    }
    if let Ok((_, by)) = on_the_board(value) {
        return Some(StatedEnd { outcome: StatedOutcome::Unstated, cause: by });
    }
    sentences(value).find_map(|Sentence { name, predicate }| {
        let won = won_so(predicate).map(|(_, by)| StatedEnd { outcome: StatedOutcome::Won(name), cause: by });
        won.or_else(|_| {
            lost_so(predicate).map(|(_, by)| StatedEnd { outcome: StatedOutcome::Lost(name), cause: by })
        })
        .ok()
    })
}

/// `tag-on-end`: the end that a tag states. It may be `White mates`, which in a comment may mean a mate that was to come.
pub(crate) fn tag_on_end(value: &[u8]) -> Option<StatedEnd<'_>> {
    end_told(value).or_else(|| {
        let mates = |sentence: &Sentence<'_>| sentence.predicate.eq_ignore_ascii_case(b"mates");
        let Sentence { name, .. } = sentences(value.trim_ascii()).find(mates)?;
        Some(StatedEnd { outcome: StatedOutcome::Won(name), cause: EndCause::Checkmate })
    })
}

/// Whether a line states the end of a game in words: `White resigned.`, `And Black gave up`, `Agreed drawn`.
pub(super) fn is_end_in_words(line: &[u8]) -> bool {
    let said = line.trim_ascii();
    let said = said.strip_suffix(b".").or_else(|| said.strip_suffix(b"!")).unwrap_or(said);
    let said = said.strip_prefix(b"And ").or_else(|| said.strip_prefix(b"and ")).unwrap_or(said);
    let is_of_colour = || {
        let divided = said.split_at_checked(b"White ".len());
        divided.is_some_and(|(colour, predicate)| {
            is_one_of(colour, &COLOURS_IN_WORDS) && is_one_of(predicate, &PREDICATES_ON_END)
        })
    };
    said.len() <= LONGEST_LINE_ON_END
        && (is_one_of(said, &DRAWS_IN_WORDS) || is_of_colour() || end_told(said).is_some())
}

fn is_one_of(said: &[u8], known: &[&[u8]]) -> bool {
    known.iter().any(|known| said.eq_ignore_ascii_case(known))
}

/// `comment-on-end`: the text of the comment directly before the score, if it is short and holds no command. Servers state
/// the end there: `{Black forfeits on time} 1-0`, `{ White wins by checkmate. } 1-0`.
pub(crate) fn comment_on_end<'t>(record: &Record, text: &'t [u8]) -> Option<(Span, &'t [u8])> {
    const LONGEST: usize = 160;
    let before = text.get(record.span.start as usize..record.ending.termination?.span.start as usize)?;
    let comment = before.trim_ascii_end().strip_suffix(b"}")?;
    let window = comment.get(comment.len().saturating_sub(LONGEST)..)?;
    let said = window.get(memchr::memrchr(b'{', window)? + 1..)?;
    if memchr::memchr(b'[', said).is_some() {
        return None;
    }
    let end = record.span.start as usize + comment.len();
    let words = said.trim_ascii();
    Some((Span::new(end - said.len(), end), words.strip_suffix(b".").unwrap_or(words)))
}

fn won_so(input: &[u8]) -> Scan<'_, EndCause> {
    let by = (tag_no_case("by"), space1, won_by);
    let how = alt((value(EndCause::Time, all_consuming(on_time)), by.map(|(.., by)| by)));
    (won, space1, how).map(|(.., by)| by).parse(input)
}

fn won_by(input: &[u8]) -> Scan<'_, EndCause> {
    alt((
        value(EndCause::Resignation, all_consuming(tag_no_case("resignation"))),
        value(EndCause::Checkmate, all_consuming(alt((tag_no_case("checkmate"), tag_no_case("mate"))))),
        value(EndCause::Other, rest),
    ))
    .parse(input)
}

fn lost_so(input: &[u8]) -> Scan<'_, EndCause> {
    let resigned = alt([tag_no_case("resigns"), tag_no_case("resigned")]);
    all_consuming(alt((
        value(EndCause::Time, (lost, space1, on_time)),
        value(EndCause::Resignation, resigned),
        value(EndCause::Checkmate, tag_no_case("checkmated")),
    )))
    .parse(input)
}

fn drawn_so(input: &[u8]) -> Scan<'_, EndCause> {
    let game = opt((tag_no_case("game"), space1));
    let drawn = alt([tag_no_case("drawn"), tag_no_case("draw")]);
    let agreed = (tag_no_case("draw"), space1, tag_no_case("agreed"));
    all_consuming(alt((
        (game, drawn, space1, tag_no_case("by"), space1, drawn_by).map(|(.., by)| by),
        value(EndCause::Agreement, agreed),
        drawn_by_rule,
        value(EndCause::InsufficientMaterial, without_men),
    )))
    .parse(input)
}

/// `without-men`: a player has not the men to mate.
fn without_men(input: &[u8]) -> Scan<'_, ()> {
    let has_none = tag_no_case("has no material to mate");
    let out_of_time = (tag_no_case("ran out of time and"), space1);
    let one = (after_words(out_of_time), after_words(has_none));
    alt((value((), tag_no_case("neither player has mating material")), value((), one))).parse(input)
}

fn drawn_by(input: &[u8]) -> Scan<'_, EndCause> {
    let agreement = alt([tag_no_case("agreement"), tag_no_case("mutual agreement")]);
    alt((
        value(EndCause::Stalemate, tag_no_case("stalemate")),
        value(EndCause::Agreement, agreement),
        drawn_by_rule,
    ))
    .parse(input)
}

/// `drawn-by-rule`: causes of a draw that need not be called a draw.
fn drawn_by_rule(input: &[u8]) -> Scan<'_, EndCause> {
    let men = (opt(tag_no_case("timeout vs ")), tag_no_case("insufficient "), opt(tag_no_case("mating ")));
    alt((repetition, quiet_moves, value(EndCause::InsufficientMaterial, (men, tag_no_case("material")))))
        .parse(input)
}

/// `repetition`: three occurrences unless a number is given.
fn repetition(input: &[u8]) -> Scan<'_, EndCause> {
    let three = alt(["threefold", "three-fold", "3-fold", "3fold"].map(tag_no_case));
    let five = alt(["fivefold", "five-fold", "5-fold", "5fold"].map(tag_no_case));
    let times = opt(terminated(alt((value(3, three), value(5, five))), space1));
    let again = alt([tag_no_case("repetition"), tag_no_case("rep")]);
    (times, again).map(|(times, _)| EndCause::Repetition(times.unwrap_or(3))).parse(input)
}

fn quiet_moves(input: &[u8]) -> Scan<'_, EndCause> {
    let fifty = alt([tag_no_case("50"), tag_no_case("fifty")]);
    let seventy_five = alt([tag_no_case("75"), tag_no_case("seventy-five")]);
    let number = alt((value(50, fifty), value(75, seventy_five)));
    let moves = (alt([tag_no_case("-"), tag_no_case(" ")]), tag_no_case("move"), opt(tag_no_case("s")));
    let rule = (opt(tag_no_case("the ")), number, moves, tag_no_case(" rule"));
    rule.map(|(_, number, ..)| EndCause::QuietMoves(number)).parse(input)
}

/// `on-the-board`: checkmate or stalemate, without an outcome.
fn on_the_board(input: &[u8]) -> Scan<'_, EndCause> {
    all_consuming(alt((
        value(EndCause::Checkmate, tag_no_case("checkmate")),
        value(EndCause::Stalemate, tag_no_case("stalemate")),
    )))
    .parse(input)
}

fn on_time(input: &[u8]) -> Scan<'_, ()> {
    value((), (tag_no_case("on"), space1, tag_no_case("time"))).parse(input)
}

/// A sentence whose subject is a name.
#[derive(Clone, Copy)]
struct Sentence<'v> {
    name: &'v [u8],
    predicate: &'v [u8],
}

/// `1*sentence-word` and the rest, divided in each way, because a name has any number of words; the shortest name first.
fn sentences(text: &[u8]) -> impl Iterator<Item = Sentence<'_>> {
    word_suffixes(text).skip(1).filter_map(move |predicate| {
        let name = text.get(..text.len().checked_sub(predicate.len())?)?.trim_ascii_end();
        Some(Sentence { name, predicate })
    })
}

/// A text from each of its words on.
fn word_suffixes(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::successors(Some(text), |text| sentence_word(text).ok().map(|(rest, _)| rest))
}

/// `*sentence-word` and the parser, at the first word where it matches. No list of the words is made.
fn after_words<'v, O>(
    mut parser: impl Parser<&'v [u8], Output = O, Error = ()>,
) -> impl FnMut(&'v [u8]) -> Scan<'v, O> {
    move |input| {
        let found = word_suffixes(input).find_map(|text| parser.parse(text).ok());
        found.ok_or(nom::Err::Error(()))
    }
}

/// `sentence-word`, with the blanks after it.
fn sentence_word(input: &[u8]) -> Scan<'_, &[u8]> {
    terminated(take_while1(|byte: u8| byte != b' '), space1).parse(input)
}

fn won_on_time(input: &[u8]) -> Scan<'_, &[u8]> {
    all_consuming(recognize((alt((won, lost)), space1, on_time))).parse(input)
}

fn won(input: &[u8]) -> Scan<'_, &[u8]> {
    alt(["won", "wins"].map(tag_no_case)).parse(input)
}

fn lost(input: &[u8]) -> Scan<'_, &[u8]> {
    alt(["lost", "loses", "forfeits", "forfeited"].map(tag_no_case)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_ended_on_time() {
        for says in ["time forfeit", "Time forfeit ", "Brown won on time", "White  forfeits on TIME"] {
            assert!(ended_on_time(says.as_bytes()), "{says}");
        }
        for says in
            ["normal", "", "time", "timeout vs insufficient material", "both arrived on time", "won on time?"]
        {
            assert!(!ended_on_time(says.as_bytes()), "{says}");
        }
    }

    #[test]
    fn winners_and_losers_are_named() {
        let (won, lost) = (StatedOutcome::Won, StatedOutcome::Lost);
        for (says, outcome, cause) in [
            ("Brown won on time", won(b"Brown"), EndCause::Time),
            ("Brown, J. won by resignation", won(b"Brown, J."), EndCause::Resignation),
            ("I won won by checkmate", won(b"I won"), EndCause::Checkmate),
            ("Brown won by adjudication", won(b"Brown"), EndCause::Other),
            ("White forfeits on time", lost(b"White"), EndCause::Time),
            ("White resigns", lost(b"White"), EndCause::Resignation),
            ("Black checkmated", lost(b"Black"), EndCause::Checkmate),
            ("Brown, J.  RESIGNED ", lost(b"Brown, J."), EndCause::Resignation),
        ] {
            assert_eq!(end_told(says.as_bytes()), Some(StatedEnd { outcome, cause }), "{says}");
        }
    }

    #[test]
    fn a_tag_names_the_mating_player_and_a_comment_does_not() {
        let told = StatedEnd { outcome: StatedOutcome::Won(b"Brown, J."), cause: EndCause::Checkmate };
        assert_eq!(tag_on_end(b"Brown, J. mates "), Some(told));
        assert_eq!(tag_on_end(b"White resigns"), end_told(b"White resigns"));
        for says in ["mates", "White mates in two", "White is about to mate"] {
            assert_eq!(tag_on_end(says.as_bytes()), None, "{says}");
        }
        assert_eq!(end_told(b"White mates"), None);
    }

    #[test]
    fn causes_of_draws() {
        for (says, cause) in [
            ("draw agreed", EndCause::Agreement),
            ("drawn by Agreement", EndCause::Agreement),
            ("Game drawn by mutual agreement", EndCause::Agreement),
            ("Game drawn by stalemate", EndCause::Stalemate),
            ("Game drawn by timeout vs insufficient material", EndCause::InsufficientMaterial),
            ("Insufficient material", EndCause::InsufficientMaterial),
            ("Game drawn by repetition", EndCause::Repetition(3)),
            ("3-Fold repetition", EndCause::Repetition(3)),
            ("draw by fivefold repetition", EndCause::Repetition(5)),
            ("Game drawn by 50-move rule", EndCause::QuietMoves(50)),
            ("drawn by the 50 move rule", EndCause::QuietMoves(50)),
            ("Fifty moves rule", EndCause::QuietMoves(50)),
            ("75-move rule", EndCause::QuietMoves(75)),
            ("Neither player has mating material", EndCause::InsufficientMaterial),
            ("White ran out of time and Black has no material to mate", EndCause::InsufficientMaterial),
        ] {
            assert_eq!(
                end_told(says.as_bytes()),
                Some(StatedEnd { outcome: StatedOutcome::Drawn, cause }),
                "{says}"
            );
        }
        for (says, cause) in [("Checkmate", EndCause::Checkmate), ("stalemate ", EndCause::Stalemate)] {
            assert_eq!(
                end_told(says.as_bytes()),
                Some(StatedEnd { outcome: StatedOutcome::Unstated, cause }),
                "{says}"
            );
        }
    }

    #[test]
    fn lines_that_state_the_end() {
        for line in [
            "White resigned.",
            "Black resigns",
            "Draw agreed.",
            "Agreed drawn",
            "White wins.",
            "Black lost on time",
            "Drawn by agreement.",
            "And Black resigns.",
            "And White gave up.",
            "Lind resigned!",
            "Drawn",
        ] {
            assert!(is_end_in_words(line.as_bytes()), "{line}");
        }
        for line in [
            "White wins 1-0",
            "and Black resigned. 0-1",
            "White wins a pawn",
            "Black resigns himself to a draw",
            "White resigned because of 3. Bb5",
            "White",
            "A draw would be fair",
            "And",
            "",
        ] {
            assert!(!is_end_in_words(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn other_sentences_are_ignored() {
        for says in [
            "Brown won",
            "won on time",
            "resigned",
            "agreed",
            "Time forfeit",
            "White resigns in a lost position",
            "Game drawn by agreement in a won position",
            "draw agreed after the adjournment",
            "Black was in stalemate",
            "repetition of moves was avoided",
            "insufficient material for both",
        ] {
            assert_eq!(end_told(says.as_bytes()), None, "{says}");
        }
    }
}
