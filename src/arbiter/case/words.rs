//! Descriptions of cases.

use crate::chess::{Move, Square};
use crate::law::{Family, RemedyKind, Rule, Terms};

use crate::arbiter::case::{Case, OfferedRemedy};
use crate::arbiter::sentences::remedies::{
    a_move_of, after_ask, as_noun, castling, first_then, is_clause, request,
};
use crate::arbiter::{sentences, words};

impl Case<'_> {
    /// Whether the message names the move that was made instead of the one due.
    pub(crate) fn names_what_was_played(&self) -> bool {
        self.rule.is_in_family(Family::Touch) || self.rule == Rule::MoveRecalled
    }

    pub(crate) fn message_with(&self, played: &str) -> String {
        let message = &self.report.message;
        if self.rule == Rule::MoveRecalled {
            sentences::case::then_plays(message, played)
        } else {
            sentences::case::and_plays(message, played)
        }
    }

    pub(crate) fn due_in_words(&self, terms: &Terms) -> String {
        self.in_words(self.due().iter(), terms)
    }

    /// The remedies that were asked for, in words, with the retraction that comes first unless a remedy names
    /// it.
    pub(crate) fn undone_in_words(&self, terms: &Terms) -> String {
        let due = self.due_in_words(terms);
        let goes_back =
            self.is_imposed_by_law() && self.certain_back_to().is_some_and(|to| to < self.offence.ply);
        if !goes_back || self.is_due(&[RemedyKind::Retract, RemedyKind::RetractSecond]) {
            return due;
        }
        let back = request(RemedyKind::Retract, None, self.offence.offender.other(), terms);
        if due.is_empty() { back } else { first_then(&back, &due) }
    }

    /// The moves that are due, in words; if there are none, all that is due.
    pub(crate) fn due_move_in_words(&self, terms: &Terms) -> String {
        let moves = || self.due().iter().filter(|offered| offered.asks_for_a_move());
        if moves().next().is_some() { self.in_words(moves(), terms) } else { self.due_in_words(terms) }
    }

    /// The king's moves that are due, in words, if nothing else is due.
    pub(crate) fn king_moves_due_in_words(&self) -> Option<String> {
        let ground = self.remedy_context.as_ref()?;
        let [offered] = self.due() else { return None };
        let mut moves: Vec<String> =
            offered.moves.iter().map(|played| ground.position.san(*played, ground.play)).collect();
        moves.sort();
        (offered.remedy.kind == RemedyKind::MoveKing && !moves.is_empty()).then(|| words::listed_or(&moves))
    }

    /// The reading of a sealed move that the opponent selected, in words.
    pub(crate) fn sealed_move_due_in_words(&self) -> Option<String> {
        let ground = self.remedy_context.as_ref()?;
        let [played] = self.demand.chosen.as_deref()? else { return None };
        self.is_due(&[RemedyKind::SealedMove]).then(|| ground.position.san(*played, ground.play))
    }

    pub(crate) fn given_in_words(&self, terms: &Terms) -> String {
        self.in_words(self.remedies.iter(), terms)
    }

    /// The man that was named with the request, if the remaining moves are all of one man.
    pub(crate) fn man_picked(&self) -> Option<Square> {
        only_man(self.demand.chosen.as_ref()?)
    }

    /// One of the remedies, in words. `moves` are the moves that a choice leaves.
    pub(crate) fn remedy_in_words(&self, at: usize, moves: Option<&[Move]>, terms: &Terms) -> Option<String> {
        let picked = moves.and_then(only_man);
        self.remedies.get(at).map(|offered| self.offered_in_words(offered, picked, terms))
    }

    /// The remedy that a player asks for, as it follows the verb *ask*, with the piece if the case concerns only one.
    pub(crate) fn asked_in_words(&self, kind: RemedyKind, terms: &Terms) -> String {
        let given = self.remedies.iter().find(|offered| offered.remedy.kind == kind);
        after_ask(given.map_or_else(
            || request(kind, self.man_meant(kind).as_deref(), self.offence.offender.other(), terms),
            |offered| self.offered_in_words(offered, None, terms),
        ))
    }

    /// The man that a remedy of this kind would be about, if the case has only one.
    fn man_meant(&self, kind: RemedyKind) -> Option<String> {
        let ground = self.remedy_context.as_ref()?;
        let mut own = ground.own_touched();
        let mut hostile = ground.hostile_touched();
        let (man, another): (Option<Square>, Option<Square>) = match kind {
            RemedyKind::MoveLegally => (ground.played.map(Move::from), None),
            RemedyKind::MoveTouched | RemedyKind::PlayLater => (own.next(), own.next()),
            RemedyKind::CaptureTouched | RemedyKind::CaptureMan => (hostile.next(), hostile.next()),
            _ => return None,
        };
        let man = man.filter(|man| another.is_none() && ground.position.man_at(*man).is_some())?;
        Some(words::man_on(&ground.position, man))
    }

    fn offered_in_words(&self, offered: &OfferedRemedy, picked: Option<Square>, terms: &Terms) -> String {
        if !offered.moves.is_empty() && offered.moves.iter().all(|due| due.is_castling()) {
            return castling();
        }
        let position = self.remedy_context.as_ref().map(|ground| &ground.position);
        let kind = offered.remedy.kind;
        let man = match (position, offered.remedy.men.as_slice()) {
            (Some(position), [man]) => Some(words::man_on(position, *man)),
            _ => None,
        };
        let any_man = matches!(kind, RemedyKind::MoveNamed | RemedyKind::MoveOther);
        match position.zip(picked).filter(|_| any_man) {
            Some((position, picked)) => a_move_of(&words::man_on(position, picked)),
            None => request(kind, man.as_deref(), self.offence.offender.other(), terms),
        }
    }

    fn in_words<'l>(&self, given: impl Iterator<Item = &'l OfferedRemedy>, terms: &Terms) -> String {
        let picked = self.man_picked();
        let given: Vec<(RemedyKind, String)> = given
            .map(|offered| (offered.remedy.kind, self.offered_in_words(offered, picked, terms)))
            .collect();
        let is_mixed = given.iter().any(|(_, asked)| is_clause(asked))
            && !given.iter().all(|(_, asked)| is_clause(asked));
        let mut given: Vec<String> = given
            .into_iter()
            .map(|(kind, asked)| if is_mixed { as_noun(kind, asked, terms) } else { asked })
            .collect();
        given.dedup();
        if self.is_imposed_by_law() { words::listed(&given) } else { words::listed_or(&given) }
    }
}

/// The man that makes all of these moves.
fn only_man(moves: &[Move]) -> Option<Square> {
    let (first, others) = moves.split_first()?;
    others.iter().all(|played| played.from() == first.from()).then(|| first.from())
}
