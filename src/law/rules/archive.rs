//! The rules for archivists, and those on layout. They are off until they are selected.

macro_rules! archive_rules {
    ($next:ident $($rest:tt)*) => { $next! {
        $($rest)*

        /// One game is the beginning of another game of the same players.
        /// The moves of the shorter record, at least ten plies, begin the longer one, and the names can be two spellings of the
        /// same players. The dates must not contradict each other, unless the shorter record has thirty plies and both have the
        /// same winner; a short draw before a longer game of another round is not reported. The later record is reported and
        /// names the earlier one. Off by default: `--select curate` reports only this family, `--extend-select curate` adds it to
        /// the others, and `--duplicates` sets the number of games that are compared.
        CurateContainedGame(Curate) "curate.contained-game";

        /// The same moves occur earlier in the input under other names, with another date or with another result.
        /// The later record is reported, names the first one, and says what differs there; a copy without differences is
        /// `record.duplicate-game`. Off by default: `--select curate` reports only this family, `--extend-select curate` adds it
        /// to the others, and `--duplicates` sets the number of games that are compared. Two
        /// games of sixty plies or more with the same moves are always reported. Shorter ones must be at least so long, because
        /// short draws are repeated:
        /// - between the same players: 20 plies, in the same year 16; but 30 if the dates contradict each other and no player won
        /// both games;
        /// - if one of the players is another: 20 plies in the same year, 30 in other years with the same winner;
        /// - if the names are unknown: 20 plies, in the same year or with the same winner;
        /// - between other players: 40 plies in the same year, 30 with the same winner.
        CurateSimilarGame(Curate) "curate.similar-game";

        /// The tag ECO does not fit the moves.
        /// The positions of the first forty plies are looked up in the openings of lichess (`lichess-org/chess-openings`), so
        /// another order of moves makes no difference. Only games from the usual starting position, and no shorter than the
        /// shortest line of the tag's code, are looked at; a value that is not a code from A00 to E99 is left alone. Off by
        /// default: `--select curate` reports only this family, and `--extend-select curate` adds it to the others. The code of
        /// the tag is reported if all of this holds:
        /// - none of these positions has it;
        /// - the last position that has a code belongs to another group of ten, such as D30 to D39;
        /// - at least two of the moves that all lines of the tag's code share were not played;
        /// - no position is near the end of such a line: if the line has ten plies, at least seven squares of the board differ, if
        /// it has twenty, fourteen.
        CurateOpening(Curate) "curate.opening";

        /// The name of one player is spelled in several ways.
        /// The family names are equal without regard to case, accents, spaces and punctuation, so other transliterations
        /// (`Chigorin`, `Tchigorin`) and a name without its `von` are not joined; the given names are equal, or initials, or
        /// missing; and at most sixty years lie between the games. A spelling that fits two players is left out. The finding is
        /// at the first game of the rarest spelling, with the number of games of each, so reports are written after all games are
        /// read. Off by default: `--select curate` reports only this family, `--extend-select curate` adds it to the others, and
        /// `--duplicates` sets the number of games that are compared.
        CuratePlayerSpelling(Curate) "curate.player-spelling";

        /// The date of a game cannot be one of its event.
        /// The date is before the year of EventDate or more than a year after it, more than a year from the years in the name of
        /// the event (`Hastings 1922/23`), or more than a year before that of an earlier round. Rounds are compared only if
        /// EventDate or the name of the event gives a year, because events repeat their names. Games by correspondence are left
        /// out. Off by default: `--select curate` reports only this family, and `--extend-select curate` adds it to the others.
        CurateImpossibleEvent(Curate) "curate.impossible-event";

        /// A rating is impossible, or changes too fast.
        /// It is below 100 or above 2900, or it differs by more than 400 points from the rating of the same player in the game
        /// read before this one, if at most 60 days lie between the two games. Ratings of engines and of game servers may be
        /// above 2900, and a change back to the rating before is not reported again. Only names with a given name in full are
        /// compared, because namesakes share their initials. Off by default: `--select curate` reports only this family, and
        /// `--extend-select curate` adds it to the others.
        CurateRatingJump(Curate) "curate.rating-jump";

        /// The seven tags that every game should have are not in the order of the PGN standard.
        /// The order is Event, Site, Date, Round, White, Black, Result. Other tags may come anywhere, and the repair leaves them
        /// where they are. A game in which a tag occurs twice, or in which one of the seven is malformed or not in UTF-8, is not
        /// reported. Off by default: `--select style` reports only this family, `--extend-select style` adds it to the others,
        /// and `--fix` repairs the rules that are selected.
        StyleTagOrder(Style) "style.tag-order";

        /// A tag of the seven that every game should have is missing, and can be written as unknown.
        /// The repair adds `?`, for the date `????.??.??` and for the result `*`; a known result is left to `record.roster`.
        /// Games without any tag are left out. Off by default: `--select style` reports only this family, `--extend-select style`
        /// adds it to the others, and `--fix` repairs the rules that are selected.
        StyleMissingTags(Style) "style.missing-tags";

        /// A month or day of a date has one digit.
        /// `1999.1.5` becomes `1999.01.05`; the tags Date and EventDate are looked at. A date in another order or form is
        /// `record.tag`, and is left as it is. Off by default: `--select style` reports only this family, `--extend-select style`
        /// adds it to the others, and `--fix` repairs the rules that are selected.
        StyleDatePadding(Style) "style.date-padding";

        /// No blank line separates the tags from the moves, or a game from the next one.
        /// The repair adds it. Off by default: `--select style` reports only this family, `--extend-select style` adds it to the
        /// others, and `--fix` repairs the rules that are selected.
        StyleBlankLines(Style) "style.blank-lines";

        /// A byte order mark comes before the game.
        /// Programs write it at the start of a file in UTF-8; some readers of PGN take it for text. The repair removes it. Off by
        /// default: `--select style` reports only this family, `--extend-select style` adds it to the others, and `--fix` repairs
        /// the rules that are selected.
        StyleByteOrderMark(Style) "style.byte-order-mark";

        /// Some lines of a game end in CRLF, others in LF.
        /// Each game is looked at by itself, from its first tag to its last line. The repair gives all its lines the line end of
        /// most of them, or LF if both are equally frequent. Off by default: `--select style` reports only this family,
        /// `--extend-select style` adds it to the others, and `--fix` repairs the rules that are selected.
        StyleLineEnds(Style) "style.line-ends";

        /// The text is in the encoding that is set for it, which is not UTF-8.
        /// Only if an encoding is set (`--encoding`, or `encoding` in `jadoube.toml`): nothing is guessed. A game with a byte
        /// that the encoding leaves undefined is not reported, nor one that is valid UTF-8. The repair converts the whole file to
        /// UTF-8, and only if it has no such game; the setting must be changed then. Off by default: `--select style` reports
        /// only this family, `--extend-select style` adds it to the others, and `--fix` repairs the rules that are selected.
        StyleEncoding(Style) "style.encoding";
    } };
}

pub(super) use archive_rules;
