//! One part: fio's load line of a volume, and the checks beside it.

use super::shape::{self, Course};
use super::{Part, folder, oracle};
use crate::source;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use testkit::lab::{Lab, LabGuard};
use workload::{Role, profile::BUILT_IN};

/// Required rates in per cent of fio's line; 0: no requirement.
pub(super) const LEVELS_PERCENT: [u64; 5] = [50, 80, 120, 200, 0];

pub(super) fn role() -> Role {
    let (name, text) = BUILT_IN.iter().find(|one| one.0 == "generic-oltp").expect("built in");
    let profile = job::profile::read(name, text).unwrap_or_else(|_| panic!("{name} is read"));
    profile.roles.into_iter().find(|role| role.name == "data").expect("it has a data role")
}

/// Finds fio's line and runs the checks; the result is what the table needs.
pub(super) fn part(part: Part) -> Result<Value, String> {
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
    let most = oracle::closed_loop_iops(lab, &role)?;
    let is_over = AtomicBool::new(false);
    let search = |seconds: u64| -> Result<f64, String> {
        let (mut low, mut high) = (most * 0.4, most * 1.04);
        for _ in 0..5 {
            let rate = low.midpoint(high);
            let meets = || -> Result<bool, String> {
                Ok(oracle::latency_ms(lab, &role, rate, seconds)? <= limit_ms)
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
