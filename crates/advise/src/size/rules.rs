//! Layouts that were not measured, by a rule of thumb; and what the rules predict for those that were.
//!
//! Takes the rate of one disk; returns choices and comparisons. A rule knows neither latency, flushes nor large blocks.

use super::evidence::{self, CarriedLoad, FirstLimit};
use super::raid;
use super::reason::{Caveat, Evidence};
use super::storage::MeasuredStorage;
use super::{Choice, Fit, LayoutOffer, RuleComparison, SizeContext, SizeRequirement, Source};
use base::Bytes;
use summary::Estimate;
use workload::RaidLevel;

impl SizeContext<'_> {
    /// The fewest disks of a level that carry the requirement by the rule, corrected by its error here: what it promises
    /// too much is taken off, and what it may promise too little is open.
    pub(super) fn by_rule(&self, level: RaidLevel, expected: &[RuleComparison]) -> Option<Choice> {
        let disk = self.shop.disks.first()?;
        // A rule counts disk I/Os; it knows neither the time of a flush nor the throughput of large blocks.
        let each =
            self.each.filter(|_| !self.requirement.commits && !self.requirement.any_block())?;
        let block = self.requirement.block.unwrap_or(Bytes(8 << 10));
        let evidence = Evidence::Rule { disk: each };
        let (low, high) = rule_error_range(expected);
        let mut caveats = vec![Caveat::NotMeasured];
        caveats.extend(rule_error(expected));
        let choice = |disks: u32| {
            let raw = f64::from(disks) * each.iops;
            let costs = raid::iops(raw, self.requirement.write, level);
            let choice = Choice {
                layout: level.name().to_owned(),
                place: String::new(),
                level: Some(level),
                disks: Some(disks),
                iops: Estimate::unknown(costs * low),
                block,
                at_most: Some(costs * high),
                latency_ns_p99: None,
                head_room: 0.0,
                share: f64::INFINITY,
                fit: Fit::CannotTell,
                next: None,
                first_limit: FirstLimit::NotSeen,
                price: self.shop.price(level.name(), disks),
                usable: None,
                may_fail: None,
                source: Source::Rule,
                evidence: evidence.clone(),
                caveats: caveats.clone(),
            };
            let carry = CarriedLoad {
                iops: choice.iops,
                sure_iops: costs * low,
                at_most: choice.at_most,
                latency_ns_p99: None,
                block,
                random: true,
                evidence: evidence.clone(),
                first_limit: FirstLimit::NotSeen,
                caveats: Vec::new(),
                outstanding: None,
                wider: false,
            };
            self.judged(choice, &carry)
        };
        let all = (1..=disk.most).filter(|disks| raid::possible(level, *disks));
        let mut last = None;
        for one in all.map(choice) {
            if one.fit == Fit::Carries {
                // It carries this much, but the rule does not know at which latency.
                let fit = self.requirement.latency_limit.map_or(Fit::Carries, |_| Fit::CannotTell);
                return Some(Choice { fit, ..one });
            }
            last = Some(one);
        }
        last
    }

    /// The prediction of the rule beside a measurement without a latency limit: the rule knows no latency either.
    pub(super) fn compare_rules(
        &self,
        storage: &MeasuredStorage<'_>,
        made: &LayoutOffer,
    ) -> Option<RuleComparison> {
        // The rules are for small operations at random places; they know no flushes.
        let each =
            self.each.filter(|_| !self.requirement.commits && !self.requirement.any_block())?;
        let (level, disks) = (made.level?, made.disks?);
        let (measured, measured_with) = self.full_rate(storage, disks)?;
        let raw = f64::from(disks) * each.iops;
        Some(RuleComparison {
            layout: made.name.clone(),
            level,
            disks,
            each,
            write: self.requirement.write,
            rule_iops: raid::iops(raw, self.requirement.write, level),
            measured,
            measured_with,
        })
    }

    /// The highest measured rate with the requirement's mix, whatever the latency, and the operations outstanding there.
    fn full_rate(&self, storage: &MeasuredStorage<'_>, disks: u32) -> Option<(f64, Option<u32>)> {
        if self.requirement.random == Some(false) {
            return None;
        }
        let requirement =
            SizeRequirement { latency_limit: None, random: Some(true), ..self.requirement.clone() };
        let points =
            evidence::carry(&requirement, &storage.points, &self.names, f64::INFINITY).ok();
        // If disks were not busy, their limit is unknown.
        let busy = |carry: &CarriedLoad| {
            let deep = carry.outstanding.is_some_and(|count| count >= BUSY * disks);
            carry.caveats.is_empty() && (deep || carry.first_limit == FirstLimit::Throughput)
        };
        let points = points.filter(busy).map(|carry| (carry.iops.value, carry.outstanding));
        let fitting = storage.lines.iter().filter(|line| line.mismatch(&requirement).is_none());
        let lines = fitting.filter_map(|line| Some((line.role.saturation_iops?, None)));
        lines.chain(points).max_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// This many operations outstanding on each disk keep all of them busy (ours: with one each, some wait for work by chance).
const BUSY: u32 = 4;

/// The least and the greatest ratio of the measured layouts to the rule, with the rule itself between them.
fn rule_error_range(expected: &[RuleComparison]) -> (f64, f64) {
    let each =
        expected.iter().map(|one| one.measured / one.rule_iops).filter(|ratio| ratio.is_finite());
    each.fold((1.0, 1.0), |(low, high), ratio| (ratio.min(low), ratio.max(high)))
}

/// The error of the rule; `None` if nothing was measured, or it was right.
fn rule_error(expected: &[RuleComparison]) -> Option<Caveat> {
    let (low, high) = rule_error_range(expected);
    let too_high = (low < 1.0).then(|| 1.0 / low - 1.0);
    let too_low = (high > 1.0).then(|| 1.0 - 1.0 / high);
    (too_high.is_some() || too_low.is_some()).then_some(Caveat::RuleError { too_high, too_low })
}
