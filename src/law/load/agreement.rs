//! Notes where a sentence of a law file does not agree with the rest of its table: who chooses, until when, whether it is a
//! duty or a right, the result, and how many.
//!
//! Each check is narrow: a law file of printed law has many turns of phrase, and a note on a sound one costs trust.

use crate::law::provision::{Provision, WindowRule};
use crate::law::reading::Reading;
use crate::law::remedy::RemedyRule;
use crate::law::tally::Tally;
use crate::law::vocabulary::{Binds, Chooser, CountOf, Piece, RemedyKind, WindowId};
use crate::toml_reader::TomlReader;

use super::draft::Draft;
use super::scope::Placed;
use super::sentence::Sentence;

/// Notes each sentence of the file itself that contradicts its table.
pub(super) fn note_contradictions(reader: &mut TomlReader, draft: &Draft) {
    for placed in draft.provisions.iter().filter(|placed| !placed.is_inherited) {
        let provision = &placed.item;
        let readings: Vec<&Reading> = draft
            .readings
            .iter()
            .map(|reading| &reading.item)
            .filter(|reading| reading.article == provision.article)
            .collect();
        let tally = draft.tallies.iter().map(|tally| &tally.item);
        let tally =
            provision.tally.as_ref().and_then(|named| tally.clone().find(|tally| tally.article == *named));
        for fault in faults(provision, &readings, tally) {
            note(reader, placed, &provision.article, &fault);
        }
    }
    for placed in draft.tallies.iter().filter(|placed| !placed.is_inherited) {
        let strikes = placed.item.strikes.iter().flat_map(|strike| &strike.remedies);
        let rules = with_fallbacks(strikes);
        let says = placed.item.says.as_deref().map(Sentence::of);
        if let Some(fault) = says.and_then(|says| time(&says, &rules)) {
            note(reader, placed, &placed.item.article, &fault);
        }
    }
}

fn note<T>(reader: &mut TomlReader, placed: &Placed<T>, article: &str, fault: &str) {
    let help = "change the sentence or the table, whichever is not as the source has it";
    reader.note(
        placed.name.clone(),
        format!("article {article} contradicts itself: {fault}"),
        Some(help.to_owned()),
    );
}

fn faults(provision: &Provision, readings: &[&Reading], tally: Option<&Tally>) -> Vec<String> {
    let says = Sentence::of(&provision.says);
    let own = with_fallbacks(provision.remedies.iter().chain(&provision.otherwise));
    let wrong = provision.wrong.iter().flat_map(|wrong| &wrong.remedies);
    let counted = tally.into_iter().flat_map(|tally| &tally.strikes).flat_map(|strike| &strike.remedies);
    let all =
        with_fallbacks(provision.remedies.iter().chain(&provision.otherwise).chain(wrong).chain(counted));
    // The readings of an article can supply what its sentence does not say.
    let mut known = provision.says.to_string();
    for reading in readings {
        known.push_str("; ");
        known.push_str(&reading.taken);
    }
    let known = Sentence::of(&known);
    let of_readings = readings.iter().filter_map(|reading| reading_of_window(provision, reading));
    [who(&says, &own), force(&says, provision), time(&says, &all)]
        .into_iter()
        .flatten()
        .chain(provision.window.iter().flat_map(|window| until(&says, window)))
        .chain(counts(&says, provision))
        .chain(results(&says, &known, provision, &all))
        .chain(unsaid(&known, provision))
        .chain(of_readings)
        .collect()
}

fn with_fallbacks<'a>(rules: impl Iterator<Item = &'a RemedyRule>) -> Vec<&'a RemedyRule> {
    rules.flat_map(RemedyRule::chain).collect()
}

fn gives(rules: &[&RemedyRule], kinds: &[RemedyKind]) -> bool {
    rules.iter().any(|rule| kinds.contains(&rule.kind))
}

/// The player who chooses.
fn who(says: &Sentence, rules: &[&RemedyRule]) -> Option<String> {
    if rules.is_empty() {
        return None;
    }
    let asks = "require|demand|insist|compel|oblige|exact";
    let picks = "choose*|elect*|select*|name|names|dictate*|pick|picks|decide|decides";
    let opponent = [
        format!("opponent {picks}"),
        format!("opponent may {picks}"),
        format!("opponent may {asks}"),
        "selected|chosen|named|designated|compelled|obliged by the opponent".to_owned(),
        "at the opponent's choice|option".to_owned(),
    ];
    let chooses = |part: &Sentence| opponent.iter().any(|phrase| part.has(phrase));
    let parts = says.parts();
    // If one part of the sentence lays down a duty and another gives the opponent a choice, the table may have the duty.
    let has_duty_of_its_own = parts.iter().any(|part| !chooses(part) && part.has("must|shall"));
    // In these remedies the opponent chooses the piece or the move, even if another player chooses the remedy.
    let offers =
        [RemedyKind::MoveNamed, RemedyKind::MoveOther, RemedyKind::SealedMove, RemedyKind::ParryOther];
    let is_by = |chooser: Chooser| rules.iter().any(|rule| rule.chooser == chooser);
    if chooses(says) && !has_duty_of_its_own && !is_by(Chooser::Adversary) && !gives(rules, &offers) {
        return Some(
            "its sentence leaves the choice to the opponent, and no remedy has chooser = \"adversary\""
                .to_owned(),
        );
    }
    let offender = says.has_any(&["own choice|option", "offender's choice|option"])
        || (says.has("offender chooses|elects") && !says.has("offender chooses|elects how"));
    (offender && !chooses(says) && !is_by(Chooser::Offender)).then(|| {
        "its sentence leaves the choice to the offender, and no remedy has chooser = \"offender\"".to_owned()
    })
}

/// The end of the right.
fn until(says: &Sentence, window: &WindowRule) -> Vec<String> {
    let closes = window.closes;
    let mut faults = Vec::new();
    let any_time =
        says.has_any(&["at any time", "whenever", "during|throughout the game", "course of the game"]);
    if any_time && !matches!(closes, WindowId::GameEnd | WindowId::Never) {
        faults.push(format!("its sentence sets no time limit, and its window closes with `{closes}`"));
    }
    if says.has_then("before|until opponent touch*|has", "touch*", ";")
        || says.has_then("before|until the opponent touch*|has", "touch*", ";")
    {
        if closes != WindowId::AdversaryTouches {
            faults.push(format!(
                "its sentence ends the right when the opponent touches, and its window closes with `{closes}`"
            ));
        }
    } else {
        let moves = "moves|moved|replies|replied|plays|played|completes|completed";
        let until = says.has_then("before|until the|opponent", moves, "touch*")
            && says.has_then("before|until", "opponent", "touch*");
        let by_moves = matches!(
            closes,
            WindowId::AdversaryMoves
                | WindowId::AnnouncerMoves
                | WindowId::AnyMove
                | WindowId::MovesOf
                | WindowId::MovesEach
                | WindowId::MovesEachSince
        );
        if until && !by_moves {
            faults.push(format!(
                "its sentence ends the right when the opponent moves, and its window closes with `{closes}`"
            ));
        }
    }
    if let Some(n) = window.n {
        faults.extend(number(says, "move*", n, "its window has"));
    }
    faults
}

/// The window that a reading is about, if it names an alternative window.
fn reading_of_window(provision: &Provision, reading: &Reading) -> Option<String> {
    let mut settings = reading.alternatives.iter().flat_map(|alternative| &alternative.settings);
    let window = provision.window.as_ref().filter(|_| settings.any(|setting| &*setting.path == "window"))?;
    let taken = Sentence::of(&reading.taken);
    let fault = until(&taken, window).into_iter().next()?;
    Some(format!("of its reading, {fault}"))
}

/// A number of the table that the sentence gives otherwise.
fn number(says: &Sentence, of: &str, n: u32, whose: &str) -> Option<String> {
    let said = says.numbers_of(of);
    let is_said = said.is_empty()
        || said.contains(&n)
        // A right while no more than four moves are made closes with the fifth.
        || (says.has("more than") && said.iter().any(|said| said.checked_add(1) == Some(n)));
    (!is_said).then(|| {
        let said: Vec<String> = said.iter().map(u32::to_string).collect();
        format!("its sentence has the number {}, and {whose} n = {n}", said.join(" or "))
    })
}

fn counts(says: &Sentence, provision: &Provision) -> Vec<String> {
    let mut faults = Vec::new();
    if let Some(opened) = provision.opened {
        faults.extend(number(says, "move*", opened.moves_each, "it is opened by"));
    }
    if let Some(count) = provision.required_count() {
        if count.of == CountOf::MovesEach {
            faults.extend(number(says, "move*", count.n, "its count has"));
        } else {
            // The third occurrence comes after two earlier ones.
            let earlier = says.has_any(&["before", "already", "earlier"]);
            let n = if earlier { says.numbers_of("time*|occurrence*") } else { Vec::new() };
            if n.iter().all(|said| said.checked_add(1) != Some(count.n)) {
                faults.extend(number(says, "time*|occurrence*", count.n, "its count has"));
            }
        }
    }
    faults
}

/// The time that is added or taken.
fn time(says: &Sentence, rules: &[&RemedyRule]) -> Option<String> {
    let given: Vec<u32> = rules.iter().filter_map(|rule| rule.seconds).collect();
    let minutes = says.numbers_of("minute*");
    let minutes = minutes.iter().map(|minutes| minutes.saturating_mul(60));
    let said: Vec<u32> = minutes.chain(says.numbers_of("second|seconds")).collect();
    let differs = !given.is_empty() && !said.is_empty() && !said.iter().any(|said| given.contains(said));
    differs.then(|| {
        let given: Vec<String> = given.iter().map(u32::to_string).collect();
        format!(
            "its sentence gives another time than its remedies, which have seconds = {}",
            given.join(" and ")
        )
    })
}

/// A duty or a right.
fn force(says: &Sentence, provision: &Provision) -> Option<String> {
    if provision.claim.is_some() {
        return None;
    }
    let must = says.has("must|shall");
    let demands = says.has_any(&[
        "opponent may require|demand|insist|compel|oblige|claim|elect|choose",
        "may demand|claim|insist|require",
        "has the right to",
    ]);
    let chooses = [
        "may",
        "elect*",
        "choos*",
        "choice",
        "option",
        "select*",
        "name",
        "names",
        "named",
        "dictate*",
        "designate*",
        "demand*",
        "claim*",
        "call*",
        "notice",
        "request*",
        "require*",
        "right",
        "prefer*",
        "allow*",
        "wish*",
        "decide*",
        "compel*",
        "oblig*",
    ];
    match provision.binds {
        Binds::Duty if demands && !must && !provision.remedies.is_empty() => {
            Some("its sentence gives a right, and it has binds = \"duty\"".to_owned())
        }
        Binds::Right if must && !chooses.iter().any(|word| says.has_word(word)) => {
            Some("its sentence lays down a duty, and it has binds = \"right\"".to_owned())
        }
        Binds::None if must && !provision.remedies.is_empty() => {
            Some("its sentence lays down a duty, and it has binds = \"none\"".to_owned())
        }
        _ => None,
    }
}

/// The result of the game. `known` is the sentence with its readings, `all` every remedy that can follow.
fn results(says: &Sentence, known: &Sentence, provision: &Provision, all: &[&RemedyRule]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut add = |is_fault: bool, what: &str| {
        if is_fault {
            faults.push(what.to_owned());
        }
    };
    let has_remedy = !provision.remedies.is_empty();
    let loses = says.has_any(&["loses|forfeits the game", "game is lost|forfeited"]);
    let lost = [RemedyKind::Forfeit, RemedyKind::Win, RemedyKind::Umpire, RemedyKind::Draw];
    add(
        has_remedy && loses && !gives(all, &lost),
        "its sentence takes the game from a player, and no remedy does",
    );
    let drawn = says.has_any(&["game is drawn", "draws the game"]);
    let for_draw = [RemedyKind::Draw, RemedyKind::CountFifty, RemedyKind::Umpire, RemedyKind::Proceed];
    add(has_remedy && drawn && !gives(all, &for_draw), "its sentence draws the game, and no remedy does");
    let annulled =
        says.has_any(&["game is annulled|void|cancelled", "game must|shall be annulled|cancelled"]);
    let annuls = [RemedyKind::Annul, RemedyKind::Recommence];
    add(has_remedy && annulled && !gives(all, &annuls), "its sentence annuls the game, and no remedy does");
    let unsaid = |kind: RemedyKind, words: &[&str]| {
        provision.remedies.iter().any(|rule| rule.kind == kind)
            && !words.iter().any(|word| known.has_word(word))
    };
    add(
        unsaid(
            RemedyKind::Forfeit,
            &["los*", "lost", "forfeit*", "against", "win*", "won", "defeat*", "decid*"],
        ),
        "a remedy takes the game from a player, and its sentence does not say so",
    );
    add(
        unsaid(RemedyKind::Win, &["win*", "won", "los*", "lost"]),
        "a remedy wins the game, and its sentence does not say so",
    );
    add(
        provision.claim.is_none() && unsaid(RemedyKind::Draw, &["draw*", "half"]),
        "a remedy draws the game, and its sentence does not say so",
    );
    let anew =
        ["annul*", "void", "cancel*", "never", "new", "anew", "again", "count", "begin*", "begun", "no"];
    add(unsaid(RemedyKind::Annul, &anew), "a remedy annuls the game, and its sentence does not say so");
    faults
}

/// The man that must move, and the moves that go back.
fn unsaid(known: &Sentence, provision: &Provision) -> Vec<String> {
    let gives = |kinds: &[RemedyKind]| provision.remedies.iter().any(|rule| kinds.contains(&rule.kind));
    let says = |words: &[&str]| words.iter().any(|word| known.has_word(word));
    let back = [
        "retract*",
        "back",
        "retrac*",
        "undo",
        "undone",
        "restor*",
        "return*",
        "revert*",
        "reinstat*",
        "replac*",
        "restart*",
        "reconstruct*",
        "correct*",
        "position",
        "again",
    ];
    let is_retraction = !provision.remedies.is_empty()
        && provision.remedies.iter().all(|rule| rule.kind == RemedyKind::Retract);
    let queen = provision.remedies.iter().any(|rule| rule.pieces == [Piece::Queen]);
    let captures = [RemedyKind::CaptureTouched, RemedyKind::CaptureMan];
    [
        (gives(&[RemedyKind::MoveKing]) && !says(&["king", "king's"]), "a remedy moves the king"),
        (gives(&[RemedyKind::MoveRook]) && !says(&["rook", "rook's", "rooks"]), "a remedy moves the rook"),
        (gives(&captures) && !says(&["captur*", "tak*", "prizable"]), "a remedy is a capture"),
        (is_retraction && !says(&back), "its remedy takes moves back"),
        (queen && !says(&["queen"]), "a remedy makes the pawn a queen"),
    ]
    .into_iter()
    .filter(|(is_fault, _)| *is_fault)
    .map(|(_, what)| format!("{what}, and its sentence does not say so"))
    .collect()
}
