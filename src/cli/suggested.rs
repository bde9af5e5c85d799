//! Arguments that accept any text, with suggestions for the completions of a shell. Unknown names are reported when they
//! are looked up, with the nearest known name.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::law::{Family, Rule, codes};
use crate::report::CodeInfo;

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

pub(super) fn code() -> Suggested {
    Suggested(|| code_ids().collect())
}

pub(super) fn code_or_record() -> Suggested {
    Suggested(|| std::iter::once(CodeInfo::RECORD).chain(code_ids()).collect())
}

pub(super) fn rules() -> Suggested {
    Suggested(|| std::iter::once("ALL").chain(rule_names()).collect())
}

pub(super) fn code_or_rule() -> Suggested {
    Suggested(|| code_ids().chain(rule_names()).collect())
}

fn rule_names() -> impl Iterator<Item = &'static str> {
    let families = Family::ALL.iter().map(|family| family.id());
    families.chain(Rule::ALL.iter().map(|rule| rule.id()))
}

fn code_ids() -> impl Iterator<Item = &'static str> {
    codes::embedded().iter().map(|code| code.id)
}
