//! Commands for speech: calls, claims, notices, elections, appeals and rulings.

use std::num::NonZeroU32;

use nom::Parser;
use nom::combinator::map;

use super::command::Command;
use super::lexis::{
    Parsed, Refusal, actor, argument, by, keyword, may, move_words, must, named, number, piece_name, player,
    role, square,
};
use crate::chess::{Color, Square};
use crate::game::act::{
    Act, Agreement, Choice, CountGround, Memory, Notice, PlayerClaim, SpokenWord, UmpireRuling, WaiveExtent,
};
use crate::law::RemedyKind;

/// Reads the arguments after a keyword.
type Arguments<T> = fn(&[u8]) -> Parsed<'_, T>;

pub(super) fn say(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, word)) = (actor("say"), must("the word", said_word)).parse(input)?;
    Ok((rest, Command::Act(Act::Say { by, word })))
}

fn said_word(input: &[u8]) -> Parsed<'_, SpokenWord> {
    let words = [
        ("check", SpokenWord::Check),
        ("mate", SpokenWord::Mate),
        ("adjust", SpokenWord::Adjust),
        ("jadoube", SpokenWord::Adjust),
        ("draw", SpokenWord::Draw),
        ("accept", SpokenWord::Accept),
        ("decline", SpokenWord::Decline),
        ("resign", SpokenWord::Resign),
        ("stalemate", SpokenWord::Stalemate),
    ];
    let (rest, word) = keyword(input, "a word of this command", &words)?;
    match word {
        SpokenWord::Mate => {
            let (rest, moves) = may(number)(rest)?;
            Ok((rest, moves.map_or(SpokenWord::Mate, SpokenWord::MateIn)))
        }
        SpokenWord::Adjust => {
            let touching =
                |input| keyword(input, "a word of this command", &[("touching", SpokenWord::AdjustTouching)]);
            let (rest, touching) = may(touching)(rest)?;
            Ok((rest, touching.unwrap_or(SpokenWord::Adjust)))
        }
        other => Ok((rest, other)),
    }
}

pub(super) fn claim(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, claim)) = (actor("claim"), must("the claim", claim_kind)).parse(input)?;
    Ok((rest, Command::Act(Act::Claim { by, claim })))
}

fn claim_kind(input: &[u8]) -> Parsed<'_, PlayerClaim> {
    let kinds: [(&str, Arguments<PlayerClaim>); 10] = [
        ("repetition", |rest| map(may(move_words), PlayerClaim::Repetition).parse(rest)),
        ("fifty", |rest| map(may(move_words), PlayerClaim::Fifty).parse(rest)),
        ("count", |rest| map(must("the reason for the count", count_ground), PlayerClaim::Count).parse(rest)),
        ("perpetual", |rest| Ok((rest, PlayerClaim::Perpetual))),
        ("stalemate", |rest| Ok((rest, PlayerClaim::Stalemate))),
        ("flag", |rest| Ok((rest, PlayerClaim::Flag))),
        ("proceed", |rest| Ok((rest, PlayerClaim::Proceed))),
        ("indulgence", |rest| Ok((rest, PlayerClaim::Indulgence))),
        ("normal-means", |rest| Ok((rest, PlayerClaim::NormalMeans))),
        ("increment", |rest| Ok((rest, PlayerClaim::Increment))),
    ];
    let (rest, arguments) = keyword(input, "a claim", &kinds)?;
    arguments(rest)
}

fn count_ground(input: &[u8]) -> Parsed<'_, CountGround> {
    let words = [
        (CountGround::Force.id(), CountGround::Force),
        (CountGround::Repeating.id(), CountGround::Repeating),
        (CountGround::Submitted.id(), CountGround::Submitted),
    ];
    keyword(input, "a reason for a count", &words)
}

pub(super) fn notice(input: &[u8]) -> Parsed<'_, Command> {
    let forgotten = |input| keyword(input, "a word of this command", &[("forgotten", Memory::Forgotten)]);
    let (rest, (by, notice, memory)) =
        (actor("notice"), must("the irregularity", notice_kind), may(forgotten)).parse(input)?;
    let memory = memory.unwrap_or(Memory::Known);
    Ok((rest, Command::Act(Act::Notice { by, notice, memory })))
}

fn notice_kind(input: &[u8]) -> Parsed<'_, Notice> {
    let kinds: [(&str, Arguments<Notice>); 12] = [
        ("board", |rest| Ok((rest, Notice::Board))),
        ("setup", |rest| Ok((rest, Notice::Setup))),
        ("omitted", |rest| map(must("the square", square), Notice::Omitted).parse(rest)),
        ("odds", |rest| Ok((rest, Notice::Odds))),
        ("first-move", |rest| Ok((rest, Notice::FirstMove))),
        ("turn", |rest| Ok((rest, Notice::Turn))),
        ("touch", |rest| Ok((rest, Notice::Touch))),
        ("hold", |rest| Ok((rest, Notice::Hold))),
        ("clock", |rest| Ok((rest, Notice::Clock))),
        ("illegal", |rest| map(ply, Notice::Illegal).parse(rest)),
        ("check", |rest| map(ply, Notice::Check).parse(rest)),
        ("dropped", |rest| map(must("the square", square), Notice::Dropped).parse(rest)),
    ];
    let (rest, arguments) = keyword(input, "an irregularity", &kinds)?;
    arguments(rest)
}

/// `ply`: it may be left out, even before `forgotten`.
fn ply(input: &[u8]) -> Parsed<'_, Option<NonZeroU32>> {
    match must("the ply", argument)(input) {
        Ok((_, b"forgotten")) => Ok((input, None)),
        _ => may(number)(input),
    }
}

pub(super) fn elect(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (by, remedy, choice)) =
        (actor("elect"), must("the remedy", remedy), may(choice)).parse(input)?;
    Ok((rest, Command::Act(Act::Elect { by, remedy, choice })))
}

/// `remedy`: words that only law files use are not accepted.
fn remedy(input: &[u8]) -> Parsed<'_, RemedyKind> {
    let words: Vec<(&str, RemedyKind)> = elected_remedies().map(|kind| (kind.id(), kind)).collect();
    keyword(input, "a remedy", &words)
}

/// The remedies that a player can choose.
pub(crate) fn elected_remedies() -> impl Iterator<Item = RemedyKind> {
    let only_in_law_files = |kind: &RemedyKind| {
        matches!(
            kind,
            RemedyKind::None
                | RemedyKind::LoseRight
                | RemedyKind::TouchedDuty
                | RemedyKind::FirstPossible
                | RemedyKind::AddPoints
                | RemedyKind::LosePoints
                | RemedyKind::Fine
                | RemedyKind::Exclude
                | RemedyKind::Expel
        )
    };
    RemedyKind::ALL.iter().copied().filter(move |kind| !only_in_law_files(kind))
}

/// `choice`: the name of a square is a square, even in quotation marks, though it could be a pawn move.
fn choice(input: &[u8]) -> Parsed<'_, Choice> {
    let (rest, at) = argument(input)?;
    let square_or_piece = |word: &[u8]| {
        let square = Square::from_ascii(word).map(Choice::Square);
        square.or_else(|| role(word).map(Choice::Piece))
    };
    if let Some(choice) = square_or_piece(at) {
        return Ok((rest, choice));
    }
    match move_words(input) {
        Ok((rest, words)) => {
            let choice = square_or_piece(words.as_str().as_bytes());
            Ok((rest, choice.unwrap_or(Choice::Move(words))))
        }
        Err(_) => Err(Refusal::not(at, "a square, a piece or a move", None)),
    }
}

pub(super) fn waive(input: &[u8]) -> Parsed<'_, Command> {
    let all = |input| keyword(input, "a word of this command", &[("all", WaiveExtent::All)]);
    let (rest, (by, extent)) = (actor("waive"), may(all)).parse(input)?;
    let extent = extent.unwrap_or(WaiveExtent::Newest);
    Ok((rest, Command::Act(Act::Waive { by, extent })))
}

pub(super) fn appeal(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "appeal", |by| Act::Appeal { by })
}

pub(super) fn ruling(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, ruling)) = (named("ruling"), must("the ruling", ruling_kind)).parse(input)?;
    Ok((rest, Command::Act(Act::Ruling(ruling))))
}

fn ruling_kind(input: &[u8]) -> Parsed<'_, UmpireRuling> {
    let kinds: [(&str, Arguments<UmpireRuling>); 19] = [
        ("annul", |rest| Ok((rest, UmpireRuling::Annul))),
        ("recommence", |rest| Ok((rest, UmpireRuling::Recommence))),
        ("draw", |rest| Ok((rest, UmpireRuling::Draw))),
        ("proceed", |rest| Ok((rest, UmpireRuling::Proceed))),
        ("forfeit", |rest| map(must("the player", player), UmpireRuling::Forfeit).parse(rest)),
        ("stand", |rest| Ok((rest, UmpireRuling::Stand))),
        ("retract", |rest| map(must("the number of moves", number), UmpireRuling::Retract).parse(rest)),
        ("restore", |rest| map(must("the square", square), UmpireRuling::Restore).parse(rest)),
        ("adjust", |rest| Ok((rest, UmpireRuling::Adjust))),
        ("count-fifty", |rest| Ok((rest, UmpireRuling::CountFifty))),
        ("admonish", |rest| map(must("the player", player), UmpireRuling::Admonish).parse(rest)),
        ("add-time", |rest| on_time("[%ruling add-time P SECONDS]", UmpireRuling::AddTime, rest)),
        ("lose-time", |rest| on_time("[%ruling lose-time P SECONDS]", UmpireRuling::LoseTime, rest)),
        ("add-points", |rest| map(must("the player", player), UmpireRuling::AddPoints).parse(rest)),
        ("lose-points", |rest| map(must("the player", player), UmpireRuling::LosePoints).parse(rest)),
        ("fine", |rest| map(must("the player", player), UmpireRuling::Fine).parse(rest)),
        ("exclude", |rest| map(must("the player", player), UmpireRuling::Exclude).parse(rest)),
        ("expel", |rest| map(must("the player", player), UmpireRuling::Expel).parse(rest)),
        ("promote", |rest| {
            let (rest, (square, role)) =
                (must("the square", square), must("the piece", piece_name)).parse(rest)?;
            Ok((rest, UmpireRuling::Promote(square, role)))
        }),
    ];
    let (rest, arguments) = keyword(input, "a ruling", &kinds)?;
    arguments(rest)
}

/// The player and the seconds of a ruling of this form.
fn on_time<'a>(
    form: &'static str,
    ruling: fn(Color, NonZeroU32) -> UmpireRuling,
    input: &'a [u8],
) -> Parsed<'a, UmpireRuling> {
    let mut operands = (must("the player", player), must("the number of seconds", number));
    let read = operands.parse(input);
    let (rest, (player, seconds)) = read.map_err(|error| error.map(|refusal| refusal.with_form(form)))?;
    Ok((rest, ruling(player, seconds)))
}

pub(super) fn agree(input: &[u8]) -> Parsed<'_, Command> {
    let agreement = |input| {
        let words =
            [(Agreement::Draw.id(), Agreement::Draw), (Agreement::LawsWaived.id(), Agreement::LawsWaived)];
        keyword(input, "an agreement", &words)
    };
    let (rest, (_, agreement)) = (named("agree"), must("the agreement", agreement)).parse(input)?;
    Ok((rest, Command::Act(Act::Agree(agreement))))
}
