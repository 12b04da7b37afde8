//! Speed compared with fio: the same work, in turns, on one machine, in one run.
//!
//! Takes the words after `bench peers`; gives a table of medians and ratios, on request stored in
//! docs/explanation/performance.md. A bare loop that only reads runs too: it shows the speed limit of the kernel. Never compares
//! with a number of another day or machine.

pub(crate) mod ours;
mod table;

use base::median;
use ours::BenchFolder;
use ours::{BenchLoad, BenchPace, BuildProfile};
use std::path::PathBuf;
use table::{Accuracy, ContestResult, Speed};

/// One contest: a job of Plimsoll and the same load as options of fio, on the same file and CPU.
struct Contest {
    name: &'static str,
    load: BenchLoad,
    /// The options for fio, in addition to the common ones.
    fio: &'static [&'static str],
    target_ratio: f64,
}

/// The fastest settings of fio's io_uring engine found so far: batches of 16, buffers and files registered.
const BATCHED: &[&str] = &[
    "--ioengine=io_uring",
    "--iodepth=32",
    "--fixedbufs=1",
    "--registerfiles=1",
    "--iodepth_batch_submit=16",
    "--iodepth_batch_complete_min=16",
    "--iodepth_batch_complete_max=16",
];

fn contests() -> Vec<Contest> {
    let contest = |name, engine, depth, target_ratio, fio| Contest {
        name,
        load: BenchLoad { engine, depth, pace: BenchPace::Closed },
        fio,
        target_ratio,
    };
    vec![
        contest(
            "uring : fio io_uring, its defaults",
            "uring",
            32,
            2.0,
            &["--ioengine=io_uring", "--iodepth=32"],
        ),
        contest("uring : fio io_uring, batched, registered", "uring", 32, 1.4, BATCHED),
        contest("libaio : fio libaio", "libaio", 32, 1.4, &["--ioengine=libaio", "--iodepth=32"]),
        contest("sync : fio psync, depth 1", "sync", 1, 1.1, &["--ioengine=psync", "--iodepth=1"]),
        contest("null : fio null", "null", 32, 2.0, &["--ioengine=null", "--iodepth=32"]),
    ]
}

/// Open-loop loads whose rate and lateness are compared with the requested ones.
fn paced() -> Vec<(&'static str, BenchLoad)> {
    let load = |engine, pace| BenchLoad { engine, depth: 32, pace };
    vec![
        ("uring, fixed 100k/s", load("uring", BenchPace::Fixed(100_000))),
        ("uring, Poisson 100k/s", load("uring", BenchPace::Poisson(100_000))),
        ("null, fixed 1M/s", load("null", BenchPace::Fixed(1_000_000))),
        ("null, Poisson 1M/s", load("null", BenchPace::Poisson(1_000_000))),
    ]
}

/// The warm-up of fio (`ramp_time`) and of Plimsoll's job (`warm_up`) in seconds.
const WARM_UP_S: f64 = 0.3;

#[derive(Clone, Copy)]
struct BenchEffort {
    /// Counted seconds of one turn.
    seconds: u64,
    /// Turns of each side; they alternate.
    turns: usize,
    /// Counted seconds of an open-loop run.
    paced_seconds: u64,
}

pub(crate) fn peers(words: &[&str]) -> Result<(), String> {
    let (mut write, mut smoke) = (false, false);
    for word in words {
        match *word {
            "--write" => write = true,
            "--smoke" => smoke = true,
            other => return Err(format!("bench peers takes --write and --smoke, not \"{other}\"")),
        }
    }
    let effort = if smoke {
        BenchEffort { seconds: 1, turns: 1, paced_seconds: 1 }
    } else {
        BenchEffort { seconds: 3, turns: 5, paced_seconds: 10 }
    };
    let profile = if smoke { BuildProfile::Dev } else { BuildProfile::Release };
    let binaries = Binaries { plimsoll: ours::build(profile)?, floor: ours::build_floor(profile)? };
    let ground = BenchFolder::lay(if smoke { 256 << 20 } else { 1 << 30 })?;
    let mut rows = Vec::new();
    for contest in contests() {
        rows.push(meet(&contest, effort, &binaries, &ground)?);
        eprintln!("{}", rows.last().map(ContestResult::line).unwrap_or_default());
    }
    let mut accuracies = Vec::new();
    for (name, load) in paced() {
        let result = ours::run(&binaries.plimsoll, &ground, &load, effort.paced_seconds)?;
        accuracies.push(Accuracy { name, load, seconds: effort.paced_seconds, result });
        eprintln!("{}", accuracies.last().map(Accuracy::line).unwrap_or_default());
    }
    let text = table::markdown(&rows, &accuracies, effort.turns, effort.seconds, ground.bytes);
    println!("{text}");
    table::warnings(&rows, &accuracies).iter().for_each(|warning| println!("WARNING: {warning}"));
    if write { table::keep(&text, &ground) } else { Ok(()) }
}

struct Binaries {
    plimsoll: PathBuf,
    floor: PathBuf,
}

/// Runs all sides in turns, so that a drift of the machine affects all.
fn meet(
    contest: &Contest,
    effort: BenchEffort,
    binaries: &Binaries,
    ground: &BenchFolder,
) -> Result<ContestResult, String> {
    let (engine, seconds) = (contest.load.engine, effort.seconds);
    let (mut ours, mut theirs, mut floor) = (Vec::new(), Vec::new(), Vec::new());
    let whole_s = seconds as f64 + WARM_UP_S;
    for _ in 0..effort.turns {
        let run = || Ok(ours::run(&binaries.plimsoll, ground, &contest.load, seconds)?.iops);
        ours.push(timed(whole_s, run)?);
        theirs.push(timed(whole_s, || ours::run_fio(ground, contest.fio, seconds))?);
        if engine != "null" {
            let run = || ours::run_floor(&binaries.floor, ground, engine, seconds);
            floor.push(timed(seconds as f64, run)?);
        }
    }
    Ok(ContestResult {
        name: contest.name,
        ours: middle(&ours),
        theirs: middle(&theirs),
        floor: (!floor.is_empty()).then(|| middle(&floor)),
        target_ratio: contest.target_ratio,
    })
}

/// Runs one side; `whole_s` is the time of its I/O, warm-up included.
fn timed(whole_s: f64, run: impl FnOnce() -> Result<f64, String>) -> Result<Speed, String> {
    let before_s = ours::children_cpu_s().unwrap_or(f64::NAN);
    let iops = run()?;
    let cpu_s = ours::children_cpu_s().unwrap_or(f64::NAN) - before_s;
    Ok(Speed { iops, ios_per_cpu_s: iops * whole_s / cpu_s })
}

fn middle(speeds: &[Speed]) -> Speed {
    let of = |value: fn(&Speed) -> f64| median(&speeds.iter().map(value).collect::<Vec<_>>());
    Speed { iops: of(|x| x.iops), ios_per_cpu_s: of(|x| x.ios_per_cpu_s) }
}
