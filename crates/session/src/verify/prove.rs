//! A whole proof, from its targets to a stored record: shared by `verify` and `sqliosim`.

use crate::answer::{self, quoted};
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::output::Place;
use crate::recorder::Recorder;
use crate::verify::io_pattern::IoPattern;
use crate::verify::proof_target::ProofTarget;
use crate::verify::record;
use crate::verify::run::{self, ProofSettings};
use crate::verify::watch::{Evidence, Watch};
use ::record::proof::Soundness;
use ::record::{Note, Reason, Record, RunKind, State, Verdict};
use base::Clock;
use report::messages::integrity::IntegrityFault;
use report::messages::progress::ProgressText;
use std::sync::atomic::Ordering;
use store::Store;
use summary::{Warning, Weight};
use sys::clock::SystemClock;
use sys::inventory::{Inventory, SystemRoots};
use workload::{EngineKind, EngineUse};

pub struct ProofInputs {
    /// `verify` or `sqliosim`.
    pub kind: RunKind,
    pub targets: Vec<ProofTarget>,
    pub io_pattern: IoPattern,
    pub settings: ProofSettings,
    pub command: String,
    /// The text of the configuration; empty without one.
    pub source_text: String,
    /// Notes about the configuration that the user has seen.
    pub notes: Vec<Note>,
    /// The file for the evidence; `None`: an unused default name.
    pub dump: Option<Place>,
}

pub struct FinishedProof {
    pub record: Record,
    pub recorder: Recorder,
    pub targets: Vec<ProofTarget>,
    /// Whether the evidence was written to the requested file, if one was requested.
    pub dumped: bool,
    /// When it began, in nanoseconds since 1970.
    pub begun_unix_ns: u64,
}

/// Runs the proof, stores the result, and writes the evidence of faults.
pub fn prove(
    inputs: ProofInputs,
    store: Store,
    progress: &mut Progress,
) -> Result<FinishedProof, Failure> {
    let ProofInputs { kind, targets, io_pattern, settings, command, source_text, notes, dump } =
        inputs;
    let interrupt = crate::interrupt()?;
    let titles: Vec<&str> = targets.iter().map(|target| target.title.as_str()).collect();
    let first = targets.iter().find_map(|target| target.parts.first());
    let inventory = first.and_then(|part| answer::facts_at_once(&part.path));
    let mut facts = vec![record::facts(&targets, &io_pattern, &settings)];
    facts.extend(inventory.as_ref().map(Inventory::groups).unwrap_or_default());
    let begun_unix_ns = sys::clock::unix_now();
    let mut record = Record {
        kind,
        command,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_unix_s: (begun_unix_ns / 1_000_000_000).cast_signed(),
        seed: settings.seed,
        target: titles.join(", "),
        subject: io_pattern.title.into(),
        engine: EngineUse::of(settings.engine),
        source_text,
        facts,
        notes,
        ..Record::default()
    };
    let mut recorder = Recorder::begin(store, &record)?;
    sys::heartbeat::start();
    let clock = SystemClock::new();
    let begun_ns = clock.now_ns();
    progress.begin(&ProgressText::Preparing.to_string(), None);
    let mut evidence = Evidence::new(dump, &record.command, recorder.number());
    let all = (&targets[..], &io_pattern, &settings);
    let mut watch = Watch::new(all, &mut recorder, &mut evidence, record.clone());
    let result = run::run(&mut watch, &interrupt, progress);
    progress.wipe();
    let result = match result {
        Ok(result) => result,
        Err(failure) => {
            let error = Failure::from(&failure);
            let reason = Reason::Failures(vec![failure]);
            recorder.finish(&mut Record { state: State::Failed, reason, ..record });
            return Err(error);
        }
    };
    let interrupted = interrupt.load(Ordering::Relaxed);
    let mut proof = record::proof(&result, &targets, &io_pattern, &settings, interrupted);
    if proof.answer == Soundness::Faulty {
        evidence.write(&result, progress);
        proof.evidence = evidence.written().cloned().unwrap_or_default();
    }
    let memory = inventory.as_ref().and_then(Inventory::in_memory);
    if memory.is_some() && proof.answer == Soundness::Sound {
        proof.answer = Soundness::CannotTell;
    }
    let cache_bytes = inventory.as_ref().map(Inventory::cache_max_bytes);
    record::fill(&mut record, proof, &result, interrupted, cache_bytes);
    let stops = sys::heartbeat::stops(begun_ns, clock.now_ns());
    record.warnings.extend(summary::warning::process_stopped(&stops, false));
    record.warnings.extend(unmounted(&targets));
    if let Some(place) = memory {
        of_memory(&mut record, &place);
    }
    recorder.finish(&mut record);
    Ok(FinishedProof { record, recorder, targets, begun_unix_ns, dumped: !evidence.failed() })
}

/// A warning for each target whose file system was unmounted during the test.
fn unmounted(targets: &[ProofTarget]) -> Vec<Warning> {
    let roots = SystemRoots::default();
    let is_gone =
        |target: &&ProofTarget| target.parts.iter().any(|part| part.held.is_unmounted(&roots));
    targets
        .iter()
        .filter(is_gone)
        .map(|target| summary::warning::unmounted(&target.title))
        .collect()
}

/// Adds the warning that a result in memory does not apply to a disk.
fn of_memory(record: &mut Record, place: &str) {
    let warning = summary::warning::memory(place, Weight::Forbids);
    if record.verdict == Some(Verdict::CannotTell) {
        record.reason = Reason::Forbidden(Box::new(warning.detail.clone()));
    }
    record.warnings.insert(0, warning);
}

impl FinishedProof {
    pub fn is_faulty(&self) -> bool {
        self.answer() == Soundness::Faulty
    }

    fn answer(&self) -> Soundness {
        self.record.proof.as_ref().map_or(Soundness::CannotTell, |proof| proof.answer)
    }

    pub fn ending(&self) -> Ending {
        match self.answer() {
            Soundness::Sound => Ending::Done,
            Soundness::Faulty => Ending::NotFit,
            Soundness::Interrupted => Ending::Interrupted,
            Soundness::CannotTell if self.record.state == State::Failed => Ending::Target,
            Soundness::CannotTell => Ending::CannotTell,
        }
    }

    /// Keeps the files, which are needed to find the reason, and prints their names. `own`: as read-only evidence.
    pub fn keep(self, own: bool, progress: &mut Progress) {
        for target in self.targets {
            if target.has_own_files() {
                let names: Vec<String> = target.paths().map(quoted).collect();
                let files = names.join(", ");
                let kept = if own {
                    IntegrityFault::KeptReadOnly { files }
                } else {
                    IntegrityFault::Kept { files }
                };
                progress.say(kept);
            }
            if own {
                target.keep_as_evidence();
            } else {
                target.keep();
            }
        }
    }
}

/// The named engine, or the best one that works on this machine.
pub fn engine(named: Option<EngineKind>) -> EngineKind {
    let works = |kind: &EngineKind| {
        engine::probe::engines().iter().any(|(found, why)| found == kind && why.is_none())
    };
    let usual =
        || [EngineKind::Uring, EngineKind::Libaio, EngineKind::Iocp].into_iter().find(works);
    named.or_else(usual).unwrap_or(EngineKind::Sync)
}
