//! Remedies as they are asked for.

use crate::chess::Color;
use crate::law::{RemedyKind, Terms};

pub(super) const RETRACTION: &str = "the retraction of the moves";

/// A remedy as the object of a request: `a move of the king`; `man` is the man that it names, `adversary` the player who
/// did not commit the offence.
pub(crate) fn request(kind: RemedyKind, man: Option<&str>, adversary: Color, terms: &Terms) -> String {
    let Terms { piece, arbiter, .. } = terms;
    let of = |verb: &str, otherwise: String| format!("{verb} of {}", man.map_or(otherwise, str::to_owned));
    match kind {
        RemedyKind::MoveTouched => of("a move", format!("the touched {piece}")),
        RemedyKind::MoveLegally => of("a legal move", format!("the {piece} played")),
        RemedyKind::MoveKing => "a move of the king".to_owned(),
        RemedyKind::MoveNamedSquare => {
            of("a move", format!("the touched {piece} to the square that {adversary} names"))
        }
        RemedyKind::MoveNamed => format!("a move of the {piece} that {adversary} names"),
        RemedyKind::MoveOther => format!("a move of another {piece}"),
        RemedyKind::MoveRook => "a move of the rook".to_owned(),
        RemedyKind::CaptureTouched | RemedyKind::CaptureMan => of("the capture", format!("the {piece}")),
        RemedyKind::ParryOther => format!("an answer to the check with a {piece} other than the king"),
        RemedyKind::PlayLater => of("a move", format!("the {piece} moved out of turn")),
        RemedyKind::Stand => "that the move remain".to_owned(),
        RemedyKind::BothStand => "that both moves remain".to_owned(),
        RemedyKind::FirstStands => "that only the first move remain".to_owned(),
        RemedyKind::SecondStands => "that only the second move remain".to_owned(),
        RemedyKind::RookStands => "that only the rook's move remain".to_owned(),
        RemedyKind::Retract => RETRACTION.to_owned(),
        RemedyKind::RetractSecond => "the retraction of the second move".to_owned(),
        RemedyKind::Adjust => "that the board be turned".to_owned(),
        RemedyKind::Rectify => "the correction of the setup".to_owned(),
        RemedyKind::Restore => format!("the return of the {piece} to its square"),
        RemedyKind::Supply => format!("the addition of the missing {piece}"),
        RemedyKind::RemoveOdds => format!("the removal of the {piece} given as odds"),
        RemedyKind::CapAtDraw => "no more than a draw for the opponent".to_owned(),
        RemedyKind::Recommence => terms.restart_request(),
        RemedyKind::Proceed => "that the game continue from the present position".to_owned(),
        RemedyKind::Annul => "the annulment of the game".to_owned(),
        RemedyKind::ForfeitMove => "the loss of a move".to_owned(),
        RemedyKind::Forfeit => "the loss of the game".to_owned(),
        RemedyKind::LoseTime => "a loss of time".to_owned(),
        RemedyKind::AddTime => format!("extra time for {adversary}"),
        RemedyKind::Admonish => "an admonition".to_owned(),
        RemedyKind::AddPoints => format!("points for {adversary}"),
        RemedyKind::LosePoints => "a loss of points".to_owned(),
        RemedyKind::Fine => "a fine".to_owned(),
        RemedyKind::Exclude => "the exclusion from rounds".to_owned(),
        RemedyKind::Expel => "the expulsion from the event".to_owned(),
        RemedyKind::Promote => "the promotion of the pawn".to_owned(),
        RemedyKind::RemainPawn => "that the pawn stay a pawn".to_owned(),
        RemedyKind::Win => "a win".to_owned(),
        RemedyKind::Draw => "a draw".to_owned(),
        RemedyKind::CountFifty => "a count of fifty moves".to_owned(),
        RemedyKind::Umpire => format!("the {arbiter}'s decision"),
        RemedyKind::MoveAnnounced => "the announced move".to_owned(),
        RemedyKind::SealedMove => "the sealed move".to_owned(),
        RemedyKind::None | RemedyKind::LoseRight | RemedyKind::TouchedDuty | RemedyKind::FirstPossible => {
            "nothing".to_owned()
        }
    }
}

/// A remedy after the verb *ask*: `for a move of the king`, `that the move remain`.
pub(crate) fn request_after_ask(kind: RemedyKind, adversary: Color, terms: &Terms) -> String {
    after_ask(request(kind, None, adversary, terms))
}

/// A request after the verb *ask*.
pub(crate) fn after_ask(asked: String) -> String {
    if is_clause(&asked) { asked } else { format!("for {asked}") }
}

/// Whether a request is a clause: `that the move remain`.
pub(crate) fn is_clause(asked: &str) -> bool {
    asked.starts_with("that ")
}

/// A request as a noun, for lists in which nouns and clauses would not agree.
pub(crate) fn as_noun(kind: RemedyKind, asked: String, terms: &Terms) -> String {
    let noun = match kind {
        RemedyKind::Stand => "the move as it was made",
        RemedyKind::BothStand => "both moves as they were made",
        RemedyKind::FirstStands => "the first move alone",
        RemedyKind::SecondStands => "the second move alone",
        RemedyKind::RookStands => "the rook's move alone",
        RemedyKind::Adjust => "the turning of the board",
        RemedyKind::Proceed => "the continuation of the game from the present position",
        RemedyKind::Recommence if terms.restarted.is_some() => "a new start of the game",
        RemedyKind::RemainPawn => "the pawn as it is",
        _ => return asked,
    };
    noun.to_owned()
}

/// A request for the king's move of a castling.
pub(crate) fn castling() -> String {
    "castling".to_owned()
}

pub(crate) fn a_move_of(man: &str) -> String {
    format!("a move of {man}")
}

pub(crate) fn first_then(first: &str, then: &str) -> String {
    format!("{first}, then {then}")
}
