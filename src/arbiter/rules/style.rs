//! `style.*`: departures from the usual layout of a game, which are off by default.

use crate::finding::Severity;
use crate::fix::{self, Repair};
use crate::game::TagName;
use crate::law::Rule;

use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::sentences;

pub(crate) fn judge_layout(context: &Context<'_>, drafts: &mut Vec<Draft>) {
    let wants = |rule| context.wants(rule, Severity::Info);
    if !Rule::STYLE.into_iter().any(wants) {
        return;
    }
    let (record, text) = (context.record(), context.text());
    // Text of a very long game may be dropped.
    let length = context.hearing.place.locate(record.span).length;
    if usize::try_from(length).ok() != Some(record.span.range().len()) {
        return;
    }
    for repair in fix::style_repairs(record, text, context.hearing.place.is_followed(), wants) {
        let Some(span) = repair.edits.first().map(|edit| edit.span) else { continue };
        let message = message(context, &repair);
        drafts.push(Draft::new(repair.rule, Severity::Info, 0, span, message));
    }
}

fn message(context: &Context<'_>, repair: &Repair) -> String {
    let record = context.record();
    let first = repair.edits.first();
    let written = first.map(|edit| context.snippet(edit.span)).unwrap_or_default();
    match repair.rule {
        Rule::StyleTagOrder => {
            let first =
                record.tags.pairs().iter().find(|pair| Some(pair.span) == first.map(|edit| edit.span));
            let name = first.and_then(|pair| pair.known).map_or("", TagName::name);
            sentences::style::tag_order(name)
        }
        Rule::StyleMissingTags => {
            let is_missing = |tag: &TagName| record.tag(*tag).is_none();
            let missing: Vec<&str> =
                TagName::ROSTER.into_iter().filter(is_missing).map(TagName::name).collect();
            sentences::record::missing_tags(&missing)
        }
        Rule::StyleDatePadding => sentences::style::date_padding(&written),
        Rule::StyleBlankLines => {
            sentences::style::blank_line(first.is_some_and(|edit| edit.span.start >= record.span.end))
        }
        Rule::StyleByteOrderMark => sentences::record::byte_order_mark(),
        Rule::StyleEncoding => sentences::style::encoding(record.text.encoding),
        _ => sentences::style::line_ends(first.is_some_and(|edit| edit.text.is_empty()), repair.edits.len()),
    }
}
