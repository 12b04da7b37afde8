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
    assert!(better.stdout.contains("better"), "{}", better.stdout);
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
fn sizing_answers_from_the_store_and_names_its_rules() {
    let place = raced();
    place.write("disks.txt", "disk sas price=210 size=600GB rpm=10000\nlayout raid10 disks=8\n");
    let size = |code: i32, requirement: &str| {
        place
            .expect(code, &["size", "--require", requirement, "--disks", "disks.txt", "--run", "1"])
    };
    let carried = size(0, "iops>=200,write=0.3,p99<=200ms,block=8k");
    for part in ["raid10", "head-room", "rule of thumb", "runs         run 1"] {
        assert!(carried.stdout.contains(part), "{part}: {}", carried.stdout);
    }
    // A depth of eight does not show the maximum of these disks.
    let open = size(2, "iops>=100000,write=0.3,p99<=200ms");
    for part in
        ["Cannot tell: raid10 of 8 disks was loaded only up to", "run          plimsoll ramp"]
    {
        assert!(open.stdout.contains(part), "{part}: {}", open.stdout);
    }
    place.write("needs.json", "{\"data\": \"iops>=200, write=0.3\", \"log\": \"commits>=20\"}");
    let both = place.expect(2, &["size", "--require", "needs.json", "--run", "1", "--json"]);
    let document: Value = both.json();
    let roles: Vec<&str> = document["requirements"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|n| n["role"].as_str())
        .collect();
    assert_eq!(roles, ["data", "log"]);
    let wrong = place.expect(3, &["size", "--require", "write=7, p99<=10", "--disks", "none.txt"]);
    assert_eq!(wrong.stderr.lines().count(), 3, "{}", wrong.stderr);
}

#[test]
fn a_ramp_of_the_same_storage_answers_where_the_points_could_not() {
    let place = TestPlace::new("papers-ramp");
    let grid = "-b8 -o(1,2) -k(R,W) -frandom";
    place.line(
        0,
        &format!("compare --layout '{RAID10}' --layout '{RAID5}' --grid '{grid}' --seed 1"),
    );
    let size = |code: i32, much: u32| {
        let requirement = format!("iops>={much},write=0.3,block=8k,p99<=100ms");
        place.expect(code, &["size", "--require", &requirement, "--json"]).json()["requirements"][0]
            .clone()
    };
    let open = size(2, 400);
    let told =
        open["choices"].as_array().unwrap().iter().find(|choice| choice["layout"] == "raid10");
    let command = told.and_then(|choice| choice["to_tell"].as_str()).unwrap_or_default().to_owned();
    assert_eq!(
        command,
        "plimsoll ramp 'sim:hdd?disks=8&layout=raid10' --block 8k --mix 70 --latency-limit 'p99<=100ms'"
    );
    // The named command decides the question.
    let command = command.trim_start_matches("plimsoll ");
    place.line(0, &format!("{command} --seed 1 --budget 5min"));
    let known = size(0, 400);
    let best = &known["choices"][0];
    assert_eq!((&best["layout"], &best["source"]), (&"raid10".into(), &"load-line".into()));
    assert_eq!(best["disks"], 8, "{known:#}");
    let far = size(2, 5_000);
    let answers: Vec<(&str, &str)> = far["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|choice| (choice["layout"].as_str().unwrap(), choice["answer"].as_str().unwrap()))
        .collect();
    assert_eq!(answers, [("raid5", "cannot-tell"), ("raid10", "not-carried")], "{far:#}");
    // The saturation of the disks is compared with the rule of thumb and its numbers.
    place.write("disks.txt", "disk sas iops=130 most=24\n");
    let words =
        ["size", "--require", "iops>=400,write=0.3,block=8k,p99<=100ms", "--disks", "disks.txt"];
    let shown = place.expect(0, &words).flat();
    let formula = "N x iops / (R + W x penalty) = 8 x 130 / (0.7 + 0.3 x 2) = 800";
    assert!(shown.contains(formula), "{shown}");
    // If another storage of the same name was measured later, that one counts; both are reported.
    let other = "raid10=sim:ssd";
    let words =
        ["compare", "--layout", other, "--layout", RAID5, "--grid", "-b8 -o(1,2) -k(R,W) -frandom"];
    place.expect(0, &[&words[..], &["--seed", "2"]].concat());
    let words = ["size", "--require", "iops>=400,write=0.3,block=8k,p99<=100ms"];
    let shown = place.expect(0, &words).stdout;
    assert!(
        shown.contains("an older measurement of raid10 at sim:hdd?disks=8&layout=raid10"),
        "{shown}"
    );
}

#[test]
fn a_job_is_sized_as_its_rate_mix_and_size() {
    let place = raced();
    let job = |rate: u32| {
        format!(
            "[job]\nduration = \"10s\"\n\n[target.storage]\npath = \"/dev/null\"\n\n[stream.reads]\ntarget = \"storage\"\nread = 100\nblock = \"8k\"\n\
             rate = {}\n\n[stream.writes]\ntarget = \"storage\"\nread = 0\nblock = \"8k\"\nrate = {}\n",
            rate * 7,
            rate * 3
        )
    };
    for (rate, answer) in [(5, "carried"), (30, "not-carried")] {
        place.write("prod.toml", job(rate));
        let limit = ["--latency-limit", "p99<=100ms", "--json"];
        let of_job = place.call(&[&["size", "--for", "prod.toml"][..], &limit].concat());
        let much = rate * 10;
        let written = format!("iops>={much},write=0.3,block=8k,p99<=100ms,order=random");
        let written = place.call(&["size", "--require", &written, "--json"]);
        let found = [&of_job, &written].map(|told| told.json()["requirements"][0].clone());
        // The share of writes is calculated from sums for the job, and read from the text of the requirement, so it is rounded.
        let choices = found.each_ref().map(|one| rounded(&one["choices"]));
        assert_eq!((of_job.code, &choices[0]), (written.code, &choices[1]));
        assert_eq!(found[0]["answer"], answer, "{:#}", found[0]);
    }
    let profile = place.expect(3, &["size", "--for", "postgres"]);
    profile.tells("postgres is a profile and has no rate");
}

/// A document whose fractions are rounded to nine digits.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(fraction) => format!("{fraction:.8e}").into(),
            None => value.clone(),
        },
        Value::Array(all) => all.iter().map(rounded).collect(),
        Value::Object(all) => all.iter().map(|(key, one)| (key.clone(), rounded(one))).collect(),
        other => other.clone(),
    }
}

#[test]
fn where_nothing_is_stored_only_a_rule_of_thumb_is_left() {
    let place = TestPlace::new("papers-empty");
    place.write("disks.txt", "disk sas iops=180 most=5\n");
    let told =
        place.expect(2, &["size", "--require", "iops>=600,write=16%", "--disks", "disks.txt"]);
    assert!(told.stdout.contains("By a rule of thumb raid"), "{}", told.stdout);
}

#[test]
fn the_points_of_a_study_go_to_a_spreadsheet_with_either_comma() {
    let place = raced();
    let points = place.expect(0, &["results", "export", "1", "--csv"]).stdout;
    let commas = place.expect(0, &["results", "export", "1", "--csv", "--decimal-comma"]).stdout;
    assert!(points.starts_with("stage,purpose,") && commas.starts_with("stage;purpose;"));
    assert_eq!(points.lines().count(), commas.lines().count());
    let shown = place.expect(0, &["results", "show", "1", "--json"]).json();
    let count = shown["study"]["stages"][0]["points"].as_array().map_or(0, Vec::len);
    assert_eq!(points.lines().count(), count + 1);
}

#[test]
fn the_trials_of_a_ramp_go_to_a_spreadsheet_and_so_do_those_of_whatever_has_some() {
    let place = TestPlace::new("papers-trials");
    let latency_limit = ["--latency-limit", "p99<=5ms", "--budget", "10s", "--seed", "1"];
    let ramp = place.call(&[&["ramp", "sim:ssd"][..], &latency_limit].concat());
    assert!([0, 2].contains(&ramp.code), "{}", ramp.stderr);
    let told = place.expect(0, &["results", "show", "1", "--json"]).json();
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
