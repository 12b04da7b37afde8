//! Why a race has its answer, and why a candidate is out of it, in sentences.

use super::{by_candidate, of};
use crate::studies::percent as share;
use base::units::{grouped, trimmed};
use record::race::{
    Answer, Criterion, Exclusion, GroupFinding, GroupKind, IntervalState, LeadOver, RaceFinding,
    RaceReason, Resource,
};

/// Why the answer is what it is, and where another candidate is best.
pub(crate) fn reason(finding: &RaceFinding) -> String {
    let all = by_candidate(finding);
    match &finding.reason {
        RaceReason::Stored(text) => text.clone(),
        reason => why(finding, reason, &all) + &elsewhere(finding, &all),
    }
}

fn why(finding: &RaceFinding, reason: &RaceReason, all: &[&str]) -> String {
    let left = match &finding.answer {
        Answer::Best(one) => vec![*one],
        Answer::NoDifference(few) | Answer::CannotTell(few) | Answer::NotYet(few) => few.clone(),
        Answer::NoneRan => Vec::new(),
    };
    let names = listed(&of(all, &left));
    let after = format!("after {} of at most {} rounds", finding.rounds, finding.rounds_max);
    let lead = |lead: &Option<LeadOver>| {
        lead.as_ref().map_or(String::new(), |lead| format!(": {}", over(finding, lead, all)))
    };
    match reason {
        RaceReason::Alone => {
            format!(
                "{names} has no rival; add another layout's points with the same loads to rank it"
            )
        }
        RaceReason::OnlyOneRan => format!("{names} is the only one that could be run"),
        RaceReason::NoneRan => "no candidate could be run".to_owned(),
        RaceReason::NotOver => format!("the race between {names} is not over {after}"),
        RaceReason::Ahead(lead) => {
            let sizes = if finding.each_block { "over all sizes " } else { "" };
            format!("{sizes}{} {after}", over(finding, lead, all))
        }
        RaceReason::Alike(spread) => {
            format!("{names} {}{} {after}", alike(finding, spread.as_ref()), lead(spread))
        }
        RaceReason::TooClose(spread) => {
            format!("over all sizes {names} are too close to tell{}", lead(spread))
        }
        RaceReason::UsedUp(resource, spread) => {
            let resource = match resource {
                Resource::Time => "the time",
                Resource::Record => "the record",
                Resource::Grid => "the grid",
            };
            format!("{resource} was used up before {names} could be told apart{}", lead(spread))
        }
        RaceReason::OrdersApart => {
            let bests = record::race::orders_apart(&finding.groups).unwrap_or_default();
            let best = |(order, best): &(&str, usize)| {
                format!("{} is at {order} requests", all.get(*best).unwrap_or(&"?"))
            };
            let bests: Vec<String> = bests.iter().map(best).collect();
            format!("nobody is best in both orders: {}", bests.join(", "))
        }
        RaceReason::CpusFull { busy_share, candidates } => format!(
            "the CPUs of this machine were {:.0} % busy in the points of {}: they may be the limit, and not the storage",
            100.0 * busy_share,
            listed(&of(all, candidates))
        ),
        RaceReason::Stored(text) => text.clone(),
    }
}

/// How alike those left are: proven, or by the rule of the last look, which allows for more than was measured.
fn alike(finding: &RaceFinding, spread: Option<&LeadOver>) -> String {
    let practical = percent(finding.practical);
    let most = spread.map(|spread| spread.lead.high.max(-spread.lead.low));
    match most.filter(|most| *most >= finding.practical) {
        Some(most) => format!(
            "differ by less than the {practical} that count as measured, and may differ by {}",
            percent(most)
        ),
        None => format!("differ by less than the {practical} that count"),
    }
}

/// Where another candidate is best than the answer names: for who reads the answer alone. By block size where that was
/// asked, else by role; where there are none, by direction, order and depth.
fn elsewhere(finding: &RaceFinding, all: &[&str]) -> String {
    let roles = finding.groups.iter().any(|group| group.kind == GroupKind::Role);
    let shown = |kind: GroupKind| match roles {
        _ if finding.each_block => kind == GroupKind::Block,
        true => kind == GroupKind::Role,
        false => matches!(kind, GroupKind::Direction | GroupKind::Order | GroupKind::Depth),
    };
    let named = match finding.answer {
        Answer::Best(best) => Some(best),
        Answer::NoDifference(_) | Answer::CannotTell(_) => None,
        Answer::NotYet(_) | Answer::NoneRan => return String::new(),
    };
    let best_at = |group: &GroupFinding| match group.answer {
        Answer::Best(best) if shown(group.kind) && Some(best) != named => Some(best),
        _ => None,
    };
    if all.len() < 2 {
        return String::new();
    }
    let parts = all.iter().enumerate().filter_map(|(candidate, name)| {
        let here = finding.groups.iter().filter(|group| best_at(group) == Some(candidate));
        let labels: Vec<&str> = here.map(|group| group.label.as_str()).collect();
        (!labels.is_empty()).then(|| format!("{name} is best at {}", listed(&labels)))
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { String::new() } else { format!("; but {}", parts.join(", ")) }
}

fn over(finding: &RaceFinding, over: &LeadOver, all: &[&str]) -> String {
    let name = |candidate: usize| *all.get(candidate).unwrap_or(&"?");
    let (first, second, lead) = (name(over.first), name(over.second), &over.lead);
    // A latency is lower by what the lead takes from it.
    let change = |lead: f64| match finding.criterion {
        Criterion::LatencyP99 => 1.0 - 1.0 / (1.0 + lead),
        Criterion::Throughput | Criterion::Price => lead,
    };
    let range = match over.interval {
        IntervalState::Multiple(factor) if (factor - 1.0).abs() < 5e-4 => {
            return format!("{first} has the figures of {second} at every point: no interval");
        }
        IntervalState::Multiple(factor) => {
            let decimals = (2.0 - factor.log10().floor()).max(0.0) as usize;
            return format!(
                "{first} is {} ahead of {second} (no interval: {first} is {second} times {} at every point)",
                percent(lead.value),
                trimmed(factor, decimals)
            );
        }
        IntervalState::Known => {
            format!(" ({} to {})", percent(change(lead.low)), percent(change(lead.high)))
        }
        IntervalState::OneValue => " (one value per point: no interval)".to_owned(),
        IntervalState::FewRepeats => " (too few repeats for an interval)".to_owned(),
        IntervalState::Unknown => " (no interval)".to_owned(),
    };
    let by = percent(change(lead.value));
    match finding.criterion {
        Criterion::Throughput => format!("{first} is {by} ahead of {second}{range}"),
        Criterion::Price => format!("{first} gives {by} more for its price than {second}{range}"),
        Criterion::LatencyP99 => {
            format!("the p99 latency of {first} is {by} lower than that of {second}{range}")
        }
    }
}

/// Why a candidate is out.
pub(crate) fn exclusion(reason: &Exclusion) -> String {
    match reason {
        Exclusion::AllFailed => "every operation failed".to_owned(),
        Exclusion::TooManyFailed { failed, operations } => {
            format!("{} of {} operations failed", grouped(*failed), grouped(*operations as u64))
        }
        Exclusion::FewOperations { operations } => format!(
            "a point has {operations:.0} operations, too few for a 99th percentile; a longer --time has more"
        ),
        Exclusion::Error(text) => text.clone(),
    }
}

/// A share with one digit after the point, so that a small lead differs from none.
fn percent(of: f64) -> String {
    match 100.0 * of {
        many if many.abs() >= 99.5 => {
            let sign = if many < 0.0 { "-" } else { "" };
            format!("{sign}{} %", grouped(many.abs().round() as u64))
        }
        // What is rounded to nothing has no sign.
        none if none.abs() < 0.05 => "0.0 %".to_owned(),
        few if few.is_finite() => format!("{few:.1} %"),
        _ => share(of),
    }
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
