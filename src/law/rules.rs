//! The registry of rules. The doc comment of a rule is the text that `explain` shows.
//!
//! The ids are part of the format `jadoube.report/1`: a new id is compatible, but to rename or remove one needs a new
//! version.

use std::fmt;
use std::str::FromStr;

use super::family::Family;

// The first line of a doc comment is the rule's summary, all lines are its explanation.
macro_rules! rules {
    ($(
        #[doc = $summary:literal]
        $( #[doc = $more:literal] )*
        $variant:ident($family:ident) $id:literal $(<- $parent:ident)? ;
    )+) => {
        /// The rule of a finding.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Rule { $(
            #[doc = $summary]
            $( #[doc = $more] )*
            $variant,
        )+ }

        impl serde::Serialize for Rule {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }

        impl<'de> serde::Deserialize<'de> for Rule {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let id = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                Self::from_id(&id).ok_or_else(|| serde::de::Error::custom("unknown rule"))
            }
        }

        impl Rule {
            /// Every rule, in the order of the registry.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The id: `family.name`.
            pub const fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            fn from_id(id: &str) -> Option<Self> {
                match id { $( $id => Some(Self::$variant), )+ _ => None }
            }

            /// The family to which the rule belongs.
            pub const fn family(self) -> Family {
                match self { $( Self::$variant => Family::$family, )+ }
            }

            /// The summary in one sentence.
            pub const fn summary(self) -> &'static str {
                match self { $( Self::$variant => $summary.trim_ascii(), )+ }
            }

            /// The explanation, which begins with the summary: what the rule means, what the record must show, and
            /// what it does not cover. ` - ` begins an item of a list at its end.
            pub const fn explain(self) -> &'static str {
                match self { $(
                    Self::$variant => concat!($summary, $( $more, )*).trim_ascii(),
                )+ }
            }

            /// The rule whose provisions govern if no provision names this one.
            pub const fn parent(self) -> Option<Self> {
                match self { $( $( Self::$variant => Some(Self::$parent), )? )+ _ => None }
            }
        }
    };
}

rules! {
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
    /// like are nobody), and their dates do not contradict each other. The first twelve plies, or
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

    /// A piece was moved to a square that it cannot reach.
    /// The move is impossible for the piece even without regard to check. The record must show
    /// the move itself, among the moves of the game or as a move made and taken back. A move
    /// that is only written unclearly is not reported.
    MoveFalse(Move) "move.false";

    /// A piece was captured by one that cannot capture it.
    /// The captured piece was on a square where the capturing piece cannot capture it. The record
    /// must show the capture. If a code has no article on this, it counts as a false move.
    MoveFalseCapture(Move) "move.false-capture" <- MoveFalse;

    /// A player captured a piece of the same colour.
    /// The move removed a piece of the mover's own colour. The record must show the square. If a
    /// code has no article on this, it counts as a false move.
    MoveCapturesOwn(Move) "move.captures-own" <- MoveFalse;

    /// A player moved a piece of the opponent's.
    /// The player to move moved a piece of the other colour. If it was the other player's turn,
    /// it is a move out of turn (`move.out-of-turn`). If a code has no article on this, it counts
    /// as a touch or as a false move, depending on the code.
    MoveAdversaryMan(Move) "move.adversary-man" <- MoveFalse;

    /// The king moved to an attacked square.
    /// The king itself moved to a square where an enemy piece could capture it. The board
    /// alone shows it. A king that was already in check and is still in check is reported as
    /// `move.check-not-parried` instead.
    MoveIntoCheck(Move) "move.into-check" <- MoveFalse;

    /// A piece left a line and exposed its own king to check.
    /// The piece was between its king and an enemy piece, and left the line. The board alone
    /// shows it. To move a pinned piece along the line of the pin is not an offence.
    MoveDiscoversCheck(Move) "move.discovers-check" <- MoveFalse;

    /// The king was left in check.
    /// The king was in check before the move and is in check from the same piece after it, even
    /// if the king itself moved. Under a code where only an announced check binds, a player is
    /// accused only if the `Observed` tag names speech.
    MoveCheckNotParried(Move) "move.check-not-parried" <- MoveFalse;

    /// The king castled where the code does not allow it.
    /// A condition of castling was not met: king or rook had moved, the king was in check, a
    /// square was attacked, or a piece was in between. The king or a rook counts as moved only if
    /// the game is known from its beginning.
    MoveCastling(Move) "move.castling" <- MoveFalse;

    /// The rook was touched, or moved and released, before the king was touched.
    /// If the hand released the rook before it touched the king, only the rook's move was
    /// made. The record must show the touches. Castling in one motion is never reported.
    MoveCastlingOrder(Move) "move.castling-order";

    /// A pawn on its last rank was not promoted as the code requires.
    /// The pawn remained a pawn, or became a piece that the code does not allow. The record
    /// must show which piece was on the square. If a code lets the pawn remain a pawn, that is
    /// reported as info.
    MovePromotion(Move) "move.promotion" <- MoveFalse;

    /// The en passant capture was the only legal move and was not made.
    /// Some codes make the en passant capture compulsory if there is no other legal move. The
    /// board shows whether there was one. A player with another legal move is never accused.
    MoveEnPassantDeclined(Move) "move.en-passant-declined";

    /// A player moved out of turn.
    /// A player moved twice in succession, or before the opponent had moved. The record must
    /// show both moves. Extra moves given as odds are not an offence.
    MoveOutOfTurn(Move) "move.out-of-turn";

    /// A completed legal move was taken back.
    /// The move was legal, the hand had released the piece, and the move was taken back
    /// without a right to do so. Moves taken back because they were illegal, by consent or by
    /// a ruling are not reported.
    MoveRecalled(Move) "move.recalled";

    /// A move was made with both hands.
    /// Both hands made the move at once, or one hand moved and the other pressed the clock. The
    /// record must say so. This does not by itself make a
    /// legal move illegal.
    MoveTwoHands(Move) "move.two-hands";

    /// A touched piece was not moved.
    /// The player to move deliberately touched a piece of the player's own colour and then
    /// moved another one. The record must show the touch. A touch that was obeyed, an
    /// accidental touch and a touch with due notice of adjusting are not reported.
    TouchOwn(Touch) "touch.own";

    /// A touched piece cannot be moved.
    /// The touched piece has no legal move, because it is blocked or because its moves would
    /// expose the king. The record must show the touch. Some codes then leave the player free,
    /// and no player is accused.
    TouchOwnImmovable(Touch) "touch.own-immovable" <- TouchOwn;

    /// Several of the player's own pieces were touched.
    /// A player touched several pieces of the player's own colour in one turn, and the code
    /// says which of them binds. The record must show the touches in order. A king and rook
    /// touched to castle are not reported.
    TouchSeveralOwn(Touch) "touch.several-own" <- TouchOwn;

    /// A touched enemy piece was not captured.
    /// The player to move deliberately touched an enemy piece and did not capture it, although
    /// a capture was possible. The record must show the touch. A touch that was obeyed and an
    /// accidental touch are not reported.
    TouchAdversary(Touch) "touch.adversary";

    /// A touched enemy piece cannot be captured.
    /// No legal move captures the touched enemy piece. The record must show the touch. The
    /// code says what follows, if anything.
    TouchAdversaryImmovable(Touch) "touch.adversary-immovable" <- TouchAdversary;

    /// Several enemy pieces were touched.
    /// A player touched several enemy pieces in one turn, and the code says which of them must
    /// be captured. The record must show the touches in order.
    TouchSeveralAdversary(Touch) "touch.several-adversary" <- TouchAdversary;

    /// Pieces of both colours were touched.
    /// A player touched pieces of both colours in one turn, and the code says whether one must
    /// capture the other. The record must show the order, or say that it is unknown. An
    /// ordinary capture touches both pieces and is not reported.
    TouchMixed(Touch) "touch.mixed";

    /// A player touched a piece when it was not that player's turn.
    /// It was the other player's turn. The record must show the touch. Under most codes the
    /// touch does not bind.
    TouchOutOfTurn(Touch) "touch.out-of-turn";

    /// A piece was adjusted in a way that the code does not allow.
    /// The notice of adjusting came too late or out of turn, or the code allows adjusting only a
    /// piece that needs it, and this piece did not. The record must show the touch and the notice
    /// in order.
    TouchAdjust(Touch) "touch.adjust";

    /// A piece was held, or rested on squares, in a way that the code does not allow.
    /// A player held the piece undecided, or rested it on squares on the way, and the code
    /// restricts this. The record must show how the piece was held. To think with a piece in
    /// the hand is not an offence if the code allows it.
    TouchHold(Touch) "touch.hold";

    /// A check was not announced.
    /// A player gave check and did not announce it. The `Observed` tag must name speech: a check
    /// sign in the notation does not announce the check, and a missing sign does not show that it
    /// was unannounced. It is reported only under a code that requires the announcement, or lets a
    /// player ignore a check that was not announced.
    CallCheckMissing(Call) "call.check-missing";

    /// Check was announced, but there was no check.
    /// A player announced check, but the opponent's king was not attacked. The record must
    /// show the announcement. An act that it caused may be excused; the announcement itself is
    /// seldom punished.
    CallCheckFalse(Call) "call.check-false";

    /// A check was announced too late.
    /// The time for announcing the check had passed. The `Observed` tag must name speech. A check
    /// announced with the move that gives it is never late.
    CallCheckLate(Call) "call.check-late";

    /// Checkmate was announced, but it was not checkmate.
    /// A player announced checkmate, but the king could still escape. The record must show the
    /// announcement. An announcement of mate in several moves is `call.mate-in`.
    CallMateFalse(Call) "call.mate-false";

    /// A mate in a number of moves was announced.
    /// The announcement is tested on the board under every code: it is proved, refuted or, if
    /// the search reaches its limit, undecided. A mate in fewer moves than announced proves
    /// it. It has no penalty.
    CallMateIn(Call) "call.mate-in";

    /// The board was placed the wrong way round.
    /// The square at each player's right hand had the wrong colour. The record must say so.
    /// The consequence depends on when it was noticed, and the pieces may stay where they are.
    SetupBoard(Setup) "setup.board";

    /// Pieces were on wrong squares at the start.
    /// Pieces were on other squares than the starting position or the odds require. The record
    /// must give the actual starting position. A position set by a FEN tag is the expected
    /// position and not an offence.
    SetupMisplaced(Setup) "setup.misplaced";

    /// A piece was missing at the start.
    /// A piece that belongs to the starting position was not set up. The record must give the
    /// actual starting position. Pieces given as odds are not missing.
    SetupOmitted(Setup) "setup.omitted";

    /// The agreed odds were not given or were broken.
    /// A piece agreed as odds was left on the board, another piece was given, or a condition
    /// of the odds was broken. The record must state the odds. Odds played as agreed are never
    /// reported.
    SetupOdds(Setup) "setup.odds";

    /// The moves given as odds were not played as the code requires.
    /// The player who received several moves played them farther up the board than the code
    /// allows, or did not play them. The record must state the odds.
    SetupOddsMoves(Setup) "setup.odds-moves";

    /// The wrong player made the first move.
    /// The player who began did not have the right to begin. The record must say who had it.
    /// Nothing is concluded from the colour of the pieces alone.
    SetupFirstMove(Setup) "setup.first-move";

    /// A piece fell from the board and play continued without it.
    /// A piece left the board by accident, and moves were made without it. The record must
    /// show when it fell or where it was. No player is accused of the fall itself.
    BoardDropped(Board) "board.dropped";

    /// Pieces were displaced.
    /// Pieces were knocked from their squares. The record must say whether by accident or on
    /// purpose, if the code distinguishes the two. A piece put back at once is not reported if
    /// the code requires no more.
    BoardDisplaced(Board) "board.displaced";

    /// The board or the pieces were overturned.
    /// The record must say whether by accident or on purpose. An accident is never treated as
    /// a resignation.
    BoardUpset(Board) "board.upset";

    /// An earlier illegal move was discovered.
    /// Someone pointed out during the game that an earlier move had been illegal. The record
    /// must show the notice. The code and the number of moves played since then decide whether
    /// moves are taken back, the position remains or the game is void.
    DiscoveryIllegal(Discovery) "discovery.illegal";

    /// A king was found to have been in check.
    /// Someone pointed out during the game that a king had been in check for some moves. The
    /// record must show the notice. Whether moves are taken back depends on the code, and on
    /// whether the moves are known.
    DiscoveryCheck(Discovery) "discovery.check";

    /// A remedy was claimed too late.
    /// A player claimed a remedy after the right to it had ended. The record must show the
    /// claim. The offence itself is a separate finding, whose remedy was not claimed in time.
    PenaltyLate(Penalty) "penalty.late";

    /// A claim or notice has nothing to act on.
    /// A player chose a remedy that the code does not give, or pointed out a fault that the
    /// record does not show. The record must show the choice or notice. The remedies that the
    /// code offers remain available.
    PenaltyUnavailable(Penalty) "penalty.unavailable";

    /// A remedy was not carried out.
    /// A remedy was chosen in time or ordered by law, and the offender did something else. The
    /// record must show any choice, and the next move. If no legal move could carry out the
    /// remedy, nothing is reported.
    PenaltyNotExecuted(Penalty) "penalty.not-executed";

    /// The king castled to satisfy a penalty.
    /// The king had to move as a penalty, and castled instead. The board and the choice show
    /// it. If the code does not forbid it, it is reported without blame.
    PenaltyCastled(Penalty) "penalty.castled";

    /// A player claimed leniency in return for an earlier one.
    /// A player asked to be spared a penalty because that player had spared the opponent one
    /// before. The record must show the claim. To waive a penalty is not an offence.
    PenaltyIndulgence(Penalty) "penalty.indulgence";

    /// The arbiter gave a ruling.
    /// A ruling that the code does not allow, or allows only after an appeal, is a warning. The record
    /// must show the ruling and any appeal. A ruling that the code allows is reported as
    /// information, or not at all.
    PenaltyRuling(Penalty) "penalty.ruling";

    /// A position occurred as often as the code requires.
    /// The usual number is three (threefold repetition). Occurrences are counted on the board, by
    /// the code's own test of sameness. A correct claim, or a draw that could have been claimed,
    /// is reported as info; a wrong claim is an offence. A player need not use this right.
    DrawRepetition(Draw) "draw.repetition";

    /// Many moves passed without a capture or pawn move.
    /// The usual number is fifty (fifty-move rule). Moves are counted on the board, and the count
    /// starts again where the code says. A correct claim, or a draw that could have been claimed,
    /// is reported as info; a wrong claim is an offence. A player need not use this right.
    DrawFifty(Draw) "draw.fifty";

    /// A count of moves was called for.
    /// A player called for a count of moves. The code says when a player may do so, and what
    /// follows when the count is complete. The record must show the call. Without a call no
    /// such count runs.
    DrawCount(Draw) "draw.count";

    /// Perpetual check was claimed.
    /// A player claimed to be able to give check for ever, and the claim is tested on the board.
    /// A proved claim is reported as info; a refuted claim is an offence. A series of checks
    /// without a claim is not reported.
    DrawPerpetual(Draw) "draw.perpetual";

    /// The player to move has no legal move and is not in check.
    /// The board alone shows it; a false claim of stalemate is reported too. Codes differ on the
    /// result of a stalemate; a recorded result that disagrees with the code is reported as
    /// `result.law`.
    DrawStalemate(Draw) "draw.stalemate";

    /// The players agreed to a draw.
    /// The record shows an offer and its acceptance, or says that a draw was agreed. An agreement
    /// that the code does not allow is reported. The result 1/2-1/2 alone is not taken as an
    /// agreement.
    DrawAgreement(Draw) "draw.agreement";

    /// Neither player can ever give checkmate.
    /// No series of legal moves leads to checkmate by either player, and under some codes this
    /// ends the game. It is reported only if it is proved. A position that is merely difficult
    /// or hopeless is not dead.
    DrawDead(Draw) "draw.dead";

    /// The game was drawn by law without a claim.
    /// Under some codes the game ends without a claim when a position has occurred often
    /// enough, or after enough moves without a capture or a pawn move. The board shows it. A
    /// player who did not notice it and played on is not accused.
    DrawAutomatic(Draw) "draw.automatic";

    /// A draw was claimed because the opponent cannot or does not try to win.
    /// A player short of time claimed that the opponent cannot win by normal means or makes no
    /// effort to do so. The record must show the claim. The arbiter decides; this rule reports
    /// only whether the claim was available.
    DrawNormalMeans(Draw) "draw.normal-means";

    /// A player's time ran out.
    /// The record must say that the time ran out: by a claim, by the arbiter's call or by the
    /// Termination tag. A clock that reads zero beside a completed move is not enough. The consequence may depend on whether the opponent
    /// could still give checkmate.
    ClockFlag(Clock) "clock.flag";

    /// The clock was not pressed, or was pressed without a move.
    /// The `Observed` tag must name the clock. A player pressed it without making a move, or did
    /// not press it where the code requires it. Records without clock commands are never
    /// reported.
    ClockPress(Clock) "clock.press";

    /// The clock times of the record cannot all be true.
    /// A player's clock gains more than the time control could have added, or two clock
    /// commands contradict each other. It is reported only if the whole time control is
    /// understood. It is a doubt about the record and does not accuse a player.
    ClockInconsistent(Clock) "clock.inconsistent";

    /// A player asked that each move bring more time.
    /// Some codes let a player who is short of time ask for an increment, which is also the offer of a draw. The record must
    /// show the request. The arbiter decides on it; this rule reports only whether the player could ask.
    ClockIncrement(Clock) "clock.increment";

    /// A player stopped the clocks without need.
    /// Some codes let a player stop both clocks only to call the arbiter. The record must show the pause, and the
    /// `Observed` tag must name speech: nothing was claimed, pointed out or asked, and the game went on. The arbiter may
    /// always stop the clocks.
    ClockPaused(Clock) "clock.paused";

    /// A player was absent or late.
    /// The record must say that a player was absent or arrived late. A player who only thought
    /// for a long time is not reported.
    ClockAbsent(Clock) "clock.absent";

    /// A player left or gave up the game.
    /// A player resigned, left or stopped moving. The record must say so; a record that merely
    /// breaks off does not show an abandoned game. The code says what follows.
    ConductAbandoned(Conduct) "conduct.abandoned";

    /// A player refused to accept a decision or the laws.
    /// A player did not submit to a decision of the arbiter, or to the laws. The record must
    /// say so. To appeal is not to refuse.
    ConductRefusal(Conduct) "conduct.refusal";

    /// A player disturbed the opponent.
    /// A player disturbed the opponent on purpose. The record must say so, and must show an
    /// earlier warning if the code requires one. Offers and claims that the code allows are
    /// not a disturbance.
    ConductDisturbance(Conduct) "conduct.disturbance";

    /// A telephone or other device of a player made a sound.
    /// A device of the player made a sound where the game is played, and the code forbids that.
    /// The record must say so. If the code does not mention devices, the sound is judged as a
    /// disturbance of the opponent.
    ConductDevice(Conduct) "conduct.device" <- ConductDisturbance;

    /// A move was written in advance.
    /// A player wrote a move down before making it, and the code forbids that. The record must
    /// show it. To write the move with which a draw is claimed is allowed.
    ConductWriting(Conduct) "conduct.writing";

    /// A scoresheet lacks moves.
    /// A player moved without having written down the previous move, or without having completed the scoresheet after a flag
    /// fell. The record must say that the scoresheet lacks moves. A player who may have been short of time is not reported.
    ConductScoresheet(Conduct) "conduct.scoresheet";

    /// The sealed move is illegal or cannot be read.
    /// The text in the envelope names no legal move. The record must give the sealed text. A
    /// text that is unusual but clear is not an offence.
    AdjournSealIllegal(Adjourn) "adjourn.seal-illegal";

    /// The sealed move fits more than one legal move.
    /// The text in the envelope names two or more legal moves. The record must give the sealed
    /// text. Every possible move is listed, and the code says who chooses or what the penalty
    /// is.
    AdjournSealAmbiguous(Adjourn) "adjourn.seal-ambiguous";

    /// The game was adjourned without a sealed move.
    /// Some codes require the player on move to seal a move when a game is adjourned. The record
    /// must show the adjournment and the resumption, and the `Observed` tag must name conduct. It
    /// is reported only under a code that requires it.
    AdjournSealMissing(Adjourn) "adjourn.seal-missing";

    /// The adjourned position was lost or set up wrongly.
    /// After an adjournment the position could not be restored, or another position was set
    /// up. The record must say so or give the position from which play resumed. No player is
    /// accused of having caused it.
    AdjournPosition(Adjourn) "adjourn.position";

    /// The recorded result is not the result under this code.
    /// Under this code the board and the acts of the game lead to another result than the
    /// recorded one. The finding names the article. A record that contradicts itself is reported
    /// as `record.result`. If both players lose, the finding says so, and says whether the code
    /// allows such a result.
    ResultLaw(Result) "result.law";

    /// The players signed a result that counts although it is wrong, or did not both sign.
    /// Under some codes a result that both players have signed is valid even if the game ended otherwise. The record must
    /// show the signatures. If only one player signed, the `Observed` tag must name conduct.
    ResultSigned(Result) "result.signed";

    /// The wrong player had the first move in a game of a series.
    /// The code says who begins the next game of a sitting or match. The record must name the
    /// series, or the program must be told to infer it. The players are reported by name, not
    /// by colour.
    SeriesFirstMove(Series) "series.first-move";

    /// The players had the wrong colours in a game of a series.
    /// The code says which player has which colour in each game of a sitting or match. The
    /// record must name the series, or the program must be told to infer it.
    SeriesColour(Series) "series.colour";

    /// An annulled game of a series was counted.
    /// A void game was counted in the order of first moves or in the score of the series. The
    /// record must name the series and show why the game is void.
    SeriesAnnulled(Series) "series.annulled";

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

    /// The score of a game is not that of the tournament report.
    /// The result of the record is compared with the results in the rows of both players. If these contradict each other, only
    /// `tournament.points` is reported. A record without a result is reported at info. The rule needs a report
    /// (`--tournament FILE`).
    TournamentScore(Tournament) "tournament.score";

    /// The board contradicts the score in the tournament report.
    /// The moves end in checkmate, in stalemate, in a dead position or in another draw by law, and the report gives another
    /// score. The finding names the score of the law, of the record and of the report, and cites the article, if the code
    /// has one for it. The rule needs a report (`--tournament FILE`).
    TournamentLaw(Tournament) "tournament.law";

    /// The players, their colours or the round are not those of the tournament report.
    /// Both players are in the report, but in this round they have other opponents, or the other colours, or they meet in
    /// another round. An opponent in the report who has no row is reported too, and so are players who meet although the
    /// report prohibits it (record `260`); opponents who meet twice in a Swiss tournament are reported at info. Boards are
    /// not compared, because a report does not number them. The rule needs a report (`--tournament FILE`).
    TournamentPairing(Tournament) "tournament.pairing";

    /// A game of the tournament report has no record, or a record is of a game that the report does not have.
    /// Only games that were played and rated need a record, and none is reported as missing if a record that cannot be
    /// matched with certainty may be of it, or if a part of the input cannot be read. If all games of a round are
    /// missing, or more than 20, one finding says so. Records of which neither player is in the report, and those of other
    /// dates and pairings, are counted in one finding at info. The rule needs a report (`--tournament FILE`).
    TournamentMissingGame(Tournament) "tournament.missing-game";

    /// A forfeit or a bye has moves, or a game that was played has none.
    /// The report has `+`, `-` or a bye (`F`, `H`, `U`, `Z`) for a player, and the record has moves; or it has `1`, `=` or `0`,
    /// and the record has no moves. `W`, `D` and `L` stand for results of games with less than one move, so both are
    /// possible. A bye may also be in record `240` or `320`, and the forfeit of a match of teams in record `330`. The rule
    /// needs a report (`--tournament FILE`).
    TournamentForfeit(Tournament) "tournament.forfeit";

    /// The rows of a tournament report contradict each other, or the points are not those of the results.
    /// The rows of two opponents must name each other, with different colours and with results that fit. The points of a
    /// player must be the sum of the results, by the values that the report states, or else by 1-½-0 or 3-1-0, if only one of
    /// them fits most players. Fictitious points (records `250` and `XXA`) may be part of the sum or not, and the game points of
    /// a team (record `310`) must be those of its players. The rule needs a report (`--tournament FILE`).
    TournamentPoints(Tournament) "tournament.points";

    /// A name, a FIDE id or a rating is not that of the tournament report.
    /// A name that is written with other accents, in another order or with a shortened given name is reported at info; one
    /// that is misspelt, or another name in the place of the opponent, at warning; each difference about a player
    /// is reported once. If the ids or ratings of more than a third of the players differ, they are of another list, and
    /// reported at info. Within the report, starting ranks and FIDE ids must be unique. The rule needs a report
    /// (`--tournament FILE`).
    TournamentIdentity(Tournament) "tournament.identity";

    /// A date or a time control is not that of the tournament report.
    /// The date of a game is compared with that of its round, or else with the dates of the tournament; the time control
    /// with the rate of play, if that can be understood in one way only. If most records differ, the finding is in the
    /// report. The rule needs a report (`--tournament FILE`).
    TournamentSchedule(Tournament) "tournament.schedule";

    /// Two records are of one pairing of the tournament report.
    /// The later record is reported and names the first one. Files that an electronic board writes beside the file of
    /// all games are left out. The rule needs a report (`--tournament FILE`).
    TournamentDouble(Tournament) "tournament.double";
}

/// The basis of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingBasis {
    /// A provision of the code on this rule. A code known in full has one, or declares a silence.
    Law,
    /// The provision of the case to which the finding belongs.
    Case,
    /// The record or the board, under any code.
    Fact,
}

impl Rule {
    /// The rules for archivists. They are off until they are selected by their own names or that of their family.
    pub const CURATE: [Self; 6] = [
        Self::CurateContainedGame,
        Self::CurateSimilarGame,
        Self::CurateOpening,
        Self::CuratePlayerSpelling,
        Self::CurateImpossibleEvent,
        Self::CurateRatingJump,
    ];

    /// The rules on layout, which are off until they are selected too.
    pub const STYLE: [Self; 7] = [
        Self::StyleTagOrder,
        Self::StyleMissingTags,
        Self::StyleDatePadding,
        Self::StyleBlankLines,
        Self::StyleByteOrderMark,
        Self::StyleLineEnds,
        Self::StyleEncoding,
    ];

    /// Whether the rule belongs to the family.
    pub fn is_in_family(self, family: Family) -> bool {
        self.family() == family
    }

    /// Whether the rule is about records and reports, under any code.
    pub fn is_about_record(self) -> bool {
        matches!(self.family(), Family::Record | Family::Curate | Family::Style | Family::Tournament)
    }

    /// Whether the rule is off until it is selected by its own name or that of its family.
    #[inline]
    pub fn is_off_by_default(self) -> bool {
        matches!(self.family(), Family::Curate | Family::Style)
    }

    /// Whether its findings need the table of the games before, which `--duplicates` bounds.
    pub fn is_of_games_compared(self) -> bool {
        match self.family() {
            Family::Record => matches!(self, Self::RecordDuplicateGame | Self::RecordConflictingGame),
            Family::Curate => self != Self::CurateOpening,
            _ => false,
        }
    }

    /// Why a rule without articles of its own reports something.
    pub fn ground_in_words(self) -> &'static str {
        match self {
            Self::TournamentLaw => {
                "The finding cites the article on the end of the game, if the code has one."
            }
            _ if self.is_in_family(Family::Tournament) => {
                "This is a fact about the record or the tournament report. No article of a code is cited for it."
            }
            _ => "This is a fact about the record. No article of a code is cited for it.",
        }
    }

    /// Whether its findings are about a whole game, not a move.
    pub(crate) const fn is_about_whole_game(self) -> bool {
        matches!(self, Self::RecordDuplicateGame | Self::RecordConflictingGame)
    }

    /// The basis of the rule's findings.
    pub fn basis(self) -> FindingBasis {
        match self {
            Self::CallMateIn | Self::ClockInconsistent => FindingBasis::Fact,
            Self::ResultLaw | Self::PenaltyLate | Self::PenaltyUnavailable | Self::PenaltyNotExecuted => {
                FindingBasis::Case
            }
            _ if self.is_about_record() => FindingBasis::Fact,
            _ => FindingBasis::Law,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule has the id `{0}`")]
pub struct NoRule(pub String);

impl FromStr for Rule {
    type Err = NoRule;

    fn from_str(id: &str) -> Result<Self, NoRule> {
        Self::from_id(id).ok_or_else(|| NoRule(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_family_dot_name_and_unique() {
        for rule in Rule::ALL.iter().copied() {
            let id = rule.id();
            let (family, name) = id.split_once('.').unwrap();
            let plain =
                |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            assert!(plain(family) && plain(name), "{id}");
            assert_eq!(rule.family().id(), family, "{id}");
            // Fails if two rules have the same id.
            assert_eq!(id.parse(), Ok(rule));
            assert_eq!(Rule::ALL.get(rule as usize), Some(&rule));
        }
        assert_eq!("move.flase".parse::<Rule>(), Err(NoRule("move.flase".to_owned())));
    }

    #[test]
    fn the_rules_that_are_off_by_default_are_two_families() {
        assert!(Family::Curate.rules().eq(Rule::CURATE));
        assert!(Family::Style.rules().eq(Rule::STYLE));
        let are_off = |rule: &Rule| {
            rule.is_off_by_default() == (Rule::CURATE.contains(rule) || Rule::STYLE.contains(rule))
        };
        assert!(Rule::ALL.iter().all(are_off));
    }

    #[test]
    fn parents_belong_to_the_family_and_have_no_parent() {
        for rule in Rule::ALL.iter().copied() {
            let Some(parent) = rule.parent() else { continue };
            assert_eq!(parent.family(), rule.family());
            assert_eq!(parent.parent(), None);
        }
    }

    #[test]
    fn each_text_has_two_to_five_sentences_and_begins_with_its_summary() {
        for rule in Rule::ALL.iter().copied() {
            let text = rule.explain();
            assert!(text.starts_with(rule.summary()), "{rule}");
            assert!(rule.summary().ends_with('.'), "{rule}");
            let sentences = text.matches(". ").count() + 1;
            assert!((2..=5).contains(&sentences), "{rule}: {sentences}");
            assert!(!text.contains("  ") && text.ends_with('.'), "{rule}");
        }
    }
}
