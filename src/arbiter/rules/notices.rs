//! What is pointed out, and the cases that it is about.

use crate::chess::{Color, Position, Role};
use crate::finding::{Disposition, Score, Severity};
use crate::game::{Memory, Notice, Person, Span};
use crate::law::{Family, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::case::{Asked, Case, Counted, Decision, Stage};
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;

impl Proceedings<'_, '_> {
    /// An irregularity is pointed out.
    pub(crate) fn notice(&mut self, by: Person, what: Notice, memory: Memory, span: Span) {
        match what {
            Notice::Illegal(ply) => self.notice_illegal(by, ply.map(std::num::NonZero::get), memory, span),
            Notice::Check(ply) => self.notice_check(by, ply.map(std::num::NonZero::get), memory, span),
            Notice::Turn => {
                let is_meant = |case: &Case<'_>| case.rule == Rule::MoveOutOfTurn;
                // Who began though it was not his to begin moved before his turn too.
                if self.beginning.has(Rule::SetupFirstMove) && self.latest_where(is_meant).is_none() {
                    return self.notice_beginning(by.player(), Notice::FirstMove, span);
                }
                self.notice_of(by, "no move out of turn stands that could be meant", span, is_meant);
            }
            // In castling the rook that was touched first is what is meant, or that it was begun and left.
            Notice::Touch | Notice::Hold => {
                let is_meant = |case: &Case<'_>| {
                    case.rule.is_of(Family::Touch)
                        || case.rule == Rule::MoveCastlingOrder
                        || (case.rule == Rule::MoveRecalled && case.facts.has(Predicate::CastlingBegun))
                };
                // A touch that was made good, or went with a move, is no case any more.
                if self.context.tells_of_touches_to(by) {
                    self.ask_newest(by, is_meant);
                } else {
                    self.notice_of(by, "no touch is told of that could be meant", span, is_meant);
                }
            }
            Notice::Dropped(_) => {
                let is_dropped = |case: &Case<'_>| case.rule == Rule::BoardDropped;
                if memory == Memory::Forgotten
                    && let Some(index) = self.latest_where(is_dropped)
                {
                    self.rule_anew(index, Predicate::MovesKnown, false);
                }
                self.notice_of(by, "no man is known to have fallen", span, is_dropped);
            }
            Notice::Odds if self.only_given_moves_are_wrong() => self.ask_newest(by, is_of_given_moves),
            Notice::Board | Notice::Setup | Notice::Omitted(_) | Notice::Odds | Notice::FirstMove => {
                self.notice_beginning(by.player(), what, span);
            }
            Notice::Clock => {
                self.ask_newest(by, |case| case.rule == Rule::ClockPress);
                if let Some(by) = by.player() {
                    self.complain_of_time(by, span);
                }
            }
        }
    }

    /// Whether of all that concerns the odds only the moves given are wrong.
    fn only_given_moves_are_wrong(&self) -> bool {
        !self.beginning.has(Rule::SetupOdds)
            && !self.cases.any_of_late(|case| case.rule == Rule::SetupOdds)
            && self.cases.any_of_late(|case| is_of_given_moves(case) && !case.is_struck_out())
    }

    /// Something of that kind is pointed out; the message where nothing of it was ever there.
    fn notice_of(&mut self, by: Person, nothing: &str, span: Span, is_meant: impl Fn(&Case<'_>) -> bool) {
        let is_there = |case: &Case<'_>| is_meant(case) && !case.is_struck_out();
        if self.cases.any_of_late(is_there) {
            self.ask_newest(by, is_meant);
        } else {
            self.nothing_to_notice(by.player(), nothing, span);
        }
    }

    /// The newest open case of that kind is pointed out.
    fn ask_newest(&mut self, by: Person, is_meant: impl Fn(&Case<'_>) -> bool) {
        let found = self.cases.find_newest(|case| {
            is_meant(case) && case.offender.is_none_or(|offender| by.player() != Some(offender))
        });
        if let Some(index) = found {
            self.ask(index, by.player());
        }
    }

    /// Somebody asked for what a case gives.
    pub(crate) fn ask(&mut self, index: usize, by: Option<Color>) {
        let Some(case) = self.cases.get_mut(index) else { return };
        if case.asked != Asked::No || case.is_ended() {
            return;
        }
        // What is the other player's to ask nobody asks of himself.
        if by == Some(case.offence.offender) && !case.is_of_law() {
            return;
        }
        self.lay_as_found(index);
        self.take_over_touches(index);
        let Some(case) = self.cases.get_mut(index) else { return };
        case.ask(Asked::Noticed, by);
        if case.annuls() {
            case.end(Disposition::Annulled);
        }
        // A position that no legal move leads to has one more move to be mended.
        if !case.provision().is_some_and(asks_for_impossible) {
            self.carry_out(index);
        }
    }

    fn notice_illegal(&mut self, by: Person, ply: Option<u32>, memory: Memory, span: Span) {
        let is_meant = |case: &Case<'_>| {
            is_of_illegal_move(case)
                && match ply {
                    Some(ply) => case.offence.ply == ply,
                    None => case.offender.is_none_or(|offender| by.player() != Some(offender)),
                }
        };
        // A press without a move that counts as an illegal one is meant too, though it is no ply's.
        let is_press = |case: &Case<'_>| {
            case.facts.has(Predicate::PressedWithoutMove)
                && case.provision().is_some_and(|provision| provision.tally.is_some())
                && by.player() != Some(case.offence.offender)
        };
        // A player may point out his own, where nothing of the other's can be meant.
        let is_his_own = |case: &Case<'_>| {
            ply.is_none()
                && case.rule.is_of(Family::Move)
                && !case.facts.has(Predicate::Lawful)
                && case.is_open()
        };
        let found = match ply {
            Some(ply) => self
                .latest_where(is_meant)
                .or_else(|| self.latest_where(|case| is_press(case) && case.offence.ply == ply)),
            None => self
                .latest_where(|case| is_meant(case) || is_press(case))
                .or_else(|| self.latest_where(is_his_own)),
        };
        match found {
            Some(index)
                if self.cases.get(index).is_some_and(Case::is_fresh)
                    && memory == Memory::Known
                    && !self.waits_for_impossible(index, by) =>
            {
                self.ask(index, by.player());
            }
            // What is no illegality, or none that the code speaks of, cannot be found later either.
            Some(index)
                if self.cases.get(index).is_some_and(|case| {
                    case.rule == Rule::MoveRecalled || case.right().is_none() || case.is_harmless()
                }) => {}
            Some(index) => {
                self.discover(index, Rule::DiscoveryIllegal, by, memory, span);
            }
            None => {
                let stands = |case: &Case<'_>| case.rule.is_of(Family::Move) && case.right().is_some();
                let other =
                    ply.and_then(|_| self.latest_where(stands)).and_then(|index| self.cases.get(index));
                let message = match other.and_then(|case| case.movetext.as_deref()).zip(ply) {
                    Some((other, ply)) => {
                        format!("no illegal move of ply {ply} stands that could be meant, and {other} does")
                    }
                    None => "no illegal move stands that could be meant".to_owned(),
                };
                self.nothing_to_notice(by.player(), &message, span);
            }
        }
    }

    fn notice_check(&mut self, by: Person, ply: Option<u32>, memory: Memory, span: Span) {
        let leaves_check = |case: &Case<'_>| {
            case.rule.is_of(Family::Move)
                && case.facts.has(Predicate::KingLeftInCheck)
                && !matches!(case.decision, Decision::Silence(_))
                && case.marks_check(ply)
        };
        // Of several moves that left one check standing, the first.
        let found = match ply {
            Some(_) => self.each_latest_where(leaves_check).last(),
            None => self.latest_where(leaves_check).and_then(|index| self.first_that_left_it(index)),
        };
        if let Some(index) = found {
            let fresh = self.cases.get(index).is_some_and(Case::is_fresh)
                && memory == Memory::Known
                && !self.waits_for_impossible(index, by);
            if fresh {
                return self.ask(index, by.player());
            }
            let found = self.discover(index, Rule::DiscoveryCheck, by, memory, span);
            let gives = found.and_then(|found| self.cases.get(found)).is_some_and(Case::gives);
            // Too late of the first move that left the check, and in time of the last.
            let is_last = |case: &Case<'_>| leaves_check(case) && case.is_fresh();
            if !gives
                && memory == Memory::Known
                && let Some(last) = self.latest_where(is_last)
            {
                self.ask(last, by.player());
            }
            return;
        }
        let standing = [Color::White, Color::Black].into_iter().find_map(|king| {
            let check = self.table.check_on(king)?;
            // A check just given, to which no reply was made, was not left.
            let replied = self.plies() > check.ply;
            (replied && ply.is_none_or(|ply| ply == check.ply)).then_some((king, check))
        });
        match standing {
            Some((king, check)) => self.discover_standing(by, king, check, memory, span),
            None => self.nothing_to_notice(by.player(), "no check was left standing", span),
        }
    }

    /// The first of the moves that left the check standing which this case's move left.
    fn first_that_left_it(&self, index: usize) -> Option<usize> {
        let last = self.cases.get(index)?;
        let Some(since) = last.marks.since else { return Some(index) };
        let left_it = |case: &Case<'_>| {
            case.rule.is_of(Family::Move)
                && case.facts.has(Predicate::KingLeftInCheck)
                && case.offence.offender == last.offence.offender
                && case.marks.since == Some(since)
        };
        self.each_latest_where(left_it).last().or(Some(index))
    }

    /// Whether the arbiter, who found it, waits for the next move: so the law has it where no legal move leads
    /// to the position.
    pub(crate) fn waits_for_impossible(&self, index: usize, by: Person) -> bool {
        let Some(case) = self.cases.get(index).filter(|_| by.player().is_none()) else { return false };
        let facts = self.facts_of_finding(case.facts, by, Memory::Known, case.offence.offender);
        ruling(self.context.code(), Rule::DiscoveryIllegal, facts, |_| true)
            .is_some_and(|found| asks_for_impossible(found.provision))
    }

    /// What holds when an earlier illegality of `offender` is found.
    pub(crate) fn facts_of_finding(
        &self,
        of_case: Facts,
        by: Person,
        memory: Memory,
        offender: Color,
    ) -> Facts {
        let board = self.table.board();
        of_case
            .with(Predicate::CheckStanding, board.in_check(offender))
            .with(Predicate::MovesKnown, memory == Memory::Known)
            .with(Predicate::FoundByUmpire, by.player().is_none())
            .with(Predicate::KingsBothInCheck, board.in_check(Color::White) && board.in_check(Color::Black))
            .with(Predicate::PawnOnLastRank, has_pawn_on_last_rank(board))
    }

    /// The game is over, and no move followed after the arbiter saw a position that no legal move leads to: it
    /// is as drawn as it was scored.
    pub(crate) fn impossible_at_end(&mut self) {
        let waits = |case: &Case<'_>| {
            case.asked != Asked::No && !case.is_ended() && case.provision().is_some_and(asks_for_impossible)
        };
        let found = self.cases.find_latest(waits);
        let Some(index) = found.filter(|_| self.context.is_over()) else { return };
        if self.context.given_score() == Score::Draw {
            self.settle_with(index, RemedyKind::Draw);
        } else if let Some(case) = self.cases.get_mut(index) {
            case.note("the game ended before the next move");
            case.end(Disposition::Lapsed);
        }
    }

    /// A move was made after the arbiter saw a position that no legal move leads to: it mends that, or the law
    /// has its way.
    pub(crate) fn still_impossible(&mut self) {
        let waits = |case: &Case<'_>| {
            case.asked != Asked::No && !case.is_ended() && case.provision().is_some_and(asks_for_impossible)
        };
        let found = self.cases.find_newest(waits);
        let Some(index) = found else { return };
        if is_impossible(self.table.board()) {
            self.settle_with(index, RemedyKind::Draw);
        } else if let Some(case) = self.cases.get_mut(index) {
            case.note("the next move mended the position");
            case.gravity = Severity::Info;
            case.end(Disposition::Stands);
        }
    }

    fn latest_where(&self, is_meant: impl Fn(&Case<'_>) -> bool) -> Option<usize> {
        self.each_latest_where(is_meant).next()
    }

    /// The cases still to be spoken of, newest first.
    fn each_latest_where(&self, is_meant: impl Fn(&Case<'_>) -> bool) -> impl Iterator<Item = usize> {
        self.cases.latest().filter(move |index| {
            self.cases.get(*index).is_some_and(|case| {
                is_meant(case)
                    && match case.stage {
                        // A penalty let pass is asked for too late; what the law has put right in any case still is.
                        Stage::Ended(disposition) => {
                            disposition == Disposition::Waived
                                || (disposition == Disposition::Stands && !case.gives())
                        }
                        Stage::Standing | Stage::Due | Stage::Disobeyed(_) | Stage::Answered(_) => true,
                    }
            })
        })
    }
}

/// Whether the board shows that no legal move led to it: the king of the player who moved last is in check, or a
/// pawn stands on its last rank.
fn is_impossible(board: &Position) -> bool {
    board.in_check(board.turn().other()) || has_pawn_on_last_rank(board)
}

fn has_pawn_on_last_rank(board: &Position) -> bool {
    board.of_role(Role::Pawn).squares().any(|pawn| matches!(pawn.rank().index(), 0 | 7))
}

/// Whether the law has a position judged that no legal move leads to.
fn asks_for_impossible(provision: &Provision) -> bool {
    let mut asked = provision.when.iter().flat_map(|clause| &clause.any);
    asked.any(|literal| {
        literal.holds && matches!(literal.predicate, Predicate::KingsBothInCheck | Predicate::PawnOnLastRank)
    })
}

/// Whether a case is of a move given as odds that the odds do not allow.
fn is_of_given_moves(case: &Case<'_>) -> bool {
    case.rule == Rule::SetupOddsMoves
}

/// Whether a case is of an illegal move, made or sealed, that counts for itself.
fn is_of_illegal_move(case: &Case<'_>) -> bool {
    let is_of_moves = case.rule.is_of(Family::Move)
        || is_of_given_moves(case)
        || case.facts.has(Predicate::SealedNotPlayed);
    is_of_moves
        && !case.facts.has(Predicate::Lawful)
        && case.counted == Counted::ForItself
        && case.rule != Rule::MoveEnPassantDeclined
}
