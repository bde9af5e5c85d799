//! The gravest of many, where a page cannot hold all.

use std::collections::BTreeMap;

/// Keeps the gravest of what it is offered, and of what is equally grave what came first.
///
/// What it keeps of one gravity is always the beginning of what it was offered: only the last is ever let go, and
/// once something was, there is no room for more of the same.
pub(in crate::report) struct Gravest<G, T> {
    room: usize,
    kept: BTreeMap<G, Vec<T>>,
    length: usize,
}

/// What becomes of something offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::report) enum Offer<T> {
    /// It is kept.
    Kept,
    /// It is kept, and this is let go for it.
    Instead(T),
    /// There is no room for it.
    Refused,
}

impl<G: Ord, T> Gravest<G, T> {
    /// Room for so many.
    pub(in crate::report) fn new(room: usize) -> Self {
        Self { room, kept: BTreeMap::new(), length: 0 }
    }

    /// Offers one more.
    pub(in crate::report) fn offer(&mut self, gravity: G, one: T) -> Offer<T> {
        let mut offer = Offer::Kept;
        if self.length < self.room {
            self.length += 1;
        } else {
            let least = self.kept.iter_mut().find(|(_, kept)| !kept.is_empty());
            match least.filter(|(least, _)| **least < gravity).and_then(|(_, kept)| kept.pop()) {
                Some(other) => offer = Offer::Instead(other),
                None => return Offer::Refused,
            }
        }
        self.kept.entry(gravity).or_default().push(one);
        offer
    }
}

#[cfg(test)]
mod tests {
    use super::Offer::{Instead, Kept, Refused};
    use super::*;

    #[test]
    fn the_last_of_the_least_grave_goes_first() {
        let mut gravest = Gravest::new(3);
        let offers =
            [(1, 'a'), (2, 'b'), (1, 'c'), (1, 'd'), (2, 'e'), (3, 'f'), (2, 'g'), (3, 'h'), (3, 'i')]
                .map(|(gravity, one)| gravest.offer(gravity, one));
        let expected =
            [Kept, Kept, Kept, Refused, Instead('c'), Instead('a'), Refused, Instead('e'), Instead('b')];
        assert_eq!(offers, expected);
        assert_eq!(gravest.offer(3, 'j'), Refused);
        assert_eq!(Gravest::new(0).offer(1, 'a'), Refused);
    }
}
