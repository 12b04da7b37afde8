//! Intervals as CSV: quoting by RFC 4180, lines end in a line feed, and new columns are only added at the end of the header.
//!
//! docs/reference/csv.md describes the columns; a test checks that it describes all of them.

use base::shown::csv_text;
use std::fmt::Write;
use summary::stream::measured_ns;
use summary::{IntervalDirection, IntervalRow};

/// The columns before those of each direction.
const FRONT: [&str; 15] = [
    "trial",
    "role",
    "purpose",
    "stream",
    "interval",
    "start_s",
    "end_s",
    "warm_up",
    "partial",
    "iops",
    "mibps",
    "depth_mean",
    "due",
    "backlog",
    "dropped",
];
/// The columns of each direction.
const EACH: [&str; 11] = [
    "ios",
    "bytes",
    "errors",
    "short",
    "mean_ns",
    "p50_ns",
    "p90_ns",
    "p99_ns",
    "p999_ns",
    "max_ns",
    "service_p99_ns",
];
const DIRECTIONS: [&str; 3] = ["read", "write", "flush"];

/// The first line, with its line feed.
pub fn intervals_header() -> String {
    let mut names: Vec<String> = FRONT.iter().map(|name| (*name).to_owned()).collect();
    for direction in DIRECTIONS {
        names.extend(EACH.iter().map(|name| format!("{direction}_{name}")));
    }
    names.join(",") + "\n"
}

/// One interval, with its line feed. Rates are per second of the interval; a value that is not a finite number is left empty.
pub fn interval_line(row: &IntervalRow) -> String {
    let IntervalRow { trial, role, purpose, stream, interval } = row;
    let seconds = interval.seconds();
    let rate = |amount: f64| if seconds > 0.0 { amount / seconds } else { 0.0 };
    let [role, purpose, stream] = [role, purpose, stream].map(|text| csv_text(text, ','));
    let mut line = format!("{trial},{role},{purpose},{stream}");
    put(&mut line, interval.index);
    number(&mut line, interval.start_ns as f64 / 1e9);
    number(&mut line, interval.end_ns as f64 / 1e9);
    put(&mut line, u8::from(interval.warm_up));
    put(&mut line, u8::from(interval.partial));
    number(&mut line, rate(interval.ios() as f64));
    number(&mut line, rate(interval.bytes() as f64 / 1_048_576.0));
    number(&mut line, interval.depth_mean);
    put(&mut line, interval.due);
    put(&mut line, interval.backlog);
    put(&mut line, interval.dropped);
    for direction in [&interval.read, &interval.write, &interval.flush] {
        put_direction(&mut line, direction);
    }
    line.push('\n');
    line
}

/// Header and lines in one text; for long runs write line by line instead.
pub fn intervals_csv<'a>(rows: impl IntoIterator<Item = &'a IntervalRow>) -> String {
    rows.into_iter().fold(intervals_header(), |text, row| text + &interval_line(row))
}

fn put_direction(line: &mut String, direction: &IntervalDirection) {
    let IntervalDirection {
        ios,
        bytes,
        errors,
        short,
        mean_ns,
        p50_ns,
        p90_ns,
        p99_ns,
        p999_ns,
        max_ns,
        service_p99_ns,
    } = direction;
    for count in [ios, bytes, errors, short] {
        put(line, count);
    }
    for latency in [*mean_ns]
        .into_iter()
        .chain([p50_ns, p90_ns, p99_ns, p999_ns, max_ns, service_p99_ns].map(|ns| *ns as f64))
    {
        number(line, measured_ns(latency).unwrap_or(f64::NAN));
    }
}

fn put(line: &mut String, value: impl std::fmt::Display) {
    write!(line, ",{value}").expect("a String takes everything");
}

/// The shortest text that parses to the same number.
fn number(line: &mut String, value: f64) {
    line.push(',');
    if value.is_finite() {
        write!(line, "{value}").expect("a String takes everything");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use summary::Interval;

    fn row() -> IntervalRow {
        IntervalRow {
            trial: 3,
            role: "log, \"hot\"".to_owned(),
            purpose: "confirm".to_owned(),
            stream: "log".to_owned(),
            interval: Interval {
                index: 2,
                start_ns: 2_000_000_000,
                end_ns: 2_500_000_000,
                partial: true,
                due: 10,
                depth_mean: f64::NAN,
                write: IntervalDirection {
                    ios: 512,
                    bytes: 4 << 20,
                    mean_ns: 250.5,
                    p50_ns: 240,
                    p99_ns: 900,
                    max_ns: 1_000,
                    ..IntervalDirection::default()
                },
                ..Interval::default()
            },
        }
    }

    #[test]
    fn a_line_has_its_rates_and_is_quoted() {
        expect![[r#"
            3,"log, ""hot""",confirm,log,2,2,2.5,0,1,1024,8,,10,0,0,0,0,0,0,,,,,,,,512,4194304,0,0,250.5,240,,900,,1000,,0,0,0,0,,,,,,,
        "#]]
        .assert_eq(&interval_line(&row()));
    }

    #[test]
    fn header_and_lines_have_the_same_fields() {
        let mut plain = row();
        plain.role = "log".to_owned();
        let text = intervals_csv([&plain]);
        let fields: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(fields, [48, 48]);
    }

    #[test]
    fn every_column_is_described() {
        let described = include_str!("../../../../docs/reference/csv.md");
        for name in FRONT.iter().chain(&EACH) {
            assert!(
                described.contains(&format!("`{name}`")),
                "{name} is not in docs/reference/csv.md"
            );
        }
        assert!(
            described.contains(intervals_header().trim()),
            "the header in docs/reference/csv.md is old"
        );
    }
}
