//! What a tag like `Termination`, or the comment before the score, says in a sentence: how the game ended, and for whom. Each
//! production of `grammar/record.abnf` is the function of its name; a sentence that is not understood in whole says nothing.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::space1;
use nom::combinator::{all_consuming, opt, recognize, rest, value};
use nom::sequence::terminated;

use crate::game::record::Record;
use crate::game::span::Span;

use super::movetext::Scan;

/// How a game is said to have ended, as far as anything is asked of that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum EndedBy {
    /// The time of one player ran out.
    Time,
    /// One player resigned.
    Resignation,
    /// One player was mated.
    Checkmate,
    /// One player was stalemated.
    Stalemate,
    /// A position came so often.
    Repetition(u32),
    /// So many moves each passed without a capture or a pawn's move.
    QuietMoves(u32),
    /// Somebody had not the men to mate.
    WantOfMen,
    /// The players agreed on a draw.
    Agreement,
    /// In another way.
    Otherwise,
}

/// What a game is said to have come to; players by what they are called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Fate<'v> {
    /// He won.
    Won(&'v [u8]),
    /// He lost.
    Lost(&'v [u8]),
    /// It was drawn.
    Drawn,
    /// That is not said.
    Untold,
}

/// The end of a game as a `Termination` or a comment tells it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EndTold<'v> {
    /// What it came to.
    pub fate: Fate<'v>,
    /// How.
    pub by: EndedBy,
}

/// The standard's word for a game that ended on time.
const TIME_FORFEIT: &[u8] = b"time forfeit";

/// `ended-on-time`: whether a `Termination` says that the time of one player ran out: `time forfeit` (the PGN standard,
/// 9.8.1), or a sentence like `Brown won on time`.
pub(crate) fn ended_on_time(value: &[u8]) -> bool {
    let value = value.trim_ascii();
    value.last_chunk().is_some_and(|last: &[u8; 4]| last.eq_ignore_ascii_case(b"time"))
        && behind_words(won_on_time).parse(value).is_ok()
        || value.eq_ignore_ascii_case(TIME_FORFEIT)
}

/// `end-told`: how a game ended, where a `Termination` is a sentence like `Brown won by resignation`, `White resigns` or
/// `Game drawn by agreement`, or says it in a word: `stalemate`, `3-fold repetition`.
pub(crate) fn end_told(value: &[u8]) -> Option<EndTold<'_>> {
    // What most games have is shorter, or the standard's word, which is no sentence: neither is looked through.
    const SHORTEST: usize = b"A resigns".len();
    let value = value.trim_ascii();
    if value.len() < SHORTEST || value.eq_ignore_ascii_case(TIME_FORFEIT) {
        return None;
    }
    if let Ok((_, by)) = drawn_so(value) {
        return Some(EndTold { fate: Fate::Drawn, by });
    }
    if let Ok((_, by)) = on_the_board(value) {
        return Some(EndTold { fate: Fate::Untold, by });
    }
    named(value).find_map(|Named { name, said }| {
        let won = won_so(said).map(|(_, by)| EndTold { fate: Fate::Won(name), by });
        won.or_else(|_| lost_so(said).map(|(_, by)| EndTold { fate: Fate::Lost(name), by })).ok()
    })
}

/// `tag-on-end`: what a tag says of the end. `White mates` tells of it there; in a comment it may be what was to come.
pub(crate) fn tag_on_end(value: &[u8]) -> Option<EndTold<'_>> {
    end_told(value).or_else(|| {
        let mut in_each_way = named(value.trim_ascii());
        let Named { name, .. } = in_each_way.find(|sentence| mates(sentence.said).is_ok())?;
        Some(EndTold { fate: Fate::Won(name), by: EndedBy::Checkmate })
    })
}

/// `comment-on-end`: what the comment right before the score says, where it is short and holds no command. Servers write
/// there how the game ended: `{Black forfeits on time} 1-0`, `{ White wins by checkmate. } 1-0`.
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

/// `won-so`: that he won, and how.
fn won_so(input: &[u8]) -> Scan<'_, EndedBy> {
    let by = (tag_no_case("by"), space1, won_by);
    let how = alt((value(EndedBy::Time, all_consuming(on_time)), by.map(|(.., by)| by)));
    (won, space1, how).map(|(.., by)| by).parse(input)
}

/// `won-by`: what he won by.
fn won_by(input: &[u8]) -> Scan<'_, EndedBy> {
    alt((
        value(EndedBy::Resignation, all_consuming(tag_no_case("resignation"))),
        value(EndedBy::Checkmate, all_consuming(alt((tag_no_case("checkmate"), tag_no_case("mate"))))),
        value(EndedBy::Otherwise, rest),
    ))
    .parse(input)
}

/// `lost-so`: that he lost on time, resigned, or was mated.
fn lost_so(input: &[u8]) -> Scan<'_, EndedBy> {
    let resigned = alt([tag_no_case("resigns"), tag_no_case("resigned")]);
    all_consuming(alt((
        value(EndedBy::Time, (lost, space1, on_time)),
        value(EndedBy::Resignation, resigned),
        value(EndedBy::Checkmate, tag_no_case("checkmated")),
    )))
    .parse(input)
}

/// `drawn-so`: that the game was drawn, and how.
fn drawn_so(input: &[u8]) -> Scan<'_, EndedBy> {
    let game = opt((tag_no_case("game"), space1));
    let drawn = alt([tag_no_case("drawn"), tag_no_case("draw")]);
    let agreed = (tag_no_case("draw"), space1, tag_no_case("agreed"));
    all_consuming(alt((
        (game, drawn, space1, tag_no_case("by"), space1, drawn_by).map(|(.., by)| by),
        value(EndedBy::Agreement, agreed),
        drawn_by_rule,
        value(EndedBy::WantOfMen, without_men),
    )))
    .parse(input)
}

/// `without-men`: that somebody has not the men to mate.
fn without_men(input: &[u8]) -> Scan<'_, ()> {
    let has_none = tag_no_case("has no material to mate");
    let out_of_time = (tag_no_case("ran out of time and"), space1);
    let one = (behind_words(out_of_time), behind_words(has_none));
    alt((value((), tag_no_case("neither player has mating material")), value((), one))).parse(input)
}

/// `drawn-by`: by what it was drawn.
fn drawn_by(input: &[u8]) -> Scan<'_, EndedBy> {
    let agreement = alt([tag_no_case("agreement"), tag_no_case("mutual agreement")]);
    alt((
        value(EndedBy::Stalemate, tag_no_case("stalemate")),
        value(EndedBy::Agreement, agreement),
        drawn_by_rule,
    ))
    .parse(input)
}

/// `drawn-by-rule`: the draws that need not be called so.
fn drawn_by_rule(input: &[u8]) -> Scan<'_, EndedBy> {
    let men = (opt(tag_no_case("timeout vs ")), tag_no_case("insufficient "), opt(tag_no_case("mating ")));
    alt((repetition, quiet_moves, value(EndedBy::WantOfMen, (men, tag_no_case("material"))))).parse(input)
}

/// `repetition`: how often a position came; three times, where no more is said.
fn repetition(input: &[u8]) -> Scan<'_, EndedBy> {
    let three = alt(["threefold", "three-fold", "3-fold", "3fold"].map(tag_no_case));
    let five = alt(["fivefold", "five-fold", "5-fold", "5fold"].map(tag_no_case));
    let times = opt(terminated(alt((value(3, three), value(5, five))), space1));
    let again = alt([tag_no_case("repetition"), tag_no_case("rep")]);
    (times, again).map(|(times, _)| EndedBy::Repetition(times.unwrap_or(3))).parse(input)
}

/// `quiet-moves`: how many moves each passed.
fn quiet_moves(input: &[u8]) -> Scan<'_, EndedBy> {
    let fifty = alt([tag_no_case("50"), tag_no_case("fifty")]);
    let seventy_five = alt([tag_no_case("75"), tag_no_case("seventy-five")]);
    let number = alt((value(50, fifty), value(75, seventy_five)));
    let moves = (alt([tag_no_case("-"), tag_no_case(" ")]), tag_no_case("move"), opt(tag_no_case("s")));
    let rule = (opt(tag_no_case("the ")), number, moves, tag_no_case(" rule"));
    rule.map(|(_, number, ..)| EndedBy::QuietMoves(number)).parse(input)
}

/// `on-the-board`: an end on the board, in a word that leaves what it came to to the law.
fn on_the_board(input: &[u8]) -> Scan<'_, EndedBy> {
    all_consuming(alt((
        value(EndedBy::Checkmate, tag_no_case("checkmate")),
        value(EndedBy::Stalemate, tag_no_case("stalemate")),
    )))
    .parse(input)
}

/// `on-time`: the way in which games end on time.
fn on_time(input: &[u8]) -> Scan<'_, ()> {
    value((), (tag_no_case("on"), space1, tag_no_case("time"))).parse(input)
}

/// A sentence that begins with what somebody is called.
#[derive(Clone, Copy)]
struct Named<'v> {
    /// What he is called.
    name: &'v [u8],
    /// What is said of him.
    said: &'v [u8],
}

/// `1*sentence-word`, and what is behind: a name may be of any number of words, so each way to part them, the shortest name first.
fn named(sentence: &[u8]) -> impl Iterator<Item = Named<'_>> {
    words_on(sentence).skip(1).filter_map(move |said| {
        let name = sentence.get(..sentence.len().checked_sub(said.len())?)?.trim_ascii_end();
        Some(Named { name, said })
    })
}

/// A sentence from each of its words on.
fn words_on(sentence: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::successors(Some(sentence), |said| sentence_word(said).ok().map(|(behind, _)| behind))
}

/// `*sentence-word` and the first of these behind it: of the words, which may be many, no list is made.
fn behind_words<'v, O>(
    mut these: impl Parser<&'v [u8], Output = O, Error = ()>,
) -> impl FnMut(&'v [u8]) -> Scan<'v, O> {
    move |input| {
        let found = words_on(input).find_map(|said| these.parse(said).ok());
        found.ok_or(nom::Err::Error(()))
    }
}

/// `sentence-word`: a word, and the blanks behind it.
fn sentence_word(input: &[u8]) -> Scan<'_, &[u8]> {
    terminated(take_while1(|byte: u8| byte != b' '), space1).parse(input)
}

/// `won-on-time`: the end of such a sentence.
fn won_on_time(input: &[u8]) -> Scan<'_, &[u8]> {
    all_consuming(recognize((alt((won, lost)), space1, on_time))).parse(input)
}

/// That he mates, and no more: in how many moves would be what was to come.
fn mates(input: &[u8]) -> Scan<'_, &[u8]> {
    all_consuming(tag_no_case("mates")).parse(input)
}

/// That he won, in one word.
fn won(input: &[u8]) -> Scan<'_, &[u8]> {
    alt(["won", "wins"].map(tag_no_case)).parse(input)
}

/// That he lost, in one word.
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
        let (won, lost) = (Fate::Won, Fate::Lost);
        for (says, fate, by) in [
            ("Brown won on time", won(b"Brown"), EndedBy::Time),
            ("Brown, J. won by resignation", won(b"Brown, J."), EndedBy::Resignation),
            ("I won won by checkmate", won(b"I won"), EndedBy::Checkmate),
            ("Brown won by adjudication", won(b"Brown"), EndedBy::Otherwise),
            ("White forfeits on time", lost(b"White"), EndedBy::Time),
            ("White resigns", lost(b"White"), EndedBy::Resignation),
            ("Black checkmated", lost(b"Black"), EndedBy::Checkmate),
            ("Brown, J.  RESIGNED ", lost(b"Brown, J."), EndedBy::Resignation),
        ] {
            assert_eq!(end_told(says.as_bytes()), Some(EndTold { fate, by }), "{says}");
        }
    }

    #[test]
    fn a_tag_tells_who_mates_and_a_comment_does_not() {
        let told = EndTold { fate: Fate::Won(b"Brown, J."), by: EndedBy::Checkmate };
        assert_eq!(tag_on_end(b"Brown, J. mates "), Some(told));
        assert_eq!(tag_on_end(b"White resigns"), end_told(b"White resigns"));
        for says in ["mates", "White mates in two", "White is about to mate"] {
            assert_eq!(tag_on_end(says.as_bytes()), None, "{says}");
        }
        assert_eq!(end_told(b"White mates"), None);
    }

    #[test]
    fn draws_are_told() {
        for (says, by) in [
            ("draw agreed", EndedBy::Agreement),
            ("drawn by Agreement", EndedBy::Agreement),
            ("Game drawn by mutual agreement", EndedBy::Agreement),
            ("Game drawn by stalemate", EndedBy::Stalemate),
            ("Game drawn by timeout vs insufficient material", EndedBy::WantOfMen),
            ("Insufficient material", EndedBy::WantOfMen),
            ("Game drawn by repetition", EndedBy::Repetition(3)),
            ("3-Fold repetition", EndedBy::Repetition(3)),
            ("draw by fivefold repetition", EndedBy::Repetition(5)),
            ("Game drawn by 50-move rule", EndedBy::QuietMoves(50)),
            ("drawn by the 50 move rule", EndedBy::QuietMoves(50)),
            ("Fifty moves rule", EndedBy::QuietMoves(50)),
            ("75-move rule", EndedBy::QuietMoves(75)),
            ("Neither player has mating material", EndedBy::WantOfMen),
            ("White ran out of time and Black has no material to mate", EndedBy::WantOfMen),
        ] {
            assert_eq!(end_told(says.as_bytes()), Some(EndTold { fate: Fate::Drawn, by }), "{says}");
        }
        for (says, by) in [("Checkmate", EndedBy::Checkmate), ("stalemate ", EndedBy::Stalemate)] {
            assert_eq!(end_told(says.as_bytes()), Some(EndTold { fate: Fate::Untold, by }), "{says}");
        }
    }

    #[test]
    fn what_is_not_understood_in_whole_says_nothing() {
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
