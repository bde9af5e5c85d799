//! Mends a file by the repairs of its findings, once they are proved.

mod game;

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use crate::encoding::Encoding;
use crate::finding::{Finding, FixClass, GameReport, Standing};
use crate::fix::{self, Change};
use crate::game::Record;
use crate::law::{Family, Rule};
use crate::pgn::boundary::BYTE_ORDER_MARK;

use super::duplicates::course_key;
use super::places::Places;
use super::reports::AuditedText;
use super::run::{Ledger, Numbering, Task, TextInMemory, run_over};
use super::{BaselineMode, DiagramChoice, NoProgress, Settings};
use game::{GameInFile, end_of, mend_game, other_finding};

pub(crate) use game::EditedGame;
pub(super) use game::edited_text;

/// A file after its repairs.
#[derive(Debug, Default)]
pub(crate) struct MendedFile {
    pub bytes: Vec<u8>,
    /// The number of repairs by rule.
    pub done: BTreeMap<Rule, u64>,
    /// The games that are left as they were, by number.
    pub left: Vec<(u64, WhyLeft)>,
}

/// Why a game is left as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WhyLeft {
    /// The repairs would change more than the spelling.
    Changes(Change),
    /// The repairs would add or remove a finding of this rule.
    Finding(Rule),
}

/// A game of a file that has repairs.
#[derive(Clone, Debug)]
pub(crate) struct GameToMend {
    /// From 1.
    number: u64,
    /// Its text in the file, and text after it that a repair is in.
    range: Range<usize>,
    /// The rules of the findings that are repaired. Others may be known to a baseline.
    rules: Vec<Rule>,
}

impl GameToMend {
    /// `None` if the game has no repair up to this class.
    pub(crate) fn of(game: &GameReport, most: FixClass) -> Option<Self> {
        let is_made = |finding: &&Finding| finding.fix.as_ref().is_some_and(|fix| fix.class <= most);
        let rules: Vec<Rule> = game.findings.iter().filter(is_made).map(|finding| finding.rule).collect();
        let fixes = game.findings.iter().filter(is_made).filter_map(|finding| finding.fix.as_deref());
        let range = fixes.fold(game.location.range(), |range, fix| range.start..range.end.max(end_of(fix)));
        (!rules.is_empty()).then_some(Self { number: game.number, range, rules })
    }
}

/// Makes the repairs of these games, which are in the order of the file, up to this class.
pub(crate) fn mend(
    settings: &Settings,
    file: TextInMemory<'_>,
    games: &[GameToMend],
    most: FixClass,
) -> MendedFile {
    let settings = in_memory(settings);
    let converts = |game: &GameToMend| game.rules.contains(&Rule::StyleEncoding);
    if games.iter().any(converts)
        && let Some(Converted { text, count }) = in_unicode(&settings, file)
    {
        let file = TextInMemory { bytes: text.as_bytes(), encoding: Encoding::Utf8, ..file };
        let mut later = games_to_mend(&settings, file, most);
        for game in &mut later {
            let first = games.binary_search_by_key(&game.number, |first| first.number).ok();
            let first = first.and_then(|index| games.get(index));
            let is_first = |rule: &Rule| first.is_some_and(|first| first.rules.contains(rule));
            game.rules.retain(|rule| *rule == Rule::StyleTagOrder || is_first(rule));
        }
        let mut mended = mend_games(&settings, file, &later, most);
        mended.done.insert(Rule::StyleEncoding, count);
        return mended;
    }
    mend_games(&settings, file, games, most)
}

/// Makes the repairs within games.
fn mend_games(
    settings: &Settings,
    file: TextInMemory<'_>,
    games: &[GameToMend],
    most: FixClass,
) -> MendedFile {
    let mut mended = MendedFile::default();
    let mut texts = Vec::new();
    for GameToMend { number, range, rules } in games {
        let Some(game) = GameInFile::of(range, file) else { continue };
        let range = game.range.clone();
        match mend_game(settings, &game, most, rules) {
            Ok(game) => {
                for (rule, count) in game.done {
                    *mended.done.entry(rule).or_default() += count;
                }
                texts.push((range, game.text));
            }
            Err(why) => mended.left.push((*number, why)),
        }
    }
    mended.bytes = with_texts(file.bytes, texts);
    if courses(file) != courses(TextInMemory { bytes: &mended.bytes, ..file }) {
        let why = WhyLeft::Changes(Change::Games);
        let left = games.iter().map(|game| (game.number, why)).collect();
        return MendedFile { bytes: file.bytes.to_vec(), done: BTreeMap::new(), left };
    }
    mended
}

/// A file in UTF-8, and the number of places that differ.
struct Converted {
    text: String,
    count: u64,
}

/// Converts a file to UTF-8, if all its games beyond ASCII are in the encoding that is set. They must be the same games with
/// the same tags and findings then.
fn in_unicode(settings: &Settings, file: TextInMemory<'_>) -> Option<Converted> {
    let text =
        fix::to_unicode(file.bytes, file.encoding).filter(|_| !file.bytes.starts_with(BYTE_ORDER_MARK))?;
    let converted = TextInMemory { bytes: text.as_bytes(), encoding: Encoding::Utf8, ..file };
    let (old, mut new) = (games_of(settings, file), games_of(settings, converted));
    let fix_of = |game: &GameReport| {
        let mut findings = game.findings.iter().filter(|finding| finding.rule == Rule::StyleEncoding);
        findings.next().and_then(|finding| finding.fix.as_ref()).map(|fix| fix.edits.len() as u64)
    };
    let is_of_encoding = |game: &GameReport| {
        fix_of(game).is_some() || file.bytes.get(game.location.range()).is_some_and(<[u8]>::is_ascii)
    };
    // The order of tags that are not in UTF-8 is not looked at.
    for game in &mut new {
        game.findings.retain(|finding| finding.rule != Rule::StyleTagOrder);
    }
    let is_same = |(old, new): (&GameReport, &GameReport)| {
        let repaired = [Rule::StyleEncoding, Rule::StyleTagOrder];
        old.tags == new.tags && other_finding(old, new, &repaired).is_none()
    };
    let is_proved = old.iter().all(is_of_encoding)
        && old.len() == new.len()
        && old.iter().zip(&new).all(is_same)
        && courses(file) == courses(converted);
    let count = old.iter().filter_map(fix_of).sum();
    is_proved.then_some(Converted { text, count })
}

/// The file with other texts in these places, which are in order.
fn with_texts(file: &[u8], texts: Vec<(Range<usize>, Vec<u8>)>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(file.len());
    let mut copied = 0;
    for (range, text) in texts {
        let Some(before) = file.get(copied..range.start) else { continue };
        bytes.extend_from_slice(before);
        bytes.extend_from_slice(&text);
        copied = range.end;
    }
    bytes.extend_from_slice(file.get(copied..).unwrap_or_default());
    bytes
}

/// The games of a text in memory that have repairs up to this class.
pub(crate) fn games_to_mend(settings: &Settings, text: TextInMemory<'_>, most: FixClass) -> Vec<GameToMend> {
    let settings = Settings { all: false, ..in_memory(settings) };
    games_of(&settings, text).iter().filter_map(|game| GameToMend::of(game, most)).collect()
}

/// The number of findings on the spelling of moves in a game that are not repaired because a move of it is illegal or
/// cannot be read.
pub(crate) fn prevented_repairs(game: &GameReport) -> u64 {
    let is_illegal =
        |finding: &Finding| finding.rule.is_in_family(Family::Move) && finding.rule != Rule::MoveRecalled;
    if game.verdict.standing != Standing::Unreplayable && !game.findings.iter().any(is_illegal) {
        return 0;
    }
    let is_of_spelling =
        |rule: Rule| matches!(rule, Rule::RecordSuffix | Rule::RecordNotation | Rule::RecordMoveNumber);
    let is_prevented = |finding: &&Finding| is_of_spelling(finding.rule) && finding.fix.is_none();
    game.findings.iter().filter(is_prevented).count() as u64
}

/// The same of a text in memory.
pub(crate) fn prevented_repairs_of(settings: &Settings, text: TextInMemory<'_>) -> u64 {
    let settings = Settings { all: false, ..in_memory(settings) };
    games_of(&settings, text).iter().map(prevented_repairs).sum()
}

/// Whether a text in memory holds a game.
pub(crate) fn holds_game(settings: &Settings, text: TextInMemory<'_>) -> bool {
    !games_of(&in_memory(settings), text).is_empty()
}

/// The settings under which a text in memory is audited by itself.
pub(super) fn in_memory(settings: &Settings) -> Settings {
    Settings {
        all: true,
        keep_source: false,
        diagrams: DiagramChoice::Unkept,
        duplicates: 0,
        baseline: BaselineMode::Off,
        tournament: None,
        ..settings.clone()
    }
}

/// The reports of the games of a text.
pub(super) fn games_of(settings: &Settings, text: TextInMemory<'_>) -> Vec<GameReport> {
    AuditedText::of(settings, text).games
}

/// The course of each game of a text: its plies, and the hash of its start and moves.
fn courses(text: TextInMemory<'_>) -> Vec<(u32, Option<u128>)> {
    struct Courses;
    impl Task for Courses {
        type Buffers = Vec<u8>;
        type Game = (u32, Option<u128>);

        fn game(
            &self,
            buffer: &mut Vec<u8>,
            record: &mut Record,
            places: &Places<'_>,
            _: u16,
        ) -> (u32, Option<u128>) {
            record.start = fix::start_as_played(record);
            (record.plies(), course_key(record, places.text(), buffer))
        }
    }
    struct CoursesRead(Vec<(u32, Option<u128>)>);
    impl Ledger<(u32, Option<u128>)> for CoursesRead {
        fn game(&mut self, game: &mut (u32, Option<u128>), _: &Numbering, _: &Places<'_>) -> io::Result<()> {
            self.0.push(*game);
            Ok(())
        }
        fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
            Ok(())
        }
    }
    let mut collector = CoursesRead(Vec::new());
    // The ledger never fails, so the run does not either.
    let _ = run_over(&Courses, text, &mut collector, &NoProgress);
    collector.0
}
