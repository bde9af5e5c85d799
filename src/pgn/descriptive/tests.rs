//! Reading and resolving moves in descriptive notation.

use crate::chess::{Illegality, Play, Position, San};
use crate::game::{FaultKind, NonstandardKind, Notation, Record};
use crate::pgn::reader::the_game as read;
use crate::pgn::{NextGame, Reader};

const TAG: &str = "[Notation \"descriptive\"]\n";

/// The moves in algebraic notation.
fn moves(record: &Record) -> String {
    let mut position = record.start;
    let mut sans = Vec::new();
    for played in record.moves.iter() {
        sans.push(position.san_with_sign(played, Play::COMMON));
        position.play(played);
    }
    sans.join(" ")
}

/// A record of moves from a position.
fn one(fen: &str, text: &str) -> Record {
    read(&format!("{TAG}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{text} *"))
}

fn legal(fen: &str, text: &str, wanted: &str) {
    let record = one(fen, text);
    assert_eq!(moves(&record), wanted, "{text}");
    assert!(
        record.nonstandard_moves.is_empty() && record.text.faults.is_empty(),
        "{text}: {:?} {:?}",
        record.nonstandard_moves,
        record.text.faults
    );
}

/// The readings of the first move, sorted.
fn readings(fen: &str, text: &str) -> Vec<String> {
    let record = one(fen, text);
    let odd = record.nonstandard_moves.first().unwrap();
    let NonstandardKind::Ambiguous { readings, .. } = &odd.kind else { panic!("{text}: {odd:?}") };
    let mut names: Vec<String> =
        readings.iter().map(|played| record.start.san(*played, Play::COMMON)).collect();
    names.sort();
    names
}

#[test]
fn a_game_in_short_forms() {
    let record = read(&format!(
        "{TAG}\n1. P-K4 P-K4 2. Kt-KB3 P-Q3 3. P-Q4 B-Kt5 4. PxP BxKt 5. QxB PxP 6. B-QB4 Kt-KB3 7. Q-QKt3 Q-K2
        8. Kt-B3 P-B3 9. B-KKt5 P-Kt4 10. KtxP PxKt 11. BxKtP ch QKt-Q2 12. Castles QR R-Q1 13. RxKt RxR
        14. R-Q1 Q-K3 15. BxR ch KtxB 16. Q-Kt8 ch! KtxQ 17. R-Q8 mate 1-0"
    ));
    assert_eq!(
        moves(&record),
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
         Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
    );
    assert!(
        record.nonstandard_moves.is_empty() && record.text.faults.is_empty(),
        "{:?} {:?}",
        record.nonstandard_moves,
        record.text.faults
    );
    assert_eq!((record.text.missing_signs.count, record.text.notation.count), (0, 0));
}

#[test]
fn a_game_as_the_nineteenth_century_printed_it() {
    let record = read(&format!(
        "{TAG}\n1. P. to K. 4th P. to K.'s 4th 2. Kt. to K. B. 3d Kt. to Q. B. 3rd 3. B. to Q. B. 4th B. to Q. B.'s 4th
        4. P. to Q. Kt. 4th B. takes Kt. P. 5. P. to Q. B. 3d B. to Q. R. 4th 6. P. to Q. 4th P. takes P.
        7. Castles P. to Q. 6th 8. Q. to Q. Kt. 3d Q. to K. B. 3d 9. P. to K. 5th Q. to K. Kt. 3d 10. R. to K. sq.
        K. Kt. to K. 2d 11. B. to Q. R. 3d P. to Q. Kt. 4th 12. Q. takes P. R. to Q. Kt. sq. 13. Q. to Q. R. 4th
        B. to Q. Kt. 3d 14. Q. Kt. to Q. 2d B. to Q. Kt. 2d 15. Kt. to K. 4th Q. to K. B. 4th 16. B. takes Q. P.
        Q. to K. R. 4th 17. Kt. to K. B. 6th (ch.) P. takes Kt. 18. P. takes P. R. to K. Kt. sq.
        19. Q. R. to Q. sq. Q. takes Kt. 20. R. takes Kt. (ch.) Kt. takes R. 21. Q. takes Q. P. (ch.) K. takes Q.
        22. B. to K. B. 5th (dble. ch.) K. to K. sq. 23. B. to Q. 7th (ch.) K. to B. sq. 24. B. takes Kt. (mate). 1-0"
    ));
    assert_eq!(
        moves(&record),
        "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 \
         Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#"
    );
    assert!(
        record.nonstandard_moves.is_empty() && record.text.faults.is_empty(),
        "{:?} {:?}",
        record.nonstandard_moves,
        record.text.faults
    );
}

#[test]
fn squares_are_named_from_the_movers_side() {
    for (text, wanted) in [
        ("1. P-K4 P-K3", "e4 e6"),
        ("1. P--K4 P—Q4", "e4 d5"),
        ("1. Kt to KB3 Kt to QB3", "Nf3 Nc6"),
        ("1 N-KB3 N-QB3", "Nf3 Nc6"),
        ("1. Pawn to King's fourth, pawn to queen's third.", "e4 d6"),
        ("1. K's Kt to K\u{2019}s B 3d P. to Q.'s 4th", "Nf3 d5"),
        ("1. P-KKt3! P-QR4? 2. B-R3", "g3 a5 Bh3"),
        ("1. P to\nK4 P\nto K4", "e4 e5"),
        ("1. QBP to QB4 KP-K4", "c4 e5"),
        ("1. P-Q4 Nf6 2. c4 P-K3", "d4 Nf6 c4 e6"),
    ] {
        let record = read(&format!("{TAG}\n{text} *"));
        assert_eq!(moves(&record), wanted, "{text}");
        assert!(
            record.text.faults.is_empty() && record.nonstandard_moves.is_empty(),
            "{text}: {:?}",
            record.text.faults
        );
    }
}

#[test]
fn names_run_into_each_other() {
    let fen = "r3k2r/ppp2ppp/2n5/3qb3/3QB3/2N5/PPP2PPP/R3K2R w KQkq - 0 1";
    for (text, wanted) in [
        ("1. QxB ch QxQ", "Qxe5+ Qxe5"),
        ("1. QxQ BxKt ch", "Qxd5 Bxc3+"),
        ("1. QxQ P-B3", "Qxd5 f6"),
        ("1. Castles QR QxQ", "O-O-O Qxd4"),
        ("1. Castles (K) Castles (Q's R)", "O-O O-O-O"),
        ("1. Castles K R-Q1", "O-O Rd8"),
        ("1. Castles on the queen's side QxQ", "O-O-O Qxd4"),
        ("1. K castles K's side. 0-0-0", "O-O O-O-O"),
        ("1. Castles K QxB", "O-O Qxe4"),
    ] {
        let record = one(fen, text);
        let sans = moves(&record);
        assert!(sans.starts_with(wanted), "{text}: {sans}, {:?}", record.text.faults);
        assert!(record.text.faults.is_empty(), "{text}: {:?}", record.text.faults);
    }
    let fen = "r3k2r/ppp2ppp/2n5/3qb3/3QB3/2N5/PPP2PPP/4K2R w Kkq - 0 1";
    assert_eq!(moves(&one(fen, "1. Castles QR-Q1 2. Castles")), "O-O Rd8");
    assert_eq!(readings("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Castles"), ["O-O", "O-O-O"]);
}

#[test]
fn the_board_decides_between_divisions() {
    let queens = "P-Q4 P-K3 2. P-Q5 Q-B3 3. Q-Q4 P-KR3 4. Q-K5 P-QR3 5.";
    let knights = "P-QB3 P-QB3 2. Q-Kt3 Q-Kt3 3.";
    for (before, text, wanted) in [
        (queens, "QxQ KtPxQ 6. P-K4", "Qxf6 gxf6 e4"),
        (queens, "Q takes Q Kt P takes Q 6. P to K4", "Qxf6 gxf6 e4"),
        (queens, "Q. takes Q. Kt. P. takes Q. 6. P. to K. 4th", "Qxf6 gxf6 e4"),
        (queens, "Queen takes Queen Knight's Pawn takes Queen 6. P-K4", "Qxf6 gxf6 e4"),
        (queens, "Q takes Q\nKt P takes Q! 6. P-K4", "Qxf6 gxf6 e4"),
        (queens, "QxQ. KtPxQ. 6. P-K4", "Qxf6 gxf6 e4"),
        (knights, "QxQ RPxQ 4. P-K4", "Qxb6 axb6 e4"),
        (knights, "QxQ\nRPxQ 4. P-K4", "Qxb6 axb6 e4"),
        (knights, "QxQ, RPxQ 4. P-K4", "Qxb6 axb6 e4"),
        (knights, "Q takes Q, R P takes Q 4. P-K4", "Qxb6 axb6 e4"),
    ] {
        let text = format!("{TAG}\n1. {before} {text} *");
        let record = read(&text);
        let sans = moves(&record);
        assert!(sans.ends_with(wanted), "{text}: {sans}, {:?}", record.text.faults);
        assert!(
            record.text.faults.is_empty() && record.nonstandard_moves.is_empty(),
            "{text}: {:?}",
            record.nonstandard_moves
        );
        let taking = record.token(record.plies() - 2, text.as_bytes()).unwrap();
        assert!(taking.of(text.as_bytes()).to_ascii_lowercase().starts_with(b"q"), "{taking:?}");
        let recapture = record.token(record.plies() - 1, text.as_bytes()).unwrap();
        assert!(recapture.start >= taking.end && !taking.of(text.as_bytes()).ends_with(b"t"), "{taking:?}");
    }
    // The board decides the side of castling only if the text leaves it out.
    let fen = "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1";
    legal(fen, "Castles Q. R. to Q. sq.", "O-O Rd8");
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    legal(fen, "Castles Q. R. to Q. sq.", "O-O-O Rd8");
}

#[test]
fn two_possible_divisions_are_ambiguous() {
    let fen = "4k3/p5p1/1n3q2/8/3Q4/8/8/4K3 w - - 0 1";
    assert_eq!(readings(fen, "Q takes Q Kt P takes Q 2. K to K 2d"), ["Qxb6", "Qxf6"]);
    let surviving = |text| match one(fen, text).nonstandard_moves.first().map(|odd| odd.kind.clone()) {
        Some(NonstandardKind::Ambiguous { surviving, .. }) => surviving,
        _ => 1,
    };
    assert_eq!(surviving("Q takes Q Kt P takes Q 2. K to K 2d"), 2);
    // A later move, or a name in one word, decides.
    legal(fen, "Q takes Q Kt P takes Q 2. K to K 2d P to B 4th", "Qxf6 gxf6 Ke2 f5");
    legal(fen, "Q takes Q Kt P takes Q 2. K to K 2d P to Q Kt 4th", "Qxb6 axb6 Ke2 b5");
    legal(fen, "QxQKt PxQ", "Qxb6 axb6");
    legal(fen, "QxQ KtPxQ", "Qxf6 gxf6");
    // If no division is possible, the longest name is read.
    let record = one("4k3/p5p1/8/8/3Q4/8/8/4K3 w - - 0 1", "Q takes Q Kt P takes Q");
    assert_eq!(record.text.faults.first().unwrap().kind, FaultKind::Unresolvable);
}

#[test]
fn promotions_and_captures_in_passing() {
    let fen = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for (text, wanted) in [
        ("P-K8(Q) ch", "e8=Q+"),
        ("P-K8=Kt", "e8=N"),
        ("P-K8/R ch", "e8=R+"),
        ("P-K8Q ch", "e8=Q+"),
        ("P to K 8th, becoming a Queen, and giving check", "e8=Q+"),
        ("P to K. 8th queens (ch.)", "e8=Q+"),
        ("PxR = B", "exd8=B"),
        ("P takes R (Kt)", "exd8=N"),
    ] {
        legal(fen, text, wanted);
    }
    assert_eq!(readings(fen, "P-K8"), ["e8=B", "e8=N", "e8=Q", "e8=R"]);
    let fen = "4k3/8/8/2pP1p2/4P3/8/8/4K3 w - c6 0 1";
    for text in ["PxP e.p.", "P tks P en passant", "P takes P (e. p.)", "P takes P in passing", "PxP (ep)"] {
        legal(fen, text, "dxc6");
    }
    assert_eq!(readings(fen, "PxP"), ["dxc6", "exf5"]);
    legal(fen, "PxKBP/5", "exf5");
    legal(fen, "PxP at K. B. 5th", "exf5");
}

#[test]
fn origin_wing_and_check_decide_between_moves() {
    // The squares of origin.
    let fen = "4k3/8/8/8/8/2N5/8/R3K1NR w - - 0 1";
    assert_eq!(readings(fen, "Kt-K2"), ["Nce2", "Nge2"]);
    legal(fen, "Kt(B3)-K2", "Nce2");
    legal(fen, "Kt/1-K2", "Nge2");
    legal(fen, "Kt (at KKtsq) to K2", "Nge2");
    legal(fen, "Kt from K Kt 1 to K2", "Nge2");
    // The present wing of a piece whose origin is unknown.
    legal(fen, "QKt-K2", "Nce2");
    // The check.
    let fen = "4k3/8/8/8/8/8/8/B3K2B w - - 0 1";
    legal(fen, "B-B6 ch", "Bc6+");
    assert_eq!(readings(fen, "B-B6"), ["Bc6", "Bf6"]);
}

#[test]
fn a_wing_is_where_a_piece_began() {
    // Both knights are on the queen's wing.
    let before = "1. Kt-KB3 Kt-KB3 2. Kt-Q4 P-Q3 3. Kt-Kt3 P-Q4 4. Kt-B5 P-KR3 5. QKt-B3 P-KR4";
    for (text, wanted) in [("6. KKt-K4", "N5e4"), ("6. QKt-K4", "N3e4")] {
        let record = read(&format!("{TAG}\n{before} {text} *"));
        let sans = moves(&record);
        assert!(sans.ends_with(wanted), "{text}: {sans}");
    }
    // Each knight is on the other's wing: the king's knight may be the one that began there, or the one that is there.
    let fen = "4k3/pp6/8/8/8/8/8/1N2K1N1 w - - 0 1";
    let crossed = "1. QKt-Q2 P-R3 2. KKt-B3 P-R4 3. Kt(Q2)-B1 P-R5 4. Kt(B3)-Q2 P-R6 5. Kt(B1)-Kt3 P-Kt3 6. Kt(Q2)-B4 P-Kt4";
    let record = one(fen, &format!("{crossed} 7. KKt-K5"));
    assert!(
        record.nonstandard_moves.is_empty() && record.text.faults.is_empty(),
        "{:?}",
        record.nonstandard_moves
    );
    let record = one(fen, &format!("{crossed} 7. Kt-Q6 ch K-Q2 8. KKt-B5"));
    let odd = record.nonstandard_moves.last().unwrap();
    assert!(
        matches!(&odd.kind, NonstandardKind::Ambiguous { readings, .. } if readings.len() == 2),
        "{odd:?}"
    );
    // A rook that castled began in its corner.
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(moves(&one(fen, "1. Castles K K-K2 2. KR-K1 ch K-Q2 3. QR-Q1 ch")), "O-O Ke7 Rfe1+ Kd7 Rad1+");
}

#[test]
fn illegal_and_unreadable_moves_are_reported_as_with_san() {
    let record = one("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. R-KB5 K-K2");
    let kinds: Vec<_> = record.nonstandard_moves.iter().map(|odd| odd.kind.clone()).collect();
    assert_eq!(kinds, [NonstandardKind::Illegal(Illegality::False)]);
    assert_eq!(record.moves.len(), 2);
    // A pinned rook: only the safety of the king forbids the move.
    let record = one("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "R-QB2");
    assert_eq!(
        record.nonstandard_moves.first().unwrap().kind,
        NonstandardKind::Illegal(Illegality::DiscoversCheck)
    );
    let record = read(&format!("{TAG}\n1. QxKt *"));
    assert_eq!(record.text.faults.first().unwrap().kind, FaultKind::Unresolvable);
    let record = read(&format!("{TAG}\n1. P-K4 P to R 9th 2. P-Q4 *"));
    let fault = record.text.faults.first().unwrap();
    assert_eq!(fault.kind, FaultKind::Unreadable);
    let text = format!("{TAG}\n1. P-K4 P to R 9th 2. P-Q4 *");
    assert_eq!(fault.span.of(text.as_bytes()), b"P to R 9th");
}

#[test]
fn a_later_move_decides_between_candidates() {
    let record = read(&format!("{TAG}\n1. P-Q4 P-Q4 2. Kt-KB3 P-K3 3. Kt-Q2 B-K2 4. Kt-K5 *"));
    let odd = record.nonstandard_moves.first().unwrap();
    assert!(matches!(odd.kind, NonstandardKind::Ambiguous { surviving: 1, .. }), "{odd:?}");
    assert_eq!(moves(&record), "d4 d5 Nf3 e6 Nbd2 Be7 Ne5");
}

#[test]
fn the_notation_is_detected_only_if_it_is_certain() {
    let notation = |text: &str| read(text).text.move_notation;
    for text in [
        "[Event \"x\"]\n\n1. P-K4 P-K4 2. Kt-KB3 *",
        "[Event \"x\"]\n\n1. P-K4 *",
        "[Event \"x\"]\n\n{a remark} 1. N to KB3 ; another\n P to Q4 2. P to QB4 P to K3 3. zzz *",
        "[Event \"x\"]\n\n1. Castles R-Q1 *",
    ] {
        assert_eq!(notation(text), Notation::Descriptive, "{text}");
    }
    for text in [
        "[Event \"x\"]\n\n1. e4 P-K4 2. Kt-KB3 *",
        "[Event \"x\"]\n\n1. O-O O-O *",
        "[Event \"x\"]\n\n1. Castles *",
        "[Event \"x\"]\n\n1. P-K4 e5 2. Nf3 *",
        "[Event \"x\"]\n\nPawn to King's fourth was played. 1. e4 *",
        "[Event \"x\"]\n\n1. Pe4 Pe5 2. Ng1-f3 *",
        "[Event \"x\"]\n\n1. P4R P4R *",
    ] {
        assert_eq!(notation(text), Notation::Algebraic, "{text}");
    }
    assert_eq!(read("[Notation \"Descriptive\"]\n\n*").text.move_notation, Notation::Descriptive);
    assert_eq!(read("[Notation \"SAN\"]\n\n1. e4 *").text.move_notation, Notation::Algebraic);
}

#[test]
fn no_san_is_a_descriptive_move() {
    // Castling is written alike in both.
    let position = Position::from_fen(b"r3k2r/1P1n1n2/8/3pP3/8/1N3N2/1P6/R3K2R w KQkq d6 0 1").unwrap();
    for played in position.legal_moves(Play::COMMON) {
        let text = position.san_with_sign(played, Play::COMMON);
        assert!(San::from_ascii(text.as_bytes()).is_some());
        assert_eq!(super::descriptive_move(text.as_bytes()).is_ok(), played.is_castling(), "{text}");
    }
}

#[test]
fn spans_of_acts_and_tokens() {
    let text = format!(
        "{TAG}\n1. P to K 4th {{[%touch b e7]}} P. to K. 4th. 2. B to B 4th {{[%play b Ke7] [%retract 1]}} Kt-KB3 \
         (best) 3. QKt. to B. 3d, $1 *"
    );
    let record = read(&text);
    assert_eq!(moves(&record), "e4 e5 Bc4 Nf6 Nc3");
    assert_eq!(record.acts.len(), 3);
    let tokens: Vec<&[u8]> =
        (1..=5).map(|ply| record.token(ply, text.as_bytes()).unwrap().of(text.as_bytes())).collect();
    assert_eq!(tokens, [&b"P to K 4th"[..], b"P. to K. 4th", b"B to B 4th", b"Kt-KB3", b"QKt. to B. 3d"]);
}

#[test]
fn a_game_needs_no_tags() {
    let text = "Some words.\n1. Pawn to play was wrong.\n1. P-K4 P-K4 2. Kt-KB3 *\n\n1. P-Q4 1-0\n";
    let (mut reader, mut record) = (Reader::new(text.as_bytes()), Record::default());
    let mut read = Vec::new();
    while reader.next(&mut record) == NextGame::Read {
        read.push(moves(&record));
    }
    assert_eq!(read, ["e4 e5 Nf3", "d4"]);
}

#[test]
fn each_game_has_its_own_notation() {
    let text = "[Event \"a\"]\n\n1. P-K4 P-K4 0-1\n\n[Event \"b\"]\n\n1. e4 e5 1-0\n";
    let (mut reader, mut record) = (Reader::new(text.as_bytes()), Record::default());
    let mut read = Vec::new();
    while reader.next(&mut record) == NextGame::Read {
        assert!(record.text.faults.is_empty(), "{:?}", record.text.faults);
        read.push((record.text.move_notation, record.moves.len()));
    }
    assert_eq!(read, [(Notation::Descriptive, 2), (Notation::Algebraic, 2)]);
}
