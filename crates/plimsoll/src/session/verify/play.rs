//! Plays a proof on every field at once: a thread for each data file and each log.

use crate::exit::Failure;
use crate::session::live::Progress;
use crate::session::verify::field::Field;
use crate::session::verify::way::{Way, Writing};
use base::{Clock, random};
use engine::proof::{Part, Proved, Script, Setup, Tally};
use integrity::actors::LogUser;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use sys::file;
use workload::EngineKind;

/// What is asked of a proof.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) engine: EngineKind,
    pub(crate) cycles: u32,
    pub(crate) cycle_ns: u64,
    pub(crate) slow_ns: u64,
    pub(crate) stop_on_fault: bool,
    pub(crate) seed: u64,
}

/// What came of one file.
#[derive(Debug)]
pub(crate) struct Ended {
    /// `data` or `log`.
    pub(crate) what: &'static str,
    /// Which target.
    pub(crate) field: usize,
    pub(crate) writing: Writing,
    pub(crate) base_bytes: u64,
    pub(crate) proved: Result<Proved, String>,
}

/// What of a play is shown while it lasts.
#[derive(Clone, Debug, Default)]
struct Shown {
    phase: &'static str,
    share: f64,
    tally: Tally,
}

/// Everything that came of it.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) parts: Vec<Ended>,
    pub(crate) seconds: f64,
    pub(crate) notes: Vec<String>,
}

/// One file's play, ready to begin.
struct Ready {
    what: &'static str,
    field: usize,
    writing: Writing,
    script: Script,
    file: std::fs::File,
    ground: std::fs::File,
}

/// Plays on all fields; `interrupt` ends it early.
pub(crate) fn play(
    fields: &[Field],
    way: &Way,
    asked: &Asked,
    interrupt: &AtomicBool,
    progress: &mut Progress,
) -> Result<Played, Failure> {
    let mut notes = Vec::new();
    let mut ready = Vec::new();
    let halt = Arc::default();
    let all: Vec<u32> = (0..2 * fields.len() as u32).collect();
    for (number, field) in fields.iter().enumerate() {
        ready.extend(prepare(field, number, &all, way, asked, &halt, &mut notes)?);
    }
    let shown: Vec<Mutex<Shown>> = ready.iter().map(|_| Mutex::default()).collect();
    let clock = sys::clock::SystemClock::new();
    let begun_ns = clock.now_ns();
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = ready
            .into_iter()
            .zip(&shown)
            .map(|(ready, shown)| scope.spawn(move || perform(ready, asked.engine, shown)))
            .collect();
        while !threads.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            let faults = show(&shown, progress);
            if interrupt.load(Ordering::Relaxed) || asked.stop_on_fault && faults > 0 {
                halt.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let join = |thread: std::thread::ScopedJoinHandle<'_, Ended>| match thread.join() {
            Ok(ended) => ended,
            // A bug of ours is told as one.
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().map(join).collect()
    });
    let seconds = (clock.now_ns() - begun_ns) as f64 / 1e9;
    Ok(Played { parts, seconds, notes })
}

fn perform(ready: Ready, engine: EngineKind, shown: &Mutex<Shown>) -> Ended {
    let Ready { what, field, writing, script, file, ground } = ready;
    let base_bytes = script.setup.base_bytes;
    let proved = script.play(engine, file, ground, &mut |progress| {
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.phase = progress.phase;
        shown.share = progress.share;
        shown.tally.clone_from(progress.tally);
    });
    let proved = proved.map_err(|error| error.to_string());
    Ended { what, field, writing, base_bytes, proved }
}

/// Gives the faults so far.
fn show(shown: &[Mutex<Shown>], progress: &mut Progress) -> u64 {
    let mut sum = Tally::default();
    let mut first = Shown::default();
    for (number, shown) in shown.iter().enumerate() {
        let shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        sum.add(&shown.tally);
        if number == 0 {
            first.clone_from(&shown);
        }
    }
    if first.phase.is_empty() {
        return 0;
    }
    let doing = match sum.faults() {
        0 => first.phase.to_owned(),
        faults => format!("{}, {faults} faults", first.phase),
    };
    // The time left is that of the phase.
    if !progress.live.doing.starts_with(first.phase) {
        progress.begin(&doing, None);
    }
    progress.doing(&doing);
    progress.share(first.share);
    sum.faults()
}

/// The scripts of a field's data and log.
fn prepare(
    field: &Field,
    number: usize,
    files: &[u32],
    way: &Way,
    asked: &Asked,
    halt: &Arc<AtomicBool>,
    notes: &mut Vec<String>,
) -> Result<[Ready; 2], Failure> {
    let direct_works = file::direct_works(&field.data.path);
    if !direct_works && (way.data.mode.direct || way.log.mode.direct) {
        notes.push(format!(
            "{} refuses direct I/O: written and read through the page cache instead",
            field.title
        ));
    }
    let mut way = way.clone();
    if field.own {
        way.resizing(field.data.bytes);
    }
    let (tap, curtain) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
    let run = random::derive(sys::clock::unix_now(), &[asked.seed]);
    let ready = |what, part: &crate::session::verify::field::Part, writing: Writing, log: bool| {
        let plain = file::open(&part.path, file::Mode::default());
        let align_bytes = plain.map_or(4096, |file| file::direct_align_bytes(&file));
        let writing = writing.fitted(direct_works, align_bytes);
        let (file, ground) = Field::open(part, writing.mode)?;
        let file_number = 2 * number as u32 + u32::from(log);
        let seed = random::derive(asked.seed, &[u64::from(file_number)]);
        let mut setup = Setup::new(&way.parameters, writing.page_bytes, run, seed);
        setup.file = file_number;
        setup.files = files.to_vec();
        setup.base_bytes = part.base_bytes;
        setup.align_bytes = if writing.mode.direct { align_bytes } else { 1 };
        setup.durability = writing.durability;
        setup.slow_ns = asked.slow_ns;
        setup.stop_on_fault = asked.stop_on_fault;
        setup.stop = Arc::clone(halt);
        setup.log_tap = Arc::clone(&tap);
        let mut played = Part::Log { curtain: Arc::clone(&curtain) };
        if log {
            setup.log_from_others = true;
            (setup.depth, setup.scatter) = (4, false);
            setup.run_pages_max =
                LogUser::run_pages_max(&way.parameters.log, writing.page_bytes).max(64);
        } else {
            let (cycles, cycle_ns) = (asked.cycles, asked.cycle_ns);
            played = Part::Data { cycles, cycle_ns, curtain: Arc::clone(&curtain) };
        }
        let pages = part.bytes / u64::from(writing.page_bytes);
        let script = Script { parameters: way.parameters.clone(), setup, pages, part: played };
        Ok(Ready { what, field: number, writing, script, file, ground })
    };
    Ok([ready("data", &field.data, way.data, false)?, ready("log", &field.log, way.log, true)?])
}

impl Played {
    /// All that was counted.
    pub(crate) fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        self.proved().for_each(|(_, proved)| sum.add(&proved.tally));
        sum
    }

    /// The files whose proofs came to their end.
    pub(crate) fn proved(&self) -> impl Iterator<Item = (&Ended, &Proved)> {
        self.parts.iter().filter_map(|part| Some((part, part.proved.as_ref().ok()?)))
    }

    /// Why proofs could not go on.
    pub(crate) fn failures(&self) -> impl Iterator<Item = &String> {
        self.parts.iter().filter_map(|part| part.proved.as_ref().err())
    }

    /// Whether every file of every target was audited to its last page in each cycle.
    pub(crate) fn is_whole(&self, cycles: u32) -> bool {
        let whole = |part: &Ended| {
            let wanted = if part.what == "data" { cycles } else { 1 };
            part.proved.as_ref().is_ok_and(|proved| proved.cycles >= wanted)
        };
        self.parts.iter().all(whole)
    }
}
