//! `plimsoll sqliosim`: its configuration tests a folder, scrapers can read its log, and results are stored and shown.

use crate::drive::{TestPlace, names_in, until, wait};
use std::os::unix::fs::FileExt;

const SMALL: &str =
    "[CONFIG]\nTestCycleDuration=1\n[RandomUser]\nUserCount=2\n[BulkUpdateUser]\nUserCount=1\n";

/// The messages of all entries of this kind.
fn entries(log: &str, kind: &str) -> Vec<String> {
    let mark = format!("<ENTRY TYPE='{kind}'");
    let one = |entry: &str| {
        let text = entry.split_once("<EXTENDED_DESCRIPTION>").expect("an entry has a text").1;
        text.split_once("</EXTENDED_DESCRIPTION>").expect("which ends").0.to_owned()
    };
    log.split(&mark).skip(1).map(one).collect()
}

#[test]
fn a_folder_is_proved_the_log_is_written_and_the_files_stay_for_the_next_run() {
    let place = TestPlace::new("sqliosim");
    let folder = place.folder("db");
    place.write("a.ini", SMALL);
    let words = ["sqliosim", "-cfg", "a.ini", "-dir", &folder, "-size", "20", "-log", "log.xml"];
    let words: Vec<&str> = words.into_iter().chain(["-save", "saved.ini", "--seed", "3"]).collect();
    for _ in 0..2 {
        let ended = place.expect(0, &words);
        assert!(ended.stdout.starts_with("+ SOUND"), "{}", ended.stdout);
    }
    let log = place.read("log.xml");
    assert_eq!(entries(&log, "ERROR"), [] as [String; 0], "{log}");
    let told = entries(&log, "INFO");
    assert!(told[0].contains("TestCycleDuration = 1 s, CacheHitRatio = 10.00%"), "{}", told[0]);
    for ending in ["mdx", "ldx"] {
        let head =
            format!("********** Final Summary for file {folder}/sqliosim.{ending} **********");
        let at = told.iter().position(|text| *text == head).expect("each file has its summary");
        assert!(
            told[at + 2].starts_with("Target IO Duration (ms) = 100, Running"),
            "{}",
            told[at + 2]
        );
        assert!(told[at + 3].starts_with("Reads = "), "{}", told[at + 3]);
    }
    assert_eq!(names_in(&folder).len(), 2, "they stay");
    assert!(place.read("saved.ini").contains("TestCycleDuration=1\n"));
    let listed = place.expect(0, &["results"]);
    listed.shows("sqliosim");
    listed.shows("sound");
    let shown = place.record("last");
    assert_eq!(shown["proof"]["answer"], "sound");
    let actors = shown["proof"]["files"][0]["actors"].as_array().expect("a list");
    for name in ["fill", "user", "audit", "read-ahead", "bulk update", "final audit"] {
        let own = actors.iter().find(|actor| actor["name"] == name);
        assert!(own.is_some_and(|own| own["pages"].as_u64() > Some(0)), "{name}: {actors:#?}");
    }
    place.expect(0, &["results", "report", "last", "-o", "page.html"]);
    let page = place.read("page.html");
    for told in ["SOUND", "Operations by actor", "bulk update"] {
        assert!(page.contains(told), "{told}");
    }
    // The same file for `plimsoll verify`, in a separate folder.
    let verified = ["verify", &folder, "--cfg", "saved.ini", "--size", "24MiB", "--json"];
    assert_eq!(place.expect(0, &verified).json()["proof"]["way"], "SQLIOSim");
}

#[test]
fn files_of_others_are_refused_and_those_given_up_are_taken() {
    let place = TestPlace::new("sqliosim-refused");
    let path = place.write("mine.mdx", vec![42_u8; 20 << 20]);
    let config = format!(
        "{SMALL}[File1]\nFileName=F:\\mine.mdx\nInitialSize=20\n[CONFIG]\nErrorFile=out.xml\n"
    );
    place.write("sqliosim.cfg.ini", config);
    let map = format!("F:={}", place.dir.path().display());
    place.expect(4, &["sqliosim", "--map", &map]).tells("--overwrite");
    assert!(std::fs::read(&path).expect("it is there").iter().all(|&byte| byte == 42));
    assert!(!place.dir.join("out.xml").exists(), "nothing is logged of what did not begin");
    place.expect(3, &["sqliosim"]).tells("--map 'F:=");
    place.expect(0, &["sqliosim", "--map", &map, "--overwrite", &path]);
    assert!(place.read("out.xml").contains("Final Summary for file F:\\mine.mdx"));
    // A log without a mark is not replaced; and a file named once with `--overwrite` must be named again.
    place.expect(4, &["sqliosim", "--map", &map]).tells("--overwrite");
    place.write("out.xml", "precious");
    place.expect(4, &["sqliosim", "--map", &map, "--overwrite", &path]).tells("-log");
    assert_eq!(place.read("out.xml"), "precious");
}

#[test]
fn what_is_altered_under_it_is_an_error_in_the_log_and_stays_in_the_store() {
    let place = TestPlace::new("sqliosim-altered");
    let folder = place.folder("db");
    // Through the page cache, so that reads see the altered data.
    place.write(
        "a.ini",
        "[CONFIG]\nNoBuffering=FALSE\nUseScatterGather=FALSE\nWriteThrough=FALSE\nTestCycles=0\n",
    );
    let child = place
        .start(&["sqliosim", "-cfg", "a.ini", "-dir", &folder, "-size", "24", "-log", "l.xml"]);
    let mut child = child;
    until("the fault is found", || {
        if let Ok(file) =
            std::fs::File::options().write(true).open(format!("{folder}/sqliosim.mdx"))
        {
            for page in 0..1000_u64 {
                file.write_all_at(b"rot", page * 8192 + 4000).expect("it can be written");
            }
        }
        child.try_wait().expect("the child is ours").is_some()
    });
    let ended = wait(child);
    ended.must_be(1, &["sqliosim"]);
    let log = place.read("l.xml");
    let errors = entries(&log, "ERROR");
    let failed = format!("Buffer validation failed on {folder}/sqliosim.mdx Page: ");
    assert!(errors.iter().any(|text| text.starts_with(&failed)), "{errors:?}");
    assert!(
        errors.iter().any(|text| text.starts_with("Dump file successfully written: ")),
        "{errors:?}"
    );
    assert!(log.contains("HRESULT='0x80070467'"), "{log}");
    assert!(entries(&log, "INFO").iter().any(|text| text.contains("checksum at page")), "{log}");
    let listed = place.expect(0, &["results"]);
    listed.shows("faulty");
    place.expect(0, &["results", "report", "last", "-o", "page.html"]);
    let page = place.read("page.html");
    for told in ["FAULTY", "checksum", "bytes that were never written", "plimsoll-verify-"] {
        assert!(page.contains(told), "{told}");
    }
    let shown = place.expect(0, &["results", "show", "last"]);
    assert!(shown.stdout.starts_with("x FAULTY"), "{}", shown.stdout);
}
