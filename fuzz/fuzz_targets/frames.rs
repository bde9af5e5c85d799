//! The frames of a compressed file hold the same text for one decoder and for several, and whatever their headers say.
#![no_main]

use std::io::{Read, Write};
use std::num::NonZeroUsize;

use jadoube::internals::input::{OpenOptions, Source};
use libfuzzer_sys::fuzz_target;

/// The text of a file until its first error, and the number of errors.
fn read(source: &Source, decoders: usize) -> (Vec<u8>, usize) {
    let decoders = NonZeroUsize::new(decoders).expect("not 0");
    let opening = OpenOptions { decoders, ..OpenOptions::default() };
    let mut input = source.open(&opening).expect("the file is there");
    let (mut text, mut errors, mut buffer) = (Vec::new(), 0, vec![0; 64 << 10]);
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return (text, errors),
            Ok(read) => text.extend_from_slice(&buffer[..read]),
            Err(_) => errors += 1,
        }
        assert!(errors <= 101, "a file is not read for ever");
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(bytes).expect("room for it");
    let source = Source::file(file.path());
    assert!(read(&source, 1) == read(&source, 3));
    if let Ok(mut seekable) = source.open_seekable() {
        for request in ["1/2", "2/2"] {
            let _ = seekable.shard(request.parse().expect("a share"));
        }
    }
});
