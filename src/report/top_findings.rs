//! The most severe findings, for reports that cannot hold all.

use std::collections::BTreeMap;
use std::io;

use crate::finding::Severity;
use crate::spill::{Spool, SpoolEntry};

use super::FormatId;
use super::text::{by_severity, count};

/// Keeps the most severe items that are offered, and the first of equally severe ones.
///
/// It keeps a prefix of the items of each severity: it only ever drops the last item, and once it has dropped one it has no
/// room for another of the same severity.
#[derive(Debug)]
pub(super) struct TopFindings<S, T> {
    room: usize,
    kept: BTreeMap<S, Vec<T>>,
    length: usize,
}

/// The answer to an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offer<T> {
    Kept,
    /// The item is kept, and this one is dropped for it.
    Instead(T),
    Refused,
}

impl<S: Ord, T> TopFindings<S, T> {
    pub(super) fn new(room: usize) -> Self {
        Self { room, kept: BTreeMap::new(), length: 0 }
    }

    pub(super) fn offer(&mut self, severity: S, one: T) -> Offer<T> {
        let mut offer = Offer::Kept;
        if self.length < self.room {
            self.length += 1;
        } else {
            let least = self.kept.iter_mut().find(|(_, kept)| !kept.is_empty());
            match least.filter(|(least, _)| **least < severity).and_then(|(_, kept)| kept.pop()) {
                Some(other) => offer = Offer::Instead(other),
                None => return Offer::Refused,
            }
        }
        self.kept.entry(severity).or_default().push(one);
        offer
    }
}

/// The written findings of a report, kept until its end: the most severe if there are too many, in the order of the report.
#[derive(Debug)]
pub(super) struct Shortlist {
    /// Indices into `slips`.
    top: TopFindings<Severity, usize>,
    slips: Vec<SpoolEntry>,
    spool: Spool,
    offered: BTreeMap<Severity, u64>,
}

impl Shortlist {
    pub(super) fn new(room: usize) -> Self {
        Self {
            top: TopFindings::new(room),
            slips: Vec::new(),
            spool: Spool::default(),
            offered: BTreeMap::new(),
        }
    }

    /// Offers a finding. `write` is called only if there is room for it.
    pub(super) fn offer(
        &mut self,
        severity: Severity,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        *self.offered.entry(severity).or_default() += 1;
        if self.top.offer(severity, self.slips.len()) != Offer::Refused {
            let mut one = Vec::new();
            write(&mut one)?;
            // A dropped finding stays in the spool unread: at most one for each severity and place.
            self.slips.push(self.spool.put(&one)?);
        }
        Ok(())
    }

    /// Calls `take` for each kept finding, in order.
    pub(super) fn each(&self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut kept: Vec<usize> = self.top.kept.values().flatten().copied().collect();
        kept.sort_unstable();
        kept.into_iter()
            .filter_map(|place| self.slips.get(place))
            .try_for_each(|slip| take(&self.spool.get(*slip)?))
    }

    /// The note beside the report, if findings are left out.
    pub(super) fn remark(&self, format: FormatId) -> Option<String> {
        let left_out = by_severity(|severity| {
            let held = self.top.kept.get(&severity).map_or(0, Vec::len) as u64;
            self.offered.get(&severity).map_or(0, |offered| offered.saturating_sub(held))
        })?;
        Some(format!(
            "the {} report contains the {} most severe findings and omits {left_out}",
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
    fn the_last_of_the_least_severe_is_dropped_first() {
        let mut top = TopFindings::new(3);
        let offers =
            [(1, 'a'), (2, 'b'), (1, 'c'), (1, 'd'), (2, 'e'), (3, 'f'), (2, 'g'), (3, 'h'), (3, 'i')]
                .map(|(severity, one)| top.offer(severity, one));
        let expected =
            [Kept, Kept, Kept, Refused, Instead('c'), Instead('a'), Refused, Instead('e'), Instead('b')];
        assert_eq!(offers, expected);
        assert_eq!(top.offer(3, 'j'), Refused);
        assert_eq!(TopFindings::new(0).offer(1, 'a'), Refused);
    }

    #[test]
    fn the_most_severe_keep_the_order_of_the_report() {
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
        let said = "the sarif report contains the 3 most severe findings and omits 3 info findings";
        assert_eq!(held.remark(FormatId::Sarif).as_deref(), Some(said));
        let mut all = Shortlist::new(3);
        all.offer(Info, |_| Ok(())).unwrap();
        assert_eq!(all.remark(FormatId::Sarif), None);
    }

    #[test]
    fn a_refused_finding_is_not_written() {
        let mut held = Shortlist::new(0);
        held.offer(Severity::Error, |_| Err(io::ErrorKind::Other.into())).unwrap();
        assert!(held.each(|_| unreachable!()).is_ok());
    }
}
