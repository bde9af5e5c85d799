//! `penalty.*` and `discovery.*`: what players ask for, waive and point out, and what the arbiter decides.

use crate::chess::Color;
use crate::game::{Choice, UmpireRuling, ruling_in_words};
use crate::law::Terms;

// What a player asked for; `asked` comes after the verb: `for a move of the king`

/// The offender chose among the remedies.
pub(crate) fn chose(by: Color, remedy: &str, choice: Option<&Choice>) -> String {
    format!("{by} chose {remedy}{}", choice_in_words(choice))
}

pub(crate) fn asked(by: Color, asked: &str, choice: Option<&Choice>) -> String {
    format!("{by} asked {asked}{}", choice_in_words(choice))
}

/// ` (e2)`
fn choice_in_words(choice: Option<&Choice>) -> String {
    choice.map_or_else(String::new, |choice| format!(" ({choice})"))
}

/// `taker`: the capturing man that the player named.
pub(crate) fn capture_with(asked: &str, taker: &str) -> String {
    format!("{asked} with {taker}")
}

pub(crate) fn asked_beforehand(by: Color, asked: &str) -> String {
    format!("{by} asked beforehand {asked}")
}

pub(crate) fn asked_the_impossible(by: Color, asked: &str) -> String {
    format!("{by} asked {asked}, which cannot be done")
}

pub(crate) fn so_no_penalty(asked_the_impossible: &str) -> String {
    format!("{asked_the_impossible}: there is no penalty")
}

pub(crate) fn required_instead(asked_the_impossible: &str, due: &str) -> String {
    format!("{asked_the_impossible}; required instead: {due}")
}

pub(crate) fn asked_for_rook_move(by: Color) -> String {
    format!("{by} asked that only the rook's move remain")
}

/// Why a player does not get what the player asks for.
#[derive(PartialEq, Eq)]
pub(crate) enum Unavailable {
    Waived,
    ChoiceOf(Color),
    /// The law orders it anyway.
    ByLaw,
    NoChoice,
    Settled,
    /// The choice named with the demand is not open.
    WrongChoice,
    Impossible,
    NotGiven,
    /// The known part of the text does not give it.
    NotKnown,
    Unclear,
    /// It depends on a sealed text that cannot be read here.
    SealUndecided,
}

pub(crate) fn unavailable(by: Color, asked: &str, why: &Unavailable, terms: &Terms) -> String {
    let asks = format!("{by} asks {asked}");
    match why {
        Unavailable::Waived => format!("{asks}, but has waived the offence"),
        Unavailable::ChoiceOf(other) => format!("{asks}, but the choice is {other}'s"),
        Unavailable::ByLaw => format!("{asks}, which the law orders without a request"),
        Unavailable::NoChoice => format!("{asks}, but has no right to choose it"),
        Unavailable::Settled => format!("{asks}, but the offence is already settled"),
        Unavailable::WrongChoice => {
            format!("{asks}, but names a {} or a move that is not allowed here", terms.piece)
        }
        Unavailable::Impossible => format!("{asks}, which cannot be done here"),
        Unavailable::NotGiven => format!("{asks}, but the code gives no such remedy here"),
        Unavailable::NotKnown => format!("{asks}, but the known text of the code gives no such remedy here"),
        Unavailable::Unclear => format!("{asks}, but the code does not say whether it gives this here"),
        Unavailable::SealUndecided => {
            format!("{asks}, but it is undecided whether the sealed text gives a right to it")
        }
    }
}

/// Of the record: there is no offence.
pub(crate) fn nothing_gives(by: Color, asked: &str) -> String {
    format!("{by} asks {asked}, but nothing recorded so far gives a right to it")
}

pub(crate) fn right_lost() -> String {
    "the right to the penalty was lost by the demand for an illegal move".to_owned()
}

pub(crate) fn known_text_gives_nothing() -> String {
    "whether the rest of the text gives it is not known".to_owned()
}

pub(crate) fn code_gives_nothing() -> String {
    "the code gives no remedy for this".to_owned()
}

pub(crate) fn code_gives(remedies: &str) -> String {
    format!("remedies under the code: {remedies}")
}

/// `remedy`: the remedy as the object of a request.
pub(crate) fn gives_it_for_similar_acts(article: &str, remedy: &str) -> String {
    let what = if super::remedies::is_clause(remedy) { "this" } else { remedy };
    format!("{article} gives {what} for similar acts")
}

pub(crate) fn answer_without_effect(by: Color, answer: &str) -> String {
    format!("{by} answers the call with {answer}, which has no effect")
}

pub(crate) fn too_late(by: Color, asked: &str) -> String {
    format!("{by} asks too late {asked}")
}

/// `closed` is when the right ended: `with 12. Nf3`.
pub(crate) fn right_ended(closed: &str) -> String {
    format!("the right ended {closed}")
}

// What a player waived

pub(crate) fn cannot_be_waived(by: Color) -> String {
    format!("{by} waives the remedy, but the law imposes it")
}

pub(crate) fn waived_by_one(by: Color) -> String {
    format!("{by} waives it, but {} may still claim it", by.other())
}

pub(crate) fn own_offence_waived(by: Color) -> String {
    let other = by.other();
    format!("{by} waives {by}'s own offence, which only {other} may waive: this has no effect")
}

pub(crate) fn nothing_to_waive(by: Color) -> String {
    format!("{by} waives an offence, but there is none that {by} may waive: this has no effect")
}

pub(crate) fn indulgence(by: Color, in_return: bool) -> String {
    if in_return {
        format!("{by} asks for an indulgence in return for one that {by} gave")
    } else {
        format!("{by} asks for an indulgence")
    }
}

// What was required and not done

pub(crate) fn satisfies_another(numbered: &str) -> String {
    format!("{numbered} satisfies another demand, and no move satisfies both")
}

pub(crate) fn slip_penalized(slip: &str) -> String {
    format!("{slip} was taken back, and the penalty for it applies instead")
}

pub(crate) fn castled(by: Color) -> String {
    format!("{by} castles where a move of the king is required as a penalty")
}

pub(crate) fn castling_not_excluded() -> String {
    "the code does not exclude castling, so castling counts as a move of the king".to_owned()
}

pub(crate) fn plays_otherwise(offender: Color, text: &str, due: &str) -> String {
    if super::remedies::is_clause(due) {
        format!("{offender} plays {text}, but it is required {due}")
    } else {
        format!("{offender} plays {text}, but {due} is required")
    }
}

/// At the end of the record, the penalty can still be carried out, or it is too late.
pub(crate) fn not_done(due: &str) -> String {
    if due.is_empty() {
        "play continues, but the move is not taken back".to_owned()
    } else {
        let was_required = |due: &str| {
            if super::remedies::is_clause(due) { "it was required" } else { "this was required:" }
        };
        match due.strip_prefix(super::remedies::RETRACTION) {
            Some("") => "play continues, although the moves had to be taken back".to_owned(),
            Some(rest) if rest.starts_with(", then ") => {
                let rest = rest.trim_start_matches(", then ");
                format!(
                    "play continues, although the moves had to be taken back, and then {} {rest}",
                    was_required(rest)
                )
            }
            _ => format!("play continues, although {} {due}", was_required(due)),
        }
    }
}

pub(crate) fn then_played_on(by: Color) -> String {
    format!("{by} then played on")
}

pub(crate) fn finder_played_on(by: Color) -> String {
    format!("{by} pointed it out, but then played on")
}

// What was pointed out

/// `finder` is from [`finder`].
pub(crate) fn pointed_out_late(finder: &str) -> String {
    format!("{finder} pointed it out, but too late")
}

pub(crate) fn no_move_out_of_turn() -> String {
    "there is no move out of turn that this notice could refer to".to_owned()
}

pub(crate) fn no_touch() -> String {
    "the record shows no touch that this notice could refer to".to_owned()
}

pub(crate) fn no_man_dropped(terms: &Terms) -> String {
    format!("the record does not show that a {} fell off the board", terms.piece)
}

pub(crate) fn no_illegal_move() -> String {
    "there is no illegal move that this notice could refer to".to_owned()
}

pub(crate) fn other_illegal_move(ply: u32, other: &str) -> String {
    format!("the notice names ply {ply}, but the illegal move is {other}")
}

pub(crate) fn no_check_unanswered(finder: &str) -> String {
    format!("{finder} points out a check, but no check was left unanswered")
}

/// `player`: the player who found it, or else the arbiter.
pub(crate) fn finder(player: Option<Color>, terms: &Terms) -> String {
    player.map_or_else(|| format!("the {}", terms.arbiter), |player| player.to_string())
}

pub(crate) fn found_in_check_since(finder: &str, king: Color, since: &str) -> String {
    format!("{finder} finds that {king}'s king has been in check since {since}")
}

pub(crate) fn found_in_check(king: Color, since: Option<&str>) -> String {
    let since = since.map_or_else(String::new, |text| format!(" since {text}"));
    format!("{king}'s king is found to have been in check{since}")
}

/// `what` is a legal move made in a wrong way.
pub(crate) fn objects_to_manner(finder: &str, what: &str) -> String {
    format!("{finder} objects to the way in which {what} was made")
}

pub(crate) fn found_press_without_move(finder: &str, offender: Color) -> String {
    format!("{finder} finds that {offender} pressed the clock without having moved")
}

pub(crate) fn found_illegal(finder: &str, what: &str) -> String {
    format!("{finder} finds that {what} was illegal")
}

pub(crate) fn an_earlier_move() -> String {
    "an earlier move".to_owned()
}

pub(crate) fn next_move_awaited(article: Option<&str>, terms: &Terms) -> String {
    let article = article.map_or_else(String::new, |article| format!(" ({article})"));
    format!("the {} waited for the next move{article}", terms.arbiter)
}

pub(crate) fn ended_before_next_move() -> String {
    "the game ended before the next move".to_owned()
}

pub(crate) fn next_move_corrected() -> String {
    "the next move corrected the position".to_owned()
}

// What the arbiter ruled

pub(crate) fn ruled(what: UmpireRuling, terms: &Terms) -> String {
    format!("the {} ruled that {}", terms.arbiter, ruling_in_words(what, terms))
}

pub(crate) fn rules_for_both(what: UmpireRuling, terms: &Terms) -> String {
    format!("asked by both players, the {} rules that {}", terms.arbiter, ruling_in_words(what, terms))
}

pub(crate) fn rules_on_appeal(what: UmpireRuling, terms: &Terms) -> String {
    format!("asked for a decision, the {} rules that {}", terms.arbiter, ruling_in_words(what, terms))
}

pub(crate) fn rules_unasked(what: UmpireRuling, terms: &Terms) -> String {
    format!("without being asked, the {} rules that {}", terms.arbiter, ruling_in_words(what, terms))
}

pub(crate) fn only_opponent_may_claim(opponent: Color, terms: &Terms) -> String {
    format!("the {} pointed this out, but only {opponent} may claim it", terms.arbiter)
}

pub(crate) fn points_out_unasked(terms: &Terms) -> String {
    format!("without being asked, the {} points something out", terms.arbiter)
}

pub(crate) fn rules_otherwise(what: UmpireRuling, terms: &Terms) -> String {
    format!(
        "the {} rules that {}, which the code does not provide for here",
        terms.arbiter,
        ruling_in_words(what, terms)
    )
}

/// `due`: the player who gets time under the code, and the seconds.
pub(crate) fn rules_other_time(what: UmpireRuling, due: (Color, u32), terms: &Terms) -> String {
    let (player, seconds) = due;
    format!(
        "the {} rules that {}, but the code gives {player} {seconds} seconds",
        terms.arbiter,
        ruling_in_words(what, terms)
    )
}

pub(crate) fn reason_not_recorded() -> String {
    "the record does not show the reason for the ruling".to_owned()
}
