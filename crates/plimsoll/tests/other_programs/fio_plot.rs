//! An independent client of fio: PyPI's `bench-fio` runs the binary as its fio, and `fio-plot` draws the results.
//!
//! Needs Python with `venv` and the package index; skips without them. `PLIMSOLL_FIO_PLOT` may name a folder that
//! already contains `bench-fio` and `fio-plot`.

use crate::drive::TestPlace;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The version that this test was written for.
const PACKAGE: &str = "fio-plot==1.1.21";

/// The search path with a link named `fio` to the binary in front.
pub(crate) fn path_with_fio(place: &TestPlace) -> String {
    let links = place.folder("links");
    let link = PathBuf::from(&links).join("fio");
    symlink(env!("CARGO_BIN_EXE_plimsoll"), link).expect("the folder is ours");
    format!("{links}:{}", std::env::var("PATH").unwrap_or_default())
}

/// The folder with the packages' programs, or that of the variable if it is set; or why they are not available.
pub(crate) fn programs(
    place: &TestPlace,
    variable: &str,
    packages: &[&str],
) -> Result<PathBuf, String> {
    if let Some(folder) = std::env::var_os(variable) {
        return Ok(PathBuf::from(folder));
    }
    let python = testkit::tool("python3").ok_or("there is no python3")?;
    let folder = place.dir.join("venv");
    let run = |program: &Path, words: &[&str]| -> Result<(), String> {
        let out = Command::new(program).args(words).env("HOME", place.dir.path()).output();
        let out = out.map_err(|e| format!("{}: {e}", program.display()))?;
        let said = String::from_utf8_lossy(&out.stderr).lines().last().unwrap_or("").to_owned();
        if out.status.success() { Ok(()) } else { Err(said) }
    };
    run(&python, &["-m", "venv", &folder.display().to_string()])
        .map_err(|e| format!("python3 has no venv: {e}"))?;
    let pip = folder.join("bin/pip");
    let words = ["install", "-q", "--disable-pip-version-check", "--retries", "1"];
    run(&pip, &[&words[..], packages].concat())
        .map_err(|e| format!("{} cannot be had: {e}", packages.join(" and ")))?;
    Ok(folder.join("bin"))
}

/// A file that an external program leaves behind; removed on drop.
struct RemovedFile(PathBuf);

impl Drop for RemovedFile {
    fn drop(&mut self) {
        // The file is missing if the program did not get that far.
        drop(std::fs::remove_file(&self.0));
    }
}

pub(crate) fn said(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

#[test]
fn bench_fio_drives_and_fio_plot_draws() {
    if !testkit::other_programs() {
        return;
    }
    let place = TestPlace::new("fio-plot");
    let bin = match programs(&place, "PLIMSOLL_FIO_PLOT", &[PACKAGE]) {
        Ok(bin) => bin,
        Err(why) => return testkit::skip(&why),
    };
    let path = path_with_fio(&place);
    // It keeps its job file in /tmp under the target's name, so the name is unique to avoid files of other users.
    let name = format!("target-{}.dat", std::process::id());
    let _job = RemovedFile(PathBuf::from(format!("/tmp/{name}-tmpjobfile.fio")));
    let call = |program: &str, words: &[&str]| {
        let out = Command::new(bin.join(program))
            .args(words)
            .current_dir(place.dir.path())
            .env("PATH", &path)
            .env("HOME", place.dir.path())
            .env("MPLBACKEND", "Agg")
            .env("PLIMSOLL_STORE", place.dir.join("results.db"))
            .env("PLIMSOLL_OVERWRITE", place.dir.path().join(&name))
            .output()
            .expect("the program is there");
        assert!(out.status.success(), "{program}: {}", said(&out));
        said(&out)
    };
    let target = place.write(&name, vec![7_u8; 8 << 20]);
    let words = "-t file -s 8m -o out -m randread randwrite --iodepth 1 2 --numjobs 1 2 --runtime 1 \
        --time-based --direct 0 -e libaio --loginterval 250 --destructive --quiet";
    let words: Vec<&str> = ["-d", &target].into_iter().chain(words.split_whitespace()).collect();
    let told = call("bench-fio", &words);
    assert!(!told.contains("An error occurred"), "{told}");
    let results = place.dir.join(format!("out/{name}/4k"));
    let documents = std::fs::read_dir(&results).expect("bench-fio made it").filter(|entry| {
        entry.as_ref().is_ok_and(|e| e.path().extension().is_some_and(|x| x == "json"))
    });
    assert_eq!(documents.count(), 8);
    let input = results.display().to_string();
    for (name, how) in [
        ("3d", "-L -t iops -r randread"),
        ("bars", "-l -d 1 2 -n 1 -r randwrite"),
        ("histogram", "-H -d 1 -n 2 -r randread"),
        ("log", "-g -t iops lat bw -d 1 2 -n 1 -r randread"),
    ] {
        let picture = format!("{name}.png");
        let mut words = vec!["-i", &input, "-T", "drawn", "-o", &picture];
        words.extend(how.split_whitespace());
        let told = call("fio-plot", &words);
        let bytes = std::fs::metadata(place.dir.join(&picture)).map_or(0, |file| file.len());
        assert!(bytes > 10_000, "{name}: {told}");
    }
}
