//! A law file is loaded or rejected, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = jadoube::internals::law::load(text);
});
