//! Other processes that do I/O or use the CPUs while something is measured: who, how much and when.
//!
//! Looks at the machine's processes once a second at most (`/proc/PID/io` and `/proc/PID/stat`), and keeps sums. What a process
//! did before the first look, or in the second in which it ended, is not counted. The kernel does not count which device the I/O of a process
//! went to. Names the processes that have the tested device, or a file on it, open; if there are none, all that did I/O.

use base::Clock;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use summary::Neighbour;
use sys::inventory::{ActivityLook, ForeignTicks, SystemRoots, has_open};
use sys::target::Target;

/// The least time from one look to the next, in nanoseconds, and in lengths of a look: a look at a thousand processes takes 20 ms.
const LOOK_NS: u64 = 1_000_000_000;
const LOOK_TIMES: u64 = 100;
/// The most processes and programs that are kept: a soak of months would meet any number of them.
const KEPT_MAX: usize = 1_000;
/// A process that did less I/O than this in total is not reported (a log writer does about as much).
const BYTES_MIN: u64 = 4 << 20;
/// A process counts as doing I/O from this many bytes between two looks.
const BYTES_BUSY: u64 = 64 << 10;

pub(crate) struct Neighbours {
    clock: sys::clock::SystemClock,
    begun_ns: u64,
    last_ns: u64,
    last: ActivityLook,
    due_ns: u64,
    devices: Vec<u64>,
    seen: BTreeMap<u32, Neighbour>,
    sharing: BTreeSet<u32>,
    /// The CPUs that this process may use, and the time that others used of them.
    cpus: Vec<u32>,
    /// The CPU time of others up to the last look.
    pub(crate) ticks: ForeignTicks,
}

impl Neighbours {
    /// Begins to watch who shares the devices of these targets.
    pub(crate) fn watch<'a>(targets: impl IntoIterator<Item = &'a Target>) -> Self {
        let devices = targets.into_iter().map(|target| target.identity().device()).collect();
        let clock = sys::clock::SystemClock::new();
        let begun_ns = clock.now_ns();
        Self {
            clock,
            begun_ns,
            last_ns: begun_ns,
            last: ActivityLook::now(&SystemRoots::default()),
            due_ns: begun_ns + LOOK_NS,
            devices,
            seen: BTreeMap::new(),
            sharing: BTreeSet::new(),
            cpus: sys::affinity::allowed(),
            ticks: ForeignTicks::default(),
        }
    }

    /// Looks again if the next look is due.
    pub(crate) fn look(&mut self) {
        if self.clock.now_ns() >= self.due_ns {
            self.look_now();
        }
    }

    /// The CPU time of others up to now.
    pub(crate) fn cpu_ticks(&mut self) -> &ForeignTicks {
        self.look_now();
        &self.ticks
    }

    fn look_now(&mut self) {
        let now_ns = self.clock.now_ns();
        let now = ActivityLook::now(&SystemRoots::default());
        let took_ns = self.clock.now_ns() - now_ns;
        self.due_ns = now_ns + LOOK_NS.max(LOOK_TIMES * took_ns);
        let before = std::mem::replace(&mut self.last, now);
        let before_ns = std::mem::replace(&mut self.last_ns, now_ns);
        before.add_cpu_ticks(&self.last, &self.cpus, &mut self.ticks);
        let window = Duration::from_nanos(now_ns - before_ns);
        let seconds = |ns: u64| (ns - self.begun_ns) as f64 / 1e9;
        let (from_s, until_s) = (seconds(before_ns), seconds(now_ns));
        for process in before.until(&self.last, window).processes {
            let per_s = process.read_bytes_per_s + process.written_bytes_per_s;
            let bytes = (per_s * window.as_secs_f64()) as u64;
            // A kernel worker moves the data of other processes. On a loop device these data may be ours.
            if bytes < BYTES_BUSY || process.name.starts_with("kworker/") {
                continue;
            }
            let shares = |device: &u64| has_open(&SystemRoots::default(), process.pid, *device);
            if self.devices.iter().any(shares) {
                self.sharing.insert(process.pid);
            }
            let name = format!("{} ({})", process.name, process.pid);
            let new = Neighbour { name, bytes: 0, from_s, until_s };
            let neighbour = self.seen.entry(process.pid).or_insert(new);
            neighbour.bytes += bytes;
            neighbour.until_s = until_s;
        }
        if let Some(least) = forgotten_up_to(self.seen.values().map(|process| process.bytes)) {
            self.seen.retain(|_, process| process.bytes > least);
        }
        if let Some(least) = forgotten_up_to(self.ticks.programs.values().copied()) {
            self.ticks.programs.retain(|_, ticks| *ticks > least);
        }
    }

    /// The processes that did at least `BYTES_MIN` of I/O, the busiest first.
    pub(crate) fn busiest(&self) -> Vec<Neighbour> {
        let busy = self.seen.iter().filter(|(_, process)| process.bytes >= BYTES_MIN);
        let (sharing, others): (Vec<_>, Vec<_>) =
            busy.partition(|(pid, _)| self.sharing.contains(pid));
        let named = if sharing.is_empty() { others } else { sharing };
        let mut named: Vec<Neighbour> =
            named.into_iter().map(|(_, process)| process.clone()).collect();
        named.sort_by_key(|process| std::cmp::Reverse(process.bytes));
        named
    }
}

/// The value up to which to forget, so that half of the most that are kept stay; `None` if there are not too many.
fn forgotten_up_to(values: impl ExactSizeIterator<Item = u64>) -> Option<u64> {
    let mut values: Vec<u64> = Some(values).filter(|values| values.len() > KEPT_MAX)?.collect();
    values.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
    values.get(KEPT_MAX / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_before_a_second_look() {
        let mut watch = Neighbours::watch([]);
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
