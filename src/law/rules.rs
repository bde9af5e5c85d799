//! The registry of rule ids: one line each, and the words of `explain`.
//!
//! Ids are a contract (`jadoube.report/1`): adding is free, renaming or dropping is a new version.

use std::fmt;
use std::str::FromStr;

macro_rules! rules {
    ($( $variant:ident $id:literal $(<- $parent:ident)? : $summary:literal ;)+) => {
        /// A rule id of the report: what a finding is about.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Rule { $( #[doc = $summary] $variant, )+ }

        impl Rule {
            /// Every rule, in the order of the registry.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The id, `family.name`.
            pub const fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// What the rule finds, one sentence.
            pub const fn summary(self) -> &'static str {
                match self { $( Self::$variant => $summary, )+ }
            }

            /// The rule whose provisions govern where no provision names this one.
            pub const fn parent(self) -> Option<Self> {
                match self { $( $( Self::$variant => Some(Self::$parent), )? )+ _ => None }
            }
        }
    };
}

rules! {
    RecordSyntax "record.syntax": "The text cannot be read as a record here.";
    RecordEncoding "record.encoding": "The text is not UTF-8, or begins with a byte order mark.";
    RecordTag "record.tag": "A tag pair is malformed, repeated, unknown in its value or contradicts another.";
    RecordRoster "record.roster": "One of the seven tags that every game should carry is missing.";
    RecordFen "record.fen": "The starting position is not one a game can start from.";
    RecordResult "record.result": "The Result tag, the termination token and the final position disagree.";
    RecordMoveNumber "record.move-number": "A move number is not the number of the move.";
    RecordSuffix "record.suffix": "A check or mate sign is missing or false.";
    RecordNotation "record.notation": "A move is not written as the export format writes it.";
    RecordAmbiguous "record.ambiguous": "More than one legal move fits the text.";
    RecordUnresolvable "record.unresolvable": "No man can be found that the text could mean.";
    RecordCommand "record.command": "A command is malformed, or the act cannot have happened.";
    RecordDuplicateGame "record.duplicate-game": "The same game stands earlier in the input.";
    RecordAfterEnd "record.after-end": "Something follows the end of the game.";
    MoveFalse "move.false": "A man was played where it cannot go.";
    MoveFalseCapture "move.false-capture" <- MoveFalse: "A man was taken by one that cannot take it.";
    MoveCapturesOwn "move.captures-own" <- MoveFalse: "A player took his own man.";
    MoveAdversaryMan "move.adversary-man" <- MoveFalse: "A player moved the adversary's man.";
    MoveIntoCheck "move.into-check" <- MoveFalse: "The king went to an attacked square.";
    MoveDiscoversCheck "move.discovers-check" <- MoveFalse: "A man uncovered an attack on its own king.";
    MoveCheckNotParried "move.check-not-parried" <- MoveFalse: "The king was left in check.";
    MoveCastling "move.castling" <- MoveFalse: "The king castled where the code does not allow it.";
    MoveCastlingOrder "move.castling-order": "The rook was moved and left before the king was touched.";
    MovePromotion "move.promotion" <- MoveFalse: "A pawn on its last rank was not dealt with as the code says.";
    MoveEnPassantDeclined "move.en-passant-declined": "The capture in passing was the only move and was not made.";
    MoveOutOfTurn "move.out-of-turn": "A player moved when it was not his turn.";
    MoveRecalled "move.recalled": "A completed legal move was taken back.";
    MoveTwoHands "move.two-hands": "A move was made with both hands.";
    TouchOwn "touch.own": "A man touched was not played.";
    TouchOwnImmovable "touch.own-immovable" <- TouchOwn: "A man touched cannot be moved.";
    TouchSeveralOwn "touch.several-own" <- TouchOwn: "Several of the player's own men were touched.";
    TouchAdversary "touch.adversary": "A hostile man touched was not taken.";
    TouchAdversaryImmovable "touch.adversary-immovable" <- TouchAdversary: "A hostile man touched cannot be taken.";
    TouchSeveralAdversary "touch.several-adversary" <- TouchAdversary: "Several hostile men were touched.";
    TouchMixed "touch.mixed": "Men of both sides were touched.";
    TouchOutOfTurn "touch.out-of-turn": "A man was touched by the player not on move.";
    TouchAdjust "touch.adjust": "Men were adjusted otherwise than the code allows.";
    TouchHold "touch.hold": "A man was held, or rested on squares, otherwise than the code allows.";
    CallCheckMissing "call.check-missing": "A check was not announced.";
    CallCheckFalse "call.check-false": "Check was said where none was given.";
    CallCheckLate "call.check-late": "A check was announced too late.";
    CallMateFalse "call.mate-false": "Mate was said where there was none.";
    CallMateIn "call.mate-in": "A mate in a number of moves was announced.";
    SetupBoard "setup.board": "The board lay the wrong way.";
    SetupMisplaced "setup.misplaced": "Men stood on wrong squares at the start.";
    SetupOmitted "setup.omitted": "A man was missing at the start.";
    SetupOdds "setup.odds": "The odds agreed were not given, or not met.";
    SetupOddsMoves "setup.odds-moves": "The moves given as odds were not played as the code says.";
    SetupFirstMove "setup.first-move": "The wrong player made the first move.";
    BoardDropped "board.dropped": "A man fell from the board and play went on without it.";
    BoardDisplaced "board.displaced": "Men were displaced.";
    BoardUpset "board.upset": "The men were overturned.";
    DiscoveryIllegal "discovery.illegal": "An earlier illegality was found.";
    DiscoveryCheck "discovery.check": "A king was found to have stood in check.";
    PenaltyLate "penalty.late": "A remedy was asked after its time.";
    PenaltyUnavailable "penalty.unavailable": "A remedy was asked that the code does not give.";
    PenaltyNotExecuted "penalty.not-executed": "A remedy was not carried out.";
    PenaltyCastled "penalty.castled": "The king castled in answer to a penalty.";
    PenaltyIndulgence "penalty.indulgence": "An indulgence was claimed in return for one given.";
    PenaltyRuling "penalty.ruling": "A ruling was given that the code does not permit.";
    DrawRepetition "draw.repetition": "The same position occurred again and again.";
    DrawFifty "draw.fifty": "Fifty moves passed.";
    DrawCount "draw.count": "A count of moves was called for.";
    DrawPerpetual "draw.perpetual": "Perpetual check was claimed.";
    DrawStalemate "draw.stalemate": "The player on move has no legal move and is not in check.";
    DrawAgreement "draw.agreement": "The players agreed to a draw.";
    DrawDead "draw.dead": "Neither side can ever mate.";
    DrawAutomatic "draw.automatic": "The game was drawn by law without a claim.";
    DrawNormalMeans "draw.normal-means": "A draw was claimed because the adversary cannot or does not try to win.";
    ClockFlag "clock.flag": "A player's time ran out.";
    ClockPress "clock.press": "The clock was not pressed, or pressed without a move.";
    ClockInconsistent "clock.inconsistent": "The clock times of the record cannot all be true.";
    ClockAbsent "clock.absent": "A player was absent or late.";
    ConductAbandoned "conduct.abandoned": "A player left or gave up the game.";
    ConductRefusal "conduct.refusal": "A player refused a decision or the laws.";
    ConductDisturbance "conduct.disturbance": "A player disturbed the adversary.";
    ConductWriting "conduct.writing": "A move was written in advance.";
    AdjournSealIllegal "adjourn.seal-illegal": "The sealed move is illegal or cannot be read.";
    AdjournSealAmbiguous "adjourn.seal-ambiguous": "The sealed move fits more than one legal move.";
    AdjournPosition "adjourn.position": "The adjourned position was lost or set up otherwise.";
    ResultLaw "result.law": "The score given is not the score under this code.";
    SeriesFirstMove "series.first-move": "The first move of a game of a series went to the wrong player.";
    SeriesColour "series.colour": "The colours of a game of a series are not those due.";
    SeriesAnnulled "series.annulled": "An annulled game of a series was counted.";
}

impl Rule {
    /// The family: what stands before the dot.
    pub fn family(self) -> &'static str {
        self.id().split_once('.').map_or("", |(family, _)| family)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// No rule has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule has the id `{0}`")]
pub struct NoRule(pub String);

impl FromStr for Rule {
    type Err = NoRule;

    fn from_str(id: &str) -> Result<Self, NoRule> {
        Self::ALL
            .iter()
            .copied()
            .find(|rule| rule.id() == id)
            .ok_or_else(|| NoRule(id.to_owned()))
    }
}
