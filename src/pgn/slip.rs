//! The slip of the pen that may explain a move which cannot be made: one change of the record after which the moves that
//! follow can be played.

use super::descriptive::WrittenMove;
use super::lookahead::Element;
use super::reader::Reader;
use super::respelled_move::unsigned;
use crate::chess::{
    CheckSign, Color, Man, Move, MoveKind, Play, Position, Resolved, Role, San, Side, Subject, corner,
    king_home,
};
use crate::game::{Notation, Record, SetupSource};
use crate::search::Budget;

/// Moves that are read, from the first that may be changed on.
const MOST_READ: usize = 600;
/// Plies before the move that cannot be made which may be replaced.
const MOST_EARLIER: u32 = 40;
/// Plies before it that may be left out, swapped or preceded by a lost one.
const MOST_SHIFTED: usize = 12;
/// Moves that are named in place of one.
const MOST_NAMED: usize = 3;
/// Plies that must follow, to the end of the game or not. Fewer are played by chance.
const FEWEST_TO_END: usize = 4;
const FEWEST: usize = 12;
/// Plies that must follow to the end of the game if they cannot all be played as the record is written.
const FEWEST_IF_IMPOSSIBLE: usize = 2;
/// Plies that must follow to the end of the game if two moves change their order.
const FEWEST_SWAPPED: usize = 7;
/// Plies that must follow to the end of the game if the players of all of them change.
const FEWEST_SHIFTED: usize = 10;
/// Plies that must follow to the end of the game for a change that is made in the replay.
const FEWEST_FOR_REPAIR: usize = 8;

/// A change of the record after which the moves that follow can be played.
#[derive(Clone, Debug)]
pub(crate) struct LikelySlip {
    /// The ply that is changed, from 1, and its board.
    pub ply: u32,
    pub board: Position,
    /// The offset of its token.
    pub place: u32,
    pub kind: SlipKind,
    /// The last ply that can be played; `None` if the whole game can be.
    pub until: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SlipKind {
    /// One of these moves is made.
    Moves(Vec<Move>),
    /// It and the player's next move, with its token at this offset, are in the other order.
    Swapped(u32),
    /// The move is left out.
    Surplus,
    /// A move of this player comes before it.
    Missing(Color),
    /// The FEN gives the move to the other player.
    OtherTurn,
    /// The FEN gives all castling rights that its kings and rooks allow.
    CastlingRights,
}

/// Searches for the nearest change that explains why the move of a ply cannot be made. `place` is the offset of its token.
pub(crate) fn likely_slip(
    record: &Record,
    text: &[u8],
    ply: u32,
    place: u32,
    budget: &mut Budget,
) -> Option<LikelySlip> {
    let mut search = SlipSearch::new(record, text, ply, place, FEWEST_TO_END, budget)?;
    let found = search.change()?;
    // A search that was cut short may have missed a nearer change.
    (search.budget.nodes > 0).then_some(found)
}

/// The only legal move after which the whole rest of the game can be played, if its text is near and no other change
/// explains the one that cannot be made.
pub(super) fn certain_move(
    record: &Record,
    text: &[u8],
    ply: u32,
    place: u32,
    budget: &mut Budget,
) -> Option<Move> {
    // An act after it would be judged on a board that is only inferred.
    let mut search = SlipSearch::new(record, text, ply, place, FEWEST_TO_END, budget)
        .filter(|search| !search.has_commands)?;
    let odd = search.odd;
    let is_here = |slip: &LikelySlip| slip.ply == ply && slip.until.is_none();
    let SlipKind::Moves(found) = search.change().filter(is_here)?.kind else { return None };
    let is_certain = search.tokens.len() > odd + FEWEST_FOR_REPAIR
        && found.len() == 1
        && search.best(odd, Spelling::Near).moves == found
        && search.best(odd, Spelling::Any).moves == found
        && (0..odd).all(|index| search.other_move(index, Spelling::Near).is_none());
    found.first().copied().filter(|_| is_certain && search.budget.nodes > 0)
}

/// Whether the rest of a game, which cannot be played after the illegal move of a ply, can be played to its end after exactly
/// one move with a similar text.
pub(super) fn is_slip_before_short_rest(record: &Record, text: &[u8], ply: u32, place: u32) -> bool {
    let mut budget = Budget::SLIPS;
    let search = SlipSearch::new(record, text, ply, place, FEWEST_IF_IMPOSSIBLE, &mut budget);
    let Some(mut search) = search else { return false };
    let BestMoves { moves, reach } = search.best(search.odd, Spelling::Near);
    moves.len() == 1 && search.is_end(reach) && search.written < reach && search.budget.nodes > 0
}

/// The moves that are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    /// Those whose text differs by one character.
    Near,
    Any,
}

/// The moves after which most of the record can be played, and the index of the first token that cannot be.
#[derive(Default)]
struct BestMoves {
    moves: Vec<Move>,
    reach: usize,
}

struct WrittenToken<'t> {
    read: San,
    text: &'t [u8],
    place: u32,
}

struct SlipSearch<'t, 'r> {
    record: &'r Record,
    /// The moves from ply `first` on.
    tokens: Vec<WrittenToken<'t>>,
    first: u32,
    /// The boards before the moves up to the one that cannot be made.
    boards: Vec<Position>,
    /// The index of the move that cannot be made.
    odd: usize,
    /// The index up to which the record can be played as it is written.
    written: usize,
    /// Whether the tokens go on to the end of the game.
    is_whole: bool,
    /// Whether the comments between them contain commands.
    has_commands: bool,
    budget: &'r mut Budget,
}

impl<'t, 'r> SlipSearch<'t, 'r> {
    /// `least`: the plies that must follow.
    fn new(
        record: &'r Record,
        text: &'t [u8],
        ply: u32,
        place: u32,
        least: usize,
        budget: &'r mut Budget,
    ) -> Option<Self> {
        if record.text.move_notation != Notation::Algebraic || budget.nodes == 0 {
            return None;
        }
        let first = ply.saturating_sub(MOST_EARLIER).max(1);
        let earlier = (first..ply).map(|ply| record.moves.token(ply as usize - 1));
        let places: Vec<u32> = earlier.chain([Some(place)]).collect::<Option<_>>()?;
        let mut reader = Reader::from(text, *places.first()? as usize);
        let mut tokens = Vec::new();
        let mut has_commands = false;
        while tokens.len() < MOST_READ {
            match reader.next_element(Notation::Algebraic) {
                Some(Element::Move { written: WrittenMove::San(read), token }) => {
                    tokens.push(WrittenToken { read, text: token.of(text), place: token.start });
                }
                Some(Element::Comment(comment)) => {
                    has_commands |= memchr::memmem::find(comment.of(text), b"[%").is_some();
                }
                Some(Element::Number(_)) => {}
                _ => break,
            }
        }
        budget.spend(tokens.len() as u64);
        let is_whole = reader.is_at_game_end();
        // The replay may have skipped or corrected tokens, so that they are not the moves of the record.
        let are_the_moves =
            tokens.iter().map(|token| token.place).take(places.len()).eq(places.iter().copied());
        let odd = places.len() - 1;
        if !are_the_moves || tokens.len() <= odd + least {
            return None;
        }
        let mut boards = vec![record.position_after(first - 1)];
        for played in record.moves.from(first as usize - 1).take(odd) {
            boards.extend(boards.last().map(|board| board.after(played)));
        }
        let next_odd = record.nonstandard_moves.iter().map(|odd| odd.ply).find(|later| *later > ply);
        let written = next_odd.unwrap_or(record.plies() + 1).saturating_sub(first) as usize;
        Some(Self { record, tokens, first, boards, odd, written, is_whole, has_commands, budget })
    }

    /// The nearest change.
    fn change(&mut self) -> Option<LikelySlip> {
        let odd = self.odd;
        let shifted = odd.saturating_sub(MOST_SHIFTED);
        let (is_whole, is_single) = (|slip: &LikelySlip| slip.until.is_none(), LikelySlip::is_single);
        self.other_start()
            .or_else(|| (shifted..=odd).rev().find_map(|index| self.swapped(index)))
            .or_else(|| {
                (0..=odd).rev().find_map(|index| self.other_move(index, Spelling::Near).filter(is_whole))
            })
            .or_else(|| self.other_move(odd, Spelling::Any).filter(is_whole).filter(is_single))
            .or_else(|| self.shifted(shifted))
            .or_else(|| self.other_move(odd, Spelling::Near))
    }

    fn other_move(&mut self, index: usize, text: Spelling) -> Option<LikelySlip> {
        let BestMoves { moves, reach } = self.best(index, text);
        (!moves.is_empty() && moves.len() <= MOST_NAMED && self.is_explained(reach, FEWEST_TO_END))
            .then(|| self.slip(index, reach, SlipKind::Moves(moves)))
            .flatten()
    }

    fn swapped(&mut self, index: usize) -> Option<LikelySlip> {
        let (board, later) = (*self.boards.get(index)?, self.tokens.get(index + 2)?.place);
        self.tokens.swap(index, index + 2);
        let reach = self.follow(board, index);
        self.tokens.swap(index, index + 2);
        (self.is_end(reach) && self.is_explained(reach, FEWEST_SWAPPED))
            .then(|| self.slip(index, reach, SlipKind::Swapped(later)))
            .flatten()
    }

    /// The start that the score implies: the other player has the move, or rights to castle are not lost.
    fn other_start(&mut self) -> Option<LikelySlip> {
        if self.record.setup != SetupSource::Fen {
            return None;
        }
        if self.first == 1 {
            let mut board = *self.boards.first()?;
            board.set_turn(board.turn().other());
            let reach = self.follow(board, 0);
            if self.is_explained(reach, FEWEST_TO_END) {
                return self.slip(0, reach, SlipKind::OtherTurn);
            }
        }
        matches!(self.tokens.get(self.odd)?.read.subject(), Subject::Castling(_)).then_some(())?;
        let start = self.record.start;
        let made = self.record.moves.iter().take(self.first as usize - 1 + self.odd);
        let mut board = *self.boards.last()?;
        let boards = [start, board];
        let is_at_home = |color, role, square| {
            boards.iter().all(|board| board.man_at(square) == Some(Man { color, role }))
                && made.clone().all(|played| played.from() != square)
        };
        for us in [Color::White, Color::Black] {
            for (side, rook) in [Side::King, Side::Queen].map(|side| (side, corner(us, side))) {
                if is_at_home(us, Role::King, king_home(us))
                    && is_at_home(us, Role::Rook, rook)
                    && start.castling().rook(us, side).is_none()
                {
                    board.grant_castling(us, side, rook);
                }
            }
        }
        let reach = self.follow(board, self.odd);
        self.is_explained(reach, FEWEST_TO_END)
            .then(|| self.slip(self.odd, reach, SlipKind::CastlingRights))
            .flatten()
    }

    /// A move that was written twice, or else one that was lost, or that is one too many. The players of all moves after it
    /// change.
    fn shifted(&mut self, first: usize) -> Option<LikelySlip> {
        let odd = self.odd;
        let repeats = |search: &Self, index: usize| {
            let earlier = search.tokens.get(index.saturating_sub(2)..index).unwrap_or_default();
            let token = search.tokens.get(index).map(|token| bare(token.text));
            earlier.iter().any(|earlier| Some(bare(earlier.text)) == token)
        };
        let places = || (first..=odd).rev();
        let repeated = places().find_map(|index| repeats(self, index).then(|| self.surplus(index)).flatten());
        repeated
            .or_else(|| places().find_map(|index| self.missing(index)))
            .or_else(|| places().find_map(|index| self.surplus(index)))
    }

    fn surplus(&mut self, index: usize) -> Option<LikelySlip> {
        let reach = self.follow(*self.boards.get(index)?, index + 1);
        self.is_explained(reach, FEWEST_SHIFTED).then(|| self.slip(index, reach, SlipKind::Surplus)).flatten()
    }

    fn missing(&mut self, index: usize) -> Option<LikelySlip> {
        let board = *self.boards.get(index)?;
        let lost = board.legal_moves(Play::COMMON).into_iter();
        let reach = lost.map(|lost| self.follow(board.after(lost), index)).max()?;
        let kind = SlipKind::Missing(board.turn());
        self.is_explained(reach, FEWEST_SHIFTED).then(|| self.slip(index, reach, kind)).flatten()
    }

    fn slip(&self, index: usize, reach: usize, kind: SlipKind) -> Option<LikelySlip> {
        let offset = u32::try_from(index).ok()?;
        let until = self.first + u32::try_from(reach).ok()?.checked_sub(1)?;
        Some(LikelySlip {
            ply: self.first + offset,
            board: *self.boards.get(index)?,
            place: self.tokens.get(index)?.place,
            kind,
            until: Some(until).filter(|_| !self.is_end(reach)),
        })
    }

    fn is_end(&self, reach: usize) -> bool {
        self.is_whole && reach == self.tokens.len()
    }

    /// Whether the moves up to the index `reach` are enough to explain the odd move. `least`: the plies that are enough if
    /// they end the game.
    fn is_explained(&self, reach: usize, least: usize) -> bool {
        let least = if self.is_end(reach) { least } else { FEWEST };
        reach > self.odd + least && reach >= self.written
    }

    /// Tries the legal moves in place of the one at an index.
    fn best(&mut self, index: usize, text: Spelling) -> BestMoves {
        let mut best = BestMoves::default();
        let (Some(board), Some(token)) = (self.boards.get(index).copied(), self.tokens.get(index)) else {
            return best;
        };
        let (written, sign) = (bare(token.text), token.read.sign());
        let played = self.record.moves.get(self.first as usize + index - 1).filter(|_| index < self.odd);
        for tried in board.legal_moves(Play::COMMON) {
            let after = board.after(tried);
            let is_tried = Some(tried) != played
                && (text == Spelling::Any || is_near(&board, tried, &written))
                && fits_sign(&after, sign);
            if !is_tried {
                continue;
            }
            let reach = self.follow(after, index + 1);
            if reach > best.reach {
                best = BestMoves { moves: Vec::new(), reach };
            }
            if reach == best.reach {
                best.moves.push(tried);
            }
        }
        best
    }

    /// The index of the first token that cannot be played, from a board before the token at `index`.
    fn follow(&mut self, mut board: Position, index: usize) -> usize {
        let mut reach = index;
        while let Some(token) = self.tokens.get(reach).filter(|_| self.budget.nodes > 0) {
            self.budget.spend(1);
            let resolved = board.resolve(token.read, &board.threats());
            let (Resolved::Export(played) | Resolved::Other(played)) = resolved else { break };
            board.play(played);
            if !fits_sign(&board, token.read.sign()) {
                break;
            }
            reach += 1;
        }
        reach
    }
}

impl LikelySlip {
    /// Whether the move of a ply and enough of those after it can be played after the change.
    pub(crate) fn explains(&self, ply: u32) -> bool {
        self.ply <= ply && self.until.is_none_or(|until| ply as usize + FEWEST_TO_END <= until as usize)
    }

    fn is_single(&self) -> bool {
        matches!(&self.kind, SlipKind::Moves(moves) if moves.len() == 1)
    }
}

/// Whether a check sign is true. A sign may be left out.
fn fits_sign(after: &Position, sign: CheckSign) -> bool {
    sign == CheckSign::None || after.in_check(after.turn())
}

/// The letters and digits of a move.
fn bare(text: &[u8]) -> Vec<u8> {
    let text = unsigned(text).iter().filter(|byte| !b"x-:=*".contains(byte));
    text.map(|byte| if *byte == b'0' { b'O' } else { *byte }).collect()
}

/// Whether one of the spellings of a move differs from a text by one character.
fn is_near(board: &Position, played: Move, written: &[u8]) -> bool {
    let origin = played.from().to_string();
    let (file, rank) = origin.split_at(1);
    let target = played.to().to_string();
    let (letter, origins, becomes) = match (board.man_at(played.from()), played.kind()) {
        (_, MoveKind::Castling(Side::King)) => return is_one_change(b"OO", written),
        (_, MoveKind::Castling(Side::Queen)) => return is_one_change(b"OOO", written),
        (Some(Man { role: Role::Pawn, .. }), MoveKind::Promotion(role)) => {
            (None, vec!["", file], Some(role.letter()))
        }
        (Some(Man { role: Role::Pawn, .. }), _) if played.from().file() == played.to().file() => {
            (None, vec![""], None)
        }
        (Some(Man { role: Role::Pawn, .. }), _) => (None, vec![file], None),
        (Some(man), _) => (Some(man.role.letter()), vec!["", file, rank, &origin], None),
        (None, _) => return false,
    };
    origins.into_iter().any(|origin| {
        let letters = letter.iter().copied().chain(origin.chars()).chain(target.chars()).chain(becomes);
        is_one_change(letters.collect::<String>().as_bytes(), written)
    })
}

/// Whether two texts differ by one character: another one, one more or one less.
fn is_one_change(one: &[u8], other: &[u8]) -> bool {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (one.get(same..).unwrap_or_default(), other.get(same..).unwrap_or_default());
    let (after_one, after_other) = (one.get(1..), other.get(1..));
    after_one == after_other || after_one == Some(other) || Some(one) == after_other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FaultKind;
    use crate::pgn::reader::the_game;

    /// The change of the first move that cannot be made, and its ply.
    fn change_of(text: &str) -> Option<(u32, String, Option<u32>)> {
        let record = the_game(text);
        let illegal = record.nonstandard_moves.first().map(|odd| (odd.ply, odd.span.start));
        let fault = record.text.faults.iter().find(|fault| fault.kind.stops_replay());
        let (ply, place) = illegal.or(fault.map(|fault| (fault.ply, fault.span.start))).unwrap();
        let slip = likely_slip(&record, text.as_bytes(), ply, place, &mut Budget::of(100_000))?;
        let words = match &slip.kind {
            SlipKind::Moves(moves) => {
                moves.iter().map(|played| slip.board.san(*played, Play::COMMON)).collect::<Vec<_>>().join(" ")
            }
            kind => format!("{kind:?}"),
        };
        Some((slip.ply, words, slip.until))
    }

    const SPANISH: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 \
                           10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Bd7 14. Nf1 Rac8 1-0";

    #[test]
    fn the_nearest_change() {
        let with = |from: &str, to: &str| change_of(&SPANISH.replacen(from, to, 1));
        let whole = |ply, words: &str| Some((ply, words.to_owned(), None));
        assert_eq!(with("4. Ba4", "4. Ba3"), whole(7, "Ba4"));
        assert_eq!(with("5. O-O", "5. O-O-O"), whole(9, "O-O"));
        assert_eq!(with("11. d4 Qc7", "11. d4 Qf7"), whole(22, "Qc7"));
    }

    #[test]
    fn lost_doubled_and_swapped_moves() {
        let spanish = SPANISH.split(' ').filter(|word| !word.ends_with('.')).collect::<Vec<_>>().join(" ");
        let with = |from: &str, to: &str| change_of(&spanish.replacen(from, to, 1)).map(|found| found.1);
        assert_eq!(with("c3 O-O ", "c3 ").as_deref(), Some("Missing(Black)"));
        assert_eq!(with("c3 O-O", "c3 O-O O-O").as_deref(), Some("Surplus"));
        assert!(with("Bb5 a6 Ba4", "Ba4 a6 Bb5").is_some_and(|kind| kind.starts_with("Swapped")));
    }

    #[test]
    fn a_start_that_the_score_contradicts() {
        let turn = "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2\"]\n\n\
                    1. Nf3 Nc6 2. Bb5 a6 3. Ba4 Nf6 4. O-O Be7 1-0";
        assert_eq!(change_of(turn).map(|found| found.1).as_deref(), Some("OtherTurn"));
        let castling = "[Observed \"touch\"]\n[FEN \"r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w kq - 0 5\"]\n\n\
                        5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0";
        assert_eq!(change_of(castling).map(|found| found.1).as_deref(), Some("CastlingRights"));
    }

    #[test]
    fn too_little_follows() {
        assert_eq!(change_of("1. e4 e5 2. Ke3 d6 3. d3 Nf6 *"), None);
        // No change of one move explains two slips so close to each other.
        let two = SPANISH.replace("Nbd2", "Nbd7").replace("Bd7", "Bd1");
        assert_eq!(change_of(&two), None);
    }

    #[test]
    fn the_only_move_that_the_rest_allows_is_made() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba5 Nf6 5. O-O b5 6. Re1 bxa4 7. d3 Be7 8. Nc3 O-O 9. Nxa4 d6 1-0";
        let record = the_game(text);
        assert_eq!(
            record.text.faults.first().map(|fault| &fault.kind),
            Some(&FaultKind::ReadAs("Ba4".to_owned()))
        );
        assert_eq!((record.plies(), record.facts.doubtful, record.ending.stop), (18, Some(7), None));
        // 4. Bc4 is possible too.
        let bishops = SPANISH.replace("Ba4", "Ba5");
        let with_act = text.replace("9. Nxa4", "{[%touch b d7]} 9. Nxa4");
        for text in [bishops, with_act] {
            assert_eq!(the_game(&text).plies(), 6, "{text}");
        }
    }
}
