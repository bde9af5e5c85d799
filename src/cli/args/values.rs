//! The values of options: words, numbers and sizes.

use std::ffi::OsStr;
use std::iter::once;
use std::str::FromStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};

use crate::encoding::Encoding;
use crate::explain::CitationFormat;
use crate::finding::Severity;
use crate::game::foreign_letters::Letters;
use crate::law::{Family, Rule, codes, words};
use crate::report::compare::ComparisonFormatId;
use crate::report::ledger::LedgerFormatId;
use crate::report::{CodeInfo, FormatId};

/// Makes a closed set the values of an option, each with its help text.
macro_rules! option_values {
    ($set:ident { $( $value:ident $(| $alias:literal)? => $help:literal, )+ }) => {
        impl ValueEnum for $set {
            fn value_variants<'a>() -> &'a [Self] {
                Self::ALL
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                let help = match self { $( Self::$value => $help, )+ };
                let aliases: &[&str] = match self { $( Self::$value => &[$( $alias )?], )+ };
                Some(PossibleValue::new(self.id()).aliases(aliases.iter().copied()).help(help))
            }
        }
    };
}

option_values!(FormatId {
    Human => "For reading: the passage, the article and the remedy",
    Concise => "One line for each finding",
    Json => "One JSON object",
    Jsonl => "One JSON object per line: each game, then a summary",
    Sarif => "SARIF 2.1.0, for code hosts",
    Junit => "JUnit XML, for CI servers",
    GitHub => "Workflow commands, for runs on GitHub",
    Html => "Web page with boards, also for printing",
    Csv => "Table with a line for each finding",
    Arrow => "The same table as an Arrow IPC stream",
});

option_values!(ComparisonFormatId {
    Human => "A table for each game, as wide as the terminal",
    Json => "One JSON object",
    Csv => "One line for each ruling of each code",
    Html => "Web page, also for printing",
});

option_values!(LedgerFormatId {
    Human => "For reading: the acts of each player",
    Csv => "Table with a line for each act",
    Html => "Web page, also for printing",
});

option_values!(Encoding {
    Auto => "UTF-8, falling back to Latin-1",
    Utf8 => "UTF-8; anything else is an error",
    Utf16Le => "UTF-16, low byte first; detected in most files",
    Utf16Be => "UTF-16, high byte first; detected in most files",
    Latin1 => "Latin-1 (ISO 8859-1)",
    Iso8859Part2 => "ISO 8859-2, Central European",
    Iso8859Part5 => "ISO 8859-5, Cyrillic",
    Iso8859Part15 => "ISO 8859-15, Latin-1 with the euro sign",
    Windows1250 | "cp1250" => "Windows-1250, Central European",
    Windows1251 | "cp1251" => "Windows-1251, Cyrillic",
    Windows1252 | "cp1252" => "Windows-1252, Western European",
    Cp437 => "DOS code page 437, American",
    Cp850 => "DOS code page 850, Western European",
    Cp852 => "DOS code page 852, Central European",
    Cp866 => "DOS code page 866, Cyrillic",
    Koi8R => "KOI8-R, Russian",
});

option_values!(Letters {
    English => "English, K Q R B N",
    German => "German, K D T L S",
    French => "French, R D T F C",
    Spanish => "Spanish, R D T A C",
    Italian => "Italian, R D T A C",
    Dutch => "Dutch, K D T L P",
    Portuguese => "Portuguese, R D T B C",
    Czech => "Czech, K D V S J",
    Danish => "Danish, K D T L S",
    Estonian => "Estonian, K L V O R",
    Finnish => "Finnish, K D T L R",
    Hungarian => "Hungarian, K V B F H",
    Icelandic => "Icelandic, K D H B R",
    Norwegian => "Norwegian, K D T L S",
    Polish => "Polish, K H W G S",
    Romanian => "Romanian, R D T N C",
    Swedish => "Swedish, K D T L S",
});

option_values!(CitationFormat {
    Bibtex => "BibTeX",
    Csl => "CSL-JSON, for reference managers",
});

option_values!(Severity {
    Info => "Something to know that is neither a breach nor a doubt: a duty that can still be met, a fault that was put \
             right, a right used correctly, a matter on which the code is silent, a draw that can be claimed, or a matter of \
             style",
    Warning => "A right that was not used, a lesser breach without a remedy, or a doubtful record",
    Error => "A breach of the code, or a record that contradicts itself",
});

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum ListFormat {
    /// For reading
    Human,
    /// One JSON array
    Json,
}

word_enum! {
    FailOn {
        Info = "info",
        Warning = "warning",
        Error = "error",
        Never = "never",
    }
}

option_values!(FailOn {
    Info => "Anything reported",
    Warning => "Warnings and errors",
    Error => "Errors",
    Never => "Nothing",
});

impl FailOn {
    pub(in crate::cli) const fn severity(self) -> Option<Severity> {
        match self {
            Self::Info => Some(Severity::Info),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
            Self::Never => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum When {
    /// If the output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    pub(in crate::cli) const fn resolve(self, auto: bool) -> bool {
        match self {
            Self::Auto => auto,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Any text, with suggestions for the completions of a shell. Unknown names are reported when they are looked up, with
/// the nearest known name.
#[derive(Clone)]
pub(in crate::cli) struct Suggested(fn() -> Vec<&'static str>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

pub(in crate::cli) fn code() -> Suggested {
    Suggested(|| code_ids().collect())
}

pub(in crate::cli) fn code_or_record() -> Suggested {
    Suggested(|| once(CodeInfo::RECORD).chain(code_ids()).collect())
}

/// A tradition that has books.
pub(in crate::cli) fn tradition(name: &str) -> Result<String, String> {
    if codes::traditions().iter().any(|known| *known.name == *name) {
        return Ok(name.to_owned());
    }
    Err(format!("the traditions are {}", words::list_and(&codes::traditions_in_words())))
}

pub(in crate::cli) fn rules() -> Suggested {
    Suggested(|| once("ALL").chain(rule_names()).collect())
}

pub(in crate::cli) fn explained() -> Suggested {
    Suggested(|| code_ids().chain(rule_names()).chain(["commands", "tags"]).collect())
}

fn rule_names() -> impl Iterator<Item = &'static str> {
    let families = Family::ALL.iter().map(|family| family.id());
    families.chain(Rule::ALL.iter().map(|rule| rule.id()))
}

fn code_ids() -> impl Iterator<Item = &'static str> {
    codes::embedded().iter().map(|code| code.id)
}

/// A number of bytes: `65536`, `64K`, `64KiB`, `1GB`.
pub(in crate::cli) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text.get(digits.len()..).unwrap_or_default().trim().to_ascii_lowercase();
    let factor = match unit.as_str() {
        "" | "b" => Some(1),
        "k" | "kib" => Some(1 << 10),
        "m" | "mib" => Some(1 << 20),
        "g" | "gib" => Some(1 << 30),
        "kb" => Some(1_000),
        "mb" => Some(1_000_000),
        "gb" => Some(1_000_000_000),
        _ => None,
    };
    let number: Option<u64> = digits.parse().ok();
    factor
        .and_then(|factor| number?.checked_mul(factor))
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| "expected a size in bytes such as 65536, 64KiB, 128MiB or 1GiB".to_owned())
}

/// A whole number, 0 or more.
pub(in crate::cli) fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "expected a whole number of at least 0, such as 100".to_owned())
}

/// A whole number, 1 or more. `N` is a `NonZero` type.
pub(in crate::cli) fn from_one<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "expected a whole number of at least 1".to_owned())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    #[test]
    fn encodings_of_windows_have_short_names() {
        assert_eq!(Encoding::from_str("cp1250", false), Ok(Encoding::Windows1250));
        assert_eq!(Encoding::from_str("windows-1252", false), Ok(Encoding::Windows1252));
    }

    #[test]
    fn numbers() {
        assert_eq!((number("0"), number("17")), (Ok(0_u64), Ok(17)));
        assert_eq!(from_one("8").map(NonZeroUsize::get), Ok(8));
        assert!(
            ["", "x", "-1", "1.5", "99999999999999999999"].iter().all(|wrong| number::<u64>(wrong).is_err())
        );
        assert!(["", "x", "0", "-1"].iter().all(|wrong| from_one::<NonZeroUsize>(wrong).is_err()));
    }

    #[test]
    fn sizes() {
        assert_eq!(size("65536"), Ok(65536));
        assert_eq!(size("64KiB"), Ok(65536));
        assert_eq!(size("64 k"), Ok(65536));
        assert_eq!(size("1GB"), Ok(1_000_000_000));
        for wrong in ["", "MiB", "0", "-1", "1.5M", "12 parsecs", "99999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
