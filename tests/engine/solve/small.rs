//! Small random endings on which naive searches are quick enough to check the real ones.

use jadoube::internals::chess::{Color, Man, Position, Role, Square};
use proptest::prelude::*;

/// Two kings and these men, anywhere, either side to move; positions that can occur in play.
pub fn ending(men: &'static [(Color, Role)]) -> impl Strategy<Value = Position> {
    let places = prop::collection::vec(0u8..64, men.len() + 2);
    (places, any::<bool>()).prop_filter_map("no position of play", move |(places, is_blacks_turn)| {
        let kings = [(Color::White, Role::King), (Color::Black, Role::King)];
        let mut position = Position::empty();
        for ((color, role), place) in kings.iter().chain(men).copied().zip(places) {
            let square = Square::from_index(place);
            if position.man_at(square).is_some() {
                return None;
            }
            position.put(square, Man { color, role });
        }
        position.set_turn(if is_blacks_turn { Color::Black } else { Color::White });
        position.odd_setup().is_none().then_some(position)
    })
}

/// Two kings, one to three pairs of pawns that block each other, and these men; positions that can occur in
/// play.
pub fn blocked_ending(men: &'static [(Color, Role)]) -> impl Strategy<Value = Position> {
    let pairs = prop::collection::vec((0u8..8, 1u8..6), 1..4);
    (ending(men), pairs).prop_filter_map("no position of play", |(mut position, pairs)| {
        for (file, rank) in pairs {
            let (white, black) = (rank * 8 + file, rank * 8 + file + 8);
            for (color, place) in [(Color::White, white), (Color::Black, black)] {
                let square = Square::from_index(place);
                if position.man_at(square).is_some() {
                    return None;
                }
                position.put(square, Man { color, role: Role::Pawn });
            }
        }
        position.odd_setup().is_none().then_some(position)
    })
}
