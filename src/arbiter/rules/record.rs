//! `record.*`: what is wrong with the record itself.

use crate::chess::{CheckSign, Move, Play, San, Subject};
use crate::encoding::Encoding;
use crate::finding::{Score, Severity};
use crate::game::{Counted, Fault, FaultKind, Notation, Odd, OddKind, Span, StopReason, TagName};
use crate::law::Rule;
use crate::pgn::DESCRIPTIVE;

use crate::arbiter::game_name::ROSTER;
use crate::arbiter::{Context, Draft, words};

/// In characters. Of a longer text a message shows the beginning.
const LONGEST_SNIPPET: usize = 40;

impl Context<'_> {
    pub(crate) fn judge_record(&mut self) {
        let record = self.record();
        for fault in &record.text.faults {
            let (rule, severity) = (fault.kind.rule(), fault.kind.severity());
            if !self.wants(rule, severity) {
                continue;
            }
            let token = self.snippet(fault.span);
            let mut draft = Draft::new(rule, severity, fault.ply, fault.span, fault.kind.message(&token));
            draft.help = self
                .own_man_there(fault)
                .or_else(|| self.nested_comment(fault))
                .or_else(|| fault.kind.help(&token));
            self.drafts.push(draft);
        }
        self.judge_odd_texts();
        for sign in &record.text.false_signs {
            if self.wants(Rule::RecordSuffix, Severity::Warning) {
                let span = self.token(sign.ply);
                let fact = match sign.sign {
                    CheckSign::Mate => "is marked as mate, and there is none",
                    _ => "is marked as check, and gives none",
                };
                let message = format!("`{}` {fact}", self.snippet(span));
                self.at_move(Draft::new(Rule::RecordSuffix, Severity::Warning, sign.ply, span, message));
            }
        }
        let more = record.text.more_false_signs;
        if more.count > 0 && self.wants(Rule::RecordSuffix, Severity::Warning) {
            let message = format!("{} more marks of check or mate are false, and not listed", more.count);
            let span = self.token(more.ply);
            self.at_move(Draft::new(Rule::RecordSuffix, Severity::Warning, more.ply, span, message));
        }
        self.judge_set_encoding();
        if self.hearing.want.min_severity > Severity::Info {
            return;
        }
        self.judge_style();
    }

    /// The own man on the square that a move goes to of which no man is found, where the moves are all that happened.
    fn own_man_there(&self, fault: &Fault) -> Option<String> {
        if fault.kind != FaultKind::Unresolvable || !self.record().acts.is_empty() {
            return None;
        }
        let read = San::from_ascii(fault.span.of(self.text()))?;
        let to = matches!(read.subject(), Subject::Man(_) | Subject::Whatever).then(|| read.to())?;
        let before = self.position_after(self.record().plies());
        let is_own = before.man_at(to).is_some_and(|man| man.color == before.turn());
        is_own.then(|| {
            format!(
                "{} stands there itself; an earlier move may be wrong or missing",
                words::whose_man_on(&before, to)
            )
        })
    }

    /// That a word which cannot be read stands behind the first of two closing braces, both meant for one comment.
    fn nested_comment(&self, fault: &Fault) -> Option<String> {
        if !matches!(fault.kind, FaultKind::Unreadable | FaultKind::Words) {
            return None;
        }
        // Of this game alone: what stands before it is another chunk's at times.
        let before = Span { start: self.record().span.start, end: fault.span.start };
        let before = before.of(self.text()).trim_ascii_end().strip_suffix(b"}")?;
        let comment = before.rsplit(|byte| *byte == b'}').next()?;
        (memchr::memchr_iter(b'{', comment).count() > 1)
            .then(|| "comments do not nest: the one before this ended at its first `}`".to_owned())
    }

    /// Why the record cannot be followed to its end, where it cannot.
    pub(crate) fn why_it_stops(&self) -> Option<String> {
        let record = self.record();
        record.ending.stop.filter(|stop| stop.reason == StopReason::Unreplayable)?;
        let by_fault = || {
            let fault = record.text.faults.iter().rev().find(|fault| fault.kind.stops_the_replay())?;
            Some(fault.kind.message(&self.snippet(fault.span)))
        };
        let by_doubt = || {
            let lost = |odd: &&Odd| matches!(odd.kind, OddKind::Ambiguous { surviving: 0, .. });
            let token = self.snippet(record.odd.iter().find(lost)?.span);
            Some(format!("`{token}` fits more than one legal move, and too many readings follow from it"))
        };
        Some(
            by_doubt()
                .or_else(by_fault)
                .unwrap_or_else(|| "the record cannot be read any further".to_owned()),
        )
    }

    /// The text of a span, cut to a readable length.
    pub(crate) fn snippet(&self, span: Span) -> String {
        let mut letters =
            self.record().text.encoding.chars(span.of(self.text())).skip_while(|c| c.is_whitespace());
        let mut text: String = letters.by_ref().take(LONGEST_SNIPPET).collect();
        if letters.all(char::is_whitespace) {
            text.truncate(text.trim_end().len());
        } else {
            text.pop();
            text.push('…');
        }
        text
    }

    fn at_move(&mut self, mut draft: Draft) {
        draft.movetext = self.numbered(draft.ply);
        self.drafts.push(draft);
    }

    fn judge_odd_texts(&mut self) {
        let record = self.record();
        let mut passed = Counted::default();
        for odd in &record.odd {
            match &odd.kind {
                OddKind::Ambiguous { readings, surviving } => {
                    if self.wants(Rule::RecordAmbiguous, Severity::Warning) {
                        self.ambiguous(odd.ply, odd.span, readings, *surviving);
                    }
                }
                OddKind::Null => {
                    if !self.is_of_odds(odd.ply) {
                        passed.count += 1;
                        if passed.count == 1 {
                            (passed.ply, passed.span) = (odd.ply, odd.span);
                        }
                    }
                }
                OddKind::Illegal(_) => {}
            }
        }
        self.counted(Rule::RecordNotation, passed, |_, token, times| {
            format!("`{token}` passes a turn, which the score of a game cannot do{times}")
        });
    }

    /// Whether a turn passed over is one that the odds of moves gave: the giver's, while the receiver has not made
    /// as many.
    fn is_of_odds(&self, ply: u32) -> bool {
        let Some(odds) = self.odds().filter(|_| self.record().begins_with_the_game()) else {
            return false;
        };
        let first = self.record().start.turn();
        let mover = if ply % 2 == 1 { first } else { first.other() };
        let made_by_the_receiver = ply / 2;
        mover == odds.giver && odds.moves_given().is_some_and(|given| made_by_the_receiver < given)
    }

    fn ambiguous(&mut self, ply: u32, span: Span, readings: &[Move], surviving: u32) {
        let before = self.position_after(ply - 1);
        let names: Vec<String> = readings.iter().map(|played| before.san(*played, Play::COMMON)).collect();
        let first = names.first().cloned().unwrap_or_default();
        let mut sorted = names.clone();
        sorted.sort();
        let message =
            format!("`{}` fits more than one legal move: {}", self.snippet(span), sorted.join(", "));
        let help = match surviving {
            0 => "too many readings follow from it: the replay of this game stops here".to_owned(),
            1 => format!(
                "read as {first}: no other reading agrees with its check sign and the moves that follow"
            ),
            _ => format!(
                "{surviving} readings remain possible to the end; {first} is shown, and nothing is concluded from it"
            ),
        };
        self.at_move(Draft::new(Rule::RecordAmbiguous, Severity::Warning, ply, span, message).help(help));
    }

    /// What is a matter of form: reported once a game.
    fn judge_style(&mut self) {
        let record = self.record();
        if self.wants(Rule::RecordEncoding, Severity::Info) {
            self.judge_encoding();
        }
        if self.wants(Rule::RecordRoster, Severity::Info) {
            let missing: Vec<&str> =
                ROSTER.into_iter().filter(|tag| record.tag(*tag).is_none()).map(TagName::name).collect();
            if !missing.is_empty() {
                let start = record.tags.pairs().first().map_or(record.span.start, |tag| tag.span.start);
                let message = match missing.as_slice() {
                    [tag] => format!("the tag {tag} is missing"),
                    tags => format!("the tags {} are missing", words::listed(tags)),
                };
                let span = Span { start, end: start };
                self.drafts.push(Draft::new(Rule::RecordRoster, Severity::Info, 0, span, message));
            }
        }
        self.judge_heads();
        let is_found_descriptive = self.is_found_descriptive();
        self.counted(Rule::RecordNotation, record.text.notation, |context, token, times| {
            if is_found_descriptive {
                return format!("`{token}` is descriptive notation: the moves of this game are read so");
            }
            match context.exported(record.text.notation.ply).filter(|text| *text != token) {
                Some(text) => format!("`{token}` is written {text} in the export format{times}"),
                None => format!("`{token}` is not written as the export format writes it{times}"),
            }
        });
        self.counted(Rule::RecordMoveNumber, record.text.numbers, |context, token, times| {
            let before = context.position_after(record.text.numbers.ply.saturating_sub(1));
            let due = words::numbered(&before, "");
            format!("`{token}` stands where {} is due{times}", due.trim_end())
        });
        self.counted(Rule::RecordSuffix, record.text.missing_signs, |context, token, times| {
            let after = context.position_after(record.text.missing_signs.ply);
            let mates = after.is_mate(Play::COMMON);
            let act = if mates { "mates" } else { "gives check" };
            let sign = match (record.text.written, mates) {
                (Notation::Algebraic | Notation::Unwritten, true) => "#",
                (Notation::Algebraic | Notation::Unwritten, false) => "+",
                (Notation::Descriptive, true) => "mate",
                (Notation::Descriptive, false) => "ch",
            };
            format!("`{token}` {act} and is not marked `{sign}`{times}")
        });
    }

    /// Whether the moves are in descriptive notation, and no tag says so.
    fn is_found_descriptive(&self) -> bool {
        let tag = self.value(TagName::Notation).map(<[u8]>::trim_ascii);
        self.record().text.written == Notation::Descriptive
            && !tag.is_some_and(|value| value.eq_ignore_ascii_case(DESCRIPTIVE))
    }

    /// The legal move of a ply as the export format writes it, with its check or mate sign.
    fn exported(&self, ply: u32) -> Option<String> {
        let before = self.position_after(ply.checked_sub(1)?);
        let played = self.record().moves.get(ply as usize - 1)?;
        before.is_legal(played, Play::COMMON).then(|| before.san_with_sign(played, Play::COMMON))
    }

    fn counted(&mut self, rule: Rule, counted: Counted, message: impl FnOnce(&Self, &str, &str) -> String) {
        if counted.count == 0 || !self.wants(rule, Severity::Info) {
            return;
        }
        let times = match counted.count {
            1 => String::new(),
            n => format!(" ({n} such in this game)"),
        };
        let span = if rule == Rule::RecordSuffix { self.token(counted.ply) } else { counted.span };
        let message = message(self, &self.snippet(span), &times);
        let draft = Draft::new(rule, Severity::Info, counted.ply, span, message);
        if counted.ply <= self.record().plies() { self.at_move(draft) } else { self.drafts.push(draft) }
    }

    /// The text is not what it was set to be read in, or is plainly something else.
    fn judge_set_encoding(&mut self) {
        let record = self.record();
        let encoding = record.text.encoding;
        let bytes = record.span.of(self.text());
        if encoding == Encoding::Auto || bytes.is_ascii() {
            return;
        }
        let (severity, at, message, help) = match (encoding, std::str::from_utf8(bytes)) {
            (Encoding::Utf8, Err(error)) => (
                Severity::Error,
                error.valid_up_to(),
                "the text is set to be UTF-8 and is not: what stands here cannot be read",
                "with the encoding auto it is read as Latin-1",
            ),
            (Encoding::Latin1 | Encoding::Windows1252, Ok(_)) => (
                Severity::Warning,
                bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0),
                "the text is UTF-8, and is set to be read otherwise",
                "with the encoding auto or utf-8 it is read as what it is",
            ),
            _ => return,
        };
        if self.wants(Rule::RecordEncoding, severity) {
            let at = record.span.start + u32::try_from(at).unwrap_or(0);
            let span = Span { start: at, end: at + 1 };
            let draft = Draft::new(Rule::RecordEncoding, severity, 0, span, message.to_owned());
            self.drafts.push(draft.help(help.to_owned()));
        }
    }

    fn judge_encoding(&mut self) {
        let record = self.record();
        let bytes = record.span.of(self.text());
        let start = record.span.start;
        if let (Encoding::Auto, Err(error)) = (record.text.encoding, std::str::from_utf8(bytes)) {
            let at = start + u32::try_from(error.valid_up_to()).unwrap_or(0);
            let span = Span { start: at, end: at + 1 };
            let message = "the text is not UTF-8; it is read as Latin-1".to_owned();
            self.drafts.push(Draft::new(Rule::RecordEncoding, Severity::Info, 0, span, message));
        }
        let mark = start.checked_sub(3).map(|from| Span { start: from, end: start });
        if let Some(span) = mark.filter(|span| span.of(self.text()) == b"\xEF\xBB\xBF") {
            let message = "a byte order mark stands before the game".to_owned();
            self.drafts.push(Draft::new(Rule::RecordEncoding, Severity::Info, 0, span, message));
        }
    }

    /// The score that the record gives: the Result tag, else the termination token; where both speak
    /// and one says `*`, the other.
    pub(crate) fn given_score(&self) -> Score {
        let tag = self.value(TagName::Result).and_then(|value| Score::from_ascii(value.trim_ascii()));
        let token = self.record().ending.termination.map(|end| end.score);
        match (tag, token) {
            (Some(Score::Unknown) | None, Some(score)) | (Some(score), _) => score,
            (None, None) => Score::Unknown,
        }
    }

    /// Whether the record says that both players lost.
    pub(crate) fn says_both_lose(&self) -> bool {
        const BOTH_LOSE: &[u8] = b"0-0";
        let detail = self.record().detail_says_both_lose(self.text());
        let token = self.record().ending.termination.map(|end| end.span.of(self.text()));
        let tag = self.value(TagName::Result).map(<[u8]>::trim_ascii);
        detail || token == Some(BOTH_LOSE) || tag == Some(BOTH_LOSE)
    }

    /// `record.result`: the tag and the token disagree.
    pub(crate) fn judge_result_texts(&mut self) {
        let record = self.record();
        let Some(pair) = record.tag(TagName::Result) else {
            return;
        };
        let value = pair.value.of(self.text()).trim_ascii();
        let Some(tag) = Score::from_ascii(value) else {
            if value != b"?" && self.wants(Rule::RecordTag, Severity::Warning) {
                let kind = FaultKind::BadResult;
                let token = self.snippet(pair.value);
                let draft =
                    Draft::new(Rule::RecordTag, Severity::Warning, 0, pair.value, kind.message(&token));
                self.drafts.push(draft.help(kind.help(&token)));
            }
            return;
        };
        let Some(token) = record.ending.termination else { return };
        if tag == token.score {
            return;
        }
        let severity = if tag == Score::Unknown || token.score == Score::Unknown {
            Severity::Warning
        } else {
            Severity::Error
        };
        if self.wants(Rule::RecordResult, severity) {
            let message =
                format!("the Result tag says {} and the moves end with {}", tag.id(), token.score.id());
            self.drafts.push(Draft::new(Rule::RecordResult, severity, record.plies(), token.span, message));
        }
    }
}
