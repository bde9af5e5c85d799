//! Two boards side by side: jadoube's, and an independent one.

use jadoube::internals::chess::{Fen, Move, Play, Position};
use shakmaty::fen::Fen as OtherFen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use super::random::Random;

/// The same position on both boards, and the mode of castling it is written in.
#[derive(Clone)]
pub struct Pair {
    pub ours: Position,
    pub theirs: Chess,
}

impl Pair {
    /// `None` if the other board rejects the position.
    pub fn set_up(fen: &str) -> Option<Self> {
        let ours = Position::from_fen(fen.as_bytes()).unwrap();
        let read = OtherFen::from_ascii(fen.as_bytes()).unwrap();
        let theirs = read.into_position(CastlingMode::Chess960).ok()?;
        Some(Self { ours, theirs })
    }

    pub fn initial() -> Self {
        Self::set_up("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap()
    }

    /// The FEN as the other board writes it.
    pub fn other_fen(&self) -> String {
        OtherFen::from_position(&self.theirs, EnPassantMode::Legal).to_string()
    }

    /// The moves of our board with their texts, in the order of the texts.
    pub fn our_moves(&self) -> Vec<(String, Move)> {
        let moves = self.ours.legal_moves(Play::COMMON);
        let mut texts: Vec<(String, Move)> =
            moves.into_iter().map(|played| (self.ours.san_with_sign(played, Play::COMMON), played)).collect();
        texts.sort_by(|a, b| a.0.cmp(&b.0));
        texts
    }

    /// The moves of the other board with their texts, in the order of the texts.
    pub fn other_moves(&self) -> Vec<(String, shakmaty::Move)> {
        let moves = self.theirs.legal_moves();
        let mut texts: Vec<(String, shakmaty::Move)> = moves
            .into_iter()
            .map(|played| (SanPlus::from_move(self.theirs.clone(), played).to_string(), played))
            .collect();
        texts.sort_by(|a, b| a.0.cmp(&b.0));
        texts
    }

    /// The same move on both boards.
    pub fn play(&mut self, ours: Move, theirs: shakmaty::Move) {
        self.ours.play(ours);
        self.theirs.play_unchecked(theirs);
    }

    /// One of the moves that both boards know by the same text.
    pub fn random_move(&self, random: &mut Random) -> Option<(String, Move, shakmaty::Move)> {
        let (ours, theirs) = (self.our_moves(), self.other_moves());
        let (text, played) = ours.get(random.below(ours.len()))?;
        let (_, other) = theirs.iter().find(|(other, _)| other == text)?;
        Some((text.clone(), *played, *other))
    }
}

/// The FENs of a file of `tests/data/perft/`.
pub fn fens(file: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter_map(|line| Some(line.split_once(';')?.0.to_owned())).collect()
}

/// The castling field, en passant square and counters as they are, the rest too.
pub fn our_fen(position: &Position) -> String {
    Fen(position).to_string()
}
