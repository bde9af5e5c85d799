//! The list of events around a diagram, in order.

use askama::Template;

use crate::finding::diagram::{Diagram, DiagramStep, StepKind, StepTime};

use super::super::text::{plain, plural};

/// The steps before a finding, its own, and those after it.
#[derive(Template, Default)]
#[template(path = "acts.html")]
pub(in crate::report) struct Acts {
    /// The number of steps before those, in words.
    earlier: String,
    lines: Vec<ActLine>,
}

struct ActLine {
    words: String,
    class: &'static str,
}

impl Acts {
    pub(in crate::report) fn of(moment: &Diagram) -> Self {
        let lines = lines(moment);
        let earlier = if moment.hidden_steps > 0 && !lines.is_empty() {
            let steps = plural(moment.hidden_steps as u64, "earlier move or act", "earlier moves and acts");
            format!("… ({steps})")
        } else {
            String::new()
        };
        Self { earlier, lines }
    }
}

/// A line for each step, but consecutive moves share a line.
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
        let continues = |earlier: &DiagramStep| {
            earlier.kind == StepKind::Move
                && step.kind == StepKind::Move
                && step.time != StepTime::Here
                && earlier.time == step.time
        };
        match (before.filter(|earlier| continues(earlier)), lines.last_mut()) {
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

/// A move as it is written after another: a reply without its number.
fn reply<'w>(earlier: &str, words: &'w str) -> &'w str {
    let Some((number, text)) = words.split_once("... ") else { return words };
    let is_reply = earlier.strip_prefix(number).is_some_and(|rest| rest.starts_with(". "));
    if is_reply { text } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_share_a_line_and_the_finding_has_its_own() {
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
        let shown: Vec<(String, &str)> =
            lines(&moment).into_iter().map(|line| (line.words, line.class)).collect();
        let expected = [
            ("1. e4 e5 2. Nf3", "moves"),
            ("Black touches b8", "act"),
            ("2... Nc6", "here"),
            ("3. Bb5 a6", "later"),
        ];
        assert_eq!(shown, expected.map(|(words, class)| (words.to_owned(), class)));
    }

    fn moment(steps: &[(&str, StepKind, StepTime)]) -> Diagram {
        let step = |(words, kind, time): &(&str, StepKind, StepTime)| DiagramStep {
            words: (*words).to_owned(),
            kind: *kind,
            time: *time,
        };
        Diagram { boards: Vec::new(), steps: steps.iter().map(step).collect(), hidden_steps: 0 }
    }
}
