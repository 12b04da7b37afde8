//! A queue of requests: takes arrival times and lengths, gives completion times. Several slots serve one queue in the order of
//! arrival.

use super::SlowDiskOptions;
use base::Rng;

/// The slots and when each is free.
#[derive(Debug)]
pub(super) struct ServiceQueue {
    options: SlowDiskOptions,
    free_ns: Vec<u64>,
    rng: Rng,
}

impl ServiceQueue {
    pub(super) fn new(options: SlowDiskOptions) -> Self {
        Self {
            options,
            free_ns: vec![0; options.slots.max(1) as usize],
            rng: Rng::new(options.seed),
        }
    }

    /// The completion time of a read or write that arrives now.
    pub(super) fn transfer_done_ns(&mut self, now_ns: u64, length_bytes: usize) -> u64 {
        let options = &self.options;
        let random = self.rng.exponential();
        let factor = 1.0 - options.jitter + options.jitter * random;
        let transfer_ns = length_bytes as f64 * 1e9 / options.bytes_per_s.max(1) as f64;
        let service_ns = (options.service_ns as f64 * factor + transfer_ns) as u64;
        let slot = self.free_ns.iter_mut().min().expect("there is at least one slot");
        *slot = (*slot).max(now_ns) + service_ns;
        *slot
    }

    /// The completion time of a flush that arrives now. It covers completed writes, so it waits for none and takes no slot.
    pub(super) fn flush_done_ns(&self, now_ns: u64) -> u64 {
        now_ns + self.options.flush_ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(slots: u32, jitter: f64) -> ServiceQueue {
        let options = SlowDiskOptions {
            slots,
            jitter,
            service_ns: 1_000,
            bytes_per_s: 1_000_000_000,
            flush_ns: 500,
            ..SlowDiskOptions::default()
        };
        ServiceQueue::new(options)
    }

    #[test]
    fn requests_wait_for_a_free_slot() {
        let mut queue = queue(2, 0.0);
        let done: Vec<u64> = (0..4).map(|_| queue.transfer_done_ns(0, 1_000)).collect();
        assert_eq!(done, [2_000, 2_000, 4_000, 4_000]);
        assert_eq!(queue.transfer_done_ns(10_000, 0), 11_000, "an idle slot serves at once");
        assert_eq!(queue.flush_done_ns(10_100), 10_600);
    }

    #[test]
    fn jitter_keeps_the_mean() {
        let mut queue = queue(1, 0.5);
        let count = 20_000u64;
        let sum: u64 = (0..count)
            .map(|number| queue.transfer_done_ns(number * 1_000_000, 0) - number * 1_000_000)
            .sum();
        let mean = sum as f64 / count as f64;
        assert!((mean - 1_000.0).abs() < 20.0, "{mean}");
    }
}
