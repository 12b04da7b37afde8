//! Draws offset and length of the next operation, without allocation and if possible without division.

use super::setup::WorkerCounter;
use super::visited_map::VisitedMap;
use base::distribution::IndexDistribution;
use base::permutation::Permutation;
use base::{Rng, random};
use plan::WorkerPlan;
use sys::transfer::IoKind;
use workload::{AccessPattern, AccessZone, BlockSizes, Extent, TrimMode};

/// The path below a worker's seed for its shuffled orders; above the path of any lane.
const SHUFFLE: u64 = 0x5408_FF1E_0000;

/// Draws kind, offset and length of operations.
#[derive(Debug)]
pub(super) struct OffsetGenerator {
    rng: Rng,
    read_share: f64,
    read: LengthGenerator,
    write: LengthGenerator,
    /// The kind of operations that are not reads.
    change: IoKind,
    offset_order: OffsetOrder,
    cursor: WorkerCounter,
    /// The separate position of writes, if they have one.
    change_cursor: Option<WorkerCounter>,
    /// Whether a size that reaches beyond the end is replaced by one that fits.
    fits_the_end: bool,
    offset_bytes: u64,
    length_bytes: u64,
    align_bytes: u64,
}

#[derive(Debug)]
enum OffsetOrder {
    /// Steps of equal length, `per_pass` in a pass.
    Steps {
        stride_bytes: u64,
        per_pass: u64,
    },
    /// The same backwards from the last place.
    Back {
        last_bytes: u64,
        stride_bytes: u64,
        per_pass: u64,
    },
    /// `passes` passes of `per_pass` steps, each pass `pass_bytes` further than the one before; then from the first again.
    Passes {
        stride_bytes: u64,
        per_pass: u64,
        passes: u64,
        pass_bytes: u64,
    },
    /// `stops` windows of `places` places, each `stride_bytes` further than the one before, with `per_stop` random
    /// operations in each; then from the first again.
    Hops {
        per_stop: u64,
        places: u64,
        stops: u64,
        stride_bytes: u64,
        /// If each place of a window is used once before any is repeated: the pass and its permutation.
        order: Option<(u64, Permutation)>,
        seed: u64,
    },
    /// Sequential with different sizes: the cursor counts bytes.
    Sequential,
    Uniform,
    /// Random with different sizes, every place once in each pass.
    Visited(VisitedMap),
    /// Every place once in each pass, in an order derived from the seed and the number of the pass.
    Shuffled {
        pass: u64,
        order: Permutation,
        seed: u64,
        step_bytes: u64,
    },
    /// A skewed distribution over the blocks. `scatter` is the coprime factor that scatters them; 1: not scattered.
    Skewed {
        law: IndexDistribution,
        blocks: u64,
        scatter: u64,
    },
    /// For each zone the cumulative share at its end, its first place, and its number of places. This share of the operations
    /// continues after the previous one.
    Zones {
        zones: Vec<(f64, u64, u64)>,
        share: f64,
        next_bytes: u64,
    },
    Mixed {
        share: f64,
        next_bytes: u64,
    },
}

#[derive(Debug)]
enum LengthGenerator {
    Fixed {
        length: u32,
        places: u64,
    },
    Range {
        low: u64,
        steps: u64,
        step: u64,
    },
    Weighted(Vec<(f64, u32)>),
    /// What the worker says before each operation.
    Said {
        length: u32,
    },
}

impl LengthGenerator {
    fn new(blocks: &BlockSizes, places: impl Fn(u64) -> u64) -> Self {
        match blocks {
            BlockSizes::Fixed(size) => {
                Self::Fixed { length: size.0 as u32, places: places(size.0) }
            }
            BlockSizes::Range { low, high, step } => {
                let step = step.0.max(1);
                Self::Range { low: low.0, steps: (high.0 - low.0) / step + 1, step }
            }
            BlockSizes::Weighted(list) => {
                let total: f64 = list.iter().map(|x| x.1).sum();
                let mut sum = 0.0;
                let cumulate = |&(size, weight): &(base::Bytes, f64)| {
                    sum += weight / total;
                    (sum, size.0 as u32)
                };
                Self::Weighted(list.iter().map(cumulate).collect())
            }
        }
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> u32 {
        match self {
            Self::Fixed { length, .. } | Self::Said { length } => *length,
            Self::Range { low, steps, step } => (low + rng.below(*steps) * step) as u32,
            Self::Weighted(list) => {
                let u = rng.unit();
                let last = list.last().map_or(0, |x| x.1);
                list.iter().find(|x| u < x.0).map_or(last, |x| x.1)
            }
        }
    }
}

impl OffsetGenerator {
    pub(super) fn new(work: &WorkerPlan, cursor: WorkerCounter, seed: u64) -> Self {
        let align_bytes = work.align_bytes.max(1);
        let length_bytes = work.length_bytes;
        let places = |size: u64| length_bytes.saturating_sub(size) / align_bytes + 1;
        let largest = match work.read_share {
            1.0 => work.read_blocks.largest().0,
            0.0 => work.write_blocks.largest().0,
            _ => work.read_blocks.largest().0.max(work.write_blocks.largest().0),
        };
        Self {
            rng: Rng::new(seed),
            read_share: work.read_share,
            read: LengthGenerator::new(&work.read_blocks, places),
            write: LengthGenerator::new(&work.write_blocks, places),
            change: if work.trim == TrimMode::No { IoKind::Write } else { IoKind::Trim },
            offset_order: offset_order(work, largest, places(largest)),
            cursor,
            fits_the_end: work.emulation.fits_the_end,
            change_cursor: work.emulation.own_positions.then(WorkerCounter::default),
            offset_bytes: work.offset_bytes,
            length_bytes,
            align_bytes,
        }
    }

    /// The length of the next writes.
    pub(super) fn set_write_length(&mut self, length: u32) {
        self.write = LengthGenerator::Said { length };
    }

    /// Whether the last operation was the last of its pass; false if the pattern has no passes.
    pub(super) fn is_at_end(&self) -> bool {
        let steps = |per_pass: u64| {
            let is_over = |cursor: &WorkerCounter| {
                cursor.value() > 0 && cursor.value().is_multiple_of(per_pass)
            };
            is_over(&self.cursor) || self.change_cursor.as_ref().is_some_and(is_over)
        };
        match &self.offset_order {
            OffsetOrder::Steps { per_pass, .. } | OffsetOrder::Back { per_pass, .. } => {
                steps(*per_pass)
            }
            OffsetOrder::Passes { per_pass, passes, .. } => steps(per_pass * passes),
            OffsetOrder::Hops { per_stop, stops, .. } => steps(per_stop * stops),
            OffsetOrder::Shuffled { order, .. } => steps(order.len()),
            OffsetOrder::Sequential => steps(self.length_bytes.next_multiple_of(self.align_bytes)),
            OffsetOrder::Visited(visited) => visited.is_complete(),
            OffsetOrder::Uniform
            | OffsetOrder::Skewed { .. }
            | OffsetOrder::Zones { .. }
            | OffsetOrder::Mixed { .. } => false,
        }
    }

    /// Kind, byte offset in the target, and length of the next operation.
    #[inline]
    pub(super) fn next(&mut self) -> (IoKind, u64, u32) {
        let reads =
            self.read_share >= 1.0 || (self.read_share > 0.0 && self.rng.unit() < self.read_share);
        let (kind, sizes) =
            if reads { (IoKind::Read, &self.read) } else { (self.change, &self.write) };
        let mut length = sizes.draw(&mut self.rng);
        let cursor = match &mut self.change_cursor {
            Some(cursor) if !reads => cursor,
            _ => &mut self.cursor,
        };
        let at = match &mut self.offset_order {
            OffsetOrder::Steps { stride_bytes, per_pass } => {
                cursor.take(1) % *per_pass * *stride_bytes
            }
            OffsetOrder::Back { last_bytes, stride_bytes, per_pass } => {
                back(self.cursor.take(1), *last_bytes, *per_pass, *stride_bytes)
            }
            OffsetOrder::Passes { stride_bytes, per_pass, passes, pass_bytes } => {
                let shape = (*stride_bytes, *per_pass, *passes);
                in_pass(self.cursor.take(1), shape, *pass_bytes)
            }
            OffsetOrder::Hops { per_stop, places, stops, stride_bytes, order, seed } => {
                let step = self.cursor.take(1);
                let place = match order {
                    None => self.rng.below(*places),
                    Some(order) => once_in_window(step, (*per_stop, *places, *seed), order),
                };
                step / *per_stop % *stops * *stride_bytes + place * self.align_bytes
            }
            OffsetOrder::Uniform => {
                let places = match sizes {
                    LengthGenerator::Fixed { places, .. } => *places,
                    _ => (self.length_bytes - u64::from(length)) / self.align_bytes + 1,
                };
                self.rng.below(places) * self.align_bytes
            }
            OffsetOrder::Visited(visited) => visited.next(&mut self.rng, &mut length),
            OffsetOrder::Shuffled { pass, order, seed, step_bytes } => {
                shuffled(self.cursor.take(1), pass, order, *seed) * *step_bytes
            }
            OffsetOrder::Skewed { law, blocks, scatter } => {
                let drawn = law.draw(&mut self.rng);
                let spread = u128::from(drawn) * u128::from(*scatter) % u128::from(*blocks);
                spread as u64 * self.align_bytes
            }
            OffsetOrder::Zones { zones, share, next_bytes } => {
                let (room, next) = ((self.length_bytes, self.align_bytes), (*share, *next_bytes));
                let at = follow_or_visit(u64::from(length), room, next, zones, &mut self.rng);
                *next_bytes = at + u64::from(length).next_multiple_of(self.align_bytes);
                at
            }
            OffsetOrder::Sequential => {
                if self.fits_the_end {
                    let left = self.length_bytes - cursor.value() % self.length_bytes;
                    length = fitting(sizes, length, left, &mut self.rng);
                }
                let step = u64::from(length).next_multiple_of(self.align_bytes);
                sequential(cursor, u64::from(length), step, self.length_bytes)
            }
            OffsetOrder::Mixed { share, next_bytes } => {
                let room = (self.length_bytes, self.align_bytes);
                let at =
                    follow_or_jump(u64::from(length), room, (*share, *next_bytes), &mut self.rng);
                *next_bytes = at + u64::from(length).next_multiple_of(self.align_bytes);
                at
            }
        };
        (kind, self.offset_bytes + at, length)
    }
}

fn offset_order(work: &WorkerPlan, largest: u64, blocks: u64) -> OffsetOrder {
    let fixed = |blocks: &BlockSizes| matches!(blocks, BlockSizes::Fixed(_));
    let one_size = match work.read_share {
        1.0 => fixed(&work.read_blocks),
        0.0 => fixed(&work.write_blocks),
        _ => fixed(&work.read_blocks) && work.read_blocks == work.write_blocks,
    };
    let skewed =
        |law: IndexDistribution, scatter: u64| OffsetOrder::Skewed { law, blocks, scatter };
    let steps = |stride_bytes: u64| OffsetOrder::Steps {
        stride_bytes,
        per_pass: work.length_bytes.saturating_sub(largest) / stride_bytes.max(1) + 1,
    };
    match work.access {
        AccessPattern::Sequential if one_size => {
            steps(largest.next_multiple_of(work.align_bytes.max(1)))
        }
        AccessPattern::Sequential => OffsetOrder::Sequential,
        AccessPattern::Strided(distance) => steps(distance.0),
        AccessPattern::Backward(distance) => {
            let room = work.length_bytes.saturating_sub(largest);
            back_from(room - room % work.align_bytes.max(1), distance.0.max(1))
        }
        AccessPattern::Runs { run, stride } => {
            runs_of(work.length_bytes, largest.max(1), run.0, stride.0)
        }
        AccessPattern::Hops { bytes, window, stride } => {
            let shape = (bytes.0, window.0, stride.0);
            let hops = hops_of(work.length_bytes, largest.max(1), work.align_bytes.max(1), shape);
            if work.emulation.maps_visited { in_order(hops, work.seed) } else { hops }
        }
        AccessPattern::Columns { stride, columns } => {
            let room = work.length_bytes.saturating_sub(largest);
            columns_of(room, work.align_bytes.max(1), stride.0.max(1), u64::from(columns))
        }
        AccessPattern::Uniform if work.emulation.maps_visited => {
            let unit = work.read_blocks.smallest().0.min(work.write_blocks.smallest().0);
            OffsetOrder::Visited(VisitedMap::new(work.length_bytes, unit))
        }
        AccessPattern::Uniform => OffsetOrder::Uniform,
        AccessPattern::Shuffled => {
            // The lanes of a worker share its position, so they share its orders.
            let seed = random::derive(work.seed, &[SHUFFLE]);
            let step = largest.next_multiple_of(work.align_bytes.max(1)).max(1);
            let blocks = work.length_bytes.saturating_sub(largest) / step + 1;
            OffsetOrder::Shuffled {
                pass: 0,
                order: order_of(blocks, seed, 0),
                seed,
                step_bytes: step,
            }
        }
        AccessPattern::Zipf(theta) => {
            skewed(IndexDistribution::zipf(blocks, theta), coprime(blocks))
        }
        AccessPattern::Pareto(hot) => skewed(IndexDistribution::pareto(blocks, hot), 1),
        AccessPattern::Normal { center_percent, deviation_percent } => skewed(
            IndexDistribution::normal(blocks, center_percent / 100.0, deviation_percent / 100.0),
            1,
        ),
        AccessPattern::SequentialShare(percent) => {
            OffsetOrder::Mixed { share: percent / 100.0, next_bytes: 0 }
        }
        AccessPattern::Zones(ref zones) => {
            let share = work.emulation.sequential_percent / 100.0;
            match zones_of(zones, work.length_bytes, work.align_bytes.max(1), largest) {
                Some(zones) => OffsetOrder::Zones { zones, share, next_bytes: 0 },
                None if share > 0.0 => OffsetOrder::Mixed { share, next_bytes: 0 },
                None => OffsetOrder::Uniform,
            }
        }
    }
}

/// The zones that are large enough for a block of `largest` bytes, with aligned edges; `None` if none is.
fn zones_of(
    zones: &[AccessZone],
    length_bytes: u64,
    align_bytes: u64,
    largest: u64,
) -> Option<Vec<(f64, u64, u64)>> {
    let down = |at: u64| if at >= length_bytes { length_bytes } else { at - at % align_bytes };
    let (mut percent, mut bytes) = (0.0f64, 0u64);
    let mut start = 0;
    let mut held = Vec::new();
    let mut shares = 0.0;
    for zone in zones {
        match zone.length {
            Extent::Percent(more) => percent += more,
            Extent::Bytes(more) => bytes = bytes.saturating_add(more.0),
        }
        // Percentages that add up to 100 must not miss the end by rounding.
        let edge = (length_bytes as f64 * percent / 100.0 + 1e-6) as u64;
        let end = down(edge.saturating_add(bytes));
        let room = end - start.min(end);
        if zone.io_percent > 0.0 && room >= largest.max(1) {
            shares += zone.io_percent;
            held.push((shares, start / align_bytes, (room - largest) / align_bytes + 1));
        }
        start = end;
    }
    held.iter_mut().for_each(|zone| zone.0 /= shares);
    (!held.is_empty()).then_some(held)
}

/// `columns` columns, or as many as fit before the last possible start `room`, and as many rows as the last column has.
fn columns_of(room: u64, align_bytes: u64, stride_bytes: u64, columns: u64) -> OffsetOrder {
    let passes = columns.min(room / align_bytes + 1).max(1);
    let per_pass = (room - (passes - 1) * align_bytes) / stride_bytes + 1;
    OffsetOrder::Passes { stride_bytes, per_pass, passes, pass_bytes: align_bytes }
}

/// Backwards from the last place at `last_bytes`.
fn back_from(last_bytes: u64, stride_bytes: u64) -> OffsetOrder {
    OffsetOrder::Back { last_bytes, stride_bytes, per_pass: last_bytes / stride_bytes + 1 }
}

/// As many whole runs of consecutive operations as fit; a range shorter than a run is one run.
fn runs_of(length_bytes: u64, block_bytes: u64, run_bytes: u64, stride_bytes: u64) -> OffsetOrder {
    let per_run = run_bytes.min(length_bytes) / block_bytes;
    let passes = length_bytes.saturating_sub(run_bytes) / stride_bytes.max(1) + 1;
    OffsetOrder::Passes {
        stride_bytes: block_bytes,
        per_pass: per_run.max(1),
        passes,
        pass_bytes: stride_bytes,
    }
}

/// As many whole windows as fit; a range shorter than a window is one window. `shape` is the bytes transferred in each
/// window, its length and the distance to the next.
fn hops_of(
    length_bytes: u64,
    block_bytes: u64,
    align_bytes: u64,
    shape: (u64, u64, u64),
) -> OffsetOrder {
    let (bytes, window_bytes, stride_bytes) = shape;
    OffsetOrder::Hops {
        per_stop: (bytes / block_bytes).max(1),
        places: window_bytes.min(length_bytes).saturating_sub(block_bytes) / align_bytes + 1,
        stops: length_bytes.saturating_sub(window_bytes) / stride_bytes.max(1) + 1,
        stride_bytes,
        order: None,
        seed: 0,
    }
}

/// The same, but each place of a window is used once before any is repeated.
fn in_order(offset_order: OffsetOrder, worker_seed: u64) -> OffsetOrder {
    let seed = random::derive(worker_seed, &[SHUFFLE]);
    match offset_order {
        OffsetOrder::Hops { per_stop, places, stops, stride_bytes, .. } => {
            let order = Some((u64::MAX, order_of(places, seed, u64::MAX)));
            OffsetOrder::Hops { per_stop, places, stops, stride_bytes, order, seed }
        }
        other => other,
    }
}

/// The place after the previous operation, with probability `share` and if it fits; otherwise a random one.
#[inline]
fn follow_or_jump(length: u64, room: (u64, u64), next: (f64, u64), rng: &mut Rng) -> u64 {
    let ((length_bytes, align_bytes), (share, next_bytes)) = (room, next);
    if next_bytes + length <= length_bytes && rng.unit() < share {
        return next_bytes;
    }
    rng.below((length_bytes - length) / align_bytes + 1) * align_bytes
}

/// The place after the previous operation, with probability `share` and if it fits; otherwise one within a zone, by their shares.
#[inline]
fn follow_or_visit(
    length: u64,
    room: (u64, u64),
    next: (f64, u64),
    zones: &[(f64, u64, u64)],
    rng: &mut Rng,
) -> u64 {
    let ((length_bytes, align_bytes), (share, next_bytes)) = (room, next);
    if share > 0.0 && next_bytes + length <= length_bytes && rng.unit() < share {
        return next_bytes;
    }
    let u = rng.unit();
    let at = zones.iter().position(|zone| u < zone.0).unwrap_or(zones.len() - 1);
    let (_, first, places) = zones[at];
    (first + rng.below(places)) * align_bytes
}

/// The place within its window of operation `step`, if each place is used once before any is repeated.
fn once_in_window(step: u64, shape: (u64, u64, u64), order: &mut (u64, Permutation)) -> u64 {
    let (per_stop, places, seed) = shape;
    let (window, within) = (step / per_stop, step % per_stop);
    let pass = random::derive(window, &[within / places]);
    if pass != order.0 {
        *order = (pass, order_of(places, seed, pass));
    }
    order.1.at(within % places)
}

/// The offset of operation `step` backwards.
#[inline]
fn back(step: u64, last_bytes: u64, per_pass: u64, stride_bytes: u64) -> u64 {
    last_bytes - step % per_pass * stride_bytes
}

fn order_of(blocks: u64, seed: u64, pass: u64) -> Permutation {
    Permutation::new(blocks, random::derive(seed, &[pass]))
}

/// The block of operation `step` in shuffled passes.
#[inline]
fn shuffled(step: u64, pass: &mut u64, order: &mut Permutation, seed: u64) -> u64 {
    let now = step / order.len();
    if now != *pass {
        (*pass, *order) = (now, order_of(order.len(), seed, now));
    }
    order.at(step % order.len())
}

/// The offset of operation `step` in passes; `shape` is the stride, the steps per pass, and the number of passes.
#[inline]
fn in_pass(step: u64, shape: (u64, u64, u64), pass_bytes: u64) -> u64 {
    let (stride_bytes, per_pass, passes) = shape;
    step % per_pass * stride_bytes + step / per_pass % passes * pass_bytes
}

/// A size of at most `left`: another draw, or `left` itself if 64 draws do not fit.
#[cold]
fn smaller(sizes: &LengthGenerator, left: u64, rng: &mut Rng) -> u32 {
    const DRAWS: u32 = 64;
    let fits = (0..DRAWS).map(|_| sizes.draw(rng)).find(|length| u64::from(*length) <= left);
    fits.unwrap_or(left as u32)
}

#[inline]
fn fitting(sizes: &LengthGenerator, length: u32, left: u64, rng: &mut Rng) -> u32 {
    if u64::from(length) <= left { length } else { smaller(sizes, left, rng) }
}

/// The next offset of a byte cursor; the rest of the range is skipped if the operation does not fit there.
#[inline]
fn sequential(cursor: &mut WorkerCounter, length: u64, step: u64, range: u64) -> u64 {
    loop {
        let at = cursor.take(step) % range;
        if at + length <= range {
            return at;
        }
        if let WorkerCounter::Own(value) = cursor {
            *value = 0;
        }
    }
}

/// A factor near the golden ratio of `n` and coprime to `n`, so that `k -> k * factor mod n` visits every block once.
fn coprime(n: u64) -> u64 {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let first = ((n as f64 * 0.618_033_988_749_895) as u64).max(1);
    (first..).find(|&f| gcd(f, n) == 1).expect("a prime below 2^64 follows every start")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scattering_visits_every_block_once() {
        for n in [1u64, 2, 6, 97, 1024, 3000] {
            let factor = coprime(n);
            let mut seen: Vec<u64> = (0..n).map(|k| k * factor % n).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn columns_are_walked_one_after_the_other() {
        // Columns 2 and 3 of a matrix with 3 rows of 4 blocks of 10 bytes: the range starts at column 2.
        let room = 2 * 40 + 2 * 10 - 10;
        assert_eq!(walk(columns_of(room, 10, 40, 2), 7), [0, 40, 80, 10, 50, 90, 0]);
    }

    fn walk(offset_order: OffsetOrder, steps: u64) -> Vec<u64> {
        let OffsetOrder::Passes { stride_bytes, per_pass, passes, pass_bytes } = offset_order
        else {
            panic!("it goes in passes");
        };
        let shape = (stride_bytes, per_pass, passes);
        (0..steps).map(|step| in_pass(step, shape, pass_bytes)).collect()
    }

    #[test]
    fn a_walk_backwards_starts_at_the_end_and_comes_again() {
        for (stride, places) in [(10, [30, 20, 10, 0, 30]), (20, [30, 10, 30, 10, 30])] {
            let OffsetOrder::Back { last_bytes, stride_bytes, per_pass } = back_from(30, stride)
            else {
                panic!("it goes backwards");
            };
            let walked: Vec<u64> =
                (0..5).map(|step| back(step, last_bytes, per_pass, stride_bytes)).collect();
            assert_eq!(walked, places);
        }
    }

    #[test]
    fn runs_start_a_stride_apart_and_stay_whole() {
        // Three runs of 20 bytes fit into 115 bytes at a distance of 40, in blocks of 10.
        assert_eq!(walk(runs_of(115, 10, 20, 40), 7), [0, 10, 40, 50, 80, 90, 0]);
        assert_eq!(walk(runs_of(95, 10, 20, 40), 5), [0, 10, 40, 50, 0]);
        assert_eq!(walk(runs_of(15, 10, 20, 40), 2), [0, 0]);
    }

    /// Reads of 4 KiB in this order.
    fn reader(offset_order: OffsetOrder, length_bytes: u64) -> OffsetGenerator {
        OffsetGenerator {
            rng: Rng::new(1),
            read_share: 1.0,
            read: LengthGenerator::Fixed { length: 4096, places: 0 },
            write: LengthGenerator::Fixed { length: 4096, places: 0 },
            change: IoKind::Write,
            offset_order,
            cursor: WorkerCounter::default(),
            change_cursor: None,
            fits_the_end: false,
            offset_bytes: 0,
            length_bytes,
            align_bytes: 4096,
        }
    }

    #[test]
    fn a_share_of_the_operations_on_zones_continues_after_the_previous_one() {
        // 95 % of the jumps go to the first of a hundred blocks.
        let zones = vec![(0.95, 0, 1), (1.0, 1, 99)];
        let order = OffsetOrder::Zones { zones, share: 0.2, next_bytes: 0 };
        let mut places = reader(order, 409_600);
        let (mut before, mut followed, mut first) = (0, 0, 0);
        for _ in 0..10_000 {
            let at = places.next().1;
            followed += u32::from(at == before + 4096);
            first += u32::from(at == 0);
            before = at;
        }
        assert!((1900..2200).contains(&followed), "{followed}");
        assert!((7400..7800).contains(&first), "{first}");
    }

    #[test]
    fn hops_stay_in_a_window_until_it_had_its_bytes() {
        // Windows of 40 KiB, 60 KiB apart, in 170 KiB: the third fits, a fourth would not. Each has 5 blocks of 10.
        let OffsetOrder::Hops { per_stop, places, stops, stride_bytes, .. } =
            hops_of(170 << 10, 4 << 10, 4 << 10, (20 << 10, 40 << 10, 60 << 10))
        else {
            panic!("it hops")
        };
        assert_eq!((per_stop, places, stops, stride_bytes), (5, 10, 3, 60 << 10));
        let order =
            OffsetOrder::Hops { per_stop, places, stops, stride_bytes, order: None, seed: 0 };
        let mut places = reader(order, 170 << 10);
        for step in 0..60 {
            let start = step / 5 % 3 * (60 << 10);
            let at = places.next().1;
            assert!((start..=start + (36 << 10)).contains(&at), "{step}: {at}");
        }
    }

    #[test]
    fn zones_get_their_shares_and_keep_to_their_parts() {
        let zone = |io_percent: f64, percent: f64| AccessZone {
            io_percent,
            length: Extent::Percent(percent),
        };
        // A tenth of 100 blocks of 4 KiB, a tenth, a hole, the rest.
        let parts = [zone(10.0, 10.0), zone(20.0, 10.0), zone(0.0, 10.0), zone(70.0, 70.0)];
        let made = zones_of(&parts, 409_600, 4096, 4096).expect("there are zones");
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(near(made[0].0, 0.1) && near(made[1].0, 0.3) && near(made[2].0, 1.0), "{made:?}");
        let places: Vec<(u64, u64)> = made.iter().map(|zone| (zone.1, zone.2)).collect();
        assert_eq!(places, [(0, 10), (10, 10), (30, 70)]);
        // Bytes beyond the range are cut off, and the remaining part takes all of the I/O.
        let fixed = |io_percent: f64, kib: u64| AccessZone {
            io_percent,
            length: Extent::Bytes(base::Bytes::kib(kib)),
        };
        let parts = [fixed(10.0, 40), fixed(30.0, 1 << 20), zone(60.0, 100.0)];
        let made = zones_of(&parts, 409_600, 4096, 4096).expect("there are zones");
        assert!(made.len() == 2 && near(made[0].0, 0.25) && near(made[1].0, 1.0), "{made:?}");
        assert_eq!((made[1].1, made[1].2), (10, 90));
        assert!(zones_of(&[fixed(100.0, 1)], 409_600, 4096, 4096).is_none());
    }

    #[test]
    fn a_byte_cursor_skips_what_does_not_fit() {
        for mut cursor in [WorkerCounter::Own(0), WorkerCounter::Shared(std::sync::Arc::default())]
        {
            let places: Vec<u64> = (0..4).map(|_| sequential(&mut cursor, 4, 4, 10)).collect();
            assert_eq!(places[..2], [0, 4]);
            assert!(places.iter().all(|&at| at + 4 <= 10), "{places:?}");
        }
    }
}
