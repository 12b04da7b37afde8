//! The lab book's sweeps of SQLIO, and Orion's matrix, from outside, on simulated storage.

use crate::drive::{CommandOutput, TestPlace, signal, wait};

const SWEEP: [&str; 8] =
    ["sqlio", "--sweep", "-b(8,64) -k(R,W) -R(2->3)", "-s1", "-frandom", "-LS", "--pause", "0s"];

fn sweep(place: &TestPlace, more: &[&str]) -> CommandOutput {
    let maps = ["--map", "2:=sim:hdd", "--map", "#3=sim:ssd"];
    let words: Vec<&str> = SWEEP.iter().chain(&maps).chain(more).copied().collect();
    place.call(&words)
}

#[test]
fn a_sweep_that_was_stopped_goes_on_with_what_its_table_lacks() {
    let place = TestPlace::new("sweep-resume");
    sweep(&place, &["--dry-run"]).must_be(0, &["--dry-run"]);
    assert!(!place.dir.join("results.db").exists(), "a dry run stores nothing");
    sweep(&place, &["--decimal-comma", "--logs", "logs"]).must_be(0, &["sweep"]);
    let whole = place.read("logs/sweep.csv");
    place.expect(0, &["results", "import", "logs/sweep.csv"]);
    assert_eq!(whole.lines().count(), 9, "{whole}");
    // Results of days of work are not overwritten.
    let again = sweep(&place, &["--decimal-comma", "--logs", "logs"]);
    again.must_be(4, &["sweep"]);
    again.tells("--logs");
    // As after a stop in the middle of the sixth point.
    let kept: Vec<&str> = whole.lines().take(6).collect();
    place.write("logs/sweep.csv", kept.join("\n") + "\n");
    let before = place.read("logs/R2-b8-frandom.log");
    place.write("logs/R2-b8-frandom.log", format!("{before}kept"));
    let ended = sweep(&place, &["--decimal-comma", "--logs", "logs", "--resume"]);
    ended.must_be(0, &["--resume"]);
    ended.tells("1 of 3,");
    let again = place.read("logs/sweep.csv");
    assert_eq!(again.lines().count(), 9, "{again}");
    assert!(place.read("logs/R2-b8-frandom.log").ends_with("kept"), "a finished point ran again");
    assert!(place.read("logs/W2+3-b64-frandom.log").contains("CUMULATIVE DATA:"));
    let stored = place.record("last");
    let command = stored["command"].as_str().unwrap_or_default().to_owned();
    assert!(command.contains("-kW") && !command.contains("--sweep"), "{command}");
}

/// The grid of the lab book has as many stripes as threads; its layouts are named, and their tables can be joined.
#[test]
fn the_books_own_grid_is_compared_at_all_of_its_points() {
    let place = TestPlace::new("sweep-compared");
    for (name, disk) in [("raid1", "sim:hdd"), ("raid5", "sim:ssd")] {
        let line = "sqlio -k(R,W) -s1 -f(1,2,4) -i(1950,975,487) -o(1,2) -b1024 -t(1,2,4) -LP -R2";
        let map = format!("2:={disk}");
        let words = ["sqlio", "--sweep", line, "--layout", name, "--map", &map, "--logs", name];
        place.expect(0, &[&words[..], &["--pause", "0s"]].concat());
    }
    let tables = place.read("raid1/sweep.csv") + &place.read("raid5/sweep.csv");
    let ended = place.expect(0, &["compare", "--recorded", &place.write("both.csv", tables)]);
    ended.shows("+ raid5 is best");
    assert!(ended.flat().contains("used 24 recorded points"), "{}", ended.stdout);
    // Each set of disks is a layout of its own.
    let line = "sqlio -kR -s1 -frandom -b8 -R(2->3)";
    let maps = ["--map", "2:=sim:hdd", "--map", "#3=sim:hdd", "--layout", "a", "--logs", "sets"];
    let words = [&["sqlio", "--sweep", line, "--pause", "0s"][..], &maps].concat();
    place.expect(0, &words);
    let table = place.read("sets/sweep.csv");
    assert!(table.contains(",a 2:,8,") && table.contains(",a 2: 3:,8,"), "{table}");
}

#[test]
fn stripes_are_written_where_the_matrix_lies_and_nowhere_else() {
    let place = TestPlace::new("sqlio-stripes");
    place.write("own.dat", vec![0xff_u8; 1 << 20]);
    // Blocks of 4 KB, 7 in a row, 5 rows, from block 3 on, by 3 threads; the last columns of 2 are shared by all threads.
    place.line(0, "sqlio -kW -s1 -b4 -f7 -i5 -t3 -S3 -o2 -BY --zeros own.dat --overwrite own.dat");
    let bytes = std::fs::read(place.dir.join("own.dat")).expect("it is there");
    for (number, block) in bytes.chunks(4096).enumerate() {
        let inside = (3..3 + 7 * 5).contains(&number);
        let expected = if inside { 0 } else { 0xff };
        assert!(block.iter().all(|&byte| byte == expected), "block {number}");
    }
}

/// A run that is stopped as soon as a part of it is stored.
fn stopped(place: &TestPlace, words: &[&str]) -> CommandOutput {
    let child = place.start(words);
    place.until_measured(2);
    signal(&child, "INT");
    let ended = wait(child);
    ended.must_be(130, words);
    ended
}

#[test]
fn an_interrupted_run_of_a_tool_prints_its_report_and_says_that_it_was_cut() {
    let place = TestPlace::new("sqlio-int");
    let ended = stopped(&place, &["sqlio", "-kR", "-s300", "-frandom", "-b8", "-LS", "null"]);
    ended.shows("1 thread reading for 300 secs");
    assert!(ended.stdout.lines().last().is_some_and(|l| l.starts_with("%:")), "{}", ended.stdout);
    ended.tells("plimsoll: interrupted after ");
    let place = TestPlace::new("diskspd-int");
    let ended = stopped(&place, &["diskspd", "-d300", "-W0", "-c1G", "null"]);
    ended.shows("actual test time:");
    ended.tells("plimsoll: interrupted after ");
    let place = TestPlace::new("orion-int");
    place.write("mytest.lun", "null\n");
    let ended =
        stopped(&place, &["orion", "-run", "simple", "-testname", "mytest", "-num_disks", "1"]);
    ended.tells("plimsoll: Interrupted: 1 of 7 data points with a load, the last one for ");
    ended.shows("Maximum Small IOPS so far=");
}
