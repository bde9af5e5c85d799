//! `move.*`: completed moves of the score that break the law, and the rights they leave.

use std::sync::Arc;

use crate::chess::{CastlingBar, Color, Illegality, Move, MoveKind, Position, Role, Square};
use crate::finding::{Disposition, Remedy, Retract, Severity, Standing, Window, WindowState};
use crate::law::{
    Binds, CheckBinds, Chooser, Code, Predicate, Provision, RemedyKind, RetractTo, Rule, StrikeEffect,
    WindowId,
};
use crate::record::{Channel, OddKind};

use super::predicates::MoveFacts;
use super::remedies::Ground;
use super::windows::{Course, Offence};
use super::{Bench, Draft, Law, words};

/// What the illegal moves leave of the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Worth {
    pub standing: Standing,
    /// The ply of the move that made it so.
    pub ply: u32,
}

/// A right that an offence gave, as it stands at the end of the record.
struct Right<'c> {
    provision: &'c Provision,
    window: Option<Window>,
}

impl Right<'_> {
    fn is_alive(&self) -> bool {
        self.window.as_ref().is_some_and(|window| window.state != WindowState::Closed)
    }
}

/// The rule id of an act, before any code is asked.
const fn rule_of(fault: Illegality) -> Rule {
    match fault {
        Illegality::AdversaryMan => Rule::MoveAdversaryMan,
        Illegality::CapturesOwn => Rule::MoveCapturesOwn,
        Illegality::FalseCapture => Rule::MoveFalseCapture,
        Illegality::Castling(_) => Rule::MoveCastling,
        Illegality::IntoCheck => Rule::MoveIntoCheck,
        Illegality::DiscoversCheck => Rule::MoveDiscoversCheck,
        Illegality::CheckNotParried => Rule::MoveCheckNotParried,
        Illegality::Promotion => Rule::MovePromotion,
        Illegality::False | Illegality::NoMan | Illegality::PromotionToKing | Illegality::Null => {
            Rule::MoveFalse
        }
    }
}

impl Bench<'_> {
    /// Judges every move of the score that the common law does not allow.
    pub(super) fn judge_moves(&mut self) -> Worth {
        let mut worth = Worth { standing: Standing::Valid, ply: 0 };
        let record = self.record();
        for odd in &record.odd {
            if !matches!(odd.kind, OddKind::Illegal(_)) {
                continue;
            }
            // What is said of a board that is itself in doubt accuses nobody.
            if record.facts.doubtful.is_some_and(|from| odd.ply > from) {
                continue;
            }
            if let Some(left) = self.judge_illegal(odd.ply, odd.span)
                && worth.standing == Standing::Valid
            {
                // The earliest decides what must come back.
                worth = left;
            }
        }
        worth
    }

    fn judge_illegal(&mut self, ply: u32, span: crate::record::Span) -> Option<Worth> {
        let record = self.record();
        let code = self.code();
        let played = *record.moves.get((ply as usize).checked_sub(1)?)?;
        let before = self.position_after(ply - 1);
        let fault = before.illegality(played, code.play.play)?;
        let rule = rule_of(fault);
        let offender = before.turn();
        let facts = MoveFacts { before: &before, played, ply, offender };
        let holds = |predicate: Predicate| self.holds(predicate, &facts);
        let Some(first) = code.governing(rule, holds) else {
            return self.silent(rule, ply, span, &facts, fault);
        };
        if !first.report {
            return None;
        }
        let course = Course { record, over: self.is_over() };
        let rights = self.rights(code, first, &course, Offence { ply, offender }, &facts);
        let decisive = rights.iter().rev().find(|right| right.is_alive()).or(rights.last())?;
        let provision = decisive.provision;
        let retract = self.retract(provision, ply);
        let ground = Ground {
            position: &before,
            play: code.play.play,
            man: before.men(offender).has(played.from()).then(|| played.from()),
            victim: hostile_man(&before, played, offender),
            own_victim: before.men(offender).has(played.to()).then(|| played.to()),
            played: Some(played),
            holds: &holds,
        };
        let mut remedies = ground.lay(&provision.remedies, &provision.otherwise);
        self.add_strike(provision, &ground, &mut remedies);
        let alive = decisive.is_alive();
        // What accuses nobody decides nothing.
        let weighs = alive && self.gravity(rule) > Severity::Info;
        let worth = weighs.then(|| Worth {
            standing: if remedies
                .iter()
                .any(|remedy| remedy.kind == RemedyKind::Annul && remedy.chooser == Chooser::Law)
            {
                Standing::Annullable
            } else if retract.is_some() {
                Standing::Retractable
            } else {
                Standing::Valid
            },
            ply,
        });
        let severity = self.gravity(rule);
        if self.wants(rule, severity) {
            let token = crate::record::decode(span.of(self.text()));
            let mut draft = Draft::new(rule, severity, ply, span, self.fact(&facts, fault, &token));
            draft = draft.under(provision);
            draft.offender = Some(offender);
            draft.movetext = Some(words::numbered(&before, &token));
            draft.disposition = Some(disposition(provision, alive, &remedies, retract));
            draft.help = self.help(rule, &rights, decisive, &facts);
            draft.window.clone_from(&decisive.window);
            draft.remedies = remedies;
            draft.retract = retract;
            self.drafts.push(draft);
        }
        worth
    }

    /// The rights an unnoticed offence gave, in the order in which they arose: each arises when the one
    /// before it lapsed unused.
    fn rights<'c>(
        &self,
        code: &'c Code,
        first: &'c Provision,
        course: &Course<'_>,
        offence: Offence,
        facts: &MoveFacts<'_>,
    ) -> Vec<Right<'c>> {
        let mut rights: Vec<Right<'c>> = Vec::new();
        let mut next = Some(first);
        while let Some(provision) = next {
            let window = provision.window.as_ref().map(|rule| course.window(rule, provision.opened, offence));
            let closed = window.as_ref().is_none_or(|window| window.state == WindowState::Closed);
            rights.push(Right { provision, window });
            next = None;
            if closed && rights.len() <= code.provisions.len() {
                next = provision.then.iter().find_map(|article| self.arising(code, article, facts, &rights));
            }
        }
        rights
    }

    /// The first provision of an article that governs an earlier illegality found later.
    fn arising<'c>(
        &self,
        code: &'c Code,
        article: &str,
        facts: &MoveFacts<'_>,
        rights: &[Right<'c>],
    ) -> Option<&'c Provision> {
        code.provisions.iter().find(|provision| {
            *provision.article == *article
                && provision.governs(|predicate| self.holds(predicate, facts))
                && !rights.iter().any(|right| std::ptr::eq(right.provision, *provision))
        })
    }

    /// What the tally adds for an offence that nobody noticed: what the first one brings.
    fn add_strike(&self, provision: &Provision, ground: &Ground<'_>, remedies: &mut Vec<Remedy>) {
        let strike = provision
            .tally
            .as_ref()
            .and_then(|article| self.code().tally(article))
            .and_then(|tally| tally.strike(1));
        if let Some(strike) = strike {
            let more = ground.lay(&strike.remedies, &[]);
            match strike.effect {
                StrikeEffect::Adds => remedies.extend(more),
                StrikeEffect::Replaces => *remedies = more,
            }
        }
    }

    fn retract(&self, provision: &Provision, ply: u32) -> Option<Retract> {
        let last = self.record().plies();
        let to_ply = match provision.retract {
            RetractTo::None => return None,
            RetractTo::BeforeReply => ply,
            // The check that was ignored was given by the move before; an exposing move goes back itself.
            RetractTo::BeforeOffence
            | RetractTo::AfterCheck
            | RetractTo::BeforeExposure
            | RetractTo::LastOfChecked
            | RetractTo::AtFall => ply - 1,
        };
        Some(Retract { to_ply, plies: last.saturating_sub(to_ply) })
    }

    /// How grave an illegal move is: where only an announced check binds and the record did not watch
    /// speech, a check left standing accuses nobody.
    fn gravity(&self, rule: Rule) -> Severity {
        let check = self.code().play.check;
        if rule == Rule::MoveCheckNotParried
            && check.binds == CheckBinds::Announced
            && !self.observed(Channel::Speech)
        {
            Severity::Info
        } else {
            Severity::Error
        }
    }

    fn help(
        &self,
        rule: Rule,
        rights: &[Right<'_>],
        decisive: &Right<'_>,
        facts: &MoveFacts<'_>,
    ) -> Option<String> {
        let (before, played) = (facts.before, facts.played);
        let mut sentences: Vec<String> = Vec::new();
        if self.gravity(rule) == Severity::Info {
            sentences.push(
                "whether the check was announced is not recorded; only an announced check binds".to_owned(),
            );
        }
        for lapsed in rights.iter().filter(|right| !std::ptr::eq(*right, decisive)) {
            let closed = lapsed.window.as_ref().and_then(|window| window.closed_ply);
            let when = closed
                .and_then(|ply| self.numbered(ply))
                .map_or_else(String::new, |text| format!(", with {text}"));
            sentences.push(format!("the right under {} lapsed before{when}", lapsed.provision.article));
        }
        if let Some(off) = swept_by_castling(before, played) {
            sentences.push(format!("{} is off the board", words::man_on(before, off)));
        }
        if !decisive.is_alive() {
            let with_the_game =
                decisive.window.as_ref().is_some_and(|window| window.closes == WindowId::GameEnd);
            if with_the_game && self.is_over() {
                sentences.push("the game is over, and its result stands".to_owned());
            } else if decisive.provision.late.is_some() {
                sentences.push("the position stands".to_owned());
            }
        }
        (!sentences.is_empty()).then(|| sentences.join("; "))
    }

    /// How the move breaks the law, in one sentence.
    fn fact(&self, facts: &MoveFacts<'_>, fault: Illegality, token: &str) -> String {
        let lost =
            (fault == Illegality::Castling(CastlingBar::Moved)).then(|| self.right_lost(facts)).flatten();
        words::illegality(facts.before, facts.played, fault, token, lost.as_deref())
    }

    /// How the right to a castling was lost: with which move of king or rook, or before the record began.
    fn right_lost(&self, facts: &MoveFacts<'_>) -> Option<String> {
        let MoveKind::Castling(side) = facts.played.kind() else { return None };
        let record = self.record();
        let us = facts.offender;
        let Some(rook) = record.start.castling().rook(us, side) else {
            return Some("the position that the game starts from gives no right to it".to_owned());
        };
        let king = record.start.of(us, Role::King).single()?;
        let mut mover = record.start.turn();
        for (played, ply) in record.moves.iter().zip(1..facts.ply) {
            if mover == us && (played.from() == king || played.from() == rook) {
                let man = if played.from() == king { "king" } else { "rook" };
                return self.numbered(ply).map(|text| format!("the {man} moved with {text}"));
            }
            mover = mover.other();
        }
        None
    }

    /// The code says nothing of such a move.
    fn silent(
        &mut self,
        rule: Rule,
        ply: u32,
        span: crate::record::Span,
        facts: &MoveFacts<'_>,
        fault: Illegality,
    ) -> Option<Worth> {
        if self.wants(rule, Severity::Info) {
            let token = crate::record::decode(span.of(self.text()));
            let message = self.fact(facts, fault, &token);
            let mut draft = Draft::new(rule, Severity::Info, ply, span, message);
            draft.law = Law::Silence(self.code().voice(rule));
            draft.offender = Some(facts.offender);
            draft.movetext = Some(words::numbered(facts.before, &token));
            draft.disposition = Some(Disposition::Stands);
            draft.help = self.code().silence_for(rule).map(|silence| Arc::clone(&silence.says).to_string());
            self.drafts.push(draft);
        }
        None
    }
}

/// How a case that nobody noticed ends.
fn disposition(
    provision: &Provision,
    alive: bool,
    remedies: &[Remedy],
    retract: Option<Retract>,
) -> Disposition {
    if provision.binds == Binds::None || (remedies.is_empty() && retract.is_none()) {
        Disposition::Stands
    } else if alive {
        Disposition::Open
    } else {
        Disposition::Lapsed
    }
}

/// The hostile man that a move took or moved.
fn hostile_man(before: &Position, played: Move, offender: Color) -> Option<Square> {
    let theirs = before.men(offender.other());
    if theirs.has(played.from()) {
        return Some(played.from());
    }
    match played.kind() {
        MoveKind::EnPassant => Some(Square::new(played.to().file(), played.from().rank())),
        _ => theirs.has(played.to()).then(|| played.to()),
    }
}

/// The square where a castling that stood swept a man off the board.
fn swept_by_castling(before: &Position, played: Move) -> Option<Square> {
    let MoveKind::Castling(side) = played.kind() else {
        return None;
    };
    let mut after = *before;
    after.play(played);
    if after.occupied().count() == before.occupied().count() {
        return None;
    }
    let rook = before.castling_rook(played.from(), before.turn(), side);
    before
        .occupied()
        .squares()
        .filter(|square| Some(*square) != rook && *square != played.from())
        .find(|square| before.man_at(*square) != after.man_at(*square))
}
