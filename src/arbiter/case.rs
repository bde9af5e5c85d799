//! A case: an offence, the rights it gives, and how it ends.

pub(crate) mod ask;
mod back;
mod draft;
mod ending;
pub(crate) mod found;
pub(crate) mod new;
pub(crate) mod notify;
pub(crate) mod offer;
pub(crate) mod remedies;
mod right;
pub(crate) mod windows;
mod words;

use std::sync::Arc;

use crate::chess::{Color, Move};
use crate::finding::{Disposition, Severity};
use crate::game::Span;
use crate::law::{Binds, Chooser, Family, Person, Predicate, Provision, RemedyKind, Rule, Voice};

use crate::arbiter::case::remedies::{OfferedRemedy, RemedyContext};
use crate::arbiter::case::windows::{Offence, OffenceKind, Watch};
use crate::arbiter::draft::Draft;
use crate::arbiter::note::Note;
use crate::arbiter::predicates::Facts;
use crate::arbiter::state::board::MovesMade;

pub(crate) use back::plies_kept;
pub(crate) use right::Right;

/// Whether somebody asked for what the case gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Asked {
    /// Nobody did.
    #[default]
    No,
    /// It was pointed out, and only one thing can follow.
    Noticed,
    /// A remedy was chosen: the one of this index.
    Elected(usize),
    /// A remedy was chosen that has no move, and for which the code then gives nothing.
    NoPenalty,
}

/// Where the offence stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The offence stands on the board.
    Standing,
    /// It is taken back, or was no move: what the law or the adversary asks is due next.
    Due,
    /// Another move than the one due was made, as this ply.
    Disobeyed(u32),
    /// One of the things that could have been asked was done unasked, as this ply: the other player may
    /// still prefer another.
    Answered(u32),
    /// Nothing more is to be done.
    Ended(Disposition),
}

/// Moments in the game, other than that of the offence, to which a provision may go back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The moves that stand once the check spoken of is gone back to.
    pub check: Option<u32>,
    /// The ply of the move since which the king stands in check.
    pub since: Option<u32>,
    /// The moves standing before the last move of the player in check.
    pub before_last_of_checked: Option<u32>,
    /// Whether the other player's reaction was a completed move.
    pub reply_is_a_move: bool,
}

/// Moves that went back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WentBack {
    /// How many moves stood then.
    pub to: u32,
    /// How many went.
    pub plies: u32,
}

/// The law that decides a case.
#[derive(Clone, Debug)]
pub(crate) enum Decision<'c> {
    /// Rights under provisions, in the order in which they arose: each when the one before lapsed.
    Rights(Vec<Right<'c>>),
    /// The code does not speak of it.
    Silence(Voice),
}

/// Where the move of a case is counted: one move is one strike, whatever was wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    ForItself,
    WithAnotherCase,
}

/// The umpire's ruling on the time that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeRuled {
    /// As the law gives it.
    AsLaid,
    /// Other time, or for the other player.
    Otherwise,
}

/// Whether the position was put right without a move going back, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum PutRight {
    #[default]
    No,
    ByUmpire,
    /// A player, before the other had chosen among what he may ask for.
    BeforeTheChoice,
}

/// How the game was scored, held against what a case makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Scored {
    /// As the case has it.
    AsItGoes,
    /// Otherwise, or not at all.
    #[default]
    Otherwise,
}

/// An offence, the rights it gives, and how it ends.
#[derive(Clone, Debug)]
pub(crate) struct Case<'c> {
    pub rule: Rule,
    pub decision: Decision<'c>,
    /// The provision that lays down the condition, where another gives the remedies.
    pub condition: Option<&'c Provision>,
    pub offence: Offence,
    /// The moves standing before the offence.
    pub before: u32,
    /// Other moments to go back to.
    pub marks: Marks,
    pub facts: Facts,
    pub ground: Option<RemedyContext>,
    pub remedies: Vec<OfferedRemedy>,
    /// How many moves stand after going back, where the provision takes moves back.
    pub back_to: Option<u32>,
    pub stage: Stage,
    /// Where the move that it is about is counted.
    pub counted: Counted,
    pub demand: Demand,
    pub execution: Execution,
    pub account: Account<'c>,
}

/// The demand made in a case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demand {
    pub asked: Asked,
    /// The player who asked, if a player did.
    pub by: Option<Color>,
    /// The moves left of the remedy elected, where a man or a move was named with it.
    pub chosen: Option<Vec<Move>>,
    /// The one of two players who may both ask that let it pass.
    pub left_by: Option<Color>,
    /// The player who pointed it out and then was the first to play on, before anything was done about it.
    pub played_on_by: Option<Color>,
    /// Whether a finding of its own reports that an earlier right was used after it had lapsed.
    pub discovered: bool,
}

/// The acts that followed a case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Execution {
    /// The moves that went back for it.
    pub went_back: Option<WentBack>,
    /// The ply of the move played instead of what was due, where the game ended before that move went back.
    pub played_instead: Option<u32>,
    /// Whether a finding reports that what was asked is not done.
    pub is_reported: bool,
    /// That finding, while the move played instead may still go back.
    pub not_done: Option<Box<Draft>>,
    /// Whether the position was put right without a move going back, and by whom.
    pub put_right: PutRight,
    /// The umpire's ruling on the time that is due for it.
    pub time_ruled: Option<TimeRuled>,
    /// Whether the score given agrees with the case.
    pub scored: Scored,
    /// How many plies were played though it had decided the game.
    pub played_past: u32,
}

/// The report of a case.
#[derive(Clone, Debug)]
pub(crate) struct Account<'c> {
    /// The ply of the finding.
    pub ply: u32,
    /// The player named as offender; the board's own accidents are nobody's.
    pub offender: Option<Color>,
    pub span: Span,
    pub message: String,
    pub movetext: Option<String>,
    pub help: Vec<Note<'c>>,
    /// The paragraph to cite, where the provision names one for this form of the act.
    pub article: Option<Arc<str>>,
    /// The severity of an accusation; a case that accuses nobody decides nothing.
    pub gravity: Severity,
}

impl<'c> Case<'c> {
    /// The right that counts: the last alive, else the last that lapsed.
    pub(super) fn right(&self) -> Option<&Right<'c>> {
        let Decision::Rights(rights) = &self.decision else { return None };
        if self.demand.discovered {
            return rights.first();
        }
        rights.iter().rev().find(|right| right.is_alive()).or(rights.last())
    }

    /// The provision that decides.
    pub(super) fn provision(&self) -> Option<&'c Provision> {
        self.right().map(|right| right.provision)
    }

    /// Makes alive again what a move behind the first `keep` had ended; whether there was anything.
    pub(super) fn reopen(&mut self, keep: u32) -> bool {
        let Decision::Rights(rights) = &mut self.decision else { return false };
        let ended_later = |right: &Right<'_>| right.is_undone_behind(keep);
        let Some(first) = rights.iter().position(ended_later) else { return false };
        rights.truncate(first + 1);
        if let Some(last) = rights.last_mut() {
            last.let_pass_by = None;
            if let Some(watch) = &mut last.watch {
                watch.reopen();
            }
        }
        true
    }

    /// The newest right was used, and what was chosen under it is not insisted on.
    pub(super) fn let_right_pass(&mut self) {
        let chooser = self.demand.by.filter(|_| matches!(self.demand.asked, Asked::Elected(_)));
        if let Decision::Rights(rights) = &mut self.decision
            && let Some(last) = rights.last_mut()
        {
            last.let_pass_by = chooser;
        }
    }

    /// Adds to what helps to understand the ruling.
    pub(super) fn note(&mut self, note: impl Into<Note<'c>>) {
        self.account.help.push(note.into());
    }

    /// The case turned out to be about no offence.
    pub(super) fn strike_out(&mut self) {
        self.stage = Stage::Ended(Disposition::Complied);
        self.decision = Decision::Rights(Vec::new());
        self.ground = None;
        self.remedies.clear();
    }

    /// Whether it is no case any more.
    pub(super) fn is_struck_out(&self) -> bool {
        matches!(&self.decision, Decision::Rights(rights) if rights.is_empty())
    }

    pub(super) fn is_ended(&self) -> bool {
        matches!(self.stage, Stage::Ended(_))
    }

    /// Whether what it gives can still be asked for.
    pub(super) fn is_open(&self) -> bool {
        let is_alive = self.right().is_some_and(Right::is_alive);
        !self.is_ended() && (is_alive || self.offence.kind == OffenceKind::WrongClaim)
    }

    /// Whether what was asked or laid down is due whatever the window says: it was asked in time, or it
    /// falls due at a later turn.
    pub(super) fn is_owed(&self) -> bool {
        self.stage == Stage::Due && (self.demand.asked != Asked::No || self.is_due(&[RemedyKind::PlayLater]))
    }

    /// Whether the first right is still alive: the offence need not be discovered.
    pub(super) fn is_fresh(&self) -> bool {
        match &self.decision {
            Decision::Rights(rights) => rights.len() == 1 && self.is_open(),
            Decision::Silence(_) => false,
        }
    }

    /// Whether it gives anything at all.
    pub(super) fn has_effect(&self) -> bool {
        !self.remedies.is_empty() || self.back_to.is_some_and(|to| to < self.offence.ply)
    }

    /// Somebody asked for what the case gives.
    pub(super) fn ask(&mut self, asked: Asked, by: Option<Color>) {
        self.demand.asked = asked;
        self.demand.by = by;
    }

    /// The time to ask begins anew.
    pub(super) fn renew(&mut self, ply: u32, made: MovesMade, first: Color) {
        let offence = Offence { ply, made, ..self.offence };
        if let Decision::Rights(rights) = &mut self.decision
            && let Some(last) = rights.last_mut()
        {
            *last = Right::new(last.provision, offence, first);
        }
    }

    /// Whether what was done wrongly stands on the board.
    pub(super) fn is_on_the_board(&self) -> bool {
        let played_instead = matches!(self.stage, Stage::Disobeyed(_));
        self.stage == Stage::Standing || (self.offence.kind == OffenceKind::Touch && played_instead)
    }

    /// Whether it is the law's own: a duty of which no player picks anything.
    pub(super) fn is_of_law(&self) -> bool {
        let is_duty = self.provision().is_some_and(|provision| provision.binds == Binds::Duty);
        is_duty && self.adds_up()
    }

    /// The claim that it is about is refused, at this cost: it is laid down at once, until when it may be
    /// asked for is no question.
    pub(super) fn refuse(&mut self, costs: Vec<OfferedRemedy>) {
        let asks_for_a_move = costs.iter().any(OfferedRemedy::asks_for_a_move);
        let costs_nothing = costs.is_empty();
        self.remedies = costs;
        self.back_to = None;
        self.demand.asked = Asked::Noticed;
        if let Decision::Rights(rights) = &mut self.decision {
            for right in rights {
                right.watch = None;
            }
        }
        self.stage = if asks_for_a_move { Stage::Due } else { Stage::Standing };
        if costs_nothing {
            self.end(Disposition::Stands);
        }
    }

    /// Whether it is of a man touched in a game that ended before the toucher's next move: he did nothing
    /// against the duty, and who touched king and rook may be about to castle.
    pub(super) fn is_only_due(&self) -> bool {
        let may_castle = || self.facts.has(Predicate::CastlingIntent);
        self.offence.kind == OffenceKind::Touch
            && self.stage == Stage::Due
            && self.demand.asked == Asked::No
            && self.rule.is_of(Family::Touch)
            && self.execution.went_back.is_none()
            && self.provision().is_some_and(|provision| provision.binds == Binds::Duty || may_castle())
    }

    /// Whether it is of an illegal move that the player put right himself, the men touched in it binding.
    pub(super) fn is_slip(&self) -> bool {
        self.rule.is_of(Family::Move)
            && self.rule != Rule::MoveRecalled
            && self.stage == Stage::Due
            && self.demand.asked == Asked::No
            && self.provision().is_some_and(|provision| provision.gives(RemedyKind::TouchedDuty))
    }

    /// The ply of the move that was made where another was due, where the right to complain of it has lapsed.
    pub(super) fn let_pass_at(&self) -> Option<u32> {
        match self.stage {
            Stage::Disobeyed(ply)
                if self.demand.asked == Asked::No && !self.is_open() && self.names_what_was_played() =>
            {
                Some(ply)
            }
            _ => None,
        }
    }

    /// The right had lapsed when `played` went back: that makes it no right again.
    pub(super) fn stays_lapsed(&mut self, played: &str) {
        self.account.message = self.message_with(played);
        self.note(format!("{played} was taken back later"));
        self.end(Disposition::Lapsed);
    }

    /// Whether what was asked for was not done, and there is still time to insist on it.
    pub(super) fn is_refused_in_time(&self) -> bool {
        matches!(self.stage, Stage::Disobeyed(_)) && self.demand.asked != Asked::No && self.is_open()
    }

    /// Whether it is of a legal move made in a way that costs nothing.
    pub(super) fn is_harmless(&self) -> bool {
        self.rule == Rule::MoveTwoHands && self.provision().is_none_or(|provision| provision.tally.is_none())
    }

    /// Whether all that it gives is for anybody, or for the owner of the men: nobody pays for it.
    pub(super) fn accuses_nobody(&self) -> bool {
        let is_for_all =
            |laid: &OfferedRemedy| matches!(laid.remedy.chooser, Chooser::Either | Chooser::Owner);
        !self.remedies.is_empty() && self.remedies.iter().all(is_for_all)
    }

    /// Whether several remedies are the adversary's to choose from.
    pub(super) fn is_elective(&self) -> bool {
        self.remedies.iter().filter(|laid| laid.remedy.chooser == Chooser::Adversary).count() > 1
    }

    /// Whether what is due leaves something to the adversary: which remedy it is, or which man.
    pub(super) fn leaves_a_choice(&self) -> bool {
        self.is_elective() || self.is_due(&[RemedyKind::MoveNamed, RemedyKind::MoveOther])
    }

    /// The moves in question went back: what is due now, or nothing more.
    pub(super) fn taken_back(&mut self) {
        let asks_for_more = |laid: &OfferedRemedy| {
            laid.asks_for_a_move()
                || matches!(
                    laid.remedy.kind,
                    RemedyKind::PlayLater | RemedyKind::Restore | RemedyKind::ForfeitMove
                )
        };
        if self.due().iter().any(asks_for_more) {
            self.stage = Stage::Due;
        } else if self.demand.asked == Asked::No {
            self.end(Disposition::Retracted);
        } else {
            self.end(Disposition::Enforced);
        }
    }

    /// Whether moves from before the position for which it gives something go back to `keep`, where it is this player's
    /// turn: what is due there is no matter of the moves that follow. What is due at a later turn still is, where
    /// the other player moves next.
    pub(super) fn is_overtaken(&self, keep: u32, turn: Color) -> bool {
        let asks_there = |laid: &OfferedRemedy| {
            laid.asks_for_a_move()
                || (laid.remedy.kind == RemedyKind::PlayLater && turn == self.offence.offender)
        };
        let to = if self.stage == Stage::Standing { self.goes_back_to() } else { None };
        keep < to.or(self.back_to).unwrap_or(self.before) && self.remedies.iter().any(asks_there)
    }

    /// More went back than is due for it.
    pub(super) fn overtake(&mut self) {
        self.execution.not_done = None;
        self.note("earlier moves went back with it, and nothing is due for it any more");
        self.end(Disposition::Retracted);
    }

    /// Moves go back from `stood` to `keep`, and with them what was done, or what was played in the place of what is due.
    /// Whether it is not overtaken by that.
    pub(super) fn go_back(&mut self, keep: u32, stood: u32, turn: Color) -> bool {
        self.execution.went_back = self.back_to.map(|_| WentBack { to: keep, plies: stood - keep });
        if self.is_overtaken(keep, turn) {
            self.overtake();
            return false;
        }
        if self.stage == Stage::Standing {
            self.taken_back();
        } else {
            self.fall_due_again();
        }
        true
    }

    /// Put right before the other player chose, and he plays on with it: that is his choice.
    pub(super) fn play_on_put_right(&mut self, by: Color) {
        let was_chosen = matches!(self.demand.asked, Asked::Elected(_));
        if self.execution.put_right == PutRight::BeforeTheChoice && !was_chosen && by != self.offence.offender
        {
            self.end(Disposition::Complied);
        }
    }

    /// Whether it was asked that a move stand which now goes back, with others or alone.
    pub(super) fn is_to_stand_behind(&self, keep: u32) -> bool {
        let from = if self.is_due(&[RemedyKind::SecondStands]) {
            self.before.saturating_sub(1)
        } else if self.is_due(&[RemedyKind::Stand, RemedyKind::BothStand]) {
            self.before
        } else {
            return false;
        };
        let was_asked = matches!(self.demand.asked, Asked::Elected(_)) && self.stage == Stage::Standing;
        was_asked && (from..self.offence.ply).contains(&keep)
    }

    /// A move that was to stand went back: it stands once it is made again.
    pub(super) fn stand_again(&mut self) {
        let Asked::Elected(index) = self.demand.asked else { return };
        let Some(played) = self.ground.as_ref().and_then(|ground| ground.played) else { return };
        if let Some(laid) = self.remedies.get_mut(index) {
            laid.moves = vec![played];
            self.stage = Stage::Due;
        }
    }

    /// The move played instead of what is due went back: what is due may still be done.
    pub(super) fn fall_due_again(&mut self) {
        self.stage = Stage::Due;
        self.execution.is_reported = false;
        if let Some(played) = self.execution.not_done.take().and_then(|told| told.movetext) {
            self.note(format!("{played} was played first, and taken back"));
        }
    }

    pub(super) fn end(&mut self, disposition: Disposition) {
        if !self.is_ended() {
            self.stage = Stage::Ended(disposition);
        }
    }

    /// Whether `player` may ask for what the case gives.
    pub(super) fn is_for(&self, player: Color) -> bool {
        if self.demand.left_by == Some(player) {
            return false;
        }
        self.remedies.iter().any(|laid| match laid.remedy.chooser {
            Chooser::Offender => player == self.offence.offender,
            Chooser::Law | Chooser::Adversary | Chooser::Claimant => player != self.offence.offender,
            Chooser::Finder | Chooser::Either | Chooser::Owner | Chooser::Umpire => true,
        }) || (self.remedies.is_empty() && player != self.offence.offender)
    }

    /// The remedies that are due: the one elected, or all.
    pub(super) fn due(&self) -> &[OfferedRemedy] {
        match self.demand.asked {
            // The law gives its remedies together: naming one leaves the rest due.
            Asked::Elected(index) if !self.adds_up() => self.remedies.get(index..=index).unwrap_or_default(),
            Asked::NoPenalty => &[],
            Asked::Elected(_) | Asked::No | Asked::Noticed => &self.remedies,
        }
    }

    /// The moves that do what is due: those chosen, where somebody chose.
    pub(super) fn moves_due(&self) -> Vec<Move> {
        match &self.demand.chosen {
            Some(chosen) => chosen.clone(),
            None => self.due().iter().flat_map(|laid| laid.moves.iter().copied()).collect(),
        }
    }

    /// Whether it was asked that things be left as they are.
    pub(super) fn is_to_be_left(&self) -> bool {
        matches!(self.demand.asked, Asked::Elected(_))
            && self.is_due(&[RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::Proceed])
    }

    /// Whether either player may ask for what the case gives, each for himself.
    pub(super) fn is_for_either(&self) -> bool {
        let is_for_all = |laid: &OfferedRemedy| {
            matches!(laid.remedy.chooser, Chooser::Finder | Chooser::Either | Chooser::Owner)
        };
        self.remedies.iter().any(is_for_all)
    }

    /// Whether each player's time to find it is counted by his own moves.
    pub(super) fn has_a_limit_for_each(&self) -> bool {
        let window = self.provision().and_then(|provision| provision.window.as_ref());
        window.is_some_and(|window| window.who == Some(Person::Finder))
    }

    /// Whether no player can let it pass: the law lays it down itself, and does not leave the time for it to what the
    /// other player does. What a touch binds to is his to insist on, however long he may.
    pub(super) fn is_beyond_waiver(&self) -> bool {
        let watch = self.right().and_then(|right| right.watch.as_ref());
        self.is_of_law()
            && self.has_effect()
            && self.offence.kind != OffenceKind::Touch
            && watch.is_some_and(Watch::runs_with_the_game)
    }

    /// Whether everything it gives is the law's own, nobody picking among it.
    fn adds_up(&self) -> bool {
        self.remedies.iter().all(|laid| laid.remedy.chooser == Chooser::Law)
    }

    /// Whether it is about the check that this ply gave, or about any where none is named: the checking
    /// move, or the player's own that exposed his king.
    pub(super) fn marks_check(&self, ply: Option<u32>) -> bool {
        ply.is_none_or(|ply| {
            self.marks.check == Some(ply) || self.account.ply == ply || self.account.ply == ply + 1
        })
    }

    /// Whether one of the remedies due is of this kind.
    pub(super) fn is_due(&self, kinds: &[RemedyKind]) -> bool {
        self.due().iter().any(|laid| kinds.contains(&laid.remedy.kind))
    }
}
