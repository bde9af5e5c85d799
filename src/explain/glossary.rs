//! The words of reports and of old codes that are not the names of rules.

/// A word and its meaning.
#[derive(Debug)]
pub(crate) struct Term {
    /// The word, and other words for the same.
    pub names: &'static [&'static str],
    pub says: &'static str,
}

impl Term {
    pub(super) fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }
}

pub(super) const TERMS: &[Term] = &[
    Term {
        names: &["error"],
        says: "A severity: a breach of the code, or a record that contradicts itself.",
    },
    Term {
        names: &["warning"],
        says: "A severity: a right that was not used, a lesser breach without a remedy, or a doubtful record.",
    },
    Term {
        names: &["info", "remark"],
        says: "A severity: something to know that is neither a breach nor a doubt, such as a duty that can still be \
               met, a fault that was put right, a right used correctly, a matter on which the code is silent, a draw \
               that can be claimed, or a matter of style.",
    },
    Term {
        names: &["silence", "silent"],
        says: "The source of the code does not mention the matter, so nothing follows from it.",
    },
    Term {
        names: &["not known", "unrevealed"],
        says: "The known part of the source does not mention the matter; the rest has not been read, so what it says is not \
               known. JSON and tables have it as `unrevealed`.",
    },
    Term {
        names: &["reading"],
        says: "The answer to a question that the text of a code leaves open. Some readings have an alternative, which \
               --reading selects.",
    },
    Term {
        names: &["provision"],
        says: "One sentence of an article: the rules to which it applies, its conditions, and what follows.",
    },
    Term {
        names: &["duty"],
        says: "A provision that must be applied. Under a right, a player may use or waive what the code gives.",
    },
    Term {
        names: &["lapsed", "lapse", "not claimed in time"],
        says: "The right was not used in time, so its remedy no longer applies. Reports for reading say “not claimed in time”.",
    },
    Term { names: &["adversary"], says: "The opponent, in the words of the old codes." },
    Term {
        names: &["bystander"],
        says: "A person who watches the game. Under some old codes, bystanders decide a question that the players put to \
               them.",
    },
    Term {
        names: &["interpose", "interposing", "interposition"],
        says: "To answer a check by moving a piece between the king and the piece that gives check.",
    },
];
