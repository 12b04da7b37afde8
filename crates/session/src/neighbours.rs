//! Other processes that do I/O while something is measured: who, how much and when.
//!
//! Looks at the machine's processes once a second at most (`/proc/PID/io`), and keeps sums. What a process did before the
//! first look, or in the second in which it ended, is not counted. The kernel does not count which device the I/O of a process
//! went to. Names the processes that have the tested device, or a file on it, open; if there are none, all that did I/O.

use base::Clock;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use summary::Neighbour;
use sys::inventory::{ActivityLook, SystemRoots, has_open};
use sys::target::Target;

/// The least time from one look to the next, in nanoseconds.
const LOOK_NS: u64 = 1_000_000_000;
/// A process that did less I/O than this in total is not reported (a log writer does about as much).
const BYTES_MIN: u64 = 4 << 20;
/// A process counts as doing I/O from this many bytes between two looks.
const BYTES_BUSY: u64 = 64 << 10;

/// Watches the other processes.
pub struct Neighbours {
    clock: sys::clock::SystemClock,
    begun_ns: u64,
    last: (u64, ActivityLook),
    /// The tested device.
    device: Option<u64>,
    seen: BTreeMap<u32, Neighbour>,
    /// The processes that had the device open.
    sharing: BTreeSet<u32>,
}

impl Neighbours {
    /// Begins to watch who shares the device of this target.
    pub fn watch(target: Option<&Target>) -> Self {
        let device = target.map(Target::device);
        let clock = sys::clock::SystemClock::new();
        let begun_ns = clock.now_ns();
        let last = (begun_ns, ActivityLook::now(&SystemRoots::default()));
        let (seen, sharing) = (BTreeMap::new(), BTreeSet::new());
        Self { clock, begun_ns, last, device, seen, sharing }
    }

    /// Looks again if the next look is due.
    pub fn look(&mut self) {
        let now_ns = self.clock.now_ns();
        if now_ns - self.last.0 < LOOK_NS {
            return;
        }
        let now = ActivityLook::now(&SystemRoots::default());
        let (then_ns, then) = std::mem::replace(&mut self.last, (now_ns, now));
        let window = Duration::from_nanos(now_ns - then_ns);
        let seconds = |ns: u64| (ns - self.begun_ns) as f64 / 1e9;
        let (from_s, until_s) = (seconds(then_ns), seconds(now_ns));
        for process in then.until(&self.last.1, window).processes {
            let per_s = process.read_bytes_per_s + process.written_bytes_per_s;
            let bytes = (per_s * window.as_secs_f64()) as u64;
            // A kernel worker moves the data of other processes. On a loop device these data may be ours.
            if bytes < BYTES_BUSY || process.name.starts_with("kworker/") {
                continue;
            }
            if self
                .device
                .is_some_and(|device| has_open(&SystemRoots::default(), process.pid, device))
            {
                self.sharing.insert(process.pid);
            }
            let name = format!("{} ({})", process.name, process.pid);
            let fresh = Neighbour { name, bytes: 0, from_s, until_s };
            let one = self.seen.entry(process.pid).or_insert(fresh);
            (one.bytes, one.until_s) = (one.bytes + bytes, until_s);
        }
    }

    /// The processes that did at least `BYTES_MIN` of I/O, the busiest first.
    pub fn busiest(&self) -> Vec<Neighbour> {
        let much = self.seen.iter().filter(|(_, one)| one.bytes >= BYTES_MIN);
        let (mut all, others): (Vec<_>, Vec<_>) =
            much.partition(|(pid, _)| self.sharing.contains(pid));
        if all.is_empty() {
            all = others;
        }
        let mut all: Vec<Neighbour> = all.into_iter().map(|(_, one)| one.clone()).collect();
        all.sort_by_key(|one| std::cmp::Reverse(one.bytes));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_before_a_second_look() {
        let mut watch = Neighbours::watch(None);
        watch.look();
        assert_eq!(watch.busiest(), []);
        let one = |name: &str, bytes| Neighbour {
            name: name.to_owned(),
            bytes,
            from_s: 0.0,
            until_s: 1.0,
        };
        watch.seen = [(1, one("log", 1 << 20)), (2, one("a", 5 << 20)), (3, one("b", 9 << 20))]
            .into_iter()
            .collect();
        let names = |watch: &Neighbours| -> Vec<String> {
            watch.busiest().into_iter().map(|one| one.name).collect()
        };
        assert_eq!(names(&watch), ["b", "a"]);
        watch.sharing.insert(2);
        assert_eq!(names(&watch), ["a"]);
    }
}
