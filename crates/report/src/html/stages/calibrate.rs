//! Disks side by side, each with its interval, the accused marked.

use super::plot::{Plot, PlotSeries};
use crate::language::Language;
use crate::studies::{Rate, judgement, suspected, targets};
use crate::words;
use record::calibrate::{CalibrateFinding, DiskFinding, Judgement};

pub(super) fn plots(finding: &CalibrateFinding) -> Vec<Plot> {
    let measured = |disks: &[DiskFinding]| disks.iter().any(|disk| disk.points > 0);
    let loads = finding.loads.iter().filter(|load| measured(&load.disks));
    loads
        .map(|load| {
            let text = "What each disk gave alone, with its 95 % interval; the dashed line is the median of what is shown of its kind, the odd ones left out. Judged \
                        is how far it was from its peers in the same rounds, which the table below tells.";
            let rate = Rate::of(&load.load);
            let mut plot = Plot::new("Disks side by side", text, rate.unit, "");
            plot.descriptor = format!("{} {}", load.load, targets(&finding.config.disks));
            plot.rows = Some(load.disks.len());
            plot.wide = true;
            // The first disk stands at the top.
            plot.y.names = load.disks.iter().rev().map(|disk| disk.name.clone()).collect();
            let mut series = PlotSeries::points("disks");
            let last = load.disks.len().saturating_sub(1);
            for (index, disk) in load.disks.iter().enumerate().filter(|(_, disk)| disk.points > 0) {
                let gave = rate.estimate(&disk.mibps);
                let hover = format!(
                    "{}: {}\n{}",
                    disk.name,
                    words::estimate(Language::En, &gave, rate.unit),
                    judgement(disk.judgement)
                );
                series.put_level(&gave, (last - index) as f64, hover, tone(finding, disk));
            }
            plot.series.push(series);
            for group in load.groups.iter().filter(|group| group.mibps > 0.0) {
                plot.upright(rate.value(group.mibps), None, "", "soft");
            }
            plot
        })
        .collect()
}

fn tone(finding: &CalibrateFinding, disk: &DiskFinding) -> &'static str {
    match disk.judgement {
        Judgement::Slow | Judgement::Fast | Judgement::Failed => "bad",
        Judgement::CannotTell | Judgement::OneOfTwo => "unsure",
        _ if suspected(finding, disk) => "unsure",
        Judgement::Open | Judgement::NotSuspected | Judgement::NotAnOutlier | Judgement::Alone => {
            "0"
        }
    }
}
