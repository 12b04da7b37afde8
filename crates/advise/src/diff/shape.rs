//! Whether two numbers are of the same load: a rate of 8 KiB reads says nothing about one of 64 KiB writes.
//!
//! Takes what a record says about a load; returns it as numbers. Judges no number.

use super::quantity::{NamedLoad, Quantity};
use record::RoleIo;
use summary::StreamSummary;

/// What is known of the load that a number was measured under.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadShape {
    /// The I/O of a role, and what the number is.
    Role {
        io: RoleIo,
        what: Quantity,
    },
    Point(NamedLoad),
    Stream(StreamShape),
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StreamShape {
    /// Mean bytes of a read; `None` if there were none.
    pub read_bytes: Option<f64>,
    /// Mean bytes of a write; `None` if there were none.
    pub write_bytes: Option<f64>,
    pub read_share: f64,
    pub flushes: bool,
    /// Outstanding operations of a closed loop.
    pub depth: Option<f64>,
}

/// A direction with a smaller share of the operations says nothing about its block size.
const SHARE_MIN: f64 = 0.01;
/// Mean block sizes of the same mix differ by chance by less than this.
const BLOCK_RATIO_MAX: f64 = 1.05;
/// The same for shares of reads.
const SHARE_MAX: f64 = 0.05;
/// A depth that is controlled to keep a latency differs from run to run; twice the depth is another load.
const DEPTH_RATIO_MAX: f64 = 1.5;

impl LoadShape {
    /// The load of a stream, as far as what it did shows; `closed`: its depth was requested.
    pub(super) fn of(stream: &StreamSummary, closed: bool) -> Self {
        let all = (stream.read.ios + stream.write.ios).max(1) as f64;
        let block = |bytes: u64, ios: u64| {
            (ios as f64 >= SHARE_MIN * all && ios > 0).then(|| bytes as f64 / ios as f64)
        };
        Self::Stream(StreamShape {
            read_bytes: block(stream.read.bytes, stream.read.ios),
            write_bytes: block(stream.write.bytes, stream.write.ios),
            read_share: stream.read.ios as f64 / all,
            flushes: stream.flush.ios > 0,
            depth: Some(stream.depth_mean).filter(|depth| closed && *depth > 0.0),
        })
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stream(own), Self::Stream(other)) => own.is(other),
            _ => self == other,
        }
    }
}

impl StreamShape {
    fn is(&self, other: &Self) -> bool {
        let near = |a: Option<f64>, b: Option<f64>, most: f64| match (a, b) {
            (Some(a), Some(b)) => a <= b * most && b <= a * most,
            _ => a.is_none() == b.is_none(),
        };
        // An open loop beside a closed one is recognised by its arrivals.
        let depths = self.depth.is_none()
            || other.depth.is_none()
            || near(self.depth, other.depth, DEPTH_RATIO_MAX);
        near(self.read_bytes, other.read_bytes, BLOCK_RATIO_MAX)
            && near(self.write_bytes, other.write_bytes, BLOCK_RATIO_MAX)
            && (self.read_share - other.read_share).abs() <= SHARE_MAX
            && self.flushes == other.flushes
            && depths
    }
}
