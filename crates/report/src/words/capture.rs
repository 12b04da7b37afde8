//! The texts about a replay and a fitted job.

use crate::catalogue::fit as text;
use crate::language::Language;
use observe::fit::{FitAssumption, FittedPace, FittedStream};
use record::ReplayTiming;

/// How closely a replay kept the captured times, as remarks.
pub(crate) fn replay_timing(language: Language, timing: &ReplayTiming) -> [String; 2] {
    let percent = |digits: String| language.percent_sign(&language.digits(&digits));
    let length = |ns: u64| language.measure(base::Nanos(ns).in_unit());
    let due = length(timing.due_duration_ns);
    let captured = length((timing.due_duration_ns as f64 * timing.speed).round() as u64);
    let due = match timing.speed {
        1.0 => due,
        speed => text::at_speed(language, &captured, speed, &due),
    };
    [
        text::replay_timing(
            language,
            &text::ReplayTiming {
                operations: timing.operations,
                time: &length(timing.duration_ns),
                due: &due,
                error: &percent(format!("{:+.3}", timing.duration_error() * 100.0)),
            },
        ),
        text::replay_late(
            language,
            &text::ReplayLate {
                median: timing.late_ns_p50 as f64,
                p99: timing.late_ns_p99 as f64,
                most: timing.late_ns_max as f64,
                moved: &percent(format!("{:.2}", timing.gap_distance * 100.0)),
            },
        ),
    ]
}

/// The source of a fitted job, as lines.
pub fn fitted(language: Language, streams: &[FittedStream], left_out: u64) -> Vec<String> {
    let mut lines: Vec<String> = streams.iter().map(|stream| line(language, stream)).collect();
    if left_out > 0 {
        lines.push(text::left_out(language, left_out));
    }
    lines
}

fn line(language: Language, stream: &FittedStream) -> String {
    let mut done = vec![text::operations(language, stream.operations, stream.bytes)];
    if stream.flushes > 0 {
        done.push(text::flushes(language, stream.flushes));
    }
    let mut whose = vec![done.join(", ")];
    if !stream.process.is_empty() {
        whose.push(text::of_process(language, &stream.process));
    }
    whose.extend(stream.role.map(|role| text::in_files(language, role.name())));
    let pace = match stream.pace {
        FittedPace::Closed(closed) => text::closed(language, closed.depth.into()),
        FittedPace::Sessions(found) => {
            let sessions = text::sessions(
                language,
                &text::Sessions {
                    sessions: found.sessions.into(),
                    transactions: found.transactions.round() as u64,
                    reads: found.reads,
                    think: found.think_ns.0 as f64,
                    grouped: found.grouped,
                },
            );
            if found.pauses {
                format!("{sessions}; {}", text::paused_sessions(language, found.rate))
            } else {
                sessions
            }
        }
        FittedPace::Commits { assumes_flushes: false } => text::commits(language).to_owned(),
        FittedPace::Commits { assumes_flushes: true } => text::commits_assumed(language).to_owned(),
        FittedPace::Behind { ios, .. } => text::behind(language, ios),
        FittedPace::Open { rate_iops, burst, steps, .. } => {
            let mut pace = text::open(language, rate_iops);
            if burst > 1 {
                pace = format!("{pace} {}", text::bursts(language, burst.into()));
            }
            match steps {
                0 => pace,
                steps => format!("{pace}, {}", text::steps(language, steps)),
            }
        }
    };
    format!("{}: {}; {pace}.", stream.name, whose.join(" "))
}

/// The assumptions of a job that was fitted to averages, as lines.
pub fn assumptions(language: Language, assumptions: &[FitAssumption]) -> Vec<String> {
    if assumptions.is_empty() {
        return Vec::new();
    }
    let first = text::averages(language).to_owned();
    let line =
        |assumption: &FitAssumption| format!("- {}", text::assumed_text(language, assumption));
    std::iter::once(first).chain(assumptions.iter().map(line)).collect()
}
