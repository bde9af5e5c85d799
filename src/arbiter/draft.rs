use std::sync::Arc;

use crate::chess::Color;
use crate::finding::{Course, Disposition, Remedy, Retract, Severity, Window};
use crate::game::Span;
use crate::law::{Provision, Rule, Terms, Voice};

use crate::arbiter::note::{Note, joined};

/// A finding before it has its location in the file and its fingerprint.
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
    /// The articles that the help cites besides the decisive one.
    pub leans_on: Vec<Arc<str>>,
    pub law: Law,
    pub remedies: Vec<Remedy>,
    pub window: Option<Window>,
    pub retract: Option<Retract>,
    pub disposition: Option<Disposition>,
    pub course: Course,
}

/// The legal basis of a finding.
#[derive(Clone, Debug)]
pub(crate) enum Law {
    /// No law: the finding is about the record.
    Record,
    Article {
        article: Arc<str>,
        says: Option<Arc<str>>,
    },
    Silence(Voice),
    /// No law: the finding is a fact under every code.
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

    pub(super) fn notes(mut self, notes: &[Note<'_>], terms: &Terms) -> Self {
        self.help = joined(notes, terms);
        self.leans_on = notes.iter().filter_map(Note::article).collect();
        self
    }
}
