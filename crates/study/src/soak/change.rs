//! Changes of level and of spread that stayed.
//!
//! Minutes are summed up in blocks by their medians. A change is where the cumulative sum of the blocks leaves what chance explains
//! (CUSUM with the long-run variance; Csorgo and Horvath 1997), found again on either side of each change (binary segmentation, Vostrikova
//! 1981). The variance is that within the two sides, so a true change does not hide itself.

use super::MINUTE_S;
use super::pattern::median;
use super::role::Level;
use record::soak::{ChangeKind, SoakChange};
use summary::estimate::long_run;

/// Blocks of the whole series at most.
const BLOCKS_MAX: usize = 720;
/// A side of a change has at least so many blocks.
const SIDE_MIN: usize = 6;
/// The supremum of a Brownian bridge that chance exceeds once in 10,000 series (Kolmogorov): sqrt(ln(2 / p) / 2).
const BRIDGE: f64 = 2.225;
/// Changes smaller than this, as a ratio, are not worth a word.
const RATIO_MIN: f64 = 1.02;
/// The least minutes that show a spread.
const SPREAD_MINUTES: usize = 15;
/// A spread has to change by this factor.
const SPREAD_RATIO_MIN: f64 = 1.3;

/// One block: the minutes from `first` on, and their value.
#[derive(Clone, Copy, Debug)]
struct Block {
    first: usize,
    value: f64,
}

/// The changes of level, then those of spread.
pub(super) fn changes(levels: &[Level]) -> Vec<SoakChange> {
    let length = levels.len().div_ceil(BLOCKS_MAX).max(1);
    let blocks =
        blocks(levels, length, &|block| median(block.iter().map(|level| level.log).collect()));
    let mut found: Vec<SoakChange> = Vec::new();
    let at = points(&blocks);
    let sides = sides(&blocks, &at);
    for (number, &point) in at.iter().enumerate() {
        let (before, after) = (sides[number], sides[number + 1]);
        if (after - before).abs() < RATIO_MIN.ln() {
            continue;
        }
        let minute = located(levels, &blocks, point, length, f64::midpoint(before, after));
        found.push(SoakChange {
            kind: ChangeKind::Level,
            at_unix_s: minute,
            before: before.exp(),
            after: after.exp(),
        });
    }
    found.extend(spread_changes(levels, length));
    found
}

/// Changes of the spread of minutes around the level of their block.
fn spread_changes(levels: &[Level], length: usize) -> Vec<SoakChange> {
    let length = length.max(SPREAD_MINUTES);
    let blocks = blocks(levels, length, &|block| {
        let own = median(block.iter().map(|level| level.log).collect());
        let around = block.iter().map(|level| (level.log - own).abs()).collect();
        // The median distance is 0.6745 standard deviations of a normal law.
        (median(around) / 0.6745).max(1e-6).ln()
    });
    let at = points(&blocks);
    let sides = sides(&blocks, &at);
    let changes = at.iter().enumerate().map(|(number, &point)| SoakChange {
        kind: ChangeKind::Spread,
        at_unix_s: levels[blocks[point].first].at_unix_s,
        before: sides[number].exp(),
        after: sides[number + 1].exp(),
    });
    changes.filter(|one| (one.after / one.before).ln().abs() >= SPREAD_RATIO_MIN.ln()).collect()
}

fn blocks(levels: &[Level], length: usize, value: &dyn Fn(&[Level]) -> f64) -> Vec<Block> {
    let whole = levels.chunks(length).filter(|block| block.len() * 2 > length);
    let numbered = whole.enumerate();
    numbered.map(|(number, block)| Block { first: number * length, value: value(block) }).collect()
}

/// The blocks at which something changes, in order.
fn points(blocks: &[Block]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut open = vec![(0, blocks.len())];
    while let Some((from, until)) = open.pop() {
        if let Some(at) = point(&blocks[from..until]).map(|at| from + at) {
            found.push(at);
            open.extend([(from, at), (at, until)]);
        }
    }
    found.sort_unstable();
    found
}

/// Where a stretch of blocks changes, if it does.
fn point(blocks: &[Block]) -> Option<usize> {
    let n = blocks.len();
    if n < 2 * SIDE_MIN {
        return None;
    }
    let values: Vec<f64> = blocks.iter().map(|block| block.value).collect();
    let mean = values.iter().sum::<f64>() / n as f64;
    let mut sum = 0.0;
    let mut best = (0, 0.0);
    for (number, value) in values.iter().enumerate() {
        sum += value - mean;
        let at = number + 1;
        if (SIDE_MIN..=n - SIDE_MIN).contains(&at) && f64::abs(sum) > best.1 {
            best = (at, sum.abs());
        }
    }
    let (at, deviation) = best;
    if at == 0 {
        return None;
    }
    let (before, after) = values.split_at(at);
    let centre = |side: &[f64]| side.iter().sum::<f64>() / side.len() as f64;
    let (low, high) = (centre(before), centre(after));
    let inner =
        before.iter().map(|value| value - low).chain(after.iter().map(|value| value - high));
    let run = long_run(&inner.collect::<Vec<f64>>());
    let scale = (run.variance * run.time * n as f64).sqrt();
    (deviation > BRIDGE * scale).then_some(at)
}

/// The median of the blocks between changes.
fn sides(blocks: &[Block], at: &[usize]) -> Vec<f64> {
    let ends = at.iter().copied().chain([blocks.len()]);
    let starts = [0].into_iter().chain(at.iter().copied());
    let side = |(from, until): (usize, usize)| {
        median(blocks[from..until].iter().map(|block| block.value).collect())
    };
    starts.zip(ends).map(side).collect()
}

/// The minute of a change: where, in the blocks around it, the sum of distances from the middle of both levels turns.
fn located(levels: &[Level], blocks: &[Block], point: usize, length: usize, middle: f64) -> i64 {
    let from = blocks[point].first.saturating_sub(length);
    let until = (blocks[point].first + length).min(levels.len());
    let rises = blocks[point].value > middle;
    let mut sum = 0.0;
    let mut best = (blocks[point].first, f64::NEG_INFINITY);
    for (number, level) in levels.iter().enumerate().take(until).skip(from) {
        // Before the change minutes lie on the one side of the middle, afterwards on the other.
        if sum > best.1 {
            best = (number, sum);
        }
        sum += if rises { middle - level.log } else { level.log - middle };
    }
    levels
        .get(best.0)
        .map_or(levels[levels.len() - 1].at_unix_s + MINUTE_S, |level| level.at_unix_s)
}
