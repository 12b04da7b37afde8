//! What the result of another tool contradicts: takes the figures, gives the sentence.

use base::units::{grouped, readable};
use summary::warning::{Contradiction, OperationKind};

/// The sentence; the line of the result comes before it.
pub fn contradiction(line: usize, of: &Contradiction) -> String {
    format!("line {line}: {}", sentence(of))
}

fn sentence(of: &Contradiction) -> String {
    match of {
        Contradiction::RateTimesSize { mibps, iops, block_bytes, expected_mibps } => format!(
            "{mibps:.2} MiB/s, but {} operations a second of {block_bytes:.0} bytes are {expected_mibps:.2}",
            readable(*iops)
        ),
        Contradiction::LittlesLaw { depth, low, high } => {
            // A difference of less than 2 % is not worth two numbers.
            let range = if *high > low * 1.02 {
                format!("{low:.2} to {high:.2}")
            } else {
                format!("{low:.2}")
            };
            format!(
                "the depth was {depth:.0}, but IOPS x mean latency gives {range}: the latencies are not whole, time was lost \
                 outside of the storage, or the depth was not reached"
            )
        }
        Contradiction::Rate { operations, seconds, counted_iops, iops } => format!(
            "{} operations in {seconds:.2} s are {} a second, not {}",
            grouped(*operations),
            readable(*counted_iops),
            readable(*iops)
        ),
        Contradiction::Total { read_iops, write_iops, iops } => format!(
            "{} reads and {} writes a second are not {} in all",
            readable(*read_iops),
            readable(*write_iops),
            readable(*iops)
        ),
        Contradiction::OperationSize { of, mean_bytes, block_bytes } => format!(
            "of the {} an operation moved {mean_bytes:.0} bytes on average where {block_bytes:.0} were asked for",
            operations(*of)
        ),
        Contradiction::MeanOutsideRange(of) => format!(
            "of the {} the mean latency lies outside of the smallest and the largest",
            operations(*of)
        ),
        Contradiction::PercentilesFall(of) => {
            format!("of the {} the percentiles do not rise", operations(*of))
        }
        Contradiction::PercentileAboveMax(of) => {
            format!("of the {} a percentile lies above the largest latency", operations(*of))
        }
        Contradiction::HistogramCount { of, held, done } => format!(
            "of the {} the histogram holds {} operations, but {} were done",
            operations(*of),
            grouped(*held),
            grouped(*done)
        ),
        Contradiction::HistogramPercents { sum, rounding_max } => format!(
            "the percents of the histogram sum to {sum:.0}; rounding explains {rounding_max} at most"
        ),
        Contradiction::Failed { of, failed } => {
            format!("{} {} failed", grouped(*failed), operations(*of))
        }
        Contradiction::ToolError(code) => format!("the tool ended this job with error {code}"),
    }
}

fn operations(of: OperationKind) -> &'static str {
    match of {
        OperationKind::Read => "reads",
        OperationKind::Write => "writes",
        OperationKind::Flush => "flushes",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_its_line_and_the_numbers() {
        let told = |of| contradiction(7, &of);
        let depth = |high| Contradiction::LittlesLaw { depth: 32.0, low: 4.0, high };
        assert!(told(depth(4.0)).contains("gives 4.00: the"), "{}", told(depth(4.0)));
        assert!(told(depth(8.0)).contains("gives 4.00 to 8.00: the"), "{}", told(depth(8.0)));
        let failed = Contradiction::Failed { of: OperationKind::Write, failed: 1_234 };
        assert_eq!(told(failed), "line 7: 1,234 writes failed");
    }
}
