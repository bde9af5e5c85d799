//! The sentences about the repairs of files.

use std::collections::BTreeMap;

use crate::audit::WhyLeft;
use crate::encoding::Encoding;
use crate::fix::Change;
use crate::law::Rule;

/// The number of repairs by rule.
type ByRule = BTreeMap<Rule, u64>;

/// `games.pgn: 5 repairs (3 record.notation, 2 record.suffix)`
pub(super) fn repaired(file: &str, done: &ByRule) -> String {
    let rules: Vec<String> = done.iter().map(|(rule, count)| format!("{count} {rule}")).collect();
    format!("{file}: {} ({})", repairs(done.values().sum()), rules.join(", "))
}

/// `encoding`: the one in which the file was.
pub(super) fn converted(file: &str, encoding: Encoding) -> String {
    format!("note: {file} is in UTF-8 now: do not set {encoding} for it any longer")
}

pub(super) fn total_repaired(count: u64, files: u64, is_diff: bool) -> String {
    let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    match (count, is_diff) {
        (0, false) => "nothing was repaired".to_owned(),
        (0, true) => "nothing can be repaired".to_owned(),
        (_, false) => format!("{} in {files}", repairs(count)),
        (1, true) => format!("1 repair in {files} would be made"),
        (_, true) => format!("{} in {files} would be made", repairs(count)),
    }
}

/// `count`: the findings whose repair a move of their game prevents.
pub(super) fn prevented(count: u64) -> String {
    if count == 1 {
        "note: 1 finding cannot be repaired, because its game has a move that is illegal or cannot be read"
            .to_owned()
    } else {
        format!(
            "note: {count} findings cannot be repaired, because their games have a move that is illegal or cannot be read"
        )
    }
}

fn repairs(count: u64) -> String {
    if count == 1 { "1 repair".to_owned() } else { format!("{count} repairs") }
}

/// A clause.
pub(super) fn why_left(why: WhyLeft) -> String {
    let what = match why {
        WhyLeft::Finding(rule) => {
            return format!(
                "the repairs would add, change or remove a finding of {rule} (repair it by hand, or without that rule: --ignore {rule})"
            );
        }
        WhyLeft::Changes(Change::Games) => "the number of games",
        WhyLeft::Changes(Change::Course) => "its moves",
        WhyLeft::Changes(Change::Commands) => "its commands or clock times",
        WhyLeft::Changes(Change::Comments) => "its comments",
        WhyLeft::Changes(Change::Tags) => "its tags",
        WhyLeft::Changes(Change::Result) => "its result",
    };
    format!("the repairs would change {what} (repair it by hand)")
}
