//! The tags of a record that the audit reads, in words.

use crate::game::TagName;
use crate::law::codes;

/// A tag in words.
#[derive(Debug)]
pub(crate) struct TagHelp {
    pub tag: TagName,
    pub says: &'static str,
    /// The valid values.
    pub values: &'static str,
    pub example: &'static str,
}

const fn help(tag: TagName, says: &'static str, values: &'static str, example: &'static str) -> TagHelp {
    TagHelp { tag, says, values, example }
}

/// The tags of this format come first, then those of the PGN standard.
const HELP: &[TagHelp] = &[
    help(
        TagName::Laws,
        "The code under which the game was played. The game is judged under it unless `--code` names another. A game without \
         the tag is judged under the law of its day.",
        "the id of a code: `jadoube codes` lists them",
        codes::DEFAULT,
    ),
    help(
        TagName::Observed,
        "The kinds of acts that the record holds in full: an act of these kinds that is not in the record is taken not to have happened. \
         Without the tag, nothing follows from what the record does not show.",
        "any of `touch`, `speech`, `board`, `clock` and `conduct`, separated by spaces",
        "touch speech",
    ),
    help(
        TagName::Board,
        "How the board lay at the start: the colour of the corner at each player's right hand. A number is the number \
         of the board in an event.",
        "`light`, `dark` or a number",
        "dark",
    ),
    help(
        TagName::Placed,
        "How the pieces really stood at the start, if they were set up wrongly. The moves are replayed from there.",
        "the first field of a FEN",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR",
    ),
    help(
        TagName::Odds,
        "The odds that a player gives.",
        "`w` or `b` for the giver; then squares or names of the pieces given, or terms: `move`, `moves N`, `exchange`, \
         `draws-won`, `mate-with SQ`, `mate-on SQ`, `force-stalemate`, `selfmate`",
        "b f7 moves 2",
    ),
    help(
        TagName::RightOfMove,
        "The player who has the right to the first move.",
        "`White` or `Black`",
        "White",
    ),
    help(
        TagName::Regulations,
        "The rules that the event adds to the laws.",
        "`no-draw-before N` (N is a move), `full-supervision`, `guideline-III`, separated by `;`",
        "no-draw-before 30",
    ),
    help(
        TagName::DefaultTime,
        "How late a player may arrive before the game is lost. Without this tag, it is the time that the code of laws \
         itself sets. If the code leaves it to the event, it is unknown, even if the code says that it is zero unless \
         the event specifies another: a late arrival is then reported, but not as a loss.",
        "hours, minutes and seconds",
        "0:30:00",
    ),
    help(
        TagName::ResultDetail,
        "Says that both players lose, which the Result tag cannot express.",
        "`0-0`",
        "0-0",
    ),
    help(
        TagName::Series,
        "The name of the match or sitting to which the game belongs. Rules on several games need it.",
        "any text",
        "Club match",
    ),
    help(TagName::SeriesGame, "The number of the game in its series.", "a number", "2"),
    help(
        TagName::JadoubeIgnore,
        "Findings of these rules are not reported in this game. To suppress them at one move only, use the command \
         `[%jadoube ignore …]`.",
        "ids of rules, separated by spaces or commas, and then the reason",
        "record.suffix as printed",
    ),
    help(
        TagName::Notation,
        "The notation of the moves, if it is not algebraic.",
        "`descriptive`",
        "descriptive",
    ),
    help(TagName::Event, "The name of the tournament or match.", "any text; `?` if unknown", "Hastings"),
    help(TagName::Site, "The place of the event.", "any text; `?` if unknown", "London ENG"),
    help(
        TagName::Date,
        "The day on which the game began. Without the tags `Laws` and `EventDate`, it decides which edition of the laws \
         the game is judged under.",
        "`YYYY.MM.DD`, an existing date; `??` for unknown parts",
        "1886.11.??",
    ),
    help(
        TagName::EventDate,
        "The day on which the event began. The edition of the laws that was in force on this day is that of all its games.",
        "as for `Date`",
        "1998.06.28",
    ),
    help(TagName::Round, "The round of the event.", "any text; `?` if unknown, `-` if there is none", "3.1"),
    help(
        TagName::White,
        "The player of the white pieces.",
        "`Surname, First name`; `?` if unknown",
        "Anderssen, Adolf",
    ),
    help(
        TagName::Black,
        "The player of the black pieces.",
        "`Surname, First name`; `?` if unknown",
        "Paulsen, Louis",
    ),
    help(
        TagName::Result,
        "The result of the game. It must agree with the result after the moves.",
        "`1-0`, `0-1`, `1/2-1/2`, or `*` for a game without a result",
        "1-0",
    ),
    help(
        TagName::SetUp,
        "Whether the game begins from the position of the FEN tag.",
        "`1`, or `0` for the usual starting position",
        "1",
    ),
    help(
        TagName::Fen,
        "The position from which the game should begin.",
        "a FEN",
        "8/8/8/8/8/2k5/8/K6R w - - 0 1",
    ),
    help(
        TagName::Variant,
        "The kind of chess. Only chess and Chess960 are judged.",
        "`Standard`, `Chess960`, or one of their other names",
        "Chess960",
    ),
    help(
        TagName::TimeControl,
        "The time control. It decides between the long, rapid and blitz laws of the day. Clock times are checked only if it is understood.",
        "seconds, seconds with an increment (`300+2`) or moves and seconds (`40/7200`), joined by `:`; or words, as in `15 min + 10 s` and `G/90;inc30`",
        "40/5400+30:1800+30",
    ),
    help(
        TagName::Termination,
        "How the game ended. A sentence such as `Brown won on time` is compared with the result and the moves.",
        "a word or a sentence",
        "time forfeit",
    ),
    help(
        TagName::TerminationDetails,
        "How the game ended, in the words of some servers. It is read like `Termination`.",
        "a sentence",
        "White wins by resignation",
    ),
    help(
        TagName::IccResult,
        "How the game ended, in the words of one server. It is read like `Termination`.",
        "a sentence",
        "Black checkmated",
    ),
];

/// Every tag that the audit reads.
pub(crate) fn all() -> impl Iterator<Item = &'static TagHelp> {
    HELP.iter()
}

impl TagHelp {
    pub(crate) fn name(&self) -> &'static str {
        self.tag.name()
    }

    /// Its first sentence.
    pub(crate) fn summary(&self) -> &'static str {
        first_sentence(self.says)
    }

    /// A tag pair as a record has it.
    pub(crate) fn example(&self) -> String {
        format!("[{} \"{}\"]", self.name(), self.example)
    }
}

/// The text to its first full stop before a space.
pub(super) fn first_sentence(text: &'static str) -> &'static str {
    text.split_inclusive(". ").next().unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ReadValue;

    #[test]
    fn every_tag_is_explained_once_with_a_valid_example() {
        assert_eq!(HELP.len(), TagName::ALL.len());
        for tag in TagName::ALL.iter().copied() {
            let help = HELP.iter().find(|help| help.tag == tag).unwrap();
            let read = ReadValue::of(tag, help.example.as_bytes());
            assert!(!matches!(read, ReadValue::Invalid(_)), "{}: {read:?}", help.name());
        }
    }
}
