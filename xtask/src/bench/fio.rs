//! Fio's side: makes sure it is there, runs it with fair options, reads its JSON.
//!
//! Fair means: no random map to keep, no page cache thrown away, one thread, every I/O timed as it
//! does by default. Never tunes away what a user gets.

use super::ground::BenchFolder;
use std::process::Command;

/// Installs Debian's fio when it is missing and we may.
pub(super) fn ensure() -> Result<(), String> {
    let there = || Command::new("fio").arg("--version").output().is_ok_and(|o| o.status.success());
    if there() {
        return Ok(());
    }
    for words in [&["update", "-q"][..], &["install", "-y", "-q", "fio"]] {
        // The outcome shows in the last look: an update may fail while the package is in the cache.
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

/// Reads `jobs[0].read.iops`; notes may stand before the document.
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
