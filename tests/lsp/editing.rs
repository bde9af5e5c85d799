//! Texts that are edited: the findings are those of an audit of the whole text, and only the games near a change are judged.

use std::fs;

use jadoube::internals::audit::{
    BaselineMode, CodeChoice, DiagramChoice, DocumentAudit, Doubts, InputOptions, LawFiles, LawOfDay,
    Selection, Settings, TextChange, audit_bytes,
};
use jadoube::internals::finding::{GameReport, Severity};
use jadoube::internals::search::Budget;
use jadoube::internals::series::Grouping;

use jadoube::Rule;

#[allow(dead_code)]
#[path = "../support/random.rs"]
mod random;
use random::Random;

/// The settings of [`audit_bytes`].
fn settings() -> Settings {
    Settings {
        codes: CodeChoice::ByRecord(LawOfDay::of(&LawFiles::default(), None).unwrap()),
        file_codes: Vec::new(),
        shelf: LawFiles::default(),
        doubts: Doubts::Unmarked,
        selection: Selection::all(Severity::Info),
        per_file_ignores: Vec::new(),
        baseline: BaselineMode::Off,
        all: true,
        keep_source: true,
        repairs: true,
        diagrams: DiagramChoice::Unkept,
        duplicates: 1000,
        series: Grouping::Tagged,
        budget: Budget::GAME,
        tournament: None,
        intake: InputOptions::default(),
    }
}

/// The name that [`audit_bytes`] gives the text.
const NAME: &str = "<bytes>";

fn reports(audit: &DocumentAudit) -> Vec<GameReport> {
    let mut reports = Vec::new();
    for game in audit.games() {
        reports.extend(game.report());
    }
    reports
}

/// The records of samples, the same games twice now and then.
fn sample_games() -> Vec<String> {
    let mut texts = Vec::new();
    for code in ["record", "fide-2023", "bca-1862"] {
        let mut articles: Vec<_> =
            fs::read_dir(format!("samples/{code}")).unwrap().map(|entry| entry.unwrap().path()).collect();
        articles.sort();
        for article in articles.iter().filter(|path| path.is_dir()) {
            let mut files: Vec<_> =
                fs::read_dir(article).unwrap().map(|entry| entry.unwrap().path()).collect();
            files.sort();
            for file in files {
                let bytes = fs::read(file).unwrap();
                // A search would take most of the time.
                texts.extend(String::from_utf8(bytes).ok().filter(|text| text.len() < 1500));
            }
        }
    }
    texts
}

const SNIPPETS: [&str; 34] = [
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "e4",
    " Nf3",
    "1.",
    "1-0",
    " *\n",
    "[",
    "]",
    "\"",
    "[Event \"x\"]\n",
    "\n\n[Event \"é\"]\n",
    "[White \"𝄞\"]\n",
    "{[%touch w e2]}",
    "[%retract 1]",
    "\u{feff}",
    "Hastings 1895\n",
    "1. e4 e5 1-0\n\n",
    "{[%jadoube ignore move.false]}",
    "[JadoubeIgnore \"record.result\"]\n",
    "\n%x\n",
    "{a\n\n[Event \"y\"]\n\nb}",
    "[Site \"y\"]",
    "\t",
    "[Series \"m\"]\n[SeriesGame \"2\"]\n",
    "[Result \"0-1\"]\n",
];

fn boundary(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// Compares the games with those of an audit of the whole text.
fn compare(audit: &DocumentAudit, text: &str, when: &str) {
    let (ours, whole) = (reports(audit), audit_bytes(text.as_bytes()));
    for (ours, whole) in ours.iter().zip(&whole) {
        let (of_ours, of_whole) = (&ours.findings, &whole.findings);
        assert_eq!(of_ours, of_whole, "{when}: game {} in\n{text}", ours.number);
        assert_eq!(ours, whole, "{when} in\n{text}");
    }
    assert_eq!(ours.len(), whole.len(), "{when} in\n{text}");
}

#[test]
fn an_edited_text_has_the_findings_of_the_whole_text() {
    let games = sample_games();
    assert!(games.len() > 100);
    let mut random = Random::new(1851);
    let (mut edits, mut in_parts) = (0, 0);
    for round in 0..30 {
        let mut text = String::new();
        for _ in 0..random.below(12) {
            let game: &String = random.one_of(&games);
            text.push_str(game);
            text.push_str(random.pick(&["\n", "\n\n", "", "\r\n"]));
        }
        let mut audit = DocumentAudit::new(settings(), NAME);
        audit.update(&text, None);
        compare(&audit, &text, &format!("round {round}"));
        for _ in 0..25 {
            let mut change: Option<TextChange> = None;
            // Several changes may come before an audit.
            for _ in 0..=random.below(2) {
                let start = boundary(&text, random.below(text.len() + 1));
                let length = random.pick(&[0, 0, 1, 3, 30, 400]);
                let end = boundary(&text, (start + length).min(text.len()));
                let new = match random.below(4) {
                    0 => String::new(),
                    1 if random.once_in(3) => random.one_of(&games).clone(),
                    _ => random.pick(&SNIPPETS).to_owned(),
                };
                text.replace_range(start..end, &new);
                let next = TextChange { start, old_end: end, new_end: start + new.len() };
                change = Some(change.map_or(next, |before| before.then(next)));
            }
            audit.update(&text, change);
            edits += 1;
            in_parts += usize::from(audit.judged() < audit.games().len());
            compare(&audit, &text, &format!("round {round}: {change:?}"));
        }
    }
    assert!(in_parts * 3 > edits, "{in_parts} of {edits} changes were audited in parts");
}

#[test]
fn findings_that_need_later_games_are_those_of_the_whole_text() {
    let text = include_str!("../../samples/curate/player-spelling/fires-another-order-of-words.pgn");
    let spelling = |rule| rule == Rule::CuratePlayerSpelling;
    for all in [true, false] {
        let settings = Settings { all, selection: Selection::of(Severity::Info, spelling), ..settings() };
        let found = |audit: &DocumentAudit| -> Vec<_> {
            let reports = reports(audit);
            let of_game = |report: &GameReport| {
                let number = report.number;
                report
                    .findings
                    .iter()
                    .map(|one| (number, one.location, one.message.clone()))
                    .collect::<Vec<_>>()
            };
            reports.iter().flat_map(of_game).collect()
        };
        let mut audit = DocumentAudit::new(settings, NAME);
        audit.update(text, None);
        let first = found(&audit);
        assert_eq!((first.len(), first[0].0), (1, 1));
        let at = text.find("Wilhelm Weiss").unwrap();
        assert_eq!(usize::try_from(first[0].1.offset).unwrap(), at);
        let changed = text.replacen("Wilhelm Weiss", "Weiss, Wilhelm", 1);
        audit.update(&changed, Some(TextChange { start: at, old_end: at + 13, new_end: at + 14 }));
        assert_eq!(found(&audit), []);
        // Such text is audited as a whole.
        audit.update(&text.replace('\n', "\r"), None);
        assert_eq!(found(&audit), first);
        assert_eq!(audit.games().len(), 3);
    }
}

/// Nothing but the games near the brace is judged until the comment is closed, although it is open to the end of the text.
#[test]
fn a_comment_is_written_letter_by_letter() {
    const GAMES: usize = 40;
    let game = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
    let mut audit = DocumentAudit::new(settings(), NAME);
    let mut random = Random::new(1832);
    let edit = |audit: &mut DocumentAudit, text: &mut String, start: usize, length: usize, new: &str| {
        text.replace_range(start..start + length, new);
        let change = TextChange { start, old_end: start + length, new_end: start + new.len() };
        audit.update(text, Some(change));
        compare(audit, text, &format!("{change:?}"));
        audit.judged()
    };
    for round in 0..20 {
        let mut text = game.repeat(GAMES);
        audit.update(&text, None);
        let at = text.match_indices(" Nc6").nth(random.below(GAMES)).unwrap().0;
        // Another game is edited while the comment is open.
        let elsewhere = text.match_indices(" *").nth(random.below(GAMES)).unwrap().0;
        for (index, letter) in [" ", "{", "a", "b", "c"].into_iter().enumerate() {
            assert!(edit(&mut audit, &mut text, at + index, 0, letter) <= 4, "{round}: {letter}");
        }
        let elsewhere = if elsewhere > at { elsewhere + 5 } else { elsewhere };
        let is_far = elsewhere.abs_diff(at) > 2 * game.len();
        let judged = edit(&mut audit, &mut text, elsewhere, 2, " 0-1");
        assert!(!is_far || judged <= 4, "{round}: {judged}");
        let shift = if elsewhere < at { 2 } else { 0 };
        if random.once_in(2) {
            assert!(edit(&mut audit, &mut text, at + shift + 5, 0, "}") <= 4, "{round}");
        }
        // The brace is deleted, or closed in another game, or another one is opened there.
        let brace = *random.one_of(&["{", "}", "{x}"]);
        edit(&mut audit, &mut text, elsewhere, 0, brace);
        edit(&mut audit, &mut text, elsewhere, brace.len(), "");
        edit(&mut audit, &mut text, at + shift + 1, 1, "");
    }
}

#[test]
fn only_the_games_near_a_change_are_judged() {
    let text = sample_games()[..100].join("\n");
    let mut audit = DocumentAudit::new(settings(), NAME);
    audit.update(&text, None);
    let games = audit.judged();
    assert!(games >= 100);
    let middle = text[text.len() / 2..].find("1. ").unwrap() + text.len() / 2;
    let mut edited = text.clone();
    edited.insert_str(middle, "{x} ");
    audit.update(&edited, Some(TextChange { start: middle, old_end: middle, new_end: middle + 4 }));
    assert!(audit.judged() <= 4, "{}", audit.judged());
    assert_eq!(audit.games().len(), games);
}
