//! The evidence of one storage for one requirement: its load lines and points of one block size, or, for a requirement in MiB/s
//! without a block size, of the size and the order that move most.
//!
//! Takes a requirement and a storage; returns a [`CarriedLoad`], or why there is none. A requirement in MiB/s is never answered from
//! the smallest block that happens to have been measured.

use super::evidence::{self, CarriedLoad, NO_MORE, NoEvidence};
use super::lines::{self, LimitComparison};
use super::reason::{Caveat, EvidenceGap, LineRate};
use super::{MeasuredStorage, SizeRequirement, wanted};
use base::Bytes;

/// A block of at least this size moves as much as any: kernels send no larger ones to a device in one piece (Linux:
/// `max_sectors_kb`, 1,280 KiB by default).
pub(super) const LARGE: Bytes = Bytes(1 << 20);

/// What the evidence of a storage says about a requirement.
pub(super) fn evidence_for(
    requirement: &SizeRequirement,
    storage: &MeasuredStorage<'_>,
    names: &[&str],
) -> Result<CarriedLoad, NoEvidence> {
    if requirement.any_block() {
        best_block(requirement, storage, names)
    } else {
        of_block(requirement, storage, names)
    }
}

/// A load line under exactly this latency limit first, else the points and the lines under other latency limits together,
/// whatever rate is required: so one storage never has two different numbers.
fn of_block(
    requirement: &SizeRequirement,
    storage: &MeasuredStorage<'_>,
    names: &[&str],
) -> Result<CarriedLoad, NoEvidence> {
    let fitting = storage.lines.iter().filter(|line| line.mismatch(requirement).is_none());
    let mut fitting: Vec<_> = fitting.collect();
    // Without a block size the smallest one counts, as among points.
    if requirement.block.is_none() {
        let least = fitting.iter().map(|line| line.block).min();
        fitting.retain(|line| Some(line.block) == least);
    }
    // The line of a job with nearly the same mix counts only where no line is of exactly this I/O.
    if fitting.iter().any(|line| line.is_exactly(requirement)) {
        fitting.retain(|line| line.is_exactly(requirement));
    }
    let outdated = outdated(&mut fitting, names);
    let carry = |line: &&lines::LoadLine<'_>| line.carry(requirement, names[line.run]);
    let bounds = lines::bounds(requirement, &fitting, names);
    let found = || fitting.iter().filter(|line| line.is_found());
    let exact = found().find(|line| line.compare_limit(requirement) == LimitComparison::Same);
    // If the depth, the processors or the time limited the line, the points count as well.
    if let Some(exact) = exact.filter(|line| line.decides(requirement)) {
        return Ok(with_caveats(outdated, lines::apply_bounds(carry(exact), &bounds)));
    }
    let others: Vec<CarriedLoad> = found().map(carry).collect();
    // The fewest operations per second that the requirement can mean.
    let least = wanted(requirement, requirement.block.unwrap_or(Bytes(8 << 10)));
    let found = match evidence::carry(requirement, &storage.points, names, bounds.most) {
        Ok(points) => Ok(lines::combine_with_points(requirement, points, &others)),
        // What a line carries is carried, whatever a lightest load did.
        Err(gap) if bounds.least <= 0.0 && gap.at_most.is_some_and(|most| least > most) => Err(gap),
        Err(gap) => lines::of_lines_alone(requirement, others)
            .ok_or_else(|| without_line(gap, requirement, &fitting, bounds.at_most)),
    };
    found.map(|carry| with_caveats(outdated, lines::apply_bounds(carry, &bounds)))
}

/// What is known if the points say nothing and no line was found: at most the rate that breaks the latency limit.
fn without_line(
    gap: NoEvidence,
    requirement: &SizeRequirement,
    lines: &[&lines::LoadLine<'_>],
    most: f64,
) -> NoEvidence {
    let same =
        |line: &&&lines::LoadLine<'_>| line.compare_limit(requirement) == LimitComparison::Same;
    let Some(line) = lines.iter().find(same).or(lines.first()) else { return gap };
    let at_most = [Some(most).filter(|most| most.is_finite()), gap.at_most];
    let high = Some(line.high()).filter(|high| high.is_finite() && *high > 0.0);
    NoEvidence {
        reason: EvidenceGap::NoLine { limit: line.role.latency_limit, at_most: high },
        at_most: at_most.into_iter().flatten().reduce(f64::min),
        block: Some(line.block),
    }
}

/// Removes the lines that a newer one rules out; returns a caveat for each.
fn outdated(lines: &mut Vec<&lines::LoadLine<'_>>, names: &[&str]) -> Vec<Caveat> {
    let mut caveats = Vec::new();
    let all = lines.clone();
    lines.retain(|line| {
        let newer = all.iter().find(|other| line.is_outdated_by(other));
        caveats.extend(newer.map(|newer| {
            let rate = |line: &lines::LoadLine<'_>, iops: f64| LineRate {
                iops,
                limit: line.role.latency_limit,
                run: names[line.run].to_owned(),
            };
            let is_less = newer.high() < line.value();
            let new_iops = if is_less { newer.high() } else { newer.value() };
            Caveat::Outdated { old: rate(line, line.value()), new: rate(newer, new_iops) }
        }));
        newer.is_none()
    });
    caveats
}

/// Adds caveats.
fn with_caveats(caveats: Vec<Caveat>, mut carry: CarriedLoad) -> CarriedLoad {
    carry.caveats.extend(caveats);
    carry
}

/// One order and block size, and its evidence.
struct LoadEvidence {
    random: bool,
    block: Bytes,
    found: Result<CarriedLoad, NoEvidence>,
}

/// The order and the block size that carry most of the requirement. The upper bound counts only if larger blocks would give no
/// more.
fn best_block(
    requirement: &SizeRequirement,
    storage: &MeasuredStorage<'_>,
    names: &[&str],
) -> Result<CarriedLoad, NoEvidence> {
    let kinds: Vec<LoadEvidence> = measured_kinds(requirement, storage)
        .into_iter()
        .map(|(random, block)| {
            let request =
                SizeRequirement { block: Some(block), random: Some(random), ..requirement.clone() };
            LoadEvidence { random, block, found: of_block(&request, storage, names) }
        })
        .collect();
    // The rate in operations of this size, as a multiple of the requirement.
    let times = |rate: f64, block: Bytes| rate / wanted(requirement, block);
    let wider = !exhausted(requirement, &kinds);
    let known = kinds.iter().filter_map(|kind| match &kind.found {
        Ok(carry) => carry.at_most.map(|most| times(most, carry.block)),
        Err(gap) => gap.at_most.map(|most| times(most, kind.block)),
    });
    let most = known.reduce(f64::max).filter(|_| !wider);
    let each = kinds.iter().filter_map(|kind| kind.found.as_ref().ok());
    let carried = each.max_by(|a, b| {
        let of = |carry: &CarriedLoad| times(carry.sure_iops, carry.block);
        let seen = |carry: &CarriedLoad| times(carry.iops.value, carry.block);
        of(a).total_cmp(&of(b)).then(seen(a).total_cmp(&seen(b)))
    });
    if let Some(carry) = carried {
        let least = carry.iops.high.max(carry.iops.value);
        let at_most = most.map(|most| (most * wanted(requirement, carry.block)).max(least));
        let mut carry = CarriedLoad { at_most, wider, ..carry.clone() };
        if wider && times(carry.sure_iops, carry.block) < 1.0 {
            carry.caveats.push(Caveat::LargerBlocksUntried(carry.block));
        }
        return Ok(carry);
    }
    let gaps: Vec<NoEvidence> = kinds.into_iter().filter_map(|kind| kind.found.err()).collect();
    match gaps.iter().find(|gap| gap.at_most.is_none()).or(gaps.first()) {
        // In operations of 8 KiB, as for every requirement without a block size.
        Some(gap) => {
            let block = Bytes(8 << 10);
            let at_most = most.map(|most| most * wanted(requirement, block));
            Err(NoEvidence { at_most, block: Some(block), ..*gap })
        }
        None => match evidence::carry(requirement, &storage.points, names, f64::INFINITY) {
            Err(gap) if gap.block.is_none() => Err(gap),
            _ => {
                let reason = EvidenceGap::NoSuchMix(None);
                Err(NoEvidence { reason, at_most: None, block: None })
            }
        },
    }
}

/// The orders and block sizes at which the mix of a requirement was measured.
fn measured_kinds(
    requirement: &SizeRequirement,
    storage: &MeasuredStorage<'_>,
) -> Vec<(bool, Bytes)> {
    let lines = storage.lines.iter().filter(|line| line.mismatch(requirement).is_none());
    let lines = lines.map(|line| (!line.sequential(), line.block));
    let in_order = |random: bool| requirement.random.is_none_or(|order| order == random);
    let mut all = evidence::kinds(requirement, &storage.points);
    all.extend(lines);
    all.retain(|(random, _)| in_order(*random));
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether no other block would move more: the largest is large, or moves no more than one of half its size, and its load went as
/// far as it can. If the order is open, the sequential ones decide.
fn exhausted(requirement: &SizeRequirement, kinds: &[LoadEvidence]) -> bool {
    let order = requirement.random.unwrap_or(false);
    let own = || kinds.iter().filter(|kind| kind.random == order);
    let Some(largest) = own().max_by_key(|kind| kind.block) else { return false };
    let carry = match &largest.found {
        // A block that exceeds the latency limit by its size alone leaves smaller ones.
        Err(gap) => return gap.at_most.is_some(),
        Ok(carry) => carry,
    };
    let moved = |carry: &CarriedLoad| carry.iops.value * carry.block.0 as f64;
    let flat = own().filter(|kind| kind.block.0 * 2 <= largest.block.0).any(|kind| {
        kind.found.as_ref().is_ok_and(|smaller| moved(carry) < moved(smaller) * NO_MORE)
    });
    carry.at_most.is_some() && (flat || largest.block >= LARGE)
}
