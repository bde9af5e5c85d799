//! `setup.*`: how the game began: the board, the men, the odds, the first move.

use crate::chess::{Bitboard, Color, Man, Position, Role, Square};
use crate::finding::Disposition;
use crate::game::{Made, Notice, Odds, OddsTerm, ReadValue, Shade, Span, TagName, TagValue};
use crate::law::{FirstAtOdds, OddsPawn, OddsPiece, Predicate, RemedyKind, Rule};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::windows::{Contact, Offence, OffenceKind};
use crate::arbiter::case::{Asked, Case, Decision, Right, Stage};
use crate::arbiter::note::Note;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::rules::unnamed_odds::left_on_the_board;
use crate::arbiter::state::board::Counts;
use crate::arbiter::{Context, words};

/// Something wrong from the start, or from some moment on, that nobody need have noticed.
#[derive(Clone, Debug)]
pub(crate) struct Irregularity {
    rule: Rule,
    facts: Facts,
    /// Whose it is, where it is anybody's.
    offender: Option<Color>,
    /// The squares that lack the man due to them, and those that hold one that is not.
    wrong: Misplaced,
    /// The moves standing when it began, and what each player had made.
    since: u32,
    made: Counts,
    span: Span,
    message: String,
    /// How the other player put his hand to the men in answer to it.
    answered_by_touch: Vec<Contact>,
}

/// Squares that do not hold what is due.
#[derive(Clone, Debug, Default)]
struct Misplaced {
    lacking: Vec<Square>,
    extra: Vec<Square>,
}

impl Misplaced {
    fn between(due: &Position, placed: &Position) -> Self {
        let differs = |square: &Square| due.man_at(*square) != placed.man_at(*square);
        let stands = |position: &Position, square: &Square| position.man_at(*square).is_some();
        Self {
            lacking: Square::all().filter(differs).filter(|square| stands(due, square)).collect(),
            extra: Square::all().filter(differs).filter(|square| stands(placed, square)).collect(),
        }
    }

    /// Whether a man set up wrongly stands where it was set up, and no other came to stand where it belongs; whether
    /// the places of men that were left out are free.
    fn can_be_put_right(&self, due: &Position, start: &Position, now: &Position) -> bool {
        let unmoved = |square: &Square| now.man_at(*square) == start.man_at(*square);
        let free = |square: &Square| {
            now.man_at(*square).is_none() || (self.extra.contains(square) && unmoved(square))
        };
        if self.extra.is_empty() {
            return self.lacking.iter().all(free);
        }
        self.extra.iter().filter(|square| unmoved(square)).any(|square| {
            let belongs = |home: &&Square| due.man_at(**home) == start.man_at(*square);
            let mut homes = self.lacking.iter().filter(belongs).peekable();
            homes.peek().is_none() || homes.any(free)
        })
    }
}

impl Context<'_> {
    pub(crate) fn tag_value(&self, name: TagName) -> Option<TagValue> {
        match self.value(name).map(|value| ReadValue::of(name, value)) {
            Some(ReadValue::Value(value)) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn tag_span(&self, name: TagName) -> Span {
        let start = self.record().span.start;
        self.record().tag(name).map_or(Span { start, end: start }, |pair| pair.value)
    }

    /// Who begins a game at these odds, unless otherwise agreed, where the code says.
    fn first_at_odds(&self) -> Option<Color> {
        let odds = self.odds()?;
        let is_piece = |square: Square| {
            let man = Position::initial().man_at(square);
            man.is_some_and(|man| !matches!(man.role, Role::Pawn | Role::King))
        };
        let gives = |term: &OddsTerm, with_terms: WithTerms| match term {
            OddsTerm::Square(square) => is_piece(*square),
            OddsTerm::Man(role) => *role != Role::Pawn,
            OddsTerm::Exchange | OddsTerm::DrawsWon | OddsTerm::MateWith(_) | OddsTerm::MateOn(_) => {
                with_terms == WithTerms::Yes
            }
            OddsTerm::Moves(_) | OddsTerm::Move | OddsTerm::ForceStalemate | OddsTerm::Selfmate => false,
        };
        let any = |with_terms| odds.terms.iter().any(|term| gives(term, with_terms));
        let begins = !odds.gives_moves()
            && match self.code().play.odds.map(|rules| rules.first_move)? {
                FirstAtOdds::Giver => true,
                FirstAtOdds::GiverOfPiece => any(WithTerms::No),
                FirstAtOdds::GiverOfPieceOrTerms => any(WithTerms::Yes),
                FirstAtOdds::Unstated => false,
            };
        begins.then_some(odds.giver)
    }

    /// Everything that was wrong when the game began.
    pub(crate) fn irregular_beginnings(&self, base: Facts) -> Vec<Irregularity> {
        let mut found = Vec::new();
        let from_the_start = |rule, facts, offender, tag, message| {
            self.wrong_from_the_start(rule, facts, offender, self.tag_span(tag), message)
        };
        if let Some(TagValue::Board(Shade::Dark)) = self.tag_value(TagName::Board) {
            let message = "the board lies with a dark square at each player's right hand".to_owned();
            found.push(from_the_start(Rule::SetupBoard, base, None, TagName::Board, message));
        }
        let record = self.record();
        let odds = self.odds();
        if let Some(due) = record.due() {
            let wrong = misplacement(due, &record.start, odds, self.code().play.odds);
            if let Some(Misplacement { rule, left_on, offender, message }) = wrong {
                let facts = base
                    .with(Predicate::OddsLeftOn, left_on)
                    .with(Predicate::PawnAndMove, odds.is_some_and(gives_pawn_and_move));
                found.push(Irregularity {
                    wrong: Misplaced::between(due, &record.start),
                    ..from_the_start(rule, facts, offender, TagName::Placed, message)
                });
            }
        }
        found
    }

    /// Something wrong before the first move, that nobody has pointed out.
    pub(crate) fn wrong_from_the_start(
        &self,
        rule: Rule,
        facts: Facts,
        offender: Option<Color>,
        span: Span,
        message: String,
    ) -> Irregularity {
        Irregularity {
            rule,
            facts,
            offender,
            wrong: Misplaced::default(),
            since: 0,
            made: Counts::before(&self.record().start),
            span,
            message,
            answered_by_touch: Vec::new(),
        }
    }

    /// Who is to begin, where the record says so: by its tag, or by the turn that it gives for the men as they
    /// stand before a game. Where the code leaves it to lot or turns which player begins, a record that says
    /// nothing has the game begun by White.
    pub(crate) fn entitled(&self) -> Option<Color> {
        if !self.shows_who_began() {
            return None;
        }
        if let Some(TagValue::RightOfMove(entitled)) = self.tag_value(TagName::RightOfMove) {
            return Some(entitled);
        }
        let start = &self.record().start;
        let initial = Position::initial();
        let is_set_up = Square::all().all(|square| start.man_at(square) == initial.man_at(square));
        let by_lot = self.code().play.first_move.is_some() && self.value(TagName::Odds).is_none();
        (is_set_up && (by_lot || self.value(TagName::Fen).is_some())).then(|| start.turn())
    }

    /// Whether the record shows who made the first move of the game: where the code gives it to either player, only
    /// one that begins with the game does.
    fn shows_who_began(&self) -> bool {
        self.record().begins_with_the_game() || self.code().play.first_move.is_none()
    }
}

/// Whether terms of the game count as a piece given does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WithTerms {
    Yes,
    No,
}

/// How the men stand otherwise than is due.
struct Misplacement {
    rule: Rule,
    /// The man agreed as odds was left on.
    left_on: bool,
    offender: Option<Color>,
    message: String,
}

fn misplacement(
    due: &Position,
    placed: &Position,
    odds: Option<&Odds>,
    rules: Option<crate::law::OddsRules>,
) -> Option<Misplacement> {
    let Misplaced { mut lacking, extra } = Misplaced::between(due, placed);
    if let Some(odds) = odds {
        let given: Bitboard = odds
            .terms
            .iter()
            .filter_map(|term| match term {
                OddsTerm::Square(square) => Some(Bitboard::of(*square)),
                _ => None,
            })
            .fold(Bitboard::EMPTY, |all, one| all | one);
        let left: Vec<Square> = extra.iter().copied().filter(|square| given.has(*square)).collect();
        if !left.is_empty() && left.len() == extra.len() && lacking.is_empty() {
            let them = if left.len() == 1 { "it" } else { "them" };
            let men = words::men_as_seen(odds.giver, placed, left.into_iter());
            let message = format!("{} gives {men} as odds, and left {them} on the board", odds.giver);
            return Some(Misplacement {
                rule: Rule::SetupOdds,
                left_on: true,
                offender: Some(odds.giver),
                message,
            });
        }
        for term in &odds.terms {
            let OddsTerm::Man(role) = term else { continue };
            let of_odds =
                |square: &Square| due.man_at(*square) == Some(Man { color: odds.giver, role: *role });
            let Some(at) = lacking.iter().position(of_odds) else {
                return Some(Misplacement {
                    rule: Rule::SetupOdds,
                    left_on: true,
                    offender: Some(odds.giver),
                    message: left_on_the_board(odds.giver, *role),
                });
            };
            let taken = lacking.remove(at);
            let meant = rules.and_then(|rules| due_man(odds.giver, *role, rules));
            if let Some(meant) = meant.filter(|meant| *meant != taken) {
                let message = format!(
                    "{} gives a {} as odds and takes off the one on {taken}; the one meant is that on {meant}",
                    odds.giver,
                    role.name()
                );
                return Some(Misplacement {
                    rule: Rule::SetupOdds,
                    left_on: false,
                    offender: Some(odds.giver),
                    message,
                });
            }
        }
    }
    if lacking.is_empty() && extra.is_empty() {
        return None;
    }
    let owner = |squares: &[Square], position: &Position| {
        let mut owners = squares.iter().filter_map(|square| position.man_at(*square)).map(|man| man.color);
        let first = owners.next()?;
        owners.all(|owner| owner == first).then_some(first)
    };
    if extra.is_empty() {
        let offender = owner(&lacking, due);
        let were = if lacking.len() == 1 { "was" } else { "were" };
        let men = words::men(due, lacking.into_iter());
        return Some(Misplacement {
            rule: Rule::SetupOmitted,
            left_on: false,
            offender,
            message: format!("{men} {were} not set up"),
        });
    }
    let offender = owner(&extra, placed)
        .filter(|owner_of_extra| owner(&lacking, due).is_none_or(|other| other == *owner_of_extra));
    let were = if extra.len() == 1 { "was set up where it does" } else { "were set up where they do" };
    let men = words::men(placed, extra.into_iter());
    let message = format!("{men} {were} not belong");
    Some(Misplacement { rule: Rule::SetupMisplaced, left_on: false, offender, message })
}

fn gives_pawn_and_move(odds: &Odds) -> bool {
    let is_pawn = |term: &OddsTerm| match term {
        OddsTerm::Man(role) => *role == Role::Pawn,
        OddsTerm::Square(square) => {
            Position::initial().man_at(*square).is_some_and(|man| man.role == Role::Pawn)
        }
        _ => false,
    };
    odds.gives_moves() && odds.terms.iter().any(is_pawn)
}

/// `fourth`
const fn ordinal(rank: u8) -> &'static str {
    match rank {
        1 => "first",
        2 => "second",
        3 => "third",
        4 => "fourth",
        5 => "fifth",
        6 => "sixth",
        7 => "seventh",
        _ => "last",
    }
}

/// The man that is meant where the odds do not name one, if the code says.
fn due_man(giver: Color, role: Role, rules: crate::law::OddsRules) -> Option<Square> {
    let back = if giver == Color::White { 0 } else { 7 };
    let second = if giver == Color::White { 1 } else { 6 };
    let at = |file: u8, rank: u8| {
        Square::new(crate::chess::File::from_index(file), crate::chess::Rank::from_index(rank))
    };
    match (role, rules.pawn, rules.piece) {
        (Role::Pawn, OddsPawn::KingsBishops, _) => Some(at(5, second)),
        (Role::Rook, _, OddsPiece::Queens) => Some(at(0, back)),
        (Role::Knight, _, OddsPiece::Queens) => Some(at(1, back)),
        (Role::Bishop, _, OddsPiece::Queens) => Some(at(2, back)),
        _ => None,
    }
}

impl Proceedings<'_, '_> {
    /// Something about the beginning is pointed out.
    pub(crate) fn notice_beginning(&mut self, by: Option<Color>, what: Notice, span: Span) {
        let is_meant = |rule: Rule| match what {
            Notice::Board => rule == Rule::SetupBoard,
            Notice::Setup => matches!(rule, Rule::SetupMisplaced | Rule::SetupOmitted | Rule::SetupOdds),
            Notice::Omitted(_) => rule == Rule::SetupOmitted,
            Notice::Odds => rule == Rule::SetupOdds,
            Notice::FirstMove => rule == Rule::SetupFirstMove,
            _ => false,
        };
        let found = self.irregular.iter().position(|irregularity| is_meant(irregularity.rule));
        if let Some(index) = found {
            let irregularity = self.irregular.remove(index);
            self.decide_beginning(irregularity, by, Asked::Noticed);
            return;
        }
        if let Some(by) = by
            && let Some(index) = self.found_by_the_other(by, |case| is_meant(case.rule))
        {
            return self.ask(index, Some(by));
        }
        // Said again, it changes nothing.
        let is_decided = |index: &usize| self.cases.get(*index).is_some_and(|case| is_meant(case.rule));
        if self.beginnings.iter().any(is_decided) {
            return;
        }
        if what == Notice::FirstMove
            && let Some(irregularity) = self.begun_by_the_receiver(span)
        {
            self.decide_beginning(irregularity, by, Asked::Noticed);
            return;
        }
        // Who was to begin a game of a series is known from the games before it.
        if what == Notice::FirstMove && self.context.value(TagName::Series).is_some() {
            return;
        }
        if what == Notice::FirstMove && !self.context.shows_who_began() {
            return self.nothing_to_notice(by, "the record does not show who began the game", span);
        }
        let on_odds = matches!(what, Notice::Odds | Notice::Setup);
        if on_odds && let Some(irregularity) = self.left_on_unnamed() {
            self.decide_beginning(irregularity, by, Asked::Noticed);
            return;
        }
        let untold = if on_odds { self.untold_odds() } else { None };
        let nothing = match untold {
            Some(role) => format!("whether a {} was taken off as odds the record does not say", role.name()),
            None => "nothing of the kind was wrong".to_owned(),
        };
        self.nothing_to_notice(by, &nothing, span);
    }

    /// A man is put on that nobody had said was missing: the case.
    pub(crate) fn find_omission(&mut self) -> Option<usize> {
        let omitted = |irregularity: &Irregularity| irregularity.rule == Rule::SetupOmitted;
        let index = self.irregular.iter().position(omitted)?;
        let irregularity = self.irregular.remove(index);
        self.decide_beginning(irregularity, None, Asked::Noticed)
    }

    /// Where each finder has a limit of his own: the case that one player found too late and the other, who knows
    /// of it since, finds in time. From here it is his.
    pub(crate) fn found_by_the_other(
        &mut self,
        by: Color,
        is_meant: impl Fn(&Case<'_>) -> bool,
    ) -> Option<usize> {
        let is_past = |case: &Case<'_>| {
            case.asked == Asked::No
                && case.offence.offender == by
                && !case.is_ended()
                && !case.is_open()
                && case.has_a_limit_for_each()
                && case.is_for(by)
                && is_meant(case)
        };
        let is_one = |index: &&usize| self.cases.get(**index).is_some_and(is_past);
        let index = self.beginnings.iter().find(is_one).copied()?;
        self.hand_over(index, by).then_some(index)
    }

    /// From here a case is the other finder's, whose own limit counts. Whether he is in time.
    pub(crate) fn hand_over(&mut self, index: usize, finder: Color) -> bool {
        let Some(case) = self.cases.get(index) else { return false };
        let Some(provision) = case.provision() else { return false };
        let offence = Offence { offender: finder.other(), ..case.offence };
        let mut right = Right::new(provision, offence, self.table.first());
        self.catch_up(&mut right, offence);
        if !right.is_alive() {
            return false;
        }
        let Some(case) = self.cases.get_mut(index) else { return false };
        case.offence = offence;
        case.decision = Decision::Rights(vec![right]);
        self.put_back(index);
        true
    }

    /// Whether the wrong player began, and nobody has said so.
    pub(crate) fn begun_wrongly(&self) -> bool {
        self.irregular.iter().any(|irregularity| irregularity.rule == Rule::SetupFirstMove)
    }

    /// Whether the men given as odds are wrong, and nobody has said so.
    pub(crate) fn odds_wrongly_given(&self) -> bool {
        self.irregular.iter().any(|irregularity| irregularity.rule == Rule::SetupOdds)
    }

    /// The receiver of odds began, and it is held against him: that nobody says so may mean that it was agreed.
    fn begun_by_the_receiver(&self, span: Span) -> Option<Irregularity> {
        let context = self.context;
        let entitled = context.first_at_odds().filter(|_| context.value(TagName::RightOfMove).is_none())?;
        let began = self.began.filter(|began| *began != entitled)?;
        Some(self.wrong_beginner(began, entitled, span))
    }

    /// The first move is made, by the player to whom it belongs or by the other.
    pub(crate) fn begin(&mut self, made: Made) {
        if self.plies() > 0 || !self.context.shows_who_began() {
            return;
        }
        self.began = Some(made.by);
        let context = self.context;
        let Some(entitled) = context.entitled().filter(|entitled| *entitled != made.by) else { return };
        if self.begun_wrongly() {
            return;
        }
        let tag = context.record().tag(TagName::RightOfMove).map(|pair| pair.value);
        let span = tag.unwrap_or_else(|| context.span_of_move(made.source, made.place));
        let wrong = self.wrong_beginner(made.by, entitled, span);
        self.irregular.push(wrong);
    }

    /// Every move went back: the game begins anew. Whether the beginning was wrong, and nobody had said so.
    pub(crate) fn begin_anew(&mut self) -> bool {
        let began = self.began.take();
        let is_meant = |irregularity: &Irregularity| irregularity.rule == Rule::SetupFirstMove;
        let Some(index) = self.irregular.iter().position(is_meant) else { return self.begun_again(began) };
        let irregularity = self.irregular.remove(index);
        let opened = self.decide_beginning(irregularity, None, Asked::No);
        if let Some(case) = opened.and_then(|index| self.cases.get_mut(index)) {
            case.end(Disposition::Retracted);
        }
        true
    }

    /// Whether the beginning that went back had been pointed out as wrong. Where it could go back, that is
    /// what was to be done.
    fn begun_again(&mut self, began: Option<Color>) -> bool {
        let is_meant = |index: &usize| {
            let of_beginning = |case: &crate::arbiter::case::Case<'_>| {
                case.rule == Rule::SetupFirstMove && case.offender.is_some() && case.offender == began
            };
            self.cases.get(*index).is_some_and(of_beginning)
        };
        let Some(index) = self.latest().find(is_meant) else { return false };
        if let Some(case) = self.cases.get_mut(index)
            && case.asked != Asked::No
            && case.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Retract)
        {
            case.end(Disposition::Enforced);
        }
        true
    }

    /// Something is asked for that the law gives for a wrong beginning: that is what is pointed out. Whether
    /// there is one, and a case came of it.
    pub(crate) fn notice_beginning_by_asking(&mut self, by: Color, kind: RemedyKind) -> bool {
        let found = self.irregular.iter().position(|irregularity| self.could_give(irregularity, kind));
        let irregularity = match found {
            Some(index) => self.irregular.remove(index),
            None => match self.left_on_unnamed() {
                Some(left_on) if self.could_give(&left_on, kind) => left_on,
                _ => return false,
            },
        };
        self.decide_beginning(irregularity, Some(by), Asked::Noticed).is_some()
    }

    /// Whether the code gives what is asked for where the beginning is wrong so. Where it says nothing of that, it is to
    /// be said.
    fn could_give(&self, irregularity: &Irregularity, kind: RemedyKind) -> bool {
        let facts = self.facts_of_beginning(irregularity);
        match ruling(self.code, irregularity.rule, facts, |_| true) {
            Some(found) => found.provision.gives(kind),
            None => self.given_for_the_like(irregularity.rule, kind).is_some(),
        }
    }

    fn facts_of_beginning(&self, irregularity: &Irregularity) -> Facts {
        let record = self.context.record();
        let (start, now) = (&record.start, self.table.board());
        let due = record.due().unwrap_or(start);
        irregularity
            .facts
            .with(Predicate::EachHasMoved, self.each_has_moved())
            .with(Predicate::MovesKnown, true)
            .with(Predicate::MenWhereSetUp, irregularity.wrong.can_be_put_right(due, start, now))
    }

    fn wrong_beginner(&self, began: Color, entitled: Color, span: Span) -> Irregularity {
        let by_odds = self.context.first_at_odds() == Some(entitled);
        let facts = self.base.with(Predicate::FirstByOdds, by_odds);
        let message = format!("{began} begins, and the first move belongs to {entitled}");
        self.context.wrong_from_the_start(Rule::SetupFirstMove, facts, Some(began), span, message)
    }

    /// What nobody pointed out is decided at the end.
    pub(crate) fn beginnings_unnoticed(&mut self) {
        for irregularity in std::mem::take(&mut self.irregular) {
            self.decide_beginning(irregularity, None, Asked::No);
        }
    }

    fn decide_beginning(
        &mut self,
        irregularity: Irregularity,
        finder: Option<Color>,
        asked: Asked,
    ) -> Option<usize> {
        let facts = self.facts_of_beginning(&irregularity);
        let Irregularity { rule, offender, since, made, span, message, answered_by_touch, .. } = irregularity;
        // Whoever has made fewer moves may find it still.
        let finder = finder.unwrap_or_else(|| self.table.first().other());
        let blamed = offender.unwrap_or_else(|| finder.other());
        let opening = Opening {
            is_named: offender.is_some(),
            ..Opening::at(rule, facts, blamed, since, span, message)
        };
        let offence = Offence { ply: since, offender: blamed, kind: OffenceKind::Other, made };
        self.open_found(opening, offence, Some(finder), asked, &answered_by_touch)
    }

    /// A hand comes to the men once the wrong player has begun, and before the other has moved.
    pub(crate) fn touch_at_beginning(&mut self, by: Color, contact: Contact) {
        if self.plies() != 1 {
            return;
        }
        for irregularity in &mut self.irregular {
            let answers = irregularity.rule == Rule::SetupFirstMove && irregularity.offender != Some(by);
            if answers && !irregularity.answered_by_touch.contains(&contact) {
                irregularity.answered_by_touch.push(contact);
            }
        }
    }

    /// From here on the board lies so.
    pub(crate) fn turn_board(&mut self, shade: Shade, span: Span) {
        match shade {
            Shade::Dark => {
                let message =
                    "the board is turned: a dark square lies at each player's right hand".to_owned();
                let irregularity = Irregularity {
                    rule: Rule::SetupBoard,
                    facts: self.base,
                    offender: None,
                    wrong: Misplaced::default(),
                    since: self.plies(),
                    made: self.table.made(),
                    span,
                    message,
                    answered_by_touch: Vec::new(),
                };
                let is_known = self.irregular.iter().any(|other| other.rule == Rule::SetupBoard);
                if !is_known {
                    self.irregular.push(irregularity);
                }
            }
            Shade::Light => self.put_right(Rule::SetupBoard, &[RemedyKind::Adjust]),
        }
    }

    /// The men who were set up wrongly are all where they belong.
    pub(crate) fn men_put_right(&mut self) {
        const WRONG_MEN: [Rule; 3] = [Rule::SetupMisplaced, Rule::SetupOmitted, Rule::SetupOdds];
        let is_one = |rule: Rule| {
            let is_known = || self.cases.iter().any(|case| case.rule == rule);
            self.irregular.iter().any(|other| other.rule == rule) || is_known()
        };
        if let Some(rule) = WRONG_MEN.into_iter().find(|rule| is_one(*rule)) {
            self.put_right(rule, &[RemedyKind::Rectify, RemedyKind::Supply]);
        }
    }

    /// What was wrong is put right: asked for or not.
    fn put_right(&mut self, rule: Rule, kinds: &[RemedyKind]) {
        if let Some(index) = self.irregular.iter().position(|other| other.rule == rule) {
            let irregularity = self.irregular.remove(index);
            self.decide_beginning(irregularity, None, Asked::No);
        }
        let found = self.latest().find(|index| self.cases.get(*index).is_some_and(|case| case.rule == rule));
        let by_consent = std::mem::take(&mut self.laws_left);
        let Some(case) = found.and_then(|index| self.cases.get_mut(index)) else { return };
        if case.is_ended() {
            return;
        }
        if case.asked == Asked::No && case.right().and_then(Right::closed_ply).is_some() {
            case.note(Note::PutRightLate);
            return;
        }
        let is_due = case.is_due(kinds);
        let asked_otherwise = matches!(case.asked, Asked::Elected(_)) && !case.is_due(&[RemedyKind::Proceed]);
        case.stage = Stage::Ended(match case.asked {
            Asked::No if is_due => Disposition::Complied,
            _ if is_due => Disposition::Enforced,
            // What both agree to leaves what one of them could ask for unused.
            _ if by_consent => {
                case.note("both players agreed to put it right and play on");
                Disposition::Waived
            }
            _ if asked_otherwise => Disposition::Misapplied,
            // Nobody had asked for anything else, and it may still be asked for.
            asked => {
                case.note("it is put right, and the game goes on");
                if asked == Asked::Noticed {
                    case.ask(Asked::No, None);
                }
                return;
            }
        });
    }

    /// `setup.odds-moves`: a move given as odds that reaches further than the code lets it. `before`: what
    /// each player had made before it, those before the record's first position included.
    pub(crate) fn weigh_given_move(&mut self, made: Made, before: Counts) {
        let context = self.context;
        let before = before.since(Counts::before(&context.record().start));
        // The moves given were made before the record begins, where it begins later than the game.
        let Some(odds) = context.odds().filter(|_| context.record().begins_with_the_game()) else { return };
        let given = odds.terms.iter().find_map(|term| match term {
            OddsTerm::Moves(moves) => Some(*moves),
            _ => None,
        });
        let rank = self.code.play.odds.and_then(|rules| rules.moves_rank);
        let (Some(given), Some(rank)) = (given, rank) else { return };
        let receiver = odds.giver.other();
        let to = made.played.to();
        let own_rank = if receiver == Color::White { to.rank().index() + 1 } else { 8 - to.rank().index() };
        if made.by != receiver || before.of(receiver) >= given || own_rank <= rank {
            return;
        }
        let ply = self.plies();
        let message =
            format!("{receiver}, given {given} moves, goes to {to}, beyond his {} rank", ordinal(rank));
        let opening = Opening {
            done: ply,
            before: ply.saturating_sub(1),
            movetext: self.numbered(ply),
            ..Opening::at(
                Rule::SetupOddsMoves,
                self.facts(receiver),
                receiver,
                0,
                context.span_of_move(made.source, made.place),
                message,
            )
        };
        self.open(opening);
    }
}
