//! Points from a record instead of from a disk, such as a published grid.
//!
//! Takes rows of plain data, answers every point that has a row, as often as it was measured and never again with the same value;
//! so a study's decisions can be tried without a disk. Reads no file (see the import of grids); adds no noise.

use crate::conduct::PointRequest;
use crate::runner::{Observation, OnInterval, Runner};
use base::Bytes;
use record::note::RecordedNote;
use record::{Measurement, Point};
use std::collections::HashMap;
use std::convert::Infallible;
use summary::Estimate;
use workload::PointLoad;

#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRow {
    /// The layout at its fill level, or whatever else is the subject of the point.
    pub subject: String,
    /// Sequential if the record does not say its order.
    pub load: PointLoad,
    /// Whether the record says it; otherwise the point answers for neither order.
    pub is_order_known: bool,
    pub mibps: f64,
    /// How many disks were loaded together; a layout counts as one.
    pub disks: u32,
}

impl RecordedRow {
    /// Random reads of one thread.
    pub fn random_reads(subject: &str, block: Bytes, depth: u32, mibps: f64) -> Self {
        let load = PointLoad { block, random: true, depth, ..PointLoad::SEQUENTIAL_READ };
        Self { subject: subject.to_owned(), load, is_order_known: true, mibps, disks: 1 }
    }

    /// What distinguishes its point from the others of a record.
    pub fn key(&self) -> String {
        key(&self.subject, &self.load, self.is_order_known)
    }
}

fn key(subject: &str, load: &PointLoad, is_order_known: bool) -> String {
    Point::new(subject, &[], *load).descriptor_with(is_order_known)
}

/// The subject of a layout at a fill level: each level is a layout of its own.
pub fn at_level(subject: &str, fill_percent: u8) -> String {
    match fill_percent {
        0 => subject.to_owned(),
        level => format!("{subject} fill {level}%"),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn by_point(rows: &[RecordedRow]) -> HashMap<String, Vec<f64>> {
    let mut points: HashMap<String, Vec<f64>> = HashMap::new();
    for row in rows {
        points.entry(row.key()).or_default().push(row.mibps);
    }
    points
}

/// The rows, with at most as many per point as `rounds` says, if it does. Further rows are dealt to the rounds in their order,
/// and a round gets the mean of its share.
pub fn spread_over_rounds(
    rows: &[RecordedRow],
    rounds: impl Fn(&RecordedRow) -> Option<u32>,
) -> Vec<RecordedRow> {
    let points = by_point(rows);
    let mut turns: HashMap<String, usize> = HashMap::new();
    let mut all = Vec::new();
    for row in rows {
        let values = &points[&row.key()];
        let turn = turns.entry(row.key()).or_insert(0);
        let rounds = rounds(row).map_or(values.len(), |rounds| rounds as usize);
        if *turn < rounds {
            let share: Vec<f64> = values.iter().skip(*turn).step_by(rounds).copied().collect();
            all.push(RecordedRow { mibps: mean(&share), ..row.clone() });
        }
        *turn += 1;
    }
    all
}

/// The note that points have several rows, which are their repeats.
pub fn repeats_note(rows: &[RecordedRow]) -> Option<RecordedNote> {
    let mut values = by_point(rows);
    values.retain(|_, values| values.len() > 1);
    let apart = |values: &Vec<f64>| {
        let most = values.iter().copied().fold(0.0, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        (most - least) / mean(values).max(f64::MIN_POSITIVE)
    };
    Some(RecordedNote::Repeats {
        points: values.len(),
        rows_max: values.values().map(Vec::len).max()?,
        apart_share_max: values.values().map(apart).fold(0.0, f64::max),
    })
}

/// A record that answers like a storage.
#[derive(Clone, Debug)]
pub struct RecordedPoints {
    points: HashMap<String, Vec<RecordedRow>>,
    /// The subject of the rows that answer for a point.
    pub subject_of: fn(&Point) -> String,
    /// The counted time assumed for a point, in seconds.
    pub point_s: f64,
    pub pause_s: f64,
    used_s: f64,
}

impl RecordedPoints {
    /// A record of these points; several rows of one point are its repeats.
    pub fn new(rows: impl IntoIterator<Item = RecordedRow>) -> Self {
        let mut points: HashMap<String, Vec<RecordedRow>> = HashMap::new();
        for row in rows {
            points.entry(row.key()).or_default().push(row);
        }
        let subject_of = |point: &Point| point.subject.clone();
        Self { points, subject_of, point_s: 0.0, pause_s: 0.0, used_s: 0.0 }
    }

    /// The rows of a subject under a load, in their order; a point of unknown order stands for a sequential one.
    pub fn rows(&self, subject: &str, load: &PointLoad) -> &[RecordedRow] {
        let of = |is_order_known: bool| self.points.get(&key(subject, load, is_order_known));
        let rows = of(true).or_else(|| of(false).filter(|_| !load.random));
        rows.map_or(&[], Vec::as_slice)
    }

    /// The plain mean of all points of a subject of this share of reads and this block size, as the classic tables print it;
    /// `None` without a point.
    pub fn mean(&self, subject: &str, read_percent: f64, block: Bytes) -> Option<f64> {
        let is_of = |row: &RecordedRow| {
            let load = &row.load;
            row.subject == subject && load.read_percent == read_percent && load.block == block
        };
        let points = self.points.values().filter(|rows| is_of(&rows[0]));
        let mut values: Vec<f64> = points
            .map(|rows| mean(&rows.iter().map(|row| row.mibps).collect::<Vec<_>>()))
            .collect();
        // A fixed order, so that the sum is the same to the last bit.
        values.sort_by(f64::total_cmp);
        (!values.is_empty()).then(|| mean(&values))
    }

    /// The next repeat of a point; `None` if the record does not hold it.
    pub fn measured(&mut self, request: &PointRequest) -> Option<Measurement> {
        let point = &request.point;
        let rows = self.rows(&(self.subject_of)(point), &point.load);
        let RecordedRow { mibps, disks, .. } = *rows.get(point.repeat as usize)?;
        let began_s = self.used_s + self.pause_s;
        self.skip(request);
        let mibps = Estimate::unknown(mibps);
        let seen = Measurement::of(&point.load, disks as usize, mibps, self.point_s);
        Some(Measurement { began_s, ..seen })
    }
}

impl Runner<PointRequest> for RecordedPoints {
    type Error = Infallible;

    fn run(
        &mut self,
        request: &PointRequest,
        _: OnInterval<'_>,
    ) -> Result<Observation, Self::Error> {
        let measured = self.measured(request);
        Ok(Observation::of_total(measured.expect("a study of a record requests its points only")))
    }

    fn skip(&mut self, _: &PointRequest) {
        self.used_s += self.pause_s + self.point_s;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Purpose, Until};

    fn row(depth: u32, random: Option<bool>, mibps: f64) -> RecordedRow {
        let row = RecordedRow::random_reads("raid1", Bytes(65_536), depth, mibps);
        let load = PointLoad { random: random.unwrap_or(false), ..row.load };
        RecordedRow { load, is_order_known: random.is_some(), ..row }
    }

    fn request(depth: u32, random: bool) -> PointRequest {
        let load = PointLoad { depth, random, ..PointLoad::SEQUENTIAL_READ };
        let until = Until { half_width: 0.1, time_min_ns: 1, time_max_ns: 1, warm_up_ns: 0 };
        PointRequest { point: Point::new("raid1", &[], load), until, purpose: Purpose::Race }
    }

    #[test]
    fn a_record_gives_what_it_holds() {
        let rows = [row(1, Some(false), 100.0), row(1, Some(true), 10.0), row(2, None, 200.0)];
        let mut record = RecordedPoints::new(rows);
        let mut value =
            |depth: u32, random: bool| Some(record.measured(&request(depth, random))?.mibps.value);
        assert_eq!((value(1, false), value(1, true)), (Some(100.0), Some(10.0)));
        // A point of unknown order is not random.
        assert_eq!((value(2, false), value(2, true)), (Some(200.0), None));
        assert_eq!(value(4, true), None);
        let mean = record.mean("raid1", 100.0, Bytes(65_536)).unwrap();
        assert!((mean - 310.0 / 3.0).abs() < 1e-12, "{mean}");
        assert_eq!(record.mean("raid1", 0.0, Bytes(65_536)), None);
    }

    #[test]
    fn rows_of_one_point_are_repeats_and_none_is_told_twice() {
        let mut durable = row(1, Some(false), 7.0);
        durable.load.sync = workload::SyncMode::Dsync;
        let rows = [
            row(1, Some(false), 90.0),
            row(2, None, 50.0),
            durable,
            row(1, Some(false), 110.0),
            row(1, Some(true), 10.0),
            row(1, Some(false), 100.0),
        ];
        let Some(RecordedNote::Repeats { points: 1, rows_max: 3, apart_share_max }) =
            repeats_note(&rows)
        else {
            panic!("three rows are of one point: {:?}", repeats_note(&rows))
        };
        assert!((apart_share_max - 0.2).abs() < 1e-12, "{apart_share_max}");
        assert_eq!(repeats_note(&rows[..3]), None);
        let mut record = RecordedPoints::new(rows);
        assert_eq!(record.rows("raid1", &PointLoad::SEQUENTIAL_READ).len(), 3);
        let mut again = |repeat: u32| {
            let mut request = request(1, false);
            request.point.repeat = repeat;
            record.measured(&request).map(|seen| seen.mibps.value)
        };
        // By the number of the repeat, so that a resumed study gets the rest.
        assert_eq!([again(0), again(2), again(1)], [Some(90.0), Some(100.0), Some(110.0)]);
        assert_eq!(again(3), None);
    }

    #[test]
    fn more_rows_than_rounds_answer_as_the_mean_of_their_share() {
        let values = |rows: &[RecordedRow]| rows.iter().map(|row| row.mibps).collect::<Vec<_>>();
        let of = |subject: &str, mibps| RecordedRow::random_reads(subject, Bytes(8), 1, mibps);
        let rows = [50.0, 100.0, 80.0, 110.0, 90.0].map(|mibps| of("a", mibps));
        let deeper = RecordedRow::random_reads("a", Bytes(8), 2, 3.0);
        let rows = [&rows[..], &[of("b", 7.0), deeper]].concat();
        let rounds = |count: u32| move |row: &RecordedRow| (row.load.depth == 1).then_some(count);
        assert_eq!(values(&spread_over_rounds(&rows, rounds(1))), [86.0, 7.0, 3.0]);
        assert_eq!(values(&spread_over_rounds(&rows, rounds(2))), [220.0 / 3.0, 105.0, 7.0, 3.0]);
        assert_eq!(spread_over_rounds(&rows, rounds(5)), rows);
        assert_eq!(spread_over_rounds(&rows, |_| None), rows);
    }

    #[test]
    fn a_points_latency_obeys_littles_law() {
        let mut record = RecordedPoints::new([row(8, None, 100.0)]);
        let seen = record.measured(&request(8, false)).unwrap();
        assert!((seen.iops.value * seen.latency_ns_mean / 1e9 - 8.0).abs() < 1e-9);
    }
}
