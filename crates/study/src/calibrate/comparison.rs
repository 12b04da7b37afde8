//! The course of one load: a first pass over all disks, then rounds of suspects among peers.
//!
//! Takes points in the order it requested them; decides who is measured again and when that is sufficient. What a set of points
//! says about a disk is judged elsewhere (`verdict`).

mod recorded;

use super::cpus::{self, CpuExplanation};
use super::healthy_disks::{Healthy, Value, groups, spread};
use super::verdict::{self, Bench};
use super::{cpu_rate, error_rate_of, rank_rate, rounds, turns};
use crate::conduct::Outlook;
use crate::conduct::{PointRequest, double_time, limited_by_cpus};
use base::{Rng, median};
use record::calibrate::{
    AffectedDisks, CalibrateConfig, DiskFinding, DiskReason, Group, Judgement, LoadFinding,
};
use record::{Measurement, Point, Purpose, RunFailure, Until};
use std::collections::VecDeque;
use summary::Estimate;
use workload::PointLoad;

pub(super) const SUBJECT: &str = "disk";
/// The fewest peers that are measured again beside suspects.
const PEERS_MIN: usize = 6;
/// A disk is suspected from this many robust spreads of the first pass on.
const SUSPECT_SPREADS: f64 = 1.3;
/// The number of disks of each of two kinds that are measured again before they count as two kinds.
const WITNESSES: usize = 3;
/// A disk none of whose points settled counts as one of its peers only if it is known to be off by less than this many practical
/// differences: in a noisy healthy shelf, one of many disks may always be off by one (ours).
const UNSEEN: f64 = 2.0;

#[derive(Clone, Debug)]
struct DiskSample {
    value: Value,
    measured: Measurement,
}

/// One load's course.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    load: PointLoad,
    index: u64,
    queue: VecDeque<usize>,
    round: usize,
    samples: Vec<DiskSample>,
    group_of: Vec<usize>,
    /// The judgement on each disk; open: not measured, or under suspicion.
    judged: Vec<Judgement>,
    chance: Vec<Option<f64>>,
    reasons: Vec<Option<DiskReason>>,
    /// Whether a disk's ranks among peers have to agree with its distance before it is called an outlier.
    restless: Vec<bool>,
}

impl Comparison {
    pub(super) fn new(config: &CalibrateConfig, index: usize) -> Self {
        let disks = config.disks.len();
        let mut order: Vec<usize> = (0..disks).collect();
        shuffle(&mut order, &mut Rng::at(config.seed, &[0xCA11, index as u64, 0]));
        let record = config.recorded.get(index);
        Self {
            load: config.loads[index],
            index: index as u64,
            queue: record.map_or(order, recorded::order).into(),
            round: 0,
            samples: Vec::new(),
            group_of: vec![0; disks],
            judged: vec![Judgement::Open; disks],
            chance: vec![None; disks],
            reasons: vec![None; disks],
            restless: vec![false; disks],
        }
    }

    pub(super) fn next_request(&self, config: &CalibrateConfig) -> Option<PointRequest> {
        let disk = *self.queue.front()?;
        let name = &config.disks[disk];
        let point = Point {
            repeat: self.own(disk).count() as u32,
            ..Point::new(SUBJECT, std::slice::from_ref(name), self.load)
        };
        let record = config.recorded.get(self.index as usize);
        let purpose = match (self.round, record) {
            (_, Some(record)) if !record.is_order_known => Purpose::RecordedWithoutOrder,
            (0, _) => Purpose::EachAlone,
            _ => Purpose::Again,
        };
        Some(PointRequest { point, until: self.until(config), purpose })
    }

    /// How long a point of this round is.
    fn until(&self, config: &CalibrateConfig) -> Until {
        if self.round == 0 { config.until } else { double_time(config.until) }
    }

    pub(super) fn take(&mut self, config: &CalibrateConfig, measured: &Measurement) {
        let disk = self.queue.pop_front().expect("only what was asked for is taken");
        if let Some(reason) = failed(measured) {
            self.judged[disk] = Judgement::Failed;
            self.reasons[disk] = Some(reason);
        } else {
            let value = Value { disk, round: self.round, log: measured.mibps.value.ln() };
            self.samples.push(DiskSample { value, measured: measured.clone() });
        }
        if self.queue.is_empty() {
            self.end_round(config);
        }
    }

    /// Leaves out the requested disk; returns whether any is left.
    pub(super) fn skip_failed(&mut self, config: &CalibrateConfig, failure: &RunFailure) -> bool {
        let Some(disk) = self.queue.front().copied() else { return false };
        let failed = self.judged.iter().filter(|judged| **judged == Judgement::Failed).count();
        if failed + 1 >= config.disks.len() {
            return false;
        }
        self.judged[disk] = Judgement::Failed;
        self.reasons[disk] = Some(DiskReason::Failed(failure.clone()));
        self.queue.pop_front();
        if self.queue.is_empty() {
            self.end_round(config);
        }
        true
    }

    pub(super) fn outlook(&self, config: &CalibrateConfig) -> Outlook {
        let disks = config.disks.len();
        let rounds_left = if self.queue.is_empty() { 0 } else { rounds(config) - self.round };
        let (now, later) = (self.queue.len(), rounds_left * disks);
        let again =
            if self.round == 0 && disks > 1 { later.min(disks).min(2 * PEERS_MIN) } else { 0 };
        Outlook {
            points_likely: now + again,
            points_max: now + later,
            longest_ns: now as u64 * self.until(config).longest_ns()
                + later as u64 * double_time(config.until).longest_ns(),
        }
    }

    /// Judges the round, and plans the next one.
    fn end_round(&mut self, config: &CalibrateConfig) {
        if self.round == 0 {
            self.group_all(config);
            self.suspect_all(config);
            if !config.recorded.is_empty() {
                self.judge_record(config);
            }
        } else if self.round == 1 && self.is_one_kind() {
            // What looked like two kinds of disks was a disturbance of the first pass.
            self.group_of.fill(0);
            self.suspect_all(config);
        } else {
            for members in self.groups() {
                let bench = Bench {
                    values: self.values_of(&members),
                    rounds: self.round + 1,
                    disks: members.len(),
                    practical: config.practical,
                    tests: (config.disks.len() * config.loads.len()) as f64,
                    error_rate: error_rate_of(config, self.round),
                    error_rate_last: error_rate_of(config, rounds(config)),
                    rank_rate: rank_rate(config),
                    looks: rounds(config).max(1) as f64,
                    unsettled: self.unsettled(&members),
                };
                let candidates = self.candidates(&members);
                for verdict in verdict::judge(&bench, &candidates) {
                    let known = self.cpus_explain(config, verdict.disk, verdict.judgement);
                    // Its peers ran on equally full CPUs: a few more turns show whether those explain it.
                    let again = known == CpuExplanation::NotYet && self.round < rounds(config);
                    self.judged[verdict.disk] =
                        if again { Judgement::Open } else { verdict.judgement };
                    self.chance[verdict.disk] = verdict.chance;
                    self.restless[verdict.disk] = verdict.restless;
                }
            }
        }
        if self.round >= rounds(config) {
            for judged in self.judged.iter_mut().filter(|judged| **judged == Judgement::Open) {
                *judged = Judgement::CannotTell;
            }
        }
        self.round += 1;
        if self.round <= rounds(config) {
            self.queue = self.next_round(config);
        }
    }

    /// Whether disks that looked like another kind in the first pass are like the others when measured again: any repeat is
    /// nearer to the other kind's level.
    fn is_one_kind(&self) -> bool {
        let [slow, fast] = &self.groups()[..] else { return false };
        let level = |members: &[usize]| {
            let first =
                self.samples.iter().map(|sample| sample.value).filter(|value| value.round == 0);
            let own = first.filter(|value| members.contains(&value.disk));
            median(&own.map(|value| value.log).collect::<Vec<_>>())
        };
        let middle = f64::midpoint(level(slow), level(fast));
        let repeats =
            self.samples.iter().map(|sample| sample.value).filter(|value| value.round > 0);
        let other = |value: Value| (value.log > middle) != fast.contains(&value.disk);
        repeats.into_iter().any(other)
    }

    /// Tells whether the disks are of one kind or of two.
    fn group_all(&mut self, config: &CalibrateConfig) {
        let disks = 0..config.disks.len();
        let disks: Vec<usize> = disks.filter(|disk| self.own(*disk).next().is_some()).collect();
        let logs: Vec<f64> = disks.iter().map(|disk| self.first_level(*disk)).collect();
        for (disk, group) in disks.into_iter().zip(groups(&logs, config.practical)) {
            self.group_of[disk] = group;
        }
    }

    /// The mean of the logarithms of a disk's points of the first pass, of which only a record has several.
    fn first_level(&self, disk: usize) -> f64 {
        let first = self.own(disk).filter(|sample| sample.value.round == 0);
        let logs: Vec<f64> = first.map(|sample| sample.value.log).collect();
        logs.iter().sum::<f64>() / logs.len().max(1) as f64
    }

    fn suspect_all(&mut self, config: &CalibrateConfig) {
        let logs: Vec<f64> = (0..config.disks.len()).map(|disk| self.first_level(disk)).collect();
        for members in self.groups() {
            self.suspect(config, &members, &logs);
        }
    }

    /// Names the suspects of the first pass: disks at least half a practical difference from the group's median that also stand
    /// out of its spread, at most so many that the others are the majority. If no disk stands out: disks off by a whole practical
    /// difference that did not settle.
    fn suspect(&mut self, config: &CalibrateConfig, members: &[usize], logs: &[f64]) {
        let own: Vec<f64> = members.iter().map(|disk| logs[*disk]).collect();
        let middle = median(&own);
        let far = |disk: usize| (logs[disk] - middle).abs();
        let from = (config.practical / 2.0).max(SUSPECT_SPREADS * spread(&own));
        // Points that did not settle may spread so widely that no disk stands out of them.
        let unsettled = if members.iter().any(|disk| far(*disk) >= from) {
            Vec::new()
        } else {
            self.unsettled(members)
        };
        let suspects_max = match members.len() {
            0 | 1 => 0,
            2 => 2,
            n => (n - 1) / 2,
        };
        let mut order = members.to_vec();
        order.sort_by(|a, b| far(*b).total_cmp(&far(*a)));
        for (rank, disk) in order.into_iter().enumerate() {
            let suspected = match members.len() {
                2 => (own[0] - own[1]).abs() >= config.practical / 2.0,
                _ if unsettled.contains(&disk) => far(disk) >= config.practical,
                _ => far(disk) >= from,
            };
            self.judged[disk] = match members.len() {
                1 => Judgement::Alone,
                _ if suspected && rank < suspects_max => Judgement::Open,
                _ => Judgement::NotSuspected,
            };
        }
    }

    /// Suspects and as many peers, taking turns; empty if no disk is under suspicion.
    fn next_round(&self, config: &CalibrateConfig) -> VecDeque<usize> {
        let mut queue = VecDeque::new();
        let mut rng = Rng::at(config.seed, &[0xCA11, self.index, self.round as u64]);
        let groups = self.groups();
        let witnesses = if groups.len() > 1 && self.round == 1 { WITNESSES } else { 0 };
        for members in groups {
            let of = |wanted: fn(Judgement) -> bool| -> Vec<usize> {
                members.iter().copied().filter(|disk| wanted(self.judged[*disk])).collect()
            };
            let mut suspects = of(|judged| judged == Judgement::Open);
            if suspects.is_empty() && witnesses == 0 {
                continue;
            }
            let mut peers =
                of(|judged| matches!(judged, Judgement::NotSuspected | Judgement::NotAnOutlier));
            shuffle(&mut suspects, &mut rng);
            shuffle(&mut peers, &mut rng);
            // The least measured ones, so that in the end the healthy disks' own spread is known from all of them.
            peers.sort_by_key(|disk| self.own(*disk).count());
            let least = if suspects.is_empty() { witnesses } else { PEERS_MIN };
            peers.truncate(suspects.len().max(least));
            let most = suspects.len().max(peers.len());
            let mut turns = Vec::new();
            for turn in 0..most {
                turns.extend(peers.get(turn).into_iter().chain(suspects.get(turn)).copied());
            }
            // The position of a disk in the round is drawn, so that no disturbance can favour it.
            if members.len() > 2 {
                shuffle(&mut turns, &mut rng);
            }
            queue.extend(turns);
        }
        queue
    }

    fn own(&self, disk: usize) -> impl Iterator<Item = &DiskSample> {
        self.samples.iter().filter(move |sample| sample.value.disk == disk)
    }

    /// The disks of each group, without those that could not be measured.
    fn groups(&self) -> Vec<Vec<usize>> {
        let most = self.group_of.iter().max().map_or(0, |most| most + 1);
        let members = |group: usize| {
            let disks = 0..self.group_of.len();
            let whole = disks.filter(|disk| self.judged[*disk] != Judgement::Failed);
            whole.filter(|disk| self.group_of[*disk] == group).collect()
        };
        (0..most).map(members).collect()
    }

    fn unsettled(&self, members: &[usize]) -> Vec<usize> {
        let unsettled = |disk: &usize| self.own(*disk).any(|sample| !sample.measured.settled);
        members.iter().copied().filter(unsettled).collect()
    }

    fn values_of(&self, members: &[usize]) -> Vec<Value> {
        let values = self.samples.iter().map(|sample| sample.value);
        values.filter(|value| members.contains(&value.disk)).collect()
    }

    /// The outliers and the disks under suspicion.
    fn candidates(&self, members: &[usize]) -> Vec<(usize, Judgement)> {
        let judged = members.iter().map(|disk| (*disk, self.judged[*disk]));
        judged.filter(|(_, judged)| judged.is_outlier() || *judged == Judgement::Open).collect()
    }

    /// The finding; `moved` is how far the same point was from itself during the study, and how often it was measured.
    pub(super) fn finding(
        &self,
        config: &CalibrateConfig,
        moved: Option<(f64, usize)>,
    ) -> LoadFinding {
        let again = (0..config.disks.len()).any(|disk| self.own(disk).count() > 1);
        let mut disks: Vec<DiskFinding> =
            (0..config.disks.len()).map(|disk| self.bare(config, disk)).collect();
        let (mut spreads, mut noises) = (Vec::new(), Vec::new());
        for members in self.groups() {
            // An unfinished round of a study that was stopped has no level yet to compare with.
            let rounds = self.round.max(1);
            let mut values = self.values_of(&members);
            values.retain(|value| value.round < rounds);
            let peers = self.peers(&values);
            let healthy = (again && !peers.is_empty()).then(|| Healthy::fit(&peers, rounds));
            noises.extend(healthy.as_ref().map(Healthy::noise));
            spreads.push(healthy.map(|healthy| healthy.spread()));
            for disk in &members {
                disks[*disk].deviation = self.deviation(*disk, &values, &peers);
            }
        }
        let noise = noises.into_iter().reduce(f64::max);
        for (disk, found) in disks.iter_mut().enumerate() {
            let own: Vec<&Measurement> = self.own(disk).map(|sample| &sample.measured).collect();
            found.mibps = turns::combine_points(&own, noise);
            self.warning(config, disk, found, noise, moved);
        }
        let groups = self.groups().into_iter().zip(spreads);
        LoadFinding {
            load: self.load,
            groups: groups.map(|(members, spread)| self.group(&members, &disks, spread)).collect(),
            disks,
            noise,
            rounds: self.samples.iter().map(|sample| sample.value.round as u32).max().unwrap_or(0),
            whole: self.queue.is_empty(),
        }
    }

    /// What is typical of these disks. Their own spread is reported if three of them are known to be alike, from the first pass'
    /// points and all later ones together.
    fn group(&self, members: &[usize], disks: &[DiskFinding], spread: Option<f64>) -> Group {
        let even = members.iter().filter(|disk| self.is_even(**disk)).map(|disk| &disks[*disk]);
        let shown = even.clone().filter(|disk| disk.points > 0).map(|disk| disk.mibps.value);
        let alike = even.filter(|disk| disk.judgement != Judgement::CannotTell).count();
        Group {
            mibps: median(&shown.collect::<Vec<_>>()),
            disks: members.len(),
            spread: spread.filter(|_| alike > 2),
        }
    }

    /// The points of the disks that others are compared with.
    fn peers(&self, values: &[Value]) -> Vec<Value> {
        values.iter().copied().filter(|value| self.is_even(value.disk)).collect()
    }

    /// Whether others are compared with this disk: it is no outlier, nor under suspicion, nor unsure.
    fn is_even(&self, disk: usize) -> bool {
        match self.judged[disk] {
            // In the first pass no disk is under suspicion yet.
            Judgement::Open => self.round == 0,
            judged => matches!(
                judged,
                Judgement::NotSuspected | Judgement::NotAnOutlier | Judgement::Alone
            ),
        }
    }

    /// How far a disk is from its peers, itself not among them; of two disks, from the other one. During a first pass, from the
    /// median of three disks or more, without an interval, because the outliers are not known yet.
    fn deviation(&self, disk: usize, values: &[Value], peers: &[Value]) -> Option<Estimate> {
        let of = |disk: usize, all: &[Value]| -> Vec<Value> {
            all.iter().copied().filter(|value| value.disk == disk).collect()
        };
        let without = |all: &[Value]| -> Vec<Value> {
            all.iter().copied().filter(|value| value.disk != disk).collect()
        };
        let own = of(disk, values);
        let first = own.first()?;
        if self.round == 0 {
            let logs: Vec<f64> = values.iter().map(|value| value.log).collect();
            let off = || Estimate::unknown((first.log - median(&logs)).exp_m1());
            return (logs.len() >= 3).then(off);
        }
        let (peers, others) = (without(peers), without(values));
        let peers = if peers.is_empty() { others } else { peers };
        if peers.is_empty() {
            return None;
        }
        let far = Healthy::fit(&peers, self.round).distance(&own);
        let half = 1.96 * far.error;
        let [value, low, high] = [far.log, far.log - half, far.log + half].map(f64::exp_m1);
        Some(Estimate::between(value, low, high))
    }

    /// Withdraws an outlier if the same point changed by as much during the study, and "like its peers" if nothing could be seen;
    /// says why a disk cannot be judged.
    fn warning(
        &self,
        config: &CalibrateConfig,
        disk: usize,
        found: &mut DiskFinding,
        noise: Option<f64>,
        moved: Option<(f64, usize)>,
    ) {
        let off = found.deviation.map_or(f64::INFINITY, |off| off.value.abs());
        let reason = if let Some((share, times)) =
            moved.filter(|(share, _)| found.judgement.is_outlier() && *share >= off)
        {
            DiskReason::PointMoved { share, times }
        } else if let Some((whose, busy_share)) = self.limited_by_cpus(disk, found.judgement)
            && self.cpus_explain(config, disk, found.judgement) != CpuExplanation::No
        {
            DiskReason::CpusFull { whose, busy_share }
        } else if found.judgement == Judgement::CannotTell && found.reason.is_none() {
            match (found.settled, noise) {
                (false, _) if self.restless[disk] => DiskReason::Unsettled,
                (_, Some(noise)) if self.restless[disk] => DiskReason::PointsVary(noise),
                _ => DiskReason::FewPeers,
            }
        } else if self.is_unseen(config, disk, found) {
            let own = self.own(disk).map(|sample| &sample.measured);
            let cpus_full = limited_by_cpus(own).is_some();
            DiskReason::Unseen { share: UNSEEN * config.practical, cpus_full }
        } else {
            return;
        };
        found.judgement = Judgement::CannotTell;
        found.reason = Some(reason);
    }

    /// Whether a disk counts as one of its peers only because nothing could be seen: none of its points settled, and it may be
    /// off by more than twice the practical difference.
    fn is_unseen(&self, config: &CalibrateConfig, disk: usize, found: &DiskFinding) -> bool {
        let off = found.deviation.and_then(|off| off.interval);
        let like = matches!(found.judgement, Judgement::NotSuspected | Judgement::NotAnOutlier);
        let far = UNSEEN * config.practical;
        let close = off.is_some_and(|off| -far < off.low && off.high < far);
        let whole = self.queue.is_empty();
        whole && like && !close && self.own(disk).all(|sample| !sample.measured.settled)
    }

    /// Whose points ran on full CPUs, and how busy those were, if calling the disk an outlier rests on them: the slower disk
    /// could have been faster.
    fn limited_by_cpus(&self, disk: usize, judged: Judgement) -> Option<(AffectedDisks, f64)> {
        let points = |of: &dyn Fn(usize) -> bool| {
            let samples = self.samples.iter().filter(|sample| of(sample.value.disk));
            limited_by_cpus(samples.map(|sample| &sample.measured))
        };
        let peer = |other: usize| other != disk && self.group_of[other] == self.group_of[disk];
        match judged {
            Judgement::Slow => {
                points(&|other| other == disk).map(|busy| (AffectedDisks::Own, busy))
            }
            Judgement::Fast => points(&peer).map(|busy| (AffectedDisks::Peers, busy)),
            Judgement::OneOfTwo => points(&|_| true).map(|busy| (AffectedDisks::Both, busy)),
            _ => None,
        }
    }

    /// Whether full CPUs may be why the disk is called an outlier.
    fn cpus_explain(
        &self,
        config: &CalibrateConfig,
        disk: usize,
        judged: Judgement,
    ) -> CpuExplanation {
        if self.limited_by_cpus(disk, judged).is_none() {
            return CpuExplanation::No;
        }
        if judged == Judgement::OneOfTwo {
            return CpuExplanation::Perhaps;
        }
        let of_group = |other: &usize| self.group_of[*other] == self.group_of[disk];
        let healthy = |one: &usize| {
            matches!(self.judged[*one], Judgement::NotSuspected | Judgement::NotAnOutlier)
        };
        let group: Vec<usize> = (0..self.judged.len()).filter(of_group).collect();
        let peers: Vec<usize> =
            group.iter().copied().filter(|one| *one != disk && healthy(one)).collect();
        let full = self.samples.iter().filter(|sample| sample.measured.cpus_full());
        let full: Vec<Value> = full.map(|sample| sample.value).collect();
        // Each suspect is one test.
        let rate = cpu_rate(config) / (group.len() - peers.len()).max(1) as f64;
        cpus::explain(&full, disk, &peers, judged == Judgement::Slow, rate)
    }

    /// A disk's finding without the comparison.
    fn bare(&self, config: &CalibrateConfig, disk: usize) -> DiskFinding {
        let own: Vec<&Measurement> = self.own(disk).map(|sample| &sample.measured).collect();
        DiskFinding {
            name: config.disks[disk].clone(),
            mibps: Estimate::unknown(0.0),
            deviation: None,
            judgement: self.judged[disk],
            chance: self.chance[disk],
            group: self.group_of[disk],
            points: own.len(),
            seconds: own.iter().map(|point| point.seconds).sum(),
            settled: own.iter().all(|point| point.settled),
            errors: own.iter().map(|point| point.errors).sum(),
            reason: self.reasons[disk].clone(),
        }
    }
}

/// Why a point says nothing about the disk: it moved no data, or too many of its operations failed (more than one of a hundred,
/// as in the warning about I/O errors).
fn failed(measured: &Measurement) -> Option<DiskReason> {
    let (failed, done) = (measured.errors as f64, measured.iops.value * measured.seconds);
    if measured.mibps.value > 0.0 && failed <= 0.01 * (failed + done) {
        return None;
    }
    Some(match (measured.errors, measured.mibps.value > 0.0) {
        (0, _) => DiskReason::NothingMoved,
        (_, false) => DiskReason::AllFailed,
        (_, true) => DiskReason::TooManyFailed,
    })
}

/// Fisher and Yates' shuffle.
fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i as u64 + 1) as usize);
    }
}
