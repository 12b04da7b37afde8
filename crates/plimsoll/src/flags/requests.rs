//! From flags to requests: takes the words of a study's command line, gives its request. An unreadable value is a mistake; the
//! request then contains the value that measures and writes the least.

use super::studies::{BuildFlags, Compare, LoadFlags, Metric, RaceFlags, Ramp, StudyFlags};
use super::{Output, engine};
use base::{Bytes, Nanos};
use job::plan::{BuildRequest, DisksRequest, RaceRequest, RampRequest, Ranking};
use report::messages::arguments::ArgumentFault;
use report::messages::requests::RequestFault;
use session::requests::StudySetup;
use session::requests::mistakes::Mistakes;
use session::study::StudyOptions;
use session::write_permission::Permission;
use workload::LatencyLimit;

/// The shortest time that gives a confidence interval.
const TIME_MIN: Nanos = Nanos::secs(1);
/// The default time of a point.
const TIME_USUAL: Nanos = Nanos::secs(10);
/// The shortest budget that can give an answer.
const BUDGET_MIN: Nanos = Nanos::secs(5);
/// The default budget of a load line, in seconds; for rotating disks it is longer.
const BUDGET_S_USUAL: f64 = 60.0;
/// The allowed fill levels of a target, in percent: a nearly full target is slow, and some space has to stay free.
const FILLS: std::ops::RangeInclusive<u8> = 1..=95;

impl StudyFlags {
    /// The targets that may be written to.
    pub(crate) fn permission(&self) -> Permission {
        Permission {
            destroy: self.destroy.clone(),
            overwrite: self.overwrite.clone(),
            ..Permission::default()
        }
    }

    /// The settings that all studies have.
    pub(crate) fn setup(&self, output: &Output, mistakes: &mut Mistakes) -> StudySetup {
        let pause = self.pause.as_deref().map(str::parse::<Nanos>).transpose();
        let size = self.size.as_deref().map(Bytes::with_unit).transpose();
        let engine = engine(self.engine.as_deref()).map_err(|line| mistakes.add(line));
        StudySetup {
            engine: engine.unwrap_or_default(),
            pause: mistakes.keep("--pause", pause).flatten(),
            size: mistakes.keep("--size", size).flatten(),
            permission: self.permission(),
            store: output.store.clone(),
        }
    }

    /// How the study is run and reported.
    pub(crate) fn options(&self, output: &Output) -> StudyOptions {
        StudyOptions {
            language: output.lang.language(),
            dry_run: self.dry_run,
            fresh: self.fresh,
            report: self.report.clone(),
            destroy: self.destroy.clone(),
            as_json: output.json,
            store: output.store.clone(),
            seed: output.seed,
        }
    }
}

impl LoadFlags {
    /// The request of `calibrate` or `scale`.
    pub(crate) fn request(
        &self,
        disks: &[String],
        write: bool,
        mistakes: &mut Mistakes,
    ) -> DisksRequest {
        let usual = DisksRequest::default();
        DisksRequest {
            disks: disks.to_vec(),
            write,
            block: block(&self.block, mistakes).unwrap_or(usual.block),
            depth: whole("--depth", &self.depth, 4096, mistakes).unwrap_or(usual.depth),
            threads: whole("--threads", &self.threads, 1024, mistakes).unwrap_or(usual.threads),
            random: self.random,
            time: time(&self.time, mistakes).unwrap_or(usual.time),
            ..usual
        }
    }
}

impl RaceFlags {
    fn request(&self, layouts: &[String], mistakes: &mut Mistakes) -> RaceRequest {
        let time = self.time.as_deref().map(str::parse::<Nanos>).transpose();
        let practical = self.practical.as_deref().map(percent).transpose();
        RaceRequest {
            layouts: layouts.to_vec(),
            all_read: true,
            grid: self.grid.clone(),
            ranking: self.metric.map(Metric::ranking),
            time: mistakes.keep("--time", time).flatten(),
            practical_percent: mistakes.keep("--practical", practical).flatten(),
            passes: self.passes,
            ..RaceRequest::default()
        }
    }
}

impl Metric {
    fn ranking(self) -> Ranking {
        match self {
            Self::Throughput => Ranking::Throughput,
            Self::P99 => Ranking::LatencyP99,
        }
    }
}

impl BuildFlags {
    fn request(&self, mistakes: &mut Mistakes) -> Option<BuildRequest> {
        let Some(list) = self.build.clone() else {
            let given = [("--disks", !self.disks.is_empty()), ("--slice", self.slice.is_some())];
            for (option, _) in given.into_iter().filter(|(_, given)| *given) {
                mistakes.add(ArgumentFault::NeedsBuild { option: option.to_owned() });
            }
            return None;
        };
        let slice = self.slice.as_deref().map(Bytes::with_unit).transpose();
        let slice = mistakes.keep("--slice", slice).flatten();
        let disks = self.disks.iter().map(|disk| disk.display().to_string()).collect();
        Some(BuildRequest { list, disks, slice })
    }
}

impl Compare {
    /// The request of the comparison.
    pub(crate) fn request(&self, mistakes: &mut Mistakes) -> RaceRequest {
        let excluded = [
            ("--for", self.profile.is_some(), "--grid", self.race.grid.is_some()),
            ("--recorded", self.recorded.is_some(), "--layout", !self.layouts.is_empty()),
            ("--recorded", self.recorded.is_some(), "--build", self.build.build.is_some()),
            ("--recorded", self.recorded.is_some(), "--fill", !self.fill.is_empty()),
            ("--each-size", self.each_size, "--for", self.profile.is_some()),
            ("--each-size", self.each_size, "--recorded", self.recorded.is_some()),
            ("--each-size", self.each_size, "--fill", !self.fill.is_empty()),
        ];
        for (one, _, other, _) in excluded.into_iter().filter(|(_, one, _, other)| *one && *other) {
            let (one, other) = (one.to_owned(), other.to_owned());
            mistakes.add(ArgumentFault::CannotBeCombined { one, other });
        }
        if !self.fill.is_empty() && self.studying.size.is_some() {
            mistakes.add(ArgumentFault::FillAndSize);
        }
        RaceRequest {
            each_size: self.each_size,
            build: self.build.request(mistakes),
            fills: fills(&self.fill, mistakes),
            recorded: self.recorded.as_ref().map(|file| file.display().to_string()),
            profile: self.profile.clone(),
            ..self.race.request(&self.layouts, mistakes)
        }
    }
}

impl Ramp {
    /// The request of the ramp.
    pub(crate) fn request(&self, mistakes: &mut Mistakes) -> RampRequest {
        let usual = RampRequest::default();
        let depth_max = self.depth_max.as_deref();
        let depth_max = depth_max.and_then(|text| whole("--depth-max", text, 4096, mistakes));
        let latency_limit =
            self.latency_limit.as_deref().map(str::parse::<LatencyLimit>).transpose();
        let strange = match &self.depths {
            None => vec![("--time", &self.time)],
            Some(_) => vec![
                ("--latency-limit", &self.latency_limit),
                ("--depth-max", &self.depth_max),
                ("--budget", &self.budget),
            ],
        };
        for (option, _) in strange.into_iter().filter(|(_, given)| given.is_some()) {
            let option = option.to_owned();
            mistakes.add(match &self.depths {
                None => ArgumentFault::NeedsDepths { option },
                Some(_) => ArgumentFault::NotWithDepths { option },
            });
        }
        RampRequest {
            target: self.target.clone(),
            job: self.job.clone(),
            blocks: self.block.iter().filter_map(|text| block(text, mistakes)).collect(),
            read_percents: self.mix.iter().filter_map(|text| mix(text, mistakes)).collect(),
            latency_limit: mistakes
                .keep("--latency-limit", latency_limit)
                .flatten()
                .unwrap_or(usual.latency_limit),
            sequential: self.sequential,
            depth_max: depth_max.unwrap_or(usual.depth_max),
            budget: self.budget.as_deref().and_then(|text| budget(text, mistakes)),
            depths: self.depths.clone(),
            time: self.time.as_deref().and_then(|text| time(text, mistakes)).unwrap_or(usual.time),
        }
    }
}

fn block(text: &str, mistakes: &mut Mistakes) -> Option<Bytes> {
    let size = mistakes.keep("--block", Bytes::with_unit(text))?;
    if size.0 > 0 && size.0.is_multiple_of(512) {
        return Some(size);
    }
    let block = text.to_owned();
    let fault = match Bytes::in_binary_unit(text) {
        Some(meant) => {
            let written = meant.to_string().replace(' ', "");
            ArgumentFault::BlockInDecimalUnit { meant, block, written }
        }
        None => ArgumentFault::BlockNotSectors { block },
    };
    mistakes.add(fault);
    None
}

/// A whole number from 1.
fn whole(option: &str, text: &str, most: u32, mistakes: &mut Mistakes) -> Option<u32> {
    let number = text.trim().parse::<u32>().ok().filter(|number| (1..=most).contains(number));
    if number.is_none() {
        let (option, text) = (option.to_owned(), text.to_owned());
        mistakes.add(ArgumentFault::NotInRange { most: most.to_string(), option, text });
    }
    number
}

/// The shortest time of a point.
fn time(text: &str, mistakes: &mut Mistakes) -> Option<Nanos> {
    let time = mistakes.keep("--time", text.parse::<Nanos>())?;
    if time < TIME_MIN {
        let usual = TIME_USUAL.to_string();
        mistakes.add(RequestFault::TimeTooShort { time: text.to_owned(), usual });
    }
    Some(time)
}

fn budget(text: &str, mistakes: &mut Mistakes) -> Option<Nanos> {
    let budget = mistakes.keep("--budget", text.parse::<Nanos>())?;
    judge_budget(budget, text, BUDGET_S_USUAL, mistakes);
    Some(budget)
}

/// Refuses a budget that is too short for an answer; `usual` is the default in seconds.
pub(crate) fn judge_budget(budget: Nanos, text: &str, usual: f64, mistakes: &mut Mistakes) {
    if budget < BUDGET_MIN {
        let (budget, least) = (text.to_owned(), BUDGET_MIN.0 as f64 / 1e9);
        mistakes.add(ArgumentFault::BudgetTooShort { budget, least, usual });
    }
}

fn mix(text: &str, mistakes: &mut Mistakes) -> Option<f64> {
    let share = text.trim().trim_end_matches('%').parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=100.0).contains(share));
    if share.is_none() {
        mistakes.add(ArgumentFault::NotAReadShare { text: text.to_owned() });
    }
    share
}

/// The smallest difference that counts. It must be above 0, because two measurements are never equal.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let percent = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
    let percent = percent.filter(|percent| *percent > 0.0 && *percent < 100.0);
    percent.ok_or_else(|| ArgumentFault::NotAPercentage { text: text.to_owned() }.to_string())
}

/// The fill levels: whole percentages, ascending, each once. If none can be read, the lowest level replaces them, so that the
/// permission to write is still checked.
fn fills(words: &[String], mistakes: &mut Mistakes) -> Vec<u8> {
    let mut all = Vec::new();
    for word in words {
        let level = word.trim().trim_end_matches('%').trim_end().parse::<u8>().ok();
        match level.filter(|level| FILLS.contains(level)) {
            Some(level) => all.push(level),
            None => {
                let (least, most) = (u64::from(*FILLS.start()), u64::from(*FILLS.end()));
                let text = word.clone();
                mistakes.add(ArgumentFault::NotAFillLevel { least, most, text });
            }
        }
    }
    if all.is_empty() && !words.is_empty() {
        all.push(*FILLS.start());
    }
    all.sort_unstable();
    all.dedup();
    all
}
