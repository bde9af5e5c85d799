//! Move generation compared with published counts: every line of `tests/data/perft/`.

use std::path::Path;

use jadoube::internals::chess::{Play, Position};

/// Compares every position of a file with its counts. Returns the number of nodes.
fn hold(file: &str, least_positions: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut wrong = Vec::new();
    let mut positions = 0;
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.is_empty()) {
        positions += 1;
        let mut fields = line.split(';');
        let fen = fields.next().unwrap();
        let position = Position::from_fen(fen.as_bytes())
            .unwrap_or_else(|fault| panic!("{file}:{number}: {fen}: {fault}"));
        let mut depths = 0;
        for field in fields {
            let (depth, nodes) = field.split_once(' ').unwrap();
            let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
            let found = position.perft(depth, Play::COMMON);
            if found != nodes {
                wrong.push(format!("{file}:{number}: {fen}: depth {depth}: {found}, not {nodes}"));
            }
            depths += 1;
        }
        assert!(depths > 0, "{file}:{number}: no counts");
    }
    assert!(positions >= least_positions, "{file}: only {positions} positions");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn known_positions() {
    hold("known.txt", 7);
}

#[test]
fn tricky_positions() {
    hold("tricky.txt", 20);
}

#[test]
fn double_checks() {
    hold("double-checks.txt", 20);
}

#[test]
fn positions_of_random_play() {
    hold("random.txt", 100);
}

#[test]
fn chess960_positions() {
    hold("chess960.txt", 100);
}
