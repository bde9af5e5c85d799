//! The result sign of an electronic board: after the game, both kings are set on the four centre squares. Boards sometimes
//! record this as the last moves.

use crate::chess::{Color, Role, Square, Subject};
use crate::finding::Score;

use super::annotation_glyphs::loose_result;
use super::descriptive::WrittenMove;
use super::lookahead::{Element, has_act};
use super::movetext::termination;
use super::reader::Reader;
use super::tag_pair::begins_tag;
use crate::game::act::{Act, SpokenWord};
use crate::game::{BoardEnd, ClockKind, FaultKind, Record, Span, TagName};

/// The light centre squares state that White won, the dark ones that Black won.
const LIGHT: [&[u8; 2]; 2] = [b"d5", b"e4"];
const DARK: [&[u8; 2]; 2] = [b"d4", b"e5"];

/// Plies in which the kings may slide to the centre.
const LONGEST_SLIDE: usize = 12;
/// Plies that may follow the sign, for example when the kings are put back.
const MOST_AFTER: usize = 4;
/// Plies from the first illegal move on that are taken for pieces moved after the game.
const MOST_STRAY: usize = 8;
/// Plies after which a record with a clock time for each is taken for that of a board program.
const SHORTEST_TIMED: u32 = 20;

impl Reader<'_> {
    /// Skips the last moves of a record if a king is set on the centre by an illegal move to state the result; returns
    /// whether it is.
    #[cold]
    pub(super) fn kings_sign(&mut self, record: &mut Record, written: WrittenMove, token: Span) -> bool {
        let Some(sign) = self.read_kings_sign(record, written) else { return false };
        let span = Span { start: token.start, ..sign.last.unwrap_or(token) };
        record.add_fault(sign.kind, span);
        if let Some(after) = sign.after {
            record.add_fault(FaultKind::MovesAfterKingsSign, after);
        }
        self.at = sign.end;
        true
    }

    fn read_kings_sign(&self, record: &Record, written: WrittenMove) -> Option<KingsSign> {
        let us = record.position.turn();
        let (own, opposite) = (king_square(record, us), king_square(record, us.other()));
        let first = king_target(written, own)?;
        let tail = self.tail(record, LONGEST_SLIDE + MOST_AFTER)?;
        let given = tail.given;
        let (mut on_move, mut waiting) = (own, opposite);
        let mut moves = Some(written).into_iter().chain(tail.moves.iter().map(|(written, _)| *written));
        let slide = moves.by_ref().take(LONGEST_SLIDE).position(|written| {
            std::mem::swap(&mut on_move, &mut waiting);
            waiting = king_target(written, waiting);
            waiting.is_none() || stated_by(on_move, waiting).is_some()
        });
        let set_by = slide.unwrap_or_default();
        let (kings, after) = tail.moves.split_at_checked(set_by).unwrap_or_default();
        let last = kings.last().map(|(_, token)| *token);
        let after =
            after.first().zip(after.last()).map(|((_, from), (_, to))| Span { start: from.start, ..*to });
        let sign = |kind| Some(KingsSign { kind, last, after, end: tail.end });
        let Some((before, stated)) = slide.zip(stated_by(on_move, waiting)) else {
            // A board may lack the second king: the first must have left its place by more than a step, or after mate.
            let winner = winner(first)?;
            let from = own?;
            let is_far = from.file().index().abs_diff(first.file().index()) > 1
                || from.rank().index().abs_diff(first.rank().index()) > 1;
            let is_over = record.board_end() == BoardEnd::Mate;
            let fits = given == Score::Draw || given == Score::won_by(winner);
            let is_sign = (is_far || is_over) && fits && tail.moves.is_empty();
            return if is_sign { sign(FaultKind::KingsSign(given)) } else { None };
        };
        let after = tail.moves.len().checked_sub(before)?;
        // A king that was in the centre before may have been met there by mistake.
        let both_set = before > 0
            || record.moves.last().is_some_and(|last| Some(last.to()) == opposite && opposite.is_some());
        let is_short = after == 0 && before <= 1;
        // No game has both kings there: two moves that set them are a sign whatever the result.
        let is_sure = before == 1 && after <= MOST_AFTER || is_short && both_set;
        match given {
            given if given == stated && (both_set && after <= MOST_AFTER || is_short) => {
                sign(FaultKind::KingsSign(stated))
            }
            Score::Unknown if is_sure || is_short => sign(FaultKind::KingsSign(stated)),
            _ if is_sure => sign(FaultKind::KingsSignContradicts(stated)),
            _ => None,
        }
    }

    /// Skips an illegal move and all after it among the last plies of an electronic board's record, or shortly before a sign of
    /// the kings; returns whether it does. Pieces that are moved after the game are recorded as its last moves.
    #[cold]
    pub(super) fn stray_board_moves(&mut self, record: &mut Record, token: Span) -> bool {
        let is_board_tag = |value: &[u8]| {
            [&b"LiveChess"[..], b"DGT", b"ePGN"]
                .iter()
                .any(|name| memchr::memmem::find(value, name).is_some())
        };
        let tail = self.tail(record, MOST_STRAY - 1);
        let Some(tail) = tail else { return false };
        let plies = record.plies();
        let is_timed = || plies >= SHORTEST_TIMED && record.clocks.len() >= plies as usize;
        let is_of_board = || {
            let mut pairs = record.tags.pairs().iter().flat_map(|pair| [pair.name, pair.value]);
            is_timed() || pairs.any(|text| is_board_tag(text.of(self.text)))
        };
        let is_clocked = || record.clocks.iter().any(|reading| reading.kind == ClockKind::Move);
        if !(tail.has_sign() || tail.moves.len() <= 1 && is_clocked() || is_of_board()) {
            return false;
        }
        let last = tail.moves.last().map_or(token, |(_, last)| *last);
        record.add_fault(FaultKind::StrayBoardMoves, Span { start: token.start, ..last });
        self.at = tail.end;
        true
    }

    /// Skips the last moves of an electronic board's record, of which the first is illegal and a later one stray.
    pub(super) fn skip_stray_moves(&mut self, record: &mut Record, token: Span) -> bool {
        let Some(tail) = self.tail(record, LONGEST_SLIDE) else { return false };
        record.add_fault(FaultKind::StrayBoardMoves, token);
        self.at = tail.end;
        true
    }

    /// The moves from here to the end of the game, if there are at most `most` and the record has no acts but its end. A
    /// board records no others.
    fn tail(&self, record: &Record, most: usize) -> Option<Tail> {
        if !record.acts.iter().all(|placed| ends_game(&placed.act)) {
            return None;
        }
        let mut ahead = self.ahead_from(self.at);
        let mut moves = Vec::new();
        while let Some(element) = ahead.next_element(record.text.move_notation) {
            match element {
                Element::Comment(comment) if has_act(comment.of(self.text)) => return None,
                Element::Number(_) | Element::Comment(_) => {}
                Element::Move { .. } if moves.len() >= most => return None,
                Element::Move { written, token } => moves.push((written, token)),
            }
        }
        let rest = ahead.rest();
        let in_moves =
            termination(rest).ok().map(|(_, score)| score).or_else(|| Some(loose_result(rest)?.score));
        if in_moves.is_none() && !rest.is_empty() && !begins_tag(rest) {
            return None;
        }
        let in_tag =
            || Score::from_ascii(record.value(TagName::Result, self.text).unwrap_or_default().trim_ascii());
        let given =
            in_moves.filter(|score| *score != Score::Unknown).or_else(in_tag).unwrap_or(Score::Unknown);
        Some(Tail { moves, given, end: ahead.at })
    }
}

/// The last moves of a game after the one that is read.
struct Tail {
    moves: Vec<(WrittenMove, Span)>,
    given: Score,
    /// The offset after them.
    end: usize,
}

impl Tail {
    /// Whether both kings are set on the centre, one after the other, and state the result of the record.
    fn has_sign(&self) -> bool {
        let targets = self.moves.iter().map(|(written, _)| king_target(*written, None));
        targets.clone().zip(targets.skip(1)).any(|(one, other)| stated_by(one, other) == Some(self.given))
    }
}

fn king_square(record: &Record, player: Color) -> Option<Square> {
    record.position.of(player, Role::King).single()
}

/// The result that kings on these squares state.
fn stated_by(one: Option<Square>, other: Option<Square>) -> Option<Score> {
    let (one, other) = one.zip(other).filter(|(one, other)| one != other)?;
    let (one, other) = (winner(one)?, winner(other)?);
    Some(if one == other { Score::won_by(one) } else { Score::Draw })
}

fn ends_game(act: &Act) -> bool {
    match act {
        Act::Say { word, .. } => {
            matches!(word, SpokenWord::Resign | SpokenWord::Draw | SpokenWord::Accept | SpokenWord::Decline)
        }
        Act::Agree(_) | Act::Press { .. } => true,
        _ => false,
    }
}

struct KingsSign {
    kind: FaultKind,
    /// The token of the last king, if it is not the first illegal move.
    last: Option<Span>,
    /// The moves after the kings.
    after: Option<Span>,
    /// The offset at which reading continues.
    end: usize,
}

/// The square to which a token moves the king that is on `from`.
fn king_target(written: WrittenMove, from: Option<Square>) -> Option<Square> {
    let WrittenMove::San(read) = written else { return None };
    let is_king = match read.subject() {
        Subject::Man(Role::King) => true,
        Subject::AnyMan => from.is_some_and(|from| {
            read.origin().file == Some(from.file()) && read.origin().rank == Some(from.rank())
        }),
        _ => false,
    };
    is_king.then(|| read.to())
}

/// The winner that a king on a centre square states.
fn winner(square: Square) -> Option<Color> {
    let is_one_of = |names: [&[u8; 2]; 2]| names.iter().any(|name| Square::from_ascii(*name) == Some(square));
    if is_one_of(LIGHT) { Some(Color::White) } else { is_one_of(DARK).then_some(Color::Black) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::reader::the_game;

    const SPANISH: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";

    /// The plies replayed, and the first kind of fault.
    fn read(moves: &str) -> (u32, Option<FaultKind>) {
        let record = the_game(moves);
        (record.plies(), record.text.faults.first().map(|fault| fault.kind.clone()))
    }

    #[test]
    fn signs_state_the_result() {
        for (moves, plies, score) in [
            ("6. Ke4 Kd5 1-0", 10, Score::White),
            ("6. Kd4 Ke5 0-1", 10, Score::Black),
            ("6. Ke4 Ke5 1/2-1/2", 10, Score::Draw),
            ("6. Ke4 Kd5 *", 10, Score::White),
            ("6. Ke4 Kd5 7. Rf2 *", 10, Score::White),
            ("6. Ke4 1-0", 10, Score::White),
            ("6. g1e4 e8d5 1-0", 10, Score::White),
            ("6. Ke4 Kd5 7. Rf2 1-0", 10, Score::White),
            ("6. Ke4 Kd5 7. Kg1 Ke8 1-0", 10, Score::White),
            ("6. Kf3 Kd6 7. Ke3 Ke6 8. Ke4 Kd5 1-0", 10, Score::White),
        ] {
            let game = format!("{SPANISH} {moves}");
            assert_eq!(read(&game), (plies, Some(FaultKind::KingsSign(score))), "{moves}");
        }
        for moves in ["6. Ke4 Kd5 0-1", "6. Ke4 Kd5 7. Rf2 1/2-1/2"] {
            let game = format!("{SPANISH} {moves}");
            assert_eq!(read(&game), (10, Some(FaultKind::KingsSignContradicts(Score::White))), "{moves}");
        }
    }

    #[test]
    fn illegal_king_moves_are_no_signs() {
        for moves in [
            "6. Kf3 d6 1-0",
            "6. Ke4 Nxe4 7. d3 Nf6 0-1",
            "6. Kf3 Kd6 7. Ke4 Kd5 0-1",
            "6. Ke4 {[%claim b illegal]} Kd5 1-0",
            "6. Ke4 Kd5 7. Rf2 d6 8. Rf3 d5 9. Rf4 1-0",
        ] {
            let (plies, fault) = read(&format!("{SPANISH} {moves}"));
            assert!(plies >= 10 && !matches!(fault, Some(FaultKind::KingsSign(_))), "{moves}");
        }
    }

    #[test]
    fn moves_after_the_sign_are_named() {
        let record = the_game(&format!("{SPANISH} 6. Ke4 Kd5 7. Rf2 a5 1-0"));
        let kinds: Vec<_> = record.text.faults.iter().map(|fault| fault.kind.clone()).collect();
        assert_eq!(kinds, [FaultKind::KingsSign(Score::White), FaultKind::MovesAfterKingsSign]);
    }

    #[test]
    fn a_long_impossible_tail_is_of_a_board_alone() {
        let strays = "6. Bf1 Nb8 7. Bc1 Nb8 8. Qd1 Qd8 1-0";
        let tagged = |tag: &str| read(&format!("{tag}\n\n{SPANISH} {strays}")).1;
        assert_eq!(tagged("[LiveChessVersion \"1.4.8\"]"), Some(FaultKind::StrayBoardMoves));
        assert_ne!(tagged("[Annotator \"White\"]"), Some(FaultKind::StrayBoardMoves));
    }

    #[test]
    fn stray_moves_of_a_board_are_skipped() {
        for (moves, skipped) in [
            ("6. Rf5 {[%emt 0:01]} 1-0", true),
            ("6. Rf5 {[%emt 0:01]} d6 {[%emt 0:01]} 1-0", true),
            ("6. Rf5 {[%emt 0:01]} d6 {[%emt 0:01]} 7. d3 1-0", false),
            ("6. Rf5 1-0", false),
            ("6. Rf5 d6 7. Ke4 Kd5 1-0", true),
        ] {
            let game =
                SPANISH.replace("1. e4", if moves.contains("emt") { "1. e4 {[%emt 0:01]}" } else { "1. e4" });
            let (plies, fault) = read(&format!("{game} {moves}"));
            assert_eq!(
                (plies == 10, fault == Some(FaultKind::StrayBoardMoves)),
                (skipped, skipped),
                "{moves}"
            );
        }
    }
}
