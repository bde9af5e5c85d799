//! The vocabulary in English, for words whose phrase depends on the players or on the case. The fixed phrases
//! are beside their words in `vocabulary.rs`.

use super::condition::Literal;
use super::terms::Terms;
use super::vocabulary::{Chooser, RemedyKind, TimePart, WindowId, Winner};

/// A word of the vocabulary that has one fixed phrase.
pub trait InWords: Copy {
    /// The phrase, for use inside a sentence.
    fn in_words(self) -> &'static str;
}

/// A fact, or its negation, as a clause.
pub fn fact(literal: Literal) -> &'static str {
    literal.predicate.phrase(literal.holds)
}

/// The names of the two players of a case: a report says White and Black, a page on the law `the offender`.
#[derive(Clone, Copy, Debug)]
pub struct Players<'a> {
    /// The player who committed the offence.
    pub offender: &'a str,
    /// The other player.
    pub adversary: &'a str,
    /// The words of the code.
    pub terms: &'a Terms,
}

impl Players<'static> {
    /// The names to use when there is no case.
    pub const BY_ROLE: Self =
        Self { offender: "the offender", adversary: "the opponent", terms: &Terms::MODERN };
}

/// The words before a remedy that say who chooses. Empty if the remedy itself says so.
pub fn remedy_intro(chooser: Chooser, kind: RemedyKind, players: Players<'_>) -> String {
    match (chooser, kind) {
        (Chooser::Umpire, RemedyKind::Umpire) => String::new(),
        _ => chooser_intro(chooser, players),
    }
}

/// The words before a remedy in a list. `before` is the chooser of the remedy before it; `is_only` says that its chooser has
/// no other.
pub fn remedy_lead(
    chooser: Chooser,
    kind: RemedyKind,
    before: Option<Chooser>,
    is_only: bool,
    players: Players<'_>,
) -> String {
    // One remedy leaves nothing to choose, unless it leaves the man.
    let leaves_nothing = is_only && !matches!(kind, RemedyKind::MoveNamed | RemedyKind::MoveOther);
    let arbiter = &players.terms.arbiter;
    match (chooser, before, chooser_name(chooser, players)) {
        // All the remedies that the law imposes apply, but only one of those that a player may choose.
        (Chooser::Law, Some(Chooser::Law), _) => "and ".to_owned(),
        (chooser, Some(earlier), _) if chooser == earlier => "or ".to_owned(),
        (Chooser::Umpire, ..) if is_only && kind != RemedyKind::Umpire => {
            format!("by the {arbiter}'s ruling: ")
        }
        // The player may put the man back, too.
        (Chooser::Offender | Chooser::Umpire, ..) | (_, _, None) => remedy_intro(chooser, kind, players),
        (_, _, Some(who)) if leaves_nothing && kind == RemedyKind::Restore => format!("if {who} wishes: "),
        (_, _, Some(who)) if leaves_nothing => format!("{who} may demand: "),
        _ => remedy_intro(chooser, kind, players),
    }
}

/// The words before a list of remedies that say who chooses.
pub fn chooser_intro(chooser: Chooser, players: Players<'_>) -> String {
    match chooser_name(chooser, players) {
        Some(who) => format!("{who} chooses: "),
        None => "by law: ".to_owned(),
    }
}

/// The person who chooses a remedy. `None` if the law imposes it.
pub fn chooser_name(chooser: Chooser, players: Players<'_>) -> Option<String> {
    let who = match chooser {
        Chooser::Law => return None,
        Chooser::Adversary => players.adversary,
        Chooser::Offender => players.offender,
        Chooser::Finder => "the player who finds it",
        Chooser::Either => "either player",
        Chooser::Owner => return Some(format!("the owner of the {}", players.terms.piece)),
        Chooser::Claimant => "the claimant",
        Chooser::Umpire => return Some(format!("the {}", players.terms.arbiter)),
    };
    Some(who.to_owned())
}

/// The details of a remedy besides its kind.
#[derive(Clone, Copy, Debug)]
pub struct RemedyDetails<'a> {
    /// The names of the players.
    pub players: Players<'a>,
    /// The piece or pieces that the remedy concerns: `the piece on e2`.
    pub men: &'a str,
    /// The time lost or given: `120 seconds`.
    pub time: &'a str,
    /// The pieces that the pawn may become.
    pub pieces: &'a [&'a str],
    /// The winner, for `win`.
    pub winner: Option<Winner>,
}

/// A remedy as a clause.
pub fn remedy(kind: RemedyKind, with: &RemedyDetails<'_>) -> String {
    let RemedyDetails { players: Players { offender, adversary, terms }, men, time, pieces, winner } = *with;
    let piece = &terms.piece;
    match kind {
        RemedyKind::MoveTouched | RemedyKind::MoveLegally => format!("a legal move of {men}"),
        RemedyKind::MoveKing => "a move of the king, not castling".into(),
        RemedyKind::MoveNamedSquare => format!("{adversary} names the square to which {men} moves"),
        RemedyKind::MoveNamed => format!("{adversary} names a {piece} and {offender} moves it"),
        RemedyKind::MoveOther => format!("another {piece} is moved"),
        RemedyKind::MoveRook => "a move of the rook".into(),
        RemedyKind::CaptureTouched | RemedyKind::CaptureMan => format!("the capture of {men}"),
        RemedyKind::ParryOther => format!("the check is parried with a {piece} other than the king"),
        RemedyKind::PlayLater => format!("{men} is moved next turn"),
        RemedyKind::Stand => "the move remains".into(),
        RemedyKind::BothStand => "both moves remain".into(),
        RemedyKind::FirstStands => "only the first move remains".into(),
        RemedyKind::SecondStands => "only the second move remains".into(),
        RemedyKind::RookStands => "only the rook's move remains".into(),
        RemedyKind::Retract => "the moves are taken back".into(),
        RemedyKind::RetractSecond => "the second move is taken back".into(),
        RemedyKind::Adjust => "the board is turned".into(),
        RemedyKind::Rectify => format!("the {} are put on their correct squares", terms.pieces),
        RemedyKind::Restore => format!("every {piece} that left its square is put back"),
        RemedyKind::Supply => format!("every missing {piece} is put on the board"),
        RemedyKind::RemoveOdds => format!("the {piece} given as odds is taken off"),
        RemedyKind::CapAtDraw => format!("{offender} can score no more than a draw"),
        RemedyKind::Recommence => terms.restart(),
        RemedyKind::Proceed => "the game continues from the present position".into(),
        RemedyKind::Annul => "the game is void".into(),
        RemedyKind::ForfeitMove => format!("{offender} loses a move"),
        RemedyKind::Forfeit => format!("{offender} loses the game"),
        RemedyKind::LoseTime => format!("{offender} loses {time}"),
        RemedyKind::AddTime => format!("{adversary} is given {time}"),
        RemedyKind::Admonish => format!("{offender} is admonished"),
        RemedyKind::AddPoints => format!("{adversary} is given points"),
        RemedyKind::LosePoints => format!("{offender} loses points"),
        RemedyKind::Fine => format!("{offender} pays a fine"),
        RemedyKind::Exclude => format!("{offender} is excluded from one or more rounds"),
        RemedyKind::Expel => format!("{offender} is expelled from the event"),
        RemedyKind::Promote if pieces.is_empty() => "the pawn becomes a piece".into(),
        RemedyKind::Promote => format!("the pawn becomes a {}", list_or(pieces)),
        RemedyKind::RemainPawn => "the pawn remains a pawn".into(),
        RemedyKind::Win => match winner {
            Some(winner) => format!("{} wins", winner.in_words()),
            None => "the game is won".into(),
        },
        RemedyKind::Draw => "the game is drawn".into(),
        RemedyKind::CountFifty => "a count of fifty moves begins".into(),
        RemedyKind::Umpire => format!("the {} decides", terms.arbiter),
        RemedyKind::MoveAnnounced => "the announced move is played".into(),
        RemedyKind::SealedMove => "the sealed move is played".into(),
        // These occur only in law files.
        RemedyKind::LoseRight => "the right to the penalty is lost".into(),
        RemedyKind::None => "no penalty".into(),
        RemedyKind::TouchedDuty => format!("the touched {} must be moved or captured", terms.pieces),
        RemedyKind::FirstPossible => {
            format!(
                "of the touched {}, the first that can be moved or captured is moved or captured",
                terms.pieces
            )
        }
    }
}

/// The piece that a remedy concerns, when there is no board to name its square.
pub fn generic_man(kind: RemedyKind, terms: &Terms) -> String {
    let piece = &terms.piece;
    match kind {
        RemedyKind::MoveLegally => format!("the {piece} wrongly moved"),
        RemedyKind::CaptureMan => format!("the {piece} wrongly captured"),
        RemedyKind::PlayLater => format!("the {piece} moved out of turn"),
        _ => format!("the touched {piece}"),
    }
}

/// The reason why no move satisfies a remedy of this kind, as a clause; `None` if the kind alone does not show it.
pub fn impossibility(kind: RemedyKind, terms: &Terms) -> Option<String> {
    let piece = &terms.piece;
    Some(match kind {
        RemedyKind::MoveTouched => format!("the touched {piece} cannot move"),
        RemedyKind::MoveKing => "the king cannot move".into(),
        RemedyKind::MoveRook => "the rook cannot move".into(),
        RemedyKind::CaptureTouched => format!("no touched {piece} can be captured"),
        RemedyKind::FirstPossible => format!("no touched {piece} can be moved or captured"),
        RemedyKind::MoveAnnounced => "the announced move is not legal".into(),
        _ => return None,
    })
}

/// The event that closes a window, as a clause, for a window of `n` moves by `who`.
pub fn window(closes: WindowId, n: u32, who: &str, players: Players<'_>) -> String {
    let moves = |more: &str| {
        if n == 1 { format!("one {more}move") } else { format!("{n} {more}moves") }
    };
    match closes {
        WindowId::AdversaryTouches => {
            format!("{} touches a {} in reply", players.adversary, players.terms.piece)
        }
        WindowId::AdversaryMoves => format!("{} completes a move", players.adversary),
        WindowId::AnyMove => format!("{} completes a legal move", players.adversary),
        WindowId::MovesEach => format!("each side has completed {}", moves("")),
        WindowId::MovesEither => format!("either side has completed {}", moves("")),
        WindowId::MovesOf if n == 1 => format!("{who} completes the next move"),
        WindowId::MovesOf => format!("{who} has completed {}", moves("")),
        WindowId::MovesEachSince => {
            format!("each side has completed {} after the offence", moves("more "))
        }
        WindowId::AnnouncerMoves => "the announcer completes the next move".to_owned(),
        WindowId::GameEnd => "the game ends".to_owned(),
        WindowId::Never => "no time limit".to_owned(),
    }
}

/// `one`, `one or another`, `one, another or a third`.
pub fn list_or(names: &[impl AsRef<str>]) -> String {
    joined(names, "or")
}

/// `120 seconds`, `half of the time left, at most 180 seconds`, or `time` if it is not known how much.
pub fn time(seconds: Option<u32>, part: Option<TimePart>) -> String {
    let seconds = seconds.map(|n| if n == 1 { "1 second".to_owned() } else { format!("{n} seconds") });
    match (part, seconds) {
        (None, None) => "time".to_owned(),
        (None, Some(seconds)) => seconds,
        (Some(part), None) => part.in_words().to_owned(),
        (Some(part), Some(seconds)) => format!("{}, at most {seconds}", part.in_words()),
    }
}

/// Whether the id of an article is a word: the article has no number, or its number is not known.
pub(crate) fn is_word(article: &str) -> bool {
    article.len() > 1 && article.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
}

/// `article 7.5.1`, or ``the article `touch` `` if its id is a word.
pub(crate) fn article_named(article: &str) -> String {
    if is_word(article) { format!("the article `{article}`") } else { format!("article {article}") }
}

/// `1 ply`, `3 plies`.
pub(crate) fn count_plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// `one`, `one and another`, `one, another and a third`.
pub fn list_and(names: &[impl AsRef<str>]) -> String {
    joined(names, "and")
}

fn joined(names: &[impl AsRef<str>], last_by: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {last_by} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::vocabulary::{Predicate, Word, phrases, vocabulary};

    /// The phrases of the sets that have a function in this file.
    fn phrases_of_functions() -> Vec<(&'static str, Vec<String>)> {
        let players = Players::BY_ROLE;
        let remedies = RemedyKind::all().iter().map(|kind| {
            let men = generic_man(*kind, players.terms);
            remedy(*kind, &RemedyDetails { players, men: &men, time: "time", pieces: &[], winner: None })
        });
        let closes = |id: &WindowId| window(*id, 4, "the second player", players);
        vec![
            (RemedyKind::NOUN, remedies.collect()),
            (WindowId::NOUN, WindowId::all().iter().map(closes).collect()),
            (Chooser::NOUN, Chooser::all().iter().map(|word| chooser_intro(*word, players)).collect()),
        ]
    }

    #[test]
    fn every_word_of_the_vocabulary_has_a_phrase() {
        let mut known: Vec<(&str, Vec<String>)> = phrases()
            .into_iter()
            .filter(|(_, phrases)| !phrases.is_empty())
            .map(|(what, phrases)| (what, phrases.into_iter().map(str::to_owned).collect()))
            .collect();
        known.extend(phrases_of_functions());
        for (what, words) in vocabulary() {
            let (_, phrases) =
                known.iter().find(|(known, _)| *known == what).unwrap_or_else(|| panic!("{what}"));
            assert!(phrases.len() >= words.len(), "{what}");
            for phrase in phrases {
                assert!(!phrase.trim().is_empty(), "{what}");
                let id = words.iter().find(|word| word.contains('-') && phrase.contains(**word));
                assert_eq!(id, None, "{what}: {phrase}");
            }
        }
        assert_eq!(known.len(), vocabulary().len());
    }

    #[test]
    fn a_fact_and_its_negation_have_different_phrases() {
        for predicate in Predicate::all() {
            assert_ne!(predicate.phrase(true), predicate.phrase(false), "{predicate}");
        }
    }

    #[test]
    fn names_are_joined() {
        assert_eq!(list_or(&["queen"]), "queen");
        assert_eq!(list_or(&["queen", "rook"]), "queen or rook");
        assert_eq!(list_and(&["queen", "rook", "bishop"]), "queen, rook and bishop");
    }
}
