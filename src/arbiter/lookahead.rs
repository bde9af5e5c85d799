//! What can only be judged by looking ahead: announced mates, checks without end.

use std::num::NonZeroU32;

use crate::chess::{Color, Material, Move, Play, Position};
use crate::finding::Severity;
use crate::game::Span;
use crate::law::{RemedyKind, Rule, Voice};
use crate::search::dead;
use crate::search::mate::{self, Announcement, Shortest};
use crate::search::perpetual::{self, Plan};

use crate::arbiter::case::new::Opening;
use crate::arbiter::draft::Draft;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::words;

/// At most so many steps of a plan are told.
const MOST_STEPS: usize = 12;
/// At most so many searches are made for one record, so that one full of claims does not take hours.
const MOST_SEARCHES: u32 = 24;

/// Whether the checks go on for ever.
pub(crate) enum Forever {
    /// They do, by this plan in words.
    Yes(String),
    /// They end: how, in words.
    No(String),
    /// It was not found out, and why.
    Undecided(&'static str),
}

/// A mate in so many moves is announced: it is tried on the board, whatever the code.
pub(crate) fn announce_mate(p: &mut Proceedings<'_, '_>, by: Color, moves: NonZeroU32, span: Span) {
    let rule = Rule::CallMateIn;
    if !p.context.wants(rule, Severity::Error) {
        return;
    }
    let board = *p.table.board();
    let play = p.table.play();
    let says = format!("{by} announces mate in {moves}");
    let bar = bar_to_search(p);
    let key = p.context.record().moves.get(p.plies() as usize);
    let answer = if bar.is_none() {
        mate::announced(
            &board,
            play,
            Announcement { by, moves, key },
            p.context.hearing.budgets.mate,
            p.context.hearing.meter,
        )
    } else {
        mate::Answer::Undetermined
    };
    let (severity, message, help) = match answer {
        mate::Answer::Proved(mate) => {
            let there = match mate.shortest {
                _ if mate.moves == moves.get() => "and it is there".to_owned(),
                Shortest::Yes => format!("and mates in {}", mate.moves),
                Shortest::Unknown => format!("and mates in {} at the latest", mate.moves),
            };
            let line =
                (!mate.line.is_empty()).then(|| format!("it goes {}", words::line(&board, &mate.line, play)));
            (Severity::Info, format!("{says}, {there}"), line)
        }
        mate::Answer::Refuted(defence) => {
            let moves: Vec<_> = defence.attempt.into_iter().chain(defence.reply).collect();
            let avoided = (!moves.is_empty())
                .then(|| format!("it is avoided, for example, by {}", words::line(&board, &moves, play)));
            (Severity::Error, format!("{says}, and it is not there"), avoided)
        }
        mate::Answer::Undetermined => {
            let why =
                bar.unwrap_or("the search went as far as it may and found neither a mate nor a defence");
            (Severity::Info, format!("{says}: undecided"), Some(why.to_owned()))
        }
    };
    let done = p.plies();
    let mut draft = Draft::new(rule, severity, done, span, message).of_fact().help(help);
    draft.movetext = p.numbered(done);
    draft.offender = (severity == Severity::Error).then_some(by);
    p.push(draft);
}

/// Whether the player on move can give check for ever.
pub(crate) fn checks_for_ever(p: &Proceedings<'_, '_>) -> Forever {
    if let Some(bar) = bar_to_search(p) {
        return Forever::Undecided(bar);
    }
    let board = p.table.board();
    let play = p.table.play();
    match perpetual::checks_for_ever(
        board,
        play,
        p.context.hearing.budgets.perpetual,
        p.context.hearing.meter,
    ) {
        perpetual::Answer::Proved(steps) => Forever::Yes(in_words(board, &steps, play)),
        perpetual::Answer::Refuted(end) if end.line.is_empty() => {
            Forever::No("there is no check to be given".to_owned())
        }
        perpetual::Answer::Refuted(end) => Forever::No(format!(
            "the checks end: after {} there is none",
            words::line(board, &end.line, play)
        )),
        perpetual::Answer::Undetermined => {
            Forever::Undecided("the search went as far as it may and found neither a plan nor an end")
        }
    }
}

/// Whether a player can still mate by some series of legal moves, both helping; where that is not known he
/// is taken to be able to.
pub(crate) fn can_mate(p: &Proceedings<'_, '_>, board: &Position, player: Color) -> bool {
    if board.material(player) == Material::CannotMate {
        return false;
    }
    bar_to_search(p).is_some() || !dead::can_mate(board, player).is_hopeless()
}

/// A game that stops by a claim on the clock or a resignation was over before, where neither player could
/// mate any more: that is told, and the game is drawn.
pub(crate) fn was_dead(p: &mut Proceedings<'_, '_>, span: Span) -> bool {
    let board = *p.table.board();
    let undecided = |player| board.material(player) == Material::Undecided;
    let speaks = p.context.code().voice(Rule::DrawDead) == Voice::Speaks;
    // What material alone decides is told of the plain score.
    if !speaks || !(undecided(Color::White) || undecided(Color::Black)) || bar_to_search(p).is_some() {
        return false;
    }
    if dead::is_dead(&board) != Some(true) {
        return false;
    }
    let mover = board.turn();
    let ply = p.plies();
    let message = "neither side can ever mate: the game is drawn".to_owned();
    let opened = p.open(Opening {
        is_named: false,
        movetext: p.numbered(ply),
        ..Opening::at(Rule::DrawDead, p.facts(mover), mover, ply, span, message)
    });
    let Some(index) = opened else { return false };
    if let Some(case) = p.cases.get_mut(index) {
        case.gravity = Severity::Info;
    }
    p.settle_with(index, RemedyKind::Draw);
    true
}

/// Whether the men left end the game under the code, whatever is played.
pub(crate) fn is_dead_by_its_men(p: &Proceedings<'_, '_>, board: &Position) -> bool {
    p.context.code().voice(Rule::DrawDead) == Voice::Speaks
        && [Color::White, Color::Black]
            .into_iter()
            .all(|player| board.material(player) == Material::CannotMate)
}

/// Why no search is made; else it is counted.
fn bar_to_search(p: &Proceedings<'_, '_>) -> Option<&'static str> {
    if !p.is_certain() {
        return Some("it is not certain which moves were made");
    }
    let made = p.searches.get();
    p.searches.set(made.saturating_add(1));
    (made >= MOST_SEARCHES).then_some("the record announces and claims more than is searched for one game")
}

/// `(1) Qe8+: after Kh7 (2); (2) Qh5+: after Kg8 (1)`.
fn in_words(board: &Position, Plan { steps }: &Plan, play: Play) -> String {
    let after = |position: &Position, played: Move| {
        let mut next = *position;
        next.play(played);
        next
    };
    let mut boards: Vec<Option<Position>> = vec![None; steps.len()];
    if let Some(first) = boards.first_mut() {
        *first = Some(*board);
    }
    let mut told = Vec::new();
    for (step, number) in steps.iter().zip(1..) {
        // A step is reached by a reply to one before it.
        let Some(now) = boards.get(number - 1).copied().flatten() else { continue };
        let given = after(&now, step.check);
        let mut replies = Vec::new();
        for reply in &step.replies {
            replies.push(format!("after {} ({})", given.san_with_sign(reply.played, play), reply.then + 1));
            if let Some(next) = boards.get_mut(reply.then) {
                *next = Some(after(&given, reply.played));
            }
        }
        let check = now.san_with_sign(step.check, play);
        told.push(if replies.is_empty() {
            format!("({number}) {check}")
        } else {
            format!("({number}) {check}: {}", replies.join(", "))
        });
        if told.len() == MOST_STEPS && steps.len() > MOST_STEPS {
            told.push(format!("and so on for {} positions", steps.len()));
            break;
        }
    }
    told.join("; ")
}
