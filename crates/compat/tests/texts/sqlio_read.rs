//! SQLIO's command lines and parameter files: their meaning, and all problems of invalid ones.

use crate::words;
use base::{Bytes, Nanos};
use compat::foreign::{Foreign, Mapping, Treatment};
use compat::sqlio::{AccessOrder, OPTIONS, SqlioView, read, read_with};
use proptest::prelude::*;
use workload::{AccessPattern, CacheMode, CursorScope, Extent, Stream, SyncMode, TargetLocation};

const PARAMETERS: &str = "/srv/a.dat 2 0x0 100\r\n#/srv/b.dat 2 0x0 100\r\n\r\n/srv/c.dat 1 0x3 50";

fn load(path: &str) -> Result<String, String> {
    match path {
        "param.txt" | "/mnt/g/param.txt" => Ok(PARAMETERS.to_owned()),
        "endless.txt" => Ok((0..1_000_000).map(|n| format!("/srv/{n} 1\n")).collect()),
        "bad.txt" => {
            Ok("/srv/a.dat\n/srv/b.dat 2 0x0 100 more\n/srv/c.dat 2 zz\n/srv/d.dat 1\n".to_owned())
        }
        _ => Err("no such file".to_owned()),
    }
}

fn maps() -> Vec<Mapping> {
    let given = [
        r"C:=/mnt/c",
        r"G:=/mnt/g",
        "1:=/dev/sdb",
        "#2=/dev/sdc",
        r"\\.\PHYSICALDRIVE12=/dev/sdd",
        "3:=sim:hdd",
    ];
    given.map(|text| Mapping::read(text).expect("it is whole")).to_vec()
}

fn reading(line: &str) -> Foreign<SqlioView> {
    read(&words(line), &load, &maps())
}

fn streams(line: &str) -> Vec<Stream> {
    let reading = reading(line);
    assert_eq!(reading.problems, [], "{line}");
    reading.workload.expect("it has no problems").streams
}

#[test]
fn the_defaults_are_the_tools_own() {
    let all = streams("/srv/x");
    let [stream] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((stream.read_percent, stream.depth, stream.workers), (100.0, 1, 1));
    assert_eq!(stream.read_blocks.largest(), Bytes::kib(2));
    assert_eq!(stream.access, AccessPattern::Columns { stride: Bytes::kib(128), columns: 64 });
    assert_eq!(stream.size, Some(Extent::Bytes(Bytes::mib(8))));
    assert_eq!(stream.stop.duration_ns, Some(Nanos::secs(30)));
    assert_eq!((stream.cache, stream.sync), (CacheMode::Direct, SyncMode::None));
    assert_eq!(streams("")[0].target, "testfile.dat");
}

#[test]
fn threads_own_contiguous_columns_and_cover_the_matrix_together() {
    for (factor, threads) in [(8, 4), (7, 3), (4, 4), (1, 1), (64, 5)] {
        let all = streams(&format!("-f{factor} -t{threads} -i10 -b8 -S3 /srv/x"));
        assert_eq!(all.len(), threads);
        let mut next = 3 * 8192;
        for stream in &all {
            let columns = match stream.access {
                AccessPattern::Columns { stride, columns } => {
                    assert_eq!(stride, Bytes(factor * 8192));
                    u64::from(columns)
                }
                AccessPattern::Strided(stride) => {
                    assert_eq!(stride, Bytes(factor * 8192));
                    1
                }
                AccessPattern::Sequential => factor,
                ref other => panic!("{other:?}"),
            };
            assert_eq!(stream.offset, Extent::Bytes(Bytes(next)), "{factor} {threads}");
            assert_eq!(stream.size, Some(Extent::Bytes(Bytes((9 * factor + columns) * 8192))));
            next += columns * 8192;
        }
        assert_eq!(next, (3 + factor) * 8192);
    }
    let same = &streams("-f8 -t2 -i10 -v1.1.1 /srv/x")[1];
    assert_eq!(same.access, AccessPattern::Strided(Bytes::kib(16)));
    assert_eq!(same.offset, Extent::Bytes(Bytes::kib(8)));
}

#[test]
fn the_lab_books_line_is_understood_with_its_pasted_dash() {
    let line = "-kR -s300 -b64 -f1 -i2000000 -o1 -t1 -R1 -LP -a0xf \u{2013}BN";
    let reading = reading(line);
    let workload = reading.workload.expect("it is right");
    assert_eq!(workload.targets[0].place, TargetLocation::Path("/dev/sdb".into()));
    assert_eq!(workload.targets[0].name, "1:");
    assert_eq!(workload.streams[0].access, AccessPattern::Sequential);
    assert_eq!(workload.streams[0].size, Some(Extent::Bytes(Bytes(2_000_000 * 65_536))));
    assert_eq!(reading.view.mask, Some(15));
    assert_eq!(reading.notes.len(), 2, "-LP and -a: {:?}", reading.notes);
    let spaced = read(&words("\u{2013} fsequential \u{2013}kW -b8 /srv/x"), &load, &[]);
    assert_eq!((spaced.view.access_order, spaced.view.writes), (AccessOrder::Sequential, true));
}

#[test]
fn zeros_are_written_where_they_are_asked_for_and_no_note_says_otherwise() {
    let content = |zeros| {
        let reading = read_with(&words("-kW -frandom -b8 /srv/x"), zeros, &load, &[]);
        let stream = reading.workload.expect("it is right").streams.remove(0);
        (stream.content.zeros, reading.notes.len())
    };
    assert_eq!((content(false), content(true)), ((false, 1), (true, 0)));
}

#[test]
fn a_parameter_file_gives_pools_of_threads() {
    let reading = reading(r"-kW -s15 -frandom -o8 -b8 -LS -t7 -FG:\param.txt");
    let workload = reading.workload.expect("it is right");
    assert_eq!(reading.sources[1].name, "/mnt/g/param.txt");
    assert_eq!(reading.view.parameter_file.as_deref(), Some(r"G:\param.txt"));
    assert_eq!(reading.view.threads, 3);
    assert!(reading.notes.iter().any(|(_, note)| note.text.contains("no effect with -F")));
    let [a, c] = workload.streams.as_slice() else { panic!("two files") };
    assert_eq!((a.workers, a.depth, a.pin.len(), &a.access), (2, 8, 0, &AccessPattern::Uniform));
    assert_eq!((c.workers, c.pin.as_slice(), c.sync), (1, &[0, 1][..], SyncMode::Dsync));
    assert_eq!(workload.targets[0].size, Some(Extent::Bytes(Bytes::mib(100))));
    assert_eq!(reading.view.files[1].first_thread, 2);
}

#[test]
fn raw_targets_have_all_their_windows_names() {
    let reading = reading("-kR -frandom -R1,2,12,3");
    let workload = reading.workload.expect("each is mapped");
    let places: Vec<String> = workload.targets.iter().map(|t| format!("{:?}", t.place)).collect();
    assert_eq!(
        places,
        ["Path(\"/dev/sdb\")", "Path(\"/dev/sdc\")", "Path(\"/dev/sdd\")", "Sim(\"hdd\")"]
    );
    assert!(reading.notes.iter().any(|(_, n)| n.text.contains("several files without -o")));
    let drives = read(
        &words(r"-dDE \test"),
        &load,
        &[
            Mapping { from: "D:".into(), to: "/d".into() },
            Mapping { from: "E:".into(), to: "/e".into() },
        ],
    );
    let workload = drives.workload.expect("both are mapped");
    assert_eq!(workload.targets[1].place, TargetLocation::Path("/e/test".into()));
    assert_eq!(workload.targets[1].name, r"E:\test");
}

#[test]
fn caches_and_durability_follow_the_letter() {
    for (letter, cache, sync) in [
        ("N", CacheMode::Direct, SyncMode::Dsync),
        ("Y", CacheMode::Buffered, SyncMode::None),
        ("H", CacheMode::Direct, SyncMode::None),
        ("S", CacheMode::Buffered, SyncMode::Dsync),
    ] {
        let stream = &streams(&format!("-kW -fsequential -t3 -B{letter} /srv/x"))[0];
        assert_eq!((stream.cache, stream.sync), (cache, sync), "{letter}");
        assert_eq!((stream.cursor, stream.workers), (CursorScope::Shared, 3));
    }
}

#[test]
fn everything_wrong_is_told_at_once_with_its_place() {
    // A line, and the text of each of its problems.
    let table: &[(&str, &[&str])] = &[
        ("-t4 -f2 /srv/x", &["too many threads (4) for too few stripes (2)"]),
        ("-kRW /srv/x", &["-k takes R or W"]),
        ("-q /srv/x", &["-q is not supported"]),
        ("-T70 -W5", &["-T is not supported", "-W is not supported"]),
        ("-D3", &["-D is not supported"]),
        (
            "-b0 -t300 -f0 -Bx -Lz -m4 -axy -v2",
            &[
                "-b takes",
                "-t takes",
                "-f takes",
                "-B takes",
                "-L takes",
                "-m takes",
                "-a takes a mask",
                "-v takes",
            ],
        ),
        ("-Ks", &["there is no option -Ks"]),
        ("-o8 -mC4 /srv/x", &["-m and -o exclude"]),
        ("-p1 -a3 /srv/x", &["-p and -a exclude"]),
        ("-R1 /srv/x", &["-R cannot be combined with a file name"]),
        ("-R7", &["7: is a Windows path"]),
        (r"D:\x", &[r"D:\x is a Windows path"]),
        ("-Fparam.txt /srv/x", &["-F names the files"]),
        ("-Fnone.txt", &["failed to read none.txt"]),
        (
            "-Fbad.txt",
            &[
                "error parsing line: /srv/a.dat",
                "error parsing line: /srv/b.dat 2 0x0 100 more",
                "error parsing line: /srv/c.dat 2 zz",
            ],
        ),
        (
            "-Fendless.txt -f64",
            &[
                "more than 300 lines",
                "301 threads are more than 256",
                "301 files are more than 256",
            ],
        ),
        ("/srv/x /srv/x", &["is named twice"]),
        ("-i4294967295 -f4294967295 -b65536 /srv/x", &["more than a file can hold"]),
        ("-F -R -d", &["-F takes", "-R takes", "-d takes"]),
    ];
    for (line, expected) in table {
        let reading = reading(line);
        let told: Vec<&str> = reading.problems.iter().map(|(_, p)| p.text.as_str()).collect();
        assert_eq!(told.len(), expected.len(), "{line}: {told:?}");
        for (told, expected) in told.iter().zip(*expected) {
            assert!(told.contains(expected), "{line}: {told}");
        }
        assert!(reading.workload.is_none(), "{line}");
        for (source, problem) in &reading.problems {
            assert!(reading.sources[*source].text.get(problem.span.clone()).is_some(), "{line}");
        }
    }
}

#[test]
fn usage_needs_nothing_else() {
    for line in ["-?", "/?"] {
        let reading = reading(line);
        assert!(reading.view.usage && reading.workload.is_none() && reading.problems.is_empty());
    }
}

#[test]
fn no_option_of_the_table_is_dropped_in_silence() {
    for row in OPTIONS {
        let line = match row.name {
            "FILE" | "several files without -o" | "data of -kW" => continue,
            "-p" | "-pI" | "-a" | "-aR" | "-aRI" | "-t" | "-b" | "-i" | "-o" | "-S" => {
                format!("{}1", row.name)
            }
            "-mC" | "-mS" => format!("{}4", row.name),
            "-L?i" => "-LSi".to_owned(),
            "-k" => "-kR".to_owned(),
            "-f" => "-frandom".to_owned(),
            "-s" => "-s5".to_owned(),
            "-d" => "-dC".to_owned(),
            "-R" => "-R1".to_owned(),
            "-F" => "-Fparam.txt".to_owned(),
            "-v" => "-v1.1.1".to_owned(),
            name => name.to_owned(),
        };
        let reading = reading(&line);
        match row.treatment {
            Treatment::Honoured => {
                assert_eq!((reading.problems.len(), reading.notes.len()), (0, 0), "{line}");
            }
            Treatment::Approximated(_) => assert_eq!(reading.notes.len(), 1, "{line}"),
            Treatment::Refused(why) => {
                assert_eq!(reading.problems.len(), 1, "{line}");
                assert_eq!(reading.problems[0].1.help, why);
            }
        }
    }
}

proptest! {
    #[test]
    fn no_command_line_and_no_parameter_file_breaks_the_reader(
        words in prop::collection::vec("([-\u{2013}]?[kstbfiodRFSpaBLUmv?6DTxz]?[A-Za-z0-9:,.\u{2014}\\\\() -]{0,6})|\\PC{0,8}", 0..6),
        parameters in "(\\PC{0,12}[ \n\t0-9xa-f]{0,9}){0,4}",
    ) {
        let load = |_: &str| Ok(parameters.clone());
        let reading = read(&words, &load, &maps());
        for (source, span) in reading.problems.iter().map(|(s, p)| (*s, p.span.clone()))
            .chain(reading.notes.iter().map(|(s, n)| (*s, n.span.clone())))
        {
            prop_assert!(reading.sources[source].text.get(span).is_some());
        }
        prop_assert_eq!(reading.workload.is_some(), reading.problems.is_empty() && !reading.view.usage);
    }
}
