//! Saves the findings of a running proof: takes the state of each file's test, writes lines to standard error, the run in
//! the store and the evidence file, so that a kill or a hang loses no finding.

use crate::answer;
use crate::live::Progress;
use crate::output::{self, Place};
use crate::recorder::Recorder;
use crate::verify::io_pattern::{FileIo, IoPattern};
use crate::verify::proof_target::{self, ProofTarget};
use crate::verify::record;
use crate::verify::run::{FileResult, ProofResult, ProofSettings};
use ::record::proof::Soundness;
use ::record::{FileRole, Record};
use base::Clock;
use engine::integrity_test::{FileTestResult, IntegrityFinding, IntegritySetup, OperationTotals};
use integrity::{FaultKind, Ledger, TestPhase};
use report::Language;
use report::messages::integrity::IntegrityFault;
use std::path::Path;

/// The least time between two writes of the findings, in nanoseconds.
const KEEP_NS: u64 = 1_000_000_000;
/// How long after an interrupt the pending operations are reported, in nanoseconds.
const PATIENCE_NS: u64 = 1_000_000_000;

#[derive(Clone, Debug, Default)]
pub struct TestState {
    /// What the test does; `None` before it begins.
    pub phase: Option<TestPhase>,
    pub share: f64,
    pub tally: OperationTotals,
    pub findings: Vec<IntegrityFinding>,
    pub open: Vec<IntegrityFinding>,
    /// The number of pending operations, and the age of the oldest.
    pub waiting: u32,
    pub oldest_ns: u64,
    pub at_ns: u64,
}

#[derive(Clone, Debug)]
pub struct TestedFile {
    /// `data` or `log`.
    pub what: FileRole,
    pub target_index: usize,
    pub part: proof_target::Part,
    pub file_io: FileIo,
    pub setup: IntegritySetup,
}

/// The evidence file: the named one, or one with an unused name that is created for the first finding.
#[derive(Debug)]
pub struct Evidence {
    place: Option<Place>,
    /// Whether the user named it, so that a failure to write it is a failure of the command.
    named: bool,
    trouble: bool,
    command: String,
    run: store::RunId,
    written: Option<String>,
}

impl Evidence {
    pub fn new(place: Option<Place>, command: &str, run: store::RunId) -> Self {
        let (named, command) = (place.is_some(), command.to_owned());
        Self { place, named, trouble: false, command, run, written: None }
    }

    /// Writes the findings. Reports a failure only once.
    pub fn write(&mut self, result: &ProofResult, progress: &mut Progress) {
        let found = match &self.place {
            Some(place) => Ok(place),
            None => {
                let dump = answer::usual_file(Path::new(""), "verify", crate::now_unix_s(), "txt");
                output::place("--dump", &dump, &[], None).map(|place| &*self.place.insert(place))
            }
        };
        let text = record::file_text(result, &self.command);
        let saved = found.and_then(|place| place.save(&text).map(|()| place.shown()));
        let why = match saved {
            Ok(place) => {
                self.written = Some(place);
                self.trouble = false;
                return;
            }
            Err(failure) => failure.lines.join("; "),
        };
        if !std::mem::replace(&mut self.trouble, true) {
            let run = self.run;
            progress.warn(IntegrityFault::EvidenceInStore {
                why: why.to_string(),
                run: run.to_string(),
            });
        }
    }

    pub fn written(&self) -> Option<&String> {
        self.written.as_ref()
    }

    /// Whether a named evidence file could not be written.
    pub fn failed(&self) -> bool {
        self.named && self.trouble
    }
}

pub struct Watch<'a> {
    pub targets: &'a [ProofTarget],
    pub io_pattern: &'a IoPattern,
    pub settings: &'a ProofSettings,
    pub recorder: &'a mut Recorder,
    pub evidence: &'a mut Evidence,
    pub record: Record,
    clock: sys::clock::SystemClock,
    begun_ns: u64,
    reported: Vec<FaultKind>,
    kept: (u64, usize, usize),
    kept_ns: Option<u64>,
    interrupted_ns: Option<u64>,
    said_waiting: bool,
}

impl<'a> Watch<'a> {
    pub fn new(
        (targets, io_pattern, settings): (&'a [ProofTarget], &'a IoPattern, &'a ProofSettings),
        recorder: &'a mut Recorder,
        evidence: &'a mut Evidence,
        record: Record,
    ) -> Self {
        let clock = sys::clock::SystemClock::new();
        let begun_ns = clock.now_ns();
        Self {
            targets,
            io_pattern,
            settings,
            recorder,
            evidence,
            record,
            clock,
            begun_ns,
            reported: Vec::new(),
            kept: (0, 0, 0),
            kept_ns: None,
            interrupted_ns: None,
            said_waiting: false,
        }
    }

    pub fn seconds(&self) -> f64 {
        (self.clock.now_ns() - self.begun_ns) as f64 / 1e9
    }

    /// Examines the state of all tests: reports the first fault of each kind, and saves new findings.
    pub fn look(&mut self, subjects: &[TestedFile], shown: &[TestState], progress: &mut Progress) {
        let sum = |of: fn(&TestState) -> usize| shown.iter().map(of).sum::<usize>();
        let faults = shown.iter().map(|shown| shown.tally.faults()).sum();
        let now = (faults, sum(|shown| shown.findings.len()), sum(|shown| shown.open.len()));
        let now_ns = self.clock.now_ns();
        let due = self.kept_ns.is_none_or(|kept_ns| now_ns - kept_ns >= KEEP_NS);
        if now == self.kept || !due {
            return;
        }
        self.kept = now;
        if now == (0, 0, 0) && self.kept_ns.is_none() {
            return;
        }
        let result = snapshot(subjects, shown, self.seconds());
        self.tell(&result, progress);
        self.keep(&result, progress);
        self.kept_ns = Some(self.clock.now_ns());
    }

    /// Reports the first fault of each kind, one line each.
    fn tell(&mut self, result: &ProofResult, progress: &mut Progress) {
        for (part, proved) in result.proved() {
            for finding in &proved.findings {
                if self.reported.contains(&finding.fault.kind) {
                    continue;
                }
                self.reported.push(finding.fault.kind);
                let file = &part.file;
                let (what, path) = (file.what, file.part.path.display());
                let page = finding.fault.id.page;
                let offset_bytes =
                    file.setup.base_bytes + page * u64::from(file.file_io.page_bytes);
                let finding = record::finding(finding);
                let text =
                    report::proof::finding_line(Language::of_process(), offset_bytes, &finding);
                let (what, path) = (what.to_string(), path.to_string());
                progress.warn(if finding.kind.is_fault() {
                    IntegrityFault::Fault { what, path, text }
                } else {
                    IntegrityFault::LateOperation { what, path, text }
                });
            }
        }
    }

    fn keep(&mut self, result: &ProofResult, progress: &mut Progress) {
        let is_fault = |finding: &IntegrityFinding| finding.fault.kind.is_fault();
        if result.proved().any(|(_, proved)| proved.findings.iter().any(is_fault)) {
            self.evidence.write(result, progress);
        }
        let mut proof = record::proof(result, self.targets, self.io_pattern, self.settings, false);
        proof.evidence = self.evidence.written().cloned().unwrap_or_default();
        let mut record = self.record.clone();
        record.seconds = result.seconds;
        if proof.answer == Soundness::Faulty {
            record.verdict = Some(::record::Verdict::NotFit);
            record.reason = ::record::Reason::Integrity(proof.reason());
        }
        record.proof = Some(proof);
        self.recorder.so_far(&record);
    }

    /// Reports the pending operations if the proof does not end soon after an interrupt.
    pub fn waits(&mut self, interrupted: bool, shown: &[TestState], progress: &mut Progress) {
        if !interrupted || self.said_waiting {
            return;
        }
        let now_ns = self.clock.now_ns();
        let since_ns = *self.interrupted_ns.get_or_insert(now_ns);
        let waiting: u32 = shown.iter().map(|shown| shown.waiting).sum();
        if now_ns - since_ns < PATIENCE_NS || waiting == 0 {
            return;
        }
        self.said_waiting = true;
        let oldest = |shown: &TestState| shown.oldest_ns + now_ns.saturating_sub(shown.at_ns);
        let going = shown.iter().filter(|shown| shown.waiting > 0);
        let oldest_s = going.map(oldest).max().unwrap_or(0) as f64 / 1e9;
        progress.warn(IntegrityFault::Waiting {
            waiting: waiting.into(),
            oldest: oldest_s,
            place: self.recorder.place().to_string(),
        });
    }
}

/// The results so far in the form of final results.
fn snapshot(subjects: &[TestedFile], shown: &[TestState], seconds: f64) -> ProofResult {
    let parts = subjects.iter().zip(shown).map(|(file, shown)| {
        let mut tally = shown.tally.clone();
        // An unsettled finding counts as its current kind.
        shown.open.iter().for_each(|finding| tally.count(finding.fault.kind));
        let pages = file.part.bytes / u64::from(file.file_io.page_bytes);
        let findings = shown.findings.iter().chain(&shown.open).cloned().collect();
        let proved = FileTestResult {
            tally,
            actor_totals: Vec::new(),
            findings,
            cycles: 0,
            pages,
            average_ns: 0.0,
            throttled: 0,
            ledger: Ledger::default(),
        };
        FileResult { file: file.clone(), proved: Ok(proved) }
    });
    ProofResult { parts: parts.collect(), seconds, notes: Vec::new() }
}
