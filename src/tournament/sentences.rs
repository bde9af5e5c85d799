//! The sentences of findings about tournaments.

use super::game::LegalScore;
use super::trf::{PlayerRow, Points};
use crate::chess::Color;
use crate::finding::Score;
use crate::game::PartialDate;
use crate::law::words::{count_plies, list_and};

/// The name of a player, or the starting rank.
pub(super) fn player(row: &PlayerRow) -> String {
    if row.name.is_empty() { format!("player {}", row.start_rank) } else { row.name.clone() }
}

/// `a half-point bye (H)`.
fn bye(letter: char) -> String {
    let words = match letter {
        'F' => "a full-point bye",
        'H' => "a half-point bye",
        'U' => "a bye by pairing",
        'Z' => "a zero-point bye",
        '+' => "a win by forfeit",
        _ => "a loss by forfeit",
    };
    format!("{words} ({letter})")
}

fn date(date: PartialDate) -> String {
    let part = |part: Option<u8>| part.map_or_else(|| "??".to_owned(), |part| format!("{part:02}"));
    let year = date.year().map_or_else(|| "????".to_owned(), |year| format!("{year:04}"));
    format!("{year}.{}.{}", part(date.month()), part(date.day()))
}

fn numbers(numbers: &[usize]) -> String {
    list_and(&numbers.iter().map(usize::to_string).collect::<Vec<_>>())
}

// ------------------------------------------------------------------------ game and report

pub(super) fn other_score(here: Score, reported: Score, round: usize) -> String {
    format!("the record gives {}, the tournament report {} (round {round})", here.id(), reported.id())
}

pub(super) fn unscored(reported: Score, round: usize) -> String {
    format!("the record has no result; the tournament report gives {} (round {round})", reported.id())
}

pub(super) fn score_of_law(law: &LegalScore) -> String {
    match &law.citation {
        Some(citation) => format!("on the board, {}: {} under {}", law.fact, law.score.id(), citation.code),
        None => format!("on the board, {}: {}", law.fact, law.score.id()),
    }
}

pub(super) fn law_against_report(law: &LegalScore, here: Score, reported: Score, round: usize) -> String {
    let record = match here {
        Score::Unknown => "the record gives no result".to_owned(),
        here => format!("the record gives {}", here.id()),
    };
    format!(
        "{}, so the score is {}; the tournament report gives {} (round {round}), and {record}",
        law.fact,
        law.score.id(),
        reported.id()
    )
}

pub(super) fn other_round([white, black]: &[String; 2], here: u32, reported: usize) -> String {
    format!(
        "the record is of round {here}; the tournament report pairs {white} and {black} in round {reported}"
    )
}

pub(super) fn reversed_colours(white: &str, black: &str, round: usize) -> String {
    format!("the record gives White to {white}, the tournament report to {black} (round {round})")
}

/// `pairs`: each player and the opponent in the report.
pub(super) fn other_opponents(pairs: &[[String; 2]], round: usize) -> String {
    let pairs: Vec<String> =
        pairs.iter().map(|[player, opponent]| format!("{player} with {opponent}")).collect();
    format!("the tournament report pairs {} in round {round}", list_and(&pairs))
}

pub(super) fn other_name(
    colour: Color,
    here: &str,
    [player, opponent]: &[String; 2],
    round: usize,
) -> String {
    format!(
        "{colour} is `{here}`, who is not in the tournament report; the opponent of {player} in round {round} is {opponent}"
    )
}

pub(super) fn second_record(
    [white, black]: &[String; 2],
    round: usize,
    first: u64,
    file: Option<&str>,
) -> String {
    let place = match file {
        Some(file) => format!("game {first} in {file}"),
        None => format!("game {first}"),
    };
    format!("this is a second record of {white} against {black} in round {round}; the first is {place}")
}

pub(super) fn moves_in_forfeit([white, black]: [char; 2], round: usize, moves: u32) -> String {
    format!(
        "the tournament report gives a forfeit in round {round} (White {white}, Black {black}), and the record has {}",
        count_plies(moves)
    )
}

pub(super) fn moves_in_bye(player: &str, letter: char, round: usize, moves: u32) -> String {
    format!(
        "the tournament report gives {player} {} in round {round}, and the record has {}",
        bye(letter),
        count_plies(moves)
    )
}

pub(super) fn moves_in_bye_of_team(player: &str, letter: char, round: usize, moves: u32) -> String {
    format!(
        "the tournament report gives the team of {player} {} in round {round}, and the record has {}",
        bye(letter),
        count_plies(moves)
    )
}

pub(super) fn moves_in_forfeited_match(player: &str, round: usize, moves: u32) -> String {
    format!(
        "the match of the team of {player} in round {round} is forfeited by the tournament report, and the record has {}",
        count_plies(moves)
    )
}

pub(super) fn played_without_moves([white, black]: [char; 2], round: usize) -> String {
    format!(
        "the tournament report gives a played game in round {round} (White {white}, Black {black}), but the record has no moves"
    )
}

pub(super) fn codes_without_moves() -> String {
    "a forfeit is `+` and `-` in the report; `W`, `D` and `L` are results without moves".to_owned()
}

pub(super) fn unmatched_records(records: u64) -> String {
    if records == 1 {
        "the players of one record are not recognised in the tournament report".to_owned()
    } else {
        format!("the players of {records} records are not recognised in the tournament report")
    }
}

pub(super) fn of_other_tournaments(records: usize) -> String {
    if records == 1 {
        "one record is taken for a game of another tournament: its date or event, and its pairing, are not those of the report"
            .to_owned()
    } else {
        format!(
            "{records} records are taken for games of other tournaments: their dates or events, and their pairings, are not those of the report"
        )
    }
}

pub(super) fn later_round(round: usize, records: usize) -> String {
    let records = if records == 1 { "one record".to_owned() } else { format!("{records} records") };
    format!("the tournament report does not have round {round}, and the input has {records} of it")
}

pub(super) fn too_many_records(most: usize) -> String {
    format!(
        "only the first {most} records of players of this report are compared with it; missing games are not looked for"
    )
}

pub(super) fn no_such_player(name: &str) -> String {
    format!("the tournament report has no player called `{name}`, and no such game")
}

pub(super) fn no_such_game([white, black]: &[String; 2], round: Option<usize>) -> String {
    match round {
        Some(round) => format!("the tournament report has no game of {white} and {black} in round {round}"),
        None => format!("the tournament report has no game of {white} and {black}"),
    }
}

pub(super) fn missing_game(white: &str, black: &str, round: usize) -> String {
    format!("no record has the game of {white} and {black} in round {round}")
}

pub(super) fn missing_games(missing: usize, all: usize, round: usize) -> String {
    if missing == all {
        format!("no record has a game of round {round}, in which {all} games were played")
    } else {
        format!("{} games of round {round} have no record", of_all(missing, all))
    }
}

pub(super) fn unmatched_games(games: u64) -> String {
    if games == 1 {
        "the players of one record are not recognised; it may be of this round".to_owned()
    } else {
        format!("the players of {games} records are not recognised; they may be of this round")
    }
}

pub(super) fn other_spelling(colour: Color, here: &str, reported: &str) -> String {
    format!("{colour} is written `{here}` here and `{reported}` in the tournament report")
}

pub(super) fn other_id(colour: Color, name: &str, here: u64, reported: u64) -> String {
    format!("the FIDE id of {colour}, {name}, is {here} here and {reported} in the tournament report")
}

pub(super) fn other_rating(colour: Color, name: &str, here: u32, reported: u32) -> String {
    format!("the rating of {colour}, {name}, is {here} here and {reported} in the tournament report")
}

pub(super) fn in_more_records(more: usize) -> Option<String> {
    match more {
        0 => None,
        1 => Some("one more record has the same".to_owned()),
        more => Some(format!("{more} more records have the same")),
    }
}

pub(super) fn other_date(here: PartialDate, round: usize, reported: PartialDate) -> String {
    format!("the date is {}; the tournament report has {} for round {round}", date(here), date(reported))
}

pub(super) fn date_outside(
    here: PartialDate,
    start: Option<PartialDate>,
    end: Option<PartialDate>,
) -> String {
    let bounds = match (start, end) {
        (Some(start), Some(end)) => format!("lasts from {} to {}", date(start), date(end)),
        (Some(start), None) => format!("starts on {}", date(start)),
        (None, Some(end)) => format!("ends on {}", date(end)),
        (None, None) => "has no dates".to_owned(),
    };
    format!("the date is {}; by its report, the tournament {bounds}", date(here))
}

/// `all 5`, `4 of the 5`.
fn of_all(some: usize, all: usize) -> String {
    if some == all { format!("all {all}") } else { format!("{some} of the {all}") }
}

pub(super) fn date_of_round(round: usize, reported: PartialDate, differing: usize, all: usize) -> String {
    format!(
        "round {round} has the date {}, and {} records of it have other dates",
        date(reported),
        of_all(differing, all)
    )
}

pub(super) fn dates_of_tournament(outside: usize, all: usize) -> String {
    format!("the dates of {} records are outside the dates of the tournament", of_all(outside, all))
}

pub(super) fn other_rate() -> String {
    "the time control is not that of the tournament report".to_owned()
}

pub(super) fn rate_of_tournament(differing: usize, all: usize) -> String {
    format!("{} records with a time control have another one", of_all(differing, all))
}

// ------------------------------------------------------------------------ the report itself

pub(super) fn same_starting_rank(rank: u32, one: &str, other: &str) -> String {
    format!("two rows have the starting rank {rank}: {one} and {other}")
}

pub(super) fn same_id(id: u64, one: &str, other: &str) -> String {
    format!("{one} and {other} have the same FIDE id, {id}")
}

pub(super) fn same_name(name: &str, [one, other]: [u32; 2], have_ids: bool) -> String {
    let ids = if have_ids { "different FIDE ids" } else { "only one of them has a FIDE id" };
    format!("the players {one} and {other} have the same name, {name}, and {ids}")
}

pub(super) fn number_of_players(stated: u32, rows: usize) -> String {
    format!("record 062 gives {stated} players, and there are {rows} rows")
}

pub(super) fn number_of_rated_players(stated: u32, rated: usize) -> String {
    format!("record 072 gives {stated} rated players, and {rated} rows have a rating")
}

pub(super) fn number_of_rounds(stated: u32, rounds: usize) -> String {
    format!("the report gives {stated} rounds, and its rows have {rounds}")
}

pub(super) fn team_player_without_row(team: &str, player: u32) -> String {
    format!("the team {team} has the player {player}, who has no row")
}

pub(super) fn player_of_two_teams(player: u32, one: &str, other: &str) -> String {
    format!("the player {player} is in two teams: {one} and {other}")
}

pub(super) fn opponent_without_row(player: &str, opponent: u32, round: usize) -> String {
    format!("the opponent of {player} in round {round} is {opponent}, who has no row")
}

pub(super) fn opponents_without_row(number: usize) -> String {
    format!("{number} rounds of the rows have opponents who have no row; this is the first")
}

pub(super) fn short_row(player: &str, rounds: &[usize]) -> String {
    let rounds =
        if let [round] = rounds { format!("round {round}") } else { format!("rounds {}", numbers(rounds)) };
    format!("the row of {player} ends before {rounds}, in which other rows name the player as the opponent")
}

pub(super) fn own_opponent(player: &str, round: usize) -> String {
    format!("{player} is paired with the same player in round {round}")
}

pub(super) fn has_no_opponent([player, opponent]: &[String; 2], round: usize) -> String {
    format!("{player} has the opponent {opponent} in round {round}, whose row has no opponent there")
}

pub(super) fn names_another([player, opponent]: &[String; 2], third: Option<&str>, round: usize) -> String {
    let third = third.unwrap_or("another player");
    format!("{player} has the opponent {opponent} in round {round}, whose row has {third}")
}

pub(super) fn same_colour([player, opponent]: &[String; 2], colour: Color, round: usize) -> String {
    format!("{player} and {opponent} both have {colour} in round {round}")
}

pub(super) fn results_disagree(
    [player, opponent]: &[String; 2],
    own: char,
    other: char,
    round: usize,
) -> String {
    let shown = |letter: char| if letter == ' ' { "no result".to_owned() } else { format!("`{letter}`") };
    format!(
        "the results of round {round} do not fit: {player} has {}, and {opponent} has {}",
        shown(own),
        shown(other)
    )
}

pub(super) fn uneven_results([one, other]: &[String; 2], first: char, second: char, round: usize) -> String {
    format!("{one} has `{first}` in round {round} and {other} `{second}`; an arbiter may have decided so")
}

pub(super) fn bye_with_opponent(player: &str, letter: char, round: usize) -> String {
    format!("{player} has {} in round {round}, and an opponent", bye(letter))
}

pub(super) fn several_byes(player: &str, rounds: &[usize]) -> String {
    format!("{player} has several byes by pairing: in rounds {}", numbers(rounds))
}

pub(super) fn other_points(player: &str, stated: Points, sum: Points, system: &str) -> String {
    format!("{player} has {stated} points, but the results add up to {sum} (with {system})")
}

pub(super) fn other_game_points(team: &str, stated: Points, sum: Points) -> String {
    format!("the team {team} has {stated} game points; the results of its players make {sum}")
}

pub(super) fn bye_against_row(player: &str, letter: char, round: usize) -> String {
    format!("record 240 gives {player} {} in round {round}, and the row does not", bye(letter))
}

pub(super) fn prohibited([one, other]: &[String; 2], line: u64, round: usize) -> String {
    format!("{one} and {other} meet in round {round}, although the record in line {line} prohibits it")
}

pub(super) fn rank_against_points(better: &str, worse: &str) -> String {
    format!("{better} is ranked before {worse}, who has more points")
}

pub(super) fn met_again(one: &str, other: &str, rounds: &[usize]) -> String {
    format!("{one} and {other} meet in rounds {}, although this is a Swiss tournament", numbers(rounds))
}

pub(super) fn ends_before_it_starts() -> String {
    "the tournament ends before it starts".to_owned()
}

pub(super) fn round_outside(round: usize, day: PartialDate) -> String {
    format!("round {round} is on {}, outside the dates of the tournament", date(day))
}
