//! Several files of a job: which one is next, and the random sizes that fio gives them.

use super::super::value::{NotedValue, Units, ValueResult, without_note};
use super::FioJob;
use super::pattern;
use super::target::ClonePart;
use base::Bytes;
use job::Diagnostics;
use workload::AccessPattern;
use workload::emulation::{FileOrder, FileRange, FileSet};

/// fio's default seed.
const SEED: u64 = 0x89;
/// The factor by which fio scales seeds.
const FACTOR: u64 = 0x9e37_0001;
/// The index of the generator for file sizes among all of fio's generators.
const SIZES: u64 = 7;

/// How a job switches between its files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Service {
    order: FileOrder,
    turn: u32,
    open: Option<u32>,
}

pub(in super::super) fn service(job: &FioJob<'_>, sink: &mut Diagnostics) -> Service {
    let (order, turn) =
        job.read("file_service_type", sink, order).unwrap_or((FileOrder::RoundRobin, 1));
    let open = job.read("openfiles", sink, Units::count_u32).filter(|files| *files > 0);
    Service { order, turn, open }
}

fn order(units: Units, text: &str) -> ValueResult<(FileOrder, u32)> {
    let (name, number) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
    let uniform = match name {
        "roundrobin" => Some(FileOrder::RoundRobin),
        "sequential" => Some(FileOrder::Sequential),
        "random" => Some(FileOrder::Random),
        _ => None,
    };
    if let Some(order) = uniform {
        let turn = if number.is_empty() { 1 } else { units.count_u32(number)?.value };
        return without_note((order, turn.max(1)));
    }
    let skewed = match name {
        "zipf" | "pareto" | "normal" => text.to_owned(),
        "gauss" => text.replacen("gauss", "normal", 1),
        _ => {
            return Err(
                "is not one of roundrobin, sequential, random, zipf, pareto and normal".to_owned()
            );
        }
    };
    let order = match pattern::distribution(units, &skewed)?.value {
        AccessPattern::Zipf(theta) => FileOrder::Zipf(theta),
        AccessPattern::Pareto(hot) => FileOrder::Pareto(hot),
        AccessPattern::Normal { deviation_percent, .. } => FileOrder::Normal(deviation_percent),
        _ => FileOrder::Random,
    };
    Ok(NotedValue { value: (order, 1), note: None })
}

impl Service {
    /// The files after the first; `None` if there is only one. With `endless`, a file starts again as soon as all of
    /// it was used.
    pub(in super::super) fn files(self, parts: &[ClonePart], endless: bool) -> Option<FileSet> {
        let (_, others) = parts.split_first().filter(|(_, others)| !others.is_empty())?;
        let part = |part: &ClonePart| FileRange {
            target: part.path.clone(),
            offset: Bytes(part.offset),
            length: Bytes(part.bytes),
        };
        let uniform =
            matches!(self.order, FileOrder::RoundRobin | FileOrder::Sequential | FileOrder::Random);
        let all = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        Some(FileSet {
            others: others.iter().map(part).collect::<Vec<_>>().into(),
            order: self.order,
            turn_operations: self.turn,
            open_max: self.open.unwrap_or(all).min(all),
            skips_used: uniform && !endless,
        })
    }
}

/// fio's generator of file sizes: a combined Tausworthe generator (L'Ecuyer 1996), seeded with the job's number.
#[derive(Clone, Debug)]
pub(in super::super) struct FileSizeGenerator([u32; 3]);

impl FileSizeGenerator {
    /// The generator for the clone with this number among the clones of all jobs, counted from 1.
    pub(in super::super) fn of(seed: Option<u64>, number: u64) -> Self {
        // fio scales the seed four times, and once more for each further generator.
        let scaled =
            (0..4 + SIZES).fold(seed.unwrap_or(SEED), |seed: u64, _| seed.wrapping_mul(FACTOR));
        let own = scaled.wrapping_mul(number).wrapping_add(SIZES) as u32;
        let mix = |state: u32| state.wrapping_mul(69_069) ^ own;
        let first = mix(53);
        let second = mix(first);
        let mut sizes = Self([first, second, mix(second)]);
        for _ in 0..6 {
            sizes.next();
        }
        sizes
    }

    fn next(&mut self) -> u32 {
        let step = |state: u32, left: u32, right: u32, mask: u32, up: u32| {
            ((state & mask) << up) ^ (((state << left) ^ state) >> right)
        };
        let [a, b, c] = self.0;
        self.0 = [
            step(a, 13, 19, 0xFFFF_FFFE, 12),
            step(b, 2, 25, 0xFFFF_FFF8, 4),
            step(c, 3, 11, 0xFFFF_FFF0, 17),
        ];
        self.0[0] ^ self.0[1] ^ self.0[2]
    }

    /// The next size between `low` and `high`, rounded down to a multiple of `unit`.
    pub(in super::super) fn draw(&mut self, low: u64, high: u64, unit: u64) -> u64 {
        let share = f64::from(self.next()) / 4_294_967_296.0;
        let size = low + (high.saturating_sub(low) as f64 * share) as u64;
        size - size % unit.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_with_their_numbers() {
        let units = Units { literal: false, kb_base: 1024 };
        let read = |text: &str| order(units, text).map(|noted| noted.value);
        assert_eq!(read("roundrobin"), Ok((FileOrder::RoundRobin, 1)));
        assert_eq!(read("random:8"), Ok((FileOrder::Random, 8)));
        assert_eq!(read("sequential"), Ok((FileOrder::Sequential, 1)));
        assert_eq!(read("zipf:1.2"), Ok((FileOrder::Zipf(1.2), 1)));
        assert_eq!(read("pareto:0.2"), Ok((FileOrder::Pareto(0.8), 1)));
        assert!(matches!(read("gauss:5"), Ok((FileOrder::Normal(_), 1))));
        assert!(read("sometimes").is_err());
    }

    #[test]
    fn sizes_stay_in_their_range_and_differ_between_jobs() {
        let draw = |number: u64| {
            let mut sizes = FileSizeGenerator::of(None, number);
            (0..8).map(|_| sizes.draw(65_536, 1 << 20, 4096)).collect::<Vec<_>>()
        };
        let (one, two) = (draw(1), draw(2));
        assert_ne!(one, two);
        for size in one.iter().chain(&two) {
            assert!((65_536..=1 << 20).contains(size) && size.is_multiple_of(4096), "{size}");
        }
    }
}
