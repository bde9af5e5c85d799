//! Mends a file by the repairs of its findings, once they are proved.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::Arc;

use crate::chess::Color;
use crate::encoding::Encoding;
use crate::finding::{FileEdit, Finding, Fix, FixClass, GameReport, Location, Standing};
use crate::fix::{self, Change};
use crate::game::Record;
use crate::law::{Family, Rule};
use crate::pgn::boundary::BYTE_ORDER_MARK;

use super::duplicates::course_key;
use super::game::Audit;
use super::places::Places;
use super::reports::Reports;
use super::run::{Ledger, Numbering, Task, TextInMemory, run_over};
use super::{BaselineMode, DiagramChoice, NoProgress, Settings, Sink};

/// A repair may make another one possible. No text needs more rounds.
const MOST_ROUNDS: usize = 5;

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
    location: Location,
    /// The rules of the findings that are repaired. Others may be known to a baseline.
    rules: Vec<Rule>,
}

impl GameToMend {
    /// `None` if the game has no repair up to this class.
    pub(crate) fn of(game: &GameReport, most: FixClass) -> Option<Self> {
        let is_made = |finding: &&Finding| finding.fix.as_ref().is_some_and(|fix| fix.class <= most);
        let rules: Vec<Rule> = game.findings.iter().filter(is_made).map(|finding| finding.rule).collect();
        (!rules.is_empty()).then_some(Self { number: game.number, location: game.location, rules })
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
    for GameToMend { number, location, rules } in games {
        let Some((range, bytes)) = text_with_mark(location, file.bytes) else { continue };
        match mend_game(settings, TextInMemory { bytes, ..file }, most, rules) {
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
        fix_of(game).is_some() || text_of(&game.location, file.bytes).is_some_and(|(_, text)| text.is_ascii())
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

fn text_of<'f>(location: &Location, file: &'f [u8]) -> Option<(Range<usize>, &'f [u8])> {
    let start = usize::try_from(location.offset).ok()?;
    let range = start..start.checked_add(usize::try_from(location.length).ok()?)?;
    file.get(range.clone()).map(|text| (range, text))
}

/// The text of a game with the byte order mark before it.
fn text_with_mark<'f>(location: &Location, file: &'f [u8]) -> Option<(Range<usize>, &'f [u8])> {
    let (Range { start, end }, _) = text_of(location, file)?;
    let before = file.get(..start)?;
    let start = before.strip_suffix(BYTE_ORDER_MARK).map_or(start, <[u8]>::len);
    file.get(start..end).map(|text| (start..end, text))
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

struct MendedGame {
    text: Vec<u8>,
    done: BTreeMap<Rule, u64>,
}

/// Makes the repairs of the only game of a text, and proves each round of them.
fn mend_game(
    settings: &Settings,
    game: TextInMemory<'_>,
    most: FixClass,
    rules: &[Rule],
) -> Result<MendedGame, WhyLeft> {
    let mut mended = MendedGame { text: game.bytes.to_vec(), done: BTreeMap::new() };
    let mut report = only_game(settings, game).ok_or(WhyLeft::Changes(Change::Games))?;
    let is_made = |fix: &Fix| fix.class <= most;
    // A finding that is left in the first round is left in all of them. A file is converted as a whole.
    let fixable = report.findings.iter().filter(|finding| finding.fix.as_deref().is_some_and(is_made));
    let rules_left = fixable.map(|finding| finding.rule).filter(|rule| !rules.contains(rule));
    let left: Vec<Rule> = rules_left.chain([Rule::StyleEncoding]).collect();
    // Each round is proved.
    for _ in 0..MOST_ROUNDS {
        let fixes =
            report.findings.iter().filter_map(|finding| Some((finding.rule, finding.fix.as_deref()?)));
        let fixes = disjoint(fixes.filter(|(rule, fix)| is_made(fix) && !left.contains(rule)));
        if fixes.is_empty() {
            break;
        }
        let after = edited(&mended.text, &fixes);
        if let Some(change) = fix::change(&mended.text, &after, game.encoding) {
            return Err(WhyLeft::Changes(change));
        }
        let new = only_game(settings, TextInMemory { bytes: &after, ..game });
        let new = new.ok_or(WhyLeft::Changes(Change::Games))?;
        let mut rules: Vec<Rule> = fixes.iter().map(|(rule, _)| *rule).collect();
        rules.extend(fixes.iter().filter_map(|(rule, _)| fix::also_settled(*rule)));
        if let Some(rule) = other_finding(&report, &new, &rules) {
            return Err(WhyLeft::Finding(rule));
        }
        for (rule, fix) in fixes {
            *mended.done.entry(rule).or_default() += fix.edits.len() as u64;
        }
        mended.text = after;
        report = new;
    }
    Ok(mended)
}

/// The repairs without those that overlap an earlier one: they are left to the next round.
fn disjoint<'f>(fixes: impl Iterator<Item = (Rule, &'f Fix)>) -> Vec<(Rule, &'f Fix)> {
    let (mut kept, mut taken) = (Vec::new(), BTreeSet::new());
    for (rule, fix) in fixes {
        let spans = || fix.edits.iter().map(|edit| (edit.offset, edit.offset.saturating_add(edit.length)));
        let is_taken = |(start, end): (u64, u64)| {
            // Of the spans that begin before the end, the last one also ends last.
            taken.range(..(end, 0)).next_back().is_some_and(|(_, other_end)| *other_end > start)
        };
        if !spans().any(is_taken) {
            taken.extend(spans());
            kept.push((rule, fix));
        }
    }
    kept
}

/// The text with the edits of repairs that do not overlap.
fn edited(text: &[u8], fixes: &[(Rule, &Fix)]) -> Vec<u8> {
    let mut edits: Vec<&FileEdit> = fixes.iter().flat_map(|(_, fix)| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.offset, edit.length));
    let place = |edit: &FileEdit| {
        let location = Location { offset: edit.offset, length: edit.length, ..Location::default() };
        text_of(&location, text).map(|(range, _)| (range, edit.text.clone().into_bytes()))
    };
    with_texts(text, edits.into_iter().filter_map(place).collect())
}

/// The rule of a finding that one report has and the other does not, unless it is one of those that are repaired or settled
/// with them, and is gone.
fn other_finding(old: &GameReport, new: &GameReport, repaired: &[Rule]) -> Option<Rule> {
    let key = |finding: &Finding| -> (Rule, Option<Arc<str>>, u32, Option<Color>) {
        let article = finding.citation.as_ref().and_then(|citation| citation.article.clone());
        (finding.rule, article, finding.ply, finding.offender)
    };
    let mut left: Vec<_> = old.findings.iter().map(|finding| (key(finding), finding.disposition)).collect();
    for finding in &new.findings {
        let found = (key(finding), finding.disposition);
        match left.iter().position(|other| *other == found) {
            Some(index) => drop(left.swap_remove(index)),
            None if repaired.contains(&finding.rule)
                && left.iter().any(|((rule, ..), _)| *rule == finding.rule) => {}
            None => return Some(finding.rule),
        }
    }
    left.iter().map(|((rule, ..), _)| *rule).find(|rule| !repaired.contains(rule))
}

/// The games of a text in memory that have repairs up to this class.
pub(crate) fn games_to_mend(settings: &Settings, text: TextInMemory<'_>, most: FixClass) -> Vec<GameToMend> {
    let settings = Settings { all: false, ..in_memory(settings) };
    games_of(&settings, text).iter().filter_map(|game| GameToMend::of(game, most)).collect()
}

/// The number of findings on the spelling of moves in a game that are not repaired because a move of it is illegal or
/// cannot be read.
pub(crate) fn hindered_repairs(game: &GameReport) -> u64 {
    let is_illegal =
        |finding: &Finding| finding.rule.is_in_family(Family::Move) && finding.rule != Rule::MoveRecalled;
    if game.verdict.standing != Standing::Unreplayable && !game.findings.iter().any(is_illegal) {
        return 0;
    }
    let is_of_spelling =
        |rule: Rule| matches!(rule, Rule::RecordSuffix | Rule::RecordNotation | Rule::RecordMoveNumber);
    let is_hindered = |finding: &&Finding| is_of_spelling(finding.rule) && finding.fix.is_none();
    game.findings.iter().filter(is_hindered).count() as u64
}

/// The same of a text in memory.
pub(crate) fn hindered_repairs_of(settings: &Settings, text: TextInMemory<'_>) -> u64 {
    let settings = Settings { all: false, ..in_memory(settings) };
    games_of(&settings, text).iter().map(hindered_repairs).sum()
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
        ..settings.clone()
    }
}

/// The report of the only game of a text.
fn only_game(settings: &Settings, text: TextInMemory<'_>) -> Option<GameReport> {
    let mut games = games_of(settings, text).into_iter();
    let game = games.next()?;
    games.next().is_none().then_some(game)
}

/// The reports of the games of a text.
pub(super) fn games_of(settings: &Settings, text: TextInMemory<'_>) -> Vec<GameReport> {
    struct GamesRead(Vec<GameReport>);
    impl Sink for GamesRead {
        fn game(&mut self, _: &Arc<str>, game: &GameReport) -> io::Result<()> {
            self.0.push(game.clone());
            Ok(())
        }
        fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
            Ok(())
        }
    }
    let mut collector = GamesRead(Vec::new());
    let mut reports = Reports::new(settings, &mut collector);
    let audit = Audit { settings, meter: Arc::default() };
    // The sink never fails, so the run does not either.
    let _ = run_over(&audit, text, &mut reports, &NoProgress);
    collector.0
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
