//! The closed vocabulary of a law file, with its phrases in English: every word that is not free text.

use super::words::InWords;
pub(crate) use crate::toml_reader::Word;

vocabulary! {
    /// The person who chooses among the remedies.
    Chooser "chooser" {
        /// The law imposes it.
        Law = "law",
        /// The offender's opponent.
        Adversary = "adversary",
        /// The offender.
        Offender = "offender",
        /// The player who found the irregularity.
        Finder = "finder",
        /// Either player.
        Either = "either",
        /// The player who owns the man.
        Owner = "owner",
        /// The player who claims.
        Claimant = "claimant",
        /// The umpire.
        Umpire = "umpire",
    }

    /// The forms of a remedy. `TouchedDuty` and `FirstPossible` expand into others.
    RemedyKind "remedy" {
        /// The man touched makes any legal move.
        MoveTouched = "move-touched",
        /// The man wrongly moved makes any legal move.
        MoveLegally = "move-legally",
        /// Any legal king move except castling.
        MoveKing = "move-king",
        /// The opponent names the square to which the touched man moves.
        MoveNamedSquare = "move-named-square",
        /// The opponent names a man, the offender moves it.
        MoveNamed = "move-named",
        /// Any other man that can move, as the chooser says.
        MoveOther = "move-other",
        /// The castling rook makes a legal move.
        MoveRook = "move-rook",
        /// The touched enemy man is legally captured, by any man.
        CaptureTouched = "capture-touched",
        /// The man wrongly captured is legally captured, by any man.
        CaptureMan = "capture-man",
        /// The check is parried with a man other than the king.
        ParryOther = "parry-other",
        /// The man moved out of turn is moved next turn, if it legally can.
        PlayLater = "play-later",
        /// The irregular move remains.
        Stand = "stand",
        /// Both moves remain.
        BothStand = "both-stand",
        /// Only the first move remains.
        FirstStands = "first-stands",
        /// Only the second move remains.
        SecondStands = "second-stands",
        /// Only the rook's move remains.
        RookStands = "rook-stands",
        /// Moves are taken back.
        Retract = "retract",
        /// The second of two moves is taken back.
        RetractSecond = "retract-second",
        /// The board is turned.
        Adjust = "adjust",
        /// Misplaced men are put on their squares.
        Rectify = "rectify",
        /// A fallen man is put back.
        Restore = "restore",
        /// An omitted man is put on.
        Supply = "supply",
        /// The man left on the board although it is given as odds is taken off.
        RemoveOdds = "remove-odds",
        /// The game starts again.
        Recommence = "recommence",
        /// The game goes on from the present position.
        Proceed = "proceed",
        /// The game is void.
        Annul = "annul",
        /// The offender loses a move.
        ForfeitMove = "forfeit-move",
        /// The offender loses the game.
        Forfeit = "forfeit",
        /// The offender loses time.
        LoseTime = "lose-time",
        /// The opponent is given time.
        AddTime = "add-time",
        /// The offender is admonished.
        Admonish = "admonish",
        /// The opponent is given points.
        AddPoints = "add-points",
        /// The offender loses points.
        LosePoints = "lose-points",
        /// The offender pays a fine.
        Fine = "fine",
        /// The offender is excluded from one or more rounds.
        Exclude = "exclude",
        /// The offender is expelled from the event.
        Expel = "expel",
        /// The pawn becomes a piece.
        Promote = "promote",
        /// The pawn remains a pawn.
        RemainPawn = "remain-pawn",
        /// The game is won.
        Win = "win",
        /// The game is drawn.
        Draw = "draw",
        /// The offender can score no more than a draw.
        CapAtDraw = "cap-at-draw",
        /// A count of fifty moves begins.
        CountFifty = "count-fifty",
        /// The question goes to the umpire or bystanders.
        Umpire = "umpire",
        /// The move announced with a claim is played.
        MoveAnnounced = "move-announced",
        /// The sealed text is played as the move that the chooser picks.
        SealedMove = "sealed-move",
        /// No penalty. Occurs only in law files.
        None = "none",
        /// The right to the penalty is lost. Occurs only in law files.
        LoseRight = "lose-right",
        /// The duties of a touch under FIDE 4.3, 4.4 and 4.7. Expands.
        TouchedDuty = "touched-duty",
        /// The first touched man, of either colour, that can be moved or captured. Expands.
        FirstPossible = "first-possible",
    }

    /// The event that closes a window.
    WindowId "window" {
        /// The opponent touches a man in reply.
        AdversaryTouches = "adversary-touches",
        /// The opponent completes a move.
        AdversaryMoves = "adversary-moves",
        /// Any move is completed.
        AnyMove = "any-move",
        /// Each side has completed `n` moves of the game.
        MovesEach = "moves-each",
        /// Either side has completed `n` moves of the game.
        MovesEither = "moves-either",
        /// `who` has completed `n` moves.
        MovesOf = "moves-of",
        /// Each side has completed `n` moves since the offence.
        MovesEachSince = "moves-each-since",
        /// The announcer completes the next move.
        AnnouncerMoves = "announcer-moves",
        /// The game ends.
        GameEnd = "game-end",
        /// Nothing closes it.
        Never = "never",
    }

    /// A fact that a provision may ask for.
    Predicate "predicate" {
        InCheck = "in-check" => "the player is in check" / "the player is not in check",
        ManRelievesCheck = "man-relieves-check" => "the piece can answer the check" /
            "the piece cannot answer the check",
        /// The man has moves, and each of them would leave its king attacked.
        ExposesKing = "exposes-king" => "every move of the touched piece would expose its king" /
            "a move of the touched piece would not expose its king",
        NoRook = "no-rook" => "there is no rook to castle with" / "there is a rook to castle with",
        Captures = "captures" => "an enemy piece was captured" / "no enemy piece was captured",
        AllTakeable = "all-takeable" => "all touched enemy pieces can be captured" /
            "not all touched enemy pieces can be captured",
        SomeTakeable = "some-takeable" => "some touched enemy pieces can be captured and some cannot" /
            "all touched enemy pieces can be captured, or none of them",
        NoneTakeable = "none-takeable" => "none of the touched enemy pieces can be captured" /
            "one of the touched enemy pieces can be captured",
        CheckAnnounced = "check-announced" => "the check was announced" / "the check was not announced",
        CheckStanding = "check-standing" => "the king is still in that check" /
            "the king is no longer in that check",
        KingLeftInCheck = "king-left-in-check" => "a king was left in check" / "no king was left in check",
        /// False only after a notice with `forgotten`.
        MovesKnown = "moves-known" => "the moves since are remembered" / "the moves since are not remembered",
        /// It is the other player's first act after a false move or a false announcement.
        Induced = "induced" =>
            "it was caused by a false move or a false announcement of check by the opponent" /
            "it was not caused by a false move or a false announcement of check by the opponent",
        /// As the code counts completion.
        Completed = "completed" => "the move was completed" / "the move was not completed",
        OnMove = "on-move" => "it is the player's turn" / "it is not the player's turn",
        /// King and castling rook of one side were touched, or the king was moved more than one square along
        /// its first rank.
        CastlingIntent = "castling-intent" => "it was done in order to castle" /
            "it was not done in order to castle",
        ArrivalOnly = "arrival-only" =>
            "only an attack on the square where the king arrives prevents castling" /
            "not only an attack on the square where the king arrives prevents castling",
        RookQuitted = "rook-quitted" => "the rook was released before the king was touched" /
            "the rook was not released before the king was touched",
        AllSquaresTouched = "all-squares-touched" =>
            "the held piece was rested on every square that it commands" /
            "the held piece was not rested on every square that it commands",
        Hovered = "hovered" => "the piece was released on a square where the player had rested it" /
            "the piece was not released on a square where the player had rested it",
        /// The common law bars the move. Provisions that do not ask for this fact do not govern such a move.
        Lawful = "lawful" => "the code itself allows the move" / "the code does not allow the move",
        NoneMovable = "none-movable" => "none of the player's touched pieces can be moved" /
            "one of the player's touched pieces can be moved",
        /// In time or not.
        AdjustSaid = "adjust-said" => "some notice of adjusting was given" /
            "no notice of adjusting was given",
        Askew = "askew" => "the piece was visibly askew" / "the piece was not visibly askew",
        NoticeBeforeTouch = "notice-before-touch" => "notice of adjusting came before the touch" /
            "notice of adjusting did not come before the touch",
        AdversaryCanMate = "adversary-can-mate" =>
            "the opponent could give checkmate by some series of legal moves" /
            "the opponent could not give checkmate by any series of legal moves",
        TwoKnightsOnly = "two-knights-only" =>
            "the opponent has only two knights, and the player only the king" /
            "the opponent has more or other pieces than two knights, or the player more than the king",
        ReplyMade = "reply-made" => "the other player has touched a piece or moved since then" /
            "the other player has neither touched a piece nor moved since then",
        ReplyMovesKing = "reply-moves-king" => "the reply moved the king" / "the reply did not move the king",
        ReplyTouchesKing = "reply-touches-king" => "the reply touched the king" /
            "the reply did not touch the king",
        ReplyTouchesInterposer = "reply-touches-interposer" =>
            "the reply touched a piece that could be interposed" /
            "the reply touched no piece that could be interposed",
        FromArray = "from-array" => "the record begins at the start of the game" /
            "the record does not begin at the start of the game",
        PieceNotLost = "piece-not-lost" => "the player had not lost the piece chosen for the pawn" /
            "the player had lost the piece chosen for the pawn",
        EachHasMoved = "each-has-moved" => "each player has made a move" / "not each player has made a move",
        OfferStanding = "offer-standing" => "the offer accepted was still open" /
            "the offer accepted was no longer open",
        EventForbidsDraw = "event-forbids-draw" => "the rules of the event forbid the agreed draw" /
            "the rules of the event do not forbid the agreed draw",
        PastDefaultTime = "past-default-time" => "the player arrived after the default time" /
            "the player arrived within the default time",
        Wilful = "wilful" => "it was done on purpose" / "it was not done on purpose",
        Accidental = "accidental" => "it was an accident" / "it was not an accident",
        Disputed = "disputed" => "the players disagree about the square" /
            "the players agree about the square",
        Repeated = "repeated" => "the player had been admonished for it before" /
            "the player had not been admonished for it before",
        Waived = "waived" => "the offence was waived" / "the offence was not waived",
        AgainstTouch = "against-touch" =>
            "the last move was made against a touch that can still be pointed out" /
            "the last move was not made against a touch that can still be pointed out",
        Resuming = "resuming" => "an adjourned game was being resumed" /
            "no adjourned game was being resumed",
        MoreThanHourLate = "more-than-hour-late" => "the player came more than an hour late" /
            "the player did not come more than an hour late",
        MenSetUpWrong = "men-set-up-wrong" => "pieces were set up wrongly" /
            "no pieces were set up wrongly",
        OddsLeftOn = "odds-left-on" => "the piece agreed as odds was left on the board" /
            "the piece agreed as odds was not left on the board",
        /// Only under a code that does not regulate the leap.
        RookGiven = "rook-given" =>
            "the king makes the castling move although the rook was given as odds, and nothing else forbids it" /
            "the king does not make the castling move with a rook that was given as odds",
        FirstByOdds = "first-by-odds" => "the player who gives odds has the first move" /
            "the player who gives odds does not have the first move",
        PawnAndMove = "pawn-and-move" => "a pawn and one or more moves are given as odds" /
            "a pawn and a move are not both given as odds",
        MenWhereSetUp = "men-where-set-up" =>
            "the squares needed for it are free, and no piece on a wrong square has moved" /
            "a square needed for it is occupied, or a piece on a wrong square has moved",
        ManTooMany = "man-too-many" => "there is a piece too many, and none is missing" /
            "there is no piece too many, or one is missing",
        PositionLost = "position-lost" => "the position cannot be established" /
            "the position can be established",
        SealedNotPlayed = "sealed-not-played" => "a move other than the sealed one is played" /
            "no move other than the sealed one is played",
        NoPawns = "no-pawns" => "there is no pawn on the board" / "there is a pawn on the board",
        Wagered = "wagered" =>
            "the odds require mate with a certain piece or on a certain square, stalemate or self-mate" /
            "the odds require nothing special about the mate",
        StipulationFailed = "stipulation-failed" =>
            "the player undertook to end the game in a particular way, and it ended otherwise" /
            "no undertaking to end the game in a particular way has failed",
        CalledForForce = "called-for-force" => "the count was called for because of the remaining material" /
            "the count was not called for because of the remaining material",
        CalledForRepeating = "called-for-repeating" =>
            "the count was called for because the opponent repeats moves" /
            "the count was not called for because the opponent repeats moves",
        CalledBySubmission = "called-by-submission" =>
            "the question whether to count moves was submitted" /
            "the question whether to count moves was not submitted",
        CallerOutmatched = "caller-outmatched" =>
            "the caller has a bare king, or no pawns and no more material than the other player" /
            "the caller has a pawn, or more material than the other player",
        CallerStronger = "caller-stronger" => "the caller has more material than the other player" /
            "the caller has no more material than the other player",
        ElementaryMate = "elementary-mate" => "the caller has a bare king against a queen or a rook" /
            "the caller does not have a bare king against a queen or a rook",
        PeriodMade = "period-made" =>
            "the player has completed the moves required before the time of the period ran out" /
            "the player has not completed the moves required before the time of the period ran out",
        PressedWithoutMove = "pressed-without-move" => "the clock was pressed by a player who had not moved" /
            "the clock was not pressed by a player who had not moved",
        OtherHandPresses = "other-hand-presses" =>
            "the clock was not pressed with the hand that moved" /
            "the clock was pressed with the hand that moved, or not at all",
        /// The clocks and the time control show it.
        MustWrite = "must-write" =>
            "the player was not short of time, or gets half a minute or more with each move" /
            "the player may have been short of time",
        SinceFlagFall = "since-flag-fall" => "a flag fell while the scoresheet lacked moves" /
            "no flag fell while the scoresheet lacked moves",
        BothSheetsIncomplete = "both-sheets-incomplete" => "both scoresheets lacked moves when the flag fell" /
            "not both scoresheets lacked moves when the flag fell",
        BothSigned = "both-signed" => "both players signed the same result" /
            "the players did not both sign the same result",
        InMatch = "in-match" => "the game belongs to a match or tournament" /
            "the game does not belong to a match or tournament",
        Appealed = "appealed" => "the question was put to the arbiter" /
            "the question was not put to the arbiter",
        SubmittedByBoth = "submitted-by-both" => "both players had put the question to the arbiter" /
            "the players had not both put the question to the arbiter",
        AfterAdjournment = "after-adjournment" => "the game was adjourned and has not gone on since" /
            "the game was not adjourned, or has gone on since",
        PenaltyRefused = "penalty-refused" => "a penalty that the opponent chose is refused" /
            "no penalty that the opponent chose is refused",
        Departs = "departs" =>
            "the laws do not provide for the ruling, or both players agreed to depart from the laws" /
            "the laws provide for the ruling",
        /// The remedies that the laws give are unchanged.
        Adds = "adds" => "the ruling adds a penalty to what the laws provide" /
            "the ruling adds no penalty to what the laws provide",
        /// No provision on rulings has a remedy of this kind.
        Unlisted = "unlisted" => "the ruling gives a penalty that the laws do not list" /
            "the ruling gives no penalty, or one that the laws list",
        ByConsent = "by-consent" => "both players agreed to depart from the laws" /
            "the players did not agree to depart from the laws",
        Resigned = "resigned" => "the player resigned" / "the player did not resign",
        /// And did more than stop moving.
        LeftTable = "left-table" => "the player left the table" / "the player did not leave the table",
        BothLose = "both-lose" => "the record says that both players lost" /
            "the record does not say that both players lost",
        FoundByUmpire = "found-by-umpire" => "the arbiter found it" / "the arbiter did not find it",
        BeyondTheReply = "beyond-the-reply" =>
            "the king was in check for longer than the reply to the check" /
            "the king was in check for no longer than the reply to the check",
        PieceChosen = "piece-chosen" => "another piece was put on the promotion square before" /
            "no other piece was put on the promotion square before",
        RookFirst = "rook-first" => "the rook was touched before the king" /
            "the rook was not touched before the king",
        CastlingBegun = "castling-begun" =>
            "the king was released on a square to which it can lawfully castle" /
            "no king was released on a square to which it can lawfully castle",
        CastlingIllegal = "castling-illegal" =>
            "castling was begun that is not legal" / "no castling was begun that is not legal",
        SealedEnd = "sealed-end" => "the player's sealed move ends the game" /
            "the player sealed no move that ends the game",
        BothFlagsDown = "both-flags-down" =>
            "both flags are down, and it is not known which fell first" /
            "not both flags are down, or it is known which fell first",
        /// In whichever order.
        BothFlagsFallen = "both-flags-fallen" => "both flags have fallen" / "not both flags have fallen",
        LastPeriod = "last-period" => "all remaining moves had to be made in this period" /
            "not all remaining moves had to be made in this period",
        /// The time control shows it.
        QuickplayFinish = "quickplay-finish" =>
            "the player has to make all remaining moves in a limited time" /
            "it is not known that the player has to make all remaining moves in a limited time",
        /// The time control shows it. Neither this nor `quickplay-finish` holds if it does not show enough.
        BeforeQuickplayFinish = "before-quickplay-finish" =>
            "the player does not yet have to make all remaining moves in a limited time" /
            "the player may have to make all remaining moves in a limited time",
        KingsBothInCheck = "kings-both-in-check" => "both kings are in check" /
            "not both kings are in check",
        PawnOnLastRank = "pawn-on-last-rank" => "there is a pawn on its last rank" /
            "there is no pawn on its last rank",
        FullSupervision = "full-supervision" => "the event announced full supervision" /
            "the event did not announce full supervision",
        GuidelineIii = "guideline-iii" => "the event announced guideline III" /
            "the event did not announce guideline III",
        ObservedTouch = "observed:touch" => "the `Observed` tag names touch" /
            "the `Observed` tag does not name touch",
        ObservedSpeech = "observed:speech" => "the `Observed` tag names speech" /
            "the `Observed` tag does not name speech",
        ObservedBoard = "observed:board" => "the `Observed` tag names board" /
            "the `Observed` tag does not name board",
        ObservedClock = "observed:clock" => "the `Observed` tag names clock" /
            "the `Observed` tag does not name clock",
        ObservedConduct = "observed:conduct" => "the `Observed` tag names conduct" /
            "the `Observed` tag does not name conduct",
    }

    /// The force of a provision.
    Binds "binding" {
        Duty = "duty" => "a duty: it must be applied",
        Right = "right" => "a right, which a player may use or waive",
        None = "none" => "neither: nothing has to be done",
    }

    /// The player who committed the offence.
    OffenderRole "offender" {
        Actor = "actor" => "the player who did it",
        Other = "other" => "the other player",
        Announcer = "announcer" => "the player who announced it",
        Checker = "checker" => "the player who gave the check",
        Checked = "checked" => "the player who was in check",
        /// The law corrects it without blaming a player.
        Nobody = "nobody" => "no player",
    }

    /// The event that opens a case when the act itself is no offence.
    Opener "opening" {
        ReplyIgnoringCheck = "reply-ignoring-check" => "a reply that leaves the king in check",
        CountCalled = "count-called" => "the call for a count of moves",
        OpeningOfSeal = "opening-of-seal" => "the opening of the sealed move",
    }

    /// The position to which the moves are taken back.
    RetractTo "retraction" {
        BeforeOffence = "before-offence" => "to the position before the offence",
        AfterCheck = "after-check" =>
            "to the position after the checking move; if a move exposed the king of the player who made it, to the position before that move",
        BeforeExposure = "before-exposure" => "to the position before the move that exposed the king",
        BeforeReply = "before-reply" => "to the position before the reply that it caused",
        LastOfChecked = "last-of-checked" => "only the last move of the player in check",
        AtFall = "at-fall" => "to the position in which the piece fell",
        None = "none" => "nothing",
    }

    /// The player whose moves a window counts.
    Person "person" {
        Offender = "offender" => "the offender",
        Finder = "finder" => "the player who finds it",
        SecondPlayer = "second-player" => "the second player",
        Checker = "checker" => "the player who gave the check",
        Announcer = "announcer" => "the player who announced it",
        Claimant = "claimant" => "the claimant",
    }

    /// Touches that do not close a window.
    TouchException "touch exception" {
        Accidental = "accidental" => "accidental ones",
        Adjusting = "adjusting" => "those with timely notice of adjusting",
        Induced = "induced" => "those caused by the offence or by a false announcement of check",
    }

    /// Events that end a remedy: one that is due later, or a loss.
    Lapse "lapse" {
        Captured = "captured" => "it has been captured",
        NoLegalMove = "no-legal-move" => "it has no legal move",
        /// The record shows it by the umpire's ruling.
        SmallerPenalty = "smaller-penalty" => "the event has announced a smaller penalty",
    }

    /// The men for each of which a remedy is repeated.
    Per "multiplier" {
        /// In the order touched.
        Man = "man" => "one of the touched pieces",
    }

    /// The man that a remedy leaves out.
    NotMan "excluded man" {
        OffendingMan = "offending-man" => "not the piece of the offence",
        CheckingMan = "checking-man" => "not capturing the checking piece",
    }

    /// A man among those touched.
    ManSelector "man" {
        FirstOwn = "first-own" => "the player's first touched piece",
        FirstAdverse = "first-adverse" => "the first touched enemy piece",
    }

    /// The time at which a remedy is due, if not at once.
    Due "due time" {
        NextTurn = "next-turn" => "at the offender's next turn",
    }

    /// The winner under a `win`.
    Winner "winner" {
        Stalemated = "stalemated" => "the player who is stalemated",
        Stalemating = "stalemating" => "the player who gives stalemate",
        Adversary = "adversary" => "the offender's opponent",
        Claimant = "claimant" => "the claimant",
        Receiver = "receiver" => "the player who receives odds",
    }

    /// The player who may claim.
    ClaimBy "claimant" {
        Either = "either" => "either player",
        OnMove = "on-move" => "the player on move",
        Checker = "checker" => "the player who gives the check",
        Caller = "caller" => "the player who called for the count",
        Victim = "victim" => "the opponent of the player concerned",
    }

    /// The turn on which the right may be used.
    Turn "turn" {
        Own = "own" => "only on the player's own turn",
        Any = "any" => "at any time",
    }

    /// Whether the claimed position is on the board.
    ClaimForm "claim form" {
        Arisen = "arisen" => "about the position now on the board",
        Written = "written" => "about the position after the written move",
        Either = "arisen|written" =>
            "about the position now on the board or the position after the written move",
    }

    /// The words that make a claim.
    ClaimWord "claim word" {
        SayCheck = "say check" => "by saying check",
        ClaimCount = "claim count" => "by calling for a count of moves",
        ClaimProceed = "claim proceed" => "by asking that the game continue",
    }

    /// The one moment at which a claim has its full effect.
    ClaimAt "claim time" {
        WithNextMove = "with-next-move" => "both moves are taken back only if it is said with the claimant's next move",
    }

    /// Acts that bar a claim.
    ClaimBar "bar" {
        TouchedThisTurn = "touched-this-turn" => "the claimant has touched a piece on this turn",
        OwnFlagDown = "own-flag-down" => "the claimant's flag is down",
    }

    /// A second effect of a claim.
    ClaimAlso "by-effect" {
        DrawOffer = "draw-offer" => "it is also an offer of a draw",
    }

    /// The thing that is counted.
    CountOf "count" {
        MovesEach = "moves-each" => "moves by each side",
        Occurrences = "occurrences" => "occurrences of one position",
        OccurrencesInARow = "occurrences-in-a-row" =>
            "occurrences of one position, each as soon as possible after the one before",
        SeriesOfMoves = "series-of-moves" => "times the same series of moves in succession",
    }

    /// Events that set a count back to zero.
    CountReset "reset" {
        Capture = "capture" => "a capture",
        CaptureOfPiece = "capture-of-piece" => "the capture of a piece (not of a pawn)",
        PawnMove = "pawn-move" => "a pawn move",
    }

    /// When two positions count as the same.
    SameBy "sameness" {
        /// Castling that may still come counts as a possible move.
        Moves = "moves" =>
            "the pieces are on the same squares, the same player is to move and the same moves are possible",
        Placement = "placement" => "the pieces are on the same squares and the same player is to move",
    }

    /// The start of a count.
    CountFrom "count start" {
        Start = "start" => "from the start of the game",
        Call = "call" => "from the call",
        /// By which the umpire grants it.
        Ruling = "ruling" => "from the ruling that grants it",
    }

    /// The player whose offences a tally adds up.
    TallyPer "tally scope" {
        Player = "player" => "each player's offences separately",
    }

    /// The unit that counts once, however many offences it holds.
    OncePer "tally unit" {
        Move = "move" => "once for each move, however many offences it has",
    }

    /// The moment at which an offence enters a tally.
    Counted "tally moment" {
        Noticed = "noticed" => "each counts from when it is noticed",
    }

    /// The position by which a strike is judged.
    TallyPosition "tally position" {
        Reinstated = "reinstated" =>
            "whether the opponent could give checkmate is judged by the position after the retraction",
    }

    /// The order assumed when the order of touches is unknown.
    UnknownOrder "unknown order" {
        OwnFirst = "own-first" => "the player's own piece counts as touched first",
        AdverseFirst = "adverse-first" => "the enemy piece counts as touched first",
    }

    /// The kinds of offence that a provision can excuse.
    OffenceFamily "family" {
        Move = "move" => "moves",
        Touch = "touch" => "touches",
        Call = "call" => "announcements",
        Setup = "setup" => "the beginning of the game",
        Board = "board" => "displaced pieces",
        Clock = "clock" => "time",
        Conduct = "conduct" => "conduct",
    }

    /// The extent to which the source is known.
    Coverage "coverage" {
        Whole = "whole" => "known in full",
        /// Matters that the known part does not mention are `unrevealed`.
        Partial = "partial" =>
            "known only in part; the unknown part may cover matters that the known part does not mention",
    }

    /// The checks that must be answered.
    CheckBinds "check rule" {
        Always = "always" => "every check must be answered",
        Announced = "announced" => "only an announced check must be answered",
        /// Then every check binds by the common law.
        Unstated = "unstated" => "it is not stated which checks must be answered",
    }

    /// The act that completes a move.
    Completion "completion" {
        /// A second move by the same player completes the first too.
        Press = "press" => "when the clock is pressed",
        /// The player's next move does not complete it.
        PressOnly = "press-only" => "when the clock is pressed, and not before",
        Release = "release" => "when the hand releases the piece",
    }

    /// When notice of adjusting protects a touch.
    NoticeTime "notice time" {
        Before = "before" => "given before the touch",
        Touching = "touching" => "given before the touch or with it",
    }

    /// The men that notice of adjusting protects.
    AdjustedMen "adjusted pieces" {
        Own = "own" => "only the player's own pieces",
        Any = "any" => "pieces of both players",
    }

    /// When a pawn on its last rank becomes a piece.
    PromotionTime "promotion time" {
        AtOnce = "at-once" => "as part of the move",
        Unstated = "unstated" => "the code does not say when it must be chosen",
    }

    /// Whether the king may leap as in castling if its rook was given as odds.
    LeapAtOdds "leap" {
        Never = "never" => "a king whose rook was given as odds cannot make the castling move",
        Leap = "leap" => "a king whose rook was given as odds may make the castling move",
        LeapIfSquareAlwaysEmpty = "leap-if-square-always-empty" =>
            "a king whose rook was given as odds may make the castling move if the rook's square has been empty throughout",
    }

    /// The pieces that a pawn may become.
    Piece "piece" {
        Queen = "queen" => "queen",
        Rook = "rook" => "rook",
        Bishop = "bishop" => "bishop",
        Knight = "knight" => "knight",
    }

    /// The act that ends an offer of a draw that was not answered.
    OfferEnd "offer end" {
        Touch = "touch" => "when the opponent touches a piece or moves",
        Move = "move" => "when the opponent moves",
    }

    /// The capture of a king that was left in check.
    KingCapture "king capture" {
        Illegal = "illegal" => "the capture of a king is an illegal move",
        Claim = "claim" => "a player claims an illegal move by taking the king that it left in check",
    }

    /// A part of the time that a player has left.
    TimePart "part of the time" {
        Half = "half" => "half of the time left",
    }

    /// The player who begins the next game of a series.
    NextFirst "first mover" {
        Alternate = "alternate" => "the other player begins",
        Same = "same" => "the same player begins",
        Unstated = "unstated" => "it is not stated who begins",
    }

    /// The games over which the order of first moves runs.
    Within "reach" {
        Sitting = "sitting" => "it alternates over the games of one sitting",
        Series = "series" => "it alternates over all games of a series",
    }

    /// Whether games at odds count in the order of first moves.
    GamesAtOdds "odds in a series" {
        LeftOut = "left-out" => "games at odds are left out of it",
        Counted = "counted" => "games at odds count in it",
    }

    /// The player who begins a game at odds, unless the players agree otherwise.
    FirstAtOdds "first mover at odds" {
        Giver = "giver" => "the player who gives odds begins",
        GiverOfPiece = "giver-of-piece" => "the player who gives a piece begins; for pawns it is not stated",
        GiverOfPieceOrTerms = "giver-of-piece-or-terms" =>
            "the player who gives a piece, the exchange, drawn games or a mate with a certain piece or on a certain square begins; for pawns it is not stated",
        Unstated = "unstated" => "it is not stated who begins",
    }

    /// The pawn that is given as odds if none is named.
    OddsPawn "odds pawn" {
        KingsBishops = "kings-bishops" => "if a pawn is given, it is the King's Bishop's Pawn",
        Unstated = "unstated" => "it is not stated which pawn is given",
    }

    /// The knight, bishop or rook that is given as odds if none is named.
    OddsPiece "odds piece" {
        Queens = "queens" => "if a knight, bishop or rook is given, it is the one on the queen's side",
        Unstated = "unstated" => "it is not stated which of two pieces is given",
    }

    /// The reason why an article has no complete ruling.
    UnruledState "state" {
        InPart = "in-part" => "ruled in part",
        Elsewhere = "elsewhere" => "ruled under another article, or part of how the pieces move",
        Unrevealed = "unrevealed" => "not known, or known only in part",
        Unrecorded = "unrecorded" => "cannot be recorded",
    }

    /// The effect on the board in a matter on which the code is silent.
    OnBoard "default" {
        Stand = "stand" => "it stays as it is",
        Retract = "retract" => "such a move could not stand; since no article says what follows, the audit keeps it in the game",
    }
}

impl RemedyKind {
    /// Whether the board can make it impossible, so that a fallback makes sense.
    pub const fn can_fail(self) -> bool {
        !matches!(
            self,
            Self::PlayLater
                | Self::Stand
                | Self::Retract
                | Self::RetractSecond
                | Self::Adjust
                | Self::RemoveOdds
                | Self::CapAtDraw
                | Self::Recommence
                | Self::Proceed
                | Self::Annul
                | Self::ForfeitMove
                | Self::Forfeit
                | Self::LoseTime
                | Self::AddTime
                | Self::Admonish
                | Self::AddPoints
                | Self::LosePoints
                | Self::Fine
                | Self::Exclude
                | Self::Expel
                | Self::RemainPawn
                | Self::Win
                | Self::Draw
                | Self::CountFifty
                | Self::Umpire
                | Self::LoseRight
                | Self::None
        )
    }
}

impl WindowId {
    /// Whether the window needs a number of moves.
    pub const fn counts(self) -> bool {
        matches!(self, Self::MovesEach | Self::MovesEither | Self::MovesOf | Self::MovesEachSince)
    }
}
