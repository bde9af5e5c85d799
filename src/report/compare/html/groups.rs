//! The codes that rule alike, under one letter.

use std::sync::Arc;

use askama::Template;

/// Rulings or verdicts, each with the codes that give it. In the order of the first codes.
#[derive(Template)]
#[template(path = "compare_groups.html")]
pub(super) struct Groups {
    caption: &'static str,
    groups: Vec<CodeGroup>,
}

struct CodeGroup {
    /// Empty if there is only one group.
    letter: String,
    /// Whether most codes are in another group.
    is_apart: bool,
    words: String,
    members: Vec<Member>,
}

/// A code and its ruling.
pub(super) struct Member {
    pub code: String,
    /// In a group, only the words that the group does not have.
    pub words: String,
    /// The HTML of its article.
    pub law: Arc<str>,
}

impl Groups {
    /// Groups members that are alike, by their indices.
    pub(super) fn of(
        caption: &'static str,
        members: Vec<Member>,
        is_same: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut groups: Vec<(usize, CodeGroup)> = Vec::new();
        for (index, member) in members.into_iter().enumerate() {
            match groups.iter_mut().find(|(first, _)| is_same(*first, index)) {
                Some((_, group)) => group.members.push(member),
                None => groups.push((index, CodeGroup::of(member))),
            }
        }
        let mut groups: Vec<CodeGroup> = groups.into_iter().map(|(_, group)| group).collect();
        let codes: usize = groups.iter().map(|group| group.members.len()).sum();
        let is_majority = |group: &CodeGroup| group.members.len() > codes / 2;
        let has_majority = groups.iter().any(is_majority);
        let are_several = groups.len() > 1;
        for (index, group) in groups.iter_mut().enumerate() {
            group.is_apart = has_majority && !is_majority(group);
            if are_several {
                group.letter = letter(index);
            }
            group.share_words();
        }
        Self { caption, groups }
    }
}

impl CodeGroup {
    fn of(member: Member) -> Self {
        Self { letter: String::new(), is_apart: false, words: String::new(), members: vec![member] }
    }

    /// Gives the group the shortest words of its members. The words of others may go on, for example with `doubtful`.
    fn share_words(&mut self) {
        let shortest = self.members.iter().map(|member| &member.words).min_by_key(|words| words.len());
        self.words = shortest.cloned().unwrap_or_default();
        for member in &mut self.members {
            if let Some(more) = member.words.strip_prefix(&self.words) {
                member.words = more.trim_start_matches([',', ' ']).to_owned();
            }
        }
    }
}

/// `a` to `z`, then numbers.
fn letter(index: usize) -> String {
    let letter = u8::try_from(index).ok().and_then(|index| b'a'.checked_add(index));
    letter
        .filter(u8::is_ascii_lowercase)
        .map_or_else(|| (index + 1).to_string(), |letter| char::from(letter).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters of the groups, with `!` after one that departs from the majority.
    fn letters(rulings: &str) -> String {
        let member = |ruling: char| Member { code: String::new(), words: ruling.into(), law: "".into() };
        let rulings: Vec<char> = rulings.chars().collect();
        let members = rulings.iter().copied().map(member).collect();
        let groups = Groups::of("", members, |one, other| rulings[one] == rulings[other]).groups;
        let shown = groups.iter().map(|group| {
            let sign = if group.is_apart { "!" } else { "" };
            format!("{}{sign}={}{}", group.letter, group.words, group.members.len())
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_code_has_only_the_words_that_its_group_lacks() {
        let words = ["back, doubtful", "back", "taken back"];
        let member = |words: &str| Member { code: String::new(), words: words.into(), law: "".into() };
        let groups = Groups::of("", words.map(member).into(), |_, _| true).groups;
        let own: Vec<&str> = groups[0].members.iter().map(|member| member.words.as_str()).collect();
        assert_eq!((groups[0].words.as_str(), own), ("back", vec!["doubtful", "", "taken back"]));
    }

    #[test]
    fn only_rulings_of_a_minority_stand_out() {
        for (rulings, expected) in [
            ("xyyyy", "a!=x1 b=y4"),
            ("xyyzz", "a=x1 b=y2 c=z2"),
            ("xxy", "a=x2 b!=y1"),
            ("xy", "a=x1 b=y1"),
            ("xxx", "=x3"),
        ] {
            assert_eq!(letters(rulings), expected);
        }
        assert_eq!((letter(25), letter(26)), ("z".to_owned(), "27".to_owned()));
    }
}
