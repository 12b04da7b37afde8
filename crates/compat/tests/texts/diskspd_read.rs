//! DISKSPD's command lines and XML profiles: which are valid, which error lines they give, and the resulting profile.

use crate::{sample, words};
use base::{Bytes, Nanos};
use compat::diskspd::{self, DiskspdView, Version};
use compat::foreign::{Foreign, Mapping};
use proptest::prelude::*;
use workload::{AccessPattern, AccessZone, CacheMode, Extent, Pace, SyncMode, TargetLocation};

fn read(line: &str) -> Foreign<DiskspdView> {
    diskspd::read(&words(line), &|name| Err(format!("there is no {name}")), &[])
}

fn profile(xml: &str, line: &str) -> Foreign<DiskspdView> {
    diskspd::read(&words(line), &|_| Ok(xml.to_owned()), &[])
}

fn streams(line: &str) -> Vec<workload::Stream> {
    let read = read(line);
    assert_eq!(read.problems, [], "{line}");
    read.workload.expect("there are no problems").streams
}

/// Whether the command line is valid: DISKSPD itself would print no error.
fn is_right(line: &str) -> bool {
    read(line).view.errors.is_empty()
}

/// Lines of our own, and whether they are valid.
const LINES: &[(&str, bool)] = &[
    ("f.dat", true),
    ("-b8K -d60 -o32 -t4 -r -w25 -Sh -L f.dat", true),
    ("-b8K -d60 -o8 -t4 -si -w100 -Su -W10 -C5 -D250 -z7 f.dat g.dat", true),
    ("-r8K -b4K -rs30 -Zr -L -Rxml f.dat", true),
    ("-g10i -t2 -b128K f.dat", true),
    ("-F4 -O8 f.dat g.dat", true),
    ("-T1M -t4 f.dat", true),
    ("-fr f.dat", true),
    ("-f10M -B1M f.dat", true),
    ("-w f.dat", false),
    ("-w101 f.dat", false),
    ("-F2 -t2 f.dat", false),
    ("-i5 f.dat", false),
    ("-j5 f.dat", false),
    ("-T1M f.dat", false),
    ("-x -g100 f.dat", false),
    ("-b f.dat", false),
    ("-b4 K f.dat", true),
    ("-b30KB f.dat", false),
    ("-q f.dat", false),
    ("-b4K", false),
    ("-p -r f.dat", false),
    ("-p -si f.dat", false),
    ("-si -T1K -t2 f.dat", false),
    ("-o0 f.dat", false),
    ("-t0 f.dat", false),
    ("-I4 f.dat", false),
    ("-Nv f.dat", false),
    ("-Z1K f.dat", false),
    ("-B10M -f1M f.dat", false),
    ("-dabc f.dat", false),
    ("-O4 f.dat", false),
    ("-r -F2 -O4 -g10 f.dat", false),
];

#[test]
fn lines_are_right_or_wrong_as_in_the_tool() {
    for (line, right) in LINES {
        assert_eq!(is_right(line), *right, "{line}: {:?}", read(line).view.errors);
    }
}

#[test]
fn the_tables_of_the_tools_own_tests_hold() {
    let Some(old) = sample("diskspd/cmdline-cases-ut-2.2.tsv") else { return };
    let Some(new) = sample("diskspd/cmdline-cases-ut-2.3-additions.tsv") else { return };
    let columns = |line: &'static str| line.split('\t').collect::<Vec<_>>();
    let (old, new): (&'static str, &'static str) = (old.leak(), new.leak());
    let mut rows: Vec<(String, bool)> =
        new.lines().skip(1).map(columns).map(|row| (row[0].to_owned(), row[1] == "ok")).collect();
    for row in old.lines().skip(1).map(columns) {
        for line in row[2].split(" | ") {
            let line = line.replace(" (loop of 4)", "");
            let line =
                if line.contains("testfile") { line } else { format!("{line} testfile.dat") };
            // The table of 2.3 takes precedence.
            if !rows.iter().any(|known| known.0 == line) {
                rows.push((line, row[3] == "ok"));
            }
        }
    }
    let with_target = |line: &str| {
        let last = line.split(' ').next_back().unwrap_or_default();
        let bare = last.starts_with('-') && !line.starts_with("-Rs");
        if bare { format!("{line} testfile.dat") } else { line.to_owned() }
    };
    let wrong: Vec<String> = rows
        .iter()
        .map(|(line, right)| (with_target(line), *right))
        .filter(|(line, right)| is_right(line) != *right)
        .map(|(line, right)| {
            format!("{line} should be right: {right}; {:?}", read(&line).view.errors)
        })
        .collect();
    assert!(rows.len() > 250, "{}", rows.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn the_tool_says_what_scripts_match() {
    for (line, error) in [
        ("-b4K", "ERROR: need to provide at least one filename"),
        ("f.dat -r", "ERROR: parameters (-r) must come before targets on the command line"),
        ("-k f.dat", "ERROR: invalid option: '-k'"),
        ("-b30KB f.dat", "ERROR: incorrectly provided option: '-b30KB'"),
        ("-F2 -t3 f.dat", "ERROR: -F and -t parameters cannot be used together"),
        ("-i3 f.dat", "ERROR: need to specify -j<think time> with -i<burst size>"),
        ("-B2M -f1M f.dat", "ERROR: maximum (-f) target offset must be greater than base (-B)"),
        (
            "-Xa.xml -r",
            "ERROR: invalid XML profile specification; parameter -r not compatible with -X",
        ),
    ] {
        let errors = read(line).view.errors;
        assert!(errors.iter().any(|known| known == error), "{line}: {errors:?}");
    }
}

/// A command line, and every line that the tool prints about it: 2.2, then 2.0.
const ERRORS: &[(&str, &[&str], &[&str])] = &[
    (
        "-w101 f",
        &[
            "ERROR: write ratio passed to -w must be between 0 and 100 (percent)",
            "ERROR: incorrectly provided option: '-w101'",
        ],
        &["ERROR: incorrectly provided option: 'w101'"],
    ),
    (
        "-w f",
        &["ERROR: no write ratio passed to -w", "ERROR: incorrectly provided option: '-w'"],
        &[],
    ),
    (
        "-r0 f",
        &["ERROR: invalid alignment passed to -r", "ERROR: incorrectly provided option: '-r0'"],
        &["Invalid alignment passed to -r", "ERROR: incorrectly provided option: 'r0'"],
    ),
    (
        "-Z0K f",
        &["ERROR: invalid size passed to -Z", "ERROR: incorrectly provided option: '-Z0K'"],
        &["ERROR: invalid size passed to -Z", "ERROR: incorrectly provided option: 'Z0K'"],
    ),
    (
        "-Sh -Sb f",
        &[
            "ERROR: -Sb conflicts with earlier specification of cache mode",
            "ERROR: incorrectly provided option: '-Sb'",
        ],
        &[
            "-Sb conflicts with earlier specification of cache mode",
            "ERROR: incorrectly provided option: 'Sb'",
        ],
    ),
    (
        "-Sw -Sw f",
        &[
            "ERROR -Sw conflicts with earlier specification of write through",
            "ERROR: incorrectly provided option: '-Sw'",
        ],
        &[
            "-Sw conflicts with earlier specification of write through",
            "ERROR: incorrectly provided option: 'Sw'",
        ],
    ),
    (
        "-Sx f",
        &["ERROR: unrecognized option provided to -S", "ERROR: incorrectly provided option: '-Sx'"],
        &["unrecognized option provided to -S", "ERROR: incorrectly provided option: 'Sx'"],
    ),
    (
        "-si -s f",
        &[
            "ERROR: sequential IO (-s) specified multiple times",
            "ERROR: incorrectly provided option: '-s'",
        ],
        &[],
    ),
    (
        "-r -s8K f",
        &[
            "ERROR: sequential IO (-s) conflicts with random IO (-r/-rs)",
            "ERROR: incorrectly provided option: '-s8K'",
        ],
        &[],
    ),
    (
        "-s -r f",
        &[
            "ERROR: sequential IO (-s) conflicts with random IO (-r/-rs)",
            "ERROR: incorrectly provided option: '-r'",
        ],
        &[],
    ),
    (
        "-rs0 f",
        &[
            "ERROR: random percentage passed to -rs should be between 1 and 100",
            "ERROR: incorrectly provided option: '-rs0'",
        ],
        &["ERROR: incorrectly provided option: 'rs0'"],
    ),
    (
        "-s8X f",
        &[
            "Invalid size 'X'. Valid: K - KiB, M - MiB, G - GiB, T - TiB, B - block",
            "ERROR: invalid stride size passed to -s",
            "ERROR: incorrectly provided option: '-s8X'",
        ],
        &["Invalid stride size passed to -s", "ERROR: incorrectly provided option: 's8X'"],
    ),
    (
        "-Rhtml f",
        &[
            "ERROR: invalid results format (-R): 'html'",
            "ERROR: incorrectly provided option: '-Rhtml'",
        ],
        &["Invalid results format: 'html'.", "ERROR: incorrectly provided option: 'Rhtml'"],
    ),
    ("-T1M -t2 -r f", &["ERROR: -T conflicts with -r"], &["ERROR: -T conflicts with -r"]),
    ("-si -p -t2 f", &["ERROR: -si conflicts with -p"], &["ERROR: -si conflicts with -p"]),
    (
        "-j3 f",
        &["ERROR: need to specify -j<think time> with -i<burst size>"],
        &["ERROR: need to specify -j<think time> with -i<burst size>"],
    ),
];

#[test]
fn errors_are_those_of_each_version_word_for_word() {
    for (line, new, old) in ERRORS {
        let as_old = diskspd::read_as(&words(line), &|_| Err(String::new()), &[], Version::V20);
        assert_eq!(read(line).view.errors, *new, "{line} of 2.2");
        assert_eq!(as_old.view.errors, *old, "{line} of 2.0");
        assert_eq!(as_old.workload.is_some(), old.is_empty(), "{line}: {:?}", as_old.problems);
    }
}

#[test]
fn what_2_0_took_runs_as_2_0() {
    let as_old =
        |line: &str| diskspd::read_as(&words(line), &|_| Err(String::new()), &[], Version::V20);
    let both = as_old(
        "\u{2013}b512K \u{2013}d120 -h -L \u{2013}o32 \u{2013}t3 -si \u{2013}w100 \u{2013}c1G -s ahead.dat",
    );
    assert_eq!(both.view.errors, [""; 0]);
    let each = both.workload.expect("2.0 takes -si and -s").streams;
    assert_eq!(each[1].access, AccessPattern::Strided(Bytes::kib(3 * 512)), "threads take turns");
    let refused = read("-si -t3 -s f.dat");
    assert!(refused.problems[0].1.help.contains("--as 2.0"), "{:?}", refused.problems);
    let random = as_old("-r -s8K -b4K f").workload.expect("-r counts").streams.remove(0);
    assert_eq!((random.access, random.align), (AccessPattern::Uniform, Some(Bytes::kib(8))));
    for later in ["-rs50", "-g10i", "-Rptext", "-Su -Sy", "-u", "-B0:4K"] {
        let found = as_old(&format!("{later} f"));
        assert!(found.workload.is_none(), "{later}");
        assert!(found.problems[0].1.text.contains("later version than 2.0"), "{later}");
    }
}

#[test]
fn every_problem_is_told_at_once_with_its_place() {
    let read = read("-b30KB -o0 -w f.dat");
    assert_eq!(read.problems.len(), 3, "{:?}", read.problems);
    let text = &read.sources[0].text;
    let places: Vec<&str> = read.problems.iter().map(|(_, p)| &text[p.span.clone()]).collect();
    assert_eq!(places, ["-b30KB", "-o0", "-w"]);
    assert_eq!(read.workload, None);
}

#[test]
fn dashes_of_articles_are_dashes() {
    let one = read("\u{2013}b8K \u{2014}r \u{2212}o4 f.dat");
    assert_eq!(one.problems, []);
    assert_eq!(one.notes.len(), 3);
    assert_eq!(
        one.workload.map(|w| w.streams),
        read("-b8K -r -o4 f.dat").workload.map(|w| w.streams)
    );
    assert_eq!(one.view.command_line, "diskspd -b8K -r -o4 f.dat");
}

#[test]
fn the_defaults_are_those_of_the_tool() {
    let read = read("f.dat");
    let workload = read.workload.expect("it is right");
    let stream = &workload.streams[0];
    assert_eq!(workload.seed, Some(0));
    assert_eq!(workload.phases[0].warm_up_ns, Nanos::secs(5));
    assert_eq!(stream.stop.duration_ns, Some(Nanos::secs(10)));
    assert_eq!(stream.read_blocks, workload::BlockSizes::Fixed(Bytes::kib(64)));
    assert_eq!((stream.depth, stream.read_percent), (2, 100.0));
    assert_eq!((&stream.access, stream.cache), (&AccessPattern::Sequential, CacheMode::Buffered));
    assert_eq!((stream.sync, stream.pace), (SyncMode::None, Pace::Closed));
    assert_eq!(read.notes, []);
}

#[test]
fn every_thread_on_every_target_is_a_stream() {
    let each = streams("-t2 -r -b8K a b");
    let names: Vec<(&str, &str)> = each.iter().map(|s| (&*s.name, &*s.target)).collect();
    assert_eq!(
        names,
        [
            ("thread 0 target 1", "target 1"),
            ("thread 1 target 1", "target 1"),
            ("thread 2 target 2", "target 2"),
            ("thread 3 target 2", "target 2")
        ]
    );
    let pool = streams("-F2 -r -b8K a b");
    let names: Vec<&str> = pool.iter().map(|s| &*s.name).collect();
    assert_eq!(
        names,
        ["thread 0 target 1", "thread 0 target 2", "thread 1 target 1", "thread 1 target 2"]
    );
    let shared = streams("-F2 -O7 a b");
    assert_eq!(shared.iter().map(|s| s.depth).collect::<Vec<_>>(), [4, 3, 4, 3]);
    let alone = read("-p -o3 a");
    assert_eq!(alone.view.rows[0].streams.len(), 3);
    assert!(alone.workload.expect("it is right").streams.iter().all(|s| s.depth == 1));
}

#[test]
fn options_become_what_they_mean() {
    let one = |line: &str| streams(line).remove(0);
    assert_eq!(one("-r -b8K -rs30 f").access, AccessPattern::SequentialShare(70.0));
    assert_eq!(one("-r4K -b8K f").align, Some(Bytes::kib(4)));
    assert_eq!(one("-s24K -b16K f").access, AccessPattern::Strided(Bytes::kib(24)));
    assert_eq!(one("-s24K -b16K f").align, Some(Bytes::kib(8)));
    assert_eq!(one("-g10i -b128K f").pace, Pace::Fixed { rate_iops: 10.0 });
    assert_eq!(one("-g1024 -b1K f").pace, Pace::Fixed { rate_iops: 1000.0 });
    let think = Pace::ThinkTime { think_ns: Nanos::millis(5), burst: 3 };
    assert_eq!(one("-i3 -j5 f").pace, think);
    for (line, cache, sync) in [
        ("-w50 f", CacheMode::Buffered, SyncMode::None),
        ("-w50 -Sb f", CacheMode::Buffered, SyncMode::None),
        ("-w50 -S f", CacheMode::Direct, SyncMode::None),
        ("-w50 -Su f", CacheMode::Direct, SyncMode::None),
        ("-w50 -Sh f", CacheMode::Direct, SyncMode::Dsync),
        ("-w50 -h f", CacheMode::Direct, SyncMode::Dsync),
        ("-w50 -Suw f", CacheMode::Direct, SyncMode::Dsync),
        ("-w50 -Sw f", CacheMode::Buffered, SyncMode::Dsync),
        ("-w50 -Sm -Nv f", CacheMode::Buffered, SyncMode::Fdatasync { every: 1 }),
    ] {
        let stream = one(line);
        assert_eq!((stream.cache, stream.sync), (cache, sync), "{line}");
    }
    let zone = |io_percent: f64, length: Extent| AccessZone { io_percent, length };
    let parts = [
        zone(95.0, Extent::Percent(5.0)),
        zone(4.0, Extent::Percent(10.0)),
        zone(1.0, Extent::Percent(85.0)),
    ];
    assert_eq!(one("-r -rdpct95/5:4/10 f").access, AccessPattern::Zones(parts.to_vec()));
    let parts = [zone(80.0, Extent::Bytes(Bytes::gib(1))), zone(20.0, Extent::Percent(100.0))];
    assert_eq!(one("-r4K -b4K -rdabs80/1G f").access, AccessPattern::Zones(parts.to_vec()));
    assert!(one("-w50 -Z f").content.zeros);
    assert_eq!(one("-w50 -Zr f").content.dedupe_percent, 0.0);
    assert_eq!(one("-w50 f").content.dedupe_percent, 100.0);
    let part = one("-B1M:2M f");
    assert_eq!(
        (part.offset, part.size),
        (Extent::Bytes(Bytes::mib(1)), Some(Extent::Bytes(Bytes::mib(2))))
    );
    let pinned = streams("-t3 -a2,4 f");
    assert_eq!(pinned.iter().map(|s| s.pin.clone()).collect::<Vec<_>>(), [[2], [4], [2]]);
    let turns = streams("-t2 -si -b64K f");
    assert_eq!(turns[1].access, AccessPattern::Strided(Bytes::kib(128)));
    assert_eq!(turns[1].offset, Extent::Bytes(Bytes::kib(64)));
    let apart = streams("-t2 -T1M f");
    assert_eq!(apart[1].offset, Extent::Bytes(Bytes::mib(1)));
}

#[test]
fn cells_fit_warm_up_and_buckets() {
    for (line, ms) in
        [("f", 1000), ("-D250 f", 250), ("-D3000 f", 1000), ("-D1234 f", 10), ("-D3 f", 3)]
    {
        let interval = read(line).workload.expect("it is right").interval_ns;
        assert_eq!(interval, Nanos::millis(ms), "{line}");
    }
}

#[test]
fn what_cannot_be_said_is_refused_and_what_nearly_can_is_told() {
    for line in ["-eNOTHING f", "-yrnow f", "-ag1,0 f", "-d0 f", "-b100 f", "-Rs"] {
        let read = read(line);
        assert!(read.workload.is_none() && !read.problems.is_empty(), "{line}");
    }
    for line in [
        "-l f",
        "-ePROCESS -eDISK_IO -ep f",
        "-ysbegin -yfend f",
        "-C5 f",
        "-x f",
        "-I1 f",
        "-fs f",
        "-Sr f",
        "-T1M -t2 f",
        "-d10s f",
        "-t2 f",
        "/b4K",
    ] {
        let read = read(line);
        assert!(read.workload.is_some() && !read.notes.is_empty(), "{line}");
    }
}

#[test]
fn cache_modes_of_diskspd_for_linux_are_taken() {
    let modes = |line: &str| {
        let stream = streams(&format!("-w50 {line}")).remove(0);
        (stream.cache, stream.sync)
    };
    assert_eq!(modes("-Sd f"), (CacheMode::Direct, SyncMode::None));
    assert_eq!(modes("-Ss f"), (CacheMode::Buffered, SyncMode::Dsync));
    assert_eq!(modes("-Sds f"), (CacheMode::Direct, SyncMode::Dsync));
    assert_eq!((read("-Sd f").notes.len(), read("-Ss f").notes.len()), (0, 1));
    for clash in ["-Sd -Su f", "-Sdb f", "-Ssw f", "-Ss -Sh f"] {
        assert!(!is_right(clash), "{clash}");
    }
}

#[test]
fn places_of_windows_need_a_mapping() {
    let line = words(r"-b8K C:\db\test.dat #1");
    let bare = diskspd::read(&line, &|_| Err(String::new()), &[]);
    assert_eq!(bare.problems.len(), 2);
    assert!(bare.problems[0].1.help.contains("--map 'C:="), "{:?}", bare.problems);
    assert!(bare.problems[1].1.help.contains("--map '#1="), "{:?}", bare.problems);
    let maps = ["C:=/mnt/c", "#1=/dev/sdb"].map(|map| Mapping::read(map).expect("it is whole"));
    let mapped =
        diskspd::read(&line, &|_| Err(String::new()), &maps).workload.expect("it is right");
    assert_eq!(mapped.targets[0].place, TargetLocation::Path("/mnt/c/db/test.dat".into()));
    assert_eq!(mapped.targets[1].place, TargetLocation::Path("/dev/sdb".into()));
}

const XML: &str = "<Profile>
  <ResultFormat>xml</ResultFormat>
  <TimeSpans>
    <TimeSpan>
      <Duration>20</Duration>
      <MeasureLatency>true</MeasureLatency>
      <Targets>
        <Target>
          <Path>*1</Path>
          <BlockSize>8192</BlockSize>
          <Random>8192</Random>
          <DisableOSCache>true</DisableOSCache>
          <WriteRatio>30</WriteRatio>
          <Throughput unit=\"IOPS\">1500</Throughput>
          <ThreadsPerFile>2</ThreadsPerFile>
        </Target>
        <Target><Path>/srv/a&amp;b</Path><RequestCount>1</RequestCount></Target>
      </Targets>
    </TimeSpan>
    <TimeSpan><Targets><Target><Path>*1</Path></Target></Targets></TimeSpan>
  </TimeSpans>
</Profile>
";

#[test]
fn a_profile_is_filled_with_targets_and_runs_its_time_spans_in_turn() {
    let read = profile(XML, "-Xp.xml -W1 f.dat");
    assert_eq!(read.problems, []);
    let workload = read.workload.expect("it is right");
    assert_eq!(workload.targets.len(), 2);
    assert_eq!(workload.targets[1].place, TargetLocation::Path("/srv/a&b".into()));
    assert_eq!(workload.phases.len(), 2);
    assert_eq!(workload.phases[0].streams.len(), 3);
    assert_eq!(workload.phases[1].streams, ["span 2 thread 0 target 1"]);
    assert_eq!(workload.phases[1].warm_up_ns, Nanos::secs(1));
    assert_eq!(workload.streams[0].pace, Pace::Fixed { rate_iops: 1500.0 });
}

#[test]
fn what_a_profile_writes_is_read_again() {
    let all = "-b8K -r4K -rs40 -w30 -o7 -t3 -d21 -W2 -C3 -z9 -D500 -L -Su -Sw -frt -l -I2 -Z1M \
               -B1M -f9M -g100i -i3 -j4 -a1,3 -P7 -Rxml -c20M f.dat g&.dat";
    for line in [
        all,
        "-F3 -O6 -n -si8K -w100 -Z -Sm -Nn a b",
        "-Zr -w50 -T1M -t2 a",
        "-r -rdpct10/10:10/10:0/10 a",
        "-r -rdabs10/1G:0/1G:30/2G a",
    ] {
        let first = read(line);
        assert_eq!(first.view.errors, Vec::<String>::new());
        for version in [Version::V22, Version::V23] {
            let mut view = first.view.clone();
            view.profile.format = diskspd::Format::Xml;
            let text = diskspd::write_profile(&view, version);
            let again = profile(&text, "-Xp.xml");
            let mut expected = view.profile.clone();
            expected.verbose = again.view.profile.verbose;
            if version == Version::V23 && expected.spans[0].ring.is_none() {
                expected.spans[0].ring = again.view.profile.spans[0].ring;
            }
            // The written profile has a stride even where it is the block size.
            for target in &mut expected.spans[0].targets {
                if !target.is_random() {
                    target.stride_bytes = Some(target.grid_bytes());
                } else {
                    target.random_bytes = Some(target.grid_bytes());
                }
            }
            assert_eq!(again.view.profile, expected, "{text}");
        }
    }
}

#[test]
fn a_wrong_profile_names_every_line() {
    let wrong = XML
        .replace("<Duration>20", "<Duration>soon")
        .replace("IOPS", "FRUIT")
        .replace("<RequestCount>1</RequestCount>", "<Depth>1</Depth>");
    let read = profile(&wrong, "-Xp.xml f.dat");
    let texts: Vec<(usize, &str)> =
        read.problems.iter().map(|(source, p)| (*source, &wrong[p.span.clone()])).collect();
    assert_eq!(texts.len(), 3, "{:?}", read.problems);
    assert_eq!(texts[0], (1, "<Duration>soon</Duration>"));
    assert_eq!(texts[2], (1, "<Depth>1</Depth>"));
    for (xml, line) in [
        ("<Profile>", "-Xp.xml"),
        ("no xml", "-Xp.xml"),
        ("<!DOCTYPE a [<!ENTITY b \"c\">]><Profile/>", "-Xp.xml"),
        (XML, "-Xp.xml"),
        (XML, "-Xp.xml a b"),
        ("<Profile><TimeSpans/></Profile>", "-Xp.xml"),
    ] {
        let read = profile(xml, line);
        assert!(!read.problems.is_empty() && !read.view.errors.is_empty(), "{xml}");
    }
    let deep = "<a>".repeat(100_000);
    assert!(!profile(&deep, "-Xp.xml").problems.is_empty());
    assert_eq!(profile(XML, "-Rp -Xp.xml").problems, []);
}

#[test]
fn the_profiles_of_the_tools_own_tests_are_read() {
    for name in [
        "xmlin-ut-affinity-nongroup-legacy.xml",
        "xmlin-ut-precreate-ConstantOrZero.xml",
        "xmlin-ut-precreate-ConstantSizes.xml",
        "xmlin-ut-precreate-UseMaxSize.xml",
        "xmlin-ut-threadpool-weights.xml",
        "xmlin-ut-affinity-group.xml",
        "xmlin-ut-writebuffer-random-file.xml",
        "xmlin-ut-writebuffer-random-nofile.xml",
        "xmlin-ut-writebuffer-random.xml",
        "xmlin-ut-writebuffer-sequential.xml",
        "xmlin-ut-writebuffer-zero.xml",
        "ut-2.2-xml-profile-default.xml",
        "ut-2.3-xml-profile-default.xml",
    ] {
        let Some(xml) = sample(&format!("diskspd/{name}")) else { return };
        let read = profile(&xml, "-Xp.xml");
        assert_eq!(read.view.errors, Vec::<String>::new(), "{name}");
    }
}

proptest! {
    #[test]
    fn nothing_that_is_written_stops_the_reader(line in "[ -~\u{2013}\u{2014}äß]{0,60}", xml in ".{0,200}") {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let read = diskspd::read(&words, &|_| Ok(xml.clone()), &[]);
        for (source, problem) in &read.problems {
            prop_assert!(read.sources[*source].text.get(problem.span.clone()).is_some());
        }
        prop_assert!(read.workload.is_none() || read.problems.is_empty());
    }

    #[test]
    fn no_option_stops_the_reader(options in proptest::collection::vec("-[?:abBcCdDefFghIijlLnNoOpPrRsStTuvwWxXyzZ][0-9a-zA-Z,:/.*]{0,9}", 0..6)) {
        let mut words = options;
        words.push("f.dat".to_owned());
        let read = diskspd::read(&words, &|_| Ok(XML.to_owned()), &[]);
        prop_assert!(read.workload.is_none() || read.problems.is_empty());
    }

    #[test]
    fn no_profile_stops_the_reader(cut in 0usize..1200, add in "[<>/&;a-zA-Z\"= ]{0,12}") {
        let at = cut.min(XML.len());
        let xml = format!("{}{add}{}", &XML[..at], &XML[at..]);
        let read = profile(&xml, "-Xp.xml f.dat");
        for (source, problem) in &read.problems {
            prop_assert!(read.sources[*source].text.get(problem.span.clone()).is_some());
        }
    }
}

#[test]
fn a_profile_of_more_threads_than_fit_into_memory_is_refused_at_once() {
    let span = "<TimeSpan><Targets><Target><Path>f</Path><ThreadsPerFile>500</ThreadsPerFile></Target></Targets></TimeSpan>";
    let text = |spans| format!("<Profile><TimeSpans>{}</TimeSpans></Profile>", span.repeat(spans));
    let words = ["-Xp.xml".to_owned()];
    let read = |spans| diskspd::read(&words, &|_| Ok(text(spans)), &[]);
    assert_eq!(read(32).problems, []);
    let told = &read(400).problems[0].1.text;
    assert!(told.contains("200000 threads in all time spans"), "{told}");
}
