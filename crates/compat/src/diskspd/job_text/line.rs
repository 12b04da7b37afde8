//! A profile of one time span whose targets have the same settings, as one command line.

use super::stream::is_windows;
use crate::diskspd::distribution::Kind;
use crate::diskspd::profile::{BufferContent, Cache, Profile, Target, Throughput, TimeSpan};
use base::shell::quoted;

/// The command line; `None` when only an XML profile can express the profile.
pub(super) fn of(profile: &Profile) -> Option<String> {
    let [span] = profile.spans.as_slice() else { return None };
    let first = span.targets.first()?;
    let like = |other: &Target| Target { path: first.path.clone(), ..other.clone() } == *first;
    if !span.targets.iter().all(like) {
        return None;
    }
    let mut words = vec!["diskspd".to_owned(), format!("-b{}", size(first.block_bytes))];
    times(span, &mut words);
    target(span, first, &mut words);
    words.extend(span.targets.iter().map(|target| match &*target.path {
        path if is_windows(path) && path.contains(' ') => format!("\"{path}\""),
        path if is_windows(path) => path.to_owned(),
        path => quoted(path.as_bytes(), true),
    }));
    Some(words.join(" ") + "\n")
}

fn times(span: &TimeSpan, words: &mut Vec<String>) {
    words.push(format!("-d{}", span.duration_s));
    words.push(format!("-W{}", span.warm_up_s));
    words.push(span.seed.map_or_else(|| "-z".to_owned(), |seed| format!("-z{seed}")));
    words.push("-L".to_owned());
    let cpus: Vec<String> = span.affinity.iter().filter_map(|a| Some(a.cpu?.to_string())).collect();
    if !cpus.is_empty() {
        words.push(format!("-a{}", cpus.join(",")));
    }
}

fn target(span: &TimeSpan, target: &Target, words: &mut Vec<String>) {
    let mut say = |word: String| words.push(word);
    say(format!("-o{}", target.requests));
    say(format!("-t{}", target.threads));
    say(format!("-w{}", target.write_percent));
    if target.is_random() {
        say(format!("-r{}", size(target.grid_bytes())));
        if target.random_percent > 0 {
            say(format!("-rs{}", target.random_percent));
        }
        target.distribution.iter().for_each(|shares| {
            let kind = if shares.kind == Kind::Percent { "pct" } else { "abs" };
            // DISKSPD assigns the rest of the target and of the I/O by itself.
            let shown = shares.shares.iter().filter(|share| share.length > 0);
            let each: Vec<String> =
                shown.map(|share| format!("{}/{}", share.io_percent, size(share.length))).collect();
            say(format!("-rd{kind}{}", each.join(":")));
        });
    } else {
        let shared = if target.interlocked { "i" } else { "" };
        say(format!("-s{shared}{}", size(target.grid_bytes())));
    }
    if target.thread_stride_bytes > 0 {
        say(format!("-T{}", size(target.thread_stride_bytes)));
    }
    if target.base_bytes > 0 {
        say(format!("-B{}", size(target.base_bytes)));
    }
    if target.max_bytes > 0 {
        say(format!("-f{}", size(target.max_bytes)));
    }
    if let Some(bytes) = target.create_bytes {
        say(format!("-c{}", size(bytes)));
    }
    match target.throughput {
        Some(Throughput::Iops(iops)) => say(format!("-g{iops}i")),
        Some(Throughput::BytesPerMs(bytes)) => say(format!("-g{bytes}")),
        None => {}
    }
    if target.burst > 0 {
        say(format!("-i{}", target.burst));
        say(format!("-j{}", target.think_ms));
    }
    say(match (target.cache == Cache::System, target.write_through) {
        (true, false) => "-Sb",
        (true, true) => "-Sbw",
        (false, false) => "-Su",
        (false, true) => "-Suw",
    }
    .to_owned());
    match &target.content {
        _ if span.random_writes => say("-Zr".to_owned()),
        BufferContent::Pattern => {}
        BufferContent::Zeros => say("-Z".to_owned()),
        BufferContent::Random(bytes, _) => say(format!("-Z{}", size(*bytes))),
    }
}

/// A size in the largest unit that divides it.
fn size(bytes: u64) -> String {
    for (unit, shift) in [("T", 40), ("G", 30), ("M", 20), ("K", 10)] {
        if bytes > 0 && bytes.is_multiple_of(1 << shift) {
            return format!("{}{unit}", bytes >> shift);
        }
    }
    bytes.to_string()
}
