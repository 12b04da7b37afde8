//! The one table of keys of a `sim:` text: name, kind, range, defaults, help, example and reader.
//!
//! The reader of texts uses [`KEYS`]; [`markdown`] generates the table in `docs/reference/simulation.md`. A comment beside
//! each default gives its source. No default is defined twice.

mod readers;

use super::spec::{SimMedium, SimSpec};
use readers::{
    above, rate, rate_or_none, set_chunk, set_daily, set_layout, set_neighbour, set_slow,
    set_stall, set_stall_disk, set_step, size, time, whole, within, yes,
};
use std::fmt::Write;

#[derive(Clone, Copy, Debug)]
pub struct SimKey {
    pub name: &'static str,
    pub range: &'static str,
    /// The default for hdd, ssd, nvme and cloud; empty: none; `-`: the key does not apply.
    pub defaults: [&'static str; 4],
    pub help: &'static str,
    pub example: &'static str,
    pub repeats: bool,
    pub(super) set: fn(&mut SimSpec, &str) -> Result<(), String>,
}

impl SimKey {
    const fn repeated(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// The default for a medium as the table shows it: `-` where the key means nothing, empty without a default.
    fn cell(&self, medium: SimMedium) -> &'static str {
        self.defaults[medium as usize]
    }

    /// Whether it means something on a medium.
    pub fn applies_to(&self, medium: SimMedium) -> bool {
        self.cell(medium) != "-"
    }

    pub fn default_of(&self, medium: SimMedium) -> Option<&'static str> {
        Some(self.cell(medium)).filter(|text| self.applies_to(medium) && !text.is_empty())
    }
}

const SIZE: &str = "a size such as 64KiB";
const TIME: &str = "a duration such as 200us";
const RATE: &str = "a number above 0";
const SHARE: &str = "a share from 0 to 1";
const QUOTA: &str = "a number above 0, or none";
const YES: &str = "yes or no";
/// No default on any medium.
const NONE: [&str; 4] = [""; 4];

/// A row of the table: the key and its range, defaults, example, reader, and whether it may be repeated; below, what it does.
macro_rules! keys {
    ($($name:literal: $range:expr, $defaults:expr, $example:literal, $set:expr $(, $repeated:ident)?, $help:literal;)+) => {
        &[$(
            SimKey { name: $name, range: $range, defaults: $defaults, help: $help, example: $example, repeats: false, set: $set }
                $(.$repeated())?
        ),+]
    };
}

/// Every key, in the order of the documentation.
pub const KEYS: &[SimKey] = keys! {
    "size": SIZE, ["1TiB", "1TiB", "2TiB", "500GiB"], "size=4TiB", |s, v| above(size(v)?, 0).map(|x| s.size_bytes = x),
        "size of one disk";
    "disks": "1 to 256", ["1", "1", "1", "1"], "disks=14", |s, v| whole(v, 1, 256).map(|x| s.disks = x),
        "number of disks";
    "layout": "none, raid0, raid1, raid10, raid5 or raid6", NONE, "layout=raid10", set_layout,
        "by default several disks are raid0; `none` puts the ranges of the disks one after the other";
    // Guides on stripe sizes usually compare 64 KiB to 256 KiB; 64 KiB is the extent of SQL Server.
    "chunk": "a power of two from 4KiB to 16MiB", ["64KiB", "64KiB", "64KiB", "64KiB"], "chunk=256KiB", set_chunk,
        "one disk's share of a stripe";
    // Data sheets: SATA data-centre drives 90-98k random reads (link limit), NVMe drives of 2018-2020 600-640k; the
    // cloud medium behind the quota has 64 channels of 0.5 ms.
    "iops": RATE, ["-", "90000", "600000", "128000"], "iops=10000", |s, v| rate(v).map(|x| s.read_iops = x),
        "reads per second of one disk at saturation, and writes without `write_iops`";
    // Data sheets of the same drives: 25-35k and 80k sustained random writes.
    "write_iops": RATE, ["-", "30000", "80000", "128000"], "write_iops=5000", |s, v| rate(v).map(|x| s.write_iops = x),
        "writes per second of one disk at saturation";
    // Data sheets: SATA 550/520 MB/s, NVMe of PCIe 3.0 x4 3,200/2,000 MB/s. Disks: see `hdd.rs`.
    "mibps": RATE, ["", "500", "3000", "4000"], "mibps=250", |s, v| rate(v).map(|x| s.read_mibps = Some(x)),
        "sequential reads of one disk in MiB/s, and writes without `write_mibps`; hdd: by `rpm` (200 at 7,200)";
    "write_mibps": RATE, ["", "470", "2000", "4000"], "write_mibps=100", |s, v| rate(v).map(|x| s.write_mibps = Some(x)),
        "sequential writes of one disk in MiB/s";
    // 8 flash channels are usual on SATA controllers; 48 in flight give the 80 us reads that NVMe data sheets state.
    "channels": "1 to 1024", ["-", "8", "48", "64"], "channels=16", |s, v| whole(v, 1, 1024).map(|x| s.channels = x),
        "I/Os that one disk serves at the same time; each takes channels / iops seconds";
    // Link and controller overhead: SATA about 30 us, NVMe about 8 us, a network volume some 100 us.
    "latency": TIME, ["100us", "30us", "8us", "100us"], "latency=50us", |s, v| time(v).map(|x| s.latency_ns = x),
        "added to the service time of every I/O; on hdd it occupies the disk";
    // Buffered writes: NVMe data sheets state 15-20 us, SATA 40-50 us; cloud volumes complete writes in 0.5-1 ms.
    "write_latency": TIME, ["-", "40us", "18us", "600us"], "write_latency=20us", |s, v| time(v).map(|x| s.write_latency_ns = x),
        "latency of a write into the disk's own buffer";
    "spread": "a number from 0 to 3", ["-", "0.25", "0.25", "0.3"], "spread=0", |s, v| within(v, 0.0, 3.0).map(|x| s.spread = x),
        "coefficient of variation of the service time (log-normal)";
    "buffer": SIZE, ["-", "1MiB", "1MiB", "1MiB"], "buffer=0", |s, v| size(v).map(|x| s.buffer_bytes = x),
        "the disk's own write buffer; 0: a write waits until it is served";
    "flush": TIME, ["-", "50us", "20us", "600us"], "flush=2ms", |s, v| time(v).map(|x| s.flush_ns = x),
        "time of a flush besides the buffered writes that it waits for (hdd: one revolution after writes)";
    "protected": YES, ["-", "yes", "yes", "yes"], "protected=no", |s, v| yes(v).map(|x| s.protected = x),
        "whether the disk's buffer survives a power cut; if not, flushes and durable writes wait for the flash";
    "rpm": "3600 to 30000", ["7200", "-", "-", "-"], "rpm=15000", |s, v| within(v, 3600.0, 30_000.0).map(|x| s.rpm = x),
        "revolutions per minute";
    "seek": TIME, ["", "-", "-", "-"], "seek=4ms", |s, v| time(v).map(|x| s.seek_ns = Some(x)),
        "mean seek time of random I/O over the whole disk; default by `rpm`: 8.5 ms below 10,000, 4.2 ms below 15,000, 3.2 ms above";
    // SATA NCQ holds 32 commands.
    "queue": "1 to 256", ["32", "-", "-", "-"], "queue=1", |s, v| whole(v, 1, 256).map(|x| s.queue = x),
        "of so many oldest commands the disk serves the one that it reaches first; 1: in order";
    "cap_iops": RATE, NONE, "cap_iops=20000", |s, v| rate(v).map(|x| s.cap_iops = Some(x)),
        "the controller's limit in I/Os per second";
    "cap_mibps": RATE, NONE, "cap_mibps=700", |s, v| rate(v).map(|x| s.cap_mibps = Some(x)),
        "the controller's limit in MiB/s";
    "cache": SIZE, ["0", "0", "0", "0"], "cache=512MiB", |s, v| size(v).map(|x| s.cache_bytes = x),
        "the controller's write-back cache; its writes to the disks compete with reads";
    "cache_latency": TIME, ["100us", "50us", "20us", "100us"], "cache_latency=200us", |s, v| time(v).map(|x| s.cache_latency_ns = x),
        "latency of an I/O that the cache answers";
    "cache_protected": YES, ["yes", "yes", "yes", "yes"], "cache_protected=no", |s, v| yes(v).map(|x| s.cache_protected = x),
        "whether the cache survives a power cut; if not, flushes and durable writes wait for the disks";
    "cache_hits": SHARE, ["0", "0", "0", "0"], "cache_hits=0.2", |s, v| within(v, 0.0, 1.0).map(|x| s.cache_hits = x),
        "share of reads that the cache answers";
    "destage": RATE, NONE, "destage=50", |s, v| rate(v).map(|x| s.destage_mibps = Some(x)),
        "the most MiB/s that the cache writes to the disks";
    // The free baseline of a general-purpose cloud volume: 3,000 IOPS and 125 MiB/s.
    "quota_iops": QUOTA, ["", "", "", "3000"], "quota_iops=3000", |s, v| rate_or_none(v).map(|x| s.quota_iops = x),
        "the volume's quota in I/Os per second";
    "quota_mibps": QUOTA, ["", "", "", "125"], "quota_mibps=250", |s, v| rate_or_none(v).map(|x| s.quota_mibps = x),
        "the volume's quota in MiB/s";
    // 100 ms is DFL_THROTL_SLICE of Linux.
    "quota_slice": TIME, ["0s", "0s", "0s", "0s"], "quota_slice=100ms", |s, v| time(v).map(|x| s.quota_slice_ns = x),
        "slices of time at whose start the quota is granted (Linux control groups: 100ms); 0s: evenly";
    "burst": "a number of I/Os", ["0", "0", "0", "0"], "burst=5400000", |s, v| within(v, 0.0, 1e15).map(|x| s.burst_ios = x),
        "burst credits, saved below the quota and spent above it; full at the start";
    "burst_iops": RATE, NONE, "burst_iops=3000", |s, v| rate(v).map(|x| s.burst_iops = Some(x)),
        "the most I/Os per second while `burst` credits are spent";
    "burst_mib": "a number of MiB", ["0", "0", "0", "0"], "burst_mib=100000", |s, v| within(v, 0.0, 1e15).map(|x| s.burst_mib = x),
        "the same for the quota of throughput";
    "burst_mibps": RATE, NONE, "burst_mibps=250", |s, v| rate(v).map(|x| s.burst_mibps = Some(x)),
        "the most MiB/s while `burst_mib` credits are spent";
    "noise_cv": "a number from 0 to 2", ["0", "0", "0", "0"], "noise_cv=0.05", |s, v| within(v, 0.0, 2.0).map(|x| s.noise_cv = x),
        "coefficient of variation of the medium's capacity from second to second";
    "noise_lag1": "a number from 0 to 0.999", ["0", "0", "0", "0"], "noise_lag1=0.9", |s, v| within(v, 0.0, 0.999).map(|x| s.noise_lag1 = x),
        "correlation of one second's capacity with the next";
    "neighbour": "SHARE:BUSY:QUIET, such as 0.4:10s:30s with a share below 1", NONE, "neighbour=0.4:10s:30s", set_neighbour,
        "another workload takes this share of the medium in busy times; mean lengths of busy and quiet times";
    "daily": "SHARE:FROM:UNTIL, such as 0.4:9h:17h with a share below 1 and times within a day", NONE, "daily=0.4:22h:6h", set_daily,
        "the same at these hours of every day; the clock starts at midnight";
    "step": "AT:FACTOR, such as 9d:1.1 with a factor above 0", NONE, "step=9d:1.1", set_step, repeated,
        "from this time on, the medium takes this many times longer";
    "slow": "DISK:FACTOR, such as 14:1.5 with a factor above 0", NONE, "slow=14:1.5", set_slow, repeated,
        "this disk (numbered from 1) takes this many times longer";
    "stall": "AT:LENGTH or AT:LENGTH:EVERY, such as 5s:1s", NONE, "stall=5s:1s", |s, v| set_stall(s, None, v), repeated,
        "a time in which no I/O progresses, once or repeatedly";
    "stall_disk": "DISK:AT:LENGTH or DISK:AT:LENGTH:EVERY, such as 3:5s:2s:30s", NONE, "stall_disk=1:5s:2s:30s", set_stall_disk, repeated,
        "the same for one disk (numbered from 1)";
    "errors": SHARE, ["0", "0", "0", "0"], "errors=0.001", |s, v| within(v, 0.0, 1.0).map(|x| s.errors = x),
        "share of I/Os that fail with EIO";
    "short": SHARE, ["0", "0", "0", "0"], "short=0.01", |s, v| within(v, 0.0, 1.0).map(|x| s.short = x),
        "share of transfers above 512 bytes that end half way";
};

/// The table of keys in `docs/reference/simulation.md`.
pub fn markdown() -> String {
    let mut text = "| key | write | default (hdd, ssd, nvme, cloud) | what it is |\n| --- | --- | --- | --- |\n".to_owned();
    for key in KEYS {
        let again = if key.repeats { " (may be repeated)" } else { "" };
        let default = defaults_of(key);
        writeln!(text, "| `{}` | {}{again} | {default} | {} |", key.name, key.range, key.help)
            .expect("writing to a string cannot fail");
    }
    text
}

/// The defaults in the order of the media; one if all are the same.
fn defaults_of(key: &SimKey) -> String {
    let shown = key.defaults.map(|default| if default.is_empty() { "none" } else { default });
    let same = shown.iter().all(|default| *default == shown[0]);
    if same { shown[0].to_owned() } else { shown.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::WordChoice;

    #[test]
    fn every_default_and_example_can_be_read() {
        for key in KEYS {
            let media = || SimMedium::WORDS.iter().map(|(_, medium)| *medium);
            let medium = media().find(|m| key.applies_to(*m)).unwrap();
            for medium in media() {
                if let Some(text) = key.default_of(medium) {
                    assert_eq!(
                        (key.set)(&mut SimSpec::new(medium), text),
                        Ok(()),
                        "{}={text}",
                        key.name
                    );
                }
            }
            let value =
                key.example.strip_prefix(key.name).and_then(|x| x.strip_prefix('=')).unwrap();
            assert_eq!((key.set)(&mut SimSpec::new(medium), value), Ok(()), "{}", key.example);
        }
    }

    #[test]
    fn the_documentation_holds_this_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/simulation.md");
        let docs = std::fs::read_to_string(path).unwrap();
        let want = markdown();
        assert!(docs.contains(&want), "put this table into docs/reference/simulation.md:\n{want}");
    }
}
