//! `csv`: one line for each row and code, and one for each verdict (RFC 4180).

use std::borrow::Cow;
use std::io::{self, Write};

use crate::compare::Comparison;
use crate::finding::{Disposition, Finding, Stance};

use super::super::short_ruling::MovesShown;
use super::format::{Ruling, rulings};
use super::{ComparisonFormat, ComparisonInfo};

/// The names of the columns. Their order is stable; new columns are added at the end.
const HEADER: &str = "file,game,line,column,ply,move,act,code,rule,article,severity,stance,disposition,\
    retract_to_ply,ruling,closes,window,standing,score,reason,message";

pub(crate) struct ComparisonCsv;

/// The value in quotation marks, if it needs them.
pub(super) fn quoted(value: &str) -> Cow<'_, str> {
    if value.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", value.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(value)
    }
}

fn line<'v>(values: impl IntoIterator<Item = &'v str>) -> String {
    values.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}

/// The columns from `article` to `window`.
fn ruling_columns<'a>(finding: &'a Finding, ruling: &'a str, retract_to_ply: &'a str) -> [&'a str; 8] {
    let article = finding.citation.as_ref().and_then(|citation| citation.article.as_deref());
    let window = finding.window.as_ref();
    [
        article.unwrap_or_default(),
        finding.severity.id(),
        match finding.stance {
            Stance::Speaks => "speaks",
            Stance::Silent => "silent",
            Stance::Unrevealed => "unrevealed",
        },
        finding.disposition.map_or("", Disposition::id),
        retract_to_ply,
        ruling,
        window.map_or("", |window| window.closes.id()),
        window.map_or("", |window| window.state.id()),
    ]
}

impl ComparisonFormat for ComparisonCsv {
    fn begin(&mut self, out: &mut dyn Write, _: &ComparisonInfo) -> io::Result<()> {
        write!(out, "{HEADER}\r\n")
    }

    fn game(
        &mut self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        file: &str,
        game: &Comparison,
    ) -> io::Result<()> {
        let mut text = String::new();
        let number = game.number.to_string();
        for row in &game.rows {
            let place = [row.location.line, row.location.column, u64::from(row.ply)].map(|n| n.to_string());
            let [place_line, column, ply] = place.each_ref().map(String::as_str);
            let movetext = row.movetext.as_deref().unwrap_or_default();
            let act = row.act.as_deref().unwrap_or_default();
            for Ruling { name, finding, words } in rulings(info, game, row, MovesShown::All) {
                let rule = finding.map_or(row.rule, |finding| finding.rule).id();
                let start = [file, &number, place_line, column, ply, movetext, act, name, rule];
                let retract = finding.and_then(|finding| finding.retract);
                let retract_to_ply = retract.map_or_else(String::new, |retract| retract.to_ply.to_string());
                let (ruling, message) = match finding {
                    Some(finding) => {
                        (ruling_columns(finding, &words.ruling, &retract_to_ply), &*finding.message)
                    }
                    None => ([""; 8], ""),
                };
                text += &line(start.into_iter().chain(ruling).chain(["", "", "", message]));
            }
        }
        for (name, verdict) in info.names().zip(&game.verdicts) {
            let place =
                [game.location.line, game.location.column, u64::from(verdict.ply)].map(|n| n.to_string());
            let [place_line, column, ply] = place.each_ref().map(String::as_str);
            let start = [file, &number, place_line, column, ply, "", "", name, "verdict"];
            let end = [verdict.standing.id(), verdict.score.id(), verdict.reason.id(), ""];
            text += &line(start.into_iter().chain([""; 8]).chain(end));
        }
        out.write_all(text.as_bytes())
    }
}
