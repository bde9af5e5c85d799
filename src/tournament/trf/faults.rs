//! Parts of a tournament report that cannot be read, or are read otherwise than they are written.

use super::grammar;
use crate::finding::Location;
use crate::law::words::list_and;

/// The advice for a report that lacks its end.
pub(in crate::tournament) const MAY_BE_TRUNCATED: &str = "the report may be truncated; export it again";

/// Something that cannot be read, or is read otherwise than it is written.
#[derive(Clone, Debug)]
pub(in crate::tournament) struct TrfFault {
    pub kind: TrfFaultKind,
    pub place: Location,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::tournament) enum TrfFaultKind {
    /// A row `001` whose columns are not those of a player.
    UnreadableRow,
    /// The last row `001`, if the text ends before its rounds.
    TruncatedRow,
    /// The columns of a round, which is counted from 1.
    UnreadableRound(usize),
    /// The columns count bytes, not characters.
    ColumnsOfBytes,
    NotUtf8,
    /// The columns of a record with this code.
    UnreadableRecord(String),
    /// Records with codes that this program does not know.
    UnknownRecords(Vec<String>),
    /// Lines that do not begin with a code, and their number.
    Text(u64),
}

impl TrfFaultKind {
    pub(in crate::tournament) fn message(&self) -> String {
        match self {
            Self::UnreadableRow => "this row `001` does not have the columns of a player".to_owned(),
            Self::TruncatedRow => {
                "the text ends in this row `001`, before the column of the rank; the row is skipped"
                    .to_owned()
            }
            Self::UnreadableRound(round) => format!("the columns of round {round} cannot be read"),
            Self::ColumnsOfBytes => {
                "the columns count bytes, not characters, after a letter outside ASCII".to_owned()
            }
            Self::NotUtf8 => "the text is not UTF-8; it is read as Latin-1".to_owned(),
            Self::UnreadableRecord(code) => {
                format!("the columns of this record {code} cannot be read; it is skipped")
            }
            Self::UnknownRecords(codes) if codes.len() == 1 => {
                format!("the record {} is not known; it is skipped", list_and(codes))
            }
            Self::UnknownRecords(codes) => {
                format!("the records {} are not known; they are skipped", list_and(codes))
            }
            Self::Text(1) => "this line does not begin with the code of a record; it is skipped".to_owned(),
            Self::Text(lines) => format!(
                "this line and {} more do not begin with the code of a record; they are skipped",
                lines.saturating_sub(1)
            ),
        }
    }

    pub(in crate::tournament) fn help(&self) -> Option<String> {
        match self {
            Self::UnreadableRow => Some(grammar::COLUMNS.to_owned()),
            Self::TruncatedRow => Some(MAY_BE_TRUNCATED.to_owned()),
            Self::UnreadableRound(_) => {
                Some("a round has two blanks, the opponent (4 columns), the colour and the result".to_owned())
            }
            _ => None,
        }
    }
}
