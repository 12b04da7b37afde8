//! The values of requirements and of the file of disks: numbers, shares, sizes and counts as people write them.

use base::Bytes;
use base::units::UnitError;

#[derive(Clone, Debug, PartialEq)]
pub enum ValueError {
    /// It is neither random nor sequential.
    Order,
    /// A share of writes that is not between 0 and 1.
    Share,
    Size(UnitError),
    /// It is no number above 0.
    Number(String),
    /// It is no whole number in the range of its key.
    Count(String),
    /// There is no usual rate at this many rpm.
    Turns(u32),
    Level(String),
}

/// The least number that is refused (ours: no price, rate or speed comes near it).
const NUMBER_END: f64 = 1e15;

/// Reads a share such as `0.3` or `30%`.
pub(super) fn share(text: &str) -> Result<f64, ValueError> {
    let (number, scale) = match text.strip_suffix('%') {
        Some(percent) => (percent.trim(), 100.0),
        None => (text, 1.0),
    };
    let value = number.parse::<f64>().ok().map(|value| value / scale);
    value.filter(|value| (0.0..=1.0).contains(value)).ok_or(ValueError::Share)
}

pub(super) fn size(text: &str) -> Result<Bytes, ValueError> {
    Bytes::with_unit(text).map_err(ValueError::Size)
}

pub(super) fn capacity(text: &str) -> Result<Bytes, ValueError> {
    Bytes::capacity(text).map_err(ValueError::Size)
}

/// Reads a number above 0, such as a price or a rate.
pub(super) fn number(text: &str) -> Result<f64, ValueError> {
    let value = text.replace('_', "").parse::<f64>().ok();
    let value = value.filter(|value| *value > 0.0 && *value < NUMBER_END);
    value.ok_or_else(|| ValueError::Number(text.to_owned()))
}

/// Reads a whole number from 1 to [`u32::MAX`].
pub(super) fn count(text: &str) -> Result<u32, ValueError> {
    let value = number(text)?;
    if value.fract() == 0.0 && value <= f64::from(u32::MAX) {
        Ok(value as u32)
    } else {
        Err(ValueError::Count(text.to_owned()))
    }
}
