//! `record.*`: how the record is written. These sentences belong to no code. The faults of the text itself have theirs in
//! `game/sentences.rs`.

use crate::chess::{Color, Man, Role, Square};
use crate::encoding::Encoding;
use crate::game::foreign_letters::Letters;
use crate::law::words::{count_plies, list_and};
use crate::law::{Rule, Terms};

use crate::arbiter::words::{listed, listed_or};

/// ` (and 2 more in this game)`
fn times(count: u32) -> String {
    if count == 1 { String::new() } else { format!(" (and {} more in this game)", count.saturating_sub(1)) }
}

// Moves

pub(crate) fn null_move(token: &str, count: u32) -> String {
    format!("`{token}` is read as a passed turn, for which PGN has no sign{}", times(count))
}

pub(crate) fn ambiguous(token: &str, moves: &[String]) -> String {
    format!("`{token}` fits more than one legal move: {}", moves.join(", "))
}

pub(crate) fn too_many_readings() -> String {
    "too many readings are possible after it: the rest of this game is not checked".to_owned()
}

pub(crate) fn only_reading(read_as: &str) -> String {
    format!("read as {read_as}: no other reading fits the signs of this move and the moves that follow")
}

pub(crate) fn several_readings(count: u32, shown: &str) -> String {
    format!("{count} readings fit the rest of the game; {shown} is shown, but nothing is inferred from it")
}

/// `unpromoted`: the move without the piece.
pub(crate) fn or_not_promoted(help: &str, unpromoted: &str) -> String {
    format!("{help}; if the pawn was not replaced, write `{unpromoted}=P`")
}

/// `is_first`: no move comes before it.
pub(crate) fn own_man_on_square(man: Man, square: Square, is_first: bool) -> String {
    let (color, role) = (man.color, man.role.name());
    let cause = if is_first { "" } else { "; an earlier move may be wrong or missing" };
    format!("{square} is occupied by {color}'s own {role}{cause}")
}

/// `is_first`: the giver has the first turn.
pub(crate) fn turns_of_odds(giver: Color, moves: u32, is_first: bool) -> String {
    let form = if is_first { "1. -- e5 2. -- d5" } else { "1. e4 -- 2. d4" };
    format!(
        "the Odds tag gives {moves} moves: write `--` for each turn without a move of {giver}, as in `{form}`"
    )
}

/// `san`: the only legal move that the word can be with another letter or digit.
pub(crate) fn misread_letter(san: &str) -> String {
    format!("a letter or digit may have been misread; did you mean `{san}`?")
}

pub(crate) fn and_more_clock_commands(more: u32) -> String {
    let commands = if more == 1 { "command" } else { "commands" };
    format!(" (and {more} more clock {commands} in this game)")
}

pub(crate) fn unknown_tag(name: &str) -> String {
    format!("there is no tag `{name}`, so this tag is ignored")
}

pub(crate) fn tag_meant(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// `example`: the move with the square of a piece that it can mean.
pub(crate) fn illegal_move_by_its_squares(example: Option<&str>) -> String {
    let example = example.unwrap_or("Ng1-g3");
    format!("if the move was made and illegal, write the square that the piece left, as in `{example}`")
}

pub(crate) fn played_move_stands() -> String {
    "the move by `[%play]` is still on the board; if it was taken back, write `[%retract 1]`".to_owned()
}

/// `found`: the man on the square that the move leaves.
pub(crate) fn other_man_on_origin(named: Man, from: Square, found: Option<Man>) -> String {
    let piece = named.role.name();
    match found {
        Some(found) => {
            format!("{from} has {}'s {}, not {}'s {piece}", found.color, found.role.name(), named.color)
        }
        None => format!("there is no {piece} on {from}"),
    }
}

pub(crate) fn move_without_man(is_first: bool, example: Option<&str>) -> String {
    let cause = if is_first {
        "the move may be wrong, or the game may have begun from another position, which a FEN tag would give"
    } else {
        "an earlier move may be wrong or missing"
    };
    match example {
        Some(example) => {
            format!("{cause}; if the move was made, name the square it came from, as in `{example}`")
        }
        None => cause.to_owned(),
    }
}

pub(crate) fn after_end(text: &str, end: &str) -> String {
    if end.contains("the game") {
        format!("`{text}` follows {end}")
    } else {
        format!("`{text}` follows {end}, which ended the game")
    }
}

pub(crate) fn resignation_of(player: Color) -> String {
    format!("{player}'s resignation")
}

pub(crate) fn checkmate() -> String {
    "checkmate".to_owned()
}

pub(crate) fn stalemate() -> String {
    "stalemate".to_owned()
}

pub(crate) fn agreed_draw() -> String {
    "the agreement of a draw".to_owned()
}

pub(crate) fn draw() -> String {
    "the draw".to_owned()
}

pub(crate) fn fallen_flag(player: Color) -> String {
    format!("the claim that {player}'s flag fell")
}

pub(crate) fn lost_by_law(player: Color) -> String {
    format!("the end of the game: {player} lost it under the code")
}

pub(crate) fn annulment() -> String {
    "the annulment of the game".to_owned()
}

pub(crate) fn umpires_decision(terms: &Terms) -> String {
    format!("the {}'s decision", terms.arbiter)
}

/// Of a command after the end of the game.
pub(crate) fn without_effect() -> String {
    "the game has already ended, so this has no effect".to_owned()
}

/// `name`: the first tag of a game that has none of the players.
pub(crate) fn tags_within_a_game(name: &str) -> String {
    format!(
        "if the moves go on from the game above, the tag {name} divides it: write the tags before the first move"
    )
}

/// Where `jadoube show` cannot go on.
pub(crate) fn ambiguous_to_the_end(token: &str) -> String {
    format!("`{token}` fits more than one legal move, and too many readings are possible after it")
}

pub(crate) fn rest_unreadable() -> String {
    "the rest of the record cannot be read".to_owned()
}

// Slips of the pen

/// `fact`: what is wrong with the move as it is written. `plies`: the plies that can be played after it, if they are not
/// the rest of the game.
pub(crate) fn after_likely_slip(change: &str, plies: Option<u32>, fact: &str) -> String {
    let rest =
        plies.map_or("the rest of the game".to_owned(), |plies| format!("the next {}", count_plies(plies)));
    format!("{change} {rest} could be played; as written, {fact}")
}

pub(crate) fn doubtful_last_move(fact: &str) -> String {
    format!("the last move may be recorded wrongly; as written, {fact}")
}

pub(crate) fn other_move(moves: &[String], written: &str) -> String {
    format!("with {} instead of `{written}`", listed_or(moves))
}

pub(crate) fn swapped_moves(earlier: &str, later: &str) -> String {
    format!("with {earlier} and {later} in the other order")
}

pub(crate) fn without_move(written: &str) -> String {
    format!("without {written}")
}

pub(crate) fn with_move_before(player: Color, written: &str) -> String {
    format!("a move of {player} seems to be missing before {written}: with one more move,")
}

pub(crate) fn other_turn(player: Color) -> String {
    format!("with {player} to move in the FEN")
}

pub(crate) fn with_castling_rights() -> String {
    "with the missing castling rights in the FEN".to_owned()
}

// Notation

pub(crate) fn descriptive(token: &str) -> String {
    format!("`{token}` is descriptive notation: the moves of this game are read as descriptive")
}

/// `export`: the move in the export format. `pinned`: the men that could also make it if they were not pinned.
pub(crate) fn notation(token: &str, export: Option<&str>, pinned: &[(Role, Square)], count: u32) -> String {
    match export {
        Some(export) => {
            let pinned: Vec<String> =
                pinned.iter().map(|(role, square)| format!("the {} on {square}", role.name())).collect();
            let why = match pinned.len() {
                0 => String::new(),
                1 => format!("; {} is pinned", listed(&pinned)),
                _ => format!("; {} are pinned", listed(&pinned)),
            };
            // A move may go on in the next line.
            let token = token.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            format!("write `{token}` as `{export}` (PGN export format{why}){}", times(count))
        }
        None => format!("`{token}` is not in the PGN export format{}", times(count)),
    }
}

pub(crate) fn move_number(token: &str, due: &str, count: u32) -> String {
    format!("expected move number `{due}`, found `{token}`{}", times(count))
}

pub(crate) fn sign_missing(token: &str, mates: bool, sign: &str, count: u32) -> String {
    let act = if mates { "is checkmate" } else { "gives check" };
    format!("`{token}` {act}; mark it `{sign}`{}", times(count))
}

pub(crate) fn false_mate_sign(token: &str) -> String {
    format!("`{token}` is marked as checkmate, but is not mate")
}

pub(crate) fn false_check_sign(token: &str) -> String {
    format!("`{token}` is marked as check, but gives no check")
}

pub(crate) fn more_false_signs(count: u32) -> String {
    if count == 1 {
        "1 more wrong check or mate sign is not listed".to_owned()
    } else {
        format!("{count} more wrong check or mate signs are not listed")
    }
}

pub(crate) fn nested_comment() -> String {
    "comments do not nest: the previous comment ended at its first `}`".to_owned()
}

// Tags

pub(crate) fn missing_tags(tags: &[&str]) -> String {
    match tags {
        [tag] => format!("the tag {tag} is missing"),
        tags => format!("the tags {} are missing", listed(tags)),
    }
}

pub(crate) fn same_player(name: &str) -> String {
    format!("White and Black are both `{name}`")
}

pub(crate) fn unread_time_control(value: &str) -> String {
    format!("`{value}` is not a PGN time control: the clocks are not checked")
}

/// `instead`: the same numbers, the first of them in minutes.
pub(crate) fn time_control_in_minutes(value: &str, instead: &str) -> String {
    format!("PGN counts in seconds: if `{value}` is meant in minutes, write `{instead}`")
}

pub(crate) fn ply_count(said: u32, plies: u32) -> String {
    format!("PlyCount is {said}, but the game has {}", count_plies(plies))
}

// Encoding

pub(crate) fn invalid_utf8() -> (String, String) {
    (
        "the encoding is set to UTF-8, but this text is not valid UTF-8".to_owned(),
        "set the encoding to auto to read it as Latin-1".to_owned(),
    )
}

pub(crate) fn unexpected_utf8() -> (String, String) {
    (
        "the text is UTF-8, but another encoding is set".to_owned(),
        "set the encoding to auto or utf-8".to_owned(),
    )
}

pub(crate) fn read_as_latin1() -> String {
    "the text is not UTF-8; it is read as Latin-1".to_owned()
}

/// The help after [`read_as_latin1`].
pub(crate) fn guessed_encoding(guess: Encoding) -> String {
    let others = if guess == Encoding::Cp850 { " or another code page of DOS" } else { "" };
    format!("it looks like {guess}{others}; if it is, set it with --encoding or `encoding` in jadoube.toml")
}

/// More languages are not all named.
const MOST_LANGUAGES: usize = 5;

/// The help for a game whose moves are legal in the piece letters of these languages.
pub(crate) fn fitting_letters(languages: &[Letters]) -> String {
    let mut names: Vec<String> = languages.iter().map(|letters| letters.language()).collect();
    if names.len() > MOST_LANGUAGES {
        names.truncate(2);
        names.push("other".to_owned());
    }
    let first = languages.first().map_or("", |letters| letters.id());
    format!("the whole game fits {} piece letters: read it with `--letters {first}`", list_and(&names))
}

pub(crate) fn byte_order_mark() -> String {
    "there is a byte order mark before the game".to_owned()
}

// Suppressions

/// `ply`: the ply of the suppression; `None` if it is for the whole game.
pub(crate) fn idle_suppression(rules: &[Rule], ply: Option<u32>) -> String {
    let ids: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
    let place = match ply {
        None => "in this game",
        Some(0) => "before the first move",
        Some(_) => "at this move",
    };
    format!("unused suppression: no {} finding {place}", listed_or(&ids))
}

pub(crate) fn finding_elsewhere(place: &str) -> String {
    format!("a suppression after a move applies only to that move; such a finding is at {place}")
}

pub(crate) fn judged_under(code: &str) -> String {
    format!("the game is judged under {code}")
}

// Games that are not judged

pub(crate) fn too_long(plies: usize, most: usize) -> String {
    format!(
        "this game is not judged: it has {plies} plies, and only a game of legal moves alone may have more than {most}"
    )
}

pub(crate) fn too_many_cases(most: usize) -> String {
    format!("this game is not judged: it raises more than {most} questions of law, which is the limit")
}

pub(crate) fn acts_not_judged() -> String {
    "no FIDE laws known here cover the day of this game, so only its moves are judged".to_owned()
}

pub(crate) fn name_a_code() -> String {
    "name a code with `--code` or in the tag Laws, or a tradition with `--tradition`".to_owned()
}
