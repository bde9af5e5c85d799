//! What happens, event by event: each move and act is shown to the open cases, then judged.

use crate::chess::{Color, Move, MoveKind};
use crate::finding::{Disposition, Severity};
use crate::game::{
    Act, Agreement, Channel, Claim, Event, Made as MadeMove, Notice, PlacedAct, PutRight, Ruling, Span, Word,
};
use crate::law::{Binds, Family, Predicate, RemedyKind, Rule};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::windows::{Completed, OffenceKind};
use crate::arbiter::case::{Asked, Case, Stage};
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::agreement::Offered;
use crate::arbiter::rules::conduct::Misconduct;
use crate::arbiter::rules::draws::DrawnByLaw;
use crate::arbiter::rules::moves::Judged;
use crate::arbiter::rules::touches::TouchedMen;
use crate::arbiter::rules::{
    agreement, board, calls, claims, conduct, counts, discoveries, elections, enforcement, moves, notices,
    rulings, setup, touches,
};
use crate::arbiter::state::board::{Lawfulness, Stood};
use crate::arbiter::state::draws::Answer;
use crate::arbiter::state::stage::GameStage;
use crate::arbiter::state::touch::{Chosen, Hands};
use crate::arbiter::words;

/// How many cases a game may bring, before it is not judged: each is kept, with its remedies, until all are ruled on.
pub(crate) const MOST_CASES: usize = 1 << 8;

/// How far a game was followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Followed {
    ToItsEnd,
    /// More cases came up than are kept.
    InPart,
}

/// A record about to be followed.
pub(crate) fn start<'b, 'a>(context: &'b Context<'a>) -> Proceedings<'b, 'a> {
    let mut proceedings = Proceedings::new(context);
    proceedings.beginning.irregular = context.irregular_beginnings(proceedings.base);
    proceedings
}

/// Follows everything that happened.
pub fn follow(p: &mut Proceedings<'_, '_>, events: &[Event<'_>]) -> Followed {
    for (index, event) in events.iter().enumerate() {
        let rest = events.get(index + 1..).unwrap_or_default();
        if let Event::Move(made) = event
            && let Some(end) = ended_before(p, *made)
        {
            after_the_end(p, &end, *made);
            replay(p, events.get(index..).unwrap_or_default());
            return Followed::ToItsEnd;
        }
        match event {
            Event::Move(made) => take_move(p, *made, rest),
            Event::Act(placed) => take_act(p, placed, rest),
        }
        if p.cases.len() > MOST_CASES {
            return Followed::InPart;
        }
    }
    Followed::ToItsEnd
}

pub(crate) fn take_move(p: &mut Proceedings<'_, '_>, made: MadeMove, rest: &[Event<'_>]) {
    conduct::comes_back(p, made.by);
    conduct::plays_though_late(p, made.by);
    p.umpire.ruled_end = None;
    conduct::written_before(p, made.by);
    p.permission.clear();
    p.clock.pressed.retain(|presser| *presser != made.by);
    let record = p.context.record();
    let ply = p.plies() + 1;
    let doubtful = record.facts.doubtful.is_some_and(|from| ply > from);
    if doubtful || p.adjournment.is_set_up_anew || made.played == Move::NULL {
        pass(p, made.by);
        p.table.make(made, Lawfulness::Lawful);
        return;
    }
    setup::begin(p, made);
    let opened = p.adjournment.opened.take();
    p.adjournment.undecided = None;
    let before = p.table.made();
    moves::judge_move(p, made, rest);
    if let Some(opened) = opened {
        conduct::hold_to_seal(p, &opened, made);
    }
    setup::weigh_given_move(p, made, before);
}

/// A turn is passed: where the loss of a move was asked for, that is it.
fn pass(p: &mut Proceedings<'_, '_>, by: Color) {
    p.cases.each_open(|case| {
        if case.stage == Stage::Due
            && case.asked != Asked::No
            && case.offence.offender == by
            && case.is_due(&[RemedyKind::ForfeitMove])
        {
            case.end(Disposition::Enforced);
        }
    });
}

/// Shows a completed move to every window.
pub(crate) fn show_move(p: &mut Proceedings<'_, '_>, completed: Completed) {
    p.draws.answer_offer(completed.by, Answer::WentOn);
    counts::count_on(p, completed);
    notices::still_impossible(p);
    p.cases.each_watch(|watch| watch.see_move(completed));
    for index in p.cases.open().to_vec() {
        play_on(p, index, completed.by);
    }
    p.after_each();
}

/// Somebody moves while what was asked stands undone.
fn play_on(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    const LEAVES_THINGS: [RemedyKind; 4] =
        [RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::Proceed, RemedyKind::CountFifty];
    const STANDS: [RemedyKind; 2] = [RemedyKind::BothStand, RemedyKind::SecondStands];
    let Some(case) = p.cases.get_mut(index) else { return };
    case.play_on_put_right(by);
    if case.asked == Asked::No || case.is_ended() {
        return;
    }
    match case.stage {
        Stage::Standing if matches!(case.asked, Asked::Elected(_)) && case.is_due(&LEAVES_THINGS) => {
            // The other player, who may ask as well, may still prefer another.
            if case.left_by.is_some() && case.left_by == case.asked_by && case.is_open() {
                return;
            }
            case.end(Disposition::Enforced);
        }
        // What he could have picked he left, and the time for it is over.
        Stage::Standing
            if case.asked == Asked::Noticed
                && case.asked_by == Some(by)
                && case.is_elective()
                && !case.is_open() =>
        {
            let_pass(p, index);
        }
        // Nothing of the moves is to be undone.
        Stage::Standing if case.goes_back_to().is_none() => play_on_unheeding(p, index, by),
        // Told once; where the time to put it right is not over it is still due.
        Stage::Standing if case.is_told && case.is_open() => {}
        Stage::Standing if case.is_told => case.end(Disposition::Misapplied),
        // He who pointed it out moved himself, and with that the time for it was over.
        Stage::Standing if case.asked_by == Some(by) && by != case.offence.offender && !case.is_open() => {
            let_pass(p, index);
        }
        Stage::Disobeyed(_)
            if case.asked_by == Some(by)
                && by != case.offence.offender
                && !case.is_told
                && !case.is_open() =>
        {
            let_pass(p, index);
        }
        // Who pointed it out played on before the other did: what is not done since is no fault of the other's alone.
        Stage::Standing if case.played_on_by.is_some() => {}
        Stage::Standing if by != case.offence.offender && case.is_of_law() && case.asked_by == Some(by) => {
            case.played_on_by = Some(by);
            case.note(format!("{by} pointed it out, and was the first to play on"));
        }
        // What the law lays down without asking a player is still to be done, first of all by the offender.
        Stage::Standing if by != case.offence.offender && case.is_of_law() => {}
        // He who asked played on: he let it pass. Of his own offence that is not his to do where he owned up to a
        // move, nor where no player can.
        Stage::Standing
            if case.asked_by == Some(by)
                && !(by == case.offence.offender
                    && (case.rule.is_of(Family::Move) || case.is_beyond_waiver())) =>
        {
            let_pass(p, index);
        }
        Stage::Standing => enforcement::not_executed(p, index, None),
        Stage::Disobeyed(_) if by != case.offence.offender => case.end(Disposition::Misapplied),
        Stage::Answered(_) if by != case.offence.offender => case.end(Disposition::Waived),
        // What was to stand went back, and is not made again.
        Stage::Due if by != case.offence.offender && case.is_due(&STANDS) => {
            enforcement::not_executed(p, index, None);
            if let Some(case) = p.cases.get_mut(index) {
                case.end(Disposition::Misapplied);
            }
        }
        Stage::Due | Stage::Disobeyed(_) | Stage::Answered(_) | Stage::Ended(_) => {}
    }
}

/// Somebody moves while a beginning that was to be put right, as one of the players chose, is left as it was.
fn play_on_unheeding(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    let watches_board = p.context.observed(Channel::Board);
    let Some(case) = p.cases.get_mut(index) else { return };
    // A new game shows in the score; what is done with the board or the men shows where that was watched.
    let would_show = case.is_due(&[RemedyKind::Recommence])
        || (watches_board && case.is_due(&[RemedyKind::Adjust, RemedyKind::Supply, RemedyKind::Rectify]));
    let was_chosen = matches!(case.asked, Asked::Elected(_)) && case.rule.is_of(Family::Setup);
    if !was_chosen || !would_show {
        return;
    }
    if case.asked_by == Some(by) && !case.is_told {
        // He plays on himself: it is pointed out, and the choice is open again.
        case.asked = Asked::Noticed;
    } else if !case.is_told {
        enforcement::not_executed(p, index, None);
    } else if !case.is_open() {
        case.end(Disposition::Misapplied);
    }
}

/// He who asked for a penalty let it pass: what the law has put right in any case is due all the same.
fn let_pass(p: &mut Proceedings<'_, '_>, index: usize) {
    let Some(case) = p.cases.get_mut(index) else { return };
    case.let_right_pass();
    let (asked, chosen) = (case.asked, case.chosen.take());
    case.asked = Asked::No;
    if p.next_right(index) {
        return;
    }
    if let Some(case) = p.cases.get_mut(index) {
        case.asked = asked;
        case.chosen = chosen;
        case.end(Disposition::Waived);
    }
}

pub(crate) fn take_act(p: &mut Proceedings<'_, '_>, placed: &PlacedAct, rest: &[Event<'_>]) {
    let span = placed.span;
    let by = placed.act.by().and_then(crate::game::Person::player);
    if asks_a_game(&placed.act) && p.is_over() && !objects_to_the_end(p, &placed.act) {
        return behind_the_end(p, span);
    }
    p.cases.each_watch(|watch| watch.see_act(by));
    p.after_each();
    let is_of_hands = matches!(placed.act, Act::Touch { .. } | Act::Hold { .. } | Act::Hover { .. });
    if !matches!(placed.act, Act::Touch { .. }) {
        touches::no_touch_follows(p);
    }
    let on_another_board = p.adjournment.is_set_up_anew && asks_the_board(&placed.act);
    if on_another_board || (is_of_hands && is_void(p)) {
        return;
    }
    if deals_with_a_move(&placed.act) {
        discoveries::acts_before_the_next_move(p);
    }
    match &placed.act {
        Act::Touch { squares, contact, seat, order, .. } => {
            if let Some(by) = by {
                touches::hear_notice_behind(p, by, rest);
                let squares = touches::in_order(p, by, squares, *order);
                let men = TouchedMen { squares: &squares, order: *order, seat: *seat, span };
                touches::touch(p, by, men, *contact);
            }
        }
        Act::Hold { square, .. } => {
            if let Some(by) = by {
                touches::hold(p, by, *square, span);
            }
        }
        Act::Hover { from, over, .. } => {
            if let Some(by) = by {
                touches::hover(p, by, *from, *over, span);
            }
        }
        Act::Restore { .. } | Act::Replace { .. } | Act::Place { .. } if board::puts_men_right(p, span) => {}
        Act::Place { role, square, .. } => {
            if let Some(by) = by {
                p.hands.of_mut(by).choose(Chosen { role: *role, square: *square, span });
            }
        }
        Act::Release { from, to, .. } => {
            if let Some(by) = by {
                touches::release(p, by, *from, *to);
            }
        }
        Act::Hands { hands, .. } => {
            if let Some(by) = by {
                moves::two_hands(p, by, *hands, span, rest);
            }
        }
        Act::Retract { moves } => retract(p, moves.get(), span, rest),
        Act::Say { word, .. } => {
            if let Some(by) = by {
                calls::say(p, by, *word, span);
            }
        }
        Act::Claim { by: claimant, claim } => match by {
            Some(by) => claims::claim(p, by, claim, span),
            // A fallen flag is called by the umpire too.
            None if *claim == Claim::Flag => conduct::claim_flag(p, *claimant, span),
            None => {}
        },
        Act::Notice { by, notice, memory } => {
            // Who speaks of the clock asks for no move back.
            if *notice != Notice::Clock {
                p.permission.pointed_out_by = Some(*by);
            }
            notices::notice(p, *by, *notice, *memory, span);
        }
        Act::Elect { remedy, choice, .. } => {
            if let Some(by) = by {
                p.permission.pointed_out_by = Some(by.into());
                elections::elect(p, by, *remedy, choice.as_ref(), span);
            }
        }
        Act::Waive { extent, .. } => {
            if let Some(by) = by {
                elections::waive(p, by, *extent, span);
            }
        }
        Act::Ruling(what) => {
            rulings::rule(p, *what, span);
            put_pawn_right(p, span);
        }
        Act::Drop { square } => board::drop_man(p, *square, span),
        Act::Restore { square, consent } => board::restore(p, *square, *consent),
        Act::Displace { squares, manner, .. } => {
            if let Some(by) = by {
                board::displace(p, by, squares, *manner, span);
            }
        }
        Act::Upset { manner, .. } => {
            if let Some(by) = by {
                board::upset(p, by, *manner, span);
            }
        }
        Act::Replace { squares, .. } => {
            if let Some(by) = by {
                board::replace(p, by, squares);
            }
        }
        Act::Appeal { by } => conduct::appeal(p, *by),
        Act::Board(shade) => setup::turn_board(p, *shade, span),
        Act::Press { .. } => {
            if let Some(by) = by {
                conduct::press(p, by, span);
            }
        }
        Act::Flag { .. } => {
            if let Some(by) = by {
                conduct::flag_falls(p, by, span);
            }
        }
        Act::Write { words, .. } => {
            if let Some(by) = by {
                conduct::write(p, by, words, span);
            }
        }
        Act::Seal { text, .. } => {
            if let Some(by) = by {
                let _ = p.adjournment.take_written(by);
                conduct::seal(p, by, text, span);
            }
        }
        Act::Resume { fen } => conduct::resume(p, fen.as_ref(), span),
        Act::LostPosition => conduct::position_lost(p, span),
        Act::Absent { .. } | Act::Arrive { .. } => {
            let late = match &placed.act {
                Act::Arrive { late, .. } => Some(*late),
                _ => None,
            };
            if let Some(by) = by {
                conduct::absent(p, by, late, span);
            }
        }
        Act::Leave { temper, .. } => misbehave(p, by, Misconduct::Leaves(*temper), span),
        Act::Discontinue { .. } => misbehave(p, by, Misconduct::Discontinues, span),
        Act::Refuse { .. } => misbehave(p, by, Misconduct::Refuses, span),
        Act::Disturb { .. } => misbehave(p, by, Misconduct::Disturbs, span),
        Act::Agree(Agreement::LawsWaived) => {
            p.permission.sanctioned = true;
            p.permission.laws_waived = true;
        }
        Act::Agree(Agreement::Draw) => agreement::agree_on_draw(p, Offered::Standing, span),
        // A move made so comes as a move; the others are of the record, and judged by nothing.
        Act::Play { .. } | Act::Return { .. } | Act::Adjourn => {}
    }
}

/// Whether mate or stalemate ended the game, by a move against which nobody can complain any more, or a draw that
/// nobody need claim.
pub(crate) fn is_ended_for_good(p: &Proceedings<'_, '_>) -> bool {
    let draws =
        |drawn: DrawnByLaw<'_>| drawn.provision.remedies.iter().any(|remedy| remedy.kind == RemedyKind::Draw);
    let is_ended = || p.has_no_move_left() || p.context.drawn_by_law().is_some_and(draws);
    matches!(p.stage, GameStage::Mated(..)) || p.latest_against_touch().is_none() && is_ended()
}

/// Whether it is pointed out that the move which ended the game on the board was made against a touch.
fn objects_to_the_end(p: &Proceedings<'_, '_>, act: &Act) -> bool {
    let is_in_time = || p.latest_against_touch().is_some_and(Case::is_open);
    matches!(act, Act::Notice { .. }) && p.stage == GameStage::UnderWay && is_in_time()
}

/// Whether there is no game any more: it was annulled.
fn is_void(p: &Proceedings<'_, '_>) -> bool {
    p.cases.any_of_late(Case::has_annulled)
}

/// An act that only a game under way leaves room for.
fn behind_the_end(p: &mut Proceedings<'_, '_>, span: Span) {
    let message = "the game is over here: nothing follows from this".to_owned();
    let draft = Draft::new(Rule::RecordCommand, Severity::Info, p.plies(), span, message);
    p.push(draft);
}

/// What ended the game before a move, in words: a resignation, or a mate that the code lets nobody ignore.
pub(crate) fn ended_before(p: &mut Proceedings<'_, '_>, made: MadeMove) -> Option<String> {
    if let GameStage::Resigned(by) = p.stage {
        return Some(format!("{by}'s resignation"));
    }
    let board = p.table.board();
    let mated = board.turn();
    let is_mate =
        p.stage == GameStage::UnderWay && made.by == mated && board.in_check(mated) && p.has_no_move_left();
    if !is_mate {
        return None;
    }
    p.stage = GameStage::Mated(mated, p.plies());
    Some("checkmate".to_owned())
}

/// A move behind what ended the game.
pub(crate) fn after_the_end(p: &mut Proceedings<'_, '_>, end: &str, made: MadeMove) {
    let before = p.table.board_for(made.by);
    let text = p.context.text_of_move(made.source, made.place, &before, made.played);
    let message = format!("`{text}` follows {end}, which ended the game");
    let span = p.context.span_of_move(made.source, made.place);
    let ply = p.plies() + 1;
    let mut draft = Draft::new(Rule::RecordAfterEnd, Severity::Error, ply, span, message);
    draft.movetext = Some(words::numbered(&before, &text));
    p.push(draft);
}

/// Does on the board what happened, and judges nothing of it.
pub(crate) fn replay(p: &mut Proceedings<'_, '_>, events: &[Event<'_>]) {
    for event in events {
        match event {
            Event::Move(made) => p.table.make(*made, Lawfulness::Lawful),
            Event::Act(placed) => match placed.act {
                Act::Retract { moves } => {
                    p.table.take_back(p.plies().saturating_sub(moves.get()));
                }
                Act::Drop { square } => {
                    p.table.drop_man(square);
                }
                Act::Restore { square, .. } => p.table.restore(square),
                Act::Ruling(_) => put_pawn_right(p, placed.span),
                _ => {}
            },
        }
    }
}

/// A ruling makes a piece of a pawn left on its last rank.
fn put_pawn_right(p: &mut Proceedings<'_, '_>, ruling: Span) {
    if let Some(PutRight { index, to }) = p.context.record().put_right_by(ruling) {
        p.table.promote_left(index, to);
    }
}

fn misbehave(p: &mut Proceedings<'_, '_>, by: Option<Color>, what: Misconduct, span: Span) {
    if let Some(by) = by {
        conduct::misconduct(p, by, what, span);
    }
}

/// Moves go back.
fn retract(p: &mut Proceedings<'_, '_>, moves: u32, span: Span, rest: &[Event<'_>]) {
    let stood = p.plies();
    let keep = stood.saturating_sub(moves);
    // What some open case presupposes is no recall.
    let mut presupposed = u32::MAX;
    p.cases.each_open(|case| {
        let to = match case.stage {
            Stage::Disobeyed(ply) => Some(ply.saturating_sub(1)),
            Stage::Answered(ply) if case.asked != Asked::No => Some(ply.saturating_sub(1)),
            Stage::Standing => case.goes_back_to(),
            Stage::Due | Stage::Answered(_) | Stage::Ended(_) => None,
        };
        presupposed = presupposed.min(to.unwrap_or(u32::MAX));
    });
    leave_lapsed(p, keep);
    goes_back_though_it_stands(p, keep);
    let is_of_himself =
        presupposed == u32::MAX && !p.permission.sanctioned && p.permission.pointed_out_by.is_none();
    let too_late = is_of_himself && takes_back_too_late(p, keep);
    let taken = p.table.take_back(keep);
    p.beginning.seen.take_back(keep);
    p.adjournment.opened = None;
    p.hands.white = Hands::default();
    p.hands.black = Hands::default();
    p.speech.cry = None;
    p.speech.misled_by = None;
    p.speech.unsaid = calls::silent_check_standing(p);
    let gone_back = cases_go_back(p, keep, stood);
    enforcement::settle_castled(p, |ply| ply > keep, Disposition::Retracted);
    for index in p.cases.open().to_vec() {
        if p.cases.get(index).is_some_and(Case::is_slip) {
            p.take_over_touches(index);
        }
        enforcement::leave_touches_to_penalty(p, index);
    }
    reopen(p, keep);
    p.draws.take_back(keep);
    let begins_anew = keep == 0 && setup::begin_anew(p);
    // Where nothing says how far, what goes back on the other's word is no recall.
    let on_demand = presupposed == u32::MAX
        && p.permission
            .pointed_out_by
            .is_some_and(|by| taken.iter().any(|stood| by.player() != Some(stood.by)));
    if !p.permission.sanctioned && !begins_anew && !on_demand {
        let presupposed = presupposed.saturating_sub(keep) as usize;
        let good = taken.get(..presupposed).unwrap_or(&taken);
        let changed = if too_late { 0 } else { changed_first(good, rest) };
        if let Some((stood, ply)) = good.iter().zip(keep + 1..).nth(changed)
            && stood.lawful
        {
            recalled(p, stood, ply, span);
        }
    }
    // What both agreed to take back is as if it had not been.
    if !p.permission.sanctioned {
        touches::stay_reached(p, &gone_back);
    }
    p.permission.sanctioned = false;
    p.permission.pointed_out_by = None;
    p.after_each();
}

/// What moves that went back from `stood` to `keep` make of each open case; those for which they went.
fn cases_go_back(p: &mut Proceedings<'_, '_>, keep: u32, stood: u32) -> Vec<usize> {
    let turn = p.table.board().turn();
    let mut moot: Vec<usize> = Vec::new();
    let mut gone_back: Vec<usize> = Vec::new();
    for index in p.cases.open().to_vec() {
        let Some(case) = p.cases.get_mut(index) else { continue };
        let went = match case.stage {
            Stage::Disobeyed(ply) | Stage::Answered(ply) if ply > keep => case.go_back(keep, stood, turn),
            Stage::Due if case.offence.kind == OffenceKind::Touch && case.offence.ply > keep => {
                moot.push(index);
                false
            }
            Stage::Due if case.is_overtaken(keep, turn) => {
                case.overtake();
                false
            }
            _ if case.is_to_stand_behind(keep) && !p.permission.sanctioned => {
                case.stand_again();
                false
            }
            Stage::Standing if case.goes_back_to().is_some_and(|to| keep <= to && stood > to) => {
                case.go_back(keep, stood, turn)
            }
            _ => false,
        };
        if went {
            gone_back.push(index);
        }
    }
    for index in moot {
        p.cases.strike_out(index);
    }
    gone_back
}

/// A move that one player had leave to take back goes back, and the other's next with it, with which that leave
/// ended: it is no leave again. Whether it is so.
fn takes_back_too_late(p: &mut Proceedings<'_, '_>, keep: u32) -> bool {
    let found = p.cases.latest().find(|index| {
        let case = p.cases.get(*index);
        case.is_some_and(|case| case.had_leave_to_go_back_to(keep) && case.offence.ply == keep)
    });
    let played = p.numbered(keep + 1);
    let Some(case) = found.and_then(|index| p.cases.get_mut(index)) else { return false };
    if let Some(played) = played {
        case.note(format!("{played} was taken back too late"));
    }
    case.end(Disposition::Lapsed);
    true
}

/// What was done against a touch goes back after it was let pass: the touch binds no more.
fn leave_lapsed(p: &mut Proceedings<'_, '_>, keep: u32) {
    for index in p.cases.latest().collect::<Vec<_>>() {
        let lapsed = p.cases.get(index).and_then(Case::let_pass_at).filter(|ply| *ply > keep);
        let played = lapsed.and_then(|ply| p.numbered(ply));
        if let (Some(played), Some(case)) = (played, p.cases.get_mut(index)) {
            case.stays_lapsed(&played);
        }
    }
}

/// What was found too late, and stands by the law, goes back all the same.
fn goes_back_though_it_stands(p: &mut Proceedings<'_, '_>, keep: u32) {
    for index in p.cases.latest().collect::<Vec<_>>() {
        let Some(case) = p.cases.get_mut(index) else { continue };
        let stands = case.rule.is_of(Family::Discovery)
            && case.provision().is_some_and(|provision| provision.binds == Binds::None);
        if stands && case.offence.ply > keep && !case.help.iter().any(|note| matches!(note, Note::TakenBack))
        {
            case.note(Note::TakenBack);
        }
    }
}

/// Rights that ended with a move since taken back are alive again.
fn reopen(p: &mut Proceedings<'_, '_>, keep: u32) {
    for index in p.cases.latest().collect::<Vec<_>>() {
        let Some(case) = p.cases.get_mut(index) else { continue };
        if case.is_ended() || case.discovered || case.offence.ply > keep || !case.reopen(keep) {
            continue;
        }
        p.cases.put_back(index);
        p.lay(index);
    }
}

fn recalled(p: &mut Proceedings<'_, '_>, stood: &Stood, ply: u32, span: Span) {
    let text = p.context.text_of_move(stood.source, stood.place, &stood.before, stood.played);
    let numbered = words::numbered(&stood.before, &text);
    let facts = p.facts(stood.by).with(Predicate::OnMove, true);
    let man = stood.played.from();
    let ground = p.ground(stood.before, vec![man], Some(stood.played), facts);
    let message = format!("{} takes back {numbered}, which was good", stood.by);
    let before = p.plies();
    let opening = Opening {
        done: before,
        before,
        movetext: Some(numbered),
        ground: Some(ground),
        ..Opening::at(Rule::MoveRecalled, facts, stood.by, ply, span, message)
    };
    let _ = open_recall(p, opening, stood.played);
}

/// A pawn becomes another piece than the one that was set on its square (FIDE 4.4.4).
pub(crate) fn mind_other_choice(p: &mut Proceedings<'_, '_>, judged: &Judged) {
    let Judged { made, before, .. } = judged;
    let Some(chosen) = p.hands.of_mut(made.by).other_choice(made.played) else { return };
    let was = Move::new(made.played.from(), chosen.square, MoveKind::Promotion(chosen.role));
    if p.table.board().turn() != made.by || !before.is_legal(was, p.table.play()) {
        return;
    }
    let numbered = words::numbered(before, &before.san_with_sign(was, p.table.play()));
    let facts = p.facts(made.by).with(Predicate::OnMove, true).with(Predicate::PieceChosen, true);
    let ground = p.ground(*before, vec![was.from()], Some(was), facts);
    let message = format!("{} sets a {} on {}", made.by, chosen.role.name(), chosen.square);
    let plies = p.plies();
    let opening = Opening {
        done: plies,
        before: plies,
        movetext: Some(numbered.clone()),
        ground: Some(ground),
        ..Opening::at(Rule::MoveRecalled, facts, made.by, judged.ply, chosen.span, message)
    };
    let Some(case) = open_recall(p, opening, was) else { return };
    if case.is_due(&[RemedyKind::Stand]) {
        case.note(format!("the move that stands is {numbered}"));
    } else if !case.gives() {
        case.message = format!("{}, and plays {}", case.message, judged.numbered);
    }
}

/// A good move was not left to stand: that it stands means that it is made again.
fn open_recall<'p, 'a>(
    p: &'p mut Proceedings<'_, 'a>,
    opening: Opening,
    played: Move,
) -> Option<&'p mut Case<'a>> {
    let opened = p.open(opening);
    let case = opened.and_then(|index| p.cases.get_mut(index))?;
    for laid in case.remedies.iter_mut().filter(|laid| laid.remedy.kind == RemedyKind::Stand) {
        laid.moves = vec![played];
        case.stage = Stage::Due;
    }
    Some(case)
}

/// Which of the moves that went back was not left to stand: the first in whose place another is made. Where none is,
/// the last.
fn changed_first(taken: &[Stood], rest: &[Event<'_>]) -> usize {
    let is_retraction =
        |event: &&Event<'_>| matches!(event, Event::Act(placed) if matches!(placed.act, Act::Retract { .. }));
    let made = rest.iter().take_while(|event| !is_retraction(event)).filter_map(|event| match event {
        Event::Move(made) => Some(made),
        Event::Act(_) => None,
    });
    let differs = |(stood, made): (&Stood, &MadeMove)| (stood.by, stood.played) != (made.by, made.played);
    taken.iter().zip(made).position(differs).unwrap_or(taken.len().saturating_sub(1))
}

/// Whether what an act means depends on how the men stand.
fn asks_the_board(act: &Act) -> bool {
    matches!(
        act,
        Act::Touch { .. } | Act::Hold { .. } | Act::Hover { .. } | Act::Release { .. } | Act::Hands { .. }
    )
}

/// Whether an act is what is done about an illegal move.
fn deals_with_a_move(act: &Act) -> bool {
    matches!(
        act,
        Act::Retract { .. }
            | Act::Ruling(
                Ruling::Retract(_) | Ruling::AddTime(..) | Ruling::Promote(..) | Ruling::Forfeit(_)
            )
    )
}

/// Whether an act is of use only while a game is under way.
fn asks_a_game(act: &Act) -> bool {
    match act {
        Act::Say { word, .. } => {
            matches!(word, Word::Draw | Word::Accept | Word::Decline | Word::Resign | Word::MateIn(_))
        }
        Act::Claim { claim, .. } => *claim != Claim::Stalemate,
        Act::Agree(agreement) => *agreement == Agreement::Draw,
        Act::Notice { .. }
        | Act::Flag { .. }
        | Act::Leave { .. }
        | Act::Discontinue { .. }
        | Act::Refuse { .. }
        | Act::Disturb { .. }
        | Act::Upset { .. }
        | Act::Displace { .. }
        | Act::Touch { .. }
        | Act::Hold { .. }
        | Act::Hover { .. }
        | Act::Place { .. }
        | Act::Release { .. }
        | Act::Write { .. }
        | Act::Seal { .. } => true,
        _ => false,
    }
}
