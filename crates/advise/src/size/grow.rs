//! Another number of disks than was measured: only along curves of the same kind of load.
//!
//! Takes a measured choice and its evidence; returns the same with the fewest disks that carry the requirement, or why that is
//! unknown. Extrapolates nothing.

use super::evidence::{self, CarriedLoad};
use super::reason::{Caveat, Evidence};
use super::{Choice, Fit, SizeContext, Source, raid};
use summary::Estimate;

impl SizeContext<'_> {
    /// The same with the fewest disks that carry the requirement, if growth was measured under the same kind of load.
    pub(super) fn grown(&self, base: &Choice, carry: &CarriedLoad) -> Option<Choice> {
        let (level, from) = (base.level?, base.disks?);
        // Operations one after the other wait as long on more disks; so do fewer operations than disks.
        if self.requirement.commits || carry.outstanding.is_some_and(|count| count < from) {
            return None;
        }
        let growth = evidence::growth(self.records, self.requirement, carry);
        let most = self.shop.disks.first().map_or(from, |disk| disk.most);
        let other = (1..=most).filter(|disks| *disks != from && raid::possible(level, *disks));
        let mut grown = other.filter_map(|disks| {
            let ratios = growth.iter().map(|(_, curve)| evidence::grown(curve, from, disks));
            let ratios: Vec<f64> = ratios.collect::<Option<_>>()?;
            let choice = self.grown_by(ratios.into_iter().reduce(f64::min)?, base, carry, disks);
            (choice.fit == Fit::Carries).then_some(choice)
        });
        // The fewest that carry it.
        let mut choice = grown.next()?;
        let disks = choice.disks?;
        choice.caveats.extend(growth.iter().map(|(run, curve)| {
            let (load, run) = (curve.config.load, self.names[*run].to_owned());
            Caveat::ScaledBy { disks, load, run }
        }));
        Some(choice)
    }

    /// A layout with another number of disks, which have `ratio` times the rate.
    fn grown_by(&self, ratio: f64, base: &Choice, carry: &CarriedLoad, disks: u32) -> Choice {
        let scaled = |value: f64| value * ratio;
        let iops = Estimate {
            value: scaled(carry.iops.value),
            low: scaled(carry.iops.low),
            high: scaled(carry.iops.high),
            ..carry.iops
        };
        let at_most = carry.at_most.map(scaled);
        let carry =
            CarriedLoad { iops, sure_iops: scaled(carry.sure_iops), at_most, ..carry.clone() };
        let from = base.disks.unwrap_or(disks);
        let choice = Choice {
            disks: Some(disks),
            iops,
            at_most,
            source: Source::Grown,
            price: self.shop.price(&base.layout, disks, base.exact_price()),
            usable: None,
            may_fail: None,
            evidence: Evidence::Scaled { from: Box::new(carry.evidence.clone()), disks: from },
            ..base.clone()
        };
        self.judged(choice, &carry)
    }

    /// The caveat that growth was measured, but under a load that says nothing about this one.
    pub(super) fn not_grown(&self, base: &Choice, carry: &CarriedLoad) -> Option<Caveat> {
        let (run, curve) = evidence::curves(self.records).next()?;
        let known = base.level.is_some() && base.disks.is_some();
        let other_curve = evidence::growth(self.records, self.requirement, carry).is_empty();
        let (load, run) = (curve.config.load, self.names[run].to_owned());
        (known && other_curve).then_some(Caveat::OtherCurve { load, run })
    }
}
