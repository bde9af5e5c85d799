//! The conditions under which a provision or a remedy applies.

use std::fmt;

use super::vocabulary::Predicate;

/// One clause of a `when`: it holds where any of its literals does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The literals, at least one.
    pub any: Vec<Literal>,
}

/// A predicate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The fact.
    pub predicate: Predicate,
    /// Whether it must be so or must not.
    pub holds: bool,
}

impl Clause {
    /// Whether the clause holds, given the facts.
    pub fn holds(&self, fact: &mut impl FnMut(Predicate) -> bool) -> bool {
        self.any.iter().any(|literal| fact(literal.predicate) == literal.holds)
    }

    /// Whether this clause holding makes `other` hold in every case.
    fn implies(&self, other: &Self) -> bool {
        self.any.iter().all(|literal| other.any.contains(literal))
    }

    /// Whether it holds whatever the facts.
    fn always(&self) -> bool {
        self.any.iter().any(|literal| self.any.contains(&literal.opposite()))
    }
}

impl Literal {
    /// The negation.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self { holds: !self.holds, ..self }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, literal) in self.any.iter().enumerate() {
            let or = if at == 0 { "" } else { "|" };
            let not = if literal.holds { "" } else { "!" };
            write!(f, "{or}{not}{}", literal.predicate)?;
        }
        Ok(())
    }
}

/// Whether every clause holds, given the facts.
pub(super) fn all_hold(when: &[Clause], mut fact: impl FnMut(Predicate) -> bool) -> bool {
    when.iter().all(|clause| clause.holds(&mut fact))
}

/// Whether `narrow` holding makes `wide` hold in every case.
pub(super) fn implies(narrow: &[Clause], wide: &[Clause]) -> bool {
    wide.iter().all(|theirs| theirs.always() || narrow.iter().any(|ours| ours.implies(theirs)))
}

/// Whether no facts at all can make every clause hold: a clause of one literal denies all of
/// another clause.
pub(super) fn contradicts_itself(when: &[Clause]) -> bool {
    let certain: Vec<Literal> = when
        .iter()
        .filter_map(|clause| match clause.any.as_slice() {
            [only] => Some(only.opposite()),
            _ => None,
        })
        .collect();
    when.iter().any(|clause| clause.any.iter().all(|literal| certain.contains(literal)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(literals: &[(Predicate, bool)]) -> Clause {
        let any = literals.iter().map(|&(predicate, holds)| Literal { predicate, holds }).collect();
        Clause { any }
    }

    /// All conditions of at most two clauses over two facts, against every state of the facts.
    #[test]
    fn implication_and_contradiction_are_never_wrongly_claimed() {
        let facts = [Predicate::InCheck, Predicate::Askew];
        let mut clauses = Vec::new();
        for (first, second) in [(0, 0), (1, 1), (0, 1)] {
            for signs in 0..4 {
                clauses.push(clause(&[(facts[first], signs & 1 == 0), (facts[second], signs & 2 == 0)]));
            }
        }
        let mut conditions = vec![Vec::new()];
        for one in &clauses {
            conditions.push(vec![one.clone()]);
            for other in &clauses {
                conditions.push(vec![one.clone(), other.clone()]);
            }
        }
        let holds = |when: &[Clause], state: u8| {
            all_hold(when, |fact| match fact {
                Predicate::InCheck => state & 1 != 0,
                _ => state & 2 != 0,
            })
        };
        for narrow in &conditions {
            if contradicts_itself(narrow) {
                assert!((0..4).all(|state| !holds(narrow, state)), "{narrow:?}");
            }
            for wide in &conditions {
                if implies(narrow, wide) {
                    let sound = (0..4).all(|state| !holds(narrow, state) || holds(wide, state));
                    assert!(sound, "{narrow:?} {wide:?}");
                }
            }
        }
        assert!(implies(&clauses, &[]));
        assert!(!implies(&[], &clauses));
    }

    #[test]
    fn a_clause_is_written_as_it_is_read() {
        let either = clause(&[(Predicate::InCheck, true), (Predicate::Askew, false)]);
        assert_eq!(either.to_string(), "in-check|!askew");
    }
}
