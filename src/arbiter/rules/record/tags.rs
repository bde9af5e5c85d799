//! `record.tag`, remarks: tags that contradict the other tags or the moves.

use crate::finding::Severity;
use crate::game::{Field, SetupSource, Span, TagName, Time, TimeControl};
use crate::law::Rule;
use crate::player_name::is_placeholder;

use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::sentences;

/// The number of plies, as many programs write it (PGN standard, 9.10.1).
const PLY_COUNT: &[u8] = b"PlyCount";

pub(crate) fn judge_tags(context: &Context<'_>, drafts: &mut Vec<Draft>) {
    // The number alone shows that all moves of a game are lost.
    let of_count = if context.record().plies() == 0 { Severity::Warning } else { Severity::Info };
    let found = [
        (Severity::Info, same_player as fn(&Context<'_>) -> Option<(Span, String)>),
        (Severity::Info, unread_time_control),
        (Severity::Info, time_control_in_minutes),
        (of_count, wrong_ply_count),
    ];
    for (severity, find) in found {
        if context.wants(Rule::RecordTag, severity)
            && let Some((span, message)) = find(context)
        {
            drafts.push(Draft::new(Rule::RecordTag, severity, 0, span, message));
        }
    }
    if context.wants(Rule::RecordTag, Severity::Warning)
        && let Some((span, meant)) = misspelt_tag(context)
    {
        let message = sentences::record::unknown_tag(&context.snippet(span));
        let draft = Draft::new(Rule::RecordTag, Severity::Warning, 0, span, message);
        drafts.push(draft.help(sentences::record::tag_meant(meant.name())));
    }
}

/// The tags of this program with names that are not near to those of other programs.
const LONG_NAMES: [TagName; 6] = [
    TagName::JadoubeIgnore,
    TagName::RightOfMove,
    TagName::Regulations,
    TagName::DefaultTime,
    TagName::ResultDetail,
    TagName::SeriesGame,
];

/// The most letters that differ in a misspelt name.
const MOST_MISTAKES: usize = 2;

/// A tag whose name is nearly that of a tag of this program, and that tag.
fn misspelt_tag(context: &Context<'_>) -> Option<(Span, TagName)> {
    let mut unknown = context.record().tags.pairs().iter().filter(|pair| pair.known.is_none());
    unknown.find_map(|pair| {
        let written = pair.name.of(context.text());
        let first = written.first()?;
        let is_meant = |tag: &&TagName| {
            let name = tag.name();
            // A repeated tag is not known either, and its name is right.
            name.as_bytes() != written
                && name.as_bytes().first().is_some_and(|letter| letter.eq_ignore_ascii_case(first))
                && name.len().abs_diff(written.len()) <= MOST_MISTAKES
                && std::str::from_utf8(written).is_ok_and(|written| {
                    strsim::osa_distance(&written.to_lowercase(), &name.to_lowercase()) <= MOST_MISTAKES
                })
        };
        LONG_NAMES.iter().find(is_meant).map(|tag| (pair.name, *tag))
    })
}

fn same_player(context: &Context<'_>) -> Option<(Span, String)> {
    let name = context.value(TagName::White)?.trim_ascii();
    let is_somebody = name.iter().any(u8::is_ascii_lowercase) && !is_placeholder(name);
    if !is_somebody || context.value(TagName::Black)?.trim_ascii() != name {
        return None;
    }
    let span = context.record().tag(TagName::Black)?.value;
    Some((span, sentences::record::same_player(&context.snippet(span))))
}

fn unread_time_control(context: &Context<'_>) -> Option<(Span, String)> {
    let pair = context.record().tag(TagName::TimeControl)?;
    let value = pair.value.of(context.text()).trim_ascii();
    let read = TimeControl::read(value);
    let is_unread = read.fields().iter().all(|field| *field == Field::NotUnderstood);
    (is_unread && !value.is_empty())
        .then(|| (pair.value, sentences::record::unread_time_control(&context.snippet(pair.value))))
}

/// A time control that is short for its increment, as `3+2`: it was probably meant in minutes.
fn time_control_in_minutes(context: &Context<'_>) -> Option<(Span, String)> {
    /// A base time of fewer increments is too short for a game.
    const INCREMENTS: u32 = 20;
    let pair = context.record().tag(TagName::TimeControl)?;
    let control = TimeControl::read(pair.value.of(context.text()).trim_ascii());
    let [Field::Sudden { seconds, increment }] = control.fields() else { return None };
    let is_short = *seconds > Time::ZERO && *seconds < increment.times(INCREMENTS);
    is_short.then(|| {
        let instead = format!("{}+{}", seconds.times(60).seconds(), increment.seconds());
        (pair.value, sentences::record::time_control_in_minutes(&context.snippet(pair.value), &instead))
    })
}

fn wrong_ply_count(context: &Context<'_>) -> Option<(Span, String)> {
    let record = context.record();
    let pair = record.tags.pairs().iter().find(|pair| pair.name.of(context.text()) == PLY_COUNT)?;
    let said: u32 = std::str::from_utf8(pair.value.of(context.text()).trim_ascii()).ok()?.parse().ok()?;
    // At odds, plies may be counted from more than one beginning.
    let is_plain = record.setup == SetupSource::Usual
        && record.ending.stop.is_none()
        && record.nonstandard_moves.is_empty()
        && record.acts.is_empty();
    let plies = record.plies();
    (is_plain && said != 0 && said != plies).then(|| (pair.value, sentences::record::ply_count(said, plies)))
}
