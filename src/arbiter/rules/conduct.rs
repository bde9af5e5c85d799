//! `conduct.*`, `clock.absent`, `clock.press`, `clock.flag` as acts show them, and `adjourn.*`.

use crate::chess::{Color, Meaning, Position, San};
use crate::finding::{Disposition, Severity};
use crate::game::{Channel, Made, MoveWords, Person, ReadValue, Span, TagName, TagValue, Temper, Text, Time};
use crate::law::{ClaimBy, Family, Opener, Predicate, Provision, RemedyKind, Rule, Voice};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::remedies::Ground;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Asked, Case, Stage};
use crate::arbiter::draft::Draft;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::rulings;
use crate::arbiter::rules::sealed::SealedText;
use crate::arbiter::state::adjournment::{Opened, Sealed, Written, WrittenWhen};
use crate::arbiter::state::stage::GameStage;
use crate::arbiter::state::umpire::{Heard, Put};
use crate::arbiter::{lookahead, words};

/// How many moves a player may have left unwritten: his last, and those of the other about it.
const MOST_UNWRITTEN: usize = 3;

/// What a player did to the game or to the other player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Misconduct {
    /// He quits the table.
    Leaves(Temper),
    /// He stops moving.
    Discontinues,
    /// He resigns.
    Resigns,
    /// He does not submit to the umpire.
    Refuses,
    /// He disturbs the other.
    Disturbs,
}

/// An act of behaviour.
pub(crate) fn misconduct(p: &mut Proceedings<'_, '_>, by: Color, what: Misconduct, span: Span) {
    if what == Misconduct::Refuses && p.umpire.ruled.is_none() {
        let message = format!("nothing was ruled to which {by} could refuse to submit");
        return p.push(Draft::new(Rule::RecordCommand, Severity::Info, p.plies(), span, message));
    }
    let admonished = p.umpire.admonished.contains(&by);
    let refused = what == Misconduct::Refuses && p.umpire.refused.contains(&by);
    let (rule, message) = match what {
        Misconduct::Leaves(Temper::Anger) => {
            (Rule::ConductAbandoned, format!("{by} quits the table in anger"))
        }
        Misconduct::Leaves(Temper::Calm) => (Rule::ConductAbandoned, format!("{by} quits the table")),
        Misconduct::Discontinues => (Rule::ConductAbandoned, format!("{by} stops moving")),
        Misconduct::Resigns => (Rule::ConductAbandoned, format!("{by} resigns")),
        Misconduct::Refuses if refused => {
            (Rule::ConductRefusal, format!("{by} refuses again to submit to the umpire's decision"))
        }
        Misconduct::Refuses => {
            (Rule::ConductRefusal, format!("{by} refuses to submit to the umpire's decision"))
        }
        Misconduct::Disturbs if admonished => {
            (Rule::ConductDisturbance, format!("{by}, admonished before, disturbs {} again", by.other()))
        }
        Misconduct::Disturbs => (Rule::ConductDisturbance, format!("{by} disturbs {}", by.other())),
    };
    let resigns = what == Misconduct::Resigns;
    let was_dead = resigns && lookahead::was_dead(p, span);
    // Nothing but a resignation hangs on it.
    let can_mate = !was_dead && (!resigns || lookahead::can_mate(p, &p.table.board_for(by), by.other()));
    let facts = p
        .facts(by)
        .with(Predicate::Appealed, p.umpire.ruled.is_some_and(|heard| heard != Heard::Unasked))
        .with(Predicate::SubmittedByBoth, p.umpire.ruled == Some(Heard::OnAppealOfBoth))
        .with(Predicate::AdversaryCanMate, can_mate)
        .with(Predicate::Resigned, resigns)
        .with(Predicate::LeftTable, matches!(what, Misconduct::Leaves(_)))
        .with(Predicate::Wilful, what == Misconduct::Leaves(Temper::Anger))
        .with(Predicate::Repeated, refused || (what == Misconduct::Disturbs && admonished));
    if what == Misconduct::Refuses {
        p.umpire.refused.push(by);
    }
    let opened = open_conduct(p, by, rule, facts, span, message);
    // A resignation ends the game also where the code says nothing of it.
    let is_unsaid = p.context.code().voice(rule) != Voice::Speaks && p.stage == GameStage::UnderWay;
    if resigns && (p.stage == GameStage::Over || is_unsaid) {
        p.stage = GameStage::Resigned(by);
    }
    // Who resigns breaks nothing.
    if resigns && let Some(case) = opened.and_then(|index| p.cases.get_mut(index)) {
        case.gravity = Severity::Info;
    }
}

fn open_conduct(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    rule: Rule,
    facts: Facts,
    span: Span,
    message: String,
) -> Option<usize> {
    let ply = p.plies();
    let ground = p.ground(p.table.board_for(by), Vec::new(), None, facts);
    let index =
        p.open(Opening { ground: Some(ground), ..Opening::at(rule, facts, by, ply, span, message) })?;
    p.carry_out(index);
    Some(index)
}

/// A question goes to the umpire: a claim where the law wants the sufferer's.
pub(crate) fn appeal(p: &mut Proceedings<'_, '_>, by: Person) {
    p.umpire.ask(by, Put::Submitted, p.table.plies());
    let Some(player) = by.player() else { return };
    let waiting = p.cases.find_newest(|case| {
        case.rule.is_of(Family::Conduct)
            && case.offence.offender != player
            && case.is_open()
            && case.provision().is_some_and(|provision| provision.claim.is_some())
    });
    if let Some(case) = waiting.and_then(|index| p.cases.get_mut(index)) {
        case.end(Disposition::Enforced);
        if case.is_due(&[RemedyKind::Forfeit]) {
            p.stage = GameStage::Over;
        }
    }
}

/// Whoever left the table or stopped moving, and moves again, did not abandon the game.
pub(crate) fn comes_back(p: &mut Proceedings<'_, '_>, by: Color) {
    let is_his = |case: &Case<'_>| {
        case.rule == Rule::ConductAbandoned
            && case.offence.offender == by
            && !case.is_struck_out()
            && case.is_due(&[RemedyKind::Forfeit, RemedyKind::Umpire])
            && !case.facts.has(Predicate::Resigned)
            && !case.facts.has(Predicate::Wilful)
    };
    let left = p.cases.find_latest(is_his);
    if let Some(index) = left {
        p.cases.strike_out(index);
        p.stage = GameStage::UnderWay;
    }
}

/// The arbiter lets the game go on though a player came too late.
pub(crate) fn let_come_late(p: &mut Proceedings<'_, '_>) {
    excuse_lateness(p, |_| true, "the arbiter decided that the game go on".to_owned());
}

/// Who came too late, and plays all the same, does so because the arbiter let him.
pub(crate) fn plays_though_late(p: &mut Proceedings<'_, '_>, by: Color) {
    let help = format!("{by} played all the same, which the arbiter must have decided");
    excuse_lateness(p, |case| case.offence.offender == by, help);
}

fn excuse_lateness(p: &mut Proceedings<'_, '_>, is_meant: impl Fn(&Case<'_>) -> bool, help: String) {
    let is_late = |case: &Case<'_>| {
        case.rule == Rule::ClockAbsent
            && case.is_due(&[RemedyKind::Forfeit])
            && case.stage == Stage::Ended(Disposition::Enforced)
            && is_meant(case)
    };
    let late = p.cases.find_latest(is_late);
    if let Some(case) = late.and_then(|index| p.cases.get_mut(index)) {
        case.stage = Stage::Ended(Disposition::Waived);
        case.note(help);
        p.stage = GameStage::UnderWay;
    }
}

/// A player leaves the board on his own time, or comes late.
pub(crate) fn absent(p: &mut Proceedings<'_, '_>, by: Color, late: Option<Time>, span: Span) {
    let allowed =
        match p.context.value(TagName::DefaultTime).map(|value| ReadValue::of(TagName::DefaultTime, value)) {
            Some(ReadValue::Value(TagValue::DefaultTime(time))) => Some(time),
            _ => None,
        };
    let past = matches!((late, allowed), (Some(late), Some(allowed)) if late > allowed);
    let facts = p.facts(by).with(Predicate::PastDefaultTime, past);
    let message = match late {
        Some(late) => format!("{by} arrives {late} late"),
        None => format!("{by} leaves the board while his own time runs"),
    };
    open_conduct(p, by, Rule::ClockAbsent, facts, span, message);
}

/// A complaint about time.
pub(crate) fn complain_of_time(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    if !p.context.observed(Channel::Clock) || p.clock.pressed.contains(&by) {
        return;
    }
    let has_moved = p.table.last().is_some_and(|last| last.by == by);
    if !has_moved {
        return;
    }
    let facts = p.facts(by);
    let message = format!("{by} complains of the other's time, and has not stopped his own clock");
    open_conduct(p, by, Rule::ClockPress, facts, span, message);
}

/// A flag falls: that of the player whose clock runs.
pub(crate) fn flag_falls(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    if p.clock.pressed.last() == Some(&by) && p.context.observed(Channel::Clock) {
        let message = format!("{by}'s flag cannot fall here: {}'s clock runs", by.other());
        let draft = Draft::new(Rule::RecordCommand, Severity::Warning, p.plies(), span, message);
        return p.push(draft);
    }
    if !p.clock.fallen_flags.contains(&by) {
        p.clock.fallen_flags.push(by);
    }
}

/// A fallen flag is claimed.
pub(crate) fn claim_flag(p: &mut Proceedings<'_, '_>, by: Person, span: Span) {
    let is_his_own = |player: &Color| by.player() == Some(*player);
    let mut fallen = p.clock.fallen_flags.iter().copied();
    let of_the_other = fallen.clone().find(|player| !is_his_own(player));
    let own = fallen.find(is_his_own).filter(|_| either_may_claim_flag(p));
    let Some(loser) = of_the_other.or(own) else {
        if let Some(by) = by.player() {
            claim_of_no_fall(p, by, span);
        }
        return;
    };
    let was_dead = lookahead::was_dead(p, span);
    let can_mate = !was_dead && lookahead::can_mate(p, &p.table.board_for(loser), loser.other());
    let facts = p.facts(loser).with(Predicate::AdversaryCanMate, can_mate);
    let message = match by.player() {
        Some(player) if player == loser => format!("{player} points out that his own time ran out"),
        Some(player) => format!("{player} claims that {loser}'s time ran out"),
        None => format!("{loser}'s time ran out"),
    };
    let opened = open_conduct(p, loser, Rule::ClockFlag, facts, span, message);
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index))
        && !case.remedies.is_empty()
    {
        // Whose time ran out breaks nothing.
        case.gravity = Severity::Info;
        case.end(Disposition::Enforced);
        p.stage = GameStage::Over;
    }
}

/// Whether under the code a player may point out the fall of his own flag.
fn either_may_claim_flag(p: &Proceedings<'_, '_>) -> bool {
    let mut provisions = p.context.code().provisions_for(Rule::ClockFlag);
    provisions.any(|law| law.claim.as_ref().is_some_and(|claim| claim.by == ClaimBy::Either))
}

/// A fallen flag is claimed, and the record tells of no fall: false where the clocks show that none can
/// have been.
fn claim_of_no_fall(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let loser = by.other();
    let ply = p.plies();
    let shown = p.context.time_left_at(loser, ply, span).map(|reading| (reading.ply, reading.time));
    let claims = format!("{by} claims that {loser}'s time ran out");
    let (severity, message) = match shown {
        Some((of, time)) => {
            let when = if of > ply { "when he next moves" } else { "after his last move" };
            (Severity::Error, format!("{claims}, and his clock shows {time} {when}"))
        }
        None if p.context.observed(Channel::Clock) => {
            (Severity::Info, format!("{claims}, and no fall of his flag is recorded"))
        }
        None => return,
    };
    let mut draft = Draft::new(Rule::ClockFlag, severity, ply, span, message).of_fact();
    draft.movetext = p.numbered(ply);
    draft.offender = (severity == Severity::Error).then_some(by);
    draft.disposition = Some(Disposition::Stands);
    p.push(draft);
}

/// A move is written down: before it is made rightly only to claim a draw or to seal it, which what
/// follows shows.
pub(crate) fn write(p: &mut Proceedings<'_, '_>, by: Color, words: &MoveWords, span: Span) {
    // What was just played, by either player, is written as it should be.
    let time = if has_just_been_played(p, words) { WrittenWhen::After } else { WrittenWhen::Before };
    p.adjournment.written.retain(|written| written.by != by);
    p.adjournment.written.push(Written { by, span, words: words.clone(), time, ruled: None });
}

/// Whether one of the last moves can be meant: a player may reply before he writes.
fn has_just_been_played(p: &Proceedings<'_, '_>, words: &MoveWords) -> bool {
    let Some(read) = San::from_ascii(words.as_str().as_bytes()) else { return false };
    p.table.all().iter().rev().take(MOST_UNWRITTEN).any(|stood| match stood.before.meaning(read) {
        Meaning::Legal(played) | Meaning::Illegal(played, _) => played == stood.played,
        Meaning::Ambiguous(readings) => readings.contains(&stood.played),
        Meaning::Nothing => false,
    })
}

/// A player moves, and had written a move down before without claiming anything.
pub(crate) fn written_before(p: &mut Proceedings<'_, '_>, by: Color) {
    let Some(at) = p.adjournment.written.iter().position(|written| written.by == by) else { return };
    let Written { span, words, time, ruled, .. } = p.adjournment.written.remove(at);
    if time == WrittenWhen::After {
        return;
    }
    let message = format!("{by} writes {} down before he moves", words.as_str());
    open_conduct(p, by, Rule::ConductWriting, p.facts(by), span, message);
    if let Some(ruled) = ruled {
        rulings::punish(p, ruled);
    }
}

/// The clock is pressed. By a player on move who has not moved that is an act of its own.
pub(crate) fn press(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let on_move = p.table.board().turn() == by;
    let adversary_pressed = p.clock.pressed.contains(&by.other()) || p.plies() == 0;
    if !p.clock.pressed.contains(&by) {
        p.clock.pressed.push(by);
    }
    // Who presses when the game is over only stops the clock. Where the other's press is not recorded,
    // this one may be a move's that came late.
    let is_over = p.is_over() || lookahead::is_dead_by_its_men(p, p.table.board());
    // Who has sealed stops his clock with his move in the envelope.
    let has_sealed = p.adjournment.sealed.as_ref().is_some_and(|sealed| sealed.by == by);
    if is_over || has_sealed || !on_move || !adversary_pressed || !p.context.observed(Channel::Clock) {
        return;
    }
    let facts = p.facts(by).with(Predicate::PressedWithoutMove, true);
    let message = format!("{by} presses the clock without having moved");
    open_conduct(p, by, Rule::ClockPress, facts, span, message);
}

// --- Adjournment ---------------------------------------------------------------------------

pub(crate) fn seal(p: &mut Proceedings<'_, '_>, by: Color, text: &Text, span: Span) {
    p.adjournment.sealed = Some(Sealed { by, ply: p.plies(), span, text: text.as_str().to_owned() });
}

/// The game goes on, and the sealed move is opened; with the position set up, where it is said.
pub(crate) fn resume(p: &mut Proceedings<'_, '_>, fen: Option<&Text>, span: Span) {
    if let Some(sealed) = p.adjournment.sealed.take() {
        open_seal(p, &sealed);
    }
    let set_up = fen.and_then(|fen| Position::read_fen(fen.as_str().as_bytes()).ok());
    let Some(set_up) = set_up.map(|set_up| set_up.position.placement_key()) else { return };
    // The sealed move may stand on the board that is given.
    let is_with_the_move = p.adjournment.opened.as_ref().is_some_and(|opened| {
        let board = p.table.board_for(opened.by);
        opened.fits.iter().any(|played| {
            let mut board = board;
            board.play(*played);
            board.placement_key() == set_up
        })
    });
    if set_up != p.table.board().placement_key() && !is_with_the_move {
        p.adjournment.opened = None;
        p.adjournment.is_set_up_anew = true;
        let mover = p.table.board().turn();
        let message = "the game is resumed from another position than the one adjourned".to_owned();
        open_position(p, p.facts(mover), mover, span, message);
    }
}

pub(crate) fn position_lost(p: &mut Proceedings<'_, '_>, span: Span) {
    let mover = p.table.board().turn();
    let facts = p.facts(mover).with(Predicate::PositionLost, true);
    let message = "the position adjourned cannot be established".to_owned();
    open_position(p, facts, mover, span, message);
}

/// The first move after the sealed one was opened: that move, or another.
pub(crate) fn hold_to_seal(p: &mut Proceedings<'_, '_>, opened: &Opened, made: Made) {
    let Opened { by, fits, text, case } = opened;
    if made.by != *by || fits.contains(&made.played) {
        return;
    }
    // Of several the adversary selected one: he is held to that already.
    let is_selected = |case: usize| p.cases.get(case).is_some_and(|case| case.asked != Asked::No);
    if case.is_some_and(is_selected) {
        return;
    }
    let ply = p.plies();
    let instead = p.numbered(ply).unwrap_or_else(|| "another move".to_owned());
    let facts = p.facts(*by).with(Predicate::SealedNotPlayed, true);
    let ground = p
        .table
        .stood(ply)
        .map(|stood| Ground { readings: fits.clone(), ..p.ground(stood.before, Vec::new(), None, facts) });
    let opening = Opening {
        done: ply,
        before: ply.saturating_sub(1),
        ground,
        movetext: p.numbered(ply),
        ..Opening::at(
            Rule::AdjournPosition,
            facts,
            *by,
            ply,
            p.context.span_of_move(made.source, made.place),
            format!("{by} sealed {text}, and {instead} is played"),
        )
    };
    p.open(opening);
}

fn open_position(p: &mut Proceedings<'_, '_>, facts: Facts, mover: Color, span: Span, message: String) {
    let ply = p.plies();
    let opened = p.open(Opening {
        is_named: false,
        ..Opening::at(Rule::AdjournPosition, facts, mover, ply, span, message)
    });
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index))
        && case.annuls()
    {
        case.end(Disposition::Annulled);
    }
}

/// What was sealed is in a notation that is not read here: the move that is played next is taken for it.
fn leave_sealed_text(p: &mut Proceedings<'_, '_>, sealed: &Sealed) {
    let Sealed { by, ply, span, text } = sealed;
    p.adjournment.undecided = Some(*by);
    let message = format!("{by} sealed \"{text}\": whether it is a legal move is undecided");
    let draft = Draft::new(Rule::AdjournSealIllegal, Severity::Info, *ply, *span, message)
        .of_fact()
        .help("its notation is not read here".to_owned());
    p.push(draft);
}

fn open_seal(p: &mut Proceedings<'_, '_>, sealed: &Sealed) {
    let by = sealed.by;
    let facts = p.facts(by);
    if !facts.has(Predicate::OnMove) {
        let message = format!("{by} sealed a move, and it is {}'s turn", by.other());
        p.open_where(
            Opening::at(Rule::AdjournSealIllegal, facts, by, sealed.ply, sealed.span, message),
            opens_with_seal,
        );
        return;
    }
    let board = p.table.board_for(by);
    let text = sealed.text.trim();
    let made = || p.table.all().iter().map(|stood| stood.played).collect();
    let (rule, readings, message) = match SealedText::read(text, &board, made) {
        SealedText::Means(Meaning::Legal(played)) => {
            p.adjournment.opened = Some(Opened { by, fits: vec![played], text: text.to_owned(), case: None });
            return;
        }
        SealedText::Means(Meaning::Ambiguous(readings)) => {
            let mut texts: Vec<String> =
                readings.iter().map(|played| board.san(*played, p.table.play())).collect();
            texts.sort();
            let message = format!("{by} sealed \"{text}\", which can be {}", words::listed_or(&texts));
            (Rule::AdjournSealAmbiguous, readings, message)
        }
        SealedText::Means(Meaning::Illegal(..) | Meaning::Nothing) => {
            let message = format!("{by} sealed \"{text}\", which is no legal move");
            (Rule::AdjournSealIllegal, Vec::new(), message)
        }
        SealedText::Illegible => {
            let message = format!("{by} sealed \"{text}\", which nobody can read");
            (Rule::AdjournSealIllegal, Vec::new(), message)
        }
        SealedText::NotRead => return leave_sealed_text(p, sealed),
    };
    let facts = facts.with(Predicate::AdversaryCanMate, lookahead::can_mate(p, &board, by.other()));
    let mut ground = p.ground(board, Vec::new(), None, facts);
    let fits = readings.clone();
    ground.readings = readings;
    let opening = Opening {
        kind: OffenceKind::Touch,
        ground: Some(ground),
        ..Opening::at(rule, facts, by, sealed.ply, sealed.span, message)
    };
    let opened = p.open_where(opening, opens_with_seal);
    if let Some(index) = opened {
        p.carry_out(index);
        let is_to_be_played = !fits.is_empty() && p.cases.get(index).is_some_and(Case::is_open);
        if is_to_be_played {
            p.adjournment.opened = Some(Opened { by, fits, text: text.to_owned(), case: opened });
        }
    }
}

/// Whether a provision speaks of what the opening of a sealed move shows.
fn opens_with_seal(provision: &Provision) -> bool {
    provision.opens.is_none() || provision.opens == Some(Opener::OpeningOfSeal)
}
