use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::chess::Color;
use crate::pgn::{Command, command, elected_remedies};

fn square() -> impl Strategy<Value = Square> {
    (0..64_u8).prop_map(Square::from_index)
}

fn squares() -> impl Strategy<Value = Vec<Square>> {
    prop::collection::vec(square(), 1..5)
}

fn number() -> impl Strategy<Value = NonZeroU32> {
    (1..1_000_000_u32).prop_map(|number| NonZeroU32::new(number).unwrap())
}

fn text() -> impl Strategy<Value = QuotedText> {
    "[^\"{}\\p{Cc}]{0,12}".prop_map(|text| QuotedText::new(&text).unwrap())
}

fn color() -> impl Strategy<Value = Color> {
    select(vec![Color::White, Color::Black])
}

fn role() -> impl Strategy<Value = Role> {
    select(&Role::ALL[..])
}

fn words() -> impl Strategy<Value = MoveWords> {
    "[KQRBN]?[a-h][1-8][x-]?[a-h][1-8](=[QRBN])?( e\\.p\\.)?[+#]?|O-O(-O)?|[a-h]x?[a-h]|--"
        .prop_map(|words| MoveWords::new(&words).unwrap())
}

fn word() -> impl Strategy<Value = SpokenWord> {
    prop_oneof![
        select(vec![
            SpokenWord::Check,
            SpokenWord::Mate,
            SpokenWord::Adjust,
            SpokenWord::AdjustTouching,
            SpokenWord::Draw,
            SpokenWord::Accept,
            SpokenWord::Decline,
            SpokenWord::Resign,
            SpokenWord::Stalemate,
        ]),
        number().prop_map(SpokenWord::MateIn),
    ]
}

fn claim() -> impl Strategy<Value = PlayerClaim> {
    prop_oneof![
        of(words()).prop_map(PlayerClaim::Repetition),
        of(words()).prop_map(PlayerClaim::Fifty),
        select(CountGround::ALL).prop_map(PlayerClaim::Count),
        select(vec![
            PlayerClaim::Perpetual,
            PlayerClaim::Stalemate,
            PlayerClaim::Flag,
            PlayerClaim::Proceed,
            PlayerClaim::Indulgence,
            PlayerClaim::NormalMeans,
            PlayerClaim::Increment,
        ]),
    ]
}

fn notice() -> impl Strategy<Value = Notice> {
    prop_oneof![
        select(vec![
            Notice::Board,
            Notice::Setup,
            Notice::Odds,
            Notice::FirstMove,
            Notice::Turn,
            Notice::Touch,
            Notice::Hold,
            Notice::Clock,
        ]),
        square().prop_map(Notice::Omitted),
        square().prop_map(Notice::Dropped),
        of(number()).prop_map(Notice::Illegal),
        of(number()).prop_map(Notice::Check),
    ]
}

fn remedy() -> impl Strategy<Value = RemedyKind> {
    let in_law_files_only = |kind: &RemedyKind| !elected_remedies().any(|elected| elected == *kind);
    let offered: Vec<RemedyKind> =
        RemedyKind::ALL.iter().copied().filter(|kind| !in_law_files_only(kind)).collect();
    select(offered)
}

fn choice() -> impl Strategy<Value = Choice> {
    let unlike_a_square = |words: &MoveWords| Square::from_ascii(words.as_str().as_bytes()).is_none();
    prop_oneof![
        square().prop_map(Choice::Square),
        role().prop_map(Choice::Piece),
        words().prop_filter("a square", unlike_a_square).prop_map(Choice::Move),
    ]
}

fn ruling() -> impl Strategy<Value = UmpireRuling> {
    prop_oneof![
        select(vec![
            UmpireRuling::Annul,
            UmpireRuling::Recommence,
            UmpireRuling::Draw,
            UmpireRuling::Proceed,
            UmpireRuling::Stand,
            UmpireRuling::Adjust,
            UmpireRuling::CountFifty,
        ]),
        color().prop_map(UmpireRuling::Forfeit),
        color().prop_map(UmpireRuling::Admonish),
        color().prop_map(UmpireRuling::AddPoints),
        color().prop_map(UmpireRuling::LosePoints),
        color().prop_map(UmpireRuling::Fine),
        color().prop_map(UmpireRuling::Exclude),
        color().prop_map(UmpireRuling::Expel),
        number().prop_map(UmpireRuling::Retract),
        square().prop_map(UmpireRuling::Restore),
        (color(), number()).prop_map(|(player, seconds)| UmpireRuling::AddTime(player, seconds)),
        (color(), number()).prop_map(|(player, seconds)| UmpireRuling::LoseTime(player, seconds)),
        (square(), role()).prop_map(|(square, role)| UmpireRuling::Promote(square, role)),
    ]
}

fn by_one() -> impl Strategy<Value = Act> {
    (0..11_usize, select(Actor::ALL)).prop_map(|(which, by)| {
        [
            Act::Appeal { by },
            Act::Press { by },
            Act::Pause { by },
            Act::Flag { by },
            Act::Absent { by },
            Act::Return { by },
            Act::Discontinue { by },
            Act::Refuse { by },
            Act::Disturb { by },
            Act::Ring { by },
            Act::Adjourn,
        ][which]
            .clone()
    })
}

fn touching() -> impl Strategy<Value = Act> {
    let person = || select(Actor::ALL);
    prop_oneof![
        (person(), squares(), select(Contact::ALL), select(Alignment::ALL), select(TouchOrder::ALL))
            .prop_map(|(by, squares, contact, seat, order)| Act::Touch { by, squares, contact, seat, order }),
        (person(), square()).prop_map(|(by, square)| Act::Hold { by, square }),
        (person(), square(), square()).prop_map(|(by, from, over)| Act::Hover { by, from, over }),
        (person(), square(), square()).prop_map(|(by, from, to)| Act::Release { by, from, to }),
        (person(), role(), square()).prop_map(|(by, role, square)| Act::Place { by, role, square }),
        (person(), words()).prop_map(|(by, words)| Act::Play { by, words }),
        (person(), words()).prop_map(|(by, words)| Act::Write { by, words }),
        (person(), select(Hands::ALL)).prop_map(|(by, hands)| Act::Hands { by, hands }),
        number().prop_map(|moves| Act::Retract { moves }),
    ]
}

fn speaking() -> impl Strategy<Value = Act> {
    let person = || select(Actor::ALL);
    prop_oneof![
        (person(), word()).prop_map(|(by, word)| Act::Say { by, word }),
        (person(), claim()).prop_map(|(by, claim)| Act::Claim { by, claim }),
        (person(), notice(), select(Memory::ALL)).prop_map(|(by, notice, memory)| Act::Notice {
            by,
            notice,
            memory
        }),
        (person(), remedy(), of(choice())).prop_map(|(by, remedy, choice)| Act::Elect { by, remedy, choice }),
        (person(), select(WaiveExtent::ALL)).prop_map(|(by, extent)| Act::Waive { by, extent }),
        ruling().prop_map(Act::Ruling),
        select(Agreement::ALL).prop_map(Act::Agree),
    ]
}

fn happening() -> impl Strategy<Value = Act> {
    let person = || select(Actor::ALL);
    prop_oneof![
        select(CornerColour::ALL).prop_map(Act::Board),
        square().prop_map(|square| Act::Drop { square }),
        (square(), select(Consent::ALL)).prop_map(|(square, consent)| Act::Restore { square, consent }),
        (person(), squares(), of(select(Intent::ALL))).prop_map(|(by, squares, manner)| Act::Displace {
            by,
            squares,
            manner
        }),
        (person(), of(select(Intent::ALL))).prop_map(|(by, manner)| Act::Upset { by, manner }),
        (person(), squares()).prop_map(|(by, squares)| Act::Replace { by, squares }),
        (person(), 0..100_000_000_i64)
            .prop_map(|(by, late)| Act::Arrive { by, late: Time::from_millis(late) }),
        (person(), select(Temper::ALL)).prop_map(|(by, temper)| Act::Leave { by, temper }),
        (person(), text()).prop_map(|(by, text)| Act::Seal { by, text }),
        (person(), select(SheetState::ALL)).prop_map(|(by, state)| Act::Sheet { by, state }),
        (person(), select(SignedResult::ALL)).prop_map(|(by, result)| Act::Sign { by, result }),
        of(select(vec!["8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/8/8/8/8/8/8"]))
            .prop_map(|fen| { Act::Resume { fen: fen.and_then(QuotedText::new) } }),
        Just(Act::LostPosition),
    ]
}

proptest! {
    #[test]
    fn reading_is_the_inverse_of_printing(
        act in prop_oneof![touching(), speaking(), happening(), by_one()]
    ) {
        let printed = act.to_string();
        let (rest, read) = command(printed.as_bytes()).unwrap();
        prop_assert!(rest.is_empty());
        prop_assert_eq!(read, Ok(Command::Act(act)), "{}", printed);
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\[%(touch|say|seal|clk|elect|jadoube|resume|x)[ -~\n]{0,30}") {
        let (rest, read) = command(text.as_bytes()).unwrap();
        prop_assert!(rest.len() < text.len());
        if let Err(fault) = read {
            prop_assert!(fault.span.start <= fault.span.end);
            prop_assert!(fault.span.end <= text.len() - rest.len());
        }
    }
}
