//! The oracle: Debian's fio in an open loop at a rate, giving the latency at the limit's quantile.
//!
//! Operations come from one job with enough depth for all waiting ones. Commits that end with a flush cannot be judged: with
//! random arrivals and fdatasync, fio 3.33 ends with a division by zero, and at fixed distances it counts bytes, not commits.

use serde_json::Value;
use testkit::lab::Lab;
use workload::{AccessPattern, BlockSizes, CacheMode, Role, SyncMode};

/// The most waiting I/Os in fio.
const DEPTH: u32 = 512;
/// Operations for a 99th percentile, and the limits of the time for them in seconds.
const OPERATIONS: f64 = 4000.0;
const SECONDS: (u64, u64) = (6, 80);

/// The latency in milliseconds at the role's quantile, of operations that arrive at random at `rate` per second; `None` if fio
/// cannot make such a load.
pub(super) fn latency_ms(lab: &Lab, role: &Role, rate: f64) -> Result<Option<f64>, String> {
    if matches!(role.stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. }) {
        return Ok(None);
    }
    let seconds = ((OPERATIONS / rate) as u64).clamp(SECONDS.0, SECONDS.1);
    let mut command = lab.command("fio");
    command.args(options(role, rate, &lab.devices[0].display().to_string(), seconds));
    let output = command.output().map_err(|e| format!("cannot run fio: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let json = text.find('{').map_or("", |at| &text[at..]);
    let found: Value = serde_json::from_str(json).map_err(|e| {
        format!("fio gave no JSON: {e}: {text}{}", String::from_utf8_lossy(&output.stderr))
    })?;
    let direction = &found["jobs"][0]["mixed"]["clat_ns"];
    let key = format!("{:.6}", role.latency_limit.quantile * 100.0);
    let ns = direction["percentile"][&key].as_f64();
    ns.map(|ns| Some(ns / 1e6)).ok_or_else(|| format!("fio tells no {key}: {direction}"))
}

/// Reads the lab's disk from another process as fast as the limits allow, for `seconds`.
pub(super) fn disturb(lab: &Lab, seconds: u64) -> Result<(), String> {
    let mut command = lab.command("fio");
    command.args(["--name=neighbour", "--rw=randread", "--bs=8k", "--iodepth=64", "--direct=1"]);
    command.args(["--ioengine=libaio", "--time_based", "--thread"]);
    command.arg(format!("--filename={}", lab.devices[0].display()));
    command.arg(format!("--runtime={seconds}"));
    let output = command.output().map_err(|e| format!("cannot run fio: {e}"))?;
    let failed = || String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(failed()) }
}

fn options(role: &Role, rate: f64, device: &str, seconds: u64) -> Vec<String> {
    let stream = &role.stream;
    let reads = stream.read_percent / 100.0;
    let random = !matches!(stream.access, AccessPattern::Sequential);
    let (rw, rates) = match (reads, random) {
        (r, true) if r >= 1.0 => ("randread", vec![rate]),
        (r, false) if r >= 1.0 => ("read", vec![rate]),
        (r, true) if r <= 0.0 => ("randwrite", vec![rate]),
        (r, false) if r <= 0.0 => ("write", vec![rate]),
        (_, true) => ("randrw", vec![rate * reads, rate * (1.0 - reads)]),
        (_, false) => ("rw", vec![rate * reads, rate * (1.0 - reads)]),
    };
    let rates: Vec<String> = rates.iter().map(|r| format!("{:.0}", r.max(1.0))).collect();
    let mut words: Vec<String> = [
        "--name=oracle",
        "--output-format=json",
        "--time_based",
        "--ramp_time=2",
        "--thread",
        "--norandommap",
        "--rate_process=poisson",
        "--unified_rw_reporting=1",
        "--ioengine=libaio",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut add = |word: String| words.push(word);
    add(format!("--filename={device}"));
    add(format!("--runtime={seconds}"));
    add(format!("--rw={rw}"));
    add(format!("--rate_iops={}", rates.join(",")));
    add(format!("--iodepth={DEPTH}"));
    if reads > 0.0 && reads < 1.0 {
        add(format!("--rwmixread={:.0}", stream.read_percent));
    }
    let blocks = if reads > 0.0 { &stream.read_blocks } else { &stream.write_blocks };
    add(sizes(blocks));
    add(format!("--percentile_list={:.6}", role.latency_limit.quantile * 100.0));
    add(format!("--direct={}", u8::from(stream.cache == CacheMode::Direct)));
    match stream.sync {
        SyncMode::Dsync => add("--sync=dsync".to_owned()),
        SyncMode::Sync | SyncMode::Fua => add("--sync=sync".to_owned()),
        SyncMode::None | SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. } => {}
    }
    words
}

/// fio's option for the sizes.
fn sizes(blocks: &BlockSizes) -> String {
    match blocks {
        BlockSizes::Fixed(size) => format!("--bs={}", size.0),
        BlockSizes::Weighted(parts) => {
            let all: f64 = parts.iter().map(|part| part.1).sum();
            let parts: Vec<String> = parts
                .iter()
                .map(|(size, percent)| format!("{}/{:.0}", size.0, 100.0 * percent / all))
                .collect();
            format!("--bssplit={}", parts.join(":"))
        }
        other => format!("--bsrange={}-{}", other.smallest().0, other.largest().0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdicts::run::profile;

    #[test]
    fn a_mix_comes_in_both_directions() {
        let mongo = profile("mongodb").unwrap();
        let of = |role: &str, rate: f64| {
            let role = mongo.roles.iter().find(|one| one.name == role).unwrap();
            options(role, rate, "/dev/loop9", 20).join(" ")
        };
        assert!(of("checkpoint", 100.0).contains("--bsrange=4096-32768"));
        let oltp = profile("generic-oltp").unwrap();
        let data = options(&oltp.roles[1], 1000.0, "/dev/loop9", 20).join(" ");
        assert!(data.contains("--rw=randrw") && data.contains("--rate_iops=670,330"), "{data}");
    }
}
