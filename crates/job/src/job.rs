//! A whole job: its sections, and the checks between them.

use super::section::{self, KeyTable};
use super::{checks, fidelity, stream, value};
use crate::{Diagnostics, Reading, suggest};
use base::Nanos;
use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;
use toml::de::{DeTable, DeValue};
use workload::{
    EngineChoice, EngineKind, HostDivision, JobTarget, Phase, Stream, TargetLocation, Workload,
};

/// The most streams that all phases of a job name together.
const NAMES_MAX: usize = 100_000;

/// The reporting interval of a job that names none.
pub(super) const INTERVAL_NS: Nanos = Nanos::secs(1);

const SECTIONS: [&str; 7] = ["job", "target", "stream", "phase", "engine", "hosts", "fidelity"];

/// Reads a job; `name` is the file's name, from which a job without a name gets one.
pub fn read(name: &str, text: &str) -> Reading {
    let (document, syntax) = section::parse(text);
    let mut sink = Diagnostics::default();
    let workload = read_document(name, document.get_ref(), &mut sink);
    let fidelity = open_section(document.get_ref(), "fidelity", &mut sink)
        .and_then(|section| fidelity::read(&section, &mut sink));
    let (notes, problems) = sink.close(text, syntax);
    Reading { workload: problems.is_empty().then_some(workload), fidelity, notes, problems }
}

struct JobSection {
    name: Option<String>,
    seed: Option<u64>,
    interval_ns: Nanos,
    duration_ns: Option<Nanos>,
    warm_up_ns: Nanos,
}

fn read_document(file: &str, root: &DeTable<'_>, sink: &mut Diagnostics) -> Workload {
    KeyTable::open("", "", 0..0, root, &SECTIONS, sink);
    let common = read_job_section(root, sink);
    let engine = read_engine(root, sink);
    let targets = read_targets(root, sink);
    let known = stream::KnownTargets::of(targets.iter().map(|(target, _)| target.name.as_str()));
    let sections = section::named(root, "stream", &section::names_of("stream"), sink);
    if sections.is_empty() {
        let help = "add [stream.NAME] with for example: depth = 32";
        sink.absent(0..0, "the job has no stream".to_owned(), help);
    }
    let mut streams = Vec::new();
    for section in &sections {
        let mut read = stream::read(section, common.duration_ns, sink);
        read.target = stream::target(section, &known, sink);
        checks::stream(section, &read, sink);
        checks::engine(section, &read, &engine, sink);
        streams.push(read);
    }
    let used: HashSet<&str> = streams.iter().map(|stream| stream.target.as_str()).collect();
    for (target, span) in &targets {
        if !streams.is_empty() && !used.contains(target.name.as_str()) {
            sink.note(span.clone(), format!("no stream uses target \"{}\"", target.name));
        }
    }
    let phases = read_phases(root, &common, &streams, &sections, sink);
    let stem = file.rsplit('/').next().unwrap_or(file);
    let stem = stem.strip_suffix(".toml").unwrap_or(stem);
    Workload {
        name: common.name.unwrap_or_else(|| stem.to_owned()),
        targets: targets.into_iter().map(|(target, _)| target).collect(),
        streams,
        phases,
        engine,
        seed: common.seed,
        interval_ns: common.interval_ns,
        hosts: read_hosts(root, sink),
    }
}

/// The section `[key]`, which may exist once or not at all.
fn open_section<'a, 'i>(
    root: &'a DeTable<'i>,
    key: &'static str,
    sink: &mut Diagnostics,
) -> Option<KeyTable<'a, 'i>> {
    let (name, value) = root.get_key_value(key)?;
    match value.get_ref() {
        DeValue::Table(table) => {
            Some(KeyTable::open(key, "", name.span(), table, &section::names_of(key), sink))
        }
        _ => {
            let help = format!("write [{key}] on a line of its own and its keys below");
            sink.problem(name.span(), format!("`{key}` is not a section"), help);
            None
        }
    }
}

fn read_job_section(root: &DeTable<'_>, sink: &mut Diagnostics) -> JobSection {
    let mut common = JobSection {
        name: None,
        seed: None,
        interval_ns: INTERVAL_NS,
        duration_ns: None,
        warm_up_ns: Nanos(0),
    };
    let Some(section) = open_section(root, "job", sink) else { return common };
    common.name = section.get("name", sink);
    common.seed = section.get("seed", sink);
    common.interval_ns = section.get_or_default("interval", sink);
    common.duration_ns = section.get("duration", sink);
    common.warm_up_ns = section.get_or_default("warm_up", sink);
    common
}

fn read_engine(root: &DeTable<'_>, sink: &mut Diagnostics) -> EngineChoice {
    let Some(section) = open_section(root, "engine", sink) else { return EngineChoice::default() };
    let choice = EngineChoice {
        kind: section.choice("kind", sink),
        iopoll: section.get_or_default("iopoll", sink),
        sqpoll: section.get_or_default("sqpoll", sink),
    };
    for (key, set) in [("iopoll", choice.iopoll), ("sqpoll", choice.sqpoll)] {
        if let Some(kind) = choice.kind.filter(|kind| set && *kind != EngineKind::Uring) {
            sink.problem(
                section.span_of(key),
                format!("`{key}` needs the engine uring, not {}", kind.name()),
                "write kind = \"uring\", or leave it out",
            );
        }
    }
    choice
}

fn read_hosts(root: &DeTable<'_>, sink: &mut Diagnostics) -> HostDivision {
    let Some(section) = open_section(root, "hosts", sink) else { return HostDivision::default() };
    HostDivision {
        load: section.choice("load", sink).unwrap_or_default(),
        ranges: section.choice("ranges", sink).unwrap_or_default(),
    }
}

fn read_targets(root: &DeTable<'_>, sink: &mut Diagnostics) -> Vec<(JobTarget, Range<usize>)> {
    let sections = section::named(root, "target", &section::names_of("target"), sink);
    if sections.is_empty() {
        let help = "add [target.NAME] with path = \"FILE\"; there is no default target";
        sink.absent(0..0, "the job has no target".to_owned(), help);
    }
    let mut all = Vec::new();
    for section in sections {
        let path = section.must_get::<String>("path", sink).unwrap_or_default();
        let place = match workload::simulation(&path) {
            Some("") => {
                let help = "name a medium, for example: path = \"sim:nvme\"";
                sink.problem(
                    section.span_of("path"),
                    "`path` names no simulated storage".to_owned(),
                    help,
                );
                TargetLocation::Null
            }
            Some(sim) => TargetLocation::Sim(sim.to_owned()),
            None if path == "null" => TargetLocation::Null,
            None => TargetLocation::Path(PathBuf::from(path)),
        };
        let size = section.get("size", sink);
        all.push((JobTarget { name: section.name.clone(), place, size }, section.span.clone()));
    }
    all
}

fn read_phases(
    root: &DeTable<'_>,
    common: &JobSection,
    streams: &[Stream],
    sections: &[KeyTable<'_, '_>],
    sink: &mut Diagnostics,
) -> Vec<Phase> {
    let everything: Vec<String> = streams.iter().map(|s| s.name.clone()).collect();
    let whole = Phase { warm_up_ns: common.warm_up_ns, ..Phase::whole(streams) };
    let Some((key, value)) = root.get_key_value("phase") else { return vec![whole] };
    let DeValue::Array(list) = value.get_ref() else {
        let help = "write [[phase]] with two brackets: phases run in the order of the file";
        sink.problem(key.span(), "`phase` is not a list of phases".to_owned(), help);
        return vec![whole];
    };
    let all: HashSet<&str> = everything.iter().map(String::as_str).collect();
    let (mut phases, mut names) = (Vec::<Phase>::new(), HashSet::new());
    let mut stream_names = 0;
    for (index, member) in list.iter().enumerate() {
        if stream_names > NAMES_MAX {
            let text = format!("the phases up to here name {stream_names} streams");
            let help = format!("name at most {NAMES_MAX} in all phases together");
            sink.problem(member.span(), text, help);
            break;
        }
        let DeValue::Table(table) = member.get_ref() else {
            let help = "write [[phase]] on a line of its own and its keys below";
            sink.problem(member.span(), "this is not a phase".to_owned(), help);
            continue;
        };
        let known = section::names_of("phase");
        let section = KeyTable::open("phase", "", member.span(), table, &known, sink);
        let phase = read_phase(&section, index, common, (&everything, &all), sink);
        stream_names += phase.streams.len();
        if !names.insert(phase.name.clone()) {
            let text = format!("there is a phase \"{}\" already", phase.name);
            sink.problem(section.span_of("name"), text, "give each phase a name of its own");
        }
        phases.push(phase);
    }
    if list.is_empty() {
        sink.problem(
            value.span(),
            "`phase` is empty".to_owned(),
            "leave it out to run every stream once",
        );
    }
    let run: HashSet<&String> = phases.iter().flat_map(|phase| &phase.streams).collect();
    for section in sections {
        if !run.contains(&section.name) && !phases.is_empty() {
            sink.note(section.span.clone(), format!("no phase runs {}", section.title()));
        }
    }
    phases
}

fn read_phase(
    section: &KeyTable<'_, '_>,
    index: usize,
    common: &JobSection,
    (everything, known): (&[String], &HashSet<&str>),
    sink: &mut Diagnostics,
) -> Phase {
    let name = section.get::<String>("name", sink);
    let wanted = "a list of streams such as [\"data\"]";
    let before = sink.count();
    let names = section.list("streams", sink, wanted, value::line);
    if names.as_ref().is_some_and(Vec::is_empty) && sink.count() == before {
        sink.problem(
            section.span_of("streams"),
            "`streams` is empty".to_owned(),
            "name at least one stream",
        );
    }
    let is_chosen = names.is_some();
    let (mut chosen, mut before) = (Vec::new(), HashSet::new());
    for (stream, span) in names.unwrap_or_default() {
        if !before.insert(stream.clone()) {
            sink.problem(
                span,
                format!("stream \"{stream}\" is named twice"),
                "name it once; for more load raise its `workers`",
            );
        } else if !known.contains(&stream.as_str()) {
            if sink.is_full() {
                continue;
            }
            let known: Vec<&str> = everything.iter().map(String::as_str).collect();
            let help = match suggest::nearest(&stream, &known) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("known here: {}", known.join(", ")),
            };
            sink.problem(span, format!("there is no stream \"{stream}\""), help);
        } else {
            chosen.push(stream);
        }
    }
    Phase {
        name: name.unwrap_or_else(|| format!("phase {}", index + 1)),
        streams: if is_chosen { chosen } else { everything.to_vec() },
        warm_up_ns: section.get("warm_up", sink).unwrap_or(common.warm_up_ns),
        pause_ns: section.get_or_default("pause", sink),
    }
}
