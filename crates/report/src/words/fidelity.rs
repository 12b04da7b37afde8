//! The texts about how closely a fitted job repeats the captured load.

use crate::catalogue::fit as text;
use crate::language::Language;
use workload::{
    ErrorUnit, Fidelity, FidelityDistance, FidelityFigure, FidelityMeasure, FigurePair,
};

/// The text for a fitted job that was not run.
pub fn fidelity_unknown(language: Language) -> &'static str {
    text::fidelity_unknown(language)
}

/// The table of figures and distances, as lines.
pub fn fidelity(language: Language, fidelity: &Fidelity) -> Vec<String> {
    let heads = [text::captured, text::fitted, text::error].map(|head| head(language).to_owned());
    let goal = Some(text::goal(language).to_owned());
    let mut lines = vec![line(language, text::figure(language), &heads, goal, None)];
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
    line(language, name, &[captured, fitted, error], goal, pair.meets_goal())
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
    line(language, text::distance_text(language, &kind), &cells, goal, kind.meets_goal(value))
}

fn percent(language: Language, share: f64) -> String {
    language.percent_sign(&language.digits(&format!("{:.1}", share * 100.0)))
}

fn line(
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
