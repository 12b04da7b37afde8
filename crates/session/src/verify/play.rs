//! Runs a proof on all targets at once, with a thread for each data file and each log.

use crate::failure::Failure;
use crate::live::Progress;
use crate::verify::field::{self, Field};
use crate::verify::watch::{Shown, Subject, Watch};
use crate::verify::way::{Way, Writing};
use ::record::{FileRole, Note};
use base::{Clock, random};
use engine::integrity_test::{
    FileTest, FileTestResult, FileTestRole as Play, IntegritySetup, OperationTotals,
};
use integrity::actors::ActorParameters;
use integrity::actors::LogActor;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use sys::file;
use workload::EngineKind;

/// The settings of a proof.
#[derive(Clone, Debug)]
pub struct Asked {
    pub engine: EngineKind,
    /// The number of cycles; 0: until it is interrupted.
    pub cycles: u32,
    pub cycle_ns: u64,
    pub slow_ns: u64,
    pub stop_on_fault: bool,
    pub seed: u64,
}

/// The result of one file.
#[derive(Debug)]
pub struct Ended {
    /// `data` or `log`.
    pub what: FileRole,
    /// The index of the target.
    pub field: usize,
    pub part: field::Part,
    pub writing: Writing,
    pub setup: IntegritySetup,
    pub proved: Result<FileTestResult, String>,
}

/// The results of all files.
#[derive(Debug)]
pub struct Played {
    pub parts: Vec<Ended>,
    pub seconds: f64,
    pub notes: Vec<Note>,
}

/// The prepared test of one file.
struct PreparedTest {
    field: usize,
    part: field::Part,
    writing: Writing,
    script: FileTest,
    file: std::fs::File,
    ground: std::fs::File,
    cpu: Option<u32>,
}

impl PreparedTest {
    fn subject(&self) -> Subject {
        Subject {
            what: self.part.what,
            field: self.field,
            part: self.part.clone(),
            writing: self.writing,
            setup: self.script.setup.clone(),
        }
    }
}

/// The state that the parts of a target share.
#[derive(Debug, Default)]
struct RegionFlags {
    log_tap: Arc<AtomicU64>,
    /// Set by each data file when it is done.
    data_stop_flags: Vec<Arc<AtomicBool>>,
    /// Set for the logs when all data files are done.
    log_stop_flag: Arc<AtomicBool>,
}

impl RegionFlags {
    fn pass_on(&self) {
        if self.data_stop_flags.iter().all(|flag| flag.load(Ordering::Relaxed)) {
            self.log_stop_flag.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs the test on all targets; `interrupt` ends it early.
pub fn play(
    watch: &mut Watch<'_>,
    interrupt: &AtomicBool,
    progress: &mut Progress,
) -> Result<Played, Failure> {
    let (fields, way, asked) = (watch.fields, watch.way, watch.asked);
    let run = random::derive(sys::clock::unix_now(), &[asked.seed]);
    let (halt, ready, notes) = (Arc::default(), Vec::new(), Vec::new());
    let found = Arc::default();
    let mut stage = TestPreparation { way, asked, run, halt, found, ready, notes };
    let shared: Vec<RegionFlags> = fields
        .iter()
        .enumerate()
        .map(|(number, field)| stage.prepare(field, number))
        .collect::<Result<_, _>>()?;
    let TestPreparation { halt, mut ready, notes, .. } = stage;
    let all: Vec<u32> = (0..ready.len() as u32).collect();
    ready.iter_mut().for_each(|ready| ready.script.setup.files.clone_from(&all));
    let shown: Vec<Mutex<Shown>> = ready.iter().map(|_| Mutex::default()).collect();
    let subjects: Vec<Subject> = ready.iter().map(PreparedTest::subject).collect();
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = ready
            .into_iter()
            .zip(&shown)
            .map(|(ready, shown)| scope.spawn(move || perform(ready, asked.engine, shown)))
            .collect();
        while !threads.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            shared.iter().for_each(RegionFlags::pass_on);
            let now: Vec<Shown> = shown.iter().map(|shown| lock(shown).clone()).collect();
            show(&now, progress);
            let interrupted = interrupt.load(Ordering::Relaxed);
            halt.fetch_or(interrupted, Ordering::Relaxed);
            watch.look(&subjects, &now, progress);
            watch.waits(interrupted, &now, progress);
            std::thread::sleep(Duration::from_millis(50));
        }
        let join = |thread: std::thread::ScopedJoinHandle<'_, Ended>| match thread.join() {
            Ok(ended) => ended,
            // Report an internal error as a panic.
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().map(join).collect()
    });
    Ok(Played { parts, seconds: watch.seconds(), notes })
}

fn perform(ready: PreparedTest, engine: EngineKind, shown: &Mutex<Shown>) -> Ended {
    let PreparedTest { field, part, writing, script, file, ground, cpu } = ready;
    if let Some(cpu) = cpu {
        // A CPU that went offline must not end the test.
        drop(sys::affinity::pin(cpu));
    }
    let setup = script.setup.clone();
    let clock = sys::clock::SystemClock::new();
    let proved = script.play(engine, file, ground, &mut |progress| {
        let mut shown = lock(shown);
        shown.phase = progress.phase;
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
    let proved = proved.map_err(|error| error.to_string());
    Ended { what: part.what, field, part, writing, setup, proved }
}

fn lock(shown: &Mutex<Shown>) -> std::sync::MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Updates the progress bar.
fn show(shown: &[Shown], progress: &mut Progress) {
    let mut sum = OperationTotals::default();
    shown.iter().for_each(|shown| sum.add(&shown.tally));
    let Some(first) = shown.first().filter(|first| !first.phase.is_empty()) else { return };
    let doing = match sum.faults() {
        0 => first.phase.to_owned(),
        faults => format!("{}, {faults} faults", first.phase),
    };
    // Restart the clock with each phase: the time left is that of the phase.
    if !progress.live.doing.starts_with(first.phase) {
        progress.begin(&doing, None);
    }
    progress.doing(&doing);
    progress.share(first.share);
}

/// Prepares the tests of all targets.
struct TestPreparation<'a> {
    way: &'a Way,
    asked: &'a Asked,
    /// The number of the run.
    run: u64,
    halt: Arc<AtomicBool>,
    /// Set by the first fault of any file.
    found: Arc<AtomicBool>,
    ready: Vec<PreparedTest>,
    notes: Vec<Note>,
}

impl TestPreparation<'_> {
    /// Opens the files of a target and prepares their tests.
    fn prepare(&mut self, field: &Field, number: usize) -> Result<RegionFlags, Failure> {
        let (mut shared, begin) = (RegionFlags::default(), self.ready.len());
        for part in &field.parts {
            let direct_works = part.held.direct_works();
            let log = part.what == FileRole::Log;
            let writing = if log { self.way.log } else { self.way.data };
            if !direct_works && writing.mode.direct {
                let place = part.path.parent().filter(|_| field.own()).unwrap_or(&part.path);
                let note = Note::PageCacheUsed(place.display().to_string());
                if !self.notes.contains(&note) {
                    self.notes.push(note);
                }
            }
            let plain = part.held.open(file::OpenMode::default());
            let align_bytes = plain.map_or(4096, |file| file::direct_align_bytes(&file));
            let writing = writing.fitted(direct_works, align_bytes);
            let (file, ground) = Field::open(part, writing.mode)?;
            let mut parameters = self.way.parameters.clone();
            parameters.shrink = self.way.resizing(part, writing.page_bytes);
            let align_bytes = if writing.mode.direct { align_bytes } else { 1 };
            let setup = self.setup(part, &writing, &parameters, align_bytes, &shared);
            let played = if log {
                Play::Log { log_stop_flag: Arc::clone(&shared.log_stop_flag) }
            } else {
                let log_stop_flag: Arc<AtomicBool> = Arc::default();
                shared.data_stop_flags.push(Arc::clone(&log_stop_flag));
                // The largest number serves as unlimited.
                let cycles = if self.asked.cycles == 0 { u32::MAX } else { self.asked.cycles };
                Play::Data { cycles, cycle_ns: self.asked.cycle_ns, log_stop_flag }
            };
            let pages = part.bytes / u64::from(writing.page_bytes);
            let cpu = self.way.cpus.get(self.ready.len() % self.way.cpus.len().max(1)).copied();
            let script = FileTest { parameters, setup, pages, part: played };
            let part = part.clone();
            self.ready.push(PreparedTest {
                field: number,
                part,
                writing,
                script,
                file,
                ground,
                cpu,
            });
        }
        let own = &mut self.ready[begin..];
        let (logs, data): (Vec<_>, Vec<_>) =
            own.iter_mut().partition(|r| r.part.what == FileRole::Log);
        for data in data {
            data.script.setup.logs =
                logs.iter().map(|log| Arc::clone(&log.script.setup.filled)).collect();
        }
        Ok(shared)
    }

    fn setup(
        &self,
        part: &field::Part,
        writing: &Writing,
        parameters: &ActorParameters,
        align_bytes: u32,
        shared: &RegionFlags,
    ) -> IntegritySetup {
        let file_number = self.ready.len() as u32;
        let seed = random::derive(self.asked.seed, &[u64::from(file_number)]);
        let mut setup = IntegritySetup::new(parameters, writing.page_bytes, self.run, seed);
        setup.file = file_number;
        setup.base_bytes = part.base_bytes;
        setup.align_bytes = align_bytes;
        setup.durability = writing.durability;
        setup.overlapping_writes = self.way.overlap;
        setup.slow_ns = self.asked.slow_ns;
        setup.stop_on_fault = self.asked.stop_on_fault;
        setup.stop = Arc::clone(&self.halt);
        setup.found = Arc::clone(&self.found);
        setup.log_tap = Arc::clone(&shared.log_tap);
        if part.what == FileRole::Log {
            setup.log_from_others = true;
            (setup.depth, setup.scatter) = (4, false);
            setup.run_pages_max =
                LogActor::run_pages_max(&parameters.log, writing.page_bytes).max(64);
        }
        setup
    }
}

impl Played {
    /// The sum of the counts of all files.
    pub fn tally(&self) -> OperationTotals {
        let mut sum = OperationTotals::default();
        self.proved().for_each(|(_, proved)| sum.add(&proved.tally));
        sum
    }

    /// The files whose tests ended without an error.
    pub fn proved(&self) -> impl Iterator<Item = (&Ended, &FileTestResult)> {
        self.parts.iter().filter_map(|part| Some((part, part.proved.as_ref().ok()?)))
    }

    /// The errors that ended tests.
    pub fn failures(&self) -> impl Iterator<Item = &String> {
        self.parts.iter().filter_map(|part| part.proved.as_ref().err())
    }

    /// Whether every file of every target was audited to its last page in each cycle.
    pub fn is_whole(&self, cycles: u32) -> bool {
        let cycles = if cycles == 0 { u32::MAX } else { cycles };
        let whole = |part: &Ended| {
            let wanted = if part.what == FileRole::Data { cycles } else { 1 };
            part.proved.as_ref().is_ok_and(|proved| proved.cycles >= wanted)
        };
        self.parts.iter().all(whole)
    }
}
