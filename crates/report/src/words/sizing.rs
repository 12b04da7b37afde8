//! Where a number of a sizing comes from, what makes it uncertain, and why there is none, in sentences.

use advise::size::asked::{LineError, NeedError, ShopError, ValueError};
use advise::size::next::{NextLoad, NextMix, WriteTarget};
use advise::size::reason::{
    Caveat, ChoiceSource, DiskRate, Evidence, EvidenceGap, LeftOut, LineEvidence, LineMismatch,
    LineRate, OpenReason, OtherLimit, PlacementBasis, PointBasis, PointEvidence,
};
use advise::size::{
    Formula, LayoutPrice, NextRun, PriceBasis, RuleComparison, StorageChoice, raid,
};
use base::shell::quoted;
use base::units::{readable, trimmed};
use workload::PointLoad;

/// Where a number comes from.
pub(crate) fn evidence(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Line(found) => line(found),
        Evidence::Points(found) => points(found),
        Evidence::Scaled { from, disks } => format!(
            "{}; measured with {disks} disks and scaled as the measured disks scale, with the same load on each",
            self::evidence(from)
        ),
        Evidence::Rule { formula, disk } => format!(
            "rule of thumb {}; one disk does {:.0} IOPS ({})",
            formula_name(*formula),
            disk.iops,
            disk_source(disk)
        ),
    }
}

fn line(found: &LineEvidence) -> String {
    let differs = match found.differs {
        None => "",
        Some(OtherLimit::Stricter) => " (stricter than required)",
        Some(OtherLimit::MeetsRequired) => " (its latency also meets the required limit)",
        Some(OtherLimit::Looser) => " (looser than required)",
        Some(OtherLimit::Mixed) => " (not the required limit)",
    };
    format!("load line of role {} at {}{differs}, in {}", found.role, found.limit, found.run)
}

fn points(found: &PointEvidence) -> String {
    let order = if found.random { "random" } else { "sequential" };
    let mix = if found.combined { "computed from reads and writes" } else { "at this mix" };
    let run = found.run.as_deref().unwrap_or("an unnamed run");
    format!("{order} {} {mix}, {} outstanding, in {run}", found.block, found.outstanding)
}

/// How the rate of one disk is known.
pub(crate) fn disk_source(disk: &DiskRate) -> String {
    match disk.measured {
        Some(load) => format!("measured with {} outstanding of {}", load.outstanding, load.block),
        None => "from its data sheet".to_owned(),
    }
}

/// What makes a number uncertain, and where it can be helped, what to do.
pub(crate) fn caveat(caveat: &Caveat) -> String {
    match caveat {
        Caveat::OnlyBlock(block) => format!("only {block} was measured"),
        Caveat::OnlyP99 => {
            "measurement points have only p99; measure a rarer percentile with a ramp".to_owned()
        }
        Caveat::RateFell => "its rate fell during the measurement: a cache filled up or burst credits ran out; the lower \
                             rate counts"
            .to_owned(),
        Caveat::NotConfirmed => {
            "no run confirmed this load line; give the ramp a larger budget".to_owned()
        }
        Caveat::MeanBlock(block) => format!("its operations have a mean size of {block}"),
        Caveat::OtherLineConfirms(iops) => {
            format!("another load line, as strict or newer, confirms {iops:.0} IOPS")
        }
        Caveat::NewerLineAllows { line, most_iops } => {
            format!("a newer {} allows at most {most_iops:.0} IOPS", self::line(line))
        }
        Caveat::LineBeside { line, iops } => {
            format!("for comparison: the {} is {iops:.0} IOPS", self::line(line))
        }
        Caveat::LowerBound => {
            "a lower bound: no latency limit is required, and the rate without one was not measured".to_owned()
        }
        Caveat::Outdated { old, new } => outdated(old, new),
        Caveat::LargerBlocksUntried(block) => {
            format!("blocks larger than {block} were not measured and may move more")
        }
        Caveat::ScaledBy { disks, load, run } => {
            format!("not measured with {disks} disks; scaled by the curve of {load} in {run}")
        }
        Caveat::OtherCurve { load, run } => other_curve(load, run),
        Caveat::CapacityUnknown => "its usable capacity is not known".to_owned(),
        Caveat::NotMeasured => "not measured; a rule of thumb knows no latency".to_owned(),
        Caveat::RuleError { too_high, too_low } => rule_error(*too_high, *too_low),
        Caveat::NoSuchLayout { name, disks } => {
            format!("the file of --disks has no layout {name} with {disks} disks")
        }
        Caveat::SeveralLayouts { name, disks } => several_layouts(name, disks),
        Caveat::DepthsLeftOut { run, depths } => depths_left_out(run, depths),
        Caveat::FromRecord => "its points are from a record: measure the storage itself with a ramp or a race".to_owned(),
    }
}

fn outdated(old: &LineRate, new: &LineRate) -> String {
    format!(
        "{:.0} IOPS at {} in {} do not count: the newer {} allows at most {:.0} at {}",
        old.iops, old.limit, old.run, new.run, new.iops, new.limit
    )
}

fn other_curve(load: &PointLoad, run: &str) -> String {
    format!(
        "unknown for other numbers of disks: {run} measured how {load} scales, which is another load"
    )
}

fn rule_error(too_high: Option<f64>, too_low: Option<f64>) -> String {
    let high =
        too_high.map(|share| format!("up to {:.0} % too high (subtracted here)", 100.0 * share));
    let low = too_low.map(|share| format!("up to {:.0} % too low (not added here)", 100.0 * share));
    let parts: Vec<String> = [high, low].into_iter().flatten().collect();
    format!("for the measured layouts this rule is {}", parts.join(" and "))
}

fn several_layouts(name: &str, disks: &[Option<u32>]) -> String {
    let each = disks.iter().map(|disks| disks.map_or("?".to_owned(), |disks| disks.to_string()));
    let disks: Vec<String> = each.collect();
    format!(
        "the file of --disks has layout {name} with {} disks: name the measured one with at=PLACE",
        disks.join(" and with ")
    )
}

fn depths_left_out(run: &str, depths: &[u32]) -> String {
    let plural = if depths.len() > 1 { "s" } else { "" };
    let depths: Vec<String> = depths.iter().map(ToString::to_string).collect();
    format!(
        "the storage became slower during the queue-depth sweep in {run}: the results of depth{plural} {} are left out",
        depths.join(", ")
    )
}

/// Why nothing is known of a load, and where it can be helped, what to do.
pub(crate) fn gap(gap: &EvidenceGap) -> String {
    let fixed = match gap {
        EvidenceGap::NoSuchMix(Some(block)) => {
            return format!("neither this mix nor reads and writes of {block} were measured");
        }
        EvidenceGap::BeyondLine(most) => {
            return format!("its points are above the {most:.0} IOPS that a load line allows");
        }
        EvidenceGap::LightestBreaks { outstanding, limit } => {
            return format!("even its lightest load, {outstanding} outstanding, exceeds {limit}");
        }
        EvidenceGap::NoneMeets(limit) => {
            return format!("no load of it is known to meet {limit}");
        }
        EvidenceGap::NothingMeasured => "nothing was measured",
        EvidenceGap::OrderUnknown => {
            "its points do not say whether they are random; import them with a column `order`"
        }
        EvidenceGap::NoCommits => "no commits were measured",
        EvidenceGap::OnlyCommits => "only commits were measured",
        EvidenceGap::OnlySequential => {
            "only sequential I/O was measured, which says nothing about random I/O (order=sequential asks for it)"
        }
        EvidenceGap::OnlyRandom => {
            "only random I/O was measured, which says nothing about sequential I/O"
        }
        EvidenceGap::NoSuchMix(None) => {
            "neither this mix nor reads and writes of one block size were measured"
        }
        EvidenceGap::NoPercentile => {
            "no point has a p99: it measured too few operations, or its record has none"
        }
    };
    fixed.to_owned()
}

/// What was left out, and how to take it.
pub(crate) fn left_out(one: &LeftOut) -> String {
    match one {
        LeftOut::Namesake { name, old, new } => {
            let new = new.as_ref().map_or(String::new(), |new| {
                format!("; {} ({}) is used", new.place, new.runs.join(", "))
            });
            let runs = old.runs.join(", ");
            format!("an older {name} at {} ({runs}) is left out{new}; choose with --run", old.place)
        }
        LeftOut::Line { storage, line, run, role, reason } => {
            let role = if role.is_empty() { String::new() } else { format!(" for {role}") };
            let reason = match reason {
                LineMismatch::Forbidden(warning) => {
                    format!("its run has the warning {}, which forbids an answer", warning.name())
                }
                LineMismatch::OtherOperation(operation) => format!("it is of {operation}"),
            };
            format!("{storage}: role {line} of {run} is not used{role}: {reason}")
        }
        LeftOut::Storage { name, reason } => format!("{name}: {}", gap(reason)),
    }
}

/// Where the number of a storage is from, what it does not hold, and why it is open whether it is enough.
pub(crate) fn choice_source(choice: &StorageChoice) -> String {
    let small = choice.too_small.map(|(holds, required)| format!("holds {holds} of {required}"));
    let open = choice.open.as_ref().map(|open| match open {
        OpenReason::Gap(reason) => gap(reason),
        OpenReason::Uncertain(Some(reason)) => {
            format!("not known to be enough ({})", caveat(reason))
        }
        OpenReason::Uncertain(None) => {
            "not known to be enough (not measured as required)".to_owned()
        }
    });
    let source = match &choice.source {
        ChoiceSource::Line { limit, run } => format!("{limit} in {run}"),
        ChoiceSource::Evidence(found) => evidence(found),
        ChoiceSource::Point { load, not_durable, run } => {
            let little = if *not_durable { ", not durable: says little about a log" } else { "" };
            format!("{load}{little}, in {run}")
        }
    };
    let parts: Vec<String> = small.into_iter().chain(open).chain([source]).collect();
    parts.join("; ")
}

/// What the numbers of a placement are.
pub(crate) fn basis(basis: PlacementBasis) -> String {
    let lines = |same: bool| match same {
        true => "load lines",
        false => "load lines with different latency limits, which cannot be ranked strictly",
    };
    match basis {
        PlacementBasis::Nothing => "nothing of this kind was measured".to_owned(),
        PlacementBasis::Lines(same) => lines(same).to_owned(),
        PlacementBasis::Points(points) => point_basis(points).to_owned(),
        PlacementBasis::LinesAndPoints(same, points) => format!(
            "{}; storages without one from measurement points, by {}",
            lines(same),
            point_basis(points)
        ),
    }
}

fn point_basis(points: PointBasis) -> &'static str {
    match points {
        PointBasis::Required => "what their points carry of this requirement",
        PointBasis::SmallestReads => "their smallest random reads, at best",
        PointBasis::DurableRequired => "what their durable writes carry of this requirement",
        PointBasis::DurableWrites => "their smallest durable writes, one at a time",
        PointBasis::Writes => "their smallest writes, one at a time; no commits were measured",
        PointBasis::MediumWrites => "their writes of about 64 KiB",
        PointBasis::LargestBlocks => "their largest sequential blocks",
    }
}

/// What a price of so many disks is computed from.
pub(crate) fn price_basis(price: &LayoutPrice, disks: Option<u32>) -> Option<String> {
    Some(match price.basis? {
        PriceBasis::Disks => "the disks alone".to_owned(),
        PriceBasis::Nearest { price, disks: count } => {
            let wanted = disks.unwrap_or(count);
            let more = wanted.abs_diff(count);
            let sign = if wanted > count { "plus" } else { "minus" };
            let plural = if more == 1 { "" } else { "s" };
            format!("{} of {count} disks {sign} {more} disk{plural}", readable(price))
        }
    })
}

/// The command of a run.
pub(crate) fn command(run: &NextRun) -> String {
    let target = quoted(run.target.as_bytes(), true);
    let write = match run.write {
        None => String::new(),
        Some(WriteTarget::Device) => format!(" --destroy {target}"),
        Some(WriteTarget::File) => format!(" --overwrite {target}"),
    };
    let limit = run.limit.map(|limit| limit.to_string().replace(' ', "")).unwrap_or_default();
    match &run.load {
        NextLoad::Commits { rate } => {
            let limit = if limit.is_empty() { limit } else { format!(", {limit}") };
            let requirement = quoted(format!("commits>={rate}{limit}").as_bytes(), true);
            format!("plimsoll check {target} --roles log --require {requirement}{write}")
        }
        NextLoad::Sweep { mix, depth_max } => {
            format!("plimsoll ramp {target} {} --depths 1-{depth_max}{write}", flags(mix))
        }
        NextLoad::Ramp { mix, again } => {
            let more = again.map_or(String::new(), |(depth, minutes)| {
                format!(" --depth-max {depth} --budget {minutes}min")
            });
            let limit = quoted(limit.as_bytes(), true);
            format!("plimsoll ramp {target} {} --latency-limit {limit}{more}{write}", flags(mix))
        }
    }
}

fn flags(mix: &NextMix) -> String {
    let size = match mix.block.0 {
        bytes if bytes.is_multiple_of(1 << 20) => format!("{}m", bytes >> 20),
        bytes if bytes % 1024 == 0 => format!("{}k", bytes / 1024),
        bytes => bytes.to_string(),
    };
    let reads = trimmed(100.0 * (1.0 - mix.write), 1);
    let order = if mix.sequential { " --sequential" } else { "" };
    format!("--block {size} --mix {reads}{order}")
}

/// A rule of thumb as it is written.
pub(crate) fn formula_name(formula: Formula) -> &'static str {
    match formula {
        Formula::Shares => "raw x read + raw x write / penalty",
        Formula::Costs => "N x iops / (R + W x penalty)",
    }
}

/// The same with the numbers of a layout.
pub(crate) fn formula_filled(formula: Formula, of: &RuleComparison) -> String {
    let number = |value: f64| trimmed(value, 2);
    let each = of.each.iops;
    let (raw, penalty) = (number(f64::from(of.disks) * each), number(raid::penalty(of.level)));
    let (read, write) = (number(1.0 - of.write), number(of.write));
    match formula {
        Formula::Shares => format!("{raw} x {read} + {raw} x {write} / {penalty}"),
        Formula::Costs => {
            format!("{} x {} / ({read} + {write} x {penalty})", of.disks, number(each))
        }
    }
}

/// What is wrong with the text of a requirement.
pub fn need_error(error: &NeedError) -> String {
    match error {
        NeedError::Clause { clause, error } => format!("\"{clause}\": {}", value_error(error)),
        NeedError::Requirement(error) => error.to_string(),
        NeedError::NoRate(text) => {
            format!("\"{text}\" requires no rate; add one, such as iops>=8000 or mibps>=400")
        }
    }
}

/// What is wrong with the file of disks.
pub fn shop_error(error: &ShopError) -> String {
    match error {
        ShopError::Line { line, error } => format!("line {line}: {}", line_error(error)),
        ShopError::Twice { name, disks } => {
            let disks = disks.map_or(String::new(), |disks| format!(" of {disks} disks"));
            format!("layout {name}{disks} is there twice; remove one of the lines")
        }
    }
}

fn line_error(error: &LineError) -> String {
    match error {
        LineError::NoName(kind) => format!("{kind} needs a name after it"),
        LineError::UnknownKind(word) => format!("\"{word}\" is neither disk nor layout"),
        LineError::UnknownKey(key, known) => {
            format!("\"{key}\" is not a known key; known are {}", known.join(", "))
        }
        LineError::Value(error) => value_error(error),
    }
}

fn value_error(error: &ValueError) -> String {
    match error {
        ValueError::Order => "an order is random or sequential".to_owned(),
        ValueError::Share => "a share of writes is 0 to 1, such as 0.3 or 30%".to_owned(),
        ValueError::Size(error) => error.to_string(),
        ValueError::Number(text) => format!("\"{text}\" is not a number above 0"),
        ValueError::Turns(turns) => {
            format!("no usual rate is known for {turns} rpm; write iops=N instead")
        }
        ValueError::Level(text) => {
            format!("\"{text}\" is none of single, raid0, raid1, raid10, raid5, raid6")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use advise::size::reason::DiskRate;
    use base::{Bytes, Nanos};
    use workload::{LatencyLimit, RaidLevel};

    const LIMIT: LatencyLimit = LatencyLimit { quantile: 0.99, latency_ns: Nanos(10_000_000) };

    fn line(differs: Option<OtherLimit>) -> LineEvidence {
        LineEvidence { role: "log".to_owned(), limit: LIMIT, differs, run: "run 2".to_owned() }
    }

    #[test]
    fn a_load_line_is_named_with_its_limit_and_its_run() {
        let text = evidence(&Evidence::Line(line(None)));
        assert_eq!(text, "load line of role log at p99 <= 10 ms, in run 2");
        let loose = caveat(&Caveat::NewerLineAllows {
            line: line(Some(OtherLimit::Looser)),
            most_iops: 900.0,
        });
        let told = "a newer load line of role log at p99 <= 10 ms (looser than required), in run 2 allows at most 900 IOPS";
        assert_eq!(loose, told);
    }

    #[test]
    fn a_run_that_would_tell_is_a_command_with_its_confirmation() {
        let mix = NextMix { block: Bytes(1 << 20), write: 0.25, sequential: true };
        let run = NextRun {
            target: "/dev/a b".to_owned(),
            write: Some(WriteTarget::Device),
            limit: Some(LIMIT),
            load: NextLoad::Ramp { mix, again: Some((256, 45)) },
        };
        let told = "plimsoll ramp '/dev/a b' --block 1m --mix 75 --sequential --latency-limit 'p99<=10ms' --depth-max 256 \
                    --budget 45min --destroy '/dev/a b'";
        assert_eq!(command(&run), told);
        let commits = NextRun { load: NextLoad::Commits { rate: 500.0 }, write: None, ..run };
        let told = "plimsoll check '/dev/a b' --roles log --require 'commits>=500, p99<=10ms'";
        assert_eq!(command(&commits), told);
    }

    #[test]
    fn a_price_and_a_rule_are_shown_with_what_they_are_computed_from() {
        let basis = Some(PriceBasis::Nearest { price: 4200.0, disks: 8 });
        let price = |disks| price_basis(&LayoutPrice { price: 1.0, basis }, Some(disks)).unwrap();
        assert_eq!(price(10), "4,200 of 8 disks plus 2 disks");
        assert_eq!(price(7), "4,200 of 8 disks minus 1 disk");
        let compared = RuleComparison {
            layout: "raid10".to_owned(),
            level: RaidLevel::Raid10,
            disks: 14,
            each: DiskRate { iops: 130.0, measured: None },
            write: 0.3,
            rules: [(Formula::Shares, 0.0), (Formula::Costs, 0.0)],
            measured: 0.0,
            measured_with: None,
        };
        let filled = |formula| formula_filled(formula, &compared);
        assert_eq!(filled(Formula::Shares), "1820 x 0.7 + 1820 x 0.3 / 2");
        assert_eq!(filled(Formula::Costs), "14 x 130 / (0.7 + 0.3 x 2)");
    }

    #[test]
    fn how_far_a_rule_was_off_is_told_in_percent() {
        let text = rule_error(Some(0.4), None);
        assert!(text.ends_with("this rule is up to 40 % too high (subtracted here)"), "{text}");
    }
}
