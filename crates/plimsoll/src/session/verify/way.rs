//! How a database writes: takes its name and what the file can do, gives pages, openings and actors.

use crate::flags::Style;
use engine::proof::Durability;
use integrity::actors::{Parameters, Shrink};
use sys::file::Mode;

/// How one file is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writing {
    pub(crate) page_bytes: u32,
    pub(crate) mode: Mode,
    pub(crate) durability: Durability,
}

/// How a database writes its data and its log.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// For people.
    pub(crate) title: &'static str,
    pub(crate) data: Writing,
    pub(crate) log: Writing,
    pub(crate) parameters: Parameters,
}

/// Extents of a file that grows and shrinks, at once.
const EXTENTS_MAX: u32 = 20;

impl Way {
    /// The database's way. Sources: docs/integrity.md.
    pub(crate) fn of(style: Style, cpus: usize) -> Self {
        let mode = |direct, dsync| Mode { write: true, create: false, direct, dsync };
        let writing = |page_bytes, direct, durability| Writing {
            page_bytes,
            mode: mode(direct, durability == Durability::WriteThrough),
            durability,
        };
        let (title, data, log) = match style {
            Style::Sqlserver => (
                "SQL Server",
                writing(8192, true, Durability::WriteThrough),
                writing(512, true, Durability::WriteThrough),
            ),
            Style::Postgres => (
                "PostgreSQL",
                writing(8192, false, Durability::Fsync),
                writing(8192, false, Durability::Fdatasync),
            ),
            Style::Mysql => (
                "MySQL with InnoDB",
                writing(16384, true, Durability::Fsync),
                writing(512, false, Durability::Fsync),
            ),
        };
        let mut parameters = Parameters::default();
        let users = (2 * cpus).clamp(1, 8) as u32;
        (parameters.random.users, parameters.bulk.users) = (users, users);
        parameters.log.flushes = !log.mode.dsync;
        Self { title, data, log, parameters }
    }

    /// What the data's file can do for shrinking and growing between half its size and all of it.
    pub(crate) fn resizing(&mut self, bytes: u64) {
        let pages = bytes / u64::from(self.data.page_bytes);
        let increment_pages = (pages / 4 / u64::from(EXTENTS_MAX)).clamp(1, 128);
        self.parameters.shrink = Some(Shrink {
            increment_pages,
            extents_max: EXTENTS_MAX,
            pages_min: pages / 2,
            pages_max: pages,
            // SQLIOSim waits 2 to 10 minutes; here it is to come in short runs too.
            every_ns_min: 10_000_000_000,
            every_ns_max: 60_000_000_000,
            ..Shrink::default()
        });
    }
}

impl Writing {
    /// The same through the page cache, where direct I/O cannot be had; and with pages that the device can write.
    pub(crate) fn fitted(mut self, direct_works: bool, align_bytes: u32) -> Self {
        self.mode.direct &= direct_works;
        if self.mode.direct {
            self.page_bytes = self.page_bytes.max(align_bytes.next_power_of_two());
        }
        self
    }

    /// For people: `8 KiB pages, direct, O_DSYNC`.
    pub(crate) fn describe(&self) -> String {
        let cache = if self.mode.direct { "direct" } else { "through the page cache" };
        let durability = match self.durability {
            Durability::WriteThrough => "O_DSYNC",
            Durability::Fua => "RWF_DSYNC",
            Durability::Fdatasync => "fdatasync",
            Durability::Fsync => "fsync",
        };
        format!("{} pages, {cache}, {durability}", base::Bytes(u64::from(self.page_bytes)))
    }
}
