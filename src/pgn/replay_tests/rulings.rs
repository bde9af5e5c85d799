use crate::chess::Fen;
use crate::game::Record;
use crate::pgn::{NextGame, Reader};

fn board(text: &str) -> String {
    let mut record = Record::default();
    assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
    assert_eq!(record.position_after(record.plies()), record.position, "{text}");
    Fen(&record.position).to_string()
}

#[test]
fn a_ruling_promotes_a_pawn() {
    let start = "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    let after = |moves: &str| board(&format!("{start}{moves}"));
    assert_eq!(after("{[%play w a8=P] [%ruling promote a8 Q]} *"), "Q7/4k3/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(after("1. a8=P Kd7 {[%ruling promote a8 R]} *"), "R7/3k4/8/8/8/8/8/4K3 w - - 1 2");
    assert_eq!(
        after("1. a8=P Kd7 {[%ruling promote a8 R] [%retract 1]} *"),
        "R7/4k3/8/8/8/8/8/4K3 b - - 0 1"
    );
    assert_eq!(
        after("1. a8=P Kd7 {[%ruling promote a8 R] [%retract 2]} *"),
        "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"
    );
    assert_eq!(after("{[%ruling promote a7 Q]} *"), "8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn acts_of_an_unreadable_move_affect_no_other_move() {
    let after_e5 = board("1. e4 e5 *");
    assert_eq!(board("1. e4 e5 {[%play w Qh5xe5] [%press w] [%retract 1]} *"), after_e5);
    assert_eq!(board("1. e4 e5 2. d4 {[%play b Qh5xe5] [%retract 2]} *"), after_e5);
    assert_eq!(board("1. e4 e5 {[%play w Qh5xe5]} 2. d4 {[%retract 1]} *"), after_e5);
    assert_eq!(board("1. e4 e5 2. d4 {[%play b Zz9] [%retract 2]} *"), after_e5);
}
