//! The bars of a card: what a role carries of what is required, and uses of its latency limit.

use crate::catalogue::unit;
use crate::language::Language;
use crate::words::rate_unit;
use record::RoleFinding;
use workload::{Requirement, RoleKind};

/// A share for a bar, and what it is a share of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gauge {
    /// The share; above 1 if there is more than is required or allowed.
    pub(super) share: f64,
    /// What is required, such as `5,000 IOPS`; `None`: the latency limit.
    pub(super) required: Option<String>,
}

impl Gauge {
    /// The share in words: `86 % of the required 5,000 IOPS`; from 2 on, `3.4 times the required 5,000 IOPS`.
    pub(super) fn text(&self, language: Language) -> String {
        let many = self.share.is_finite() && self.share >= TIMES_MIN;
        match (&self.required, many) {
            (Some(required), false) => unit::share_of_required(language, self.share, required),
            (Some(required), true) => unit::times_required(language, rough(self.share), required),
            (None, false) => unit::share_of_limit(language, self.share),
            (None, true) => unit::times_limit(language, rough(self.share)),
        }
    }
}

/// From this value on, a share is shown as a multiple.
const TIMES_MIN: f64 = 2.0;

/// Rounds to two significant digits, which are enough to compare multiples.
fn rough(value: f64) -> f64 {
    let step = 10f64.powf(value.log10().floor() - 1.0);
    (value / step).round() * step
}

/// The share of the requirement that a finding carries; `None` if the requirement has no number for such a role, or nothing was
/// found.
pub(super) fn carried(
    language: Language,
    finding: &RoleFinding,
    requirement: &Requirement,
) -> Option<Gauge> {
    let line = finding.load_line.as_ref().map(|line| line.value);
    let unit = rate_unit(language, finding.kind);
    match finding.kind {
        RoleKind::Commit => gauge(language, line, requirement.commits_min, unit),
        RoleKind::Load => gauge(language, line, requirement.iops_min, unit),
        RoleKind::Bulk => {
            gauge(language, finding.mibps, requirement.mibps_min, unit::mibps(language))
        }
    }
}

/// The share of the required commits that commits with shared flushes carry.
pub(super) fn carried_shared(
    language: Language,
    finding: &RoleFinding,
    requirement: &Requirement,
) -> Option<Gauge> {
    let shared = finding.commits_group?;
    gauge(language, Some(shared.load_line.value), requirement.commits_min, unit::commits(language))
}

fn gauge(language: Language, have: Option<f64>, want: Option<f64>, unit: &str) -> Option<Gauge> {
    let (have, want) = (have?, want?);
    let required = Some(format!("{} {unit}", language.number(want)));
    (have.is_finite() && want > 0.0).then(|| Gauge { share: have / want, required })
}

/// The share of its latency limit that a finding uses at the load line.
pub(super) fn latency_limit_used(finding: &RoleFinding) -> Option<Gauge> {
    let latency_limit_ns = finding.latency_limit.latency_ns.0;
    let latency_ns = finding.latency_ns.filter(|_| latency_limit_ns > 0)?;
    Some(Gauge { share: latency_ns as f64 / latency_limit_ns as f64, required: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_as_percent_or_as_multiples() {
        for (share, text) in [
            (0.004, "<1 % of the required 1 IOPS"),
            (0.86, "86 % of the required 1 IOPS"),
            (1.99, "199 % of the required 1 IOPS"),
            (3.44, "3.4 times the required 1 IOPS"),
            (17.8, "18 times the required 1 IOPS"),
            (2_853.58, "2,900 times the required 1 IOPS"),
            (f64::INFINITY, "? % of the required 1 IOPS"),
        ] {
            let gauge = Gauge { share, required: Some("1 IOPS".to_owned()) };
            assert_eq!(gauge.text(Language::En), text);
        }
    }
}
