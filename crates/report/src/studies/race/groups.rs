//! Which layout is best at which points: the means of each group, and by how much the others are behind.

use super::super::{Line, Rows, Tone};
use super::change;
use super::of;
use crate::catalogue::race as text;
use crate::language::Language;
use crate::words::figure::{all_names, names, percent, rate_word, signed, signed_range};
use base::Bytes;
use record::RateUnit;
use record::race::{
    Answer, Criterion, GroupFinding, GroupKind, GroupProperty, LoadDirection, LoadGroup,
    RaceFinding, Score,
};
use workload::SyncMode;

/// Operations up to this size are counted, larger ones are measured by what they move.
const COUNTED_MAX: u64 = 16 << 10;

/// The unit of the means of a group, and what a MiB/s is of it, or a nanosecond where latency ranks.
pub(crate) fn unit(finding: &RaceFinding, group: &GroupFinding) -> (RateUnit, f64) {
    if finding.criterion == Criterion::LatencyP99 {
        return (RateUnit::P99Millis, 1e-6);
    }
    let loads = || finding.loads.iter().filter(|weighted| group.group.is_role(&weighted.group));
    let small = |block: u64| block <= COUNTED_MAX;
    if group.group.kind() != GroupKind::Role || finding.score == Score::Mean {
        return (RateUnit::Mibps, 1.0);
    }
    if loads().count() == 0 || !loads().all(|weighted| small(weighted.load.block.0)) {
        return (RateUnit::Mibps, 1.0);
    }
    // The mean is the geometric one, so that the sizes make one factor.
    let whole: f64 = loads().map(|weighted| weighted.weight).sum();
    let log = |bytes: u64| (f64::from(1 << 20) / bytes as f64).ln();
    let per =
        loads().map(|weighted| weighted.weight * log(weighted.load.block.0)).sum::<f64>() / whole;
    let commits = loads().all(|weighted| weighted.load.sync != SyncMode::None);
    (if commits { RateUnit::Commits } else { RateUnit::Iops }, per.exp())
}

/// Whether the candidate was measured at fewer of the points than another one.
pub(crate) fn at_fewer(group: &GroupFinding, one: usize) -> bool {
    let most = group.measured_loads.iter().max();
    group.measured_loads.get(one).zip(most).is_some_and(|(own, most)| own < most)
}

/// The name of a group. Roles are named by the profile, all others by their load.
pub(crate) fn group_label(language: Language, group: &LoadGroup) -> String {
    let property = match &group.property {
        GroupProperty::Block(block) => block_label(language, *block),
        GroupProperty::Direction(direction) => match direction {
            LoadDirection::Reads => text::label_reads(language).to_owned(),
            LoadDirection::Writes => text::label_writes(language).to_owned(),
            LoadDirection::Mixes => text::label_mixes(language).to_owned(),
        },
        GroupProperty::Order { random } => order_label(language, *random).to_owned(),
        GroupProperty::Depth(depth) => format!("{} {depth}", text::label_depth(language)),
        GroupProperty::Role(name) => name.clone(),
        GroupProperty::Fill(percent) => text::label_fill(language, u64::from(*percent)),
    };
    match group.random {
        Some(random) => format!("{property} {}", order_label(language, random)),
        None => property,
    }
}

fn block_label(language: Language, block: Bytes) -> String {
    language.measure((base::number::trimmed(block.0 as f64 / 1024.0, 3), "KiB"))
}

fn order_label(language: Language, random: bool) -> &'static str {
    if random { text::label_random(language) } else { text::label_sequential(language) }
}

/// Each candidate's mean in each group, and which is best there.
pub(super) fn table(language: Language, finding: &RaceFinding, all: &[&str]) -> Option<Rows> {
    let first = unit(finding, finding.groups.first()?).0;
    let one_unit = finding.groups.iter().all(|group| unit(finding, group).0 == first);
    let fewer = (0..all.len()).any(|one| finding.groups.iter().any(|group| marked(group, one)));
    let row = |group: &GroupFinding| row(language, finding, group, all, one_unit);
    let mut heads = vec![if one_unit {
        text::head_unit_at(language, &rate_word(language, first))
    } else {
        text::head_at(language).to_owned()
    }];
    heads.extend(all.iter().map(|name| (*name).to_owned()));
    heads.push(text::head_best(language).to_owned());
    let ratio = (finding.score == Score::Ratio).then(|| text::by_groups_ratio(language));
    let fewer = fewer.then(|| text::by_groups_fewer(language));
    let by = text::by_groups(language, &kinds(language, finding));
    let caption = [Some(&*by), ratio, fewer].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let words = vec![heads.len() - 1];
    let rows = finding.groups.iter().map(row).collect();
    Some(Rows { caption, heads, rows, words, spare: Vec::new() })
}

/// What the groups go by, in their order: `block size, direction and depth`.
fn kinds(language: Language, finding: &RaceFinding) -> String {
    let mut words: Vec<&str> = Vec::new();
    for group in &finding.groups {
        let word = text::kind_text(language, &group.group.kind());
        if !words.contains(&word) {
            words.push(word);
        }
    }
    all_names(language, &words)
}

fn marked(group: &GroupFinding, one: usize) -> bool {
    mean(group, one).is_some() && at_fewer(group, one)
}

fn mean(group: &GroupFinding, one: usize) -> Option<f64> {
    Some(group.means().get(one).copied().flatten()?.value)
}

fn row(
    language: Language,
    finding: &RaceFinding,
    group: &GroupFinding,
    all: &[&str],
    one_unit: bool,
) -> Line {
    let (unit, per) = unit(finding, group);
    let label = group_label(language, &group.group);
    let mut cells =
        vec![if one_unit { label } else { format!("{label}, {}", rate_word(language, unit)) }];
    cells.extend((0..all.len()).map(|i| match mean(group, i) {
        None => "-".to_owned(),
        Some(mean) if at_fewer(group, i) => format!("~{}", language.number(mean * per)),
        Some(mean) => language.number(mean * per),
    }));
    let list = |few: &[usize]| names(language, &of(all, few), 6);
    let (tone, answer, left) = match &group.answer {
        Answer::Best(one) => (Tone::Plain, list(&[*one]), &[][..]),
        Answer::NoDifference(few) => {
            (Tone::Plain, text::group_alike(language, &list(few)), &few[..])
        }
        // One is left, but for those behind that are not proven so.
        Answer::CannotTell(few) | Answer::NotYet(few) if few.len() == 1 => {
            (Tone::Unsure, list(few), &few[..])
        }
        // The race ended on what all points say together, before this group was decided: its means are there, and how far
        // apart they may be.
        Answer::CannotTell(few) if decided(finding) => {
            let first = match range(language, finding, group, few) {
                Some(range) => format!("{} {range}", list(&few[..1])),
                None => list(few),
            };
            (Tone::Plain, text::group_undecided(language, &first), &few[..])
        }
        Answer::CannotTell(few) | Answer::NotYet(few) => {
            (Tone::Unsure, text::group_open(language, &list(few)), &few[..])
        }
        Answer::NoneRan => (Tone::Unsure, "-".to_owned(), &[][..]),
    };
    let behind = behind(group, left, finding.criterion);
    let behind = behind.into_iter().map(|one| worse(language, finding, group, all, one));
    cells.push(std::iter::once(answer).chain(behind).collect::<Vec<_>>().join("; "));
    Line { cells, tone, share: None }
}

/// A layout that is behind in a group: by how much, and whether that is proven.
fn worse(
    language: Language,
    finding: &RaceFinding,
    group: &GroupFinding,
    all: &[&str],
    (one, by): (usize, Option<f64>),
) -> String {
    let name = *all.get(one).unwrap_or(&"?");
    let by = by.map(|by| percent(language, by));
    let worse = match (by, finding.criterion) {
        (None, _) => text::group_worse(language, name),
        (Some(by), Criterion::Throughput) => text::group_slower(language, name, &by),
        (Some(by), Criterion::LatencyP99) => text::group_longer(language, name, &by),
    };
    if group.unproven.contains(&one) {
        text::group_unproven(language, &worse, group.measured_loads[one] as u64, group.loads as u64)
    } else {
        worse
    }
}

/// Whether the race as a whole has a best layout, or no difference.
fn decided(finding: &RaceFinding) -> bool {
    matches!(finding.answer, Answer::Best(_) | Answer::NoDifference(_))
}

/// How far the first of two that are left is ahead of the other: `+8.6 % (-2 to +19 %)`.
fn range(
    language: Language,
    finding: &RaceFinding,
    group: &GroupFinding,
    left: &[usize],
) -> Option<String> {
    let change = change(finding.criterion, group.lead.filter(|_| left.len() == 2)?);
    Some(if change.is_known() {
        signed_range(language, &change)
    } else {
        text::few_rounds(language, &signed(language, change.value))
    })
}

/// Who is behind those that are left of a group, and by how much of the first, by what ranks; none where that was not stored.
fn behind(group: &GroupFinding, left: &[usize], criterion: Criterion) -> Vec<(usize, Option<f64>)> {
    let others = (0..group.means().len()).filter(|one| !left.contains(one));
    let measured = others.filter(|one| mean(group, *one).is_some() && !left.is_empty());
    // A latency is longer by what it is more than the first's, all others are less by what they lack of the first's.
    let sign = if criterion == Criterion::LatencyP99 { 1.0 } else { -1.0 };
    let by = |one: usize| {
        let lead = group.leads.get(one).copied().flatten()?;
        Some(sign * change(criterion, lead).value).filter(|by| *by >= 0.001)
    };
    measured.map(|one| (one, by(one))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::layout_names;
    use super::*;
    use record::Finding;

    #[test]
    fn a_group_names_the_worse_where_the_rest_is_unclear() {
        let record = testkit::study::compare_example();
        let stages = record.study.expect("an example of a study").stages;
        let Some(Finding::Race(mut finding)) = stages.into_iter().find_map(|stage| stage.finding)
        else {
            panic!("the example is a race");
        };
        let all: Vec<String> =
            layout_names(Language::En, &finding).iter().map(|name| (*name).to_owned()).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        assert!(all.len() > 2, "{all:?}");
        let decided = finding.answer.clone();
        finding.answer = Answer::CannotTell(vec![0, 1]);
        let mut answer_text = |answer: Answer, leads: [Option<f64>; 3], unproven: Vec<usize>| {
            let group = &mut finding.groups[0];
            let mean = |mean| Some(summary::Estimate::unknown(mean));
            group.means_mibps = [100.0, 99.0, 70.0].map(mean).to_vec();
            (group.answer, group.unproven) = (answer, unproven);
            (group.measured_loads, group.loads) = (vec![42, 42, 3], 42);
            group.leads = leads.map(|lead| Some(summary::Estimate::unknown(lead?))).to_vec();
            let rows = table(Language::En, &finding, &all).expect("the example has groups").rows;
            assert_eq!(rows[0].cells[1..4], ["100", "99", "~70"]);
            rows[0].cells.last().expect("the answer").clone()
        };
        let slow = [None, Some(-0.01), Some(-0.2)];
        let apart = answer_text(Answer::CannotTell(vec![0, 1]), slow, vec![]);
        assert_eq!(apart, format!("cannot tell: {}, {}; {} 20 % slower", all[0], all[1], all[2]));
        let alike = answer_text(Answer::NoDifference(vec![1, 0]), slow, vec![]);
        assert_eq!(alike, format!("no difference: {}, {}; {} 20 % slower", all[1], all[0], all[2]));
        assert_eq!(answer_text(Answer::Best(1), slow, vec![]), all[1]);
        // What was stored without leads tells no percentage that another number ranks.
        let hidden = answer_text(Answer::CannotTell(vec![2, 1]), [None; 3], vec![]);
        assert!(hidden.ends_with(&format!("; {} worse", all[0])), "{hidden}");
        let unproven = answer_text(Answer::CannotTell(vec![0]), slow, vec![2]);
        let [first, second, third] = [all[0], all[1], all[2]];
        assert_eq!(
            unproven,
            format!(
                "{first}; {second} 1 % slower; {third} 20 % slower (not proven: measured at 3 of 42 points)"
            )
        );
        // Where the race as a whole was decided, a group that was not shows by how much.
        finding.answer = decided;
        let group = &mut finding.groups[0];
        (group.answer, group.unproven) = (Answer::CannotTell(vec![0, 1]), Vec::new());
        let lead = |low, high| summary::Estimate::between(0.086, low, high);
        for (lead, end) in [
            (lead(-0.02, 0.19), "+8.6 % (-2 to +19 %)"),
            (summary::Estimate::unknown(0.086), "+8.6 % (too few rounds for an interval)"),
        ] {
            finding.groups[0].lead = Some(lead);
            let rows = table(Language::En, &finding, &all).expect("the example has groups").rows;
            let answer = rows[0].cells.last().expect("the answer");
            assert!(answer.starts_with(&format!("undecided: {} {end}", all[0])), "{answer}");
        }
    }
}
