//! `record.*`: faults of the record itself.

mod tags;

use crate::chess::{CheckSign, Man, Move, MoveKind, Play, Role, San, Square, Subject};
use crate::encoding::Encoding;
use crate::finding::Severity;
use crate::game::{Act, FaultKind, NonstandardKind, Notation, Occurrences, Record, Span, TagName, TextFault};
use crate::law::Rule;
use crate::pgn::{DESCRIPTIVE, misread_move};

use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::hearing::LawHeld;
use crate::arbiter::rules::push_at_move;
use crate::arbiter::{sentences, words};
use tags::judge_tags;

pub(crate) fn judge_record(context: &Context<'_>, drafts: &mut Vec<Draft>) {
    let record = context.record();
    for fault in &record.text.faults {
        let (rule, severity) = (fault.kind.rule(), fault.kind.severity());
        if !context.wants(rule, severity) {
            continue;
        }
        let token = context.snippet(fault.span);
        let mut message = fault.kind.message(&token);
        if let Some(more) = more_unreadable_clocks(record, fault) {
            message.push_str(&sentences::record::and_more_clock_commands(more));
        }
        let letters = fitting_letters(context, fault);
        let after_slip = match letters {
            Some(_) => None,
            None => after_likely_slip(context, fault, &message),
        };
        let help = match after_slip {
            Some(_) => None,
            None => turns_of_odds(context, fault)
                .or_else(|| own_man_on_square(context, fault))
                .or_else(|| misread_letter(context, fault))
                .or_else(|| nested_comment(context, fault))
                .or(letters)
                .or_else(|| move_without_man(context, fault))
                .or_else(|| tags_within_a_game(context, fault))
                .or_else(|| fault.kind.help(&token)),
        };
        let message = after_slip.unwrap_or(message);
        drafts.push(Draft::new(rule, severity, fault.ply, fault.span, message).help(help));
    }
    if let Some(act) = record.acts.first().filter(|_| context.hearing.law == LawHeld::Unknown)
        && context.wants(Rule::RecordUnjudged, Severity::Warning)
    {
        let message = sentences::record::acts_not_judged();
        let draft = Draft::new(Rule::RecordUnjudged, Severity::Warning, act.after, act.span, message);
        drafts.push(draft.help(sentences::record::name_a_code()));
    }
    judge_unclear_moves(context, drafts);
    if context.wants(Rule::RecordSuffix, Severity::Warning) {
        let mut report_suffix = |ply: u32, message: String| {
            let draft = Draft::new(Rule::RecordSuffix, Severity::Warning, ply, context.token(ply), message);
            push_at_move(context, draft, drafts);
        };
        for sign in &record.text.false_signs {
            let token = context.snippet(context.token(sign.ply));
            let message = match sign.sign {
                CheckSign::Mate => sentences::record::false_mate_sign(&token),
                _ => sentences::record::false_check_sign(&token),
            };
            report_suffix(sign.ply, message);
        }
        let more = record.text.more_false_signs;
        if more.count > 0 {
            report_suffix(more.ply, sentences::record::more_false_signs(more.count));
        }
    }
    judge_set_encoding(context, drafts);
    judge_tags(context, drafts);
    if context.hearing.want.min_severity <= Severity::Info {
        judge_style(context, drafts);
    }
}

/// The message on a move that cannot be replayed, after the slip of the pen that may explain it.
fn after_likely_slip(context: &Context<'_>, fault: &TextFault, message: &str) -> Option<String> {
    let record = context.record();
    let is_first = record.moves.is_empty() && fault.kind.rule() == Rule::RecordUnresolvable;
    let is_uncertain = matches!(fault.kind, FaultKind::UncertainCourse { .. });
    if fault.kind != FaultKind::Unresolvable && !is_uncertain && !(is_first && fault.kind.stops_replay()) {
        return None;
    }
    // A change that explains only some of several moves is not named.
    let until = || context.likely_slip(fault.ply, fault.span.start)?.until;
    if is_uncertain && until().is_some() {
        return None;
    }
    // A slip that explains earlier moves may explain this one.
    for odd in &record.nonstandard_moves {
        if matches!(odd.kind, NonstandardKind::Illegal(_)) {
            context.likely_slip(odd.ply, odd.span.start);
        }
    }
    context.after_likely_slip(fault.ply, fault.span.start, message)
}

/// The help for a move that no man can make because a man of the same player is on its square, in a record without
/// acts.
fn own_man_on_square(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    if fault.kind != FaultKind::Unresolvable || !context.record().acts.is_empty() {
        return None;
    }
    let read = San::from_ascii(fault.span.of(context.text()))?;
    let to = matches!(read.subject(), Subject::Man(_) | Subject::AnyMan).then(|| read.to())?;
    let before = context.position_after(context.record().plies());
    let own = before.man_at(to).filter(|man| man.color == before.turn())?;
    let is_first = context.record().moves.is_empty();
    Some(sentences::record::own_man_on_square(own, to, is_first))
}

/// The help for a stop where the player is to move who gives moves as odds, and the other has not made all of them.
fn turns_of_odds(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    let record = context.record();
    let odds = context.odds().filter(|_| fault.kind.stops_replay() && record.begins_at_move_one())?;
    let is_first = odds.giver == record.start.turn();
    let made = if is_first { record.plies() / 2 } else { record.plies().div_ceil(2) };
    let given = odds.moves_given().filter(|given| *given > 1 && made < *given)?;
    let is_to_move = context.position_after(record.plies()).turn() == odds.giver;
    is_to_move.then(|| sentences::record::turns_of_odds(odds.giver, given, is_first))
}

/// The help for a word that is a legal move with the digit for which a letter was read: `BbS`, `Rel`.
fn misread_letter(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    if !matches!(fault.kind, FaultKind::Unreadable | FaultKind::Words) {
        return None;
    }
    let board = context.position_after(fault.ply);
    let played = misread_move(&board, fault.span.of(context.text()))?;
    Some(sentences::record::misread_letter(&board.san_with_sign(played, Play::COMMON)))
}

/// The number of commands with clock times that cannot be read and are not reported. The first that is reported names it.
fn more_unreadable_clocks(record: &Record, fault: &TextFault) -> Option<u32> {
    let is_of_clock = |fault: &&TextFault| matches!(&fault.kind, FaultKind::Command(problem) if problem.is_of_clock_reading());
    let more = record.recovery.more_unreadable_clocks;
    let first = record.text.faults.iter().find(is_of_clock)?;
    (more > 0 && first == fault).then_some(more)
}

/// The help for a move that no piece can make.
fn move_without_man(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    if fault.kind != FaultKind::Unresolvable {
        return None;
    }
    let mut before = context.record().acts.iter().rev().filter(|placed| placed.span.start < fault.span.start);
    let last = before.find(|placed| matches!(placed.act, Act::Play { .. } | Act::Retract { .. }));
    let last_move = context.token(fault.ply).start;
    if last.is_some_and(|placed| matches!(placed.act, Act::Play { .. }) && placed.span.end > last_move) {
        return Some(sentences::record::played_move_stands());
    }
    if let Some(help) = other_man_on_origin(context, fault) {
        return Some(help);
    }
    let example = move_by_squares(context, fault);
    // A command after it says that it was made and illegal.
    let after = context.text().get(fault.span.end as usize..context.record().span.end as usize)?;
    let is_said = [&b"[%notice"[..], b"[%press", b"[%ruling"]
        .iter()
        .any(|command| memchr::memmem::find(after, command).is_some());
    Some(if is_said {
        sentences::record::illegal_move_by_its_squares(example.as_deref())
    } else {
        sentences::record::move_without_man(context.record().moves.is_empty(), example.as_deref())
    })
}

/// The help for a move with the square that it leaves, if the piece is not there: `Ke2-e4`.
fn other_man_on_origin(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    let read = San::from_ascii(fault.span.of(context.text()))?;
    let (Subject::Man(role), origin) = (read.subject(), read.origin()) else { return None };
    let from = Square::new(origin.file?, origin.rank?);
    let before = context.position_after(context.record().plies());
    let named = Man { color: before.turn(), role };
    let found = before.man_at(from);
    (found != Some(named)).then(|| sentences::record::other_man_on_origin(named, from, found))
}

/// A move that no piece can make, with the square of the nearest man that the text can mean: `Bf1-b4`.
fn move_by_squares(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    let read = San::from_ascii(fault.span.of(context.text()))?;
    let Subject::Man(role) = read.subject() else { return None };
    let (to, origin) = (read.to(), read.origin());
    let before = context.position_after(context.record().plies());
    let steps = |from: &Square| {
        let files = from.file().index().abs_diff(to.file().index());
        files.max(from.rank().index().abs_diff(to.rank().index()))
    };
    let is_meant = |from: &Square| {
        *from != to
            && origin.file.is_none_or(|file| from.file() == file)
            && origin.rank.is_none_or(|rank| from.rank() == rank)
    };
    let from = before.of(before.turn(), role).squares().filter(is_meant).min_by_key(steps)?;
    let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
    let dash = if read.takes() { 'x' } else { '-' };
    let promotion = read.promotion().map_or_else(String::new, |role| format!("={}", role.letter()));
    Some(format!("{letter}{from}{dash}{to}{promotion}"))
}

/// The help for an unreadable word after the first of two closing braces that were both meant to end one comment.
fn nested_comment(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    if !matches!(fault.kind, FaultKind::Unreadable | FaultKind::Words) {
        return None;
    }
    // Only within this game: the bytes before it may belong to another chunk.
    let before = Span { start: context.record().span.start, end: fault.span.start };
    let before = before.of(context.text()).trim_ascii_end().strip_suffix(b"}")?;
    let comment = before.rsplit(|byte| *byte == b'}').next()?;
    (memchr::memchr_iter(b'{', comment).count() > 1).then(sentences::record::nested_comment)
}

/// The help for a game that begins with a later number, if its tags name neither an event nor players: they may divide the
/// game above.
fn tags_within_a_game(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    let record = context.record();
    let first = record.tags.pairs().first()?;
    let has_roster = TagName::ROSTER.into_iter().any(|tag| record.tag(tag).is_some());
    let numbers = record.text.wrong_numbers;
    let begins_later = fault.kind == FaultKind::MissingPosition && numbers.count > 0 && numbers.ply <= 1;
    (begins_later && !has_roster).then(|| sentences::record::tags_within_a_game(&context.snippet(first.name)))
}

/// The help for the first move of a game that is legal in the piece letters of another language.
fn fitting_letters(context: &Context<'_>, fault: &TextFault) -> Option<String> {
    let fitting = &context.record().text.fitting_letters;
    (fault.kind == FaultKind::Unreadable && !fitting.is_empty())
        .then(|| sentences::record::fitting_letters(fitting))
}

fn judge_unclear_moves(context: &Context<'_>, drafts: &mut Vec<Draft>) {
    let record = context.record();
    let is_lost = |fault: &TextFault| matches!(fault.kind, FaultKind::LostMove(_));
    let has_lost_moves = record.text.faults.iter().any(is_lost);
    let mut passed_turns = Occurrences::default();
    for odd in &record.nonstandard_moves {
        match &odd.kind {
            NonstandardKind::Ambiguous { readings, surviving } => {
                if context.wants(Rule::RecordAmbiguous, Severity::Warning) {
                    report_ambiguous(context, odd.ply, odd.span, readings, *surviving, drafts);
                }
            }
            NonstandardKind::Null if !has_lost_moves && !is_of_odds(context, odd.ply) => {
                passed_turns.count += 1;
                if passed_turns.count == 1 {
                    (passed_turns.ply, passed_turns.span) = (odd.ply, odd.span);
                }
            }
            NonstandardKind::Null | NonstandardKind::Illegal(_) => {}
        }
    }
    report_counted(context, Rule::RecordNotation, passed_turns, sentences::record::null_move, drafts);
}

/// Whether a passed turn belongs to odds of moves: the giver passes until the receiver has made that many moves.
fn is_of_odds(context: &Context<'_>, ply: u32) -> bool {
    let Some(odds) = context.odds().filter(|_| context.record().begins_at_move_one()) else {
        return false;
    };
    let first = context.record().start.turn();
    let mover = if ply % 2 == 1 { first } else { first.other() };
    let made_by_receiver = ply / 2;
    mover == odds.giver && odds.moves_given().is_some_and(|given| made_by_receiver < given)
}

fn report_ambiguous(
    context: &Context<'_>,
    ply: u32,
    span: Span,
    readings: &[Move],
    surviving: u32,
    drafts: &mut Vec<Draft>,
) {
    let before = context.position_after(ply - 1);
    let names: Vec<String> = readings.iter().map(|played| before.san(*played, Play::COMMON)).collect();
    let first = names.first().cloned().unwrap_or_default();
    let mut sorted = names.clone();
    sorted.sort();
    let message = sentences::record::ambiguous(&context.snippet(span), &sorted);
    let mut help = match surviving {
        0 => sentences::record::too_many_readings(),
        1 => sentences::record::only_reading(&first),
        _ => sentences::record::several_readings(surviving, &first),
    };
    let is_promotion = readings.iter().all(|played| matches!(played.kind(), MoveKind::Promotion(_)));
    if is_promotion && !context.record().acts.is_empty() {
        let unpromoted = first.split_once('=').map_or(first.as_str(), |(unpromoted, _)| unpromoted);
        help = sentences::record::or_not_promoted(&help, unpromoted);
    }
    push_at_move(
        context,
        Draft::new(Rule::RecordAmbiguous, Severity::Warning, ply, span, message).help(help),
        drafts,
    );
}

fn judge_style(context: &Context<'_>, drafts: &mut Vec<Draft>) {
    let record = context.record();
    if context.wants(Rule::RecordEncoding, Severity::Info) {
        judge_encoding(context, drafts);
    }
    if context.wants(Rule::RecordRoster, Severity::Info) {
        let roster = TagName::ROSTER.into_iter();
        let missing: Vec<&str> = roster.filter(|tag| record.tag(*tag).is_none()).map(TagName::name).collect();
        if !missing.is_empty() {
            let start = record.tags.pairs().first().map_or(record.span.start, |tag| tag.span.start);
            let message = sentences::record::missing_tags(&missing);
            let span = Span { start, end: start };
            drafts.push(Draft::new(Rule::RecordRoster, Severity::Info, 0, span, message));
        }
    }
    // The board is doubtful after a move that a slip of the pen explains.
    let on_known_board = |counted: Occurrences| {
        if is_after_slip(context, counted.ply) { Occurrences::default() } else { counted }
    };
    let is_untagged_descriptive = is_untagged_descriptive(context);
    report_counted(
        context,
        Rule::RecordNotation,
        on_known_board(record.text.notation),
        |token, count| {
            if is_untagged_descriptive {
                return sentences::record::descriptive(token);
            }
            let ply = record.text.notation.ply;
            // A word or sign after a move is not the move.
            let is_move = record.text.notation.span.start == context.token(ply).start;
            let export = in_export_format(context, ply).filter(|text| is_move && *text != token);
            let pinned = pinned_others(context, ply);
            sentences::record::notation(token, export.as_deref(), &pinned, count)
        },
        drafts,
    );
    report_counted(
        context,
        Rule::RecordMoveNumber,
        record.text.wrong_numbers,
        |token, count| {
            let before = context.position_after(record.text.wrong_numbers.ply.saturating_sub(1));
            let due = words::numbered(&before, "");
            sentences::record::move_number(token, due.trim_end(), count)
        },
        drafts,
    );
    report_counted(
        context,
        Rule::RecordSuffix,
        on_known_board(record.text.missing_signs),
        |token, count| {
            let after = context.position_after(record.text.missing_signs.ply);
            let mates = after.is_mate(Play::COMMON);
            let sign = match (record.text.move_notation, mates) {
                (Notation::Algebraic | Notation::Unwritten, true) => "#",
                (Notation::Algebraic | Notation::Unwritten, false) => "+",
                (Notation::Descriptive, true) => "mate",
                (Notation::Descriptive, false) => "ch",
            };
            sentences::record::sign_missing(token, mates, sign, count)
        },
        drafts,
    );
}

/// Whether a ply comes after an illegal move that a slip of the pen explains.
fn is_after_slip(context: &Context<'_>, ply: u32) -> bool {
    let mut odd = context.record().nonstandard_moves.iter();
    let illegal = odd.find(|odd| matches!(odd.kind, NonstandardKind::Illegal(_)));
    illegal.is_some_and(|odd| odd.ply < ply && context.likely_slip(odd.ply, odd.span.start).is_some())
}

fn is_untagged_descriptive(context: &Context<'_>) -> bool {
    let tag = context.value(TagName::Notation).map(<[u8]>::trim_ascii);
    context.record().text.move_notation == Notation::Descriptive
        && !tag.is_some_and(|value| value.eq_ignore_ascii_case(DESCRIPTIVE))
}

/// The other men that could make the move of a ply if they were not pinned.
fn pinned_others(context: &Context<'_>, ply: u32) -> Vec<(Role, Square)> {
    let before = ply.checked_sub(1);
    let played = before.and_then(|before| context.record().moves.get(before as usize));
    let (Some(before), Some(played)) = (before, played) else {
        return Vec::new();
    };
    let before = context.position_after(before);
    let Some(man) = before.man_at(played.from()).filter(|man| man.role != Role::Pawn) else {
        return Vec::new();
    };
    let others = before.attackers(played.to(), man.color) & before.of(man.color, man.role);
    others
        .into_iter()
        .filter(|square| *square != played.from())
        .filter(|square| !before.is_legal(Move::new(*square, played.to(), played.kind()), Play::COMMON))
        .map(|square| (man.role, square))
        .collect()
}

/// Returns the legal move of a ply in the export format, with its check or mate sign.
fn in_export_format(context: &Context<'_>, ply: u32) -> Option<String> {
    let before = context.position_after(ply.checked_sub(1)?);
    let played = context.record().moves.get(ply as usize - 1)?;
    before.is_legal(played, Play::COMMON).then(|| before.san_with_sign(played, Play::COMMON))
}

fn report_counted(
    context: &Context<'_>,
    rule: Rule,
    counted: Occurrences,
    message: impl FnOnce(&str, u32) -> String,
    drafts: &mut Vec<Draft>,
) {
    if counted.count == 0 || !context.wants(rule, Severity::Info) {
        return;
    }
    let span = if rule == Rule::RecordSuffix { context.token(counted.ply) } else { counted.span };
    let message = message(&context.snippet(span), counted.count);
    let draft = Draft::new(rule, Severity::Info, counted.ply, span, message);
    if counted.ply <= context.record().plies() {
        push_at_move(context, draft, drafts);
    } else {
        drafts.push(draft);
    }
}

/// Reports a text that is not in the encoding set for it, or plainly is in another.
fn judge_set_encoding(context: &Context<'_>, drafts: &mut Vec<Draft>) {
    let record = context.record();
    let encoding = record.text.encoding;
    let bytes = record.span.of(context.text());
    if encoding == Encoding::Auto || bytes.is_ascii() {
        return;
    }
    let (severity, at, sentence) = match (encoding, std::str::from_utf8(bytes)) {
        (Encoding::Utf8, Err(error)) => (
            Severity::Error,
            error.valid_up_to(),
            sentences::record::invalid_utf8 as fn() -> (String, String),
        ),
        (encoding, Ok(_)) if !encoding.is_unicode() => (
            Severity::Warning,
            bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0),
            sentences::record::unexpected_utf8 as fn() -> (String, String),
        ),
        _ => return,
    };
    if context.wants(Rule::RecordEncoding, severity) {
        let at = record.span.start + u32::try_from(at).unwrap_or(0);
        let span = Span { start: at, end: at + 1 };
        let (message, help) = sentence();
        drafts.push(Draft::new(Rule::RecordEncoding, severity, 0, span, message).help(help));
    }
}

fn judge_encoding(context: &Context<'_>, drafts: &mut Vec<Draft>) {
    let record = context.record();
    let bytes = record.span.of(context.text());
    let start = record.span.start;
    if let (Encoding::Auto, Err(error)) = (record.text.encoding, std::str::from_utf8(bytes)) {
        let at = start + u32::try_from(error.valid_up_to()).unwrap_or(0);
        let span = Span { start: at, end: at + 1 };
        let draft =
            Draft::new(Rule::RecordEncoding, Severity::Info, 0, span, sentences::record::read_as_latin1());
        drafts.push(draft.help(Encoding::guess(bytes).map(sentences::record::guessed_encoding)));
    }
    let mark = start.checked_sub(3).map(|from| Span { start: from, end: start });
    if let Some(span) = mark.filter(|span| span.of(context.text()) == b"\xEF\xBB\xBF") {
        let message = sentences::record::byte_order_mark();
        drafts.push(Draft::new(Rule::RecordEncoding, Severity::Info, 0, span, message));
    }
}
