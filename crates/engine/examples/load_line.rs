//! Prints the true load line of a simulated storage, to hold a check against it.
//!
//! `cargo run --release -p engine --example load_line -- 'ssd?iops=20000' READ_PERCENT BLOCK_BYTES CEILING_MS SECONDS`:
//! the highest Poisson rate whose p99 stays at or under the ceiling, from that many seconds of virtual time per step.

use base::Nanos;
use engine::sim::Spec;
use engine::sim::truth::{Operations, capacity_iops, closed_loop_iops, true_load_line};
use workload::LatencyLimit;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [storage, read, block, limit_ms, seconds] = arguments.as_slice() else {
        eprintln!("say STORAGE READ_PERCENT BLOCK_BYTES CEILING_MS SECONDS");
        std::process::exit(2);
    };
    let spec = Spec::read(storage).expect("a storage of docs/simulation.md");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let operations = Operations::random(number(read) / 100.0, number(block) as u32);
    let ceiling =
        LatencyLimit { quantile: 0.99, latency_ns: Nanos((number(limit_ms) * 1e6) as u64) };
    let capacity = capacity_iops(&spec, &operations)
        .unwrap_or_else(|| closed_loop_iops(&spec, &operations, 64, 50_000, 1));
    let line = true_load_line(&spec, &operations, ceiling, capacity * 1.05, number(seconds), 7);
    println!("capacity {capacity:.1}/s, load line {line:.1}/s");
}
