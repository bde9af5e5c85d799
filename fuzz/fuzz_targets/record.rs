//! Any bytes are a record: read and audited without a stop, every game within the text, twice alike.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let games = jadoube::audit::audit_bytes(bytes);
    for game in &games {
        for finding in &game.findings {
            let end = finding.location.offset + finding.location.length;
            assert!(end <= bytes.len() as u64, "{} points outside the text", finding.rule);
        }
    }
    assert_eq!(games, jadoube::audit::audit_bytes(bytes));
});
