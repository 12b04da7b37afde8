//! SQLIOSim's command line and configuration: shipped and documented spellings, places of all problems, and the log.

use crate::words;
use compat::foreign::{Foreign, Mapping, Treatment};
use compat::sqliosim::{self, Simulation, SqliosimView, log, usual};

fn read(line: &str, config: &str) -> Foreign<SqliosimView> {
    let maps = [Mapping { from: "F:".to_owned(), to: "/mnt/f".to_owned() }];
    let load = |name: &str| match name {
        "a.ini" => Ok(config.to_owned()),
        _ => Err("it is not there".to_owned()),
    };
    sqliosim::read(&words(line), &load, &maps)
}

fn sound(line: &str, config: &str) -> (Simulation, Vec<String>) {
    let read = read(line, config);
    assert_eq!(read.problems, [], "{line}\n{config}");
    (read.view.simulation, read.notes.into_iter().map(|note| note.1.text).collect())
}

/// All problems, each with the text at its place.
fn wrong(line: &str, config: &str) -> Vec<(String, String)> {
    let read = read(line, config);
    let one = |(source, problem): (usize, job::Problem)| {
        let text = &read.sources[source].text;
        (text[problem.span].to_owned(), problem.text)
    };
    read.problems.into_iter().map(one).collect()
}

const SHIPPED: &str = "[CONFIG]\r\nErrorFile=sqliosim.log.xml\r\n;CPUCount=2\r\nStopOnError=TRUE\r\nTestCycles=1\r\n\
    TestCycleDuration=300\r\nCacheHitRatio=10000\r\nUseScatterGather=TRUE\r\nStampFiles=FALSE\r\n\r\n[RandomUser]\r\n\
    ;UserCount=4\r\nMinIOChainLength=50\r\n\r\n[AuditUser]\r\nUserCount=0\r\nBuffersValidated=64\r\n[ShrinkUser]\r\n\
    MinShrinkInterval=120\r\n[File1]\r\nFileName=f:\\sqliosim.mdx\r\nInitialSize=100\r\nMaxSize=100\r\nIncrement=10\r\n\
    Shrinkable=FALSE\r\nLogFile=FALSE\r\n\r\n[File2]\r\nFileName=f:\\sqliosim.ldx\r\nInitialSize=50\r\nMaxSize=50\r\n\
    Increment=0\r\nLogFile=TRUE\r\n;[File3]\r\n;FileName=\r\n";

#[test]
fn a_shipped_file_is_read_as_it_stands_and_without_remarks() {
    let (simulation, notes) = sound("-cfg a.ini -log x.xml", SHIPPED);
    assert_eq!(notes, [] as [String; 0]);
    assert_eq!((simulation.config.cache_hit_ratio, simulation.audit.users), (10_000, 0));
    assert_eq!((simulation.random.chain_min, simulation.random.users), (50, -1));
    let paths: Vec<&str> = simulation.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["/mnt/f/sqliosim.mdx", "/mnt/f/sqliosim.ldx"]);
    assert!(simulation.files[1].log && simulation.files[1].initial_mb == 50);
}

#[test]
fn both_spellings_are_one_key() {
    for key in ["UseScatterGather", "ScatterGather", "scattergather"] {
        let (simulation, _) = sound("-cfg a.ini -dir /x", &format!("[config]\n{key} = false\n"));
        assert!(!simulation.config.scatter_gather, "{key}");
    }
    let (simulation, _) = sound("-cfg a.ini -dir /x", "[ShrinkUser]\nMaxExtents=7 ; seven\n");
    assert_eq!(simulation.shrink.extents_max, 7);
}

#[test]
fn folders_take_the_place_of_files_and_sizes_follow_the_word() {
    let (simulation, notes) = sound("-cfg a.ini -dir /a -dir F:\\b \u{2013}size 64 -d 60", SHIPPED);
    assert!(notes.iter().any(|note| note.contains("-dir")), "{notes:?}");
    let files: Vec<(&str, i64, i64, bool)> = simulation
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.initial_mb, file.max_mb, file.log))
        .collect();
    assert_eq!(
        files,
        [
            ("/a/sqliosim.mdx", 64, 128, false),
            ("/a/sqliosim.ldx", 32, 32, true),
            ("/mnt/f/b/sqliosim.mdx", 64, 128, false),
            ("/mnt/f/b/sqliosim.ldx", 32, 32, true),
        ]
    );
    assert_eq!(simulation.files[2].name, "F:\\b\\sqliosim.mdx");
    assert_eq!(simulation.config.test_cycle_duration_s, 60);
}

#[test]
fn all_that_is_wrong_is_told_at_once_each_at_its_place() {
    let config = "TestCycles=1\n[CONFIG]\nStopOnErrors=TRUE\nTestCycles=two\nCacheHitRatio=10001\nodd\n[RandomUsers]\n\
        UserCount=x\n[BulkUpdateUser]\nBuffersBUMin=200\nRADelay=1\n[File1]\nFileName=D:\\a.mdx\n[File2]\n\
        FileName=/b\nInitialSize=9\nMaxSize=8\nSparse=perhaps\n";
    let found = wrong("-cfg a.ini -bogus -d 0", config);
    let places: Vec<&str> = found.iter().map(|found| found.0.as_str()).collect();
    assert_eq!(
        places,
        [
            "-bogus",
            "0",
            "TestCycles",
            "StopOnErrors",
            "two",
            "10001",
            "odd",
            "RandomUsers",
            "200",
            "RADelay",
            "D:\\a.mdx",
            "8",
            "perhaps"
        ],
        "{found:#?}"
    );
    let shown = job::show(
        "a.ini",
        config,
        &read("-cfg a.ini", config)
            .problems
            .into_iter()
            .filter(|problem| problem.0 == 1)
            .map(|problem| problem.1)
            .collect::<Vec<_>>(),
        false,
    );
    for told in [
        "a.ini:3:1",
        "did you mean StopOnError?",
        "did you mean [RandomUser]?",
        "[ReadAheadUser]",
        "--map 'D:=",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
}

#[test]
fn what_cannot_run_is_refused_and_what_is_missing_is_said() {
    assert_eq!(wrong("", "").len(), 1, "no file for data");
    assert!(wrong("-cfg b.ini -dir /x", "")[0].1.contains("cannot be read"));
    assert!(sound("-dir /x", "").1[0].contains("every key has its default"));
    assert!(read("-?", "").view.usage);
    let twice =
        "[File1]\nFileName=/a\nInitialSize=1\n[File2]\nFileName=/a\nInitialSize=1\nLogFile=TRUE\n";
    assert!(wrong("-cfg a.ini", twice)[0].1.contains("twice"));
}

#[test]
fn a_stream_of_a_file_is_a_file_beside_it() {
    let config = "[File1]\nFileName=F:\\a.mdx:replica\nInitialSize=20\nSparse=TRUE\n";
    let (simulation, notes) = sound("-cfg a.ini", config);
    assert_eq!(simulation.files[0].path, "/mnt/f/a.mdx.replica");
    assert_eq!(notes.len(), 3, "the stream, the sparse file, the missing log: {notes:?}");
}

#[test]
fn what_is_saved_reads_as_what_was_asked() {
    let (simulation, _) = sound("-cfg a.ini", SHIPPED);
    let text = sqliosim::write(&simulation);
    let (again, notes) = sound("-cfg a.ini", &text);
    assert_eq!(again, simulation);
    assert_eq!(notes, [] as [String; 0], "{text}");
}

/// No key is silently dropped: a non-default value changes the simulation or gets a note.
#[test]
fn every_key_does_something_or_says_why_not() {
    let mut seen = 0;
    for row in sqliosim::OPTIONS {
        let Some((section, key)) = row.name.strip_prefix('[').and_then(|n| n.split_once("] "))
        else {
            continue;
        };
        seen += 1;
        let key = key.split(" or ").next().expect("a name");
        let (head, base) = match section {
            "FileN" => ("File1", "FileName=/a\nInitialSize=8\nMaxSize=9\nIncrement=2\n"),
            other => (other, ""),
        };
        let value = match key {
            "ErrorFile" | "FileName" => "/elsewhere",
            "Shrinkable"
            | "Sparse"
            | "LogFile"
            | "StampFiles"
            | "CPUSimulation"
            | "DeleteFilesAtShutdown" => "TRUE",
            "StopOnError"
            | "NoBuffering"
            | "WriteThrough"
            | "AllowIOBursts"
            | "UseScatterGather"
            | "ForceReadAhead"
            | "DeleteFilesAtStartup" => "FALSE",
            "BuffersRAMin" => "33",
            "BuffersBUMax" => "200",
            "BuffersBUMin" | "MinShrinkInterval" => "121",
            "MinExtends" | "InitialSize" => "3",
            "CPUCyclesMin" => "0x0",
            "MaxIOChainLength" => "77",
            _ => "128",
        };
        let dir = if section == "FileN" { "" } else { "-dir /x" };
        let config = format!("[{head}]\n{base}{key}={value}\n");
        let plain = format!("[{head}]\n{base}");
        let load = |text: String| move |_: &str| Ok(text.clone());
        let line = words(&format!("-cfg a.ini {dir}"));
        let with = sqliosim::read(&line, &load(config.clone()), &[]);
        let without = sqliosim::read(&line, &load(plain), &[]);
        let changed = with.view != without.view || with.problems != without.problems;
        let told = with.notes.len() > without.notes.len();
        assert!(changed || told, "{config}");
        if matches!(row.treatment, Treatment::Approximated(_)) {
            assert!(told, "{config} is approximated without a word");
        }
    }
    assert_eq!(seen, 57, "every key is looked at");
}

#[test]
fn the_log_is_laid_out_as_scrapers_know_it() {
    let entry = log::LogEntry {
        kind: log::LogEntryKind::Error,
        local_s: 1_204_651_308,
        thread: 5080,
        user: "CPU Idle User".to_owned(),
        function: "CBUF::ValidateBuffer",
        cause: Some(log::Cause::Validation),
        text: log::validation("/srv/<a>.mdx", 87_366, 8),
    };
    let text = log::write(&[entry]);
    let expected = "<ENTRY TYPE='ERROR' TIME='17:21:48' DATE='03/04/08' TID='5080' User='CPU Idle User' \
        File='buffer.cpp' Func='CBUF::ValidateBuffer' HRESULT='0x80070467' SYSTEXT='While accessing the hard disk, a disk \
        operation failed even after retries.'>\n<EXTENDED_DESCRIPTION>Buffer validation failed on /srv/&lt;a&gt;.mdx Page: \
        87366, offset 0x8</EXTENDED_DESCRIPTION>\n</ENTRY>\n";
    assert!(text.contains(expected), "{text}");
    let mut reader = quick_xml::Reader::from_str(&text);
    while reader.read_event().expect("it is XML") != quick_xml::events::Event::Eof {}
    let simulation = usual();
    assert_eq!(
        log::beginning(&simulation, 2, 630),
        "CPUCount = 2, Affinity = 0, IOAffinity = 0, MaxMemory = 630 MB, StopOnError = Yes, TestCycles = 1, \
         TestCycleDuration = 300 s, CacheHitRatio = 10.00%"
    );
    let summary = log::Summary {
        name: "E:\\sqliosim.mdx".to_owned(),
        target_ms: 100,
        average_ms: 17,
        throttled: 9006,
        blocks: 33,
        reads: 75_414,
        scatter_reads: 88_286,
        writes: 3295,
        gather_writes: 54_845,
        total_ms: 44_936_446,
        ..log::Summary::default()
    };
    // As published in 2008.
    assert_eq!(
        summary.sentences().join("\n"),
        "********** Final Summary for file E:\\sqliosim.mdx **********\n\
         File Attributes: Compression = No, Encryption = No, Sparse = No\n\
         Target IO Duration (ms) = 100, Running Average IO Duration (ms) = 17, Number of times IO throttled = 9006, IO \
         request blocks = 33\n\
         Reads = 75414, Scatter Reads = 88286, Writes = 3295, Gather Writes = 54845, Total IO Time (ms) = 44936446"
    );
}
