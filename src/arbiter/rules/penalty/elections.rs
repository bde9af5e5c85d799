//! Elections: a player asks for a remedy of a case.

use crate::chess::{Color, Meaning, Move, Position, Role, San, Side, Square};
use crate::finding::{Disposition, Severity};
use crate::game::{Choice, Extent, Span};
use crate::law::{Binds, Chooser, Predicate, RemedyKind, Rule, Voice};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::remedies::{OfferedRemedy, RemedyContext};
use crate::arbiter::case::{Asked, Case, Decision, PutRight, Stage};
use crate::arbiter::draft::{Draft, Law};
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{given_for_the_like, ruling};
use crate::arbiter::rules::penalty::{enforcement, late};
use crate::arbiter::state::touch::RookFirst;
use crate::arbiter::words;

/// A remedy of a case that a player asked for.
struct Choosing {
    /// Its index among those of the case.
    at: usize,
    /// The moves that remain of a remedy made of moves.
    moves: Option<Vec<Move>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Election {
    /// A case gives what was asked for, or it is done already.
    Settled,
    NotOffered,
}

/// Takes up a player's demand for a remedy.
pub(crate) fn elect(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    choice: Option<&Choice>,
    span: Span,
) -> Election {
    p.found_by_the_other(by, |case| gives(case, kind));
    if let Some(index) = newest_of(p, by, kind, |case| offers(case, kind)) {
        match chosen(p, index, kind, choice) {
            Some(choosing) => choose(p, by, index, choosing, kind, choice),
            None => unavailable(p, by, index, kind, span),
        }
        return Election::Settled;
    }
    // Of two moves in succession, the first alone stands once the second is taken back.
    let leaves_the_first = |case: &Case<'_>| offers(case, RemedyKind::FirstStands);
    if kind == RemedyKind::Retract && newest_of(p, by, kind, leaves_the_first).is_some() {
        return elect(p, by, RemedyKind::FirstStands, None, span);
    }
    if elect_in_vain(p, by, kind) || elect_by_another_name(p, by, kind, choice) {
        return Election::Settled;
    }
    if let Some(lapsed) = late::lapsed(p, kind, choice, |case| is_his(case, by, kind)) {
        late::report_late(p, by, lapsed, kind, span);
        return Election::Settled;
    }
    if kind == RemedyKind::RookStands && demand_rook(p, by) {
        return Election::Settled;
    }
    // A void game is void as soon as that is found.
    if is_void(p, kind) { Election::Settled } else { Election::NotOffered }
}

/// Whether a case that gives this remedy has already made the game void.
pub(crate) fn is_void(p: &Proceedings<'_, '_>, kind: RemedyKind) -> bool {
    p.cases.any_of_late(|case| case.has_annulled() && gives(case, kind))
}

fn gives(case: &Case<'_>, kind: RemedyKind) -> bool {
    case.provision().is_some_and(|provision| provision.gives(kind))
}

/// Returns the newest open case under which a player may ask for this remedy and that `is_so` accepts.
fn newest_of<'a>(
    p: &Proceedings<'_, 'a>,
    by: Color,
    kind: RemedyKind,
    is_so: impl Fn(&Case<'a>) -> bool,
) -> Option<usize> {
    let is_it = |case: &Case<'a>| case.is_open() && is_his(case, by, kind) && is_so(case);
    p.cases.find_newest(is_it)
}

fn choose(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    index: usize,
    Choosing { at, moves }: Choosing,
    kind: RemedyKind,
    choice: Option<&Choice>,
) {
    let Some(case) = p.cases.get_mut(index) else { return };
    case.demand.by = Some(by);
    let said = if case.offence.offender == by {
        format!("{by} chose {}{}", words::asked_for(kind, None), named(choice))
    } else {
        format!("{by} asked {}{}", words::what_is_asked(kind), named(choice))
    };
    elected(p, index, at, moves, said);
    // The other player may still ask.
    let proceeds = |case: &&mut Case<'_>| kind == RemedyKind::Proceed && case.is_for_either();
    if let Some(case) = p.cases.get_mut(index).filter(proceeds) {
        case.demand.left_by = case.demand.left_by.or(Some(by));
    }
}

/// Reports a demand that no case satisfies, under the case that is meant if there is one.
pub(crate) fn elect_unoffered(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    choice: Option<&Choice>,
    span: Span,
) {
    if asks_for_undecided_seal(p, by, kind) {
        return perhaps_sealed_amiss(p, by, kind, span);
    }
    let of = |index: &usize| p.cases.get(*index);
    let his = |index: &usize| of(index).filter(|case| is_his(case, by, kind));
    let meant = newest_of(p, by, kind, |_| true).or_else(|| {
        // The choice is not this player's, or nothing is left to choose. Cases without an offence come last.
        p.cases
            .latest()
            .find(|index| his(index).is_some_and(|case| !case.is_struck_out()))
            .or_else(|| p.cases.newest().find(|index| of(index).is_some_and(Case::is_open)))
            .or_else(|| p.cases.latest().find(|index| his(index).is_some()))
    });
    match meant {
        Some(index) if is_presupposed(p, index, by, kind) => p.ask(index, Some(by)),
        // The offender chooses how it is done, and the opponent may ask that it be done.
        Some(index) if choice.is_none() && is_all_there_is(p, index, by, kind) => {
            p.ask(index, Some(by));
        }
        Some(index) => unavailable(p, by, index, kind, span),
        None => no_case(p, by, kind, span),
    }
}

/// Handles a demand for a remedy that has no move here, which leads to the remedy that the code puts in its place.
/// Returns whether there is such a case.
fn elect_in_vain(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind) -> bool {
    let now = p.plies();
    // A touch that does not bind ends at once.
    let is_of_now = |case: &Case<'_>| {
        case.is_open() || (case.stage == Stage::Ended(Disposition::Stands) && case.offence.ply == now)
    };
    let instead = |index: usize| {
        let case = p.cases.get(index).filter(|case| is_of_now(case) && case.is_for(by))?;
        case.ground.as_ref()?.instead_of(kind, case.provision()?)
    };
    let Some((index, instead)) = p.cases.latest().find_map(|index| Some((index, instead(index)?))) else {
        return false;
    };
    let Some(case) = p.cases.get_mut(index) else { return false };
    let asked = words::what_is_asked(kind);
    let Some(first) = instead.first() else {
        case.ask(Asked::NoPenalty, Some(by));
        let so = if case.remedies.is_empty() { "" } else { ": there is no penalty" };
        case.note(format!("{by} asked {asked}, which cannot be done{so}"));
        if case.stage != Stage::Standing {
            case.end(Disposition::Enforced);
        }
        return true;
    };
    let Some(at) = case.remedies.iter().position(|laid| laid == first) else { return false };
    let moves = first.moves.clone();
    let said = format!(
        "{by} asked {asked}, which cannot be done: {} is due instead",
        words::asked_for(first.remedy.kind, None)
    );
    case.demand.by = Some(by);
    elected(p, index, at, (!moves.is_empty()).then_some(moves), said);
    true
}

/// Handles a demand that the code satisfies under another name: the king if its own move is due or any man may be
/// named, or a man among those that may be named. Returns whether there is such a case.
fn elect_by_another_name(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    choice: Option<&Choice>,
) -> bool {
    let meant = |index: usize| {
        let case = p.cases.get(index).filter(|case| case.is_open() && case.is_for(by))?;
        Some((index, meant_by_another_name(case, &case.remedies, kind, choice)?))
    };
    let Some((index, Meant { at, moves })) = p.cases.newest().find_map(meant) else { return false };
    if let Some(case) = p.cases.get_mut(index) {
        case.demand.by = Some(by);
    }
    let said = format!("{by} asked {}{}", words::what_is_asked(kind), named(choice));
    elected(p, index, at, Some(moves), said);
    true
}

/// Notes that the opponent demands at once that a rook released before the king was touched stay there, so that
/// castling would come too late. Returns whether the code gives this.
fn demand_rook(p: &mut Proceedings<'_, '_>, by: Color) -> bool {
    let castler = by.other();
    let code = p.context.code();
    let given =
        code.provisions_for(Rule::MoveCastlingOrder).any(|provision| provision.gives(RemedyKind::RookStands));
    let board = *p.table.board();
    let king = board.of(castler, Role::King).single().filter(|_| board.turn() == castler);
    let Some(king) = king.filter(|_| given) else { return false };
    let hands = p.hands.of_mut(castler);
    let is_let_go = [Side::King, Side::Queen]
        .into_iter()
        .filter_map(|side| board.castling_rook(king, castler, side))
        .any(|rook| hands.rook_first(king, rook) == Some(RookFirst::Quitted));
    if is_let_go {
        hands.demand_rook(by);
    }
    is_let_go
}

/// Applies an earlier demand about the released rook to the castling.
pub(crate) fn elect_as_demanded(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    let kind = RemedyKind::RookStands;
    let Some(case) = p.cases.get_mut(index) else { return };
    let Some(at) = case.remedies.iter().position(|laid| laid.remedy.kind == kind) else { return };
    case.demand.by = Some(by);
    elected(p, index, at, None, format!("{by} asked {} before it", words::what_is_asked(kind)));
}

/// Whether the remedy asked for is the only duty of the offender, who chooses only how to fulfil it.
fn is_all_there_is(p: &Proceedings<'_, '_>, index: usize, by: Color, kind: RemedyKind) -> bool {
    p.cases.get(index).is_some_and(|case| {
        let is_it =
            |laid: &OfferedRemedy| laid.remedy.kind == kind && laid.remedy.chooser == Chooser::Offender;
        case.is_open()
            && case.offence.offender != by
            && case.provision().is_some_and(|provision| provision.binds == Binds::Duty)
            && !case.remedies.is_empty()
            && case.remedies.iter().all(is_it)
    })
}

/// Whether the law requires in any case what is asked for: that the move is taken back, that the man in hand is put
/// back, or, for men touched in an unknown order, one of the remedies that may apply.
fn is_presupposed(p: &Proceedings<'_, '_>, index: usize, by: Color, kind: RemedyKind) -> bool {
    p.cases.get(index).is_some_and(|case| {
        let is_back = match kind {
            RemedyKind::Retract | RemedyKind::RetractSecond => {
                case.before < case.offence.ply && case.back_to.is_some()
            }
            RemedyKind::Restore => case.rule == Rule::TouchHold,
            _ => {
                let is_order_open = case.ground.as_ref().is_some_and(RemedyContext::leaves_order_open);
                is_order_open && case.is_due(&[kind])
            }
        };
        is_back && case.is_open() && case.offence.offender != by
    })
}

/// Returns the remedy that is meant, with the moves that the choice leaves.
fn chosen(
    p: &Proceedings<'_, '_>,
    index: usize,
    kind: RemedyKind,
    choice: Option<&Choice>,
) -> Option<Choosing> {
    let case = p.cases.get(index)?;
    let of_kind = || case.remedies.iter().enumerate().filter(|(_, laid)| laid.remedy.kind == kind);
    let Some(choice) = choice else {
        let (at, _) = of_kind().next()?;
        let all = all_moves(&case.remedies, kind);
        return Some(Choosing { at, moves: (!all.is_empty()).then_some(all) });
    };
    of_kind().find_map(|(at, laid)| {
        let moves = moves_named(case, laid, choice)?;
        Some(Choosing { at, moves: (!laid.moves.is_empty()).then_some(moves) })
    })
}

pub(crate) fn elected(
    p: &mut Proceedings<'_, '_>,
    index: usize,
    at: usize,
    chosen: Option<Vec<Move>>,
    said: String,
) {
    let Some(case) = p.cases.get_mut(index) else { return };
    // The offender may have done it unasked.
    let is_done = |case: &Case<'_>, ply: u32| {
        let played = p.table.stood(ply).map(|stood| stood.played);
        let meets = |moves: &[Move]| played.is_some_and(|played| moves.contains(&played));
        match &case.demand.chosen {
            Some(chosen) => meets(chosen),
            None => case.due().iter().any(|laid| meets(&laid.moves)),
        }
    };
    case.demand.asked = Asked::Elected(at);
    case.demand.chosen = chosen;
    case.note(said);
    if let Stage::Answered(ply) = case.stage
        && is_done(case, ply)
    {
        case.end(Disposition::Enforced);
    }
    match case.remedies.get(at).map(|laid| laid.remedy.kind) {
        Some(RemedyKind::Annul) => case.end(Disposition::Annulled),
        Some(RemedyKind::Forfeit | RemedyKind::Draw | RemedyKind::Win | RemedyKind::Admonish) => {
            case.end(Disposition::Enforced);
        }
        Some(RemedyKind::Promote) if case.is_of_law() => {
            case.execution.put_right = PutRight::ByUmpire;
            case.end(Disposition::Enforced);
        }
        Some(RemedyKind::Supply) if case.execution.put_right == PutRight::BeforeTheChoice => {
            case.end(Disposition::Enforced);
        }
        Some(RemedyKind::RookStands) => leave_castling_to_its_rook(p, index),
        // Time is given at once, and nothing else is to be done.
        Some(RemedyKind::AddTime | RemedyKind::LoseTime)
            if case.stage == Stage::Standing && case.goes_back_to().is_none() =>
        {
            case.end(Disposition::Enforced);
        }
        _ => {}
    }
}

/// Waives the other offences of a castling that is to be a move of the rook alone: the king has then not castled.
fn leave_castling_to_its_rook(p: &mut Proceedings<'_, '_>, index: usize) {
    let Some(order) = p.cases.get(index) else { return };
    let (ply, offender) = (order.offence.ply, order.offence.offender);
    let Some(by) = order.demand.by else { return };
    p.cases.each_open(|case| {
        let is_of_castling = case.rule == Rule::MoveCastling
            && case.offence.ply == ply
            && case.offence.offender == offender
            && case.demand.asked == Asked::No;
        if is_of_castling {
            case.note(format!("{by} asked that the rook's move alone stand"));
            case.end(Disposition::Waived);
        }
    });
}

fn unavailable(p: &mut Proceedings<'_, '_>, by: Color, index: usize, kind: RemedyKind, span: Span) {
    let Some(case) = p.cases.get(index) else { return };
    if let Decision::Silence(voice) = case.decision {
        if let Some(article) = given_for_the_like(p.context.code(), case.rule, kind) {
            return perhaps_given(p, by, kind, voice, article, span);
        }
        // An answer to a call is not a demand for a penalty.
        if case.rule == Rule::DrawCount && case.offence.offender != by {
            return answer_in_silence(p, by, kind, voice, span);
        }
    }
    let help = if case.remedies.is_empty() {
        "it gives nothing for this".to_owned()
    } else {
        format!("it gives {}", case.given_in_words())
    };
    let is_offered = case.remedies.iter().any(|laid| laid.remedy.kind == kind);
    let asked = words::what_is_asked(kind);
    let has_let_pass = case.stage == Stage::Ended(Disposition::Waived) || case.demand.left_by == Some(by);
    let message = if has_let_pass {
        format!("{by} asks {asked}, and has let the offence pass")
    } else if is_offered && !case.is_for(by) {
        format!("{by} asks {asked}, and it is not for him to choose")
    } else if is_offered && case.is_ended() {
        format!("{by} asks {asked}, and the offence is done with")
    } else if is_offered {
        format!("{by} asks {asked}, with a man or a move that this does not allow")
    } else if case.provision().is_some_and(|law| law.remedies.iter().any(|given| given.kind == kind)) {
        format!("{by} asks {asked}, which cannot be done here")
    } else {
        format!("{by} asks {asked}, which the code does not give here")
    };
    let provision = case.provision();
    // An unrevealed provision may give it.
    let unrevealed = matches!(case.decision, Decision::Silence(Voice::Unrevealed));
    let severity = if unrevealed { Severity::Info } else { Severity::Error };
    let mut draft = Draft::new(Rule::PenaltyUnavailable, severity, p.plies(), span, message);
    draft = match provision {
        Some(provision) => draft.under(provision),
        None => draft.of_fact(),
    };
    draft.offender = Some(by);
    p.push(draft.help(help));
}

/// Reports a demand that the code satisfies for similar acts but not expressly for this one. It is no offence and has
/// no effect.
fn perhaps_given(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    voice: Voice,
    article: &str,
    span: Span,
) {
    let asked = words::what_is_asked(kind);
    let message = format!("{by} asks {asked}, and whether that is given here the code does not say");
    let mut draft = Draft::new(Rule::PenaltyUnavailable, Severity::Info, p.plies(), span, message);
    draft.law = Law::Silence(voice);
    draft.offender = Some(by);
    draft.disposition = Some(Disposition::Stands);
    p.push(draft.help(format!("{article} gives it for the like")));
}

/// Reports an answer to a call of which the code says nothing. It has no effect either.
fn answer_in_silence(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind, voice: Voice, span: Span) {
    let message = format!("{by} answers the call with {}, and nothing follows", words::asked_for(kind, None));
    let mut draft = Draft::new(Rule::DrawCount, Severity::Info, p.plies(), span, message);
    draft.law = Law::Silence(voice);
    p.push(draft);
}

/// Whether the demand depends on a sealed text expressing no legal move, which is undecided.
fn asks_for_undecided_seal(p: &Proceedings<'_, '_>, by: Color, kind: RemedyKind) -> bool {
    let mut on_seals = p.context.code().provisions_for(Rule::AdjournSealIllegal);
    p.adjournment.undecided == Some(by.other()) && on_seals.any(|law| law.gives(kind))
}

fn perhaps_sealed_amiss(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind, span: Span) {
    let asked = words::what_is_asked(kind);
    let message = format!("{by} asks {asked}, and whether the sealed text gives that is undecided");
    let rule = Rule::PenaltyUnavailable;
    p.push(Draft::new(rule, Severity::Info, p.plies(), span, message).of_fact());
}

fn no_case(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind, span: Span) {
    let asked = words::what_is_asked(kind);
    let message = format!("{by} asks {asked}, and nothing is open that could give it");
    p.push(Draft::new(Rule::RecordCommand, Severity::Error, p.plies(), span, message));
}

/// Reports a waiver without effect: of the player's own offence, which only the opponent can waive, or of nothing.
fn waive_in_vain(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let is_his_own = |case: &Case<'_>| {
        case.is_open()
            && case.has_effect()
            && case.offence.offender == by
            && case.account.offender == Some(by)
    };
    let may_use_it = |case: &Case<'_>| case.is_for(by) && !case.is_for(by.other());
    let is_meant =
        |index: usize| p.cases.get(index).is_some_and(|case| is_his_own(case) && !may_use_it(case));
    let (severity, what) = if p.cases.newest().any(is_meant) {
        (Severity::Warning, "an offence of his own pass, which is not his to do")
    } else {
        (Severity::Info, "an offence pass, and none is open that is his to let pass")
    };
    let message = format!("{by} lets {what}: nothing follows from this");
    p.push(Draft::new(Rule::RecordCommand, severity, p.plies(), span, message));
}

pub(crate) fn waive(p: &mut Proceedings<'_, '_>, by: Color, extent: Extent, span: Span) {
    let his: Vec<usize> = p
        .cases
        .newest()
        .filter(|index| {
            p.cases.get(*index).is_some_and(|case| {
                let is_his = case.offence.offender != by || case.is_for_either();
                is_his && case.is_for(by) && case.is_open()
            })
        })
        .collect();
    let how_many = match extent {
        Extent::Newest => 1,
        Extent::All => his.len(),
    };
    if his.is_empty() {
        waive_in_vain(p, by, span);
    }
    let facts = p.facts(by).with(Predicate::Waived, true);
    let leave =
        ruling(p.context.code(), Rule::PenaltyNotExecuted, facts, |_| true).map(|found| found.provision);
    for index in his.into_iter().take(how_many) {
        let Some(case) = p.cases.get_mut(index) else { continue };
        if case.is_beyond_waiver() {
            case.note(format!("{by} lets it pass, and no player can: the law lays it down"));
            continue;
        }
        if leave_to_the_other(p, index, by) {
            continue;
        }
        let Some(case) = p.cases.get_mut(index) else { continue };
        let played_instead = match case.stage {
            Stage::Disobeyed(ply) => Some(ply),
            _ => None,
        };
        case.end(Disposition::Waived);
        if let Some(leave) = leave {
            case.note(Note::Article(leave));
        }
        enforcement::settle_castled(p, |ply| Some(ply) == played_instead, Disposition::Waived);
    }
}

/// Notes that one of two players who may both ask waives. Returns whether the other may still ask.
fn leave_to_the_other(p: &mut Proceedings<'_, '_>, index: usize, by: Color) -> bool {
    let other = by.other();
    let Some(case) = p.cases.get_mut(index).filter(|case| case.is_for_either()) else { return false };
    if !case.is_for(other) {
        return false;
    }
    // If each finder has an own time limit, the other's limit counts from here.
    if case.has_a_limit_for_each() && !p.hand_over(index, other) {
        return false;
    }
    let Some(case) = p.cases.get_mut(index) else { return false };
    case.demand.left_by = Some(by);
    if case.demand.by == Some(by) {
        case.ask(Asked::No, None);
    }
    case.note(format!("{by} lets it pass, and {other} need not"));
    true
}

/// A remedy of a case, with the moves that a demand leaves of it.
pub(crate) struct Meant {
    at: usize,
    moves: Vec<Move>,
}

/// Returns the remedy among `given` that the code gives under another name than the one asked for.
pub(crate) fn meant_by_another_name(
    case: &Case<'_>,
    given: &[OfferedRemedy],
    kind: RemedyKind,
    choice: Option<&Choice>,
) -> Option<Meant> {
    use RemedyKind::{MoveKing, MoveLegally, MoveNamed, MoveOther, MoveRook, MoveTouched};
    let is_named_among = |given: RemedyKind| choice.is_some() && matches!(given, MoveNamed | MoveOther);
    let is_alike = |given: RemedyKind| match kind {
        MoveKing => matches!(given, MoveNamed | MoveOther | MoveLegally | MoveTouched),
        MoveNamed => {
            given == MoveOther
                || (choice.is_some() && matches!(given, MoveLegally | MoveTouched | MoveKing | MoveRook))
        }
        MoveOther => given == MoveNamed,
        MoveTouched => given == MoveLegally || is_named_among(given),
        MoveLegally => given == MoveTouched || is_named_among(given),
        MoveRook => matches!(given, MoveNamed | MoveOther | MoveLegally | MoveTouched),
        _ => false,
    };
    let ground = case.ground.as_ref()?;
    let kings = ground.position.of(ground.position.turn(), Role::King);
    let rook = ground.castling_rook();
    let meant = |(at, laid): (usize, &OfferedRemedy)| {
        let mut moves = match choice.filter(|_| kind != MoveKing) {
            Some(choice) => moves_named(case, laid, choice)?,
            None if matches!(kind, MoveKing | MoveRook) => laid.moves.clone(),
            None => all_moves(given, laid.remedy.kind),
        };
        if kind == MoveKing {
            // A king named among other men pays a penalty and does not castle.
            let pays = ground.bars_castling || matches!(laid.remedy.kind, MoveNamed | MoveOther);
            moves.retain(|played| kings.has(played.from()) && !(pays && played.is_castling()));
        } else if kind == MoveRook {
            moves.retain(|played| Some(played.from()) == rook);
        }
        (!moves.is_empty()).then_some(Meant { at, moves })
    };
    given.iter().enumerate().filter(|(_, laid)| is_alike(laid.remedy.kind)).find_map(meant)
}

/// Returns the moves of every remedy of a kind, for a demand that names no man or move.
fn all_moves(given: &[OfferedRemedy], kind: RemedyKind) -> Vec<Move> {
    let of_kind = given.iter().filter(|laid| laid.remedy.kind == kind);
    of_kind.flat_map(|laid| laid.moves.iter().copied()).collect()
}

/// Returns the moves of a remedy that a choice leaves, without castling if the code bars it as a penalty; `None` if the
/// choice names none.
fn moves_named(case: &Case<'_>, laid: &OfferedRemedy, choice: &Choice) -> Option<Vec<Move>> {
    let mut moves = named_by(case, laid, choice)?;
    let bars_castling = case.ground.as_ref().is_some_and(|ground| ground.bars_castling);
    if bars_castling && !moves.iter().all(|played| played.is_castling()) {
        moves.retain(|played| !played.is_castling());
    }
    Some(moves)
}

fn offers(case: &Case<'_>, kind: RemedyKind) -> bool {
    case.remedies.iter().any(|laid| laid.remedy.kind == kind)
}

/// Whether this player may ask for this remedy under a case. Either player may ask for what makes the game void by law.
fn is_his(case: &Case<'_>, by: Color, kind: RemedyKind) -> bool {
    let is_void_for_both = || kind == RemedyKind::Annul && case.annuls();
    (case.is_for(by) || is_void_for_both()) && case.rule != Rule::PenaltyCastled
}

/// ` (e2)`: the choice named with a demand.
fn named(choice: Option<&Choice>) -> String {
    choice.map_or_else(String::new, |choice| format!(" ({choice})"))
}

/// Returns the moves of a remedy that a choice leaves; `None` if it names none of them.
fn named_by(case: &Case<'_>, laid: &OfferedRemedy, choice: &Choice) -> Option<Vec<Move>> {
    if laid.moves.is_empty() {
        return Some(Vec::new());
    }
    let position = case.ground.as_ref().map(|ground| &ground.position)?;
    let of_man =
        |man| -> Vec<Move> { laid.moves.iter().copied().filter(|played| played.from() == man).collect() };
    let taking = |man| -> Vec<Move> {
        // An empty square names no man.
        let stands = |man| position.man_at(man).is_some();
        let takes = |played: &Move| crate::arbiter::case::remedies::takes(*played, man);
        laid.moves.iter().copied().filter(|played| stands(man) && takes(played)).collect()
    };
    let left = match choice {
        Choice::Square(square) => {
            let own = of_man(*square);
            let hostile = taking(*square);
            if !own.is_empty() {
                own
            } else if !hostile.is_empty() {
                hostile
            } else {
                // An empty square can be the destination of a man, as in `e4` for a pawn. The opponent names only the
                // man.
                man_going_to(*square, laid, position).map(of_man).unwrap_or_default()
            }
        }
        Choice::Piece(role) => laid
            .moves
            .iter()
            .copied()
            .filter(|played| matches!(played.kind(), crate::chess::MoveKind::Promotion(to) if to == *role))
            .collect(),
        Choice::Move(text) => {
            let read = San::from_ascii(text.as_str().as_bytes())?;
            match position.meaning(read) {
                Meaning::Legal(played) if laid.moves.contains(&played) => of_man(played.from()),
                _ => Vec::new(),
            }
        }
    };
    // The offender picks the man that captures.
    let is_capture = matches!(laid.remedy.kind, RemedyKind::CaptureTouched | RemedyKind::CaptureMan);
    (!left.is_empty()).then(|| if is_capture { laid.moves.clone() } else { left })
}

/// Returns the man meant by its square of arrival: a pawn, or the only man that can go there.
fn man_going_to(square: Square, laid: &OfferedRemedy, position: &Position) -> Option<Square> {
    let men = || laid.moves.iter().filter(|played| played.to() == square).map(|played| played.from());
    let is_pawn = |man: &Square| position.man_at(*man).is_some_and(|man| man.role == Role::Pawn);
    let first = men().next()?;
    men().find(is_pawn).or_else(|| men().all(|man| man == first).then_some(first))
}

/// `penalty.indulgence`. It is only a request if the record does not show the waiver for which it is claimed in return.
pub(crate) fn claim_indulgence(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let has_let_pass =
        |case: &Case<'_>| case.stage == Stage::Ended(Disposition::Waived) && case.offence.offender != by;
    let gave_one = p.cases.any_of_late(has_let_pass);
    let in_return = if gave_one { " in return for one that he gave" } else { "" };
    let message = format!("{by} asks for an indulgence{in_return}");
    let opening = Opening::at(Rule::PenaltyIndulgence, p.facts(by), by, p.plies(), span, message);
    let opened = p.open(opening);
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index)).filter(|_| !gave_one) {
        case.account.gravity = Severity::Info;
    }
}
