//! How a database writes: takes its name or SQLIOSim's configuration, and the capabilities of a file; returns page sizes,
//! open modes and actors.

use crate::verify::proof_target::{Part, RegionSize};
use base::Bytes;
use compat::simulation::{RunUser, Simulation};
use engine::integrity_test::Durability;
use integrity::actors::{
    ActorParameters, LogWriterParameters, PageRunParameters, RandomUserParameters, ShrinkParameters,
};
use integrity::commits::DurabilityMode as Durable;
use record::proof::WriteMethod;
use sys::file::OpenMode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    SqlServer,
    Postgres,
    MySql,
}

impl Database {
    pub fn name(self) -> &'static str {
        match self {
            Self::SqlServer => "sqlserver",
            Self::Postgres => "postgres",
            Self::MySql => "mysql",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct FileIo {
    pub page_bytes: u32,
    pub mode: OpenMode,
    pub durability: Durability,
}

#[derive(Clone, Debug)]
pub struct IoPattern {
    pub title: &'static str,
    pub data: FileIo,
    pub log: FileIo,
    pub parameters: ActorParameters,
    /// How a file changes its size, without the sizes themselves.
    shrink: ShrinkParameters,
    /// The CPUs to which threads are pinned in turn; empty: no pinning.
    pub cpus: Vec<u32>,
    /// Whether several writes of one page may run at once.
    pub overlap: bool,
}

/// The share of writes over pages unread since their last write that read them first. The others keep bursts of writes intact.
const READ_BACK_SHARE: f64 = 0.75;
/// The most extents by which a file grows or shrinks at once.
const EXTENTS_MAX: u32 = 20;
const PAGE_BYTES: u32 = 8192;
/// The number of such pages in 1 MB.
const MB_PAGES: u64 = 128;
const BUFFERS_BYTES: u32 = 256 << 20;
/// The default and the largest queue depth of a file.
const OUTSTANDING: i64 = 64;
const OUTSTANDING_MAX: u32 = 1024;

impl IoPattern {
    /// The I/O pattern of a database. Sources: docs/explanation/integrity.md.
    pub fn of(database: Database, cpus: usize) -> Self {
        let (title, data, log) = match database {
            Database::SqlServer => (
                "SQL Server",
                file_io(PAGE_BYTES, true, Durability::WriteThrough),
                file_io(512, true, Durability::WriteThrough),
            ),
            Database::Postgres => (
                "PostgreSQL",
                file_io(8192, false, Durability::Fsync),
                file_io(8192, false, Durability::Fdatasync),
            ),
            Database::MySql => (
                "MySQL with InnoDB",
                file_io(16384, true, Durability::Fsync),
                file_io(512, false, Durability::Fsync),
            ),
        };
        let mut parameters = ActorParameters::default();
        let users = (2 * cpus).clamp(1, 8) as u32;
        (parameters.random.users, parameters.bulk.users) = (users, users);
        parameters.log.flushes = !log.mode.dsync;
        parameters.read_back_share = READ_BACK_SHARE;
        let shrink = ShrinkParameters {
            extents_max: EXTENTS_MAX,
            // SQLIOSim waits 2 to 10 minutes; a shorter wait includes resizing in short runs.
            every_ns_min: 10_000_000_000,
            every_ns_max: 60_000_000_000,
            ..ShrinkParameters::default()
        };
        Self { title, data, log, parameters, shrink, cpus: Vec::new(), overlap: false }
    }

    /// The I/O pattern of a SQLIOSim configuration on the usable CPUs.
    pub fn simulated(simulation: &Simulation, cpus: &[u32]) -> Self {
        let Simulation { config, random, audit, read_ahead, bulk, shrink, .. } = simulation;
        let durability =
            if config.write_through { Durability::WriteThrough } else { Durability::Fsync };
        // SQLIOSim writes shares in hundredths of a percent.
        let share = |hundredths: i64| hundredths as f64 / 10_000.0;
        let run_parameters = |user: &RunUser| PageRunParameters {
            users: simulation.users(user.users, cpus.len()),
            least: small(user.least),
            most: small(user.most),
            cycles: small(user.cycles),
            delay_ns: times(user.delay_ms, 1_000_000),
        };
        let usual = ActorParameters::default();
        let pool_pages = u64::try_from(config.max_memory_mb).unwrap_or(0).saturating_mul(MB_PAGES);
        let mut parameters = ActorParameters {
            cache_hit_share: share(config.cache_hit_ratio),
            pool_pages: if pool_pages > 0 { pool_pages } else { usual.pool_pages },
            target_io_ns: times(config.target_io_duration_ms, 1_000_000),
            bursts: config.allow_io_bursts,
            scatter: config.scatter_gather,
            random: RandomUserParameters {
                users: simulation.users(random.users, cpus.len()),
                jump_share: share(random.jump),
                chain_min: small(random.chain_min),
                chain_max: small(random.chain_max),
                update_share: share(random.update),
                log_bytes_min: small(random.log_bytes_min),
                log_bytes_max: small(random.log_bytes_max),
                rollback_share: share(random.rollback),
                rest_ns: times(random.sleep_ms, 1_000_000),
            },
            audit: run_parameters(audit),
            read_ahead: run_parameters(read_ahead),
            bulk: run_parameters(bulk),
            log: LogWriterParameters { flushes: !config.write_through, ..usual.log },
            ..usual
        };
        let slots = BUFFERS_BYTES / ((parameters.run_pages_max() + 1) * PAGE_BYTES);
        let requested =
            if config.max_outstanding_io > 0 { config.max_outstanding_io } else { OUTSTANDING };
        parameters.outstanding_max = small(requested).clamp(1, slots.clamp(2, OUTSTANDING_MAX));
        let shrink = ShrinkParameters {
            every_ns_min: times(shrink.every_s_min, 1_000_000_000),
            every_ns_max: times(shrink.every_s_max, 1_000_000_000),
            extents_min: small(shrink.extents_min),
            extents_max: small(shrink.extents_max),
            ..ShrinkParameters::default()
        };
        let within = |cpu: &&u32| **cpu < 63 && config.affinity >> **cpu & 1 == 1;
        Self {
            title: "SQLIOSim",
            data: file_io(PAGE_BYTES, config.no_buffering, durability),
            log: file_io(512, config.no_buffering, durability),
            parameters,
            shrink,
            cpus: cpus.iter().filter(within).copied().collect(),
            overlap: false,
        }
    }

    pub fn make_durable(&mut self, mode: Durable) {
        let (direct, durability) = match mode {
            Durable::Dsync => (true, Durability::WriteThrough),
            Durable::Fua => (true, Durability::Fua),
            Durable::Fdatasync => (true, Durability::Fdatasync),
            Durable::Fsync => (true, Durability::Fsync),
            Durable::BufferedFsync => (false, Durability::Fsync),
        };
        for part in [&mut self.data, &mut self.log] {
            *part = file_io(part.page_bytes, direct, durability);
        }
        self.parameters.log.flushes = !mode.each_durable();
    }

    /// How a part changes its size; `None` if the size is fixed.
    pub fn resizing(&self, part: &Part, page_bytes: u32) -> Option<ShrinkParameters> {
        let in_pages = |bytes: u64| bytes / u64::from(page_bytes);
        let pages = in_pages(part.bytes);
        match part.sizes {
            RegionSize::Fixed => None,
            RegionSize::Usual => Some(ShrinkParameters {
                increment_pages: (pages / 4 / u64::from(EXTENTS_MAX)).clamp(1, 128),
                pages_min: pages / 2,
                pages_max: pages,
                ..self.shrink
            }),
            RegionSize::Growing { bytes_max, increment_bytes, shrinks } => Some(ShrinkParameters {
                increment_pages: in_pages(increment_bytes).max(1),
                pages_min: pages,
                pages_max: in_pages(bytes_max),
                only_grows: !shrinks,
                ..self.shrink
            }),
        }
    }
}

fn file_io(page_bytes: u32, direct: bool, durability: Durability) -> FileIo {
    let dsync = durability == Durability::WriteThrough;
    FileIo {
        page_bytes,
        mode: OpenMode { write: true, direct, dsync, ..OpenMode::default() },
        durability,
    }
}

/// Converts a number, which the table of configuration keys limits.
fn small(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

fn times(number: i64, unit_ns: u64) -> u64 {
    u64::try_from(number).unwrap_or(0).saturating_mul(unit_ns)
}

impl FileIo {
    /// Adapts to a file: uses the page cache if direct I/O does not work, and a page size that the device can write.
    pub fn fitted(mut self, direct_works: bool, align_bytes: u32) -> Self {
        self.mode.direct &= direct_works;
        if self.mode.direct {
            self.page_bytes = self.page_bytes.max(align_bytes.next_power_of_two());
        }
        self
    }

    pub fn write_method(&self) -> WriteMethod {
        WriteMethod {
            page: Bytes(u64::from(self.page_bytes)),
            direct: self.mode.direct,
            durability: self.durability,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_is_carried_out_in_its_own_units() {
        let mut simulation = compat::sqliosim::usual();
        let io_pattern = IoPattern::simulated(&simulation, &[0, 1, 2, 3]);
        let own = &io_pattern.parameters;
        assert_eq!((own.random.users, own.audit.users, own.bulk.users), (8, 2, 8));
        assert_eq!((own.outstanding_max, own.pool_pages), (64, 16_384));
        assert_eq!((own.target_io_ns, own.read_ahead.delay_ns), (100_000_000, 200_000_000));
        assert!((own.cache_hit_share - 0.1).abs() < 1e-9);
        assert!(io_pattern.data.mode.direct && io_pattern.data.mode.dsync && !own.log.flushes);
        (simulation.config.affinity, simulation.config.cpu_count) = (0b1010, 1);
        (simulation.bulk.least, simulation.bulk.most) = (600, 1000);
        (simulation.config.write_through, simulation.config.max_outstanding_io) = (false, 100_000);
        let io_pattern = IoPattern::simulated(&simulation, &[0, 1, 2, 3]);
        assert_eq!(io_pattern.cpus, [1, 3]);
        assert_eq!(io_pattern.parameters.random.users, 2);
        // 1001 pages of 8 KiB for each: 32 of them fit 256 MiB.
        assert_eq!(io_pattern.parameters.outstanding_max, 32);
        assert!(!io_pattern.data.mode.dsync && io_pattern.parameters.log.flushes);
    }
}
