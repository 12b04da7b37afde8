//! How the integrity test wrote a file: a type for programs, with one form for documents.

use base::Bytes;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// How a file was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteMethod {
    /// The size of a page.
    pub page: Bytes,
    /// Whether the page cache was bypassed.
    pub direct: bool,
    /// How a write became durable.
    pub durability: WriteDurability,
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
        let cache = if self.direct { DIRECT } else { CACHED };
        write!(f, "{} pages, {cache}, {}", self.page, self.durability.name())
    }
}

impl FromStr for WriteMethod {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        known(text).ok_or_else(|| format!("{text:?} is no way to write a file"))
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
    Some(WriteMethod { page: page.parse().ok()?, direct, durability })
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
        for durability in WriteDurability::ALL {
            for (direct, page) in [(true, Bytes(512)), (false, Bytes::kib(8))] {
                let method = WriteMethod { page, direct, durability };
                assert_eq!(method.to_string().parse(), Ok(method));
            }
        }
        assert!("8 KiB pages, slowly, fsync".parse::<WriteMethod>().is_err());
    }
}
