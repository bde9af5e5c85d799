//! The page of an audit.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use askama::Template;

use crate::finding::{Disposition, Finding, GameReport, Severity};
use crate::law::Code;
use crate::moment::{Moment, Step, StepKind, StepTime};

use super::super::board::seen_from;
use super::super::closing::closing;
use super::super::law_lines::{LawLine, label, law_lines};
use super::super::spoken::capital;
use super::super::text::{count, plain, plural, under};
use super::super::{CodeInfo, Format, RunInfo, Totals};
use super::article::{Articles, Closed};
use super::board::drawn;
use super::{CodeLine, Figure, Frame, RuleLine, code_line, filled, occasion, players};

/// Boards are drawn for so many findings: a page is to open at once.
const MOST_DRAWN: u64 = 1_000;

/// One page. It is written when all is known, for the summary stands first; the number of findings is limited,
/// and with it what is held.
#[derive(Default)]
pub struct Html {
    run: Option<RunInfo>,
    articles: Articles,
    /// The codes that findings were judged under.
    cited: BTreeMap<Arc<str>, Arc<Code>>,
    /// The games so far.
    games: String,
    number_of_games: u64,
    shown: u64,
    /// Findings whose board was left out.
    undrawn: u64,
}

#[derive(Template)]
#[template(path = "audit.html")]
struct Page<'a> {
    frame: Frame,
    figures: Vec<Figure>,
    remarks: Vec<String>,
    codes: Vec<CodeLine>,
    rules: Vec<RuleLine>,
    heading: &'static str,
    severities: Vec<&'static str>,
    games: &'a str,
}

#[derive(Template)]
#[template(path = "game.html")]
struct Game {
    id: u64,
    title: String,
    source: String,
    about: String,
    findings: Vec<Entry>,
}

struct Entry {
    id: u64,
    severity: &'static str,
    rule: &'static str,
    article: String,
    offset: u64,
    fingerprint: String,
    place: String,
    message: String,
    boards: Vec<String>,
    law: String,
    lines: Vec<LawLine>,
    earlier: String,
    steps: Vec<StepLine>,
}

struct StepLine {
    words: String,
    class: &'static str,
}

impl Html {
    /// A page not yet begun.
    pub fn new() -> Self {
        Self::default()
    }

    fn entry(&mut self, file: &str, game: &GameReport, finding: &Finding) -> io::Result<Entry> {
        self.shown += 1;
        let mut lines: Vec<LawLine> = law_lines(finding)
            .into_iter()
            .map(|LawLine { label, texts }| LawLine {
                label: plain(&label).into_owned(),
                texts: texts.iter().map(|text| plain(text).into_owned()).collect(),
            })
            .collect();
        let mut law = String::new();
        let cited = finding.citation.as_ref();
        if let Some(code) = cited.and_then(|citation| self.code_of(&citation.code)) {
            law = self.articles.of(finding, &code, &code.id, Closed::Says)?.to_string();
            // It stands in the summary of what is opened.
            if !law.is_empty() && lines.first().map(|line| line.label.as_str()) == under(finding).as_deref() {
                lines.remove(0);
            }
        }
        if let Some(ended) = finding.disposition.filter(|ended| *ended != Disposition::Stands) {
            lines.push(LawLine::new("outcome", label(ended)));
        }
        let moment = finding.moment.as_deref();
        let boards = match moment {
            Some(moment) if self.shown <= MOST_DRAWN => {
                let side = seen_from(&game.tags);
                moment.boards.iter().map(|board| drawn(board, side)).collect::<io::Result<_>>()?
            }
            Some(_) => {
                self.undrawn += 1;
                Vec::new()
            }
            None => Vec::new(),
        };
        let steps = moment.map(steps).unwrap_or_default();
        let earlier = moment.map_or(0, |moment| moment.earlier as u64);
        Ok(Entry {
            id: self.shown,
            severity: finding.severity.id(),
            rule: finding.rule.id(),
            article: cited.and_then(|citation| citation.article.as_deref()).unwrap_or_default().to_owned(),
            offset: finding.location.offset,
            fingerprint: finding.fingerprint.to_string(),
            place: place(file, game, finding),
            message: plain(&finding.message).into_owned(),
            boards,
            law,
            lines,
            earlier: if earlier > 0 && !steps.is_empty() {
                plural(earlier, "earlier move or act", "earlier moves and acts")
            } else {
                String::new()
            },
            steps,
        })
    }

    /// The code that a finding names.
    fn code_of(&mut self, id: &Arc<str>) -> Option<Arc<Code>> {
        if let Some(code) = self.cited.get(id) {
            return Some(Arc::clone(code));
        }
        let code = self.run.as_ref()?.shelf.code(id)?;
        self.cited.insert(Arc::clone(id), Arc::clone(&code));
        Some(code)
    }

    fn codes(&self) -> Vec<CodeLine> {
        let Some(RunInfo { code: info, shelf, .. }) = &self.run else {
            return Vec::new();
        };
        let by_title = CodeLine { id: info.id.to_string(), about: format!("{}.", info.title) };
        if info.is_record() {
            let cited = self.cited.iter().map(|(id, code)| code_line(code, id));
            std::iter::once(by_title).chain(cited).collect()
        } else {
            vec![shelf.code(&info.id).map_or(by_title, |code| code_line(&code, &info.id))]
        }
    }
}

impl Format for Html {
    fn begin(&mut self, _: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.run = Some(run.clone());
        Ok(())
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        self.number_of_games += 1;
        let tag = |name: &str| {
            game.tags.iter().find(|tag| tag.name == name).map(|tag| plain(&tag.value).into_owned())
        };
        let mut about = occasion(tag);
        about.push(plural(u64::from(game.plies), "ply", "plies"));
        about.push(format!("result {}", game.result.id()));
        about.push(format!(
            "under {}: {}, {}",
            game.code,
            game.verdict.standing.id(),
            game.verdict.score.id()
        ));
        let findings = game.findings.iter().map(|finding| self.entry(file, game, finding));
        let piece = filled(&Game {
            findings: findings.collect::<io::Result<_>>()?,
            id: self.number_of_games,
            title: players(tag, game.number),
            source: plain(&format!("{file}, game {}", count(game.number))).into_owned(),
            about: about.join(" · "),
        })?;
        self.games.push_str(&piece);
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let Some(run) = &self.run else {
            return Ok(());
        };
        let summary = totals.summary;
        let mut figures = vec![
            Figure::of(summary.read.files, "file", "files"),
            Figure::of(summary.read.games, "game", "games"),
            Figure::of(summary.read.plies, "ply", "plies"),
        ];
        let found = |severity| summary.findings.get(&severity).copied().unwrap_or(0);
        let severities = [Severity::Error, Severity::Warning, Severity::Info];
        figures.extend(severities.map(|severity| {
            let figure = match severity {
                Severity::Error => Figure::of(found(severity), "error", "errors"),
                Severity::Warning => Figure::of(found(severity), "warning", "warnings"),
                Severity::Info => Figure::of(found(severity), "remark", "remarks"),
            };
            Figure { class: severity.id(), ..figure }
        }));
        let mut remarks = Vec::new();
        let all: u64 = summary.findings.values().sum();
        if all > self.shown {
            remarks.push(format!(
                "The page holds the first {} of {} findings.",
                count(self.shown),
                count(all)
            ));
        }
        remarks.extend(self.remark().map(|said| format!("{}.", capital(&said))));
        remarks.extend(
            totals
                .unreadable
                .iter()
                .map(|one| plain(&format!("{} could not be read: {}.", one.file, one.why)).into_owned()),
        );
        let page = Page {
            frame: Frame::new(
                "Audit of game records",
                title(&run.code),
                &closing(Some(&run.code), totals),
                &run.tool,
            ),
            figures,
            remarks,
            codes: self.codes(),
            rules: summary.by_rule.iter().map(|(rule, number)| RuleLine::new(*rule, *number)).collect(),
            heading: if self.shown > 0 { "Findings" } else { "Games" },
            severities: severities
                .into_iter()
                .filter(|severity| found(*severity) > 0)
                .map(Severity::id)
                .collect(),
            games: &self.games,
        };
        out.write_all(filled(&page)?.as_bytes())
    }

    fn remark(&self) -> Option<String> {
        (self.undrawn > 0).then(|| {
            format!(
                "boards are drawn for the first {} findings, not for {} more",
                count(MOST_DRAWN),
                count(self.undrawn)
            )
        })
    }
}

fn title(code: &CodeInfo) -> String {
    if code.is_record() {
        "Games under the codes that their records name".to_owned()
    } else {
        format!("Games under {}", code.id)
    }
}

fn place(file: &str, game: &GameReport, finding: &Finding) -> String {
    let mut parts = Vec::new();
    if let Some(movetext) = &finding.movetext {
        parts.push(movetext.clone());
    }
    if finding.ply > 0 {
        parts.push(format!("ply {}", finding.ply));
    }
    parts.push(format!("game {}", count(game.number)));
    parts.push(format!("{file}:{}:{}", finding.location.line, finding.location.column));
    plain(&parts.join(", ")).into_owned()
}

/// What happened, moves that follow one another on one line.
fn steps(moment: &Moment) -> Vec<StepLine> {
    let mut lines: Vec<StepLine> = Vec::new();
    let mut before: Option<&Step> = None;
    for step in &moment.steps {
        let words = plain(&step.words);
        let class = match (step.time, step.kind) {
            (StepTime::Here, _) => "here",
            (StepTime::After, _) => "later",
            (StepTime::Before, StepKind::Move) => "moves",
            (StepTime::Before, StepKind::Act) => "act",
        };
        let runs_on = |earlier: &Step| {
            earlier.kind == StepKind::Move
                && step.kind == StepKind::Move
                && step.time != StepTime::Here
                && earlier.time == step.time
        };
        match (before.filter(|earlier| runs_on(earlier)), lines.last_mut()) {
            (Some(earlier), Some(line)) => {
                line.words.push(' ');
                line.words.push_str(reply(&earlier.words, &words));
            }
            _ => lines.push(StepLine { words: words.into_owned(), class }),
        }
        before = Some(step);
    }
    lines
}

/// A move as it is written behind another: a reply without its number.
fn reply<'w>(earlier: &str, words: &'w str) -> &'w str {
    let Some((number, text)) = words.split_once("... ") else { return words };
    let is_reply = earlier.strip_prefix(number).is_some_and(|rest| rest.starts_with(". "));
    if is_reply { text } else { words }
}

#[cfg(test)]
mod tests {
    use super::super::super::sample::{full, game, summary, written, written_of};
    use super::*;
    use crate::chess::Position;
    use crate::moment::{Board, Stands};

    fn moment(steps: &[(&str, StepKind, StepTime)]) -> Moment {
        let board = Board {
            stands: Stands::Before,
            named: None,
            position: Position::initial(),
            touched: Vec::new(),
            made: None,
            permitted: Vec::new(),
        };
        let step = |(words, kind, time): &(&str, StepKind, StepTime)| Step {
            words: (*words).to_owned(),
            kind: *kind,
            time: *time,
        };
        Moment { boards: vec![board], steps: steps.iter().map(step).collect(), earlier: 0 }
    }

    #[test]
    fn moves_stand_on_one_line_and_what_was_found_on_its_own() {
        use StepKind::{Act, Move};
        use StepTime::{After, Before, Here};
        let moment = moment(&[
            ("1. e4", Move, Before),
            ("1... e5", Move, Before),
            ("2. Nf3", Move, Before),
            ("Black touches b8", Act, Before),
            ("2... Nc6", Move, Here),
            ("3. Bb5", Move, After),
            ("3... a6", Move, After),
        ]);
        let told: Vec<(String, &str)> =
            steps(&moment).into_iter().map(|line| (line.words, line.class)).collect();
        let expected = [
            ("1. e4 e5 2. Nf3", "moves"),
            ("Black touches b8", "act"),
            ("2... Nc6", "here"),
            ("3. Bb5 a6", "later"),
        ];
        assert_eq!(told, expected.map(|(words, class)| (words.to_owned(), class)));
    }

    #[test]
    fn boards_are_drawn_for_so_many_and_the_rest_is_said() {
        let mut one = game();
        one.findings = vec![full()];
        one.findings[0].moment = Some(Box::new(moment(&[])));
        let games = vec![one; usize::try_from(MOST_DRAWN).unwrap() + 2];
        let mut format = Html::new();
        let page = written_of(&mut format, &games, &summary(&games), &[]);
        assert_eq!(page.matches("<article ").count(), games.len());
        assert_eq!(page.matches("<figure ").count() as u64, MOST_DRAWN);
        let remark = format.remark().unwrap();
        assert_eq!(remark, "boards are drawn for the first 1 000 findings, not for 2 more");
        assert!(page.contains(&format!("{}.", capital(&remark))));
    }

    #[test]
    fn what_was_cut_off_is_counted() {
        let games = [game(), game()];
        let mut format = Html::new();
        let page = written_of(&mut format, &games[..1], &summary(&games), &[]);
        assert!(page.contains("The page holds the first 3 of 6 findings."), "{page}");
        assert!(!written(&mut Html::new()).contains("The page holds"));
    }

    #[test]
    fn what_could_act_is_written_as_text() {
        let mut one = game();
        one.tags[1].value = "<script>\u{202e}\x1b".to_owned();
        let page = written_of(&mut Html::new(), &[one], &summary(&[]), &[]);
        assert!(page.contains("&#60;script&#62;\u{fffd}\u{fffd}"), "{page}");
        assert_eq!(page.matches("<script>").count(), 1, "the page's own");
    }
}
