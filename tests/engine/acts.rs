//! Properties of records with acts beside the moves: the reader's record and its timeline describe the same
//! game.

use crate::support::course::followed;
use crate::support::random::Random;
use crate::support::record::{eventful_game, soup};
use jadoube::internals::audit::audit_bytes;
use jadoube::internals::chess::{Fen, Position};
use jadoube::internals::game::{Act, Event, MoveSource, Record};
use jadoube::internals::pgn::{NextGame, Reader};
use proptest::prelude::*;

fn configuration() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

/// Checks that every way to the last position leads to it.
fn agrees(record: &Record, text: &str) -> Result<(), TestCaseError> {
    let shown = |position: &Position| Fen(position).to_string();
    let end = &record.position;
    if let Some(followed) = followed(record) {
        prop_assert_eq!(shown(&followed), shown(end), "{}", text);
        prop_assert_eq!(&followed, end, "{}", text);
    }
    let (half, all) = (record.plies() / 2, record.plies());
    prop_assert_eq!(&record.position_after(all), end, "{}", text);
    prop_assert_eq!(&record.play_on(record.position_after(half), half, all), end, "{}", text);
    // The key updated move by move is that of the men on the board.
    let mut afresh = Position::from_fen(shown(end).as_bytes()).unwrap();
    afresh.set_counters(end.halfmove(), end.fullmove());
    prop_assert_eq!(afresh.key(), end.key(), "{} {:?} {}", shown(&afresh), end, text);
    let course = record.timeline();
    let mut standing = 0;
    let mut place = 0;
    for event in course.iter() {
        match event {
            Event::Move(made) => {
                standing += 1;
                // A move completed by a release comes after its command; the others are in text order.
                if made.source != MoveSource::Release {
                    prop_assert!(place <= made.place, "{}", text);
                    place = made.place;
                }
            }
            Event::Act(placed) => {
                prop_assert!(place <= placed.span.start, "{}", text);
                place = placed.span.start;
                prop_assert_eq!(standing, placed.ply, "{} {}", placed.act, text);
                standing = placed.after;
            }
        }
    }
    prop_assert_eq!(standing, all, "{}", text);
    let plays = record.acts.iter().filter(|placed| matches!(placed.act, Act::Play { .. })).count();
    let played = |event: &Event| matches!(event, Event::Move(made) if made.source == MoveSource::Play);
    prop_assert_eq!(course.iter().filter(played).count(), plays, "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn the_course_of_an_eventful_game_ends_where_the_game_does(seed in any::<u64>(), events in 0..60usize) {
        let text = eventful_game(events, &mut Random::new(seed));
        let mut record = Record::default();
        prop_assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
        agrees(&record, &text)?;
        let reports = audit_bytes(text.as_bytes());
        prop_assert_eq!(reports.len(), 1);
        prop_assert_eq!(&reports[0].final_fen, &Fen(&record.position).to_string());
    }

    #[test]
    fn the_course_of_any_record_ends_where_the_record_does(seed in any::<u64>(), tokens in 0..80usize) {
        let text = soup(&mut Random::new(seed), tokens);
        let mut record = Record::default();
        let mut reader = Reader::new(&text);
        while reader.next(&mut record) == NextGame::Read {
            agrees(&record, &String::from_utf8_lossy(&text))?;
        }
    }

    /// Moves that are taken back leave no trace.
    #[test]
    fn what_is_taken_back_is_forgotten(seed in any::<u64>(), plies in 0..80usize) {
        let mut random = Random::new(seed);
        let (mut text, mut plain) = (String::from("[Event \"x\"]\n\n"), String::from("[Event \"x\"]\n\n"));
        let mut boards = vec![Position::initial()];
        let mut standing: Vec<String> = Vec::new();
        for _ in 0..plies {
            let board = *boards.last().unwrap();
            let legal = board.legal_moves(jadoube::internals::chess::Play::COMMON);
            if standing.is_empty() || !(legal.is_empty() || random.once_in(5)) {
                // Pieces that move to and fro repeat positions sooner.
                let played = *legal.iter().min_by_key(|played| {
                    (board.man_at(played.from()).unwrap().role as u8 != 1, random.next())
                }).unwrap();
                let san = board.san_with_sign(played, jadoube::internals::chess::Play::COMMON);
                text.push_str(&format!("{san} "));
                standing.push(san);
                let mut next = board;
                next.play(played);
                boards.push(next);
            } else {
                let back = 1 + random.below(standing.len().min(6));
                text.push_str(&format!("{{[%retract {back}]}} "));
                standing.truncate(standing.len() - back);
                boards.truncate(boards.len() - back);
            }
        }
        plain.push_str(&standing.join(" "));
        let read = |text: &str| {
            let mut record = Record::default();
            assert_eq!(Reader::new(format!("{text} *").as_bytes()).next(&mut record), NextGame::Read);
            record
        };
        let (taken_back, plain) = (read(&text), read(&plain));
        prop_assert_eq!(&taken_back.facts, &plain.facts, "{}", text);
        prop_assert_eq!(taken_back.moves.iter().collect::<Vec<_>>(), plain.moves.iter().collect::<Vec<_>>(), "{}", text);
        prop_assert_eq!(taken_back.position, plain.position, "{}", text);
        prop_assert_eq!(taken_back.repeated_at_end(), plain.repeated_at_end(), "{}", text);
    }
}

/// The property above needs acts of every kind.
#[test]
fn eventful_games_are_eventful() {
    let mut counts = std::collections::BTreeMap::new();
    let mut random = Random::new(1862);
    for _ in 0..60 {
        let text = eventful_game(40, &mut random);
        let mut record = Record::default();
        assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
        for event in record.timeline().iter() {
            let kind = match event {
                Event::Move(made) => format!("{:?} {}", made.source, made.played.is_castling()),
                Event::Act(placed) => placed.act.name().to_owned(),
            };
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    assert!(counts.len() >= 11 && counts.values().all(|count| *count > 4), "{counts:?}");
}

/// The findings on the text of a record, in a game of `rounds` rounds of four plies without progress.
fn messages(rounds: usize, beside: &str) -> Vec<String> {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(rounds);
    let text = format!("[Event \"e\"]\n\n{moves}{beside} *\n");
    let games = audit_bytes(text.as_bytes());
    games[0].findings.iter().map(|finding| finding.message.clone()).collect()
}

#[test]
fn what_is_too_long_to_be_followed_is_said_not_to_be_judged() {
    let is_said = |messages: &[String]| messages.iter().any(|message| message.contains("is not judged"));
    let touch = "e4 {[%touch b e7]} d5";
    assert!(messages(100, touch).iter().any(|message| message.contains("touches the pawn on e7")));
    let long = messages(20_000, touch);
    assert!(is_said(&long) && !long.iter().any(|message| message.contains("touches")), "{long:?}");
    // A game of moves alone is judged like any other.
    assert!(!is_said(&messages(20_000, "e4 d5")));
}

#[test]
fn false_signs_beyond_a_thousand_are_counted() {
    let found = messages(0, &"Nf3+ Nf6 Ng1 Ng8 ".repeat(1500));
    assert!(
        found.iter().any(|message| message.starts_with("500 more wrong check or mate signs")),
        "{:?}",
        found.last()
    );
    assert_eq!(found.iter().filter(|message| message.contains("is marked as check")).count(), 1000);
}

#[test]
fn no_more_than_4096_acts_are_followed() {
    let found = messages(1, &"{[%touch w g1]} ".repeat(20_000));
    let stops = "4096 acts are recorded before `[%touch w g1]`; the game is not judged";
    assert_eq!(found.iter().filter(|message| *message == stops).count(), 1, "{found:?}");
    assert!(!found.iter().any(|message| message.contains("touches")), "{found:?}");
    assert!(!messages(1, &"{[%touch w g1]} ".repeat(4_096)).iter().any(|message| message == stops));
}

#[test]
fn no_more_than_102400_plies_are_followed() {
    let stops = "the game is longer than 102400 plies; it is not judged";
    for unit in ["Nf3 Nf6 Ng1 Ng8 ", "Nf3 Nf6 Nf3g1 {x} Nf6g8 "] {
        let found = messages(0, &unit.repeat(25_601));
        assert_eq!(found.iter().filter(|message| *message == stops).count(), 1, "{found:?}");
        assert!(!found.iter().any(|message| message.contains("position")), "{found:?}");
    }
    assert!(!messages(0, &"Nf3 Nf6 Ng1 Ng8 ".repeat(25_599)).iter().any(|message| message == stops));
}

#[test]
fn no_more_than_65536_times_are_kept() {
    let stops = "65536 clock times are recorded before `[%emt 0:00:01]`; the game is not judged";
    let times = "[%emt 0:00:01]".repeat(64);
    for comment in [format!("{{{times}}} "), format!("{{so: {times}}} ")] {
        let found = messages(1, &comment.repeat(1025));
        assert_eq!(found.iter().filter(|message| *message == stops).count(), 1, "{found:?}");
        assert!(!messages(1, &comment.repeat(1024)).iter().any(|message| message == stops));
    }
}

#[test]
fn no_more_than_256_cases_are_followed() {
    let stops = "this game is not judged: it raises more than 256 questions of law, which is the limit";
    let touched = |message: &&String| message.contains("touches the pawn on a7 and plays");
    let round = "Nf3 {[%touch b a7]} Nf6 Ng1 Ng8 ";
    let found = messages(0, &round.repeat(257));
    assert_eq!(found.iter().filter(|message| *message == stops).count(), 1, "{found:?}");
    assert_eq!(found.iter().find(touched), None);
    let found = messages(0, &round.repeat(256));
    assert!(!found.iter().any(|message| message == stops));
    assert_eq!(found.iter().filter(touched).count(), 256);
}

#[test]
fn no_more_than_1024_wishes_to_ignore_are_kept() {
    let stops =
        "the record has 1024 suppressions before `[%jadoube ignore touch.own]`; the game is not judged";
    let is_idle = |message: &&String| message.contains("unused suppression");
    let wish = "{[%jadoube ignore touch.own]} ";
    let found = messages(1, &wish.repeat(20_000));
    assert_eq!(found.iter().filter(|message| *message == stops).count(), 1, "{found:?}");
    // It is not known which of them are unused.
    assert_eq!(found.iter().find(is_idle), None);
    let found = messages(1, &wish.repeat(1024));
    assert!(!found.iter().any(|message| message == stops));
    assert_eq!(found.iter().filter(is_idle).count(), 1024);
}

#[test]
fn no_more_than_1024_illegal_moves_are_replayed() {
    // With an act, the moves are judged; without one, so many illegal moves only show that the record is wrong.
    let found = messages(0, &format!("{{[%touch w e1]}} {}", "Ke3 Ke6 Ke1 Ke8 ".repeat(2000)));
    let stops =
        |message: &&String| message.ends_with("are illegal, ambiguous or null moves; the game is not judged");
    assert_eq!(found.iter().filter(stops).count(), 1, "{:?}", found.last());
    // With the knight the same number of moves is legal.
    assert_eq!(messages(0, &"Nf3 Nf6 Ng1 Ng8 ".repeat(2000)).iter().filter(stops).count(), 0);
}

#[test]
fn clocks_behind_the_end_of_the_replay_are_of_no_move() {
    let found = |beyond: &str| {
        let clocks = ["0:10:00", "0:09:50", "0:09:55"].map(|time| format!("{{[%clk {time}]}}"));
        let [white, black, behind] = &clocks;
        let text = format!("[TimeControl \"600+5\"]\n\n1. e4 {white} e5 {black} {beyond} {behind} *\n");
        let games = audit_bytes(text.as_bytes());
        games[0].findings.iter().filter(|finding| finding.rule.id() == "clock.inconsistent").count()
    };
    assert_eq!(found("2. Bh7"), 0);
    // Two times at the same move contradict each other.
    assert_eq!(found(""), 1);
}
