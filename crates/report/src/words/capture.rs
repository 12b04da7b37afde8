//! What is said of a replay and of a fitted job.

use super::number;
use base::{Bytes, Nanos};
use observe::fit::{FittedPace, FittedStream};
use record::ReplayTiming;

/// How well a replay kept its times, as lines.
pub fn replay_timing(timing: &ReplayTiming) -> String {
    format!(
        "Replay timing: {} I/Os in {}; the capture took {} ({:+.3} %).\n\
         I/Os started late: median {}, p99 {}, most {}. Inter-arrival times moved by {:.2} % of their mean.\n",
        number(timing.operations as f64),
        Nanos(timing.duration_ns),
        Nanos(timing.due_duration_ns),
        timing.duration_error() * 100.0,
        Nanos(timing.late_ns_p50),
        Nanos(timing.late_ns_p99),
        Nanos(timing.late_ns_max),
        timing.gap_distance * 100.0,
    )
}

/// What a fitted job was made from, as lines.
pub fn fitted(streams: &[FittedStream], left_out: u64) -> Vec<String> {
    let mut lines: Vec<String> = streams.iter().map(line).collect();
    if left_out > 0 {
        let count = number(left_out as f64);
        lines.push(format!(
            "{count} I/Os are in no stream: discards, failed I/Os, and processes with below 0.2 % of all I/O."
        ));
    }
    lines
}

fn line(stream: &FittedStream) -> String {
    let flushes = match stream.flushes {
        0 => String::new(),
        count => format!(", {} flushes", number(count as f64)),
    };
    let pace = match stream.pace {
        FittedPace::Closed(closed) => format!("closed loop at queue depth {}", closed.depth),
        FittedPace::Open { rate_iops, burst, steps, .. } => {
            let burst = if burst > 1 { format!(" in bursts of {burst}") } else { String::new() };
            let steps = if steps > 0 { format!(", in {steps} steps") } else { String::new() };
            format!("open loop, {} per second{burst}{steps}", number(rate_iops))
        }
    };
    let files = stream.role.map(|role| format!(" in {} files", role.word())).unwrap_or_default();
    format!(
        "{}: {} I/Os, {}{flushes} of process \"{}\"{files}; {pace}.",
        stream.name,
        number(stream.operations as f64),
        Bytes(stream.bytes),
        stream.process,
    )
}
