//! Selects the points of a record to race, and how often each: takes rows and names of layouts, returns rows, points, rounds
//! and notes. Every dropped row is mentioned in a note.

use record::note::RecordedNote;
use record::race::WeightedLoad;
use report::messages::requests::RequestFault;
use study::recorded::spread_over_rounds;
use study::{RecordedPoints, RecordedRow};

/// Every load that all layouts have, in the order of the first layout. Points that say random or sequential are not compared
/// with points that do not: if all layouts have some points that do, only these are raced, otherwise those that do not.
pub(super) fn common_loads(rows: &[RecordedRow], names: &[String]) -> Vec<WeightedLoad> {
    let record = RecordedPoints::new(rows.iter().cloned());
    for is_order_known in [true, false] {
        let has_order = |row: &RecordedRow| row.is_order_known == is_order_known;
        let mut loads: Vec<WeightedLoad> = Vec::new();
        for row in rows.iter().filter(|row| names.first() == Some(&row.subject) && has_order(row)) {
            let load = row.load;
            let has = |name: &String| record.rows(name, &load).first().is_some_and(has_order);
            if names.iter().all(has) && !loads.iter().any(|known| known.load == load) {
                loads.push(WeightedLoad { load, weight: 1.0, group: String::new() });
            }
        }
        if !loads.is_empty() {
            return loads;
        }
    }
    Vec::new()
}

/// The reason why layouts have no point in common.
pub(super) fn nothing_common(names: &[String], rows: &[RecordedRow]) -> String {
    let says_order =
        |name: &&String| rows.iter().any(|row| row.subject == **name && row.is_order_known);
    let (with_order, without_order): (Vec<&String>, Vec<&String>) =
        names.iter().partition(says_order);
    match (with_order.first(), without_order.first()) {
        (Some(with_order), Some(without_order)) => RequestFault::OrderUnknownInPart {
            told: with_order.to_string(),
            untold: without_order.to_string(),
        }
        .to_string(),
        _ => RequestFault::NothingInCommon.to_string(),
    }
}

pub(super) struct RecordedRounds {
    pub(super) rows: Vec<RecordedRow>,
    pub(super) counts: Vec<u32>,
    /// A note if layouts have unequal numbers of rows.
    pub(super) uneven: Option<RecordedNote>,
}

/// Divides the rows into rounds. The layout with the fewest rows limits the rounds.
pub(super) fn divide_into_rounds(
    rows: &[RecordedRow],
    names: &[String],
    loads: &[WeightedLoad],
) -> RecordedRounds {
    let record = RecordedPoints::new(rows.iter().cloned());
    let count =
        |name: &String, weighted: &WeightedLoad| record.rows(name, &weighted.load).len() as u32;
    let (mut counts, mut uneven_points) = (Vec::new(), 0);
    // The note of the layout with the most rows for each round.
    let mut most: Option<(u32, RecordedNote)> = None;
    for weighted in loads {
        let fewest = names.iter().min_by_key(|name| count(name, weighted)).expect("layouts");
        let rounds = count(fewest, weighted);
        counts.push(rounds);
        for layout in names {
            let rows = count(layout, weighted);
            uneven_points += usize::from(rows > rounds);
            let share = rows / rounds;
            if rows > rounds && most.as_ref().is_none_or(|(most, _)| share > *most) {
                let (layout, fewest) = (layout.clone(), fewest.clone());
                let note = RecordedNote::UnevenRows { layout, rows, fewest, rounds, points: 0 };
                most = Some((share, note));
            }
        }
    }
    let at = |row: &RecordedRow| loads.iter().position(|weighted| weighted.load == row.load);
    let rows = spread_over_rounds(rows, |row| Some(counts[at(row)?]));
    let mut uneven = most.map(|(_, note)| note);
    if let Some(RecordedNote::UnevenRows { points, .. }) = &mut uneven {
        *points = uneven_points;
    }
    RecordedRounds { rows, counts, uneven }
}

/// The note about rows whose load is not in the race.
pub(super) fn left_out(rows: &[RecordedRow], loads: &[WeightedLoad]) -> Option<RecordedNote> {
    let raced = |row: &&RecordedRow| loads.iter().any(|weighted| weighted.load == row.load);
    let (points, all) = (rows.len() - rows.iter().filter(raced).count(), rows.len());
    (points > 0).then_some(RecordedNote::LeftOut { points, all })
}

/// The note about rows that do not say whether they were random.
pub(super) fn without_order(rows: &[RecordedRow]) -> Option<RecordedNote> {
    let (points, all) = (rows.iter().filter(|row| !row.is_order_known).count(), rows.len());
    (points > 0).then_some(RecordedNote::OrderUnknown { points, all })
}
