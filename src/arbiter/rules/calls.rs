//! `call.*`: what is announced, or not announced.

use crate::chess::{Bitboard, Color, Move, Position, Role, Square};
use crate::finding::Disposition;
use crate::game::{Channel, Span, Word};
use crate::law::{Opener, Predicate, Rule};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Asked, Case, Marks, Stage};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::conduct::Misconduct;
use crate::arbiter::rules::moves::Judged;
use crate::arbiter::state::board::Announced;
use crate::arbiter::state::draws::Answer;
use crate::arbiter::state::speech::{Cried, Cry, Unsaid};
use crate::arbiter::words;

/// The move made upon a check that was not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reply {
    None,
    /// The check stands no more.
    MeetsIt,
    /// It stands still.
    LeavesIt,
}

/// What the other player did first after a false cry.
enum Reaction<'x> {
    Nothing,
    Touch(&'x [Square]),
    Move(Move),
}

impl Proceedings<'_, '_> {
    /// Something is said.
    pub(crate) fn say(&mut self, by: Color, word: Word, span: Span) {
        match word {
            Word::Check => self.say_check(by, span),
            Word::Mate => self.say_mate(by, span),
            Word::Adjust => self.adjust_said(by),
            Word::AdjustTouching => self.adjust_said_touching(by, span),
            Word::Stalemate => self.say_stalemate(by, span),
            Word::Resign => self.misconduct(by, Misconduct::Resigns, span),
            Word::Draw => self.draws.offer(by),
            Word::Accept => self.accept_draw(by, span),
            Word::Decline => self.draws.answer_offer(by, Answer::Declined),
            Word::MateIn(moves) => self.announce_mate(by, moves, span),
        }
    }

    fn say_check(&mut self, by: Color, span: Span) {
        let king = by.other();
        let board = *self.table.board();
        if board.of(king, Role::King).is_empty() {
            return;
        }
        let Some(check) = self.table.check_on(king).filter(|_| board.in_check(king)) else {
            return self.false_cry(by, Cried::Check, span);
        };
        if check.announced == Announced::Said {
            return;
        }
        let in_time = check.given_by == by && check.ply == self.plies();
        let gives_its_own = self.table.last().is_some_and(|last| {
            last.by == by && !(board.checkers(king) & !last.before.checkers(king)).is_empty()
        });
        // The right to take back what ignored the check, where it stands. Said with a move that gives a check of its
        // own, the word may be of that one alone.
        let ignored = self.cases.newest().filter(|_| !gives_its_own).find(|index| {
            self.cases.get(*index).is_some_and(|case| {
                case.rule == Rule::CallCheckMissing && case.offence.offender == by && case.is_open()
            })
        });
        self.table.announce(king);
        if self.speech.unsaid.is_some_and(|unsaid| unsaid.by == by && unsaid.ply == check.ply) {
            self.speech.unsaid = None;
        }
        match ignored.and_then(|index| self.cases.get_mut(index)) {
            Some(case) => case.ask(Asked::Noticed, Some(by)),
            None if !in_time && !gives_its_own && check.given_by == by => self.late_call(by, check.ply, span),
            None => {}
        }
    }

    /// Check is said by the player on move, and he gives it with this very move: no false cry, but warning of it.
    pub(crate) fn take_cry_as_warning(&mut self, judged: &Judged) -> bool {
        let by = judged.made.by;
        let warns = |cry: &Cry| cry.by == by && cry.ply == self.plies() && judged.after.in_check(by.other());
        let is_warning = self.speech.cry.as_ref().is_some_and(warns);
        if is_warning {
            self.speech.cry = None;
        }
        is_warning
    }

    /// The check that a player just gave was said before.
    pub(crate) fn check_is_said(&mut self, by: Color) {
        self.table.announce(by.other());
        self.speech.unsaid = None;
    }

    fn false_cry(&mut self, by: Color, word: Cried, span: Span) {
        self.cry_unanswered();
        self.speech.cry = Some(Cry { by, word, ply: self.plies(), span, made: self.table.made() });
        self.speech.misled_by = Some(by);
    }

    /// Check is said long after it was given and ignored.
    fn late_call(&mut self, by: Color, check: u32, span: Span) {
        let was_ignored = self.table.all().iter().skip(check as usize).any(|stood| stood.by != by);
        if !was_ignored || self.context.code().voice(Rule::CallCheckLate) != crate::law::Voice::Speaks {
            return;
        }
        let message = match self.numbered(check) {
            Some(text) => format!("{by} says check only now; it was given with {text}"),
            None => format!("{by} says check only now"),
        };
        let king = by.other();
        let facts =
            self.facts(by).with(Predicate::CheckStanding, true).with(Predicate::CheckAnnounced, false);
        let ply = self.plies();
        let before_last_of_checked = crate::arbiter::state::board::before_last_of(king, self.table.all());
        self.open(Opening {
            marks: Marks { check: Some(check), before_last_of_checked, ..Marks::default() },
            movetext: self.numbered(ply),
            ..Opening::at(Rule::CallCheckLate, facts, by, ply, span, message)
        });
    }

    fn say_mate(&mut self, by: Color, span: Span) {
        let board = self.table.board_for(by.other());
        if board.of(by.other(), Role::King).is_empty() {
            return;
        }
        // Whoever says mate says check, rightly or falsely.
        if board.in_check(by.other()) {
            self.say_check(by, span);
        } else {
            self.false_cry(by, Cried::Mate, span);
        }
        if board.is_mate(self.table.play()) {
            return;
        }
        let facts = self.facts(by);
        let ply = self.plies();
        self.open(Opening {
            movetext: self.numbered(ply),
            ..Opening::at(
                Rule::CallMateFalse,
                facts,
                by,
                ply,
                span,
                format!("{by} announces mate, and {} is not checkmated", by.other()),
            )
        });
    }

    // --- A false cry ---------------------------------------------------------------------------

    pub(crate) fn answer_cry_with_touch(&mut self, by: Color, squares: &[Square]) -> Option<usize> {
        self.answer_cry(by, &Reaction::Touch(squares))
    }

    pub(crate) fn answer_cry_with_move(
        &mut self,
        by: Color,
        played: Move,
        _before: &Position,
    ) -> Option<usize> {
        self.answer_cry(by, &Reaction::Move(played))
    }

    pub(crate) fn cry_unanswered(&mut self) {
        if let Some(cry) = self.speech.cry {
            self.answer_cry(cry.by.other(), &Reaction::Nothing);
        }
    }

    /// The other player reacts to a false cry, or the crier moves on; returns the case of the cry.
    fn answer_cry(&mut self, by: Color, reaction: &Reaction<'_>) -> Option<usize> {
        let cry = self.speech.cry.take()?;
        let answered = by == cry.by.other() && !matches!(reaction, Reaction::Nothing);
        // That it was no mate is told already.
        if cry.word == Cried::Mate && !answered {
            return None;
        }
        let board = *self.table.board();
        let victim = cry.by.other();
        let kings = board.of(victim, Role::King);
        let touched: &[Square] = match reaction {
            Reaction::Touch(squares) => squares,
            Reaction::Nothing | Reaction::Move(_) => &[],
        };
        let moved = match reaction {
            Reaction::Move(played) => Some(*played),
            Reaction::Nothing | Reaction::Touch(_) => None,
        };
        let interposes = touched.iter().any(|man| could_interpose(&board, victim, *man));
        let facts = self
            .facts(cry.by)
            .with(Predicate::ReplyMade, answered)
            .with(Predicate::ReplyMovesKing, answered && moved.is_some_and(|played| kings.has(played.from())))
            .with(Predicate::ReplyTouchesKing, answered && touched.iter().any(|man| kings.has(*man)))
            .with(
                Predicate::ReplyTouchesInterposer,
                answered
                    && (interposes
                        || moved.is_some_and(|played| interposition(&board, victim).has(played.to()))),
            );
        let opening = Opening {
            kind: OffenceKind::Misleading,
            marks: Marks { reply_is_a_move: answered && moved.is_some(), ..Marks::default() },
            movetext: self.numbered(cry.ply),
            ..Opening::at(
                Rule::CallCheckFalse,
                facts,
                cry.by,
                cry.ply,
                cry.span,
                format!("{} says {}, and {victim}'s king is not in check", cry.by, cry.word.in_words()),
            )
        };
        let index = self.open(opening)?;
        let case = self.cases.get_mut(index)?;
        case.offence.made = cry.made;
        if cry.word == Cried::Mate && !case.gives() {
            self.cases.strike_out(index);
            return None;
        }
        answered.then_some(index)
    }

    // --- A check not said ------------------------------------------------------------------------

    /// A move gave a check that the law wants said.
    pub(crate) fn mind_silent_check(&mut self, judged: &Judged) {
        let by = judged.made.by;
        if !self.context.observed(Channel::Speech) {
            return;
        }
        let given =
            self.table.check_on(by.other()).filter(|check| check.ply == judged.ply && check.given_by == by);
        if given.is_some() {
            self.speech.unsaid = Some(Unsaid { by, ply: judged.ply, span: judged.span });
        }
    }

    /// The check that the last move gave in silence: where moves went back to it, it is still to be answered.
    pub(crate) fn silent_check_standing(&self) -> Option<Unsaid> {
        let ply = self.plies();
        let last = self.table.last().filter(|last| last.lawful && self.context.observed(Channel::Speech))?;
        let check = self.table.check_on(last.by.other())?;
        let is_silent = check.ply == ply && check.given_by == last.by && check.announced == Announced::Silent;
        let span = self.context.span_of_move(last.source, last.place);
        is_silent.then_some(Unsaid { by: last.by, ply, span })
    }

    /// The other player has moved, and the check had not been said.
    pub(crate) fn answer_silent_check(&mut self, by: Color) {
        let Some(unsaid) = self.speech.unsaid.take_if(|unsaid| unsaid.by != by) else { return };
        let king = unsaid.by.other();
        let left = self.table.check_on(king).is_some_and(|check| check.ply == unsaid.ply);
        let reply = if left { Reply::LeavesIt } else { Reply::MeetsIt };
        self.open_silent_check(unsaid, reply);
        if left && !self.table.check_binds(king) {
            let mut ignored = self.silent_check(unsaid, reply);
            ignored.done = self.plies();
            if let Some(reply) = self.numbered(self.plies()) {
                ignored.message = format!("{}; {king} leaves it standing with {reply}", ignored.message);
            }
            // Another reply that left it standing went back, and is no matter any more.
            let went_back = |case: &Case<'_>| {
                case.rule == Rule::CallCheckMissing
                    && case.span == unsaid.span
                    && case.stage == Stage::Ended(Disposition::Retracted)
            };
            let earlier = self.cases.find_latest(went_back);
            if let Some(earlier) = earlier {
                self.cases.strike_out(earlier);
            }
            self.open_where(ignored, |provision| provision.opens == Some(Opener::ReplyIgnoringCheck));
        }
    }

    pub(crate) fn unsaid_unanswered(&mut self) {
        if let Some(unsaid) = self.speech.unsaid.take() {
            self.open_silent_check(unsaid, Reply::None);
        }
    }

    /// That a check was given in silence is told once, though it be answered again after moves went back.
    fn open_silent_check(&mut self, unsaid: Unsaid, reply: Reply) {
        let tells = |case: &Case<'_>| case.rule == Rule::CallCheckMissing && case.span == unsaid.span;
        let is_told = self.cases.any_of_late(tells);
        if !is_told {
            let opening = self.silent_check(unsaid, reply);
            self.open(opening);
        }
    }

    fn silent_check(&self, unsaid: Unsaid, reply: Reply) -> Opening {
        let left = reply == Reply::LeavesIt;
        let facts = self
            .facts(unsaid.by)
            .with(Predicate::ReplyMade, reply != Reply::None)
            .with(Predicate::KingLeftInCheck, left)
            .with(Predicate::CheckAnnounced, false)
            .with(Predicate::CheckStanding, left);
        let text = self.numbered(unsaid.ply);
        let with = text.as_ref().map_or_else(String::new, |text| format!(" with {text}"));
        Opening {
            marks: Marks { check: Some(unsaid.ply), ..Marks::default() },
            movetext: text,
            ..Opening::at(
                Rule::CallCheckMissing,
                facts,
                unsaid.by,
                unsaid.ply,
                unsaid.span,
                format!("{} gives check{with} and does not say so", unsaid.by),
            )
        }
    }
}

/// The squares between a king and hostile men on its lines: where a man could be meant to interpose.
fn interposition(board: &Position, victim: Color) -> Bitboard {
    let Some(king) = board.of(victim, Role::King).single() else { return Bitboard::EMPTY };
    let theirs = board.men(victim.other());
    let sliders =
        theirs & !(board.of_role(Role::Pawn) | board.of_role(Role::Knight) | board.of_role(Role::King));
    let mut squares = Bitboard::EMPTY;
    for man in sliders {
        squares |=
            words::way(king, man).into_iter().map(Bitboard::of).fold(Bitboard::EMPTY, |all, one| all | one);
    }
    squares
}

/// Whether a man could reach a square between its king and a man that could be thought to give check
/// (a convention about what a record can show).
fn could_interpose(board: &Position, victim: Color, man: Square) -> bool {
    let mut board = *board;
    board.set_turn(victim);
    let between = interposition(&board, victim);
    board
        .candidates(crate::chess::Play::COMMON)
        .iter()
        .any(|played| played.from() == man && between.has(played.to()))
}
