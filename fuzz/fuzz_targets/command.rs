//! The commands of a comment, and text that only looks like one, are read without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|comment: &[u8]| {
    let record = [b"[Result \"*\"]\n\n1. e4 {".as_slice(), comment, b"} e5 {[%jadoube ignore", comment, b"]} *"];
    let _ = jadoube::internals::audit::audit_bytes(&record.concat());
});
