//! A growing set of disks: where it fills up, and what each disk adds before.

use super::{Line, Rows, Told, Tone, counted, mibps, percent, ranged, targets};
use crate::words;
use study::record::CellRecord;
use study::scale::{Law, Saturation, ScaleFinding, Usl};

pub(super) fn told(finding: &ScaleFinding, cells: &[CellRecord]) -> Told {
    let most = finding.points.last().map_or(0, |point| point.disks);
    let (tone, headline) = match &finding.saturation {
        Saturation::Reached { count, plateau, .. } => (
            Tone::Good,
            format!(
                "{} the limit of {}",
                if *count == 1 { "1 disk fills".to_owned() } else { format!("{count} disks fill") },
                mibps(plateau)
            ),
        ),
        Saturation::NotReached { at_least } => {
            (Tone::Good, not_reached(most, at_least.ceil() as usize))
        }
        Saturation::Open if finding.cpus_full.is_some() => (
            Tone::Unsure,
            format!(
                "cannot tell where it fills up: the CPUs of this machine were {} busy where more disks gave no more, and it may be \
                 them",
                percent(finding.cpus_full.unwrap_or(1.0))
            ),
        ),
        Saturation::Open => (Tone::Unsure, "too few points to tell where it fills up".to_owned()),
    };
    let headline = if finding.whole { headline } else { format!("not finished: {headline}") };
    let tone = if finding.whole { tone } else { Tone::Unsure };
    let doubts = uneven(finding).into_iter().collect();
    Told {
        tone,
        headline,
        notes: notes(finding, cells),
        doubts,
        tables: vec![table(finding, cells)],
    }
}

/// No limit was seen; within the errors the last disks may stand at the edge of one.
fn not_reached(most: usize, at_least: usize) -> String {
    let seen = format!("not reached: {} do not fill it", counted(most, "disk"));
    match at_least {
        least if least >= most => seen,
        least => format!("{seen} for all that is seen; within the errors {least} may"),
    }
}

/// Disks that are not equal, which the number of disks takes them for.
fn uneven(finding: &ScaleFinding) -> Option<String> {
    let uneven = finding.uneven()?;
    let [first, last] = uneven.disks;
    let who = match last - first {
        0 => format!("disk {first} adds"),
        _ => format!("disks {first} to {last} add"),
    };
    let way = if uneven.more < 0.0 { "less" } else { "more" };
    Some(format!(
        "{who} {} {way} than those before: the disks are not equal, and the number that fills the limit may be off by one; \
         calibrate tells which one it is",
        percent(uneven.more.abs())
    ))
}

fn notes(finding: &ScaleFinding, cells: &[CellRecord]) -> Vec<String> {
    let mut out = Vec::new();
    if finding.slope.value > 0.0 {
        let adds = mibps(&finding.slope);
        out.push(match (&finding.saturation, finding.uneven()) {
            (_, Some(_)) => format!("on average each disk adds {adds}, but they are not equal"),
            (Saturation::Reached { .. }, None) => format!("each disk adds {adds} until then"),
            _ => format!("each disk adds {adds}"),
        });
    }
    if let Saturation::Reached { knee, .. } = &finding.saturation {
        let interval = words::interval(knee).map_or(String::new(), |text| format!(" ({text})"));
        out.push(format!(
            "plateau over slope is {}{interval} disks",
            base::units::trimmed(knee.value, 1)
        ));
    }
    if let Some((best, loss)) = finding.falls {
        out.push(format!(
            "beyond {} throughput falls again: the largest set gave {} less",
            counted(best, "disk"),
            percent(loss)
        ));
    }
    out.extend(law(finding));
    let own = cells.iter().filter(|cell| cell.cell.load == finding.config.load);
    if super::stalls(own).is_some() {
        let text = "what was lost in stalls is left out where the corner is sought: it says nothing of how much the path carries";
        out.push(text.to_owned());
    }
    out
}

/// The law that fits, with its formula.
fn law(finding: &ScaleFinding) -> Option<String> {
    let best = match finding.law {
        Law::Open => return None,
        Law::Linear => "a straight line: slope x N".to_owned(),
        Law::Hinge => {
            let hinge = finding.hinge?;
            format!(
                "min(slope x N, cap) with slope {} and cap {} MiB/s",
                words::number(hinge.slope),
                words::number(hinge.cap)
            )
        }
        Law::Usl => format!("the Universal Scalability Law ({})", coefficients(&finding.usl?)),
        Law::None if finding.uneven().is_some() => {
            return Some("no law of equal disks fits within the intervals".to_owned());
        }
        Law::None => return Some("no law fits within the intervals".to_owned()),
    };
    let other = finding.usl.filter(|_| finding.law != Law::Usl).map_or(String::new(), |usl| {
        format!("; the Universal Scalability Law would be {}", coefficients(&usl))
    });
    Some(format!("what fits best is {best}{other}"))
}

fn coefficients(usl: &Usl) -> String {
    let small = |value: f64| if value == 0.0 { "0".to_owned() } else { format!("{value:.2e}") };
    format!(
        "lambda {}, sigma {}, kappa {}",
        words::number(usl.lambda),
        small(usl.sigma),
        small(usl.kappa)
    )
}

fn table(finding: &ScaleFinding, cells: &[CellRecord]) -> Rows {
    let most = finding.points.iter().map(|point| point.mibps.value).fold(0.0, f64::max);
    let rows = finding.points.iter().map(|point| {
        let mut doubt = String::new();
        if point.errors > 0 {
            doubt = format!("{} failed", base::units::grouped(point.errors));
        } else if !point.settled {
            doubt = "not settled".to_owned();
        }
        let own = cells
            .iter()
            .filter(|cell| cell.purpose != "reference" && cell.cell.targets.len() == point.disks);
        if let Some(stalls) = super::stalls(own) {
            doubt = [doubt, stalls]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join(", ");
        }
        Line {
            cells: vec![
                point.disks.to_string(),
                ranged(&point.mibps),
                words::number(point.mibps.value / point.disks.max(1) as f64),
                words::latency(point.latency_ns_mean),
                doubt,
            ],
            tone: if point.errors > 0 || !point.settled { Tone::Unsure } else { Tone::Plain },
            share: point.mibps.value / most,
        }
    });
    let grown = targets(&finding.config.disks).replace(" to ", "->").replace(',', "->");
    let heads = ["disks", "MiB/s", "each", "latency", ""];
    Rows {
        caption: format!("{} {grown}", finding.config.load),
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        spare: vec!["latency", "each"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_was_not_reached_is_told_without_contradiction() {
        assert_eq!(not_reached(14, 14), "not reached: 14 disks do not fill it");
        let near = not_reached(14, 12);
        assert!(near.contains("for all that is seen") && near.ends_with("12 may"), "{near}");
    }
}
