//! Real results of every tool, if available: each is read, and warnings are raised only where figures are wrong.

use import::File;
use record::Record;
use std::path::{Path, PathBuf};
use summary::WarningKind;

/// The samples beside the workspace; `None` if this machine does not have them.
fn samples() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/samples");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("SKIPPED: the samples of other tools are not on this machine");
    None
}

fn load(folder: &Path, names: &[&str]) -> Result<Vec<Record>, Vec<import::ImportProblem>> {
    let file = |name: &&str| File {
        name: (*name).to_owned(),
        bytes: std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}")),
        modified_unix_s: Some(1),
    };
    import::read(&names.iter().map(file).collect::<Vec<_>>(), "1.0.0").whole()
}

/// Each sample alone, with its number of tests and the kinds of its warnings.
fn expect(folder: &Path, name: &str, tests: usize, warnings: &[WarningKind]) {
    let records = load(folder, &[name]).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let found: Vec<_> = records.iter().flat_map(|r| &r.warnings).collect();
    let kinds: Vec<_> = found.iter().map(|d| d.kind).collect();
    assert_eq!(kinds, warnings, "{name}: {found:#?}");
    assert_eq!(records.iter().map(|r| r.trials.len()).sum::<usize>(), tests, "{name}");
}

#[test]
fn logs_of_sqlio() {
    let Some(folder) = samples() else { return };
    // The only log whose throughput is known not to be its rate times its size.
    expect(&folder, "sqlio/gladchenko_2009_LP_raw_stripe_BN.txt", 1, &[WarningKind::RateTimesSize]);
    // A mean of 0 ms, truncated twice, may be anything below 2 ms, which fits its 16 outstanding I/Os.
    expect(&folder, "sqlio/programming4us_2012_expand.txt", 1, &[]);
    let logs = std::fs::read_dir(folder.join("sqlio/dataElisabeth")).expect("the folder is there");
    let mut all = Vec::new();
    for log in logs.map(|entry| entry.expect("it can be listed").path()) {
        let name = log.strip_prefix(&folder).expect("it is below").to_string_lossy().into_owned();
        let records = load(&folder, &[&name]).expect("it is a log");
        // Means that were truncated twice agree with the depth.
        assert!(records.iter().all(|record| record.warnings.is_empty()), "{name}: {records:?}");
        all.extend(std::fs::read(log).expect("it can be read"));
    }
    let glued = File { name: "all.txt".to_owned(), bytes: all, modified_unix_s: None };
    assert_eq!(import::read(&[glued], "1").whole().expect("logs may be glued")[0].trials.len(), 12);
}

#[test]
fn results_of_diskspd() {
    let Some(folder) = samples() else { return };
    for (name, warnings) in [
        ("vc-DiskSpdExample-ReadWrite.txt", &[][..]),
        ("vc-DiskSpdExample-WriteOnly.txt", &[]),
        // With 160 requested threads, it reports 800.
        ("vc-DiskSpdExample-WriteOnly-v2.2.0.txt", &[WarningKind::LittlesLaw]),
        ("vc-DiskSpdExample-WriteOnly-v2.2.0-SingleGroup.txt", &[]),
        ("linux-build-default-4k-rand-qd32-pagecache.txt", &[]),
        ("linux-build-O2-L-4k-rand-qd32-pagecache.txt", &[]),
        ("linux-build-2targets-F2-verbose.txt", &[]),
        ("linux-build-2threads-w30-L-D.txt", &[]),
        // Invented by their authors: 16 operations of 64 KiB are not 6 MiB.
        ("ut-2.2-xml-results.xml", &[WarningKind::RateTimesSize]),
        ("ut-2.3-xml-results.xml", &[WarningKind::RateTimesSize]),
    ] {
        expect(&folder, &format!("diskspd/{name}"), 1, warnings);
    }
}

#[test]
fn documents_of_fio() {
    let Some(folder) = samples() else { return };
    for name in ["fio/sample.json", "fio/sample.jsonplus.json", "fio/sample.normal.txt"] {
        expect(&folder, name, 2, &[]);
    }
}

#[test]
fn tables_of_iometer() {
    let Some(folder) = samples() else { return };
    expect(&folder, "iometer/Quarch_AN-016_testfile.csv", 4, &[]);
    let log = load(&folder, &["iometer/Quarch_AN-016_insttestfile.csv"]);
    assert_eq!(log.expect_err("a log of updates is no result")[0].line, 14);
}

#[test]
fn files_of_orion() {
    let Some(folder) = samples() else { return };
    expect(&folder, "orion/summary_11.1_vdb_simple.txt", 2, &[]);
    expect(&folder, "orion/summary_11.1_vdc_simple.txt", 3, &[]);
    expect(&folder, "orion/screen_12.2_marcelo-ochoa_oltp_write50.txt", 2, &[]);
    let run = "orion/hftian_mytest_20190329_1057";
    let names = ["iops", "lat", "mbps"].map(|kind| format!("{run}_{kind}.csv"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let records = load(&folder, &names).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!((records.len(), records[0].trials.len()), (1, 7), "{:?}", records[0].trials);
    assert_eq!(records[0].warnings, [], "depth, rate and latency of the tables belong together");
    assert_eq!(records[0].subject.name(), Some("orion hftian_mytest"));
}
