//! Sizes and durations as newtypes, so that a mix-up does not compile; parsing and printing.
//!
//! The units of a size mean the same everywhere: kB, MB, GB, TB and PB are powers of 1,000; KiB, MiB, GiB, TiB and PiB
//! are powers of 1,024, and so are the short k, m, g, t and p.

use crate::number::{significant, trimmed};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Bytes(pub u64);

/// A duration or an instant in nanoseconds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Nanos(pub u64);

/// Why a size or a duration could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// The text does not begin with a number.
    #[error("\"{0}\" does not start with a number")]
    NoNumber(String),
    #[error("\"{unit}\" in \"{text}\" is not a unit here; use {expected}")]
    UnknownUnit {
        /// The whole value as written.
        text: String,
        unit: String,
        expected: &'static str,
    },
    #[error("\"{0}\" needs its unit: {0}GiB, {0}MiB, {0}KiB or {0}B")]
    NoUnit(String),
    /// The value does not fit or is not a whole number of the smallest unit.
    #[error("\"{0}\" is too large, negative or not a whole number of the smallest unit")]
    OutOfRange(String),
}

impl Bytes {
    pub const KIB: u64 = 1 << 10;
    pub const MIB: u64 = 1 << 20;
    pub const GIB: u64 = 1 << 30;
    pub const fn kib(n: u64) -> Self {
        Self(n << 10)
    }
    pub const fn mib(n: u64) -> Self {
        Self(n << 20)
    }
    pub const fn gib(n: u64) -> Self {
        Self(n << 30)
    }

    /// The size as the value of an option: exact, in the largest unit of which it is a whole number.
    pub fn option_value(self) -> String {
        let units = [("GiB", Self::GIB), ("MiB", Self::MIB), ("k", Self::KIB)];
        let whole = units.into_iter().find(|(_, bytes)| self.0.is_multiple_of(*bytes));
        let (unit, bytes) = whole.unwrap_or(("B", 1));
        format!("{}{unit}", self.0 / bytes)
    }

    /// Reads a size from the command line, where a unit is required: `4` could mean bytes or GiB.
    ///
    /// # Errors
    /// As for any size; also a number without a unit.
    pub fn with_unit(text: &str) -> Result<Self, UnitError> {
        match split_unit(text)? {
            (_, unit) if unit.is_empty() => Err(UnitError::NoUnit(text.trim().to_owned())),
            _ => text.parse(),
        }
    }

    /// Reads the capacity of a disk. A short unit such as in `5T` is refused, as data sheets may mean a power of 1,000 or
    /// of 1,024 by it.
    ///
    /// # Errors
    /// As for [`Bytes::with_unit`]; also a short unit.
    pub fn capacity(text: &str) -> Result<Self, UnitError> {
        match split_unit(text)? {
            (_, unit) if ["k", "m", "g", "t", "p"].contains(&unit.as_str()) => {
                Err(UnitError::UnknownUnit {
                    text: text.trim().to_owned(),
                    unit,
                    expected: "GB or TB for powers of 1,000, GiB or TiB for powers of 1,024",
                })
            }
            _ => Self::with_unit(text),
        }
    }

    /// The size with a binary unit in place of its decimal one, such as 8 KiB for `8kB`. `None` unless the result is a
    /// multiple of 512 bytes.
    pub fn in_binary_unit(text: &str) -> Option<Self> {
        let binary = text.trim().to_ascii_lowercase().replacen('b', "ib", 1);
        let meant = binary.parse::<Self>().ok()?;
        (meant.0 > 0 && meant.0.is_multiple_of(512)).then_some(meant)
    }

    /// The value in the largest binary unit that leaves it at 1 or more, with at most two decimals, and the unit.
    pub fn in_unit(self) -> (String, &'static str) {
        const UNITS: [&str; 6] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
        let step = if self.0 == 0 { 0 } else { (self.0.ilog2() / 10).min(5) as usize };
        let value = self.0 as f64 / (1u64 << (10 * step)) as f64;
        (trimmed(value, 2), UNITS[step])
    }
}

impl Nanos {
    pub const fn micros(n: u64) -> Self {
        Self(n * 1_000)
    }
    pub const fn millis(n: u64) -> Self {
        Self(n * 1_000_000)
    }
    pub const fn secs(n: u64) -> Self {
        Self(n * 1_000_000_000)
    }
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }
    pub fn as_millis_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Three significant digits in ns, us, ms or s, or whole minutes, hours and days beyond, and the unit.
    pub fn in_unit(self) -> (String, &'static str) {
        let ns = self.0;
        let day = 86_400_000_000_000;
        match ns {
            0..1_000 => (ns.to_string(), "ns"),
            1_000..1_000_000 => (significant(ns as f64 / 1e3), "us"),
            1_000_000..1_000_000_000 => (significant(ns as f64 / 1e6), "ms"),
            _ if ns >= day && ns.is_multiple_of(day) => ((ns / day).to_string(), "d"),
            _ if ns >= 3_600_000_000_000 && ns.is_multiple_of(3_600_000_000_000) => {
                ((ns / 3_600_000_000_000).to_string(), "h")
            }
            _ if ns >= 120_000_000_000 && ns.is_multiple_of(60_000_000_000) => {
                ((ns / 60_000_000_000).to_string(), "min")
            }
            _ => (significant(ns as f64 / 1e9), "s"),
        }
    }
}

impl From<Bytes> for u64 {
    fn from(bytes: Bytes) -> Self {
        bytes.0
    }
}

impl FromStr for Bytes {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let (number, unit) = split_unit(text)?;
        let factor: u64 = match unit.as_str() {
            "" | "b" => 1,
            "k" | "kib" => 1 << 10,
            "m" | "mib" => 1 << 20,
            "g" | "gib" => 1 << 30,
            "t" | "tib" => 1 << 40,
            "p" | "pib" => 1 << 50,
            "kb" => 1_000,
            "mb" => 1_000_000,
            "gb" => 1_000_000_000,
            "tb" => 1_000_000_000_000,
            "pb" => 1_000_000_000_000_000,
            _ => {
                return Err(UnitError::UnknownUnit {
                    text: text.trim().to_owned(),
                    unit,
                    expected: "B, KiB, MiB, GiB, TiB or PiB (k, m, g, t, p for short), or kB, MB, GB, TB or PB for powers of 1,000",
                });
            }
        };
        scale(text, number, factor).map(Bytes)
    }
}

impl FromStr for Nanos {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let (number, unit) = split_unit(text)?;
        let factor = match unit.as_str() {
            "ns" => 1,
            "us" | "µs" | "μs" => 1_000,
            "ms" => 1_000_000,
            "" | "s" | "sec" => 1_000_000_000,
            "m" | "min" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            "d" => 86_400_000_000_000,
            _ => {
                return Err(UnitError::UnknownUnit {
                    text: text.trim().to_owned(),
                    unit,
                    expected: "ns, us, ms, s, min, h or d",
                });
            }
        };
        scale(text, number, factor).map(Nanos)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, unit) = self.in_unit();
        write!(f, "{digits} {unit}")
    }
}

impl fmt::Display for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, unit) = self.in_unit();
        write!(f, "{digits} {unit}")
    }
}

/// The number, and the unit in lower case; empty without one.
fn split_unit(text: &str) -> Result<(f64, String), UnitError> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let number = text[..end].parse::<f64>().map_err(|_| UnitError::NoNumber(text.to_owned()))?;
    Ok((number, text[end..].trim().to_ascii_lowercase()))
}

/// The first value beyond signed 64 bits, 2^63: the kernel counts offsets and times in signed 64 bits.
const VALUE_END: f64 = 9_223_372_036_854_775_808.0;

/// `number` units of `factor`, a whole number but for the rounding of a float.
fn scale(text: &str, number: f64, factor: u64) -> Result<u64, UnitError> {
    let value = number * factor as f64;
    let whole = value.round();
    if !(0.0..VALUE_END).contains(&whole) || (value - whole).abs() > 1e-6 * value.max(1.0) {
        return Err(UnitError::OutOfRange(text.trim().to_owned()));
    }
    Ok(whole as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_goes_by_the_name_of_its_unit() {
        for (text, bytes) in [
            ("512", 512),
            ("512B", 512),
            ("4k", 4096),
            ("4K", 4096),
            ("4KiB", 4096),
            ("4kB", 4000),
            ("4KB", 4000),
            ("4 MB", 4_000_000),
            ("4MiB", 4 << 20),
            ("4GB", 4_000_000_000),
            ("4GiB", 4 << 30),
            ("1.5g", 1_610_612_736),
            ("1TB", 1_000_000_000_000),
            ("1TiB", 1 << 40),
            ("1PB", 1_000_000_000_000_000),
            ("1p", 1 << 50),
        ] {
            assert_eq!(text.parse::<Bytes>(), Ok(Bytes(bytes)), "{text}");
        }
        assert!("4x".parse::<Bytes>().is_err());
        assert!("k".parse::<Bytes>().is_err());
        assert!("99999p".parse::<Bytes>().is_err());
        assert!("0.3".parse::<Bytes>().is_err());
    }

    #[test]
    fn the_value_of_an_option_is_exact_and_has_its_unit() {
        for (bytes, text) in [
            (512, "512B"),
            (1536, "1536B"),
            (8 << 10, "8k"),
            (1 << 20, "1MiB"),
            (1025 << 10, "1025k"),
            (3 << 30, "3GiB"),
        ] {
            assert_eq!(Bytes(bytes).option_value(), text);
            assert_eq!(Bytes::with_unit(text), Ok(Bytes(bytes)));
        }
    }

    #[test]
    fn a_size_of_the_command_line_names_its_unit() {
        for text in ["4096B", "4k", "4GB", "4 GiB"] {
            assert_eq!(Bytes::with_unit(text), text.parse(), "{text}");
        }
        let told = Bytes::with_unit(" 4 ").map_err(|error| error.to_string());
        assert_eq!(told, Err("\"4\" needs its unit: 4GiB, 4MiB, 4KiB or 4B".to_owned()));
        // A short unit of a capacity is ambiguous.
        for text in ["1TB", "600 gb", "1TiB", "1.5GiB"] {
            assert_eq!(Bytes::capacity(text), text.parse(), "{text}");
        }
        let told = Bytes::capacity("5T").map_err(|error| error.to_string());
        assert!(
            told.as_ref().is_err_and(|text| text.contains("TB for powers of 1,000")),
            "{told:?}"
        );
        assert_eq!(
            ["8kB", "1000B", "9q"].map(Bytes::in_binary_unit),
            [Some(Bytes(8192)), None, None]
        );
    }

    #[test]
    fn durations_are_read_with_their_unit() {
        assert_eq!("10us".parse(), Ok(Nanos(10_000)));
        assert_eq!("10min".parse(), Ok(Nanos(600_000_000_000)));
        assert_eq!("90".parse(), Ok(Nanos::secs(90)));
        let told = "10 parsecs".parse::<Nanos>().map_err(|e| e.to_string());
        let expected =
            "\"parsecs\" in \"10 parsecs\" is not a unit here; use ns, us, ms, s, min, h or d";
        assert_eq!(told, Err(expected.to_owned()));
    }

    #[test]
    fn printing_is_short_and_exact_where_it_can_be() {
        assert_eq!(Bytes(4096).to_string(), "4 KiB");
        assert_eq!(Bytes(1536).to_string(), "1.5 KiB");
        assert_eq!(Nanos(1_234_567).to_string(), "1.23 ms");
        assert_eq!(Nanos::secs(90).to_string(), "90 s");
        assert_eq!(Nanos::secs(7200).to_string(), "2 h");
    }
}
