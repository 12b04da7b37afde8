//! How the integrity test wrote a file: a type for programs, with one form for documents.

use base::Bytes;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// How a file was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteMethod {
    /// By this program.
    Known {
        /// The size of a page.
        page: Bytes,
        /// Whether the page cache was bypassed.
        direct: bool,
        /// How a write became durable.
        durability: WriteDurability,
    },
    /// A description that an earlier version wrote.
    Other(String),
}

/// How a write becomes durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteDurability {
    /// With the write itself: the file was opened with `O_DSYNC`.
    WriteThrough,
    /// With the write itself: each write had `RWF_DSYNC`.
    Fua,
    /// By `fdatasync`.
    Fdatasync,
    /// By `fsync`.
    Fsync,
}

impl WriteDurability {
    const ALL: [Self; 4] = [Self::WriteThrough, Self::Fua, Self::Fdatasync, Self::Fsync];

    /// The name of the flag or system call.
    pub fn name(self) -> &'static str {
        match self {
            Self::WriteThrough => "O_DSYNC",
            Self::Fua => "RWF_DSYNC",
            Self::Fdatasync => "fdatasync",
            Self::Fsync => "fsync",
        }
    }
}

const DIRECT: &str = "direct";
const CACHED: &str = "through the page cache";

/// The form of documents: `8 KiB pages, direct, O_DSYNC`.
impl fmt::Display for WriteMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { page, direct, durability } => {
                let cache = if *direct { DIRECT } else { CACHED };
                write!(f, "{page} pages, {cache}, {}", durability.name())
            }
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl FromStr for WriteMethod {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(known(text).unwrap_or_else(|| Self::Other(text.to_owned())))
    }
}

fn known(text: &str) -> Option<WriteMethod> {
    let (page, rest) = text.split_once(" pages, ")?;
    let (cache, name) = rest.split_once(", ")?;
    let direct = match cache {
        DIRECT => true,
        CACHED => false,
        _ => return None,
    };
    let durability = WriteDurability::ALL.into_iter().find(|one| one.name() == name)?;
    let known = WriteMethod::Known { page: page.parse().ok()?, direct, durability };
    (known.to_string() == text).then_some(known)
}

impl Serialize for WriteMethod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for WriteMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_method_is_read_as_it_was_written() {
        let mut cases = vec![WriteMethod::Other("8 KiB pages, slowly, fsync".to_owned())];
        for durability in WriteDurability::ALL {
            for (direct, page) in [(true, Bytes(512)), (false, Bytes::kib(8))] {
                cases.push(WriteMethod::Known { page, direct, durability });
            }
        }
        for case in cases {
            assert_eq!(case.to_string().parse(), Ok(case));
        }
    }
}
