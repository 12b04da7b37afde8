//! How many intervals at the start belong to a warm-up that is not over.
//!
//! MSER-5 (White 1997; White, Cobb and Spratt 2000): means of five intervals, and the cut after which the
//! rest's mean has the smallest standard error. It is only taken when the part cut off clearly differs from
//! the rest: more than 2 % and more than four standard errors, so that a settled run loses nothing.

use super::long_run;

const BATCH: usize = 5;

/// The number of intervals to leave out at the start: 0 up to half of them.
pub fn warm_up_cut(values: &[f64]) -> usize {
    let batches: Vec<f64> =
        values.chunks_exact(BATCH).map(|x| x.iter().sum::<f64>() / BATCH as f64).collect();
    let n = batches.len();
    if n < 4 {
        return 0;
    }
    let mut best = (f64::INFINITY, 0);
    let (mut sum, mut squares) = (0.0, 0.0);
    for cut in (0..n).rev() {
        sum += batches[cut];
        squares += batches[cut] * batches[cut];
        let left = (n - cut) as f64;
        let error = (squares - sum * sum / left).max(0.0) / (left * left);
        if cut <= n / 2 && error <= best.0 {
            best = (error, cut);
        }
    }
    let cut = best.1 * BATCH;
    if cut == 0 || !differs(&values[..cut], &values[cut..]) { 0 } else { cut }
}

fn differs(head: &[f64], rest: &[f64]) -> bool {
    let run = long_run(rest);
    let mean = head.iter().sum::<f64>() / head.len() as f64;
    let worth = (head.len() as f64 / run.time).max(1.0);
    let error = (run.variance / worth + run.variance / run.effective()).sqrt();
    let gap = (mean - run.mean).abs();
    gap > 0.02 * run.mean.abs() && gap > 4.0 * error
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    #[test]
    fn a_ramp_at_the_start_is_cut_and_a_settled_run_is_not() {
        let (mut found, mut false_cuts) = (0, 0);
        for seed in 0..200 {
            let mut rng = Rng::at(seed, &[3]);
            let settled: Vec<f64> = (0..120).map(|_| 1000.0 + 30.0 * rng.normal()).collect();
            false_cuts += i32::from(warm_up_cut(&settled) > 0);
            let mut warming = settled;
            for (i, x) in warming.iter_mut().take(20).enumerate() {
                *x -= 500.0 - 25.0 * i as f64;
            }
            found += i32::from((10..=60).contains(&warm_up_cut(&warming)));
        }
        eprintln!("warm-up found in {found} of 200, cut for nothing in {false_cuts} of 200");
        assert!(found >= 190 && false_cuts <= 6, "{found} {false_cuts}");
    }
}
