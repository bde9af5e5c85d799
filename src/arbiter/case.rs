//! A case: an offence, the rights it gives, and how it ends.

use std::sync::Arc;

use crate::chess::{Color, Move, Square};
use crate::finding::{Course, Disposition, Fallback, Retract, Severity, Standing, TimeGiven, Window};
use crate::law::{Binds, Chooser, Code, Person, Predicate, Provision, RemedyKind, RetractTo, Rule, Voice};
use crate::record::Span;

use super::elections::gives;
use super::facts::Facts;
use super::remedies::{Ground, Laid};
use super::table::{Counts, Stood};
use super::windows::{Offence, OffenceKind, Watch};
use super::{Draft, Law, words};

/// A right that an offence gives.
#[derive(Clone, Debug)]
pub(super) struct Right<'c> {
    pub provision: &'c Provision,
    pub watch: Option<Watch<'c>>,
}

impl<'c> Right<'c> {
    pub fn new(provision: &'c Provision, offence: Offence, first: Color) -> Self {
        let watch = provision.window.as_ref().map(|rule| Watch::new(rule, offence, first));
        Self { provision, watch }
    }

    pub fn is_alive(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::is_open)
    }

    pub fn closed_ply(&self) -> Option<u32> {
        self.watch.as_ref().and_then(Watch::closed_ply)
    }

    /// Whether it is alive again once what was done behind the first `keep` moves went back.
    fn is_undone_behind(&self, keep: u32) -> bool {
        self.closed_ply().is_some_and(|ply| ply > keep) && self.watch.as_ref().is_some_and(Watch::reopens)
    }

    /// What ended it, in words; `numbered` names the move of a ply.
    pub fn closed(&self, numbered: impl Fn(u32) -> Option<String>) -> Option<String> {
        let watch = self.watch.as_ref()?;
        if watch.closed_in_words.is_some() {
            return watch.closed_in_words.clone();
        }
        watch.closed_ply().map(|ply| words::closed(watch, numbered(ply).as_deref()))
    }

    fn window(&self) -> Option<Window> {
        self.watch.as_ref().map(Watch::shown)
    }
}

/// Whether somebody asked for what the case gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// Nobody did.
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
pub(super) enum Stage {
    /// What was done stands on the board.
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
pub(super) struct Marks {
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
pub(super) struct WentBack {
    /// How many moves stood then.
    pub to: u32,
    /// How many went.
    pub plies: u32,
}

/// What decides a case.
#[derive(Clone, Debug)]
pub(super) enum Decision<'c> {
    /// Rights under provisions, in the order in which they arose: each when the one before lapsed.
    Rights(Vec<Right<'c>>),
    /// The code does not speak of it.
    Silence(Voice),
}

/// Where the move of a case is counted: one move is one strike, whatever was wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counted {
    ForItself,
    WithAnotherCase,
}

/// What an umpire ruled on the time that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TimeRuled {
    /// What the law gives.
    AsLaid,
    /// Other time, or for the other player.
    Otherwise,
}

/// How the game was scored, held against what a case makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scored {
    /// As the case has it.
    AsItGoes,
    /// Otherwise, or not at all.
    Otherwise,
}

/// An offence, the rights it gives, and how it ends.
#[derive(Clone, Debug)]
pub(super) struct Case<'c> {
    pub rule: Rule,
    pub decision: Decision<'c>,
    /// The provision that lays down the condition, where another gives the remedies.
    pub condition: Option<&'c Provision>,
    pub offence: Offence,
    /// The ply that the report gives.
    pub ply: u32,
    /// Whose offence it is, as the report shows it; the board's own accidents are nobody's.
    pub offender: Option<Color>,
    /// The moves standing before the offence.
    pub before: u32,
    /// The paragraph to cite, where the provision names one for this form of the act.
    pub article: Option<Arc<str>>,
    /// Other moments to go back to.
    pub marks: Marks,
    /// How many moves stand after going back, where the provision takes moves back.
    pub back_to: Option<u32>,
    pub span: Span,
    pub message: String,
    pub movetext: Option<String>,
    pub help: Vec<String>,
    pub ground: Option<Ground>,
    pub facts: Facts,
    pub remedies: Vec<Laid>,
    /// The moves left of the remedy elected, where a man or a move was named with it.
    pub chosen: Option<Vec<Move>>,
    pub asked: Asked,
    /// Who asked for it, where a player did.
    pub asked_by: Option<Color>,
    /// Of two players who may both ask for it, the one who let it pass.
    pub left_by: Option<Color>,
    /// What went back for it, once it did.
    pub went_back: Option<WentBack>,
    pub stage: Stage,
    /// Whether it accuses anybody: what does not decides nothing.
    pub gravity: Severity,
    /// Whether it was told that what was asked is not done.
    pub is_told: bool,
    /// That finding, while what was played instead may still go back.
    pub not_done: Option<Box<Draft>>,
    /// Whether the umpire put the position right without a move going back.
    pub is_put_right: bool,
    /// What the umpire ruled on the time that is due for it, if he did.
    pub time_ruled: Option<TimeRuled>,
    /// Whether the score given is the one that it comes to.
    pub scored: Scored,
    /// Where the move that it is of is counted.
    pub counted: Counted,
    /// Whether an earlier right was spoken of after it had lapsed, in a finding of its own.
    pub discovered: bool,
}

impl<'c> Case<'c> {
    /// The right that counts: the last alive, else the last that lapsed.
    pub fn right(&self) -> Option<&Right<'c>> {
        let Decision::Rights(rights) = &self.decision else { return None };
        if self.discovered {
            return rights.first();
        }
        rights.iter().rev().find(|right| right.is_alive()).or(rights.last())
    }

    /// The provision that decides.
    pub fn provision(&self) -> Option<&'c Provision> {
        self.right().map(|right| right.provision)
    }

    /// Makes alive again what a move behind the first `keep` had ended; whether there was anything.
    pub fn reopen(&mut self, keep: u32) -> bool {
        let Decision::Rights(rights) = &mut self.decision else { return false };
        let ended_later = |right: &Right<'_>| right.is_undone_behind(keep);
        let Some(first) = rights.iter().position(ended_later) else { return false };
        rights.truncate(first + 1);
        if let Some(watch) = rights.last_mut().and_then(|right| right.watch.as_mut()) {
            watch.reopen();
        }
        true
    }

    /// What it was about was no offence after all.
    pub fn strike_out(&mut self) {
        self.stage = Stage::Ended(Disposition::Complied);
        self.decision = Decision::Rights(Vec::new());
        self.ground = None;
        self.remedies.clear();
    }

    /// Whether it is no case any more.
    pub fn is_struck_out(&self) -> bool {
        matches!(&self.decision, Decision::Rights(rights) if rights.is_empty())
    }

    pub fn is_ended(&self) -> bool {
        matches!(self.stage, Stage::Ended(_))
    }

    /// Whether what it gives can still be asked for.
    pub fn is_open(&self) -> bool {
        let is_alive = self.right().is_some_and(Right::is_alive);
        !self.is_ended() && (is_alive || self.offence.kind == OffenceKind::WrongClaim)
    }

    /// Whether what was asked or laid down is due whatever the window says: it was asked in time, or it
    /// falls due at a later turn.
    pub fn is_owed(&self) -> bool {
        self.stage == Stage::Due && (self.asked != Asked::No || self.is_due(&[RemedyKind::PlayLater]))
    }

    /// Whether the first right is still alive: the offence need not be discovered.
    pub fn is_fresh(&self) -> bool {
        match &self.decision {
            Decision::Rights(rights) => rights.len() == 1 && self.is_open(),
            Decision::Silence(_) => false,
        }
    }

    /// Whether it gives anything at all.
    pub fn gives(&self) -> bool {
        !self.remedies.is_empty() || self.back_to.is_some_and(|to| to < self.offence.ply)
    }

    /// How many moves stand after what the case presupposes to be taken back; the offending move where
    /// the provision leaves it open whether it goes back.
    pub fn goes_back_to(&self) -> Option<u32> {
        let is_of_use = (self.asked != Asked::No || self.is_open()) && !self.is_put_right;
        if !is_of_use || self.provision().is_none_or(|provision| provision.binds == Binds::None) {
            return None;
        }
        // What is asked to stand goes back no more.
        if let Asked::Elected(_) = self.asked
            && self.is_due(&[RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::Proceed])
        {
            return None;
        }
        // That the second of two moves stand takes the first back.
        if let Asked::Elected(_) = self.asked
            && self.is_due(&[RemedyKind::SecondStands])
        {
            return Some(self.before.saturating_sub(1));
        }
        let moves_go_back = self.before < self.offence.ply
            || (matches!(self.asked, Asked::Elected(_)) && self.is_due(&[RemedyKind::Retract]));
        self.back_to.or(moves_go_back.then_some(self.before))
    }

    /// How many moves stand after what is now sure to go back: where the code leaves that open, it is sure once that
    /// is asked for, or a move in the place of what was done.
    fn back_once_asked(&self) -> Option<u32> {
        let goes_back = |laid: &Laid| laid.asks_for_a_move() || laid.remedy.kind == RemedyKind::Retract;
        let is_sure = match self.asked {
            Asked::Elected(_) => self.due().iter().any(goes_back),
            Asked::NoPenalty => true,
            Asked::No | Asked::Noticed => false,
        };
        if is_sure { self.goes_back_to() } else { self.back_to }
    }

    /// How many moves stand after what is still to go back: once the offence went, another move than the one due.
    fn still_to_go_back(&self) -> Option<u32> {
        match (self.went_back, self.stage) {
            (None, _) => self.back_once_asked(),
            (Some(_), Stage::Disobeyed(ply)) => Some(ply.saturating_sub(1)),
            (Some(_), _) => None,
        }
    }

    /// Whether the offence went back, and another move than the one due was then made that may still go back, nobody
    /// having asked for anything.
    fn is_to_undo_another_move(&self) -> bool {
        let played_another = matches!(self.stage, Stage::Disobeyed(_)) && self.went_back.is_some();
        played_another && self.asked == Asked::No && self.is_open()
    }

    /// Somebody asked for what the case gives.
    pub fn ask(&mut self, asked: Asked, by: Option<Color>) {
        self.asked = asked;
        self.asked_by = by;
    }

    /// The time to ask begins anew.
    pub fn renew(&mut self, ply: u32, made: Counts, first: Color) {
        let offence = Offence { ply, made, ..self.offence };
        if let Decision::Rights(rights) = &mut self.decision
            && let Some(last) = rights.last_mut()
        {
            *last = Right::new(last.provision, offence, first);
        }
    }

    /// Whether what was done wrongly stands on the board.
    pub fn is_on_the_board(&self) -> bool {
        let played_instead = matches!(self.stage, Stage::Disobeyed(_));
        self.stage == Stage::Standing || (self.offence.kind == OffenceKind::Touch && played_instead)
    }

    /// Whether it is the law's own: a duty of which no player picks anything.
    pub fn is_of_law(&self) -> bool {
        let is_duty = self.provision().is_some_and(|provision| provision.binds == Binds::Duty);
        is_duty && self.adds_up()
    }

    /// The claim that it is about is refused, at this cost: it is laid down at once, until when it may be
    /// asked for is no question.
    pub fn refuse(&mut self, costs: Vec<Laid>) {
        let asks_for_a_move = costs.iter().any(Laid::asks_for_a_move);
        let costs_nothing = costs.is_empty();
        self.remedies = costs;
        self.back_to = None;
        self.asked = Asked::Noticed;
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

    /// Whether a draw takes the place of a loss because the adversary could not mate.
    fn could_not_mate(&self) -> bool {
        let facts = self.ground.as_ref().map_or(self.facts, |ground| ground.facts);
        let drawn =
            |laid: &Laid| laid.remedy.kind == RemedyKind::Draw && laid.remedy.fallback == Fallback::Fallback;
        self.remedies.iter().any(drawn) && !facts.has(Predicate::AdversaryCanMate)
    }

    /// The game is over: what was asked for was to be done in it, and was not; `plies` moves stand.
    pub fn end_with_the_game(&mut self, plies: u32) {
        // Who loses time for a claim that ended the game all the same has none to lose.
        if self.offence.kind == OffenceKind::WrongClaim && self.offence.ply == plies && !self.is_ended() {
            self.help.push("the game ended before anything was done".to_owned());
            self.end(Disposition::Lapsed);
        }
        let has_closed = self.right().is_some_and(|right| right.watch.is_some() && !right.is_alive());
        if self.asked == Asked::No || self.is_told || !has_closed {
            return;
        }
        match self.stage {
            Stage::Standing | Stage::Disobeyed(_) if self.went_back.is_none() => {
                self.help.push("it was pointed out, and the game ended before anything was done".to_owned());
                self.end(Disposition::Lapsed);
            }
            Stage::Due => {
                self.help.push("the game ended before it was done".to_owned());
                // Nothing was refused.
                self.gravity = self.gravity.min(Severity::Warning);
                self.end(Disposition::Lapsed);
            }
            _ => {}
        }
    }

    /// Whether it is of a man touched in a game that ended before the toucher's next move: he did nothing
    /// against the duty, and who touched king and rook may be about to castle.
    pub fn is_only_due(&self) -> bool {
        let may_castle = || self.facts.has(Predicate::CastlingIntent);
        self.offence.kind == OffenceKind::Touch
            && self.stage == Stage::Due
            && self.asked == Asked::No
            && self.rule.family() == "touch"
            && self.went_back.is_none()
            && self.provision().is_some_and(|provision| provision.binds == Binds::Duty || may_castle())
    }

    /// Whether it is of an illegal move that the player put right himself, the men touched in it binding.
    pub fn is_slip(&self) -> bool {
        self.rule.family() == "move"
            && self.rule != Rule::MoveRecalled
            && self.stage == Stage::Due
            && self.asked == Asked::No
            && self.provision().is_some_and(|provision| gives(provision, RemedyKind::TouchedDuty))
    }

    /// Whether what is said of it names the move that was made where another was due.
    fn names_what_was_played(&self) -> bool {
        self.rule.family() == "touch" || self.rule == Rule::MoveRecalled
    }

    /// What is said of it, the move that was made named with it.
    pub fn message_with(&self, played: &str) -> String {
        let and = if self.rule == Rule::MoveRecalled { ", and" } else { " and" };
        format!("{}{and} plays {played}", self.message)
    }

    /// The ply of the move that was made where another was due, where the right to complain of it has lapsed.
    pub fn let_pass_at(&self) -> Option<u32> {
        match self.stage {
            Stage::Disobeyed(ply)
                if self.asked == Asked::No && !self.is_open() && self.names_what_was_played() =>
            {
                Some(ply)
            }
            _ => None,
        }
    }

    /// The right had lapsed when `played` went back: that makes it no right again.
    pub fn stays_lapsed(&mut self, played: &str) {
        self.message = self.message_with(played);
        self.help.push(format!("{played} was taken back later"));
        self.end(Disposition::Lapsed);
    }

    /// Whether what was asked for was not done, and there is still time to insist on it.
    pub fn is_refused_in_time(&self) -> bool {
        matches!(self.stage, Stage::Disobeyed(_)) && self.asked != Asked::No && self.is_open()
    }

    /// Whether it is of a legal move made in a way that costs nothing.
    pub fn is_harmless(&self) -> bool {
        self.rule == Rule::MoveTwoHands && self.provision().is_none_or(|provision| provision.tally.is_none())
    }

    /// Whether all that it gives is for anybody, or for the owner of the men: nobody pays for it.
    pub fn accuses_nobody(&self) -> bool {
        let is_for_all = |laid: &Laid| matches!(laid.remedy.chooser, Chooser::Either | Chooser::Owner);
        !self.remedies.is_empty() && self.remedies.iter().all(is_for_all)
    }

    /// Whether several remedies are the adversary's to choose from.
    pub fn is_elective(&self) -> bool {
        self.remedies.iter().filter(|laid| laid.remedy.chooser == Chooser::Adversary).count() > 1
    }

    /// Whether what is due leaves something to the adversary: which remedy it is, or which man.
    pub fn leaves_a_choice(&self) -> bool {
        self.is_elective() || self.is_due(&[RemedyKind::MoveNamed, RemedyKind::MoveOther])
    }

    /// The moves in question went back: what is due now, or nothing more.
    pub fn taken_back(&mut self) {
        let asks_for_more = |laid: &Laid| {
            laid.asks_for_a_move()
                || matches!(
                    laid.remedy.kind,
                    RemedyKind::PlayLater | RemedyKind::Restore | RemedyKind::ForfeitMove
                )
        };
        if self.due().iter().any(asks_for_more) {
            self.stage = Stage::Due;
        } else if self.asked == Asked::No {
            self.end(Disposition::Retracted);
        } else {
            self.end(Disposition::Enforced);
        }
    }

    /// Whether it was asked that a move stand which now goes back, with others or alone.
    pub fn is_to_stand_behind(&self, keep: u32) -> bool {
        let from = if self.is_due(&[RemedyKind::SecondStands]) {
            self.before.saturating_sub(1)
        } else if self.is_due(&[RemedyKind::Stand, RemedyKind::BothStand]) {
            self.before
        } else {
            return false;
        };
        let was_asked = matches!(self.asked, Asked::Elected(_)) && self.stage == Stage::Standing;
        was_asked && (from..self.offence.ply).contains(&keep)
    }

    /// What was asked to stand went back: it stands once it is made again.
    pub fn stand_again(&mut self) {
        let Asked::Elected(index) = self.asked else { return };
        let Some(played) = self.ground.as_ref().and_then(|ground| ground.played) else { return };
        if let Some(laid) = self.remedies.get_mut(index) {
            laid.moves = vec![played];
            self.stage = Stage::Due;
        }
    }

    /// What was played in the place of what is due went back: that may still be done.
    pub fn fall_due_again(&mut self) {
        self.stage = Stage::Due;
        self.is_told = false;
        if let Some(played) = self.not_done.take().and_then(|told| told.movetext) {
            self.help.push(format!("{played} was played first, and taken back"));
        }
    }

    pub fn end(&mut self, disposition: Disposition) {
        if !self.is_ended() {
            self.stage = Stage::Ended(disposition);
        }
    }

    /// Whether `player` may ask for what the case gives.
    pub fn is_for(&self, player: Color) -> bool {
        if self.left_by == Some(player) {
            return false;
        }
        self.remedies.iter().any(|laid| match laid.remedy.chooser {
            Chooser::Offender => player == self.offence.offender,
            Chooser::Law | Chooser::Adversary | Chooser::Claimant => player != self.offence.offender,
            Chooser::Finder | Chooser::Either | Chooser::Owner | Chooser::Umpire => true,
        }) || (self.remedies.is_empty() && player != self.offence.offender)
    }

    /// The remedies that are due: the one elected, or all.
    pub fn due(&self) -> &[Laid] {
        match self.asked {
            // What the law gives it gives together: naming one part leaves the rest due.
            Asked::Elected(index) if !self.adds_up() => self.remedies.get(index..=index).unwrap_or_default(),
            Asked::NoPenalty => &[],
            Asked::Elected(_) | Asked::No | Asked::Noticed => &self.remedies,
        }
    }

    /// Whether either player may ask for what the case gives, each for himself.
    pub fn is_for_either(&self) -> bool {
        let is_for_all =
            |laid: &Laid| matches!(laid.remedy.chooser, Chooser::Finder | Chooser::Either | Chooser::Owner);
        self.remedies.iter().any(is_for_all)
    }

    /// Whether each player's time to find it is counted by his own moves.
    pub fn has_a_limit_for_each(&self) -> bool {
        let window = self.provision().and_then(|provision| provision.window.as_ref());
        window.is_some_and(|window| window.who == Some(Person::Finder))
    }

    /// Whether no player can let it pass: the law lays it down itself, and does not leave the time for it to what the
    /// other player does. What a touch binds to is his to insist on, however long he may.
    pub fn is_beyond_waiver(&self) -> bool {
        let watch = self.right().and_then(|right| right.watch.as_ref());
        self.is_of_law()
            && self.gives()
            && self.offence.kind != OffenceKind::Touch
            && watch.is_some_and(Watch::runs_with_the_game)
    }

    /// Whether everything it gives is the law's own, nobody picking among it.
    fn adds_up(&self) -> bool {
        self.remedies.iter().all(|laid| laid.remedy.chooser == Chooser::Law)
    }

    /// What is due, in words.
    pub fn due_in_words(&self) -> String {
        self.in_words(self.due().iter())
    }

    /// What is due as a move, in words; all that is due where no move is.
    pub fn due_move_in_words(&self) -> String {
        let moves = || self.due().iter().filter(|laid| laid.asks_for_a_move());
        if moves().next().is_some() { self.in_words(moves()) } else { self.due_in_words() }
    }

    /// Everything it gives, in words.
    pub fn given_in_words(&self) -> String {
        self.in_words(self.remedies.iter())
    }

    /// The man that was named with what was asked, where the moves left are of one.
    pub fn man_picked(&self) -> Option<Square> {
        let (first, others) = self.chosen.as_ref()?.split_first()?;
        others.iter().all(|played| played.from() == first.from()).then(|| first.from())
    }

    fn in_words<'l>(&self, given: impl Iterator<Item = &'l Laid>) -> String {
        let position = self.ground.as_ref().map(|ground| &ground.position);
        let picked = self.man_picked();
        let named = |laid: &Laid| {
            if !laid.moves.is_empty() && laid.moves.iter().all(|due| due.is_castling()) {
                return "castling".to_owned();
            }
            let man = match (position, laid.remedy.men.as_slice()) {
                (Some(position), [man]) => Some(words::man_on(position, *man)),
                _ => None,
            };
            let any_man = matches!(laid.remedy.kind, RemedyKind::MoveNamed | RemedyKind::MoveOther);
            match position.zip(picked).filter(|_| any_man) {
                Some((position, picked)) => format!("a move of {}", words::man_on(position, picked)),
                None => words::asked_for(laid.remedy.kind, man.as_deref()),
            }
        };
        let mut given: Vec<String> = given.map(named).collect();
        given.dedup();
        if self.adds_up() { words::listed(&given) } else { words::listed_or(&given) }
    }

    /// Whether it is about the check that this ply gave, or about any where none is named: the checking
    /// move, or the player's own that exposed his king.
    pub fn marks_check(&self, ply: Option<u32>) -> bool {
        ply.is_none_or(|ply| self.marks.check == Some(ply) || self.ply == ply || self.ply == ply + 1)
    }

    /// Whether the game is void by it.
    pub fn has_annulled(&self) -> bool {
        self.disposition() == Disposition::Annulled
    }

    /// Whether one of the remedies due is of this kind.
    pub fn is_due(&self, kinds: &[RemedyKind]) -> bool {
        self.due().iter().any(|laid| kinds.contains(&laid.remedy.kind))
    }

    /// Whether the law voids the game for it: annuls it, or has another played in its stead.
    pub fn annuls(&self) -> bool {
        self.remedies.iter().any(|laid| {
            laid.remedy.chooser == Chooser::Law
                && matches!(laid.remedy.kind, RemedyKind::Annul | RemedyKind::Recommence)
        })
    }

    /// Whether the game is or may be void for it, whoever says so.
    fn may_annul(&self) -> bool {
        self.annuls() || self.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Annul)
    }

    /// Whether it gives no more than leave to take moves back, and nobody took it.
    fn is_unused(&self) -> bool {
        let is_leave = self.provision().is_some_and(|provision| provision.binds == Binds::Right);
        let takes_back = |laid: &Laid| laid.remedy.kind == RemedyKind::Retract;
        self.asked == Asked::No
            && is_leave
            && !self.remedies.is_empty()
            && self.remedies.iter().all(takes_back)
    }

    /// Whether it gave leave to go back so far, which a move ended before anybody took it.
    pub fn had_leave_to_go_back_to(&self, keep: u32) -> bool {
        let has_closed = self.right().and_then(Right::closed_ply).is_some_and(|ply| ply > keep);
        !self.is_ended() && has_closed && self.is_unused() && self.back_to == Some(keep)
    }

    /// What the case leaves of the game, `standing` moves being on the board.
    pub fn leaves(&self, standing: u32) -> Standing {
        match self.stage {
            Stage::Ended(Disposition::Annulled) if self.may_annul() => return Standing::Annulled,
            Stage::Ended(_) | Stage::Answered(_) => return Standing::Valid,
            Stage::Standing | Stage::Due | Stage::Disobeyed(_) => {}
        }
        if self.gravity == Severity::Info || !(self.is_open() || self.asked != Asked::No) || self.is_unused()
        {
            Standing::Valid
        } else if self.annuls() {
            if self.asked == Asked::No { Standing::Annullable } else { Standing::Annulled }
        } else if self.still_to_go_back().is_some_and(|to| to < standing) {
            Standing::Retractable
        } else {
            Standing::Valid
        }
    }

    /// What the record shows of the time that is due.
    fn time(&self) -> TimeGiven {
        let is_due = self.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::AddTime);
        match self.time_ruled {
            _ if !is_due => TimeGiven::NotDue,
            None => TimeGiven::Untold,
            Some(TimeRuled::AsLaid) => TimeGiven::Given,
            Some(TimeRuled::Otherwise) => TimeGiven::Otherwise,
        }
    }

    fn disposition(&self) -> Disposition {
        if let Stage::Ended(disposition) = self.stage {
            return match (disposition, self.time()) {
                (Disposition::Enforced, TimeGiven::Otherwise) => Disposition::Misapplied,
                _ => disposition,
            };
        }
        let Some(right) = self.right() else { return Disposition::Stands };
        match self.stage {
            // The other player may still prefer another remedy.
            Stage::Answered(_) if self.is_open() || self.asked != Asked::No => return Disposition::Open,
            Stage::Answered(_) => return Disposition::Complied,
            // What was just asked may still be done.
            Stage::Disobeyed(_) if self.asked != Asked::No && self.is_told => return Disposition::Misapplied,
            Stage::Disobeyed(_) if self.asked != Asked::No => return Disposition::Open,
            Stage::Due if self.is_owed() => return Disposition::Open,
            _ => {}
        }
        if right.provision.binds == Binds::None || !self.gives() {
            Disposition::Stands
        } else if self.asked != Asked::No && self.annuls() {
            Disposition::Annulled
        } else if self.asked != Asked::No || right.is_alive() || right.watch.is_none() {
            Disposition::Open
        } else {
            Disposition::Lapsed
        }
    }

    /// How grave the finding is, as the case ended.
    fn severity(&self, disposition: Disposition) -> Severity {
        let Some(provision) = self.provision() else { return Severity::Info };
        // A claim shown to be false stays so, whatever was done for it.
        if self.gravity == Severity::Info || self.offence.kind == OffenceKind::WrongClaim {
            return self.gravity;
        }
        // A game is lost by it, or no more than drawn: that the law carries this out makes it no smaller, until
        // the game is scored so.
        let drawn_for_it = |laid: &Laid| laid.remedy.kind == RemedyKind::Draw && provision.tally.is_some();
        let loses =
            self.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Forfeit || drawn_for_it(laid));
        let dealt_with = (!loses || self.scored == Scored::AsItGoes)
            && matches!(disposition, Disposition::Enforced | Disposition::Complied | Disposition::Retracted);
        match provision.binds {
            // What is not forbidden, though the other player gains a right by it, accuses nobody.
            Binds::None => self.gravity_of_nothing(),
            _ if matches!(self.stage, Stage::Answered(_)) && self.asked != Asked::No => Severity::Warning,
            _ if matches!(self.stage, Stage::Answered(_)) => Severity::Info,
            _ if dealt_with => Severity::Info,
            Binds::Right if self.rule == Rule::CallCheckMissing => Severity::Warning,
            _ if disposition == Disposition::Waived => Severity::Warning,
            // What the umpire gave amiss is no fault of the player's.
            _ if self.stage == Stage::Ended(Disposition::Enforced) && self.time() == TimeGiven::Otherwise => {
                self.gravity.min(Severity::Warning)
            }
            // A touch that binds to nothing is no fault.
            _ if !self.gives()
                && self.offence.kind == OffenceKind::Touch
                && !provision.remedies.is_empty() =>
            {
                Severity::Info
            }
            Binds::Duty if !self.gives() && disposition == Disposition::Stands => {
                if self.offence.kind == OffenceKind::Touch && !provision.remedies.is_empty() {
                    Severity::Info
                } else {
                    self.gravity.min(Severity::Warning)
                }
            }
            _ if self.is_only_due() => Severity::Info,
            // What is due has not been refused.
            _ if self.stage == Stage::Due => Severity::Warning,
            // A man may be touched: the other player had a right by it, and did not use it.
            Binds::Right if self.offence.kind == OffenceKind::Touch && self.asked == Asked::No => {
                Severity::Warning
            }
            Binds::Duty | Binds::Right => self.gravity,
        }
    }

    /// An announcement shown to be false is one, and an agreement that is none, whatever the code gives for
    /// it; otherwise what binds to nothing accuses nobody.
    fn gravity_of_nothing(&self) -> Severity {
        match self.rule {
            Rule::CallCheckFalse | Rule::DrawAgreement => self.gravity,
            _ => Severity::Info,
        }
    }

    /// The law that decides, by the paragraph that speaks of this form of the act.
    pub fn cited(&self, provision: &Provision) -> Law {
        let refused = self.offence.kind == OffenceKind::WrongClaim;
        let wrong = provision.wrong.as_ref().filter(|_| refused);
        let says = wrong.and_then(|wrong| wrong.says.as_ref()).unwrap_or(&provision.says);
        let article = self.article.as_ref().unwrap_or(&provision.article);
        Law::Article { article: Arc::clone(article), says: Some(Arc::clone(says)) }
    }

    /// The finding, `standing` moves being on the board at the end.
    pub fn draft(
        self,
        standing: u32,
        numbered: impl Fn(u32) -> Option<String>,
        position_stands: impl Fn(&Self) -> Vec<String>,
    ) -> (Severity, Draft) {
        let disposition = self.disposition();
        let severity = self.severity(disposition);
        let went_back = self.went_back.filter(|_| !self.is_to_undo_another_move());
        let mut help = self.help.clone();
        help.extend(position_stands(&self));
        let mut draft = Draft::new(self.rule, severity, self.ply, self.span, self.message.clone());
        match (&self.decision, self.right()) {
            (Decision::Silence(voice), _) => draft.law = Law::Silence(*voice),
            (Decision::Rights(_), Some(right)) => {
                draft.law = self.cited(right.provision);
                draft.window = right.window();
                let to = match self.stage {
                    Stage::Standing => self.back_once_asked(),
                    // What was played instead of the man touched goes back, or would have.
                    Stage::Disobeyed(ply)
                        if self.offence.kind == OffenceKind::Touch
                            || self.asked != Asked::No
                            || self.is_to_undo_another_move() =>
                    {
                        Some(ply - 1)
                    }
                    // It was to go back when the game ended.
                    Stage::Ended(Disposition::Lapsed) if self.before < self.offence.ply => self.back_to,
                    // What went back is told; nothing else is to go back any more.
                    Stage::Ended(_) | Stage::Due => self.back_to.filter(|_| self.went_back.is_some()),
                    // Another remedy was asked for than the one that was given unasked.
                    Stage::Answered(ply) if self.asked != Asked::No => Some(ply - 1),
                    Stage::Disobeyed(_) | Stage::Answered(_) => None,
                };
                draft.retract = to.and_then(|to_ply| match went_back {
                    Some(WentBack { to, plies }) => Some(Retract { to_ply: to, plies }),
                    None if to_ply < standing => Some(Retract { to_ply, plies: standing - to_ply }),
                    None => None,
                });
                if self.is_ended() {
                    draft.retract = draft.retract.filter(|retract| retract.plies > 0);
                }
                // A touch that was made good, or binds to nothing, takes no move back.
                let settled = matches!(
                    disposition,
                    Disposition::Enforced | Disposition::Complied | Disposition::Stands
                );
                if self.offence.kind == OffenceKind::Touch && settled && self.went_back.is_none() {
                    draft.retract = None;
                }
            }
            (Decision::Rights(_), None) => {}
        }
        if let Some(condition) = self.condition {
            help.insert(0, as_condition(condition));
        }
        if let Stage::Disobeyed(ply) = self.stage
            && self.names_what_was_played()
            && let Some(played) = numbered(ply)
        {
            draft.message = self.message_with(&played);
        }
        if let (Decision::Rights(_), Some(provision)) = (&self.decision, self.provision())
            && self.remedies.is_empty()
            && self.offence.kind != OffenceKind::WrongClaim
            && !provision.remedies.is_empty()
            && provision.topics.iter().any(|topic| topic.family() == self.rule.family())
        {
            help.push("nothing that could be asked for it can be done: there is no penalty".to_owned());
        }
        let time = self.time();
        if disposition == Disposition::Enforced && time == TimeGiven::Untold {
            let adversary = self.offence.offender.other();
            help.push(format!("whether {adversary} was given the time, the record does not say"));
        }
        if self.could_not_mate() {
            let adversary = self.offence.offender.other();
            help.push(format!("{adversary} could not mate by any series of legal moves"));
        }
        draft.course = Course {
            back_to: went_back
                .map(|went| went.to)
                .or(draft.retract.map(|retract| retract.to_ply))
                .or(self.back_to)
                .and_then(&numbered),
            closed: self.right().and_then(|right| right.closed(numbered)),
            asked: self.asked != Asked::No,
            went_back: went_back.is_some(),
            time,
            elected: match self.asked {
                Asked::Elected(index) if !self.adds_up() => Some(index),
                Asked::Elected(_) | Asked::No | Asked::Noticed | Asked::NoPenalty => None,
            },
        };
        draft.offender = self.offender;
        draft.movetext = self.movetext;
        draft.disposition = Some(disposition);
        draft.help = (!help.is_empty()).then(|| help.join("; "));
        draft.remedies = self.remedies.into_iter().map(|laid| laid.remedy).collect();
        (severity, draft)
    }
}

/// `CAS.1: king and rook must be unmoved`: how a help names an article beside the one that decides.
pub(super) fn as_condition(provision: &Provision) -> String {
    format!("{}: {}", provision.article, trimmed(&provision.says))
}

pub(super) fn trimmed(says: &str) -> String {
    let says = says.trim_end_matches('.');
    let mut letters = says.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// How many moves stand after going back as a provision has it.
pub(super) fn back_to(retract: RetractTo, case: &Case<'_>) -> Option<u32> {
    match retract {
        RetractTo::None => None,
        RetractTo::BeforeOffence | RetractTo::BeforeExposure | RetractTo::AtFall => Some(case.before),
        RetractTo::AfterCheck => Some(case.marks.check.unwrap_or(case.before)),
        // Where the reply was no move, nothing goes back.
        RetractTo::BeforeReply => case.marks.reply_is_a_move.then_some(case.offence.ply),
        RetractTo::LastOfChecked => case.marks.before_last_of_checked.or(Some(case.before)),
    }
}

/// What the code says of an act: the provision that gives the remedies, and the one that lays down the
/// condition where that is another.
pub(super) struct Ruling<'c> {
    pub provision: &'c Provision,
    pub condition: Option<&'c Provision>,
}

/// The ruling of a code on an act; `None` where no provision governs it.
pub(super) fn ruling(
    code: &Code,
    rule: Rule,
    facts: Facts,
    asks: impl Fn(&Provision) -> bool,
) -> Option<Ruling<'_>> {
    let governs = |provision: &&Provision| asks(provision) && provision.governs(|fact| facts.has(fact));
    let condition = code.provisions_for(rule).find(governs)?;
    let Some(article) = &condition.penalty else {
        return Some(Ruling { provision: condition, condition: None });
    };
    let penalty =
        code.provisions_for(rule).find(|provision| provision.article == *article && governs(provision));
    Some(match penalty {
        Some(provision) => Ruling { provision, condition: Some(condition) },
        None => Ruling { provision: condition, condition: None },
    })
}

/// The moves that stand before the last one of a player.
pub(super) fn before_last_of(player: Color, stood: &[Stood]) -> Option<u32> {
    let index = stood.iter().rposition(|stood| stood.by == player)?;
    u32::try_from(index).ok()
}
