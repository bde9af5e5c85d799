//! Reasons to doubt that a game without a FEN tag began from the usual array.

use crate::chess::{
    CastlingBar, CheckSign, Fen, Illegality, Meaning, Play, Position, Role, San, Side, Subject,
};

use super::boundary::preface_start;
use super::descriptive::WrittenMove;
use super::lookahead::Element;
use super::prose::holds_other_position;
use super::reader::Reader;
use super::recovery::is_castling;
use super::respelled_move::unsigned;
use super::starting_position::{begins_anywhere, give_odds, names_later_position, names_other_game};
use crate::game::{FaultKind, ReadValue, Record, SetupSource, Span, TagName};

/// Bytes before the first move that are searched for a position.
const PREFACE_BYTES: usize = 16_384;

/// After so many legal plies the game is taken to have begun from the usual array.
const DOUBTFUL_PLIES: u32 = 40;

/// The moves from which it is concluded who is to move.
const FIRST_MOVES: usize = 4;

/// The first moves of both players. One that is impossible from the usual array shows that the game began elsewhere.
const FIRST_PLIES: u32 = 2;

/// Likewise, if words before the moves speak of a position.
const FIRST_PLIES_AFTER_WORDS: u32 = 8;

/// The index of the d-file.
const QUEENS_FILE: u8 = 3;

/// The usual array with king and queen of one player or both reversed.
const REVERSED_ARRAYS: [&[u8]; 3] = [
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq",
    b"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
    b"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq",
];

impl Reader<'_> {
    /// The reason for the doubt at a token that is no move, if the text before the moves or the moves themselves give one.
    #[cold]
    pub(super) fn doubt_of_start(
        &self,
        record: &Record,
        written: WrittenMove,
        token: Span,
    ) -> Option<FaultKind> {
        if record.value(TagName::Event, self.text).is_some_and(names_other_game) {
            return Some(FaultKind::OtherGameByEvent);
        }
        if record.plies() >= DOUBTFUL_PLIES {
            return None;
        }
        if record.setup == SetupSource::Odds {
            let is_possible = self.is_reached_from(record, Position::initial(), token);
            return is_possible.then_some(FaultKind::DoubtfulOdds);
        }
        if record.setup != SetupSource::Usual {
            return None;
        }
        if record.value(TagName::Event, self.text).is_some_and(begins_anywhere) {
            return Some(FaultKind::MissingPosition);
        }
        if self.is_given_at_odds(record, token) {
            return Some(FaultKind::MissingPosition);
        }
        if self.position_is_before_moves(record) {
            return Some(FaultKind::PositionOutsideTag);
        }
        if self.begins_elsewhere(record, written, token) {
            return Some(FaultKind::MissingPosition);
        }
        if !record.acts.is_empty()
            || !is_impossible_for_king_or_queen(record, written)
            || !is_castling(written) && !self.is_followed_by_impossible_move(record, written)
        {
            return None;
        }
        let mut arrays = REVERSED_ARRAYS.into_iter().filter_map(|array| Position::read_fen(array).ok());
        let is_explained = arrays.any(|read| {
            let explains = |is_mirrored| self.begins_from(record, read.position, token, is_mirrored);
            explains(false) || explains(true)
        });
        is_explained.then_some(FaultKind::ReversedArray)
    }

    /// Whether one of the first moves shows that the game did not begin from the usual array: a piece cannot make it, and no
    /// wrong character explains that. An act would show that it was made on the board, as would its two squares.
    fn begins_elsewhere(&self, record: &Record, written: WrittenMove, token: Span) -> bool {
        let WrittenMove::San(read) = written else { return false };
        let is_of_piece = match read.subject() {
            Subject::Man(Role::Pawn) => read.takes() && record.moves.is_empty(),
            Subject::Man(_) | Subject::Castling(_) => true,
            Subject::AnyMan | Subject::PawnToFile(_) | Subject::Null => false,
        };
        let plies = record.plies();
        let is_given_whole = read.origin().file.is_some() && read.origin().rank.is_some();
        if !is_of_piece || is_given_whole || plies >= FIRST_PLIES_AFTER_WORDS {
            return false;
        }
        let is_alone = record.tag(TagName::Observed).is_none() && self.is_without_acts(record);
        let is_first =
            || plies < FIRST_PLIES || names_position(&words_before(self.text_before_moves(record, token)));
        is_alone
            && matches!(written.meaning(&record.position, record.prior_moves()), Meaning::Illegal(..))
            && is_first()
            && !is_one_character_from_legal(&record.position, unsigned(token.of(self.text)))
    }

    /// The tags and the text before the first move, as far as they are searched.
    fn text_before_moves(&self, record: &Record, token: Span) -> &[u8] {
        let first = record.token(1, self.text).unwrap_or(token).range().start;
        let begins = record.span.range().start;
        let from = if record.tags.pairs().is_empty() { preface_start(self.text, begins) } else { begins };
        self.text.get(from.max(first.saturating_sub(PREFACE_BYTES))..first).unwrap_or_default()
    }

    /// Whether the tags or the text before the moves say that the game was played at odds. If they may mean something else,
    /// all moves must be legal without one man.
    fn is_given_at_odds(&self, record: &Record, token: Span) -> bool {
        let odds = record.value(TagName::Odds, self.text);
        if odds.is_some_and(|value| !matches!(ReadValue::of(TagName::Odds, value), ReadValue::Invalid(_))) {
            return false;
        }
        let first = record.token(1, self.text).unwrap_or(token).range().start;
        let from = record.span.range().start.max(first.saturating_sub(PREFACE_BYTES));
        let words = words_before(self.text.get(from..first).unwrap_or_default());
        let is_given = odds.is_some_and(|value| value.iter().any(u8::is_ascii_alphabetic));
        let is_plain = is_given || names_odds(&words);
        let is_legal_without = |odds: &&[u8]| {
            let mut start = Position::initial();
            give_odds(&mut start, odds) && self.begins_from(record, start, token, false)
        };
        is_plain || may_name_odds(&words) && SINGLE_ODDS.iter().any(is_legal_without)
    }

    /// Whether the text before the moves, or a tag, has a position other than the usual array.
    fn position_is_before_moves(&self, record: &Record) -> bool {
        // The game reaches the position of such a FEN, which leaves no doubt.
        if record.text.faults.iter().any(|fault| fault.kind == FaultKind::LaterFen) {
            return false;
        }
        let holds = |text: &[u8]| holds_other_position(text, &record.start);
        let first = record.token(1, self.text).map_or(self.at, |token| token.range().start);
        let begins = record.span.range().start;
        let pairs = record.tags.pairs();
        let mut from = if pairs.is_empty() { preface_start(self.text, begins) } else { begins };
        from = from.max(first.saturating_sub(PREFACE_BYTES));
        for pair in pairs {
            let name = pair.name.of(self.text);
            let before = self.text.get(from..pair.span.range().start).unwrap_or_default();
            if holds(before) || !names_later_position(name) && holds(pair.value.of(self.text)) {
                return true;
            }
            from = pair.span.range().end;
        }
        self.text.get(from..first).is_some_and(holds)
    }

    /// Whether all moves are legal if the FEN gives its first rank first.
    pub(super) fn is_with_reversed_ranks(&self, record: &Record, token: Span) -> bool {
        let fen = Fen(&record.start).to_string();
        let Some((placement, rest)) = fen.split_once(' ') else { return false };
        let side = rest.get(..1).unwrap_or_default();
        let reversed = placement.split('/').rev().collect::<Vec<_>>().join("/");
        let Ok(mut read) = Position::read_fen(format!("{reversed} {side}").as_bytes()) else { return false };
        read.position.grant_usual_castling();
        self.begins_from(record, read.position, token, false)
    }

    /// Whether the first moves are legal if the player begins who is not to move in the FEN.
    pub(super) fn goes_on_for_the_other(&self, record: &Record, token: Span) -> bool {
        let mut position = record.start;
        position.set_turn(position.turn().other());
        let mut ahead = self.ahead_from(token.range().start);
        let moves = std::iter::from_fn(|| ahead.next_main_line_move(record.text.move_notation));
        for written in moves.take(FIRST_MOVES) {
            match written.meaning(&position, record.prior_moves()) {
                Meaning::Legal(played) => position.play(played),
                meaning => return matches!(meaning, Meaning::Ambiguous(_)),
            }
            // A missing sign shows nothing.
            if written.sign() != CheckSign::None && !position.in_check(position.turn()) {
                return false;
            }
        }
        true
    }

    /// Whether the moves up to `token` are legal from another position, and `token` too. Some laws let a king leap as if the
    /// rook that was given were there, so castling shows nothing.
    fn is_reached_from(&self, record: &Record, start: Position, token: Span) -> bool {
        let mut position = start;
        let mut ahead = self.ahead_from(record.token(1, self.text).unwrap_or(token).range().start);
        while let Some(element) = ahead.next_element(record.text.move_notation) {
            let Element::Move { written: WrittenMove::San(read), token: made } = element else { continue };
            let Meaning::Legal(played) = position.meaning(read) else { return false };
            if made.start == token.start {
                return !played.is_castling();
            }
            position.play(played);
        }
        false
    }

    /// Whether a later move of the game is impossible too, after a move that is made although it is illegal: a slip of the
    /// pen in one move explains no second one.
    fn is_followed_by_impossible_move(&self, record: &Record, written: WrittenMove) -> bool {
        let mut position = record.position;
        let Meaning::Illegal(illegal, _) = written.meaning(&position, record.prior_moves()) else {
            return false;
        };
        position.play(illegal);
        let mut ahead = self.ahead_from(self.at);
        while let Some(WrittenMove::San(read)) = ahead.next_main_line_move(record.text.move_notation) {
            match position.meaning(read) {
                Meaning::Legal(played) => position.play(played),
                meaning => return !matches!(meaning, Meaning::Ambiguous(_)),
            }
        }
        false
    }

    /// Whether all moves of the game are legal from another position, `token` among them. A mirrored player whose king begins
    /// on the file of the queen has the short side of castling there too.
    fn begins_from(&self, record: &Record, start: Position, token: Span, is_mirrored: bool) -> bool {
        let mut position = start;
        let mut ahead = self.ahead_from(record.token(1, self.text).unwrap_or(token).range().start);
        let mut has_passed = false;
        while let Some(element) = ahead.next_element(record.text.move_notation) {
            let Element::Move { written: WrittenMove::San(read), token: made } = element else { continue };
            let king = start.of(position.turn(), Role::King).single();
            let is_on_queens_file = king.is_some_and(|king| king.file().index() == QUEENS_FILE);
            let other_side = match read.subject() {
                Subject::Castling(_) if !(is_mirrored && is_on_queens_file) => None,
                Subject::Castling(Side::King) => San::from_ascii(b"O-O-O"),
                Subject::Castling(Side::Queen) => San::from_ascii(b"O-O"),
                _ => None,
            };
            let Meaning::Legal(played) = position.meaning(other_side.unwrap_or(read)) else { return false };
            position.play(played);
            has_passed |= made.start == token.start;
        }
        has_passed
    }
}

/// The odds of one man, as in an `Odds` tag.
const SINGLE_ODDS: [&[u8]; 12] = [
    b"w b1", b"w g1", b"w a1", b"w h1", b"w d1", b"w f2", b"b b8", b"b g8", b"b a8", b"b h8", b"b d8",
    b"b f7",
];
/// Words between a word for odds and the man that is given.
const WORDS_BETWEEN: usize = 5;

fn words_before(text: &[u8]) -> Vec<Vec<u8>> {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(<[u8]>::to_ascii_lowercase).collect()
}

/// Whether the text of a move differs from that of a legal one by one character.
fn is_one_character_from_legal(board: &Position, written: &[u8]) -> bool {
    let Ok(written) = std::str::from_utf8(written) else { return false };
    let legal = board.legal_moves(Play::COMMON);
    legal.iter().any(|played| strsim::osa_distance(&board.san(*played, Play::COMMON), written) <= 1)
}

/// Whether words before the moves speak of a position from which they begin: `White to play`, `Mate in 3`, `Diagram 12`.
fn names_position(words: &[Vec<u8>]) -> bool {
    let is_of_position = |word: &[u8]| {
        word.starts_with(b"diagram")
            || word.ends_with(b"studie")
            || word.ends_with(b"studien")
            || word.ends_with(b"aufgabe")
            || matches!(
                word,
                b"position" | b"stellung" | b"puzzle" | b"puzzles" | b"study" | b"studies" | b"estudio"
            )
    };
    let is_task = |pair: &[Vec<u8>]| match pair {
        [first, second] => matches!(
            (first.as_slice(), second.as_slice()),
            (b"to", b"play" | b"move" | b"win" | b"draw")
                | (b"mate" | b"mates" | b"matt" | b"mat", b"in" | b"en")
                | (b"am", b"zug")
        ),
        _ => false,
    };
    words.iter().any(|word| is_of_position(word)) || words.windows(2).any(is_task)
}

fn is_man(word: &[u8]) -> bool {
    matches!(
        word,
        b"pawn"
            | b"knight"
            | b"bishop"
            | b"rook"
            | b"castle"
            | b"queen"
            | b"piece"
            | b"qn"
            | b"kn"
            | b"qr"
            | b"kr"
    )
}

/// Whether a text says plainly that a game was played at odds: `odds of the queen's knight`, `pawn and two moves`.
fn names_odds(words: &[Vec<u8>]) -> bool {
    let near = |at: usize| words.get(at.saturating_sub(WORDS_BETWEEN)..(at + WORDS_BETWEEN).min(words.len()));
    words.iter().enumerate().any(|(at, word)| match word.as_slice() {
        b"odds" => near(at).is_some_and(|near| {
            near.iter()
                .any(|word| is_man(word) || matches!(word.as_slice(), b"game" | b"match" | b"handicap"))
        }),
        // A tag of this name.
        b"handicap" => words.get(at + 1).is_some_and(|word| is_man(word)),
        b"pawn" => {
            let mut after = words.iter().skip(at + 1).map(Vec::as_slice);
            let is_count = |word: &&[u8]| matches!(*word, b"the" | b"two" | b"three" | b"2" | b"3");
            after.next() == Some(b"and")
                && after.find(|word| !is_count(word)).is_some_and(|word| matches!(word, b"move" | b"moves"))
        }
        _ => false,
    })
}

/// Whether a text may say that a player gives a man: `White gives a rook`, `without his queen's knight`.
fn may_name_odds(words: &[Vec<u8>]) -> bool {
    let is_giving = |word: &Vec<u8>| {
        matches!(
            word.as_slice(),
            b"odds"
                | b"give"
                | b"gives"
                | b"giving"
                | b"gave"
                | b"given"
                | b"without"
                | b"minus"
                | b"less"
                | b"remove"
                | b"removes"
                | b"removed"
        )
    };
    words.iter().enumerate().filter(|(_, word)| is_giving(word)).any(|(at, _)| {
        let mut near = words.iter().skip(at.saturating_sub(WORDS_BETWEEN)).take(2 * WORDS_BETWEEN);
        near.any(|word| is_man(word))
    })
}

/// Whether a king or queen cannot make the move on any board with its men, so that it began on another square.
fn is_impossible_for_king_or_queen(record: &Record, written: WrittenMove) -> bool {
    let Meaning::Illegal(played, fault) = written.meaning(&record.position, record.prior_moves()) else {
        return false;
    };
    let man = record.position.man_at(played.from());
    // A king in check that was not moved may be taken; that says nothing of the start.
    if record.position.man_at(played.to()).is_some_and(|taken| taken.role == Role::King) {
        return false;
    }
    let is_blocked = fault == Illegality::Castling(CastlingBar::Between);
    let is_false = matches!(fault, Illegality::False | Illegality::FalseCapture | Illegality::CapturesOwn);
    (is_blocked || is_false) && man.is_some_and(|man| matches!(man.role, Role::King | Role::Queen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::reader::the_game;

    const CASTLING: &str = "1. e4 e5 2. d4 exd4 3. Qxd4 Nc6 4. Qe3 Nf6 5. Bd2 Be7 6. O-O-O O-O 1-0";

    /// The fault that stops the replay, and the illegal moves.
    fn stop_of(text: &str) -> (Option<FaultKind>, usize) {
        let record = the_game(text);
        let stop = record.text.faults.iter().find(|fault| fault.kind.stops_replay());
        (stop.map(|fault| fault.kind.clone()), record.nonstandard_moves.len())
    }

    #[test]
    fn a_move_of_a_man_given_as_odds_doubts_the_odds() {
        for moves in ["2. Nc3 Nc6 3. Nf3 Nf6", "2. Nb1-c3 Nc6 3. Nf3 Nf6", "2. Nd2 Nc6 3. Ng3 d6"] {
            let (stop, illegal) = stop_of(&format!("[Odds \"w b1\"]\n\n1. e4 e5 {moves} 1-0"));
            let is_possible = !moves.contains("Nd2");
            assert_eq!(stop == Some(FaultKind::DoubtfulOdds), is_possible, "{moves}");
            assert!(illegal == 0 || !is_possible, "{moves}");
        }
        let leaps = "[Odds \"w a1\"]\n\n1. d4 d5 2. Nc3 Nf6 3. Bf4 e6 4. Qd3 Be7 5. O-O-O O-O 1-0";
        assert_ne!(stop_of(leaps).0, Some(FaultKind::DoubtfulOdds));
    }

    #[test]
    fn one_impossible_move_of_a_queen_does_not_reverse_the_array() {
        let one = "1. e4 e5 2. Qe3 Nc6 3. Nf3 Nf6 4. d3 d6 5. Be2 Be7 1-0";
        assert_eq!(stop_of(one), (None, 1));
        let several = "1. e4 e5 2. Qe3 Nc6 3. Nf3 Nf6 4. d3 d6 5. Kd2 Qe6 1-0";
        assert_eq!(stop_of(several), (Some(FaultKind::ReversedArray), 0));
    }

    #[test]
    fn a_first_move_that_no_slip_explains_doubts_the_start() {
        for moves in ["1. Qxh6 gxh6 2. Rf3 Kh7", "1. e4 Qh4 2. Nf3 Qxe4", "1. Qxf7 Kxf7 2. Qh5", "1. O-O O-O"]
        {
            let (stop, illegal) = stop_of(&format!("[Event \"x\"]\n\n{moves} 1-0"));
            assert_eq!((stop, illegal), (Some(FaultKind::MissingPosition), 0), "{moves}");
        }
        for (moves, illegal) in [
            // One character may be wrong.
            ("1. Kd4 e6", 1),
            ("1. e5 e6", 1),
            // The board was seen.
            ("1. Qd1-h5 e5 2. Nf3 Nc6", 1),
            ("1. Qh5 {[%notice b illegal]} e5 2. Nf3 Nc6", 1),
            // Other moves were possible before.
            ("1. e4 e5 2. Qh6 Nc6", 1),
        ] {
            let (stop, found) = stop_of(&format!("[Event \"x\"]\n\n{moves} 1-0"));
            assert_eq!((stop, found), (None, illegal), "{moves}");
        }
        let observed = stop_of("[Observed \"touch\"]\n\n1. Qh5 e5 2. Nf3 Nc6 1-0");
        assert_eq!(observed, (None, 1));
    }

    #[test]
    fn words_of_a_position_doubt_the_start_longer() {
        let moves = "1. e4 e5 2. Qc7 Nc6 1-0";
        for before in [
            "[Event \"Mate in 3\"]\n\n",
            "[Event \"500 Endspielstudien\"]\n\n",
            "[Event \"x\"]\n\n{White to play and win} ",
            "[Event \"x\"]\n\n{Wei\u{df} am Zug} ",
            "[Event \"x\"]\n\n{Diagram 12} ",
        ] {
            let found = stop_of(&format!("{before}{moves}"));
            assert_eq!(found, (Some(FaultKind::MissingPosition), 0), "{before}");
        }
        for before in ["[Event \"x\"]\n\n{White plays} ", "[Event \"Mate\"]\n\n"] {
            assert_eq!(stop_of(&format!("{before}{moves}")), (None, 1), "{before}");
        }
    }

    #[test]
    fn a_position_in_an_address_doubts_the_start() {
        for position in ["6k1/5p2/7p/7Q/8/8/8/6K1_w_-_-_0_1", "6k1%2F5p2%2F7p%2F7Q%2F8%2F8%2F8%2F6K1%20w"] {
            let address = format!("https://example.org/analysis/{position}");
            let found = stop_of(&format!("[Site \"{address}\"]\n\n1. e4 e5 2. Qh6 Nc6 1-0"));
            assert_eq!(found, (Some(FaultKind::PositionOutsideTag), 0), "{address}");
        }
    }

    #[test]
    fn odds_without_a_position_leave_the_start_doubtful() {
        for before in [
            "[Event \"Match at knight odds\"]",
            "[Event \"x\"]\n[Odds \"QN\"]",
            "[Event \"x\"]\n[Handicap \"Pawn and move\"]",
            "[Event \"x\"]\n\n{Odds of the queen's knight}",
            "[Event \"x\"]\n\n{White plays without his queen's knight.}",
        ] {
            let record = the_game(&format!("{before}\n\n{CASTLING}"));
            let stop = record.text.faults.iter().find(|fault| fault.kind.stops_replay());
            assert_eq!(stop.map(|fault| &fault.kind), Some(&FaultKind::MissingPosition), "{before}");
        }
        for before in [
            "[Event \"Against the odds\"]",
            "[Event \"Knights' club\"]",
            "[Event \"x\"]\n[Odds \"w move\"]",
            "[Event \"x\"]\n\n{White gives a rook, which Black takes}",
        ] {
            let record = the_game(&format!("{before}\n\n{CASTLING}").replace("6. O-O-O", "6. Kd3"));
            assert_eq!(record.nonstandard_moves.len(), 1, "{before}");
        }
    }
}
