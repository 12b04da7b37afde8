//! A growing set of disks: where it fills up, and what each disk adds before.

use super::{Line, Rate, Rows, Told, Tone, counted, percent, targets};
use crate::words;
use record::PointRecord;
use record::scale::{Law, Saturation, ScaleFinding, UnusualDisk, Usl};

pub(super) fn told(finding: &ScaleFinding, points: &[PointRecord]) -> Told {
    let most = finding.sets.last().map_or(0, |set| set.disks);
    let rate = Rate::of(&finding.config.load);
    let (tone, headline) = match &finding.saturation {
        Saturation::Reached { count, plateau, .. } => (
            Tone::Good,
            format!(
                "{} the limit of {}",
                if *count == 1 { "1 disk fills".to_owned() } else { format!("{count} disks fill") },
                rate.told(plateau)
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
        Saturation::Open => (Tone::Unsure, open(finding)),
    };
    let headline = if finding.whole { headline } else { format!("not finished: {headline}") };
    let tone = if finding.whole { tone } else { Tone::Unsure };
    let warnings = left_aside(finding).into_iter().chain(uneven(finding)).collect();
    Told {
        tone,
        headline,
        notes: notes(finding, points),
        warnings,
        tables: vec![table(finding, points)],
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

/// Why no answer came out: a path that is full at the end of the shelf looks like a slow disk there.
fn open(finding: &ScaleFinding) -> String {
    match finding.ends_unclear() {
        None => "too few points to tell where it fills up".to_owned(),
        Some([first, last]) => format!(
            "cannot tell whether {} fill it or {}; calibrate tells",
            counted(last, "disk"),
            match last - first {
                0 => format!("disk {last} is slow"),
                _ => format!("one of the disks {first} to {last} is slow"),
            }
        ),
    }
}

/// The disks' own speeds, which the first point did not bear out.
fn left_aside(finding: &ScaleFinding) -> Option<String> {
    let rate = Rate::of(&finding.config.load);
    let (said, first) = (finding.left_aside?, finding.sets.first()?);
    Some(format!(
        "{} gives {} {} alone here, and calibrate found {}: what it found of the disks was left aside",
        finding.config.disks.first()?,
        rate.number(first.mibps.value),
        rate.unit,
        rate.number(said)
    ))
}

/// Disks that are not equal, which the number of disks takes them for.
fn uneven(finding: &ScaleFinding) -> Option<String> {
    let end = finding.last_adds_less();
    let uneven = end.or_else(|| finding.uneven())?;
    let [first, last] = uneven.disks;
    let who = match last - first {
        0 => format!("disk {first} adds"),
        _ => format!("disks {first} to {last} add"),
    };
    let way = if uneven.more < 0.0 { "less" } else { "more" };
    let means = match (end, &finding.saturation) {
        (Some(_), _) => "a path that is full and a slow disk look the same here",
        (None, Saturation::Reached { .. }) => {
            "the disks are not equal, and the number that fills the limit may be off by one; calibrate tells which one it is"
        }
        (None, _) => "the disks are not equal; calibrate tells which one it is",
    };
    Some(format!("{who} {} {way} than those before: {means}", percent(uneven.more.abs())))
}

fn notes(finding: &ScaleFinding, points: &[PointRecord]) -> Vec<String> {
    let mut out = Vec::new();
    if finding.slope.value > 0.0 {
        out.push(adds(finding, &Rate::of(&finding.config.load).told(&finding.slope)));
    }
    out.extend(unusual(finding));
    if let Saturation::Reached { knee, .. } = &finding.saturation {
        let interval = words::interval(knee).map_or(String::new(), |text| format!(" ({text})"));
        let disks = words::number(knee.value);
        out.push(match finding.unusual().is_empty() {
            true => format!("plateau over slope is {disks}{interval} disks"),
            false => format!("the plateau is what the first {disks}{interval} of these disks give"),
        });
    }
    if let Some((best, loss)) = finding.falls {
        out.push(format!(
            "beyond {} throughput falls again: the largest set gave {} less",
            counted(best, "disk"),
            percent(loss)
        ));
    }
    out.extend(law(finding));
    let own = points.iter().filter(|point| point.point.load == finding.config.load);
    if super::stalls(own).is_some() {
        let text = "what was lost in stalls is left out where the corner is sought: it says nothing of how much the path carries";
        out.push(text.to_owned());
    }
    out
}

/// What each disk adds: a usual one, where their own speeds are known and most are alike.
fn adds(finding: &ScaleFinding, each: &str) -> String {
    let until = match finding.saturation {
        Saturation::Reached { .. } => " until then",
        _ => "",
    };
    let unusual = finding.unusual().len();
    if matches!(finding.saturation, Saturation::Reached { count: 1, .. }) {
        return format!(
            "one disk gives {each} of it, and more disks add nothing; without the limit it may give more"
        );
    }
    if finding.ends_unclear().is_some() {
        return format!("on average each disk adds {each}");
    }
    match finding.uneven() {
        Some(_) => format!("on average each disk adds {each}, but they are not equal"),
        None if unusual == 0 => format!("each disk adds {each}{until}"),
        None => format!("a usual disk (one of median speed) adds {each}{until}"),
    }
}

/// Disks that were counted as more or less than one, and what that does to the number that fills the limit.
fn unusual(finding: &ScaleFinding) -> Vec<String> {
    let all = finding.unusual();
    let Some(most) = all.iter().max_by(|a, b| off(a).total_cmp(&off(b))) else { return Vec::new() };
    let counted = |one: &UnusualDisk| {
        let way = if one.worth < 1.0 { "less" } else { "more" };
        let worth = base::units::trimmed(one.worth, 2);
        format!(
            "{} gave {} {way} alone and counts as {worth} of a usual one",
            one.disk,
            percent(off(one))
        )
    };
    let others = match all.len() - 1 {
        0 => String::new(),
        1 => "; so is 1 other disk counted by its own speed".to_owned(),
        others => format!("; so are {others} other disks counted by their own speed"),
    };
    let mut out = vec![counted(most) + &others];
    if let Saturation::Reached { count, knee, .. } = &finding.saturation {
        let within = all.iter().any(|one| one.place <= *count);
        let usual = (finding.worth(knee.value) - 0.1).ceil().max(1.0) as usize;
        if within && usual != *count {
            out.push(format!(
                "which disks join first decides that number: of usual ones {usual} fill the limit"
            ));
        }
    }
    out
}

/// How far a disk is from a usual one, as a share.
fn off(one: &UnusualDisk) -> f64 {
    (one.worth - 1.0).abs()
}

/// The law that fits, with its formula.
fn law(finding: &ScaleFinding) -> Option<String> {
    let rate = Rate::of(&finding.config.load);
    let best = match finding.law {
        Law::Open => return None,
        Law::Linear => "a straight line: slope x N".to_owned(),
        Law::Hinge => {
            let hinge = finding.hinge?;
            format!(
                "min(slope x N, cap){} with slope {} and cap {} {}",
                if hinge.sharpness.is_finite() { ", rounded at its corner," } else { "" },
                rate.number(hinge.slope),
                rate.number(hinge.cap),
                rate.unit
            )
        }
        Law::Usl => {
            // What each disk costs the others and what slow ones among them give less look alike.
            let alike =
                if finding.config.alone.is_empty() { ", if the disks are equal" } else { "" };
            format!("the Universal Scalability Law ({}){alike}", coefficients(&finding.usl?, rate))
        }
        Law::None if finding.uneven().is_some() => {
            return Some("no law of equal disks fits within the intervals".to_owned());
        }
        Law::None => return Some("no law fits within the intervals".to_owned()),
    };
    let other = finding.usl.filter(|_| finding.law != Law::Usl).map_or(String::new(), |usl| {
        format!("; the Universal Scalability Law would be {}", coefficients(&usl, rate))
    });
    let counted = match finding.unusual().is_empty() {
        true => "",
        false => "; N counts usual disks",
    };
    Some(format!("what fits best is {best}{other}{counted}"))
}

fn coefficients(usl: &Usl, rate: Rate) -> String {
    let small = |value: f64| if value == 0.0 { "0".to_owned() } else { format!("{value:.2e}") };
    format!(
        "lambda {}, sigma {}, kappa {}",
        rate.number(usl.lambda),
        small(usl.sigma),
        small(usl.kappa)
    )
}

fn table(finding: &ScaleFinding, points: &[PointRecord]) -> Rows {
    let most = finding.sets.iter().map(|set| set.mibps.value).fold(0.0, f64::max);
    let rate = Rate::of(&finding.config.load);
    let rows = finding.sets.iter().map(|set| {
        let mut warning = String::new();
        if set.errors > 0 {
            warning = format!("{} failed", base::units::grouped(set.errors));
        } else if !set.settled {
            warning = "not settled".to_owned();
        }
        let own = points
            .iter()
            .filter(|point| point.purpose.counts() && point.point.targets.len() == set.disks);
        if let Some(stalls) = super::stalls(own) {
            warning = [warning, stalls]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join(", ");
        }
        Line {
            cells: vec![
                set.disks.to_string(),
                rate.ranged(&set.mibps),
                rate.number(set.mibps.value / set.disks.max(1) as f64),
                words::latency(set.latency_ns_mean),
                warning,
            ],
            tone: if set.errors > 0 || !set.settled { Tone::Unsure } else { Tone::Plain },
            share: set.mibps.value / most,
        }
    });
    let grown = targets(&finding.config.disks).replace(" to ", "->").replace(',', "->");
    let heads = ["disks", rate.unit, "each", "latency", ""];
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

    /// What each disk adds is not the mean of a shelf with a slow disk in it, which no disk adds.
    #[test]
    fn a_slow_disk_that_is_known_is_told_apart_from_what_a_usual_one_adds() {
        let stage = testkit::study::scale_example().study.expect("a study").stages.remove(0);
        let Some(record::Finding::Scale(finding)) = stage.finding else { panic!() };
        let told = |alone: &dyn Fn(usize) -> f64| {
            let mut finding = finding.clone();
            finding.config.alone = (0..finding.config.disks.len()).map(alone).collect();
            notes(&finding, &[]).join("\n")
        };
        let equal = told(&|_| 120.0);
        assert!(equal.starts_with("each disk adds") && !equal.contains("alone"), "{equal}");
        let slow = told(&|disk| if disk == 2 { 84.0 } else { 120.0 });
        for text in [
            "a usual disk (one of median speed) adds",
            "disk03 gave 30 % less alone and counts as 0.7 of a usual one",
            "of these disks give",
        ] {
            assert!(slow.contains(text), "{slow}");
        }
        let two = told(&|disk| if disk > 11 { 100.0 } else { 120.0 });
        assert!(two.contains("16.7 % less alone") && two.contains("so is 1 other disk"), "{two}");
    }

    /// Fourteen disks whose throughput is this, of one disk, of two, and so on.
    fn grown(saturation: Saturation, gives: &[f64]) -> ScaleFinding {
        let stage = testkit::study::scale_example().study.expect("a study").stages.remove(0);
        let Some(record::Finding::Scale(finding)) = stage.finding else { panic!() };
        let known = |mibps: f64| summary::Estimate {
            value: mibps,
            low: mibps,
            high: mibps,
            confidence: 0.95,
        };
        let sets = gives.iter().zip(&finding.sets).zip(1..);
        let sets = sets.map(|((mibps, set), disks)| record::scale::DiskSetResult {
            disks,
            mibps: known(*mibps),
            ..set.clone()
        });
        let (sets, mut config) = (sets.collect(), finding.config.clone());
        config.disks.truncate(gives.len());
        ScaleFinding { config, sets, saturation, law: Law::Linear, ..finding }
    }

    #[test]
    fn a_last_disk_that_adds_less_is_told_with_both_its_reasons() {
        let unclear = grown(Saturation::Open, &[200.0, 400.0, 600.0, 730.0]);
        let unclear_told = told(&unclear, &[]);
        assert_eq!(
            (unclear_told.tone, unclear_told.headline.as_str()),
            (
                Tone::Unsure,
                "cannot tell whether 4 disks fill it or disk 4 is slow; calibrate tells"
            )
        );
        let warning = "disk 4 adds 35 % less than those before: a path that is full and a slow disk look the same here";
        assert_eq!(unclear_told.warnings, [warning]);
        let not_reached = Saturation::NotReached { at_least: 3.9 };
        let uneven = told(&grown(not_reached, &[200.0, 300.0, 500.0, 700.0]), &[]).warnings;
        let warning = "disk 2 adds 50 % less than those before: the disks are not equal; calibrate tells which one it is";
        assert_eq!(uneven, [warning], "no number that fills a limit was told");
    }

    #[test]
    fn speeds_that_were_left_aside_are_a_warning() {
        let reached = Saturation::NotReached { at_least: 3.9 };
        let mut finding = grown(reached, &[200.0, 400.0, 600.0, 800.0]);
        assert_eq!(told(&finding, &[]).warnings, Vec::<String>::new());
        finding.left_aside = Some(67.0);
        let warnings = told(&finding, &[]).warnings;
        assert!(
            warnings[0].contains("gives 200 MiB/s alone here, and calibrate found 67"),
            "{warnings:?}"
        );
    }

    /// Where one disk fills the limit, none adds anything.
    #[test]
    fn more_disks_than_the_one_that_fills_the_limit_add_nothing() {
        let known =
            |value: f64| summary::Estimate { value, low: value, high: value, confidence: 0.95 };
        let reached = Saturation::Reached { count: 1, knee: known(1.0), plateau: known(150.0) };
        let told = notes(&grown(reached, &[150.0, 150.0, 150.0]), &[]).join("\n");
        assert!(told.contains("more disks add nothing") && !told.contains("until then"), "{told}");
    }

    #[test]
    fn small_random_operations_are_counted() {
        let record = testkit::study::scale_example();
        let mut stages = record.study.expect("an example of a study").stages;
        let Some(record::Finding::Scale(mut finding)) = stages.remove(0).finding else {
            panic!("the example grows a set");
        };
        finding.config.load.random = true;
        let told = told(&finding, &[]);
        assert!(told.headline.contains(" IOPS ("), "{}", told.headline);
        assert_eq!(told.tables[0].heads[1], "IOPS");
        let all = format!("{} {:?} {:?}", told.headline, told.notes, told.tables);
        assert!(!all.contains("MiB/s"), "{all}");
    }

    #[test]
    fn a_limit_that_was_not_reached_is_told_without_contradiction() {
        assert_eq!(not_reached(14, 14), "not reached: 14 disks do not fill it");
        let near = not_reached(14, 12);
        assert!(near.contains("for all that is seen") && near.ends_with("12 may"), "{near}");
    }
}
