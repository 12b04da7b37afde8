//! Dates and times of day as logs of several locales write them.
//!
//! Takes text; gives a [`Moment`] whose day and month may still be in either order. [`DateEvidence`] uses all moments of a log to
//! find the order. Never reads a clock.

use crate::StartTime;
use base::clock;

const DAY_NS: i64 = 86_400_000_000_000;
const SECOND_NS: i64 = 1_000_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// The date; absent if only a time of day is written.
    pub date: Option<WrittenDate>,
    /// Nanoseconds since midnight.
    pub time_ns: i64,
    /// Whether it is in UTC; otherwise by the clock of the host.
    pub is_utc: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenDate {
    year: i32,
    /// Day and month, or month and day; with `year_first`, month and day.
    pair: (u8, u8),
    year_first: bool,
    /// Whether dots separate the numbers, which suggests that the day comes first.
    dotted: bool,
    /// Whether the time has AM or PM, which suggests that the month comes first.
    half_days: bool,
}

/// The order of day and month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// The evidence of all dates of a log for their order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DateEvidence {
    first_max: u8,
    second_max: u8,
    dotted: bool,
    half_days: bool,
    ambiguous: bool,
}

impl DateEvidence {
    pub(super) fn add(&mut self, date: WrittenDate) {
        if !date.year_first {
            self.first_max = self.first_max.max(date.pair.0);
            self.second_max = self.second_max.max(date.pair.1);
            self.dotted |= date.dotted;
            self.half_days |= date.half_days;
            self.ambiguous = true;
        }
    }

    /// The order, and whether a number above 12 or the notation proves it.
    pub(super) fn order(self) -> (DateOrder, bool) {
        match self {
            Self { first_max: 13.., .. } => (DateOrder::DayFirst, true),
            Self { second_max: 13.., .. } => (DateOrder::MonthFirst, true),
            Self { half_days: true, .. } => (DateOrder::MonthFirst, true),
            Self { dotted: true, .. } => (DateOrder::DayFirst, true),
            _ => (DateOrder::MonthFirst, !self.ambiguous),
        }
    }
}

impl WrittenDate {
    /// Midnight of the date in nanoseconds since 1970, UTC; `None` if the date does not exist.
    pub(super) fn unix_ns(self, order: DateOrder) -> Option<i64> {
        let (month, day) = match (self.year_first, order) {
            (true, _) | (_, DateOrder::MonthFirst) => self.pair,
            _ => (self.pair.1, self.pair.0),
        };
        clock::unix_s(self.year, month, day)?.checked_mul(SECOND_NS)
    }
}

impl Moment {
    /// A moment in UTC.
    pub(super) fn at_unix_ns(ns: i64) -> Self {
        let at = clock::utc(ns.div_euclid(SECOND_NS));
        let pair = (u8::from(at.month()), at.day());
        let (year, time_ns) = (at.year(), ns.rem_euclid(DAY_NS));
        let date = WrittenDate { year, pair, year_first: true, dotted: false, half_days: false };
        Self { date: Some(date), time_ns, is_utc: true }
    }

    /// The moment so many seconds before.
    pub(super) fn earlier_by_s(self, seconds: i64) -> Self {
        Self { time_ns: self.time_ns.saturating_sub(seconds.saturating_mul(SECOND_NS)), ..self }
    }

    /// Nanoseconds since 1970; `None` without a date, or if the date does not exist.
    pub(super) fn unix_ns(self, order: DateOrder) -> Option<i64> {
        self.date?.unix_ns(order)?.checked_add(self.time_ns)
    }

    /// The same with its clock. `midnight_ns` replaces a date that is absent.
    pub(super) fn start(self, order: DateOrder, midnight_ns: Option<i64>) -> Option<StartTime> {
        let ns = self.unix_ns(order).or_else(|| Some(midnight_ns? + self.time_ns))?;
        Some(if self.is_utc { StartTime::Utc(ns) } else { StartTime::Local(ns) })
    }

    /// The same moment in UTC, of a clock that is this many minutes behind UTC.
    pub(super) fn in_utc(self, behind_min: i64) -> Self {
        Self { time_ns: self.time_ns + behind_min * 60 * SECOND_NS, is_utc: true, ..self }
    }

    /// How long after `earlier` it is, in nanoseconds. Without dates, a time that is more than half a day less belongs to the
    /// next day.
    pub(super) fn since_ns(self, earlier: Self, order: DateOrder) -> i64 {
        match (self.unix_ns(order), earlier.unix_ns(order)) {
            (Some(a), Some(b)) => a - b,
            _ => {
                let step = self.time_ns - earlier.time_ns;
                if step < -DAY_NS / 2 { step + DAY_NS } else { step }
            }
        }
    }
}

/// A run of digits, and the text before it.
struct Digits<'t> {
    before: &'t str,
    text: &'t str,
}

impl Digits<'_> {
    fn value(&self) -> Option<u32> {
        self.text.parse().ok()
    }
}

fn digits(text: &str) -> Vec<Digits<'_>> {
    let mut runs = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let tail = &rest[start..];
        let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        runs.push(Digits { before: &rest[..start], text: &tail[..end] });
        rest = &tail[end..];
        // A text with more runs is not a moment.
        if runs.len() > 9 {
            break;
        }
    }
    runs
}

const TEXT_BYTES_MAX: usize = 80;

/// Reads a whole text as a moment: a time with or without a date; with AM or PM, an offset from UTC, or a word with a colon
/// before.
pub(super) fn read(text: &str) -> Option<Moment> {
    let text = text.trim().trim_matches(['[', ']', '"']);
    if text.is_empty() || text.len() > TEXT_BYTES_MAX {
        return None;
    }
    let runs = digits(text);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters > 12 || runs.iter().any(|run| !matches!(run.text.len(), 1..=9)) {
        return None;
    }
    let (date, time) = match runs.len() {
        3 | 4 if is_time(&runs[..3]) => (None, &runs[..]),
        6..=8 if is_time(&runs[3..6]) => (Some(&runs[..3]), &runs[3..]),
        _ => return None,
    };
    let (half_days, afternoon) = half_day(text);
    let time_ns = time_of_day(time, half_days.then_some(afternoon))?;
    let date = match date {
        Some(parts) => Some(written_date(parts, half_days)?),
        None => None,
    };
    let local = Moment { date, time_ns, is_utc: false };
    let named_utc = ["Z", "UTC", "GMT"].iter().any(|name| text.ends_with(name));
    let behind_min = behind_min(text, time).or(named_utc.then_some(0));
    Some(behind_min.map_or(local, |minutes| local.in_utc(minutes)))
}

/// Whether three runs of digits are a time of day: two digits each, with the same separator.
fn is_time(runs: &[Digits<'_>]) -> bool {
    let separated = matches!(
        (runs[1].before.trim(), runs[2].before.trim()),
        (":", ":") | (".", ".") | ("时", "分") | ("時", "分") | ("시", "분")
    );
    separated && runs[0].text.len() <= 2 && runs[1].text.len() == 2 && runs[2].text.len() == 2
}

fn time_of_day(runs: &[Digits<'_>], afternoon: Option<bool>) -> Option<i64> {
    let (hour, minute, second) = (runs[0].value()?, runs[1].value()?, runs[2].value()?);
    let hour = match afternoon {
        Some(late) if hour <= 12 => hour % 12 + if late { 12 } else { 0 },
        _ => hour,
    };
    if hour > 24 || minute > 59 || second > 60 {
        return None;
    }
    let fraction_ns = match runs.get(3) {
        Some(run) if matches!(run.before, "." | ",") => {
            let scale = 10i64.pow(9 - run.text.len().min(9) as u32);
            i64::from(run.value()?) * scale
        }
        _ => 0,
    };
    Some(i64::from(hour * 3_600 + minute * 60 + second) * SECOND_NS + fraction_ns)
}

/// How many minutes the clock is behind UTC, from `+0300` or `-05:30` after the time; `None` without an offset.
fn behind_min(text: &str, time: &[Digits<'_>]) -> Option<i64> {
    let run = time.iter().skip(3).find(|run| matches!(run.before.trim(), "+" | "-"))?;
    let sign = if run.before.contains('-') { 1 } else { -1 };
    let minutes = match run.text.len() {
        4 => run.value().map(|value| value / 100 * 60 + value % 100),
        2 => {
            let rest = time.last().filter(|last| last.before == ":" && text.ends_with(last.text));
            run.value().map(|hours| hours * 60 + rest.and_then(Digits::value).unwrap_or(0))
        }
        _ => None,
    };
    Some(sign * i64::from(minutes?))
}

/// Whether the text has AM or PM, and whether it is PM.
fn half_day(text: &str) -> (bool, bool) {
    let has = |names: &[&str]| names.iter().any(|name| text.contains(name));
    let late = has(&["PM", "pm", "p.m.", "下午", "午後", "오후"]);
    (late || has(&["AM", "am", "a.m.", "上午", "午前", "오전"]), late)
}

fn written_date(runs: &[Digits<'_>], half_days: bool) -> Option<WrittenDate> {
    let value = |at: usize| runs[at].value();
    let small = |value: u32| u8::try_from(value).ok();
    let full = |year: u32| i32::try_from(if year < 100 { 2_000 + year } else { year }).ok();
    let year_first = runs[0].text.len() == 4;
    let dotted = runs[1].before.trim() == ".";
    let (year, pair) = if year_first {
        (full(value(0)?)?, (small(value(1)?)?, small(value(2)?)?))
    } else {
        (full(value(2)?)?, (small(value(0)?)?, small(value(1)?)?))
    };
    let (first, second) = pair;
    let fits = first > 0 && second > 0 && (first <= 12 || second <= 12) && first.max(second) <= 31;
    (fits && (1970..10_000).contains(&year)).then_some(WrittenDate {
        year,
        pair,
        year_first,
        dotted,
        half_days,
    })
}

/// The date in the first line of a log of sysstat: the one word that is a date.
pub(super) fn date_in(line: &str) -> Option<WrittenDate> {
    line.split_whitespace().find_map(|word| {
        let runs = digits(word);
        let separators =
            runs.iter().skip(1).all(|run| matches!(run.before, "/" | "." | "-" | "年" | "月"));
        let plain = runs.len() == 3 && runs[0].before.is_empty() && separators;
        let years = runs.iter().filter(|run| run.text.len() == 4).count();
        let short = runs.iter().all(|run| matches!(run.text.len(), 2 | 4));
        // A kernel version such as 6.1.0 does not have the digit counts of a date.
        (plain && short && years <= 1).then(|| written_date(&runs, false)).flatten()
    })
}

/// A moment at the start of a line, as `ts` or a script prepends it, and the rest of the line.
pub(super) fn prefix(line: &str) -> Option<(Moment, &str)> {
    // `2015-09-21 12:00:00 rest`, `09/21/2015 12:00:00 AM rest`, `12:00:01 AM rest`, `12:00:01 rest`.
    let line = line.trim_start();
    if !line.starts_with(|c: char| c.is_ascii_digit() || c == '[') {
        return None;
    }
    let mut ends = Vec::new();
    let mut at = 0;
    while ends.len() < 3 && at < line.len() {
        let rest = &line[at..];
        let word = at + rest.len() - rest.trim_start().len();
        at = word + line[word..].find(char::is_whitespace).unwrap_or(line.len() - word);
        if at > word {
            ends.push((word, at));
        }
    }
    let of = |&(word, end): &(usize, usize)| {
        let moment = read(&line[..end])?;
        let half = half_day(&line[word..end]).0;
        // One word is a time, or a date with a time; two are a date and a time, or a time with AM or PM; three have all of them.
        let fits = match (ends.iter().position(|one| one.1 == end), half) {
            (Some(0), _) | (Some(1 | 2), true) => true,
            (Some(1), false) => moment.date.is_some(),
            _ => false,
        };
        fits.then_some((moment, &line[end..]))
    };
    ends.iter().rev().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_in_utc_only_where_the_text_says_so() {
        let utc = |text| read(text).expect("it is a time").is_utc;
        for text in ["2026-11-23T20:05:09-0530", "2026-11-23T20:05:09Z", "2026-11-23 20:05:09 UTC"]
        {
            assert!(utc(text), "{text}");
        }
        assert!(!utc("2026-11-23 20:05:09") && !utc("11/23/2026 08:05:09 PM") && !utc("20:05:09"));
    }

    fn unix_s(text: &str, order: DateOrder) -> Option<i64> {
        Some(read(text)?.unix_ns(order)? / SECOND_NS)
    }

    #[test]
    fn moments_of_many_locales_are_the_same() {
        // 2026-11-23 20:05:09 UTC.
        let at = 1_795_464_309;
        for text in [
            "2026-11-23T20:05:09+0000",
            "2026-11-23T23:05:09+03:00",
            "2026-11-23 20:05:09",
            "11/23/2026 08:05:09 PM",
            "11/23/26 20:05:09",
            "11/23/2026 20:05:09.000",
            "2026年11月23日 20时05分09秒",
            "[2026-11-23 20:05:09]",
        ] {
            assert_eq!(unix_s(text, DateOrder::MonthFirst), Some(at), "{text}");
        }
        for text in ["23.11.2026 20:05:09", "23/11/26 20:05:09", "23.11.2026, 20:05:09"] {
            assert_eq!(unix_s(text, DateOrder::DayFirst), Some(at), "{text}");
        }
        let noon = read("12:00:01 PM").expect("it is a time").time_ns / SECOND_NS;
        let midnight = read("12:00:01 AM").expect("it is a time").time_ns / SECOND_NS;
        assert_eq!((noon, midnight), (43_201, 1));
        assert_eq!(read("Время: 20:05:09").map(|m| m.time_ns / SECOND_NS), Some(72_309));
    }

    #[test]
    fn what_is_no_moment_is_none() {
        for text in [
            "sda 0.00 1.00 2.00 3.00 4.00 5.00",
            "Linux 6.1.0-13-amd64 (host) 11/23/2026 _x86_64_ (2 CPU)",
            "avg-cpu: %user %nice %system",
            "99:99:99",
            "0.12 0.00 0.31 0.05 0.00 99.52",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_order_of_day_and_month_is_found() {
        let order = |texts: &[&str]| {
            let mut evidence = DateEvidence::default();
            for text in texts {
                evidence.add(read(text).and_then(|m| m.date).expect("it has a date"));
            }
            evidence.order()
        };
        assert_eq!(order(&["01/02/26 00:00:00", "13/02/26 00:00:00"]), (DateOrder::DayFirst, true));
        assert_eq!(order(&["01/13/26 00:00:00"]), (DateOrder::MonthFirst, true));
        assert_eq!(order(&["01.02.2026 00:00:00"]), (DateOrder::DayFirst, true));
        assert_eq!(order(&["01/02/2026 01:00:00 AM"]), (DateOrder::MonthFirst, true));
        assert_eq!(order(&["01/02/26 00:00:00"]), (DateOrder::MonthFirst, false));
    }

    #[test]
    fn a_prefix_is_taken_off() {
        let rest = |line| prefix(line).map(|(moment, rest)| (moment.date.is_some(), rest.trim()));
        assert_eq!(rest("2015-09-21 12:00:00 sda 0.00"), Some((true, "sda 0.00")));
        assert_eq!(rest("12:00:01 AM dev8-0 1.0"), Some((false, "dev8-0 1.0")));
        assert_eq!(rest("12:00:01 dev8-0 1.0"), Some((false, "dev8-0 1.0")));
        assert_eq!(rest("2026-11-23T20:05:09+0000"), Some((true, "")));
        assert_eq!(rest("09/21/2015 12:00:01 AM"), Some((true, "")));
        assert_eq!(rest("sda 0.00"), None);
        let date = |line| {
            date_in(line).and_then(|d| d.unix_ns(DateOrder::MonthFirst)).map(|ns| ns / DAY_NS)
        };
        assert_eq!(date("Linux 6.1.0-13-amd64 (vm)  11/23/2026  _x86_64_ (2 CPU)"), Some(20_780));
        assert_eq!(date("Linux 3.10.0 (vm) 2026-11-23 _x86_64_"), Some(20_780));
        assert_eq!(date("Linux 6.10.11 (vm)"), None);
    }
}
