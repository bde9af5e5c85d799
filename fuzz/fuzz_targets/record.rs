//! Any bytes are a record: read and audited without a panic, every game within the text, twice with the
//! same result; the course of each game ends where the game does.
#![no_main]

#[path = "../../tests/support/course.rs"]
mod course;

use jadoube::internals::game::Record;
use jadoube::internals::pgn::{NextGame, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let games = jadoube::internals::audit::audit_bytes(bytes);
    // UTF-16 grows by half at most when it is decoded.
    let longest = (bytes.len() + bytes.len() / 2) as u64;
    for game in &games {
        for finding in &game.findings {
            let end = finding.location.offset + finding.location.length;
            assert!(end <= longest, "{} points outside the text", finding.rule);
        }
    }
    assert_eq!(games, jadoube::internals::audit::audit_bytes(bytes));
    let (mut reader, mut record) = (Reader::new(bytes), Record::default());
    while reader.next(&mut record) == NextGame::Read {
        assert!(course::followed(&record).is_none_or(|position| position == record.position));
        assert_eq!(record.position_after(record.plies()), record.position);
    }
});
