//! What keeps the targets of a study from being used: takes the typed fact, gives the sentence.

use base::Bytes;
use std::fmt;

/// What keeps the targets of a study from being used.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum PlaceFault {
    Twice { name: String },
    SameStorage { name: String, other: String },
    SmallerThanBlock { place: String, used: Bytes, block: Bytes },
    NotAMultiple { place: String, sector: Bytes, block: Bytes },
    Prefilling { size: Bytes, place: String },
    MixedClocks,
    Unreadable { place: String, error: String },
    FillTooSmall { place: String, percent: String, size: Bytes },
    FullAlready { folder: String, used_percent: f64, percent: String, least: Bytes },
    CannotBeFilled { folder: String, percent: String, free: Bytes, reserve: Bytes },
    FileTooSmall,
    OneArray { place: String },
    UsesTooLittle { place: String },
    Filling { place: String, percent: String, size: Bytes },
    NothingToDestroy { device: String },
    AllFailed { places: String },
    NotRemoved { file: String, error: String },
    OutputChanged { wanted: String, written: String },
}

impl fmt::Display for PlaceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice { name } => write!(f, "{name} is there twice; name each once"),
            Self::SameStorage { name, other } => write!(f, "{name} and {other} are the same storage"),
            Self::SmallerThanBlock { place, used, block } => write!(f, "{place}: {used} of it are used, less than a block of {block}"),
            Self::NotAMultiple { place, sector, block } => write!(f, "{place} does blocks in multiples of {sector}, not of {block}"),
            Self::Prefilling { size, place } => write!(f, "Prefill: {size} of random data in {place}"),
            Self::MixedClocks => f.write_str("simulated storages have a clock of their own and cannot stand beside real ones; leave either out"),
            Self::Unreadable { place, error } => write!(f, "{place} cannot be read: {error}; leave it out, or mend it"),
            Self::FillTooSmall { place, percent, size } => write!(f, "{place}: {percent} % of {size} is less than 1 MiB"),
            Self::FullAlready { folder, used_percent, percent, least } => write!(f, "the file system of {folder} is {used_percent:.0} % full already: to be {percent} % full there is no \
                 room for a file of {least}; take a higher fill level"),
            Self::CannotBeFilled { folder, percent, free, reserve } => write!(f, "the file system of {folder} cannot be {percent} % full: it has {free} free and {reserve} of it \
                 stays free; take a lower fill level"),
            Self::FileTooSmall => f.write_str("--size must be at least 64 MiB for a test file"),
            Self::OneArray { place } => write!(f, "{place} is one array, and its disks cannot be had one by one; write layout=none"),
            Self::UsesTooLittle { place } => write!(f, "{place}: 1 MiB at least must be used of it"),
            Self::Filling { place, percent, size } => write!(f, "filling {place} to {percent} % ({size})"),
            Self::NothingToDestroy { device } => write!(f, "--destroy {device} names nothing that this command works on; leave it out, or name the device as a \
                 target, too"),
            Self::AllFailed { places } => write!(f, "every operation on {places} failed; leave it out, or mend it"),
            Self::NotRemoved { file, error } => write!(f, "{file} is not removed: {error}; remove it where that is meant"),
            Self::OutputChanged { wanted, written } => write!(f, "{wanted} was made or changed by somebody else while this ran, and stays as it is; the output is in \
                 {written}"),
        }
    }
}
