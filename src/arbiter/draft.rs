//! Drafts of findings.

use std::sync::Arc;

use crate::chess::Color;
use crate::finding::{Course, Disposition, Remedy, Retract, Severity, Window};
use crate::game::Span;
use crate::law::{Provision, Rule, Voice};

use crate::arbiter::note::{Note, joined};

/// A finding before it is placed in the file and named.
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
    /// The articles that the help names besides the one that decides.
    pub leans_on: Vec<Arc<str>>,
    pub law: Law,
    pub remedies: Vec<Remedy>,
    pub window: Option<Window>,
    pub retract: Option<Retract>,
    pub disposition: Option<Disposition>,
    pub course: Course,
}

/// The law that decides a finding.
#[derive(Clone, Debug)]
pub(crate) enum Law {
    /// None: it is about the record.
    Record,
    /// An article.
    Article { article: Arc<str>, says: Option<Arc<str>> },
    /// The code is silent on it.
    Silence(Voice),
    /// None is needed: it is a matter of fact under every code.
    Fact,
}

impl Draft {
    pub(super) fn new(rule: Rule, severity: Severity, ply: u32, span: Span, message: String) -> Self {
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

    pub(super) fn under(mut self, provision: &Provision) -> Self {
        self.law = Law::Article { article: provision.article.clone(), says: Some(provision.says.clone()) };
        self
    }

    pub(super) fn of_fact(mut self) -> Self {
        self.law = Law::Fact;
        self
    }

    pub(super) fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }

    /// Sets the help from its parts, with the articles that it refers to.
    pub(super) fn notes(mut self, notes: &[Note<'_>]) -> Self {
        self.help = joined(notes);
        self.leans_on = notes.iter().filter_map(Note::article).collect();
        self
    }
}
