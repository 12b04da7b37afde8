//! The parts of a stored run, each with its own checksum.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredPart {
    /// A document, such as the record or the summary of a stream.
    Document,
    Trial {
        /// Its number, from 0.
        number: u64,
    },
    Point {
        /// The number of its stage, from 1.
        stage: u64,
    },
    Distribution,
    TimeSeries,
    SoakMinute,
    Interval {
        /// Its number, from 0.
        number: u64,
        stream: String,
        /// The number of the trial, from 0.
        trial: u64,
    },
}
