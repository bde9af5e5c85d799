//! The repairs of one game, which are proved by another audit of it.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::{WhyLeft, games_of, in_memory, with_texts};
use crate::audit::Settings;
use crate::audit::run::TextInMemory;
use crate::chess::Color;
use crate::encoding::Encoding;
use crate::finding::{FileEdit, Finding, Fix, FixClass, GameReport};
use crate::fix::{self, Change};
use crate::law::Rule;
use crate::pgn::boundary::BYTE_ORDER_MARK;

/// A repair may make another one possible.
const MOST_ROUNDS: usize = 5;

/// The offset after the last edit.
pub(super) fn end_of(fix: &Fix) -> usize {
    fix.edits.last().map_or(0, |edit| edit.range().end)
}

/// The text of a game in its file, with the byte order mark before it.
pub(super) struct GameInFile<'f> {
    pub range: Range<usize>,
    text: TextInMemory<'f>,
}

impl<'f> GameInFile<'f> {
    pub(super) fn of(range: &Range<usize>, file: TextInMemory<'f>) -> Option<Self> {
        let before = file.bytes.get(..range.start)?;
        let start = before.strip_suffix(BYTE_ORDER_MARK).map_or(range.start, <[u8]>::len);
        let range = start..range.end;
        let bytes = file.bytes.get(range.clone())?;
        let is_followed = !file.bytes.get(range.end..)?.trim_ascii_start().is_empty();
        Some(Self { range, text: TextInMemory { bytes, is_followed, ..file } })
    }

    /// The report of another text of the game.
    fn report(&self, settings: &Settings, bytes: &[u8]) -> Result<GameReport, WhyLeft> {
        let mut games = games_of(settings, TextInMemory { bytes, ..self.text }).into_iter();
        match (games.next(), games.next()) {
            (Some(game), None) => Ok(game),
            _ => Err(WhyLeft::Changes(Change::Games)),
        }
    }

    /// Makes repairs of a text of the game with this report, and proves that nothing else changes.
    fn repaired(
        &self,
        settings: &Settings,
        before: &[u8],
        report: &GameReport,
        fixes: &[(Rule, &Fix)],
    ) -> Result<(Vec<u8>, GameReport), WhyLeft> {
        let after = edited(before, fixes);
        if let Some(change) = fix::change(before, &after, self.text.encoding) {
            return Err(WhyLeft::Changes(change));
        }
        let new = self.report(settings, &after)?;
        let mut rules: Vec<Rule> = fixes.iter().map(|(rule, _)| *rule).collect();
        rules.extend(fixes.iter().filter_map(|(rule, _)| fix::also_settled(*rule)));
        match other_finding(report, &new, &rules) {
            Some(rule) => Err(WhyLeft::Finding(rule)),
            None => Ok((after, new)),
        }
    }
}

pub(super) struct MendedGame {
    pub text: Vec<u8>,
    pub done: BTreeMap<Rule, u64>,
}

/// Makes the repairs of a game, and proves each round of them.
pub(super) fn mend_game(
    settings: &Settings,
    game: &GameInFile<'_>,
    most: FixClass,
    rules: &[Rule],
) -> Result<MendedGame, WhyLeft> {
    let mut mended = MendedGame { text: game.text.bytes.to_vec(), done: BTreeMap::new() };
    let mut report = game.report(settings, game.text.bytes)?;
    let is_made = |fix: &Fix| fix.class <= most;
    // A finding that is left in the first round is left in all of them. A file is converted as a whole.
    let fixable = report.findings.iter().filter(|finding| finding.fix.as_deref().is_some_and(is_made));
    let rules_left = fixable.map(|finding| finding.rule).filter(|rule| !rules.contains(rule));
    let left: Vec<Rule> = rules_left.chain([Rule::StyleEncoding]).collect();
    for _ in 0..MOST_ROUNDS {
        let fixes =
            report.findings.iter().filter_map(|finding| Some((finding.rule, finding.fix.as_deref()?)));
        let fixes = disjoint(fixes.filter(|(rule, fix)| is_made(fix) && !left.contains(rule)));
        if fixes.is_empty() {
            break;
        }
        let (after, new) = game.repaired(settings, &mended.text, &report, &fixes)?;
        for (rule, fix) in fixes {
            *mended.done.entry(rule).or_default() += fix.edits.len() as u64;
        }
        mended.text = after;
        report = new;
    }
    Ok(mended)
}

/// A game of a text that is edited. Its repairs are proved as those of files are.
pub(crate) struct EditedGame<'t> {
    settings: Settings,
    text: TextInMemory<'t>,
    range: Range<usize>,
    /// The report of the game by itself, made for the first repair.
    report: OnceCell<Option<GameReport>>,
}

impl<'t> EditedGame<'t> {
    /// `name`: that of the file. `range`: the text of the game.
    pub(crate) fn new(settings: &Settings, name: &str, text: &'t [u8], range: Range<usize>) -> Self {
        let settings = Settings { repairs: false, ..in_memory(settings) };
        let text = edited_text(&settings, name, text);
        Self { settings, text, range, report: OnceCell::new() }
    }

    /// Whether a repair of a finding changes nothing else.
    pub(crate) fn proves(&self, rule: Rule, fix: &Fix) -> bool {
        let range = self.range.start..self.range.end.max(end_of(fix));
        let Some(game) = GameInFile::of(&range, self.text) else { return false };
        let mut fix = fix.clone();
        for edit in &mut fix.edits {
            let Some(offset) = edit.offset.checked_sub(game.range.start as u64) else { return false };
            edit.offset = offset;
        }
        let (settings, bytes) = (&self.settings, game.text.bytes);
        let is_proved = |report: &GameReport| game.repaired(settings, bytes, report, &[(rule, &fix)]).is_ok();
        let report = || game.report(settings, bytes).ok();
        if range == self.range {
            self.report.get_or_init(report).as_ref().is_some_and(is_proved)
        } else {
            report().as_ref().is_some_and(is_proved)
        }
    }
}

/// A text that is edited. An editor gives UTF-8, whatever the file has.
pub(in crate::audit) fn edited_text<'t>(settings: &Settings, name: &str, text: &'t [u8]) -> TextInMemory<'t> {
    TextInMemory { encoding: Encoding::Auto, ..settings.text_of(name, text) }
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
    let within = edits.into_iter().filter(|edit| text.get(edit.range()).is_some());
    with_texts(text, within.map(|edit| (edit.range(), edit.text.clone().into_bytes())).collect())
}

/// The rule of a finding that one report has and the other does not, unless it is one of those that are repaired or settled
/// with them, and is gone.
pub(super) fn other_finding(old: &GameReport, new: &GameReport, repaired: &[Rule]) -> Option<Rule> {
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
