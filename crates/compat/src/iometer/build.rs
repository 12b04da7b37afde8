//! From a configuration to a workload: a phase for each test, a stream for each worker on each of its targets.

use super::config::{ConfigWorker, IometerConfig, Manager, judge};
use super::cycle::{Cycle, STEPS_MAX};
use super::{IometerView, Specification, Test, Worker, options};
use crate::foreign::{Mapping, same_device};
use base::{Bytes, Nanos};
use job::Diagnostics;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use workload::{
    ErrorAction, Extent, JobTarget, Phase, StopCondition, Stream, TargetLocation, Workload,
};

/// The most streams of a plan; more are taken as a mistake.
const STREAMS_MAX: usize = 4096;
const SECTOR: u64 = 512;

/// The workload and its tests; `None` when something is missing, which the findings then report.
pub(super) fn build(
    config: &IometerConfig,
    maps: &[Mapping],
    view: &mut IometerView,
    findings: &mut Diagnostics,
) -> Option<Workload> {
    let seconds = run_time(config, findings);
    let workers: Vec<(&Manager, &ConfigWorker)> =
        config.managers.iter().flat_map(|m| m.workers.iter().map(move |w| (m, w))).collect();
    if workers.is_empty() {
        let help = "add a worker to a manager, or use --target PLACE";
        findings.problem((config.source, &(0..0)), "there is no worker", help);
        return None;
    }
    if config.managers.len() > 1 {
        judge(options::MANAGERS, config.source, &config.managers[1].span, findings);
    }
    if config.kind.targets {
        judge(options::CYCLE_TARGETS, config.source, &(0..0), findings);
    }
    let targets = targets(config, &workers, maps, findings);
    let mut plan =
        Plan { config, seconds: seconds.unwrap_or(1.0), streams: Vec::new(), phases: Vec::new() };
    let rounds = rounds(config, &workers, findings);
    for (number, round) in rounds.iter().enumerate() {
        for (busy, most, depth) in steps(config, &workers) {
            if plan.streams.len() > STREAMS_MAX || view.tests.len() > STEPS_MAX * 8 {
                let text = format!(
                    "all tests together have more than {STREAMS_MAX} pairs of worker and target"
                );
                let help = "use fewer cycling steps, or split the configuration";
                findings.problem((config.source, &(0..0)), text, help);
                return None;
            }
            let step = CycleStep { number: view.tests.len() + 1, round: number, busy, most, depth };
            view.tests.extend(plan.test(&step, &workers, round));
        }
    }
    if plan.phases.is_empty() && findings.has_no_problem() {
        let help = "assign a specification with I/Os to a worker";
        findings.problem((config.source, &(0..0)), "every test is idle", help);
    }
    let name = match config.description.as_str() {
        "" => "iometer",
        description => description,
    };
    Some(Workload {
        phases: plan.phases,
        seed: workers.iter().find_map(|(_, worker)| worker.seed),
        ..Workload::new(name, targets, plan.streams)
    })
}

fn run_time(config: &IometerConfig, findings: &mut Diagnostics) -> Option<f64> {
    let (seconds, span) = config.run_s.clone().unwrap_or((0.0, 0..0));
    if seconds <= 0.0 {
        judge(options::ENDLESS, config.source, &span, findings);
    }
    let fits = |s: f64| (0.0..=31_536_000.0).contains(&s);
    if !fits(seconds) || !fits(config.ramp_s) {
        findings.problem((config.source, &span), "a test is longer than a year".to_owned(), "");
        return None;
    }
    (seconds > 0.0).then_some(seconds)
}

type NumberedSpecification<'a> = (usize, &'a Specification);
/// The specification of each worker in one round; `None` for an idle worker.
type Round<'a> = Vec<Option<NumberedSpecification<'a>>>;

fn rounds<'a>(
    config: &'a IometerConfig,
    workers: &[(&Manager, &ConfigWorker)],
    findings: &mut Diagnostics,
) -> Vec<Round<'a>> {
    let known = || config.specifications.iter().map(|known| &known.0).enumerate();
    // The first specification of a name applies.
    let named: HashMap<&str, NumberedSpecification<'_>> =
        known().rev().map(|(number, spec)| (spec.name.as_str(), (number, spec))).collect();
    let usual: Vec<NumberedSpecification<'_>> =
        known().filter(|(_, spec)| matches!(spec.assignment, 1 | 2)).collect();
    let mut lists: Vec<Vec<NumberedSpecification<'_>>> = Vec::new();
    for (_, worker) in workers {
        let mut list = Vec::new();
        for (name, span) in &worker.specifications {
            match named.get(name.as_str()) {
                Some(found) => list.push(*found),
                // Configurations without names have one list of specifications for all workers.
                None if config.unnamed => {}
                None => {
                    let text = format!("there is no access specification \"{name}\"");
                    let help = "define it below 'ACCESS SPECIFICATIONS";
                    findings.problem((config.source, span), text, help);
                }
            }
        }
        if list.is_empty() && (worker.specifications.is_empty() || config.unnamed) {
            list.clone_from(&usual);
        }
        lists.push(list);
    }
    if lists.iter().all(Vec::is_empty) {
        let span = workers.first().map_or(0..0, |(_, worker)| worker.span.clone());
        let text = "no worker has an access specification".to_owned();
        findings.problem((config.source, &span), text, "name one below 'Assigned access specs");
    }
    let run: BTreeMap<usize, &Specification> = lists.iter().flatten().copied().collect();
    for (number, spec) in run {
        let span = &config.specifications[number].1;
        for name in spec.approximations() {
            judge(name, config.source, span, findings);
        }
    }
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let busy = |numbered: &NumberedSpecification<'_>| !numbered.1.is_idle();
    (0..longest)
        .map(|round| lists.iter().map(|list| list.get(round).copied().filter(busy)).collect())
        .filter(|round: &Round<'_>| round.iter().any(Option::is_some))
        .collect()
}

/// Every step of the cycling: number of workers, targets of each, and outstanding I/Os (`None`: the worker's own).
fn steps(
    config: &IometerConfig,
    workers: &[(&Manager, &ConfigWorker)],
) -> Vec<(usize, usize, Option<u32>)> {
    let all = workers.len();
    let most = workers.iter().map(|(_, worker)| worker.targets.len()).max().unwrap_or(0).max(1);
    let count = |used: bool, cycle: Option<Cycle>, end: usize| {
        if used {
            let cycle = cycle.unwrap_or(Cycle { start: 1, end: None, step: 1, exponential: false });
            cycle.steps(end as u32).into_iter().map(|n| (n as usize).min(end)).collect()
        } else {
            vec![end]
        }
    };
    let busy: Vec<usize> = count(config.kind.workers, config.worker_cycle, all);
    let each: Vec<usize> = count(config.kind.targets, config.target_cycle, most);
    let depths: Vec<Option<u32>> = match (config.kind.depth, config.depths.is_empty()) {
        (_, false) => config.depths.iter().map(|depth| Some(*depth)).collect(),
        (true, _) => {
            config.depth_cycle.unwrap_or_default().steps(32).into_iter().map(Some).collect()
        }
        _ => vec![None],
    };
    let mut steps = Vec::new();
    for busy in busy {
        for each in &each {
            steps.extend(depths.iter().map(|depth| (busy, *each, *depth)));
        }
    }
    steps
}

struct Plan<'a> {
    config: &'a IometerConfig,
    seconds: f64,
    streams: Vec<Stream>,
    phases: Vec<Phase>,
}

struct CycleStep {
    number: usize,
    round: usize,
    busy: usize,
    /// The most targets of each worker.
    most: usize,
    /// Outstanding I/Os; `None` for the worker's own.
    depth: Option<u32>,
}

impl Plan<'_> {
    /// Adds the phase of a step and returns its test; `None` where all workers of the step are idle.
    fn test(
        &mut self,
        step: &CycleStep,
        workers: &[(&Manager, &ConfigWorker)],
        round: &Round<'_>,
    ) -> Option<Test> {
        let known: BTreeMap<usize, &Specification> = round.iter().flatten().copied().collect();
        let specifications = known.into_values().cloned().collect();
        let mut test = Test { round: step.round, specifications, workers: Vec::new() };
        let mut streams = Vec::new();
        let each = workers.iter().zip(round).enumerate().take(step.busy);
        for (index, ((manager, worker), spec)) in each {
            let Some((_, spec)) = spec else { continue };
            let depth = step.depth.unwrap_or(worker.depth);
            let mut targets = Vec::new();
            for (place, (target, _)) in worker.targets.iter().enumerate().take(step.most) {
                let name = format!("t{}.w{}.d{}", step.number, index + 1, place + 1);
                self.streams.push(self.stream(&name, target, worker, spec, depth));
                streams.push(name.clone());
                targets.push((target.clone(), name));
            }
            test.workers.push(Worker {
                manager: manager.name.clone(),
                name: worker.name.clone(),
                specification: spec.name.clone(),
                replies: spec.lines.iter().any(|line| line.reply > 0),
                depth,
                first_sector: worker.first_sector,
                sectors: worker.sectors,
                targets,
            });
        }
        let of_workers = |spec: &&Specification| {
            test.workers.iter().any(|worker| worker.specification == spec.name)
        };
        let names = test.specifications.iter().filter(of_workers).map(|spec| spec.name.as_str());
        let names = names.collect::<Vec<_>>().join(" + ");
        let depth = step.depth.map_or_else(String::new, |depth| format!(", {depth} outstanding"));
        (!streams.is_empty()).then(|| {
            self.phases.push(Phase {
                name: format!("{}: {names}{depth}", step.number),
                streams,
                warm_up_ns: Nanos((self.config.ramp_s * 1e9) as u64),
                pause_ns: Nanos(0),
            });
            test
        })
    }

    fn stream(
        &self,
        name: &str,
        target: &str,
        worker: &ConfigWorker,
        spec: &Specification,
        depth: u32,
    ) -> Stream {
        let mut stream = Stream {
            depth,
            offset: Extent::Bytes(Bytes(worker.first_sector * SECTOR)),
            size: (worker.sectors > 0).then_some(Extent::Bytes(Bytes(worker.sectors * SECTOR))),
            stop: StopCondition {
                duration_ns: Some(Nanos((self.seconds * 1e9) as u64)),
                ..StopCondition::default()
            },
            on_error: ErrorAction::Continue,
            ..Stream::new(name, target)
        };
        spec.shape(&mut stream);
        stream
    }
}

fn targets(
    config: &IometerConfig,
    workers: &[(&Manager, &ConfigWorker)],
    maps: &[Mapping],
    findings: &mut Diagnostics,
) -> Vec<JobTarget> {
    let mut targets: Vec<JobTarget> = Vec::new();
    let mut elsewhere: Vec<&str> = Vec::new();
    for (_, worker) in workers {
        if worker.targets.is_empty() && !worker.network {
            let text = format!("worker \"{}\" has no target", worker.name);
            let help = "name one below 'Target assignments, or use --target PLACE";
            findings.problem((config.source, &worker.span), text, help);
        }
        let wanted = (worker.sectors > 0).then(|| (worker.first_sector + worker.sectors) * SECTOR);
        for (name, span) in &worker.targets {
            if let Some(known) = targets.iter_mut().find(|known| known.name == *name) {
                if let (Some(Extent::Bytes(size)), Some(wanted)) = (&mut known.size, wanted) {
                    size.0 = size.0.max(wanted);
                }
                continue;
            }
            if elsewhere.contains(&name.as_str()) {
                continue;
            }
            let Some(place) = place(name, maps) else {
                elsewhere.push(name);
                let short = short(name);
                let text = format!("\"{name}\" is a target of another machine");
                findings.problem((config.source, span), text, format!("map it to a path here, such as --map '{short}=/dev/sdX' or --map '{short}=/mnt/x'"));
                continue;
            };
            let size = wanted.map(|bytes| Extent::Bytes(Bytes(bytes)));
            targets.push(JobTarget { name: name.clone(), place, size });
        }
        if worker.repeating && writes(config) {
            judge(options::PATTERN, config.source, &worker.span, findings);
        }
    }
    targets
}

fn writes(config: &IometerConfig) -> bool {
    config.specifications.iter().flat_map(|known| &known.0.lines).any(|line| line.reads < 100)
}

/// Whether a name is a local place.
fn is_here(name: &str) -> bool {
    let is_path = ["/", "./", "../"].iter().any(|start| name.starts_with(start));
    name == "null" || is_path || workload::simulation(name).is_some()
}

/// The identifying part of a target's name: `C:` of `C: "System"`, `1:` of `1: "( INTEL ..."`.
fn short(name: &str) -> &str {
    match name.split_once([' ', '\t']) {
        Some((first, _)) if first.ends_with(':') => first,
        _ => name,
    }
}

/// The local place of a target. The root of a file system stands for the file `iobw.tst` in it.
fn place(name: &str, maps: &[Mapping]) -> Option<TargetLocation> {
    let name = name.trim();
    let short = short(name);
    let stem = short.trim_end_matches(':');
    let drive = short.len() == 2
        && short.ends_with(':')
        && stem.starts_with(|c: char| c.is_ascii_alphabetic());
    let number =
        short.ends_with(':') && !stem.is_empty() && stem.bytes().all(|b| b.is_ascii_digit());
    let mut names = vec![name.to_owned(), short.to_owned(), stem.to_owned()];
    if number {
        names.extend([format!("#{stem}"), format!(r"\\.\PHYSICALDRIVE{stem}")]);
    }
    let fits = |m: &&Mapping| names.iter().any(|known| same_device(known, &m.from));
    let path = match maps.iter().find(fits) {
        Some(mapping) => mapping.to.clone(),
        None if is_here(name) => name.to_owned(),
        None if Mapping::of_this_system().is_some_and(|own| maps.contains(&own)) => {
            // The root folder of a drive; its letter alone is the current folder there.
            if drive { format!(r"{short}\") } else { Mapping::own_name(short, maps)? }
        }
        None => Mapping::own_name(name, maps)?,
    };
    if let Some(medium) = workload::simulation(&path) {
        return Some(TargetLocation::Sim(medium.to_owned()));
    }
    let ours = path == "null" || path.starts_with("/dev/") || path.ends_with("iobw.tst");
    let file = std::path::Path::new(&path).extension().is_some();
    if drive && !ours && !file {
        return Some(TargetLocation::Path(PathBuf::from(path).join("iobw.tst")));
    }
    Some(TargetLocation::Path(PathBuf::from(path)))
}
