//! Opens cases.

use crate::chess::Color;
use crate::finding::{Disposition, Severity};
use crate::game::Span;
use crate::law::{Family, OffenderRole, Predicate, Provision, Rule, Voice};

use crate::arbiter::case::{
    Case, CaseReport, CaseStage, Decision, Demand, Execution, Marks, Offence, OffenceKind, RemedyContext,
    Right,
};
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;

/// An act that may become a case.
pub(crate) struct NewCase {
    pub rule: Rule,
    pub facts: Facts,
    pub offender: Color,
    /// Whether the report names the offender; accidents of the board have none.
    pub is_named: bool,
    pub ply: u32,
    /// The number of plies after the act.
    pub plies_after: u32,
    /// The number of plies before the act.
    pub plies_before: u32,
    pub kind: OffenceKind,
    pub marks: Marks,
    pub span: Span,
    pub message: String,
    pub movetext: Option<String>,
    pub ground: Option<RemedyContext>,
}

impl NewCase {
    /// An act of `offender` that is not a move, with defaults for the other fields.
    pub(crate) fn with_defaults(
        rule: Rule,
        facts: Facts,
        offender: Color,
        ply: u32,
        span: Span,
        message: String,
    ) -> Self {
        Self {
            rule,
            facts,
            offender,
            is_named: true,
            ply,
            plies_after: ply,
            plies_before: ply,
            kind: OffenceKind::Other,
            marks: Marks::default(),
            span,
            message,
            movetext: None,
            ground: None,
        }
    }

    fn into_case(self, offence: Offence, decision: Decision<'_>) -> Case<'_> {
        Case {
            rule: self.rule,
            decision,
            condition: None,
            offence,
            before: self.plies_before,
            marks: self.marks,
            facts: self.facts,
            remedy_context: self.ground,
            remedies: Vec::new(),
            nth: None,
            back_to: None,
            stage: CaseStage::OnBoard,
            demand: Demand::default(),
            execution: Execution::default(),
            report: CaseReport {
                ply: self.ply,
                offender: self.is_named.then_some(self.offender),
                span: self.span,
                message: self.message,
                movetext: self.movetext,
                help: Vec::new(),
                article: None,
                severity: Severity::Error,
            },
        }
    }
}

impl<'a> Proceedings<'_, 'a> {
    /// Opens a case if the code has a provision on the act or is silent about it. Returns `None` if there is
    /// nothing to report.
    pub(crate) fn open(&mut self, opening: NewCase) -> Option<usize> {
        self.open_where(opening, |p, provision| provision.opens.is_none() && p.has_arisen(provision))
    }

    /// Whether each side has made the moves after which the provision begins to apply.
    pub(crate) fn has_arisen(&self, provision: &Provision) -> bool {
        provision.opened.is_none_or(|opened| {
            let made = if opened.completed { self.moves_completed() } else { self.history.made() };
            made.are_at_least(opened.moves_each)
        })
    }

    /// Like `open`, with only the provisions that `asks` accepts.
    pub(crate) fn open_under_matching(
        &mut self,
        opening: NewCase,
        asks: impl Fn(&Provision) -> bool,
    ) -> Option<usize> {
        self.open_where(opening, |_, provision| asks(provision))
    }

    fn open_where(&mut self, opening: NewCase, asks: impl Fn(&Self, &Provision) -> bool) -> Option<usize> {
        let lawful = opening.facts.has(Predicate::Lawful);
        let code = self.context.code();
        let found = ruling(code, opening.rule, opening.facts, |provision| {
            asks(self, provision) && (!lawful || provision.asks_for(Predicate::Lawful))
        });
        let Some(found) = found else {
            let is_illegal = self.shows_illegal_move(opening.rule);
            let says_nothing = is_illegal
                || code.silence_for(opening.rule).is_some()
                || code.provisions_for(opening.rule).next().is_none();
            // The silence of the code on a rule is reported once.
            let is_reported = self.cases.has_silence(opening.rule) && !is_illegal;
            return (says_nothing && !lawful && !is_reported).then(|| self.open_silence(opening));
        };
        if !found.provision.report {
            return None;
        }
        Some(self.open_under(opening, found.provision, found.condition))
    }

    fn open_silence(&mut self, opening: NewCase) -> usize {
        let code = self.context.code();
        let rule = opening.rule;
        self.cases.note_silence(rule);
        let offence = self.offence_of(&opening);
        let mut case = opening.into_case(offence, Decision::Silence(code.voice_without_provision(rule)));
        case.report.help.extend(code.silence_for(rule).map(|silence| silence.says.to_string().into()));
        case.report.severity = if self.shows_illegal_move(rule) { Severity::Error } else { Severity::Info };
        case.stage = CaseStage::Ended(Disposition::Stands);
        self.cases.add(case)
    }

    /// Whether the moves alone show the offence: a move against the rules of the game, of which the known part of a code
    /// says nothing. The unknown part cannot have allowed it.
    fn shows_illegal_move(&self, rule: Rule) -> bool {
        rule.parent().unwrap_or(rule) == Rule::MoveFalse
            && self.context.code().voice_without_provision(rule) == Voice::Unrevealed
    }

    fn offence_of(&self, opening: &NewCase) -> Offence {
        Offence {
            ply: opening.plies_after,
            offender: opening.offender,
            kind: opening.kind,
            made: self.history.made(),
        }
    }

    /// Opens a case under this provision.
    pub(crate) fn open_under(
        &mut self,
        opening: NewCase,
        provision: &'a Provision,
        condition: Option<&'a Provision>,
    ) -> usize {
        let offence = self.offence_of(&opening);
        self.open_earlier(opening, offence, provision, condition)
    }

    /// Opens a case of an offence committed earlier.
    pub(crate) fn open_earlier(
        &mut self,
        opening: NewCase,
        offence: Offence,
        provision: &'a Provision,
        condition: Option<&'a Provision>,
    ) -> usize {
        let offender = offender_under(provision.offender, &opening);
        let is_named = opening.is_named && provision.offender != OffenderRole::Nobody;
        let right = Right::new(provision, offence, self.history.first());
        let stage = if opening.kind == OffenceKind::Touch { CaseStage::Due } else { CaseStage::OnBoard };
        let index = self.cases.len();
        let mut case = opening.into_case(offence, Decision::Rights(vec![right]));
        case.condition = condition;
        case.report.offender = is_named.then_some(offender);
        case.stage = stage;
        self.cases.add(case);
        self.offer_remedies(index);
        // A touch that binds to nothing is over.
        if let Some(case) = self.cases.get_mut(index)
            && case.offence.kind == OffenceKind::Touch
            && !case.has_effect()
        {
            case.end(Disposition::Stands);
            self.cases.close(index);
        }
        index
    }
}

/// The offender of an act under a provision.
fn offender_under(role: OffenderRole, opening: &NewCase) -> Color {
    match role {
        OffenderRole::Other => opening.offender.other(),
        // The actor of a call is the checking player.
        OffenderRole::Checked if opening.rule.is_in_family(Family::Call) => opening.offender.other(),
        OffenderRole::Actor
        | OffenderRole::Announcer
        | OffenderRole::Checker
        | OffenderRole::Checked
        | OffenderRole::Nobody => opening.offender,
    }
}
