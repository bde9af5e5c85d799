use crate::chess::Fen;
use crate::game::Record;
use crate::pgn::reader::the_game;

fn read(text: &str) -> Record {
    let record = the_game(text);
    assert_eq!(record.position_after(record.plies()), record.position, "{text}");
    let (half, all) = (record.plies() / 2, record.plies());
    assert_eq!(record.play_on(record.position_after(half), half, all), record.position, "{text}");
    let mut afresh = record.position;
    afresh.set_en_passant(record.position.en_passant());
    assert_eq!(afresh.key(), record.position.key(), "{text}");
    record
}

fn board(text: &str) -> String {
    let record = read(text);
    assert!(record.text.faults.is_empty(), "{text}: {:?}", record.text.faults);
    Fen(&record.position).to_string()
}

#[test]
fn a_dropped_man_is_off_the_board_for_later_moves() {
    assert_eq!(
        board("1. e4 {[%drop e7]} Qg5 *"),
        "rnb1kbnr/pppp1ppp/8/6q1/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    );
    assert_eq!(
        board("1. e4 {[%drop e7]} d6 {[%restore e7]} *"),
        "rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
}

#[test]
fn a_dropped_man_stays_off_after_a_retraction() {
    let without_e7 = "rnbqkbnr/pppp1ppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(board("1. d4 {[%drop e7]} d5 2. Nf3 {[%retract 2]} *"), without_e7);
    assert_eq!(board("1. d4 d5 2. Nf3 {[%drop e7] [%retract 2]} *"), without_e7);
    assert_eq!(board("{[%drop e7]} 1. d4 d5 {[%retract 2]} 1. d4 *"), without_e7);
}

#[test]
fn a_dropped_man_is_off_its_earlier_square_too() {
    let without_the_knight = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    assert_eq!(board("1. Nf3 e5 {[%drop f3] [%retract 2]} *"), without_the_knight);
    assert_eq!(board("1. Nf3 e5 2. Nxe5 {[%drop e5] [%retract 3]} *"), without_the_knight);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(board("1. Nf3 {[%drop f3]} e5 {[%restore f3] [%retract 2]} *"), start);
    assert_eq!(board("1. Nf3 {[%drop f3]} e5 {[%retract 2] [%restore g1]} *"), start);
    assert_eq!(
        board("1. e4 e5 2. Nf3 d6 3. Be2 a6 4. O-O {[%drop f1] [%retract 1]} *"),
        "rnbqkbnr/1pp2ppp/p2p4/4p3/4P3/5N2/PPPPBPPP/RNBQK3 w Qkq - 0 4"
    );
}

#[test]
fn a_forgotten_man_is_put_on_its_square_once() {
    let placed = "[Placed \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR\"]\n\n";
    let supplied = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(board(&format!("{placed}1. e4 e5 {{[%restore f1]}} *")), supplied);
    assert_eq!(board(&format!("{placed}1. e4 e5 2. Nf3 Nc6 {{[%restore f1] [%retract 2]}} *")), supplied);
    let twice = "1. e4 e5 2. Nf3 {[%restore f1] [%retract 1]} 2. Nc3 {[%retract 1]} *";
    assert_eq!(board(&format!("{placed}{twice}")), supplied);
    let record = read(&format!("{placed}1. e4 e5 {{[%restore f1]}} 2. Bc4 Nc6 {{[%restore f1]}} *"));
    assert_eq!(record.text.faults.len(), 1);
    assert_eq!(read("1. e4 e5 2. Bc4 Nc6 {[%restore f1]} *").text.faults.len(), 1);
}

#[test]
fn a_restored_man_stays_on_the_board() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(board("{[%drop h2]} 1. Nf3 {[%restore h2] [%retract 1]} *"), start);
    assert_eq!(board("{[%drop h2]} 1. Nf3 {[%restore h2]} e5 2. h3 {[%retract 3]} *"), start);
    // The man is dropped, restored, moved and dropped again: it is off.
    assert_eq!(
        board("{[%drop h2]} 1. Nf3 {[%restore h2]} e5 2. h3 {[%drop h3] [%retract 3]} *"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1"
    );
    // The retraction puts another man on the square of the restored one.
    assert_eq!(
        board("{[%drop h2]} 1. Nf3 {[%restore g1] [%retract 1]} *"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn which_man_is_restored() {
    // The man dropped from the square, or else the one dropped last.
    assert_eq!(
        board("{[%drop b1] [%drop a1] [%restore b1] [%restore c3]} *"),
        "rnbqkbnr/pppppppp/8/8/8/2R5/PPPPPPPP/1NBQKBNR w Kkq - 0 1"
    );
    for impossible in ["{[%restore e4]} *", "{[%drop e2] [%restore d2]} *", "{[%drop e4]} *"] {
        let record = read(impossible);
        assert_eq!(record.text.faults.len(), 1, "{impossible}");
    }
}

#[test]
fn a_right_to_castle_comes_back_with_its_rook() {
    let moves = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7";
    let castled = board(&format!("{moves} 4. O-O *"));
    assert_eq!(board(&format!("{moves} {{[%drop h1] [%restore h1]}} 4. O-O *")), castled);
    assert_eq!(board(&format!("{moves} {{[%drop e1] [%restore e1]}} 4. O-O *")), castled);
    assert_eq!(
        board(&format!("{moves} {{[%drop e1] [%drop h1] [%restore e1] [%restore h1]}} 4. O-O *")),
        castled
    );
    let rights = |text: &str| board(text).split(' ').nth(2).unwrap().to_owned();
    assert_eq!(rights(&format!("{moves} {{[%drop h1]}} *")), "Qkq");
    assert_eq!(rights(&format!("{moves} {{[%drop e1]}} *")), "kq");
    assert_eq!(rights(&format!("{moves} {{[%drop h1]}} 4. Kf1 d6 {{[%restore h1]}} 5. Ke1 *")), "kq");
    assert_eq!(rights(&format!("{moves} {{[%drop e1] [%restore f1]}} *")), "kq");
    assert_eq!(rights(&format!("{moves} {{[%drop h1]}} 4. d3 {{[%restore h1]}} *")), "KQkq");
}

#[test]
fn a_capture_in_passing_needs_its_men() {
    let passed = "1. e4 a6 2. e5 d5";
    let en_passant = |text: &str| board(text).split(' ').nth(3).unwrap().to_owned();
    assert_eq!(en_passant(&format!("{passed} *")), "d6");
    assert_eq!(en_passant(&format!("{passed} {{[%drop d5]}} *")), "-");
    assert_eq!(en_passant(&format!("{passed} {{[%drop e5]}} *")), "-");
    assert_eq!(en_passant(&format!("{passed} {{[%drop d5] [%restore d5]}} *")), "d6");
    assert_eq!(en_passant(&format!("{passed} {{[%drop e5] [%restore e5]}} *")), "d6");
}

#[test]
fn no_position_is_dead_while_a_man_can_be_put_back() {
    let text = |drop: &str| format!("[FEN \"8/8/8/8/3k4/8/3p4/R3K3 w - - 0 1\"]\n\n{{{drop}}} 1. Kxd2 *");
    assert_eq!(read(&text("")).facts.dead, None);
    assert_eq!(read(&text("[%drop a1]")).facts.dead, None);
    assert_eq!(read(&text("[%drop a1] [%play w Kxd2] [%retract 1]")).facts.dead, None);
}

/// Quadratic time would be noticed.
#[test]
fn dropping_and_restoring_takes_linear_time() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4000);
    let up_and_down = "[%drop e2] [%restore e2] ".repeat(800);
    let taken_back = "[%drop h1] [%retract 1] [%restore h1] ".repeat(800);
    let record = read(&format!("{moves} {{{up_and_down} {taken_back}}} *"));
    assert_eq!((record.plies(), record.text.faults.len(), record.acts.len()), (15_200, 0, 4000));
}
