//! Iometer's configurations and command lines: their meaning, and all problems in them at once.

use crate::words;
use base::{Bytes, Nanos};
use compat::foreign::{Foreign, Mapping};
use compat::iometer::{IometerView, read};
use proptest::prelude::*;
use std::sync::LazyLock;
use workload::{AccessPattern, Extent, TargetLocation};

/// A plan of ours: two workers, two targets, two specifications of the first worker, one of the second.
static CONFIG: LazyLock<&str> = LazyLock::new(|| {
    let seed = include_str!("../../../../fuzz/seeds/iometer/config");
    seed.split_once('\n').expect("a command line stands above it").1
});

fn maps() -> Vec<Mapping> {
    ["C:=/mnt/c", "1:=/dev/sdz"].iter().filter_map(|text| Mapping::read(text)).collect()
}

fn of(line: &str, config: &str, maps: &[Mapping]) -> Foreign<IometerView> {
    let load = |name: &str| match name {
        "a.icf" => Ok(config.to_owned()),
        _ => Err("no such file".to_owned()),
    };
    read(&words(line), &load, maps)
}

fn problems(foreign: &Foreign<IometerView>) -> Vec<String> {
    foreign.problems.iter().map(|p| format!("{} {}", p.1.text, p.1.help)).collect()
}

#[test]
fn a_plan_becomes_a_phase_for_each_test_and_a_stream_for_each_worker_on_a_target() {
    let got = of("a.icf r.csv", &CONFIG, &maps());
    assert_eq!(problems(&got), [""; 0]);
    let job = got.workload.expect("nothing is wrong");
    let names: Vec<&str> = job.phases.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["1: mixed, with comma + log", "2: log"]);
    assert_eq!(job.phases[0].streams, ["t1.w1.d1", "t1.w1.d2", "t1.w2.d1"]);
    assert_eq!(job.phases[1].streams, ["t2.w1.d1", "t2.w1.d2"]);
    assert_eq!(job.phases[0].warm_up_ns, Nanos::secs(5));
    assert_eq!((job.seed, job.name.as_str()), (Some(77), "nightly"));
    let first = &job.streams[0];
    assert_eq!((first.read_percent, first.depth), (60.0, 16));
    assert_eq!(first.stop.duration_ns, Some(Nanos::secs(90)));
    assert_eq!(first.offset, Extent::Bytes(Bytes(1024 * 512)));
    assert_eq!(first.size, Some(Extent::Bytes(Bytes(2048 * 512))));
    assert_eq!(job.streams[2].access, AccessPattern::Sequential);
    let places: Vec<_> = job.targets.iter().map(|t| t.place.clone()).collect();
    assert_eq!(
        places,
        [TargetLocation::Path("/mnt/c/iobw.tst".into()), TargetLocation::Path("/dev/sdz".into())]
    );
    assert_eq!(got.view.results.as_deref(), Some("r.csv"));
    assert!(got.view.wide && got.view.tests.len() == 2);
}

#[test]
fn cycling_runs_a_test_for_each_step() {
    let cycled = CONFIG.replace("\tNORMAL", "\tCYCLE_OUTSTANDING_IOS");
    let got = of("/c a.icf /r r.csv --columns 56 --time 2s", &cycled, &maps());
    let job = got.workload.expect("nothing is wrong");
    assert_eq!(job.phases.len(), 8, "two specifications at 1, 2, 4, 8");
    let depths: Vec<u32> = got.view.tests.iter().map(|test| test.workers[0].depth).collect();
    assert_eq!(depths, [1, 2, 4, 8, 1, 2, 4, 8]);
    assert_eq!(job.streams[0].stop.duration_ns, Some(Nanos::secs(2)));
    assert!(!got.view.wide && got.view.test_type == 6);
    let workers = CONFIG.replace("\tNORMAL", "\tCYCLE_WORKERS");
    let got = of("a.icf r.csv", &workers, &maps());
    let counts: Vec<usize> = got.view.tests.iter().map(|test| test.workers.len()).collect();
    assert_eq!(counts, [1, 2, 1, 1], "the second worker rests in the second round");
}

#[test]
fn classic_specifications_need_no_file() {
    let got =
        of("--spec file-server --target sim:ssd --depth 1,4 --workers 2 --time 3 r.csv", "", &[]);
    assert_eq!(problems(&got), [""; 0]);
    let job = got.workload.expect("nothing is wrong");
    assert_eq!((job.phases.len(), job.streams.len()), (2, 4));
    assert_eq!(job.streams[0].read_percent, 80.0);
    assert!((job.streams[0].read_blocks.mean_bytes() - 11_345.92).abs() < 0.01);
    assert_eq!(job.targets[0].place, TargetLocation::Sim("ssd".to_owned()));
    assert_eq!(got.view.results.as_deref(), Some("r.csv"));
    let wrong = of("\u{2013}-spec Mainframe", "", &[]);
    assert!(problems(&wrong)[0].contains("FileServer"), "{:?}", problems(&wrong));
}

#[test]
fn old_layouts_are_read_too() {
    let old = CONFIG
        .replace("Version 1.1.0", "Version 2004.07.30")
        .replace(",use fixed seed,fixed seed value", "")
        .replace("\t16,DISABLED,1,ENABLED,77", "\t16,DISABLED,1")
        .replace("starting sector,Data pattern\n\t2048,1024,1", "starting sector\n\t2048,1024");
    let got = of("a.icf", &old, &maps());
    assert_eq!(problems(&got), [""; 0]);
    assert!(got.view.wide, "whoever saved it, results have the 80 columns of 1.1.0");
    for version in ["2008-06-22-rc2", "2006.07.27"] {
        let got =
            of("a.icf", &CONFIG.replace("Version 1.1.0", &format!("Version {version}")), &maps());
        assert_eq!(problems(&got), [""; 0], "{version}");
    }
}

#[test]
fn specifications_from_before_names_are_divided_by_their_percents() {
    let start = CONFIG.find("'Access specification name").expect("there is one");
    let end = CONFIG.find("'END access").expect("it ends");
    let lines = "'size, % of size, % reads, % random, delay, burst\n\
                 2048 100 67 100 0 1\n4096 60 100 0 0 1\n512 40 0 0 0 1\n8192 0 0 0 0 1\n65536 100 0 0 0 1\n\
                 2048 100 67 100 0 1\n";
    let assigned = CONFIG.replace(
        "'Assigned access specs\n\tmixed, with comma\n\tlog\n'End assigned access specs\n",
        "",
    );
    let assigned =
        assigned.replace("'Assigned access specs\n\tlog\n'End assigned access specs\n", "");
    let old =
        assigned.replace(&CONFIG[start..end], lines).replace("Version 1.1.0", "Version 1998.02.01");
    let got = of("a.icf", &old, &maps());
    assert_eq!(problems(&got), [""; 0]);
    let names: Vec<&str> = got
        .view
        .tests
        .iter()
        .flat_map(|test| &test.specifications)
        .map(|s| s.name.as_str())
        .collect();
    let expected = [
        "2 KiB random 67% reads",
        "Untitled 2",
        "64 KiB sequential writes",
        "2 KiB random 67% reads 2",
    ];
    assert_eq!(names, expected, "each to all workers, one after the other");
    assert!(got.view.tests.iter().flat_map(|test| &test.specifications).all(|s| s.assignment == 1));
    let job = got.workload.expect("nothing is wrong");
    assert!(job.streams.iter().all(|s| s.align == Some(Bytes(2048))), "{:?}", job.streams[0].align);
    assert_eq!(job.phases.len(), 4);
    let more = old.replace("512 40", "512 50");
    assert!(problems(&of("a.icf", &more, &maps())).concat().contains("have 110 % of all I/Os"));
}

#[test]
fn workers_without_work_take_no_part_in_a_test() {
    let idle = CONFIG.replace("\t8192,100,0,0,0,1,0,0", "\t0,100,0,0,0,1,0,0");
    let got = of("a.icf", &idle, &maps());
    let shape: Vec<(usize, usize)> =
        got.view.tests.iter().map(|test| (test.workers.len(), test.specifications.len())).collect();
    assert_eq!(
        shape,
        [(1, 1)],
        "the log does nothing, alone in the second round: {:?}",
        problems(&got)
    );
}

/// A change of the configuration and a part of the expected problem.
const WRONG: &[(&str, &str, &str)] = &[
    ("\t0          1          30", "\t0 x 30", "hours, minutes and seconds"),
    ("\t0          1          30", "\t0 0 0", "--time SECONDS"),
    ("\t4096,60,", "\t4096,50,", "90 % of all I/Os"),
    ("\t4096,60,", "\t4000,60,", "whole sectors"),
    ("\t4096,60,100,100", "\t4096,60,101,100", "above 100"),
    ("\t4096,60,100,100,0,1,0,0", "\t4096,60,100", "whole numbers: size"),
    ("\tNORMAL", "\tSIDEWAYS", "not a type of test"),
    ("\t16,DISABLED", "\t0,DISABLED", "from 1 to 4096"),
    ("\t16,DISABLED", "\t16,ENABLED", "test connection rate"),
    ("\tDISK\n'Assigned", "\tNETWORK,TCP\n'Assigned", "tests only disks"),
    ("\tlog\n'End assigned", "\tlag\n'End assigned", "no access specification \"lag\""),
    ("1: \"( ACME", "7: \"( ACME", "--map '7:=/dev/sdX'"),
    ("'Ramp Up Time (s)", "'Ramp Down Time (s)", "ramp down time"),
];

#[test]
fn everything_that_is_wrong_is_told_with_its_place() {
    for (from, to, told) in WRONG {
        let broken = CONFIG.replace(from, to);
        assert_ne!(broken, *CONFIG, "{from}");
        let got = of("a.icf r.csv", &broken, &maps());
        let all = problems(&got);
        assert!(got.workload.is_none() && all.iter().any(|p| p.contains(told)), "{told}: {all:?}");
        let text = &got.sources[1].text;
        assert!(got.problems.iter().all(|p| p.1.span.end <= text.len()), "{told}");
    }
    let mut all = (*CONFIG).to_owned();
    for (from, to, _) in [WRONG[0], WRONG[2], WRONG[6]] {
        all = all.replace(from, to);
    }
    assert!(problems(&of("a.icf", &all, &maps())).len() >= 3);
    for line in
        ["", "b.icf r.csv", "a.icf r.csv more.csv", "--depth 0 --spec Database --target x", "-z"]
    {
        let got = of(line, &CONFIG, &maps());
        assert!(got.workload.is_none() && (got.view.usage || !got.problems.is_empty()), "{line}");
    }
}

#[test]
fn what_is_only_nearly_done_is_noted() {
    let changes: [(&str, &str, &str); 4] = [
        ("\t65536,40,0,100", "\t65536,40,0,50", "mean % random"),
        ("\t65536,40,0,100,0,1,0,0", "\t65536,40,0,100,5,1,0,0", "mean delay"),
        ("\t65536,40,0,100,0,1,0,0", "\t65536,40,0,100,0,1,4096,0", "smallest align"),
        ("\t2048,1024,1", "\t2048,1024,0", "look too fast"),
    ];
    assert_eq!(of("a.icf", &CONFIG, &maps()).notes, []);
    for (from, to, told) in changes {
        let got = of("a.icf", &CONFIG.replace(from, to), &maps());
        let notes: Vec<&str> = got.notes.iter().map(|n| n.1.text.as_str()).collect();
        assert!(
            got.workload.is_some() && notes.iter().any(|n| n.contains(told)),
            "{told}: {notes:?}"
        );
    }
}

#[test]
fn configurations_of_others_are_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/reference/samples/iometer/eilerjc-fixtures");
    let Ok(files) = std::fs::read_dir(&folder) else {
        eprintln!("SKIPPED: the samples of other tools are not on this machine");
        return;
    };
    for file in files {
        let path = file.expect("it can be listed").path();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let maps: Vec<Mapping> = ["TEST:", "C:", "D:", "E:", "W:", "PHYSICALDRIVE0"]
            .iter()
            .filter_map(|from| Mapping::read(&format!("{from}=sim:ssd?{}", from.len())))
            .collect();
        let got = of("a.icf r.csv --target sim:ssd --time 1", &text, &maps);
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        // Two have no specification for any worker, one assigns none on purpose, one needs a network.
        let refused = ["cov_single.icf", "minimal.icf", "nospec_error.icf", "network_worker.icf"];
        let all = problems(&got);
        assert_eq!(got.workload.is_none(), refused.contains(&name.as_str()), "{name}: {all:?}");
    }
}

proptest! {
    #[test]
    fn no_change_of_a_configuration_makes_the_reader_fall(
        at in 0..CONFIG.len(), length in 0..40usize, with in "[\\t\\n',0-9A-Za-z ]{0,12}",
    ) {
        let mut text = (*CONFIG).to_owned();
        let end = (at + length).min(text.len());
        text.replace_range(at..end, &with);
        let got = of("a.icf r.csv", &text, &maps());
        prop_assert_eq!(got.workload.is_some(), got.problems.is_empty());
    }
}
