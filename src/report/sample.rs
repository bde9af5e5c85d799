//! A game with every field, for the tests of the formats.

use std::sync::Arc;

use crate::audit::{Extent, LawFiles, Summary};
use crate::chess::{Color, Position, Role, Square};
use crate::encoding::Encoding;
use crate::finding::diagram::{BoardOrientation, BoardTime, Diagram, DiagramBoard};
use crate::finding::{
    Citation, ContentKey, Course, Disposition, Fallback, Finding, Fingerprint, GameReport, Location, Reason,
    Related, Remedy, Retract, Score, Severity, Stance, Standing, Tags, Verdict, Window, WindowState,
};
use crate::law::{Chooser, Person, RemedyKind, Rule, WindowId};

use super::{AnalysisLinks, CodeInfo, Format, HostPaths, RunInfo, Tool, Totals, UnusedSource};

/// The game's text. It begins at offset 1000, line 408 of its file.
pub(super) const SOURCE: &str = "\
[Event \"Club\"]
[White \"A\"]
[Black \"B\"]

22. Re1 Re8 23. Nc3 Nf6 24. a3 *
";

pub(super) fn at(needle: &str) -> Location {
    let place = SOURCE.find(needle).unwrap();
    let line = SOURCE[..place].matches('\n').count();
    let column = place - SOURCE[..place].rfind('\n').map_or(0, |at| at + 1) + 1;
    Location {
        offset: 1000 + place as u64,
        length: needle.len() as u64,
        line: 408 + line as u64,
        column: column as u64,
    }
}

fn square(name: &str) -> Square {
    Square::from_ascii(name.as_bytes()).unwrap()
}

pub(super) fn remedy(kind: RemedyKind, chooser: Chooser, moves: &[&str], men: &[&str]) -> Remedy {
    Remedy {
        kind,
        chooser,
        moves: moves.iter().map(ToString::to_string).collect(),
        men: men.iter().map(|name| square(name)).collect(),
        fallback: Fallback::Primary,
        seconds: None,
        part: None,
        pieces: Vec::new(),
    }
}

/// A finding with every field.
pub(super) fn full() -> Finding {
    Finding {
        rule: Rule::MoveDiscoversCheck,
        severity: Severity::Error,
        citation: Some(Citation {
            code: "club-law".into(),
            article: Some("VIII.5".into()),
            terms: Arc::default(),
        }),
        codes: vec!["club-law".into(), "older-law".into()],
        ply: 45,
        movetext: Some("23. Nc3".into()),
        location: at("Nc3"),
        offender: Some(Color::White),
        message: "White's knight on e2 is pinned: Nc3 uncovers the rook on e8".into(),
        help: Some(
            "VII.1 gave the knight legally or another man; it closed when Black played 23... Nf6".into(),
        ),
        leans_on: Vec::new(),
        doubts: Vec::new(),
        remedies: vec![
            remedy(RemedyKind::MoveLegally, Chooser::Adversary, &["Nd4", "Nf4", "Ng3"], &["e2"]),
            Remedy {
                fallback: Fallback::InsteadOf(Some(RemedyKind::MoveRook)),
                ..remedy(RemedyKind::MoveKing, Chooser::Adversary, &["Kf1", "Kh1"], &["g1"])
            },
            Remedy { seconds: Some(120), ..remedy(RemedyKind::AddTime, Chooser::Law, &[], &[]) },
            Remedy {
                pieces: vec![Role::Queen, Role::Knight],
                ..remedy(RemedyKind::Promote, Chooser::Offender, &["a8=N", "a8=Q"], &["a7"])
            },
        ],
        window: Some(Window {
            closes: WindowId::GameEnd,
            opened_ply: 45,
            closed_ply: None,
            state: WindowState::Open,
            n: None,
            who: None,
        }),
        retract: Some(Retract { to_ply: 44, plies: 3 }),
        disposition: Some(Disposition::Open),
        fingerprint: Fingerprint(0x0123_4567_89ab_cdef_0000_0000_0000_0042),
        stance: Stance::Speaks,
        says: Some("a king found to have stood in check: everything after the check goes back".into()),
        course: Course::default(),
        related: Vec::new(),
        event: None,
        fix: None,
        diagram: None,
    }
}

/// A finding with as few fields as possible: about the record itself.
pub(super) fn bare() -> Finding {
    Finding {
        rule: Rule::RecordRoster,
        severity: Severity::Info,
        citation: None,
        codes: Vec::new(),
        ply: 0,
        movetext: None,
        location: at("[Event"),
        offender: None,
        message: "the tags Site, Date, Round and Result are missing".into(),
        help: None,
        leans_on: Vec::new(),
        doubts: Vec::new(),
        remedies: Vec::new(),
        window: None,
        retract: None,
        disposition: None,
        fingerprint: Fingerprint(7),
        stance: Stance::Speaks,
        says: None,
        course: Course::default(),
        related: Vec::new(),
        event: None,
        fix: None,
        diagram: None,
    }
}

/// A finding on which the code is silent.
pub(super) fn silent() -> Finding {
    Finding {
        rule: Rule::ConductWriting,
        severity: Severity::Warning,
        citation: Some(Citation { code: "club-law".into(), article: None, terms: Arc::default() }),
        ply: 46,
        movetext: Some("23... Nf6".into()),
        location: at("Nf6"),
        offender: Some(Color::Black),
        message: "Black wrote Nf6 before\nplaying \x1b[31mit".into(),
        window: Some(Window {
            closes: WindowId::MovesOf,
            opened_ply: 46,
            closed_ply: Some(50),
            state: WindowState::Closed,
            n: Some(4),
            who: Some(Person::Finder),
        }),
        disposition: Some(Disposition::Stands),
        stance: Stance::Unrevealed,
        related: vec![Related { file: "archive/1798.pgn".into(), game: 3 }],
        ..bare()
    }
}

pub(super) fn tags(pairs: &[(&'static str, &str)]) -> Tags {
    let mut tags = Tags::default();
    for (name, value) in pairs {
        tags.push((*name).into(), |values| values.push_str(value));
    }
    tags
}

pub(super) fn game() -> GameReport {
    GameReport {
        number: 17,
        location: Location { offset: 1000, length: SOURCE.len() as u64, line: 408, column: 1 },
        key: Some(ContentKey(0x0123_4567_89ab_cdef)),
        tags: tags(&[("Event", "Club \"A\""), ("White", "A"), ("Black", "B"), ("White", "C")]),
        result: Score::Unknown,
        plies: 47,
        final_fen: "4r1k1/8/5n2/8/8/P1N5/8/4R1K1 b - - 0 24".into(),
        code: "club-law".into(),
        verdict: Verdict {
            standing: Standing::Retractable,
            score: Score::Unknown,
            reason: Reason::Rule(Rule::MoveDiscoversCheck),
            ply: 45,
        },
        findings: vec![bare(), full(), silent()],
        source: SOURCE.as_bytes().to_vec(),
        encoding: Encoding::Auto,
    }
}

pub(super) fn run() -> RunInfo {
    RunInfo {
        fail_on: Some(Severity::Error),
        tool: Tool { name: "jadoube", version: "1.2.3" },
        code: CodeInfo {
            id: "club-law".into(),
            title: "Rules of an Invented Chess Club".into(),
            year: Some(1799),
        },
        tradition: None,
        part: None,
        share: None,
        settings: None,
        shelf: LawFiles::default(),
        min_severity: Severity::Info,
        paths: HostPaths::default(),
        audited: vec!["archive".to_owned()],
        date: None,
        links: AnalysisLinks::Shown,
        has_tournament: false,
    }
}

pub(super) fn summary(games: &[GameReport]) -> Summary {
    let mut summary = Summary {
        read: Extent { files: 1, games: games.len() as u64, ..Extent::default() },
        ..Summary::default()
    };
    for game in games {
        summary.read.plies += u64::from(game.plies);
        for finding in &game.findings {
            summary.count(finding);
        }
    }
    summary
}

/// The report on the sample game.
pub(super) fn written(format: &mut dyn Format) -> String {
    let games = [game()];
    written_of(format, &games, &summary(&games), &[])
}

pub(super) fn written_of(
    format: &mut dyn Format,
    games: &[GameReport],
    summary: &Summary,
    unreadable: &[UnusedSource],
) -> String {
    let mut out = Vec::new();
    let file: Arc<str> = "archive/1799.pgn".into();
    format.begin(&mut out, &run()).unwrap();
    for game in games {
        format.game(&mut out, &file, game).unwrap();
    }
    let run = run();
    let totals = Totals {
        run: &run,
        summary,
        games_with_findings: games.iter().filter(|game| !game.findings.is_empty()).count() as u64,
        unreadable,
        without_games: &[UnusedSource { file: "empty.pgn".into(), why: "is empty".into() }],
    };
    format.finish(&mut out, &totals).unwrap();
    String::from_utf8(out).unwrap()
}

/// The initial position with a touched square.
pub(super) fn moment() -> Diagram {
    let board = DiagramBoard {
        time: BoardTime::Before,
        reference_move: None,
        position: Position::initial(),
        orientation: BoardOrientation::Correct,
        touched: vec![square("e2")],
        made: None,
        permitted: Vec::new(),
    };
    Diagram { boards: vec![board], steps: Vec::new(), hidden_steps: 0 }
}
