//! The files of a job in its folder.

use super::compare::{listed, tally};
use super::jobs::FioCase;
use super::shapes::shape;
use super::{DEVICE, JobResult};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// fio's own state file of a verifying job.
const STATE: &str = "-verify.state";

/// The files below a folder with their contents, by relative name. In logs the device is replaced by its placeholder.
pub(crate) fn gather(
    folder: &Path,
    above: &str,
    device: &str,
    all: &mut BTreeMap<String, Vec<u8>>,
) {
    for entry in fs::read_dir(folder).expect("the folder is ours") {
        let entry = entry.expect("the folder is readable");
        let name = format!("{above}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if path.is_dir() {
            gather(&path, &format!("{name}/"), device, all);
        } else if !name.ends_with(STATE) {
            let mut bytes = fs::read(&path).expect("the file is ours");
            if is_log(&name) && !device.is_empty() {
                bytes = String::from_utf8_lossy(&bytes).replace(device, DEVICE).into_bytes();
            }
            let _ = all.insert(name, bytes);
        }
    }
}

/// Compares names, sizes, lines of logs, and the contents that must be the same.
pub(crate) fn compare(
    case: &FioCase,
    theirs: [&JobResult; 2],
    ours: &JobResult,
    add: &mut dyn FnMut(bool, String),
) {
    let names = |left: &JobResult| -> BTreeSet<String> {
        left.files
            .keys()
            .map(|name| name.split(".plimsoll").next().unwrap_or(name).to_owned())
            .collect()
    };
    if names(theirs[0]) != names(ours) {
        add(false, format!("files are {:?}, fio's are {:?}", names(ours), names(theirs[0])));
    }
    for (name, our) in &ours.files {
        let [Some(one), Some(other)] = theirs.map(|left| left.files.get(name)) else { continue };
        if is_log(name) {
            log(case, name, [one, other], our, add);
        } else if !name.ends_with(".json") && our.len() != one.len() {
            add(false, format!("{name} has {} bytes, fio's {}", our.len(), one.len()));
        }
        if case.same_bytes.contains(name) && our != one {
            let at = our.iter().zip(one).position(|(our, their)| our != their);
            add(false, format!("{name} differs from fio's at byte {at:?}"));
        }
    }
}

/// Logs of I/O and traces, which are lines of text.
fn is_log(name: &str) -> bool {
    name == "log" || name.ends_with(".log")
}

fn log(
    case: &FioCase,
    name: &str,
    theirs: [&Vec<u8>; 2],
    ours: &[u8],
    add: &mut dyn FnMut(bool, String),
) {
    let lines = |bytes: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
    };
    let (our, [one, other]) = (lines(ours), theirs.map(|bytes| lines(bytes)));
    let (least, most) = (one.len().min(other.len()), one.len().max(other.len()));
    let room = (most - least) + (most as f64 * case.counts_percent / 100.0).ceil() as usize;
    if our.len() + room < least || our.len() > most + room {
        add(
            true,
            format!("{name} has {} lines, fio's have {} and {}", our.len(), one.len(), other.len()),
        );
    }
    let shapes =
        |lines: &[String]| -> BTreeSet<String> { lines.iter().map(|line| form(line)).collect() };
    let (our_shapes, their_shapes) = (shapes(&our), shapes(&[one.clone(), other].concat()));
    if !our_shapes.is_subset(&their_shapes) {
        add(
            false,
            format!(
                "{name} has lines like {}, fio's are like {}",
                listed(&our_shapes),
                listed(&their_shapes)
            ),
        );
    }
    if case.in_order && name == "log" {
        let order = |lines: &[String]| {
            lines.iter().filter_map(|line| place(name, line)).collect::<Vec<_>>()
        };
        let (our, their) = (order(&our), order(&one));
        if let Some(at) = our.iter().zip(&their).position(|(our, their)| our != their) {
            let text = format!("{name}: line {} is {:?}, fio's {:?}", at + 1, our[at], their[at]);
            add(false, text);
        }
    }
    if !case.draws && case.counts_percent == 0.0 {
        let places = |lines: &[String]| tally(lines.iter().filter_map(|line| place(name, line)));
        let (our, their) = (places(&our), places(&one));
        if our != their {
            let only = |one: &BTreeMap<String, usize>,
                        other: &BTreeMap<String, usize>|
             -> BTreeSet<String> {
                one.iter()
                    .filter(|(key, count)| other.get(*key) != Some(count))
                    .map(|(key, count)| format!("{count} x {key}"))
                    .collect()
            };
            add(
                false,
                format!(
                    "{name}: only ours {}; only fio's {}",
                    listed(&only(&our, &their)),
                    listed(&only(&their, &our))
                ),
            );
        }
    }
}

/// A line of a log without its measured numbers: time and value. Directions and actions stay.
fn form(line: &str) -> String {
    let fields: Vec<&str> = line.split(", ").collect();
    if fields.len() < 3 {
        return shape(line);
    }
    let each = fields.iter().enumerate();
    let marks =
        each.map(
            |(at, field)| {
                if at == 2 && fields.len() < 9 { (*field).to_owned() } else { shape(field) }
            },
        );
    marks.collect::<Vec<_>>().join(", ")
}

/// The part of a line about the I/O itself: direction, size and offset, or action, offset and length of a trace.
fn place(name: &str, line: &str) -> Option<String> {
    let fields: Vec<&str> = line.split(", ").collect();
    if name == "log" {
        // In "TIME FILE ACTION OFFSET LENGTH" only the time is measured.
        return line.split_once(' ').map(|(_, rest)| rest.to_owned());
    }
    if name.contains("_bw.") || name.contains("_iops.") || name.contains("_hist.") {
        return None;
    }
    Some(fields.get(2..)?.join(", "))
}
