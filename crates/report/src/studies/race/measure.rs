//! What ranks the layouts of a race, as people read it: its heading, its unit, and the number of each layout.
//!
//! Takes a finding; decides nothing.

use record::race::{Criterion, RaceFinding, Score, Standing};
use summary::Estimate;

/// How what ranks is shown.
pub(super) struct RankFigure {
    /// The heading of its column.
    pub(super) head: &'static str,
    /// The heading of the column that says how far apart layouts are.
    pub(super) lead: &'static str,
    /// The heading of the column that sets the price beside it; none where that says nothing.
    pub(super) per_price: Option<&'static str>,
    /// What both columns are.
    pub(super) caption: &'static str,
    /// Whether the column shows mean throughput, whatever ranks.
    throughput: bool,
}

/// How this race's ranking is shown.
pub(super) fn of(finding: &RaceFinding) -> RankFigure {
    let (head, lead, per_price, caption) = match (finding.criterion, finding.score) {
        (Criterion::Throughput, Score::Mean) => {
            ("mean MiB/s", "lead", Some("per MiB/s"), "lead over the best other")
        }
        (Criterion::Throughput, Score::Ratio) => ("score", "lead", Some("per point"), RATIOS),
        (Criterion::Price, Score::Mean) => (
            "mean MiB/s",
            "lead",
            Some("per MiB/s"),
            "ranked by what a MiB/s costs; lead over the best other in MiB/s for the price",
        ),
        (Criterion::Price, Score::Ratio) => ("score", "lead", None, PRICES),
        (Criterion::LatencyP99, _) => (p99_head(finding), "difference", None, LATENCIES),
    };
    let throughput = (finding.criterion, finding.score) == (Criterion::Price, Score::Mean);
    RankFigure { head, lead, per_price, caption, throughput }
}

/// What a race by ratios ranks by.
const RATIOS: &str = "lead over the best other; the score is the weighted geometric mean of the ratios at each load, that of the \
                      first being 100: a fast load counts no more than a slow one";
/// What a race by ratios for the price ranks by.
const PRICES: &str = "lead over the best other; the score is the weighted geometric mean of the ratios at each load, divided by \
                      the price, that of the first being 100";
/// What a race of latencies ranks by.
const LATENCIES: &str = "p99 is the weighted geometric mean of the 99th percentiles at each load; difference from the best other, lower is \
                         better";

impl RankFigure {
    /// What stands in the column of what ranks.
    pub(super) fn shown(&self, standing: &Standing, ranking: &Estimate) -> Estimate {
        if self.throughput { standing.mean_mibps } else { *ranking }
    }
}

/// Nanoseconds that latencies are shown in, with its name: the same for all layouts.
fn p99_unit(finding: &RaceFinding) -> (f64, &'static str) {
    let all = finding.standings.iter().map(|standing| standing.mean().value);
    match all.filter(|ns| ns.is_finite()).fold(f64::INFINITY, f64::min) {
        least if least < 1e6 => (1e3, "us"),
        _ => (1e6, "ms"),
    }
}

fn p99_head(finding: &RaceFinding) -> &'static str {
    if p99_unit(finding).1 == "us" { "p99 us" } else { "p99 ms" }
}

/// The unit of what ranks, for an axis.
pub(crate) fn unit(finding: &RaceFinding) -> &'static str {
    match (finding.criterion, finding.score) {
        (Criterion::LatencyP99, _) => p99_head(finding),
        (Criterion::Throughput, Score::Mean) => "MiB/s",
        _ => "score",
    }
}

/// A lead as the change that is shown: of a latency it is how much lower or higher that is.
pub(super) fn change(criterion: Criterion, lead: &Estimate) -> Estimate {
    let inverse = |lead: f64| 1.0 / (1.0 + lead) - 1.0;
    match criterion {
        Criterion::LatencyP99 => Estimate {
            value: inverse(lead.value),
            low: inverse(lead.high),
            high: inverse(lead.low),
            ..*lead
        },
        Criterion::Throughput | Criterion::Price => *lead,
    }
}

/// How good each layout is beside the first, which is 100, by what ranks; in the order of the standings. The interval is that of
/// its lead.
fn scores(finding: &RaceFinding) -> Vec<Estimate> {
    let first = finding.standings.first().map(|first| first.candidate);
    let score = |standing: &Standing| match standing.lead {
        _ if Some(standing.candidate) == first && standing.mean().value.is_finite() => {
            Estimate { low: f64::NAN, high: f64::NAN, value: 100.0, ..standing.lead }
        }
        lead if standing.over == first => Estimate {
            value: 100.0 * (1.0 + lead.value),
            low: 100.0 * (1.0 + lead.low),
            high: 100.0 * (1.0 + lead.high),
            ..lead
        },
        lead => Estimate { value: f64::NAN, ..lead },
    };
    finding.standings.iter().map(score).collect()
}

/// The number that ranks each of the standings: MiB/s, a latency, or the score by ratios.
pub(crate) fn ranking(finding: &RaceFinding) -> Vec<Estimate> {
    let means = || finding.standings.iter().map(Standing::mean);
    match (finding.criterion, finding.score) {
        (Criterion::Throughput, Score::Mean) => means().collect(),
        (Criterion::LatencyP99, _) => {
            let ns = p99_unit(finding).0;
            means().map(|mean| mean.times(1.0 / ns)).collect()
        }
        _ => scores(finding),
    }
}
