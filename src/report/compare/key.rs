//! The key to a comparison: the meaning of the signs and short words of the cells.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::compare::{Comparison, Row};
use crate::finding::{Disposition, Finding, Remedy, Score, Stance, Standing, Verdict};
use crate::law::{Chooser, RemedyKind};

use super::super::Style;
use super::super::law_lines::short_outcome;
use super::super::short_ruling::{CellWords, MovesShown, NoConsequence, row_words};
use super::super::text::wrap;

/// The signs that occur in a comparison.
#[derive(Default)]
pub(super) struct SignKey(BTreeSet<Sign>);

/// Where a key is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyPlace {
    Terminal,
    Page,
}

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
    /// An act of the player who is not to move.
    ActOfOther,
    Back,
    Or,
    Picked,
    And,
    Until,
    Ended(Disposition),
    NoConsequence(NoConsequence),
    Doubtful,
    Standing(Standing),
    Unscored,
    Frame,
    Arrow,
    /// A short word and its meaning.
    Word(&'static str, &'static str),
}

/// Short words of cells: how a cell has them, how the key shows them, and their meaning.
const WORDS: [(&[&str], &str, &str); 15] = [
    (&["(decides the game)"], "(decides the game)", "The result of the game follows from this ruling."),
    (&["not yet carried out"], "(chosen …)", "The remedy was asked for, and the record ends before it."),
    (&["by law"], "by law", "No player chooses: the law itself orders it."),
    (&[" chooses"], "Black chooses", "The player named may choose the remedy."),
    (&["… ("], "… (8)", "There are eight such moves in all."),
    (
        &["another man (", "another piece ("],
        "another man (24 moves)",
        "A man other than the one played is moved. The player who chooses the remedy names it; 24 moves are possible.",
    ),
    (
        &["a named man (", "a named piece ("],
        "a named man (24 moves)",
        "The opponent names the man that is moved; 24 moves are possible.",
    ),
    (&["move remains"], "move remains", "The move is kept as it was made."),
    (&[" loses a move"], "White loses a move", "It is Black's turn again, without a move of White."),
    (&["too late"], "too late", "The remedy was asked for after the right to it had ended."),
    (&["not given"], "not given", "The code does not give the remedy that was asked for."),
    (&["no time limit"], "no time limit", "The remedy may be asked for at any time."),
    (
        &["fifty-move count"],
        "fifty-move count",
        "From now on fifty moves are counted, after which the game is drawn.",
    ),
    (
        &["may claim a draw"],
        "may claim a draw",
        "The player has the right to claim a draw, and has not done so.",
    ),
    (&["reported as "], "reported as …", "The rulings differ only in the severity that is named."),
];

/// The ends of a case that have another label than its disposition: the label, how the key shows it, and its meaning.
const OTHER_ENDS: [(&str, &str, &str); 10] = [
    (
        "not taken back in time",
        "(not taken back in time)",
        "The moves had to go back, and the time for that has passed.",
    ),
    ("no penalty was possible", "(no penalty was possible)", "No remedy of the article was possible."),
    ("claimed, but not carried out", "(claimed …)", CLAIMED),
    ("claimed on appeal, but not carried out", "(claimed …)", CLAIMED),
    ("right lost", "(right lost)", "The player demanded an illegal move, and lost the right by it."),
    ("draw accepted", "(draw accepted)", "The opponent accepted the claim as the offer of a draw."),
    ("the game was played", "(the game was played)", "The player came too late, and the game was played."),
    ("penalty dismissed", "(penalty dismissed)", "The arbiter imposed no penalty."),
    ("no effect", "(no effect)", "An earlier decision had ended the game in another way."),
    (
        "the outcome is not recorded",
        "(… is not recorded)",
        "The game is over, and the record does not say whether the remedy was carried out.",
    ),
];

const CLAIMED: &str =
    "The remedy was asked for, perhaps on appeal, and the game went on or ended without it.";

/// The key for `--help`: every sign of a table.
pub(crate) fn whole_key(style: Style) -> String {
    let ended =
        Disposition::ALL.iter().filter(|ended| !matches!(ended, Disposition::Open | Disposition::Stands));
    let mut key = SignKey::default();
    key.0.extend([Sign::Article, Sign::NoRuling, Sign::Silent, Sign::Unrevealed]);
    key.0.extend([Sign::ActOfOther, Sign::Back, Sign::Or]);
    key.0.extend([Sign::Picked, Sign::And, Sign::Until, Sign::Doubtful, Sign::Unscored]);
    key.0.extend(ended.map(|ended| Sign::Ended(*ended)));
    key.0.extend(NoConsequence::ALL.map(Sign::NoConsequence));
    key.0.extend(Standing::ALL.iter().map(|standing| Sign::Standing(*standing)));
    key.0.extend(WORDS.map(|(_, shown, meaning)| Sign::Word(shown, meaning)));
    key.0.extend(OTHER_ENDS.map(|(_, shown, meaning)| Sign::Word(shown, meaning)));
    key.text(style)
}

impl SignKey {
    pub(super) fn of(game: &Comparison) -> Self {
        let mut key = Self::default();
        key.add_game(game);
        key
    }

    pub(super) fn add_game(&mut self, game: &Comparison) {
        if game.differs() {
            self.0.extend([Sign::Letters, Sign::Apart]);
        }
        for row in &game.rows {
            self.row(row);
        }
        for verdict in &game.verdicts {
            self.verdict(*verdict);
        }
    }

    /// The explanations for a page of several games.
    pub(super) fn page_lines<'k>(keys: impl Iterator<Item = &'k Self>) -> Vec<KeyLine> {
        let signs: BTreeSet<Sign> = keys.flat_map(|key| key.0.iter().copied()).collect();
        signs.into_iter().filter_map(|sign| sign.line(KeyPlace::Page)).collect()
    }

    /// The explanations for a terminal. Empty if there are none.
    pub(super) fn text(&self, style: Style) -> String {
        let lines: Vec<KeyLine> = self.0.iter().filter_map(|sign| sign.line(KeyPlace::Terminal)).collect();
        if lines.is_empty() {
            return String::new();
        }
        let widest = lines.iter().map(|line| line.sign.chars().count()).max().unwrap_or(0);
        let room = style.width.saturating_sub(widest + 4).max(8);
        let mut text = "Key\n".to_owned();
        for KeyLine { sign, meaning } in lines {
            let mut sign = sign.as_str();
            for piece in wrap(&meaning, room) {
                let _ = writeln!(text, "  {sign:widest$}  {piece}");
                sign = "";
            }
        }
        text
    }

    fn row(&mut self, row: &Row) {
        if let Some(board) = row.diagram.as_deref().and_then(|moment| moment.boards.first()) {
            self.add([(!board.touched.is_empty(), Sign::Frame), (board.made.is_some(), Sign::Arrow)]);
        }
        let words = row_words(row, &[], MovesShown::Few);
        self.add([(row.is_of_waiting_player, Sign::ActOfOther)]);
        self.add([(names_time_limit(row, &words), Sign::Until)]);
        let occurs = |text: &str| words.iter().any(|cell| cell.ruling.contains(text));
        let short = WORDS.iter().filter(|(texts, ..)| texts.iter().any(|text| occurs(text)));
        self.0.extend(short.map(|(_, shown, meaning)| Sign::Word(shown, meaning)));
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
                (finding.moves_back().is_some() || takes_back(finding), Sign::Back),
                (pairs().any(|pair| !is_by_law(&pair)), Sign::Or),
                (!finding.course.picked.is_empty(), Sign::Picked),
                (pairs().any(|pair| is_by_law(&pair)), Sign::And),
                (!finding.doubts.is_empty(), Sign::Doubtful),
            ]);
            let label = short_outcome(finding);
            self.0.extend(finding.disposition.and_then(|ended| {
                match ended {
                    Disposition::Open => None,
                    Disposition::Stands => (finding.stance == Stance::Speaks)
                        .then(|| Sign::NoConsequence(NoConsequence::of(finding))),
                    ended => (label == Some(ended.label())).then_some(Sign::Ended(ended)),
                }
            }));
            let others = OTHER_ENDS.iter().filter(|(other, ..)| label == Some(*other) && occurs(other));
            self.0.extend(others.map(|(_, shown, meaning)| Sign::Word(shown, meaning)));
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

/// Whether a cell of the row names a time limit that another does not.
fn names_time_limit(row: &Row, words: &[CellWords]) -> bool {
    let mut limits = row
        .cells
        .iter()
        .flatten()
        .map(|finding| finding.window.as_ref().map(|window| (window.closes, window.n, window.who)));
    let first = limits.next();
    let may_differ = limits.any(|other| Some(other) != first);
    let has_limit =
        |words: &CellWords| words.ruling.contains("until ") || words.ruling.contains("no time limit");
    may_differ && words.iter().any(has_limit)
}

fn takes_back(finding: &Finding) -> bool {
    let is_back = |remedy: &Remedy| matches!(remedy.kind, RemedyKind::Retract | RemedyKind::RetractSecond);
    finding.remedies.iter().any(is_back)
}

impl Sign {
    /// `None` if the sign is not shown there.
    fn line(self, place: KeyPlace) -> Option<KeyLine> {
        let is_drawn = matches!(self, Self::Letters | Self::Apart | Self::Frame | Self::Arrow);
        if is_drawn && place == KeyPlace::Terminal {
            return None;
        }
        let (sign, meaning) = match self {
            Self::Letters => {
                ("a, b, c", "Codes under one letter give the same ruling, even under different articles.")
            }
            Self::Apart => ("bar, tint", "Most codes give another ruling."),
            Self::Article if place == KeyPlace::Terminal => (
                "first word",
                "The article that decides: its number, or a word such as touch if its number is not known. A colon follows the word.",
            ),
            Self::Article => (
                "▸ and a number",
                "The article that decides. Select it to read its text; on paper, the articles are at the end.",
            ),
            Self::NoRuling => (
                if place == KeyPlace::Page { "– no ruling" } else { "-" },
                "This row has no ruling of the code: under it nothing is wrong, or another row has its ruling on the act.",
            ),
            Self::Silent => (Stance::Silent.label(), Stance::Silent.meaning()),
            Self::Unrevealed => (Stance::Unrevealed.label(), Stance::Unrevealed.meaning()),
            Self::ActOfOther => ("2... White", "White does it before Black's second move."),
            Self::Back => (
                "back 2: Ke2",
                "Two plies are taken back, then Ke2 is played. `back` without a number: moves could have been taken back, but it is too late.",
            ),
            Self::Or => (
                "Ke2, Kf1 or exd5",
                "One of them. \"or\" separates the remedies, a comma the moves of one remedy. The opponent chooses the remedy, unless someone else is named.",
            ),
            Self::Picked => {
                ("Ke2 of 26", "26 moves satisfied the remedy; the choice of a piece left only Ke2.")
            }
            Self::And => ("Ke2 and Black +120 s", "All of them, by law."),
            Self::Until => (
                "until …",
                "Shown only where the time limit differs from that of another code with the same remedy.",
            ),
            Self::Ended(ended) => {
                return Some(KeyLine {
                    sign: format!("({})", ended.label()),
                    meaning: ended.meaning().to_owned(),
                });
            }
            Self::NoConsequence(outcome) => (
                outcome.word(),
                match outcome {
                    NoConsequence::Drawn => "The game is drawn.",
                    NoConsequence::Ruled => "The ruling holds, and the law orders nothing more.",
                    NoConsequence::NotProvidedFor => "The code does not give the arbiter this ruling here.",
                    NoConsequence::Decides => "The result of the game follows from this ruling.",
                    NoConsequence::Refused => "The claim, offer or acceptance has no effect.",
                    NoConsequence::Stands => Disposition::Stands.meaning(),
                },
            ),
            Self::Doubtful => (
                "doubtful",
                "The ruling depends on the reading of an unclear article. A note below names the other reading and its \
                 outcome.",
            ),
            Self::Standing(standing) => (standing.label(), standing.meaning()),
            Self::Unscored => ("*", "The game has no result, as far as the record shows."),
            Self::Frame => ("dashed frame", "On a board: a piece that was touched or handled."),
            Self::Arrow => ("arrow", "On a board: the move that was made."),
            Self::Word(word, meaning) => (word, meaning),
        };
        Some(KeyLine { sign: sign.to_owned(), meaning: meaning.to_owned() })
    }
}
