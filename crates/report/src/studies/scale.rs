//! A growing set of disks: where its throughput stops growing, and what each disk adds. `hosts` has the texts for hosts.

use super::{Line, Rate, Rows, StageText, Tone};
use crate::catalogue::{host_scale, host_scale as host_text, scale as text, study};
use crate::language::Language;
use crate::words::figure::percent;
use crate::words::point_load::{target_names, told_load};
use record::PointRecord;
use record::scale::{Law, Saturation, ScaleFinding, ScaleUnit, UnusualDisk, Usl};

pub(super) fn stage_text(
    language: Language,
    finding: &ScaleFinding,
    points: &[PointRecord],
) -> StageText {
    if finding.config.unit == ScaleUnit::Hosts {
        return hosts_stage_text(language, finding, points);
    }
    let most = finding.sets.last().map_or(0, |set| set.disks);
    let rate = Rate::of(&finding.config.load);
    let headline = match &finding.saturation {
        Saturation::Reached { count, plateau, .. } => {
            let plateau = rate.with_interval(language, plateau);
            text::reached(language, *count as u64, &plateau)
        }
        Saturation::NotReached { at_least } => {
            not_reached(language, most, at_least.ceil() as usize)
        }
        Saturation::Open => match finding.cpus_full {
            Some(share) => text::cpus_busy(language, &percent(language, share)),
            None => open(language, finding),
        },
    };
    let headline = if finding.whole { headline } else { study::not_finished(language, &headline) };
    let warnings = [contradicted_speed(language, finding), uneven(language, finding)];
    StageText {
        headline,
        notes: notes(language, finding, points),
        warnings: warnings.into_iter().flatten().collect(),
        tables: vec![table(language, finding, points)],
    }
}

/// No limit was found, but within the uncertainty the last disks may reach one.
fn not_reached(language: Language, most: usize, at_least: usize) -> String {
    match at_least {
        least if least >= most => text::not_reached(language, most as u64),
        least => text::not_reached_near(language, most as u64, least as u64),
    }
}

/// Why the answer is open: a path that the last disks saturate looks the same as a slow disk.
fn open(language: Language, finding: &ScaleFinding) -> String {
    match finding.ends_unclear().map(|ends| ends.map(|disk| disk as u64)) {
        None => text::few_points(language).to_owned(),
        Some([first, last]) if first == last => text::end_unclear(language, last),
        Some([first, last]) => text::ends_unclear(language, last, first),
    }
}

/// A warning that the first point contradicts the disks' own speeds, so that they were not used.
fn contradicted_speed(language: Language, finding: &ScaleFinding) -> Option<String> {
    let rate = Rate::of(&finding.config.load);
    let (there, first) = (finding.contradicted_mibps?, finding.sets.first()?);
    let values = text::Aside {
        disk: finding.config.disks.first()?,
        here: &rate.plain(language, first.mibps.value),
        there: &rate.number(language, there),
    };
    Some(text::aside(language, &values))
}

/// A warning about disks that are not equal, although the number of disks assumes it.
fn uneven(language: Language, finding: &ScaleFinding) -> Option<String> {
    let end = finding.last_adds_less();
    let uneven = end.or_else(|| finding.uneven())?;
    let [first, last] = uneven.disks.map(|disk| disk as u64);
    let (size, less) = (percent(language, uneven.more.abs()), uneven.more < 0.0);
    let what = match last - first {
        0 => text::adds_less(language, first, &size, less),
        _ => text::add_less(language, first, last, &size, less),
    };
    let means = match (end, &finding.saturation) {
        (Some(_), _) => text::look_alike(language),
        (None, Saturation::Reached { .. }) => text::unequal_reached(language),
        (None, _) => text::unequal(language),
    };
    Some(format!("{what} {means}"))
}

fn notes(language: Language, finding: &ScaleFinding, points: &[PointRecord]) -> Vec<String> {
    let mut out = Vec::new();
    if finding.slope.value > 0.0 {
        let each = Rate::of(&finding.config.load).with_interval(language, &finding.slope);
        out.push(adds(language, finding, &each));
    }
    out.extend(unusual(language, finding));
    if let Saturation::Reached { knee, .. } = &finding.saturation {
        let interval = language.interval(knee).map_or(String::new(), |text| format!(" ({text})"));
        let disks = format!("{}{interval}", language.number(knee.value));
        out.push(if finding.unusual().is_empty() {
            text::plateau(language, &disks)
        } else {
            text::plateau_of_first(language, &disks)
        });
    }
    if let Some(fall) = finding.falls {
        out.push(text::falls(language, fall.after as u64, &percent(language, fall.by_share)));
    }
    out.extend(law(language, finding));
    let own = points.iter().filter(|point| point.point.load == finding.config.load);
    if super::stalls(language, own).is_some() {
        out.push(text::stalls_left_out(language).to_owned());
    }
    out
}

/// What each disk adds; a usual disk, if their own speeds are known and most are equal.
fn adds(language: Language, finding: &ScaleFinding, each: &str) -> String {
    let until = matches!(finding.saturation, Saturation::Reached { .. });
    let unusual = finding.unusual().len();
    if matches!(finding.saturation, Saturation::Reached { count: 1, .. }) {
        return text::adds_nothing(language, each);
    }
    if finding.ends_unclear().is_some() {
        return text::adds_average(language, each);
    }
    match finding.uneven() {
        Some(_) => text::adds_unequal(language, each),
        None if unusual == 0 => text::adds(language, each, until),
        None => text::adds_usual(language, each, until),
    }
}

/// Disks that count as more or less than one, and the effect on the number that saturates the path.
fn unusual(language: Language, finding: &ScaleFinding) -> Vec<String> {
    let all = finding.unusual();
    let Some(most) = all.iter().max_by(|a, b| off(a).total_cmp(&off(b))) else { return Vec::new() };
    let worth = language.digits(&base::number::trimmed(most.worth, 2));
    let size = percent(language, off(most));
    let first = text::unusual(language, &most.disk, &size, most.worth < 1.0, &worth);
    let mut out = vec![match all.len() as u64 - 1 {
        0 => first,
        others => format!("{first} {}", text::unusual_more(language, others)),
    }];
    if let Saturation::Reached { count, knee, .. } = &finding.saturation {
        let within = all.iter().any(|one| one.place <= *count);
        let usual = (finding.worth(knee.value) - 0.1).ceil().max(1.0) as usize;
        if within && usual != *count {
            out.push(text::order_matters(language, usual as u64));
        }
    }
    out
}

/// The difference of a disk from a usual one, as a share.
fn off(one: &UnusualDisk) -> f64 {
    (one.worth - 1.0).abs()
}

fn law(language: Language, finding: &ScaleFinding) -> Option<String> {
    let rate = Rate::of(&finding.config.load);
    let best = match finding.law {
        Law::Open => return None,
        Law::Linear => text::law_line(language).to_owned(),
        Law::Hinge => {
            let hinge = finding.hinge?;
            let slope = rate.number(language, hinge.slope);
            let cap = rate.plain(language, hinge.cap);
            text::law_hinge(language, &slope, &cap, hinge.sharpness.is_some())
        }
        Law::Usl => {
            // The cost that disks add to each other and slow disks among them have the same effect.
            let if_equal = finding.config.alone.is_empty();
            text::law_usl(language, &coefficients(language, &finding.usl?, rate), if_equal)
        }
        Law::None if finding.uneven().is_some() => {
            return Some(text::no_law_equal(language).to_owned());
        }
        Law::None => return Some(text::no_law(language).to_owned()),
    };
    let other = finding.usl.filter(|_| finding.law != Law::Usl);
    let other = other.map(|usl| text::fits_other(language, &coefficients(language, &usl, rate)));
    let usual = (!finding.unusual().is_empty()).then(|| text::counts_usual(language).to_owned());
    let all = [Some(text::fits(language, &best)), other, usual];
    Some(all.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

fn coefficients(language: Language, usl: &Usl, rate: Rate) -> String {
    let small = |value: f64| match value {
        0.0 => "0".to_owned(),
        value => language.digits(&format!("{value:.2e}")),
    };
    let lambda = rate.number(language, usl.lambda);
    let (sigma, kappa) = (small(usl.sigma), small(usl.kappa));
    text::coefficients(
        language,
        &text::Coefficients { lambda: &lambda, sigma: &sigma, kappa: &kappa },
    )
}

fn table(language: Language, finding: &ScaleFinding, points: &[PointRecord]) -> Rows {
    let most = finding.sets.iter().map(|set| set.mibps.value).fold(0.0, f64::max);
    let rate = Rate::of(&finding.config.load);
    let rows = finding.sets.iter().map(|set| {
        let own = points
            .iter()
            .filter(|point| point.purpose.counts() && point.point.targets.len() == set.disks);
        let warning = match set.errors {
            0 => (!set.settled).then(|| study::cell_unsettled(language).to_owned()),
            errors => Some(study::cell_failed(language, errors)),
        };
        let warnings = [warning, super::stalls(language, own)];
        Line {
            cells: vec![
                set.disks.to_string(),
                rate.ranged(language, &set.mibps),
                rate.number(language, set.mibps.value / set.disks.max(1) as f64),
                language.latency(set.latency_ns_mean),
                warnings.into_iter().flatten().collect::<Vec<_>>().join(", "),
            ],
            tone: if set.errors > 0 || !set.settled { Tone::Unsure } else { Tone::Plain },
            share: Some(set.mibps.value / most),
        }
    });
    let set = match finding.config.unit {
        ScaleUnit::Disks => text::head_disks(language),
        ScaleUnit::Hosts => host_text::head_hosts(language),
    };
    let [each, latency] = [text::head_each(language), text::head_latency(language)];
    let heads = [set, &rate.unit(language), each, latency, ""];
    Rows {
        caption: load_of_sets(language, finding),
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        words: vec![4],
        spare: vec![3, 2],
    }
}

pub(crate) fn load_of_sets(language: Language, finding: &ScaleFinding) -> String {
    let disks = target_names(language, &finding.config.disks);
    let recorded = finding.config.recorded.as_ref();
    let is_order_known = recorded.is_none_or(|record| record.is_order_known);
    format!("{} ({disks})", told_load(language, &finding.config.load, is_order_known))
}

fn hosts_stage_text(
    language: Language,
    finding: &ScaleFinding,
    points: &[PointRecord],
) -> StageText {
    let headline = hosts_answer(language, finding);
    let headline = if finding.whole { headline } else { study::not_finished(language, &headline) };
    StageText {
        headline,
        notes: host_notes(language, finding),
        warnings: uneven_hosts(language, finding).into_iter().collect(),
        tables: vec![table(language, finding, points)],
    }
}

fn hosts_answer(language: Language, finding: &ScaleFinding) -> String {
    let most = finding.sets.last().map_or(0, |set| set.disks) as u64;
    match &finding.saturation {
        Saturation::Reached { count, plateau, .. } => {
            let plateau = Rate::of(&finding.config.load).with_interval(language, plateau);
            host_scale::reached(language, *count as u64, &plateau)
        }
        Saturation::NotReached { at_least } => {
            let least = at_least.ceil() as u64;
            if least < most {
                host_scale::not_reached_near(language, most, least)
            } else {
                host_scale::not_reached(language, most)
            }
        }
        Saturation::Open => open_hosts(language, finding),
    }
}

fn open_hosts(language: Language, finding: &ScaleFinding) -> String {
    if let Some(share) = finding.cpus_full {
        return host_scale::cpus_busy(language, &percent(language, share));
    }
    match finding.ends_unclear() {
        None => host_scale::few_points(language).to_owned(),
        Some([first, last]) => host_scale::end_unclear(language, last as u64, first as u64),
    }
}

/// Hosts that add less or more than those before them.
fn uneven_hosts(language: Language, finding: &ScaleFinding) -> Option<String> {
    let uneven = finding.last_adds_less().or_else(|| finding.uneven())?;
    let [first, last] = uneven.disks.map(|host| host as u64);
    let (size, less) = (percent(language, uneven.more.abs()), uneven.more < 0.0);
    Some(host_scale::uneven(language, first, last, &size, less))
}

fn host_notes(language: Language, finding: &ScaleFinding) -> Vec<String> {
    let mut out = Vec::new();
    if finding.slope.value > 0.0 {
        let each = Rate::of(&finding.config.load).with_interval(language, &finding.slope);
        out.push(host_scale::adds(language, &each));
    }
    if let Saturation::Reached { knee, .. } = &finding.saturation {
        let interval = language.interval(knee).map_or(String::new(), |text| format!(" ({text})"));
        out.push(host_scale::plateau(
            language,
            &format!("{}{interval}", language.number(knee.value)),
        ));
    }
    if let Some(fall) = finding.falls {
        out.push(host_scale::falls(language, fall.after as u64, &percent(language, fall.by_share)));
    }
    out.extend(law(language, finding));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sentence on what each disk adds does not use the mean of a shelf with a slow disk, which no disk adds.
    #[test]
    fn a_slow_disk_that_is_known_is_separate_from_what_a_usual_one_adds() {
        let stage = testkit::study::scale_example().study.expect("a study").stages.remove(0);
        let Some(record::Finding::Scale(finding)) = stage.finding else { panic!() };
        let notes_for = |alone: &dyn Fn(usize) -> f64| {
            let mut finding = finding.clone();
            finding.config.alone = (0..finding.config.disks.len()).map(alone).collect();
            notes(Language::En, &finding, &[]).join("\n")
        };
        let equal = notes_for(&|_| 120.0);
        assert!(equal.starts_with("Each disk adds") && !equal.contains("Alone"), "{equal}");
        let slow = notes_for(&|disk| if disk == 2 { 84.0 } else { 120.0 });
        for text in [
            "A disk of median speed adds",
            "Alone, disk03 reached 30 % less than a disk of median speed and counts as 0.7 such disks.",
            "of these disks.",
        ] {
            assert!(slow.contains(text), "{slow}");
        }
        let two = notes_for(&|disk| if disk > 11 { 100.0 } else { 120.0 });
        assert!(
            two.contains("16.7 % less than") && two.contains("1 other disk also counts"),
            "{two}"
        );
    }

    /// A study in which 1, 2, 3 and more disks have these throughputs.
    fn grown(saturation: Saturation, gives: &[f64]) -> ScaleFinding {
        let stage = testkit::study::scale_example().study.expect("a study").stages.remove(0);
        let Some(record::Finding::Scale(finding)) = stage.finding else { panic!() };
        let known = |mibps: f64| summary::Estimate::between(mibps, mibps, mibps);
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
    fn a_last_disk_that_adds_less_has_both_its_reasons() {
        let unclear = grown(Saturation::Open, &[200.0, 400.0, 600.0, 730.0]);
        let unclear_text = stage_text(Language::En, &unclear, &[]);
        assert_eq!(
            unclear_text.headline,
            "Cannot tell whether 4 disks saturate the path or disk 4 is slow. Run `plimsoll calibrate` to find out."
        );
        let warning = "Disk 4 adds 35 % less than the disks before it. A saturated path and a slow disk look the same here.";
        assert_eq!(unclear_text.warnings, [warning]);
        let not_reached = Saturation::NotReached { at_least: 3.9 };
        let uneven =
            stage_text(Language::En, &grown(not_reached, &[200.0, 300.0, 500.0, 700.0]), &[])
                .warnings;
        let warning = "Disk 2 adds 50 % less than the disks before it. The disks are not equal. `plimsoll calibrate` shows which one differs.";
        assert_eq!(uneven, [warning], "no number that fills a limit was told");
    }
}
