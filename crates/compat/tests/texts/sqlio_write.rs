//! SQLIO's report, byte for byte: our own fixtures, and the layout of real logs if they exist beside the project.

use crate::{direction, words};
use compat::foreign::Mapping;
use compat::outcome::{CpuOutcome, LatencyDistribution, Outcome, StreamOutcome};
use compat::sqlio::{FilePreparation, head, read, sweep, tail};
use expect_test::expect;

fn ms(value: f64) -> u64 {
    (value * 1e6) as u64
}

/// 3,000 reads of `kib` in 10.0001 s.
fn outcome(kib: u64) -> Outcome {
    let latencies = LatencyDistribution {
        buckets: vec![
            (ms(0.9), 1000),
            (ms(1.0), 985),
            (ms(23.999), 1000),
            (ms(24.0), 10),
            (ms(900.0), 5),
        ],
        min_ns: ms(0.2),
        max_ns: ms(802.999),
        mean_ns: 9_999_999.9,
        deviation_ns: 0.0,
    };
    let read = direction(kib * 1024, latencies);
    let stream = StreamOutcome { runtime_ns: 10_000_100_000, read, ..StreamOutcome::default() };
    Outcome { streams: vec![stream], ..Outcome::default() }
}

fn report(line: &str, parameters: &str, preparations: &[FilePreparation]) -> String {
    let load = |_: &str| Ok(parameters.to_owned());
    let maps = [
        Mapping { from: "1:".into(), to: "/dev/sdb".into() },
        Mapping { from: "c:".into(), to: "/c".into() },
    ];
    let reading = read(&words(line), &load, &maps);
    assert_eq!(reading.problems, []);
    head(&reading.view, preparations)
        + &tail(&reading.view, &outcome(u64::from(reading.view.block_kib)))
}

#[test]
fn a_raw_stripe_run_reads_as_the_lab_books() {
    expect![[r#"
        sqlio v1.5.SG
        calibrating timestamp counter for latency timings... done (MHz measured at 1000)
        1 thread reading for 300 secs from file 1:
        	using 64KB IOs over 64KB stripes with 2000000 IOs per run
        	enabling multiple I/Os per thread with 1 outstanding
        	buffering set to not use file nor disk caches (as is SQL Server)
        	affinity mask is 0xf (15)
        initialization done
        CUMULATIVE DATA:
        throughput metrics:
        IOs/sec:   299.99
        MBs/sec:    18.74
        latency metrics:
        Min_Latency(ms): 0
        Avg_Latency(ms): 9
        Max_Latency(ms): 802
        histogram:
        ms: 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24+
        %: 33 33  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0 33  1
    "#]]
    .assert_eq(&report(
        "-kR -s300 -b64 -f1 -i2000000 -o1 -t1 -R1 -LP -a0xf \u{2013}BN",
        "",
        &[FilePreparation { had_bytes: 1 << 40, size_bytes: 1 << 40 }],
    ));
}

#[test]
fn a_parameter_file_that_is_expanded() {
    expect![[r#"
        sqlio v1.5.SG
        using system counter for latency timings, 1000000000 counts per second
        parameter file used: param.txt
        	file c:\one.dat with 2 threads (0-1) using mask 0x0 (0)
        	file c:\two.dat with 1 thread (2) using mask 0xf (15)
        3 threads writing for 30 secs to files c:\one.dat and c:\two.dat
        	using 8KB random IOs
        size of file c:\one.dat needs to be: 104857600 bytes
        current file size:	0 bytes
        need to expand by:	104857600 bytes
        expanding c:\one.dat ... done.
        using specified size: 100 MB for file: c:\one.dat
        using current size: 20 MB for file: c:\two.dat
        initialization done
    "#]]
    .assert_eq(
        report(
            "-kW -b8 -frandom -LS -Fparam.txt",
            "c:\\one.dat 2 0x0 100\nc:\\two.dat 1 0xf\n",
            &[
                FilePreparation { had_bytes: 0, size_bytes: 100 << 20 },
                FilePreparation { had_bytes: 20 << 20, size_bytes: 20 << 20 },
            ],
        )
        .split_once("CUMULATIVE")
        .expect("the report has data")
        .0,
    );
}

#[test]
fn without_a_timer_there_are_no_latencies_and_cpus_come_when_asked() {
    let load = |_: &str| Err(String::new());
    let reading = read(&words("-fsequential -Up /a /b /c"), &load, &[]);
    let cpu = CpuOutcome { user: 0.25, kernel: 0.125, io_wait: 0.0, idle: 0.625 };
    let seen = Outcome { cpus: vec![cpu, CpuOutcome::default()], ..outcome(2) };
    let text = tail(&reading.view, &seen);
    assert!(!text.contains("latency"), "{text}");
    assert!(text.contains("ProcessorTime(%):    18.75   37.50    0.00\n"), "{text}");
    let top = head(&reading.view, &[FilePreparation::default(); 3]);
    assert!(top.contains("1 thread reading for 30 secs from files /a, /b and /c\n"), "{top}");
}

#[test]
fn nothing_measured_is_zero_and_nothing_else() {
    let load = |_: &str| Err(String::new());
    let reading = read(&words("-LS /a"), &load, &[]);
    let text = tail(&reading.view, &Outcome::default());
    assert!(text.contains("IOs/sec:     0.00\nMBs/sec:     0.00\n"), "{text}");
    assert!(text.contains("%:  0  0"), "{text}");
}

#[test]
fn real_logs_have_the_same_lines_but_for_their_numbers() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/reference/samples/sqlio/dataElisabeth"
    );
    let Ok(logs) = std::fs::read_dir(folder) else {
        eprintln!("SKIPPED: no real SQLIO logs beside the project");
        return;
    };
    let masked = |text: &str| -> Vec<String> {
        let digit = |c: char| if c.is_ascii_digit() || c == ' ' { '#' } else { c };
        let lines = text.lines().filter(|l| {
            !l.contains("expand") && !l.contains("urrent file") && !l.contains("needs to be")
        });
        // Numbers differ in length, except in the columns of histograms and rates.
        let squeeze = |line: &str| {
            let fixed = line.starts_with("%:") || line.starts_with("ms:") || line.contains("/sec:");
            let text: String = line.chars().map(digit).collect();
            if fixed {
                text
            } else {
                text.split('#').filter(|s| !s.is_empty()).collect::<Vec<_>>().join("#")
            }
        };
        lines.map(squeeze).collect()
    };
    let mut count = 0;
    for log in logs {
        let path = log.expect("the folder can be read").path();
        let text = std::fs::read_to_string(&path).expect("a log can be read");
        let value = |after: &str, before: &str| {
            text.split_once(after).and_then(|x| x.1.split_once(before)).map(|x| x.0.to_owned())
        };
        let kind = if text.contains(" random ") { "-frandom" } else { "-fsequential" };
        let block = value("using ", "KB ").or_else(|| value("\tusing ", "KB "));
        let block = text
            .lines()
            .find(|l| l.contains("KB "))
            .and_then(|l| l.trim().strip_prefix("using ")?.split_once("KB"))
            .map(|x| x.0.to_owned())
            .or(block)
            .expect("it has a block");
        let depth = value("per thread with ", " outstanding").unwrap_or_else(|| "0".to_owned());
        let line = format!(r"-kR -s15 {kind} -b{block} -o{depth} -LS -FG:\param.txt");
        let load = |_: &str| Ok("G:\\testfile.dat 64 0x0 50000\n".to_owned());
        let reading = read(&words(&line), &load, &[Mapping { from: "G:".into(), to: "/g".into() }]);
        let size = FilePreparation { had_bytes: 50_000 << 20, size_bytes: 50_000 << 20 };
        let ours = head(&reading.view, &[size]) + &tail(&reading.view, &outcome(1));
        assert_eq!(masked(&ours), masked(&text), "{}", path.display());
        count += 1;
    }
    assert!(count > 0, "there are logs");
}

#[test]
fn a_table_of_a_sweep_speaks_the_locale_that_is_asked() {
    let sweep_runs = sweep::expand("-kR -b(8,64) -o2 -LS /a", &[], sweep::SweepOptions::default())
        .expect("it is right");
    let load = |_: &str| Err(String::new());
    let view = read(&sweep_runs.points[0].words, &load, &[]).view;
    let seen = compat::sqlio::numbers(&outcome(8));
    let line = |wrong: &str, decimal_comma| {
        sweep::csv_line(&sweep_runs.points[0], "raid5", (&view, &seen), wrong, decimal_comma)
    };
    let point = sweep::csv_head(false) + &line("", false);
    expect![[r#"
        log,operation,layout,block_kb,access,run,outstanding,threads,seconds,ios_per_s,mbs_per_s,min_ms,avg_ms,p99_ms,max_ms,errors,error,command
        R-b8-o2.log,read,raid5,8,64,64,2,1,10.000,300.00,2.34,0.200,10.000,23.999,802.999,0,,sqlio -kR -b8 -o2 -LS /a
    "#]]
    .assert_eq(&point);
    let comma = line("", true);
    assert!(comma.contains(";300,00;2,34;0,200;"), "{comma}");
    assert_eq!(comma.matches(';').count(), sweep::csv_head(true).matches(';').count());
    let failed = line("the disk, is gone", false);
    assert!(
        failed.contains(",,,,,,,,") && failed.contains(",\"the disk, is gone\",sqlio "),
        "{failed}"
    );
}
