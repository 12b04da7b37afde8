//! The source of a number in a sizing, its uncertainties, and why there is none.

use super::role_io;
use crate::catalogue::{shop, size as text};
use crate::language::Language;
use crate::words::figure::all_names;
use advise::size::next::{NextLoad, NextMix, WriteTarget};
use advise::size::reason::{
    Caveat, DiskRate, Evidence, EvidenceGap, LeftOut, LineMismatch, LineRate,
};
use advise::size::requirement::NeedError;
use advise::size::requirement::ValueError;
use advise::size::shop::{LineError, ShopError};
use advise::size::{CarriedLoad, NextRun};
use base::Bytes;
use base::number::trimmed;
use base::shell::quoted;

pub fn run_name(language: Language, number: &str) -> String {
    text::run_name(language, number)
}

pub(crate) fn run_names(language: Language, numbers: &[String]) -> String {
    let names: Vec<String> = numbers.iter().map(|number| run_name(language, number)).collect();
    names.join(", ")
}

pub(crate) fn evidence(language: Language, load: &CarriedLoad) -> String {
    match &load.evidence {
        Evidence::Line { role, limit, run } => {
            let (limit, run) = (&language.limit(limit), &run_name(language, run));
            text::line(language, &text::Line { role, limit, run })
        }
        Evidence::Points { combined, outstanding, run } => {
            let order = if load.random { text::part_random } else { text::part_sequential };
            let mix = if *combined { text::mix_computed } else { text::mix_measured };
            let values = text::Points {
                order: order(language),
                block: &bytes(language, load.block),
                mix: mix(language),
                depth: (*outstanding).into(),
                run: &run_name(language, run),
            };
            text::points(language, &values)
        }
        Evidence::Rule(disk) => {
            let source = disk_source(language, disk);
            text::by_rule(language, FORMULA, disk.iops.round(), &source)
        }
    }
}

fn bytes(language: Language, size: Bytes) -> String {
    language.bytes(size.0)
}

fn disk_source(language: Language, disk: &DiskRate) -> String {
    match disk.measured {
        Some(load) => {
            text::disk_measured(language, load.outstanding.into(), &bytes(language, load.block))
        }
        None => text::disk_sheet(language).to_owned(),
    }
}

pub(crate) fn computed_caveat(language: Language, caveat: &Caveat) -> String {
    match caveat {
        Caveat::LineAllows(line) => {
            let (limit, run) = (&language.limit(&line.limit), &run_name(language, &line.run));
            text::line_allows(language, limit, run, line.iops.round())
        }
        Caveat::Outdated { old, new } => outdated(language, old, new),
        Caveat::PointsOutdated { old, new } => {
            let [old, new] = [old, new].map(|run| run_name(language, run));
            text::points_outdated(language, &old, &new)
        }
        Caveat::OtherLayouts { name, disks } => other_layouts(language, name, disks),
        Caveat::DepthsLeftOut { run, depths } => {
            let depths: Vec<String> = depths.iter().map(ToString::to_string).collect();
            let run = &run_name(language, run);
            text::depths_left_out(language, run, &depths.join(", "))
        }
        _ => String::new(),
    }
}

fn outdated(language: Language, old: &LineRate, new: &LineRate) -> String {
    let [old_limit, new_limit] = [old, new].map(|line| language.limit(&line.limit));
    let [old_run, new_run] = [old, new].map(|line| run_name(language, &line.run));
    let values = text::Outdated {
        old: old.iops.round(),
        old_limit: &old_limit,
        old_run: &old_run,
        new_run: &new_run,
        new: new.iops.round(),
        new_limit: &new_limit,
    };
    text::outdated(language, &values)
}

fn other_layouts(language: Language, name: &str, disks: &[Option<u32>]) -> String {
    let each = disks.iter().map(|disks| disks.map_or("?".to_owned(), |disks| disks.to_string()));
    let disks: Vec<String> = each.collect();
    let disks: Vec<&str> = disks.iter().map(String::as_str).collect();
    text::other_layouts(language, name, &all_names(language, &disks))
}

pub(crate) fn computed_gap(language: Language, gap: &EvidenceGap) -> String {
    match gap {
        EvidenceGap::NoSuchMix(None) => text::gap_mix(language).to_owned(),
        EvidenceGap::NoSuchMix(Some(block)) => text::gap_mix_of(language, &bytes(language, *block)),
        EvidenceGap::NoLine { limit, at_most: None } => {
            text::gap_none_confirmed(language, &language.limit(limit))
        }
        EvidenceGap::NoLine { limit, at_most: Some(most) } => {
            let most = &language.number(*most);
            text::gap_none_confirmed_below(language, &language.limit(limit), most)
        }
        _ => String::new(),
    }
}

pub(crate) fn left_out(language: Language, one: &LeftOut) -> String {
    match one {
        LeftOut::Namesake { name, old, new } => {
            let (place, runs) = (&*old.place, &run_names(language, &old.runs));
            match new {
                Some(new) => {
                    let (new_place, new_runs) = (&*new.place, &run_names(language, &new.runs));
                    let values = text::NewerUsed { name, place, runs, new_place, new_runs };
                    text::newer_used(language, &values)
                }
                None => text::older_left_out(language, &text::OlderLeftOut { name, place, runs }),
            }
        }
        LeftOut::Line { storage, line, run, role, reason } => {
            let why = &match reason {
                LineMismatch::Forbidden(warning) => text::why_forbidden(language, warning.name()),
                LineMismatch::OtherOperation(io) => {
                    text::why_operation(language, &role_io(language, io))
                }
            };
            let run = &run_name(language, run);
            if role.is_empty() {
                text::line_unused(language, &text::LineUnused { storage, line, run, why })
            } else {
                let values = text::LineUnusedFor { storage, line, run, role, why };
                text::line_unused_for(language, &values)
            }
        }
        LeftOut::Storage { name, reason } => {
            format!("{name}: {}", text::gap_text(language, reason))
        }
    }
}

pub(crate) fn command(run: &NextRun) -> String {
    let target = quoted(run.target.as_bytes(), true);
    let write = match run.write {
        None => String::new(),
        Some(WriteTarget::Device) => format!(" --destroy {target}"),
        Some(WriteTarget::File) => format!(" --overwrite {target}"),
    };
    let limit = run.limit.map(|limit| limit.option_value()).unwrap_or_default();
    match &run.load {
        NextLoad::Commits { rate, role, profile } => {
            let of =
                |option: &str, word: &str| format!(" {option} {}", quoted(word.as_bytes(), true));
            let profile = profile.as_ref().map_or(String::new(), |profile| of("--for", profile));
            let roles = of("--roles", role);
            let limit = if limit.is_empty() { limit } else { format!(", {limit}") };
            let requirement = quoted(format!("commits>={rate}{limit}").as_bytes(), true);
            format!("plimsoll check {target}{profile}{roles} --require {requirement}{write}")
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
    let size = mix.block.option_value();
    let reads = trimmed(100.0 * (1.0 - mix.write), 1);
    let order = if mix.sequential { " --sequential" } else { "" };
    format!("--block {size} --mix {reads}{order}")
}

const FORMULA: &str = "N x iops / (R + W x penalty)";

pub fn need_error(language: Language, error: &NeedError) -> String {
    match error {
        NeedError::Clause { clause, error } => {
            format!("\"{clause}\": {}", value_error(language, error))
        }
        NeedError::Sign { clause, sign } => shop::sign(language, clause, sign),
        NeedError::Requirement(error) => error.to_string(),
        NeedError::NoRate(text) => shop::no_rate(language, text),
    }
}

pub fn shop_error(language: Language, error: &ShopError) -> String {
    match error {
        ShopError::Line { line, error } => {
            shop::in_line(language, &line.to_string(), &line_error(language, error))
        }
        ShopError::Twice { name, disks: None } => shop::twice(language, name),
        ShopError::Twice { name, disks: Some(disks) } => {
            shop::twice_of_disks(language, name, (*disks).into())
        }
    }
}

fn line_error(language: Language, error: &LineError) -> String {
    match error {
        LineError::NoName(kind) => shop::no_name(language, kind),
        LineError::UnknownKind(word) => shop::unknown_kind(language, word),
        LineError::UnknownKey(key, known) => shop::unknown_key(language, key, &known.join(", ")),
        LineError::Value(error) => value_error(language, error),
    }
}

fn value_error(language: Language, error: &ValueError) -> String {
    match error {
        ValueError::Order => shop::order(language).to_owned(),
        ValueError::Share => shop::share(language).to_owned(),
        ValueError::Size(error) => error.to_string(),
        ValueError::Number(text) => shop::number(language, text),
        ValueError::Count(text) => shop::count(language, text),
        ValueError::Turns(turns) => shop::turns(language, &turns.to_string()),
        ValueError::Level(text) => shop::level(language, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;
    use workload::LatencyLimit;

    const LIMIT: LatencyLimit = LatencyLimit { quantile: 0.99, latency_ns: Nanos(10_000_000) };

    #[test]
    fn a_run_that_would_tell_is_a_command_with_its_confirmation() {
        let mix = NextMix { block: Bytes(1 << 20), write: 0.25, sequential: true };
        let run = NextRun {
            target: "/dev/a b".to_owned(),
            write: Some(WriteTarget::Device),
            limit: Some(LIMIT),
            load: NextLoad::Ramp { mix, again: Some((256, 45)) },
        };
        let expected = "plimsoll ramp '/dev/a b' --block 1MiB --mix 75 --sequential --latency-limit 'p99<=10ms' --depth-max 256 \
                    --budget 45min --destroy '/dev/a b'";
        assert_eq!(command(&run), expected);
        let commits = |profile: Option<&str>| NextRun {
            load: NextLoad::Commits {
                rate: 500.0,
                role: "wal".to_owned(),
                profile: profile.map(str::to_owned),
            },
            write: None,
            ..run.clone()
        };
        let expected = "plimsoll check '/dev/a b' --roles wal --require 'commits>=500, p99<=10ms'";
        assert_eq!(command(&commits(None)), expected);
        let expected = "plimsoll check '/dev/a b' --for 'my own.toml' --roles wal --require 'commits>=500, p99<=10ms'";
        assert_eq!(command(&commits(Some("my own.toml"))), expected);
    }
}
