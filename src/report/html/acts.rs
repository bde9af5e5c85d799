//! The list of events around a diagram, in order.

use askama::Template;

use crate::chess::Fen;
use crate::finding::diagram::{BoardTime, Diagram, DiagramStep, StepKind, StepTime};

use super::super::text::{plain, plural};

/// The steps before a finding, its own, and those after it.
#[derive(Template, Default)]
#[template(path = "acts.html")]
pub(in crate::report) struct Acts {
    /// The number of steps before those, in words.
    earlier: String,
    lines: Vec<ActLine>,
    /// Whether the script can play the steps, which then have their positions.
    is_playable: bool,
    /// Whether the board of the finding shows the position before its step.
    is_drawn_before: bool,
}

struct ActLine {
    class: &'static str,
    steps: Vec<ActStep>,
}

struct ActStep {
    words: String,
    /// The move with its number, if `words` leaves the number out.
    numbered: String,
    /// The position after the step, as a FEN.
    after: String,
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
        let is_drawn_before = moment.boards.first().is_some_and(|board| board.time == BoardTime::Before);
        Self { earlier, lines, is_playable: false, is_drawn_before }
    }

    /// The steps beside a board that can show each of them.
    #[must_use]
    pub(in crate::report) fn playable(self) -> Self {
        Self { is_playable: true, ..self }
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
            (StepTime::After, StepKind::Move) => "later",
            (StepTime::After, StepKind::Act) => "later act",
            (StepTime::Before, StepKind::Move) => "moves",
            (StepTime::Before, StepKind::Act) => "act",
        };
        let continues = |earlier: &DiagramStep| {
            earlier.kind == StepKind::Move
                && step.kind == StepKind::Move
                && step.time != StepTime::Here
                && earlier.time == step.time
        };
        let after = Fen(&step.after.unpacked()).to_string();
        let earlier = before.filter(|earlier| continues(earlier));
        if let (Some(earlier), Some(line)) = (earlier, lines.last_mut()) {
            let short = reply(&earlier.words, &words);
            let numbered = if short == words { String::new() } else { words.to_string() };
            line.steps.push(ActStep { words: short.to_owned(), numbered, after });
        } else {
            let step = ActStep { words: words.into_owned(), numbered: String::new(), after };
            lines.push(ActLine { class, steps: vec![step] });
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
    use crate::chess::{PackedBoard, Position};

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
        let words =
            |steps: &[ActStep]| steps.iter().map(|step| step.words.as_str()).collect::<Vec<_>>().join(" ");
        let lines = lines(&moment);
        let shown: Vec<(String, &str)> = lines.iter().map(|line| (words(&line.steps), line.class)).collect();
        let expected = [
            ("1. e4 e5 2. Nf3", "moves"),
            ("Black touches b8", "act"),
            ("2... Nc6", "here"),
            ("3. Bb5 a6", "later"),
        ];
        assert_eq!(shown, expected.map(|(words, class)| (words.to_owned(), class)));
        let numbered = lines.iter().flat_map(|line| &line.steps).map(|step| step.numbered.as_str());
        let numbered: Vec<&str> = numbered.filter(|words| !words.is_empty()).collect();
        assert_eq!(numbered, ["1... e5", "3... a6"]);
    }

    fn moment(steps: &[(&str, StepKind, StepTime)]) -> Diagram {
        let step = |(words, kind, time): &(&str, StepKind, StepTime)| DiagramStep {
            words: (*words).to_owned(),
            kind: *kind,
            time: *time,
            after: PackedBoard::of(&Position::initial()),
        };
        Diagram { boards: Vec::new(), steps: steps.iter().map(step).collect(), hidden_steps: 0 }
    }
}
