//! The warnings about a study's points: takes the conditions during the study, returns each kind of warning once.
//!
//! A study has hundreds of points: a warning names one point, and gives the number of the others.

use crate::conditions::{self, ConditionWatch};
use crate::runner::RunTotals;
use crate::shelf::Shelf;
use record::{Point, TrialRecord};
use summary::QuotaUnit;
use summary::warning::Detail;
use summary::warning::Quota;
use summary::{Conditions, Warning, WarningKind};
use sys::inventory::Inventory;
use workload::{EngineChoice, PointLoad};

pub(super) struct StageWatch {
    pub(super) condition_watch: ConditionWatch,
    stacks: Vec<Inventory>,
}

impl StageWatch {
    pub(super) fn start(shelf: &Shelf) -> Self {
        let stacks = shelf.stacks();
        Self { condition_watch: ConditionWatch::start(&stacks, &shelf.held), stacks }
    }

    /// The conditions of the storage stack before anything runs.
    pub(super) fn known(&self) -> Conditions {
        conditions::of_stack(self.stacks.first(), None)
    }

    pub(super) fn lap(&self, known: &Conditions) -> Conditions {
        self.condition_watch.lap(known)
    }

    pub(super) fn stop(&self, shelf: &Shelf, ran: &RunTotals, choice: &EngineChoice) -> Conditions {
        if shelf.simulated() {
            // A simulated storage has its own clock: the load of this machine cannot disturb it.
            return Conditions { simulated: true, ..Conditions::default() };
        }
        let known = Conditions { workers: Some(ran.workers_max), ..self.known() };
        let mut seen = self.condition_watch.stop(&known, ran.own_io);
        seen.engine_fallback =
            ran.engine_kind.and_then(|used| conditions::engine_fallback(choice, used));
        shelf.observe(&mut seen);
        seen
    }
}

/// Returns the warnings of all points and of the machine, each kind once.
pub(super) fn of_points(points: &[(Point, TrialRecord)], seen: &Conditions) -> Vec<Warning> {
    let mut found: Vec<(Warning, usize)> = Vec::new();
    let target_rates = target_rates(points, seen);
    for (point, trial) in points {
        for stream in &trial.streams {
            let load = point.load.stream(&stream.name, &stream.name, 0);
            let own = conditions::of_stream(seen, &load);
            let warnings = summary::warning::check_stream(stream, &own);
            let real_quota = || is_real_quota(&target_rates, &stream.name, &point.load);
            let matters = |warning: &Warning| match warning.kind {
                WarningKind::Quota => real_quota(),
                kind => matters(kind),
            };
            for warning in warnings.into_iter().filter(matters) {
                let detail = Detail::InPoint {
                    target: stream.name.clone(),
                    point: point.descriptor(),
                    detail: Box::new(warning.detail.clone()),
                    more: 0,
                };
                let same = found.iter_mut().find(|known| known.0.kind == warning.kind);
                match same {
                    Some((known, more)) => {
                        *more += 1;
                        if warning.weight > known.weight {
                            *known = Warning::of_run(warning.kind, warning.weight, detail);
                        }
                    }
                    None => {
                        found.push((Warning::of_run(warning.kind, warning.weight, detail), 0));
                    }
                }
            }
        }
    }
    let warnings = found.into_iter().map(|(mut warning, others)| {
        if let Detail::InPoint { more, .. } = &mut warning.detail {
            *more = others;
        }
        warning
    });
    summary::warning::heaviest_first(
        warnings.chain(summary::warning::check_machine(seen)).collect(),
    )
}

/// A rate that another point exceeds by this factor is not a limit (ours).
const EXCEEDED_TIMES: f64 = 1.02;

/// The rates of one target in one point, and the quota that they resemble.
struct TargetRates<'a> {
    target: &'a str,
    load: &'a PointLoad,
    iops: f64,
    mibps: f64,
    quota: Option<Quota>,
}

impl TargetRates<'_> {
    fn exceed(&self, quota: &Quota) -> bool {
        match quota.unit {
            QuotaUnit::Iops => self.iops > quota.value * EXCEEDED_TIMES,
            QuotaUnit::Mibps => self.mibps > quota.value * EXCEEDED_TIMES,
            // The rates of a part of a mix are not known here.
            _ => false,
        }
    }
}

fn target_rates<'a>(points: &'a [(Point, TrialRecord)], seen: &Conditions) -> Vec<TargetRates<'a>> {
    let rates_of_point = |(point, trial): &'a (Point, TrialRecord)| {
        trial.streams.iter().map(|stream| {
            let load = point.load.stream(&stream.name, &stream.name, 0);
            let block_bytes = conditions::of_stream(seen, &load).block_bytes;
            TargetRates {
                target: &stream.name,
                load: &point.load,
                iops: stream.iops.value,
                mibps: stream.mibps.value,
                quota: summary::warning::quota(stream, block_bytes.unwrap_or(0.0)),
            }
        })
    };
    points.iter().flat_map(rates_of_point).collect()
}

/// Whether an apparent quota of a target in one of its loads is a real one. A fifth of all rates are near a round number by
/// chance; a real quota has the same value for every load, and no point exceeds it.
fn is_real_quota(all: &[TargetRates<'_>], target: &str, load: &PointLoad) -> bool {
    let of_target = || all.iter().filter(|rates| rates.target == target);
    let (with_load, with_others): (Vec<_>, Vec<_>) =
        of_target().partition(|rates| rates.load == load);
    let elsewhere: Vec<Quota> = with_others.iter().filter_map(|rates| rates.quota).collect();
    with_load.iter().filter_map(|rates| rates.quota).any(|quota| {
        !of_target().any(|rates| rates.exceed(&quota))
            && (with_others.is_empty() || elsewhere.contains(&quota))
    })
}

/// Whether a kind of warning matters for points. The study decides how long points are, and reports whether they settled.
fn matters(kind: WarningKind) -> bool {
    !matches!(kind, WarningKind::NotSettled | WarningKind::TooShort | WarningKind::FewIos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;
    use workload::SyncMode;

    #[test]
    fn a_rule_stands_at_the_same_number_at_another_load_and_is_not_exceeded() {
        let load = |depth: u32| PointLoad {
            read_percent: 100.0,
            block: Bytes::kib(8),
            random: true,
            depth,
            threads: 1,
            sync: SyncMode::None,
        };
        let loads = [load(1), load(8), load(32)];
        let one = |at: usize, iops: f64, stands: bool| TargetRates {
            target: "a",
            load: &loads[at],
            iops,
            mibps: iops / 128.0,
            quota: stands.then_some(Quota { value: iops, unit: QuotaUnit::Iops }),
        };
        let is_quota = |all: &[TargetRates<'_>]| is_real_quota(all, "a", &loads[1]);
        assert!(is_quota(&[one(0, 900.0, false), one(1, 3000.0, true), one(2, 3000.0, true)]));
        assert!(!is_quota(&[one(0, 900.0, false), one(1, 3000.0, true), one(2, 2950.0, false)]));
        assert!(!is_quota(&[one(1, 3000.0, true), one(0, 3000.0, true), one(2, 4000.0, false)]));
        // With only one load, an apparent quota counts as a quota.
        assert!(is_quota(&[one(1, 3000.0, true), one(1, 3000.0, true)]));
    }
}
