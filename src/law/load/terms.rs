//! Reads `terms`: the words in which a code differs from the code it extends, or from modern ones.

use std::borrow::Cow;
use std::sync::Arc;

use crate::law::terms::Terms;
use crate::toml_reader::{TomlReader, Value};

#[derive(Default)]
pub(super) struct OwnTerms {
    opponent: Option<Arc<str>>,
    piece: Option<Arc<str>>,
    pieces: Option<Arc<str>>,
    arbiter: Option<Arc<str>>,
    restarted: Option<Arc<str>>,
}

pub(super) fn terms(reader: &mut TomlReader, value: &Value<'_>) -> Option<OwnTerms> {
    let table =
        reader.table(value, "table of terms", &["opponent", "piece", "pieces", "arbiter", "restarted"])?;
    if table.get("piece").is_some() != table.get("pieces").is_some() {
        reader.fault(table.span(), "give both `piece` and `pieces`, or neither", None);
    }
    let mut word = |key| reader.read_optional(&table, key, TomlReader::shared_text);
    Some(OwnTerms {
        opponent: word("opponent"),
        piece: word("piece"),
        pieces: word("pieces"),
        arbiter: word("arbiter"),
        restarted: word("restarted"),
    })
}

impl OwnTerms {
    pub(super) fn over(self, base: &Terms) -> Terms {
        let owned = |own: Arc<str>| Cow::Owned(String::from(&*own));
        let or = |own: Option<Arc<str>>, base: &Cow<'static, str>| own.map_or_else(|| base.clone(), owned);
        Terms {
            opponent: or(self.opponent, &base.opponent),
            piece: or(self.piece, &base.piece),
            pieces: or(self.pieces, &base.pieces),
            arbiter: or(self.arbiter, &base.arbiter),
            restarted: self.restarted.map(owned).or_else(|| base.restarted.clone()),
        }
    }
}
