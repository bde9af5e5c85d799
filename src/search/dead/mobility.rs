//! Static analysis: a proof that Black is never mated, from the squares that men can reach, without playing a move.
//!
//! The sets of squares that men might reach grow until nothing changes ([`Mobility::saturate`]). The proof is sound but
//! incomplete: a mate that it finds possible need not be.

// Every index below is a `Square` or `Color`, whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::board::SearchBoard;
use super::lines;
use crate::chess::attacks;
use crate::chess::{Bitboard, Color, Man, Role, Square};

/// Whether static analysis proves that White cannot mate.
pub(super) fn is_statically_unwinnable(board: &SearchBoard) -> bool {
    // A capture en passant is not among the moves by which men spread.
    if board.en_passant().is_some() {
        return false;
    }
    // The last white man may be assumed not to be captured before it moves: without it there is no mate.
    let white = board.men(Color::White);
    let last_man = if white.count() == 2 { white & !board.of_role(Role::King) } else { Bitboard::EMPTY };
    let mut mobility = Mobility::assuming(board, Fate { stands: last_man, falls: Bitboard::EMPTY });
    if !mobility.saturate().can_mate_black() {
        return true;
    }

    // A man that never moves and may be captured either stays for ever or is captured on its square. A mate that is
    // possible in neither case is impossible.
    let in_doubt = mobility.steady_and_capturable;
    let is_ruled_out =
        |stands, falls| !Mobility::assuming(board, Fate { stands, falls }).saturate().can_mate_black();
    let none = Bitboard::EMPTY;
    if in_doubt.squares().map(Bitboard::of).any(|man| is_ruled_out(man, none) && is_ruled_out(none, man)) {
        return true;
    }
    let mut squares = in_doubt.squares().map(Bitboard::of);
    if let (Some(one), Some(other), None) = (squares.next(), squares.next(), squares.next()) {
        return is_ruled_out(in_doubt, none)
            && is_ruled_out(one, other)
            && is_ruled_out(other, one)
            && is_ruled_out(none, in_doubt);
    }
    false
}

/// Assumptions about men that have not moved.
#[derive(Clone, Copy)]
pub(super) struct Fate {
    /// They are not captured before they move.
    pub(super) stands: Bitboard,
    /// They never move.
    pub(super) falls: Bitboard,
}

/// The squares that the men of a board can reach. Men are identified by their first square.
///
/// Once saturated, a set marked "possible" may be too large but never too small, and a set marked "certain" may be too
/// small but never too large.
pub(super) struct Mobility<'a> {
    pub(super) board: &'a SearchBoard,
    pub(super) fate: Fate,
    /// Possible: the squares that each man reaches.
    pub(super) reach: [Bitboard; 64],
    /// Possible: the squares that men of a side other than bishops reach.
    pub(super) reach_without_bishops: [Bitboard; 2],
    /// Possible: the squares on which a side can lose a man, which are those that its men other than the king reach.
    pub(super) sacrifices: [Bitboard; 2],
    /// Possible: men that are captured.
    pub(super) capturable: Bitboard,
    /// Possible: men that move.
    pub(super) movable: Bitboard,
    /// Possible: a pawn promotes.
    pub(super) can_promote: bool,
    /// Certain: men that neither move nor are captured.
    pub(super) steady: Bitboard,
    /// Certain: squares that are never occupied.
    pub(super) clear: Bitboard,
    /// Certain: squares that a side attacks for ever.
    pub(super) attacked: [Bitboard; 2],
    /// Men that were steady when they were first found capturable, before any promotion: a hint for the distinction of
    /// cases.
    pub(super) steady_and_capturable: Bitboard,
}

impl<'a> Mobility<'a> {
    pub(super) fn new(board: &'a SearchBoard) -> Self {
        Self::assuming(board, Fate { stands: Bitboard::EMPTY, falls: Bitboard::EMPTY })
    }

    fn assuming(board: &'a SearchBoard, fate: Fate) -> Self {
        let occupied = board.occupied();
        let mut reach = [Bitboard::EMPTY; 64];
        for square in occupied {
            reach[square.at()] = Bitboard::of(square);
        }
        let mut mobility = Self {
            board,
            fate,
            reach,
            reach_without_bishops: [Bitboard::EMPTY; 2],
            sacrifices: [Bitboard::EMPTY; 2],
            capturable: Bitboard::EMPTY,
            movable: Bitboard::EMPTY,
            can_promote: false,
            steady: occupied,
            clear: !occupied,
            attacked: [Bitboard::EMPTY; 2],
            steady_and_capturable: Bitboard::EMPTY,
        };
        mobility.refresh_attacked();
        mobility
    }

    /// The squares of some men, and the men.
    pub(super) fn each(&self, squares: Bitboard) -> impl Iterator<Item = (Square, Man)> + use<'a> {
        let board = self.board;
        squares.squares().filter_map(move |square| Some((square, board.man_at(square)?)))
    }

    pub(super) fn king_reach(&self, color: Color) -> Bitboard {
        self.reach[self.board.king(color).at()]
    }

    /// Whether White has one man besides its king.
    pub(super) fn has_white_one_man(&self) -> bool {
        self.board.men(Color::White).count() == 2
    }

    /// Whether the black king might be mated: it can reach a square that White attacks and from which black men and the
    /// white king can cover its flights. The sets must be saturated.
    fn can_mate_black(&self) -> bool {
        let white_king_reach = self.king_reach(Color::White);
        let region = self.king_reach(Color::Black);
        let checked = self.attacked_by_visitors(region);
        checked.squares().any(|mated| {
            let around = attacks::on_empty_board(mated).king;
            let flights = around & region & !checked;
            let (blockers, blocked) = self.blockers(flights);
            subsets(blocked, blockers.count().min(blocked.count())).any(|covered| {
                let left = flights & !covered;
                let near_left = left
                    .squares()
                    .fold(Bitboard::EMPTY, |near, square| near | attacks::on_empty_board(square).king);
                left.is_empty()
                    || (near_left & !(Bitboard::of(mated) | around) & white_king_reach)
                        .squares()
                        .any(|king| attacks::on_empty_board(king).king & left == left)
            })
        })
    }

    /// The part of a region that white men attack, without the king and men that never move.
    fn attacked_by_visitors(&self, region: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for (square, man) in self.each(self.board.men(Color::White) & !self.board.of_role(Role::King)) {
            let reach = self.reach[square.at()];
            if reach == Bitboard::of(square) {
                continue;
            }
            for from in reach {
                attacked |= region & attacks_of(man, from, !self.clear);
            }
        }
        attacked
    }

    /// The black men other than the king that reach a region, and the part of it that they reach.
    fn blockers(&self, region: Bitboard) -> (Bitboard, Bitboard) {
        let (mut blockers, mut blocked) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for square in self.board.men(Color::Black) & !self.board.of_role(Role::King) {
            let reached = self.reach[square.at()] & region;
            if !reached.is_empty() {
                blockers |= Bitboard::of(square);
                blocked |= reached;
            }
        }
        (blockers, blocked)
    }
}

/// The squares that a man attacks; for a king, its own square too.
pub(super) fn attacks_of(man: Man, from: Square, occupied: Bitboard) -> Bitboard {
    match man.role {
        Role::Pawn => attacks::pawn(man.color, from),
        Role::King => attacks::on_empty_board(from).king | Bitboard::of(from),
        role => lines::attacks(role, from, occupied),
    }
}

/// The subsets of a set with `count` squares.
fn subsets(of: Bitboard, count: u32) -> impl Iterator<Item = Bitboard> {
    // Every subset, by the usual walk downwards; a king has at most eight flights, so there are at most 256.
    std::iter::successors(Some(of), move |subset| {
        (!subset.is_empty()).then(|| Bitboard(subset.0.wrapping_sub(1)) & of)
    })
    .filter(move |subset| subset.count() == count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    /// A position with White on move, and what is known of it; from the tests of `chasolver`.
    struct Case {
        fen: &'static str,
        steady: u64,
        clear: u64,
        attacked: [u64; 2],
        capturable: u64,
        is_winnable: bool,
    }

    const CASES: [Case; 31] = [
        Case {
            fen: "8/1p6/kPp3p1/2P3p1/1pP3Pb/1P4p1/6P1/7K",
            steady: 0x0002_0644_c642_4000,
            clear: 0x0001_000a_2185_a000,
            attacked: [0x0005_0aaa_05a0_0000, 0x074b_a045_a000],
            capturable: 0x4000_0000_0000,
            is_winnable: false,
        },
        Case {
            fen: "7b/1k4bB/8/8/1p1p1p1p/1PpP1P1P/2P3K1/N7",
            steady: 0xaaae_0401,
            clear: 0x0051_0a00,
            attacked: [0x550a_0400, 0x0055_0a00],
            capturable: 0x0080_0000_0000_0000,
            is_winnable: true,
        },
        Case {
            fen: "7b/1k5B/8/8/1p1p1p1p/1PpP1P1P/2P3K1/N3b3",
            steady: 0xaaae_0400,
            clear: 0x0,
            attacked: [0x550a_0000, 0x0055_0a00],
            capturable: 0x0080_0000_0000_0011,
            is_winnable: false,
        },
        Case {
            fen: "7b/1k4bB/8/4p3/1p1pPp1p/1PpP1P1P/2P1P1K1/N7",
            steady: 0x0,
            clear: 0x0,
            attacked: [0x0, 0x0],
            capturable: 0x80c0_0010_baae_1401,
            is_winnable: true,
        },
        Case {
            fen: "4K3/8/8/8/8/p1p2p1p/P1pppp1P/bnrqkrnb",
            steady: 0x00a5_bd7e,
            clear: 0x0,
            attacked: [0x0042_0000, 0x00a5_7e7e],
            capturable: 0x0,
            is_winnable: false,
        },
        Case {
            fen: "4K3/8/8/8/8/p1p2p2/P1pppp2/bnrqkrnb",
            steady: 0x0,
            clear: 0x0,
            attacked: [0x0, 0x0],
            capturable: 0x0025_3cef,
            is_winnable: true,
        },
        Case {
            fen: "k1bK4/1p1p4/1PpPp3/2P1Pp2/2p1pP2/2p1P3/2P5/8",
            steady: 0x0,
            clear: 0x0,
            attacked: [0x0, 0x0],
            capturable: 0x040a_1e34_3414_0400,
            is_winnable: true,
        },
        Case {
            fen: "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/P5P1/8/8/8",
            steady: 0x2255_5603_0100_0000,
            clear: 0x8000_a8bc_beff_ffff,
            attacked: [0x00ab_0502_0000_0000, 0x0a5d_aa05_0200_0000],
            capturable: 0x0100_0000_0000_0000,
            is_winnable: false,
        },
        Case {
            fen: "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8",
            steady: 0x2255_5602_0000_0000,
            clear: 0x8000_a8bc_befe_ffff,
            attacked: [0x00aa_0500_0000_0000, 0x0a5d_aa05_0000_0000],
            capturable: 0x0100_0000_0000_0000,
            is_winnable: true,
        },
        Case {
            fen: "k7/6p1/6P1/p1p1p1PK/P1P1P1P1/6PR/7P/8",
            steady: 0x0040_4055_5540_0000,
            clear: 0x00a0_a02a_2a3f_7fff,
            attacked: [0x00a0_a0ea_e000_0000, 0xa000_2a00_0000],
            capturable: 0x0,
            is_winnable: false,
        },
        Case {
            fen: "5brk/4p1p1/3pP1P1/1B1P4/3p2p1/3P2p1/4K1P1/8",
            steady: 0x0,
            clear: 0x0,
            attacked: [0x0, 0x0],
            capturable: 0x6050_580a_4848_4000,
            is_winnable: true,
        },
        Case {
            fen: "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1",
            steady: 0x0206_0c59_5100,
            clear: 0x0509_12a4_aa00,
            attacked: [0x050a_15aa_0400, 0x0005_0a14_aa00],
            capturable: 0x0,
            is_winnable: false,
        },
        Case {
            fen: "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/3B2K1",
            steady: 0x0,
            clear: 0x0,
            attacked: [0x0, 0x0],
            capturable: 0x0206_0c5b_5508,
            is_winnable: true,
        },
        Case {
            fen: "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8",
            steady: 0x0,
            clear: 0x0,
            attacked: [0x0, 0x0],
            capturable: 0x0402_078c_f950_0000,
            is_winnable: true,
        },
        Case {
            fen: "2b5/1p6/1Pp3k1/p1Pp3p/P2PpBpP/4P1P1/5K2/8",
            steady: 0x0002_068d_d950_0000,
            clear: 0x0102_06a8_0000,
            attacked: [0x0005_0a56_a800_0000, 0x050a_56a8_0000],
            capturable: 0x2000_0000,
            is_winnable: false,
        },
        Case {
            fen: "1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3",
            steady: 0x0055_5500_0000_0000,
            clear: 0x00aa_aa00_0000_0000,
            attacked: [0x00aa_0000_0000_0000, 0xaa00_0000_0000],
            capturable: 0x0055_0000_0000,
            is_winnable: false,
        },
        Case {
            fen: "8/2b5/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK",
            steady: 0x0a5a_5020,
            clear: 0x50a,
            attacked: [0x15a8_d0c0, 0x0015_a800],
            capturable: 0x0080_0000_0044,
            is_winnable: false,
        },
        Case {
            fen: "8/2b5/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b1KBR1",
            steady: 0x0,
            clear: 0x0,
            attacked: [0x0, 0x0],
            capturable: 0x0004_0080_0a5a_5064,
            is_winnable: true,
        },
        Case {
            fen: "1b2k3/8/1p2K3/bP6/Pp6/1Pp5/B1P5/NB6",
            steady: 0x0203_0306_0502,
            clear: 0x0,
            attacked: [0x0502_050a_0502, 0x0205_0205_0a00],
            capturable: 0x0200_0000_0000_0001,
            is_winnable: false,
        },
        Case {
            fen: "1k6/pPp5/BpP4b/1P6/8/7B/8/5B1K",
            steady: 0x0207_0702_0000_0000,
            clear: 0x0100_0000_0000_0000,
            attacked: [0x050a_0502_0000_0000, 0x0707_0a05_0000_0000],
            capturable: 0x8000_0000_0000,
            is_winnable: false,
        },
        Case {
            fen: "8/8/1k1p1p2/3PpP2/3pKp2/b2P1P2/8/3B1B2",
            steady: 0x2838_3828_0000,
            clear: 0x0,
            attacked: [0x5438_7c38_0000, 0x0054_2854_0000],
            capturable: 0x28,
            is_winnable: false,
        },
        Case {
            fen: "1b3kBR/4pP1P/1p1pP2P/1P1P4/8/K5p1/6P1/1B6",
            steady: 0xe0b0_9a0a_0000_0000,
            clear: 0x150a_2515_0000_0000,
            attacked: [0x50e8_1500_0000_0000, 0x7070_2815_0000_0000],
            capturable: 0x0040_0000,
            is_winnable: true,
        },
        Case {
            fen: "1b6/6p1/k5P1/8/1p1p4/1P1Pp2p/4Pp1p/1B3Kbr",
            steady: 0x0a9a_b0e0,
            clear: 0x1525_4a15,
            attacked: [0x1528_7070, 0x0015_e850],
            capturable: 0x4000_0000_0000,
            is_winnable: false,
        },
        Case {
            fen: "8/1p3b2/pPp1p1p1/BkP1P1P1/1P6/BPB5/PKP5/8",
            steady: 0x0002_5757_0202_0000,
            clear: 0xab55_a8a8_0000_0000,
            attacked: [0x0005_aa05_0700_0000, 0x07af_0700_0000],
            capturable: 0x0,
            is_winnable: true,
        },
        Case {
            fen: "k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7",
            steady: 0x20301,
            clear: 0x0,
            attacked: [0x50303, 0x502],
            capturable: 0x8040_2010_0814_0800,
            is_winnable: true,
        },
        Case {
            fen: "N1b1N1N1/1pPpPpPp/1P1P1P1P/8/8/8/8/kb2B1K1",
            steady: 0x55fe_aa00_0000_0000,
            clear: 0xaa01_0000_0000_0000,
            attacked: [0xaa55_aa00_0000_0000, 0x000a_5500_0000_0000],
            capturable: 0x12,
            is_winnable: true,
        },
        Case {
            fen: "8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2",
            steady: 0x000a_5a56_0203,
            clear: 0x0109_ad54,
            attacked: [0x0015_a800_0707, 0x15a8_0f05],
            capturable: 0x0001_0000_8000_0000,
            is_winnable: false,
        },
        Case {
            fen: "8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n",
            steady: 0x0054_5c88,
            clear: 0xa070,
            attacked: [0x00aa_1c1c, 0x0040_aa14],
            capturable: 0x0080_0000_0000_0002,
            is_winnable: false,
        },
        Case {
            fen: "7k/5b2/p7/rbp5/p1p1p1p1/P1PpP1P1/PK1P4/RNB1B3",
            steady: 0x0105_555d_0b07,
            clear: 0xaaa2_54a8,
            attacked: [0xaa17_0f07, 0x0102_0baa_1400],
            capturable: 0x0,
            is_winnable: false,
        },
        Case {
            fen: "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1",
            steady: 0x80a0_2060_4000,
            clear: 0x4000_5000_0000,
            attacked: [0x4000_d0e0_0000, 0x0040_5050_a000],
            capturable: 0x40,
            is_winnable: false,
        },
        Case {
            fen: "8/6pp/8/8/ppp5/bkp4Q/qnp2p2/n1K5",
            steady: 0x0707_0705,
            clear: 0x0,
            attacked: [0xe0e, 0x070f_0f0b],
            capturable: 0x00c0_0000_0000_2000,
            is_winnable: false,
        },
    ];

    fn board(fen: &str) -> SearchBoard {
        SearchBoard::seen_by(&Position::from_fen(fen.as_bytes()).unwrap(), Color::White)
    }

    #[test]
    fn men_spread_as_far_as_known() {
        for case in &CASES {
            let board = board(&format!("{} w - -", case.fen));
            let mut mobility = Mobility::new(&board);
            mobility.saturate();
            assert_eq!(mobility.steady, Bitboard(case.steady), "{}", case.fen);
            assert_eq!(mobility.clear, Bitboard(case.clear), "{}", case.fen);
            assert_eq!(mobility.attacked, case.attacked.map(Bitboard), "{}", case.fen);
            assert_eq!(mobility.capturable, Bitboard(case.capturable), "{}", case.fen);
        }
    }

    #[test]
    fn statics_prove_what_is_known() {
        for case in &CASES {
            let board = board(&format!("{} w - -", case.fen));
            assert_eq!(is_statically_unwinnable(&board), !case.is_winnable, "{}", case.fen);
        }
        for (fen, is_proved) in [
            ("B2b4/8/4k3/8/1p1p1p1p/1PpP1P1P/K1P4b/RB6 w - -", true),
            ("1kb5/1p1p4/1P1P2p1/6p1/6Pb/6p1/6P1/7K w - -", true),
            ("8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b - g3", false),
        ] {
            assert_eq!(is_statically_unwinnable(&board(fen)), is_proved, "{fen}");
        }
    }
}
