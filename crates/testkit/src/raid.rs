//! A model of disk layouts with known throughput by operation, block, depth and threads.
//!
//! Gives plain numbers from a seed; nothing here was measured on a disk. The shape follows published grids: reads that
//! saturate the controller, small writes with the layout's penalty, threads that disturb each other's streams, and
//! random variation (ripple) of each layout at each point.

use base::Rng;
use workload::PointLoad;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelRaidLevel {
    Raid0,
    Raid10,
    Raid5,
    Raid6,
}

impl ModelRaidLevel {
    /// Disk operations for a write that is smaller than a stripe.
    fn penalty(self) -> f64 {
        match self {
            Self::Raid0 => 1.0,
            Self::Raid10 => 2.0,
            Self::Raid5 => 4.0,
            Self::Raid6 => 6.0,
        }
    }

    /// The number of data disks in a stripe over this many disks.
    fn data_disks(self, disks: f64) -> f64 {
        match self {
            Self::Raid0 => disks,
            Self::Raid10 => disks / 2.0,
            Self::Raid5 => disks - 1.0,
            Self::Raid6 => disks - 2.0,
        }
    }
}

#[derive(Clone, Debug)]
pub struct ModelLayout {
    pub level: ModelRaidLevel,
    /// The chunk on one disk in KiB.
    pub chunk_kib: f64,
    /// A factor for all its throughput.
    pub scale: f64,
    seed: u64,
}

/// A set of disks, and the layouts that are tried on it.
#[derive(Clone, Debug)]
pub struct ModelDiskSet {
    pub layouts: Vec<ModelLayout>,
    pub disks: u32,
    /// Sequential throughput of one disk in MiB/s.
    pub disk_mibps: f64,
    /// Throughput of the controller in MiB/s.
    pub cap_mibps: f64,
    /// Standard deviations of a layout's ripple: common to all points of an operation and block, and of each point.
    pub ripple: [f64; 2],
    /// Share of each layout's points with half the throughput, as in published grids.
    pub dips: f64,
}

impl ModelDiskSet {
    /// Different layouts on 14 disks: levels, chunks and ripples from the seed.
    pub fn random(seed: u64, layouts: usize) -> Self {
        let mut rng = Rng::at(seed, &[0x5e1f]);
        let levels = [
            ModelRaidLevel::Raid10,
            ModelRaidLevel::Raid5,
            ModelRaidLevel::Raid6,
            ModelRaidLevel::Raid0,
            ModelRaidLevel::Raid10,
        ];
        let layouts = (0..layouts).map(|i| ModelLayout {
            level: levels[i % levels.len()],
            chunk_kib: f64::from(16 << rng.below(5)),
            scale: 1.0,
            seed: rng.bits(),
        });
        Self {
            layouts: layouts.collect(),
            disks: 14,
            disk_mibps: 60.0 + 100.0 * rng.unit(),
            cap_mibps: 300.0 + 900.0 * rng.unit(),
            ripple: [0.04, 0.08],
            dips: 0.0,
        }
    }

    /// Similar layouts, whose means over these points exceed that of the first by a uniform random share below
    /// `within`.
    pub fn alike(seed: u64, layouts: usize, within: f64, loads: &[PointLoad]) -> Self {
        let mut shelf = Self::random(seed, layouts);
        let mut rng = Rng::at(seed, &[0xa11e]);
        let level = shelf.layouts[0].level;
        for layout in &mut shelf.layouts {
            layout.level = level;
        }
        let usual = shelf.mean_mibps(0, loads);
        for i in 0..layouts {
            let more = if i == 0 { 0.0 } else { within * rng.unit() };
            let wanted = usual * (1.0 + more);
            shelf.layouts[i].scale = wanted / shelf.mean_mibps(i, loads);
        }
        shelf
    }

    /// The true throughput of a layout in MiB/s.
    pub fn mibps(&self, layout: usize, load: &PointLoad) -> f64 {
        let it = &self.layouts[layout];
        let disks = f64::from(self.disks);
        let block_kib = load.block.0 as f64 / 1024.0;
        let threads = f64::from(load.threads);
        let outstanding = f64::from(load.depth) * threads;
        let writes = 1.0 - load.read_percent / 100.0;
        let data_disks = it.level.data_disks(disks);
        // A write of a whole stripe costs only its parity, a smaller one the penalty.
        let whole = (outstanding * block_kib / (it.chunk_kib * data_disks)).min(1.0).sqrt();
        let cost = whole * disks / data_disks + (1.0 - whole) * it.level.penalty();
        let cost = 1.0 + writes * (cost - 1.0);
        // Requests spread over disks by chance; a request larger than a chunk keeps several busy.
        let touched = (block_kib / it.chunk_kib).max(1.0);
        let busy = disks * (1.0 - (-outstanding * touched / disks).exp());
        let overhead_ms = if load.random { 6.0 } else { 0.15 + 0.1 * writes };
        let piece_kib = block_kib.min(it.chunk_kib);
        let service_ms = overhead_ms + piece_kib / 1024.0 / self.disk_mibps * 1000.0;
        let disk_mibps = piece_kib / 1024.0 / service_ms * 1000.0;
        // Streams that disturb each other: each switch costs a seek, less often with large blocks.
        let disturbed = 1.0 / (1.0 + (threads - 1.0) * 0.25 * (64.0 / (64.0 + block_kib)).sqrt());
        let raw = busy * disk_mibps * disturbed / cost;
        let mibps = raw * self.cap_mibps / (raw + self.cap_mibps);
        mibps * it.scale * self.ripple(it, load)
    }

    fn ripple(&self, it: &ModelLayout, load: &PointLoad) -> f64 {
        let group = [u64::from(load.writes()), load.block.0, u64::from(load.random)];
        let point = [group[0], group[1], group[2], load.depth.into(), load.threads.into()];
        let part = |path: &[u64], sd: f64| (sd * Rng::at(it.seed, path).normal()).exp();
        let chance = Rng::at(it.seed, &[point[0], point[1], point[3], point[4], 0xd1b]).unit();
        let dip = if chance < self.dips { 0.5 } else { 1.0 };
        dip * part(&group, self.ripple[0]) * part(&point, self.ripple[1])
    }

    /// The true plain mean of a layout over points in MiB/s.
    pub fn mean_mibps(&self, layout: usize, loads: &[PointLoad]) -> f64 {
        loads.iter().map(|load| self.mibps(layout, load)).sum::<f64>() / loads.len() as f64
    }

    /// The layouts by their true means, best first, with their means.
    pub fn ranking(&self, loads: &[PointLoad]) -> Vec<(usize, f64)> {
        let mut ranking: Vec<(usize, f64)> =
            (0..self.layouts.len()).map(|i| (i, self.mean_mibps(i, loads))).collect();
        ranking.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;
    use workload::PointGrid;

    #[test]
    fn the_surface_has_the_shape_of_raid() {
        let shelf = ModelDiskSet { ripple: [0.0; 2], ..ModelDiskSet::random(1, 5) };
        let load = |read_percent, kib: u64, depth, threads| PointLoad {
            read_percent,
            block: Bytes(kib * 1024),
            depth,
            threads,
            ..PointLoad::SEQUENTIAL_READ
        };
        let small = |layout| shelf.mibps(layout, &load(0.0, 8, 1, 1));
        assert!(small(3) > small(0) && small(0) > small(1) && small(1) > small(2));
        for layout in 0..5 {
            let at = |depth| shelf.mibps(layout, &load(100.0, 64, depth, 1));
            assert!(at(1) < at(8) && at(8) < at(64) && at(64) < 1.6 * at(8) + at(1));
            assert!(at(64) < shelf.cap_mibps);
        }
    }

    #[test]
    fn layouts_that_are_alike_differ_by_less_than_is_said() {
        let loads = PointGrid::classic().loads();
        for seed in 0..20 {
            let ranking = ModelDiskSet::alike(seed, 5, 0.02, &loads).ranking(&loads);
            assert_eq!(ranking[4].0, 0, "seed {seed}");
            let spread = ranking[0].1 / ranking[4].1 - 1.0;
            assert!((0.0..0.02).contains(&spread), "seed {seed}: {spread}");
        }
    }
}
