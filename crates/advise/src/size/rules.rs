//! Layouts that were not measured, by a rule of thumb from the rate of one disk. It knows neither latency, flushes nor large
//! blocks.

use super::evidence::{CarriedLoad, FirstLimit};
use super::raid;
use super::reason::{Caveat, Evidence};
use super::{Choice, Fit, LayoutOffer, SizeContext};
use base::Bytes;
use summary::Estimate;
use workload::RaidLevel;

impl SizeContext<'_> {
    /// The fewest disks of a level that carry the requirement by the rule; if none do, the most that can be bought.
    pub(super) fn by_rule(&self, level: RaidLevel) -> Option<Choice> {
        // A rule counts disk I/Os; it knows neither the time of a flush nor the throughput of large blocks.
        let counts = !self.requirement.commits && !self.requirement.any_block();
        let (offer, disk) = (self.shop.disks.first()?, self.disk.filter(|_| counts)?);
        let choice = |disks: u32| {
            let iops = raid::iops(f64::from(disks) * disk.iops, self.requirement.write, level);
            let load = CarriedLoad {
                iops: Estimate::unknown(iops),
                sure_iops: iops,
                at_most: Some(iops),
                latency_ns_p99: None,
                block: self.requirement.block.unwrap_or(Bytes(8 << 10)),
                random: true,
                first_limit: FirstLimit::NotSeen,
                evidence: Evidence::Rule(disk),
                caveats: vec![Caveat::NotMeasured],
                wider: false,
            };
            let disks = Some(disks);
            let named = LayoutOffer::named(level.name());
            self.judged(LayoutOffer { level: Some(level), disks, ..named }, load)
        };
        let mut last = None;
        for disks in (1..=offer.disks_max).filter(|disks| raid::possible(level, *disks)) {
            let choice = choice(disks);
            if choice.fit == Fit::Carries {
                // It carries this much, but the rule does not know at which latency.
                let fit = self.requirement.latency_limit.map_or(Fit::Carries, |_| Fit::CannotTell);
                return Some(Choice { fit, ..choice });
            }
            last = Some(choice);
        }
        last
    }
}
