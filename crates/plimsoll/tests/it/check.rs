//! `plimsoll check`: exit codes by requirement, text, page, JSON, the same answer for the same seed, no files left behind.

use crate::drive::{TestPlace, names_in};

#[test]
fn the_exit_code_is_the_verdict_and_with_json_nothing_else_is_said() {
    let place = TestPlace::new("requirement");
    let words = ["check", "sim:ssd", "--seed", "11", "--require", "iops>=1", "--json"];
    let ended = place.expect(0, &words);
    assert_eq!((ended.json()["verdict"].as_str(), ended.stderr.as_str()), (Some("fit"), ""));
    let ended = place.expect(1, &["check", "sim:hdd", "--seed", "11", "--require", "iops>=100000"]);
    assert!(ended.stdout.starts_with("x NOT FIT"), "{}", ended.stdout);
    assert!(!ended.stdout.contains('\x1b'), "no colours into a pipe");
}

#[test]
fn reports_of_one_minute_do_not_replace_each_other() {
    let place = TestPlace::new("pages");
    let folder = place.folder("here");
    for seed in ["1", "2", "3"] {
        let words = ["check", "sim:hdd", "--seed", seed, "--budget", "5s"];
        let ended = place.command(&words).current_dir(&folder).output().unwrap();
        assert!(ended.status.code().is_some_and(|c| c <= 2));
    }
    let mut pages = names_in(&place.dir.path().display().to_string());
    pages.retain(|name| name.starts_with("plimsoll-check-") && name.ends_with(".html"));
    assert_eq!((pages.len(), names_in(&folder)), (3, Vec::new()), "{pages:?}: beside the store");
}

#[test]
fn a_directory_is_checked_and_left_as_it_was() {
    let place = TestPlace::new("directory");
    let folder = place.folder("target");
    std::fs::write(format!("{folder}/keep"), "mine").unwrap();
    let words = ["check", &folder, "--size", "64MiB", "--budget", "5s", "--report", "r.html"];
    let ended = place.verdict(&words);
    assert_eq!(names_in(&folder), ["keep"]);
    assert_eq!(std::fs::read_to_string(format!("{folder}/keep")).unwrap(), "mine");
    ended.shows("each role alone");
}
