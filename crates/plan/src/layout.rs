//! The commands that build disk layouts for a test and remove them again: takes layouts and disks, gives the
//! [`ConstructionPlan`], or every [`PlanProblem`] at once. The capacity of a layout, and how many disks it may lose. Runs nothing.
//!
//! All layouts exist at the same time, each on a separate slice of every disk, so that their intervals can alternate and drift
//! affects all alike. The slices follow each other from the start of the disks. Small slices keep the outer tracks of a rotating
//! disk from favouring the first. The commands are those of sfdisk(8), partx(8), wipefs(8), mdadm(8), mkfs.btrfs(8), lvm(8).

use crate::{PlanFault, PlanProblem};
use base::Bytes;
use std::path::{Path, PathBuf};
pub use step::{BuildAction, BuildCondition, BuildStep, SystemCommand};
use workload::{DiskLayout, LayoutBuilder, RaidLevel};

mod btrfs;
mod lvm;
mod md;
mod step;

/// A disk that may be overwritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildDisk {
    /// Its device without symbolic links, such as `/dev/sdb`.
    pub path: PathBuf,
    pub size_bytes: u64,
}

/// The disks and the folder for layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildSite {
    /// The disks; each carries a slice of every layout.
    pub disks: Vec<BuildDisk>,
    /// Bytes of each disk for each layout, a multiple of 1 MiB.
    pub slice_bytes: u64,
    /// An existing folder of Plimsoll, below which file systems are mounted.
    pub folder: PathBuf,
}

impl BuildSite {
    /// The common part of the names of its arrays and volumes. It depends only on the layouts and the disks, so that a
    /// resumed study finds them by the same names.
    pub fn tag(&self, layouts: &[DiskLayout]) -> String {
        let disks = self.disks.iter().map(|disk| text(&disk.path));
        let names = layouts.iter().map(ToString::to_string);
        let all: Vec<String> = disks.chain(names).chain([self.slice_bytes.to_string()]).collect();
        format!("{:08x}", hash(&all.join("\n")) as u32)
    }
}

/// The identity of the partition table on a disk. It distinguishes a disk with the slices of a test from one that was
/// reused since.
pub fn table_id(tag: &str, disk: &Path) -> String {
    let half = |end: &str| hash(&format!("plimsoll {tag} {} {end}", disk.display()));
    let (high, low) = (half("high"), half("low"));
    // RFC 9562, 5.8: version 8, a UUID with custom content.
    let (high, low) = ((high & !0xf000) | 0x8000, (low & !(0b11 << 62)) | (0b10 << 62));
    format!(
        "{:08X}-{:04X}-{:04X}-{:04X}-{:012X}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo).
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltLayout {
    pub layout: DiskLayout,
    /// Devices for I/O that are loaded together, or the folder for files.
    pub place: LayoutTarget,
    /// The capacity of the layout on the whole disks, before the builder's metadata.
    pub usable_bytes: u64,
    /// How many disks may fail before data are lost, whichever they are.
    pub may_fail: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutTarget {
    /// Block devices: one for an array, the slices of all disks without one.
    Devices(Vec<PathBuf>),
    /// A folder on a separate file system.
    Folder(PathBuf),
}

/// Everything about the layouts of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstructionPlan {
    pub layouts: Vec<BuiltLayout>,
    /// The steps to build, in order; the first failure ends the build.
    pub build: Vec<BuildStep>,
    /// The steps to remove the layouts, in order. All are run, whatever was built; each checks whether it is needed.
    pub take_down: Vec<BuildStep>,
    /// What does not prevent the build.
    pub notes: Vec<ConstructionNote>,
}

/// Something about planned layouts that the user should know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstructionNote {
    /// The disks have different sizes.
    DisksDiffer,
    /// The last layout begins this share into the disks, where rotating disks are slower.
    LateSlice { share: f64 },
    /// LVM builds raid6 only with its first synchronisation.
    Raid6Synchronised,
}

/// Space before the first slice and after the last one, for the partition table.
const MARGIN_BYTES: u64 = Bytes::MIB;
/// The smallest slice: btrfs needs at least 109 MiB of a device, LVM and md less.
const SLICE_BYTES_MIN: u64 = 256 * Bytes::MIB;
/// The share of a disk above which its faster outer tracks make the slices differ.
const SPREAD_MAX: f64 = 0.05;

/// Plans the construction of all layouts.
pub fn construct(
    layouts: &[DiskLayout],
    site: &BuildSite,
) -> Result<ConstructionPlan, Vec<PlanProblem>> {
    let problems = problems(layouts, site);
    if problems.is_empty() { Ok(planned(layouts, site, &site.tag(layouts))) } else { Err(problems) }
}

/// The steps that remove the layouts of a tag; some of the disks may be gone.
pub fn take_down(layouts: &[DiskLayout], site: &BuildSite, tag: &str) -> Vec<BuildStep> {
    planned(layouts, site, tag).take_down
}

fn planned(layouts: &[DiskLayout], site: &BuildSite, tag: &str) -> ConstructionPlan {
    let mut plan = ConstructionPlan {
        layouts: Vec::new(),
        build: Vec::new(),
        take_down: Vec::new(),
        notes: notes(layouts, site),
    };
    for disk in &site.disks {
        partition(disk, layouts.len(), site.slice_bytes, tag, &mut plan.build);
    }
    let sizes: Vec<u64> = site.disks.iter().map(|disk| disk.size_bytes).collect();
    for (number, &layout) in layouts.iter().enumerate() {
        let slices: Vec<PathBuf> =
            site.disks.iter().map(|disk| slice(&disk.path, number + 1)).collect();
        let name = format!("plimsoll-{tag}-{}", number + 1);
        let work = work(layout, &slices, &name, &site.folder);
        plan.build.extend(work.build);
        // The layout built last is removed first, and the slices after the layouts on them.
        let wipe = slices.iter().map(|slice| {
            let words = ["--all", "--quiet"].map(str::to_owned).into_iter().chain([text(slice)]);
            BuildStep::run("wipefs", words.collect()).when(BuildCondition::Exists(slice.clone()))
        });
        plan.take_down.splice(0..0, work.take_down.into_iter().chain(wipe));
        plan.layouts.push(BuiltLayout {
            layout,
            place: work.place,
            usable_bytes: usable_bytes(layout, &sizes),
            may_fail: may_fail(layout, sizes.len() as u32),
        });
    }
    for disk in &site.disks {
        unpartition(disk, &mut plan.take_down);
    }
    plan
}

struct LayoutConstruction {
    place: LayoutTarget,
    build: Vec<BuildStep>,
    take_down: Vec<BuildStep>,
}

fn work(layout: DiskLayout, slices: &[PathBuf], name: &str, folder: &Path) -> LayoutConstruction {
    let DiskLayout::Built { builder, level, chunk } = layout else {
        let place = LayoutTarget::Devices(slices.to_vec());
        return LayoutConstruction { place, build: Vec::new(), take_down: Vec::new() };
    };
    match builder {
        LayoutBuilder::Md => md::work(level, chunk, slices, name),
        LayoutBuilder::Btrfs => btrfs::work(level, slices, name, &folder.join(name)),
        LayoutBuilder::Lvm => lvm::work(level, chunk, slices, &name.replace('-', "_")),
    }
}

/// Makes the slices of a disk and registers them with the kernel, which may not read the table itself, such as for loop devices.
fn partition(
    disk: &BuildDisk,
    count: usize,
    slice_bytes: u64,
    tag: &str,
    build: &mut Vec<BuildStep>,
) {
    let mib = slice_bytes / Bytes::MIB;
    let mut table = format!("label: gpt\nlabel-id: {}\n", table_id(tag, &disk.path));
    for number in 0..count as u64 {
        table += &format!("start={}MiB, size={mib}MiB\n", MARGIN_BYTES / Bytes::MIB + number * mib);
    }
    let words = ["--quiet", "--wipe", "always", "--wipe-partitions", "always"].map(str::to_owned);
    let words = words.into_iter().chain([text(&disk.path)]).collect();
    build.push(BuildStep::fed("sfdisk", words, table));
    build.push(BuildStep::run("partx", vec!["--update".to_owned(), text(&disk.path)]));
    build.extend((1..=count).map(|number| BuildStep::appears(slice(&disk.path, number))));
}

fn unpartition(disk: &BuildDisk, take_down: &mut Vec<BuildStep>) {
    let first = BuildCondition::Exists(slice(&disk.path, 1));
    let words = vec!["--delete".to_owned(), text(&disk.path)];
    take_down.push(BuildStep::run("partx", words).when(first));
    let words = ["--all", "--quiet"].map(str::to_owned).into_iter().chain([text(&disk.path)]);
    take_down.push(BuildStep::run("wipefs", words.collect()));
}

/// A partition as the kernel names it: `sdb1`, `nvme0n1p1`.
pub fn slice(disk: &Path, number: usize) -> PathBuf {
    let disk = text(disk);
    let between = if disk.ends_with(|c: char| c.is_ascii_digit()) { "p" } else { "" };
    PathBuf::from(format!("{disk}{between}{number}"))
}

/// The fewest disks: with fewer, the level equals another level.
pub fn disks_min(layout: DiskLayout) -> usize {
    let DiskLayout::Built { builder, level, .. } = layout else { return 1 };
    match level {
        RaidLevel::Single => 1,
        RaidLevel::Raid0 | RaidLevel::Raid1 => 2,
        RaidLevel::Raid5 => 3,
        RaidLevel::Raid10 => 4,
        // lvmraid(7): at least five for raid6.
        RaidLevel::Raid6 if builder == LayoutBuilder::Lvm => 5,
        RaidLevel::Raid6 => 4,
    }
}

fn problems(layouts: &[DiskLayout], site: &BuildSite) -> Vec<PlanProblem> {
    let mut problems = Vec::new();
    let mut wrong = |place: String, fault| problems.push(PlanProblem { place, fault });
    let count = site.disks.len();
    let disks = count as u64;
    for layout in layouts {
        let least = disks_min(*layout);
        if count < least {
            wrong(layout.to_string(), PlanFault::TooFewDisks { least: least as u64, disks });
        } else if let DiskLayout::Built {
            builder: LayoutBuilder::Lvm,
            level: RaidLevel::Raid10,
            ..
        } = layout
            && !count.is_multiple_of(2)
        {
            wrong(layout.to_string(), PlanFault::OddDisks { disks });
        }
    }
    if site.slice_bytes < SLICE_BYTES_MIN || !site.slice_bytes.is_multiple_of(Bytes::MIB) {
        let (slice, least) = (Bytes(site.slice_bytes), Bytes(SLICE_BYTES_MIN));
        wrong("slice".to_owned(), PlanFault::SliceOutOfRange { slice, least });
    }
    let wanted = site.slice_bytes.saturating_mul(layouts.len() as u64) + 2 * MARGIN_BYTES;
    for disk in site.disks.iter().filter(|disk| disk.size_bytes < wanted) {
        let fault = PlanFault::DiskTooSmall {
            disk: Bytes(disk.size_bytes),
            layouts: layouts.len() as u64,
            slice: Bytes(site.slice_bytes),
            wanted: Bytes(wanted),
        };
        wrong(text(&disk.path), fault);
    }
    problems
}

fn notes(layouts: &[DiskLayout], site: &BuildSite) -> Vec<ConstructionNote> {
    let mut notes = Vec::new();
    let sizes = || site.disks.iter().map(|disk| disk.size_bytes);
    let (least, most) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0));
    if least < most {
        notes.push(ConstructionNote::DisksDiffer);
    }
    let spread = site.slice_bytes as f64 * layouts.len().saturating_sub(1) as f64 / least as f64;
    if spread > SPREAD_MAX {
        notes.push(ConstructionNote::LateSlice { share: spread });
    }
    if layouts.iter().any(|l| {
        matches!(l, DiskLayout::Built { builder: LayoutBuilder::Lvm, level: RaidLevel::Raid6, .. })
    }) {
        notes.push(ConstructionNote::Raid6Synchronised);
    }
    notes
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn words(plain: &[&str]) -> Vec<String> {
    plain.iter().map(|&word| word.to_owned()).collect()
}

/// Bytes that can be stored on disks of these sizes, before the builder's metadata.
///
/// md and LVM use of each disk as much as the smallest has, except if disks are striped or concatenated (md(4),
/// lvmraid(7)). Their raid1 has a copy on every disk; that of btrfs always has two copies, wherever there is room
/// (mkfs.btrfs(8)).
pub fn usable_bytes(layout: DiskLayout, sizes: &[u64]) -> u64 {
    let (count, sum) = (sizes.len() as u64, sizes.iter().sum::<u64>());
    let least = sizes.iter().copied().min().unwrap_or(0);
    let DiskLayout::Built { builder, level, .. } = layout else { return sum };
    match level {
        RaidLevel::Single => sum,
        RaidLevel::Raid0 => count * least,
        RaidLevel::Raid1 if builder == LayoutBuilder::Btrfs => {
            let most = sizes.iter().copied().max().unwrap_or(0);
            (sum / 2).min(sum - most)
        }
        RaidLevel::Raid1 => least,
        RaidLevel::Raid10 => count * least / 2,
        RaidLevel::Raid5 => count.saturating_sub(1) * least,
        RaidLevel::Raid6 => count.saturating_sub(2) * least,
    }
}

/// The least share of btrfs's capacity on fresh slices that is usable by files. By statfs(2) it is 0.74 (raid6 on
/// slices of 1 GiB) to 0.99 on 4 slices of 256 MiB to 1 GiB. The rest is metadata, with a chunk of up to 1 GiB on each
/// member (mkfs.btrfs(8)).
const BTREE_SHARE: f64 = 2.0 / 3.0;

/// The bytes that a file can have for certain on a layout of fresh slices of this size.
pub fn offered_bytes(layout: DiskLayout, slice_bytes: u64, disks: usize) -> u64 {
    let usable = usable_bytes(layout, &vec![slice_bytes; disks]);
    match layout {
        DiskLayout::Built { builder: LayoutBuilder::Btrfs, .. } => {
            (usable as f64 * BTREE_SHARE) as u64
        }
        _ => usable,
    }
}

/// How many disks may fail before data are lost, whichever they are.
pub fn may_fail(layout: DiskLayout, disks: u32) -> u32 {
    let DiskLayout::Built { builder, level, .. } = layout else { return 0 };
    match level {
        RaidLevel::Single | RaidLevel::Raid0 => 0,
        RaidLevel::Raid1 if builder != LayoutBuilder::Btrfs => disks.saturating_sub(1),
        RaidLevel::Raid1 | RaidLevel::Raid10 | RaidLevel::Raid5 => 1,
        RaidLevel::Raid6 => 2,
    }
}
