//! The cases of a game, in the order in which they were opened.

use crate::law::{Family, Rule};

use crate::arbiter::case::{Case, Decision, RightWindow};

/// The maximum number of open cases. With thousands of offences that stay open until the end of the game, the
/// time would otherwise grow with the square of their number.
pub(crate) const MOST_OPEN: usize = 256;

#[derive(Default)]
pub(crate) struct Cases<'c> {
    all: Vec<Case<'c>>,
    /// The cases about the beginning of the game.
    beginnings: Vec<usize>,
    /// The cases that later events may still change, oldest first.
    open: Vec<usize>,
    /// The rules for which the silence of the code is reported.
    silences: Vec<Rule>,
}

impl<'c> Cases<'c> {
    pub(super) fn get(&self, index: usize) -> Option<&Case<'c>> {
        self.all.get(index)
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Case<'c>> {
        self.all.get_mut(index)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Case<'c>> {
        self.all.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Case<'c>> {
        self.all.iter_mut()
    }

    pub(super) fn take_all(&mut self) -> Vec<Case<'c>> {
        self.open.clear();
        std::mem::take(&mut self.all)
    }

    /// Adds a case; returns its index.
    pub(super) fn add(&mut self, case: Case<'c>) -> usize {
        let index = self.all.len();
        if case.rule.is_in_family(Family::Setup) {
            self.beginnings.push(index);
        }
        if !case.is_ended() {
            if self.open.len() >= MOST_OPEN {
                self.open.remove(0);
            }
            self.open.push(index);
        }
        self.all.push(case);
        index
    }

    /// Opens a case again.
    pub(super) fn reopen(&mut self, index: usize) {
        if !self.open.contains(&index) {
            let at = self.open.partition_point(|earlier| *earlier < index);
            self.open.insert(at, index);
        }
    }

    /// Closes a case: later events no longer change it.
    pub(super) fn close(&mut self, index: usize) {
        self.open.retain(|open| *open != index);
    }

    /// Empties a case that turned out not to be an offence.
    pub(super) fn strike_out(&mut self, index: usize) {
        if let Some(case) = self.all.get_mut(index) {
            // With the case, its report of the silence disappears.
            if matches!(case.decision, Decision::Silence(_)) {
                self.silences.retain(|rule| *rule != case.rule);
            }
            case.strike_out();
        }
        self.close(index);
    }

    pub(super) fn has_silence(&self, rule: Rule) -> bool {
        self.silences.contains(&rule)
    }

    pub(super) fn note_silence(&mut self, rule: Rule) {
        self.silences.push(rule);
    }

    /// The open cases, oldest first.
    pub(super) fn open(&self) -> &[usize] {
        &self.open
    }

    /// The open cases, newest first.
    pub(super) fn open_newest_first(&self) -> impl Iterator<Item = usize> + '_ {
        self.open.iter().rev().copied()
    }

    /// The last `MOST_OPEN` cases, open or not, newest first.
    pub(super) fn recent(&self) -> impl Iterator<Item = usize> + '_ {
        let from = self.all.len().saturating_sub(MOST_OPEN);
        (from..self.all.len()).rev()
    }

    pub(super) fn find_open(&self, is_meant: impl Fn(&Case<'c>) -> bool) -> Option<usize> {
        self.open_newest_first().find(|index| self.get(*index).is_some_and(&is_meant))
    }

    /// The newest of the latest cases, open or not, for which `is_meant` returns true.
    pub(super) fn find_recent(&self, is_meant: impl Fn(&Case<'c>) -> bool) -> Option<usize> {
        self.recent().find(|index| self.get(*index).is_some_and(&is_meant))
    }

    /// The oldest case about the beginning of the game for which `is_meant` returns true.
    pub(super) fn find_beginning(&self, is_meant: impl Fn(&Case<'c>) -> bool) -> Option<usize> {
        self.beginnings.iter().copied().find(|index| self.get(*index).is_some_and(&is_meant))
    }

    pub(super) fn any_recent(&self, is_so: impl Fn(&Case<'c>) -> bool) -> bool {
        self.find_recent(is_so).is_some()
    }

    pub(super) fn for_each_open(&mut self, mut see: impl FnMut(&mut Case<'c>)) {
        for index in &self.open {
            if let Some(case) = self.all.get_mut(*index) {
                see(case);
            }
        }
    }

    pub(super) fn for_each_window(&mut self, mut see: impl FnMut(&mut RightWindow<'c>)) {
        for index in &self.open {
            if let Some(window) = self.all.get_mut(*index).and_then(Case::newest_window_mut) {
                see(window);
            }
        }
    }

    /// The cases before `end`, at most `MOST_OPEN` of them before `index`.
    pub(super) fn recent_before(&self, index: usize, end: usize) -> &[Case<'c>] {
        self.all.get(index.saturating_sub(MOST_OPEN)..end).unwrap_or_default()
    }
}
