//! Stalls are shown with the result: on the terminal, in the JSON, the page and the table, and also from the store.

use crate::place::{CheckWords, TestPlace, disks, ending, json, race, shown};
use base::{Bytes, Nanos};
use record::Record;
use report::Language;
use serde_json::Value;
use session::failure::Ending;
use session::requests::disks::DisksRequest;
use session::requests::ramp::RampRequest;

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
