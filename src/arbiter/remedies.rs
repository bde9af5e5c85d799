//! Remedies laid against the position: each expanded to the very moves that satisfy it.

use crate::chess::{Move, Play, Position, Role, Square};
use crate::finding::{Fallback, Remedy};
use crate::law::{NotMan, Otherwise, Piece, Predicate, RemedyKind, RemedyRule};

/// The position a remedy is laid against, and the men it speaks of.
pub(super) struct Ground<'a> {
    /// The position the remedy applies to, after any retraction, the offender on move.
    pub position: &'a Position,
    /// How the code plays.
    pub play: Play,
    /// The man wrongly moved, on its square there.
    pub man: Option<Square>,
    /// The hostile man wrongly taken or touched.
    pub victim: Option<Square>,
    /// The offender's own man that was taken.
    pub own_victim: Option<Square>,
    /// The move that was made.
    pub played: Option<Move>,
    /// What holds.
    pub holds: &'a dyn Fn(Predicate) -> bool,
}

/// A remedy with its moves: whether one with none is left out depends on its kind.
struct Laid {
    moves: Vec<Move>,
    men: Vec<Square>,
    needs_moves: NeedsMoves,
}

#[derive(PartialEq, Eq)]
enum NeedsMoves {
    Yes,
    No,
}

impl Ground<'_> {
    /// What is left of a provision's remedies: those with a move, others fallen through.
    pub fn lay(&self, rules: &[RemedyRule], otherwise: &[RemedyRule]) -> Vec<Remedy> {
        let mut remedies: Vec<Remedy> =
            rules.iter().filter_map(|rule| self.lay_one(rule, Fallback::Primary)).collect();
        if remedies.is_empty() {
            remedies = otherwise.iter().filter_map(|rule| self.lay_one(rule, Fallback::Fallback)).collect();
        }
        remedies.dedup();
        remedies
    }

    fn lay_one(&self, rule: &RemedyRule, fallback: Fallback) -> Option<Remedy> {
        if rule.governs(|predicate| (self.holds)(predicate)) {
            match rule.kind {
                RemedyKind::None => return None,
                RemedyKind::TouchedDuty | RemedyKind::FirstPossible => {
                    if let Some(remedy) = self.touched_duty(rule, fallback) {
                        return Some(remedy);
                    }
                }
                kind => {
                    let laid = self.expand(rule);
                    if laid.needs_moves == NeedsMoves::No || !laid.moves.is_empty() {
                        return Some(self.remedy(rule, kind, laid, fallback));
                    }
                }
            }
        }
        match &rule.otherwise {
            Otherwise::Nothing => None,
            Otherwise::Remedy(next) => self.lay_one(next, Fallback::Fallback),
        }
    }

    fn remedy(&self, rule: &RemedyRule, kind: RemedyKind, laid: Laid, fallback: Fallback) -> Remedy {
        let mut moves: Vec<String> =
            laid.moves.iter().map(|played| self.position.san(*played, self.play)).collect();
        moves.sort();
        moves.dedup();
        Remedy {
            kind,
            chooser: rule.chooser,
            moves,
            men: laid.men,
            fallback,
            seconds: rule.seconds,
            pieces: rule.pieces.iter().copied().map(role).collect(),
        }
    }

    fn legal(&self, wanted: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.position.legal_moves(self.play).into_iter().filter(wanted).collect()
    }

    fn king_moves(&self) -> Vec<Move> {
        let kings = self.position.of(self.position.turn(), Role::King);
        self.legal(|played| kings.has(played.from()) && !played.is_castling())
    }

    fn moves_of(&self, man: Square) -> Vec<Move> {
        self.legal(|played| played.from() == man)
    }

    fn captures_of(&self, victim: Square) -> Vec<Move> {
        self.legal(|played| takes(*played, victim))
    }

    /// Every man that has a legal move, except one, with those moves.
    fn named(&self, except: Option<Square>) -> Laid {
        let moves = self.legal(|played| Some(played.from()) != except);
        let mut men: Vec<Square> = moves.iter().map(|played| played.from()).collect();
        men.sort();
        men.dedup();
        Laid { moves, men, needs_moves: NeedsMoves::Yes }
    }

    fn expand(&self, rule: &RemedyRule) -> Laid {
        let of_man = |man: Option<Square>, moves: Vec<Move>| Laid {
            moves,
            men: man.into_iter().collect(),
            needs_moves: NeedsMoves::Yes,
        };
        let except = match rule.not {
            Some(NotMan::OffendingMan) => self.man,
            None => None,
        };
        match rule.kind {
            RemedyKind::MoveTouched | RemedyKind::MoveLegally => {
                of_man(self.man, self.man.map_or_else(Vec::new, |man| self.moves_of(man)))
            }
            RemedyKind::MoveKing => {
                let king = self.position.of(self.position.turn(), Role::King).single();
                of_man(king, self.king_moves())
            }
            RemedyKind::MoveNamed => self.named(except),
            RemedyKind::MoveOther => self.named(self.man),
            RemedyKind::MoveRook => {
                let rook = self.castling_rook();
                of_man(rook, rook.map_or_else(Vec::new, |rook| self.moves_of(rook)))
            }
            RemedyKind::CaptureTouched | RemedyKind::CaptureMan => {
                of_man(self.victim, self.victim.map_or_else(Vec::new, |victim| self.captures_of(victim)))
            }
            RemedyKind::ParryOther => {
                let kings = self.position.of(self.position.turn(), Role::King);
                let moves = self.legal(|played| !kings.has(played.from()) && Some(played.from()) != except);
                let mut men: Vec<Square> = moves.iter().map(|played| played.from()).collect();
                men.sort();
                men.dedup();
                Laid { moves, men, needs_moves: NeedsMoves::Yes }
            }
            RemedyKind::Promote => {
                let roles: Vec<Role> = rule.pieces.iter().copied().map(role).collect();
                let moves = match self.played {
                    None => Vec::new(),
                    Some(made) => self.legal(|played| {
                        played.from() == made.from()
                            && played.to() == made.to()
                            && matches!(played.kind(), crate::chess::MoveKind::Promotion(to) if roles.contains(&to))
                    }),
                };
                of_man(self.man, moves)
            }
            _ => Laid { moves: Vec::new(), men: Vec::new(), needs_moves: NeedsMoves::No },
        }
    }

    /// The rook of the castling that was made.
    fn castling_rook(&self) -> Option<Square> {
        let made = self.played?;
        let crate::chess::MoveKind::Castling(side) = made.kind() else {
            return None;
        };
        self.position.castling_rook(made.from(), self.position.turn(), side)
    }

    /// What touching binds to: the hostile man touched is taken with the own man touched if that is
    /// legal; else the own man, touched first, moves; else the hostile man is taken by any man.
    fn touched_duty(&self, rule: &RemedyRule, fallback: Fallback) -> Option<Remedy> {
        let own = self.man.filter(|man| self.position.men(self.position.turn()).has(*man));
        let victim =
            self.victim.filter(|victim| self.position.men(self.position.turn().other()).has(*victim));
        let mut tries: Vec<(RemedyKind, Option<Square>, Vec<Move>)> = Vec::new();
        if let (Some(own), Some(victim)) = (own, victim) {
            let both = self.legal(|played| played.from() == own && takes(*played, victim));
            tries.push((RemedyKind::CaptureTouched, Some(victim), both));
        }
        if let Some(own) = own {
            tries.push((RemedyKind::MoveTouched, Some(own), self.moves_of(own)));
        }
        if let Some(second) = self.own_victim {
            tries.push((RemedyKind::MoveTouched, Some(second), self.moves_of(second)));
        }
        if let Some(victim) = victim {
            tries.push((RemedyKind::CaptureTouched, Some(victim), self.captures_of(victim)));
        }
        let (kind, man, moves) = tries.into_iter().find(|(_, _, moves)| !moves.is_empty())?;
        let laid = Laid { moves, men: man.into_iter().collect(), needs_moves: NeedsMoves::Yes };
        Some(self.remedy(rule, kind, laid, fallback))
    }
}

/// Whether a move takes the man of that square.
fn takes(played: Move, victim: Square) -> bool {
    match played.kind() {
        crate::chess::MoveKind::EnPassant => Square::new(played.to().file(), played.from().rank()) == victim,
        crate::chess::MoveKind::Castling(_) => false,
        _ => played.to() == victim,
    }
}

fn role(piece: Piece) -> Role {
    match piece {
        Piece::Queen => Role::Queen,
        Piece::Rook => Role::Rook,
        Piece::Bishop => Role::Bishop,
        Piece::Knight => Role::Knight,
    }
}
