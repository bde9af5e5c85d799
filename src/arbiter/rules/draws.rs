//! `draw.*` on a plain score: rights that arose unclaimed, and draws that happened by law.

pub(crate) mod agreement;
pub(crate) mod claims;
pub(crate) mod counts;
pub(crate) mod dead;
pub(crate) mod merit;
pub(crate) mod stalemate;

use crate::chess::{Move, MoveKind, Play, Position, Role};
use crate::finding::{Disposition, Score, Severity};
use crate::game::{End, History, Record};
use crate::law::{ClaimBy, Count, CountFrom, CountOf, CountReset, Provision, Rule, SameBy, Turn};

use crate::arbiter::provision::draws_at_once;
use crate::arbiter::{Context, Draft, words};

/// A draw by law without a claim.
#[derive(Clone)]
pub(crate) struct DrawnByLaw<'c> {
    pub rule: Rule,
    pub provision: &'c Provision,
    pub ply: u32,
}

impl DrawnByLaw<'_> {
    /// By what the game is drawn, where more is to be said than that it is.
    pub fn cause(&self) -> Option<String> {
        if self.rule == Rule::DrawDead {
            return Some("neither side can ever mate".to_owned());
        }
        let count = self.provision.counting()?;
        Some(if count.of == CountOf::MovesEach {
            format!("{} moves each have passed{}", count.n, without(&count.resets))
        } else {
            format!("the position has occurred {}", times(count.n))
        })
    }
}

/// A position as it came.
#[derive(Clone, Copy)]
struct Occurrence {
    ply: u32,
    /// How often it has occurred by then.
    times: u32,
    /// Whether an irreversible move brought it.
    afresh: bool,
}

/// The plies since the last irreversible move, up to the one that a walk through the game has come to.
struct Stretch {
    /// The ply come to, and its position.
    ply: u32,
    position: Position,
    /// The ply of the irreversible move, and its position: where the game begins if there was none.
    first: u32,
    first_position: Position,
}

impl Stretch {
    fn at_start(record: &Record) -> Self {
        let position = record.position_after(0);
        Self { ply: 0, position, first: 0, first_position: position }
    }

    /// Walks on to a ply.
    fn walk_to(&mut self, ply: u32, record: &Record) {
        while self.ply < ply {
            self.position = record.play_on(self.position, self.ply, self.ply + 1);
            self.ply += 1;
            if self.position.halfmove() == 0 {
                self.first = self.ply;
                self.first_position = self.position;
            }
        }
    }
}

impl<'a> Context<'a> {
    /// The plies at which a count comes to its number: once for each stretch that nothing resets, but at each
    /// of them where the same comes running, since a right that must stand at the end is looked for there.
    fn reached(&self, count: &Count) -> Vec<u32> {
        let record = self.record();
        if count.from == CountFrom::Call {
            return Vec::new();
        }
        let common_resets = resets_commonly(count);
        let plies = match (count.of, count.n, count.same) {
            (CountOf::Occurrences, 3, SameBy::Moves) => record.facts.thirds.clone(),
            (CountOf::Occurrences, 5, SameBy::Moves) => record.facts.fifth.into_iter().collect(),
            (CountOf::Occurrences, n, same) => self.occurrences(n, same),
            (CountOf::OccurrencesInARow, n, same) => self.in_a_row(n, same),
            (CountOf::MovesEach, 50, _) if common_resets => record.facts.fifties.clone(),
            (CountOf::MovesEach, 75, _) if common_resets => record.facts.seventy_five.into_iter().collect(),
            (CountOf::MovesEach, n, _) => self.quiet_moves(n, &count.resets),
        };
        match record.facts.doubtful {
            None => plies,
            Some(from) => plies.into_iter().filter(|ply| *ply < from).collect(),
        }
    }

    /// Where a position first occurs for the nth time, once for each stretch without an irreversible move.
    fn occurrences(&self, n: u32, same: SameBy) -> Vec<u32> {
        let mut reached = Vec::new();
        if !self.may_have_come(n, same) {
            return reached;
        }
        let mut told = false;
        self.each_occurrence(same, |at| {
            told &= !at.afresh;
            if at.times >= n && !told {
                told = true;
                reached.push(at.ply);
            }
        });
        reached
    }

    /// Whether a position can have come `n` times. Where not, nobody need replay the game to see it.
    fn may_have_come(&self, n: u32, same: SameBy) -> bool {
        match same {
            SameBy::Moves => self.record().came_at_most() >= n,
            SameBy::Placement => n < 3 || self.record().may_have_recurred(),
        }
    }

    /// Where a position comes for the nth time running, each time after two moves of each player.
    fn in_a_row(&self, n: u32, same: SameBy) -> Vec<u32> {
        const ROUND: usize = 4;
        let record = self.record();
        let back = ROUND.saturating_mul(n.saturating_sub(1) as usize);
        if record.moves.len() < back || !self.may_have_come(n, same) {
            return Vec::new();
        }
        let mut position = record.start;
        let mut keys = vec![key(&position, same)];
        let mut reached = Vec::new();
        for (played, ply) in record.moves.iter().zip(1..) {
            position.play(played);
            keys.push(key(&position, same));
            let before = keys.len().checked_sub(back + 1).map(|first| keys.iter().skip(first).step_by(ROUND));
            let now = keys.last();
            if before.is_some_and(|mut before| before.all(|key| Some(key) == now)) {
                reached.push(ply);
            }
        }
        reached
    }

    /// Whether the position at the end has occurred `n` times.
    fn occurs_at_end(&self, n: u32, same: SameBy) -> bool {
        let at_most = match same {
            SameBy::Moves => self.record().came_at_most(),
            SameBy::Placement => self.record().last_stood_at_most(),
        };
        if at_most < n {
            return false;
        }
        let mut last = 0;
        self.each_occurrence(same, |at| last = at.times);
        last >= n
    }

    /// Tells of the position after each move how often it has occurred.
    fn each_occurrence(&self, same: SameBy, mut tell: impl FnMut(Occurrence)) {
        let record = self.record();
        let mut position = record.start;
        let mut history = History::default();
        history.start(key(&position, same));
        if !record.odd.is_empty() {
            history.turns_broken();
        }
        for (played, ply) in record.moves.iter().zip(1..) {
            position.play(played);
            let times = history.push(key(&position, same), position.halfmove());
            tell(Occurrence { ply, times, afresh: position.halfmove() == 0 });
        }
    }

    /// Where `n` moves each have passed since something in `resets` last happened.
    fn quiet_moves(&self, n: u32, resets: &[CountReset]) -> Vec<u32> {
        let mut reached = Vec::new();
        if self.record().start.halfmove() >= n.saturating_mul(2) {
            reached.push(0);
        }
        self.each_quiet(n, resets, |ply, quiet| {
            if quiet == n.saturating_mul(2) {
                reached.push(ply);
            }
        });
        reached
    }

    /// Whether `n` moves each have passed at the end since something in `resets` last happened.
    fn is_quiet_at_end(&self, n: u32, resets: &[CountReset]) -> bool {
        let mut last = 0;
        self.each_quiet(n, resets, |_, quiet| last = quiet);
        last >= n.saturating_mul(2)
    }

    /// Tells of each ply how many have passed since something in `resets` last happened, unless all of them are fewer
    /// than `n` moves each.
    fn each_quiet(&self, n: u32, resets: &[CountReset], mut tell: impl FnMut(u32, u32)) {
        let record = self.record();
        if record.plies().saturating_add(record.start.halfmove()) < n.saturating_mul(2) {
            return;
        }
        let mut quiet = record.start.halfmove();
        let mut take = |ply: u32, is_reset: bool| {
            quiet = if is_reset { 0 } else { quiet.saturating_add(1) };
            tell(ply, quiet);
        };
        if resets == [CountReset::Capture]
            && let Some(captures) = record.captures_from_the_array()
        {
            captures.zip(1..).for_each(|(takes, ply)| take(ply, takes));
            return;
        }
        let mut position = record.start;
        for (played, ply) in record.moves.iter().zip(1..) {
            let is_reset = self::resets(&position, played, resets);
            position.play(played);
            take(ply, is_reset);
        }
    }

    /// The ply at which mate, stalemate or the law ended the game, if it did: no right arises there or later.
    fn end_of_game(&self) -> Option<u32> {
        let record = self.record();
        let on_board = (record.facts.end != End::Open).then(|| record.plies());
        let by_law = self.drawn_by_law().map(|drawn| drawn.ply);
        let decided = self.decided_at.map(|ply| ply.saturating_add(1));
        on_board.into_iter().chain(by_law).chain(decided).min()
    }

    pub(crate) fn judge_draws(&mut self) {
        let info = Severity::Info;
        if self.hearing.want.min_severity > info {
            return;
        }
        let end = self.end_of_game();
        for rule in [Rule::DrawRepetition, Rule::DrawFifty] {
            if !self.wants(rule, info) {
                continue;
            }
            for provision in self.hearing.code.provisions_for(rule) {
                if provision.claim.is_none() || !provision.report || !draws_at_once(provision) {
                    continue;
                }
                let Some(count) = provision.counting() else {
                    continue;
                };
                let is_for_both = provision
                    .claim
                    .as_ref()
                    .is_some_and(|claim| claim.by == ClaimBy::Either && claim.turn == Turn::Any);
                let mut stretch = Stretch::at_start(self.record());
                let mut told = None;
                for ply in self.reached(count).into_iter().filter(|ply| end.is_none_or(|end| *ply < end)) {
                    stretch.walk_to(ply, self.record());
                    // A right is told again only after an irreversible move.
                    if told.is_some_and(|told| told >= stretch.first) || self.is_claimed(rule, ply) {
                        continue;
                    }
                    told = Some(ply);
                    let player = match stretch.position.turn() {
                        _ if is_for_both => "either player".to_owned(),
                        on_move => on_move.to_string(),
                    };
                    let fact = match rule {
                        Rule::DrawRepetition => {
                            format!("the position has occurred {}: {player} may claim a draw", times(count.n))
                        }
                        _ => format!(
                            "{} moves each have passed{}: {player} may claim a draw",
                            count.n,
                            without(&count.resets)
                        ),
                    };
                    let mut draft = Draft::new(rule, info, ply, self.token(ply), fact).under(provision);
                    let mut help = match rule {
                        Rule::DrawRepetition => self.earlier(&stretch, count.same),
                        _ => String::new(),
                    };
                    draft.movetext = self.numbered(ply);
                    help.push_str(if ply == self.record().plies() && self.given_score() == Score::Draw {
                        "the game ends here, drawn; no claim is recorded"
                    } else {
                        "no claim is recorded"
                    });
                    draft.help = Some(help);
                    self.drafts.push(draft);
                }
            }
        }
    }

    /// Whether a right that arose with a ply was claimed there or later.
    fn is_claimed(&self, rule: Rule, ply: u32) -> bool {
        self.claimed.iter().any(|claimed| claimed.rule == rule && claimed.ply >= ply)
    }

    /// When the position at the end of a stretch stood before: `it stood at the start and after 2... Ng8; `.
    fn earlier(&self, stretch: &Stretch, same: SameBy) -> String {
        let last = key(&stretch.position, same);
        let mut position = stretch.first_position;
        let mut stood = Vec::new();
        for at in stretch.first..stretch.ply {
            if key(&position, same) == last {
                stood.push(self.when(at));
            }
            position = self.record().play_on(position, at, at + 1);
        }
        if stood.is_empty() { String::new() } else { format!("it stood {}; ", words::listed(&stood)) }
    }

    /// `at the start`, `after 2... Ng8`.
    fn when(&self, ply: u32) -> String {
        let Some(before) = ply.checked_sub(1) else { return "at the start".to_owned() };
        let text = self.numbered(ply).or_else(|| {
            // A move acted out has no text of its own.
            let position = self.position_after(before);
            let played = self.record().moves.get(before as usize)?;
            Some(words::numbered(&position, &position.san_with_sign(played, Play::COMMON)))
        });
        text.map_or_else(|| format!("after ply {ply}"), |text| format!("after {text}"))
    }

    /// The first moment at which the code ended the game without a claim: an automatic draw or a dead
    /// position. Mate given by that very move prevails.
    pub(crate) fn drawn_by_law(&self) -> Option<DrawnByLaw<'a>> {
        let record = self.record();
        let facts = &record.facts;
        if facts.fifth.is_none()
            && facts.seventy_five.is_none()
            && facts.dead.is_none()
            && !self.has_other_automatic()
        {
            return None;
        }
        let code = self.hearing.code;
        let automatic = code.provisions_for(Rule::DrawAutomatic).filter_map(|provision| {
            let ply = self.reached(provision.counting()?).into_iter().next()?;
            Some(DrawnByLaw { rule: Rule::DrawAutomatic, provision, ply })
        });
        let dead = facts.dead.and_then(|ply| {
            let provision = code.provisions_for(Rule::DrawDead).next()?;
            Some(DrawnByLaw { rule: Rule::DrawDead, provision, ply })
        });
        let mated_at = (facts.end == End::Mate).then(|| record.plies());
        automatic
            .chain(dead)
            .filter(|drawn| mated_at != Some(drawn.ply))
            // A move that breaks the law ends nothing (FIDE 5.2): it must comply first.
            .filter(|drawn| !record.is_irregular(drawn.ply))
            .filter(|drawn| facts.doubtful.is_none_or(|from| drawn.ply < from))
            .min_by_key(|drawn| drawn.ply)
    }

    /// Whether the right that a provision's claim gives stands at the last move.
    pub(crate) fn stands_at_end(&self, provision: &Provision) -> bool {
        let record = self.record();
        let Some(count) = provision.claim.as_ref().and(provision.counting()) else { return false };
        let last = record.plies();
        if count.from == CountFrom::Call || last == 0 {
            return false;
        }
        match (count.of, count.n, count.same) {
            (CountOf::Occurrences, 3, SameBy::Moves) => record.repeated_at_end(),
            (CountOf::Occurrences, n, same) => self.occurs_at_end(n, same),
            (CountOf::OccurrencesInARow, ..) => self.reached(count).last() == Some(&last),
            (CountOf::MovesEach, n, _) if resets_commonly(count) => {
                record.position.halfmove() >= n.saturating_mul(2)
            }
            (CountOf::MovesEach, n, _) => self.is_quiet_at_end(n, &count.resets),
        }
    }

    /// Whether the code counts something automatic that the reading did not keep.
    fn has_other_automatic(&self) -> bool {
        self.code().provisions_for(Rule::DrawAutomatic).filter_map(Provision::counting).any(|count| {
            !matches!(
                (count.of, count.n, count.same),
                (CountOf::Occurrences, 5, SameBy::Moves) | (CountOf::MovesEach, 75, _)
            )
        })
    }

    pub(crate) fn report_drawn_by_law(&mut self, drawn: &DrawnByLaw<'_>) {
        let last = self.record().plies();
        // A draw that nobody noticed, and that was scored as one, wronged nobody.
        let is_played_past = drawn.ply < last && self.given_score() != Score::Draw;
        let severity = if is_played_past { Severity::Warning } else { Severity::Info };
        if !drawn.provision.report || !self.wants(drawn.rule, severity) {
            return;
        }
        let fact = drawn.cause().map_or_else(
            || "the game is drawn by law".to_owned(),
            |cause| format!("{cause}: the game is drawn"),
        );
        let mut draft =
            Draft::new(drawn.rule, severity, drawn.ply, self.token(drawn.ply), fact).under(drawn.provision);
        draft.movetext = self.numbered(drawn.ply);
        draft.disposition = Some(Disposition::Stands);
        if drawn.ply < last {
            draft.help = Some(format!("the record plays on for {}", words::plies(last - drawn.ply)));
        }
        self.drafts.push(draft);
    }
}

/// Whether captures and pawn moves set a count back, as the halfmove clock counts.
pub(crate) fn resets_commonly(count: &Count) -> bool {
    count.resets.contains(&CountReset::Capture) && count.resets.contains(&CountReset::PawnMove)
}

/// Whether a move is one of those that set a count back.
pub(crate) fn resets(before: &Position, played: Move, resetting: &[CountReset]) -> bool {
    let taken = before.man_at(played.to()).filter(|_| !played.is_castling());
    resetting.iter().any(|reset| match reset {
        CountReset::Capture => taken.is_some() || played.kind() == MoveKind::EnPassant,
        CountReset::CaptureOfPiece => taken.is_some_and(|man| man.role != Role::Pawn),
        CountReset::PawnMove => before.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn),
    })
}

/// What has not happened while a count ran: ` without a capture or a pawn move`.
pub(crate) fn without(resetting: &[CountReset]) -> String {
    let name = |reset: &CountReset| match reset {
        CountReset::Capture => "a capture",
        CountReset::CaptureOfPiece => "the capture of a piece",
        CountReset::PawnMove => "a pawn move",
    };
    let names: Vec<&str> = resetting.iter().map(name).collect();
    if names.is_empty() { String::new() } else { format!(" without {}", words::listed_or(&names)) }
}

/// What two positions share where they count as the same.
pub(crate) fn key(position: &Position, same: SameBy) -> u64 {
    match same {
        SameBy::Moves => position.key(),
        SameBy::Placement => position.placement_key(),
    }
}

/// `three times`, …
pub(crate) fn times(n: u32) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        3 => "three times".to_owned(),
        4 => "four times".to_owned(),
        5 => "five times".to_owned(),
        _ => format!("{n} times"),
    }
}
