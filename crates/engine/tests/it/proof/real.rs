//! Integrity tests of real files on every engine and with every kind of durable write: no false alarms, and every change
//! from outside is found.

use super::scene::IntegrityScenario;
use crate::contract::job::real_engines;
use base::proof::{PageOperation, PageOperationKind};
use base::{Clock, VirtualClock};
use engine::backend::{Backend, BackendError, Completion, DiskOperation, IoKind, SyncBackend};
use engine::integrity_test::{
    Durability, FileTest, FileTestRole, IntegrityError, IntegrityFinding, IntegrityProgress,
    IntegritySetup, IntegrityTest,
};
use integrity::actors::{
    ActorParameters, CheckpointParameters, LogActor, LogWriterParameters, ShrinkParameters,
};
use integrity::{FaultKind, Ledger, TestPhase};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sys::blocking::BlockingQueue;
use sys::clock::SystemClock;
use sys::file::{self, OpenMode};
use workload::{ActorName, EngineKind};

const PAGES: u64 = 600;

struct ScratchFile(PathBuf);

impl ScratchFile {
    fn new(name: &str) -> Self {
        // In the build directory, because a temporary directory is often a tmpfs, which may refuse direct I/O.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // A unique number, because tests run in parallel and may use the same name.
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        Self(folder.join(format!("proof-{name}-{}-{number}", std::process::id())))
    }

    fn open(&self, direct: bool, dsync: bool) -> std::io::Result<File> {
        file::open(
            &self.0,
            OpenMode { write: true, create: true, direct, dsync, ..OpenMode::default() },
        )
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn parameters() -> ActorParameters {
    let busy = IntegrityScenario { shrinks: true, ..IntegrityScenario::new(0) }.parameters();
    ActorParameters {
        cache_hit_share: ActorParameters::default().cache_hit_share,
        outstanding_max: 16,
        shrink: busy.shrink.map(|shrink| ShrinkParameters {
            every_ns_min: 20_000_000,
            every_ns_max: 60_000_000,
            pages_max: PAGES,
            ..shrink
        }),
        checkpoint: CheckpointParameters { every_ns: 50_000_000 },
        ..busy
    }
}

fn script(durability: Durability, overlapping: bool) -> FileTest {
    let parameters = parameters();
    let mut setup = IntegritySetup::new(&parameters, 8192, 5, 6);
    setup.durability = durability;
    setup.overlapping_writes = overlapping;
    setup.align_bytes = 512;
    let log_stop_flag = Arc::default();
    let part = FileTestRole::Data { cycles: 2, cycle_ns: 150_000_000, log_stop_flag };
    FileTest { parameters, setup, pages: PAGES, part }
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
    for engine in real_engines() {
        for (number, (direct, durability)) in ways.into_iter().enumerate() {
            let scratch = ScratchFile::new(&format!("ways-{}-{number}", engine.name()));
            let dsync = durability == Durability::WriteThrough;
            let Ok(file) = scratch.open(direct, dsync) else {
                eprintln!("SKIPPED: no direct I/O on {}", scratch.0.display());
                continue;
            };
            file.set_len(PAGES * 8192).expect("space for a small file");
            let ground = scratch.open(false, false).expect("it was just made");
            let script = script(durability, number % 2 == 0);
            let proved = script.run(engine, file, ground, &mut |_: &IntegrityProgress<'_>| {});
            let proved = proved.expect("the engine works");
            assert_eq!(
                proved.tally.faults(),
                0,
                "{engine:?} {durability:?}: {:?}",
                proved.findings
            );
            assert_eq!(proved.cycles, 2);
            assert!(proved.tally.counts.pages_audited >= PAGES, "{:?}", proved.tally);
            pages += proved.tally.page_operations();
        }
    }
    eprintln!("{pages} page operations on real files without an alarm");
}

#[test]
fn a_log_is_written_until_the_curtain_falls() {
    let scratch = ScratchFile::new("log");
    let parameters = ActorParameters {
        log: LogWriterParameters { flushes: true, ..LogWriterParameters::default() },
        ..ActorParameters::default()
    };
    let mut setup = IntegritySetup::new(&parameters, 512, 8, 9);
    setup.run_pages_max = LogActor::run_pages_max(&parameters.log, 512);
    (setup.depth, setup.scatter, setup.log_from_others) = (4, false, true);
    let (tap, log_stop_flag) = (Arc::clone(&setup.log_tap), Arc::new(AtomicBool::new(false)));
    tap.store(3 << 20, Ordering::Relaxed);
    let part = FileTestRole::Log { log_stop_flag: Arc::clone(&log_stop_flag) };
    let script = FileTest { parameters, setup, pages: 4096, part };
    let (file, ground) = (scratch.open(false, false), scratch.open(false, false));
    // Sets the stop flag once the log writer has written something.
    let mut watch = |progress: &IntegrityProgress<'_>| {
        log_stop_flag.store(progress.tally.counts.flushes > 10, Ordering::Relaxed);
    };
    let proved = script.run(EngineKind::Sync, file.expect("new"), ground.expect("new"), &mut watch);
    let proved = proved.expect("pread works everywhere");
    assert_eq!(proved.tally.faults(), 0, "{:?}", proved.findings);
    assert_eq!(proved.tally.counts.pages_audited, 4096);
    assert!(proved.tally.counts.flushes > 10, "{:?}", proved.tally);
}

#[test]
fn nobody_plays_before_the_log_is_filled() {
    let scratch = ScratchFile::new("unfilled");
    let (filled, log_stop_flag) = (Arc::new(AtomicBool::new(false)), Arc::default());
    let mut setup = IntegritySetup::new(&parameters(), 8192, 8, 9);
    setup.logs = vec![Arc::clone(&filled)];
    let part = FileTestRole::Data { cycles: 1, cycle_ns: 1_000_000, log_stop_flag };
    let script = FileTest { parameters: parameters(), setup, pages: 64, part };
    let (file, ground) = (scratch.open(false, false), scratch.open(false, false));
    let mut early = false;
    let mut watch = |progress: &IntegrityProgress<'_>| {
        early |= progress.phase == TestPhase::Exercising && !filled.load(Ordering::Relaxed);
        if progress.phase == TestPhase::Checkpoint && !filled.load(Ordering::Relaxed) {
            let filled = Arc::clone(&filled);
            // The data file is filled, but its log takes longer.
            std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(50));
                filled.store(true, Ordering::Relaxed);
            });
        }
    };
    let played = script.run(EngineKind::Sync, file.expect("new"), ground.expect("new"), &mut watch);
    played.expect("pread works everywhere");
    assert!(!early, "users played while the log was not filled");
}

#[test]
fn users_begin_when_their_log_is_filled() {
    let (data, log) = (ScratchFile::new("waiting-data"), ScratchFile::new("waiting-log"));
    let parameters = ActorParameters { shrink: None, ..parameters() };
    let log_stop_flag = Arc::new(AtomicBool::new(false));
    let mut log_setup = IntegritySetup::new(&parameters, 512, 8, 9);
    log_setup.run_pages_max = LogActor::run_pages_max(&parameters.log, 512);
    (log_setup.depth, log_setup.scatter, log_setup.log_from_others) = (4, false, true);
    let mut setup = IntegritySetup::new(&parameters, 8192, 8, 9);
    setup.log_tap = Arc::clone(&log_setup.log_tap);
    setup.logs = vec![Arc::clone(&log_setup.filled)];
    let part = FileTestRole::Data {
        cycles: 1,
        cycle_ns: 100_000_000,
        log_stop_flag: Arc::clone(&log_stop_flag),
    };
    let user = FileTest { parameters: parameters.clone(), setup, pages: 64, part };
    // Filling it takes far longer than the whole test of the data file.
    let part = FileTestRole::Log { log_stop_flag };
    let writer = FileTest { parameters, setup: log_setup, pages: 1 << 17, part };
    let play = |script: &FileTest, scratch: &ScratchFile| {
        let (file, ground) = (scratch.open(false, false), scratch.open(false, false));
        let quiet = &mut |_: &IntegrityProgress<'_>| {};
        script.run(EngineKind::Sync, file.expect("new"), ground.expect("new"), quiet)
    };
    let written = std::thread::scope(|scope| {
        let written = scope.spawn(|| play(&writer, &log));
        play(&user, &data).expect("pread works everywhere");
        written.join().expect("no panic").expect("pread works everywhere")
    });
    assert_eq!(written.tally.faults(), 0, "{:?}", written.findings);
    let own =
        written.actor_totals.iter().find(|actor_totals| actor_totals.name == ActorName::LogWriter);
    assert!(own.is_some_and(|own| own.writes > 0), "{:?}", written.actor_totals);
    // Users had to wait for the log; each may exceed the limit by the records of one operation.
    let waiting = writer.setup.log_tap.load(Ordering::Relaxed);
    assert!(waiting < (8 << 20), "{waiting} bytes of log wait");
}

/// Fills a file, alters it, audits it. Returns the page and kind of each fault, and whether it is transient.
fn altered(alter: impl FnOnce(&File)) -> Vec<(u64, FaultKind, bool)> {
    let findings = audited(&mut |_| {}, alter);
    let told = findings.iter().map(|f| (f.fault.id.page, f.fault.kind, f.transient));
    let mut told: Vec<_> = told.collect();
    told.sort_unstable();
    told
}

/// The same with complete findings.
fn audited(
    set: &mut dyn FnMut(&mut IntegritySetup),
    alter: impl FnOnce(&File),
) -> Vec<IntegrityFinding> {
    let scratch = ScratchFile::new("altered");
    let file = scratch.open(false, false).expect("a file of our own");
    file.set_len(PAGES * 8192).expect("space");
    let other = scratch.open(false, false).expect("it is there");
    let mut setup = IntegritySetup::new(&parameters(), 8192, 5, 6);
    setup.reread_gap_ns = 1000;
    setup.serial = true;
    set(&mut setup);
    let queue = BlockingQueue::on(vec![file], setup.depth, setup.slot_bytes()).expect("memory");
    let backend = SyncBackend::new(SystemClock::new(), queue);
    let ground = scratch.open(false, false).expect("it is there");
    let mut proof = IntegrityTest::new(setup, backend, ground, PAGES);
    let mut quiet = |_: &IntegrityProgress<'_>| {};
    proof.fill(&mut quiet).expect("a plain file");
    alter(&other);
    proof.audit(&mut quiet).expect("a plain file");
    proof.into_parts().2
}

#[test]
fn evidence_has_the_time_of_the_write_that_is_missing() {
    let mut old = vec![0; 8192];
    let findings = audited(&mut |_| {}, |file| {
        file.write_all_at(&[0; 8192], 3 * 8192).expect("it is ours");
        file.read_exact_at(&mut old, 9 * 8192).expect("it is there");
        old[5000] ^= 1;
        file.write_all_at(&old, 9 * 8192).expect("it is ours");
    });
    let of = |page| findings.iter().find(|f| f.fault.id.page == page).expect("it was found");
    let stamp = |bytes: &[u8]| integrity::PageStamp::read(bytes).expect("a page of ours");
    let rotten = of(9);
    let written_ns = stamp(&old).time_ns;
    assert_eq!(rotten.written_ns, Some(written_ns));
    assert_eq!((rotten.fault.bytes_differing, rotten.fault.first_differing), (1, Some(5000)));
    let zeroed = of(3);
    assert_eq!(stamp(&zeroed.expected).time_ns, zeroed.written_ns.expect("it was written once"));
    let differing = zeroed.expected.iter().filter(|&&byte| byte != 0).count();
    assert_eq!(zeroed.fault.bytes_differing as usize, differing);
    for finding in &findings {
        let page = finding.fault.id.page;
        let wrote = |past: &&PageOperation| {
            past.operation == PageOperationKind::Write
                && (past.first_page..past.first_page + u64::from(past.pages)).contains(&page)
        };
        assert_eq!(finding.past.iter().filter(wrote).count(), 1, "{:?}", finding.past);
    }
}

#[test]
fn after_the_first_fault_only_that_one_is_looked_into() {
    let stop = |setup: &mut IntegritySetup| setup.stop_on_fault = true;
    let findings = audited(&mut |setup| stop(setup), |file| {
        for page in 0..PAGES {
            file.write_all_at(b"x", page * 8192 + 5000).expect("it is ours");
        }
    });
    let looked = findings.iter().filter(|finding| finding.tries > 0).count();
    assert_eq!(looked, 1, "{} faults", findings.len());
}

/// Executes one operation at a time on its own clock: 17 s for the first read after the fill, 10 ms for any other. Each
/// flush takes the next of its times.
struct SerialBackend {
    flushes_s: Vec<u64>,
    clock: VirtualClock,
    buffers: Vec<Vec<u8>>,
    file: Vec<u8>,
    queue: Vec<DiskOperation>,
    reads: u32,
}

impl Backend for SerialBackend {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.clock
    }

    fn push(&mut self, op: &DiskOperation) {
        self.queue.push(*op);
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        &mut self.buffers[slot as usize]
    }

    fn turn(
        &mut self,
        _: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        if self.queue.is_empty() {
            self.clock.advance_to(until_ns.unwrap_or(0));
        }
        for op in std::mem::take(&mut self.queue) {
            let (length, at) = (op.length_bytes as usize, op.offset_bytes as usize);
            let buffer = &mut self.buffers[op.slot as usize][op.skip_bytes as usize..][..length];
            let mut took_ns = 10_000_000;
            match op.kind {
                IoKind::Read => {
                    buffer.copy_from_slice(&self.file[at..at + length]);
                    took_ns = if self.reads == 0 { 17_000_000_000 } else { took_ns };
                    self.reads += 1;
                }
                IoKind::Write => self.file[at..at + length].copy_from_slice(buffer),
                IoKind::Flush if !self.flushes_s.is_empty() => {
                    took_ns = self.flushes_s.remove(0) * 1_000_000_000;
                }
                _ => {}
            }
            self.clock.advance_to(self.clock.now_ns() + took_ns);
            let result = if op.kind == IoKind::Flush { 0 } else { length as i32 };
            done.push(Completion { slot: op.slot, result });
        }
        Ok(())
    }
}

fn serial(
    scratch: &ScratchFile,
    flushes_s: Vec<u64>,
    change: fn(&mut IntegritySetup),
) -> IntegrityTest<SerialBackend, File> {
    let mut setup = IntegritySetup::new(&parameters(), 8192, 5, 6);
    (setup.serial, setup.scatter, setup.bursts) = (true, false, true);
    change(&mut setup);
    let backend = SerialBackend {
        flushes_s,
        clock: VirtualClock::new(),
        buffers: vec![vec![0; setup.slot_bytes()]; setup.depth as usize],
        file: vec![0; PAGES as usize * 8192],
        queue: Vec::new(),
        reads: 0,
    };
    let ground = scratch.open(false, false).expect("a file of our own");
    IntegrityTest::new(setup, backend, ground, PAGES)
}

#[test]
fn a_flush_is_late_by_the_bytes_that_it_flushes() {
    let scratch = ScratchFile::new("flushes");
    // The first flush shows the pace of this storage: 30 s for all pages. Nothing waits for the last one.
    let mut proof = serial(&scratch, vec![30, 40, 45, 16], |setup| {
        setup.read_back_share = 0.0;
        setup.filled.store(true, Ordering::Relaxed);
        setup.stop_on_fault = true;
    });
    let mut quiet = |_: &IntegrityProgress<'_>| {};
    for _ in 0..3 {
        proof.fill(&mut quiet).expect("it goes on");
    }
    proof.settle(&mut quiet).expect("it goes on");
    let told: Vec<_> = proof.findings().iter().map(|f| (f.fault.kind, f.took_ns)).collect();
    assert_eq!(told, [(FaultKind::Late, Some(16_000_000_000))]);
    assert!(!proof.stopped() && proof.tally().faults() == 0, "slow is not faulty");
}

#[test]
fn of_operations_one_after_the_other_only_the_slow_one_is_late() {
    let scratch = ScratchFile::new("serial");
    let mut proof = serial(&scratch, Vec::new(), |_| ());
    let mut quiet = |_: &IntegrityProgress<'_>| {};
    proof.fill(&mut quiet).and_then(|()| proof.audit(&mut quiet)).expect("it goes on");
    let told: Vec<_> = proof.findings().iter().map(|f| (f.fault.kind, f.took_ns)).collect();
    assert_eq!(told, [(FaultKind::Late, Some(17_000_000_000))]);
    assert_eq!((proof.tally().counts.slow, proof.tally().counts.pages_read_back), (1, Some(PAGES)));
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
    let scratch = ScratchFile::new("again");
    let file = scratch.open(false, false).expect("a file of our own");
    file.set_len(PAGES * 8192).expect("space");
    let mut ledger = Ledger::new(PAGES);
    for round in 0..3 {
        let setup = IntegritySetup::new(&parameters(), 8192, 5, 6);
        let file = scratch.open(false, false).expect("it is there");
        let queue = BlockingQueue::on(vec![file], setup.depth, setup.slot_bytes()).expect("memory");
        let backend = SyncBackend::new(SystemClock::new(), queue);
        let ground = scratch.open(false, false).expect("it is there");
        let mut proof = IntegrityTest::with_ledger(setup, backend, ground, ledger);
        let mut quiet = |_: &IntegrityProgress<'_>| {};
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

struct RefusingBackend(VirtualClock, Vec<u8>);

impl Backend for RefusingBackend {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.0
    }

    fn push(&mut self, _: &DiskOperation) {}

    fn buffer(&mut self, _: u32) -> &mut [u8] {
        &mut self.1
    }

    fn turn(
        &mut self,
        _: u32,
        _: Option<u64>,
        _: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        Err(BackendError::NothingInFlight)
    }
}

#[test]
fn a_backend_that_gives_up_ends_the_proof() {
    let script = script(Durability::Fsync, false);
    let scratch = ScratchFile::new("refusing");
    let ground = scratch.open(false, false).expect("a file of our own");
    let backend = RefusingBackend(VirtualClock::new(), vec![0; script.setup.slot_bytes()]);
    let refused = script.on(backend, ground, &mut |_: &IntegrityProgress<'_>| {});
    assert!(matches!(refused, Err(IntegrityError::Backend(BackendError::NothingInFlight))));
}
