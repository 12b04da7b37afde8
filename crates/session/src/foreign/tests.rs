//! A trivial foreign job from its command line to its outcome, on simulated and null storage.

use super::call::PlimsollOptions;
use super::reading::decode;
use super::reading::shown_notes;
use super::running::nearly_full;
use super::*;
use crate::{output, recorder};
use base::{Bytes, Nanos};
use compat::foreign::{Foreign, Source};
use job::Note;
use std::path::{Path, PathBuf};
use sys::guard;
use testkit::TempDir;
use workload::{JobTarget, Phase, StopCondition, Stream, TargetLocation};

fn foreign(path: &str, streams: &[Stream]) -> Foreign<u32> {
    let target = JobTarget {
        name: "t".to_owned(),
        place: TargetLocation::Path(PathBuf::from(path)),
        size: None,
    };
    let mut workload = Workload::new("trivial", vec![target], streams.to_vec());
    workload.phases[0].warm_up_ns = Nanos::secs(1);
    workload.engine.kind = Some(workload::EngineKind::Libaio);
    workload.seed = Some(3);
    Foreign {
        sources: vec![Source { name: "command line".to_owned(), text: format!("-x {path}") }],
        workload: Some(workload),
        view: 7,
        notes: vec![(0, Note { span: 0..2, text: "-x is nearly done".to_owned() })],
        problems: Vec::new(),
    }
}

fn stream(name: &str, read_percent: f64, seconds: u64) -> Stream {
    let stop =
        StopCondition { duration_ns: Some(Nanos::secs(seconds)), ..StopCondition::default() };
    Stream { read_percent, stop, ..Stream::new(name, "t") }
}

fn call(dir: &TempDir, words: &[&str]) -> Call {
    let mut given: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
    given.extend(["--store".to_owned(), dir.join("results.db").display().to_string()]);
    Call { progress: false, ..Call::new("trivial", given).expect("the words are right") }
}

#[test]
fn notes_name_their_lines_and_appear_once() {
    let source = |name: &str, text: &str| Source { name: name.to_owned(), text: text.to_owned() };
    let sources = [source("command line", "-x\n-y"), source("a.cfg", "one\ntwo\nthree\n")];
    let note = |index, at, text: &str| (index, Note { span: at..at, text: text.to_owned() });
    let notes =
        [(0, 3, "x"), (1, 9, "late"), (1, 0, "early"), (1, 5, "x"), (1, 0, "early"), (0, 0, "x")];
    let notes = notes.map(|(index, at, text)| note(index, at, text));
    assert_eq!(
        shown_notes(&sources, &notes),
        ["x", "a.cfg:3: late", "a.cfg:1: early", "a.cfg:2: x"]
    );
}

#[test]
fn a_simulated_run_gives_every_number_of_every_stream() {
    let dir = TempDir::new("foreign-sim");
    let streams = [stream("r", 100.0, 3), stream("w", 0.0, 2)];
    let job = accept_job(foreign("sim:ssd", &streams)).expect("there are no problems");
    assert_eq!((job.view, &job.notes[..]), (7, &["-x is nearly done".to_owned()][..]));
    let mut heard = 0;
    let measured = measure(&call(&dir, &["-x"]), &job, &mut |news, so_far| match news {
        ToolEvent::Prepared => assert_eq!((so_far.seed, so_far.grounds.len()), (3, 1)),
        ToolEvent::Event(EngineEvent::Interval(interval)) => {
            heard += 1;
            let streams = so_far.outcome().streams;
            let counted = streams[interval.stream].intervals.len();
            let first = u64::from(interval.index == 0);
            assert_eq!(counted as u64, interval.index + first, "the first second is warm-up");
        }
        ToolEvent::Event(_) => {}
    });
    let out = measured.outcome;
    assert_eq!((measured.ending, &out.failure, out.interrupted), (Ending::Done, &None, false));
    assert!(heard >= 7, "{heard}");
    let [r, w] = &out.streams[..] else { panic!("{out:?}") };
    assert_eq!((r.name.as_str(), r.begun_ns, w.begun_ns), ("r", 1_000_000_000, 1_000_000_000));
    assert!(r.runtime_ns >= 3_000_000_000 && w.runtime_ns < 2_100_000_000, "{r:?}");
    assert!(out.elapsed_ns >= 4_000_000_000 && out.elapsed_ns < 4_100_000_000);
    assert!(r.read.ios > 0 && r.write.ios == 0 && w.write.ios > 0);
    assert_eq!(r.read.bytes, r.read.ios * Bytes::kib(8).0);
    assert_eq!(r.read.total.count(), r.read.ios);
    assert_eq!(r.read.service, r.read.total, "a closed loop");
    assert_eq!(r.intervals.iter().map(|i| i.read.ios).sum::<u64>(), r.read.ios);
    let fastest = r.intervals.iter().filter(|i| i.read.ios > 0).map(|i| i.read.min_ns).min();
    assert_eq!(fastest, Some(r.read.total.min_ns));
    assert!(!out.cpus.is_empty() && out.machine.cpus > 0);
}

#[test]
fn a_stream_that_ends_within_the_warm_up_is_counted_whole() {
    let dir = TempDir::new("foreign-ramp");
    let stop = StopCondition { ios: Some(10), ..StopCondition::default() };
    let short = Stream { stop, ..stream("short", 100.0, 0) };
    let streams = [short, stream("long", 100.0, 2)];
    let job = accept_job(foreign("sim:ssd", &streams)).expect("there are no problems");
    let out = measure(&call(&dir, &["-x"]), &job, &mut |_, _| {}).outcome;
    let [short, long] = &out.streams[..] else { panic!("{out:?}") };
    assert_eq!((short.read.ios, short.begun_ns), (10, 0));
    assert!(short.runtime_ns > 0 && short.runtime_ns < 1_000_000_000, "{short:?}");
    assert_eq!(long.begun_ns, 1_000_000_000);
    assert_eq!(long.intervals.iter().map(|i| i.read.ios).sum::<u64>(), long.read.ios);
}

#[test]
fn a_run_on_nothing_knows_what_its_workers_used() {
    let dir = TempDir::new("foreign-null");
    let mut one = stream("n", 50.0, 1);
    one.stop = StopCondition { ios: Some(200_000), ..StopCondition::default() };
    let mut foreign = foreign("null", &[one]);
    let workload = foreign.workload.as_mut().expect("it has one");
    workload.phases[0].warm_up_ns = Nanos(0);
    let job = accept_job(foreign).expect("there are no problems");
    let call = call(&dir, &["a b"]);
    assert_eq!(call.arguments, ["a b"], "our own words are not the tool's");
    let measured = measure(&call, &job, &mut |_, _| {});
    let stream = &measured.outcome.streams[0];
    assert_eq!(stream.read.ios + stream.write.ios, 200_000);
    assert!(stream.cpu_user_ns + stream.cpu_kernel_ns > 0, "{stream:?}");
    let store = recorder::open_to_read(Some(&dir.join("results.db"))).expect("it was made");
    let run = crate::stored::find(&store, "last").expect("it was stored");
    let record = store.load(run).expect("it is whole");
    assert_eq!(
        record.command,
        format!("plimsoll trivial 'a b' --store {} --seed 3", dir.join("results.db").display())
    );
    assert_eq!(record.notes[0], "-x is nearly done".to_owned().into());
    assert!(record.source_text.contains("-x null"), "{}", record.source_text);
}

#[test]
fn output_is_exact_and_replaces_only_what_is_ours_or_given_up() {
    let dir = TempDir::new("foreign-output");
    let (path, target) = (dir.join("out.txt"), dir.join("target.dat"));
    let kept = [target.clone()];
    let place = |overwrite: &[PathBuf]| output::place("--output", &path, &kept, Some(overwrite));
    let first = place(&[]).expect("there is nothing yet");
    first.write_text("1;2\r\n").expect("the directory is ours");
    assert_eq!(std::fs::read(&path).expect("it was written"), b"1;2\r\n");
    place(&[]).expect("it is known again").write_text("3").expect("the directory is ours");
    // A file that another program has written to is no longer ours.
    std::fs::write(&path, "mine now").expect("the directory is ours");
    let refused = place(&[]).expect_err("it holds the user's words");
    assert!(refused.lines[0].contains("--overwrite"), "{:?}", refused.lines);
    assert_eq!(std::fs::read(&path).expect("it is there"), b"mine now");
    place(std::slice::from_ref(&path)).expect("it was given up");

    std::fs::write(&target, "").expect("the directory is ours");
    output::place("--output", &target, &kept, Some(&[]))
        .expect_err("a target is no place for results");
    let nowhere = output::place("--output", Path::new("/no/such/folder/x"), &[], Some(&[]));
    let failure = nowhere.expect_err("there is no such folder");
    assert_eq!(failure.ending, Ending::Target);
}

#[test]
fn old_windows_texts_are_read() {
    assert_eq!(decode(b"\xff\xfea\0\r\0\n\0"), "a\r\n");
    assert_eq!(decode("\u{feff}ä".as_bytes()), "ä");
    assert_eq!(decode(b"caf\xe9"), "café");
    assert!(read_text("/no/such/file").is_err());
}

#[test]
fn phases_that_are_over_keep_no_histogram_and_lose_no_number() {
    let mut workload = foreign("sim:ssd", &[stream("r", 50.0, 1)]).workload.expect("it has one");
    workload.phases.push(Phase { name: "again".to_owned(), ..workload.phases[0].clone() });
    let mut counted = OutcomeBuilder::new(&workload);
    let mut both = sample::IntervalSample::new(0, 0, 0);
    for (phase, latency_ns) in [(0, 1_000_000), (1, 3_000_000)] {
        counted.hear(&EngineEvent::PhaseStart { phase });
        let mut interval = sample::IntervalSample::new(phase, 0, 0);
        interval.end_ns = 1_000_000_000;
        interval.read.ios = 1;
        interval.read.total.record(latency_ns);
        both.merge(&interval);
        counted.hear(&EngineEvent::Interval(interval.into()));
        counted.hear(&EngineEvent::PhaseEnd { phase });
        assert!(counted.holds_no_histogram(), "after phase {phase}");
    }
    let read = &counted.outcome().streams[0].read;
    assert_eq!((read.ios, read.total.count()), (2, 2));
    let moments = both.read.total.moments();
    assert_eq!((read.total.min_ns, read.total.max_ns), (moments.min_ns, moments.max_ns));
    assert!((read.total.mean_ns - moments.mean_ns).abs() < 1.0, "{read:?}");
}

#[test]
fn files_of_a_tool_may_fill_a_file_system_and_that_is_told() {
    let (options, _) = PlimsollOptions::separate(&["x".to_owned()], &|_| None).unwrap();
    assert!(options.writes.fills);
    assert!(!crate::write_permission::Permission::default().fills);
    let path = PathBuf::from("/srv/x.dat");
    let stream = Stream {
        stop: StopCondition { ios: Some(1), ..StopCondition::default() },
        ..Stream::new("s", "t")
    };
    let mut workload = foreign("/srv/x.dat", &[stream]).workload.unwrap();
    workload.targets[0].size = Some(workload::Extent::Bytes(Bytes::mib(64)));
    let facts = plan::MachineFacts {
        cpus: vec![0],
        engines: vec![workload::EngineKind::Libaio],
        targets: vec![plan::TargetFacts {
            kind: plan::TargetKind::Absent,
            size_bytes: 0,
            block_bytes: 512,
            room: plan::FreeSpace { free_bytes: 900 * Bytes::MIB, ..plan::FreeSpace::default() },
            may_write: true,
            direct: true,
        }],
    };
    let plan = plan::plan(&workload, &facts, 1).unwrap();
    let space = |free_bytes| guard::FileSystemSpace {
        total_bytes: 200 * Bytes::GIB,
        free_bytes,
        ..guard::FileSystemSpace::default()
    };
    let notes = nearly_full(&plan, &|asked| {
        assert_eq!(Some(asked), path.parent());
        space(900 * Bytes::MIB)
    });
    let expected = record::Note::NearlyFull {
        folder: "/srv".to_owned(),
        free_bytes: 900 * Bytes::MIB,
        left_bytes: 836 * Bytes::MIB,
    };
    assert_eq!(notes, [expected]);
    assert!(nearly_full(&plan, &|_| space(100 * Bytes::GIB)).is_empty());
}
