//! The first position of a game, from its tags.

use std::ops::Range;

use crate::chess::{Color, FenProblem, FromFen, Man, Meaning, Position, Role, Side, Subject};

use super::descriptive::WrittenMove;
use super::lookahead::{Element, has_act};
use super::movetext::Dots;
use super::reader::Reader;
use crate::game::recovery_state::PositionDoubt;
use crate::game::{
    FaultKind, Odds, OddsTerm, Record, SetupSource, Span, StopReason, TagName, TagOddity, TagPair,
};

/// Comments before the first move that are skipped in search of its number.
const MOST_COMMENTS: usize = 16;
const PAWNS_OF_A_PLAYER: u32 = 8;
const FIELDS_OF_FEN: usize = 6;
/// The length in bytes of the shortest placement.
const SHORTEST_FEN: usize = "8/8/8/8/8/8/8/8".len();

impl Reader<'_> {
    pub(super) fn set_up(&mut self, record: &mut Record) {
        const SPECIAL: [TagName; 4] = [TagName::Fen, TagName::Placed, TagName::Odds, TagName::Variant];
        if SPECIAL.iter().all(|tag| record.tag(*tag).is_none()) {
            if let Some(pair) = self.position_in_other_tag(record) {
                return self.set_up_specially(record, Some(pair));
            }
            record.begin(&self.initial, SetupSource::Usual);
            if record.tag(TagName::SetUp).is_some() {
                self.check_setup_tag(record);
            }
            return;
        }
        let fen = record.tag(TagName::Fen).copied().or_else(|| self.position_in_other_tag(record));
        self.set_up_specially(record, fen);
    }

    /// The tag that gives the first position under another name than `FEN`.
    fn position_in_other_tag(&self, record: &Record) -> Option<TagPair> {
        let is_long = |pair: &&TagPair| pair.value.range().len() >= SHORTEST_FEN;
        let mut long = record.tags.pairs().iter().filter(is_long);
        long.find(|pair| {
            matches!(pair.known, None | Some(TagName::SetUp))
                && names_first_position(pair.name.of(self.text))
                && Position::read_fen(pair.value.of(self.text)).is_ok()
        })
        .copied()
    }

    /// Whether the first number of the movetext is that of a move of Black: `1...`.
    fn begins_with_number_of_black(&self, record: &Record) -> bool {
        let mut ahead = self.ahead_from(self.at);
        let elements = std::iter::from_fn(|| ahead.next_element(record.text.move_notation));
        let first = elements.take(MOST_COMMENTS).find(|element| !matches!(element, Element::Comment(_)));
        matches!(first, Some(Element::Number(number)) if number.dots == Dots::Many)
    }

    #[cold]
    pub(super) fn check_setup_tag(&self, record: &mut Record) {
        if let Some(pair) = record.tag(TagName::SetUp).copied()
            && pair.value.of(self.text).trim_ascii() == b"1"
        {
            match record.tag(TagName::Fen).copied() {
                Some(fen) => record.add_fault(FaultKind::EmptyFen, fen.span),
                None => record.add_fault(FaultKind::SetUpWithoutFen, pair.span),
            }
        }
    }

    /// The `SetUp` tag if it claims the usual array.
    fn tag_denying_setup(&self, record: &Record) -> Option<TagPair> {
        record.tag(TagName::SetUp).copied().filter(|pair| pair.value.of(self.text).trim_ascii() == b"0")
    }

    #[cold]
    fn set_up_specially(&mut self, record: &mut Record, fen: Option<TagPair>) {
        record.begin(&self.initial, SetupSource::Usual);
        if let Some(pair) = record.tag(TagName::Variant).copied()
            && !is_chess(pair.value.of(self.text))
        {
            record.add_fault(FaultKind::OtherGame, pair.value);
            record.stop_replay(StopReason::Unreplayable);
            return;
        }
        let mut position = self.initial;
        let mut setup = SetupSource::Usual;
        if let Some(pair) = fen {
            let value = pair.value.of(self.text);
            // Some tools write `?` or an empty value for no FEN.
            if value.trim_ascii().is_empty() || value.trim_ascii() == b"?" {
                record.recovery.position_doubt = Some(PositionDoubt::LeftEmpty);
                self.check_setup_tag(record);
            } else {
                match Position::read_fen(value) {
                    Ok(read) if self.is_reached_later(record, &read.position) => {
                        record.add_fault(FaultKind::LaterFen, pair.value);
                    }
                    Ok(read) => {
                        position = read.position;
                        setup = SetupSource::Fen;
                        if read.fields < 2 && self.begins_with_number_of_black(record) {
                            position.set_turn(Color::Black);
                        }
                        if read.fields < 3 {
                            position.grant_usual_castling();
                        }
                        self.check_counters(record, pair, &mut position);
                        if let Some(granted) = self.with_rights_not_given(record, &position) {
                            record.add_fault(FaultKind::CastlingNotGiven, pair.value);
                            position = granted;
                        }
                        if pair.known != Some(TagName::Fen) {
                            record.add_fault(FaultKind::PositionInOtherTag, pair.name);
                        }
                        if pair.oddity != TagOddity::None || pair.known != Some(TagName::Fen) {
                            record.recovery.position_doubt = Some(PositionDoubt::BrokenTag);
                        }
                        if self.has_other_fen(record, pair) {
                            record.recovery.position_doubt = Some(PositionDoubt::OtherFen);
                        }
                        Self::report_idle_rights(record, pair, read);
                    }
                    Err(fault) => return Self::unreadable_setup(record, pair, fault.why, &fault.span),
                }
            }
        } else {
            self.check_setup_tag(record);
        }
        if let Some(pair) = record.tag(TagName::Odds).copied()
            && setup == SetupSource::Usual
            && give_odds(&mut position, pair.value.of(self.text))
        {
            setup = SetupSource::Odds;
        }
        if let Some(pair) = record.tag(TagName::Placed).copied() {
            if let Some(odds) =
                record.tag(TagName::Odds).and_then(|odds| Odds::read(odds.value.of(self.text)))
            {
                record.log.corrections.note_odds(&odds);
            }
            match Position::from_placement(pair.value.of(self.text)) {
                Ok(mut read) => {
                    read.set_turn(position.turn());
                    read.set_counters(position.halfmove(), position.fullmove());
                    suspend_rights(&mut read, &position);
                    record.log.corrections.due = Some(position);
                    position = read;
                    setup = SetupSource::Placed;
                }
                Err(fault) => return Self::unreadable_setup(record, pair, fault.why, &fault.span),
            }
        }
        record.begin(&position, setup);
        if let Some(pair) = record.tag(TagName::Variant)
            && setup == SetupSource::Usual
            && begins_anywhere(pair.value.of(self.text))
        {
            record.recovery.position_doubt = Some(PositionDoubt::NotGiven);
        }
        if setup == SetupSource::Fen {
            if let Some(pair) = fen {
                self.check_plausibility(record, pair);
            }
            if let Some(pair) = self.tag_denying_setup(record)
                && position.placement_key() != self.initial.placement_key()
            {
                record.add_fault(FaultKind::FenWithoutSetUp, pair.span);
            }
            if position.is_dead_by_material() {
                record.facts.dead = Some(0);
            }
            record.recovery.number_offset = 0;
        }
    }

    /// Reports a halfmove clock that counts more plies than the game can have had, and sets it to zero.
    fn check_counters(&self, record: &mut Record, pair: TagPair, position: &mut Position) {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'_');
        let fields = pair.value.of(self.text).split(is_blank).filter(|field| !field.is_empty()).count();
        let most = position.fullmove().saturating_sub(1).saturating_mul(2).saturating_add(1);
        if fields >= FIELDS_OF_FEN && position.halfmove() > most {
            record.add_fault(FaultKind::ImpossibleHalfmoveClock, pair.value);
            position.set_counters(0, position.fullmove());
        }
    }

    /// The position with the castling rights that the FEN lacks and the moves need.
    fn with_rights_not_given(&self, record: &Record, given: &Position) -> Option<Position> {
        if given.is_array() && given.castling().is_empty() && self.castles(record) {
            let mut granted = *given;
            granted.grant_castling_of_array();
            return Some(granted);
        }
        self.with_rights_that_moves_need(record, given)
    }

    /// The position with the castling rights that the FEN lacks, if a player castles without one and all moves are legal with
    /// them. A record of what happened at the board means what its FEN says.
    fn with_rights_that_moves_need(&self, record: &Record, given: &Position) -> Option<Position> {
        let mut granted = *given;
        granted.grant_usual_castling();
        if record.tag(TagName::Observed).is_some() || granted.castling() == given.castling() {
            return None;
        }
        let (mut with, mut without, mut is_needed) = (granted, *given, false);
        let mut ahead = self.ahead_from(self.at);
        while let Some(element) = ahead.next_element(record.text.move_notation) {
            match element {
                Element::Comment(comment) if has_act(comment.of(self.text)) => return None,
                Element::Number(_) | Element::Comment(_) => {}
                Element::Move { written: WrittenMove::San(read), .. } => {
                    let Meaning::Legal(played) = with.meaning(read) else { return None };
                    with.play(played);
                    if is_needed {
                        continue;
                    }
                    match without.meaning(read) {
                        Meaning::Legal(played) => without.play(played),
                        _ if matches!(read.subject(), Subject::Castling(_)) => is_needed = true,
                        _ => return None,
                    }
                }
                Element::Move { .. } => return None,
            }
        }
        is_needed.then_some(granted)
    }

    /// Whether a player castles in the moves.
    fn castles(&self, record: &Record) -> bool {
        let mut ahead = self.ahead_from(self.at);
        let notation = record.text.move_notation;
        std::iter::from_fn(|| ahead.next_element(notation)).any(|element| {
            matches!(element, Element::Move { written: WrittenMove::San(read), .. }
                if matches!(read.subject(), Subject::Castling(_)))
        })
    }

    /// Whether the moves are legal from the usual array until they reach a position, which is then not the first, as its
    /// number or the first move shows.
    fn is_reached_later(&self, record: &Record, given: &Position) -> bool {
        let is_excluded = [TagName::Placed, TagName::Odds].iter().any(|tag| record.tag(*tag).is_some());
        if is_excluded || given.placement_key() == self.initial.placement_key() {
            return false;
        }
        let (mut board, mut plies) = (self.initial, 0);
        let mut ahead = self.ahead_from(self.at);
        while let Some(element) = ahead.next_element(record.text.move_notation) {
            match element {
                Element::Number(first) if plies == 0 && first.number != self.initial.fullmove() => {
                    return false;
                }
                Element::Number(_) | Element::Comment(_) => {}
                Element::Move { written: WrittenMove::San(read), .. } => {
                    let is_possible = || matches!(given.meaning(read), Meaning::Legal(_));
                    if plies == 0 && given.fullmove() == self.initial.fullmove() && is_possible() {
                        return false;
                    }
                    let Meaning::Legal(played) = board.meaning(read) else { return false };
                    board.play(played);
                    plies += 1;
                    if board.placement_key() == given.placement_key() && board.turn() == given.turn() {
                        return true;
                    }
                }
                Element::Move { .. } => return false,
            }
        }
        false
    }

    /// Whether another tag of the same name gives another position.
    fn has_other_fen(&self, record: &Record, pair: TagPair) -> bool {
        record.tags.pairs().iter().any(|other| {
            other.name.of(self.text).eq_ignore_ascii_case(pair.name.of(self.text))
                && other.value.of(self.text) != pair.value.of(self.text)
        })
    }

    /// Reports the text of a FEN that the position does not depend on, and the rights that its board rules out.
    fn report_idle_rights(record: &mut Record, pair: TagPair, read: FromFen) {
        if let Some(fault) = read.tail_fault {
            record.add_fault(FaultKind::FenTail(fault.why), within(pair.value, &fault.span));
        }
        if let Some(fault) = read.castling_fault {
            record.add_fault(FaultKind::ImpossibleCastlingRight(fault.why), within(pair.value, &fault.span));
        }
        if let Some(fault) = read.en_passant_fault {
            record.add_fault(FaultKind::ImpossibleEnPassant(fault.why), within(pair.value, &fault.span));
            record.recovery.position_doubt.get_or_insert(PositionDoubt::ImpossibleEnPassant);
        }
    }

    /// Reports a position that no game can start from or reach.
    fn check_plausibility(&self, record: &mut Record, pair: TagPair) {
        if let Some(odd) = record.start.odd_setup() {
            record.add_fault(FaultKind::OddSetup(odd), pair.value);
        }
        if self.may_have_any_array(record) {
            return;
        }
        for player in [Color::White, Color::Black] {
            if record.start.of(player, Role::Pawn).count() > PAWNS_OF_A_PLAYER {
                record.add_fault(FaultKind::TooManyPawns(player), pair.value);
            }
        }
    }

    /// Whether the game may begin with more men than usual: by odds, or in the variant `From Position`.
    fn may_have_any_array(&self, record: &Record) -> bool {
        record.tag(TagName::Odds).is_some()
            || record
                .value(TagName::Variant, self.text)
                .is_some_and(|value| plain_name(value) == b"fromposition")
    }

    fn unreadable_setup(record: &mut Record, pair: TagPair, why: FenProblem, at: &Range<usize>) {
        record.add_fault(FaultKind::Fen(why), within(pair.value, at));
        record.stop_replay(StopReason::Unreplayable);
    }
}

/// Suspends the castling rights of a king or rook that was forgotten or misplaced in setting up. It has the right once it is
/// put on its square, if its partner is on its own.
fn suspend_rights(placed: &mut Position, due: &Position) {
    for color in [Color::White, Color::Black] {
        let king_is_home = placed.of(color, Role::King) == due.of(color, Role::King);
        let own_rook = Some(Man { color, role: Role::Rook });
        for side in [Side::King, Side::Queen] {
            if let Some(rook) = due.castling().rook(color, side)
                && !(king_is_home && placed.man_at(rook) == own_rook)
            {
                placed.grant_suspended_castling(color, side, rook);
            }
        }
        if let Some(king) = due.of(color, Role::King).single().filter(|_| !king_is_home) {
            placed.expect_king(color, king);
        }
    }
}

/// The span in the text of the bytes `at` of a value.
fn within(value: Span, at: &Range<usize>) -> Span {
    let value = value.range();
    let start = (value.start + at.start).min(value.end);
    let end = (value.start + at.end).clamp(start, value.end);
    Span::new(start, end)
}

/// The letters and digits of the name of a variant, in small letters.
fn plain_name(value: &[u8]) -> Vec<u8> {
    value.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect()
}

/// Whether a tag's name is one by which programs give the first position. The names of the last position are not.
#[cold]
fn names_first_position(name: &[u8]) -> bool {
    matches!(
        plain_name(name).as_slice(),
        b"fen"
            | b"startfen"
            | b"startingfen"
            | b"initialfen"
            | b"setup"
            | b"setupfen"
            | b"position"
            | b"startpos"
            | b"startposition"
            | b"startingposition"
            | b"initialposition"
    )
}

/// Whether the name of a tag is that of a position later in the game.
pub(super) fn names_later_position(name: &[u8]) -> bool {
    let name = plain_name(name);
    [&b"final"[..], b"end", b"last", b"result", b"current"]
        .into_iter()
        .any(|word| memchr::memmem::find(&name, word).is_some())
}

/// Whether a `Variant` tag names chess: the usual game, one from a position, or Chess960. It may say at which pace or how
/// the game was played: `rated blitz`.
fn is_chess(value: &[u8]) -> bool {
    let is_usual = |word: &[u8]| {
        let word = word.to_ascii_lowercase();
        matches!(
            word.strip_suffix(b"chess").unwrap_or(&word),
            b"" | b"standard"
                | b"std"
                | b"normal"
                | b"regular"
                | b"ordinary"
                | b"usual"
                | b"classic"
                | b"classical"
                | b"traditional"
                | b"orthodox"
                | b"western"
                | b"international"
                | b"fide"
                | b"none"
                | b"rated"
                | b"unrated"
                | b"casual"
                | b"game"
                | b"bullet"
                | b"lightning"
                | b"blitz"
                | b"rapid"
                | b"correspondence"
                | b"otb"
        )
    };
    words_of(value).all(is_usual) || begins_anywhere(value)
}

fn words_of(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| !byte.is_ascii_alphanumeric())
}

/// Whether an `Event` tag names another game than chess: `FICS rated suicide game`.
pub(super) fn names_other_game(value: &[u8]) -> bool {
    const GAMES: [&[u8]; 13] = [
        b"suicide",
        b"antichess",
        b"giveaway",
        b"ratedlosers",
        b"atomic",
        b"crazyhouse",
        b"bughouse",
        b"kriegspiel",
        b"threecheck",
        b"racingkings",
        b"kingofthehill",
        b"fogofwar",
        b"duckchess",
    ];
    let name = plain_name(value);
    GAMES.iter().any(|game| memchr::memmem::find(&name, game).is_some())
}

/// Whether a `Variant` or `Event` tag names chess that begins from many positions.
pub(super) fn begins_anywhere(value: &[u8]) -> bool {
    let name = plain_name(value);
    let holds = |words: &[u8]| memchr::memmem::find(&name, words).is_some();
    holds(b"chess960")
        || holds(b"fischerandom")
        || holds(b"fischerrandom")
        || matches!(name.as_slice(), b"wildfr" | b"fromposition")
        || words_of(value).any(|word| {
            let word = word.to_ascii_lowercase();
            matches!(
                word.as_slice(),
                b"960"
                    | b"random960"
                    | b"9lx"
                    | b"chess9lx"
                    | b"frc"
                    | b"freestyle"
                    | b"freestylechess"
                    | b"shuffle"
            )
        })
}

/// Removes the men given as odds from the usual array; returns whether any is named by its square.
pub(super) fn give_odds(position: &mut Position, value: &[u8]) -> bool {
    let Some(Odds { giver, terms }) = Odds::read(value) else { return false };
    let mut any = false;
    for term in terms {
        let OddsTerm::Square(square) = term else { continue };
        if position.man_at(square).is_some_and(|man| man.color == giver && man.role != Role::King) {
            for side in [Side::King, Side::Queen] {
                if position.castling().rook(giver, side) == Some(square) {
                    position.end_castling(giver, side);
                }
            }
            position.remove(square);
            any = true;
        }
    }
    any
}

#[cfg(test)]
mod tests {
    use crate::game::{FaultKind, SetupSource};
    use crate::pgn::reader::the_game;

    #[test]
    fn a_position_that_the_moves_reach_is_not_the_first() {
        let read = |fen: &str, moves: &str| {
            let record = the_game(&format!("[FEN \"{fen}\"]\n\n{moves} *"));
            let is_later = record.text.faults.iter().any(|fault| fault.kind == FaultKind::LaterFen);
            assert_eq!(is_later, record.setup == SetupSource::Usual, "{fen}");
            (is_later, record.plies())
        };
        let after_e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(read(after_e5, "1. e4 e5 2. Nf3"), (true, 3));
        assert_eq!(read(after_e5, "2. Nf3 Nc6"), (false, 2));
        assert_eq!(read(after_e5, "1. Nf3 Nc6"), (false, 2));
        assert_eq!(read("8/8/4k3/8/8/3K4/4P3/8 w - - 0 41", "1. Kd4 Kd6"), (false, 2));
    }
}
