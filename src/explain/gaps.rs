//! The articles of a code with their states: ruled, ruled in part, or not ruled.

use std::sync::Arc;

use crate::law::{Code, FindingBasis, LawFile, Rule, Silence, UnruledState, Voice};

use super::order::all_articles;

/// The articles of a code with their states, and the topics that no article decides.
#[derive(Debug)]
pub(crate) struct GapsPage {
    pub code: Arc<Code>,
    /// In the order of the source.
    pub articles: Vec<ArticleState>,
    pub topics: Vec<OpenTopics>,
}

#[derive(Debug)]
pub(crate) struct ArticleState {
    pub article: Arc<str>,
    /// `None` if the program rules on all of it.
    pub gap: Option<UnruledState>,
    /// Why it does not.
    pub says: Option<Arc<str>>,
}

/// Topics without a provision.
#[derive(Debug)]
pub(crate) struct OpenTopics {
    pub topics: Vec<Rule>,
    /// Whether the source is silent, or may speak in a part that is not known.
    pub voice: Voice,
    /// The sentence of the law file on them.
    pub says: Option<Arc<str>>,
}

pub(crate) fn gaps(file: &LawFile) -> GapsPage {
    let code = &file.code;
    let state = |article: &Arc<str>| {
        let row = file.unruled_row(article);
        ArticleState {
            article: Arc::clone(article),
            gap: row.map(|row| row.state),
            says: row.map(|row| Arc::clone(&row.says)),
        }
    };
    let silent = |silence: &Silence| OpenTopics {
        topics: silence.topics.clone(),
        voice: code.default_voice(),
        says: Some(Arc::clone(&silence.says)),
    };
    let mut topics: Vec<OpenTopics> = code.silences.iter().map(silent).collect();
    let is_open = |rule: &Rule| {
        rule.basis() == FindingBasis::Law
            && code.provisions_for(*rule).next().is_none()
            && code.silence_for(*rule).is_none()
    };
    let unnamed: Vec<Rule> = Rule::ALL.iter().copied().filter(is_open).collect();
    if !unnamed.is_empty() {
        topics.push(OpenTopics { topics: unnamed, voice: code.default_voice(), says: None });
    }
    GapsPage { articles: all_articles(file).into_iter().map(state).collect(), topics, code: Arc::clone(code) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::codes;

    #[test]
    fn each_row_of_a_law_file_is_shown_once() {
        for file in codes::files() {
            let (page, code) = (gaps(&file), &file.code);
            let rows = file.unruled().iter().map(|row| row.articles.len()).sum::<usize>();
            assert_eq!(page.articles.iter().filter(|one| one.gap.is_some()).count(), rows, "{}", code.id);
            let whole = page.topics.iter().all(|open| open.voice == code.default_voice());
            assert!(whole, "{}", code.id);
        }
    }
}
