//! Block sizes of a class: every size with its count. If there are too many, the rarest are merged with their neighbours.

use crate::{IoEvent, IoKind};
use base::Bytes;
use std::collections::BTreeMap;
use workload::BlockSizes;

const SIZES_MAX: usize = 32;

/// The sizes of reads and of writes.
pub(super) fn of(events: &[IoEvent]) -> (BlockSizes, BlockSizes) {
    let reads = counted(events, IoKind::Read);
    let writes = counted(events, IoKind::Write);
    let reads = blocks(if reads.is_empty() { writes.clone() } else { reads.clone() });
    (reads.clone(), if writes.is_empty() { reads } else { blocks(writes) })
}

fn counted(events: &[IoEvent], operation: IoKind) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    for event in events.iter().filter(|event| event.operation == operation) {
        *counts.entry(u64::from(event.length_bytes)).or_default() += 1;
    }
    counts
}

fn blocks(mut counts: BTreeMap<u64, u64>) -> BlockSizes {
    while counts.len() > SIZES_MAX {
        let Some((&rarest, &count)) = counts.iter().min_by_key(|(_, count)| **count) else { break };
        counts.remove(&rarest);
        let below = counts.range(..rarest).next_back().map(|(size, _)| *size);
        let above = counts.range(rarest..).next().map(|(size, _)| *size);
        let nearest = [below, above].into_iter().flatten().min_by_key(|s| s.abs_diff(rarest));
        if let Some(into) = nearest.and_then(|size| counts.get_mut(&size)) {
            *into += count;
        }
    }
    match counts.iter().next() {
        Some((&size, _)) if counts.len() == 1 => BlockSizes::Fixed(Bytes(size)),
        None => BlockSizes::Fixed(Bytes::kib(8)),
        _ => BlockSizes::Weighted(
            counts.into_iter().map(|(size, count)| (Bytes(size), count as f64)).collect(),
        ),
    }
}
