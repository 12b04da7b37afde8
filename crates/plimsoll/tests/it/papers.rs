//! Outputs from stored results: comparison of two of them, sizing, and their points as CSV for a spreadsheet.

use crate::drive::TestPlace;
use serde_json::Value;
use std::sync::OnceLock;

const RAID10: &str = "raid10=sim:hdd?disks=8&layout=raid10,usable=2TiB,redundancy=1";
const RAID5: &str = "raid5=sim:hdd?disks=8&layout=raid5,usable=4TiB,redundancy=1";
const GRID: &str = "-b8 -o(1-8) -t1 -k(R,W) -frandom";

/// A store with two comparisons of the same layouts, and one with a slower second layout; measured once, copied for each test.
fn raced() -> TestPlace {
    static STORE: OnceLock<Vec<u8>> = OnceLock::new();
    let store = STORE.get_or_init(|| {
        let place = TestPlace::new("papers-raced");
        let slow = "raid10=sim:hdd?disks=8&layout=raid10&slow=1:2";
        for (layout, seed) in [(RAID10, "1"), (RAID10, "2"), (slow, "3")] {
            let words = ["compare", "--layout", layout, "--layout", RAID5, "--grid", GRID];
            place.expect(0, &[&words[..], &["--pause", "0s", "--seed", seed]].concat());
        }
        std::fs::read(place.dir.join("results.db")).expect("the races are in it")
    });
    let place = TestPlace::new("papers");
    place.write("results.db", store);
    place
}

#[test]
fn two_results_are_held_against_each_other_conditions_first() {
    let place = raced();
    let same = place.call(&["diff", "1", "2"]);
    assert!([0, 2].contains(&same.code), "the same storage is never worse: {}", same.stdout);
    let at = |text: &str, part: &str| {
        text.find(part).unwrap_or_else(|| panic!("{part} is not in {text}"))
    };
    assert!(at(&same.stdout, "1 -> 2") < at(&same.stdout, "points together"));
    let worse = place.expect(1, &["diff", "1", "last", "--json"]);
    let document: Value = worse.json();
    assert_eq!(document["answer"], "worse", "{document:#}");
    assert!(document["conditions"].as_array().is_some_and(|all| !all.is_empty()));
    let better = place.expect(0, &["diff", "3", "1"]);
    better.shows("better");
    place.expect(3, &["diff", "3", "last"]).tells("both arguments name run 3");
    place.expect(3, &["diff", "1", "77x"]);
    place.expect(3, &["diff", "1", "2", "--practical", "0"]);
    // A run that does not exist is a mistake of the command line in every command, and the existing runs are listed.
    for words in [
        &["diff", "1", "77"][..],
        &["results", "report", "77", "-o", "page.html"],
        &["results", "show", "77"],
        &["results", "rm", "77"],
        &["results", "export", "77", "--csv"],
        &["size", "--require", "iops>=1", "--run", "77"],
    ] {
        let told = place.expect(3, words);
        assert_eq!(told.stderr.lines().count(), 1, "{}", told.stderr);
        told.tells("there is no run 77 in");
        told.tells("its runs are 1-3");
    }
}

#[test]
fn sizing_answers_from_the_store_by_requirements_files_and_jobs() {
    let place = raced();
    place.write("disks.txt", "disk sas price=210 size=600GB rpm=10000\nlayout raid10 disks=8\n");
    let size = |code: i32, requirement: &str| {
        place
            .expect(code, &["size", "--require", requirement, "--disks", "disks.txt", "--run", "1"])
    };
    size(0, "iops>=200,write=0.3,p99<=200ms,block=8k");
    // A depth of eight does not show the maximum of these disks.
    assert!(size(2, "iops>=100000,write=0.3,p99<=200ms").stdout.contains("plimsoll ramp"));
    place.write("needs.json", "{\"data\": \"iops>=200, write=0.3\", \"log\": \"commits>=20\"}");
    let both = place.expect(2, &["size", "--require", "needs.json", "--run", "1", "--json"]).json();
    let roles = both["requirements"].as_array().expect("a list").iter().map(|n| n["role"].clone());
    assert_eq!(roles.collect::<Vec<_>>(), ["data", "log"]);
    let wrong = place.expect(3, &["size", "--require", "write=7, p99<=10", "--disks", "none.txt"]);
    assert_eq!(wrong.stderr.lines().count(), 3, "{}", wrong.stderr);
    for (rate, answer) in [(5, "carried"), (30, "not-carried")] {
        let stream = |name: &str, read: u32, rate: u32| {
            format!(
                "[stream.{name}]\ntarget = \"t\"\nread = {read}\nblock = \"8k\"\nrate = {rate}\n"
            )
        };
        let (reads, writes) = (stream("r", 100, 7 * rate), stream("w", 0, 3 * rate));
        let job =
            format!("[job]\nduration = \"10s\"\n[target.t]\npath = \"/dev/null\"\n{reads}{writes}");
        place.write("prod.toml", job);
        let words = ["size", "--for", "prod.toml", "--latency-limit", "p99<=100ms", "--json"];
        assert_eq!(place.call(&words).json()["requirements"][0]["answer"], answer, "{rate}");
    }
    place.expect(3, &["size", "--for", "postgres"]).tells("postgres is a profile and has no rate");
}

#[test]
fn the_command_that_would_tell_answers_where_the_points_could_not() {
    let place = TestPlace::new("papers-ramp");
    let grid = "-b8 -o(1,2) -k(R,W) -frandom";
    place.line(
        0,
        &format!("compare --layout '{RAID10}' --layout '{RAID5}' --grid '{grid}' --seed 1"),
    );
    let requirement = "iops>=400,write=0.3,block=8k,p99<=100ms";
    let choices = |code: i32| {
        let sized = place.expect(code, &["size", "--require", requirement, "--json"]).json();
        sized["requirements"][0]["choices"].as_array().expect("a list").clone()
    };
    let open = choices(2);
    let raid10 = open.iter().find(|choice| choice["layout"] == "raid10").expect("it was raced");
    let command = raid10["to_tell"].as_str().expect("a command").trim_start_matches("plimsoll ");
    place.line(0, &format!("{command} --seed 1 --budget 5min"));
    let best = &choices(0)[0];
    assert_eq!((&best["layout"], &best["source"]), (&"raid10".into(), &"load-line".into()));
}

#[test]
fn the_trials_of_a_ramp_go_to_a_spreadsheet_and_so_do_those_of_whatever_has_some() {
    let place = TestPlace::new("papers-trials");
    let latency_limit = ["--latency-limit", "p99<=5ms", "--budget", "10s", "--seed", "1"];
    let ramp = place.call(&[&["ramp", "sim:ssd"][..], &latency_limit].concat());
    assert!([0, 2].contains(&ramp.code), "{}", ramp.stderr);
    let told = place.record("1");
    let trials = told["trials"].as_array().map_or(0, Vec::len);
    let export = ["results", "export", "1", "--csv"];
    let plain = place.expect(0, &export).stdout;
    assert!(plain.starts_with("trial,role,purpose,") && trials > 2, "{plain}");
    assert_eq!(plain.lines().count(), trials + 1);
    let commas = place.expect(0, &[&export[..], &["--trials", "--decimal-comma"]].concat()).stdout;
    assert!(commas.starts_with("trial;role;") && commas.lines().count() == trials + 1, "{commas}");
    place.write("g.csv", "layout,op,block_kib,depth,threads,value\nr10,read,8,1,1,30\n");
    place.expect(0, &["results", "import", "g.csv"]);
    place.expect(3, &["results", "export", "2", "--csv", "--trials"]).tells("run 2 has no trials");
}
