//! Hot blocks or hot zones: takes the random I/Os of a class, gives the pattern with the same inequality of accesses.
//!
//! Both patterns are sampled as often as the class has I/Os. They are compared by the share of I/Os to the most accessed blocks,
//! as in a working-set curve.

use crate::IoEvent;
use crate::character::locality::LocalityFold;
use base::Rng;
use base::distribution::IndexDistribution;
use std::collections::HashMap;
use workload::{AccessPattern, AccessZone};

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
