//! Draws kind, offset and length of the next operation ([`OffsetGenerator::next`]), without allocation and if possible
//! without division. `offsets/order.rs` makes the order of the offsets from the access pattern.

mod length;
mod order;
mod visited_map;

use super::setup::WorkerCounter;
use base::Rng;
use length::LengthGenerator;
use order::OffsetOrder;
use plan::WorkerPlan;
use sys::transfer::IoKind;
use workload::TrimMode;

/// Kind and place of an operation in its target.
#[derive(Clone, Copy, Debug)]
pub(super) struct IoExtent {
    pub(super) kind: IoKind,
    pub(super) offset_bytes: u64,
    pub(super) length_bytes: u32,
}

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
    fits_last_operation: bool,
    offset_bytes: u64,
    length_bytes: u64,
    align_bytes: u64,
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
            offset_order: OffsetOrder::new(work, largest, places(largest)),
            cursor,
            fits_last_operation: work.emulation.fits_last_operation,
            change_cursor: work.emulation.separate_positions.then(WorkerCounter::default),
            offset_bytes: work.offset_bytes,
            length_bytes,
            align_bytes,
        }
    }

    pub(super) fn set_write_length(&mut self, length: u32) {
        self.write = LengthGenerator::Said { length };
    }

    /// Whether the last operation was the last of its pass; false if the pattern has no passes.
    pub(super) fn is_at_end(&self) -> bool {
        if let OffsetOrder::Visited(visited) = &self.offset_order {
            return visited.is_complete();
        }
        let pass = match &self.offset_order {
            OffsetOrder::Sequential => self.length_bytes.next_multiple_of(self.align_bytes),
            order => match order.pass_steps() {
                Some(steps) => steps,
                None => return false,
            },
        };
        let is_over =
            |cursor: &WorkerCounter| cursor.value() > 0 && cursor.value().is_multiple_of(pass);
        is_over(&self.cursor) || self.change_cursor.as_ref().is_some_and(is_over)
    }

    /// The next operation, with its byte offset in the target.
    #[inline]
    pub(super) fn next(&mut self) -> IoExtent {
        let reads =
            self.read_share >= 1.0 || (self.read_share > 0.0 && self.rng.unit() < self.read_share);
        let (kind, sizes) =
            if reads { (IoKind::Read, &self.read) } else { (self.change, &self.write) };
        let mut length = sizes.draw(&mut self.rng);
        let cursor = match &mut self.change_cursor {
            Some(cursor) if !reads => cursor,
            _ => &mut self.cursor,
        };
        let (range_bytes, align_bytes) = (self.length_bytes, self.align_bytes);
        let at = match &mut self.offset_order {
            OffsetOrder::Steps { stride_bytes, per_pass } => {
                cursor.take(1) % *per_pass * *stride_bytes
            }
            OffsetOrder::Back(walk) => walk.offset(self.cursor.take(1)),
            OffsetOrder::Passes(passes) => passes.offset(self.cursor.take(1)),
            OffsetOrder::Hops(hops) => hops.offset(self.cursor.take(1), align_bytes, &mut self.rng),
            OffsetOrder::Uniform => {
                let places = match sizes {
                    LengthGenerator::Fixed { places, .. } => *places,
                    _ => (range_bytes - u64::from(length)) / align_bytes + 1,
                };
                self.rng.below(places) * align_bytes
            }
            OffsetOrder::Visited(visited) => visited.next(&mut self.rng, &mut length),
            OffsetOrder::Shuffled { blocks, step_bytes } => {
                let step = self.cursor.take(1);
                blocks.place(step / blocks.len(), step % blocks.len()) * *step_bytes
            }
            OffsetOrder::Skewed { law, blocks, scatter } => {
                let drawn = law.draw(&mut self.rng);
                let spread = u128::from(drawn) * u128::from(*scatter) % u128::from(*blocks);
                spread as u64 * align_bytes
            }
            OffsetOrder::Zones { zones, sequel } => {
                let at = sequel
                    .as_ref()
                    .and_then(|sequel| sequel.draw(length, range_bytes, &mut self.rng))
                    .unwrap_or_else(|| zones.draw(&mut self.rng) * align_bytes);
                if let Some(sequel) = sequel {
                    sequel.next_bytes = at + u64::from(length).next_multiple_of(align_bytes);
                }
                at
            }
            OffsetOrder::Sequential => {
                if self.fits_last_operation {
                    let left = range_bytes - cursor.value() % range_bytes;
                    length = sizes.fit(length, left, &mut self.rng);
                }
                let step = u64::from(length).next_multiple_of(align_bytes);
                advance_bytes(cursor, u64::from(length), step, range_bytes)
            }
            OffsetOrder::Mixed(sequel) => {
                let places = (range_bytes - u64::from(length)) / align_bytes + 1;
                let at = sequel
                    .draw(length, range_bytes, &mut self.rng)
                    .unwrap_or_else(|| self.rng.below(places) * align_bytes);
                sequel.next_bytes = at + u64::from(length).next_multiple_of(align_bytes);
                at
            }
        };
        IoExtent { kind, offset_bytes: self.offset_bytes + at, length_bytes: length }
    }
}

/// The next offset of a byte cursor; the rest of the range is skipped if the operation does not fit there.
#[inline]
fn advance_bytes(cursor: &mut WorkerCounter, length: u64, step: u64, range: u64) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::order::{Sequel, Zones};
    use super::*;
    use workload::{AccessZone, Extent};

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
            fits_last_operation: false,
            offset_bytes: 0,
            length_bytes,
            align_bytes: 4096,
        }
    }

    #[test]
    fn a_share_of_the_operations_on_zones_continues_after_the_previous_one() {
        // 95 % of the jumps go to the first of a hundred blocks.
        let share = |io_percent: f64, percent: f64| AccessZone {
            io_percent,
            length: Extent::Percent(percent),
        };
        let zones = Zones::new(&[share(95.0, 1.0), share(5.0, 99.0)], 409_600, 4096, 4096);
        let zones = zones.expect("there are zones");
        let order = OffsetOrder::Zones { zones, sequel: Some(Sequel::new(0.2)) };
        let mut places = reader(order, 409_600);
        let (mut before, mut followed, mut first) = (0, 0, 0);
        for _ in 0..10_000 {
            let at = places.next().offset_bytes;
            followed += u32::from(at == before + 4096);
            first += u32::from(at == 0);
            before = at;
        }
        assert!((1900..2200).contains(&followed), "{followed}");
        assert!((7400..7800).contains(&first), "{first}");
    }

    #[test]
    fn a_byte_cursor_skips_what_does_not_fit() {
        for mut cursor in [WorkerCounter::Own(0), WorkerCounter::Shared(std::sync::Arc::default())]
        {
            let places: Vec<u64> = (0..4).map(|_| advance_bytes(&mut cursor, 4, 4, 10)).collect();
            assert_eq!(places[..2], [0, 4]);
            assert!(places.iter().all(|&at| at + 4 <= 10), "{places:?}");
        }
    }
}
