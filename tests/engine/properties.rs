//! Properties of any position, any move, any text.

use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use jadoube::internals::audit::{
    CodeChoice, DiagramChoice, Doubts, InputOptions, Inputs, LawFiles, LawOfDay, NoProgress, Selection,
    Settings, Sink, Summary, audit_bytes, run,
};
use jadoube::internals::chess::{
    Bitboard, Color, Fen, File, Man, Meaning, Move, MoveKind, Play, Position, Rank, Resolved, Role, San,
    Side, Square,
};
use jadoube::internals::finding::{Finding, GameReport, Location, Severity};
use jadoube::internals::game::Record;
use jadoube::internals::law::Rule;
use jadoube::internals::pgn::{NextGame, Reader};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::course;
use crate::support::random::Random;
use crate::support::record::{Trimming, game, movetext_soup, soup};

/// Positions from other programs, Chess960 included.
static FENS: LazyLock<Vec<String>> = LazyLock::new(|| {
    ["known.txt", "tricky.txt", "random.txt", "chess960.txt"]
        .into_iter()
        .flat_map(crate::support::board::fens)
        .collect()
});

const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// PROPTEST_CASES cases, else 256. Nothing is written beside the sources.
fn configuration() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

fn square() -> impl Strategy<Value = Square> {
    (0..64u8).prop_map(Square::from_index)
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn man() -> impl Strategy<Value = Man> {
    (color(), select(&ROLES[..])).prop_map(|(color, role)| Man { color, role })
}

/// A position reached by play: a known one, and moves chosen from there.
fn met() -> impl Strategy<Value = (usize, Vec<u16>)> {
    (0..FENS.len(), vec(any::<u16>(), 0..60))
}

fn play_on(position: &mut Position, choices: &[u16], mut each: impl FnMut(&Position)) {
    each(position);
    for choice in choices {
        let moves = position.legal_moves(Play::COMMON);
        let Some(played) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        position.play(*played);
        each(position);
    }
}

/// Men anywhere, any number of kings, castling rights where there are men for them.
fn permissive() -> impl Strategy<Value = Position> {
    let kings = prop_oneof![
        3 => (square(), square()).prop_map(|(white, black)| vec![(white, Color::White), (black, Color::Black)]),
        1 => vec((square(), color()), 0..4),
    ];
    let castling = vec((color(), 0..8u8, 0..8u8, 0..8u8), 0..3);
    (vec((square(), man()), 0..24), kings, castling, color(), 0..200u32, 1..400u32).prop_map(
        |(men, kings, castling, turn, halfmove, fullmove)| {
            let mut position = Position::empty();
            for (square, man) in men {
                if man.role != Role::King {
                    position.put(square, man);
                }
            }
            for (square, color) in kings {
                position.put(square, Man { color, role: Role::King });
            }
            for (color, king, rook, other) in castling {
                let home = Rank::from_index(if color == Color::White { 0 } else { 7 });
                let at = |file| Square::new(File::from_index(file), home);
                if king != rook && position.of(color, Role::King).count() <= 1 {
                    for old in position.of(color, Role::King).squares() {
                        position.remove(old);
                    }
                    // Another rook, often further from the king.
                    position.put(at(other), Man { color, role: Role::Rook });
                    position.put(at(king), Man { color, role: Role::King });
                    position.put(at(rook), Man { color, role: Role::Rook });
                    let side = if rook > king { Side::King } else { Side::Queen };
                    position.grant_castling(color, side, at(rook));
                }
            }
            for color in [Color::White, Color::Black] {
                for side in [Side::King, Side::Queen] {
                    // A later man may have replaced the rook or king.
                    let home = Bitboard::rank(Rank::from_index(if color == Color::White { 0 } else { 7 }));
                    let king = position.of(color, Role::King) & home;
                    if let Some(rook) = position.castling().rook(color, side)
                        && (!position.of(color, Role::Rook).has(rook)
                            || king.first().is_none_or(|king| (rook > king) != (side == Side::King)))
                    {
                        position.end_castling(color, side);
                    }
                }
            }
            position.set_turn(turn);
            position.set_counters(halfmove, fullmove);
            position
        },
    )
}

/// Any move, of any kind, of any man or none.
fn any_move() -> impl Strategy<Value = Move> {
    let kind = prop_oneof![
        4 => Just(MoveKind::Plain),
        1 => Just(MoveKind::Double),
        1 => Just(MoveKind::EnPassant),
        1 => Just(MoveKind::Castling(Side::King)),
        1 => Just(MoveKind::Castling(Side::Queen)),
        1 => select(&ROLES[..5]).prop_map(MoveKind::Promotion),
        1 => Just(MoveKind::Null),
    ];
    (square(), square(), kind).prop_map(|(from, to, kind)| Move::new(from, to, kind))
}

/// The same men, turn, rights and en passant square, set up again.
fn rebuilt(position: &Position) -> Position {
    let mut anew = Position::empty();
    for square in Square::all() {
        if let Some(man) = position.man_at(square) {
            anew.put(square, man);
        }
    }
    anew.set_turn(position.turn());
    for color in [Color::White, Color::Black] {
        for side in [Side::King, Side::Queen] {
            if let Some(rook) = position.castling().rook(color, side) {
                anew.grant_castling(color, side, rook);
            }
        }
    }
    anew.set_en_passant(position.en_passant());
    anew.set_counters(position.halfmove(), position.fullmove());
    anew
}

/// Squares and bitboards agree, and no man is recorded twice.
fn is_consistent(position: &Position) -> Result<(), TestCaseError> {
    for square in Square::all() {
        let man = position.man_at(square);
        for color in [Color::White, Color::Black] {
            let here = man.is_some_and(|man| man.color == color);
            prop_assert_eq!(position.men(color).has(square), here, "{:?} {}", position, square);
        }
        for role in ROLES {
            let here = man.is_some_and(|man| man.role == role);
            prop_assert_eq!(position.of_role(role).has(square), here, "{:?} {}", position, square);
        }
        prop_assert_eq!(position.occupied().has(square), man.is_some());
    }
    Ok(())
}

/// Text with the letters of a move, often one with a man and a square that exist.
fn san_shaped() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[NBRQKP]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBNKPqrbnkp]|\\([QRBN]\\))?(e\\.p\\.|ep)?(\\+\\+|\\+|#)?",
        2 => "[NBRQK][a-h]?[1-8]?x?[a-h][1-8]",
        2 => "[a-h][1-8]-?x?[a-h][1-8][qrbn]?",
        1 => "[a-h]x?[a-h]",
        1 => select(&["O-O", "O-O-O", "0-0", "0-0-0", "OO", "OOO", "--", "Z0", "@@@@", "0000", "O-O+", "O-O-O#"][..])
            .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(configuration())]

    /// The key updated move by move is the key of the position set up again.
    #[test]
    fn keys_are_those_of_the_position((fen, choices) in met()) {
        let mut position = Position::from_fen(FENS[fen].as_bytes()).unwrap();
        let mut found = Ok(());
        play_on(&mut position, &choices, |position| {
            let read = Position::from_fen(Fen(position).to_string().as_bytes()).unwrap();
            if read.key() != position.key() || read.placement_key() != position.placement_key() {
                found = Err(format!("{position:?}"));
            }
        });
        prop_assert_eq!(found, Ok(()));
    }

    #[test]
    fn a_fen_printed_is_read_as_the_same_position(position in permissive()) {
        let printed = Fen(&position).to_string();
        let read = Position::from_fen(printed.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&position), "{}", printed);
        prop_assert_eq!(read.unwrap().key(), position.key());
    }

    #[test]
    fn a_fen_printed_from_play_is_printed_again((fen, choices) in met()) {
        let mut position = Position::from_fen(FENS[fen].as_bytes()).unwrap();
        play_on(&mut position, &choices, |position| {
            let printed = Fen(position).to_string();
            assert_eq!(Fen(&Position::from_fen(printed.as_bytes()).unwrap()).to_string(), printed);
        });
    }

    /// Also in positions that no player could reach: pawns anywhere, no king or several.
    #[test]
    fn texts_of_legal_moves_mean_those_moves(position in permissive()) {
        let threats = position.threats();
        for played in position.legal_moves(Play::COMMON) {
            let text = position.san_with_sign(played, Play::COMMON);
            let read = San::from_ascii(text.as_bytes());
            prop_assert!(read.is_some(), "{text} in {position:?}");
            let read = read.unwrap();
            prop_assert_eq!(position.meaning(read), Meaning::Legal(played), "{} in {:?}", text, position);
            match position.resolve(read, &threats) {
                Resolved::Export(road) => prop_assert_eq!(road, played, "{} in {:?}", text, position),
                other => prop_assert!(false, "{} in {:?}: {:?}", text, position, other),
            }
        }
    }

    #[test]
    fn any_move_leaves_a_board(mut position in permissive(), moves in vec(any_move(), 0..30)) {
        is_consistent(&position)?;
        for mut played in moves {
            if let MoveKind::Castling(side) = played.kind() {
                // Castling is expressed by the king's square; nobody castles on the opponent's rank.
                let home = if position.turn() == Color::White { 0 } else { 7 };
                let Some(king) = position.of(position.turn(), Role::King).first() else { continue };
                if king.rank().index() != home {
                    continue;
                }
                let file = File::from_index(if side == Side::King { 6 } else { 2 });
                played = Move::new(king, Square::new(file, king.rank()), played.kind());
            }
            if played.kind() == MoveKind::EnPassant {
                // Only pawns are captured en passant.
                let beside = Square::new(played.to().file(), played.from().rank());
                if position.man_at(beside).is_some_and(|man| matches!(man.role, Role::King | Role::Rook)) {
                    continue;
                }
            }
            let _ = position.san_with_sign(played, Play::COMMON);
            let is_faultless = position.illegality(played, Play::COMMON).is_none();
            prop_assert_eq!(position.is_legal(played, Play::COMMON), is_faultless);
            let is_listed = position.legal_moves(Play::COMMON).contains(&played);
            prop_assert_eq!(is_listed, is_faultless, "{:?} in {:?}", played, position);
            position.play(played);
            is_consistent(&position)?;
            let anew = rebuilt(&position);
            prop_assert_eq!(position.key(), anew.key(), "after {:?}: {:?}", played, position);
            prop_assert_eq!(position, anew, "after {:?}", played);
            let _ = position.threats();
            let _ = (position.in_check(Color::White), position.in_check(Color::Black));
            let _ = Fen(&position).to_string();
        }
    }

    /// The fast path agrees with the full resolution of the text.
    #[test]
    fn any_text_means_something_or_nothing(position in permissive(), texts in vec(san_shaped(), 1..40)) {
        for text in texts {
            let Some(read) = San::from_ascii(text.as_bytes()) else { continue };
            let meaning = position.meaning(read);
            match &meaning {
                Meaning::Legal(played) => prop_assert!(position.is_legal(*played, Play::COMMON), "{text} in {position:?}"),
                Meaning::Ambiguous(several) => {
                    prop_assert!(several.len() > 1);
                    for played in several {
                        prop_assert!(position.is_legal(*played, Play::COMMON), "{text} in {position:?}");
                    }
                }
                Meaning::Illegal(played, fault) => {
                    prop_assert_eq!(position.illegality(*played, Play::COMMON), Some(*fault), "{} in {:?}", text, position);
                    let mut next = position;
                    next.play(*played);
                    is_consistent(&next)?;
                }
                Meaning::Nothing => {}
            }
            if let Resolved::Export(played) | Resolved::Other(played) = position.resolve(read, &position.threats()) {
                prop_assert_eq!(meaning, Meaning::Legal(played), "{} in {:?}", text, position);
            }
        }
    }
}

/// Every text of the shortest form that names a piece and a square, legal or not.
fn short_texts() -> Vec<San> {
    let mut texts = Vec::new();
    for to in Square::all() {
        for letter in ["", "N", "B", "R", "Q", "K"] {
            texts.push(format!("{letter}{to}"));
            texts.push(format!("{letter}x{to}"));
        }
        for file in 'a'..='h' {
            texts.push(format!("{file}x{to}"));
            texts.push(format!("{file}x{to}=Q"));
        }
        texts.push(format!("{to}=Q"));
    }
    texts.extend(["O-O", "O-O-O"].map(str::to_owned));
    texts.iter().filter_map(|text| San::from_ascii(text.as_bytes())).collect()
}

/// In positions from play, with pinned men and kings in check.
#[test]
fn the_straight_road_leads_where_the_ladder_does() {
    let texts = short_texts();
    assert!(texts.len() > 1000);
    let mut random = Random::new(1886);
    let (mut roads, mut odd) = (0, 0);
    for fen in FENS.iter().step_by(3) {
        let mut position = Position::from_fen(fen.as_bytes()).unwrap();
        let choices: Vec<u16> =
            (0..random.below(30)).map(|_| u16::try_from(random.below(1000)).unwrap()).collect();
        play_on(&mut position, &choices, |_| ());
        let threats = position.threats();
        let legal = position.legal_moves(Play::COMMON);
        for read in &texts {
            match position.resolve(*read, &threats) {
                Resolved::Export(played) | Resolved::Other(played) => {
                    assert!(legal.contains(&played), "{read:?} in {position:?}: {played:?}");
                    assert_eq!(position.meaning(*read), Meaning::Legal(played), "{read:?} in {position:?}");
                    roads += 1;
                }
                Resolved::Odd => odd += 1,
            }
        }
    }
    assert!(roads > 3000 && odd > 100_000, "{roads} {odd}");
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn a_game_written_is_read(seed in any::<u64>(), fen in 0..FENS.len() + 40, plies in 0..120usize) {
        let mut random = Random::new(seed);
        let fen = FENS.get(fen).map(String::as_str);
        let start = fen.map_or_else(Position::initial, |fen| Position::from_fen(fen.as_bytes()).unwrap());
        let written = game(&start, fen, plies, Trimming::Full, &mut random);
        let mut record = Record::default();
        let mut reader = Reader::new(written.text.as_bytes());
        prop_assert_eq!(reader.next(&mut record), NextGame::Read);
        prop_assert!(record.text.faults.is_empty(), "{:?}\n{:?}", record.text.faults, written.text);
        prop_assert_eq!(record.moves.iter().collect::<Vec<_>>(), written.moves.clone(), "{}", written.text);
        prop_assert!(record.nonstandard_moves.is_empty(), "{:?}\n{}", record.nonstandard_moves, written.text);
        prop_assert_eq!(record.text.notation.count, 0, "{}", written.text);
        prop_assert_eq!(record.text.missing_signs.count, 0, "{}", written.text);
        prop_assert_eq!(record.text.wrong_numbers.count, 0, "{:?}\n{}", record.text.wrong_numbers, written.text);
        prop_assert!(record.text.false_signs.is_empty(), "{:?}\n{}", record.text.false_signs, written.text);
        prop_assert_eq!(Fen(&record.position).to_string(), Fen(&written.end).to_string());
        prop_assert_eq!(reader.next(&mut Record::default()), NextGame::None);
        let reports = audit_bytes(written.text.as_bytes());
        prop_assert_eq!(reports.len(), 1);
        prop_assert_eq!(&reports[0].final_fen, &Fen(&written.end).to_string());
        for finding in &reports[0].findings {
            let of_the_record = finding.rule.id().starts_with("record.") && finding.severity >= Severity::Warning;
            prop_assert!(!of_the_record, "{:?}\n{}", finding, written.text);
        }
    }

    #[test]
    fn any_text_is_audited_within_its_bounds(seed in any::<u64>(), tokens in 0..120usize) {
        within_bounds(&soup(&mut Random::new(seed), tokens))?;
    }

    #[test]
    fn any_bytes_are_audited_within_their_bounds(bytes in vec(any::<u8>(), 0..400)) {
        within_bounds(&bytes)?;
    }

    #[test]
    fn a_game_is_reported_alike_alone_and_among_others(seed in any::<u64>(), count in 2..5usize) {
        let mut random = Random::new(seed);
        let games: Vec<Vec<u8>> = (0..count).map(|index| odd_game(index, &mut random)).collect();
        let together = audit_bytes(&games.concat());
        let alone: Vec<GameReport> = games.iter().flat_map(|text| audit_bytes(text)).collect();
        let shown = || String::from_utf8_lossy(&games.concat()).into_owned();
        prop_assert_eq!(together.len(), count, "{}", shown());
        prop_assert_eq!(alone.len(), count, "{}", shown());
        let mut offset = 0;
        for ((mut one, among), text) in alone.into_iter().zip(together).zip(&games) {
            let lines = among.location.line - one.location.line;
            prop_assert_eq!(among.location.offset - one.location.offset, offset);
            let place = |location: &mut Location| {
                location.offset += offset;
                location.line += lines;
            };
            one.number = among.number;
            place(&mut one.location);
            for finding in &mut one.findings {
                place(&mut finding.location);
                for edit in finding.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
                    edit.offset += offset;
                }
            }
            prop_assert_eq!(one, among, "{}", shown());
            offset += text.len() as u64;
        }
    }
}

fn within_bounds(text: &[u8]) -> Result<(), TestCaseError> {
    let reports = audit_bytes(text);
    let mut last = 0;
    for report in &reports {
        prop_assert!(report.location.offset >= last, "games overlap: {}", text.escape_ascii());
        last = report.location.offset;
        let end = Position::from_fen(report.final_fen.as_bytes()).map(|end| Fen(&end).to_string());
        prop_assert_eq!(end.as_ref(), Ok(&report.final_fen), "{}", text.escape_ascii());
        let mut places = vec![report.location];
        places.extend(report.findings.iter().map(|finding| finding.location));
        for place in places {
            prop_assert!(
                place.offset + place.length <= text.len() as u64,
                "{:?} {}",
                place,
                text.escape_ascii()
            );
            let before = &text[..usize::try_from(place.offset).unwrap()];
            let line = memchr::memchr_iter(ends_lines(text), before).count() as u64 + 1;
            prop_assert_eq!(place.line, line, "{:?} {}", place, text.escape_ascii());
            let start = before.iter().rposition(|byte| *byte == ends_lines(text)).map_or(0, |at| at + 1);
            prop_assert_eq!(
                place.column,
                place.offset - start as u64 + 1,
                "{:?} {}",
                place,
                text.escape_ascii()
            );
        }
    }
    Ok(())
}

/// The line end of a text: carriage returns if it begins with those and nothing else.
fn ends_lines(text: &[u8]) -> u8 {
    let first = &text[..text.len().min(4096)];
    let known = &first[..first.len().saturating_sub(1)];
    if known.contains(&b'\r') && !first.contains(&b'\n') { b'\r' } else { b'\n' }
}

/// A game with its tags and its end, and many errors in between.
fn odd_game(index: usize, random: &mut Random) -> Vec<u8> {
    const ODD: &[&str] = &[
        "{[%play w Kxe8] [%retract 1]}",
        "{[%touch b e7]}",
        "{[%say w check]}",
        "{[%clk 0:10:00]}",
        "{[%drop a2]}",
        "{[%bogus]}",
        "{[%say w nonsense]}",
        "$5",
        "(1. e4 e5)",
        "Ke5",
        "e9",
        "Nf3",
        "e5",
        "!?",
        "O-O",
        "d8=Q",
        "--",
        ")",
        "7.",
        "{[%claim w repetition]}",
        "{[%resume]}",
        "{[%retract 3]}",
        "Nbd2+",
        "Qxq",
        "; all of it\n",
    ];
    let start = Position::initial();
    let written = game(&start, None, random.below(60), Trimming::Full, random);
    let written = written.text.replace("\r\n", "\n").replace('\r', "\n");
    let (head, body) = written.split_once("]\n\n").unwrap();
    let mut text = format!("[Laws \"{}\"]\n", random.pick(&["fide-2023", "kenny-1817", "nobody-1900"]));
    text.insert_str(0, &format!("[Event \"{index}\"]\n"));
    text.push_str(head.split_once('\n').unwrap().1);
    text.push_str("]\n\n");
    if random.once_in(3) {
        text.push_str(body.trim_end());
    } else {
        for _ in 0..random.below(20) {
            text.push_str(random.pick(ODD));
            text.push(' ');
        }
        text.push_str(random.pick(&["1-0", "0-1", "1/2-1/2", "*"]));
    }
    text.push_str("\n\n");
    text.into_bytes()
}

/// Keeps the results of a run.
#[derive(Default, PartialEq, Debug)]
struct Kept {
    lines: Vec<serde_json::Value>,
    unreadable: Vec<String>,
}

impl Sink for Kept {
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()> {
        let mut line = Vec::new();
        jadoube::internals::report::game_line(&mut line, file, game)?;
        self.lines.push(serde_json::from_slice(&line).unwrap());
        Ok(())
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.unreadable.push(format!("{file}: {why}"));
        Ok(())
    }
}

fn run_over(paths: &[std::path::PathBuf], all: bool, jobs: usize, chunk_size: usize) -> (Kept, Summary) {
    let settings = Settings {
        codes: CodeChoice::ByRecord(LawOfDay::of(&LawFiles::default(), None).unwrap()),
        file_codes: Vec::new(),
        shelf: LawFiles::default(),
        doubts: Doubts::Marked,
        selection: Selection::all(Severity::Info),
        per_file_ignores: Vec::new(),
        baseline: jadoube::internals::audit::BaselineMode::Off,
        all,
        keep_source: true,
        repairs: true,
        diagrams: DiagramChoice::Unkept,
        duplicates: 1000,
        series: jadoube::internals::series::Grouping::Tagged,
        budget: jadoube::internals::search::Budget::GAME,
        tournament: None,
        intake: InputOptions {
            jobs: NonZeroUsize::new(jobs).unwrap(),
            chunk_size,
            ..InputOptions::default()
        },
    };
    let mut kept = Kept::default();
    let paths = paths.iter().map(|path| path.clone().into_os_string()).collect();
    let inputs = Inputs { paths, ..Inputs::default() };
    let summary = run(&settings, inputs, &mut kept, &NoProgress).unwrap();
    (kept, summary)
}

/// The report is the same for any chunk size and number of jobs.
#[test]
fn reports_do_not_depend_on_chunks_and_jobs() {
    let folder = std::env::temp_dir().join(format!("jadoube-properties-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut random = Random::new(1972);
    let paths: Vec<_> = (0..12).map(|index| folder.join(format!("{index}.pgn"))).collect();
    for round in 0..12 {
        for path in &paths {
            let mut text = Vec::new();
            for index in 0..random.below(12) {
                match random.below(4) {
                    0 => {
                        text.extend(b"[Event \"soup\"]\n\n");
                        text.extend(movetext_soup(&mut random, 40));
                        text.extend(b"\n\n");
                    }
                    1 => text.extend(odd_game(index, &mut random)),
                    // Now and then the same game again: a duplicate.
                    2 => text.extend(odd_game(0, &mut Random::new(round))),
                    _ => {
                        let written = game(&Position::initial(), None, 40, Trimming::Full, &mut random);
                        text.extend(written.text.into_bytes());
                        text.push(b'\n');
                    }
                }
            }
            std::fs::write(path, &text).unwrap();
        }
        for all in [true, false] {
            let whole = run_over(&paths, all, 1, 1 << 20);
            assert_eq!(whole.1.read.files, paths.len() as u64);
            for (jobs, chunk_size) in [(1, 1), (1, 100), (2, 1), (3, 700), (4, 1 << 20), (2, 3000)] {
                let other = run_over(&paths, all, jobs, chunk_size);
                for (one, two) in whole.0.lines.iter().zip(&other.0.lines) {
                    assert_eq!(one, two, "round {round}, jobs {jobs}, chunks of {chunk_size}");
                }
                assert_eq!(whole.0, other.0, "round {round}, jobs {jobs}, chunks of {chunk_size}");
                // Data that a summary has spilled has no equality, and must not occur here.
                let sums = [&whole.1, &other.1].map(|summary| format!("{summary:?}"));
                assert_eq!(sums[0], sums[1], "round {round}, jobs {jobs}, chunks of {chunk_size}");
            }
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// The properties above need findings.
#[test]
fn odd_games_are_odd() {
    let mut random = Random::new(7);
    let mut rules: Vec<Rule> = Vec::new();
    for index in 0..200 {
        for report in audit_bytes(&odd_game(index, &mut random)) {
            rules.extend(report.findings.iter().map(|finding| finding.rule));
        }
    }
    rules.sort_unstable();
    rules.dedup();
    assert!(rules.len() > 8, "{rules:?}");
}

/// Moves out of turn stay out of turn when the board is set up again.
#[test]
fn turns_taken_out_of_order_survive_a_retraction() {
    let text = b"[Event \"x\"]\n\n{[%play b e5]} 1. e4 {[%play b Nf6] [%play b a6] [%retract 1]} 3. d3 *";
    let mut record = Record::default();
    assert_eq!(Reader::new(text).next(&mut record), NextGame::Read);
    assert_eq!(
        Fen(&record.position).to_string(),
        "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/3P4/PPP2PPP/RNBQKBNR b KQkq - 0 3"
    );
    assert_eq!(record.position_after(record.plies()), record.position);
}

/// Every blank octet is skipped wherever blanks are skipped.
#[test]
fn every_blank_is_passed_everywhere() {
    for blank in [b'\t', b'\n', 0x0B, 0x0C, 0x1A, b'\r', b' '] {
        let text: Vec<u8> = b"*?{}?1. e4 ? e5 {}? (?) $1 ?;?\n?%?\n*?\n?{}?\n?[?Event?\"x\"?]?\n?\n?*"
            .iter()
            .map(|byte| if *byte == b'?' { blank } else { *byte })
            .collect();
        let _ = audit_bytes(&text);
        let _ = audit_bytes(&[b"*\n{}", &[blank][..], b"1. e4 *"].concat());
    }
}

/// The files of a folder and of the folders in it.
fn files_in(folder: &str) -> Vec<Vec<u8>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| std::fs::read(entry.path()).unwrap())
        .collect()
}

/// Reads the games of a text and follows their courses, as the fuzz targets do.
fn courses_end_where_games_do(text: &[u8]) -> usize {
    let (mut reader, mut record, mut games) = (Reader::new(text), Record::default(), 0);
    while reader.next(&mut record) == NextGame::Read {
        let followed = course::followed(&record);
        let shown = String::from_utf8_lossy(text);
        assert!(followed.is_none_or(|position| position == record.position), "{shown}");
        assert_eq!(record.position_after(record.plies()), record.position, "{shown}");
        games += 1;
    }
    games
}

/// The seeds of the fuzz targets are tried here too.
#[test]
fn the_seeds_of_fuzzing_hold() {
    let (mut games, mut described) = (0, 0);
    for text in files_in("fuzz/seeds/record").into_iter().chain(files_in("samples")) {
        within_bounds(&text).unwrap();
        games += courses_end_where_games_do(&text);
    }
    for text in files_in("fuzz/seeds/descriptive") {
        described += courses_end_where_games_do(&[b"[Notation \"descriptive\"]\n\n", &text[..]].concat());
    }
    for text in files_in("fuzz/seeds/command") {
        let _ = jadoube::internals::pgn::command(&text);
    }
    assert!(games > 2000 && described >= 2, "only {games} and {described} games");
}

/// All searches of a game share one budget.
#[test]
fn announcements_that_cannot_be_decided_are_few_for_a_game() {
    let says = " [%say w mate 6]".repeat(20);
    let text = format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {{{says}}} *");
    let reports = audit_bytes(text.as_bytes());
    let undecided =
        |finding: &&Finding| finding.rule == Rule::CallMateIn && finding.message.contains("undecided");
    assert_eq!(reports[0].findings.iter().filter(undecided).count(), 20);
}

/// Found by the property above: a plain capture marked as en passant is not en passant.
#[test]
fn a_capture_in_passing_is_one_or_is_illegal() {
    let mut position = Position::empty();
    for (square, man) in [("a2", 'K'), ("a8", 'k'), ("b5", 'P'), ("a6", 'p')] {
        let square = Square::from_ascii(square.as_bytes()).unwrap();
        let color = if man.is_uppercase() { Color::White } else { Color::Black };
        let role = if man.eq_ignore_ascii_case(&'k') { Role::King } else { Role::Pawn };
        position.put(square, Man { color, role });
    }
    let at = |square: &str| Square::from_ascii(square.as_bytes()).unwrap();
    for (to, kind) in [
        ("a6", MoveKind::EnPassant),
        ("b6", MoveKind::EnPassant),
        ("b6", MoveKind::Double),
        ("a6", MoveKind::Double),
    ] {
        let played = Move::new(at("b5"), at(to), kind);
        assert!(!position.is_legal(played, Play::COMMON), "{played:?}");
        assert!(!position.legal_moves(Play::COMMON).contains(&played));
    }
    assert!(position.is_legal(Move::plain(at("b5"), at("a6")), Play::COMMON));
}
