//! Intervals as CSV: quoting by RFC 4180, lines end in a line feed, and new columns are only added at the end of the header.
//!
//! docs/reference/csv.md describes the columns; a test checks that it describes all of them.

use base::shown::csv_text;
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

pub(crate) enum Field<'a> {
    Text(&'a str),
    Owned(String),
    Count(u64),
    /// Empty if it is not finite; otherwise with [`DIGITS`].
    Number(f64),
}

/// The significant digits of a number: without those that sums and quotients of binary fractions add, as in 0.30000000000000004.
const DIGITS: usize = 14;

fn rounded(value: f64) -> f64 {
    format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value)
}

/// One line from its fields, with its line feed; for the header too.
pub(crate) fn line(fields: &[Field<'_>], decimal_comma: bool) -> String {
    let separator = if decimal_comma { ';' } else { ',' };
    let fields: Vec<String> =
        fields.iter().map(|field| field.written(separator, decimal_comma)).collect();
    fields.join(&separator.to_string()) + "\n"
}

/// The names of the columns of `front`, then those of `each` for every direction.
pub(super) fn columns(front: &str, each: &str) -> Vec<String> {
    let mut names: Vec<String> = front.split(',').map(str::to_owned).collect();
    for direction in ["read", "write", "flush"] {
        names.extend(each.split(',').map(|name| format!("{direction}_{name}")));
    }
    names
}

impl Field<'_> {
    /// A number; empty if it is not known.
    pub(crate) fn known(value: Option<f64>) -> Self {
        value.map_or(Field::Text(""), Field::Number)
    }

    fn written(&self, separator: char, comma: bool) -> String {
        match self {
            Self::Text(text) => csv_text(text, separator),
            Self::Owned(text) => csv_text(text, separator),
            Self::Count(count) => count.to_string(),
            Self::Number(value) if !value.is_finite() => String::new(),
            Self::Number(value) if comma => rounded(*value).to_string().replace('.', ","),
            Self::Number(value) => rounded(*value).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::trials;
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
    fn every_column_is_described() {
        let described = include_str!("../../../../docs/reference/csv.md");
        let columns = [FRONT, EACH, trials::FRONT, trials::EACH].join(",");
        for name in columns.split(',') {
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

    #[test]
    fn no_text_is_a_formula_and_numbers_stay_numbers() {
        let fields =
            ["=1+1", "+1", "-b8 -o1", "@x", "\tx", "\r=x", "a=b", "a,b", "'x"].map(Field::Text);
        assert_eq!(
            line(&fields, false),
            "\"'=1+1\",\"'+1\",\"'-b8 -o1\",\"'@x\",\"'\tx\",\"'\r=x\",a=b,\"a,b\",'x\n"
        );
        let numbers = [Field::Number(-1.5), Field::Count(2), Field::Number(0.1 + 0.2)];
        assert_eq!(line(&numbers, true), "-1,5;2;0,3\n");
    }
}
