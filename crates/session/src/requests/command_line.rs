//! The options of studies on a command line that repeats them. Omits options with default values.

use super::StudySetup;
use crate::repeat_command::RepeatCommand;
use base::{Bytes, Nanos};
use job::plan::{BuildRequest, DisksRequest, RaceRequest, Ranking};

/// A time as people write it, exactly.
pub fn time(time: Nanos) -> String {
    let whole = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)];
    let (unit, ns) =
        whole.into_iter().find(|(_, ns)| time.0.is_multiple_of(*ns)).unwrap_or(("ns", 1));
    format!("{}{unit}", time.0 / ns)
}

impl RepeatCommand {
    /// Adds the disks, and the load that runs on each of them.
    pub(super) fn disks(self, request: &DisksRequest) -> Self {
        let usual = DisksRequest::default();
        let unusual = |value: String, usual: String| Some(value).filter(|value| *value != usual);
        request
            .disks
            .iter()
            .fold(self, |line, disk| line.word(disk))
            .switch("--write", request.write)
            .option("--block", unusual(request.block.option_value(), usual.block.option_value()))
            .option("--depth", Some(request.depth).filter(|depth| *depth != usual.depth))
            .option("--threads", Some(request.threads).filter(|count| *count != usual.threads))
            .switch("--random", request.random)
            .option("--time", unusual(time(request.time), time(usual.time)))
    }

    /// Adds the layouts of a race.
    pub(super) fn layouts(self, request: &RaceRequest) -> Self {
        request.layouts.iter().fold(self, |line, layout| line.option("--layout", Some(layout)))
    }

    /// Adds the layouts that a race builds.
    pub(super) fn build(self, request: Option<&BuildRequest>) -> Self {
        let Some(build) = request else { return self };
        self.option("--build", Some(&build.list))
            .option("--disks", Some(build.disks.join(",")))
            .option("--slice", build.slice.map(Bytes::option_value))
    }

    /// Adds the points, the ranking and the times of a race.
    pub(super) fn race(self, request: &RaceRequest) -> Self {
        let line = self.option("--grid", request.grid.as_deref());
        let line = match request.ranking {
            None => line,
            Some(Ranking::Throughput) => line.option("--metric", Some("throughput")),
            Some(Ranking::LatencyP99) => line.option("--metric", Some("p99")),
        };
        line.option("--time", request.time.map(time))
            .option("--practical", request.practical_percent.map(|percent| format!("{percent}%")))
            .option("--passes", request.passes)
    }

    /// Adds the settings of every study.
    pub(super) fn setup(self, setup: &StudySetup) -> Self {
        self.option("--pause", setup.pause.map(time))
            .option("--size", setup.size.map(Bytes::option_value))
            .option("--engine", setup.engine.kind.map(|kind| kind.name()))
            .permission(&setup.permission)
    }
}
