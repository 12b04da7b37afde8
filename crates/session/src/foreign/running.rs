//! The run of a job of another tool: plans, prefills, runs and stores it. There is always an outcome, also after a failure.
//!
//! Never writes the output of the tool.

use super::outcome::OutcomeBuilder;
use super::{Call, Job, RunResult, ToolEvent, ToolListener, interrupt, remark, remarks, say};
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::{answer, load, recorder};
use compat::outcome::{CpuOutcome, DeviceOutcome, Machine, OutcomeFailure};
use plan::Plan;
use report::Language;
use report::messages::foreign::ForeignFault;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::Ordering;
use store::Store;
use sys::counters::{CounterWatch, CpuTicks, DiskCounters};
use sys::guard::{self, FreeSpaceRule};
use sys::inventory::{Inventory, SystemRoots};
use workload::{Stream, Workload};

/// Runs a job to its end. There is always an outcome: it has the failure, which is also reported on stderr.
pub fn measure<V>(call: &Call, job: &Job<V>, listener: ToolListener<'_>) -> RunResult {
    let mut counted = OutcomeBuilder::new(&job.workload);
    let ending = try_to_run(call, job, &mut counted, listener)
        .unwrap_or_else(|failure| note_failure(&mut counted, &failure));
    RunResult { began: counted.has_begun(), outcome: counted.outcome(), ending }
}

fn note_failure(counted: &mut OutcomeBuilder, failure: &Failure) -> Ending {
    failure.lines.iter().for_each(say);
    counted.fail(OutcomeFailure { text: failure.lines.join("\n"), errno: errno(failure) });
    failure.ending
}

/// Creates and fills the files of a job, and does none of its I/O.
pub fn create_files<V>(call: &Call, job: &Job<V>) -> RunResult {
    let mut counted = OutcomeBuilder::new(&job.workload);
    let ending = match plan_and_prefill(call, &job.workload, call.progress) {
        Ok(()) => Ending::Done,
        Err(failure) => note_failure(&mut counted, &failure),
    };
    RunResult { began: false, outcome: counted.outcome(), ending }
}

/// Checks for each part of a job, given by the names of its streams, whether it can run alone, and prefills its files. Returns
/// the error number of each part, `None` if it can run.
pub fn check_parts<V>(call: &Call, job: &Job<V>, parts: &[&[String]]) -> Vec<Option<i32>> {
    let errors = parts.iter().map(|names| {
        let part = with_streams(&job.workload, &|name| names.iter().any(|own| own == name));
        plan_and_prefill(call, &part, false).err().map(|failure| errno(&failure))
    });
    errors.collect()
}

fn plan_and_prefill(call: &Call, workload: &Workload, progress: bool) -> Result<(), Failure> {
    let seed = call.options.seed.or(workload.seed).unwrap_or(0);
    let mut planned = load::plan(workload, &call.options.writes, seed)?;
    let progress = &mut Progress::for_tool(progress);
    load::prefill(workload, &mut planned, FreeSpaceRule::Nothing, &*interrupt()?, progress)
}

/// Returns the workload with only the streams whose names are `wanted`, their targets and their phases.
pub fn with_streams(workload: &Workload, wanted: &dyn Fn(&str) -> bool) -> Workload {
    let mut part = workload.clone();
    part.streams.retain(|stream| wanted(&stream.name));
    let used: HashSet<&str> = part.streams.iter().flat_map(Stream::targets).collect();
    part.targets.retain(|target| used.contains(target.name.as_str()));
    for phase in &mut part.phases {
        phase.streams.retain(|name| wanted(name));
    }
    part.phases.retain(|phase| !phase.streams.is_empty());
    part
}

/// The Linux error number of a failure, which some tools print: that of the system if there is one, else the usual number for
/// a refusal, an interruption, a wrong argument or failed I/O.
fn errno(failure: &Failure) -> i32 {
    const NOT_PERMITTED: i32 = 1;
    const INTERRUPTED: i32 = 4;
    const IO: i32 = 5;
    const INVALID: i32 = 22;
    failure.errno.unwrap_or(match failure.ending {
        Ending::Target => NOT_PERMITTED,
        Ending::Interrupted => INTERRUPTED,
        Ending::Wrong => INVALID,
        _ => IO,
    })
}

fn try_to_run<V>(
    call: &Call,
    job: &Job<V>,
    counted: &mut OutcomeBuilder,
    listener: ToolListener<'_>,
) -> Result<Ending, Failure> {
    let workload = &job.workload;
    let seed = call.options.seed.or(workload.seed).unwrap_or_else(answer::new_seed);
    let mut planned = load::plan(workload, &call.options.writes, seed)?;
    let interrupt = interrupt()?;
    let mut progress = Progress::for_tool(call.progress);
    let (store, lost) = open_store(call)?;
    if let Some(why) = lost {
        remark(&ForeignFault::NotStored { why: why.to_string() }.to_string());
    }
    let mut notes: Vec<record::Note> = job.notes.iter().cloned().map(Into::into).collect();
    let nearly_full = nearly_full(&planned.plan, &|path| guard::space(path).unwrap_or_default());
    for note in nearly_full {
        remark(&format!("note: {}", report::words::note(Language::En, &note)));
        notes.push(note);
    }
    let known_notes = notes.len();
    load::prefill(workload, &mut planned, FreeSpaceRule::Nothing, &interrupt, &mut progress)?;
    let command = call.command(seed, load::paths(workload));
    let origin = load::JobOrigin {
        subject: workload.name.clone().into(),
        text: &job.text,
        command: &command,
        notes,
    };
    let mut active_job = load::ActiveJob::begin(workload, &planned, origin, store)?;
    counted.begin(workload, &planned.plan, &active_job.stacks());
    listener(ToolEvent::Prepared, counted);
    let failed = active_job.run(&interrupt, &mut progress, &mut |event| {
        counted.hear(event);
        listener(ToolEvent::Event(event), counted);
        counted.take_ends()
    });
    counted.end(interrupt.load(Ordering::Relaxed));
    let record = active_job.finish(failed.is_err());
    progress.wipe();
    for kept in load::remove_files(workload, &planned) {
        remark(&format!("note: {kept}"));
    }
    if let Some(displaced) = active_job.recorder().displaced() {
        remark(&displaced.to_string());
    }
    active_job
        .recorder()
        .lost()
        .iter()
        .for_each(|lost| say(report::words::warning(Language::En, lost)));
    remarks(&record, known_notes);
    failed?;
    Ok(answer::ending(&record))
}

/// Returns notes about file systems that become nearly full from the new files. The tool itself fills them without a message.
pub(super) fn nearly_full(
    plan: &Plan,
    space: &dyn Fn(&Path) -> guard::FileSystemSpace,
) -> Vec<record::Note> {
    let mut folders: BTreeMap<&Path, (u64, guard::FileSystemSpace)> = BTreeMap::new();
    for target in plan.targets.iter().filter(|target| target.prefill_bytes > 0) {
        let Some(path) = &target.path else { continue };
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        let folder = folders.entry(parent).or_insert_with(|| (0, space(parent)));
        folder.0 = folder.0.saturating_add(target.prefill_bytes);
    }
    let mut notes = Vec::new();
    for (folder, (prefilled, space)) in folders {
        let left = space.free_bytes.saturating_sub(prefilled);
        if space.total_bytes > 0 && left < FreeSpaceRule::Reserve.bytes(space.total_bytes) {
            notes.push(record::Note::NearlyFull {
                folder: folder.display().to_string(),
                free_bytes: space.free_bytes,
                left_bytes: left,
            });
        }
    }
    notes
}

/// Opens the store. If it cannot be written to, returns a store in memory and the reason: the output of the tool has the results
/// anyway.
pub fn open_store(call: &Call) -> Result<(Store, Option<String>), Failure> {
    let nowhere =
        |why: String| Store::in_memory().map(|store| (store, Some(why))).map_err(Failure::from);
    match recorder::open(call.options.store.as_deref()) {
        Ok(store) if store.read_only() => nowhere(
            ForeignFault::ReadOnlyStore { store: store.path().display().to_string() }.to_string(),
        ),
        Ok(store) => Ok((store, None)),
        Err(failure) => nowhere(failure.lines.join("; ")),
    }
}

#[derive(Debug)]
pub(super) struct MachineCounters {
    cpus: CounterWatch,
    devices: CounterWatch,
}

impl MachineCounters {
    /// Starts counting every device of each stack, topmost first.
    pub(super) fn start(stacks: &[Inventory]) -> Self {
        let mut names: Vec<String> = Vec::new();
        for name in stacks.iter().flat_map(Inventory::device_names) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let roots = SystemRoots::default();
        Self {
            cpus: CounterWatch::start(&roots, &[], &[]),
            devices: CounterWatch::start(&roots, &names, &[]),
        }
    }

    /// Restarts the counting of the CPUs at the end of the warm-up.
    pub(super) fn begin_again(&mut self) {
        self.cpus = CounterWatch::start(&SystemRoots::default(), &[], &[]);
    }

    /// The counts of each CPU, indexed by its number, and of each device.
    pub(super) fn look(&self) -> (Vec<CpuOutcome>, Vec<DeviceOutcome>) {
        let seen = self.cpus.look().cpus;
        let count = seen.iter().map(|c| c.0 as usize + 1).max().unwrap_or(0);
        let mut cpus = vec![CpuOutcome::default(); count];
        for (number, ticks) in &seen {
            cpus[*number as usize] = shares(ticks);
        }
        let disks = self.devices.look().disks;
        (cpus, disks.iter().map(|(name, counted)| device(name, counted)).collect())
    }
}

/// Shares of the time that the kernel accounted for; time stolen by a hypervisor counts as kernel time.
fn shares(ticks: &CpuTicks) -> CpuOutcome {
    if ticks.total == 0 {
        return CpuOutcome { idle: 1.0, ..CpuOutcome::default() };
    }
    let share = |part: u64| part as f64 / ticks.total as f64;
    let kernel = ticks.system + ticks.steal;
    CpuOutcome {
        user: share(ticks.total.saturating_sub(ticks.idle + kernel)),
        kernel: share(kernel),
        io_wait: share(ticks.io_wait),
        idle: share(ticks.idle.saturating_sub(ticks.io_wait)),
    }
}

fn device(name: &str, counted: &DiskCounters) -> DeviceOutcome {
    DeviceOutcome {
        name: name.to_owned(),
        read: [counted.reads, counted.reads_merged, counted.read_sectors, counted.read_ms],
        write: [counted.writes, counted.writes_merged, counted.written_sectors, counted.write_ms],
        busy_ms: counted.busy_ms,
        queue_ms: counted.queue_ms,
    }
}

pub(super) fn machine() -> Machine {
    let Ok(found) = sys::inventory::target(Path::new("/"), &SystemRoots::default()) else {
        return Machine { cpus: 1, nodes: 1, ..Machine::default() };
    };
    Machine {
        host: found.system.host.trim().to_owned(),
        cpus: found.cpu.online.max(1),
        nodes: found.cpu.nodes.max(1),
        memory_bytes: found.memory.total_bytes,
        kernel: found.system.kernel.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_processor_add_up_to_one() {
        let ticks = CpuTicks {
            total: 100,
            idle: 40,
            io_wait: 10,
            system: 20,
            steal: 5,
            ..CpuTicks::default()
        };
        let got = shares(&ticks);
        assert_eq!((got.user, got.kernel, got.io_wait, got.idle), (0.35, 0.25, 0.1, 0.3));
        assert_eq!(shares(&CpuTicks::default()).idle, 1.0);
    }
}
