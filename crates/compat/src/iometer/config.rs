//! A configuration as written, with the places of values that later checks may reject.

use super::cycle::{Cycle, CycleKind};
use super::{OPTIONS, Rows, Specification};
use crate::foreign::Treatment;
use job::Diagnostics;
use std::ops::Range;

pub(super) type Span = Range<usize>;

/// The contents of a configuration, or of the command line in its place.
#[derive(Debug, Default)]
pub(super) struct IometerConfig {
    /// Whether it is older than 1998.05.21, when specifications had no names.
    pub(super) unnamed: bool,
    pub(super) description: String,
    pub(super) run_s: Option<(f64, Span)>,
    pub(super) ramp_s: f64,
    pub(super) rows: Rows,
    pub(super) kind: CycleKind,
    pub(super) worker_cycle: Option<Cycle>,
    pub(super) target_cycle: Option<Cycle>,
    pub(super) depth_cycle: Option<Cycle>,
    /// Outstanding I/Os of consecutive tests, as the command line lists them.
    pub(super) depths: Vec<u32>,
    pub(super) specifications: Vec<(Specification, Span)>,
    pub(super) managers: Vec<Manager>,
    /// The source to which all spans refer.
    pub(super) source: usize,
}

#[derive(Debug, Default)]
pub(super) struct Manager {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) workers: Vec<ConfigWorker>,
}

#[derive(Debug, Default)]
pub(super) struct ConfigWorker {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) network: bool,
    pub(super) depth: u32,
    pub(super) seed: Option<u64>,
    pub(super) sectors: u64,
    pub(super) first_sector: u64,
    pub(super) repeating: bool,
    pub(super) specifications: Vec<(String, Span)>,
    pub(super) targets: Vec<(String, Span)>,
}

impl ConfigWorker {
    pub(super) fn new(name: &str, span: Span) -> Self {
        Self { name: name.to_owned(), span, depth: 1, ..Self::default() }
    }
}

/// Reports something as the table of options treats it.
pub(super) fn judge(name: &str, source: usize, span: &Span, findings: &mut Diagnostics) {
    match OPTIONS.iter().find(|row| row.name == name).map(|row| row.treatment) {
        Some(Treatment::Approximated(how)) => {
            findings.note((source, span), format!("{name}: {how}"));
        }
        Some(Treatment::Refused(why)) => {
            findings.problem((source, span), format!("{name} is not possible here"), why);
        }
        Some(Treatment::Honoured) | None => {}
    }
}
