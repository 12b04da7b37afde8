//! The values of facts in words.

use crate::catalogue::facts as text;
use crate::language::Language;
use record::FactValue;
use record::facts::OverlayReach;

pub(crate) fn value(language: Language, value: &FactValue) -> String {
    match value {
        FactValue::Text(text) => text.clone(),
        FactValue::List(all) => all.join(", "),
        FactValue::Count(count) => language.count(*count),
        FactValue::CountOf { part, whole } => {
            text::value_of_whole(language, &language.count(*part), &language.count(*whole))
        }
        FactValue::Cpus(cpus) => language.number(*cpus),
        FactValue::Bytes(bytes) => language.bytes(*bytes),
        FactValue::BytesOf { part_bytes, whole_bytes } => {
            let [part, whole] = [part_bytes, whole_bytes].map(|bytes| language.bytes(*bytes));
            text::value_of_whole(language, &part, &whole)
        }
        FactValue::UpToBytes(bytes) => text::value_up_to(language, *bytes),
        FactValue::Nanos(nanos) => language.latency(*nanos as f64),
        FactValue::Flag(true) => text::value_yes(language).to_owned(),
        FactValue::Flag(false) => text::value_no(language).to_owned(),
        FactValue::Unlimited => text::value_unlimited(language).to_owned(),
        FactValue::Unnamed => text::value_unnamed(language).to_owned(),
        FactValue::NoIo => text::value_no_io(language).to_owned(),
        FactValue::Iops(rate) => text::value_imported_iops(language, *rate),
        FactValue::BusyShare(share) => text::value_busy(language, *share),
        FactValue::PerDataFile(number) => text::value_per_data_file(language, *number),
        FactValue::MayOverlap => text::value_may_overlap(language).to_owned(),
        FactValue::Users { random, audit, read_ahead, bulk } => {
            let [random, audit, ahead, bulk] =
                [random, audit, read_ahead, bulk].map(|n| u64::from(*n));
            text::value_users_of(language, &text::ValueUsersOf { random, audit, ahead, bulk })
        }
        FactValue::IopsLimit { .. }
        | FactValue::ThroughputLimit { .. }
        | FactValue::DiskRates { .. }
        | FactValue::ProcessRates { .. } => rates(language, value),
        other => of_level(language, other),
    }
}

/// Limits and I/O of devices and processes.
fn rates(language: Language, value: &FactValue) -> String {
    match value {
        FactValue::IopsLimit { per_s, device } => {
            text::value_iops_limit(language, &language.count(*per_s), device)
        }
        FactValue::ThroughputLimit { bytes_per_s, device } => {
            text::value_throughput_limit(language, *bytes_per_s, device)
        }
        FactValue::DiskRates { device, read_iops, write_iops, bytes_per_s, busy_share } => {
            text::value_disk_rates(
                language,
                device,
                *read_iops,
                *write_iops,
                *bytes_per_s,
                *busy_share,
            )
        }
        FactValue::ProcessRates { name, pid, read_bytes_per_s, written_bytes_per_s } => {
            let pid = pid.to_string();
            text::value_process_rates(language, name, &pid, *read_bytes_per_s, *written_bytes_per_s)
        }
        _ => String::new(),
    }
}

/// What is known of a level of the storage stack and of memory.
fn of_level(language: Language, value: &FactValue) -> String {
    let fixed = match value {
        FactValue::InMemory => text::value_in_memory(language),
        FactValue::Buffered => text::value_buffered(language),
        FactValue::NoFile => text::value_no_file(language),
        FactValue::NoUpperLayer => text::value_no_upper(language),
        FactValue::DirtyPercents { background, limit } => {
            let [background, limit] = [background, limit].map(u64::to_string);
            return text::value_dirty_percents(language, &background, &limit);
        }
        FactValue::BlockSizes { logical_bytes, physical_bytes } => {
            let [logical, physical] = [logical_bytes, physical_bytes].map(u32::to_string);
            return text::value_block_sizes(language, &logical, &physical);
        }
        FactValue::Array { layout, members } => {
            return text::value_array(language, layout, u64::from(*members));
        }
        FactValue::WriteCache { mode, fua } => {
            return format!("{mode}{}", if *fua { ", FUA" } else { "" });
        }
        FactValue::Partition(number) => return text::value_partition(language, number),
        FactValue::Volume { name, suspended: true } => {
            return text::value_suspended(language, name);
        }
        FactValue::Volume { name, .. } => name,
        FactValue::ArrayState(state) => return text::value_array_state(language, state),
        FactValue::LoopFile { path, direct: true } => {
            return text::value_loop_direct(language, path);
        }
        FactValue::LoopFile { path, .. } => return text::value_loop_buffered(language, path),
        FactValue::CacheMode { mode, state } => {
            return text::value_cache_mode(language, mode, state);
        }
        FactValue::UpperLayer { path, reach } => {
            return match reach {
                OverlayReach::Found => text::value_upper_found(language, path),
                OverlayReach::Relative => text::value_upper_relative(language, path),
                OverlayReach::Outside => text::value_upper_outside(language, path),
            };
        }
        FactValue::BtrfsData { profiles, devices } => {
            return text::value_btrfs_data(language, profiles, *devices as u64);
        }
        _ => "",
    };
    fixed.to_owned()
}
