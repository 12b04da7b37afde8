//! Sizes and durations as newtypes, so that a mix-up does not compile; how they are read and printed.
//!
//! Sizes of operations and files are binary: `4k`, `4K`, `4KiB` and `4kB` are all 4,096 bytes, as storage people mean them. What a
//! disk holds goes by its name: `5TB` is less than `5TiB`.

use std::fmt;
use std::str::FromStr;

/// A count of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

/// A duration or an instant in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nanos(pub u64);

/// Why a size or a duration could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// There is no number in front.
    #[error("\"{0}\" does not start with a number")]
    NoNumber(String),
    /// The unit is not one of the known ones.
    #[error("\"{unit}\" in \"{text}\" is not a unit here; use {expected}")]
    UnknownUnit {
        /// The whole value as it was written.
        text: String,
        /// Its unit.
        unit: String,
        /// What may be written.
        expected: &'static str,
    },
    /// The value does not fit or is not a whole number of the smallest unit.
    #[error("\"{0}\" is too large, negative or not a whole number of the smallest unit")]
    OutOfRange(String),
}

impl Bytes {
    /// One KiB.
    pub const KIB: u64 = 1 << 10;
    /// One MiB.
    pub const MIB: u64 = 1 << 20;
    /// One GiB.
    pub const GIB: u64 = 1 << 30;
    /// `n` KiB.
    pub const fn kib(n: u64) -> Self {
        Self(n << 10)
    }
    /// `n` MiB.
    pub const fn mib(n: u64) -> Self {
        Self(n << 20)
    }
    /// `n` GiB.
    pub const fn gib(n: u64) -> Self {
        Self(n << 30)
    }
}

impl Nanos {
    /// `n` microseconds.
    pub const fn micros(n: u64) -> Self {
        Self(n * 1_000)
    }
    /// `n` milliseconds.
    pub const fn millis(n: u64) -> Self {
        Self(n * 1_000_000)
    }
    /// `n` seconds.
    pub const fn secs(n: u64) -> Self {
        Self(n * 1_000_000_000)
    }
    /// As seconds.
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }
    /// As milliseconds.
    pub fn as_millis_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }
}

fn split(text: &str) -> Result<(f64, String), UnitError> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let number = text[..end].parse::<f64>().map_err(|_| UnitError::NoNumber(text.to_owned()))?;
    Ok((number, text[end..].trim().to_ascii_lowercase()))
}

/// Where signed 64 bits end, 2^63: the kernel counts offsets and times with them.
const END: f64 = 9_223_372_036_854_775_808.0;

fn scale(text: &str, number: f64, factor: u64) -> Result<u64, UnitError> {
    let value = number * factor as f64;
    let whole = value.round();
    if !(0.0..END).contains(&whole) || (value - whole).abs() > 1e-6 * value.max(1.0) {
        return Err(UnitError::OutOfRange(text.trim().to_owned()));
    }
    Ok(whole as u64)
}

impl FromStr for Bytes {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let (number, unit) = split(text)?;
        let shift = match unit.as_str() {
            "" | "b" => 0,
            "k" | "kb" | "kib" => 10,
            "m" | "mb" | "mib" => 20,
            "g" | "gb" | "gib" => 30,
            "t" | "tb" | "tib" => 40,
            "p" | "pb" | "pib" => 50,
            _ => {
                return Err(UnitError::UnknownUnit {
                    text: text.trim().to_owned(),
                    unit,
                    expected: "B, KiB, MiB, GiB, TiB or PiB (k, m, g, t, p for short)",
                });
            }
        };
        scale(text, number, 1 << shift).map(Bytes)
    }
}

impl Bytes {
    /// Reads how much a disk holds, as its data sheet and its buyers write it: `600GB` and `5TB` are powers of 1,000, `5TiB` powers
    /// of 1,024.
    ///
    /// # Errors
    /// As for any size; and for `5T`, which may be either.
    pub fn capacity(text: &str) -> Result<Self, UnitError> {
        let (number, unit) = split(text)?;
        let power = match unit.as_str() {
            "kb" => 1,
            "mb" => 2,
            "gb" => 3,
            "tb" => 4,
            "pb" => 5,
            "k" | "m" | "g" | "t" | "p" => {
                return Err(UnitError::UnknownUnit {
                    text: text.trim().to_owned(),
                    unit,
                    expected: "GB or TB for powers of 1,000, GiB or TiB for powers of 1,024",
                });
            }
            _ => return text.parse(),
        };
        scale(text, number, 1_000_u64.pow(power)).map(Self)
    }
}

impl FromStr for Nanos {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let (number, unit) = split(text)?;
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
    /// The largest binary unit that leaves the value at 1 or more, with at most two decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
        let step = if self.0 == 0 { 0 } else { (self.0.ilog2() / 10).min(5) as usize };
        let value = self.0 as f64 / (1u64 << (10 * step)) as f64;
        write!(f, "{} {}", trimmed(value, 2), UNITS[step])
    }
}

impl fmt::Display for Nanos {
    /// Three significant digits in ns, us, ms or s; whole minutes, hours and days beyond.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ns = self.0;
        let day = 86_400_000_000_000;
        match ns {
            0..1_000 => write!(f, "{ns} ns"),
            1_000..1_000_000 => write!(f, "{} us", significant(ns as f64 / 1e3)),
            1_000_000..1_000_000_000 => write!(f, "{} ms", significant(ns as f64 / 1e6)),
            _ if ns >= day && ns.is_multiple_of(day) => write!(f, "{} d", ns / day),
            _ if ns >= 3_600_000_000_000 && ns.is_multiple_of(3_600_000_000_000) => {
                write!(f, "{} h", ns / 3_600_000_000_000)
            }
            _ if ns >= 120_000_000_000 && ns.is_multiple_of(60_000_000_000) => {
                write!(f, "{} min", ns / 60_000_000_000)
            }
            _ => write!(f, "{} s", significant(ns as f64 / 1e9)),
        }
    }
}

/// At most `decimals` decimals, trailing zeros dropped; what is rounded to nothing has no sign.
pub fn trimmed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Three significant digits, never in exponent form.
pub fn significant(value: f64) -> String {
    let decimals = match value.abs() {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    };
    trimmed(value, decimals)
}

/// A whole number with thousands separated by commas.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A number as people read it in a sentence: whole and grouped from 100 on, three significant digits below; `?`
/// when it is not finite or negative.
pub fn readable(value: f64) -> String {
    match value {
        v if !v.is_finite() || v < 0.0 => "?".to_owned(),
        v if v >= 99.5 => grouped(v.round() as u64),
        v => significant(v),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_storage_people_mean_them() {
        for (text, bytes) in
            [("512", 512), ("4k", 4096), ("4KiB", 4096), ("4kB", 4096), ("1.5g", 1_610_612_736)]
        {
            assert_eq!(text.parse::<Bytes>(), Ok(Bytes(bytes)), "{text}");
        }
        assert!("4x".parse::<Bytes>().is_err());
        assert!("k".parse::<Bytes>().is_err());
        assert!("99999p".parse::<Bytes>().is_err());
        assert!("0.3".parse::<Bytes>().is_err());
    }

    #[test]
    fn what_a_disk_holds_goes_by_the_name_of_its_unit() {
        for (text, bytes) in [
            ("1TB", 1_000_000_000_000),
            ("600 gb", 600_000_000_000),
            ("1TiB", 1 << 40),
            ("1.5GiB", 1_610_612_736),
            ("4096", 4096),
        ] {
            assert_eq!(Bytes::capacity(text), Ok(Bytes(bytes)), "{text}");
        }
        let told = Bytes::capacity("5T").map_err(|error| error.to_string());
        assert!(
            told.as_ref().is_err_and(|text| text.contains("TB for powers of 1,000")),
            "{told:?}"
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
        assert_eq!(grouped(1_234_567), "1,234,567");
        let read = [48_598.4, 99.6, 12.34, 1.0, f64::NAN].map(readable);
        assert_eq!(read, ["48,598", "100", "12.3", "1", "?"]);
    }
}
