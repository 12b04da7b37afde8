//! The points of one disk together, and whether it came off worse than its peers more often than randomly drawn turns explain.
//!
//! Takes the points of the rounds in which suspects were measured again among peers, in an order drawn at random; returns the
//! probability that a healthy disk ranks so low (or so high) by the draw alone. Within a round, every order of healthy disks is
//! equally likely, whatever the disturbance and however long it lasts (Fisher 1935; Pitman 1937). So this holds for noise that
//! outlasts a point, has heavy tails, or comes and goes. The rank of the disk among its peers of a round is then uniform
//! (Wilcoxon 1945), rounds are independent, and the sum of ranks has the convolution of their laws. The first pass does not
//! count: it made the disk a suspect.

use super::healthy_disks::Value;
use record::Measurement;
use summary::Estimate;

/// The chance of a sum of ranks as far to this side (`slow`: low throughput) as that of `disk` among `peers`; 1 without a
/// round in which both were measured.
pub(super) fn chance(values: &[Value], disk: usize, peers: &[usize], slow: bool) -> f64 {
    let (mut sum, mut law) = (0, vec![1.0]);
    let of_disk = |value: &&Value| value.disk == disk && value.round > 0;
    for own in values.iter().filter(of_disk) {
        let in_round = |value: &&Value| value.round == own.round && peers.contains(&value.disk);
        let (mut peers, mut beyond) = (0, 0);
        for peer in values.iter().filter(in_round) {
            peers += 1;
            let ahead = if slow { peer.log <= own.log } else { peer.log >= own.log };
            beyond += usize::from(ahead);
        }
        if peers > 0 {
            sum += beyond;
            law = convolved(&law, peers + 1);
        }
    }
    if law.len() == 1 { 1.0 } else { law[..=sum].iter().sum() }
}

/// The law of a sum and one more value that is uniform on 0 to `n` - 1.
fn convolved(law: &[f64], n: usize) -> Vec<f64> {
    let mut sum = vec![0.0; law.len() + n - 1];
    for (at, chance) in law.iter().enumerate() {
        for more in &mut sum[at..at + n] {
            *more += chance / n as f64;
        }
    }
    sum
}

/// The mean over time, in MiB/s. Its interval is the wider one of two: from the points' own intervals, as independent errors, and
/// from the differences between points of the same disk (`noise`: one standard deviation, relative, if known).
pub(super) fn combine_points(points: &[&Measurement], noise: Option<f64>) -> Estimate {
    if points.is_empty() {
        return Estimate::unknown(0.0);
    }
    let seconds: f64 = points.iter().map(|point| point.seconds).sum();
    let share = |point: &Measurement| point.seconds / seconds;
    let value: f64 = points.iter().map(|point| share(point) * point.mibps.value).sum();
    let root = |of: &dyn Fn(&Measurement) -> f64| {
        points.iter().map(|point| (share(point) * of(point)).powi(2)).sum::<f64>().sqrt()
    };
    let differ = noise.map(|noise| 1.96 * noise * value * root(&|_| 1.0));
    let all_known = points.iter().all(|point| point.mibps.interval.is_some());
    if differ.is_none() && !all_known {
        return Estimate::unknown(value);
    }
    let wider = |half: f64| if all_known { half } else { 0.0 }.max(differ.unwrap_or(0.0));
    let low = wider(root(&|point| point.mibps.value - point.mibps.ends().low));
    let high = wider(root(&|point| point.mibps.ends().high - point.mibps.value));
    Estimate::between(value, value - low, value + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;
    use workload::PointLoad;

    fn value(disk: usize, round: usize, log: f64) -> Value {
        Value { disk, round, log }
    }

    #[test]
    fn the_lowest_of_seven_in_each_of_three_rounds_is_one_of_343() {
        let values: Vec<Value> = (0..4)
            .flat_map(|round| (0..7).map(move |disk| value(disk, round, disk as f64)))
            .collect();
        let peers = [1, 2, 3, 4, 5, 6];
        assert!((chance(&values, 0, &peers, true) * 343.0 - 1.0).abs() < 1e-9);
        assert!((chance(&values, 0, &peers, false) - 1.0).abs() < 1e-9);
        // The second lowest of six: 1, 3, 6 of 216 orders have a sum of 0, 1, 2, and 10 one of 3.
        let fewer = [0, 2, 3, 4, 5];
        assert!((chance(&values, 1, &fewer, true) * 216.0 - 20.0).abs() < 1e-9);
        assert_eq!(chance(&values[..7], 0, &peers, true), 1.0, "the first pass does not count");
        assert_eq!(chance(&values, 0, &[], true), 1.0);
    }

    #[test]
    fn a_healthy_disk_is_as_rarely_low_as_is_said_in_any_weather() {
        let (mut low, seeds) = (0, 20_000);
        let mut rng = Rng::new(5);
        for _ in 0..seeds {
            let mut values = Vec::new();
            for round in 1..4 {
                // Waves: a point in four is 40 % lower.
                values.extend((0..7).map(|disk| {
                    let wave = if rng.unit() < 0.25 { -0.5 } else { 0.0 };
                    value(disk, round, wave + 0.001 * rng.normal())
                }));
            }
            low += u32::from(chance(&values, 0, &[1, 2, 3, 4, 5, 6], true) <= 0.02);
        }
        // 4 of 343 have a sum of 1 at most, 10 of 343 one of 2: 0.0117 is the most under 0.02.
        let rate = f64::from(low) / f64::from(seeds);
        assert!((0.009..0.0145).contains(&rate), "{rate}");
    }

    fn point(mibps: f64, half: f64, seconds: f64) -> Measurement {
        let mibps = Estimate::between(mibps, mibps - half, mibps + half);
        Measurement::of(&PointLoad::SEQUENTIAL_READ, 1, mibps, seconds)
    }

    #[test]
    fn what_was_moved_over_the_time_is_shown_with_the_wider_interval() {
        let (first, again) = (point(100.0, 3.0, 10.0), point(130.0, 3.0, 20.0));
        let both = combine_points(&[&first, &again], None);
        assert!((both.value - 120.0).abs() < 1e-9, "{both:?}");
        // (1/3 x 3)^2 + (2/3 x 3)^2 = 5.
        assert!((both.ends().high - 120.0 - 5.0_f64.sqrt()).abs() < 1e-9, "{both:?}");
        let restless = combine_points(&[&first, &again], Some(0.05));
        assert!(
            (120.0 - restless.ends().low - 1.96 * 0.05 * 120.0 * 5.0_f64.sqrt() / 3.0).abs() < 1e-9
        );
        assert_eq!(combine_points(&[&first], None), first.mibps);
        let unknown = point(100.0, f64::NAN, 10.0);
        assert!(!combine_points(&[&unknown], None).is_known());
        assert!((combine_points(&[&unknown], Some(0.01)).ends().high - 101.96).abs() < 1e-9);
        assert!(!combine_points(&[], Some(0.01)).is_known());
    }
}
