//! Replays a capture on a target: the same I/Os at the same times.

use crate::captured::CapturedIo;
use crate::failure::Failure;
use crate::job::JobListener;
use base::Bytes;
use observe::replay::{self, ReplayOperations, ReplaySpace, ReplaySpeed, ReplayTarget};
use record::{Note, ReplayTiming};
use sample::{EngineEvent, OperationRecord};
use std::sync::Arc;
use workload::emulation::TraceOperation;
use workload::{
    BlockSizes, Extent, JobTarget, StopCondition, Stream, SyncMode, TargetLocation, Workload,
};

/// The largest queue depth of each list of operations.
const DEPTH_MAX: u64 = 4096;
/// The most memory for the buffers of a list, each of which has room for its largest I/O. The kernel merges writes up to
/// some MiB, and devices take at most 1,024 I/Os at once.
const BUFFER_BYTES_MAX: u64 = 512 << 20;
/// The size of a file that a replay creates is a multiple of this.
const SIZE_UNIT_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub struct ReplayRequest {
    pub target: TargetLocation,
    /// The size of the file to create, or of the part of an existing target to use.
    pub size: Option<Bytes>,
    pub speed: ReplaySpeed,
    pub space: ReplaySpace,
}

/// A replay as a workload, and when its operations are due.
#[derive(Debug)]
pub struct PlannedReplay {
    pub workload: Workload,
    /// The device on which the load was captured.
    pub device: String,
    /// What the answer must say of the plan.
    pub notes: Vec<Note>,
    due_ns: Vec<u64>,
    speed: f64,
}

/// Makes the workload of a replay.
pub fn plan(captured: &CapturedIo, request: &ReplayRequest) -> Result<PlannedReplay, Failure> {
    let mut target =
        JobTarget { name: "target".to_owned(), place: request.target.clone(), size: None };
    let facts = facts(&target)?;
    let end_bytes = captured.events.iter().map(observe::IoEvent::end_bytes).max().unwrap_or(0);
    let size_bytes = match (request.size, facts.size_bytes) {
        (Some(size), 0) => size.0,
        (Some(size), present) => size.0.min(present),
        (None, 0) => end_bytes.div_ceil(SIZE_UNIT_BYTES) * SIZE_UNIT_BYTES,
        (None, present) => present,
    };
    target.size = Some(Extent::Bytes(Bytes(size_bytes)));
    let unit_bytes = u64::from(facts.block_bytes);
    let discards = !matches!(request.target, TargetLocation::Sim(_));
    let place = ReplayTarget { size_bytes, unit_bytes, discards };
    let operations = replay::operations(&captured.events, request.speed, request.space, place)
        .map_err(Failure::wrong)?;
    let lists = [&operations.transfers, &operations.durable_writes, &operations.flushes];
    let due = lists.into_iter().flatten().filter_map(|operation| operation.due);
    let due_ns = due.map(|due| due.0).collect();
    let notes = Note::of_left_out_discards(operations.left_out_discards).into_iter().collect();
    let speed = match request.speed {
        ReplaySpeed::Factor(factor) => factor,
        ReplaySpeed::AsFastAsPossible => 1.0,
    };
    let device = captured.header.device.clone();
    let workload = replay_workload(operations, &device, target, facts.block_bytes);
    Ok(PlannedReplay { workload, device, notes, due_ns, speed })
}

/// The size and block size of a target, as found on this machine.
pub(crate) fn facts(target: &JobTarget) -> Result<plan::TargetFacts, Failure> {
    let probe = Workload::new("", vec![target.clone()], Vec::new());
    let held = engine::probe::to_read(&probe).map_err(crate::engine_failure::of_probe)?;
    let mut facts = engine::probe::facts(&probe, &held).map_err(crate::engine_failure::of_probe)?;
    Ok(facts.targets.remove(0))
}

/// One stream for each list, so that flushes and durable writes do not delay other I/Os.
fn replay_workload(
    operations: ReplayOperations,
    name: &str,
    target: JobTarget,
    unit_bytes: u32,
) -> Workload {
    let ReplayOperations { transfers, durable_writes, flushes, .. } = operations;
    let mut streams = Vec::new();
    for (name, operations, sync) in [
        ("transfers", transfers, SyncMode::None),
        ("durable-writes", durable_writes, SyncMode::Fua),
        ("flushes", flushes, SyncMode::None),
    ] {
        if !operations.is_empty() {
            let mut stream = replay_stream(Stream::new(name, &target.name), operations, unit_bytes);
            stream.sync = sync;
            streams.push(stream);
        }
    }
    let mut workload = Workload::new(name, vec![target], streams);
    workload.phases[0].name = "replay".to_owned();
    workload
}

fn replay_stream(mut stream: Stream, operations: Vec<TraceOperation>, unit_bytes: u32) -> Stream {
    let count = operations.len();
    let reads = operations.iter().filter(|o| o.kind == base::IoKind::Read).count();
    let largest = operations.iter().map(|o| o.length.0).max().unwrap_or(0);
    let largest = largest.max(u64::from(unit_bytes));
    let block = BlockSizes::Fixed(Bytes(largest));
    (stream.read_blocks, stream.write_blocks) = (block.clone(), block);
    // Every operation that is not a read needs permission to write.
    stream.read_percent = reads as f64 * 100.0 / count.max(1) as f64;
    stream.align = Some(Bytes(u64::from(unit_bytes)));
    stream.depth = (BUFFER_BYTES_MAX / largest).clamp(1, DEPTH_MAX) as u32;
    stream.stop = StopCondition { ios: Some(count as u64), ..StopCondition::default() };
    stream.emulation.replay = Some(Arc::new(operations));
    stream.emulation.latency_from_due = true;
    stream.emulation.keeps_records = true;
    stream
}

/// Collects the start times of a replay's operations, and reports at the end how well they match their due times.
#[derive(Debug, Default)]
pub struct ReplayListener {
    due_ns: Vec<u64>,
    speed: f64,
    started_ns: Vec<u64>,
    /// How well the replay kept its times; `None` before its end, if it had no times, or if it was cut short.
    pub timing: Option<ReplayTiming>,
}

impl JobListener for ReplayListener {
    fn hear(&mut self, event: &EngineEvent) {
        if let EngineEvent::Interval(sample) = event {
            let records = sample.records.iter();
            let operations = records.filter(|record| record.direction != OperationRecord::CLOSED);
            self.started_ns.extend(operations.map(|record| record.start_ns));
        }
    }

    fn notes(&mut self) -> Vec<Note> {
        let (due_ns, started_ns) = (&mut self.due_ns, &mut self.started_ns);
        self.timing =
            replay::timing(std::mem::take(due_ns), std::mem::take(started_ns), self.speed);
        self.timing.into_iter().map(Note::ReplayTiming).collect()
    }
}

impl PlannedReplay {
    /// A listener for the run. Only the first one gets the due times.
    pub fn listener(&mut self) -> ReplayListener {
        let due_ns = std::mem::take(&mut self.due_ns);
        ReplayListener { due_ns, speed: self.speed, ..ReplayListener::default() }
    }
}
