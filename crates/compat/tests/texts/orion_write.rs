//! Orion's files, byte for byte: our own fixtures, and the layout of real files if they exist beside the project.

use crate::{direction, sample, words};
use compat::orion::{OrionView, Table, cut, read, screen, stamp, summary, table};
use compat::outcome::{LatencyDistribution, Outcome, StreamOutcome};
use expect_test::expect;

fn simple(line: &str) -> (OrionView, Outcome) {
    let reading = read(&words(line), &|_: &str| Ok("/dev/vdb\n".to_owned()), &[]);
    assert_eq!(reading.problems, []);
    let workload = reading.workload.expect("it is right");
    // Every stream does 1,000 I/Os for each outstanding one in 10 s, and latency grows with depth.
    let stream = |s: &workload::Stream| {
        let ios = u64::from(s.depth) * 1000;
        let mean_ns = 400_000.0 + 50_000.0 * f64::from(s.depth);
        let latencies = LatencyDistribution {
            buckets: vec![(mean_ns as u64, ios)],
            mean_ns,
            ..LatencyDistribution::default()
        };
        StreamOutcome {
            name: s.name.clone(),
            runtime_ns: 10_000_000_000,
            read: direction(s.read_blocks.largest().0, latencies),
            ..StreamOutcome::default()
        }
    };
    let streams = workload.streams.iter().map(stream).collect();
    (reading.view, Outcome { streams, ..Outcome::default() })
}

#[test]
fn a_simple_run_has_its_screen_summary_and_tables() {
    let (view, outcome) = simple("-run simple");
    expect![[r#"
        ORION: ORacle IO Numbers -- Version 11.1.0.7.0
        orion_20180913_0034
        Calibration will take approximately 9 minutes.
        Using a large value for -cache_size may take longer.
    "#]]
    .assert_eq(&screen(&view, "orion_20180913_0034"));
    expect![[r#"
        ORION VERSION 11.1.0.7.0

        Commandline:
        -run simple

        This maps to this test:
        Test: orion
        Small IO size: 8 KB
        Large IO size: 1024 KB
        IO Types: Small Random IOs, Large Random IOs
        Simulated Array Type: CONCAT
        Write: 0%
        Cache Size: Not Entered
        Duration for each Data Point: 60 seconds
        Small Columns:,      0
        Large Columns:,      0,      1,      2
        Total Data Points: 8

        Name: /dev/vdb	Size: 21474836480
        1 FILEs found.

        Maximum Large MBPS=200.00 @ Small=0 and Large=2
        Maximum Small IOPS=500 @ Small=5 and Large=0
        Minimum Small Latency=0.45 @ Small=1 and Large=0
    "#]]
    .assert_eq(&summary(&view, &[21_474_836_480], &outcome));
    let tables: Vec<String> = Table::ALL.iter().map(|&t| table(&view, t, &outcome)).collect();
    expect![[r#"
        Large/Small,      0,      1,      2,      3,      4,      5
                  1, 100.00
                  2, 200.00
        Large/Small,      1,      2,      3,      4,      5
                  0,    100,    200,    300,    400,    500
                  1
                  2
        Large/Small,      1,      2,      3,      4,      5
                  0,   0.45,   0.50,   0.55,   0.60,   0.65
                  1
                  2
    "#]]
    .assert_eq(&tables.concat());
}

#[test]
fn a_full_matrix_has_every_cell_and_streams_are_named() {
    let (view, outcome) = simple("-run normal -type seq -simulate raid0 -cache_size 0 -write 20");
    let mbps = table(&view, Table::Mbps, &outcome);
    assert_eq!(mbps.lines().count(), 3);
    assert!(mbps.lines().skip(1).all(|line| line.len() == 11 + 6 * 8), "{mbps}");
    let text = summary(&view, &[1], &outcome);
    for line in [
        "IO Types: Small Random IOs, Large Sequential Streams\nNumber of Concurrent IOs Per Stream: 4\n",
        "Simulated Array Type: RAID 0\nStripe Depth: 1024 KB\nWrite: 20%\nCache Size: 0 MB\n",
        "Total Data Points: 18\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn nothing_measured_has_no_extremes() {
    let (view, _) = simple("-run simple");
    let text = summary(&view, &[1], &Outcome::default());
    assert!(text.ends_with("1 FILEs found.\n\n"), "{text}");
    assert!(table(&view, Table::Iops, &Outcome::default()).contains("          0\n"));
}

#[test]
fn a_run_that_was_stopped_says_so_and_claims_no_extremes_of_the_matrix() {
    let (view, mut outcome) = simple("-run simple");
    assert_eq!(cut(&view, &outcome), None);
    outcome.interrupted = true;
    for stream in &mut outcome.streams[1..] {
        *stream = StreamOutcome::default();
    }
    outcome.streams[0].runtime_ns = 5_000_000_000;
    let text = summary(&view, &[1], &outcome);
    let told = "Interrupted: 1 of 7 data points with a load, the last one for 5.0 of 60 seconds; there are no results for \
                the others";
    assert_eq!(cut(&view, &outcome).as_deref(), Some(told));
    assert!(text.contains(&format!("found.\n\n{told}\n")), "{text}");
    assert!(text.contains(" so far=") && !text.contains("Maximum Small IOPS="), "{text}");
}

#[test]
fn files_are_stamped_with_the_minute() {
    for (seconds, expected) in [
        (0, "19700101_0000"),
        (951_782_399, "20000228_2359"),
        (951_782_400, "20000229_0000"),
        (1_536_798_899, "20180913_0034"),
        (4_102_444_800, "21000101_0000"),
    ] {
        assert_eq!(stamp(seconds * 1_000_000_000), expected);
    }
}

/// Masks digits where numbers have a fixed place, and elsewhere their lengths too.
fn masked(text: &str) -> Vec<String> {
    let mask = |line: &str| {
        let masked: String =
            line.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
        if line.contains("Large/Small") || line.contains(',') && !line.contains("IOs") {
            // Cells are right-aligned, so blanks and digits are masked alike.
            return masked.replace(' ', "#");
        }
        masked.split('#').filter(|s| !s.is_empty()).collect::<Vec<_>>().join("#")
    };
    text.lines().map(mask).collect()
}

#[test]
fn real_files_have_the_same_lines_but_for_their_numbers() {
    let (view, outcome) = simple("-run simple");
    let Some(real) = sample("orion/summary_11.1_vdb_simple.txt") else { return };
    assert_eq!(masked(&summary(&view, &[21_474_836_480], &outcome)), masked(&real));
    for which in Table::ALL {
        let name = format!("orion/hftian_mytest_20190329_1057_{}", which.suffix());
        let real = sample(&name).expect("it lies beside the summary");
        let dotless = |text: String| text.replace('.', "#");
        let ours = masked(&dotless(table(&view, which, &outcome)));
        assert_eq!(ours, masked(&dotless(real)), "{name}");
    }
}
