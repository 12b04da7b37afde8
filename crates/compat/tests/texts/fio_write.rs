//! Compares our fio output with fio's own: both come from the same run, ours by way of fio's JSON.
//!
//! Needs fio 3.33 and skips without it. Values that its JSON lacks (single samples of bandwidth, page faults) are
//! masked; everything else must be the same text.

use compat::fio::write::{self, Setting};
use compat::fio::{FioView, Format, JobView, Logs, Output};
use compat::outcome::{
    DirectionOutcome, IntervalDirection, IntervalOutcome, LatencyDistribution, Outcome,
    StreamOutcome,
};
use serde_json::Value;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The output of one run of fio: terse lines, the JSON document and the text, with the text before the run.
struct FioPrinted {
    terse: String,
    json: String,
    opening: String,
    text: String,
}

fn fio(job: &str, more: &[&str]) -> Option<FioPrinted> {
    let version = Command::new("fio").arg("--version").output().ok();
    let version = version.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    if version.as_deref() != Some(write::VERSION) {
        eprintln!("SKIPPED: this needs {} and there is {version:?}", write::VERSION);
        return None;
    }
    // A unique number, because tests run in parallel.
    static MADE: AtomicU64 = AtomicU64::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let name = format!("fio_write_{}_{number}.fio", std::process::id());
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, job).expect("the job can be written");
    let out = Command::new("fio")
        .args(["--output-format=terse,json+,normal", "--eta=never"])
        .args(more)
        .arg(&path)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env("TZ", "UTC")
        .output()
        .expect("fio runs");
    std::fs::remove_file(&path).expect("the job is there");
    let all = String::from_utf8(out.stdout).expect("fio prints UTF-8");
    let json_at = all.find("\n{\n").expect("there is JSON") + 1;
    let json_end = json_at + all[json_at..].find("\n}\n").expect("JSON ends") + 3;
    let before = &all[..json_at];
    let terse_at = before.find("\n3;").or(before.find("\n5;")).or(before.find("\n4;"));
    let terse_at = terse_at.or(before.find("\n2;")).expect("there are terse lines") + 1;
    Some(FioPrinted {
        terse: all[terse_at..json_at].trim_end_matches('\n').to_owned() + "\n",
        json: all[json_at..json_end].to_owned(),
        opening: all[..terse_at].trim_end_matches('\n').to_owned() + "\n",
        text: all[json_end..].to_owned(),
    })
}

fn number(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or_else(|| panic!("{key} is a whole number in {value}"))
}

fn distribution(value: &Value) -> LatencyDistribution {
    let count = number(value, "N");
    let buckets = match value["bins"].as_object() {
        Some(bins) => {
            let mut all: Vec<(u64, u64)> = bins
                .iter()
                .map(|(key, count)| (key.parse().expect("ns"), count.as_u64().expect("a count")))
                .collect();
            all.sort_unstable();
            all
        }
        None if count > 0 => vec![(number(value, "max"), count)],
        None => Vec::new(),
    };
    LatencyDistribution {
        buckets,
        min_ns: number(value, "min"),
        max_ns: number(value, "max"),
        mean_ns: value["mean"].as_f64().expect("a mean"),
        deviation_ns: value["stddev"].as_f64().expect("a deviation"),
    }
}

fn direction(value: &Value) -> DirectionOutcome {
    DirectionOutcome {
        ios: number(value, "total_ios"),
        bytes: number(value, "io_bytes"),
        errors: 0,
        short: 0,
        total: distribution(&value["lat_ns"]),
        service: distribution(&value["clat_ns"]),
        handover: distribution(&value["slat_ns"]),
    }
}

/// As many intervals as fio has samples, each with the mean rate.
fn intervals(job: &Value) -> Vec<IntervalOutcome> {
    let half = |value: &Value| IntervalDirection {
        bytes: (value["bw_mean"].as_f64().expect("a rate") * 512.0).ceil() as u64,
        ios: (value["iops_mean"].as_f64().expect("a rate") / 2.0).ceil() as u64,
        ..IntervalDirection::default()
    };
    let samples = number(&job["read"], "bw_samples").max(number(&job["write"], "bw_samples"));
    let row = |at: u64| IntervalOutcome {
        start_ns: at * 500_000_000,
        end_ns: (at + 1) * 500_000_000,
        read: half(&job["read"]),
        write: half(&job["write"]),
        trim: IntervalDirection::default(),
    };
    (0..samples).map(row).collect()
}

fn stream(job: &Value, name: &str) -> StreamOutcome {
    let runtime_ms = number(&job["read"], "runtime").max(number(&job["write"], "runtime"));
    let (read, write) = (direction(&job["read"]), direction(&job["write"]));
    let sync = distribution(&job["sync"]["lat_ns"]);
    let flush = DirectionOutcome {
        ios: number(&job["sync"], "total_ios"),
        total: sync.clone(),
        service: sync,
        ..DirectionOutcome::default()
    };
    StreamOutcome {
        name: name.to_owned(),
        runtime_ns: runtime_ms * 1_000_000,
        read,
        write,
        flush,
        switches: number(job, "ctx"),
        intervals: intervals(job),
        ..StreamOutcome::default()
    }
}

fn options(value: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let all = value.as_object().into_iter().flatten();
    all.map(|(key, value)| (key.clone(), text(value))).collect()
}

fn job_view(job: &Value, section: usize, edit: &dyn Fn(&mut JobView)) -> JobView {
    let mut view = JobView {
        group: u32::try_from(number(job, "groupid")).expect("few groups"),
        streams: vec![format!("s{section}")],
        files: Vec::new(),
        options: options(&job["job options"]),
        description: job["desc"].as_str().map(str::to_owned),
        rw: job["job options"]["rw"].as_str().unwrap_or("read").to_owned(),
        engine: "null".to_owned(),
        depth: u32::try_from(number(job, "latency_depth")).expect("a depth"),
        create_only: false,
        time_based: false,
        logs: Logs::default(),
        ..super::fio_write_whole::job(job["jobname"].as_str().expect("a name"), 0, section)
    };
    edit(&mut view);
    view
}

/// The view and the outcome from fio's JSON, one stream for each printed job.
fn told(json: &Value, edit: &dyn Fn(&mut JobView)) -> (FioView, Outcome) {
    let jobs = json["jobs"].as_array().expect("jobs");
    let view = FioView {
        output: Output {
            formats: vec![Format::Terse, Format::JsonPlus, Format::Normal],
            ..Output::default()
        },
        global_options: options(&json["global options"]),
        jobs: jobs.iter().enumerate().map(|(i, job)| job_view(job, i, edit)).collect(),
        ..FioView::default()
    };
    let elapsed_ns = (number(&jobs[0], "elapsed") - 1) * 1_000_000_000;
    let outcome = Outcome {
        started_unix_ns: number(json, "timestamp_ms") * 1_000_000 - elapsed_ns,
        elapsed_ns,
        streams: jobs.iter().enumerate().map(|(i, job)| stream(job, &format!("s{i}"))).collect(),
        ..Outcome::default()
    };
    (view, outcome)
}

/// The text without lines that cannot be derived from fio's JSON.
fn known_text(text: &str) -> String {
    let masked = |line: &str| {
        let start = line.trim_start();
        match start.split_whitespace().next() {
            Some("bw" | "iops" | "cpu" | "IO") => numbers_masked(line),
            _ if line.contains(": pid=") => {
                let (before, after) = line.split_once(": pid=").expect("it is there");
                // fio reads its clock for the text a moment after it does for the document.
                let date = after.split_once(':').expect("a date follows").1;
                format!("{before}: pid=#:{}", numbers_masked(date))
            }
            _ => line.to_owned(),
        }
    };
    text.lines().map(masked).collect::<Vec<_>>().join("\n")
}

/// The line with each number, and the blanks before it, as one `#`.
fn numbers_masked(line: &str) -> String {
    let mut out = String::new();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_digit() {
            while letters.peek().is_some_and(|c| c.is_ascii_digit() || *c == '.') {
                letters.next();
            }
            let kept = out.trim_end_matches(' ').len();
            if out[..kept].ends_with('=') {
                out.truncate(kept);
            }
            out.push('#');
        } else {
            out.push(letter);
        }
    }
    out
}

/// The document with whole numbers as `N` and fractions as `F`: keys, order, types and layout stay.
fn types(json: &str) -> String {
    let mask = |line: &str| {
        let Some((key, value)) = line.split_once(" : ") else { return line.to_owned() };
        let (value, comma) = value.strip_suffix(',').map_or((value, ""), |value| (value, ","));
        let kind = match value.chars().next() {
            Some('0'..='9' | '-') if value.contains('.') => "F",
            Some('0'..='9' | '-') => "N",
            _ => value,
        };
        format!("{key} : {kind}{comma}")
    };
    json.lines().map(mask).collect::<Vec<_>>().join("\n")
}

const SAMPLED: [&str; 16] = [
    "bw_min",
    "bw_max",
    "bw_agg",
    "bw_mean",
    "bw_dev",
    "iops_min",
    "iops_max",
    "iops_mean",
    "iops_stddev",
    "iops_samples",
    "bw_samples",
    "usr_cpu",
    "job_runtime",
    "sys_cpu",
    "minf",
    "eta",
];

/// The document with the values masked that cannot be derived from fio's JSON.
fn known_json(json: &str) -> String {
    let mut in_table = false;
    let mask = |line: &str| {
        let key = line.trim_start().trim_start_matches('"').split('"').next().unwrap_or("");
        in_table &= !line.trim_start().starts_with('}');
        in_table |= ["latency_ns", "latency_us", "latency_ms", "iodepth_level"].contains(&key);
        if in_table || SAMPLED.contains(&key) { types(line) } else { line.to_owned() }
    };
    json.lines().map(mask).collect::<Vec<_>>().join("\n")
}

/// Sorts the lines of options alphabetically: fio orders them by its own priorities, on which no reader can rely.
fn sorted_options(json: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut options: Option<Vec<String>> = None;
    for line in json.lines() {
        match &mut options {
            Some(list) if line.trim_start().starts_with('}') => {
                list.sort_unstable();
                out.append(list);
                out.push(line.to_owned());
                options = None;
            }
            Some(list) => list.push(line.trim_end_matches(',').to_owned()),
            None => out.push(line.to_owned()),
        }
        if line.trim_end().ends_with(" options\" : {") {
            options = Some(Vec::new());
        }
    }
    out.join("\n")
}

/// The table of latencies of one job: upper bounds in nanoseconds and the percentage of operations up to each.
type LatencyTable = Vec<(f64, f64)>;

/// The latency table of each job. The last bound is printed as `>=2000` and has no upper end.
fn tables(text: &str) -> Vec<LatencyTable> {
    let mut jobs: Vec<LatencyTable> = Vec::new();
    for line in text.lines() {
        if line.contains(": pid=") {
            jobs.push(Vec::new());
        }
        let Some((unit, row)) = line.split_once(" : ").filter(|x| x.0.starts_with("  lat ("))
        else {
            continue;
        };
        let unit_ns = match unit.trim().trim_start_matches("lat ") {
            "(nsec)" => 1.0,
            "(usec)" => 1e3,
            "(msec)" => 1e6,
            other => panic!("the unit {other}"),
        };
        let job = jobs.last_mut().expect("a table stands under its job");
        for cell in row.split(", ") {
            let (bound, share) = cell.trim().rsplit_once('=').expect("a share");
            let bound_ns = bound.parse().map_or(f64::INFINITY, |bound: f64| bound * unit_ns);
            let share: f64 = share.trim_end_matches('%').parse().expect("a number");
            let before = job.last().map_or(0.0, |x| x.1);
            job.push((bound_ns, before + share));
        }
    }
    jobs
}

fn up_to(table: &LatencyTable, bound_ns: f64) -> f64 {
    table.iter().take_while(|x| x.0 <= bound_ns).last().map_or(0.0, |x| x.1)
}

/// The percentage of a stream's operations in bins that a bound may cut: a bin is up to 1/64 of its latency wide.
fn near(stream: &StreamOutcome, bound_ns: f64) -> f64 {
    let all = || stream.read.service.buckets.iter().chain(&stream.write.service.buckets);
    let cut = all().filter(|x| (x.0 as f64 / bound_ns - 1.0).abs() <= 1.0 / 64.0);
    let (cut, all): (u64, u64) = (cut.map(|x| x.1).sum(), all().map(|x| x.1).sum());
    100.0 * cut as f64 / all as f64
}

/// fio counts operations, we count its bins. Up to each bound the shares must agree, except for operations in bins
/// that the bound cuts and 0.01 % of rounding in each of up to 29 cells.
fn same_shares(ours: &str, theirs: &str, outcome: &Outcome) {
    let (ours, theirs) = (tables(ours), tables(theirs));
    assert_eq!(ours.len(), theirs.len(), "jobs");
    assert_eq!(ours.len(), outcome.streams.len(), "jobs and streams");
    for (job, (our, their)) in ours.iter().zip(&theirs).enumerate() {
        assert!(!our.is_empty() && !their.is_empty(), "job {job} has a table");
        for &(bound_ns, _) in our.iter().chain(their) {
            let (one, other) = (up_to(our, bound_ns), up_to(their, bound_ns));
            let may = near(&outcome.streams[job], bound_ns) + 0.3;
            assert!(
                (one - other).abs() <= may,
                "job {job} up to {bound_ns} ns: {one} % and {other} %, of which {may} % may differ"
            );
        }
    }
}

fn without_table(text: &str) -> String {
    let kept = text.lines().filter(|line| !line.starts_with("  lat ("));
    kept.collect::<Vec<_>>().join("\n")
}

/// Whether two lines differ only in the last of two decimals: fio's JSON, which ours is made of, is rounded to six before.
fn differ_by_rounding(ours: &str, theirs: &str) -> bool {
    let words =
        |line: &str| line.split([' ', '=', ',', ';']).map(str::to_owned).collect::<Vec<_>>();
    let is_close = |(our, their): (&String, &String)| {
        let parsed = our.parse::<f64>().ok().zip(their.parse::<f64>().ok());
        let decimals = [our, their].map(|word| word.split_once('.').map(|(_, d)| d.len()));
        our == their
            || decimals == [Some(2); 2]
                && parsed.is_some_and(|(our, their)| (our - their).abs() < 0.011)
    };
    let (ours, theirs) = (words(ours), words(theirs));
    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(is_close)
}

fn same(ours: &str, theirs: &str, what: &str) {
    let mut rounded = 0;
    for (number, (our, their)) in ours.lines().zip(theirs.lines()).enumerate() {
        // Such a tie is rare: rounding of our own that was wrong would show in many lines.
        if our != their && rounded == 0 && differ_by_rounding(our, their) {
            rounded += 1;
            continue;
        }
        assert_eq!(our, their, "{what}, line {}", number + 1);
    }
    assert_eq!(ours.lines().count(), theirs.lines().count(), "{what}");
}

/// Compares every format of a run with fio's.
fn hold(job: &str, more: &[&str], edit: &dyn Fn(&mut JobView)) {
    let Some(printed) = fio(job, more) else { return };
    let json: Value = serde_json::from_str(&printed.json).expect("fio's JSON is JSON");
    let (mut view, outcome) = told(&json, edit);
    let setting = Setting { pid: 1, utc_offset_s: 0 };
    view.output.formats = vec![Format::Normal];
    let ours = write::results(&view, &outcome, &setting);
    same(
        &known_text(&without_table(&ours)),
        &known_text(&without_table(&printed.text)),
        "the text",
    );
    if view.jobs.iter().all(|job| job.latency.clat_percentiles) {
        same_shares(&ours, &printed.text, &outcome);
    }
    view.output.formats = vec![Format::JsonPlus];
    let ours = write::results(&view, &outcome, &setting);
    let known = |json: &str| sorted_options(&known_json(json));
    same(&known(&ours), &known(&printed.json), "the JSON");
    view.output.formats = vec![Format::Terse];
    for version in [2, 3, 4, 5] {
        view.output.terse_version = version;
        if printed.terse.starts_with(&format!("{version};")) {
            terse_same(&write::results(&view, &outcome, &setting), &printed.terse);
        }
    }
    assert!(!printed.opening.is_empty());
}

fn terse_same(ours: &str, theirs: &str) {
    assert_eq!(ours.lines().count(), theirs.lines().count());
    for (our, their) in ours.lines().zip(theirs.lines()) {
        let (our, their): (Vec<_>, Vec<_>) = (our.split(';').collect(), their.split(';').collect());
        assert_eq!(our.len(), their.len(), "fields of {our:?} and {their:?}");
        let mut differing = 0;
        for (at, (our, their)) in our.iter().zip(&their).enumerate() {
            let kind = |text: &str| numbers_masked(text);
            assert_eq!(kind(our), kind(their), "field {at}: {our} and {their}");
            differing += usize::from(our != their);
        }
        // Per direction 5 to 11 fields are samples, and three fields are CPU times and page faults.
        assert!(differing <= 3 * 11 + 3 + 1, "{differing} fields differ:\n{our:?}\n{their:?}");
    }
}

const PLAIN: &str = "[global]\nioengine=null\nsize=1g\nruntime=1\ntime_based\nrate_iops=700,300\n\
    [mix]\ndescription=two at once\nrw=randrw\nfsync=16\n[reads]\nnew_group\nrw=read\nbs=64k\n\
    [writes]\nstonewall\nrw=write\nbs=1m\n";

#[test]
fn a_run_is_told_as_fio_tells_it() {
    hold(PLAIN, &[], &|_| ());
}

#[test]
fn latencies_in_other_units_and_other_percentiles() {
    let dir = env!("CARGO_TARGET_TMPDIR");
    let job = format!(
        "[slow]\nioengine=psync\nsync=1\nrw=write\nsize=2m\nbs=64k\nfilename={dir}/fio_write_{}\n\
         disk_util=0\nunlink=1\npercentile_list=0.5:50:99.9:99.999\nlat_percentiles=1\n",
        std::process::id()
    );
    hold(&job, &["--terse-version=5"], &|view| {
        view.engine = "psync".to_owned();
        view.disk_util = false;
        view.latency.lat_percentiles = true;
        view.latency.percentiles = vec![0.5, 50.0, 99.9, 99.999];
    });
}

#[test]
fn every_terse_version_has_fio_s_fields() {
    for version in ["2", "3", "4", "5"] {
        hold(PLAIN, &[&format!("--terse-version={version}")], &|_| ());
    }
}

#[test]
fn continued_errors_kb_of_a_thousand_and_figures() {
    let job = "[global]\nioengine=null\nsize=40m\nrw=randrw\nkb_base=1000\n[a]\n\
        continue_on_error=all\n";
    hold(job, &[], &|view| {
        view.kb_base = 1000;
        view.continue_on_error = true;
    });
    let job = "[a]\nioengine=null\nsize=4000m\nrw=randwrite\nbs=1000k\nsignificant_figures=6\n\
        clat_percentiles=0\n";
    hold(job, &[], &|view| {
        view.significant_figures = 6;
        view.latency.clat_percentiles = false;
    });
}
