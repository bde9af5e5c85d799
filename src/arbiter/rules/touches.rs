//! `touch.*`: hands on men, and what they bind to.

use crate::chess::{Color, Move, Position, Role, Side, Square};
use crate::finding::Disposition;
use crate::game::{Act, Contact as Meaning, Event, PlacedAct, Seat, Span, Timeline, TouchOrder, Word};
use crate::law::{Family, NoticeTime, OffenceFamily, Predicate, Rule, Turn, UnknownOrder};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::remedies::{Ground, Laid};
use crate::arbiter::case::windows::{Contact, OffenceKind};
use crate::arbiter::case::{Asked, Case, Decision, Stage};
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::state::touch::Hands;
use crate::arbiter::words;

/// What is said where each of several men may have been the first that was touched.
pub(crate) const ORDER_NOT_KNOWN: &str = "in which order they were touched is not recorded";

/// Men as one act has them touched.
#[derive(Clone, Copy)]
pub(crate) struct TouchedMen<'s> {
    pub squares: &'s [Square],
    /// Whether the squares stand in the order in which they were touched.
    pub order: TouchOrder,
    pub seat: Seat,
    pub span: Span,
}

/// At whose turn a player touches a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AtTurn {
    Own,
    Others,
}

impl Proceedings<'_, '_> {
    /// The men that a player's hand has come to in earnest on this turn, in order.
    pub(crate) fn reached_by(&self, by: Color) -> &[Square] {
        &self.hands_of(by).reached
    }

    /// Those of them of whom it is not known which was touched before which.
    pub(crate) fn touched_in_no_known_order(&self, by: Color) -> &[Square] {
        &self.hands_of(by).unordered
    }

    /// The men touched in what went back, in these cases just now or in any for which a move is due, stay touched: no
    /// hand is undone.
    pub(crate) fn stay_reached(&mut self, gone_back: &[usize]) {
        let (by, plies) = (self.table.board().turn(), self.plies());
        let is_of_turn = |index: &usize| {
            self.cases.get(*index).is_some_and(|case| {
                case.offence.offender == by
                    && case.before == plies
                    && (case.rule.is_of(Family::Move) || case.offence.kind == OffenceKind::Touch)
                    && (case.stage == Stage::Due || gone_back.contains(index))
            })
        };
        let mut of_turn: Vec<usize> = self.latest().filter(is_of_turn).collect();
        of_turn.reverse();
        for index in of_turn {
            let ground = self.cases.get(index).and_then(|case| case.ground.as_ref());
            let men = ground.map(Ground::all_touched).unwrap_or_default();
            let hands = self.hands(by);
            for man in men {
                hands.reach(man);
            }
        }
    }

    /// The men touched in a move that was taken back count as touched first on the turn; their case.
    pub(crate) fn touch_in_slip(&mut self, by: Color, men: &[Square], span: Span) -> Option<usize> {
        let hands = self.hands(by);
        let later = std::mem::take(&mut hands.touched);
        hands.span = Some(span);
        for man in men.iter().chain(&later) {
            hands.add(*man);
        }
        self.consider_touches(by);
        self.hands(by).case
    }

    /// Men are touched.
    pub(crate) fn touch(&mut self, by: Color, men: TouchedMen<'_>, meant: Meaning) {
        if meant == Meaning::Accidental {
            return self.show_touch(by, Contact::Accidental);
        }
        let at = self.turn_of(by);
        let hands = self.hands(by);
        let notice = hands.notice;
        // What was said in touching is about this touch alone.
        hands.notice = notice.filter(|notice| *notice != NoticeTime::Touching);
        if let Some(notice) = notice
            && self.protects(notice, at, men.seat)
        {
            self.show_touch(by, Contact::Adjusting);
            return;
        }
        if let Some(notice) = notice
            && at == AtTurn::Others
            && self.code.play.adjust.turn == Turn::Own
            && self.protects(notice, AtTurn::Own, men.seat)
        {
            self.show_touch(by, Contact::Meant);
            return self.adjust_off_turn(by, men.squares, men.span);
        }
        self.contact(by, men, notice);
    }

    /// Men are touched in earnest; the notice given before did not protect them.
    fn contact(&mut self, by: Color, men: TouchedMen<'_>, notice: Option<NoticeTime>) {
        let TouchedMen { squares, order, seat, span } = men;
        let answered = self.answer_cry_with_touch(by, squares);
        let induced = self.misled_by == Some(by.other());
        self.show_touch(by, Contact::Meant);
        self.misled_by = self.misled_by.filter(|misleader| *misleader != by.other());
        if self.is_carrying_out(by) {
            return;
        }
        let is_let_pass = |case: &Case<'_>| case.stage == Stage::Ended(Disposition::Waived);
        let earlier = self.hands_of(by).case.and_then(|index| self.cases.get(index));
        let was_let_pass = earlier.is_some_and(is_let_pass);
        let hands = self.hands(by);
        if was_let_pass {
            hands.begin_anew();
        }
        hands.span.get_or_insert(span);
        hands.induced |= induced;
        hands.excused_by = hands.excused_by.or(answered);
        if seat == Seat::Askew || hands.seat.is_none() {
            hands.seat = Some(seat);
        }
        hands.notice_failed |= notice.is_some();
        hands.last_added = 0;
        for square in squares {
            if hands.add(*square) {
                hands.last_added += 1;
                if order == TouchOrder::Unknown {
                    hands.unordered.push(*square);
                }
            }
        }
        self.consider_touches(by);
    }

    /// Whether the player is taking back or paying for what was asked of him: his touches are part of it.
    fn is_carrying_out(&self, by: Color) -> bool {
        self.newest().filter_map(|index| self.cases.get(index)).any(|case| {
            case.offence.offender == by && case.asked != Asked::No && case.stage == Stage::Standing
        })
    }

    /// Whether a move is due from the player already: that comes before whatever he touches next.
    fn owes_a_move(&self, by: Color) -> bool {
        self.newest().filter_map(|index| self.cases.get(index)).any(|case| {
            case.offence.offender == by
                && case.stage == Stage::Due
                && (case.asked != Asked::No || case.is_of_law())
                && case.due().iter().any(Laid::binds_the_next_move)
        })
    }

    /// A man is lifted and kept in hand.
    pub(crate) fn hold(&mut self, by: Color, square: Square, span: Span) {
        self.hands(by).holds = true;
        let men = TouchedMen { squares: &[square], order: TouchOrder::Known, seat: Seat::Square, span };
        self.contact(by, men, None);
    }

    /// A man in the hand is rested on a square: that it was lifted shows in this, where nothing told it.
    pub(crate) fn hover(&mut self, by: Color, from: Square, over: Square, span: Span) {
        if !self.hands_of(by).has_in_hand(from) {
            self.hold(by, from, span);
        }
        self.hands(by).hover(from, over);
    }

    /// A man is let go as part of a move not yet complete.
    pub(crate) fn release(&mut self, by: Color, from: Square, to: Square) {
        self.show_touch(by, Contact::Meant);
        self.hands(by).release(from, to);
    }

    /// A notice of adjusting is given before a touch.
    pub(crate) fn adjust_said(&mut self, by: Color) {
        self.hands(by).notice = Some(NoticeTime::Before);
    }

    /// The notice of adjusting that was given in touching is written behind the touch: it is heard with it.
    pub(crate) fn hear_notice_behind(&mut self, by: Color, rest: Timeline<'_>) {
        let Some(Event::Act(PlacedAct {
            act: Act::Say { by: sayer, word: Word::AdjustTouching }, span, ..
        })) = rest.first()
        else {
            return;
        };
        let hands = self.hands(by);
        if sayer.player() == Some(by) && hands.notice.is_none() {
            hands.notice = Some(NoticeTime::Touching);
            hands.heard_with_it = Some(*span);
        }
    }

    /// A notice of adjusting is given as the hand reached the man: it is about the last touch, or about one written
    /// just behind it.
    pub(crate) fn adjust_said_touching(&mut self, by: Color, span: Span) {
        if self.hands(by).heard_with_it.take() == Some(span) {
            return;
        }
        if self.hands(by).last_added == 0 {
            self.hands(by).notice.get_or_insert(NoticeTime::Touching);
            return;
        }
        let seat = self.hands(by).seat.unwrap_or(Seat::Square);
        let protects = self.protects(NoticeTime::Touching, self.turn_of(by), seat);
        let hands = self.hands(by);
        if protects {
            let keep = hands.touched.len().saturating_sub(hands.last_added);
            let adjusted = hands.touched.split_off(keep);
            hands.reached.retain(|man| !adjusted.contains(man));
            hands.unordered.retain(|man| !adjusted.contains(man));
            hands.last_added = 0;
        } else {
            hands.notice_failed = true;
        }
        self.consider_touches(by);
    }

    /// Something else than a touch stands behind a notice of adjusting that was given in touching.
    pub(crate) fn no_touch_follows(&mut self) {
        for hands in [&mut self.white, &mut self.black] {
            hands.notice = hands.notice.filter(|notice| *notice != NoticeTime::Touching);
        }
    }

    fn turn_of(&self, by: Color) -> AtTurn {
        if self.table.board().turn() == by { AtTurn::Own } else { AtTurn::Others }
    }

    /// Whether a notice of adjusting frees a touch under the code.
    fn protects(&self, notice: NoticeTime, at: AtTurn, seat: Seat) -> bool {
        let law = self.code.play.adjust;
        (notice == NoticeTime::Before || law.notice == NoticeTime::Touching)
            && (at == AtTurn::Own || law.turn == Turn::Any)
            && (!law.askew || seat == Seat::Askew)
    }

    /// The men in the order in which they count as touched: where it is not known, as the code has it.
    pub(crate) fn in_order(&self, by: Color, squares: &[Square], order: TouchOrder) -> Vec<Square> {
        let mut squares = squares.to_vec();
        let says = |provision: &crate::law::Provision| provision.order.as_ref().map(|order| order.unknown);
        let taken = self.code.provisions_for(Rule::TouchMixed).find_map(says);
        if let (TouchOrder::Unknown, Some(taken)) = (order, taken) {
            let own = self.table.board().men(by);
            squares.sort_by_key(|man| own.has(*man) != (taken == UnknownOrder::OwnFirst));
        }
        squares
    }

    fn adjust_off_turn(&mut self, by: Color, squares: &[Square], span: Span) {
        let men = words::men_as_seen(by, self.table.board(), squares.iter().copied());
        let message = format!("{by} adjusts {men}, and it is {}'s turn", by.other());
        let facts = self.facts(by).with(Predicate::AdjustSaid, true).with(Predicate::NoticeBeforeTouch, true);
        self.open_touch(by, Rule::TouchAdjust, facts, Vec::new(), span, message);
    }

    /// Everything touched since the last move is one matter: it is considered anew with each touch.
    fn consider_touches(&mut self, by: Color) {
        let hands = self.hands(by).clone();
        let before = hands.case;
        let was_asked =
            before.and_then(|index| self.cases.get(index)).is_some_and(|case| case.asked != Asked::No);
        if let Some(index) = before {
            self.strike_out(index);
            self.hands(by).case = None;
        }
        if self.owes_a_move(by) {
            return;
        }
        let Some(span) = hands.span.filter(|_| !hands.touched.is_empty()) else { return };
        let mut board = *self.table.board();
        let on_move = board.turn() == by;
        let men = words::men_as_seen(by, &board, hands.touched.iter().copied());
        if !on_move {
            board.set_turn(by);
        }
        let facts = self.touch_facts(by, &hands);
        let ground = Ground {
            unordered: hands.unordered.clone(),
            ..self.ground(board, hands.touched.clone(), None, facts)
        };
        let facts = {
            let takeable: Vec<bool> =
                ground.hostile_touched().map(|man| !ground.captures_of(man).is_empty()).collect();
            let movable: Vec<bool> =
                ground.own_touched().map(|man| !ground.moves_of(man).is_empty()).collect();
            let candidates = board.candidates(self.table.play());
            let exposes = ground.own_touched().any(|man| {
                ground.moves_of(man).is_empty() && candidates.iter().any(|played| played.from() == man)
            });
            let takes_some = takeable.contains(&true);
            facts
                .with(Predicate::AllTakeable, takes_some && takeable.iter().all(|can| *can))
                .with(Predicate::SomeTakeable, takes_some && !takeable.iter().all(|can| *can))
                .with(Predicate::NoneTakeable, !takeable.is_empty() && !takes_some)
                .with(Predicate::NoneMovable, !movable.is_empty() && !movable.contains(&true))
                .with(Predicate::ManRelievesCheck, board.in_check(by) && movable.contains(&true))
                .with(Predicate::ExposesKing, exposes)
                .with(Predicate::CastlingIntent, is_for_castling(&ground))
                .with(Predicate::RookFirst, is_for_castling(&ground) && is_king_second(&ground))
        };
        let rule = if on_move { rule_of(&ground) } else { Rule::TouchOutOfTurn };
        let is_order_open = ground.leaves_order_open();
        let unprotected =
            if hands.notice_failed { ", whom the notice of adjusting does not protect," } else { "" };
        let message = if !on_move {
            format!("{by} touches {men}, and it is {}'s turn", by.other())
        } else if hands.holds {
            format!("{by}{unprotected} lifts {men}")
        } else {
            format!("{by}{unprotected} touches {men}")
        };
        let mut case = None;
        if let Some(excuse) = hands.excused_by.filter(|_| on_move) {
            case = self.open_excused(by, rule, facts, excuse, span, &message);
        }
        if case.is_none() && hands.holds && on_move && hands.touched.len() == 1 {
            let held =
                self.touch_opening(by, Rule::TouchHold, facts, hands.touched.clone(), span, message.clone());
            let speaks =
                self.code.governing(Rule::TouchHold, |fact| facts.has(fact)).is_some_and(|held| held.report);
            if speaks {
                case = self.open(held);
            }
        }
        if case.is_none() {
            case = self.open_touch(by, rule, facts, hands.touched, span, message);
        }
        if let Some(opened) = case.and_then(|index| self.cases.get_mut(index)) {
            // A remedy elected was of other men: what is left is that the touch was pointed out.
            if was_asked {
                opened.asked = Asked::Noticed;
            }
            if is_order_open && opened.gives() {
                opened.note(ORDER_NOT_KNOWN);
            }
        }
        self.hands(by).case = case;
    }

    /// What was touched after the man of a move had been let go was touched when the move was made: it binds to
    /// nothing in its place.
    pub(crate) fn forget_touches_after_release(&mut self, by: Color, played: Move) {
        let hands = self.hands(by);
        if hands.let_go_before(played, &hands.touched)
            && let Some(index) = hands.case.take()
        {
            self.strike_out(index);
        }
    }

    /// The men of a capture that was made, and no others, were touched to make it.
    pub(crate) fn forget_touches_of_capture(&mut self, by: Color, played: Move, before: &Position) {
        let Some(taken) = played.takes_on().filter(|taken| before.men(by.other()).has(*taken)) else {
            return;
        };
        let hands = self.hands(by);
        let is_of_it = |man: &Square| *man == played.from() || *man == taken;
        if hands.touched.len() == 2 && hands.touched.iter().all(is_of_it) {
            self.forget_silent_touches(by);
        }
    }

    /// The men of a move that was made were touched to make it: of a code that says nothing of several men
    /// touched nothing need be said.
    pub(crate) fn forget_silent_touches(&mut self, by: Color) {
        let Some(index) = self.hands(by).case else { return };
        let silent = |case: &Case<'_>| matches!(case.decision, Decision::Silence(_));
        if self.cases.get(index).is_some_and(silent) {
            self.strike_out(index);
        }
    }

    fn touch_facts(&self, by: Color, hands: &Hands) -> Facts {
        self.facts(by)
            .with(Predicate::OnMove, self.turn_of(by) == AtTurn::Own)
            .with(Predicate::Askew, hands.seat == Some(Seat::Askew))
            .with(Predicate::AdjustSaid, hands.notice_failed)
            .with(Predicate::NoticeBeforeTouch, hands.notice == Some(NoticeTime::Before))
            .with(Predicate::Induced, hands.induced)
    }

    /// A touch that a false cry caused, where the law on the cry frees it.
    fn open_excused(
        &mut self,
        by: Color,
        rule: Rule,
        facts: Facts,
        excuse: usize,
        span: Span,
        message: &str,
    ) -> Option<usize> {
        let provision = self.cases.get(excuse).and_then(Case::provision)?;
        if !provision.excuses.contains(&OffenceFamily::Touch) {
            return None;
        }
        let mut opening = self.touch_opening(by, rule, facts, Vec::new(), span, message.to_owned());
        opening.ground = None;
        let index = self.open_under(opening, provision, None);
        let case = self.cases.get_mut(index)?;
        if let Decision::Rights(rights) = &mut case.decision {
            for right in rights {
                right.watch = None;
            }
        }
        case.remedies.clear();
        case.back_to = None;
        case.note("a false cry of check led to it: it binds to nothing");
        case.gravity = crate::finding::Severity::Info;
        case.end(crate::finding::Disposition::Stands);
        Some(index)
    }

    fn open_touch(
        &mut self,
        by: Color,
        rule: Rule,
        facts: Facts,
        touched: Vec<Square>,
        span: Span,
        message: String,
    ) -> Option<usize> {
        let opening = self.touch_opening(by, rule, facts, touched, span, message);
        self.open(opening)
    }

    fn touch_opening(
        &self,
        by: Color,
        rule: Rule,
        facts: Facts,
        touched: Vec<Square>,
        span: Span,
        message: String,
    ) -> Opening {
        let ply = self.plies();
        let ground = Ground {
            unordered: self.touched_in_no_known_order(by).to_vec(),
            ..self.ground(self.table.board_for(by), touched, None, facts)
        };
        Opening {
            kind: OffenceKind::Touch,
            movetext: self.numbered(ply),
            ground: Some(ground),
            ..Opening::at(rule, facts, by, ply, span, message)
        }
    }
}

/// The rule id of what was touched on the toucher's turn.
fn rule_of(ground: &Ground) -> Rule {
    let own: Vec<Square> = ground.own_touched().collect();
    let hostile: Vec<Square> = ground.hostile_touched().collect();
    match (&*own, &*hostile) {
        ([], [man]) if ground.captures_of(*man).is_empty() => Rule::TouchAdversaryImmovable,
        ([], [_]) => Rule::TouchAdversary,
        ([man], []) if ground.moves_of(*man).is_empty() => Rule::TouchOwnImmovable,
        ([_] | [], []) => Rule::TouchOwn,
        (_, []) => Rule::TouchSeveralOwn,
        ([], _) => Rule::TouchSeveralAdversary,
        _ => Rule::TouchMixed,
    }
}

/// Whether the first own man touched is known not to be the king.
fn is_king_second(ground: &Ground) -> bool {
    let kings = ground.position.of(ground.position.turn(), Role::King);
    let is_known = ground.own_touched().any(|man| !ground.unordered.contains(&man));
    is_known && ground.own_touched().next().is_some_and(|first| !kings.has(first))
}

/// Whether just the king and a rook with which it may still castle were touched.
fn is_for_castling(ground: &Ground) -> bool {
    let us = ground.position.turn();
    let own: Vec<Square> = ground.own_touched().collect();
    let [first, second] = &*own else { return false };
    let kings = ground.position.of(us, Role::King);
    let (king, rook) = if kings.has(*first) { (*first, *second) } else { (*second, *first) };
    kings.has(king)
        && [Side::King, Side::Queen]
            .into_iter()
            .any(|side| ground.position.castling_rook(king, us, side) == Some(rook))
}
