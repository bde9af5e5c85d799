//! Findings being put together.

use std::sync::Arc;

use crate::chess::Color;
use crate::finding::{
    Citation, Course, Disposition, Finding, Fingerprint, Remedy, Retract, Severity, Stance, Window,
};
use crate::game::Span;
use crate::law::{Provision, Rule, Voice};

use crate::arbiter::Hearing;
use crate::arbiter::note::{Note, joined};

/// A finding being put together; what every finding has is given at once.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub rule: Rule,
    pub severity: Severity,
    pub ply: u32,
    pub span: Span,
    pub message: String,
    pub offender: Option<Color>,
    pub movetext: Option<String>,
    pub help: Option<String>,
    /// The articles that the help names beside the one that decides.
    pub leans_on: Vec<Arc<str>>,
    pub law: Law,
    pub remedies: Vec<Remedy>,
    pub window: Option<Window>,
    pub retract: Option<Retract>,
    pub disposition: Option<Disposition>,
    pub course: Course,
}

/// What decides a finding.
#[derive(Clone, Debug)]
pub(crate) enum Law {
    /// Nothing: it is about the record.
    Record,
    /// An article.
    Article { article: Arc<str>, says: Option<Arc<str>> },
    /// The code does not speak of it.
    Silence(Voice),
    /// A matter of fact that every code leaves to the board: no article, no silence.
    Fact,
}

impl Draft {
    pub fn new(rule: Rule, severity: Severity, ply: u32, span: Span, message: String) -> Self {
        Self {
            rule,
            severity,
            ply,
            span,
            message,
            offender: None,
            movetext: None,
            help: None,
            leans_on: Vec::new(),
            law: Law::Record,
            remedies: Vec::new(),
            window: None,
            retract: None,
            disposition: None,
            course: Course::default(),
        }
    }

    pub fn under(mut self, provision: &Provision) -> Self {
        self.law = Law::Article { article: provision.article.clone(), says: Some(provision.says.clone()) };
        self
    }

    /// A matter of fact, whatever the code.
    pub fn of_fact(mut self) -> Self {
        self.law = Law::Fact;
        self
    }

    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }

    /// The help in parts, with the articles that it leans on.
    pub fn notes(mut self, notes: &[Note<'_>]) -> Self {
        self.help = joined(notes);
        self.leans_on = notes.iter().filter_map(Note::article).collect();
        self
    }
}

/// The finding that a draft comes to, before it has its name.
pub(crate) fn finish(hearing: &Hearing<'_>, draft: Draft) -> Finding {
    let mut finding = Finding {
        rule: draft.rule,
        severity: draft.severity,
        citation: None,
        ply: draft.ply,
        movetext: draft.movetext,
        location: hearing.place.locate(draft.span),
        offender: draft.offender,
        message: draft.message,
        help: draft.help,
        leans_on: draft.leans_on,
        doubts: Vec::new(),
        remedies: draft.remedies,
        window: draft.window,
        retract: draft.retract,
        disposition: draft.disposition,
        fingerprint: Fingerprint(0),
        stance: Stance::Speaks,
        says: None,
        course: draft.course,
        related: Vec::new(),
        moment: None,
    };
    let cited = |article| Some(Citation { code: hearing.code.id.clone(), article });
    match draft.law {
        Law::Record => {}
        Law::Fact => finding.citation = cited(None),
        Law::Article { article, says } => {
            finding.citation = cited(Some(article));
            finding.says = says;
        }
        Law::Silence(voice) => {
            finding.citation = cited(None);
            finding.stance = if voice == Voice::Unrevealed { Stance::Unrevealed } else { Stance::Silent };
        }
    }
    finding
}
