//! A FEN that can be read is printed as one that reads as the same position.
#![no_main]

use jadoube::internals::chess::{Fen, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    if let Ok(position) = Position::from_fen(text) {
        let printed = Fen(&position).to_string();
        let again = Position::from_fen(printed.as_bytes()).expect("what is printed can be read");
        assert_eq!(printed, Fen(&again).to_string());
    }
});
