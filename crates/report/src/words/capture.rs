//! What is said of a replay and of a fitted job.

use super::number;
use base::{Bytes, Nanos};
use observe::fit::{FitAssumption, FittedPace, FittedStream};
use record::ReplayTiming;

/// How well a replay kept its times, as remarks.
pub fn replay_timing(timing: &ReplayTiming) -> [String; 2] {
    [
        format!(
            "replay timing: {} I/Os in {}; the capture took {} ({:+.3} %)",
            number(timing.operations as f64),
            Nanos(timing.duration_ns),
            Nanos(timing.due_duration_ns),
            timing.duration_error() * 100.0,
        ),
        format!(
            "I/Os started late: median {}, p99 {}, most {}; inter-arrival times moved by {:.2} % of their mean",
            Nanos(timing.late_ns_p50),
            Nanos(timing.late_ns_p99),
            Nanos(timing.late_ns_max),
            timing.gap_distance * 100.0,
        ),
    ]
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
    let process = match stream.process.as_str() {
        "" => String::new(),
        process => format!(" of process \"{process}\""),
    };
    format!(
        "{}: {} I/Os, {}{flushes}{process}{files}; {pace}.",
        stream.name,
        number(stream.operations as f64),
        Bytes(stream.bytes),
    )
}

/// What a job from averages assumes, as lines.
pub fn assumptions(assumptions: &[FitAssumption]) -> Vec<String> {
    if assumptions.is_empty() {
        return Vec::new();
    }
    let first = "The capture has averages only. Other loads have the same ones; the job assumes:";
    let line = |assumption: &FitAssumption| format!("- {}", assumed(*assumption));
    std::iter::once(first.to_owned()).chain(assumptions.iter().map(line)).collect()
}

fn assumed(assumption: FitAssumption) -> &'static str {
    match assumption {
        FitAssumption::RandomPlaces => {
            "random places. Write access = \"sequential\" where the load is a scan, a copy or a log."
        }
        FitAssumption::SizesAroundMean => {
            "one size of I/O in each direction, or the two powers of two around its mean. Write block = { 8k = 9, 64k = 1 } where you know the sizes."
        }
        FitAssumption::ClosedLoop => {
            "a closed loop, because the queue was constant and the device always busy. Write rate = N where I/Os arrive by themselves."
        }
        FitAssumption::RandomArrivals => {
            "single I/Os at random times. Write arrivals = \"bursts\" and burst = N where they come together, and remove rate where a completion starts the next I/O."
        }
        FitAssumption::FlushesUnknown => {
            "no flushes, which the log does not count. Write sync = \"fdatasync\" where writes are made durable."
        }
    }
}
