//! Throughput against the number of disks, with the fitted law, the knee and the plateau.

use super::plot::{Plot, PlotSeries};
use crate::catalogue::{calibrate as alone, host_scale as hosts, scale as text};
use crate::language::Language;
use crate::studies::{Rate, load_of_disks, load_of_sets, suspected};
use crate::words;
use record::calibrate::{CalibrateFinding, DiskFinding, Judgement};
use record::scale::{Law, Saturation, ScaleFinding, ScaleUnit};

const STEPS: usize = 80;

pub(super) fn plots(language: Language, finding: &ScaleFinding) -> Vec<Plot> {
    if finding.sets.is_empty() {
        return Vec::new();
    }
    let rate = Rate::of(&finding.config.load);
    let unit = &rate.unit(language);
    let of_hosts = finding.config.unit == ScaleUnit::Hosts;
    let (title, how, axis) = if of_hosts {
        (hosts::chart(language), hosts::chart_text(language), hosts::head_hosts(language))
    } else {
        (text::chart(language), text::chart_text(language), text::head_disks(language))
    };
    let mut plot = Plot::new(title, how, axis, unit);
    plot.load = load_of_sets(language, finding);
    (plot.wide, plot.x.zero, plot.y.zero) = (true, true, true);
    let most = finding.sets.iter().map(|set| set.disks).max().unwrap_or(1) as f64;
    let top = finding.sets.iter().map(|set| rate.value(set.mibps.value)).fold(0.0, f64::max);
    let slope = rate.value(finding.slope.value);
    if slope > 0.0 {
        let mut ideal = PlotSeries::line(text::slope(language), "soft", "dot");
        ideal.through(0.0, 0.0);
        let end = most.min(top * 1.25 / slope);
        // A disk that is slower or faster alone counts with its relative speed.
        for disks in (1..=end as usize).map(|disks| disks as f64).chain([end]) {
            ideal.through(disks, slope * finding.worth(disks));
        }
        plot.series.push(ideal);
    }
    plot.series.extend(fitted(language, finding, rate, most));
    let mut series = PlotSeries::points(text::measured(language));
    series.legend = true;
    for set in &finding.sets {
        let gave = rate.estimate(&set.mibps);
        let value = words::estimate(language, &gave, unit);
        let at = if of_hosts { hosts::at_hosts } else { text::at_disks };
        let hover = at(language, set.disks as u64, &value);
        let tone = if set.settled && set.errors == 0 { "0" } else { "unsure" };
        series.put(set.disks as f64, &gave, hover, tone);
    }
    plot.series.push(series);
    if let Saturation::Reached { knee, plateau, .. } = &finding.saturation {
        let band = knee.interval.filter(|_| knee.is_known()).map(|ends| (ends.low, ends.high));
        let disks = language.digits(&base::number::trimmed(knee.value, 1));
        let full_at = if of_hosts { hosts::full_at } else { text::full_at };
        plot.upright(knee.value, band, &full_at(language, &disks), "unsure");
        let word = rate.plain(language, plateau.value);
        plot.across(rate.value(plateau.value), &word, "good");
    }
    vec![plot]
}

fn fitted(language: Language, finding: &ScaleFinding, rate: Rate, most: f64) -> Option<PlotSeries> {
    let (name, at): (&str, Box<dyn Fn(f64) -> f64>) = match finding.law {
        Law::Hinge => {
            let hinge = finding.hinge?;
            (text::fit_hinge(language), Box::new(move |n| hinge.at(n)))
        }
        Law::Usl => {
            let usl = finding.usl?;
            (text::fit_usl(language), Box::new(move |n| usl.at(n)))
        }
        Law::Linear | Law::Open | Law::None => return None,
    };
    let mut series = PlotSeries::line(name, "1", "solid");
    for set in 0..=STEPS {
        let n = most * set as f64 / STEPS as f64;
        series.through(n, rate.value(at(finding.worth(n))));
    }
    Some(series)
}

pub(super) fn of_each_disk(language: Language, finding: &CalibrateFinding) -> Vec<Plot> {
    let measured = |disks: &[DiskFinding]| disks.iter().any(|disk| disk.points > 0);
    let loads = finding.loads.iter().filter(|load| measured(&load.disks));
    loads
        .map(|load| {
            let rate = Rate::of(&load.load);
            let mut plot = Plot::new(
                alone::chart(language),
                alone::chart_text(language),
                &rate.unit(language),
                "",
            );
            plot.load = load_of_disks(language, finding, load);
            plot.rows = Some(load.disks.len());
            plot.wide = true;
            // The first disk is at the top.
            plot.y.names = load.disks.iter().rev().map(|disk| disk.name.clone()).collect();
            let mut series = PlotSeries::points(alone::disks(language));
            let last = load.disks.len().saturating_sub(1);
            for (index, disk) in load.disks.iter().enumerate().filter(|(_, disk)| disk.points > 0) {
                let gave = rate.estimate(&disk.mibps);
                let hover = format!(
                    "{}: {}\n{}",
                    disk.name,
                    words::estimate(language, &gave, &rate.unit(language)),
                    alone::judged_text(language, &disk.judgement)
                );
                series.put_level(&gave, (last - index) as f64, hover, judged_tone(finding, disk));
            }
            plot.series.push(series);
            for group in load.groups.iter().filter(|group| group.mibps > 0.0) {
                plot.upright(rate.value(group.mibps), None, "", "soft");
            }
            plot
        })
        .collect()
}

fn judged_tone(finding: &CalibrateFinding, disk: &DiskFinding) -> &'static str {
    match disk.judgement {
        Judgement::Slow | Judgement::Fast | Judgement::Failed => "bad",
        Judgement::CannotTell | Judgement::OneOfTwo => "unsure",
        _ if suspected(finding, disk) => "unsure",
        Judgement::Open | Judgement::NotSuspected | Judgement::NotAnOutlier | Judgement::Alone => {
            "0"
        }
    }
}
