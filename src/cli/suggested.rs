//! Arguments that any text may be, for which a shell suggests what is known. What is not known is answered where it is
//! looked up, with the nearest name.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::law::{Family, Rule, codes};
use crate::report::CodeInfo;

/// Text, with what may be suggested for it.
#[derive(Clone)]
pub(super) struct Suggested(fn() -> Vec<&'static str>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The id of a code.
pub(super) fn code() -> Suggested {
    Suggested(|| code_ids().collect())
}

/// The id of a code, or `record`.
pub(super) fn code_or_record() -> Suggested {
    Suggested(|| std::iter::once(CodeInfo::RECORD).chain(code_ids()).collect())
}

/// Rules, families of rules, or all.
pub(super) fn rules() -> Suggested {
    Suggested(|| std::iter::once("ALL").chain(rule_names()).collect())
}

/// A code, a rule, or a family of rules.
pub(super) fn code_or_rule() -> Suggested {
    Suggested(|| code_ids().chain(rule_names()).collect())
}

/// Families of rules, then rules.
fn rule_names() -> impl Iterator<Item = &'static str> {
    let families = Family::ALL.iter().map(|family| family.id());
    families.chain(Rule::ALL.iter().map(|rule| rule.id()))
}

fn code_ids() -> impl Iterator<Item = &'static str> {
    codes::embedded().iter().map(|code| code.id)
}
