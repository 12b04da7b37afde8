//! Whether a disk or volume of Windows may be overwritten: takes what the answers say of it and of all volumes, gives every reason
//! against it. Opens nothing.

use std::path::{Path, PathBuf};

use base::refusal::WriteRefusal;

use super::layout::{DriveLayout, Partition, PartitionUse};
use super::volume::DiskExtent;

/// A volume that Windows shows, wherever it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolumeUse {
    /// Its letter (`E:`), its folder, or its name `\\?\Volume{...}`.
    pub name: String,
    /// Where its bytes are; none if its driver does not tell.
    pub extents: Option<Vec<DiskExtent>>,
    /// The file system that Windows found on it.
    pub file_system: Option<String>,
    pub holds_windows: bool,
    pub holds_page_file: bool,
}

/// A disk with bytes of the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskUse {
    pub number: u32,
    pub layout: DriveLayout,
    /// The pieces that begin with a boot sector of BitLocker.
    pub bitlocker: Vec<DiskExtent>,
    pub clustered: bool,
    pub read_only: bool,
}

/// The facts that decide whether a disk or volume may be overwritten. A caller that cannot have one of them refuses the device as
/// [`WriteRefusal::Unreadable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceUse {
    pub extents: Vec<DiskExtent>,
    pub disks: Vec<DiskUse>,
    pub volumes: Vec<VolumeUse>,
    /// Whether Windows refused to lock it: another program has it open.
    pub busy: bool,
    /// The formats whose signatures are on it.
    pub signatures: Vec<&'static str>,
    /// Whether its first MiB is all zeros.
    pub blank: bool,
}

impl DeviceUse {
    pub fn whole_disk(number: u32) -> Vec<DiskExtent> {
        vec![DiskExtent { disk: number, start_bytes: 0, size_bytes: u64::MAX }]
    }

    fn has(&self, bytes: &DiskExtent) -> bool {
        self.extents.iter().any(|own| own.overlaps(bytes))
    }

    fn partitions(&self) -> impl Iterator<Item = &Partition> {
        let of = |disk: &'_ DiskUse, one: &Partition| {
            let (start_bytes, size_bytes) = (one.start_bytes, one.size_bytes);
            self.has(&DiskExtent { disk: disk.number, start_bytes, size_bytes })
        };
        let all = self
            .disks
            .iter()
            .flat_map(|disk| disk.layout.partitions.iter().map(move |one| (disk, one)));
        all.filter(move |(disk, one)| of(disk, one)).map(|(_, one)| one)
    }
}

/// Every reason against writing to a device with these facts, which the user named with `--destroy` or not. Empty: it may be written.
pub fn judge(device: &Path, facts: &DeviceUse, named: bool) -> Vec<WriteRefusal> {
    let device = device.to_owned();
    let mut reasons = Vec::new();
    for volume in &facts.volumes {
        reasons.extend(of_volume(&device, facts, volume));
    }
    let starts = facts.partitions().filter(|one| one.usage == PartitionUse::System);
    reasons.extend(starts.map(|one| WriteRefusal::SystemDisk {
        device: device.clone(),
        volume: one.name.clone().unwrap_or_else(|| one.number.to_string()),
    }));
    for holds in managers(facts) {
        reasons.push(WriteRefusal::Managed { device: device.clone(), holds });
    }
    // A file system in use already explains why it cannot be locked.
    if facts.busy && reasons.is_empty() {
        reasons.push(WriteRefusal::Busy { device: device.clone() });
    }
    if facts.disks.iter().any(|disk| disk.read_only) {
        reasons.push(WriteRefusal::ReadOnlyDisk { device: device.clone() });
    }
    if !named {
        reasons.push(not_named(device, facts));
    }
    reasons
}

/// The reasons of one volume, if it shares bytes with the device.
fn of_volume(device: &Path, facts: &DeviceUse, volume: &VolumeUse) -> Vec<WriteRefusal> {
    let (device, name) = (device.to_owned(), volume.name.clone());
    let Some(extents) = &volume.extents else {
        return vec![WriteRefusal::VolumeHidden { device, volume: name }];
    };
    if !extents.iter().any(|extent| facts.has(extent)) {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    if volume.holds_windows {
        reasons.push(WriteRefusal::SystemDisk { device: device.clone(), volume: name.clone() });
    } else if let Some(holds) = &volume.file_system {
        reasons.push(WriteRefusal::VolumeInUse {
            device: device.clone(),
            volume: name.clone(),
            holds: holds.clone(),
        });
    }
    if volume.holds_page_file {
        reasons.push(WriteRefusal::PageFile { device, volume: name });
    }
    reasons
}

/// What the device belongs to, each once. A dynamic disk, a pool and a cluster own whole disks, so that a volume on one of them belongs
/// to them too.
fn managers(facts: &DeviceUse) -> Vec<&'static str> {
    let uses = |usage: PartitionUse| {
        let mut partitions = facts.disks.iter().flat_map(|disk| &disk.layout.partitions);
        partitions.any(|one| one.usage == usage)
    };
    let clustered = facts.disks.iter().any(|disk| disk.clustered);
    let encrypted =
        facts.disks.iter().flat_map(|disk| &disk.bitlocker).any(|piece| facts.has(piece));
    let belongs = [
        ("storage spaces", uses(PartitionUse::StorageSpaces)),
        ("dynamic disk", uses(PartitionUse::DynamicDisk)),
        ("bitlocker", encrypted),
        ("failover cluster", clustered || uses(PartitionUse::Cluster)),
        ("storage replica", uses(PartitionUse::StorageReplica)),
    ];
    belongs.into_iter().filter(|one| one.1).map(|one| one.0).collect()
}

fn not_named(device: PathBuf, facts: &DeviceUse) -> WriteRefusal {
    if !facts.signatures.is_empty() {
        let holds = facts.signatures.join(", ");
        return WriteRefusal::DeviceWithSignaturesNotNamed { device, holds };
    }
    if facts.blank {
        WriteRefusal::DeviceNotNamed { device }
    } else {
        WriteRefusal::DeviceWithDataNotNamed { device }
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::TableStyle;
    use super::*;

    const GIB: u64 = 1 << 30;
    const DISK: &str = r"\\.\PhysicalDrive2";

    fn device() -> PathBuf {
        PathBuf::from(DISK)
    }

    fn extent(disk: u32, start_gib: u64, gib: u64) -> DiskExtent {
        DiskExtent { disk, start_bytes: start_gib * GIB, size_bytes: gib * GIB }
    }

    fn partition(usage: PartitionUse, start_gib: u64, gib: u64) -> Partition {
        Partition {
            number: 1,
            start_bytes: start_gib * GIB,
            size_bytes: gib * GIB,
            usage,
            name: None,
        }
    }

    /// An empty second disk of 100 GiB, beside the one that Windows runs from.
    fn blank() -> DeviceUse {
        let windows = VolumeUse {
            name: "C:".to_owned(),
            extents: Some(vec![extent(0, 1, 60)]),
            file_system: Some("NTFS".to_owned()),
            holds_windows: true,
            holds_page_file: true,
        };
        let layout = DriveLayout { style: TableStyle::Raw, partitions: Vec::new() };
        let disk = DiskUse {
            number: 2,
            layout,
            bitlocker: Vec::new(),
            clustered: false,
            read_only: false,
        };
        DeviceUse {
            extents: DeviceUse::whole_disk(2),
            disks: vec![disk],
            volumes: vec![windows],
            busy: false,
            signatures: Vec::new(),
            blank: true,
        }
    }

    fn data_volume() -> VolumeUse {
        VolumeUse {
            name: "E:".to_owned(),
            extents: Some(vec![extent(2, 0, 50)]),
            file_system: None,
            holds_windows: false,
            holds_page_file: false,
        }
    }

    /// The reasons against the named disk with one partition.
    fn with_partition(usage: PartitionUse) -> Vec<WriteRefusal> {
        let mut facts = blank();
        facts.disks[0].layout.partitions.push(partition(usage, 0, 1));
        judge(Path::new(DISK), &facts, true)
    }

    fn managed(holds: &'static str) -> Vec<WriteRefusal> {
        vec![WriteRefusal::Managed { device: device(), holds }]
    }

    #[test]
    fn a_named_blank_disk_may_be_written_and_one_that_is_not_named_may_not() {
        assert_eq!(judge(Path::new(DISK), &blank(), true), []);
        let reasons = judge(Path::new(DISK), &blank(), false);
        assert_eq!(reasons, [WriteRefusal::DeviceNotNamed { device: device() }]);
        let data = DeviceUse { blank: false, ..blank() };
        let reasons = judge(Path::new(DISK), &data, false);
        assert_eq!(reasons, [WriteRefusal::DeviceWithDataNotNamed { device: device() }]);
        let signed = DeviceUse { signatures: vec!["gpt", "ntfs"], ..data };
        let holds = "gpt, ntfs".to_owned();
        let refusal = WriteRefusal::DeviceWithSignaturesNotNamed { device: device(), holds };
        assert_eq!(judge(Path::new(DISK), &signed, false), [refusal]);
    }

    #[test]
    fn a_mounted_volume_protects_its_disks_but_not_another_part() {
        let mut facts = blank();
        let ntfs = VolumeUse { file_system: Some("NTFS".to_owned()), ..data_volume() };
        facts.volumes.push(ntfs);
        let refusal = WriteRefusal::VolumeInUse {
            device: device(),
            volume: "E:".to_owned(),
            holds: "NTFS".to_owned(),
        };
        assert_eq!(judge(Path::new(DISK), &facts, true), [refusal]);
        // The free half of the disk, as a volume without a file system.
        facts.extents = vec![extent(2, 50, 50)];
        assert_eq!(judge(Path::new(r"\\.\F:"), &facts, true), []);
        // A volume over two disks is refused on the second too.
        facts.volumes[1].extents = Some(vec![extent(1, 0, 100), extent(2, 60, 10)]);
        assert_eq!(judge(Path::new(r"\\.\F:"), &facts, true).len(), 1);
    }

    #[test]
    fn a_volume_without_a_file_system_may_be_written() {
        let mut facts = blank();
        facts.volumes.push(data_volume());
        facts.extents = vec![extent(2, 0, 50)];
        assert_eq!(judge(Path::new(r"\\.\E:"), &facts, true), []);
    }

    #[test]
    fn the_disk_of_windows_is_never_written() {
        let mut facts = blank();
        facts.extents = DeviceUse::whole_disk(0);
        facts.volumes[0].holds_page_file = false;
        let refusal = WriteRefusal::SystemDisk { device: device(), volume: "C:".to_owned() };
        assert_eq!(judge(Path::new(DISK), &facts, true), [refusal]);
    }

    #[test]
    fn a_partition_that_a_machine_starts_from_is_never_written() {
        let refusal = WriteRefusal::SystemDisk { device: device(), volume: "1".to_owned() };
        assert_eq!(with_partition(PartitionUse::System), [refusal]);
        for harmless in [PartitionUse::Data, PartitionUse::Reserved, PartitionUse::Other] {
            assert_eq!(with_partition(harmless), []);
        }
    }

    #[test]
    fn a_disk_with_a_page_file_is_refused() {
        let mut facts = blank();
        facts.volumes.push(VolumeUse { holds_page_file: true, ..data_volume() });
        let refusal = WriteRefusal::PageFile { device: device(), volume: "E:".to_owned() };
        assert_eq!(judge(Path::new(DISK), &facts, true), [refusal]);
    }

    #[test]
    fn a_member_of_storage_spaces_is_refused() {
        assert_eq!(with_partition(PartitionUse::StorageSpaces), managed("storage spaces"));
    }

    #[test]
    fn a_dynamic_disk_and_each_volume_on_it_are_refused() {
        assert_eq!(with_partition(PartitionUse::DynamicDisk), managed("dynamic disk"));
        let mut facts = blank();
        facts.disks[0].layout.partitions.push(partition(PartitionUse::DynamicDisk, 0, 1));
        facts.extents = vec![extent(2, 50, 50)];
        assert_eq!(judge(Path::new(DISK), &facts, true), managed("dynamic disk"));
    }

    #[test]
    fn a_disk_with_an_encrypted_volume_is_refused() {
        let mut facts = blank();
        facts.disks[0].bitlocker = vec![extent(2, 0, 50)];
        assert_eq!(judge(Path::new(DISK), &facts, true), managed("bitlocker"));
        facts.extents = vec![extent(2, 50, 50)];
        assert_eq!(judge(Path::new(DISK), &facts, true), [], "another part of the disk");
    }

    #[test]
    fn a_disk_of_a_cluster_or_a_replica_is_refused() {
        assert_eq!(with_partition(PartitionUse::Cluster), managed("failover cluster"));
        assert_eq!(with_partition(PartitionUse::StorageReplica), managed("storage replica"));
        let mut facts = blank();
        facts.disks[0].clustered = true;
        assert_eq!(judge(Path::new(DISK), &facts, true), managed("failover cluster"));
    }

    #[test]
    fn a_volume_that_may_be_anywhere_protects_every_disk() {
        let mut facts = blank();
        facts.volumes.push(VolumeUse { extents: None, ..data_volume() });
        let refusal = WriteRefusal::VolumeHidden { device: device(), volume: "E:".to_owned() };
        assert_eq!(judge(Path::new(DISK), &facts, true), [refusal]);
    }

    #[test]
    fn a_disk_in_use_or_read_only_is_refused() {
        let busy = DeviceUse { busy: true, ..blank() };
        let refusal = WriteRefusal::Busy { device: device() };
        assert_eq!(judge(Path::new(DISK), &busy, true), [refusal]);
        let mut facts = blank();
        facts.disks[0].read_only = true;
        let refusal = WriteRefusal::ReadOnlyDisk { device: device() };
        assert_eq!(judge(Path::new(DISK), &facts, true), [refusal]);
    }
}
