//! The comparison of layouts: which is best, by how much, and where another one is best.

pub(super) mod groups;
mod measure;
mod reason;
mod sizes;

use super::{Line, Rows, StageText, Tone};
use crate::catalogue::race as text;
use crate::language::Language;
use crate::words::figure::{names, percent, ranged, signed_range};
use crate::words::point_load::point_loads;
use base::Bytes;
pub(crate) use measure::{RankUnit, ranking, unit as ranking_unit};
pub(crate) use reason::{exclusion, reason};
use record::race::{Answer, CandidateResult, CandidateState, Criterion, RaceFinding};
use record::{PointRecord, StageRecord};
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

/// The candidates' names in the order of the configuration.
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
    let shown = |lead| signed_range(language, &measure::change(criterion, lead));
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
    let measure = measure::of(language, finding);
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
