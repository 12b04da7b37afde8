//! Who is best at which of the points: the means of each group side by side, and by how much the others are behind.

use super::super::{Line, Rows, Tone, names, percent, signed, signed_range};
use super::measure::change;
use super::of;
use crate::words;
use record::race::{Answer, Criterion, GroupFinding, GroupKind, RaceFinding, Score};
use workload::SyncMode;

/// Operations up to this size are counted, larger ones are measured by what they move.
const COUNTED_MAX: u64 = 16 << 10;

/// In what the means of a group are told: its name, and what a MiB/s is of it, or a nanosecond where latency ranks.
pub(crate) fn unit(finding: &RaceFinding, group: &GroupFinding) -> (&'static str, f64) {
    if finding.criterion == Criterion::LatencyP99 {
        return ("p99 ms", 1e-6);
    }
    let loads = || finding.loads.iter().filter(|weighted| weighted.group == group.label);
    let small = |block: u64| block <= COUNTED_MAX;
    if group.kind != GroupKind::Role || finding.score == Score::Mean {
        return ("MiB/s", 1.0);
    }
    if loads().count() == 0 || !loads().all(|weighted| small(weighted.load.block.0)) {
        return ("MiB/s", 1.0);
    }
    // The mean is the geometric one, so that the sizes make one factor.
    let whole: f64 = loads().map(|weighted| weighted.weight).sum();
    let log = |bytes: u64| (f64::from(1 << 20) / bytes as f64).ln();
    let per =
        loads().map(|weighted| weighted.weight * log(weighted.load.block.0)).sum::<f64>() / whole;
    let commits = loads().all(|weighted| weighted.load.sync != SyncMode::None);
    (if commits { "commits/s" } else { "IOPS" }, per.exp())
}

/// Whether the candidate was measured at fewer of the points than another one.
pub(crate) fn at_fewer(group: &GroupFinding, one: usize) -> bool {
    let most = group.seen.iter().max();
    group.seen.get(one).zip(most).is_some_and(|(own, most)| own < most)
}

/// Each candidate's mean in each group, and who is best there.
pub(super) fn table(finding: &RaceFinding, all: &[&str]) -> Option<Rows> {
    let first = unit(finding, finding.groups.first()?).0;
    let one_unit = finding.groups.iter().all(|group| unit(finding, group).0 == first);
    let fewer = (0..all.len()).any(|one| finding.groups.iter().any(|group| marked(group, one)));
    let row = |group: &GroupFinding| row(finding, group, all, one_unit);
    let mut heads = vec![if one_unit { format!("{first} at") } else { "at".to_owned() }];
    heads.extend(all.iter().map(|name| (*name).to_owned()));
    heads.push("best".to_owned());
    let by = match finding.score {
        Score::Mean => "",
        Score::Ratio => "; weighted geometric means, whose ratios rank",
    };
    let told = if fewer {
        "; ~ was eliminated before: estimated from its ratio at the points that it has"
    } else {
        ""
    };
    Some(Rows {
        caption: format!("By {}{by}{told}", kinds(finding)),
        heads,
        rows: finding.groups.iter().map(row).collect(),
        spare: Vec::new(),
    })
}

/// What the groups go by, in their order: `block size, direction and depth`.
fn kinds(finding: &RaceFinding) -> String {
    let mut words: Vec<&str> = Vec::new();
    for group in &finding.groups {
        let word = match group.kind {
            GroupKind::Block => "block size",
            GroupKind::Direction => "direction",
            GroupKind::Order => "order",
            GroupKind::Depth => "depth",
            GroupKind::Role => "role",
            GroupKind::Fill => "fill",
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last.to_owned() } else { format!("{} and {last}", words.join(", ")) }
}

fn marked(group: &GroupFinding, one: usize) -> bool {
    mean(group, one).is_finite() && at_fewer(group, one)
}

fn mean(group: &GroupFinding, one: usize) -> f64 {
    group.means().get(one).map_or(f64::NAN, |mean| mean.value)
}

fn row(finding: &RaceFinding, group: &GroupFinding, all: &[&str], one_unit: bool) -> Line {
    let (unit, per) = unit(finding, group);
    let label = &group.label;
    let mut cells = vec![if one_unit { label.clone() } else { format!("{label}, {unit}") }];
    cells.extend((0..all.len()).map(|i| match mean(group, i) * per {
        value if !value.is_finite() => "-".to_owned(),
        value if at_fewer(group, i) => format!("~{}", words::number(value)),
        value => words::number(value),
    }));
    let list = |few: &[usize]| names(&of(all, few), 6);
    let (tone, text, left) = match &group.answer {
        Answer::Best(one) => (Tone::Plain, list(&[*one]), &[][..]),
        Answer::NoDifference(few) => {
            (Tone::Plain, format!("no difference: {}", list(few)), &few[..])
        }
        // One is left, but for those behind that are not proven so.
        Answer::CannotTell(few) | Answer::NotYet(few) if few.len() == 1 => {
            (Tone::Unsure, list(few), &few[..])
        }
        // The race ended on what all points say together, before this group was decided: its means are there, and how far
        // apart they may be.
        Answer::CannotTell(few) if decided(finding) => {
            let told = match range(finding, group, few) {
                Some(range) => format!("undecided: {} {range}", list(&few[..1])),
                None => format!("undecided: {}", list(few)),
            };
            (Tone::Plain, told, &few[..])
        }
        Answer::CannotTell(few) | Answer::NotYet(few) => {
            (Tone::Unsure, format!("cannot tell: {}", list(few)), &few[..])
        }
        Answer::NoneRan => (Tone::Unsure, "-".to_owned(), &[][..]),
    };
    let behind = behind(group, left, finding.criterion).into_iter().map(|(one, by)| {
        let name = list(&[one]);
        let way = match finding.criterion {
            Criterion::Throughput => "slower",
            Criterion::Price => "less for the price",
            Criterion::LatencyP99 => "longer",
        };
        let by = by.map_or(format!("{name} worse"), |by| format!("{name} {} {way}", percent(by)));
        match group.unproven.contains(&one) {
            true => format!("{by}, unproven at {} of {} points", group.seen[one], group.loads),
            false => by,
        }
    });
    cells.push(std::iter::once(text).chain(behind).collect::<Vec<_>>().join("; "));
    Line { cells, tone, share: f64::NAN }
}

/// Whether the race as a whole named a best, or no difference.
fn decided(finding: &RaceFinding) -> bool {
    matches!(finding.answer, Answer::Best(_) | Answer::NoDifference(_))
}

/// How far the first of two that are left is ahead of the other: `+8.6 % (-2 to +19 %)`.
fn range(finding: &RaceFinding, group: &GroupFinding, left: &[usize]) -> Option<String> {
    let lead = group.lead.filter(|lead| left.len() == 2 && lead.value.is_finite())?;
    let change = change(finding.criterion, &lead);
    Some(match change.is_known() {
        true => signed_range(&change),
        false => format!("{} (too few rounds for an interval)", signed(change.value)),
    })
}

/// Who is behind those that are left of a group, and by how much of the first, by what ranks; none where that was not stored.
fn behind(group: &GroupFinding, left: &[usize], criterion: Criterion) -> Vec<(usize, Option<f64>)> {
    let others = (0..group.means().len()).filter(|one| !left.contains(one));
    let measured = others.filter(|one| mean(group, *one).is_finite() && !left.is_empty());
    // A latency is longer by what it is more than the first's, all others are less by what they lack of the first's.
    let sign = if criterion == Criterion::LatencyP99 { 1.0 } else { -1.0 };
    let by = |one: usize| {
        Some(sign * change(criterion, group.leads.get(one)?).value).filter(|by| *by >= 0.001)
    };
    measured.map(|one| (one, by(one))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::by_candidate;
    use super::*;
    use record::Finding;

    #[test]
    fn a_group_names_who_is_worse_where_the_rest_cannot_be_told_apart() {
        let record = testkit::study::compare_example();
        let stages = record.study.expect("an example of a study").stages;
        let Some(Finding::Race(mut finding)) = stages.into_iter().find_map(|stage| stage.finding)
        else {
            panic!("the example is a race");
        };
        let all: Vec<String> =
            by_candidate(&finding).iter().map(|name| (*name).to_owned()).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        assert!(all.len() > 2, "{all:?}");
        let decided = finding.answer.clone();
        finding.answer = Answer::CannotTell(vec![0, 1]);
        let mut told = |answer: Answer, leads: [f64; 3], unproven: Vec<usize>| {
            for (one, mean) in finding.groups[0].means_mibps.iter_mut().enumerate() {
                mean.value = if one == 2 { 70.0 } else { 100.0 - one as f64 };
            }
            let group = &mut finding.groups[0];
            group.means_mibps.truncate(3);
            (group.answer, group.unproven) = (answer, unproven);
            (group.seen, group.loads) = (vec![42, 42, 3], 42);
            group.leads = leads.map(summary::Estimate::unknown).to_vec();
            let rows = table(&finding, &all).expect("the example has groups").rows;
            assert_eq!(rows[0].cells[1..4], ["100", "99", "~70"]);
            rows[0].cells.last().expect("the answer").clone()
        };
        let slow = [f64::NAN, -0.01, -0.2];
        let apart = told(Answer::CannotTell(vec![0, 1]), slow, vec![]);
        assert_eq!(apart, format!("cannot tell: {}, {}; {} 20 % slower", all[0], all[1], all[2]));
        let alike = told(Answer::NoDifference(vec![1, 0]), slow, vec![]);
        assert_eq!(alike, format!("no difference: {}, {}; {} 20 % slower", all[1], all[0], all[2]));
        assert_eq!(told(Answer::Best(1), slow, vec![]), all[1]);
        // What was stored without leads tells no percentage that another number ranks.
        let hidden = told(Answer::CannotTell(vec![2, 1]), [f64::NAN; 3], vec![]);
        assert!(hidden.ends_with(&format!("; {} worse", all[0])), "{hidden}");
        let unproven = told(Answer::CannotTell(vec![0]), slow, vec![2]);
        let [first, second, third] = [all[0], all[1], all[2]];
        assert_eq!(
            unproven,
            format!(
                "{first}; {second} 1 % slower; {third} 20 % slower, unproven at 3 of 42 points"
            )
        );
        // Where the race as a whole was decided, a group that was not shows by how much.
        finding.answer = decided;
        let group = &mut finding.groups[0];
        (group.answer, group.unproven) = (Answer::CannotTell(vec![0, 1]), Vec::new());
        let lead = |low, high| summary::Estimate { low, high, ..summary::Estimate::unknown(0.086) };
        for (lead, end) in [
            (lead(-0.02, 0.19), "+8.6 % (-2 to +19 %)"),
            (lead(f64::NAN, f64::NAN), "+8.6 % (too few rounds for an interval)"),
        ] {
            finding.groups[0].lead = Some(lead);
            let rows = table(&finding, &all).expect("the example has groups").rows;
            let told = rows[0].cells.last().expect("the answer");
            assert!(told.starts_with(&format!("undecided: {} {end}", all[0])), "{told}");
        }
    }
}
