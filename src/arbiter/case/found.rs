//! Cases of offences that are found later.

use crate::chess::Color;
use crate::finding::Severity;
use crate::law::{Late, Person, Provision};

use crate::arbiter::case::{Case, Contact, Decision, NewCase, Offence, Request, Right};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;

impl Proceedings<'_, '_> {
    /// Opens a case of an earlier offence, from which its windows are counted. If the law counts the finder's
    /// moves, they are those of `finder`. `touches` are the touches by which the opponent answered the
    /// offence.
    pub(crate) fn open_found(
        &mut self,
        opening: NewCase,
        offence: Offence,
        finder: Option<Color>,
        asked: Request,
        touches: &[Contact],
    ) -> Option<usize> {
        let code = self.context.code();
        let has_arisen = |provision: &Provision| provision.opens.is_none() && self.has_arisen(provision);
        let Some(found) = ruling(code, opening.rule, opening.facts, has_arisen) else {
            return self.open(opening);
        };
        let mut provision = found.provision;
        let mut offence = offence;
        let who = provision.window.as_ref().and_then(|window| window.who);
        if let Some(finder) = finder.filter(|_| who == Some(Person::Finder)) {
            offence.offender = finder.other();
        }
        let mut right = Right::new(provision, offence, self.history.first());
        if let Some(watch) = &mut right.window {
            for contact in touches {
                watch.on_touch(offence.offender.other(), offence.ply + 1, *contact);
            }
        }
        self.catch_up(&mut right, offence);
        // After the window has closed, the code's article on late discoveries decides.
        let late = right.has_lapsed();
        let mut lapsed = late;
        if late
            && let Some(Late::Article(article)) = &provision.late
            && let Some(said) = code.article(article).find(|said| said.topics.contains(&opening.rule))
        {
            provision = said;
            lapsed = false;
        }
        let caught_up = right.window;
        let index = self.open_earlier(opening, offence, provision, found.condition);
        let case = self.cases.get_mut(index)?;
        if let Some(last) = case.newest_right_mut()
            && (!late || lapsed || last.window.is_none())
        {
            last.window = caught_up;
        }
        let goes_on = late && lapsed && provision.late == Some(Late::Stands) && case.is_legal_duty();
        // Found too late: the law has the game go on, and no player is blamed.
        if goes_on && asked != Request::No && case.report.offender.is_none() {
            case.report.severity = Severity::Info;
        }
        if !late && case.has_effect() && asked != Request::No {
            self.ask(index, finder);
        }
        Some(index)
    }

    /// Hands a case that one player found too late to the other player `by`, if the code has a limit for each
    /// player and `by` is still in time.
    pub(crate) fn hand_to_other_finder(
        &mut self,
        by: Color,
        is_meant: impl Fn(&Case<'_>) -> bool,
    ) -> Option<usize> {
        let is_expired = |case: &Case<'_>| {
            !case.is_asked()
                && case.offence.offender == by
                && !case.is_ended()
                && !case.is_open()
                && case.has_limit_per_player()
                && case.may_be_asked_by(by)
                && is_meant(case)
        };
        let index = self.cases.find_beginning(is_expired)?;
        self.hand_over(index, by).then_some(index)
    }

    /// Makes `finder` the finder of a case, with a limit of that player's own. Returns whether `finder` is in
    /// time.
    pub(crate) fn hand_over(&mut self, index: usize, finder: Color) -> bool {
        let Some(case) = self.cases.get(index) else { return false };
        let Some(provision) = case.provision() else { return false };
        let offence = Offence { offender: finder.other(), ..case.offence };
        let mut right = Right::new(provision, offence, self.history.first());
        self.catch_up(&mut right, offence);
        if !right.is_alive() {
            return false;
        }
        let Some(case) = self.cases.get_mut(index) else { return false };
        case.offence = offence;
        case.decision = Decision::Rights(vec![right]);
        self.cases.reopen(index);
        true
    }
}
