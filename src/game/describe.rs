//! Describes acts in a few words: `White touches d5,d8`.

use super::act::{
    Act, Actor, Agreement, Alignment, Consent, CornerColour, CountGround, Hands, Intent, Memory, MoveWords,
    Notice, PlacedAct, PlayerClaim, SheetState, SpokenWord, Temper, UmpireRuling, WaiveExtent,
};
use crate::chess::Square;
use crate::law::words::{self, Players, RemedyDetails};
use crate::law::{RemedyKind, Terms};

/// Describes acts in one phrase. Consecutive touches by one person are joined.
pub(crate) fn describe_acts(acts: &[PlacedAct]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut touching: Option<Actor> = None;
    for placed in acts {
        match &placed.act {
            Act::Touch { by, squares, .. } if touching == Some(*by) => {
                if let Some(last) = parts.last_mut() {
                    last.push(',');
                    last.push_str(&list_squares(squares));
                }
            }
            act => {
                touching = match act {
                    Act::Touch { by, .. } => Some(*by),
                    _ => None,
                };
                parts.push(describe_act(act));
            }
        }
    }
    parts.join(", ")
}

fn list_squares(squares: &[Square]) -> String {
    squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn name_of(person: Actor) -> &'static str {
    match person.player() {
        Some(color) => color.name(),
        None => "the arbiter",
    }
}

fn manner_words(manner: Option<Intent>) -> &'static str {
    match manner {
        Some(Intent::Accidental) => " by accident",
        Some(Intent::Wilful) => " on purpose",
        None => "",
    }
}

/// Describes an act in one phrase.
pub(crate) fn describe_act(act: &Act) -> String {
    let predicate = match act {
        Act::Touch { squares, seat, .. } => {
            let askew = if *seat == Alignment::Askew { " (off centre)" } else { "" };
            format!("touches {}{askew}", list_squares(squares))
        }
        Act::Hold { square, .. } => format!("picks up and holds the piece on {square}"),
        Act::Hover { from, over, .. } => format!("holds the piece from {from} on {over}"),
        Act::Play { words, .. } => format!("plays {}", words.as_str()),
        Act::Release { from, to, .. } => format!("releases the piece from {from} on {to}"),
        Act::Place { role, square, .. } => format!("puts a {} on {square}", role.name()),
        Act::Hands { hands: Hands::Both, .. } => "uses both hands".to_owned(),
        Act::Hands { hands: Hands::OneAndPress, .. } => {
            "moves with one hand and presses the clock with the other".to_owned()
        }
        Act::Write { words, .. } => format!("writes {}", words.as_str()),
        Act::Retract { moves } => match moves.get() {
            1 => "one move is taken back".to_owned(),
            moves => format!("{moves} moves are taken back"),
        },
        Act::Say { word, .. } => describe_word(*word),
        Act::Claim { claim, .. } => describe_claim(claim),
        Act::Notice { notice, memory, .. } => {
            let forgotten =
                if *memory == Memory::Forgotten { " (the moves since are not remembered)" } else { "" };
            format!("points out {}{forgotten}", describe_notice(*notice))
        }
        Act::Elect { by, remedy, choice } => {
            let with = choice.as_ref().map_or_else(String::new, |choice| format!(" ({choice})"));
            format!("chooses: {}{with}", chosen_remedy(*by, *remedy))
        }
        Act::Waive { extent, .. } => match extent {
            WaiveExtent::Newest => "waives the last offence".to_owned(),
            WaiveExtent::All => "waives all offences".to_owned(),
        },
        Act::Appeal { .. } => "appeals to the arbiter".to_owned(),
        Act::Ruling(ruling) => format!("rules: {}", ruling_in_words(*ruling, &Terms::MODERN)),
        Act::Board(CornerColour::Light) => "the board is placed correctly".to_owned(),
        Act::Board(CornerColour::Dark) => {
            "the board is placed wrongly, with a dark corner at the right".to_owned()
        }
        Act::Drop { square } => format!("the piece on {square} falls off the board"),
        Act::Restore { square, consent } => {
            let disputed = if *consent == Consent::Disputed { " (disputed)" } else { "" };
            format!("a piece is put back on {square}{disputed}")
        }
        Act::Displace { squares, manner, .. } => {
            format!("displaces {}{}", list_squares(squares), manner_words(*manner))
        }
        Act::Upset { manner, .. } => format!("knocks the pieces over{}", manner_words(*manner)),
        Act::Replace { squares, .. } => format!("puts back {}", list_squares(squares)),
        Act::Press { .. } => "presses the clock".to_owned(),
        Act::Pause { .. } => "stops the clocks".to_owned(),
        Act::Flag { .. } => "'s flag falls".to_owned(),
        Act::Absent { .. } => "leaves the board".to_owned(),
        Act::Return { .. } => "returns to the board".to_owned(),
        Act::Arrive { late, .. } => format!("arrives {late} late"),
        Act::Leave { temper: Temper::Calm, .. } => "leaves the table".to_owned(),
        Act::Leave { temper: Temper::Anger, .. } => "leaves the table in anger".to_owned(),
        Act::Discontinue { .. } => "stops playing".to_owned(),
        Act::Refuse { .. } => "refuses the ruling".to_owned(),
        Act::Disturb { .. } => "disturbs the opponent".to_owned(),
        Act::Ring { .. } => "'s telephone or other device makes a sound".to_owned(),
        Act::Sheet { state: SheetState::Incomplete, .. } => {
            "has not written down the previous move".to_owned()
        }
        Act::Sheet { state: SheetState::Complete, .. } => "has all moves written down".to_owned(),
        Act::Sign { result, .. } => format!("signs {result}"),
        Act::Adjourn => "the game is adjourned".to_owned(),
        Act::Seal { text, .. } => format!("seals {}", text.as_str()),
        Act::Resume { .. } => "the game is resumed".to_owned(),
        Act::LostPosition => "the position can no longer be reconstructed".to_owned(),
        Act::Agree(Agreement::Draw) => "the players agree to a draw".to_owned(),
        Act::Agree(Agreement::LawsWaived) => "the players agree to waive the laws".to_owned(),
    };
    match act.by() {
        Some(by) if predicate.starts_with('\'') => format!("{}{predicate}", name_of(by)),
        Some(by) => format!("{} {predicate}", name_of(by)),
        None => predicate,
    }
}

/// A remedy in words. The player who chooses it is usually not the offender.
fn chosen_remedy(by: Actor, remedy: RemedyKind) -> String {
    let players = by.player().map_or(Players::BY_ROLE, |color| Players {
        offender: color.other().name(),
        adversary: color.name(),
        ..Players::BY_ROLE
    });
    let men = words::generic_man(remedy, players.terms);
    words::remedy(remedy, &RemedyDetails { players, men: &men, time: "time", pieces: &[], winner: None })
}

fn describe_word(word: SpokenWord) -> String {
    match word {
        SpokenWord::Check => "says check".to_owned(),
        SpokenWord::Mate => "says mate".to_owned(),
        SpokenWord::MateIn(moves) => format!("says mate in {moves}"),
        SpokenWord::Adjust => "announces an adjustment".to_owned(),
        SpokenWord::AdjustTouching => "announces an adjustment while touching".to_owned(),
        SpokenWord::Draw => "offers a draw".to_owned(),
        SpokenWord::Accept => "accepts the draw".to_owned(),
        SpokenWord::Decline => "declines the draw".to_owned(),
        SpokenWord::Resign => "resigns".to_owned(),
        SpokenWord::Stalemate => "says stalemate".to_owned(),
    }
}

fn describe_claim(claim: &PlayerClaim) -> String {
    let with = |what: &str, words: &Option<MoveWords>| match words {
        Some(words) => format!("claims {what} with {}", words.as_str()),
        None => format!("claims {what}"),
    };
    match claim {
        PlayerClaim::Repetition(words) => with("a draw by repetition", words),
        PlayerClaim::Fifty(words) => with("a draw by the fifty-move rule", words),
        PlayerClaim::Count(CountGround::Force) => {
            "calls for a count of moves, because of the material left".to_owned()
        }
        PlayerClaim::Count(CountGround::Repeating) => {
            "calls for a count of moves, because moves are repeated".to_owned()
        }
        PlayerClaim::Count(CountGround::Submitted) => {
            "calls for the count of moves that the players submitted to".to_owned()
        }
        PlayerClaim::Perpetual => "claims perpetual check".to_owned(),
        PlayerClaim::Stalemate => "claims stalemate".to_owned(),
        PlayerClaim::Flag => "claims that the opponent's flag has fallen".to_owned(),
        PlayerClaim::Proceed => "asks that the game continue".to_owned(),
        PlayerClaim::Indulgence => "claims an indulgence".to_owned(),
        PlayerClaim::Increment => "asks for more time with each move".to_owned(),
        PlayerClaim::NormalMeans => {
            "claims that the opponent cannot win by normal means or does not try to".to_owned()
        }
    }
}

fn describe_notice(notice: Notice) -> String {
    match notice {
        Notice::Board => "the wrongly placed board".to_owned(),
        Notice::Setup => "wrongly set up pieces".to_owned(),
        Notice::Omitted(square) => format!("the missing piece on {square}"),
        Notice::Odds => "the odds not given".to_owned(),
        Notice::FirstMove => "the first move by the wrong player".to_owned(),
        Notice::Turn => "a move out of turn".to_owned(),
        Notice::Touch => "the touch".to_owned(),
        Notice::Hold => "the piece held".to_owned(),
        Notice::Clock => "the clock".to_owned(),
        Notice::Illegal(Some(ply)) => format!("the illegal move at ply {ply}"),
        Notice::Illegal(None) => "an illegal move".to_owned(),
        Notice::Check(Some(ply)) => format!("the check given at ply {ply}"),
        Notice::Check(None) => "the check".to_owned(),
        Notice::Dropped(square) => format!("the piece fallen from {square}"),
    }
}

/// A ruling as a clause: `the game is drawn`.
pub(crate) fn ruling_in_words(ruling: UmpireRuling, terms: &Terms) -> String {
    match ruling {
        UmpireRuling::Annul => "the game is void".to_owned(),
        UmpireRuling::Recommence => terms.restart(),
        UmpireRuling::Draw => "the game is drawn".to_owned(),
        UmpireRuling::Proceed => "the game continues".to_owned(),
        UmpireRuling::Forfeit(player) => format!("{player} loses the game"),
        UmpireRuling::Stand => "the move remains".to_owned(),
        UmpireRuling::Retract(moves) => match moves.get() {
            1 => "one move is taken back".to_owned(),
            moves => format!("{moves} moves are taken back"),
        },
        UmpireRuling::Restore(square) => format!("a {} is put back on {square}", terms.piece),
        UmpireRuling::CountFifty => "the game is drawn after fifty more moves of each player".to_owned(),
        UmpireRuling::Adjust => "the board or a clock is corrected".to_owned(),
        UmpireRuling::Admonish(player) => format!("{player} is admonished"),
        UmpireRuling::AddTime(player, seconds) => format!("{player} gets {seconds} more seconds"),
        UmpireRuling::LoseTime(player, seconds) => format!("{player} loses {seconds} seconds"),
        UmpireRuling::AddPoints(player) => format!("{player} is given points"),
        UmpireRuling::LosePoints(player) => format!("{player} loses points"),
        UmpireRuling::Fine(player) => format!("{player} is fined"),
        UmpireRuling::Exclude(player) => format!("{player} is excluded from further rounds"),
        UmpireRuling::Expel(player) => format!("{player} is expelled from the event"),
        UmpireRuling::Promote(square, role) => format!("the pawn on {square} becomes a {}", role.name()),
    }
}
