//! One line of a grid: gives its point, or why it is none ([`Line::row`]).

use base::Bytes;
use base::shown::csv_text_read;
use record::{Purpose, StudyKind};
use serde::Deserialize;
use std::collections::BTreeSet;
use study::RecordedRow;
use study::recorded::at_level;
use workload::grid::{order_of, sync_of};
use workload::{PointLoad, SyncMode};

/// The largest throughput that is accepted: 10 TiB/s.
const MIBPS_MAX: f64 = 1e7;
/// The largest block that the engine supports, in KiB.
const BLOCK_KIB_MAX: f64 = 65_536.0;
const DISKS_MAX: u32 = 4096;

/// One line. The last columns come from an export and from the table of `plimsoll sqlio --sweep`.
#[derive(Deserialize)]
pub(super) struct Line {
    #[serde(default)]
    layout: String,
    /// How many disks were loaded together, or their names.
    disks: Option<String>,
    op: Option<String>,
    read_percent: Option<f64>,
    block_kib: f64,
    /// The outstanding operations of each thread; a sweep without `-o` has one.
    depth: Option<u32>,
    threads: u32,
    value: Option<f64>,
    order: Option<String>,
    /// The order of a sweep, or the number of its stripes.
    access: Option<String>,
    random: Option<u8>,
    study: Option<String>,
    purpose: Option<String>,
    fill_percent: Option<u8>,
    descriptor: Option<String>,
}

impl Line {
    /// The point of the line; `None` for a point that belongs to no layout, is a reference point or has no value. Adds
    /// the names of studies whose points belong to no layouts to `other_studies`.
    pub(super) fn row(
        self,
        other_studies: &mut BTreeSet<String>,
    ) -> Result<Option<RecordedRow>, String> {
        let is_of_layouts =
            |name: &str| name.parse().is_ok_and(|study| StudyKind::OF_LAYOUTS.contains(&study));
        if let Some(study) = self.study.filter(|name| !is_of_layouts(name)) {
            other_studies.insert(study);
            return Ok(None);
        }
        // Exports and sweeps have lines for points that failed.
        let may_lack_value = self.purpose.is_some() || self.access.is_some();
        if self.purpose.is_some_and(|purpose| purpose.parse() == Ok(Purpose::Reference)) {
            return Ok(None);
        }
        let mibps = match self.value {
            None if may_lack_value => return Ok(None),
            None => return Err("the value is missing".to_owned()),
            Some(value) if value > 0.0 && value <= MIBPS_MAX => value,
            Some(value) => {
                return Err(format!("a throughput of {value} MiB/s: leave out what gave nothing"));
            }
        };
        let kib = self.block_kib;
        if (kib * 2.0).fract() != 0.0 || !(0.5..=BLOCK_KIB_MAX).contains(&kib) {
            return Err(format!(
                "the block size of {kib} KiB is no multiple of 512 bytes up to 64 MiB"
            ));
        }
        let depth = match self.depth {
            None if self.access.is_none() => return Err("the depth is missing".to_owned()),
            depth => depth.unwrap_or(1),
        };
        if depth == 0 || self.threads == 0 {
            return Err("depth and threads begin at 1".to_owned());
        }
        if self.layout.is_empty() && self.disks.is_none() {
            return Err("the layout is missing".to_owned());
        }
        let order = match self.access.as_deref() {
            // With a thread for each stripe, the blocks are taken in their order; else a thread jumps from stripe to stripe.
            Some(stripes) if stripes.parse() == Ok(self.threads) => Some(false),
            Some(stripes) if stripes.parse::<u32>().is_ok() => None,
            access => self.order.as_deref().or(access).map(is_random).transpose()?,
        };
        let random = order.or(self.random.map(|flag| flag != 0));
        let layout = csv_text_read(&self.layout);
        Ok(Some(RecordedRow {
            subject: at_level(layout, self.fill_percent.unwrap_or(0)),
            load: PointLoad {
                read_percent: read_percent(self.op.as_deref(), self.read_percent)?,
                block: Bytes((kib * 1024.0) as u64),
                random: random.unwrap_or(false),
                depth,
                threads: self.threads,
                sync: sync_mode(csv_text_read(self.descriptor.as_deref().unwrap_or_default()))?,
            },
            is_order_known: random.is_some(),
            mibps,
            disks: disk_count(self.disks.as_deref(), layout)?,
        }))
    }
}

/// How the writes of a point became durable.
fn sync_mode(descriptor: &str) -> Result<SyncMode, String> {
    sync_of(descriptor).map_err(|word| {
        format!(
            "the descriptor's `+{word}` is no way of making writes durable; use +dsync, +sync, +fua, +fdatasyncN or +fsyncN"
        )
    })
}

/// How many disks were loaded together: their number, or the names that a column or the layout lists.
fn disk_count(column: Option<&str>, layout: &str) -> Result<u32, String> {
    let text = column.filter(|text| !text.is_empty()).unwrap_or(layout);
    match text.parse::<u32>() {
        Ok(count) if column.is_some() => Some(count)
            .filter(|count| (1..=DISKS_MAX).contains(count))
            .ok_or_else(|| format!("the number of disks is {count}; it is 1 to {DISKS_MAX}")),
        _ => Ok(text.split(',').count() as u32),
    }
}

fn is_random(text: &str) -> Result<bool, String> {
    order_of(text).ok_or_else(|| format!("the order is `{text}`, neither random nor sequential"))
}

fn read_percent(op: Option<&str>, read_percent: Option<f64>) -> Result<f64, String> {
    match (op, read_percent) {
        (Some("read"), None) => Ok(100.0),
        (Some("write"), None) => Ok(0.0),
        (None, Some(percent)) if (0.0..=100.0).contains(&percent) => Ok(percent),
        (Some(op), None) => Err(format!("the operation is `{op}`, neither read nor write")),
        _ => Err("give op, or read_percent from 0 to 100".to_owned()),
    }
}
