//! The characterisation of a load: its figures.
//!
//! Takes the header of a capture and then its I/Os or intervals, once and in order; gives a [`Characterisation`]. A fold in
//! bounded memory: a day at 20,000 I/Os per second takes no more than a minute. Facts that the source cannot know are absent and
//! listed in [`Characterisation::unknown`]. Makes no text for people; never decides.

pub mod arrivals;
pub mod depth;
pub mod files;
mod footprint;
pub mod heat;
pub mod locality;
mod means;
pub mod operations;
pub mod runs;
pub mod series;
pub mod zipf;

use crate::files::FileMap;
use crate::roles::FileRole;
use crate::{
    CaptureHeader, CaptureNote, CaptureSource, CapturedVolume, CounterInterval, IoEvent, IoFlags,
    IoKind, Process, volumes,
};
use arrivals::{ArrivalFold, Arrivals};
use depth::{DepthFold, QueueDepth};
use files::{FileShare, OwnerFold, ProcessShare};
use heat::{HeatMap, LatencyHeat, PlaceHeat};
use means::MeanFold;
use operations::{OperationCharacter, OperationFold, SlowIo, SlowestFold};
use runs::{RunStep, RunTracker};
use serde::{Deserialize, Serialize};
use series::{LoadPhase, RateSeries, SeriesFold, phases};

/// The version of the form in which a characterisation is written.
pub const CHARACTERISATION_VERSION: u32 = 1;

/// All operations, in the order of their numbers.
pub const OPERATIONS: [IoKind; 4] = [IoKind::Read, IoKind::Write, IoKind::Flush, IoKind::Trim];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Characterisation {
    pub version: u32,
    pub header: CaptureHeader,
    pub length_ns: u64,
    /// How much of it the source recorded. All rates are those of this time.
    pub recorded_ns: u64,
    pub lost_events: u64,
    /// The I/Os by operation; operations without I/O are absent.
    pub operations: Vec<OperationCharacter>,
    pub rates: RateSeries,
    pub phases: Vec<LoadPhase>,
    pub arrivals: Option<Arrivals>,
    pub queue_depth: Option<QueueDepth>,
    pub durability: Option<Durability>,
    /// I/Os by time and offset.
    pub places: Option<HeatMap>,
    /// I/Os by time and latency.
    pub latencies: Option<HeatMap>,
    /// The I/O of each device of a capture of several.
    pub volumes: Vec<VolumeCharacter>,
    /// The I/O of the files of each role; empty without a map of files.
    pub roles: Vec<RoleCharacter>,
    pub files: Vec<FileShare>,
    /// How many more files had I/O.
    pub other_files: u64,
    /// The share of reads and writes whose file is known, 0 to 1.
    pub mapped_share: Option<f64>,
    pub processes: Vec<ProcessShare>,
    /// The slowest I/Os, the slowest first.
    pub slowest: Vec<SlowIo>,
    /// What the source cannot know.
    pub unknown: Vec<Unknown>,
}

/// The I/O of the files of one role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoleCharacter {
    pub role: FileRole,
    pub operations: Vec<OperationCharacter>,
}

/// The I/O of one of several devices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VolumeCharacter {
    pub device: String,
    pub operations: Vec<OperationCharacter>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Durability {
    /// The share of writes for which a thread waits, 0 to 1; absent where flags are unknown.
    pub sync_share: Option<f64>,
    /// The share of writes that are durable when they complete (FUA), 0 to 1.
    pub fua_share: Option<f64>,
    /// Flushes per second, those before a write included.
    pub flushes_per_s: f64,
    pub discards_per_s: Option<f64>,
}

/// Something that a source cannot know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unknown {
    /// How many of the I/Os are reads.
    ReadShare,
    /// The distribution of sizes; only means are known.
    Sizes,
    /// Sizes, even their means.
    Size,
    Sequences,
    /// How often each place is accessed.
    Places,
    /// How arrivals are spread within an interval.
    Arrivals,
    /// How the queue depth is distributed; only its mean is known.
    QueueDepths,
    /// The number of outstanding I/Os, even its mean.
    QueueDepth,
    /// How long the device was busy: the source has a time that its queue depth does not allow.
    Busy,
    /// How latencies are distributed; only means are known.
    Latencies,
    /// Latencies, even their means.
    Latency,
    LatencyByDirection,
    /// Which writes are synchronous or durable at once.
    DurableWrites,
    Flushes,
    Processes,
    /// Which file the I/O belongs to.
    Files,
}

/// Makes a characterisation of a capture.
pub struct CharacterFold<'m> {
    header: CaptureHeader,
    map: Option<&'m FileMap>,
    end_ns: u64,
    recorded_ns: u64,
    lost_events: u64,
    processes: Vec<Process>,
    events: u64,
    whole: GroupFold,
    /// By the position of the device; empty for one device.
    volumes: Vec<GroupFold>,
    roles: [Option<Box<GroupFold>>; 5],
    owners: OwnerFold,
    slowest: SlowestFold,
    series: SeriesFold,
    arrivals: ArrivalFold,
    depth: DepthFold,
    places: PlaceHeat,
    latencies: LatencyHeat,
    sync_writes: u64,
    fua_writes: u64,
    preflushes: u64,
    means: MeanFold,
}

/// The I/Os of the whole device or of a role.
#[derive(Default)]
struct GroupFold {
    operations: [OperationFold; 4],
    runs: RunTracker,
}

impl GroupFold {
    fn add(&mut self, event: &IoEvent) -> RunStep {
        let step = self.runs.push(event);
        self.operations[event.operation as usize].add(event, step);
        step
    }

    fn characters(&self) -> Vec<OperationCharacter> {
        let of = |operation: &IoKind| {
            self.operations[*operation as usize].character(*operation, self.runs.access(*operation))
        };
        OPERATIONS.iter().filter_map(of).collect()
    }
}

impl<'m> CharacterFold<'m> {
    /// A fold over a capture with this header; `map` is its map of files.
    pub fn new(header: CaptureHeader, map: Option<&'m FileMap>) -> Self {
        let volumes = header.volumes.iter().map(|_| GroupFold::default()).collect();
        Self {
            header,
            map,
            end_ns: 0,
            recorded_ns: 0,
            lost_events: 0,
            processes: Vec::new(),
            events: 0,
            whole: GroupFold::default(),
            volumes,
            roles: Default::default(),
            owners: OwnerFold::default(),
            slowest: SlowestFold::default(),
            series: SeriesFold::default(),
            arrivals: ArrivalFold::default(),
            depth: DepthFold::default(),
            places: PlaceHeat::default(),
            latencies: LatencyHeat::default(),
            sync_writes: 0,
            fua_writes: 0,
            preflushes: 0,
            means: MeanFold::default(),
        }
    }

    /// Adds further processes, in the order of their indexes.
    pub fn processes(&mut self, more: impl IntoIterator<Item = Process>) {
        self.processes.extend(more);
    }

    /// Adds to the number of I/Os that the capture lost.
    pub fn lost(&mut self, events: u64) {
        self.lost_events += events;
    }

    /// Extends the length of the capture at least to `end_ns`.
    pub fn lasts_until(&mut self, end_ns: u64) {
        self.end_ns = self.end_ns.max(end_ns);
    }

    /// Takes an I/O, in order of issue.
    pub fn event(&mut self, event: &IoEvent) {
        self.events += 1;
        let latency_ns = event.latency_ns.unwrap_or(0);
        self.lasts_until(event.issued_ns.saturating_add(latency_ns));
        let step = self.whole.add(event);
        let volume = volumes::position(&self.header.volumes, event.offset_bytes);
        if let Some(group) = self.volumes.get_mut(volume) {
            group.add(event);
        }
        if let Some(role) = self.owners.add(event, step, self.map) {
            self.roles[role as usize].get_or_insert_default().add(event);
        }
        self.slowest.add(event);
        self.series.event(event);
        self.arrivals.add(event.issued_ns);
        if event.latency_ns.is_some() {
            self.depth.add(event.issued_ns, latency_ns);
            self.latencies.add(event.issued_ns, latency_ns);
        }
        if matches!(event.operation, IoKind::Read | IoKind::Write) {
            self.places.add(event.issued_ns, event.offset_bytes, 1);
        }
        let write = event.operation == IoKind::Write;
        self.sync_writes += u64::from(write && event.flags.has(IoFlags::SYNC));
        self.fua_writes += u64::from(write && event.flags.has(IoFlags::FUA));
        self.preflushes += u64::from(event.flags.has(IoFlags::PREFLUSH));
    }

    /// Takes an interval, in order of time.
    pub fn interval(&mut self, interval: &CounterInterval) {
        self.lasts_until(interval.begin_ns.saturating_add(interval.length_ns));
        self.recorded_ns = self.recorded_ns.saturating_add(interval.length_ns);
        self.series.interval(interval);
        self.means.add(interval);
    }

    pub fn finish(self) -> Characterisation {
        let length_ns = self.end_ns;
        let has_events = self.events > 0;
        let (recorded_ns, rates) = if self.header.source.has_events() {
            (length_ns, self.series.recorded_throughout(length_ns))
        } else {
            (self.recorded_ns, self.series.recorded_in_part())
        };
        let phases = phases(&rates, length_ns);
        let has_latency = self.whole.operations.iter().any(OperationFold::has_latency);
        let unknown = match has_events {
            true => unknown_of_events(&self.header, has_latency, self.map.is_some()),
            // Without any I/O there is nothing that the source left out.
            false if self.header.source.has_events() => Vec::new(),
            false => self.means.unknown(&self.header),
        };
        let count = |operation: IoKind| self.whole.operations[operation as usize].operations();
        let named =
            self.map.map(|map| self.owners.files(map, count(IoKind::Read), count(IoKind::Write)));
        let (files, other_files) = named.unwrap_or_default();
        let role = |role: &FileRole| {
            let group = self.roles[*role as usize].as_ref()?;
            Some(RoleCharacter { role: *role, operations: group.characters() })
        };
        let flags = self.header.source != CaptureSource::FioIolog;
        let durability = has_events.then(|| {
            let writes = count(IoKind::Write);
            let share = |part: u64| (flags && writes > 0).then(|| part as f64 / writes as f64);
            let per_s = |events: u64| events as f64 * 1e9 / length_ns.max(1) as f64;
            Durability {
                sync_share: share(self.sync_writes),
                fua_share: share(self.fua_writes),
                flushes_per_s: per_s(count(IoKind::Flush) + self.preflushes),
                discards_per_s: Some(per_s(count(IoKind::Trim))),
            }
        });
        Characterisation {
            version: CHARACTERISATION_VERSION,
            length_ns,
            recorded_ns,
            lost_events: self.lost_events,
            operations: if has_events { self.whole.characters() } else { self.means.operations() },
            rates,
            phases,
            arrivals: self.arrivals.arrivals(length_ns),
            queue_depth: if has_latency {
                self.depth.depth(length_ns)
            } else {
                self.means.queue_depth()
            },
            durability: durability.or_else(|| self.means.durability()),
            places: has_events.then(|| self.places.map()),
            latencies: has_latency.then(|| self.latencies.map()),
            volumes: of_volumes(&self.header, &self.volumes),
            roles: FileRole::ALL.iter().filter_map(role).collect(),
            files,
            other_files,
            mapped_share: self.owners.mapped_share(),
            processes: self.owners.processes(&self.processes),
            slowest: self.slowest.slowest(&self.processes, self.map),
            unknown,
            header: self.header,
        }
    }
}

fn of_volumes(header: &CaptureHeader, groups: &[GroupFold]) -> Vec<VolumeCharacter> {
    let of = |(volume, group): (&CapturedVolume, &GroupFold)| VolumeCharacter {
        device: volume.device.clone(),
        operations: group.characters(),
    };
    header.volumes.iter().zip(groups).map(of).collect()
}

fn unknown_of_events(header: &CaptureHeader, has_latency: bool, has_files: bool) -> Vec<Unknown> {
    let mut unknown = Vec::new();
    if !has_latency {
        unknown.extend([Unknown::Latency, Unknown::QueueDepth]);
    }
    if header.source == CaptureSource::FioIolog {
        unknown.extend([Unknown::DurableWrites, Unknown::Processes]);
    }
    unknown.extend((!has_files).then_some(Unknown::Files));
    unknown
}

/// Whether the notes of an import contain a matching one.
fn has_note(header: &CaptureHeader, fits: fn(&CaptureNote) -> bool) -> bool {
    header.notes.iter().any(fits)
}
