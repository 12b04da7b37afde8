//! Disks side by side, each with its interval, the accused marked.

use super::plot::{Plot, Series};
use crate::studies::{judgement, targets};
use crate::words;
use study::calibrate::{CalibrateFinding, DiskFinding, Judgement};

pub(super) fn plots(finding: &CalibrateFinding) -> Vec<Plot> {
    let measured = |disks: &[DiskFinding]| disks.iter().any(|disk| disk.cells > 0);
    let loads = finding.loads.iter().filter(|load| measured(&load.disks));
    loads
        .map(|load| {
            let text = "Each disk alone, with its 95 % interval; the dashed line is the median of its kind.";
            let mut plot = Plot::new("Disks side by side", text, "MiB/s", "");
            plot.descriptor = format!("{} {}", load.load, targets(&finding.config.disks));
            plot.rows = Some(load.disks.len());
            plot.wide = true;
            // The first disk stands at the top.
            plot.y.names = load.disks.iter().rev().map(|disk| disk.name.clone()).collect();
            let mut series = Series::points("disks");
            let last = load.disks.len().saturating_sub(1);
            for (index, disk) in load.disks.iter().enumerate().filter(|(_, disk)| disk.cells > 0) {
                let hover = format!(
                    "{}: {}\n{}",
                    disk.name,
                    words::estimate(&disk.mibps, "MiB/s"),
                    judgement(disk.judgement)
                );
                series.put_level(&disk.mibps, (last - index) as f64, hover, tone(disk.judgement));
            }
            plot.series.push(series);
            for group in &load.groups {
                plot.upright(group.mibps, None, "", "soft");
            }
            plot
        })
        .collect()
}

fn tone(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Slow | Judgement::Fast | Judgement::Failed => "bad",
        Judgement::CannotTell | Judgement::OneOfTwo => "unsure",
        Judgement::Open | Judgement::Like | Judgement::Cleared | Judgement::Alone => "0",
    }
}
