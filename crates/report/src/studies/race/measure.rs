//! The ranking figure of a race for people: its heading, its unit, and its value for each layout.
//!
//! Shows a finding; decides nothing.

use crate::catalogue::race as text;
use crate::language::Language;
use record::race::{CandidateResult, Criterion, RaceFinding, Score};
use summary::Estimate;

pub(super) struct RankFigure {
    pub(super) head: String,
    /// The heading of the column with the differences between layouts.
    pub(super) lead: &'static str,
    pub(super) caption: &'static str,
}

/// How the ranking figure of this race is shown.
pub(super) fn of(language: Language, finding: &RaceFinding) -> RankFigure {
    let lead = text::head_lead(language);
    let (head, lead, caption) = match (finding.criterion, finding.score) {
        (Criterion::Throughput, Score::Mean) => {
            (text::head_mean(language).to_owned(), lead, text::by_mean(language))
        }
        (Criterion::Throughput, Score::Ratio) => {
            (text::head_score(language).to_owned(), lead, text::by_ratio(language))
        }
        (Criterion::LatencyP99, _) => {
            let difference = text::head_difference(language);
            (unit(finding).text(language), difference, text::by_latency(language))
        }
    };
    RankFigure { head, lead, caption }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RankUnit {
    Mibps,
    Score,
    P99Micros,
    P99Millis,
}

impl RankUnit {
    /// Its name, for a column or an axis.
    pub(crate) fn text(self, language: Language) -> String {
        match self {
            Self::Mibps => language.unit("MiB/s").to_owned(),
            Self::Score => text::head_score(language).to_owned(),
            Self::P99Micros => format!("p99 {}", language.unit("us")),
            Self::P99Millis => format!("p99 {}", language.unit("ms")),
        }
    }

    /// The length of the unit of a latency in nanoseconds.
    fn nanos(self) -> f64 {
        if self == Self::P99Micros { 1e3 } else { 1e6 }
    }
}

/// The unit of the ranking figure, the same for all layouts.
pub(crate) fn unit(finding: &RaceFinding) -> RankUnit {
    match (finding.criterion, finding.score) {
        (Criterion::LatencyP99, _) => {
            let all = finding.standings.iter().filter_map(CandidateResult::mean);
            match all.map(|mean| mean.value).fold(f64::INFINITY, f64::min) {
                least if least < 1e6 => RankUnit::P99Micros,
                _ => RankUnit::P99Millis,
            }
        }
        (Criterion::Throughput, Score::Mean) => RankUnit::Mibps,
        _ => RankUnit::Score,
    }
}

/// A lead as the change that is shown: for a latency, how much lower or higher it is.
pub(super) fn change(criterion: Criterion, lead: Estimate) -> Estimate {
    match criterion {
        Criterion::LatencyP99 => lead.map(|lead| 1.0 / (1.0 + lead) - 1.0),
        Criterion::Throughput => lead,
    }
}

/// The score of each layout relative to the first, which has 100, in the order of the standings. The interval is that of its
/// lead.
fn scores(finding: &RaceFinding) -> Vec<Option<Estimate>> {
    let first = finding.standings.first().map(|first| first.candidate);
    let score = |standing: &CandidateResult| {
        if Some(standing.candidate) == first && standing.mean().is_some() {
            return Some(Estimate::unknown(100.0));
        }
        let lead = standing.lead.filter(|_| standing.over == first)?;
        Some(lead.map(|lead| 100.0 * (1.0 + lead)))
    };
    finding.standings.iter().map(score).collect()
}

/// The ranking figure of each standing: MiB/s, a latency, or the score by ratios.
pub(crate) fn ranking(finding: &RaceFinding) -> Vec<Option<Estimate>> {
    let means = || finding.standings.iter().map(CandidateResult::mean);
    match (finding.criterion, finding.score) {
        (Criterion::Throughput, Score::Mean) => means().collect(),
        (Criterion::LatencyP99, _) => {
            let ns = unit(finding).nanos();
            means().map(|mean| Some(mean?.times(1.0 / ns))).collect()
        }
        _ => scores(finding),
    }
}
