//! The target area of a class: its part of the device and the access pattern within, with its hot blocks or hot zones.

use super::classes::{Class, runs};
use crate::character::locality::LocalityFold;
use crate::fidelity::jensen_shannon;
use crate::{IoEvent, IoKind};
use base::distribution::IndexDistribution;
use base::{Bytes, Rng};
use std::collections::HashMap;
use workload::{AccessPattern, AccessZone, Extent, Stream};

/// A class is sequential from this share of I/Os that follow another one.
const SEQUENTIAL_MIN: f64 = 0.97;
/// A class appends, like the log of a database, from this share of writes that start at the end of the class's last
/// write or rewrite its end.
const APPENDING_MIN: f64 = 0.8;
/// A class is random below this share of I/Os that follow another one.
const FOLLOWING_MIN: f64 = 0.02;
/// Equal parts of the range whose shares are compared.
const ZONES: usize = 50;
/// The parts' shares are kept if their Jensen-Shannon divergence from equal shares exceeds that of chance by this much, in bits.
const UNEVEN_MIN: f64 = 0.01;
/// Parts of a device, such as its journal, start and end at multiples of this.
const RANGE_UNIT_BYTES: u64 = 1 << 20;

/// Sets the stream's part of the target, its alignment and its access pattern.
pub(super) fn of(class: &Class, device_bytes: u64, smallest: Bytes, stream: &mut Stream) {
    let events = &class.events;
    let low = events.iter().map(|e| e.offset_bytes).min().unwrap_or(0);
    let high = events.iter().map(IoEvent::end_bytes).max().unwrap_or(device_bytes);
    let low = low / RANGE_UNIT_BYTES * RANGE_UNIT_BYTES;
    let high = (high.div_ceil(RANGE_UNIT_BYTES) * RANGE_UNIT_BYTES).min(device_bytes.max(high));
    if low > 0 || high < device_bytes {
        stream.offset = Extent::Percent(percent(low, device_bytes));
        stream.size = Some(Extent::Percent(percent(high - low, device_bytes)));
    }
    let aligned = |unit: u64| events.iter().all(|e| (e.offset_bytes - low).is_multiple_of(unit));
    let mut unit = smallest.0.next_power_of_two().max(512);
    while unit > 512 && !aligned(unit) {
        unit /= 2;
    }
    stream.align = (unit != smallest.0).then_some(Bytes(unit));
    let following = following(events);
    stream.access = if following >= SEQUENTIAL_MIN || appending(events) >= APPENDING_MIN {
        AccessPattern::Sequential
    } else if following >= FOLLOWING_MIN {
        AccessPattern::SequentialShare((following * 1000.0).round() / 10.0)
    } else {
        let zones = uneven(events, low, high).map_or(AccessPattern::Uniform, AccessPattern::Zones);
        pattern(events, low, high - low, unit, zones)
    };
}

/// A share of the device in percent, to four decimals.
fn percent(part: u64, whole: u64) -> f64 {
    (part as f64 * 1e6 / whole.max(1) as f64).round() / 1e4
}

/// The share of I/Os that start where another one ended.
fn following(events: &[IoEvent]) -> f64 {
    let runs = runs(events);
    let starts = runs.iter().max().map_or(0, |last| last + 1);
    1.0 - starts as f64 / (events.len() as f64).max(1.0)
}

/// The share of writes that start within the write before them or at its end.
fn appending(events: &[IoEvent]) -> f64 {
    let appends = |pair: &&[IoEvent]| {
        pair[1].operation == IoKind::Write
            && (pair[0].offset_bytes..=pair[0].end_bytes()).contains(&pair[1].offset_bytes)
    };
    events.windows(2).filter(appends).count() as f64 / (events.len() as f64).max(1.0)
}

/// The shares of equal parts of the range, if they differ by more than chance.
fn uneven(events: &[IoEvent], low: u64, high: u64) -> Option<Vec<AccessZone>> {
    let mut counts = [0u64; ZONES];
    let span = (high - low).max(1);
    for event in events {
        let at = u128::from(event.offset_bytes - low) * ZONES as u128 / u128::from(span);
        counts[(at as usize).min(ZONES - 1)] += 1;
    }
    let all = events.len() as f64;
    let even = 1.0 / ZONES as f64;
    let divergence = jensen_shannon(counts.iter().map(|count| (*count as f64 / all, even)));
    // By its second-order expansion the divergence of a sample from its source is chi-square / (8 n ln 2), and the mean of
    // chi-square is the number of parts less one.
    let chance = (ZONES - 1) as f64 / (8.0 * all * std::f64::consts::LN_2);
    (divergence > UNEVEN_MIN + 2.0 * chance).then(|| {
        let zone = |count: &u64| AccessZone {
            io_percent: (*count as f64 * 1e4 / all).round() / 100.0,
            length: Extent::Percent(100.0 / ZONES as f64),
        };
        counts.iter().map(zone).collect()
    })
}

const EVENTS_MAX: usize = 200_000;
/// A theta below this is close to equal access.
const THETA_MIN: f64 = 0.1;
/// Zipf's law replaces the zones only if its distance is below this share of theirs, because zones also locate the hot blocks.
const CLOSER_SHARE: f64 = 0.7;
/// A distance of the shares that can arise by chance.
const CHANCE: f64 = 0.01;

/// The pattern of these I/Os in `span` bytes from `low` on: `zones`, which was found by offset, or Zipf's law.
pub(super) fn pattern(
    events: &[IoEvent],
    low: u64,
    span: u64,
    unit: u64,
    zones: AccessPattern,
) -> AccessPattern {
    let events = &events[..events.len().min(EVENTS_MAX)];
    let mut fold = LocalityFold::default();
    events.iter().for_each(|event| fold.add(event.offset_bytes, event.length_bytes));
    let blocks = span / unit.max(1);
    let zipf = fold.locality().and_then(|locality| locality.zipf);
    let zipf = zipf.filter(|zipf| zipf.theta > THETA_MIN + 2.0 * zipf.theta_error);
    let Some(zipf) = zipf.filter(|_| blocks > 0) else { return zones };
    let captured = concentration(events.iter().map(|event| (event.offset_bytes - low) / unit));
    let mut rng = Rng::new(0);
    let law = IndexDistribution::zipf(blocks, zipf.theta);
    let of_zipf = concentration(events.iter().map(|_| law.draw(&mut rng)));
    let of_zones = concentration(events.iter().map(|_| drawn(&zones, blocks, &mut rng)));
    let distance = |other: &[f64]| {
        let sum: f64 = captured.iter().zip(other).map(|(a, b)| (a - b).abs()).sum();
        sum / captured.len().max(1) as f64
    };
    if distance(&of_zipf) + CHANCE < distance(&of_zones) * CLOSER_SHARE {
        AccessPattern::Zipf((zipf.theta * 1000.0).round() / 1000.0)
    } else {
        zones
    }
}

/// A block of equal access within zones of equal length.
fn drawn(zones: &AccessPattern, blocks: u64, rng: &mut Rng) -> u64 {
    let AccessPattern::Zones(zones) = zones else { return rng.below(blocks) };
    let all: f64 = zones.iter().map(|zone| zone.io_percent).sum();
    let mut pick = rng.unit() * all;
    let before = |zone: &&AccessZone| {
        pick -= zone.io_percent;
        pick >= 0.0
    };
    let zone = zones.iter().take_while(before).count().min(zones.len() - 1);
    ((zone as f64 + rng.unit()) / zones.len() as f64 * blocks as f64) as u64
}

/// The share of accesses to the 1, 2, 4, ... most accessed blocks, up to all of them.
fn concentration(accessed: impl Iterator<Item = u64>) -> Vec<f64> {
    let mut counts: HashMap<u64, u64> = HashMap::new();
    accessed.for_each(|block| *counts.entry(block).or_default() += 1);
    let mut counts: Vec<u64> = counts.into_values().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let all: u64 = counts.iter().sum();
    // The same number of points for every class, so that curves of different lengths can be compared.
    (0..EVENTS_MAX.ilog2())
        .map(|power| counts.iter().take(1 << power).sum::<u64>() as f64 / all.max(1) as f64)
        .collect()
}
