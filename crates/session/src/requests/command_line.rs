//! The command that repeats a request: takes its values, returns words quoted for a shell. Omits options with default
//! values.

use super::StudySetup;
use crate::answer;
use base::{Bytes, Nanos};
use job::plan::{BuildRequest, DisksRequest, RaceRequest, Ranking};
use workload::LatencyLimit;

/// A size as people write it, exactly.
pub fn size(size: Bytes) -> String {
    let whole = [("GiB", Bytes::GIB), ("MiB", Bytes::MIB), ("k", Bytes::KIB), ("B", 1)];
    let (unit, bytes) =
        whole.into_iter().find(|(_, bytes)| size.0.is_multiple_of(*bytes)).unwrap_or(("B", 1));
    format!("{}{unit}", size.0 / bytes)
}

/// A time as people write it, exactly.
pub fn time(time: Nanos) -> String {
    let whole = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)];
    let (unit, ns) =
        whole.into_iter().find(|(_, ns)| time.0.is_multiple_of(*ns)).unwrap_or(("ns", 1));
    format!("{}{unit}", time.0 / ns)
}

/// A latency limit as people write it, exactly.
pub(super) fn limit(limit: LatencyLimit) -> String {
    limit.to_string().replace(' ', "")
}

/// A command line under construction, which repeats a request.
#[derive(Clone, Debug)]
pub struct Words(Vec<String>);

impl Words {
    /// The beginning of this Plimsoll command.
    pub(super) fn of(command: &str) -> Self {
        Self(vec![format!("plimsoll {command}")])
    }

    /// Adds a word.
    pub(super) fn word(mut self, word: &str) -> Self {
        self.0.push(answer::quoted(word));
        self
    }

    /// Adds an option with its value, if there is one.
    pub(super) fn option(mut self, name: &str, value: Option<impl std::fmt::Display>) -> Self {
        if let Some(value) = value {
            self.0.push(format!("{name} {}", answer::quoted(value.to_string())));
        }
        self
    }

    /// Adds an option without a value if `on`.
    pub(super) fn switch(mut self, name: &str, on: bool) -> Self {
        if on {
            self.0.push(name.to_owned());
        }
        self
    }

    /// Adds the disks, and the load that runs on each of them.
    pub(super) fn disks(self, request: &DisksRequest) -> Self {
        let usual = DisksRequest::default();
        let unusual = |value: String, usual: String| Some(value).filter(|value| *value != usual);
        request
            .disks
            .iter()
            .fold(self, |words, disk| words.word(disk))
            .switch("--write", request.write)
            .option("--block", unusual(size(request.block), size(usual.block)))
            .option("--depth", Some(request.depth).filter(|depth| *depth != usual.depth))
            .option("--threads", Some(request.threads).filter(|count| *count != usual.threads))
            .switch("--random", request.random)
            .option("--time", unusual(time(request.time), time(usual.time)))
    }

    /// Adds the layouts of a race.
    pub(super) fn layouts(self, request: &RaceRequest) -> Self {
        request.layouts.iter().fold(self, |words, layout| words.option("--layout", Some(layout)))
    }

    /// Adds the layouts that a race builds.
    pub(super) fn build(self, request: Option<&BuildRequest>) -> Self {
        let Some(build) = request else { return self };
        self.option("--build", Some(&build.list))
            .option("--disks", Some(build.disks.join(",")))
            .option("--slice", build.slice.map(size))
    }

    /// Adds the points, the ranking and the times of a race.
    pub(super) fn race(self, request: &RaceRequest) -> Self {
        let words = self.option("--grid", request.grid.as_deref());
        let words = match request.ranking {
            None => words,
            Some(Ranking::Throughput) => words.option("--by", Some("throughput")),
            Some(Ranking::Price) => words.option("--by", Some("price")),
            Some(Ranking::LatencyP99) => words.option("--metric", Some("p99")),
        };
        words
            .option("--time", request.time.map(time))
            .option("--practical", request.practical_percent.map(|percent| format!("{percent}%")))
            .option("--passes", request.passes)
    }

    /// Adds the settings of every study, and returns the whole command.
    pub(super) fn setup(mut self, setup: &StudySetup) -> String {
        self = self
            .option("--pause", setup.pause.map(time))
            .option("--size", setup.size.map(size))
            .option("--engine", setup.engine.kind.map(|kind| kind.name()));
        self.0.extend(answer::write_words(&setup.permission));
        self.0.join(" ")
    }
}
