//! Numbers as fio prints them: short forms with a prefix and a unit, and the date.

use base::clock;

/// The unit of a short number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    None,
    Bytes,
    /// Bytes per second.
    Rate,
}

/// `number` with at most `figures` characters before the prefix, including the decimal point: 15.0k, 3775, 59.0MiB/s.
/// Only the last division is rounded, as in fio.
pub(super) fn short(number: u64, figures: u32, binary: bool, unit: Unit) -> String {
    let thousand = if binary { 1024 } else { 1000 };
    let (mut whole, mut rest, mut power) = (number, 0, 0);
    while whole.to_string().len() > figures as usize && power < 6 {
        rest = whole % thousand;
        whole /= thousand;
        power += 1;
    }
    let digits = whole.to_string().len();
    let decimals = (figures as usize).saturating_sub(digits + 1);
    let value = if power == 0 {
        whole.to_string()
    } else if decimals == 0 {
        (whole + u64::from(rest * 2 >= thousand)).to_string()
    } else {
        // The fraction is rounded by itself: 45.350 gives 45.3, because 0.35 in binary is below 0.35.
        let fraction = format!("{:.decimals$}", rest as f64 / thousand as f64);
        format!("{}{}", whole + u64::from(fraction.starts_with('1')), &fraction[1..])
    };
    let prefix = if binary {
        ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"][power]
    } else {
        ["", "k", "M", "G", "T", "P", "E"][power]
    };
    let unit = match unit {
        Unit::None => "",
        Unit::Bytes => "B",
        Unit::Rate => "B/s",
    };
    if number == 0 && unit == "B/s" { "0".to_owned() } else { format!("{value}{prefix}{unit}") }
}

/// A share in percent, at least `floor` unless it is 0.
pub(super) fn floored(part: u64, whole: u64, floor: f64) -> f64 {
    if part == 0 || whole == 0 {
        return 0.0;
    }
    (100.0 * part as f64 / whole as f64).max(floor)
}

/// A time as C's `ctime` writes it, without the line end: `Sat Nov 21 17:47:02 2026`.
pub(super) fn date(unix_s: i64) -> String {
    let at = clock::utc(unix_s);
    let (day, month) = (at.weekday().to_string(), at.month().to_string());
    let (hour, minute, second) = at.to_hms();
    let (day, month, date) = (&day[..3], &month[..3], at.day());
    format!("{day} {month} {date:2} {hour:02}:{minute:02}:{second:02} {}", at.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_round_as_fio_does() {
        for (number, want) in [
            (9216, "9216B"),
            (10_240, "10.0KiB"),
            (99_840, "97.5KiB"),
            (535 * 512, "268KiB"),
            (201 * 512, "101KiB"),
            (10_000 << 10, "9.77MiB"),
            (10_239 << 10, "10.00MiB"),
            (102_399 << 10, "100.0MiB"),
            (1 << 30, "1024MiB"),
            (2_560_000_000, "2441MiB"),
        ] {
            assert_eq!(short(number, 4, true, Unit::Bytes), want);
        }
        assert_eq!(short(15_018, 4, false, Unit::None), "15.0k");
        assert_eq!(short(3_274_321, 4, false, Unit::None), "3274k");
        assert_eq!(short(5_513_480, 6, false, Unit::None), "5513.5k");
        assert_eq!(short(12_089_100, 6, false, Unit::None), "12089k");
        assert_eq!(short(45_350_912, 4, false, Unit::Bytes), "45.3MB");
        assert_eq!(short(0, 4, true, Unit::Rate), "0");
        assert_eq!(short(0, 4, true, Unit::Bytes), "0B");
    }

    #[test]
    fn dates_are_those_of_ctime() {
        assert_eq!(date(0), "Thu Jan  1 00:00:00 1970");
        assert_eq!(date(951_782_400), "Tue Feb 29 00:00:00 2000");
        assert_eq!(date(1_795_283_219), "Sat Nov 21 17:46:59 2026");
        assert_eq!(date(-1), "Wed Dec 31 23:59:59 1969");
    }
}
