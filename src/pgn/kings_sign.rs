//! The result sign of an electronic board: after the game, both kings are set on the four centre squares. Boards sometimes
//! record this as the last moves.

use crate::chess::{Color, Role, Square, Subject};
use crate::finding::Score;

use super::annotation_glyphs::loose_result;
use super::descriptive::WrittenMove;
use super::lookahead::Element;
use super::movetext::termination;
use super::reader::Reader;
use super::tag_pair::begins_tag;
use crate::game::act::{Act, SpokenWord};
use crate::game::{BoardEnd, FaultKind, Record, Span, TagName};

/// The light centre squares state that White won, the dark ones that Black won.
const LIGHT: [&[u8; 2]; 2] = [b"d5", b"e4"];
const DARK: [&[u8; 2]; 2] = [b"d4", b"e5"];

impl Reader<'_> {
    /// Skips the last moves of a record if a king is set on the centre by an illegal move to state the result; returns
    /// whether it is.
    #[cold]
    pub(super) fn kings_sign(&mut self, record: &mut Record, written: WrittenMove, token: Span) -> bool {
        let Some(sign) = self.read_kings_sign(record, written) else { return false };
        let span = Span { start: token.start, ..sign.last.unwrap_or(token) };
        record.add_fault(sign.kind, span);
        self.at = sign.end;
        true
    }

    fn read_kings_sign(&self, record: &Record, written: WrittenMove) -> Option<KingsSign> {
        let own = king_target(written)?;
        // A board records no acts but the end of the game.
        if !record.acts.iter().all(|placed| ends_game(&placed.act)) {
            return None;
        }
        let mut ahead = self.ahead_from(self.at);
        let mut next = None;
        let mut last = None;
        while let Some(element) = ahead.next_element(record.text.move_notation) {
            match element {
                Element::Comment(comment) if has_act(comment.of(self.text)) => return None,
                Element::Number(_) | Element::Comment(_) => {}
                Element::Move { .. } if next.is_some() => return None,
                Element::Move { written, token } => {
                    next = Some(king_target(written)?);
                    last = Some(token);
                }
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
        let us = record.position.turn();
        let opposite = record.position.of(us.other(), Role::King).single();
        let other = next.or(opposite).filter(|other| *other != own);
        let stated = match (winner(own)?, other.and_then(winner)) {
            (first, Some(second)) if first == second => Score::won_by(first),
            (_, Some(_)) => Score::Draw,
            // A board may lack the second king: the first must have left its place by more than a step, or after mate.
            (first, None) => {
                let from = record.position.of(us, Role::King).single()?;
                let is_far = from.file().index().abs_diff(own.file().index()) > 1
                    || from.rank().index().abs_diff(own.rank().index()) > 1;
                let is_over = record.board_end() == BoardEnd::Mate;
                let fits = given == Score::Draw || given == Score::won_by(first);
                return ((is_far || is_over) && fits && next.is_none()).then_some(KingsSign {
                    kind: FaultKind::KingsSign(given),
                    last,
                    end: ahead.at,
                });
            }
        };
        let is_second = record.moves.get(record.moves.len().checked_sub(1)?).is_some_and(|before| {
            Some(before.to()) == opposite && record.position.man_at(before.to()).is_some()
        });
        let kind = match given {
            Score::Unknown => FaultKind::KingsSign(stated),
            given if given == stated => FaultKind::KingsSign(stated),
            // A king that was in the centre before may have been met there by mistake.
            _ if next.is_none() && !is_second => return None,
            _ => FaultKind::KingsSignContradicts(stated),
        };
        Some(KingsSign { kind, last, end: ahead.at })
    }
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
    /// The token of the second king's move, if it comes after the first illegal one.
    last: Option<Span>,
    /// The offset at which reading continues.
    end: usize,
}

/// The centre square to which a token sets a king.
fn king_target(written: WrittenMove) -> Option<Square> {
    let WrittenMove::San(read) = written else { return None };
    let is_king = matches!(read.subject(), Subject::Man(Role::King));
    is_king.then(|| read.to()).filter(|to| winner(*to).is_some())
}

/// The winner that a king on a centre square states.
fn winner(square: Square) -> Option<Color> {
    let is_one_of = |names: [&[u8; 2]; 2]| names.iter().any(|name| Square::from_ascii(*name) == Some(square));
    if is_one_of(LIGHT) { Some(Color::White) } else { is_one_of(DARK).then_some(Color::Black) }
}

/// Whether a comment has a command other than clocks, evaluations and drawings.
fn has_act(comment: &[u8]) -> bool {
    let known: [&[u8]; 6] = [b"clk", b"emt", b"eval", b"csl", b"cal", b"ts"];
    memchr::memmem::find_iter(comment, b"[%").any(|at| {
        let name = comment.get(at + 2..).unwrap_or_default();
        !known.iter().any(|known| name.starts_with(known))
    })
}
