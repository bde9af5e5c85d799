//! Records in doubt. Where the text itself shows that moves are missing before a token, that some stand twice or are one too
//! many, or that the game may have begun in another position, what is no move there accuses nobody: it is the writer's
//! slip that is told.

use crate::chess::{Color, Meaning, Move, MoveKind, Play, Position, Resolved, Role, San, Side, Subject};

use super::annotation_glyphs::meant_result;
use super::descriptive::Said;
use super::lookahead::Ahead;
use super::movetext::{Dots, MoveNumber, brace_comment, termination};
use super::reader::Reader;
use super::tag_pair::begins_tag;
use crate::game::diagnostic::FaultKind;
use crate::game::record::{Record, Setup};
use crate::game::recovery_state::{Gap, Misnumbered, PositionDoubt};
use crate::game::span::Span;

/// How many moves and comments are looked through for the next number.
const FARTHEST: u32 = 16;
/// How many bytes before a token or number are looked through for moves taken back.
const FARTHEST_BACK: usize = 4096;
/// How many half-moves are held against those that stand before with the same numbers.
const LONGEST_REPEATED: u32 = 200;
/// How many half-moves a fragment without numbers is taken to be part of another game.
const LONGEST_HEAD: u32 = 8;

/// What is to be done with a token that is no move, where the record is in doubt.
pub(super) enum Doubt {
    /// It is this move, written otherwise than the standard has it.
    OtherMove(Move),
    /// It is passed over, and what stands up to a place with it.
    PassedOver { kind: FaultKind, end: usize },
    /// The replay stops.
    Stop(FaultKind),
}

/// The number behind a token, or the end of the game.
struct Behind {
    number: Option<MoveNumber>,
    /// The moves up to it.
    moves: Vec<MoveAhead>,
}

/// A move that is looked at before it is read.
#[derive(Clone, Copy)]
struct MoveAhead {
    token: Span,
    /// Where it ends, its suffix with it.
    end: usize,
}

impl Reader<'_> {
    /// What a number says that is none of the move due; where the moves behind it stand before it already, they are passed
    /// over. Returns where to read on.
    #[cold]
    pub(super) fn wrong_number(&self, record: &mut Record, written: MoveNumber, span: Span) -> usize {
        let end = span.range().end;
        if self.takes_back_behind(end) {
            return end;
        }
        let offset = i64::from(written.number) - i64::from(record.position.fullmove());
        let (before, plies) = (record.recovery.number_offset, record.plies());
        if self.takes_back_before(record, span) {
            let gap = Gap::NotTakenBack;
            let misnumbered = Misnumbered { plies, number: written.number, gap };
            record.recovery.misnumbered = (offset < before).then_some(misnumbered);
            record.recovery.number_offset = offset;
            return end;
        }
        let repeats = self.repeats(record, written, end);
        if let Repeats::All { first, more, end } = repeats {
            record.fault(FaultKind::StandsTwice { more }, first);
            return end;
        }
        record.text.numbers.count(plies + 1, span);
        // Of a position's first move a number says nothing.
        let is_first = record.moves.is_empty() && matches!(record.setup, Setup::Fen | Setup::Placed);
        let is_later = offset > before && offset > 0 && !is_first;
        let gap = match (record.position.turn(), written.dots) {
            (Color::Black, Dots::Few) if is_later && offset == before + 1 => Some(Gap::OfOne),
            _ if is_later => Some(Gap::OfBoth),
            (Color::White, Dots::Many) => Some(Gap::OfOne),
            _ if repeats == Repeats::Some => Some(Gap::Twice),
            _ => None,
        };
        let misnumbered = gap.map(|gap| Misnumbered { plies, number: written.number, gap });
        // What was missing still is, unless the numbers agree with the moves again.
        let still = record.recovery.misnumbered.filter(|_| offset != 0);
        record.recovery.misnumbered = misnumbered.or(still);
        // What follows is held to this number, so that one slip is counted once.
        record.recovery.number_offset = offset;
        end
    }

    /// Whether moves are taken back right behind a number, so that it is that of the move made again.
    fn takes_back_behind(&self, end: usize) -> bool {
        let rest = self.text.get(end..).unwrap_or_default().trim_ascii_start();
        matches!(brace_comment(rest), Ok((_, comment)) if takes_back(comment.body))
    }

    /// Whether moves are taken back between the last move that stands and a token, by the players or by ruling: then it may
    /// well stand twice.
    fn takes_back_before(&self, record: &Record, token: Span) -> bool {
        let last = record.token(record.plies(), self.text).map_or(record.span.start, |last| last.end);
        let between = Span { start: last, end: token.start }.of(self.text);
        takes_back(between.get(between.len().saturating_sub(FARTHEST_BACK)..).unwrap_or_default())
    }

    /// What is doubtful about a token that is no move here, if anything is.
    #[cold]
    pub(super) fn doubt(&self, record: &Record, said: Said, token: Span) -> Option<Doubt> {
        if let Some(played) = self.other_letters(record, token) {
            return Some(Doubt::OtherMove(played));
        }
        if let Some(doubt) = self.broken_off(record, said, token) {
            return Some(doubt);
        }
        let behind = self.behind(record).map(|mut behind| {
            behind.moves.insert(0, MoveAhead { token, end: self.at });
            behind
        });
        let next = behind.as_ref();
        if self.takes_back_before(record, token) {
            let is_back = |misnumbered: Misnumbered| misnumbered.gap == Gap::NotTakenBack;
            let went_back = record.recovery.misnumbered.is_some_and(is_back)
                || next.is_some_and(|next| self.excess(record, token, next) > 0);
            return went_back.then_some(Doubt::Stop(FaultKind::NotTakenBack));
        }
        let missing = || self.missing_before(record, said, token, next).map(Doubt::Stop);
        let too_many = || self.too_many(record, token, next);
        // The number right before the token speaks first.
        match record.recovery.misnumbered {
            Some(misnumbered) if misnumbered.plies == record.plies() => missing().or_else(too_many),
            _ => too_many().or_else(missing),
        }
    }

    /// That the text ends with a token of which more may have been lost.
    pub(super) fn broken_off(&self, record: &Record, said: Said, token: Span) -> Option<Doubt> {
        let is_last = token.range().end == self.text.len() || self.is_at_end();
        (is_last && breaks_off(&record.position, said))
            .then_some(Doubt::PassedOver { kind: FaultKind::BreaksOff, end: self.text.len() })
    }

    /// The legal move of a piece whose letter is small, or stands behind its square: `bc4`, `b5B`.
    fn other_letters(&self, record: &Record, token: Span) -> Option<Move> {
        let text = token.of(self.text);
        let spelled = match text {
            [
                file @ b'a'..=b'h',
                rank @ b'1'..=b'8',
                letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'),
                sign @ ..,
            ] => [&[*letter, *file, *rank], sign].concat(),
            [b'b', rest @ ..] => [b"B", rest].concat(),
            _ => return None,
        };
        match record.position.resolve(San::from_ascii(&spelled)?, &record.replay.threats) {
            Resolved::Export(played) | Resolved::Other(played) => Some(played),
            Resolved::Odd => None,
        }
    }

    /// Whether moves behind a number stand before it already.
    fn repeats(&self, record: &Record, written: MoveNumber, after: usize) -> Repeats {
        let Some(mut from) = numbered_ply(record, written).filter(|from| *from < record.plies()) else {
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
            match ahead.next_ahead(record.text.written) {
                Some(Ahead::Comment(comment)) if takes_back(comment.of(self.text)) => return Repeats::None,
                Some(Ahead::Comment(_)) => {}
                Some(Ahead::Number(number)) => match numbered_ply(record, number) {
                    Some(stated) if stated == record.plies() && first.is_some() => return all,
                    Some(stated) if stated == ply || stated + 1 == ply => {}
                    _ => return some,
                },
                // A number with one dot may be that of Black's move alone.
                Some(Ahead::Move { token, .. })
                    if ply == from
                        && self.is_token_of(record, ply + 1, token)
                        && ply + 1 < record.plies() =>
                {
                    first = Some(token);
                    ply += 2;
                    from += 1;
                    end = ahead.at;
                }
                Some(Ahead::Move { token, .. }) if self.is_token_of(record, ply, token) => {
                    first.get_or_insert(token);
                    ply += 1;
                    end = ahead.at;
                }
                _ => return some,
            }
        }
    }

    /// Whether the move of a ply, from 0, was written as a token is, signs of check aside.
    fn is_token_of(&self, record: &Record, ply: u32, token: Span) -> bool {
        record
            .token(ply + 1, self.text)
            .is_some_and(|made| unsigned(made.of(self.text)) == unsigned(token.of(self.text)))
    }

    /// What stands behind a token, if it can be told and no move is taken back before.
    fn behind(&self, record: &Record) -> Option<Behind> {
        let mut ahead = self.ahead_from(self.at);
        let mut moves = Vec::new();
        for _ in 0..FARTHEST {
            match ahead.next_ahead(record.text.written) {
                Some(Ahead::Number(number)) => return Some(Behind { number: Some(number), moves }),
                Some(Ahead::Comment(comment)) if takes_back(comment.of(self.text)) => return None,
                Some(Ahead::Comment(_)) => {}
                Some(Ahead::Move { token, .. }) => moves.push(MoveAhead { token, end: ahead.at }),
                None => {
                    let rest = ahead.rest();
                    let ends_here = rest.is_empty()
                        || begins_tag(rest)
                        || termination(rest).is_ok()
                        || meant_result(rest).is_some();
                    return ends_here.then_some(Behind { number: None, moves });
                }
            }
        }
        None
    }

    /// How many moves too many stand before the number behind a token; at the end of a game, how many may.
    fn excess(&self, record: &Record, token: Span, next: &Behind) -> u32 {
        let moves = u32::try_from(next.moves.len()).unwrap_or(u32::MAX);
        match next.number {
            Some(number) => {
                // Where each half-move has a number with one dot, that of Black's is White's too.
                let is_of_each =
                    number.dots == Dots::Few && moves == 1 && self.number_before(token).is_some();
                let stated = numbered_ply(record, number).map(|ply| ply + u32::from(is_of_each));
                let reached = record.plies().saturating_add(moves);
                stated.map_or(0, |stated| reached.saturating_sub(stated))
            }
            // What has a number of its own does not stand twice, nor does a castling that both players make.
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

    /// By the number behind a token moves too many stand before it: those that stand twice are passed over.
    fn too_many(&self, record: &Record, token: Span, next: Option<&Behind>) -> Option<Doubt> {
        let next = next?;
        let (excess, moves) = (self.excess(record, token, next), u32::try_from(next.moves.len()).ok()?);
        let mut lengths = 1..=excess.min(record.plies()).min(moves);
        if let Some(length) = lengths.find(|length| self.are_the_last(record, next, *length)) {
            let MoveAhead { end, .. } = *next.moves.get(length as usize - 1)?;
            return Some(Doubt::PassedOver { kind: FaultKind::StandsTwice { more: length - 1 }, end });
        }
        // An even number too many is a number that stands twice.
        (next.number.is_some() && excess % 2 == 1).then_some(Doubt::Stop(FaultKind::MoveTooMany))
    }

    /// Whether the next moves, so many, are written as the last ones that stand.
    fn are_the_last(&self, record: &Record, next: &Behind, length: u32) -> bool {
        let mut pairs = next.moves.iter().zip(record.plies() - length..record.plies());
        pairs.all(|(ahead, ply)| self.is_token_of(record, ply, ahead.token))
    }

    /// What is missing before a token that is no move here: the position from which the game was set up; by the numbers one
    /// move, where the one before the token names the player who is not on move, or the one behind it leaves the move to him
    /// and he can make it; or moves of both, until the numbers agree with the moves again.
    fn missing_before(
        &self,
        record: &Record,
        said: Said,
        token: Span,
        next: Option<&Behind>,
    ) -> Option<FaultKind> {
        if record.text.faults.iter().any(|fault| fault.kind == FaultKind::SetUpWithoutFen) {
            return Some(FaultKind::MissingPosition);
        }
        if record.supposes_men_put_right(&said) {
            return Some(FaultKind::NotPutRight);
        }
        if let Some(missing) = doubt_of_position(record).or_else(|| missing_by_earlier_number(record, next)) {
            return Some(missing);
        }
        let turn = record.position.turn();
        let next = next?;
        if leaves_half_a_move(record, next) {
            let stands_alone = turn == Color::White && next.moves.len() == 1;
            let is_missing_before = stands_alone && is_of_the_other(record, said);
            let missing =
                if is_missing_before { FaultKind::MissingMove(turn) } else { FaultKind::MissingHalf };
            return Some(missing);
        }
        self.is_head_of_a_fragment(record, token, next).then_some(FaultKind::MissingPosition)
    }

    /// Whether the game begins with moves that have no number, and the first number behind them is too late for them: what
    /// came before is lost.
    fn is_head_of_a_fragment(&self, record: &Record, token: Span, next: &Behind) -> bool {
        let plies = record.plies();
        let Some(stated) = next.number.and_then(|number| numbered_ply(record, number)) else { return false };
        let begins = record.token(1, self.text).filter(|_| plies > 0).unwrap_or(token);
        let passed = self.text.get(begins.range().start..token.range().start).unwrap_or_default();
        let is_usual = record.setup == Setup::Usual && record.acts.is_empty() && plies < LONGEST_HEAD;
        is_usual
            && stated as usize > plies as usize + next.moves.len()
            && self.number_before(begins).is_none()
            && !passed.contains(&b'.')
    }

    /// Whether one of the last moves has a number before it.
    fn is_numbered_lately(&self, record: &Record) -> bool {
        let last = (record.plies().saturating_sub(2)..=record.plies())
            .filter_map(|ply| record.token(ply, self.text));
        last.into_iter().any(|token| self.number_before(token).is_some())
    }

    /// The dots of the move number that stands right before a token.
    fn number_before(&self, token: Span) -> Option<Dots> {
        let before = self.text.get(..token.range().start).unwrap_or_default().trim_ascii_end();
        let dots = before.iter().rev().take_while(|byte| **byte == b'.').count();
        let mut bytes = before.iter().rev().skip(dots).peekable();
        bytes.next_if(|byte| byte.is_ascii_digit())?;
        let in_a_word = bytes.find(|byte| !byte.is_ascii_digit()).is_some_and(u8::is_ascii_alphanumeric);
        (!in_a_word).then_some(if dots > 1 { Dots::Many } else { Dots::Few })
    }
}

/// Which of the moves behind a number stand before it already, with that number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeats {
    None,
    /// The first of them, and then others do.
    Some,
    /// All, as far as the game had come, or up to a number that goes on from there.
    All {
        first: Span,
        more: u32,
        end: usize,
    },
}

/// How many moves stand before the one that a number names, by the numbers so far.
fn numbered_ply(record: &Record, written: MoveNumber) -> Option<u32> {
    let first = i64::from(record.start.fullmove()) + record.recovery.number_offset;
    let of_white = (i64::from(written.number) - first) * 2;
    let begun = i64::from(record.start.turn() == Color::Black);
    u32::try_from(of_white + i64::from(written.dots == Dots::Many) - begun).ok()
}

/// What is doubtful about the position from which a game is replayed, as long as its moves do not bear it out.
fn doubt_of_position(record: &Record) -> Option<FaultKind> {
    let doubt = record.recovery.position_doubt.filter(|doubt| record.plies() < doubt.borne_out_after())?;
    Some(match doubt {
        PositionDoubt::TornLetter => FaultKind::TornLetter,
        PositionDoubt::IdlePassing => FaultKind::DeniedPosition,
        PositionDoubt::BrokenTag if record.setup == Setup::Fen => FaultKind::DoubtfulPosition,
        PositionDoubt::SmallLetters => FaultKind::SmallLetters,
        _ => FaultKind::MissingPosition,
    })
}

/// What is missing by a number read before, unless the next one agrees with the moves again.
fn missing_by_earlier_number(record: &Record, next: Option<&Behind>) -> Option<FaultKind> {
    let misnumbered = record.recovery.misnumbered?;
    if next.is_some_and(|next| agrees(record, next)) {
        return None;
    }
    let plies = record.plies();
    if misnumbered.leaves_the_head_open(plies) {
        return Some(FaultKind::MissingPosition);
    }
    let Misnumbered { plies: then, number, gap } = misnumbered;
    match gap {
        Gap::OfBoth if then == 0 => None,
        Gap::OfOne if then == plies => Some(FaultKind::MissingMove(record.position.turn())),
        Gap::OfBoth if then == plies => Some(FaultKind::MissingMoves { before: number }),
        Gap::NotTakenBack => Some(FaultKind::NotTakenBack),
        Gap::Twice => Some(FaultKind::NumberedTwice { number }),
        Gap::OfOne | Gap::OfBoth => {
            (record.recovery.number_offset != 0).then_some(FaultKind::BehindMissingMoves { number })
        }
    }
}

/// Whether a number is that of its move by the moves that stand, whatever the numbers before it said.
fn agrees(record: &Record, next: &Behind) -> bool {
    let Some(written) = next.number else { return false };
    let reached = i64::from(record.plies()) + i64::try_from(next.moves.len()).unwrap_or(i64::MAX);
    let begun = i64::from(record.start.turn() == Color::Black);
    let number = i64::midpoint(reached, begun) + i64::from(record.start.fullmove());
    let is_black = (reached + begun) % 2 == 1;
    number == i64::from(written.number) && is_black == (written.dots == Dots::Many)
}

/// Whether the number behind the moves from a token on leaves out half a move of theirs.
fn leaves_half_a_move(record: &Record, next: &Behind) -> bool {
    let stated =
        next.number.filter(|number| number.dots == Dots::Few).and_then(|number| numbered_ply(record, number));
    let left =
        stated.and_then(|stated| (stated as usize).checked_sub(record.plies() as usize + next.moves.len()));
    left == Some(1)
}

/// Whether the player who is not on move could make the move.
fn is_of_the_other(record: &Record, said: Said) -> bool {
    let mut board = record.position;
    board.set_turn(board.turn().other());
    matches!(said.meaning(&board, record.past()), Meaning::Legal(_) | Meaning::Ambiguous(_))
}

/// Whether a comment holds a command with which moves are taken back: behind it numbers go back lawfully.
fn takes_back(comment: &[u8]) -> bool {
    let holds = |command: &[u8]| memchr::memmem::find(comment, command).is_some();
    holds(b"[%retract") || holds(b"[%ruling")
}

/// A token without its signs.
fn unsigned(token: &[u8]) -> &[u8] {
    let end = token.iter().rposition(|byte| !b"+#!?".contains(byte)).map_or(0, |last| last + 1);
    token.get(..end).unwrap_or_default()
}

/// Whether a token may be the beginning of a legal move: its square of origin, castling on the queen's side, or a promotion.
fn breaks_off(board: &Position, said: Said) -> bool {
    let Said::San(read) = said else { return false };
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
