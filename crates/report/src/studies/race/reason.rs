//! Why a race has its answer, and why a candidate is out of it, in sentences.

use super::groups::group_label;
use super::{layout_names, of};
use crate::catalogue::{race as text, unit};
use crate::language::Language;
use crate::words::figure::all_names;
use crate::words::run_failure;
use record::race::{
    Answer, Criterion, Exclusion, GroupFinding, GroupKind, LeadOver, LoadGroup, RaceFinding,
    RaceReason, Resource,
};

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
    let least = &percent(language, finding.practical);
    let ends = spread.and_then(|spread| spread.lead.interval);
    let most = ends.map(|ends| ends.high.max(-ends.low));
    match most.filter(|most| *most >= finding.practical) {
        Some(most) => {
            let most = &percent(language, most);
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
    let percent = |share: f64| percent(language, share);
    let by = &percent(change(lead.value));
    let by = &match lead.interval.filter(|_| lead.is_known()) {
        Some(ends) => {
            let low = percent_digits(language, change(ends.low));
            format!("{by} ({})", unit::from_to(language, &low, &percent(change(ends.high))))
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

fn percent(language: Language, of: f64) -> String {
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
