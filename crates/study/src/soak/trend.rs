//! Changes that stay, and a trend that they do not explain: least squares over hours, with the long-run variance of what is left.

use super::DAY_S;
use super::pattern::median;
use super::role::Level;
use record::soak::{ChangeKind, SoakChange, SoakTrend};
use summary::estimate::long_run;

/// A trend per day needs at least this many days.
const DAYS_MIN: f64 = 3.0;
/// Standard errors of a 95 % interval.
const NORMAL_95: f64 = 1.96;
/// Standard errors from which on a trend is reported: chance exceeds them once in 1,000 series.
const TOLD: f64 = 3.29;

/// The trend of the levels after each change is taken out.
pub(super) fn trend(levels: &[Level], changes: &[SoakChange]) -> Option<SoakTrend> {
    let (first, last) = (levels.first()?, levels.last()?);
    let days = |level: &Level| (level.at_unix_s - first.at_unix_s) as f64 / DAY_S as f64;
    if days(last) < DAYS_MIN {
        return None;
    }
    // Between changes each stretch has a level of its own; the slope is common to all.
    let level_changes = changes.iter().filter(|one| one.kind == ChangeKind::Level);
    let ends: Vec<i64> = level_changes.map(|one| one.at_unix_s).collect();
    let stretch = |level: &Level| ends.iter().filter(|end| level.at_unix_s >= **end).count();
    let mut points: Vec<(f64, f64)> = Vec::new();
    for part in levels.chunk_by(|a, b| stretch(a) == stretch(b)) {
        let n = part.len() as f64;
        let x = part.iter().map(days).sum::<f64>() / n;
        let y = part.iter().map(|level| level.log).sum::<f64>() / n;
        points.extend(part.iter().map(|level| (days(level) - x, level.log - y)));
    }
    let squares: f64 = points.iter().map(|point| point.0 * point.0).sum();
    let slope = points.iter().map(|point| point.0 * point.1).sum::<f64>() / squares;
    // Hours, so that the memory of minutes is short beside them.
    let hours: Vec<f64> = points
        .chunks(60)
        .map(|hour| hour.iter().map(|(x, y)| y - slope * x).sum::<f64>() / hour.len() as f64)
        .collect();
    let run = long_run(&hours);
    let deviation = (run.variance * run.time * 60.0 / squares).sqrt();
    let total = slope.abs() * days(last);
    if slope.abs() < TOLD * deviation || total < RATIO_MIN.ln() {
        return None;
    }
    let per_day = |slope: f64| slope.exp() - 1.0;
    Some(SoakTrend {
        per_day: per_day(slope),
        low: per_day(slope - NORMAL_95 * deviation),
        high: per_day(slope + NORMAL_95 * deviation),
    })
}

/// Blocks of the whole series at most.
const BLOCKS_MAX: usize = 720;
/// The fewest blocks on a side of a change.
const SIDE_MIN: usize = 6;
/// The difference of both sides in standard errors. Chance exceeds it at the best place of 720 blocks once in 10,000 series (Csorgo and Horvath
/// 1997, corollary 1.3.1).
const STANDARD_ERRORS: f64 = 5.0;
/// Changes smaller than this, as a ratio, are not reported.
pub(super) const RATIO_MIN: f64 = 1.02;
/// The least minutes that show a spread.
const SPREAD_MINUTES: usize = 15;
/// Innovations are capped at this many standard deviations when a change is located.
const OUTLIER: f64 = 5.0;
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
    let mut at = points(&blocks);
    if is_line(&blocks, &at) {
        at.clear();
    }
    let sides = sides(&blocks, &at);
    for (number, &point) in at.iter().enumerate() {
        let (before, after) = (sides[number], sides[number + 1]);
        if (after - before).abs() < RATIO_MIN.ln() {
            continue;
        }
        let first = |block: Option<&usize>| block.map(|block| blocks[*block].first);
        let from = number.checked_sub(1).and_then(|last| first(at.get(last))).unwrap_or(0);
        let until = first(at.get(number + 1)).unwrap_or(levels.len());
        let split = blocks[point].first - from;
        found.push(SoakChange {
            kind: ChangeKind::Level,
            at_unix_s: located(&levels[from..until], split, before, after),
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

/// Whether one straight line explains the blocks as well as these changes do: then it is a trend. The smaller Bayesian
/// information criterion on independent blocks decides (Schwarz 1978): a line has one parameter, a change two.
fn is_line(blocks: &[Block], at: &[usize]) -> bool {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let values: Vec<f64> = blocks.iter().map(|block| block.value).collect();
    let squares = |left: &[f64]| left.iter().map(|one| one * one).sum::<f64>();
    let mut left = Vec::with_capacity(values.len());
    let ends = at.iter().copied().chain([values.len()]);
    for end in ends {
        let side = &values[left.len()..end];
        left.extend(side.iter().map(|value| value - mean(side)));
    }
    let (middle, own) = ((values.len() as f64 - 1.0) / 2.0, mean(&values));
    let times: Vec<f64> = (0..values.len()).map(|number| number as f64 - middle).collect();
    let products: f64 = times.iter().zip(&values).map(|(time, value)| time * value).sum();
    let slope = products / squares(&times);
    let line: Vec<f64> =
        times.iter().zip(&values).map(|(time, value)| value - own - slope * time).collect();
    let run = long_run(&left);
    let parameters = 2.0 * at.len() as f64 - 1.0;
    let price = parameters * (values.len() as f64).ln() * run.variance * run.time;
    !at.is_empty() && squares(&line) < squares(&left) + price
}

/// The block at which a stretch of blocks changes, if it does.
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
        if !(SIDE_MIN..=n - SIDE_MIN).contains(&at) {
            continue;
        }
        let standardised = f64::abs(sum) * (n as f64 / (at * (n - at)) as f64).sqrt();
        if standardised > best.1 {
            best = (at, standardised);
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
    (deviation > STANDARD_ERRORS * (run.variance * run.time).sqrt()).then_some(at)
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

/// The first minute after a change, by least squares of what the previous minute does not explain. A jump shows there in one
/// minute, however slowly the levels wander. `split` is its approximate place; outliers are capped.
fn located(levels: &[Level], split: usize, before: f64, after: f64) -> i64 {
    let side = |number: usize| if number < split { before } else { after };
    let left: Vec<f64> =
        levels.iter().enumerate().map(|(number, level)| level.log - side(number)).collect();
    let squares: f64 = left.iter().map(|one| one * one).sum();
    let products: f64 = left.windows(2).map(|pair| pair[0] * pair[1]).sum();
    let lag1 = (products / squares).clamp(0.0, 0.99);
    let innovations = left.windows(2).map(|pair| (pair[1] - lag1 * pair[0]).abs()).collect();
    // The median distance is 0.6745 standard deviations of a normal law.
    let bound = (OUTLIER * median(innovations) / 0.6745).powi(2);
    let cost = |number: usize, last: f64, own: f64| {
        let innovation = levels[number].log - own - lag1 * (levels[number - 1].log - last);
        (innovation * innovation).min(bound)
    };
    // From the first place on: the cost of the minute between the sides, and of moving the minutes before it to the other side.
    let (mut best, mut moved) = ((split, f64::INFINITY), 0.0);
    for number in 1..levels.len() {
        let jump = cost(number, before, after) - cost(number, after, after);
        if moved + jump < best.1 {
            best = (number, moved + jump);
        }
        moved += cost(number, before, before) - cost(number, after, after);
    }
    levels[best.0].at_unix_s
}
