//! DISKSPD's results: the layout of the samples with numbers masked, and numbers computed by hand.

use crate::words;
use compat::diskspd::{self, DiskspdView, Version};
use compat::outcome::{
    CpuOutcome, DirectionOutcome, IntervalDirection, IntervalOutcome, LatencyDistribution, Machine,
    Outcome, OutcomeFailure, StreamOutcome,
};

fn view(line: &str) -> DiskspdView {
    let read = diskspd::read(&words(line), &|_| Err(String::new()), &[]);
    assert_eq!(read.view.errors, Vec::<String>::new());
    let mut view = read.view;
    for place in view.places.clone() {
        view.set_size(&place.name, 10 << 20);
    }
    view
}

/// The given number of operations, all with this latency in microseconds.
fn direction(ios: u64, bytes: u64, us: u64) -> DirectionOutcome {
    let all = LatencyDistribution {
        buckets: if ios > 0 { vec![(us * 1000, ios)] } else { Vec::new() },
        min_ns: us * 1000,
        max_ns: us * 1000,
        mean_ns: us as f64 * 1000.0,
        deviation_ns: 0.0,
    };
    DirectionOutcome { ios, bytes, total: all.clone(), service: all, ..DirectionOutcome::default() }
}

fn outcome(
    view: &DiskspdView,
    seconds: u64,
    read: &DirectionOutcome,
    write: &DirectionOutcome,
) -> Outcome {
    let half = |direction: &DirectionOutcome, part: u64| IntervalDirection {
        ios: direction.ios * part / 3,
        deviation_ns: 1_250_000.0,
        ..IntervalDirection::default()
    };
    let second = 1_000_000_000;
    let streams = view.rows.iter().flat_map(|row| &row.streams).map(|name| StreamOutcome {
        name: name.clone(),
        runtime_ns: seconds * second,
        read: read.clone(),
        write: write.clone(),
        intervals: (0..2)
            .map(|index| IntervalOutcome {
                start_ns: index * second,
                end_ns: (index + 1) * second,
                read: half(read, index + 1),
                write: half(write, index + 1),
                trim: IntervalDirection::default(),
            })
            .collect(),
        ..StreamOutcome::default()
    });
    Outcome {
        started_unix_ns: 1_782_166_605_000_000_000,
        streams: streams.collect(),
        cpus: vec![CpuOutcome { user: 0.3, kernel: 0.25, io_wait: 0.05, idle: 0.4 }],
        machine: Machine { host: "river".to_owned(), cpus: 1, nodes: 1, ..Machine::default() },
        ..Outcome::default()
    }
}

fn sample(name: &str) -> Option<String> {
    let text = crate::sample(&format!("diskspd/{name}"));
    text.map(|text| text.replace("\r\n", "\n"))
}

/// The text with numbers masked in place, so that columns stay: digits, the space before them in a table, and `N/A`.
fn masked(text: &str) -> String {
    let line = |line: &str| {
        let line = line.replace("N/A", "0.0");
        let mut after = ' ';
        let masked = line.chars().rev().map(|letter| {
            let fills = letter == ' ' && after == '9' && line.contains('|');
            after = if letter.is_ascii_digit() || fills { '9' } else { letter };
            after
        });
        let masked: Vec<char> = masked.collect();
        masked.into_iter().rev().collect::<String>()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A part of a text, from one line to before another.
fn part<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap_or_else(|| panic!("no {from:?} in\n{text}"));
    let rest = &text[start..];
    &rest[..if to.is_empty() { rest.len() } else { rest.find(to).unwrap_or(rest.len()) }]
}

#[test]
fn the_smallest_results_of_the_tools_tests_come_out_byte_for_byte() {
    let mut view = view("-D testfile1.dat");
    let mut outcome =
        outcome(&view, 120, &direction(6, 4_194_304, 0), &direction(10, 2_097_152, 0));
    for stream in &mut outcome.streams {
        stream.intervals.clear();
    }
    outcome.started_unix_ns = 0;
    outcome.machine.host.clear();
    for (version, name) in [
        (Version::V22, "ut-2.2-text-results-minimal.txt"),
        (Version::V23, "ut-2.3-text-results-minimal.txt"),
    ] {
        let Some(sample) = sample(name) else { return };
        view.command_line.clear();
        let text = diskspd::write(&view, &outcome, version);
        let tail = part(&text, "Results for timespan", "");
        let mut wanted = part(&sample, "Results for timespan", "IoRing Statistics").to_owned();
        wanted.truncate(wanted.trim_end().len());
        assert_eq!(tail.trim_end(), wanted, "{name}");
        let system = part(&text, "System information", "Results for");
        let wanted = part(&sample, "System information", "Results for").to_owned();
        let wanted = wanted.replace("start time: \n", "start time: 1970/01/01 00:00:00 UTC\n");
        let wanted = wanted
            .replace("start time:           \n", "start time:           1970/01/01 00:00:00 UTC\n");
        let wanted = part(&wanted, "System", "  cache information").to_owned();
        assert_eq!(system, wanted, "{name}");
    }
}

#[test]
fn a_real_run_has_the_same_layout() {
    let Some(sample) = sample("vc-DiskSpdExample-WriteOnly-v2.2.0-SingleGroup.txt") else { return };
    let mut view =
        view(r"-c1G -b4K -r4K -t4 -o16 -w100 -d10 -Suw -W5 -D -L -Rtext /tmp/diskspd-test.dat");
    view.set_size("target 1", 1 << 30);
    let outcome = outcome(&view, 10, &direction(0, 0, 0), &direction(1265, 5_181_440, 126_138));
    let text = diskspd::write(&view, &outcome, Version::V22).replace("/tmp/", r"C:\");
    // The sample's machine has hyper-threads and therefore an additional column.
    for (from, to) in [
        ("\nInput parameters", "System information"),
        ("Total IO", "Read IO"),
        ("Write IO", "Total latency"),
        ("Total latency distribution", ""),
    ] {
        assert_eq!(
            masked(part(&text, from, to)).trim_end(),
            masked(part(&sample, from, to)).trim_end()
        );
    }
}

#[test]
fn a_run_of_2_0_has_the_same_layout() {
    let Some(sample) = sample("vc-DiskSpdExample-ReadWrite.txt") else { return };
    let mut view = view("-b4K -r -o1 -t1 -w30 -W15 -d30 -Sh -D -L diskspd.dat");
    view.set_size("target 1", 1 << 30);
    let mut outcome = outcome(
        &view,
        30,
        &direction(25_060, 102_645_760, 272),
        &direction(10_626, 43_524_096, 2179),
    );
    outcome.cpus = vec![CpuOutcome { user: 0.01, kernel: 0.02, ..CpuOutcome::default() }; 4];
    outcome.machine.cpus = 4;
    outcome.machine.host = "QuickTest9".to_owned();
    let text = diskspd::write(&view, &outcome, Version::V20);
    // The sample's authors replaced tabs with spaces and cut its first line.
    let plain = |text: &str| -> String {
        let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("\n")
    };
    let whole = |text: &str| masked(&plain(part(text, "Input parameters", "CPU |")));
    assert_eq!(whole(&text), whole(&sample));
    let tables = |text: &str| masked(part(text, "CPU |", "    min"));
    assert_eq!(tables(&text), tables(&sample));
}

/// The elements of a document of 2.0 in their order, up to the first percentile: it lacks those of later versions.
const ELEMENTS_2_0: &str = "\
    Results System ComputerName Tool Version VersionDate RunTime ProcessorTopology Group Profile \
    Progress ResultFormat Verbose TimeSpans TimeSpan CompletionRoutines MeasureLatency \
    CalculateIopsStdDev DisableAffinity Duration Warmup Cooldown ThreadCount RequestCount \
    IoBucketDuration RandSeed Targets Target Path BlockSize BaseFileOffset SequentialScan \
    RandomAccess TemporaryFile UseLargePages DisableOSCache WriteThrough WriteBufferContent Pattern \
    ParallelAsyncIO BurstSize ThinkTime Random ThreadStride MaxFileSize RequestCount WriteRatio \
    Throughput ThreadsPerFile IOPriority Weight TimeSpan TestTimeSeconds ThreadCount RequestCount \
    ProcCount CpuUtilization CPU Group Id UsagePercent UserPercent KernelPercent IdlePercent \
    Average UsagePercent UserPercent KernelPercent IdlePercent Latency AverageReadMilliseconds \
    ReadLatencyStdev AverageTotalMilliseconds LatencyStdev Bucket Percentile ReadMilliseconds \
    TotalMilliseconds";

#[test]
fn a_document_of_2_0_is_that_of_2_0() {
    let view = view("-b8K -d2 -i3 -j7 -L -r -Sh -D500 -Rxml a");
    let outcome = outcome(&view, 2, &direction(3000, 3000 * 8192, 1500), &direction(0, 0, 0));
    let text = diskspd::write(&view, &outcome, Version::V20);
    let end = text.find("</Bucket>").expect("it has percentiles");
    let element =
        |line: &'_ str| line.strip_prefix('<')?.split(['>', ' ']).next().map(str::to_owned);
    let elements = text[..end].lines().filter_map(element).filter(|name| !name.starts_with('/'));
    assert_eq!(elements.collect::<Vec<_>>().join(" "), ELEMENTS_2_0);
    for line in [
        "<Version>2.0.21a</Version>",
        "<VersionDate>2018/9/21</VersionDate>",
        "<RunTime>2026/06/22 22:16:45 UTC</RunTime>",
        "<Group Group=\"0\" MaximumProcessors=\"1\" ActiveProcessors=\"1\" ActiveProcessorMask=\"0x1\"/>",
        "<IoBucketDuration>500</IoBucketDuration>",
        "<DisableOSCache>true</DisableOSCache>",
        "<BurstSize>3</BurstSize>",
        "<ThinkTime>7</ThinkTime>",
        "<Random>8192</Random>",
        "<UsagePercent>55.00</UsagePercent>",
        "<AverageTotalMilliseconds>1.500</AverageTotalMilliseconds>",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}");
    }
    assert!(text.lines().all(|line| line.starts_with('<')), "nothing is indented");
    // The rates of a bucket are per second: 1,000 reads in 500 ms.
    assert!(
        text.contains(
            "<Bucket SampleMillisecond=\"1000\" Read=\"2000\" Write=\"0\" Total=\"2000\" "
        ),
        "{text}"
    );
    assert!(
        text.contains("<AverageReadLatencyMilliseconds>1.500</AverageReadLatencyMilliseconds>\n")
    );
    assert!(text.ends_with("</Target>\n</Thread>\n</TimeSpan>\n</Results>"));
}

#[test]
fn a_text_of_2_0_has_a_table_for_each_target_and_nothing_of_later_versions() {
    let view = view("-b8K -d2 -L -g100 -w50 -Z1M a b");
    let outcome =
        outcome(&view, 2, &direction(3000, 3000 * 8192, 1500), &direction(9, 9 * 8192, 100));
    let text = diskspd::write(&view, &outcome, Version::V20);
    let names: Vec<&str> = text
        .lines()
        .zip(text.lines().skip(1))
        .filter(|(_, next)| next.starts_with("  %-ile"))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["a", "b", "total:"]);
    assert!(text.contains("\t\twrite buffer size: 1048576\n\t\tperforming mix test"), "{text}");
    assert!(!text.contains("rate-limited") && !text.contains("random fill"), "{text}");
    let new = diskspd::write(&view, &outcome, Version::V22);
    assert!(new.contains("rate-limited") && new.contains("random fill"), "{new}");
}

#[test]
fn profiles_are_those_of_the_tools_tests() {
    for (name, version, format) in [
        ("ut-2.2-text-profile-default.txt", Version::V22, diskspd::Format::Text),
        ("ut-2.3-text-profile-default.txt", Version::V23, diskspd::Format::Text),
        ("ut-2.2-xml-profile-default.xml", Version::V22, diskspd::Format::Xml),
        ("ut-2.3-xml-profile-default.xml", Version::V23, diskspd::Format::Xml),
    ] {
        let Some(sample) = sample(name) else { return };
        let mut view = view("f");
        view.command_line.clear();
        view.profile.format = format;
        view.profile.spans[0].targets[0].path.clear();
        let text = diskspd::write_profile(&view, version)
            .replace("<ResultFormat>xml", "<ResultFormat>text");
        assert_eq!(text.trim_end(), sample.trim_end(), "{name}");
    }
}

#[test]
fn every_variant_of_a_target_is_that_of_the_tools_tests() {
    let Some(sample) = sample("ut-2.2-text-target-variants.txt") else { return };
    let lines = [
        "x",
        "-T100K -t2 x",
        "-f2000K x",
        "-B2M x",
        "-g1000 x",
        "-g1000i x",
        "-w30 x",
        "-rdpct10/10:10/10:0/10 -r x",
        "-rdabs10/1G:10/1G:0/100G -r x",
        "-r -S x",
        "-r -Sh x",
        "-r -Sbw x",
        "-r -Sr x",
        "-r -Sm x",
        "-r -Sm -Nv x",
        "-r -Sm -Nn x",
        "-r -Sm -Ni x",
        "-r -Sr -ft x",
        "-r -Sr -frt x",
        "-r -Sr -fs x",
    ];
    let mut found = 0;
    let cases: Vec<&str> = sample.split("### case").skip(1).collect();
    for line in lines {
        let mut view = view(line);
        view.profile.spans[0].targets[0].path.clear();
        let text = diskspd::write_profile(&view, Version::V22);
        let own = part(&text, "\tpath", "").trim_end();
        let alone =
            |line: &&str| !line.contains("threads per file") && !line.contains("Completion Ports");
        let own: Vec<&str> = own.lines().filter(alone).collect();
        // The tool's tests put a distribution on sequential I/O, which its own reader refuses.
        let own = own.join("\n");
        let is = |case: &&&str| {
            let case = part(case, "\tpath", "").trim_end();
            let case = if line.contains("-rd") {
                case.replace("using sequential I/O (stride", "using random I/O (alignment")
            } else {
                case.to_owned()
            };
            case == own
        };
        assert!(cases.iter().any(|case| is(&case)), "{line}:\n{own}");
        found += 1;
    }
    assert_eq!(found, lines.len());
}

#[test]
fn results_in_xml_are_those_of_the_tools_tests() {
    let Some(sample) = sample("ut-2.2-xml-results.xml") else { return };
    let view = view("-D -Su -Sw -g1000i -Rxml testfile1.dat");
    let mut outcome =
        outcome(&view, 120, &direction(6, 4_194_304, 0), &direction(10, 2_097_152, 0));
    for stream in &mut outcome.streams {
        stream.intervals = (0..10u64)
            .map(|second| IntervalOutcome {
                start_ns: second * 1_000_000_000,
                end_ns: (second + 1) * 1_000_000_000,
                read: IntervalDirection { ios: 1, ..IntervalDirection::default() },
                write: IntervalDirection::default(),
                trim: IntervalDirection::default(),
            })
            .collect();
    }
    let text = diskspd::write(&view, &outcome, Version::V22);
    assert!(text.starts_with("<Results>\n") && text.ends_with("</Results>"));
    let text = text.replace("<ResultFormat>xml", "<ResultFormat>text");
    // The sample has writes but none in its buckets, and so no standard deviation for them.
    let text: String = text
        .lines()
        .filter(|line| !line.contains("<WriteIopsStdDev>"))
        .map(|l| format!("{l}\n"))
        .collect();
    for (from, to) in [("<Profile>", "</Profile>"), ("<Iops>", "")] {
        assert_eq!(part(&text, from, to).trim_end(), part(&sample, from, to).trim_end());
    }
    assert_eq!(part(&text, "<TestTime", "<ProcCount>"), part(&sample, "<TestTime", "<ProcCount>"));
}

#[test]
fn effective_distributions_are_those_of_the_tools_tests() {
    let Some(sample) = sample("ut-2.2-text-effective-distributions.txt") else { return };
    let mut one = view("-b4K -rdpct10/10:10/10:0/10 -r testfile.dat");
    // Threads of the sample that no command line produces.
    let row = |thread, target| diskspd::Row {
        span: 0,
        thread,
        target,
        streams: vec![format!("{thread}")],
    };
    one.rows = vec![row(0, 0), row(1, 0), row(2, 0), row(4, 0)];
    one.places = vec![diskspd::Place {
        path: "testfile.dat".to_owned(),
        size_bytes: 100 << 10,
        ..diskspd::Place::default()
    }];
    let counted = outcome(&one, 10, &direction(1, 4096, 1), &direction(0, 0, 0));
    let text = diskspd::write(&one, &counted, Version::V22);
    let table = part(&text, "Effective IO", "\nTotal IO");
    let wanted = "target: testfile.dat [thread: 0 - 2 4]\n";
    assert!(table.contains(wanted) && sample.contains(wanted), "{table}");
    let rows = part(table, "    10% of IO", "\n\n").trim_end();
    assert!(sample.contains(rows), "{rows}");
}

#[test]
fn numbers_are_what_the_counters_say() {
    let view = view("-b8K -r -t2 -d2 -D -L -w25 /srv/a /srv/b");
    let outcome =
        outcome(&view, 2, &direction(3000, 3000 * 8192, 1500), &direction(900, 900 * 8192, 250));
    let text = diskspd::write(&view, &outcome, Version::V22);
    // 4 rows of 3,900 I/Os of 8 KiB in 2 s; buckets of 1,000 + 300 and 2,000 + 600 I/Os.
    let total = part(&text, "Total IO", "Read IO");
    assert!(total.contains("     3 |        31948800 |         3900 |      15.23 |    1950.00 |    1.212 |     650.00 |     0.527 | /srv/b (10MiB)\n"), "{total}");
    assert!(total.contains("total:         127795200 |        15600 |      60.94 |    7800.00 |    1.212 |    2600.00 |"), "{total}");
    for name in [
        "Latency distribution: /srv/a\n",
        "Latency distribution: /srv/b\n",
        "Total latency distribution:\n",
    ] {
        assert!(text.contains(name), "{name}");
    }
    assert!(text.ends_with("    max |      1.500 |      0.250 |      1.500\n"), "{text}");
    assert!(text.contains("thread count:\t\t4\n"));
}

#[test]
fn several_time_spans_are_added_up() {
    let mut view = view("-w50 -d2 f");
    let mut second = view.profile.spans[0].clone();
    second.duration_s = 3;
    view.profile.spans.push(second);
    let mut row = view.rows[0].clone();
    row.span = 1;
    row.streams = vec!["other".to_owned()];
    view.rows.push(row);
    let outcome = outcome(&view, 2, &direction(100, 6_553_600, 10), &direction(60, 3_932_160, 10));
    let text = diskspd::write(&view, &outcome, Version::V22);
    let totals = part(&text, "Totals:", "");
    assert!(
        totals.contains("write  |         7864320 |          120 |       1.88 |      30.00\n"),
        "{totals}"
    );
    assert!(
        totals.contains("total  |        20971520 |          320 |       5.00 |      80.00\n"),
        "{totals}"
    );
    assert!(totals.ends_with("total test time:\t4.00s\n"), "{totals}");
}

#[test]
fn a_run_that_never_began_says_so() {
    let view = view("-L f");
    let text = diskspd::write(&view, &Outcome::default(), Version::V22);
    assert!(text.contains("interrupted before the measurements began"), "{text}");
    let failure = OutcomeFailure { text: "no <disk>".to_owned(), errno: 5 };
    let failed = Outcome { failure: Some(failure), ..Outcome::default() };
    let mut view = view;
    view.profile.format = diskspd::Format::Xml;
    let text = diskspd::write(&view, &failed, Version::V22);
    assert!(text.contains("<Error>no &lt;disk&gt;</Error>"), "{text}");
}

#[test]
fn a_run_that_was_stopped_has_only_the_buckets_it_had() {
    let view = view("-b8K -r -d4000000000 -D1 -L f");
    let outcome = outcome(&view, 2, &direction(3000, 3000 * 8192, 1500), &direction(0, 0, 0));
    let mut xml = view.clone();
    xml.profile.format = diskspd::Format::Xml;
    let text = diskspd::write(&xml, &outcome, Version::V22);
    assert_eq!(text.matches("<Bucket SampleMillisecond").count(), 2 * 2000);
    assert!(text.contains("ReadLatencyStdDev=\"1.250\""), "{text:.2000}");
}
