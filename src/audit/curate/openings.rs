//! `curate.opening`: the tag ECO compared with the moves.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::chess::{Color, Man, Meaning, Move, Position, Role, San, Square};
use crate::game::{Record, SetupSource};

/// The openings, sorted by their moves.
static TABLE: &str = include_str!("openings.tsv");

static OPENINGS: LazyLock<OpeningTable> = LazyLock::new(|| OpeningTable::read(TABLE));

/// The number of plies in which an opening is looked for.
const LOOKED_AT: usize = 40;

/// The number of moves of its opening that a game with a wrong code lacks at least.
const LACKING: usize = 2;

/// The share of squares that differ, in percent of those that the moves of a line change at most.
const DIFFERENCE: usize = 35;

/// An ECO code: a letter and two digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct EcoCode([u8; 3]);

impl EcoCode {
    /// Reads the value of a tag, such as `C42` or `C42/03`.
    fn read(value: &[u8]) -> Option<Self> {
        match value.trim_ascii_start() {
            [letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9', ..] => {
                Some(Self([*letter, *tens, *ones]))
            }
            _ => None,
        }
    }

    /// Whether letter and first digit are the same.
    fn is_of_group(self, other: Self) -> bool {
        let ([letter, tens, _], [other_letter, other_tens, _]) = (self.0, other.0);
        (letter, tens) == (other_letter, other_tens)
    }
}

impl std::fmt::Display for EcoCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}

/// A code that does not fit the moves, and the opening that does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct OpeningFault {
    pub tag: EcoCode,
    pub code: EcoCode,
    pub name: Box<str>,
}

/// A piece that comes to a square, or a king that castles to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Arrival {
    by: Color,
    role: Option<Role>,
    to: Square,
    is_castling: bool,
}

impl Arrival {
    fn of(position: &Position, played: Move) -> Self {
        let role = position.man_at(played.from()).map(|man| man.role);
        Self { by: position.turn(), role, to: played.to(), is_castling: played.is_castling() }
    }
}

/// The board without rights and counters.
type Placement = [Option<Man>; 64];

fn placement(position: &Position) -> Placement {
    let mut placement = [None; 64];
    for (slot, square) in placement.iter_mut().zip(Square::all()) {
        *slot = position.man_at(square);
    }
    placement
}

/// The position after the moves of a line.
struct LineEnd {
    placement: Placement,
    plies: usize,
}

/// The lines of one code.
#[derive(Default)]
struct LinesOfCode {
    ends: Vec<LineEnd>,
    /// The arrivals of every line.
    shared: HashSet<Arrival>,
}

#[derive(Default)]
struct OpeningTable {
    /// By the key of the position.
    positions: HashMap<u64, (EcoCode, &'static str)>,
    codes: HashMap<EcoCode, LinesOfCode>,
}

impl OpeningTable {
    fn read(table: &'static str) -> Self {
        let mut openings = Self::default();
        // The positions after each move of the line above, and the arrivals by these moves.
        let (mut positions, mut arrivals) = (vec![Position::initial()], Vec::new());
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let mut next = || columns.next().unwrap_or_default();
            let (code, name, shared, moves) = (next(), next(), next(), next());
            let Some(code) = EcoCode::read(code.as_bytes()) else { continue };
            let shared = shared.parse().unwrap_or(0_usize);
            positions.truncate(shared.saturating_add(1));
            arrivals.truncate(shared);
            for san in moves.split(' ') {
                let Some(position) = positions.last() else { break };
                let read = San::from_ascii(san.as_bytes());
                let Some(Meaning::Legal(played)) = read.map(|san| position.meaning(san)) else { break };
                arrivals.push(Arrival::of(position, played));
                positions.push(position.after(played));
            }
            let Some(end) = positions.last() else { continue };
            openings.positions.insert(end.key(), (code, name));
            let lines = openings.codes.entry(code).or_default();
            let of_line: HashSet<Arrival> = arrivals.iter().copied().collect();
            if lines.ends.is_empty() {
                lines.shared = of_line;
            } else {
                lines.shared.retain(|arrival| of_line.contains(arrival));
            }
            lines.ends.push(LineEnd { placement: placement(end), plies: arrivals.len() });
        }
        openings
    }

    fn fault(&self, tag: EcoCode, record: &Record) -> Option<OpeningFault> {
        let mut position = record.start;
        let mut arrivals = HashSet::new();
        let mut positions = vec![position];
        for played in record.moves.iter().take(LOOKED_AT) {
            arrivals.insert(Arrival::of(&position, played));
            position.play(played);
            positions.push(position);
        }
        let mut last = None;
        for (code, name) in positions.iter().filter_map(|position| self.positions.get(&position.key())) {
            if *code == tag {
                return None;
            }
            last = Some((*code, *name));
        }
        let (code, name) = last.filter(|(code, _)| !code.is_of_group(tag))?;
        let lines = self.codes.get(&tag)?;
        let shortest = lines.ends.iter().map(|end| end.plies).min()?;
        let lacking = lines.shared.difference(&arrivals).count();
        if lacking < LACKING || record.moves.len() < shortest {
            return None;
        }
        let boards: Vec<Placement> = positions.iter().map(placement).collect();
        let is_near = |end: &LineEnd| {
            // A move changes two squares.
            let most = end.plies.saturating_mul(2).saturating_mul(DIFFERENCE);
            boards.iter().any(|board| differences(board, &end.placement).saturating_mul(100) < most)
        };
        (!lines.ends.iter().any(is_near)).then(|| OpeningFault { tag, code, name: name.into() })
    }
}

fn differences(one: &Placement, other: &Placement) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

/// The fault of the value of an ECO tag. `None` for games from another start than the usual one.
pub(super) fn fault(value: &[u8], record: &Record) -> Option<OpeningFault> {
    if record.setup != SetupSource::Usual {
        return None;
    }
    OPENINGS.fault(EcoCode::read(value)?, record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Reader;

    fn fault_of(eco: &str, moves: &str) -> Option<String> {
        let text = format!("{moves} *");
        let mut record = Record::default();
        Reader::new(text.as_bytes()).next(&mut record);
        fault(eco.as_bytes(), &record).map(|fault| format!("{} {}", fault.code, fault.name))
    }

    #[test]
    fn every_line_of_the_table_is_legal() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        let count = lines.clone().count();
        assert_eq!(OPENINGS.positions.len(), count);
        for line in lines {
            let columns: Vec<&str> = line.split('\t').collect();
            let [code, name, shared, moves] = columns.as_slice() else { panic!("{line}") };
            assert!(EcoCode::read(code.as_bytes()).is_some() && !name.is_empty(), "{line}");
            let plies = shared.parse::<usize>().unwrap() + moves.split(' ').count();
            let of_code = &OPENINGS.codes[&EcoCode::read(code.as_bytes()).unwrap()];
            assert!(of_code.ends.iter().any(|end| end.plies == plies), "{line}");
        }
    }

    #[test]
    fn a_code_of_other_moves_is_a_fault() {
        let gambit = "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 Be7 5. Bf4 O-O 6. e3 Nbd7 7. a3 c5";
        let due = "D37 Queen's Gambit Declined: Harrwitz Attack, Two Knights Defense";
        assert_eq!(fault_of("E25", gambit).as_deref(), Some(due));
        assert_eq!(fault_of("D37", gambit), None);
        assert_eq!(fault_of("D35", gambit), None, "a code of the same ten");
        assert_eq!(fault_of("?", gambit), None);
    }

    #[test]
    fn a_transposition_is_no_fault() {
        // The moves of the tag in another order, or most of them.
        let panov = "1. c4 c6 2. e4 d5 3. exd5 cxd5 4. d4 Nf6 5. Nc3 e6 6. Nf3 Be7";
        assert_eq!(fault_of("B14", panov), None);
        let isolated = "1. d4 Nf6 2. Nf3 e6 3. c4 c5 4. e3 d5 5. Nc3 Nc6 6. a3 cxd4 7. exd4 Be7";
        assert_eq!(fault_of("B14", isolated), None);
        assert_eq!(fault_of("C00", "1. e4 c5 2. f4 e6 3. Nf3 d5"), None);
    }
}
