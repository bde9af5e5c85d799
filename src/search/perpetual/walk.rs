//! A plan of checks without end, looked for outwards from the first position: each position is taken to be in the set,
//! with its first check, until a reply leads to one that is not; then its next check is tried, and a position whose
//! checks have all failed is out, and with it every check that a reply to it led to. What is left when nothing is
//! to be looked at any more is closed under every reply, and so is a plan.

use std::collections::VecDeque;

use hashbrown::HashMap;

use crate::chess::{Move, Play, Position};

use super::{Meter, Plan, PlanStep, Reply};

/// How a round ended for the first position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkResult {
    /// There is a plan.
    In,
    /// There is none within so long a walk.
    Out,
    /// The budget is spent.
    Spent,
}

/// A position with the claimant on move.
struct WalkNode {
    position: Position,
    state: State,
    /// The shortest walk that led to it so far.
    distance: u32,
    /// Its checks, those with the fewest replies first, once it was looked at.
    checks: Option<Box<[Move]>>,
    /// The check now tried.
    choice: u32,
    /// The checks of other places to which a reply led here.
    from: Vec<CheckRef>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Met, and not looked at with its present choice.
    Met,
    /// In the queue.
    Queued,
    /// Taken to be in the set with its present choice.
    In,
    /// Out: its checks have all failed, or it lies too far away.
    Out,
}

/// A reply, and the place it leads to.
#[derive(Clone, Copy)]
struct Link {
    played: Move,
    to: u32,
}

/// A check to which a reply led to a place.
#[derive(Clone, Copy)]
struct CheckRef {
    place: u32,
    choice: u32,
}

/// One round.
pub(super) struct Walk<'m> {
    play: Play,
    furthest: u32,
    most: usize,
    places: Vec<WalkNode>,
    by_key: HashMap<u64, u32>,
    queue: VecDeque<u32>,
    moves: Vec<Move>,
    meter: &'m Meter,
}

/// The first position's place.
const FIRST: u32 = 0;

// A place is known by its number, which only `meet` gives out, and places are never taken away.
#[allow(clippy::indexing_slicing)]
impl<'m> Walk<'m> {
    pub(super) fn new(play: Play, furthest: u32, most: usize, meter: &'m Meter) -> Self {
        Self {
            play,
            furthest,
            most,
            places: Vec::new(),
            by_key: HashMap::new(),
            queue: VecDeque::new(),
            moves: Vec::new(),
            meter,
        }
    }

    /// How many positions were met.
    pub(super) fn met(&self) -> usize {
        self.places.len()
    }

    fn at(&mut self, place: u32) -> &mut WalkNode {
        &mut self.places[place as usize]
    }

    pub(super) fn run(&mut self, position: &Position) -> WalkResult {
        self.meet(position, 0);
        while let Some(place) = self.queue.pop_front() {
            if self.at(FIRST).state == State::Out {
                return WalkResult::Out;
            }
            if self.places.len() > self.most {
                return WalkResult::Spent;
            }
            if self.at(place).state != State::Queued {
                continue;
            }
            if self.is_wanted(place) {
                self.look_at(place);
            } else {
                self.at(place).state = State::Met;
            }
        }
        if self.at(FIRST).state == State::Out { WalkResult::Out } else { WalkResult::In }
    }

    /// The place of a position; it is to be looked at unless it was.
    fn meet(&mut self, position: &Position, distance: u32) -> u32 {
        #[allow(clippy::cast_possible_truncation)] // at most MOST_PLACES and a few replies
        let next = self.places.len() as u32;
        let place = *self.by_key.entry(position.key()).or_insert(next);
        if place == next {
            self.meter.tell(u64::from(next) + 1);
            self.places.push(WalkNode {
                position: *position,
                state: State::Met,
                distance,
                checks: None,
                choice: 0,
                from: Vec::new(),
            });
        }
        let met = self.at(place);
        met.distance = met.distance.min(distance);
        if met.state == State::Met {
            met.state = State::Queued;
            self.queue.push_back(place);
        }
        place
    }

    /// Whether a check that is now tried leads here.
    fn is_wanted(&self, place: u32) -> bool {
        place == FIRST
            || self.places[place as usize].from.iter().any(|origin| {
                let other = &self.places[origin.place as usize];
                other.state != State::Out && other.choice == origin.choice
            })
    }

    /// Tries the checks of a place from its present choice on, until one may do.
    fn look_at(&mut self, place: u32) {
        if self.at(place).distance >= self.furthest {
            return self.put_out(place);
        }
        if self.at(place).checks.is_none() {
            let position = self.at(place).position;
            let checks = self.checks_of(&position);
            self.at(place).checks = Some(checks);
        }
        loop {
            let looked = &self.places[place as usize];
            let Some(check) = looked.checks.as_ref().and_then(|checks| checks.get(looked.choice as usize))
            else {
                return self.put_out(place);
            };
            let (choice, distance, mut after) = (looked.choice, looked.distance + 1, looked.position);
            after.play(*check);
            let mut links = Vec::new();
            let mut fails = false;
            for reply in after.legal_moves(self.play) {
                let mut next = after;
                next.play(reply);
                let link = Link { played: reply, to: self.meet(&next, distance) };
                if self.at(link.to).state == State::Out {
                    fails = true;
                    break;
                }
                links.push(link);
            }
            if fails {
                self.fail(place);
                continue;
            }
            for link in &links {
                self.at(link.to).from.push(CheckRef { place, choice });
            }
            let looked = self.at(place);
            looked.state = State::In;
            return;
        }
    }

    /// The checks of a position, those with the fewest replies first.
    fn checks_of(&mut self, position: &Position) -> Box<[Move]> {
        let mut replies = std::mem::take(&mut self.moves);
        let mut found: Vec<(usize, Move)> = Vec::new();
        for played in position.legal_moves(self.play) {
            let mut after = *position;
            after.play(played);
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

    /// The check now tried has failed; the next is to be tried.
    fn fail(&mut self, place: u32) {
        let failed = self.at(place);
        failed.choice += 1;
    }

    /// A place is out, and whatever check led to it has failed.
    fn put_out(&mut self, place: u32) {
        self.at(place).state = State::Out;
        for origin in std::mem::take(&mut self.at(place).from) {
            let other = self.at(origin.place);
            if other.state == State::Out || other.choice != origin.choice {
                continue;
            }
            self.fail(origin.place);
            let other = self.at(origin.place);
            if other.state != State::Queued {
                other.state = State::Queued;
                // What fails at once is looked at first.
                self.queue.push_front(origin.place);
            }
        }
    }

    /// A plan among the places that are in: from any of them, a check whose replies all lead to places that are in
    /// will do, and the one is taken that adds the fewest positions. `None` if there were none.
    pub(super) fn plan(&self) -> Option<Plan> {
        let mut order = vec![FIRST];
        let mut numbers: HashMap<u32, usize> = HashMap::from([(FIRST, 0)]);
        let mut steps = Vec::new();
        while let Some(place) = order.get(steps.len()) {
            let place = self.places.get(*place as usize)?;
            let mut best: Option<(usize, Move, Vec<Link>)> = None;
            for check in place.checks.as_ref()? {
                let Some(links) = self.links(&place.position, *check) else { continue };
                let fresh = links.iter().filter(|link| !numbers.contains_key(&link.to)).count();
                if best.as_ref().is_none_or(|(least, ..)| fresh < *least) {
                    best = Some((fresh, *check, links));
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

    /// Where the replies to a check lead, if all the places are in.
    fn links(&self, position: &Position, check: Move) -> Option<Vec<Link>> {
        let mut given = *position;
        given.play(check);
        let replies = given.legal_moves(self.play).into_iter();
        let links = replies.map(|played| {
            let mut next = given;
            next.play(played);
            let to = *self.by_key.get(&next.key())?;
            (self.places[to as usize].state == State::In).then_some(Link { played, to })
        });
        links.collect()
    }
}
