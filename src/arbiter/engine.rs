//! What happens, event by event: each move and act is shown to the open cases, then judged.

use crate::chess::{Color, Move, MoveKind};
use crate::finding::{Disposition, Severity};
use crate::game::{
    Act, Agreement, Channel, Claim, Event, Made as MadeMove, Notice, PlacedAct, PutRight, Ruling, Span,
    Timeline, Word,
};
use crate::law::{Binds, Family, Predicate, RemedyKind, Rule};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::windows::{Completed, Contact, OffenceKind};
use crate::arbiter::case::{Asked, Case, Decision, Stage};
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::{GameStage, Proceedings};
use crate::arbiter::rules::agreement::{Answer, Offered};
use crate::arbiter::rules::conduct::Misconduct;
use crate::arbiter::rules::draws::DrawnByLaw;
use crate::arbiter::rules::moves::Judged;
use crate::arbiter::rules::touches::TouchedMen;
use crate::arbiter::state::board::{Lawfulness, Stood};
use crate::arbiter::state::touch::{Chosen, Hands};
use crate::arbiter::{Draft, words};

impl<'a> Proceedings<'_, 'a> {
    pub(crate) fn take_move(&mut self, made: MadeMove, rest: Timeline<'_>) {
        self.comes_back(made.by);
        self.plays_though_late(made.by);
        self.ruled_end = None;
        self.written_before(made.by);
        self.sanctioned = false;
        self.pointed_out_by = None;
        self.laws_left = false;
        self.pressed.retain(|presser| *presser != made.by);
        let record = self.context.record();
        let ply = self.plies() + 1;
        let doubtful = record.facts.doubtful.is_some_and(|from| ply > from);
        if doubtful || self.is_set_up_anew || made.played == Move::NULL {
            self.pass(made.by);
            self.table.make(made, Lawfulness::Lawful);
            return;
        }
        self.begin(made);
        let opened = self.opened.take();
        self.seal_undecided = None;
        let before = self.table.made();
        self.judge_move(made, rest);
        if let Some(opened) = opened {
            self.hold_to_seal(&opened, made);
        }
        self.weigh_given_move(made, before);
    }

    /// A turn is passed: where the loss of a move was asked for, that is it.
    fn pass(&mut self, by: Color) {
        self.each_open(|case| {
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
    pub(crate) fn show_move(&mut self, completed: Completed) {
        self.answer_offer(completed.by, Answer::WentOn);
        self.count_on(completed);
        self.still_impossible();
        self.each_watch(|watch| watch.see_move(completed));
        for index in self.open.clone() {
            self.play_on(index, completed.by);
        }
        self.after_each();
    }

    /// Somebody moves while what was asked stands undone.
    fn play_on(&mut self, index: usize, by: Color) {
        const LEAVES_THINGS: [RemedyKind; 4] =
            [RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::Proceed, RemedyKind::CountFifty];
        const STANDS: [RemedyKind; 2] = [RemedyKind::BothStand, RemedyKind::SecondStands];
        let Some(case) = self.cases.get_mut(index) else { return };
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
                self.let_pass(index);
            }
            // Nothing of the moves is to be undone.
            Stage::Standing if case.goes_back_to().is_none() => self.play_on_unheeding(index, by),
            // Told once; where the time to put it right is not over it is still due.
            Stage::Standing if case.is_told && case.is_open() => {}
            Stage::Standing if case.is_told => case.end(Disposition::Misapplied),
            // He who pointed it out moved himself, and with that the time for it was over.
            Stage::Standing
                if case.asked_by == Some(by) && by != case.offence.offender && !case.is_open() =>
            {
                self.let_pass(index);
            }
            Stage::Disobeyed(_)
                if case.asked_by == Some(by)
                    && by != case.offence.offender
                    && !case.is_told
                    && !case.is_open() =>
            {
                self.let_pass(index);
            }
            // Who pointed it out played on before the other did: what is not done since is no fault of the other's alone.
            Stage::Standing if case.played_on_by.is_some() => {}
            Stage::Standing
                if by != case.offence.offender && case.is_of_law() && case.asked_by == Some(by) =>
            {
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
                self.let_pass(index);
            }
            Stage::Standing => self.not_executed(index, None),
            Stage::Disobeyed(_) if by != case.offence.offender => case.end(Disposition::Misapplied),
            Stage::Answered(_) if by != case.offence.offender => case.end(Disposition::Waived),
            // What was to stand went back, and is not made again.
            Stage::Due if by != case.offence.offender && case.is_due(&STANDS) => {
                self.not_executed(index, None);
                if let Some(case) = self.cases.get_mut(index) {
                    case.end(Disposition::Misapplied);
                }
            }
            Stage::Due | Stage::Disobeyed(_) | Stage::Answered(_) | Stage::Ended(_) => {}
        }
    }

    /// Somebody moves while a beginning that was to be put right, as one of the players chose, is left as it was.
    fn play_on_unheeding(&mut self, index: usize, by: Color) {
        let watches_board = self.context.observed(Channel::Board);
        let Some(case) = self.cases.get_mut(index) else { return };
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
            self.not_executed(index, None);
        } else if !case.is_open() {
            case.end(Disposition::Misapplied);
        }
    }

    /// He who asked for a penalty let it pass: what the law has put right in any case is due all the same.
    fn let_pass(&mut self, index: usize) {
        let Some(case) = self.cases.get_mut(index) else { return };
        case.let_right_pass();
        let (asked, chosen) = (case.asked, case.chosen.take());
        case.asked = Asked::No;
        if self.next_right(index) {
            return;
        }
        if let Some(case) = self.cases.get_mut(index) {
            case.asked = asked;
            case.chosen = chosen;
            case.end(Disposition::Waived);
        }
    }

    /// Shows a touch to every window.
    pub(crate) fn show_touch(&mut self, by: Color, contact: Contact) {
        let ply = self.plies();
        if contact == Contact::Meant {
            self.answer_offer(by, Answer::WentOn);
        }
        self.touch_at_beginning(by, contact);
        // Whatever the right is that he has: a false cry made him touch.
        let misled = contact == Contact::Meant && self.misled_by == Some(by.other());
        let contact = if misled { Contact::Induced } else { contact };
        let on_move = self.table.board().turn() == by;
        self.each_open(|case| {
            // A touch is no offence before another man is played: what comes before that is not in reply to it.
            if case.offence.kind == OffenceKind::Touch && !on_move {
                return;
            }
            if let Decision::Rights(rights) = &mut case.decision
                && let Some(watch) = rights.last_mut().and_then(|right| right.watch.as_mut())
            {
                watch.see_touch(by, ply, contact);
            }
        });
        self.after_each();
    }

    pub(crate) fn take_act(&mut self, placed: &PlacedAct, rest: Timeline<'_>) {
        let span = placed.span;
        let by = placed.act.by().and_then(crate::game::Person::player);
        if asks_a_game(&placed.act) && self.is_over() && !self.objects_to_the_end(&placed.act) {
            return self.behind_the_end(span);
        }
        self.each_watch(|watch| watch.see_act(by));
        self.after_each();
        let is_of_hands = matches!(placed.act, Act::Touch { .. } | Act::Hold { .. } | Act::Hover { .. });
        if !matches!(placed.act, Act::Touch { .. }) {
            self.no_touch_follows();
        }
        let on_another_board = self.is_set_up_anew && asks_the_board(&placed.act);
        if on_another_board || (is_of_hands && self.is_void()) {
            return;
        }
        if deals_with_a_move(&placed.act) {
            self.acts_before_the_next_move();
        }
        match &placed.act {
            Act::Touch { squares, contact, seat, order, .. } => {
                if let Some(by) = by {
                    self.hear_notice_behind(by, rest);
                    let squares = self.in_order(by, squares, *order);
                    let men = TouchedMen { squares: &squares, order: *order, seat: *seat, span };
                    self.touch(by, men, *contact);
                }
            }
            Act::Hold { square, .. } => {
                if let Some(by) = by {
                    self.hold(by, *square, span);
                }
            }
            Act::Hover { from, over, .. } => {
                if let Some(by) = by {
                    self.hover(by, *from, *over, span);
                }
            }
            Act::Restore { .. } | Act::Replace { .. } | Act::Place { .. } if self.puts_men_right(span) => {}
            Act::Place { role, square, .. } => {
                if let Some(by) = by {
                    self.hands(by).choose(Chosen { role: *role, square: *square, span });
                }
            }
            Act::Release { from, to, .. } => {
                if let Some(by) = by {
                    self.release(by, *from, *to);
                }
            }
            Act::Hands { hands, .. } => {
                if let Some(by) = by {
                    self.two_hands(by, *hands, span, rest);
                }
            }
            Act::Retract { moves } => self.retract(moves.get(), span, rest),
            Act::Say { word, .. } => {
                if let Some(by) = by {
                    self.say(by, *word, span);
                }
            }
            Act::Claim { by: claimant, claim } => match by {
                Some(by) => self.claim(by, claim, span),
                // A fallen flag is called by the umpire too.
                None if *claim == Claim::Flag => self.claim_flag(*claimant, span),
                None => {}
            },
            Act::Notice { by, notice, memory } => {
                // Who speaks of the clock asks for no move back.
                if *notice != Notice::Clock {
                    self.pointed_out_by = Some(*by);
                }
                self.notice(*by, *notice, *memory, span);
            }
            Act::Elect { remedy, choice, .. } => {
                if let Some(by) = by {
                    self.pointed_out_by = Some(by.into());
                    self.elect(by, *remedy, choice.as_ref(), span);
                }
            }
            Act::Waive { extent, .. } => {
                if let Some(by) = by {
                    self.waive(by, *extent, span);
                }
            }
            Act::Ruling(what) => {
                self.rule(*what, span);
                self.put_pawn_right(span);
            }
            Act::Drop { square } => self.drop_man(*square, span),
            Act::Restore { square, consent } => self.restore(*square, *consent),
            Act::Displace { squares, manner, .. } => {
                if let Some(by) = by {
                    self.displace(by, squares, *manner, span);
                }
            }
            Act::Upset { manner, .. } => {
                if let Some(by) = by {
                    self.upset(by, *manner, span);
                }
            }
            Act::Replace { squares, .. } => {
                if let Some(by) = by {
                    self.replace(by, squares);
                }
            }
            Act::Appeal { by } => self.appeal(*by),
            Act::Board(shade) => self.turn_board(*shade, span),
            Act::Press { .. } => {
                if let Some(by) = by {
                    self.press(by, span);
                }
            }
            Act::Flag { .. } => {
                if let Some(by) = by {
                    self.flag_falls(by, span);
                }
            }
            Act::Write { words, .. } => {
                if let Some(by) = by {
                    self.write(by, words, span);
                }
            }
            Act::Seal { text, .. } => {
                if let Some(by) = by {
                    let _ = self.rightly_written(by);
                    self.seal(by, text, span);
                }
            }
            Act::Resume { fen } => self.resume(fen.as_ref(), span),
            Act::LostPosition => self.position_lost(span),
            Act::Absent { .. } | Act::Arrive { .. } => {
                let late = match &placed.act {
                    Act::Arrive { late, .. } => Some(*late),
                    _ => None,
                };
                if let Some(by) = by {
                    self.absent(by, late, span);
                }
            }
            Act::Leave { temper, .. } => self.misbehave(by, Misconduct::Leaves(*temper), span),
            Act::Discontinue { .. } => self.misbehave(by, Misconduct::Discontinues, span),
            Act::Refuse { .. } => self.misbehave(by, Misconduct::Refuses, span),
            Act::Disturb { .. } => self.misbehave(by, Misconduct::Disturbs, span),
            Act::Agree(Agreement::LawsWaived) => {
                self.sanctioned = true;
                self.laws_left = true;
            }
            Act::Agree(Agreement::Draw) => self.agree_on_draw(Offered::Standing, span),
            // A move made so comes as a move; the others are of the record, and judged by nothing.
            Act::Play { .. } | Act::Return { .. } | Act::Adjourn => {}
        }
    }

    /// Whether the game is over: on the board, or by what was said or done.
    pub(crate) fn is_over(&self) -> bool {
        self.stage != GameStage::UnderWay || self.has_no_move_left()
    }

    /// Whether a move that may stand left the player on move without any.
    fn has_no_move_left(&self) -> bool {
        let lawful = self.table.last().is_some_and(|last| last.lawful);
        lawful
            && self.table.moves(self.table.board()).is_empty()
            && self.latest_against_touch().is_none_or(|case| case.asked == Asked::No)
    }

    /// Whether mate or stalemate ended the game, by a move against which nobody can complain any more, or a draw that
    /// nobody need claim.
    pub(crate) fn is_ended_for_good(&self) -> bool {
        let draws = |drawn: DrawnByLaw<'_>| {
            drawn.provision.remedies.iter().any(|remedy| remedy.kind == RemedyKind::Draw)
        };
        let is_ended = || self.has_no_move_left() || self.context.drawn_by_law().is_some_and(draws);
        matches!(self.stage, GameStage::Mated(..)) || self.latest_against_touch().is_none() && is_ended()
    }

    /// Whether it is pointed out that the move which ended the game on the board was made against a touch.
    fn objects_to_the_end(&self, act: &Act) -> bool {
        let is_in_time = || self.latest_against_touch().is_some_and(Case::is_open);
        matches!(act, Act::Notice { .. }) && self.stage == GameStage::UnderWay && is_in_time()
    }

    /// The case of a touch against which the last move was made: where that is complained of, the move ends no game
    /// (FIDE 5.1.1, 5.2.1).
    fn latest_against_touch(&self) -> Option<&Case<'a>> {
        let stage = Stage::Disobeyed(self.plies());
        let mut open = self.newest().filter_map(|index| self.cases.get(index));
        open.find(|case| case.offence.kind == OffenceKind::Touch && case.stage == stage)
    }

    /// How the game ended on the board, in words, where it did.
    pub(crate) fn ended_on_board(&self) -> Option<String> {
        let board = self.table.board();
        let player = board.turn();
        let how = if board.in_check(player) { "checkmated" } else { "stalemated" };
        self.has_no_move_left().then(|| format!("{player} is {how}"))
    }

    /// Whether there is no game any more: it was annulled.
    fn is_void(&self) -> bool {
        self.any_of_late(Case::has_annulled)
    }

    /// An act that only a game under way leaves room for.
    fn behind_the_end(&mut self, span: Span) {
        let message = "the game is over here: nothing follows from this".to_owned();
        let draft = Draft::new(Rule::RecordCommand, Severity::Info, self.plies(), span, message);
        self.push(draft);
    }

    /// What ended the game before a move, in words: a resignation, or a mate that the code lets nobody ignore.
    pub(crate) fn ended_before(&mut self, made: MadeMove) -> Option<String> {
        if let GameStage::Resigned(by) = self.stage {
            return Some(format!("{by}'s resignation"));
        }
        let board = self.table.board();
        let mated = board.turn();
        let is_mate = self.stage == GameStage::UnderWay
            && made.by == mated
            && board.in_check(mated)
            && self.has_no_move_left();
        if !is_mate {
            return None;
        }
        self.stage = GameStage::Mated(mated, self.plies());
        Some("checkmate".to_owned())
    }

    /// A move behind what ended the game.
    pub(crate) fn after_the_end(&mut self, end: &str, made: MadeMove) {
        let before = self.table.board_for(made.by);
        let text = self.context.text_of_move(made.source, made.place, &before, made.played);
        let message = format!("`{text}` follows {end}, which ended the game");
        let span = self.context.span_of_move(made.source, made.place);
        let ply = self.plies() + 1;
        let mut draft = Draft::new(Rule::RecordAfterEnd, Severity::Error, ply, span, message);
        draft.movetext = Some(words::numbered(&before, &text));
        self.push(draft);
    }

    /// Does on the board what happened, and judges nothing of it.
    pub(crate) fn replay(&mut self, events: Timeline<'_>) {
        for event in events.iter() {
            match event {
                Event::Move(made) => self.table.make(made, Lawfulness::Lawful),
                Event::Act(placed) => match placed.act {
                    Act::Retract { moves } => {
                        self.table.take_back(self.plies().saturating_sub(moves.get()));
                    }
                    Act::Drop { square } => {
                        self.table.drop_man(square);
                    }
                    Act::Restore { square, .. } => self.table.restore(square),
                    Act::Ruling(_) => self.put_pawn_right(placed.span),
                    _ => {}
                },
            }
        }
    }

    /// A ruling makes a piece of a pawn left on its last rank.
    fn put_pawn_right(&mut self, ruling: Span) {
        if let Some(PutRight { index, to }) = self.context.record().put_right_by(ruling) {
            self.table.promote_left(index, to);
        }
    }

    fn misbehave(&mut self, by: Option<Color>, what: Misconduct, span: Span) {
        if let Some(by) = by {
            self.misconduct(by, what, span);
        }
    }

    /// Moves go back.
    fn retract(&mut self, moves: u32, span: Span, rest: Timeline<'_>) {
        let stood = self.plies();
        let keep = stood.saturating_sub(moves);
        // What some open case presupposes is no recall.
        let mut presupposed = u32::MAX;
        self.each_open(|case| {
            let to = match case.stage {
                Stage::Disobeyed(ply) => Some(ply.saturating_sub(1)),
                Stage::Answered(ply) if case.asked != Asked::No => Some(ply.saturating_sub(1)),
                Stage::Standing => case.goes_back_to(),
                Stage::Due | Stage::Answered(_) | Stage::Ended(_) => None,
            };
            presupposed = presupposed.min(to.unwrap_or(u32::MAX));
        });
        self.leave_lapsed(keep);
        self.goes_back_though_it_stands(keep);
        let is_of_himself = presupposed == u32::MAX && !self.sanctioned && self.pointed_out_by.is_none();
        let too_late = is_of_himself && self.takes_back_too_late(keep);
        let taken = self.table.take_back(keep);
        self.seen.take_back(keep);
        self.opened = None;
        self.white = Hands::default();
        self.black = Hands::default();
        self.cry = None;
        self.misled_by = None;
        self.unsaid = self.silent_check_standing();
        let gone_back = self.cases_go_back(keep, stood);
        self.settle_castled(|ply| ply > keep, Disposition::Retracted);
        for index in self.open.clone() {
            if self.cases.get(index).is_some_and(Case::is_slip) {
                self.take_over_touches(index);
            }
            self.leave_touches_to_penalty(index);
        }
        self.reopen(keep);
        self.count_back(keep);
        let begins_anew = keep == 0 && self.begin_anew();
        // Where nothing says how far, what goes back on the other's word is no recall.
        let on_demand = presupposed == u32::MAX
            && self.pointed_out_by.is_some_and(|by| taken.iter().any(|stood| by.player() != Some(stood.by)));
        if !self.sanctioned && !begins_anew && !on_demand {
            let presupposed = presupposed.saturating_sub(keep) as usize;
            let good = taken.get(..presupposed).unwrap_or(&taken);
            let recalled = if too_late { 0 } else { changed_first(good, rest) };
            if let Some((stood, ply)) = good.iter().zip(keep + 1..).nth(recalled)
                && stood.lawful
            {
                self.recalled(stood, ply, span);
            }
        }
        // What both agreed to take back is as if it had not been.
        if !self.sanctioned {
            self.stay_reached(&gone_back);
        }
        self.sanctioned = false;
        self.pointed_out_by = None;
        self.after_each();
    }

    /// What moves that went back from `stood` to `keep` make of each open case; those for which they went.
    fn cases_go_back(&mut self, keep: u32, stood: u32) -> Vec<usize> {
        let turn = self.table.board().turn();
        let mut moot: Vec<usize> = Vec::new();
        let mut gone_back: Vec<usize> = Vec::new();
        for index in self.open.clone() {
            let Some(case) = self.cases.get_mut(index) else { continue };
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
                _ if case.is_to_stand_behind(keep) && !self.sanctioned => {
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
            self.strike_out(index);
        }
        gone_back
    }

    /// A move that one player had leave to take back goes back, and the other's next with it, with which that leave
    /// ended: it is no leave again. Whether it is so.
    fn takes_back_too_late(&mut self, keep: u32) -> bool {
        let found = self.latest().find(|index| {
            let case = self.cases.get(*index);
            case.is_some_and(|case| case.had_leave_to_go_back_to(keep) && case.offence.ply == keep)
        });
        let played = self.numbered(keep + 1);
        let Some(case) = found.and_then(|index| self.cases.get_mut(index)) else { return false };
        if let Some(played) = played {
            case.note(format!("{played} was taken back too late"));
        }
        case.end(Disposition::Lapsed);
        true
    }

    /// What was done against a touch goes back after it was let pass: the touch binds no more.
    fn leave_lapsed(&mut self, keep: u32) {
        for index in self.latest().collect::<Vec<_>>() {
            let lapsed = self.cases.get(index).and_then(Case::let_pass_at).filter(|ply| *ply > keep);
            let played = lapsed.and_then(|ply| self.numbered(ply));
            if let (Some(played), Some(case)) = (played, self.cases.get_mut(index)) {
                case.stays_lapsed(&played);
            }
        }
    }

    /// What was found too late, and stands by the law, goes back all the same.
    fn goes_back_though_it_stands(&mut self, keep: u32) {
        for index in self.latest().collect::<Vec<_>>() {
            let Some(case) = self.cases.get_mut(index) else { continue };
            let stands = case.rule.is_of(Family::Discovery)
                && case.provision().is_some_and(|provision| provision.binds == Binds::None);
            if stands
                && case.offence.ply > keep
                && !case.help.iter().any(|note| matches!(note, Note::TakenBack))
            {
                case.note(Note::TakenBack);
            }
        }
    }

    /// Rights that ended with a move since taken back are alive again.
    fn reopen(&mut self, keep: u32) {
        for index in self.latest().collect::<Vec<_>>() {
            let Some(case) = self.cases.get_mut(index) else { continue };
            if case.is_ended() || case.discovered || case.offence.ply > keep || !case.reopen(keep) {
                continue;
            }
            self.put_back(index);
            self.lay(index);
        }
    }

    fn recalled(&mut self, stood: &Stood, ply: u32, span: Span) {
        let text = self.context.text_of_move(stood.source, stood.place, &stood.before, stood.played);
        let numbered = words::numbered(&stood.before, &text);
        let facts = self.facts(stood.by).with(Predicate::OnMove, true);
        let man = stood.played.from();
        let ground = self.ground(stood.before, vec![man], Some(stood.played), facts);
        let message = format!("{} takes back {numbered}, which was good", stood.by);
        let before = self.plies();
        let opening = Opening {
            done: before,
            before,
            movetext: Some(numbered),
            ground: Some(ground),
            ..Opening::at(Rule::MoveRecalled, facts, stood.by, ply, span, message)
        };
        let _ = self.open_recall(opening, stood.played);
    }

    /// A pawn becomes another piece than the one that was set on its square (FIDE 4.4.4).
    pub(crate) fn mind_other_choice(&mut self, judged: &Judged) {
        let Judged { made, before, .. } = judged;
        let Some(chosen) = self.hands(made.by).other_choice(made.played) else { return };
        let was = Move::new(made.played.from(), chosen.square, MoveKind::Promotion(chosen.role));
        if self.table.board().turn() != made.by || !before.is_legal(was, self.table.play()) {
            return;
        }
        let numbered = words::numbered(before, &before.san_with_sign(was, self.table.play()));
        let facts = self.facts(made.by).with(Predicate::OnMove, true).with(Predicate::PieceChosen, true);
        let ground = self.ground(*before, vec![was.from()], Some(was), facts);
        let message = format!("{} sets a {} on {}", made.by, chosen.role.name(), chosen.square);
        let plies = self.plies();
        let opening = Opening {
            done: plies,
            before: plies,
            movetext: Some(numbered.clone()),
            ground: Some(ground),
            ..Opening::at(Rule::MoveRecalled, facts, made.by, judged.ply, chosen.span, message)
        };
        let Some(case) = self.open_recall(opening, was) else { return };
        if case.is_due(&[RemedyKind::Stand]) {
            case.note(format!("the move that stands is {numbered}"));
        } else if !case.gives() {
            case.message = format!("{}, and plays {}", case.message, judged.numbered);
        }
    }

    /// A good move was not left to stand: that it stands means that it is made again.
    fn open_recall(&mut self, opening: Opening, played: Move) -> Option<&mut Case<'a>> {
        let opened = self.open(opening);
        let case = opened.and_then(|index| self.cases.get_mut(index))?;
        for laid in case.remedies.iter_mut().filter(|laid| laid.remedy.kind == RemedyKind::Stand) {
            laid.moves = vec![played];
            case.stage = Stage::Due;
        }
        Some(case)
    }
}

/// Which of the moves that went back was not left to stand: the first in whose place another is made. Where none is,
/// the last.
fn changed_first(taken: &[Stood], rest: Timeline<'_>) -> usize {
    let is_retraction =
        |event: &Event<'_>| matches!(event, Event::Act(placed) if matches!(placed.act, Act::Retract { .. }));
    let made = rest.iter().take_while(|event| !is_retraction(event)).filter_map(|event| match event {
        Event::Move(made) => Some(made),
        Event::Act(_) => None,
    });
    let differs = |(stood, made): (&Stood, MadeMove)| (stood.by, stood.played) != (made.by, made.played);
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
