//! Checks: the verdict for a requirement, the same answer for the same seed, when a limit is a quota, the reason of a fit.

use crate::place::{CheckWords, TestPlace, decided, disks, ending, json, race, shown};
use base::{Bytes, Nanos};
use record::{Record, Verdict};
use report::Language;
use serde_json::Value;
use session::failure::Ending;
use session::requests::disks::DisksRequest;
use session::requests::ramp::RampRequest;

#[test]
fn a_simulated_storage_is_fit_or_not_by_requirement() {
    let place = TestPlace::new("requirement");
    for target in ["sim:ssd", "sim:cloud"] {
        for (requirement, end, verdict) in [
            ("iops>=1", Ending::Done, Verdict::Fit),
            ("iops>=100000000", Ending::NotFit, Verdict::NotFit),
        ] {
            let record =
                place.check(&CheckWords { target, requirement, seed: 11, ..CheckWords::USUAL });
            assert_eq!(
                (record.verdict, ending(&record)),
                (Some(verdict), end),
                "{target} {requirement}"
            );
        }
    }
}

#[test]
fn the_same_seed_finds_the_same() {
    let place = TestPlace::new("check-seed");
    let check = |seed| {
        let words = CheckWords { target: "sim:hdd", budget_s: 5, seed, ..CheckWords::USUAL };
        decided(&place.check(&words))
    };
    let (first, again, other) = (check(21), check(21), check(22));
    assert!(first["findings"].as_array().is_some_and(|f| f.len() >= 2));
    assert_eq!(first, again);
    assert_ne!(first["trials"], other["trials"], "another seed draws other blocks");
}

#[test]
fn a_fit_says_what_it_rests_on() {
    let place = TestPlace::new("rests");
    let data = CheckWords { roles: &["data"], seed: 1, ..CheckWords::USUAL };
    let target = "sim:cloud?quota_iops=3000&burst=600000&burst_iops=9000";
    let record = place.check(&CheckWords { target, requirement: "iops>=5000, p99<=10ms", ..data });
    assert_eq!(ending(&record), Ending::Done);
    let told = shown(&record);
    assert!(told.contains("burst credits or caches that last longer were not seen"), "{told}");
}

/// A quota of 3,000 IOPS carries 400 commits/s (two operations each) or 2,500 IOPS, but not both.
#[test]
fn roles_that_are_fit_alone_are_tested_together() {
    let place = TestPlace::new("together");
    let check = |quota: u32, seed: u64| {
        let target = &format!("sim:cloud?quota_iops={quota}&quota_mibps=250");
        let requirement = "commits>=400, iops>=2500";
        let (profile, roles) = ("postgres", &["wal", "data"][..]);
        let budget_s = 60;
        let words = CheckWords { target, profile, requirement, roles, budget_s, seed };
        place.check(&words)
    };
    let trials = |record: &Record| -> Vec<(String, Option<bool>)> {
        let all = record.trials.iter().filter(|t| t.purpose == record::TrialPurpose::Together);
        all.map(|trial| (trial.role.clone(), trial.held)).collect()
    };
    for seed in [7, 8, 9] {
        let (low, high) = (check(3_000, seed), check(6_000, seed));
        eprintln!("seed {seed}: {} / {}", shown(&low), shown(&high));
        assert_eq!((low.verdict, ending(&low)), (Some(Verdict::NotFit), Ending::NotFit));
        assert!(low.findings.iter().all(|finding| finding.verdict == Verdict::Fit));
        // Twice: one moment refutes nothing.
        assert_eq!(trials(&low), vec![("wal+data".to_owned(), Some(false)); 2]);
        assert_eq!((high.verdict, ending(&high)), (Some(Verdict::Fit), Ending::Done));
        assert_eq!(trials(&high), [("wal+data".to_owned(), Some(true))]);
    }
}

/// A throttle at any rate is called a quota; a medium with a round rate is not, nor is a latency limit.
#[test]
fn a_quota_is_a_throttle_and_no_round_number() {
    let place = TestPlace::new("quota");
    let limit = |target: &str, role: &str, requirement: &str| {
        let words = CheckWords { target, roles: &[role], requirement, ..CheckWords::USUAL };
        let one = json(&place.check(&words))["findings"][0].clone();
        let value = one["quota"]["value"].as_f64().map_or(String::new(), |v| format!(" {v:.0}"));
        format!("{}{value}", one["limit"].as_str().expect("a limit"))
    };
    assert_eq!(limit("sim:cloud?quota_iops=3000", "data", ""), "quota 3000");
    assert_eq!(limit("sim:cloud?quota_iops=2941", "data", ""), "quota 2941");
    // A medium of 500 MiB/s, and a disk with one commit per rotation.
    for (target, role) in [("sim:ssd?mibps=500", "scan"), ("sim:hdd", "log")] {
        let limit = limit(target, role, "");
        assert!(!limit.starts_with("quota"), "{target}: {limit}");
    }
    // The latency limit is reached far below the quota.
    assert_eq!(limit("sim:cloud?quota_iops=20000&iops=21000", "data", "p99<=4ms"), "device");
}

/// The table, the sentences and the verdict of each role name one confirmed load.
#[test]
fn a_load_has_one_value_wherever_it_is_shown() {
    let place = TestPlace::new("one-value");
    for target in ["sim:ssd", "sim:hdd", "sim:cloud"] {
        for requirement in ["", "commits>=22400", "commits>=400, iops>=2900"] {
            let profile = "sqlserver-oltp";
            let words = CheckWords { target, profile, requirement, seed: 5, ..CheckWords::USUAL };
            let record = place.check(&words);
            let text = shown(&record);
            for finding in &record.findings {
                let case = format!("{target} {requirement} {}: {text}", finding.role);
                let line = finding.commits_group.map(|shared| shared.load_line);
                let carried = line.or(finding.load_line).map(|line| line.value);
                let confirmed = finding.confirmed.map(|load| load.rate);
                assert_eq!(carried, confirmed, "{case}");
                let (Some(rate), Some(required)) = (confirmed, record.required_rate(finding))
                else {
                    continue;
                };
                let [figure, asked] = [rate, required].map(|v| Language::En.number(v));
                // Behind the role there may be its mix.
                let row = format!(" {asked}/s {figure}/s");
                assert!(text.contains(&row), "{case}");
                let told = text.matches("Confirmed: ").count();
                assert_eq!(told, text.matches(&format!("Confirmed: {figure} ")).count(), "{case}");
                assert_eq!(finding.verdict == Verdict::Fit, rate >= required, "{case}");
            }
        }
    }
}

pub(crate) fn sentences(record: &Record) -> Vec<String> {
    let document = json(record);
    let warnings = document["warnings"].as_array().expect("warnings").iter();
    let stalls = warnings.filter(|warning| warning["kind"] == "stalls");
    stalls.map(|warning| warning["text"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn stalls_travel_with_their_points_and_are_told_once() {
    let place = TestPlace::new("study-stalls");
    let record = place.calibrate(&disks("sim:ssd?disks=3&layout=none&stall=5s:2s:30s"), 1);
    let document = json(&record);
    let points = document["study"]["stages"][0]["points"].as_array().expect("points");
    let stalled: Vec<&Value> =
        points.iter().flat_map(|point| point["stalls"].as_array().unwrap()).collect();
    assert!(!stalled.is_empty() && stalled.len() <= points.len(), "{document:#}");
    for stalls in stalled {
        let longest_s = stalls["longest_s"].as_f64().unwrap();
        assert!((longest_s - 2.0).abs() < 0.05, "{stalls}");
    }
    let told = sentences(&record);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("No I/O completed for a second or more"), "{told:?}");
    // The stored record shows the same in every form.
    let stored = json(&place.stored());
    assert_eq!(stored["study"]["stages"][0]["points"], document["study"]["stages"][0]["points"]);
    for record in [&record, &place.stored()] {
        let page = report::html(record, Language::En);
        assert!(page.contains("The storage stalled") && page.contains("1 stall of 2 s"), "{page}");
    }
    let study = record.study.as_ref().expect("a study");
    let table = report::export::points_csv(study, false);
    let [head, first] = [0, 1].map(|line| table.lines().nth(line).expect("a line"));
    assert!(head.ends_with("stalls,stall_s_longest") && first.contains(",1,2.00"), "{first}");
}

#[test]
fn only_the_layout_that_stalls_is_named_and_a_deep_queue_is_no_stall() {
    let place = TestPlace::new("race-stalls");
    let layouts = [
        "calm=sim:hdd?disks=4&layout=raid10",
        "halting=sim:hdd?disks=4&layout=raid10&stall=5s:2s:20s",
    ];
    let told = sentences(&place.compare(&race(&layouts, "-kR -b(8) -o(1,64) -t(4) -frandom"), 1));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("halting ") && !told[0].contains("calm"), "{told:?}");
    // At queue depth 256 on one disk, each operation waits for two seconds.
    for (depth, threads) in [(1, 256), (64, 4)] {
        let shelf = disks("sim:hdd?disks=2&layout=none");
        let request = DisksRequest { random: true, block: Bytes::kib(8), depth, threads, ..shelf };
        let told = sentences(&place.calibrate(&request, 1));
        assert!(told.is_empty(), "{told:?}");
    }
}

#[test]
fn a_line_that_stalls_says_so_everywhere_and_none_where_nothing_stalls() {
    let place = TestPlace::new("ramp-stalls");
    let climb = |target: &str| {
        let request = RampRequest {
            target: target.to_owned(),
            blocks: vec![Bytes::kib(8)],
            latency_limit: "p99<=15ms".parse().expect("a latency limit"),
            budget: Some(Nanos::secs(60)),
            ..RampRequest::default()
        };
        place.ramp(&request, 3)
    };
    let record = climb("sim:ssd?stall=5s:2s:30s");
    assert!(shown(&record).contains("There were 2 stalls of about"), "{}", shown(&record));
    assert!(!sentences(&record).is_empty());
    for record in [&record, &place.stored()] {
        assert!(report::html(record, Language::En).contains("The storage stalled"));
    }
    assert!(sentences(&climb("sim:ssd")).is_empty());
}

#[test]
fn a_check_names_the_stalls_that_its_answer_is_due_to() {
    let place = TestPlace::new("check-stalls");
    let check = |target, profile, budget_s| {
        let record = place.check(&CheckWords { target, profile, budget_s, ..CheckWords::USUAL });
        assert_eq!(ending(&record), Ending::NotFit);
        assert!(!sentences(&record).is_empty());
        record
    };
    check("sim:ssd?stall=5s:1s:10s", "postgres", 120);
    let log = check("sim:ssd?stall=500ms:2s:5s", "etcd", 90);
    let reason = json(&log)["findings"][0]["sentence"].to_string();
    assert!(
        reason.contains("because the storage stalls. There were 3 stalls of about 2 s"),
        "{reason}"
    );
}
