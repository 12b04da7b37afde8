//! What is said of how closely a fitted job repeats the captured load.

use base::{Bytes, Nanos};
use workload::{
    ErrorUnit, Fidelity, FidelityDistance, FidelityFigure, FidelityMeasure, FigurePair,
};

/// What is said of a fitted job that was not run.
pub const FIDELITY_UNKNOWN: &str =
    "Fidelity: not measured. `plimsoll fit CAPTURE --refine TARGET` runs the job and measures it.";

/// The table of figures and distances, as lines.
pub fn fidelity(fidelity: &Fidelity) -> Vec<String> {
    let mut lines = vec![format!(
        "{:<24} {:>12} {:>12} {:>13}   goal",
        "figure", "captured", "fitted", "error"
    )];
    lines.extend(fidelity.figures.iter().map(figure));
    lines.extend(fidelity.distances.iter().map(|(kind, value)| distance(*kind, *value)));
    lines
}

/// The name of a figure or a distance.
pub(super) fn measure_name(measure: FidelityMeasure) -> &'static str {
    match measure {
        FidelityMeasure::Figure(figure) => figure_name(figure),
        FidelityMeasure::Distance(kind) => distance_name(kind),
    }
}

fn figure(pair: &FigurePair) -> String {
    let (points, unit) = match pair.figure.error_unit() {
        ErrorUnit::Percent => (pair.error(), "%"),
        ErrorUnit::Points => (pair.error(), "points"),
    };
    let error = if points.is_finite() { format!("{points:+.1} {unit}") } else { "-".to_owned() };
    let goal = pair.figure.goal().map(|goal| format!("{goal} {unit}"));
    line(
        figure_name(pair.figure),
        &[value(pair.figure, pair.captured), value(pair.figure, pair.fitted), error],
        goal,
        pair.meets_goal(),
    )
}

fn distance(kind: FidelityDistance, value: f64) -> String {
    let shown = match kind {
        FidelityDistance::SizeMix => format!("{value:.4}"),
        FidelityDistance::Gaps | FidelityDistance::Latencies => {
            format!("{:.1} % of mean", value * 100.0)
        }
    };
    let cells = [String::new(), String::new(), shown];
    line(
        distance_name(kind),
        &cells,
        kind.goal().map(|goal| goal.to_string()),
        kind.meets_goal(value),
    )
}

fn line(name: &str, cells: &[String; 3], goal: Option<String>, met: Option<bool>) -> String {
    let [captured, fitted, error] = cells;
    let missed = if met == Some(false) { ", missed" } else { "" };
    let goal = goal.map(|goal| format!("   {goal}{missed}")).unwrap_or_default();
    format!("{name:<24} {captured:>12} {fitted:>12} {error:>13}{goal}")
}

fn value(figure: FidelityFigure, value: f64) -> String {
    match figure {
        FidelityFigure::Iops => super::number(value),
        FidelityFigure::ReadShare
        | FidelityFigure::SequentialShare
        | FidelityFigure::FlushShare => {
            format!("{:.1} %", value * 100.0)
        }
        FidelityFigure::SizeMean => Bytes(value.round() as u64).to_string(),
        FidelityFigure::LatencyMean | FidelityFigure::LatencyP99 => {
            Nanos(value.round() as u64).to_string()
        }
        FidelityFigure::DepthMean => format!("{value:.2}"),
    }
}

fn figure_name(figure: FidelityFigure) -> &'static str {
    match figure {
        FidelityFigure::Iops => "IOPS",
        FidelityFigure::ReadShare => "read share",
        FidelityFigure::SizeMean => "mean size",
        FidelityFigure::SequentialShare => "sequential share",
        FidelityFigure::FlushShare => "flushes per I/O",
        FidelityFigure::LatencyMean => "mean device latency",
        FidelityFigure::LatencyP99 => "p99 device latency",
        FidelityFigure::DepthMean => "mean queue depth",
    }
}

fn distance_name(kind: FidelityDistance) -> &'static str {
    match kind {
        FidelityDistance::SizeMix => "size mix (JS)",
        FidelityDistance::Gaps => "inter-arrival time (EMD)",
        FidelityDistance::Latencies => "latency (EMD)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Note;

    #[test]
    fn a_missed_goal_is_named_in_the_table_and_in_the_sentence() {
        let pair = |figure, captured, fitted| FigurePair { figure, captured, fitted };
        let known = Fidelity {
            target: "/dev/sdb".to_owned(),
            figures: vec![
                pair(FidelityFigure::Iops, 1000.0, 990.0),
                pair(FidelityFigure::ReadShare, 0.5, 0.52),
                pair(FidelityFigure::LatencyMean, 400_000.0, 420_000.0),
            ],
            distances: vec![(FidelityDistance::SizeMix, 0.05), (FidelityDistance::Gaps, 0.3)],
        };
        let lines = fidelity(&known);
        let missed: Vec<bool> = lines.iter().map(|line| line.ends_with("missed")).collect();
        assert_eq!(missed, [false, false, true, false, true, false], "{lines:#?}");
        assert_eq!(
            crate::words::note(crate::Language::En, &Note::of_fidelity(&known)),
            "On /dev/sdb the fitted job misses the goal of: read share and size mix (JS)."
        );
    }
}
