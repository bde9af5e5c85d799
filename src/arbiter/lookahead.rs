//! What can only be judged by looking ahead: announced mates, checks without end.

use std::num::NonZeroU32;

use crate::chess::{Color, Material, Move, Play, Position};
use crate::finding::Severity;
use crate::game::Span;
use crate::law::{RemedyKind, Rule, Voice};
use crate::search::dead;
use crate::search::mate::{self, Announcement, Shortest};
use crate::search::perpetual::{self, Plan};

use crate::arbiter::Draft;
use crate::arbiter::case::new::Opening;
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

impl Proceedings<'_, '_> {
    /// A mate in so many moves is announced: it is tried on the board, whatever the code.
    pub(crate) fn announce_mate(&mut self, by: Color, moves: NonZeroU32, span: Span) {
        let rule = Rule::CallMateIn;
        if !self.context.wants(rule, Severity::Error) {
            return;
        }
        let board = *self.table.board();
        let play = self.table.play();
        let says = format!("{by} announces mate in {moves}");
        let bar = self.bar_to_search();
        let key = self.context.record().moves.get(self.plies() as usize);
        let answer = if bar.is_none() {
            mate::announced(
                &board,
                play,
                Announcement { by, moves, key },
                self.context.hearing.budgets.mate,
                self.context.hearing.meter,
            )
        } else {
            mate::MateAnswer::Undetermined
        };
        let (severity, message, help) = match answer {
            mate::MateAnswer::Proved(mate) => {
                let there = match mate.shortest {
                    _ if mate.moves == moves.get() => "and it is there".to_owned(),
                    Shortest::Yes => format!("and mates in {}", mate.moves),
                    Shortest::Unknown => format!("and mates in {} at the latest", mate.moves),
                };
                let line = (!mate.line.is_empty())
                    .then(|| format!("it goes {}", words::line(&board, &mate.line, play)));
                (Severity::Info, format!("{says}, {there}"), line)
            }
            mate::MateAnswer::Refuted(defence) => {
                let moves: Vec<_> = defence.attempt.into_iter().chain(defence.reply).collect();
                let avoided = (!moves.is_empty())
                    .then(|| format!("it is avoided, for example, by {}", words::line(&board, &moves, play)));
                (Severity::Error, format!("{says}, and it is not there"), avoided)
            }
            mate::MateAnswer::Undetermined => {
                let why =
                    bar.unwrap_or("the search went as far as it may and found neither a mate nor a defence");
                (Severity::Info, format!("{says}: undecided"), Some(why.to_owned()))
            }
        };
        let done = self.plies();
        let mut draft = Draft::new(rule, severity, done, span, message).of_fact().help(help);
        draft.movetext = self.numbered(done);
        draft.offender = (severity == Severity::Error).then_some(by);
        self.push(draft);
    }

    /// Whether the player on move can give check for ever.
    pub(crate) fn checks_for_ever(&self) -> Forever {
        if let Some(bar) = self.bar_to_search() {
            return Forever::Undecided(bar);
        }
        let board = self.table.board();
        let play = self.table.play();
        match perpetual::checks_for_ever(
            board,
            play,
            self.context.hearing.budgets.perpetual,
            self.context.hearing.meter,
        ) {
            perpetual::PerpetualAnswer::Proved(steps) => Forever::Yes(in_words(board, &steps, play)),
            perpetual::PerpetualAnswer::Refuted(end) if end.line.is_empty() => {
                Forever::No("there is no check to be given".to_owned())
            }
            perpetual::PerpetualAnswer::Refuted(end) => Forever::No(format!(
                "the checks end: after {} there is none",
                words::line(board, &end.line, play)
            )),
            perpetual::PerpetualAnswer::Undetermined => {
                Forever::Undecided("the search went as far as it may and found neither a plan nor an end")
            }
        }
    }

    /// Whether a player can still mate by some series of legal moves, both helping; where that is not known he
    /// is taken to be able to.
    pub(crate) fn can_mate(&self, board: &Position, player: Color) -> bool {
        if board.material(player) == Material::CannotMate {
            return false;
        }
        self.bar_to_search().is_some() || !dead::can_mate(board, player).is_hopeless()
    }

    /// A game that stops by a claim on the clock or a resignation was over before, where neither player could
    /// mate any more: that is told, and the game is drawn.
    pub(crate) fn was_dead(&mut self, span: Span) -> bool {
        let board = *self.table.board();
        let undecided = |player| board.material(player) == Material::Undecided;
        let speaks = self.code.voice(Rule::DrawDead) == Voice::Speaks;
        // What material alone decides is told of the plain score.
        if !speaks || !(undecided(Color::White) || undecided(Color::Black)) || self.bar_to_search().is_some()
        {
            return false;
        }
        if dead::is_dead(&board) != Some(true) {
            return false;
        }
        let mover = board.turn();
        let ply = self.plies();
        let message = "neither side can ever mate: the game is drawn".to_owned();
        let opened = self.open(Opening {
            is_named: false,
            movetext: self.numbered(ply),
            ..Opening::at(Rule::DrawDead, self.facts(mover), mover, ply, span, message)
        });
        let Some(index) = opened else { return false };
        if let Some(case) = self.cases.get_mut(index) {
            case.gravity = Severity::Info;
        }
        self.settle_with(index, RemedyKind::Draw);
        true
    }

    /// Whether the men left end the game under the code, whatever is played.
    pub(crate) fn is_dead_by_its_men(&self, board: &Position) -> bool {
        self.code.voice(Rule::DrawDead) == Voice::Speaks
            && [Color::White, Color::Black]
                .into_iter()
                .all(|player| board.material(player) == Material::CannotMate)
    }

    /// Why no search is made; else it is counted.
    fn bar_to_search(&self) -> Option<&'static str> {
        if !self.is_certain() {
            return Some("it is not certain which moves were made");
        }
        let made = self.looked_ahead.get();
        self.looked_ahead.set(made.saturating_add(1));
        (made >= MOST_SEARCHES)
            .then_some("the record announces and claims more than is searched for one game")
    }

    /// Whether it is certain which moves were made.
    pub(crate) fn is_certain(&self) -> bool {
        self.context.record().facts.doubtful.is_none_or(|from| self.plies() < from)
    }
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
