//! Studies with a known answer: which disk is an outlier, what saturates, which layout wins.

use crate::check::sentences;
use crate::place::{TestPlace, decided, disks, ending, finding, json, race, shown};
use base::{Bytes, Nanos};
use report::Language;
use serde_json::{Value, json};
use session::failure::Ending;
use session::requests::race::RaceRequest;
use session::requests::ramp::RampRequest;

/// Fourteen disks of which the third is slow, behind a controller that saturates at 900 MiB/s.
const SHELF: &str = "sim:hdd?disks=14&layout=none&slow=3:1.4&noise_cv=0.02&cap_mibps=900";

#[test]
fn calibrate_names_the_slow_disk_and_no_other() {
    let place = TestPlace::new("calibrate");
    let record = place.calibrate(&disks(SHELF), 5);
    assert_eq!(ending(&record), Ending::NotFit);
    assert_eq!(json(&record)["study"]["stages"][0]["outliers"], json!(["disk3"]));
    let document = json(&record);
    let points = document["study"]["stages"][0]["points"].as_array().unwrap();
    assert!(points.len() > 14 && points.iter().any(|point| point["purpose"] == "again"));
    assert!(points.iter().any(|point| point["purpose"] == "reference"));
    // Every interval of every point is stored, as in a run.
    let trials = document["trials"].as_array().unwrap();
    assert_eq!(trials.len(), points.len());
    for (trial, point) in trials.iter().zip(points) {
        let points = trial["streams"][0]["points"].as_array().map_or(0, Vec::len) as f64;
        assert!(points > 0.9 * point["seconds"].as_f64().unwrap(), "{points} points of {point:#}");
    }
    assert!(shown(&record).contains("disk3 is an outlier"), "{}", shown(&record));
    // Seven slow disks of fourteen may be another model or have a bad cable: the study cannot know which.
    let seven: String = (1..=7).map(|disk| format!("&slow={disk}:1.4")).collect();
    let kinds = format!("sim:hdd?disks=14&layout=none&noise_cv=0.02{seven}");
    let record = place.calibrate(&disks(&kinds), 1);
    assert_eq!(ending(&record), Ending::CannotTell);
    assert!(shown(&record).contains("? The 14 disks are of two kinds"), "{}", shown(&record));
}

#[test]
fn scale_names_how_many_disks_fill_the_limit() {
    let place = TestPlace::new("scale");
    let healthy = "sim:hdd?disks=14&layout=none&noise_cv=0.02&cap_mibps=900";
    let record = place.scale(&disks(healthy), 2);
    assert_eq!(ending(&record), Ending::Done);
    assert!(shown(&record).contains("5 disks saturate the shared path"), "{}", shown(&record));
    let record = place.scale(&disks("sim:hdd?disks=6&layout=none&noise_cv=0.02"), 2);
    assert_eq!(ending(&record), Ending::Done);
    assert!(shown(&record).contains("saturate the shared path"), "{}", shown(&record));
}

/// Disks of two simulated storages have the same names, but the results of `calibrate` apply only to its own storage.
#[test]
fn scale_takes_what_each_disk_gives_alone_from_its_own_storage() {
    let place = TestPlace::new("two-shelves");
    let grown = |calibrated: &str, grown: &str| {
        let stage = |study: &str, shelf: &str| {
            format!("[[stage]]\nstudy = \"{study}\"\ndisks = [\"{shelf}\"]\n")
        };
        let record =
            place.plan(&(stage("calibrate", calibrated) + &stage("scale", grown)), Some(5));
        assert_eq!(ending(&record), Ending::NotFit);
        finding(&record, 1)["scale"].clone()
    };
    let healthy = "sim:hdd?disks=6&layout=none&noise_cv=0.01";
    let other = grown(&format!("{healthy}&slow=3:4&slow=1:3"), healthy);
    assert!(other["saturation"]["not-reached"].is_object(), "{other:#}");
    assert!(other["left_aside"].is_null(), "nothing was taken: {other:#}");
    // A slow disk at the end looks like a saturated path, unless its own speed is known.
    let slow = format!("{healthy}&slow=6:1.5");
    let own = grown(&slow, &slow);
    assert!(own["saturation"]["not-reached"].is_object(), "{own:#}");
    let alone = place.scale(&disks(&slow), 5);
    assert_eq!(ending(&alone), Ending::CannotTell);
    let told = "Cannot tell whether 6 disks saturate the path or disk 6 is slow.";
    assert!(shown(&alone).contains(told), "{}", shown(&alone));
}

#[test]
fn compare_ranks_mirrors_over_parity_for_small_writes() {
    let place = TestPlace::new("compare");
    let layout = |name: &str| {
        format!("{name}=sim:hdd?disks=8&layout={name}&noise_cv=0.01,usable=7TiB,redundancy=1")
    };
    let (mirrors, parity) = (layout("raid10"), layout("raid5"));
    let grid = "-k(W) -b(8,16,32,64) -o(1-16) -frandom";
    let record = place.compare(&race(&[&parity, &mirrors], grid), 3);
    assert_eq!(ending(&record), Ending::Done);
    let finding = &finding(&record, 0)["race"];
    assert_eq!(finding["standings"][0]["name"], "raid10", "{finding:#}");
    let shown = shown(&record);
    assert!(shown.contains("raid10") && shown.contains("7 TiB"), "{shown}");
}

#[test]
fn a_layout_called_none_is_no_lack_of_one() {
    let place = TestPlace::new("none");
    let record = place.compare(&race(&["none=sim:ssd", "hdd=sim:hdd"], "-kR -b8 -o4 -frandom"), 1);
    let shown = shown(&record);
    assert!(shown.contains("single disks (none) is best"), "{shown}");
    assert!(!shown.contains(" none is"), "{shown}");
}

#[test]
fn a_rate_that_is_round_by_chance_is_no_quota_in_a_study() {
    let place = TestPlace::new("quota");
    let layouts = ["raid5=sim:hdd?disks=8&layout=raid5", "raid10=sim:hdd?disks=8&layout=raid10"];
    let request = race(&layouts, "-kR -b(8,64) -o(1,8,32) -frandom");
    let record = place.compare(&RaceRequest { each_size: true, ..request }, 1);
    assert_eq!(ending(&record), Ending::Done);
    let warnings = json(&record)["warnings"].to_string();
    assert!(!warnings.contains("quota"), "{warnings}");
}

#[test]
fn the_same_seed_finds_the_same_and_another_one_measures_other_points() {
    let place = TestPlace::new("seed");
    let shelf = disks("sim:hdd?disks=5&layout=none&slow=2:1.3&noise_cv=0.02");
    let study = |seed| decided(&place.calibrate(&shelf, seed));
    let (first, again, other) = (study(21), study(21), study(22));
    assert_eq!(first, again);
    assert_ne!(first["study"]["stages"][0]["points"], other["study"]["stages"][0]["points"]);
}

#[test]
fn a_plan_is_carried_out_stage_by_stage() {
    let place = TestPlace::new("plan");
    let text = format!(
        "[study]\nname = \"all\"\nseed = 4\n\
         [[stage]]\nstudy = \"calibrate\"\ndisks = [\"{SHELF}\"]\n\
         [[stage]]\nstudy = \"scale\"\ndisks = [\"{SHELF}\"]\n\
         [[stage]]\nstudy = \"ramp\"\ntarget = \"sim:ssd\"\nbudget = \"5s\"\n\
         [[stage]]\nstudy = \"ramp\"\nname = \"ramps\"\ntarget = \"sim:ssd\"\nblock = [\"8k\", \"64k\"]\n\
         budget = \"5s\"\n"
    );
    let record = place.plan(&text, None);
    assert_eq!(ending(&record), Ending::NotFit);
    let document = json(&record);
    assert_eq!((&document["subject"], &document["seed"]), (&"all".into(), &4.into()));
    assert_eq!(json(&record)["study"]["stages"][0]["outliers"], json!(["disk3"]));
    let stages = document["study"]["stages"].as_array().unwrap();
    let names: Vec<&Value> = stages.iter().map(|stage| &stage["name"]).collect();
    let ramps = ["ramps block=8k mix=100", "ramps block=64k mix=100"];
    assert_eq!(names, ["calibrate", "scale", "ramp", ramps[0], ramps[1]]);
    // The trials of a line have the name of its stage.
    let lines = record.roles().map(|role| role.role.as_str());
    assert_eq!(lines.collect::<Vec<_>>(), ["ramp", ramps[0], ramps[1]]);
    assert!(finding(&record, 2).is_object());
    // The terminal text and the page show the name of the plan.
    let stored = place.stored();
    assert!(shown(&stored).contains("study \"all\" on"), "{}", shown(&stored));
    assert!(report::html(&stored, Language::En).contains("study &quot;all&quot; on "));
}

fn ramp(target: &str) -> RampRequest {
    RampRequest { target: target.to_owned(), ..RampRequest::default() }
}

#[test]
fn each_block_size_has_its_line_and_a_ladder_its_depths() {
    let place = TestPlace::new("ramp");
    let blocks = vec![Bytes::kib(8), Bytes::kib(64)];
    let request = RampRequest { blocks, budget: Some(Nanos::secs(10)), ..ramp("sim:ssd") };
    let record = place.ramp(&request, 1);
    assert_eq!(ending(&record), Ending::Done);
    assert_eq!(json(&record)["study"]["stages"].as_array().unwrap().len(), 2);
    let depths = RampRequest { depths: Some("1-16".to_owned()), ..ramp("sim:ssd") };
    let record = place.ramp(&depths, 1);
    assert_eq!(ending(&record), Ending::Done);
    assert!(shown(&record).contains("16"), "{}", shown(&record));
}

#[test]
fn a_ramp_gives_a_rotating_disk_the_time_that_it_takes_and_invents_no_stalls() {
    let place = TestPlace::new("ramp-disk");
    // The confirming run does not confirm the rate with every seed.
    let latency_limit = "p99<=50ms".parse().expect("a latency limit");
    let request = RampRequest { latency_limit, ..ramp("sim:hdd") };
    let record = place.ramp(&request, 2);
    assert_eq!(ending(&record), Ending::Done);
    let line = &finding(&record, 0)["ramp"]["load_line"]["value"];
    let line = line.as_f64().expect("a line was found");
    // A simulation of six million operations shows that 35 per second keep the limit.
    assert!((30.0..=35.5).contains(&line), "{line}");
    assert!(!shown(&record).contains("stall") && sentences(&record).is_empty());
    // A minute is too short, and the answer names a sufficient time.
    let short = place.ramp(&RampRequest { budget: Some(Nanos::secs(60)), ..request }, 2);
    assert_eq!(ending(&short), Ending::CannotTell);
    let reason = json(&short)["study"]["stages"][0]["remarks"].to_string();
    assert!(reason.contains("--budget ") && !reason.contains("stall"), "{reason}");
}
