//! Plans of studies: valid plans, and the problems of invalid ones.

use base::Nanos;
use job::plan::{PlanStage, read};
use proptest::prelude::*;

const WHOLE: &str = r#"
[study]
name = "the shelf"
seed = 7
pause = "2s"

[[stage]]
study = "calibrate"
disks = ["/dev/sd[b-d]", "/srv/x"]
write = true

[[stage]]
study = "scale"
disks = ["sim:hdd?disks=14&layout=none&cap_mibps=900"]
block = "1M"
depth = 4

[[stage]]
study = "compare"
name = "layouts"
layout = ["raid10=/mnt/a,redundancy=1", "raid5=/mnt/b"]
for = "sqlserver-oltp"
practical = "5%"

[[stage]]
study = "scale"
disks = ["/srv/y[1-2]z[0-1]"]

[[stage]]
study = "ramp"
target = "/mnt/a"
block = ["8k", "64k"]
mix = 70
depths = "1-256"
"#;

fn values<'a>(stage: &'a PlanStage, key: &str) -> Vec<&'a str> {
    let own = stage.keys.iter().find(|own| own.name == key).expect("the stage has the key");
    own.values.iter().map(|value| value.text.as_str()).collect()
}

#[test]
fn a_plan_is_read_stage_by_stage() {
    let (plan, problems) = read("plan.toml", WHOLE);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        (plan.name.as_str(), plan.seed, plan.pause),
        ("the shelf", Some(7), Some(Nanos::secs(2)))
    );
    let names: Vec<&str> = plan.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, ["calibrate", "scale", "layouts", "scale 2", "ramp"]);
    assert_eq!(plan.stages[2].study, "compare");
    let [calibrate, scale, _, many, ramp] = &plan.stages[..] else { panic!("{plan:?}") };
    assert_eq!(values(calibrate, "disks"), ["/dev/sdb", "/dev/sdc", "/dev/sdd", "/srv/x"]);
    assert_eq!((values(calibrate, "write"), values(scale, "depth")), (vec!["true"], vec!["4"]));
    assert_eq!(values(many, "disks"), ["/srv/y1z0", "/srv/y1z1", "/srv/y2z0", "/srv/y2z1"]);
    assert_eq!((values(ramp, "block"), values(ramp, "mix")), (vec!["8k", "64k"], vec!["70"]));
}

#[test]
fn all_that_is_wrong_is_told_at_once_with_its_place() {
    let text = r#"
[study]
pauze = "2s"
seed = -1

[[stage]]
study = "calibrat"

[[stage]]
study = "calibrate"
disks = ["/dev/sd[o-b]", "/dev/sd[9-1]", [], "/dev/sda", "/dev/sd[a", ""]
name = "a"

[[stage]]
study = "scale"
name = "a"
disks = []
"#;
    let (_, problems) = read("plan.toml", text);
    let told: Vec<(&str, &str)> =
        problems.iter().map(|p| (&text[p.span.clone()], p.text.as_str())).collect();
    let wanted = [
        ("pauze", "there is no key `pauze`"),
        ("-1", "`seed` must be"),
        ("\"calibrat\"", "did you mean \"calibrate\"?"),
        ("\"/dev/sd[o-b]\"", "has no range"),
        ("\"/dev/sd[9-1]\"", "has no range"),
        ("[]", "must be text in quotes"),
        ("\"/dev/sd[a\"", "has no range"),
        ("\"\"", "is empty"),
        ("\"a\"", "there is a stage \"a\" already"),
        ("[]", "is an empty list"),
    ];
    for (place, part) in wanted {
        let found = told.iter().any(|(span, text)| *span == place && text.contains(part));
        assert!(found, "{place} {part}\n{told:#?}");
    }
    assert_eq!(told.len(), wanted.len(), "{told:#?}");
}

#[test]
fn a_study_whose_name_is_misspelt_is_read_as_the_one_that_was_meant() {
    let (plan, problems) = read("plan.toml", "[[stage]]\nstudy = \"compar\"\nlayout = \"a=/a\"\n");
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_eq!(
        (plan.stages[0].study, values(&plan.stages[0], "layout")),
        ("compare", vec!["a=/a"])
    );
}

#[test]
fn a_plan_without_a_stage_is_none() {
    for (text, part) in [
        ("", "no stage"),
        ("[stage]\nstudy = \"scale\"\n", "not a list"),
        ("study = 5\n[[stage]]\nstudy = \"scale\"\ndisks = [\"a\"]\n", "not a section"),
        ("[job]\n", "there is no key `job`"),
    ] {
        let (_, problems) = read("plan.toml", text);
        assert!(problems.iter().any(|p| p.text.contains(part)), "{text}: {problems:?}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[\\[\\]a-z=\"0-9\n,.-]{0,200}") {
        drop(read("plan.toml", &text));
    }

    #[test]
    fn no_cut_of_a_plan_makes_the_reader_panic(from in 0usize..WHOLE.len(), length in 0usize..60) {
        let mut text = WHOLE.to_owned();
        text.replace_range(from..(from + length).min(WHOLE.len()), "");
        let (_, problems) = read("plan.toml", &text);
        prop_assert!(problems.iter().all(|p| text.get(p.span.clone()).is_some()));
    }
}
