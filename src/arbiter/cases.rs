//! The cases of a game, in the order in which they were opened.

use crate::law::{Family, Rule};

use crate::arbiter::case::windows::Watch;
use crate::arbiter::case::{Case, Decision};

/// How many cases are kept open at a time. A record of thousands of offences, each open until the end of the game, would
/// otherwise take time that grows with the square of their number.
pub(crate) const MOST_OPEN: usize = 256;

/// The cases of a game, in the order in which they were opened.
#[derive(Default)]
pub(crate) struct Cases<'c> {
    all: Vec<Case<'c>>,
    /// The cases about how the game began.
    beginnings: Vec<usize>,
    /// The cases that further events may still change, oldest first.
    open: Vec<usize>,
    /// The rules on which the code was found silent.
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

    /// Takes out every case.
    pub(super) fn take_all(&mut self) -> Vec<Case<'c>> {
        self.open.clear();
        std::mem::take(&mut self.all)
    }

    /// Adds a case; returns its index.
    pub(super) fn keep(&mut self, case: Case<'c>) -> usize {
        let index = self.all.len();
        if case.rule.is_of(Family::Setup) {
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

    /// Makes a case open again.
    pub(super) fn put_back(&mut self, index: usize) {
        if !self.open.contains(&index) {
            let at = self.open.partition_point(|earlier| *earlier < index);
            self.open.insert(at, index);
        }
    }

    /// Further events no longer change this case.
    pub(super) fn leave(&mut self, index: usize) {
        self.open.retain(|open| *open != index);
    }

    /// Removes a case that turned out to be about no offence.
    pub(super) fn strike_out(&mut self, index: usize) {
        if let Some(case) = self.all.get_mut(index) {
            // The silence of the code goes unreported with it.
            if matches!(case.decision, Decision::Silence(_)) {
                self.silences.retain(|rule| *rule != case.rule);
            }
            case.strike_out();
        }
        self.leave(index);
    }

    /// Whether the silence of the code on a rule is reported already.
    pub(super) fn has_silence(&self, rule: Rule) -> bool {
        self.silences.contains(&rule)
    }

    /// Notes that the silence of the code on a rule is reported.
    pub(super) fn note_silence(&mut self, rule: Rule) {
        self.silences.push(rule);
    }

    /// The open cases, oldest first.
    pub(super) fn open(&self) -> &[usize] {
        &self.open
    }

    /// The open cases, newest first.
    pub(super) fn newest(&self) -> impl Iterator<Item = usize> + '_ {
        self.open.iter().rev().copied()
    }

    /// The latest cases, ended or not, newest first.
    pub(super) fn latest(&self) -> impl Iterator<Item = usize> + '_ {
        let from = self.all.len().saturating_sub(MOST_OPEN);
        (from..self.all.len()).rev()
    }

    /// The newest open case that `is_meant` accepts.
    pub(super) fn find_newest(&self, is_meant: impl Fn(&Case<'c>) -> bool) -> Option<usize> {
        self.newest().find(|index| self.get(*index).is_some_and(&is_meant))
    }

    /// The newest case, open or not, that `is_meant` accepts.
    pub(super) fn find_latest(&self, is_meant: impl Fn(&Case<'c>) -> bool) -> Option<usize> {
        self.latest().find(|index| self.get(*index).is_some_and(&is_meant))
    }

    /// The oldest case of how the game began that `is_meant` accepts.
    pub(super) fn find_beginning(&self, is_meant: impl Fn(&Case<'c>) -> bool) -> Option<usize> {
        self.beginnings.iter().copied().find(|index| self.get(*index).is_some_and(&is_meant))
    }

    /// Whether one of the latest cases is so.
    pub(super) fn any_of_late(&self, is_so: impl Fn(&Case<'c>) -> bool) -> bool {
        self.find_latest(is_so).is_some()
    }

    pub(super) fn each_open(&mut self, mut see: impl FnMut(&mut Case<'c>)) {
        for index in &self.open {
            if let Some(case) = self.all.get_mut(*index) {
                see(case);
            }
        }
    }

    pub(super) fn each_watch(&mut self, mut see: impl FnMut(&mut Watch<'c>)) {
        self.each_open(|case| {
            if let Decision::Rights(rights) = &mut case.decision
                && let Some(watch) = rights.last_mut().and_then(|right| right.watch.as_mut())
            {
                see(watch);
            }
        });
    }

    /// The cases before `end`, as many as are looked back to.
    pub(super) fn before(&self, index: usize, end: usize) -> &[Case<'c>] {
        self.all.get(index.saturating_sub(MOST_OPEN)..end).unwrap_or_default()
    }
}
