//! The keys of `[fidelity]`: what was measured when a fitted job ran.

use super::{JobKey, KeyDefault, KeyDomain};

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
