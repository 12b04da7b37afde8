//! The answer in one sentence.
//!
//! Takes an answer and the standings, gives text for people. Decides nothing.

use super::Race;
use record::race::{Answer, Criterion, Fate, GroupFinding, GroupKind, Standing};
use summary::Estimate;

/// Why the answer is what it is.
pub(super) fn why(race: &Race, answer: &Answer, standings: &[Standing]) -> String {
    let name = |candidate: usize| race.config.candidates[candidate].name.as_str();
    let names = |of: &[usize]| listed(&of.iter().map(|&i| name(i)).collect::<Vec<_>>());
    let practical = percent(race.config.practical);
    let rounds = race.cells.last().map_or(0, |cell| cell.round);
    let after = format!("after {rounds} of at most {} rounds", race.rounds_max());
    let first = standings.first();
    let spread = |left: &[usize]| match lead(race, left) {
        Some((lead, best, last)) => over(race, name(best), &lead, name(last)),
        None => String::new(),
    };
    match answer {
        Answer::CannotTell(left) if race.config.candidates.len() == 1 => format!(
            "{} is alone and ranked against nothing; add another layout's cells of the same points to rank it",
            names(left)
        ),
        Answer::Best(best) => {
            let others = standings.iter().skip(1).all(|it| matches!(it.fate, Fate::Out { .. }));
            match first.filter(|_| !others) {
                Some(first) => {
                    let second = first.over.map_or("the next", name);
                    let all = if race.config.each_block { "over all sizes " } else { "" };
                    format!("{all}{} {after}", over(race, name(*best), &first.lead, second))
                }
                None => format!("{} is the only one that could be run", name(*best)),
            }
        }
        Answer::NoDifference(left) => {
            format!("{} {}: {} {after}", names(left), alike(race, left, &practical), spread(left))
        }
        Answer::CannotTell(left) if race.config.each_block && rounds < race.rounds_max() => {
            format!("over all sizes {} are too close to tell: {}", names(left), spread(left))
        }
        Answer::CannotTell(left) => {
            let used = match race.config.time_max_s {
                Some(_) if rounds < race.rounds_max() => "the time",
                _ if !race.config.times.is_empty() => "the record",
                _ => "the grid",
            };
            format!(
                "{used} was used up before {} could be told apart: {}",
                names(left),
                spread(left)
            )
        }
        Answer::NotYet(left) => format!("the race between {} goes on {after}", names(left)),
        Answer::NoneRan => "no candidate could be run".to_owned(),
    }
}

/// The lead of the first of those left over the last of them.
fn lead(race: &Race, left: &[usize]) -> Option<(Estimate, usize, usize)> {
    let (&best, &last) = left.first().zip(left.last())?;
    Some((race.lead([best, last])?, best, last))
}

/// How alike those are that do not differ: proven, or as the last look's rule has it, which allows for more than was seen.
fn alike(race: &Race, left: &[usize], practical: &str) -> String {
    let most = lead(race, left).map(|(lead, ..)| lead.high.max(-lead.low));
    match most.filter(|most| *most >= race.config.practical) {
        Some(most) => format!(
            "were seen to differ by less than the {practical} that count, and may differ by {}",
            percent(most)
        ),
        None => format!("differ by less than the {practical} that count"),
    }
}

/// Where another candidate is best than the answer says: for who reads the answer alone. Told by block size where that was
/// asked, else by role; where there are none, by direction, order and depth. Empty where nothing contradicts.
pub(super) fn unlike(race: &Race, answer: &Answer, groups: &[GroupFinding]) -> String {
    let told_by = |kind: GroupKind| match groups.iter().any(|group| group.kind == GroupKind::Role) {
        _ if race.config.each_block => kind == GroupKind::Block,
        true => kind == GroupKind::Role,
        false => matches!(kind, GroupKind::Direction | GroupKind::Order | GroupKind::Depth),
    };
    let told = match answer {
        Answer::Best(best) => Some(*best),
        Answer::NoDifference(_) | Answer::CannotTell(_) => None,
        Answer::NotYet(_) | Answer::NoneRan => return String::new(),
    };
    let best_at = |group: &GroupFinding| match group.answer {
        Answer::Best(best) if told_by(group.kind) && Some(best) != told => Some(best),
        _ => None,
    };
    let parts: Vec<String> = (0..race.config.candidates.len())
        .filter_map(|candidate| {
            let here = groups.iter().filter(|group| best_at(group) == Some(candidate));
            let labels: Vec<&str> = here.map(|group| group.label.as_str()).collect();
            let name = &race.config.candidates[candidate].name;
            (!labels.is_empty()).then(|| format!("{name} is best at {}", listed(&labels)))
        })
        .collect();
    if parts.is_empty() { String::new() } else { format!("; but {}", parts.join(", ")) }
}

/// Who is best in each order, and that nobody is in both, where it was asked of each block size.
pub(super) fn orders_apart(
    race: &Race,
    answer: &Answer,
    groups: &[GroupFinding],
) -> Option<(Vec<usize>, String)> {
    let told = matches!(answer, Answer::Best(_) | Answer::NoDifference(_) | Answer::CannotTell(_));
    let bests = record::race::orders_apart(groups).filter(|_| told && race.config.each_block)?;
    let name = |one: usize| race.config.candidates[one].name.as_str();
    let parts = bests.iter().map(|(order, best)| format!("{} is at {order} requests", name(*best)));
    let mut few: Vec<usize> = bests.iter().map(|(_, best)| *best).collect();
    few.dedup();
    let parts: Vec<String> = parts.collect();
    Some((few, format!("nobody is best in both orders: {}", parts.join(", "))))
}

fn over(race: &Race, first: &str, lead: &Estimate, second: &str) -> String {
    if let Some(factor) = made(race, first, second) {
        let lead = percent(lead.value);
        return match (factor - 1.0).abs() < 5e-4 {
            true => format!("{first} has the figures of {second} at every point: no interval"),
            false => {
                let decimals = (2.0 - factor.log10().floor()).max(0.0) as usize;
                let factor = base::units::trimmed(factor, decimals);
                format!(
                    "{first} is {lead} ahead of {second} (no interval: {first} is {second} times {factor} at every point)"
                )
            }
        };
    }
    // A latency is lower by what the lead takes from it.
    let share = |lead: f64| match race.config.criterion {
        Criterion::LatencyP99 => 1.0 - 1.0 / (1.0 + lead),
        Criterion::Throughput | Criterion::Price => lead,
    };
    let range = match lead.is_known() {
        true => format!(" ({} to {})", percent(share(lead.low)), percent(share(lead.high))),
        false if race.config.seen_once() => " (one value per cell: no interval)".to_owned(),
        false if !race.config.times.is_empty() => " (too few repeats for an interval)".to_owned(),
        false => " (no interval)".to_owned(),
    };
    let by = percent(share(lead.value));
    match race.config.criterion {
        Criterion::Throughput => format!("{first} is {by} ahead of {second}{range}"),
        Criterion::Price => format!("{first} gives {by} more for its price than {second}{range}"),
        Criterion::LatencyP99 => {
            format!("the p99 latency of {first} is {by} lower than that of {second}{range}")
        }
    }
}

/// By what the second's figures were multiplied to be the first's.
fn made(race: &Race, first: &str, second: &str) -> Option<f64> {
    let place = |name: &str| race.config.candidates.iter().position(|it| it.name == name);
    race.board.factor([place(first)?, place(second)?])
}

fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent.round().abs() as u64 {
        many @ 100.. if percent < 0.0 => format!("-{} %", base::units::grouped(many)),
        many @ 100.. => format!("{} %", base::units::grouped(many)),
        // What is rounded to nothing has no sign.
        _ if percent.abs() < 0.05 => "0.0 %".to_owned(),
        _ => format!("{percent:.1} %"),
    }
}

pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
