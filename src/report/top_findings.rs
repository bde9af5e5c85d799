//! The most severe findings, for reports that cannot hold all.

use std::collections::BTreeMap;
use std::io;

use crate::finding::Severity;
use crate::spill::{Slip, Spool};

use super::FormatId;
use super::text::{count, of_severities};

/// Keeps the most severe items it is offered, and of equally severe ones the first.
///
/// Of each severity it keeps a prefix of what it was offered: it only ever drops the last item, and once it has dropped one
/// it has no room for another of the same severity.
#[derive(Debug)]
pub(super) struct TopFindings<G, T> {
    room: usize,
    kept: BTreeMap<G, Vec<T>>,
    length: usize,
}

/// The answer to an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offer<T> {
    /// It is kept.
    Kept,
    /// It is kept, and this item is dropped for it.
    Instead(T),
    /// There is no room for it.
    Refused,
}

impl<G: Ord, T> TopFindings<G, T> {
    /// An empty list with room for `room` items.
    pub(super) fn new(room: usize) -> Self {
        Self { room, kept: BTreeMap::new(), length: 0 }
    }

    /// Offers an item.
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

/// The written findings of a report until its end: the most severe if there are too many, in the order of the report.
#[derive(Debug)]
pub(super) struct Shortlist {
    /// By their places in `slips`.
    top: TopFindings<Severity, usize>,
    slips: Vec<Slip>,
    spool: Spool,
    offered: BTreeMap<Severity, u64>,
}

impl Shortlist {
    /// An empty list with room for `room` findings.
    pub(super) fn new(room: usize) -> Self {
        Self {
            top: TopFindings::new(room),
            slips: Vec::new(),
            spool: Spool::default(),
            offered: BTreeMap::new(),
        }
    }

    /// Offers a finding; `write` is called only if there is room for it.
    ///
    /// # Errors
    /// If `write` fails, or the temporary file cannot be written.
    pub(super) fn offer(
        &mut self,
        severity: Severity,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        *self.offered.entry(severity).or_default() += 1;
        if self.top.offer(severity, self.slips.len()) != Offer::Refused {
            let mut one = Vec::new();
            write(&mut one)?;
            // A finding that made way for it stays in the spool, unread: at most one for each severity and place.
            self.slips.push(self.spool.put(&one)?);
        }
        Ok(())
    }

    /// Calls `take` for each finding held, in order.
    ///
    /// # Errors
    /// If `take` fails, or the temporary file cannot be read.
    pub(super) fn each(&self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut kept: Vec<usize> = self.top.kept.values().flatten().copied().collect();
        kept.sort_unstable();
        kept.into_iter()
            .filter_map(|place| self.slips.get(place))
            .try_for_each(|slip| take(&self.spool.get(*slip)?))
    }

    /// The note beside a report that leaves some out.
    pub(super) fn remark(&self, format: FormatId) -> Option<String> {
        let left_out = of_severities(|severity| {
            let held = self.top.kept.get(&severity).map_or(0, Vec::len) as u64;
            self.offered.get(&severity).map_or(0, |offered| offered.saturating_sub(held))
        })?;
        Some(format!(
            "a report in the format {} holds the {} gravest findings, and leaves out {left_out}",
            format.id(),
            count(self.top.length as u64)
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::Offer::{Instead, Kept, Refused};
    use super::*;

    #[test]
    fn the_last_of_the_least_grave_goes_first() {
        let mut top = TopFindings::new(3);
        let offers =
            [(1, 'a'), (2, 'b'), (1, 'c'), (1, 'd'), (2, 'e'), (3, 'f'), (2, 'g'), (3, 'h'), (3, 'i')]
                .map(|(gravity, one)| top.offer(gravity, one));
        let expected =
            [Kept, Kept, Kept, Refused, Instead('c'), Instead('a'), Refused, Instead('e'), Instead('b')];
        assert_eq!(offers, expected);
        assert_eq!(top.offer(3, 'j'), Refused);
        assert_eq!(TopFindings::new(0).offer(1, 'a'), Refused);
    }

    #[test]
    fn the_gravest_stand_in_the_order_of_the_report() {
        use Severity::{Error, Info, Warning};
        let mut held = Shortlist::new(3);
        for (severity, one) in
            [(Info, b'a'), (Error, b'b'), (Info, b'c'), (Warning, b'd'), (Info, b'e'), (Error, b'f')]
        {
            held.offer(severity, |out| {
                out.push(one);
                Ok(())
            })
            .unwrap();
        }
        let mut handed_out = Vec::new();
        held.each(|one| handed_out.write_all(one)).unwrap();
        assert_eq!(handed_out, b"bdf");
        let said = "a report in the format sarif holds the 3 gravest findings, and leaves out 3 remarks";
        assert_eq!(held.remark(FormatId::Sarif).as_deref(), Some(said));
        let mut all = Shortlist::new(3);
        all.offer(Info, |_| Ok(())).unwrap();
        assert_eq!(all.remark(FormatId::Sarif), None);
    }

    #[test]
    fn nothing_is_written_of_what_there_is_no_room_for() {
        let mut held = Shortlist::new(0);
        held.offer(Severity::Error, |_| Err(io::ErrorKind::Other.into())).unwrap();
        assert!(held.each(|_| unreachable!()).is_ok());
    }
}
