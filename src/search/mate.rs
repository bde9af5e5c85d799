//! Decides whether an announced mate is there.
//!
//! The search is depth-first proof-number search (df-pn). The number of moves left is part of each question, so there
//! are no cycles, and a refutation is as valid as a proof. Sums are weak (the greatest number, plus one for each other
//! move), so that transpositions are not counted several times. The length grows from one move to the announced one. If
//! the short lengths cost too much, the announced one is searched at once, and the shortest mate stays unknown.

mod table;

use std::num::NonZeroU32;

use crate::chess::{Color, EnPassantDuty, GivenRooks, Move, MoveKind, Play, Position};

use super::{Budget, Meter};
use table::{Effort, INFINITE, MateBounds, Proof, TranspositionTable};

/// Mates in more moves than this are not searched.
const LONGEST: u8 = 60;

/// A mate that a player announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// The announcer. If it is on move, the number of moves includes the next one.
    pub by: Color,
    /// The greatest number of moves of the announcer.
    pub moves: NonZeroU32,
    /// The move that the announcer then made, if known: a refutation answers this move.
    pub key: Option<Move>,
}

/// Whether an announced mate is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateAnswer {
    /// The mate is there.
    Proved(Mate),
    /// The mate can be avoided.
    Refuted(Defence),
    /// The budget is spent, or no game can start from the position.
    Undetermined,
}

/// A forced mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    /// The line to the mate, with the longest defence as far as it is known.
    pub line: Vec<Move>,
    /// The greatest number of moves that the announcer needs.
    pub moves: u32,
    /// Whether it is the shortest mate.
    pub shortest: Shortest,
}

/// Whether a mate is the shortest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortest {
    /// There is no shorter mate.
    Yes,
    /// The search did not decide it.
    Unknown,
}

/// A defence against an announced mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The announcer's key, or else the move that was hardest to refute; `None` if the announcer is not on move or has no
    /// legal move.
    pub attempt: Option<Move>,
    /// The reply that avoids the mate; `None` if the defender is stalemated or there is no attempt.
    pub reply: Option<Move>,
}

/// Searches an announced mate, and takes the positions that it visits from the budget.
pub fn search_mate(
    position: &Position,
    play: Play,
    announcement: Announcement,
    budget: &mut Budget,
    meter: &Meter,
) -> MateAnswer {
    // A king's leap at odds depends on the earlier game and is not searched.
    if position.odd_setup().is_some() || play.given != GivenRooks::default() {
        return MateAnswer::Undetermined;
    }
    let mut search = Search::new(play, announcement.by, *budget, meter);
    let answer = search.run(position, announcement);
    budget.spend(search.nodes);
    answer
}

/// A move, and what is known of the position after it.
#[derive(Clone, Copy)]
struct Child {
    played: Move,
    proof: Proof,
}

/// The side on move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MateSide {
    Attacker,
    Defender,
}

impl MateSide {
    /// Whether a position is solved in favour of this side.
    const fn has_won(self, proof: Proof) -> bool {
        match self {
            Self::Attacker => proof.is_proved(),
            Self::Defender => proof.is_refuted(),
        }
    }

    /// The attacking moves left after a move of this side.
    const fn left_after(self, left: u8) -> u8 {
        match self {
            Self::Attacker => left.saturating_sub(1),
            Self::Defender => left,
        }
    }
}

struct Search<'m> {
    play: Play,
    by: Color,
    table: TranspositionTable,
    children: Vec<Child>,
    moves: Vec<Move>,
    /// For each number of moves left, the reply that last refuted an attack.
    killers: [Move; LONGEST as usize + 1],
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
            killers: [Move::NULL; LONGEST as usize + 1],
            nodes: 0,
            limit: 0,
            budget: budget.nodes,
            meter,
        }
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        self.meter.count(self.nodes);
    }

    fn side(&self, position: &Position) -> MateSide {
        if position.turn() == self.by { MateSide::Attacker } else { MateSide::Defender }
    }

    fn run(&mut self, position: &Position, announcement: Announcement) -> MateAnswer {
        let most = u8::try_from(announcement.moves.get()).unwrap_or(u8::MAX).min(LONGEST);
        // The budget of the short lengths together, and that of the last length: a quarter is left to find the line.
        let (share, whole) = (self.budget / 3, self.budget - self.budget / 4);
        let mut shortest = Shortest::Yes;
        let mut length = 1;
        loop {
            self.limit = if length == most { whole } else { share };
            self.table.next_length();
            let proof = self.solve(position, length);
            if proof.is_proved() {
                let moves = u32::from(length);
                return match self.mating_line(position, length) {
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

    /// Proves or refutes a mate in `left` moves, as far as the limit allows.
    fn solve(&mut self, position: &Position, left: u8) -> Proof {
        let start = self.initial_proof(position, left);
        if start.is_solved() {
            return start;
        }
        self.visit(position, left, Proof { pn: INFINITE, dn: INFINITE })
    }

    /// The proof numbers of a position before it is searched: from the tables, or solved if that is cheap, or estimated.
    fn initial_proof(&mut self, position: &Position, left: u8) -> Proof {
        if let Some(proof) = self.table.known(position.key()).and_then(|known| known.proof(left)) {
            return proof;
        }
        match self.side(position) {
            MateSide::Attacker if left == 0 => Proof::REFUTED,
            MateSide::Attacker if left == 1 => {
                let before = self.nodes;
                let mates = self.mate_in_one(position);
                let proof = if mates.is_some() { Proof::PROVED } else { Proof::REFUTED };
                self.table.store_solved(position.key(), left, proof, mates, Effort::of(self.nodes - before));
                proof
            }
            MateSide::Attacker => self.table.open(position.key(), left).unwrap_or(Proof { pn: 1, dn: 1 }),
            MateSide::Defender => {
                let is_check = position.in_check(position.turn());
                if left == 0 && !is_check {
                    return Proof::REFUTED;
                }
                if let Some(proof) = self.table.open(position.key(), left) {
                    return proof;
                }
                self.count_node();
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
                // A quiet move is harder to prove than the number of its replies suggests.
                Proof { pn: if is_check { replies } else { replies.saturating_add(4) }, dn: 1 }
            }
        }
    }

    /// Whether the only legal moves are captures en passant that the code does not force.
    fn may_decline(&self) -> bool {
        self.play.en_passant == EnPassantDuty::Privilege
            && self.moves.iter().all(|reply| reply.kind() == MoveKind::EnPassant)
    }

    fn mate_in_one(&mut self, position: &Position) -> Option<Move> {
        self.count_node();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.legal_moves_into(self.play, &mut moves);
        let found = moves.iter().copied().find(|played| {
            let after = position.after(*played);
            after.in_check(after.turn()) && {
                self.count_node();
                !after.has_legal_move(self.play)
            }
        });
        self.moves = moves;
        found
    }

    /// Searches a position until it is solved, its numbers reach the threshold, or the limit is reached.
    fn visit(&mut self, position: &Position, left: u8, threshold: Proof) -> Proof {
        let began = self.nodes;
        self.count_node();
        let side = self.side(position);
        let first = self.children.len();
        let proof = match self.expand(position, left, side) {
            Some(child) => child.proof,
            None => self.search_children(position, left, side, threshold, first),
        };
        let effort = Effort::of(self.nodes - began);
        if proof.is_solved() {
            let best = self.solving_move(first, side, proof);
            self.table.store_solved(position.key(), left, proof, best, effort);
        } else {
            self.table.store_open(position.key(), left, proof, effort);
        }
        self.children.truncate(first);
        proof
    }

    /// The move that solved a position in favour of the side on move: a proof by the attacker, a refutation by the defender.
    fn solving_move(&self, first: usize, side: MateSide, proof: Proof) -> Option<Move> {
        let solves = |child: &&Child| side.has_won(proof) && side.has_won(child.proof);
        self.children.get(first..)?.iter().find(solves).map(|child| child.played)
    }

    /// Pushes the moves of a position on the stack of children, up to one that solves it alone, which is returned.
    fn expand(&mut self, position: &Position, left: u8, side: MateSide) -> Option<Child> {
        let mut moves = Vec::with_capacity(64);
        position.legal_moves_into(self.play, &mut moves);
        // The move that solved the position at another length comes first, then the killer.
        let known = self.table.known(position.key()).and_then(MateBounds::best);
        let killer = self.killers.get(usize::from(left)).copied().filter(|_| side == MateSide::Defender);
        for first in killer.into_iter().chain(known) {
            if let Some(at) = moves.iter().position(|played| *played == first) {
                moves.swap(0, at);
            }
        }
        let left_after = side.left_after(left);
        for played in moves {
            let proof = self.initial_proof(&position.after(played), left_after);
            let child = Child { played, proof };
            self.children.push(child);
            if side.has_won(proof) {
                if side == MateSide::Defender
                    && let Some(killer) = self.killers.get_mut(usize::from(left))
                {
                    *killer = played;
                }
                return Some(child);
            }
        }
        None
    }

    fn search_children(
        &mut self,
        position: &Position,
        left: u8,
        side: MateSide,
        threshold: Proof,
        first: usize,
    ) -> Proof {
        let left_after = side.left_after(left);
        loop {
            let choice = MoveChoice::among(self.children.get(first..).unwrap_or_default(), side);
            let now = choice.proof;
            if now.is_solved() || now.pn >= threshold.pn || now.dn >= threshold.dn || self.nodes >= self.limit
            {
                return now;
            }
            let Some(child) = self.children.get(first + choice.best) else { return now };
            let after = position.after(child.played);
            let proof = self.visit(&after, left_after, choice.threshold(side, threshold));
            if let Some(child) = self.children.get_mut(first + choice.best) {
                child.proof = proof;
            }
        }
    }

    /// The line to the mate with the longest defence known; `None` if the budget is spent.
    fn mating_line(&mut self, position: &Position, length: u8) -> Option<Vec<Move>> {
        let (mut now, mut left) = (*position, length);
        let mut line = Vec::new();
        loop {
            let next = match self.side(&now) {
                MateSide::Attacker => self.mating_move(&now, left)?,
                MateSide::Defender => {
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
            known.proof(left).filter(|proof| proof.is_proved())?;
            known.best().filter(|best| position.is_legal(*best, search.play))
        };
        let best = if let Some(best) = known(self) {
            best
        } else {
            let first = self.children.len();
            let mut found = self.expand(position, left, MateSide::Attacker);
            if found.is_none() {
                let all = Proof { pn: INFINITE, dn: INFINITE };
                self.search_children(position, left, MateSide::Attacker, all, first);
                found = self.children.iter().skip(first).find(|child| child.proof.is_proved()).copied();
            }
            self.children.truncate(first);
            found?.played
        };
        Some(LineMove { played: best, left: left.checked_sub(1)? })
    }

    /// The reply that delays the mate longest; `Some(None)` if there is no legal reply, `None` if the limit was reached.
    #[allow(clippy::option_option)]
    fn longest_reply(&mut self, position: &Position, left: u8) -> Option<Option<LineMove>> {
        let mut longest: Option<LineMove> = None;
        self.limit = self.nodes + self.budget.saturating_sub(self.nodes) / 4;
        for reply in position.legal_moves(self.play) {
            let after = position.after(reply);
            let mut needs = longest.map_or(1, |step| step.left);
            // The mate takes at most `left` moves.
            while needs <= left {
                let proof = self.solve(&after, needs);
                if proof.is_proved() {
                    break;
                }
                if !proof.is_refuted() {
                    // Too much work: the reply is taken for the longest possible.
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

    /// A defence against a refuted mate.
    fn defence(&mut self, position: &Position, length: u8, key: Option<Move>) -> Defence {
        self.limit = self.budget;
        if self.side(position) == MateSide::Defender {
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

    fn reply_avoiding(&mut self, position: &Position, attempt: Move, left: u8) -> Option<Move> {
        self.avoiding(&position.after(attempt), left)
    }

    /// The move whose refutation took the most work; of equals a check, then the first.
    fn hardest(&self, position: &Position, left: u8) -> Option<Move> {
        let mut hardest: Option<((Effort, bool), Move)> = None;
        for attempt in position.legal_moves(self.play) {
            let after = position.after(attempt);
            let known = self.table.known(after.key()).filter(|known| known.proof(left).is_some());
            let weight = (known.map_or(Effort::of(0), |known| known.effort), after.in_check(after.turn()));
            if hardest.is_none_or(|(most, _)| weight > most) {
                hardest = Some((weight, attempt));
            }
        }
        hardest.map(|(_, attempt)| attempt)
    }

    /// A reply after which there is no mate in `left` moves.
    fn avoiding(&mut self, position: &Position, left: u8) -> Option<Move> {
        let mut replies = position.legal_moves(self.play).into_iter();
        replies.find(|reply| self.solve(&position.after(*reply), left).is_refuted())
    }
}

/// A move of a line, and the number of attacking moves left after it.
#[derive(Clone, Copy)]
struct LineMove {
    played: Move,
    left: u8,
}

/// The proof numbers of a position by its children, and the child to search next.
struct MoveChoice {
    proof: Proof,
    best: usize,
    /// The second least number among the children, of the kind that the side on move minimizes.
    second: u16,
    /// The number of children, besides the best, that are not lost for the side on move.
    others: u16,
}

impl MoveChoice {
    fn among(children: &[Child], side: MateSide) -> Self {
        let mine = |proof: Proof| if side == MateSide::Attacker { proof.pn } else { proof.dn };
        let theirs = |proof: Proof| if side == MateSide::Attacker { proof.dn } else { proof.pn };
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
        let proof = match side {
            MateSide::Attacker => Proof { pn: least, dn: sum },
            MateSide::Defender => Proof { pn: sum, dn: least },
        };
        Self { proof, best, second, others }
    }

    /// The threshold at which the search of the best child stops.
    fn threshold(&self, side: MateSide, threshold: Proof) -> Proof {
        // A little beyond the second best, so that the search does not alternate between them.
        let beyond = self.second.saturating_add(self.second / 4).saturating_add(1);
        let (mine, theirs) = match side {
            MateSide::Attacker => (threshold.pn, threshold.dn),
            MateSide::Defender => (threshold.dn, threshold.pn),
        };
        let mine = mine.min(beyond);
        let theirs = if theirs == INFINITE { INFINITE } else { theirs.saturating_sub(self.others).max(1) };
        match side {
            MateSide::Attacker => Proof { pn: mine, dn: theirs },
            MateSide::Defender => Proof { pn: theirs, dn: mine },
        }
    }
}
