//! `board.*`: pieces that left their squares.

use crate::chess::Color;
use crate::game::Intent;
use crate::law::Terms;

pub(crate) fn dropped(man: &str) -> String {
    format!("{man} fell off the board unnoticed")
}

pub(crate) fn displaced(by: Color, men: &str, manner: Option<Intent>) -> String {
    format!("{by} displaces {men}{}", manner_in_words(manner))
}

pub(crate) fn upset(by: Color, manner: Option<Intent>, terms: &Terms) -> String {
    format!("{by} knocks the {} over{}", terms.pieces, manner_in_words(manner))
}

const fn manner_in_words(manner: Option<Intent>) -> &'static str {
    match manner {
        Some(Intent::Accidental) => " by accident",
        Some(Intent::Wilful) => " on purpose",
        None => "",
    }
}

// Notes

pub(crate) fn put_back_without_moves(terms: &Terms) -> String {
    format!("the {} was put back, but moves made without it were not taken back", terms.piece)
}

pub(crate) fn put_back_without_right(by: Color) -> String {
    format!("{by} put it back without the right to do so")
}

pub(crate) fn purpose_matters(article: &str) -> String {
    format!("the record does not say whether it was on purpose, which matters under {article}")
}
