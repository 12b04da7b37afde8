//! Keys of a stream about time: when its operations start and when it ends.

use super::StreamForm;
use crate::section::KeyTable;
use crate::write::JobWriter;
use crate::written::{quoted, size, time};
use crate::{Diagnostics, value};
use base::{Bytes, Nanos};
use workload::{Arrivals, Pace, RateCurve, StopCondition, Stream, WordChoice};

const OPEN_LOOP: [&str; 2] = ["rate", "throughput"];

/// `rate`, `throughput`, `arrivals`, `think` and `burst`.
pub(super) const PACE: StreamForm = StreamForm {
    in_roles: false,
    read: |section, stream, sink| stream.pace = pace(section, stream, sink),
    write: |stream, out| write_pace(stream.pace, out),
};

pub(super) const CURVE: StreamForm = StreamForm {
    in_roles: false,
    read: |section, stream, sink| stream.curve = curve(section, sink),
    write: |stream, out| {
        if let Some(curve) = &stream.curve {
            let factors: Vec<String> = curve.factors.iter().map(f64::to_string).collect();
            out.key("curve", format!("[{}]", factors.join(", ")));
            out.key("curve_step", time(curve.step_ns));
        }
    },
};

/// `duration`, `bytes`, `ios`, `until_steady` and `ends_others`. Before it is read, `stream.stop.duration_ns` is the duration of the job.
pub(super) const STOP: StreamForm = StreamForm {
    in_roles: false,
    read: |section, stream, sink| {
        stream.stop = stop(section, stream.stop.duration_ns, sink);
    },
    write: |stream, out| {
        let stop = &stream.stop;
        if let Some(duration) = stop.duration_ns {
            out.key("duration", time(duration));
        }
        if let Some(bytes) = stop.bytes {
            out.key("bytes", size(bytes));
        }
        if let Some(ios) = stop.ios {
            out.key("ios", ios.to_string());
        }
        if let Some(share) = stop.until_steady {
            out.key("until_steady", hundredfold(share).to_string());
        }
        if stop.ends_others {
            out.key("ends_others", "true".to_owned());
        }
    },
};

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

/// The longest `burst`; the pause of another tool's job may come after a time instead.
const BURST_MAX: u32 = 1_000_000;

fn write_pace(pace: Pace, out: &mut JobWriter) {
    let mut open = |rate: f64, arrivals: Arrivals| {
        out.key("rate", rate.to_string());
        out.key("arrivals", quoted(arrivals.word()));
    };
    match pace {
        Pace::Closed => {}
        Pace::ThinkTime { think_ns, burst } => {
            out.key("think", time(think_ns));
            out.key("burst", burst.min(BURST_MAX).to_string());
        }
        Pace::Fixed { rate_iops } => open(rate_iops, Arrivals::Fixed),
        Pace::Poisson { rate_iops } => open(rate_iops, Arrivals::Poisson),
        Pace::Bursts { rate_iops, burst } => {
            open(rate_iops, Arrivals::Bursts);
            out.key("burst", burst.to_string());
        }
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

/// The percentage that gives exactly `share` when divided by 100; the nearest one if there is none.
fn hundredfold(share: f64) -> f64 {
    let percent = share * 100.0;
    [percent, percent.next_up(), percent.next_down()]
        .into_iter()
        .find(|p| p / 100.0 == share)
        .unwrap_or(percent)
}
