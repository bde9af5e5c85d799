//! From the paths that a user names to chunks: the whole way, with real files and hostile text.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jadoube::internals::encoding::Encoding;
use jadoube::internals::game::Record;
use jadoube::internals::input::{
    Chunk, Chunks, DecompressedSource, Format, Glob, Globs, InputError, InputErrorKind, Inputs, Limits,
    OpenOptions, Source, SourceLocation, Sources,
};
use jadoube::internals::pgn::boundary::{self, Braces};
use jadoube::internals::pgn::{NextGame, Reader};
use proptest::prelude::*;

const MIB: usize = 1 << 20;

fn chunks(input: impl Read, limits: Limits) -> Chunks<impl Read> {
    Chunks::new("games.pgn".into(), input, limits)
}

/// All chunks of a text, for any sizes of reads; no error may occur.
fn cut_up(text: &[u8], limits: Limits) -> Vec<Chunk> {
    chunks(text, limits).map(|chunk| chunk.expect("a slice can be read")).collect()
}

// ------------------------------------------------------------------------------------------------------- paths

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jadoube-input-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "*\n").unwrap();
    }

    fn path(&self, name: &str) -> OsString {
        self.0.join(name).into_os_string()
    }

    /// The files found, with names relative to the folder; problems have a `!`.
    fn found(&self, named: Inputs) -> Vec<String> {
        let root = format!("{}/", self.0.display());
        Sources::new(named)
            .map(|item| match item {
                Ok(source) => source.name.replace(&root, ""),
                Err(InputError { path, why }) => {
                    let why = format!("{why:?}");
                    let word: String = why.chars().take_while(|c| c.is_alphanumeric()).collect();
                    format!("!{word} {}", path.replace(&root, ""))
                }
            })
            .collect()
    }

    fn named(&self, names: &[&str]) -> Vec<String> {
        self.found(Inputs { paths: names.iter().map(|name| self.path(name)).collect(), ..Inputs::default() })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn directories_are_walked_in_order() {
    let folder = Folder::new("walk");
    for name in [
        "b.pgn",
        "a/z.PGN.gz",
        "a/y.txt",
        "a/b/c.pgn.zst",
        "c.pgn.xz",
        "c.pgn.bz2",
        "d.pgnx",
        "pgn",
        "é.pgn",
        "f.zip",
    ] {
        folder.file(name);
    }
    let all = ["a/b/c.pgn.zst", "a/z.PGN.gz", "b.pgn", "c.pgn.bz2", "c.pgn.xz", "é.pgn", "!SkippedArchives "];
    assert_eq!(folder.named(&[""]), all);
    // A path given by name is read as it is.
    assert_eq!(folder.named(&["d.pgnx", "a"]), ["d.pgnx", "a/b/c.pgn.zst", "a/z.PGN.gz"]);
}

#[test]
fn what_is_excluded_is_passed_over_unless_it_is_named_itself() {
    let folder = Folder::new("exclude");
    for name in ["a.pgn", "a-draft.pgn", "old/b.pgn", "old/er/c.pgn", "new/d.pgn"] {
        folder.file(name);
    }
    let found = |names: &[&str], patterns: &[&str]| {
        let globs = patterns.iter().map(|pattern| Glob::read(pattern).unwrap()).collect();
        let exclude = Globs::relative_to(&folder.0, globs);
        let paths = names.iter().map(|name| folder.path(name)).collect();
        folder.found(Inputs { paths, exclude, ..Inputs::default() })
    };
    assert_eq!(found(&[""], &["*-draft.pgn", "old"]), ["a.pgn", "new/d.pgn"]);
    assert_eq!(
        found(&["", "a-draft.pgn"], &["*-draft.pgn", "old/er", "new/*"]),
        ["a.pgn", "old/b.pgn", "a-draft.pgn"]
    );
    assert_eq!(
        found(&["*.pgn", "*/*"], &["*-draft.pgn", "old/b.pgn"]),
        ["a.pgn", "new/d.pgn", "old/er/c.pgn"]
    );
    // The folder is readable, but naming it has no effect, which is reported.
    folder.file("none/e.txt");
    assert_eq!(found(&["none"], &["old"]), ["!NoRecords none"]);
    for patterns in [["old"], ["/old/"], ["./old"], ["*.pgn"]] {
        assert_eq!(found(&["old"], &patterns), ["!Excluded old"], "{patterns:?}");
        assert_eq!(found(&["ol*/*.pgn"], &patterns), ["!Excluded ol*/*.pgn"], "{patterns:?}");
    }
    assert_eq!(found(&["*.pgn"], &["*-draft.pgn"]), ["a.pgn"]);
}

#[test]
fn what_cannot_be_found_is_said_in_its_place() {
    let folder = Folder::new("missing");
    folder.file("a.pgn");
    assert_eq!(
        folder.named(&["x.pgn", "a.pgn", "x*.pgn", "a[", "x.pgn"]),
        ["!Missing x.pgn", "a.pgn", "!NoMatch x*.pgn", "!Pattern a[", "!Missing x.pgn"]
    );
}

#[test]
fn patterns_are_patterns_unless_a_file_bears_the_name() {
    let folder = Folder::new("glob");
    for name in ["g1.pgn", "g2.pgn", "sub/g3.pgn", "sub/x.txt", "[x].pgn", "x.pgn"] {
        folder.file(name);
    }
    assert_eq!(folder.named(&["g?.pgn"]), ["g1.pgn", "g2.pgn"]);
    assert_eq!(folder.named(&["**/g*.pgn"]), ["g1.pgn", "g2.pgn", "sub/g3.pgn"]);
    assert_eq!(folder.named(&["[x].pgn"]), ["[x].pgn"]);
    assert_eq!(folder.named(&["s*", "x.*"]), ["sub/g3.pgn", "x.pgn"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_but_not_round_and_round() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    folder.file("a/g.pgn");
    symlink(folder.path("a"), folder.path("a/loop")).unwrap();
    symlink(folder.path("nothing"), folder.path("a/m.pgn")).unwrap();
    symlink(folder.path("nothing"), folder.path("a/n.txt")).unwrap();
    symlink(folder.path("a/g.pgn"), folder.path("a/z.pgn")).unwrap();
    assert_eq!(folder.named(&["a"]), ["a/g.pgn", "!Missing a/m.pgn", "a/z.pgn"]);
}

#[test]
fn what_several_names_lead_to_is_read_once() {
    let folder = Folder::new("once");
    folder.file("a.pgn");
    folder.file("sub/b.pgn");
    assert_eq!(folder.named(&["sub/b.pgn", "", "a.pgn", "*.pgn"]), ["sub/b.pgn", "a.pgn"]);
}

#[cfg(unix)]
#[test]
fn what_links_lead_to_is_read_once_where_several_things_are_named() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("once-by-links");
    folder.file("a.pgn");
    folder.file("sub/b.pgn");
    folder.file("sub/d.pgn");
    symlink(folder.path("sub"), folder.path("link")).unwrap();
    symlink(folder.path("sub/b.pgn"), folder.path("c.pgn")).unwrap();
    assert_eq!(folder.named(&["", "sub"]), ["a.pgn", "c.pgn", "link/d.pgn"]);
    assert_eq!(folder.named(&["link", "sub", "c.pgn"]), ["link/b.pgn", "link/d.pgn"]);
    assert_eq!(folder.named(&["sub/../sub/b.pgn", "link", "./c.pgn"]), ["sub/../sub/b.pgn", "link/d.pgn"]);
}

#[test]
fn lists_of_paths() {
    let folder = Folder::new("lists");
    folder.file("a.pgn");
    folder.file("sub/b c.pgn");
    let path = |name: &str| folder.path(name).into_string().unwrap();
    let want = ["a.pgn", "sub/b c.pgn", "!MissingInList *.pgn"];
    for (ends, start) in [("\n", ""), ("\r\n", "\u{feff}"), ("\0", ""), ("\n\n", "\n")] {
        let list = [path("a.pgn"), path("sub"), path("*.pgn")].join(ends);
        fs::write(folder.path("list"), format!("{start}{list}{ends}")).unwrap();
        let named = Inputs { files_from: Some(folder.path("list")), ..Inputs::default() };
        assert_eq!(folder.found(named), want, "{ends:?}");
    }
    let named = Inputs {
        files_from: Some(folder.path("none")),
        paths: vec![folder.path("a.pgn")],
        ..Inputs::default()
    };
    assert_eq!(folder.found(named), ["a.pgn", "!Missing none"]);
}

#[test]
fn what_is_named_leads_to_a_file_or_does_not() {
    let folder = Folder::new("lead");
    for name in ["a.pgn", "sub/b.pgn", "sub/c.txt", "list"] {
        folder.file(name);
    }
    let list = ["sub", "c.txt"].map(|name| folder.path(name).into_string().unwrap());
    fs::write(folder.path("list"), list.join("\n")).unwrap();
    let leads = |names: &[&str], to: &str| {
        let named =
            Inputs { paths: names.iter().map(|name| folder.path(name)).collect(), ..Inputs::default() };
        named.include(Path::new(&folder.path(to)))
    };
    for names in [["a.pgn"], ["./sub/../a.pgn"], [""], ["?.pgn"], ["**/a*"], ["../jadoube-input-lead-*"]] {
        assert!(leads(&names, "a.pgn"), "{names:?}");
        assert!(!leads(&names, "report.json"), "{names:?}");
    }
    // A file that does not exist yet is found once it does.
    assert!(
        leads(&["sub"], "sub/new.pgn") && leads(&["sub/*"], "sub/new.json") && leads(&["new.pgn"], "new.pgn")
    );
    assert!(!leads(&["sub"], "sub/c.txt") && !leads(&["sub"], "a.pgn") && !leads(&["*.pgn"], "sub/b.pgn"));
    assert!(!leads(&["sub"], "none/b.pgn") && !leads(&["-"], "a.pgn"));

    let listed = Inputs { files_from: Some(folder.path("list")), ..Inputs::default() };
    for (to, leads) in [("list", true), ("sub/b.pgn", true), ("sub/x.json", false), ("a.pgn", false)] {
        assert_eq!(listed.include(Path::new(&folder.path(to))), leads, "{to}");
    }
    let exclude = Globs::relative_to(&folder.0, vec![Glob::read("sub").unwrap()]);
    let named = Inputs { paths: vec![folder.path("")], exclude, ..Inputs::default() };
    assert!(
        named.include(Path::new(&folder.path("a.pgn")))
            && !named.include(Path::new(&folder.path("sub/b.pgn")))
    );
    #[cfg(target_os = "linux")]
    {
        // A pipe is left to the run.
        use std::os::fd::AsRawFd;
        let (list, mut writer) = std::io::pipe().unwrap();
        writer.write_all(folder.path("a.pgn").as_encoded_bytes()).unwrap();
        drop(writer);
        let path = format!("/proc/self/fd/{}", list.as_raw_fd());
        let named = Inputs { files_from: Some(path.into()), ..Inputs::default() };
        assert!(!named.include(Path::new(&folder.path("a.pgn"))));
        assert_eq!(folder.found(named), ["a.pgn"]);
    }
    #[cfg(unix)]
    {
        assert!(
            !Inputs { paths: vec!["/dev/null".into()], ..Inputs::default() }.include(Path::new("/dev/null"))
        );
        std::os::unix::fs::symlink(folder.path("a.pgn"), folder.path("link.json")).unwrap();
        assert!(leads(&["a.pgn"], "link.json") && leads(&[""], "link.json"));
    }
}

#[test]
fn standard_input() {
    for paths in [vec![], vec!["-".into()]] {
        let named = Inputs { paths, stdin_filename: Some("x.pgn".into()), ..Inputs::default() };
        let sources: Vec<_> = Sources::new(named).map(Result::unwrap).collect();
        assert_eq!(sources.len(), 1);
        assert_eq!((&*sources[0].name, &sources[0].place), ("x.pgn", &SourceLocation::StandardInput));
    }
}

// --------------------------------------------------------------------------------------------------- unpacking

/// Text that does not compress well.
fn games(count: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let mut state = 1_u64;
    for game in 0..count {
        write!(text, "[Event \"{game}\"]\n[Result \"*\"]\n\n").unwrap();
        for ply in 1..60 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            write!(text, "{ply}. N{:x} ", state >> 40).unwrap();
        }
        text.extend_from_slice(b"*\n\n");
    }
    text
}

fn pack(format: Format, text: &[u8]) -> Vec<u8> {
    match format {
        Format::Gzip => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        Format::Bzip2 => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        Format::Zstd => {
            let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
            encoder.include_checksum(true).unwrap();
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        Format::Xz => {
            let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        Format::Zip => unreachable!("an archive is no stream"),
    }
}

const FORMATS: [Format; 4] = [Format::Gzip, Format::Bzip2, Format::Zstd, Format::Xz];

/// The unpacked text, and the error that followed.
fn unpack(packed: Vec<u8>, opening: &OpenOptions) -> (Option<Format>, Vec<u8>, Option<InputErrorKind>) {
    let mut input = DecompressedSource::new(Box::new(Cursor::new(packed)), opening).unwrap();
    let (mut text, mut buffer) = (Vec::new(), vec![0; 10_000]);
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return (input.format(), text, None),
            Ok(read) => text.extend_from_slice(&buffer[..read]),
            Err(error) => return (input.format(), text, Some(error.downcast().unwrap())),
        }
    }
}

#[test]
fn every_format_in_one_part_and_several() {
    let text = games(300);
    let (front, back) = text.split_at(text.len() / 3);
    for format in FORMATS {
        let taken = Arc::new(AtomicU64::new(0));
        let opening = OpenOptions { bytes_read: Some(Arc::clone(&taken)), ..OpenOptions::default() };
        let packed = pack(format, &text);
        let size = packed.len() as u64;
        let (seen, unpacked, trouble) = unpack(packed, &opening);
        assert!(seen == Some(format) && trouble.is_none() && unpacked == text, "{format}");
        assert_eq!(taken.load(Ordering::Relaxed), size, "{format}");

        let parts = [pack(format, front), pack(format, b""), pack(format, back)].concat();
        let (seen, unpacked, trouble) = unpack(parts, &opening);
        assert!(seen == Some(format) && trouble.is_none() && unpacked == text, "{format}: {trouble:?}");
    }
    let (seen, unpacked, trouble) = unpack(text.clone(), &OpenOptions::default());
    assert!(seen.is_none() && trouble.is_none() && unpacked == text);
    for short in [&b""[..], b"B", b"BZh1", b"[", b"\x1f", b"\xfd7zXZ"] {
        let (seen, unpacked, trouble) = unpack(short.to_vec(), &OpenOptions::default());
        assert!(seen.is_none() && trouble.is_none() && unpacked == short);
    }
    // A tape or a disk pads its last block.
    let padded =
        [pack(Format::Gzip, front), vec![0; 300_000], pack(Format::Gzip, back), vec![0; 512]].concat();
    let (_, unpacked, trouble) = unpack(padded, &OpenOptions::default());
    assert!(trouble.is_none() && unpacked == text, "{trouble:?}");
    // Parallel zstd compressors write a frame first that must be skipped.
    let skipped = [&b"\x50\x2a\x4d\x18\x04\0\0\0abcd"[..], &pack(Format::Zstd, &text)].concat();
    assert!(unpack(skipped, &OpenOptions::default()).1 == text);
}

#[test]
fn what_is_there_of_a_cut_stream_is_delivered() {
    let text = games(8000);
    for format in FORMATS {
        let packed = pack(format, &text);
        for percent in [1, 60, 99] {
            let (_, unpacked, trouble) =
                unpack(packed[..packed.len() * percent / 100].to_vec(), &OpenOptions::default());
            assert!(
                matches!(trouble, Some(InputErrorKind::CutShort(f)) if f == format),
                "{format} {percent}: {trouble:?}"
            );
            assert!(text.starts_with(&unpacked));
            // bzip2 returns nothing of an unfinished block, which has at most 900 kB.
            let least = (text.len() * percent / 100).saturating_sub(MIB);
            assert!(unpacked.len() >= least, "{format} {percent}: {} of {least}", unpacked.len());
        }
        for cut in 7..40 {
            let (_, _, trouble) = unpack(packed[..cut].to_vec(), &OpenOptions::default());
            assert!(matches!(trouble, Some(InputErrorKind::CutShort(_))), "{format} {cut}: {trouble:?}");
        }
        let mut damaged = packed.clone();
        for byte in &mut damaged[packed.len() / 2..packed.len() / 2 + 64] {
            *byte ^= 0x55;
        }
        let (_, unpacked, trouble) = unpack(damaged, &OpenOptions::default());
        assert!(matches!(trouble, Some(InputErrorKind::Damaged { .. })), "{format}: {trouble:?}");
        assert!(unpacked.len() >= text.len() / 2 - 2 * MIB);
    }
}

#[test]
fn windows_that_are_too_large_are_refused_with_what_to_do() {
    let text = games(2000);
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.long_distance_matching(true).unwrap();
    encoder.window_log(27).unwrap();
    encoder.write_all(&text).unwrap();
    let packed = encoder.finish().unwrap();
    let (_, unpacked, trouble) = unpack(packed.clone(), &OpenOptions::default());
    assert!(unpacked.is_empty());
    let words = trouble.unwrap().to_string();
    assert!(words.contains("more than 64 MiB"), "{words}");
    assert!(words.contains("`zstd -d --long=31`") && words.contains("--max-window"), "{words}");
    let (_, unpacked, trouble) =
        unpack(packed, &OpenOptions { max_window: 128 << 20, ..OpenOptions::default() });
    assert!(trouble.is_none() && unpacked == text);

    let packed = pack(Format::Xz, &text);
    let (_, _, trouble) = unpack(packed, &OpenOptions { max_window: 64 << 10, ..OpenOptions::default() });
    let words = trouble.unwrap().to_string();
    assert!(words.contains("`xz -d`") && words.contains("--max-window"), "{words}");
    // The largest window of the standard presets.
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 9);
    encoder.write_all(&text).unwrap();
    let (_, unpacked, trouble) = unpack(encoder.finish().unwrap(), &OpenOptions::default());
    assert!(trouble.is_none() && unpacked == text);
}

#[test]
fn a_packed_file_is_opened_cut_and_its_error_named() {
    let folder = Folder::new("open");
    let text = games(100);
    let packed = pack(Format::Gzip, &text);
    fs::write(folder.path("whole"), &packed).unwrap();
    fs::write(folder.path("half"), &packed[..packed.len() / 2]).unwrap();
    let limits = Limits { target: 4096, ..Limits::default() };
    let read = |name: &str| {
        let source = Source::file(folder.path(name));
        let (mut bytes, mut error, mut last) = (Vec::new(), None, false);
        for chunk in Chunks::open(&source, &OpenOptions::default(), limits)? {
            assert!(error.is_none() && !last);
            match chunk {
                Ok(chunk) => {
                    bytes.extend_from_slice(&chunk.bytes);
                    last = chunk.is_last;
                }
                Err(e) => error = Some(e),
            }
        }
        Ok::<_, InputError>((bytes, error, last))
    };
    let (bytes, error, last) = read("whole").unwrap();
    assert!(bytes == text && error.is_none() && last);
    let (bytes, error, last) = read("half").unwrap();
    assert!(text.starts_with(&bytes) && bytes.len() > text.len() / 3 && !last);
    let error = error.unwrap();
    assert!(
        error.path.ends_with("/half") && matches!(error.why, InputErrorKind::CutShort(Format::Gzip)),
        "{error}"
    );
    assert!(matches!(read("none").unwrap_err().why, InputErrorKind::Missing));
    assert!(matches!(read("").unwrap_err().why, InputErrorKind::Open(_)));
}

// ----------------------------------------------------------------------------------------------------- cutting

#[test]
fn ordinary_text_is_cut_at_its_last_game() {
    let text = games(5000);
    let all = cut_up(&text, Limits::default());
    assert!(all.len() > 1);
    for chunk in &all {
        assert!(chunk.bytes.starts_with(b"[Event \"") && chunk.gaps.is_empty() && !chunk.is_truncated);
        assert!(chunk.is_last || chunk.bytes.len() > Limits::default().target - 4096);
        assert_eq!(*chunk.bytes, text[usize::try_from(chunk.offset).unwrap()..][..chunk.bytes.len()]);
    }
    assert_eq!(all.iter().filter(|chunk| chunk.is_last).count(), 1);
    assert!(all.iter().map(|chunk| &chunk.bytes[..]).collect::<Vec<_>>().concat() == text);
    assert!(cut_up(b"", Limits::default()).is_empty());
}

#[test]
fn chunks_can_be_cut_on_another_thread() {
    fn sent<T: Send>() {}
    sent::<Chunks<DecompressedSource>>();
    sent::<Sources>();
    sent::<Chunk>();
    sent::<InputError>();
}

#[test]
fn buffers_go_round() {
    let text = games(20_000);
    let mut input = chunks(&text[..], Limits::default());
    let mut places: Vec<usize> = Vec::new();
    let mut count = 0;
    while let Some(chunk) = input.next() {
        let bytes = chunk.unwrap().bytes;
        // A text need not begin where its buffer does, but two buffers are at least as far apart as they
        // are long.
        let at = bytes.as_ptr().addr();
        if !places.iter().any(|place| place.abs_diff(at) < Limits::default().target) {
            places.push(at);
        }
        input.recycle(bytes);
        count += 1;
    }
    assert!(count > 5 && places.len() <= 2, "{count} chunks in {} buffers", places.len());
    assert!(input.peak_memory() < 3 * MIB);
}

#[test]
fn utf_16_is_read_as_utf_8() {
    let text = "[Event \"Москва, турнир чемпионов\"]\n\n1. e4 *\n\n".repeat(3000);
    let low_first: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let high_first: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, encoding) in [(low_first, Encoding::Utf16Le), (high_first, Encoding::Utf16Be)] {
        for limits in [Limits::default(), Limits { target: 1000, ..Limits::default() }] {
            let mut input = chunks(Dribble(&bytes, 0), limits);
            let all: Vec<Chunk> = input.by_ref().map(Result::unwrap).collect();
            let read: Vec<u8> = all.iter().flat_map(|chunk| chunk.bytes.clone()).collect();
            assert!(read == text.as_bytes() && all.len() > 1 && all.last().unwrap().is_last);
            assert_eq!(input.encoding(), encoding);
        }
        let mut input = chunks(&bytes[..], Limits::default()).encoded(Encoding::Utf8);
        assert!(matches!(input.next().unwrap().unwrap_err().why, InputErrorKind::Utf16));
        assert!(input.next().is_none());
    }
    let mut input = chunks(&b"\0e\0 e"[..], Limits::default()).encoded(Encoding::Utf16Be);
    assert_eq!(input.next().unwrap().unwrap().bytes, "e \u{fffd}".as_bytes());
    for text in [
        &b"\0[Event \"a\"]\n"[..],
        b"[\0vent \"a\"]\n",
        b"\xff\xfe[Event \"a\"]\n",
        b"\0\0\0\0[Event",
        b"\0a",
    ] {
        assert_eq!(&*cut_up(text, Limits::default())[0].bytes, text);
    }
}

#[test]
fn data_that_are_not_text_are_not_read() {
    let noise: Vec<u8> =
        (0..10_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for data in [&b"\x7fELF {1. e4 *}"[..], b"%PDF-1.4\n\n1. e4 *", &noise] {
        let mut input = chunks(data, Limits::default());
        assert!(matches!(input.next().unwrap().unwrap_err().why, InputErrorKind::Foreign(_)));
        assert!(input.next().is_none());
    }
}

#[test]
fn dos_text_ends_with_its_mark() {
    let text = [&games(3)[..], b"\x1aNf3 left over\0\0"].concat();
    for target in [100, 4096] {
        let all = cut_up(&text, Limits { target, ..Limits::default() });
        assert!(all.iter().flat_map(|chunk| chunk.bytes.clone()).eq(games(3)));
        assert_eq!(all.iter().filter(|chunk| chunk.is_last).count(), 1);
    }
    // Files that were joined keep all their games.
    let text = [&games(3)[..], b"\x1a", &games(2)].concat();
    assert!(cut_up(&text, Limits::default()).iter().flat_map(|chunk| chunk.bytes.clone()).eq(text));
}

#[test]
fn carriage_returns_alone_end_lines_too() {
    let text = b"[Event \"a\"]\r\r1. e4 *\r\r[Event \"b\"]\r\r1. d4 *\r";
    for target in [30, 4096] {
        let all = cut_up(text, Limits { target, ..Limits::default() });
        assert_eq!(all.iter().map(Chunk::newlines).sum::<u64>(), 7);
        assert_eq!(all.iter().map(Chunk::source_length).sum::<u64>(), text.len() as u64);
    }
    // Only if all lines end with CR: this one is within a line.
    let text = b"[Event \"a\"]\r\n\r\n1. e4 {a\rb} *\r\n";
    assert_eq!(&*cut_up(text, Limits::default())[0].bytes, text);
}

#[test]
fn a_byte_order_mark_is_delivered_and_no_game() {
    let text = [b"\xef\xbb\xbf", &games(3)[..]].concat();
    let all = cut_up(&text, Limits { target: 1, max_held: 4096, ..Limits::default() });
    assert!(all[0].bytes.starts_with(b"\xef\xbb\xbf[Event \"0\"]") && all[0].bytes.len() > 200);
}

#[test]
fn a_read_error_comes_after_what_was_read() {
    struct Failing<'a>(&'a [u8], u32);
    impl Read for Failing<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            if self.1 % 2 == 1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if self.0.is_empty() { Err(io::Error::other("gone")) } else { self.0.read(into) }
        }
    }
    let text = games(100);
    for target in [1000, MIB] {
        let mut read = Vec::new();
        let mut input = chunks(Failing(&text, 0), Limits { target, ..Limits::default() });
        let error = loop {
            match input.next().unwrap() {
                Ok(chunk) => {
                    assert!(!chunk.is_last);
                    read.extend_from_slice(&chunk.bytes);
                }
                Err(error) => break error,
            }
        };
        assert!(read == text && matches!(error.why, InputErrorKind::Read(_)));
        assert!(input.next().is_none());
    }
}

#[test]
fn an_undecided_header_counts_when_no_more_can_be_held() {
    let one = b"[Event \"a\"]\n\n1. e4 { never closed *\n\n";
    let more = b"[Event \"b\"]\n\n1. e4 *\n\n".repeat(100);
    let text = [&one[..], &more].concat();
    let all = cut_up(&text, Limits { target: 100, max_held: 400, ..Limits::default() });
    assert!(all.len() > 3 && all.iter().all(|chunk| chunk.gaps.is_empty() && chunk.bytes.len() <= 500));
    assert!(all.iter().all(|chunk| chunk.bytes.starts_with(b"[Event")));
}

// --------------------------------------------------------------------------------------------------- long games

/// Parts one after another, each repeated: long text that takes no memory.
struct Parts(Vec<(&'static [u8], usize)>, usize);

impl Parts {
    fn new(parts: &[(&'static [u8], usize)]) -> Self {
        Self(parts.iter().rev().copied().collect(), 0)
    }

    fn len(&self) -> u64 {
        self.0.iter().map(|(part, times)| (part.len() * times) as u64).sum()
    }

    fn newlines(&self) -> u64 {
        self.0.iter().map(|(part, times)| (memchr::memchr_iter(b'\n', part).count() * times) as u64).sum()
    }
}

impl Read for Parts {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < into.len()
            && let Some((part, times)) = self.0.last_mut()
        {
            if *times == 0 {
                self.0.pop();
                continue;
            }
            let rest = &part[self.1..];
            let read = rest.len().min(into.len() - filled);
            into[filled..filled + read].copy_from_slice(&rest[..read]);
            filled += read;
            self.1 += read;
            if self.1 == part.len() {
                (self.1, *times) = (0, *times - 1);
            }
        }
        Ok(filled)
    }
}

const BEFORE: (&[u8], usize) = (b"[Event \"before\"]\n\n1. e4 *\n\n", 3);
const LONG: (&[u8], usize) = (b"[Event \"long\"]\n\n1. e4 ", 1);
const AFTER: (&[u8], usize) = (b" e5 *\n\n[Event \"after\"]\n\n1. d4 { x } *\n\n", 1);

/// The condensed chunk of a long game between others, with nothing lost around it, in little memory.
fn condensed(parts: &[(&'static [u8], usize)]) -> Chunk {
    let input = Parts::new(parts);
    let (len, newlines) = (input.len(), input.newlines());
    let mut input = chunks(input, Limits::default());
    let mut all: Vec<Chunk> = input.by_ref().map(Result::unwrap).collect();
    assert!(input.peak_memory() < 16 * MIB, "{} bytes held", input.peak_memory());
    let (mut offset, mut lines) = (0, 0);
    for chunk in &all {
        assert_eq!(chunk.offset, offset);
        offset += chunk.source_length();
        lines += chunk.newlines();
    }
    assert_eq!((offset, lines), (len, newlines));
    assert!(all.last().unwrap().is_last && all.last().unwrap().bytes.starts_with(b"[Event \"after\"]"));
    assert!(all[0].bytes.starts_with(b"[Event \"before\"]"));
    all.retain(|chunk| !chunk.gaps.is_empty());
    assert_eq!(all.len(), 1);
    let chunk = all.remove(0);
    assert!(
        chunk.bytes.ends_with(b"e5 *\n\n"),
        "{:?}",
        String::from_utf8_lossy(chunk.bytes.last_chunk::<40>().unwrap())
    );
    assert_eq!(chunk.source_offset(chunk.bytes.len()), chunk.offset + chunk.source_length());
    chunk
}

#[test]
fn a_comment_of_64_mib() {
    let chunk = condensed(&[BEFORE, LONG, (b"{", 1), (b"abc\n", 16 * MIB), (b"}", 1), AFTER]);
    assert!(chunk.bytes.starts_with(b"[Event \"long\"]\n\n1. e4 {abc\nabc\n"));
    assert!(chunk.bytes.ends_with(b"abc\n} e5 *\n\n"));
    assert!((64 << 10..65 << 10).contains(&chunk.bytes.len()));
    // The closing brace starts a line.
    let brace = chunk.bytes.iter().position(|&byte| byte == b'}').unwrap();
    assert_eq!(chunk.line_start(brace), chunk.source_offset(brace));
    assert_eq!(chunk.newlines_before(brace), 2 + 16 * MIB as u64);
    assert_eq!(chunk.line_start(20), chunk.offset + 16);
}

#[test]
fn a_comment_that_quotes_games() {
    let quoted = (&b"\n\n[Event \"quoted\"]\n\n1. e4\n"[..], 1000);
    let (before, behind) = ((&b"x"[..], 3 * MIB), (&b"x"[..], MIB / 2));
    let chunk = condensed(&[BEFORE, LONG, (b"{", 1), before, quoted, behind, (b"}", 1), AFTER]);
    assert!(chunk.bytes.len() < 65 << 10);
}

#[test]
fn a_comment_that_is_never_closed() {
    // The games after it have comments, or none within the limit.
    let plain = (&b"\n\n[Event \"plain\"]\n\n1. e4 *\n"[..], MIB);
    for next in [(&b"\n\n[Event \"next\"]\n\n1. e4 { x } *\n\n"[..], 1), plain] {
        let input = Parts::new(&[BEFORE, LONG, (b"{", 1), (b"x", 20 * MIB), next, AFTER]);
        let mut input = chunks(input, Limits::default());
        let mut starts = 0;
        for chunk in input.by_ref().map(Result::unwrap) {
            assert!(chunk.bytes.starts_with(b"[Event \"") && !chunk.is_truncated);
            starts += chunk.bytes.windows(8).filter(|part| part == b"[Event \"").count();
        }
        assert_eq!(starts, 3 + 1 + next.1 + 1);
        assert!(input.peak_memory() < 16 * MIB, "{} bytes held", input.peak_memory());
    }
}

#[test]
fn a_token_of_64_mib() {
    let chunk = condensed(&[BEFORE, LONG, (b"a", 64 * MIB), AFTER]);
    assert_eq!(chunk.bytes.len(), 22 + 256 + 7);
    assert_eq!(chunk.gaps.len(), 1);
    assert_eq!(chunk.source_offset(22 + 255), chunk.offset + 22 + 255);
    assert_eq!(chunk.source_offset(22 + 256), chunk.offset + 22 + 64 * MIB as u64);
}

#[test]
fn variations_nested_without_end() {
    let depth = 5 * MIB;
    let chunk = condensed(&[BEFORE, LONG, (b"(", depth), (b" e4 {)} ;)\n", 1), (b")", depth), AFTER]);
    assert!(chunk.bytes.ends_with(b" e4 () e5 *\n\n"));
    let chunk = condensed(&[BEFORE, LONG, (b"(1. d4 ", 8 * MIB), (b"(d5) ", 100), (b")", 8 * MIB), AFTER]);
    assert!(chunk.bytes.ends_with(b" e4 () e5 *\n\n"));
    // A comment that is never closed ends with the next game.
    let input = Parts::new(&[LONG, (b"(", 12 * MIB), AFTER]);
    let all: Vec<_> = chunks(input, Limits::default()).map(Result::unwrap).collect();
    assert_eq!(all.len(), 2);
}

#[test]
fn short_variations_are_kept() {
    let chunk = condensed(&[BEFORE, LONG, (b"(1. d4 d5) ", 100), (b"{x}", 1), (b"a", 9 * MIB), AFTER]);
    assert!(chunk.bytes.starts_with(b"[Event \"long\"]\n\n1. e4 (1. d4 d5) (1. d4 d5) "));
}

#[test]
fn blanks_of_64_mib() {
    for blanks in [&b" "[..], b"\n", b" \t\r\n", b"\r"] {
        let chunk = condensed(&[BEFORE, LONG, (blanks, 64 * MIB / blanks.len()), AFTER]);
        assert!(chunk.bytes.len() < 65 << 10);
    }
    // An escape line after them is still an escape line.
    let chunk = condensed(&[BEFORE, LONG, (b" \n", 10 * MIB), (b"% (\n", 1), AFTER]);
    assert!(chunk.bytes.ends_with(b" \n% (\n e5 *\n\n"));
}

#[test]
fn a_tag_of_64_mib() {
    let tag = (&b"[Event \"long\"]\n[Site \""[..], 1);
    let chunk = condensed(&[BEFORE, tag, (b"a \\\"](", 16 * MIB), (b"\"]\n[X \"y\"]\n\n1. e4", 1), AFTER]);
    assert!(chunk.bytes.len() < 65 << 10);
    assert!(chunk.bytes.ends_with(b"\"]\n[X \"y\"]\n\n1. e4 e5 *\n\n"));
}

#[test]
fn lines_of_64_mib() {
    let chunk = condensed(&[BEFORE, LONG, (b"\n%", 1), (b"{( ", 16 * MIB), (b"\n", 1), AFTER]);
    assert!(chunk.bytes.len() < 1024);
    let chunk = condensed(&[BEFORE, LONG, (b";", 1), (b"{( ", 16 * MIB), (b"\n", 1), AFTER]);
    assert!(chunk.bytes.len() < 65 << 10);
}

#[test]
fn a_game_too_long_even_so_is_cut_short() {
    let limits = Limits { max_condensed: 10 * MIB, ..Limits::default() };
    let input = Parts::new(&[BEFORE, LONG, (b"e4 e5\n", 4 * MIB), AFTER]);
    let (len, newlines) = (input.len(), input.newlines());
    let all: Vec<_> = chunks(input, limits).map(Result::unwrap).collect();
    let chunk = all.iter().find(|chunk| chunk.is_truncated).unwrap();
    assert!((10 * MIB - 6..=10 * MIB).contains(&chunk.bytes.len()));
    let last = all.last().unwrap();
    assert!(last.is_last && last.bytes.starts_with(b"[Event \"after\"]"));
    assert_eq!(last.offset + last.source_length(), len);
    assert_eq!(all.iter().map(Chunk::newlines).sum::<u64>(), newlines);
    // Dropped text counts too.
    let limits = Limits { max_condensed: MIB, ..Limits::default() };
    let variation: &[u8] = Box::leak([b"(", &[b'x'; 300][..], b")"].concat().into_boxed_slice());
    let all: Vec<_> =
        chunks(Parts::new(&[LONG, (variation, MIB / 10)]), limits).map(Result::unwrap).collect();
    assert!(all.len() == 1 && all[0].is_truncated && all[0].gaps.len() * size_of_val(&all[0].gaps[0]) <= MIB);
}

#[test]
fn what_is_cut_short_ends_with_a_whole_move_comment_or_variation() {
    let text = format!(
        "[Event \"long\"]\n\n{}*\n",
        "12. e8=Q {a comment} Nf3+ (1. d4 d5) ;a line\ne4\n".repeat(100)
    );
    let ends = ["12.", "e8=Q", "}", "Nf3+", ")", "line", "e4"];
    let mut seen = std::collections::BTreeSet::new();
    for condensed in 1000..1100 {
        let limits = Limits { target: 100, max_held: 400, max_condensed: condensed };
        let all = cut_up(text.as_bytes(), limits);
        let [chunk] = all.as_slice() else { panic!("{} chunks", all.len()) };
        assert!(
            chunk.is_truncated && chunk.bytes.len() <= condensed && text.as_bytes().starts_with(&chunk.bytes)
        );
        assert_eq!(chunk.source_length(), text.len() as u64);
        assert_eq!(chunk.newlines(), memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64);
        let kept = chunk.bytes.trim_ascii_end();
        seen.extend(ends.into_iter().filter(|end| kept.ends_with(end.as_bytes())));
        assert!(ends.iter().any(|end| kept.ends_with(end.as_bytes())), "{}", kept.escape_ascii());
    }
    assert!(seen.len() > 3, "{seen:?}");
}

#[test]
fn weaker_starts_count_where_nothing_else_is_found() {
    let limits = Limits { target: 1000, max_held: 4000, ..Limits::default() };
    for game in ["[White \"a\"]\n\n1. e4 *\n\n", "1. e4 e5 1-0\n\n", "[Event \"a\"]\n[Site \"b\"]\n"] {
        let text = ["[Event \"first\"]\n\n1. e4 *\n\n".to_string(), game.repeat(1000)].concat();
        let all = cut_up(text.as_bytes(), limits);
        assert!(all.len() >= 5, "{game}");
        let again: Vec<u8> = all.iter().flat_map(|chunk| chunk.bytes.clone()).collect();
        assert!(again == text.as_bytes());
        // Also within text that is already being condensed.
        let text = [format!("[Event \"first\"]\n\n{{{}}} *\n", "x".repeat(9000)), game.repeat(1000)].concat();
        let all = cut_up(text.as_bytes(), limits);
        assert!(all[1].bytes.starts_with(game.as_bytes()), "{game}");
        let again: Vec<u8> = all.iter().flat_map(|chunk| chunk.bytes.clone()).collect();
        assert!(again == text.as_bytes(), "{game}");
    }
}

// -------------------------------------------------------------------------------------------------- properties

fn part() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-z ]{0,12}".prop_map(|name| format!("[Event \"{name}\"]\n[Site \"?\"]\n\n1. e4 e5 1-0\n\n")),
        2 => Just("[Event \"alone\"]\n[Site \"?\"]\n\n".to_string()),
        2 => Just("[Event \"close\"]\n1. e4 *\n".to_string()),
        2 => Just("[White \"no event\"]\n[Black \"?\"]\n\n1. e4 *\n\n".to_string()),
        1 => Just("1. e4 e5 2. Nf3 1/2-1/2\n\n".to_string()),
        3 => "[a-z \n]{0,40}".prop_map(|text| format!("{{{text}}} ")),
        2 => "[a-z \n]{0,9}".prop_map(|text| format!("{{ see\n\n[Event \"quoted\"]\n\n1. {text} }} ")),
        1 => Just("{ never closed ".to_string()),
        1 => Just("{ never closed\n\n[Event \"quoted?\"]\n\n".to_string()),
        1 => Just("} stray \n".to_string()),
        1 => Just("; rest } of line {\n".to_string()),
        1 => Just("\n; rest of line [Site \"x\"]\n".to_string()),
        1 => Just("\n% escape\n".to_string()),
        1 => Just("*[White \"close\"]\n[Black \"?\"]\n".to_string()),
        1 => Just("\u{feff}[White \"mark\"]\n[Black \"?\"]\n".to_string()),
        1 => Just("Black \"no bracket\"]\n[White \"?\"]\n".to_string()),
        1 => Just("\n% escape { [Event \"x\"]\n".to_string()),
        1 => Just("[Site \"brace {\"]\n".to_string()),
        2 => "[a-z \n{}]{0,24}".prop_map(|stray| format!("[Site \"?\"]{stray}\n[Round \"?\"]\n")),
        1 => "[a-h1-8. \n]{0,24}".prop_map(|stray| format!("{stray}\n[Round \"?\"]\n[Annotator \"?\"]\n")),
        2 => "[\n \t]{0,30}",
        1 => (250_usize..600).prop_map(|len| format!("{} ", "a".repeat(len))),
        1 => (250_usize..600).prop_map(|len| format!("({}) ", "a\n ".repeat(len / 3))),
        1 => (250_usize..600).prop_map(|len| format!("\n%{}\n", "( ".repeat(len / 2))),
        1 => Just("(1. d4 (1. c4) ".to_string()),
        1 => Just("[b]1. e4 e5[/b] 2. Nf3<br/>[0:35] Nc6 *\n".to_string()),
        2 => "[e-h1-8 .\n]{0,200}",
    ]
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    (prop::collection::vec(part(), 0..40), 0..3).prop_map(|(parts, ends)| {
        let text = parts.concat();
        match ends {
            0 => text,
            1 => text.replace('\n', "\r\n"),
            _ => text.replace('\n', "\r"),
        }
        .into_bytes()
    })
}

/// The lines of a text with their starts; `\n`, `\r` and both end one.
fn lines(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut lines = Vec::new();
    let mut start = 0;
    for at in 0..text.len() {
        let is_end = text[at] == b'\n' || text[at] == b'\r' && text.get(at + 1) != Some(&b'\n');
        if is_end {
            lines.push((start, text[start..at].strip_suffix(b"\r").unwrap_or(&text[start..at])));
            start = at + 1;
        }
    }
    lines.push((start, &text[start..]));
    lines
}

/// The last line of a text, without blanks around it and without the comments at its end.
fn line_before_comments(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_end();
        let braces = text.strip_suffix(b"}").map(|inner| inner.iter().rposition(|byte| b"{}".contains(byte)));
        match braces {
            Some(Some(open)) if text[open] == b'{' => text = &text[..open],
            _ => break,
        }
    }
    text.rsplit(|&byte| boundary::is_break(byte)).next().unwrap_or_default().trim_ascii_start()
}

/// The rule again, without regard to cost. `kinds`: event lines, tags, moves.
fn is_start(text: &[u8], from: usize, at: usize, kinds: [bool; 3]) -> bool {
    let last_line = text[from..at].trim_ascii_end().rsplit(|&byte| boundary::is_break(byte)).next();
    let behind_result = text[at] == b'[' && last_line.is_some_and(boundary::ends_in_result);
    if kinds[1] && behind_result && Braces::around(&text[from..], at - from) == Braces::Outside {
        return true;
    }
    let lines = lines(&text[from..]);
    let Some(number) = lines.iter().position(|&(start, _)| from + start == at) else {
        return false;
    };
    let line = lines[number].1;
    let blank = |line: &[u8]| line.trim_ascii().is_empty();
    let before = number.checked_sub(1).map(|number| lines[number].1);
    let solid = lines[..number].iter().rev().map(|line| line.1).find(|line| !blank(line));
    let last = text[from..at].iter().rev().find(|&&byte| matches!(byte, b'{' | b'}'));
    let next = text[at..].iter().find(|&&byte| matches!(byte, b'{' | b'}'));
    let outside = last != Some(&b'{');
    let event = line.starts_with(b"[Event \"")
        && before.is_none_or(|line| blank(line) || !line.trim_ascii_start().starts_with(b"["))
        && (outside || next != Some(&b'}'));
    let solid_tag = line_before_comments(&text[from..at]);
    let tag = line.starts_with(b"[") && !solid_tag.is_empty() && !solid_tag.starts_with(b"[");
    let moves = line.starts_with(b"1.") && solid.is_some_and(boundary::ends_in_result);
    kinds[0] && event || kinds[1] && outside && tag || kinds[2] && outside && moves
}

/// The starts of the games of a text that is read as a whole.
fn starts_of_games(text: &[u8]) -> Vec<usize> {
    let (mut reader, mut record, mut starts) = (Reader::new(text), Record::default(), Vec::new());
    while reader.next(&mut record) == NextGame::Read {
        starts.push(record.span.start as usize);
    }
    starts
}

/// The text as chunks hold it: if all lines end with carriage returns, these may be read as newlines.
fn as_read(text: &[u8], chunks: &[Chunk]) -> Vec<u8> {
    if text.contains(&b'\n') || chunks.iter().all(|chunk| chunk.newlines() == 0) {
        return text.to_vec();
    }
    text.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect()
}

/// A reader that returns a few bytes at a time.
struct Dribble<'a>(&'a [u8], usize);

impl Read for Dribble<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1 % 7 + 1;
        let most = self.1.min(into.len());
        self.0.read(&mut into[..most])
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chunks_are_the_text_and_cuts_are_starts(text in text(), target in 1_usize..1500) {
        let limits = Limits { target, ..Limits::default() };
        let all = cut_up(&text, limits);
        let given = text;
        let text = as_read(&given, &all);
        prop_assert_eq!(all.iter().flat_map(|chunk| chunk.bytes.clone()).collect::<Vec<_>>(), text.clone());
        for pair in all.windows(2) {
            let (from, at) = (usize::try_from(pair[0].offset).unwrap(), usize::try_from(pair[1].offset).unwrap());
            prop_assert!(is_start(&text, from, at, [true; 3]), "{from}..{at} {:?}", String::from_utf8_lossy(&text));
            // If there are event lines, no move number is taken for a start, and the reader of the whole
            // text starts a game there.
            let event = lines(&text[from..at]).iter().any(|(_, line)| boundary::is_event_line(line));
            prop_assert!(!event || is_start(&text, from, at, [true, true, false]), "{from}..{at} {:?}", String::from_utf8_lossy(&text));
            if text[at] == b'[' && Braces::around(&text[from..], at - from) == Braces::Outside {
                let games = starts_of_games(&text[from..]);
                prop_assert!(games.contains(&(at - from)), "{from}..{at} {games:?} {:?}", String::from_utf8_lossy(&text));
            }
            prop_assert!(Braces::around(&text[from..], at - from) != Braces::Inside);
        }
        prop_assert_eq!(all.iter().filter(|chunk| chunk.is_last).count(), usize::from(!text.is_empty()));
        let dribbled: Vec<_> = chunks(Dribble(&given, 0), limits).map(Result::unwrap).collect();
        prop_assert_eq!(dribbled, all);
    }

    #[test]
    fn what_is_condensed_keeps_its_places(text in text(), target in 1_usize..300, longest in 1_usize..600, condensed in 200_usize..4000) {
        let limits = Limits { target, max_held: longest, max_condensed: condensed };
        let all = cut_up(&text, limits);
        let given = text;
        let text = as_read(&given, &all);
        let mut offset = 0;
        for chunk in &all {
            prop_assert_eq!(chunk.offset, offset);
            let at = usize::try_from(offset).unwrap();
            for index in 0..=chunk.bytes.len() {
                let place = usize::try_from(chunk.source_offset(index)).unwrap();
                if index < chunk.bytes.len() {
                    prop_assert_eq!(chunk.bytes[index], text[place]);
                }
                let before = &text[at..place];
                prop_assert_eq!(chunk.newlines_before(index), memchr::memchr_iter(b'\n', before).count() as u64);
                let start = text[..place].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
                prop_assert_eq!(chunk.line_start(index), start as u64, "{} {:?}", index, chunk);
            }
            // A construct that was begun is dropped, however long it is.
            prop_assert!(!chunk.is_truncated || chunk.source_length() + 100 >= condensed as u64 / 2);
            offset += chunk.source_length();
        }
        prop_assert_eq!(offset, text.len() as u64);
        let dribbled: Vec<_> = chunks(Dribble(&given, 0), limits).map(Result::unwrap).collect();
        prop_assert_eq!(dribbled, all);
    }

    #[test]
    fn comments_end_where_cuts_say(text in text()) {
        for (open, _) in text.iter().enumerate().filter(|(_, byte)| **byte == b'{') {
            match boundary::comment_end(&text, open) {
                boundary::CommentEnd::Brace(at) => prop_assert_eq!(text[at], b'}'),
                // No cut is made within a line, where another record was spliced in.
                boundary::CommentEnd::Header(at) if !matches!(text[at - 1], b'\n' | b'\r') => {
                    prop_assert!(text[at..].starts_with(b"[Event"));
                }
                boundary::CommentEnd::Header(at) => {
                    prop_assert!(is_start(&text, 0, at, [true, false, false]) || boundary::begins_other_game(&text, at));
                    prop_assert!(matches!(Braces::around(&text, at), Braces::Unclosed | Braces::Undecided));
                }
                boundary::CommentEnd::Nowhere => prop_assert_eq!(memchr::memchr(b'}', &text[open..]), None),
            }
        }
    }
}
