//! The straight road: the moves that games are made of, read, resolved and made with few instructions and hardly a
//! branch.
//!
//! Which man moves and whether it takes decides, by one table, how long the text is, where the man comes from and
//! what may stand where he goes; pawns are no case of their own. What the move does to the kings is asked of the man
//! that moved and of those behind it alone. All this holds in ordinary positions ([`Position::is_ordinary`]), and for
//! usual moves: whatever else there is (castling, promotion, a capture in passing, an odd text) is left to
//! [`super::san()`], which knows every form.

// The tables below are indexed by squares and by bits masked to their length.
#![allow(clippy::indexing_slicing)]

use super::attacks;
use super::bitboard::Bitboard;
use super::man::{Color, Role};
use super::moves::{Move, MoveKind};
use super::position::{PackedMan, Position};
use super::san::CheckSign;
use super::square::{File, Rank, Square};
use super::threats::Threats;
use super::zobrist;

/// What the first letter of a move and the capture behind it tell.
#[derive(Clone, Copy)]
struct Shape {
    /// From which files the man can come: a pawn from the one that the text names.
    files: u64,
    /// What may stand where he arrives, a bit for each man as [`PackedMan::seen_by`] numbers them.
    open: u16,
    /// How many bits of text the move takes, its check sign apart.
    bits: u8,
    /// The number of his role.
    role: u8,
    /// 16 where he may go two squares, which differ in that bit: as no other squares do that he goes between.
    double: u8,
    /// 1 where the move can be taken back by others: 0 for a capture and a pawn's move.
    reversible: u8,
    /// Where the squares begin that a man of either colour arrives from, among [`ARRIVALS`].
    arrives: [u16; 2],
    /// Where those begin that he strikes.
    strikes: [u16; 2],
    /// Where those begin from which a hostile pawn may take him in passing: of a pawn that goes straight on.
    beside: [u16; 2],
}

/// By the first letter; then the same for captures. What begins no move has no files to come from.
static SHAPES: [Shape; 512] = shapes();

#[allow(clippy::cast_possible_truncation)] // files and indices
const fn shapes() -> [Shape; 512] {
    let nothing = Shape {
        files: 0,
        open: 0,
        bits: 16,
        role: 7,
        double: 0,
        reversible: 0,
        arrives: [0; 2],
        strikes: [0; 2],
        beside: [NOWHERE; 2],
    };
    let mut table = [nothing; 512];
    let mut takes = 0;
    while takes < 2 {
        let open = if takes == 0 { PackedMan::SEEN_EMPTY } else { PackedMan::SEEN_PREY };
        let mut file = 0;
        while file < 8 {
            let files = Bitboard::file(File::from_index(file as u8)).0;
            table[(takes << 8) | (b'a' as usize + file)] = if takes == 0 {
                let (arrives, strikes, beside) = ([0, 64], [3 * 64, 2 * 64], [9 * 64, 10 * 64]);
                Shape { files, open, role: 0, double: 16, arrives, strikes, beside, ..nothing }
            } else {
                let (arrives, strikes) = ([2 * 64, 3 * 64], [3 * 64, 2 * 64]);
                Shape { files, open, role: 0, bits: 32, arrives, strikes, ..nothing }
            };
            file += 1;
        }
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        let mut index = 0;
        while index < roles.len() {
            let role = roles[index] as u8;
            let row = [(role as u16 + 3) * 64; 2];
            table[(takes << 8) | roles[index].letter() as usize] = Shape {
                files: u64::MAX,
                open,
                bits: 24 + 8 * takes as u8,
                role,
                reversible: 1 - takes as u8,
                arrives: row,
                strikes: row,
                ..nothing
            };
            index += 1;
        }
        takes += 1;
    }
    table
}

/// What a byte behind a move tells.
#[derive(Clone, Copy)]
struct NextByte {
    sign: CheckSign,
    /// How many bits it takes, if it is a check sign.
    bits: u8,
    /// Whether it is a blank, so that the token ends before it.
    is_blank: bool,
}

static BEHIND: [NextByte; 256] = behind();

const fn behind() -> [NextByte; 256] {
    let mut table = [NextByte { sign: CheckSign::None, bits: 0, is_blank: false }; 256];
    table[b'+' as usize] = NextByte { sign: CheckSign::Check, bits: 8, is_blank: false };
    table[b'#' as usize] = NextByte { sign: CheckSign::Mate, bits: 8, is_blank: false };
    table[b' ' as usize].is_blank = true;
    table[b'\n' as usize].is_blank = true;
    table[b'\r' as usize].is_blank = true;
    table
}

/// A text of the forms `e4`, `exd5`, `Nf3` and `Nxf3`, a check sign behind it or not, and a blank.
#[derive(Clone, Copy)]
pub(crate) struct FastText {
    shape: &'static Shape,
    to: Square,
    sign: CheckSign,
    /// In bits, the blank behind it left aside.
    bits: u32,
}

impl FastText {
    /// Reads what begins a window, if it is of these forms.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_truncation)] // the straight road; parts of a register
    pub(crate) fn read(window: [u8; 8]) -> Option<Self> {
        let text = u64::from_le_bytes(window);
        let [letter, second, ..] = window;
        let shape = &SHAPES[usize::from(letter) | usize::from(second == b'x') << 8];
        let bits = u32::from(shape.bits & 63);
        // Two bytes before the end, the square.
        let target = ((text >> ((bits - 16) & 63)) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
        let behind = text >> bits;
        let sign = &BEHIND[behind as u8 as usize];
        let end = &BEHIND[(behind >> (sign.bits & 8)) as u8 as usize];
        if target & 0xF8F8 != 0 || !end.is_blank {
            return None;
        }
        let to = Square::from_index((target | target >> 5) as u8);
        Some(Self { shape, to, sign: sign.sign, bits: bits + u32::from(sign.bits) })
    }

    /// Reads a piece's move that names one file or rank that it leaves: `Nbd7`, `R1xe2`. Without it, the text is of
    /// the usual forms.
    fn read_with_origin(window: [u8; 8]) -> Option<(Self, UsualOrigin)> {
        let [_, origin, ..] = window;
        let whole = u64::from_le_bytes(window);
        let without = whole & 0xFF | whole >> 16 << 8;
        let text = Self::read(without.to_le_bytes())?;
        if text.shape.role == Role::Pawn as u8 {
            return None;
        }
        let origin = match origin {
            b'a'..=b'h' => UsualOrigin::File(File::from_index(origin - b'a')),
            b'1'..=b'8' => UsualOrigin::Rank(Rank::from_index(origin - b'1')),
            _ => return None,
        };
        Some((Self { bits: text.bits + 8, ..text }, origin))
    }

    /// What it says of check.
    #[inline]
    pub(crate) const fn sign(self) -> CheckSign {
        self.sign
    }

    /// Its length in bytes, the blank behind it included.
    #[inline]
    pub(crate) const fn length(self) -> usize {
        (self.bits / 8 + 1) as usize
    }
}

/// What a text names of the square that a piece leaves.
#[derive(Clone, Copy)]
enum UsualOrigin {
    File(File),
    Rank(Rank),
}

/// From where a man arrives on a square, on an empty board: white pawns and black ones, those that take, then the
/// pieces. A pawn never arrives on its last rank here: there it becomes something else. Where a white pawn takes
/// from, a black one strikes, and the pieces strike as they arrive.
/// The two rows behind the pieces' are the squares beside a pawn where it arrives by two steps; the last are of nobody.
static ARRIVALS: [u64; 1024] = arrivals();

/// A row of [`ARRIVALS`] without a square.
const NOWHERE: u16 = 11 * 64;

/// The squares of the row that begins so far into [`ARRIVALS`].
#[inline]
fn arrivals_of(row: u16, square: Square) -> Bitboard {
    Bitboard(ARRIVALS[(usize::from(row) + square.at()) & 1023])
}

const fn arrivals() -> [u64; 1024] {
    let mut table = [0; 1024];
    let mut to = 0;
    while to < 64 {
        // White's last rank is the eighth, and nothing comes to his first.
        if to >= 8 && to < 56 {
            let far = if to >> 3 == 3 { 1 << (to - 16) } else { 0 };
            table[to] = 1 << (to - 8) | far;
            let far = if to >> 3 == 4 { 1 << (to + 16) } else { 0 };
            table[64 + to] = 1 << (to + 8) | far;
            // A white pawn comes from where a black one would strike.
            table[2 * 64 + to] = attacks::PAWN[Color::Black as usize][to];
            table[3 * 64 + to] = attacks::PAWN[Color::White as usize][to];
            // What strikes the square that it passed.
            if to >> 3 == 3 {
                table[9 * 64 + to] = attacks::PAWN[Color::White as usize][to - 8];
            } else if to >> 3 == 4 {
                table[10 * 64 + to] = attacks::PAWN[Color::Black as usize][to + 8];
            }
        }
        let mut role = Role::Knight as usize;
        while role <= Role::King as usize {
            table[(role + 3) * 64 + to] = attacks::REACH[role][to];
            role += 1;
        }
        to += 1;
    }
    table
}

/// A usual move of the player on move, legal under the common law.
#[derive(Clone, Copy)]
pub(crate) struct FastMove {
    from: Square,
    to: Square,
    shape: &'static Shape,
}

impl FastMove {
    /// The move as any other.
    #[inline]
    pub(crate) fn played(self) -> Move {
        if self.is_double() {
            Move::new(self.from, self.to, MoveKind::Double)
        } else {
            Move::plain(self.from, self.to)
        }
    }

    /// Whether a pawn goes two squares.
    #[inline]
    fn is_double(self) -> bool {
        self.from.index() ^ self.to.index() == self.shape.double
    }
}

impl Position {
    /// Resolves a usual text of `us`, who is on move, in an ordinary position. The straight road has a copy for each
    /// colour.
    #[inline(always)]
    #[allow(clippy::inline_always)] // the straight road
    pub(crate) fn resolve_usual(&self, text: FastText, threats: &Threats, us: Color) -> Option<FastMove> {
        let FastText { shape, to, .. } = text;
        // Whether the king goes nobody can foresee, but the text tells it long before he is found.
        if shape.role == Role::King as u8 {
            let from = threats.king()?;
            return self.king_goes(from, text).then_some(FastMove { from, to, shape });
        }
        if shape.open >> self.cells[to.at()].seen_by(us) & 1 == 0 {
            return None;
        }
        let arrivals = arrivals_of(shape.arrives[us.at()], to).0 & shape.files;
        let coming = Bitboard(self.colors[us.at()].0 & self.roles[usize::from(shape.role & 7)].0 & arrivals);
        let mut from = coming.first()?;
        if coming.is_several() {
            from = self.only_open(coming, to)?;
        } else if !(attacks::between(to, from) & self.occupied()).is_empty() {
            return None;
        }
        self.stays_safe(from, to, threats).then_some(FastMove { from, to, shape })
    }

    /// Whether the king of the player on move may go as a text says.
    #[inline(never)]
    fn king_goes(&self, king: Square, text: FastText) -> bool {
        let FastText { shape, to, .. } = text;
        let us = self.turn;
        shape.open >> self.cells[to.at()].seen_by(us) & 1 != 0
            && arrivals_of(shape.arrives[us.at()], to).has(king)
            && self.king_is_safe_on(to, king)
    }

    /// The only one of several squares from which a square is seen.
    #[inline(never)]
    fn only_open(&self, coming: Bitboard, to: Square) -> Option<Square> {
        let occupied = self.occupied();
        let mut open = coming.squares().filter(|from| (attacks::between(to, *from) & occupied).is_empty());
        let from = open.next()?;
        open.next().is_none().then_some(from)
    }

    /// Reads and resolves a text that names what it must of the square of origin, and no more: `Nbd7`, `R1xe2`.
    pub(crate) fn resolve_with_origin(
        &self,
        window: [u8; 8],
        threats: &Threats,
    ) -> Option<(FastText, FastMove)> {
        let (text, origin) = FastText::read_with_origin(window)?;
        let FastText { shape, to, .. } = text;
        let us = self.turn;
        if shape.open >> self.cells[to.at()].seen_by(us) & 1 == 0 {
            return None;
        }
        let occupied = self.occupied();
        let arrivals = arrivals_of(shape.arrives[us.at()], to);
        let mut legal = Bitboard::EMPTY;
        for from in arrivals & self.colors[us.at()] & self.roles[usize::from(shape.role & 7)] {
            if (attacks::between(to, from) & occupied).is_empty() && self.stays_safe(from, to, threats) {
                legal |= Bitboard::of(from);
            }
        }
        let named = match origin {
            UsualOrigin::File(file) => Bitboard::file(file),
            UsualOrigin::Rank(rank) => Bitboard::rank(rank),
        };
        let from = (legal & named).single()?;
        let others = legal & !Bitboard::of(from);
        // The file is named first, the rank where that does not tell the men apart.
        let file_tells = (others & Bitboard::file(from.file())).is_empty();
        let needed = match origin {
            UsualOrigin::File(_) => !others.is_empty() && file_tells,
            UsualOrigin::Rank(rank) => !file_tells && (others & Bitboard::rank(rank)).is_empty(),
        };
        needed.then_some((text, FastMove { from, to, shape }))
    }

    /// Makes a usual move of `us`, who is on move, in an ordinary position. Returns what threatens the king of the other player.
    #[inline(always)]
    #[allow(clippy::inline_always)] // the straight road
    pub(crate) fn make_usual(&mut self, usual: FastMove, us: Color) -> Threats {
        let FastMove { from, to, shape } = usual;
        let (from_bit, to_bit) = (Bitboard::of(from), Bitboard::of(to));
        let both = from_bit | to_bit;
        if self.en_passant.is_some() {
            self.forget_en_passant();
        }
        if !(self.castling.watch & both).is_empty() {
            self.spend_castling(usual.played());
        }
        self.halfmove = (self.halfmove + 1) * u32::from(shape.reversible);
        self.fullmove += us as u32;
        let cell = PackedMan::of_parts(us, shape.role);
        // An empty square is of a role that is none, and of no key.
        let taken = self.cells[to.at()];
        self.cells[from.at()] = PackedMan::EMPTY;
        self.cells[to.at()] = cell;
        self.colors[us.at()] ^= both;
        self.colors[us.other().at()] &= !to_bit;
        self.roles[taken.role_at()] &= !to_bit;
        self.roles[cell.role_at()] ^= both;
        self.key ^= taken.key(to) ^ cell.key(from) ^ cell.key(to) ^ zobrist::BLACK_TO_MOVE;
        self.turn = us.other();
        // Rarely does a hostile pawn stand beside one: that is asked first, since it is foreseen.
        let takers = arrivals_of(shape.beside[us.at()], to) & self.of(us.other(), Role::Pawn);
        if !takers.is_empty() && usual.is_double() {
            let passed = Square::from_index(u8::midpoint(from.index(), to.index()));
            self.renew_en_passant(Some(passed));
        }
        self.threats_after(usual, us)
    }

    /// What threatens the king of the player on move, after a usual move of `mover`: no man gives check but the one that
    /// moved, or one behind it.
    #[inline(always)]
    #[allow(clippy::inline_always)] // the straight road
    fn threats_after(&self, usual: FastMove, mover: Color) -> Threats {
        let FastMove { from, to, shape } = usual;
        let us = mover.other();
        let Some(king) = self.of(us, Role::King).first() else { return Threats::default() };
        let far = self.far_threats(king, mover);
        let occupied = self.occupied();
        let strikes = arrivals_of(shape.strikes[mover.at()], to);
        let mut check = strikes.has(king) & (attacks::between(king, to) & occupied).is_empty();
        if !(attacks::beyond(king, from) & far).is_empty() {
            check |= far.squares().any(|slider| (attacks::between(king, slider) & occupied).is_empty());
        }
        Threats::of(king, far, check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Play, Resolved, San};

    /// What the straight road makes of a text, as any other resolved text.
    fn on_the_road(position: &Position, text: &str) -> Option<FastMove> {
        let window = format!("{text}        ").into_bytes().first_chunk().copied()?;
        let threats = position.threats();
        match FastText::read(window) {
            Some(read) => position.resolve_usual(read, &threats, position.turn()),
            None => position.resolve_with_origin(window, &threats).map(|(_, usual)| usual),
        }
    }

    #[test]
    fn both_roads_lead_to_the_same_place() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "3r2k1/5ppp/8/2N1N3/8/2N1N3/3R4/R2K1R2 w - - 0 1",
            "4k3/1p6/8/Q1Q4q/8/Q6b/4P3/R3K2R w KQ - 3 20",
        ];
        let (mut seed, mut usual_moves) = (1u64, 0);
        for start in starts {
            for _ in 0..20 {
                let mut position = Position::from_fen(start.as_bytes()).unwrap();
                for _ in 0..100 {
                    let moves = position.legal_moves(Play::COMMON);
                    let texts = moves.iter().map(|played| position.san_with_sign(*played, Play::COMMON));
                    // Texts that name too little or too much are no usual ones, nor are those that nobody can play.
                    let odd =
                        ["Nd2", "Nbd2", "N1d2", "Rad1", "R1d2", "Qae5", "exd6", "d6", "Kd1", "Kxe1", "e8"];
                    for text in texts.chain(odd.map(String::from)) {
                        let Some(usual) = on_the_road(&position, &text) else { continue };
                        usual_moves += 1;
                        let read = San::from_ascii(text.as_bytes()).unwrap();
                        let played = usual.played();
                        assert_eq!(
                            position.resolve(read, &position.threats()),
                            Resolved::Export(played),
                            "{text}"
                        );
                        let (mut here, mut there) = (position, position);
                        let threats = here.make_usual(usual, here.turn());
                        there.play(played);
                        assert!(here == there, "{position:?} {text}");
                        assert_eq!(threats.is_check(), there.in_check(there.turn()), "{position:?} {text}");
                        assert!(here.is_ordinary());
                    }
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let Some(played) = moves.get((seed >> 33) as usize % moves.len().max(1)) else { break };
                    position.play(*played);
                }
            }
        }
        assert!(usual_moves > 50_000, "{usual_moves}");
    }

    #[test]
    fn what_is_not_usual_is_left_alone() {
        for text in [
            "O-O", "e8=Q", "exd6e.p.", "e2e4", "Ng1f3", "Nf3!", "Nf3++", "0-0", "--", "ed5", "N:f3", "",
            "1-0",
        ] {
            assert!(on_the_road(&Position::initial(), text).is_none(), "{text}");
        }
        for text in ["e4", "Nf3", "Nc3", "a3"] {
            assert!(on_the_road(&Position::initial(), text).is_some(), "{text}");
        }
    }
}
