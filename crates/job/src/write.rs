//! A workload as the text of a job; reading it gives the same workload again.

use super::stream;
use super::written::{extent, quoted, time};
use crate::job::INTERVAL_NS;
use base::Nanos;
use std::fmt::Write as _;
use workload::emulation::Emulation;
use workload::{EngineChoice, HostDivision, Phase, Stream, TargetLocation, WordChoice, Workload};

/// What other tools do beside their I/O and the job language has no key for.
pub fn unsupported(workload: &Workload) -> Vec<String> {
    let emulated = |has: fn(&Emulation) -> bool| workload.streams.iter().any(|s| has(&s.emulation));
    let lost = [
        (
            emulated(|own| own.keeps_records || own.keeps_histograms),
            "logs of operations are not written; `plimsoll results export RUN --csv` has intervals",
        ),
        (emulated(|own| own.headers.is_some()), "blocks are checked by stamps, not by headers"),
        (emulated(|own| own.content.is_some()), "writes do not repeat the pattern of bytes"),
        (emulated(|own| own.removes_files), "files are not removed at the end"),
        (
            emulated(|own| own.sequential_percent > 0.0),
            "all operations on zones are random: none continues after the previous one",
        ),
        (
            emulated(|own| own.files.is_some()),
            "of several files of a stream, only the first is used",
        ),
        (emulated(|own| own.replay.is_some()), "the operations of a trace are not replayed"),
        (emulated(|own| own.pauses_every.is_some()), "pauses follow operations, not times"),
    ];
    lost.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, what)| what.to_owned()).collect()
}

/// The job for this workload. Values that equal the default are left out, except those that people look for first.
pub fn write(workload: &Workload) -> String {
    let mut out = JobWriter::default();
    out.section("[job]");
    out.key("name", quoted(&workload.name));
    if let Some(seed) = workload.seed {
        out.key("seed", seed.to_string());
    }
    if workload.interval_ns != INTERVAL_NS {
        out.key("interval", time(workload.interval_ns));
    }
    let duration_ns = common_duration_ns(&workload.streams);
    if let Some(duration_ns) = duration_ns {
        out.key("duration", time(duration_ns));
    }
    for target in &workload.targets {
        out.section(&format!("[target.{}]", name(&target.name)));
        let path = match &target.place {
            TargetLocation::Path(path) if path.as_os_str() == "null" => "./null".to_owned(),
            place => place.word(),
        };
        out.key("path", quoted(&path));
        if let Some(size) = target.size {
            out.key("size", extent(size));
        }
    }
    for one in &workload.streams {
        out.section(&format!("[stream.{}]", name(&one.name)));
        if workload.targets.len() > 1 {
            out.key("target", quoted(&one.target));
        }
        let mut one = one.clone();
        if duration_ns.is_some() {
            one.stop.duration_ns = None;
        }
        stream::write(&one, &mut out);
    }
    let whole = Phase::whole(&workload.streams);
    if workload.phases.as_slice() != [whole.clone()] {
        for phase in &workload.phases {
            write_phase(phase, &whole, &mut out);
        }
    }
    let engine = &workload.engine;
    if *engine != EngineChoice::default() {
        out.section("[engine]");
        if let Some(kind) = engine.kind {
            out.key("kind", quoted(kind.name()));
        }
        out.key("iopoll", engine.iopoll.to_string());
        out.key("sqpoll", engine.sqpoll.to_string());
    }
    if workload.hosts != HostDivision::default() {
        out.section("[hosts]");
        out.key("load", quoted(workload.hosts.load.word()));
        out.key("ranges", quoted(workload.hosts.ranges.word()));
    }
    out.0
}

/// The duration of the job, if it is that of each stream. A stream that ends in another way does not take it.
fn common_duration_ns(streams: &[Stream]) -> Option<Nanos> {
    let first = &streams.first()?.stop;
    let is_time = first.bytes.is_none() && first.ios.is_none();
    let is_common = is_time && streams.iter().all(|stream| stream.stop == *first);
    first.duration_ns.filter(|_| is_common)
}

fn write_phase(phase: &Phase, whole: &Phase, out: &mut JobWriter) {
    out.section("[[phase]]");
    out.key("name", quoted(&phase.name));
    if phase.streams != whole.streams {
        let names: Vec<String> = phase.streams.iter().map(|s| quoted(s)).collect();
        out.key("streams", format!("[{}]", names.join(", ")));
    }
    for (key, time_ns) in [("warm_up", phase.warm_up_ns), ("pause", phase.pause_ns)] {
        if time_ns != Nanos(0) {
            out.key(key, time(time_ns));
        }
    }
}

#[derive(Default)]
pub(super) struct JobWriter(String);

impl JobWriter {
    fn section(&mut self, header: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(header);
        self.0.push('\n');
    }

    pub(super) fn key(&mut self, key: &str, value: String) {
        writeln!(self.0, "{key} = {value}").expect("a String takes all text");
    }
}

fn name(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { quoted(name) }
}
