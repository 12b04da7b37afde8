//! Other processes that do I/O while something is measured: who, how much and when.
//!
//! Looks at the machine's processes once a second at most (`/proc/PID/io`), and keeps sums. What a process did before the
//! first look, or in the second in which it ended, is not counted. Names whoever did I/O at all: which device it went to no
//! kernel counts for a process.

use base::Clock;
use std::collections::BTreeMap;
use std::time::Duration;
use summary::Neighbour;
use sys::inventory::{ActivityLook, Roots};

/// The time from one look to the next at least, in nanoseconds.
const LOOK_NS: u64 = 1_000_000_000;
/// Less than this in all is told of nobody (a log's writer does so much).
const BYTES_MIN: u64 = 4 << 20;
/// A process does I/O in a second in which it moves so many bytes.
const BYTES_BUSY: u64 = 64 << 10;

/// Watches the other processes.
pub(crate) struct Neighbours {
    clock: sys::clock::SystemClock,
    begun_ns: u64,
    last: (u64, ActivityLook),
    seen: BTreeMap<u32, Neighbour>,
}

impl Neighbours {
    /// Begins to watch.
    pub(crate) fn watch() -> Self {
        let clock = sys::clock::SystemClock::new();
        let begun_ns = clock.now_ns();
        let last = (begun_ns, ActivityLook::now(&Roots::default()));
        Self { clock, begun_ns, last, seen: BTreeMap::new() }
    }

    /// Looks again where it is due.
    pub(crate) fn look(&mut self) {
        let now_ns = self.clock.now_ns();
        if now_ns - self.last.0 < LOOK_NS {
            return;
        }
        let now = ActivityLook::now(&Roots::default());
        let (then_ns, then) = std::mem::replace(&mut self.last, (now_ns, now));
        let window = Duration::from_nanos(now_ns - then_ns);
        let seconds = |ns: u64| (ns - self.begun_ns) as f64 / 1e9;
        let (from_s, until_s) = (seconds(then_ns), seconds(now_ns));
        for process in then.until(&self.last.1, window).processes {
            let per_s = process.read_bytes_per_s + process.written_bytes_per_s;
            let bytes = (per_s * window.as_secs_f64()) as u64;
            if bytes < BYTES_BUSY {
                continue;
            }
            let name = format!("{} ({})", process.name, process.pid);
            let fresh = Neighbour { name, bytes: 0, from_s, until_s };
            let one = self.seen.entry(process.pid).or_insert(fresh);
            (one.bytes, one.until_s) = (one.bytes + bytes, until_s);
        }
    }

    /// Those that did much, the busiest first.
    pub(crate) fn told(&self) -> Vec<Neighbour> {
        let mut all: Vec<Neighbour> =
            self.seen.values().filter(|one| one.bytes >= BYTES_MIN).cloned().collect();
        all.sort_by_key(|one| std::cmp::Reverse(one.bytes));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_before_a_second_look() {
        let mut watch = Neighbours::watch();
        watch.look();
        assert_eq!(watch.told(), []);
        let one = |name: &str, bytes| Neighbour {
            name: name.to_owned(),
            bytes,
            from_s: 0.0,
            until_s: 1.0,
        };
        watch.seen = [(1, one("log", 1 << 20)), (2, one("a", 5 << 20)), (3, one("b", 9 << 20))]
            .into_iter()
            .collect();
        let names: Vec<String> = watch.told().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["b", "a"]);
    }
}
