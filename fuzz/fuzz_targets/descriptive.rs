//! Any bytes after a tag that says `descriptive` are read without a panic, every move within the text, and
//! the course of the game ends where the game does.
#![no_main]

#[path = "../../tests/support/course.rs"]
mod course;

use jadoube::internals::game::Record;
use jadoube::internals::pgn::{NextGame, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = [b"[Notation \"descriptive\"]\n\n".as_slice(), bytes].concat();
    assert_eq!(jadoube::internals::audit::audit_bytes(&text), jadoube::internals::audit::audit_bytes(&text));
    let (mut reader, mut record) = (Reader::new(&text), Record::default());
    while reader.next(&mut record) == NextGame::Read {
        assert!(course::followed(&record).is_none_or(|position| position == record.position));
        for ply in 1..=record.plies() {
            assert!(record.token(ply, &text).is_some_and(|token| token.range().end <= text.len()));
        }
    }
});
