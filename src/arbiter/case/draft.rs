//! Turns a case into a finding.

use std::sync::Arc;

use crate::chess::{Role, Square};
use crate::finding::{Course, Disposition, MovesBack, Retract, TimeGiven, WindowState};
use crate::law::{Family, Predicate, Provision, RemedyKind, Rule, Terms};

use crate::arbiter::case::{Case, CaseStage, Decision, OffenceKind, OfferedRemedy, Request, WentBack};
use crate::arbiter::draft::{Draft, Law};
use crate::arbiter::note::Note;
use crate::arbiter::sentences;

impl<'c> Case<'c> {
    /// The finding, with `plies` plies on the board at the end. `numbered` returns the move of a ply; `rights`
    /// has sentences about the rights.
    pub(crate) fn draft(
        self,
        plies: u32,
        numbered: impl Fn(u32) -> Option<String>,
        rights: Vec<String>,
        terms: &Terms,
    ) -> Draft {
        let disposition = self.disposition();
        let mut draft = Draft::new(
            self.rule,
            self.severity(disposition),
            self.report.ply,
            self.report.span,
            self.final_message(&numbered),
        );
        match (&self.decision, self.right()) {
            (Decision::Silence(voice), _) => draft.law = Law::Silence(*voice),
            (Decision::Rights(_), Some(right)) => {
                draft.law = self.cited(right.provision);
                draft.window = right.reported_window();
                // A waiver ends the right as well.
                if let Some(window) = draft.window.as_mut().filter(|_| disposition == Disposition::Waived)
                    && window.state == WindowState::Open
                {
                    window.state = WindowState::Closed;
                }
                draft.retract = self.retract(disposition, plies);
            }
            (Decision::Rights(_), None) => {}
        }
        draft = draft.notes(&self.notes(disposition, rights), terms);
        draft.course = self.course(draft.retract, numbered, terms);
        draft.offender = self.report.offender;
        draft.movetext = self.report.movetext;
        draft.disposition = Some(disposition);
        draft.remedies = self.remedies.into_iter().map(|offered| offered.remedy).collect();
        draft
    }

    /// The message, with the move that was made instead of the one due.
    fn final_message(&self, numbered: impl Fn(u32) -> Option<String>) -> String {
        let instead = match self.stage {
            CaseStage::Disobeyed(ply) => Some(ply),
            _ => self.execution.played_instead,
        };
        let played = instead.filter(|_| self.names_what_was_played()).and_then(numbered);
        let message = played.map_or_else(|| self.report.message.clone(), |played| self.message_with(&played));
        if self.is_played_on_against() {
            sentences::case::and_more_plies(&message, &self.played_past_in_words())
        } else {
            message
        }
    }

    fn played_past_in_words(&self) -> String {
        sentences::draws::more_plies_recorded(self.execution.played_past)
    }

    /// The place of the case, and the number of plies that remained after a retraction for it.
    pub(crate) fn retraction(&self) -> Option<(u32, u32)> {
        self.execution.went_back.map(|went_back| (self.report.span.start, went_back.to))
    }

    /// The retracted moves that the report shows.
    fn reported_retraction(&self) -> Option<WentBack> {
        self.execution.went_back.filter(|_| !self.must_undo_other_move())
    }

    /// The moves that were retracted, or are to be retracted.
    fn retract(&self, disposition: Disposition, plies: u32) -> Option<Retract> {
        // A touch that was obeyed, or that binds to nothing, retracts no move.
        let is_settled =
            matches!(disposition, Disposition::Enforced | Disposition::Complied | Disposition::Stands);
        if self.offence.kind == OffenceKind::Touch && is_settled && self.execution.went_back.is_none() {
            return None;
        }
        // What goes back for a late discovery is said there.
        if disposition == Disposition::Lapsed && self.demand.is_late_discovery_reported {
            return None;
        }
        let to_ply = self.retracted_to()?;
        let retract = match self.reported_retraction() {
            Some(WentBack { to, plies }) => Some(Retract { to_ply: to, plies }),
            None if to_ply < plies => Some(Retract { to_ply, plies: plies - to_ply }),
            None => None,
        };
        retract.filter(|retract| !self.is_ended() || retract.plies > 0)
    }

    /// The number of plies that remain after the remedy is carried out.
    fn retracted_to(&self) -> Option<u32> {
        match self.stage {
            CaseStage::OnBoard => self.certain_back_to(),
            // The move played instead of a move of the touched man is to be retracted, or was.
            CaseStage::Disobeyed(ply)
                if self.offence.kind == OffenceKind::Touch
                    || self.is_asked()
                    || self.must_undo_other_move() =>
            {
                Some(ply - 1)
            }
            CaseStage::Ended(Disposition::Lapsed) if self.execution.played_instead.is_some() => {
                self.execution.played_instead.map(|ply| ply - 1)
            }
            // The game ended before the retraction.
            CaseStage::Ended(Disposition::Lapsed) if self.before < self.offence.ply => self.back_to,
            // Retracted moves are reported; nothing else is to be retracted.
            CaseStage::Ended(_) | CaseStage::Due => {
                self.back_to.filter(|_| self.execution.went_back.is_some())
            }
            // The remedy asked for is not the one that was carried out before.
            CaseStage::CarriedOut(ply) if self.is_asked() => Some(ply - 1),
            CaseStage::Disobeyed(_) | CaseStage::CarriedOut(_) => None,
        }
    }

    fn notes(&self, disposition: Disposition, rights: Vec<String>) -> Vec<Note<'c>> {
        let mut help: Vec<Note<'c>> = self.condition.map(Note::Article).into_iter().collect();
        help.extend(self.report.help.iter().map(|note| match note {
            Note::ClaimPostponed if disposition != Disposition::Open => Note::ClaimWasPostponed,
            note => note.clone(),
        }));
        if let (Some(nth), Some(tally), false) = (self.nth, self.tally_article(), self.remedies.is_empty()) {
            let is_claimed = self.is_asked() || self.is_ended();
            help.push(sentences::case::nth_counted(self.offence.offender, nth, tally, is_claimed).into());
        }
        help.extend(rights.into_iter().map(Note::from));
        if self.execution.played_past > 0 && !self.is_played_on_against() {
            help.push(self.played_past_in_words().into());
        }
        if self.is_without_penalty() {
            let may_go_back = self.back_to.is_some_and(|to| to < self.offence.ply);
            help.push(if may_go_back {
                sentences::case::only_retraction_possible().into()
            } else {
                sentences::case::no_remedy_possible().into()
            });
        }
        let adversary = self.offence.offender.other();
        if disposition == Disposition::Enforced && self.time() == TimeGiven::Untold {
            help.push(sentences::case::time_not_recorded(adversary).into());
        }
        if self.could_not_mate() {
            help.push(sentences::result::could_not_mate(adversary).into());
        }
        help
    }

    /// Whether none of the remedies of the provision can be carried out.
    fn is_without_penalty(&self) -> bool {
        self.provision().is_some_and(|provision| {
            self.remedies.is_empty()
                && self.offence.kind != OffenceKind::WrongClaim
                && !provision.remedies.is_empty()
                && provision.topics.iter().any(|topic| topic.is_in_family(self.rule.family()))
        })
    }

    /// The course of the case, for comparisons and explanations.
    fn course(
        &self,
        retract: Option<Retract>,
        numbered: impl Fn(u32) -> Option<String>,
        terms: &Terms,
    ) -> Course {
        let went_back = self.reported_retraction().or(self.execution.taken_back);
        Course {
            back_to: went_back
                .map(|went| went.to)
                .or(retract.map(|retract| retract.to_ply))
                .or(self.back_to)
                .and_then(&numbered),
            closed: self.right().and_then(|right| right.closed(numbered, terms)),
            asked: self.is_asked(),
            moves_back: if went_back.is_some() { MovesBack::ForThis } else { MovesBack::No },
            taken_back: self.execution.taken_back.map(|WentBack { to, plies }| Retract { to_ply: to, plies }),
            appealed: self.demand.is_appealed,
            time: self.time(),
            picked: self.picked(),
            men: self.men_of_remedies(),
            actor: (self.rule.is_in_family(Family::Draw)
                || matches!(self.rule, Rule::PenaltyRuling | Rule::ClockIncrement))
            .then_some(self.offence.offender),
            ending: self.execution.ending,
            elected: match self.demand.request {
                Request::Elected(index) if !self.is_imposed_by_law() => Some(index),
                _ => None,
            },
        }
    }

    fn men_of_remedies(&self) -> Vec<(Square, Role)> {
        let Some(ground) = &self.remedy_context else { return Vec::new() };
        let squares = self.remedies.iter().flat_map(|offered| offered.remedy.men.iter());
        squares.filter_map(|square| Some((*square, ground.position.man_at(*square)?.role))).collect()
    }

    /// The remaining moves of the chosen remedy, if they are not all of its moves.
    fn picked(&self) -> Vec<String> {
        let (Request::Elected(index), Some(chosen)) = (self.demand.request, &self.demand.chosen) else {
            return Vec::new();
        };
        let Some(ground) = &self.remedy_context else { return Vec::new() };
        if self.remedies.get(index).is_none_or(|offered| offered.moves.len() <= chosen.len()) {
            return Vec::new();
        }
        let mut picked: Vec<String> =
            chosen.iter().map(|played| ground.position.san(*played, ground.play)).collect();
        picked.sort();
        picked
    }

    /// The provision as the legal basis, with the paragraph about this form of the act.
    pub(crate) fn cited(&self, provision: &Provision) -> Law {
        let refused = self.offence.kind == OffenceKind::WrongClaim;
        let wrong = provision.wrong.as_ref().filter(|_| refused);
        let says = wrong.and_then(|wrong| wrong.says.as_ref()).unwrap_or(&provision.says);
        let article = self.report.article.as_ref().unwrap_or(&provision.article);
        Law::Article { article: Arc::clone(article), says: Some(Arc::clone(says)) }
    }

    /// Whether the game is drawn instead of lost because the opponent could not mate.
    fn could_not_mate(&self) -> bool {
        let facts = self.remedy_context.as_ref().map_or(self.facts, |ground| ground.facts);
        let drawn = |offered: &OfferedRemedy| {
            offered.remedy.kind == RemedyKind::Draw && offered.remedy.fallback.is_fallback()
        };
        self.remedies.iter().any(drawn) && !facts.has(Predicate::AdversaryCanMate)
    }
}
