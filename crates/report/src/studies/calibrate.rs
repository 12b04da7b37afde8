//! Disks side by side: who is not like the others, by how much, and how sure that is.

use super::{
    Line, Rows, Told, Tone, counted, names, percent, ranged, signed, targets, words_interval,
};
use study::Measured;
use study::calibrate::{CalibrateFinding, DiskFinding, Judgement, LoadFinding};
use study::record::CellRecord;
use study::stalls::TargetStalls;

pub(super) fn told(finding: &CalibrateFinding, cells: &[CellRecord]) -> Told {
    let accused = finding.accused();
    let disks = counted(finding.config.disks.len(), "disk");
    let unsure = named(finding, Judgement::CannotTell);
    let failed = named(finding, Judgement::Failed);
    let (tone, headline) = if !finding.whole {
        let so_far = match accused.len() {
            0 => "no disk is accused so far".to_owned(),
            _ => format!("accused so far: {}", names(&accused, 6)),
        };
        (Tone::Unsure, format!("not finished: {so_far}"))
    } else if let [one] = accused[..] {
        (Tone::Bad, odd(finding, cells, one))
    } else if !accused.is_empty() {
        let many = format!("{} of {disks} are not like the others", accused.len());
        (Tone::Bad, format!("{many}: {}", names(&accused, 6)))
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
    let headline = headline + &others_stalled(finding, cells, &accused);
    let (notes, tables) = (notes(finding, cells), tables(finding, cells));
    Told { tone, headline, notes, doubts: Vec::new(), tables }
}

/// The one that is unlike the others: by how much, and whether it is for its stalls.
fn odd(finding: &CalibrateFinding, cells: &[CellRecord], name: &str) -> String {
    let load_of = |disk: &DiskFinding| {
        finding.loads.iter().find(|load| load.disks.iter().any(|own| std::ptr::eq(own, disk)))
    };
    let Some((disk, load)) = worst(finding, name).and_then(|disk| Some((disk, load_of(disk)?)))
    else {
        return format!("{name} is not like the others");
    };
    let by = by_how_much(disk);
    match stalled(finding, load, disk, cells) {
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
fn others_stalled(finding: &CalibrateFinding, cells: &[CellRecord], accused: &[&str]) -> String {
    let all = study::stalls::by_target(cells.iter().map(|cell| &cell.seen));
    let named = if let [_] = accused { accused } else { &[] };
    let others: Vec<&TargetStalls> =
        all.iter().filter(|one| !named.contains(&one.target.as_str())).collect();
    match others[..] {
        [] => String::new(),
        [one] => format!("; {} stalled {}", one.target, one.told()),
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
    cells: &[CellRecord],
) -> Option<Stalled> {
    let own: Vec<&Measured> = own_cells(load, disk, cells).map(|cell| &cell.seen).collect();
    let told = study::stalls::by_target(own.iter().copied()).first()?.told();
    let seconds: f64 = own.iter().map(|seen| seen.seconds).sum();
    let moving: f64 =
        own.iter().map(|seen| seen.seconds * seen.moving_share(1)).sum::<f64>() / seconds;
    let between = (1.0 + disk.deviation.value) / moving - 1.0;
    let explains = disk.judgement == Judgement::Slow && between > -finding.config.practical;
    Some(Stalled { told, between, explains })
}

/// The cells of a disk under one load.
fn own_cells<'a>(
    load: &'a LoadFinding,
    disk: &'a DiskFinding,
    cells: &'a [CellRecord],
) -> impl Iterator<Item = &'a CellRecord> {
    cells.iter().filter(|one| {
        one.purpose != "reference"
            && one.cell.load == load.load
            && one.cell.targets.as_slice() == std::slice::from_ref(&disk.name)
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

/// The load under which a disk is furthest off.
fn worst<'a>(finding: &'a CalibrateFinding, name: &str) -> Option<&'a DiskFinding> {
    let own = finding.loads.iter().flat_map(|load| &load.disks);
    own.filter(|disk| disk.name == name && disk.judgement.accused())
        .max_by(|a, b| a.deviation.value.abs().total_cmp(&b.deviation.value.abs()))
}

fn by_how_much(disk: &DiskFinding) -> String {
    let deviation = &disk.deviation;
    let way = if deviation.value < 0.0 { "slower" } else { "faster" };
    match words_interval(deviation) {
        Some(interval) => format!("{} ({interval}) {way}", percent(deviation.value.abs())),
        None => format!("{} {way}", percent(deviation.value.abs())),
    }
}

fn notes(finding: &CalibrateFinding, cells: &[CellRecord]) -> Vec<String> {
    let mut out = Vec::new();
    for load in &finding.loads {
        for disk in load.disks.iter().filter(|disk| disk.judgement.accused()) {
            let chance = disk.chance.map_or(String::new(), |chance| {
                format!("; a healthy shelf would show that {}", once_in(chance))
            });
            let stalls = match stalled(finding, load, disk, cells) {
                Some(Stalled { told, between, .. }) => {
                    format!(
                        "; it stalled {told}, and is {} from its peers between stalls",
                        signed(between)
                    )
                }
                None => String::new(),
            };
            let by = by_how_much(disk);
            out.push(format!("{} at {}: {by}{chance}{stalls}", disk.name, load.load));
        }
        for disk in &load.disks {
            if let Some(why) = &disk.failure {
                let why = why.lines().next().unwrap_or_default();
                let what = match disk.judgement {
                    Judgement::CannotTell => "cannot be told",
                    _ => "could not be measured",
                };
                out.push(format!("{} at {} {what}: {why}", disk.name, load.load));
            }
        }
        if let [slow, fast, ..] = &load.groups[..] {
            out.push(format!(
                "at {} there are two kinds of disks, {} at {} and {} at {} MiB/s; each was compared with its own kind",
                load.load,
                slow.disks,
                crate::words::number(slow.mibps),
                fast.disks,
                crate::words::number(fast.mibps)
            ));
        }
    }
    let rate = percent(finding.config.false_alarm_rate);
    let practical = percent(finding.config.practical);
    out.push(format!(
        "an accusation takes more than {practical}, beyond the disks' own spread; a healthy shelf is accused in {rate} of all cases"
    ));
    out
}

/// How rare something is, in words.
fn once_in(chance: f64) -> String {
    match chance {
        c if !c.is_finite() || c <= 1e-9 => "less than once in a billion times".to_owned(),
        c if c >= 0.05 => format!("in {} of all cases", percent(c)),
        c => format!("once in {} times", crate::words::number(two_digits(1.0 / c))),
    }
}

fn two_digits(value: f64) -> f64 {
    let step = 10f64.powf(value.log10().floor() - 1.0);
    (value / step).round() * step
}

fn tables(finding: &CalibrateFinding, cells: &[CellRecord]) -> Vec<Rows> {
    finding
        .loads
        .iter()
        .filter(|load| load.disks.iter().any(|disk| disk.cells > 0))
        .map(|load| table(finding, load, cells))
        .collect()
}

fn table(finding: &CalibrateFinding, load: &LoadFinding, cells: &[CellRecord]) -> Rows {
    let most = load.disks.iter().map(|disk| disk.mibps.value).fold(0.0, f64::max);
    let spread = load.groups.first().and_then(|group| group.spread);
    let typical: Vec<String> =
        load.groups.iter().map(|group| crate::words::number(group.mibps)).collect();
    let mut caption = format!("{} {}", load.load, targets(&finding.config.disks));
    if !typical.is_empty() {
        caption += &format!(", typical {} MiB/s", typical.join(" and "));
    }
    if let Some(spread) = spread {
        caption += &format!(", own spread {}", percent(spread));
    }
    let rows = load.disks.iter().map(|disk| Line {
        cells: vec![
            disk.name.clone(),
            if disk.cells == 0 { "-".to_owned() } else { ranged(&disk.mibps) },
            if disk.cells == 0 { "-".to_owned() } else { signed(disk.deviation.value) },
            doubtful(load, disk, cells),
        ],
        tone: match disk.judgement {
            Judgement::Slow | Judgement::Fast | Judgement::Failed => Tone::Bad,
            Judgement::CannotTell | Judgement::OneOfTwo => Tone::Unsure,
            _ => Tone::Plain,
        },
        share: disk.mibps.value / most,
    });
    let heads = ["disk", "MiB/s", "off its peers", "judged"];
    Rows {
        caption,
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        spare: Vec::new(),
    }
}

/// What is held of a disk, with what makes it doubtful.
fn doubtful(load: &LoadFinding, disk: &DiskFinding, cells: &[CellRecord]) -> String {
    let mut text = judgement(disk.judgement).to_owned();
    if disk.errors > 0 {
        text += &format!(", {} failed", base::units::grouped(disk.errors));
    }
    if let Some(stalls) = super::stalls(own_cells(load, disk, cells)) {
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
        Judgement::Like => "like its peers",
        Judgement::Cleared => "suspected, cleared",
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
    use study::record::Finding;

    #[test]
    fn a_disk_that_could_not_be_measured_is_told_with_its_reason() {
        let record = testkit::study::calibrate_example();
        let stages = record.study.expect("an example of a study").stages;
        let Some(Finding::Calibrate(mut finding)) =
            stages.into_iter().find_map(|stage| stage.finding)
        else {
            panic!("the example compares disks");
        };
        for load in &mut finding.loads {
            for disk in &mut load.disks {
                disk.judgement = Judgement::Like;
            }
            load.disks[3].judgement = Judgement::Failed;
            load.disks[3].failure = Some("no such device\nand more".to_owned());
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

    /// An example in which the accused disk stalled, by so much in all, in its two cells.
    fn stalling(length_s: f64) -> Told {
        let record = testkit::study::calibrate_example();
        let mut stage = record.study.expect("an example of a study").stages.remove(0);
        let Some(Finding::Calibrate(finding)) = &stage.finding else {
            panic!("the example compares disks");
        };
        let name = finding.accused()[0].to_owned();
        let own = stage
            .cells
            .iter_mut()
            .filter(|one| one.purpose != "reference" && one.cell.targets == [name.clone()]);
        let own: Vec<&mut CellRecord> = own.collect();
        let cells = own.len() as f64;
        for one in own {
            let stalls = TargetStalls {
                target: name.clone(),
                count: 2,
                longest_s: 2.1,
                length_s: length_s / cells,
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
            let own = stage.cells.iter_mut().find(|one| one.cell.targets == [name.to_owned()]);
            let (target, longest_s) = (name.to_owned(), 1.2);
            let stalls = TargetStalls { target, count: 1, longest_s, length_s: 1.2 };
            own.expect("each disk is measured").seen.stalls = vec![stalls];
        }
        let told = crate::studies::told(&stage);
        assert!(told.headline.ends_with("; disk02, disk03 stalled"), "{}", told.headline);
    }
}
