//! A simulation of a database as plain data: a tool's configuration, ready to be carried out.
//!
//! Never does I/O.

/// A whole configuration in SQLIOSim's own units: shares in hundredths of a percent, MB of 1024 KiB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Simulation {
    pub config: Config,
    pub random: RandomUser,
    /// `[AuditUser]`; the least and the most both are `BuffersValidated`.
    pub audit: RunUser,
    pub read_ahead: RunUser,
    pub bulk: RunUser,
    pub shrink: ShrinkUser,
    /// `[File1]` and so on, except those without a name.
    pub files: Vec<File>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub error_file: String,
    /// `CPUCount`; 0 for all CPUs.
    pub cpu_count: i64,
    /// `Affinity`, one bit for each CPU; 0 for all.
    pub affinity: i64,
    pub io_affinity: i64,
    /// `MaxMemoryMB`; 0 if not set.
    pub max_memory_mb: i64,
    pub stop_on_error: bool,
    /// `TestCycles`; 0 for no end.
    pub test_cycles: i64,
    /// `TestCycleDuration`, in seconds.
    pub test_cycle_duration_s: i64,
    pub cache_hit_ratio: i64,
    /// `MaxOutstandingIO`; 0 if not set.
    pub max_outstanding_io: i64,
    /// `TargetIODuration`, in milliseconds.
    pub target_io_duration_ms: i64,
    pub allow_io_bursts: bool,
    pub no_buffering: bool,
    pub write_through: bool,
    pub scatter_gather: bool,
    pub force_read_ahead: bool,
    pub delete_at_startup: bool,
    pub delete_at_shutdown: bool,
    pub stamp_files: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RandomUser {
    /// `UserCount`; -1 derives it from the number of CPUs.
    pub users: i64,
    pub jump: i64,
    /// `MinIOChainLength`, in pages.
    pub chain_min: i64,
    /// `MaxIOChainLength`, in pages.
    pub chain_max: i64,
    pub update: i64,
    /// `MinLogPerBuffer`, in bytes.
    pub log_bytes_min: i64,
    /// `MaxLogPerBuffer`, in bytes.
    pub log_bytes_max: i64,
    pub rollback: i64,
    pub sleep_ms: i64,
    pub yield_percentage: i64,
    pub cpu_simulation: bool,
    pub cpu_cycles_min: i64,
    pub cpu_cycles_max: i64,
}

/// `[AuditUser]`, `[ReadAheadUser]` or `[BulkUpdateUser]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunUser {
    /// `UserCount`; -1 derives it from the number of CPUs.
    pub users: i64,
    /// The number of pages in the shortest run.
    pub least: i64,
    /// The number of pages in the longest run.
    pub most: i64,
    /// `DelayAfterCycles`.
    pub cycles: i64,
    /// `AuditDelay`, `RADelay` or `BUDelay`, in milliseconds.
    pub delay_ms: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShrinkUser {
    /// `MinShrinkInterval`, in seconds.
    pub every_s_min: i64,
    /// `MaxShrinkInterval`, in seconds.
    pub every_s_max: i64,
    pub extents_min: i64,
    pub extents_max: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// `FileName`, as written.
    pub name: String,
    pub path: String,
    pub initial_mb: i64,
    pub max_mb: i64,
    /// `Increment`, in MB; 0 for a fixed size.
    pub increment_mb: i64,
    pub shrinkable: bool,
    pub sparse: bool,
    pub log: bool,
}

impl Simulation {
    /// The number of users, where -1 stands for twice the number of CPUs, at least 1 and at most 8.
    pub fn users(&self, count: i64, cpus: usize) -> u32 {
        let cpus = match u32::try_from(self.config.cpu_count) {
            Ok(count @ 1..) => count,
            _ => cpus as u32,
        };
        u32::try_from(count).unwrap_or((2 * cpus).clamp(1, 8))
    }

    /// The number of all users on a machine with this many CPUs.
    pub fn users_all(&self, cpus: usize) -> u64 {
        let counts = [self.random.users, self.audit.users, self.read_ahead.users, self.bulk.users];
        counts.into_iter().map(|count| u64::from(self.users(count, cpus))).sum()
    }
}
