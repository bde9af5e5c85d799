//! The first position of a game, from its tags.

use std::ops::Range;

use crate::chess::{Color, FromFen, Man, Position, Role, Side};

use super::reader::Reader;
use crate::game::StopReason;
use crate::game::diagnostic::FaultKind;
use crate::game::record::{Record, Setup};
use crate::game::recovery_state::PositionDoubt;
use crate::game::span::Span;
use crate::game::tag_values::{Odds, OddsTerm};
use crate::game::{TagName, TagOddity, TagPair};

/// How many pawns a player begins with, and never has more.
const PAWNS_OF_A_PLAYER: u32 = 8;

impl Reader<'_> {
    /// The first position, from the tags.
    pub(super) fn set_up(&mut self, record: &mut Record) {
        const SPECIAL: [TagName; 4] = [TagName::Fen, TagName::Placed, TagName::Odds, TagName::Variant];
        if SPECIAL.iter().all(|tag| record.tag(*tag).is_none()) {
            record.begin(&self.initial, Setup::Usual);
            if record.tag(TagName::SetUp).is_some() {
                self.check_setup_tag(record);
            }
            return;
        }
        self.set_up_specially(record);
    }

    #[cold]
    pub(super) fn check_setup_tag(&self, record: &mut Record) {
        if let Some(pair) = record.tag(TagName::SetUp).copied()
            && pair.value.of(self.text).trim_ascii() == b"1"
        {
            record.fault(FaultKind::SetUpWithoutFen, pair.span);
        }
    }

    /// The SetUp tag, where it says that the game starts from the usual array.
    fn denies_setup(&self, record: &Record) -> Option<TagPair> {
        record.tag(TagName::SetUp).copied().filter(|pair| pair.value.of(self.text).trim_ascii() == b"0")
    }

    #[cold]
    fn set_up_specially(&mut self, record: &mut Record) {
        record.begin(&self.initial, Setup::Usual);
        if let Some(pair) = record.tag(TagName::Variant).copied()
            && !is_chess(pair.value.of(self.text))
        {
            record.fault(FaultKind::OtherGame, pair.value);
            record.stop(StopReason::Unreplayable);
            return;
        }
        let fen = record.tag(TagName::Fen).copied();
        let mut position = self.initial;
        let mut setup = Setup::Usual;
        if let Some(pair) = fen {
            let value = pair.value.of(self.text);
            // `?` and an empty value are how some tools write that there is none.
            if value.trim_ascii().is_empty() || value.trim_ascii() == b"?" {
                record.recovery.position_doubt = Some(PositionDoubt::LeftEmpty);
                self.check_setup_tag(record);
            } else {
                match Position::read_fen(value) {
                    Ok(read) => {
                        position = read.position;
                        setup = Setup::Fen;
                        if pair.oddity != TagOddity::None {
                            record.recovery.position_doubt = Some(PositionDoubt::BrokenTag);
                        }
                        Self::denied_by_the_men(record, pair, read);
                    }
                    Err(fault) => return Self::unreadable_setup(record, pair, fault.why, &fault.span),
                }
            }
        } else {
            self.check_setup_tag(record);
        }
        if let Some(pair) = record.tag(TagName::Odds).copied()
            && setup == Setup::Usual
            && give_odds(&mut position, pair.value.of(self.text))
        {
            setup = Setup::Odds;
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
                    rest_rights(&mut read, &position);
                    record.log.corrections.due = Some(position);
                    position = read;
                    setup = Setup::Placed;
                }
                Err(fault) => return Self::unreadable_setup(record, pair, fault.why, &fault.span),
            }
        }
        record.begin(&position, setup);
        if let Some(pair) = record.tag(TagName::Variant)
            && setup == Setup::Usual
            && begins_anywhere(pair.value.of(self.text))
        {
            record.recovery.position_doubt = Some(PositionDoubt::NotGiven);
        }
        if setup == Setup::Fen {
            if let Some(pair) = fen {
                self.look_at_set_up(record, pair);
            }
            if let Some(pair) = self.denies_setup(record)
                && position.placement_key() != self.initial.placement_key()
            {
                record.fault(FaultKind::FenWithoutSetUp, pair.span);
            }
            if position.is_dead_by_material() {
                record.facts.dead = Some(0);
            }
            record.recovery.number_offset = 0;
        }
    }

    /// What a FEN gives and the men on its board deny.
    fn denied_by_the_men(record: &mut Record, pair: TagPair, read: FromFen) {
        if let Some(fault) = read.idle_rights {
            record.fault(FaultKind::IdleRight(fault.why), within(pair.value, &fault.span));
        }
        if let Some(fault) = read.idle_passing {
            record.fault(FaultKind::IdlePassing(fault.why), within(pair.value, &fault.span));
            record.recovery.position_doubt.get_or_insert(PositionDoubt::IdlePassing);
        }
    }

    /// What no game starts from or comes to, in the position that a FEN sets up.
    fn look_at_set_up(&self, record: &mut Record, pair: TagPair) {
        if let Some(odd) = record.start.odd_setup() {
            record.fault(FaultKind::OddSetup(odd), pair.value);
        }
        if self.may_have_any_array(record) {
            return;
        }
        for player in [Color::White, Color::Black] {
            if record.start.of(player, Role::Pawn).count() > PAWNS_OF_A_PLAYER {
                record.fault(FaultKind::TooManyPawns(player), pair.value);
            }
        }
    }

    /// Whether the men may have been set up in another number than a game gives: by odds, or for a game of its own.
    fn may_have_any_array(&self, record: &Record) -> bool {
        record.tag(TagName::Odds).is_some()
            || record
                .value(TagName::Variant, self.text)
                .is_some_and(|value| plain_name(value) == b"fromposition")
    }

    fn unreadable_setup(record: &mut Record, pair: TagPair, why: String, at: &Range<usize>) {
        record.fault(FaultKind::Fen(why), within(pair.value, at));
        record.stop(StopReason::Unreplayable);
    }
}

/// A king or rook forgotten or misplaced in setting up has the right to castle once he is put right, if the other is
/// where he was due.
fn rest_rights(placed: &mut Position, due: &Position) {
    for color in [Color::White, Color::Black] {
        let king_is_home = placed.of(color, Role::King) == due.of(color, Role::King);
        let own_rook = Some(Man { color, role: Role::Rook });
        for side in [Side::King, Side::Queen] {
            if let Some(rook) = due.castling().rook(color, side)
                && !(king_is_home && placed.man_at(rook) == own_rook)
            {
                placed.rest_castling(color, side, rook);
            }
        }
        if let Some(king) = due.of(color, Role::King).single().filter(|_| !king_is_home) {
            placed.await_king(color, king);
        }
    }
}

/// The bytes `at` of a value, as a span of the text.
fn within(value: Span, at: &Range<usize>) -> Span {
    let value = value.range();
    let start = (value.start + at.start).min(value.end);
    let end = (value.start + at.end).clamp(start, value.end);
    Span::new(start, end)
}

/// The letters and digits of a variant's name, the letters small.
fn plain_name(value: &[u8]) -> Vec<u8> {
    value.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect()
}

/// Whether a Variant tag names chess: the usual game, from a position, or Chess960.
fn is_chess(value: &[u8]) -> bool {
    matches!(
        plain_name(value).as_slice(),
        b"" | b"standard" | b"normal" | b"chess" | b"classical" | b"orthodox"
    ) || begins_anywhere(value)
}

/// Whether a Variant tag names chess that begins in one position or another.
fn begins_anywhere(value: &[u8]) -> bool {
    matches!(
        plain_name(value).as_slice(),
        b"fromposition"
            | b"chess960"
            | b"960"
            | b"fischerandom"
            | b"fischerrandom"
            | b"fischerrandomchess"
            | b"fischerandomchess"
            | b"freestyle"
            | b"freestylechess"
            | b"frc"
            | b"wildfr"
    )
}

/// Takes the men given as odds off the usual array; false where none is named by its square.
fn give_odds(position: &mut Position, value: &[u8]) -> bool {
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
