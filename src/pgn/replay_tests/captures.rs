use crate::pgn::reader::the_game as read;

#[test]
fn captures_are_found() {
    let text = "1. e4 d5 2. exd5 Nf6 3. c4 c6 4. dxc6 bxc6 5. Nf3 g6 6. g3 Bg7 7. Bg2 O-O 8. O-O e6 9. Nc3 Qa5 \
                10. d4 Ba6 11. Bd2 Nbd7 12. Nd5 Qd8 13. Nxf6+ Nxf6 14. c5 Rb8 15. a4 e5 16. dxe5 Ng4 \
                17. a5 Rb5 18. Bc3 Rxc5 19. b4 Rd5 20. Qc2 Bxf1 21. Rxf1 f5 22. exf6 Qxf6 23. Bxf6 Rxf6 *";
    let record = read(text);
    let captures: Vec<bool> = record.captures_by_move().unwrap().collect();
    let mut men = record.start.occupied().count();
    for (takes, ply) in captures.iter().zip(1..) {
        let left = record.position_after(ply).occupied().count();
        assert_eq!(*takes, left < men, "ply {ply}");
        men = left;
    }
    assert_eq!(captures.len(), record.moves.len());
}

#[test]
fn captures_are_unknown_if_acts_changed_the_board() {
    assert!(read("1. e4 e5 {[%drop a7]} *").captures_by_move().is_none());
    assert!(read("1. e4 e5 2. Ng1-g3 *").captures_by_move().is_none());
    let placed = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O *";
    assert!(read(placed).captures_by_move().is_none());
}
