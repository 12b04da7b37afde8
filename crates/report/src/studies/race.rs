//! The comparison of layouts: which is best, by how much, and where another one is best.

pub(super) mod groups;
mod sizes;

use super::{Line, Rows, StageText, Tone};
use crate::catalogue::{race as text, unit};
use crate::language::Language;
use crate::words::figure::{all_names, names, percent, ranged, signed_range};
use crate::words::point_load::point_loads;
use crate::words::run_failure;
use base::Bytes;
use groups::group_label;
use record::race::{
    Answer, CandidateResult, CandidateState, Criterion, Exclusion, GroupFinding, GroupKind,
    LeadOver, LoadGroup, RaceFinding, RaceReason, Resource, Score,
};
use record::{PointRecord, StageRecord};
use summary::Estimate;
use workload::PointLoad;

pub(super) fn stage_text(
    language: Language,
    finding: &RaceFinding,
    stage: &StageRecord,
) -> StageText {
    let all: Vec<&str> = layout_names(language, finding);
    let headline =
        sizes::answer(language, finding, &all).unwrap_or_else(|| answer(language, finding, &all));
    let mut notes = vec![reason(language, finding)];
    notes.retain(|why| !why.is_empty());
    notes.push(measured(language, finding, stage));
    notes.extend(unseen(language, finding, stage));
    let mut warnings = Vec::new();
    if let Some(drift) = finding
        .drift_percent_per_hour
        .filter(|d| d.is_known() && d.ends().low * d.ends().high > 0.0)
    {
        warnings.push(text::drifted(language, drift.value.abs(), drift.value < 0.0));
    }
    warnings.extend(finding.excess_spread().map(|(between, within)| {
        text::unrest(language, &percent(language, between), &percent(language, within))
    }));
    for standing in &finding.standings {
        if let CandidateState::Out { reason } = &standing.state {
            warnings.push(text::out(
                language,
                layout_name(language, &standing.name),
                &exclusion(language, reason),
            ));
        }
    }
    let tables = std::iter::once(standings(language, finding))
        .chain(groups::table(language, finding, &all))
        .collect();
    StageText { headline, notes, warnings, tables }
}

/// How much was measured, or used from a record.
fn measured(language: Language, finding: &RaceFinding, stage: &StageRecord) -> String {
    let points = if super::recorded(stage) {
        // A repeat of a point is the same number of the record.
        let points = finding.points.iter().filter(|point| point.repeat == 0).count();
        text::recorded(language, points as u64)
    } else {
        text::measured(language, finding.points.len() as u64, finding.seconds)
    };
    let (rounds, most) = (finding.rounds as u64, finding.rounds_max as u64);
    let rounds = text::rounds(language, rounds, most, &percent(language, finding.practical));
    format!("{points} {rounds}")
}

/// A load for longer than this outlasts usual burst credits: those of gp2 volumes carry 3,000 IOPS for 30 minutes (Amazon EBS
/// User Guide).
const CREDITS_S: f64 = 1800.0;

/// What a shorter load cannot show, if the answer may lead to a purchase.
fn unseen(language: Language, finding: &RaceFinding, stage: &StageRecord) -> Option<String> {
    let answered = matches!(finding.answer, Answer::Best(_) | Answer::NoDifference(_));
    let loaded =
        finding.standings.iter().filter(|one| one.state == CandidateState::Raced).map(|one| {
            let own = finding.points.iter().filter(|point| point.candidate == one.candidate);
            own.map(|point| point.measured.seconds).sum::<f64>()
        });
    let least_s = loaded.reduce(f64::min).filter(|_| answered && !super::recorded(stage))?;
    if least_s >= CREDITS_S {
        return None;
    }
    Some(text::unseen(language, least_s))
}

/// The name of a layout for people: "none is best" would be misleading.
pub(crate) fn layout_name(language: Language, name: &str) -> &str {
    if name == record::kinds::NO_LAYOUT { text::single_disks(language) } else { name }
}

/// The candidates' names for people, in the order of the configuration.
pub(crate) fn layout_names(language: Language, finding: &RaceFinding) -> Vec<&str> {
    by_candidate(finding).into_iter().map(|name| layout_name(language, name)).collect()
}

fn by_candidate(finding: &RaceFinding) -> Vec<&str> {
    let most = finding.standings.iter().map(|s| s.candidate + 1).max().unwrap_or(0);
    let mut all = vec!["?"; most];
    for standing in &finding.standings {
        all[standing.candidate] = &standing.name;
    }
    all
}

fn of<'a>(all: &[&'a str], indexes: &[usize]) -> Vec<&'a str> {
    indexes.iter().filter_map(|index| all.get(*index).copied()).collect()
}

fn answer(language: Language, finding: &RaceFinding, all: &[&str]) -> String {
    let list = |few: &[usize]| names(language, &of(all, few), NAMED_MAX);
    match &finding.answer {
        Answer::Best(one) => text::best(language, all.get(*one).unwrap_or(&"?")),
        Answer::NoDifference(few) => text::alike(language, &list(few)),
        Answer::CannotTell(few) => text::open(language, &list(few)),
        Answer::NotYet(few) => text::not_yet(language, &list(few)),
        Answer::NoneRan => text::none_ran(language).to_owned(),
    }
}

const NAMED_MAX: usize = 6;

fn lead(language: Language, standing: &CandidateResult, criterion: Criterion) -> String {
    let lead = standing.lead.filter(|_| standing.over.is_some());
    let shown = |lead| signed_range(language, &change(criterion, lead));
    lead.map_or("-".to_owned(), shown)
}

fn candidate_state(language: Language, standing: &CandidateResult) -> String {
    match &standing.state {
        CandidateState::Raced => standing.points.to_string(),
        CandidateState::Dropped { .. } => text::dropped(language, standing.points as u64),
        CandidateState::Out { .. } => text::did_not_run(language).to_owned(),
    }
}

fn standings(language: Language, finding: &RaceFinding) -> Rows {
    let ranking = ranking(finding);
    let measure = measure_of(language, finding);
    let more_is_better = finding.criterion != Criterion::LatencyP99;
    let most = ranking.iter().flatten().map(|score| score.value).fold(0.0, f64::max);
    let any = |has: fn(&CandidateResult) -> bool| finding.standings.iter().any(has);
    let (usable, fail) = (any(|s| s.usable.is_some()), any(|s| s.may_fail.is_some()));
    let rows = finding.standings.iter().zip(&ranking).enumerate().map(|(place, (s, score))| {
        let mut cells = vec![
            layout_name(language, &s.name).to_owned(),
            score.map_or("-".to_owned(), |score| ranged(language, &score)),
            lead(language, s, finding.criterion),
        ];
        if usable {
            cells.push(s.usable.map_or("-".to_owned(), |bytes| language.bytes(bytes.0)));
        }
        if fail {
            cells.push(s.may_fail.map_or("-".to_owned(), |disks| disks.to_string()));
        }
        cells.push(candidate_state(language, s));
        let tone = match (&s.state, place) {
            (CandidateState::Out { .. }, _) => Tone::Unsure,
            (_, 0) if matches!(finding.answer, Answer::Best(_)) => Tone::Good,
            _ => Tone::Plain,
        };
        Line {
            cells,
            tone,
            share: score.filter(|_| more_is_better).map(|score| score.value / most),
        }
    });
    // Each heading with its turn to be omitted by a narrow terminal.
    let mut heads = vec![
        (text::head_layout(language), None),
        (measure.head.as_str(), None),
        (measure.lead, None),
    ];
    heads.extend(usable.then_some((text::head_usable(language), Some(2))));
    heads.extend(fail.then_some((text::head_may_fail(language), Some(3))));
    heads.push((text::head_points(language), Some(1)));
    let mut spare: Vec<usize> = (0..heads.len()).filter(|&at| heads[at].1.is_some()).collect();
    spare.sort_by_key(|&at| heads[at].1);
    let words = vec![heads.len() - 1];
    Rows {
        caption: text::standings_by(language, measure.caption),
        heads: heads.into_iter().map(|(head, _)| head.to_owned()).collect(),
        rows: rows.collect(),
        words,
        spare,
    }
}

/// Whether no point of a race has a known order (random or sequential).
pub(crate) fn has_unknown_order(finding: &RaceFinding, stage: &StageRecord) -> bool {
    let raced = |point: &&PointRecord| finding.loads.iter().any(|at| at.load == point.point.load);
    let mut raced = stage.points.iter().filter(raced).peekable();
    raced.peek().is_some() && raced.all(|point| point.order().is_none())
}

/// A load, and whether it is random; none if that is not known.
pub(super) type OrderedLoad = (PointLoad, Option<bool>);

/// The table of means of a layout's points: block sizes vertically, directions and orders horizontally, as usual.
pub(super) fn means_of(language: Language, name: &str, all: &[(OrderedLoad, f64)]) -> Rows {
    let loads: Vec<OrderedLoad> = all.iter().map(|(load, _)| *load).collect();
    let mut blocks: Vec<Bytes> = loads.iter().map(|(load, _)| load.block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let mut kinds: Vec<(f64, Option<bool>)> = Vec::new();
    for (load, order) in &loads {
        let kind = (load.read_percent, *order);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    // Reads before writes, as usual in such tables.
    kinds.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // Repeats of a point are one point of the table.
    let mut points: Vec<(OrderedLoad, f64)> = Vec::new();
    for (at, load) in loads.iter().enumerate().filter(|(at, load)| !loads[..*at].contains(load)) {
        let values = all[at..].iter().filter(|(other, _)| other == load).map(|(_, value)| *value);
        let values: Vec<f64> = values.collect();
        points.push((*load, values.iter().sum::<f64>() / values.len() as f64));
    }
    let mean = |block: Option<Bytes>, kind: (f64, Option<bool>)| {
        let here = |((load, order), _): &&(OrderedLoad, f64)| {
            block.is_none_or(|block| block == load.block) && (load.read_percent, *order) == kind
        };
        let values: Vec<f64> = points.iter().filter(here).map(|(_, value)| *value).collect();
        match values.len() {
            0 => "-".to_owned(),
            count => hundredths(language, values.iter().sum::<f64>() / count as f64),
        }
    };
    let line = |name: String, block: Option<Bytes>| {
        let cells = kinds.iter().map(|kind| mean(block, *kind));
        let cells = std::iter::once(name).chain(cells).collect();
        Line { cells, tone: Tone::Plain, share: None }
    };
    let plain: Vec<PointLoad> = loads.iter().map(|(load, _)| *load).collect();
    let heads = kinds
        .iter()
        .map(|(read, order)| super::in_order(language, *order, &super::direction(language, *read)));
    let rows = blocks.iter().map(|block| line(language.bytes(block.0), Some(*block)));
    Rows {
        caption: text::means_of(language, name, &point_loads(language, &plain)),
        heads: std::iter::once(text::head_block(language).to_owned()).chain(heads).collect(),
        rows: rows.chain([line(text::all_blocks(language).to_owned(), None)]).collect(),
        words: Vec::new(),
        spare: Vec::new(),
    }
}

/// A number with two decimals, as usual in such tables.
fn hundredths(language: Language, value: f64) -> String {
    language.digits(&format!("{value:.2}"))
}

/// Why the answer is as it is, and where another candidate is best.
pub(crate) fn reason(language: Language, finding: &RaceFinding) -> String {
    let all = layout_names(language, finding);
    let why = why(language, finding, &all);
    std::iter::once(why).chain(other_winners(language, finding, &all)).collect::<Vec<_>>().join(" ")
}

fn why(language: Language, finding: &RaceFinding, all: &[&str]) -> String {
    let left = match &finding.answer {
        Answer::Best(one) => vec![*one],
        Answer::NoDifference(few) | Answer::CannotTell(few) | Answer::NotYet(few) => few.clone(),
        Answer::NoneRan => Vec::new(),
    };
    let list = &all_names(language, &of(all, &left));
    let (rounds, most) = (finding.rounds as u64, finding.rounds_max as u64);
    let after = text::after_rounds(language, rounds, most);
    let with_lead = |sentence: String, spread: &Option<LeadOver>| match spread {
        Some(spread) => format!("{sentence} {}", lead_text(language, finding, spread, all)),
        None => sentence,
    };
    match &finding.reason {
        RaceReason::OnlyOneRan => text::why_only_one(language, list),
        RaceReason::NoneRan => text::why_none(language).to_owned(),
        RaceReason::NotOver => text::why_not_over(language, list, rounds, most),
        RaceReason::Ahead(lead) => {
            let lead = lead_text(language, finding, lead, all);
            if finding.each_block {
                format!("{} {after}", text::over_sizes(language, &lead))
            } else {
                format!("{lead} {after}")
            }
        }
        RaceReason::Alike(spread) => {
            let alike = equivalence_text(language, finding, list, spread.as_ref());
            format!("{} {after}", with_lead(alike, spread))
        }
        RaceReason::TooClose(spread) => with_lead(text::why_close(language, list), spread),
        RaceReason::UsedUp(resource, spread) => {
            let sentence = match resource {
                Resource::Time => text::why_time(language, list),
                Resource::Record => text::why_record(language, list),
                Resource::Grid => text::why_grid(language, list),
            };
            with_lead(sentence, spread)
        }
        RaceReason::OrdersApart => {
            let bests = record::race::orders_apart(&finding.groups).unwrap_or_default();
            let best = |(order, best): &(&LoadGroup, usize)| {
                text::best_for(
                    language,
                    &group_label(language, order),
                    all.get(*best).unwrap_or(&"?"),
                )
            };
            let bests: Vec<String> = bests.iter().map(best).collect();
            text::why_orders(language, &bests.join(", "))
        }
        RaceReason::CpusFull { busy_share, candidates } => {
            text::why_cpus(language, *busy_share, &all_names(language, &of(all, candidates)))
        }
    }
}

/// How similar the remaining candidates are: proven, or only as measured, so that a larger difference is possible.
fn equivalence_text(
    language: Language,
    finding: &RaceFinding,
    list: &str,
    spread: Option<&LeadOver>,
) -> String {
    let least = &exact_percent(language, finding.practical);
    let ends = spread.and_then(|spread| spread.lead.interval);
    let most = ends.map(|ends| ends.high.max(-ends.low));
    match most.filter(|most| *most >= finding.practical) {
        Some(most) => {
            let most = &exact_percent(language, most);
            text::why_alike_may(language, &text::WhyAlikeMay { list, least, most })
        }
        None => text::why_alike(language, list, least),
    }
}

/// Where another candidate than that of the answer is best, for readers who read only the answer. By block size if that was
/// requested, else by role; without roles, by direction, order and depth.
fn other_winners(language: Language, finding: &RaceFinding, all: &[&str]) -> Vec<String> {
    let roles = finding.groups.iter().any(|group| group.group.kind() == GroupKind::Role);
    let shown = |kind: GroupKind| match kind {
        GroupKind::Block => finding.each_block,
        GroupKind::Role => roles && !finding.each_block,
        GroupKind::Direction | GroupKind::Order | GroupKind::Depth => !roles && !finding.each_block,
        GroupKind::Fill => false,
    };
    let named = match finding.answer {
        Answer::Best(best) => Some(best),
        Answer::NoDifference(_) | Answer::CannotTell(_) => None,
        Answer::NotYet(_) | Answer::NoneRan => return Vec::new(),
    };
    let best_at = |group: &GroupFinding| match group.answer {
        Answer::Best(best) if shown(group.group.kind()) && Some(best) != named => Some(best),
        _ => None,
    };
    if all.len() < 2 {
        return Vec::new();
    }
    let parts = all.iter().enumerate().filter_map(|(candidate, name)| {
        let here = finding.groups.iter().filter(|group| best_at(group) == Some(candidate));
        let labels: Vec<String> = here.map(|group| group_label(language, &group.group)).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        (!labels.is_empty()).then(|| text::but_best(language, name, &all_names(language, &labels)))
    });
    parts.collect()
}

fn lead_text(language: Language, finding: &RaceFinding, over: &LeadOver, all: &[&str]) -> String {
    let name = |candidate: usize| *all.get(candidate).unwrap_or(&"?");
    let (first, second, lead) = (name(over.first), name(over.second), &over.lead);
    // A lead in latency is converted to how much lower the latency is.
    let change = |lead: f64| match finding.criterion {
        Criterion::LatencyP99 => 1.0 - 1.0 / (1.0 + lead),
        Criterion::Throughput => lead,
    };
    let exact = |share: f64| exact_percent(language, share);
    let by = &exact(change(lead.value));
    let by = &match lead.interval.filter(|_| lead.is_known()) {
        Some(ends) => {
            let low = percent_digits(language, change(ends.low));
            format!("{by} ({})", unit::from_to(language, &low, &exact(change(ends.high))))
        }
        None => text::no_interval(language, by),
    };
    match finding.criterion {
        Criterion::Throughput => {
            text::lead_throughput(language, &text::LeadThroughput { first, second, by })
        }
        Criterion::LatencyP99 => {
            text::lead_latency(language, &text::LeadLatency { first, second, by })
        }
    }
}

pub(crate) fn exclusion(language: Language, reason: &Exclusion) -> String {
    match reason {
        Exclusion::AllFailed => text::out_all_failed(language).to_owned(),
        Exclusion::TooManyFailed { failed, operations } => {
            text::out_many_failed(language, *failed, *operations as u64)
        }
        Exclusion::FewOperations { operations } => text::out_few(language, *operations),
        Exclusion::Failed(failure) => run_failure(language, failure),
    }
}

fn exact_percent(language: Language, of: f64) -> String {
    language.percent_sign(&percent_digits(language, of))
}

/// A share in percent with one decimal, so that a small lead differs from none.
fn percent_digits(language: Language, of: f64) -> String {
    match 100.0 * of {
        many if many.abs() >= 99.5 => language.number(many.round()),
        // A value that rounds to zero has no sign.
        none if none.abs() < 0.05 => language.digits("0.0"),
        few if few.is_finite() => language.digits(&format!("{few:.1}")),
        _ => "?".to_owned(),
    }
}

struct RankFigure {
    head: String,
    /// The heading of the column with the differences between layouts.
    lead: &'static str,
    caption: &'static str,
}

/// How the ranking figure of this race is shown.
fn measure_of(language: Language, finding: &RaceFinding) -> RankFigure {
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
            (ranking_unit(finding).text(language), difference, text::by_latency(language))
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
pub(crate) fn ranking_unit(finding: &RaceFinding) -> RankUnit {
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
fn change(criterion: Criterion, lead: Estimate) -> Estimate {
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
            let ns = ranking_unit(finding).nanos();
            means().map(|mean| Some(mean?.times(1.0 / ns))).collect()
        }
        _ => scores(finding),
    }
}
