//! Builds the remedies of a case: when it is opened, when it is found, and when one right follows another.

use crate::law::{Binds, Code, Predicate, Provision, RemedyKind, RemedyRule, RetractTo, StrikeEffect};

use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::case::windows::{Completed, Offence};
use crate::arbiter::case::{Asked, Case, Counted, Decision, Right, Stage, plies_kept};
use crate::arbiter::lookahead;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;

/// The strikes that count before an offence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strikes {
    /// Those of offences committed before it.
    Earlier,
    /// All others that were noticed.
    Others,
}

impl<'a> Proceedings<'_, 'a> {
    /// Builds the remedies of the decisive right.
    pub(crate) fn offer_remedies(&mut self, index: usize) {
        self.offer_remedies_after(index, self.strikes_before(index, Strikes::Earlier));
    }

    /// Builds the remedies when the offence is pointed out: strikes count in the order in which they are
    /// found.
    pub(crate) fn offer_remedies_as_found(&mut self, index: usize) {
        self.offer_remedies_after(index, self.strikes_before(index, Strikes::Others));
    }

    /// Builds the remedies after `noticed` earlier strikes.
    fn offer_remedies_after(&mut self, index: usize, noticed: u32) {
        let can_mate = self.can_mate_at_strike(index, noticed);
        let code = self.context.code();
        let Some(case) = self.cases.get_mut(index) else { return };
        if case.is_ended() || case.demand.asked != Asked::No {
            return;
        }
        if let (Some(can_mate), Some(ground)) = (can_mate, &mut case.ground) {
            ground.facts = ground.facts.with(Predicate::AdversaryCanMate, can_mate);
        }
        let Some(provision) = case.provision() else { return };
        let Some(ground) = &case.ground else {
            case.remedies = without_moves(provision, case.facts);
            case.back_to = going_back(provision, case);
            return;
        };
        let mut remedies = ground.lay(&provision.remedies, &provision.otherwise);
        let tally = provision.tally.as_ref().filter(|_| case.counted == Counted::ForItself);
        let tally = tally.and_then(|article| code.tally(article));
        if let Some(strike) = tally.and_then(|tally| tally.strike(noticed + 1)) {
            let more = ground.lay(&strike.remedies, &[]);
            match strike.effect {
                StrikeEffect::Adds => remedies.extend(more),
                StrikeEffect::Replaces => remedies = more,
            }
        }
        // A remedy for a later turn keeps the man known since its own turn.
        for laid in remedies.iter_mut().filter(|laid| laid.remedy.kind == RemedyKind::PlayLater) {
            if let Some(known) = case.remedies.iter().find(|known| known.remedy.kind == laid.remedy.kind) {
                laid.clone_from(known);
            }
        }
        case.remedies = remedies;
        case.back_to = going_back(provision, case);
    }

    /// Whether the opponent can mate from the position after the retraction, if the remedies of the strike
    /// depend on that.
    fn can_mate_at_strike(&self, index: usize, noticed: u32) -> Option<bool> {
        let case = self.cases.get(index).filter(|case| !case.is_ended() && case.demand.asked == Asked::No)?;
        let tally = case.provision()?.tally.as_ref()?;
        let strike = self.context.code().tally(tally)?.strike(noticed + 1)?;
        let asks = |remedy: &RemedyRule| {
            let mut literals = remedy.when.iter().flat_map(|clause| &clause.any);
            literals.any(|literal| literal.predicate == Predicate::AdversaryCanMate)
        };
        strike.remedies.iter().any(asks).then_some(())?;
        let ground = case.ground.as_ref()?;
        Some(lookahead::can_mate(self, &ground.position, case.offence.offender.other()))
    }

    /// The number of earlier noticed strikes of the same player.
    fn strikes_before(&self, index: usize, which: Strikes) -> u32 {
        let Some(case) = self.cases.get(index) else { return 0 };
        let Some(tally) = case.provision().and_then(|provision| provision.tally.as_ref()) else { return 0 };
        let counts = |other: &&Case<'_>| {
            other.demand.asked != Asked::No
                && other.counted == Counted::ForItself
                && other.offence.offender == case.offence.offender
                && other.provision().and_then(|provision| provision.tally.as_ref()) == Some(tally)
        };
        let end = match which {
            Strikes::Earlier => index,
            Strikes::Others => self.cases.len(),
        };
        let before = self.cases.before(index, end);
        u32::try_from(before.iter().filter(counts).count()).unwrap_or(0)
    }

    /// Adds the right that follows when the last right lapsed unused; returns whether there is one.
    pub(crate) fn next_right(&mut self, index: usize) -> bool {
        let code = self.context.code();
        let first = self.table.first();
        let Some(case) = self.cases.get(index) else { return false };
        let Decision::Rights(rights) = &case.decision else { return false };
        let lapsed = rights.last().filter(|right| !right.is_alive() && rights.len() <= code.provisions.len());
        let Some(lapsed) = lapsed.filter(|_| {
            case.stage == Stage::Standing && case.demand.asked == Asked::No && !case.demand.discovered
        }) else {
            return false;
        };
        let facts = case.facts;
        let ended_with_the_game = lapsed.is_ended_with_the_game();
        let is_new =
            |provision: &Provision| !rights.iter().any(|right| std::ptr::eq(right.provision, provision));
        let arising = arising_where(code, lapsed.provision, facts, is_new);
        let Some(provision) = arising else { return false };
        let mut right = Right::new(provision, case.offence, first);
        // A right that arises by playing on does not arise after the end of the game.
        if ended_with_the_game && !right.outlives_the_game() {
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
    pub(crate) fn after_each(&mut self) {
        let mut index = 0;
        while let Some(case_index) = self.cases.open().get(index).copied() {
            self.word_closing(case_index);
            let Some(case) = self.cases.get(case_index) else { break };
            let lapsed = !case.is_ended()
                && case.demand.asked == Asked::No
                && !case.is_owed()
                && case.right().is_some_and(|right| right.watch.is_some() && !right.is_alive());
            // A request made in time no longer depends on the window.
            if lapsed {
                let _ = self.next_right(case_index);
            }
            let keep = self.cases.get(case_index).is_some_and(|case| {
                !case.is_ended()
                    && (case.is_open()
                        || case.is_owed()
                        || case.demand.asked != Asked::No
                        || case.provision().is_some_and(|provision| provision.window.is_none()))
            });
            if keep {
                index += 1;
            } else {
                self.cases.leave(case_index);
            }
        }
    }

    /// Keeps the words for the event that closed a window, because its moves may be retracted later.
    fn word_closing(&mut self, index: usize) {
        let Some(case) = self.cases.get(index) else { return };
        let Decision::Rights(rights) = &case.decision else { return };
        let closed = rights
            .last()
            .filter(|right| right.watch.as_ref().is_some_and(|watch| watch.closed_in_words.is_none()))
            .and_then(|right| right.closed(|ply| self.numbered(ply)));
        let Some(closed) = closed else { return };
        if let Some(Case { decision: Decision::Rights(rights), .. }) = self.cases.get_mut(index)
            && let Some(watch) = rights.last_mut().and_then(|right| right.watch.as_mut())
        {
            watch.closed_in_words = Some(closed);
        }
    }

    /// The provision that follows if this right lapses unused.
    pub(crate) fn arising_from(&self, provision: &Provision, facts: Facts) -> Option<&'a Provision> {
        arising_where(self.context.code(), provision, facts, |_| true)
    }

    /// Passes the moves since the offence to a right that arose later.
    pub(crate) fn catch_up(&self, right: &mut Right<'a>, offence: Offence) {
        let Some(watch) = &mut right.watch else { return };
        if watch.is_long() {
            return;
        }
        let mut made = offence.made;
        for (stood, ply) in self.table.all().iter().skip(offence.ply as usize).zip(offence.ply + 1..) {
            made = made.with(stood.by, stood.played);
            watch.see_move(Completed { ply, by: stood.by, lawful: stood.lawful, made });
            if !watch.is_open() {
                break;
            }
        }
    }
}

/// The provision that follows a lapsed one, if `is_asked_for` accepts it.
fn arising_where<'a>(
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

fn going_back(provision: &Provision, case: &Case<'_>) -> Option<u32> {
    if provision.binds == Binds::None && provision.retract == RetractTo::None {
        return None;
    }
    plies_kept(provision.retract, case)
}
