//! `adjourn.*`: sealed moves and adjourned positions.

use crate::chess::{Color, Meaning, Position};
use crate::finding::{Disposition, Severity};
use crate::game::{Channel, MadeMove, QuotedText, Span};
use crate::law::{Opener, Predicate, Provision, Rule, Voice};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::remedies::RemedyContext;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Case, Request};
use crate::arbiter::draft::Draft;
use crate::arbiter::lookahead;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::conduct::sealed::SealedText;
use crate::arbiter::sentences;
use crate::arbiter::state::adjournment::{OpenedMove, SealedMove};

pub(crate) fn seal(p: &mut Proceedings<'_, '_>, by: Color, text: &QuotedText, span: Span) {
    let _ = p.adjournment.take_written(by);
    p.adjournment.is_adjourned = true;
    p.adjournment.sealed = Some(SealedMove { by, ply: p.plies(), span, text: text.as_str().to_owned() });
}

/// Resumes the game: opens the sealed move and compares the position set up, if it is given, with the one adjourned.
pub(crate) fn resume(p: &mut Proceedings<'_, '_>, fen: Option<&QuotedText>, span: Span) {
    match p.adjournment.sealed.take() {
        Some(sealed) => open_seal(p, &sealed),
        None => report_missing_seal(p, span),
    }
    let set_up = fen.and_then(|fen| Position::read_fen(fen.as_str().as_bytes()).ok());
    let Some(set_up) = set_up.map(|set_up| set_up.position.placement_key()) else { return };
    // The position given may include the sealed move.
    let is_with_the_move = p.adjournment.opened.as_ref().is_some_and(|opened| {
        let board = p.history.board_for(opened.by);
        opened.candidates.iter().any(|played| {
            let mut board = board;
            board.play(*played);
            board.placement_key() == set_up
        })
    });
    if set_up != p.history.board().placement_key() && !is_with_the_move {
        p.adjournment.opened = None;
        p.adjournment.is_resumed_elsewhere = true;
        let mover = p.history.board().turn();
        let message = sentences::conduct::resumed_elsewhere();
        open_position(p, p.facts(mover), mover, span, message);
    }
}

/// Reports that no move was sealed at the adjournment, if the code requires it and the record would show it.
fn report_missing_seal(p: &mut Proceedings<'_, '_>, span: Span) {
    let rule = Rule::AdjournSealMissing;
    let is_reported = p.cases.any_recent(|case| case.rule == rule);
    let would_show = p.context.observed(Channel::Conduct) && p.context.code().voice(rule) == Voice::Speaks;
    if !p.adjournment.is_adjourned || !would_show || is_reported || p.adjournment.opened.is_some() {
        return;
    }
    let mover = p.history.board().turn();
    let message = sentences::conduct::nothing_sealed(mover);
    p.open(NewCase::with_defaults(rule, p.facts(mover), mover, p.plies(), span, message));
}

pub(crate) fn report_lost_position(p: &mut Proceedings<'_, '_>, span: Span) {
    let mover = p.history.board().turn();
    let facts = p.facts(mover).with(Predicate::PositionLost, true);
    if p.adjournment.is_adjourned {
        return open_position(p, facts, mover, span, sentences::conduct::adjourned_position_lost());
    }
    let message = sentences::conduct::position_lost();
    // A running game goes on as it does after men were displaced, unless the code speaks of a lost position.
    let ply = p.plies();
    let opened = p.open(NewCase {
        is_named: false,
        ..NewCase::with_defaults(Rule::BoardDropped, facts, mover, ply, span, message)
    });
    let Some(case) = opened.and_then(|index| p.cases.get_mut(index)) else { return };
    if case.annuls() && case.provision().is_some_and(|law| law.asks_for(Predicate::PositionLost)) {
        case.end(Disposition::Annulled);
    } else {
        case.report.severity = Severity::Info;
        case.end(Disposition::Stands);
    }
}

/// Compares the first move after the opening of the seal with the sealed one.
pub(crate) fn check_sealed_move(p: &mut Proceedings<'_, '_>, opened: &OpenedMove, made: MadeMove) {
    let OpenedMove { by, candidates: fits, text, case } = opened;
    if made.by != *by || fits.contains(&made.played) {
        return;
    }
    // The opponent chose one of several readings; the case of that choice binds the player already.
    let is_selected = |case: usize| p.cases.get(case).is_some_and(|case| case.demand.request != Request::No);
    if case.is_some_and(is_selected) {
        return;
    }
    let ply = p.plies();
    let instead = p.numbered(ply);
    let facts = p.facts(*by).with(Predicate::SealedNotPlayed, true);
    let ground = p.history.move_at(ply).map(|stood| RemedyContext {
        readings: fits.clone(),
        ..p.remedy_context(stood.before, Vec::new(), None, facts)
    });
    let opening = NewCase {
        plies_after: ply,
        plies_before: ply.saturating_sub(1),
        ground,
        movetext: p.numbered(ply),
        ..NewCase::with_defaults(
            Rule::AdjournPosition,
            facts,
            *by,
            ply,
            p.context.span_of_move(made.source, made.place),
            sentences::conduct::sealed_not_played(*by, text, instead.as_deref()),
        )
    };
    p.open(opening);
}

/// Whether the player's sealed move, which is opened and not made yet, ends the game.
pub(crate) fn sealed_move_ends_game(p: &Proceedings<'_, '_>, by: Color) -> bool {
    let Some(opened) = p.adjournment.opened.as_ref().filter(|opened| opened.by == by) else { return false };
    let [played] = opened.candidates.as_slice() else { return false };
    let mut after = p.history.board_for(by);
    after.play(*played);
    after.legal_moves(p.history.play()).is_empty() || lookahead::is_dead_by_material(p, &after)
}

fn open_position(p: &mut Proceedings<'_, '_>, facts: Facts, mover: Color, span: Span, message: String) {
    let ply = p.plies();
    let opened = p.open(NewCase {
        is_named: false,
        ..NewCase::with_defaults(Rule::AdjournPosition, facts, mover, ply, span, message)
    });
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index))
        && case.annuls()
    {
        case.end(Disposition::Annulled);
    }
}

/// Reports a sealed text in a notation that is not read here. Whether it is legal stays undecided.
fn report_unread_seal(p: &mut Proceedings<'_, '_>, sealed: &SealedMove) {
    let SealedMove { by, ply, span, text } = sealed;
    p.adjournment.undecided = Some(*by);
    let message = sentences::conduct::sealed_undecided(*by, text.as_str());
    let draft = Draft::new(Rule::AdjournSealIllegal, Severity::Info, *ply, *span, message)
        .of_fact()
        .help(sentences::conduct::notation_not_supported());
    p.push(draft);
}

fn open_seal(p: &mut Proceedings<'_, '_>, sealed: &SealedMove) {
    let by = sealed.by;
    let facts = p.facts(by);
    if !facts.has(Predicate::OnMove) {
        let message = sentences::conduct::sealed_off_turn(by);
        p.open_under_matching(
            NewCase::with_defaults(Rule::AdjournSealIllegal, facts, by, sealed.ply, sealed.span, message),
            opens_with_seal,
        );
        return;
    }
    let board = p.history.board_for(by);
    let text = sealed.text.trim();
    let made = || p.history.moves_played().iter().map(|stood| stood.played).collect();
    let (rule, readings, message) = match SealedText::read(text, &board, made) {
        SealedText::Means(Meaning::Legal(played)) => {
            p.adjournment.opened =
                Some(OpenedMove { by, candidates: vec![played], text: text.to_owned(), case: None });
            return;
        }
        SealedText::Means(Meaning::Ambiguous(readings)) => {
            let mut texts: Vec<String> =
                readings.iter().map(|played| board.san(*played, p.history.play())).collect();
            texts.sort();
            (Rule::AdjournSealAmbiguous, readings, sentences::conduct::sealed_ambiguous(by, text, &texts))
        }
        SealedText::Means(Meaning::Illegal(..) | Meaning::Nothing) => {
            (Rule::AdjournSealIllegal, Vec::new(), sentences::conduct::sealed_illegal(by, text))
        }
        SealedText::Illegible => {
            (Rule::AdjournSealIllegal, Vec::new(), sentences::conduct::sealed_illegible(by, text))
        }
        SealedText::NotRead => return report_unread_seal(p, sealed),
    };
    let facts = facts.with(Predicate::AdversaryCanMate, lookahead::can_mate(p, &board, by.other()));
    let mut ground = p.remedy_context(board, Vec::new(), None, facts);
    let fits = readings.clone();
    ground.readings = readings;
    let opening = NewCase {
        kind: OffenceKind::Touch,
        ground: Some(ground),
        ..NewCase::with_defaults(rule, facts, by, sealed.ply, sealed.span, message)
    };
    let opened = p.open_under_matching(opening, opens_with_seal);
    if let Some(index) = opened {
        p.carry_out(index);
        let is_to_be_played = !fits.is_empty() && p.cases.get(index).is_some_and(Case::is_open);
        if is_to_be_played {
            p.adjournment.opened =
                Some(OpenedMove { by, candidates: fits, text: text.to_owned(), case: opened });
        }
    }
}

fn opens_with_seal(provision: &Provision) -> bool {
    provision.opens.is_none() || provision.opens == Some(Opener::OpeningOfSeal)
}
