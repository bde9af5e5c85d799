//! `call.*`: check, mate and stalemate announced wrongly, late or not at all.

use std::num::NonZeroU32;

use crate::chess::{Bitboard, Color, Move, Play, Position, Role, Square};
use crate::finding::{Disposition, Severity};
use crate::game::{Channel, Span};
use crate::law::{Opener, Predicate, Rule, Voice};
use crate::search::mate::{self, Announcement, Shortest};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Case, CaseStage, Marks, Request};
use crate::arbiter::draft::Draft;
use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::lookahead::search_obstacle;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::opening_now;
use crate::arbiter::state::board::{Announced, plies_before_last_move};
use crate::arbiter::state::speech::{CriedWord, Cry, SilentCheck};
use crate::arbiter::{sentences, words};

pub(crate) fn say_check(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let king = by.other();
    let board = *p.history.board();
    if board.of(king, Role::King).is_empty() {
        return;
    }
    let Some(check) = p.history.check_on(king).filter(|_| board.in_check(king)) else {
        return false_cry(p, by, CriedWord::Check, span);
    };
    if check.announced == Announced::Said {
        return;
    }
    let in_time = check.given_by == by && check.ply == p.plies();
    let gives_its_own = p.history.last().is_some_and(|last| {
        last.by == by && !(board.checkers(king) & !last.before.checkers(king)).is_empty()
    });
    // An open case about a reply that ignored this check: the announcement gives the right to have it taken back. If
    // the last move gives another check, the word may refer to that one alone.
    let ignored = p.cases.find_open(|case| {
        !gives_its_own && case.rule == Rule::CallCheckMissing && case.offence.offender == by && case.is_open()
    });
    p.history.announce(king);
    if p.speech.silent_check.is_some_and(|unsaid| unsaid.by == by && unsaid.ply == check.ply) {
        p.speech.silent_check = None;
    }
    match ignored.and_then(|index| p.cases.get_mut(index)) {
        Some(case) => case.ask(Request::Noticed, Some(by)),
        None if !in_time && !gives_its_own && check.given_by == by => {
            report_late_check(p, by, check.ply, span);
        }
        None => {}
    }
}

/// Drops a false cry if the crier, who is on move, gives check with this very move: it was a warning.
pub(crate) fn drop_cry_as_warning(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) -> bool {
    let by = judged.made.by;
    let (ply, gives_check) = (p.plies(), judged.after.in_check(by.other()));
    p.speech.cry.take_if(|cry| cry.by == by && cry.ply == ply && gives_check).is_some()
}

/// The check that a player just gave was announced before the move.
pub(crate) fn mark_check_announced(p: &mut Proceedings<'_, '_>, by: Color) {
    p.history.announce(by.other());
    p.speech.silent_check = None;
}

fn false_cry(p: &mut Proceedings<'_, '_>, by: Color, word: CriedWord, span: Span) {
    finish_false_cry(p);
    p.speech.cry = Some(Cry { by, word, ply: p.plies(), span, made: p.history.made() });
    p.speech.misled_by = Some(by);
}

/// Reports a check that is announced only after a reply has ignored it.
fn report_late_check(p: &mut Proceedings<'_, '_>, by: Color, check: u32, span: Span) {
    let was_ignored = p.history.moves_played().iter().skip(check as usize).any(|stood| stood.by != by);
    if !was_ignored || p.context.code().voice(Rule::CallCheckLate) != Voice::Speaks {
        return;
    }
    let message = sentences::calls::late_check(by, p.numbered(check).as_deref());
    let king = by.other();
    let facts = p.facts(by).with(Predicate::CheckStanding, true).with(Predicate::CheckAnnounced, false);
    let before_last_of_checked = plies_before_last_move(king, p.history.moves_played());
    p.open(NewCase {
        marks: Marks { check: Some(check), before_last_of_checked, ..Marks::default() },
        ..opening_now(p, Rule::CallCheckLate, facts, by, span, message)
    });
}

pub(crate) fn say_mate(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let board = p.history.board_for(by.other());
    if board.of(by.other(), Role::King).is_empty() {
        return;
    }
    // An announcement of mate, right or false, is an announcement of check too.
    if board.in_check(by.other()) {
        say_check(p, by, span);
    } else {
        false_cry(p, by, CriedWord::Mate, span);
    }
    if board.is_mate(p.history.play()) {
        return;
    }
    let facts = p.facts(by);
    p.open(NewCase {
        ..opening_now(p, Rule::CallMateFalse, facts, by, span, sentences::calls::false_mate(by))
    });
}

pub(crate) fn answer_cry_with_touch(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    squares: &[Square],
) -> Option<usize> {
    answer_cry(p, by, squares, None)
}

pub(crate) fn answer_cry_with_move(p: &mut Proceedings<'_, '_>, by: Color, played: Move) -> Option<usize> {
    answer_cry(p, by, &[], Some(played))
}

pub(crate) fn finish_false_cry(p: &mut Proceedings<'_, '_>) {
    if let Some(cry) = p.speech.cry {
        answer_cry(p, cry.by, &[], None);
    }
}

/// Decides a false cry once the opponent reacts or the crier moves on. Returns its case if the opponent reacted.
fn answer_cry(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    touched: &[Square],
    moved: Option<Move>,
) -> Option<usize> {
    let cry = p.speech.cry.take()?;
    let victim = cry.by.other();
    let answered = by == victim;
    // `call.mate-false` has reported it.
    if cry.word == CriedWord::Mate && !answered {
        return None;
    }
    let board = *p.history.board();
    let kings = board.of(victim, Role::King);
    let interposes = touched.iter().any(|man| could_interpose(&board, victim, *man));
    let facts = p
        .facts(cry.by)
        .with(Predicate::ReplyMade, answered)
        .with(Predicate::ReplyMovesKing, answered && moved.is_some_and(|played| kings.has(played.from())))
        .with(Predicate::ReplyTouchesKing, answered && touched.iter().any(|man| kings.has(*man)))
        .with(
            Predicate::ReplyTouchesInterposer,
            answered
                && (interposes
                    || moved.is_some_and(|played| interposition_squares(&board, victim).has(played.to()))),
        );
    let opening = NewCase {
        kind: OffenceKind::Misleading,
        marks: Marks { is_reply_a_move: answered && moved.is_some(), ..Marks::default() },
        movetext: p.numbered(cry.ply),
        ..NewCase::with_defaults(
            Rule::CallCheckFalse,
            facts,
            cry.by,
            cry.ply,
            cry.span,
            sentences::calls::false_check(cry.by, cry.word.in_words()),
        )
    };
    let index = p.open(opening)?;
    let case = p.cases.get_mut(index)?;
    case.offence.made = cry.made;
    if cry.word == CriedWord::Mate && !case.has_effect() {
        p.cases.strike_out(index);
        return None;
    }
    answered.then_some(index)
}

/// Remembers a check that was given without the announcement that the law requires.
pub(crate) fn note_silent_check(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) {
    let by = judged.made.by;
    if !p.context.observed(Channel::Speech) {
        return;
    }
    let given =
        p.history.check_on(by.other()).filter(|check| check.ply == judged.ply && check.given_by == by);
    if given.is_some() {
        p.speech.silent_check = Some(SilentCheck { by, ply: judged.ply, span: judged.span });
    }
}

/// Returns the unannounced check that the last move gave. After moves were taken back, it still has to be answered.
pub(crate) fn silent_check_standing(p: &Proceedings<'_, '_>) -> Option<SilentCheck> {
    let ply = p.plies();
    let last = p.history.last().filter(|last| last.lawful && p.context.observed(Channel::Speech))?;
    let check = p.history.check_on(last.by.other())?;
    let is_silent = check.ply == ply && check.given_by == last.by && check.announced == Announced::Silent;
    let span = p.context.span_of_move(last.source, last.place);
    is_silent.then_some(SilentCheck { by: last.by, ply, span })
}

/// Decides an unannounced check once the opponent has replied to it.
pub(crate) fn decide_silent_check(p: &mut Proceedings<'_, '_>, by: Color) {
    let Some(unsaid) = p.speech.silent_check.take_if(|unsaid| unsaid.by != by) else { return };
    let king = unsaid.by.other();
    let left = p.history.check_on(king).is_some_and(|check| check.ply == unsaid.ply);
    open_silent_check(p, unsaid, Some(left));
    if left && !p.history.check_binds(king) {
        let mut ignored = silent_check(p, unsaid, Some(left));
        ignored.plies_after = p.plies();
        if let Some(reply) = p.numbered(p.plies()) {
            ignored.message = sentences::calls::silent_check_ignored(&ignored.message, king, &reply);
        }
        // An earlier reply that ignored this check was taken back: only the present reply counts.
        let went_back = |case: &Case<'_>| {
            case.rule == Rule::CallCheckMissing
                && case.report.span == unsaid.span
                && case.stage == CaseStage::Ended(Disposition::Retracted)
        };
        if let Some(earlier) = p.cases.find_recent(went_back) {
            p.cases.strike_out(earlier);
        }
        p.open_under_matching(ignored, |provision| provision.opens == Some(Opener::ReplyIgnoringCheck));
    }
}

pub(crate) fn finish_silent_check(p: &mut Proceedings<'_, '_>) {
    if let Some(unsaid) = p.speech.silent_check.take() {
        open_silent_check(p, unsaid, None);
    }
}

/// Reports an unannounced check once, even if it is answered again after moves were taken back.
fn open_silent_check(p: &mut Proceedings<'_, '_>, unsaid: SilentCheck, left: Option<bool>) {
    let reports = |case: &Case<'_>| case.rule == Rule::CallCheckMissing && case.report.span == unsaid.span;
    if !p.cases.any_recent(reports) {
        let opening = silent_check(p, unsaid, left);
        p.open(opening);
    }
}

/// `left`: whether the reply left the check standing; `None` if there was no reply.
fn silent_check(p: &Proceedings<'_, '_>, unsaid: SilentCheck, left: Option<bool>) -> NewCase {
    let replied = left.is_some();
    let left = left.unwrap_or(false);
    let facts = p
        .facts(unsaid.by)
        .with(Predicate::ReplyMade, replied)
        .with(Predicate::KingLeftInCheck, left)
        .with(Predicate::CheckAnnounced, false)
        .with(Predicate::CheckStanding, left);
    let text = p.numbered(unsaid.ply);
    let message = sentences::calls::silent_check(unsaid.by, text.as_deref());
    NewCase {
        marks: Marks { check: Some(unsaid.ply), ..Marks::default() },
        movetext: text,
        ..NewCase::with_defaults(Rule::CallCheckMissing, facts, unsaid.by, unsaid.ply, unsaid.span, message)
    }
}

/// Returns the squares between a king and hostile line pieces, to which a man could be meant to be interposed.
fn interposition_squares(board: &Position, victim: Color) -> Bitboard {
    let Some(king) = board.of(victim, Role::King).single() else { return Bitboard::EMPTY };
    let theirs = board.men(victim.other());
    let sliders =
        theirs & !(board.of_role(Role::Pawn) | board.of_role(Role::Knight) | board.of_role(Role::King));
    let between = sliders.squares().flat_map(|man| words::way(king, man));
    between.fold(Bitboard::EMPTY, |squares, square| squares | Bitboard::of(square))
}

/// Whether a man could be moved between its king and a man that might be thought to give check (a convention about what
/// a record can show).
fn could_interpose(board: &Position, victim: Color, man: Square) -> bool {
    let mut board = *board;
    board.set_turn(victim);
    let between = interposition_squares(&board, victim);
    board
        .pseudo_legal_moves(Play::COMMON)
        .iter()
        .any(|played| played.from() == man && between.has(played.to()))
}

/// Searches for an announced mate, whatever the code says of such announcements.
pub(crate) fn announce_mate(p: &mut Proceedings<'_, '_>, by: Color, moves: NonZeroU32, span: Span) {
    let rule = Rule::CallMateIn;
    if !p.context.wants(rule, Severity::Error) {
        return;
    }
    let board = *p.history.board();
    let play = p.history.play();
    let says = sentences::calls::mate_announced(by, moves);
    let bar = search_obstacle(p);
    let key = p.context.record().moves.get(p.plies() as usize);
    let answer = if bar.is_none() {
        let (announcement, hearing) = (Announcement { by, moves, key }, p.context.hearing);
        p.context.search(|budget| mate::search_mate(&board, play, announcement, budget, hearing.meter))
    } else {
        mate::MateAnswer::Undetermined
    };
    let (severity, message, help) = match answer {
        mate::MateAnswer::Proved(mate) => {
            let message = match mate.shortest {
                _ if mate.moves == moves.get() => sentences::calls::mate_is_correct(&says),
                Shortest::Yes => sentences::calls::mate_is_shorter(&says, mate.moves),
                Shortest::Unknown => sentences::calls::mate_is_no_longer_than(&says, mate.moves),
            };
            let line = (!mate.line.is_empty())
                .then(|| sentences::calls::the_mate(&words::line(&board, &mate.line, play)));
            (Severity::Info, message, line)
        }
        mate::MateAnswer::Refuted(defence) => {
            let moves: Vec<_> = defence.attempt.into_iter().chain(defence.reply).collect();
            let avoided = (!moves.is_empty())
                .then(|| sentences::calls::the_defence(&words::line(&board, &moves, play)));
            (Severity::Error, sentences::calls::no_such_mate(&says), avoided)
        }
        mate::MateAnswer::Undetermined => {
            let why = bar.unwrap_or(sentences::calls::SEARCH_LIMIT);
            (Severity::Info, sentences::calls::mate_undecided(&says), Some(why.to_owned()))
        }
    };
    let done = p.plies();
    let mut draft = Draft::new(rule, severity, done, span, message).of_fact().help(help);
    draft.movetext = p.numbered(done);
    draft.offender = (severity == Severity::Error).then_some(by);
    p.push(draft);
}
