//! The comparison of disks: which is an outlier, by how much, and with what certainty.

use super::{Line, Rate, Rows, StageText, Tone, slower_or_faster, stall_counts};
use crate::catalogue::{calibrate as text, study};
use crate::language::Language;
use crate::words::figure::{all_names, names, percent, signed, size_range};
use crate::words::point_load::{target_names, told_load};
use crate::words::run_failure;
use record::calibrate::{
    AffectedDisks, CalibrateFinding, DiskFinding, DiskReason, HEALTHY_OUTLIER_PERCENT, Judgement,
    LoadFinding,
};
use record::{Measurement, PointRecord, TargetStalls};

pub(super) fn stage_text(
    language: Language,
    finding: &CalibrateFinding,
    points: &[PointRecord],
) -> StageText {
    let outliers = worst_first(finding);
    let answer = answer(language, finding, points, &outliers);
    let stalled = others_stalled(language, finding, points, &outliers);
    let headline = [Some(answer), stalled].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let (notes, tables) = (notes(language, finding, points), tables(language, finding, points));
    StageText { headline, notes, warnings: Vec::new(), tables }
}

fn answer(
    language: Language,
    finding: &CalibrateFinding,
    points: &[PointRecord],
    outliers: &[&str],
) -> String {
    let all = finding.config.disks.len() as u64;
    let list = |few: &[&str]| names(language, few, NAMED_MAX);
    let unsure = named(finding, Judgement::CannotTell);
    let failed = named(finding, Judgement::Failed);
    if !finding.whole {
        let so_far = so_far(language, finding, outliers);
        return study::not_finished(language, &so_far);
    }
    match outliers {
        [] => {}
        [one] => return single_outlier(language, finding, points, one),
        several => {
            let each = several.iter().map(|name| sized(language, finding, name));
            let each: Vec<String> = each.collect();
            let each: Vec<&str> = each.iter().map(String::as_str).collect();
            let count = several.len() as u64;
            return text::outliers(language, count, all, &list(&each));
        }
    }
    let two_kinds = finding.loads.iter().any(|load| load.groups.len() > 1);
    if failed.len() as u64 == all {
        text::none_measured(language, all)
    } else if !failed.is_empty() {
        text::some_failed(language, &list(&failed))
    } else if named(finding, Judgement::OneOfTwo).len() > 1 {
        text::one_of_two(language).to_owned()
    } else if !unsure.is_empty() {
        text::some_unclear(language, &list(&unsure))
    } else if all < 2 {
        text::single(language).to_owned()
    } else if two_kinds {
        text::two_kinds(language, all)
    } else {
        text::all_alike(language, all)
    }
}

/// Whether a disk differs by more than what matters, but has no judgement yet.
pub(crate) fn suspected(finding: &CalibrateFinding, disk: &DiskFinding) -> bool {
    disk.judgement == Judgement::Open && disk.off().abs() >= finding.config.practical
}

/// The state of a comparison that was stopped: which disks are outliers, and which are undecided.
fn so_far(language: Language, finding: &CalibrateFinding, outliers: &[&str]) -> String {
    let far =
        |disk: &&DiskFinding| suspected(finding, disk) && !outliers.contains(&disk.name.as_str());
    let mut open: Vec<&str> = Vec::new();
    for disk in finding.loads.iter().flat_map(|load| &load.disks).filter(far) {
        if !open.contains(&disk.name.as_str()) {
            open.push(&disk.name);
        }
    }
    let list = |few: &[&str]| names(language, few, NAMED_MAX);
    let known = match outliers {
        [] => text::no_outlier_yet(language).to_owned(),
        some => text::outliers_yet(language, &list(some)),
    };
    match &open[..] {
        [] => known,
        some => format!("{known} {}", text::open_yet(language, &list(some))),
    }
}

/// The only outlier: by how much, and whether its stalls are the cause.
fn single_outlier(
    language: Language,
    finding: &CalibrateFinding,
    points: &[PointRecord],
    name: &str,
) -> String {
    let load_of = |disk: &DiskFinding| {
        finding.loads.iter().find(|load| load.disks.iter().any(|own| std::ptr::eq(own, disk)))
    };
    let Some((disk, load)) = worst(finding, name).and_then(|disk| Some((disk, load_of(disk)?)))
    else {
        return text::outlier_unsized(language, name);
    };
    let by = &by_how_much(language, disk);
    match disk_stalls(language, finding, load, disk, points) {
        Some(DiskStalls { counts, between, explains: true }) => {
            let between = &signed(language, between);
            let values = text::OutlierForStalls { disk: name, stalls: &counts, by, between };
            text::outlier_for_stalls(language, &values)
        }
        Some(DiskStalls { counts, .. }) => {
            let outlier = text::outlier(language, name, by);
            format!("{outlier} {}", text::also_stalls(language, &counts))
        }
        None => text::outlier(language, name, by),
    }
}

const NAMED_MAX: usize = 6;

/// The addition to the headline about disks that stalled and are not named in it.
fn others_stalled(
    language: Language,
    finding: &CalibrateFinding,
    points: &[PointRecord],
    outliers: &[&str],
) -> Option<String> {
    let all = record::by_target(points.iter().map(|point| &point.measured));
    let named = if let [_] = outliers { outliers } else { &[] };
    let others: Vec<&TargetStalls> =
        all.iter().filter(|one| !named.contains(&one.target.as_str())).collect();
    Some(match others[..] {
        [] => return None,
        [one] => text::other_stalled(language, &one.target, &stall_counts(language, one)),
        _ if others.len() > NAMED_MAX => {
            let disks = finding.config.disks.len() as u64;
            text::some_stalled(language, others.len() as u64, disks)
        }
        _ => {
            let named = |name: &&String| others.iter().any(|one| one.target == **name);
            let who = finding.config.disks.iter().filter(named).map(String::as_str);
            let who = who.collect::<Vec<_>>();
            text::named_stalled(language, &names(language, &who, NAMED_MAX))
        }
    })
}

struct DiskStalls {
    counts: String,
    /// The relative difference from its peers between stalls.
    between: f64,
    /// Whether it is slow only because of its stalls: between them it differs from the others by less than what matters.
    explains: bool,
}

fn disk_stalls(
    language: Language,
    finding: &CalibrateFinding,
    load: &LoadFinding,
    disk: &DiskFinding,
    points: &[PointRecord],
) -> Option<DiskStalls> {
    let own: Vec<&Measurement> =
        own_points(load, disk, points).map(|point| &point.measured).collect();
    let counts = stall_counts(language, record::by_target(own.iter().copied()).first()?);
    let seconds: f64 = own.iter().map(|seen| seen.seconds).sum();
    let moving: f64 =
        own.iter().map(|seen| seen.seconds * seen.moving_share(1)).sum::<f64>() / seconds;
    let between = (1.0 + disk.off()) / moving - 1.0;
    let explains = disk.judgement == Judgement::Slow && between > -finding.config.practical;
    Some(DiskStalls { counts, between, explains })
}

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

/// The disks with this judgement under any load, each once.
fn named(finding: &CalibrateFinding, judgement: Judgement) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for disk in finding.loads.iter().flat_map(|load| &load.disks) {
        if disk.judgement == judgement && !out.contains(&disk.name.as_str()) {
            out.push(&disk.name);
        }
    }
    out
}

fn worst_first(finding: &CalibrateFinding) -> Vec<&str> {
    let off = |name: &str| worst(finding, name).map_or(0.0, |disk| disk.off().abs());
    let mut outliers = finding.outliers();
    outliers.sort_by(|a, b| off(b).total_cmp(&off(a)));
    outliers
}

fn sized(language: Language, finding: &CalibrateFinding, name: &str) -> String {
    match worst(finding, name) {
        Some(disk) => {
            let size = percent(language, disk.off().abs());
            format!("{name} {}", slower_or_faster(language, disk.off(), &size))
        }
        None => name.to_owned(),
    }
}

fn worst<'a>(finding: &'a CalibrateFinding, name: &str) -> Option<&'a DiskFinding> {
    let own = finding.loads.iter().flat_map(|load| &load.disks);
    own.filter(|disk| disk.name == name && disk.judgement.is_outlier())
        .max_by(|a, b| a.off().abs().total_cmp(&b.off().abs()))
}

/// The difference of a disk from its peers: `12 % (10 - 14 %) slower`.
fn by_how_much(language: Language, disk: &DiskFinding) -> String {
    let size = percent(language, disk.off().abs());
    let size = match disk.deviation.and_then(|off| size_range(language, &off)) {
        Some(interval) => format!("{size} ({interval})"),
        None => size,
    };
    slower_or_faster(language, disk.off(), &size)
}

fn notes(language: Language, finding: &CalibrateFinding, points: &[PointRecord]) -> Vec<String> {
    let mut out = Vec::new();
    for load in &finding.loads {
        let load_name = &load_words(language, finding, load);
        let mut outliers: Vec<&DiskFinding> =
            load.disks.iter().filter(|disk| disk.judgement.is_outlier()).collect();
        let off = |disk: &DiskFinding| disk.off().abs();
        outliers.sort_by(|a, b| off(b).total_cmp(&off(a)));
        for disk in outliers {
            let by = &by_how_much(language, disk);
            let values = text::AtLoad { disk: &disk.name, load: load_name, by };
            let mut note = text::at_load(language, &values);
            if let Some(stalled) = disk_stalls(language, finding, load, disk, points) {
                let between = signed(language, stalled.between);
                note += " ";
                note += &text::at_load_stalls(language, &stalled.counts, &between);
            }
            out.push(note);
        }
        out.extend(failures(language, finding, load));
        out.extend(same_rate(language, finding, load));
        if let [slow, fast, ..] = &load.groups[..] {
            let rate = Rate::of(&load.load);
            let (slow_disks, fast_disks) = (slow.disks as u64, fast.disks as u64);
            let slow_rate = &rate.number(language, slow.mibps);
            let fast_rate = &rate.plain(language, fast.mibps);
            out.push(text::kinds_at_load(
                language, load_name, slow_disks, slow_rate, fast_disks, fast_rate,
            ));
        }
    }
    if finding.loads.iter().flat_map(|load| &load.disks).any(|disk| disk.points > 0) {
        out.push(rule(language, finding));
    }
    out
}

/// Rates within this share are equal; disks of one model differ by several times as much (docs/explanation/methods/outliers.md).
const SAME_RATE: f64 = 0.001;

/// A remark if most disks reach the highest rate without any spread. Either a limit on the path of each hides what is behind it,
/// or the disks are equal, as simulated ones are.
fn same_rate(language: Language, finding: &CalibrateFinding, load: &LoadFinding) -> Option<String> {
    let measured: Vec<&DiskFinding> = load.disks.iter().filter(|disk| disk.points > 0).collect();
    let most = measured.iter().map(|disk| disk.mibps.value).fold(0.0, f64::max);
    let stands = |disk: &&&DiskFinding| {
        disk.mibps.value >= most * (1.0 - SAME_RATE)
            && disk.mibps.relative_half_width() <= SAME_RATE
    };
    let same = measured.iter().filter(stands).count();
    // With two disks, equality may be chance.
    (same > 2 && 4 * same >= 3 * measured.len()).then(|| {
        let rate = Rate::of(&load.load).plain(language, most);
        let all = measured.len() as u64;
        text::same_rate(language, &load_words(language, finding, load), same as u64, all, &rate)
    })
}

/// Why a disk could not be measured, or is undecided.
pub(crate) fn reason_text(language: Language, disk: &DiskFinding, reason: &DiskReason) -> String {
    let exact =
        |share: f64| language.percent_sign(&language.digits(&format!("{:.1}", 100.0 * share)));
    let off = exact(disk.off().abs());
    match reason {
        DiskReason::NothingMoved => text::why_nothing(language).to_owned(),
        DiskReason::AllFailed => text::why_all_failed(language).to_owned(),
        DiskReason::TooManyFailed => text::why_many_failed(language).to_owned(),
        DiskReason::PointMoved { share, times } => {
            text::why_moved(language, &off, *times as u64, &exact(*share))
        }
        DiskReason::CpusFull {
            whose: AffectedDisks::Own | AffectedDisks::Peers | AffectedDisks::Both,
            busy_share,
        } => text::why_cpus(language, &off, *busy_share),
        DiskReason::Unsettled => text::why_unsettled(language, &off),
        DiskReason::PointsVary(share) => text::why_vary(language, &off, &exact(*share)),
        DiskReason::MeasuredOnce => text::why_once(language, &off),
        DiskReason::FewPeers => text::why_few_peers(language, &off),
        DiskReason::Unseen { share, cpus_full } => {
            text::why_unseen(language, &exact(*share), *cpus_full)
        }
        DiskReason::Failed(failure) => run_failure(language, failure),
    }
}

/// The definition of an outlier, and how often healthy shelves had one in a simulation.
fn rule(language: Language, finding: &CalibrateFinding) -> String {
    let least = percent(language, finding.config.practical);
    let [low, high] = HEALTHY_OUTLIER_PERCENT;
    if !finding.config.recorded.is_empty() {
        return text::rule_recorded(language, &least, high);
    }
    text::rule(language, &least, low, high)
}

fn load_words(language: Language, finding: &CalibrateFinding, load: &LoadFinding) -> String {
    let config = &finding.config;
    let index = config.loads.iter().position(|own| *own == load.load);
    let recorded = index.and_then(|index| config.recorded.get(index));
    told_load(language, &load.load, recorded.is_none_or(|record| record.is_order_known))
}

/// A load and the disks that had it.
pub(crate) fn load_of_disks(
    language: Language,
    finding: &CalibrateFinding,
    load: &LoadFinding,
) -> String {
    let disks = target_names(language, &finding.config.disks);
    format!("{} ({disks})", load_words(language, finding, load))
}

/// Why disks could not be measured, or are undecided; those with the same reason in one sentence.
fn failures(language: Language, finding: &CalibrateFinding, load: &LoadFinding) -> Vec<String> {
    let mut all: Vec<(bool, String, Vec<&str>)> = Vec::new();
    for disk in &load.disks {
        let Some(reason) = &disk.reason else { continue };
        let why = reason_text(language, disk, reason);
        let unclear = disk.judgement == Judgement::CannotTell;
        match all.iter_mut().find(|known| known.0 == unclear && known.1 == why) {
            Some((_, _, who)) => who.push(&disk.name),
            None => all.push((unclear, why, vec![&disk.name])),
        }
    }
    let load = &load_words(language, finding, load);
    let sentence = |(unclear, why, who): (bool, String, Vec<&str>)| {
        let (list, why) = (&names(language, &who, NAMED_MAX), &why);
        if unclear {
            text::unclear(language, &text::Unclear { list, load, why })
        } else {
            text::not_measured(language, &text::NotMeasured { list, load, why })
        }
    };
    all.into_iter().map(sentence).collect()
}

fn tables(language: Language, finding: &CalibrateFinding, points: &[PointRecord]) -> Vec<Rows> {
    finding
        .loads
        .iter()
        .filter(|load| load.disks.iter().any(|disk| disk.points > 0))
        .map(|load| table(language, finding, load, points))
        .collect()
}

fn table(
    language: Language,
    finding: &CalibrateFinding,
    load: &LoadFinding,
    points: &[PointRecord],
) -> Rows {
    let most = load.disks.iter().map(|disk| disk.mibps.value).fold(0.0, f64::max);
    let spread = load.groups.first().and_then(|group| group.spread);
    let rate = Rate::of(&load.load);
    let known = load.groups.iter().filter(|group| group.mibps > 0.0);
    let typical: Vec<String> = known.map(|group| rate.number(language, group.mibps)).collect();
    let mut caption = load_of_disks(language, finding, load);
    if !typical.is_empty() {
        let both: Vec<&str> = typical.iter().map(String::as_str).collect();
        let typical = format!("{} {}", all_names(language, &both), &rate.unit(language));
        caption = text::typical(language, &caption, &typical);
    }
    if let Some(spread) = spread {
        caption = text::spread(language, &caption, &percent(language, spread));
    }
    let rows = load.disks.iter().map(|disk| Line {
        cells: vec![
            disk.name.clone(),
            if disk.points == 0 { "-".to_owned() } else { rate.ranged(language, &disk.mibps) },
            disk.deviation.map_or("-".to_owned(), |off| signed(language, off.value)),
            result(language, load, disk, points),
        ],
        tone: match disk.judgement {
            Judgement::Slow | Judgement::Fast | Judgement::Failed => Tone::Bad,
            Judgement::CannotTell | Judgement::OneOfTwo => Tone::Unsure,
            _ if suspected(finding, disk) => Tone::Unsure,
            _ => Tone::Plain,
        },
        share: Some(disk.mibps.value / most),
    });
    let heads = [
        text::head_disk(language),
        &rate.unit(language),
        text::head_off(language),
        text::head_result(language),
    ];
    Rows {
        caption,
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        words: vec![3],
        spare: Vec::new(),
    }
}

fn result(
    language: Language,
    load: &LoadFinding,
    disk: &DiskFinding,
    points: &[PointRecord],
) -> String {
    let mut parts = vec![text::judged_text(language, &disk.judgement).to_owned()];
    // Points that failed completely are not among its own, but their errors are in `disk.errors`.
    let errors: u64 = own_points(load, disk, points).map(|point| point.measured.errors).sum();
    let errors = errors.max(disk.errors);
    parts.extend((errors > 0).then(|| study::cell_failed(language, errors)));
    parts.extend(super::stalls(language, own_points(load, disk, points)));
    parts.extend((!disk.settled).then(|| study::cell_unsettled(language).to_owned()));
    parts.join(", ")
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
    fn disks_that_stand_at_one_rate_may_stand_behind_a_limit() {
        let limit = |finding: &CalibrateFinding| {
            stage_text(Language::En, finding, &[])
                .notes
                .iter()
                .any(|note| note.contains("it can hide slower disks"))
        };
        let mut finding = example();
        assert!(!limit(&finding), "disks that spread");
        let known = |value: f64| summary::Estimate::between(value, value, value);
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

    /// An example in which the outlier stalled for this time in all, divided over its points.
    fn stalling(length_s: f64) -> StageText {
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
            one.measured.stalls = vec![stalls];
        }
        crate::studies::stage_text(Language::En, &stage)
    }

    #[test]
    fn a_disk_that_is_slow_for_its_stalls_is_said_to_stall() {
        // The disk of the example is a third slower.
        let texts = stalling(0.35 * 12.0 * 3.0);
        assert!(texts.headline.contains("disk06 stalls ("), "{}", texts.headline);
        assert!(
            texts.headline.contains("Between stalls it is like its peers"),
            "{}",
            texts.headline
        );
        let shown: Vec<&Line> = texts.tables[0]
            .rows
            .iter()
            .filter(|line| line.cells.iter().any(|cell| cell.contains("stalls of up to 2.1 s")))
            .collect();
        assert_eq!(shown.len(), 1, "{:?}", texts.tables[0]);
        // If stalls explain only a small part, the disk is an outlier that also stalls.
        let both = stalling(1.0).headline;
        assert!(both.contains("disk06 is an outlier: "), "{both}");
        assert!(both.contains("It also stalls ("), "{both}");
    }
}
