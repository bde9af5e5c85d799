//! Words that people know for what the law calls otherwise, each with the things that it can mean. Ids, the words of
//! ids, and the names of commands and tags need no entry here: `lookup.rs` knows them.

/// The words; then, as arguments of `jadoube explain`, what they can mean, the likeliest first. Case, the plural, and
/// blanks, hyphens or dots between words make no difference, nor does `rule` or `law` after them.
pub(super) const SYNONYMS: &[(&[&str], &[&str])] = &[
    (
        &["touch move", "touched piece", "touch piece move piece", "piece touched piece moved"],
        &[
            "touch.own",
            "touch.adversary",
            "touch.several-own",
            "touch.several-adversary",
            "touch.mixed",
            "touch.own-immovable",
            "touch.adversary-immovable",
            "touch.out-of-turn",
            "%touch",
        ],
    ),
    (
        &["repair", "fix", "quick fix", "mend"],
        &[
            "record.suffix",
            "record.notation",
            "record.ambiguous",
            "record.move-number",
            "record.result",
            "record.roster",
            "record.syntax",
            "record.tag",
            "record.fen",
            "record.unused-ignore",
            "style",
        ],
    ),
    (
        &["touch take", "touch capture"],
        &["touch.adversary", "touch.several-adversary", "touch.adversary-immovable"],
    ),
    (
        &["j'adoube", "adoube", "i adjust", "adjusting", "adjustment", "centre pieces"],
        &["touch.adjust", "%say", "%jadoube"],
    ),
    (
        &["hovering", "piece in hand", "let go", "release piece"],
        &["touch.hold", "%hold", "%hover", "%release"],
    ),
    (
        &[
            "illegal",
            "illegal move",
            "second illegal move",
            "third illegal move",
            "irregular move",
            "false move",
            "wrong move",
            "impossible move",
        ],
        &[
            "move.false",
            "move.into-check",
            "move.discovers-check",
            "move.check-not-parried",
            "move.castling",
            "move.promotion",
            "discovery.illegal",
            "%notice",
        ],
    ),
    (&["incident", "event at the board", "extended pgn"], &["commands"]),
    (
        &["check"],
        &[
            "move.into-check",
            "move.check-not-parried",
            "move.discovers-check",
            "call.check-missing",
            "call.check-false",
            "discovery.check",
            "draw.perpetual",
            "%say",
        ],
    ),
    (
        &["moved into check", "moving into check", "king in check", "king captured"],
        &["move.into-check", "move.check-not-parried"],
    ),
    (&["pin", "pinned piece", "discovered check", "exposed king"], &["move.discovers-check"]),
    (
        &["ignored check", "unanswered check", "still in check"],
        &["move.check-not-parried", "call.check-missing"],
    ),
    (
        &["announced check", "saying check", "calling check", "unannounced check"],
        &["call.check-missing", "call.check-false", "call.check-late", "%say"],
    ),
    (
        &[
            "mate",
            "checkmate",
            "announced mate",
            "mate announcement",
            "mate in n",
            "mate in two",
            "mate in three",
            "mate in four",
        ],
        &["call.mate-in", "call.mate-false", "record.result", "%say"],
    ),
    (
        &["castle", "long castling", "short castling", "kingside castling", "queenside castling", "o-o"],
        &["move.castling", "move.castling-order", "penalty.castled"],
    ),
    (&["rook first", "castling with rook first"], &["move.castling-order"]),
    (
        &["promote", "promoting", "underpromotion", "queening", "pawn on last rank"],
        &["move.promotion", "%place"],
    ),
    (
        &["en passant", "e.p.", "in passing", "forced en passant", "compulsory en passant"],
        &["move.en-passant-declined"],
    ),
    (
        &["wrong turn", "not your turn", "two moves in a row", "moved twice"],
        &["move.out-of-turn", "touch.out-of-turn"],
    ),
    (
        &["take back", "taken back", "recall", "retracted move", "changed move"],
        &["move.recalled", "%retract"],
    ),
    (&["both hands", "one hand"], &["move.two-hands", "%hands"]),
    (
        &[
            "threefold",
            "3 fold",
            "three times",
            "third occurrence",
            "repeat",
            "repeated position",
            "position repetition",
            "draw by repetition",
        ],
        &["draw.repetition"],
    ),
    (
        &["fivefold", "5 fold", "five times", "75", "75 move", "seventy five move", "automatic draw"],
        &["draw.automatic"],
    ),
    (&["threefold repetition", "3 fold repetition"], &["draw.repetition"]),
    (&["fivefold repetition", "5 fold repetition"], &["draw.automatic"]),
    (&["50", "50 move", "fifty move", "50 move draw", "no capture"], &["draw.fifty"]),
    (&["move count", "count of moves", "counting out", "calling for count"], &["draw.count", "%claim"]),
    (&["perpetual check", "endless check"], &["draw.perpetual"]),
    (&["no legal move", "pat"], &["draw.stalemate"]),
    (
        &["draw offer", "offer draw", "offered draw", "agreed draw", "draw by agreement"],
        &["draw.agreement", "%say", "%agree"],
    ),
    (
        &["draw claim", "claim draw", "claimed draw"],
        &["draw.repetition", "draw.fifty", "draw.perpetual", "draw.normal-means", "%claim"],
    ),
    (
        &[
            "dead position",
            "insufficient material",
            "insufficient mating material",
            "not enough material",
            "mating material",
        ],
        &["draw.dead", "clock.flag"],
    ),
    (
        &["quickplay finish", "two minutes", "no winning attempt", "not trying to win"],
        &["draw.normal-means", "clock.increment", "move.false"],
    ),
    (
        &[
            "time",
            "flag fall",
            "flagged",
            "both flags",
            "both flags down",
            "time forfeit",
            "lost on time",
            "out of time",
            "overstep",
            "time trouble",
            "zeitnot",
        ],
        &["clock.flag", "%flag", "%claim", "tag TimeControl"],
    ),
    (&["clock time", "time stamp", "remaining time"], &["clock.inconsistent", "%clk", "%emt"]),
    (&["time control", "increment", "delay", "fischer clock"], &["tag TimeControl", "clock.inconsistent"]),
    (&["press clock", "pressed clock", "forgot clock", "hit the clock"], &["clock.press", "%press"]),
    (
        &["late", "lateness", "late arrival", "forfeit", "no show", "default time", "walkover"],
        &["clock.absent", "%arrive", "tag DefaultTime"],
    ),
    (&["resign", "resignation", "resigned", "gave up"], &["conduct.abandoned", "%say", "record.after-end"]),
    (
        &["left the table", "walked out", "abandonment", "forfeited game"],
        &["conduct.abandoned", "%leave", "%discontinue"],
    ),
    (
        &["distract", "annoy", "noise", "distraction", "disturbing", "misconduct", "behaviour"],
        &["conduct.disturbance", "%disturb"],
    ),
    (&["telephone", "mobile phone", "phone rings", "electronic device"], &["conduct.device", "%ring"]),
    (
        &["behind with writing", "stopped writing", "keeping score"],
        &["conduct.scoresheet", "conduct.writing", "%sheet"],
    ),
    (&["stop the clocks", "pause", "paused clocks"], &["clock.paused", "%pause"]),
    (&["signature", "signed result", "signed scoresheet"], &["result.signed", "%sign"]),
    (
        &["scoresheet", "write move before", "writing move first", "notated in advance"],
        &["conduct.writing", "%write"],
    ),
    (
        &["arbiter", "umpire", "referee", "decision"],
        &["penalty.ruling", "conduct.refusal", "%appeal", "%ruling"],
    ),
    (&["remedy", "punishment", "choice of penalty"], &["penalty", "%elect", "%waive"]),
    (
        &[
            "board turned",
            "wrong board",
            "board wrong way round",
            "board reversed",
            "white square at right",
            "corner square",
        ],
        &["setup.board", "%board", "tag Board"],
    ),
    (
        &[
            "wrong set up",
            "wrong starting position",
            "set up wrongly",
            "misplaced piece",
            "king and queen reversed",
        ],
        &["setup.misplaced", "tag Placed", "%replace"],
    ),
    (&["missing piece", "forgotten piece"], &["setup.omitted", "board.dropped", "tag Placed", "%restore"]),
    (&["handicap", "pawn and move", "odds game"], &["setup.odds", "setup.odds-moves", "tag Odds"]),
    (
        &["who begins", "colours", "colors", "wrong colours", "reversed colours", "white begins"],
        &["setup.first-move", "series.colour", "series.first-move", "tag RightOfMove"],
    ),
    (&["fallen piece", "piece fell", "fell off the board"], &["board.dropped", "%drop", "%restore"]),
    (
        &["knocked over", "overturned", "board overturned", "upset board"],
        &["board.upset", "board.displaced", "%upset"],
    ),
    (
        &["adjournment", "adjourned game", "sealed move", "envelope"],
        &[
            "adjourn.seal-illegal",
            "adjourn.seal-ambiguous",
            "adjourn.seal-missing",
            "adjourn.position",
            "%adjourn",
            "%seal",
        ],
    ),
    (&["duplicate", "same game twice"], &["record.duplicate-game"]),
    (&["score", "wrong result", "outcome"], &["record.result", "result.law", "tag Result"]),
    (&["ambiguous move", "disambiguation"], &["record.ambiguous"]),
    (&["unreadable move", "cannot read"], &["record.syntax", "record.unresolvable"]),
    (&["check sign", "plus sign", "mate sign"], &["record.suffix"]),
    (&["utf 8", "latin 1", "bom", "accents", "umlauts"], &["record.encoding"]),
    (&["header", "pgn tags", "seven tag roster"], &["record.tag", "record.roster", "tags"]),
    (
        &["suppress", "suppression", "ignore", "noqa", "exception"],
        &["%jadoube", "tag JadoubeIgnore", "record.unused-ignore"],
    ),
    (&["trf", "tournament report", "tournament file", "crosstable", "swiss", "fide report"], &["tournament"]),
    (&["annotation", "comment command"], &["commands", "record.command"]),
    (&["command"], &["commands", "record.command"]),
    (&["tag"], &["tags", "record.tag"]),
    (&["descriptive", "descriptive notation", "old notation"], &["tag Notation", "record.notation"]),
    (&["chess960", "fischer random", "freestyle"], &["tag Variant"]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::lookup::{Thing, key};
    use super::*;

    #[test]
    fn every_meaning_exists_and_no_word_has_two_entries() {
        let mut known = BTreeSet::new();
        for (words, meanings) in SYNONYMS {
            for word in *words {
                assert!(known.insert(key(word)), "{word}");
            }
            for meaning in *meanings {
                assert!(Thing::named(meaning).is_some(), "{meaning}");
            }
        }
    }
}
