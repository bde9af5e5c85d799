//! `discovery.*`: what is found after the time for its penalty.

use crate::chess::Color;
use crate::finding::Disposition;
use crate::game::{Memory, Person, Span};
use crate::law::{self, Late, Predicate, Provision, Rule, Voice};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::remedies::Ground;
use crate::arbiter::case::windows::{Contact, Offence, OffenceKind};
use crate::arbiter::case::{Asked, Decision, Marks, Right, Stage};
use crate::arbiter::note::Note;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::state::board::{StandingCheck, before_last_of};
use crate::arbiter::state::umpire::Awaited;

impl Proceedings<'_, '_> {
    /// An earlier illegality is found after the time for its penalty: the case of that, unless it was found before.
    pub(crate) fn discover(
        &mut self,
        index: usize,
        rule: Rule,
        by: Person,
        memory: Memory,
        span: Span,
    ) -> Option<usize> {
        let waits = memory == Memory::Known && self.waits_for_impossible(index, by);
        let case = self.cases.get_mut(index).filter(|case| !case.discovered)?;
        case.discovered = true;
        let waits_from_now = waits && case.is_open();
        if waits_from_now {
            case.note(Note::NextMoveAwaited);
            case.end(Disposition::Stands);
        }
        let (offence, before, marks, facts) = (case.offence, case.before, case.marks, case.facts);
        let ground = case.ground.clone();
        let what = case.movetext.clone().unwrap_or_else(|| "an earlier move".to_owned());
        let found_rule = case.rule;
        let of_check = rule == Rule::DiscoveryCheck;
        // A notice of illegality that left a king in check is one of the check.
        let rule = if facts.has(Predicate::KingLeftInCheck)
            && !of_check
            && self.context.code().voice(Rule::DiscoveryCheck) == Voice::Speaks
        {
            Rule::DiscoveryCheck
        } else {
            rule
        };
        let facts = self
            .facts_of_finding(facts, by, memory, offence.offender)
            .with(Predicate::BeyondTheReply, self.plies() > offence.ply);
        let finder = by.player().map_or_else(|| "the umpire".to_owned(), |player| player.to_string());
        let since =
            marks.since.filter(|_| rule == Rule::DiscoveryCheck).and_then(|check| self.numbered(check));
        let message = match since {
            Some(since) => {
                format!("{finder} finds that {}'s king has stood in check since {since}", offence.offender)
            }
            None => found_in_words(found_rule, &finder, offence.offender, &what),
        };
        self.lay(index);
        let marks =
            Marks { before_last_of_checked: before_last_of(offence.offender, self.table.all()), ..marks };
        let mut opening = self.discovery(rule, offence, before, marks, facts, span, message);
        opening.ground = ground.map(|ground| Ground { facts, ..ground });
        let found = self.open_found(opening, offence, by.player(), Asked::Noticed, &[]);
        self.lay(index);
        if let Some(found) = found.filter(|_| waits_from_now) {
            self.umpire.awaited = Some(Awaited { offence: index, found });
        }
        found
    }

    /// The arbiter, who could wait for the next move, acts before it: it is the illegal move itself that he deals
    /// with, as the law on it has him do until it is answered.
    pub(crate) fn acts_before_the_next_move(&mut self) {
        let Some(Awaited { offence, found }) = self.umpire.awaited.take() else { return };
        let waits = self.cases.get(found).is_some_and(|case| !case.is_ended());
        let Some(case) = self.cases.get_mut(offence).filter(|_| waits) else { return };
        case.help.retain(|note| !matches!(note, Note::NextMoveAwaited));
        case.discovered = false;
        case.stage = Stage::Standing;
        self.cases.put_back(offence);
        self.cases.strike_out(found);
        self.ask(offence, None);
    }

    /// A check that need not have been met is found to stand.
    pub(crate) fn discover_standing(
        &mut self,
        by: Person,
        king: Color,
        check: StandingCheck,
        memory: Memory,
        span: Span,
    ) {
        let facts = self
            .facts(king)
            .with(Predicate::CheckStanding, true)
            .with(Predicate::KingLeftInCheck, true)
            .with(Predicate::BeyondTheReply, self.plies() > check.ply + 1)
            .with(Predicate::MovesKnown, memory == Memory::Known);
        let given = self.numbered(check.ply).map_or_else(String::new, |text| format!(" since {text}"));
        let message = format!("{king}'s king is found to have stood in check{given}");
        let offence =
            Offence { ply: check.ply, offender: king, kind: OffenceKind::Other, made: self.table.made() };
        let marks = Marks {
            check: Some(self.check_goes_back_to(check, king)),
            since: Some(check.ply),
            before_last_of_checked: before_last_of(king, self.table.all()),
            reply_is_a_move: false,
        };
        let opening = self.discovery(Rule::DiscoveryCheck, offence, check.ply, marks, facts, span, message);
        self.open_found(opening, offence, by.player(), Asked::Noticed, &[]);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one opening
    fn discovery(
        &self,
        rule: Rule,
        offence: Offence,
        before: u32,
        marks: Marks,
        facts: Facts,
        span: Span,
        message: String,
    ) -> Opening {
        let ply = self.plies();
        Opening {
            done: offence.ply,
            before,
            marks,
            movetext: self.numbered(ply),
            ..Opening::at(rule, facts, offence.offender, ply, span, message)
        }
    }

    /// Opens a case of something that began earlier: its windows are counted from then. `finder`: whose
    /// moves count where the law counts the finder's; `touches`: those by which the other player answered it.
    pub(crate) fn open_found(
        &mut self,
        opening: Opening,
        offence: Offence,
        finder: Option<Color>,
        asked: Asked,
        touches: &[Contact],
    ) -> Option<usize> {
        let code = self.context.code();
        let made = self.table.made();
        let has_arisen = |provision: &Provision| {
            provision.opens.is_none()
                && provision.opened.is_none_or(|opened| {
                    made.of(Color::White) >= opened.moves_each && made.of(Color::Black) >= opened.moves_each
                })
        };
        let Some(found) = ruling(code, opening.rule, opening.facts, has_arisen) else {
            return self.open_where(opening, has_arisen);
        };
        let mut provision = found.provision;
        let mut offence = offence;
        let by_finder = provision.window.as_ref().and_then(|window| window.who) == Some(law::Person::Finder);
        if let Some(finder) = finder.filter(|_| by_finder) {
            offence.offender = finder.other();
        }
        let mut right = Right::new(provision, offence, self.table.first());
        if let Some(watch) = &mut right.watch {
            for contact in touches {
                watch.see_touch(offence.offender.other(), offence.ply + 1, *contact);
            }
        }
        self.catch_up(&mut right, offence);
        // Found too late, what the code says of that decides.
        let late = right.watch.is_some() && !right.is_alive();
        let mut lapsed = late;
        if late
            && let Some(Late::Article(article)) = &provision.late
            && let Some(said) = code.article(article).find(|said| said.topics.contains(&opening.rule))
        {
            provision = said;
            lapsed = false;
        }
        let caught_up = right.watch.clone();
        let index = self.open_as_of(opening, offence, provision, found.condition);
        let case = self.cases.get_mut(index)?;
        if let Decision::Rights(rights) = &mut case.decision
            && let Some(last) = rights.last_mut()
            && (!late || lapsed || last.watch.is_none())
        {
            last.watch = caught_up;
        }
        if !late && case.gives() && asked != Asked::No {
            self.ask(index, finder);
        }
        Some(index)
    }
}

/// What is found of an earlier act: a good move made in a wrong manner was no illegal one.
fn found_in_words(rule: Rule, finder: &str, offender: Color, what: &str) -> String {
    match rule {
        Rule::MoveTwoHands => format!("{finder} objects to the manner in which {what} was made"),
        Rule::ClockPress => format!("{finder} finds that {offender} pressed the clock without having moved"),
        _ => format!("{finder} finds that {what} was illegal"),
    }
}
