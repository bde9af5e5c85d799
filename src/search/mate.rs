//! Is an announced mate there?
//!
//! A search by proof numbers, depth first (df-pn), with the number of moves left as part of what is asked, so that
//! there are no cycles and a refutation is as good as a proof. The sums are weak (the greatest number and one for
//! each other move), so that positions reached in several ways are not counted several times. The length is
//! deepened from one move up to what was announced; if the short lengths cost too much, the announced one is
//! asked at once and what is shortest stays unknown.

mod table;

use std::num::NonZeroU32;

use crate::chess::{Color, EnPassantDuty, GivenRooks, Move, MoveKind, Play, Position};

use super::{Budget, Meter};
use table::{Effort, INFINITE, MateBounds, Proof, TranspositionTable};

pub use table::TABLE_BYTES;

/// Longer mates than this are not looked for.
pub const LONGEST: u8 = 60;

/// A mate that a player announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// Who mates. If he is on move, the move he is about to make counts; if not, his next ones do.
    pub by: Color,
    /// In how many moves of his at the latest.
    pub moves: NonZeroU32,
    /// The move that he then made, where it is known: a refutation is shown to that one.
    pub key: Option<Move>,
}

/// What an announcement comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateAnswer {
    /// The mate is there.
    Proved(Mate),
    /// It is not: this is how it is avoided.
    Refuted(Defence),
    /// The search ran out of its budget, or the position is none that play can start from.
    Undetermined,
}

/// A mate by force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    /// The announcer's moves with the defence that lasts longest, as far as known, to the mate.
    pub line: Vec<Move>,
    /// In how many moves of his he mates at the latest.
    pub moves: u32,
    /// Whether a shorter one is there.
    pub shortest: Shortest,
}

/// Whether a mate is the shortest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortest {
    /// No shorter one is there.
    Yes,
    /// The search did not find out.
    Unknown,
}

/// How an announced mate is avoided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The announcer's key, or the try that was hardest to refute, where he is on move and can move.
    pub attempt: Option<Move>,
    /// The reply to it that avoids the mate; `None` where the defender is stalemated, or nothing can be tried.
    pub reply: Option<Move>,
}

/// Whether an announced mate is there, as the code plays.
pub fn announced(
    position: &Position,
    play: Play,
    announcement: Announcement,
    budget: Budget,
    meter: &Meter,
) -> MateAnswer {
    // A king's leap at odds depends on what the game was before: not searched.
    if position.odd_setup().is_some() || play.given != GivenRooks::default() {
        return MateAnswer::Undetermined;
    }
    Search::new(play, announcement.by, budget, meter).run(position, announcement)
}

/// A move to be tried, and what is known of the position after it.
#[derive(Clone, Copy)]
struct Child {
    played: Move,
    proof: Proof,
}

/// Who is on move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Attacker,
    Defender,
}

struct Search<'m> {
    play: Play,
    by: Color,
    table: TranspositionTable,
    children: Vec<Child>,
    moves: Vec<Move>,
    /// For each number of moves left, the reply that last refuted an attack.
    refutations: [Move; LONGEST as usize + 1],
    nodes: u64,
    limit: u64,
    budget: u64,
    meter: &'m Meter,
}

impl<'m> Search<'m> {
    fn new(play: Play, by: Color, budget: Budget, meter: &'m Meter) -> Self {
        Self {
            play,
            by,
            table: TranspositionTable::for_nodes(budget.nodes),
            children: Vec::new(),
            moves: Vec::new(),
            refutations: [Move::NULL; LONGEST as usize + 1],
            nodes: 0,
            limit: 0,
            budget: budget.nodes,
            meter,
        }
    }

    /// One more position is looked at.
    fn look(&mut self) {
        self.nodes += 1;
        self.meter.tell(self.nodes);
    }

    fn part(&self, position: &Position) -> Part {
        if position.turn() == self.by { Part::Attacker } else { Part::Defender }
    }

    fn run(&mut self, position: &Position, announcement: Announcement) -> MateAnswer {
        let most = u8::try_from(announcement.moves.get()).unwrap_or(u8::MAX).min(LONGEST);
        // What the short lengths may cost together; and what is left to show the line.
        let (share, whole) = (self.budget / 3, self.budget - self.budget / 4);
        let mut shortest = Shortest::Yes;
        let mut length = 1;
        loop {
            self.limit = if length == most { whole } else { share };
            self.table.next_length();
            let proof = self.solve(position, length);
            if proof.is_proved() {
                let moves = u32::from(length);
                return match self.line(position, length) {
                    Some(line) => MateAnswer::Proved(Mate { line, moves, shortest }),
                    None => MateAnswer::Undetermined,
                };
            }
            if !proof.is_refuted() {
                if length == most {
                    return MateAnswer::Undetermined;
                }
                shortest = Shortest::Unknown;
                length = most;
            } else if length == most {
                return if u32::from(most) < announcement.moves.get() {
                    MateAnswer::Undetermined
                } else {
                    MateAnswer::Refuted(self.defence(position, length, announcement.key))
                };
            } else {
                length += 1;
            }
        }
    }

    /// Proves or refutes a mate in so many moves, as far as the limit allows.
    fn solve(&mut self, position: &Position, left: u8) -> Proof {
        let start = self.glance(position, left);
        if start.is_solved() {
            return start;
        }
        self.visit(position, left, Proof { pn: INFINITE, dn: INFINITE })
    }

    /// What is known of a position before it is searched: solved where that is quick.
    fn glance(&mut self, position: &Position, left: u8) -> Proof {
        if let Some(proof) = self.table.known(position.key()).and_then(|known| known.says(left)) {
            return proof;
        }
        match self.part(position) {
            Part::Attacker if left == 0 => Proof::REFUTED,
            Part::Attacker if left == 1 => {
                let before = self.nodes;
                let mates = self.mates_at_once(position);
                let proof = if mates.is_some() { Proof::PROVED } else { Proof::REFUTED };
                self.table.learn(position.key(), left, proof, mates, Effort::of(self.nodes - before));
                proof
            }
            Part::Attacker => self.table.open(position.key(), left).unwrap_or(Proof { pn: 1, dn: 1 }),
            Part::Defender => {
                let is_check = position.in_check(position.turn());
                if left == 0 && !is_check {
                    return Proof::REFUTED;
                }
                if let Some(proof) = self.table.open(position.key(), left) {
                    return proof;
                }
                self.look();
                if left == 0 {
                    return if position.has_legal_move(self.play) { Proof::REFUTED } else { Proof::PROVED };
                }
                self.moves.clear();
                position.legal_moves_into(self.play, &mut self.moves);
                if self.moves.is_empty() {
                    return if is_check { Proof::PROVED } else { Proof::REFUTED };
                }
                if !is_check && self.may_decline() {
                    return Proof::REFUTED;
                }
                let replies = u16::try_from(self.moves.len()).unwrap_or(u16::MAX);
                // A quiet move leaves more to prove than its replies say.
                Proof { pn: if is_check { replies } else { replies.saturating_add(4) }, dn: 1 }
            }
        }
    }

    /// Whether the only moves there are are captures in passing that need not be made.
    fn may_decline(&self) -> bool {
        self.play.en_passant == EnPassantDuty::Privilege
            && self.moves.iter().all(|reply| reply.kind() == MoveKind::EnPassant)
    }

    /// A move that mates.
    fn mates_at_once(&mut self, position: &Position) -> Option<Move> {
        self.look();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.legal_moves_into(self.play, &mut moves);
        let found = moves.iter().copied().find(|played| {
            let mut after = *position;
            after.play(*played);
            after.in_check(after.turn()) && {
                self.look();
                !after.has_legal_move(self.play)
            }
        });
        self.moves = moves;
        found
    }

    /// Searches a position until it is solved, its numbers reach the threshold, or the limit is reached.
    fn visit(&mut self, position: &Position, left: u8, threshold: Proof) -> Proof {
        let began = self.nodes;
        self.look();
        let part = self.part(position);
        let first = self.children.len();
        let proof = match self.expand(position, left, part) {
            Some(child) => child.proof,
            None => self.descend(position, left, part, threshold, first),
        };
        let effort = Effort::of(self.nodes - began);
        if proof.is_solved() {
            let best = self.solver(first, part, proof);
            self.table.learn(position.key(), left, proof, best, effort);
        } else {
            self.table.keep(position.key(), left, proof, effort);
        }
        self.children.truncate(first);
        proof
    }

    /// The move by which a player won what was asked: the attacker proves by it, the defender refutes.
    fn solver(&self, first: usize, part: Part, proof: Proof) -> Option<Move> {
        let wins = |child: &&Child| match part {
            Part::Attacker => proof.is_proved() && child.proof.is_proved(),
            Part::Defender => proof.is_refuted() && child.proof.is_refuted(),
        };
        self.children.get(first..)?.iter().find(wins).map(|child| child.played)
    }

    /// Puts the moves of a position on the stack; one that solves it alone is returned.
    fn expand(&mut self, position: &Position, left: u8, part: Part) -> Option<Child> {
        let mut moves = Vec::with_capacity(64);
        position.legal_moves_into(self.play, &mut moves);
        // What solved it at another length, or refuted another attack, is tried first.
        let known = self.table.known(position.key()).and_then(MateBounds::best);
        let usual = self.refutations.get(usize::from(left)).copied().filter(|_| part == Part::Defender);
        for first in usual.into_iter().chain(known) {
            if let Some(at) = moves.iter().position(|played| *played == first) {
                moves.swap(0, at);
            }
        }
        let after_left = if part == Part::Attacker { left.saturating_sub(1) } else { left };
        for played in moves {
            let mut after = *position;
            after.play(played);
            let proof = self.glance(&after, after_left);
            let child = Child { played, proof };
            self.children.push(child);
            let solves = match part {
                Part::Attacker => proof.is_proved(),
                Part::Defender => proof.is_refuted(),
            };
            if solves {
                if part == Part::Defender
                    && let Some(usual) = self.refutations.get_mut(usize::from(left))
                {
                    *usual = played;
                }
                return Some(child);
            }
        }
        None
    }

    fn descend(
        &mut self,
        position: &Position,
        left: u8,
        part: Part,
        threshold: Proof,
        first: usize,
    ) -> Proof {
        let after_left = if part == Part::Attacker { left.saturating_sub(1) } else { left };
        loop {
            let choice = MoveChoice::among(self.children.get(first..).unwrap_or_default(), part);
            let now = choice.proof;
            if now.is_solved() || now.pn >= threshold.pn || now.dn >= threshold.dn || self.nodes >= self.limit
            {
                return now;
            }
            let Some(child) = self.children.get(first + choice.best) else { return now };
            let mut after = *position;
            after.play(child.played);
            let proof = self.visit(&after, after_left, choice.threshold(part, threshold));
            if let Some(child) = self.children.get_mut(first + choice.best) {
                child.proof = proof;
            }
        }
    }

    // --- What is shown --------------------------------------------------------------------------

    /// The attacker's moves with the longest defence known, to the mate.
    fn line(&mut self, position: &Position, length: u8) -> Option<Vec<Move>> {
        let (mut now, mut left) = (*position, length);
        let mut line = Vec::new();
        loop {
            let next = match self.part(&now) {
                Part::Attacker => self.mating_move(&now, left)?,
                Part::Defender => {
                    let Some(reply) = self.longest_reply(&now, left)? else {
                        return now.is_mate(self.play).then_some(line);
                    };
                    reply
                }
            };
            line.push(next.played);
            now.play(next.played);
            left = next.left;
        }
    }

    fn mating_move(&mut self, position: &Position, left: u8) -> Option<LineMove> {
        self.limit = self.budget;
        let known = |search: &Self| {
            let known = search.table.known(position.key())?;
            (known.says(left)?.is_proved()).then_some(())?;
            known.best().filter(|best| position.is_legal(*best, search.play))
        };
        let best = if let Some(best) = known(self) {
            best
        } else {
            let first = self.children.len();
            let mut found = self.expand(position, left, Part::Attacker);
            if found.is_none() {
                let all = Proof { pn: INFINITE, dn: INFINITE };
                self.descend(position, left, Part::Attacker, all, first);
                found = self.children.iter().skip(first).find(|child| child.proof.is_proved()).copied();
            }
            self.children.truncate(first);
            found?.played
        };
        Some(LineMove { played: best, left: left.checked_sub(1)? })
    }

    /// The reply that holds out longest; `Some(None)` where there is none.
    #[allow(clippy::option_option)] // the outer one: the limit was reached
    fn longest_reply(&mut self, position: &Position, left: u8) -> Option<Option<LineMove>> {
        let mut longest: Option<LineMove> = None;
        self.limit = self.nodes + self.budget.saturating_sub(self.nodes) / 4;
        for reply in position.legal_moves(self.play) {
            let mut after = *position;
            after.play(reply);
            let mut needs = longest.map_or(1, |step| step.left);
            // Nothing longer than the line is possible.
            while needs <= left {
                let proof = self.solve(&after, needs);
                if proof.is_proved() {
                    break;
                }
                if !proof.is_refuted() {
                    // Too much work: it is taken for the longest there can be.
                    self.limit = self.budget;
                    needs = left;
                    if !self.solve(&after, left).is_proved() {
                        return None;
                    }
                    break;
                }
                needs += 1;
            }
            if needs > left {
                return None;
            }
            if longest.is_none_or(|step| needs > step.left) {
                longest = Some(LineMove { played: reply, left: needs });
            }
            if needs == left {
                break;
            }
        }
        Some(longest)
    }

    /// How a mate that was refuted is avoided.
    fn defence(&mut self, position: &Position, length: u8, key: Option<Move>) -> Defence {
        self.limit = self.budget;
        if self.part(position) == Part::Defender {
            return Defence { attempt: None, reply: self.avoiding(position, length) };
        }
        let left = length.saturating_sub(1);
        let key = key.filter(|key| position.is_legal(*key, self.play));
        if let Some(key) = key
            && let Some(reply) = self.reply_avoiding(position, key, left)
        {
            return Defence { attempt: Some(key), reply: Some(reply) };
        }
        let attempt = self.hardest(position, left);
        let reply = attempt.and_then(|attempt| self.reply_avoiding(position, attempt, left));
        Defence { attempt, reply }
    }

    /// A reply to a try after which there is no mate in so many moves.
    fn reply_avoiding(&mut self, position: &Position, attempt: Move, left: u8) -> Option<Move> {
        let mut after = *position;
        after.play(attempt);
        self.avoiding(&after, left)
    }

    /// The try whose refutation took the most work; of those alike a check, and the first.
    fn hardest(&self, position: &Position, left: u8) -> Option<Move> {
        let mut hardest: Option<((Effort, bool), Move)> = None;
        for attempt in position.legal_moves(self.play) {
            let mut after = *position;
            after.play(attempt);
            let known = self.table.known(after.key()).filter(|known| known.says(left).is_some());
            let weight = (known.map_or(Effort::of(0), MateBounds::effort), after.in_check(after.turn()));
            if hardest.is_none_or(|(most, _)| weight > most) {
                hardest = Some((weight, attempt));
            }
        }
        hardest.map(|(_, attempt)| attempt)
    }

    /// A reply after which there is no mate in so many moves.
    fn avoiding(&mut self, position: &Position, left: u8) -> Option<Move> {
        position.legal_moves(self.play).into_iter().find(|reply| {
            let mut after = *position;
            after.play(*reply);
            self.solve(&after, left).is_refuted()
        })
    }
}

/// A move of a line, and the attacker's moves left after it.
#[derive(Clone, Copy)]
struct LineMove {
    played: Move,
    left: u8,
}

/// Which move to look at next.
struct MoveChoice {
    proof: Proof,
    best: usize,
    /// The next best move's number, of the kind that the player wants small.
    second: u16,
    /// How many moves beside the best are not solved.
    others: u16,
}

impl MoveChoice {
    fn among(children: &[Child], part: Part) -> Self {
        let mine = |proof: Proof| if part == Part::Attacker { proof.pn } else { proof.dn };
        let theirs = |proof: Proof| if part == Part::Attacker { proof.dn } else { proof.pn };
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
        let mut best_proof = Proof { pn: INFINITE, dn: INFINITE };
        let (mut greatest, mut unsolved) = (0, 0u16);
        for (child, index) in children.iter().zip(0..) {
            let own = mine(child.proof);
            if own == INFINITE {
                continue;
            }
            unsolved = unsolved.saturating_add(1);
            greatest = greatest.max(theirs(child.proof));
            let is_better = own < least || own == least && theirs(child.proof) < theirs(best_proof);
            if is_better {
                second = least;
                (least, best, best_proof) = (own, index, child.proof);
            } else {
                second = second.min(own);
            }
        }
        let others = unsolved.saturating_sub(1);
        let sum = match greatest {
            _ if unsolved == 0 => 0,
            INFINITE => INFINITE,
            most => most.saturating_add(others).min(INFINITE - 1),
        };
        let proof = match part {
            Part::Attacker => Proof { pn: least, dn: sum },
            Part::Defender => Proof { pn: sum, dn: least },
        };
        Self { proof, best, second, others }
    }

    /// How far the move is to be searched before another is looked at.
    fn threshold(&self, part: Part, threshold: Proof) -> Proof {
        // A little beyond the next best, so that the search does not go to and fro.
        let beyond = self.second.saturating_add(self.second / 4).saturating_add(1);
        let (mine, theirs) = match part {
            Part::Attacker => (threshold.pn, threshold.dn),
            Part::Defender => (threshold.dn, threshold.pn),
        };
        let mine = mine.min(beyond);
        let theirs = if theirs == INFINITE { INFINITE } else { theirs.saturating_sub(self.others).max(1) };
        match part {
            Part::Attacker => Proof { pn: mine, dn: theirs },
            Part::Defender => Proof { pn: theirs, dn: mine },
        }
    }
}

/// What the table says of a length.
impl MateBounds {
    fn says(self, left: u8) -> Option<Proof> {
        if left >= self.proved_from() {
            Some(Proof::PROVED)
        } else if left < self.refuted_below() {
            Some(Proof::REFUTED)
        } else {
            None
        }
    }
}
