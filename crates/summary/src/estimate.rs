//! A number with its interval.

/// A value, the interval it lies in, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// The lower end of the interval; NaN when the data are too few for one.
    pub low: f64,
    /// The upper end of the interval; NaN when the data are too few for one.
    pub high: f64,
    /// The confidence of the interval, such as 0.95, valid at any time of looking.
    pub confidence: f64,
}
