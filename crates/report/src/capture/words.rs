//! The sentences about a captured load.

use super::moves_data;
use crate::catalogue::{capture as text, unit};
use crate::language::Language;
use observe::character::files::{FileShare, ProcessShare};
use observe::character::operations::{OperationCharacter, SlowIo};
use observe::character::series::LoadPhase;
use observe::character::{Characterisation, Unknown, VolumeCharacter};
use observe::roles::FileRole;
use observe::{CaptureNote, IoKind, Process, StartTime};

pub(super) fn title(language: Language, load: &Characterisation) -> String {
    let header = &load.header;
    let mut parts = vec![match header.host.as_str() {
        "" => text::title(language, &header.device),
        host => text::title_host(language, &header.device, host),
    }];
    parts.extend(header.started.map(|time| match time {
        StartTime::Utc(_) => language.moment(time.clock_s()),
        StartTime::Local(_) => text::local_time(language, &language.moment_short(time.clock_s())),
    }));
    parts.push(recorded_time(language, load.length_ns, load.recorded_ns));
    parts.push(text::from(language, text::source_text(language, &header.source)));
    parts.join(", ")
}

/// Gaps below this share of the time go without saying.
const GAP_SHARE_MIN: f64 = 0.001;

/// How much of a time was recorded, and how much was not.
pub fn recorded_time(language: Language, length_ns: u64, recorded_ns: u64) -> String {
    let gap_ns = length_ns.saturating_sub(recorded_ns);
    let recorded = language.duration(seconds(recorded_ns));
    if gap_ns as f64 <= length_ns as f64 * GAP_SHARE_MIN {
        return recorded;
    }
    format!("{recorded}, {}", text::not_recorded(language, seconds(gap_ns)))
}

fn seconds(ns: u64) -> f64 {
    ns as f64 / 1e9
}

pub(super) fn operation_name(language: Language, operation: IoKind) -> &'static str {
    match operation {
        IoKind::Read => text::reads(language),
        IoKind::Write => text::writes(language),
        IoKind::Flush => text::flushes(language),
        IoKind::Trim => text::discards(language),
    }
}

fn of(load: &Characterisation, operation: IoKind) -> Option<&OperationCharacter> {
    load.operations.iter().find(|found| found.operation == operation)
}

pub(super) fn percent(language: Language, share: f64) -> String {
    language.percent_sign(&language.number(share * 100.0))
}

pub(super) fn size(language: Language, bytes: f64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let step = if bytes < 1.0 { 0 } else { (bytes.log2() / 10.0).min(4.0) as usize };
    let digits = crate::words::number(bytes / 1024f64.powi(step as i32));
    language.measure((digits, units[step]))
}

fn size_range(language: Language, low_bytes: f64, high_bytes: f64) -> String {
    if low_bytes == high_bytes {
        return size(language, low_bytes);
    }
    text::size_range(language, &size(language, low_bytes), &size(language, high_bytes))
}

/// A share as a percentage; a dash if it is not a number.
pub(super) fn share(language: Language, share: f64) -> String {
    if share > 0.0 { percent(language, share) } else { "-".to_owned() }
}

pub(super) fn bytes(language: Language, bytes: u64) -> String {
    size(language, bytes as f64)
}

pub(super) fn time(language: Language, ns: u64) -> String {
    language.latency(ns as f64)
}

/// Operations and, if known, bytes per second and the reads among them.
fn load_rates(
    language: Language,
    iops: f64,
    bytes_per_s: Option<f64>,
    read_share: Option<f64>,
) -> String {
    let mut rates = vec![format!("{} {}", language.number(iops), unit::iops(language))];
    let per_s = |bytes| format!("{}{}", size(language, bytes), unit::per_second(language));
    rates.extend(bytes_per_s.map(per_s));
    let reads = |share| text::share_of_reads(language, &percent(language, share));
    rates.extend(read_share.map(reads));
    rates.join(", ")
}

/// A shorter capture is shown as one of 0 s: few events make any rate of it.
const RATED_S_MIN: f64 = 0.05;

/// The time over which rates mean something, in seconds.
fn rated_s(load: &Characterisation) -> Option<f64> {
    Some(seconds(load.recorded_ns)).filter(|length_s| *length_s >= RATED_S_MIN)
}

pub(super) fn rates(language: Language, load: &Characterisation) -> String {
    let moving = || load.operations.iter().filter(|one| moves_data(one.operation));
    let operations: f64 = moving().map(|one| one.operations).sum();
    let Some(length_s) = rated_s(load) else {
        return text::no_rate(language, operations as u64);
    };
    let bytes: Option<f64> = moving().map(|one| one.bytes).sum();
    let reads = of(load, IoKind::Read).map_or(0.0, |one| one.operations);
    let is_known = operations > 0.0 && !load.unknown.contains(&Unknown::ReadShare);
    let read_share = is_known.then(|| reads / operations);
    let rates =
        load_rates(language, operations / length_s, bytes.map(|all| all / length_s), read_share);
    match load.lost_events {
        0 => rates,
        lost => format!("{rates}; {}", text::lost(language, lost)),
    }
}

/// Each device of several: its rates, and the latency of its operations.
pub(super) fn devices(language: Language, load: &Characterisation) -> Vec<String> {
    let Some(length_s) = rated_s(load) else { return Vec::new() };
    let per_s = |operations: f64| {
        format!("{}{}", language.number(operations / length_s), unit::per_second(language))
    };
    let of = |volume: &VolumeCharacter| {
        let operation = |one: &OperationCharacter| {
            let name = operation_name(language, one.operation);
            let latency = one.latency_ns_mean.map(|mean| match quantile_ns(one, 0.99) {
                Some(p99) => text::latency_mean_p99(language, mean, p99 as f64),
                None => text::latency_mean(language, mean),
            });
            let rate = format!("{name} {}", per_s(one.operations));
            std::iter::once(rate).chain(latency).collect::<Vec<_>>().join(", ")
        };
        let operations: Vec<String> = volume.operations.iter().map(operation).collect();
        format!("{}: {}", volume.device, operations.join("; "))
    };
    load.volumes.iter().map(of).collect()
}

pub(super) fn operation(
    language: Language,
    found: &OperationCharacter,
    load: &Characterisation,
) -> String {
    let rate = |length_s| language.number(found.operations / length_s);
    let rate = rated_s(load).map(|length_s| rate(length_s) + unit::per_second(language));
    let mut parts: Vec<String> = rate.into_iter().collect();
    parts.extend(sizes(language, found));
    if let Some(sequential) = &found.sequential {
        let share = percent(language, sequential.operations_share);
        let several = sequential.streams_max > 1 && sequential.streams_mean >= 0.5;
        parts.push(if several {
            text::sequential_streams(language, &share, sequential.streams_mean)
        } else {
            text::sequential(language, &share)
        });
    }
    if let Some(locality) = found.locality.as_ref().filter(|_| moves_data(found.operation)) {
        let reached = locality.working_set.iter().find(|point| point.access_share >= 0.8);
        let footprint = size(language, found.footprint_bytes.unwrap_or_default());
        parts.push(match reached {
            Some(hot) => {
                let share = percent(language, hot.access_share);
                let size = size(language, hot.bytes);
                let hot = text::FootprintHot { size: &footprint, share: &share, hot: &size };
                text::footprint_hot(language, &hot)
            }
            None => text::footprint(language, &footprint),
        });
        let two_decimals = |value: f64| language.digits(&format!("{value:.2}"));
        parts.extend(locality.zipf.as_ref().map(|zipf| {
            text::zipf(language, &two_decimals(zipf.theta), &two_decimals(zipf.theta_error))
        }));
    }
    if let Some(mean) = found.latency_ns_mean {
        parts.push(match quantile_ns(found, 0.99) {
            Some(p99) => text::latency_mean_p99(language, mean, p99 as f64),
            None => text::latency_mean(language, mean),
        });
    }
    parts.extend(found.queueing.map(|queueing| {
        let share = queueing.operations as f64 / found.operations;
        let (mean, p99) = (queueing.mean_ns, queueing.p99_ns as f64);
        if share > 0.995 {
            text::queueing(language, mean, p99)
        } else {
            text::queueing_share(language, mean, p99, &percent(language, share))
        }
    }));
    parts.join(", ")
}

fn sizes(language: Language, found: &OperationCharacter) -> Option<String> {
    let mean_bytes = found.size_bytes_mean().filter(|_| found.operation != IoKind::Flush)?;
    let mean = size(language, mean_bytes);
    let decile = |q| found.size_bytes_quantile(q).map(f64::from);
    Some(match decile(0.1).zip(decile(0.9)) {
        Some((low, high)) if low == high => size(language, low),
        Some((low, high)) => {
            let (low, high) = (&*size(language, low), &*size(language, high));
            text::sizes(language, &text::Sizes { low, high, mean: &mean })
        }
        None => text::size_mean(language, &mean),
    })
}

/// The latency below which this share of the operations stayed; with several size classes, that of the largest class.
pub(super) fn quantile_ns(found: &OperationCharacter, q: f64) -> Option<u64> {
    let busiest = found.latencies.iter().max_by_key(|class| class.operations)?;
    busiest.quantiles_ns.iter().find(|(have, _)| *have == q).map(|(_, ns)| *ns)
}

pub(super) fn queue_depth(language: Language, load: &Characterisation) -> Option<String> {
    let depth = load.queue_depth.as_ref()?;
    let mut parts = vec![text::depth_mean(language, depth.mean)];
    if let Some((mean, busy)) = depth.busy_mean.zip(depth.busy_share) {
        parts.push(text::depth_busy(language, &percent(language, busy), mean));
    }
    let mut sum = 0.0;
    let p99 = depth.time_shares.iter().find(|(_, share)| {
        sum += share;
        sum >= 0.99
    });
    parts.extend(p99.map(|(depth, _)| text::depth_most(language, u64::from(*depth))));
    Some(parts.join("; "))
}

pub(super) fn durability(language: Language, load: &Characterisation) -> Option<String> {
    let found = load.durability.as_ref().filter(|_| rated_s(load).is_some())?;
    let share = |share: f64| percent(language, share);
    let mut parts = vec![text::flush_rate(language, found.flushes_per_s)];
    parts.extend(found.fua_share.map(|fua| text::fua_share(language, &share(fua))));
    parts.extend(found.sync_share.map(|sync| text::sync_share(language, &share(sync))));
    parts.extend(found.discards_per_s.map(|rate| text::discard_rate(language, rate)));
    Some(parts.join(", "))
}

pub(super) fn arrivals(language: Language, load: &Characterisation) -> Option<String> {
    let found = load.arrivals.as_ref()?;
    let at = |ns: u64| found.dispersion.iter().find(|point| point.window_ns >= ns);
    let mut windows = Vec::new();
    for (shown_ns, ns) in [(1e7, 8_000_000u64), (1e9, 1_000_000_000)] {
        windows.extend(at(ns).map(|point| text::dispersion_in(language, point.index, shown_ns)));
    }
    let mut parts = vec![if windows.is_empty() {
        text::dispersion_unknown(language).to_owned()
    } else {
        text::dispersion(language, &windows.join(", "))
    }];
    let two_decimals = |value: f64| language.digits(&format!("{value:.2}"));
    parts.extend(found.hurst.map(|hurst| text::hurst(language, &two_decimals(hurst))));
    Some(format!("{} {}", parts.join("; "), text::no_bursts(language)))
}

pub(super) fn phase(language: Language, phase: &LoadPhase) -> String {
    let load = load_rates(language, phase.operations_per_s, phase.bytes_per_s, phase.read_share);
    let end_ns = phase.begin_ns + phase.length_ns;
    let told = text::phase_load(language, seconds(phase.begin_ns), seconds(end_ns), &load);
    match phase.gap_ns {
        0 => told,
        gap_ns => format!("{told} ({})", text::not_recorded(language, seconds(gap_ns))),
    }
}

/// The files in sentences, the busiest first: logs and temporary files by folder, others one by one.
pub(super) fn files(language: Language, load: &Characterisation) -> Vec<String> {
    let mut groups: Vec<(FileGroup<'_>, Vec<&FileShare>)> = Vec::new();
    for file in &load.files {
        let group = FileGroup::of(file);
        match groups.iter_mut().find(|known| known.0 == group) {
            Some(known) => known.1.push(file),
            None => groups.push((group, vec![file])),
        }
    }
    let operations = |group: &[&FileShare]| -> u64 {
        group.iter().map(|file| file.read.operations + file.write.operations).sum()
    };
    groups.sort_by_key(|group| std::cmp::Reverse(operations(&group.1)));
    let mut lines: Vec<String> =
        groups.iter().map(|(of, group)| files_sentence(language, &of.path(), group)).collect();
    if let Some(share) = load.mapped_share.filter(|share| *share < 0.9995) {
        lines.push(text::no_file(language, &percent(language, 1.0 - share)));
    }
    lines
}

/// The files of one sentence, by their path.
#[derive(PartialEq)]
enum FileGroup<'a> {
    /// The logs or the temporary files of a folder, of one series: `mysql-bin.`, not `ib_logfile`.
    Folder(FileRole, &'a str, &'a str),
    File(&'a FileShare),
}

impl<'a> FileGroup<'a> {
    fn of(file: &'a FileShare) -> Self {
        let folder = file.path.rfind(['/', '\\']).map_or("", |end| &file.path[..end]);
        match file.role {
            FileRole::Log | FileRole::Temp if !folder.is_empty() => {
                Self::Folder(file.role, folder, series(&file.path[folder.len() + 1..]))
            }
            _ => Self::File(file),
        }
    }

    fn path(&self) -> String {
        match self {
            Self::Folder(_, path, "") => (*path).to_owned(),
            Self::Folder(_, path, series) => format!("{path}/{series}*"),
            Self::File(file) => file_name(&file.path, file.relation.as_deref()),
        }
    }
}

/// A path, with the relation in it if known.
fn file_name(path: &str, relation: Option<&str>) -> String {
    relation.map_or_else(|| path.to_owned(), |relation| format!("{relation}, {path}"))
}

pub(super) fn file_group(file: &FileShare) -> String {
    FileGroup::of(file).path()
}

/// The part of a log's name before its number; empty for a segment of PostgreSQL, whose name is a number.
fn series(name: &str) -> &str {
    let series = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_number = name.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_number || series.len() == name.len() { "" } else { series }
}

fn files_sentence(language: Language, path: &str, group: &[&FileShare]) -> String {
    let mut about = text::role_text(language, &group[0].role).to_owned();
    if !group[0].role_by_path {
        about.push(' ');
        about.push_str(text::by_accesses(language));
    }
    if group.len() > 1 {
        about.push_str(", ");
        about.push_str(&text::file_count(language, group.len() as u64));
    }
    let mut parts: Vec<String> =
        [true, false].into_iter().filter_map(|reads| file_side(language, group, reads)).collect();
    let sum = |pick: fn(&FileShare) -> f64| group.iter().map(|file| pick(file)).sum::<f64>();
    let writes = sum(|file| file.write.operations as f64);
    let durable =
        sum(|file| file.durable_write_share * file.write.operations as f64) / writes.max(1.0);
    if writes > 0.0 {
        parts.push(match durable {
            d if d >= 0.95 => text::durable_each(language).to_owned(),
            d => text::durable_share(language, &percent(language, d)),
        });
    }
    format!("{path} ({about}): {}", parts.join("; "))
}

fn file_side(language: Language, group: &[&FileShare], reads: bool) -> Option<String> {
    let side = |file: &FileShare| if reads { file.read } else { file.write };
    let sides = group.iter().map(|file| side(file)).filter(|side| side.operations > 0);
    let operations: f64 = sides.clone().map(|side| side.operations as f64).sum();
    if operations == 0.0 {
        return None;
    }
    let share: f64 = group.iter().map(|file| side(file).operations_share).sum();
    let sequential =
        sides.clone().map(|side| side.sequential_share * side.operations as f64).sum::<f64>()
            / operations;
    let low = sides.clone().map(|side| side.size_bytes_range.0).min().unwrap_or(0);
    let high = sides.map(|side| side.size_bytes_range.1).max().unwrap_or(0);
    let order = match sequential {
        s if s >= 0.8 => text::order_sequential(language).to_owned(),
        s if s <= 0.2 => text::order_random(language).to_owned(),
        s => text::sequential(language, &percent(language, s)),
    };
    let sizes = size_range(language, low as f64, high as f64);
    let mut told = text::file_side(language, &percent(language, share), reads, &order, &sizes);
    let latencies =
        group.iter().filter_map(|file| Some((side(file).operations, side(file).latency_ns_mean?)));
    told.extend(latency_of(language, latencies));
    Some(told)
}

/// The mean latency of all, after a comma.
fn latency_of(language: Language, all: impl Iterator<Item = (u64, f64)>) -> Option<String> {
    let (operations, sum_ns) = all.fold((0, 0.0), |(operations, sum_ns), (more, mean_ns)| {
        (operations + more, sum_ns + mean_ns * more as f64)
    });
    (operations > 0)
        .then(|| format!(", {}", text::latency_mean(language, sum_ns / operations as f64)))
}

/// The most process IDs that a sentence lists.
const PIDS_MAX: usize = 3;

/// The processes in sentences, the busiest first; those of one name in one, such as the copies that a shell starts one after another.
pub(super) fn processes(language: Language, load: &Characterisation) -> Vec<String> {
    let operations = |one: &ProcessShare| one.reads + one.writes;
    let all: u64 = load.processes.iter().map(operations).sum();
    let mut groups: Vec<Vec<&ProcessShare>> = Vec::new();
    for one in &load.processes {
        let same = |group: &&mut Vec<&ProcessShare>| {
            let title = |process: &Process| (process.title(), process.unit.clone());
            title(&group[0].process) == title(&one.process)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    let sum = |group: &[&ProcessShare], figure: fn(&ProcessShare) -> u64| -> u64 {
        group.iter().map(|one| figure(one)).sum()
    };
    groups.sort_by_key(|group| std::cmp::Reverse(sum(group, operations)));
    let sentence = |group: &Vec<&ProcessShare>| {
        let process = &group[0].process;
        let mut about: Vec<String> =
            group.iter().take(PIDS_MAX).map(|one| one.process.pid.to_string()).collect();
        about.extend((group.len() > PIDS_MAX).then(|| "...".to_owned()));
        about.extend(process.unit.clone());
        let share = sum(group, operations) as f64 / all.max(1) as f64;
        let told = text::process(
            language,
            &text::Process {
                name: &process.title(),
                pid: &about.join(", "),
                share: &percent(language, share),
                reads: sum(group, |one| one.reads),
                writes: sum(group, |one| one.writes),
                bytes: sum(group, |one| one.bytes),
            },
        );
        let latencies =
            group.iter().filter_map(|one| Some((operations(one), one.latency_ns_mean?)));
        told + &latency_of(language, latencies).unwrap_or_default()
    };
    groups.iter().map(sentence).collect()
}

pub(super) fn slowest(language: Language, load: &Characterisation) -> Vec<String> {
    let one = |found: &SlowIo| {
        let mut about = vec![operation_name(language, found.operation).to_owned()];
        about.extend(
            (found.length_bytes > 0).then(|| size(language, f64::from(found.length_bytes))),
        );
        let path = found.path.as_deref();
        about.extend(path.map(|path| file_name(path, found.relation.as_deref())));
        about.extend(found.process.as_ref().map(Process::title));
        let (latency, at) = (found.latency_ns as f64, seconds(found.issued_ns));
        text::slow(language, latency, at, &about.join(", "))
    };
    load.slowest.iter().map(one).collect()
}

/// The assumptions of the import.
pub(super) fn notes(language: Language, load: &Characterisation) -> Vec<String> {
    load.header.notes.iter().map(|found| text::note_text(language, found)).collect()
}

pub(crate) fn computed_note(language: Language, note: &CaptureNote) -> String {
    match note {
        CaptureNote::IntervalAssumed { interval_ns } => {
            text::interval_assumed(language, seconds(*interval_ns))
        }
        CaptureNote::LongIntervals { intervals, longest_ns, line } => {
            let (line, longest_s) = (line.to_string(), seconds(*longest_ns));
            text::long_intervals(language, *intervals, &line, longest_s)
        }
        _ => String::new(),
    }
}

/// What the source cannot know, as a sentence.
pub(super) fn unknown(language: Language, load: &Characterisation) -> Option<String> {
    let all: Vec<&str> = load.unknown.iter().map(|one| text::unknown_text(language, one)).collect();
    let from = text::source_text(language, &load.header.source);
    (!all.is_empty()).then(|| text::unknown(language, from, &all.join(", ")))
}

/// The jobs that would produce the same counters.
pub(super) fn same_family(language: Language, load: &Characterisation) -> Option<String> {
    if !load.unknown.contains(&Unknown::Sizes) {
        return None;
    }
    let length_s = seconds(load.recorded_ns).max(1e-9);
    let side = |operation| {
        let found = of(load, operation)?;
        let mean = size(language, found.size_bytes_mean()?);
        let reads = operation == IoKind::Read;
        Some(text::mean_load(language, found.operations / length_s, reads, &mean))
    };
    let sides = [IoKind::Read, IoKind::Write].into_iter().filter_map(side);
    let load = sides.reduce(|reads, writes| unit::both(language, &reads, &writes))?;
    Some(text::same_counters(language, &load))
}

#[cfg(test)]
mod tests {
    use super::*;
    use observe::CaptureSource;
    use observe::character::operations::SizeShare;

    /// Bug: a log of one I/O, and a completion without an issue behind it, had 1,000 IOPS in 0 s.
    #[test]
    fn no_time_gives_no_rate() {
        let load = |seconds: u64| {
            let header = observe::CaptureHeader::of(CaptureSource::Blkparse, "8,0");
            let mut fold = observe::character::CharacterFold::new(header, None);
            fold.event(&observe::IoEvent {
                issued_ns: 0,
                latency_ns: Some(1_000_000),
                queued_ns: None,
                operation: IoKind::Read,
                flags: observe::IoFlags::default(),
                offset_bytes: 0,
                length_bytes: 4096,
                process: observe::ProcessIndex::default(),
            });
            fold.lasts_until(seconds * 1_000_000_000);
            fold.finish()
        };
        let told = |load: Characterisation| {
            let operation = operation(Language::En, &load.operations[0], &load);
            (rates(Language::En, &load), operation, durability(Language::En, &load).is_some())
        };
        let (rate, operation, is_told) = told(load(0));
        assert_eq!(rate, "1 I/O, too short for a rate");
        assert!(operation.starts_with("4 KiB, ") && !is_told, "{operation}");
        let (rate, operation, is_told) = told(load(2));
        assert!(rate.starts_with("0.5 IOPS") && operation.starts_with("0.5/s, ") && is_told);
    }

    #[test]
    fn logs_of_one_folder_are_apart_by_what_they_are() {
        for (name, group) in [
            ("ib_logfile0", "ib_logfile"),
            ("mysql-bin.000004", "mysql-bin."),
            ("WiredTigerLog.0000000002", "WiredTigerLog."),
            ("00000001000000000000006F", ""),
            ("000000010000000000000070", ""),
            ("Sales_log.ldf", ""),
        ] {
            assert_eq!(series(name), group, "{name}");
        }
    }

    #[test]
    fn backends_of_equal_clients_are_one_sentence() {
        let header = observe::CaptureHeader::of(CaptureSource::BlockTrace, "sdb");
        let mut fold = observe::character::CharacterFold::new(header, None);
        let unit = Some("postgresql.service".to_owned());
        let work = |pid: u32| if pid == 9 { "checkpointer" } else { "alice@shop" };
        fold.processes((5..10).map(|pid| Process {
            pid,
            name: "postgres".to_owned(),
            work: Some(work(pid).to_owned()),
            unit: unit.clone(),
        }));
        for at in 0..10 {
            fold.event(&observe::IoEvent {
                issued_ns: at * 1_000_000,
                latency_ns: Some(2_000_000),
                queued_ns: None,
                operation: IoKind::Read,
                flags: observe::IoFlags::default(),
                offset_bytes: 0,
                length_bytes: 4096,
                process: observe::ProcessIndex(at as u32 % 5),
            });
        }
        let told = processes(Language::En, &fold.finish());
        assert_eq!(
            told,
            [
                "postgres: alice@shop (5, 6, 7, ..., postgresql.service): 80 % of I/Os, 8 reads, 0 writes, 32 KiB, \
                 latency mean 2 ms",
                "postgres: checkpointer (9, postgresql.service): 20 % of I/Os, 2 reads, 0 writes, 8 KiB, latency mean 2 ms"
            ]
        );
    }

    #[test]
    fn the_range_of_sizes_says_how_many_of_them_it_holds() {
        // Rare large I/Os move the mean beyond the range.
        let sizes_of = |shares: &[(u32, f64)]| {
            let size =
                |&(length_bytes, operations_share)| SizeShare { length_bytes, operations_share };
            let bytes = shares.iter().map(|(bytes, share)| f64::from(*bytes) * share).sum();
            let found = OperationCharacter {
                operation: IoKind::Write,
                operations: 1.0,
                bytes: Some(bytes),
                latency_ns_mean: None,
                queueing: None,
                sizes: shares.iter().map(size).collect(),
                latencies: Vec::new(),
                sequential: None,
                footprint_bytes: None,
                locality: None,
            };
            sizes(Language::En, &found).unwrap_or_default()
        };
        let told = sizes_of(&[(4 << 10, 0.5), (8 << 10, 0.45), (512 << 10, 0.05)]);
        assert_eq!(told, "at least 80 % of them 4 KiB to 8 KiB, mean 31.2 KiB");
        assert_eq!(sizes_of(&[(8 << 10, 1.0)]), "8 KiB");
    }
}
