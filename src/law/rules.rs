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
            /// what it does not cover.
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
    /// The text cannot be read as a record here.
    /// What stands here is neither a move, a comment, a number nor anything else that a record may
    /// hold; or the text shows that something stands there twice, or that it breaks off. The rest of
    /// the game is read as far as it can be, and the next game in any case. It says nothing about
    /// the players.
    RecordSyntax(Record) "record.syntax";

    /// The text is not UTF-8, or begins with a byte order mark.
    /// The text was read as Latin-1, or the mark was skipped, and nothing was lost. It is a remark
    /// about the file and never about the game. Where the encoding is set (`--encoding`, or
    /// `encoding` in `jadoube.toml`), text that is not UTF-8 as it was to be is an error, and text
    /// that is UTF-8 and was to be something else a warning.
    RecordEncoding(Record) "record.encoding";

    /// A tag pair is malformed, repeated, unknown in its value or contradicts another, or what stands among the tags is none.
    /// The text shows the tag as it stands. A tag that this program does not know is no fault; one
    /// whose value cannot be true beside another is.
    RecordTag(Record) "record.tag";

    /// One of the seven tags that every game should carry is missing.
    /// Event, Site, Date, Round, White, Black and Result belong to every exported game. It is a
    /// remark for whoever keeps the archive, and the game is judged all the same.
    RecordRoster(Record) "record.roster";

    /// The starting position is not one a game can start from.
    /// The FEN or Placed tag cannot be read, or shows a board with no king or two of one colour.
    /// A right to castle that no rook can use, and an en passant square over which no pawn can have
    /// passed, are left out; a ninth pawn stays. Odd but possible positions are taken as they are.
    /// Where nothing can be replayed, nothing else is concluded.
    RecordFen(Record) "record.fen";

    /// The Result tag, the termination token and the final position disagree.
    /// Two parts of the record say different things about how the game ended, or the score
    /// contradicts a mate on the board. It does not say which of them is wrong. What the Termination
    /// tag says in a sentence (`Brown won on time`, `Game drawn by repetition`) is held against the
    /// score and the moves too, so is what TerminationDetails and ICCResult say, and where all say
    /// nothing but `Normal`, the comment before the score (`{Black resigns} 1-0`). A score that only
    /// the code makes wrong is `result.law`.
    RecordResult(Record) "record.result";

    /// A move number is not the number of the move.
    /// The number written before a move does not count on from the last one. It is reported once in
    /// a game, at the first, and the moves are followed as they stand.
    RecordMoveNumber(Record) "record.move-number";

    /// A check or mate sign is missing or false.
    /// The board shows whether a move checks or mates. A sign that is missing is a remark, made
    /// once in a game; a sign that is false is reported each time. Under no code is the sign the
    /// announcement of a check.
    RecordSuffix(Record) "record.suffix";

    /// A move is not written as the export format writes it.
    /// The move is clear, but an exporting program would have written it otherwise. It is reported
    /// once in a game, with the number of such moves. It speaks of the move's own text only, never
    /// of spacing or the order of tags. Moves in descriptive notation are reported so where the
    /// Notation tag does not say that they are.
    RecordNotation(Record) "record.notation";

    /// More than one legal move fits the text.
    /// Each reading is followed, and those that a later move contradicts are dropped. If several
    /// survive, the first by square is shown. Nothing is concluded from a man about whom the
    /// readings differ.
    RecordAmbiguous(Record) "record.ambiguous";

    /// No man can be found that the text could mean.
    /// No man of that kind could come there, by a legal move or by an illegal one that the text
    /// would still name. Or the record is in doubt here: its numbers show that moves are missing or
    /// one too many, or the position from which the game began is not given. What is no move there
    /// accuses nobody. The replay of this game ends here, and nothing is concluded from what
    /// follows.
    RecordUnresolvable(Record) "record.unresolvable";

    /// A command is malformed, or the act cannot have happened.
    /// A command in a comment has the wrong arguments, or tells of something that the board rules
    /// out, such as touching an empty square. The command is passed over and the game goes on.
    /// One behind `;` is not read either: commands stand in braces. Commands of other programs are
    /// never reported.
    RecordCommand(Record) "record.command";

    /// The same game stands earlier in the input.
    /// Players, result, starting position and moves are the same, and the dates do not contradict
    /// each other. The later game is reported and names the earlier. Event, Site and Round do not
    /// count: where they differ, both games may have been played. Games without moves are never
    /// compared.
    RecordDuplicateGame(Record) "record.duplicate-game";

    /// Something follows the end of the game.
    /// The board or a resignation had ended the game before this. What follows is not judged. Play
    /// after a draw that nobody noticed is not meant here; that is `draw.automatic`.
    RecordAfterEnd(Record) "record.after-end";

    /// A suppression suppresses nothing.
    /// The record asks not to be told of a rule, at a move (`[%jadoube ignore …]`) or in the whole
    /// game (the tag JadoubeIgnore), and nothing of that rule is found there. What was mended may
    /// be heard of again. Rules that need other games are never meant.
    RecordUnusedIgnore(Record) "record.unused-ignore";

    /// A man was played where it cannot go.
    /// The man cannot go to that square at all, whatever the state of the kings. The record must
    /// show the move itself, in the score or as a move made and taken back. A move that is only
    /// written unclearly is none.
    MoveFalse(Move) "move.false";

    /// A man was taken by one that cannot take it.
    /// The man taken stood where that man cannot take. The record must show the capture. Codes
    /// without an article of its own on it judge it as a false move.
    MoveFalseCapture(Move) "move.false-capture" <- MoveFalse;

    /// A player took his own man.
    /// A man of the mover's own colour was removed by the move. The record must show the square.
    /// Codes without an article of its own on it judge it as a false move.
    MoveCapturesOwn(Move) "move.captures-own" <- MoveFalse;

    /// A player moved the adversary's man.
    /// The player on move played a man that is not his. It is told from a move out of turn by whose
    /// turn it was. Codes without an article of its own on it judge it by the touch or as a false
    /// move.
    MoveAdversaryMan(Move) "move.adversary-man" <- MoveFalse;

    /// The king went to an attacked square.
    /// The king itself was moved to where a hostile man could take it. The board alone shows it. It
    /// does not speak of a king that was already in check and stayed so; that is
    /// `move.check-not-parried`.
    MoveIntoCheck(Move) "move.into-check" <- MoveFalse;

    /// A man uncovered an attack on its own king.
    /// The man stood between its king and a hostile man, and left the line. The board alone shows
    /// it. A pinned man moved along the line of the pin is no offence.
    MoveDiscoversCheck(Move) "move.discovers-check" <- MoveFalse;

    /// The king was left in check.
    /// The king stood in check before the move and is in check of the same man after it, even where he
    /// moved himself. Under a code where only an announced check binds, the record must have watched
    /// speech before anybody is accused.
    MoveCheckNotParried(Move) "move.check-not-parried" <- MoveFalse;

    /// The king castled where the code does not allow it.
    /// A condition of castling was not met: king or rook had moved, the king was in check, a square
    /// was attacked or a man stood between. The game must be known from its beginning before a king
    /// or rook is said to have moved.
    MoveCastling(Move) "move.castling" <- MoveFalse;

    /// The rook was moved and left before the king was touched.
    /// The hand left the rook before it reached for the king, so that the rook's move alone was
    /// made. The record must have watched touches. Castling in one motion is never meant.
    MoveCastlingOrder(Move) "move.castling-order";

    /// A pawn on its last rank was not dealt with as the code says.
    /// The pawn was left a pawn, or became what the code does not allow. The record must show what
    /// stood on the square. Where a code lets the pawn stay a pawn there is nothing to find.
    MovePromotion(Move) "move.promotion" <- MoveFalse;

    /// The capture in passing was the only move and was not made.
    /// Some codes force the capture in passing where there is no other legal move. The board shows
    /// whether there was one. A player who had a choice is never meant.
    MoveEnPassantDeclined(Move) "move.en-passant-declined";

    /// A player moved when it was not his turn.
    /// A player moved twice running, or before the adversary had moved. The record must show both
    /// moves. Turns that were given as odds are no offence.
    MoveOutOfTurn(Move) "move.out-of-turn";

    /// A completed legal move was taken back.
    /// The move was legal and the hand had left the man, and it was taken back without anyone
    /// having a right to that. Moves taken back because they were illegal, or by consent or ruling,
    /// are not meant.
    MoveRecalled(Move) "move.recalled";

    /// A move was made with both hands.
    /// Castling, a capture or a promotion was made with both hands at once, or one hand moved and
    /// the other pressed the clock. The record must say so. It does not make a legal move illegal
    /// of itself.
    MoveTwoHands(Move) "move.two-hands";

    /// A man touched was not played.
    /// A player on move touched a man of his own in earnest and then played another. The record
    /// must have watched touches. A touch that was obeyed, one by accident and one duly announced
    /// as adjusting are not meant.
    TouchOwn(Touch) "touch.own";

    /// A man touched cannot be moved.
    /// The man touched has no legal move, because it is blocked or because its move would expose
    /// the king. The record must have watched touches. Some codes leave the player free; then
    /// nobody is accused.
    TouchOwnImmovable(Touch) "touch.own-immovable" <- TouchOwn;

    /// Several of the player's own men were touched.
    /// On one turn several men of the player's own were touched, and the code says which of them
    /// binds. The record must show the touches in their order. King and rook touched for castling
    /// are not meant.
    TouchSeveralOwn(Touch) "touch.several-own" <- TouchOwn;

    /// A hostile man touched was not taken.
    /// A player on move touched a hostile man in earnest and did not take it though he could. The
    /// record must have watched touches. A touch that was obeyed and one by accident are not meant.
    TouchAdversary(Touch) "touch.adversary";

    /// A hostile man touched cannot be taken.
    /// The hostile man touched stands where nothing can legally take it. The record must have
    /// watched touches. What then follows, if anything, the code says.
    TouchAdversaryImmovable(Touch) "touch.adversary-immovable" <- TouchAdversary;

    /// Several hostile men were touched.
    /// On one turn several hostile men were touched, and the code says which of them must be taken.
    /// The record must show the touches in their order.
    TouchSeveralAdversary(Touch) "touch.several-adversary" <- TouchAdversary;

    /// Men of both sides were touched.
    /// On one turn men of both colours were touched, and the code says whether the one must take
    /// the other. The record must show the order, or say that it is unknown. An ordinary capture
    /// touches both and is not meant.
    TouchMixed(Touch) "touch.mixed";

    /// A man was touched by the player not on move.
    /// The player who touched was not on move. The record must have watched touches. Most codes do
    /// not hold him to it.
    TouchOutOfTurn(Touch) "touch.out-of-turn";

    /// Men were adjusted otherwise than the code allows.
    /// The word of adjusting came too late, was said out of turn, or the man needed no adjusting,
    /// where the code asks for that. The record must show the touch and the word in their order.
    TouchAdjust(Touch) "touch.adjust";

    /// A man was held, or rested on squares, otherwise than the code allows.
    /// The man was kept in the hand undecided, or rested on squares on the way, and the code has
    /// something against it. The record must have watched touches. Thinking with a man in the hand
    /// is no offence where the code allows it.
    TouchHold(Touch) "touch.hold";

    /// A check was not announced.
    /// A check was given and not said. The record must have watched speech; a sign in the score is
    /// no announcement and its absence no silence. It matters only where the code lets an
    /// unannounced check pass.
    CallCheckMissing(Call) "call.check-missing";

    /// Check was said where none was given.
    /// A player said check and the adversary's king was not attacked. The record must show the
    /// word. What was done in consequence may be excused; the word itself is seldom punished.
    CallCheckFalse(Call) "call.check-false";

    /// A check was announced too late.
    /// Check was said when the time for saying it had passed. The record must have watched speech.
    /// A check said with the move that gives it is never late.
    CallCheckLate(Call) "call.check-late";

    /// Mate was said where there was none.
    /// A player said mate, and the king could still escape. The record must show the word. An
    /// announcement of mate in several moves is `call.mate-in`.
    CallMateFalse(Call) "call.mate-false";

    /// A mate in a number of moves was announced.
    /// The announcement is tried on the board under every code: proved, refuted or, where the
    /// search runs out, undecided. A mate in fewer moves than announced proves it. No penalty
    /// belongs to it.
    CallMateIn(Call) "call.mate-in";

    /// The board lay the wrong way.
    /// The square at each player's right hand had the wrong colour. The record must say so. What
    /// then happens depends on when it was seen, and the men may stay as they are.
    SetupBoard(Setup) "setup.board";

    /// Men stood on wrong squares at the start.
    /// Men stood on other squares than the array or the odds ask for. The record must give the
    /// position really set up. A position set by a FEN tag is what was due and no offence.
    SetupMisplaced(Setup) "setup.misplaced";

    /// A man was missing at the start.
    /// A man that should have stood on the board was not set up. The record must give the position
    /// really set up. Men given as odds are not missing.
    SetupOmitted(Setup) "setup.omitted";

    /// The odds agreed were not given, or not met.
    /// A man agreed as odds was left on, another was given, or a condition of the odds was broken.
    /// The record must state the odds. Odds played as agreed are never reported.
    SetupOdds(Setup) "setup.odds";

    /// The moves given as odds were not played as the code says.
    /// The player who received several moves made them farther up the board than the code allows,
    /// or not at all. The record must state the odds.
    SetupOddsMoves(Setup) "setup.odds-moves";

    /// The wrong player made the first move.
    /// The player who began was not entitled to. The record must say who was. Nothing is concluded
    /// from the colour of the men alone.
    SetupFirstMove(Setup) "setup.first-move";

    /// A man fell from the board and play went on without it.
    /// A man left the board by accident, and moves were made without it. The record must show when
    /// it fell or where it stood. Nobody is accused of the fall itself.
    BoardDropped(Board) "board.dropped";

    /// Men were displaced.
    /// Men were knocked from their squares. The record must say whether by accident or on purpose
    /// where that matters. A man put back at once is no finding where the code asks for no more.
    BoardDisplaced(Board) "board.displaced";

    /// The men were overturned.
    /// The board or the men were overturned. The record must say whether by accident or on purpose.
    /// An accident is never treated as a resignation.
    BoardUpset(Board) "board.upset";

    /// An earlier illegality was found.
    /// During the game somebody pointed out that an earlier move had been illegal. The record must
    /// show the notice. Whether the game goes back, stands or is void depends on the code and on
    /// how many moves have passed.
    DiscoveryIllegal(Discovery) "discovery.illegal";

    /// A king was found to have stood in check.
    /// During the game somebody pointed out that a king had stood in check for some moves. The
    /// record must show the notice. Whether the moves go back depends on the code, and on whether
    /// they are known.
    DiscoveryCheck(Discovery) "discovery.check";

    /// A remedy was asked after its time.
    /// Somebody asked for a remedy after his right had ended. The record must show the demand. The
    /// offence itself is reported apart, and the right as lapsed.
    PenaltyLate(Penalty) "penalty.late";

    /// A remedy was asked that the code does not give.
    /// Somebody chose a remedy that the code does not offer for that offence. The record must show
    /// the choice. The remedies that are offered stay open.
    PenaltyUnavailable(Penalty) "penalty.unavailable";

    /// A remedy was not carried out.
    /// A remedy had been chosen in time, and the offender did something else. The record must show
    /// the choice and the next move. A remedy that no legal move could carry out is not meant.
    PenaltyNotExecuted(Penalty) "penalty.not-executed";

    /// The king castled in answer to a penalty.
    /// The king had to move as a penalty, and castled instead. The board and the choice show it.
    /// Where the code does not bar it, it is told without blame.
    PenaltyCastled(Penalty) "penalty.castled";

    /// An indulgence was claimed in return for one given.
    /// A player asked for leniency because he had shown some before. The record must show the
    /// claim. That he waived an earlier penalty is no offence.
    PenaltyIndulgence(Penalty) "penalty.indulgence";

    /// A ruling was given that the code does not permit.
    /// The umpire decided unasked, or otherwise than the code lets him. The record must show the
    /// ruling and whether anybody appealed. Where arbiters act of their own accord there is nothing
    /// to find.
    PenaltyRuling(Penalty) "penalty.ruling";

    /// The same position occurred again and again.
    /// The count is made on the board, by the code's own measure of sameness. A right claim and one
    /// that could have been made are remarks; a wrong claim is a fault of the claimant. Nobody has
    /// to claim.
    DrawRepetition(Draw) "draw.repetition";

    /// Fifty moves passed.
    /// The count is made on the board, and begins anew where the code says. A right claim and one
    /// that could have been made are remarks; a wrong claim is a fault of the claimant. Nobody has
    /// to claim.
    DrawFifty(Draw) "draw.fifty";

    /// A count of moves was called for.
    /// A player called for the moves to be counted, and the code says when he may and what follows
    /// when they are done. The record must show the call. Without one no such count runs.
    DrawCount(Draw) "draw.count";

    /// Perpetual check was claimed.
    /// A player claimed that he can give check for ever, and the claim is tried on the board.
    /// Proved it is a remark, refuted a fault of the claimant. Checks that merely go on are no
    /// claim.
    DrawPerpetual(Draw) "draw.perpetual";

    /// The player on move has no legal move and is not in check.
    /// The board alone shows it. Codes differ on what it counts for; a score that disagrees with
    /// the code is `result.law`.
    DrawStalemate(Draw) "draw.stalemate";

    /// The players agreed to a draw.
    /// The record shows an offer and its acceptance, or says that a draw was agreed. It is reported
    /// where the code does not let it stand. A score of a half is not by itself taken for an
    /// agreement.
    DrawAgreement(Draw) "draw.agreement";

    /// Neither side can ever mate.
    /// No series of legal moves leads to mate by either player, and under some codes the game is
    /// over then. It is reported only where that is proved. Difficult or hopeless positions are not
    /// dead.
    DrawDead(Draw) "draw.dead";

    /// The game was drawn by law without a claim.
    /// Under some codes enough occurrences of a position, or enough moves without a capture or a
    /// pawn's move, end the game by themselves. The board shows it. Whoever played on unaware is
    /// not accused.
    DrawAutomatic(Draw) "draw.automatic";

    /// A draw was claimed because the adversary cannot or does not try to win.
    /// A player short of time claimed that his adversary cannot win by ordinary means or is not
    /// trying to. The record must show the claim. The decision is the umpire's; this only says
    /// whether the claim was open.
    DrawNormalMeans(Draw) "draw.normal-means";

    /// A player's time ran out.
    /// The record must say that the time ran out: a claim, the arbiter's call, or the termination
    /// it names. A clock that reads zero beside a completed move is a weak sign and accuses nobody.
    /// What the fall costs may depend on whether the adversary could still mate.
    ClockFlag(Clock) "clock.flag";

    /// The clock was not pressed, or pressed without a move.
    /// The record must have watched the clock. It is about a player who pressed it without moving,
    /// or did not press it where the code asks for that. Records without clock commands are never
    /// meant.
    ClockPress(Clock) "clock.press";

    /// The clock times of the record cannot all be true.
    /// A player's clock rises by more than anything the time control could have given, or two clock
    /// commands contradict each other. It is concluded only where the whole time control is
    /// understood. It is a doubt about the record and not about the players.
    ClockInconsistent(Clock) "clock.inconsistent";

    /// A player was absent or late.
    /// The record must say that a player was away or came late. A player who merely thought for
    /// long is not meant.
    ClockAbsent(Clock) "clock.absent";

    /// A player left or gave up the game.
    /// A player resigned, left or stopped moving. The record must say so; a game that merely breaks
    /// off is not abandoned. What it costs the code says.
    ConductAbandoned(Conduct) "conduct.abandoned";

    /// A player refused a decision or the laws.
    /// A player would not submit to a decision of the umpire, or to the laws. The record must say
    /// so. To appeal is no refusal.
    ConductRefusal(Conduct) "conduct.refusal";

    /// A player disturbed the adversary.
    /// A player disturbed the adversary on purpose. The record must say so, and where the code asks
    /// for it that he was admonished before. Offers and claims that the code allows are no
    /// disturbance.
    ConductDisturbance(Conduct) "conduct.disturbance";

    /// A move was written in advance.
    /// A player wrote a move down before he made it, where the code forbids that. The record must
    /// have watched it. To write the move with which a draw is claimed is allowed.
    ConductWriting(Conduct) "conduct.writing";

    /// The sealed move is illegal or cannot be read.
    /// The text in the envelope names no legal move. The record must give the sealed text. A text
    /// that is merely unusual and clear is no offence.
    AdjournSealIllegal(Adjourn) "adjourn.seal-illegal";

    /// The sealed move fits more than one legal move.
    /// The text in the envelope names two or more legal moves. The record must give the sealed
    /// text. Every reading is listed, and the code says who picks or what it costs.
    AdjournSealAmbiguous(Adjourn) "adjourn.seal-ambiguous";

    /// The adjourned position was lost or set up otherwise.
    /// After an adjournment the position was lost, or another one was set up. The record must say
    /// so or give the position resumed from. It accuses nobody of having caused it.
    AdjournPosition(Adjourn) "adjourn.position";

    /// The score given is not the score under this code.
    /// What the board and the acts show counts for another score under this code than the one
    /// written down. It says under which article. A record that contradicts itself is
    /// `record.result`. That both players lose is told, and whether the code knows such a score.
    ResultLaw(Result) "result.law";

    /// The first move of a game of a series went to the wrong player.
    /// Within one sitting or match the code says who begins the next game. The record must name the
    /// series, or the program be told to assume one. The players are told by name, not by colour.
    SeriesFirstMove(Series) "series.first-move";

    /// The colours of a game of a series are not those due.
    /// Within one sitting or match the code says who has which men. The record must name the
    /// series, or the program be told to assume one.
    SeriesColour(Series) "series.colour";

    /// An annulled game of a series was counted.
    /// A void game was counted in the order of first moves or in the score of the series. The
    /// record must name the series and show why the game is void.
    SeriesAnnulled(Series) "series.annulled";
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
    /// Whether the rule belongs to the family.
    pub fn is_in_family(self, family: Family) -> bool {
        self.family() == family
    }

    /// The basis of the rule's findings.
    pub fn basis(self) -> FindingBasis {
        match self {
            Self::CallMateIn | Self::ClockInconsistent => FindingBasis::Fact,
            Self::ResultLaw | Self::PenaltyLate | Self::PenaltyUnavailable | Self::PenaltyNotExecuted => {
                FindingBasis::Case
            }
            _ if self.is_in_family(Family::Record) => FindingBasis::Fact,
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
