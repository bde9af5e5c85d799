//! Commands for speech: calls, claims, notices, elections, appeals and rulings.

use std::num::NonZeroU32;

use nom::Parser;
use nom::combinator::map;

use super::command::Command;
use super::lexis::{
    Parsed, Refusal, argument, by, keyword, may, move_words, must, named, number, person, piece_name, player,
    role, square,
};
use crate::chess::Square;
use crate::game::act::{Act, Agreement, Choice, Claim, Extent, Ground, Memory, Notice, Ruling, Word};
use crate::law::RemedyKind;

pub(super) fn say(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, word)) =
        (named("say"), must("the person", person), must("what is said", said_word)).parse(input)?;
    Ok((rest, Command::Act(Act::Say { by, word })))
}

fn said_word(input: &[u8]) -> Parsed<'_, Word> {
    let words = [
        ("check", Word::Check),
        ("mate", Word::Mate),
        ("adjust", Word::Adjust),
        ("draw", Word::Draw),
        ("accept", Word::Accept),
        ("decline", Word::Decline),
        ("resign", Word::Resign),
        ("stalemate", Word::Stalemate),
    ];
    let (rest, word) = keyword(input, "a word that this command knows", &words)?;
    match word {
        Word::Mate => {
            let (rest, moves) = may(number)(rest)?;
            Ok((rest, moves.map_or(Word::Mate, Word::MateIn)))
        }
        Word::Adjust => {
            let touching =
                |input| keyword(input, "a word of this command", &[("touching", Word::AdjustTouching)]);
            let (rest, touching) = may(touching)(rest)?;
            Ok((rest, touching.unwrap_or(Word::Adjust)))
        }
        other => Ok((rest, other)),
    }
}

pub(super) fn claim(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, claim)) =
        (named("claim"), must("the person", person), must("what is claimed", claim_kind)).parse(input)?;
    Ok((rest, Command::Act(Act::Claim { by, claim })))
}

fn claim_kind(input: &[u8]) -> Parsed<'_, Claim> {
    #[derive(Clone, Copy)]
    enum ClaimKeyword {
        Repetition,
        Fifty,
        Count,
        Perpetual,
        Stalemate,
        Flag,
        Proceed,
        Indulgence,
        NormalMeans,
    }
    let words = [
        ("repetition", ClaimKeyword::Repetition),
        ("fifty", ClaimKeyword::Fifty),
        ("count", ClaimKeyword::Count),
        ("perpetual", ClaimKeyword::Perpetual),
        ("stalemate", ClaimKeyword::Stalemate),
        ("flag", ClaimKeyword::Flag),
        ("proceed", ClaimKeyword::Proceed),
        ("indulgence", ClaimKeyword::Indulgence),
        ("normal-means", ClaimKeyword::NormalMeans),
    ];
    let (rest, kind) = keyword(input, "a claim", &words)?;
    match kind {
        ClaimKeyword::Repetition => map(may(move_words), Claim::Repetition).parse(rest),
        ClaimKeyword::Fifty => map(may(move_words), Claim::Fifty).parse(rest),
        ClaimKeyword::Count => map(must("the ground", count_ground), Claim::Count).parse(rest),
        ClaimKeyword::Perpetual => Ok((rest, Claim::Perpetual)),
        ClaimKeyword::Stalemate => Ok((rest, Claim::Stalemate)),
        ClaimKeyword::Flag => Ok((rest, Claim::Flag)),
        ClaimKeyword::Proceed => Ok((rest, Claim::Proceed)),
        ClaimKeyword::Indulgence => Ok((rest, Claim::Indulgence)),
        ClaimKeyword::NormalMeans => Ok((rest, Claim::NormalMeans)),
    }
}

fn count_ground(input: &[u8]) -> Parsed<'_, Ground> {
    let words = [
        (Ground::Force.id(), Ground::Force),
        (Ground::Repeating.id(), Ground::Repeating),
        (Ground::Submitted.id(), Ground::Submitted),
    ];
    keyword(input, "a ground for counting", &words)
}

pub(super) fn notice(input: &[u8]) -> Parsed<'_, Command> {
    let forgotten = |input| keyword(input, "a word of this command", &[("forgotten", Memory::Forgotten)]);
    let (rest, (_, by, notice, memory)) = (
        named("notice"),
        must("the person", person),
        must("what is pointed out", notice_kind),
        may(forgotten),
    )
        .parse(input)?;
    let memory = memory.unwrap_or(Memory::Known);
    Ok((rest, Command::Act(Act::Notice { by, notice, memory })))
}

fn notice_kind(input: &[u8]) -> Parsed<'_, Notice> {
    #[derive(Clone, Copy)]
    enum NoticeKeyword {
        Plain(Notice),
        Omitted,
        Illegal,
        Check,
        Dropped,
    }
    let words = [
        ("board", NoticeKeyword::Plain(Notice::Board)),
        ("setup", NoticeKeyword::Plain(Notice::Setup)),
        ("omitted", NoticeKeyword::Omitted),
        ("odds", NoticeKeyword::Plain(Notice::Odds)),
        ("first-move", NoticeKeyword::Plain(Notice::FirstMove)),
        ("turn", NoticeKeyword::Plain(Notice::Turn)),
        ("touch", NoticeKeyword::Plain(Notice::Touch)),
        ("hold", NoticeKeyword::Plain(Notice::Hold)),
        ("clock", NoticeKeyword::Plain(Notice::Clock)),
        ("illegal", NoticeKeyword::Illegal),
        ("check", NoticeKeyword::Check),
        ("dropped", NoticeKeyword::Dropped),
    ];
    let (rest, kind) = keyword(input, "an irregularity", &words)?;
    match kind {
        NoticeKeyword::Plain(notice) => Ok((rest, notice)),
        NoticeKeyword::Omitted => map(must("the square", square), Notice::Omitted).parse(rest),
        NoticeKeyword::Dropped => map(must("the square", square), Notice::Dropped).parse(rest),
        NoticeKeyword::Illegal => map(ply, Notice::Illegal).parse(rest),
        NoticeKeyword::Check => map(ply, Notice::Check).parse(rest),
    }
}

/// `ply`: it may be left out, even before `forgotten`.
fn ply(input: &[u8]) -> Parsed<'_, Option<NonZeroU32>> {
    match must("the ply", argument)(input) {
        Ok((_, b"forgotten")) => Ok((input, None)),
        _ => may(number)(input),
    }
}

pub(super) fn elect(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, remedy, choice)) =
        (named("elect"), must("the person", person), must("the remedy", remedy), may(choice)).parse(input)?;
    Ok((rest, Command::Act(Act::Elect { by, remedy, choice })))
}

/// `remedy`: words that only law files use are not accepted.
fn remedy(input: &[u8]) -> Parsed<'_, RemedyKind> {
    let words: Vec<(&str, RemedyKind)> = RemedyKind::ALL
        .iter()
        .filter(|kind| {
            !matches!(kind, RemedyKind::None | RemedyKind::TouchedDuty | RemedyKind::FirstPossible)
        })
        .map(|kind| (kind.id(), *kind))
        .collect();
    keyword(input, "a remedy", &words)
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
        Err(_) => Err(Refusal::not(at, "a square, a piece or a move", String::new())),
    }
}

pub(super) fn waive(input: &[u8]) -> Parsed<'_, Command> {
    let all = |input| keyword(input, "a word of this command", &[("all", Extent::All)]);
    let (rest, (_, by, extent)) = (named("waive"), must("the person", person), may(all)).parse(input)?;
    let extent = extent.unwrap_or(Extent::Newest);
    Ok((rest, Command::Act(Act::Waive { by, extent })))
}

pub(super) fn appeal(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "appeal", |by| Act::Appeal { by })
}

pub(super) fn ruling(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, ruling)) = (named("ruling"), must("what is decided", ruling_kind)).parse(input)?;
    Ok((rest, Command::Act(Act::Ruling(ruling))))
}

fn ruling_kind(input: &[u8]) -> Parsed<'_, Ruling> {
    #[derive(Clone, Copy)]
    enum RulingKeyword {
        Plain(Ruling),
        Forfeit,
        Retract,
        Restore,
        Admonish,
        AddTime,
        Promote,
    }
    let words = [
        ("annul", RulingKeyword::Plain(Ruling::Annul)),
        ("recommence", RulingKeyword::Plain(Ruling::Recommence)),
        ("draw", RulingKeyword::Plain(Ruling::Draw)),
        ("proceed", RulingKeyword::Plain(Ruling::Proceed)),
        ("forfeit", RulingKeyword::Forfeit),
        ("stand", RulingKeyword::Plain(Ruling::Stand)),
        ("retract", RulingKeyword::Retract),
        ("restore", RulingKeyword::Restore),
        ("adjust", RulingKeyword::Plain(Ruling::Adjust)),
        ("admonish", RulingKeyword::Admonish),
        ("add-time", RulingKeyword::AddTime),
        ("promote", RulingKeyword::Promote),
    ];
    let (rest, kind) = keyword(input, "a ruling", &words)?;
    match kind {
        RulingKeyword::Plain(ruling) => Ok((rest, ruling)),
        RulingKeyword::Forfeit => map(must("the player", player), Ruling::Forfeit).parse(rest),
        RulingKeyword::Retract => map(must("the number of moves", number), Ruling::Retract).parse(rest),
        RulingKeyword::Restore => map(must("the square", square), Ruling::Restore).parse(rest),
        RulingKeyword::Admonish => map(must("the player", player), Ruling::Admonish).parse(rest),
        RulingKeyword::AddTime => {
            map((must("the player", player), must("the number of seconds", number)), |(player, seconds)| {
                Ruling::AddTime(player, seconds)
            })
            .parse(rest)
        }
        RulingKeyword::Promote => {
            map((must("the square", square), must("the piece", piece_name)), |(square, role)| {
                Ruling::Promote(square, role)
            })
            .parse(rest)
        }
    }
}

pub(super) fn agree(input: &[u8]) -> Parsed<'_, Command> {
    let agreement = |input| {
        let words =
            [(Agreement::Draw.id(), Agreement::Draw), (Agreement::LawsWaived.id(), Agreement::LawsWaived)];
        keyword(input, "an agreement", &words)
    };
    let (rest, (_, agreement)) = (named("agree"), must("what is agreed", agreement)).parse(input)?;
    Ok((rest, Command::Act(Act::Agree(agreement))))
}
