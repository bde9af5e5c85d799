//! The sentences of findings for archivists.

use super::courses::CourseTags;
use super::events::{EventConflict, OtherRound};
use super::openings::OpeningFault;
use super::ratings::EarlierRating;
use super::spellings::SpelledName;
use crate::game::PartialDate;
use crate::law::words::{count_plies, list_and};

/// More spellings of one player are not named.
const MOST_NAMED: usize = 6;

/// `in file`, for a game of another file.
fn of_game(number: u64, file: Option<&str>) -> String {
    match file {
        Some(file) => format!("game {number} in {file}"),
        None => format!("game {number}"),
    }
}

pub(super) fn similar(number: u64, file: Option<&str>, here: &CourseTags, there: &CourseTags) -> String {
    let mut differences = Vec::new();
    for (colour, here, there) in [("White", &here.white, &there.white), ("Black", &here.black, &there.black)]
    {
        if here != there {
            differences.push(if there.is_empty() {
                format!("{colour} is not named")
            } else {
                format!("{colour} is written `{there}`")
            });
        }
    }
    let read = |date: &str| PartialDate::read(date.as_bytes());
    if read(&here.date) != read(&there.date) {
        differences.push(match &*there.date {
            "" => "there is no date".to_owned(),
            date => format!("the date is {date}"),
        });
    }
    if here.result != there.result {
        differences.push(format!("the result is {}", there.result.id()));
    }
    format!("the moves are those of {}; there, {}", of_game(number, file), list_and(&differences))
}

pub(super) fn compare_records() -> String {
    "if both are records of one game, keep the better one".to_owned()
}

pub(super) fn begins_earlier(number: u64, file: Option<&str>, more: usize) -> String {
    format!("the moves are the beginning of {}, which has {} more", of_game(number, file), plies(more))
}

pub(super) fn begins_with_earlier(number: u64, file: Option<&str>, more: usize) -> String {
    format!(
        "the moves of {} are the beginning of this game, which has {} more",
        of_game(number, file),
        plies(more)
    )
}

fn plies(count: usize) -> String {
    count_plies(u32::try_from(count).unwrap_or(u32::MAX))
}

pub(super) fn wrong_opening(fault: &OpeningFault) -> String {
    let OpeningFault { tag, code, name } = fault;
    format!("the tag ECO is {tag}, but the moves are those of {code} ({name})")
}

pub(super) fn conflicting_date(
    date: &str,
    conflict: EventConflict,
    other: Option<(u64, Option<&str>)>,
) -> String {
    match conflict {
        EventConflict::Named(first, last) if first == last => {
            format!("the date is {date}, but the name of the event gives the year {first}")
        }
        EventConflict::Named(first, last) => {
            format!("the date is {date}, but the name of the event gives the years {first} to {last}")
        }
        EventConflict::EventDate(year) => {
            format!("the date is {date}, but the event begins in {year} (EventDate)")
        }
        EventConflict::Round(OtherRound { round, is_before, .. }) => {
            let game =
                other.map_or_else(String::new, |(number, file)| format!(" ({})", of_game(number, file)));
            let (when, which) = if is_before { ("before", "earlier") } else { ("after", "later") };
            format!("the date is {date}, more than a year {when} that of the {which} round {round}{game}")
        }
    }
}

pub(super) fn impossible_rating(colour: &str, rating: u16) -> String {
    format!("the rating of {colour} is {rating}")
}

pub(super) fn rating_jump(
    colour: &str,
    rating: u16,
    earlier: EarlierRating,
    other: (u64, Option<&str>),
) -> String {
    let days = match earlier.days {
        0 => "on the same day".to_owned(),
        1 => "a day apart".to_owned(),
        days => format!("{days} days apart"),
    };
    let game = of_game(other.0, other.1);
    format!("the rating of {colour} is {rating}, but in {game}, {days}, it is {}", earlier.rating)
}

/// `spellings`: the most frequent one first, the rarest one last.
pub(super) fn spellings(spellings: &[SpelledName]) -> Option<String> {
    let (rarest, others) = spellings.split_last()?;
    let counted = |name: &SpelledName| {
        let games = if name.games == 1 { "game" } else { "games" };
        format!("`{}` ({} {games})", name.text, name.games)
    };
    let mut named: Vec<String> = others.iter().take(MOST_NAMED).map(counted).collect();
    let more = others.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        named.push(format!("in {more} more ways"));
    }
    Some(format!("{} is probably also written {}", counted(rarest), list_and(&named)))
}

pub(super) fn choose_one_spelling() -> String {
    "if this is one player, use one spelling".to_owned()
}
