//! Calendar conversions between seconds since 1970 and dates with the time of day. Never reads a clock.

pub use time::OffsetDateTime;
use time::{Date, Month};

/// The date and the time of day in UTC; a moment beyond the year 9999 becomes the last moment of that year.
pub fn utc(unix_s: i64) -> OffsetDateTime {
    let end = if unix_s < 0 { Date::MIN } else { Date::MAX };
    OffsetDateTime::from_unix_timestamp(unix_s).unwrap_or(end.midnight().assume_utc())
}

/// Seconds since 1970 of a date in UTC; `None` if there is no such date.
pub fn unix_s(year: i32, month: u8, day: u8) -> Option<i64> {
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    Some(date.midnight().assume_utc().unix_timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_come_back_and_strange_moments_have_one() {
        for (seconds, date) in [
            (0, (1970, 1, 1)),
            (951_782_400, (2000, 2, 29)),
            (-86_400, (1969, 12, 31)),
            (4_107_542_400, (2100, 3, 1)),
        ] {
            let at = utc(seconds);
            assert_eq!((at.year(), u8::from(at.month()), at.day()), date);
            assert_eq!(unix_s(date.0, date.1, date.2), Some(seconds));
        }
        assert_eq!((utc(i64::MAX).year(), utc(i64::MIN).year()), (9999, -9999));
        assert_eq!((unix_s(2024, 2, 30), unix_s(2024, 13, 1)), (None, None));
    }
}
