//! `setup.*`: the board, the men, the odds and the first move at the beginning of the game.

pub(crate) mod righting;
pub(crate) mod unnamed_odds;

use crate::chess::{Color, File, Man, Position, Rank, Role, Square};
use crate::finding::Disposition;
use crate::game::{CornerColour, MadeMove, Notice, Odds, OddsTerm, Span, TagName, TagValue};
use crate::law::{
    Binds, FirstAtOdds, OddsPawn, OddsPiece, OddsRules, Predicate, Provision, RemedyKind, Rule, WindowId,
};

use crate::arbiter::case::Request;
use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::windows::{Offence, OffenceKind};
use crate::arbiter::context::Context;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{article_for_similar_act, ruling};
use crate::arbiter::state::beginning::{Irregularity, Misplaced};
use crate::arbiter::state::board::MovesMade;
use crate::arbiter::{sentences, words};

/// Returns the player who begins a game at these odds, unless otherwise agreed, if the code says.
fn first_at_odds(context: &Context<'_>) -> Option<Color> {
    let odds = context.odds()?;
    let is_piece = |square: Square| {
        let man = Position::initial().man_at(square);
        man.is_some_and(|man| !matches!(man.role, Role::Pawn | Role::King))
    };
    // Whether a term gives a piece; with `with_terms`, conditions on the game count as one.
    let gives = |term: &OddsTerm, with_terms: bool| match term {
        OddsTerm::Square(square) => is_piece(*square),
        OddsTerm::Man(role) => *role != Role::Pawn,
        OddsTerm::Exchange | OddsTerm::DrawsWon | OddsTerm::MateWith(_) | OddsTerm::MateOn(_) => with_terms,
        OddsTerm::Moves(_) | OddsTerm::Move | OddsTerm::ForceStalemate | OddsTerm::Selfmate => false,
    };
    let any = |with_terms| odds.terms.iter().any(|term| gives(term, with_terms));
    let begins = !odds.gives_moves()
        && match context.code().regulations.odds.map(|rules| rules.first_move)? {
            FirstAtOdds::Giver => true,
            FirstAtOdds::GiverOfPiece => any(false),
            FirstAtOdds::GiverOfPieceOrTerms => any(true),
            FirstAtOdds::Unstated => false,
        };
    begins.then_some(odds.giver)
}

pub(crate) fn irregular_beginnings(context: &Context<'_>, base: Facts) -> Vec<Irregularity> {
    let mut found = Vec::new();
    let from_the_start = |rule, facts, offender, tag, message| {
        wrong_from_the_start(context, rule, facts, offender, context.tag_span(tag), message)
    };
    let record = context.record();
    let odds = context.odds();
    if let Some(due) = &record.due_position() {
        let wrong = misplacement(due, &record.start, odds, context.code().regulations.odds);
        if let Some(Misplacement { rule, left_on, offender, message }) = wrong {
            let between = Misplaced::between(due, &record.start);
            let is_surplus = rule == Rule::SetupMisplaced && between.lacking.is_empty();
            let facts = base
                .with(Predicate::OddsLeftOn, left_on)
                .with(Predicate::ManTooMany, is_surplus)
                .with(Predicate::PawnAndMove, odds.is_some_and(gives_pawn_and_move));
            found.push(Irregularity {
                wrong: between,
                ..from_the_start(rule, facts, offender, TagName::Placed, message)
            });
        }
    }
    if let Some(TagValue::Board(CornerColour::Dark)) = context.tag_value(TagName::Board) {
        let message = sentences::setup::dark_corner();
        let facts = base.with(Predicate::MenSetUpWrong, !found.is_empty());
        found.insert(0, from_the_start(Rule::SetupBoard, facts, None, TagName::Board, message));
    }
    found
}

pub(crate) fn wrong_from_the_start(
    context: &Context<'_>,
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
        made: MovesMade::before(&context.record().start),
        span,
        message,
        answered_by_touch: Vec::new(),
    }
}

/// Returns the player who is to begin, if the record shows it by its tag or by the turn of the starting position. If
/// the code leaves the first move to lot or alternation, White begins unless the record says otherwise.
pub(crate) fn entitled_to_begin(context: &Context<'_>) -> Option<Color> {
    if !shows_who_began(context) {
        return None;
    }
    if let Some(TagValue::RightOfMove(entitled)) = context.tag_value(TagName::RightOfMove) {
        return Some(entitled);
    }
    let start = &context.record().start;
    let initial = Position::initial();
    let is_set_up = Square::all().all(|square| start.man_at(square) == initial.man_at(square));
    let by_lot = context.code().regulations.first_move.is_some() && context.value(TagName::Odds).is_none();
    (is_set_up && (by_lot || context.value(TagName::Fen).is_some())).then(|| start.turn())
}

/// Whether the record shows who made the first move. If the code gives it to either player, the record must begin with
/// the game.
fn shows_who_began(context: &Context<'_>) -> bool {
    context.record().begins_at_move_one() || context.code().regulations.first_move.is_none()
}

struct Misplacement {
    rule: Rule,
    left_on: bool,
    offender: Option<Color>,
    message: String,
}

fn misplacement(
    due: &Position,
    placed: &Position,
    odds: Option<&Odds>,
    rules: Option<OddsRules>,
) -> Option<Misplacement> {
    let Misplaced { mut lacking, extra } = Misplaced::between(due, placed);
    if let Some(odds) = odds {
        let giver = odds.giver;
        let wrong_odds = |left_on: bool, message: String| {
            Some(Misplacement { rule: Rule::SetupOdds, left_on, offender: Some(giver), message })
        };
        let is_given = |square: &Square| odds.terms.contains(&OddsTerm::Square(*square));
        if !extra.is_empty() && extra.iter().all(is_given) && lacking.is_empty() {
            let count = extra.len();
            let men = words::men_seen_by(giver, placed, extra.into_iter());
            return wrong_odds(true, sentences::setup::odds_men_left_on(giver, &men, count));
        }
        for term in &odds.terms {
            let OddsTerm::Man(role) = term else { continue };
            let of_odds = |square: &Square| due.man_at(*square) == Some(Man { color: giver, role: *role });
            let Some(at) = lacking.iter().position(of_odds) else {
                return wrong_odds(true, sentences::setup::odds_left_on(giver, *role));
            };
            let taken = lacking.remove(at);
            let meant = rules.and_then(|rules| man_meant(giver, *role, rules));
            if let Some(meant) = meant.filter(|meant| *meant != taken) {
                let message = sentences::setup::other_man_taken_off(giver, *role, taken, meant);
                return wrong_odds(false, message);
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
        let count = lacking.len();
        let message = sentences::setup::men_missing(&words::men(due, lacking.into_iter()), count);
        return Some(Misplacement { rule: Rule::SetupOmitted, left_on: false, offender, message });
    }
    let offender = owner(&extra, placed)
        .filter(|owner_of_extra| owner(&lacking, due).is_none_or(|other| other == *owner_of_extra));
    let count = extra.len();
    let men = words::men(placed, extra.into_iter());
    let message = if lacking.is_empty() {
        sentences::setup::men_too_many(&men, count)
    } else {
        sentences::setup::men_misplaced(&men, count)
    };
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

/// Returns the man meant by odds that do not name one, if the code says.
fn man_meant(giver: Color, role: Role, rules: OddsRules) -> Option<Square> {
    let file = match (role, rules.pawn, rules.piece) {
        (Role::Pawn, OddsPawn::KingsBishops, _) => 5,
        (Role::Rook, _, OddsPiece::Queens) => 0,
        (Role::Knight, _, OddsPiece::Queens) => 1,
        (Role::Bishop, _, OddsPiece::Queens) => 2,
        _ => return None,
    };
    let rank = match giver {
        Color::White => u8::from(role == Role::Pawn),
        Color::Black => 7 - u8::from(role == Role::Pawn),
    };
    Some(Square::new(File::from_index(file), Rank::from_index(rank)))
}

pub(crate) fn notice_beginning(p: &mut Proceedings<'_, '_>, by: Option<Color>, what: Notice, span: Span) {
    let is_meant = |rule: Rule| is_of_notice(rule, what);
    let waits =
        |irregularity: &Irregularity| is_meant(irregularity.rule) && awaits_player(p, irregularity, by);
    if p.beginning.irregularities.iter().any(waits) {
        return;
    }
    if let Some(irregularity) = p.beginning.take(|irregularity| is_meant(irregularity.rule)) {
        decide_beginning(p, irregularity, by, Request::Noticed);
        return;
    }
    if let Some(by) = by
        && let Some(index) = p.hand_to_other_finder(by, |case| is_meant(case.rule))
    {
        return p.ask(index, Some(by));
    }
    // Repeating the notice changes nothing.
    if p.cases.find_beginning(|case| is_meant(case.rule)).is_some() {
        return;
    }
    if what == Notice::FirstMove
        && let Some(irregularity) = begun_by_receiver(p, span)
    {
        decide_beginning(p, irregularity, by, Request::Noticed);
        return;
    }
    // In a series, the earlier games show who was to begin.
    if what == Notice::FirstMove && p.context.value(TagName::Series).is_some() {
        return;
    }
    if what == Notice::FirstMove && !shows_who_began(p.context) {
        return p.report_nothing_to_notice(by, sentences::setup::beginner_not_recorded(), span);
    }
    let on_odds = matches!(what, Notice::Odds | Notice::Setup);
    if on_odds && let Some(irregularity) = unnamed_odds::left_on_unnamed(p) {
        decide_beginning(p, irregularity, by, Request::Noticed);
        return;
    }
    let unrecorded = if on_odds { unnamed_odds::unrecorded_odds(p) } else { None };
    let nothing = match unrecorded {
        Some(role) => sentences::setup::odds_not_recorded(role),
        None => sentences::setup::nothing_wrong_at_start(&sentences::penalty::finder(by, p.context.terms())),
    };
    p.report_nothing_to_notice(by, nothing, span);
}

fn is_of_notice(rule: Rule, what: Notice) -> bool {
    match what {
        Notice::Board => rule == Rule::SetupBoard,
        Notice::Setup => matches!(rule, Rule::SetupMisplaced | Rule::SetupOmitted | Rule::SetupOdds),
        Notice::Omitted(_) => rule == Rule::SetupOmitted,
        Notice::Odds => rule == Rule::SetupOdds,
        Notice::FirstMove => rule == Rule::SetupFirstMove,
        _ => false,
    }
}

/// Whether the code hears a notice of a wrong beginning even after the end of the game.
pub(crate) fn may_be_noticed_after_end(p: &Proceedings<'_, '_>, what: Notice) -> bool {
    let never_closes = |provision: &Provision| {
        provision.window.as_ref().is_some_and(|window| window.closes == WindowId::Never)
    };
    p.beginning.irregularities.iter().any(|irregularity| {
        let facts = facts_of_beginning(p, irregularity);
        is_of_notice(irregularity.rule, what)
            && ruling(p.context.code(), irregularity.rule, facts, |_| true)
                .is_some_and(|found| never_closes(found.provision))
    })
}

/// Whether a notice of a wrong beginning changes nothing: only a player may use the right that it gives, or the right
/// has not arisen yet.
fn awaits_player(p: &Proceedings<'_, '_>, irregularity: &Irregularity, by: Option<Color>) -> bool {
    let facts = facts_of_beginning(p, irregularity);
    let Some(found) = ruling(p.context.code(), irregularity.rule, facts, |_| true) else { return false };
    found.provision.binds == Binds::Right && (by.is_none() || !p.has_arisen(found.provision))
}

/// Returns the irregularity of a game begun by the receiver of odds. Without a notice of it, it may have been agreed.
fn begun_by_receiver(p: &Proceedings<'_, '_>, span: Span) -> Option<Irregularity> {
    let context = p.context;
    let entitled = first_at_odds(context).filter(|_| context.value(TagName::RightOfMove).is_none())?;
    let began = p.beginning.began.filter(|began| *began != entitled)?;
    Some(wrong_beginner(p, began, entitled, span))
}

/// Notes who makes the first move, and whether it was the other player's.
pub(crate) fn note_first_move(p: &mut Proceedings<'_, '_>, made: MadeMove) {
    if p.plies() > 0 || !shows_who_began(p.context) {
        return;
    }
    p.beginning.began = Some(made.by);
    let context = p.context;
    let Some(entitled) = entitled_to_begin(context).filter(|entitled| *entitled != made.by) else { return };
    if p.beginning.has(Rule::SetupFirstMove) {
        return;
    }
    let tag = context.record().tag(TagName::RightOfMove).map(|pair| pair.value);
    let span = tag.unwrap_or_else(|| context.span_of_move(made.source, made.place));
    let wrong = wrong_beginner(p, made.by, entitled, span);
    p.beginning.irregularities.push(wrong);
}

/// The game begins anew after every move was taken back. Returns whether the beginning was wrong without a notice of
/// it.
pub(crate) fn begin_anew(p: &mut Proceedings<'_, '_>) -> bool {
    let began = p.beginning.began.take();
    let is_meant = |irregularity: &Irregularity| irregularity.rule == Rule::SetupFirstMove;
    let Some(irregularity) = p.beginning.take(is_meant) else { return end_case_of_beginning(p, began) };
    let opened = decide_beginning(p, irregularity, None, Request::No);
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index)) {
        case.end(Disposition::Retracted);
    }
    true
}

/// Ends the case of a wrong beginning that was pointed out and taken back, if the law required that. Returns whether
/// there is one.
fn end_case_of_beginning(p: &mut Proceedings<'_, '_>, began: Option<Color>) -> bool {
    let found = p.cases.find_recent(|case| {
        case.rule == Rule::SetupFirstMove && case.report.offender.is_some() && case.report.offender == began
    });
    let Some(case) = found.and_then(|index| p.cases.get_mut(index)) else { return false };
    if case.demand.request != Request::No
        && case.remedies.iter().any(|offered| offered.remedy.kind == RemedyKind::Retract)
    {
        case.end(Disposition::Enforced);
    }
    true
}

/// Treats a demand for a remedy of a wrong beginning as a notice of it. Returns whether that opened a case.
pub(crate) fn notice_beginning_by_asking(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind) -> bool {
    let found = p.beginning.irregularities.iter().position(|irregularity| could_give(p, irregularity, kind));
    let irregularity = match found {
        Some(index) => p.beginning.irregularities.remove(index),
        None => match unnamed_odds::left_on_unnamed(p) {
            Some(left_on) if could_give(p, &left_on, kind) => left_on,
            _ => return false,
        },
    };
    decide_beginning(p, irregularity, Some(by), Request::Noticed).is_some()
}

/// Whether the code gives this remedy for the irregularity, or for similar ones if it does not mention it.
fn could_give(p: &Proceedings<'_, '_>, irregularity: &Irregularity, kind: RemedyKind) -> bool {
    let facts = facts_of_beginning(p, irregularity);
    match ruling(p.context.code(), irregularity.rule, facts, |_| true) {
        Some(found) => found.provision.gives_remedy(kind),
        None => article_for_similar_act(p.context.code(), irregularity.rule, kind).is_some(),
    }
}

fn facts_of_beginning(p: &Proceedings<'_, '_>, irregularity: &Irregularity) -> Facts {
    let record = p.context.record();
    let (start, now) = (&record.start, p.history.board());
    let due = record.due_position().unwrap_or(start);
    irregularity
        .facts
        .with(Predicate::EachHasMoved, p.each_has_moved())
        .with(Predicate::MovesKnown, true)
        .with(Predicate::MenWhereSetUp, irregularity.wrong.can_be_put_right(due, start, now))
}

fn wrong_beginner(p: &Proceedings<'_, '_>, began: Color, entitled: Color, span: Span) -> Irregularity {
    let by_odds = first_at_odds(p.context) == Some(entitled);
    let facts = p.base_facts.with(Predicate::FirstByOdds, by_odds);
    let message = sentences::setup::wrong_beginner(began, entitled);
    wrong_from_the_start(p.context, Rule::SetupFirstMove, facts, Some(began), span, message)
}

pub(crate) fn decide_unnoticed_beginnings(p: &mut Proceedings<'_, '_>) {
    for irregularity in std::mem::take(&mut p.beginning.irregularities) {
        decide_beginning(p, irregularity, None, Request::No);
    }
}

pub(crate) fn decide_beginning(
    p: &mut Proceedings<'_, '_>,
    irregularity: Irregularity,
    finder: Option<Color>,
    asked: Request,
) -> Option<usize> {
    let facts = facts_of_beginning(p, &irregularity);
    let Irregularity { rule, offender, since, made, span, message, answered_by_touch, .. } = irregularity;
    // The player who has made fewer moves may still find it.
    let finder = finder.unwrap_or_else(|| p.history.first().other());
    let blamed = offender.unwrap_or_else(|| finder.other());
    let opening = NewCase {
        is_named: offender.is_some(),
        ..NewCase::with_defaults(rule, facts, blamed, since, span, message)
    };
    let offence = Offence { ply: since, offender: blamed, kind: OffenceKind::Other, made };
    p.open_found(opening, offence, Some(finder), asked, &answered_by_touch)
}

/// `setup.odds-moves`: reports a move given as odds that goes further than the code allows. `before`: the moves each
/// player had made, those before the record's first position included.
pub(crate) fn check_given_move(p: &mut Proceedings<'_, '_>, made: MadeMove, before: MovesMade) {
    let context = p.context;
    let before = before.since(MovesMade::before(&context.record().start));
    // If the record begins later than the game, the moves given were made before it.
    let Some(odds) = context.odds().filter(|_| context.record().begins_at_move_one()) else { return };
    let given = odds.terms.iter().find_map(|term| match term {
        OddsTerm::Moves(moves) => Some(*moves),
        _ => None,
    });
    let rank = p.context.code().regulations.odds.and_then(|rules| rules.moves_rank);
    let (Some(given), Some(rank)) = (given, rank) else { return };
    let receiver = odds.giver.other();
    let to = made.played.to();
    let own_rank = if receiver == Color::White { to.rank().index() + 1 } else { 8 - to.rank().index() };
    if made.by != receiver || before.of(receiver) >= given || own_rank <= rank {
        return;
    }
    let ply = p.plies();
    let message = sentences::setup::given_move_too_far(receiver, given, to, rank);
    let opening = NewCase {
        plies_after: ply,
        plies_before: ply.saturating_sub(1),
        movetext: p.numbered(ply),
        ..NewCase::with_defaults(
            Rule::SetupOddsMoves,
            p.facts(receiver),
            receiver,
            0,
            context.span_of_move(made.source, made.place),
            message,
        )
    };
    p.open(opening);
}
