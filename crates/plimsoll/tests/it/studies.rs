//! The commands of studies: their words, their exit codes, their output and their refusals.

use crate::drive::{CommandOutput, TestPlace, names_in};
use serde_json::Value;

fn stage(ended: &CommandOutput, number: usize) -> Value {
    ended.json()["study"]["stages"][number].clone()
}

/// Four simulated disks; the second is slow.
const SLOW_DISK: &str = "sim:hdd?disks=4&layout=none&slow=2:1.4&noise_cv=0.02";

#[test]
fn each_study_ends_with_the_code_of_its_answer_and_writes_its_page() {
    let place = TestPlace::new("study-codes");
    let words = ["calibrate", SLOW_DISK, "--seed", "5", "--report", "page.html", "--json"];
    let ended = place.expect(1, &words);
    assert_eq!(ended.stderr, "", "with --json nothing else is said");
    assert_eq!(stage(&ended, 0)["outliers"], serde_json::json!(["disk2"]));
    assert!(place.read("page.html").starts_with("<!DOCTYPE html>"));
    let shown = place.expect(0, &["results", "show", "last"]).stdout;
    assert!(shown.contains("disk2 is an outlier"), "{shown}");
    let layouts = ["--layout", "a=sim:ssd", "--layout", "b=sim:hdd", "--grid", "-kR -b8 -o4"];
    for each_size in [false, true] {
        let mode = if each_size { &["--each-size"][..] } else { &[] };
        let ended = place.expect(0, &[&["compare", "--json"], mode, &layouts].concat());
        let race = &stage(&ended, 0)["finding"]["race"];
        assert_eq!(race["each_block"], each_size);
    }
    let ramp = ["ramp", "sim:ssd", "--block", "8k,64k", "--budget", "10s", "--seed", "1"];
    let ended = place.expect(0, &[&ramp[..], &["--json"]].concat());
    assert_eq!(ended.json()["study"]["stages"].as_array().map(Vec::len), Some(2));
    // A load line on a rotating disk takes longer.
    let planned =
        place.expect(0, &["ramp", "sim:hdd", "--latency-limit", "p99<=50ms", "--dry-run"]);
    planned.shows("45 min");
}

#[test]
fn a_dry_run_touches_nothing() {
    let place = TestPlace::new("dry-run");
    let (folder, other) = (place.folder("a"), place.folder("b"));
    let file = place.write("file", vec![7_u8; 4 << 20]);
    let before = names_in(&place.dir.path().display().to_string()).len();
    let words = ["calibrate", &folder, &other, "--write", "--size", "64MiB", "--dry-run"];
    let ended = place.expect(0, &words);
    for part in ["each alone", "probably", "at most", "128 MiB in files", "a new file in"] {
        assert!(ended.stdout.contains(part), "{part}\n{}", ended.stdout);
    }
    let ended = place.expect(0, &[&words[..], &["--json"]].concat());
    let stage = &ended.json()["stages"][0];
    assert_eq!(stage["prefill_bytes"], 128 << 20);
    let [likely, noisy, longest] =
        ["likely_s", "noisy_s", "longest_s"].map(|key| stage[key].as_f64());
    assert!(likely < noisy && noisy <= longest, "{stage}");
    // An outlier is measured again at twice the time, so the longest time includes 17 points of 6 x 20 s.
    assert!(longest > Some(17.0 * 120.0), "{stage}");
    let words = ["ramp", &file, "--depths", "1-8", "--dry-run"];
    assert!(place.expect(0, &words).stdout.contains("writes to  nothing"));
    assert_eq!(names_in(&place.dir.path().display().to_string()).len(), before, "a store was made");
    assert!(names_in(&folder).is_empty() && names_in(&other).is_empty());
    assert!(std::fs::read(&file).unwrap() == vec![7_u8; 4 << 20]);
}

/// A key that cannot be read hides neither problems of the other keys of its stage nor those of its targets.
#[test]
fn every_problem_of_a_plan_is_told_and_counted() {
    let place = TestPlace::new("study-plans-wrong");
    let (file, folder) = (place.write("file", vec![7_u8; 4 << 20]), place.folder("folder"));
    let cases = [
        ("study = \"calibrate\"\ndisks = [\"/no/x\", \"/no/y\"]\nblok = 1\n", 3),
        // With one disk, the number of disks is a mistake only if the whole list could be read.
        ("study = \"calibrate\"\ndisks = [\"FOLDER\"]\nblok = 1\n", 2),
        ("study = \"scale\"\ndisks = [\"FOLDER\", 5, \"/no/x\"]\ndepth = 0\n", 3),
        ("study = \"scal\"\ndisks = [\"/no/x\", \"/no/y\"]\nlatency_limit = 1\n", 4),
        ("study = \"compare\"\nlayout = [\"a=/no/a\", \"b\"]\ngrid = \"-q1\"\nfill = [0, 99]\n", 6),
        // An unreadable key must not require `--overwrite` for a file; a key that would fill it must.
        ("study = \"compare\"\nlayout = [\"a=FILE\", \"b=/no/b\"]\ngrid = \"-q1\"\n", 2),
        ("study = \"compare\"\nlayout = [\"a=FILE\", \"b=FOLDER\"]\nfor = 5\n", 1),
        ("study = \"compare\"\nlayout = [\"a=FILE\", \"b=FOLDER\"]\nfill = [0]\n", 2),
        ("study = \"compare\"\nlayout = [\"a=sim:ssd\", \"b=/no/b\"]\nfoo = 1\n", 3),
        ("study = \"compare\"\nrecorded = \"/no/c\"\nlayout = [\"a=/no/a\"]\nfill = [3]\n", 3),
        ("study = \"compare\"\nlayout = [\"a=/no/a\"]\ngrid = \"-kR\"\nfor = \"x\"\n", 4),
        (
            "study = \"ramp\"\ntarget = \"/no/t\"\ndepths = \"1-8\"\nlatency_limit = \"p99<=1s\"\nbudget = \"9s\"\n",
            3,
        ),
        ("study = \"ramp\"\ntarget = \"/no/t\"\nmix = [101, \"abc\"]\nblock = [1000, \"3x\"]\n", 5),
        ("study = \"ramp\"\ntarget = \"FILE\"\nblock = \"8MiB\"\nfoo = 1\n", 2),
        ("study = \"compare\"\nlayout = [\"a=/no/a\"\n", 3),
    ];
    for (stage, count) in cases {
        let text = format!("[[stage]]\n{stage}").replace("FILE", &file).replace("FOLDER", &folder);
        let ended = place.expect(3, &["study", &place.write("plan.toml", &text), "--json"]);
        let errors = ended.json()["errors"].as_array().expect("a list").clone();
        assert_eq!(errors.len(), count, "{text}\n{}", ended.stdout);
        assert!(ended.stderr.matches("plan.toml:").count() >= count, "{}", ended.stderr);
    }
}

#[test]
fn flags_that_mean_nothing_and_blocks_that_do_not_fit_are_told_with_the_rest() {
    let place = TestPlace::new("study-flags-wrong");
    let file = place.write("file", vec![7_u8; 4 << 20]);
    let cases: [(&str, &[&str]); 10] = [
        (
            "calibrate 'sim:hdd?disks=0&speed=1' /no/such/disk --block 1000 --depth 0 --time 1ms --pause x --engine warp",
            &[
                "disks=0",
                "\"speed\"",
                "/no/such/disk",
                "--block",
                "--depth",
                "--time",
                "--pause",
                "--engine",
                "cannot be measured with real ones",
            ],
        ),
        ("scale 'sim:hdd?disks=4'", &["layout=none"]),
        (
            "compare --layout a=sim:hdd,prise=3 --layout b --grid '-q(1)'",
            &["prise", "NAME=PLACE", "--grid", "two or more"],
        ),
        (
            "ramp /no/t --depths 1-8 --latency-limit 'p99<=1ms' --budget 9s",
            &["--latency-limit and --depths", "--budget and --depths", "/no/t"],
        ),
        (
            "calibrate /no/a --depth x --threads -3",
            &[
                "--depth: \"x\" is not a whole number from 1 to 4096",
                "--threads: \"-3\" is not",
                "/no/a",
                "two or more",
            ],
        ),
        (
            "compare --each-size --disks /no/d --slice 1q --grid -q1",
            &["--disks applies only", "--slice: \"q\"", "--grid: ", "two or more"],
        ),
        (
            "compare --recorded /no/c --layout a=/a --fill 3",
            &["--recorded and --layout", "--recorded and --fill", "failed to read /no/c"],
        ),
        (
            "compare --each-size --for postgres --layout a=sim:ssd --layout b=/no/b",
            &["--each-size and --for", "/no/b", "cannot be measured with real ones"],
        ),
        (
            "compare --layout a=sim:ssd --layout b=/no/b --fill 0,x,10 --size 1GiB",
            &["\"0\"", "\"x\"", "--fill and --size", "/no/b", "cannot be measured with real ones"],
        ),
        (
            &format!("calibrate {file} /no/b --block 8MiB"),
            &["smaller than one block of 8 MiB", "/no/b"],
        ),
    ];
    for (line, parts) in cases {
        let ended = place.line(3, line);
        parts.iter().for_each(|part| ended.tells(part));
        assert_eq!(ended.stderr.lines().count(), parts.len(), "{}", ended.stderr);
    }
    let ended = place.expect(3, &["size", "--require", "x", "--disks", "/no/d", "--run", "7,8"]);
    ["--require", "/no/d", "no run 7", "no run 8"].into_iter().for_each(|part| ended.tells(part));
}

#[test]
fn a_smallest_difference_of_zero_is_refused_in_every_comparison() {
    let place = TestPlace::new("study-practical");
    for practical in ["0", "0%", "100", "x"] {
        let two = ["compare", "--layout", "a=sim:ssd", "--layout", "b=sim:ssd?disks=2"];
        let rule = "above 0 and below 100";
        place.expect(3, &[&two[..], &["--practical", practical]].concat()).tells(rule);
        place.call(&["diff", "1", "2", "--practical", practical]).tells(rule);
        let text = format!(
            "[[stage]]\nstudy = \"compare\"\nlayout = [\"a=sim:ssd\", \"b=sim:ssd?disks=2\"]\npractical = \"{practical}\"\n"
        );
        place.expect(3, &["study", &place.write("plan.toml", text)]).tells("`practical`: ");
    }
}

#[test]
fn files_of_somebody_else_are_read_but_never_written() {
    let place = TestPlace::new("study-files");
    let bytes = vec![7_u8; 8 << 20];
    let first = place.write("first", &bytes);
    let words = ["ramp", &first, "--depths", "1,2", "--time", "1s", "--pause", "0s"];
    place.run_depth_sweep(&words);
    assert!(std::fs::read(&first).unwrap() == bytes, "it was written to");
}

#[test]
fn layouts_on_one_file_system_are_told_as_such() {
    let place = TestPlace::new("study-shared");
    let [first, second] = ["a", "b"].map(|name| format!("{name}={}", place.folder(name)));
    let words =
        ["compare", "--layout", &first, "--layout", &second, "--grid", "-kR -b8 -o1 -frandom"];
    let short = ["--size", "64MiB", "--pause", "0s", "--time", "1s", "--passes", "1"];
    place.verdict(&[&words[..], &short].concat());
    let shown = place.record("last");
    let notes = shown["notes"].to_string();
    assert!(notes.contains("a, b are on one file system"), "{notes}");
}
