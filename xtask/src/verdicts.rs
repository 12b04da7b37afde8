//! `cargo xtask verdicts`: compares the verdicts of `plimsoll check` on throttled loop devices with an oracle made with fio.
//!
//! For each shape of a volume and each disturbance, fio's open loop finds the highest rate that meets the latency limit. Then
//! checks run at required rates below and above it, and one without a requirement. Each part is stored in target/verdicts as soon
//! as it is known and is not run again, so that a stopped run can be resumed.

mod shape;

use crate::bench::ours::document;
use crate::source;
use base::number::readable;
use serde_json::{Value, json};
use shape::{Course, Disturbance, SHAPES, Shape};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use testkit::lab::{Lab, LabGuard};
use workload::Role;
use workload::profile::BUILT_IN;

const HELP: &str = "\
cargo xtask verdicts [--write]
120 checks of the data role of generic-oltp on six shapes of throttled loop devices: quiet (30 s and 90 s), beside two busy
processes, and beside another writer (30 s each); at 50, 80, 120 and 200 % of the load line that fio finds, and without a
requirement. Three devices at once; about 40 minutes. Results are kept in target/verdicts and resumed; remove them to measure
again. --write puts the table into docs/explanation/verdicts.md. Run it as root on a quiet machine, after `cargo build --release
-p plimsoll`.";

/// Devices that are tested at once.
const LANES: usize = 3;

/// One part of the work; its name is that of its result file.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    shape: &'static Shape,
    disturbance: Disturbance,
}

impl Part {
    fn name(self) -> String {
        format!("{}-{}", self.disturbance.name(), self.shape.name)
    }

    fn file(self) -> PathBuf {
        folder().join(format!("{}.json", self.name()))
    }
}

fn folder() -> PathBuf {
    source::root().join("target/verdicts")
}

fn parts() -> impl Iterator<Item = Part> {
    Disturbance::ALL
        .into_iter()
        .flat_map(|disturbance| SHAPES.iter().map(move |shape| Part { shape, disturbance }))
}

pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let is_written = match words {
        [] => false,
        ["--write"] => true,
        _ => return Err(HELP.to_owned()),
    };
    std::fs::create_dir_all(folder())
        .map_err(|e| format!("cannot make {}: {e}", folder().display()))?;
    for disturbance in Disturbance::ALL {
        let missing = |part: &Part| part.disturbance == disturbance && !part.file().exists();
        // A busy program disturbs all lanes alike, so the lanes meet before the next disturbance.
        run_lanes(parts().filter(missing).collect())?;
    }
    let text = page(&parts().collect::<Vec<_>>())?;
    print!("{text}");
    if is_written {
        let path = source::root().join("docs/explanation/verdicts.md");
        std::fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

/// Runs parts of one disturbance on several devices at once.
fn run_lanes(parts: Vec<Part>) -> Result<(), String> {
    let Some(first) = parts.first() else { return Ok(()) };
    let _busy = first.disturbance.start_busy_programs()?;
    let queue = Mutex::new(parts.into_iter());
    let lane = || {
        loop {
            let next = queue.lock().expect("no lane panics with the queue").next();
            let Some(part) = next else { return Ok(()) };
            let found = measure(part).map_err(|e| format!("{}: {e}", part.name()))?;
            std::fs::write(part.file(), format!("{found:#}\n"))
                .map_err(|e| format!("cannot write {}: {e}", part.file().display()))?;
        }
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..LANES).map(|_| scope.spawn(lane)).collect();
        running.into_iter().try_for_each(|lane| lane.join().expect("a lane does not panic"))
    })
}

/// Required rates in per cent of fio's line; 0: no requirement.
const LEVELS_PERCENT: [u64; 5] = [50, 80, 120, 200, 0];

fn role() -> Role {
    let (name, text) = BUILT_IN.iter().find(|one| one.0 == "generic-oltp").expect("built in");
    let profile = job::profile::read(name, text).unwrap_or_else(|_| panic!("{name} is read"));
    profile.roles.into_iter().find(|role| role.name == "data").expect("it has a data role")
}

/// Finds fio's line and runs the checks; the result is what the table needs.
fn measure(part: Part) -> Result<Value, String> {
    let scratch = folder().join(part.name());
    std::fs::create_dir_all(&scratch)
        .map_err(|e| format!("cannot make {}: {e}", scratch.display()))?;
    let lab = Lab::up(&scratch.join("lab"), &part.shape.config()).map_err(|e| e.to_string())?;
    let lab = LabGuard(lab);
    shape::divide(&lab.0)?;
    let writer = part.disturbance.start_writer(&lab.0, part.shape)?;
    let line = line(part, &lab.0)?;
    eprintln!("{}: fio's line is {line:.0} IOPS", part.name());
    let mut checks = Vec::new();
    for budget_s in part.disturbance.budgets_s() {
        for percent in LEVELS_PERCENT {
            let found = check(part, &lab.0, *budget_s, line * percent as f64 / 100.0)?;
            eprintln!("{}: {percent} % in {budget_s} s: {}", part.name(), found["verdict"]);
            checks.push(json!({ "percent": percent, "budget_s": budget_s, "found": found }));
        }
    }
    drop(writer);
    drop(lab);
    std::fs::remove_dir_all(&scratch)
        .map_err(|e| format!("cannot remove {}: {e}", scratch.display()))?;
    Ok(json!({ "line": line, "checks": checks }))
}

/// The highest rate at which fio meets the limit: a part of its closed loop, found by halving an interval five times.
fn line(part: Part, lab: &Lab) -> Result<f64, String> {
    let role = role();
    let limit_ms = role.latency_limit.latency_ns.0 as f64 / 1e6;
    shape::set(lab, part.shape.lasting())?;
    let most = closed_loop_iops(lab, &role)?;
    let is_over = AtomicBool::new(false);
    let search = |seconds: u64| -> Result<f64, String> {
        let (mut low, mut high) = (most * 0.4, most * 1.04);
        for _ in 0..5 {
            let rate = low.midpoint(high);
            let meets = || -> Result<bool, String> {
                Ok(latency_ms(lab, &role, rate, seconds)? <= limit_ms)
            };
            // A disturbed run of fio misses a rate for good otherwise: lines of 413 and 760 IOPS were found for one volume.
            if meets()? || meets()? {
                low = rate;
            } else {
                high = rate;
            }
        }
        Ok(low.midpoint(high))
    };
    let Course::Phases { period_s, .. } = part.shape.course else { return search(0) };
    thread::scope(|scope| {
        let follow = scope.spawn(|| part.shape.follow(lab, Duration::ZERO, &is_over));
        let found = search(period_s);
        is_over.store(true, Ordering::Relaxed);
        follow.join().expect("the course does not panic")?;
        found
    })
}

/// One check; the course of the volume begins with it.
fn check(part: Part, lab: &Lab, budget_s: u64, required: f64) -> Result<Value, String> {
    let plimsoll = source::release();
    let device = shape::half(lab, 1);
    let scratch = folder().join(part.name());
    // The lab gives its programs priority over others, which a user has not.
    let mut command = lab.command("nice");
    command.args(["-n", "10"]).arg(&plimsoll);
    command.args(["check", &device, "--destroy", &device, "--for", "generic-oltp"]);
    command.args(["--roles", "data", "--budget", &format!("{budget_s}s"), "--store", "store"]);
    if required > 0.0 {
        command.args(["--require", &format!("iops>={required:.0}")]);
    }
    command.current_dir(&scratch).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let is_over = AtomicBool::new(false);
    let whole = Duration::from_secs(budget_s);
    thread::scope(|scope| {
        let follow = scope.spawn(|| part.shape.follow(lab, whole, &is_over));
        let end = command.status();
        is_over.store(true, Ordering::Relaxed);
        follow.join().expect("the course does not panic")?;
        end.map_err(|e| format!("cannot run plimsoll: {e}"))
    })?;
    let mut show = Command::new(plimsoll);
    show.args(["results", "--store", "store", "show", "last", "--json"]).current_dir(&scratch);
    let output = show.output().map_err(|e| format!("cannot run plimsoll: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let record: Value =
        serde_json::from_str(&text).map_err(|e| format!("no result: {e}: {text}"))?;
    let finding = &record["findings"][0];
    let warnings = record["warnings"].as_array().into_iter().flatten();
    let kinds: Vec<&Value> = warnings.map(|warning| &warning["kind"]).collect();
    Ok(json!({
        "required": required, "verdict": record["verdict"], "sentence": record["sentence"],
        "confirmed": finding["confirmed"]["rate"], "refuted": finding["refuted"]["rate"],
        "limit": finding["limit"], "warnings": kinds,
    }))
}

const DEPTH: u32 = 512;
/// Operations for a 99th percentile, and the limits of the time for them in seconds.
const OPERATIONS: f64 = 4000.0;
const SECONDS: (u64, u64) = (6, 30);

/// The latency in milliseconds at the role's quantile, of operations that arrive at random at `rate` per second for at least
/// `seconds`.
fn latency_ms(lab: &Lab, role: &Role, rate: f64, seconds: u64) -> Result<f64, String> {
    let seconds = ((OPERATIONS / rate) as u64).clamp(SECONDS.0, SECONDS.1).max(seconds);
    let reads = role.stream.read_percent / 100.0;
    let found = fio(
        lab,
        role,
        &[
            format!("--rate_iops={:.0},{:.0}", rate * reads, rate * (1.0 - reads)),
            "--rate_process=poisson".to_owned(),
            format!("--iodepth={DEPTH}"),
            format!("--runtime={seconds}"),
        ],
    )?;
    let key = format!("{:.6}", role.latency_limit.quantile * 100.0);
    let ns = found["clat_ns"]["percentile"][&key].as_f64();
    ns.map(|ns| ns / 1e6).ok_or_else(|| format!("fio tells no {key}: {found}"))
}

fn closed_loop_iops(lab: &Lab, role: &Role) -> Result<f64, String> {
    let options = [format!("--iodepth={}", role.stream.depth), format!("--runtime={}", SECONDS.0)];
    let found = fio(lab, role, &options)?;
    found["iops"].as_f64().ok_or_else(|| format!("fio tells no rate: {found}"))
}

/// Runs fio with the operations of a role whose access is random; gives what it tells of reads and writes together.
fn fio(lab: &Lab, role: &Role, options: &[String]) -> Result<Value, String> {
    let mut command = lab.command("fio");
    command.args(["--name=oracle", "--time_based", "--ramp_time=2"]);
    command.args(["--thread", "--norandommap", "--unified_rw_reporting=1", "--ioengine=libaio"]);
    command.args(["--direct=1", "--rw=randrw"]);
    command.arg(format!("--bs={}", role.stream.read_blocks.largest().0));
    command.arg(format!("--rwmixread={:.0}", role.stream.read_percent));
    command.arg(format!("--percentile_list={:.6}", role.latency_limit.quantile * 100.0));
    command.arg(format!("--filename={}", shape::half(lab, 1))).args(options);
    let found = document(&mut command)?;
    Ok(found["jobs"][0]["mixed"].clone())
}

#[derive(Default)]
struct VerdictCounts {
    right: u32,
    undecided: u32,
    wrong: u32,
}

impl VerdictCounts {
    fn add(&mut self, percent: u64, verdict: &Value) {
        let right = if percent < 100 { "fit" } else { "not-fit" };
        match verdict.as_str() {
            Some(said) if said == right => self.right += 1,
            Some("fit" | "not-fit") => self.wrong += 1,
            _ => self.undecided += 1,
        }
    }

    fn row(&self, name: &str) -> String {
        let Self { right, undecided, wrong } = self;
        let all = right + undecided + wrong;
        format!("| {name} | {all} | {right} | {undecided} | {wrong} |\n")
    }
}

/// Confirmed loads of the checks without a requirement, against fio's line.
#[derive(Default)]
struct ConfirmedCounts {
    all: u32,
    at_least_half: u32,
    above: u32,
}

/// The page, from the existing parts.
fn page(parts: &[Part]) -> Result<String, String> {
    let mut levels: Vec<VerdictCounts> = LEVELS_PERCENT.map(|_| VerdictCounts::default()).into();
    let mut confirmed = ConfirmedCounts::default();
    let mut rows = String::new();
    for part in parts {
        let text = std::fs::read_to_string(part.file())
            .map_err(|e| format!("cannot read {}: {e}", part.file().display()))?;
        let stored: Value =
            serde_json::from_str(&text).map_err(|e| format!("{}: {e}", part.name()))?;
        let line = stored["line"].as_f64().ok_or_else(|| format!("{}: no line", part.name()))?;
        for check in stored["checks"].as_array().into_iter().flatten() {
            let percent = check["percent"].as_u64().unwrap_or_default();
            let found = &check["found"];
            if percent > 0 {
                let level = LEVELS_PERCENT.iter().position(|one| *one == percent);
                let level = level.ok_or_else(|| format!("{}: {percent} %", part.name()))?;
                levels[level].add(percent, &found["verdict"]);
            } else {
                let share = found["confirmed"].as_f64().unwrap_or_default() / line;
                confirmed.all += 1;
                confirmed.at_least_half += u32::from(share >= 0.5);
                confirmed.above += u32::from(share > 1.0);
            }
            rows.push_str(&row(*part, line, check));
        }
    }
    let counts: String = LEVELS_PERCENT
        .iter()
        .zip(&levels)
        .filter(|(percent, _)| **percent > 0)
        .map(|(percent, counts)| counts.row(&format!("{percent} %")))
        .collect();
    let ConfirmedCounts { all, at_least_half, above } = confirmed;
    Ok(format!(
        "# Verdicts on throttled volumes\n\n\
         `cargo xtask verdicts --write` tests how often `plimsoll check` is right about a real device, and makes this page.\n\n\
         | required, of fio's line | checks | right | CANNOT TELL | wrong |\n| --- | --- | --- | --- | --- |\n{counts}\n\
         Without a requirement, {at_least_half} of {all} checks confirmed at least half of fio's line, and {above} more than it.\n\n\
         | in the table | is |\n| --- | --- |\n\
         | volume | half of a loop device that the kernel throttles |\n\
         | role | `data` of `generic-oltp`: 8 KiB, 67 % reads, p99 of at most 20 ms |\n\
         | fio's line | the highest rate at which fio meets that limit (Poisson arrivals, error 2 %), measured beside the same disturbance, and after a fall or the end of a burst |\n\
         | `busy` | beside two programs that only calculate, on two CPUs |\n\
         | `writer` | beside a program that writes to the other half, at a tenth of the lowest limit |\n\n\
         | volume | beside | budget | fio's line | required | verdict | confirmed | refuted |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n{rows}"
    ))
}

fn row(part: Part, line: f64, check: &Value) -> String {
    let found = &check["found"];
    let rate = |value: &Value| value.as_f64().map_or("-".to_owned(), readable);
    let required = match check["percent"].as_u64() {
        Some(0) | None => "-".to_owned(),
        Some(percent) => format!("{percent} %"),
    };
    let verdict = match found["verdict"].as_str() {
        Some("fit") => "FIT",
        Some("not-fit") => "NOT FIT",
        _ => "CANNOT TELL",
    };
    format!(
        "| {} | {} | {} s | {} | {required} | {verdict} | {} | {} |\n",
        part.shape.name,
        part.disturbance.name(),
        check["budget_s"],
        readable(line),
        rate(&found["confirmed"]),
        rate(&found["refuted"]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_above_the_line_is_wrong() {
        let mut counts = VerdictCounts::default();
        for (percent, verdict) in
            [(80, "fit"), (80, "not-fit"), (120, "not-fit"), (120, "fit"), (120, "cannot-tell")]
        {
            counts.add(percent, &verdict.into());
        }
        assert_eq!((counts.right, counts.undecided, counts.wrong), (2, 1, 2));
    }
}
