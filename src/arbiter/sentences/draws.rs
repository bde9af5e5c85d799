//! `draw.*`: claims and offers of a draw, and positions that are drawn.

use crate::chess::{Color, Role};
use crate::game::{CountGround, Time};
use crate::law::{CountReset, Rule, Terms};

use crate::arbiter::words::{listed, listed_or};

/// `once`, `twice`, `three times`.
pub(crate) fn times(n: u32) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        3 => "three times".to_owned(),
        4 => "four times".to_owned(),
        5 => "five times".to_owned(),
        _ => format!("{n} times"),
    }
}

/// The excluded moves: ` without a capture or a pawn move`.
pub(crate) fn without_resets(resetting: &[CountReset], terms: &Terms) -> String {
    let name = |reset: &CountReset| match reset {
        CountReset::Capture => "a capture".to_owned(),
        CountReset::CaptureOfPiece => format!("the capture of a {} other than a pawn", terms.piece),
        CountReset::PawnMove => "a pawn move".to_owned(),
    };
    let names: Vec<String> = resetting.iter().map(name).collect();
    if names.is_empty() { String::new() } else { format!(" without {}", listed_or(&names)) }
}

pub(crate) fn at_start() -> String {
    "at the start".to_owned()
}

pub(crate) fn after(numbered: &str) -> String {
    format!("after {numbered}")
}

pub(crate) fn after_ply(ply: u32) -> String {
    format!("after ply {ply}")
}

// Draws that need no claim

pub(crate) fn dead() -> String {
    "neither side can ever give checkmate".to_owned()
}

pub(crate) fn occurred(n: u32) -> String {
    format!("the position has occurred {}", times(n))
}

pub(crate) fn occurred_only(n: u32) -> String {
    format!("the position has occurred only {}", times(n))
}

/// `without` is from [`without_resets`].
pub(crate) fn moves_made(n: u32, without: &str) -> String {
    format!("each player has made {n} moves{without}")
}

pub(crate) fn so_drawn(cause: &str) -> String {
    format!("the game is drawn, because {cause}")
}

pub(crate) fn drawn_by_law() -> String {
    "the game is drawn by law".to_owned()
}

/// `the record continues for 25 more plies`
pub(crate) fn more_plies_recorded(count: u32) -> String {
    if count == 1 {
        "the record continues for 1 more ply".to_owned()
    } else {
        format!("the record continues for {count} more plies")
    }
}

// Claims that were open

/// `player`: the player who may claim, if only one may. `is_past`: whether the right has ended.
pub(crate) fn may_claim(cause: &str, player: Option<Color>, is_past: bool) -> String {
    let who = player.map_or("either player", Color::name);
    let may = if is_past { "could" } else { "may" };
    format!("{cause}: {who} {may} claim a draw")
}

/// The note on a claim that was not made. `earlier`: when the position occurred before.
pub(crate) fn not_claimed(earlier: &[String], ends_drawn: bool, claims: &str) -> String {
    let earlier =
        if earlier.is_empty() { String::new() } else { format!("{}; ", earlier_occurrences(earlier)) };
    let ends = if ends_drawn { "the game ends here as a draw; " } else { "" };
    format!("{earlier}{ends}{claims}")
}

pub(crate) fn nothing_claimed() -> String {
    "no claim is recorded".to_owned()
}

/// After [`not_claimed`].
pub(crate) fn claimable_at_end(player: Color) -> String {
    format!("; at the end of the record, {player} may claim a draw")
}

pub(crate) fn other_draw_claimed() -> String {
    "this was not claimed".to_owned()
}

pub(crate) fn claimed_off_turn(player: Color) -> String {
    format!("no claim was made on {player}'s turn")
}

pub(crate) fn earlier_occurrences(when: &[String]) -> String {
    format!("earlier occurrences: {}", listed(when))
}

// Claims

/// `rule`: the rule under which the draw is claimed.
pub(crate) fn claims_draw(by: Color, rule: Rule) -> String {
    match rule {
        Rule::DrawRepetition => format!("{by} claims a draw by repetition"),
        Rule::DrawFifty => format!("{by} claims a draw by the fifty-move rule"),
        Rule::DrawPerpetual => format!("{by} claims a draw by perpetual check"),
        Rule::ClockIncrement => format!("{by} asks for more time with each move"),
        _ => format!("{by} claims a draw, saying that {} cannot win by normal means", by.other()),
    }
}

pub(crate) fn claims_rightly(by: Color, fact: &str) -> String {
    format!("{by} claims a draw: {fact}")
}

/// The move that the player names with the claim: ` with Nf3`.
pub(crate) fn with_move(text: Option<&str>) -> String {
    text.map_or_else(String::new, |text| format!(" with {text}"))
}

pub(crate) fn claim_not_allowed(by: Color, rule: Rule) -> String {
    format!("{}, but the code does not allow it here", claims_draw(by, rule))
}

/// Why a claim fails. These sentences begin with [`claims_draw`] and, where it matters, [`with_move`].
pub(crate) fn claim_after_touch(claims: &str, terms: &Terms) -> String {
    format!("{claims}, but has touched a {} on this turn", terms.piece)
}

pub(crate) fn claim_with_time_left(claims: &str, left: Time) -> String {
    format!("{claims}, but has at least {left} left")
}

pub(crate) fn claim_off_turn(claims: &str, by: Color) -> String {
    format!("{claims}, but it is {}'s turn", by.other())
}

pub(crate) fn claim_of_other_caller(claims: &str, caller: Color) -> String {
    format!("{claims}, but only {caller}, who called for the count, may take the draw or continue")
}

pub(crate) fn claim_by_checker(claims: &str, by: Color) -> String {
    format!("{claims}, but {by} is giving the checks")
}

pub(crate) fn checks_undecided(claims: &str) -> String {
    format!("{claims}: it is undecided whether the checks can continue forever")
}

pub(crate) fn left_to_arbiter(claims: &str, terms: &Terms) -> String {
    format!("{claims}: the {} decides", terms.arbiter)
}

pub(crate) fn count_left_to_arbiter(claims: &str, terms: &Terms) -> String {
    format!("{claims}: the {} decides whether the moves are counted", terms.arbiter)
}

pub(crate) fn moves_uncertain(claims: &str) -> String {
    format!("{claims}: it is not certain which moves were made")
}

pub(crate) fn claim_with_illegal_move(claims: &str, text: &str) -> String {
    format!("{claims} with {text}, which is not a legal move")
}

pub(crate) fn claim_before_move(claims: &str, text: &str) -> String {
    format!("{claims} with {text}, which has not been played yet")
}

pub(crate) fn claim_written_otherwise(claims: &str, with: &str, written: &str) -> String {
    format!("{claims}{with}, but has written {written}")
}

pub(crate) fn occurrences(with: &str, n: u32) -> String {
    format!("{with} the position {} occurred {}", has(with), times(n)).trim_start().to_owned()
}

pub(crate) fn too_few_occurrences(claims: &str, with: &str, n: u32) -> String {
    format!("{claims}{with}, but the position {} occurred only {}", has(with), times(n))
}

pub(crate) fn occurrences_before_record(claims: &str, with: &str, n: u32) -> String {
    let fact = format!("the position {} occurred {}", has(with), times(n));
    format!("{claims}{with}: {fact} in this record, which does not show the earlier positions")
}

pub(crate) fn series(with: &str, n: u32) -> String {
    format!("{with} the same series of moves {} been made {} in succession", has(with), times(n))
        .trim_start()
        .to_owned()
}

pub(crate) fn too_few_series(claims: &str, with: &str, n: u32) -> String {
    format!("{claims}{with}, but the last series of moves {} been made only {}", has(with), times(n))
}

pub(crate) fn series_before_record(claims: &str, with: &str, n: u32) -> String {
    let fact = format!("the last series of moves {} been made {}", has(with), times(n));
    format!("{claims}{with}: {fact} in this record, which does not show the earlier moves")
}

/// `with`: the move announced with the claim, if there is one.
const fn has(with: &str) -> &'static str {
    if with.is_empty() { "has" } else { "would have" }
}

pub(crate) fn no_count_called(claims: &str) -> String {
    format!("{claims}, but no count of the moves was called for")
}

pub(crate) fn since_call(caller: Color) -> String {
    format!(" since {caller} called for the count")
}

pub(crate) fn claim_with_reset(claims: &str, text: &str, role: Option<Role>) -> String {
    let what = if role == Some(Role::Pawn) { "a pawn move" } else { "a capture" };
    format!("{claims} with {text}, but {text} is {what}")
}

/// `since` is from [`since_call`] or [`without_resets`].
pub(crate) fn enough_moves(with: &str, n: u32, since: &str) -> String {
    format!("{with} each player has made {n} moves{since}").trim_start().to_owned()
}

/// `needed`: the number of moves that this ending needs, if it is not the usual one.
pub(crate) fn too_few_moves(claims: &str, with: &str, made: u32, since: &str, needed: Option<u32>) -> String {
    let moves = match made {
        1 => "only 1 move".to_owned(),
        _ => format!("only {made} moves"),
    };
    let needed = needed.map_or_else(String::new, |n| format!("; this ending needs {n}"));
    if made == 0 {
        return format!("{claims}{with}, but the count of moves{since} is 0{needed}");
    }
    format!("{claims}{with}, but each player has made {moves}{since}{needed}")
}

pub(crate) fn moves_before_record(claims: &str, with: &str, since: &str) -> String {
    format!("{claims}{with}: the record does not show how many moves were made{since} before it begins")
}

pub(crate) fn claim_after_flag_fall(claims: &str, by: Color) -> String {
    format!("{claims}, but {by}'s flag is down")
}

pub(crate) fn claim_accepted() -> String {
    "the opponent accepted the draw that the claim offers".to_owned()
}

pub(crate) fn claim_postponed(terms: &Terms) -> String {
    format!("the {} let the game go on and may still decide the claim", terms.arbiter)
}

/// The claim was decided later.
pub(crate) fn claim_was_postponed(terms: &Terms) -> String {
    format!("the {} let the game go on", terms.arbiter)
}

pub(crate) fn claim_rejected(terms: &Terms) -> String {
    format!("the {} rejected the claim", terms.arbiter)
}

// Perpetual check

pub(crate) fn checks_forever() -> String {
    "the checks can continue forever".to_owned()
}

pub(crate) fn plan_of(by: Color, plan: &str) -> String {
    format!("{by} can check without end: {plan}")
}

pub(crate) fn checks_end(claims: &str, why: &str) -> String {
    format!("{claims}, but {why}")
}

pub(crate) fn undecided_because(claims: &str, why: &str) -> String {
    format!("{claims}: undecided, because {why}")
}

pub(crate) fn no_check_possible() -> String {
    "no check is possible".to_owned()
}

pub(crate) fn checks_run_out(line: &str) -> String {
    format!("the checks run out after {line}")
}

pub(crate) const SEARCH_LIMIT: &str = "the search reached its limit without an answer";

/// `(1) Qe8+, and after Kh7 go to (2) and after Kf8 go to (3)`; each reply has the number of the next check.
pub(crate) fn plan_step(number: usize, check: &str, replies: &[(String, usize)]) -> String {
    let replies: Vec<String> =
        replies.iter().map(|(reply, then)| format!("after {reply} go to ({then})")).collect();
    if replies.is_empty() {
        format!("({number}) {check}")
    } else {
        format!("({number}) {check}, and {}", listed(&replies))
    }
}

pub(crate) fn and_so_on(checks: usize) -> String {
    format!("and so on, {checks} checks in all")
}

// Counts of moves

pub(crate) fn calls_for_count(by: Color, ground: CountGround, terms: &Terms) -> String {
    let calls = calls(by);
    match ground {
        CountGround::Force => format!("{calls}, because of the {} left", terms.pieces),
        CountGround::Repeating => format!("{calls}, because {} repeats moves", by.other()),
        CountGround::Submitted => {
            format!("{calls}, and refers it to the {} or the bystanders", terms.arbiter)
        }
    }
}

fn calls(by: Color) -> String {
    format!("{by} calls for the moves to be counted")
}

pub(crate) fn count_is_running(by: Color, caller: Color) -> String {
    format!("{}, but the count that {caller} called for is already running", calls(by))
}

/// `occurrences`: the number of times the position occurred.
pub(crate) fn call_undecided(by: Color, occurrences: &str) -> String {
    format!("{}: {occurrences} in this record, which does not show the earlier positions", calls(by))
}

pub(crate) const fn not_outmatched(has_pawn: bool) -> &'static str {
    if has_pawn { "the caller has a pawn" } else { "the caller has more material than the other player" }
}

pub(crate) fn call_refused(by: Color, why: Option<&str>) -> String {
    format!("{}, but {}", calls(by), why.unwrap_or("the code does not allow it here"))
}

pub(crate) fn count_complete(n: u32, caller: Color, outcome: &str) -> String {
    format!("each player has made {n} moves since {caller} called for the count: {outcome}")
}

pub(crate) fn game_drawn() -> String {
    "the game is drawn".to_owned()
}

pub(crate) fn caller_may_choose(caller: Color) -> String {
    format!("{caller} may take the draw or continue")
}

pub(crate) fn chooses_to_continue(by: Color) -> String {
    format!("{by} chooses to continue")
}

pub(crate) fn no_count_complete(by: Color) -> String {
    format!("{by} asks for the game to continue, but no count is complete")
}

pub(crate) fn only_caller_may_continue(by: Color, caller: Color) -> String {
    format!(
        "{by} asks for the game to continue, but only {caller}, who called for the count, may ask for this"
    )
}

pub(crate) fn cannot_continue(by: Color) -> String {
    format!("{by} asks for the game to continue, but it is drawn")
}

// Agreement

pub(crate) fn accepts_no_offer(by: Color) -> String {
    format!("{by} accepts a draw, but no offer is open, so nothing is agreed")
}

pub(crate) fn agree() -> String {
    "the players agree on a draw".to_owned()
}

pub(crate) fn accepts_own_offer() -> String {
    "the player who offered the draw also accepts it".to_owned()
}

pub(crate) fn accepted_after_lapse() -> String {
    "a draw is accepted, but the offer had lapsed".to_owned()
}

pub(crate) fn accepted_without_offer() -> String {
    "a draw is accepted, but no offer is recorded".to_owned()
}

pub(crate) fn offers(by: Color) -> String {
    format!("{by} offers a draw")
}

pub(crate) fn event_forbids(agreement: &str) -> String {
    format!("{agreement}; the event does not allow a draw by agreement yet")
}

pub(crate) fn law_forbids(agreement: &str, moves: u32) -> String {
    format!("{agreement}, but each player has to make {moves} moves first")
}

pub(crate) fn too_early(agreement: &str) -> String {
    format!("{agreement}, but not both players have made a move")
}

pub(crate) fn arbiter_consents(terms: &Terms) -> String {
    format!("the players agree on a draw, and the {} consents", terms.arbiter)
}

pub(crate) fn consent_not_recorded(terms: &Terms) -> String {
    format!("the record does not say whether the {} consented", terms.arbiter)
}

pub(crate) fn event_requires(moves: u32, terms: &Terms) -> String {
    format!("the event requires {moves} moves first; {}", consent_not_recorded(terms))
}

// The bars to a draw, for `early_draw`

pub(crate) fn before_moves_of_event(moves: u32) -> String {
    format!("the {moves} moves that the event requires")
}

pub(crate) fn before_moves_of_each(moves: u32) -> String {
    if moves == 1 {
        "both players had made a move".to_owned()
    } else {
        format!("both players had made {moves} moves")
    }
}

/// A draw before `bar`.
pub(crate) fn early_draw(bar: &str, is_agreed: bool) -> String {
    if is_agreed {
        format!("the record says that a draw was agreed before {bar}")
    } else {
        format!("the game ended in a draw before {bar}")
    }
}

pub(crate) fn more_moves_not_recorded() -> String {
    "the record may leave out later moves".to_owned()
}

// Stalemate

pub(crate) fn stalemated(player: Color) -> String {
    format!("{player} is stalemated")
}

pub(crate) fn checkmated(player: Color) -> String {
    format!("{player} is checkmated")
}

/// `winner`: the player who wins by it under the code, if a player does.
pub(crate) fn stalemate(player: Color, winner: Option<Color>) -> String {
    let outcome = winner.map_or_else(game_drawn, |winner| format!("{winner} wins"));
    format!("{player} is stalemated: {outcome}")
}

/// Only captures en passant are left.
pub(crate) fn stalemate_but_en_passant(by: Color, moves: &[String]) -> String {
    format!("{by} claims stalemate, but can still play {}, capturing en passant", listed_or(moves))
}

/// `moves` are the legal moves, of which at most `limit` are named.
pub(crate) fn no_stalemate(by: Color, on_move: Color, moves: &[String], limit: usize) -> String {
    let has = match moves {
        [] => "is checkmated".to_owned(),
        few if few.len() <= limit => format!("can play {}", listed_or(few)),
        [first, ..] => format!("has {} legal moves, for example {first}", moves.len()),
    };
    format!("{by} claims stalemate, but {on_move} {has}")
}
