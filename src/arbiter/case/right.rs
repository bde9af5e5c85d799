//! A right that an offence gives, with its window.

use crate::chess::Color;
use crate::finding::Window;
use crate::law::Provision;

use crate::arbiter::case::windows::{ClosedBy, Offence, Watch};
use crate::arbiter::words;

#[derive(Clone, Debug)]
pub(crate) struct Right<'c> {
    pub provision: &'c Provision,
    pub watch: Option<Watch<'c>>,
    /// The player who asked for a remedy under this right and then waived it.
    pub let_pass_by: Option<Color>,
}

impl<'c> Right<'c> {
    pub(crate) fn new(provision: &'c Provision, offence: Offence, first: Color) -> Self {
        let watch = provision.window.as_ref().map(|rule| Watch::new(rule, offence, first));
        Self { provision, watch, let_pass_by: None }
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::is_open)
    }

    pub(crate) fn is_ended_with_the_game(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| !watch.is_open() && watch.closed_by() == ClosedBy::End)
    }

    pub(crate) fn outlives_the_game(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::is_endless)
    }

    pub(crate) fn closed_ply(&self) -> Option<u32> {
        self.watch.as_ref().and_then(Watch::closed_ply)
    }

    /// Whether a retraction to `keep` revives the right.
    pub(crate) fn is_undone_behind(&self, keep: u32) -> bool {
        self.closed_ply().is_some_and(|ply| ply > keep) && self.watch.as_ref().is_some_and(Watch::reopens)
    }

    /// The event that closed the window, in words; `numbered` returns the move of a ply.
    pub(crate) fn closed(&self, numbered: impl Fn(u32) -> Option<String>) -> Option<String> {
        let watch = self.watch.as_ref()?;
        if watch.closed_in_words.is_some() {
            return watch.closed_in_words.clone();
        }
        watch.closed_ply().map(|ply| words::closed(watch, numbered(ply).as_deref()))
    }

    pub(crate) fn window(&self) -> Option<Window> {
        self.watch.as_ref().map(Watch::shown)
    }
}
