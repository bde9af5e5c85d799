//! Where a code is printed, in English, and whether it is printed at all.

use std::sync::Arc;

use super::code::Code;
use super::provision::Provision;
use super::source::{LaterForm, Scan};

/// The scans of the printed words of these provisions, each once.
pub(crate) fn scans_of<'a>(provisions: impl IntoIterator<Item = &'a Provision>) -> Vec<&'a Scan> {
    let mut scans: Vec<&Scan> = Vec::new();
    for text in provisions.into_iter().filter_map(|provision| provision.text.as_ref()) {
        if !scans.contains(&&*text.scan) {
            scans.push(&text.scan);
        }
    }
    scans
}

impl Code {
    /// The scans of its own source, then those of other sources from which its provisions have printed words.
    pub fn all_scans(&self) -> Vec<&Scan> {
        let mut scans: Vec<&Scan> = self.scans.iter().map(|scan| &**scan).collect();
        for scan in scans_of(&self.provisions) {
            if !scans.contains(&scan) {
                scans.push(scan);
            }
        }
        scans
    }

    /// The alternative readings in force, as `article=name`.
    pub fn other_readings(&self) -> Vec<String> {
        let mut taken: Vec<String> = Vec::new();
        for reading in &self.readings {
            let named = reading.otherwise.as_ref().map(|name| format!("{}={name}", reading.article));
            taken.extend(named.filter(|named| !taken.contains(named)));
        }
        taken
    }

    /// The code that is printed in the source: this one, or the one that it changes.
    pub fn printed_code(&self) -> &Arc<str> {
        self.alters.as_ref().unwrap_or(&self.id)
    }

    /// Whether the law differs from the source: the file changes a printed code, or other readings than those of the file
    /// are in force.
    pub fn is_altered(&self) -> bool {
        self.alters.is_some() || self.readings.iter().any(|reading| reading.otherwise.is_some())
    }

    /// Names the alternative readings in force, if there are any.
    pub(crate) fn reading_note(&self) -> Option<String> {
        let taken = self.other_readings();
        (!taken.is_empty()).then(|| format!("one reading of the printed words ({})", taken.join(", ")))
    }

    /// Where the code is printed, in a few sentences.
    pub fn printed_in(&self) -> String {
        let source = self.source.to_string();
        // `ff.` ends a sentence by itself.
        let stop = if source.ends_with('.') { "" } else { "." };
        let mut text = match &self.alters {
            None => format!("Printed in {source}{stop}"),
            Some(printed) => format!(
                "Not printed in this form: {} changes {printed}. The unchanged law is printed in {source}{stop}",
                self.id
            ),
        };
        for LaterForm { article, year } in &self.source.later {
            text = format!(
                "{text} Its article {article} was not seen there; it is given in the form of {year}."
            );
        }
        if let Some(note) = self.reading_note() {
            text = format!("{text} This is {note}.");
        }
        text
    }

    /// The title, followed by the year unless the title has it.
    pub fn titled(&self) -> String {
        let year = self.year.to_string();
        // A changed copy has its own name after the year of the printed code.
        if let (Some(printed), Some(_)) = (self.title.strip_suffix(", altered"), &self.alters) {
            let year = if printed.contains(&year) { String::new() } else { format!(", {year}") };
            return format!("{printed}{year}, altered by {}.", self.id);
        }
        if self.title.contains(&year) {
            format!("{}.", self.title)
        } else {
            format!("{}, {year}.", self.title)
        }
    }
}
