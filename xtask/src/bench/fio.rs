//! The fio side: ensures that fio is installed, runs it with fair options, reads its JSON.
//!
//! Fair means: no random map, no dropped page cache, one thread, every I/O timed as by default. Never disables features
//! that users get by default.

use super::ground::BenchFolder;
use std::process::Command;

/// Installs Debian's fio if it is missing and the user may do so.
pub(super) fn ensure() -> Result<(), String> {
    let there = || Command::new("fio").arg("--version").output().is_ok_and(|o| o.status.success());
    if there() {
        return Ok(());
    }
    for words in [&["update", "-q"][..], &["install", "-y", "-q", "fio"]] {
        // The final check decides: an update may fail although the package is in the cache.
        drop(Command::new("apt-get").args(words).output());
    }
    if there() {
        Ok(())
    } else {
        Err("fio is missing: install it (apt-get install fio)".to_owned())
    }
}

/// IOPS of one turn.
pub(super) fn run(ground: &BenchFolder, options: &[&str], seconds: u64) -> Result<f64, String> {
    let output = Command::new("fio")
        .args(["--name=peer", "--rw=randread", "--bs=4k", "--direct=0", "--invalidate=0"])
        .args(["--norandommap", "--randrepeat=0", "--thread", "--time_based", "--ramp_time=300ms"])
        .arg(format!("--filename={}", ground.file.display()))
        .arg(format!("--size={}", ground.bytes))
        .arg(format!("--cpus_allowed={}", ground.cpu))
        .arg(format!("--runtime={seconds}"))
        .arg("--output-format=json")
        .args(options)
        .output()
        .map_err(|e| format!("failed to start fio: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("fio failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    iops(&text)
}

/// Reads `jobs[0].read.iops`; notes may precede the document.
fn iops(text: &str) -> Result<f64, String> {
    let start = text.find('{').ok_or("fio printed no JSON")?;
    let document: serde_json::Value =
        serde_json::from_str(&text[start..]).map_err(|e| format!("fio's JSON: {e}"))?;
    document["jobs"][0]["read"]["iops"]
        .as_f64()
        .filter(|iops| *iops > 0.0)
        .ok_or_else(|| "fio's JSON holds no read iops".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fio_json_is_read_past_its_notes() {
        let text = "note: x\n{\"jobs\":[{\"read\":{\"iops\":12.5}}]}";
        assert_eq!(iops(text), Ok(12.5));
        assert!(iops("{\"jobs\":[]}").is_err());
        assert!(iops("nothing").is_err());
    }
}
