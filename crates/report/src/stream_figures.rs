//! The figures of a stream that are computed from its summary: one row for each, from which the terminal, the page, JSON, CSV and the
//! documentation take it.
//!
//! To add one, write its function in `summary/src/stream.rs`, its text in `messages/*/stream_figure.ftl` and its row here, as the last one.

use crate::Language;
use crate::catalogue::stream_figure as text;
use summary::StreamSummary;

/// A figure that is computed from the summary of a stream.
pub struct StreamFigure {
    /// Its key in JSON and its column in CSV. The comment of its message, which has this name with `-` for `_`, says what it is.
    pub key: &'static str,
    /// Its unit, for the documentation.
    pub unit: &'static str,
    /// Computes it; `None` if it is unknown.
    pub value: fn(&StreamSummary) -> Option<f64>,
    text: fn(Language, f64) -> String,
}

/// All of them. The order is that of the columns, so a new one is the last.
pub const STREAM_FIGURES: &[StreamFigure] = &[
    StreamFigure {
        key: "mb_per_s",
        unit: "MB/s",
        value: |stream| Some(stream.mibps.value * 1.048_576).filter(|rate| rate.is_finite()),
        text: text::mb_per_s,
    },
    StreamFigure {
        key: "operation_kib",
        unit: "KiB",
        value: |stream| stream.operation_bytes().map(|bytes| bytes / 1024.0),
        text: text::operation_kib,
    },
    StreamFigure { key: "iops_cv", unit: "1", value: StreamSummary::iops_cv, text: text::iops_cv },
];

/// The figures of a stream that are known, in words.
pub(crate) fn stream_figures(language: Language, stream: &StreamSummary) -> Vec<String> {
    let known = |figure: &StreamFigure| Some((figure.text)(language, (figure.value)(stream)?));
    STREAM_FIGURES.iter().filter_map(known).collect()
}
