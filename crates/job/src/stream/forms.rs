//! Keys of a stream that have a form of their own or belong together: each is read and written here.

use super::StreamForm;
use crate::blocks::{self, access_text, blocks_text, sync_text};
use crate::section::KeyTable;
use crate::written::{bare_time, quoted, time};
use crate::{Diagnostics, value};
use base::{Bytes, Nanos};
use toml::Spanned;
use toml::de::DeValue;
use workload::keys::TIME_MAX;
use workload::stream::LatencyTarget;
use workload::{Batch, BlockSizes, HostChoice, RateLink, StartDelay, SyncMode};

/// The largest CPU number that is accepted; the kernel supports fewer.
const CPU_MAX: u64 = 65_535;
const HOST_MAX: u64 = 99_999;

/// `block`, `read_block` and `write_block`.
pub(super) const BLOCKS: StreamForm = StreamForm {
    in_roles: true,
    read: |section, stream, sink| {
        (stream.read_blocks, stream.write_blocks) = both_blocks(section, sink);
    },
    write: |stream, out| {
        if stream.read_blocks == stream.write_blocks {
            out.key("block", blocks_text(&stream.read_blocks));
        } else {
            out.key("read_block", blocks_text(&stream.read_blocks));
            out.key("write_block", blocks_text(&stream.write_blocks));
        }
    },
};

pub(super) const ACCESS: StreamForm = StreamForm {
    in_roles: true,
    read: |section, stream, sink| {
        if let Some(access) = section.read("access", sink, blocks::access) {
            stream.access = access;
        }
    },
    write: |stream, out| out.key("access", quoted(&access_text(&stream.access))),
};

pub(super) const SYNC: StreamForm = StreamForm {
    in_roles: true,
    read: |section, stream, sink| {
        stream.sync = section.read("sync", sink, blocks::sync).unwrap_or(stream.sync);
    },
    write: |stream, out| {
        if stream.read_percent < 100.0 || stream.sync != SyncMode::None {
            out.key("sync", quoted(&sync_text(stream.sync)));
        }
    },
};

pub(super) const HOSTS: StreamForm = StreamForm {
    in_roles: false,
    read: |section, stream, sink| stream.hosts = hosts(section, sink),
    write: |stream, out| {
        let host = |host: &HostChoice| match host {
            HostChoice::Rank(rank) => rank.to_string(),
            HostChoice::Name(name) => quoted(name),
        };
        let hosts: Vec<String> = stream.hosts.iter().map(host).collect();
        if !hosts.is_empty() {
            out.key("hosts", format!("[{}]", hosts.join(", ")));
        }
    },
};

pub(super) const KEEP: StreamForm = StreamForm {
    in_roles: false,
    read: |section, stream, sink| stream.keep = keep(section, sink),
    write: |stream, out| {
        if let Some(keep) = stream.keep {
            let latency_limit = format!("p{}<={}", keep.percent, bare_time(keep.latency_ns));
            out.key("keep", quoted(&latency_limit));
            out.key("keep_window", time(keep.window_ns));
            out.key("keep_on", keep.goes_on.to_string());
        }
    },
};

pub(super) const PIN: StreamForm = StreamForm {
    in_roles: true,
    read: |section, stream, sink| {
        let wanted = "a list of CPUs such as [0, 1]";
        let list = section.list("pin", sink, wanted, value::whole(0..=CPU_MAX)).unwrap_or_default();
        stream.pin = list.into_iter().map(|(cpu, _)| cpu as u32).collect();
    },
    write: |stream, out| {
        if !stream.pin.is_empty() {
            out.key("pin", format!("{:?}", stream.pin));
        }
    },
};

pub(super) const DELAY: StreamForm = StreamForm {
    in_roles: false,
    read: |section, stream, sink| {
        stream.delay = section.read("delay", sink, delay).unwrap_or_default();
    },
    write: |stream, out| {
        let StartDelay { least_ns, most_ns } = stream.delay;
        if least_ns != most_ns {
            out.key("delay", quoted(&format!("{}-{}", bare_time(least_ns), bare_time(most_ns))));
        } else if most_ns != Nanos(0) {
            out.key("delay", time(most_ns));
        }
    },
};

pub(super) const TIE: StreamForm = StreamForm {
    in_roles: true,
    read: |section, stream, sink| stream.tie = tie(section, sink),
    write: |stream, out| {
        if let Some(tie) = stream.tie {
            out.key("tie", quoted(&format!("{}:{}", tie.group, tie.weight)));
        }
    },
};

pub(super) const SUBMIT: StreamForm = StreamForm {
    in_roles: true,
    read: |section, stream, sink| {
        stream.emulation.batch = section.get("submit", sink).map(Batch::of_submit);
    },
    write: |stream, out| {
        if let Some(batch) = stream.emulation.batch {
            out.key("submit", batch.submit.to_string());
        }
    },
};

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
    excludes(section, sink, "keep", &["rate", "throughput", "arrivals"], |key| {
        format!("`keep` steers the depth of a closed loop, but `{key}` makes an open one")
    });
    let (percent, latency_ns) = latency_limit?;
    Some(LatencyTarget { latency_ns, percent, window_ns, goes_on })
}

/// Reports each of the `others` beside `key`, which excludes them.
pub(super) fn excludes(
    section: &KeyTable<'_, '_>,
    sink: &mut Diagnostics,
    key: &str,
    others: &[&str],
    why: impl Fn(&str) -> String,
) {
    for other in others.iter().filter(|other| section.has(key) && section.has(other)) {
        sink.problem(section.span_of(key), why(other), "keep one of them");
    }
}

/// Parses `"0:8"`: the group with which the stream stays in step, and its weight in the group.
fn tie(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Option<RateLink> {
    excludes(section, sink, "tie", &["rate", "throughput", "think"], |key| {
        format!("`tie` keeps closed loops in step, but `{key}` gives a rhythm of its own")
    });
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
