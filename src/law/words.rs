//! The closed vocabulary in plain English: one place for each word.
//!
//! The report speaks of White and Black, a page on the law of the offender and his adversary: who is
//! meant comes from outside, the rest of the phrase stands here.

use super::condition::Literal;
use super::vocabulary::{
    Binds, CheckBinds, Chooser, ClaimAlso, ClaimAt, ClaimBar, ClaimBy, ClaimForm, ClaimWord, Completion,
    CountFrom, CountOf, CountReset, Counted, Coverage, Due, FirstAtOdds, Lapse, LeapAtOdds, ManSelector,
    NextFirst, NotMan, NoticeTime, OddsPawn, OddsPiece, OffenceFamily, OffenderRole, OnBoard, OncePer,
    Opener, Per, Person, Piece, Predicate, PromotionTime, RemedyKind, RetractTo, SameBy, TallyPer,
    TallyPosition, TouchException, Turn, UnknownOrder, WindowId, Winner, Within,
};

/// A word of the vocabulary that is said in one way only.
pub trait InWords: Copy {
    /// The phrase, to stand inside a sentence.
    fn in_words(self) -> &'static str;
}

macro_rules! phrases {
    ($( $name:ident { $( $variant:ident => $words:literal, )+ } )+) => {
        $(
            impl InWords for $name {
                fn in_words(self) -> &'static str {
                    match self { $( Self::$variant => $words, )+ }
                }
            }
        )+

        #[cfg(test)]
        fn phrased() -> Vec<(&'static str, Vec<&'static str>)> {
            use super::vocabulary::Word;
            vec![$( ($name::WHAT, $name::all().iter().map(|word| word.in_words()).collect()), )+]
        }
    };
}

phrases! {
    Binds {
        Duty => "as a duty, unasked",
        Right => "as a right, which may be used or let pass",
        None => "nobody",
    }
    OffenderRole {
        Actor => "whoever did it",
        Other => "the other player",
        Announcer => "whoever said the word",
        Checker => "whoever gave the check",
        Checked => "whoever stood in check",
        Nobody => "nobody",
    }
    Opener {
        ReplyIgnoringCheck => "a reply that leaves the check standing",
        CountCalled => "the call for a count of moves",
        OpeningOfSeal => "the opening of the sealed move",
    }
    RetractTo {
        BeforeOffence => "to the position before the offence",
        AfterCheck => "to the position after the checking move, or before the move by which a player exposed his own king",
        BeforeExposure => "to the position before the move that exposed the king",
        BeforeReply => "to the position before the reply that it brought about",
        LastOfChecked => "the last move of the player in check alone",
        AtFall => "to the position in which the man fell",
        None => "nothing",
    }
    Person {
        Offender => "the offender",
        Finder => "whoever found it",
        SecondPlayer => "the second player",
        Checker => "whoever gave the check",
        Announcer => "whoever said the word",
        Claimant => "the claimant",
    }
    TouchException {
        Accidental => "by accident",
        Adjusting => "under timely notice of adjusting",
        Induced => "brought about by the offence or by a false cry of check",
    }
    Lapse {
        Captured => "it has been taken",
        NoLegalMove => "it has no legal move",
    }
    Per {
        Man => "one of the men touched that can be moved or taken",
    }
    NotMan {
        OffendingMan => "the man of the offence left out",
    }
    ManSelector {
        FirstOwn => "the first own man touched",
        FirstAdverse => "the first hostile man touched",
    }
    Due {
        NextTurn => "at his next turn",
    }
    Winner {
        Stalemated => "the player who is stalemated",
        Stalemating => "the player who gives stalemate",
        Adversary => "the adversary of the offender",
        Claimant => "the claimant",
        Receiver => "the player who receives odds",
    }
    ClaimBy {
        Either => "either player",
        OnMove => "the player on move",
        Checker => "whoever gives the check",
        Caller => "whoever called for the count",
        Victim => "whoever suffers by it",
    }
    Turn {
        Own => "on his own turn only",
        Any => "at any time",
    }
    ClaimForm {
        Arisen => "for a position that stands on the board",
        Written => "for a position that the move he has written brings",
        Either => "for a position that stands on the board or that the move he has written brings",
    }
    ClaimWord {
        SayCheck => "by saying check",
        ClaimCount => "by calling for a count of moves",
        ClaimProceed => "by asking that the game go on",
    }
    ClaimAt {
        WithNextMove => "in full only together with his next move",
    }
    ClaimBar {
        TouchedThisTurn => "he has touched a man on this turn",
    }
    ClaimAlso {
        DrawOffer => "it is an offer of a draw as well",
    }
    CountOf {
        MovesEach => "moves by each side",
        Occurrences => "occurrences of one position",
        OccurrencesInARow => "occurrences of one position, each as soon after the last as can be",
    }
    CountReset {
        Capture => "the capture of any man",
        CaptureOfPiece => "the capture of a piece, though not of a pawn,",
        PawnMove => "a pawn's move",
    }
    SameBy {
        Moves => "the men stand alike, the same player is on move and the same moves are possible",
        Placement => "the men stand alike and the same player is on move",
    }
    CountFrom {
        Start => "from the beginning of the game",
        Call => "from the call on",
    }
    TallyPer {
        Player => "each player's offences by themselves",
    }
    OncePer {
        Move => "once for each move, however much went wrong in it",
    }
    Counted {
        Noticed => "each when it is noticed",
    }
    TallyPosition {
        Reinstated => "whether the adversary could mate is judged by the position gone back to",
    }
    UnknownOrder {
        OwnFirst => "the player's own man counts as touched first",
        AdverseFirst => "the hostile man counts as touched first",
    }
    OffenceFamily {
        Move => "moves",
        Touch => "touches",
        Call => "announcements",
        Setup => "the beginning of the game",
        Board => "men off their squares",
        Clock => "time",
        Conduct => "conduct",
    }
    Coverage {
        Whole => "known in full",
        Partial => "known only in part: what it leaves unsaid may stand where it is not known",
    }
    CheckBinds {
        Always => "every check must be met",
        Announced => "only a check said aloud must be met",
    }
    Completion {
        Press => "when the clock is pressed",
        Release => "when the hand lets go of the man",
    }
    NoticeTime {
        Before => "given before the touch",
        Touching => "given before the touch or with it",
    }
    PromotionTime {
        AtOnce => "as part of the move",
        Unstated => "at a time that is not stated",
    }
    LeapAtOdds {
        Never => "a king whose rook was given as odds does not leap as in castling",
        Leap => "a king whose rook was given as odds may leap as in castling",
        LeapIfSquareAlwaysEmpty => "a king whose rook was given as odds may leap as in castling if the rook's square has been empty throughout",
    }
    Piece {
        Queen => "queen",
        Rook => "rook",
        Bishop => "bishop",
        Knight => "knight",
    }
    Within {
        Sitting => "in the games of one sitting",
        Series => "in all games of a series",
    }
    NextFirst {
        Alternate => "the other player begins",
        Same => "the same player begins",
        Unstated => "it is not stated who begins",
    }
    FirstAtOdds {
        Giver => "whoever gives odds begins",
        GiverOfPiece => "whoever gives a piece begins; of pawns it is not stated",
        GiverOfPieceOrTerms => "whoever gives a piece, the exchange, drawn games or a mate with a certain man or square begins; of pawns it is not stated",
        Unstated => "it is not stated who begins",
    }
    OddsPawn {
        KingsBishops => "a pawn given is the King's Bishop's",
        Unstated => "it is not stated which pawn is given",
    }
    OddsPiece {
        Queens => "a knight, bishop or rook given is the Queen's",
        Unstated => "it is not stated which of two pieces is given",
    }
    OnBoard {
        Stand => "it stays as it is",
        Retract => "the move goes back",
    }
}

/// A fact in words: that it is so, or that it is not.
pub fn fact(literal: Literal) -> &'static str {
    let Fact { is, is_not } = fact_of(literal.predicate);
    if literal.holds { is } else { is_not }
}

struct Fact {
    is: &'static str,
    is_not: &'static str,
}

fn fact_of(predicate: Predicate) -> Fact {
    macro_rules! facts {
        ($( $variant:ident => $is:literal, $is_not:literal; )+) => {
            match predicate { $( Predicate::$variant => Fact { is: $is, is_not: $is_not }, )+ }
        };
    }
    facts! {
        InCheck => "the player is in check", "the player is not in check";
        ManRelievesCheck => "the man can answer the check", "the man cannot answer the check";
        ExposesKing => "every move of the man would expose its king",
            "it is not the exposure of its king that keeps the man from moving";
        NoRook => "no rook is there to castle with", "a rook is there to castle with";
        Captures => "a hostile man was taken", "no hostile man was taken";
        AllTakeable => "all the hostile men touched can be taken",
            "not all the hostile men touched can be taken";
        SomeTakeable => "some of the hostile men touched can be taken and some cannot",
            "the hostile men touched can all be taken, or none of them";
        NoneTakeable => "none of the hostile men touched can be taken",
            "one of the hostile men touched can be taken";
        CheckAnnounced => "the check was said aloud", "the check was not said aloud";
        CheckStanding => "the king still stands in that check", "the king no longer stands in that check";
        KingLeftInCheck => "a king was left in check", "no king was left in check";
        MovesKnown => "the moves since are remembered", "the moves since are not remembered";
        Induced => "the adversary's false move or false cry of check brought it about",
            "no false move or false cry of the adversary's brought it about";
        Completed => "the move was completed", "the move was not completed";
        OnMove => "it is the player's turn", "it is not the player's turn";
        CastlingIntent => "it was done to castle", "it was not done to castle";
        ArrivalOnly => "castling is barred only by an attack on the square where the king arrives",
            "castling is barred by more than an attack on the square where the king arrives";
        RookQuitted => "the rook was let go before the king was touched",
            "the rook was not let go before the king was touched";
        Hovered => "the man was let go on a square on which it had rested in the hand",
            "the man was not let go on a square on which it had rested in the hand";
        Lawful => "the code itself allows the move", "the code does not allow the move";
        NoneMovable => "none of the own men touched can be moved",
            "one of the own men touched can be moved";
        AdjustSaid => "some notice of adjusting was given", "no notice of adjusting was given";
        Askew => "the man stood visibly askew", "the man did not stand visibly askew";
        NoticeBeforeTouch => "notice of adjusting came before the touch",
            "notice of adjusting did not come before the touch";
        AdversaryCanMate => "the adversary could mate by some series of legal moves",
            "the adversary could not mate by any series of legal moves";
        ReplyMade => "the other player has since touched a man or moved",
            "the other player has neither touched a man nor moved since";
        ReplyMovesKing => "the reply moved the king", "the reply did not move the king";
        ReplyTouchesKing => "the reply touched the king", "the reply did not touch the king";
        ReplyTouchesInterposer => "the reply touched a man that could stand between",
            "the reply touched no man that could stand between";
        FromArray => "the record begins with the beginning of the game",
            "the record does not begin with the beginning of the game";
        EachHasMoved => "each player has made a move", "not each player has made a move";
        OfferStanding => "the offer accepted was still open", "the offer accepted was no longer open";
        EventForbidsDraw => "the rules of the event bar the agreed draw",
            "the rules of the event do not bar the agreed draw";
        PastDefaultTime => "the player came after the default time",
            "the player came within the default time";
        Wilful => "it was done on purpose", "it was not done on purpose";
        Accidental => "it was an accident", "it was no accident";
        Disputed => "the players disagree about the square", "the players agree about the square";
        Repeated => "the player had been admonished for it before",
            "the player had not been admonished for it before";
        Waived => "the offence was let pass", "the offence was not let pass";
        OddsLeftOn => "the man agreed as odds was left on the board",
            "the man agreed as odds was not left on the board";
        SealedNotPlayed => "another move than the sealed one is played",
            "no other move than the sealed one is played";
        PositionLost => "the position adjourned cannot be established",
            "the position adjourned can be established";
        NoPawns => "no pawn stands on the board", "a pawn stands on the board";
        Wagered => "the players agreed on the man or the square of the mate, or on being mated or stalemated",
            "the players agreed on nothing special about the mate";
        CalledForForce => "the count was called for because of the men left",
            "the count was not called for because of the men left";
        CalledForRepeating => "the count was called for because the adversary repeats his moves",
            "the count was not called for because of moves repeated";
        CalledBySubmission => "the question whether moves shall be counted was submitted",
            "the question whether moves shall be counted was not submitted";
        CallerOutmatched => "the caller has a bare king, or pieces alone against as much or more",
            "the caller has a pawn, or the stronger men";
        CallerStronger => "the caller's men are worth more than the other's",
            "the caller's men are worth no more than the other's";
        ElementaryMate => "the caller has a bare king against a queen or a rook",
            "the caller has not a bare king against a queen or a rook";
        PressedWithoutMove => "the clock was pressed by a player who had not moved",
            "the clock was not pressed by a player who had not moved";
        OtherHandPresses => "the clock was pressed with another hand than the one that moved",
            "the clock was not pressed with another hand than the one that moved";
        FoundByUmpire => "the umpire found it", "the umpire did not find it";
        BeyondTheReply => "the check has stood for more than the reply to it",
            "the check has stood for no more than the reply to it";
        RookFirst => "the rook was touched before the king", "the rook was not touched before the king";
        CastlingBegun => "the king was let go where a lawful castling takes it", "no king was let go to castle";
        PieceChosen => "another piece was set on the square of promotion before",
            "no other piece was set on the square of promotion before";
        KingsBothInCheck => "both kings stand in check", "not both kings stand in check";
        PawnOnLastRank => "a pawn stands on its last rank", "no pawn stands on its last rank";
        RookGiven => "the king leaps as in castling where the rook was given as odds, and nothing else is against it",
            "the king does not leap as in castling where the rook was given as odds";
        FirstByOdds => "the first move belongs to the giver of odds",
            "the first move does not belong to the giver of odds";
        PawnAndMove => "a pawn is given, and with it a move or more",
            "no pawn is given together with a move";
        MenWhereSetUp => "the men set up wrongly have not moved, and their due squares are free",
            "a man set up wrongly has moved, or its due square is taken";
        SubmittedByBoth => "both players had put the question to the umpire",
            "the players had not both put the question to the umpire";
        InMatch => "the game belongs to a match or tournament",
            "the game belongs to no match or tournament";
        Appealed => "the question was put to the umpire", "the question was not put to the umpire";
        Adds => "the ruling is a warning, or time, beside what the laws give",
            "the ruling is no warning, and no time, beside what the laws give";
        Departs => "the ruling is none that the laws give, or both players agreed to leave the laws",
            "the ruling is one that the laws give";
        ByConsent => "both players agreed to leave the laws", "the players did not agree to leave the laws";
        Resigned => "the player resigned", "the player did not resign";
        LeftTable => "the player left the table", "the player did not leave the table";
        BothLose => "both players are said to have lost", "it is not said that both players lost";
        FullSupervision => "the event announced full supervision",
            "the event announced no full supervision";
        GuidelineIii => "the event announced guideline III", "the event did not announce guideline III";
        ObservedTouch => "the record watched touches", "the record did not watch touches";
        ObservedSpeech => "the record watched what was said", "the record did not watch what was said";
        ObservedBoard => "the record watched the board", "the record did not watch the board";
        ObservedClock => "the record watched the clock", "the record did not watch the clock";
        ObservedConduct => "the record watched the players' conduct",
            "the record did not watch the players' conduct";
    }
}

/// The two players of a case, as they are called.
#[derive(Clone, Copy, Debug)]
pub struct Players<'a> {
    /// The offender.
    pub offender: &'a str,
    /// His adversary.
    pub adversary: &'a str,
}

impl Players<'static> {
    /// By their parts: no case is at hand.
    pub const BY_PART: Self = Self { offender: "the offender", adversary: "the adversary" };
}

/// Who picks, before what he picks from.
pub fn chooses(chooser: Chooser, players: Players<'_>) -> String {
    match chooser {
        Chooser::Law => "by law: ".to_owned(),
        Chooser::Adversary => format!("{} chooses: ", players.adversary),
        Chooser::Offender => format!("{} chooses: ", players.offender),
        Chooser::Finder => "whoever found it chooses: ".to_owned(),
        Chooser::Either => "either player chooses: ".to_owned(),
        Chooser::Owner => "the owner of the man chooses: ".to_owned(),
        Chooser::Claimant => "the claimant chooses: ".to_owned(),
        Chooser::Umpire => "the umpire chooses: ".to_owned(),
    }
}

/// What a remedy needs said besides its kind.
#[derive(Clone, Copy, Debug)]
pub struct Particulars<'a> {
    /// Who is who.
    pub players: Players<'a>,
    /// The man or the men it speaks of: `the man on e2`.
    pub men: &'a str,
    /// The time lost or given: `120 seconds`.
    pub time: &'a str,
    /// What the pawn may become.
    pub pieces: &'a [&'a str],
    /// Who wins.
    pub winner: Option<Winner>,
}

/// A remedy in words, as a clause.
pub fn remedy(kind: RemedyKind, with: &Particulars<'_>) -> String {
    let Particulars { players: Players { offender, adversary }, men, time, pieces, winner } = *with;
    match kind {
        RemedyKind::MoveTouched | RemedyKind::MoveLegally => format!("a legal move of {men}"),
        RemedyKind::MoveKing => "a move of the king, not castling".into(),
        RemedyKind::MoveNamed => format!("{adversary} names a man and {offender} moves it"),
        RemedyKind::MoveOther => "another man is moved".into(),
        RemedyKind::MoveRook => "a move of the rook".into(),
        RemedyKind::CaptureTouched | RemedyKind::CaptureMan => format!("the capture of {men}"),
        RemedyKind::ParryOther => "the check is parried with another man than the king".into(),
        RemedyKind::PlayLater => format!("{men} is moved next turn"),
        RemedyKind::Stand => "the move stands".into(),
        RemedyKind::BothStand => "both moves stand".into(),
        RemedyKind::FirstStands => "only the first move stands".into(),
        RemedyKind::SecondStands => "only the second move stands".into(),
        RemedyKind::RookStands => "only the rook's move stands".into(),
        RemedyKind::Retract => "the moves are taken back".into(),
        RemedyKind::RetractSecond => "the second move is taken back".into(),
        RemedyKind::Adjust => "the board is turned".into(),
        RemedyKind::Rectify => "the men are put right".into(),
        RemedyKind::Restore => "what left its square is put back".into(),
        RemedyKind::Supply => "the missing man is put on".into(),
        RemedyKind::Recommence => "the game starts again".into(),
        RemedyKind::Proceed => "the game goes on as it stands".into(),
        RemedyKind::Annul => "the game is void".into(),
        RemedyKind::ForfeitMove => format!("{offender} loses a move"),
        RemedyKind::Forfeit => format!("{offender} loses the game"),
        RemedyKind::LoseTime => format!("{offender} loses {time}"),
        RemedyKind::AddTime => format!("{adversary} is given {time}"),
        RemedyKind::Admonish => format!("{offender} is admonished"),
        RemedyKind::Promote if pieces.is_empty() => "the pawn becomes a piece".into(),
        RemedyKind::Promote => format!("the pawn becomes a {}", either(pieces)),
        RemedyKind::RemainPawn => "the pawn stays a pawn".into(),
        RemedyKind::Win => match winner {
            Some(winner) => format!("{} wins", winner.in_words()),
            None => "the game is won".into(),
        },
        RemedyKind::Draw => "the game is drawn".into(),
        RemedyKind::CountFifty => "a count of fifty moves begins".into(),
        RemedyKind::Umpire => "the question goes to the umpire".into(),
        RemedyKind::MoveAnnounced => "the move announced is played".into(),
        RemedyKind::SealedMove => "the sealed move is played as".into(),
        // The last three stand in law files only.
        RemedyKind::None => "no penalty".into(),
        RemedyKind::TouchedDuty => "the men touched bind".into(),
        RemedyKind::FirstPossible => {
            "of the men touched, the first that can be moved or taken is moved or taken".into()
        }
    }
}

/// The man that a remedy speaks of where no board is at hand.
pub const fn man_of(kind: RemedyKind) -> &'static str {
    match kind {
        RemedyKind::MoveLegally => "the man wrongly moved",
        RemedyKind::CaptureMan => "the man wrongly taken",
        RemedyKind::PlayLater => "the man moved out of turn",
        _ => "the man touched",
    }
}

/// What closes a window, as a clause; `who` is whose moves it counts, `n` how many.
pub fn window(closes: WindowId, n: u32, who: &str, players: Players<'_>) -> String {
    let moves = |more: &str| {
        if n == 1 { format!("one {more}move") } else { format!("{n} {more}moves") }
    };
    match closes {
        WindowId::AdversaryTouches => format!("{} touches a man in reply", players.adversary),
        WindowId::AdversaryMoves => format!("{} completes a move", players.adversary),
        WindowId::AnyMove => "any move is completed".to_owned(),
        WindowId::MovesEach => format!("each side has completed {}", moves("")),
        WindowId::MovesOf if n == 1 => format!("{who} completes the next move"),
        WindowId::MovesOf => format!("{who} has completed {}", moves("")),
        WindowId::MovesEachSince => format!("each side has completed {} after it", moves("more ")),
        WindowId::AnnouncerMoves => "the announcer completes his next move".to_owned(),
        WindowId::GameEnd => "the game ends".to_owned(),
        WindowId::Never => "without limit".to_owned(),
    }
}

/// `one`, `one or another`, `one, another or a third`.
pub fn either(names: &[impl AsRef<str>]) -> String {
    joined(names, "or")
}

/// `one`, `one and another`, `one, another and a third`.
pub fn all(names: &[impl AsRef<str>]) -> String {
    joined(names, "and")
}

fn joined(names: &[impl AsRef<str>], last_by: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {last_by} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::vocabulary::{Word, vocabulary};

    /// The sets whose words need somebody named: each has a function of its own here.
    fn told_by_functions() -> Vec<(&'static str, Vec<String>)> {
        let players = Players::BY_PART;
        let remedies = RemedyKind::all().iter().map(|kind| {
            let men = man_of(*kind);
            remedy(*kind, &Particulars { players, men, time: "time", pieces: &[], winner: None })
        });
        let closes = |id: &WindowId| window(*id, 4, "the second player", players);
        let both = |predicate: &Predicate| phrases(*predicate).map(str::to_owned);
        vec![
            (RemedyKind::WHAT, remedies.collect()),
            (WindowId::WHAT, WindowId::all().iter().map(closes).collect()),
            (Chooser::WHAT, Chooser::all().iter().map(|word| chooses(*word, players)).collect()),
            (Predicate::WHAT, Predicate::all().iter().flat_map(both).collect()),
        ]
    }

    /// That it is so, and that it is not.
    fn phrases(predicate: Predicate) -> [&'static str; 2] {
        [true, false].map(|holds| fact(Literal { predicate, holds }))
    }

    #[test]
    fn every_word_of_the_vocabulary_has_its_phrase() {
        let mut told: Vec<(&str, Vec<String>)> = phrased()
            .into_iter()
            .map(|(what, phrases)| (what, phrases.into_iter().map(str::to_owned).collect()))
            .collect();
        told.extend(told_by_functions());
        for (what, words) in vocabulary() {
            let (_, phrases) =
                told.iter().find(|(told, _)| *told == what).unwrap_or_else(|| panic!("{what}"));
            assert!(phrases.len() >= words.len(), "{what}");
            for phrase in phrases {
                assert!(!phrase.trim().is_empty(), "{what}");
                let id = words.iter().find(|word| word.contains('-') && phrase.contains(**word));
                assert_eq!(id, None, "{what}: {phrase}");
            }
        }
        assert_eq!(told.len(), vocabulary().len());
    }

    #[test]
    fn a_fact_and_its_denial_are_two_phrases() {
        for predicate in Predicate::all() {
            let [so, not] = phrases(*predicate);
            assert_ne!(so, not, "{predicate}");
        }
    }

    #[test]
    fn names_are_joined() {
        assert_eq!(either(&["queen"]), "queen");
        assert_eq!(either(&["queen", "rook"]), "queen or rook");
        assert_eq!(all(&["queen", "rook", "bishop"]), "queen, rook and bishop");
    }
}
