//! The arbiter at work on one record: what every family of rules asks of it.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use crate::chess::{Move, Play, Position};
use crate::finding::{Finding, Reason, ReportOrder, Score, Severity};
use crate::game::{
    Act, Channel, MoveSource, Notation, OddKind, Odds, PartialDate, Person, ReadValue, Record, Span, TagName,
    TagValue,
};
use crate::law::{Code, Family, Rule};

use crate::arbiter::draft::{Draft, Law, finish};
use crate::arbiter::game_name::GameName;
use crate::arbiter::proceedings::{Followed, MOST_CASES, Proceedings};
use crate::arbiter::rules::clock::OwedTime;
use crate::arbiter::rules::draw_claims::Claimed;
use crate::arbiter::rules::stated_end::WordsOnEnd;
use crate::arbiter::verdict::{Risen, Worth};
use crate::arbiter::{Choice, Hearing, words};

/// The arbiter at work on one record.
pub(crate) struct Context<'a> {
    pub hearing: &'a Hearing<'a>,
    pub drafts: Vec<Draft>,
    /// The draws that were claimed.
    pub claimed: Vec<Claimed>,
    /// The ply at which something said or done decided the game.
    pub decided_at: Option<u32>,
    /// Whether what was said of a fallen flag decided the game.
    pub flag_was_claimed: bool,
    /// Whether the last move was made out of turn, and nobody left it to stand: such a one ends no game.
    pub ends_out_of_turn: bool,
    /// Whether the last move gave a check that need not be met, since nobody said it.
    pub ends_in_ignorable_check: bool,
    /// The time that offences gave, and that may have been added to a clock.
    pub owed_times: Vec<OwedTime>,
    /// The position last asked for, if one was: findings come mostly in the order of the moves.
    pub last_asked: Cell<Option<Reached>>,
    /// What the record watched, once that was asked: some ask at every move.
    observed: OnceCell<Vec<Channel>>,
    /// Whose hands come to a man by an act, once that was asked.
    touchers: OnceCell<Vec<Person>>,
    /// What the players agreed on, once that was asked.
    odds: OnceCell<Option<Odds>>,
    /// What is said of the end, once that was asked.
    pub words_on_end: OnceCell<Option<WordsOnEnd<'a>>>,
}

/// A position, and after how many plies it was reached.
#[derive(Clone, Copy)]
pub(crate) struct Reached {
    ply: u32,
    position: Position,
}

/// In plies. A game in which more happened than moves is followed with every board it had; none that was played was so long.
const LONGEST_GAME: usize = 6_000;

impl<'a> Context<'a> {
    pub fn new(hearing: &'a Hearing<'a>) -> Self {
        Self {
            hearing,
            drafts: Vec::new(),
            claimed: Vec::new(),
            decided_at: None,
            flag_was_claimed: false,
            ends_out_of_turn: false,
            ends_in_ignorable_check: false,
            owed_times: Vec::new(),
            last_asked: Cell::new(None),
            observed: OnceCell::new(),
            touchers: OnceCell::new(),
            odds: OnceCell::new(),
            words_on_end: OnceCell::new(),
        }
    }

    pub fn record(&self) -> &'a Record {
        self.hearing.record
    }

    pub fn code(&self) -> &'a Code {
        self.hearing.code
    }

    pub fn text(&self) -> &'a [u8] {
        self.hearing.text
    }

    #[inline]
    pub fn wants(&self, rule: Rule, severity: Severity) -> bool {
        self.hearing.want.wants(rule, severity)
    }

    /// The raw value of a tag.
    pub fn value(&self, name: TagName) -> Option<&'a [u8]> {
        self.record().value(name, self.text())
    }

    /// Whether the record says that it watched a channel.
    pub fn observed(&self, channel: Channel) -> bool {
        let read = || {
            let value = self.value(TagName::Observed)?;
            match ReadValue::of(TagName::Observed, value) {
                ReadValue::Value(TagValue::Observed(channels)) => Some(channels),
                _ => None,
            }
        };
        self.observed.get_or_init(|| read().unwrap_or_default()).contains(&channel)
    }

    /// Whether an act of the record tells of a hand that comes to a man, not that of whoever points it out.
    pub fn tells_of_touches_to(&self, finder: Person) -> bool {
        let touchers = self.touchers.get_or_init(|| {
            let mut touchers = Vec::new();
            let contacts = self.record().acts.iter().filter(|placed| is_contact(&placed.act));
            for by in contacts.filter_map(|placed| placed.act.by()) {
                if !touchers.contains(&by) {
                    touchers.push(by);
                }
            }
            touchers
        });
        touchers.iter().any(|toucher| *toucher != finder)
    }

    /// The odds that the players agreed on.
    pub fn odds(&self) -> Option<&Odds> {
        self.odds.get_or_init(|| self.value(TagName::Odds).and_then(Odds::read)).as_ref()
    }

    /// The token of a ply's move, or where the game begins.
    pub fn token(&self, ply: u32) -> Span {
        let start = self.record().span.start;
        self.record().token(ply, self.text()).unwrap_or(Span { start, end: start })
    }

    /// The token of the last move, or the termination token where there is no move.
    pub fn last_token(&self) -> Span {
        let record = self.record();
        match (record.plies(), record.ending.termination) {
            (0, Some(end)) => end.span,
            (plies, _) => self.token(plies),
        }
    }

    /// The score behind the moves, else the last token there is.
    pub fn score_token(&self) -> Span {
        self.record().ending.termination.map_or_else(|| self.last_token(), |end| end.span)
    }

    /// `12. Nf3` or `12... Ke7`: the move of a ply as its token has it, with its number.
    pub fn numbered(&self, ply: u32) -> Option<String> {
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
            None => self.record().text.encoding.decode(token.of(self.text())).into_owned(),
        };
        Some(words::numbered(&before, &text))
    }

    /// Whether nothing happened but moves, all of them legal, from the usual beginning.
    fn is_plain(&self) -> bool {
        let record = self.record();
        let illegal = record.odd.iter().any(|odd| matches!(odd.kind, OddKind::Illegal(_)));
        let begun_otherwise = record.due().is_some()
            || matches!(self.tag_value(TagName::Board), Some(TagValue::Board(_)))
            || [TagName::RightOfMove, TagName::Odds].iter().any(|tag| record.tag(*tag).is_some());
        !illegal && !begun_otherwise && record.acts.is_empty() && !self.observed(Channel::Speech)
    }

    /// Whether more happened than moves in a game too long to be followed: then it is told, and nothing of it may be
    /// judged.
    pub fn is_too_long_to_follow(&mut self) -> bool {
        if self.record().ending.is_too_much {
            return true;
        }
        let plies = self.record().plies_made();
        if plies <= LONGEST_GAME || self.is_plain() {
            return false;
        }
        self.tell_unjudged(&format!(
            "a game of {plies} plies is not judged: more than {LONGEST_GAME} in which anything else happens are not followed"
        ));
        true
    }

    fn tell_unjudged(&mut self, why: &str) {
        if self.wants(Rule::RecordSyntax, Severity::Error) {
            let (ply, span) = (self.record().plies(), self.last_token());
            self.drafts.push(Draft::new(Rule::RecordSyntax, Severity::Error, ply, span, why.to_owned()));
        }
    }

    /// Judges everything that happened, where more happened than a plain, legal game. `None` where more cases came up than
    /// are followed: then that is told, and nothing of it may be judged.
    pub fn judge_course(&mut self) -> Option<Worth<'a>> {
        if self.is_plain() {
            return Some(Worth::WHOLE);
        }
        let record = self.record();
        let mut proceedings = Proceedings::new(self);
        let followed = proceedings.follow(record.timeline());
        if followed == Followed::InPart {
            drop(proceedings);
            self.tell_unjudged(&format!(
                "a game in which more than {MOST_CASES} cases come up is not judged: no more are followed"
            ));
            return None;
        }
        debug_assert_eq!(proceedings.table.board(), &record.position, "the arbiter's board is the record's");
        proceedings.close();
        let claimed = std::mem::take(&mut proceedings.claimed);
        let owed_times = proceedings.owed_times();
        let ends_out_of_turn = proceedings.ends_out_of_turn();
        let ends_in_ignorable_check = !proceedings.table.check_binds(proceedings.table.board().turn());
        let Risen { drafts, worth } = proceedings.rise();
        self.claimed = claimed;
        self.ends_out_of_turn = ends_out_of_turn;
        self.ends_in_ignorable_check = ends_in_ignorable_check;
        self.owed_times = owed_times;
        self.decided_at = worth.decided.map(|decided| decided.ply);
        self.flag_was_claimed =
            worth.decided.is_some_and(|decided| decided.reason == Reason::Rule(Rule::ClockFlag));
        self.drafts.extend(drafts);
        Some(worth)
    }

    /// Where a completed move stands in the text: its token, or the command that tells of it.
    pub fn span_of_move(&self, source: MoveSource, place: u32) -> Span {
        let rest = self.text().get(place as usize..).unwrap_or_default();
        let length = match source {
            MoveSource::Score => return self.record().token_at(place, self.text()),
            MoveSource::Play | MoveSource::Release => {
                memchr::memchr(b']', rest).map_or(rest.len(), |end| end + 1)
            }
        };
        Span::new(place as usize, place as usize + length)
    }

    /// A move of the score as the export format writes it, where the score has another notation or none.
    pub fn in_algebraic(&self, before: &Position, played: Move) -> Option<String> {
        (self.record().text.written != Notation::Algebraic)
            .then(|| before.san_with_sign(played, Play::COMMON))
    }

    /// A completed move as the text has it, a descriptive score's in algebraic notation.
    pub fn text_of_move(&self, source: MoveSource, place: u32, before: &Position, played: Move) -> String {
        let span = self.span_of_move(source, place);
        let bytes = span.of(self.text());
        match source {
            MoveSource::Score => self
                .in_algebraic(before, played)
                .unwrap_or_else(|| self.record().text.encoding.decode(bytes).into_owned()),
            MoveSource::Play | MoveSource::Release => {
                let inner = bytes.strip_suffix(b"]").unwrap_or(bytes);
                let words = inner.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).skip(2);
                let words: Vec<_> = words.map(|word| self.record().text.encoding.decode(word)).collect();
                words.join(if source == MoveSource::Release { "-" } else { " " }).replace('"', "")
            }
        }
    }

    /// Whether the record says that the game is over: every window closed with its last move.
    pub fn is_over(&self) -> bool {
        !matches!(self.given_score(), Score::Unknown) || self.says_both_lose()
    }

    /// The position after so many plies.
    pub fn position_after(&self, ply: u32) -> Position {
        let record = self.record();
        let position = match self.last_asked.get() {
            Some(last) if last.ply <= ply => record.play_on(last.position, last.ply, ply),
            _ => record.position_after(ply),
        };
        self.last_asked.set(Some(Reached { ply, position }));
        position
    }

    /// Puts the findings in the order of the report and gives each its fingerprint.
    pub fn rise(self) -> Vec<Finding> {
        let Self { hearing, mut drafts, .. } = self;
        if drafts.is_empty() {
            return Vec::new();
        }
        judge_as_of_its_time(hearing, &mut drafts);
        drafts.sort_by_key(|draft| ReportOrder::of(draft.rule, draft.span.start.into(), draft.ply));
        let name = GameName::of(hearing, drafts.iter().map(|draft| draft.ply));
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
    let year = PartialDate::year_in(date).filter(|year| *year < hearing.code.year);
    let Some(year) = year else { return };
    for draft in drafts.iter_mut() {
        let about_the_end = matches!(draft.rule.family(), Family::Draw | Family::Result | Family::Clock);
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

/// Whether a hand comes to a man by it.
const fn is_contact(act: &Act) -> bool {
    matches!(
        act,
        Act::Touch { .. } | Act::Hold { .. } | Act::Hover { .. } | Act::Release { .. } | Act::Play { .. }
    )
}
