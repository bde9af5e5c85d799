//! The closed vocabulary of a law file: every word that is not free text.

/// A closed set of words: the enum, its ids, and the way back from an id.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $( $(#[$doc:meta])* $variant:ident = $id:literal, )+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $name { $( $(#[$doc])* $variant, )+ }

        impl $name {
            /// Every word, in order.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The word as law files and reports write it.
            pub const fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// The word written so.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|word| word.id() == id)
            }
        }
    };
}

words! {
    /// Who picks a remedy.
    Chooser {
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
    /// What satisfies a remedy (`report.md`), and the two words that expand into others.
    RemedyKind {
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
    WindowId {
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
