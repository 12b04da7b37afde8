//! How blocks are written: cache, durability, contents, CPUs, errors.

use super::super::value::{NotedValue, Units, cpus, without_note};
use super::FioJob;
use job::Diagnostics;
use workload::{CacheMode, ErrorAction, SyncMode, WriteContent};

/// Whether the page cache is bypassed: the last one of `direct` and `buffered` applies.
pub(in super::super) fn direct(job: &FioJob<'_>, sink: &mut Diagnostics) -> bool {
    let direct = job.on("direct", sink);
    let buffered = job.on("buffered", sink);
    let at = |name: &str| job.options.iter().rposition(|given| given.entry.row.name == name);
    match (direct, buffered) {
        (Some(_), Some(buffered)) if at("direct") < at("buffered") => !buffered,
        (Some(direct), _) => direct,
        (None, Some(buffered)) => !buffered,
        (None, None) => false,
    }
}

pub(in super::super) fn cache(job: &FioJob<'_>, direct: bool, sink: &mut Diagnostics) -> CacheMode {
    let dropped = job.on("invalidate", sink).unwrap_or(true);
    match (direct, dropped) {
        (true, _) => CacheMode::Direct,
        (false, true) => CacheMode::Dropped,
        (false, false) => CacheMode::Buffered,
    }
}

pub(in super::super) fn sync(job: &FioJob<'_>, sink: &mut Diagnostics) -> SyncMode {
    let fsync = job.read("fsync", sink, Units::count_u32).filter(|n| *n > 0);
    let fdatasync = job.read("fdatasync", sink, Units::count_u32).filter(|n| *n > 0);
    let opened = job.read("sync", sink, |_, text| match text.trim() {
        "0" | "none" | "" => without_note(SyncMode::None),
        "dsync" => without_note(SyncMode::Dsync),
        "1" | "sync" => without_note(SyncMode::Sync),
        _ => Err("is not one of none, sync and dsync".to_owned()),
    });
    let opened = opened.unwrap_or(SyncMode::None);
    if fsync.is_some() && fdatasync.is_some() {
        let text = "`fsync` and `fdatasync` cannot be combined here";
        sink.problem(job.place_of("fdatasync"), text, "keep one of them");
    }
    if opened != SyncMode::None {
        for (name, flushes) in [("fsync", fsync), ("fdatasync", fdatasync)] {
            if flushes.is_some() {
                let text = format!(
                    "`{name}`: each write is durable by itself; flushes with nothing to flush are omitted"
                );
                sink.note(job.place_of(name), text);
            }
        }
        return opened;
    }
    match (fsync, fdatasync) {
        (Some(every), _) => SyncMode::Fsync { every },
        (None, Some(every)) => SyncMode::Fdatasync { every },
        (None, None) => SyncMode::None,
    }
}

/// What the written data looks like: compression, deduplication and zeros.
pub(in super::super) fn content(job: &FioJob<'_>, sink: &mut Diagnostics) -> WriteContent {
    let pattern = job.given("buffer_pattern").is_some_and(|given| !given.value.trim().is_empty());
    let compress = job.read("buffer_compress_percentage", sink, |u, text| u.percent(text));
    let dedupe = job.read("dedupe_percentage", sink, |u, text| u.percent(text));
    let (compress, dedupe) = (compress.unwrap_or(0.0), dedupe.unwrap_or(0.0));
    if pattern && dedupe > 0.0 {
        let text = "`buffer_pattern` has no effect with dedupe_percentage, as with fio";
        sink.note(job.place_of("buffer_pattern"), text);
    }
    let is_pattern = pattern && dedupe <= 0.0;
    let zeros = job.on("zero_buffers", sink).unwrap_or(false) || is_pattern && compress <= 0.0;
    if zeros && (compress > 0.0 || dedupe > 0.0) {
        let name = if compress > 0.0 { "buffer_compress_percentage" } else { "dedupe_percentage" };
        sink.note(job.place_of(name), format!("`{name}` has no effect: blocks are all of zeros"));
        return WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros };
    }
    WriteContent { compress_percent: compress, dedupe_percent: dedupe, zeros }
}

#[derive(Clone, Debug, Default)]
pub(in super::super) struct Cpus {
    list: Vec<u32>,
}

impl Cpus {
    /// The CPU of a clone: each clone is pinned to one CPU, in turn.
    pub(in super::super) fn of_clone(&self, clone: u32) -> Vec<u32> {
        match self.list.len() {
            0 => Vec::new(),
            n => vec![self.list[clone as usize % n]],
        }
    }
}

pub(in super::super) fn pins(job: &FioJob<'_>, sink: &mut Diagnostics) -> Cpus {
    let mask = job.read("cpumask", sink, |units, text| {
        let mask = units.count(text)?.value;
        without_note((0..64).filter(|bit| mask >> bit & 1 == 1).collect::<Vec<u32>>())
    });
    let most = job.context.cpus.max(1) - 1;
    let here = |all: Vec<u32>| match all.iter().find(|cpu| **cpu > most) {
        Some(cpu) => Err(format!("names CPU {cpu}, and the last one here is {most}")),
        None => without_note(all),
    };
    let list = job.read("cpus_allowed", sink, |_, text| here(cpus(text)?.value));
    let list = list.or(mask).unwrap_or_default();
    let split = job.read("cpus_allowed_policy", sink, |_, text| match text.trim() {
        "shared" => without_note(false),
        "split" => without_note(true),
        _ => Err("is neither shared nor split".to_owned()),
    });
    if list.len() > 1 && split != Some(true) {
        let name = if job.given("cpus_allowed").is_some() { "cpus_allowed" } else { "cpumask" };
        let text = format!("`{name}`: each clone is pinned to one of the CPUs, in turn");
        sink.note(job.place_of(name), text);
    }
    Cpus { list }
}

pub(in super::super) fn on_error(job: &FioJob<'_>, sink: &mut Diagnostics) -> ErrorAction {
    let goes_on = job.read("continue_on_error", sink, |_, text| match text.trim() {
        "none" | "0" => without_note(false),
        "all" | "1" | "io" => without_note(true),
        "read" | "write" | "verify" => {
            let note = "errors of both directions are counted, and the job continues".to_owned();
            Ok(NotedValue { value: true, note: Some(note) })
        }
        _ => Err("is not one of none, read, write, io, verify and all".to_owned()),
    });
    if goes_on == Some(true) { ErrorAction::Continue } else { ErrorAction::Stop }
}
