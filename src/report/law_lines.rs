//! A ruling line by line, for every report for reading: the law, what it gives, until when, and what follows.

use crate::chess::{self, Square};
use crate::finding::{
    CLOSED_BEFORE, Course, Disposition, Ending, Fallback, Finding, MovesBack, Remedy, Retract, Stance,
    TimeGiven, Window, WindowState,
};
use crate::law::words::{self, Players, RemedyDetails};
use crate::law::{Chooser, Family, Person, RemedyKind, Rule, WindowId};

use super::text::{cited, count, plural};

/// At most this many moves of one remedy are named.
const MOVES_SHOWN: usize = 12;

/// The words for a code that does not mention the matter, after the name of the code.
pub(super) const SILENT: &str = "silent: it does not mention this";
/// The words for a code whose known text does not mention the matter.
pub(super) const UNREVEALED: &str = "not known: the part of its text that was read does not mention this";
/// The words for a silent code if a note says what it has on the matter.
pub(super) const SILENT_NOTED: &str = "silent: no article applies here";
/// The words for a code of which only a part is known, if a note says what it has on the matter.
pub(super) const UNREVEALED_NOTED: &str = "not known: no article that was read applies here";

/// A label and its texts, each of which begins on a line of its own.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct LawLine {
    pub label: String,
    pub texts: Vec<String>,
}

impl LawLine {
    pub(super) fn new(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self { label: label.into(), texts: vec![text.into()] }
    }
}

/// The label of a case from which the result of the game follows.
pub(super) const DECIDES: &str = "decides the game";

/// The label of a repair.
pub(super) const FIX: &str = "fix";

/// Whether the case ended without the required remedy.
pub(super) fn is_forgone(finding: &Finding) -> bool {
    matches!(finding.disposition, Some(Disposition::Lapsed | Disposition::Waived | Disposition::Misapplied))
}

/// The citation, what goes back, the remedies, the time limit and the help, as far as the finding has them. The citation
/// comes first.
pub(crate) fn law_lines(finding: &Finding) -> Vec<LawLine> {
    let mut lines: Vec<LawLine> = Vec::new();
    if let (Some(law), Some(citation)) = (cited(finding), &finding.citation) {
        let says = match (&finding.says, finding.stance) {
            (Some(says), _) => says.to_string(),
            (None, Stance::Silent) if finding.help.is_some() => SILENT_NOTED.to_owned(),
            (None, Stance::Unrevealed) if finding.help.is_some() => UNREVEALED_NOTED.to_owned(),
            (None, Stance::Silent) => SILENT.to_owned(),
            (None, Stance::Unrevealed) => UNREVEALED.to_owned(),
            (None, Stance::Speaks) => String::new(),
        };
        // A matter of fact has no article and no words.
        if citation.article.is_some() || !says.is_empty() {
            lines.push(LawLine::new(law, says));
        }
    }
    if let Some(retract) = finding.moves_back() {
        let label = match finding.course.moves_back {
            MovesBack::ForThis => "taken back",
            MovesBack::Later if is_forgone(finding) => "taken back later",
            MovesBack::No if is_forgone(finding) => "not taken back",
            _ if is_optional(finding) => "may be taken back",
            _ => "take back",
        };
        lines.push(LawLine::new(label, take_back(retract, finding)));
    }
    if !finding.remedies.is_empty() {
        let label = match finding.disposition {
            Some(Disposition::Lapsed | Disposition::Waived) if is_claimed(finding) => {
                "remedies not carried out"
            }
            Some(Disposition::Lapsed | Disposition::Waived) => "unused remedies",
            // The game was void before the remedy could apply.
            Some(Disposition::Annulled) if !is_void_by_remedy(finding) => "unused remedies",
            Some(Disposition::Stands) if outcome(finding).is_some() => "unused remedies",
            _ if matches!(finding.course.ending, Some(Ending::DrawAccepted | Ending::DecidedBefore)) => {
                "unused remedies"
            }
            Some(Disposition::Misapplied)
                if finding.remedies.iter().all(|remedy| remedy.chooser == Chooser::Law) =>
            {
                "required"
            }
            _ => "remedies",
        };
        lines.push(LawLine { label: label.into(), texts: remedies(finding) });
    }
    // The time limit matters only if nothing was asked for, and it still may be or might have been.
    let asked = finding.course.asked
        || finding.course.appealed
        || matches!(
            finding.disposition,
            Some(
                Disposition::Enforced
                    | Disposition::Complied
                    | Disposition::Retracted
                    | Disposition::Misapplied
                    | Disposition::Annulled
            )
        )
        || finding.disposition == Some(Disposition::Stands)
            && (finding.remedies.is_empty()
                || finding.window.as_ref().is_some_and(|window| window.state == WindowState::Open))
        || finding.disposition == Some(Disposition::Waived)
            && finding.window.as_ref().is_some_and(|window| window.closed_ply.is_none());
    if let Some(window) = finding.window.as_ref().filter(|_| !asked) {
        lines.push(LawLine::new("claim until", until(window, finding)));
    }
    if let Some(help) = &finding.help {
        // Advice is about the record; a case has facts.
        let label = match finding.rule.is_about_record() {
            true => "help",
            false if help.starts_with("the position remains") => "effect",
            false => "note",
        };
        lines.push(LawLine::new(label, help.clone()));
    }
    if let Some(fix) = &finding.fix {
        lines.push(LawLine::new(FIX, format!("{} ({})", fix.title, fix.class.switch())));
    }
    lines
}

/// Whether the remedy was claimed.
fn is_claimed(finding: &Finding) -> bool {
    let Course { elected, asked, appealed, ending, .. } = &finding.course;
    elected.is_some() || *asked || *appealed || *ending == Some(Ending::PlayedOn)
}

/// Whether moves may be taken back by an unused right.
fn is_optional(finding: &Finding) -> bool {
    let is_of_retraction = |remedy: &Remedy| remedy.kind == RemedyKind::Retract;
    let is_right = |remedy: &Remedy| remedy.chooser != Chooser::Law;
    (matches!(finding.rule, Rule::CallCheckMissing | Rule::CallCheckFalse)
        || finding.remedies.iter().any(is_of_retraction) && finding.remedies.iter().all(is_right))
        && finding.disposition == Some(Disposition::Open)
        && !finding.course.asked
}

/// Whether the void game is a remedy that was used.
fn is_void_by_remedy(finding: &Finding) -> bool {
    let is = |remedy: &Remedy, kinds: &[RemedyKind]| kinds.contains(&remedy.kind);
    match finding.course.elected.and_then(|index| finding.remedies.get(index)) {
        Some(chosen) => is(chosen, &[RemedyKind::Annul, RemedyKind::Recommence]),
        None => finding.remedies.iter().any(|remedy| {
            is(remedy, &[RemedyKind::Annul]) || finding.course.asked && is(remedy, &[RemedyKind::Recommence])
        }),
    }
}

/// The end of the case, as the label under the move. `None` for a draw that needs no action and for a ruling, because the
/// finding says so itself.
pub(crate) fn outcome(finding: &Finding) -> Option<&'static str> {
    let decides =
        |remedy: &Remedy| matches!(remedy.kind, RemedyKind::Forfeit | RemedyKind::Draw | RemedyKind::Win);
    // Only the remedy that was chosen, if one was, has an effect.
    let mut applied = match finding.course.elected {
        Some(index) => finding.remedies.get(index..=index).unwrap_or_default(),
        None => &finding.remedies,
    }
    .iter();
    let is_closed_before = finding.course.closed.as_deref() == Some(CLOSED_BEFORE);
    Some(match (finding.disposition?, finding.course.time) {
        (Disposition::Stands, _)
            if finding.rule.is_in_family(Family::Draw) || finding.rule == Rule::PenaltyRuling =>
        {
            return None;
        }
        (ended, _) if finding.course.ending.is_some_and(|ending| ending.replaces(ended)) => {
            finding.course.ending?.label()
        }
        (Disposition::Enforced, _) if applied.any(decides) => DECIDES,
        (Disposition::Enforced, _) if finding.rule == Rule::DrawCount => "the call is in order",
        (Disposition::Enforced, _) if finding.remedies.is_empty() && finding.course.went_back() => {
            "taken back"
        }
        (Disposition::Enforced, _) if finding.remedies.is_empty() => DECIDES,
        // A man that was put back with the moves leaves nothing to do.
        (Disposition::Open, _)
            if finding.course.went_back() && applied.all(|remedy| remedy.kind == RemedyKind::Restore) =>
        {
            Disposition::Enforced.label()
        }
        (Disposition::Open, _) if finding.course.elected.is_some() => "chosen, but not yet carried out",
        (Disposition::Lapsed, _) if finding.course.asked => "claimed, but not carried out",
        (Disposition::Lapsed, _) if finding.course.appealed => "claimed on appeal, but not carried out",
        (Disposition::Lapsed, _) if is_closed_before => "too late",
        (Disposition::Lapsed, _) if finding.remedies.is_empty() && finding.retract.is_some() => {
            "not taken back in time"
        }
        (Disposition::Lapsed, _) if finding.remedies.is_empty() => "no penalty was possible",
        (Disposition::Enforced, TimeGiven::Untold) => "carried out as far as the record shows",
        (Disposition::Stands, _) if finding.stance != Stance::Speaks => finding.stance.label(),
        (ended, _) => ended.label(),
    })
}

/// The end of the case in a table, whose key explains the labels.
pub(super) fn short_outcome(finding: &Finding) -> Option<&'static str> {
    match finding.disposition? {
        Disposition::Lapsed => outcome(finding),
        Disposition::Enforced if outcome(finding) == Some(DECIDES) => Some(DECIDES),
        ended if finding.course.ending.is_some_and(|ending| ending.replaces(ended)) => outcome(finding),
        ended => Some(ended.label()),
    }
}

/// `3 plies, to the position after Black's move 22`
fn take_back(retract: Retract, finding: &Finding) -> String {
    let last_kept =
        (retract.to_ply > 0).then(|| match (&finding.course.back_to, named_ply(retract.to_ply, finding)) {
            (Some(named), _) => named.clone(),
            (None, Some((color, number))) => format!("{color}'s move {number}"),
            (None, None) => format!("ply {}", retract.to_ply),
        });
    // The end of the record does not show how many plies would have gone back at the time.
    if is_forgone(finding) && matches!(finding.course.moves_back, MovesBack::No | MovesBack::Later) {
        return last_kept.map_or("all moves".to_owned(), |last| format!("the moves after {last}"));
    }
    let position =
        last_kept.map_or("the starting position".to_owned(), |last| format!("the position after {last}"));
    format!("{}, to {position}", plural(u64::from(retract.plies), "ply", "plies"))
}

/// The player and the move number of a ply, counted from the finding's move, because a game may start at any number.
fn named_ply(ply: u32, finding: &Finding) -> Option<(chess::Color, u32)> {
    let movetext = finding.movetext.as_deref()?;
    let (number, rest) = movetext.split_once('.')?;
    let number: u32 = number.parse().ok()?;
    // In plies from the start of move 1.
    let here = number.checked_mul(2)?.checked_sub(u32::from(!rest.starts_with("..")))?;
    let there = (here + ply).checked_sub(finding.ply)?;
    let color = if there % 2 == 1 { chess::Color::White } else { chess::Color::Black };
    Some((color, there.div_ceil(2)))
}

/// The player of the act: the offender, the claimant, or the player that a ruling concerns.
fn actor(finding: &Finding) -> Option<chess::Color> {
    finding.offender.or(finding.course.actor)
}

/// The name of a party to the case: a colour if it is known.
fn party(finding: &Finding, part: &str) -> String {
    match (actor(finding), part) {
        (Some(color), "offender") => color.name().to_owned(),
        (Some(color), "adversary") => color.other().name().to_owned(),
        (None, "adversary") => format!("the {}", finding.terms().opponent),
        (_, "second-player") => "the second player".to_owned(),
        (_, "finder") => "the player who finds it".to_owned(),
        (_, part) => format!("the {part}"),
    }
}

fn players<'a>(finding: &'a Finding, adversary: &'a str) -> Players<'a> {
    let offender = actor(finding).map_or(Players::BY_ROLE.offender, chess::Color::name);
    Players { offender, adversary, terms: finding.terms() }
}

/// The time limit, and whether it has passed.
fn until(window: &Window, finding: &Finding) -> String {
    // The announcer or the checker is the offender of such a case.
    let who = match window.who {
        Some(Person::Announcer | Person::Checker) => "offender",
        Some(Person::Claimant) if finding.course.actor.is_some() => "offender",
        Some(who) => who.id(),
        None => "player",
    };
    let adversary = party(finding, "adversary");
    let players = players(finding, &adversary);
    let end = words::window(window.closes, window.n.unwrap_or(1), &party(finding, who), players);
    match (window.state, window.closed_ply) {
        (WindowState::Unlimited, _) => words::window(WindowId::Never, 1, &party(finding, who), players),
        (WindowState::Open, _) => format!("{end} (still open)"),
        (WindowState::Closed, _) if window.closes == WindowId::GameEnd => format!("{end} (closed)"),
        (WindowState::Closed, Some(ply)) => match (&finding.course.closed, named_ply(ply, finding)) {
            (Some(closed), _) if closed == CLOSED_BEFORE => {
                format!("{end} (already over when this happened)")
            }
            (Some(closed), _) => format!("{end} (closed {closed})"),
            (None, Some((color, number))) => format!("{end} (closed with {color}'s move {number})"),
            (None, None) => format!("{end} (closed at ply {ply})"),
        },
        (WindowState::Closed, None) => format!("{end} (closed)"),
    }
}

/// A line for each remedy. The chooser is named at the first of the remedies to choose from.
fn remedies(finding: &Finding) -> Vec<String> {
    let remedies = &finding.remedies;
    let adversary = party(finding, "adversary");
    let players = players(finding, &adversary);
    let mut lines = Vec::with_capacity(remedies.len());
    let mut before: Option<Chooser> = None;
    let is_only = |chooser: Chooser| remedies.iter().filter(|remedy| remedy.chooser == chooser).count() == 1;
    for (index, remedy) in remedies.iter().enumerate() {
        if remedies.iter().take(index).any(|earlier| is_same_choice(earlier, remedy)) {
            continue;
        }
        let lead = words::remedy_lead(remedy.chooser, remedy.kind, before, is_only(remedy.chooser), players);
        before = Some(remedy.chooser);
        let mut line = match (finding.rule, remedy.kind, &finding.movetext) {
            (Rule::MoveRecalled, RemedyKind::Stand, Some(played)) => format!("{lead}{played} remains"),
            // A false cry of check led to a touch, not to a move.
            (Rule::CallCheckFalse, RemedyKind::Retract, _) if finding.retract.is_none() => {
                format!("{lead}the touch is taken back")
            }
            // The arbiter who grants the request gives both players time.
            (Rule::ClockIncrement, RemedyKind::AddTime, _) if remedy.chooser == Chooser::Umpire => format!(
                "the {} decides: more time with each move for {}, and {}",
                players.terms.arbiter,
                players.offender,
                remedy_in_words(remedy, &finding.course, players)
            ),
            _ => lead + &remedy_in_words(remedy, &finding.course, players),
        };
        if !remedy.moves.is_empty() {
            let named: Vec<&str> = remedy.moves.iter().take(MOVES_SHOWN).map(String::as_str).collect();
            line.push_str(" (");
            line.push_str(&named.join(", "));
            if remedy.moves.len() > MOVES_SHOWN {
                line.push_str(", …: ");
                line.push_str(&count(remedy.moves.len() as u64));
                line.push_str(" in all");
            }
            line.push(')');
        }
        if let Fallback::InsteadOf(Some(kind)) = remedy.fallback
            && let Some(why) = words::impossibility(kind, players.terms)
        {
            line.push_str(", because ");
            line.push_str(&why);
        }
        lines.push(line);
    }
    lines
}

/// Whether a move of the king is offered after the same moves of a touched king.
fn is_same_choice(earlier: &Remedy, remedy: &Remedy) -> bool {
    remedy.kind == RemedyKind::MoveKing
        && !remedy.moves.is_empty()
        && (&remedy.moves, remedy.chooser) == (&earlier.moves, earlier.chooser)
}

fn remedy_in_words(remedy: &Remedy, course: &Course, players: Players<'_>) -> String {
    let piece = &players.terms.piece;
    let named = |square: &Square| {
        let known = course.men.iter().find(|(on, _)| on == square).map(|(_, role)| role.name());
        format!("the {} on {square}", known.unwrap_or(piece))
    };
    let men = match remedy.men.as_slice() {
        [] => format!("the {piece}"),
        several => words::list_or(&several.iter().map(named).collect::<Vec<_>>()),
    };
    let pieces: Vec<&str> = remedy.pieces.iter().map(|role| role.name()).collect();
    words::remedy(
        remedy.kind,
        &RemedyDetails {
            players,
            men: &men,
            time: &words::time(remedy.seconds, remedy.part),
            pieces: &pieces,
            winner: None,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::sample::full;
    use super::*;

    #[test]
    fn plies_are_numbered_from_the_move_of_the_finding() {
        let mut finding = full();
        let name = |finding: &Finding, to_ply, plies| take_back(Retract { to_ply, plies }, finding);
        assert_eq!(name(&finding, 44, 3), "3 plies, to the position after Black's move 22");
        assert_eq!(name(&finding, 43, 1), "1 ply, to the position after White's move 22");
        assert_eq!(name(&finding, 0, 45), "45 plies, to the starting position");
        finding.movetext = Some("23... Nf6".into());
        finding.ply = 2;
        assert_eq!(name(&finding, 1, 1), "1 ply, to the position after White's move 23");
        finding.movetext = None;
        assert_eq!(name(&finding, 1, 1), "1 ply, to the position after ply 1");
    }

    #[test]
    fn every_window_has_words() {
        for closes in WindowId::ALL {
            for state in [WindowState::Open, WindowState::Closed, WindowState::Unlimited] {
                let window = Window {
                    closes: *closes,
                    opened_ply: 1,
                    closed_ply: Some(4),
                    state,
                    n: Some(4),
                    who: Some(Person::SecondPlayer),
                };
                assert!(until(&window, &full()).len() > 10);
            }
        }
    }
}
