//! The closed vocabulary of a law file: every word that is not free text.

pub(crate) use crate::toml_reader::Word;

/// A closed set of words that the loader and the schema see too.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident $what:literal { $( $(#[$doc:meta])* $variant:ident = $id:literal, )+ }) => {
        word_enum! { $(#[$meta])* $name { $( $(#[$doc])* $variant = $id, )+ } }

        impl Word for $name {
            const WHAT: &'static str = $what;

            fn all() -> &'static [Self] {
                Self::ALL
            }

            fn word(self) -> &'static str {
                self.id()
            }

            fn written(word: &str) -> Option<Self> {
                Self::from_id(word)
            }
        }
    };
}

/// Every closed set that a law file may draw on: its name, what its words are called, the words.
/// The schema is held to it.
macro_rules! sets {
    ($( $name:ident ),+ $(,)?) => {
        /// Every closed set of words: what its words are called, and the words.
        pub fn vocabulary() -> Vec<(&'static str, Vec<&'static str>)> {
            vec![$( ($name::WHAT, $name::all().iter().map(|word| word.word()).collect()), )+]
        }
    };
}

sets! {
    Chooser, RemedyKind, WindowId, Predicate, Binds, OffenderRole, Opener, RetractTo, Person,
    TouchException, Lapse, Per, NotMan, ManSelector, Due, Winner, ClaimBy, Turn, ClaimForm,
    ClaimWord, ClaimAt, ClaimBar, ClaimAlso, CountOf, CountReset, SameBy, CountFrom, TallyPer,
    OncePer, Counted, TallyPosition, UnknownOrder, OffenceFamily, Coverage, CheckBinds, Completion,
    NoticeTime, PromotionTime, LeapAtOdds, Piece, NextFirst, Within, FirstAtOdds, OddsPawn, OddsPiece,
    OnBoard,
}

words! {
    /// Who picks a remedy.
    Chooser "chooser" {
        /// The law imposes it.
        Law = "law",
        /// The adversary of the offender.
        Adversary = "adversary",
        /// The offender.
        Offender = "offender",
        /// Whoever found the irregularity.
        Finder = "finder",
        /// Either player.
        Either = "either",
        /// The player whose man it is.
        Owner = "owner",
        /// The player who claims.
        Claimant = "claimant",
        /// The umpire.
        Umpire = "umpire",
    }
}

words! {
    /// What satisfies a remedy, and the two words that expand into others.
    RemedyKind "remedy" {
        /// The man touched makes any legal move.
        MoveTouched = "move-touched",
        /// The man wrongly moved makes any legal move.
        MoveLegally = "move-legally",
        /// Any legal king move, not castling.
        MoveKing = "move-king",
        /// The adversary names a man, the offender moves it.
        MoveNamed = "move-named",
        /// Any other man that can move, named by the chooser.
        MoveOther = "move-other",
        /// The castling rook makes a legal move.
        MoveRook = "move-rook",
        /// The hostile man touched is legally captured, by any man.
        CaptureTouched = "capture-touched",
        /// The man wrongly taken is legally captured, by any man.
        CaptureMan = "capture-man",
        /// The check is parried with a man other than the king.
        ParryOther = "parry-other",
        /// The man moved out of turn is moved next turn, if it legally can.
        PlayLater = "play-later",
        /// The irregular move remains.
        Stand = "stand",
        /// Both moves remain.
        BothStand = "both-stand",
        /// Only the first remains.
        FirstStands = "first-stands",
        /// Only the second remains.
        SecondStands = "second-stands",
        /// The rook's move alone remains.
        RookStands = "rook-stands",
        /// Moves are taken back.
        Retract = "retract",
        /// The second of two is taken back.
        RetractSecond = "retract-second",
        /// The board is turned.
        Adjust = "adjust",
        /// Misplaced men are put right.
        Rectify = "rectify",
        /// A fallen man is put back.
        Restore = "restore",
        /// An omitted man is put on.
        Supply = "supply",
        /// The game starts again.
        Recommence = "recommence",
        /// The game goes on as it stands.
        Proceed = "proceed",
        /// The game is void.
        Annul = "annul",
        /// The offender loses a move.
        ForfeitMove = "forfeit-move",
        /// The offender loses the game.
        Forfeit = "forfeit",
        /// The offender loses time.
        LoseTime = "lose-time",
        /// The adversary is given time.
        AddTime = "add-time",
        /// The offender is admonished.
        Admonish = "admonish",
        /// The pawn becomes a piece.
        Promote = "promote",
        /// The pawn stays a pawn.
        RemainPawn = "remain-pawn",
        /// The game is won.
        Win = "win",
        /// The game is drawn.
        Draw = "draw",
        /// A count of fifty moves begins.
        CountFifty = "count-fifty",
        /// The question goes to the umpire or bystanders.
        Umpire = "umpire",
        /// The move announced with a claim is played.
        MoveAnnounced = "move-announced",
        /// The sealed text is played in the reading the chooser picks.
        SealedMove = "sealed-move",
        /// No penalty: stands in law files only.
        None = "none",
        /// What touching binds to under FIDE 4.3, 4.4, 4.7; expands.
        TouchedDuty = "touched-duty",
        /// The first touched man of either colour that can be moved or taken; expands.
        FirstPossible = "first-possible",
    }
}

words! {
    /// What closes a window.
    WindowId "window" {
        /// The adversary touches a man in reply.
        AdversaryTouches = "adversary-touches",
        /// The adversary completes a move.
        AdversaryMoves = "adversary-moves",
        /// Any move is completed.
        AnyMove = "any-move",
        /// Each side has completed `n` moves of the game.
        MovesEach = "moves-each",
        /// `who` has completed `n` moves.
        MovesOf = "moves-of",
        /// Each side has completed `n` moves since the offence.
        MovesEachSince = "moves-each-since",
        /// The announcer completes his next move.
        AnnouncerMoves = "announcer-moves",
        /// The game ends.
        GameEnd = "game-end",
        /// Nothing.
        Never = "never",
    }
}

words! {
    /// A fact that a provision may ask for.
    Predicate "predicate" {
        /// The offender's king is in check.
        InCheck = "in-check",
        /// The man touched has a move that answers the check.
        ManRelievesCheck = "man-relieves-check",
        /// The man touched has moves, and each of them would leave its king attacked.
        ExposesKing = "exposes-king",
        /// No rook stands where castling would take one from.
        NoRook = "no-rook",
        /// A hostile man was taken.
        Captures = "captures",
        /// Every hostile man touched can be taken.
        AllTakeable = "all-takeable",
        /// One hostile man touched can be taken and another cannot.
        SomeTakeable = "some-takeable",
        /// No hostile man touched can be taken.
        NoneTakeable = "none-takeable",
        /// The check on the board was said aloud.
        CheckAnnounced = "check-announced",
        /// The king still stands in the check spoken of.
        CheckStanding = "check-standing",
        /// The illegality left a king in check.
        KingLeftInCheck = "king-left-in-check",
        /// The moves since are remembered: false only after a notice with `forgotten`.
        MovesKnown = "moves-known",
        /// The touch is the other player's first act after a false move or a false cry.
        Induced = "induced",
        /// The move was completed, as the code counts completion.
        Completed = "completed",
        /// The actor is on move.
        OnMove = "on-move",
        /// King and castling rook of one side were touched, or the king was moved more than one square
        /// along its first rank.
        CastlingIntent = "castling-intent",
        /// Castling is barred by nothing but an attack on the square where the king arrives.
        ArrivalOnly = "arrival-only",
        /// The rook left the hand before the king was touched.
        RookQuitted = "rook-quitted",
        /// The man was let go on a square on which it had been rested while held.
        Hovered = "hovered",
        /// The code itself allows the move that the common law bars. Provisions that do not ask for it
        /// do not govern such a move.
        Lawful = "lawful",
        /// No own man touched can be moved.
        NoneMovable = "none-movable",
        /// Notice of adjusting was given with the touch, in time or not.
        AdjustSaid = "adjust-said",
        /// The man stood visibly askew.
        Askew = "askew",
        /// Adjusting was announced before the touch.
        NoticeBeforeTouch = "notice-before-touch",
        /// Some series of legal moves lets the adversary mate.
        AdversaryCanMate = "adversary-can-mate",
        /// The other player has touched a man or moved since.
        ReplyMade = "reply-made",
        /// The reply moved the king.
        ReplyMovesKing = "reply-moves-king",
        /// The reply touched the king.
        ReplyTouchesKing = "reply-touches-king",
        /// The reply touched a man that could stand between.
        ReplyTouchesInterposer = "reply-touches-interposer",
        /// The record begins with the beginning of the game.
        FromArray = "from-array",
        /// Each player has made at least one move.
        EachHasMoved = "each-has-moved",
        /// The offer accepted was still open.
        OfferStanding = "offer-standing",
        /// The rules of the event bar this draw by agreement.
        EventForbidsDraw = "event-forbids-draw",
        /// The player came later than the default time allows.
        PastDefaultTime = "past-default-time",
        /// The act was recorded as wilful.
        Wilful = "wilful",
        /// The act was recorded as accidental.
        Accidental = "accidental",
        /// The players disagree about the square.
        Disputed = "disputed",
        /// The same player did so before and was admonished.
        Repeated = "repeated",
        /// The offence was let pass.
        Waived = "waived",
        /// The man agreed as odds was left on the board.
        OddsLeftOn = "odds-left-on",
        /// The king leaps as in castling, the rook having been given as odds, under a code that does not
        /// regulate the leap, and nothing else is against it.
        RookGiven = "rook-given",
        /// The first move belongs to the giver of odds.
        FirstByOdds = "first-by-odds",
        /// A pawn is given, and with it a move or more.
        PawnAndMove = "pawn-and-move",
        /// The men set up wrongly have not moved, and the squares due to them are free.
        MenWhereSetUp = "men-where-set-up",
        /// The position adjourned cannot be established.
        PositionLost = "position-lost",
        /// Another move than the sealed one was made when the game was resumed.
        SealedNotPlayed = "sealed-not-played",
        /// No pawn stands on the board.
        NoPawns = "no-pawns",
        /// The players agreed on the man or the square of the mate, or on being mated or stalemated.
        Wagered = "wagered",
        /// The count was called for because of the men left.
        CalledForForce = "called-for-force",
        /// The count was called for because the adversary repeats his moves.
        CalledForRepeating = "called-for-repeating",
        /// The question whether moves shall be counted was submitted.
        CalledBySubmission = "called-by-submission",
        /// The caller has a bare king, or pieces alone against as much or more.
        CallerOutmatched = "caller-outmatched",
        /// The caller's men are worth more than the other's.
        CallerStronger = "caller-stronger",
        /// The caller has a bare king against a queen or a rook.
        ElementaryMate = "elementary-mate",
        /// The clock was pressed by a player who had not moved.
        PressedWithoutMove = "pressed-without-move",
        /// The clock was pressed with another hand than the one that made the move.
        OtherHandPresses = "other-hand-presses",
        /// The game belongs to a match or tournament.
        InMatch = "in-match",
        /// The question was put to the umpire.
        Appealed = "appealed",
        /// Both players had put the question to the umpire.
        SubmittedByBoth = "submitted-by-both",
        /// The ruling is none that the laws give for what is open, or both agreed to leave the laws.
        Departs = "departs",
        /// The ruling is a penalty beside what the laws give, and changes nothing of that.
        Adds = "adds",
        /// Both players had agreed to leave the laws.
        ByConsent = "by-consent",
        /// The player resigned.
        Resigned = "resigned",
        /// The player left the table, and did more than stop moving.
        LeftTable = "left-table",
        /// The record says that both players lost.
        BothLose = "both-lose",
        /// The arbiter or umpire found it.
        FoundByUmpire = "found-by-umpire",
        /// The check has stood for more than the reply to it.
        BeyondTheReply = "beyond-the-reply",
        /// Another piece was set on the square of promotion before.
        PieceChosen = "piece-chosen",
        /// The rook of a castling was touched before the king.
        RookFirst = "rook-first",
        /// A king was let go where castling takes it, and the castling is lawful.
        CastlingBegun = "castling-begun",
        /// Both kings stand in check.
        KingsBothInCheck = "kings-both-in-check",
        /// A pawn stands on its last rank.
        PawnOnLastRank = "pawn-on-last-rank",
        /// The event announced full supervision.
        FullSupervision = "full-supervision",
        /// The event announced guideline III.
        GuidelineIii = "guideline-iii",
        /// The record watched touches.
        ObservedTouch = "observed:touch",
        /// The record watched speech.
        ObservedSpeech = "observed:speech",
        /// The record watched the board.
        ObservedBoard = "observed:board",
        /// The record watched the clock.
        ObservedClock = "observed:clock",
        /// The record watched conduct.
        ObservedConduct = "observed:conduct",
    }
}

words! {
    /// How a provision binds.
    Binds "binding" {
        /// It needs no claim.
        Duty = "duty",
        /// The adversary may use it or leave it.
        Right = "right",
        /// It binds to nothing.
        None = "none",
    }
}

words! {
    /// Whose offence it is.
    OffenderRole "offender" {
        /// Whoever did the act.
        Actor = "actor",
        /// The other player.
        Other = "other",
        /// Whoever said the word.
        Announcer = "announcer",
        /// Whoever gave the check.
        Checker = "checker",
        /// Whoever stood in check.
        Checked = "checked",
        /// Nobody: the law puts right what it does not blame on a player.
        Nobody = "nobody",
    }
}

words! {
    /// What opens a case where the act itself is no offence.
    Opener "opening" {
        /// A reply that leaves the check standing.
        ReplyIgnoringCheck = "reply-ignoring-check",
        /// A count of moves is called for.
        CountCalled = "count-called",
        /// The sealed move is opened.
        OpeningOfSeal = "opening-of-seal",
    }
}

words! {
    /// Where the men go back to.
    RetractTo "retraction" {
        /// Before the offence.
        BeforeOffence = "before-offence",
        /// Just after the checking move; for a self-exposure, before it.
        AfterCheck = "after-check",
        /// Before the move that exposed the king.
        BeforeExposure = "before-exposure",
        /// Before the reply that was induced.
        BeforeReply = "before-reply",
        /// The last move of the player in check alone goes back.
        LastOfChecked = "last-of-checked",
        /// When the man fell.
        AtFall = "at-fall",
        /// Nothing goes back.
        None = "none",
    }
}

words! {
    /// Whose moves a window counts.
    Person "person" {
        /// The offender.
        Offender = "offender",
        /// Whoever found the irregularity.
        Finder = "finder",
        /// The player who moves second.
        SecondPlayer = "second-player",
        /// Whoever gave the check.
        Checker = "checker",
        /// Whoever said the word.
        Announcer = "announcer",
        /// The player who claims.
        Claimant = "claimant",
    }
}

words! {
    /// Touches that do not close a window.
    TouchException "touch exception" {
        /// An accidental touch.
        Accidental = "accidental",
        /// A touch under a timely notice of adjusting.
        Adjusting = "adjusting",
        /// A touch in consequence of the offence or of a false cry.
        Induced = "induced",
    }
}

words! {
    /// What ends a remedy that is due later.
    Lapse "lapse" {
        /// The man was taken.
        Captured = "captured",
        /// The man has no legal move.
        NoLegalMove = "no-legal-move",
    }
}

words! {
    /// What a remedy is repeated for.
    Per "multiplier" {
        /// Every man touched that has a move, in the order touched.
        Man = "man",
    }
}

words! {
    /// The man that a remedy leaves out.
    NotMan "excluded man" {
        /// The man of the offence.
        OffendingMan = "offending-man",
    }
}

words! {
    /// A man among those touched.
    ManSelector "man" {
        /// The offender's own man touched first.
        FirstOwn = "first-own",
        /// The hostile man touched first.
        FirstAdverse = "first-adverse",
    }
}

words! {
    /// When a remedy is due.
    Due "due time" {
        /// At the offender's next turn.
        NextTurn = "next-turn",
    }
}

words! {
    /// Who wins by a `win`.
    Winner "winner" {
        /// The player who is stalemated.
        Stalemated = "stalemated",
        /// The player who stalemates.
        Stalemating = "stalemating",
        /// The adversary of the offender.
        Adversary = "adversary",
        /// The player who claims.
        Claimant = "claimant",
        /// The player who receives odds.
        Receiver = "receiver",
    }
}

words! {
    /// Who may claim.
    ClaimBy "claimant" {
        /// Either player.
        Either = "either",
        /// The player on move.
        OnMove = "on-move",
        /// Whoever gives the checks.
        Checker = "checker",
        /// Whoever called for the count.
        Caller = "caller",
        /// Whoever suffers by it.
        Victim = "victim",
    }
}

words! {
    /// On whose turn.
    Turn "turn" {
        /// On his own turn only.
        Own = "own",
        /// At any time.
        Any = "any",
    }
}

words! {
    /// Whether the position claimed stands on the board.
    ClaimForm "claim form" {
        /// It stands.
        Arisen = "arisen",
        /// The move written and not yet made brings it.
        Written = "written",
        /// Either.
        Either = "arisen|written",
    }
}

words! {
    /// The words that make a claim.
    ClaimWord "claim word" {
        /// Check is said.
        SayCheck = "say check",
        /// A count is called for.
        ClaimCount = "claim count",
        /// The game is to go on.
        ClaimProceed = "claim proceed",
    }
}

words! {
    /// The one moment at which a claim works in full.
    ClaimAt "claim time" {
        /// With the claimant's next move.
        WithNextMove = "with-next-move",
    }
}

words! {
    /// What bars a claim.
    ClaimBar "bar" {
        /// The claimant has touched a man on this turn.
        TouchedThisTurn = "touched-this-turn",
    }
}

words! {
    /// What a claim is besides.
    ClaimAlso "by-effect" {
        /// An offer of a draw.
        DrawOffer = "draw-offer",
    }
}

words! {
    /// What is counted.
    CountOf "count" {
        /// Moves of each side.
        MovesEach = "moves-each",
        /// Occurrences of one position.
        Occurrences = "occurrences",
        /// Occurrences of one position, each as soon after the other as can be.
        OccurrencesInARow = "occurrences-in-a-row",
    }
}

words! {
    /// What sets a count back to nothing.
    CountReset "reset" {
        /// The capture of any man.
        Capture = "capture",
        /// The capture of a piece, not of a pawn.
        CaptureOfPiece = "capture-of-piece",
        /// A move of a pawn.
        PawnMove = "pawn-move",
    }
}

words! {
    /// When two positions are the same.
    SameBy "sameness" {
        /// Placement, turn, and the legal moves, castling to come included.
        Moves = "moves",
        /// Placement and turn.
        Placement = "placement",
    }
}

words! {
    /// Where a count begins.
    CountFrom "count start" {
        /// At the beginning of the game.
        Start = "start",
        /// At the next move after the call.
        Call = "call",
    }
}

words! {
    /// Whose offences a tally adds up.
    TallyPer "tally scope" {
        /// Each player's own.
        Player = "player",
    }
}

words! {
    /// What counts once however much went wrong in it.
    OncePer "tally unit" {
        /// One move.
        Move = "move",
    }
}

words! {
    /// When an offence enters the tally.
    Counted "tally moment" {
        /// When it is noticed.
        Noticed = "noticed",
    }
}

words! {
    /// The position by which a strike is judged.
    TallyPosition "tally position" {
        /// The one gone back to.
        Reinstated = "reinstated",
    }
}

words! {
    /// What is taken where the order of touches is unknown.
    UnknownOrder "unknown order" {
        /// The own man came first.
        OwnFirst = "own-first",
        /// The hostile man came first.
        AdverseFirst = "adverse-first",
    }
}

words! {
    /// A family of offences.
    OffenceFamily "family" {
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
        /// Time.
        Clock = "clock",
        /// Behaviour.
        Conduct = "conduct",
    }
}

words! {
    /// How far the source is known.
    Coverage "coverage" {
        /// In full.
        Whole = "whole",
        /// Only in part: what it does not reveal is `unrevealed`.
        Partial = "partial",
    }
}

words! {
    /// Which checks must be met.
    CheckBinds "check rule" {
        /// Every check.
        Always = "always",
        /// Only a check said aloud.
        Announced = "announced",
    }
}

words! {
    /// When a move is completed.
    Completion "completion" {
        /// When the clock is pressed, or the same player moves again.
        Press = "press",
        /// When the hand quits the man.
        Release = "release",
    }
}

words! {
    /// When notice of adjusting protects a touch.
    NoticeTime "notice time" {
        /// Only before the touch.
        Before = "before",
        /// Before it or in touching.
        Touching = "touching",
    }
}

words! {
    /// When a pawn on its last rank becomes a piece.
    PromotionTime "promotion time" {
        /// As part of the move.
        AtOnce = "at-once",
        /// The code does not say.
        Unstated = "unstated",
    }
}

words! {
    /// Whether the king may leap as in castling where the rook was given.
    LeapAtOdds "leap" {
        /// He may not.
        Never = "never",
        /// He may.
        Leap = "leap",
        /// He may where the rook's square has been empty throughout.
        LeapIfSquareAlwaysEmpty = "leap-if-square-always-empty",
    }
}

words! {
    /// What a pawn may become.
    Piece "piece" {
        /// A queen.
        Queen = "queen",
        /// A rook.
        Rook = "rook",
        /// A bishop.
        Bishop = "bishop",
        /// A knight.
        Knight = "knight",
    }
}

words! {
    /// Which games follow one another in who begins.
    Within "reach" {
        /// Those of one sitting.
        Sitting = "sitting",
        /// All of a series.
        Series = "series",
    }
}

words! {
    /// Who begins the next game of a series.
    NextFirst "first mover" {
        /// The player who did not begin the last.
        Alternate = "alternate",
        /// The player who began the last.
        Same = "same",
        /// The code does not say.
        Unstated = "unstated",
    }
}

words! {
    /// Who begins a game at odds unless it is agreed otherwise.
    FirstAtOdds "first mover at odds" {
        /// Whoever gives odds.
        Giver = "giver",
        /// Whoever gives a piece; pawn odds are not spoken of.
        GiverOfPiece = "giver-of-piece",
        /// Whoever gives a piece, the exchange, drawn games, or a mate with a certain man or square; pawn
        /// odds are not spoken of.
        GiverOfPieceOrTerms = "giver-of-piece-or-terms",
        /// The code does not say.
        Unstated = "unstated",
    }
}

words! {
    /// Which pawn is given where none is named.
    OddsPawn "odds pawn" {
        /// The King's Bishop's pawn.
        KingsBishops = "kings-bishops",
        /// The code does not say.
        Unstated = "unstated",
    }
}

words! {
    /// Which knight, bishop or rook is given where none is named.
    OddsPiece "odds piece" {
        /// The one on the Queen's side.
        Queens = "queens",
        /// The code does not say.
        Unstated = "unstated",
    }
}

words! {
    /// What is done on the board in a matter of which the code is silent.
    OnBoard "default" {
        /// It stays as it is.
        Stand = "stand",
        /// The move goes back.
        Retract = "retract",
    }
}

impl RemedyKind {
    /// Whether it may come to nothing on the board, so that a fallback makes sense.
    pub const fn can_fail(self) -> bool {
        !matches!(
            self,
            Self::PlayLater
                | Self::Stand
                | Self::Retract
                | Self::RetractSecond
                | Self::Adjust
                | Self::Recommence
                | Self::Proceed
                | Self::Annul
                | Self::ForfeitMove
                | Self::Forfeit
                | Self::LoseTime
                | Self::AddTime
                | Self::Admonish
                | Self::RemainPawn
                | Self::Win
                | Self::Draw
                | Self::CountFifty
                | Self::Umpire
                | Self::None
        )
    }
}

impl WindowId {
    /// Whether it needs a number of moves.
    pub const fn counts(self) -> bool {
        matches!(self, Self::MovesEach | Self::MovesOf | Self::MovesEachSince)
    }
}
