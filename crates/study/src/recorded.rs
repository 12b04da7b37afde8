//! Points from a record instead of from a disk: a published grid, or earlier measurements.
//!
//! Takes rows of plain data, answers every point that has a row, as often as it was measured and never again with the same value;
//! so a study's decisions can be tried without a disk. Reads no file (see the import of grids); adds no noise.

mod repeats;

pub use repeats::spread_over_rounds;

use crate::point::PointRequest;
use crate::runner::{Observation, OnInterval, Runner};
use base::Bytes;
use record::note::RecordedNote;
use record::{Measurement, Point};
use std::collections::HashMap;
use summary::Estimate;
use workload::{PointLoad, SyncMode};

/// One point of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRow {
    /// What is compared: the layout at its fill level, or whatever else is the subject of the point.
    pub subject: String,
    /// Share of reads, 0 to 100.
    pub read_percent: f64,
    /// Size of every operation.
    pub block: Bytes,
    /// Outstanding I/Os of each thread.
    pub depth: u32,
    pub threads: u32,
    /// Whether it is random; `None`: the record does not say, and it answers for neither.
    pub random: Option<bool>,
    /// How its writes were made durable.
    pub sync: SyncMode,
    /// The throughput in MiB/s.
    pub mibps: f64,
    /// The whole measurement, if it was made here; `None`: only its throughput is known.
    pub measured: Option<Box<Measurement>>,
}

impl RecordedRow {
    /// The row of a point that was measured earlier.
    pub fn of(point: &Point, measured: &Measurement) -> Self {
        Self {
            subject: at_level(&point.subject, point.fill_percent),
            read_percent: point.load.read_percent,
            block: point.load.block,
            depth: point.load.depth,
            threads: point.load.threads,
            random: Some(point.load.random),
            sync: point.load.sync,
            mibps: measured.mibps.value,
            measured: Some(Box::new(measured.clone())),
        }
    }

    /// Random reads of one thread.
    pub fn random_reads(subject: &str, block: Bytes, depth: u32, mibps: f64) -> Self {
        Self {
            subject: subject.to_owned(),
            read_percent: 100.0,
            block,
            depth,
            threads: 1,
            random: Some(true),
            sync: SyncMode::None,
            mibps,
            measured: None,
        }
    }

    /// The load of the point; sequential if the record does not give its order.
    pub fn load(&self) -> PointLoad {
        PointLoad {
            read_percent: self.read_percent,
            block: self.block,
            random: self.random.unwrap_or(false),
            depth: self.depth,
            threads: self.threads,
            sync: self.sync,
        }
    }

    /// What distinguishes it from the other points of a record.
    pub fn key(&self) -> Key {
        Key { random: self.random, ..Key::of(&self.subject, &self.load()) }
    }
}

/// The subject of a layout at a fill level: each level is a layout of its own.
pub fn at_level(subject: &str, fill_percent: u8) -> String {
    match fill_percent {
        0 => subject.to_owned(),
        level => format!("{subject} fill {level}%"),
    }
}

/// The mean of the repeats of a point.
fn mean(rows: &[RecordedRow]) -> f64 {
    rows.iter().map(|row| row.mibps).sum::<f64>() / rows.len() as f64
}

/// What distinguishes the points of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    subject: String,
    /// The bits of the share of reads.
    share: u64,
    block: Bytes,
    depth: u32,
    threads: u32,
    random: Option<bool>,
    sync: SyncMode,
}

impl Key {
    /// The key of a subject's point with this load.
    pub fn of(subject: &str, load: &PointLoad) -> Self {
        Self {
            subject: subject.to_owned(),
            share: load.read_percent.to_bits(),
            block: load.block,
            depth: load.depth,
            threads: load.threads,
            random: Some(load.random),
            sync: load.sync,
        }
    }
}

/// The note that points have several rows, which are their repeats.
pub fn repeats_note(rows: &[RecordedRow]) -> Option<RecordedNote> {
    let mut values: HashMap<Key, Vec<f64>> = HashMap::new();
    for row in rows {
        values.entry(row.key()).or_default().push(row.mibps);
    }
    values.retain(|_, values| values.len() > 1);
    let apart = |values: &Vec<f64>| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let most = values.iter().copied().fold(0.0, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        (most - least) / mean.max(f64::MIN_POSITIVE)
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
    /// The rows of each point, in their order.
    points: HashMap<Key, Vec<RecordedRow>>,
    /// The counted time assumed for a point, in seconds.
    pub point_s: f64,
    /// Pause before each point in seconds.
    pub pause_s: f64,
    used_s: f64,
}

/// Why a record gives no answer. Displays the descriptor of the point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordedError {
    /// The record does not hold a requested point, of which this is the descriptor.
    #[error("{0}")]
    Missing(String),
    /// A point, of which this is the descriptor, was requested more often than it was measured.
    #[error("{0}")]
    Spent(String),
}

impl RecordedPoints {
    /// A record of these points; several rows of one point are its repeats.
    pub fn new(rows: impl IntoIterator<Item = RecordedRow>) -> Self {
        let mut points: HashMap<Key, Vec<RecordedRow>> = HashMap::new();
        for row in rows {
            points.entry(row.key()).or_default().push(row);
        }
        Self { points, point_s: 0.0, pause_s: 0.0, used_s: 0.0 }
    }

    /// How many points it holds.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The throughput of a subject under a load in MiB/s, the mean of its repeats.
    pub fn mibps(&self, subject: &str, load: &PointLoad) -> Option<f64> {
        self.rows(subject, load).map(mean)
    }

    /// How often a subject was measured under a load.
    pub fn times(&self, subject: &str, load: &PointLoad) -> u32 {
        self.rows(subject, load).map_or(0, |rows| rows.len() as u32)
    }

    /// Whether a subject's points of this load have a known order; `None` without such points.
    pub fn tells_order(&self, subject: &str, load: &PointLoad) -> Option<bool> {
        self.rows(subject, load).map(|rows| rows[0].random.is_some())
    }

    /// Whether the order of all points is known.
    pub fn all_tell_order(&self) -> bool {
        self.points.keys().all(|key| key.random.is_some())
    }

    fn rows(&self, subject: &str, load: &PointLoad) -> Option<&[RecordedRow]> {
        let key = Key::of(subject, load);
        // A point of unknown order has the key of a sequential one.
        let without_order = || (!load.random).then(|| Key { random: None, ..key.clone() });
        let rows = self.points.get(&key).or_else(|| self.points.get(&without_order()?));
        rows.map(Vec::as_slice)
    }

    /// The plain mean of all points of a subject of this share of reads and this block size, as the classic tables print it;
    /// `None` without a point.
    pub fn mean(&self, subject: &str, read_percent: f64, block: Bytes) -> Option<f64> {
        let share = read_percent.to_bits();
        let of = |key: &Key| key.subject == subject && key.share == share && key.block == block;
        let mut values: Vec<f64> =
            self.points.iter().filter(|(key, _)| of(key)).map(|(_, rows)| mean(rows)).collect();
        // A fixed order, so that the sum is the same to the last bit.
        values.sort_by(f64::total_cmp);
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }
}

impl Runner<PointRequest> for RecordedPoints {
    type Error = RecordedError;

    fn run(
        &mut self,
        request: &PointRequest,
        _: OnInterval<'_>,
    ) -> Result<Observation, Self::Error> {
        self.measured(request).map(Observation::of_total)
    }

    fn skip(&mut self, _: &PointRequest) {
        self.used_s += self.pause_s + self.point_s;
    }
}

impl RecordedPoints {
    /// The next repeat of a point.
    ///
    /// # Errors
    /// When the record holds no such point, or no more of it.
    pub fn measured(&mut self, request: &PointRequest) -> Result<Measurement, RecordedError> {
        let point = &request.point;
        let Some(rows) = self.rows(&point.subject, &point.load) else {
            return Err(RecordedError::Missing(point.descriptor()));
        };
        let Some(row) = rows.get(point.repeat as usize) else {
            return Err(RecordedError::Spent(point.descriptor()));
        };
        let (mibps, seen) = (row.mibps, row.measured.clone());
        let began_s = self.used_s + self.pause_s;
        self.skip(request);
        if let Some(seen) = seen {
            return Ok(Measurement { began_s, ..*seen });
        }
        let seen = Measurement::of(&point.load, 1, Estimate::unknown(mibps), self.point_s);
        Ok(Measurement { began_s, ..seen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Purpose, Until};

    fn row(depth: u32, random: Option<bool>, mibps: f64) -> RecordedRow {
        RecordedRow { random, ..RecordedRow::random_reads("raid1", Bytes(65_536), depth, mibps) }
    }

    fn request(depth: u32, random: bool) -> PointRequest {
        let load = PointLoad { depth, random, ..PointLoad::SEQUENTIAL_READ };
        let until = Until { half_width: 0.1, time_min_ns: 1, time_max_ns: 1, warm_up_ns: 0 };
        PointRequest { point: Point::new("raid1", &[], load), until, purpose: Purpose::Race }
    }

    #[test]
    fn a_record_gives_what_it_holds_and_names_what_it_lacks() {
        let mut record = RecordedPoints::new([
            row(1, Some(false), 100.0),
            row(1, Some(true), 10.0),
            row(2, None, 200.0),
        ]);
        let mut value =
            |request: &PointRequest| record.measured(request).map(|seen| seen.mibps.value);
        assert_eq!(value(&request(1, false)), Ok(100.0));
        assert_eq!(value(&request(1, true)), Ok(10.0));
        assert_eq!(value(&request(2, false)), Ok(200.0));
        // A point of unknown order is not random.
        assert!(value(&request(2, true)).is_err());
        let missing = "raid1 -kR -b64 -o4 -t1 -frandom -R()".to_owned();
        assert_eq!(value(&request(4, true)), Err(RecordedError::Missing(missing)));
        let tells = |depth: u32| record.tells_order("raid1", &request(depth, false).point.load);
        assert_eq!([tells(1), tells(2), tells(4)], [Some(true), Some(false), None]);
        let mean = record.mean("raid1", 100.0, Bytes(65_536)).unwrap();
        assert!((mean - 310.0 / 3.0).abs() < 1e-12, "{mean}");
        assert_eq!(record.mean("raid1", 0.0, Bytes(65_536)), None);
        let seen = record.measured(&request(1, true)).unwrap();
        let back = RecordedRow::of(&request(1, true).point, &seen);
        assert_eq!(RecordedRow { measured: None, ..back }, row(1, Some(true), 10.0));
    }

    #[test]
    fn each_fill_level_is_a_subject_of_its_own() {
        let measured =
            Measurement::of(&row(1, Some(false), 1.0).load(), 1, Estimate::unknown(1.0), 1.0);
        let subject = |fill_percent| {
            let point = Point { fill_percent, ..request(1, false).point };
            RecordedRow::of(&point, &measured).subject
        };
        assert_eq!(subject(0), "raid1");
        assert_eq!(subject(80), "raid1 fill 80%");
    }

    #[test]
    fn rows_of_one_point_are_repeats_and_none_is_told_twice() {
        let durable = RecordedRow { sync: SyncMode::Dsync, ..row(1, Some(false), 7.0) };
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
        assert_eq!(record.mibps("raid1", &PointLoad::SEQUENTIAL_READ), Some(100.0));
        assert_eq!(record.times("raid1", &PointLoad::SEQUENTIAL_READ), 3);
        let mut again = |repeat: u32| {
            let request = request(1, false);
            let request =
                PointRequest { point: Point { repeat, ..request.point.clone() }, ..request };
            record.measured(&request).map(|seen| seen.mibps.value)
        };
        // By the number of the repeat, so that a resumed study gets the rest.
        assert_eq!([again(0), again(2), again(1)], [Ok(90.0), Ok(100.0), Ok(110.0)]);
        assert!(again(3).unwrap_err().to_string().contains("again 3"));
    }

    #[test]
    fn what_was_measured_here_comes_back_whole() {
        let mut record = RecordedPoints::new([row(1, None, 100.0)]);
        let seen = record.measured(&request(1, false)).unwrap();
        let interval = Estimate { low: 90.0, high: 110.0, ..seen.mibps };
        let seen =
            Measurement { mibps: interval, cpu_busy_share: Some(0.99), seconds: 6.0, ..seen };
        let mut record = RecordedPoints::new([RecordedRow::of(&request(1, false).point, &seen)]);
        record.pause_s = 2.0;
        let back = record.measured(&request(1, false)).unwrap();
        assert_eq!(format!("{back:?}"), format!("{:?}", Measurement { began_s: 2.0, ..seen }));
    }

    #[test]
    fn a_points_latency_obeys_littles_law() {
        let mut record = RecordedPoints::new([row(8, None, 100.0)]);
        let seen = record.measured(&request(8, false)).unwrap();
        assert!((seen.iops.value * seen.latency_ns_mean / 1e9 - 8.0).abs() < 1e-9);
    }
}
