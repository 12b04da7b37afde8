//! The sections of a study: for each stage its answer, its notes, its charts with their numbers, and the command that repeats it.

mod lines;
pub(super) mod plot;
mod race;
mod scale;

use super::evidence::EvidenceSection;
use super::table;
use crate::catalogue::{page, study as text};
use crate::language::Language;
use crate::studies::{
    Rate, Rows, Tone, drifted, of_layouts, plan_events, stage_texts, title, tone,
};
use crate::words;
use crate::words::point_load::point_load;
use maud::{Markup, html};
use plot::Plot;
use record::{Drift, Finding, Point, Record, StageRecord, StudyRecord};
use serde_json::Value;
use workload::PointLoad;

/// The class that colours a tone, and the symbol with the same meaning without colour.
pub(super) fn mark(tone: Tone) -> (&'static str, &'static str) {
    match tone {
        Tone::Good => ("good", "\u{2714}"),
        Tone::Bad => ("bad", "\u{2718}"),
        Tone::Unsure => ("unsure", "?"),
        Tone::Plain => ("note", "\u{b7}"),
    }
}

/// The answer as a banner; for a plan with one line for each stage.
pub(super) fn verdict(language: Language, record: &Record, study: &StudyRecord) -> Markup {
    let all = stage_texts(language, record.state, study);
    // A single stage shows its finding. The banner of a plan says what happened; the lines below it show the findings.
    let (whole, sentence) = match &all[..] {
        [one] => (tone(&study.stages[0]), one.headline.clone()),
        _ => plan_events(language, record, study),
    };
    let (class, symbol) = match mark(whole) {
        // A plan with findings is not a question.
        (class, _) if all.len() > 1 && whole == Tone::Unsure => (class, "!"),
        usual => usual,
    };
    let state = words::state(language, record.state);
    html! {
        section class=(format!("verdict {class}")) aria-labelledby="answer" {
            div.symbol aria-hidden="true" { (symbol) }
            div {
                h1 #answer {
                    span.word.sentence { (sentence) }
                    span.what { (title(language, record)) }
                }
                @if all.len() != 1 {
                    ul.answers {
                        @for (index, (stage, texts)) in study.stages.iter().zip(&all).enumerate() {
                            @let (class, symbol) = mark(tone(stage));
                            li {
                                span class=(format!("badge {class}")) { span aria-hidden="true" { (symbol) } }
                                " " a href=(format!("#stage-{index}")) { (stage.name) } ": " (texts.headline)
                            }
                        }
                    }
                }
                @if let Some(state) = state { p.state { (page::ended(language, state)) } }
            }
        }
    }
}

/// The sections of all stages, and the data of their charts. The trials of a ramp move from `shown` to its stage.
pub(super) fn sections(
    language: Language,
    record: &Record,
    study: &StudyRecord,
    shown: &mut Vec<EvidenceSection>,
) -> (Markup, Vec<Value>) {
    let all_lines = lines::plot(language, record);
    let mut charts: Vec<Value> = all_lines.iter().cloned().map(Plot::json).collect();
    let several = study.stages.len() > 1;
    let all = stage_texts(language, record.state, study);
    let markup = html! {
        @if let Some(plot) = &all_lines {
            section.role {
                h2 { (text::load_lines(language)) }
                div.charts { (figure(language, plot)) }
            }
        }
        @for (index, (stage, texts)) in study.stages.iter().zip(&all).enumerate() {
            @let plots = plots(language, stage, index);
            section.role.stage id=(format!("stage-{index}")) {
                h2 { (stage.name) }
                @if several { p.lead { (texts.headline) } }
                @if !texts.notes.is_empty() {
                    ul.remarks { @for note in &texts.notes { li { (note) } } }
                }
                @if !texts.warnings.is_empty() {
                    ul.remarks.doubtful {
                        @for warning in &texts.warnings { li { span.badge.unsure { "!" } " " (warning) } }
                    }
                }
                div.charts { @for plot in &plots { (figure(language, plot)) } }
                @if let Some(trials) = trials(stage, shown) { (trials.part()) }
                @if of_layouts(stage) { (race::maps(language, &stage.points)) }
                @for rows in &texts.tables { (numbers(rows)) }
                p.small.again { (text::stage_alone(language)) }
                pre.command tabindex="0" aria-label=(page::command(language)) { code { (stage.command) } }
            }
            ({ charts.extend(plots.into_iter().map(Plot::json)); "" })
        }
    };
    (markup, charts)
}

fn trials(stage: &StageRecord, shown: &mut Vec<EvidenceSection>) -> Option<EvidenceSection> {
    let Some(Finding::Ramp(finding)) = &stage.finding else { return None };
    let at = shown.iter().position(|shown| shown.name == finding.role)?;
    Some(shown.remove(at))
}

fn plots(language: Language, stage: &StageRecord, index: usize) -> Vec<Plot> {
    let mut plots = match &stage.finding {
        Some(Finding::Calibrate(finding)) => scale::of_each_disk(language, finding),
        Some(Finding::Scale(finding)) => scale::plots(language, finding),
        Some(Finding::Race(finding)) => race::plots(language, finding, stage),
        Some(Finding::DepthSweep(finding)) => lines::of_depths(language, finding, stage),
        // The trials of a ramp are drawn like those of a check.
        Some(Finding::Ramp(_)) | None => Vec::new(),
    };
    plots.extend(stage.drift.as_ref().filter(|drift| drift.points.len() > 1).map(|drift| {
        let reference = stage.points.iter().find(|point| !point.purpose.counts());
        drift_plot(language, drift, reference.map(|record| &record.point))
    }));
    for (number, plot) in plots.iter_mut().enumerate() {
        plot.id = format!("stage-{index}-{number}");
    }
    plots
}

fn drift_plot(language: Language, drift: &Drift, reference: Option<&Point>) -> Plot {
    let rate = Rate::of(reference.map_or(&PointLoad::SEQUENTIAL_READ, |point| &point.load));
    let values: Vec<f64> = drift.points.iter().map(|point| rate.value(point.mibps.value)).collect();
    let median = base::median(&values);
    let (title, minutes) = (text::drift_title(language), text::minutes(language));
    let drifted = drifted(language, drift);
    let mut plot = Plot::new(title, &drifted, minutes, &rate.unit(language));
    plot.load = reference.map(|point| point_load(language, &point.load)).unwrap_or_default();
    plot.wide = true;
    let mut series = plot::PlotSeries::points("reference");
    for point in &drift.points {
        let minutes = point.began_s / 60.0;
        let gave = rate.estimate(&point.mibps);
        let minute = text::minute(language, &format!("{minutes:.0}"));
        let hover = format!("{minute}\n{}", words::estimate(language, &gave, &rate.unit(language)));
        series.put(minutes, &gave, hover, if drift.matters { "unsure" } else { "good" });
    }
    plot.series.push(series);
    plot.across(median, text::median(language), "soft");
    plot
}

pub(super) fn figure(language: Language, plot: &Plot) -> Markup {
    let rows = plot.rows.map(|rows| format!("--rows:{rows}"));
    html! {
        figure class=(if plot.wide { "plot wide" } else { "plot" }) {
            figcaption {
                h3 { (plot.title) }
                @if !plot.load.is_empty() { p { (plot.load) } }
                p { (plot.text) }
            }
            div class=(if rows.is_some() { "chart rows" } else { "chart" }) id=(plot.id) role="img" style=[rows]
                aria-label=(text::chart_label(language, &plot.title)) {}
        }
    }
}

pub(super) fn numbers(rows: &Rows) -> Markup {
    let heads: Vec<&str> = rows.heads.iter().map(String::as_str).collect();
    let lines: Vec<(Vec<String>, &str)> = rows
        .rows
        .iter()
        .map(|line| {
            let class = match line.tone {
                Tone::Plain => "",
                other => mark(other).0,
            };
            (line.cells.clone(), class)
        })
        .collect();
    table::toned(&rows.caption, &heads, &lines, &rows.words)
}
