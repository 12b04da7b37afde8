//! The keys of a plan of studies (the plan as a whole and its stages), and those of `[fidelity]`.
//!
//! They are documented in `docs/reference/studies.md`, not with those of a job.

use super::domain::size_from;
use super::markdown::value_of;
use super::{JobKey, KeyDefault, KeyDomain, Section};
use base::{Bytes, Nanos};

const STUDY: &[JobKey] = &[
    JobKey {
        name: "name",
        domain: KeyDomain::Text("one line"),
        fallback: KeyDefault::Derived("the file's name without its ending"),
        help: "The name of the plan.",
        example: "name = \"five layouts\"",
    },
    JobKey {
        name: "seed",
        domain: KeyDomain::Whole(0, i64::MAX as u64),
        fallback: KeyDefault::Derived("drawn at random and recorded"),
        help: "The seed of all random choices; --seed overrides it.",
        example: "seed = 42",
    },
    JobKey {
        name: "engine",
        domain: KeyDomain::Word(|| vec!["uring", "libaio", "iocp", "sync"]),
        fallback: KeyDefault::Derived("the best that works"),
        help: "The I/O engine of every stage.",
        example: "engine = \"uring\"",
    },
    JobKey {
        name: "pause",
        domain: KeyDomain::Duration(Nanos(0), Nanos::secs(3600)),
        fallback: KeyDefault::Derived("30s on rotating disks, 1s on others"),
        help: "Idle time before each measurement point.",
        example: "pause = \"30s\"",
    },
    JobKey {
        name: "size",
        domain: size_from(Bytes::mib(1)),
        fallback: KeyDefault::Derived("4GiB in a directory, the whole of a disk"),
        help: "Size of the test file in each directory, or the part of a disk to use.",
        example: "size = \"16GiB\"",
    },
];

const STAGE: &[JobKey] = &[
    JobKey {
        name: "study",
        domain: KeyDomain::Word(|| STUDIES.to_vec()),
        fallback: KeyDefault::Required(""),
        help: "The command that the stage runs; its options are the other keys, with `_` for `-`.",
        example: "study = \"calibrate\"",
    },
    JobKey {
        name: "name",
        domain: KeyDomain::Text("one line, each once"),
        fallback: KeyDefault::Derived("the study's name, numbered"),
        help: "The name of the stage.",
        example: "name = \"each disk\"",
    },
];

/// The sections of a plan, in the order of the documentation.
pub(super) const SECTIONS: [Section; 2] = [("study", STUDY), ("stage", STAGE)];

/// The studies that a stage may run; their options are the other keys of a stage.
pub const STUDIES: [&str; 4] = ["calibrate", "scale", "compare", "ramp"];

/// The table of these keys in `docs/reference/studies.md`.
pub fn study_markdown() -> String {
    let mut out = String::new();
    for ((_, keys), title) in
        SECTIONS.iter().zip(["`[study]`, which may be left out", "`[[stage]]`"])
    {
        out += &format!("### {title}\n\n| key | value | default | what it is |\n");
        out += "| --- | --- | --- | --- |\n";
        for key in *keys {
            let JobKey { name, domain, fallback, help, .. } = key;
            let (value, default) = (value_of(domain), fallback.text());
            out += &format!("| `{name}` | {value} | {default} | {help} |\n");
        }
        out.push('\n');
    }
    out
}

const FIGURE: KeyDomain =
    KeyDomain::Form("two numbers", "captured and fitted value, each 0 or more");
const DISTANCE: KeyDomain = KeyDomain::Form("number", "0 or more");

const fn figure(name: &'static str, help: &'static str, example: &'static str) -> JobKey {
    measured(name, FIGURE, help, example)
}

const fn measured(
    name: &'static str,
    domain: KeyDomain,
    help: &'static str,
    example: &'static str,
) -> JobKey {
    JobKey { name, domain, fallback: KeyDefault::Derived("not known"), help, example }
}

pub(super) const KEYS: &[JobKey] = &[
    JobKey {
        name: "target",
        domain: KeyDomain::Text("one line"),
        fallback: KeyDefault::Required(""),
        help: "The target on which the job was run.",
        example: "target = \"/dev/sdb\"",
    },
    figure("iops", "Reads and writes per second.", "iops = [812.4, 809.9]"),
    figure(
        "read_share",
        "The share of reads among reads and writes.",
        "read_share = [0.62, 0.618]",
    ),
    figure(
        "size_bytes_mean",
        "The mean size of reads and writes.",
        "size_bytes_mean = [9216, 9180.5]",
    ),
    figure(
        "sequential_share",
        "The share of reads and writes that continue a recent one of the same direction, or rewrite its end.",
        "sequential_share = [0.2, 0.21]",
    ),
    figure("flush_share", "Flushes per read or write.", "flush_share = [0.11, 0.1]"),
    figure(
        "latency_ns_mean",
        "The mean latency of reads and writes at the device.",
        "latency_ns_mean = [412000, 398000.5]",
    ),
    figure(
        "latency_ns_p99",
        "The p99 of their latency at the device.",
        "latency_ns_p99 = [2100000, 2300000]",
    ),
    figure("depth_mean", "The mean queue depth at the device.", "depth_mean = [0.33, 0.32]"),
    measured(
        "size_mix_distance",
        DISTANCE,
        "The Jensen-Shannon divergence of the sizes by direction, from 0 (equal) to 1.",
        "size_mix_distance = 0.004",
    ),
    measured(
        "gap_distance",
        DISTANCE,
        "The earth mover's distance of the times between arrivals, as a share of the captured mean.",
        "gap_distance = 0.08",
    ),
    measured(
        "latency_distance",
        DISTANCE,
        "The earth mover's distance of the latencies, as a share of the captured mean.",
        "latency_distance = 0.1",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_holds_these_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/studies.md");
        let docs = std::fs::read_to_string(path).unwrap();
        let want = study_markdown();
        assert!(
            docs.contains(want.trim_end()),
            "put these tables into docs/reference/studies.md:\n{want}"
        );
    }
}
