//! Changes of state while a check runs: a permanently reduced quota, and an intermittent neighbour.
//!
//! Takes a number, gives the times of the changes and the check's report of them. Times count from the moment at which the check
//! reports that it measures.

use super::run::{self, ThrottleRates};
use super::{VerdictOptions, oracle};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use testkit::lab::Lab;

const RATES: ThrottleRates = ThrottleRates { iops: 3000, bytes_per_s: 40_000_000 };
/// The time of the check.
const CHECK_S: u64 = 60;
/// The divisor of a reduced quota.
const CUT_TO: u64 = 4;
/// The busy time of a neighbour, and its period, in seconds.
const NEIGHBOUR_S: (u64, u64) = (5, 14);

/// A running check of the data role, and the begin of its measurement.
struct RunningCheck {
    child: Child,
    begun: Instant,
}

/// Starts a check and waits until it measures.
fn start(wanted: &VerdictOptions, lab: &Lab) -> Result<RunningCheck, String> {
    let budget = format!("{}s", CHECK_S);
    let words = ["--for", "generic-oltp", "--roles", "data", "--budget", &budget];
    let mut command = run::check(wanted, lab, &words);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("cannot run plimsoll: {e}"))?;
    let stderr = child.stderr.take().expect("it was asked for");
    let mut lines = BufReader::new(stderr).lines();
    let measures = |line: &std::io::Result<String>| {
        line.as_ref().is_ok_and(|line| line.contains("Measuring for"))
    };
    if !lines.any(|line| measures(&line)) {
        drop(child.wait());
        return Err("the check never said that it measures".to_owned());
    }
    let begun = Instant::now();
    // The rest of its output is read, so that it never blocks.
    thread::spawn(move || lines.for_each(drop));
    Ok(RunningCheck { child, begun })
}

/// Reduces the quota to a quarter at a moment that differs between runs.
pub(super) fn cut(wanted: &VerdictOptions, number: usize) -> Result<Value, String> {
    let lab = run::lab(wanted, RATES)?;
    let mut running = start(wanted, &lab.0)?;
    let share = 0.25 + 0.05 * number as f64;
    let at = Duration::from_secs_f64(CHECK_S as f64 * share);
    thread::sleep(at.saturating_sub(running.begun.elapsed()));
    limit(
        &lab.0,
        ThrottleRates { iops: RATES.iops / CUT_TO, bytes_per_s: RATES.bytes_per_s / CUT_TO },
    )?;
    let at_s = running.begun.elapsed().as_secs_f64();
    running.child.wait().map_err(|e| format!("the check is lost: {e}"))?;
    let record = run::last(wanted)?;
    Ok(json!({ "at_s": at_s, "to": RATES.iops / CUT_TO, "warnings": record["warnings"],
        "findings": record["findings"] }))
}

/// Lets another process read the same disk under the same limits, 5 of every 14 seconds.
pub(super) fn neighbour(wanted: &VerdictOptions, number: usize) -> Result<Value, String> {
    let lab = run::lab(wanted, RATES)?;
    let mut running = start(wanted, &lab.0)?;
    let over = AtomicBool::new(false);
    let first = Duration::from_secs_f64(6.0 + 1.3 * number as f64);
    let begun = running.begun;
    let starts = thread::scope(|scope| {
        let work = scope.spawn(|| works(&lab.0, begun, first, &over));
        let waited = running.child.wait();
        over.store(true, Ordering::Relaxed);
        let starts = work.join().map_err(|_| "the neighbour panicked".to_owned())?;
        waited.map_err(|e| format!("the check is lost: {e}"))?;
        starts
    })?;
    let record = run::last(wanted)?;
    Ok(
        json!({ "starts_s": starts, "warnings": record["warnings"], "findings": record["findings"] }),
    )
}

/// Runs the neighbour; returns the begins of its busy times in seconds.
fn works(
    lab: &Lab,
    begun: Instant,
    first: Duration,
    over: &AtomicBool,
) -> Result<Vec<f64>, String> {
    let mut starts = Vec::new();
    for turn in 0.. {
        let due = first + Duration::from_secs(NEIGHBOUR_S.1) * turn;
        while begun.elapsed() < due {
            if over.load(Ordering::Relaxed) {
                return Ok(starts);
            }
            thread::sleep(Duration::from_millis(20));
        }
        starts.push(begun.elapsed().as_secs_f64());
        oracle::disturb(lab, NEIGHBOUR_S.0)?;
    }
    Ok(starts)
}

/// Sets other limits while processes run under them.
fn limit(lab: &Lab, rates: ThrottleRates) -> Result<(), String> {
    lab.change_limits((rates.iops, rates.iops), rates.bytes_per_s).map_err(|e| e.to_string())
}
