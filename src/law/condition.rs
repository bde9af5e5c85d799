//! The conditions under which a provision or a remedy applies.

use std::fmt;

use super::vocabulary::Predicate;

/// One clause of a `when`: a disjunction of literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// At least one literal.
    pub any: Vec<Literal>,
}

/// A predicate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    pub predicate: Predicate,
    /// `false` for a negation.
    pub holds: bool,
}

impl Clause {
    pub fn holds(&self, fact: &mut impl FnMut(Predicate) -> bool) -> bool {
        self.any.iter().any(|literal| fact(literal.predicate) == literal.holds)
    }

    /// Whether `other` holds whenever this clause does.
    fn implies(&self, other: &Self) -> bool {
        self.any.iter().all(|literal| other.any.contains(literal))
    }

    /// Whether the clause holds whatever the facts.
    fn is_tautology(&self) -> bool {
        self.any.iter().any(|literal| self.any.contains(&literal.opposite()))
    }
}

impl Literal {
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

pub(super) fn all_hold(when: &[Clause], mut fact: impl FnMut(Predicate) -> bool) -> bool {
    when.iter().all(|clause| clause.holds(&mut fact))
}

/// Whether `wide` holds whenever `narrow` does. May be `false` although it does; never wrongly `true`.
pub(super) fn implies(narrow: &[Clause], wide: &[Clause]) -> bool {
    wide.iter().all(|theirs| theirs.is_tautology() || narrow.iter().any(|ours| ours.implies(theirs)))
}

/// Whether no facts can make every clause hold. Only one form of contradiction is found: all literals of one clause
/// are denied by clauses of a single literal.
pub(super) fn contradicts_itself(when: &[Clause]) -> bool {
    let denied: Vec<Literal> = when
        .iter()
        .filter_map(|clause| match clause.any.as_slice() {
            [only] => Some(only.opposite()),
            _ => None,
        })
        .collect();
    when.iter().any(|clause| clause.any.iter().all(|literal| denied.contains(literal)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(literals: &[(Predicate, bool)]) -> Clause {
        let any = literals.iter().map(|&(predicate, holds)| Literal { predicate, holds }).collect();
        Clause { any }
    }

    /// Tries all conditions of at most two clauses over two facts in every state of the facts.
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
    fn a_clause_is_displayed_as_in_the_file() {
        let either = clause(&[(Predicate::InCheck, true), (Predicate::Askew, false)]);
        assert_eq!(either.to_string(), "in-check|!askew");
    }
}
