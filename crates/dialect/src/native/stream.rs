//! The keys of a stream, for jobs and for the roles of profiles alike.

use super::section::{Section, Sink};
use super::{blocks, value};
use base::{Bytes, Nanos};
use toml::Spanned;
use toml::de::DeValue;
use workload::stream::Keep;
use workload::{
    BlockSizes, CacheMode, Check, Content, Cursor, Delay, Extent, OnError, Pace, Stop, Stream, Tie,
    Trim,
};

/// How arrivals of an open loop fall.
#[derive(Clone, Copy, PartialEq)]
enum Arrivals {
    Fixed,
    Poisson,
    Bursts,
}

/// The stream of a section; what is wrong keeps its default, so that the rest can still be judged.
/// Its target and its end are the caller's.
pub(super) fn stream(section: &Section<'_, '_>, sink: &mut Sink) -> Stream {
    let mut stream = Stream::new(&section.name, "");
    let any_percent = 0.0..=100.0;
    let read = section.read("read", sink, value::percent(any_percent.clone()));
    stream.read_percent = read.unwrap_or(stream.read_percent);
    (stream.read_blocks, stream.write_blocks) = both_blocks(section, sink);
    stream.access = section.read("access", sink, blocks::access).unwrap_or(stream.access);
    let cursors = value::word(&[("own", Cursor::Own), ("shared", Cursor::Shared)]);
    stream.cursor = section.read("cursor", sink, cursors).unwrap_or(stream.cursor);
    stream.align = section.read("align", sink, |v| {
        let align = value::size(Bytes(512)..=Bytes::gib(1))(v)?;
        match align.0.is_multiple_of(512) {
            true => Ok(align),
            false => Err(value::Wrong::new("must be a multiple of 512 B")),
        }
    });
    stream.offset =
        section.read("offset", sink, value::extent(Bytes(0))).unwrap_or(Extent::Bytes(Bytes(0)));
    stream.size = section.read("size", sink, value::extent(Bytes(1)));
    stream.depth = section.read("depth", sink, value::whole_u32(1..=4096)).unwrap_or(1);
    stream.keep = keep(section, sink);
    stream.workers = section.read("workers", sink, value::whole_u32(1..=1024)).unwrap_or(1);
    stream.pin = section
        .list("pin", sink, "a list of CPUs such as [0, 1]", value::whole_u32(0..=65_535))
        .map(|list| list.into_iter().map(|(cpu, _)| cpu).collect())
        .unwrap_or_default();
    stream.delay = section.read("delay", sink, delay).unwrap_or_default();
    stream.tie = tie(section, sink);
    let trims =
        value::word(&[("no", Trim::No), ("instead", Trim::Instead), ("before", Trim::Before)]);
    stream.trim = section.read("trim", sink, trims).unwrap_or_default();
    stream.sync = section.read("sync", sink, blocks::sync).unwrap_or(stream.sync);
    stream.flush_last = section.read("flush_last", sink, value::boolean).unwrap_or(false);
    let caches = value::word(&[
        ("direct", CacheMode::Direct),
        ("buffered", CacheMode::Buffered),
        ("dropped", CacheMode::Dropped),
    ]);
    stream.cache = section.read("cache", sink, caches).unwrap_or(stream.cache);
    stream.drop_every =
        section.read("drop_every", sink, value::size(Bytes(512)..=Bytes(i64::MAX as u64)));
    if stream.drop_every.is_some() && stream.cache != CacheMode::Dropped {
        let text = "`drop_every` needs cache = \"dropped\"".to_owned();
        let help = "add: cache = \"dropped\"";
        sink.problem(section.span_of("drop_every"), text, help);
    }
    stream.content = Content {
        compress_percent: section
            .read("compress", sink, value::percent(any_percent.clone()))
            .unwrap_or(0.0),
        dedupe_percent: section.read("dedupe", sink, value::percent(any_percent)).unwrap_or(0.0),
        zeros: section.read("zeros", sink, value::boolean).unwrap_or(false),
    };
    let checks =
        value::word(&[("no", Check::No), ("yes", Check::Yes), ("written", Check::Written)]);
    stream.check = section.read("check", sink, checks).unwrap_or_default();
    let errors = value::word(&[("stop", OnError::Stop), ("continue", OnError::Continue)]);
    stream.on_error = section.read("on_error", sink, errors).unwrap_or(stream.on_error);
    stream
}

fn both_blocks(section: &Section<'_, '_>, sink: &mut Sink) -> (BlockSizes, BlockSizes) {
    let common =
        section.read("block", sink, blocks::blocks).unwrap_or(BlockSizes::Fixed(Bytes::kib(8)));
    let read = section.read("read_block", sink, blocks::blocks);
    let write = section.read("write_block", sink, blocks::blocks);
    (read.unwrap_or_else(|| common.clone()), write.unwrap_or(common))
}

/// The latency that the depth is steered to keep.
fn keep(section: &Section<'_, '_>, sink: &mut Sink) -> Option<Keep> {
    let ceiling = section.read("keep", sink, |value| {
        let parts = match value.get_ref() {
            DeValue::String(text) => text.split_once("<="),
            _ => None,
        };
        let share = |text: &str| value::percent_of(text.trim().strip_prefix('p')?);
        let ceiling = parts.and_then(|(share_of, time)| Some((share(share_of)?, time)));
        let Some((percent, time)) = ceiling.filter(|c| c.0 > 0.0 && c.0 <= 100.0) else {
            return Err(value::Wrong::new("must be written as \"p99<=10ms\", with up to p100"));
        };
        if time.trim().ends_with(|c: char| c.is_ascii_digit()) {
            return Err(value::Wrong::new("has a time without its unit"));
        }
        let time = Spanned::new(value.span(), DeValue::String(time.trim().to_owned().into()));
        Ok((percent, value::duration(Nanos(1)..=value::LONGEST)(&time)?))
    });
    let windows = value::duration(Nanos(1000)..=Nanos::secs(86_400));
    let window_ns = section.read("keep_window", sink, windows).unwrap_or(Nanos::secs(1));
    let goes_on = section.read("keep_on", sink, value::boolean).unwrap_or(false);
    for key in ["keep_window", "keep_on"] {
        if section.has(key) && !section.has("keep") {
            let text = format!("`{key}` needs a `keep`");
            sink.problem(section.span_of(key), text, "add for example: keep = \"p99<=10ms\"");
        }
    }
    for key in ["rate", "arrivals"] {
        if section.has("keep") && section.has(key) {
            sink.problem(
                section.span_of("keep"),
                format!("`keep` steers the depth of a closed loop, but `{key}` makes an open one"),
                "keep one of them",
            );
        }
    }
    let (percent, latency_ns) = ceiling?;
    Some(Keep { latency_ns, percent, window_ns, goes_on })
}

/// `"0:8"`: the group that it keeps in step with, and its weight there.
fn tie(section: &Section<'_, '_>, sink: &mut Sink) -> Option<Tie> {
    for key in ["rate", "think"] {
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
            Some(Tie { group: group.trim().parse().ok()?, weight })
        });
        tie.filter(|tie| (1e-3..=1e6).contains(&tie.weight))
            .ok_or_else(|| value::Wrong::new("must be written as GROUP:WEIGHT, such as \"0:8\""))
    })
}

/// `"5s"`, or `"5s-10s"` for a time between.
fn delay(value: &Spanned<DeValue<'_>>) -> Result<Delay, value::Wrong> {
    let times = value::duration(Nanos(0)..=value::LONGEST);
    let ends = match value.get_ref() {
        DeValue::String(text) => text.split_once('-').filter(|ends| !ends.0.trim().is_empty()),
        _ => None,
    };
    let Some((least, most)) = ends else { return times(value).map(Delay::of) };
    let end = |text: &str| {
        times(&Spanned::new(value.span(), DeValue::String(text.trim().to_owned().into())))
    };
    let (least_ns, most_ns) = (end(least)?, end(most)?);
    if most_ns < least_ns {
        let text = format!("goes from {least_ns} to {most_ns}, which is no range");
        return Err(value::Wrong::new(text));
    }
    Ok(Delay { least_ns, most_ns })
}

/// When the stream's operations start.
pub(super) fn pace(section: &Section<'_, '_>, sink: &mut Sink) -> Pace {
    let rate = section.read("rate", sink, value::positive(1e8));
    let kinds =
        [("fixed", Arrivals::Fixed), ("poisson", Arrivals::Poisson), ("bursts", Arrivals::Bursts)];
    let arrivals = section.read("arrivals", sink, value::word(&kinds));
    let think = section.read("think", sink, value::duration(Nanos(1)..=Nanos::secs(86_400)));
    let burst = section.read("burst", sink, value::whole_u32(1..=1_000_000));
    let open = section.has("rate");
    if open && section.has("think") {
        sink.problem(
            section.span_of("think"),
            "`think` is a pause of a closed loop, but `rate` makes an open one".to_owned(),
            "keep one of them",
        );
    }
    if section.has("arrivals") && !open {
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

/// When the stream ends; `common` is the job's own duration.
pub(super) fn stop(section: &Section<'_, '_>, common: Option<Nanos>, sink: &mut Sink) -> Stop {
    let own = section.read("duration", sink, value::duration(Nanos::millis(1)..=value::LONGEST));
    let bytes = section.read("bytes", sink, value::size(Bytes(512)..=Bytes(i64::MAX as u64)));
    let ios = section.read("ios", sink, value::whole(1..=i64::MAX as u64));
    let ends_others = section.read("ends_others", sink, value::boolean).unwrap_or(false);
    let steady = section.read("until_steady", sink, value::percent(0.1..=50.0));
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
    Stop {
        // The job's duration ends streams that name no end of their own; a watch for steadiness is none.
        duration_ns: own.or(if named { None } else { common }),
        bytes,
        ios,
        until_steady: steady.map(|percent| percent / 100.0),
        ends_others,
    }
}

/// The target that the stream names, or the only one there is.
pub(super) fn target(section: &Section<'_, '_>, targets: &[String], sink: &mut Sink) -> String {
    let known: Vec<&str> = targets.iter().map(String::as_str).collect();
    match section.read("target", sink, |v: &Spanned<_>| value::line(v)) {
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
