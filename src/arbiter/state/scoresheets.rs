//! The players' scoresheets: moves that they lack, and signatures.

use crate::finding::Score;
use crate::game::{SignedResult, Span};

use super::ByColor;

#[derive(Debug, Default)]
pub(crate) struct Scoresheets {
    pub incomplete: ByColor<bool>,
    /// Whether a flag has fallen since the sheet lacks moves.
    pub since_flag_fall: ByColor<bool>,
    /// Whether both sheets lacked moves when a flag fell last.
    pub both_at_flag_fall: bool,
    pub signed: ByColor<Option<Signature>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    pub result: SignedResult,
    pub span: Span,
}

impl Signature {
    pub(crate) const fn score(self) -> Score {
        match self.result {
            SignedResult::WhiteWins => Score::White,
            SignedResult::BlackWins => Score::Black,
            SignedResult::Draw => Score::Draw,
        }
    }
}
