//! Fake machines: takes a text of paths and contents, gives a folder that looks like `/proc`, `/sys` and `/dev`.
//!
//! A line `[folder]` opens a folder, `name = content` makes a file in it (`\n` breaks a line), `name ->` an empty
//! folder. Every folder with a `dev` file is linked from `class/block` and `dev/block`, as the kernel does.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use sys::inventory::SystemRoots;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A fake machine that is removed on drop.
pub(crate) struct FakeMachine {
    root: PathBuf,
}

impl FakeMachine {
    pub(crate) fn new(text: &str) -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("plimsoll-facts-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("sys/class/block")).expect("folder");
        fs::create_dir_all(root.join("sys/dev/block")).expect("folder");
        let mut folder = root.clone();
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
            if let Some(name) = line.strip_prefix('[') {
                folder = root.join(name.trim_end_matches(']'));
                fs::create_dir_all(&folder).expect("folder");
            } else if let Some(name) = line.strip_suffix(" ->") {
                fs::create_dir_all(folder.join(name)).expect("folder");
            } else {
                let (name, content) = line.split_once(" = ").expect("name = content");
                put(&folder.join(name), content);
                if name == "dev" {
                    let kernel_name = folder.file_name().expect("a name");
                    symlink(&folder, root.join("sys/class/block").join(kernel_name)).expect("link");
                    symlink(&folder, root.join("sys/dev/block").join(content)).expect("link");
                    put(&root.join("dev").join(kernel_name), "");
                }
            }
        }
        Self { root }
    }

    pub(crate) fn roots(&self) -> SystemRoots {
        SystemRoots::under(&self.root)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.root
    }
}

impl Drop for FakeMachine {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn put(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().expect("a parent")).expect("folder");
    fs::write(path, format!("{}\n", content.replace("\\n", "\n"))).expect("file");
}

const PCI: &str = "sys/devices/pci0000:00/0000:00:1f.2";

/// A SATA disk with one partition at the sector `start`.
pub(crate) fn sata(name: &str, number: u32, start: u64) -> String {
    let host = number / 16;
    format!(
        "[{PCI}]\nnuma_node = 0\n[{PCI}/ata{host}/host{host}/block/{name}]\ndev = 8:{number}\nsize = 7814037168\nro = 0\nremovable = 0\n\
         alignment_offset = 0\nqueue/rotational = 1\nqueue/scheduler = none [mq-deadline] kyber\nqueue/nr_requests = 64\n\
         queue/write_cache = write back\nqueue/fua = 0\nqueue/discard_max_bytes = 0\nqueue/logical_block_size = 512\n\
         queue/physical_block_size = 4096\nqueue/optimal_io_size = 0\nqueue/zoned = none\nqueue/read_ahead_kb = 128\n\
         queue/wbt_lat_usec = 75000\ndevice/model = ST4000NM0035-1V4\ndevice/vendor = ATA\ndevice/queue_depth = 32\n\
         [{PCI}/ata{host}/host{host}/block/{name}/{name}1]\ndev = 8:{}\nsize = 7814035120\nro = 0\npartition = 1\nstart = {start}\n\
         alignment_offset = 0\n",
        number + 1
    )
}

/// Adds a holder and its member's link, as the kernel makes both.
pub(crate) fn built_on(member_folder: &str, holder: &str) -> String {
    format!("[{member_folder}]\nholders/{holder} ->\n")
}

/// The folder of a partition made by [`sata`].
pub(crate) fn sata_partition(name: &str, number: u32) -> String {
    let host = number / 16;
    format!("{PCI}/ata{host}/host{host}/block/{name}/{name}1")
}

/// An md RAID 10 of four partitions with ext4 on it, resyncing, one member missing.
pub(crate) fn md() -> String {
    let mut text = String::new();
    let mut slaves = String::new();
    for (i, name) in ["sda", "sdb", "sdc", "sdd"].iter().enumerate() {
        let number = i as u32 * 16;
        text.push_str(&sata(name, number, if i == 3 { 63 } else { 2048 }));
        text.push_str(&built_on(&sata_partition(name, number), "md0"));
        slaves.push_str(&format!("slaves/{name}1 ->\n"));
    }
    text.push_str(&format!(
        "[sys/devices/virtual/block/md0]\ndev = 9:0\nsize = 15627788288\nro = 0\nmd/level = raid10\nmd/raid_disks = 4\n\
         md/degraded = 1\nmd/sync_action = resync\nmd/sync_completed = 1234 / 5678\nmd/chunk_size = 524288\n\
         md/array_state = active\nqueue/scheduler = none\nqueue/rotational = 1\n{slaves}\
         [proc]\nself/mountinfo = 20 1 9:0 / / rw,noatime shared:1 - ext4 /dev/md0 rw,stripe=256\n"
    ));
    text
}

/// An NVMe disk with xfs on a partition.
pub(crate) fn nvme() -> String {
    "[sys/devices/pci0000:3a/0000:3b:00.0]\nnuma_node = 1\n\
     [sys/devices/pci0000:3a/0000:3b:00.0/nvme/nvme0/nvme0n1]\ndev = 259:0\nsize = 3750748848\nro = 0\n\
     queue/rotational = 0\nqueue/scheduler = [none] mq-deadline\nqueue/write_cache = write through\nqueue/fua = 1\n\
     queue/discard_max_bytes = 2199023255040\nqueue/logical_block_size = 512\nqueue/physical_block_size = 512\n\
     device/model = SAMSUNG MZQL21T9\nqueue/nr_requests = 1023\n\
     [sys/devices/pci0000:3a/0000:3b:00.0/nvme/nvme0/nvme0n1/nvme0n1p1]\ndev = 259:1\nsize = 3750746112\n\
     partition = 1\nstart = 2048\nalignment_offset = 0\n\
     [proc]\nself/mountinfo = 20 1 259:1 / / rw - xfs /dev/nvme0n1p1 rw\n"
        .to_owned()
}

/// A virtual disk with an I/O and a CPU limit of control groups version 2.
pub(crate) fn virtio() -> String {
    "[sys/devices/pci0000:00/0000:00:02.0/virtio1/block/vda]\ndev = 254:0\nsize = 536870912\nro = 0\n\
     queue/rotational = 1\nqueue/scheduler = [none] mq-deadline\nqueue/write_cache = write back\nqueue/fua = 0\n\
     [proc]\nself/mountinfo = 20 1 254:0 / / rw - ext4 /dev/root rw\\n21 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n\
     self/cgroup = 0::/app/db\ncpuinfo = processor : 0\\nmodel name : Xeon\\nflags : fpu hypervisor\n\
     [sys/fs/cgroup/app]\nio.max = 254:0 rbps=max wbps=104857600 riops=3000 wiops=max\ncpu.max = 150000 100000\n\
     [sys/fs/cgroup/app/db]\nio.max = 8:0 rbps=1 wbps=max riops=max wiops=max\ncpu.max = max 100000\nmemory.max = 1073741824\n"
        .to_owned()
}

/// A logical volume over two disks, with ext4 on it.
pub(crate) fn lvm() -> String {
    let disks = sata("sda", 0, 2048) + &sata("sdb", 16, 2048);
    disks
        + &built_on(&sata_partition("sda", 0), "dm-0")
        + &built_on(&sata_partition("sdb", 16), "dm-0")
        + "[sys/devices/virtual/block/dm-0]\ndev = 252:0\nsize = 4096000\nro = 0\ndm/name = vg-data\ndm/uuid = LVM-abc\n\
           dm/suspended = 0\nslaves/sda1 ->\nslaves/sdb1 ->\n\
           [proc]\nself/mountinfo = 20 1 252:0 / /data rw - ext4 /dev/mapper/vg-data rw\n"
}

/// A btrfs over two disks in balance; the table of mounts names only the first.
pub(crate) fn btrfs() -> String {
    sata("sda", 0, 2048)
        + &sata("sdb", 16, 2048)
        + "[sys/fs/btrfs/1234-abcd]\nlabel = pool\nexclusive_operation = balance\ndevices/sda1 ->\ndevices/sdb1 ->\n\
           devinfo/1/missing = 0\ndevinfo/2/missing = 0\nallocation/data/raid1 ->\nallocation/data/flags = 17\n\
           [proc]\nself/mountinfo = 20 1 0:44 /@ /srv rw - btrfs /dev/sda1 rw,subvol=/@\n"
}

/// A loop device on a file on ext4.
pub(crate) fn looped() -> String {
    sata("sda", 0, 2048)
        + "[sys/devices/virtual/block/loop0]\ndev = 7:0\nsize = 2097152\nro = 0\nloop/backing_file = /images/a.img\n\
           loop/dio = 0\nqueue/scheduler = [none]\n\
           [proc]\nself/mountinfo = 20 1 8:1 / / rw - ext4 /dev/sda1 rw\\n21 20 7:0 / /mnt rw - ext4 /dev/loop0 rw\n"
}
