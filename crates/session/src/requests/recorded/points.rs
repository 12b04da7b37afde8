//! Selects the points of a record to race, and how often each: takes rows and names of layouts, returns rows, points, rounds
//! and notes. Every dropped row is mentioned in a note.

use record::note::{RecordedNote, RoundsLimit};
use record::race::WeightedLoad;
use report::messages::requests::RequestFault;
use study::recorded::{repeats_note, spread_over_rounds};
use study::{RecordedPoints, RecordedRow};

/// The rows that count, and notes about rows that are dropped.
pub(super) struct CountedRows {
    pub(super) rows: Vec<RecordedRow>,
    pub(super) notes: Vec<RecordedNote>,
}

/// The rows that count.
pub(super) fn counted_rows(all: &[RecordedRow]) -> CountedRows {
    let mut notes: Vec<RecordedNote> = repeats_note(all).into_iter().collect();
    let (rows, beside) = without_doubles(all.to_vec());
    notes.extend((beside > 0).then_some(RecordedNote::OrderUnknownTwice(beside)));
    CountedRows { rows, notes }
}

/// Drops the rows that do not say random or sequential if the same layout has a sequential row of the same load. Returns the
/// other rows, and how many were dropped.
fn without_doubles(rows: Vec<RecordedRow>) -> (Vec<RecordedRow>, usize) {
    let sequential: Vec<RecordedRow> =
        rows.iter().filter(|row| row.random == Some(false)).cloned().collect();
    let count = rows.len();
    let alike = |row: &RecordedRow, other: &RecordedRow| {
        (&row.subject, row.load()) == (&other.subject, other.load())
    };
    let single = |row: &RecordedRow| {
        row.random.is_some() || !sequential.iter().any(|other| alike(row, other))
    };
    let rows: Vec<RecordedRow> = rows.into_iter().filter(single).collect();
    let beside = count - rows.len();
    (rows, beside)
}

/// Every load that all layouts have, in the order of the first layout. Points that say random or sequential are not compared
/// with points that do not: if all layouts have some points that do, only these are raced, otherwise those that do not.
pub(super) fn loads(
    rows: &[RecordedRow],
    names: &[String],
    record: &RecordedPoints,
) -> Vec<WeightedLoad> {
    let first = rows.iter().filter(|row| names.first() == Some(&row.subject));
    let mut of: [Vec<WeightedLoad>; 2] = [Vec::new(), Vec::new()];
    for row in first {
        let (load, tells) = (row.load(), row.random.is_some());
        let loads = &mut of[usize::from(!tells)];
        let all = names.iter().all(|name| record.tells_order(name, &load) == Some(tells));
        if all && !loads.iter().any(|known| known.load == load) {
            loads.push(WeightedLoad { load, weight: 1.0, group: String::new() });
        }
    }
    let [with_order, without_order] = of;
    if with_order.is_empty() { without_order } else { with_order }
}

/// The reason why layouts have no point in common.
pub(super) fn nothing_common(names: &[String], rows: &[RecordedRow]) -> String {
    let tells = |name: &&String| {
        let mut own = rows.iter().filter(|row| row.subject == **name);
        own.any(|row| row.random.is_some())
    };
    let (with_order, without_order): (Vec<&String>, Vec<&String>) = names.iter().partition(tells);
    match (with_order.first(), without_order.first()) {
        (Some(with_order), Some(without_order)) => RequestFault::OrderUnknownInPart {
            told: with_order.to_string(),
            untold: without_order.to_string(),
        }
        .to_string(),
        _ => RequestFault::NothingInCommon.to_string(),
    }
}

/// An error for each requested point that layouts lack. `must_tell_order`: whether the points must say random or sequential.
pub(super) fn missing_points(
    shown: &str,
    loads: &[WeightedLoad],
    (names, record): (&[String], &RecordedPoints),
    must_tell_order: bool,
) -> Vec<String> {
    let mut lines = Vec::new();
    for weighted in loads {
        let tells =
            |name: &&String| record.tells_order(name, &weighted.load) == Some(must_tell_order);
        let lacks: Vec<&str> =
            names.iter().filter(|name| !tells(name)).map(String::as_str).collect();
        if !lacks.is_empty() {
            lines.push(
                RequestFault::PointMissing {
                    shown: shown.to_string(),
                    point: weighted.load.to_string(),
                    layouts: (lacks.join(", ")),
                }
                .to_string(),
            );
        }
    }
    if !lines.is_empty() && must_tell_order && !record.all_tell_order() {
        lines.push(RequestFault::OrderUnknown { shown: shown.to_string() }.to_string());
    } else if !lines.is_empty() {
        lines.push(RequestFault::LeaveOutMissing { shown: shown.to_string() }.to_string());
    }
    lines
}

/// The rows as the race takes them, the number of rounds of each point, and a note if layouts have unequal numbers of rows.
/// The layout with the fewest rows, or `--passes`, limits the rounds.
pub(super) fn rounds(
    rows: &[RecordedRow],
    names: &[String],
    loads: &[WeightedLoad],
    passes: Option<u32>,
) -> (Vec<RecordedRow>, Vec<u32>, Option<RecordedNote>) {
    let record = RecordedPoints::new(rows.iter().cloned());
    let fewest = |weighted: &WeightedLoad| {
        let counts = names.iter().map(|name| (record.times(name, &weighted.load), name));
        counts.min_by_key(|(times, _)| *times)
    };
    let allowed = passes.unwrap_or(u32::MAX).max(1);
    let times: Vec<u32> = loads
        .iter()
        .map(|weighted| fewest(weighted).map_or(0, |(few, _)| few.min(allowed)))
        .collect();
    let at = |row: &RecordedRow| loads.iter().position(|weighted| weighted.load == row.load());
    let dealt =
        spread_over_rounds(rows, |row| at(row).map(|at| times[at]).filter(|times| *times > 0));
    let mut most: Option<(u32, &String, u32, RoundsLimit)> = None;
    let mut points = 0;
    for (weighted, times) in loads.iter().zip(&times) {
        for name in names {
            let own = record.times(name, &weighted.load);
            points += usize::from(own > *times);
            let share = own / times.max(&1);
            if own > *times && most.as_ref().is_none_or(|(most, ..)| share > *most) {
                let limit = match fewest(weighted) {
                    Some((rows, name)) if rows <= allowed => {
                        RoundsLimit::Layout { name: name.clone(), rows }
                    }
                    _ => RoundsLimit::Passes(allowed),
                };
                most = Some((share, name, own, limit));
            }
        }
    }
    let note = most.map(|(_, layout, rows, limit)| RecordedNote::UnevenRows {
        layout: layout.clone(),
        rows,
        limit,
        points,
    });
    (dealt, times, note)
}

/// The note about rows whose load is not in the race.
pub(super) fn left_out(rows: &[RecordedRow], loads: &[WeightedLoad]) -> Option<RecordedNote> {
    let raced = |row: &&RecordedRow| loads.iter().any(|weighted| weighted.load == row.load());
    let (points, all) = (rows.len() - rows.iter().filter(raced).count(), rows.len());
    (points > 0).then_some(RecordedNote::LeftOut { points, all })
}

/// The note about rows that do not say whether they were random.
pub(super) fn without_order(rows: &[RecordedRow]) -> Option<RecordedNote> {
    let (points, all) = (rows.iter().filter(|row| row.random.is_none()).count(), rows.len());
    (points > 0).then_some(RecordedNote::OrderUnknown { points, all })
}
