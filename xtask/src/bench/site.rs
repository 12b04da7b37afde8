//! The site with a large store and many visitors: the speed of its pages, and how much the visitors slow down a run.
//!
//! Takes the words after `bench site`; gives two tables. Runs with visitors alternate with the same run alone, so the ratio is
//! fair even on a busy machine. The visitors use the same CPUs as the run and the site.

use super::ground::BenchFolder;
use super::ours::{self, BenchLoad, BenchPace, BuildProfile};
use super::visitors::{Site, Visitors, VisitorsCount};
use base::median;
use std::path::Path;
use std::time::{Duration, Instant};
use store::Store;
use testkit::record::check_example;

/// Different storages of the runs in the store.
const STORAGES: usize = 40;
/// Runs per transaction.
const BATCH_RUNS: usize = 1000;
/// The pages that are timed.
const PAGES: [(&str, &str); 5] = [
    ("first page", "/"),
    ("search by a word", "/?words=storage-17"),
    ("filter by storage", "/?target=%2Fdev%2Fstorage-17"),
    ("runs 50,001 to 50,050", "/?skip=50000"),
    ("sorted by answer", "/?sort=answer"),
];

/// The size of the bench.
struct SiteEffort {
    runs: usize,
    /// Requests of each page.
    requests: usize,
    /// Pairs of a run alone and a run with visitors.
    turns: usize,
    seconds: u64,
    visitors: VisitorsCount,
}

/// Runs `cargo xtask bench site`.
pub(crate) fn site(words: &[&str]) -> Result<(), String> {
    let (profile, effort) = match words {
        [] => {
            let visitors = VisitorsCount { readers: 200, followers: 50 };
            let effort =
                SiteEffort { runs: 100_000, requests: 20, turns: 5, seconds: 15, visitors };
            (BuildProfile::Release, effort)
        }
        ["--smoke"] => {
            let visitors = VisitorsCount { readers: 10, followers: 3 };
            let effort = SiteEffort { runs: 2000, requests: 2, turns: 1, seconds: 2, visitors };
            (BuildProfile::Dev, effort)
        }
        _ => return Err("bench site takes --smoke or nothing".to_owned()),
    };
    let binary = ours::build(profile)?;
    let ground = BenchFolder::lay(256 << 20)?;
    let store = ground.folder.join("results.db");
    fill(&store, effort.runs)?;
    let site = Site::start(&binary, &store)?;
    println!("| page with {} runs | median, ms | slowest, ms | KiB |", effort.runs);
    println!("| --- | ---: | ---: | ---: |");
    for (name, path) in PAGES {
        println!("{}", page_line(&site, name, path, effort.requests)?);
    }
    println!("\n{}", beside(&binary, &ground, &site, &effort)?);
    Ok(())
}

/// Fills a store with typical runs, without the intervals of their trials, which no list shows.
fn fill(path: &Path, runs: usize) -> Result<(), String> {
    let failed = |e: store::StoreError| format!("failed to fill {}: {e:?}", path.display());
    let mut store = Store::open(path).map_err(failed)?;
    let mut example = check_example();
    example.trials.clear();
    for first in (0..runs).step_by(BATCH_RUNS) {
        let records: Vec<_> = (first..runs.min(first + BATCH_RUNS))
            .map(|number| {
                let mut record = example.clone();
                record.target = format!("/dev/storage-{}", number % STORAGES);
                record.started_unix_s += number as i64 * 600;
                record
            })
            .collect();
        store.add(&records).map_err(failed)?;
    }
    Ok(())
}

fn page_line(site: &Site, name: &str, path: &str, requests: usize) -> Result<String, String> {
    let (mut times_ms, mut bytes) = (Vec::new(), 0);
    for _ in 0..requests {
        let begun = Instant::now();
        bytes = site.get(path)?;
        times_ms.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    let slowest = times_ms.iter().copied().fold(0.0, f64::max);
    Ok(format!("| {name} | {:.1} | {slowest:.1} | {} |", median(&times_ms), bytes >> 10))
}

/// Runs alone and with visitors, in turns.
fn beside(
    binary: &Path,
    ground: &BenchFolder,
    site: &Site,
    effort: &SiteEffort,
) -> Result<String, String> {
    let loads = [
        ("open loop, 100,000/s", BenchPace::Fixed(100_000)),
        ("closed loop, depth 32", BenchPace::Closed),
    ];
    let VisitorsCount { readers, followers } = effort.visitors;
    let mut text = format!(
        "| run beside {readers} readers and {followers} followers | IOPS alone | IOPS beside them | ratio | pages | median page, ms | events |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    );
    // The runs get the next numbers of the store.
    let mut run = effort.runs;
    for (name, pace) in loads {
        let load = BenchLoad { engine: "uring", depth: 32, pace };
        let (mut alone, mut together, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        let (mut pages_ms, mut events) = (Vec::new(), 0);
        for _ in 0..effort.turns {
            let quiet = ours::run(binary, ground, &load, effort.seconds)?.iops;
            run += 2;
            let visitors = Visitors::come(site, effort.visitors, run);
            std::thread::sleep(Duration::from_secs(1));
            let busy = ours::run(binary, ground, &load, effort.seconds)?.iops;
            let measurements = visitors.leave()?;
            pages_ms.extend(measurements.pages_ms);
            events += measurements.events;
            alone.push(quiet);
            together.push(busy);
            ratios.push(busy / quiet);
        }
        text += &format!(
            "| {name} | {:.0} | {:.0} | {:.3} | {} | {:.1} | {events} |\n",
            median(&alone),
            median(&together),
            median(&ratios),
            pages_ms.len(),
            median(&pages_ms),
        );
    }
    Ok(text)
}
