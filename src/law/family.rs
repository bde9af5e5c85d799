//! The families of rules.

use super::rules::Rule;

word_enum! {
    /// The subject of a rule: the word before the dot of its id.
    Family {
        /// The text of the record, under any code.
        Record = "record",
        /// Moves.
        Move = "move",
        /// Touches.
        Touch = "touch",
        /// Announcements.
        Call = "call",
        /// The set-up and beginning of the game.
        Setup = "setup",
        /// Men off their squares.
        Board = "board",
        /// Irregularities found later.
        Discovery = "discovery",
        /// Remedies that were asked for or given.
        Penalty = "penalty",
        /// Drawn games and claims of a draw.
        Draw = "draw",
        /// Time.
        Clock = "clock",
        /// The players' behaviour.
        Conduct = "conduct",
        /// Adjourned games.
        Adjourn = "adjourn",
        /// Scores.
        Result = "result",
        /// Games of one match or sitting.
        Series = "series",
        /// Hints for archivists, off by default.
        Curate = "curate",
        /// The layout of the text of a game, off by default.
        Style = "style",
        /// Games and the report of their tournament, if one is given.
        Tournament = "tournament",
    }
}

impl Family {
    /// The rules of the family, in the order of the registry.
    pub fn rules(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(move |rule| rule.is_in_family(self))
    }
}
