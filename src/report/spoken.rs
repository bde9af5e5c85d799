//! Words for the ear: moves as they are spoken, and the formats that narrate.

use crate::chess::{Role, San, Side, Square, Subject};
use crate::finding::{Score, Standing};

use super::text::plain;

/// A text with its moves as they are spoken: `4. Qxd4` is `move 4, queen takes d4`. A move of a pawn that is a square alone
/// stays, and so does what a record is quoted with.
pub(super) fn spoken(text: &str) -> String {
    let text = plain(text);
    let mut words = Vec::new();
    let mut rest = text.split(' ').peekable();
    while let Some(word) = rest.next() {
        let number = rest.peek().filter(|next| move_in(next).is_some()).and_then(|_| number(word));
        words.push(match (number, move_in(word)) {
            (Some(number), _) => number,
            (None, Some(Within { before, san, behind })) => format!("{before}{}{behind}", said(san, word)),
            (None, None) => word.to_owned(),
        });
    }
    words.join(" ")
}

/// A sentence: it ends with a stop.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim_end();
    let is_closed = text.ends_with(['.', '!', '?', ':']);
    format!("{text}{}", if is_closed { "" } else { "." })
}

/// The words with a great letter in front.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

/// What a game is worth.
pub(super) fn worth(standing: Standing, score: Score) -> String {
    let score = match score {
        Score::White => "White wins",
        Score::Black => "Black wins",
        Score::Draw => "a draw",
        Score::Unknown => "no score",
    };
    match standing {
        Standing::Valid => format!("valid, {score}"),
        standing => format!("{}, {score}", standing.id()),
    }
}

/// A move in a word, with what stands around it there.
struct Within<'w> {
    before: &'w str,
    san: San,
    behind: &'w str,
}

fn move_in(word: &str) -> Option<Within<'_>> {
    let inner = word.trim_start_matches('(');
    let before = word.get(..word.len() - inner.len())?;
    let inner = inner.trim_end_matches([')', ',', '.', ':', ';']);
    let behind = word.get(before.len() + inner.len()..)?;
    let san = San::from_ascii(inner.as_bytes())?;
    let is_move = matches!(san.subject(), Subject::Man(_) | Subject::Castling(_));
    is_move.then_some(Within { before, san, behind })
}

/// `4.` and `4...`, in front of a move.
fn number(word: &str) -> Option<String> {
    let before = word.get(..word.len() - word.trim_start_matches('(').len())?;
    let digits = word.get(before.len()..)?;
    let (digits, color) = match digits.strip_suffix("...") {
        Some(digits) => (digits, "Black's move"),
        None => (digits.strip_suffix('.')?, "move"),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| format!("{before}{color} {digits},"))
}

fn said(san: San, word: &str) -> String {
    match san.subject() {
        Subject::Castling(Side::King) => "castling on the king's side".to_owned(),
        Subject::Castling(Side::Queen) => "castling on the queen's side".to_owned(),
        Subject::Man(role) => by_man(san, role),
        _ => word.to_owned(),
    }
}

fn by_man(san: San, role: Role) -> String {
    let origin = san.origin();
    let from = match (origin.file, origin.rank) {
        (Some(file), Some(rank)) => format!(" from {}", Square::new(file, rank)),
        (Some(file), None) => format!(" from the {}-file", file.letter()),
        (None, Some(rank)) => format!(" from rank {}", rank.digit()),
        (None, None) => String::new(),
    };
    let mut words = match role {
        // A square alone is a pawn's move to whoever listens.
        Role::Pawn if from.is_empty() && !san.takes() => san.to().to_string(),
        role => {
            let goes = if san.takes() { "takes" } else { "to" };
            format!("{}{from} {goes} {}", role.name(), san.to())
        }
    };
    if let Some(piece) = san.promotion() {
        words.push_str(" becoming a ");
        words.push_str(piece.name());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_spoken() {
        for (written, heard) in [
            ("4. Qxd4", "move 4, queen takes d4"),
            ("to the position after 3... a6", "to the position after Black's move 3, a6"),
            (
                "(Nbd7, R1xe4, exd5, e4)",
                "(knight from the b-file to d7, rook from rank 1 takes e4, pawn from the e-file takes d5, e4)",
            ),
            ("2. Ng1-g3", "move 2, knight from g1 to g3"),
            ("a8=Q or O-O", "a8 becoming a queen or castling on the king's side"),
            ("Qh6+ gives mate.", "queen to h6 gives mate."),
        ] {
            assert_eq!(spoken(written), heard);
        }
    }

    #[test]
    fn what_is_no_move_stays() {
        for text in [
            "White's queen on d1 cannot go to d3: the pawn on d2 stands in the way",
            "`Qh5+` gives no check",
            "club-laws 7.5.1 in 2. 3",
            "[%touch w c3]",
            "See Rex, Bab and Bf.",
        ] {
            assert_eq!(spoken(text), text);
        }
    }
}
