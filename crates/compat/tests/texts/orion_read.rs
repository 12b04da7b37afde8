//! Orion's command lines: the points that they measure, and all problems of invalid ones.

use crate::words;
use base::{Bytes, Nanos};
use compat::foreign::{Foreign, Mapping, Treatment};
use compat::orion::{OPTIONS, OrionView, Run, read};
use proptest::prelude::*;
use workload::{AccessPattern, Extent, TargetLocation, Workload};

fn load(path: &str) -> Result<String, String> {
    match path {
        "orion.lun" | "one.lun" => Ok("/dev/vdb\n".to_owned()),
        "three.lun" => Ok("/dev/raw/raw1\r\n/dev/raw/raw2\r\n\r\nD:\\three\r\n".to_owned()),
        "twice.lun" => Ok("/a\n/a\n\\\\.\\E:\n".to_owned()),
        "many.lun" => Ok((0..100).map(|n| format!("/dev/{n}\n")).collect()),
        "endless.lun" => Ok((0..1_000_000).map(|n| format!("/dev/{n}\n")).collect()),
        "empty.lun" => Ok("\n".to_owned()),
        _ => Err("no such file".to_owned()),
    }
}

fn reading(line: &str) -> Foreign<OrionView> {
    read(&words(line), &load, &[Mapping { from: "D:".into(), to: "/mnt/d".into() }])
}

fn workload(line: &str) -> (Workload, OrionView) {
    let reading = reading(line);
    assert_eq!(reading.problems, [], "{line}");
    (reading.workload.expect("it has no problems"), reading.view)
}

#[test]
fn a_simple_run_is_small_alone_and_then_large_alone() {
    let (workload, view) = workload("-run simple");
    let phases: Vec<&str> = workload.phases.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(phases.len(), 7, "{phases:?}");
    assert_eq!((phases[0], phases[6]), ("small 1 large 0", "small 0 large 2"));
    let deepest = &workload.streams[view.points[4].small_streams.clone()];
    assert_eq!(
        (deepest.len(), deepest[0].depth, &deepest[0].access),
        (1, 5, &AccessPattern::Uniform)
    );
    assert_eq!(deepest[0].read_blocks.largest(), Bytes::kib(8));
    assert_eq!(deepest[0].stop.duration_ns, Some(Nanos::secs(60)));
    let large = &workload.streams[view.points[6].large_streams.clone()][0];
    assert_eq!((large.depth, large.read_blocks.largest()), (2, Bytes::mib(1)));
    assert_eq!(workload.targets[0].place, TargetLocation::Path("/dev/vdb".into()));
}

#[test]
fn several_luns_share_every_load_and_take_odd_ones_in_turn() {
    let reading = reading("-run normal -testname three -num_disks 2 -write 50");
    assert_eq!(reading.notes.len(), 1, "{:?}", reading.notes);
    let (workload, view) = (reading.workload.expect("it is right"), reading.view);
    assert_eq!(view.points.len(), 11 * 5 - 1);
    assert_eq!(view.luns[2], r"D:\three");
    assert_eq!(workload.targets[2].place, TargetLocation::Path("/mnt/d/three".into()));
    let mut ones = Vec::new();
    for point in &view.points {
        for (load, range) in
            [(point.small, &point.small_streams), (point.large, &point.large_streams)]
        {
            let streams = &workload.streams[range.clone()];
            assert_eq!(streams.iter().map(|s| s.depth).sum::<u32>(), load);
            assert!(streams.iter().all(|s| s.depth == load / 3 || s.depth == load / 3 + 1));
            assert!(streams.iter().all(|s| s.read_percent == 50.0));
            if load == 1 {
                ones.push(streams[0].target.clone());
            }
        }
    }
    ones.sort();
    ones.dedup();
    assert_eq!(ones.len(), 3, "every LUN has its turn");
}

#[test]
fn sequential_streams_have_their_own_places_and_a_warm_cache() {
    let line = "-run advanced -testname three -matrix point -num_small 0 -num_large 4 -type seq -num_streamIO 2 -write 25 -cache_size 300";
    let (workload, view) = workload(line);
    let [warm, point] = workload.phases.as_slice() else { panic!("a warming and a point") };
    assert!(warm.name.starts_with("warm") && warm.streams.len() == 3);
    assert_eq!(workload.streams[0].stop.bytes, Some(Bytes::mib(100)));
    assert_eq!(point.streams.len(), 4);
    let streams = &workload.streams[view.points[0].large_streams.clone()];
    let writes: Vec<bool> = streams.iter().map(|s| s.read_percent == 0.0).collect();
    assert_eq!(writes, [false, false, false, true]);
    assert!(streams.iter().all(|s| s.access == AccessPattern::Sequential && s.depth == 2));
    assert_eq!(streams[0].target, streams[3].target);
    assert_eq!(
        (streams[0].offset, streams[3].offset),
        (Extent::Percent(0.0), Extent::Percent(50.0))
    );
    assert_eq!(
        (streams[0].size, streams[1].size),
        (Some(Extent::Percent(50.0)), Some(Extent::Percent(100.0)))
    );
    let none = |line: &str| workload_phases(line).iter().filter(|n| n.starts_with("warm")).count();
    assert_eq!(none("-run dss -type seq -cache_size 0"), 0);
    assert_eq!(none("-run dss -type seq"), 15);
    assert_eq!(none("-run oltp -type seq"), 0);
}

fn workload_phases(line: &str) -> Vec<String> {
    workload(line).0.phases.into_iter().map(|p| p.name).collect()
}

#[test]
fn everything_wrong_is_told_at_once_with_its_place() {
    let table: &[(&str, &[&str])] = &[
        ("-testname one", &["-run is missing"]),
        ("-run fast -write 101 -type x", &["-run takes", "-write takes", "-type takes"]),
        ("-run simple -testname none", &["failed to read none.lun"]),
        ("-run simple -testname twice", &["/a is listed twice", r"\\.\E: is a Windows path"]),
        ("-run simple -testname empty", &["names no LUN"]),
        ("-run simple -testname", &["-testname needs a value"]),
        ("-run advanced -matrix point", &["needs -num_small", "needs -num_large"]),
        ("-run advanced -matrix point -num_small 0 -num_large 0", &["no point has any load"]),
        ("-run normal -num_disks 1000", &["points are more than 10000"]),
        ("-run simple -num_disks 1000 -testname many", &["streams of I/O are more than"]),
        (
            "-run advanced -matrix point -type seq -num_small 0 -num_large 100000",
            &["streams of I/O"],
        ),
        ("-run simple -testname endless", &["more than 1024 LUNs", "streams of I/O"]),
        ("-run simple -storax asmlib", &["-storax is not supported"]),
        ("-run simple -speed 5 file", &["there is no option -speed", "\"file\" is not an option"]),
    ];
    for (line, expected) in table {
        let reading = reading(line);
        let told: Vec<&str> = reading.problems.iter().map(|(_, p)| p.text.as_str()).collect();
        assert_eq!(told.len(), expected.len(), "{line}: {told:?}");
        for (told, expected) in told.iter().zip(*expected) {
            assert!(told.contains(expected), "{line}: {told}");
        }
        assert!(reading.workload.is_none(), "{line}");
    }
}

#[test]
fn what_has_no_effect_is_told() {
    for (line, count) in [
        (
            "-run simple -matrix detailed -num_small 4 -num_large 4 -stripe 64 -cache_size 5 -num_streamIO 2",
            6,
        ),
        ("-run dss -type seq -num_streamIO 2 -cache_size 5", 0),
        (
            "-run simple \u{2013}num_disks 2 -simulate raid0 -stripe 64 -hugenotneeded -storax skgfr",
            0,
        ),
        ("-run dss -testname three -type seq -simulate raid0", 2),
    ] {
        let reading = reading(line);
        assert_eq!(reading.problems, [], "{line}");
        assert_eq!(reading.notes.len(), count, "{line}: {:?}", reading.notes);
    }
    assert_eq!(reading("-run oltp").view.run, Run::Oltp);
    let help = reading("-help");
    assert!(help.view.usage && help.problems.is_empty() && help.workload.is_none());
}

#[test]
fn no_option_of_the_table_is_unknown() {
    for row in OPTIONS.iter().filter(|row| row.name.starts_with('-') && !row.name.contains(' ')) {
        let reading = reading(&format!("{} 1", row.name));
        let unknown = reading.problems.iter().any(|(_, p)| p.text.contains("there is no option"));
        assert!(!unknown, "{}", row.name);
        if let Treatment::Refused(why) = row.treatment {
            assert!(reading.problems.iter().any(|(_, p)| p.help == why), "{}", row.name);
        }
    }
}

proptest! {
    #[test]
    fn no_command_line_and_no_list_breaks_the_reader(
        words in prop::collection::vec("[-\u{2013}](run|write|matrix|num_small|num_large|num_disks|type|testname|duration|cache_size)|simple|advanced|detailed|max|seq|one|[0-9]{1,11}|\\PC{0,6}", 0..9),
        list in "(\\PC{0,9}\n){0,4}",
    ) {
        let reading = read(&words, &|_: &str| Ok(list.clone()), &[]);
        for (source, span) in reading.problems.iter().map(|(s, p)| (*s, p.span.clone()))
            .chain(reading.notes.iter().map(|(s, n)| (*s, n.span.clone())))
        {
            prop_assert!(reading.sources[source].text.get(span).is_some());
        }
        prop_assert_eq!(reading.workload.is_some(), reading.problems.is_empty() && !reading.view.usage);
    }
}
