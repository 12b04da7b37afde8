//! DISKSPD's checks after reading, the same for a command line and an XML profile.

use super::profile::{Profile, Target, TimeSpan};
use super::words::DiskspdFindings;

/// The most threads x targets: each is a stream with a thread of its own.
const ROWS_MAX: u64 = 4096;
/// The most targets of a time span, as each has a row at least.
pub(super) const TARGETS_MAX: usize = ROWS_MAX as usize;
/// What is said of a target beyond them.
pub(super) const TOO_MANY: &str = "there are more than 4,096 targets";
/// The same for all time spans together: the results of each have to fit into memory.
const ROWS_OF_ALL_MAX: u64 = 16_384;

pub(super) fn profile(profile: &mut Profile, findings: &mut DiskspdFindings) {
    if profile.spans.iter().any(|span| span.seed != profile.spans[0].seed) {
        let spot = findings.place_of("-X<file>");
        findings.note(&spot, "one seed holds for the whole run: that of the first time span");
    }
    let all = profile.spans.iter().fold(0u64, |sum, span| sum.saturating_add(rows(span)));
    if all > ROWS_OF_ALL_MAX && profile.spans.len() > 1 {
        let spot = findings.place_of("-X<file>");
        let text = format!("{all} threads in all time spans are more than {ROWS_OF_ALL_MAX}");
        findings.problem(&spot, text, "run the time spans in several profiles");
    }
    for span in &profile.spans {
        times(span, findings);
        affinity(span, findings);
        pool(span, findings);
        for target in &span.targets {
            one(span, target, findings);
        }
    }
}

fn rows(span: &TimeSpan) -> u64 {
    span.targets.iter().fold(0, |sum: u64, target| {
        let each = if target.parallel { u64::from(target.requests) } else { 1 };
        sum.saturating_add(u64::from(span.threads_of(target)).saturating_mul(each))
    })
}

fn times(span: &TimeSpan, findings: &mut DiskspdFindings) {
    if span.duration_s == 0 {
        let spot = findings.place_of("-d<seconds>");
        findings.problem(&spot, "a measured time of 0 s measures nothing", "write -d10 or more");
    }
    let rows = rows(span);
    if rows > ROWS_MAX {
        let spot = findings.place_of("-t<threads>");
        let text = format!("{rows} threads are more than the {ROWS_MAX} that can run here");
        findings.problem(&spot, text, "raise the outstanding I/Os (-o) instead");
    }
}

fn affinity(span: &TimeSpan, findings: &mut DiskspdFindings) {
    if let Some(odd) = span.affinity.iter().find(|affinity| affinity.group > 0) {
        let spot = findings.place_of("-a<cpu,..>, -ag<group>,<cpu,..>");
        let text = format!("there is no processor group {}: Linux has one, 0", odd.group);
        findings.problem(&spot, text, "name the CPUs by their numbers, as in -a0,64");
    }
}

fn pool(span: &TimeSpan, findings: &mut DiskspdFindings) {
    let is_pool = span.threads > 0 && span.requests > 0;
    for target in &span.targets {
        let spot = findings.place_of_target(&target.path);
        if target.weight == 0 || target.thread_weights.iter().any(|(_, w)| *w == Some(0)) {
            findings.line("ERROR: a non-zero target Weight must be specified");
            findings.problem(&spot, "a weight of 0 gives a target no I/O", "leave the target out");
        }
        if !target.thread_weights.is_empty() && !is_pool {
            findings.line(
                "ERROR: ThreadTargets can only be specified when the timespan ThreadCount and RequestCount are specified",
            );
            let help = "give ThreadCount and RequestCount of the time span";
            findings.problem(&spot, "a target names threads, but there is no thread pool", help);
        }
        if target.thread_weights.iter().any(|(thread, _)| *thread >= span.threads.max(1)) {
            findings.line("ERROR: illegal thread specified for ThreadTarget");
            findings.problem(&spot, "a target names a thread that the pool does not have", "");
        }
    }
}

fn one(span: &TimeSpan, target: &Target, findings: &mut DiskspdFindings) {
    let spot = findings.place_of_target(&target.path);
    if target.thread_stride_bytes > 0 && span.threads_of(target) < 2 {
        findings.line("ERROR: -T has no effect unless multiple threads per target are used");
        findings.problem(
            &spot,
            "a thread stride (-T) needs several threads",
            "add -t2 or leave out -T",
        );
    }
    if target.max_bytes > 0 && target.max_bytes <= target.base_bytes {
        findings.line("ERROR: maximum (-f) target offset must be greater than base (-B)");
        findings.problem(&spot, "the used part of the target ends before it begins", "");
    }
    if target.block_bytes == 0 || !target.block_bytes.is_multiple_of(512) {
        let text = format!("a block of {} B is not a multiple of 512 B", target.block_bytes);
        findings.problem(&spot, text, "give a block of whole sectors, as in -b4K");
    }
    let block = target.block_bytes.max(1);
    let align = target.random_bytes.filter(|align| *align > 0);
    if target.random_percent > 0 && align.is_some_and(|align| !block.is_multiple_of(align)) {
        findings.note(&spot, "-rs with an alignment: sequential I/Os are aligned too");
    }
}
