//! A case: an offence, the rights it gives, and how it ends.

pub(crate) mod ask;
mod back;
mod draft;
mod ending;
pub(crate) mod found;
pub(crate) mod new;
pub(crate) mod offer;
pub(crate) mod remedies;
pub(crate) mod windows;
mod words;

use std::sync::Arc;

use crate::chess::{Color, Move};
use crate::finding::{Disposition, Ending, Severity};
use crate::game::Span;
use crate::law::{Binds, Chooser, Family, Person, Predicate, Provision, RemedyKind, Rule, Voice};

use crate::arbiter::draft::Draft;
use crate::arbiter::note::Note;
use crate::arbiter::predicates::Facts;
use crate::arbiter::sentences;
use crate::arbiter::state::MovesMade;

pub(crate) use new::NewCase;
pub(crate) use remedies::{OfferedRemedy, RemedyContext};
pub(crate) use windows::{CompletedMove, Contact, Offence, OffenceKind, Right, RightWindow};

/// Whether, and how, the remedies of a case were asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Request {
    #[default]
    No,
    /// The offence was pointed out; the remedies leave nothing to choose.
    Noticed,
    /// The remedy with this index was chosen.
    Elected(usize),
    /// A remedy was chosen that has no move, and the code gives nothing in its place.
    NoPenalty,
}

/// The progress of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CaseStage {
    /// The position still contains the offence.
    OnBoard,
    /// The offence was retracted or was not a move; the remedy is due next.
    Due,
    /// At this ply, a move other than the one due was made.
    Disobeyed(u32),
    /// At this ply, one of the possible remedies was carried out before it was asked for; the opponent may
    /// still prefer another.
    CarriedOut(u32),
    Ended(Disposition),
}

/// Points in the game, other than that of the offence, to which a provision may retract.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The number of plies that remain when the game returns to the check in question.
    pub check: Option<u32>,
    /// The ply of the move since which the king has been in check.
    pub since: Option<u32>,
    /// The number of plies before the last move of the player in check.
    pub before_last_of_checked: Option<u32>,
    /// Whether the opponent's reaction was a completed move.
    pub is_reply_a_move: bool,
}

/// Moves that were retracted for a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WentBack {
    /// The number of plies that remained.
    pub to: u32,
    /// The number of plies retracted.
    pub plies: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum Decision<'c> {
    /// Rights under provisions, in the order in which they arose; each arises when the one before has lapsed.
    Rights(Vec<Right<'c>>),
    Silence(Voice),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeRuled {
    AsRequired,
    /// Another amount of time, or time for the other player.
    Otherwise,
}

/// Who corrected the position without a retraction, if it was corrected so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Correction {
    #[default]
    No,
    ByUmpire,
    /// A player did, before the opponent had chosen a remedy.
    ByPlayerBeforeChoice,
}

/// Whether the recorded score agrees with the decision of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Scored {
    Agrees,
    /// The score differs or is missing.
    #[default]
    Otherwise,
}

/// An offence, the rights it gives, and how it ends.
#[derive(Clone, Debug)]
pub(crate) struct Case<'c> {
    pub rule: Rule,
    pub decision: Decision<'c>,
    /// The provision that states the condition, if another provision gives the remedies.
    pub condition: Option<&'c Provision>,
    pub offence: Offence,
    /// The number of plies before the offence.
    pub before: u32,
    pub marks: Marks,
    pub facts: Facts,
    pub remedy_context: Option<RemedyContext>,
    pub remedies: Vec<OfferedRemedy>,
    /// The number of such offences up to this one, if a tally gives other remedies for it than for the first.
    pub nth: Option<u32>,
    /// The number of plies that remain after the retraction that the provision orders, if it orders one.
    pub back_to: Option<u32>,
    pub stage: CaseStage,
    pub demand: Demand,
    pub execution: Execution,
    pub report: CaseReport<'c>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Demand {
    pub request: Request,
    pub by: Option<Color>,
    /// Whether the opponent appealed to the umpire while the remedies could be asked for.
    pub is_appealed: bool,
    /// The remaining moves of the chosen remedy, if a man or a move was named with it.
    pub chosen: Option<Vec<Move>>,
    /// The player who waived the remedy, if both players may ask for it.
    pub waived_by: Option<Color>,
    /// The player who pointed the offence out and then was the first to play on.
    pub played_on_by: Option<Color>,
    /// Whether a separate finding reports that an earlier right was used after it had lapsed.
    pub is_late_discovery_reported: bool,
}

/// The events that followed a case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Execution {
    pub went_back: Option<WentBack>,
    /// The same for an offence whose article leaves open whether moves go back.
    pub taken_back: Option<WentBack>,
    /// The ply of the move played instead of what was due, if the game ended before that move was retracted.
    pub played_instead: Option<u32>,
    /// Whether a finding reports that the remedy was not carried out.
    pub is_reported: bool,
    /// That finding, while the move played instead may still be retracted.
    pub not_done: Option<Box<Draft>>,
    /// Whether a held man was to be put back, and the player went on trying squares with it.
    pub kept_in_hand: bool,
    pub put_right: Correction,
    pub time_ruled: Option<TimeRuled>,
    pub scored: Scored,
    /// The number of plies played after the case had decided the game.
    pub played_past: u32,
    /// Whether the umpire had the game, which the law voids, cancelled or begun again.
    pub is_begun_again: bool,
    pub ending: Option<Ending>,
}

/// The data of the finding that a case becomes.
#[derive(Clone, Debug)]
pub(crate) struct CaseReport<'c> {
    pub ply: u32,
    /// `None` if no player is at fault.
    pub offender: Option<Color>,
    pub span: Span,
    pub message: String,
    pub movetext: Option<String>,
    pub help: Vec<Note<'c>>,
    /// The paragraph to cite, if the provision names one for this form of the act.
    pub article: Option<Arc<str>>,
    /// The severity if the case accuses a player.
    pub severity: Severity,
}

impl<'c> Case<'c> {
    /// The decisive right: the last one alive, else the last that lapsed.
    pub(super) fn right(&self) -> Option<&Right<'c>> {
        let Decision::Rights(rights) = &self.decision else { return None };
        if self.demand.is_late_discovery_reported {
            return rights.first();
        }
        rights.iter().rev().find(|right| right.is_alive()).or(rights.last())
    }

    fn newest_right_mut(&mut self) -> Option<&mut Right<'c>> {
        let Decision::Rights(rights) = &mut self.decision else { return None };
        rights.last_mut()
    }

    pub(super) fn newest_window_mut(&mut self) -> Option<&mut RightWindow<'c>> {
        self.newest_right_mut().and_then(|right| right.window.as_mut())
    }

    /// The provision of the decisive right.
    pub(super) fn provision(&self) -> Option<&'c Provision> {
        self.right().map(|right| right.provision)
    }

    /// Revives the first right that was closed by a move after ply `keep`; returns whether there was one.
    pub(super) fn reopen(&mut self, keep: u32) -> bool {
        let Decision::Rights(rights) = &mut self.decision else { return false };
        let Some(first) = rights.iter().position(|right| right.is_revived_by(keep)) else { return false };
        rights.truncate(first + 1);
        if let Some(last) = rights.last_mut() {
            last.waived_by = None;
            if let Some(watch) = &mut last.window {
                watch.reopen();
            }
        }
        true
    }

    /// Records that the newest right was used, but that the remedy chosen under it is not insisted on.
    pub(super) fn waive_newest_right(&mut self) {
        let chooser = self.demand.by.filter(|_| self.is_elected());
        if let Some(last) = self.newest_right_mut() {
            last.waived_by = chooser;
        }
    }

    pub(super) fn note(&mut self, note: impl Into<Note<'c>>) {
        self.report.help.push(note.into());
    }

    /// Empties a case that turned out not to be an offence.
    pub(super) fn strike_out(&mut self) {
        self.stage = CaseStage::Ended(Disposition::Complied);
        self.decision = Decision::Rights(Vec::new());
        self.remedy_context = None;
        self.remedies.clear();
    }

    pub(super) fn is_struck_out(&self) -> bool {
        matches!(&self.decision, Decision::Rights(rights) if rights.is_empty())
    }

    pub(super) fn is_ended(&self) -> bool {
        matches!(self.stage, CaseStage::Ended(_))
    }

    pub(super) fn is_asked(&self) -> bool {
        self.demand.request != Request::No
    }

    pub(super) fn is_elected(&self) -> bool {
        matches!(self.demand.request, Request::Elected(_))
    }

    /// Whether the remedies can still be asked for.
    pub(super) fn is_open(&self) -> bool {
        let is_alive = self.right().is_some_and(Right::is_alive);
        !self.is_ended() && (is_alive || self.offence.kind == OffenceKind::WrongClaim)
    }

    /// Whether the remedy is due even if the window is closed: it was asked for in time, or it falls due at a
    /// later turn.
    pub(super) fn is_owed(&self) -> bool {
        self.stage == CaseStage::Due && (self.is_asked() || self.is_due(&[RemedyKind::PlayLater]))
    }

    /// Whether the first right is still alive, so that its use needs no finding on a late discovery.
    pub(super) fn is_fresh(&self) -> bool {
        matches!(&self.decision, Decision::Rights(rights) if rights.len() == 1) && self.is_open()
    }

    /// The article of the tally that counts such offences.
    pub(super) fn tally_article(&self) -> Option<&'c Arc<str>> {
        self.provision().and_then(|provision| provision.tally.as_ref())
    }

    pub(super) fn binds(&self, binds: Binds) -> bool {
        self.provision().is_some_and(|provision| provision.binds == binds)
    }

    /// Whether the case has a remedy or a retraction.
    pub(super) fn has_effect(&self) -> bool {
        !self.remedies.is_empty() || self.back_to.is_some_and(|to| to < self.offence.ply)
    }

    pub(super) fn ask(&mut self, asked: Request, by: Option<Color>) {
        self.demand.request = asked;
        self.demand.by = by;
    }

    /// Restarts the time in which the remedies can be asked for.
    pub(super) fn restart_window(&mut self, ply: u32, made: MovesMade, first: Color) {
        let offence = Offence { ply, made, ..self.offence };
        if let Some(last) = self.newest_right_mut() {
            *last = Right::new(last.provision, offence, first);
        }
    }

    /// Whether the effect of the offence is still on the board.
    pub(super) fn is_on_the_board(&self) -> bool {
        let played_instead = matches!(self.stage, CaseStage::Disobeyed(_));
        self.stage == CaseStage::OnBoard || (self.offence.kind == OffenceKind::Touch && played_instead)
    }

    /// Whether the law itself imposes the remedies, with no choice left to a player.
    pub(super) fn is_legal_duty(&self) -> bool {
        self.binds(Binds::Duty) && self.is_imposed_by_law()
    }

    /// Whether the law imposes the remedies or leaves them to the umpire, with no choice left to a player.
    pub(super) fn is_duty_without_player(&self) -> bool {
        let is_left = |offered: &OfferedRemedy| offered.is_for(&[Chooser::Law, Chooser::Umpire]);
        self.binds(Binds::Duty) && !self.remedies.is_empty() && self.remedies.iter().all(is_left)
    }

    /// Refuses the claim that the case is about, at these costs. They are due at once, so the windows are
    /// removed.
    pub(super) fn refuse(&mut self, costs: Vec<OfferedRemedy>) {
        let asks_for_a_move = costs.iter().any(OfferedRemedy::asks_for_a_move);
        self.remedies = costs;
        self.back_to = None;
        self.demand.request = Request::Noticed;
        if let Decision::Rights(rights) = &mut self.decision {
            for right in rights {
                right.window = None;
            }
        }
        self.stage = if asks_for_a_move { CaseStage::Due } else { CaseStage::OnBoard };
        if self.remedies.is_empty() {
            self.end(Disposition::Stands);
        }
    }

    /// Whether this is a touch in a game that ended before the toucher's next move. The player has not broken
    /// the duty, and a player who touched king and rook may be about to castle.
    pub(super) fn is_pending_touch(&self) -> bool {
        let may_castle = || self.facts.has(Predicate::CastlingIntent);
        self.offence.kind == OffenceKind::Touch
            && self.stage == CaseStage::Due
            && !self.is_asked()
            && self.rule.is_in_family(Family::Touch)
            && self.execution.went_back.is_none()
            && (self.binds(Binds::Duty) || may_castle())
    }

    /// Whether the player corrected this illegal move without being asked, and the men touched in it bind.
    pub(super) fn is_slip(&self) -> bool {
        self.rule.is_in_family(Family::Move)
            && self.rule != Rule::MoveRecalled
            && self.stage == CaseStage::Due
            && !self.is_asked()
            && self.provision().is_some_and(|provision| provision.gives_remedy(RemedyKind::TouchedDuty))
    }

    /// The ply of the move that was made instead of the one due, if the right to object to it has lapsed.
    pub(super) fn lapsed_at_ply(&self) -> Option<u32> {
        let CaseStage::Disobeyed(ply) = self.stage else { return None };
        (!self.is_asked() && !self.is_open() && self.names_what_was_played()).then_some(ply)
    }

    /// Records that `played` was retracted after the right had lapsed, which does not revive the right.
    pub(super) fn end_as_lapsed(&mut self, played: &str) {
        self.report.message = self.message_with(played);
        self.note(sentences::case::taken_back_later(played));
        self.end(Disposition::Lapsed);
    }

    /// Whether the player did not carry out the remedy that was asked for, and the opponent can still insist
    /// on it.
    pub(super) fn is_refused_in_time(&self) -> bool {
        matches!(self.stage, CaseStage::Disobeyed(_)) && self.is_asked() && self.is_open()
    }

    /// Whether this is a legal move made in a manner for which the code has no penalty.
    pub(super) fn is_harmless(&self) -> bool {
        self.rule == Rule::MoveTwoHands && self.provision().is_none_or(|provision| provision.tally.is_none())
    }

    /// Whether all remedies are open to either player or to the owner of the men, so that no player is
    /// accused.
    pub(super) fn accuses_no_player(&self) -> bool {
        let is_shared = |offered: &OfferedRemedy| offered.is_for(&[Chooser::Either, Chooser::Owner]);
        !self.remedies.is_empty() && self.remedies.iter().all(is_shared)
    }

    /// Whether the opponent chooses among several remedies.
    pub(super) fn is_elective(&self) -> bool {
        self.remedies.iter().filter(|offered| offered.remedy.chooser == Chooser::Adversary).count() > 1
    }

    /// Whether the opponent chooses the remedy or the man.
    pub(super) fn leaves_a_choice(&self) -> bool {
        let kinds = [RemedyKind::MoveNamed, RemedyKind::MoveNamedSquare, RemedyKind::MoveOther];
        self.is_elective() || self.is_due(&kinds)
    }

    /// Handles the retraction of the offence: a remedy that asks for more is now due; otherwise the case
    /// ends.
    pub(super) fn finish_retraction(&mut self) {
        let kinds = [RemedyKind::PlayLater, RemedyKind::Restore, RemedyKind::ForfeitMove];
        let asks_for_more = |offered: &OfferedRemedy| offered.asks_for_a_move() || offered.is_any(&kinds);
        if self.due().iter().any(asks_for_more) {
            self.stage = CaseStage::Due;
        } else if !self.is_asked() {
            self.end(Disposition::Retracted);
        } else {
            self.end(Disposition::Enforced);
        }
    }

    /// Whether a retraction to `keep` goes further back than the position to which the remedy applies, so
    /// that it is no longer due. `turn` is the player on move there. A remedy for a later turn remains due if
    /// the opponent moves next.
    pub(super) fn is_superseded(&self, keep: u32, turn: Color) -> bool {
        let asks_there = |offered: &OfferedRemedy| {
            offered.asks_for_a_move()
                || (offered.remedy.kind == RemedyKind::PlayLater && turn == self.offence.offender)
        };
        let to = if self.stage == CaseStage::OnBoard { self.retracts_to() } else { None };
        keep < to.or(self.back_to).unwrap_or(self.before) && self.remedies.iter().any(asks_there)
    }

    pub(super) fn supersede(&mut self) {
        self.execution.not_done = None;
        self.note(sentences::case::superseded());
        self.end(Disposition::Retracted);
    }

    /// Handles the retraction from ply `played` to ply `keep`, among them the offence or the move played
    /// instead of the one due. Returns whether the remedy is still due.
    pub(super) fn handle_retraction(&mut self, keep: u32, played: u32, turn: Color) -> bool {
        let went_back = WentBack { to: keep, plies: played - keep };
        self.execution.went_back = self.back_to.map(|_| went_back);
        if self.back_to.is_none() && self.stage == CaseStage::OnBoard && self.rule.is_in_family(Family::Move)
        {
            self.execution.taken_back = Some(went_back);
        }
        let is_superseded = self.is_superseded(keep, turn);
        if is_superseded {
            self.supersede();
        } else if self.stage == CaseStage::OnBoard {
            self.finish_retraction();
        } else {
            self.restore_obligation();
        }
        !is_superseded
    }

    /// Ends a case that the offender corrected before the opponent chose a remedy, if the opponent `by` plays
    /// on: the opponent accepts the correction.
    pub(super) fn accept_correction(&mut self, by: Color) {
        let is_corrected = self.execution.put_right == Correction::ByPlayerBeforeChoice;
        if is_corrected && !self.is_elected() && by != self.offence.offender {
            self.end(Disposition::Complied);
        }
    }

    /// Whether the opponent asked that a move remain which is among those retracted to `keep`.
    pub(super) fn must_keep_move_after(&self, keep: u32) -> bool {
        let from = if self.is_due(&[RemedyKind::SecondStands]) {
            self.before.saturating_sub(1)
        } else if self.is_due(&[RemedyKind::Stand, RemedyKind::BothStand]) {
            self.before
        } else {
            return false;
        };
        let was_asked = self.is_elected() && self.stage == CaseStage::OnBoard;
        was_asked && (from..self.offence.ply).contains(&keep)
    }

    /// Handles the retraction of a move that was to remain: it is due again.
    pub(super) fn make_due_again(&mut self) {
        let Request::Elected(index) = self.demand.request else { return };
        let Some(played) = self.remedy_context.as_ref().and_then(|ground| ground.played) else { return };
        if let Some(offered) = self.remedies.get_mut(index) {
            offered.moves = vec![played];
            self.stage = CaseStage::Due;
        }
    }

    /// Handles the retraction of the move played instead of the one due: the remedy may still be carried out.
    pub(super) fn restore_obligation(&mut self) {
        self.stage = CaseStage::Due;
        self.execution.is_reported = false;
        if let Some(played) = self.execution.not_done.take().and_then(|draft| draft.movetext) {
            self.note(sentences::case::played_first(&played));
        }
    }

    pub(super) fn end(&mut self, disposition: Disposition) {
        if !self.is_ended() {
            self.stage = CaseStage::Ended(disposition);
        }
    }

    pub(super) fn may_be_asked_by(&self, player: Color) -> bool {
        if self.demand.waived_by == Some(player) {
            return false;
        }
        self.remedies.iter().any(|offered| match offered.remedy.chooser {
            Chooser::Offender => player == self.offence.offender,
            Chooser::Law | Chooser::Adversary | Chooser::Claimant => player != self.offence.offender,
            Chooser::Finder | Chooser::Either | Chooser::Owner | Chooser::Umpire => true,
        }) || (self.remedies.is_empty() && player != self.offence.offender)
    }

    /// The remedies that are due: the chosen one, or all.
    pub(super) fn due(&self) -> &[OfferedRemedy] {
        match self.demand.request {
            // The law imposes its remedies together: if one is named, the rest remain due.
            Request::Elected(index) if !self.is_imposed_by_law() => {
                self.remedies.get(index..=index).unwrap_or_default()
            }
            Request::NoPenalty => &[],
            Request::Elected(_) | Request::No | Request::Noticed => &self.remedies,
        }
    }

    /// The moves that carry out what is due, limited to those chosen if a choice was made.
    pub(super) fn moves_due(&self) -> Vec<Move> {
        match &self.demand.chosen {
            Some(chosen) => chosen.clone(),
            None => self.due().iter().flat_map(|offered| offered.moves.iter().copied()).collect(),
        }
    }

    /// Whether it was asked that the position be left as it is.
    pub(super) fn asks_no_change(&self) -> bool {
        self.is_elected() && self.is_due(&[RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::Proceed])
    }

    /// Whether either player may ask for the remedies on their own account.
    pub(super) fn may_be_asked_by_either(&self) -> bool {
        let choosers = [Chooser::Finder, Chooser::Either, Chooser::Owner];
        self.remedies.iter().any(|offered| offered.is_for(&choosers))
    }

    /// Whether each player's time limit is counted in that player's own moves.
    pub(super) fn has_limit_per_player(&self) -> bool {
        let window = self.provision().and_then(|provision| provision.window.as_ref());
        window.is_some_and(|window| window.who == Some(Person::Finder))
    }

    /// Whether no player can waive this case: the law imposes the remedies, and their time limit does not
    /// depend on the opponent's acts. A touch can always be waived by the opponent.
    pub(super) fn cannot_be_waived(&self) -> bool {
        let watch = self.right().and_then(|right| right.window.as_ref());
        self.is_legal_duty()
            && self.has_effect()
            && self.offence.kind != OffenceKind::Touch
            && watch.is_some_and(RightWindow::depends_on_game_only)
    }

    fn offers(&self, kind: RemedyKind) -> bool {
        self.remedies.iter().any(|offered| offered.is_any(&[kind]))
    }

    /// Whether the law itself orders a remedy of one of these kinds.
    fn orders(&self, kinds: &[RemedyKind]) -> bool {
        self.remedies.iter().any(|offered| offered.is_for(&[Chooser::Law]) && offered.is_any(kinds))
    }

    /// Whether the law alone imposes all remedies.
    fn is_imposed_by_law(&self) -> bool {
        self.remedies.iter().all(|offered| offered.remedy.chooser == Chooser::Law)
    }

    /// Whether the case is about the check given at `ply` (by the checking move, or by the player's own move
    /// that exposed the king), or about any check if `ply` is `None`.
    pub(super) fn is_about_check(&self, ply: Option<u32>) -> bool {
        ply.is_none_or(|ply| {
            self.marks.check == Some(ply) || self.report.ply == ply || self.report.ply == ply + 1
        })
    }

    pub(super) fn is_due(&self, kinds: &[RemedyKind]) -> bool {
        self.due().iter().any(|offered| offered.is_any(kinds))
    }
}
