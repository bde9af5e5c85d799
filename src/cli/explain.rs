//! `jadoube explain`: what a rule finds.

use std::io::Write;

use crate::law::Rule;

use super::Outcome;
use super::args::ExplainArgs;
use super::failure::Failure;
use super::nearest::suggestion;

pub(super) fn run(args: &ExplainArgs, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let Ok(rule) = args.rule.parse::<Rule>() else {
        let near = suggestion(&args.rule, Rule::ALL.iter().map(|rule| rule.id()));
        return Err(Failure::with_hint(
            format!("no rule is called \"{}\"{near}", args.rule),
            "`jadoube rules` lists them",
        ));
    };
    writeln!(out, "{rule}\n\n{}", rule.explain())?;
    if let Some(parent) = rule.parent() {
        writeln!(out, "\nWhere a code does not speak of it by itself, what it says of {parent} decides.")?;
    }
    Ok(Outcome::Clean)
}
