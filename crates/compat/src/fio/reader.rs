//! From words to a workload: jobs become clones, clones become streams, and stonewalls separate phases.

use super::command_line::{self, CommandLine};
use super::ini::{JobOption, JobSection, SectionCollector};
use super::job::{
    FioJob, blocks, durable, emulate, last_of_each, pace, pattern, replay, reporting, target,
    verify,
};
use super::value::Units;
use super::{Command, Context, FioView, JobView, Logs, SteadyView};
use crate::foreign::Source;
use crate::foreign::{Foreign, Mapping};
use base::{Bytes, Nanos};
use job::{Diagnostics, TextPlace};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use workload::{
    AccessPattern, BlockSizes, CacheMode, EngineChoice, EngineKind, Extent, JobTarget, Pace, Phase,
    StopCondition, Stream, TargetLocation as At, TrimMode, Workload,
};

/// fio's own limit on the number of clones.
const CLONES_MAX: u64 = 4096;
const STREAMS_MAX: usize = 16_384;
/// The most bytes of options that all clones of a job may repeat.
const TEXT_MAX: usize = 64 << 20;
/// fio's fixed seed, with which runs repeat each other (`randrepeat`).
const SEED: u64 = 0x89;
/// The size that a missing file is assumed to have when jobs are only parsed.
const ASSUMED: u64 = 1 << 40;
/// fio's sampling interval.
const SAMPLE: Nanos = Nanos::millis(500);

/// Reads the words of a fio command line, without `fio` itself, and the job files that they name.
pub fn read(words: &[String], context: &Context<'_>, maps: &[Mapping]) -> Foreign<FioView> {
    let mut sink = Diagnostics::default();
    let line = command_line::read(words, context, &mut sink);
    let command = Source { name: "command line".to_owned(), text: line.text.clone() };
    let sections = line.sections.clone();
    let mut files =
        SectionCollector { context, sources: vec![command], sections, sink, stopped: false };
    for (number, (name, place)) in line.files.iter().enumerate() {
        files.file(name, place, number + 1);
    }
    let SectionCollector { sources, sections, sink, .. } = files;
    // Whether a job is valid does not depend on which files exist.
    let assumed = |path: &str| (context.existing_bytes)(path).or(Some(ASSUMED));
    let parses = line.command == Command::ParseOnly;
    let context = &if parses { Context { existing_bytes: &assumed, ..*context } } else { *context };
    let mut reader = JobReader::new(context, maps, &line, sink);
    let whole = TextPlace { source: 0, span: 0..sources[0].text.len() };
    let mut workload = None;
    match &line.command {
        Command::Run | Command::ParseOnly => {
            reader.sections(&sections, &line, &whole);
            workload = reader.finish(&line);
        }
        Command::ShowCommand(_) => {
            let lines = command_line::shown(&sections, &line.only);
            reader.view.command = Command::ShowCommand(lines);
        }
        _ => {}
    }
    let JobReader { view, mut sink, .. } = reader;
    sink.sort();
    let workload = workload.filter(|_| sink.has_no_problem());
    let Diagnostics { notes, problems, .. } = sink;
    Foreign { sources, workload, view, notes, problems }
}

struct JobReader<'a> {
    context: &'a Context<'a>,
    maps: &'a [Mapping],
    sink: Diagnostics,
    view: FioView,
    streams: Vec<Stream>,
    phases: Vec<PhaseSoFar>,
    targets: BTreeMap<String, u64>,
    engines: Vec<(EngineKind, TextPlace)>,
    choice: EngineChoice,
    seed: Option<Option<u64>>,
    clones: u64,
    files: usize,
    group: u32,
    group_jobs: u32,
    names: HashSet<String>,
    latest: HashMap<String, u64>,
}

/// What the clones of a job have in common.
struct Clones {
    proto: Stream,
    pins: durable::Cpus,
    view: JobView,
    steady: Option<(SteadyView, f64)>,
    targets: target::Targets,
    /// The smallest block; percentages of a size are rounded down to it.
    smallest: u64,
    verify: verify::Verify,
    replay: Option<replay::Replay>,
    /// Whether a map keeps offsets from repeating although block sizes differ.
    maps: bool,
    rw: pattern::Pattern,
}

/// The state of a phase that is being built.
#[derive(Default)]
struct PhaseSoFar {
    streams: Vec<usize>,
    /// The streams that read back what the others wrote.
    back: Vec<usize>,
    /// The warm-up of each job, with its place.
    jobs: Vec<(Nanos, TextPlace)>,
}

impl<'a> JobReader<'a> {
    fn new(
        context: &'a Context<'a>,
        maps: &'a [Mapping],
        line: &CommandLine,
        sink: Diagnostics,
    ) -> Self {
        let view = FioView {
            command: line.command.clone(),
            output: line.output.clone(),
            readonly: line.readonly,
            ..FioView::default()
        };
        Self {
            context,
            maps,
            sink,
            view,
            streams: Vec::new(),
            phases: vec![PhaseSoFar::default()],
            targets: BTreeMap::new(),
            engines: Vec::new(),
            choice: EngineChoice::default(),
            seed: None,
            clones: 0,
            files: 0,
            group: 0,
            group_jobs: 0,
            names: HashSet::new(),
            latest: HashMap::new(),
        }
    }

    fn sections(&mut self, sections: &[JobSection], line: &CommandLine, whole: &TextPlace) {
        let mut globals: Vec<&JobOption> = Vec::new();
        let (mut number, mut file) = (0, sections.first().map_or(0, |s| s.file));
        for section in sections {
            if section.global {
                globals = last_of_each(globals.iter().copied().chain(&section.options));
                self.view.global_options.extend(section.options.iter().map(JobOption::pair));
                continue;
            }
            if !line.only.is_empty() && !line.only.contains(&section.name) {
                continue;
            }
            if self.clones > CLONES_MAX {
                break;
            }
            let job = FioJob::new(section, &globals, self.context, self.maps);
            let first_of_file = section.file != file && number > 0;
            file = section.file;
            let own: Vec<_> = section.options.iter().map(JobOption::pair).collect();
            self.job(&job, own, number, first_of_file);
            number += 1;
        }
        if number == 0 && self.sink.has_no_problem() {
            // With no job, globals that would supply jobs, such as a built-in set, are the likely error.
            let none = JobSection::default();
            FioJob::new(&none, &globals, self.context, self.maps).judge(&mut self.sink);
        }
        if number == 0 && self.sink.has_no_problem() && line.command == Command::Run {
            let help = "name a job file, or write for example --name=test --rw=randread --size=1g";
            self.sink.problem(whole, "there is no job", help);
        }
    }

    fn job(&mut self, job: &FioJob<'_>, own: Vec<(String, String)>, section: usize, apart: bool) {
        let sink = &mut self.sink;
        let direct = durable::direct(job, sink);
        // Without its engine, everything else reported about the job would mislead.
        let Some(engine) = pace::engine(job, direct, sink) else { return };
        job.judge(sink);
        let mut pattern = pattern::pattern(job, sink);
        if direct {
            blocks::whole_sectors(job, pattern.used(), sink);
        }
        let pace = pace::pace(job, &mut pattern, sink);
        let targets = target::targets(job, engine.kind == EngineKind::Null, sink);
        let waits = target::waits(job, sink) || apart;
        let wall = job.on("stonewall", sink).unwrap_or(false);
        let delay = target::delay(job, sink);
        let ramp = job.read("ramp_time", sink, Units::seconds).unwrap_or_default();
        let exits = job.on("exitall", sink).unwrap_or(false);
        let new_group = job.on("new_group", sink).unwrap_or(false);
        let clones = job.read("numjobs", sink, Units::count_u32).unwrap_or(1).max(1);
        if self.view.readonly && pattern.read_percent < 100.0 {
            let help = "remove --readonly, or use rw=read";
            sink.problem(job.place_of("rw"), "--readonly is given, but the job writes", help);
        }
        if !self.fits(job, &own, clones) {
            return;
        }
        if waits && self.phases.last().is_some_and(|phase| !phase.jobs.is_empty()) {
            self.phases.push(PhaseSoFar::default());
        }
        if (wall || apart || new_group) && self.group_jobs > 0 {
            self.group += 1;
            self.group_jobs = 0;
        }
        let replay = replay::replay(job, &mut self.sink);
        let maps = self.random_map(job, &mut pattern, &targets);
        let logs = reporting::logs(job, &mut self.sink);
        let mut proto = self.stream(job, &pattern, pace, direct || engine.mapped, &engine);
        proto.emulation = emulate::emulation(job, &pattern, &engine, &logs, &mut self.sink);
        proto.delay = delay;
        proto.stop.ends_others = exits;
        proto.flush_last = targets.flush_last(job, &mut self.sink) && proto.writes();
        proto.keep = pace::keep(job, &mut self.sink);
        let verify = verify::verify(job, &engine, &pattern, &mut self.sink);
        verify.apply(&mut proto);
        proto.tie = pace::tie(job, pace, &mut self.sink);
        let pins = durable::pins(job, &mut self.sink);
        let mut view = self.job_view(job, own, section, &pattern, &engine, &targets);
        view.logs = logs;
        view.keep = proto.keep;
        view.ramp = Some(ramp).filter(|ramp| ramp.0 > 0);
        let steady = reporting::steady(job, &mut self.sink);
        let smallest = smallest(&pattern);
        let rw = pattern;
        let all = Clones { proto, pins, view, steady, targets, smallest, verify, replay, maps, rw };
        self.clones_of(job, clones, &all, engine.kind == EngineKind::Null);
        if let Some(phase) = self.phases.last_mut() {
            phase.jobs.push((ramp, job.place_of("ramp_time").clone()));
        }
        self.engines.push((engine.kind, job.place_of("ioengine").clone()));
        self.choice.iopoll |= engine.iopoll;
        self.choice.sqpoll |= engine.sqpoll;
        self.take_seed(job);
    }

    /// Whether the clones are few enough, and the text that they repeat is short enough.
    fn fits(&mut self, job: &FioJob<'_>, own: &[(String, String)], clones: u32) -> bool {
        self.clones += u64::from(clones);
        if self.clones > CLONES_MAX {
            let text = format!("there are more than {CLONES_MAX} clones of jobs");
            self.sink.problem(job.place_of("numjobs"), text, "use fewer jobs, or a larger iodepth");
            return false;
        }
        let held: usize = job.options.iter().map(|given| given.value.len()).sum();
        let bytes = held + own.iter().map(|(_, value)| value.len() + 64).sum::<usize>();
        if (bytes + job.name.len()).saturating_mul(clones as usize) > TEXT_MAX {
            let help = "use fewer clones, or shorter names and lists";
            self.sink.problem(job.place, "the clones of this job repeat too much text", help);
            return false;
        }
        true
    }

    fn clones_of(&mut self, job: &FioJob<'_>, clones: u32, made: &Clones, null: bool) {
        for clone in 0..clones {
            let parts = match &made.replay {
                Some(replay) => Some(replayed(replay)),
                None => {
                    let number = self.view.jobs.len() as u64 + 1;
                    let (smallest, there) = (made.smallest, &self.targets);
                    let of = target::Clone { clone, number, smallest, made: there };
                    made.targets.of_clone(job, of, &mut self.sink)
                }
            };
            let Some(parts) = parts else { break };
            let mut stop = parts.stop;
            if let Some(passes) = parts.passes {
                let of_file = |file: &target::ClonePart| {
                    let all = Bytes(file.bytes.saturating_mul(passes));
                    whole_passes(all, &made.proto, file.bytes).0
                };
                let all = parts.files.iter().map(of_file).fold(0, u64::saturating_add);
                stop.bytes = stop.bytes.map(|_| Bytes(all.clamp(512, i64::MAX as u64)));
            }
            stop.until_steady = made.steady.as_ref().map(|(_, share)| *share);
            stop.ends_others = made.proto.stop.ends_others;
            let mut files = parts.files;
            if clones > 1 && made.verify.is_on() {
                made.targets.part_clones(job, clone, &mut files, &mut self.sink);
            }
            self.check_files_may_change(job, &files, null);
            let mut stream = self.clone_stream(&made.proto, job, &files, stop);
            let largest = files.iter().map(|file| file.bytes).max().unwrap_or(0);
            stream.emulation.visits_each_once = made.maps && emulate::maps(&made.rw, largest);
            stream.emulation.files = made.targets.in_turn(&files);
            if let Some(replay) = &made.replay {
                follow(&mut stream, replay);
            }
            let names = self.push(stream, made, made.pins.of_clone(clone));
            self.files += files.len();
            if self.files > STREAMS_MAX {
                let text = format!("there are more than {STREAMS_MAX} files of clones");
                self.sink.problem(job.place, text, "use fewer clones or files");
                break;
            }
            let steady = made.steady.as_ref().map(|(view, _)| view.clone());
            let files = files.into_iter().map(|file| file.path).collect();
            let of_clone = JobView { clone, streams: names, files, steady, ..made.view.clone() };
            self.view.jobs.push(of_clone);
            self.group_jobs += 1;
        }
    }

    /// Adds a clone's stream to the current phase and the stream that reads its data back. Returns both names.
    fn push(&mut self, mut stream: Stream, made: &Clones, pin: Vec<u32>) -> Vec<String> {
        let mut names = vec![stream.name.clone()];
        stream.pin = pin;
        stream.drop_every = drop_every(&stream);
        let mut back = made.verify.back(&stream);
        if made.verify.leaves_out_writes()
            && let Some(back) = back.take()
        {
            // The stream that only reads keeps the job's own name.
            stream = Stream { name: stream.name, ..back };
        }
        if let Some(phase) = self.phases.last_mut() {
            phase.streams.push(self.streams.len());
        }
        self.streams.push(stream);
        if let Some(mut back) = back {
            back.name = self.name_of(&back.name);
            names.push(back.name.clone());
            if let Some(phase) = self.phases.last_mut() {
                phase.back.push(self.streams.len());
            }
            self.streams.push(back);
        }
        names
    }

    /// Reports files that would have to be created or extended although the options forbid it.
    fn check_files_may_change(
        &mut self,
        job: &FioJob<'_>,
        files: &[target::ClonePart],
        null: bool,
    ) {
        if job.on("allow_file_create", &mut self.sink) == Some(false) && !null {
            self.check_files_exist(job, files);
        }
        if !self.view.readonly || self.view.command != Command::Run {
            return;
        }
        for file in files {
            let there = (self.context.existing_bytes)(&file.path);
            if !null && there.unwrap_or(0) < file.offset.saturating_add(file.bytes) {
                let text =
                    format!("--readonly is given, but {} would be created or extended", file.path);
                let help = "remove --readonly, or name a file that is long enough";
                self.sink.problem(job.place_of("filename"), text, help);
            }
        }
    }

    /// With `allow_file_create=0`, checks that all files exist.
    fn check_files_exist(&mut self, job: &FioJob<'_>, files: &[target::ClonePart]) {
        for file in files.iter().filter(|file| (self.context.existing_bytes)(&file.path).is_none())
        {
            let text = format!("{} does not exist, and `allow_file_create=0` is given", file.path);
            let help = "name a file that exists, or leave out allow_file_create";
            self.sink.problem(job.place_of("allow_file_create"), text, help);
        }
    }

    /// fio visits every block once per pass by default. With unequal block sizes it needs a map for that. Returns
    /// whether it uses one.
    fn random_map(
        &mut self,
        job: &FioJob<'_>,
        pattern: &mut pattern::Pattern,
        targets: &target::Targets,
    ) -> bool {
        // The LFSR visits every offset, with a map or without.
        let generator = job.given("random_generator").map(|given| given.value.trim());
        let free = job.on("norandommap", &mut self.sink).unwrap_or(false);
        let free = free && generator != Some("lfsr");
        if matches!(pattern.access, AccessPattern::Hops { .. }) {
            return !free;
        }
        if !pattern.is_uniform() || free || pattern.align.is_some() {
            return false;
        }
        let used = pattern.used();
        if matches!(used[0], BlockSizes::Fixed(_)) && used.iter().all(|sizes| *sizes == used[0]) {
            pattern.access = AccessPattern::Shuffled;
            return false;
        }
        !targets.time_based || pattern.trim == TrimMode::No
    }

    fn stream(
        &mut self,
        job: &FioJob<'_>,
        pattern: &pattern::Pattern,
        pace: Pace,
        direct: bool,
        engine: &pace::Engine,
    ) -> Stream {
        let sink = &mut self.sink;
        let mut stream = Stream::new("", "");
        stream.read_percent = pattern.read_percent;
        stream.access = pattern.access.clone();
        stream.read_blocks = pattern.blocks[0].clone();
        stream.write_blocks = pattern.used()[pattern.used().len() - 1].clone();
        stream.trim = pattern.trim;
        stream.align = pattern.align;
        stream.depth = engine.depth;
        stream.pace = pace;
        stream.sync = durable::sync(job, sink);
        stream.cache = durable::cache(job, direct && !engine.mapped, sink);
        stream.content = durable::content(job, sink);
        stream.on_error = durable::on_error(job, sink);
        stream
    }

    /// The stream of a clone, on the first of its files. Also records the sizes of all files.
    fn clone_stream(
        &mut self,
        proto: &Stream,
        job: &FioJob<'_>,
        files: &[target::ClonePart],
        stop: StopCondition,
    ) -> Stream {
        for file in files {
            let end = file.offset.saturating_add(file.bytes);
            let size = self.targets.entry(file.path.clone()).or_default();
            *size = end.max(*size);
        }
        let mut stream = Stream { name: self.name_of(job.name), stop, ..proto.clone() };
        if let Some(first) = files.first() {
            stream.target.clone_from(&first.path);
            stream.offset = Extent::Bytes(Bytes(first.offset));
            stream.size = Some(Extent::Bytes(Bytes(first.bytes)));
        }
        stream
    }

    /// The job's name, with a number added if another stream already has it.
    fn name_of(&mut self, job: &str) -> String {
        let plain: String = job.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let plain = if plain.trim().is_empty() { "job".to_owned() } else { plain };
        if self.names.insert(plain.clone()) {
            return plain;
        }
        let number = self.latest.entry(plain.clone()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{plain}.{number}");
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    fn job_view(
        &mut self,
        job: &FioJob<'_>,
        options: Vec<(String, String)>,
        section: usize,
        pattern: &pattern::Pattern,
        engine: &pace::Engine,
        targets: &target::Targets,
    ) -> JobView {
        let sink = &mut self.sink;
        let figures = job.read("significant_figures", sink, Units::count_u32).unwrap_or(4);
        let bounds = |at: usize| blocks::bounds(&pattern.blocks[at]);
        JobView {
            name: job.name.to_owned(),
            clone: 0,
            section,
            group: self.group,
            phase: self.phases.len() - 1,
            streams: Vec::new(),
            files: Vec::new(),
            options,
            description: job.given("description").map(|given| given.value.clone()),
            group_reporting: job.on("group_reporting", sink).unwrap_or(false),
            rw: pattern.name.to_owned(),
            blocks: [bounds(0), bounds(1), bounds(2)],
            engine: engine.name.clone(),
            depth: engine.iodepth,
            create_only: job.on("create_only", sink).unwrap_or(false),
            time_based: targets.time_based,
            runtime: targets.runtime,
            ramp: None,
            keep: None,
            rate_min: pace::rate_min(job, sink),
            latency: reporting::latency(job, sink),
            unified: reporting::unified(job, sink),
            continue_on_error: durable::on_error(job, sink) == workload::ErrorAction::Continue,
            logs: Logs::default(),
            steady: None,
            stats: job.on("stats", sink).unwrap_or(true),
            kb_base: job.units.kb_base,
            significant_figures: figures.clamp(1, 10),
            disk_util: job.on("disk_util", sink).unwrap_or(true),
        }
    }

    /// The whole workload has one seed: the first job's.
    fn take_seed(&mut self, job: &FioJob<'_>) {
        let noted = job.read("randseed", &mut self.sink, |units, text| {
            // A number with more digits than a float holds must not lose any.
            text.trim().parse().map_or_else(|_| units.count(text), super::value::without_note)
        });
        let repeats = job.on("randrepeat", &mut self.sink).unwrap_or(true);
        let seed = noted.or(repeats.then_some(SEED));
        match self.seed {
            None => self.seed = Some(seed),
            Some(first) if first != seed => {
                let name = if noted.is_some() { "randseed" } else { "randrepeat" };
                let text = format!("`{name}`: the whole run has one seed, that of the first job");
                self.sink.note(job.place_of(name), text);
            }
            Some(_) => {}
        }
    }

    fn finish(&mut self, line: &CommandLine) -> Option<Workload> {
        if self.streams.is_empty() {
            return None;
        }
        let creating = self.view.jobs.iter().filter(|job| job.create_only).count();
        if creating > 0 && creating < self.view.jobs.len() {
            let text = "`create_only` stands in some jobs, but not in all";
            self.sink.problem(TextPlace::default(), text, "create the files by a run of its own");
        }
        let kind = self.engine_kind();
        let phases = self.close_phases();
        let null = kind == EngineKind::Null;
        let targets = self.targets.iter().map(|(path, bytes)| JobTarget {
            name: path.clone(),
            place: if null { At::Null } else { At::Path(PathBuf::from(path)) },
            size: Some(Extent::Bytes(Bytes((*bytes).max(512)))),
        });
        Some(Workload {
            name: line
                .files
                .first()
                .map_or_else(|| self.view.jobs[0].name.clone(), |f| f.0.clone()),
            targets: targets.collect(),
            streams: std::mem::take(&mut self.streams),
            phases,
            engine: EngineChoice { kind: (!null).then_some(kind), ..self.choice.clone() },
            seed: self.seed.flatten(),
            interval_ns: self.interval(),
            hosts: workload::HostDivision::default(),
        })
    }

    /// One engine serves the whole run.
    fn engine_kind(&mut self) -> EngineKind {
        let first = self.engines.first().map_or(EngineKind::Sync, |(kind, _)| *kind);
        let Some((_, place)) = self.engines.iter().find(|(kind, _)| *kind != first) else {
            return first;
        };
        if self.engines.iter().any(|(kind, _)| *kind == EngineKind::Null) {
            let text = "null and real targets cannot run together, because their clocks differ";
            self.sink.problem(place, text, "write a job file for each");
        }
        let has = |kind: EngineKind| self.engines.iter().any(|(other, _)| *other == kind);
        let kind = if has(EngineKind::Uring) { EngineKind::Uring } else { EngineKind::Libaio };
        let name = if kind == EngineKind::Uring { "io_uring" } else { "libaio" };
        let text = format!("one engine serves the whole run: {name} performs the I/O of every job");
        self.sink.note(place, text);
        kind
    }

    fn close_phases(&mut self) -> Vec<Phase> {
        let mut phases: Vec<Phase> = Vec::new();
        for (number, so_far) in std::mem::take(&mut self.phases).into_iter().enumerate() {
            let warm_up = so_far.jobs.iter().map(|job| job.0).max().unwrap_or_default();
            let differ = so_far.jobs.iter().find(|job| job.0 != warm_up);
            if let Some((_, place)) = differ {
                let text =
                    format!("all jobs that run together use the longest ramp_time, {warm_up}");
                self.sink.note(place, text);
            }
            if let Some(before) = phases.last_mut() {
                before.pause_ns = self.common_delay(&so_far);
            }
            phases.push(Phase {
                name: format!("phase {}", number + 1),
                streams: so_far.streams.iter().map(|at| self.streams[*at].name.clone()).collect(),
                warm_up_ns: warm_up,
                pause_ns: Nanos(0),
            });
            if !so_far.back.is_empty() {
                phases.push(Phase {
                    name: format!("phase {}, read back", number + 1),
                    streams: so_far.back.iter().map(|at| self.streams[*at].name.clone()).collect(),
                    warm_up_ns: Nanos(0),
                    pause_ns: Nanos(0),
                });
            }
        }
        phases.retain(|phase| !phase.streams.is_empty());
        phases
    }

    /// Moves the delay that all streams of a phase share into the pause after the phase before.
    fn common_delay(&mut self, phase: &PhaseSoFar) -> Nanos {
        let least = |at: &usize| self.streams[*at].delay.least_ns;
        let common = phase.streams.iter().map(least).min().unwrap_or_default();
        for at in &phase.streams {
            let delay = &mut self.streams[*at].delay;
            *delay = delay.less(common);
        }
        common
    }

    /// The interval that fits fio's samples and the lines of all logs.
    fn interval(&self) -> Nanos {
        let lines =
            self.view.jobs.iter().filter_map(|job| job.logs.average.or(job.logs.hist_every));
        let (least, most) = (Nanos::millis(10), SAMPLE);
        lines.fold(SAMPLE, |cell, line| Nanos(gcd(cell.0, line.0))).clamp(least, most)
    }
}

/// The single file that a trace names, up to the end of its last operation.
fn replayed(replay: &replay::Replay) -> target::CloneParts {
    let (path, bytes) = (replay.file.clone(), replay.end().max(replay.largest()));
    let ios = Some(replay.steps.len() as u64);
    let stop = StopCondition { ios, ..StopCondition::default() };
    target::CloneParts {
        files: vec![target::ClonePart { path, offset: 0, bytes }],
        stop,
        passes: None,
    }
}

fn follow(stream: &mut Stream, replay: &replay::Replay) {
    let largest = BlockSizes::Fixed(Bytes(replay.largest()));
    (stream.read_blocks, stream.write_blocks) = (largest.clone(), largest);
    stream.read_percent = replay.read_percent();
    stream.access = AccessPattern::Sequential;
    stream.align = None;
    stream.pace = Pace::Closed;
    stream.sync = workload::SyncMode::None;
    stream.tie = None;
    stream.drop_every = None;
    stream.emulation.separate_positions = false;
    stream.emulation.replay = Some(std::sync::Arc::new(replay.steps.clone()));
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The bytes of all passes. Without an `io_size`, fio ends a pass where no whole block is left: a sequence with steps
/// ends at the end of the file, however much it skips; blocks of one size end with the last that fits. A sequence
/// whose next step would begin beyond the end starts again instead, unless its last block reaches the end.
fn whole_passes(all: Bytes, stream: &Stream, file_bytes: u64) -> Bytes {
    let used = if stream.read_percent > 0.0 { &stream.read_blocks } else { &stream.write_blocks };
    let (block, passes) = (used.largest().0, all.0 / file_bytes.max(1));
    let apart = match (&stream.access, used) {
        (AccessPattern::Strided(stride), _) => stride.0,
        (_, BlockSizes::Fixed(_)) if passes > 0 => block,
        _ => return all,
    };
    let steps = file_bytes.saturating_sub(block) / apart.max(1) + 1;
    let reached = (steps - 1).saturating_mul(apart).saturating_add(block);
    let next = reached.saturating_add(apart.saturating_sub(block));
    if apart > block && reached < file_bytes && next >= file_bytes {
        return all;
    }
    Bytes(passes.saturating_mul(steps).saturating_mul(block).clamp(block, all.0.max(block)))
}

/// The bytes of one pass if the cache is dropped and there are several passes. fio reopens the file for each pass and
/// drops the cache then. A job without an end keeps the file open and drops the cache when it returns to the start, or
/// when every block has been visited.
fn drop_every(stream: &Stream) -> Option<Bytes> {
    let Some(Extent::Bytes(first)) = stream.size else { return None };
    let others = stream.emulation.files.iter().flat_map(|files| files.others.iter());
    let files = std::iter::once(first).chain(others.map(|part| part.length));
    let pass: u64 = files.map(|bytes| whole_passes(bytes, stream, bytes.0).0).sum();
    let again = match (stream.stop.bytes, &stream.access) {
        (Some(all), _) => all.0 > pass,
        (None, AccessPattern::Sequential | AccessPattern::Shuffled) => true,
        (
            None,
            AccessPattern::Strided(_) | AccessPattern::Backward(_) | AccessPattern::Runs { .. },
        ) => true,
        (None, _) => false,
    };
    (again && stream.cache == CacheMode::Dropped).then_some(Bytes(pass))
}

fn smallest(pattern: &pattern::Pattern) -> u64 {
    let trims = pattern.trim == TrimMode::Instead;
    let used = if trims { pattern.used() } else { &pattern.blocks[..2] };
    used.iter().map(|sizes| sizes.smallest().0).min().unwrap_or(1).max(1)
}
