//! The families of rules.

use super::rules::Rule;

word_enum! {
    /// What a rule is about: the word before the dot of its id.
    Family {
        /// The text, whatever the code.
        Record = "record",
        /// Moves.
        Move = "move",
        /// Touches.
        Touch = "touch",
        /// Announcements.
        Call = "call",
        /// The beginning.
        Setup = "setup",
        /// Men off their squares.
        Board = "board",
        /// Irregularities that were found.
        Discovery = "discovery",
        /// Remedies asked for and given.
        Penalty = "penalty",
        /// Drawn games, and claims of a draw.
        Draw = "draw",
        /// Time.
        Clock = "clock",
        /// Behaviour.
        Conduct = "conduct",
        /// Adjourned games.
        Adjourn = "adjourn",
        /// Scores.
        Result = "result",
        /// Games of one match or sitting.
        Series = "series",
    }
}

impl Family {
    /// Its rules, in the order of the registry.
    pub fn rules(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(move |rule| rule.is_of(self))
    }
}
