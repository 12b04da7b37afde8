//! Runs a proof on all targets at once, with a thread for each data file and each log.

use crate::engine_failure;
use crate::live::Progress;
use crate::verify::io_pattern::{FileIo, IoPattern};
use crate::verify::proof_target::{self, ProofTarget};
use crate::verify::watch::{TestState, TestedFile, Watch};
use ::record::{FileRole, Note, RunFailure};
use base::{Clock, random};
use engine::integrity_test::{
    FileTest, FileTestResult, FileTestRole, FlushPace, IntegritySetup, OperationTotals,
};
use integrity::TestPhase;
use integrity::actors::ActorParameters;
use integrity::actors::LogActor;
use report::messages::progress::ProgressText;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use sys::file;
use workload::EngineKind;

#[derive(Clone, Debug)]
pub struct ProofSettings {
    pub engine: EngineKind,
    /// The number of cycles; 0: until it is interrupted.
    pub cycles: u32,
    pub cycle_ns: u64,
    pub slow_ns: u64,
    pub stop_on_fault: bool,
    pub seed: u64,
}

#[derive(Debug)]
pub struct FileResult {
    pub file: TestedFile,
    pub proved: Result<FileTestResult, RunFailure>,
}

#[derive(Debug)]
pub struct ProofResult {
    pub parts: Vec<FileResult>,
    pub seconds: f64,
    pub notes: Vec<Note>,
}

struct PreparedTest {
    tested: TestedFile,
    script: FileTest,
    file: std::fs::File,
    plain_file: std::fs::File,
    cpu: Option<u32>,
}

#[derive(Debug, Default)]
struct RegionFlags {
    log_tap: Arc<AtomicU64>,
    flush_pace: Arc<FlushPace>,
    data_done: Vec<Arc<AtomicBool>>,
    /// Set for the logs when all data files are done.
    logs_may_end: Arc<AtomicBool>,
}

impl RegionFlags {
    fn let_logs_end(&self) {
        if self.data_done.iter().all(|done| done.load(Ordering::Relaxed)) {
            self.logs_may_end.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs the test on all targets; `interrupt` ends it early.
pub fn run(
    watch: &mut Watch<'_>,
    interrupt: &AtomicBool,
    progress: &mut Progress,
) -> Result<ProofResult, RunFailure> {
    let (targets, io_pattern, settings) = (watch.targets, watch.io_pattern, watch.settings);
    let run = random::derive(sys::clock::unix_now(), &[settings.seed]);
    let (halt, ready, notes) = (Arc::default(), Vec::new(), Vec::new());
    let found = Arc::default();
    let mut preparation = TestPreparation { io_pattern, settings, run, halt, found, ready, notes };
    let shared: Vec<RegionFlags> = targets
        .iter()
        .enumerate()
        .map(|(number, proof_target)| preparation.prepare(proof_target, number))
        .collect::<Result<_, _>>()?;
    let TestPreparation { halt, mut ready, notes, .. } = preparation;
    let all: Vec<u32> = (0..ready.len() as u32).collect();
    ready.iter_mut().for_each(|ready| ready.script.setup.files.clone_from(&all));
    let shown: Vec<Mutex<TestState>> = ready.iter().map(|_| Mutex::default()).collect();
    let subjects: Vec<TestedFile> = ready.iter().map(|ready| ready.tested.clone()).collect();
    let mut phase = None;
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = ready
            .into_iter()
            .zip(&shown)
            .map(|(ready, shown)| scope.spawn(move || perform(ready, settings.engine, shown)))
            .collect();
        while !threads.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            shared.iter().for_each(RegionFlags::let_logs_end);
            let now: Vec<TestState> = shown.iter().map(|shown| lock(shown).clone()).collect();
            show(&now, &mut phase, progress);
            let interrupted = interrupt.load(Ordering::Relaxed);
            halt.fetch_or(interrupted, Ordering::Relaxed);
            watch.look(&subjects, &now, progress);
            watch.waits(interrupted, &now, progress);
            std::thread::sleep(Duration::from_millis(50));
        }
        let join = |thread: std::thread::ScopedJoinHandle<'_, FileResult>| match thread.join() {
            Ok(ended) => ended,
            // Report an internal error as a panic.
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().map(join).collect()
    });
    Ok(ProofResult { parts, seconds: watch.seconds(), notes })
}

fn perform(ready: PreparedTest, engine: EngineKind, shown: &Mutex<TestState>) -> FileResult {
    let PreparedTest { tested, script, file, plain_file, cpu } = ready;
    if let Some(cpu) = cpu {
        // A CPU that went offline must not end the test.
        drop(sys::affinity::pin(cpu));
    }
    let clock = sys::clock::SystemClock::new();
    let proved = script.run(engine, file, plain_file, &mut |progress| {
        let mut shown = lock(shown);
        shown.phase = Some(progress.phase);
        shown.share = progress.share;
        shown.tally.clone_from(progress.tally);
        let known = shown.findings.len();
        shown.findings.extend_from_slice(&progress.findings[known..]);
        progress.open.clone_into(&mut shown.open);
        (shown.waiting, shown.oldest_ns) = (progress.waiting, progress.oldest_ns);
        shown.at_ns = clock.now_ns();
    });
    let mut shown = lock(shown);
    (shown.waiting, shown.oldest_ns) = (0, 0);
    shown.open.clear();
    drop(shown);
    let proved = proved.map_err(|error| engine_failure::of_integrity_test(&error));
    FileResult { file: tested, proved }
}

fn lock(shown: &Mutex<TestState>) -> std::sync::MutexGuard<'_, TestState> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

fn show(shown: &[TestState], before: &mut Option<TestPhase>, progress: &mut Progress) {
    let mut sum = OperationTotals::default();
    shown.iter().for_each(|shown| sum.add(&shown.tally));
    let Some((first, phase)) = shown.first().and_then(|first| Some((first, first.phase?))) else {
        return;
    };
    let name = report::words::test_phase(phase);
    let doing = match sum.faults() {
        0 => name.to_owned(),
        faults => ProgressText::FaultsFound { phase: name.to_owned(), faults }.to_string(),
    };
    // Restart the clock with each phase: the time left is that of the phase.
    if before.replace(phase) != Some(phase) {
        progress.begin(&doing, None);
    }
    progress.doing(&doing);
    progress.share(first.share);
}

struct TestPreparation<'a> {
    io_pattern: &'a IoPattern,
    settings: &'a ProofSettings,
    run: u64,
    halt: Arc<AtomicBool>,
    found: Arc<AtomicBool>,
    ready: Vec<PreparedTest>,
    notes: Vec<Note>,
}

impl TestPreparation<'_> {
    /// Opens the files of a target and prepares their tests.
    fn prepare(
        &mut self,
        proof_target: &ProofTarget,
        number: usize,
    ) -> Result<RegionFlags, RunFailure> {
        let (mut shared, begin) = (RegionFlags::default(), self.ready.len());
        for part in &proof_target.parts {
            let direct_works = part.held.direct_works();
            let log = part.what == FileRole::Log;
            let file_io = if log { self.io_pattern.log } else { self.io_pattern.data };
            if !direct_works && file_io.mode.direct {
                let place = part
                    .path
                    .parent()
                    .filter(|_| proof_target.has_own_files())
                    .unwrap_or(&part.path);
                let note = Note::PageCacheUsed(place.display().to_string());
                if !self.notes.contains(&note) {
                    self.notes.push(note);
                }
            }
            let plain = part.held.open(file::OpenMode::default());
            let align_bytes = plain.map_or(4096, |file| file::direct_align_bytes(&file));
            let file_io = file_io.fitted(direct_works, align_bytes);
            let (file, plain_file) = ProofTarget::open(part, file_io.mode)?;
            let mut parameters = self.io_pattern.parameters.clone();
            parameters.shrink = self.io_pattern.resizing(part, file_io.page_bytes);
            let align_bytes = if file_io.mode.direct { align_bytes } else { 1 };
            let setup = self.setup(part, &file_io, &parameters, align_bytes, &shared);
            let role = if log {
                FileTestRole::Log { log_stop_flag: Arc::clone(&shared.logs_may_end) }
            } else {
                let log_stop_flag: Arc<AtomicBool> = Arc::default();
                shared.data_done.push(Arc::clone(&log_stop_flag));
                // The largest number serves as unlimited.
                let cycles =
                    if self.settings.cycles == 0 { u32::MAX } else { self.settings.cycles };
                FileTestRole::Data { cycles, cycle_ns: self.settings.cycle_ns, log_stop_flag }
            };
            let pages = part.bytes / u64::from(file_io.page_bytes);
            let cpu = self
                .io_pattern
                .cpus
                .get(self.ready.len() % self.io_pattern.cpus.len().max(1))
                .copied();
            let tested = TestedFile {
                what: part.what,
                target_index: number,
                part: part.clone(),
                file_io,
                setup: setup.clone(),
            };
            let script = FileTest { parameters, setup, pages, part: role };
            self.ready.push(PreparedTest { tested, script, file, plain_file, cpu });
        }
        let own = &mut self.ready[begin..];
        let (logs, data): (Vec<_>, Vec<_>) =
            own.iter_mut().partition(|r| r.tested.what == FileRole::Log);
        for data in data {
            data.script.setup.logs =
                logs.iter().map(|log| Arc::clone(&log.script.setup.filled)).collect();
        }
        Ok(shared)
    }

    fn setup(
        &self,
        part: &proof_target::Part,
        file_io: &FileIo,
        parameters: &ActorParameters,
        align_bytes: u32,
        shared: &RegionFlags,
    ) -> IntegritySetup {
        let file_number = self.ready.len() as u32;
        let seed = random::derive(self.settings.seed, &[u64::from(file_number)]);
        let mut setup = IntegritySetup::new(parameters, file_io.page_bytes, self.run, seed);
        setup.file = file_number;
        setup.base_bytes = part.base_bytes;
        setup.align_bytes = align_bytes;
        setup.scatter &= sys::transfer::scatters(align_bytes, file_io.page_bytes);
        setup.durability = file_io.durability;
        setup.overlapping_writes = self.io_pattern.overlap;
        setup.slow_ns = self.settings.slow_ns;
        setup.stop_on_fault = self.settings.stop_on_fault;
        setup.stop = Arc::clone(&self.halt);
        setup.found = Arc::clone(&self.found);
        setup.log_tap = Arc::clone(&shared.log_tap);
        setup.flush_pace = Arc::clone(&shared.flush_pace);
        if part.what == FileRole::Log {
            setup.log_from_others = true;
            (setup.depth, setup.scatter) = (4, false);
            setup.run_pages_max =
                LogActor::run_pages_max(&parameters.log, file_io.page_bytes).max(64);
        }
        setup
    }
}

impl ProofResult {
    pub fn tally(&self) -> OperationTotals {
        let mut sum = OperationTotals::default();
        self.proved().for_each(|(_, proved)| sum.add(&proved.tally));
        sum
    }

    /// The files whose tests ended without an error.
    pub fn proved(&self) -> impl Iterator<Item = (&FileResult, &FileTestResult)> {
        self.parts.iter().filter_map(|part| Some((part, part.proved.as_ref().ok()?)))
    }

    pub fn failures(&self) -> impl Iterator<Item = &RunFailure> {
        self.parts.iter().filter_map(|part| part.proved.as_ref().err())
    }

    /// Whether every file of every target was audited to its last page in each cycle.
    pub fn is_whole(&self, cycles: u32) -> bool {
        let cycles = if cycles == 0 { u32::MAX } else { cycles };
        let whole = |part: &FileResult| {
            let wanted = if part.file.what == FileRole::Data { cycles } else { 1 };
            part.proved.as_ref().is_ok_and(|proved| proved.cycles >= wanted)
        };
        self.parts.iter().all(whole)
    }
}
