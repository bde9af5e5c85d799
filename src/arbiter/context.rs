//! A read-only view of one record under one code, with caches for values that several rules use.

use std::cell::{Cell, OnceCell, RefCell};

use crate::chess::{Move, Play, Position};
use crate::finding::{Score, Severity};
use crate::game::{
    Act, Actor, Channel, MoveSource, Notation, Odds, OddsTerm, ReadValue, Record, Regulation, Span, TagName,
    TagValue,
};
use crate::law::{Code, Predicate, Provision, RemedyKind, Rule, Terms};
use crate::pgn::{LikelySlip, SlipKind, likely_slip, read_score};
use crate::search::Budget;

use crate::arbiter::automatic_draw::AutomaticDraw;
use crate::arbiter::hearing::Hearing;
use crate::arbiter::outcome::Outcome;
use crate::arbiter::stated_end::EndRemark;
use crate::arbiter::{sentences, words};

/// The maximum length of a quotation in a message, in characters.
const LONGEST_SNIPPET: usize = 40;

pub(crate) struct Context<'a> {
    pub hearing: &'a Hearing<'a>,
    /// A position and its ply, cached because findings mostly ask in the order of the moves.
    last_asked: Cell<Option<(u32, Position)>>,
    observed: OnceCell<Vec<Channel>>,
    /// The persons who touch a man in some act.
    touchers: OnceCell<Vec<Actor>>,
    odds: OnceCell<Option<Odds>>,
    /// What is left for the searches of this game.
    search_budget: Cell<Budget>,
    slip_budget: Cell<Budget>,
    /// The last slip of the pen that was found. It may explain later moves too.
    last_slip: RefCell<Option<LikelySlip>>,
    words_on_end: OnceCell<Option<EndRemark<'a>>>,
}

impl<'a> Context<'a> {
    pub(super) fn new(hearing: &'a Hearing<'a>) -> Self {
        Self {
            hearing,
            last_asked: Cell::new(None),
            observed: OnceCell::new(),
            touchers: OnceCell::new(),
            odds: OnceCell::new(),
            search_budget: Cell::new(hearing.budget),
            slip_budget: Cell::new(Budget::SLIPS.within(hearing.budget)),
            last_slip: RefCell::new(None),
            words_on_end: OnceCell::new(),
        }
    }

    /// Runs a search within what is left for this game.
    pub(super) fn search<T>(&self, run: impl FnOnce(&mut Budget) -> T) -> T {
        let mut left = self.search_budget.get();
        let answer = run(&mut left);
        self.search_budget.set(left);
        answer
    }

    /// The message `fact` about the move of a ply, with the slip of the pen that explains it before it. `None` if no slip is
    /// found. `place` is the offset of the move's token.
    pub(super) fn after_likely_slip(&self, ply: u32, place: u32, fact: &str) -> Option<String> {
        let LikelySlip { ply: changed, board, place, kind, until } = self.likely_slip(ply, place)?;
        let token = |place| self.snippet(self.record().token_at(place, self.text()));
        let written = token(place);
        let in_words = |text: String| {
            if changed == ply { text } else { self.numbered_move(&board, place, &text) }
        };
        let change = match kind {
            SlipKind::Moves(moves) => {
                let name = |played: &Move| in_words(board.san_with_sign(*played, Play::COMMON));
                sentences::record::other_move(&moves.iter().map(name).collect::<Vec<_>>(), &written)
            }
            SlipKind::Swapped(later) => sentences::record::swapped_moves(&in_words(written), &token(later)),
            SlipKind::Surplus => sentences::record::without_move(&in_words(written)),
            SlipKind::Missing(player) => sentences::record::with_move_before(player, &in_words(written)),
            SlipKind::OtherTurn => sentences::record::other_turn(board.turn().other()),
            SlipKind::CastlingRights => sentences::record::with_castling_rights(),
        };
        Some(sentences::record::after_likely_slip(&change, until.map(|until| until - ply), fact))
    }

    /// The slip of the pen that may explain why the move of a ply cannot be made.
    pub(super) fn likely_slip(&self, ply: u32, place: u32) -> Option<LikelySlip> {
        if !self.record().acts.is_empty() {
            return None;
        }
        let last = self.last_slip.borrow().clone().filter(|slip| slip.explains(ply));
        if last.is_some() {
            return last;
        }
        let mut budget = self.slip_budget.get();
        let found = likely_slip(self.record(), self.text(), ply, place, &mut budget);
        self.slip_budget.set(budget);
        if found.is_some() {
            self.last_slip.borrow_mut().clone_from(&found);
        }
        found
    }

    pub(super) fn record(&self) -> &'a Record {
        self.hearing.record
    }

    pub(super) fn code(&self) -> &'a Code {
        self.hearing.code
    }

    /// The words of the code.
    pub(super) fn terms(&self) -> &'a Terms {
        &self.code().terms
    }

    pub(super) fn text(&self) -> &'a [u8] {
        self.hearing.text
    }

    #[inline]
    pub(super) fn wants(&self, rule: Rule, severity: Severity) -> bool {
        self.hearing.want.wants(rule, severity)
    }

    pub(super) fn value(&self, name: TagName) -> Option<&'a [u8]> {
        self.record().value(name, self.text())
    }

    /// The value of a tag, if it is understood.
    pub(super) fn tag_value(&self, name: TagName) -> Option<TagValue> {
        match self.value(name).map(|value| ReadValue::of(name, value)) {
            Some(ReadValue::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// The place of a tag's value, or the start of the game if the tag is missing.
    pub(super) fn tag_span(&self, name: TagName) -> Span {
        let start = self.record().span.start;
        self.record().tag(name).map_or(Span { start, end: start }, |pair| pair.value)
    }

    /// Whether the record says that it observed a channel.
    pub(super) fn observed(&self, channel: Channel) -> bool {
        let read = || match self.tag_value(TagName::Observed) {
            Some(TagValue::Observed(channels)) => channels,
            _ => Vec::new(),
        };
        self.observed.get_or_init(read).contains(&channel)
    }

    /// Whether a person other than `finder` touches a man in some act.
    pub(super) fn has_touch_by_other_than(&self, finder: Actor) -> bool {
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

    pub(super) fn odds(&self) -> Option<&Odds> {
        self.odds.get_or_init(|| self.value(TagName::Odds).and_then(Odds::read)).as_ref()
    }

    /// The number of moves that the event requires before a draw is agreed, if fewer are completed on this
    /// board.
    pub(super) fn moves_before_draw(&self, board: &Position) -> Option<u32> {
        let Some(TagValue::Regulations(regulations)) = self.tag_value(TagName::Regulations) else {
            return None;
        };
        let completed = board.fullmove().saturating_sub(1);
        regulations.iter().find_map(|regulation| match regulation {
            Regulation::NoDrawBefore(moves) => Some(*moves).filter(|moves| completed < *moves),
            Regulation::FullSupervision | Regulation::GuidelineIii => None,
        })
    }

    /// The recorded score: the Result tag, else the termination token. If both are present and one is `*`,
    /// the other counts.
    pub(super) fn given_score(&self) -> Score {
        let encoding = self.record().text.encoding;
        let read = |value: &[u8]| read_score(&encoding.in_latin_1(value.trim_ascii()));
        let tag = self.value(TagName::Result).and_then(read);
        let token = self.record().ending.termination.map(|end| end.score);
        match (tag, token) {
            (Some(Score::Unknown) | None, Some(score)) | (Some(score), _) => score,
            (None, None) => Score::Unknown,
        }
    }

    pub(super) fn says_both_lose(&self) -> bool {
        const BOTH_LOSE: &[u8] = b"0-0";
        let detail = self.record().detail_says_both_lose(self.text());
        let token = self.record().ending.termination.map(|end| end.span.of(self.text()));
        let tag = self.value(TagName::Result).map(<[u8]>::trim_ascii);
        detail || token == Some(BOTH_LOSE) || tag == Some(BOTH_LOSE)
    }

    /// Whether the record says that the game is over, so that every window closes with its last move.
    pub(super) fn is_over(&self) -> bool {
        !matches!(self.given_score(), Score::Unknown) || self.says_both_lose()
    }

    pub(super) fn score_of(&self, outcome: Outcome) -> Score {
        match outcome {
            Outcome::Lost(player) => Score::won_by(player.other()),
            Outcome::Drawn => self.score_of_draw(),
            Outcome::BothLost | Outcome::Undecided => Score::Unknown,
        }
    }

    /// The provision by which a player loses the game if it does not end as the player undertook to end it.
    pub(super) fn law_of_failed_wager(&self) -> Option<&'a Provision> {
        let mut laws = self.code().provisions_for(Rule::SetupOdds);
        laws.find(|law| law.asks_for(Predicate::StipulationFailed) && law.gives_remedy(RemedyKind::Forfeit))
    }

    /// The score of a drawn game: a win of the receiver if drawn games were given as odds, or if the giver undertook to
    /// win and loses by any other end.
    pub(super) fn score_of_draw(&self) -> Score {
        let counts_as_won = |odds: &&Odds| {
            odds.terms.contains(&OddsTerm::DrawsWon)
                || (odds.is_wagered() && self.law_of_failed_wager().is_some())
        };
        let odds = self.odds().filter(counts_as_won);
        odds.map_or(Score::Draw, |odds| Score::won_by(odds.giver.other()))
    }

    /// Whether `given` is a right score for a game that counts as `counts`. A drawn game that counts as won
    /// may also be written as a draw.
    pub(super) fn is_score_for(&self, given: Score, counts: Score) -> bool {
        given == counts || (given == Score::Draw && counts == self.score_of_draw())
    }

    /// The words of the record about an unusual end of the game.
    pub(super) fn stated_end(&self) -> Option<EndRemark<'a>> {
        *self.words_on_end.get_or_init(|| EndRemark::of(self.record(), self.text()))
    }

    /// The first draw under the code that needs no claim.
    pub(super) fn automatic_draw(&self) -> Option<AutomaticDraw<'a>> {
        AutomaticDraw::of(self.record(), self.code())
    }

    pub(super) fn position_after(&self, ply: u32) -> Position {
        let record = self.record();
        let position = match self.last_asked.get() {
            Some((last, position)) if last <= ply => record.play_on(position, last, ply),
            _ => record.position_after(ply),
        };
        self.last_asked.set(Some((ply, position)));
        position
    }

    /// The token of a move, or the start of the game.
    pub(super) fn token(&self, ply: u32) -> Span {
        let start = self.record().span.start;
        self.record().token(ply, self.text()).unwrap_or(Span { start, end: start })
    }

    /// The token of the last move, or the termination token if there is no move.
    pub(super) fn last_token(&self) -> Span {
        let record = self.record();
        match (record.plies(), record.ending.termination) {
            (0, Some(end)) => end.span,
            (plies, _) => self.token(plies),
        }
    }

    /// The termination token, or the token of the last move.
    pub(super) fn score_token(&self) -> Span {
        self.record().ending.termination.map_or_else(|| self.last_token(), |end| end.span)
    }

    /// The text of a span, shortened to `LONGEST_SNIPPET`.
    pub(super) fn snippet(&self, span: Span) -> String {
        let mut letters =
            self.record().text.encoding.chars(span.of(self.text())).skip_while(char::is_ascii_whitespace);
        let mut text: String = letters.by_ref().take(LONGEST_SNIPPET).collect();
        if letters.all(|letter| letter.is_ascii_whitespace()) {
            text.truncate(text.trim_ascii_end().len());
        } else {
            text.pop();
            text.push('…');
        }
        text
    }

    /// The move of a ply as its token has it, with its number: `12. Nf3` or `12... Ke7`.
    pub(super) fn numbered(&self, ply: u32) -> Option<String> {
        if ply == 0 {
            return None;
        }
        let before = self.position_after(ply - 1);
        let token = self.token(ply);
        // A move made by acts has no token.
        if token.start == token.end {
            return None;
        }
        let played = self.record().moves.get(ply as usize - 1);
        let text = played.and_then(|played| self.in_algebraic(&before, played));
        // A line may end within a token.
        let in_one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.unwrap_or_else(|| in_one_line(self.decoded(token.of(self.text()))));
        Some(self.numbered_move(&before, token.start, &text))
    }

    /// A move with the number that the record gives it. `place` is the offset of its token or command.
    pub(super) fn numbered_move(&self, before: &Position, place: u32, text: &str) -> String {
        let number = self.record().text.written_number(place, before.fullmove());
        words::numbered_as(number, before.turn(), text)
    }

    /// The span of a completed move: its token, or the command that reports it.
    pub(super) fn span_of_move(&self, source: MoveSource, place: u32) -> Span {
        let rest = self.text().get(place as usize..).unwrap_or_default();
        let length = match source {
            MoveSource::Score => return self.record().token_at(place, self.text()),
            MoveSource::Play | MoveSource::Release => {
                memchr::memchr(b']', rest).map_or(rest.len(), |end| end + 1)
            }
        };
        Span::new(place as usize, place as usize + length)
    }

    /// The text of a completed move; a move of a descriptive score is given in algebraic notation.
    pub(super) fn text_of_move(
        &self,
        source: MoveSource,
        place: u32,
        before: &Position,
        played: Move,
    ) -> String {
        let span = self.span_of_move(source, place);
        let bytes = span.of(self.text());
        match source {
            MoveSource::Score => self.in_algebraic(before, played).unwrap_or_else(|| self.decoded(bytes)),
            MoveSource::Play | MoveSource::Release => {
                let inner = bytes.strip_suffix(b"]").unwrap_or(bytes);
                let words = inner.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).skip(2);
                let words: Vec<_> = words.map(|word| self.record().text.encoding.decode(word)).collect();
                words.join(if source == MoveSource::Release { "-" } else { " " }).replace('"', "")
            }
        }
    }

    fn decoded(&self, bytes: &[u8]) -> String {
        self.record().text.encoding.decode(bytes).into_owned()
    }

    /// A move in the export format, if the score is not in algebraic notation.
    fn in_algebraic(&self, before: &Position, played: Move) -> Option<String> {
        (self.record().text.move_notation != Notation::Algebraic)
            .then(|| before.san_with_sign(played, Play::COMMON))
    }
}

const fn is_contact(act: &Act) -> bool {
    matches!(
        act,
        Act::Touch { .. } | Act::Hold { .. } | Act::Hover { .. } | Act::Release { .. } | Act::Play { .. }
    )
}
