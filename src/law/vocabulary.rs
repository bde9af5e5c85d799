//! The closed vocabulary of a law file, with its phrases in English: every word that is not free text.

use super::words::InWords;
pub(crate) use crate::toml_reader::Word;

macro_rules! word_set {
    ($(#[$meta:meta])* $name:ident $what:literal { $( $(#[$doc:meta])* $variant:ident = $id:literal, )+ }) => {
        word_enum! { $(#[$meta])* $name { $( $(#[$doc])* $variant = $id, )+ } }

        impl Word for $name {
            const NOUN: &'static str = $what;

            fn all() -> &'static [Self] {
                Self::ALL
            }

            fn word(self) -> &'static str {
                self.id()
            }
        }
    };
}

/// A set of words and their phrases.
macro_rules! phrased_word_set {
    // `words.rs` has a function for the phrases, which need more than the word.
    ($(#[$meta:meta])* $name:ident $what:literal { $( $(#[$doc:meta])* $variant:ident = $id:literal, )+ }) => {
        word_set! { $(#[$meta])* $name $what { $( $(#[$doc])* $variant = $id, )+ } }

        #[cfg(test)]
        impl $name {
            fn phrases() -> Vec<&'static str> {
                Vec::new()
            }
        }
    };
    // One phrase for each word.
    ($(#[$meta:meta])* $name:ident $what:literal {
        $( $(#[$doc:meta])* $variant:ident = $id:literal => $phrase:literal, )+
    }) => {
        word_set! { $(#[$meta])* $name $what {
            $( #[doc = concat!($phrase, ".")] $(#[$doc])* $variant = $id, )+
        } }

        impl InWords for $name {
            fn in_words(self) -> &'static str {
                match self { $( Self::$variant => $phrase, )+ }
            }
        }

        #[cfg(test)]
        impl $name {
            fn phrases() -> Vec<&'static str> {
                vec![$( $phrase, )+]
            }
        }
    };
    // Two phrases for each fact: it holds, or it does not.
    ($(#[$meta:meta])* $name:ident $what:literal {
        $( $(#[$doc:meta])* $variant:ident = $id:literal => $so:literal / $not:literal, )+
    }) => {
        word_set! { $(#[$meta])* $name $what {
            $( #[doc = concat!($so, ".")] $(#[$doc])* $variant = $id, )+
        } }

        impl $name {
            /// The fact as a clause: that it holds, or that it does not.
            pub(super) const fn phrase(self, holds: bool) -> &'static str {
                let (so, not) = match self { $( Self::$variant => ($so, $not), )+ };
                if holds { so } else { not }
            }

            #[cfg(test)]
            fn phrases() -> Vec<&'static str> {
                vec![$( $so, $not, )+]
            }
        }
    };
}

macro_rules! vocabulary {
    ($( $(#[$meta:meta])* $name:ident $what:literal { $( $words:tt )+ } )+) => {
        $( phrased_word_set! { $(#[$meta])* $name $what { $( $words )+ } } )+

        /// Every closed set of a law file: the name of its words in messages, and the words.
        /// The schema must have the same sets.
        pub fn vocabulary() -> Vec<(&'static str, Vec<&'static str>)> {
            vec![$( ($what, $name::ALL.iter().map(|word| word.id()).collect()), )+]
        }

        /// The fixed phrases of every set, empty for the sets that have a function in `words.rs`.
        #[cfg(test)]
        pub(super) fn phrases() -> Vec<(&'static str, Vec<&'static str>)> {
            vec![$( ($what, $name::phrases()), )+]
        }
    };
}

vocabulary! {
    /// The person who chooses among the remedies.
    Chooser "chooser" {
        /// The law imposes it.
        Law = "law",
        /// The adversary of the offender.
        Adversary = "adversary",
        /// The offender.
        Offender = "offender",
        /// The player who found the irregularity.
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

    /// The forms of a remedy. `TouchedDuty` and `FirstPossible` expand into others.
    RemedyKind "remedy" {
        /// The man touched makes any legal move.
        MoveTouched = "move-touched",
        /// The man wrongly moved makes any legal move.
        MoveLegally = "move-legally",
        /// Any legal king move except castling.
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
        /// The irregular move stays.
        Stand = "stand",
        /// Both moves stay.
        BothStand = "both-stand",
        /// Only the first move stays.
        FirstStands = "first-stands",
        /// Only the second move stays.
        SecondStands = "second-stands",
        /// Only the rook's move stays.
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
        /// No penalty. Occurs only in law files.
        None = "none",
        /// The duties of a touch under FIDE 4.3, 4.4 and 4.7. Expands.
        TouchedDuty = "touched-duty",
        /// The first man touched, of either colour, that can be moved or taken. Expands.
        FirstPossible = "first-possible",
    }

    /// The event that closes a window.
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
        ManRelievesCheck = "man-relieves-check" => "the man can answer the check" /
            "the man cannot answer the check",
        /// The man has moves, and each of them would leave its king attacked.
        ExposesKing = "exposes-king" => "every move of the man would expose its king" /
            "it is not the exposure of its king that keeps the man from moving",
        NoRook = "no-rook" => "no rook is there to castle with" / "a rook is there to castle with",
        Captures = "captures" => "a hostile man was taken" / "no hostile man was taken",
        AllTakeable = "all-takeable" => "all the hostile men touched can be taken" /
            "not all the hostile men touched can be taken",
        SomeTakeable = "some-takeable" => "some of the hostile men touched can be taken and some cannot" /
            "the hostile men touched can all be taken, or none of them",
        NoneTakeable = "none-takeable" => "none of the hostile men touched can be taken" /
            "one of the hostile men touched can be taken",
        CheckAnnounced = "check-announced" => "the check was said aloud" / "the check was not said aloud",
        CheckStanding = "check-standing" => "the king still stands in that check" /
            "the king no longer stands in that check",
        KingLeftInCheck = "king-left-in-check" => "a king was left in check" / "no king was left in check",
        /// False only after a notice with `forgotten`.
        MovesKnown = "moves-known" => "the moves since are remembered" / "the moves since are not remembered",
        /// It is the other player's first act after a false move or a false cry.
        Induced = "induced" => "the adversary's false move or false cry of check brought it about" /
            "no false move or false cry of the adversary's brought it about",
        /// As the code counts completion.
        Completed = "completed" => "the move was completed" / "the move was not completed",
        OnMove = "on-move" => "it is the player's turn" / "it is not the player's turn",
        /// King and castling rook of one side were touched, or the king was moved more than one square along
        /// its first rank.
        CastlingIntent = "castling-intent" => "it was done to castle" / "it was not done to castle",
        ArrivalOnly = "arrival-only" =>
            "castling is barred only by an attack on the square where the king arrives" /
            "castling is barred by more than an attack on the square where the king arrives",
        RookQuitted = "rook-quitted" => "the rook was let go before the king was touched" /
            "the rook was not let go before the king was touched",
        Hovered = "hovered" => "the man was let go on a square on which it had rested in the hand" /
            "the man was not let go on a square on which it had rested in the hand",
        /// The common law bars the move. Provisions that do not ask for this fact do not govern such a move.
        Lawful = "lawful" => "the code itself allows the move" / "the code does not allow the move",
        NoneMovable = "none-movable" => "none of the own men touched can be moved" /
            "one of the own men touched can be moved",
        /// In time or not.
        AdjustSaid = "adjust-said" => "some notice of adjusting was given" /
            "no notice of adjusting was given",
        Askew = "askew" => "the man stood visibly askew" / "the man did not stand visibly askew",
        NoticeBeforeTouch = "notice-before-touch" => "notice of adjusting came before the touch" /
            "notice of adjusting did not come before the touch",
        AdversaryCanMate = "adversary-can-mate" => "the adversary could mate by some series of legal moves" /
            "the adversary could not mate by any series of legal moves",
        ReplyMade = "reply-made" => "the other player has since touched a man or moved" /
            "the other player has neither touched a man nor moved since",
        ReplyMovesKing = "reply-moves-king" => "the reply moved the king" / "the reply did not move the king",
        ReplyTouchesKing = "reply-touches-king" => "the reply touched the king" /
            "the reply did not touch the king",
        ReplyTouchesInterposer = "reply-touches-interposer" =>
            "the reply touched a man that could stand between" /
            "the reply touched no man that could stand between",
        FromArray = "from-array" => "the record begins with the beginning of the game" /
            "the record does not begin with the beginning of the game",
        EachHasMoved = "each-has-moved" => "each player has made a move" / "not each player has made a move",
        OfferStanding = "offer-standing" => "the offer accepted was still open" /
            "the offer accepted was no longer open",
        EventForbidsDraw = "event-forbids-draw" => "the rules of the event bar the agreed draw" /
            "the rules of the event do not bar the agreed draw",
        PastDefaultTime = "past-default-time" => "the player came after the default time" /
            "the player came within the default time",
        Wilful = "wilful" => "it was done on purpose" / "it was not done on purpose",
        Accidental = "accidental" => "it was an accident" / "it was no accident",
        Disputed = "disputed" => "the players disagree about the square" /
            "the players agree about the square",
        Repeated = "repeated" => "the player had been admonished for it before" /
            "the player had not been admonished for it before",
        Waived = "waived" => "the offence was let pass" / "the offence was not let pass",
        OddsLeftOn = "odds-left-on" => "the man agreed as odds was left on the board" /
            "the man agreed as odds was not left on the board",
        /// Only under a code that does not regulate the leap.
        RookGiven = "rook-given" =>
            "the king leaps as in castling where the rook was given as odds, and nothing else is against it" /
            "the king does not leap as in castling where the rook was given as odds",
        FirstByOdds = "first-by-odds" => "the first move belongs to the giver of odds" /
            "the first move does not belong to the giver of odds",
        PawnAndMove = "pawn-and-move" => "a pawn is given, and with it a move or more" /
            "no pawn is given together with a move",
        MenWhereSetUp = "men-where-set-up" =>
            "the men set up wrongly have not moved, and their due squares are free" /
            "a man set up wrongly has moved, or its due square is taken",
        PositionLost = "position-lost" => "the position adjourned cannot be established" /
            "the position adjourned can be established",
        SealedNotPlayed = "sealed-not-played" => "another move than the sealed one is played" /
            "no other move than the sealed one is played",
        NoPawns = "no-pawns" => "no pawn stands on the board" / "a pawn stands on the board",
        Wagered = "wagered" =>
            "the players agreed on the man or the square of the mate, or on being mated or stalemated" /
            "the players agreed on nothing special about the mate",
        CalledForForce = "called-for-force" => "the count was called for because of the men left" /
            "the count was not called for because of the men left",
        CalledForRepeating = "called-for-repeating" =>
            "the count was called for because the adversary repeats his moves" /
            "the count was not called for because of moves repeated",
        CalledBySubmission = "called-by-submission" =>
            "the question whether moves shall be counted was submitted" /
            "the question whether moves shall be counted was not submitted",
        CallerOutmatched = "caller-outmatched" =>
            "the caller has a bare king, or pieces alone against as much or more" /
            "the caller has a pawn, or the stronger men",
        CallerStronger = "caller-stronger" => "the caller's men are worth more than the other's" /
            "the caller's men are worth no more than the other's",
        ElementaryMate = "elementary-mate" => "the caller has a bare king against a queen or a rook" /
            "the caller has not a bare king against a queen or a rook",
        PressedWithoutMove = "pressed-without-move" => "the clock was pressed by a player who had not moved" /
            "the clock was not pressed by a player who had not moved",
        OtherHandPresses = "other-hand-presses" =>
            "the clock was pressed with another hand than the one that moved" /
            "the clock was not pressed with another hand than the one that moved",
        InMatch = "in-match" => "the game belongs to a match or tournament" /
            "the game belongs to no match or tournament",
        Appealed = "appealed" => "the question was put to the umpire" /
            "the question was not put to the umpire",
        SubmittedByBoth = "submitted-by-both" => "both players had put the question to the umpire" /
            "the players had not both put the question to the umpire",
        Departs = "departs" =>
            "the ruling is none that the laws give, or both players agreed to leave the laws" /
            "the ruling is one that the laws give",
        /// It leaves what the laws give unchanged.
        Adds = "adds" => "the ruling is a warning, or time, beside what the laws give" /
            "the ruling is no warning, and no time, beside what the laws give",
        ByConsent = "by-consent" => "both players agreed to leave the laws" /
            "the players did not agree to leave the laws",
        Resigned = "resigned" => "the player resigned" / "the player did not resign",
        /// And did more than stop moving.
        LeftTable = "left-table" => "the player left the table" / "the player did not leave the table",
        BothLose = "both-lose" => "both players are said to have lost" /
            "it is not said that both players lost",
        FoundByUmpire = "found-by-umpire" => "the umpire found it" / "the umpire did not find it",
        BeyondTheReply = "beyond-the-reply" => "the check has stood for more than the reply to it" /
            "the check has stood for no more than the reply to it",
        PieceChosen = "piece-chosen" => "another piece was set on the square of promotion before" /
            "no other piece was set on the square of promotion before",
        RookFirst = "rook-first" => "the rook was touched before the king" /
            "the rook was not touched before the king",
        CastlingBegun = "castling-begun" => "the king was let go where a lawful castling takes it" /
            "no king was let go to castle",
        KingsBothInCheck = "kings-both-in-check" => "both kings stand in check" /
            "not both kings stand in check",
        PawnOnLastRank = "pawn-on-last-rank" => "a pawn stands on its last rank" /
            "no pawn stands on its last rank",
        FullSupervision = "full-supervision" => "the event announced full supervision" /
            "the event announced no full supervision",
        GuidelineIii = "guideline-iii" => "the event announced guideline III" /
            "the event did not announce guideline III",
        ObservedTouch = "observed:touch" => "the record watched touches" / "the record did not watch touches",
        ObservedSpeech = "observed:speech" => "the record watched what was said" /
            "the record did not watch what was said",
        ObservedBoard = "observed:board" => "the record watched the board" /
            "the record did not watch the board",
        ObservedClock = "observed:clock" => "the record watched the clock" /
            "the record did not watch the clock",
        ObservedConduct = "observed:conduct" => "the record watched the players' conduct" /
            "the record did not watch the players' conduct",
    }

    /// The force of a provision.
    Binds "binding" {
        Duty = "duty" => "as a duty, unasked",
        Right = "right" => "as a right, which may be used or let pass",
        None = "none" => "nobody",
    }

    /// The player who committed the offence.
    OffenderRole "offender" {
        Actor = "actor" => "whoever did it",
        Other = "other" => "the other player",
        Announcer = "announcer" => "whoever said the word",
        Checker = "checker" => "whoever gave the check",
        Checked = "checked" => "whoever stood in check",
        /// The law corrects it without blaming a player.
        Nobody = "nobody" => "nobody",
    }

    /// The event that opens a case when the act itself is no offence.
    Opener "opening" {
        ReplyIgnoringCheck = "reply-ignoring-check" => "a reply that leaves the check standing",
        CountCalled = "count-called" => "the call for a count of moves",
        OpeningOfSeal = "opening-of-seal" => "the opening of the sealed move",
    }

    /// The position to which the moves are taken back.
    RetractTo "retraction" {
        BeforeOffence = "before-offence" => "to the position before the offence",
        AfterCheck = "after-check" =>
            "to the position after the checking move, or before the move by which a player exposed his own king",
        BeforeExposure = "before-exposure" => "to the position before the move that exposed the king",
        BeforeReply = "before-reply" => "to the position before the reply that it brought about",
        LastOfChecked = "last-of-checked" => "the last move of the player in check alone",
        AtFall = "at-fall" => "to the position in which the man fell",
        None = "none" => "nothing",
    }

    /// The player whose moves a window counts.
    Person "person" {
        Offender = "offender" => "the offender",
        Finder = "finder" => "whoever found it",
        SecondPlayer = "second-player" => "the second player",
        Checker = "checker" => "whoever gave the check",
        Announcer = "announcer" => "whoever said the word",
        Claimant = "claimant" => "the claimant",
    }

    /// Touches that do not close a window.
    TouchException "touch exception" {
        Accidental = "accidental" => "by accident",
        Adjusting = "adjusting" => "under timely notice of adjusting",
        Induced = "induced" => "brought about by the offence or by a false cry of check",
    }

    /// Events that end a remedy that is due later.
    Lapse "lapse" {
        Captured = "captured" => "it has been taken",
        NoLegalMove = "no-legal-move" => "it has no legal move",
    }

    /// The men for each of which a remedy is repeated.
    Per "multiplier" {
        /// In the order touched.
        Man = "man" => "one of the men touched that can be moved or taken",
    }

    /// The man that a remedy leaves out.
    NotMan "excluded man" {
        OffendingMan = "offending-man" => "the man of the offence left out",
    }

    /// A man among those touched.
    ManSelector "man" {
        FirstOwn = "first-own" => "the first own man touched",
        FirstAdverse = "first-adverse" => "the first hostile man touched",
    }

    /// The time at which a remedy is due, if not at once.
    Due "due time" {
        NextTurn = "next-turn" => "at his next turn",
    }

    /// The winner under a `win`.
    Winner "winner" {
        Stalemated = "stalemated" => "the player who is stalemated",
        Stalemating = "stalemating" => "the player who gives stalemate",
        Adversary = "adversary" => "the adversary of the offender",
        Claimant = "claimant" => "the claimant",
        Receiver = "receiver" => "the player who receives odds",
    }

    /// The player who may claim.
    ClaimBy "claimant" {
        Either = "either" => "either player",
        OnMove = "on-move" => "the player on move",
        Checker = "checker" => "whoever gives the check",
        Caller = "caller" => "whoever called for the count",
        Victim = "victim" => "whoever suffers by it",
    }

    /// The turn on which the right may be used.
    Turn "turn" {
        Own = "own" => "on his own turn only",
        Any = "any" => "at any time",
    }

    /// Whether the claimed position is on the board.
    ClaimForm "claim form" {
        Arisen = "arisen" => "for a position that stands on the board",
        Written = "written" => "for a position that the move he has written brings",
        Either = "arisen|written" =>
            "for a position that stands on the board or that the move he has written brings",
    }

    /// The words that make a claim.
    ClaimWord "claim word" {
        SayCheck = "say check" => "by saying check",
        ClaimCount = "claim count" => "by calling for a count of moves",
        ClaimProceed = "claim proceed" => "by asking that the game go on",
    }

    /// The one moment at which a claim has its full effect.
    ClaimAt "claim time" {
        WithNextMove = "with-next-move" => "in full only together with his next move",
    }

    /// Acts that bar a claim.
    ClaimBar "bar" {
        TouchedThisTurn = "touched-this-turn" => "he has touched a man on this turn",
    }

    /// A second effect of a claim.
    ClaimAlso "by-effect" {
        DrawOffer = "draw-offer" => "it is an offer of a draw as well",
    }

    /// The thing that is counted.
    CountOf "count" {
        MovesEach = "moves-each" => "moves by each side",
        Occurrences = "occurrences" => "occurrences of one position",
        OccurrencesInARow = "occurrences-in-a-row" =>
            "occurrences of one position, each as soon after the last as can be",
    }

    /// Events that set a count back to zero.
    CountReset "reset" {
        Capture = "capture" => "the capture of any man",
        CaptureOfPiece = "capture-of-piece" => "the capture of a piece, though not of a pawn,",
        PawnMove = "pawn-move" => "a pawn's move",
    }

    /// When two positions count as the same.
    SameBy "sameness" {
        /// Castling that may still come counts as a possible move.
        Moves = "moves" => "the men stand alike, the same player is on move and the same moves are possible",
        Placement = "placement" => "the men stand alike and the same player is on move",
    }

    /// The start of a count.
    CountFrom "count start" {
        Start = "start" => "from the beginning of the game",
        Call = "call" => "from the call on",
    }

    /// The player whose offences a tally adds up.
    TallyPer "tally scope" {
        Player = "player" => "each player's offences by themselves",
    }

    /// The unit that counts once, however many offences it holds.
    OncePer "tally unit" {
        Move = "move" => "once for each move, however much went wrong in it",
    }

    /// The moment at which an offence enters a tally.
    Counted "tally moment" {
        Noticed = "noticed" => "each when it is noticed",
    }

    /// The position by which a strike is judged.
    TallyPosition "tally position" {
        Reinstated = "reinstated" =>
            "whether the adversary could mate is judged by the position gone back to",
    }

    /// The order assumed when the order of touches is unknown.
    UnknownOrder "unknown order" {
        OwnFirst = "own-first" => "the player's own man counts as touched first",
        AdverseFirst = "adverse-first" => "the hostile man counts as touched first",
    }

    /// The kinds of offence that a provision can excuse.
    OffenceFamily "family" {
        Move = "move" => "moves",
        Touch = "touch" => "touches",
        Call = "call" => "announcements",
        Setup = "setup" => "the beginning of the game",
        Board = "board" => "men off their squares",
        Clock = "clock" => "time",
        Conduct = "conduct" => "conduct",
    }

    /// The extent to which the source is known.
    Coverage "coverage" {
        Whole = "whole" => "known in full",
        /// Matters that the known part does not mention are `unrevealed`.
        Partial = "partial" => "known only in part: what it leaves unsaid may stand where it is not known",
    }

    /// The checks that must be answered.
    CheckBinds "check rule" {
        Always = "always" => "every check must be met",
        Announced = "announced" => "only a check said aloud must be met",
    }

    /// The act that completes a move.
    Completion "completion" {
        /// A second move by the same player completes the first too.
        Press = "press" => "when the clock is pressed",
        Release = "release" => "when the hand lets go of the man",
    }

    /// When notice of adjusting protects a touch.
    NoticeTime "notice time" {
        Before = "before" => "given before the touch",
        Touching = "touching" => "given before the touch or with it",
    }

    /// When a pawn on its last rank becomes a piece.
    PromotionTime "promotion time" {
        AtOnce = "at-once" => "as part of the move",
        Unstated = "unstated" => "at a time that is not stated",
    }

    /// Whether the king may leap as in castling if its rook was given as odds.
    LeapAtOdds "leap" {
        Never = "never" => "a king whose rook was given as odds does not leap as in castling",
        Leap = "leap" => "a king whose rook was given as odds may leap as in castling",
        LeapIfSquareAlwaysEmpty = "leap-if-square-always-empty" =>
            "a king whose rook was given as odds may leap as in castling if the rook's square has been empty throughout",
    }

    /// The pieces that a pawn may become.
    Piece "piece" {
        Queen = "queen" => "queen",
        Rook = "rook" => "rook",
        Bishop = "bishop" => "bishop",
        Knight = "knight" => "knight",
    }

    /// The player who begins the next game of a series.
    NextFirst "first mover" {
        Alternate = "alternate" => "the other player begins",
        Same = "same" => "the same player begins",
        Unstated = "unstated" => "it is not stated who begins",
    }

    /// The games over which the order of first moves runs.
    Within "reach" {
        Sitting = "sitting" => "in the games of one sitting",
        Series = "series" => "in all games of a series",
    }

    /// The player who begins a game at odds, unless the players agree otherwise.
    FirstAtOdds "first mover at odds" {
        Giver = "giver" => "whoever gives odds begins",
        GiverOfPiece = "giver-of-piece" => "whoever gives a piece begins; of pawns it is not stated",
        GiverOfPieceOrTerms = "giver-of-piece-or-terms" =>
            "whoever gives a piece, the exchange, drawn games or a mate with a certain man or square begins; of pawns it is not stated",
        Unstated = "unstated" => "it is not stated who begins",
    }

    /// The pawn that is given as odds if none is named.
    OddsPawn "odds pawn" {
        KingsBishops = "kings-bishops" => "a pawn given is the King's Bishop's",
        Unstated = "unstated" => "it is not stated which pawn is given",
    }

    /// The knight, bishop or rook that is given as odds if none is named.
    OddsPiece "odds piece" {
        Queens = "queens" => "a knight, bishop or rook given is the Queen's",
        Unstated = "unstated" => "it is not stated which of two pieces is given",
    }

    /// The effect on the board in a matter on which the code is silent.
    OnBoard "default" {
        Stand = "stand" => "it stays as it is",
        Retract = "retract" => "the move goes back",
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
    /// Whether the window needs a number of moves.
    pub const fn counts(self) -> bool {
        matches!(self, Self::MovesEach | Self::MovesOf | Self::MovesEachSince)
    }
}
