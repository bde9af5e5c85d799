//! The key to a comparison: the meaning of the signs and short words that occur on the page.

use std::collections::BTreeSet;

use crate::compare::{Comparison, Row};
use crate::finding::{Disposition, Finding, Remedy, Score, Stance, Standing, Verdict};
use crate::law::{Chooser, RemedyKind};

use super::super::super::accessible::capital;
use super::super::super::law_lines::disposition_label;

/// The signs that occur in a game.
#[derive(Default)]
pub(super) struct SignKey(BTreeSet<Sign>);

pub(super) struct KeyLine {
    pub sign: String,
    pub meaning: String,
}

/// In the order of the explanations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Sign {
    Letters,
    Apart,
    Article,
    NoRuling,
    Silent,
    Unrevealed,
    Back,
    Or,
    Picked,
    And,
    Ended(Disposition),
    Doubtful,
    Standing(Standing),
    Unscored,
    Frame,
    Arrow,
}

impl SignKey {
    pub(super) fn of(game: &Comparison) -> Self {
        let mut key = Self::default();
        if game.differs() {
            key.0.extend([Sign::Letters, Sign::Apart]);
        }
        for row in &game.rows {
            key.row(row);
        }
        for verdict in &game.verdicts {
            key.verdict(*verdict);
        }
        key
    }

    /// The explanations for all games.
    pub(super) fn lines<'k>(keys: impl Iterator<Item = &'k Self>) -> Vec<KeyLine> {
        let signs: BTreeSet<Sign> = keys.flat_map(|key| key.0.iter().copied()).collect();
        signs.into_iter().map(Sign::line).collect()
    }

    fn row(&mut self, row: &Row) {
        if let Some(board) = row.diagram.as_deref().and_then(|moment| moment.boards.first()) {
            self.add([(!board.touched.is_empty(), Sign::Frame), (board.made.is_some(), Sign::Arrow)]);
        }
        for cell in &row.cells {
            let Some(finding) = cell else {
                self.0.insert(Sign::NoRuling);
                continue;
            };
            let is_cited = finding.citation.as_ref().is_some_and(|citation| citation.article.is_some());
            let choosers: Vec<Chooser> = finding.remedies.iter().map(|remedy| remedy.chooser).collect();
            let pairs = || choosers.windows(2).filter(|pair| matches!(pair, [one, other] if one == other));
            let is_by_law = |pair: &&[Chooser]| pair.first() == Some(&Chooser::Law);
            self.add([
                (is_cited, Sign::Article),
                (finding.stance == Stance::Silent, Sign::Silent),
                (finding.stance == Stance::Unrevealed, Sign::Unrevealed),
                (finding.retract.is_some() || takes_back(finding), Sign::Back),
                (pairs().any(|pair| !is_by_law(&pair)), Sign::Or),
                (!finding.course.picked.is_empty(), Sign::Picked),
                (pairs().any(|pair| is_by_law(&pair)), Sign::And),
                (!finding.doubts.is_empty(), Sign::Doubtful),
            ]);
            self.0.extend(finding.disposition.filter(|ended| *ended != Disposition::Open).map(Sign::Ended));
        }
    }

    fn add<const N: usize>(&mut self, signs: [(bool, Sign); N]) {
        self.0.extend(signs.into_iter().filter_map(|(occurs, sign)| occurs.then_some(sign)));
    }

    fn verdict(&mut self, verdict: Verdict) {
        self.0.insert(Sign::Standing(verdict.standing));
        self.add([(verdict.score == Score::Unknown, Sign::Unscored)]);
    }
}

fn takes_back(finding: &Finding) -> bool {
    let is_back = |remedy: &Remedy| matches!(remedy.kind, RemedyKind::Retract | RemedyKind::RetractSecond);
    finding.remedies.iter().any(is_back)
}

impl Sign {
    fn line(self) -> KeyLine {
        let (sign, meaning) = match self {
            Self::Letters => (
                "a, b, c",
                "In a row, codes with the same letter give the same ruling, even under different articles.",
            ),
            Self::Apart => {
                ("bar, tint, bold type", "The ruling differs from that of the first code in the row.")
            }
            Self::Article => (
                "▸ and a number",
                "The article that decides. Select it to read its text; on paper, the articles are at the end.",
            ),
            Self::NoRuling => (
                "– no ruling",
                "The code has no ruling here: the act or move is in order, or another row has the ruling.",
            ),
            Self::Silent => ("silent", "The code says nothing about the matter, so nothing follows."),
            Self::Unrevealed => (
                "unrevealed",
                "The known part of the code's text says nothing about the matter; the rest is not known.",
            ),
            Self::Back => (
                "back 2: Ke2",
                "Two plies are taken back, then Ke2 is played. Without a number: moves could have been taken back.",
            ),
            Self::Or => ("Ke2 or exd5", "One of them. The opponent chooses, unless someone else is named."),
            Self::Picked => {
                ("Ke2 of 26", "26 moves satisfied the remedy; the choice of a piece left only Ke2.")
            }
            Self::And => ("Ke2 and Black +120 s", "All of them, by law."),
            Self::Ended(ended) => {
                return KeyLine {
                    sign: match ended {
                        Disposition::Stands => ended.id().to_owned(),
                        ended => format!("({})", ended.id()),
                    },
                    meaning: match ended {
                        Disposition::Lapsed => "The right was not used in time.".to_owned(),
                        Disposition::Stands => {
                            "Nothing follows: the act or move remains as it is.".to_owned()
                        }
                        ended => format!("{}.", capital(disposition_label(ended))),
                    },
                };
            }
            Self::Doubtful => (
                "doubtful",
                "The ruling depends on the reading of an unclear article. Below the row, a note names the other reading and \
                 its outcome.",
            ),
            Self::Standing(standing) => (
                standing.id(),
                match standing {
                    Standing::Valid => "The game is valid as played, and its result counts.",
                    Standing::Retractable => "Moves must be taken back before the game can go on.",
                    Standing::Annullable => "The game can still be declared void.",
                    Standing::Annulled => "The game is void.",
                    Standing::Unreplayable => "The record could not be replayed to its end.",
                },
            ),
            Self::Unscored => ("*", "The game has no result, as far as the record shows."),
            Self::Frame => ("broken frame", "On a board: a piece that was touched or handled."),
            Self::Arrow => ("arrow", "On a board: the move that was made."),
        };
        KeyLine { sign: sign.to_owned(), meaning: meaning.to_owned() }
    }
}
