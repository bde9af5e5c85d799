//! Writes commands and tags in words, and lists of what words can mean.

use std::io;
use std::slice;

use super::{LABELS, LawPrinter};
use crate::explain::commands::{self, CommandPage, OperandHelp};
use crate::explain::glossary::Term;
use crate::explain::lookup::Thing;
use crate::explain::tags::{self, TagHelp};
use crate::report::plural;

impl LawPrinter<'_> {
    pub(super) fn command(&mut self, page: &CommandPage) -> io::Result<()> {
        let help = page.help;
        self.title(help.usage())?;
        self.text(2, help.says)?;
        if !page.operands.is_empty() {
            self.head("Syntax")?;
            let label = |operand: &OperandHelp| {
                format!("{}{}", if operand.is_choice { "  " } else { "" }, operand.word)
            };
            let wide = page.operands.iter().map(|operand| label(operand).chars().count()).max().unwrap_or(0);
            for operand in &page.operands {
                self.labelled(2, wide, &label(operand), slice::from_ref(&operand.text))?;
            }
        }
        if help.usage().contains('(') {
            writeln!(self.out)?;
            self.text(2, "Parts in round brackets are optional.")?;
        }
        self.head("In a record")?;
        let mut example = vec![help.example.to_owned()];
        example.extend(page.example_in_words.clone());
        self.labelled(2, LABELS, "example", &example)?;
        if let Some(channel) = help.channel() {
            let text = format!("[Observed \"{channel}\"] says that all such acts are recorded");
            self.labelled(2, LABELS, "observed", &[text])?;
        }
        let grammar = format!("`{}` in grammar/commands.abnf", help.production());
        self.labelled(2, LABELS, "grammar", &[grammar])?;
        if !page.rules.is_empty() {
            let rules: Vec<&str> = page.rules.iter().map(|rule| rule.id()).collect();
            self.labelled(2, LABELS, "rules", &[rules.join(", ")])?;
        }
        writeln!(self.out)?;
        self.text(0, "Write a command in a comment, where the act happened: 1. e4 {[%…]}")
    }

    pub(super) fn tag(&mut self, help: &TagHelp) -> io::Result<()> {
        self.title(&format!("[{} \"…\"]", help.name()))?;
        self.text(2, help.says)?;
        writeln!(self.out)?;
        self.labelled(2, LABELS, "value", &[help.values.to_owned()])?;
        self.labelled(2, LABELS, "example", &[help.example()])
    }

    pub(super) fn term(&mut self, term: &Term) -> io::Result<()> {
        self.title(term.name())?;
        self.text(2, term.says)
    }

    pub(super) fn commands(&mut self) -> io::Result<()> {
        let wide = commands::all().map(|help| help.name.len() + 1).max().unwrap_or(0);
        for help in commands::all() {
            self.labelled(0, wide, &format!("%{}", help.name), &[help.summary().to_owned()])?;
        }
        writeln!(self.out)?;
        self.text(0, "Run `jadoube explain %NAME` to see the syntax of a command.")
    }

    pub(super) fn tags(&mut self) -> io::Result<()> {
        let wide = tags::all().map(|help| help.name().len()).max().unwrap_or(0);
        for help in tags::all() {
            self.labelled(0, wide, help.name(), &[help.summary().to_owned()])?;
        }
        writeln!(self.out)?;
        self.text(0, "Run `jadoube explain tag NAME` to see the values of a tag.")
    }

    pub(super) fn matches(&mut self, words: &str, things: &[Thing]) -> io::Result<()> {
        let number = plural(things.len() as u64, "entry matches", "entries match");
        self.title(&format!("{number} \"{words}\":"))?;
        self.things(things)
    }

    /// Each thing with the command that explains it.
    pub(super) fn things(&mut self, things: &[Thing]) -> io::Result<()> {
        let commands: Vec<String> =
            things.iter().map(|thing| format!("jadoube explain {}", thing.argument())).collect();
        let wide = commands.iter().map(|command| command.chars().count()).max().unwrap_or(0);
        for (thing, command) in things.iter().zip(&commands) {
            self.labelled(2, wide, command, &[thing.summary()])?;
        }
        Ok(())
    }
}
