//! The loads of measurement points in words.

use crate::catalogue::verdict as text;
use crate::language::Language;
use crate::studies::direction;
use record::RoleIo;
use workload::{PointLoad, SyncMode};

/// Returns a load in words: `8 KiB random read, queue depth 16, 4 threads`.
pub(crate) fn point_load(language: Language, load: &PointLoad) -> String {
    point_loads(language, std::slice::from_ref(load))
}

/// Returns several loads in words. It says which values each property has, but not which of them occur together.
pub(crate) fn point_loads(language: Language, loads: &[PointLoad]) -> String {
    let mut kinds: Vec<&PointLoad> = Vec::new();
    let kind = |load: &PointLoad| (load.random, load.read_percent.to_bits(), load.sync);
    for load in loads {
        if !kinds.iter().any(|known| kind(known) == kind(load)) {
            kinds.push(load);
        }
    }
    let io = |of: &&PointLoad| {
        let alike = || loads.iter().filter(|load| kind(load) == kind(of)).map(|load| load.block);
        let (smallest, largest) = (alike().min(), alike().max());
        role_io(
            language,
            &RoleIo::Stream {
                smallest: smallest.unwrap_or(of.block),
                largest: largest.unwrap_or(of.block),
                random: of.random,
                read_percent: of.read_percent,
                sync: of.sync,
            },
        )
    };
    with_depths(language, kinds.iter().map(io).collect(), loads)
}

/// The same if the record does not say which loads are random: the sizes alone.
pub(crate) fn point_loads_in_any_order(language: Language, loads: &[PointLoad]) -> String {
    let blocks = || loads.iter().map(|load| load.block.0);
    let ends = [blocks().min(), blocks().max()].map(|size| language.bytes(size.unwrap_or(0)));
    with_depths(
        language,
        vec![range(language, ends), text::order_unknown(language).to_owned()],
        loads,
    )
}

/// Returns a load in words; `is_order_known`: whether it is told if it was random.
pub(crate) fn told_load(language: Language, load: &PointLoad, is_order_known: bool) -> String {
    if is_order_known {
        return point_load(language, load);
    }
    let direction = direction(language, load.read_percent);
    let load = point_loads_in_any_order(language, std::slice::from_ref(load));
    format!("{direction}, {load}")
}

/// Adds the queue depths and threads of loads, and joins all parts.
fn with_depths(language: Language, mut parts: Vec<String>, loads: &[PointLoad]) -> String {
    let counts = |of: fn(&PointLoad) -> u32| {
        let (least, most) = (loads.iter().map(of).min()?, loads.iter().map(of).max()?);
        Some((most, range(language, [least, most].map(|count| language.count(count.into())))))
    };
    parts.extend(counts(|load| load.depth).map(|(_, depth)| text::load_depth(language, &depth)));
    let threads = counts(|load| load.threads).filter(|(most, _)| *most > 1);
    parts.extend(threads.map(|(_, threads)| text::load_threads(language, &threads)));
    parts.join(", ")
}

/// Returns the names of targets: all of a few, or the first and last of many.
pub(crate) fn target_names(language: Language, names: &[String]) -> String {
    match names {
        [first, .., last] if names.len() > 3 => text::io_sizes(language, first, last),
        few => few.join(", "),
    }
}

/// What the operations of a role are, such as `8 KiB random, 70 % reads`.
pub fn role_io(language: Language, io: &RoleIo) -> String {
    match io {
        RoleIo::Job { streams, read_percent } => text::io_of_job(language, *streams, *read_percent),
        RoleIo::Stream { smallest, largest, random, read_percent, sync } => {
            let size = &range(language, [*smallest, *largest].map(|size| language.bytes(size.0)));
            let sync = &sync_words(language, *sync);
            match *read_percent {
                reads if reads >= 100.0 => text::io_reads(language, size, *random),
                reads if reads <= 0.0 => text::io_writes(language, size, *random, sync),
                reads => text::io_mixed(language, size, *random, reads.round(), sync),
            }
        }
    }
}

/// A range in words, such as `8 KiB to 64 KiB`; one value if both ends are equal.
pub(super) fn range(language: Language, [from, to]: [String; 2]) -> String {
    if from == to { from } else { text::io_sizes(language, &from, &to) }
}

fn sync_words(language: Language, sync: SyncMode) -> String {
    match sync {
        SyncMode::None => String::new(),
        SyncMode::Dsync => text::io_durable(language, "O_DSYNC"),
        SyncMode::Sync => text::io_durable(language, "O_SYNC"),
        SyncMode::Fua => text::io_durable(language, "FUA"),
        SyncMode::Fdatasync { .. } => ", fdatasync".to_owned(),
        SyncMode::Fsync { .. } => ", fsync".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;
    use workload::SyncMode;

    #[test]
    fn several_loads_are_one_sentence_part() {
        let load = |kib: u64, read_percent: f64, depth: u32, threads: u32| PointLoad {
            read_percent,
            block: Bytes(kib << 10),
            random: read_percent > 0.0,
            depth,
            threads,
            sync: SyncMode::None,
        };
        let one = point_load(Language::En, &load(64, 0.0, 1, 1));
        assert_eq!(one, "64 KiB sequential write, queue depth 1");
        let loads = [load(8, 100.0, 1, 1), load(64, 100.0, 16, 4), load(8, 0.0, 1, 1)];
        assert_eq!(
            point_loads(Language::En, &loads),
            "8 KiB to 64 KiB random read, 8 KiB sequential write, queue depth 1 to 16, 1 to 4 threads"
        );
    }
}
