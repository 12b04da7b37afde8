//! The check of a whole profile: splits the budget over its measured roles, runs each role's study, judges.
//!
//! Takes a profile, a need and a [`Runner`]; gives one finding for each role and every trial on the way. Pure.

use crate::bulk::{self, BulkConfig};
use crate::commit::{self, CommitConfig};
use crate::ramp::{self, Ramp, RampConfig, RampResult};
use crate::record::{Limit, RoleFinding, TrialRecord, Verdict};
use crate::{Next, Observed, Runner, Trial, judge};
use base::units::{grouped, readable};
use summary::doubt::Stalled;
use summary::{Conditions, Doubt, StreamSummary, doubt};
use workload::{BlockSizes, Ceiling, Need, Pace, Profile, Role, RoleKind, SyncMode};

/// What is checked, and how long it may take.
#[derive(Clone, Debug)]
pub struct CheckPlan {
    /// The measured roles, in the profile's order; [`crate::Trial::role`] counts in this list.
    pub roles: Vec<Role>,
    /// What must be met.
    pub need: Need,
    /// Time of each role in nanoseconds.
    pub budgets_ns: Vec<u64>,
    /// The most that may be outstanding in an open loop.
    pub depth_max: u32,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckResult {
    /// One for each role that was measured.
    pub findings: Vec<RoleFinding>,
    /// What makes them doubtful that only their studies could see, such as stalls.
    pub doubts: Vec<Doubt>,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

impl CheckPlan {
    /// Shares `budget_ns` over the measured roles of a profile by their weights.
    pub fn new(profile: &Profile, need: Need, budget_ns: u64) -> Self {
        let roles: Vec<Role> = profile.roles.iter().filter(|r| r.measured).cloned().collect();
        let all: f64 = roles.iter().map(|r| r.weight.max(0.0)).sum();
        let share =
            |r: &Role| if all > 0.0 { r.weight.max(0.0) / all } else { 1.0 / roles.len() as f64 };
        let budgets_ns = roles.iter().map(|r| (budget_ns as f64 * share(r)) as u64).collect();
        Self { roles, need, budgets_ns, depth_max: 64 }
    }

    /// The ceiling of a role: the need's where it names one, else the profile's.
    pub fn ceiling(&self, role: &Role) -> Ceiling {
        self.need.ceiling.unwrap_or(role.ceiling)
    }

    /// Runs everything; `on_trial` and `on_finding` see each result as soon as it exists. `conditions` gives
    /// what is known of the machine at that moment, to say what limits.
    pub fn drive<R: Runner>(
        &self,
        runner: &mut R,
        conditions: &dyn Fn() -> Conditions,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
        on_finding: &mut dyn FnMut(&RoleFinding),
    ) -> Result<CheckResult, R::Error> {
        let mut result = CheckResult::default();
        for (index, role) in self.roles.iter().enumerate() {
            let mut trials = Vec::new();
            let mut counted = |trial: &TrialRecord, seen: &Observed| {
                trials.push(trial.clone());
                on_trial(trial, seen);
            };
            let mut answer = match role.kind {
                RoleKind::Load => self.load(index, role, runner, &mut counted)?,
                RoleKind::Commit => self.commit(index, role, runner, &mut counted)?,
                RoleKind::Bulk => self.bulk(index, role, runner, &mut counted)?,
            };
            let conditions = conditions();
            answer.judge(role, &self.need, &conditions, &trials);
            on_finding(&answer.finding);
            result.findings.push(answer.finding);
            result.doubts.append(&mut answer.doubts);
            result.interrupted |= answer.interrupted;
            if answer.interrupted {
                break;
            }
        }
        Ok(result)
    }

    fn load<R: Runner>(
        &self,
        index: usize,
        role: &Role,
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
    ) -> Result<Answer, R::Error> {
        let depth = (role.stream.depth * role.stream.workers).max(self.depth_max);
        let ceiling = self.ceiling(role);
        let budget_ns = self.budgets_ns[index];
        let spare_ns = half_depth_ns(budget_ns);
        let mut config = RampConfig::new(index, &role.name, ceiling, depth, budget_ns - spare_ns);
        config.need_iops = self.need.iops_min;
        config.interval_ns = even_interval_ns(config.interval_ns);
        let mut found = ramp::drive(&mut Ramp::new(config), runner, on_trial)?;
        let mut depth_limited = found.depth_limited;
        // It tells a quota as well: from another depth, in intervals that are many.
        if found.probe.is_some() && depth > 1 && !found.interrupted {
            let half = half_depth(index, depth, spare_ns);
            let seen = runner.run(&half, &mut |_| Next::Continue)?;
            on_trial(&closed(role, &half, &seen), &seen);
            found.interrupted = seen.interrupted;
            let whole = found.saturation_iops.unwrap_or_default();
            depth_limited &= whole > seen.stream.iops.value * DEPTH_GAIN_MIN;
        }
        let mut finding = self.blank(role);
        finding.load_line = found.load_line;
        (finding.mibps, finding.latency_ns) = (found.mibps, found.latency_ns);
        finding.saturation_iops = found.saturation_iops;
        (finding.verdict, finding.reason) = self.judge_load(&found, ceiling);
        let interrupted = found.interrupted;
        let mut doubts: Vec<Doubt> =
            doubt::stalls(&role.name, &stalled(&found, ceiling)).into_iter().collect();
        doubts.extend(found.slow.map(|slow| doubt::slower(&role.name, &slow.seen)));
        doubts.extend(found.wander.map(|seen| doubt::wandering(&role.name, &seen)));
        let measured = found.probe.is_some();
        let unseen = unseen(&found);
        Ok(Answer { finding, doubts, measured, depth_limited, interrupted, unseen })
    }

    fn judge_load(&self, found: &RampResult, ceiling: Ceiling) -> (Verdict, String) {
        if found.stalled {
            let stalls = stalled(found, ceiling).told();
            let why = format!("{ceiling} cannot be held at any load, because of {stalls}");
            return (Verdict::NotFit, why);
        }
        let (verdict, mut why) = self.judge_line(found, ceiling);
        if verdict == Verdict::Fit {
            why += &held_for(found);
            if self.need.iops_min.is_none() {
                why += &time_needed(found, ceiling);
            }
        }
        if found.stalls.count == 0 || verdict == Verdict::NotFit {
            return (verdict, why);
        }
        let late = found.stalls.late_share(ceiling.latency_ns.as_secs_f64());
        let stalls = stalled(found, ceiling).there_were();
        if verdict == Verdict::Fit && late > 1.0 - ceiling.quantile {
            let why =
                format!("{why} between stalls only: {stalls}, and no rate keeps it over them");
            return (Verdict::CannotTell, why);
        }
        let spared = if found.confirmed { ", which the confirming run did not meet" } else { "" };
        (verdict, format!("{why}; {stalls}{spared}"))
    }

    fn judge_line(&self, found: &RampResult, ceiling: Ceiling) -> (Verdict, String) {
        let Some(line) = found.load_line else {
            return if found.broken_iops == Some(0.0) {
                let why = format!("even one I/O at a time, with no load, breaks {ceiling}");
                (Verdict::NotFit, why)
            } else if found.broken_iops.is_some() && !found.interrupted {
                (Verdict::NotFit, format!("not even the smallest load tried keeps {ceiling}"))
            } else {
                (
                    Verdict::CannotTell,
                    "no load was held long enough to say; give it more time".to_owned(),
                )
            };
        };
        if let Some(need) = self.need.iops_min
            && line.high < need
        {
            return judge::at_least("it", "IOPS", &line, need);
        }
        if !found.confirmed && found.slow.is_some_and(|slow| slow.seen.back && !slow.met) {
            let why = format!(
                "about {} IOPS look possible in the slower of two states, but the confirming run did not meet it; \
                 give it more time",
                readable(line.value)
            );
            return (Verdict::CannotTell, why);
        }
        if !found.confirmed {
            let but = match found.is_wide() {
                true => format!("the time was too short to confirm {ceiling}"),
                false => format!("no confirming run kept {ceiling}"),
            };
            let needed = time_needed(found, ceiling);
            let why =
                format!("about {} IOPS look possible, but {but}{needed}", readable(line.value));
            return match self.need.iops_min {
                Some(need) if found.broken_iops.is_some_and(|broken| broken <= need) => (
                    Verdict::NotFit,
                    format!("{} IOPS are needed and break {ceiling}", readable(need)),
                ),
                _ => (Verdict::CannotTell, why),
            };
        }
        match self.need.iops_min {
            Some(need) => judge::at_least("it", "IOPS", &line, need),
            None if line.high > VAGUE_TIMES * line.value => {
                let why = format!(
                    "{} IOPS keep {ceiling}, and up to {} may: the time was too short to know{}",
                    readable(line.value),
                    readable(line.high),
                    time_needed(found, ceiling)
                );
                (Verdict::CannotTell, why)
            }
            None => (Verdict::Fit, format!("{} IOPS keep {ceiling}", readable(line.value))),
        }
    }

    fn commit<R: Runner>(
        &self,
        index: usize,
        role: &Role,
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
    ) -> Result<Answer, R::Error> {
        let config = CommitConfig {
            role: index,
            name: role.name.clone(),
            ceiling: self.ceiling(role),
            sync: role.stream.sync,
            budget_ns: self.budgets_ns[index],
            group_max: 64,
        };
        let found = commit::drive(&config, runner, on_trial)?;
        let mut finding = self.blank(role);
        finding.commits_single = found.single;
        finding.commit_latency_ns = found.latency_ns;
        finding.commits_group = found.group;
        (finding.mibps, finding.latency_ns) = (found.mibps, found.at_ceiling_ns);
        (finding.verdict, finding.reason) = found.met.judge(config.ceiling);
        match finding.verdict {
            Verdict::Fit => finding.load_line = found.single,
            // No group keeps what one commit at a time does not.
            Verdict::NotFit => finding.commits_group = None,
            Verdict::CannotTell => {}
        }
        let best = match (found.group, found.single) {
            (Some((rate, size)), _) => Some((rate, format!("commits/s with groups of {size}"))),
            (None, single) => single.map(|rate| (rate, "commits/s".to_owned())),
        };
        if let (Verdict::Fit, Some(need), Some((rate, unit))) =
            (finding.verdict, self.need.commits_min, best)
        {
            (finding.verdict, finding.reason) = judge::at_least("it", &unit, &rate, need);
        }
        let interrupted = found.interrupted;
        let stalled = found.met.stalled(config.ceiling);
        let doubts = doubt::stalls(&role.name, &stalled).into_iter().collect();
        let (measured, depth_limited, unseen) = (found.stream.is_some(), false, String::new());
        Ok(Answer { finding, doubts, measured, depth_limited, interrupted, unseen })
    }

    fn bulk<R: Runner>(
        &self,
        index: usize,
        role: &Role,
        runner: &mut R,
        on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
    ) -> Result<Answer, R::Error> {
        let config = BulkConfig {
            role: index,
            name: role.name.clone(),
            ceiling: self.ceiling(role),
            depth_max: 8,
            budget_ns: self.budgets_ns[index],
        };
        let found = bulk::drive(&config, runner, on_trial)?;
        let mut finding = self.blank(role);
        finding.saturation_iops = found.saturation_iops;
        let (interrupted, depth_limited) = (found.interrupted, found.depth_limited);
        let at_ceiling_ns = found.at_ceiling_ns;
        let Some((best, _)) = found.best else {
            let doubts = Vec::new();
            let (measured, unseen) = (false, String::new());
            return Ok(Answer { finding, doubts, measured, depth_limited, interrupted, unseen });
        };
        finding.mibps = Some(best.mibps.value);
        finding.latency_ns = at_ceiling_ns;
        (finding.verdict, finding.reason) =
            judge::under_ceiling("a transfer", finding.latency_ns, config.ceiling);
        if finding.verdict == Verdict::Fit {
            finding.load_line = Some(best.iops);
            if let Some(need) = self.need.mibps_min {
                (finding.verdict, finding.reason) =
                    judge::at_least("it", "MiB/s", &best.mibps, need);
            }
        }
        let doubts = doubt::stalls_in_transfers(&role.name, &found.stalls.stalled(config.ceiling));
        let (doubts, measured, unseen) = (doubts.into_iter().collect(), true, String::new());
        Ok(Answer { finding, doubts, measured, depth_limited, interrupted, unseen })
    }

    fn blank(&self, role: &Role) -> RoleFinding {
        RoleFinding {
            role: role.name.clone(),
            title: role.title.clone(),
            kind: role.kind,
            operation: operation(role),
            ceiling: self.ceiling(role),
            load_line: None,
            mibps: None,
            latency_ns: None,
            saturation_iops: None,
            commits_single: None,
            commit_latency_ns: None,
            commits_group: None,
            limit: Limit::Unknown,
            verdict: Verdict::CannotTell,
            reason: "nothing was measured".to_owned(),
        }
    }
}

/// What the study of one role gave, before the machine around it is looked at.
struct Answer {
    finding: RoleFinding,
    /// What its study saw that makes it doubtful.
    doubts: Vec<Doubt>,
    /// Whether a closed loop showed what the storage does.
    measured: bool,
    depth_limited: bool,
    interrupted: bool,
    /// What it cannot have seen of a storage that may have credits or caches.
    unseen: String,
}

impl Answer {
    /// Says what limits, and takes a verdict back that machine, failures or the user leave no ground for.
    fn judge(&mut self, role: &Role, need: &Need, conditions: &Conditions, trials: &[TrialRecord]) {
        let fell = self.doubts.iter().any(|doubt| doubt.kind == summary::DoubtKind::BurstCredits);
        let finding = &mut self.finding;
        finding.limit = match limit(trials, role, conditions, self.depth_limited) {
            // What it stood at before it fell for good is no limit of what lasts.
            Limit::Quota if fell => Limit::Unknown,
            found if self.measured => found,
            _ => Limit::Unknown,
        };
        let mut told = (finding.verdict, std::mem::take(&mut finding.reason));
        if told.0 == Verdict::Fit && conditions.rotational != Some(true) {
            told.1 += &self.unseen;
        }
        told = match told {
            // A load line that was confirmed, or a need that broke, stands all the same.
            told if !self.interrupted => told,
            (Verdict::CannotTell, _) => (Verdict::CannotTell, "stopped before its end".to_owned()),
            told if role.kind == RoleKind::Load => told,
            (_, so_far) => {
                (Verdict::CannotTell, format!("stopped before its end; so far {so_far}"))
            }
        };
        // Full CPUs do not hold a rate at a round number.
        if !judge::quota_falls_short(finding, need) {
            told = judge::unless_cpu(told, conditions);
        }
        (finding.verdict, finding.reason) = judge::unless_failed(told, trials);
    }
}

/// The time that the line takes, where it had too little.
fn time_needed(found: &RampResult, ceiling: Ceiling) -> String {
    let Some(needed_s) = found.budget_needed_s(ceiling) else { return String::new() };
    let time = ramp::time_in_words(needed_s);
    match found.is_wide() {
        true => format!("; to know the line to 10 % takes about {time}"),
        false => format!("; about {time} may do so"),
    }
}

/// How far the proof of a line reaches.
fn held_for(found: &RampResult) -> String {
    let through = match found.slow {
        Some(slow) if slow.seen.back => " with slow spells among them",
        _ => "",
    };
    let held_s = found.confirm_s;
    let decimals = usize::from(held_s < 9.95);
    format!(", held for {held_s:.decimals$} s{through}")
}

/// What a ramp cannot have seen.
fn unseen(found: &RampResult) -> String {
    // To two figures: nobody counts credits in ones.
    let step = 10.0_f64.powf((found.ios.max(1.0).log10().floor() - 1.0).max(0.0));
    let ios = grouped(((found.ios / step).floor() * step) as u64);
    let measured = ramp::time_seen_in_words(found.spent_ns as f64 / 1e9);
    format!(
        "; burst credits or caches that last for more than {ios} operations would not have been seen, nor a speed that \
         changes over more than {measured}"
    )
}

/// The stalls of a ramp.
fn stalled(found: &RampResult, ceiling: Ceiling) -> Stalled {
    Stalled { left_out: true, ..found.stalls.stalled(ceiling) }
}

/// An interval of which whole numbers make half a second, so that a throttle's slices of 100 ms show as what they are.
fn even_interval_ns(wanted_ns: u64) -> u64 {
    match wanted_ns / 1_000_000 {
        0..=250 => 100_000_000,
        251..=750 => 500_000_000,
        _ => 1_000_000_000,
    }
}

/// A line that may be so many times what was kept is no answer where nothing is said of what is needed (ours).
const VAGUE_TIMES: f64 = 3.0;

/// What twice the depth must gain to be called the limit (ours: under it the curve is flat, and the storage full).
const DEPTH_GAIN_MIN: f64 = 1.1;

/// Time kept back for the probe at half the depth.
fn half_depth_ns(budget_ns: u64) -> u64 {
    (budget_ns / 12).clamp(500_000_000, 2_000_000_000).min(budget_ns / 4)
}

/// The probe that tells whether the full depth gained anything.
fn half_depth(role: usize, depth: u32, time_ns: u64) -> Trial {
    let warm_up_ns = time_ns / 4;
    Trial {
        role,
        pace: Pace::Closed,
        depth: depth / 2,
        group: 1,
        warm_up_ns,
        duration_ns_max: time_ns - warm_up_ns,
        interval_ns: (time_ns / 16).clamp(50_000_000, 100_000_000),
        purpose: "half depth",
    }
}

fn closed(role: &Role, trial: &Trial, seen: &Observed) -> TrialRecord {
    TrialRecord {
        role: role.name.clone(),
        purpose: trial.purpose.to_owned(),
        rate_iops: None,
        depth: trial.depth,
        streams: vec![seen.stream.clone()],
        held: None,
    }
}

/// What limits, by the fingerprints of the trials and the machine's conditions.
fn limit(
    trials: &[TrialRecord],
    role: &Role,
    conditions: &Conditions,
    depth_limited: bool,
) -> Limit {
    let beside: Vec<&StreamSummary> = trials.iter().flat_map(|t| &t.streams).collect();
    let closed = trials.iter().filter(|t| t.rate_iops.is_none()).flat_map(|t| &t.streams);
    let block_bytes = mean_block_bytes(role);
    if closed.into_iter().any(|stream| doubt::quota(stream, block_bytes, &beside).is_some()) {
        Limit::Quota
    } else if doubt::cpu_saturated(conditions).is_some() && mostly_ours(conditions) {
        Limit::Cpu
    } else if depth_limited {
        Limit::Depth
    } else {
        Limit::Device
    }
}

/// Whether it was us who kept the CPUs busy: CPUs that others keep busy are a doubt, and no limit that was found.
fn mostly_ours(conditions: &Conditions) -> bool {
    let busy = conditions.cpu_busy_share.unwrap_or(0.0);
    conditions.cpu_own_share.is_none_or(|own| own > 0.5 * busy)
}

/// The mean size of the role's operations in bytes.
fn mean_block_bytes(role: &Role) -> f64 {
    let reads = role.stream.read_percent / 100.0;
    let (read, write) = (&role.stream.read_blocks, &role.stream.write_blocks);
    reads * read.mean_bytes() + (1.0 - reads) * write.mean_bytes()
}

/// What one operation is, such as `8 KiB random read 70 %`.
pub fn operation(role: &Role) -> String {
    let stream = &role.stream;
    let size = |blocks: &BlockSizes| match blocks {
        BlockSizes::Fixed(size) => size.to_string(),
        other => format!("{} to {}", other.smallest(), other.largest()),
    };
    let access = match stream.access {
        workload::Access::Sequential
        | workload::Access::Strided(_)
        | workload::Access::Backward(_)
        | workload::Access::Runs { .. } => "sequential",
        _ => "random",
    };
    let sync = match stream.sync {
        SyncMode::None => "",
        SyncMode::Dsync => ", each durable (O_DSYNC)",
        SyncMode::Sync => ", each durable (O_SYNC)",
        SyncMode::Fua => ", each durable (FUA)",
        SyncMode::Fdatasync { .. } => ", fdatasync",
        SyncMode::Fsync { .. } => ", fsync",
    };
    match stream.read_percent {
        p if p >= 100.0 => format!("{} {access} read", size(&stream.read_blocks)),
        p if p <= 0.0 => format!("{} {access} write{sync}", size(&stream.write_blocks)),
        p => format!("{} {access}, {p:.0} % reads{sync}", size(&stream.read_blocks)),
    }
}
