//! Results of every tool, written by this project: the value of each figure, and the line of each problem.

use base::IoKind;
use import::File;
use record::facts::fact;
use record::note::ImportNote;
use record::{FactKey, FactTitle, FactValue, Note, Record};
use std::sync::LazyLock;
use summary::warning::{Contradiction, Detail};
use summary::{LatencyQuantile, Warning, WarningKind};
use workload::EngineUse;

fn closed((quantile, ns): (f64, u64)) -> LatencyQuantile {
    LatencyQuantile::closed(quantile, ns)
}

fn load(files: &[(&str, &[u8])]) -> Result<Vec<Record>, Vec<String>> {
    let files: Vec<File> = files
        .iter()
        .map(|(name, bytes)| File {
            name: (*name).to_owned(),
            bytes: bytes.to_vec(),
            modified_unix_s: Some(1_000),
        })
        .collect();
    import::read(&files, "9.9.9")
        .whole()
        .map_err(|all| all.iter().map(ToString::to_string).collect())
}

fn one(name: &str, text: &str) -> Record {
    let mut records = load(&[(name, text.as_bytes())]).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn wrong(name: &str, text: &str) -> String {
    load(&[(name, text.as_bytes())]).expect_err("it is wrong").join("\n")
}

/// The text of a file that also starts the fuzzer, where its name stands above it.
macro_rules! sample {
    ($name:literal) => {
        include_str!(concat!("../../../../../fuzz/seeds/import/", $name))
            .split_once('\n')
            .expect("a name")
            .1
    };
}

static SQLIO: LazyLock<&str> = LazyLock::new(|| sample!("sqlio"));
static DISKSPD: LazyLock<&str> = LazyLock::new(|| sample!("diskspd"));
static XML: LazyLock<&str> = LazyLock::new(|| sample!("xml"));
/// An ALL row and its header in the layout with 56 columns.
static IOMETER: LazyLock<&str> = LazyLock::new(|| sample!("iometer"));
static ORION: LazyLock<&str> = LazyLock::new(|| sample!("orion"));

#[test]
fn results_of_one_name_in_two_folders_are_told_apart() {
    let twice = SQLIO.replace("d:\\a.dat", "d:\\c.dat");
    let files = ["old/1/log.txt", "new/1/log.txt", "new/grid.txt"];
    let texts = [*SQLIO, &twice, &SQLIO.replace("8KB", "64KB").replace("31.25", "250")];
    let files: Vec<_> = files.into_iter().zip(texts.map(str::as_bytes)).collect();
    let subjects: Vec<String> =
        load(&files).expect("they are right").iter().map(|record| record.subject.words()).collect();
    assert_eq!(
        subjects,
        [
            "sqlio 8KB sequential writes, old/1/log.txt",
            "sqlio 8KB sequential writes, new/1/log.txt",
            "sqlio 64KB sequential writes, grid.txt"
        ]
    );
}

#[test]
fn a_log_of_sqlio() {
    let record = one("log.txt", &SQLIO);
    assert_eq!(
        (record.kind.name(), record.engine.to_string().as_str()),
        ("import", "sqlio 1.5.SG (imported)")
    );
    assert_eq!((record.started_unix_s, record.version.as_str()), (1_000, "9.9.9"));
    assert_eq!(record.target, r"d:\a.dat and e:\b.dat");
    let trial = &record.trials[0];
    assert_eq!((trial.depth, trial.purpose.to_string().as_str()), (16, "8KB sequential writes"));
    let write = &trial.streams[0].write;
    assert_eq!((write.ios, write.min_ns, write.max_ns), (40_000, 1_000_000, 40_000_000));
    let expected =
        [(1_999_999, 4_000), (2_999_999, 8_000), (3_999_999, 16_000), (4_999_999, 8_000)];
    assert_eq!(write.buckets[..4], expected);
    assert_eq!(write.buckets[4], (40_000_000, 4_000), "24 ms and more reach to the largest");
    assert!(!trial.streams[0].iops.is_known(), "no interval is told");
    assert_eq!(record.warnings, []);
}

#[test]
fn figures_that_contradict_each_other_are_warnings() {
    for (from, to, kind) in [
        ("31.25", "66.91", WarningKind::RateTimesSize),
        ("4 outstanding", "16 outstanding", WarningKind::LittlesLaw),
        (" 0 10 20 40 20 ", " 0 10 20 80 20 ", WarningKind::Contradiction),
    ] {
        let record = one("log.txt", &SQLIO.replace(from, to));
        let kinds: Vec<_> = record.warnings.iter().map(|d| d.kind).collect();
        assert_eq!(kinds, [kind], "{:?}", record.warnings);
    }
}

#[test]
fn glued_logs_in_any_encoding_are_one_run_with_many_tests() {
    let wide: Vec<u8> = format!("\u{feff}{}", SQLIO.replace('\n', "\r\n"))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let mut glued = wide.clone();
    glued.extend(SQLIO.as_bytes());
    glued.extend(b"sqlio v1.5.SG\nerror: d:\\c.dat \xe4 not found\n");
    glued.extend(&wide);
    let records = load(&[("all.txt", &glued)]).unwrap();
    assert_eq!(records[0].trials.len(), 3);
    let notes = &records[0].notes;
    for note in [ImportNote::NoFigures(35), ImportNote::Windows1252] {
        assert!(notes.contains(&Note::Imported(note)), "{notes:?}");
    }
    let broken = SQLIO.replace("10 secs", "ten secs").replace("Avg_Latency", "Mean")
        + &SQLIO.replace(" 40 20 ", " 40 ");
    let told = wrong("bad.txt", &broken);
    for line in ["bad.txt:3: threads and seconds", "bad.txt:34: the histogram does not have 25"] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

#[test]
fn a_text_of_diskspd() {
    let record = one("d.txt", &DISKSPD);
    assert_eq!((record.started_unix_s, record.seconds), (1_709_208_000, 10.0));
    assert_eq!((record.trials[0].depth, record.target.as_str()), (16, "x.dat"));
    let stream = &record.trials[0].streams[0];
    assert_eq!((stream.iops.value, stream.mibps.value), (4000.0, 15.62));
    assert_eq!((stream.read.ios, stream.write.bytes), (20_000, 81_920_000));
    let quantiles = [(0.5, 3_000_000), (0.999, 9_000_000)].map(closed);
    assert_eq!(stream.read.quantiles, quantiles, "nine nines need more operations");
    assert_eq!((stream.write.min_ns, stream.write.max_ns), (2_000_000, 20_000_000));
    assert_eq!(record.warnings, []);
    // Version 2.0 with `-F` prints the threads with the results alone.
    let pool = one("d.txt", &DISKSPD.replace("\t\tthreads per file: 2\n", ""));
    assert_eq!(pool.trials[0].depth, 16);
    let twice = one("d.txt", &DISKSPD.repeat(2));
    assert_eq!(twice.trials.len(), 2);
    let cut = DISKSPD
        .split("Write IO")
        .next()
        .unwrap()
        .replace("total:         163840000", "total:         many");
    let told = wrong("d.txt", &cut);
    assert!(told.contains("d.txt:34: the sums of \"Total IO\""), "{told}");
    let stopped = wrong("d.txt", DISKSPD.split("Total IO").next().unwrap());
    assert!(stopped.contains("no table \"Total IO\""), "{stopped}");
}

#[test]
fn a_text_of_diskspd_without_its_input_parameters() {
    let start = DISKSPD.find("Input parameters").expect("it is there");
    let end = DISKSPD.find("System information").expect("it is there");
    // The command line gives the same values as the parameters; without both, only the figures are read.
    let told = one("d.txt", &DISKSPD.replace(&DISKSPD[start..end], ""));
    let trial = &told.trials[0];
    assert_eq!((trial.depth, trial.purpose.to_string().as_str()), (16, "4 KiB random 50 % read"));
    assert_eq!((told.target.as_str(), told.warnings.len()), ("x.dat", 0));
    let bare = one("d.txt", &DISKSPD[end..]);
    assert_eq!((bare.trials[0].depth, bare.trials[0].streams[0].iops.value), (0, 4000.0));
    let figures = |record: &Record| {
        let stream = &record.trials[0].streams[0];
        (stream.iops.value, stream.read.quantiles.clone(), stream.write.max_ns)
    };
    assert_eq!(figures(&bare), figures(&one("d.txt", &DISKSPD)));
    assert_eq!(bare.warnings, []);
    let results = &DISKSPD[DISKSPD.find("Results for").expect("it is there")..];
    assert_eq!(figures(&one("d.txt", results)), figures(&bare));
}

#[test]
fn an_xml_of_diskspd() {
    let record = one("d.xml", &format!("noise before\n{}", *XML));
    assert_eq!(record.engine, EngineUse::Imported("diskspd 2.2.0".to_owned()));
    assert!(
        record.facts.iter().flat_map(|g| &g.rows).any(|row| row.value == FactValue::from("a & b")),
        "{:?}",
        record.facts
    );
    let stream = &record.trials[0].streams[0];
    assert_eq!((stream.iops.value, record.trials[0].depth), (4000.0, 16));
    assert_eq!(stream.read.quantiles, [closed((0.5, 3_000_000))]);
    assert_eq!((stream.read.min_ns, stream.write.max_ns), (1_000_000, 20_000_000));
    assert_eq!(record.warnings, []);
    assert!(wrong("d.xml", &XML.replace("</Results>", "")).contains("cut off"));
    assert!(
        wrong("d.xml", &XML.replace("<ReadCount>20000", "<ReadCount>x"))
            .contains("d.xml:12: this <Target> has no whole <ReadCount>")
    );
    let broken = wrong("d.xml", &format!("\n\n{}", XML.replace("</Latency>", "</Latin>")));
    assert!(broken.contains("d.xml:13: is not XML"), "{broken}");
    one("d.xml", &XML.replace("a &amp; b", "a &unknown; b"));
}

fn fio(start: u64, total: u64) -> String {
    let (_, document) = sample!("fio").split_once('\n').expect("a line of other text");
    let document = document.replace("1700000000000", &start.to_string());
    document.replace(r#""total_ios": 40000"#, &format!(r#""total_ios": {total}"#))
}

/// A status document of fio 3.33, which has no job starts, after this many seconds of a run that began at `start_s`.
fn look(start_s: u64, seconds: u64) -> String {
    let (now_ms, runtime_ms) = ((start_s + seconds) * 1000 + 130, seconds * 1000 - 230);
    let tail = format!(r#""elapsed" : {}, "job_runtime" : 0, "job options""#, seconds + 1);
    fio(0, 4_000 * seconds)
        .replace("3.36", "3.33")
        .replace(
            r#""timestamp" : 1700000100"#,
            &format!(r#""timestamp" : {}, "timestamp_ms" : {now_ms}"#, now_ms / 1000),
        )
        .replace(r#""job_start" : 0, "#, "")
        .replace(r#""job options""#, &tail)
        .replace(r#""runtime": 10000"#, &format!(r#""runtime": {runtime_ms}"#))
}

#[test]
fn looks_at_a_run_on_its_way_are_one_run() {
    let start_s = 1_700_000_000;
    let looks: String = (1..=4).map(|seconds| look(start_s, seconds)).collect();
    assert_eq!(one("f.json", &looks).trials[0].streams[0].read.ios, 16_000);
    // The same job again, one after the other: two runs.
    let again = looks.clone() + &look(start_s + 5, 4);
    assert_eq!(load(&[("f.json", again.as_bytes())]).unwrap().len(), 2);
    let again = looks + &look(start_s + 900, 8);
    assert_eq!(load(&[("f.json", again.as_bytes())]).unwrap().len(), 2);
}

#[test]
fn documents_of_fio_between_other_text() {
    let text = format!("fio: {{ odd }} warning\n{}tail {{\n", fio(1_700_000_000_000, 40_000));
    let record = one("f.json", &text);
    assert_eq!(
        (record.started_unix_s, record.subject.name()),
        (1_700_000_000, Some("fio pages, f.json"))
    );
    assert_eq!(record.engine, EngineUse::Imported("fio 3.36".to_owned()));
    let stream = &record.trials[0].streams[0];
    assert_eq!((record.trials[0].depth, stream.depth_mean), (4, 4.0));
    assert_eq!(stream.read.buckets, [(900_000, 30_000), (3_000_000, 10_000)]);
    assert_eq!(stream.read.quantiles, [(0.5, 900_000), (0.99, 3_000_000)].map(closed));
    assert_eq!(record.warnings, []);
    // Two status documents of one run are one run; another start is another run.
    let looks = fio(1_700_000_000_000, 20_000) + &fio(1_700_000_000_000, 40_000);
    assert_eq!(one("f.json", &looks).trials[0].streams[0].read.ios, 40_000);
    let two = looks + &fio(1_700_000_900_000, 40_000);
    assert_eq!(load(&[("f.json", two.as_bytes())]).unwrap().len(), 2);
}

#[test]
fn an_entry_of_a_group_of_fio_has_the_depth_of_all_its_clones() {
    // fio's JSON does not name flags such as group_reporting: one entry for four clones is that of all.
    let of = |sum_ms: u64| {
        fio(1, 40_000)
            .replace(r#""iodepth": "4""#, r#""iodepth": "1", "numjobs": "4""#)
            .replace(r#""error" : 0"#, &format!(r#""error" : 0, "job_runtime" : {sum_ms}"#))
    };
    let record = one("f.json", &of(40_000));
    assert_eq!((record.trials[0].depth, &record.warnings), (4, &Vec::new()));
    // Six threads ran: another job is in the group, and its depth is not known.
    let record = one("f.json", &of(60_000));
    assert_eq!((record.trials[0].depth, &record.warnings), (0, &Vec::new()));
    // Its entry names the file of one job, which is not that of the group.
    let [alone, group] = [40_000, 60_000].map(|sum_ms| one("f.json", &of(sum_ms)));
    assert_eq!((&*alone.target, &*group.target), ("/x", ""));
    let note = Note::Imported(ImportNote::GroupOfJobs);
    assert!(group.notes.contains(&note), "{:?}", group.notes);
    // Each clone has its own entry.
    let four = of(10_000);
    let entry = four[four.find("[ {").unwrap() + 2..four.rfind(']').unwrap()].trim().to_owned();
    let all = four.replace(&entry, &[entry.as_str(); 4].join(", "));
    let record = one("f.json", &all.replace("\"mean\": 1000000.0", "\"mean\": 250000.0"));
    let names: Vec<_> = record.trials[0].streams.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(
        (record.trials[0].depth, names),
        (4, vec!["pages", "pages 2", "pages 3", "pages 4"])
    );
    assert_eq!(record.warnings, []);
}

#[test]
fn reads_and_writes_that_fio_reports_together_have_a_rate_and_a_mean() {
    let empty = r#""write" : {"iops": 0.0, "bw": 0, "runtime": 0, "total_ios": 0}, "trim" : {"iops": 0.0, "bw": 0, "runtime": 0, "total_ios": 0}"#;
    let mixed =
        fio(1, 40_000).replace(r#""read" : "#, r#""mixed" : "#).replace(empty, r#""x" : 0"#);
    let record = one("f.json", &mixed.replace("randread", "randrw"));
    let stream = &record.trials[0].streams[0];
    assert_eq!((stream.iops.value, stream.seconds, stream.depth_mean), (4000.0, 10.0, 4.0));
    assert_eq!((stream.read.ios, stream.write.ios), (0, 0), "their shares are not known");
    assert!(record.notes.contains(&Note::Imported(ImportNote::Mixed)), "{:?}", record.notes);
    assert_eq!(record.warnings, []);
    let reads = &one("f.json", &mixed).trials[0].streams[0].read;
    assert_eq!((reads.ios, reads.quantiles.len()), (40_000, 2), "all of them are reads");
}

#[test]
fn jobs_of_the_hosts_of_fio_are_read_without_their_sum() {
    let jobs = fio(1, 40_000);
    let entry = jobs[jobs.find("[ {").unwrap() + 2..jobs.rfind(']').unwrap()].trim();
    let host =
        |name: &str| entry.replace(r#""groupid""#, &format!(r#""hostname": "{name}", "groupid""#));
    let sum = entry.replace("pages", "All clients");
    let all = jobs.replace(entry, &[host("a"), host("b"), sum].join(", "));
    let record = one("f.json", &all.replace(r#""jobs""#, r#""client_stats""#));
    let names: Vec<_> = record.trials[0].streams.iter().map(|s| s.name.as_str()).collect();
    assert_eq!((record.trials[0].depth, names), (8, vec!["<a> pages", "<b> pages"]));
    assert_eq!(record.warnings, []);
}

#[test]
fn percentiles_of_the_total_latency_alone_are_those_of_the_total() {
    let clat = r#""clat_ns": { "mean": 990000.0, "#;
    let total = fio(1, 40_000).replace(clat, r#""lat_ns": { "mean": 990000.0, "#);
    let total = total.replace(r#""lat_ns": { "min""#, r#""clat_ns": { "min""#);
    let [completion, total] = [fio(1, 40_000), total].map(|text| one("f.json", &text));
    let quantiles = |record: &Record| record.trials[0].streams[0].read.quantiles.len();
    assert_eq!((quantiles(&completion), quantiles(&total)), (2, 2));
    assert!(completion.notes.contains(&Note::Imported(ImportNote::CompletionLatency)));
    assert_eq!(total.notes, []);
}

#[test]
fn trims_of_fio_are_left_out_and_said() {
    let trims = r#""trim" : {"iops": 12900.0, "bw": 51600, "runtime": 10000, "total_ios": 129000}"#;
    let none = r#""trim" : {"iops": 0.0, "bw": 0, "runtime": 0, "total_ios": 0}"#;
    let both = fio(1, 40_000).replace(none, trims);
    let record = one("f.json", &both);
    assert_eq!(record.trials[0].streams[0].iops.value, 4000.0);
    assert!(record.notes.contains(&Note::Imported(ImportNote::Trims)), "{:?}", record.notes);
    let alone = both.replace(r#""total_ios": 40000"#, r#""total_ios": 0"#);
    assert!(wrong("f.json", &alone).contains("it has only trims"));
}

#[test]
fn every_file_that_a_job_of_fio_names_is_its_target() {
    let files = r#""job options" : {"filename": "/y", "filename": "/z", "#;
    let record = one("f.json", &fio(1, 40_000).replace(r#""job options" : {"#, files));
    assert_eq!(record.target, "/x, /y, /z");
}

#[test]
fn flushes_of_fio_keep_their_latencies() {
    let sync = r#""sync": { "total_ios": 600, "lat_ns": { "min": 61010, "max": 13000000, "mean": 2900000.0, "N": 600,
      "percentile": { "50.000000": 3686400, "99.000000": 8028160, "99.900000": 9240576 } } }, "trim""#;
    let record = one("f.json", &fio(1, 40_000).replace(r#""trim""#, sync));
    let flush = &record.trials[0].streams[0].flush;
    assert_eq!((flush.ios, flush.min_ns, flush.max_ns), (600, 61_010, 13_000_000));
    assert_eq!(flush.mean_ns, 2_900_000.0);
    // 600 operations are too few for a p99.9.
    assert_eq!(flush.quantiles, [(0.5, 3_686_400), (0.99, 8_028_160)].map(closed));
    assert_eq!(record.warnings, []);
    let falling = sync.replace("8028160", "28028160");
    let record = one("f.json", &fio(1, 40_000).replace(r#""trim""#, &falling));
    assert_eq!(contradiction(&record.warnings[0]), &Contradiction::PercentilesFall(IoKind::Flush));
    assert_eq!(one("f.json", &fio(1, 40_000)).trials[0].streams[0].flush.ios, 0);
}

#[test]
fn what_is_wrong_with_documents_of_fio_is_told() {
    let short = one("f.json", &fio(1, 30_000));
    let kinds: Vec<_> = short.warnings.iter().map(|d| d.kind).collect();
    assert!(
        kinds.iter().all(|k| *k == WarningKind::Contradiction) && kinds.len() >= 2,
        "{:?}",
        short.warnings
    );
    let cut = fio(1, 40_000);
    let told = wrong("f.json", &format!("\n{}", &cut[..cut.len() / 2]));
    assert!(told.starts_with("f.json:") && told.contains("starts at line 2 is cut off"), "{told}");
    let bare = wrong("f.json", &cut.replace("\"iops\": 4000.0, ", ""));
    assert!(bare.contains("f.json:4: job 1 (\"pages\"): \"read\" has no \"iops\""), "{bare}");
    let old = r#"{"fio version": "fio-2.2.10", "jobs": [{"jobname": "a", "groupid": 0, "error": 5,
      "read": {"iops": 100.0, "bw": 400, "io_bytes": 4000, "runtime": 10000, "total_ios": 1000,
      "lat": {"min": 10, "max": 90, "mean": 50.0}, "clat": {"percentile": {"50.000000": 48}}},
      "write": {"iops": 0.0, "bw": 0, "total_ios": 0}}]}"#;
    let old = one("f.json", old);
    let read = &old.trials[0].streams[0].read;
    assert_eq!(
        (read.mean_ns, read.bytes, read.max_ns),
        (50_000.0, 4_096_000, 90_000),
        "microseconds and KiB"
    );
    assert_eq!(old.warnings[0].kind, WarningKind::IoErrors);
}

#[test]
fn tables_of_iometer() {
    let record = one("r.csv", &IOMETER);
    assert_eq!((record.started_unix_s, record.seconds), (1_709_208_000, 10.0));
    let stream = &record.trials[0].streams[0];
    assert_eq!(
        (record.trials[0].depth, stream.read.ios, stream.read.max_ns),
        (8, 40_000, 9_000_000)
    );
    assert_eq!(record.warnings, []);
    assert_eq!(
        load(&[("r.csv", IOMETER.repeat(3).as_bytes())]).unwrap().len(),
        3,
        "sessions are runs"
    );
    let off = one("r.csv", &IOMETER.replace("0.0,31.25,31.25", "0.0,41.25,31.25"));
    assert_eq!(off.warnings[0].kind, WarningKind::RateTimesSize);
    let told = wrong("r.csv", &IOMETER.replace("pages,1,2,2,4000.0", "pages,1,2,2,fast"));
    assert!(told.contains("r.csv:15: \"IOps\" is \"fast\""), "{told}");
    let told = wrong("r.csv", &IOMETER.replace(",4,12.5", ",4"));
    assert!(told.contains("r.csv:15: the row has 26 columns, its header 27"), "{told}");
}

#[test]
fn specifications_of_iometer_stand_once_before_their_tests_and_may_differ() {
    let log = "'Access specification name,default assignment\r\nlog, small,0\r\n\
               'size,% of size,% reads,% random,delay,burst,align,reply\r\n512,100,0,0,0,1,0,0,\r\n\
               'End access specifications\r\n";
    let text = IOMETER.replace("'End access specifications\r\n", log);
    let (start, end) =
        (text.find("'Results").expect("it is there"), text.find("'End Test").expect("too"));
    let test = &text[start..end];
    let differing = test.replace("ALL,All,pages,", "ALL,All,,");
    let small = test
        .replace("ALL,All,pages,", "ALL,All,log  small,")
        .replace("31.25,31.25", "1.953125,1.953125")
        .replace("327680000", "20480000");
    let all = text.replace(test, &format!("{test}{differing}{small}"));
    let record = one("r.csv", &all);
    let names: Vec<String> = record.trials.iter().map(|trial| trial.purpose.to_string()).collect();
    assert_eq!(names, ["pages", "pages + log  small", "log  small"]);
    assert_eq!(record.warnings, []);
    let off = one("r.csv", &text.replace("ALL,All,pages,", "ALL,All,log  small,"));
    assert_eq!(
        off.warnings[0].kind,
        WarningKind::RateTimesSize,
        "the row's own specification counts"
    );
}

#[test]
fn files_of_one_orion_run_are_one_record() {
    let lat = "Large/Small,      1,      4\n          0,   0.50,   1.00\n          1\n";
    let iops = "Large/Small,      1,      4\n          0,   2000,   4000\n";
    let name = |end: &str| format!("/tmp/t_20240229_1200{end}");
    let (a, b, c) = (name("_summary.txt"), name("_lat.csv"), name("_iops.csv"));
    let files = [(a.as_str(), ORION.as_bytes()), (&b, lat.as_bytes()), (&c, iops.as_bytes())];
    let records = load(&files).unwrap();
    assert_eq!((records.len(), records[0].subject.name()), (1, Some("orion t")));
    let rates: Vec<(f64, f64)> = records[0]
        .trials
        .iter()
        .map(|t| (t.streams[0].iops.value, t.streams[0].mibps.value))
        .collect();
    assert_eq!(rates, [(400.0, 400.0), (4000.0, 31.25), (2000.0, 15.625)]);
    assert_eq!(records[0].warnings, []);
    let slow = lat.replace("1.00", "3.00");
    let found =
        load(&[(&b, slow.as_bytes()), (a.as_str(), ORION.as_bytes()), (&c, iops.as_bytes())])
            .unwrap();
    assert_eq!(found[0].warnings[0].kind, WarningKind::LittlesLaw);
    assert!(wrong("t.csv", lat).contains("keep the ending of its file name"));
    let told = wrong(&b, &lat.replace("0.50", "fast"));
    assert!(told.contains("_lat.csv:2: \"fast\" in column 2"), "{told}");
    let told = wrong(&a, &ORION.replace("Small=4", "Small=x"));
    assert!(told.contains(":15: ") && told.contains(":16: "), "{told}");
}

#[test]
fn a_mixed_point_of_orion_has_the_operations_of_both_sizes() {
    let text = ORION.replace("Small=0 and Large=2", "Small=4 and Large=2");
    let text = text.replace("Small=4 and Large=0", "Small=4 and Large=2");
    let iops = "Large/Small,      1,      4\n          0,   2000\n          2,       ,   4000\n";
    let [summary, csv] = [("/t_summary.txt", text.as_bytes()), ("/t_iops.csv", iops.as_bytes())];
    for files in [&[summary][..], &[summary, csv], &[csv, summary]] {
        let records = load(files).unwrap();
        let mixed = records[0].trials.iter().find(|one| one.streams[0].name.ends_with("+2"));
        let mixed = mixed.expect("it is there");
        let figures = (mixed.streams[0].iops.value, mixed.streams[0].mibps.value);
        assert_eq!(figures, (4400.0, 431.25));
        assert_eq!(records[0].warnings, []);
    }
}

#[test]
fn texts_that_are_no_results_are_told_what_to_do() {
    for (text, told) in [
        ("", "is no result that is known here"),
        ("TimeStamp,'Target Type,Target Name\n", "log of single updates"),
        ("3;fio-3.33;a;0;0;1024;102;25\n", "is cut off"),
        ("{\"fio version\": \"3\", \"jobs\": []}", "has no jobs"),
        ("sqlio v1.5.SG\n", "no run in this log has figures"),
    ] {
        assert!(wrong("x", text).contains(told), "{text}");
    }
}

#[test]
fn two_summaries_of_orion_in_one_file_are_two_results_and_tell_their_least_latencies() {
    let summary = |iops: u32, ms: f64| {
        format!(
            "ORION VERSION 11.1.0.7.0\n\nCommandline:\n-run simple\n\nTest: a\nSmall IO size: 8 KB\nWrite: 0%\n\
             Duration for each Data Point: 60 seconds\n\nName: /dev/x\tSize: 1\n\n\
             Maximum Small IOPS={iops} @ Small=5 and Large=0\nMinimum Small Latency={ms} @ Small=1 and Large=0\n\n"
        )
    };
    let text = summary(19_019, 0.26) + &summary(7, 1.5);
    let file = |text: String| File {
        name: "a_summary.txt".to_owned(),
        bytes: text.into_bytes(),
        modified_unix_s: Some(1),
    };
    let records = import::read(&[file(text.clone())], "0.0.0").whole().expect("both are right");
    let figures: Vec<(f64, f64)> = records
        .iter()
        .map(|record| {
            (record.trials[0].streams[0].iops.value, record.trials[1].streams[0].read.mean_ns)
        })
        .collect();
    assert_eq!(figures, [(19_019.0, 260_000.0), (7.0, 1_500_000.0)]);
    let least = fact(&records[1].facts, &FactTitle::OrionSettings, FactKey::MinimumSmallLatency);
    assert_eq!(least, Some(&FactValue::Nanos(1_500_000)));
    let wrong = import::read(&[file(text.replace("IOPS=7 ", "IOPS=x "))], "0.0.0")
        .whole()
        .expect_err("no figure");
    assert_eq!(wrong.len(), 1);
    let line = text.lines().position(|line| line.contains("IOPS=7 ")).expect("it is there") + 1;
    assert_eq!(wrong[0].line, line);
}

#[test]
fn a_histogram_of_sqlio_is_read_by_its_columns() {
    let log = |points: &str, avg: u32, iops: &str| {
        format!(
            "sqlio v1.5.SG\n2 threads reading for 10 secs from file d:\\x\n\tusing 8KB random IOs\n\
             \tenabling multiple I/Os per thread with 8 outstanding\nCUMULATIVE DATA:\nthroughput metrics:\n\
             IOs/sec: {iops}\nMBs/sec:    78.12\nlatency metrics:\nMin_Latency(ms): 0\nAvg_Latency(ms): {avg}\n\
             Max_Latency(ms): 30\nhistogram:\nms: 0  1\n%:{points}\n"
        )
    };
    let read = |text: String| {
        let file =
            File { name: "x".to_owned(), bytes: text.into_bytes(), modified_unix_s: Some(1) };
        import::read(&[file], "0.0.0").whole()
    };
    let zeros = |count: usize| "  0".repeat(count);
    for (points, buckets) in [
        (format!("100{}", zeros(24)), vec![999_999]),
        (format!("  0100{}", zeros(23)), vec![1_999_999]),
        (format!("{}100", zeros(24)), vec![30_000_000]),
        (format!(" 40 60{}", zeros(23)), vec![999_999, 1_999_999]),
        (format!("40 60{}", " 0".repeat(23)), vec![999_999, 1_999_999]),
    ] {
        let records =
            read(log(&points, 1, "10000.00")).unwrap_or_else(|e| panic!("{points}: {e:?}"));
        let found = &records[0].trials[0].streams[0].read.buckets;
        assert_eq!(found.iter().map(|bucket| bucket.0).collect::<Vec<_>>(), buckets, "{points}");
    }
    assert!(read(log("100  0", 1, "10000.00")).is_err(), "two points are not 25");
    // 16 outstanding at 10,000/s are 1.6 ms each; 1 ms, truncated twice, may be anything below 3 ms.
    let warnings = |avg: u32, iops: &str| {
        let records = read(log(&format!("  0100{}", zeros(23)), avg, iops)).expect("it is right");
        let told = records[0].warnings.iter().map(contradiction);
        told.into_iter().any(|told| matches!(told, Contradiction::LittlesLaw { .. }))
    };
    assert!(!warnings(0, "10000.00") && !warnings(1, "5500.00"), "within [avg, avg + 2 ms)");
    assert!(warnings(1, "4000.00"), "4 ms are not 1 cut off");
}

fn contradiction(warning: &Warning) -> &Contradiction {
    match &warning.detail {
        Detail::Imported { contradiction, .. } => contradiction,
        other => panic!("{other:?}"),
    }
}
