//! A ruling in a few words, for a cell of a table: `exd5 or Ke2`, `back 2: Ke2 (lapsed)`.

use crate::chess::Color;
use crate::compare::{Row, same_ruling};
use crate::finding::{
    Disposition, Ending, Finding, Remedy, Score, Severity, Stance, Verdict, Window, WindowState,
};
use crate::law::words::{self, Players, RemedyDetails};
use crate::law::{Chooser, Family, Person, RemedyKind, Rule, WindowId};

use super::law_lines::{is_forgone, short_outcome};
use super::text::plain;

/// The moves of one remedy that are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MovesShown {
    Few,
    All,
}

/// If there are more moves than this, one fewer is named, and all are counted.
const FEW_MOVES: usize = 6;

/// The words of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct CellWords {
    /// The article, or the word for a code that is silent.
    pub law: String,
    pub ruling: String,
}

impl CellWords {
    /// The article and the ruling. A word for an article would read as one of the ruling, so a colon follows it.
    pub(super) fn whole(&self) -> String {
        let parts = [self.law.as_str(), self.ruling.as_str()];
        let join = if words::is_word(&self.law) { ": " } else { " " };
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(join)
    }

    /// The ruling as a reader sees it, without the article. Two cells with the same look the same.
    fn appearance(&self, finding: Option<&Finding>) -> (Option<Stance>, &str) {
        (finding.map(|finding| finding.stance), &self.ruling)
    }
}

/// The words for each cell of a row. If cells with different rulings read alike, their differences are added.
pub(super) fn row_words(row: &Row, verdicts: &[Verdict], shown: MovesShown) -> Vec<CellWords> {
    let mut words: Vec<CellWords> = (0..row.cells.len())
        .map(|column| match row.cell(column) {
            None => CellWords { law: "-".to_owned(), ruling: String::new() },
            Some(finding) => {
                let score = verdicts.get(column).map_or(Score::Unknown, |verdict| verdict.score);
                CellWords { law: law(finding), ruling: ruling(finding, score, shown) }
            }
        })
        .collect();
    for detail in DETAILS {
        add_difference(row, &mut words, *detail);
    }
    for (column, cell) in words.iter_mut().enumerate() {
        if row.cell(column).is_some_and(|finding| !finding.doubts.is_empty()) {
            add_words(cell, "doubtful");
        }
    }
    words
}

/// The verdict in words for a cell.
pub(super) fn verdict_words(verdict: Verdict) -> String {
    format!("{}, {}", verdict.standing.label(), verdict.score.id())
}

/// Adds `detail` to the cells that read like another with a different ruling, if it differs between the two.
fn add_difference(row: &Row, words: &mut [CellWords], detail: fn(&Finding) -> String) {
    let additions: Vec<Option<String>> = (0..words.len())
        .map(|column| {
            let finding = row.cell(column)?;
            let own = words.get(column)?.appearance(Some(finding));
            let own_detail = detail(finding);
            let differs = words.iter().enumerate().any(|(other, words)| {
                let theirs = row.cell(other);
                words.appearance(theirs) == own
                    && !same_ruling(Some(finding), theirs)
                    && theirs.is_some_and(|theirs| detail(theirs) != own_detail)
            });
            (differs && !own_detail.is_empty()).then_some(own_detail)
        })
        .collect();
    for (cell, addition) in words.iter_mut().zip(additions) {
        if let Some(addition) = addition {
            add_words(cell, &addition);
        }
    }
}

fn add_words(cell: &mut CellWords, more: &str) {
    if cell.ruling.ends_with(more) {
        return;
    }
    if !cell.ruling.is_empty() {
        cell.ruling.push_str("; ");
    }
    cell.ruling.push_str(more);
}

/// The details that may distinguish two rulings, the most important first. Together they cover all that [`same_ruling`]
/// compares.
const DETAILS: &[fn(&Finding) -> String] = &[
    choosers,
    until,
    |finding| finding.retract.map_or_else(String::new, |retract| back_to(finding, retract.to_ply)),
    |finding| match finding.window.as_ref() {
        Some(Window { closed_ply: Some(ply), .. }) => match &finding.course.closed {
            Some(closed) => format!("closed {closed}"),
            None => format!("closed at ply {ply}"),
        },
        Some(Window { state: WindowState::Open, .. }) => Disposition::Open.label().to_owned(),
        Some(Window { state, .. }) => state.id().to_owned(),
        None => String::new(),
    },
    |finding| all_remedies(finding, MovesShown::Few),
    |finding| all_remedies(finding, MovesShown::All),
    kinds,
    men,
    |finding| format!("reported as {}", finding.severity.id()),
    |finding| finding.rule.id().to_owned(),
    |finding| finding.disposition.map_or("", Disposition::label).to_owned(),
    |finding| finding.retract.map_or_else(String::new, |retract| format!("{} plies", retract.plies)),
    |finding| finding.offender.map_or_else(String::new, |color| format!("by {color}")),
    |finding| plain(&finding.message).into_owned(),
];

fn law(finding: &Finding) -> String {
    match (finding.citation.as_ref().and_then(|citation| citation.article.as_ref()), finding.stance) {
        (Some(article), _) => article.to_string(),
        (None, stance) => stance.label().to_owned(),
    }
}

/// The plies that go back, the remedies, and how the case ended.
fn ruling(finding: &Finding, score: Score, shown: MovesShown) -> String {
    let would_go_back = is_forgone(finding) && !finding.course.went_back();
    let back = finding.moves_back().map(|retract| match (retract.plies, would_go_back) {
        // The end of the record does not show how many plies would have gone back at the time.
        (_, true) | (0, _) => "back".to_owned(),
        (plies, false) => format!("back {plies}"),
    });
    let given = remedies(finding, shown);
    let mut words = match (back, given.is_empty()) {
        (Some(back), true) => back,
        (Some(back), false) => format!("{back}: {given}"),
        (None, _) => given,
    };
    if finding.course.elected.is_some() && finding.disposition == Some(Disposition::Open) {
        words.push_str(" (chosen, but not yet carried out)");
    } else if names_chooser(finding) {
        words = format!("{words}, {}", choosers(finding));
    }
    let ended = finding.disposition.filter(|disposition| match disposition {
        Disposition::Open => words.is_empty() || finding.course.ending == Some(Ending::DrawAccepted),
        // Nothing follows if the code is silent.
        Disposition::Stands => finding.stance == Stance::Speaks,
        _ => true,
    });
    match ended {
        Some(Disposition::Stands) if words.is_empty() => words.push_str(NoConsequence::of(finding).word()),
        Some(_) => {
            let ended = short_outcome(finding).unwrap_or_default();
            words = if words.is_empty() { ended.to_owned() } else { format!("{words} ({ended})") };
        }
        None if words.is_empty() && finding.disposition.is_none() => words = fact(finding, score),
        None => {}
    }
    words
}

/// The outcome of a finding from which nothing follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum NoConsequence {
    Drawn,
    Refused,
    Ruled,
    NotProvidedFor,
    Decides,
    Stands,
}

impl NoConsequence {
    pub(super) const ALL: [Self; 6] =
        [Self::Drawn, Self::Refused, Self::Ruled, Self::NotProvidedFor, Self::Decides, Self::Stands];

    pub(super) fn of(finding: &Finding) -> Self {
        match finding.rule {
            Rule::DrawAutomatic | Rule::DrawDead => Self::Drawn,
            Rule::PenaltyRuling if finding.course.ending == Some(Ending::NotProvidedFor) => {
                Self::NotProvidedFor
            }
            Rule::PenaltyRuling => Self::Ruled,
            _ if finding.course.ending == Some(Ending::Decides) => Self::Decides,
            rule if rule.is_in_family(Family::Draw)
                && (finding.offender.is_some() || finding.severity == Severity::Error) =>
            {
                Self::Refused
            }
            _ => Self::Stands,
        }
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Drawn => "drawn",
            Self::Refused => "refused",
            Self::Ruled => "ruling stands",
            Self::NotProvidedFor => Ending::NotProvidedFor.label(),
            Self::Decides => Ending::Decides.label(),
            Self::Stands => Disposition::Stands.label(),
        }
    }
}

/// The words of a finding without remedies and disposition.
fn fact(finding: &Finding, score: Score) -> String {
    match finding.rule {
        Rule::PenaltyLate => "too late".to_owned(),
        Rule::PenaltyUnavailable if finding.stance == Stance::Speaks => "not given".to_owned(),
        Rule::ResultLaw => format!("result {}", score.id()),
        // The end of the message is the consequence of the fact.
        _ => {
            let message = plain(&finding.message);
            message.rsplit_once(": ").map_or(&*message, |(_, end)| end).to_owned()
        }
    }
}

/// Whether there are remedies to choose from, and the choice is not the opponent's.
fn names_chooser(finding: &Finding) -> bool {
    let is_choice = |pair: &[Remedy]| match pair {
        [one, other] => {
            one.chooser == other.chooser && !matches!(one.chooser, Chooser::Law | Chooser::Adversary)
        }
        _ => false,
    };
    finding.remedies.windows(2).any(is_choice)
}

/// The remedies, or the one that was chosen.
fn remedies(finding: &Finding, shown: MovesShown) -> String {
    let elected = finding.course.elected.and_then(|index| finding.remedies.get(index..=index));
    if let Some([of]) = elected
        && !finding.course.picked.is_empty()
    {
        return format!("{} of {}", move_list(&finding.course.picked, shown), of.moves.len());
    }
    joined_remedies(elected.unwrap_or(&finding.remedies), finding, shown)
}

fn move_list(moves: &[String], shown: MovesShown) -> String {
    if shown == MovesShown::All || moves.len() <= FEW_MOVES {
        return moves.join(", ");
    }
    let few: Vec<&str> = moves.iter().take(FEW_MOVES - 1).map(String::as_str).collect();
    format!("{}, … ({})", few.join(", "), moves.len())
}

/// Remedies that a player may choose from are joined with *or*, those that the law imposes with *and*. Equal words are
/// not repeated.
fn joined_remedies(given: &[Remedy], finding: &Finding, shown: MovesShown) -> String {
    let mut words = String::new();
    let mut listed: Vec<(Chooser, String)> = Vec::new();
    // The number of plies that go back is given elsewhere.
    let is_shown_apart =
        |remedy: &&Remedy| remedy.kind == RemedyKind::Retract && finding.moves_back().is_some();
    for remedy in given.iter().filter(|remedy| !is_shown_apart(remedy)) {
        let text = remedy_in_short(remedy, finding, shown);
        if listed.iter().any(|(chooser, known)| *chooser == remedy.chooser && *known == text) {
            continue;
        }
        words.push_str(match (remedy.chooser, listed.last()) {
            (_, None) => "",
            (Chooser::Law, Some((Chooser::Law, _))) => " and ",
            (chooser, Some((earlier, _))) if chooser == *earlier => " or ",
            _ => "; ",
        });
        words.push_str(&text);
        listed.push((remedy.chooser, text));
    }
    words
}

/// All the remedies, for a cell that names only the one chosen.
fn all_remedies(finding: &Finding, shown: MovesShown) -> String {
    let all = joined_remedies(&finding.remedies, finding, shown);
    if all.is_empty() || finding.course.elected.is_none() { all } else { format!("chosen from {all}") }
}

/// The moves that satisfy the remedy, or its words if it is not about a move.
fn remedy_in_short(remedy: &Remedy, finding: &Finding, shown: MovesShown) -> String {
    let offender = finding.offender;
    if !remedy.moves.is_empty() {
        let all = remedy.moves.len();
        // If nearly any man may move, a list of moves says little.
        return match remedy.kind {
            RemedyKind::MoveOther if shown == MovesShown::Few && all > FEW_MOVES => {
                format!("another {} ({all} moves)", finding.terms().piece)
            }
            RemedyKind::MoveNamed if shown == MovesShown::Few && all > FEW_MOVES => {
                format!("a named {} ({all} moves)", finding.terms().piece)
            }
            _ => move_list(&remedy.moves, shown),
        };
    }
    let loser = offender.map_or("the offender", Color::name);
    let other = offender.map_or("the opponent", |color| color.other().name());
    let time = |sign: &str| match (remedy.part, remedy.seconds) {
        (None, Some(seconds)) => format!("{sign}{seconds} s"),
        _ => format!("{sign}{}", words::time(remedy.seconds, remedy.part)),
    };
    let men = || joined(remedy.men.iter().map(ToString::to_string));
    match remedy.kind {
        RemedyKind::MoveTouched | RemedyKind::MoveLegally => format!("{} moves", men()),
        RemedyKind::MoveKing => "the king moves".to_owned(),
        RemedyKind::MoveNamedSquare => "to a named square".to_owned(),
        RemedyKind::MoveNamed => format!("a named {} moves", finding.terms().piece),
        RemedyKind::MoveOther => format!("another {} moves", finding.terms().piece),
        RemedyKind::MoveRook => "the rook moves".to_owned(),
        RemedyKind::CaptureTouched | RemedyKind::CaptureMan => format!("{} is taken", men()),
        RemedyKind::ParryOther => format!("parried with another {}", finding.terms().piece),
        RemedyKind::PlayLater => format!("{} moves next turn", men()),
        RemedyKind::Stand => "move remains".to_owned(),
        RemedyKind::BothStand => "both moves remain".to_owned(),
        RemedyKind::FirstStands => "first move remains".to_owned(),
        RemedyKind::SecondStands => "second move remains".to_owned(),
        RemedyKind::RookStands => "rook's move remains".to_owned(),
        RemedyKind::Retract if finding.course.went_back() => "taken back".to_owned(),
        RemedyKind::Retract => "back".to_owned(),
        RemedyKind::RetractSecond if finding.course.went_back() => "second move taken back".to_owned(),
        RemedyKind::RetractSecond => "second move back".to_owned(),
        RemedyKind::Adjust => "board turned".to_owned(),
        RemedyKind::Rectify => "pieces corrected".to_owned(),
        RemedyKind::Restore => "put back".to_owned(),
        RemedyKind::Supply => "missing piece added".to_owned(),
        RemedyKind::RemoveOdds => "odds taken off".to_owned(),
        RemedyKind::CapAtDraw => "at most a draw".to_owned(),
        RemedyKind::Recommence => "new game".to_owned(),
        RemedyKind::Proceed => "play on".to_owned(),
        RemedyKind::Annul => "void".to_owned(),
        RemedyKind::ForfeitMove => format!("{loser} loses a move"),
        RemedyKind::Forfeit => format!("{loser} loses"),
        RemedyKind::LoseTime => format!("{loser} {}", time("-")),
        RemedyKind::AddTime => format!("{other} {}", time("+")),
        RemedyKind::Admonish => format!("{loser} admonished"),
        RemedyKind::AddPoints => format!("points for {other}"),
        RemedyKind::LosePoints => format!("{loser} loses points"),
        RemedyKind::Fine => format!("{loser} fined"),
        RemedyKind::Exclude => format!("{loser} excluded"),
        RemedyKind::Expel => format!("{loser} expelled"),
        RemedyKind::Promote => {
            let letters = remedy.pieces.iter().map(|role| format!("={}", role.letter()));
            format!("promotes {}", joined(letters)).trim_end().to_owned()
        }
        RemedyKind::RemainPawn => "stays a pawn".to_owned(),
        RemedyKind::Win => "won".to_owned(),
        RemedyKind::Draw => "drawn".to_owned(),
        RemedyKind::CountFifty => "fifty-move count".to_owned(),
        RemedyKind::Umpire => format!("the {} decides", finding.terms().arbiter),
        RemedyKind::MoveAnnounced => "the move announced".to_owned(),
        RemedyKind::SealedMove => "the sealed move".to_owned(),
        // These occur only in law files.
        RemedyKind::None | RemedyKind::LoseRight | RemedyKind::TouchedDuty | RemedyKind::FirstPossible => {
            remedy.kind.id().to_owned()
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn choosers(finding: &Finding) -> String {
    let mut choosers: Vec<Chooser> = finding.remedies.iter().map(|remedy| remedy.chooser).collect();
    choosers.dedup();
    let players = match finding.offender {
        Some(color) => {
            Players { offender: color.name(), adversary: color.other().name(), terms: finding.terms() }
        }
        None => Players { terms: finding.terms(), ..Players::BY_ROLE },
    };
    let who = |chooser: &Chooser| match words::chooser_name(*chooser, players) {
        Some(who) => format!("{who} chooses"),
        None => "by law".to_owned(),
    };
    joined(choosers.iter().map(who))
}

/// The time limit.
fn until(finding: &Finding) -> String {
    let Some(window) = &finding.window else {
        return String::new();
    };
    if window.state == WindowState::Unlimited {
        return "no time limit".to_owned();
    }
    let n = window.n.unwrap_or(1);
    let moves = if n == 1 { "1 move".to_owned() } else { format!("{n} moves") };
    let adversary = finding.offender.map_or("the opponent", |color| color.other().name());
    match window.closes {
        WindowId::AdversaryTouches => format!("until {adversary} touches"),
        WindowId::AdversaryMoves => format!("until {adversary} moves"),
        WindowId::AnyMove => format!("until {adversary} moves legally"),
        WindowId::MovesEach => format!("until {moves} each"),
        WindowId::MovesEither => format!("until {moves} of either"),
        WindowId::MovesOf => {
            format!("until {moves} of the {}", window.who.map_or("player", Person::id).replace('-', " "))
        }
        WindowId::MovesEachSince => format!("until {moves} each after the offence"),
        WindowId::AnnouncerMoves => "until the announcer moves".to_owned(),
        WindowId::GameEnd => "until the game ends".to_owned(),
        WindowId::Never => "no time limit".to_owned(),
    }
}

fn back_to(finding: &Finding, ply: u32) -> String {
    match &finding.course.back_to {
        Some(named) => format!("to {named}"),
        None => format!("to ply {ply}"),
    }
}

/// The kinds of the remedies, in the words of the law.
fn kinds(finding: &Finding) -> String {
    let players = Players { terms: finding.terms(), ..Players::BY_ROLE };
    joined(finding.remedies.iter().map(|remedy| {
        let men = words::generic_man(remedy.kind, players.terms);
        let with = RemedyDetails { players, men: &men, time: "time", pieces: &[], winner: None };
        words::remedy(remedy.kind, &with)
    }))
}

/// The men, pieces and seconds of the remedies.
fn men(finding: &Finding) -> String {
    joined(finding.remedies.iter().map(|remedy| {
        let men = remedy.men.iter().map(ToString::to_string);
        let pieces = remedy.pieces.iter().map(|role| format!("={}", role.letter()));
        let seconds = remedy.seconds.iter().map(|seconds| format!("{seconds} s"));
        men.chain(pieces).chain(seconds).collect::<Vec<_>>().join(" ")
    }))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::compare::{Column, compare_bytes};
    use crate::law::codes;

    fn games(folder: &Path, found: &mut Vec<Vec<u8>>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                games(&path, found);
            } else {
                found.push(std::fs::read(&path).unwrap());
            }
        }
    }

    #[test]
    fn different_rulings_of_a_row_read_differently() {
        let columns: Vec<Column> =
            codes::files().into_iter().map(|file| Column { name: Arc::clone(&file.code.id), file }).collect();
        let mut texts = Vec::new();
        games(Path::new("samples"), &mut texts);
        let mut differing = 0;
        // A run takes longer than a game.
        let joined = texts.chunks(20).map(|texts| texts.join(&b"\n\n"[..]));
        for game in joined.flat_map(|text| compare_bytes(&text, columns.clone())) {
            for (row, shown) in
                game.rows.iter().flat_map(|row| [(row, MovesShown::Few), (row, MovesShown::All)])
            {
                let words = row_words(row, &game.verdicts, shown);
                for (one, other) in (0..words.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
                    let alike =
                        words[one].appearance(row.cell(one)) == words[other].appearance(row.cell(other));
                    let same = same_ruling(row.cell(one), row.cell(other));
                    assert!(!alike || same, "{}: {:?}", row.title(), words[one]);
                    differing += usize::from(!same);
                }
            }
        }
        assert!(differing > 10_000, "{differing}");
    }
}
