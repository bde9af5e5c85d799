//! The ledger of an arbiter: for each player, the illegal moves, wrong claims and other acts that a code deals with, over all games
//! of an event, with what followed.

mod csv;
mod html;
mod human;

use std::io::{self, Write};
use std::sync::Arc;

use crate::audit::{Sink, Summary};
use crate::chess::Color;
use crate::finding::{Finding, GameReport, Severity, Stance};
use crate::law::{Family, Rule};

use super::law_lines::short_outcome;
use super::notices::Notices;
use super::summary_line::{add_sentence, add_unreadable, no_games};
use super::text::{cited, plural};
use super::{PageDate, Style, Tool};

word_enum! {
    /// A format of a ledger.
    LedgerFormatId {
        /// For reading.
        Human = "human",
        /// A table with a line for each act.
        Csv = "csv",
        /// A page.
        Html = "html",
    }
}

/// More acts than this are counted, but not listed.
const MOST_ENTRIES: usize = 100_000;

/// What an act of a player is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ActKind {
    IllegalMove,
    Touch,
    WrongClaim,
    Time,
    Conduct,
    Other,
}

impl ActKind {
    pub(super) const ALL: [Self; 6] =
        [Self::IllegalMove, Self::Touch, Self::WrongClaim, Self::Time, Self::Conduct, Self::Other];

    /// `None` for a finding that is not about an act of a player.
    fn of(finding: &Finding) -> Option<Self> {
        let is_breach = finding.severity > Severity::Info;
        let kind = match finding.rule.family() {
            Family::Move if matches!(finding.rule, Rule::MoveRecalled | Rule::MoveTwoHands) => Self::Touch,
            Family::Move => Self::IllegalMove,
            Family::Touch => Self::Touch,
            Family::Draw if is_breach => Self::WrongClaim,
            Family::Clock => Self::Time,
            Family::Conduct => Self::Conduct,
            Family::Call | Family::Setup | Family::Board | Family::Penalty | Family::Adjourn => Self::Other,
            Family::Draw
            | Family::Discovery
            | Family::Record
            | Family::Result
            | Family::Series
            | Family::Curate
            | Family::Style
            | Family::Tournament => return None,
        };
        // A remark without a remedy is no matter for the arbiter.
        (is_breach || !finding.remedies.is_empty()).then_some(kind)
    }

    pub(super) const fn heading(self) -> &'static str {
        match self {
            Self::IllegalMove => "Illegal moves",
            Self::Touch => "Touches",
            Self::WrongClaim => "Wrong claims",
            Self::Time => "Time",
            Self::Conduct => "Conduct",
            Self::Other => "Other",
        }
    }

    /// The word of the `kind` column.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal-move",
            Self::Touch => "touch",
            Self::WrongClaim => "wrong-claim",
            Self::Time => "time",
            Self::Conduct => "conduct",
            Self::Other => "other",
        }
    }

    fn counted(self, number: u64) -> String {
        let (one, many) = match self {
            Self::IllegalMove => ("illegal move", "illegal moves"),
            Self::Touch => ("touch", "touches"),
            Self::WrongClaim => ("wrong claim", "wrong claims"),
            Self::Time => ("matter of time", "matters of time"),
            Self::Conduct => ("matter of conduct", "matters of conduct"),
            Self::Other => ("other act", "other acts"),
        };
        plural(number, one, many)
    }
}

/// An act of a player, and what followed.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub player: String,
    pub side: Color,
    pub opponent: String,
    pub event: String,
    pub date: String,
    pub round: String,
    pub kind: ActKind,
    /// The move with its number, or the ply after which it happened.
    pub place: String,
    pub rule: Rule,
    /// The code and the article.
    pub citation: String,
    pub message: String,
    /// How the case ended.
    pub outcome: &'static str,
    /// What the arbiter ruled, and other remarks.
    pub note: String,
    pub file: Arc<str>,
    pub game: u64,
    pub line: u64,
}

impl Entry {
    fn of(file: &Arc<str>, game: &GameReport, finding: &Finding) -> Option<Self> {
        let side = finding.offender.filter(|_| finding.stance == Stance::Speaks)?;
        let kind = ActKind::of(finding)?;
        let tag = |name: &str| {
            let value = game.tags.value(name).unwrap_or_default().trim();
            if value.chars().all(|letter| matches!(letter, '?' | '.' | '-')) { "" } else { value }.to_owned()
        };
        let names = ["White", "Black"].map(tag);
        let [player, opponent] = match side {
            Color::White => names,
            Color::Black => {
                let [white, black] = names;
                [black, white]
            }
        };
        let unknown = || format!("{side} of {file}, game {}", game.number);
        Some(Self {
            player: if player.is_empty() { unknown() } else { player },
            side,
            opponent,
            event: tag("Event"),
            date: tag("Date"),
            round: tag("Round"),
            kind,
            place: match (&finding.movetext, finding.rule.is_in_family(Family::Move)) {
                (Some(own), true) => own.clone(),
                (Some(last), false) => format!("after {last}"),
                (None, _) => format!("after ply {}", finding.ply),
            },
            rule: finding.rule,
            citation: cited(finding)?,
            message: finding.message.clone(),
            outcome: short_outcome(finding).unwrap_or_default(),
            note: finding.help.clone().unwrap_or_default(),
            file: Arc::clone(file),
            game: game.number,
            line: finding.location.line,
        })
    }
}

/// The acts of a player, in the order of the input.
pub(super) struct PlayerAccount<'a> {
    pub name: &'a str,
    pub entries: &'a [Entry],
}

impl PlayerAccount<'_> {
    pub(super) fn number(&self, kind: ActKind) -> u64 {
        self.entries.iter().filter(|entry| entry.kind == kind).count() as u64
    }

    /// `2 illegal moves, 1 wrong claim`
    pub(super) fn summary(&self) -> String {
        let counted = ActKind::ALL.into_iter().map(|kind| (kind, self.number(kind)));
        let named = counted.filter(|(_, number)| *number > 0).map(|(kind, number)| kind.counted(number));
        named.collect::<Vec<_>>().join(", ")
    }
}

/// The acts of all games.
#[derive(Default)]
pub(super) struct Ledger {
    /// By player, once they are sorted.
    entries: Vec<Entry>,
    /// The number of acts that are not listed.
    left_out: u64,
    newest: Option<PageDate>,
}

impl Ledger {
    fn sort(&mut self) {
        // Stable: the games of a player keep their order.
        self.entries.sort_by_cached_key(|entry| (entry.player.to_lowercase(), entry.player.clone()));
    }

    pub(super) fn players(&self) -> impl Iterator<Item = PlayerAccount<'_>> {
        let of_player = self.entries.chunk_by(|one, other| one.player == other.player);
        of_player.map(|entries| PlayerAccount {
            name: entries.first().map_or("", |entry| entry.player.as_str()),
            entries,
        })
    }

    /// `3 acts of 2 players in 40 games`
    pub(super) fn summary_line(&self, summary: &Summary) -> String {
        let read = &summary.read;
        let mut line = if read.games == 0 {
            no_games(read.files)
        } else {
            let acts = plural(self.entries.len() as u64 + self.left_out, "act", "acts");
            let players = plural(self.players().count() as u64, "player", "players");
            format!("{acts} of {players} in {}", plural(read.games, "game", "games"))
        };
        if self.left_out > 0 {
            add_sentence(&mut line, &format!("{} are not listed.", plural(self.left_out, "act", "acts")));
        }
        add_unreadable(&mut line, read.unreadable);
        line
    }
}

/// What a page says besides the acts.
#[derive(Clone, Debug)]
pub(crate) struct LedgerInfo {
    pub tool: Tool,
    /// The paths that were named, or another name of the input.
    pub inputs: Vec<String>,
    /// The date that pages show instead of that of the newest game.
    pub date: Option<PageDate>,
}

/// Collects the acts of all games.
pub(crate) struct LedgerSink<'a> {
    ledger: Ledger,
    notices: Notices<'a>,
}

impl<'a> LedgerSink<'a> {
    /// Notices about sources that cannot be read go to `notices`.
    pub(crate) fn new(notices: Box<dyn Write + Send + 'a>) -> Self {
        Self { ledger: Ledger::default(), notices: Notices::new(notices) }
    }

    /// Ends the collection of a run with this summary.
    pub(crate) fn finish(mut self, summary: &Summary) -> FinishedLedger<'_> {
        self.notices.report_nothing_read(&summary.read);
        self.ledger.sort();
        FinishedLedger { ledger: self.ledger, summary }
    }
}

impl Sink for LedgerSink<'_> {
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()> {
        for entry in game.findings.iter().filter_map(|finding| Entry::of(file, game, finding)) {
            self.ledger.newest = self.ledger.newest.max(PageDate::of_game(&game.tags));
            if self.ledger.entries.len() < MOST_ENTRIES {
                self.ledger.entries.push(entry);
            } else {
                self.ledger.left_out += 1;
            }
        }
        Ok(())
    }

    fn without_games(&mut self, named: &Arc<str>, why: &str) {
        self.notices.warn_of_no_games(named, why);
    }

    fn note(&mut self, named: &Arc<str>, note: &str) {
        self.notices.note(named, note);
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.notices.report_unreadable(file, why);
        Ok(())
    }
}

/// The ledger of a finished run.
pub(crate) struct FinishedLedger<'s> {
    ledger: Ledger,
    summary: &'s Summary,
}

impl FinishedLedger<'_> {
    /// Writes it in a format. The style is that of `human`.
    pub(crate) fn write(
        &self,
        format: LedgerFormatId,
        style: Style,
        info: &LedgerInfo,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Self { ledger, summary } = self;
        match format {
            LedgerFormatId::Human => human::write(ledger, summary, style, out),
            LedgerFormatId::Csv => csv::write(ledger, out),
            LedgerFormatId::Html => html::write(ledger, summary, info, out),
        }
    }
}
