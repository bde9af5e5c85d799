//! The tables of a law file as read, before they become a code.

use std::sync::Arc;

use crate::law::code::Silence;
use crate::law::provision::Provision;
use crate::law::reading::Reading;
use crate::law::regulations::Regulations;
use crate::law::rules::Rule;
use crate::law::tally::Tally;
use crate::law::unruled::Unruled;
use crate::toml_reader::{Entries, Node};

use super::alternatives::{tables_of, text_of};
use super::scope::Placed;

/// The content of a file before the checks of the whole.
pub(super) struct Draft {
    pub(super) play: Option<Regulations>,
    pub(super) provisions: Vec<Placed<Provision>>,
    pub(super) tallies: Vec<Placed<Tally>>,
    pub(super) readings: Vec<Placed<Reading>>,
    pub(super) silences: Vec<Placed<Silence>>,
    pub(super) unruled: Vec<Placed<Unruled>>,
    pub(super) named: DeclaredNames,
}

impl Draft {
    /// Whether a provision or tally has this article.
    pub(super) fn rules(&self, article: &str) -> bool {
        self.articles().any(|ruled| ruled == article)
    }

    /// Whether a provision or tally has this article or one of its paragraphs.
    pub(super) fn rules_part_of(&self, article: &str) -> bool {
        self.articles().any(|ruled| {
            ruled.strip_prefix(article).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }

    fn articles(&self) -> impl Iterator<Item = &str> {
        let cited = self.provisions.iter().flat_map(|provision| provision.item.articles());
        let counted = self.tallies.iter().map(|tally| &tally.item.article);
        cited.chain(counted).map(|article| &**article)
    }
}

/// The names in the tables of the file. Tables with faults count too, so that a fault in a table does not make
/// references to it fail.
pub(super) struct DeclaredNames {
    pub(super) articles: Vec<Arc<str>>,
    pub(super) tallies: Vec<Arc<str>>,
    pub(super) topics: Vec<Rule>,
}

impl DeclaredNames {
    pub(super) fn of(root: &Entries<'_>) -> Self {
        let articles = |name| {
            tables_of(root, name).filter_map(|table| text_of(table, "article").map(Arc::from)).collect()
        };
        let topics = |table: &Entries<'_>| -> Vec<Rule> {
            let Some(Node::List(topics)) = table.get("topics").map(|topics| &topics.node) else {
                return Vec::new();
            };
            topics
                .iter()
                .filter_map(|topic| match &topic.node {
                    Node::Text(id) => id.parse().ok(),
                    _ => None,
                })
                .collect()
        };
        Self {
            articles: articles("provision"),
            tallies: articles("tally"),
            topics: tables_of(root, "provision").chain(tables_of(root, "silence")).flat_map(topics).collect(),
        }
    }
}
