//! The rules on what a record says and how it is written.

macro_rules! record_rules {
    ($next:ident $($rest:tt)*) => { $next! {
        $($rest)*

        /// The text cannot be read as a game record here.
        /// The text is not a move, a move number, a comment, a result or anything else that a record
        /// may contain. The rule also reports text written twice and a record that breaks off. The
        /// rest of the game is read as far as possible, and later games are not affected. This rule
        /// does not accuse a player.
        RecordSyntax(Record) "record.syntax";

        /// The text is not UTF-8, or begins with a byte order mark.
        /// The text was read as Latin-1, or the mark was skipped; nothing was lost. The finding is
        /// about the file, not about a game. If the letters look like those of another encoding, the
        /// help names it; that is only a guess. If UTF-8 is set (`--encoding`, or `encoding` in
        /// `jadoube.toml`), other text is an error; if another encoding is set, UTF-8 text is a
        /// warning.
        RecordEncoding(Record) "record.encoding";

        /// A tag pair is malformed, duplicated, invalid or contradictory.
        /// The excerpt shows the tag as written. Text among the tags that is not a tag pair
        /// is reported too. A tag unknown to this program is not reported, but a value that
        /// contradicts another tag is.
        RecordTag(Record) "record.tag";

        /// One of the seven tags that every game should have is missing.
        /// Every exported game should have the tags Event, Site, Date, Round, White, Black and
        /// Result. The game is judged without them.
        RecordRoster(Record) "record.roster";

        /// The starting position is impossible, or contradicts the game.
        /// The FEN or Placed tag cannot be read, or its board has no king or two kings of one
        /// colour. A castling right that no rook can use and an en passant square that no pawn can
        /// have passed are ignored; a right that the game uses is added; a ninth pawn is kept.
        /// Unusual but possible positions are accepted. If the moves cannot be replayed, nothing
        /// else is concluded.
        RecordFen(Record) "record.fen";

        /// The Result tag, the result after the moves and the final position do not agree.
        /// Two parts of the record contradict each other about how the game ended, or the result
        /// contradicts a checkmate on the board. The rule does not say which part is wrong. A
        /// sentence in the Termination tag (`Brown won on time`, `Game drawn by repetition`) is
        /// compared with the result and the moves, and so are TerminationDetails and ICCResult; if none
        /// of these says more than `Normal`, the comment before the result is compared (`{Black
        /// resigns} 1-0`). A result that is wrong only under the code is reported as `result.law`.
        RecordResult(Record) "record.result";

        /// A move number is wrong.
        /// The number written before a move does not follow from the number before it. The rule
        /// reports the first wrong number of a game only. The moves are replayed as written.
        RecordMoveNumber(Record) "record.move-number";

        /// A check or checkmate sign is missing or wrong.
        /// The board shows whether a move gives check or checkmate. A missing sign has severity info
        /// and is reported once in a game; a wrong sign is reported each time. The sign is not an
        /// announcement of check under any code.
        RecordSuffix(Record) "record.suffix";

        /// A move is not written as the PGN export format requires.
        /// The move is clear, but a program that exports PGN would write it differently. It is
        /// reported once in a game, with the number of such moves. The rule looks only at the text
        /// of the move, not at spacing or the order of tags. Moves in descriptive notation are
        /// reported unless the Notation tag declares them.
        RecordNotation(Record) "record.notation";

        /// More than one legal move fits the text.
        /// Every possible move is followed, and those that a later move contradicts are dropped.
        /// If several remain, the finding names the one that is shown. Nothing is concluded from a
        /// piece on which they differ.
        RecordAmbiguous(Record) "record.ambiguous";

        /// No piece fits the move as written.
        /// No piece of that kind can reach the square, by a legal move or by an illegal move that
        /// fits the text. The rule also reports a move that is in doubt because the numbers show
        /// missing or surplus moves, or because the starting position is not given. A doubtful record
        /// accuses no player. The replay of this game ends here, unless one legal move alone, with
        /// nearly the same spelling, leaves the rest possible (eight plies at least); nothing is
        /// concluded from later moves.
        RecordUnresolvable(Record) "record.unresolvable";

        /// A command is malformed, or the act cannot have happened.
        /// A command in a comment has wrong arguments, or describes an act that the board rules
        /// out, such as touching an empty square. The command is skipped and the game continues. A
        /// command after `;` is not read either: write commands in braces. Commands of other
        /// programs are never reported.
        RecordCommand(Record) "record.command";

        /// The same game occurs earlier in the input.
        /// Players, result, starting position and moves are the same, and the dates do not
        /// contradict each other; for games of fewer than ten plies, date, round and event must also
        /// agree, and for games of fewer than forty plies the tags UTCTime and Time. The later game is
        /// reported and names the first one: as a warning if that is in the same file, and otherwise as info. If event, site or round differ, these may be two
        /// different games. Games without moves, and games that cannot be replayed to the end, are
        /// not compared.
        RecordDuplicateGame(Record) "record.duplicate-game";

        /// Two records of one game contradict each other.
        /// The event, the round and the players of two records are known and the same (`NN` and the
        /// like are not names), and their dates do not contradict each other. The first twelve plies, or
        /// all of the shorter game, are the same, but the results, the lengths or later moves differ,
        /// so at least one record is wrong or incomplete. The later one is reported and names the
        /// earlier one.
        RecordConflictingGame(Record) "record.conflicting-game";

        /// No code of laws covers the date of the game, so acts at the board are not judged.
        /// The record of a game for whose day no FIDE laws are known shows more than moves: touches, speech, the board,
        /// the clock or conduct. Only the moves are judged. Name a code with `--code` or in the tag Laws, or a tradition with
        /// `--tradition`.
        RecordUnjudged(Record) "record.unjudged";

        /// Something follows the end of the game.
        /// Moves or text follow a result, a final position or a resignation, or occur between games.
        /// They are not judged. Whether a claim or an offence ended the game is decided by the code.
        /// Play after an automatic draw that the players did not notice is reported as
        /// `draw.automatic` instead.
        RecordAfterEnd(Record) "record.after-end";

        /// A suppression matches no finding.
        /// The record suppresses a rule at a move (`[%jadoube ignore …]`) or in the whole game
        /// (the tag JadoubeIgnore), but the rule has no finding there. Remove the suppression, so
        /// that it does not hide a new finding. Suppressions of rules that compare several games
        /// are never reported.
        RecordUnusedIgnore(Record) "record.unused-ignore";
    } };
}

pub(super) use record_rules;
