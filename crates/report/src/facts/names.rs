//! The names of facts and of levels of the storage stack in words.

use crate::catalogue::facts as text;
use crate::language::Language;
use base::facts::LevelKind;
use record::FactKey;

/// A function that gives the message of each case of an enum; a case without one does not compile.
macro_rules! words_of {
    ($(#[$about:meta])* $name:ident($type:ident): $($case:ident => $message:ident,)+) => {
        $(#[$about])*
        pub(super) fn $name(language: Language, value: $type) -> &'static str {
            match value {
                $($type::$case => text::$message(language),)+
            }
        }
    };
}

words_of! {
    /// Returns the name of a fact.
    key(FactKey):
    Activity => name_activity,
    Aio => name_aio,
    AlignmentOffset => name_alignment_offset,
    AllowedCpus => name_allowed_cpus,
    Available => name_available,
    Backing => name_backing,
    Blocks => name_blocks,
    Chunk => name_chunk,
    ClockSource => name_clock_source,
    Container => name_container,
    Cpus => name_cpus,
    CpuUse => name_cpu_use,
    Computer => name_computer,
    Detail => name_detail,
    Device => name_device,
    DeviceQueueDepth => name_device_queue_depth,
    Devices => name_devices,
    Dirty => name_dirty,
    DirtyLimits => name_dirty_limits,
    Discard => name_discard,
    Distribution => name_distribution,
    Engine => name_engine,
    Free => name_free,
    FreeInodes => name_free_inodes,
    Governor => name_governor,
    Host => name_host,
    HugePages => name_huge_pages,
    ImportCommand => name_import_command,
    ImportFile => name_import_file,
    ImportTool => name_import_tool,
    ImportVersion => name_import_version,
    IoUringDisabled => name_io_uring_disabled,
    Kernel => name_kernel,
    Layout => name_layout,
    LockedMemory => name_locked_memory,
    Medium => name_medium,
    Members => name_members,
    Memory => name_memory,
    MinimumSmallLatency => name_minimum_small_latency,
    Missing => name_missing,
    Model => name_model,
    NumaNode => name_numa_node,
    NumaNodes => name_numa_nodes,
    OnlineCpus => name_online_cpus,
    OpenFiles => name_open_files,
    OperationsAtOnce => name_operations_at_once,
    Options => name_options,
    Process => name_process,
    Product => name_product,
    ReadOnly => name_read_only,
    Reads => name_reads,
    ReadThroughput => name_read_throughput,
    Removable => name_removable,
    Requests => name_requests,
    Rotational => name_rotational,
    Scheduler => name_scheduler,
    Size => name_size,
    Source => name_source,
    StartsAt => name_starts_at,
    TargetDuration => name_target_duration,
    Total => name_total,
    Type => name_type,
    Users => name_users,
    Vendor => name_vendor,
    Virtualisation => name_virtualisation,
    WriteCache => name_write_cache,
    WriteBackThrottle => name_write_back_throttle,
    Writes => name_writes,
    WritesOfSamePage => name_writes_of_same_page,
    WriteThroughput => name_write_throughput,
    WrittenAs => name_written_as,
    Zoned => name_zoned,
}

words_of! {
    /// Returns what a level of the storage stack is.
    level_kind(LevelKind):
    Disk => kind_disk,
    Nvme => kind_nvme,
    Virtual => kind_virtual,
    Partition => kind_partition,
    Lvm => kind_lvm,
    Crypt => kind_crypt,
    Multipath => kind_multipath,
    DeviceMapper => kind_device_mapper,
    Md => kind_md,
    Loop => kind_loop,
    Bcache => kind_bcache,
    Btrfs => kind_btrfs,
    Overlay => kind_overlay,
    FileSystem => kind_file_system,
    Memory => kind_memory,
    Network => kind_network,
    Other => kind_other,
}
