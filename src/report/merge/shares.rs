//! The reports of all shares of a run over several files.

use std::collections::{HashMap, HashSet};

use crate::audit::Summary;

use super::error::MergeError;
use super::part::{Part, add};

/// Sorts the reports by the numbers of their shares, and checks that they are all shares of one run.
pub(super) fn sort_and_check(parts: &mut [Part]) -> Result<(), MergeError> {
    if let Some((whole, share)) = mixed(parts) {
        return Err(MergeError::NoShare { share: share.path.clone(), other: whole.path.clone() });
    }
    parts.sort_by_key(|part| part.last.share.as_ref().map(|share| share.number));
    let mut due = 1;
    let mut before: Option<&Part> = None;
    for part in &*parts {
        let Some(share) = &part.last.share else { continue };
        if let Some(other) = before
            && let Some(others) = &other.last.share
        {
            let (one, path) = (other.path.clone(), part.path.clone());
            if share.of != others.of {
                return Err(MergeError::OtherNumber { one, other: path, of: [others.of, share.of] });
            }
            if share.set != others.set {
                let set = [&others.set, &share.set].map(|set| (set.files, set.bytes));
                return Err(MergeError::OtherFiles { one, other: path, set: set.into() });
            }
            if share.number == others.number {
                return Err(MergeError::SameShare { one, other: path, number: share.number, of: share.of });
            }
        }
        if share.number != due {
            return Err(MergeError::MissingShare { number: due, of: share.of });
        }
        due += 1;
        before = Some(part);
    }
    match before.and_then(|part| part.last.share.as_ref()) {
        Some(last) if last.number < last.of => Err(MergeError::MissingShare { number: due, of: last.of }),
        _ => check_cut_files(parts),
    }
}

/// A report of another kind, and one of a share.
fn mixed(parts: &[Part]) -> Option<(&Part, &Part)> {
    let is_share = |part: &&Part| part.last.share.is_some();
    Some((parts.iter().find(|part| !is_share(part))?, parts.iter().find(is_share)?))
}

/// Checks that the parts of each file that was cut lie side by side.
fn check_cut_files(parts: &[Part]) -> Result<(), MergeError> {
    let mut ends: HashMap<&str, (u64, &Part)> = HashMap::new();
    for part in parts {
        for cut in &part.last.parts {
            let (due, before) = ends.get(cut.file.as_str()).copied().unwrap_or((0, part));
            if cut.offset != due {
                let (one, other) = (before.path.clone(), part.path.clone());
                return Err(MergeError::CutDifferently { one, other, file: cut.file.clone() });
            }
            ends.insert(&cut.file, (cut.offset.saturating_add(cut.length), part));
        }
    }
    Ok(())
}

/// The sum of the reports. The parts of a file that was cut count as one file.
pub(super) fn summary(parts: &[Part]) -> Summary {
    let mut sum = Summary::default();
    for part in parts {
        add(&mut sum, &part.summary);
    }
    let (mut cut, mut unreadable) = (HashSet::new(), HashSet::new());
    for part in parts {
        for file in part.last.parts.iter().map(|cut| cut.file.as_str()) {
            let is_again = !cut.insert(file);
            sum.read.files = sum.read.files.saturating_sub(u64::from(is_again));
            let is_unread = part.last.unreadable.iter().any(|source| source["file"] == file);
            if is_unread && !unreadable.insert(file) {
                sum.read.unreadable = sum.read.unreadable.saturating_sub(1);
            }
        }
    }
    sum
}
