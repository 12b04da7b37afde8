//! A workload as the text of a job; reading it gives the same workload again.

use super::stream;
use super::written::{extent, quoted, time};
use std::fmt::Write as _;
use workload::{EngineChoice, HostDivision, TargetLocation, WordChoice, Workload};

/// The job for this workload. Values that equal the default are left out, except those that people look for first.
pub fn write(workload: &Workload) -> String {
    let mut out = JobWriter::default();
    out.section("[job]");
    out.key("name", quoted(&workload.name));
    if let Some(seed) = workload.seed {
        out.key("seed", seed.to_string());
    }
    out.key("interval", time(workload.interval_ns));
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
        out.key("target", quoted(&one.target));
        stream::write(one, &mut out);
    }
    for phase in &workload.phases {
        out.section("[[phase]]");
        out.key("name", quoted(&phase.name));
        let names: Vec<String> = phase.streams.iter().map(|s| quoted(s)).collect();
        out.key("streams", format!("[{}]", names.join(", ")));
        out.key("warm_up", time(phase.warm_up_ns));
        out.key("pause", time(phase.pause_ns));
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
