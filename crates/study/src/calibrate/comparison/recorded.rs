//! The judgement of a record, to which no round can be added.
//!
//! Nobody knows in which order its points were measured, so all are one round, and ranks among peers prove nothing. Never calls
//! a disk an outlier by a single point.

use super::super::error_rate_of;
use super::super::healthy_disks::Value;
use super::super::verdict::{self, Bench};
use super::Comparison;
use record::calibrate::{CalibrateConfig, DiskReason, Judgement, RecordedDisks};

/// The disks, each as often as it was measured.
pub(super) fn order(record: &RecordedDisks) -> Vec<usize> {
    let each = record.times.iter().enumerate();
    each.flat_map(|(disk, times)| std::iter::repeat_n(disk, *times as usize)).collect()
}

impl Comparison {
    /// Judges the suspects by all points.
    pub(super) fn judge_record(&mut self, config: &CalibrateConfig) {
        for members in self.groups() {
            let (values, rounds) = self.record_of(&members);
            let error_rate = error_rate_of(config, 0);
            let bench = Bench {
                values,
                rounds,
                disks: members.len(),
                practical: config.practical,
                tests: (config.disks.len() * config.loads.len()) as f64,
                error_rate,
                error_rate_last: error_rate,
                rank_rate: 0.0,
                looks: 0.0,
                unsettled: Vec::new(),
            };
            let candidates = self.candidates(&members);
            for verdict in verdict::judge(&bench, &candidates) {
                let disk = verdict.disk;
                let once = self.own(disk).count() < 2;
                let of_two = verdict.judgement == Judgement::OneOfTwo && rounds < 2;
                self.chance[disk] = verdict.chance;
                self.restless[disk] = verdict.restless;
                if verdict.judgement == Judgement::NotAnOutlier {
                    self.judged[disk] = Judgement::NotAnOutlier;
                } else if once || of_two {
                    self.judged[disk] = Judgement::CannotTell;
                    self.reasons[disk] = Some(DiskReason::MeasuredOnce);
                } else {
                    self.judged[disk] = verdict.judgement;
                }
            }
        }
    }

    /// The points of a group and the number of their rounds. Two disks are compared point by point, as far as both have some.
    fn record_of(&self, members: &[usize]) -> (Vec<Value>, usize) {
        let [one, other] = members else { return (self.values_of(members), 1) };
        let fewest = self.own(*one).count().min(self.own(*other).count());
        let of = |disk: usize| {
            let own = self.own(disk).take(fewest).enumerate();
            own.map(|(round, sample)| Value { round, ..sample.value })
        };
        (of(*one).chain(of(*other)).collect(), fewest)
    }
}
