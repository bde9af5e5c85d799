//! Applies remedies to a position: each remedy is expanded to the moves that satisfy it.

use std::num::NonZeroU32;

use crate::chess::{Bitboard, Move, MoveKind, Play, Position, Role, Side, Square, castling_squares};
use crate::finding::{Fallback, Remedy};
use crate::law::{
    Chooser, ManSelector, NotMan, Otherwise, Per, Piece, Predicate, Provision, RemedyKind, RemedyRule,
};

use crate::arbiter::predicates::Facts;
use crate::arbiter::state::Hands;

/// The position and the men to which a remedy applies.
#[derive(Clone, Debug)]
pub(crate) struct RemedyContext {
    /// The position after any retraction, with the offender on move.
    pub position: Position,
    pub play: Play,
    /// The legal moves of the offender. Ignoring an unannounced check is a privilege of the player, and the
    /// opponent cannot demand it.
    pub lawful: Vec<Move>,
    /// The men touched or moved, of either colour, in the order of contact.
    pub touched: Vec<Square>,
    /// The men touched earlier on the same turn, before a move was made with another.
    pub touched_before: Vec<Square>,
    /// The touched men whose order of contact is not known.
    pub touched_in_unknown_order: Vec<Square>,
    /// The captured opposing man, if it was not touched on its square.
    pub victim: Option<Square>,
    /// The possible meanings of a sealed move.
    pub readings: Vec<Move>,
    pub played: Option<Move>,
    /// If that is the second of two moves in succession, the position before both.
    pub before_both: Option<Position>,
    /// Whether a king that moves as a penalty may not castle.
    pub bars_castling: bool,
    pub facts: Facts,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OfferedRemedy {
    /// The remedy as the report shows it.
    pub remedy: Remedy,
    pub moves: Vec<Move>,
}

impl OfferedRemedy {
    /// A remedy that asks for no move.
    pub(crate) fn without_moves(rule: &RemedyRule) -> Self {
        let remedy = Remedy {
            kind: rule.kind,
            chooser: rule.chooser,
            moves: Vec::new(),
            men: Vec::new(),
            fallback: Fallback::Primary,
            seconds: rule.seconds,
            part: rule.part,
            pieces: rule.pieces.iter().copied().map(role).collect(),
        };
        Self { remedy, moves: Vec::new() }
    }

    pub(crate) fn is_any(&self, kinds: &[RemedyKind]) -> bool {
        kinds.contains(&self.remedy.kind)
    }

    pub(crate) fn is_for(&self, choosers: &[Chooser]) -> bool {
        choosers.contains(&self.remedy.chooser)
    }

    /// Whether both are the same duty of a touch, perhaps with different men.
    fn is_same_duty(&self, other: &Self) -> bool {
        self.remedy.kind == other.remedy.kind && self.is_duty_of_touch() && other.is_duty_of_touch()
    }

    /// Whether this is a duty that the law derives from a touch.
    fn is_duty_of_touch(&self) -> bool {
        self.is_any(&[RemedyKind::MoveTouched, RemedyKind::CaptureTouched]) && self.is_for(&[Chooser::Law])
    }

    /// Adds the men and moves of an alternative.
    fn merge(&mut self, other: Self) {
        for man in other.remedy.men {
            if !self.remedy.men.contains(&man) {
                self.remedy.men.push(man);
            }
        }
        for played in other.moves {
            if !self.moves.contains(&played) {
                self.moves.push(played);
            }
        }
        self.remedy.moves.extend(other.remedy.moves);
        self.remedy.moves.sort();
        self.remedy.moves.dedup();
    }

    /// Whether the remedy gives the opponent exactly this time.
    pub(crate) fn gives_time(&self, seconds: NonZeroU32) -> bool {
        let is_so_much = self.remedy.seconds.is_none_or(|due| due == seconds.get());
        self.remedy.kind == RemedyKind::AddTime && is_so_much
    }

    /// Whether the remedy may take this time from the offender.
    pub(crate) fn takes_time(&self, seconds: NonZeroU32) -> bool {
        let Remedy { kind, seconds: due, part, .. } = self.remedy;
        let fits = |due: u32| if part.is_some() { seconds.get() <= due } else { seconds.get() == due };
        kind == RemedyKind::LoseTime && due.is_none_or(fits)
    }

    pub(crate) fn asks_for_a_move(&self) -> bool {
        asks_for_a_move(self.remedy.kind)
    }

    /// Whether the next move is compared with the remedy.
    pub(crate) fn binds_the_next_move(&self) -> bool {
        self.asks_for_a_move() || !self.moves.is_empty()
    }
}

/// Whether a remedy of this kind is satisfied by a move. If there is no such move, the fallback applies.
const fn asks_for_a_move(kind: RemedyKind) -> bool {
    matches!(
        kind,
        RemedyKind::MoveTouched
            | RemedyKind::MoveNamedSquare
            | RemedyKind::MoveLegally
            | RemedyKind::MoveKing
            | RemedyKind::MoveNamed
            | RemedyKind::MoveOther
            | RemedyKind::MoveRook
            | RemedyKind::CaptureTouched
            | RemedyKind::CaptureMan
            | RemedyKind::ParryOther
            | RemedyKind::Promote
            | RemedyKind::SealedMove
            | RemedyKind::MoveAnnounced
    )
}

struct Expanded {
    moves: Vec<Move>,
    men: Vec<Square>,
}

/// The maximum number of men of one colour that are tried as the first one touched.
const MOST_UNORDERED: usize = 8;

impl RemedyContext {
    fn own(&self) -> Bitboard {
        self.position.men(self.position.turn())
    }

    fn hostile(&self) -> Bitboard {
        self.position.men(self.position.turn().other())
    }

    /// The offender's own touched men, in order.
    pub(crate) fn own_touched(&self) -> impl Iterator<Item = Square> {
        let own = self.own();
        self.touched.iter().copied().filter(move |square| own.has(*square))
    }

    /// The opponent's touched men, in order, and the captured one.
    pub(crate) fn hostile_touched(&self) -> impl Iterator<Item = Square> {
        let hostile = self.hostile();
        self.touched
            .iter()
            .copied()
            .filter(move |square| hostile.has(*square))
            .chain(self.victim.filter(|victim| !self.touched.contains(victim)))
    }

    fn man(&self) -> Option<Square> {
        self.own_touched().next()
    }

    /// All men touched on the turn, of either colour, in order, and the captured one.
    pub(crate) fn all_touched(&self) -> Vec<Square> {
        let mut all = self.touched_before.clone();
        for man in self.touched.iter().chain(&self.victim) {
            if !all.contains(man) {
                all.push(*man);
            }
        }
        all
    }

    /// Whether several men of one colour were touched and it is not known which was first.
    pub(crate) fn is_order_unknown(&self) -> bool {
        let own = self.own();
        let (own, hostile): (Vec<Square>, Vec<Square>) =
            self.touched_in_unknown_order.iter().partition(|man| own.has(**man));
        own.len() > 1 || hostile.len() > 1
    }

    /// Copies with the other possible orders of contact: each man of a colour in turn is the first of its
    /// colour.
    pub(crate) fn in_other_orders(&self) -> impl Iterator<Item = Self> {
        let of = |men: Bitboard| -> Vec<Square> {
            self.touched_in_unknown_order
                .iter()
                .copied()
                .filter(|man| men.has(*man))
                .take(MOST_UNORDERED)
                .collect()
        };
        let own = of(self.own());
        let hostile = of(self.hostile());
        let each_first = |men: &[Square]| men.iter().copied().map(Some).chain([None]).collect::<Vec<_>>();
        let (first_own, first_hostile) = (each_first(&own), each_first(&hostile));
        let firsts = first_own
            .into_iter()
            .flat_map(move |one| first_hostile.clone().into_iter().map(move |other| (one, other)));
        firsts.map(move |(first_own, first_hostile)| {
            let mut other = self.clone();
            for men in [&mut other.touched, &mut other.touched_before] {
                put_first(men, first_own, &own);
                put_first(men, first_hostile, &hostile);
            }
            other
        })
    }

    /// If a man was released where it may legally go, leaves it no other move.
    pub(crate) fn restrict_to_released(&mut self, hands: &Hands) {
        for man in hands.released_men() {
            let to = hands.let_go_at(man);
            let stays = |played: &Move| played.from() == man && Some(played.to()) == to;
            if self.lawful.iter().any(stays) {
                self.lawful.retain(|played| played.from() != man || stays(played));
            }
        }
    }

    /// The remedies of a provision that have a move, or their fallbacks. If the order of contact is not
    /// known, each man may have been first; if the orders lead to different duties, the player chooses.
    pub(crate) fn applicable_remedies(
        &self,
        rules: &[RemedyRule],
        otherwise: &[RemedyRule],
    ) -> Vec<OfferedRemedy> {
        let mut remedies = self.in_known_order(rules, otherwise);
        if !self.is_order_unknown() {
            return remedies;
        }
        for also in self.in_other_orders().flat_map(|other| other.in_known_order(rules, otherwise)) {
            if !also.is_duty_of_touch() {
                continue;
            }
            if let Some(alike) = remedies.iter_mut().find(|offered| offered.is_same_duty(&also)) {
                alike.merge(also);
            } else if let Some(last) = remedies.iter().rposition(OfferedRemedy::is_duty_of_touch) {
                remedies.insert(last + 1, also);
            }
        }
        if remedies.iter().filter(|offered| offered.is_duty_of_touch()).count() > 1 {
            for duty in remedies.iter_mut().filter(|offered| offered.is_duty_of_touch()) {
                duty.remedy.chooser = Chooser::Offender;
            }
        }
        remedies
    }

    fn in_known_order(&self, rules: &[RemedyRule], otherwise: &[RemedyRule]) -> Vec<OfferedRemedy> {
        let mut remedies: Vec<OfferedRemedy> =
            rules.iter().flat_map(|rule| self.apply_rule(rule, Fallback::Primary)).collect();
        if remedies.is_empty() {
            remedies =
                otherwise.iter().flat_map(|rule| self.apply_rule(rule, Fallback::InsteadOf(None))).collect();
        }
        remedies.dedup();
        remedies
    }

    /// The fallback for a remedy of this kind that has no move here; empty if the code then has no penalty.
    /// `None` if the provision has no such remedy or no fallback.
    pub(crate) fn fallback_for(&self, kind: RemedyKind, provision: &Provision) -> Option<Vec<OfferedRemedy>> {
        let unsatisfied_rule =
            provision.remedies.iter().find_map(|rule| self.unsatisfied_rule(kind, rule))?;
        match &unsatisfied_rule.otherwise {
            Otherwise::Remedy(next) => Some(self.apply_rule(next, self.instead_of(unsatisfied_rule))),
            Otherwise::NoPenalty => Some(Vec::new()),
            Otherwise::Nothing => {
                let remedies = self.applicable_remedies(&provision.remedies, &provision.otherwise);
                let are_fallbacks = |offered: &OfferedRemedy| offered.remedy.fallback.is_fallback();
                remedies.iter().all(are_fallbacks).then_some(remedies)
            }
        }
    }

    /// The remedy of this kind in a chain of fallbacks, if it and those before it have no move.
    fn unsatisfied_rule<'r>(&self, kind: RemedyKind, chain: &'r RemedyRule) -> Option<&'r RemedyRule> {
        let mut rule = chain;
        loop {
            let governs = rule.governs(|predicate| self.facts.has(predicate));
            let alone = RemedyRule { otherwise: Otherwise::Nothing, ..rule.clone() };
            if !asks_for_a_move(rule.kind) || !self.apply_rule(&alone, Fallback::Primary).is_empty() {
                return None;
            }
            match &rule.otherwise {
                _ if governs && rule.kind == kind => return Some(rule),
                Otherwise::Remedy(next) => rule = next,
                Otherwise::Nothing | Otherwise::NoPenalty => return None,
            }
        }
    }

    fn apply_rule(&self, rule: &RemedyRule, fallback: Fallback) -> Vec<OfferedRemedy> {
        if rule.governs(|predicate| self.facts.has(predicate)) {
            match rule.kind {
                RemedyKind::None => return Vec::new(),
                RemedyKind::TouchedDuty | RemedyKind::FirstPossible => {
                    if let Some(duty) = self.touched_duty(rule, fallback) {
                        return vec![duty];
                    }
                }
                kind => {
                    let remedies: Vec<OfferedRemedy> = self
                        .expand(rule)
                        .into_iter()
                        .filter(|expanded| !asks_for_a_move(kind) || !expanded.moves.is_empty())
                        .map(|expanded| self.remedy(rule, kind, expanded, fallback))
                        .collect();
                    if !remedies.is_empty() {
                        return remedies;
                    }
                }
            }
        }
        match &rule.otherwise {
            Otherwise::Nothing | Otherwise::NoPenalty => Vec::new(),
            Otherwise::Remedy(next) => self.apply_rule(next, self.instead_of(rule)),
        }
    }

    /// The reason for the remedy after this one. A capture that has to be made with a certain man names too little for one.
    fn instead_of(&self, rule: &RemedyRule) -> Fallback {
        let is_unmet = rule.by.is_none() && rule.governs(|predicate| self.facts.has(predicate));
        Fallback::InsteadOf(is_unmet.then_some(rule.kind))
    }

    fn remedy(
        &self,
        rule: &RemedyRule,
        kind: RemedyKind,
        expanded: Expanded,
        fallback: Fallback,
    ) -> OfferedRemedy {
        let mut moves: Vec<String> =
            expanded.moves.iter().map(|played| self.position.san(*played, self.play)).collect();
        moves.sort();
        moves.dedup();
        let remedy = OfferedRemedy::without_moves(rule).remedy;
        let remedy = Remedy { kind, moves, men: expanded.men, fallback, ..remedy };
        OfferedRemedy { remedy, moves: expanded.moves }
    }

    fn legal(&self, wanted: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.lawful.iter().copied().filter(wanted).collect()
    }

    fn kings(&self) -> Bitboard {
        self.position.of(self.position.turn(), Role::King)
    }

    pub(crate) fn moves_of(&self, man: Square) -> Vec<Move> {
        self.legal(|played| played.from() == man)
    }

    pub(crate) fn captures_of(&self, victim: Square) -> Vec<Move> {
        self.legal(|played| captures(*played, victim))
    }

    /// The moves that `wanted` accepts, with their men.
    fn named(&self, wanted: impl Fn(&Move) -> bool) -> Expanded {
        let moves = self.legal(wanted);
        let mut men: Vec<Square> = moves.iter().map(|played| played.from()).collect();
        men.sort();
        men.dedup();
        Expanded { moves, men }
    }

    fn expand(&self, rule: &RemedyRule) -> Vec<Expanded> {
        let of_man = |man: Square, moves: Vec<Move>| Expanded { moves, men: vec![man] };
        let except = match rule.not {
            Some(NotMan::OffendingMan) => self.man(),
            Some(NotMan::CheckingMan) | None => None,
        };
        let how_many = if rule.per == Some(Per::Man) { usize::MAX } else { 1 };
        match rule.kind {
            RemedyKind::MoveTouched | RemedyKind::MoveNamedSquare | RemedyKind::MoveLegally => {
                let is_penalty = rule.kind == RemedyKind::MoveLegally && self.bars_castling;
                let may = |played: &Move| !(is_penalty && played.is_castling());
                let moves = |man: Square| self.legal(|played| played.from() == man && may(played));
                self.own_touched().take(how_many).map(|man| of_man(man, moves(man))).collect()
            }
            RemedyKind::MoveKing => {
                let kings = self.kings();
                let spared = match rule.not {
                    Some(NotMan::CheckingMan) => self.position.checkers(self.position.turn()),
                    _ => Bitboard::EMPTY,
                };
                let may = |played: &Move| !played.is_castling() && !spared.has(played.to());
                let moves = || self.legal(|played| kings.has(played.from()) && may(played));
                kings.single().map(|king| of_man(king, moves())).into_iter().collect()
            }
            RemedyKind::MoveNamed => vec![self.named(|played| Some(played.from()) != except)],
            RemedyKind::MoveOther => {
                let man = self.man();
                vec![self.named(|played| Some(played.from()) != man)]
            }
            RemedyKind::MoveRook => {
                self.castling_rook().map(|rook| of_man(rook, self.moves_of(rook))).into_iter().collect()
            }
            RemedyKind::CaptureTouched | RemedyKind::CaptureMan => {
                let by = match rule.by {
                    Some(ManSelector::FirstOwn) => self.man(),
                    _ => None,
                };
                let may = |played: &Move| rule.by.is_none() || Some(played.from()) == by;
                let captures = |victim| self.legal(|played| captures(*played, victim) && may(played));
                self.hostile_touched().take(how_many).map(|victim| of_man(victim, captures(victim))).collect()
            }
            RemedyKind::ParryOther => {
                let kings = self.kings();
                vec![self.named(|played| !kings.has(played.from()) && Some(played.from()) != except)]
            }
            RemedyKind::Promote => {
                let roles: Vec<Role> = rule.pieces.iter().copied().map(role).collect();
                let Some(made) = self.played else { return Vec::new() };
                let becomes = |played: &Move| {
                    played.from() == made.from()
                        && played.to() == made.to()
                        && matches!(played.kind(), MoveKind::Promotion(to) if roles.contains(&to))
                };
                vec![of_man(made.from(), self.legal(becomes))]
            }
            RemedyKind::SealedMove => vec![Expanded { moves: self.readings.clone(), men: Vec::new() }],
            RemedyKind::MoveAnnounced => {
                let announced = self.played.filter(|played| self.lawful.contains(played));
                announced.map(|played| of_man(played.from(), vec![played])).into_iter().collect()
            }
            RemedyKind::PlayLater => {
                vec![Expanded { moves: Vec::new(), men: self.man().into_iter().collect() }]
            }
            RemedyKind::SecondStands if !self.is_legal_alone() => Vec::new(),
            // A pawn cannot remain on its own first rank or on its last rank, nor become a king.
            RemedyKind::Stand if self.played.is_some_and(|played| self.leaves_no_position(played)) => {
                Vec::new()
            }
            _ => vec![Expanded { moves: Vec::new(), men: Vec::new() }],
        }
    }

    /// Whether the move is legal alone; the second of two moves must also be legal without the first.
    fn is_legal_alone(&self) -> bool {
        self.played.is_some_and(|played| {
            let is_legal_first = |before: Position| before.is_legal(played, self.play);
            self.lawful.contains(&played) && self.before_both.is_none_or(is_legal_first)
        })
    }

    /// Whether a pawn would be left where no pawn can be, or would be a king.
    fn leaves_no_position(&self, played: Move) -> bool {
        let is_pawn = self.position.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn);
        let last = matches!(played.to().rank().index(), 0 | 7);
        match played.kind() {
            MoveKind::Promotion(role) => role == Role::King,
            _ => is_pawn && last,
        }
    }

    /// The rook of the castling move that was made or begun by moving the king along its rank.
    pub(crate) fn castling_rook(&self) -> Option<Square> {
        let made = self.played?;
        let side = match made.kind() {
            MoveKind::Castling(side) => side,
            _ if !self.kings().has(made.from()) => return None,
            _ if made.to().rank() != made.from().rank() => return None,
            _ if made.to().file() > made.from().file() => Side::King,
            _ => Side::Queen,
        };
        self.position.castling_rook(made.from(), self.position.turn(), side)
    }

    /// The duty of a touch. The touched own man captures the touched opposing man if that is legal; else the
    /// own man touched first moves; else any man captures the opposing man. If men were touched before the
    /// move was made, the first that can be moved or captured binds.
    fn touched_duty(&self, rule: &RemedyRule, fallback: Fallback) -> Option<OfferedRemedy> {
        let all = self.all_touched();
        let player = self.position.turn();
        let of = |men: Bitboard| all.iter().copied().filter(move |man| men.has(*man)).collect::<Vec<_>>();
        let own = of(self.own());
        let hostile = of(self.hostile());
        let mut tries: Vec<(RemedyKind, Square, Vec<Move>)> = Vec::new();
        // A king released on its castling square has begun to castle (FIDE 4.7.2).
        if let (RemedyKind::TouchedDuty, Some(begun)) = (rule.kind, self.played) {
            let completes = |played: &Move| match played.kind() {
                MoveKind::Castling(side) => {
                    begun.kind() == MoveKind::Plain
                        && begun.from() == played.from()
                        && begun.to() == castling_squares(played.from().rank(), side).king
                }
                _ => false,
            };
            tries.push((RemedyKind::MoveTouched, begun.from(), self.legal(|played| completes(played))));
        }
        // If the king and then the rook were touched, they castle if that is legal; otherwise only the king
        // binds (FIDE 4.4.3).
        let mut bound = &*own;
        if let (RemedyKind::TouchedDuty, [king, rook]) = (rule.kind, &*own)
            && self.facts.has(Predicate::CastlingIntent)
            && self.kings().has(*king)
        {
            let is_theirs = |side| self.position.castling_rook(*king, player, side) == Some(*rook);
            let towards =
                |played: &Move| matches!(played.kind(), MoveKind::Castling(side) if is_theirs(side));
            tries.push((RemedyKind::MoveTouched, *king, self.legal(|played| towards(played))));
            if is_theirs(Side::King) || is_theirs(Side::Queen) {
                bound = std::slice::from_ref(king);
            }
        }
        if let (RemedyKind::TouchedDuty, [own, ..], [victim, ..]) = (rule.kind, &*own, &*hostile) {
            let both = self.legal(|played| played.from() == *own && captures(*played, *victim));
            tries.push((RemedyKind::CaptureTouched, *victim, both));
        }
        let move_of = |man: &Square| (RemedyKind::MoveTouched, *man, self.moves_of(*man));
        let capture_of = |man: &Square| (RemedyKind::CaptureTouched, *man, self.captures_of(*man));
        if rule.kind == RemedyKind::FirstPossible || !self.touched_before.is_empty() {
            let binds = |man: &&Square| bound.contains(man) || hostile.contains(man);
            let in_order = all
                .iter()
                .filter(binds)
                .map(|man| if own.contains(man) { move_of(man) } else { capture_of(man) });
            tries.extend(in_order);
        } else {
            tries.extend(bound.iter().map(move_of));
            tries.extend(hostile.iter().map(capture_of));
        }
        let (kind, man, moves) = tries.into_iter().find(|(_, _, moves)| !moves.is_empty())?;
        Some(self.remedy(rule, kind, Expanded { moves, men: vec![man] }, fallback))
    }
}

/// Moves the man `first` before the others of `with`.
fn put_first(men: &mut [Square], first: Option<Square>, with: &[Square]) {
    let to = men.iter().position(|man| with.contains(man));
    let from = men.iter().position(|man| Some(*man) == first);
    if let (Some(to), Some(from)) = (to, from)
        && let Some(between) = men.get_mut(to..=from)
    {
        between.rotate_right(1);
    }
}

pub(crate) fn captures(played: Move, victim: Square) -> bool {
    played.captured_square() == Some(victim)
}

fn role(piece: Piece) -> Role {
    match piece {
        Piece::Queen => Role::Queen,
        Piece::Rook => Role::Rook,
        Piece::Bishop => Role::Bishop,
        Piece::Knight => Role::Knight,
    }
}
