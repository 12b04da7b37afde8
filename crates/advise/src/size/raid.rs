//! The rule of thumb for RAID, from the rate of one disk: used if nothing was measured, and compared with measurements. It knows
//! neither latency nor caches.
//!
//! A write of one block costs disk I/Os by its layout: 1 without redundancy, 2 with mirrors, 4 with one parity, 6 with two.

use super::evidence::{CarriedLoad, FirstLimit};
use super::reason::{Caveat, Evidence};
use super::{Choice, Fit, LayoutOffer, SizeContext};
use base::Bytes;
use summary::Estimate;
use workload::RaidLevel;

/// N x iops / (R + W x penalty): operations per second of `raw` disk I/Os per second with `write` (0 to 1) of writes.
pub fn iops(raw: f64, write: f64, level: RaidLevel) -> f64 {
    raw / (1.0 - write + write * penalty(level))
}

/// Disk I/Os of one small write.
pub fn penalty(level: RaidLevel) -> f64 {
    match level {
        RaidLevel::Single | RaidLevel::Raid0 => 1.0,
        RaidLevel::Raid1 | RaidLevel::Raid10 => 2.0,
        RaidLevel::Raid5 => 4.0,
        RaidLevel::Raid6 => 6.0,
    }
}

/// How many of `disks` hold data of their own.
pub fn data_disks(level: RaidLevel, disks: u32) -> f64 {
    let disks = f64::from(disks);
    match level {
        RaidLevel::Single | RaidLevel::Raid0 => disks,
        RaidLevel::Raid1 => disks.min(1.0),
        RaidLevel::Raid10 => disks / 2.0,
        RaidLevel::Raid5 => (disks - 1.0).max(0.0),
        RaidLevel::Raid6 => (disks - 2.0).max(0.0),
    }
}

/// How many may fail, whichever they are, before data are lost.
pub fn may_fail(level: RaidLevel, disks: u32) -> u32 {
    match level {
        RaidLevel::Single | RaidLevel::Raid0 => 0,
        RaidLevel::Raid1 => disks.saturating_sub(1),
        RaidLevel::Raid10 | RaidLevel::Raid5 => 1,
        RaidLevel::Raid6 => 2,
    }
}

pub fn may_fail_of(level: RaidLevel, disks: Option<u32>) -> Option<u32> {
    match (level, disks) {
        (RaidLevel::Raid1, None) => None,
        (level, disks) => Some(may_fail(level, disks.unwrap_or(1))),
    }
}

pub fn possible(level: RaidLevel, disks: u32) -> bool {
    match level {
        RaidLevel::Single => disks == 1,
        RaidLevel::Raid0 => disks >= 2,
        RaidLevel::Raid1 => disks == 2,
        RaidLevel::Raid10 => disks >= 4 && disks.is_multiple_of(2),
        RaidLevel::Raid5 => disks >= 3,
        RaidLevel::Raid6 => disks >= 4,
    }
}

/// The random rate that a rotating disk is assumed to have, by its speed: the lower end of the usual range (75-100 at 7,200,
/// 125-150 at 10,000, 175-210 at 15,000 rpm).
pub fn budget_iops(turns_per_minute: u32) -> Option<f64> {
    match turns_per_minute {
        7_000..=7_400 => Some(75.0),
        10_000..=10_800 => Some(125.0),
        15_000..=15_200 => Some(175.0),
        _ => None,
    }
}

/// The level that is a word of a layout's name: `raid10`, `md-raid5-64k`, `raid5x8`, `RAID 1+0` written as `raid1+0`; `None` if
/// there is none, as in `raid50`, or if there are several. A path says nothing about single disks.
pub fn level_of(name: &str) -> Option<RaidLevel> {
    let name = name.to_ascii_lowercase().replace("raid1+0", RaidLevel::Raid10.name());
    let words = || name.split(|c: char| !c.is_ascii_alphanumeric() && c != '+');
    let is_word = |level: &RaidLevel| {
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit() || c == '+');
        words().any(|word| word.strip_prefix(level.name()).is_some_and(ends))
    };
    let is_meant = |level: &RaidLevel| *level != RaidLevel::Single || !name.contains('/');
    let mut found = RaidLevel::ALL.iter().copied().filter(is_meant).filter(is_word);
    found.next().filter(|_| found.next().is_none())
}

impl SizeContext<'_> {
    /// The fewest disks of a level that carry the requirement by the rule; if none do, the most that can be bought.
    pub(super) fn by_rule(&self, level: RaidLevel) -> Option<Choice> {
        // A rule counts disk I/Os; it knows neither the time of a flush nor the throughput of large blocks.
        let counts = !self.requirement.commits && !self.requirement.any_block();
        let (offer, disk) = (self.shop.disks.first()?, self.disk.filter(|_| counts)?);
        let choice = |disks: u32| {
            let iops = iops(f64::from(disks) * disk.iops, self.requirement.write, level);
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
        for disks in (1..=offer.disks_max).filter(|disks| possible(level, *disks)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_disks_of_180_under_raid_5_with_16_percent_of_writes() {
        assert!((iops(5.0 * 180.0, 0.16, RaidLevel::Raid5) - 608.0).abs() < 0.5);
    }

    #[test]
    fn names_tell_levels() {
        for (name, level) in [
            ("raid10", Some(RaidLevel::Raid10)),
            ("md-raid1-64k", Some(RaidLevel::Raid1)),
            ("BTRFS-RAID5", Some(RaidLevel::Raid5)),
            ("raid5x8", Some(RaidLevel::Raid5)),
            ("raid1+0 sas", Some(RaidLevel::Raid10)),
            ("single", Some(RaidLevel::Single)),
            ("azure", None),
            ("raid50", None),
            ("raid01", None),
            ("raid0+1", None),
            ("raid5 or raid6", None),
            ("/mnt/single_ssd", None),
        ] {
            assert_eq!(level_of(name), level, "{name}");
        }
    }
}
