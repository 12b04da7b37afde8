//! The numbers of a record that can be held against those of another, and which belongs to which.

use crate::record::{Record, TrialRecord};
use summary::Estimate;
use workload::RoleKind;

/// One number of a record; more of it is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// The role, phase or stage.
    pub group: String,
    /// What of it.
    pub what: String,
    /// Its unit.
    pub unit: &'static str,
    /// The number.
    pub value: Estimate,
}

/// Everything of a record that can be compared: the roles' load lines and the cells of a study, else the streams.
pub(super) fn measures(record: &Record) -> Vec<Measure> {
    let mut all = findings(record);
    all.extend(cells(record));
    if all.is_empty() {
        all = streams(record);
    }
    all
}

fn findings(record: &Record) -> Vec<Measure> {
    let mut all = Vec::new();
    for finding in record.roles() {
        let unit = match finding.kind {
            RoleKind::Commit => "commits/s",
            RoleKind::Load | RoleKind::Bulk => "IOPS",
        };
        let measure = |what: &str, value: &Estimate| Measure {
            group: finding.role.clone(),
            what: what.to_owned(),
            unit,
            value: *value,
        };
        all.extend(finding.load_line.as_ref().map(|line| measure("load line", line)));
        // The load line of a log role is its commits one at a time, or in groups; each is told once.
        let line = finding.load_line.map(|line| line.value);
        let single = finding.commits_single.filter(|single| Some(single.value) != line);
        all.extend(single.as_ref().map(|single| measure("one at a time", single)));
        let group = finding.commits_group.filter(|(rate, _)| Some(rate.value) != line);
        all.extend(
            group.as_ref().map(|(rate, size)| measure(&format!("in groups of {size}"), rate)),
        );
    }
    all
}

/// The points of a study, repeats of the same point together; reference cells only say what the machine did.
fn cells(record: &Record) -> Vec<Measure> {
    let mut all: Vec<(Measure, Vec<Estimate>)> = Vec::new();
    for stage in record.study.iter().flat_map(|study| &study.stages) {
        for one in stage.cells.iter().filter(|one| one.purpose != "reference") {
            let cell = crate::Cell { repeat: 0, ..one.cell.clone() };
            let what = cell.descriptor();
            let seen = one.seen.mibps;
            let known = all.iter_mut().find(|(m, _)| m.group == stage.name && m.what == what);
            match known {
                Some((_, values)) => values.push(seen),
                None => {
                    let group = stage.name.clone();
                    all.push((Measure { group, what, unit: "MiB/s", value: seen }, vec![seen]));
                }
            }
        }
    }
    all.into_iter()
        .map(|(measure, values)| Measure { value: together(&values), ..measure })
        .collect()
}

/// Repeats as one: their mean; the half-widths as independent errors.
fn together(values: &[Estimate]) -> Estimate {
    let count = values.len() as f64;
    let value = values.iter().map(|v| v.value).sum::<f64>() / count;
    let half =
        |of: fn(&Estimate) -> f64| values.iter().map(|v| of(v).powi(2)).sum::<f64>().sqrt() / count;
    Estimate {
        value,
        low: value - half(|v| v.value - v.low),
        high: value + half(|v| v.high - v.value),
        confidence: values.iter().map(|v| v.confidence).fold(1.0, f64::min),
    }
}

fn streams(record: &Record) -> Vec<Measure> {
    let mut all: Vec<Measure> = Vec::new();
    for trial in &record.trials {
        for stream in &trial.streams {
            // An open loop gives what it is given: its rate tells the load, not the storage.
            if open(trial, stream.offered_iops) {
                continue;
            }
            let same = |m: &&Measure| m.group == trial.role && m.what.starts_with(&stream.name);
            let before = all.iter().filter(same).count();
            let what = match before {
                0 => stream.name.clone(),
                n => format!("{} ({})", stream.name, n + 1),
            };
            all.push(Measure { group: trial.role.clone(), what, unit: "IOPS", value: stream.iops });
        }
    }
    all
}

fn open(trial: &TrialRecord, offered: Option<f64>) -> bool {
    trial.rate_iops.is_some() || offered.is_some()
}

/// How many cells a study measured.
pub(super) fn cells_of(record: &Record) -> usize {
    record.study.iter().flat_map(|study| &study.stages).map(|stage| stage.cells.len()).sum()
}

/// What belongs together by its name; what is left over on both sides by the only place it can have.
pub(super) fn pairs(
    a: Vec<Measure>,
    mut b: Vec<Measure>,
) -> (Vec<(Measure, Measure)>, Vec<String>, Vec<String>) {
    let (mut pairs, mut rest) = (Vec::new(), Vec::new());
    for one in a {
        let by_name =
            |m: &Measure| m.group == one.group && m.what == one.what && m.unit == one.unit;
        match b.iter().position(by_name) {
            Some(at) => pairs.push((one, b.remove(at))),
            None => rest.push(one),
        }
    }
    // Two machines name their disks differently, two jobs their only stream: the same load is the same point.
    for key in [load, unit] {
        let (left, alone) = (std::mem::take(&mut rest), b.clone());
        for one in &left {
            let same = |m: &&Measure| key(m) == key(one);
            let only =
                left.iter().filter(same).count() == 1 && alone.iter().filter(same).count() == 1;
            match b.iter().position(|m| only && key(m) == key(one)) {
                Some(at) => pairs.push((one.clone(), b.remove(at))),
                None => rest.push(one.clone()),
            }
        }
    }
    let named = |m: &Measure| format!("{}: {}", m.group, m.what);
    (pairs, rest.iter().map(named).collect(), b.iter().map(named).collect())
}

/// A cell's load without its targets and its subject; the whole name of anything else.
fn load(measure: &Measure) -> String {
    match (measure.what.find(" -k"), measure.what.find(" -R(")) {
        (Some(from), Some(to)) if from < to => {
            format!("{} {}", measure.unit, &measure.what[from..to])
        }
        _ => format!("{} {}", measure.unit, measure.what),
    }
}

fn unit(measure: &Measure) -> String {
    measure.unit.to_owned()
}
