//! The order of a worker's offsets, made from its access pattern by [`OffsetOrder::new`].

use super::visited_map::VisitedMap;
use base::distribution::IndexDistribution;
use base::permutation::Permutation;
use base::{Rng, random};
use plan::WorkerPlan;
use workload::{AccessPattern, AccessZone, BlockSizes, Extent};

/// The path below a worker's seed for its shuffled orders; above the path of any lane.
const SHUFFLE: u64 = 0x5408_FF1E_0000;

#[derive(Debug)]
pub(super) enum OffsetOrder {
    /// Steps of equal length, `per_pass` in a pass.
    Steps {
        stride_bytes: u64,
        per_pass: u64,
    },
    Back(BackwardWalk),
    Passes(Passes),
    Hops(Hops),
    /// Sequential with different sizes: the cursor counts bytes.
    Sequential,
    Uniform,
    /// Random with different sizes, every place once in each pass.
    Visited(VisitedMap),
    /// Every place once in each pass, in an order derived from the seed and the number of the pass.
    Shuffled {
        blocks: ShuffledBlocks,
        step_bytes: u64,
    },
    /// A skewed distribution over the blocks. `scatter` is the coprime factor that scatters them; 1: not scattered.
    Skewed {
        law: IndexDistribution,
        blocks: u64,
        scatter: u64,
    },
    Zones {
        zones: Zones,
        sequel: Option<Sequel>,
    },
    Mixed(Sequel),
}

impl OffsetOrder {
    /// `largest` is the largest block of the worker in bytes, and `blocks` the number of places for it.
    pub(super) fn new(work: &WorkerPlan, largest: u64, blocks: u64) -> Self {
        let align_bytes = work.align_bytes.max(1);
        let room = work.length_bytes.saturating_sub(largest);
        let skewed = |law: IndexDistribution, scatter: u64| Self::Skewed { law, blocks, scatter };
        let steps = |stride_bytes: u64| Self::Steps {
            stride_bytes,
            per_pass: room / stride_bytes.max(1) + 1,
        };
        // The lanes of a worker share its position, so they share its orders.
        let order_seed = random::derive(work.seed, &[SHUFFLE]);
        match work.access {
            AccessPattern::Sequential if has_one_size(work) => {
                steps(largest.next_multiple_of(align_bytes))
            }
            AccessPattern::Sequential => Self::Sequential,
            AccessPattern::Strided(distance) => steps(distance.0),
            AccessPattern::Backward(distance) => {
                Self::Back(BackwardWalk::from(room - room % align_bytes, distance.0.max(1)))
            }
            AccessPattern::Runs { run, stride } => {
                Self::Passes(Passes::runs(work.length_bytes, largest.max(1), run.0, stride.0))
            }
            AccessPattern::Hops { bytes, window, stride } => {
                let window = HopWindow {
                    transfer_bytes: bytes.0,
                    length_bytes: window.0,
                    stride_bytes: stride.0,
                };
                let mut hops = Hops::new(work.length_bytes, largest.max(1), align_bytes, &window);
                if work.emulation.visits_each_once {
                    hops.order = Some(ShuffledBlocks::new(hops.places, order_seed));
                }
                Self::Hops(hops)
            }
            AccessPattern::Columns { stride, columns } => Self::Passes(Passes::columns(
                room,
                align_bytes,
                stride.0.max(1),
                u64::from(columns),
            )),
            AccessPattern::Uniform if work.emulation.visits_each_once => {
                let unit = work.read_blocks.smallest().0.min(work.write_blocks.smallest().0);
                Self::Visited(VisitedMap::new(work.length_bytes, unit))
            }
            AccessPattern::Uniform => Self::Uniform,
            AccessPattern::Shuffled => {
                let step_bytes = largest.next_multiple_of(align_bytes).max(1);
                let blocks = ShuffledBlocks::new(room / step_bytes + 1, order_seed);
                Self::Shuffled { blocks, step_bytes }
            }
            AccessPattern::Zipf(theta) => {
                skewed(IndexDistribution::zipf(blocks, theta), coprime(blocks))
            }
            AccessPattern::Pareto(hot) => skewed(IndexDistribution::pareto(blocks, hot), 1),
            AccessPattern::Normal { center_percent, deviation_percent } => {
                let (center, deviation) = (center_percent / 100.0, deviation_percent / 100.0);
                skewed(IndexDistribution::normal(blocks, center, deviation), 1)
            }
            AccessPattern::SequentialShare(percent) => Self::Mixed(Sequel::new(percent / 100.0)),
            AccessPattern::Zones(ref zones) => {
                let share = work.emulation.sequential_percent / 100.0;
                let sequel = (share > 0.0).then(|| Sequel::new(share));
                match (Zones::new(zones, work.length_bytes, align_bytes, largest), sequel) {
                    (Some(zones), sequel) => Self::Zones { zones, sequel },
                    (None, Some(sequel)) => Self::Mixed(sequel),
                    (None, None) => Self::Uniform,
                }
            }
        }
    }

    /// The steps of a pass, in the unit of the worker's position; `None` if the pattern counts no steps.
    pub(super) fn pass_steps(&self) -> Option<u64> {
        match self {
            Self::Steps { per_pass, .. } => Some(*per_pass),
            Self::Back(walk) => Some(walk.per_pass),
            Self::Passes(passes) => Some(passes.per_pass * passes.passes),
            Self::Hops(hops) => Some(hops.per_stop * hops.stops),
            Self::Shuffled { blocks, .. } => Some(blocks.len()),
            Self::Sequential
            | Self::Visited(_)
            | Self::Uniform
            | Self::Skewed { .. }
            | Self::Zones { .. }
            | Self::Mixed(_) => None,
        }
    }
}

/// Whether all operations of the worker have the same length.
fn has_one_size(work: &WorkerPlan) -> bool {
    let is_fixed = |blocks: &BlockSizes| matches!(blocks, BlockSizes::Fixed(_));
    match work.read_share {
        1.0 => is_fixed(&work.read_blocks),
        0.0 => is_fixed(&work.write_blocks),
        _ => is_fixed(&work.read_blocks) && work.read_blocks == work.write_blocks,
    }
}

/// Steps of equal length backwards from the last place.
#[derive(Debug)]
pub(super) struct BackwardWalk {
    last_bytes: u64,
    stride_bytes: u64,
    per_pass: u64,
}

impl BackwardWalk {
    fn from(last_bytes: u64, stride_bytes: u64) -> Self {
        Self { last_bytes, stride_bytes, per_pass: last_bytes / stride_bytes + 1 }
    }

    #[inline]
    pub(super) fn offset(&self, step: u64) -> u64 {
        self.last_bytes - step % self.per_pass * self.stride_bytes
    }
}

/// `passes` passes of `per_pass` steps, each pass `pass_bytes` further than the one before; then from the first again.
#[derive(Debug)]
pub(super) struct Passes {
    stride_bytes: u64,
    per_pass: u64,
    passes: u64,
    pass_bytes: u64,
}

impl Passes {
    /// `columns` columns, or as many as fit before the last possible start `room`, and as many rows as the last column has.
    fn columns(room: u64, align_bytes: u64, stride_bytes: u64, columns: u64) -> Self {
        let passes = columns.min(room / align_bytes + 1).max(1);
        let per_pass = (room - (passes - 1) * align_bytes) / stride_bytes + 1;
        Self { stride_bytes, per_pass, passes, pass_bytes: align_bytes }
    }

    /// As many whole runs of consecutive operations as fit; a range shorter than a run is one run.
    fn runs(length_bytes: u64, block_bytes: u64, run_bytes: u64, stride_bytes: u64) -> Self {
        let per_run = run_bytes.min(length_bytes) / block_bytes;
        let passes = length_bytes.saturating_sub(run_bytes) / stride_bytes.max(1) + 1;
        Self {
            stride_bytes: block_bytes,
            per_pass: per_run.max(1),
            passes,
            pass_bytes: stride_bytes,
        }
    }

    #[inline]
    pub(super) fn offset(&self, step: u64) -> u64 {
        step % self.per_pass * self.stride_bytes
            + step / self.per_pass % self.passes * self.pass_bytes
    }
}

/// `stops` windows of `places` places, each `stride_bytes` further than the one before, with `per_stop` random operations in
/// each; then from the first again.
#[derive(Debug)]
pub(super) struct Hops {
    per_stop: u64,
    places: u64,
    stops: u64,
    stride_bytes: u64,
    /// If each place of a window is used once before any is repeated.
    order: Option<ShuffledBlocks>,
}

struct HopWindow {
    transfer_bytes: u64,
    length_bytes: u64,
    /// From its start to that of the next.
    stride_bytes: u64,
}

impl Hops {
    /// As many whole windows as fit; a range shorter than a window is one window.
    fn new(length_bytes: u64, block_bytes: u64, align_bytes: u64, window: &HopWindow) -> Self {
        let room = window.length_bytes.min(length_bytes).saturating_sub(block_bytes);
        let beyond = length_bytes.saturating_sub(window.length_bytes);
        Self {
            per_stop: (window.transfer_bytes / block_bytes).max(1),
            places: room / align_bytes + 1,
            stops: beyond / window.stride_bytes.max(1) + 1,
            stride_bytes: window.stride_bytes,
            order: None,
        }
    }

    #[inline]
    pub(super) fn offset(&mut self, step: u64, align_bytes: u64, rng: &mut Rng) -> u64 {
        let (stop, within) = (step / self.per_stop, step % self.per_stop);
        let place = match &mut self.order {
            None => rng.below(self.places),
            Some(order) => {
                let pass = random::derive(stop, &[within / self.places]);
                order.place(pass, within % self.places)
            }
        };
        stop % self.stops * self.stride_bytes + place * align_bytes
    }
}

/// Blocks in an order of their own in each pass.
#[derive(Debug)]
pub(super) struct ShuffledBlocks {
    seed: u64,
    /// The pass to which `order` belongs.
    pass: u64,
    order: Permutation,
}

impl ShuffledBlocks {
    fn new(blocks: u64, seed: u64) -> Self {
        Self { seed, pass: 0, order: Permutation::new(blocks, random::derive(seed, &[0])) }
    }

    pub(super) fn len(&self) -> u64 {
        self.order.len()
    }

    /// The block of a step within a pass.
    #[inline]
    pub(super) fn place(&mut self, pass: u64, step: u64) -> u64 {
        if pass != self.pass {
            self.pass = pass;
            self.order = Permutation::new(self.len(), random::derive(self.seed, &[pass]));
        }
        self.order.at(step)
    }
}

/// The share of the operations that continue after the previous one.
#[derive(Debug)]
pub(super) struct Sequel {
    share: f64,
    /// The end of the previous operation, aligned.
    pub(super) next_bytes: u64,
}

impl Sequel {
    pub(super) fn new(share: f64) -> Self {
        Self { share, next_bytes: 0 }
    }

    /// The place after the previous operation, with probability `share` and if it fits.
    #[inline]
    pub(super) fn draw(&self, length: u32, range_bytes: u64, rng: &mut Rng) -> Option<u64> {
        let fits = self.next_bytes + u64::from(length) <= range_bytes;
        (fits && rng.unit() < self.share).then_some(self.next_bytes)
    }
}

/// Parts of the range that get their shares of the operations; at least one.
#[derive(Debug)]
pub(super) struct Zones(Vec<Zone>);

#[derive(Debug)]
struct Zone {
    /// The share of this zone and of all before it.
    share_end: f64,
    first: u64,
    places: u64,
}

impl Zones {
    /// The zones with I/O, with aligned edges; each has at least one block of `largest` bytes if the range does. `None` if none has.
    pub(super) fn new(
        zones: &[AccessZone],
        length_bytes: u64,
        align_bytes: u64,
        largest: u64,
    ) -> Option<Self> {
        let (mut percent, mut bytes) = (0.0f64, 0u64);
        let mut start = 0;
        let mut usable: Vec<Zone> = Vec::new();
        let mut share_end = 0.0;
        for zone in zones {
            match zone.length {
                Extent::Percent(more) => percent += more,
                Extent::Bytes(more) => bytes = bytes.saturating_add(more.0),
            }
            // Percentages that add up to 100 must not miss the end by rounding.
            let edge = (length_bytes as f64 * percent / 100.0 + 1e-6) as u64;
            let edge = edge.saturating_add(bytes);
            let aligned = edge - edge % align_bytes;
            let block = start + largest.next_multiple_of(align_bytes);
            let end = if zone.io_percent > 0.0 { aligned.max(block) } else { aligned };
            let end = if edge >= length_bytes { length_bytes } else { end.min(length_bytes) };
            let room = end - start.min(end);
            if zone.io_percent > 0.0 && room >= largest.max(1) {
                share_end += zone.io_percent;
                let places = (room - largest) / align_bytes + 1;
                usable.push(Zone { share_end, first: start / align_bytes, places });
            }
            start = end;
        }
        usable.iter_mut().for_each(|zone| zone.share_end /= share_end);
        (!usable.is_empty()).then_some(Self(usable))
    }

    /// A place in one of the zones, counted from the start of the range.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> u64 {
        let u = rng.unit();
        let number = self.0.iter().position(|zone| u < zone.share_end);
        let zone = &self.0[number.unwrap_or(self.0.len() - 1)];
        zone.first + rng.below(zone.places)
    }
}

/// A factor near the golden ratio of `n` and coprime to `n`, so that `k -> k * factor mod n` visits every block once.
fn coprime(n: u64) -> u64 {
    let near_golden = ((n as f64 * 0.618_033_988_749_895) as u64).max(1);
    (near_golden..).find(|&f| gcd(f, n) == 1).expect("a prime below 2^64 follows every start")
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
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
        assert_eq!(offsets(&Passes::columns(room, 10, 40, 2), 7), [0, 40, 80, 10, 50, 90, 0]);
    }

    fn offsets(passes: &Passes, steps: u64) -> Vec<u64> {
        (0..steps).map(|step| passes.offset(step)).collect()
    }

    #[test]
    fn a_walk_backwards_starts_at_the_end_and_comes_again() {
        for (stride, expected) in [(10, [30, 20, 10, 0, 30]), (20, [30, 10, 30, 10, 30])] {
            let walk = BackwardWalk::from(30, stride);
            assert_eq!([0, 1, 2, 3, 4].map(|step| walk.offset(step)), expected);
        }
    }

    #[test]
    fn runs_start_a_stride_apart_and_stay_whole() {
        // Three runs of 20 bytes fit into 115 bytes at a distance of 40, in blocks of 10.
        assert_eq!(offsets(&Passes::runs(115, 10, 20, 40), 7), [0, 10, 40, 50, 80, 90, 0]);
        assert_eq!(offsets(&Passes::runs(95, 10, 20, 40), 5), [0, 10, 40, 50, 0]);
        assert_eq!(offsets(&Passes::runs(15, 10, 20, 40), 2), [0, 0]);
    }

    #[test]
    fn hops_stay_in_a_window_until_it_had_its_bytes() {
        // Windows of 40 KiB, 60 KiB apart, in 170 KiB: the third fits, a fourth would not. Each has 5 blocks of 10.
        let window =
            HopWindow { transfer_bytes: 20 << 10, length_bytes: 40 << 10, stride_bytes: 60 << 10 };
        let mut hops = Hops::new(170 << 10, 4 << 10, 4 << 10, &window);
        assert_eq!((hops.per_stop, hops.places, hops.stops), (5, 10, 3));
        let mut rng = Rng::new(1);
        for step in 0..60 {
            let start = step / 5 % 3 * (60 << 10);
            let offset = hops.offset(step, 4 << 10, &mut rng);
            assert!((start..=start + (36 << 10)).contains(&offset), "{step}: {offset}");
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
        assert_zones(&parts, &[(0.1, 0, 10), (0.3, 10, 10), (1.0, 30, 70)]);
        // Bytes beyond the range are cut off, and the remaining part takes all of the I/O.
        let fixed = |io_percent: f64, kib: u64| AccessZone {
            io_percent,
            length: Extent::Bytes(base::Bytes::kib(kib)),
        };
        let parts = [fixed(10.0, 40), fixed(30.0, 1 << 20), zone(60.0, 100.0)];
        assert_zones(&parts, &[(0.25, 0, 10), (1.0, 10, 90)]);
        // A hundredth of a block holds one block all the same, as in fio.
        assert_zones(&[zone(90.0, 0.01), zone(10.0, 99.99)], &[(0.9, 0, 1), (1.0, 1, 99)]);
        assert!(Zones::new(&[fixed(100.0, 1)], 2048, 512, 4096).is_none());
    }

    /// Asserts the share, first place and number of places of each zone.
    fn assert_zones(parts: &[AccessZone], expected: &[(f64, u64, u64)]) {
        let Zones(zones) = Zones::new(parts, 409_600, 4096, 4096).expect("there are zones");
        assert_eq!(zones.len(), expected.len(), "{zones:?}");
        for (zone, (share_end, first, places)) in zones.iter().zip(expected) {
            assert!((zone.share_end - share_end).abs() < 1e-12, "{zones:?}");
            assert_eq!((zone.first, zone.places), (*first, *places), "{zones:?}");
        }
    }
}
