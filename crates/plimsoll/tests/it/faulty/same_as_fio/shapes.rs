//! The shape of fio's results: keys and types of a JSON document, and lines of text with their numbers left out.

use serde_json::Value;
use std::collections::BTreeMap;

/// Every key with the type of its value. All buckets are one key, because their presence is random.
fn schema(value: &Value, path: &str, all: &mut BTreeMap<String, &'static str>) {
    match value {
        Value::Object(map) if path.ends_with("/bins") => {
            let _ = all.insert(format!("{path}/*"), if map.is_empty() { "none" } else { "whole" });
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| schema(value, &format!("{path}/{key}"), all));
        }
        Value::Array(list) => {
            let part = |at: usize| if path == "/disk_util" { 0 } else { at };
            let each = list.iter().enumerate();
            each.for_each(|(at, value)| schema(value, &format!("{path}/{}", part(at)), all));
        }
        Value::Number(number) => {
            let kind = if number.is_f64() { "fraction" } else { "whole" };
            let _ = all.insert(path.to_owned(), kind);
        }
        Value::String(_) => drop(all.insert(path.to_owned(), "text")),
        Value::Bool(_) | Value::Null => drop(all.insert(path.to_owned(), "not fio's")),
    }
}

/// The schema of a document without disks, which a container may hide from one of the two.
pub(crate) fn keys_of(document: &Value) -> BTreeMap<String, &'static str> {
    let mut all = BTreeMap::new();
    schema(document, "", &mut all);
    all.retain(|key, _| !key.starts_with("/disk_util"));
    all
}

/// A line with every number, its prefix and its unit replaced by one mark.
pub(crate) fn shape(line: &str) -> String {
    let mut out = String::new();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_digit() {
            out.push(letter);
            continue;
        }
        while letters.peek().is_some_and(|c| c.is_ascii_digit() || *c == '.') {
            letters.next();
        }
        while letters.peek().is_some_and(|c| "kKMGiB".contains(*c)) {
            letters.next();
        }
        // Numbers are padded with blanks.
        out.truncate(out.trim_end_matches(' ').len());
        out.push('#');
    }
    for unit in ["(nsec)", "(usec)", "(msec)"] {
        out = out.replace(unit, "(time)");
    }
    out.replace("BW=# (#)", "BW=#/s (#/s)")
        .replace("(  KiB/s)", "(  ?/s)")
        .replace("(  MiB/s)", "(  ?/s)")
}

/// The text's lines by shape, without lines whose number varies: percentiles that need more room, the table of
/// latencies, samples that a short run may not have, submission times, devices and dates.
pub(crate) fn layout(text: &str) -> Vec<String> {
    let chance = |line: &&str| {
        let start = line.trim_start();
        let skipped = ["|", "lat (", "bw (", "iops  ", "slat (", "Disk stats"];
        skipped.iter().any(|word| start.starts_with(word)) || start.contains(": ios=")
    };
    let dated = |line: &str| match line.split_once(": pid=") {
        Some((before, _)) => format!("{}: pid", shape(before)),
        None => shape(line),
    };
    let mut lines: Vec<String> = text.lines().filter(|line| !chance(line)).map(dated).collect();
    lines.retain(|line| !line.contains("Laying out IO file") && !line.starts_with("note: "));
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}
