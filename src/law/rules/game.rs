//! The rules on draws, clocks, conduct, adjournments, results and series.

macro_rules! game_rules {
    ($next:ident $($rest:tt)*) => { $next! {
        $($rest)*

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
    } };
}

pub(super) use game_rules;
