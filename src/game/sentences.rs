//! The sentences of the faults of a record's text: what is wrong, and what to do or how the text is read.

use std::borrow::Cow;

use crate::chess::FenProblem;
use crate::finding::Score;
use crate::law::words::list_or;

use super::command_problem::{Advice, CommandProblem, Malformed};
use super::diagnostic::{AfterEnd, FaultKind};
use super::foreign_letters::{is_cyrillic, is_move_in_another_language, move_after_sign};
use super::tags::{TagName, TagOddity};

/// The fact in one sentence. `token` is the text at fault.
pub(super) fn message(kind: &FaultKind, token: &str) -> String {
    let token = &*with_codes(token);
    match kind {
        FaultKind::Unreadable => {
            format!("cannot read `{token}` as a move; the rest of the game is not replayed")
        }
        FaultKind::MoreFaults(1) => "1 more problem of this record is not listed".to_owned(),
        FaultKind::MoreFaults(count) => format!("{count} more problems of this record are not listed"),
        FaultKind::Words => format!("`{token}` is not a move, move number, comment or result"),
        FaultKind::NonstandardBlanks(count) => {
            let more = match count {
                0 | 1 => String::new(),
                2 => " (and 1 more such blank in this game)".to_owned(),
                count => format!(" (and {} more such blanks in this game)", count - 1),
            };
            format!("{} is not a blank that PGN allows{more}", blank_in_words(token))
        }
        FaultKind::Markup(count) => {
            let all = of_several(*count, "annotations of this kind");
            format!("`{token}` is not movetext{all}")
        }
        FaultKind::LostMove(count) => {
            let lost = match token.as_bytes() {
                [b'0'..=b'9', ..] => format!("no move follows the number `{token}`: a move may be missing"),
                _ => format!("`{token}` is written where a move is missing"),
            };
            lost + &of_several(*count, "such places")
        }
        FaultKind::Lookalikes(count) => {
            let letter = token.chars().find(|letter| is_cyrillic(*letter)).unwrap_or_default();
            let (code, all) = (u32::from(letter), of_several(*count, "such moves"));
            format!("`{letter}` in `{token}` is the Cyrillic letter U+{code:04X}{all}")
        }
        FaultKind::JoinedMoves(count) => {
            let all = of_several(*count, "such places");
            format!("`{token}` is two moves without a blank between them{all}")
        }
        FaultKind::TooLong => {
            "this token is longer than 255 bytes; the rest of the game is not replayed".to_owned()
        }
        FaultKind::TooManyNonstandard(count) => {
            format!(
                "{count} moves before `{token}` are illegal, ambiguous or null moves; \
                 the game is not judged"
            )
        }
        FaultKind::TooManyActs(count) => {
            format!("{count} acts are recorded before `{token}`; the game is not judged")
        }
        FaultKind::TooManyMoves(count) => {
            format!("the game is longer than {count} plies; it is not judged")
        }
        FaultKind::TooManyClocks(count) => {
            format!("{count} clock times are recorded before `{token}`; the game is not judged")
        }
        FaultKind::TooManySuppressions(count) => {
            format!("the record has {count} suppressions before `{token}`; the game is not judged")
        }
        FaultKind::UnclosedComment => "this comment is not closed".to_owned(),
        FaultKind::CommentHidesMoves { are_read: true } => {
            "this comment has no `}`; the moves after it are read".to_owned()
        }
        FaultKind::CommentHidesMoves { are_read: false } => {
            "this comment seems to contain moves of the game; they are not read".to_owned()
        }
        FaultKind::UnclosedVariation => "this variation is not closed".to_owned(),
        FaultKind::TagsInComment => {
            "a comment contains the tags of another game; what the comment contains is not read".to_owned()
        }
        FaultKind::MovesInLineComment if token.starts_with('%') => {
            "the `%` before these moves makes a comment of the line".to_owned()
        }
        FaultKind::MovesInLineComment => {
            "the `;` before these moves makes a comment of the rest of the line".to_owned()
        }
        FaultKind::SeparatedMoves(count) => {
            let all = of_several(*count, "such signs");
            format!("a `;` between moves begins a comment in PGN{all}")
        }
        FaultKind::GameInComment => match token {
            "{" => "the game has no moves, but this comment has".to_owned(),
            "(" => "the game has no moves, but this variation has".to_owned(),
            _ => "the game has no moves, but this line has".to_owned(),
        },
        FaultKind::StrayCloser => format!("this `{token}` has no opening bracket before it"),
        FaultKind::NonstandardResult(Score::Unknown)
            if token.starts_with("0F") || token.starts_with("0f") =>
        {
            format!("PGN has no sign for a game that both players lost, `{token}`; it is read as `*`")
        }
        FaultKind::NonstandardResult(Score::Unknown) => {
            format!("PGN has no sign for the unequal scores `{token}`; they are read as `*`")
        }
        FaultKind::NonstandardResult(score) => {
            // It may be on two lines.
            let token = token.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("write the result `{token}` as {} (PGN standard)", score.id())
        }
        FaultKind::NoMoves => "no moves and no result follow these tags".to_owned(),
        FaultKind::NoTermination => "the moves do not end with a result or `*`".to_owned(),
        FaultKind::CutShort => {
            "the game is too long to be held in memory; the rest of it is skipped".to_owned()
        }
        FaultKind::BrokenOff => {
            "the game breaks off here, because the compressed data of the file are broken".to_owned()
        }
        FaultKind::LostMoves => "the moves on this line are not read as a game".to_owned(),
        FaultKind::TextBeforeGame => "text before the game is not part of any game".to_owned(),
        FaultKind::ConflictMark => {
            format!(
                "`{token}` is a version-control conflict marker: \
                 the file contains two versions of this text"
            )
        }
        FaultKind::Tag(TagOddity::UnescapedQuote) => {
            "unescaped quotation mark in the value of this tag".to_owned()
        }
        FaultKind::Tag(TagOddity::NoClosingQuote) => {
            "the value of this tag has no closing quotation mark".to_owned()
        }
        FaultKind::Tag(TagOddity::NoClosingBracket) => "this tag pair has no closing bracket".to_owned(),
        FaultKind::Tag(TagOddity::NoOpeningBracket) => "this tag pair has no opening bracket".to_owned(),
        FaultKind::Tag(TagOddity::None) | FaultKind::NotATag => {
            format!("unexpected text `{token}` among the tags")
        }
        FaultKind::FenOutsideTag => {
            "a starting position is written before the moves, but not in a FEN tag".to_owned()
        }
        FaultKind::TagsNotRead(count) => {
            let lines =
                if *count == 2 { "1 more line".to_owned() } else { format!("{} more lines", count - 1) };
            format!("`{token}` and {lines} look like tags, but are not read")
        }
        FaultKind::OtherWidth => {
            "UTF-16 and other text are mixed in this file: this part of it is not read".to_owned()
        }
        FaultKind::RepeatedTag | FaultKind::RepeatedTagSame => format!("duplicate tag `{token}`"),
        FaultKind::TagCase(tag) => format!("the tag `{token}` is read as `{}`", tag.name()),
        FaultKind::BadResult if token.is_empty() => "the Result tag is empty".to_owned(),
        FaultKind::BadResult => format!("`{token}` is not a valid result"),
        FaultKind::BadValue(tag, _) if token.is_empty() => format!("the {} tag is empty", tag.name()),
        FaultKind::BadValue(TagName::Observed, _) => format!(
            "`{token}` is not a valid value of the tag Observed; the tag is ignored, so nothing counts as observed"
        ),
        FaultKind::BadValue(tag, _) => format!("`{token}` is not a valid value of the tag {}", tag.name()),
        FaultKind::SetUpWithoutFen => "the SetUp tag is 1, but there is no FEN tag".to_owned(),
        FaultKind::EmptyFen => "the SetUp tag is 1, but the FEN tag is empty".to_owned(),
        FaultKind::FenWithoutSetUp => {
            "the SetUp tag is 0, but the FEN is not the standard starting position".to_owned()
        }
        FaultKind::OtherGame => format!("the variant `{token}` is not chess: its moves are not replayed"),
        FaultKind::UnknownLaws(_) => format!("unknown code of laws `{token}`"),
        FaultKind::Fen(why) => format!("cannot read the starting position: {why}"),
        FaultKind::FenTail(why) => match why {
            FenProblem::SlashAfterRanks => format!("the FEN is not in standard form: {why}"),
            _ => format!("cannot read the end of the FEN: {why}"),
        },
        FaultKind::ImpossibleCastlingRight(why) => {
            format!("the FEN gives castling rights that the position does not allow: {why}")
        }
        FaultKind::ImpossibleEnPassant(why) => {
            format!("the FEN gives an impossible en passant square: {why}")
        }
        FaultKind::TooManyPawns(player) => {
            format!("the FEN gives {player} more than eight pawns, which no game can reach")
        }
        FaultKind::OddSetup(why) => format!("no game can start from this position: {why}"),
        FaultKind::Unresolvable => {
            format!("no piece on the board fits the move `{token}`; the rest of the game is not replayed")
        }
        FaultKind::UncertainCourse { moves: 0 | 1 } => {
            no_move_here(token, "the record, its beginning or its numbering must be wrong")
        }
        FaultKind::OtherGameByEvent => no_move_here(token, "the Event tag names another game than chess"),
        FaultKind::AfterSlip { earlier } => {
            no_move_here(token, &format!("an earlier move may be wrong; see the finding on {earlier}"))
        }
        FaultKind::UncertainCourse { moves } => {
            format!(
                "{moves} moves cannot be made, the first of which is `{token}`; the rest of the game is not replayed"
            )
        }
        FaultKind::ReadAs(san) => format!(
            "`{token}` is read as {san}, the only similar move with which the rest of the game can be played; \
             as written, no piece fits"
        ),
        FaultKind::MissingMove(player) => {
            format!("a move of {player} is missing before `{token}`; the rest of the game is not replayed")
        }
        FaultKind::MissingMoves { before } => {
            format!("moves are missing before move {before}, `{token}`; the rest of the game is not replayed")
        }
        FaultKind::AfterMissingMoves { number } => {
            no_move_here(token, &format!("moves may be missing before move {number}"))
        }
        FaultKind::NumberedTwice { number } => {
            no_move_here(token, &format!("move number {number} occurs twice"))
        }
        FaultKind::AlreadyMade => {
            no_move_here(token, "it repeats the player's last move, and the move played may be missing")
        }
        FaultKind::NotTakenBack => {
            no_move_here(token, "the move numbers do not agree with the moves that the record takes back")
        }
        FaultKind::ExtraMove => {
            no_move_here(token, "the next move number implies that there is one move too many before it")
        }
        FaultKind::NotCorrected => format!(
            "`{token}` is possible only after the wrongly set up pieces are corrected, but the record \
             has no correction; the rest of the game is not replayed"
        ),
        FaultKind::BrokenPositionTag => no_move_here(token, "the tag that gives the position is malformed"),
        FaultKind::PositionOutsideTag => {
            no_move_here(token, "a starting position is written before the moves, but not in a FEN tag")
        }
        FaultKind::ReversedArray => {
            no_move_here(token, "all moves are possible if king and queen began on each other's squares")
        }
        FaultKind::DoubtfulOdds => {
            no_move_here(token, "it is possible only if the odds in the Odds tag were not given")
        }
        FaultKind::DoubtfulTurn => no_move_here(token, "the FEN gives the move to the other player"),
        FaultKind::ReversedRanks => no_move_here(token, "the FEN gives the ranks in reverse order"),
        FaultKind::EnPassantNotGiven => {
            format!("`{token}` captures en passant, but the FEN does not give the square")
        }
        FaultKind::LaterFen => {
            "the FEN gives a position that the game reaches later, not its first position".to_owned()
        }
        FaultKind::CastlingNotGiven => {
            "the FEN does not give a castling right that a player uses in the game".to_owned()
        }
        FaultKind::ImpossibleHalfmoveClock => {
            "the halfmove clock of the FEN is greater than its move number allows".to_owned()
        }
        FaultKind::OtherFen => no_move_here(token, "another FEN tag gives another position"),
        FaultKind::DoubtfulEnPassant => no_move_here(token, "the FEN gives an impossible en passant square"),
        FaultKind::DoubtfulCastling => {
            no_move_here(token, "the FEN gives castling rights that do not fit its kings and rooks")
        }
        FaultKind::AfterHiddenMoves => no_move_here(token, "a comment before it may hide moves"),
        FaultKind::AfterLostMove => no_move_here(token, "a move before it is missing"),
        FaultKind::DetachedLetter => no_move_here(token, "an earlier `N` may mean a knight or a novelty"),
        FaultKind::SmallLetters => {
            no_move_here(token, "a small letter in an earlier move may mean a piece or a file")
        }
        FaultKind::MissingPly => {
            no_move_here(token, "the next move number implies that a move is missing here")
        }
        FaultKind::RepeatedMoves { more: 0 } => {
            format!("`{token}` repeats a move already recorded; it is skipped")
        }
        FaultKind::RepeatedMoves { more: 1 } => {
            format!("`{token}` and the next move repeat moves already recorded; they are skipped")
        }
        FaultKind::RepeatedMoves { more } => {
            format!("`{token}` and the next {more} moves repeat moves already recorded; they are skipped")
        }
        FaultKind::NumbersGoBack => {
            format!("the move numbers go back to {}, and other moves follow", token.trim_end_matches('.'))
        }
        FaultKind::CapitalOfPawn => {
            format!("no bishop can make the move `{token}`, but a pawn can: it is read as the pawn's")
        }
        FaultKind::StrayBoardMoves => format!(
            "`{token}` at the end of an electronic board's record is not possible: \
             the board may have recorded a piece that was moved after the game"
        ),
        FaultKind::MovesAfterKingsSign => {
            format!("`{token}` comes after the kings were set on the centre squares to state the result")
        }
        FaultKind::NoPromotion => {
            format!("`{token}` is written with a promotion, but the pawn does not reach the last rank")
        }
        FaultKind::NumbersJump => {
            format!(
                "the move numbers jump to {}: moves may be missing before it",
                token.trim_end_matches('.')
            )
        }
        FaultKind::WrongNumbers(count) => {
            format!("the move numbers of this game go back or jump {count} times: moves may be missing")
        }
        FaultKind::MovesInTag => {
            "this tag holds the next moves of the game, which are not replayed".to_owned()
        }
        FaultKind::KingsSign(score) => {
            let not_moves = if token.contains(' ') { "they are not moves" } else { "it is not a move" };
            let state = if token.contains(' ') { "state" } else { "states" };
            format!("`{token}` {state} the result {} on an electronic board; {not_moves}", score.id())
        }
        FaultKind::KingsSignContradicts(score) => format!(
            "the kings on the centre squares state the result {}, but the record has another result",
            score.id()
        ),
        FaultKind::PositionInOtherTag => format!("the tag `{token}` gives the starting position"),
        FaultKind::EndsInsideToken => {
            format!("the text ends with `{token}`, which may be an incomplete move")
        }
        FaultKind::TagAmongMoves => format!("`{token}` is a tag among the moves; it is ignored"),
        FaultKind::Tag(TagOddity::OtherMarks) => {
            "the value of this tag is not in straight quotation marks".to_owned()
        }
        FaultKind::Tag(TagOddity::UnseenCharacters) => {
            "invisible characters are beside the name of this tag".to_owned()
        }
        FaultKind::Tag(TagOddity::Unquoted) => "the value of this tag has no quotation marks".to_owned(),
        FaultKind::MissingPosition => format!(
            "`{token}` is not a possible move here from the standard starting position, and no FEN tag gives \
             another position; the rest of the game is not replayed"
        ),
        FaultKind::AfterEnd(AfterEnd::MovesAfterMate) => {
            format!("`{token}` follows checkmate, which ended the game")
        }
        FaultKind::AfterEnd(AfterEnd::MovesAfterStalemate) => {
            format!("`{token}` follows stalemate, which ended the game")
        }
        FaultKind::AfterEnd(AfterEnd::NewGame) => {
            "the game was begun again here; the moves of the new game are not judged".to_owned()
        }
        FaultKind::AfterEnd(AfterEnd::Movetext) => format!("`{token}` follows the end of the game"),
        FaultKind::AfterEnd(AfterEnd::Prose) if (1..=LONGEST_QUOTED).contains(&token.chars().count()) => {
            format!("`{token}` is text between games, which is ignored")
        }
        FaultKind::AfterEnd(AfterEnd::Prose) => "text between games is ignored".to_owned(),
        FaultKind::CommandInLineComment | FaultKind::ClocksInLineComments(1) => {
            format!("`{token}` is in a `;` comment and is not read")
        }
        FaultKind::ClocksInLineComments(2) => {
            format!("`{token}` and 1 more clock command are in `;` comments and are not read")
        }
        FaultKind::ClocksInLineComments(count) => {
            format!("`{token}` and {} more clock commands are in `;` comments and are not read", count - 1)
        }
        FaultKind::Command(problem) => match &**problem {
            CommandProblem::ReadAs(meant) => format!("`{token}` is read as `{meant}`"),
            problem => command(problem),
        },
    }
}

/// Advice, or how the program reads the text. `token` is the text at fault.
pub(super) fn help(kind: &FaultKind, token: &str) -> Option<String> {
    Some(match kind {
        FaultKind::Unreadable | FaultKind::Words if is_move_in_another_language(token) => {
            let latin = if token.contains(is_cyrillic) { ", in Latin script" } else { "" };
            format!("use English piece letters (K Q R B N){latin}")
        }
        FaultKind::Unreadable | FaultKind::Words if move_after_sign(token).is_some() => {
            let square = move_after_sign(token).unwrap_or_default();
            format!("the sign before `{square}` may stand for a piece letter; write K, Q, R, B or N")
        }
        FaultKind::Unreadable if token.len() > 1 && token.ends_with('=') || token.contains("=3D") => {
            "the text may be coded for mail (quoted-printable); if so, decode it".to_owned()
        }
        FaultKind::Unreadable if token.contains(is_cyrillic) => "write moves in Latin letters".to_owned(),
        FaultKind::Markup(_) if token.starts_with('=') => {
            "it is skipped; the text is coded for mail (quoted-printable), so decode it".to_owned()
        }
        FaultKind::Markup(_) if token.starts_with('[') && token.contains('.') => {
            "it is skipped; write variations in parentheses, annotations in braces".to_owned()
        }
        FaultKind::Markup(_) => "it is skipped; write annotations in braces".to_owned(),
        FaultKind::LostMove(_) => "nothing is concluded from the moves after it".to_owned(),
        FaultKind::Lookalikes(_) => "it is read as the Latin letter that it looks like".to_owned(),
        FaultKind::NonstandardBlanks(_) => {
            "it is read as a space; many programs read it as part of a move".to_owned()
        }
        FaultKind::Unresolvable => "an earlier move may be wrong or missing".to_owned(),
        FaultKind::UncertainCourse { .. } => {
            "no player is accused; an earlier move or the FEN tag may be wrong or missing".to_owned()
        }
        FaultKind::ReadAs(_) => "correct the move; nothing is concluded from the moves after it".to_owned(),
        FaultKind::MissingMove(player) => {
            format!("by its number this is a move of {}, but {player} is to move", player.other())
        }
        FaultKind::DoubtfulEnPassant => {
            "the FEN may not be the position from which the game was played".to_owned()
        }
        FaultKind::MissingPosition
        | FaultKind::BrokenPositionTag
        | FaultKind::PositionOutsideTag
        | FaultKind::FenOutsideTag
        | FaultKind::ReversedArray => "give the starting position in a FEN tag".to_owned(),
        FaultKind::DoubtfulOdds => {
            "name the man that was given in the Odds tag, or delete the tag".to_owned()
        }
        FaultKind::DoubtfulTurn => "correct the side to move in the FEN tag".to_owned(),
        FaultKind::ReversedRanks => "write the eighth rank first in the FEN tag".to_owned(),
        FaultKind::EnPassantNotGiven => {
            "the capture is read as legal; write the square in the FEN".to_owned()
        }
        FaultKind::LostMoves => {
            "begin a game on a line of its own, with a tag or with its first move".to_owned()
        }
        FaultKind::NotCorrected => "record the correction with [%replace P SQ]".to_owned(),
        FaultKind::MissingMoves { .. } => {
            "a lower move number is expected here, and this move is not legal".to_owned()
        }
        FaultKind::AfterMissingMoves { .. } => {
            "the move numbers have not matched the moves since then".to_owned()
        }
        FaultKind::NotTakenBack => {
            "write `[%retract N]` where N plies were taken back, and only there".to_owned()
        }
        FaultKind::NumberedTwice { .. } => {
            "one of the two may belong to a variation or to another game".to_owned()
        }
        FaultKind::NumbersGoBack => {
            "enclose a variation in parentheses, or end the first of two games with its result".to_owned()
        }
        FaultKind::CapitalOfPawn => "write a small `b` for the file".to_owned(),
        FaultKind::StrayBoardMoves => "the game is replayed up to the move before it".to_owned(),
        FaultKind::MovesAfterKingsSign => "it is not part of the game".to_owned(),
        FaultKind::NoPromotion => "it is read as the move without the promotion".to_owned(),
        FaultKind::LaterFen => {
            "the moves are replayed from the standard starting position; delete the FEN".to_owned()
        }
        FaultKind::JoinedMoves(_) => "write a blank between them; both are read".to_owned(),
        FaultKind::NumbersJump | FaultKind::WrongNumbers(_) => {
            "if none are missing, correct the numbers; the moves are replayed as they are".to_owned()
        }
        FaultKind::MovesInTag => "write them after the other moves".to_owned(),
        FaultKind::CastlingNotGiven => {
            "kings and rooks on their first squares are given their castling rights; write them in the FEN"
                .to_owned()
        }
        FaultKind::ImpossibleHalfmoveClock => {
            "moves without a capture or pawn move are counted from 0".to_owned()
        }
        FaultKind::OtherFen => "the first FEN is used; delete the wrong one".to_owned(),
        FaultKind::TagsInComment => "write `}` before the game if it is not part of the comment".to_owned(),
        FaultKind::MovesInLineComment if token.starts_with('%') => {
            "delete the `%` if the moves belong to the game".to_owned()
        }
        FaultKind::MovesInLineComment => "delete the `;` if the moves belong to the game".to_owned(),
        FaultKind::SeparatedMoves(_) => "delete it; the moves after it are read".to_owned(),
        FaultKind::GameInComment if token == "{" => {
            "delete the braces if the moves are those of the game".to_owned()
        }
        FaultKind::GameInComment => "write the moves of the game alone on lines of their own".to_owned(),
        FaultKind::KingsSign(_) | FaultKind::KingsSignContradicts(_) => {
            "the last king moves are not part of the game".to_owned()
        }
        FaultKind::PositionInOtherTag => "the position is used; write it in a FEN tag".to_owned(),
        FaultKind::RepeatedMoves { .. } => "delete one of the two copies".to_owned(),
        FaultKind::Tag(TagOddity::OtherMarks) => r#"use `"`; the value is read"#.to_owned(),
        FaultKind::Tag(TagOddity::UnseenCharacters) => "delete them; the tag is read".to_owned(),
        FaultKind::Tag(TagOddity::Unquoted) => "the value is read up to the closing bracket".to_owned(),
        FaultKind::UnclosedComment => {
            "close it with `}`; it is assumed to end where the next game begins".to_owned()
        }
        FaultKind::CommentHidesMoves { are_read: true } => {
            "write `}` before them, so that other programs read them too".to_owned()
        }
        FaultKind::CommentHidesMoves { are_read: false } => "if it does, write `}` before them".to_owned(),
        FaultKind::UnclosedVariation => "close it with `)`".to_owned(),
        FaultKind::ConflictMark => "keep one version and delete the markers".to_owned(),
        FaultKind::OtherWidth => "convert both parts to UTF-8".to_owned(),
        FaultKind::TagsNotRead(_) => r#"write each as `[Name "value"]`"#.to_owned(),
        FaultKind::NoMoves => {
            "the tags of a game come before its moves; if these belong to the game above, move them there"
                .to_owned()
        }
        FaultKind::NoTermination => "end the moves with 1-0, 0-1, 1/2-1/2 or *".to_owned(),
        FaultKind::Tag(TagOddity::UnescapedQuote) => r#"write \" inside a value"#.to_owned(),
        FaultKind::RepeatedTag => "the first value is used".to_owned(),
        FaultKind::RepeatedTagSame => "both have the same value; delete one".to_owned(),
        FaultKind::BadValue(tag, None) => format!("use {}", values_of(*tag)),
        FaultKind::BadValue(tag, Some(advice)) => {
            format!("use {}; {}", values_of(*tag), self::advice(advice))
        }
        FaultKind::BadResult => "use 1-0, 0-1, 1/2-1/2 or *".to_owned(),
        FaultKind::SetUpWithoutFen | FaultKind::EmptyFen => {
            "the standard starting position is used".to_owned()
        }
        FaultKind::FenWithoutSetUp => "the FEN is used".to_owned(),
        FaultKind::Fen(_) => "the moves of this game are not replayed".to_owned(),
        FaultKind::FenTail(_) => "the game is replayed from its position".to_owned(),
        FaultKind::ImpossibleCastlingRight(FenProblem::NoRookOnFile(_)) => {
            "the outermost rook on that side of the king has the right".to_owned()
        }
        FaultKind::ImpossibleCastlingRight(_) => "the game is replayed without them".to_owned(),
        FaultKind::ImpossibleEnPassant(_) => "the game is replayed without that square".to_owned(),
        FaultKind::TooManyPawns(_) => "the game is replayed from this position as given".to_owned(),
        FaultKind::UnknownLaws(Some(near)) => {
            format!("the game is judged as if it had no Laws tag; did you mean `{near}`?")
        }
        FaultKind::UnknownLaws(None) => {
            "the game is judged as if it had no Laws tag; `jadoube codes` lists the codes".to_owned()
        }
        FaultKind::CommandInLineComment | FaultKind::ClocksInLineComments(_) => {
            "write commands in comments in braces".to_owned()
        }
        FaultKind::Command(problem) => return command_help(problem),
        _ => return None,
    })
}

/// The message for a token that is not a move on this board. `cause` is the probable cause.
fn no_move_here(token: &str, cause: &str) -> String {
    format!("`{token}` is not a possible move here: {cause}; the rest of the game is not replayed")
}

/// The valid values of a tag, for a message.
const fn values_of(tag: TagName) -> &'static str {
    match tag {
        TagName::Observed => "any of touch, speech, board, clock and conduct, separated by spaces",
        TagName::Date => "YYYY.MM.DD, an existing date; write ?? for unknown parts",
        TagName::Board => "light, dark or the board number",
        TagName::RightOfMove => "White or Black",
        TagName::Odds => "w or b, then squares, pieces, or terms such as `move` and `moves 2`",
        TagName::Regulations => {
            "no-draw-before and a number, full-supervision or guideline-III, separated by `;`"
        }
        TagName::DefaultTime => "a time such as 0:30:00",
        TagName::ResultDetail => "0-0",
        TagName::SeriesGame => "a number",
        TagName::JadoubeIgnore => "rule ids separated by spaces or commas, then the reason",
        _ => "",
    }
}

/// The message for a command that is malformed, or that is impossible on this board.
fn command(problem: &CommandProblem) -> String {
    match problem {
        CommandProblem::Malformed { name, what, .. } => format!("[%{name}]: {}", malformed(what)),
        CommandProblem::Misspelt { found, .. } => {
            format!("there is no command `%{found}`, so this command is ignored")
        }
        CommandProblem::BadlyOpened { .. } => {
            "a command begins with `[%` and its name, without a space between them, so this one is ignored"
                .to_owned()
        }
        CommandProblem::ReadAs(meant) => format!("this command is read as `{meant}`"),
        CommandProblem::AfterEnd => "this command comes after the end of the game".to_owned(),
        CommandProblem::NoMan(square) => format!("there is no piece on {square}"),
        CommandProblem::TooFewMoves { back, made } => {
            let moves = if *back == 1 { "1 move".to_owned() } else { format!("{back} moves") };
            let made = if *made == 0 {
                "there is none".to_owned()
            } else {
                format!("there {} only {made}", if *made == 1 { "is" } else { "are" })
            };
            format!("cannot take back {moves}: {made}")
        }
        CommandProblem::Occupied(square) => format!("{square} is already occupied"),
        CommandProblem::NothingFallen => "no piece has fallen from the board".to_owned(),
        CommandProblem::CannotCorrect(square) => format!(
            "cannot correct the setup on {square}: \
             the wrongly set up pieces have moved, or other pieces are in their places"
        ),
        CommandProblem::UnreadableMove(words) => format!("cannot read `{words}` as a move"),
        CommandProblem::AmbiguousMove(words) => format!("`{words}` is ambiguous: more than one move fits"),
        CommandProblem::NoManFits(words) => format!("no piece on the board fits the move `{words}`"),
        CommandProblem::ArbiterMoves => "the arbiter cannot make a move".to_owned(),
        CommandProblem::OnlyPlayers => "only a player can do this, not the arbiter".to_owned(),
        CommandProblem::AlreadyMoved => "this player has already moved, so cannot arrive now".to_owned(),
        CommandProblem::NotAway => "the record does not show that this player left the board".to_owned(),
        CommandProblem::NotAdjourned => "the record does not show that the game was adjourned".to_owned(),
    }
}

fn malformed(what: &Malformed) -> String {
    match what {
        Malformed::Unreadable => "cannot read this command".to_owned(),
        Malformed::Missing(wanted) => format!("{wanted} is missing"),
        Malformed::Not { found, wanted: "a person" } => format!("`{found}` does not name the one who acts"),
        Malformed::Not { found, wanted: "an irregularity" } => {
            format!("`{found}` is not one of the faults that can be pointed out")
        }
        Malformed::Not { found, wanted } => format!("`{found}` is not {wanted}"),
        Malformed::Unexpected(found) => format!("unexpected word `{found}`"),
        Malformed::TextNotClosed => "the text has no closing quotation mark".to_owned(),
        Malformed::NoSpaceAfterText => "a space is missing after the text".to_owned(),
        Malformed::NoSpaceBefore => "a space is missing before this".to_owned(),
        Malformed::NotClosed => "the command is not closed".to_owned(),
    }
}

fn command_help(problem: &CommandProblem) -> Option<String> {
    let help = what_to_write(problem)?;
    let counts = if problem.is_of_play() {
        "; this move is not judged, and no penalty is found for it; a later `[%retract N]` still counts it"
    } else {
        ""
    };
    Some(help + counts)
}

fn what_to_write(problem: &CommandProblem) -> Option<String> {
    match problem {
        CommandProblem::Malformed { advice: Some(advice), .. } => Some(self::advice(advice)),
        CommandProblem::ReadAs(_) => Some("write the command in that form".to_owned()),
        CommandProblem::Misspelt { usage: Some(usage), .. } => Some(format!("did you mean `{usage}`?")),
        CommandProblem::Malformed { usage, advice: None, .. } => Some(form(usage)),
        CommandProblem::BadlyOpened { usage } => Some(form(usage)),
        CommandProblem::NoManFits(_) | CommandProblem::AmbiguousMove(_) => {
            Some("for an illegal move, name both squares: `Ng1-g3`".to_owned())
        }
        _ => None,
    }
}

/// The form of a command, and where the words are listed that a form with a capital word leaves open.
fn form(usage: &str) -> String {
    let written = format!("write `{}`", usage.replace("] or [", "]` or `["));
    let is_open = ["KIND", "FAULT", "REMEDY", "WORD"].iter().any(|word| usage.contains(word));
    let name = usage.trim_start_matches("[%").split(' ').next().filter(|_| is_open);
    name.map_or(written.clone(), |name| format!("{written}; `jadoube explain %{name}` lists the words"))
}

fn advice(advice: &Advice) -> String {
    match advice {
        Advice::DidYouMean(word) => format!("did you mean `{word}`?"),
        Advice::Use(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            format!("use {}", list_or(&words))
        }
        Advice::PersonLetter => "use `w` (White), `b` (Black) or `u` (arbiter)".to_owned(),
        Advice::PlayerLetter => "use `w` (White) or `b` (Black)".to_owned(),
        Advice::SquareForm => "a square is a letter from a to h and a digit from 1 to 8".to_owned(),
        Advice::MoveForm => {
            "write a move as in the movetext or from square to square: `Nf3`, `Ng1-f3`, `g1f3`, `O-O`"
                .to_owned()
        }
        Advice::TimeForm => "write a time as hours, minutes and seconds: `0:29:25`".to_owned(),
        Advice::FenForm => "give a position as a FEN with eight ranks separated by `/`".to_owned(),
        Advice::NoBrace => "text cannot contain a brace".to_owned(),
        Advice::CloseText => {
            "end the text with a quotation mark; the text itself cannot contain one".to_owned()
        }
        Advice::CloseCommand => "end the command with `]`".to_owned(),
        Advice::FamilyOfRules(family) => {
            format!("`{family}` is a family of rules: name each rule; {LIST_OF_RULES}")
        }
        Advice::ListRules => LIST_OF_RULES.to_owned(),
        Advice::Form(form) => format!("write `{form}`"),
    }
}

/// ` (3 such moves in this game)`, unless there is only one.
fn of_several(count: u32, what: &str) -> String {
    if count > 1 { format!(" ({count} {what} in this game)") } else { String::new() }
}

/// A blank other than a space, from its code: `a no-break space (U+00A0)`.
fn blank_in_words(code: &str) -> String {
    let name = match code {
        "U+00A0" => "a no-break space",
        "U+202F" => "a narrow no-break space",
        "U+0085" => "a next-line character",
        "U+2003" => "an em space",
        "U+2002" => "an en space",
        "U+2009" => "a thin space",
        "U+3000" => "an ideographic space",
        "U+200B" => "a zero-width space",
        "U+2060" => "a word joiner",
        "U+FEFF" => "a byte order mark",
        _ => "this character",
    };
    format!("{name} ({code})")
}

/// The text with the codes of characters that cannot be seen: without them a message would quote the same text twice.
fn with_codes(text: &str) -> Cow<'_, str> {
    let is_blank = text.chars().all(char::is_whitespace);
    let is_unseen = |letter: char| {
        is_blank
            || matches!(letter, '\u{1}'..='\u{8}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{200b}'..='\u{200f}')
            || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    // Between other characters, the digits of a code need an end.
    let is_alone = text.chars().all(is_unseen);
    let code = |letter| match u32::from(letter) {
        code if is_alone => format!("U+{code:04X}"),
        code => format!("<U+{code:04X}>"),
    };
    let shown = |letter: char| if is_unseen(letter) { code(letter) } else { letter.into() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// In characters. Longer text between games is not quoted.
const LONGEST_QUOTED: usize = 30;

const LIST_OF_RULES: &str = "`jadoube rules` lists them";
