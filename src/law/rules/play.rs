//! The rules on acts at the board: moves, touches, words, the setup and penalties.

macro_rules! play_rules {
    ($next:ident $($rest:tt)*) => { $next! {
        $($rest)*

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
    } };
}

pub(super) use play_rules;
