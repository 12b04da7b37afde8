//! The load of one measurement point of a study, and the grid of points of a methodology.
//!
//! Plain data, named as in the lab book of SQLIO (`-kR -b64 -o1 -t1 -frandom`); independent of the target.

use crate::{AccessPattern, BlockSizes, StopCondition, Stream, SyncMode, WordChoice};
use base::{Bytes, Nanos};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The load of one measurement point of a study on each of its targets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointLoad {
    pub read_percent: f64,
    /// Size of every operation, a multiple of 512 bytes.
    pub block: Bytes,
    /// Whether offsets are random over the whole target; otherwise sequential, each thread in its own part.
    pub random: bool,
    /// Outstanding I/Os of each thread, 1 to 4,096.
    pub depth: u32,
    /// Threads, 1 to 1,024.
    pub threads: u32,
    pub sync: SyncMode,
}

impl PointLoad {
    /// One stream of large reads, one at a time, to compare disks with each other.
    pub const SEQUENTIAL_READ: Self = Self {
        read_percent: 100.0,
        block: Bytes(64 * 1024),
        random: false,
        depth: 1,
        threads: 1,
        sync: SyncMode::None,
    };

    pub const SEQUENTIAL_WRITE: Self = Self { read_percent: 0.0, ..Self::SEQUENTIAL_READ };

    pub fn writes(&self) -> bool {
        self.read_percent < 100.0
    }

    /// The load in the lab book's notation: `-kR -b64 -o1 -t1 -fsequential`; a mix is `-k70R`, a durable write `-kW+dsync`. An
    /// order that is not known is `-f(unknown)`.
    pub fn notation(&self, is_order_known: bool) -> String {
        let order = if is_order_known { order_word(self.random) } else { "(unknown)" };
        let kib = self.block.0 as f64 / 1024.0;
        format!("-k{} -b{kib} -o{} -t{} -f{order}", self.operation(), self.depth, self.threads)
    }

    fn operation(&self) -> String {
        let every = self.sync.every().map_or_else(String::new, |every| every.to_string());
        let sync = match self.sync {
            SyncMode::None => String::new(),
            mode => format!("+{}{every}", mode.word()),
        };
        match self.read_percent {
            share if share >= 100.0 => format!("R{sync}"),
            share if share <= 0.0 => format!("W{sync}"),
            share => format!("{share}R{sync}"),
        }
    }

    /// The stream of this load on a target, in a closed loop for `duration_ns` after its warm-up.
    pub fn stream(&self, name: &str, target: &str, duration_ns: u64) -> Stream {
        Stream {
            read_percent: self.read_percent,
            read_blocks: BlockSizes::Fixed(self.block),
            write_blocks: BlockSizes::Fixed(self.block),
            access: if self.random { AccessPattern::Uniform } else { AccessPattern::Sequential },
            depth: self.depth,
            workers: self.threads,
            sync: self.sync,
            stop: StopCondition {
                duration_ns: Some(Nanos(duration_ns)),
                ..StopCondition::default()
            },
            ..Stream::new(name, target)
        }
    }
}

/// In the lab book's notation, [`PointLoad::notation`].
impl fmt::Display for PointLoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notation(true))
    }
}

/// The words of both orders: the value of `-f`, in documents, in files of points and in requirements.
pub const ORDER_WORDS: [&str; 2] = ["random", "sequential"];

pub fn order_word(random: bool) -> &'static str {
    ORDER_WORDS[usize::from(!random)]
}

/// Whether the order of this word is random; `None` if it is the word of no order.
pub fn order_of(word: &str) -> Option<bool> {
    ORDER_WORDS.into_iter().position(|known| known == word).map(|number| number == 0)
}

/// How writes were made durable, from a point's descriptor: `a -kW+fdatasync4 -b8 -o1 -t1 -frandom -R(a)`. A layout may have any
/// name; the load follows it. [`SyncMode::None`] without a load.
///
/// # Errors
/// The word of an unknown mode.
pub fn sync_of(descriptor: &str) -> Result<SyncMode, String> {
    let load = descriptor.rfind(" -k").map_or("", |at| &descriptor[at + 3..]);
    let operation = load.split(' ').next().unwrap_or_default();
    let Some((_, word)) = operation.split_once('+') else { return Ok(SyncMode::None) };
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let count = &word[name.len()..];
    let mode = match SyncMode::of_word(name) {
        None | Some(SyncMode::None) => None,
        Some(mode) if mode.every().is_none() => count.is_empty().then_some(mode),
        Some(mode) => count.parse().ok().filter(|n| *n > 0).map(|n| mode.with_every(n)),
    };
    mode.ok_or_else(|| word.to_owned())
}

/// Several loads in the lab book's notation, `-k(R,W) -b(8,64) -o(1-64) -t1 -fsequential`. It lists the values of each
/// option, but not which of them occur together. `1-64` stands for the powers of two.
pub fn descriptor(loads: &[PointLoad]) -> String {
    // Operations and orders are listed as they occur.
    let names = |name: fn(&PointLoad) -> String| {
        let mut names: Vec<String> = Vec::new();
        for name in loads.iter().map(name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        list(&names)
    };
    let numbers = |number: fn(&PointLoad) -> f64| list_numbers(loads.iter().map(number).collect());
    format!(
        "-k{} -b{} -o{} -t{} -f{}",
        names(PointLoad::operation),
        numbers(|load| load.block.0 as f64 / 1024.0),
        numbers(|load| f64::from(load.depth)),
        numbers(|load| f64::from(load.threads)),
        names(|load| order_word(load.random).to_owned())
    )
}

fn list<T: AsRef<str>>(values: &[T]) -> String {
    let joined = values.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(",");
    if values.len() == 1 { joined } else { format!("({joined})") }
}

/// The fewest values that are written as a range; fewer are shorter as a list.
const RANGE_MIN: usize = 4;

/// The numbers in ascending order; a range if each is twice the one before.
fn list_numbers(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    values.dedup();
    let is_doubling = values.windows(2).all(|pair| pair[1] == 2.0 * pair[0]);
    match &values[..] {
        [first, .., last] if is_doubling && values.len() >= RANGE_MIN => {
            format!("({first}-{last})")
        }
        all => list(&all.iter().map(f64::to_string).collect::<Vec<_>>()),
    }
}

/// The points of a methodology: every combination of the lists.
#[derive(Clone, Debug, PartialEq)]
pub struct PointGrid {
    pub read_percents: Vec<f64>,
    pub blocks: Vec<Bytes>,
    pub depths: Vec<u32>,
    pub threads: Vec<u32>,
    pub random: Vec<bool>,
}

impl PointGrid {
    /// The classic 210 points to compare layouts: blocks of 8, 64, 256, 512 and 1,024 KiB, depths 1 to 64, 1, 2 and
    /// 4 threads, reads and writes, sequential.
    pub fn classic() -> Self {
        Self {
            read_percents: vec![100.0, 0.0],
            blocks: [8, 64, 256, 512, 1024].map(|kib| Bytes(kib * 1024)).to_vec(),
            depths: (0..7).map(|power| 1 << power).collect(),
            threads: vec![1, 2, 4],
            random: vec![false],
        }
    }

    /// Every point, threads varying fastest.
    pub fn loads(&self) -> Vec<PointLoad> {
        let mut loads = Vec::new();
        for &random in &self.random {
            for &read_percent in &self.read_percents {
                for &block in &self.blocks {
                    for &depth in &self.depths {
                        let threads = self.threads.iter();
                        loads.extend(threads.map(|&threads| PointLoad {
                            read_percent,
                            block,
                            random,
                            depth,
                            threads,
                            sync: SyncMode::None,
                        }));
                    }
                }
            }
        }
        loads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_is_told_in_the_lab_books_notation() {
        assert_eq!(PointLoad::SEQUENTIAL_READ.to_string(), "-kR -b64 -o1 -t1 -fsequential");
        let mix = PointLoad {
            read_percent: 70.0,
            block: Bytes(512),
            random: true,
            ..PointLoad::SEQUENTIAL_READ
        };
        assert_eq!(mix.to_string(), "-k70R -b0.5 -o1 -t1 -frandom");
        assert_eq!(["random", "sequential", "any"].map(order_of), [Some(true), Some(false), None]);
        let log =
            PointLoad { sync: SyncMode::Fdatasync { every: 4 }, ..PointLoad::SEQUENTIAL_WRITE };
        assert_eq!(log.to_string(), "-kW+fdatasync4 -b64 -o1 -t1 -fsequential");
    }

    #[test]
    fn a_descriptor_says_how_writes_were_made_durable() {
        // Stores, files of points and keys of studies hold these words.
        let words = ["", "+dsync", "+sync", "+fua", "+fdatasync4", "+fsync4"];
        for (word, (_, mode)) in words.iter().zip(SyncMode::WORDS) {
            let sync = mode.with_every(4);
            let load = PointLoad { sync, ..PointLoad::SEQUENTIAL_WRITE };
            assert_eq!(load.to_string(), format!("-kW{word} -b64 -o1 -t1 -fsequential"));
            assert_eq!(sync_of(&format!("a -kR+fua {load} -R(a)")), Ok(sync), "{load}");
        }
        assert_eq!(sync_of("a layout"), Ok(SyncMode::None));
        for wrong in ["none", "dsync4", "fdatasync", "fsync0", "fsync5000000000", "flush", ""] {
            assert_eq!(sync_of(&format!("a -kW+{wrong} -b8")), Err(wrong.to_owned()));
        }
    }

    #[test]
    fn several_loads_are_told_by_their_lists() {
        let classic = PointGrid::classic().loads();
        assert_eq!(
            descriptor(&classic),
            "-k(R,W) -b(8,64,256,512,1024) -o(1-64) -t(1,2,4) -fsequential"
        );
        assert_eq!(
            descriptor(&[PointLoad::SEQUENTIAL_READ]),
            PointLoad::SEQUENTIAL_READ.to_string()
        );
        let at = |depth| PointLoad { depth, ..PointLoad::SEQUENTIAL_READ };
        assert_eq!(descriptor(&[16, 1, 4].map(at)), "-kR -b64 -o(1,4,16) -t1 -fsequential");
        assert_eq!(descriptor(&[1, 2].map(at)), "-kR -b64 -o(1,2) -t1 -fsequential");
        let log = PointLoad { sync: SyncMode::Dsync, ..PointLoad::SEQUENTIAL_WRITE };
        let mixed = PointLoad { read_percent: 67.0, block: Bytes(8192), random: true, ..log };
        let told = "-k(67R+dsync,W+dsync) -b(8,64) -o1 -t1 -f(random,sequential)";
        assert_eq!(descriptor(&[mixed, log, mixed]), told);
    }

    #[test]
    fn the_classic_grid_has_210_points() {
        let loads = PointGrid::classic().loads();
        assert_eq!(loads.len(), 210);
        let told: std::collections::HashSet<String> =
            loads.iter().map(PointLoad::to_string).collect();
        assert_eq!(told.len(), 210);
    }
}
