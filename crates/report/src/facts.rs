//! Facts and places in words: takes the typed groups of a record or an inventory, gives titled rows of text.

mod names;
mod values;

use crate::catalogue::facts as text;
use crate::language::Language;
use record::{Fact, FactGroup, FactName, FactRemark, FactTitle, Record, TargetKind, TargetRecord};

pub(crate) use values::value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactTable {
    pub title: String,
    pub rows: Vec<FactRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRow {
    pub name: String,
    pub value: String,
    /// What it means for a test; empty if nothing is known.
    pub remark: String,
}

/// What a fact means for a test, with the level or place that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectRemark {
    /// The level or place, or the heading of a group about the machine.
    pub about: String,
    pub text: String,
}

pub fn remarks(language: Language, found: &[(FactTitle, FactRemark)]) -> Vec<SubjectRemark> {
    let shown = |(title, remark): &(FactTitle, FactRemark)| SubjectRemark {
        about: match title {
            FactTitle::FileSystem { path } => path.clone(),
            FactTitle::Level { name, .. } => name.clone(),
            other => self::title(language, other),
        },
        text: self::remark(language, remark),
    };
    found.iter().map(shown).collect()
}

pub fn of_record(language: Language, record: &Record) -> Vec<FactTable> {
    let mut tables = tables(language, &record.facts);
    let mut stages: Vec<&str> = Vec::new();
    for place in &record.targets.places {
        if !stages.contains(&&*place.stage) {
            stages.push(&place.stage);
        }
    }
    tables.extend(stages.into_iter().map(|stage| places(language, record, stage)));
    let identities = &record.targets.identities;
    if !identities.is_empty() {
        let row = |one: &record::StorageIdentity| FactRow {
            name: one.path.clone(),
            value: one.id.clone(),
            remark: String::new(),
        };
        let title = text::title_identities(language).to_owned();
        tables.push(FactTable { title, rows: identities.iter().map(row).collect() });
    }
    tables
}

pub fn tables(language: Language, groups: &[FactGroup]) -> Vec<FactTable> {
    let table = |group: &FactGroup| FactTable {
        title: indented(language, &group.title),
        rows: group.rows.iter().map(|fact| row(language, fact)).collect(),
    };
    groups.iter().map(table).collect()
}

fn row(language: Language, fact: &Fact) -> FactRow {
    FactRow {
        name: name(language, &fact.name),
        value: value(language, &fact.value),
        remark: fact.remark.as_ref().map(|one| remark(language, one)).unwrap_or_default(),
    }
}

/// The heading; a level of the stack is indented by its depth.
fn indented(language: Language, title: &FactTitle) -> String {
    let depth = match title {
        FactTitle::Level { depth, .. } => *depth as usize,
        _ => 0,
    };
    "  ".repeat(depth) + &self::title(language, title)
}

pub(crate) fn title(language: Language, title: &FactTitle) -> String {
    match title {
        FactTitle::FileSystem { path } => text::title_file_system(language, path),
        FactTitle::Level { name, kind, .. } => {
            let kind = kind.map_or("", |kind| names::level_kind(language, kind));
            text::title_level(language, name, kind)
        }
        FactTitle::KernelLimits => text::title_kernel_limits(language).to_owned(),
        FactTitle::OtherIo => text::title_other_io(language).to_owned(),
        FactTitle::Cpu => text::title_cpu(language).to_owned(),
        FactTitle::Memory => text::title_memory_group(language).to_owned(),
        FactTitle::System => text::title_system(language).to_owned(),
        FactTitle::Proof => text::title_proof(language).to_owned(),
        FactTitle::Import => text::title_import(language).to_owned(),
        FactTitle::ImportedDevices => text::title_imported_devices(language).to_owned(),
        FactTitle::ImportedMachine => text::title_imported_machine(language).to_owned(),
        FactTitle::ImportedProcessors => text::title_imported_processors(language).to_owned(),
        FactTitle::ImportedThreads { line } => text::title_imported_threads(language, *line as u64),
        FactTitle::ImportedWorkers { test } => text::title_imported_workers(language, *test as u64),
        FactTitle::MixedLatencies { test } => text::title_mixed_latencies(language, test),
        FactTitle::OrionSettings => text::title_orion_settings(language).to_owned(),
        FactTitle::Written(text) => text.clone(),
    }
}

pub(crate) fn name(language: Language, name: &FactName) -> String {
    match name {
        FactName::Known(key) => names::key(language, *key).to_owned(),
        FactName::Written(text) => text.clone(),
    }
}

fn places(language: Language, record: &Record, stage: &str) -> FactTable {
    let title = match stage {
        "" => text::title_places(language).to_owned(),
        stage => text::title_places_of(language, stage),
    };
    let of_stage = record.targets.places.iter().filter(|place| place.stage == stage);
    FactTable { title, rows: of_stage.map(|place| place_row(language, place)).collect() }
}

fn place_row(language: Language, place: &TargetRecord) -> FactRow {
    let size = place.size_bytes;
    let what = match place.kind {
        TargetKind::Simulated => text::value_place_simulated(language, size),
        TargetKind::Directory => text::value_place_made(language, size),
        TargetKind::Device => text::value_place_device(language, size),
        TargetKind::File => text::value_place_file(language, size),
    };
    let value = if place.is_removed() { text::value_place_removed(language, &what) } else { what };
    FactRow { name: place.name.clone(), value, remark: place.shown_path() }
}

fn remark(language: Language, remark: &FactRemark) -> String {
    let fixed = match remark {
        FactRemark::GroupLimit { group } => return text::remark_group_limit(language, group),
        FactRemark::InUse { device } => return text::remark_in_use(language, device),
        FactRemark::Reorders { scheduler } => return text::remark_reorders(language, scheduler),
        FactRemark::FromLine { line } => {
            return text::remark_from_line(language, &line.to_string());
        }
        FactRemark::MeanOfSmallIos { point } => {
            return text::remark_mean_of_small_ios(language, point);
        }
        FactRemark::Points { count } => return text::remark_points(language, *count as u64),
        FactRemark::SmallWritesRead { physical_bytes } => {
            return text::remark_small_writes_read(language, u64::from(*physical_bytes));
        }
        FactRemark::SlowsWrites { goal_ns } => {
            return text::remark_slows_writes(language, *goal_ns as f64);
        }
        FactRemark::FileSize { bytes } => return language.bytes(*bytes),
        FactRemark::Written(text) => text,
        FactRemark::CpuLimit => text::remark_cpu_limit(language),
        FactRemark::DirtyMemory => text::remark_dirty_memory(language),
        FactRemark::FewerCpus => text::remark_fewer_cpus(language),
        FactRemark::SlowGovernor => text::remark_slow_governor(language),
        FactRemark::HostHidden => text::remark_host_hidden(language),
        FactRemark::SlowClock => text::remark_slow_clock(language),
        FactRemark::AioUsedUp => text::remark_aio_used_up(language),
        FactRemark::IoUringForbidden => text::remark_io_uring_forbidden(language),
        FactRemark::Memory => text::remark_is_memory(language),
        FactRemark::NoStorage => text::remark_no_storage(language),
        FactRemark::Remote => text::remark_remote(language),
        FactRemark::ZfsHidden => text::remark_zfs_hidden(language),
        FactRemark::CopiesLowerLayer => text::remark_copies_lower_layer(language),
        FactRemark::CopyOnWrite => text::remark_copy_on_write(language),
        FactRemark::ReadOnly => text::remark_mounted_read_only(language),
        FactRemark::Compresses => text::remark_compresses(language),
        FactRemark::LittleSpace => text::remark_little_space(language),
        FactRemark::Degraded => text::remark_degraded(language),
        FactRemark::ArrayBusy => text::remark_array_busy(language),
        FactRemark::NotOnBlock => text::remark_not_on_block(language),
        FactRemark::NotOnStripe => text::remark_not_on_stripe(language),
        FactRemark::NotAligned => text::remark_not_aligned(language),
        FactRemark::WriteBackCache => text::remark_write_back_cache(language),
        FactRemark::RotationalGuess => text::remark_rotational_guess(language),
        FactRemark::PageCache => text::remark_page_cache(language),
        FactRemark::MeanOfCpus => text::remark_mean_of_cpus(language),
    };
    fixed.to_owned()
}
