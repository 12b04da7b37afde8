//! The disk lab: takes the disks and limits that a test needs, gives loop devices throttled by the kernel and, on
//! request, btrfs arrays on them; needs root, changes nothing it did not make, and removes everything again.
//!
//! Limits come from control groups: `io.max` if version 2 has the `io` controller, `blkio.throttle.*` of version 1
//! otherwise. They apply only to processes in the lab's group, so a command is run through [`Lab::command`]. The
//! backing files are in the given folder; direct I/O on the loop devices is limited like that on a disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

/// How long others may hold a device after its detachment.
const DETACH_TIMEOUT: Duration = Duration::from_secs(30);
/// The interval between two checks of that.
const LOOK: Duration = Duration::from_millis(20);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabConfig {
    pub disks: u32,
    pub size_bytes: u64,
    /// Reads and writes per second of each; 0: no limit.
    pub iops: (u64, u64),
    /// Bytes per second of each in either direction; 0: no limit.
    pub bytes_per_s: u64,
    /// The number of the fail-slow disk, from 1, which gets lower limits.
    pub slow: Option<u32>,
    /// The reduction of its limits in percent, 1 to 99.
    pub slow_by_percent: u32,
    /// Bytes per second of all disks together in either direction, as a controller has it; 0: no limit. The disks are
    /// then prefilled with data, because reads of holes never reach the device below.
    pub cap_bytes_per_s: u64,
    pub parts: bool,
    /// A btrfs profile (`single`, `raid0`, `raid1`, `raid10`) to create over all disks and mount.
    pub btrfs: Option<String>,
}

impl Default for LabConfig {
    /// One disk of 1 GiB without limits.
    fn default() -> Self {
        Self {
            disks: 1,
            size_bytes: 1 << 30,
            iops: (0, 0),
            bytes_per_s: 0,
            slow: None,
            slow_by_percent: 50,
            cap_bytes_per_s: 0,
            parts: false,
            btrfs: None,
        }
    }
}

#[derive(Debug)]
pub enum LabError {
    /// The machine lacks a requirement; tests skip then.
    Lacking(String),
    /// A step failed; everything made before it was removed.
    Failed(String),
}

impl std::fmt::Display for LabError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lacking(what) => write!(f, "no disk lab here: {what}"),
            Self::Failed(what) => write!(f, "failed to build the disk lab: {what}"),
        }
    }
}

impl std::error::Error for LabError {}

pub type LabResult<T> = Result<T, LabError>;

/// A lab that is set up. It stays until [`Lab::down`]; see [`LabGuard`] for removal on drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lab {
    pub folder: PathBuf,
    /// The loop devices, first disk first.
    pub devices: Vec<PathBuf>,
    pub mount: Option<PathBuf>,
    /// The control group's folder; none without limits.
    pub group: Option<PathBuf>,
}

/// A lab that is removed on drop, also by a panic.
#[derive(Debug)]
pub struct LabGuard(pub Lab);

impl LabGuard {
    /// Builds a lab as [`Lab::up`] does. Gives `None` and prints a skip if the machine lacks what it needs; panics if a step fails.
    pub fn up_or_skip(folder: &Path, config: &LabConfig) -> Option<Self> {
        match Lab::up(folder, config) {
            Ok(lab) => Some(Self(lab)),
            Err(LabError::Lacking(why)) => {
                crate::skip(&why);
                None
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for LabGuard {
    fn drop(&mut self) {
        if let Err(error) = self.0.down() {
            eprintln!("the disk lab in {} stays: {error}", self.0.folder.display());
        }
    }
}

/// Whether this process is root, which a lab needs.
pub fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|m| m.uid() == 0)
}

impl Lab {
    /// Builds a lab in a folder, which is created. An earlier lab there is removed first.
    /// [`LabError::Lacking`] without root, loop devices or a controller.
    pub fn up(folder: &Path, config: &LabConfig) -> LabResult<Self> {
        if !is_root() {
            return Err(LabError::Lacking("it needs root".to_owned()));
        }
        if !Path::new("/dev/loop-control").exists() {
            return Err(LabError::Lacking("the kernel has no loop devices".to_owned()));
        }
        if !(1..=64).contains(&config.disks) || config.size_bytes < 1 << 20 {
            return Err(LabError::Failed("give 1 to 64 disks of at least 1 MiB".to_owned()));
        }
        fs::create_dir_all(folder).map_err(|e| failed("make the folder", folder, &e))?;
        let folder = fs::canonicalize(folder).map_err(|e| failed("find the folder", folder, &e))?;
        if let Some(old) = Self::load(&folder) {
            old.down()?;
        }
        let mut lab = Self { folder, devices: Vec::new(), mount: None, group: None };
        match lab.build(config) {
            Ok(()) => Ok(lab),
            Err(error) => {
                if let Err(left) = lab.down() {
                    return Err(LabError::Failed(format!("{error}; and then {left}")));
                }
                Err(error)
            }
        }
    }

    /// Sets other limits on every disk while programs in the lab continue; 0: unchanged.
    pub fn change_limits(&self, iops: (u64, u64), bytes_per_s: u64) -> LabResult<()> {
        let known = controller().zip(self.group.as_ref());
        let ((_, version), group) =
            known.ok_or_else(|| LabError::Failed("the lab has no limits".to_owned()))?;
        for device in &self.devices {
            throttle(group, version, &device_number(device)?, iops, bytes_per_s)?;
        }
        Ok(())
    }

    /// The lab in a folder, from its record.
    pub fn load(folder: &Path) -> Option<Self> {
        let folder = fs::canonicalize(folder).ok()?;
        let text = fs::read_to_string(folder.join("lab.txt")).ok()?;
        let mut lab = Self { folder, devices: Vec::new(), mount: None, group: None };
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("device", path)) => lab.devices.push(PathBuf::from(path)),
                Some(("mount", path)) => lab.mount = Some(PathBuf::from(path)),
                Some(("group", path)) => lab.group = Some(PathBuf::from(path)),
                _ => {}
            }
        }
        Some(lab)
    }

    /// A command that runs inside the limits: it enters the group before it starts.
    pub fn command(&self, program: &str) -> Command {
        let Some(group) = &self.group else { return Command::new(program) };
        let mut command = Command::new("sh");
        // The shell moves itself into the group and then becomes the program, so that no I/O escapes the limit. It gets
        // priority over other programs: a throttle does not return a slice that was missed on a busy CPU.
        command
            .args(["-c", "echo $$ > \"$0\" && exec nice -n -10 \"$@\""])
            .arg(group.join("cgroup.procs"))
            .arg(program);
        command
    }

    /// Removes everything; parts that are already gone are no error.
    /// Fails while something is in use; call again then.
    pub fn down(&self) -> LabResult<()> {
        if let Some(mount) = &self.mount {
            if mounted(mount) {
                run("umount", &[&text(mount)])?;
            }
            let _ = fs::remove_dir(mount);
        }
        for (i, device) in self.devices.iter().enumerate() {
            let image = self.image(i as u32 + 1);
            detach(device, &image)?;
        }
        if let Some(group) = &self.group
            && group.exists()
        {
            fs::remove_dir(group).map_err(|e| failed("remove the group", group, &e))?;
        }
        for number in 1..=64 {
            let _ = fs::remove_file(self.image(number));
        }
        let _ = fs::remove_file(self.folder.join("lab.txt"));
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }

    fn image(&self, number: u32) -> PathBuf {
        self.folder.join(format!("disk{number}.img"))
    }

    fn build(&mut self, config: &LabConfig) -> LabResult<()> {
        for number in 1..=config.disks {
            let image = self.image(number);
            File::create(&image)
                .and_then(|f| {
                    if config.cap_bytes_per_s > 0 {
                        fill_disk(f, config)
                    } else {
                        f.set_len(config.size_bytes)
                    }
                })
                .map_err(|e| failed("make", &image, &e))?;
            let device = attach(&image, config.parts)?;
            self.devices.push(device);
            self.save()?;
        }
        if let Some(profile) = &config.btrfs {
            self.btrfs(profile)?;
        }
        if config.iops != (0, 0) || config.bytes_per_s != 0 || config.cap_bytes_per_s != 0 {
            self.limit(config)?;
        }
        self.save()
    }

    fn btrfs(&mut self, profile: &str) -> LabResult<()> {
        let devices: Vec<String> = self.devices.iter().map(|d| text(d)).collect();
        let mut words = vec!["-q", "-f", "-d", profile, "-m", profile];
        words.extend(devices.iter().map(String::as_str));
        run("mkfs.btrfs", &words)?;
        let mount = self.folder.join("mnt");
        fs::create_dir_all(&mount).map_err(|e| failed("make", &mount, &e))?;
        self.mount = Some(mount.clone());
        self.save()?;
        // All members are named, because without udev the kernel does not know them.
        let members: Vec<String> = devices.iter().map(|d| format!("device={d}")).collect();
        let (options, first) = (members.join(","), devices.first().cloned().unwrap_or_default());
        run("mount", &["-t", "btrfs", "-o", &options, &first, &text(&mount)]).map(|_| ())
    }

    fn limit(&mut self, config: &LabConfig) -> LabResult<()> {
        let (base, version) = controller().ok_or_else(|| {
            LabError::Lacking(
                "no control group can limit I/O (io.max or blkio.throttle)".to_owned(),
            )
        })?;
        let id = fs::metadata(&self.folder).map_err(|e| failed("look at", &self.folder, &e))?;
        let group = base.join(format!("plimsoll-lab-{}", id.ino()));
        fs::create_dir_all(&group).map_err(|e| failed("make the group", &group, &e))?;
        self.group = Some(group.clone());
        self.save()?;
        for (i, device) in self.devices.iter().enumerate() {
            let number = device_number(device)?;
            let slow = config.slow == Some(i as u32 + 1);
            let percent = if slow { 100 - u64::from(config.slow_by_percent.min(99)) } else { 100 };
            let part = |v: u64| if v == 0 { 0 } else { (v * percent / 100).max(1) };
            let iops = (part(config.iops.0), part(config.iops.1));
            throttle(&group, version, &number, iops, part(config.bytes_per_s))?;
        }
        if config.cap_bytes_per_s > 0 {
            // A loop device's I/O on its file counts for the group of the requester, so the device below can limit all
            // disks together.
            let number = below(&self.folder)?;
            throttle(&group, version, &number, (0, 0), config.cap_bytes_per_s)?;
        }
        Ok(())
    }

    fn save(&self) -> LabResult<()> {
        let mut record = String::new();
        for device in &self.devices {
            record.push_str(&format!("device {}\n", device.display()));
        }
        for (name, path) in [("mount", &self.mount), ("group", &self.group)] {
            if let Some(path) = path {
                record.push_str(&format!("{name} {}\n", path.display()));
            }
        }
        let path = self.folder.join("lab.txt");
        fs::write(&path, record).map_err(|e| failed("write", &path, &e))
    }
}

/// A loop device on an image: direct if the file system of the image supports it, through the page cache otherwise.
pub(crate) fn attach(image: &Path, parts: bool) -> LabResult<PathBuf> {
    let image = text(image);
    let mut words = vec!["--find", "--show"];
    words.extend(parts.then_some("--partscan"));
    let direct = run("losetup", &[&words[..], &["--direct-io=on", &image]].concat());
    let shown = direct.or_else(|_| run("losetup", &[&words[..], &[&image]].concat()))?;
    Ok(PathBuf::from(shown.trim()))
}

/// Detaches a loop device. Its number may be reused by now, so only a device on this image is detached.
pub(crate) fn detach(device: &Path, image: &Path) -> LabResult<()> {
    if backing(device).is_some_and(|file| file == image) {
        run("losetup", &["-d", &text(device)])?;
        wait_until_detached(device, image)?;
    }
    Ok(())
}

/// Limits one device for a group; 0: no limit.
fn throttle(
    group: &Path,
    version: u32,
    number: &str,
    iops: (u64, u64),
    bytes_per_s: u64,
) -> LabResult<()> {
    let limits = [
        ("riops", "read_iops", iops.0),
        ("wiops", "write_iops", iops.1),
        ("rbps", "read_bps", bytes_per_s),
        ("wbps", "write_bps", bytes_per_s),
    ];
    for (new, old, value) in limits.into_iter().filter(|(_, _, v)| *v > 0) {
        let (file, line) = match version {
            2 => ("io.max".to_owned(), format!("{number} {new}={value}")),
            _ => (format!("blkio.throttle.{old}_device"), format!("{number} {value}")),
        };
        write(&group.join(file), &line)?;
    }
    Ok(())
}

/// Fills a disk with bytes that are not zeros.
fn fill_disk(mut file: File, config: &LabConfig) -> io::Result<()> {
    let block: Vec<u8> = (0..1u32 << 20).map(|place| (place % 251) as u8 + 1).collect();
    let mut left = config.size_bytes;
    while left > 0 {
        let part = left.min(block.len() as u64);
        file.write_all(&block[..part as usize])?;
        left -= part;
    }
    file.sync_all()
}

/// The number of the disk that holds the files of a folder.
fn below(folder: &Path) -> LabResult<String> {
    let dev = fs::metadata(folder).map_err(|e| failed("look at", folder, &e))?.dev();
    // makedev(3) of the C library for numbers below 4,096 and 256.
    let number = format!("{}:{}", (dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00));
    let name = fs::canonicalize(Path::new("/sys/dev/block").join(&number)).map_err(|_| {
        LabError::Lacking(format!("{} lies on no disk of its own to be capped", folder.display()))
    })?;
    // Limits work on whole disks only.
    let disk = if name.join("partition").exists() { name.join("..") } else { name };
    let path = disk.join("dev");
    let number = fs::read_to_string(&path).map_err(|e| failed("read", &path, &e))?;
    Ok(number.trim().to_owned())
}

/// The folder for new groups, and the version of its control groups.
fn controller() -> Option<(PathBuf, u32)> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let rows: Vec<Vec<&str>> = mounts.lines().map(|l| l.split(' ').collect()).collect();
    let of_kind = |kind: &'static str| {
        rows.iter().filter(move |r| r.get(2) == Some(&kind)).filter(|r| r.len() > 3)
    };
    for row in of_kind("cgroup2") {
        let root = PathBuf::from(row[1]);
        let has = |file: &str| {
            fs::read_to_string(root.join(file))
                .is_ok_and(|t| t.split_whitespace().any(|w| w == "io"))
        };
        if has("cgroup.controllers") {
            if !has("cgroup.subtree_control") {
                let _ = write(&root.join("cgroup.subtree_control"), "+io");
            }
            if has("cgroup.subtree_control") {
                return Some((root, 2));
            }
        }
    }
    let old = of_kind("cgroup").find(|r| r[3].split(',').any(|o| o == "blkio"))?;
    let root = PathBuf::from(old[1]);
    root.join("blkio.throttle.read_iops_device").exists().then_some((root, 1))
}

fn device_number(device: &Path) -> LabResult<String> {
    let name = device.file_name().unwrap_or_default();
    let path = Path::new("/sys/class/block").join(name).join("dev");
    let number = fs::read_to_string(&path).map_err(|e| failed("read", &path, &e))?;
    Ok(number.trim().to_owned())
}

fn backing(device: &Path) -> Option<PathBuf> {
    let name = device.file_name()?;
    let path = Path::new("/sys/class/block").join(name).join("loop/backing_file");
    Some(PathBuf::from(fs::read_to_string(path).ok()?.trim()))
}

/// Waits until a detached device is gone: the kernel releases it at its last close. A file system that was just
/// unmounted or another process may still have it open.
fn wait_until_detached(device: &Path, image: &Path) -> LabResult<()> {
    for _ in 0..DETACH_TIMEOUT.as_millis() / LOOK.as_millis() {
        if backing(device).is_none_or(|file| file != image) {
            return Ok(());
        }
        thread::sleep(LOOK);
    }
    Err(LabError::Failed(format!("{} is still in use", device.display())))
}

fn mounted(point: &Path) -> bool {
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let wanted = text(point);
    mounts.lines().any(|l| l.split(' ').nth(1) == Some(&wanted))
}

fn write(path: &Path, line: &str) -> LabResult<()> {
    let mut file =
        OpenOptions::new().write(true).open(path).map_err(|e| failed("open", path, &e))?;
    file.write_all(line.as_bytes()).map_err(|e| failed(&format!("write \"{line}\" to"), path, &e))
}

fn run(program: &str, words: &[&str]) -> LabResult<String> {
    let done = match Command::new(program).args(words).output() {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(LabError::Lacking(format!("the program {program} is not installed")));
        }
        other => other.map_err(|e| LabError::Failed(format!("{program}: {e}")))?,
    };
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let error = String::from_utf8_lossy(&done.stderr);
    Err(LabError::Failed(format!("{program} {}: {}", words.join(" "), error.trim())))
}

pub(crate) fn failed(what: &str, path: &Path, error: &io::Error) -> LabError {
    LabError::Failed(format!("cannot {what} {}: {error}", path.display()))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
