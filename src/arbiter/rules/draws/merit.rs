//! The merit of a claim of a draw: on the board, or with the move announced or written.

use crate::chess::{Color, Meaning, Move, MoveKind, Position, San, Square};
use crate::game::MoveWords;
use crate::law::{
    Claim as ClaimRule, ClaimBar, ClaimBy, ClaimForm, Count, CountFrom, CountOf, CountReset, Rule, SameBy,
    Turn,
};

use crate::arbiter::counting::{
    number_due, repetition_key, resets, resets_like_halfmove_clock, times_in_succession,
};
use crate::arbiter::lookahead::PerpetualCheck;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::state::adjournment::WrittenMove;
use crate::arbiter::state::board::PlayedMove;
use crate::arbiter::{lookahead, sentences};

#[derive(Clone, Copy, Debug)]
pub(crate) enum DrawClaim<'w> {
    Repetition(DrawnWith<'w>),
    Fifty(DrawnWith<'w>),
    Perpetual,
    NormalMeans,
    /// More time with each move, which is no draw but is asked for in the same way.
    Increment,
}

impl<'w> DrawClaim<'w> {
    pub(crate) const fn rule(self) -> Rule {
        match self {
            Self::Repetition(_) => Rule::DrawRepetition,
            Self::Fifty(_) => Rule::DrawFifty,
            Self::Perpetual => Rule::DrawPerpetual,
            Self::NormalMeans => Rule::DrawNormalMeans,
            Self::Increment => Rule::ClockIncrement,
        }
    }

    const fn with(self) -> Option<DrawnWith<'w>> {
        match self {
            Self::Repetition(with) | Self::Fifty(with) => Some(with),
            Self::Perpetual | Self::NormalMeans | Self::Increment => None,
        }
    }

    pub(crate) fn named(self) -> Option<&'w MoveWords> {
        self.with()?.named
    }

    pub(crate) fn written(self) -> Option<&'w WrittenMove> {
        self.with()?.written
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnWith<'w> {
    pub named: Option<&'w MoveWords>,
    pub written: Option<&'w WrittenMove>,
}

pub(crate) struct AnnouncedMove {
    pub played: Move,
    pub after: Position,
    pub text: String,
}

pub(crate) struct NotLegal {
    pub text: String,
    /// The man that the text would move, if it is known.
    pub man: Option<Square>,
}

pub(crate) enum Merit {
    Good {
        fact: String,
        help: Option<String>,
    },
    False(String),
    /// The claim is not open to this player, or not now.
    Barred {
        why: String,
        by: Bar,
    },
    Undecided(String),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bar {
    Touch,
    /// It is not this player's turn, or not this player's right.
    Person,
}

pub(crate) fn judge_claim(
    p: &Proceedings<'_, '_>,
    by: Color,
    claim: DrawClaim<'_>,
    terms: &ClaimRule,
    announced: Option<&Result<AnnouncedMove, NotLegal>>,
) -> Merit {
    let on_move = p.history.board().turn() == by;
    let barred = |why: String, by: Bar| Merit::Barred { why, by };
    let claims = sentences::draws::claims_draw(by, claim.rule());
    if terms.barred.contains(&ClaimBar::TouchedThisTurn) && !p.hands.of(by).reached.is_empty() {
        return barred(sentences::draws::claim_after_touch(&claims, p.context.terms()), Bar::Touch);
    }
    if terms.barred.contains(&ClaimBar::OwnFlagDown) && p.clock.has_fallen(by) {
        return barred(sentences::draws::claim_after_flag_fall(&claims, by), Bar::Person);
    }
    if (terms.turn == Turn::Own || terms.by == ClaimBy::OnMove) && !on_move {
        return barred(sentences::draws::claim_off_turn(&claims, by), Bar::Person);
    }
    if terms.by == ClaimBy::Caller && p.draws.caller().is_some_and(|caller| caller != by) {
        // The caller may still claim it, or have the game go on.
        return Merit::Undecided(sentences::draws::claim_of_other_caller(&claims, by.other()));
    }
    if let DrawClaim::Perpetual = claim {
        let (gives, suffers) = (gave_check(p, by), gave_check(p, by.other()));
        return if terms.by == ClaimBy::Victim && gives && !suffers {
            barred(sentences::draws::claim_by_checker(&claims, by), Bar::Person)
        } else if terms.by == ClaimBy::Checker && on_move && (gives || !suffers) {
            judge_perpetual(p, by, &claims)
        } else {
            Merit::Undecided(sentences::draws::checks_undecided(&claims))
        };
    }
    let Some(count) = &terms.count else {
        return Merit::Undecided(sentences::draws::left_to_arbiter(&claims, p.context.terms()));
    };
    if count.from != CountFrom::Start && p.draws.count_is_submitted() {
        return Merit::Undecided(sentences::draws::count_left_to_arbiter(&claims, p.context.terms()));
    }
    if !p.is_certain() {
        return Merit::Undecided(sentences::draws::moves_uncertain(&claims));
    }
    let announced = match announced {
        Some(Err(NotLegal { text, .. })) => {
            return Merit::False(sentences::draws::claim_with_illegal_move(&claims, text));
        }
        Some(Ok(announced)) if terms.form == ClaimForm::Arisen => {
            // Only the position on the board counts.
            return match judge_count(p, by, &claims, count, None) {
                Merit::False(_) => {
                    Merit::False(sentences::draws::claim_before_move(&claims, &announced.text))
                }
                merit => merit,
            };
        }
        Some(Ok(announced)) => Some(announced),
        None => None,
    };
    judge_count(p, by, &claims, count, announced)
}

fn judge_perpetual(p: &Proceedings<'_, '_>, by: Color, claims: &str) -> Merit {
    match lookahead::perpetual_check(p) {
        PerpetualCheck::Yes(plan) => Merit::Good {
            fact: sentences::draws::checks_forever(),
            help: Some(sentences::draws::plan_of(by, &plan)),
        },
        PerpetualCheck::No(why) => Merit::False(sentences::draws::checks_end(claims, &why)),
        PerpetualCheck::Undecided(why) => Merit::Undecided(sentences::draws::undecided_because(claims, why)),
    }
}

fn judge_count(
    p: &Proceedings<'_, '_>,
    by: Color,
    claims: &str,
    count: &Count,
    announced: Option<&AnnouncedMove>,
) -> Merit {
    let n = moves_due(p, count, announced);
    let with = sentences::draws::with_move(announced.map(|announced| &*announced.text));
    match count.of {
        CountOf::Occurrences | CountOf::OccurrencesInARow => {
            let stood = earlier_plies(p, count.same, announced);
            #[allow(clippy::cast_possible_truncation)] // no more than there are plies
            let now = stood.len() as u32 + 1;
            if now >= n {
                let stood: Vec<String> = stood.into_iter().map(|ply| ply_in_words(p, ply)).collect();
                let help = sentences::draws::earlier_occurrences(&stood);
                Merit::Good { fact: sentences::draws::occurrences(&with, now), help: Some(help) }
            } else if may_have_occurred_before(p, &stood, n - now, announced) {
                Merit::Undecided(sentences::draws::occurrences_before_record(claims, &with, now))
            } else {
                Merit::False(sentences::draws::too_few_occurrences(claims, &with, now))
            }
        }
        CountOf::SeriesOfMoves => {
            let played = p.history.moves_played().iter().map(|stood| stood.played);
            let moves: Vec<Move> = played.chain(announced.map(|announced| announced.played)).collect();
            let times = times_in_succession(&moves);
            if times >= n {
                Merit::Good { fact: sentences::draws::series(&with, times), help: None }
            } else if p.context.record().begins_at_move_one() {
                Merit::False(sentences::draws::too_few_series(claims, &with, times))
            } else {
                Merit::Undecided(sentences::draws::series_before_record(claims, &with, times))
            }
        }
        CountOf::MovesEach => {
            let Some(made) = moves_each(p, by, count, announced) else {
                return Merit::False(sentences::draws::no_count_called(claims));
            };
            let since = match (count.from, p.draws.caller()) {
                (CountFrom::Call | CountFrom::Ruling, Some(caller)) => sentences::draws::since_call(caller),
                _ => sentences::draws::without_resets(&count.resets, p.context.terms()),
            };
            let board = p.history.board();
            if let Some(AnnouncedMove { played, text, .. }) = announced
                && resets(board, *played, &count.resets)
            {
                let role = board.man_at(played.from()).map(|man| man.role);
                return Merit::False(sentences::draws::claim_with_reset(claims, text, role));
            }
            if made >= n {
                Merit::Good { fact: sentences::draws::enough_moves(&with, n, &since), help: None }
            } else if may_be_quiet_longer(p, count) {
                Merit::Undecided(sentences::draws::moves_before_record(claims, &with, &since))
            } else {
                let needed = Some(n).filter(|n| *n > count.n);
                Merit::False(sentences::draws::too_few_moves(claims, &with, made, &since, needed))
            }
        }
    }
}

/// Returns the number that the count must reach, which some endings make larger.
fn moves_due(p: &Proceedings<'_, '_>, count: &Count, announced: Option<&AnnouncedMove>) -> u32 {
    let since = p.history.moves_played().iter().rev();
    let since = since.take_while(|stood| !resets(&stood.before, stood.played, &count.resets));
    let positions = since.map(|stood| &stood.before).chain([p.history.board()]);
    number_due(count, positions.chain(announced.map(|announced| &announced.after)))
}

/// Returns the plies after which the position occurred before.
pub(crate) fn earlier_plies(
    p: &Proceedings<'_, '_>,
    same: SameBy,
    announced: Option<&AnnouncedMove>,
) -> Vec<u32> {
    let board = *p.history.board();
    let now = repetition_key(announced.map_or(&board, |announced| &announced.after), same);
    let earlier = p.history.moves_played().iter().map(|stood| stood.before);
    let earlier = earlier.chain(announced.map(|_| board));
    let alike = earlier.zip(0..).filter(|(position, _)| repetition_key(position, same) == now);
    alike.map(|(_, ply)| ply).collect()
}

/// `at the start`, `after 2... Ng8`.
fn ply_in_words(p: &Proceedings<'_, '_>, ply: u32) -> String {
    p.numbered(ply).map_or_else(sentences::draws::at_start, |text| sentences::draws::after(&text))
}

/// Whether the position may have occurred `missing` more times before the record begins. It cannot have before the last
/// capture or pawn move, and repetitions are at least four plies and an even number of plies apart.
pub(crate) fn may_have_occurred_before(
    p: &Proceedings<'_, '_>,
    stood: &[u32],
    missing: u32,
    announced: Option<&AnnouncedMove>,
) -> bool {
    let board = announced.map_or(p.history.board(), |announced| &announced.after);
    let now = p.plies() + u32::from(announced.is_some());
    let first = stood.first().copied().unwrap_or(now);
    let nearest = (now.saturating_sub(first) + 4).max(now + 1).next_multiple_of(2);
    board.halfmove() >= nearest.saturating_add(missing.saturating_sub(1).saturating_mul(4))
}

/// Whether a count may have begun earlier than the halfmove clock of the first position says, because that clock is
/// reset by every pawn move.
fn may_be_quiet_longer(p: &Proceedings<'_, '_>, count: &Count) -> bool {
    let record = p.context.record();
    let resetting = |stood: &PlayedMove| resets(&stood.before, stood.played, &count.resets);
    let earlier = record.start.fullmove().saturating_sub(1).saturating_mul(2);
    count.from == CountFrom::Start
        && !resets_like_halfmove_clock(count)
        && !p.history.moves_played().iter().any(resetting)
        && !record.begins_at_move_one()
        && earlier.saturating_add(1).saturating_add(p.plies()) >= count.n.saturating_mul(2)
}

/// Returns the moves that each player has made under this count; `None` if it waits for a call.
fn moves_each(
    p: &Proceedings<'_, '_>,
    by: Color,
    count: &Count,
    announced: Option<&AnnouncedMove>,
) -> Option<u32> {
    match count.from {
        CountFrom::Call | CountFrom::Ruling => {
            let since = p.history.made().since(p.draws.call?.made);
            let with = |color: Color| since.of(color) + u32::from(announced.is_some() && color == by);
            Some(with(Color::White).min(with(Color::Black)))
        }
        CountFrom::Start => {
            let board = p.history.board();
            let quiet = quiet_plies(p, &count.resets);
            let quiet = match announced {
                None => quiet,
                Some(announced) if resets(board, announced.played, &count.resets) => 0,
                Some(_) => quiet + 1,
            };
            Some(quiet / 2)
        }
    }
}

fn quiet_plies(p: &Proceedings<'_, '_>, resetting: &[CountReset]) -> u32 {
    let all = p.history.moves_played();
    let since = all.iter().rev().take_while(|stood| !resets(&stood.before, stood.played, resetting));
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    let since = since.count() as u32;
    if since == p.plies() {
        // The starting position counts the moves made before it.
        since + p.context.record().start.halfmove()
    } else {
        since
    }
}

pub(crate) fn announced(
    p: &Proceedings<'_, '_>,
    by: Color,
    words: &MoveWords,
) -> Result<AnnouncedMove, NotLegal> {
    let board = p.history.board_for(by);
    let text = words.as_str().to_owned();
    match San::from_ascii(text.as_bytes()).map(|read| board.meaning(read)) {
        Some(Meaning::Legal(played)) => {
            let mut after = board;
            after.play(played);
            Ok(AnnouncedMove { played, after, text })
        }
        Some(Meaning::Illegal(played, _)) => Err(NotLegal { text, man: Some(played.from()) }),
        Some(Meaning::Ambiguous(_) | Meaning::Nothing) | None => Err(NotLegal { text, man: None }),
    }
}

fn gave_check(p: &Proceedings<'_, '_>, by: Color) -> bool {
    let mut after = *p.history.board();
    for stood in p.history.moves_played().iter().rev().take(2) {
        if stood.by == by && stood.played.kind() != MoveKind::Null {
            return after.in_check(by.other());
        }
        after = stood.before;
    }
    false
}

/// Returns the move that was written down for a claim, if the claim names another: the written one cannot be changed,
/// and is due.
pub(crate) fn written_otherwise(
    p: &Proceedings<'_, '_>,
    by: Color,
    claim: DrawClaim<'_>,
    terms: &ClaimRule,
    named: Option<&Result<AnnouncedMove, NotLegal>>,
) -> Option<AnnouncedMove> {
    let Some(Ok(named)) = named else { return None };
    let written = claim.written().filter(|_| terms.form != ClaimForm::Arisen)?;
    let read = announced(p, by, &written.words).ok().filter(|_| written.is_future_move());
    read.filter(|written| written.played != named.played)
}

/// Judges a claim with the move announced. If the position on the board alone justifies the claim, the announced move
/// does not matter and `announced` is cleared.
pub(crate) fn judge_with_announced(
    p: &Proceedings<'_, '_>,
    by: Color,
    claim: DrawClaim<'_>,
    terms: &ClaimRule,
    announced: &mut Option<Result<AnnouncedMove, NotLegal>>,
) -> Merit {
    let on_claim = judge_claim(p, by, claim, terms, announced.as_ref());
    if announced.is_none() || !matches!(on_claim, Merit::False(_)) {
        return on_claim;
    }
    match judge_claim(p, by, claim, terms, None) {
        Merit::False(_) => on_claim,
        arisen => {
            *announced = None;
            arisen
        }
    }
}

/// Judges a claim that names another move than the one written down: it is good only if no move is needed, or if the
/// written one justifies it. Sets `announced` to the move that counts.
pub(crate) fn judge_with_written(
    p: &Proceedings<'_, '_>,
    by: Color,
    claim: DrawClaim<'_>,
    terms: &ClaimRule,
    written: AnnouncedMove,
    announced: &mut Option<Result<AnnouncedMove, NotLegal>>,
) -> Merit {
    let arisen = judge_claim(p, by, claim, terms, None);
    if !matches!(arisen, Merit::False(_)) {
        *announced = None;
        return arisen;
    }
    let claims = sentences::draws::claims_draw(by, claim.rule());
    let named = match announced {
        Some(Ok(AnnouncedMove { text, .. }) | Err(NotLegal { text, .. })) => Some(&**text),
        None => None,
    };
    let with = sentences::draws::with_move(named);
    let message = sentences::draws::claim_written_otherwise(&claims, &with, &written.text);
    let written = announced.insert(Ok(written));
    match judge_claim(p, by, claim, terms, Some(written)) {
        Merit::False(_) => Merit::False(message),
        as_written => as_written,
    }
}
