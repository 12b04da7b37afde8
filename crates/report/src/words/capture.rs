//! The texts about a replay and a fitted job.

use crate::catalogue::fit as text;
use crate::language::Language;
use observe::fit::{FitAssumption, FittedPace, FittedStream};
use record::ReplayTiming;
use workload::{
    ErrorUnit, Fidelity, FidelityDistance, FidelityFigure, FidelityMeasure, FigurePair,
};

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

/// The text for a fitted job that was not run.
pub fn fidelity_unknown(language: Language) -> &'static str {
    text::fidelity_unknown(language)
}

pub fn fidelity(language: Language, fidelity: &Fidelity) -> Vec<String> {
    let heads = [text::captured, text::fitted, text::error].map(|head| head(language).to_owned());
    let goal = Some(text::goal(language).to_owned());
    let mut lines = vec![fidelity_line(language, text::figure(language), &heads, goal, None)];
    lines.extend(fidelity.figures.iter().map(|pair| figure(language, pair)));
    let distances = fidelity.distances.iter();
    lines.extend(distances.map(|(kind, value)| distance(language, *kind, *value)));
    lines
}

pub(super) fn measure_name(language: Language, measure: FidelityMeasure) -> &'static str {
    match measure {
        FidelityMeasure::Figure(figure) => text::figure_text(language, &figure),
        FidelityMeasure::Distance(kind) => text::distance_text(language, &kind),
    }
}

fn figure(language: Language, pair: &FigurePair) -> String {
    let unit = match pair.figure.error_unit() {
        ErrorUnit::Percent => "%",
        ErrorUnit::Points => text::points(language),
    };
    let points = pair.error();
    let error = if points.is_finite() {
        format!("{}{}{unit}", language.digits(&format!("{points:+.1}")), language.gap())
    } else {
        "-".to_owned()
    };
    let goal = pair.figure.goal();
    let goal =
        goal.map(|goal| format!("{}{}{unit}", language.digits(&goal.to_string()), language.gap()));
    let (captured, fitted) = (pair.captured, pair.fitted);
    let values = [captured, fitted].map(|one| value(language, pair.figure, one));
    let [captured, fitted] = values;
    let name = text::figure_text(language, &pair.figure);
    fidelity_line(language, name, &[captured, fitted, error], goal, pair.meets_goal())
}

fn distance(language: Language, kind: FidelityDistance, value: f64) -> String {
    let shown = match kind {
        FidelityDistance::SizeMix => language.digits(&format!("{value:.4}")),
        FidelityDistance::Gaps | FidelityDistance::Latencies => {
            text::of_mean(language, &percent(language, value))
        }
    };
    let cells = [String::new(), String::new(), shown];
    let goal = kind.goal().map(|goal| language.digits(&goal.to_string()));
    fidelity_line(
        language,
        text::distance_text(language, &kind),
        &cells,
        goal,
        kind.meets_goal(value),
    )
}

fn percent(language: Language, share: f64) -> String {
    language.percent_sign(&language.digits(&format!("{:.1}", share * 100.0)))
}

fn fidelity_line(
    language: Language,
    name: &str,
    cells: &[String; 3],
    goal: Option<String>,
    met: Option<bool>,
) -> String {
    let [captured, fitted, error] = cells;
    let mut line = format!("{name:<24} {captured:>12} {fitted:>12} {error:>13}");
    if let Some(goal) = goal {
        line.push_str(&format!("   {goal}"));
        if met == Some(false) {
            line.push_str(&format!(", {}", text::missed(language)));
        }
    }
    line
}

fn value(language: Language, figure: FidelityFigure, value: f64) -> String {
    match figure {
        FidelityFigure::Iops => language.number(value),
        FidelityFigure::ReadShare
        | FidelityFigure::SequentialShare
        | FidelityFigure::FlushShare => percent(language, value),
        FidelityFigure::SizeMean => language.bytes(value.round() as u64),
        FidelityFigure::LatencyMean | FidelityFigure::LatencyP99 => language.latency(value),
        FidelityFigure::DepthMean => language.digits(&format!("{value:.2}")),
    }
}
