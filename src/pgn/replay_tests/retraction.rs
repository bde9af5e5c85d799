use std::fmt::Write;

use crate::pgn::reader::the_game as read;

/// Quadratic, any of these would take seconds at least.
#[test]
fn retractions_take_linear_time() {
    let there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(3_500);
    let one_by_one = format!("{text}{{{}}} *", "[%retract 1] ".repeat(4_000));
    let record = read(&one_by_one);
    assert_eq!((record.plies(), record.acts.len(), record.text.faults.len()), (10_000, 4_000, 0));
    assert_eq!(record.timeline().len(), 18_000);
    let again = format!("{text}{{{}}} *", "[%play w e4] [%retract 1] ".repeat(2_000));
    let record = read(&again);
    assert_eq!((record.plies(), record.acts.len(), record.text.faults.len()), (14_000, 4_000, 0));
    assert_eq!(record.position_after(14_000), record.position);
    assert_eq!(record.timeline().len(), 18_000);
    let mut each_again = text;
    for (played, by) in there_and_back.iter().zip(["w", "b"].iter().cycle()).cycle().take(2_000) {
        let _ = write!(each_again, "{played} {{[%retract 1] [%play {by} {played}]}} ");
    }
    let record = read(&format!("{each_again} *"));
    assert_eq!((record.plies(), record.acts.len(), record.text.faults.len()), (16_000, 4_000, 0));
    assert_eq!(record.facts.fifth, Some(16));
}

#[test]
fn a_retraction_counts_a_move_that_cannot_be_read() {
    for play in [
        "[%play b Ne8]",
        "[%play b zz]",
        "[%play x Nc6]",
        "[%play Nc6]",
        "[%play u Nc6]",
        "[%paly b Nc6]",
        "[%move b Nc6]",
        "[% play b Nc6]",
    ] {
        let record = read(&format!("1. e4 e5 2. Nf3 {{{play} [%retract 1]}} Nc6 *"));
        assert_eq!((record.plies(), record.text.faults.len()), (4, 1), "{play}");
    }
    let record = read("1. e4 e5 2. Nf3 {[%touch b zz] [%retract 1]} Nc3 *");
    assert_eq!((record.plies(), record.text.faults.len()), (3, 1));
}

#[test]
fn facts_are_those_of_the_remaining_moves() {
    let thrice = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let facts = read(&format!("{thrice} *")).facts;
    assert_eq!(facts.thirds, [8]);
    assert_eq!(read(&format!("{thrice} {{[%retract 1]}} *")).facts.thirds, [0; 0]);
    assert_eq!(read(&format!("{thrice} {{[%retract 3]}} Nf6 Ng1 Ng8 *")).facts, facts);
    assert_eq!(read(&format!("e4 {{[%retract 1]}} {thrice} *")).facts, facts);
    let record = read("1. e4 Rd8 {[%retract 1]} e5 *");
    assert!(
        record.nonstandard_moves.is_empty() && !record.replay.has_illegal_move,
        "{:?}",
        record.nonstandard_moves
    );
}
