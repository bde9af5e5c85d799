//! What is said: calls, claims, notices, elections, appeals and rulings.

use std::num::NonZeroU32;

use nom::Parser;
use nom::combinator::map;

use super::Command;
use super::lexis::{
    Parsed, Refusal, argument, by, closed, may, move_words, must, named, number, person, piece_name, player,
    role, square,
};
use crate::chess::Square;
use crate::game::act::{Act, Agreement, Choice, Claim, Extent, Ground, Memory, Notice, Ruling, Word};
use crate::law::RemedyKind;

/// `say`
pub(super) fn say(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, word)) =
        (named("say"), must("the person", person), must("what is said", said_word)).parse(input)?;
    Ok((rest, Command::Act(Act::Say { by, word })))
}

/// `said-word`
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
    let (rest, word) = closed(input, "a word that this command knows", &words)?;
    match word {
        Word::Mate => {
            let (rest, moves) = may(number)(rest)?;
            Ok((rest, moves.map_or(Word::Mate, Word::MateIn)))
        }
        Word::Adjust => {
            let touching =
                |input| closed(input, "a word of this command", &[("touching", Word::AdjustTouching)]);
            let (rest, touching) = may(touching)(rest)?;
            Ok((rest, touching.unwrap_or(Word::Adjust)))
        }
        other => Ok((rest, other)),
    }
}

/// `claim`
pub(super) fn claim(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, claim)) =
        (named("claim"), must("the person", person), must("what is claimed", claim_kind)).parse(input)?;
    Ok((rest, Command::Act(Act::Claim { by, claim })))
}

/// `claim-kind`
fn claim_kind(input: &[u8]) -> Parsed<'_, Claim> {
    #[derive(Clone, Copy)]
    enum Kind {
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
        ("repetition", Kind::Repetition),
        ("fifty", Kind::Fifty),
        ("count", Kind::Count),
        ("perpetual", Kind::Perpetual),
        ("stalemate", Kind::Stalemate),
        ("flag", Kind::Flag),
        ("proceed", Kind::Proceed),
        ("indulgence", Kind::Indulgence),
        ("normal-means", Kind::NormalMeans),
    ];
    let (rest, kind) = closed(input, "a claim", &words)?;
    match kind {
        Kind::Repetition => map(may(move_words), Claim::Repetition).parse(rest),
        Kind::Fifty => map(may(move_words), Claim::Fifty).parse(rest),
        Kind::Count => map(must("the ground", count_ground), Claim::Count).parse(rest),
        Kind::Perpetual => Ok((rest, Claim::Perpetual)),
        Kind::Stalemate => Ok((rest, Claim::Stalemate)),
        Kind::Flag => Ok((rest, Claim::Flag)),
        Kind::Proceed => Ok((rest, Claim::Proceed)),
        Kind::Indulgence => Ok((rest, Claim::Indulgence)),
        Kind::NormalMeans => Ok((rest, Claim::NormalMeans)),
    }
}

/// `count-ground`
fn count_ground(input: &[u8]) -> Parsed<'_, Ground> {
    let words = [
        (Ground::Force.id(), Ground::Force),
        (Ground::Repeating.id(), Ground::Repeating),
        (Ground::Submitted.id(), Ground::Submitted),
    ];
    closed(input, "a ground for counting", &words)
}

/// `notice`
pub(super) fn notice(input: &[u8]) -> Parsed<'_, Command> {
    let forgotten = |input| closed(input, "a word of this command", &[("forgotten", Memory::Forgotten)]);
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

/// `notice-kind`
fn notice_kind(input: &[u8]) -> Parsed<'_, Notice> {
    #[derive(Clone, Copy)]
    enum Kind {
        Plain(Notice),
        Omitted,
        Illegal,
        Check,
        Dropped,
    }
    let words = [
        ("board", Kind::Plain(Notice::Board)),
        ("setup", Kind::Plain(Notice::Setup)),
        ("omitted", Kind::Omitted),
        ("odds", Kind::Plain(Notice::Odds)),
        ("first-move", Kind::Plain(Notice::FirstMove)),
        ("turn", Kind::Plain(Notice::Turn)),
        ("touch", Kind::Plain(Notice::Touch)),
        ("hold", Kind::Plain(Notice::Hold)),
        ("clock", Kind::Plain(Notice::Clock)),
        ("illegal", Kind::Illegal),
        ("check", Kind::Check),
        ("dropped", Kind::Dropped),
    ];
    let (rest, kind) = closed(input, "an irregularity", &words)?;
    match kind {
        Kind::Plain(notice) => Ok((rest, notice)),
        Kind::Omitted => map(must("the square", square), Notice::Omitted).parse(rest),
        Kind::Dropped => map(must("the square", square), Notice::Dropped).parse(rest),
        Kind::Illegal => map(ply, Notice::Illegal).parse(rest),
        Kind::Check => map(ply, Notice::Check).parse(rest),
    }
}

/// `ply`: may be left out, also before `forgotten`.
fn ply(input: &[u8]) -> Parsed<'_, Option<NonZeroU32>> {
    match must("the ply", argument)(input) {
        Ok((_, b"forgotten")) => Ok((input, None)),
        _ => may(number)(input),
    }
}

/// `elect`
pub(super) fn elect(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, by, remedy, choice)) =
        (named("elect"), must("the person", person), must("the remedy", remedy), may(choice)).parse(input)?;
    Ok((rest, Command::Act(Act::Elect { by, remedy, choice })))
}

/// `remedy`: what a report can offer; words that stand in law files only cannot be chosen.
fn remedy(input: &[u8]) -> Parsed<'_, RemedyKind> {
    let words: Vec<(&str, RemedyKind)> = RemedyKind::ALL
        .iter()
        .filter(|kind| {
            !matches!(kind, RemedyKind::None | RemedyKind::TouchedDuty | RemedyKind::FirstPossible)
        })
        .map(|kind| (kind.id(), *kind))
        .collect();
    closed(input, "a remedy", &words)
}

/// `choice`: what names a square is one, in quotation marks too, though it could be a pawn's move.
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

/// `waive`
pub(super) fn waive(input: &[u8]) -> Parsed<'_, Command> {
    let all = |input| closed(input, "a word of this command", &[("all", Extent::All)]);
    let (rest, (_, by, extent)) = (named("waive"), must("the person", person), may(all)).parse(input)?;
    let extent = extent.unwrap_or(Extent::Newest);
    Ok((rest, Command::Act(Act::Waive { by, extent })))
}

/// `appeal`
pub(super) fn appeal(input: &[u8]) -> Parsed<'_, Command> {
    by(input, "appeal", |by| Act::Appeal { by })
}

/// `ruling`
pub(super) fn ruling(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, (_, ruling)) = (named("ruling"), must("what is decided", ruling_kind)).parse(input)?;
    Ok((rest, Command::Act(Act::Ruling(ruling))))
}

/// `ruling-kind`
fn ruling_kind(input: &[u8]) -> Parsed<'_, Ruling> {
    #[derive(Clone, Copy)]
    enum Kind {
        Plain(Ruling),
        Forfeit,
        Retract,
        Restore,
        Admonish,
        AddTime,
        Promote,
    }
    let words = [
        ("annul", Kind::Plain(Ruling::Annul)),
        ("recommence", Kind::Plain(Ruling::Recommence)),
        ("draw", Kind::Plain(Ruling::Draw)),
        ("proceed", Kind::Plain(Ruling::Proceed)),
        ("forfeit", Kind::Forfeit),
        ("stand", Kind::Plain(Ruling::Stand)),
        ("retract", Kind::Retract),
        ("restore", Kind::Restore),
        ("adjust", Kind::Plain(Ruling::Adjust)),
        ("admonish", Kind::Admonish),
        ("add-time", Kind::AddTime),
        ("promote", Kind::Promote),
    ];
    let (rest, kind) = closed(input, "a ruling", &words)?;
    match kind {
        Kind::Plain(ruling) => Ok((rest, ruling)),
        Kind::Forfeit => map(must("the player", player), Ruling::Forfeit).parse(rest),
        Kind::Retract => map(must("the number of moves", number), Ruling::Retract).parse(rest),
        Kind::Restore => map(must("the square", square), Ruling::Restore).parse(rest),
        Kind::Admonish => map(must("the player", player), Ruling::Admonish).parse(rest),
        Kind::AddTime => {
            map((must("the player", player), must("the number of seconds", number)), |(player, seconds)| {
                Ruling::AddTime(player, seconds)
            })
            .parse(rest)
        }
        Kind::Promote => {
            map((must("the square", square), must("the piece", piece_name)), |(square, role)| {
                Ruling::Promote(square, role)
            })
            .parse(rest)
        }
    }
}

/// `agree`
pub(super) fn agree(input: &[u8]) -> Parsed<'_, Command> {
    let agreement = |input| {
        let words =
            [(Agreement::Draw.id(), Agreement::Draw), (Agreement::LawsWaived.id(), Agreement::LawsWaived)];
        closed(input, "an agreement", &words)
    };
    let (rest, (_, agreement)) = (named("agree"), must("what is agreed", agreement)).parse(input)?;
    Ok((rest, Command::Act(Act::Agree(agreement))))
}
