//! One check on a throttled loop device, and its answer.

use super::{VerdictOptions, oracle};
use serde_json::{Value, json};
use std::process::Stdio;
use testkit::lab::{Lab, LabConfig, LabGuard};
use workload::{Profile, profile::BUILT_IN};

/// The size of the tested device: small enough to be filled through its own throttle.
const SIZE_BYTES: u64 = 96 << 20;

/// The limits of a throttle, each for reads and for writes; 0: none.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThrottleRates {
    pub(super) iops: u64,
    pub(super) bytes_per_s: u64,
}

impl ThrottleRates {
    pub(super) fn name(self) -> String {
        match (self.iops, self.bytes_per_s / 1_000_000) {
            (0, mb) => format!("{mb}mb"),
            (iops, 0) => format!("{iops}iops"),
            (iops, mb) => format!("{iops}iops-{mb}mb"),
        }
    }
}

/// A built-in profile.
pub(super) fn profile(name: &str) -> Result<Profile, String> {
    let (_, text) = BUILT_IN.iter().find(|one| one.0 == name).ok_or("no such profile")?;
    let read = job::profile::read(name, text);
    read.map_err(|_| format!("the profile {name} cannot be read"))
}

/// A lab of one disk with these limits.
pub(super) fn lab(wanted: &VerdictOptions, rates: ThrottleRates) -> Result<LabGuard, String> {
    let wish = LabConfig {
        size_bytes: SIZE_BYTES,
        iops: (rates.iops, rates.iops),
        bytes_per_s: rates.bytes_per_s,
        ..LabConfig::default()
    };
    Lab::up(&wanted.lab, &wish).map(LabGuard).map_err(|e| e.to_string())
}

/// The command of a check in the lab; its JSON goes to standard output.
pub(super) fn check(wanted: &VerdictOptions, lab: &Lab, words: &[&str]) -> std::process::Command {
    let device = lab.devices[0].display().to_string();
    let mut command = lab.command(&wanted.plimsoll.display().to_string());
    command.args(["check", &device, "--destroy", &device, "--seed", "1"]);
    command.args(words).args(["--store", "store"]);
    command.current_dir(wanted.scratch()).stdin(Stdio::null());
    command
}

/// The last run of the store as JSON.
pub(super) fn last(wanted: &VerdictOptions) -> Result<Value, String> {
    let output = std::process::Command::new(&wanted.plimsoll)
        .args(["results", "--store", "store", "show", "last", "--json"])
        .current_dir(wanted.scratch())
        .output()
        .map_err(|e| format!("cannot run plimsoll: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).map_err(|e| format!("no result: {e}: {text}"))
}

/// Checks one profile with all its roles, and compares each load line with fio.
pub(super) fn roles(
    wanted: &VerdictOptions,
    rates: ThrottleRates,
    name: &str,
) -> Result<Value, String> {
    let known = profile(name)?;
    let lab = lab(wanted, rates)?;
    let budget = format!("{}s", wanted.budget_s * known.roles.len() as u64 / 3);
    let words = ["--for", name, "--roles", "all", "--budget", &budget];
    let status = check(wanted, &lab.0, &words)
        .stdout(Stdio::null())
        .status()
        .map_err(|e| format!("cannot run plimsoll: {e}"))?;
    let record = last(wanted)?;
    let found = record["findings"].as_array().ok_or_else(|| format!("no findings: {status}"))?;
    let warnings = record["warnings"].as_array().cloned().unwrap_or_default();
    let mut roles = Vec::new();
    for finding in found {
        let role = known.roles.iter().find(|role| finding["role"] == role.name.as_str());
        let role = role.ok_or("a finding of no role")?;
        let line = finding["load_line"]["value"].as_f64();
        let stalls =
            warnings.iter().any(|d| d["kind"] == "stalls" && d["about"] == role.name.as_str());
        let at = |part: f64| -> Result<Option<f64>, String> {
            let Some(line) = line else { return Ok(None) };
            oracle::latency_ms(&lab.0, role, line * part)
        };
        let (on_line, above) = (at(1.0)?, at(1.15)?);
        roles.push(json!({
            "role": role.name, "verdict": finding["verdict"], "reason": finding["sentence"],
            "line": line, "limit": finding["limit"], "quota": finding["quota"], "stalls": stalls,
            "latency_limit_ms": role.latency_limit.latency_ns.0 as f64 / 1e6,
            "fio_at_line_ms": on_line, "fio_above_ms": above,
        }));
    }
    Ok(json!({ "rates": rates.name(), "profile": name, "roles": roles,
        "iops": rates.iops, "bytes_per_s": rates.bytes_per_s }))
}
