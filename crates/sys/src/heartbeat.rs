//! Times in which this process did not run: stopped by a signal, frozen, or in a paused or suspended machine.
//!
//! A thread beats ten times a second. A thread that reads the clock and finds the last beat half a second old checks
//! for a stop at once, so that no thread sees the gap in its time. Stops are taken out of [`SystemClock`]: they are
//! neither latency of storage nor time of a run.

use crate::clock::{self, SystemClock};
use crate::system::clock::process_cpu_ns;
use base::ProcessStop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time between two beats in nanoseconds.
const BEAT_NS: u64 = 100_000_000;
/// A beat later than this is examined. This much of a stop stays in the clock, which must not go back: a reading just
/// before the stop can be this much later than the last beat.
const LATE_NS: u64 = 500_000_000;
/// The shortest gap that counts as a stop. With 64 busy threads of this process on 2 CPUs, the latest of 307 beats came
/// after 1.34 s and one in a hundred after 0.69 s. Without them the latest of 398 came after 0.12 s.
const STOP_NS: u64 = 1_000_000_000;
/// If the process used this share of one CPU over the gap, it ran, and only the beat was late.
const RAN_SHARE: f64 = 0.05;

/// The state that the clock reads on every call; alone in its cache line.
#[repr(align(64))]
struct HeartbeatState {
    /// The last beat on the raw clock; `u64::MAX`: nothing beats.
    beat_ns: AtomicU64,
    /// The time taken out of the clock.
    lost_ns: AtomicU64,
}

static PULSE: HeartbeatState =
    HeartbeatState { beat_ns: AtomicU64::new(u64::MAX), lost_ns: AtomicU64::new(0) };
static HEART: Mutex<Heartbeat> = Mutex::new(Heartbeat::new());
static BEATS: AtomicBool = AtomicBool::new(false);

#[derive(Clone, Copy, Debug, Default)]
struct ClockReading {
    raw_ns: u64,
    cpu_ns: u64,
    /// How long the machine was suspended since its start, if the monotonic clock leaves that out.
    suspended_ns: u64,
    unix_ns: u64,
}

/// One stop, with its begin and end on the clock without stops, at most [`LATE_NS`] apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StopWindow {
    from_ns: u64,
    to_ns: u64,
    stop: ProcessStop,
}

#[derive(Debug)]
struct Heartbeat {
    last: ClockReading,
    cpus: u64,
    lost_ns: u64,
    windows: Vec<StopWindow>,
}

impl Heartbeat {
    const fn new() -> Self {
        let last = ClockReading { raw_ns: 0, cpu_ns: 0, suspended_ns: 0, unix_ns: 0 };
        Self { last, cpus: 1, lost_ns: 0, windows: Vec::new() }
    }

    /// Records a beat, or checks a late one.
    fn look(&mut self, now: ClockReading) {
        let gap_ns = now.raw_ns.saturating_sub(self.last.raw_ns);
        let cpu_ns = now.cpu_ns.saturating_sub(self.last.cpu_ns);
        // Before the stop, every CPU may have worked for the process for one beat.
        let idle = cpu_ns < self.cpus * BEAT_NS + (gap_ns as f64 * RAN_SHARE) as u64;
        let lost_ns = if gap_ns > STOP_NS && idle { gap_ns - LATE_NS } else { 0 };
        let suspended_ns = now.suspended_ns.saturating_sub(self.last.suspended_ns);
        // The raw clock may or may not include the time of a suspend.
        let length_ns = lost_ns.max(if suspended_ns > STOP_NS { suspended_ns } else { 0 });
        if length_ns > 0 {
            let from_ns = self.last.raw_ns - self.lost_ns;
            self.lost_ns += lost_ns;
            let to_ns = now.raw_ns - self.lost_ns;
            let at_unix_s = (now.unix_ns.saturating_sub(length_ns) / 1_000_000_000) as i64;
            self.windows.push(StopWindow {
                from_ns,
                to_ns,
                stop: ProcessStop { at_unix_s, length_ns },
            });
        }
        self.last = now;
    }

    fn overlapping(&self, from_ns: u64, to_ns: u64) -> impl Iterator<Item = ProcessStop> {
        let overlaps = move |w: &&StopWindow| w.from_ns <= to_ns && from_ns <= w.to_ns;
        self.windows.iter().filter(overlaps).map(|window| window.stop)
    }
}

/// Starts the heartbeat, once per process. If no thread can be started, stops are not detected.
pub fn start() {
    let clock = SystemClock::new();
    if BEATS.swap(true, Ordering::Relaxed) {
        return;
    }
    {
        let mut heart = heart();
        heart.cpus = crate::affinity::allowed().len().max(1) as u64;
        heart.last = moment(clock.raw_ns());
        PULSE.beat_ns.store(heart.last.raw_ns, Ordering::Release);
    }
    let beats = move || {
        loop {
            std::thread::sleep(Duration::from_nanos(BEAT_NS));
            look(clock.raw_ns());
        }
    };
    if std::thread::Builder::new().name("heartbeat".to_owned()).spawn(beats).is_err() {
        PULSE.beat_ns.store(u64::MAX, Ordering::Release);
    }
}

/// The stops that overlap a period of the system clock.
pub fn stops(from_ns: u64, to_ns: u64) -> Vec<ProcessStop> {
    heart().overlapping(from_ns, to_ns).collect()
}

/// Whether the process was stopped within a period of the system clock.
pub fn stopped(from_ns: u64, to_ns: u64) -> bool {
    heart().overlapping(from_ns, to_ns).next().is_some()
}

/// The time without stops of the raw clock that `read` reads.
#[inline]
pub(crate) fn running_ns(read: impl Fn() -> u64) -> u64 {
    loop {
        let lost_ns = PULSE.lost_ns.load(Ordering::Acquire);
        let raw_ns = read();
        if raw_ns.saturating_sub(PULSE.beat_ns.load(Ordering::Acquire)) > LATE_NS {
            look(raw_ns);
        }
        // A stop between the two readings would appear at full length, or be subtracted from an earlier time.
        if PULSE.lost_ns.load(Ordering::Acquire) == lost_ns {
            return raw_ns - lost_ns;
        }
    }
}

#[cold]
fn look(raw_ns: u64) {
    let mut heart = heart();
    // Another thread may have checked already.
    if raw_ns > heart.last.raw_ns {
        heart.look(moment(raw_ns));
        PULSE.lost_ns.store(heart.lost_ns, Ordering::Release);
        PULSE.beat_ns.store(raw_ns, Ordering::Release);
    }
}

fn moment(raw_ns: u64) -> ClockReading {
    ClockReading {
        raw_ns,
        cpu_ns: process_cpu_ns(),
        suspended_ns: clock::since_start_ns().saturating_sub(clock::monotonic_ns()),
        unix_ns: clock::unix_now(),
    }
}

fn heart() -> MutexGuard<'static, Heartbeat> {
    HEART.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const S: u64 = 1_000 * MS;

    fn at(raw_ns: u64, cpu_ns: u64) -> ClockReading {
        ClockReading { raw_ns, cpu_ns, suspended_ns: 0, unix_ns: 1_000_000 * S + raw_ns }
    }

    fn beating() -> Heartbeat {
        let mut heart = Heartbeat::new();
        (heart.last, heart.cpus) = (at(10 * S, 0), 2);
        (1..=10).for_each(|beat| heart.look(at(10 * S + beat * 100 * MS, beat * 100 * MS)));
        heart
    }

    #[test]
    fn beats_in_time_are_no_stop() {
        let mut heart = beating();
        heart.look(at(11 * S + 900 * MS, S));
        assert_eq!((heart.lost_ns, heart.windows.len()), (0, 0));
    }

    #[test]
    fn a_stop_is_taken_out_and_the_clock_does_not_go_back() {
        let mut heart = beating();
        // Stopped 60 ms after a beat, for 20 s; both CPUs worked until then.
        heart.look(at(31 * S + 60 * MS, S + 120 * MS));
        let lost_ns = 20 * S + 60 * MS - LATE_NS;
        assert_eq!(heart.lost_ns, lost_ns);
        let stop = ProcessStop { at_unix_s: 1_000_011, length_ns: lost_ns };
        assert_eq!(heart.windows[0], StopWindow { from_ns: 11 * S, to_ns: 11 * S + LATE_NS, stop });
        // The position of a further stop on the clock does not include the first.
        heart.look(at(36 * S + 60 * MS, S + 120 * MS));
        assert_eq!(heart.windows[1].from_ns, 11 * S + LATE_NS);
        let found = |from, to| heart.overlapping(from, to).count();
        assert_eq!((found(0, 10 * S), found(10 * S, 11 * S), found(0, u64::MAX)), (0, 1, 2));
        assert_eq!(found(11 * S + 501 * MS, 12 * S), 1);
        assert_eq!(found(12 * S + 1, 13 * S), 0);
    }

    #[test]
    fn a_late_beat_of_a_process_that_ran_is_no_stop() {
        let mut heart = beating();
        // A starved thread: the other threads of the process used one CPU.
        heart.look(at(13 * S, S + 1_900 * MS));
        assert_eq!((heart.lost_ns, heart.windows.len()), (0, 0));
    }

    #[test]
    fn a_suspend_that_the_clock_does_not_count_is_known_and_takes_nothing_out() {
        let mut heart = beating();
        heart.look(ClockReading { suspended_ns: 60 * S, ..at(11 * S + 100 * MS, S) });
        assert_eq!((heart.lost_ns, heart.windows[0].stop.length_ns), (0, 60 * S));
    }
}
