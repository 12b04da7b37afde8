//! The prefill of a check or a soak: random data in the part of the target that is read later.

use crate::engine_failure;
use crate::failure::Failure;
use crate::live::Progress;
use crate::target::{FILE_BYTES_MIN, TestTarget};
use base::{Bytes, Clock, Nanos};
use report::messages::progress::ProgressText;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use sys::guard::FreeSpaceRule;

/// A prefill that takes longer than this announces its estimated duration; a shorter one prints nothing.
const PREFILL_SEEN_S: f64 = 2.0;

#[derive(Clone, Copy, Debug)]
pub(crate) enum PrefillTime {
    /// As long as the whole target takes.
    Whole,
    /// The same, with a measurement of this time behind it.
    Before(Nanos),
    /// At most as long as the measurement behind it: a slow storage gets a smaller test file.
    AtMost(Nanos),
}

impl PrefillTime {
    fn budget(self) -> Option<Nanos> {
        match self {
            Self::Whole => None,
            Self::Before(budget) | Self::AtMost(budget) => Some(budget),
        }
    }

    /// The bytes after which the prefill pauses: all, or so many that twice as many would still take no longer than allowed.
    fn step(self, done: u64, elapsed_ns: u64, all: u64) -> Option<u64> {
        match self {
            _ if done >= all => None,
            Self::AtMost(_) if done == 0 => Some(all.min(FILE_BYTES_MIN)),
            Self::AtMost(most) if elapsed_ns > most.0 / 2 => None,
            Self::AtMost(_) => Some(all.min(2 * done)),
            Self::Whole | Self::Before(_) => Some(all),
        }
    }
}

/// Writes random data to the part of the target that is read later, and returns its size. Announces the estimated duration of a long
/// prefill.
pub(crate) fn prefill(
    test_target: &TestTarget,
    seed: u64,
    time: PrefillTime,
    interrupt: &AtomicBool,
    progress: &mut Progress,
) -> Result<Option<Bytes>, Failure> {
    let (Some(held), Some(size)) = (&test_target.held, test_target.prefill_size) else {
        return Ok(None);
    };
    progress.begin(&ProgressText::Prefilling { size }.to_string(), None);
    let clock = sys::clock::SystemClock::new();
    let begun_ns = clock.now_ns();
    let elapsed_ns = || clock.now_ns() - begun_ns;
    let mut announced = false;
    let (mut filled, mut prefilled) = (0, Ok(()));
    while let (Ok(()), Some(to)) = (&prefilled, time.step(filled, elapsed_ns(), size.0)) {
        let from = filled;
        prefilled =
            engine::prefill(held, from, to, seed, FreeSpaceRule::Reserve, &mut |done, _| {
                let (done, elapsed_s) = (from + done, elapsed_ns() as f64 / 1e9);
                progress.share(done as f64 / size.0 as f64);
                if !announced && elapsed_s >= PREFILL_SEEN_S {
                    announced = true;
                    progress.say(announcement(time, size, done, elapsed_s));
                }
                if interrupt.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        filled = to;
    }
    progress.wipe();
    prefilled.map_err(|e| engine_failure::ended_by_prefill(&e, interrupt))?;
    if announced {
        let took = elapsed_ns() as f64 / 1e9;
        let said = match time.budget() {
            Some(budget) => ProgressText::PrefillTookBefore { took, budget: budget.to_string() },
            None => ProgressText::PrefillTook { took },
        };
        progress.say(said);
    }
    Ok(Some(Bytes(filled)))
}

/// How long the prefill will take, from what is done.
fn announcement(time: PrefillTime, size: Bytes, done: u64, elapsed_s: f64) -> ProgressText {
    let each_s = elapsed_s / done.max(1) as f64;
    let takes = each_s * size.0 as f64;
    let Some(budget) = time.budget() else { return ProgressText::PrefillTakes { size, takes } };
    let (text, budget_s) = (budget.to_string(), budget.0 as f64 / 1e9);
    if matches!(time, PrefillTime::AtMost(_)) && takes > budget_s {
        return ProgressText::PrefillTakesAtMost { takes: budget_s, budget: text };
    }
    ProgressText::PrefillTakesBefore { size, takes, budget: text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_file_doubles_until_its_prefill_would_take_longer_than_the_measurement() {
        let file_of = |time: PrefillTime, bytes_per_s: u64| {
            let mut filled = 0;
            let elapsed_ms = |filled: u64| filled / (bytes_per_s / 1000);
            while let Some(to) = time.step(filled, elapsed_ms(filled) * 1_000_000, 64 << 30) {
                filled = to;
            }
            (filled >> 20, elapsed_ms(filled) / 1000)
        };
        let budget = Nanos::secs(90);
        assert_eq!(file_of(PrefillTime::AtMost(budget), 50 << 20), (4096, 81));
        assert_eq!(file_of(PrefillTime::AtMost(budget), 1 << 30), (65_536, 64));
        // At least the smallest file.
        assert_eq!(file_of(PrefillTime::AtMost(budget), 1 << 19), (64, 128));
        assert_eq!(file_of(PrefillTime::Before(budget), 50 << 20), (65_536, 1310));
    }
}
