//! The same jobs with fio and with `plimsoll fio`. On devices with the same throttle, rate and mean latency agree; on a
//! device without one, requests, merges and sectors agree.
//!
//! Needs root for the device, and fio; skips without them.

use super::stand::DeviceLab;
use crate::drive::TestPlace;
use serde_json::Value;
use std::process::Command;
use testkit::lab::{Lab, LabConfig, LabGuard};

/// The allowed difference. The kernel's throttle passes 100 ms worth of I/O at once, and a run may end anywhere between
/// two such moments: 1.3 % of a run of 8 s.
const APART_PERCENT: f64 = 3.0;

/// Name, direction, and further options of each job; each device is limited to 400 reads and 400 writes per second.
const JOBS: [(&str, &str, &[&str]); 3] = [
    ("reads", "read", &["--rw=randread", "--bs=4k", "--iodepth=1"]),
    ("deep", "read", &["--rw=randread", "--bs=4k", "--iodepth=8"]),
    ("writes", "write", &["--rw=randwrite", "--bs=8k", "--iodepth=4"]),
];

/// The most attempts, because a busy machine sometimes disturbs one of the two.
const TRIES: usize = 3;

#[derive(Debug)]
struct FioFigures {
    iops: f64,
    mean_ns: f64,
}

impl FioFigures {
    fn agrees(&self, other: &Self) -> bool {
        let apart = |one: f64, other: f64| 100.0 * (one - other).abs() / other;
        apart(self.iops, other.iops) <= APART_PERCENT
            && apart(self.mean_ns, other.mean_ns) <= APART_PERCENT
    }
}

/// Whether other programs compete for the CPUs: more threads are runnable than there are CPUs.
fn is_busy() -> bool {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = text.split(' ').next().and_then(|x| x.parse().ok()).unwrap_or(0.0);
    load > std::thread::available_parallelism().map_or(1.0, |cpus| cpus.get() as f64)
}

fn run(program: &str, lab: &Lab, place: &TestPlace, device: &str, job: usize) -> FioFigures {
    let (name, direction, options) = JOBS[job];
    let mut command: Command = lab.command(program);
    if program != "fio" {
        command.arg("fio");
    }
    command
        .args([&format!("--name={name}"), &format!("--filename={device}")])
        .args(["--direct=1", "--ioengine=libaio", "--runtime=8", "--ramp_time=1", "--time_based"])
        .args(["--output-format=json", "--allow_mounted_write=0"])
        .args(options)
        .current_dir(place.dir.path())
        .env("PLIMSOLL_STORE", place.dir.join("results.db"))
        .env("PLIMSOLL_DESTROY", device);
    let out = command.output().expect("the program runs");
    let (text, error) =
        (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{program} {name}: {text}{error}");
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    let side = &document["jobs"][0][direction];
    let number = |value: &Value| value.as_f64().expect("a number");
    FioFigures { iops: number(&side["iops"]), mean_ns: number(&side["lat_ns"]["mean"]) }
}

#[test]
fn a_throttled_device_is_the_same_for_both() {
    if testkit::tool("fio").is_none() {
        return testkit::skip("there is no fio to run beside");
    }
    let place = TestPlace::new("fio-beside");
    let wish =
        LabConfig { disks: 2, size_bytes: 256 << 20, iops: (400, 400), ..LabConfig::default() };
    let Some(lab) = LabGuard::up_or_skip(&place.dir.join("lab"), &wish) else { return };
    let devices = [0, 1].map(|index| lab.0.devices[index].display().to_string());
    for (job, (name, ..)) in JOBS.iter().enumerate() {
        let mut fair = 0;
        let mut tries = Vec::new();
        let agreed = (0..TRIES).any(|number| {
            // Both run at the same time, alternating between the devices, so that a disturbance of the machine affects both.
            let (one, other) = (&devices[number % 2], &devices[(number + 1) % 2]);
            let (fio, ours) = std::thread::scope(|scope| {
                let fio = scope.spawn(|| run("fio", &lab.0, &place, one, job));
                let ours = run(env!("CARGO_BIN_EXE_plimsoll"), &lab.0, &place, other, job);
                (fio.join().expect("fio ran"), ours)
            });
            fair += usize::from(!is_busy());
            tries.push(format!("fio {fio:?}, ours {ours:?}"));
            ours.agrees(&fio)
        });
        eprintln!("{name}: {tries:?}");
        if !agreed && fair == 0 {
            return testkit::skip(&format!("the machine is too busy to compare {name}: {tries:?}"));
        }
        assert!(agreed, "{name}: more than {APART_PERCENT} % apart: {tries:?}");
    }
    drop((lab, place));
}

/// Sequential reads of 4 KiB at depth 32, with the options for the number of I/Os per submission.
const BATCHES: [&[&str]; 6] = [
    &["--ioengine=libaio"],
    &["--ioengine=io_uring"],
    &["--ioengine=libaio", "--iodepth_batch=8"],
    &["--ioengine=libaio", "--iodepth_batch=32", "--iodepth_batch_complete=32"],
    &["--ioengine=io_uring", "--iodepth_batch=16", "--iodepth_batch_complete=16"],
    &["--ioengine=libaio", "--iodepth_low=8"],
];
/// The allowed difference of request counts beyond that between fio's own runs, as a share of all operations.
const REQUESTS_APART: f64 = 0.02;
/// The reads of each job, in operations of 4 KiB.
const OPERATIONS: u64 = 4096;

/// The counters of a device for a job: requests, merges, and sectors.
#[derive(Clone, Copy, Debug)]
struct Requests {
    done: u64,
    merged: u64,
    sectors: u64,
}

impl Requests {
    /// The counters of reads since the device was made.
    fn of(device: &str) -> Self {
        let name = device.trim_start_matches("/dev/");
        let path = format!("/sys/block/{name}/stat");
        let text = std::fs::read_to_string(path).expect("the kernel counts the device's requests");
        let numbers: Vec<u64> = text.split_whitespace().flat_map(str::parse).collect();
        Self { done: numbers[0], merged: numbers[1], sectors: numbers[2] }
    }

    fn since(self, before: Self) -> Self {
        Self {
            done: self.done - before.done,
            merged: self.merged - before.merged,
            sectors: self.sectors - before.sectors,
        }
    }
}

fn requests(program: &str, stand: &DeviceLab, options: &[&str]) -> Requests {
    let device = stand.device();
    let mut command = Command::new(program);
    if program != "fio" {
        command.arg("fio");
    }
    command
        .args(["--name=j", &format!("--filename={device}"), "--rw=read", "--bs=4k", "--direct=1"])
        .args(["--iodepth=32", &format!("--io_size={}", OPERATIONS * 4096), "--invalidate=0"])
        .args(options)
        .current_dir(stand.place.dir.path())
        .env("PLIMSOLL_STORE", stand.place.dir.join("results.db"));
    let before = Requests::of(&device);
    let out = command.output().expect("the program runs");
    assert!(out.status.success(), "{program}: {}", String::from_utf8_lossy(&out.stderr));
    Requests::of(&device).since(before)
}

#[test]
fn a_device_gets_the_same_requests_from_both() {
    if testkit::tool("fio").is_none() {
        return testkit::skip("there is no fio to run beside");
    }
    let Some(stand) = DeviceLab::new("fio-requests", OPERATIONS * 4096) else { return };
    for options in BATCHES {
        let mut tries = Vec::new();
        let agreed = (0..TRIES).any(|_| {
            let fio = [(); 2].map(|()| requests("fio", &stand, options));
            let ours = |more: &[&str]| {
                requests(env!("CARGO_BIN_EXE_plimsoll"), &stand, &[options, more].concat())
            };
            // The check of a device's content before its use is not part of the load.
            let ours = ours(&[]).since(ours(&["--number_ios=1"]));
            tries.push(format!("fio {fio:?}, ours {ours:?}"));
            let alike = |of: fn(&Requests) -> u64| {
                let [one, other] = [of(&fio[0]), of(&fio[1])].map(|count| count as f64);
                let room = (one - other).abs() + OPERATIONS as f64 * REQUESTS_APART;
                let ours = of(&ours) as f64;
                ours >= one.min(other) - room && ours <= one.max(other) + room
            };
            alike(|all| all.done) && alike(|all| all.merged) && alike(|all| all.sectors)
        });
        eprintln!("{options:?}: {tries:#?}");
        assert!(agreed, "{options:?}: {tries:#?}");
    }
}
