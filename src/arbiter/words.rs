//! Words for messages: men, squares and moves.

use crate::chess::{CastlingBar, Color, Illegality, Man, Move, MoveKind, Play, Position, Role, Side, Square};
use crate::law::RemedyKind;
pub(crate) use crate::law::words::{list_and as listed, list_or as listed_or};

use crate::arbiter::case::{ClosedBy, RightWindow};

pub(crate) const CONSENT_NOT_RECORDED: &str = "the record does not say whether the arbiter consented";

/// A move with its number: `12. Nf3` or `12... Ke7`.
pub(crate) fn numbered(before: &Position, token: &str) -> String {
    numbered_as(before.fullmove(), before.turn(), token)
}

/// A move of `by` with this number.
pub(crate) fn numbered_as(number: u32, by: Color, token: &str) -> String {
    let dots = if by == Color::White { "." } else { "..." };
    format!("{number}{dots} {token}")
}

/// A line of moves: `12. Qh5 Kg8 13. Qh7#`.
pub(crate) fn line(from: &Position, moves: &[Move], play: Play) -> String {
    let mut now = *from;
    let mut words = Vec::with_capacity(moves.len());
    for (played, index) in moves.iter().zip(0usize..) {
        let text = now.san_with_sign(*played, play);
        let is_numbered = index == 0 || now.turn() == Color::White;
        words.push(if is_numbered { numbered(&now, &text) } else { text });
        now.play(*played);
    }
    words.join(" ")
}

/// `the bishop on c5`.
pub(crate) fn man_on(position: &Position, square: Square) -> String {
    match position.man_at(square) {
        Some(man) => format!("the {} on {square}", man.role.name()),
        None => format!("the piece on {square}"),
    }
}

/// `White's bishop on c5`.
pub(crate) fn whose_man_on(position: &Position, square: Square) -> String {
    match position.man_at(square) {
        Some(man) => format!("{man} on {square}"),
        None => format!("the piece on {square}"),
    }
}

/// The event that closed a window: `with 2... Nc6`; `named` is the move of that ply.
pub(crate) fn closing_event(watch: &RightWindow<'_>, named: Option<&str>) -> String {
    match (watch.closed_by, named) {
        (ClosedBy::Move, Some(named)) => format!("with {named}"),
        (ClosedBy::Move, None) => "with a move".to_owned(),
        (ClosedBy::Touch, named) => {
            let after = named.map_or_else(String::new, |named| format!(" after {named}"));
            format!("when {} touched a piece{after}", watch.offence.offender.other())
        }
        (ClosedBy::Before, _) => "beforehand".to_owned(),
        (ClosedBy::End, _) => "at the end of the game".to_owned(),
    }
}

/// A remedy as the object of a request: `a move of the king`; `man` is the man that it names.
pub(crate) fn request(kind: RemedyKind, man: Option<&str>) -> String {
    let of = |man: Option<&str>, otherwise: &str| man.unwrap_or(otherwise).to_owned();
    match kind {
        RemedyKind::MoveTouched => format!("a move of {}", of(man, "the touched piece")),
        RemedyKind::MoveLegally => format!("a legal move of {}", of(man, "the piece played")),
        RemedyKind::MoveKing => "a move of the king".to_owned(),
        RemedyKind::MoveNamed => "a move of the piece that the opponent names".to_owned(),
        RemedyKind::MoveOther => "a move of another piece".to_owned(),
        RemedyKind::MoveRook => "a move of the rook".to_owned(),
        RemedyKind::CaptureTouched | RemedyKind::CaptureMan => {
            format!("the capture of {}", of(man, "the piece"))
        }
        RemedyKind::ParryOther => "an answer to the check with a piece other than the king".to_owned(),
        RemedyKind::PlayLater => format!("a move of {}", of(man, "the piece moved out of turn")),
        RemedyKind::Stand => "that the move remain".to_owned(),
        RemedyKind::BothStand => "that both moves remain".to_owned(),
        RemedyKind::FirstStands => "that only the first move remain".to_owned(),
        RemedyKind::SecondStands => "that only the second move remain".to_owned(),
        RemedyKind::RookStands => "that only the rook's move remain".to_owned(),
        RemedyKind::Retract => "the retraction of the moves".to_owned(),
        RemedyKind::RetractSecond => "the retraction of the second move".to_owned(),
        RemedyKind::Adjust => "the rotation of the board".to_owned(),
        RemedyKind::Rectify => "the correction of the setup".to_owned(),
        RemedyKind::Restore => "the return of the piece to its square".to_owned(),
        RemedyKind::Supply => "the addition of the missing piece".to_owned(),
        RemedyKind::Recommence => "a new game".to_owned(),
        RemedyKind::Proceed => "that the game continue from the present position".to_owned(),
        RemedyKind::Annul => "the annulment of the game".to_owned(),
        RemedyKind::ForfeitMove => "the loss of a move".to_owned(),
        RemedyKind::Forfeit => "the loss of the game".to_owned(),
        RemedyKind::LoseTime => "a loss of time".to_owned(),
        RemedyKind::AddTime => "extra time for the opponent".to_owned(),
        RemedyKind::Admonish => "an admonition".to_owned(),
        RemedyKind::Promote => "the promotion of the pawn".to_owned(),
        RemedyKind::RemainPawn => "that the pawn stay a pawn".to_owned(),
        RemedyKind::Win => "a win".to_owned(),
        RemedyKind::Draw => "a draw".to_owned(),
        RemedyKind::CountFifty => "a count of fifty moves".to_owned(),
        RemedyKind::Umpire => "the arbiter's decision".to_owned(),
        RemedyKind::MoveAnnounced => "the announced move".to_owned(),
        RemedyKind::SealedMove => "the sealed move".to_owned(),
        RemedyKind::None | RemedyKind::TouchedDuty | RemedyKind::FirstPossible => "nothing".to_owned(),
    }
}

/// A remedy after the verb *ask*: `for a move of the king`, `that the move remain`.
pub(crate) fn request_after_ask(kind: RemedyKind) -> String {
    let asked = request(kind, None);
    if asked.starts_with("that ") { asked } else { format!("for {asked}") }
}

/// The men on these squares with their owners, joined with *and*; the player's own men without an owner.
pub(crate) fn men_seen_by(by: Color, position: &Position, squares: impl Iterator<Item = Square>) -> String {
    let name = |square| match position.man_at(square) {
        Some(man) if man.color == by => man_on(position, square),
        _ => whose_man_on(position, square),
    };
    listed(&squares.map(name).collect::<Vec<_>>())
}

/// The men on these squares with their owners, joined with *and*.
pub(crate) fn men(position: &Position, squares: impl Iterator<Item = Square>) -> String {
    listed(&squares.map(|square| whose_man_on(position, square)).collect::<Vec<_>>())
}

/// The men on these squares, joined with *and*.
pub(crate) fn men_on(position: &Position, squares: impl Iterator<Item = Square>) -> String {
    listed(&squares.map(|square| man_on(position, square)).collect::<Vec<_>>())
}

/// The squares between two squares on one line; empty if they are not on one line.
pub(crate) fn way(from: Square, to: Square) -> Vec<Square> {
    let steps = |from: u8, to: u8| i16::from(to) - i16::from(from);
    let files = steps(from.file().index(), to.file().index());
    let ranks = steps(from.rank().index(), to.rank().index());
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    let sign = |steps: i16| i8::from(steps > 0) - i8::from(steps < 0);
    let next = |square: &Square| square.offset(sign(files), sign(ranks)).filter(|next| *next != to);
    std::iter::successors(next(&from), next).collect()
}

/// `: the pawn on d2 is in the way`, if the line of a line piece is blocked.
fn obstacle(before: &Position, from: Square, to: Square) -> String {
    let straight = from.file() == to.file() || from.rank() == to.rank();
    let goes_so = match before.man_at(from).map(|man| man.role) {
        Some(Role::Queen) => true,
        Some(Role::Rook) => straight,
        Some(Role::Bishop) => !straight,
        _ => false,
    };
    let mut squares = way(from, to).into_iter().filter(|square| before.man_at(*square).is_some());
    match squares.next().filter(|_| goes_so) {
        Some(square) => format!(": {} is in the way", man_on(before, square)),
        None => String::new(),
    }
}

/// The reason why castling is illegal, with its men and squares.
fn bar(before: &Position, after: &Position, played: Move, side: Side, bar: CastlingBar) -> String {
    let us = before.turn();
    let (king, to) = (played.from(), played.to());
    match bar {
        CastlingBar::InCheck => {
            format!("the king is in check from {}", men_on(before, before.checkers(us).squares()))
        }
        CastlingBar::Crossed => {
            // The king has left its square while it crosses.
            let mut without = *before;
            without.remove(king);
            let crossed = way(king, to).into_iter().find(|square| without.is_attacked(*square, us.other()));
            match crossed {
                Some(square) => {
                    let men = men_on(before, without.attackers(square, us.other()).squares());
                    format!("the king would cross {square}, which is attacked by {men}")
                }
                None => bar.to_string(),
            }
        }
        CastlingBar::Arrival => {
            let checkers = after.checkers(us);
            if checkers.is_empty() {
                return bar.to_string();
            }
            format!(
                "the king would arrive on {to}, which is attacked by {}",
                men_on(before, checkers.squares())
            )
        }
        CastlingBar::Between => {
            let rook = before.castling_rook(king, us, side);
            let mut squares = rook.map_or_else(Vec::new, |rook| way(king, rook));
            squares.extend(way(king, to));
            squares.push(to);
            squares.retain(|square| {
                before.man_at(*square).is_some() && Some(*square) != rook && *square != king
            });
            squares.sort();
            squares.dedup();
            let are = if squares.len() == 1 { "is" } else { "are" };
            if squares.is_empty() {
                return bar.to_string();
            }
            format!("{} {are} in the way", men_on(before, squares.into_iter()))
        }
        _ => bar.to_string(),
    }
}

/// The reason why `played` is illegal, in one sentence; `token` is the move as the record writes it. `lost`
/// says how the right to castle was lost, if the record shows it.
pub(crate) fn illegality(
    before: &Position,
    played: Move,
    fault: Illegality,
    token: &str,
    lost: Option<&str>,
) -> String {
    let (from, to) = (played.from(), played.to());
    let us = before.turn();
    let mut after = *before;
    after.play(played);
    let checkers = || men_on(&after, after.checkers(us).squares());
    let man = whose_man_on(before, from);
    match fault {
        Illegality::NoMan => format!("there is no piece on {from} for {token} to move"),
        Illegality::OpponentMan => format!("{us} moves {}'s piece: {man} goes to {to}", us.other()),
        Illegality::CapturesOwn => match before.man_at(to) {
            Some(Man { role, .. }) => format!("{man} takes {us}'s own {} on {to}", role.name()),
            None => format!("{man} takes a piece of its own side on {to}"),
        },
        Illegality::False => format!("{man} cannot go to {to}{}", obstacle(before, from, to)),
        Illegality::FalseCapture if played.kind() == MoveKind::EnPassant => {
            format!("{man} cannot take en passant on {to}")
        }
        Illegality::FalseCapture => format!(
            "{man} cannot take the {} on {to}{}",
            before.man_at(to).map_or("piece", |man| man.role.name()),
            obstacle(before, from, to)
        ),
        Illegality::Castling(why) => {
            let (side, words) = match played.kind() {
                MoveKind::Castling(Side::Queen) => (Side::Queen, "queenside"),
                _ => (Side::King, "kingside"),
            };
            let why = match lost {
                Some(lost) => lost.to_owned(),
                None => bar(before, &after, played, side, why),
            };
            format!("{us} may not castle {words}: {why}")
        }
        Illegality::IntoCheck => {
            let attack = if after.checkers(us).count() == 1 { "attacks" } else { "attack" };
            format!("{us}'s king goes to {to}, which {} {attack}", checkers())
        }
        Illegality::DiscoversCheck => {
            let role = before.man_at(from).map_or("piece", |man| man.role.name());
            format!("{us}'s {role} on {from} is pinned: {token} exposes the king to {}", checkers())
        }
        Illegality::CheckNotParried => {
            format!("{us} is in check, and {token} leaves the king attacked by {}", checkers())
        }
        Illegality::Promotion => format!("{man} reaches {to} but is not promoted"),
        Illegality::PromotionToKing => format!("{man} cannot become a king on {to}"),
        Illegality::Null => format!("{us} passes the turn"),
    }
}

/// A move that the code allows and the common law does not.
pub(crate) fn allowed(before: &Position, played: Move, token: &str) -> String {
    let us = before.turn();
    let man = whose_man_on(before, played.from());
    match played.kind() {
        MoveKind::Castling(_) => {
            format!("{us}'s king moves as in castling ({token}), with the rook given as odds")
        }
        MoveKind::Promotion(_) => format!("{man} reaches {} and stays a pawn", played.to()),
        _ => format!("{token} is allowed here"),
    }
}

pub(crate) fn plies(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// `25 more plies are recorded after this`.
pub(crate) fn more_plies_recorded(count: u32) -> String {
    if count == 1 {
        "1 more ply is recorded after this".to_owned()
    } else {
        format!("{count} more plies are recorded after this")
    }
}

/// A note if each of several men may have been touched first.
pub(crate) const ORDER_NOT_KNOWN: &str = "the record does not say in which order they were touched";
