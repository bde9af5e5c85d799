//! Games whose course is uncertain: several moves cannot be made, or numbers go astray beside one that cannot. No player
//! is accused of them, or of a fault that a slip of the pen in the move before explains. The game is read again up to there.

use super::boundary::is_line_start;
use super::foreign_text::LONGEST_TRIED;
use super::reader::{CourseEnd, Reader, WhyEnded};
use super::slip::{LikelySlip, SlipKind, is_slip_before_short_rest, likely_slip};
use crate::chess::{CheckSign, Color, Meaning, Role, San};
use crate::game::{
    FaultKind, NonstandardKind, NonstandardMove, Record, SetupSource, Span, TagName, TextFault,
};
use crate::law::Rule;
use crate::search::Budget;

/// Illegal moves of one game that are judged. More show that the record is wrong.
const MOST_JUDGED: usize = 2;
/// Plies between an illegal move and the place where the numbers, or the moves after it, show that others are missing.
const LONGEST_RUN: u32 = 4;
/// The least moves after the first of two illegal moves, and after the second, that show that the record is wrong.
const LONG_COURSE: usize = 12;
const LONG_REST: usize = 4;
/// The last moves of a long game are often recorded wrongly: a fault there has fewer moves after it, and more plies before it.
const LAST_MOVES: usize = 6;
const LONG_GAME: u32 = 12;
/// Plies after which a second move that cannot be made belongs to the same fault.
const DIRECTLY_AFTER: u32 = 2;
/// The least squares of a king's move that no slip of the hand explains.
const KINGS_JUMP: u8 = 3;

impl Reader<'_> {
    /// Reads again, up to the moves that are in doubt, the game that began at `start`, if its course is uncertain. Acts
    /// would be judged with the moves.
    #[cold]
    pub(super) fn settle_course(&mut self, record: &mut Record, start: usize) {
        let is_score_alone = record.acts.is_empty() && record.tag(TagName::Observed).is_none();
        if !is_score_alone || self.at.saturating_sub(start) > LONGEST_TRIED {
            return;
        }
        let Some(end) = self.uncertain_from(record) else { return };
        let mut reader = Reader { course_end: Some(end), ..self.ahead_from(start) };
        reader.next_as_is(record);
        self.at = reader.at;
    }

    fn uncertain_from(&self, record: &Record) -> Option<CourseEnd> {
        let is_illegal = |odd: &&NonstandardMove| matches!(odd.kind, NonstandardKind::Illegal(_));
        let illegal: Vec<&NonstandardMove> = record.nonstandard_moves.iter().filter(is_illegal).collect();
        let first = *illegal.first()?;
        let stop = record.text.faults.iter().find(|fault| is_stop(fault));
        let unread = record.text.faults.iter().find(|fault| fault.kind == FaultKind::Unreadable);
        let unmade = illegal.len() + usize::from(stop.or(unread).is_some());
        let from = |odd: &NonstandardMove, why| Some(CourseEnd { token: odd.span.start, why });
        let unmade_from = |odd: &NonstandardMove| {
            let earlier = illegal.iter().take_while(|earlier| earlier.ply < odd.ply).count();
            from(odd, WhyEnded::Unmade(u32::try_from(unmade.saturating_sub(earlier)).unwrap_or(u32::MAX)))
        };
        if self.begins_another_game(record, first) {
            return unmade_from(first);
        }
        let second = illegal.get(1).map(|odd| odd.span).or(stop.map(|stop| stop.span));
        let slip = self.explanation(record, first);
        // A missing or surplus move changes the player of every move after it. A slip in an earlier move that explains two
        // shows that the record is wrong there.
        let is_elsewhere = |slip: &LikelySlip| {
            matches!(slip.kind, SlipKind::Missing(_) | SlipKind::Surplus)
                || slip.ply < first.ply && second.is_some()
        };
        if slip.as_ref().is_some_and(is_elsewhere) {
            return unmade_from(first);
        }
        if let Some(second) = second.filter(|_| slip.is_some()) {
            // The slip is named only where no clock speaks, and in the text as written, with the first move, if that is judged:
            // not if a position in FEN is in doubt by this stop.
            let is_named = record.clocks.is_empty()
                && self.written.is_none()
                && record.setup != SetupSource::Fen
                && record.facts.doubtful.is_none_or(|from| first.ply <= from);
            return if is_named {
                Some(CourseEnd { token: second.start, why: WhyEnded::Explained(first.ply, first.span) })
            } else {
                unmade_from(first)
            };
        }
        // So it does before fewer moves if one of them cannot be made as it is written.
        if second.is_some() && is_slip_before_short_rest(record, self.text, first.ply, first.span.start) {
            return unmade_from(first);
        }
        let run_before = |fault: &TextFault| {
            let mut next = fault.ply;
            let earlier = illegal.iter().rev().skip_while(|odd| odd.ply > fault.ply);
            let is_near = |odd: &&&NonstandardMove| {
                std::mem::replace(&mut next, odd.ply).saturating_sub(odd.ply) <= LONGEST_RUN
            };
            earlier.take_while(is_near).last().copied()
        };
        let of_board = record.text.faults.iter().find(|fault| fault.kind == FaultKind::StrayBoardMoves);
        if let Some(stray) = of_board.and_then(run_before) {
            return from(stray, WhyEnded::StrayMoves);
        }
        let is_near = |ply: u32| ply < first.ply && first.ply - ply <= LONGEST_RUN;
        let has_false_check =
            record.text.false_signs.iter().any(|sign| sign.sign == CheckSign::Check && is_near(sign.ply));
        if unmade + usize::from(has_false_check) > MOST_JUDGED {
            return unmade_from(first);
        }
        // Moves of both players that are lost seldom prevent more than two of those after them.
        let is_long_after = |second: Span| self.moves_after(record, second) >= LONG_REST;
        if record.clocks.is_empty()
            && second.is_some_and(is_long_after)
            && self.moves_after(record, first.span) >= LONG_COURSE
        {
            return unmade_from(first);
        }
        if record.clocks.is_empty()
            && first.ply > LONG_GAME
            && self.moves_after(record, first.span) < LAST_MOVES
            && (is_followed_by_fault(record, first) || is_jump_of_king(record, first))
        {
            return unmade_from(first);
        }
        let shows_gap = |fault: &&TextFault| match fault.kind {
            FaultKind::NumbersGoBack | FaultKind::NumbersJump | FaultKind::Unreadable => true,
            FaultKind::Unresolvable => false,
            _ => is_stop(fault),
        };
        record.text.faults.iter().filter(shows_gap).find_map(run_before).and_then(unmade_from)
    }

    /// Whether moves without tags and numbers may be of several games, each on a line, and this one begins a game.
    fn begins_another_game(&self, record: &Record, odd: &NonstandardMove) -> bool {
        let before = Span { start: record.span.start, end: odd.span.start }.of(self.text);
        let mut words = before.split(u8::is_ascii_whitespace);
        let is_number = |word: &[u8]| word.first().is_some_and(u8::is_ascii_digit);
        let is_first = |read| matches!(self.initial.meaning(read), Meaning::Legal(_));
        record.tags.pairs().is_empty()
            && is_line_start(self.text, odd.span.range().start)
            && !words.any(is_number)
            && San::from_ascii(odd.span.of(self.text)).is_some_and(is_first)
    }

    /// The change that explains why a move cannot be made, if the whole game can be played after it.
    fn explanation(&self, record: &Record, odd: &NonstandardMove) -> Option<LikelySlip> {
        let mut budget = Budget::SLIPS;
        let slip = likely_slip(record, self.text, odd.ply, odd.span.start, &mut budget);
        slip.filter(|slip| slip.until.is_none())
    }

    /// The number of moves of the main line after a token, up to [`LONG_COURSE`].
    fn moves_after(&self, record: &Record, token: Span) -> usize {
        let mut ahead = self.ahead_from(token.range().end);
        let next = || ahead.next_main_line_move(record.text.move_notation);
        std::iter::from_fn(next).take(LONG_COURSE).count()
    }

    /// Ends the replay at a move that an earlier reading found in doubt; returns whether this is the move.
    #[cold]
    pub(super) fn ends_course(&mut self, record: &mut Record, token: Span) -> bool {
        let Some(end) = self.course_end.filter(|end| end.token == token.start) else { return false };
        match end.why {
            WhyEnded::Explained(ply, span) => {
                let earlier = numbered_move(record, ply, &String::from_utf8_lossy(span.of(self.text)));
                Self::stop_at(record, FaultKind::AfterSlip { earlier }, token);
            }
            WhyEnded::StrayMoves => return self.skip_stray_moves(record, token),
            WhyEnded::Unmade(moves) => Self::stop_at(record, FaultKind::UncertainCourse { moves }, token),
        }
        true
    }
}

/// The move of a ply with its number: `12. Nf3`.
fn numbered_move(record: &Record, ply: u32, token: &str) -> String {
    let begun = u32::from(record.start.turn() == Color::Black);
    let half = ply.saturating_sub(1).saturating_add(begun);
    let number = record.start.fullmove().saturating_add(half / 2);
    let dots = if half % 2 == 1 { "..." } else { "." };
    format!("{number}{dots} {token}")
}

/// Whether another move that cannot be made follows directly, or the result in the signs of the kings.
fn is_followed_by_fault(record: &Record, first: &NonstandardMove) -> bool {
    let is_near = |ply: u32| ply.checked_sub(first.ply).is_some_and(|plies| plies <= DIRECTLY_AFTER);
    let is_illegal = |odd: &NonstandardMove| matches!(odd.kind, NonstandardKind::Illegal(_));
    let is_fault = |fault: &TextFault| {
        let is_sign = matches!(fault.kind, FaultKind::KingsSign(_) | FaultKind::KingsSignContradicts(_));
        (is_sign || is_stop(fault)) && is_near(fault.ply)
    };
    record.nonstandard_moves.iter().any(|odd| odd.ply > first.ply && is_illegal(odd) && is_near(odd.ply))
        || record.text.faults.iter().any(is_fault)
}

/// Whether a king goes further than any slip of the hand.
fn is_jump_of_king(record: &Record, odd: &NonstandardMove) -> bool {
    let Some(index) = odd.ply.checked_sub(1) else { return false };
    let Some(played) = record.moves.get(index as usize) else { return false };
    let mut board = record.start;
    record.moves.iter().take(index as usize).for_each(|played| board.play(played));
    let is_king = board.man_at(played.from()).is_some_and(|man| man.role == Role::King);
    let (from, to) = (played.from(), played.to());
    let files = from.file().index().abs_diff(to.file().index());
    let ranks = from.rank().index().abs_diff(to.rank().index());
    is_king && !played.is_castling() && files.max(ranks) >= KINGS_JUMP
}

fn is_stop(fault: &TextFault) -> bool {
    fault.kind.stops_replay() && fault.kind.rule() == Rule::RecordUnresolvable
}

#[cfg(test)]
mod tests {
    use crate::game::{FaultKind, Record};
    use crate::pgn::reader::the_game;

    const DUTCH: &str = "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. g3 dxc4 5. Bg2 Bb4+ 6. Bd2 a5 7. Qc2 Bxd2+ 8. Qxd2 c6 9. a4 b5 10. \
        axb5 cxb5 11. Qg5 O-O 12. Qxb5 Ba6 13. Qa4 Qb6 14. Nbd2 Bb5 15. Qa3 Nc6";

    /// The illegal moves, the plies, and the fault that stops the replay.
    fn read(moves: &str) -> (usize, u32, Option<FaultKind>) {
        let record: Record = the_game(&format!("[Event \"Example\"]\n\n{moves} *"));
        let stop = record.text.faults.iter().map(|fault| &fault.kind).find(|kind| kind.stops_replay());
        (record.nonstandard_moves.len(), record.plies(), stop.cloned())
    }

    #[test]
    fn what_a_slip_explains_is_not_judged() {
        // The pawn that stays on a4 is later in the queen's way.
        assert_eq!(
            read(&DUTCH.replace("axb5", "exb5")),
            (1, 24, Some(FaultKind::AfterSlip { earlier: "10. exb5".to_owned() }))
        );
        let timed = DUTCH.replace("axb5", "exb5 {[%clk 0:59:00]}");
        assert_eq!(read(&timed), (0, 18, Some(FaultKind::UncertainCourse { moves: 2 })));
    }

    #[test]
    fn no_move_points_to_a_finding_that_is_not_there() {
        let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1\"]";
        let record = the_game(&format!("{fen}\n\n1. e4 e5 2. Nc3 Nc6 3. Nf3 Nf6 4. d3 d6 5. Be2 Be7 *"));
        let stop = record.text.faults.iter().find(|fault| fault.kind.stops_replay());
        assert_eq!(stop.map(|fault| &fault.kind), Some(&FaultKind::UncertainCourse { moves: 2 }));
        assert!(record.nonstandard_moves.is_empty());
    }

    #[test]
    fn a_slip_before_a_short_rest_accuses_no_player_if_the_rest_shows_it() {
        // Only after 4. d4 can the pawn take.
        let shown = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. d5 exd4 5. O-O";
        assert_eq!(read(shown), (0, 6, Some(FaultKind::UncertainCourse { moves: 2 })));
        // Here the rest can be played as it is written.
        assert_eq!(read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. d5 Nf6 5. O-O").0, 1);
    }

    #[test]
    fn three_illegal_moves_show_that_the_record_is_wrong() {
        let study = "1. Kd4 Kd6 2. e5+ Kd7 3. Kd5";
        assert!(matches!(read(study), (0, 0, Some(FaultKind::UncertainCourse { .. }))));
        let three = "1. e4 e5 2. Kd4 Kd6 3. Nf3 Kd5 4. d3 a6";
        assert!(matches!(read(three), (0, 2, Some(FaultKind::UncertainCourse { .. }))));
        let two = "1. e4 e5 2. Nf3 Nc6 3. Rh3 a6 4. a3 Rh6";
        assert!(matches!(read(two), (2, 8, None)));
    }

    #[test]
    fn the_last_moves_of_a_long_game_are_doubtful() {
        let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3";
        assert!(matches!(read(&format!("{game} Kc3")), (0, 13, Some(FaultKind::UncertainCourse { .. }))));
        assert!(matches!(
            read(&format!("{game} Rh5 8. Bb2")),
            (0, 13, Some(FaultKind::UncertainCourse { .. }))
        ));
        assert_eq!(read(&format!("{game} Rh5 8. Bd5")), (1, 15, None));
    }

    #[test]
    fn lost_moves_accuse_no_player() {
        let two =
            "1. e4 e5 2. Nf3 Nc6 3. Rh3 a6 4. a3 Rh6 5. c3 d6 6. Be2 Be7 7. d3 Bd7 8. Be3 Qb8 9. Qc2 Qa7";
        assert_eq!(read(two), (0, 4, Some(FaultKind::UncertainCourse { moves: 2 })));
        let ply_lost = "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Bc4 Bb4+ 5. c3 dxc3 6. bxc3 Ba5 7. e5 d6 8. Qb3 Qe7 9. O-O dxe5 \
            10. Qf6 Nbd2 11. Bf5 Bxf7+ 12. Qxf7 Qxb7 13. Rd8 Qxc6+ 14. Bd7 Qc5 15. Bb6 Qxe5+ 16. Ne7 Rae1";
        assert_eq!(read(ply_lost), (0, 18, Some(FaultKind::UncertainCourse { moves: 2 })));
        let illegal = "1. e4 e5 2. Nf3 Nc6 3. Rh3 a6 4. a3 d6 5. d3 h6 6. Rg3 Nf6 7. c3 g6 8. Be2 Bg7 9. h3";
        assert_eq!(read(illegal).0, 1);
    }

    #[test]
    fn moves_of_several_games_without_numbers_accuse_no_player() {
        for text in ["e4 c6 d4\n\nd4 d5 c4", "d4 d5 c4 e6 Nc3\ne4 c5 Nf3"] {
            let record = the_game(text);
            assert!(record.nonstandard_moves.is_empty(), "{text}");
        }
        assert_eq!(the_game("e4 c6 d4\nRh5 c4 e6 Nf3").nonstandard_moves.len(), 1);
    }

    #[test]
    fn an_illegal_move_before_a_gap_belongs_to_it() {
        let gap = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 dxc3+ 9. Kg3 cxb2 10. Bxb2 Ne7";
        assert_eq!(read(gap), (0, 8, Some(FaultKind::UncertainCourse { moves: 2 })));
        let earlier = "1. e4 e5 2. Nf3 Nc6 3. Rh3 Bc5 4. c3 Nf6 5. a3 h6 6. d3 d6 9. Kg3 cxb2";
        assert!(matches!(read(earlier).0, 1));
    }
}
