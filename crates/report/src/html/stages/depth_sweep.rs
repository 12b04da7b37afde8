//! Latency against throughput, one mark for each depth, the knee marked.

use super::plot::{Plot, PlotSeries};
use crate::language::Language;
use crate::studies::descriptor;
use crate::words;
use record::StageRecord;
use record::depth_sweep::DepthSweepFinding;

pub(super) fn plots(finding: &DepthSweepFinding, stage: &StageRecord) -> Vec<Plot> {
    if finding.steps.is_empty() {
        return Vec::new();
    }
    let text = "The numbers beside the marks are outstanding I/Os of each thread; further right and lower is better.";
    let mut plot = Plot::new("Load against latency", text, "IOPS", "latency");
    plot.descriptor = descriptor(finding, stage);
    plot.wide = true;
    plot.x.zero = true;
    (plot.y.log, plot.y.times) = (true, true);
    let with_p99 = finding.steps.iter().all(|step| step.measured.latency_ns_p99.is_some());
    for (name, tone, p99) in [("mean", "0", false), ("p99", "1", true)] {
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
            let hover = format!(
                "depth {}: {}, {}\n{name} {}",
                step.depth,
                words::estimate(Language::En, &seen.iops, "IOPS"),
                words::estimate(Language::En, &seen.mibps, "MiB/s"),
                words::latency(ns)
            );
            let tone = match finding.knee == Some(step.depth) {
                true => "good",
                false if finding.fleeting().contains(&step.depth) => "unsure",
                false => tone,
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
            &format!("knee at depth {}", step.depth),
            "good",
        );
    }
    vec![plot]
}
