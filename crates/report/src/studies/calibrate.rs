//! Disks side by side: who is not like the others, by how much, and how sure that is.

use super::{
    Line, Rate, Rows, Told, Tone, counted, names, percent, signed, stall_counts, targets,
    words_interval,
};
use record::calibrate::{
    CalibrateFinding, DiskFinding, DiskReason, HEALTHY_OUTLIER_PERCENT, HEALTHY_SHELVES, Judgement,
    LoadFinding, Whose,
};
use record::{Measured, PointRecord, TargetStalls};

pub(super) fn told(finding: &CalibrateFinding, points: &[PointRecord]) -> Told {
    let outliers = worst_first(finding);
    let disks = counted(finding.config.disks.len(), "disk");
    let unsure = named(finding, Judgement::CannotTell);
    let failed = named(finding, Judgement::Failed);
    let (tone, headline) = if !finding.whole {
        (Tone::Unsure, format!("not finished: {}", so_far(finding, &outliers)))
    } else if let [one] = outliers[..] {
        (Tone::Bad, odd(finding, points, one))
    } else if !outliers.is_empty() {
        let many = format!("{} of {disks} are not like the others", outliers.len());
        let each: Vec<String> = outliers.iter().map(|name| sized(finding, name)).collect();
        let each: Vec<&str> = each.iter().map(String::as_str).collect();
        (Tone::Bad, format!("{many}: {}", names(&each, NAMED_MAX)))
    } else if failed.len() == finding.config.disks.len() {
        (Tone::Bad, format!("none of the {disks} could be measured"))
    } else if !failed.is_empty() {
        let others = "nothing is said against the others";
        (Tone::Bad, format!("{} could not be measured; {others}", names(&failed, 6)))
    } else if let [pair @ .., _] = &named(finding, Judgement::OneOfTwo)[..]
        && !pair.is_empty()
    {
        (Tone::Unsure, "the two disks differ, and nothing tells which is the odd one".to_owned())
    } else if !unsure.is_empty() {
        (
            Tone::Unsure,
            format!(
                "no disk is proven unlike the others, but of {} it cannot be told",
                names(&unsure, 6)
            ),
        )
    } else if finding.config.disks.len() < 2 {
        (Tone::Unsure, "one disk alone has nothing to be compared with".to_owned())
    } else if finding.loads.iter().any(|load| load.groups.len() > 1) {
        (Tone::Unsure, format!("the {disks} are of two kinds; each is like the others of its kind"))
    } else {
        (Tone::Good, format!("all {disks} are like each other"))
    };
    let headline = headline + &others_stalled(finding, points, &outliers);
    let (notes, tables) = (notes(finding, points), tables(finding, points));
    Told { tone, headline, notes, warnings: Vec::new(), tables }
}

/// Whether a disk is off by what matters, and nobody has judged it yet.
pub(crate) fn suspected(finding: &CalibrateFinding, disk: &DiskFinding) -> bool {
    disk.judgement == Judgement::Open && disk.deviation.value.abs() >= finding.config.practical
}

/// What is known when a comparison was stopped: who is called an outlier, and of whom it cannot be told yet.
fn so_far(finding: &CalibrateFinding, outliers: &[&str]) -> String {
    let far =
        |disk: &&DiskFinding| suspected(finding, disk) && !outliers.contains(&disk.name.as_str());
    let mut open: Vec<&str> = Vec::new();
    for disk in finding.loads.iter().flat_map(|load| &load.disks).filter(far) {
        if !open.contains(&disk.name.as_str()) {
            open.push(&disk.name);
        }
    }
    let told = match outliers.len() {
        0 => "no disk is an outlier so far".to_owned(),
        _ => format!("outliers so far: {}", names(outliers, NAMED_MAX)),
    };
    match open.len() {
        0 => told,
        _ => format!("{told}; of {} it cannot be told yet", names(&open, NAMED_MAX)),
    }
}

/// The one that is unlike the others: by how much, and whether it is for its stalls.
fn odd(finding: &CalibrateFinding, points: &[PointRecord], name: &str) -> String {
    let load_of = |disk: &DiskFinding| {
        finding.loads.iter().find(|load| load.disks.iter().any(|own| std::ptr::eq(own, disk)))
    };
    let Some((disk, load)) = worst(finding, name).and_then(|disk| Some((disk, load_of(disk)?)))
    else {
        return format!("{name} is not like the others");
    };
    let by = by_how_much(disk);
    match stalled(finding, load, disk, points) {
        Some(Stalled { told, between, explains: true }) => format!(
            "{name} stalls ({told}), and is {by} for it; between stalls it is like the others ({})",
            signed(between)
        ),
        Some(Stalled { told, .. }) => {
            format!("{name} is not like the others: {by}, and it stalls ({told})")
        }
        None => format!("{name} is not like the others: {by}"),
    }
}

/// So many disks that stalled are told by their names.
const NAMED_MAX: usize = 6;

/// What the headline adds of disks that stalled and are not told of already.
fn others_stalled(finding: &CalibrateFinding, points: &[PointRecord], outliers: &[&str]) -> String {
    let all = record::by_target(points.iter().map(|point| &point.seen));
    let named = if let [_] = outliers { outliers } else { &[] };
    let others: Vec<&TargetStalls> =
        all.iter().filter(|one| !named.contains(&one.target.as_str())).collect();
    match others[..] {
        [] => String::new(),
        [one] => format!("; {} stalled {}", one.target, stall_counts(one)),
        _ if others.len() > NAMED_MAX => {
            format!("; {} of {} disks stalled", others.len(), finding.config.disks.len())
        }
        _ => {
            let named = |name: &&String| others.iter().any(|one| one.target == **name);
            let who = finding.config.disks.iter().filter(named).map(String::as_str);
            format!("; {} stalled", names(&who.collect::<Vec<_>>(), NAMED_MAX))
        }
    }
}

/// What a disk met of stalls under one load.
struct Stalled {
    told: String,
    /// How far it is from its peers' level between stalls, relative.
    between: f64,
    /// Whether it is slow for its stalls alone: between them it is as fast as the others, as far as that matters.
    explains: bool,
}

fn stalled(
    finding: &CalibrateFinding,
    load: &LoadFinding,
    disk: &DiskFinding,
    points: &[PointRecord],
) -> Option<Stalled> {
    let own: Vec<&Measured> = own_points(load, disk, points).map(|point| &point.seen).collect();
    let told = stall_counts(record::by_target(own.iter().copied()).first()?);
    let seconds: f64 = own.iter().map(|seen| seen.seconds).sum();
    let moving: f64 =
        own.iter().map(|seen| seen.seconds * seen.moving_share(1)).sum::<f64>() / seconds;
    let between = (1.0 + disk.deviation.value) / moving - 1.0;
    let explains = disk.judgement == Judgement::Slow && between > -finding.config.practical;
    Some(Stalled { told, between, explains })
}

/// The points of a disk under one load.
fn own_points<'a>(
    load: &'a LoadFinding,
    disk: &'a DiskFinding,
    points: &'a [PointRecord],
) -> impl Iterator<Item = &'a PointRecord> {
    points.iter().filter(|one| {
        one.purpose.counts()
            && one.point.load == load.load
            && one.point.targets.as_slice() == std::slice::from_ref(&disk.name)
    })
}

/// The disks of a judgement under any load, each once.
fn named(finding: &CalibrateFinding, judgement: Judgement) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for disk in finding.loads.iter().flat_map(|load| &load.disks) {
        if disk.judgement == judgement && !out.contains(&disk.name.as_str()) {
            out.push(&disk.name);
        }
    }
    out
}

/// Those accused, the one that is furthest off first.
fn worst_first(finding: &CalibrateFinding) -> Vec<&str> {
    let off = |name: &str| worst(finding, name).map_or(0.0, |disk| disk.deviation.value.abs());
    let mut outliers = finding.outliers();
    outliers.sort_by(|a, b| off(b).total_cmp(&off(a)));
    outliers
}

/// An accused disk and how far it is off at most.
fn sized(finding: &CalibrateFinding, name: &str) -> String {
    match worst(finding, name) {
        Some(disk) => format!("{name} {} {}", percent(disk.deviation.value.abs()), way(disk)),
        None => name.to_owned(),
    }
}

/// The load under which a disk is furthest off.
fn worst<'a>(finding: &'a CalibrateFinding, name: &str) -> Option<&'a DiskFinding> {
    let own = finding.loads.iter().flat_map(|load| &load.disks);
    own.filter(|disk| disk.name == name && disk.judgement.is_outlier())
        .max_by(|a, b| a.deviation.value.abs().total_cmp(&b.deviation.value.abs()))
}

fn by_how_much(disk: &DiskFinding) -> String {
    let (deviation, way) = (&disk.deviation, way(disk));
    match words_interval(deviation) {
        Some(interval) => format!("{} ({interval}) {way}", percent(deviation.value.abs())),
        None => format!("{} {way}", percent(deviation.value.abs())),
    }
}

fn way(disk: &DiskFinding) -> &'static str {
    if disk.deviation.value < 0.0 { "slower" } else { "faster" }
}

fn notes(finding: &CalibrateFinding, points: &[PointRecord]) -> Vec<String> {
    let mut out = Vec::new();
    for load in &finding.loads {
        let mut outliers: Vec<&DiskFinding> =
            load.disks.iter().filter(|disk| disk.judgement.is_outlier()).collect();
        let off = |disk: &DiskFinding| disk.deviation.value.abs();
        outliers.sort_by(|a, b| off(b).total_cmp(&off(a)));
        for disk in outliers {
            let stalls = match stalled(finding, load, disk, points) {
                Some(Stalled { told, between, .. }) => {
                    format!(
                        "; it stalled {told}, and is {} from its peers between stalls",
                        signed(between)
                    )
                }
                None => String::new(),
            };
            let by = by_how_much(disk);
            out.push(format!("{} at {}: {by}{stalls}", disk.name, load.load));
        }
        out.extend(failures(load));
        out.extend(same_rate(load));
        if let [slow, fast, ..] = &load.groups[..] {
            let rate = Rate::of(&load.load);
            out.push(format!(
                "at {} there are two kinds of disks, {} at {} and {} at {} {}; each was compared with its own kind",
                load.load,
                slow.disks,
                rate.number(slow.mibps),
                fast.disks,
                rate.number(fast.mibps),
                rate.unit
            ));
        }
    }
    if finding.loads.iter().flat_map(|load| &load.disks).any(|disk| disk.points > 0) {
        out.push(format!(
            "an outlier differs by more than {}, beyond the disks' own spread; {}",
            percent(finding.config.practical),
            outliers_when_healthy()
        ));
    }
    out
}

/// Rates are the same that differ by no more; disks of one model differ by several times that (docs/explanation/methods/outliers.md).
const SAME_RATE: f64 = 0.001;

/// That most disks stand at the highest rate of all without any spread, be it a limit on the way to each or disks that are equal
/// as simulated ones are: what a limit hides cannot be seen behind it.
fn same_rate(load: &LoadFinding) -> Option<String> {
    let measured: Vec<&DiskFinding> = load.disks.iter().filter(|disk| disk.points > 0).collect();
    let most = measured.iter().map(|disk| disk.mibps.value).fold(0.0, f64::max);
    let stands = |disk: &&&DiskFinding| {
        disk.mibps.value >= most * (1.0 - SAME_RATE)
            && disk.mibps.relative_half_width() <= SAME_RATE
    };
    let same = measured.iter().filter(stands).count();
    let who = match measured.len() - same {
        0 => format!("all {}", counted(same, "disk")),
        _ => format!("{same} of {}", counted(measured.len(), "disk")),
    };
    let rate = Rate::of(&load.load);
    // Of two disks one may be like the other by chance.
    (same > 2 && 4 * same >= 3 * measured.len()).then(|| {
        format!(
            "at {} {who} stand at {} {} with almost no spread: if that is a limit on the way to each, as a link or a quota, slower disks \
             cannot be seen behind it",
            load.load,
            rate.number(most),
            rate.unit
        )
    })
}

/// Why a disk could not be measured, or cannot be told from its peers.
pub(crate) fn unlike(disk: &DiskFinding, reason: &DiskReason) -> String {
    let exact = |share: f64| format!("{:.1} %", 100.0 * share);
    let off = format!("it is {} off", exact(disk.deviation.value.abs()));
    let longer = "longer points (--time) may tell";
    match reason {
        DiskReason::NothingMoved => "nothing was moved".to_owned(),
        DiskReason::AllFailed => "every operation failed".to_owned(),
        DiskReason::TooManyFailed => "more than 1 % of the operations failed".to_owned(),
        DiskReason::PointMoved { share, times } => format!(
            "{off}, and the same point, measured {times} times in the study, was off by up to {}",
            exact(*share)
        ),
        DiskReason::CpusFull { whose, busy_share } => {
            let whose = match whose {
                Whose::Own => "its",
                Whose::Peers => "its peers'",
                Whose::Both => "their",
            };
            format!(
                "{off}, but the CPUs of this machine were {:.0} % busy in {whose} points: they may be the limit, and not the disks",
                100.0 * busy_share
            )
        }
        DiskReason::Unsettled => format!("{off}, but not all of its points settled; {longer}"),
        DiskReason::PointsVary(share) => format!(
            "{off}, but points of the same disk differ by {} from time to time; {longer}",
            exact(*share)
        ),
        DiskReason::FewPeers => {
            format!("{off}, but its peers are too few, or too far from each other")
        }
        DiskReason::Unseen { share, cpus_full } => {
            let (on, idle) = match cpus_full {
                true => (", on CPUs of this machine that were full", "idle CPUs and "),
                false => ("", ""),
            };
            format!(
                "no point settled{on}, and a difference of {} could not have been seen; {idle}{longer}",
                exact(*share)
            )
        }
        DiskReason::Error(text) => text.clone(),
    }
}

/// How often healthy disks were called outliers.
fn outliers_when_healthy() -> String {
    let [least, most] = HEALTHY_OUTLIER_PERCENT;
    format!(
        "of {HEALTHY_SHELVES} simulated healthy shelves of each kind {least} to {most} % had an outlier (docs/explanation/methods/outliers.md)"
    )
}

/// Why disks could not be measured, or cannot be told; those of the same reason in one sentence.
fn failures(load: &LoadFinding) -> Vec<String> {
    let mut all: Vec<(String, Vec<&str>)> = Vec::new();
    for disk in &load.disks {
        let Some(reason) = &disk.reason else { continue };
        let why = unlike(disk, reason);
        let why = why.lines().next().unwrap_or_default();
        let what = match disk.judgement {
            Judgement::CannotTell => "cannot be told",
            _ => "could not be measured",
        };
        let text = format!("at {} {what}: {why}", load.load);
        match all.iter_mut().find(|(told, _)| *told == text) {
            Some((_, who)) => who.push(&disk.name),
            None => all.push((text, vec![&disk.name])),
        }
    }
    all.into_iter().map(|(text, who)| format!("{} {text}", names(&who, NAMED_MAX))).collect()
}

fn tables(finding: &CalibrateFinding, points: &[PointRecord]) -> Vec<Rows> {
    finding
        .loads
        .iter()
        .filter(|load| load.disks.iter().any(|disk| disk.points > 0))
        .map(|load| table(finding, load, points))
        .collect()
}

fn table(finding: &CalibrateFinding, load: &LoadFinding, points: &[PointRecord]) -> Rows {
    let most = load.disks.iter().map(|disk| disk.mibps.value).fold(0.0, f64::max);
    let spread = load.groups.first().and_then(|group| group.spread);
    let rate = Rate::of(&load.load);
    let known = load.groups.iter().filter(|group| group.mibps > 0.0);
    let typical: Vec<String> = known.map(|group| rate.number(group.mibps)).collect();
    let mut caption = format!("{} {}", load.load, targets(&finding.config.disks));
    if !typical.is_empty() {
        caption += &format!(", typical {} {}", typical.join(" and "), rate.unit);
    }
    if let Some(spread) = spread {
        caption += &format!(", own spread {}", percent(spread));
    }
    let rows = load.disks.iter().map(|disk| Line {
        cells: vec![
            disk.name.clone(),
            if disk.points == 0 { "-".to_owned() } else { rate.ranged(&disk.mibps) },
            if disk.deviation.value.is_finite() {
                signed(disk.deviation.value)
            } else {
                "-".to_owned()
            },
            doubtful(load, disk, points),
        ],
        tone: match disk.judgement {
            Judgement::Slow | Judgement::Fast | Judgement::Failed => Tone::Bad,
            Judgement::CannotTell | Judgement::OneOfTwo => Tone::Unsure,
            _ if suspected(finding, disk) => Tone::Unsure,
            _ => Tone::Plain,
        },
        share: disk.mibps.value / most,
    });
    let heads = ["disk", rate.unit, "off its peers", "judged"];
    Rows {
        caption,
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        spare: Vec::new(),
    }
}

/// What is held of a disk, with what makes it doubtful.
fn doubtful(load: &LoadFinding, disk: &DiskFinding, points: &[PointRecord]) -> String {
    let mut text = judgement(disk.judgement).to_owned();
    // The points for which it could not be measured are none of its own.
    let errors: u64 = own_points(load, disk, points).map(|point| point.seen.errors).sum();
    let errors = errors.max(disk.errors);
    if errors > 0 {
        text += &format!(", {} failed", base::units::grouped(errors));
    }
    if let Some(stalls) = super::stalls(own_points(load, disk, points)) {
        text += &format!(", {stalls}");
    }
    if !disk.settled {
        text += ", not settled";
    }
    text
}

/// What is held of a disk in words.
pub(crate) fn judgement(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Open => "not judged yet",
        Judgement::NotSuspected => "like its peers",
        Judgement::NotAnOutlier => "suspected, not an outlier",
        Judgement::Slow => "SLOW",
        Judgement::Fast => "TOO FAST",
        Judgement::CannotTell => "cannot tell",
        Judgement::OneOfTwo => "one of two that differ",
        Judgement::Alone => "no peers",
        Judgement::Failed => "could not be measured",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Finding;

    fn example() -> CalibrateFinding {
        let record = testkit::study::calibrate_example();
        let stages = record.study.expect("an example of a study").stages;
        let finding = stages.into_iter().find_map(|stage| stage.finding);
        let Some(Finding::Calibrate(finding)) = finding else {
            panic!("the example compares disks");
        };
        finding
    }

    #[test]
    fn disks_that_fail_for_the_same_reason_are_told_together_and_counted() {
        let mut finding = example();
        for disk in &mut finding.loads[0].disks[..9] {
            disk.judgement = Judgement::Failed;
            disk.reason = Some(DiskReason::Error("input/output error".to_owned()));
        }
        let notes = told(&finding, &[]).notes;
        let of: Vec<&String> = notes.iter().filter(|note| note.contains("input/output")).collect();
        assert_eq!(of.len(), 1, "{notes:?}");
        assert!(of[0].contains("disk02") && of[0].contains("and 3 more at -kR"), "{}", of[0]);
    }

    #[test]
    fn disks_that_stand_at_one_rate_may_stand_behind_a_limit() {
        let limit = |finding: &CalibrateFinding| {
            told(finding, &[]).notes.iter().any(|note| note.contains("slower disks cannot be seen"))
        };
        let mut finding = example();
        assert!(!limit(&finding), "disks that spread");
        let known =
            |value: f64| summary::Estimate { value, low: value, high: value, confidence: 0.95 };
        for disk in &mut finding.loads[0].disks {
            disk.mibps = known(95.0);
        }
        assert!(limit(&finding), "all at one rate");
        finding.loads[0].disks[5].mibps = known(91.0);
        assert!(limit(&finding), "one of them does not reach it");
        for disk in &mut finding.loads[0].disks[..7] {
            disk.mibps = known(95.5);
        }
        assert!(!limit(&finding), "two rates");
    }

    #[test]
    fn a_comparison_that_was_stopped_names_who_is_under_suspicion() {
        let mut finding = example();
        finding.whole = false;
        for disk in finding.loads.iter_mut().flat_map(|load| &mut load.disks) {
            disk.judgement = Judgement::Open;
        }
        let told = told(&finding, &[]);
        assert_eq!(told.tables[0].rows[5].tone, Tone::Unsure);
        let headline = told.headline;
        let wanted = "not finished: no disk is an outlier so far; of disk06 it cannot be told yet";
        assert_eq!(headline, wanted);
    }

    #[test]
    fn what_was_measured_is_claimed_and_small_random_operations_are_counted() {
        let mut finding = example();
        finding.loads[0].load.random = true;
        let told = told(&finding, &[]);
        let notes = told.notes.join("\n");
        assert!(notes.contains(&outliers_when_healthy()), "{notes}");
        assert!(notes.contains("12 % (10 - 14 %) slower\n"), "{notes}");
        assert!(!notes.contains("once in") && !notes.contains("of all cases"), "{notes}");
        let heads = told.tables.iter().map(|table| table.heads[1].as_str());
        assert_eq!(heads.collect::<Vec<_>>(), ["IOPS", "MiB/s"]);
        let slow = &told.tables[0].rows[5].cells;
        assert_eq!((slow[0].as_str(), slow[1].as_str()), ("disk06", "2,408 (2,381 - 2,434)"));
        assert!(
            told.tables[0].caption.contains("typical 2,736 IOPS"),
            "{}",
            told.tables[0].caption
        );
    }

    #[test]
    fn a_disk_that_could_not_be_measured_is_told_with_its_reason() {
        let mut finding = example();
        for load in &mut finding.loads {
            for disk in &mut load.disks {
                disk.judgement = Judgement::NotSuspected;
            }
            load.disks[3].judgement = Judgement::Failed;
            load.disks[3].reason = Some(DiskReason::Error("no such device\nand more".to_owned()));
        }
        let name = finding.loads[0].disks[3].name.clone();
        let told = told(&finding, &[]);
        assert_eq!(told.tone, Tone::Bad);
        assert!(
            told.headline.contains(&format!("{name} could not be measured")),
            "{}",
            told.headline
        );
        let notes = told.notes.join("\n");
        assert!(notes.contains("no such device") && !notes.contains("and more"), "{notes}");
    }

    #[test]
    fn of_several_outliers_the_worst_is_told_first_and_each_with_its_size() {
        let mut finding = example();
        for (disk, off) in [(1, -0.165), (7, -0.666), (11, 0.3)] {
            let disk = &mut finding.loads[0].disks[disk];
            disk.judgement = if off < 0.0 { Judgement::Slow } else { Judgement::Fast };
            disk.deviation.value = off;
        }
        finding.loads[0].disks[5].judgement = Judgement::NotSuspected;
        finding.loads.truncate(1);
        let told = told(&finding, &[]);
        let wanted = "3 of 14 disks are not like the others: disk08 66.6 % slower, disk12 30 % faster, disk02 16.5 % slower";
        assert_eq!(told.headline, wanted);
        assert!(told.notes[0].starts_with("disk08 at "), "{:?}", told.notes);
    }

    /// An example in which the accused disk stalled, by so much in all, in its two points.
    fn stalling(length_s: f64) -> Told {
        let record = testkit::study::calibrate_example();
        let mut stage = record.study.expect("an example of a study").stages.remove(0);
        let Some(Finding::Calibrate(finding)) = &stage.finding else {
            panic!("the example compares disks");
        };
        let name = finding.outliers()[0].to_owned();
        let own = stage
            .points
            .iter_mut()
            .filter(|one| one.purpose.counts() && one.point.targets == [name.clone()]);
        let own: Vec<&mut PointRecord> = own.collect();
        let points = own.len() as f64;
        for one in own {
            let stalls = TargetStalls {
                target: name.clone(),
                count: 2,
                longest_s: 2.1,
                length_s: length_s / points,
            };
            one.seen.stalls = vec![stalls];
        }
        crate::studies::told(&stage)
    }

    #[test]
    fn a_disk_that_is_slow_for_its_stalls_is_told_to_stall() {
        // The example's disk is a third slow.
        let told = stalling(0.35 * 12.0 * 3.0);
        assert!(told.headline.contains("disk06 stalls ("), "{}", told.headline);
        assert!(
            told.headline.contains("between stalls it is like the others"),
            "{}",
            told.headline
        );
        assert_eq!(told.tone, Tone::Bad);
        let shown: Vec<&Line> = told.tables[0]
            .rows
            .iter()
            .filter(|line| line.cells.iter().any(|cell| cell.contains("stalls to 2.1 s")))
            .collect();
        assert_eq!(shown.len(), 1, "{:?}", told.tables[0]);
        // What stalls explain a little of is slow, and stalls.
        let both = stalling(1.0).headline;
        assert!(both.contains("disk06 is not like the others: "), "{both}");
        assert!(both.contains("and it stalls ("), "{both}");
    }

    #[test]
    fn disks_that_stall_and_are_not_slow_are_named_once() {
        let record = testkit::study::calibrate_example();
        let mut stage = record.study.expect("an example of a study").stages.remove(0);
        for name in ["disk02", "disk03"] {
            let own = stage.points.iter_mut().find(|one| one.point.targets == [name.to_owned()]);
            let (target, longest_s) = (name.to_owned(), 1.2);
            let stalls = TargetStalls { target, count: 1, longest_s, length_s: 1.2 };
            own.expect("each disk is measured").seen.stalls = vec![stalls];
        }
        let told = crate::studies::told(&stage);
        assert!(told.headline.ends_with("; disk02, disk03 stalled"), "{}", told.headline);
    }
}
