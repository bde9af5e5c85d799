//! Every command of the table, read, printed back, and malformed.

use std::ops::Range;

use super::command::ClockCommand;
use super::*;
use crate::chess::{Role, Square};
use crate::game::act::{Act, Channel, Choice, MoveWords};
use crate::game::{ClockKind, FaultKind, Time};
use crate::law::Rule;

fn read(text: &str) -> Result<Command, CommandFault> {
    let (rest, read) = command(text.as_bytes()).unwrap();
    assert!(rest.is_empty(), "{text} leaves {rest:?}");
    read
}

fn act(text: &str) -> Act {
    match read(text) {
        Ok(Command::Act(act)) => act,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn the_word_of_adjusting_in_other_spellings() {
    let said = |text: &str| adjusting(text.as_bytes()).map(|(by, word)| (by, word.to_string()));
    for command in [
        "[%say w j'adoube]",
        "[%say w J'adoube.]",
        "[%say w j’adoube]",
        "[%say w \"I adjust\"]",
        "[%say white I adjust]",
        "[%adjust w]",
        "[%adjusting w e2]",
        "[%jadoube w]",
    ] {
        assert!(super::command(command.as_bytes()).is_ok_and(|(_, read)| read.is_err()), "{command}");
        assert_eq!(said(command), Some((Some(Actor::White), "adjust".to_owned())), "{command}");
    }
    assert_eq!(said("[%say j'adoube]"), Some((None, "adjust".to_owned())));
    assert_eq!(said("[%say b J'adoube touching]"), Some((Some(Actor::Black), "adjust touching".to_owned())));
    for command in ["[%say w check]", "[%ruling adjusts]", "[%touch w g1]", "[%say w]", "[%claim w adjust]"] {
        assert_eq!(said(command), None, "{command}");
    }
}

#[test]
fn every_command_of_the_table() {
    for (channel, text) in [
        (Channel::Touch, "[%touch w e2]"),
        (Channel::Touch, "[%touch b e7 d7 accidental askew order-unknown]"),
        (Channel::Touch, "[%hold w f1]"),
        (Channel::Touch, "[%hover w f1 c4]"),
        (Channel::Touch, "[%play w Ng1-g3]"),
        (Channel::Touch, "[%play b e7e8q]"),
        (Channel::Touch, "[%play w O-O]"),
        (Channel::Touch, "[%play w a8=P]"),
        (Channel::Touch, "[%play w \"exd6 e.p.\"]"),
        (Channel::Touch, "[%release w h1 f1]"),
        (Channel::Touch, "[%place w Q a8]"),
        (Channel::Touch, "[%hands w]"),
        (Channel::Touch, "[%hands w press]"),
        (Channel::Touch, "[%write b Nf6]"),
        (Channel::Touch, "[%retract 2]"),
        (Channel::Speech, "[%say w check]"),
        (Channel::Speech, "[%say w mate]"),
        (Channel::Speech, "[%say w mate 4]"),
        (Channel::Speech, "[%say w adjust]"),
        (Channel::Speech, "[%say w adjust touching]"),
        (Channel::Speech, "[%say b draw]"),
        (Channel::Speech, "[%say w accept]"),
        (Channel::Speech, "[%say w decline]"),
        (Channel::Speech, "[%say w resign]"),
        (Channel::Speech, "[%say w stalemate]"),
        (Channel::Speech, "[%claim w repetition]"),
        (Channel::Speech, "[%claim b repetition Ng8]"),
        (Channel::Speech, "[%claim w fifty Ra2]"),
        (Channel::Speech, "[%claim b count force]"),
        (Channel::Speech, "[%claim b count repeating]"),
        (Channel::Speech, "[%claim b count submitted]"),
        (Channel::Speech, "[%claim w perpetual]"),
        (Channel::Speech, "[%claim w stalemate]"),
        (Channel::Speech, "[%claim u flag]"),
        (Channel::Speech, "[%claim w proceed]"),
        (Channel::Speech, "[%claim w indulgence]"),
        (Channel::Speech, "[%claim w normal-means]"),
        (Channel::Speech, "[%claim w increment]"),
        (Channel::Speech, "[%notice b board]"),
        (Channel::Speech, "[%notice w setup]"),
        (Channel::Speech, "[%notice w omitted a1]"),
        (Channel::Speech, "[%notice b odds]"),
        (Channel::Speech, "[%notice b first-move]"),
        (Channel::Speech, "[%notice b turn]"),
        (Channel::Speech, "[%notice b touch]"),
        (Channel::Speech, "[%notice b hold]"),
        (Channel::Speech, "[%notice b clock]"),
        (Channel::Speech, "[%notice u illegal]"),
        (Channel::Speech, "[%notice u illegal 3]"),
        (Channel::Speech, "[%notice w check forgotten]"),
        (Channel::Speech, "[%notice w check 5 forgotten]"),
        (Channel::Speech, "[%notice w dropped h7]"),
        (Channel::Speech, "[%elect b move-king]"),
        (Channel::Speech, "[%elect b move-named e2]"),
        (Channel::Speech, "[%elect b promote Q]"),
        (Channel::Speech, "[%elect b move-legally Nf3]"),
        (Channel::Speech, "[%waive w]"),
        (Channel::Speech, "[%waive w all]"),
        (Channel::Speech, "[%appeal b]"),
        (Channel::Speech, "[%ruling annul]"),
        (Channel::Speech, "[%ruling recommence]"),
        (Channel::Speech, "[%ruling draw]"),
        (Channel::Speech, "[%ruling proceed]"),
        (Channel::Speech, "[%ruling forfeit w]"),
        (Channel::Speech, "[%ruling stand]"),
        (Channel::Speech, "[%ruling retract 1]"),
        (Channel::Speech, "[%ruling restore g1]"),
        (Channel::Speech, "[%ruling adjust]"),
        (Channel::Speech, "[%ruling admonish w]"),
        (Channel::Speech, "[%ruling add-time b 120]"),
        (Channel::Speech, "[%ruling lose-time w 120]"),
        (Channel::Speech, "[%ruling add-points b]"),
        (Channel::Speech, "[%ruling lose-points w]"),
        (Channel::Speech, "[%ruling fine w]"),
        (Channel::Speech, "[%ruling exclude w]"),
        (Channel::Speech, "[%ruling expel b]"),
        (Channel::Speech, "[%ruling promote a8 Q]"),
        (Channel::Board, "[%board light]"),
        (Channel::Board, "[%board dark]"),
        (Channel::Board, "[%drop h7]"),
        (Channel::Board, "[%restore h7]"),
        (Channel::Board, "[%restore h7 disputed]"),
        (Channel::Board, "[%displace w b8]"),
        (Channel::Board, "[%displace w b8 c8 wilful]"),
        (Channel::Board, "[%upset w]"),
        (Channel::Board, "[%upset w accidental]"),
        (Channel::Board, "[%replace w b8 c8]"),
        (Channel::Clock, "[%press w]"),
        (Channel::Clock, "[%pause u]"),
        (Channel::Clock, "[%flag w]"),
        (Channel::Clock, "[%absent w]"),
        (Channel::Clock, "[%return w]"),
        (Channel::Clock, "[%arrive w 0:31:05]"),
        (Channel::Conduct, "[%leave w]"),
        (Channel::Conduct, "[%leave w anger]"),
        (Channel::Conduct, "[%discontinue w]"),
        (Channel::Conduct, "[%refuse w]"),
        (Channel::Conduct, "[%disturb w]"),
        (Channel::Conduct, "[%ring w]"),
        (Channel::Conduct, "[%sheet w incomplete]"),
        (Channel::Conduct, "[%sheet b complete]"),
        (Channel::Conduct, "[%sign w 1/2-1/2]"),
        (Channel::Conduct, "[%adjourn]"),
        (Channel::Conduct, "[%seal w \"Nbd2\"]"),
        (Channel::Conduct, "[%resume]"),
        (Channel::Conduct, "[%resume \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"]"),
        (Channel::Conduct, "[%lost-position]"),
        (Channel::Speech, "[%agree draw]"),
        (Channel::Speech, "[%agree laws-waived]"),
    ] {
        let act = act(text);
        assert_eq!(act.channel(), channel, "{text}");
        assert_eq!(act.to_string(), text);
    }
    for syntax in COMMANDS {
        assert!(syntax.usage.starts_with(&format!("[%{}", syntax.name)));
    }
}

#[test]
fn other_spellings_print_in_the_standard_form() {
    for (text, printed) in [
        ("[%touch w\n  e2\r\n\te4 ]", "[%touch w e2 e4]"),
        ("[%touch w e2 order-unknown accidental]", "[%touch w e2 accidental order-unknown]"),
        ("[%place b queen a1]", "[%place b Q a1]"),
        ("[%seal w Nbd2]", "[%seal w \"Nbd2\"]"),
        ("[%seal w \"N b\nd2\"]", "[%seal w \"N b d2\"]"),
        ("[%seal w \"[sic] Nd2\"]", "[%seal w \"[sic] Nd2\"]"),
        ("[%resume 8/8/8/8/8/2k5/8/K6R w - -]", "[%resume \"8/8/8/8/8/2k5/8/K6R w - -\"]"),
        ("[%play w \"e4\"]", "[%play w e4]"),
        ("[%arrive w 61]", "[%arrive w 0:01:01]"),
    ] {
        assert_eq!(act(text).to_string(), printed, "{text}");
    }
}

#[test]
fn arguments_with_two_meanings() {
    let choice = |text: &str| match act(text) {
        Act::Elect { choice, .. } => choice.unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(choice("[%elect b move-named e4]"), Choice::Square(Square::from_ascii(b"e4").unwrap()));
    assert_eq!(choice(r#"[%elect b move-named "e4"]"#), Choice::Square(Square::from_ascii(b"e4").unwrap()));
    assert_eq!(choice("[%elect b promote N]"), Choice::Piece(Role::Knight));
    assert_eq!(choice("[%elect b move-legally ed]"), Choice::Move(MoveWords::new("ed").unwrap()));
}

#[test]
fn clock_times() {
    for (text, kind, millis) in [
        ("[%clk 0:29:25]", ClockKind::Left, 1_765_000),
        ("[%emt 0.783]", ClockKind::Move, 783),
        ("[%egt 1:25:42]", ClockKind::Game, 5_142_000),
        ("[%mct 17:10:42]", ClockKind::Face, 61_842_000),
    ] {
        let time = Time::from_millis(millis);
        assert_eq!(read(text), Ok(Command::Clock(ClockCommand { kind, time })), "{text}");
    }
}

#[test]
fn suppressions() {
    let suppress = |text: &str| match read(text) {
        Ok(Command::Ignore(suppress)) => suppress,
        other => panic!("{other:?}"),
    };
    let read = suppress("[%jadoube ignore move.false the score is right, see p. 3]");
    assert_eq!(read.rules, [Rule::MoveFalse]);
    assert_eq!(read.reason.unwrap().as_str(), "the score is right, see p. 3");
    let read = suppress("[%jadoube ignore move.false record.suffix]");
    assert_eq!(read.rules, [Rule::MoveFalse, Rule::RecordSuffix]);
    assert_eq!(read.reason, None);
}

#[test]
fn commands_of_other_tools_are_ignored() {
    for text in [
        "[%eval 0.17]",
        "[%cal Gc2c3,Rc3d4]",
        "[%]",
        "[% and so on]",
        "[% touch]",
        "[%note \"a ] in quotation marks\"]",
        "[%note an inch is 1\"]",
        "[%elt 0:00:01]",
    ] {
        assert_eq!(read(text), Ok(Command::Foreign), "{text}");
    }
}

#[test]
fn ends_of_commands() {
    let (rest, _) = command(b"[%say w check] and so on ]").unwrap();
    assert_eq!(rest, b" and so on ]");
    let (rest, read) = command(b"[%say w [%clk 0:00:01]").unwrap();
    assert_eq!(rest, b"[%clk 0:00:01]");
    assert_eq!(read.unwrap_err().span, 8..8);
    let (rest, read) = command(b"[%say w huh ] [%clk 0:00:01]").unwrap();
    assert_eq!(rest, b" [%clk 0:00:01]");
    assert!(read.is_err());
    assert!(command(b"[clk 0:00:01]").is_err());
}

/// The command with what the fault spans between two bars, its message, its help.
#[test]
fn faults() {
    for (text, message, help) in [
        (
            "[%touch w |e9|]",
            "[%touch]: `e9` is not a square",
            "a square is a letter from a to h and a digit from 1 to 8",
        ),
        ("[%touch w e2 |E4|]", "[%touch]: `E4` is not a square", "did you mean `e4`?"),
        (
            "[%touch |x| e2]",
            "[%touch]: `x` does not name the one who acts",
            "use `w` (White), `b` (Black) or `u` (arbiter)",
        ),
        (
            "[%touch|]|",
            "[%touch]: the person is missing",
            "write `[%touch P SQ… (accidental) (askew) (order-unknown)]`",
        ),
        (
            "[%touch w |]|",
            "[%touch]: a square is missing",
            "write `[%touch P SQ… (accidental) (askew) (order-unknown)]`",
        ),
        (
            "[%touch w e2 |acidental|]",
            "[%touch]: `acidental` is not a square or a word of this command",
            "did you mean `accidental`?",
        ),
        ("[%hold w e2 |e4|]", "[%hold]: unexpected word `e4`", "write `[%hold P SQ]`"),
        (
            "[%hover w e2|]|",
            "[%hover]: the square that it is held on is missing",
            "write `[%hover P SQ SQ2]`",
        ),
        (
            "[%play w |xyz|]",
            "[%play]: `xyz` is not a move",
            "write a move as in the movetext or from square to square: `Nf3`, `Ng1-f3`, `g1f3`, `O-O`; \
             this move is not judged, and no penalty is found for it; a later `[%retract N]` still counts it",
        ),
        ("[%place w |q| a8]", "[%place]: `q` is not a piece", "did you mean `Q`?"),
        ("[%retract |0|]", "[%retract]: `0` is not a whole number of 1 or more", "write `[%retract N]`"),
        ("[%say w |chek|]", "[%say]: `chek` is not a word of this command", "did you mean `check`?"),
        (
            "[%say w mate |soon|]",
            "[%say]: `soon` is not a whole number of 1 or more",
            "write `[%say P WORD]`; `jadoube explain %say` lists the words",
        ),
        ("[%claim w |repitition|]", "[%claim]: `repitition` is not a claim", "did you mean `repetition`?"),
        (
            "[%claim w count|]|",
            "[%claim]: the reason for the count is missing",
            "write `[%claim P KIND]`; `jadoube explain %claim` lists the words",
        ),
        (
            "[%claim w perpetual |Qh5|]",
            "[%claim]: unexpected word `Qh5`",
            "write `[%claim P KIND]`; `jadoube explain %claim` lists the words",
        ),
        (
            "[%notice b illegal |x|]",
            "[%notice]: `x` is not a whole number of 1 or more",
            "write `[%notice P FAULT (forgotten)]`; `jadoube explain %notice` lists the words",
        ),
        ("[%elect b |none|]", "[%elect]: `none` is not a remedy", ""),
        ("[%ruling forfeit |u|]", "[%ruling]: `u` is not a player", "use `w` (White) or `b` (Black)"),
        (
            "[%ruling add-time b|]|",
            "[%ruling]: the number of seconds is missing",
            "write `[%ruling add-time P SECONDS]`",
        ),
        ("[%board |green|]", "[%board]: `green` is not a colour", "use `light` or `dark`"),
        (
            "[%clk |soon|]",
            "[%clk]: `soon` is not a time",
            "write a time as hours, minutes and seconds: `0:29:25`",
        ),
        ("[%clk|]|", "[%clk]: the time is missing", "write `[%clk H:MM:SS]`"),
        ("[%clk|,0:00:01|]", "[%clk]: a space is missing before this", "write `[%clk H:MM:SS]`"),
        (
            "[%seal w |\"|Nd2]",
            "[%seal]: the text has no closing quotation mark",
            "end the text with a quotation mark; the text itself cannot contain one",
        ),
        ("[%seal w \"N\"|d2|]", "[%seal]: a space is missing after the text", "write `[%seal P \"TEXT\"]`"),
        (
            "[%resume |here|]",
            "[%resume]: `here` is not a position",
            "give a position as a FEN with eight ranks separated by `/`",
        ),
        ("[%adjourn||", "[%adjourn]: the command is not closed", "end the command with `]`"),
        (
            "[%ruling |lose| b]",
            "[%ruling]: `lose` is not a ruling",
            "use `forfeit`, `lose-time` or `lose-points`",
        ),
        ("[%ruling |lost| b]", "[%ruling]: `lost` is not a ruling", "did you mean `forfeit`?"),
        ("[%agree |drawn|]", "[%agree]: `drawn` is not an agreement", "did you mean `draw`?"),
        (
            "[%jadoube |allow| move.false]",
            "[%jadoube]: `allow` is not a word of this command",
            "use `ignore`",
        ),
        (
            "[%jadoube ignore |move.fales|]",
            "[%jadoube]: `move.fales` is not a rule",
            "did you mean `move.false`?",
        ),
        (
            "[%jadoube ignore move.false |touch.owen| x]",
            "[%jadoube]: `touch.owen` is not a rule",
            "did you mean `touch.own`?",
        ),
        (
            "[%jadoube ignore |everything|]",
            "[%jadoube]: `everything` is not a rule",
            "`jadoube rules` lists them",
        ),
    ] {
        let bars: Vec<usize> = text.match_indices('|').map(|(at, _)| at).collect();
        let [start, stop] = bars[..] else { panic!("{text}") };
        let fault = read(&text.replace('|', "")).unwrap_err();
        assert_eq!(fault.span, start..stop - 1, "{text}: {fault:?}");
        let kind = FaultKind::Command(Box::new(fault.problem));
        assert_eq!(kind.message(""), message, "{text}");
        if !help.is_empty() {
            assert_eq!(kind.help("").as_deref(), Some(help), "{text}");
        }
    }
}

#[test]
fn a_misspelt_name_is_reported_with_the_nearest_command() {
    for (text, usage) in [
        ("[%touched w e2]", "[%touch w e2]"),
        ("[%tuch b e7 d7]", "[%touch b e7 d7]"),
        ("[%Touch w e9]", "[%touch P SQ"),
        ("[%retracts 1]", "[%retract 1]"),
        ("[%claims black flag]", "[%claim black flag]"),
        ("[%lost-positon]", "[%lost-position]"),
        ("[%CLK 0:29:25]", "[%clk 0:29:25]"),
        ("[%clock 0:29:25]", "[%clk 0:29:25]"),
        ("[%clock w 1:00]", "[%clk H:MM:SS]"),
        ("[%clock w]", "[%notice w clock]"),
        ("[%flg b]", "[%flag b]"),
        ("[%hod w e2]", "[%hold w e2]"),
        ("[%sel w \"Nf3\"]", "[%seal w \"Nf3\"]"),
        ("[%ply w e4]", "[%play w e4]"),
        ("[%adjust b]", "[%say b adjust]"),
        ("[%repetition b]", "[%claim b repetition]"),
        ("[%forfeit b]", "[%ruling forfeit b]"),
        ("[%adjust w d2]", "[%say w adjust]"),
        ("[%agreed]", "[%agree draw]"),
        ("[%lost position]", "[%lost-position]"),
        ("[%touch-move w d2]", "[%touch w d2]"),
        ("[%flagfall b]", "[%flag b]"),
        ("[%phone b]", "[%ring b]"),
        ("[%player w]", "[%play P MOVE]"),
        ("[%move b Nc6]", "[%play b Nc6]"),
        ("[%move b c6]", ""),
        ("[%castle w]", ""),
        ("[%draw w]", ""),
        ("[%offer draw]", "[%say P draw]"),
        ("[%draw offer w]", "[%say w draw]"),
        ("[%offer black draw]", "[%say b draw]"),
        ("[%j'adoube w d2]", ""),
        ("[%white e4]", ""),
    ] {
        let fault = read(text).unwrap_err();
        assert_eq!(fault.span.start, 2, "{text}");
        let help = FaultKind::Command(Box::new(fault.problem)).help("").unwrap_or_default();
        assert!(help.contains(usage), "{text}: {help}");
    }
    for text in [
        "[%eval 0.3]",
        "[%cal Ga1a2]",
        "[%boards 3]",
        "[%clock 1]",
        "[%ply 12]",
        "[%mate 3]",
        "[%stand]",
        "[%pass]",
        "[%draw arrow,e2,e4]",
        "[%draw]",
        "[%offer]",
        "[%offer of a draw]",
        "[%square e4]",
        "[%note white is better]",
        "[%anno words]",
    ] {
        assert_eq!(read(text), Ok(Command::Foreign), "{text}");
    }
}

#[test]
fn a_command_with_another_opening_is_reported() {
    for (text, length, meant) in [
        ("[% touch w e2] x", 14, "[%touch w e2]"),
        ("[ %touch w e2]", 14, "[%touch w e2]"),
        ("(%touch w e2) x]", 13, "[%touch w e2]"),
        ("[touch w e2] x", 12, "[%touch w e2]"),
        ("[%%touch w e2] x", 14, "[%touch w e2]"),
        ("[#touch w e2] x", 13, "[%touch w e2]"),
        ("[@touch w e2]", 13, "[%touch w e2]"),
        ("[ & touch w e2]", 15, "[%touch w e2]"),
        ("(#touch w e2)", 13, "[%touch w e2]"),
        ("( %adjourn )", 12, "[%adjourn]"),
        ("%touch w d2", 8, "[%touch P SQ… (accidental) (askew) (order-unknown)]"),
        ("%clk 0:10", 9, "[%clk 0:10]"),
        ("%clk 0:10] x", 10, "[%clk 0:10]"),
    ] {
        assert_eq!(badly_opened(text.as_bytes()), Some((length, meant.into())), "{text}");
    }
    for text in [
        "[touch]",
        "[adjourn]",
        "(touch w e2)",
        "[#]",
        "[#adjourn]",
        "[#touching w e2]",
        "[touching w e2]",
        "[touch w e2",
        "[hold on]",
        "[play w]",
        "(%clk)",
        "[%",
        "(",
        "[drop it]",
        "(% of games)",
        "% of games",
        "%clk at move ten",
    ] {
        assert_eq!(badly_opened(text.as_bytes()), None, "{text}");
    }
    let fault = read("[%jadoube w d2]").unwrap_err();
    assert!(matches!(fault.problem, CommandProblem::Malformed { advice: Some(Advice::DidYouMean(_)), .. }));
    assert!(matches!(read("[% touch w e2]"), Err(CommandFault { span: Range { start: 0, end: 14 }, .. })));
}

#[test]
fn blanks_may_be_lost_and_letters_may_be_capitals() {
    for (text, meant) in [
        ("[%clk0:05:00]", "[%clk 0:05:00]"),
        ("[%retract2]", "[%retract 2]"),
        ("[%sayw check]", "[%say w check]"),
        ("[%touchw e2]", "[%touch w e2]"),
        ("[%Flag W]", "[%flag w]"),
        ("[%TOUCH White G1]", "[%touch white g1]"),
        ("[%Ruling Forfeit W]", "[%ruling forfeit w]"),
    ] {
        let fault = read(text).unwrap_err();
        let usage = Some(meant.to_owned().into());
        assert!(
            matches!(&fault.problem, CommandProblem::Misspelt { usage: found, .. } if *found == usage),
            "{text}"
        );
    }
    for text in ["[%clks 3]", "[%flagship]", "[%clk0]"] {
        assert!(!matches!(read(text), Ok(Command::Act(_) | Command::Clock(_))), "{text}");
    }
}

#[test]
fn persons_and_adjusting_have_words_too() {
    assert_eq!(act("[%touch white e2]"), act("[%touch w e2]"));
    assert_eq!(act("[%say black jadoube]"), act("[%say b adjust]"));
    assert_eq!(act("[%say w jadoube touching]"), act("[%say w adjust touching]"));
    assert_eq!(act("[%claim umpire flag]"), act("[%claim u flag]"));
    assert_eq!(act("[%ruling forfeit black]"), act("[%ruling forfeit b]"));
}
