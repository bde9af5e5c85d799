//! Random records: legal games with everything that may come between the moves.

#![allow(clippy::format_push_string)] // texts are made once a test

use jadoube::internals::chess::{
    CastlingSquares, Color, Move, MoveKind, Play, Position, Square, castling_squares,
};
use jadoube::internals::game::Record;
use jadoube::internals::pgn::{NextGame, Reader};

use super::random::Random;

/// A game as text, and the expected reading.
#[derive(Debug)]
pub struct Written {
    pub text: String,
    pub moves: Vec<Move>,
    pub end: Position,
}

/// The text between the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trimming {
    /// Nothing.
    Bare,
    /// Comments, glyphs, variations, escape lines.
    Full,
}

/// A game of random legal moves from a position.
pub fn game(
    start: &Position,
    fen: Option<&str>,
    plies: usize,
    trimming: Trimming,
    random: &mut Random,
) -> Written {
    let end_of_line = random.pick(&["\n", "\n", "\r\n", "\r"]);
    let mut position = *start;
    let mut moves = Vec::new();
    let mut body = String::new();
    let mut number_due = true;
    for _ in 0..plies {
        let legal = position.legal_moves(Play::COMMON);
        if legal.is_empty() {
            break;
        }
        let played = random.pick(&legal);
        let black = position.turn() == jadoube::internals::chess::Color::Black;
        if !black || number_due || random.once_in(6) {
            let dots = if black { "..." } else { "." };
            body.push_str(&format!("{}{dots}", position.fullmove()));
            body.push_str(random.pick(&["", " ", " "]));
        }
        body.push_str(&position.san_with_sign(played, Play::COMMON));
        position.play(played);
        moves.push(played);
        number_due = false;
        if trimming == Trimming::Full {
            if random.once_in(8) {
                body.push_str(random.pick(&["!", "?", "!!", "??", "!?", "?!"]));
            }
            for _ in 0..random.below(3) {
                if random.once_in(3) {
                    trim(&mut body, end_of_line, random, 0);
                    number_due = random.once_in(2);
                }
            }
        }
        body.push_str(if random.once_in(8) { end_of_line } else { " " });
    }
    let result = match () {
        () if position.is_mate(Play::COMMON) => {
            if position.turn() == jadoube::internals::chess::Color::White { "0-1" } else { "1-0" }
        }
        () if position.is_stalemate(Play::COMMON) => "1/2-1/2",
        () => random.pick(&["*", "1-0", "0-1", "1/2-1/2"]),
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text.push_str(&format!("[{name} \"{value}\"]{end_of_line}"));
    tag("Event", &format!("Evening {}", random.below(1_000_000)));
    tag("Site", "The club");
    tag("Date", "1862.??.??");
    tag("Round", "?");
    tag("White", "One \\\"of\\\" us");
    tag("Black", "Another \\\\");
    tag("Result", result);
    if let Some(fen) = fen {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    text.push_str(end_of_line);
    text.push_str(&body);
    text.push_str(result);
    text.push_str(end_of_line);
    Written { text, moves, end: position }
}

/// One thing that may follow a move.
fn trim(body: &mut String, end_of_line: &str, random: &mut Random, depth: u32) {
    match random.below(if depth > 2 { 5 } else { 7 }) {
        0 => body.push_str(&format!(" ${}", random.below(256))),
        1 => {
            body.push_str(random.pick(&["{", " {", " { "]));
            body.push_str(words(random));
            body.push_str(end_of_line);
            body.push_str(words(random));
            body.push('}');
        }
        2 => {
            body.push_str(" ;");
            body.push_str(words(random));
            body.push_str(random.pick(&[" }", " {", ")", "(", " 1-0", ""]));
            body.push_str(end_of_line);
        }
        3 => {
            body.push_str(end_of_line);
            body.push('%');
            body.push_str(words(random));
            body.push_str(random.pick(&[" }", " {", ")", "(", " 1-0", ""]));
            body.push_str(end_of_line);
        }
        4 => body.push_str(random.pick(&["{}", " {[%eval 0.3]}", " {[%csl Ra1,Gb2][%cal Ra1b2]}"])),
        _ => {
            body.push_str(random.pick(&["(", " (", " ( "]));
            for _ in 0..random.below(5) {
                body.push_str(random.pick(&[
                    "1. e4 ",
                    "1... Nf6 ",
                    "Qh5+!? ",
                    "O-O ",
                    "$3 ",
                    "e8=Q# ",
                    "1-0 ",
                    "* ",
                ]));
                if random.once_in(3) {
                    trim(body, end_of_line, random, depth + 1);
                    body.push(' ');
                }
            }
            body.push(')');
        }
    }
}

fn words(random: &mut Random) -> &'static str {
    random.pick(&[
        "a quiet move",
        "better is 23. Rxe5 (not 23. Qe2) 1-0",
        "J\u{e4}nisch; 100% sure",
        "what else? [sic]",
        "* {",
        "",
        "\u{2654} and \u{265a}",
        "50% of all",
    ])
}

/// Positions close to castling, promotion and en passant.
const EVENTFUL: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6 0 1",
    "rk4r1/pp3ppp/8/2PpP3/2pPp3/8/PP3PPP/RK4R1 b KQkq d3 0 1",
];

/// A game in which men are also played, taken back, dropped, put back and released; most of these are
/// possible.
pub fn eventful_game(events: usize, random: &mut Random) -> String {
    let mut text = format!("[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n", random.pick(EVENTFUL));
    for _ in 0..events {
        let mut record = Record::default();
        assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
        let event = event(&record.position, random);
        text.push_str(&event);
        text.push(if random.once_in(8) { '\n' } else { ' ' });
    }
    text.push_str("*\n");
    text
}

fn event(position: &Position, random: &mut Random) -> String {
    let mut turned = *position;
    if random.once_in(6) {
        turned.set_turn(position.turn().other());
    }
    let by = if turned.turn() == Color::White { 'w' } else { 'b' };
    let legal = turned.legal_moves(Play::COMMON);
    let castling: Vec<Move> = legal.iter().copied().filter(|played| played.is_castling()).collect();
    let played = match () {
        () if legal.is_empty() => Move::NULL,
        () if !castling.is_empty() && random.once_in(2) => random.pick(&castling),
        () => random.pick(&legal),
    };
    let any = |random: &mut Random| Square::from_index(u8::try_from(random.below(64)).unwrap());
    let men: Vec<Square> = position.occupied().squares().collect();
    let man = if men.is_empty() { any(random) } else { random.pick(&men) };
    match random.below(20) {
        0..=6 => turned.san(played, Play::COMMON),
        7 => format!("{{[%play {by} {}]}}", turned.san(played, Play::COMMON)),
        8 => format!("{{[%play {by} {man}{}]}}", any(random)),
        9..=10 => format!("{{[%retract {}]}}", 1 + random.below(4)),
        11 => format!("{{[%retract {}]}}", 1 + random.below(30)),
        12..=13 => format!("{{[%drop {}]}}", if random.once_in(4) { any(random) } else { man }),
        14..=15 => {
            let near = man.offset(0, 1).unwrap_or(man);
            format!("{{[%restore {}]}}", if random.once_in(2) { near } else { any(random) })
        }
        16 => format!("{{[%release {by} {man} {}]}}", any(random)),
        17..=18 => {
            let MoveKind::Castling(side) = played.kind() else {
                return format!("{{[%release {by} {} {}]}}", played.from(), played.to());
            };
            let CastlingSquares { king, rook: arrival } = castling_squares(played.from().rank(), side);
            let rook = turned.castling_rook(played.from(), turned.turn(), side).unwrap();
            let king = format!("[%release {by} {} {king}]", played.from());
            let rook = format!("[%release {by} {rook} {arrival}]");
            let both = random.pick(&[[&king, ""], [&rook, ""], [&king, &rook], [&rook, &king]]);
            format!("{{{}}}", both.concat())
        }
        _ => format!("{{[%press {by}]}}"),
    }
}

/// Tokens of movetext in any order, without those that may seem to begin a game.
pub fn movetext_soup(random: &mut Random, tokens: usize) -> Vec<u8> {
    const TOKENS: &[&str] = &[
        "1.",
        "1...",
        "2. ",
        "12",
        "e4 ",
        "e5 ",
        "Nf3 ",
        "Nc6 ",
        "d4",
        "exd4 ",
        "Qh5 ",
        "Kxe8 ",
        "O-O ",
        "0-0-0 ",
        "ed ",
        "a1b2 ",
        "-- ",
        "e.p. ",
        "Qxf7# ",
        "!",
        "??",
        "$1 ",
        "$",
        "{a}",
        "{[%clk 0:01:02]}",
        "{[%play w e4] [%retract 1]}",
        "{[%drop e2]}",
        "{[%restore e2]}",
        "{[%release w e1 g1]}",
        "{[%touch w e2]}",
        "{[%say}",
        "(",
        ")",
        "(1. d4)",
        "; x\n",
        "\n",
        "\r\n",
        " ",
        "\n\n",
        "1/2 ",
        "\u{e4}",
        "\0",
        "and so on\n",
        "@@@@ ",
        "0000 ",
    ];
    let mut text = Vec::new();
    for _ in 0..tokens {
        text.extend_from_slice(random.pick(TOKENS).as_bytes());
    }
    text
}

/// Any bytes that more or less look like a record.
pub fn soup(random: &mut Random, tokens: usize) -> Vec<u8> {
    const TOKENS: &[&[u8]] = &[
        b"[Event \"a\"]",
        b"[Event \"b\"]\n",
        b"\n\n[Event \"c\"]\n\n",
        b"[White \"x \\\"y\\\"\"]\n",
        b"[Result \"1-0\"]\n",
        b"[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n",
        b"[FEN \"x\"]",
        b"[Laws \"kenny-1817\"]\n",
        b"[Laws \"none\"]\n",
        b"[Odds \"w b1\"]\n",
        b"[Placed \"8/8/8/8/8/8/8/K1k5\"]\n",
        b"[Observed \"touch speech\"]\n",
        b"[",
        b"]",
        b"\"",
        b"[x",
        b"1.",
        b"1...",
        b"2. ",
        b"12",
        b"e4 ",
        b"e5 ",
        b"Nf3 ",
        b"Nc6 ",
        b"d4",
        b"exd4 ",
        b"Qh5 ",
        b"Kxe8 ",
        b"O-O ",
        b"0-0-0 ",
        b"e8=Q ",
        b"ed ",
        b"a1b2 ",
        b"Ng1-f3 ",
        b"-- ",
        b"Z0 ",
        b"e.p. ",
        b"Qxf7# ",
        b"Bc4+ ",
        b"!",
        b"??",
        b"$1 ",
        b"$",
        b"{",
        b"}",
        b"{a}",
        b"{[%clk 0:01:02]}",
        b"{[%play w e4] [%retract 1]}",
        b"{[%drop e2]}",
        b"{[%restore e4]}",
        b"{[%release w e1 g1]}",
        b"{[%release w h1 f1]}",
        b"{[%press w]}",
        b"{[%touch w e2]}",
        b"{[%say w draw]}",
        b"{[%play b Kxe1]}",
        b"{[%retract 9]}",
        b"{[%bogus",
        b"{[%say}",
        b"{[%jadoube ignore record.tag]}",
        b"(",
        b")",
        b"(1. d4)",
        b";",
        b"; x\n",
        b"\n%",
        b"%",
        b"\n",
        b"\r\n",
        b"\r",
        b" ",
        b"\t",
        b"\n\n",
        b"1-0 ",
        b"0-1 ",
        b"1/2-1/2 ",
        b"* ",
        b"1/2 ",
        b"\xe4",
        b"\xe2\x99\x94",
        b"\xef\xbb\xbf",
        b"\0",
        b"prose between games\n",
        b"@@@@ ",
        b"0000 ",
    ];
    let mut text = Vec::new();
    for _ in 0..tokens {
        if random.once_in(40) {
            text.push(u8::try_from(random.below(256)).unwrap());
        } else {
            text.extend_from_slice(random.pick(TOKENS));
        }
    }
    text
}
