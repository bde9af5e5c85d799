//! Searches a plan of perpetual check.
//!
//! Each position is taken to be in the set with its first check, until a reply leads to a position that is out; then the
//! next check is tried. A position whose checks have all failed is out, and so fails every check that led to it. Once
//! the queue is empty, the remaining positions are closed under every reply, and so they are a plan.

use std::collections::VecDeque;

use hashbrown::HashMap;

use crate::chess::{Move, Play, Position};

use super::Meter;
use super::answer::{Plan, PlanStep, Reply};

/// The result for the first position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkResult {
    /// There is a plan.
    In,
    /// There is no plan within the distance.
    Out,
    /// The budget is spent.
    Spent,
}

/// A position with the side that gives check on move.
struct WalkNode {
    position: Position,
    state: State,
    /// The least number of checks that led to it so far.
    distance: u32,
    /// The checks, those with the fewest replies first; `None` until the node is expanded.
    checks: Option<Box<[Move]>>,
    /// The index of the current check.
    choice: u32,
    /// The checks of other nodes to which a reply led here.
    parents: Vec<CheckRef>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Not expanded with the current check, and not in the queue.
    Waiting,
    Queued,
    /// In the set with the current check.
    In,
    /// All checks have failed, or the distance is too great.
    Out,
}

/// A reply, and the node to which it leads.
#[derive(Clone, Copy)]
struct Link {
    played: Move,
    to: u32,
}

/// A check of a node.
#[derive(Clone, Copy)]
struct CheckRef {
    node: u32,
    choice: u32,
}

pub(super) struct Walk<'m> {
    play: Play,
    furthest: u32,
    most: usize,
    nodes: Vec<WalkNode>,
    by_key: HashMap<u64, u32>,
    queue: VecDeque<u32>,
    moves: Vec<Move>,
    meter: &'m Meter,
}

/// The node of the first position.
const FIRST: u32 = 0;

// Indices of nodes come only from `visit`, and nodes are never removed.
#[allow(clippy::indexing_slicing)]
impl<'m> Walk<'m> {
    pub(super) fn new(play: Play, furthest: u32, most: usize, meter: &'m Meter) -> Self {
        Self {
            play,
            furthest,
            most,
            nodes: Vec::new(),
            by_key: HashMap::new(),
            queue: VecDeque::new(),
            moves: Vec::new(),
            meter,
        }
    }

    /// The number of positions visited.
    pub(super) fn visited(&self) -> usize {
        self.nodes.len()
    }

    fn at(&mut self, node: u32) -> &mut WalkNode {
        &mut self.nodes[node as usize]
    }

    pub(super) fn run(&mut self, position: &Position) -> WalkResult {
        self.visit(position, 0);
        while let Some(node) = self.queue.pop_front() {
            if self.at(FIRST).state == State::Out {
                return WalkResult::Out;
            }
            if self.nodes.len() > self.most {
                return WalkResult::Spent;
            }
            if self.at(node).state != State::Queued {
                continue;
            }
            if self.is_needed(node) {
                self.expand(node);
            } else {
                self.at(node).state = State::Waiting;
            }
        }
        if self.at(FIRST).state == State::Out { WalkResult::Out } else { WalkResult::In }
    }

    /// The node of a position. It is queued unless it was expanded with its current check.
    fn visit(&mut self, position: &Position, distance: u32) -> u32 {
        #[allow(clippy::cast_possible_truncation)] // at most MOST_NODES and a few replies
        let next = self.nodes.len() as u32;
        let index = *self.by_key.entry(position.key()).or_insert(next);
        if index == next {
            self.meter.count(u64::from(next) + 1);
            self.nodes.push(WalkNode {
                position: *position,
                state: State::Waiting,
                distance,
                checks: None,
                choice: 0,
                parents: Vec::new(),
            });
        }
        let node = self.at(index);
        node.distance = node.distance.min(distance);
        if node.state == State::Waiting {
            node.state = State::Queued;
            self.queue.push_back(index);
        }
        index
    }

    /// Whether the current check of some node leads here.
    fn is_needed(&self, node: u32) -> bool {
        node == FIRST
            || self.nodes[node as usize].parents.iter().any(|parent| {
                let other = &self.nodes[parent.node as usize];
                other.state != State::Out && other.choice == parent.choice
            })
    }

    /// Tries the checks of a node from the current one on, until one does not fail.
    fn expand(&mut self, node: u32) {
        if self.at(node).distance >= self.furthest {
            return self.put_out(node);
        }
        if self.at(node).checks.is_none() {
            let position = self.at(node).position;
            let checks = self.checks_of(&position);
            self.at(node).checks = Some(checks);
        }
        loop {
            let current = &self.nodes[node as usize];
            let (choice, distance) = (current.choice, current.distance + 1);
            let Some(check) = current.checks.as_ref().and_then(|checks| checks.get(choice as usize)) else {
                return self.put_out(node);
            };
            let checked = current.position.after(*check);
            let mut next_nodes = Vec::new();
            let mut fails = false;
            for reply in checked.legal_moves(self.play) {
                let next = self.visit(&checked.after(reply), distance);
                if self.at(next).state == State::Out {
                    fails = true;
                    break;
                }
                next_nodes.push(next);
            }
            if fails {
                self.at(node).choice += 1;
                continue;
            }
            for next in next_nodes {
                self.at(next).parents.push(CheckRef { node, choice });
            }
            self.at(node).state = State::In;
            return;
        }
    }

    /// The checks of a position, those with the fewest replies first.
    fn checks_of(&mut self, position: &Position) -> Box<[Move]> {
        let mut replies = std::mem::take(&mut self.moves);
        let mut found: Vec<(usize, Move)> = Vec::new();
        for played in position.legal_moves(self.play) {
            let after = position.after(played);
            if after.in_check(after.turn()) {
                replies.clear();
                after.legal_moves_into(self.play, &mut replies);
                found.push((replies.len(), played));
            }
        }
        self.moves = replies;
        found.sort_by_key(|(replies, _)| *replies);
        found.into_iter().map(|(_, check)| check).collect()
    }

    /// Puts a node out and queues each node whose current check led to it.
    fn put_out(&mut self, node: u32) {
        self.at(node).state = State::Out;
        for parent in std::mem::take(&mut self.at(node).parents) {
            let other = self.at(parent.node);
            if other.state == State::Out || other.choice != parent.choice {
                continue;
            }
            other.choice += 1;
            if other.state != State::Queued {
                other.state = State::Queued;
                // A node whose check failed comes first.
                self.queue.push_front(parent.node);
            }
        }
    }

    /// A plan among the nodes that are in. Of the checks of a node whose replies all lead to such nodes, the one that adds
    /// the fewest positions is chosen.
    pub(super) fn plan(&self) -> Option<Plan> {
        let mut order = vec![FIRST];
        let mut numbers: HashMap<u32, usize> = HashMap::from([(FIRST, 0)]);
        let mut steps = Vec::new();
        while let Some(node) = order.get(steps.len()) {
            let node = self.nodes.get(*node as usize)?;
            let mut best: Option<(usize, Move, Vec<Link>)> = None;
            for check in node.checks.as_ref()? {
                let Some(links) = self.links(&node.position, *check) else { continue };
                let added = links.iter().filter(|link| !numbers.contains_key(&link.to)).count();
                if best.as_ref().is_none_or(|(least, ..)| added < *least) {
                    best = Some((added, *check, links));
                }
            }
            let (_, check, links) = best?;
            let mut replies = Vec::with_capacity(links.len());
            for link in links {
                let next = order.len();
                let then = *numbers.entry(link.to).or_insert(next);
                if then == next {
                    order.push(link.to);
                }
                replies.push(Reply { played: link.played, then });
            }
            steps.push(PlanStep { check, replies });
        }
        Some(Plan { steps })
    }

    /// The replies to a check with the nodes to which they lead, if all these nodes are in.
    fn links(&self, position: &Position, check: Move) -> Option<Vec<Link>> {
        let checked = position.after(check);
        let replies = checked.legal_moves(self.play).into_iter();
        let links = replies.map(|played| {
            let to = *self.by_key.get(&checked.after(played).key())?;
            (self.nodes[to as usize].state == State::In).then_some(Link { played, to })
        });
        links.collect()
    }
}
