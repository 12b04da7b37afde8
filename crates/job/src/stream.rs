//! The keys of a stream, for jobs and for the roles of profiles alike.

use super::section::KeyTable;
use super::{blocks, value};
use crate::Diagnostics;
use base::{Bytes, Nanos};
use toml::Spanned;
use toml::de::DeValue;
use workload::keys::TIME_MAX;
use workload::stream::LatencyTarget;
use workload::{
    Arrivals, Batch, BlockSizes, CacheMode, HostChoice, Pace, RateCurve, RateLink, StartDelay,
    StopCondition, Stream, WriteContent,
};

/// The largest CPU number that is accepted; the kernel supports fewer.
const CPU_MAX: u64 = 65_535;
/// The largest host number that is accepted.
const HOST_MAX: u64 = 99_999;
/// The keys that select an open loop.
const OPEN_LOOP: [&str; 2] = ["rate", "throughput"];

/// The stream of a section. A wrong value keeps its default, so that the rest can still be checked. The caller sets
/// target and end.
pub(super) fn stream(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Stream {
    let mut stream = Stream::new(&section.name, "");
    stream.read_percent = section.get_or_default("read", sink);
    (stream.read_blocks, stream.write_blocks) = both_blocks(section, sink);
    stream.access = section.read("access", sink, blocks::access).unwrap_or(stream.access);
    stream.cursor = section.choice("cursor", sink).unwrap_or(stream.cursor);
    stream.align = section.get("align", sink);
    stream.offset = section.get_or_default("offset", sink);
    stream.size = section.get("size", sink);
    stream.depth = section.get_or_default("depth", sink);
    stream.keep = keep(section, sink);
    stream.workers = section.get_or_default("workers", sink);
    stream.hosts = hosts(section, sink);
    stream.pin = section
        .list("pin", sink, "a list of CPUs such as [0, 1]", value::whole(0..=CPU_MAX))
        .map(|list| list.into_iter().map(|(cpu, _)| cpu as u32).collect())
        .unwrap_or_default();
    stream.delay = section.read("delay", sink, delay).unwrap_or_default();
    stream.seed = section.get("seed", sink);
    stream.tie = tie(section, sink);
    stream.emulation.batch = section.get("submit", sink).map(Batch::of_submit);
    stream.trim = section.choice("trim", sink).unwrap_or_default();
    stream.sync = section.read("sync", sink, blocks::sync).unwrap_or(stream.sync);
    stream.flush_last = section.get_or_default("flush_last", sink);
    stream.cache = section.choice("cache", sink).unwrap_or(stream.cache);
    stream.drop_every = section.get("drop_every", sink);
    if stream.drop_every.is_some() && stream.cache != CacheMode::Dropped {
        let text = "`drop_every` needs cache = \"dropped\"".to_owned();
        let help = "add: cache = \"dropped\"";
        sink.problem(section.span_of("drop_every"), text, help);
    }
    stream.content = WriteContent {
        compress_percent: section.get_or_default("compress", sink),
        dedupe_percent: section.get_or_default("dedupe", sink),
        zeros: section.get_or_default("zeros", sink),
    };
    stream.check = section.choice("check", sink).unwrap_or_default();
    stream.on_error = section.choice("on_error", sink).unwrap_or(stream.on_error);
    stream
}

/// The hosts that run the stream, by name or number.
fn hosts(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Vec<HostChoice> {
    let read = section.list("hosts", sink, "a list of hosts such as [\"db1\", 3]", |value| {
        match value.get_ref() {
            DeValue::String(_) => value::line(value).map(HostChoice::Name),
            _ => value::whole(0..=HOST_MAX)(value).map(|rank| HostChoice::Rank(rank as u32)),
        }
    });
    let Some(read) = read else { return Vec::new() };
    if read.is_empty() {
        let text = "`hosts` is empty".to_owned();
        sink.problem(section.span_of("hosts"), text, "name at least one host, or leave it out");
    }
    let mut chosen: Vec<HostChoice> = Vec::new();
    for (host, span) in read {
        if chosen.contains(&host) {
            sink.problem(span, "this host is named twice".to_owned(), "name it once");
        } else {
            chosen.push(host);
        }
    }
    chosen
}

fn both_blocks(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> (BlockSizes, BlockSizes) {
    let common =
        section.read("block", sink, blocks::blocks).unwrap_or(BlockSizes::Fixed(Bytes::kib(8)));
    let read = section.read("read_block", sink, blocks::blocks);
    let write = section.read("write_block", sink, blocks::blocks);
    (read.unwrap_or_else(|| common.clone()), write.unwrap_or(common))
}

/// The latency target for which the depth is adjusted.
fn keep(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Option<LatencyTarget> {
    let latency_limit = section.read("keep", sink, |value| {
        let parts = match value.get_ref() {
            DeValue::String(text) => text.split_once("<="),
            _ => None,
        };
        let share = |text: &str| value::percent_of(text.trim().strip_prefix('p')?);
        let latency_limit = parts.and_then(|(share_of, time)| Some((share(share_of)?, time)));
        let Some((percent, time)) = latency_limit.filter(|c| c.0 > 0.0 && c.0 <= 100.0) else {
            return Err(value::ValueProblem::new(
                "must be written as \"p99<=10ms\", with up to p100",
            ));
        };
        if time.trim().ends_with(|c: char| c.is_ascii_digit()) {
            return Err(value::ValueProblem::new("has a time without its unit"));
        }
        let time = Spanned::new(value.span(), DeValue::String(time.trim().to_owned().into()));
        Ok((percent, value::duration(Nanos(1)..=TIME_MAX)(&time)?))
    });
    let window_ns = section.get_or_default("keep_window", sink);
    let goes_on = section.get_or_default("keep_on", sink);
    for key in ["keep_window", "keep_on"] {
        if section.has(key) && !section.has("keep") {
            let text = format!("`{key}` needs a `keep`");
            sink.problem(section.span_of(key), text, "add for example: keep = \"p99<=10ms\"");
        }
    }
    for key in ["rate", "throughput", "arrivals"] {
        if section.has("keep") && section.has(key) {
            sink.problem(
                section.span_of("keep"),
                format!("`keep` steers the depth of a closed loop, but `{key}` makes an open one"),
                "keep one of them",
            );
        }
    }
    let (percent, latency_ns) = latency_limit?;
    Some(LatencyTarget { latency_ns, percent, window_ns, goes_on })
}

/// Parses `"0:8"`: the group with which the stream stays in step, and its weight in the group.
fn tie(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Option<RateLink> {
    for key in ["rate", "throughput", "think"] {
        if section.has("tie") && section.has(key) {
            sink.problem(
                section.span_of("tie"),
                format!("`tie` keeps closed loops in step, but `{key}` gives a rhythm of its own"),
                "keep one of them",
            );
        }
    }
    section.read("tie", sink, |value| {
        let parts = match value.get_ref() {
            DeValue::String(text) => text.split_once(':'),
            _ => None,
        };
        let tie = parts.and_then(|(group, weight)| {
            let weight = weight.trim().parse::<f64>().ok()?;
            Some(RateLink { group: group.trim().parse().ok()?, weight })
        });
        tie.filter(|tie| (1e-3..=1e6).contains(&tie.weight)).ok_or_else(|| {
            value::ValueProblem::new("must be written as GROUP:WEIGHT, such as \"0:8\"")
        })
    })
}

/// Parses `"5s"`, or `"5s-10s"` for a random time between both.
fn delay(value: &Spanned<DeValue<'_>>) -> Result<StartDelay, value::ValueProblem> {
    let times = value::duration(Nanos(0)..=TIME_MAX);
    let ends = match value.get_ref() {
        DeValue::String(text) => text.split_once('-').filter(|ends| !ends.0.trim().is_empty()),
        _ => None,
    };
    let Some((least, most)) = ends else { return times(value).map(StartDelay::of) };
    let end = |text: &str| {
        times(&Spanned::new(value.span(), DeValue::String(text.trim().to_owned().into())))
    };
    let (least_ns, most_ns) = (end(least)?, end(most)?);
    if most_ns < least_ns {
        let text = format!("goes from {least_ns} to {most_ns}, which is no range");
        return Err(value::ValueProblem::new(text));
    }
    Ok(StartDelay { least_ns, most_ns })
}

/// Sets when operations of a job's stream start and when it ends; `common` is the job's own duration.
pub(super) fn times(
    section: &KeyTable<'_, '_>,
    stream: &mut Stream,
    common: Option<Nanos>,
    sink: &mut Diagnostics,
) {
    stream.pace = pace(section, stream, sink);
    stream.curve = curve(section, sink);
    stream.stop = stop(section, common, sink);
}

/// Arrivals per second of an open loop: `rate`, or `throughput` in operations of the mean size.
fn rate_iops(section: &KeyTable<'_, '_>, stream: &Stream, sink: &mut Diagnostics) -> Option<f64> {
    let rate = section.get("rate", sink);
    let throughput = section.get::<Bytes>("throughput", sink);
    if OPEN_LOOP.iter().all(|key| section.has(key)) {
        let text = "`rate` and `throughput` both say how much arrives".to_owned();
        sink.problem(section.span_of("throughput"), text, "keep one of them");
    }
    let read_share = stream.read_percent / 100.0;
    let mean_bytes = read_share * stream.read_blocks.mean_bytes()
        + (1.0 - read_share) * stream.write_blocks.mean_bytes();
    rate.or(throughput.map(|bytes_per_s| bytes_per_s.0 as f64 / mean_bytes))
}

/// When operations of the stream start.
fn pace(section: &KeyTable<'_, '_>, stream: &Stream, sink: &mut Diagnostics) -> Pace {
    let rate = rate_iops(section, stream, sink);
    let arrivals = section.choice("arrivals", sink);
    let think = section.get("think", sink);
    let burst = section.get("burst", sink);
    let open = OPEN_LOOP.into_iter().find(|key| section.has(key));
    if let Some(key) = open.filter(|_| section.has("think")) {
        sink.problem(
            section.span_of("think"),
            format!("`think` is a pause of a closed loop, but `{key}` makes an open one"),
            "keep one of them",
        );
    }
    if section.has("arrivals") && open.is_none() {
        sink.problem(
            section.span_of("arrivals"),
            "`arrivals` needs a `rate`".to_owned(),
            "add for example: rate = 1000",
        );
    }
    let bursts = arrivals == Some(Arrivals::Bursts);
    if section.has("burst") && !section.has("think") && !bursts {
        sink.problem(
            section.span_of("burst"),
            "`burst` needs `think` or arrivals = \"bursts\"".to_owned(),
            "say what comes between bursts",
        );
    }
    if bursts && !section.has("burst") {
        sink.problem(
            section.span_of("arrivals"),
            "arrivals in bursts need a `burst`".to_owned(),
            "add how many arrive at once, for example: burst = 32",
        );
    }
    match (rate, arrivals.unwrap_or(Arrivals::Fixed), think) {
        (Some(rate_iops), Arrivals::Fixed, _) => Pace::Fixed { rate_iops },
        (Some(rate_iops), Arrivals::Poisson, _) => Pace::Poisson { rate_iops },
        (Some(rate_iops), Arrivals::Bursts, _) => {
            Pace::Bursts { rate_iops, burst: burst.unwrap_or(1) }
        }
        (None, _, Some(think_ns)) => Pace::ThinkTime { think_ns, burst: burst.unwrap_or(1) },
        (None, _, None) => Pace::Closed,
    }
}

/// How the rate changes over time.
fn curve(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Option<RateCurve> {
    let step_ns = section.get_or_default("curve_step", sink);
    let factors =
        section.list("curve", sink, "a list of factors such as [1, 0.5, 3]", value::factor)?;
    let factors: Vec<f64> = factors.into_iter().map(|(factor, _)| factor).collect();
    let problem = if !OPEN_LOOP.iter().any(|key| section.has(key)) {
        Some(("`curve` needs a `rate`", "add the mean rate, for example: rate = 1000"))
    } else if factors.len() > RateCurve::STEPS_MAX {
        Some(("`curve` has more than 100,000 steps", "use fewer and longer steps"))
    } else if !factors.iter().any(|factor| *factor > 0.0) {
        Some(("`curve` has no factor above 0", "give at least one step a rate"))
    } else {
        None
    };
    match problem {
        Some((text, help)) => {
            sink.problem(section.span_of("curve"), text.to_owned(), help);
            None
        }
        None => Some(RateCurve { step_ns, factors: factors.into() }),
    }
}

/// When the stream ends; `common` is the job's own duration.
fn stop(
    section: &KeyTable<'_, '_>,
    common: Option<Nanos>,
    sink: &mut Diagnostics,
) -> StopCondition {
    let own = section.get("duration", sink);
    let bytes = section.get("bytes", sink);
    let ios = section.get("ios", sink);
    let ends_others = section.get_or_default("ends_others", sink);
    let steady = section.get::<f64>("until_steady", sink);
    let named = ["duration", "bytes", "ios"].iter().any(|key| section.has(key));
    let steady_named = section.has("until_steady");
    if !named && !steady_named && common.is_none() {
        sink.absent(
            section.span.clone(),
            format!("{} has no end", section.title()),
            "add `duration`, `bytes`, `ios` or `until_steady`; or `duration` in [job]",
        );
    }
    if steady_named && !named && common.is_none() {
        sink.absent(
            section.span_of("until_steady"),
            "`until_steady` may never come true".to_owned(),
            "add the longest time, for example: duration = \"10min\"",
        );
    }
    StopCondition {
        // The job's duration ends streams without an end of their own; `until_steady` does not count as one.
        duration_ns: own.or(if named { None } else { common }),
        bytes,
        ios,
        until_steady: steady.map(|percent| percent / 100.0),
        ends_others,
    }
}

/// The target that the stream names, or the only one.
pub(super) fn target(
    section: &KeyTable<'_, '_>,
    targets: &[String],
    sink: &mut Diagnostics,
) -> String {
    let known: Vec<&str> = targets.iter().map(String::as_str).collect();
    match section.get::<String>("target", sink) {
        Some(name) if known.contains(&name.as_str()) => name,
        Some(name) => {
            let help = match crate::suggest::nearest(&name, &known) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if known.is_empty() => format!("add [target.{name}]"),
                None => format!("known here: {}", known.join(", ")),
            };
            sink.problem(section.span_of("target"), format!("there is no target \"{name}\""), help);
            name
        }
        None if section.has("target") => String::new(),
        None => {
            if known.len() > 1 {
                sink.absent(
                    section.span.clone(),
                    format!("{} does not say which target", section.title()),
                    format!("add `target`: one of {}", known.join(", ")),
                );
            }
            targets.first().cloned().unwrap_or_default()
        }
    }
}
