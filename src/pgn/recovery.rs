//! Recovery from damaged text. If the text itself shows that moves are missing, repeated or one too many, or that the game
//! may have begun from another position, a token that is no move is reported as a slip of the writer, not of a player.

use crate::chess::{Color, Meaning, Move, MoveKind, Play, Position, Role, San, Side, Square, Subject};

use super::descriptive::WrittenMove;
use super::lookahead::Element;
use super::lost_moves::note_lost_move;
use super::movetext::{Dots, MoveNumber, brace_comment};
use super::reader::Reader;
use super::respelled_move::{legal, unsigned};
use crate::game::diagnostic::AfterEnd;
use crate::game::recovery_state::{NumberGap, PositionDoubt, WrongNumber};
use crate::game::{
    Act, FaultKind, PlacedAct, Record, SetupSource, Span, StopReason, TextFault, UmpireRuling,
};
use crate::law::RemedyKind;

/// Moves and comments that are read ahead in search of the next number.
const MOST_ELEMENTS: u32 = 16;
/// Bytes before a token or number that are searched for a retraction.
const RETRACTION_BYTES: usize = 4096;
/// Plies that are compared with earlier ones of the same numbers.
const LONGEST_REPEATED: u32 = 200;
/// Plies that are compared with those that an earlier number could have.
const MOST_COMPARED: u32 = 12;
/// Wrong numbers of a game up to which the moves after one are compared with earlier ones.
const MOST_WRONG: u32 = 4;
/// Plies without numbers that are taken for part of another game.
const LONGEST_HEAD: u32 = 8;

/// How to read on at a token that is no move.
pub(super) enum Recovery {
    /// The token is this move in another spelling.
    OtherMove(Move),
    /// The token is this move of a pawn, which does not reach the last rank, with the sign of a promotion.
    Unpromoted(Move),
    /// Reading continues at the offset `end`.
    Skip {
        kind: FaultKind,
        end: usize,
    },
    Stop(FaultKind),
}

/// The moves from a token up to the next number.
struct Following {
    /// `None` at the end of the game.
    number: Option<MoveNumber>,
    moves: Vec<TokenAhead>,
}

#[derive(Clone, Copy)]
struct TokenAhead {
    token: Span,
    /// The offset after the token and its suffix.
    end: usize,
}

impl Reader<'_> {
    /// Notes a number that is not due, and skips the moves after it if they repeat earlier ones. Returns the offset at which
    /// to read on.
    #[cold]
    pub(super) fn wrong_number(&self, record: &mut Record, number: MoveNumber, span: Span) -> usize {
        let end = span.range().end;
        if self.is_retracted_after(end) {
            return end;
        }
        // The moves between are reported as hidden.
        let offset = i64::from(number.number) - i64::from(record.position.fullmove());
        if record.recovery.position_doubt == Some(PositionDoubt::HiddenMoves)
            && record.facts.doubtful == Some(record.plies())
            && offset > record.recovery.number_offset
        {
            record.recovery.number_offset = offset;
            record.text.shift_numbers(span.start, offset);
            return end;
        }
        if number.number == record.start.fullmove() && is_begun_again(record) {
            record.add_fault(FaultKind::AfterEnd(AfterEnd::NewGame), span);
            record.stop_replay(StopReason::GameOver);
            return end;
        }
        // `$ 1` is a sign, not a number.
        let before = Span { start: record.span.start, end: span.start }.of(self.text);
        if before.ends_with(b"$ ") {
            record.text.notation.count(record.plies(), Span::new(span.range().start - 2, end));
            return end;
        }
        let (before, plies) = (record.recovery.number_offset, record.plies());
        if follows_repeated_moves(record, offset - before) {
            record.recovery.number_offset = offset;
            record.text.shift_numbers(span.start, offset);
            return end;
        }
        if self.is_retracted_before(record, span) {
            let gap = NumberGap::NotTakenBack;
            let misnumbered = WrongNumber { plies, number: number.number, gap };
            record.recovery.wrong_number = (offset < before).then_some(misnumbered);
            record.recovery.number_offset = offset;
            record.text.shift_numbers(span.start, offset);
            return end;
        }
        // Numbers that are mostly wrong prove nothing.
        let repeats = if record.text.wrong_numbers.count > MOST_WRONG {
            Repeats::None
        } else {
            self.repeats(record, number, end)
        };
        if let Repeats::All { first, more, end } = repeats {
            record.add_fault(FaultKind::RepeatedMoves { more }, first);
            return end;
        }
        record.text.wrong_numbers.count(plies + 1, span);
        // The number of the first move from a set-up position proves nothing.
        let is_first =
            record.moves.is_empty() && matches!(record.setup, SetupSource::Fen | SetupSource::Placed);
        // The moves of commands have no numbers of their own.
        let so_far = Span { start: record.span.start, end: span.start }.of(self.text);
        let goes_back = repeats != Repeats::TakenBack
            && offset != 0
            && memchr::memmem::find(so_far, b"[%play").is_none()
            && numbered_ply(record, number).is_some_and(|stated| stated < record.plies());
        let next = self.following_from(record, end);
        let is_slip = next.as_ref().is_some_and(|next| goes_on_with(record, next));
        let is_misprint = goes_back && self.fits_only_here(record, number, end);
        let is_higher = offset > before && offset > 0 && !is_first;
        let gap = match (record.position.turn(), number.dots) {
            (Color::Black, Dots::Few) if is_higher && offset == before + 1 => Some(NumberGap::OnePly),
            _ if is_higher => Some(NumberGap::BothPlayers),
            (Color::White, Dots::Many) => Some(NumberGap::OnePly),
            _ if goes_back && !is_misprint => Some(NumberGap::NumberedTwice),
            _ => None,
        };
        let is_far_back = offset < before - 1 || number.number == record.start.fullmove();
        let is_legal = |token: &TokenAhead| legal(record, token.token.of(self.text)).is_some();
        // A number without moves after it may be an odd result.
        let moves_follow = next.as_ref().is_some_and(|next| !next.moves.is_empty());
        let is_later = matches!(gap, Some(NumberGap::OnePly | NumberGap::BothPlayers));
        if is_later && let Some(place) = self.place_of_lost_move(record, span, is_slip) {
            note_lost_move(record, place);
        } else if goes_back && moves_follow && (is_far_back || !is_slip) {
            record.add_fault(FaultKind::NumbersGoBack, span);
        } else if gap == Some(NumberGap::BothPlayers)
            && !is_slip
            && plies > 0
            && next.is_some_and(|next| next.moves.first().is_some_and(is_legal))
        {
            record.add_fault(FaultKind::NumbersJump, span);
        }
        let misnumbered = gap.map(|gap| WrongNumber { plies, number: number.number, gap });
        // An earlier gap remains until the numbers agree with the moves again.
        let earlier = record.recovery.wrong_number.filter(|_| offset != 0);
        record.recovery.wrong_number = misnumbered.or(earlier);
        // Later numbers are compared with this one, so that one slip is counted once.
        record.recovery.number_offset = offset;
        record.text.shift_numbers(span.start, offset);
        end
    }

    /// Whether the moves after a number that goes back are legal here, and could not follow the earlier moves before that
    /// number: then it is a slip, and they are no variation.
    fn fits_only_here(&self, record: &mut Record, number: MoveNumber, end: usize) -> bool {
        let Some(earlier) = numbered_ply(record, number).filter(|_| record.acts.is_empty()) else {
            return false;
        };
        if record.recovery.look_ahead_left < earlier {
            return false;
        }
        record.recovery.look_ahead_left -= earlier;
        let (mut here, mut earliest) = (record.position, record.start);
        for played in record.moves.iter().take(earlier as usize) {
            earliest.play(played);
        }
        let mut there = Some(earliest);
        let mut ahead = self.ahead_from(end);
        for _ in 0..MOST_COMPARED {
            let Some(WrittenMove::San(read)) = ahead.next_main_line_move(record.text.move_notation) else {
                return there.is_none();
            };
            let Meaning::Legal(played) = here.meaning(read) else { return false };
            here.play(played);
            there = there.and_then(|mut board| {
                let Meaning::Legal(played) = board.meaning(read) else { return None };
                board.play(played);
                Some(board)
            });
        }
        there.is_none()
    }

    /// Whether moves are taken back directly after a number, so that it numbers the move made instead.
    fn is_retracted_after(&self, end: usize) -> bool {
        let rest = self.text.get(end..).unwrap_or_default().trim_ascii_start();
        matches!(brace_comment(rest), Ok((_, comment)) if takes_back(comment.body))
    }

    /// Whether moves are taken back, by the players or by a ruling, between the last move on the board and a token. The
    /// score may then repeat moves.
    fn is_retracted_before(&self, record: &Record, token: Span) -> bool {
        let last = record.token(record.plies(), self.text).map_or(record.span.start, |last| last.end);
        let between = Span { start: last, end: token.start }.of(self.text);
        takes_back(between.get(between.len().saturating_sub(RETRACTION_BYTES)..).unwrap_or_default())
    }

    /// The recovery from a token that is no move here; `None` if the text around it shows no damage.
    #[cold]
    pub(super) fn recovery(&self, record: &Record, written: WrittenMove, token: Span) -> Option<Recovery> {
        if let Some(played) = self.respelled(record, token) {
            return Some(Recovery::OtherMove(played));
        }
        if let Some(recovery) = self.cut_off(record, written, token) {
            return Some(recovery);
        }
        if let Some(played) = self.unpromoted(record, token) {
            return Some(Recovery::Unpromoted(played));
        }
        if let Some(played) = self.en_passant_as_meant(record, written, token) {
            return Some(Recovery::OtherMove(played));
        }
        if is_castling(written) && has_doubtful_castling(record) {
            return Some(Recovery::Stop(FaultKind::DoubtfulCastling));
        }
        let following = self.following(record).map(|mut following| {
            following.moves.insert(0, TokenAhead { token, end: self.at });
            following
        });
        let next = following.as_ref();
        if self.is_retracted_before(record, token) {
            let is_back = |misnumbered: WrongNumber| misnumbered.gap == NumberGap::NotTakenBack;
            let went_back = record.recovery.wrong_number.is_some_and(is_back)
                || next.is_some_and(|next| self.excess(record, token, next) > 0);
            return went_back.then_some(Recovery::Stop(FaultKind::NotTakenBack));
        }
        if let Some(repeated) = self.repeated_turn(record, written, token, next) {
            return Some(repeated);
        }
        let in_comment = || {
            let is_hidden =
                !next.is_some_and(|next| agrees(record, next)) && self.has_turn_in_comment(record, token);
            is_hidden.then_some(FaultKind::AfterHiddenMoves)
        };
        let missing =
            || self.missing_before(record, written, token, next).or_else(in_comment).map(Recovery::Stop);
        let too_many = || self.too_many(record, token, next);
        // A number directly before the token is the stronger evidence.
        match record.recovery.wrong_number {
            Some(WrongNumber { plies, gap, .. }) if plies == record.plies() || gap == NumberGap::OnePly => {
                missing().or_else(too_many)
            }
            _ => too_many().or_else(missing),
        }
    }

    /// The recovery if the text ends within this token.
    pub(super) fn cut_off(&self, record: &Record, written: WrittenMove, token: Span) -> Option<Recovery> {
        let is_last = token.range().end == self.text.len() || self.is_at_end();
        (is_last && may_be_cut_off(&record.position, written))
            .then_some(Recovery::Skip { kind: FaultKind::EndsInsideToken, end: self.text.len() })
    }

    /// Compares the moves after a number with the earlier moves of the same numbers.
    fn repeats(&self, record: &Record, number: MoveNumber, after: usize) -> Repeats {
        let Some(mut from) = numbered_ply(record, number).filter(|from| *from < record.plies()) else {
            return Repeats::None;
        };
        let mut ahead = self.ahead_from(after);
        let mut ply = from;
        let mut first = None;
        let mut end = after;
        loop {
            let caught_up = ply == record.plies();
            let (all, some) = match first {
                Some(first) => (Repeats::All { first, more: ply - from - 1, end }, Repeats::Some),
                None => (Repeats::None, Repeats::None),
            };
            if caught_up {
                return all;
            }
            if ply - from > LONGEST_REPEATED {
                return some;
            }
            match ahead.next_element(record.text.move_notation) {
                Some(Element::Comment(comment)) if takes_back(comment.of(self.text)) => {
                    return Repeats::TakenBack;
                }
                Some(Element::Comment(_)) => {}
                Some(Element::Number(number)) => match numbered_ply(record, number) {
                    Some(stated) if stated == record.plies() && first.is_some() => return all,
                    Some(stated) if stated == ply || stated + 1 == ply => {}
                    _ => return some,
                },
                // A number with one dot may number Black's move alone.
                Some(Element::Move { token, .. })
                    if ply == from
                        && self.is_token_of(record, ply + 1, token)
                        && ply + 1 < record.plies() =>
                {
                    first = Some(token);
                    ply += 2;
                    from += 1;
                    end = ahead.at;
                }
                Some(Element::Move { token, .. }) if self.is_token_of(record, ply, token) => {
                    first.get_or_insert(token);
                    ply += 1;
                    end = ahead.at;
                }
                _ => return some,
            }
        }
    }

    /// Whether a token is the text of the move of a ply, without their signs. Plies count from 0.
    fn is_token_of(&self, record: &Record, ply: u32, token: Span) -> bool {
        record
            .token(ply + 1, self.text)
            .is_some_and(|made| unsigned(made.of(self.text)) == unsigned(token.of(self.text)))
    }

    /// The moves up to the next number; `None` if a move is taken back before it, or if other text or too many moves come.
    fn following(&self, record: &Record) -> Option<Following> {
        self.following_from(record, self.at)
    }

    fn following_from(&self, record: &Record, at: usize) -> Option<Following> {
        let mut ahead = self.ahead_from(at);
        let mut moves = Vec::new();
        for _ in 0..MOST_ELEMENTS {
            match ahead.next_element(record.text.move_notation) {
                Some(Element::Number(number)) => return Some(Following { number: Some(number), moves }),
                Some(Element::Comment(comment)) if takes_back(comment.of(self.text)) => return None,
                Some(Element::Comment(_)) => {}
                Some(Element::Move { token, .. }) => moves.push(TokenAhead { token, end: ahead.at }),
                None => return ahead.is_at_game_end().then_some(Following { number: None, moves }),
            }
        }
        None
    }

    /// The number of moves too many before the next number; at the end of a game, the most that there may be.
    fn excess(&self, record: &Record, token: Span, next: &Following) -> u32 {
        let moves = u32::try_from(next.moves.len()).unwrap_or(u32::MAX);
        match next.number {
            Some(number) => {
                // If each half-move has a number with one dot, both players' moves have the same.
                let is_of_each =
                    number.dots == Dots::Few && moves == 1 && self.number_before(token).is_some();
                let stated = numbered_ply(record, number).map(|ply| ply + u32::from(is_of_each));
                let reached = record.plies().saturating_add(moves);
                stated.map_or(0, |stated| reached.saturating_sub(stated))
            }
            // A move with a number of its own is not repeated, nor is castling, which both players do.
            None => match (record.position.turn(), self.number_before(token)) {
                (Color::White, Some(_)) | (Color::Black, Some(Dots::Many)) => 0,
                (Color::Black, None) if moves == 1 && self.is_castling(token) => 0,
                _ if !self.is_numbered_lately(record) => 0,
                _ => moves,
            },
        }
    }

    fn is_castling(&self, token: Span) -> bool {
        let said = San::from_ascii(token.of(self.text));
        said.is_some_and(|said| matches!(said.subject(), Subject::Castling(_)))
    }

    /// The recovery if there are too many moves before the next number: repeated moves are skipped.
    fn too_many(&self, record: &Record, token: Span, next: Option<&Following>) -> Option<Recovery> {
        let next = next?;
        let (excess, moves) = (self.excess(record, token, next), u32::try_from(next.moves.len()).ok()?);
        let mut lengths = 1..=excess.min(record.plies()).min(moves);
        if let Some(length) = lengths.find(|length| self.are_the_last(record, next, *length)) {
            let TokenAhead { end, .. } = *next.moves.get(length as usize - 1)?;
            return Some(Recovery::Skip { kind: FaultKind::RepeatedMoves { more: length - 1 }, end });
        }
        // An even excess means that a number is repeated.
        (next.number.is_some() && excess % 2 == 1).then_some(Recovery::Stop(FaultKind::ExtraMove))
    }

    /// The recovery if a player's last move is written again, whose man cannot make it twice. If the reply is written
    /// again too, both are skipped.
    fn repeated_turn(
        &self,
        record: &Record,
        written: WrittenMove,
        token: Span,
        next: Option<&Following>,
    ) -> Option<Recovery> {
        let ply = record.plies().checked_sub(2)?;
        let has_own_number = self.number_before(token).is_some();
        let last = record.moves.get(ply as usize)?;
        let is_there =
            record.position.man_at(last.to()).is_some_and(|man| man.color == record.position.turn());
        if !is_there || !record.acts.is_empty() || !self.is_token_of(record, ply, token) {
            return None;
        }
        let WrittenMove::San(_) = written else { return None };
        match next?.moves.get(1) {
            Some(reply) if has_own_number && self.is_token_of(record, ply + 1, reply.token) => {
                Some(Recovery::Skip { kind: FaultKind::RepeatedMoves { more: 1 }, end: reply.end })
            }
            _ => Some(Recovery::Stop(FaultKind::AlreadyMade)),
        }
    }

    /// Whether the next `length` moves have the same text as the last ones made.
    fn are_the_last(&self, record: &Record, next: &Following, length: u32) -> bool {
        let mut pairs = next.moves.iter().zip(record.plies() - length..record.plies());
        pairs.all(|(ahead, ply)| self.is_token_of(record, ply, ahead.token))
    }

    /// What is missing before a token that is no move here. It may be the position from which the game began. It may be one
    /// move, if the number before the token is of the player not on move, or if the next number leaves the token to that
    /// player, who can make it. Or it may be moves of both players, until the numbers agree with the moves again.
    fn missing_before(
        &self,
        record: &Record,
        written: WrittenMove,
        token: Span,
        next: Option<&Following>,
    ) -> Option<FaultKind> {
        if record
            .text
            .faults
            .iter()
            .any(|fault| matches!(fault.kind, FaultKind::SetUpWithoutFen | FaultKind::EmptyFen))
        {
            return Some(FaultKind::MissingPosition);
        }
        if record.is_move_after_corrections(&written)
            || record.is_castling_after_silent_correction(&written) && self.is_without_acts(record)
        {
            return Some(FaultKind::NotCorrected);
        }
        if let Some(missing) = doubt_of_position(record).or_else(|| missing_by_earlier_number(record, next)) {
            return Some(missing);
        }
        if let Some(doubt) = self.doubt_of_start(record, written, token) {
            return Some(doubt);
        }
        let is_first = record.setup == SetupSource::Fen && record.moves.is_empty();
        let turn = record.position.turn();
        let is_numbered = turn == Color::Black && self.number_before(token) == Some(Dots::Many);
        // Both players may castle.
        if is_first && self.is_with_reversed_ranks(record, token) {
            return Some(FaultKind::ReversedRanks);
        }
        if is_first
            && !is_numbered
            && !is_castling(written)
            && is_of_the_other(record, written)
            && self.goes_on_for_the_other(record, token)
        {
            return Some(FaultKind::DoubtfulTurn);
        }
        let next = next?;
        if leaves_half_a_move(record, next) {
            let is_alone = turn == Color::White && next.moves.len() == 1;
            let is_missing_before = is_alone && is_of_the_other(record, written);
            let missing =
                if is_missing_before { FaultKind::MissingMove(turn) } else { FaultKind::MissingPly };
            return Some(missing);
        }
        self.is_head_of_a_fragment(record, token, next).then_some(FaultKind::MissingPosition)
    }

    /// Whether the moves after a sign leave no room for one more before the next number, so that the sign separates them.
    pub(super) fn is_separator(&self, record: &Record, sign: Span) -> bool {
        let Some(next) = self.following_from(record, sign.range().end) else {
            // The same sign may follow each move.
            let mut ahead = self.ahead_from(sign.range().end);
            let first = ahead.next_element(record.text.move_notation);
            let is_legal = matches!(first, Some(Element::Move { token, .. })
                if legal(record, token.of(self.text)).is_some());
            return is_legal && ahead.rest().trim_ascii_start().starts_with(sign.of(self.text));
        };
        let is_legal = |token: &TokenAhead| legal(record, token.token.of(self.text)).is_some();
        next.moves.first().is_some_and(is_legal) && (next.number.is_none() || goes_on_with(record, &next))
    }

    /// Notes a sign in place of a move; returns whether it is directly after the number of the player on move.
    #[cold]
    pub(super) fn note_placeholder(&self, record: &mut Record, sign: Span) -> bool {
        let is_of_mover = match self.number_before(sign) {
            None => false,
            Some(dots) => (dots == Dots::Many) == (record.position.turn() == Color::Black),
        };
        if is_of_mover && record.recovery.wrong_number.is_none() {
            let (plies, number) = (record.plies(), record.position.fullmove());
            record.recovery.wrong_number = Some(WrongNumber { plies, number, gap: NumberGap::OnePly });
        }
        is_of_mover
    }

    /// Whether the game begins with moves without numbers and the first number is too high for them, so that the moves before
    /// them are lost.
    fn is_head_of_a_fragment(&self, record: &Record, token: Span, next: &Following) -> bool {
        let plies = record.plies();
        let Some(stated) = next.number.and_then(|number| numbered_ply(record, number)) else { return false };
        let begins = record.token(1, self.text).filter(|_| plies > 0).unwrap_or(token);
        let passed = self.text.get(begins.range().start..token.range().start).unwrap_or_default();
        let is_usual = record.setup == SetupSource::Usual && record.acts.is_empty() && plies < LONGEST_HEAD;
        is_usual
            && stated as usize > plies as usize + next.moves.len()
            && self.number_before(begins).is_none()
            && !passed.contains(&b'.')
    }

    /// Whether one of the last three moves has a number.
    fn is_numbered_lately(&self, record: &Record) -> bool {
        let last = (record.plies().saturating_sub(2)..=record.plies())
            .filter_map(|ply| record.token(ply, self.text));
        last.into_iter().any(|token| self.number_before(token).is_some())
    }

    /// Whether a move number is directly before a token.
    pub(super) fn has_number_before(&self, token: Span) -> bool {
        self.number_before(token).is_some()
    }

    /// The dots of the move number directly before a token.
    fn number_before(&self, token: Span) -> Option<Dots> {
        let before = self.text.get(..token.range().start).unwrap_or_default().trim_ascii_end();
        let dots = before.iter().rev().take_while(|byte| **byte == b'.').count();
        let mut bytes = before.iter().rev().skip(dots).peekable();
        bytes.next_if(|byte| byte.is_ascii_digit())?;
        let in_a_word = bytes.find(|byte| !byte.is_ascii_digit()).is_some_and(u8::is_ascii_alphanumeric);
        (!in_a_word).then_some(if dots > 1 { Dots::Many } else { Dots::Few })
    }
}

/// How far the moves after a number repeat the earlier moves of that number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeats {
    None,
    /// A move is taken back after the number.
    TakenBack,
    /// The first of them do.
    Some,
    /// All of them do, up to the last move made or to a number that continues from it. `first` is their first token, `more`
    /// the number of others, and `end` the offset after the last.
    All {
        first: Span,
        more: u32,
        end: usize,
    },
}

/// The ply of a move number, from 0, by the numbers so far.
pub(super) fn numbered_ply(record: &Record, number: MoveNumber) -> Option<u32> {
    let first = i64::from(record.start.fullmove()) + record.recovery.number_offset;
    let of_white = (i64::from(number.number) - first) * 2;
    let begun = i64::from(record.start.turn() == Color::Black);
    u32::try_from(of_white + i64::from(number.dots == Dots::Many) - begun).ok()
}

pub(super) fn is_castling(written: WrittenMove) -> bool {
    matches!(written, WrittenMove::San(read) if matches!(read.subject(), Subject::Castling(_)))
}

/// Whether the FEN gives castling rights that its position does not allow, or king and queen are on each other's squares.
fn has_doubtful_castling(record: &Record) -> bool {
    let is_impossible = |fault: &TextFault| matches!(fault.kind, FaultKind::ImpossibleCastlingRight(_));
    let stands = |role, square: &[u8; 2]| {
        let square = Square::from_ascii(square).and_then(|square| record.start.man_at(square));
        square.is_some_and(|man| man.role == role)
    };
    record.setup == SetupSource::Fen
        && (record.text.faults.iter().any(is_impossible)
            || stands(Role::King, b"d1") && stands(Role::Queen, b"e1")
            || stands(Role::King, b"d8") && stands(Role::Queen, b"e8"))
}

/// Whether the last thing recorded is that the game is begun again.
fn is_begun_again(record: &Record) -> bool {
    let is_after_moves = |placed: &&PlacedAct| placed.ply == record.plies();
    let begins_again = |placed: &PlacedAct| {
        matches!(
            placed.act,
            Act::Ruling(UmpireRuling::Recommence) | Act::Elect { remedy: RemedyKind::Recommence, .. }
        )
    };
    record.acts.iter().rev().take_while(is_after_moves).any(begins_again)
}

/// The doubt about the first position of the game, until enough of its moves confirm the position.
fn doubt_of_position(record: &Record) -> Option<FaultKind> {
    let doubt = record.recovery.position_doubt.filter(|doubt| record.plies() < doubt.settled_after())?;
    Some(match doubt {
        PositionDoubt::DetachedLetter => FaultKind::DetachedLetter,
        PositionDoubt::ImpossibleEnPassant => FaultKind::DoubtfulEnPassant,
        PositionDoubt::HiddenMoves => FaultKind::AfterHiddenMoves,
        PositionDoubt::LostMove => FaultKind::AfterLostMove,
        PositionDoubt::BrokenTag if record.setup == SetupSource::Fen => FaultKind::BrokenPositionTag,
        PositionDoubt::SmallLetters => FaultKind::SmallLetters,
        PositionDoubt::OtherFen => FaultKind::OtherFen,
        _ => FaultKind::MissingPosition,
    })
}

/// What is missing according to an earlier number, unless the next number agrees with the moves again.
fn missing_by_earlier_number(record: &Record, next: Option<&Following>) -> Option<FaultKind> {
    let misnumbered = record.recovery.wrong_number?;
    if next.is_some_and(|next| agrees(record, next)) {
        return None;
    }
    let plies = record.plies();
    if misnumbered.leaves_start_doubtful(plies) {
        return Some(FaultKind::MissingPosition);
    }
    let WrongNumber { plies: then, number, gap } = misnumbered;
    match gap {
        NumberGap::BothPlayers if then == 0 => None,
        NumberGap::OnePly if then == plies => Some(FaultKind::MissingMove(record.position.turn())),
        NumberGap::BothPlayers if then == plies => Some(FaultKind::MissingMoves { before: number }),
        NumberGap::NotTakenBack => Some(FaultKind::NotTakenBack),
        NumberGap::NumberedTwice => Some(FaultKind::NumberedTwice { number }),
        NumberGap::OnePly | NumberGap::BothPlayers => {
            (record.recovery.number_offset != 0).then_some(FaultKind::AfterMissingMoves { number })
        }
    }
}

/// Whether the next number agrees with the moves on the board, whatever the earlier numbers were.
fn agrees(record: &Record, next: &Following) -> bool {
    let Some(stated) = next.number else { return false };
    let reached = i64::from(record.plies()) + i64::try_from(next.moves.len()).unwrap_or(i64::MAX);
    let begun = i64::from(record.start.turn() == Color::Black);
    let number = i64::midpoint(reached, begun) + i64::from(record.start.fullmove());
    let is_black = (reached + begun) % 2 == 1;
    number == i64::from(stated.number) && is_black == (stated.dots == Dots::Many)
}

/// Whether the next number goes on from the numbers so far, so that the number before it is a slip of the pen.
fn goes_on_with(record: &Record, next: &Following) -> bool {
    let stated = next.number.and_then(|number| numbered_ply(record, number));
    stated.is_some_and(|stated| stated as usize == record.plies() as usize + next.moves.len())
}

/// Whether moves with numbers of their own were skipped last because they are repeated, so that the numbers after them are
/// higher by `shift`.
fn follows_repeated_moves(record: &Record, shift: i64) -> bool {
    record.text.faults.last().is_some_and(|fault| {
        matches!(fault.kind, FaultKind::RepeatedMoves { more } if i64::from(more) + 1 == shift * 2)
            && fault.ply == record.plies()
    })
}

/// Whether one ply is missing before the next number.
fn leaves_half_a_move(record: &Record, next: &Following) -> bool {
    let stated =
        next.number.filter(|number| number.dots == Dots::Few).and_then(|number| numbered_ply(record, number));
    let left =
        stated.and_then(|stated| (stated as usize).checked_sub(record.plies() as usize + next.moves.len()));
    left == Some(1)
}

/// Whether the player not on move could make the move.
fn is_of_the_other(record: &Record, written: WrittenMove) -> bool {
    let mut board = record.position;
    board.set_turn(board.turn().other());
    matches!(written.meaning(&board, record.prior_moves()), Meaning::Legal(_) | Meaning::Ambiguous(_))
}

/// Whether the first move after a position in FEN is one of the player who is not to move there.
pub(super) fn is_of_other_in_fen(record: &Record, written: WrittenMove) -> bool {
    record.setup == SetupSource::Fen
        && record.moves.is_empty()
        && record.acts.is_empty()
        && is_of_the_other(record, written)
}

/// Whether a text holds a command that takes moves back. Numbers may go back after it.
fn takes_back(comment: &[u8]) -> bool {
    let holds = |command: &[u8]| memchr::memmem::find(comment, command).is_some();
    holds(b"[%retract") || holds(b"[%ruling")
}

/// Whether a token may be the first part of a legal move: its origin, castling on the queen's side, or a promotion.
fn may_be_cut_off(board: &Position, written: WrittenMove) -> bool {
    let WrittenMove::San(read) = written else { return false };
    let stands_on = |square, role| board.man_at(square).is_some_and(|man| man.role == role);
    let begins = |played: &Move| match (read.subject(), played.kind()) {
        (Subject::Castling(Side::King), kind) => kind == MoveKind::Castling(Side::Queen),
        (Subject::Man(Role::Pawn), MoveKind::Promotion(_)) if played.to() == read.to() => {
            read.promotion().is_none()
        }
        (Subject::PawnToFile(_), _) => true,
        (Subject::Man(role), _) => {
            !read.takes() && played.from() == read.to() && stands_on(played.from(), role)
        }
        _ => false,
    };
    board.legal_moves(Play::COMMON).iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::reader::{faults_of_moves, the_game};

    #[test]
    fn numbers_that_leave_the_moves_doubtful() {
        for (moves, expected) in [
            ("1. e4 e5 2. Nf3 Nc6 2. Bc4 Bc5 3. c3 Nf6 1-0", vec![FaultKind::NumbersGoBack]),
            ("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. Ba4 Nf6 1-0", vec![FaultKind::NumbersJump]),
            // The next number agrees with the moves: a slip of the pen.
            ("1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 4. Ba4 Nf6 1-0", vec![]),
            ("1. e4 e5 2. Nf3 Nc6 33. Bb5 a6 4. Ba4 Nf6 1-0", vec![]),
            ("1. e4 e5 2. Nf3 Nc6 5. Bb5 a6 4. Ba4 Nf6 1-0", vec![]),
            ("101. e4 e5 102. Nf3 Nc6 103. Bb5 a6 1-0", vec![]),
            ("1. e4 2. e5 3. Nf3 4. Nc6 5. Bb5 6. a6 1-0", vec![]),
            ("1. e4 e5 2. Nf3 Nc6 3. Nf3 Nc6 4. Bb5 a6 1-0", vec![FaultKind::RepeatedMoves { more: 1 }]),
        ] {
            assert_eq!(faults_of_moves(moves), expected, "{moves}");
        }
    }

    #[test]
    fn numbers_that_go_back_leave_no_doubt_about_moves_that_fit_only_here() {
        let game =
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 3. Ba4 Nf6 4. O-O Be7 5. Re1 b5 6. Bb3 d6 7. c3 O-O 8. h3 Nb8";
        let illegal = the_game(&format!("{game} 9. Kg3 1-0"));
        assert_eq!((illegal.plies(), illegal.nonstandard_moves.len()), (19, 1));
        // A line that begins before these moves, or another game, may go on.
        let doubtful = the_game("1. e4 e5 2. Nf3 Nc6 2. Bc4 Bc5 3. Bb5 Rb6 1-0");
        assert!(doubtful.nonstandard_moves.is_empty() && doubtful.ending.stop.is_some());
    }
}
