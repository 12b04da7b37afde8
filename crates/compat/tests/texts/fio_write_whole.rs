//! fio's formats from outcomes made here: groups, files with logs, devices, runs that failed or were stopped. Needs no
//! fio.

use base::{Bytes, Nanos};
use compat::fio::write::{Setting, failed_jobs, logs, opening, results, steady_streams};
use compat::fio::{
    FioView, Format, JobView, LatencyView, Logs, Output, SteadyView, UnifiedReporting,
};
use compat::outcome::{
    DeviceOutcome, IntervalDirection, IntervalOutcome, LatencyDistribution, OperationOutcome,
    Outcome, OutcomeFailure, StreamOutcome,
};
use proptest::prelude::*;
use serde_json::Value;

pub(crate) fn job(name: &str, clone: u32, section: usize) -> JobView {
    JobView {
        name: name.to_owned(),
        clone,
        section,
        group: 0,
        phase: 0,
        streams: vec![format!("{name}.{clone}")],
        files: vec![format!("{name}.{clone}.file")],
        options: vec![("rw".to_owned(), "randrw".to_owned())],
        description: None,
        group_reporting: false,
        rw: "randrw".to_owned(),
        blocks: [(Bytes(4096), Bytes(4096)); 3],
        engine: "libaio".to_owned(),
        depth: 4,
        create_only: false,
        time_based: true,
        runtime: None,
        ramp: None,
        keep: None,
        rate_min: compat::fio::RateMinimum::default(),
        latency: LatencyView::default(),
        unified: UnifiedReporting::None,
        continue_on_error: false,
        logs: Logs { per_job: true, ..Logs::default() },
        steady: None,
        stats: true,
        kb_base: 1024,
        significant_figures: 4,
        disk_util: true,
    }
}

fn distribution(values: &[(u64, u64)]) -> LatencyDistribution {
    let count: u64 = values.iter().map(|x| x.1).sum();
    let mean_ns = values.iter().map(|x| (x.0 * x.1) as f64).sum::<f64>() / (count.max(1)) as f64;
    LatencyDistribution {
        buckets: values.to_vec(),
        min_ns: values.first().map_or(0, |x| x.0),
        max_ns: values.last().map_or(0, |x| x.0),
        mean_ns,
        deviation_ns: 0.0,
    }
}

fn interval(at: u64, ios: u64) -> IntervalOutcome {
    let side = IntervalDirection {
        ios,
        bytes: ios * 4096,
        mean_ns: 2_000_000.7,
        deviation_ns: 0.0,
        min_ns: 1,
        max_ns: 9_000_000,
        handover_mean_ns: 400.0,
        handover_max_ns: 900,
    };
    IntervalOutcome {
        start_ns: at * 500_000_000,
        end_ns: (at + 1) * 500_000_000,
        read: side,
        write: IntervalDirection::default(),
        trim: IntervalDirection::default(),
    }
}

fn stream(name: &str, values: &[(u64, u64)]) -> StreamOutcome {
    StreamOutcome {
        name: name.to_owned(),
        runtime_ns: 2_000_000_000,
        read: crate::direction(4096, distribution(values)),
        cpu_user_ns: 200_000_000,
        cpu_kernel_ns: 100_000_000,
        switches: 7,
        depths: [3, 0, 1, 0, 0, 0, 0],
        intervals: (0..4).map(|at| interval(at, 100 + at)).collect(),
        ..StreamOutcome::default()
    }
}

fn view(jobs: Vec<JobView>, formats: &[Format]) -> FioView {
    FioView {
        output: Output { formats: formats.to_vec(), ..Output::default() },
        jobs,
        ..FioView::default()
    }
}

fn outcome(streams: Vec<StreamOutcome>) -> Outcome {
    Outcome {
        started_unix_ns: 1_700_000_000_000_000_000,
        elapsed_ns: 2_000_000_000,
        streams,
        ..Outcome::default()
    }
}

fn json(view: &FioView, outcome: &Outcome) -> Value {
    let text = results(view, outcome, &Setting::default());
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e} in\n{text}"))
}

#[test]
fn clones_that_are_told_together_add_up() {
    let mut jobs = vec![job("a", 0, 0), job("a", 1, 0), job("b", 0, 1)];
    jobs.iter_mut().for_each(|job| job.group_reporting = true);
    jobs[2].group = 1;
    let streams = vec![
        stream("a.0", &[(1_000_000, 100)]),
        stream("a.1", &[(3_000_000, 300)]),
        stream("b.0", &[(5, 1)]),
    ];
    let found = json(&view(jobs, &[Format::JsonPlus]), &outcome(streams));
    let entries = found["jobs"].as_array().expect("jobs");
    assert_eq!(entries.len(), 2);
    let read = &entries[0]["read"];
    assert_eq!(read["total_ios"], 400);
    assert_eq!(read["runtime"], 2000, "the longest");
    assert_eq!(entries[0]["job_runtime"], 4000, "the sum");
    assert_eq!(read["iops"], 200.0);
    assert_eq!(read["lat_ns"]["mean"], 2_500_000.0);
    assert_eq!(read["iops_samples"], 8);
    assert_eq!(read["iops_min"], 400, "the least of each, added up");
    assert_eq!(read["iops_mean"], 406.0);
    assert_eq!(entries[0]["usr_cpu"], 10.0);
    assert_eq!(entries[0]["ctx"], 14);
    assert_eq!(entries[0]["iodepth_level"]["1"], 75.0);
    assert_eq!(entries[1]["groupid"], 1);
}

#[test]
fn a_run_that_failed_or_never_began_is_still_one_document() {
    for formats in [Format::Json, Format::JsonPlus] {
        let jobs = vec![job("a \"quoted\"\\\t\u{1}", 0, 0)];
        let failure = OutcomeFailure { text: "no such file".to_owned(), errno: 5 };
        let failed = Outcome { failure: Some(failure), ..Outcome::default() };
        let found = json(&view(jobs.clone(), &[formats]), &failed);
        assert_eq!(found["jobs"][0]["jobname"], "a \"quoted\"\\\t\u{1}");
        assert_eq!(found["jobs"][0]["error"], 5);
        assert_eq!(failed_jobs(&view(jobs, &[formats]), &failed), 1);
        assert_eq!(json(&view(Vec::new(), &[formats]), &failed)["jobs"], serde_json::json!([]));
    }
    let mut stopped = outcome(vec![stream("a.0", &[(10, 1)])]);
    stopped.interrupted = true;
    stopped.streams[0].errno = 28;
    let found = json(&view(vec![job("a", 0, 0)], &[Format::Json]), &stopped);
    assert_eq!((&found["jobs"][0]["error"], &found["jobs"][0]["eta"]), (&28.into(), &0.into()));
    let text = view(vec![job("a", 0, 0)], &[Format::Normal]);
    let text = results(&text, &stopped, &Setting::default());
    assert!(text.contains("err=28 (file:"), "{text}");
    assert!(text.contains("error=No space left on device): pid=0: Tue Nov 14 22:13:22 2023"));
}

#[test]
fn devices_are_told_in_every_format() {
    let mut run = outcome(vec![stream("a.0", &[(10, 1)])]);
    run.devices = vec![DeviceOutcome {
        name: "sda".to_owned(),
        read: [1, 2, 3, 4],
        write: [5, 6, 7, 8],
        busy_ms: 500,
        queue_ms: 12,
    }];
    let jobs = vec![job("a", 0, 0)];
    let found = json(&view(jobs.clone(), &[Format::Json]), &run);
    let disk = &found["disk_util"][0];
    assert_eq!((&disk["read_merges"], &disk["write_ticks"]), (&2.into(), &8.into()));
    assert_eq!(disk["util"], 25.0);
    let text = results(&view(jobs.clone(), &[Format::Normal]), &run, &Setting::default());
    assert!(text.ends_with(
        "\nDisk stats (read/write):\n  sda: ios=1/5, merge=2/6, ticks=4/8, in_queue=12, \
         util=25.00%\n"
    ));
    let line = results(&view(jobs.clone(), &[Format::Terse]), &run, &Setting::default());
    assert!(line.ends_with(";sda;1;5;2;6;4;8;12;25.00%\n"), "{line}");
    // Version 3 has 121 fields without devices.
    assert_eq!(line.split(';').count(), 121 + 9);
    let mut silent = jobs;
    silent[0].disk_util = false;
    assert!(json(&view(silent, &[Format::Json]), &run).get("disk_util").is_none());
}

#[test]
#[expect(clippy::too_many_lines, reason = "the text of each log")]
fn logs_have_fio_s_names_and_lines() {
    let mut one = job("a", 0, 0);
    one.logs = Logs {
        bw: Some("p".to_owned()),
        lat: Some(String::new()),
        iops: Some("p".to_owned()),
        hist: Some("h".to_owned()),
        average: Some(Nanos(1_000_000_000)),
        hist_coarseness: 6,
        per_job: true,
        ..Logs::default()
    };
    let mut two = JobView { streams: vec!["a.0".to_owned()], ..job("c", 0, 1) };
    two.logs = Logs {
        bw: Some("q".to_owned()),
        lat: Some("q".to_owned()),
        offset: true,
        issue_time: true,
        trace: Some("q.iolog".to_owned()),
        ..Logs::default()
    };
    let mut both = view(vec![one, two], &[Format::Json]);
    both.output.bandwidth_log = Some(String::new());
    let mut run = outcome(vec![stream("a.0", &[(1_000_000, 3)])]);
    // A short last interval, which gets no line of its own.
    run.streams[0].intervals.push(IntervalOutcome {
        start_ns: 2_000_000_000,
        end_ns: 2_000_000_001,
        ..IntervalOutcome::default()
    });
    let one = |kind: u8, start_ms: u64, end_ms: u64| OperationOutcome {
        start_ns: start_ms * 1_000_000,
        end_ns: end_ms * 1_000_000,
        direction: kind,
        file: 0,
        offset_bytes: if kind == 0 { 8192 } else { 0 },
        length_bytes: if kind == 3 { 0 } else { 4096 },
        handover_ns: if kind == 0 { 400_000 } else { 0 },
    };
    run.streams[0].records = vec![one(0, 1, 2), one(1, 2, 4), one(3, 4, 5)];
    run.streams[0].histograms = vec![(
        2_000_000_000,
        [run.streams[0].read.service.clone(), Default::default(), Default::default()],
    )];
    let files = logs(&both, &run);
    let names: Vec<&str> = files.iter().map(|file| &*file.name).collect();
    assert_eq!(
        names,
        [
            "p_bw.1.log",
            "a_lat.1.log",
            "a_slat.1.log",
            "a_clat.1.log",
            "p_iops.1.log",
            "h_clat_hist.1.log",
            "q_bw.log",
            "q_lat.log",
            "q_slat.log",
            "q_clat.log",
            "q.iolog",
            "agg-read_bw.log",
            "agg-write_bw.log",
            "agg-trim_bw.log"
        ]
    );
    let text = |name: &str| {
        let file = files.iter().find(|file| file.name == name).expect("it is there");
        std::str::from_utf8(&file.bytes).expect("it is text")
    };
    assert_eq!(text("p_iops.1.log"), "1000, 201, 0, 0, 0\n2000, 204, 0, 0, 0\n");
    assert_eq!(text("p_bw.1.log"), "1000, 804, 0, 0, 0\n2000, 819, 0, 0, 0\n");
    assert_eq!(text("a_lat.1.log"), "1000, 2000000, 0, 0, 0\n2000, 2000000, 0, 0, 0\n");
    assert_eq!(text("a_slat.1.log"), "1000, 400, 0, 0, 0\n2000, 400, 0, 0, 0\n");
    assert_eq!(text("a_clat.1.log"), "1000, 1999600, 0, 0, 0\n2000, 1999600, 0, 0, 0\n");
    assert_eq!(
        text("q_bw.log"),
        "2, 4000, 0, 4096, 8192, 0, 1000000\n4, 2000, 1, 4096, 0, 0, 2000000\n"
    );
    assert_eq!(text("q_slat.log"), "2, 400000, 0, 4096, 8192, 0, 1000000\n");
    assert!(text("q_clat.log").starts_with("2, 600000, 0, 4096, 8192, 0, 1000000\n"));
    let trace = "fio version 3 iolog\n0 c.0.file add\n1000 c.0.file open\n1000 c.0.file read 8192 4096\n\
                 2000 c.0.file write 0 4096\n4000 c.0.file sync 0 0\n5000 c.0.file close\n";
    assert_eq!(text("q.iolog"), trace);
    let hist: Vec<&str> = text("h_clat_hist.1.log").trim().split(", ").collect();
    assert_eq!(hist.len(), 3 + 29, "{hist:?}");
    assert_eq!((&hist[..3], hist[3 + 14]), (&["2000", "0", "4096"][..], "3"));
    assert!(text("agg-read_bw.log").starts_with("500, 1600, 0, 0, 0\n"));
    assert_eq!(text("agg-write_bw.log"), "");
}

#[test]
fn directions_together_and_a_steady_state() {
    let mut one = job("a", 0, 0);
    one.unified = UnifiedReporting::Mixed;
    one.steady = Some(SteadyView {
        criterion: "iops:2%".to_owned(),
        duration: Nanos(2_000_000_000),
        ramp: Nanos(0),
    });
    let mut only = stream("a.0", &[(1_000, 400)]);
    // A short last interval, which is no whole second.
    only.intervals.push(IntervalOutcome { end_ns: 2_000_100_000, ..interval(4, 400) });
    let run = outcome(vec![only]);
    let found = json(&view(vec![one.clone()], &[Format::Json]), &run);
    let entry = &found["jobs"][0];
    assert_eq!(entry["mixed"]["total_ios"], 400);
    assert!(entry.get("read").is_none() && entry.get("sync").is_none());
    let steady = &entry["steadystate"];
    assert_eq!(steady["ss"], "iops:2.000000%");
    assert_eq!((&steady["attained"], &steady["duration"]), (&1.into(), &2.into()));
    assert_eq!(steady["data"]["iops"], serde_json::json!([201, 205]));
    assert_eq!(steady["data"]["bw"], serde_json::json!([201 * 4096, 205 * 4096]));
    assert_eq!(
        (&steady["data"]["bw_mean"], &steady["data"]["iops_mean"]),
        (&(203 * 4096).into(), &203.into())
    );
    assert_eq!(steady["criterion"], "0.985222%");
    assert_eq!(steady_streams(&view(vec![one.clone()], &[Format::Json]), &run), ["a.0"]);
    // With two of three required samples, none is evaluated.
    let mut longer = one.clone();
    longer.steady.iter_mut().for_each(|steady| steady.duration = Nanos(3_000_000_000));
    let longer = view(vec![longer], &[Format::Json]);
    let steady = &json(&longer, &run)["jobs"][0]["steadystate"];
    assert_eq!(steady["data"]["iops"], serde_json::json!([201, 205, 0]));
    assert_eq!((&steady["attained"], &steady["criterion"]), (&0.into(), &"0.000000%".into()));
    assert!(steady_streams(&longer, &run).is_empty());
    one.steady = None;
    let both = JobView { unified: UnifiedReporting::Both, ..one.clone() };
    assert!(json(&view(vec![both], &[Format::Json]), &run)["jobs"][0].get("mixed").is_some());
    let text = results(&view(vec![one], &[Format::Normal]), &run, &Setting::default());
    assert!(
        text.contains("  mixed: IOPS=200, BW=800KiB/s (819kB/s)(1600KiB/2000msec)\n"),
        "{text}"
    );
    assert!(text.contains("  MIXED: bw="), "{text}");
}

#[test]
fn depths_are_those_that_were_seen_whatever_latencies_are_kept() {
    let mut deep = job("a", 0, 0);
    deep.latency.disable_clat = true;
    let mut seen =
        StreamOutcome { depths: [0, 100, 300, 0, 0, 0, 0], ..stream("a.0", &[(1_000, 400)]) };
    let levels = |seen: &StreamOutcome| {
        let view = view(vec![deep.clone()], &[Format::Json]);
        json(&view, &outcome(vec![seen.clone()]))["jobs"][0]["iodepth_level"].clone()
    };
    let one = levels(&seen);
    assert_eq!((&one["2"], &one["4"]), (&25.0.into(), &75.0.into()));
    // Depths include flushes, and the shares are relative to the other operations.
    seen.flush.ios = 100;
    seen.depths = [100, 100, 300, 0, 0, 0, 0];
    let flushed = levels(&seen);
    assert_eq!((&flushed["1"], &flushed["4"]), (&25.0.into(), &75.0.into()));
}

#[test]
fn a_sliver_at_the_end_is_no_sample() {
    let mut only = stream("a.0", &[(1_000, 400)]);
    only.intervals.push(IntervalOutcome { end_ns: 2_270_000_000, ..interval(4, 1) });
    let found = json(&view(vec![job("a", 0, 0)], &[Format::Json]), &outcome(vec![only]));
    let read = &found["jobs"][0]["read"];
    assert_eq!((&read["iops_samples"], &read["iops_min"]), (&4.into(), &200.into()));
}

#[test]
fn what_never_began_has_the_number_of_what_was_wrong() {
    let wrong = StreamOutcome { name: "a.0".to_owned(), errno: 28, ..StreamOutcome::default() };
    let mut run = outcome(vec![wrong, stream("b.0", &[(1_000, 1)])]);
    let both = view(vec![job("a", 0, 0), job("b", 0, 1)], &[Format::Normal]);
    let text = results(&both, &run, &Setting::default());
    assert!(text.contains("err=28 (file:a, func=setup, error=No space left on device)"), "{text}");
    assert!(text.contains("b: (groupid=0, jobs=1): err= 0:"), "{text}");
    assert_eq!(failed_jobs(&both, &run), 1);
    run.streams.clear();
    run.failure = Some(OutcomeFailure { text: "the block is wrong".to_owned(), errno: 22 });
    assert!(results(&both, &run, &Setting::default()).contains("b: (groupid=0, jobs=1): err=22 ("));
    assert_eq!(failed_jobs(&both, &run), 2);
}

#[test]
fn a_rate_below_the_least_one_is_an_error() {
    // 400 reads in 2 s.
    let run = outcome(vec![stream("a.0", &[(1_000, 400)])]);
    for (least, failed) in [(199.0, 0), (201.0, 1)] {
        let mut slow = job("a", 0, 0);
        slow.rate_min.iops[0] = Some(least);
        assert_eq!(failed_jobs(&view(vec![slow], &[Format::Normal]), &run), failed);
    }
}

#[test]
fn the_opening_names_jobs_and_processes() {
    let mut all = view(vec![job("a", 0, 0), job("a", 1, 0), job("b", 0, 1)], &[Format::Normal]);
    all.jobs[2].blocks[1] = (Bytes(512), Bytes(1 << 20));
    all.jobs[2].options.push(("thread".to_owned(), String::new()));
    assert_eq!(
        opening(&all),
        "a: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, \
         ioengine=libaio, iodepth=4\n...\n\
         b: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 512B-1024KiB, (T) 4096B-4096B, \
         ioengine=libaio, iodepth=4\nfio-3.33\nStarting 1 thread and 2 processes\n"
    );
    all.output.formats = vec![Format::Json];
    assert_eq!(opening(&all), "");
}

proptest! {
    #[test]
    fn bins_rise_and_hold_every_operation(
        values in prop::collection::btree_map(0u64..30_000_000_000, 1u64..1000, 1..60)
    ) {
        let values: Vec<(u64, u64)> = values.into_iter().collect();
        let run = outcome(vec![stream("a.0", &values)]);
        let text = results(&view(vec![job("a", 0, 0)], &[Format::JsonPlus]), &run, &Setting::default());
        let found: Value = serde_json::from_str(&text).expect("it is JSON");
        let clat = &found["jobs"][0]["read"]["clat_ns"];
        let bins = clat["bins"].as_object().expect("bins");
        let total: u64 = bins.values().filter_map(Value::as_u64).sum();
        prop_assert_eq!(Some(total), clat["N"].as_u64());
        // The order in the text, which a parsed JSON map loses.
        let at = text.find("\"bins\"").expect("bins");
        let lines = text[at..].lines().skip(1).take_while(|line| !line.contains('}'));
        let keys: Vec<u64> = lines.filter_map(|line| line.trim().split('"').nth(1)?.parse().ok()).collect();
        prop_assert_eq!(keys.len(), bins.len());
        prop_assert!(keys.is_sorted());
        let percentiles = clat["percentile"].as_object().expect("percentiles");
        for value in percentiles.values() {
            prop_assert!(keys.contains(&value.as_u64().expect("ns")));
        }
        // Below 17 s, the middle of a bucket is within 1/128 of all its values.
        for (key, (value, _)) in keys.iter().zip(&values).filter(|x| x.1.0 < 17_000_000_000) {
            prop_assert!(keys.len() < values.len() || key.abs_diff(*value) <= value / 127 + 1);
        }
    }
}
