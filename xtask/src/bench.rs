//! Speed side by side with fio: the same work, in turns, on one machine, in one run.
//!
//! Takes the words after `bench peers`; gives a table of medians and ratios, on request kept in
//! docs/performance.md. Never compares with a number of another day or machine.

mod fio;
mod ground;
mod ours;
mod table;

use ground::Ground;
use ours::{Load, Pace};
use table::{Accuracy, Row};

/// One contest: our job against fio's options on the same file and CPU.
struct Contest {
    /// What the reader sees.
    name: &'static str,
    /// Our side.
    load: Load,
    /// Fio's side, beyond what all contests share.
    fio: &'static [&'static str],
    /// The ratio that is wanted.
    target_ratio: f64,
}

/// Fio's best way to drive a ring that we found: batches of 16, buffers and files registered.
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
        load: Load { engine, depth, pace: Pace::Closed },
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

/// Open-loop loads whose rate and lateness are held against what was asked.
fn paced() -> Vec<(&'static str, Load)> {
    let load = |engine, pace| Load { engine, depth: 32, pace };
    vec![
        ("uring, fixed 100k/s", load("uring", Pace::Fixed(100_000))),
        ("uring, Poisson 100k/s", load("uring", Pace::Poisson(100_000))),
        ("null, fixed 1M/s", load("null", Pace::Fixed(1_000_000))),
        ("null, Poisson 1M/s", load("null", Pace::Poisson(1_000_000))),
    ]
}

/// How long and how often.
#[derive(Clone, Copy)]
struct Effort {
    /// Counted seconds of one turn.
    seconds: u64,
    /// Turns of each side; they alternate.
    turns: usize,
    /// Counted seconds of an open-loop run.
    paced_seconds: u64,
}

/// Runs `cargo xtask bench peers`.
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
        Effort { seconds: 1, turns: 1, paced_seconds: 1 }
    } else {
        Effort { seconds: 4, turns: 3, paced_seconds: 10 }
    };
    let binary = ours::build()?;
    fio::ensure()?;
    let ground = Ground::lay(if smoke { 256 << 20 } else { 1 << 30 })?;
    let mut rows = Vec::new();
    for contest in contests() {
        rows.push(meet(&contest, effort, &binary, &ground)?);
        eprintln!("{}", rows.last().map(Row::line).unwrap_or_default());
    }
    let mut accuracies = Vec::new();
    for (name, load) in paced() {
        let seen = ours::run(&binary, &ground, &load, effort.paced_seconds)?;
        accuracies.push(Accuracy { name, load, seconds: effort.paced_seconds, seen });
        eprintln!("{}", accuracies.last().map(Accuracy::line).unwrap_or_default());
    }
    let text = table::markdown(&rows, &accuracies, effort.turns, effort.seconds, ground.bytes);
    println!("{text}");
    table::warnings(&rows, &accuracies).iter().for_each(|warning| println!("WARNING: {warning}"));
    if write { table::keep(&text, &ground) } else { Ok(()) }
}

/// Both sides in turns, so that a drift of the machine falls on both.
fn meet(
    contest: &Contest,
    effort: Effort,
    binary: &std::path::Path,
    ground: &Ground,
) -> Result<Row, String> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..effort.turns {
        ours.push(ours::run(binary, ground, &contest.load, effort.seconds)?.iops);
        theirs.push(fio::run(ground, contest.fio, effort.seconds)?);
    }
    Ok(Row {
        name: contest.name,
        ours_iops: median(&mut ours),
        theirs_iops: median(&mut theirs),
        target_ratio: contest.target_ratio,
    })
}

/// The middle value, or the mean of the two in the middle; 0 for none.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0]), 2.5);
    }
}
