//! A compressed file of many frames reports the same as its text.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use jadoube::internals::audit::Summary;
use jadoube::internals::finding::GameReport;
use jadoube::internals::input::{InputErrorKind, OpenOptions, ShardRequest, Share, Source};
use jadoube::internals::shards::{CutSettings, cut};

use super::shards::{Folder, Kept, Sort, archive, audit_broken as audit, jadoube, parted, text, without};
use crate::support::random::Random;

/// How a text is compressed in frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Packing {
    Zstd,
    /// With the size of each frame before it.
    Pzstd,
    Bgzip,
    Pbzip2,
}

const PACKINGS: [Packing; 4] = [Packing::Zstd, Packing::Pzstd, Packing::Bgzip, Packing::Pbzip2];

impl Packing {
    /// A frame that holds this text.
    fn frame(self, text: &[u8]) -> Vec<u8> {
        match self {
            Self::Zstd | Self::Pzstd => {
                let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
                encoder.include_checksum(true).unwrap();
                encoder.write_all(text).unwrap();
                let frame = encoder.finish().unwrap();
                let size = u32::try_from(frame.len()).unwrap().to_le_bytes();
                let before = if self == Self::Pzstd {
                    [&b"\x50\x2a\x4d\x18\x04\0\0\0"[..], &size].concat()
                } else {
                    Vec::new()
                };
                [before, frame].concat()
            }
            Self::Bgzip => {
                text.chunks(60_000).chain(text.is_empty().then_some(text)).flat_map(bgzf_block).collect()
            }
            Self::Pbzip2 => {
                let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
                encoder.write_all(text).unwrap();
                encoder.finish().unwrap()
            }
        }
    }

    /// A file with a frame for each part of a text.
    fn file(self, parts: &[&[u8]]) -> Vec<u8> {
        let mut file: Vec<u8> = parts.iter().flat_map(|part| self.frame(part)).collect();
        if self == Self::Bgzip {
            file.extend(bgzf_block(b""));
        }
        file
    }
}

fn bgzf_block(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    let data = encoder.finish().unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let size = u16::try_from(data.len() + 25).unwrap().to_le_bytes();
    let mut block = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0".to_vec();
    block.extend(size);
    block.extend(data);
    block.extend(crc.sum().to_le_bytes());
    block.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
    block
}

/// The parts of a text between these places.
fn parts<'t>(text: &'t [u8], cuts: &[usize]) -> Vec<&'t [u8]> {
    let mut cuts = cuts.to_vec();
    cuts.sort_unstable();
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([text.len()]);
    starts.zip(ends).map(|(start, end)| &text[start..end]).collect()
}

fn random_cuts(text: &[u8], random: &mut Random) -> Vec<usize> {
    (0..random.below(12)).map(|_| random.below(text.len() + 1)).collect()
}

fn reading(jobs: usize, chunk_size: usize) -> CutSettings {
    CutSettings { jobs: NonZeroUsize::new(jobs).unwrap(), chunk_size }
}

fn differ(one: &[u8], other: &[u8]) -> Option<usize> {
    (one != other).then(|| one.iter().zip(other).take_while(|(one, other)| one == other).count())
}

#[test]
fn a_text_cut_anywhere_reports_the_same() {
    let folder = Folder::new("frames");
    let (plain, packed) = (folder.path("a/games.pgn"), folder.path("games.pgn"));
    fs::create_dir_all(plain.parent().unwrap()).unwrap();
    let mut random = Random::new(1851);
    for round in 0..60 {
        let text = archive(if round % 2 == 0 { Sort::Headed } else { Sort::Wild }, &mut random);
        let cuts = random_cuts(&text, &mut random);
        fs::write(&packed, &text).unwrap();
        let (whole, summary) = audit(&packed, None, reading(1, 2000));
        for packing in PACKINGS {
            fs::write(&packed, packing.file(&parts(&text, &cuts))).unwrap();
            let jobs = 1 + random.below(3);
            let (kept, of_frames) = audit(&packed, None, reading(jobs, 2000));
            let case = format!("round {round}, {packing:?}, {jobs} jobs, {cuts:?}");
            assert_eq!(kept.unreadable, Vec::<String>::new(), "{case}");
            assert_eq!(differ(&kept.lines, &whole.lines), None, "{case}");
            assert_eq!(of_frames.read.games, summary.read.games, "{case}");
        }
    }
}

/// Places at which a cut is hard to notice.
#[test]
fn a_text_cut_in_a_word_a_comment_or_a_character_reports_the_same() {
    let folder = Folder::new("frames-places");
    let packed = folder.path("games.pgn");
    let text = "[Event \"Zürich\"]\r\n[Result \"*\"]\r\n\r\n1. e4 {x [Event \"a\"]\r\n\r\n} e5 2. O-O-O *\r\n\r\n\
                [Event \"b\"]\r\n\r\n1. d4 d5 1/2-1/2\r\n";
    fs::write(&packed, text).unwrap();
    let (whole, _) = audit(&packed, None, reading(1, 2000));
    for packing in PACKINGS {
        for cut in 0..=text.len() {
            fs::write(&packed, packing.file(&parts(text.as_bytes(), &[cut]))).unwrap();
            let (kept, _) = audit(&packed, None, reading(1 + cut % 2, 2000));
            assert_eq!(
                (differ(&kept.lines, &whole.lines), kept.unreadable.len()),
                (None, 0),
                "{packing:?} {cut}"
            );
        }
    }
}

/// A text of many games with few faults, and larger than the buffers.
fn long_text(games: usize) -> Vec<u8> {
    let moves = ["e4 e5 2. Ke3 {a comment}", "e4 e9", "d4 d5 {see [%clk 0:01:00]}", "f3 e5 2. g4 Qh4+"];
    (0..games)
        .flat_map(|game| {
            format!(
                "[Event \"{game}\"]\n[White \"{}\"]\n[Result \"*\"]\n\n1. {} *\n\n",
                game * 7919,
                moves[game % 4]
            )
            .into_bytes()
        })
        .collect()
}

#[test]
fn shards_one_after_the_other_are_the_file() {
    let folder = Folder::new("frames-shards");
    let packed = folder.path("games.pgn");
    let mut random = Random::new(1866);
    let mut most = 0;
    for round in 0..40 {
        let text = archive(Sort::Headed, &mut random);
        fs::write(&packed, &text).unwrap();
        let (whole, summary) = audit(&packed, None, reading(1, 2000));
        for packing in PACKINGS {
            let file = packing.file(&parts(&text, &random_cuts(&text, &mut random)));
            fs::write(&packed, &file).unwrap();
            let reading = reading(1 + random.below(2), 2000);
            let case = format!("round {round}, {packing:?}");
            let shards = match cut(&Source::file(&packed), random.pick(&[1, 300, 3000]), reading) {
                Ok(shards) => shards,
                Err(error) if error.to_string().contains("compress it in many frames") => continue,
                Err(error) => panic!("{case}: {error}"),
            };
            most = most.max(shards.len());
            let (mut lines, mut games, mut end) = (Vec::new(), 0, 0);
            for shard in &shards {
                assert_eq!(shard.range.offset, end, "{case}");
                end = shard.range.end();
                // As another process finds it.
                let request = match shard.seams {
                    Some(seams) => ShardRequest::OfFrames(shard.range, shard.first(), seams.text),
                    None => ShardRequest::Counted(shard.range, shard.first()),
                };
                let request = request.to_string().parse().unwrap();
                let found = Source::file(&packed).open_seekable().unwrap().shard(request).unwrap();
                let (kept, part) = audit(&packed, Some(found), reading);
                lines.extend(kept.lines);
                games += part.read.games;
            }
            assert_eq!((end, games), (file.len() as u64, summary.read.games), "{case}: {shards:?}");
            assert_eq!(differ(&lines, &whole.lines), None, "{case}: {shards:?}");
        }
    }
    assert!(most > 5, "there must be something to cut: {most}");
}

/// Everything except the places of games.
fn without_places(games: Vec<GameReport>) -> Vec<GameReport> {
    without(games, |location| (location.line, location.offset) = (0, 0))
}

#[test]
fn equal_shares_are_the_file_but_for_the_places() {
    let folder = Folder::new("frames-shares");
    let packed = folder.path("games.pgn");
    let text = long_text(3000);
    fs::write(&packed, &text).unwrap();
    let (whole, _) = audit(&packed, None, CutSettings::default());
    let whole = without_places(whole.games);
    let mut random = Random::new(1866);
    for packing in PACKINGS {
        let cuts: Vec<usize> = (0..20).map(|_| random.below(text.len())).collect();
        fs::write(&packed, packing.file(&parts(&text, &cuts))).unwrap();
        for of in [1, 2, 3, 7, 40] {
            let mut games = Vec::new();
            for number in 1..=of {
                let request = ShardRequest::Share(Share::new(number, of).unwrap());
                let shard = Source::file(&packed).open_seekable().unwrap().shard(request).unwrap();
                games.extend(without_places(audit(&packed, Some(shard), reading(2, 2000)).0.games));
            }
            let differ = games.iter().zip(&whole).position(|(one, other)| one != other);
            assert!(
                games == whole,
                "{packing:?}, {of} shares: game {differ:?}, {} of {}",
                games.len(),
                whole.len()
            );
        }
    }
}

#[test]
fn the_reports_of_shards_merge_to_the_report_of_the_file() {
    let folder = Folder::new("frames-merge");
    let text_of_file = long_text(2000);
    for packing in PACKINGS {
        let path = folder.path("games.pgn");
        let cuts: Vec<usize> = (1..10).map(|part| part * text_of_file.len() / 10).collect();
        fs::write(&path, packing.file(&parts(&text_of_file, &cuts))).unwrap();
        let path = path.to_string_lossy().into_owned();
        let audit = |more: &[&str]| {
            let arguments = ["audit", "--format", "jsonl", "--min-severity", "info", "--exit-zero", &path];
            jadoube(&[&arguments[..], more].concat())
        };
        let whole = audit(&["--duplicates", "0"]);
        let (games, last) = parted(&whole.stdout);
        let listed = jadoube(&["shards", "--target", "1", &path]);
        assert_eq!((listed.status.code(), text(&listed.stderr)), (Some(0), String::new()), "{packing:?}");
        let listed = text(&listed.stdout);
        let shards: Vec<&str> = listed.lines().map(|line| line.split_once(' ').unwrap().0).collect();
        assert!(shards.len() >= 8, "{packing:?}: {shards:?}");
        for shards in [shards, vec!["1/3", "2/3", "3/3"]] {
            let reports: Vec<String> = shards
                .iter()
                .enumerate()
                .map(|(index, shard)| {
                    let report = folder.path(&format!("{index}.jsonl")).to_string_lossy().into_owned();
                    fs::write(&report, audit(&["--shard", shard]).stdout).unwrap();
                    report
                })
                .collect();
            let merge = |reports: Vec<&str>| jadoube(&[&["merge"], &reports[..]].concat());
            let merged = merge(reports.iter().map(String::as_str).collect());
            assert_eq!(merged.status.code(), Some(0), "{packing:?}: {}", text(&merged.stderr));
            let (merged_games, merged_last) = parted(&merged.stdout);
            if shards.len() > 3 {
                assert_eq!(merged_games, games, "{packing:?}");
            }
            assert_eq!(merged_last["summary"], last["summary"], "{packing:?}");
            // The report of the whole file is about the same games.
            let all = folder.path("all.jsonl").to_string_lossy().into_owned();
            fs::write(&all, &whole.stdout).unwrap();
            let refused = merge(reports.iter().map(String::as_str).chain([all.as_str()]).collect());
            assert_eq!(refused.status.code(), Some(2));
            assert!(text(&refused.stderr).contains("both cover byte "), "{}", text(&refused.stderr));
        }
    }
}

#[test]
fn a_shard_of_another_version_of_the_file_is_refused() {
    let folder = Folder::new("frames-stale");
    let packed = folder.path("games.pgn.zst");
    let (front, back) = (Packing::Pzstd.frame(&long_text(10)), Packing::Pzstd.frame(&long_text(20)));
    fs::write(&packed, [&front[..], &back].concat()).unwrap();
    let (middle, size) = (front.len(), front.len() + back.len());
    let lay = |request: String| {
        let mut file = Source::file(&packed).open_seekable().unwrap();
        file.shard(request.parse().unwrap()).map_err(|error| error.why)
    };
    assert!(lay(format!("0+{middle}@1:1")).is_ok());
    assert!(lay(format!("{middle}+{}@11:1:99", back.len())).is_ok());
    assert!(matches!(lay(format!("{middle}+{}@11:1", back.len())), Err(InputErrorKind::ShardWithoutText)));
    assert!(matches!(lay(format!("0+{}@1:1:0", size + 1)), Err(InputErrorKind::ShardBeyond { .. })));
    assert!(matches!(lay("0+40@1:1:0".to_owned()), Err(InputErrorKind::NoFrame(40))));
    let plain = folder.path("games.pgn");
    fs::write(&plain, long_text(2)).unwrap();
    let mut plain = Source::file(&plain).open_seekable().unwrap();
    let refused = plain.shard("0+1@1:1:0".parse().unwrap()).unwrap_err().why;
    assert!(matches!(refused, InputErrorKind::ShardOfFrames));
}

// ------------------------------------------------------------------------------------------------ broken frames

/// The frames of a file of one game each.
fn single_games(packing: Packing, games: usize) -> Vec<Vec<u8>> {
    (0..games)
        .map(|game| {
            packing.frame(
                format!("[Event \"{game}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n")
                    .repeat(40)
                    .as_bytes(),
            )
        })
        .collect()
}

fn audit_bytes(path: &Path, bytes: &[u8], jobs: usize) -> (Kept, Summary) {
    fs::write(path, bytes).unwrap();
    audit(path, None, reading(jobs, 2000))
}

/// The events of the games, in order.
fn events(kept: &Kept) -> Vec<String> {
    let mut events: Vec<String> = Vec::new();
    for line in text(&kept.lines).lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let event = game["tags"]["Event"].as_str().unwrap_or("?").to_owned();
        if events.last() != Some(&event) {
            events.push(event);
        }
    }
    events
}

#[test]
fn the_other_frames_of_a_broken_file_are_read() {
    let folder = Folder::new("frames-broken");
    let path = folder.path("games.pgn");
    for packing in PACKINGS {
        let frames = single_games(packing, 4);
        let second = frames[0].len();
        let third = second + frames[1].len();
        for jobs in [1, 2] {
            // Bytes in the middle of the second frame are wrong.
            let mut file = frames.concat();
            for byte in &mut file[second + frames[1].len() / 2..third - 4] {
                *byte ^= 0x55;
            }
            let (kept, summary) = audit_bytes(&path, &file, jobs);
            let case = format!("{packing:?}, {jobs} jobs: {:?}", kept.unreadable);
            assert_eq!(
                (summary.read.files, summary.read.unreadable, kept.unreadable.len()),
                (1, 1, 1),
                "{case}"
            );
            let why = &kept.unreadable[0];
            assert!(why.contains(&format!(" at byte {second} is damaged (")), "{case}");
            assert!(why.contains(&format!("those that begin after byte {third}; ")), "{case}");
            let read = events(&kept);
            assert!(
                read.starts_with(&["0".to_owned()]) && read.ends_with(&["2".to_owned(), "3".to_owned()]),
                "{case}: {read:?}"
            );
            let last: Vec<u64> = kept.games.iter().map(|game| game.number).collect();
            assert!(last.is_sorted_by(|one, other| other == &(one + 1)), "{case}");
        }
        // The last frame is cut off.
        let file = frames.concat();
        let (kept, summary) = audit_bytes(&path, &file[..file.len() - 10], 2);
        let last = third + frames[2].len();
        assert_eq!(summary.read.unreadable, 1);
        assert!(
            kept.unreadable[0]
                .contains(&format!(" at byte {last} is cut short: the games before that point were read; ")),
            "{:?}",
            kept.unreadable
        );
        assert!(events(&kept).starts_with(&["0".to_owned(), "1".to_owned(), "2".to_owned()]));
        // Other data follow.
        let (kept, _) = audit_bytes(&path, &[&file[..], b"garbage"].concat(), 2);
        assert_eq!(events(&kept), ["0", "1", "2", "3"], "{packing:?}");
        assert!(
            kept.unreadable[0].contains(&format!(" at byte {} is ", file.len())),
            "{:?}",
            kept.unreadable
        );
        // All frames but one are missing.
        let (kept, _) = audit_bytes(&path, &frames[0][..frames[0].len() - 12], 2);
        assert!(!kept.unreadable[0].contains("at byte"), "{:?}", kept.unreadable);
    }
}

#[test]
fn a_broken_frame_with_a_wrong_size_is_reported_once() {
    let folder = Folder::new("frames-wrong-size");
    let mut frames = single_games(Packing::Pzstd, 3);
    // The size before the second frame, and its checksum.
    frames[1][8] += 1;
    *frames[1].last_mut().unwrap() ^= 1;
    let (kept, _) = audit_bytes(&folder.path("games.pgn"), &frames.concat(), 2);
    assert_eq!(kept.unreadable.len(), 1, "{:?}", kept.unreadable);
    let read = events(&kept);
    assert!(read.starts_with(&["0".to_owned()]) && read.ends_with(&["2".to_owned()]), "{read:?}");
}

/// The game that a break cuts, and the text after it.
#[test]
fn a_game_is_never_continued_after_a_break() {
    let folder = Folder::new("frames-break");
    let path = folder.path("games.pgn");
    let front = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5 2. c4 ";
    let lost = "e6 3. Nc3 {lost} Nf6 4. Bg5 ".repeat(300);
    let back = "Be7 {of b} *\n\n[Event \"c\"]\n\n1. c4 {x} *\n\n[Event \"d\"]\n\n1. Nf3 *\n";
    for packing in PACKINGS {
        let (mut middle, frames) = (
            packing.frame(lost.as_bytes()),
            [packing.frame(front.as_bytes()), packing.frame(back.as_bytes())],
        );
        let length = middle.len();
        for byte in &mut middle[length / 3..length / 3 + 8] {
            *byte ^= 0xff;
        }
        let file = [&frames[0][..], &middle, &frames[1]].concat();
        let (kept, _) = audit_bytes(&path, &file, 2);
        let case = format!("{packing:?}: {:?}", kept.unreadable);
        assert_eq!(kept.unreadable.len(), 1, "{case}");
        assert_eq!(events(&kept), ["a", "b", "c", "d"], "{case}");
        let messages: Vec<Vec<&str>> = kept
            .games
            .iter()
            .map(|game| game.findings.iter().map(|finding| finding.message.as_str()).collect())
            .collect();
        assert!(
            messages[1].iter().any(|message| message.starts_with("the game breaks off here")),
            "{case}: {messages:?}"
        );
        assert!(
            !messages[2].iter().chain(&messages[3]).any(|message| message.contains("breaks off")),
            "{case}: {messages:?}"
        );
        // The end of `b` after the break is no game of its own, and its lines count.
        assert!(kept.games[2].location.line > kept.games[1].location.line);
    }
}

#[test]
fn headers_that_lie_change_nothing() {
    let folder = Folder::new("frames-lies");
    let path = folder.path("games.pgn");
    let text = long_text(2000);
    let cuts: Vec<usize> = (1..8).map(|part| part * text.len() / 8).collect();
    let parts = parts(&text, &cuts);
    let (whole, _) = audit_bytes(&path, &text, 1);
    let skippable = |magic: u8, content: &[u8]| {
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        [&[magic, 0x2a, 0x4d, 0x18], &size[..], content].concat()
    };
    let zstd = |before: &dyn Fn(&[u8]) -> Vec<u8>| {
        let frames = parts.iter().map(|part| Packing::Zstd.frame(part));
        frames.flat_map(|frame| [before(&frame), frame].concat()).collect::<Vec<u8>>()
    };
    let size = |frame: &[u8], more: i64| {
        u32::try_from(i64::try_from(frame.len()).unwrap() + more).unwrap().to_le_bytes()
    };
    let files = [
        zstd(&|frame| skippable(0x50, &size(frame, 1))),
        zstd(&|frame| skippable(0x50, &size(frame, -20))),
        zstd(&|frame| skippable(0x50, &size(frame, 1 << 20))),
        zstd(&|_| skippable(0x50, &[0; 4])),
        zstd(&|_| skippable(0x5f, b"any text, such as \x28\xb5\x2f\xfd")),
        zstd(&|_| {
            [skippable(0x5a, b""), Packing::Zstd.frame(b""), skippable(0x51, &vec![0xff; 70_000])].concat()
        }),
        // A block of bgzip and a member without its size.
        [Packing::Bgzip.frame(parts[0]), gzip(&parts[1..].concat())].concat(),
        [Packing::Bgzip.frame(parts[0]), vec![0; 700], gzip(&parts[1..].concat()), vec![0; 300]].concat(),
    ];
    for (index, file) in files.iter().enumerate() {
        for jobs in [1, 2, 3] {
            let (kept, _) = audit_bytes(&path, file, jobs);
            assert_eq!(
                (kept.unreadable, differ(&kept.lines, &whole.lines)),
                (Vec::new(), None),
                "file {index}, {jobs} jobs"
            );
        }
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_window_and_a_bomb_are_refused_in_their_frame() {
    let folder = Folder::new("frames-refused");
    let path = folder.path("games.pgn");
    let frames = single_games(Packing::Zstd, 2);
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.long_distance_matching(true).unwrap();
    encoder.window_log(27).unwrap();
    encoder.write_all(&long_text(2000)).unwrap();
    let wide = encoder.finish().unwrap();
    let bomb = Packing::Zstd.frame(&vec![b'\n'; 300 << 20]);
    for (frame, words) in [
        (wide, "needs a window of more than 64 MiB: "),
        (bomb, "decompresses to more than 1000 times its size: "),
    ] {
        let file = [&frames[0][..], &frame, &frames[1]].concat();
        let (kept, summary) = audit_bytes(&path, &file, 2);
        assert_eq!(summary.read.unreadable, 1);
        let place = format!("the zstd frame at byte {} {words}", frames[0].len());
        assert!(kept.unreadable[0].starts_with(&place), "{:?}", kept.unreadable);
        assert_eq!(events(&kept), ["0", "1"]);
    }
}

#[test]
fn utf_16_in_frames_is_read_and_has_no_shards() {
    let folder = Folder::new("frames-utf16");
    let path = folder.path("games.pgn");
    let text = String::from_utf8(long_text(800)).unwrap().replace("a comment", "ход 🏆");
    let (whole, _) = audit_bytes(&path, text.as_bytes(), 1);
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    // In the middle of units.
    let cuts: Vec<usize> = (1..4).map(|part| (part * bytes.len() / 4) | 1).collect();
    for packing in PACKINGS {
        let frames: Vec<Vec<u8>> = parts(&bytes, &cuts).into_iter().map(|part| packing.frame(part)).collect();
        let (kept, _) = audit_bytes(&path, &frames.concat(), 2);
        assert_eq!((kept.unreadable.len(), differ(&kept.lines, &whole.lines)), (0, None), "{packing:?}");
        let refused = Source::file(&path).open_seekable().unwrap().shard("1/2".parse().unwrap()).unwrap_err();
        assert!(matches!(refused.why, InputErrorKind::Utf16Shard));
        // After a break the units are found again.
        let mut broken = frames.clone();
        let length = broken[1].len();
        for byte in &mut broken[1][length / 2..length / 2 + 20] {
            *byte ^= 0x55;
        }
        let (kept, _) = audit_bytes(&path, &broken.concat(), 2);
        assert_eq!(kept.unreadable.len(), 1, "{packing:?}");
        assert_eq!(
            kept.games.last().map(|game| &game.tags),
            whole.games.last().map(|game| &game.tags),
            "{packing:?}"
        );
        assert!(kept.games.len() > whole.games.len() / 2, "{packing:?}: {}", kept.games.len());
    }
}

#[test]
fn data_that_are_not_in_frames_have_no_shards() {
    let folder = Folder::new("frames-none");
    let games = long_text(10);
    let path = |name: &str| folder.path(name).to_string_lossy().into_owned();
    let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
    xz.write_all(&games).unwrap();
    fs::write(path("a.zst"), Packing::Zstd.frame(&games)).unwrap();
    fs::write(path("a.gz"), [gzip(&games), gzip(&games)].concat()).unwrap();
    fs::write(path("a.bz2"), Packing::Pbzip2.frame(&games)).unwrap();
    fs::write(path("a.xz"), xz.finish().unwrap()).unwrap();
    for (name, words) in [
        (
            "a.zst",
            "zstd data of one frame cannot be split into shards: audit the whole file, or compress it in many frames with `zstd -dc OLD | pzstd > NEW`",
        ),
        (
            "a.gz",
            "gzip data without block sizes cannot be split into shards: audit the whole file, or compress it in many frames with `gzip -dc OLD | bgzip > NEW`",
        ),
        (
            "a.bz2",
            "bzip2 data of one stream cannot be split into shards: audit the whole file, or compress it in many frames with `bzip2 -dc OLD | pbzip2 -c > NEW`",
        ),
        (
            "a.xz",
            "xz data cannot be split into shards: audit the whole file, or compress it in many frames with `xz -dc OLD | pzstd > NEW`",
        ),
    ] {
        let path = path(name);
        for arguments in [&["shards", &path][..], &["audit", "--shard", "1/2", &path]] {
            let output = jadoube(arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let said = text(&output.stderr);
            assert!(said.starts_with(&format!("error: {path}: {words}\n")), "{said}");
        }
    }
}

// ------------------------------------------------------------------------------------------------ untrusted bytes

/// The text of a file, with `#` at each error.
fn read_all(path: &Path, decoders: usize) -> Vec<u8> {
    let opening = OpenOptions { decoders: NonZeroUsize::new(decoders).unwrap(), ..OpenOptions::default() };
    let mut input = Source::file(path).open(&opening).unwrap();
    let (mut text, mut errors, mut buffer) = (Vec::new(), 0, vec![0; 50_000]);
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return text,
            Ok(read) => text.extend_from_slice(&buffer[..read]),
            Err(_) => {
                text.push(b'#');
                errors += 1;
                assert!(errors <= 101, "a file is not read for ever");
            }
        }
    }
}

/// As the fuzz target `frames`.
#[test]
fn damaged_files_hold_the_same_text_for_any_number_of_decoders() {
    let folder = Folder::new("frames-damaged");
    let path = folder.path("games.pgn");
    let mut random = Random::new(1927);
    let seeds =
        fs::read_dir("fuzz/seeds/frames").unwrap().map(|seed| fs::read(seed.unwrap().path()).unwrap());
    let text = long_text(60);
    let cuts: Vec<usize> = (1..30).map(|part| part * text.len() / 30).collect();
    let files: Vec<Vec<u8>> =
        seeds.chain(PACKINGS.map(|packing| packing.file(&parts(&text, &cuts)))).collect();
    assert!(files.len() > 7);
    for (index, file) in files.iter().enumerate() {
        for round in 0..40 {
            let mut damaged = file.clone();
            for _ in 0..round.min(6) {
                let at = random.below(damaged.len());
                match random.below(4) {
                    0 => drop(damaged.drain(at..(at + random.below(20)).min(damaged.len()))),
                    1 => drop(damaged.splice(at..at, (0_u8..9).take(random.below(9)))),
                    _ => damaged[at] ^= 1 << random.below(8),
                }
            }
            fs::write(&path, &damaged).unwrap();
            let texts = [1, 2, 4].map(|decoders| read_all(&path, decoders));
            assert!(texts[0] == texts[1] && texts[1] == texts[2], "file {index}, round {round}");
            if let Ok(mut file) = Source::file(&path).open_seekable() {
                for share in ["1/2", "2/2", "2/9"] {
                    let _ = file.shard(share.parse().unwrap());
                }
            }
        }
    }
}
