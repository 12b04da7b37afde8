//! The values of options: takes the text of a value, gives the value or what is wrong with it, and the text back; the
//! headings of their help.

use crate::verify::io_pattern::Database;
use base::{Bytes, Nanos};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use integrity::commits::DurabilityMode;
use record::race::Criterion;
use report::messages::arguments::ArgumentFault;
use serde::{Serialize, Serializer};
use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use workload::{EngineChoice, EngineKind, LatencyLimit};

/// The shortest budget that can give an answer.
const BUDGET_MIN: Nanos = Nanos::secs(5);
/// The shortest time that gives a confidence interval.
const TIME_MIN: Nanos = Nanos::secs(1);
/// The allowed fill levels of a target, in percent: a nearly full target is slow, and some space has to stay free.
const FILLS: RangeInclusive<u8> = 1..=95;

/// What is wrong with a value, in the language of the reader.
#[derive(Debug)]
pub struct WrongValue(String);

impl fmt::Display for WrongValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for WrongValue {}

/// What is wrong with the value that clap refused.
pub fn mistake(error: &clap::Error) -> String {
    match error.source().and_then(|why| why.downcast_ref::<WrongValue>()) {
        Some(why) => why.to_string(),
        None => error.to_string().lines().next().unwrap_or_default().replace("error: ", ""),
    }
}

pub(crate) fn wrong(why: impl ToString) -> WrongValue {
    WrongValue(why.to_string())
}

/// The engine with this name, if a user may choose it.
pub fn engine(name: &str) -> Result<EngineChoice, WrongValue> {
    let known = [EngineKind::Uring, EngineKind::Libaio, EngineKind::Iocp, EngineKind::Sync];
    match known.into_iter().find(|kind| kind.name() == name) {
        Some(kind) => Ok(EngineChoice { kind: Some(kind), ..EngineChoice::default() }),
        None => Err(wrong(ArgumentFault::UnknownEngine { name: name.to_owned() })),
    }
}

/// A size with its unit.
pub fn size(text: &str) -> Result<Bytes, WrongValue> {
    Bytes::with_unit(text).map_err(wrong)
}

pub fn block(text: &str) -> Result<Bytes, WrongValue> {
    let size = size(text)?;
    if size.0 > 0 && size.0.is_multiple_of(512) {
        return Ok(size);
    }
    let block = text.to_owned();
    Err(wrong(match Bytes::in_binary_unit(text) {
        Some(meant) => {
            let written = meant.to_string().replace(' ', "");
            ArgumentFault::BlockInDecimalUnit { meant, block, written }
        }
        None => ArgumentFault::BlockNotSectors { block },
    }))
}

/// A whole number from 1 to `MOST`.
pub fn whole<const MOST: u32>(text: &str) -> Result<u32, WrongValue> {
    let number = text.trim().parse::<u32>().ok().filter(|number| (1..=MOST).contains(number));
    let (most, text) = (MOST.to_string(), text.to_owned());
    number.ok_or_else(|| wrong(ArgumentFault::NotInRange { most, text }))
}

pub fn duration(text: &str) -> Result<Nanos, WrongValue> {
    text.parse::<Nanos>().map_err(wrong)
}

/// The shortest time of a point.
pub fn point_time(text: &str) -> Result<Nanos, WrongValue> {
    let time = duration(text)?;
    if time < TIME_MIN {
        return Err(wrong(ArgumentFault::TimeTooShort { time: text.to_owned() }));
    }
    Ok(time)
}

/// The time to measure a load line.
pub fn budget(text: &str) -> Result<Nanos, WrongValue> {
    let budget = duration(text)?;
    if budget < BUDGET_MIN {
        let (budget, least) = (text.to_owned(), BUDGET_MIN.0 as f64 / 1e9);
        return Err(wrong(ArgumentFault::BudgetTooShort { budget, least }));
    }
    Ok(budget)
}

pub fn criterion(name: &str) -> Result<Criterion, WrongValue> {
    name.parse().map_err(wrong)
}

/// A share of reads in percent.
pub fn read_percent(text: &str) -> Result<f64, WrongValue> {
    let share = text.trim().trim_end_matches('%').parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=100.0).contains(share));
    share.ok_or_else(|| wrong(ArgumentFault::NotAReadShare { text: text.to_owned() }))
}

/// The smallest difference that counts, in percent. It must be above 0, because two measurements are never equal.
pub fn practical(text: &str) -> Result<f64, WrongValue> {
    let percent = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
    let percent = percent.filter(|percent| *percent > 0.0 && *percent < 100.0);
    percent.ok_or_else(|| wrong(ArgumentFault::NotAPercentage { text: text.to_owned() }))
}

/// A whole percentage to which a target is filled.
pub fn fill_level(text: &str) -> Result<u8, WrongValue> {
    let level = text.trim().trim_end_matches('%').trim_end().parse::<u8>().ok();
    level.filter(|level| FILLS.contains(level)).ok_or_else(|| {
        let (least, most) = (u64::from(*FILLS.start()), u64::from(*FILLS.end()));
        wrong(ArgumentFault::NotAFillLevel { least, most, text: text.to_owned() })
    })
}

pub fn latency_limit(text: &str) -> Result<LatencyLimit, WrongValue> {
    text.parse::<LatencyLimit>().map_err(wrong)
}

/// A time as people write it, exactly.
pub(crate) fn time_text(time: Nanos) -> String {
    let whole = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)];
    let (unit, ns) =
        whole.into_iter().find(|(_, ns)| time.0.is_multiple_of(*ns)).unwrap_or(("ns", 1));
    format!("{}{unit}", time.0 / ns)
}

/// A value as the text of its option.
pub(super) trait OptionText {
    /// The texts: none without a value, several of a list.
    fn texts(&self) -> Vec<String>;
}

impl OptionText for Bytes {
    fn texts(&self) -> Vec<String> {
        vec![self.option_value()]
    }
}

impl OptionText for Nanos {
    fn texts(&self) -> Vec<String> {
        vec![time_text(*self)]
    }
}

impl OptionText for LatencyLimit {
    fn texts(&self) -> Vec<String> {
        vec![self.option_value()]
    }
}

impl OptionText for f64 {
    fn texts(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

impl<T: OptionText> OptionText for Option<T> {
    fn texts(&self) -> Vec<String> {
        self.iter().flat_map(T::texts).collect()
    }
}

impl<T: OptionText> OptionText for Vec<T> {
    fn texts(&self) -> Vec<String> {
        self.iter().flat_map(T::texts).collect()
    }
}

/// Writes a value as the texts of its option.
pub(super) fn texts<T: OptionText, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    value.texts().serialize(to)
}

pub const WHAT: &str = "What to measure";
pub const LENGTH: &str = "How long";
pub const CHECKED: &str = "What to check";
pub const COURSE: &str = "How it runs";
pub const BUILT: &str = "Layouts to build";
pub const WRITTEN: &str = "What may be written";
pub const RESULT: &str = "Where the result goes";

/// Reads one of `values` by its name; each stands beside its help.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(T, &'static str); N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let words = values.map(|(value, help)| PossibleValue::new(name(value)).help(help));
    PossibleValuesParser::new(words).map(move |word| {
        let named = values.iter().find(|(value, _)| name(*value) == word);
        named.expect("it is one of the names").0
    })
}

pub fn durability_mode() -> impl TypedValueParser<Value = DurabilityMode> {
    let values = [
        (DurabilityMode::Dsync, "Direct I/O and O_DSYNC"),
        (DurabilityMode::Fua, "Direct I/O and RWF_DSYNC on each write"),
        (
            DurabilityMode::Fdatasync,
            "Direct I/O; fdatasync after log writes and, in `verify`, at checkpoints",
        ),
        (
            DurabilityMode::Fsync,
            "Direct I/O; fsync after log writes and, in `verify`, at checkpoints",
        ),
        (
            DurabilityMode::BufferedFsync,
            "Page cache; fsync after log writes and, in `verify`, at checkpoints",
        ),
    ];
    named(values, DurabilityMode::name)
}

pub fn database() -> impl TypedValueParser<Value = Database> {
    let values = [
        (Database::SqlServer, "Pages of 8 KiB and log: direct I/O with O_DSYNC"),
        (Database::Postgres, "Pages of 8 KiB: page cache, fsync at checkpoints; log: fdatasync"),
        (
            Database::MySql,
            "Pages of 16 KiB: direct I/O, fsync at checkpoints; log: page cache with fsync",
        ),
    ];
    named(values, Database::name)
}
