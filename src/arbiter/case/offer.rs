//! Builds the remedies of a case: when it is opened, when it is found, and when one right follows another.

use crate::chess::Color;
use crate::law::{Code, OfferEnd, Predicate, Provision, RemedyKind, RemedyRule, StrikeEffect};

use crate::arbiter::case::{
    Case, CaseStage, CompletedMove, Contact, Decision, Offence, OffenceKind, OfferedRemedy, Right,
};
use crate::arbiter::lookahead;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::state::OfferAnswer;

impl<'a> Proceedings<'_, 'a> {
    /// Builds the remedies of the decisive right.
    pub(crate) fn offer_remedies(&mut self, index: usize) {
        self.offer_remedies_after(index, self.strikes_before(index, index));
    }

    /// Builds the remedies when the offence is pointed out: strikes count in the order in which they are
    /// found.
    pub(crate) fn offer_remedies_as_found(&mut self, index: usize) {
        self.offer_remedies_after(index, self.strikes_before(index, self.cases.len()));
    }

    /// Builds the remedies after `noticed` earlier strikes.
    fn offer_remedies_after(&mut self, index: usize, noticed: u32) {
        let can_mate = self.can_mate_at_strike(index, noticed);
        let code = self.context.code();
        let Some(case) = self.cases.get_mut(index) else { return };
        if case.is_ended() || case.is_asked() {
            return;
        }
        if let (Some(can_mate), Some(ground)) = (can_mate, &mut case.remedy_context) {
            ground.facts = ground.facts.with(Predicate::AdversaryCanMate, can_mate);
        }
        let Some(provision) = case.provision() else { return };
        case.back_to = case.retract_target(provision);
        let Some(ground) = &case.remedy_context else {
            case.remedies = without_moves(provision, case.facts);
            return;
        };
        let mut remedies = ground.applicable_remedies(&provision.remedies, &provision.otherwise);
        let tally = provision.tally.as_ref().and_then(|article| code.tally(article));
        case.nth = None;
        if let Some(strike) = tally.and_then(|tally| tally.strike(noticed + 1)) {
            case.nth = (strike.nth > 1).then_some(noticed + 1);
            let more = ground.applicable_remedies(&strike.remedies, &[]);
            match strike.effect {
                StrikeEffect::Adds => remedies.extend(more),
                StrikeEffect::Replaces => remedies = more,
            }
        }
        // A remedy for a later turn keeps the man known since its own turn.
        for offered in remedies.iter_mut().filter(|offered| offered.remedy.kind == RemedyKind::PlayLater) {
            if let Some(known) = case.remedies.iter().find(|known| known.remedy.kind == offered.remedy.kind) {
                offered.clone_from(known);
            }
        }
        case.remedies = remedies;
    }

    /// Whether the opponent can mate from the position after the retraction, if the remedies of the strike
    /// depend on that.
    fn can_mate_at_strike(&self, index: usize, noticed: u32) -> Option<bool> {
        let case = self.cases.get(index).filter(|case| !case.is_ended() && !case.is_asked())?;
        let strike = self.context.code().tally(case.tally_article()?)?.strike(noticed + 1)?;
        let asks = |remedy: &RemedyRule| {
            let mut literals = remedy.when.iter().flat_map(|clause| &clause.any);
            literals.any(|literal| literal.predicate == Predicate::AdversaryCanMate)
        };
        strike.remedies.iter().any(asks).then_some(())?;
        let ground = case.remedy_context.as_ref()?;
        Some(lookahead::can_mate(self, &ground.position, case.offence.offender.other()))
    }

    /// The number of noticed strikes of the same player in the cases before `end`.
    fn strikes_before(&self, index: usize, end: usize) -> u32 {
        let Some(case) = self.cases.get(index) else { return 0 };
        let Some(tally) = case.tally_article() else { return 0 };
        let counts = |other: &&Case<'_>| {
            other.is_asked()
                && other.offence.offender == case.offence.offender
                && other.tally_article() == Some(tally)
        };
        u32::try_from(self.cases.recent_before(index, end).iter().filter(counts).count()).unwrap_or(0)
    }

    /// Adds the right that follows when the last right lapsed unused; returns whether there is one.
    pub(crate) fn next_right(&mut self, index: usize) -> bool {
        let code = self.context.code();
        let first = self.history.first();
        let Some(case) = self.cases.get(index) else { return false };
        let Decision::Rights(rights) = &case.decision else { return false };
        let Some(last) = rights.last().filter(|right| !right.is_alive()) else { return false };
        let is_unused =
            case.stage == CaseStage::OnBoard && !case.is_asked() && !case.demand.is_late_discovery_reported;
        if !is_unused || rights.len() > code.provisions.len() {
            return false;
        }
        let is_new =
            |provision: &Provision| !rights.iter().any(|right| std::ptr::eq(right.provision, provision));
        let Some(provision) = following_provision(code, last.provision, case.facts, is_new) else {
            return false;
        };
        let mut right = Right::new(provision, case.offence, first);
        // A right that arises by playing on does not arise after the end of the game.
        if last.lapsed_at_game_end() && !right.outlives_the_game() {
            return false;
        }
        self.catch_up(&mut right, case.offence);
        if let Some(Case { decision: Decision::Rights(rights), .. }) = self.cases.get_mut(index) {
            rights.push(right);
        }
        self.offer_remedies(index);
        true
    }

    /// Updates the open cases after an event: the next right replaces a lapsed one, and cases that no event
    /// can change are closed.
    pub(crate) fn update_open_cases(&mut self) {
        let mut index = 0;
        while let Some(case_index) = self.cases.open().get(index).copied() {
            self.describe_closing(case_index);
            let Some(case) = self.cases.get(case_index) else { break };
            let lapsed = !case.is_ended()
                && !case.is_asked()
                && !case.is_owed()
                && case.right().is_some_and(Right::has_lapsed);
            // A request made in time no longer depends on the window.
            if lapsed {
                let _ = self.next_right(case_index);
            }
            let keep = self.cases.get(case_index).is_some_and(|case| {
                !case.is_ended()
                    && (case.is_open()
                        || case.is_owed()
                        || case.is_asked()
                        || case.provision().is_some_and(|provision| provision.window.is_none()))
            });
            if keep {
                index += 1;
            } else {
                self.cases.close(case_index);
            }
        }
    }

    /// Passes a touch to every window.
    pub(crate) fn notify_windows_of_touch(&mut self, by: Color, contact: Contact) {
        let ply = self.plies();
        let ends_offer = self.context.code().regulations.offer_ends == OfferEnd::Touch;
        if contact == Contact::Deliberate && ends_offer {
            self.draws.answer_offer(by, OfferAnswer::WentOn);
        }
        self.beginning.see_touch(by, contact, ply);
        // A false cry induced the touch, whichever right is affected.
        let is_misled = self.speech.misled_by == Some(by.other()) || self.hands.of(by).induced;
        let is_induced = contact == Contact::Deliberate && is_misled;
        let contact = if is_induced { Contact::Induced } else { contact };
        let on_move = self.history.board().turn() == by;
        self.cases.for_each_open(|case| {
            // A touch is an offence only when another man is played; a contact before that does not answer it.
            let is_answer = case.offence.kind != OffenceKind::Touch || on_move;
            if let Some(window) = case.newest_window_mut().filter(|_| is_answer) {
                window.on_touch(by, ply, contact);
            }
        });
        self.update_open_cases();
    }

    /// Keeps the words for the event that closed a window, because its moves may be retracted later.
    fn describe_closing(&mut self, index: usize) {
        let Some(case) = self.cases.get(index) else { return };
        let Decision::Rights(rights) = &case.decision else { return };
        let closed = rights
            .last()
            .filter(|right| right.window.as_ref().is_some_and(|watch| watch.closed_in_words.is_none()))
            .and_then(|right| right.closed(|ply| self.numbered(ply), self.context.terms()));
        let Some(closed) = closed else { return };
        if let Some(window) = self.cases.get_mut(index).and_then(Case::newest_window_mut) {
            window.closed_in_words = Some(closed);
        }
    }

    /// The provision that follows if this right lapses unused.
    pub(crate) fn next_provision(&self, provision: &Provision, facts: Facts) -> Option<&'a Provision> {
        following_provision(self.context.code(), provision, facts, |_| true)
    }

    /// Passes the moves since the offence to a right that arose later.
    pub(crate) fn catch_up(&self, right: &mut Right<'a>, offence: Offence) {
        let Some(watch) = &mut right.window else { return };
        if watch.ignores_events() {
            return;
        }
        let mut made = offence.made;
        for (stood, ply) in
            self.history.moves_played().iter().skip(offence.ply as usize).zip(offence.ply + 1..)
        {
            let before = made;
            made = made.with(stood.by, stood.played);
            let completed = if ply == self.plies() && !self.is_last_move_completed() { before } else { made };
            watch.on_move(CompletedMove { ply, by: stood.by, lawful: stood.lawful, made, completed });
            if !watch.is_open() {
                break;
            }
        }
    }
}

/// The provision that follows a lapsed one, if `is_asked_for` accepts it.
fn following_provision<'a>(
    code: &'a Code,
    lapsed: &Provision,
    facts: Facts,
    is_asked_for: impl Fn(&Provision) -> bool,
) -> Option<&'a Provision> {
    lapsed.then.iter().find_map(|article| {
        code.provisions.iter().find(|provision| {
            *provision.article == **article
                && provision.governs(|fact| facts.has(fact))
                && is_asked_for(provision)
        })
    })
}

/// The remedies of a provision for an act without a remedy context.
fn without_moves(provision: &Provision, facts: Facts) -> Vec<OfferedRemedy> {
    let holds = |remedy: &&RemedyRule| remedy.governs(|predicate| facts.has(predicate));
    provision.remedies.iter().filter(holds).map(OfferedRemedy::without_moves).collect()
}
