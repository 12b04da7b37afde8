//! Latency against throughput, one mark for each depth, the knee marked.

use super::plot::{Plot, PlotSeries};
use crate::catalogue::{depth as text, study};
use crate::language::Language;
use crate::studies::depth_sweep_loads;
use crate::words;
use record::StageRecord;
use record::depth_sweep::DepthSweepFinding;

pub(super) fn plots(
    language: Language,
    finding: &DepthSweepFinding,
    stage: &StageRecord,
) -> Vec<Plot> {
    if finding.steps.is_empty() {
        return Vec::new();
    }
    let mut plot = Plot::new(
        text::chart(language),
        text::chart_text(language),
        "IOPS",
        study::latency(language),
    );
    plot.load = depth_sweep_loads(language, finding, stage);
    plot.wide = true;
    plot.x.zero = true;
    (plot.y.log, plot.y.times) = (true, true);
    let with_p99 = finding.steps.iter().all(|step| step.measured.latency_ns_p99.is_some());
    for (name, tone, p99) in [(text::head_mean(language), "0", false), ("p99", "1", true)] {
        if p99 && !with_p99 {
            continue;
        }
        let mut series = PlotSeries::joined(name);
        tone.clone_into(&mut series.tone);
        series.legend = true;
        for step in &finding.steps {
            let seen = &step.measured;
            let ns = match (p99, seen.latency_ns_p99) {
                (true, Some(ns)) => ns as f64,
                _ => seen.latency_ns_mean,
            };
            let values = text::AtDepth {
                depth: step.depth.into(),
                iops: &words::estimate(language, &seen.iops, "IOPS"),
                mibps: &words::estimate(language, &seen.mibps, language.unit("MiB/s")),
                latency: &format!("{name} {}", language.latency(ns)),
            };
            let hover = text::at_depth(language, &values);
            let tone = if finding.knee == Some(step.depth) {
                "good"
            } else if finding.fleeting().contains(&step.depth) {
                "unsure"
            } else {
                tone
            };
            let word = if p99 { String::new() } else { step.depth.to_string() };
            series.put_named((seen.iops.value, ns / 1e6), hover, tone, &word);
        }
        plot.series.push(series);
    }
    let knee = finding.steps.iter().find(|step| Some(step.depth) == finding.knee);
    if let Some(step) = knee {
        plot.upright(
            step.measured.iops.value,
            None,
            &text::knee_at(language, step.depth.into()),
            "good",
        );
    }
    vec![plot]
}
