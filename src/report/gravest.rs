//! The gravest of many, where a report cannot hold all.

use std::collections::BTreeMap;

use crate::finding::Severity;

use super::FormatId;
use super::text::{count, of_severities};

/// Keeps the gravest of what it is offered, and of what is equally grave what came first.
///
/// What it keeps of one gravity is always the beginning of what it was offered: only the last is ever let go, and
/// once something was, there is no room for more of the same.
#[derive(Debug)]
pub(super) struct Gravest<G, T> {
    room: usize,
    kept: BTreeMap<G, Vec<T>>,
    length: usize,
}

/// What becomes of something offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offer<T> {
    /// It is kept.
    Kept,
    /// It is kept, and this is let go for it.
    Instead(T),
    /// There is no room for it.
    Refused,
}

impl<G: Ord, T> Gravest<G, T> {
    /// Room for so many.
    pub(super) fn new(room: usize) -> Self {
        Self { room, kept: BTreeMap::new(), length: 0 }
    }

    /// Offers one more.
    pub(super) fn offer(&mut self, gravity: G, one: T) -> Offer<T> {
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

/// What is written of each finding, until the end: of the gravest, where there are too many, in the order of the report.
#[derive(Debug)]
pub(super) struct Shortlist<T> {
    gravest: Gravest<Severity, Place>,
    by_number: BTreeMap<u64, T>,
    /// How many were offered.
    offered: u64,
    left_out: BTreeMap<Severity, u64>,
}

/// Which of the findings offered it is, and how grave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    number: u64,
    severity: Severity,
}

impl<T> Shortlist<T> {
    /// Nothing yet, and room for so many.
    pub(super) fn new(room: usize) -> Self {
        Self {
            gravest: Gravest::new(room),
            by_number: BTreeMap::new(),
            offered: 0,
            left_out: BTreeMap::new(),
        }
    }

    /// Takes in what is written of one more; it is not made where there is no room for it.
    ///
    /// # Errors
    /// What the making says.
    pub(super) fn offer<E>(
        &mut self,
        severity: Severity,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<(), E> {
        self.offered += 1;
        let place = Place { number: self.offered, severity };
        let left_out = match self.gravest.offer(severity, place) {
            Offer::Kept => None,
            Offer::Instead(other) => Some(other),
            Offer::Refused => Some(place),
        };
        if left_out != Some(place) {
            self.by_number.insert(place.number, make()?);
        }
        if let Some(place) = left_out {
            self.by_number.remove(&place.number);
            *self.left_out.entry(place.severity).or_default() += 1;
        }
        Ok(())
    }

    /// What is held, handed out in order.
    pub(super) fn hand_out(&mut self) -> impl Iterator<Item = T> + use<T> {
        std::mem::take(&mut self.by_number).into_values()
    }

    /// What is said beside a report that leaves some out.
    pub(super) fn remark(&self, format: FormatId) -> Option<String> {
        let left_out = of_severities(|severity| self.left_out.get(&severity).copied().unwrap_or_default())?;
        Some(format!(
            "a report in the format {} holds the {} gravest findings, and leaves out {left_out}",
            format.id(),
            count(self.gravest.length as u64)
        ))
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

    #[test]
    fn the_gravest_stand_in_the_order_of_the_report() {
        use Severity::{Error, Info, Warning};
        let mut held = Shortlist::new(3);
        for (severity, one) in
            [(Info, 'a'), (Error, 'b'), (Info, 'c'), (Warning, 'd'), (Info, 'e'), (Error, 'f')]
        {
            held.offer(severity, || Ok::<_, ()>(one)).unwrap();
        }
        assert_eq!(held.hand_out().collect::<String>(), "bdf");
        let said = "a report in the format sarif holds the 3 gravest findings, and leaves out 3 remarks";
        assert_eq!(held.remark(FormatId::Sarif).as_deref(), Some(said));
        let mut all = Shortlist::new(3);
        all.offer(Info, || Ok::<_, ()>('a')).unwrap();
        assert_eq!(all.remark(FormatId::Sarif), None);
    }
}
