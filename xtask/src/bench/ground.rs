//! The common environment of both sides: one page-cached file of random data and one CPU.
//!
//! Takes a size; gives a folder that is removed again. Never uses zeros: they could be cheaper to read.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use testkit::TempDir;

pub(super) struct BenchFolder {
    pub(super) folder: TempDir,
    pub(super) file: PathBuf,
    pub(super) bytes: u64,
    /// The CPU the one worker is pinned to: the last that this process may use.
    pub(super) cpu: usize,
}

impl BenchFolder {
    /// Writes the file and reads it once, so that the page cache holds it.
    pub(super) fn lay(bytes: u64) -> Result<Self, String> {
        let folder = TempDir::new("bench");
        let ground =
            Self { file: folder.join("data"), cpu: last_cpu().unwrap_or(0), folder, bytes };
        ground.write().map_err(|e| format!("failed to lay the bench's file: {e}"))?;
        Ok(ground)
    }

    fn write(&self) -> std::io::Result<()> {
        let mut random = std::fs::File::open("/dev/urandom")?;
        let mut file = std::fs::File::create(&self.file)?;
        let mut chunk = vec![0; 1 << 20];
        for _ in 0..self.bytes >> 20 {
            random.read_exact(&mut chunk)?;
            file.write_all(&chunk)?;
        }
        // Pages under writeback would disturb the first turn.
        file.sync_all()?;
        let mut file = std::fs::File::open(&self.file)?;
        while file.read(&mut chunk)? > 0 {}
        Ok(())
    }
}

/// The last of `Cpus_allowed_list`, such as 3 of `0-1,3`.
fn last_cpu() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    list.trim().rsplit([',', '-']).next()?.parse().ok()
}

/// Processor time in seconds of all children that have ended (proc(5), `cutime` and `cstime`, in hundredths).
pub(super) fn children_cpu_s() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name is in brackets and may contain anything; the state is the first field after it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// The first word group after `name:` in a file of the kernel, such as the CPU's model.
pub(super) fn kernel_says(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(Path::new(file)).ok()?;
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim().to_owned())
}
