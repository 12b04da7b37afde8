//! For any text in a job file or on the command line, the reader neither panics nor hangs.

use compat::fio::{self, Command, Context, options::OPTIONS};
use proptest::prelude::*;

/// Reads the input and checks every span against its source.
fn hold(words: &[String], text: &str, literal: bool) {
    let load = |name: &str| match name {
        "-" | "j" => Ok(text.to_owned()),
        _ => Err("no such file".to_owned()),
    };
    let existing = |path: &str| path.starts_with('/').then_some(1 << 30);
    let context = Context {
        environment: &|name| (name.len() < 3).then(|| name.to_owned()),
        existing_bytes: &existing,
        literal,
        ..Context::of(&load)
    };
    let read = fio::read(words, &context, &[]);
    let notes = read.notes.iter().map(|(source, note)| (*source, &note.span));
    let problems = read.problems.iter().map(|(source, problem)| (*source, &problem.span));
    for (source, span) in notes.chain(problems) {
        assert!(read.sources[source].text.get(span.clone()).is_some(), "{source} {span:?}");
    }
    match read.view.command {
        Command::Run => assert_eq!(read.workload.is_some(), read.problems.is_empty()),
        // Nothing to parse is no mistake.
        Command::ParseOnly => assert!(read.workload.is_none() || read.problems.is_empty()),
        _ => assert!(read.workload.is_none()),
    }
    if let Some(workload) = read.workload {
        for name in read.view.jobs.iter().flat_map(|job| &job.streams) {
            assert!(workload.streams.iter().any(|stream| stream.name == *name), "{name}");
        }
    }
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,20}",
        "[0-9]{1,3}(\\.[0-9])?(k|m|g|KiB|ki|%|s|ms|min|x)",
        "[0-9]{0,2}[-:,/][0-9kmg]{0,4}[-:,/%]?[0-9]{0,3}",
        "(rand)?(read|write|rw)(:-?[0-9]{1,3}k?)?",
        "(zipf|pareto|normal|zoned):[0-9.:/]{0,8}",
        "(io_uring|libaio|psync|null|mmap|rbd)",
        "\\$(ncpus|\\{A\\}|mb_memory)[*+/-]?[(0-9]{0,3}",
        "\\PC{0,12}",
    ]
}

fn line() -> impl Strategy<Value = String> {
    let known = (0..OPTIONS.len(), value())
        .prop_map(|(at, value)| format!("{}={value}", OPTIONS[at].name.trim_start_matches("--")));
    prop_oneof![
        8 => known,
        1 => "\\[(global|[a-c\\]]{0,3})\\]?",
        1 => "include [j-]",
        1 => "\\PC{0,30}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn files_of_options_with_odd_values_are_read(
        lines in prop::collection::vec(line(), 0..12),
        literal: bool,
    ) {
        let text = format!("[a]\nsize=1m\n{}", lines.join("\n"));
        hold(&["j".to_owned()], &text, literal);
    }

    #[test]
    fn any_text_is_read(text in "(?s).{0,200}", words in prop::collection::vec("\\PC{0,20}", 0..5)) {
        hold(&["-".to_owned()], &text, false);
        hold(&words, &text, true);
    }

    #[test]
    fn command_lines_of_options_with_odd_values_are_read(
        lines in prop::collection::vec((line(), "[-\u{2013}]{0,2}"), 0..8),
    ) {
        let mut words = vec!["--name=a".to_owned(), "--size=1m".to_owned()];
        words.extend(lines.into_iter().map(|(line, dashes)| format!("{dashes}{line}")));
        hold(&words, "[j]\nsize=1m\n", false);
    }
}

#[test]
fn hostile_texts_end_soon() {
    let started = std::time::Instant::now();
    let many = |line: &str| format!("[a]\n{}", line.repeat(20_000));
    hold(&["j".to_owned()], &many("include j\n"), false);
    hold(&["j".to_owned()], &many("size=1m\n[b]\n"), false);
    hold(&["j".to_owned()], &format!("{}size=1m\nnumjobs=4096\n", many("bs=4k\n")), false);
    let list = "a:".repeat(50_000);
    hold(&["j".to_owned()], &format!("[a]\nsize=1g\nfilename={list}\nnumjobs=4096\n"), false);
    hold(&["j".to_owned()], &format!("[a]\nsize={}1\n", "(".repeat(100_000)), false);
    hold(&["j".to_owned()], &format!("[a]\nsize=1m\nbssplit={}\n", "4k/1:".repeat(50_000)), false);
    // Far above the actual time, far below that of a quadratic reader.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn room_for_one_job_limits_nothing() {
    let words = ["--max-jobs=1", "j"].map(str::to_owned);
    let text = "[a]\nrw=read\nsize=1m\n[b]\nstonewall\nrw=write\nsize=1m\nnumjobs=3\n";
    let read = fio::read(&words, &Context::of(&|_| Ok(text.to_owned())), &[]);
    assert_eq!((read.problems, read.view.jobs.len()), (vec![], 4));
}
