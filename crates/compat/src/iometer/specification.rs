//! Access specifications: their lines, and the one stream that does their I/O.

use super::options;
use base::{Bytes, Nanos};
use workload::{AccessPattern, BlockSizes, Pace, Stream};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Specification {
    pub name: String,
    /// The number of its default assignment: 0 none, 1 all, 2 disks, 3 networks.
    pub assignment: u32,
    pub lines: Vec<Line>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub size: u64,
    /// The percentage of all I/Os.
    pub share: u32,
    /// The percentage of reads among its I/Os.
    pub reads: u32,
    /// The percentage of random I/Os among its I/Os.
    pub random: u32,
    /// The pause before each burst, in milliseconds.
    pub delay_ms: u32,
    pub burst: u32,
    /// The alignment of I/Os in bytes; 0 for a sector.
    pub align: u64,
    /// The size of a reply in bytes; 0 for none.
    pub reply: u64,
}

impl Line {
    /// A line without pause, replies and alignment.
    pub const fn new(size: u64, share: u32, reads: u32, random: u32) -> Self {
        Self { size, share, reads, random, delay_ms: 0, burst: 1, align: 0, reply: 0 }
    }
}

/// One kind of I/O: size in bytes, weight, percentage of reads.
type SizePart = (u64, f64, f64);

impl Specification {
    /// The sum of the percentages of its lines, 100 when it is complete.
    pub(super) fn share(&self) -> u64 {
        self.lines.iter().map(|line| u64::from(line.share)).sum()
    }

    pub(super) fn is_idle(&self) -> bool {
        self.lines.iter().all(|line| line.size == 0 || line.share == 0)
    }

    fn used(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.size > 0 && line.share > 0)
    }

    /// The mean of a value, weighted by the shares of the lines.
    fn mean(&self, of: fn(&Line) -> u32) -> f64 {
        let all: f64 = self.used().map(|line| f64::from(line.share)).sum();
        self.used().map(|line| f64::from(line.share) * f64::from(of(line))).sum::<f64>()
            / all.max(1.0)
    }

    fn differ<T: PartialEq>(&self, of: fn(&Line) -> T) -> bool {
        let first = self.used().next().map(of);
        self.used().any(|line| Some(of(line)) != first)
    }

    /// Every kind of I/O; a reply has the opposite direction and the weight of its request.
    fn parts(&self) -> Vec<SizePart> {
        let mut parts = Vec::new();
        for line in self.used() {
            let (share, reads) = (f64::from(line.share), f64::from(line.reads));
            parts.push((line.size, share, reads));
            if line.reply > 0 {
                parts.push((line.reply, share, 100.0 - reads));
            }
        }
        parts
    }

    /// The rows of the option table that apply to its lines.
    pub(super) fn approximations(&self) -> Vec<&'static str> {
        let rows = [
            (self.differ(|line| line.random), options::MIXED_RANDOM),
            (self.differ(|line| (line.delay_ms, line.burst)), options::MIXED_DELAY),
            (self.differ(|line| line.align), options::MIXED_ALIGN),
            (self.used().any(|line| line.reply > 0), options::REPLY),
        ];
        rows.into_iter().filter(|(used, _)| *used).map(|(_, name)| name).collect()
    }

    /// Sets the properties of a stream from the lines.
    pub(super) fn shape(&self, stream: &mut Stream) {
        let parts = self.parts();
        let all: f64 = parts.iter().map(|part| part.1).sum();
        let reads: f64 = parts.iter().map(|part| part.1 * part.2 / 100.0).sum();
        // The percentage of reads and the sizes of each direction together reproduce every line's I/Os.
        stream.read_percent = (100.0 * reads / all.max(1.0)).clamp(0.0, 100.0);
        let one = sizes(&parts, |_| 1.0);
        stream.read_blocks = sizes(&parts, |part| part.2).or_else(|| one.clone()).unwrap_or(EMPTY);
        stream.write_blocks = sizes(&parts, |part| 100.0 - part.2).or(one).unwrap_or(EMPTY);
        let random = self.mean(|line| line.random);
        let largest = self.used().map(|line| line.align.max(512)).min().unwrap_or(512);
        stream.align = Some(Bytes(largest));
        let step = parts.iter().map(|part| part.0.next_multiple_of(largest)).max().unwrap_or(0);
        stream.access = match random {
            r if r >= 100.0 => AccessPattern::Uniform,
            // Each I/O starts at the next multiple of the alignment.
            r if r <= 0.0 && parts.len() == 1 && step != parts[0].0 => {
                AccessPattern::Strided(Bytes(step))
            }
            r if r <= 0.0 => AccessPattern::Sequential,
            r => AccessPattern::SequentialShare(100.0 - r),
        };
        let delay_ms = self.mean(|line| line.delay_ms);
        if delay_ms > 0.0 {
            let heaviest = self.used().max_by_key(|line| line.share);
            stream.pace = Pace::ThinkTime {
                think_ns: Nanos((delay_ms * 1e6) as u64),
                burst: heaviest.map_or(1, |line| line.burst.max(1)),
            };
        }
    }
}

const EMPTY: BlockSizes = BlockSizes::Fixed(Bytes(512));

/// The sizes of one direction, weighted by their shares; `None` where that direction has no I/O.
fn sizes(parts: &[SizePart], percent: fn(&SizePart) -> f64) -> Option<BlockSizes> {
    let mut list: Vec<(Bytes, f64)> = Vec::new();
    for part in parts {
        let weight = part.1 * percent(part) / 100.0;
        match list.iter_mut().find(|known| known.0 == Bytes(part.0)) {
            Some(known) => known.1 += weight,
            None => list.push((Bytes(part.0), weight)),
        }
    }
    list.retain(|known| known.1 > 0.0);
    match list[..] {
        [] => None,
        [(size, _)] => Some(BlockSizes::Fixed(size)),
        _ => Some(BlockSizes::Weighted(list)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_one_stream_with_the_same_mix() {
        let spec = Specification {
            lines: vec![Line::new(4096, 60, 100, 100), Line::new(65536, 40, 25, 100)],
            ..Specification::default()
        };
        let mut stream = Stream::new("a", "b");
        spec.shape(&mut stream);
        assert_eq!(stream.read_percent, 70.0);
        let weighted = |list: &[(u64, f64)]| {
            BlockSizes::Weighted(list.iter().map(|x| (Bytes(x.0), x.1)).collect())
        };
        assert_eq!(stream.read_blocks, weighted(&[(4096, 60.0), (65536, 10.0)]));
        assert_eq!(stream.write_blocks, BlockSizes::Fixed(Bytes(65536)));
        assert_eq!((stream.access, stream.align), (AccessPattern::Uniform, Some(Bytes(512))));
        assert_eq!(spec.approximations(), [""; 0]);
    }

    #[test]
    fn rests_alignment_replies_and_part_random_are_kept() {
        let mut line = Line::new(4096, 100, 100, 0);
        (line.delay_ms, line.burst, line.align) = (10, 4, 8192);
        let spec = |line| Specification { lines: vec![line], ..Specification::default() };
        let mut stream = Stream::new("a", "b");
        spec(line).shape(&mut stream);
        assert_eq!(stream.access, AccessPattern::Strided(Bytes(8192)));
        assert_eq!(stream.pace, Pace::ThinkTime { think_ns: Nanos::millis(10), burst: 4 });
        (line.random, line.reply) = (20, 512);
        spec(line).shape(&mut stream);
        assert_eq!(stream.access, AccessPattern::SequentialShare(80.0));
        assert_eq!(stream.read_percent, 50.0);
        assert_eq!(stream.write_blocks, BlockSizes::Fixed(Bytes(512)));
        assert_eq!(spec(line).approximations(), [options::REPLY]);
    }
}
