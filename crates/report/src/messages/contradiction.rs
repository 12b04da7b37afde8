//! Contradictions in the result of another tool, as sentences.

use crate::catalogue::{contradiction as text, unit};
use crate::language::Language;
use base::IoKind;
use base::number::readable;
use summary::warning::Contradiction;

pub(crate) fn contradiction(language: Language, line: usize, of: &Contradiction) -> String {
    text::in_line(language, &line.to_string(), &sentence(language, of))
}

fn sentence(language: Language, of: &Contradiction) -> String {
    let rate = |iops: f64| language.digits(&readable(iops));
    let whole = |value: f64| language.digits(&format!("{value:.0}"));
    let decimals = |value: f64| language.digits(&format!("{value:.2}"));
    let operations = |of: IoKind| operations(language, of);
    match of {
        Contradiction::RateTimesSize { mibps, iops, block_bytes, expected_mibps } => {
            let values = text::RateTimesSize {
                mibps: &decimals(*mibps),
                iops: &rate(*iops),
                block: &whole(*block_bytes),
                expected: &decimals(*expected_mibps),
            };
            text::rate_times_size(language, &values)
        }
        Contradiction::LittlesLaw { depth, low, high } => {
            // A range of less than 2 % is shown as one number.
            let range = if *high > low * 1.02 {
                unit::from_to(language, &decimals(*low), &decimals(*high))
            } else {
                decimals(*low)
            };
            text::littles_law(language, &whole(*depth), &range)
        }
        Contradiction::Rate { operations, seconds, counted_iops, iops } => {
            let values = text::Rate {
                operations: *operations,
                seconds: &decimals(*seconds),
                counted: &rate(*counted_iops),
                iops: &rate(*iops),
            };
            text::rate(language, &values)
        }
        Contradiction::Total { read_iops, write_iops, iops } => {
            let (reads, writes, iops) = (&*rate(*read_iops), &*rate(*write_iops), &*rate(*iops));
            text::total(language, &text::Total { reads, writes, iops })
        }
        Contradiction::OperationSize { of, mean_bytes, block_bytes } => {
            let (mean, block) = (&*whole(*mean_bytes), &*whole(*block_bytes));
            let of = operations(*of);
            text::operation_size(language, &text::OperationSize { of, mean, block })
        }
        Contradiction::MeanOutsideRange(of) => text::mean_outside_range(language, operations(*of)),
        Contradiction::MeanAbovePercentiles(of) => {
            text::mean_above_percentiles(language, operations(*of))
        }
        Contradiction::PercentilesFall(of) => text::percentiles_fall(language, operations(*of)),
        Contradiction::PercentileAboveMax(of) => {
            text::percentile_above_max(language, operations(*of))
        }
        Contradiction::HistogramCount { of, held, done } => {
            text::histogram_count(language, operations(*of), *held, *done)
        }
        Contradiction::HistogramPercents { sum, rounding_max } => {
            let most = language.digits(&rounding_max.to_string());
            text::histogram_percents(language, &whole(*sum), &most)
        }
        Contradiction::Failed { of, failed } => text::failed(language, *failed, operations(*of)),
        Contradiction::ToolError(code) => text::tool_error(language, &code.to_string()),
    }
}

fn operations(language: Language, of: IoKind) -> &'static str {
    match of {
        IoKind::Read => text::reads(language),
        IoKind::Write | IoKind::Trim => text::writes(language),
        IoKind::Flush => text::flushes(language),
    }
}
