//! The evidence of one storage for one requirement: its load lines and points of one block size, or, for a requirement in MiB/s
//! without a block size, of the size and the order that move most.
//!
//! Takes a requirement and a storage; returns a [`CarriedLoad`], or why there is none. A requirement in MiB/s is never answered from
//! the smallest block that happens to have been measured.

use super::evidence::{self, CarriedLoad, LoadKind, NoEvidence};
use super::lines::LoadLine;
use super::reason::{Caveat, EvidenceGap};
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
        evidence_for_block(requirement, storage, names)
    }
}

/// The greatest rate that is surely carried, and the least that surely is not, of all lines and points. A line bounds what is
/// believed of the points: their closed loop waits, and arrivals do not.
fn evidence_for_block(
    requirement: &SizeRequirement,
    storage: &MeasuredStorage<'_>,
    names: &[&str],
) -> Result<CarriedLoad, NoEvidence> {
    let (lines, outdated) = current_lines(requirement, storage, names);
    let loads: Vec<CarriedLoad> =
        lines.iter().map(|line| line.carry(requirement, names[line.run])).collect();
    let lines_with_loads = || lines.iter().zip(&loads);
    let cap = lines_with_loads().map(|(line, load)| {
        load.at_most.map(|most| if line.is_found() { line.value() } else { most })
    });
    let cap = least(cap).unwrap_or(f64::INFINITY);
    let points = evidence::carry(requirement, &storage.points, names, cap);
    let (points, gap) = match points {
        Ok(load) => (Some(load), None),
        Err(gap) => (None, Some(gap)),
    };
    let by_lines = least(loads.iter().map(|load| load.at_most));
    let by_points =
        points.as_ref().and_then(|load| load.at_most).or(gap.and_then(|gap| gap.at_most));
    let found = lines_with_loads().filter(|(line, _)| line.is_found()).map(|(_, load)| load);
    // Of equal ones the first: a line, and the newest.
    let best = found.chain(&points).reduce(|a, b| if b.sure_iops > a.sure_iops { b } else { a });
    let Some(mut best) = best.cloned() else {
        let gap = gap.expect("points that say something are evidence");
        let Some(line) = lines.first() else { return Err(gap) };
        let at_most = Some(line.high()).filter(|high| high.is_finite() && *high > 0.0);
        return Err(NoEvidence {
            reason: EvidenceGap::NoLine { limit: line.role.latency_limit, at_most },
            at_most: least([by_lines, by_points]),
            block: Some(line.block),
        });
    };
    let bound = lines_with_loads()
        .find(|(_, load)| load.at_most.is_some_and(|most| Some(most) == by_lines));
    if let (Some((line, _)), Some(most)) = (bound, by_lines.filter(|most| *most < best.sure_iops)) {
        best.caveats.insert(0, Caveat::LineAllows(line.rate(most, names[line.run])));
        best.sure_iops = most;
    }
    best.at_most =
        least([by_lines, by_points].map(|most| most.filter(|most| *most >= best.sure_iops)));
    best.caveats.extend(outdated);
    Ok(best)
}

fn least(rates: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    rates.into_iter().flatten().reduce(f64::min)
}

/// The lines that say something about a requirement and that no newer one rules out, and a caveat for each that one does.
fn current_lines<'a, 'b>(
    requirement: &SizeRequirement,
    storage: &'b MeasuredStorage<'a>,
    names: &[&str],
) -> (Vec<&'b LoadLine<'a>>, Vec<Caveat>) {
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
    let (all, mut caveats) = (fitting.clone(), Vec::new());
    fitting.retain(|line| {
        let newer = all.iter().find(|other| line.is_outdated_by(other));
        caveats.extend(newer.map(|newer| {
            let is_less = newer.high() < line.value();
            let new_iops = if is_less { newer.high() } else { newer.value() };
            let new = newer.rate(new_iops, names[newer.run]);
            Caveat::Outdated { old: line.rate(line.value(), names[line.run]), new }
        }));
        newer.is_none()
    });
    (fitting, caveats)
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
        .map(|LoadKind { random, block }| {
            let request =
                SizeRequirement { block: Some(block), random: Some(random), ..requirement.clone() };
            LoadEvidence { random, block, found: evidence_for_block(&request, storage, names) }
        })
        .collect();
    // The rate in operations of this size, as a multiple of the requirement.
    let times = |rate: f64, block: Bytes| rate / wanted(requirement, block);
    let wider = !is_exhausted(requirement, &kinds);
    let known = kinds.iter().filter_map(|kind| match &kind.found {
        Ok(carry) => carry.at_most.map(|most| times(most, carry.block)),
        Err(gap) => gap.at_most.map(|most| times(most, kind.block)),
    });
    let most = known.reduce(f64::max).filter(|_| !wider);
    let carried = kinds.iter().filter_map(|kind| kind.found.as_ref().ok()).max_by(|a, b| {
        let sure = |carry: &CarriedLoad| times(carry.sure_iops, carry.block);
        let seen = |carry: &CarriedLoad| times(carry.iops.value, carry.block);
        sure(a).total_cmp(&sure(b)).then(seen(a).total_cmp(&seen(b)))
    });
    if let Some(carry) = carried {
        let least = carry.iops.ends().high;
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
fn measured_kinds(requirement: &SizeRequirement, storage: &MeasuredStorage<'_>) -> Vec<LoadKind> {
    let lines = storage.lines.iter().filter(|line| line.mismatch(requirement).is_none());
    let of_lines = lines.map(|line| LoadKind { random: !line.sequential(), block: line.block });
    let mut kinds = evidence::kinds(requirement, &storage.points);
    kinds.extend(of_lines);
    kinds.retain(|kind| requirement.random.is_none_or(|random| random == kind.random));
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Whether no other block would move more: the largest is large, and its load went as far as it can. If the order is open, the
/// sequential ones decide.
fn is_exhausted(requirement: &SizeRequirement, kinds: &[LoadEvidence]) -> bool {
    let order = requirement.random.unwrap_or(false);
    let largest = kinds.iter().filter(|kind| kind.random == order).max_by_key(|kind| kind.block);
    largest.is_some_and(|largest| match &largest.found {
        // A block that exceeds the latency limit by its size alone leaves smaller ones.
        Err(gap) => gap.at_most.is_some(),
        Ok(load) => load.at_most.is_some() && largest.block >= LARGE,
    })
}
