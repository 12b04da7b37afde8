//! A workload as a DISKSPD command line, or as an XML profile where one line cannot express it; reading that gives the
//! same workload again wherever DISKSPD can express it.
//!
//! What DISKSPD cannot express is written as closely as possible and reported. Never guesses silently.

mod line;
mod stream;

use super::profile::{Affinity, Cache, Profile, Target, TimeSpan};
use super::{Version, input_xml};
use crate::tool::JobText;
use base::Nanos;
use std::collections::BTreeMap;
use workload::{EngineChoice, Phase, StopCondition, Stream, Workload};

/// The message for every rate: DISKSPD limits a closed loop.
pub const CLOSED: &str = "DISKSPD holds a closed loop back to its limit: it makes up for a stall without bound, and counts \
                          latency from the submission";

#[derive(Debug, Default)]
struct UnsupportedParts {
    all: Vec<String>,
    /// The prefix of messages: a stream's name and a colon.
    about: String,
}

impl UnsupportedParts {
    fn say(&mut self, what: impl AsRef<str>) {
        let line = format!("{}{}", self.about, what.as_ref());
        if !self.all.contains(&line) {
            self.all.push(line);
        }
    }
}

pub fn write_job(workload: &Workload) -> JobText {
    let mut unsupported = UnsupportedParts::default();
    if workload.engine != EngineChoice::default() {
        unsupported.say("DISKSPD has one engine, that of its system");
    }
    let mut profile = Profile::default();
    let mut written: BTreeMap<&str, u32> = BTreeMap::new();
    for (index, phase) in workload.phases.iter().enumerate() {
        let last = index + 1 == workload.phases.len();
        profile.spans.push(span(workload, phase, last, &mut written, &mut unsupported));
    }
    unsupported.about.clear();
    let text = match line::of(&profile) {
        Some(line) => line,
        None => {
            if workload.seed.is_none() {
                unsupported.say("an XML profile has a seed; it is 0 where none was given");
            }
            format!("{}\n", input_xml::write(&profile, Version::V22, ""))
        }
    };
    JobText { text, unsupported: unsupported.all }
}

fn span<'w>(
    workload: &'w Workload,
    phase: &'w Phase,
    last: bool,
    written: &mut BTreeMap<&'w str, u32>,
    unsupported: &mut UnsupportedParts,
) -> TimeSpan {
    let mut span = TimeSpan { seed: workload.seed, latency: true, ..TimeSpan::default() };
    unsupported.about = format!("phase {}: ", phase.name);
    span.warm_up_s = seconds(phase.warm_up_ns, "a warm-up", unsupported);
    if phase.pause_ns != Nanos(0) && !last {
        unsupported.say("DISKSPD has no pause between time spans");
    }
    let mut used: Vec<(&Stream, Target)> = Vec::new();
    for name in &phase.streams {
        let Some(one) = workload.streams.iter().find(|s| s.name == *name) else { continue };
        let Some(ground) = workload.targets.iter().find(|t| t.name == one.target) else { continue };
        unsupported.about = format!("{name}: ");
        let again = written.entry(name).or_default();
        *again += 1;
        if *again > 1 {
            unsupported.say("it runs in several phases; in DISKSPD each phase has its own targets");
        }
        used.push((one, stream::target(one, ground, unsupported)));
    }
    durations(&used, &mut span, unsupported);
    fresh_data(&mut used, &mut span, unsupported);
    pins(&used, &mut span, unsupported);
    span.targets = used.into_iter().map(|(_, target)| target).collect();
    span
}

/// Whole seconds, rounded up.
fn seconds(time: Nanos, what: &str, unsupported: &mut UnsupportedParts) -> u32 {
    let whole = time.0.div_ceil(1_000_000_000);
    if whole * 1_000_000_000 != time.0 {
        unsupported.say(format!("{what} of {time} is rounded up to whole seconds"));
    }
    u32::try_from(whole).unwrap_or(u32::MAX)
}

/// Streams of one time span end together.
fn durations(used: &[(&Stream, Target)], span: &mut TimeSpan, unsupported: &mut UnsupportedParts) {
    let longest = used.iter().filter_map(|(stream, _)| stream.stop.duration_ns).max();
    for (stream, _) in used {
        unsupported.about = format!("{}: ", stream.name);
        if stream.stop.duration_ns != longest {
            unsupported.say("all targets of a time span run for the same time, the longest");
        }
        if stream.stop
            != (StopCondition { duration_ns: stream.stop.duration_ns, ..StopCondition::default() })
        {
            unsupported.say("DISKSPD ends only by time, not by bytes, operations or steady state");
        }
    }
    if let Some(longest) = longest {
        span.duration_s = seconds(longest, "a duration", unsupported).max(1);
    }
}

/// Data that neither repeats nor compresses is set for a whole time span, or for a target as parts of a random buffer.
fn fresh_data(
    used: &mut [(&Stream, Target)],
    span: &mut TimeSpan,
    unsupported: &mut UnsupportedParts,
) {
    let writers = || used.iter().filter(|(stream, _)| stream.writes());
    let fresh = |stream: &Stream| !stream.content.zeros && !stream::is_pattern(stream);
    span.random_writes = writers().count() > 0 && writers().all(|(stream, _)| fresh(stream));
    for (stream, target) in used.iter_mut().filter(|(stream, _)| stream.writes() && fresh(stream)) {
        unsupported.about = format!("{}: ", stream.name);
        let content = stream.content;
        if content.compress_percent != 0.0 || content.dedupe_percent != 0.0 {
            unsupported
                .say("DISKSPD has no option for compression or duplicates; its data is random");
        }
        if !span.random_writes {
            unsupported
                .say("with other data in the time span, its data is taken from one random buffer");
            target.content = stream::random_buffer(target.block_bytes);
        }
    }
}

/// One list of CPUs applies to all threads, in turn.
fn pins(used: &[(&Stream, Target)], span: &mut TimeSpan, unsupported: &mut UnsupportedParts) {
    if used.iter().all(|(stream, _)| stream.pin.is_empty()) {
        return;
    }
    unsupported.about.clear();
    if used.iter().any(|(stream, _)| stream.pin.is_empty()) {
        return unsupported.say("DISKSPD pins all threads or none; here none is pinned");
    }
    let threads = used.iter().flat_map(|(stream, _)| {
        (0..stream.workers as usize).map(|worker| stream.pin[worker % stream.pin.len()])
    });
    span.affinity = threads.map(|cpu| Affinity { group: 0, cpu: Some(cpu) }).collect();
}

/// The cache setting, from whether the page cache is bypassed.
fn cache(direct: bool) -> Cache {
    if direct { Cache::None } else { Cache::System }
}
