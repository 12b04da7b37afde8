//! The oracle: Debian's fio in an open loop at a rate, giving the latency at the limit's quantile.
//!
//! I/Os, transfers and durable writes come from one job with room for all that may wait. Commits that end with a flush come
//! from many sessions, each of which commits in its own rhythm from a random moment on and waits for its own flush; together
//! they come at the rate. (With random moments and fdatasync, fio 3.33 ends with a division by zero; its warm-up time then also
//! falsifies the rate.) What the sessions are too busy to start in time is little, as each of them commits a few times a second.

use serde_json::Value;
use testkit::lab::Lab;
use workload::{Access, BlockSizes, CacheMode, Role, RoleKind, SyncMode};

/// Sessions that commit, more or less.
const SESSIONS: f64 = 64.0;
/// I/Os that may wait in fio.
const DEPTH: u32 = 512;
/// Operations that tell a 99th percentile, and the limits of the time for them in seconds.
const OPERATIONS: f64 = 4000.0;
const SECONDS: (u64, u64) = (6, 80);

/// The latency in milliseconds at the role's quantile, of operations that arrive at random at `rate` a second.
pub(super) fn latency_ms(lab: &Lab, role: &Role, rate: f64) -> Result<f64, String> {
    let seconds = ((OPERATIONS / rate) as u64).clamp(SECONDS.0, SECONDS.1);
    let mut command = lab.command("fio");
    command.args(options(role, rate, &lab.devices[0].display().to_string(), seconds));
    let output = command.output().map_err(|e| format!("cannot run fio: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let json = text.find('{').map_or("", |at| &text[at..]);
    let found: Value = serde_json::from_str(json).map_err(|e| {
        format!("fio gave no JSON: {e}: {text}{}", String::from_utf8_lossy(&output.stderr))
    })?;
    let job = &found["jobs"][0];
    let direction = match (flushes(role), role.stream.read_percent) {
        (true, _) => &job["sync"]["lat_ns"],
        (false, _) => &job["mixed"]["clat_ns"],
    };
    let key = format!("{:.6}", role.ceiling.quantile * 100.0);
    let ns = direction["percentile"][&key].as_f64();
    ns.map(|ns| ns / 1e6).ok_or_else(|| format!("fio tells no {key}: {direction}"))
}

/// Another process that reads the lab's disk as fast as it may, for so many seconds.
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

fn flushes(role: &Role) -> bool {
    matches!(role.stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. })
}

fn options(role: &Role, rate: f64, device: &str, seconds: u64) -> Vec<String> {
    let stream = &role.stream;
    let reads = stream.read_percent / 100.0;
    let random = !matches!(stream.access, Access::Sequential);
    let (rw, rates) = match (reads, random) {
        (r, true) if r >= 1.0 => ("randread", vec![rate]),
        (r, false) if r >= 1.0 => ("read", vec![rate]),
        (r, true) if r <= 0.0 => ("randwrite", vec![rate]),
        (r, false) if r <= 0.0 => ("write", vec![rate]),
        (_, true) => ("randrw", vec![rate * reads, rate * (1.0 - reads)]),
        (_, false) => ("rw", vec![rate * reads, rate * (1.0 - reads)]),
    };
    let commits = role.kind == RoleKind::Commit && flushes(role);
    // fio takes whole rates: as many sessions as give the whole rate with them.
    let each = (rate / SESSIONS).round().max(1.0);
    let jobs = if commits { (rate / each).round() } else { 1.0 };
    let rates: Vec<String> = rates.iter().map(|r| format!("{:.0}", (r / jobs).max(1.0))).collect();
    let mut words: Vec<String> = [
        "--name=oracle",
        "--output-format=json",
        "--time_based",
        "--group_reporting",
        "--thread",
        "--norandommap",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut add = |word: String| words.push(word);
    add(format!("--filename={device}"));
    add(format!("--runtime={seconds}"));
    add(format!("--rw={rw}"));
    add(format!("--rate_iops={}", rates.join(",")));
    add(format!("--numjobs={jobs}"));
    if reads > 0.0 && reads < 1.0 {
        add(format!("--rwmixread={:.0}", stream.read_percent));
    }
    let blocks = if reads > 0.0 { &stream.read_blocks } else { &stream.write_blocks };
    add(sizes(blocks));
    add(format!("--percentile_list={:.6}", role.ceiling.quantile * 100.0));
    add(format!("--direct={}", u8::from(stream.cache == CacheMode::Direct)));
    if commits {
        add("--ioengine=psync".to_owned());
        add(format!("--startdelay=0ms-{:.0}ms", 1e3 / each));
        // Each session writes a part of its own.
        add("--offset_increment=1m".to_owned());
        add("--size=1m".to_owned());
    } else {
        add("--ramp_time=2".to_owned());
        add("--rate_process=poisson".to_owned());
        add("--unified_rw_reporting=1".to_owned());
        add("--ioengine=libaio".to_owned());
        add(format!("--iodepth={DEPTH}"));
    }
    match stream.sync {
        SyncMode::Fdatasync { every } => add(format!("--fdatasync={every}")),
        SyncMode::Fsync { every } => add(format!("--fsync={every}")),
        SyncMode::Dsync => add("--sync=dsync".to_owned()),
        SyncMode::Sync | SyncMode::Fua => add("--sync=sync".to_owned()),
        SyncMode::None => {}
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
    fn commits_come_from_many_sessions_and_a_mix_in_both_directions() {
        let mongo = profile("mongodb").unwrap();
        let of = |role: &str, rate: f64| {
            let role = mongo.roles.iter().find(|one| one.name == role).unwrap();
            options(role, rate, "/dev/loop9", 20).join(" ")
        };
        let journal = of("journal", 640.0);
        for part in [
            "--fdatasync=1",
            "--numjobs=64",
            "--rate_iops=10",
            "--startdelay=0ms-100ms",
            "--bssplit=4096/70",
        ] {
            assert!(journal.contains(part), "{part}: {journal}");
        }
        assert!(of("checkpoint", 100.0).contains("--bsrange=4096-32768"));
        let oltp = profile("generic-oltp").unwrap();
        let data = options(&oltp.roles[1], 1000.0, "/dev/loop9", 20).join(" ");
        assert!(data.contains("--rw=randrw") && data.contains("--rate_iops=670,330"), "{data}");
    }
}
