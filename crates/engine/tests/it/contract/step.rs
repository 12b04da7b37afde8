//! Streams with linked rates, on every engine that works here.

use super::job::{ScratchFile, base_plan, engines, go, numbered};
use plan::WorkerPlan;
use sample::IntervalSample;
use workload::RateLink;

fn tied(work: &WorkerPlan, stream: usize, weight: f64) -> WorkerPlan {
    let tie = Some(RateLink { group: 3, weight });
    WorkerPlan { stream, tie, duration_ns: Some(300_000_000), ..numbered(work, 0) }
}

fn ios(intervals: &[IntervalSample], stream: usize) -> f64 {
    intervals
        .iter()
        .filter(|interval| interval.stream == stream)
        .map(|interval| interval.ios() as f64)
        .sum()
}

#[test]
fn streams_of_a_group_keep_the_ratio_of_their_weights() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        let work = plan.phases[0].workers[0].clone();
        plan.streams = vec!["a".to_owned(), "b".to_owned(), "free".to_owned()];
        plan.phases[0].workers = vec![tied(&work, 0, 1.0), tied(&work, 1, 8.0)];
        let intervals = go(&plan);
        let (light, heavy) = (ios(&intervals, 0), ios(&intervals, 1));
        // On any machine, no stream is ever ahead by more than its next operation; on the sync engine, by that of each of
        // its four threads.
        assert!(light > 0.0, "{engine:?} goes on");
        assert!((heavy - 8.0 * light).abs() <= 50.0, "{engine:?}: {heavy} for {light}");
    }
}
