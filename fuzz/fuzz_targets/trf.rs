//! A tournament report of any bytes can be read, and compared with no games.
#![no_main]

use jadoube::internals::encoding::Encoding;
use jadoube::internals::tournament::TournamentFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    for encoding in [Encoding::Auto, Encoding::Latin1] {
        let file = TournamentFile::read("a.trf", text.to_vec(), encoding);
        let places = file.check_alone();
        assert!(places.iter().all(|place| place.offset + place.length <= text.len() as u64));
    }
});
