//! Converts records, summaries and findings to what people and programs read: text, pages, tables.
//!
//! All functions are pure: no I/O, no clock, no access to the store.
//! Start at [`terminal()`] and [`html()`].

pub mod capture;
#[expect(clippy::too_many_lines, reason = "the build makes a match with an arm for each message")]
mod catalogue;
pub mod comparison;
pub mod export;
pub mod facts;
pub mod fault_evidence;
mod hosts;
pub mod html;
mod job_plan;
mod language;
pub mod messages;
mod metrics;
pub mod power_cut;
pub mod proof;
pub mod sizing;
mod soak;
mod stream_figures;
pub mod studies;
pub mod terminal;
pub mod words;

pub use catalogue::site;
pub use html::html;
pub use job_plan::job_plan;
pub use language::{Language, UnknownLanguage};
pub use metrics::{LiveMetrics, METRICS_TYPE, metrics};
pub use soak::{SOAK_TIMER, SoakService, soak_csv, soak_sheet};
pub use stream_figures::{STREAM_FIGURES, StreamFigure};
pub use terminal::{Live, Places, Style, progress_line, progress_lines, terminal, terminal_at};
pub use words::plan_problem;
pub use words::{inventory_error, memory_refused, write_refusal};
