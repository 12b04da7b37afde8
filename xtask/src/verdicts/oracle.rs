//! The oracle: Debian's fio, in an open loop at a rate or in a closed loop, with the operations of a role.

use super::shape;
use crate::bench::fio::document;
use serde_json::Value;
use testkit::lab::Lab;
use workload::Role;

/// The most waiting I/Os of an open loop.
const DEPTH: u32 = 512;
/// Operations for a 99th percentile, and the limits of the time for them in seconds.
const OPERATIONS: f64 = 4000.0;
const SECONDS: (u64, u64) = (6, 30);

/// The latency in milliseconds at the role's quantile, of operations that arrive at random at `rate` per second for at least
/// `seconds`.
pub(super) fn latency_ms(lab: &Lab, role: &Role, rate: f64, seconds: u64) -> Result<f64, String> {
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

/// The rate of the role's closed loop.
pub(super) fn closed_loop_iops(lab: &Lab, role: &Role) -> Result<f64, String> {
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
