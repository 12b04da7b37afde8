//! Latency against throughput, one mark for each depth, the knee marked.

use super::plot::{Plot, PlotSeries};
use crate::studies::descriptor;
use crate::words;
use record::StageRecord;
use record::ladder::LadderFinding;

pub(super) fn plots(finding: &LadderFinding, stage: &StageRecord) -> Vec<Plot> {
    if finding.rungs.is_empty() {
        return Vec::new();
    }
    let text = "The numbers beside the marks are outstanding I/Os of each thread; further right and lower is better.";
    let mut plot = Plot::new("Load against latency", text, "IOPS", "latency");
    plot.descriptor = descriptor(finding, stage);
    plot.wide = true;
    plot.x.zero = true;
    (plot.y.log, plot.y.times) = (true, true);
    let with_p99 = finding.rungs.iter().all(|rung| rung.measured.latency_ns_p99.is_some());
    for (name, tone, p99) in [("mean", "0", false), ("p99", "1", true)] {
        if p99 && !with_p99 {
            continue;
        }
        let mut series = PlotSeries::joined(name);
        tone.clone_into(&mut series.tone);
        series.legend = true;
        for rung in &finding.rungs {
            let seen = &rung.measured;
            let ns = match (p99, seen.latency_ns_p99) {
                (true, Some(ns)) => ns as f64,
                _ => seen.latency_ns_mean,
            };
            let hover = format!(
                "depth {}: {}, {}\n{name} {}",
                rung.depth,
                words::estimate(&seen.iops, "IOPS"),
                words::estimate(&seen.mibps, "MiB/s"),
                words::latency(ns)
            );
            let tone = match finding.knee == Some(rung.depth) {
                true => "good",
                false if finding.fleeting().contains(&rung.depth) => "unsure",
                false => tone,
            };
            let word = if p99 { String::new() } else { rung.depth.to_string() };
            series.put_named((seen.iops.value, ns / 1e6), hover, tone, &word);
        }
        plot.series.push(series);
    }
    let knee = finding.rungs.iter().find(|rung| Some(rung.depth) == finding.knee);
    if let Some(rung) = knee {
        plot.upright(
            rung.measured.iops.value,
            None,
            &format!("knee at depth {}", rung.depth),
            "good",
        );
    }
    vec![plot]
}
