//! The load of a soak: named rates, a multiple of a job's rates, or a share of load lines, which are measured first.

use super::SoakRequest;
use crate::check::{self, ActiveCheck, CheckRequest};
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::recorder;
use crate::target::TestTarget;
use crate::trials::{self, target_of};
use base::Nanos;
use record::RoleFinding;
use record::soak::SoakRole;
use report::Language;
use report::messages::soak::SoakFault;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use study::Trial;
use workload::{Pace, Profile, Requirement, Role, Stream};

const TARGET: &str = "storage";
/// The most waiting commits that share a flush, as in databases.
const COMMITS_TOGETHER: u32 = 64;
/// The least queue depth of an open loop (ours). The latency of I/Os that wait beyond it counts from their due time.
const DEPTH_MIN: u32 = 32;

#[derive(Clone, Debug, PartialEq)]
pub enum SoakLoad {
    /// A share of the load lines: all roles together use this share of the storage.
    LineShare(f64),
    Multiple(f64),
    Rate(f64),
    Rates(Vec<(String, f64)>),
}

impl SoakLoad {
    /// The requested rate of a role; `None` if the load says none.
    fn rate_of(&self, role: &Role) -> Option<f64> {
        match self {
            Self::LineShare(_) => None,
            Self::Multiple(times) => Some(role.job.as_ref()?.rate_at(*times)),
            Self::Rate(rate) => Some(*rate),
            Self::Rates(rates) => {
                rates.iter().find(|(name, _)| *name == role.name).map(|(_, rate)| *rate)
            }
        }
    }

    /// A stable text form for the identity of the soak.
    pub(super) fn key(&self) -> String {
        match self {
            Self::LineShare(share) => format!("line {share}"),
            Self::Multiple(times) => format!("times {times}"),
            Self::Rate(rate) => format!("rate {rate}"),
            Self::Rates(rates) => {
                let rates = rates.iter().map(|(name, rate)| format!("{name}={rate}"));
                rates.collect::<Vec<_>>().join(",")
            }
        }
    }
}

pub(super) fn roles(profile: &Profile) -> impl Iterator<Item = &Role> {
    profile.roles.iter().filter(|role| role.measured)
}

/// The reasons why the profile cannot run this load; checked before anything is touched.
pub fn problems(load: &SoakLoad, profile: &Profile) -> Vec<String> {
    let names: Vec<&str> = roles(profile).map(|role| role.name.as_str()).collect();
    let job = roles(profile).any(|role| role.job.is_some());
    let background =
        roles(profile).filter_map(|role| role.job.as_ref()).flat_map(|job| &job.background);
    let closed: Vec<String> = background
        .map(|stream| SoakFault::ClosedLoop { stream: stream.name.clone() }.to_string())
        .collect();
    if !closed.is_empty() {
        return closed;
    }
    match load {
        SoakLoad::LineShare(_) => Vec::new(),
        SoakLoad::Multiple(_) if job => Vec::new(),
        SoakLoad::Multiple(_) => vec![
            SoakFault::ProfileHasNoRate {
                profile: profile.name.to_string(),
                role: names.first().unwrap_or(&"data").to_string(),
            }
            .to_string(),
        ],
        SoakLoad::Rate(_) if names.len() == 1 => Vec::new(),
        SoakLoad::Rate(rate) => vec![
            SoakFault::SeveralRoles {
                profile: profile.name.to_string(),
                example: (names
                    .iter()
                    .map(|name| format!("{name}={rate}"))
                    .collect::<Vec<_>>()
                    .join(",")),
            }
            .to_string(),
        ],
        SoakLoad::Rates(rates) => {
            let unknown = rates.iter().filter(|(name, _)| !names.contains(&name.as_str()));
            unknown
                .map(|(name, _)| {
                    SoakFault::UnknownRole { name: name.to_string(), roles: (names.join(", ")) }
                        .to_string()
                })
                .collect()
        }
    }
}

/// Prefills the target and returns the rate of each role. Measures load lines first if the load is a share of them.
pub(super) fn rates(
    request: &SoakRequest,
    test_target: TestTarget,
    seed: u64,
    store: Option<&Path>,
    interrupt: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<(TestTarget, Vec<SoakRole>), Failure> {
    let SoakLoad::LineShare(share) = request.load else {
        let mut rates = Vec::new();
        for role in roles(&request.profile) {
            if let Some(rate_iops) = request.load.rate_of(role) {
                rates.extend(role_rates(role, rate_iops, None));
            }
        }
        check::prefill(&test_target, seed, check::PrefillTime::Whole, interrupt, progress)?;
        return Ok((test_target, rates));
    };
    progress.say(SoakFault::LoadLinesFirst);
    let check_request = CheckRequest {
        target: request.target.clone(),
        profile: request.profile.clone(),
        source_text: request.source_text.clone(),
        requirement: Requirement::default(),
        requirement_text: String::new(),
        budget_ns: request.line_budget_ns,
        size: request.size,
        engine: request.engine.clone(),
        seed,
        command: request.command.from_anywhere(),
    };
    let mut active_check =
        ActiveCheck::begin(&check_request, test_target, recorder::open(store)?, progress)?;
    active_check.prefill(interrupt, progress)?;
    let measured = active_check.measure(interrupt, progress);
    let record = active_check.finish(measured.is_err());
    progress.wipe();
    measured?;
    // Load lines of a part of the check would be those of the soak for good.
    if interrupt.load(Ordering::Relaxed) {
        return Err(Failure::of(Ending::Interrupted, vec![SoakFault::NotBegun.to_string()]));
    }
    let roles = line_shares(&request.profile, &record.findings, share)?;
    Ok((active_check.target, roles))
}

/// The rate of a role, or of each stream if the role is a job.
fn role_rates(role: &Role, rate_iops: f64, line_share: Option<f64>) -> Vec<SoakRole> {
    let soak_role =
        |name: &str, rate_iops| SoakRole { name: name.to_owned(), rate_iops, line_share };
    let Some(job) = &role.job else { return vec![soak_role(&role.name, rate_iops)] };
    let streams = job.at(Pace::Poisson { rate_iops }, DEPTH_MIN);
    let roles = streams
        .iter()
        .map(|stream| soak_role(&stream.name, stream.pace.rate_iops().unwrap_or_default()));
    roles.collect()
}

/// Rates that use this share of the storage: each role takes an equal part of it.
fn line_shares(
    profile: &Profile,
    findings: &[RoleFinding],
    share: f64,
) -> Result<Vec<SoakRole>, Failure> {
    let part = share / findings.len().max(1) as f64;
    let (mut lines, mut rates) = (Vec::new(), Vec::new());
    for finding in findings {
        match &finding.load_line {
            Some(line) => {
                let role = roles(profile).find(|role| role.name == finding.role);
                let of_role = role.map(|role| role_rates(role, line.value * part, Some(part)));
                rates.extend(of_role.into_iter().flatten());
            }
            None => lines.push(
                SoakFault::NoLoadLineFound {
                    role: finding.role.to_string(),
                    reason: report::words::reason(Language::of_process(), &finding.reason)
                        .trim_end_matches('.')
                        .to_owned(),
                    name: finding.role.to_string(),
                }
                .to_string(),
            ),
        }
    }
    if lines.is_empty() { Ok(rates) } else { Err(Failure::of(Ending::Target, lines)) }
}

/// The streams of all roles at their rates, one for each rate and in the same order. They run for `length_ns`, beginning
/// `elapsed_ns` after the start of the soak. The streams of a job follow its curves.
pub(super) fn streams(
    profile: &Profile,
    rates: &[SoakRole],
    length_ns: u64,
    elapsed_ns: u64,
) -> Vec<Stream> {
    let mut streams = Vec::new();
    for role in roles(profile) {
        let names = role.stream_names();
        let own = rates.iter().filter(|rate| names.contains(&rate.name));
        let rate_iops: f64 = own.map(|rate| rate.rate_iops).sum();
        if rate_iops <= 0.0 {
            continue;
        }
        let trial = Trial {
            role: 0,
            pace: Pace::Poisson { rate_iops },
            depth: (role.stream.depth * role.stream.workers).max(DEPTH_MIN),
            group: COMMITS_TOGETHER,
            warm_up_ns: 0,
            duration_ns_max: length_ns,
            interval_ns: 0,
            purpose: record::TrialPurpose::Run,
        };
        let mut own = trials::streams_of(role, &trial, TARGET);
        let curves = role.job.iter().flat_map(|job| &job.curves);
        for (stream, curve) in own.iter_mut().zip(curves) {
            stream.curve = curve.as_ref().map(|curve| curve.after(elapsed_ns));
        }
        streams.append(&mut own);
    }
    streams
}

pub(super) fn workload(
    request: &SoakRequest,
    test_target: &TestTarget,
    streams: Vec<Stream>,
) -> workload::Workload {
    let name = &request.profile.name;
    workload::Workload {
        engine: request.engine.clone(),
        interval_ns: Nanos(request.interval_ns),
        ..workload::Workload::new(name, vec![target_of(test_target)], streams)
    }
}
