//! Independent clients of fio: PyPI's `auto-fio` finds a block size, and `cdmpy` makes CrystalDiskMark's table, with the binary
//! as their fio.
//!
//! Needs Python with `venv` and the package index; skips without them. `PLIMSOLL_FIO_CLIENTS` may name a folder that already
//! contains `auto-fio` and `cdm`.

use crate::drive::TestPlace;
use crate::fio_plot::{path_with_fio, programs, said};
use std::process::Command;

/// The versions that this test was written for.
const PACKAGES: [&str; 2] = ["auto-fio==0.1.0", "cdmpy==0.3.2"];

#[test]
fn auto_fio_and_cdmpy_read_what_is_printed() {
    if !testkit::other_programs() {
        return;
    }
    let place = TestPlace::new("fio-clients");
    let bin = match programs(&place, "PLIMSOLL_FIO_CLIENTS", &PACKAGES) {
        Ok(bin) => bin,
        Err(why) => return testkit::skip(&why),
    };
    let path = path_with_fio(&place);
    let folder = place.folder("tested");
    let call = |program: &str, words: &[&str]| {
        let out = Command::new(bin.join(program))
            .args(words)
            .env("PATH", &path)
            .env("HOME", place.dir.path())
            .env("PLIMSOLL_STORE", place.dir.join("results.db"))
            .output()
            .expect("the program is there");
        assert!(out.status.success(), "{program}: {}", said(&out));
        (String::from_utf8_lossy(&out.stdout).into_owned(), said(&out))
    };
    let words = ["--backend", "fio", "--file-size", "16777216", "--json", &folder];
    let (document, all) = call("auto-fio", &words);
    let document: serde_json::Value = serde_json::from_str(&document).expect(&all);
    let samples = document["samples"].as_array().expect("it has samples");
    assert!(samples.len() > 3, "{all}");
    for sample in samples {
        assert!(sample["throughput_mbps"].as_f64().is_some_and(|rate| rate > 0.0), "{all}");
    }
    // Its two jobs of one clone each run under --max-jobs=1, which limits nothing in fio.
    let (table, all) = call("cdm", &["-s", "16m", "-n", "1", "-a", "rnd,4,1", &folder]);
    let row = |name: &str| {
        let line = table.lines().find(|line| line.starts_with(&format!("|{name}")));
        let cells = line.unwrap_or_else(|| panic!("no {name}: {all}")).split('|').skip(2).take(2);
        cells.map(|cell| cell.trim().parse::<f64>().expect(&all)).collect::<Vec<_>>()
    };
    for name in ["RND4K Q4 T1", ". IOPS", ". latency us"] {
        assert!(row(name).iter().all(|number| *number > 0.0), "{name}: {all}");
    }
}
