//! Proofs of real files on every engine and in every way of writing: no false alarm on them, and what is altered behind
//! their backs is found.

use base::VirtualClock;
use engine::backend::{Backend, BackendError, Completion, Op, Sync};
use engine::proof::{Durability, Part, Progress, Proof, Script, Setup};
use integrity::actors::{
    Checkpoint, LazyWriter, LogUser, LogWriter, Parameters, Random, Runs, Shrink,
};
use integrity::{FaultKind, Ledger};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use sys::blocking::Blocking;
use sys::clock::SystemClock;
use sys::file::{self, Mode};
use workload::EngineKind;

const PAGES: u64 = 600;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        // Beside the build, because a temporary directory is often a memory that refuses direct I/O.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        Self(folder.join(format!("proof-{name}-{}", std::process::id())))
    }

    fn open(&self, direct: bool, dsync: bool) -> std::io::Result<File> {
        file::open(&self.0, Mode { write: true, create: true, direct, dsync, ..Mode::default() })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn parameters() -> Parameters {
    let runs = |users, least, most, delay_ns| Runs { users, least, most, cycles: 2, delay_ns };
    Parameters {
        pool_pages: 60,
        outstanding_max: 16,
        random: Random {
            users: 4,
            chain_min: 1,
            chain_max: 12,
            rest_ns: 300_000,
            ..Random::default()
        },
        audit: runs(1, 16, 16, 2_000_000),
        read_ahead: runs(1, 32, 64, 2_000_000),
        bulk: runs(1, 16, 48, 4_000_000),
        shrink: Some(Shrink {
            every_ns_min: 20_000_000,
            every_ns_max: 60_000_000,
            increment_pages: 8,
            pages_min: PAGES / 2,
            pages_max: PAGES,
            ..Shrink::default()
        }),
        checkpoint: Checkpoint { every_ns: 50_000_000 },
        lazy_writer: LazyWriter { every_ns: 1_000_000, ..LazyWriter::default() },
        ..Parameters::default()
    }
}

fn script(durability: Durability, overlapping: bool) -> Script {
    let parameters = parameters();
    let mut setup = Setup::new(&parameters, 8192, 5, 6);
    setup.durability = durability;
    setup.overlapping_writes = overlapping;
    setup.align_bytes = 512;
    let curtain = Arc::default();
    let part = Part::Data { cycles: 2, cycle_ns: 150_000_000, curtain };
    Script { parameters, setup, pages: PAGES, part }
}

fn engines() -> Vec<EngineKind> {
    let real = [EngineKind::Uring, EngineKind::Libaio, EngineKind::Sync];
    let mut works = Vec::new();
    for (engine, reason) in engine::probe::engines() {
        if real.contains(&engine) && reason.is_empty() {
            works.push(engine);
        } else if real.contains(&engine) {
            eprintln!("SKIPPED: engine {} does not work here: {reason}", engine.name());
        }
    }
    works
}

#[test]
fn real_files_raise_no_alarm_in_any_way_of_writing() {
    let ways = [
        (true, Durability::WriteThrough),
        (true, Durability::Fua),
        (true, Durability::Fsync),
        (false, Durability::Fdatasync),
        (false, Durability::WriteThrough),
    ];
    let mut pages = 0;
    for engine in engines() {
        for (number, (direct, durability)) in ways.into_iter().enumerate() {
            let scratch = Scratch::new(&format!("ways-{}-{number}", engine.name()));
            let dsync = durability == Durability::WriteThrough;
            let Ok(file) = scratch.open(direct, dsync) else {
                eprintln!("SKIPPED: no direct I/O on {}", scratch.0.display());
                continue;
            };
            file.set_len(PAGES * 8192).expect("space for a small file");
            let ground = scratch.open(false, false).expect("it was just made");
            let script = script(durability, number % 2 == 0);
            let proved = script.play(engine, file, ground, &mut |_: &Progress<'_>| {});
            let proved = proved.expect("the engine works");
            assert_eq!(
                proved.tally.faults(),
                0,
                "{engine:?} {durability:?}: {:?}",
                proved.findings
            );
            assert_eq!(proved.cycles, 2);
            assert!(proved.tally.audited >= PAGES, "{:?}", proved.tally);
            pages += proved.tally.page_operations();
        }
    }
    eprintln!("{pages} page operations on real files without an alarm");
}

#[test]
fn a_log_is_written_until_the_curtain_falls() {
    let scratch = Scratch::new("log");
    let parameters = Parameters {
        log: LogWriter { flushes: true, ..LogWriter::default() },
        ..Parameters::default()
    };
    let mut setup = Setup::new(&parameters, 512, 8, 9);
    setup.run_pages_max = LogUser::run_pages_max(&parameters.log, 512);
    (setup.depth, setup.scatter, setup.log_from_others) = (4, false, true);
    let (tap, curtain) = (Arc::clone(&setup.log_tap), Arc::new(AtomicBool::new(false)));
    tap.store(3 << 20, Ordering::Relaxed);
    let part = Part::Log { curtain: Arc::clone(&curtain) };
    let script = Script { parameters, setup, pages: 4096, part };
    let (file, ground) = (scratch.open(false, false), scratch.open(false, false));
    // The curtain falls once the writer did some of its own.
    let mut watch = |progress: &Progress<'_>| {
        curtain.store(progress.tally.flushes > 10, Ordering::Relaxed);
    };
    let proved =
        script.play(EngineKind::Sync, file.expect("new"), ground.expect("new"), &mut watch);
    let proved = proved.expect("pread works everywhere");
    assert_eq!(proved.tally.faults(), 0, "{:?}", proved.findings);
    assert_eq!(proved.tally.audited, 4096);
    assert!(proved.tally.flushes > 10, "{:?}", proved.tally);
}

#[test]
fn users_begin_when_their_log_is_filled() {
    let (data, log) = (Scratch::new("waiting-data"), Scratch::new("waiting-log"));
    let parameters = Parameters { shrink: None, ..parameters() };
    let curtain = Arc::new(AtomicBool::new(false));
    let mut log_setup = Setup::new(&parameters, 512, 8, 9);
    log_setup.run_pages_max = LogUser::run_pages_max(&parameters.log, 512);
    (log_setup.depth, log_setup.scatter, log_setup.log_from_others) = (4, false, true);
    let mut setup = Setup::new(&parameters, 8192, 8, 9);
    setup.log_tap = Arc::clone(&log_setup.log_tap);
    setup.logs = vec![Arc::clone(&log_setup.filled)];
    let part = Part::Data { cycles: 1, cycle_ns: 100_000_000, curtain: Arc::clone(&curtain) };
    let user = Script { parameters: parameters.clone(), setup, pages: 64, part };
    // Its filling takes far longer than all of the data file's play.
    let part = Part::Log { curtain };
    let writer = Script { parameters, setup: log_setup, pages: 1 << 17, part };
    let play = |script: &Script, scratch: &Scratch| {
        let (file, ground) = (scratch.open(false, false), scratch.open(false, false));
        let quiet = &mut |_: &Progress<'_>| {};
        script.play(EngineKind::Sync, file.expect("new"), ground.expect("new"), quiet)
    };
    let written = std::thread::scope(|scope| {
        let written = scope.spawn(|| play(&writer, &log));
        play(&user, &data).expect("pread works everywhere");
        written.join().expect("no panic").expect("pread works everywhere")
    });
    assert_eq!(written.tally.faults(), 0, "{:?}", written.findings);
    let own = written.doings.iter().find(|doings| doings.name == "log writer");
    assert!(own.is_some_and(|own| own.writes > 0), "{:?}", written.doings);
    // Users had to wait: one may have made the records of an act more than may wait.
    let waiting = writer.setup.log_tap.load(Ordering::Relaxed);
    assert!(waiting < (8 << 20), "{waiting} bytes of log wait");
}

/// Fills a file, alters it, audits it: what is found at which pages.
fn altered(alter: impl FnOnce(&File)) -> Vec<(u64, FaultKind, bool)> {
    let scratch = Scratch::new("altered");
    let file = scratch.open(false, false).expect("a file of our own");
    file.set_len(PAGES * 8192).expect("space");
    let other = scratch.open(false, false).expect("it is there");
    let mut setup = Setup::new(&parameters(), 8192, 5, 6);
    setup.reread_gap_ns = 1000;
    let queue = Blocking::new(file, setup.depth, setup.slot_bytes()).expect("memory");
    let backend = Sync::new(SystemClock::new(), queue);
    let ground = scratch.open(false, false).expect("it is there");
    let mut proof = Proof::new(setup, backend, ground, PAGES);
    let mut quiet = |_: &Progress<'_>| {};
    proof.fill(&mut quiet).expect("a plain file");
    alter(&other);
    proof.audit(&mut quiet).expect("a plain file");
    let told = proof.findings().iter().map(|f| (f.fault.id.page, f.fault.kind, f.transient));
    let mut told: Vec<_> = told.collect();
    told.sort_unstable();
    told
}

#[test]
fn what_is_altered_behind_its_back_is_found() {
    let found = altered(|file| {
        let write = |bytes: &[u8], at: u64| file.write_all_at(bytes, at).expect("it is ours");
        write(&[0; 8192], 3 * 8192);
        write(b"x", 7 * 8192 + 5000);
        let mut page = vec![0; 8192];
        file.read_exact_at(&mut page, 11 * 8192).expect("it is there");
        write(&page, 12 * 8192);
        write(&page[..512], 20 * 8192);
    });
    let want = [
        (3, FaultKind::Zeroed, false),
        (7, FaultKind::Checksum, false),
        (12, FaultKind::Misdirected, false),
        (20, FaultKind::Misdirected, false),
    ];
    assert_eq!(found, want);
    let cut = altered(|file| file.set_len((PAGES - 1) * 8192).expect("it is ours"));
    assert!(cut.iter().all(|told| told.1 == FaultKind::WrongLength && !told.2), "{cut:?}");
    assert_eq!(cut.len(), 1);
}

#[test]
fn a_file_is_gone_on_with_after_it_was_closed_and_opened() {
    let scratch = Scratch::new("again");
    let file = scratch.open(false, false).expect("a file of our own");
    file.set_len(PAGES * 8192).expect("space");
    let mut ledger = Ledger::new(PAGES);
    for round in 0..3 {
        let setup = Setup::new(&parameters(), 8192, 5, 6);
        let file = scratch.open(false, false).expect("it is there");
        let queue = Blocking::new(file, setup.depth, setup.slot_bytes()).expect("memory");
        let backend = Sync::new(SystemClock::new(), queue);
        let ground = scratch.open(false, false).expect("it is there");
        let mut proof = Proof::with_ledger(setup, backend, ground, ledger);
        let mut quiet = |_: &Progress<'_>| {};
        let played = match round {
            0 => proof.fill(&mut quiet),
            _ => proof
                .audit(&mut quiet)
                .and_then(|()| {
                    proof.exercise(parameters().data_actors(round), 50_000_000, &mut quiet)
                })
                .and_then(|()| proof.settle(&mut quiet)),
        };
        played.expect("a plain file");
        assert_eq!(proof.tally().faults(), 0, "{:?}", proof.findings());
        ledger = proof.into_parts().0;
    }
}

/// Refuses everything.
struct Refusing(VirtualClock, Vec<u8>);

impl Backend for Refusing {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.0
    }

    fn push(&mut self, _: &Op) {}

    fn buffer(&mut self, _: u32) -> &mut [u8] {
        &mut self.1
    }

    fn turn(
        &mut self,
        _: u32,
        _: Option<u64>,
        _: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        Err(BackendError::Simulated("it refuses".to_owned()))
    }
}

#[test]
fn a_backend_that_gives_up_ends_the_proof() {
    let script = script(Durability::Fsync, false);
    let scratch = Scratch::new("refusing");
    let ground = scratch.open(false, false).expect("a file of our own");
    let backend = Refusing(VirtualClock::new(), vec![0; script.setup.slot_bytes()]);
    let refused = script.on(backend, ground, &mut |_: &Progress<'_>| {});
    assert!(refused.is_err_and(|error| error.to_string().contains("it refuses")));
}
