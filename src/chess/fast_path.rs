//! The fast path: reads, resolves and makes the usual moves with few instructions and few branches.
//!
//! One table, indexed by the first letter and whether the move captures, gives the length of the text, the squares of
//! origin and the allowed content of the target square, for pawns as for pieces. Check is tested only from the man that
//! moved and from sliders that it uncovers. All this holds in ordinary positions ([`Position::is_ordinary`]). Castling,
//! promotion, captures en passant and unusual texts are left to [`super::san()`], which reads every form.

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

/// The properties of a move, given its first letter and whether it captures.
#[derive(Clone, Copy)]
struct Shape {
    /// The files of origin: for a pawn, the one that the text names.
    files: u64,
    /// The allowed content of the target square: a set of [`PackedMan::relative_to`] codes.
    targets: u16,
    /// The length of the text in bits, without a check sign.
    bits: u8,
    /// The index of the role.
    role: u8,
    /// For a pawn that advances, 16: the xor of the two squares' indices in a double step and in no other move.
    double: u8,
    /// 1 for a reversible move, 0 for a capture or a pawn move.
    reversible: u8,
    /// By colour, the row of [`ROWS`] with the squares of origin.
    origins: [u16; 2],
    /// By colour, the row with the attacked squares.
    attacks: [u16; 2],
    /// By colour, the row with the squares of opposing pawns that may capture en passant after a double step.
    takers: [u16; 2],
}

/// By the first letter, then the same for captures. An invalid letter has no files of origin.
static SHAPES: [Shape; 512] = shapes();

#[allow(clippy::cast_possible_truncation)] // files and indices
const fn shapes() -> [Shape; 512] {
    let nothing = Shape {
        files: 0,
        targets: 0,
        bits: 16,
        role: 7,
        double: 0,
        reversible: 0,
        origins: [0; 2],
        attacks: [0; 2],
        takers: [EMPTY_ROW; 2],
    };
    let mut table = [nothing; 512];
    let mut capture = 0;
    while capture < 2 {
        let targets = if capture == 0 { PackedMan::RELATIVE_EMPTY } else { PackedMan::RELATIVE_CAPTURABLE };
        let mut file = 0;
        while file < 8 {
            let files = Bitboard::file(File::from_index(file as u8)).0;
            table[(capture << 8) | (b'a' as usize + file)] = if capture == 0 {
                let (origins, attacks, takers) = ([0, 64], [3 * 64, 2 * 64], [9 * 64, 10 * 64]);
                Shape { files, targets, role: 0, double: 16, origins, attacks, takers, ..nothing }
            } else {
                let (origins, attacks) = ([2 * 64, 3 * 64], [3 * 64, 2 * 64]);
                Shape { files, targets, role: 0, bits: 32, origins, attacks, ..nothing }
            };
            file += 1;
        }
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        let mut index = 0;
        while index < roles.len() {
            let role = roles[index] as u8;
            let row = [(role as u16 + 3) * 64; 2];
            table[(capture << 8) | roles[index].letter() as usize] = Shape {
                files: u64::MAX,
                targets,
                bits: 24 + 8 * capture as u8,
                role,
                reversible: 1 - capture as u8,
                origins: row,
                attacks: row,
                ..nothing
            };
            index += 1;
        }
        capture += 1;
    }
    table
}

/// The meaning of a byte after a move.
#[derive(Clone, Copy)]
struct NextByte {
    sign: CheckSign,
    /// 8 for a check sign, 0 for any other byte.
    bits: u8,
    is_blank: bool,
}

static NEXT_BYTES: [NextByte; 256] = next_bytes();

const fn next_bytes() -> [NextByte; 256] {
    let mut table = [NextByte { sign: CheckSign::None, bits: 0, is_blank: false }; 256];
    table[b'+' as usize] = NextByte { sign: CheckSign::Check, bits: 8, is_blank: false };
    table[b'#' as usize] = NextByte { sign: CheckSign::Mate, bits: 8, is_blank: false };
    table[b' ' as usize].is_blank = true;
    table[b'\n' as usize].is_blank = true;
    table[b'\r' as usize].is_blank = true;
    table
}

/// A text of the form `e4`, `exd5`, `Nf3` or `Nxf3`, an optional check sign, and a blank.
#[derive(Clone, Copy)]
pub(crate) struct FastText {
    shape: &'static Shape,
    to: Square,
    sign: CheckSign,
    /// The length in bits, without the blank.
    bits: u32,
}

impl FastText {
    /// Reads the text at the start of a window, if it has one of these forms.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_truncation)] // hot; parts of a register
    pub(crate) fn read(window: [u8; 8]) -> Option<Self> {
        let text = u64::from_le_bytes(window);
        let [letter, second, ..] = window;
        let shape = &SHAPES[usize::from(letter) | usize::from(second == b'x') << 8];
        let bits = u32::from(shape.bits & 63);
        // The target square is in the last two bytes.
        let target = ((text >> ((bits - 16) & 63)) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
        let rest = text >> bits;
        let sign = &NEXT_BYTES[rest as u8 as usize];
        let end = &NEXT_BYTES[(rest >> (sign.bits & 8)) as u8 as usize];
        if target & 0xF8F8 != 0 || !end.is_blank {
            return None;
        }
        let to = Square::from_index((target | target >> 5) as u8);
        Some(Self { shape, to, sign: sign.sign, bits: bits + u32::from(sign.bits) })
    }

    /// Reads a piece move that names the file or the rank of origin: `Nbd7`, `R1xe2`.
    fn read_with_origin(window: [u8; 8]) -> Option<(Self, NamedOrigin)> {
        let [_, origin, ..] = window;
        let whole = u64::from_le_bytes(window);
        let without = whole & 0xFF | whole >> 16 << 8;
        let text = Self::read(without.to_le_bytes())?;
        if text.shape.role == Role::Pawn as u8 {
            return None;
        }
        let origin = match origin {
            b'a'..=b'h' => NamedOrigin::File(File::from_index(origin - b'a')),
            b'1'..=b'8' => NamedOrigin::Rank(Rank::from_index(origin - b'1')),
            _ => return None,
        };
        Some((Self { bits: text.bits + 8, ..text }, origin))
    }

    #[inline]
    pub(crate) const fn sign(self) -> CheckSign {
        self.sign
    }

    /// In bytes, with the blank.
    #[inline]
    pub(crate) const fn length(self) -> usize {
        (self.bits / 8 + 1) as usize
    }
}

#[derive(Clone, Copy)]
enum NamedOrigin {
    File(File),
    Rank(Rank),
}

/// Rows of 64 sets of squares on an empty board, by target square.
///
/// The squares of origin of an advancing white pawn, an advancing black one, a capturing white pawn, a capturing black
/// one, then of the pieces from the knight to the king (rows 4 to 8). Moves to a last rank are left out because they
/// promote. The row of a capturing white pawn is also the attacks of a black one, and the rows of the pieces are also
/// their attacks. Rows 9 and 10 are the squares from which a double step of White, or of Black, can be captured en
/// passant; the others are empty.
static ROWS: [u64; 1024] = rows();

const EMPTY_ROW: u16 = 11 * 64;

/// The set of a square in the row that begins at index `row`.
#[inline]
fn row_of(row: u16, square: Square) -> Bitboard {
    Bitboard(ROWS[(usize::from(row) + square.at()) & 1023])
}

const fn rows() -> [u64; 1024] {
    let mut table = [0; 1024];
    let mut to = 0;
    while to < 64 {
        if to >= 8 && to < 56 {
            let far = if to >> 3 == 3 { 1 << (to - 16) } else { 0 };
            table[to] = 1 << (to - 8) | far;
            let far = if to >> 3 == 4 { 1 << (to + 16) } else { 0 };
            table[64 + to] = 1 << (to + 8) | far;
            table[2 * 64 + to] = attacks::PAWN[Color::Black as usize][to];
            table[3 * 64 + to] = attacks::PAWN[Color::White as usize][to];
            // The pawns that attack the square passed over.
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

/// A legal move of the player on move that is neither castling, a promotion nor a capture en passant.
#[derive(Clone, Copy)]
pub(crate) struct FastMove {
    from: Square,
    to: Square,
    shape: &'static Shape,
}

impl FastMove {
    #[inline]
    pub(crate) fn to_move(self) -> Move {
        if self.is_double() {
            Move::new(self.from, self.to, MoveKind::Double)
        } else {
            Move::plain(self.from, self.to)
        }
    }

    /// Whether it is a double step of a pawn.
    #[inline]
    fn is_double(self) -> bool {
        self.from.index() ^ self.to.index() == self.shape.double
    }
}

impl Position {
    /// Resolves a text in an ordinary position. `us` is on move; a constant makes a copy of the code for each colour.
    #[inline(always)]
    #[allow(clippy::inline_always)] // hot
    pub(crate) fn fast_resolve(&self, text: FastText, threats: &Threats, us: Color) -> Option<FastMove> {
        let FastText { shape, to, .. } = text;
        // A king move is hard to predict, but the letter is known early.
        if shape.role == Role::King as u8 {
            let from = threats.king()?;
            return self.king_may_move(from, text).then_some(FastMove { from, to, shape });
        }
        if shape.targets >> self.cells[to.at()].relative_to(us) & 1 == 0 {
            return None;
        }
        let origins = row_of(shape.origins[us.at()], to).0 & shape.files;
        let men = Bitboard(self.colors[us.at()].0 & self.roles[usize::from(shape.role & 7)].0 & origins);
        let mut from = men.first()?;
        if men.has_several() {
            from = self.only_unblocked(men, to)?;
        } else if !(attacks::between(to, from) & self.occupied()).is_empty() {
            return None;
        }
        self.keeps_king_safe(from, to, threats).then_some(FastMove { from, to, shape })
    }

    #[inline(never)]
    fn king_may_move(&self, king: Square, text: FastText) -> bool {
        let FastText { shape, to, .. } = text;
        let us = self.turn;
        shape.targets >> self.cells[to.at()].relative_to(us) & 1 != 0
            && row_of(shape.origins[us.at()], to).has(king)
            && self.king_is_safe_on(to, king)
    }

    /// The only man with a clear line to the target square.
    #[inline(never)]
    fn only_unblocked(&self, men: Bitboard, to: Square) -> Option<Square> {
        let occupied = self.occupied();
        let mut unblocked = men.squares().filter(|from| (attacks::between(to, *from) & occupied).is_empty());
        let from = unblocked.next()?;
        unblocked.next().is_none().then_some(from)
    }

    /// Reads and resolves a text that names the file or the rank of origin, if that is needed and enough: `Nbd7`,
    /// `R1xe2`.
    pub(crate) fn fast_resolve_with_origin(
        &self,
        window: [u8; 8],
        threats: &Threats,
    ) -> Option<(FastText, FastMove)> {
        let (text, origin) = FastText::read_with_origin(window)?;
        let FastText { shape, to, .. } = text;
        let us = self.turn;
        if shape.targets >> self.cells[to.at()].relative_to(us) & 1 == 0 {
            return None;
        }
        let occupied = self.occupied();
        let origins = row_of(shape.origins[us.at()], to);
        let mut legal = Bitboard::EMPTY;
        for from in origins & self.colors[us.at()] & self.roles[usize::from(shape.role & 7)] {
            if (attacks::between(to, from) & occupied).is_empty() && self.keeps_king_safe(from, to, threats) {
                legal |= Bitboard::of(from);
            }
        }
        let named = match origin {
            NamedOrigin::File(file) => Bitboard::file(file),
            NamedOrigin::Rank(rank) => Bitboard::rank(rank),
        };
        let from = (legal & named).single()?;
        let others = legal & !Bitboard::of(from);
        // The rank is named only if the file does not distinguish the men (PGN standard 8.2.3.4).
        let file_is_enough = (others & Bitboard::file(from.file())).is_empty();
        let is_exact = match origin {
            NamedOrigin::File(_) => !others.is_empty() && file_is_enough,
            NamedOrigin::Rank(rank) => !file_is_enough && (others & Bitboard::rank(rank)).is_empty(),
        };
        is_exact.then_some((text, FastMove { from, to, shape }))
    }

    /// Makes a move of `us`, who is on move, in an ordinary position, and returns the threats to the opponent's king.
    #[inline(always)]
    #[allow(clippy::inline_always)] // hot
    pub(crate) fn fast_make(&mut self, usual: FastMove, us: Color) -> Threats {
        let FastMove { from, to, shape } = usual;
        let (from_bit, to_bit) = (Bitboard::of(from), Bitboard::of(to));
        let both = from_bit | to_bit;
        if self.en_passant.is_some() {
            self.clear_en_passant();
        }
        if !(self.castling.watched & both).is_empty() {
            self.end_castling_by(usual.to_move());
        }
        self.halfmove = (self.halfmove + 1) * u32::from(shape.reversible);
        self.fullmove += us as u32;
        let cell = PackedMan::of_parts(us, shape.role);
        // An empty square has an invalid role, whose key is 0.
        let taken = self.cells[to.at()];
        self.cells[from.at()] = PackedMan::EMPTY;
        self.cells[to.at()] = cell;
        self.colors[us.at()] ^= both;
        self.colors[us.other().at()] &= !to_bit;
        self.roles[taken.role_at()] &= !to_bit;
        self.roles[cell.role_at()] ^= both;
        self.key ^= taken.key(to) ^ cell.key(from) ^ cell.key(to) ^ zobrist::BLACK_TO_MOVE;
        self.turn = us.other();
        // A pawn that can capture is rare, so this branch is predicted well: it is tested first.
        let takers = row_of(shape.takers[us.at()], to) & self.of(us.other(), Role::Pawn);
        if !takers.is_empty() && usual.is_double() {
            let passed = Square::from_index(u8::midpoint(from.index(), to.index()));
            self.set_en_passant_if_possible(Some(passed));
        }
        self.threats_after(usual, us)
    }

    /// The threats to the king of the player on move, after a move of `mover`. Only the man that moved can give check, or
    /// a slider that it uncovered.
    #[inline(always)]
    #[allow(clippy::inline_always)] // hot
    fn threats_after(&self, usual: FastMove, mover: Color) -> Threats {
        let FastMove { from, to, shape } = usual;
        let us = mover.other();
        let Some(king) = self.of(us, Role::King).first() else { return Threats::default() };
        let sliders = self.sliders_towards(king, mover);
        let occupied = self.occupied();
        let attacked = row_of(shape.attacks[mover.at()], to);
        let mut check = attacked.has(king) & (attacks::between(king, to) & occupied).is_empty();
        if !(attacks::beyond(king, from) & sliders).is_empty() {
            check |= sliders.squares().any(|slider| (attacks::between(king, slider) & occupied).is_empty());
        }
        Threats::of(king, sliders, check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Play, Resolved, San};

    fn fast_resolve(position: &Position, text: &str) -> Option<FastMove> {
        let window = format!("{text}        ").into_bytes().first_chunk().copied()?;
        let threats = position.threats();
        match FastText::read(window) {
            Some(read) => position.fast_resolve(read, &threats, position.turn()),
            None => position.fast_resolve_with_origin(window, &threats).map(|(_, usual)| usual),
        }
    }

    #[test]
    fn fast_moves_agree_with_the_general_path() {
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
                    // Texts that name too little or too much, and illegal moves, are left to the general path.
                    let odd =
                        ["Nd2", "Nbd2", "N1d2", "Rad1", "R1d2", "Qae5", "exd6", "d6", "Kd1", "Kxe1", "e8"];
                    for text in texts.chain(odd.map(String::from)) {
                        let Some(usual) = fast_resolve(&position, &text) else { continue };
                        usual_moves += 1;
                        let read = San::from_ascii(text.as_bytes()).unwrap();
                        let played = usual.to_move();
                        assert_eq!(
                            position.resolve(read, &position.threats()),
                            Resolved::Export(played),
                            "{text}"
                        );
                        let (mut here, mut there) = (position, position);
                        let threats = here.fast_make(usual, here.turn());
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
    fn unusual_texts_are_left_to_the_general_path() {
        for text in [
            "O-O", "e8=Q", "exd6e.p.", "e2e4", "Ng1f3", "Nf3!", "Nf3++", "0-0", "--", "ed5", "N:f3", "",
            "1-0",
        ] {
            assert!(fast_resolve(&Position::initial(), text).is_none(), "{text}");
        }
        for text in ["e4", "Nf3", "Nc3", "a3"] {
            assert!(fast_resolve(&Position::initial(), text).is_some(), "{text}");
        }
    }
}
