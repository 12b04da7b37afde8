//! How closely a fitted job repeats the captured load: figures of both loads, and distances between their distributions.
//!
//! Plain data with its goals. `observe` measures it, `job` stores it in the job's file, `report` shows it.

use serde::{Deserialize, Serialize};

/// How closely a fitted job repeats the captured load.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fidelity {
    pub target: String,
    pub figures: Vec<FigurePair>,
    pub distances: Vec<(FidelityDistance, f64)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigurePair {
    pub figure: FidelityFigure,
    pub captured: f64,
    /// Its value when the fitted job ran.
    pub fitted: f64,
}

base::words! {
    /// A figure of a load at the device.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum FidelityFigure {
        Iops = "iops",
        /// The share of reads among reads and writes, 0 to 1.
        ReadShare = "read_share",
        SizeMean = "size_bytes_mean",
        /// The share of reads and writes that continue a recent I/O of their direction or rewrite its end, 0 to 1.
        SequentialShare = "sequential_share",
        /// Flushes for each read or write.
        FlushShare = "flush_share",
        LatencyMean = "latency_ns_mean",
        /// The latency that 99 % of reads and writes do not exceed, in nanoseconds.
        LatencyP99 = "latency_ns_p99",
        /// Reads and writes outstanding, on average over time.
        DepthMean = "depth_mean",
    }
}

base::words! {
    /// A distance between two distributions; 0 where they are equal.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum FidelityDistance {
        /// Jensen-Shannon divergence of the sizes of reads and writes, 0 to 1.
        SizeMix = "size_mix_distance",
        /// Earth mover's distance of the times between arrivals, as a share of the captured mean.
        Gaps = "gap_distance",
        /// Earth mover's distance of the latencies, as a share of the captured mean.
        Latencies = "latency_distance",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FidelityMeasure {
    Figure(FidelityFigure),
    Distance(FidelityDistance),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorUnit {
    /// Percent of the captured value.
    Percent,
    /// Percentage points.
    Points,
}

/// Rate and size change the device's work in proportion. A load line is known within 10 %; half of that is left for them.
const RATE_PERCENT_MAX: f64 = 5.0;
/// If a write costs five times as much as a read, one percentage point changes the device's work by at most 4 %.
const READ_POINTS_MAX: f64 = 1.0;
/// A job cannot set the state that the device had during the capture; latency limits differ by factors of two and more.
const LATENCY_PERCENT_MAX: f64 = 15.0;
/// With two equally frequent sizes, this divergence means that one has 17 % of all I/Os too many.
const SIZE_MIX_MAX: f64 = 0.02;

impl FidelityFigure {
    pub fn error_unit(self) -> ErrorUnit {
        match self {
            Self::ReadShare | Self::SequentialShare | Self::FlushShare => ErrorUnit::Points,
            _ => ErrorUnit::Percent,
        }
    }

    /// The largest error of a good fit, in its unit; `None` if the other goals imply it.
    pub fn goal(self) -> Option<f64> {
        match self {
            Self::Iops | Self::SizeMean => Some(RATE_PERCENT_MAX),
            Self::ReadShare => Some(READ_POINTS_MAX),
            Self::LatencyMean | Self::LatencyP99 => Some(LATENCY_PERCENT_MAX),
            Self::SequentialShare | Self::FlushShare | Self::DepthMean => None,
        }
    }
}

impl FidelityDistance {
    /// The largest distance of a good fit; `None` if there is no goal.
    pub fn goal(self) -> Option<f64> {
        (self == Self::SizeMix).then_some(SIZE_MIX_MAX)
    }

    /// Whether a distance is within the goal; `None` if there is no goal.
    pub fn meets_goal(self, value: f64) -> Option<bool> {
        Some(value <= self.goal()?)
    }
}

impl FigurePair {
    /// Whether the error is within the goal; `None` if there is no goal.
    pub fn meets_goal(&self) -> Option<bool> {
        Some(self.error().abs() <= self.figure.goal()?)
    }

    /// How far the fitted value is above the captured one, in the figure's [`ErrorUnit`].
    pub fn error(&self) -> f64 {
        let difference = self.fitted - self.captured;
        match self.figure.error_unit() {
            ErrorUnit::Points => difference * 100.0,
            ErrorUnit::Percent if difference == 0.0 => 0.0,
            ErrorUnit::Percent => difference * 100.0 / self.captured,
        }
    }
}

impl Fidelity {
    pub fn pair(&self, figure: FidelityFigure) -> Option<FigurePair> {
        self.figures.iter().find(|pair| pair.figure == figure).copied()
    }

    /// The missed goals, figures before distances.
    pub fn missed(&self) -> Vec<FidelityMeasure> {
        let figures = self.figures.iter().filter(|pair| pair.meets_goal() == Some(false));
        let distances =
            self.distances.iter().filter(|(kind, value)| kind.meets_goal(*value) == Some(false));
        figures
            .map(|pair| FidelityMeasure::Figure(pair.figure))
            .chain(distances.map(|(kind, _)| FidelityMeasure::Distance(*kind)))
            .collect()
    }

    /// By how much the goals are missed: 0 if all are met; an error of twice its goal adds 1.
    pub fn excess(&self) -> f64 {
        let figures =
            self.figures.iter().filter_map(|pair| Some(pair.error().abs() / pair.figure.goal()?));
        let distances =
            self.distances.iter().filter_map(|(kind, value)| Some(value / kind.goal()?));
        figures.chain(distances).map(|share| (share - 1.0).max(0.0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(figure: FidelityFigure, captured: f64, fitted: f64) -> FigurePair {
        FigurePair { figure, captured, fitted }
    }

    #[test]
    fn errors_are_in_percent_or_points() {
        assert!((pair(FidelityFigure::Iops, 200.0, 190.0).error() + 5.0).abs() < 1e-9);
        assert!((pair(FidelityFigure::ReadShare, 0.5, 0.52).error() - 2.0).abs() < 1e-9);
        assert_eq!(pair(FidelityFigure::LatencyMean, 0.0, 0.0).error(), 0.0);
    }

    #[test]
    fn the_excess_counts_what_is_beyond_the_goals() {
        let mut fidelity = Fidelity {
            figures: vec![
                pair(FidelityFigure::Iops, 100.0, 104.0),
                pair(FidelityFigure::DepthMean, 1.0, 9.0),
            ],
            distances: vec![(FidelityDistance::SizeMix, 0.01), (FidelityDistance::Gaps, 3.0)],
            ..Fidelity::default()
        };
        assert_eq!(fidelity.excess(), 0.0);
        fidelity.figures.push(pair(FidelityFigure::LatencyMean, 100.0, 70.0));
        fidelity.distances.push((FidelityDistance::SizeMix, 0.03));
        assert!((fidelity.excess() - 1.5).abs() < 1e-9, "{}", fidelity.excess());
    }
}
