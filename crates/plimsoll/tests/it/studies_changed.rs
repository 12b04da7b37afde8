//! Plans that are changed after a measurement: measured stages are kept, new stages are measured, and the earlier result does not
//! change.

use crate::drive::{TestPlace, list, signal, until, wait};
use serde_json::Value;

/// With noise, so that every seed gives other values.
const SHELF: &str = "sim:hdd?disks=4&layout=none&noise_cv=0.03";

const CALIBRATE: &str = "study = \"calibrate\"\ndisks = [\"SHELF\"]\n";
const SCALE: &str = "study = \"scale\"\ndisks = [\"SHELF\"]\n";

/// A comparison of layouts, each with a redundancy.
fn race(layouts: &[(&str, u32)]) -> String {
    let each = |(name, disks): &(&str, u32)| {
        format!("\"{name}=sim:hdd?disks=4&layout={name},redundancy={disks}\"")
    };
    let layouts: Vec<String> = layouts.iter().map(each).collect();
    format!(
        "study = \"compare\"\nlayout = [{}]\ngrid = \"-kR -b(8,64) -o(1,4) -t1 -frandom\"\npasses = 1\n",
        layouts.join(", ")
    )
}

fn plan(place: &TestPlace, stages: &[&str]) -> String {
    let stage = |stage: &&str| format!("[[stage]]\n{}\n", stage.replace("SHELF", SHELF));
    place.write("plan.toml", stages.iter().map(stage).collect::<String>())
}

/// The result of a plan as JSON, and its messages.
fn measured(place: &TestPlace, stages: &[&str]) -> (Value, String) {
    let ended = place.verdict(&["study", &plan(place, stages)]);
    (place.record("last"), ended.stderr)
}

fn stage(document: &Value, number: usize) -> &Value {
    &document["study"]["stages"][number]
}

fn points(document: &Value, number: usize) -> Vec<Value> {
    list(&stage(document, number)["points"])
}

/// `scale` uses the finding of `calibrate`: without it, `scale` would expect more of the last disk, which is slow.
#[test]
fn nothing_is_left_of_a_stage_that_went_by_the_one_before_it() {
    let place = TestPlace::new("plan-left");
    let slow = "sim:hdd?disks=8&layout=none&noise_cv=0.02&slow=8:1.5";
    let [calibrate, scale] = [CALIBRATE, SCALE].map(|stage| stage.replace("SHELF", slow));
    let ramp = "study = \"ramp\"\ntarget = \"sim:ssd\"\nbudget = \"60s\"\n";
    measured(&place, &[&calibrate, &scale]);
    let plan = plan(&place, &[&calibrate, &scale, ramp]);
    let planned = place.expect(0, &["study", &plan, "--dry-run", "--json"]).json();
    for time in ["likely_s", "noisy_s", "longest_s"] {
        assert_eq!(planned["left"][time], 60.0, "{time}: {:#}", planned["left"]);
    }
}

#[test]
fn a_stage_that_is_appended_is_measured_and_no_other() {
    let place = TestPlace::new("plan-appended");
    let (first, _) = measured(&place, &[CALIBRATE]);
    let plan = plan(&place, &[CALIBRATE, SCALE]);
    let before = place.expect(0, &["study", &plan, "--dry-run"]).stdout;
    assert!(
        before.contains("kept from run 1: calibrate (") && before.contains("new: scale"),
        "{before}"
    );
    let planned = place.expect(0, &["study", &plan, "--dry-run", "--json"]).json();
    // Kept stages take no time.
    for time in ["likely_s", "longest_s"] {
        assert_eq!(planned["left"][time], planned["stages"][1][time], "{time}");
    }
    assert!(before.contains("of the times above: "), "{before}");
    let (second, told) = measured(&place, &[CALIBRATE, SCALE]);
    assert_eq!(points(&second, 0), points(&first, 0), "measured anew: {told}");
    assert_eq!(stage(&second, 0)["finding"], stage(&first, 0)["finding"]);
    assert!(!points(&second, 1).is_empty() && stage(&second, 1)["finding"].is_object());
    assert_eq!((&second["state"], &second["run"]), (&"done".into(), &first["run"]));
    let kept = format!("kept from run 1: calibrate ({} points)", points(&first, 0).len());
    assert!(told.contains(&kept) && told.contains("new: scale"), "{told}");
    assert!(second["notes"].to_string().contains("taken from run 1"), "{:#}", second["notes"]);
    assert_eq!(place.record("1"), first, "the earlier result stays what it was");
    // The result equals that of one plan from the start.
    let whole = TestPlace::new("plan-whole");
    let seed = first["seed"].to_string();
    let plan = place.dir.join("plan.toml").display().to_string();
    whole.call(&["study", &plan, "--seed", &seed]);
    let whole = whole.record("last");
    assert_eq!(points(&second, 1), points(&whole, 1));
    // A finished plan without changes is measured again.
    let (third, told) = measured(&place, &[CALIBRATE, SCALE]);
    assert!(told.contains("run 2 has already measured this plan"), "{told}");
    assert_ne!(points(&third, 0), points(&first, 0));
}

#[test]
fn stages_that_are_moved_or_taken_out_and_put_back_keep_their_points() {
    let place = TestPlace::new("plan-moved");
    let compare = race(&[("raid10", 400), ("raid5", 300)]);
    let (first, _) = measured(&place, &[CALIBRATE, &compare, SCALE]);
    let (moved, told) = measured(&place, &[&compare, CALIBRATE]);
    assert_eq!(
        (points(&moved, 0), points(&moved, 1)),
        (points(&first, 1), points(&first, 0)),
        "{told}"
    );
    // The newest run lacks the stage, an earlier one has it.
    let (back, told) = measured(&place, &[SCALE, &compare, CALIBRATE]);
    assert_eq!(points(&back, 1), points(&first, 1));
    assert_eq!(points(&back, 0), points(&first, 2), "{told}");
    // Stages that both have were measured in the earlier one.
    let kept = told.lines().find(|line| line.contains("kept from run 1: scale"));
    let kept = kept.unwrap_or_else(|| panic!("{told}"));
    assert!(kept.contains("compare (") && kept.contains("calibrate ("), "{told}");
    assert!(!told.contains("from run 2"), "{told}");
    assert_eq!(place.record("1"), first);
}

#[test]
fn of_two_equal_stages_each_keeps_its_own_points() {
    let place = TestPlace::new("plan-twice");
    let named = |name: &str| format!("name = \"{name}\"\n{CALIBRATE}");
    let (first, _) = measured(&place, &[&named("monday"), &named("friday")]);
    assert_ne!(points(&first, 0), points(&first, 1));
    let (less, told) = measured(&place, &[&named("friday")]);
    assert_eq!(points(&less, 0), points(&first, 1), "{told}");
    // A name that no run has takes the first of the equal stages.
    let (other, told) = measured(&place, &[&named("sunday"), &named("friday")]);
    assert_eq!(
        (points(&other, 0), points(&other, 1)),
        (points(&first, 0), points(&first, 1)),
        "{told}"
    );
}

#[test]
fn another_redundancy_in_a_plan_measures_nothing_and_another_layout_only_itself() {
    let place = TestPlace::new("plan-redundancy");
    let (first, _) = measured(&place, &[CALIBRATE, &race(&[("raid10", 400), ("raid5", 300)])]);
    let (dear, told) = measured(&place, &[CALIBRATE, &race(&[("raid10", 500), ("raid5", 300)])]);
    assert_eq!(
        (points(&dear, 0), points(&dear, 1)),
        (points(&first, 0), points(&first, 1)),
        "{told}"
    );
    let finding = |document: &Value| stage(document, 1)["finding"].to_string();
    assert!(finding(&dear).contains("500") && !finding(&dear).contains("\"may_fail\":400"));
    assert!(finding(&first).contains("400") && place.record("1") == first);
    let held = place.call(&["diff", "1", "2"]).flat();
    assert!(held.contains("Nothing was measured twice: all "), "{held}");
    assert!(held.contains("points are the same measurement in both results"), "{held}");
    // A new layout is measured in turn with the others, not compared with their earlier measurements.
    let layouts = [("raid10", 500), ("raid5", 300), ("raid6", 350)];
    let (_, told) = measured(&place, &[CALIBRATE, &race(&layouts)]);
    assert!(told.contains("new: compare"), "{told}");
    assert!(!told.contains("which was changed"), "{told}");
}

#[test]
fn a_layout_that_is_taken_out_of_a_race_leaves_the_points_of_the_others() {
    let place = TestPlace::new("plan-fewer");
    let layouts = [("raid10", 500), ("raid5", 300), ("raid6", 350)];
    let (first, _) = measured(&place, &[&race(&layouts)]);
    let (less, told) = measured(&place, &[&race(&layouts[..2])]);
    let of_raid = |document: &Value| {
        let raced = |point: &Value| point["subject"] == "raid10" || point["subject"] == "raid5";
        points(document, 0).into_iter().filter(raced).collect::<Vec<Value>>()
    };
    let (before, after) = (of_raid(&first), of_raid(&less));
    assert!(before.len() >= 8 && before.iter().all(|point| after.contains(point)), "{told}");
    assert!(points(&less, 0).iter().all(|point| point["subject"] != "raid6"), "{told}");
}

#[test]
fn points_that_a_changed_stage_cannot_ask_for_stay_behind() {
    let place = TestPlace::new("plan-blocks");
    let layouts = [("raid10", 400), ("raid5", 300)];
    let (first, _) = measured(&place, &[SCALE, &race(&layouts)]);
    let scale = format!("{SCALE}block = \"8k\"\n");
    let compare = race(&layouts).replace("-b(8,64)", "-b8");
    let (second, told) = measured(&place, &[&scale, &compare]);
    assert!(told.contains("new: scale"), "{told}");
    for number in [0, 1] {
        let points = points(&second, number);
        let others = points.iter().filter(|point| point["load"]["block"] != 8192);
        assert_eq!((others.count(), points.len() > 3), (0, true), "{points:#?}");
    }
    let small = points(&first, 1)
        .into_iter()
        .filter(|point| point["load"]["block"] == 8192 && point["purpose"] == "race");
    let kept: Vec<Value> = small.collect();
    let again = points(&second, 1);
    assert!(!kept.is_empty() && kept.iter().all(|point| again.contains(point)), "{told}");
}

#[test]
fn a_plan_that_was_killed_and_then_changed_keeps_what_is_done() {
    let place = TestPlace::new("plan-killed");
    let folder = place.folder("target");
    let text = |depths: &str| {
        format!(
            "[study]\npause = \"0s\"\nsize = \"64MiB\"\n\
             [[stage]]\nstudy = \"ramp\"\nname = \"line\"\ntarget = \"sim:ssd\"\nbudget = \"5s\"\n\
             [[stage]]\nstudy = \"ramp\"\nname = \"table\"\ntarget = \"{folder}\"\ndepths = \"{depths}\"\ntime = \"1s\"\n"
        )
    };
    let plan = place.write("plan.toml", text("1,2,4,8"));
    let child = place.start(&["study", &plan]);
    until("two points of the second stage have ended", || {
        points(&place.shown("last"), 1).len() >= 2
    });
    signal(&child, "KILL");
    wait(child);
    let killed = place.record("1");
    let plan = place.write("plan.toml", text("1,2,4"));
    let report = place.dir.join("r.html").display().to_string();
    let ended = place.run_depth_sweep(&["study", &plan, "--report", &report]);
    ended.tells("kept from run 1: line");
    let whole = place.record("2");
    assert_eq!(stage(&whole, 0)["finding"], stage(&killed, 0)["finding"]);
    assert_eq!(points(&whole, 1).get(..2), Some(&points(&killed, 1)[..2]));
    assert!([3, 4].contains(&points(&whole, 1).len()), "{:#}", stage(&whole, 1));
    // The trials of the kept load line, which its chart needs.
    let lines = |document: &Value| {
        list(&document["trials"])
            .into_iter()
            .filter(|trial| trial["role"] == "line")
            .collect::<Vec<_>>()
    };
    assert!(!lines(&killed).is_empty());
    assert_eq!(lines(&whole), lines(&killed));
}
