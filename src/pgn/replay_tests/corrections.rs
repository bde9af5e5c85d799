use crate::chess::Fen;
use crate::game::{FaultKind, Record};
use crate::pgn::reader::the_game;

const KNIGHT_AND_BISHOP: &str = "[Placed \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR\"]\n\n";
const PAWN_ON_E3: &str = "[Placed \"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR\"]\n\n";

fn read(text: &str) -> Record {
    let record = the_game(text);
    assert_eq!(record.position_after(record.plies()), record.position, "{text}");
    let (half, all) = (record.plies() / 2, record.plies());
    assert_eq!(record.play_on(record.position_after(half), half, all), record.position, "{text}");
    record
}

fn board(tags: &str, moves: &str) -> String {
    let record = read(&format!("{tags}{moves}"));
    assert!(
        record.text.faults.is_empty() && record.nonstandard_moves.is_empty(),
        "{moves}: {:?}",
        record.text.faults
    );
    Fen(&record.position).to_string()
}

#[test]
fn men_are_put_on_their_squares() {
    let righted = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for squares in ["b1 c1", "b1", "c1", "c1 b1 e2"] {
        let moves = format!("1. e4 e5 {{[%replace w {squares}]}} *");
        assert_eq!(board(KNIGHT_AND_BISHOP, &moves), righted, "{squares}");
    }
    for act in ["[%replace u e2]", "[%replace b e3]", "[%restore e2]", "[%replace w e3] [%replace w e2]"] {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(board(PAWN_ON_E3, &format!("{{{act}}} *")), start, "{act}");
    }
    let plain = board("", "1. e4 {[%replace w b1 c1]} *");
    assert_eq!(plain, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn corrected_men_stay_corrected_after_a_retraction() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let back = "1. e4 e5 {[%replace w b1]} 2. Nc3 Nf6 {[%retract 4]} *";
    assert_eq!(board(KNIGHT_AND_BISHOP, back), start);
    assert_eq!(board(PAWN_ON_E3, "1. d4 {[%replace w e3]} d5 2. e4 {[%retract 3]} *"), start);
    assert_eq!(
        board(PAWN_ON_E3, "1. d4 {[%replace w e3]} d5 2. e4 {[%drop e4] [%retract 3]} *"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn only_an_unmoved_man_is_corrected() {
    assert_eq!(
        board(KNIGHT_AND_BISHOP, "1. Nd3 e5 {[%replace w b1]} *"),
        "rnbqkbnr/pppp1ppp/8/4p3/8/3N4/PPPPPPPP/R1BQKBNR w KQkq - 0 2"
    );
    let moved = read(&format!("{PAWN_ON_E3}1. e4 e5 {{[%replace w e2]}} *"));
    assert!(matches!(moved.text.faults.as_slice(), [fault] if matches!(fault.kind, FaultKind::Command(_))));
}

#[test]
fn a_displaced_man_is_put_back() {
    assert_eq!(
        board(KNIGHT_AND_BISHOP, "{[%displace b b1 accidental] [%replace b b1]} *"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1"
    );
}

#[test]
fn a_corrected_man_gains_its_castling_right() {
    let rights = |tags: &str, moves: &str| board(tags, moves).split(' ').nth(2).unwrap().to_owned();
    let king = "[Placed \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR\"]\n\n";
    assert_eq!(rights(king, "1. e4 e5 *"), "kq");
    assert_eq!(rights(king, "1. e4 e5 {[%replace w e1]} *"), "KQkq");
    assert_eq!(rights(king, "1. Nf3 e5 2. Rg1 d6 {[%replace w e1]} *"), "Qkq");
    assert_eq!(rights(king, "1. e3 e5 2. Ke2 d6 3. Kd1 a6 *"), "kq");
    let rook = "[Placed \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN\"]\n\n";
    assert_eq!(rights(rook, "1. e4 e5 *"), "Qkq");
    assert_eq!(rights(rook, "1. e4 e5 {[%replace b g1 h1]} *"), "KQkq");
    assert_eq!(rights(rook, "1. e4 e5 2. Ke2 d6 {[%replace b g1 h1]} *"), "kq");
    // Another man leaves the rook's corner first, or comes to it.
    assert_eq!(rights(rook, "1. Ng3 e5 {[%replace b g1 h1]} *"), "KQkq");
    assert_eq!(rights(rook, "1. Ng3 e5 2. Nh1 d6 3. Ng3 a6 {[%replace b g1 h1]} *"), "KQkq");
    assert_eq!(rights(rook, "1. Ng3 e5 2. Rh1 d6 *"), "Qkq");
}

#[test]
fn a_surplus_man_is_replaced_by_the_missing_one() {
    let third_bishop = "[Placed \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKBNR\"]\n\n";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(board(third_bishop, "{[%replace w b1]} *"), start);
    assert_eq!(board(third_bishop, "{[%replace w b1]} 1. Nc3 e5 {[%retract 2]} *"), start);
    assert_eq!(board(third_bishop, "1. e4 e5 {[%replace w b1] [%retract 2]} *"), start);
}

#[test]
fn moves_that_suppose_a_correction_stop_the_replay() {
    let spoken = "1. e4 e5 {[%notice b setup] [%elect b rectify]} 2. Nc3 Nc6 *";
    let record = read(&format!("{KNIGHT_AND_BISHOP}{spoken}"));
    assert!(record.text.faults.iter().any(|fault| fault.kind == FaultKind::NotCorrected));
    assert_eq!((record.plies(), record.nonstandard_moves.len()), (2, 0));
}

#[test]
fn a_king_that_was_put_right_in_silence_may_castle() {
    let placed = "[Placed \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR\"]\n\n";
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O";
    let stop = |record: &Record| {
        let mut kinds = record.text.faults.iter().map(|fault| fault.kind.clone());
        kinds.find(FaultKind::stops_replay)
    };
    let silent = the_game(&format!("{placed}{moves} Nf6 *"));
    assert_eq!((stop(&silent), silent.nonstandard_moves.len()), (Some(FaultKind::NotCorrected), 0));
    let noticed = the_game(&format!("{placed}{moves} {{[%notice b illegal]}} Nf6 *"));
    assert_eq!((stop(&noticed), noticed.nonstandard_moves.len()), (None, 1));
}
