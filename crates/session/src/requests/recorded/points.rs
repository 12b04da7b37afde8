//! Which of a record's points are raced, and how often each: takes rows and names of layouts, gives rows, points, rounds and what
//! is to be said of them. Drops no row without a word.

use record::race::WeightedLoad;
use study::race::half_digit;
use study::recorded::{dealt, merged};
use study::{Recorded, RecordedRow};

/// The rows that count, and what is to be said of those that do not, or count together.
pub(super) struct Held {
    pub(super) rows: Vec<RecordedRow>,
    pub(super) said: Vec<String>,
}

/// The rows; of one layout alone each point once.
pub(super) fn held(all: &[RecordedRow], alone: bool) -> Held {
    let mut said = Vec::new();
    let merged = merged(all);
    let mean = if alone { "; each point counts once, as their mean" } else { "" };
    said.extend(merged.told().map(|told| told + mean));
    let rows = if alone { merged.rows } else { all.to_vec() };
    let (rows, beside) = without_doubles(rows);
    said.extend((beside > 0).then(|| {
        format!(
            "{beside} recorded points that do not say whether they were random are left out: their layout has the same load as \
             sequential, too"
        )
    }));
    Held { rows, said }
}

/// The rows without those that tell no order where the same layout tells it of the same load, and how many these are.
fn without_doubles(rows: Vec<RecordedRow>) -> (Vec<RecordedRow>, usize) {
    let told: Vec<RecordedRow> =
        rows.iter().filter(|row| row.random == Some(false)).cloned().collect();
    let count = rows.len();
    let alike = |row: &RecordedRow, other: &RecordedRow| {
        (&row.subject, row.load()) == (&other.subject, other.load())
    };
    let single =
        |row: &RecordedRow| row.random.is_some() || !told.iter().any(|other| alike(row, other));
    let rows: Vec<RecordedRow> = rows.into_iter().filter(single).collect();
    let beside = count - rows.len();
    (rows, beside)
}

/// Every load that all layouts have, in the order of the first one. What tells no order is held against nothing that does: where
/// all tell it somewhere, these points are raced, else those at which none does.
pub(super) fn loads(
    rows: &[RecordedRow],
    names: &[String],
    record: &Recorded,
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
    let [told, untold] = of;
    if told.is_empty() { untold } else { told }
}

/// Why layouts have no point in common.
pub(super) fn nothing_common(names: &[String], rows: &[RecordedRow]) -> String {
    let tells = |name: &&String| {
        let mut own = rows.iter().filter(|row| row.subject == **name);
        own.any(|row| row.random.is_some())
    };
    let (told, untold): (Vec<&String>, Vec<&String>) = names.iter().partition(tells);
    match (told.first(), untold.first()) {
        (Some(told), Some(untold)) => format!(
            "its layouts have no point in common: {told} tells whether its points are random, {untold} does not; write random or \
             sequential into the column order of each line"
        ),
        _ => "its layouts have no point in common".to_owned(),
    }
}

/// What the layouts lack of the points that are asked for; `told`: whether their order is asked for.
pub(super) fn lacking(
    shown: &str,
    loads: &[WeightedLoad],
    (names, record): (&[String], &Recorded),
    told: bool,
) -> Vec<String> {
    let mut lines = Vec::new();
    for weighted in loads {
        let tells = |name: &&String| record.tells_order(name, &weighted.load) == Some(told);
        let lacks: Vec<&str> =
            names.iter().filter(|name| !tells(name)).map(String::as_str).collect();
        if !lacks.is_empty() {
            lines.push(format!("{shown}: no point {} of {}", weighted.load, lacks.join(", ")));
        }
    }
    if !lines.is_empty() && told && !record.all_tell_order() {
        lines.push(format!(
            "{shown}: points that do not say whether they were random answer neither for random nor for sequential; write the order \
             of each line into a column order, or leave out --for, and -f of --grid"
        ));
    } else if !lines.is_empty() {
        lines.push(format!("{shown}: leave out what it lacks, or --grid and --for altogether"));
    }
    lines
}

/// The rows as the race takes them, how often it has each point, and what is to be said where layouts have unlike numbers of rows:
/// the rounds are those of the layout with fewest, or so many as `--passes` allows.
pub(super) fn rounds(
    rows: &[RecordedRow],
    names: &[String],
    loads: &[WeightedLoad],
    passes: Option<u32>,
) -> (Vec<RecordedRow>, Vec<u32>, Option<String>) {
    let record = Recorded::new(rows.iter().cloned());
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
    let dealt = dealt(rows, |row| at(row).map(|at| times[at]).filter(|times| *times > 0));
    let mut most: Option<(u32, String)> = None;
    let mut points = 0;
    for (weighted, times) in loads.iter().zip(&times) {
        let why = match fewest(weighted) {
            Some((few, name)) if few <= allowed => format!("{name} has {few}"),
            _ => format!("--passes allows {allowed}"),
        };
        for name in names {
            let own = record.times(name, &weighted.load);
            points += usize::from(own > *times);
            if own > *times && most.as_ref().is_none_or(|(most, _)| own / times.max(&1) > *most) {
                let text = format!("{name} has {own} values of a point where {why}");
                most = Some((own / times.max(&1), text));
            }
        }
    }
    let said = most.map(|(_, text)| {
        format!(
            "{text}: the rows of {points} such points are dealt out to the rounds that all have, and each round has the mean of its share"
        )
    });
    (dealt, times, said)
}

/// Half of the last printed digit of a layout's figures; none where it was measured here.
pub(super) fn half_digits(rows: &[RecordedRow], name: &str) -> Option<f64> {
    let own = || rows.iter().filter(|row| row.subject == name);
    let printed = own().all(|row| row.seen.is_none());
    half_digit(own().map(|row| row.mibps)).filter(|_| printed)
}

/// How many points stand at no point of the race.
pub(super) fn left_out(rows: &[RecordedRow], loads: &[WeightedLoad]) -> Option<String> {
    let raced = |row: &&RecordedRow| loads.iter().any(|weighted| weighted.load == row.load());
    let (out, all) = (rows.len() - rows.iter().filter(raced).count(), rows.len());
    (out > 0).then(|| {
        format!("{out} of {all} recorded points are left out: they stand at no point that is raced")
    })
}

/// How many points do not say whether they were random.
pub(super) fn untold(rows: &[RecordedRow]) -> Option<String> {
    order_untold(rows.iter().filter(|row| row.random.is_none()).count(), rows.len())
}

/// The same of so many of all.
pub(super) fn order_untold(out: usize, all: usize) -> Option<String> {
    (out > 0).then(|| {
        format!("{out} of {all} recorded points do not say whether they were random: they stand for neither order")
    })
}
