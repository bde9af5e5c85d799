//! The fold: a record judged under a code.
//!
//! One file for each family of rule ids. A plain, legal game is judged from the facts its reading left;
//! positions are set up again only for what is out of the ordinary. No code is known here by name.

mod agreement;
mod answers;
mod calls;
mod case;
mod claims;
mod clock;
mod conduct;
mod counts;
mod discoveries;
mod docket;
mod draw_claims;
mod draws;
mod elections;
mod events;
mod facts;
mod foresight;
mod hands;
mod heads;
mod ignores;
mod men;
mod moments;
mod moves;
mod notices;
mod off_board;
mod outcome;
mod record;
mod remedies;
mod result;
mod rulings;
mod scene;
mod sealed;
mod setup;
mod stalemate;
mod table;
mod touches;
mod wagers;
mod windows;
mod words;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use crate::chess::{Color, Move, Play, Position};
use crate::finding::{
    Citation, Course, Disposition, Finding, Fingerprint, Location, Reason, Remedy, Retract, Score, Severity,
    Stance, Verdict, Window,
};
use crate::law::{Code, Provision, Rule, Voice};
use crate::record::{Channel, MoveSource, Notation, OddKind, Record, Span, TagName, TagValue};
use crate::solve::{Budgets, Meter};

use docket::Docket;
use draw_claims::Claimed;
use outcome::Worth;

pub(crate) use ignores::{IdleIgnore, idle_ignores};
pub use moments::Moments;
pub(crate) use moments::keep_moments;
pub use scene::{Scene, SceneAct, scene};

/// Which findings are wanted.
#[derive(Clone, Debug)]
pub struct Selection {
    wanted: [bool; Rule::ALL.len()],
    /// Findings below this are neither built nor counted.
    pub min_severity: Severity,
}

impl Selection {
    /// Every rule, from `min_severity` up.
    pub fn all(min_severity: Severity) -> Self {
        Self { wanted: [true; Rule::ALL.len()], min_severity }
    }

    /// Only the rules that `wanted` says yes to.
    pub fn of(min_severity: Severity, wanted: impl Fn(Rule) -> bool) -> Self {
        let mut selection = Self::all(min_severity);
        for (slot, rule) in selection.wanted.iter_mut().zip(Rule::ALL) {
            *slot = wanted(*rule);
        }
        selection
    }

    /// How much of what there is it wants.
    pub fn sought(&self) -> Sought {
        match (self.wanted.iter().all(|wanted| *wanted), self.min_severity) {
            (false, _) => Sought::SomeRules,
            (true, Severity::Error) => Sought::Errors,
            (true, _) => Sought::Everything,
        }
    }

    /// Whether a finding of this rule and severity is wanted.
    #[inline]
    pub fn wants(&self, rule: Rule, severity: Severity) -> bool {
        severity >= self.min_severity && self.wanted.get(rule as usize).copied().unwrap_or(false)
    }
}

/// How much of what could be found is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sought {
    /// All, remarks on style perhaps left out.
    #[default]
    Everything,
    /// Nothing less grave than an error.
    Errors,
    /// Not every rule.
    SomeRules,
}

/// Turns a place in the chunk into a place in the file.
pub trait Locate {
    /// Where the bytes of a span stand.
    fn locate(&self, span: Span) -> Location;
}

/// One record before the arbiter.
pub struct Hearing<'a> {
    /// The game.
    pub record: &'a Record,
    /// The chunk it was read from.
    pub text: &'a [u8],
    /// The code it is judged under.
    pub code: &'a Code,
    /// What is wanted.
    pub want: &'a Selection,
    /// Where things stand.
    pub place: &'a dyn Locate,
    /// How the code came to be the one.
    pub choice: Choice,
    /// How far searches may look ahead.
    pub budgets: Budgets,
    /// Where searches tell how far they have come.
    pub meter: &'a Meter,
}

/// How a record came to be judged under a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The user or the record named it.
    Named,
    /// Nobody named one: it is the default.
    Default,
    /// The one of the game's day was asked for, and none is known.
    NoneOfItsDay,
}

/// What the arbiter says of one record.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What was found, in the order of the report.
    pub findings: Vec<Finding>,
    /// What the game is worth.
    pub verdict: Verdict,
    /// The score the record gives.
    pub given: Score,
}

/// A finding being put together; what every finding has is given at once.
#[derive(Clone, Debug)]
struct Draft {
    rule: Rule,
    severity: Severity,
    ply: u32,
    span: Span,
    message: String,
    offender: Option<Color>,
    movetext: Option<String>,
    help: Option<String>,
    law: Law,
    remedies: Vec<Remedy>,
    window: Option<Window>,
    retract: Option<Retract>,
    disposition: Option<Disposition>,
    course: Course,
}

/// What decides a finding.
#[derive(Clone, Debug)]
enum Law {
    /// Nothing: it is about the record.
    Record,
    /// An article.
    Article { article: Arc<str>, says: Option<Arc<str>> },
    /// The code does not speak of it.
    Silence(Voice),
    /// A matter of fact that every code leaves to the board: no article, no silence.
    Fact,
}

impl Draft {
    fn new(rule: Rule, severity: Severity, ply: u32, span: Span, message: String) -> Self {
        Self {
            rule,
            severity,
            ply,
            span,
            message,
            offender: None,
            movetext: None,
            help: None,
            law: Law::Record,
            remedies: Vec::new(),
            window: None,
            retract: None,
            disposition: None,
            course: Course::default(),
        }
    }

    fn under(mut self, provision: &Provision) -> Self {
        self.law = Law::Article { article: provision.article.clone(), says: Some(provision.says.clone()) };
        self
    }

    /// A matter of fact, whatever the code.
    fn of_fact(mut self) -> Self {
        self.law = Law::Fact;
        self
    }

    fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }
}

/// Judges a record.
pub fn judge(hearing: &Hearing<'_>) -> Judgement {
    let mut bench = Bench::new(hearing);
    bench.judge_record();
    let worth = bench.judge_course();
    bench.judge_draws();
    bench.judge_clock();
    let (verdict, given) = bench.judge_result(worth);
    Judgement { findings: bench.rise(), verdict, given }
}

/// The arbiter at work on one record.
struct Bench<'a> {
    hearing: &'a Hearing<'a>,
    drafts: Vec<Draft>,
    /// The draws that were claimed.
    claimed: Vec<Claimed>,
    /// The ply at which something said or done decided the game.
    decided_at: Option<u32>,
    /// Whether what was said of a fallen flag decided the game.
    flag_was_claimed: bool,
    /// The position last asked for and its ply, if one was: findings come mostly in the order of the moves.
    last_asked: Cell<Option<(u32, Position)>>,
}

impl<'a> Bench<'a> {
    fn new(hearing: &'a Hearing<'a>) -> Self {
        Self {
            hearing,
            drafts: Vec::new(),
            claimed: Vec::new(),
            decided_at: None,
            flag_was_claimed: false,
            last_asked: Cell::new(None),
        }
    }

    fn record(&self) -> &'a Record {
        self.hearing.record
    }

    fn code(&self) -> &'a Code {
        self.hearing.code
    }

    fn text(&self) -> &'a [u8] {
        self.hearing.text
    }

    #[inline]
    fn wants(&self, rule: Rule, severity: Severity) -> bool {
        self.hearing.want.wants(rule, severity)
    }

    /// The raw value of a tag.
    fn value(&self, name: TagName) -> Option<&'a [u8]> {
        self.record().value(name, self.text())
    }

    /// The token of a ply's move, or where the game begins.
    fn token(&self, ply: u32) -> Span {
        let start = self.record().span.start;
        self.record().token(ply, self.text()).unwrap_or(Span { start, end: start })
    }

    /// The token of the last move, or the termination token where there is no move.
    fn last_token(&self) -> Span {
        let record = self.record();
        match (record.plies(), record.termination) {
            (0, Some(end)) => end.span,
            (plies, _) => self.token(plies),
        }
    }

    /// `12. Nf3` or `12... Ke7`: the move of a ply as its token has it, with its number.
    fn numbered(&self, ply: u32) -> Option<String> {
        if ply == 0 {
            return None;
        }
        let before = self.position_after(ply - 1);
        let token = self.token(ply);
        // A move acted out has no token.
        if token.start == token.end {
            return None;
        }
        let made = self.record().moves.get(ply as usize - 1);
        let text = match made.and_then(|played| self.in_algebraic(&before, played)) {
            Some(text) => text,
            None => self.record().encoding.decode(token.of(self.text())).into_owned(),
        };
        Some(words::numbered(&before, &text))
    }

    /// Judges everything that happened, where more happened than a plain, legal game.
    fn judge_course(&mut self) -> Worth<'a> {
        let record = self.record();
        let illegal = record.odd.iter().any(|odd| matches!(odd.kind, OddKind::Illegal(_)));
        let begun_otherwise = record.due.is_some()
            || matches!(self.tag_value(TagName::Board), Some(TagValue::Board(_)))
            || [TagName::RightOfMove, TagName::Odds].iter().any(|tag| record.tag(*tag).is_some());
        if !illegal && !begun_otherwise && record.acts.is_empty() && !self.observed(Channel::Speech) {
            return Worth::WHOLE;
        }
        let mut docket = Docket::new(self);
        docket.follow(&record.course());
        debug_assert_eq!(docket.table.board(), &record.position, "the arbiter's board is the record's");
        docket.close();
        let claimed = std::mem::take(&mut docket.claimed);
        let (drafts, worth) = docket.rise();
        self.claimed = claimed;
        self.decided_at = worth.decided.map(|decided| decided.ply);
        self.flag_was_claimed =
            worth.decided.is_some_and(|decided| decided.reason == Reason::Rule(Rule::ClockFlag));
        self.drafts.extend(drafts);
        worth
    }

    /// Where a completed move stands in the text: its token, or the command that tells of it.
    fn span_of_move(&self, source: MoveSource, place: u32) -> Span {
        let rest = self.text().get(place as usize..).unwrap_or_default();
        let length = match source {
            MoveSource::Score => return self.record().token_at(place, self.text()),
            MoveSource::Play | MoveSource::Release => {
                memchr::memchr(b']', rest).map_or(rest.len(), |end| end + 1)
            }
        };
        Span::new(place as usize, place as usize + length)
    }

    /// A move of the score as the export format writes it, where the score has another notation.
    fn in_algebraic(&self, before: &Position, played: Move) -> Option<String> {
        (self.record().written == Notation::Descriptive).then(|| before.san_with_sign(played, Play::COMMON))
    }

    /// A completed move as the text has it, a descriptive score's in algebraic notation.
    fn text_of_move(&self, source: MoveSource, place: u32, before: &Position, played: Move) -> String {
        let span = self.span_of_move(source, place);
        let bytes = span.of(self.text());
        match source {
            MoveSource::Score => self
                .in_algebraic(before, played)
                .unwrap_or_else(|| self.record().encoding.decode(bytes).into_owned()),
            MoveSource::Play | MoveSource::Release => {
                let inner = bytes.strip_suffix(b"]").unwrap_or(bytes);
                let words = inner.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).skip(2);
                let words: Vec<_> = words.map(|word| self.record().encoding.decode(word)).collect();
                words.join(if source == MoveSource::Release { "-" } else { " " }).replace('"', "")
            }
        }
    }

    /// Whether the record says that the game is over: every window closed with its last move.
    fn is_over(&self) -> bool {
        !matches!(self.given_score(), Score::Unknown) || self.says_both_lose()
    }

    /// The position after so many plies.
    fn position_after(&self, ply: u32) -> Position {
        let record = self.record();
        let reached = match self.last_asked.get() {
            Some((from, position)) if from <= ply => record.play_on(position, from, ply),
            _ => record.position_after(ply),
        };
        self.last_asked.set(Some((ply, reached)));
        reached
    }

    /// Puts the findings in the order of the report and gives each its fingerprint.
    fn rise(self) -> Vec<Finding> {
        let Self { hearing, mut drafts, .. } = self;
        if drafts.is_empty() {
            return Vec::new();
        }
        judge_as_of_its_time(hearing, &mut drafts);
        drafts.sort_by_key(|draft| {
            (draft.rule.family() == "result", draft.span.start, draft.ply, draft.rule.id())
        });
        let name = GameName::of(hearing);
        let mut equals: HashMap<(Rule, u32), u64> = HashMap::new();
        drafts
            .into_iter()
            .map(|draft| {
                let ordinal = equals.entry((draft.rule, draft.ply)).or_insert(0);
                let mut finding = finish(hearing, draft);
                finding.fingerprint = name.fingerprint(&finding, *ordinal);
                *ordinal += 1;
                finding
            })
            .collect()
    }
}

/// A game older than a code that nobody named was not played under it: how the game ended under that code
/// is worth a warning and no more, and the finding says so.
fn judge_as_of_its_time(hearing: &Hearing<'_>, drafts: &mut Vec<Draft>) {
    if hearing.choice == Choice::Named {
        return;
    }
    let date = hearing.record.value(TagName::Date, hearing.text).unwrap_or_default();
    let year = date
        .get(..4)
        .and_then(|year| std::str::from_utf8(year).ok())
        .and_then(|year| year.parse::<u16>().ok());
    let Some(year) = year.filter(|year| *year < hearing.code.year) else { return };
    for draft in drafts.iter_mut() {
        let about_the_end = matches!(draft.rule.family(), "draw" | "result" | "clock");
        if about_the_end && matches!(draft.law, Law::Article { .. }) && draft.severity > Severity::Info {
            draft.severity = Severity::Warning;
            draft.message = format!("{} (the game is of {year})", draft.message);
            let code = &hearing.code.id;
            let note = match hearing.choice {
                Choice::NoneOfItsDay => format!("the game is of {year}, and {code} was not in force then"),
                _ => format!("the game is of {year}, and no code was named: {code} is the default"),
            };
            draft.help = Some(draft.help.take().map_or(note.clone(), |help| format!("{help}; {note}")));
        }
    }
    drafts.retain(|draft| hearing.want.wants(draft.rule, draft.severity));
}

fn finish(hearing: &Hearing<'_>, draft: Draft) -> Finding {
    let (article, says, stance, of_law) = match draft.law {
        Law::Record => (None, None, Stance::Speaks, Binding::None),
        Law::Fact => (None, None, Stance::Speaks, Binding::Code),
        Law::Article { article, says } => (Some(article), says, Stance::Speaks, Binding::Code),
        Law::Silence(Voice::Unrevealed) => (None, None, Stance::Unrevealed, Binding::Code),
        Law::Silence(_) => (None, None, Stance::Silent, Binding::Code),
    };
    Finding {
        rule: draft.rule,
        severity: draft.severity,
        citation: (of_law == Binding::Code).then(|| Citation { code: hearing.code.id.clone(), article }),
        ply: draft.ply,
        movetext: draft.movetext,
        location: hearing.place.locate(draft.span),
        offender: draft.offender,
        message: draft.message,
        help: draft.help,
        doubts: Vec::new(),
        remedies: draft.remedies,
        window: draft.window,
        retract: draft.retract,
        disposition: draft.disposition,
        fingerprint: Fingerprint(0),
        stance,
        says,
        course: draft.course,
        related: Vec::new(),
        moment: None,
    }
}

/// Whether a finding stands under the code at all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    Code,
    None,
}

/// The tags that name a game: the roster.
const ROSTER: [TagName; 7] = [
    TagName::Event,
    TagName::Site,
    TagName::Date,
    TagName::Round,
    TagName::White,
    TagName::Black,
    TagName::Result,
];

/// What a game's findings are named by across edits elsewhere: the seven tags and the start, and the
/// moves up to each ply.
struct GameName {
    game: u128,
    /// After each ply a number that stands for all moves so far.
    moves: Vec<u64>,
}

impl GameName {
    fn of(hearing: &Hearing<'_>) -> Self {
        let record = hearing.record;
        let mut hash = Xxh3::new();
        for tag in ROSTER {
            hash.update(record.value(tag, hearing.text).unwrap_or_default());
            hash.update(&[0]);
        }
        hash.update(crate::chess::Fen(&record.start).to_string().as_bytes());
        let mut chain = 0u64;
        let moves = record.moves.iter().map(|played| {
            chain = xxh3_64_with_seed(&played.bits().to_le_bytes(), chain);
            chain
        });
        Self { game: hash.digest128(), moves: moves.collect() }
    }

    /// The name of one finding: the game so far, the ply, the rule, the article, and an ordinal among equals.
    fn fingerprint(&self, finding: &Finding, ordinal: u64) -> Fingerprint {
        let mut hash = Xxh3::new();
        hash.update(&self.game.to_le_bytes());
        let so_far = (finding.ply as usize).checked_sub(1).and_then(|last| self.moves.get(last));
        hash.update(&so_far.copied().unwrap_or(0).to_le_bytes());
        hash.update(&finding.ply.to_le_bytes());
        hash.update(finding.rule.id().as_bytes());
        if let Some(article) = finding.citation.as_ref().and_then(|citation| citation.article.as_ref()) {
            hash.update(article.as_bytes());
        }
        hash.update(&ordinal.to_le_bytes());
        Fingerprint(hash.digest128())
    }
}
