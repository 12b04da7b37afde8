//! Plans of studies: valid plans, and the problems of invalid ones.

use base::{Bytes, Nanos};
use job::plan::{DisksRequest, RampRequest, StageRequest, StudyPlan, read, read_leniently};
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
layouts = ["raid10=/mnt/a,redundancy=1", "raid5=/mnt/b"]
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

fn whole() -> StudyPlan {
    read("plan.toml", WHOLE).expect("the plan is right")
}

#[test]
fn a_plan_is_read_stage_by_stage() {
    let plan = whole();
    assert_eq!(
        (plan.name.as_str(), plan.seed, plan.pause),
        ("the shelf", Some(7), Some(Nanos::secs(2)))
    );
    let names: Vec<&str> = plan.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, ["calibrate", "scale", "layouts", "scale 2", "ramp"]);
    let StageRequest::Calibrate(disks) = &plan.stages[0].study else { panic!("{plan:?}") };
    assert_eq!(disks.disks, ["/dev/sdb", "/dev/sdc", "/dev/sdd", "/srv/x"]);
    assert_eq!((disks.write, disks.block, disks.time), (true, Bytes::kib(64), Nanos::secs(10)));
    let StageRequest::Compare(race) = &plan.stages[2].study else { panic!("{plan:?}") };
    assert_eq!((race.practical_percent, race.passes, race.time), (Some(5.0), None, None));
    let StageRequest::Scale(disks) = &plan.stages[3].study else { panic!("{plan:?}") };
    assert_eq!(disks.disks, ["/srv/y1z0", "/srv/y1z1", "/srv/y2z0", "/srv/y2z1"]);
    let StageRequest::Ramp(ramp) = &plan.stages[4].study else { panic!("{plan:?}") };
    assert_eq!(ramp.blocks, [Bytes::kib(8), Bytes::kib(64)]);
    assert_eq!((ramp.read_percents[0], ramp.depths.as_deref()), (70.0, Some("1-256")));
}

#[test]
fn a_stage_without_keys_asks_for_the_defaults() {
    let text = "[[stage]]\nstudy = \"scale\"\ndisks = [\"/srv/a\", \"/srv/b\"]\n\
                [[stage]]\nstudy = \"ramp\"\ntarget = \"/srv\"\n";
    let plan = read("plan.toml", text).expect("the plan is right");
    let StageRequest::Scale(disks) = &plan.stages[0].study else { panic!("{plan:?}") };
    let named = ["/srv/a", "/srv/b"].map(str::to_owned).to_vec();
    assert_eq!(*disks, DisksRequest { disks: named, ..DisksRequest::default() });
    assert_eq!((disks.block, disks.depth, disks.threads), (Bytes::kib(64), 1, 1));
    let StageRequest::Ramp(ramp) = &plan.stages[1].study else { panic!("{plan:?}") };
    assert_eq!(*ramp, RampRequest { target: "/srv".to_owned(), ..RampRequest::default() });
    assert_eq!((ramp.depth_max, ramp.latency_limit.latency_ns), (64, Nanos::millis(20)));
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
disks = ["/dev/sd[o-b]"]
grid = "-b8"
block = 1000

[[stage]]
study = "compare"
grid = "-q(1)"
for = "x"

[[stage]]
study = "ramp"
target = "/mnt/a"
latency_limit = "p99<=10"
mix = []
name = "a"

[[stage]]
study = "scale"
name = "a"
disks = []
time = "10ms"
"#;
    let problems = read("plan.toml", text).unwrap_err();
    let told: Vec<(&str, &str)> =
        problems.iter().map(|p| (&text[p.span.clone()], p.text.as_str())).collect();
    for (place, part) in [
        ("pauze", "there is no key `pauze`"),
        ("-1", "`seed` must be"),
        ("\"calibrat\"", "did you mean \"calibrate\"?"),
        ("\"/dev/sd[o-b]\"", "has no range"),
        ("grid", "`grid` means nothing to calibrate"),
        ("1000", "must be a multiple of 512"),
        ("\"-q(1)\"", "is no grid"),
        ("\"-q(1)\"", "`grid` and `for` exclude each other"),
        ("\"p99<=10\"", "is not a latency limit"),
        ("[]", "is an empty list"),
        ("\"a\"", "there is a stage \"a\" already"),
        ("\"10ms\"", "`time` must be"),
    ] {
        let found = told.iter().any(|(span, text)| *span == place && text.contains(part));
        assert!(found, "{place} {part}\n{told:#?}");
    }
    assert!(told.iter().any(|(_, text)| text.contains("has no `layouts`")), "{told:#?}");
}

#[test]
fn a_wrong_stage_is_read_so_far_that_its_places_can_be_looked_at() {
    let text = WHOLE
        .replace("\"/srv/x\"]", "\"/srv/x\", 5, \"/dev/sd[z-a]\"]")
        .replace("block = \"1M\"", "blok = 1000")
        .replace("for = \"sqlserver-oltp\"", "grid = \"-q1\"")
        .replace("mix = 70", "mix = []\nsize = 1");
    let (plan, problems) = read_leniently("plan.toml", &text);
    assert_eq!(problems.len(), 6, "{problems:#?}");
    // The names are the same as in the whole plan.
    let names: Vec<&str> = plan.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, ["calibrate", "scale", "layouts", "scale 2", "ramp"]);
    let StageRequest::Calibrate(disks) = &plan.stages[0].study else { panic!("{plan:?}") };
    assert_eq!(disks.disks, ["/dev/sdb", "/dev/sdc", "/dev/sdd", "/srv/x"]);
    assert!(!disks.all_read);
    let StageRequest::Scale(disks) = &plan.stages[1].study else { panic!("{plan:?}") };
    assert!(disks.all_read, "a key that names no place hides none");
    // A value that cannot be read must not request more than what was meant: nobody has to give up a device for it.
    let StageRequest::Compare(race) = &plan.stages[2].study else { panic!("{plan:?}") };
    assert!(race.all_read && race.layouts.len() == 2);
    assert!(race.grid.as_deref().is_some_and(|grid| grid.contains("-kR")), "{race:?}");
}

#[test]
fn every_wrong_member_of_a_list_is_told() {
    let text = r#"
[[stage]]
study = "compare"
layouts = ["a=/a", 7, "", "b=/b"]
fill = [0, 99, 10, 2.5, "x"]

[[stage]]
study = "ramp"
target = "/mnt/a"
block = [1000, "4k", "9x", true]
mix = [101, "abc", 70, -1]

[[stage]]
study = "scale"
disks = ["/dev/sd[9-1]", [], "/dev/sda", "/dev/sd[a"]
"#;
    let (plan, problems) = read_leniently("plan.toml", text);
    let told: Vec<&str> = problems.iter().map(|p| &text[p.span.clone()]).collect();
    let want = [
        "7",
        "\"\"",
        "0",
        "99",
        "2.5",
        "\"x\"",
        "1000",
        "\"9x\"",
        "true",
        "101",
        "\"abc\"",
        "-1",
        "\"/dev/sd[9-1]\"",
        "[]",
        "\"/dev/sd[a\"",
    ];
    assert_eq!(told, want, "{problems:#?}");
    let StageRequest::Compare(race) = &plan.stages[0].study else { panic!("{plan:?}") };
    assert_eq!(
        (&race.layouts[..], &race.fills[..]),
        (&["a=/a".to_owned(), "b=/b".to_owned()][..], &[10][..])
    );
    let StageRequest::Ramp(ramp) = &plan.stages[1].study else { panic!("{plan:?}") };
    assert_eq!((&ramp.blocks[..], &ramp.read_percents[..]), (&[Bytes::kib(4)][..], &[70.0][..]));
}

#[test]
fn keys_without_meaning_beside_depths_or_without_them_are_reported() {
    let depth_sweep =
        "[[stage]]\nstudy = \"ramp\"\ntarget = \"/a\"\ndepths = \"1,4\"\ntime = \"2s\"\n";
    read("plan.toml", depth_sweep).expect("a queue-depth sweep has a time");
    let text =
        format!("{depth_sweep}latency_limit = \"p99<=5ms\"\nbudget = \"90s\"\ndepth_max = 8\n");
    let problems = read("plan.toml", &text).unwrap_err();
    let told: Vec<&str> = problems.iter().map(|p| p.text.as_str()).collect();
    let nothing = |key: &str| format!("`{key}` means nothing to a queue-depth sweep");
    assert_eq!(told, ["latency_limit", "budget", "depth_max"].map(nothing));
    let problems = read("plan.toml", &depth_sweep.replace("depths = \"1,4\"\n", "")).unwrap_err();
    assert!(problems[0].text.starts_with("`time` means nothing to a line"), "{problems:?}");
}

#[test]
fn a_study_whose_name_is_misspelt_is_read_as_the_one_that_was_meant() {
    let text =
        "[[stage]]\nstudy = \"compar\"\nlayouts = [\"a=/a\"]\nfill = 99\nlatency_limit = 5\n";
    let (plan, problems) = read_leniently("plan.toml", text);
    assert_eq!(problems.len(), 3, "{problems:#?}");
    let StageRequest::Compare(race) = &plan.stages[0].study else { panic!("{plan:?}") };
    assert_eq!(race.layouts, ["a=/a"]);
}

#[test]
fn a_plan_without_a_stage_is_none() {
    for (text, part) in [
        ("", "no stage"),
        ("[stage]\nstudy = \"scale\"\n", "not a list"),
        ("study = 5\n[[stage]]\nstudy = \"scale\"\ndisks = [\"a\"]\n", "not a section"),
        ("[job]\n", "there is no key `job`"),
    ] {
        let problems = read("plan.toml", text).unwrap_err();
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
        if let Err(problems) = read("plan.toml", &text) {
            prop_assert!(problems.iter().all(|p| text.get(p.span.clone()).is_some()));
        }
    }
}

#[test]
fn a_race_may_build_fill_or_replay_and_says_what_does_not_go_together() {
    let text = r#"
[[stage]]
study = "compare"
build = "none; raid10 x 64k"
disks = ["/dev/sd[b-c]"]
slice = "1GiB"
fill = ["50%", 10, 10]
grid = "-kR -b8"

[[stage]]
study = "compare"
recorded = "grid.csv"
"#;
    let plan = read("plan.toml", text).expect("the plan is right");
    let StageRequest::Compare(race) = &plan.stages[0].study else { panic!("{plan:?}") };
    let build = race.build.as_ref().expect("it builds");
    assert_eq!(build.list, "none; raid10 x 64k");
    assert_eq!(build.disks, ["/dev/sdb", "/dev/sdc"]);
    assert_eq!((build.slice, &race.fills[..]), (Some(Bytes::gib(1)), &[10, 50][..]));
    let StageRequest::Compare(race) = &plan.stages[1].study else { panic!("{plan:?}") };
    assert_eq!(race.recorded.as_deref(), Some("grid.csv"));

    let text = r#"
[[stage]]
study = "compare"
build = "raid11"
fill = [0, 2.5, 96]
slice = "1MiB"

[[stage]]
study = "compare"
layouts = ["a=/a", "b=/b"]
each_size = true
disks = ["/dev/sdb"]
fill = 10

[[stage]]
study = "compare"
recorded = "grid.csv"
build = "raid0"
disks = ["/dev/sdb", "/dev/sdc"]
"#;
    let problems = read("plan.toml", text).unwrap_err();
    let told: Vec<(&str, &str)> =
        problems.iter().map(|p| (&text[p.span.clone()], p.text.as_str())).collect();
    for (place, part) in [
        ("\"raid11\"", "is no list of layouts"),
        ("0", "`fill`"),
        ("\"1MiB\"", "`slice` must be"),
        ("[\"/dev/sdb\"]", "`disks` means nothing to a race without `build`"),
        ("true", "`each_size` and `fill` exclude each other"),
        ("\"grid.csv\"", "`recorded` and `build` exclude each other"),
    ] {
        let found = told.iter().any(|(span, text)| span.contains(place) && text.contains(part));
        assert!(found, "{place} {part}\n{told:#?}");
    }
    assert!(told.iter().any(|(_, text)| text.contains("has no `disks`")), "{told:#?}");
}
