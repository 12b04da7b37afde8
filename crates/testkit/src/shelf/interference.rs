//! Noise that outlasts a point: another user takes a share of the storage in busy periods of random length.
//!
//! Takes times in seconds, gives the remaining share of the storage; busy and quiet times are exponential, like those
//! of the simulated storage's `neighbour`.

use base::Rng;

/// The law of the interference: the share that is taken, and the mean lengths of busy and quiet periods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterferenceLaw {
    /// The share that is taken in a busy period, 0 to 1.
    pub share: f64,
    /// Mean length of a busy period in seconds.
    pub busy_s: f64,
    /// Mean length of a quiet period in seconds.
    pub quiet_s: f64,
}

/// Periodic interference from time 0 on.
#[derive(Clone, Debug)]
pub struct InterferenceSeries {
    wave: InterferenceLaw,
    busy: bool,
    /// The end of the present period, in seconds.
    until_s: f64,
    rng: Rng,
}

impl InterferenceSeries {
    /// Interference in its stationary state at time 0.
    pub fn new(wave: InterferenceLaw, seed: u64) -> Self {
        let mut rng = Rng::at(seed, &[0x3a7e]);
        let busy = rng.unit() < wave.busy_s / (wave.busy_s + wave.quiet_s);
        let mut waves = Self { wave, busy, until_s: 0.0, rng };
        waves.until_s = waves.length();
        waves
    }

    fn length(&mut self) -> f64 {
        let mean = if self.busy { self.wave.busy_s } else { self.wave.quiet_s };
        mean * self.rng.exponential()
    }

    /// The remaining share of the storage in the second from `time_s` on, 0 to 1; times must not go back.
    pub fn left(&mut self, time_s: f64) -> f64 {
        let (mut now, mut busy_s) = (time_s, 0.0);
        while now < time_s + 1.0 {
            while self.until_s <= now {
                self.busy = !self.busy;
                self.until_s += self.length();
            }
            let next = self.until_s.min(time_s + 1.0);
            busy_s += if self.busy { next - now } else { 0.0 };
            now = next;
        }
        1.0 - self.wave.share * busy_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waves_take_their_share_and_last_as_long_as_they_say() {
        // The periods are long compared with the sampling second, so that hardly any falls between two samples.
        let wave = InterferenceLaw { share: 0.4, busy_s: 100.0, quiet_s: 300.0 };
        let mut waves = InterferenceSeries::new(wave, 7);
        let left: Vec<f64> = (0..2_000_000).map(|second| waves.left(f64::from(second))).collect();
        let mean = left.iter().sum::<f64>() / left.len() as f64;
        assert!((mean - 0.9).abs() < 0.005, "{mean}");
        let begins = left.windows(2).filter(|pair| pair[0] > 0.8 && pair[1] <= 0.8).count() as f64;
        assert!((left.len() as f64 / begins / 400.0 - 1.0).abs() < 0.05, "{begins}");
    }
}
