//! The list of events around a diagram, in order.

use askama::Template;

use crate::finding::diagram::{Diagram, DiagramStep, StepKind, StepTime};

use super::super::text::{plain, plural};

/// What led to a finding, itself, and what followed.
#[derive(Template, Default)]
#[template(path = "acts.html")]
pub(in crate::report) struct Acts {
    /// How much had happened before that, in words.
    earlier: String,
    lines: Vec<ActLine>,
}

struct ActLine {
    words: String,
    class: &'static str,
}

impl Acts {
    /// The acts around a moment.
    pub(in crate::report) fn of(moment: &Diagram) -> Self {
        let lines = lines(moment);
        let earlier = if moment.earlier > 0 && !lines.is_empty() {
            plural(moment.earlier as u64, "earlier move or act", "earlier moves and acts")
        } else {
            String::new()
        };
        Self { earlier, lines }
    }
}

/// What happened, moves that follow one another on one line.
fn lines(moment: &Diagram) -> Vec<ActLine> {
    let mut lines: Vec<ActLine> = Vec::new();
    let mut before: Option<&DiagramStep> = None;
    for step in &moment.steps {
        let words = plain(&step.words);
        let class = match (step.time, step.kind) {
            (StepTime::Here, _) => "here",
            (StepTime::After, _) => "later",
            (StepTime::Before, StepKind::Move) => "moves",
            (StepTime::Before, StepKind::Act) => "act",
        };
        let runs_on = |earlier: &DiagramStep| {
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
            _ => lines.push(ActLine { words: words.into_owned(), class }),
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
    use super::*;

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
            lines(&moment).into_iter().map(|line| (line.words, line.class)).collect();
        let expected = [
            ("1. e4 e5 2. Nf3", "moves"),
            ("Black touches b8", "act"),
            ("2... Nc6", "here"),
            ("3. Bb5 a6", "later"),
        ];
        assert_eq!(told, expected.map(|(words, class)| (words.to_owned(), class)));
    }

    fn moment(steps: &[(&str, StepKind, StepTime)]) -> Diagram {
        let step = |(words, kind, time): &(&str, StepKind, StepTime)| DiagramStep {
            words: (*words).to_owned(),
            kind: *kind,
            time: *time,
        };
        Diagram { boards: Vec::new(), steps: steps.iter().map(step).collect(), earlier: 0 }
    }
}
