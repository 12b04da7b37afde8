//! What is found in an input while it is read: the texts, the uses of options, notes, problems, the tool's lines.

use super::options::OPTIONS;
use super::{DiskspdView, Version};
use crate::findings::ForeignFindings;
use crate::foreign::{Foreign, Treatment};
use job::TextPlace;
use job::notation::DASHES;
use std::collections::HashSet;
use std::ops::Range;
use workload::Workload;

#[derive(Debug)]
pub(super) struct DiskspdFindings {
    version: Version,
    findings: ForeignFindings,
    spots: Vec<Range<usize>>,
    errors: Vec<String>,
    lines: HashSet<String>,
    used: Vec<(&'static str, TextPlace)>,
    targets: Vec<(String, TextPlace)>,
}

impl DiskspdFindings {
    pub(super) fn new(words: &[String], version: Version) -> Self {
        let mut spots = Vec::new();
        let mut at = 0;
        for word in words {
            spots.push(at..at + word.len());
            at += word.len() + 1;
        }
        let findings = ForeignFindings::new(words.join(" "));
        Self {
            version,
            findings,
            spots,
            errors: Vec::new(),
            lines: HashSet::new(),
            used: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// Whether the words are read as 2.0 reads them.
    pub(super) fn is_2_0(&self) -> bool {
        self.version == Version::V20
    }

    pub(super) fn command_line(&self) -> String {
        let text: String = self.findings.sources[0].text.replace(DASHES, "-");
        if text.is_empty() { "diskspd".to_owned() } else { format!("diskspd {text}") }
    }

    /// The place of a word of the command line; its end for a word that is missing.
    pub(super) fn word(&self, index: usize) -> TextPlace {
        let end = self.findings.sources[0].text.len();
        TextPlace { source: 0, span: self.spots.get(index).cloned().unwrap_or(end..end) }
    }

    pub(super) fn source(&mut self, name: &str, text: &str) -> usize {
        self.findings.source(name, text)
    }

    pub(super) fn note(&mut self, spot: &TextPlace, text: impl Into<String>) {
        self.findings.note(spot, text);
    }

    pub(super) fn problem(&mut self, spot: &TextPlace, text: impl Into<String>, help: &str) {
        self.findings.problem(spot, text, help);
    }

    /// Adds a line that the tool itself prints.
    pub(super) fn line(&mut self, line: impl Into<String>) {
        let line = line.into();
        if self.lines.insert(line.clone()) {
            self.errors.push(line);
        }
    }

    /// Records that an option is used and reports its treatment according to the table.
    pub(super) fn uses(&mut self, name: &'static str, spot: &TextPlace) {
        let row = OPTIONS.iter().find(|row| row.name == name);
        match row.map(|row| row.treatment) {
            Some(Treatment::Approximated(how)) => self.note(spot, format!("{name}: {how}")),
            Some(Treatment::Refused(why)) => {
                self.problem(spot, format!("{name} is not accepted: {why}"), "");
            }
            _ => {}
        }
        self.used.push((name, spot.clone()));
    }

    /// The first place where an option is used; the whole command line when it is not used.
    pub(super) fn place_of(&self, name: &str) -> TextPlace {
        let found = self.used.iter().find(|(used, _)| *used == name).map(|(_, spot)| spot.clone());
        found.unwrap_or_else(|| TextPlace {
            source: 0,
            span: 0..self.findings.sources[0].text.len(),
        })
    }

    /// Records where a target is named.
    pub(super) fn target(&mut self, path: &str, spot: &TextPlace) {
        self.targets.push((path.to_owned(), spot.clone()));
    }

    /// The place where a target is named; the whole command line when it is unknown.
    pub(super) fn place_of_target(&self, path: &str) -> TextPlace {
        let found = self.targets.iter().find(|(known, _)| known == path);
        found.map_or_else(|| self.place_of(""), |(_, spot)| spot.clone())
    }

    pub(super) fn is_wrong(&self) -> bool {
        !self.findings.has_no_problem()
    }

    pub(super) fn take_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.errors)
    }

    pub(super) fn into_foreign(
        self,
        workload: Option<Workload>,
        view: DiskspdView,
    ) -> Foreign<DiskspdView> {
        self.findings.foreign(workload, view)
    }
}
