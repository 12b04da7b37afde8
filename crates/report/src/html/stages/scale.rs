//! Throughput against the number of disks, with the fitted law, the knee and the plateau.

use super::plot::{Plot, Series};
use crate::studies::targets;
use crate::words;
use study::scale::{Hinge, Law, Saturation, ScaleFinding, Usl};

/// Places of a fitted curve.
const STEPS: usize = 80;

pub(super) fn plots(finding: &ScaleFinding) -> Vec<Plot> {
    if finding.points.is_empty() {
        return Vec::new();
    }
    let text = "All disks of a set at the same time. The dotted line is what they would give if nothing filled up.";
    let mut plot = Plot::new("Throughput against disks", text, "disks", "MiB/s");
    plot.descriptor = format!(
        "{} {}",
        finding.config.load,
        targets(&finding.config.disks).replace(" to ", "->").replace(',', "->")
    );
    (plot.wide, plot.x.zero, plot.y.zero) = (true, true, true);
    let most = finding.points.iter().map(|point| point.disks).max().unwrap_or(1) as f64;
    let top = finding.points.iter().map(|point| point.mibps.value).fold(0.0, f64::max);
    if finding.slope.value > 0.0 {
        let mut ideal = Series::line("slope x N", "soft", "dot");
        ideal.through(0.0, 0.0);
        let end = most.min(top * 1.25 / finding.slope.value);
        ideal.through(end, finding.slope.value * end);
        plot.series.push(ideal);
    }
    plot.series.extend(fitted(finding, most));
    let mut series = Series::points("measured");
    series.legend = true;
    for point in &finding.points {
        let hover = format!("{} disks: {}", point.disks, words::estimate(&point.mibps, "MiB/s"));
        let tone = if point.settled && point.errors == 0 { "0" } else { "unsure" };
        series.put(point.disks as f64, &point.mibps, hover, tone);
    }
    plot.series.push(series);
    if let Saturation::Reached { knee, plateau, .. } = &finding.saturation {
        let band = knee.is_known().then_some((knee.low, knee.high));
        let disks = base::units::trimmed(knee.value, 1);
        plot.upright(knee.value, band, &format!("full at {disks} disks"), "unsure");
        plot.across(plateau.value, &format!("{} MiB/s", words::number(plateau.value)), "good");
    }
    vec![plot]
}

fn fitted(finding: &ScaleFinding, most: f64) -> Option<Series> {
    let (name, at): (&str, Box<dyn Fn(f64) -> f64>) = match finding.law {
        Law::Hinge => {
            let Hinge { slope, cap, sharpness } = finding.hinge?;
            let curve = move |n: f64| {
                if n <= 0.0 {
                    return 0.0;
                }
                if !sharpness.is_finite() {
                    return (slope * n).min(cap);
                }
                ((slope * n).powf(-sharpness) + cap.powf(-sharpness)).powf(-1.0 / sharpness)
            };
            ("fit: min(slope x N, cap)", Box::new(curve))
        }
        Law::Usl => {
            let Usl { lambda, sigma, kappa } = finding.usl?;
            let curve =
                move |n: f64| lambda * n / (1.0 + sigma * (n - 1.0) + kappa * n * (n - 1.0));
            ("fit: Universal Scalability Law", Box::new(curve))
        }
        Law::Linear | Law::Open | Law::None => return None,
    };
    let mut series = Series::line(name, "1", "solid");
    for step in 0..=STEPS {
        let n = most * step as f64 / STEPS as f64;
        series.through(n, at(n));
    }
    Some(series)
}
