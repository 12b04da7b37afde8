//! The comparison of disks, each with its interval, outliers marked.

use super::plot::{Plot, PlotSeries};
use crate::catalogue::calibrate as text;
use crate::language::Language;
use crate::studies::{Rate, load_of_disks, suspected};
use crate::words;
use record::calibrate::{CalibrateFinding, DiskFinding, Judgement};

pub(super) fn plots(language: Language, finding: &CalibrateFinding) -> Vec<Plot> {
    let measured = |disks: &[DiskFinding]| disks.iter().any(|disk| disk.points > 0);
    let loads = finding.loads.iter().filter(|load| measured(&load.disks));
    loads
        .map(|load| {
            let rate = Rate::of(&load.load);
            let mut plot = Plot::new(
                text::chart(language),
                text::chart_text(language),
                &rate.unit(language),
                "",
            );
            plot.load = load_of_disks(language, finding, load);
            plot.rows = Some(load.disks.len());
            plot.wide = true;
            // The first disk is at the top.
            plot.y.names = load.disks.iter().rev().map(|disk| disk.name.clone()).collect();
            let mut series = PlotSeries::points(text::disks(language));
            let last = load.disks.len().saturating_sub(1);
            for (index, disk) in load.disks.iter().enumerate().filter(|(_, disk)| disk.points > 0) {
                let gave = rate.estimate(&disk.mibps);
                let hover = format!(
                    "{}: {}\n{}",
                    disk.name,
                    words::estimate(language, &gave, &rate.unit(language)),
                    text::judged_text(language, &disk.judgement)
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
