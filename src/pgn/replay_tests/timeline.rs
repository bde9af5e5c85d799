use crate::chess::Color;
use crate::game::{Act, Event, MoveSource, Record};
use crate::pgn::{NextGame, Reader};

fn read(movetext: &str) -> Record {
    let mut record = Record::default();
    assert_eq!(Reader::new(movetext.as_bytes()).next(&mut record), NextGame::Read);
    assert_eq!(replayed(&record), record.position, "{movetext}");
    record
}

#[test]
fn a_release_is_no_move_if_the_score_completes_it() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5";
    for acts in [
        "[%release w e1 g1]",
        "[%release w h1 f1]",
        "[%release w e1 g1] [%release w h1 f1]",
        "[%release w h1 f1] [%touch w e1] [%release w e1 g1] [%hands w]",
        "[%release w e1 g1] [%release w e1 g1]",
    ] {
        let plain = read(&format!("{game} 4. O-O Nf6 *"));
        let released = read(&format!("{game} 4. {{{acts}}} O-O Nf6 *"));
        assert_eq!(
            released.moves.iter().collect::<Vec<_>>(),
            plain.moves.iter().collect::<Vec<_>>(),
            "{acts}"
        );
        assert_eq!(released.facts, plain.facts, "{acts}");
        assert!(
            released.text.faults.is_empty()
                && released.nonstandard_moves.is_empty()
                && released.text.wrong_numbers.count == 0
        );
        let played = read(&format!("{game} {{{acts} [%play w O-O]}} Nf6 *"));
        assert_eq!((played.moves.len(), played.position), (8, plain.position), "{acts}");
    }
    let promotes = "[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    let acts = "{[%release w e7 e8] [%place w N e8]}";
    let record = read(&format!("{promotes} 1. {acts} e8=N+ Kf8 *"));
    assert_eq!((record.plies(), record.nonstandard_moves.len(), record.text.faults.len()), (2, 0, 0));
    assert_eq!(events("{[%release w e2 e4]} 1. e4 e5 *"), ["[%release w e2 e4]", "w e2e4", "b e7e5"]);
}

#[test]
fn a_release_that_nothing_completes_is_a_move() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Be2 Be7";
    let last =
        |text: &str, count: usize| events(text).split_off(6).into_iter().take(count).collect::<Vec<_>>();
    // The king alone has not castled; king and rook have.
    assert_eq!(
        last(&format!("{game} {{[%release w e1 g1]}} Nf6 *"), 3),
        ["[%release w e1 g1]", "w e1g1~", "b g8f6"]
    );
    assert_eq!(
        last(&format!("{game} {{[%release w e1 g1] [%release w h1 f1]}} Nf6 *"), 4),
        ["[%release w e1 g1]", "[%release w h1 f1]", "w e1O-O~", "b g8f6"]
    );
    assert_eq!(
        last(&format!("{game} {{[%release w h1 f1] [%press w]}} *"), 3),
        ["[%release w h1 f1]", "w h1f1~", "[%press w]"]
    );
    assert_eq!(
        last(&format!("{game} {{[%release w h1 f1] [%press b]}} *"), 3),
        ["[%release w h1 f1]", "[%press b]", "w h1f1~"]
    );
    assert_eq!(
        last(&format!("{game} {{[%release w h1 f1] [%retract 1]}} 4. O-O *"), 4),
        ["[%release w h1 f1]", "w h1f1~", "[%retract 1]", "w e1O-O"]
    );
    assert_eq!(
        last(&format!("{game} {{[%release w h1 f1] [%release b g8 f6]}} *"), 4),
        ["[%release w h1 f1]", "w h1f1~", "[%release b g8 f6]", "b g8f6~"]
    );
    assert_eq!(
        last(&format!("{game} {{[%release w h1 f1] [%release w f1 g1] [%drop g1]}} *"), 5),
        ["[%release w h1 f1]", "w h1f1~", "[%release w f1 g1]", "w f1g1~", "[%drop g1]"]
    );
    assert_eq!(
        last(&format!("{game} {{[%release w h1 f1] [%play w d3]}} *"), 3),
        ["[%release w h1 f1]", "w h1f1~", "w d2d3!"]
    );
    // Only White can have played this: White took the released man up again.
    assert_eq!(
        last(&format!("{game} {{[%release w h1 f1]}} 4. Rg1 Nf6 *"), 4),
        ["[%release w h1 f1]", "w h1f1~", "[%retract 1]", "w h1g1"]
    );
    let record = read(&format!("{game} {{[%release w e1 g1]}} 4... Nf6 5. d3 *"));
    assert_eq!((record.nonstandard_moves.len(), record.nonstandard_moves.first().unwrap().ply), (1, 7));
    assert_eq!((record.text.wrong_numbers.count, record.text.faults.len()), (0, 0));
    // What is left on the last rank is a pawn still.
    let promotes = "[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    let record = read(&format!("{promotes} {{[%release w e7 e8] [%press w]}} 1... Kf6 *"));
    assert_eq!((record.plies(), record.nonstandard_moves.len(), record.text.faults.len()), (2, 1, 0));
}

#[test]
fn an_impossible_act_does_not_complete_a_release() {
    let game = "1. e4 e5 {[%release w g1 f3]";
    for impossible in ["[%retract 4]", "[%play b Rd5]", "[%release b d5 d4]", "[%drop g1]", "[%touch b f6]"] {
        let record = read(&format!("{game} {impossible}}} 2. Nf3 *"));
        assert_eq!((record.plies(), record.text.faults.len(), record.acts.len()), (3, 1, 1), "{impossible}");
    }
    assert_eq!(read(&format!("{game} [%touch b f3] [%release w g1 g1]}} *")).text.faults.len(), 0);
    assert_eq!(read("1. e4 {[%release u e7 e5]} e5 *").text.faults.len(), 1);
}

/// The final position by the timeline, replayed on a separate board.
fn replayed(record: &Record) -> crate::chess::Position {
    let mut boards = vec![record.start];
    for event in record.timeline().iter() {
        match event {
            Event::Move(made) => {
                let mut board = *boards.last().unwrap();
                board.set_turn(made.by);
                board.play(made.played);
                boards.push(board);
            }
            Event::Act(placed) => {
                boards.truncate(placed.after as usize + 1);
                if let Act::Drop { square } = placed.act {
                    boards.last_mut().unwrap().lift_man(square);
                }
            }
        }
    }
    *boards.last().unwrap()
}

/// Moves as `w e2e4`, with `!` where played and not in the score; acts as they are written.
fn events(movetext: &str) -> Vec<String> {
    let record = read(movetext);
    let describe = |event: &Event| match event {
        Event::Move(made) => {
            let by = if made.by == Color::White { 'w' } else { 'b' };
            let sign = match made.source {
                MoveSource::Score => "",
                MoveSource::Play => "!",
                MoveSource::Release => "~",
            };
            let place = made.place as usize;
            assert_eq!(movetext.get(place..place + 1) == Some("["), !sign.is_empty(), "{movetext}");
            format!("{by} {:?}{sign}", made.played)
        }
        Event::Act(placed) => placed.act.to_string(),
    };
    record.timeline().iter().map(|event| describe(&event)).collect()
}

#[test]
fn a_plain_game_is_its_moves() {
    assert_eq!(events("1. e4 e5 2. Nf3 *"), ["w e2e4", "b e7e5", "w g1f3"]);
    assert!(events("*").is_empty());
}

#[test]
fn acts_are_placed_between_the_moves() {
    assert_eq!(
        events("{[%board dark]} 1. e4 {[%say w check] [%press w]} e5 {[%appeal b]} *"),
        ["[%board dark]", "w e2e4", "[%say w check]", "[%press w]", "b e7e5", "[%appeal b]"]
    );
}

#[test]
fn a_played_move_is_an_event() {
    assert_eq!(events("1. e4 {[%play b e5]} 2. Nf3 *"), ["w e2e4", "b e7e5!", "w g1f3"]);
}

#[test]
fn a_move_played_and_taken_back() {
    assert_eq!(
        events("1. e4 {[%say w check] [%play b e5] [%appeal w] [%retract 1]} e6 *"),
        ["w e2e4", "[%say w check]", "b e7e5!", "[%appeal w]", "[%retract 1]", "b e7e6"]
    );
}

#[test]
fn moves_of_the_score_taken_back() {
    assert_eq!(
        events("1. e4 e5 {[%play w d4] [%retract 2]} c5 2. d3 {[%retract 3]} 1. d4 *"),
        ["w e2e4", "b e7e5", "w d2d4!", "[%retract 2]", "b c7c5", "w d2d3", "[%retract 3]", "w d2d4"]
    );
}

#[test]
fn a_move_out_of_turn_belongs_to_its_player() {
    assert_eq!(events("{[%play b e5]} 1. e4 d5 *"), ["b e7e5!", "w e2e4", "b d7d5"]);
    assert_eq!(
        events("{[%play b e5] [%play b d5] [%play w e4]} 1... a6 *"),
        ["b e7e5!", "b d7d5!", "w e2e4!", "b a7a6"]
    );
}

#[test]
fn a_move_out_of_turn_taken_back_gives_the_turn_back() {
    assert_eq!(
        events("1. e4 {[%play w d4] [%retract 1]} e5 2. Nf3 *"),
        ["w e2e4", "w d2d4!", "[%retract 1]", "b e7e5", "w g1f3"]
    );
    assert_eq!(
        events("1. e4 {[%play w d4] [%play w c4] [%retract 1]} e5 {[%retract 2]} 1... c5 *"),
        ["w e2e4", "w d2d4!", "w c2c4!", "[%retract 1]", "b e7e5", "[%retract 2]", "b c7c5"]
    );
}

#[test]
fn impossible_acts_are_no_events() {
    for acts in [
        "[%touch w e4]",
        "[%hold b e5]",
        "[%drop a5]",
        "[%retract 2]",
        "[%play b Rd5]",
        "[%play w Rd5]",
        "[%play u e5]",
    ] {
        let movetext = format!("1. d4 {{{acts}}} d5 2. Nf3 *");
        let events = events(&movetext);
        let record = read(&movetext);
        assert_eq!((events.len(), record.text.faults.len()), (3, 1), "{acts}: {events:?}");
    }
}

#[test]
fn acts_after_the_end_are_no_events() {
    assert_eq!(events("1. e4 e5 1-0 {[%play w d4] [%appeal w]}"), ["w e2e4", "b e7e5"]);
    assert_eq!(events("1. e4 Rd5 {[%play w d4] [%appeal w]} 2. d4 1-0"), ["w e2e4"]);
}
