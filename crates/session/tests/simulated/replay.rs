//! A capture file in, a replay on simulated storage and on a file out: every I/O at its time.

use base::{Bytes, Nanos, Rng};
use observe::file::{CaptureChunk, CaptureTotals, CaptureWriter};
use observe::fit::KnownSessions;
use observe::replay::{ReplaySpace, ReplaySpeed};
use observe::{CaptureHeader, CaptureSource, IoEvent, IoFlags, IoKind, Process, ProcessIndex};
use record::{Record, ReplayTiming};
use report::Language;
use session::captured;
use session::job::JobRequest;
use session::live::Progress;
use session::refine::{RefineRequest, RefinedJob, refine};
use session::replay::{self, PlannedReplay, ReplayListener, ReplayRequest};
use session::write_permission::Permission;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use summary::WarningKind;
use sys::inventory::SystemRoots;
use sys::trace::TraceFileSystem;
use testkit::TempDir;
use testkit::lab::{LabConfig, LabGuard};
use workload::{Fidelity, FidelityDistance, FidelityFigure};

const COUNT: u64 = 2_000;
const RATE: f64 = 1_000.0;
pub(super) const SPAN_BYTES: u64 = 256 << 20;

/// Random arrivals at 1,000 per second: 60 % reads, 10 % durable writes, 5 % flushes.
pub(super) fn events(seed: u64) -> Vec<IoEvent> {
    let mut rng = Rng::new(seed);
    let mut now_ns = 0.0;
    (0..COUNT)
        .map(|_| {
            now_ns += 1e9 / RATE * rng.exponential();
            let (operation, flags) = match rng.below(100) {
                0..60 => (IoKind::Read, IoFlags::default()),
                60..85 => (IoKind::Write, IoFlags::default()),
                85..95 => (IoKind::Write, IoFlags::FUA),
                _ => (IoKind::Flush, IoFlags::default()),
            };
            let moves = operation != IoKind::Flush;
            IoEvent {
                issued_ns: now_ns as u64,
                latency_ns: Some(200_000),
                queued_ns: None,
                operation,
                flags,
                offset_bytes: if moves { rng.below(SPAN_BYTES / 8192) * 8192 } else { 0 },
                length_bytes: if moves { 8192 } else { 0 },
                process: ProcessIndex(0),
            }
        })
        .collect()
}

pub(super) fn capture(dir: &TempDir, events: &[IoEvent]) -> PathBuf {
    let path = dir.join("load.capture");
    let header = CaptureHeader {
        device_bytes: Some(SPAN_BYTES),
        sector_bytes: Some(512),
        ..CaptureHeader::of(CaptureSource::BlockTrace, "sdx")
    };
    let file = std::fs::File::create(&path).expect("the folder is the test's");
    let mut writer = CaptureWriter::new(file, &header).expect("there is room");
    let process = Process { pid: 7, name: "load".to_owned(), ..Process::default() };
    writer.add(&CaptureChunk::Processes(vec![process])).expect("there is room");
    events.iter().for_each(|event| writer.event(*event).expect("there is room"));
    writer.finish(CaptureTotals::default()).expect("there is room");
    path
}

fn replayed(dir: &TempDir, target: &str, speed: ReplaySpeed) -> (Record, Option<ReplayTiming>) {
    let captured = captured::read(&dir.join("load.capture")).expect("it was written");
    let request = ReplayRequest { speed, ..request(target) };
    let mut planned = replay::plan(&captured, &request).expect("it fits");
    let mut listener = planned.listener();
    let record = run(dir, &planned, &mut listener);
    let texts = record.notes.iter().map(|note| report::words::note(Language::En, note));
    let remarked = texts.into_iter().any(|text| text.starts_with("replay timing: 2,000 I/Os in"));
    assert_eq!(remarked, listener.timing.is_some(), "{:?}", record.notes);
    (record, listener.timing)
}

fn request(target: &str) -> ReplayRequest {
    ReplayRequest {
        target: workload::TargetLocation::simulated_or_path(target),
        size: None,
        speed: ReplaySpeed::Factor(1.0),
        space: ReplaySpace::Scaled,
    }
}

fn run(dir: &TempDir, planned: &PlannedReplay, listener: &mut ReplayListener) -> Record {
    let store = dir.join("results.db");
    let mut request = JobRequest {
        workload: &planned.workload,
        subject: record::RunSubject::Replay { device: planned.device.clone() },
        source: Path::new("load.capture"),
        source_text: "",
        writes: Permission::default(),
        seed: 5,
        command: String::new(),
        notes: Vec::new(),
        json: true,
        language: Language::En,
        store: Some(&store),
        csv: None,
        report: None,
        exposed: None,
        hosts: session::hosts::HostGroup::alone(),
    };
    let mut ready = request.plan().expect("the target is the test's own");
    let run = request
        .measure(&mut ready, &Arc::default(), &mut Progress::new(true, Language::En), listener)
        .expect("it can be measured");
    run.failed.expect("no I/O fails");
    run.record
}

pub(crate) fn simulated() -> Record {
    let dir = TempDir::new("replay-keys");
    capture(&dir, &events(17));
    replayed(&dir, "sim:ssd", ReplaySpeed::Factor(1.0)).0
}

#[test]
fn a_replay_on_simulated_storage_does_every_captured_io_at_its_time() {
    let dir = TempDir::new("replay-sim");
    let events = events(17);
    capture(&dir, &events);
    let (record, timing) = replayed(&dir, "sim:ssd", ReplaySpeed::Factor(1.0));
    let timing = timing.expect("it was not cut short");
    assert_eq!(timing.operations, COUNT);
    // In virtual time only a full queue delays operations, and here it is never full.
    assert_eq!((timing.late_ns_max, timing.gap_distance), (0, 0.0), "{timing:?}");
    let streams = &record.trials[0].streams;
    let count = |operation: IoKind| events.iter().filter(|e| e.operation == operation).count();
    let reads: u64 = streams.iter().map(|stream| stream.read.ios).sum();
    let writes: u64 = streams.iter().map(|stream| stream.write.ios).sum();
    let flushes: u64 = streams.iter().map(|stream| stream.flush.ios).sum();
    assert_eq!(
        [reads, writes, flushes],
        [IoKind::Read, IoKind::Write, IoKind::Flush].map(|o| count(o) as u64)
    );
}

/// A rate that doubles looks like the end of a warm-up.
#[test]
fn the_rate_of_a_replay_is_all_of_its_ios_over_all_of_its_time() {
    let dir = TempDir::new("replay-rate");
    let mut now_ns = 0;
    let event = |number: u64| {
        now_ns += if number < 4_000 { 5_000_000 } else { 2_500_000 };
        IoEvent {
            issued_ns: now_ns,
            latency_ns: Some(200_000),
            queued_ns: None,
            operation: IoKind::Read,
            flags: IoFlags::default(),
            offset_bytes: number % 1_000 * 8192,
            length_bytes: 8192,
            process: ProcessIndex(0),
        }
    };
    capture(&dir, &(0..20_000).map(event).collect::<Vec<_>>());
    let captured = captured::read(&dir.join("load.capture")).expect("it was written");
    let mut planned = replay::plan(&captured, &request("sim:ssd")).expect("it fits");
    let mut listener = planned.listener();
    let record = run(&dir, &planned, &mut listener);
    let iops = record.trials[0].streams[0].iops.value;
    assert!((iops / (20_000.0 / 60.0) - 1.0).abs() < 1e-3, "{iops}");
    assert!(record.warnings.iter().all(|w| w.kind != WarningKind::NotSettled));
}

#[test]
fn twice_the_speed_takes_half_the_time() {
    let dir = TempDir::new("replay-speed");
    let events = events(18);
    capture(&dir, &events);
    let (_, timing) = replayed(&dir, "sim:ssd", ReplaySpeed::Factor(2.0));
    let timing = timing.expect("it was not cut short");
    let captured_ns = events[events.len() - 1].issued_ns - events[0].issued_ns;
    assert!(timing.due_duration_ns.abs_diff(captured_ns / 2) <= 1, "{timing:?}");
    assert!(timing.duration_error().abs() < 1e-3, "{timing:?}");
}

#[test]
fn a_replay_makes_its_file_and_a_fitted_job_can_be_read_again() {
    let dir = TempDir::new("replay-file");
    let path = capture(&dir, &events(19));
    let target = dir.join("target.data");
    let (record, timing) =
        replayed(&dir, &target.display().to_string(), ReplaySpeed::AsFastAsPossible);
    assert_eq!(timing, None, "nothing is due at a time");
    assert_eq!(std::fs::metadata(&target).expect("it was made").len(), SPAN_BYTES);
    let ios = |s: &summary::StreamSummary| s.read.ios + s.write.ios + s.flush.ios;
    assert_eq!(record.trials[0].streams.iter().map(ios).sum::<u64>(), COUNT);
    let captured = captured::read(&path).expect("it was written");
    let fitted =
        captured::fit(&captured, &path, "sim:ssd", KnownSessions::default()).expect("there is I/O");
    let text = job::write(&fitted.workload);
    let reading = job::read("fitted", &text);
    assert!(reading.problems.is_empty(), "{text}\n{:?}", reading.problems);
    let sizes = reading.workload.expect("it has no problem").targets[0].size;
    assert_eq!(sizes, Some(workload::Extent::Bytes(Bytes(SPAN_BYTES))));
}

fn refined(
    dir: &TempDir,
    target: &str,
    seed: u64,
) -> Result<RefinedJob, session::failure::Failure> {
    let path = capture(dir, &events(seed));
    let captured = captured::read(&path).expect("it was written");
    let fitted =
        captured::fit(&captured, &path, target, KnownSessions::default()).expect("there is I/O");
    let destroy = vec![Path::new(target).to_owned()];
    let writes = Permission { destroy, ..Permission::default() };
    let request = RefineRequest { captured: &captured, writes, seed };
    refine(&fitted.workload, &request, &Arc::default(), &mut Progress::new(true, Language::En))
}

fn error(fidelity: &Fidelity, figure: FidelityFigure) -> f64 {
    fidelity.pair(figure).expect("it is known").error().abs()
}

#[test]
fn a_refined_job_repeats_the_captured_load_on_a_device() {
    let dir = TempDir::new("refine");
    let wish = LabConfig { size_bytes: SPAN_BYTES, ..LabConfig::default() };
    let Some(lab) = LabGuard::up_or_skip(&dir.join("lab"), &wish) else { return };
    if let Err(error) = TraceFileSystem::open(&SystemRoots::default()) {
        return testkit::place::skip(&format!("the kernel has no block trace: {error}"));
    }
    let seed = 23;
    let device = lab.0.devices[0].display().to_string();
    let job = refined(&dir, &device, seed).expect("the device is the test's own");
    let fidelity = &job.fidelity;
    assert_eq!(fidelity.target, device);
    // The load has 2,000 random arrivals; its captured latency is invented.
    assert!(error(fidelity, FidelityFigure::Iops) < 10.0, "seed {seed}: {fidelity:?}");
    assert!(error(fidelity, FidelityFigure::ReadShare) < 5.0, "seed {seed}: {fidelity:?}");
    assert!(error(fidelity, FidelityFigure::SizeMean) < 1e-9, "seed {seed}: {fidelity:?}");
    let mix = fidelity.distances.iter().find(|known| known.0 == FidelityDistance::SizeMix);
    assert!(mix.expect("it is known").1 < 0.02, "seed {seed}: {fidelity:?}");
    let ends = job.workload.streams.iter().map(|stream| stream.stop.duration_ns);
    let captured = captured::read(&dir.join("load.capture")).expect("it was written");
    assert!(ends.into_iter().all(|end| end == Some(Nanos(captured.length_ns))));
    let text = job::write(&job.workload) + &job::fidelity::write(fidelity);
    assert_eq!(job::read("x", &text).fidelity.as_ref(), Some(fidelity));
}

#[test]
fn a_simulated_target_is_refused() {
    let dir = TempDir::new("refine-sim");
    let refused = refined(&dir, "sim:ssd", 24).expect_err("the kernel sees no I/O of it");
    assert!(refused.lines[0].contains("needs a file or a device"), "{:?}", refused.lines);
}
