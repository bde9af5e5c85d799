//! Notes on the topics that a restated article loses, and that other articles then decide.

use crate::law::code::Code;
use crate::law::rules::Rule;
use crate::law::words::list_and;
use crate::toml_reader::TomlReader;

use super::draft::Draft;

/// Notes each topic of a restated article that no table of the file names. `stated` are the topics that one names.
pub(super) fn note_lost_topics(reader: &mut TomlReader, draft: &Draft, base: &Code, stated: &[Rule]) {
    for article in base.articles() {
        let restated = draft.provisions.iter().find(|new| new.item.article == *article && !new.is_inherited);
        let Some(restated) = restated else { continue };
        let mut lost: Vec<Rule> = Vec::new();
        for topic in base.article(article).flat_map(|old| &old.topics) {
            if !stated.contains(topic) && !lost.contains(topic) {
                lost.push(*topic);
            }
        }
        for topic in lost {
            let message = format!(
                "article {article} of this file leaves out `{topic}`, which article {article} of {} decides: {}",
                base.id,
                decided_by(draft, topic)
            );
            let help = format!("add `{topic}` to the topics of article {article}, or to a [[silence]]");
            reader.note(restated.name.clone(), message, Some(help));
        }
    }
}

/// The part of the merged code that decides a topic.
fn decided_by(draft: &Draft, topic: Rule) -> String {
    let naming = |topic: Rule| {
        let mut articles: Vec<&str> = Vec::new();
        for provision in &draft.provisions {
            let item = &provision.item;
            if item.topics.contains(&topic) && !articles.contains(&&*item.article) {
                articles.push(&item.article);
            }
        }
        articles
    };
    let silenced = draft.silences.iter().any(|silence| silence.item.topics.contains(&topic));
    let general = topic.parent().filter(|_| !silenced).map(|parent| (parent, naming(parent)));
    let general = general.filter(|(_, articles)| !articles.is_empty());
    let decides = |articles: &[&str]| match articles {
        [only] => format!("article {only} decides it now"),
        several => format!("articles {} decide it now", list_and(several)),
    };
    let own = naming(topic);
    let has_conditions = draft
        .provisions
        .iter()
        .filter(|provision| provision.item.topics.contains(&topic))
        .all(|provision| !provision.item.when.is_empty());
    match (own.as_slice(), general) {
        ([], None) => "no article decides it now".to_owned(),
        ([], Some((parent, general))) => format!("{}, as a case of `{parent}`", decides(&general)),
        (own, _) if !has_conditions => decides(own),
        (own, general) => {
            let otherwise = general.map_or_else(String::new, |(parent, articles)| {
                format!("; otherwise {}, as a case of `{parent}`", list_and(&articles))
            });
            let if_met = if own.len() == 1 { "if its conditions hold" } else { "if their conditions hold" };
            format!("{} {if_met}{otherwise}", decides(own))
        }
    }
}
