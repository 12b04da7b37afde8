//! The lab book's notation: its runs, their order, and the names of their logs.

use compat::sqlio::sweep::{Sweep, SweepOptions, expand};

fn sweep(text: &str) -> Sweep {
    expand(text, &[], SweepOptions::default()).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
}

fn lines(text: &str, sweep_options: SweepOptions) -> Vec<String> {
    let sweep =
        expand(text, &[], sweep_options).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
    sweep.points.iter().map(|point| point.words.join(" ")).collect()
}

#[test]
fn the_books_matrix_has_its_runs() {
    let all = sweep("-b(8,64,256) -o(1-64) -t(1,2,4) -f(1,2,4) -k(R,W) -R(2->14)");
    // Threads and stripes advance together: 3 x 7 x 3 x 2 x 13.
    assert_eq!((all.points.len(), all.left_out), (3 * 7 * 3 * 2 * 13, 0));
    assert_eq!(all.points[0].words.join(" "), "-b8 -o1 -t1 -f1 -kR -R2");
    assert_eq!(all.points[1].words.join(" "), "-b8 -o1 -t1 -f1 -kR -R2,3");
    assert_eq!(all.points[12].words[5], "-R2,3,4,5,6,7,8,9,10,11,12,13,14");
    assert_eq!(all.points[13].words[4], "-kW");
    assert_eq!(all.points[1].log, "R2+3-b8-f1-o1-t1.log");
    let mut logs: Vec<&str> = all.points.iter().map(|c| c.log.as_str()).collect();
    logs.sort_unstable();
    logs.dedup();
    assert_eq!(logs.len(), all.points.len(), "every run has a log of its own");
}

#[test]
fn lists_ranges_and_steps() {
    let table: &[(&str, &[&str])] = &[
        ("-o(1-64) x", &["-o1 x", "-o2 x", "-o4 x", "-o8 x", "-o16 x", "-o32 x", "-o64 x"]),
        ("-o(3-20)", &["-o3", "-o6", "-o12", "-o20"]),
        ("-R(0-2)", &["-R0", "-R1", "-R2"]),
        ("-R(2\u{2192}4)", &["-R2", "-R2,3", "-R2,3,4"]),
        ("-kRW -s5", &["-kR -s5", "-kW -s5"]),
        // A line of an article, with the name of the tool.
        ("sqlio -kRW -s5 -R(2-3)", &["-kR -s5 -R2", "-kR -s5 -R3", "-kW -s5 -R2", "-kW -s5 -R3"]),
        (r" C:\SQLIO\SQLIO.exe -kR,W x", &["-kR x", "-kW x"]),
        ("\u{2013}k(R, W) /srv/x", &["-kR /srv/x", "-kW /srv/x"]),
        ("-f(random,sequential) -b8", &["-frandom -b8", "-fsequential -b8"]),
        // The heading of a table, which lost its first dash.
        (
            "f(1,2,4) -i(1950,975,487) -b1024 -t(1,2,4) -LP -R2,3,4 -a0xf",
            &[
                "-f1 -i1950 -b1024 -t1 -LP -R2,3,4 -a0xf",
                "-f2 -i975 -b1024 -t2 -LP -R2,3,4 -a0xf",
                "-f4 -i487 -b1024 -t4 -LP -R2,3,4 -a0xf",
            ],
        ),
        ("-b8", &["-b8"]),
    ];
    for (text, expected) in table {
        assert_eq!(lines(text, SweepOptions::default()), *expected, "{text}");
    }
}

#[test]
fn every_combination_leaves_out_what_sqlio_refuses() {
    let sweep_options = SweepOptions { cross: true, part_bytes: None };
    let all = expand("-t(1,2,4) -f(1,2,4)", &[], sweep_options).expect("it is right");
    let points: Vec<String> = all.points.iter().map(|c| c.words.join(" ")).collect();
    assert_eq!(points, ["-t1 -f1", "-t1 -f2", "-t1 -f4", "-t2 -f2", "-t2 -f4", "-t4 -f4"]);
    assert_eq!(all.left_out, 3);
}

#[test]
fn rows_follow_the_size_of_the_part() {
    // 128 GB of 64 KB blocks, as in the book: rows of 1, 2 and 4 blocks.
    let sweep_options = SweepOptions { cross: false, part_bytes: Some(2_000_000 * 65_536) };
    let points = lines("-b64 -f(1,2,4) -t(1,2,4)", sweep_options);
    let rows: Vec<&str> =
        points.iter().map(|c| c.rsplit("-i").next().expect("it has rows")).collect();
    assert_eq!(rows, ["2000000", "1000000", "500000"]);
}

#[test]
fn words_for_every_point_count_like_those_of_the_lists() {
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let common = words("\u{2013}kW -f2 -s5 -64 /srv/a");
    let all = expand("-t(1,2,4)", &common, SweepOptions::default()).expect("it is right");
    assert_eq!((all.points.len(), all.left_out), (2, 1), "four threads have no two stripes");
    assert_eq!(all.points[1].words.join(" "), "-kW -f2 -s5 -64 /srv/a -t2");
    assert_eq!(all.points[1].log, "W-f2-t2.log");
    let twice = expand("-k(R,W)", &common, SweepOptions::default()).expect_err("both say -k");
    assert!(twice[0].text.contains("-k is there twice"));
}

#[test]
fn wrong_notation_is_told_with_its_place() {
    for (text, expected) in [
        ("-b8 -o(1-x)", "not a number"),
        ("-o(8-2)", "8 is above 2"),
        ("-o(1,,2)", "a value is missing"),
        ("-o(1", "parenthesis"),
        ("-o(1,2) -o4", "twice"),
        ("-f(1,2) -i(1,2,3)", "-i has 3 values and -f has 2"),
        ("-R(0-9999) -b(1-9999) -o(1-64)", "more than 100000"),
    ] {
        let wrong = expand(text, &[], SweepOptions::default()).expect_err(text);
        assert!(wrong[0].text.contains(expected), "{text}: {wrong:?}");
        assert!(text.get(wrong[0].span.clone()).is_some());
    }
    let both = SweepOptions { cross: false, part_bytes: Some(1) };
    assert!(expand("-i5", &[], both).expect_err("both")[0].text.contains("--part"));
}

proptest::proptest! {
    #[test]
    fn no_notation_breaks_the_reader(text in "(-?[bofkRtiB]?\\(?[0-9RW,> -]{0,5}\\)? ?){0,4}|\\PC{0,20}") {
        if let Err(wrong) = expand(&text, &[], SweepOptions { cross: false, part_bytes: Some(1 << 20) }) {
            for one in wrong {
                proptest::prop_assert!(text.get(one.span).is_some());
            }
        }
    }
}

#[test]
fn points_that_repeat_more_than_fits_into_memory_are_refused() {
    let text = "-R(1->900) -o(1-64) -t(1,2) -k(R,W)";
    let told = expand(text, &[], SweepOptions::default()).expect_err("it is too much");
    assert_eq!(told[0].text, "the points repeat too much text");
}
