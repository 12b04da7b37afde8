//! What the commands of the studies read alike: times, sizes, loads; every slip is told at once.

use crate::commands::check;
use crate::flags::{LoadFlags, RaceFlags, Studying};
use base::{Bytes, Nanos};
use record::Until;
use session::answer;
use session::failure::{Ending, Failure};
use workload::{EngineChoice, PointLoad, SyncMode};

/// How much longer than its shortest time a cell may take.
const LONGEST: u64 = 6;
/// Half the width of the interval to which a cell is to be known, relative to its value.
const HALF_WIDTH: f64 = 0.02;
/// The shortest time that gives an interval of confidence at all, in nanoseconds.
const TIME_NS_MIN: u64 = 1_000_000_000;

/// Everything that is wrong with a command line.
#[derive(Debug, Default)]
pub(crate) struct Slips {
    lines: Vec<String>,
    /// Nothing is wrong with the words themselves, but a place failed or was refused.
    refused: Option<Ending>,
}

impl Slips {
    /// Something is wrong.
    pub(crate) fn add(&mut self, line: String) {
        self.lines.push(line);
        self.refused = Some(Ending::Wrong);
    }

    /// The value, or a slip.
    pub(crate) fn keep<T, E: std::fmt::Display>(
        &mut self,
        option: &str,
        read: Result<T, E>,
    ) -> Option<T> {
        read.map_err(|error| self.add(format!("{option}: {error}"))).ok()
    }

    /// What was made, or why it could not be.
    pub(crate) fn take<T>(&mut self, made: Result<T, Failure>) -> Option<T> {
        made.map_err(|failure| {
            if self.refused != Some(Ending::Wrong) {
                self.refused = Some(failure.ending);
            }
            self.lines.extend(failure.lines);
        })
        .ok()
    }

    /// All that is wrong; nothing is, and there is nothing to be told.
    pub(crate) fn told(self) -> Failure {
        Failure::of(self.refused.unwrap_or(Ending::Wrong), self.lines)
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// What every study takes, read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    pub(crate) engine: EngineChoice,
    pub(crate) pause: Option<Nanos>,
    pub(crate) size: Option<Bytes>,
}

/// Reads what every study takes.
pub(crate) fn ways(flags: &Studying, slips: &mut Slips) -> Ways {
    let pause = flags.pause.as_deref().map(str::parse::<Nanos>).transpose();
    let size = flags.size.as_deref().map(Bytes::with_unit).transpose();
    let engine = check::engine(flags.engine.as_deref()).map_err(|line| slips.add(line));
    Ways {
        engine: engine.unwrap_or_default(),
        pause: slips.keep("--pause", pause).flatten(),
        size: slips.keep("--size", size).flatten(),
    }
}

/// Reads what runs on each disk; reads only.
pub(crate) fn load(flags: &LoadFlags, slips: &mut Slips) -> PointLoad {
    let block = slips.keep("--block", Bytes::with_unit(&flags.block));
    let block = block.unwrap_or(PointLoad::SEQUENTIAL_READ.block);
    if block.0 == 0 || !block.0.is_multiple_of(512) {
        let hint = Bytes::block_hint(&flags.block);
        slips.add(format!("--block: {} is no multiple of 512 bytes{hint}", flags.block));
    }
    let depth = whole("--depth", &flags.depth, 4096, slips).unwrap_or(1);
    let threads = whole("--threads", &flags.threads, 1024, slips).unwrap_or(1);
    PointLoad {
        read_percent: 100.0,
        block,
        random: flags.random,
        depth,
        threads,
        sync: SyncMode::None,
    }
}

/// Reads a whole number from 1.
pub(crate) fn whole(option: &str, text: &str, most: u32, slips: &mut Slips) -> Option<u32> {
    let number = text.trim().parse::<u32>().ok().filter(|number| (1..=most).contains(number));
    if number.is_none() {
        slips.add(format!("{option}: must be 1 to {most}, not {text}"));
    }
    number
}

/// Reads the smallest difference that counts, as a share: nothing at all cannot be it, as no two measurements are the same.
pub(crate) fn practical(text: &str) -> Result<f64, String> {
    let percent = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
    let percent = percent.filter(|percent| *percent > 0.0 && *percent < 100.0);
    percent.map(|percent| percent / 100.0).ok_or_else(|| {
        format!("\"{text}\" is no percentage above 0 and below 100; write for example 2%")
    })
}

/// Reads how long a cell is.
pub(crate) fn until(time: &str, slips: &mut Slips) -> Until {
    let shortest = slips.keep("--time", time.parse::<Nanos>()).unwrap_or(Nanos(TIME_NS_MIN));
    if shortest.0 < TIME_NS_MIN {
        slips.add(format!("--time: {time} is too short; 1 s at least, 10 s are usual"));
    }
    until_of(shortest.0)
}

/// Cells of at least this long.
pub(crate) fn until_of(time_min_ns: u64) -> Until {
    Until {
        half_width: HALF_WIDTH,
        time_min_ns,
        time_max_ns: time_min_ns.saturating_mul(LONGEST),
        warm_up_ns: (time_min_ns / 5).clamp(200_000_000, 2_000_000_000),
    }
}

/// A choice as it is written on the command line.
fn name(choice: impl clap::ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// A command that is put together word by word, to be given again.
#[derive(Clone, Debug)]
pub(crate) struct Words(Vec<String>);

impl Words {
    /// Of this command of ours.
    pub(crate) fn of(command: &str) -> Self {
        Self(vec![format!("plimsoll {command}")])
    }

    /// A word as it is.
    pub(crate) fn word(mut self, word: &str) -> Self {
        self.0.push(answer::quoted(word));
        self
    }

    /// An option with its value.
    pub(crate) fn option(mut self, name: &str, value: Option<impl std::fmt::Display>) -> Self {
        if let Some(value) = value {
            self.0.push(format!("{name} {}", answer::quoted(value.to_string())));
        }
        self
    }

    /// An option that is there or not.
    pub(crate) fn switch(mut self, name: &str, on: bool) -> Self {
        if on {
            self.0.push(name.to_owned());
        }
        self
    }

    /// The options of a load, where they are not the usual ones.
    pub(crate) fn load(self, flags: &LoadFlags) -> Self {
        self.option("--block", Some(&flags.block).filter(|block| *block != "64k"))
            .option("--depth", Some(&flags.depth).filter(|depth| *depth != "1"))
            .option("--threads", Some(&flags.threads).filter(|threads| *threads != "1"))
            .switch("--random", flags.random)
            .option("--time", Some(&flags.time).filter(|time| *time != "10s"))
    }

    /// The options of a race, where they are not the usual ones.
    pub(crate) fn race(self, flags: &RaceFlags) -> Self {
        self.option("--grid", flags.grid.as_deref())
            .option("--by", flags.by.map(name))
            .option("--metric", flags.metric.map(name))
            .option("--time", flags.time.as_deref())
            .option("--practical", flags.practical.as_deref())
            .option("--passes", flags.passes)
    }

    /// The options of every study.
    pub(crate) fn studying(mut self, flags: &Studying) -> String {
        self = self
            .option("--pause", flags.pause.as_deref())
            .option("--size", flags.size.as_deref())
            .option("--engine", flags.engine.as_deref());
        self.0.extend(answer::write_words(&flags.permission()));
        self.0.join(" ")
    }
}
