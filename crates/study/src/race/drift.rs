//! How much the storage changed during the race, as far as the order of the points within the rounds shows it.
//!
//! Takes the points in their order, returns a slope. The first and the last candidate of a round change places in other rounds:
//! if both orders are averaged, what is left of their difference is due to time.

use record::race::{LoadDirection, RacedPoint, WeightedLoad};
use summary::Estimate;
use summary::estimate::student;

/// The fewest pairs of rounds that show a drift.
const PAIRS_MIN: usize = 6;

/// The first and the last point of a round.
struct RoundEnds {
    /// The candidates, block size, direction and role, which must be the same.
    of: RoundKey,
    /// Whether the pair was measured in the other order.
    turned: bool,
    /// The logarithm of the last one's throughput over the first one's.
    log: f64,
    /// The time between them.
    hours: f64,
}

#[derive(PartialEq)]
struct RoundKey {
    candidates: [usize; 2],
    block: u64,
    direction: LoadDirection,
    group: String,
    fill_percent: u8,
}

/// The change per hour in percent, with the interval of one look; `None` on too few rounds.
pub(super) fn percent_per_hour(points: &[RacedPoint], loads: &[WeightedLoad]) -> Option<Estimate> {
    let rounds: Vec<RoundEnds> =
        points.chunk_by(|a, b| a.round == b.round).filter_map(|round| ends(round, loads)).collect();
    let slopes: Vec<f64> = (0..rounds.len()).filter_map(|i| slope(&rounds, i)).collect();
    if slopes.len() < PAIRS_MIN {
        return None;
    }
    let n = slopes.len() as f64;
    let mean = slopes.iter().sum::<f64>() / n;
    let variance = slopes.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = student(0.975, n - 1.0) * (variance / n).sqrt();
    Some(Estimate::between(mean, mean - half, mean + half))
}

fn ends(round: &[RacedPoint], loads: &[WeightedLoad]) -> Option<RoundEnds> {
    let (first, last) = (round.first()?, round.last()?);
    let hours = (last.measured.began_s - first.measured.began_s) / 3600.0;
    let log = (last.measured.mibps.value / first.measured.mibps.value).ln();
    let weighted = &loads[first.load];
    let of = RoundKey {
        candidates: [first.candidate.min(last.candidate), first.candidate.max(last.candidate)],
        block: weighted.load.block.0,
        direction: LoadDirection::of(&weighted.load),
        group: weighted.group.clone(),
        fill_percent: first.fill_percent,
    };
    let turned = first.candidate > last.candidate;
    (first.candidate != last.candidate && hours > 0.0 && log.is_finite()).then_some(RoundEnds {
        of,
        turned,
        log,
        hours,
    })
}

/// The slope in percent an hour from all rounds that are like this one, if it is the first of them.
fn slope(rounds: &[RoundEnds], which: usize) -> Option<f64> {
    let of = &rounds[which].of;
    if rounds[..which].iter().any(|earlier| earlier.of == *of) {
        return None;
    }
    let mean = |turned: bool, value: fn(&RoundEnds) -> f64| {
        let of = |it: &&RoundEnds| it.of == *of && it.turned == turned;
        let values: Vec<f64> = rounds.iter().filter(of).map(value).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let both = |value: fn(&RoundEnds) -> f64| Some(mean(true, value)? + mean(false, value)?);
    Some(100.0 * both(|it| it.log)? / both(|it| it.hours)?)
}
