//! The fio side: runs it with fair options, reads its JSON.
//!
//! Fair means: no random map, no dropped page cache, one thread, every I/O timed as by default. Never disables features
//! that users get by default.

use super::ground::BenchFolder;
use serde_json::Value;
use std::process::Command;

/// IOPS of one turn.
pub(super) fn run(ground: &BenchFolder, options: &[&str], seconds: u64) -> Result<f64, String> {
    let mut fio = Command::new("fio");
    fio.args(["--name=peer", "--rw=randread", "--bs=4k", "--direct=0", "--invalidate=0"])
        .args(["--norandommap", "--randrepeat=0", "--thread", "--time_based", "--ramp_time=300ms"])
        .arg(format!("--filename={}", ground.file.display()))
        .arg(format!("--size={}", ground.bytes))
        .arg(format!("--cpus_allowed={}", ground.cpu))
        .arg(format!("--runtime={seconds}"))
        .args(options);
    document(&mut fio)?["jobs"][0]["read"]["iops"]
        .as_f64()
        .filter(|iops| *iops > 0.0)
        .ok_or_else(|| "fio's JSON holds no read iops".to_owned())
}

/// What a run of fio tells.
pub(crate) fn document(fio: &mut Command) -> Result<Value, String> {
    let output = fio
        .arg("--output-format=json")
        .output()
        .map_err(|e| format!("failed to start fio (apt-get install fio): {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("fio failed: {said}"));
    }
    parsed(&text).map_err(|e| format!("fio gave no JSON: {e}: {text}{said}"))
}

/// Notes may precede the document.
fn parsed(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(&text[text.find('{').unwrap_or(0)..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fio_json_is_read_past_its_notes() {
        let text = "note: x\n{\"jobs\":[]}";
        assert_eq!(parsed(text).expect("JSON"), serde_json::json!({ "jobs": [] }));
        assert!(parsed("nothing").is_err());
    }
}
