//! Intervals as CSV: quoting by RFC 4180, lines end in a line feed, and new columns are only added at the end of the header.
//!
//! docs/reference/csv.md describes the columns; a test checks that it describes all of them.

use super::field::{Field, columns, line};
use summary::stream::measured_ns;
use summary::{IntervalDirection, IntervalRow};

/// The columns before those of each direction.
pub(super) const FRONT: &str = "trial,role,purpose,stream,interval,start_s,end_s,warm_up,partial,iops,mibps,depth_mean,due,backlog,dropped";
pub(super) const EACH: &str =
    "ios,bytes,errors,short,mean_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,service_p99_ns";

/// The first line, with its line feed.
pub fn intervals_header() -> String {
    columns(FRONT, EACH).join(",") + "\n"
}

/// One interval, with its line feed. Rates are per second of the interval; a value that is not a finite number is left empty.
pub fn interval_line(row: &IntervalRow) -> String {
    let interval = &row.interval;
    let seconds = interval.seconds();
    let rate = |amount: f64| if seconds > 0.0 { amount / seconds } else { 0.0 };
    let mut fields = vec![
        Field::Count(row.trial.into()),
        Field::Text(&row.role),
        Field::Text(&row.purpose),
        Field::Text(&row.stream),
        Field::Count(interval.index),
        Field::Number(interval.start_ns as f64 / 1e9),
        Field::Number(interval.end_ns as f64 / 1e9),
        Field::Count(interval.warm_up.into()),
        Field::Count(interval.partial.into()),
        Field::Number(rate(interval.ios() as f64)),
        Field::Number(rate(interval.bytes() as f64 / 1_048_576.0)),
        Field::Number(interval.depth_mean),
        Field::Count(interval.due),
        Field::Count(interval.backlog),
        Field::Count(interval.dropped),
    ];
    for direction in [&interval.read, &interval.write, &interval.flush] {
        fields.extend(each(direction));
    }
    line(&fields, false)
}

/// Header and lines in one text; for long runs write line by line instead.
pub fn intervals_csv<'a>(rows: impl IntoIterator<Item = &'a IntervalRow>) -> String {
    rows.into_iter().fold(intervals_header(), |text, row| text + &interval_line(row))
}

fn each(of: &IntervalDirection) -> Vec<Field<'static>> {
    let mut fields = Vec::from([of.ios, of.bytes, of.errors, of.short].map(Field::Count));
    let latencies = [of.p50_ns, of.p90_ns, of.p99_ns, of.p999_ns, of.max_ns, of.service_p99_ns];
    let latencies = [of.mean_ns].into_iter().chain(latencies.map(|ns| ns as f64));
    fields.extend(latencies.map(|ns| Field::known(measured_ns(ns))));
    fields
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
}
