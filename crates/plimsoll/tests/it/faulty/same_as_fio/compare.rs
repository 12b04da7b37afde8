//! The differences between fio's two runs of a job and Plimsoll's.

use super::jobs::FioCase;
use super::shapes::{keys_of, layout, shape};
use super::{CallResult, JobResult};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A difference between Plimsoll and fio, in either direction.
#[derive(Debug)]
pub(crate) struct Difference {
    /// The call, counted from 1.
    call: usize,
    what: String,
    /// Whether it is a measured value, which may differ in another run.
    pub(crate) measured: bool,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call {}: {}", self.call, self.what)
    }
}

struct DifferenceList {
    call: usize,
    all: Vec<Difference>,
}

impl DifferenceList {
    fn add(&mut self, measured: bool, what: String) {
        self.all.push(Difference { call: self.call, what, measured });
    }
}

pub(crate) fn jobs(case: &FioCase, theirs: [&JobResult; 2], ours: &JobResult) -> Vec<Difference> {
    let mut found = DifferenceList { call: 0, all: Vec::new() };
    for (index, our) in ours.ended.iter().enumerate() {
        found.call = index + 1;
        ends(case, [&theirs[0].ended[index], &theirs[1].ended[index]], our, &mut found);
    }
    super::files::compare(case, theirs, ours, &mut |measured, what| found.add(measured, what));
    found.all
}

fn ends(case: &FioCase, theirs: [&CallResult; 2], ours: &CallResult, found: &mut DifferenceList) {
    let one = theirs[0];
    if one.code != ours.code {
        let said = format!("{}{}", ours.stdout, ours.stderr);
        found.add(false, format!("exit code {:?}, fio's is {:?}\n{said}", ours.code, one.code));
    }
    // A note of fio on a running job may be missing; an error may not.
    let silent = [one, ours].map(|ended| ended.stderr.trim().is_empty());
    if silent == [true, false] || silent == [false, true] && one.code != Some(0) {
        found.add(false, format!("stderr is {:?}, fio's is {:?}", ours.stderr, one.stderr));
    }
    let (our, their) = (documents(&ours.stdout), documents(&one.stdout));
    if let (Some(our), Some(their)) = (&our, &their) {
        let other = documents(&theirs[1].stdout).unwrap_or_default();
        // How often a running job reports depends on its start: either run of fio may be the usual one.
        let is_same = |documents: &[_]| documents.len() == our.len();
        let is_usual = is_same(their) || !is_same(&other);
        let (their, other) = if is_usual { (their, &other) } else { (&other, their) };
        if !is_same(their) {
            return found.add(true, format!("{} documents, fio has {}", our.len(), their.len()));
        }
        for (index, our) in our.iter().enumerate() {
            let other = other.get(index).unwrap_or(&their[index]);
            document(case, [&their[index], other], our, found);
        }
    } else if one.code == Some(0) {
        text([&one.stdout, &theirs[1].stdout], &ours.stdout, found);
    }
}

/// The JSON documents of an output; `None` if it is text.
pub(crate) fn documents(text: &str) -> Option<Vec<Value>> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    serde_json::Deserializer::from_str(text).into_iter().collect::<Result<_, _>>().ok()
}

/// Compares lines by their shape, and terse lines by their fields.
fn text(theirs: [&str; 2], ours: &str, found: &mut DifferenceList) {
    let lines = |text: &str| -> Vec<String> {
        let terse = |line: &str| line.matches(';').count() > 20;
        let mut lines = layout(text);
        for line in &mut lines {
            if terse(line) {
                *line = line.split(';').map(shape).collect::<Vec<_>>().join(";");
            }
        }
        lines
    };
    let our = lines(ours);
    let their = theirs.map(lines);
    if !their.contains(&our) {
        let differ = |one: &[String], other: &[String]| -> Vec<String> {
            one.iter().filter(|line| !other.contains(line)).cloned().collect()
        };
        let (more, less) = (differ(&our, &their[0]), differ(&their[0], &our));
        found.add(true, format!("text: only ours {more:#?}, only fio's {less:#?}"));
    }
}

fn document(case: &FioCase, theirs: [&Value; 2], ours: &Value, found: &mut DifferenceList) {
    let jobs = |value: &Value| value["jobs"].as_array().cloned().unwrap_or_default();
    if jobs(ours).len() != jobs(theirs[0]).len() {
        return found.add(false, "other jobs".to_owned());
    }
    let (our, their) = (keys_of(ours), theirs.map(keys_of));
    for (key, kind) in &our {
        if !their.iter().any(|their| their.get(key) == Some(kind)) {
            found.add(false, format!("{key} is {kind}, fio's is {:?}", their[0].get(key)));
        }
    }
    for key in their[0].keys().filter(|key| their[1].contains_key(*key)) {
        if !our.contains_key(key) {
            found.add(false, format!("{key} is missing"));
        }
    }
    options("global options", &ours["global options"], &theirs[0]["global options"], found);
    let others = jobs(theirs[1]);
    for (index, (our, their)) in jobs(ours).iter().zip(&jobs(theirs[0])).enumerate() {
        let other = others.get(index).unwrap_or(their);
        options("job options", &our["job options"], &their["job options"], found);
        for key in ["jobname", "groupid", "error", "job_start"] {
            if key != "job_start" && our[key] != their[key] {
                found.add(false, format!("{key} is {}, fio's is {}", our[key], their[key]));
            }
        }
        counts(case, [their, other], our, found);
        depths(case, [their, other], our, found);
    }
}

fn options(name: &str, ours: &Value, theirs: &Value, found: &mut DifferenceList) {
    if ours != theirs {
        found.add(false, format!("{name} are {ours}, fio's are {theirs}"));
    }
}

const COUNTS: [&str; 4] = ["total_ios", "io_bytes", "short_ios", "drop_ios"];

fn counts(case: &FioCase, theirs: [&Value; 2], ours: &Value, found: &mut DifferenceList) {
    for direction in ["read", "write", "trim", "mixed", "sync"] {
        for name in COUNTS {
            let of = |job: &Value| job[direction][name].as_f64();
            let (Some(our), [Some(one), Some(other)]) = (of(ours), theirs.map(of)) else {
                continue;
            };
            let (least, most) = (one.min(other), one.max(other));
            let room = (most - least) + most * case.counts_percent / 100.0;
            if our < least - room || our > most + room {
                found
                    .add(true, format!("{direction} {name} is {our}, fio's are {one} and {other}"));
            }
        }
    }
}

fn depths(case: &FioCase, theirs: [&Value; 2], ours: &Value, found: &mut DifferenceList) {
    for name in ["iodepth_level", "iodepth_submit", "iodepth_complete"] {
        let Some(buckets) = ours[name].as_object() else { continue };
        for (bucket, our) in buckets {
            let of = |job: &Value| job[name][bucket].as_f64().unwrap_or(0.0);
            let (our, [one, other]) = (our.as_f64().unwrap_or(0.0), theirs.map(of));
            let (least, most) = (one.min(other), one.max(other));
            let room = (most - least) + case.depth_points;
            if our < least - room || our > most + room {
                found.add(true, format!("{name} {bucket} is {our}, fio's are {one} and {other}"));
            }
        }
    }
}

/// The words of a set, for a message.
pub(crate) fn listed(all: &BTreeSet<String>) -> String {
    all.iter().take(6).cloned().collect::<Vec<_>>().join(" | ")
}

pub(crate) fn tally(all: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut tally = BTreeMap::new();
    all.for_each(|one| *tally.entry(one).or_insert(0) += 1);
    tally
}
