//! Passes each event to the families of rules, in the order in which they must see it.

mod made_move;
mod retraction;

use crate::chess::{Color, Move, Square};
use crate::finding::Severity;
use crate::game::{
    Act, Actor, Agreement, Alignment, Choice, Event, FaultKind, MadeMove, Memory, Notice, PlacedAct,
    PlayerClaim, RuledPromotion, Span, SpokenWord, TextFault, Timeline, TouchOrder, UmpireRuling,
};
use crate::law::{NoticeTime, RemedyKind, Rule};

use crate::arbiter::case::{Case, CaseStage, OffenceKind};
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::game_end;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::conduct::{self, Misconduct, adjournment, clock_acts, writing};
use crate::arbiter::rules::draws::agreement::{self, Offered};
use crate::arbiter::rules::draws::merit::{DrawClaim, DrawnWith};
use crate::arbiter::rules::draws::{claims as draw_claims, counts, dead, stalemate};
use crate::arbiter::rules::penalty::elections::{self, Election};
use crate::arbiter::rules::penalty::notices::{self, NoticeOfBeginning};
use crate::arbiter::rules::penalty::{discoveries, play_on, rulings};
use crate::arbiter::rules::setup::{self, righting, unnamed_odds};
use crate::arbiter::rules::touches::{self, EarnestTouch, TouchedMen};
use crate::arbiter::rules::{board, calls, moves};
use crate::arbiter::state::{ByColor, Chosen, GameStage, Lawfulness, OfferAnswer, Permission, RecordEnd};
use crate::arbiter::{sentences, verdict};

/// A game with more cases is not judged: each case is kept, with its remedies, until the end.
pub(crate) const MOST_CASES: usize = 1 << 8;

pub(crate) fn start<'b, 'a>(context: &'b Context<'a>) -> Proceedings<'b, 'a> {
    let mut proceedings = Proceedings::new(context);
    proceedings.beginning.irregularities = setup::irregular_beginnings(context, proceedings.base_facts);
    proceedings
}

/// Judges the events; stops after more than `MOST_CASES` cases.
pub(crate) fn follow(p: &mut Proceedings<'_, '_>, events: Timeline<'_>) {
    for (index, event) in events.iter().enumerate() {
        let rest = events.from(index + 1);
        if let Event::Move(made) = event
            && let Some(end) = end_before_move(p, made)
        {
            if p.draws.announced.take() == Some(made.played) {
                p.history.make(made, Lawfulness::Lawful);
                continue;
            }
            report_move_after_end(p, &end, made);
            return replay(p, events.from(index));
        }
        match event {
            Event::Move(made) => take_move(p, made, rest),
            Event::Act(placed) => take_act(p, placed, rest),
        }
        if p.cases.len() > MOST_CASES {
            return;
        }
    }
}

fn take_move(p: &mut Proceedings<'_, '_>, made: MadeMove, rest: Timeline<'_>) {
    conduct::excuse_abandonment(p, made.by);
    clock_acts::excuse_late_player(p, made.by);
    p.umpire.ruled_end = None;
    p.umpire.found_nothing = None;
    p.adjournment.is_adjourned = false;
    if let Some(ruling) = writing::report_written_before(p, made.by) {
        rulings::record_penalty(p, ruling);
    }
    if *p.adjournment.sheets.since_flag_fall.of(made.by) {
        writing::check_sheet_before_move(p, made.by, p.context.span_of_move(made.source, made.place));
    }
    p.permission = Permission::default();
    p.clock.pressed.retain(|presser| *presser != made.by);
    let ply = p.plies() + 1;
    let is_doubtful = p.context.record().facts.doubtful.is_some_and(|from| ply > from);
    if is_doubtful || p.adjournment.is_resumed_elsewhere || made.played == Move::NULL {
        play_on::pass_turn(p, made.by);
        p.history.make(made, Lawfulness::Lawful);
        return;
    }
    setup::note_first_move(p, made);
    let opened = p.adjournment.opened.take();
    p.adjournment.undecided = None;
    let before = p.history.made();
    made_move::judge_move(p, made, rest);
    if let Some(opened) = opened {
        adjournment::check_sealed_move(p, &opened, made);
    }
    setup::check_given_move(p, made, before);
}

fn take_act(p: &mut Proceedings<'_, '_>, placed: &PlacedAct, rest: Timeline<'_>) {
    let span = placed.span;
    let by = placed.act.by().and_then(Actor::player);
    let is_over = p.is_over() || (is_claim_of_end(&placed.act) && game_end::is_decided(p));
    let is_heard = objects_to_end(p, &placed.act) || objects_to_beginning(p, &placed.act);
    if needs_running_game(&placed.act) && is_over && !is_heard {
        return report_act_after_end(p, &placed.act, span);
    }
    p.cases.for_each_window(|watch| watch.on_act(by));
    p.update_open_cases();
    let is_contact = matches!(placed.act, Act::Touch { .. } | Act::Hold { .. } | Act::Hover { .. });
    if !matches!(placed.act, Act::Touch { .. }) {
        touches::drop_unused_notice(p);
    }
    let on_another_board = p.adjournment.is_resumed_elsewhere && depends_on_position(&placed.act);
    if on_another_board || (is_contact && is_void(p)) {
        return;
    }
    if may_answer_illegal_move(&placed.act) {
        discoveries::act_before_next_move(p);
    }
    match &placed.act {
        Act::Notice { by, notice, memory } => take_notice(p, *by, *notice, *memory, span),
        Act::Retract { moves } => {
            game_end::continue_game(p);
            retraction::retract(p, moves.get(), span, rest);
        }
        Act::Ruling(ruling) => take_ruling(p, *ruling, span),
        Act::Claim { by: Actor::Umpire, claim: PlayerClaim::Flag } => claim_flag(p, Actor::Umpire, span),
        Act::Restore { .. } | Act::Replace { .. } | Act::Place { .. }
            if righting::correct_men_by_command(p, span) => {}
        Act::Drop { square } => board::drop_man(p, *square, span),
        Act::Restore { square, consent } => board::restore(p, *square, *consent),
        Act::Appeal { by } => conduct::appeal(p, *by),
        Act::Board(shade) => righting::turn_board(p, *shade, span),
        Act::Resume { fen } => adjournment::resume(p, fen.as_ref(), span),
        Act::LostPosition => adjournment::report_lost_position(p, span),
        Act::Adjourn => p.adjournment.is_adjourned = true,
        Act::Agree(Agreement::LawsWaived) => {
            game_end::continue_game(p);
            p.permission.sanctioned = true;
            p.permission.laws_waived = true;
        }
        Act::Agree(Agreement::Draw) => agreement::agree_on_draw(p, Offered::Standing, span),
        act => {
            if let Some(by) = by {
                take_player_act(p, by, act, span, rest);
            }
        }
    }
}

fn take_player_act(p: &mut Proceedings<'_, '_>, by: Color, act: &Act, span: Span, rest: Timeline<'_>) {
    match act {
        Act::Touch { squares, contact, seat, order, .. } => {
            touches::take_later_notice(p, by, rest);
            let squares = touches::in_order(p, by, squares, *order);
            let men = TouchedMen { squares: &squares, order: *order, seat: *seat, span };
            if let Some(EarnestTouch { notice }) = touches::touch(p, by, men, *contact) {
                touch_in_earnest(p, by, men, notice);
            }
        }
        Act::Hold { square, .. } => hold(p, by, *square, span),
        Act::Hover { from, over, .. } => {
            // A man that is rested on a square was lifted before, even if no act says so.
            if !p.hands.of(by).has_in_hand(*from) {
                hold(p, by, *from, span);
            }
            touches::note_trying_squares(p, by, *from);
            p.hands.of_mut(by).hover(*from, *over);
            touches::judge_squares_tried(p, by, *from, span);
        }
        Act::Place { role, square, .. } => {
            p.hands.of_mut(by).choose(Chosen { role: *role, square: *square, span });
        }
        Act::Release { from, to, .. } => touches::release(p, by, *from, *to),
        Act::Hands { hands, .. } => moves::judge_two_hands(p, by, *hands, span, rest),
        Act::Say { word, .. } => say(p, by, *word, span),
        Act::Claim { claim, .. } => take_claim(p, by, claim, span),
        Act::Elect { remedy, choice, .. } => {
            p.permission.pointed_out_by = Some(by.into());
            elect(p, by, *remedy, choice.as_ref(), span);
        }
        Act::Waive { extent, .. } => elections::waive(p, by, *extent, span),
        Act::Displace { squares, manner, .. } => board::displace(p, by, squares, *manner, span),
        Act::Upset { manner, .. } => board::upset(p, by, *manner, span),
        Act::Replace { squares, .. } => board::replace(p, by, squares),
        Act::Press { .. } => clock_acts::press_clock(p, by, span),
        Act::Pause { .. } => clock_acts::pause(p, by, span, rest),
        Act::Flag { .. } => clock_acts::note_flag_fall(p, by, span, rest),
        Act::Write { words, .. } => writing::note_written_move(p, by, words, span),
        Act::Seal { text, .. } => adjournment::seal(p, by, text, span),
        Act::Absent { .. } => clock_acts::report_absence(p, by, None, span),
        Act::Arrive { late, .. } => clock_acts::report_absence(p, by, Some(*late), span),
        Act::Leave { temper, .. } => conduct::judge_misconduct(p, by, Misconduct::Leaves(*temper), span),
        Act::Discontinue { .. } => conduct::judge_misconduct(p, by, Misconduct::Discontinues, span),
        Act::Refuse { .. } => conduct::judge_misconduct(p, by, Misconduct::Refuses, span),
        Act::Disturb { .. } => conduct::judge_misconduct(p, by, Misconduct::Disturbs, span),
        Act::Sheet { state, .. } => writing::note_sheet(p, by, *state, span),
        Act::Sign { result, .. } => writing::sign(p, by, *result, span),
        Act::Ring { .. } => conduct::judge_misconduct(p, by, Misconduct::Rings, span),
        // Moves made by acts arrive as moves; the other acts have no effect on the judgement.
        _ => {}
    }
}

fn hold(p: &mut Proceedings<'_, '_>, by: Color, square: Square, span: Span) {
    p.hands.of_mut(by).is_holding = true;
    let men = TouchedMen { squares: &[square], order: TouchOrder::Known, seat: Alignment::Square, span };
    touch_in_earnest(p, by, men, None);
}

/// A touch may answer a false cry, which is judged first.
fn touch_in_earnest(p: &mut Proceedings<'_, '_>, by: Color, men: TouchedMen<'_>, notice: Option<NoticeTime>) {
    let cry = calls::answer_cry_with_touch(p, by, men.squares);
    touches::touch_in_earnest(p, by, men, notice, cry);
}

fn say(p: &mut Proceedings<'_, '_>, by: Color, word: SpokenWord, span: Span) {
    match word {
        SpokenWord::Check => calls::say_check(p, by, span),
        SpokenWord::Mate => calls::say_mate(p, by, span),
        SpokenWord::Adjust => touches::note_adjusting(p, by),
        SpokenWord::AdjustTouching => touches::note_adjusting_while_touching(p, by, span),
        SpokenWord::Stalemate => stalemate::say_stalemate(p, by, span),
        SpokenWord::Resign => {
            let game_was_dead = dead::report_dead_game(p, span);
            conduct::judge_misconduct(p, by, Misconduct::Resigns { game_was_dead }, span);
        }
        SpokenWord::Draw => agreement::offer_draw(p, by, span),
        SpokenWord::Accept if agreement::is_called_on_to_draw(p, by) => {
            elect(p, by, RemedyKind::Draw, None, span);
        }
        SpokenWord::Accept => agreement::accept_draw(p, by, span),
        SpokenWord::Decline => p.draws.answer_offer(by, OfferAnswer::Declined),
        SpokenWord::MateIn(moves) => calls::announce_mate(p, by, moves, span),
    }
}

fn take_claim(p: &mut Proceedings<'_, '_>, by: Color, claim: &PlayerClaim, span: Span) {
    match claim {
        PlayerClaim::Indulgence => elections::claim_indulgence(p, by, span),
        PlayerClaim::Stalemate => stalemate::claim_stalemate(p, by, span),
        PlayerClaim::Flag => claim_flag(p, by.into(), span),
        PlayerClaim::Repetition(words) | PlayerClaim::Fifty(words) => {
            let written = p.adjournment.take_written(by);
            let with = DrawnWith { named: words.as_ref(), written: written.as_ref() };
            let is_repetition = matches!(claim, PlayerClaim::Repetition(_));
            let claim = if is_repetition { DrawClaim::Repetition(with) } else { DrawClaim::Fifty(with) };
            draw_claims::claim_draw(p, by, claim, span);
        }
        PlayerClaim::Perpetual => draw_claims::claim_draw(p, by, DrawClaim::Perpetual, span),
        PlayerClaim::Increment => draw_claims::claim_draw(p, by, DrawClaim::Increment, span),
        PlayerClaim::NormalMeans => draw_claims::claim_draw(p, by, DrawClaim::NormalMeans, span),
        PlayerClaim::Count(ground) => counts::call_for_count(p, by, *ground, span),
        PlayerClaim::Proceed => counts::claim_to_proceed(p, by, span),
    }
}

/// The claim of a fallen flag does not end a game that was dead before.
fn claim_flag(p: &mut Proceedings<'_, '_>, by: Actor, span: Span) {
    match (clock_acts::fallen_flag(p, by), by.player()) {
        (Some(loser), _) => {
            let game_was_dead = dead::report_dead_game(p, span);
            clock_acts::claim_flag(p, by, loser, game_was_dead, span);
        }
        (None, Some(by)) => clock_acts::claim_unrecorded_flag(p, by, span),
        (None, None) => clock_acts::call_unrecorded_flag(p, span),
    }
}

fn take_notice(p: &mut Proceedings<'_, '_>, by: Actor, notice: Notice, memory: Memory, span: Span) {
    if by == Actor::Umpire {
        rulings::report_unasked_notice(p, span);
    }
    // A remark about the clock asks for no retraction.
    if notice != Notice::Clock {
        p.permission.pointed_out_by = Some(by);
    }
    if let Some(NoticeOfBeginning(notice)) = notices::take_notice(p, by, notice, memory, span) {
        setup::notice_beginning(p, by.player(), notice, span);
    }
    if let (Notice::Clock, Some(by)) = (notice, by.player()) {
        clock_acts::complain_of_time(p, by, span);
    }
}

/// Handles a request for a remedy: of an open case, else of an irregular beginning not pointed out before.
fn elect(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind, choice: Option<&Choice>, span: Span) {
    if elections::elect(p, by, kind, choice, span) == Election::Settled {
        return;
    }
    if setup::notice_beginning_by_asking(p, by, kind) {
        if !elections::has_voided_game(p, kind) {
            elect(p, by, kind, choice, span);
        }
    } else if !unnamed_odds::report_unrecorded_odds(p, by, kind, span) {
        elections::elect_unoffered(p, by, kind, choice, span);
    }
}

fn take_ruling(p: &mut Proceedings<'_, '_>, ruling: UmpireRuling, span: Span) {
    if ruling == UmpireRuling::Proceed {
        clock_acts::excuse_late_arrival(p);
    }
    match ruling {
        UmpireRuling::Proceed => draw_claims::postpone_submitted(p),
        UmpireRuling::AddTime(to, _) => draw_claims::reject_submitted(p, to),
        _ => {}
    }
    if matches!(
        ruling,
        UmpireRuling::Annul | UmpireRuling::Recommence | UmpireRuling::Draw | UmpireRuling::Forfeit(_)
    ) {
        p.adjournment.sheets.signed = ByColor::default();
    }
    rulings::apply_ruling(p, ruling, span);
    promote_left_pawn(p, span);
}

/// Handles the end of the record: decides open questions and closes the windows that the end closes.
pub(crate) fn close(p: &mut Proceedings<'_, '_>) -> RecordEnd {
    calls::finish_false_cry(p);
    calls::finish_silent_check(p);
    setup::decide_unnoticed_beginnings(p);
    counts::finish_count(p);
    notices::decide_impossible_at_end(p);
    let is_over = p.context.is_over() || is_final(p);
    let end = if is_over { RecordEnd::Over } else { RecordEnd::Unfinished };
    note_unread_moves(p);
    if !is_over {
        note_moot_touches(p);
    }
    if p.stage == GameStage::UnderWay && !is_final(p) {
        clock_acts::report_unclaimed_flag(p);
    }
    verdict::close(p, end);
    end
}

/// Notes of each offence that is counted if a move before it, which may have counted too, cannot be read.
fn note_unread_moves(p: &mut Proceedings<'_, '_>) {
    let faults = p.context.record().text.faults.iter();
    let is_unread =
        |fault: &&TextFault| matches!(&fault.kind, FaultKind::Command(problem) if problem.is_of_play());
    let Some(first) = faults.filter(is_unread).map(|fault| fault.span.start).min() else { return };
    let code = p.context.code();
    for case in p.cases.iter_mut().filter(|case| case.report.span.start > first && !case.remedies.is_empty())
    {
        let tally = case.tally_article().and_then(|article| code.tally(article));
        if tally.is_some_and(|tally| tally.strikes.len() > 1) {
            case.note(sentences::case::count_uncertain());
        }
    }
}

/// Notes of a touch made after a move that still has to be taken back that it will not bind then.
fn note_moot_touches(p: &mut Proceedings<'_, '_>) {
    let asked = p.cases.open().iter().filter_map(|index| {
        let case = p.cases.get(*index)?;
        let is_due = case.stage == CaseStage::OnBoard && case.is_asked();
        Some((case.retracts_to().filter(|_| is_due)?, case.report.movetext.clone()))
    });
    let Some((to, played)) = asked.min_by_key(|(to, _)| *to) else { return };
    p.cases.for_each_open(|case| {
        let is_touch = case.stage == CaseStage::Due && case.offence.kind == OffenceKind::Touch;
        if is_touch && case.offence.ply > to {
            case.note(sentences::touch::falls_with(played.as_deref()));
        }
    });
}

/// Whether checkmate or stalemate by a move that can no longer be objected to, or a draw that needs no claim,
/// ended the game.
fn is_final(p: &Proceedings<'_, '_>) -> bool {
    let is_drawn = || p.context.automatic_draw().is_some_and(|drawn| drawn.is_draw());
    let is_ended = || p.has_no_move_left() || is_drawn();
    matches!(p.stage, GameStage::Mated(..)) || p.latest_against_touch().is_none() && is_ended()
}

/// Whether the act points out that the move which ended the game on the board was made against a touch.
fn objects_to_end(p: &Proceedings<'_, '_>, act: &Act) -> bool {
    let is_in_time = || p.latest_against_touch().is_some_and(Case::is_open);
    matches!(act, Act::Notice { .. }) && p.stage == GameStage::UnderWay && is_in_time()
}

/// Whether the act points out a wrong beginning that voids the game even after its end.
fn objects_to_beginning(p: &Proceedings<'_, '_>, act: &Act) -> bool {
    matches!(act, Act::Notice { notice, .. } if setup::may_be_noticed_after_end(p, *notice))
}

fn is_void(p: &Proceedings<'_, '_>) -> bool {
    p.cases.any_recent(Case::has_annulled)
}

/// Reports an act that has no effect after the end of the game.
fn report_act_after_end(p: &mut Proceedings<'_, '_>, act: &Act, span: Span) {
    let rule = if is_claim_of_end(act) { Rule::RecordAfterEnd } else { Rule::RecordCommand };
    let message = sentences::record::without_effect();
    p.push(Draft::new(rule, Severity::Info, p.plies(), span, message));
}

/// The event that ended the game before a move, in words. A checkmate that the code allows to be ignored does not.
fn end_before_move(p: &mut Proceedings<'_, '_>, made: MadeMove) -> Option<String> {
    if let GameStage::Resigned(by) = p.stage {
        return Some(sentences::record::resignation_of(by));
    }
    let board = p.history.board();
    let player = board.turn();
    let is_in_check = board.in_check(player);
    if p.stage == GameStage::UnderWay && made.by == player && p.has_no_move_left() {
        if !is_in_check {
            return Some(sentences::record::stalemate());
        }
        p.stage = GameStage::Mated(player, p.plies());
        return Some(sentences::record::checkmate());
    }
    counts::decide_before_move(p);
    game_end::decision_in_words(p)
}

fn report_move_after_end(p: &mut Proceedings<'_, '_>, end: &str, made: MadeMove) {
    let before = p.history.board_for(made.by);
    let text = p.context.text_of_move(made.source, made.place, &before, made.played);
    let message = sentences::record::after_end(&text, end);
    let span = p.context.span_of_move(made.source, made.place);
    let draft = Draft::new(Rule::RecordAfterEnd, Severity::Error, p.plies() + 1, span, message);
    p.push(Draft { movetext: Some(p.context.numbered_move(&before, made.place, &text)), ..draft });
}

/// Carries out the events on the board without judging them.
pub(crate) fn replay(p: &mut Proceedings<'_, '_>, events: Timeline<'_>) {
    for event in events.iter() {
        match event {
            Event::Move(made) => p.history.make(made, Lawfulness::Lawful),
            Event::Act(placed) => {
                let corrections: Vec<_> = p.context.record().corrections_by(placed.span).collect();
                match placed.act {
                    Act::Retract { moves } => {
                        p.history.take_back(p.plies().saturating_sub(moves.get()));
                    }
                    Act::Drop { square } => {
                        p.history.drop_man(square);
                    }
                    Act::Restore { square, .. } if corrections.is_empty() => p.history.restore(square),
                    Act::Ruling(_) => promote_left_pawn(p, placed.span),
                    _ => {}
                }
                p.history.put_right(&corrections);
            }
        }
    }
}

/// Promotes a pawn left on its last rank, as the ruling orders.
fn promote_left_pawn(p: &mut Proceedings<'_, '_>, ruling: Span) {
    if let Some(RuledPromotion { index, to }) = p.context.record().promotion_by(ruling) {
        p.history.promote_pawn_left(index, to);
    }
}

/// Whether the meaning of an act depends on the position.
fn depends_on_position(act: &Act) -> bool {
    matches!(
        act,
        Act::Touch { .. } | Act::Hold { .. } | Act::Hover { .. } | Act::Release { .. } | Act::Hands { .. }
    )
}

/// Whether an act claims that the game ends, or shows a cause of it.
fn is_claim_of_end(act: &Act) -> bool {
    matches!(act, Act::Claim { claim, .. } if *claim != PlayerClaim::Stalemate)
        || matches!(act, Act::Flag { .. })
}

/// Whether an act is a usual reaction to an illegal move.
fn may_answer_illegal_move(act: &Act) -> bool {
    matches!(
        act,
        Act::Retract { .. }
            | Act::Ruling(
                UmpireRuling::Retract(_)
                    | UmpireRuling::AddTime(..)
                    | UmpireRuling::Promote(..)
                    | UmpireRuling::Forfeit(_)
            )
    )
}

/// Whether an act has an effect only while the game is under way.
fn needs_running_game(act: &Act) -> bool {
    match act {
        Act::Say { word, .. } => {
            matches!(
                word,
                SpokenWord::Draw
                    | SpokenWord::Accept
                    | SpokenWord::Decline
                    | SpokenWord::Resign
                    | SpokenWord::MateIn(_)
            )
        }
        Act::Claim { claim, .. } => *claim != PlayerClaim::Stalemate,
        Act::Agree(agreement) => *agreement == Agreement::Draw,
        Act::Notice { .. }
        | Act::Flag { .. }
        | Act::Leave { .. }
        | Act::Discontinue { .. }
        | Act::Refuse { .. }
        | Act::Disturb { .. }
        | Act::Ring { .. }
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
