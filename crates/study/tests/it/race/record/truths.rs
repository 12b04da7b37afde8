//! Records of layouts whose true speeds are known, and how often a race over such records names the best.

use base::{Bytes, Rng};
use record::Journal;
use record::race::{Answer, RaceFinding, WeightedLoad};
use study::race::{Candidate, Race, RaceConfig};
use study::{RecordedPoints, RecordedRow, Study, conduct};
use workload::PointLoad;

/// A point of a record: its share of reads, its block size in KiB, its queue depth.
pub(crate) type Place = (f64, u64, u32);

/// The noise of a layout's figures at a point.
pub(crate) type Noise = fn(usize, Place) -> f64;

/// The points of the records, most of them of the first block size.
const PLACES: [Place; 12] = [
    (100.0, 8, 1),
    (100.0, 8, 4),
    (100.0, 64, 1),
    (100.0, 8, 16),
    (100.0, 64, 4),
    (100.0, 256, 1),
    (100.0, 8, 64),
    (100.0, 64, 16),
    (100.0, 256, 4),
    (100.0, 256, 16),
    (100.0, 512, 1),
    (100.0, 512, 4),
];

/// A record of layouts whose true speeds are known.
#[derive(Clone)]
pub(crate) struct Truth {
    pub(crate) places: Vec<Place>,
    /// How often each point was measured.
    pub(crate) repeats: u32,
    /// The speed of each layout at a point.
    pub(crate) speeds: fn(Place) -> Vec<f64>,
    /// The noise of a layout's figures at a point.
    pub(crate) noise: Noise,
}

pub(crate) fn first(count: usize) -> Vec<Place> {
    PLACES[..count].to_vec()
}

/// Reads and writes of two block sizes at two depths.
pub(crate) fn reads_and_writes() -> Vec<Place> {
    let of_read = |read| [8, 64].map(|kib| [1, 8].map(|depth| (read, kib, depth)));
    [100.0, 0.0].map(of_read).concat().concat()
}

/// The noises that are tried: equal, or ten times as much in a part of the points, or at the one that decides the mean.
pub(crate) const NOISES: [(&str, Noise); 5] = [
    ("5 % everywhere", |_, _| 0.05),
    ("20 % everywhere", |_, _| 0.2),
    ("10 % above 8 KiB, else 1 %", |_, (_, kib, _)| if kib > 8 { 0.1 } else { 0.01 }),
    ("10 % at 8 KiB, else 1 %", |_, (_, kib, _)| if kib > 8 { 0.01 } else { 0.1 }),
    ("10 % at depth 4 and more, else 1 %", |_, (.., depth)| if depth < 4 { 0.01 } else { 0.1 }),
];

pub(crate) fn raced(truth: &Truth, seed: u64) -> RaceFinding {
    let mut rng = Rng::new(seed);
    let mut rows = Vec::new();
    let name = |layout: usize| ["A", "B", "C"][layout];
    for &place in &truth.places {
        let (read_percent, kib, depth) = place;
        for _ in 0..truth.repeats {
            for (layout, speed) in (truth.speeds)(place).into_iter().enumerate() {
                let noise = 1.0 + (truth.noise)(layout, place) * rng.normal();
                let mibps = speed * (kib as f64 * f64::from(depth)).sqrt() * noise.max(0.01);
                let row = RecordedRow::random_reads(name(layout), Bytes(kib << 10), depth, mibps);
                rows.push(RecordedRow { load: PointLoad { read_percent, ..row.load }, ..row });
            }
        }
    }
    let load = |&(read_percent, kib, depth): &Place| PointLoad {
        read_percent,
        block: Bytes(kib << 10),
        depth,
        random: true,
        ..PointLoad::SEQUENTIAL_READ
    };
    let weighted = |place| WeightedLoad { load: load(place), weight: 1.0, group: String::new() };
    let loads: Vec<WeightedLoad> = truth.places.iter().map(weighted).collect();
    let layouts = (truth.speeds)(truth.places[0]).len();
    let candidates = (0..layouts).map(|i| Candidate::new(name(i), &[name(i).to_owned()])).collect();
    let times = vec![truth.repeats; loads.len()];
    let config = RaceConfig { times, ..RaceConfig::new(candidates, loads, seed) };
    let mut race = Race::new(config);
    let whole = conduct(&mut race, &Journal::new(), &mut RecordedPoints::new(rows), &mut |_| ());
    assert!(whole == Ok(true) && race.next_request().is_none());
    race.finding()
}

/// In how many of these records the first layout is named best, and in how many another one.
pub(crate) fn named(truth: &Truth, seeds: std::ops::Range<u64>) -> [u32; 2] {
    let mut named = [0; 2];
    for seed in seeds {
        if let Answer::Best(best) = raced(truth, seed).answer {
            named[usize::from(best != 0)] += 1;
        }
    }
    named
}
