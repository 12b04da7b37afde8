//! Numbers as other tools write them: decimal commas, units attached.

use base::clock;

/// A finite number, not negative; a single comma is a decimal comma.
pub fn plain(text: &str) -> Option<f64> {
    let text = text.trim();
    let value: f64 = if text.contains('.') {
        text.parse().ok()?
    } else {
        text.replacen(',', ".", 1).parse().ok()?
    };
    (value.is_finite() && value >= 0.0).then_some(value)
}

/// The number at the start of a text, such as of `30.01s`.
pub fn leading(text: &str) -> Option<f64> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || ".,".contains(c))).unwrap_or(text.len());
    plain(text[..end].trim_end_matches([',', '.']))
}

/// A whole number that fits into 64 bits.
pub fn whole(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// The largest error from the printed decimals: one unit of the last.
pub fn step(text: &str) -> f64 {
    let decimals = text.trim().split_once(['.', ',']).map_or(0, |(_, d)| d.len().min(12));
    0.1f64.powi(decimals as i32)
}

pub fn ms_to_ns(ms: f64) -> u64 {
    (ms * 1e6).round() as u64
}

/// Seconds since 1970 of a date and a time of day, taken as UTC; `None` where the text is not both.
pub fn moment(text: &str) -> Option<i64> {
    let parts: Vec<i64> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .take(6)
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    let [year, month, day, hour, minute, second] = parts[..] else { return None };
    let fits = year >= 1970 && hour < 24 && minute < 60 && second <= 60;
    let small = |part: i64| u8::try_from(part).ok();
    let midnight_s = clock::unix_s(i32::try_from(year).ok()?, small(month)?, small(day)?)?;
    fits.then_some(midnight_s + hour * 3_600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_tools_write_them() {
        assert_eq!(plain(" 66,91"), Some(66.91));
        assert_eq!(plain("-1"), None);
        assert_eq!(plain("nan"), None);
        assert_eq!(plain("1e+007"), Some(1e7));
        assert_eq!(leading("30.01s"), Some(30.01));
        assert_eq!(leading("5,"), Some(5.0));
        assert_eq!(leading("none"), None);
        assert!((step("66.91") - 0.01).abs() < 1e-12 && step("5") == 1.0);
    }

    #[test]
    fn moments_are_utc() {
        assert_eq!(moment("1970/01/01 00:00:00 UTC"), Some(0));
        assert_eq!(moment("2023-03-25 03:05:43:661"), Some(1_679_713_543));
        assert_eq!(moment("2024-02-29 12:00:00"), Some(1_709_208_000));
        assert_eq!(moment("2024-13-29 12:00:00"), None);
        assert_eq!(moment("soon"), None);
        assert_eq!(moment("2024-02-333333333333333333 12:00:00"), None, "not even computed");
    }
}
