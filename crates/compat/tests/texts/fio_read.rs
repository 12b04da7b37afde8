//! Reading fio's jobs: the meaning of each, its notes and its problems.

use base::{Bytes, Nanos};
use compat::fio::{self, Command, Context, FioView, Format};
use compat::foreign::{Foreign, Mapping};
use std::collections::HashMap;
use workload::emulation::{Digest, FileOrder, FileRange};
use workload::stream::LatencyTarget;
use workload::{
    AccessPattern, AccessZone, BlockSizes, CacheMode, ContentCheck, EngineKind, ErrorAction,
    Extent, Pace, RateLink, Stream, SyncMode, TargetLocation, TrimMode, Workload,
};

/// Reads words and files; `/dev/known` and `known` exist and have 1 GiB.
fn read(words: &[&str], files: &[(&str, &str)], literal: bool) -> Foreign<FioView> {
    let files: HashMap<&str, &str> = files.iter().copied().collect();
    let load = |name: &str| {
        files.get(name).map(|text| (*text).to_owned()).ok_or_else(|| "no such file".to_owned())
    };
    let environment = |name: &str| (name == "SIZE").then(|| "64m".to_owned());
    let existing = |path: &str| matches!(path, "/dev/known" | "known").then_some(1 << 30);
    let context = Context {
        environment: &environment,
        existing_bytes: &existing,
        cpus: 4,
        literal,
        ..Context::of(&load)
    };
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    fio::read(&words, &context, &[Mapping::read("C:=/mnt/c").expect("it is whole")])
}

fn job(text: &str) -> Foreign<FioView> {
    read(&["job.fio"], &[("job.fio", text)], false)
}

#[track_caller]
fn workload(read: &Foreign<FioView>) -> &Workload {
    read.workload.as_ref().unwrap_or_else(|| panic!("{:#?}", read.problems))
}

#[track_caller]
fn stream(text: &str) -> Stream {
    workload(&job(text)).streams[0].clone()
}

/// The stream of a job with these lines and a name, a size and a file.
#[track_caller]
fn with(lines: &str) -> Stream {
    stream(&format!("[j]\nsize=64m\nfilename=x\n{lines}\n"))
}

fn said(read: &Foreign<FioView>) -> String {
    let notes = read.notes.iter().map(|(_, note)| note.text.as_str());
    let problems = read.problems.iter().map(|(_, problem)| problem.text.as_str());
    notes.chain(problems).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_job_of_two_sections_is_two_phases_and_a_stream_for_each_clone() {
    let read =
        job("; comment\n[global]\nioengine=psync\ndirect=1\nsize=64m\ndirectory=/data\nbs=16k\n\
        runtime=5\ntime_based\ngroup_reporting\n\n[pages]\nrw=randrw\nrwmixread=80\nnumjobs=2\n\n\
        [wal]\nstonewall\nrw=write\nbs=8k\nfdatasync=1\n");
    let workload = workload(&read);
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    let names: Vec<&str> = workload.streams.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["pages", "pages.2", "wal"]);
    let targets: Vec<&str> = workload.streams.iter().map(|s| s.target.as_str()).collect();
    assert_eq!(targets, ["/data/pages.0.0", "/data/pages.1.0", "/data/wal.0.0"]);
    let phases: Vec<usize> = workload.phases.iter().map(|phase| phase.streams.len()).collect();
    assert_eq!(phases, [2, 1]);
    let pages = &workload.streams[0];
    assert_eq!(pages.read_percent, 80.0);
    assert_eq!(pages.read_blocks, BlockSizes::Fixed(Bytes::kib(16)));
    assert_eq!(pages.cache, CacheMode::Direct);
    assert_eq!(pages.stop.duration_ns, Some(Nanos::secs(5)));
    assert_eq!(pages.stop.bytes, None);
    assert_eq!(workload.streams[2].sync, SyncMode::Fdatasync { every: 1 });
    assert_eq!(workload.engine.kind, Some(EngineKind::Sync));
    let groups: Vec<u32> = read.view.jobs.iter().map(|job| job.group).collect();
    assert_eq!(groups, [0, 0, 1]);
    assert_eq!(read.view.global_options.len(), 8);
    let options = [("rw", "randrw"), ("rwmixread", "80"), ("numjobs", "2")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(read.view.jobs[1].options, options);
    assert!(read.view.jobs[2].group_reporting);
}

#[test]
fn a_command_line_is_a_job_in_every_way_people_write_it() {
    let mut seen = Vec::new();
    for line in [
        "--name=t --rw=randread --bs=4k --iodepth=8 --ioengine=libaio --direct=1 --size=1m",
        "-name t -rw randread -bs 4k -iodepth 8 -ioengine libaio -direct 1 -size 1m",
        "--name=t --readwrite=randread --blocksize=4k --iodepth=8 --ioengin=libaio --direct=1 --size=1m",
        "\u{2013}name=t \u{2014}rw=randread \u{2013}\u{2013}bs=4k --iodepth=8 --ioengine=libaio --direct=1 --size=1m",
        "--rw=randread --bs=4k --iodepth=8 --ioengine=libaio --direct=1 --size=1m --name=t",
    ] {
        let words: Vec<_> = line.split(' ').collect();
        let read = read(&words, &[], false);
        seen.push(workload(&read).clone());
    }
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:#?}");
    assert_eq!(seen[0].streams[0].target, "t.0.0");
    assert_eq!(seen[0].streams[0].depth, 8);
}

#[test]
fn settings_of_the_command_line_are_in_the_view() {
    let words = [
        "--output-format=json+,terse",
        "--output=o.json",
        "--terse-version=5",
        "--status-interval=2",
        "--eta=never",
        "--section=b",
        "--parse-only",
        "j.fio",
    ];
    let text = "[global]\nsize=1m\n[a]\nrw=bogus\n[b]\nrw=read\n";
    let read = read(&words, &[("j.fio", text)], false);
    assert_eq!(read.problems, []);
    assert_eq!(read.view.command, Command::ParseOnly);
    assert_eq!(read.view.output.formats, [Format::JsonPlus, Format::Terse]);
    assert_eq!(read.view.output.path.as_deref(), Some("o.json"));
    assert_eq!(read.view.output.terse_version, 5);
    assert_eq!(read.view.output.status_interval, Some(Nanos::secs(2)));
    assert_eq!(read.view.jobs.len(), 1);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a row for each option")]
fn values_of_one_option_become_a_stream() {
    assert_eq!(with("rw=randread").access, AccessPattern::Shuffled);
    assert_eq!(with("rw=randread\nnorandommap").access, AccessPattern::Uniform);
    assert_eq!(with("rw=randrw\nbs=4k,8k").access, AccessPattern::Uniform);
    assert_eq!(with("rw=randread:8").access, AccessPattern::SequentialShare(87.5));
    assert_eq!(with("rw=read:8k").access, AccessPattern::Strided(Bytes::kib(12)));
    assert_eq!(with("rw=write:-8k").access, AccessPattern::Backward(Bytes::kib(4)));
    assert_eq!(with("rw=read:-16k\nbs=64k").access, AccessPattern::Strided(Bytes::kib(48)));
    assert_eq!(with("rw=read:-16k\nbs=64k").align, Some(Bytes::kib(16)));
    assert!(job("[j]\nsize=1m\nrw=read:-4k\n").workload.is_none(), "the same block for ever");
    // A sequence with steps ends where its file ends: 64 KiB hold 6 blocks that start 12 KiB apart.
    let bytes = |more: &str| {
        workload(&job(&format!("[j]\nrw=read:8k\nsize=64k\n{more}"))).streams[0].stop.bytes
    };
    assert_eq!(bytes(""), Some(Bytes::kib(24)));
    assert_eq!(bytes("loops=2\n"), Some(Bytes::kib(48)));
    assert_eq!(bytes("io_size=64k\n"), Some(Bytes::kib(64)));
    let runs = AccessPattern::Runs { run: Bytes::kib(256), stride: Bytes::mib(1) };
    assert_eq!(with("rw=read\nzonemode=strided\nzonesize=256k\nzoneskip=768k").access, runs);
    assert_eq!(with("rw=read\nzonesize=256k\nzonerange=512k\nzoneskip=512k").access, runs);
    let hops = |bytes: u64, window: u64, stride: u64| AccessPattern::Hops {
        bytes: Bytes::kib(bytes),
        window: Bytes::kib(window),
        stride: Bytes::kib(stride),
    };
    let zones = "rw=randread\nzonesize=256k\nzoneskip=768k";
    assert_eq!(with(zones).access, hops(256, 256, 1024));
    let zones = "rw=randwrite\nzonemode=strided\nzonesize=512k\nzonerange=64k";
    assert_eq!(with(zones).access, hops(512, 64, 64));
    for refused in [
        "rw=randread:8\nzonesize=256k\nzoneskip=768k",
        "rw=randread\nrandom_distribution=zipf\nzonesize=256k\nzoneskip=768k",
        "rw=read\nzonemode=zbd",
        "rw=read\nzonemode=strided",
        "rw=read\nzonesize=256k\nzonerange=64k",
        "rw=read\nzonesize=255k",
    ] {
        let read = job(&format!("[j]\nsize=1m\n{refused}\n"));
        assert!(read.workload.is_none() && said(&read).contains("zone"), "{refused}");
    }
    assert_eq!(
        with("rw=randread\npercentage_random=25").access,
        AccessPattern::SequentialShare(75.0)
    );
    assert_eq!(with("rw=randread\nrandom_distribution=zipf:1.2").access, AccessPattern::Zipf(1.2));
    assert_eq!(
        with("rw=randread\nrandom_distribution=pareto:0.2").access,
        AccessPattern::Pareto(0.8)
    );
    let AccessPattern::Normal { center_percent, deviation_percent } =
        with("rw=randread\nrandom_distribution=normal:10").access
    else {
        panic!("it is normal")
    };
    // The mean of twelve uniform draws has a deviation of 100/12 %, a draw of 10 % in width one of 10/sqrt(12) %.
    assert!(center_percent == 50.0 && (deviation_percent - 8.819).abs() < 0.001);
    let zones = |list: &[(f64, f64)]| {
        let zone = |(share, length): &(f64, f64)| AccessZone {
            io_percent: *share,
            length: Extent::Percent(*length),
        };
        AccessPattern::Zones(list.iter().map(zone).collect())
    };
    let zoned = with("rw=randread\nrandom_distribution=zoned:50/5:30/15:20/");
    assert_eq!(zoned.access, zones(&[(50.0, 5.0), (30.0, 15.0), (20.0, 80.0)]));
    assert!(
        job("[j]\nsize=1m\nrw=randread\nrandom_distribution=zoned:50/5:60/\n").workload.is_none()
    );
    let split = with("rw=randrw\nbs=8k,32k");
    assert_eq!(split.read_blocks, BlockSizes::Fixed(Bytes::kib(8)));
    assert_eq!(split.write_blocks, BlockSizes::Fixed(Bytes::kib(32)));
    let random = with("rw=randread\nbs=64k,4k\nbs_is_seq_rand=1");
    assert_eq!(random.read_blocks, BlockSizes::Fixed(Bytes::kib(4)));
    let range = BlockSizes::Range { low: Bytes::kib(4), high: Bytes::kib(64), step: Bytes::kib(4) };
    assert_eq!(with("bsrange=4k-64k").read_blocks, range);
    let weighted = BlockSizes::Weighted(vec![
        (Bytes::kib(4), 60.0),
        (Bytes::kib(8), 20.0),
        (Bytes::kib(64), 20.0),
    ]);
    assert_eq!(with("bssplit=4k/60:8k/:64k/").read_blocks, weighted);
    assert_eq!(with("rw=randrw\nrwmixwrite=30").read_percent, 70.0);
    assert_eq!(with("rw=randrw\nrwmixwrite=30\nrwmixread=40").read_percent, 40.0);
    assert_eq!(
        with("rate_iops=500\nrate_process=poisson").pace,
        Pace::Poisson { rate_iops: 500.0 }
    );
    assert_eq!(with("rate=4m").pace, Pace::Fixed { rate_iops: 1024.0 });
    let mixed = with("rw=randrw\nrate_iops=300,100");
    assert_eq!((mixed.pace, mixed.read_percent), (Pace::Fixed { rate_iops: 400.0 }, 75.0));
    let think = Pace::ThinkTime { think_ns: Nanos::micros(100), burst: 4 };
    assert_eq!(with("thinktime=100\nthinktime_blocks=4").pace, think);
    assert_eq!(with("fsync=4\nrw=write").sync, SyncMode::Fsync { every: 4 });
    assert_eq!(with("sync=dsync\nrw=write").sync, SyncMode::Dsync);
    assert_eq!(with("sync=1\nrw=write").sync, SyncMode::Sync);
    assert_eq!(with("sync=sync\nrw=write").sync, SyncMode::Sync);
    assert_eq!(with("").cache, CacheMode::Dropped);
    assert_eq!(with("invalidate=0").cache, CacheMode::Buffered);
    assert_eq!(with("buffered=0").cache, CacheMode::Direct);
    assert!(with("rw=write\nzero_buffers").content.zeros);
    assert_eq!(with("rw=write\nbuffer_compress_percentage=50").content.compress_percent, 50.0);
    let pattern = "rw=write\nbuffer_pattern=0xab\n";
    let rest = with(&format!("{pattern}buffer_compress_percentage=50"));
    assert_eq!((rest.content.compress_percent, rest.content.zeros), (50.0, false));
    assert!(rest.emulation.content.is_some() && with(pattern).content.zeros);
    let repeated = with(&format!("{pattern}dedupe_percentage=50"));
    assert!(repeated.emulation.content.is_none() && !repeated.content.zeros);
    assert_eq!(with("continue_on_error=all").on_error, ErrorAction::Continue);
    assert_eq!(with("cpus_allowed=2").pin, [2]);
    assert_eq!(with("number_ios=10").stop.ios, Some(10));
    assert_eq!(with("loops=3").stop.bytes, Some(Bytes::mib(192)));
    assert_eq!(with("io_size=1m").stop.bytes, Some(Bytes::mib(1)));
    assert_eq!(with("offset=1m").offset, Extent::Bytes(Bytes::mib(1)));
}

#[test]
fn rates_of_both_directions_decide_the_mix_and_say_so() {
    let read = job("[j]\nfilename=a\nsize=2m\nrw=randrw\nrwmixread=75\nrate_iops=600\n");
    let stream = &workload(&read).streams[0];
    assert_eq!((stream.pace, stream.read_percent), (Pace::Fixed { rate_iops: 1200.0 }, 50.0));
    let notes: Vec<&str> = read.notes.iter().map(|(_, note)| note.text.as_str()).collect();
    let text = "`rwmixread`: `rate_iops` limits reads and writes separately, so 50 % are reads";
    assert!(notes.contains(&text), "{notes:?}");
    let agreeing = "[j]\nfilename=a\nsize=2m\nrw=randrw\nrwmixread=75\nrate_iops=300,100\n";
    assert!(!job(agreeing).notes.iter().any(|(_, note)| note.text.contains("rwmixread")));
}

#[test]
fn sizes_come_from_what_exists_and_from_surroundings() {
    let known = stream("[j]\nfilename=/dev/known\nsize=50%\noffset=25%\n");
    assert_eq!(known.offset, Extent::Bytes(Bytes::mib(256)));
    assert_eq!(known.size, Some(Extent::Bytes(Bytes::mib(512))), "a share of the file");
    assert_eq!(known.stop.bytes, Some(Bytes::mib(512)));
    let late = stream("[j]\nfilename=/dev/known\nsize=50%\noffset=75%\n");
    assert_eq!(late.size, Some(Extent::Bytes(Bytes::mib(256))), "and no more than is left");
    assert_eq!(stream("[j]\nfilename=known\n").size, Some(Extent::Bytes(Bytes::gib(1))));
    assert_eq!(stream("[j]\nfilename=x\nsize=${SIZE}\n").size, Some(Extent::Bytes(Bytes::mib(64))));
    assert_eq!(stream("[j]\nfilename=x\nsize=1m\niodepth=$ncpus*2\nioengine=io_uring\n").depth, 8);
    let clones = job("[j]\nfilename=/dev/known\nsize=128m\noffset_increment=128m\nnumjobs=3\n");
    let offsets: Vec<Extent> = workload(&clones).streams.iter().map(|s| s.offset).collect();
    assert_eq!(offsets, [0, 128, 256].map(|mib| Extent::Bytes(Bytes::mib(mib))));
    assert_eq!(workload(&clones).targets[0].size, Some(Extent::Bytes(Bytes::mib(384))));
}

#[test]
fn every_filename_counts() {
    let read = job("[global]\nfilename=a\nsize=1m\n[j]\nfilename=b:c\nfilename=d\n");
    assert_eq!(read.view.jobs[0].files, ["a", "b", "c", "d"]);
    assert_eq!(workload(&read).targets.len(), 4);
}

#[test]
fn engines_stand_for_fio_s() {
    for (engine, lines, kind, depth) in [
        ("io_uring", "direct=1", EngineKind::Uring, 8),
        ("libaio", "direct=1", EngineKind::Libaio, 8),
        ("libaio", "direct=0", EngineKind::Libaio, 8),
        ("posixaio", "direct=1", EngineKind::Uring, 8),
        ("psync", "direct=1", EngineKind::Sync, 1),
        ("pvsync2", "direct=1", EngineKind::Sync, 1),
        ("mmap", "direct=1", EngineKind::Sync, 1),
    ] {
        let text = format!("[j]\nfilename=x\nsize=1m\nioengine={engine}\niodepth=8\n{lines}\n");
        let read = job(&text);
        let workload = workload(&read);
        assert_eq!(workload.engine.kind, Some(kind), "{engine}");
        assert_eq!(workload.streams[0].depth, depth, "{engine}");
        assert_eq!(read.view.jobs[0].engine, engine);
    }
    let null = job("[j]\nioengine=null\nsize=1g\niodepth=4\n");
    assert_eq!(workload(&null).targets[0].place, TargetLocation::Null);
    assert_eq!(workload(&null).engine.kind, None);
}

#[test]
fn several_files_are_used_in_turn_by_their_clone() {
    let read =
        job("[j]\nfilename=a:b\nsize=2m\nioengine=libaio\ndirect=1\niodepth=5\nrate_iops=100\n");
    let [stream] = &workload(&read).streams[..] else { panic!("a clone is one stream") };
    assert_eq!((stream.depth, stream.stop.bytes), (5, Some(Bytes::mib(2))));
    assert_eq!(stream.pace, Pace::Fixed { rate_iops: 100.0 });
    assert_eq!(read.view.jobs[0].files, ["a", "b"]);
    let files = stream.emulation.files.as_ref().expect("there are two");
    let other = FileRange { target: "b".to_owned(), offset: Bytes(0), length: Bytes::mib(1) };
    assert_eq!(*files.others, [other]);
    assert_eq!((files.order, files.turn_operations, files.open_max), (FileOrder::RoundRobin, 1, 2));
}

#[test]
fn files_of_a_job_have_names_sizes_and_an_order() {
    let text = "[j]\nnrfiles=3\nsize=100k\nnumjobs=2\nfile_service_type=random:8\nopenfiles=2\n";
    let read = job(text);
    let names: Vec<&str> =
        read.view.jobs.iter().flat_map(|job| &job.files).map(String::as_str).collect();
    assert_eq!(names, ["j.0.0", "j.0.1", "j.0.2", "j.1.0", "j.1.1", "j.1.2"]);
    let stream = &workload(&read).streams[0];
    assert_eq!(stream.size, Some(Extent::Bytes(Bytes(100 * 1024 / 3))));
    // The remainder of a block at the end of each file is not used.
    assert_eq!(stream.stop.bytes, Some(Bytes::kib(3 * 32)));
    let files = stream.emulation.files.as_ref().expect("there are three");
    assert_eq!((files.order, files.turn_operations, files.open_max), (FileOrder::Random, 8, 2));
    assert!(files.skips_used);
    let timed = job("[j]\nnrfiles=2\nsize=100k\nruntime=1\ntime_based\n");
    assert!(!workload(&timed).streams[0].emulation.files.as_ref().expect("two").skips_used);
    let drawn = job("[j]\nnrfiles=9\nfilesize=16k-64k\n");
    for target in &workload(&drawn).targets {
        let Some(Extent::Bytes(size)) = target.size else { panic!("sizes are drawn") };
        assert!((Bytes::kib(16)..=Bytes::kib(64)).contains(&size) && size.0.is_multiple_of(4096));
    }
    assert!(said(&job("[j]\nnrfiles=100000\nsize=1t\n")).contains("at most 16384 files"));
}

#[test]
fn windows_places_are_mapped_or_refused() {
    let windows = stream("[j]\nfilename=C\\:\\db\\x\nsize=1m\n");
    assert_eq!(windows.target, "/mnt/c/db/x");
    assert_eq!(stream("[j]\nfilename=sim:hdd?disks=4\nsize=1m\n").target, "sim:hdd?disks=4");
    let read = job("[j]\nfilename=\\\\.\\PhysicalDrive1\nsize=1m\n");
    assert!(read.problems[0].1.help.contains("--map"), "{:?}", read.problems);
}

#[test]
fn includes_files_and_stonewalls_between_files() {
    let files = [
        ("d/a.fio", "[global]\ninclude common.inc\n[a]\nrw=read\n"),
        ("d/common.inc", "size=1m\nbs=8k\n"),
        ("b.fio", "[b]\nrw=read\n"),
        ("loop.fio", "[l]\ninclude loop.inc\n"),
        ("loop.inc", "include loop.inc\n"),
    ];
    let both = read(&["d/a.fio", "b.fio"], &files, false);
    assert_eq!(workload(&both).phases.len(), 2);
    assert_eq!(workload(&both).streams[1].read_blocks, BlockSizes::Fixed(Bytes::kib(8)));
    assert_eq!(both.view.jobs[1].group, 1);
    assert!(said(&read(&["loop.fio"], &files, false)).contains("circle"));
}

#[test]
fn every_problem_is_told_with_its_place() {
    let text = "bs=4k\n[j]\nsize=1x\nrw=sideways\nbogus=1\nfilesze=4k\niodepth\nexec_prerun=rm -rf /\nopendir=x\nprofile=act\n[open\nrw=erase\n";
    let read = job(text);
    let told: Vec<(String, &str)> = read
        .problems
        .iter()
        .map(|(source, p)| {
            assert_eq!(read.sources[*source].name, "job.fio");
            (text[p.span.clone()].to_owned(), p.text.as_str())
        })
        .collect();
    let places: Vec<&str> = told.iter().map(|(place, _)| place.as_str()).collect();
    for place in [
        "bs=4k", "1x", "sideways", "bogus", "filesze", "iodepth", "rm -rf /", "x", "act", "[open",
        "erase",
    ] {
        assert!(places.contains(&place), "{place}: {told:#?}");
    }
    assert!(read.workload.is_none());
    let help = |place: &str| {
        let found = read.problems.iter().find(|(_, p)| &text[p.span.clone()] == place);
        found.map(|(_, p)| p.help.clone()).unwrap_or_default()
    };
    assert!(help("filesze").contains("filesize"), "{}", help("filesze"));
}

/// Values that fio silently misreads: the intended meaning, fio's own reading, and the note.
#[test]
fn traps_do_what_is_meant_with_a_note_and_literally_what_fio_does() {
    let meant = |lines: &str, literal: bool| {
        let text = format!("[j]\nfilename=x\n{lines}\n");
        read(&["j.fio"], &[("j.fio", &text)], literal)
    };
    type See = fn(&Foreign<FioView>) -> String;
    let duration: See = |r| format!("{:?}", workload(r).streams[0].stop.duration_ns.map(|n| n.0));
    let size: See = |r| format!("{:?}", workload(r).streams[0].size);
    let block: See = |r| format!("{:?}", workload(r).streams[0].read_blocks);
    let rest: See = |r| format!("{:?}", workload(r).streams[0].pace);
    let list: See = |r| format!("{:?}", r.view.jobs[0].latency.percentiles);
    let path: See = |r| r.view.jobs[0].files[1].clone();
    let average: See = |r| format!("{:?}", r.view.jobs[0].logs.average.map(|n| n.0));
    let mib = "size=1m\n";
    for (lines, see, ours, fios) in [
        (format!("{mib}runtime=10min"), duration, "Some(600000000000)", "Some(10000)"),
        (format!("{mib}runtime=10sec"), duration, "Some(10000000000)", "Some(10000)"),
        (format!("{mib}runtime=1.5s"), duration, "Some(1500000000)", "Some(1000000000)"),
        ("size=1.5g".to_owned(), size, "Some(Bytes(Bytes(1610612736)))", "Some(Bytes(Bytes(1)))"),
        (format!("{mib}bs=512KiB"), block, "Fixed(Bytes(524288))", "Fixed(Bytes(512000))"),
        (
            format!("{mib}bs=4k-8k"),
            block,
            "Range { low: Bytes(4096), high: Bytes(8192), step: Bytes(4096) }",
            "Fixed(Bytes(4096))",
        ),
        (
            format!("{mib}rate_iops=100k"),
            rest,
            "Fixed { rate_iops: 100000.0 }",
            "Fixed { rate_iops: 102400.0 }",
        ),
        (format!("{mib}percentile_list=50,99,99.9"), list, "[50.0, 99.0, 99.9]", "[50.0]"),
        (
            format!("{mib}bssplit=4k/60:8k/60"),
            block,
            "Weighted([(Bytes(4096), 60.0), (Bytes(8192), 40.0)])",
            "Weighted([(Bytes(4096), 60.0), (Bytes(8192), 40.0)])",
        ),
        (format!("{mib}filename=/tmp/a#b"), path, "/tmp/a#b", "/tmp/a"),
        (
            format!("{mib}write_bw_log\nlog_avg_msec=1s"),
            average,
            "Some(1000000000)",
            "Some(1000000)",
        ),
    ] {
        let ours_read = meant(&lines, false);
        assert_eq!(see(&ours_read), ours, "{lines}");
        let noted = ours_read.notes.iter().any(|(_, note)| note.text.contains("fio"));
        assert!(noted, "{lines}: {:?}", ours_read.notes);
        assert_eq!(see(&meant(&lines, true)), fios, "{lines}");
    }
    // A size above 100 % is refused, also in literal mode.
    for literal in [false, true] {
        assert!(meant("size=120%\nfilename=known", literal).workload.is_none());
    }
    assert!(meant("size=4x", false).workload.is_none());
    assert!(meant("size=${NOWHERE}", false).workload.is_none());
}

#[test]
fn phases_take_the_ramp_and_the_delay_that_jobs_share() {
    let read = job(
        "[global]\nsize=1m\n[a]\nramp_time=2\n[b]\nstonewall\nstartdelay=3\n[c]\nstartdelay=3\n",
    );
    let phases = &workload(&read).phases;
    assert_eq!((phases[0].warm_up_ns, phases[0].pause_ns), (Nanos::secs(2), Nanos::secs(3)));
}

#[test]
fn jobs_that_run_together_wait_each_its_own_time() {
    let read = job(
        "[global]\nsize=1m\n[a]\n[b]\nstartdelay=3\n[c]\nstartdelay=5-10\n[d]\nstonewall\nstartdelay=2\n[e]\nstartdelay=500ms\n",
    );
    let workload = workload(&read);
    let delays: Vec<_> =
        workload.streams.iter().map(|s| (s.delay.least_ns, s.delay.most_ns)).collect();
    let (secs, half) = (Nanos::secs, Nanos::millis(500));
    assert_eq!(delays[..3], [(secs(0), secs(0)), (secs(3), secs(3)), (secs(5), secs(10))]);
    // The delay that both streams of the second phase share is a pause before it.
    assert_eq!(workload.phases[0].pause_ns, half);
    assert_eq!(delays[3..], [(Nanos::millis(1500), Nanos::millis(1500)), (secs(0), secs(0))]);
}

#[test]
fn remote_and_unknown_options_of_the_command_line_are_refused() {
    for (words, advice) in [
        (&["--client=host", "--name=a", "--size=1m"][..], "mpirun plimsoll run"),
        (&["--server"], "mpirun plimsoll run"),
        (&["--nmae=a"], "--name"),
        (&["--io=4"], "it may be"),
        (&["--readonly", "--name=a", "--rw=write", "--size=1m"], "--readonly"),
        (&[], "job file"),
        (&["missing.fio"], "job file"),
    ] {
        let read = read(words, &[], false);
        assert!(read.workload.is_none(), "{words:?}");
        let help = &read.problems[0].1.help;
        assert!(help.contains(advice), "{words:?}: {:?}", read.problems);
    }
}

#[test]
fn nothing_is_ignored_in_silence() {
    let read = job(
        "[j]\nsize=1m\npre_read=1\nmem=mmaphuge\nnice=5\npre_read=1\n[k]\npre_read=1\nsize=1m\nfallocate=none\n",
    );
    let told = said(&read);
    for name in ["pre_read", "mem", "nice", "fallocate"] {
        assert!(told.contains(&format!("`{name}`")), "{name}: {told}");
    }
    let silent = job("[j]\nsize=1m\nend_fsync=0\nverify=0\nexitall=0\nlatency_target=0\n");
    assert!(silent.notes.is_empty() && silent.problems.is_empty(), "{}", said(&silent));
}

#[test]
fn a_latency_target_steers_the_depth() {
    let base = "rw=randread\nioengine=libaio\ndirect=1\niodepth=128\n";
    let keep = |more: &str| with(&format!("{base}{more}")).keep;
    let asked = "latency_target=500000\nlatency_window=5000000\nlatency_percentile=99.9";
    let whole = LatencyTarget {
        latency_ns: Nanos::millis(500),
        percent: 99.9,
        window_ns: Nanos::secs(5),
        goes_on: false,
    };
    assert_eq!(keep(asked), Some(whole));
    assert_eq!(
        keep(&format!("{asked}\nlatency_run=1")),
        Some(LatencyTarget { goes_on: true, ..whole })
    );
    let bare = keep("latency_target=10ms").expect("it is steered");
    assert_eq!((bare.percent, bare.latency_ns), (100.0, Nanos::millis(10)));
    assert_eq!(keep("latency_target=0"), None);
    let read = job(&format!("[j]\nsize=1m\n{base}{asked}\nrate_iops=100\n"));
    assert!(read.workload.is_none() && said(&read).contains("latency_target"));
    let idle = job("[j]\nsize=1m\nlatency_window=5s\n");
    assert!(said(&idle).contains("without latency_target"), "{}", said(&idle));
}

#[test]
fn what_a_job_verifies_is_stamped_and_read_back_after_it() {
    let base = "rw=randwrite\nbs=4k\ndirect=1\nioengine=libaio\niodepth=16\nsize=1m\n";
    let read = job(&format!("[j]\n{base}verify=md5\n[k]\nstonewall\nrw=read\nsize=1m\n"));
    let workload = read.workload.as_ref().expect("it is read");
    let names: Vec<&[String]> = workload.phases.iter().map(|p| p.streams.as_slice()).collect();
    assert_eq!(names, [["j"], ["j read back"], ["k"]]);
    let (wrote, back) = (&workload.streams[0], &workload.streams[1]);
    assert_eq!((wrote.check, back.check), (ContentCheck::Yes, ContentCheck::Written));
    assert_eq!((back.read_percent, back.depth), (100.0, 16));
    assert_eq!(back.stop.bytes, Some(Bytes::mib(1)));
    assert_eq!((wrote.on_error, back.on_error), (ErrorAction::Stop, ErrorAction::Continue));
    assert_eq!(read.view.jobs[0].streams, ["j", "j read back"]);
    assert!(wrote.emulation.headers.is_some() && wrote.emulation.headers == back.emulation.headers);
    let phases = |more: &str| job(&format!("[j]\n{base}{more}")).workload.map(|w| w.phases.len());
    assert_eq!(phases("verify=crc32c\ndo_verify=0\n"), Some(1));
    assert_eq!(phases("verify=0\n"), Some(1));
    let fatal = job(&format!("[j]\n{base}verify=meta\nverify_fatal=1\n"));
    assert_eq!(fatal.workload.map(|w| w.streams[1].on_error), Some(ErrorAction::Stop));
    let null = job("[j]\nrw=write\nioengine=null\nsize=1m\nverify=md5\n");
    assert_eq!(null.workload.as_ref().map(|w| w.streams[0].check), Some(ContentCheck::No));
}

#[test]
fn a_job_that_only_reads_verifies_what_a_job_before_it_wrote() {
    let jobs = |first: &str| {
        format!(
            "[global]\nfilename=f\nsize=1m\nbs=64k\n{first}[r]\nstonewall\nrw=read\nverify=meta\n"
        )
    };
    let read = job(&jobs("[w]\nrw=write\nverify=meta\ndo_verify=0\n"));
    let checks = read.workload.map(|w| w.streams.iter().map(|s| s.check).collect::<Vec<_>>());
    assert_eq!(checks, Some(vec![ContentCheck::Yes, ContentCheck::Yes]));
    // Data of an earlier run is verified by its headers.
    let alone = job(&jobs("")).workload.expect("it is read");
    let headers = alone.streams[0].emulation.headers.as_ref().expect("they are checked");
    assert_eq!(
        (headers.digest, headers.page_bytes, headers.checks_foreign),
        (Digest::Meta, 65_536, true)
    );
}

#[test]
fn a_header_stands_for_as_much_as_fio_says() {
    let page = |lines: &str| {
        let stream = with(&format!("rw=write\nverify=crc32c\n{lines}"));
        stream.emulation.headers.map(|headers| headers.page_bytes)
    };
    for (lines, bytes) in [
        ("bs=64k", 65_536),
        ("bs=64k\nverify_interval=512", 512),
        ("bs=4k\nverify_interval=64k", 4096),
        ("bssplit=4k/50:6k/50", 2048),
        ("bsrange=4k-16k", 4096),
    ] {
        assert_eq!(page(lines), Some(bytes), "{lines}");
    }
    let only = job("[j]\nfilename=f\nsize=1m\nrw=write\nverify=md5\nverify_only\n");
    let only = only.workload.expect("it is read");
    assert!(only.streams.len() == 1 && !only.streams[0].writes(), "nothing is written");
    for refused in ["verify=pattern", "bs=256", "verify_offset=40"] {
        let read = job(&format!("[j]\nsize=1m\nrw=write\nverify=crc32c\n{refused}\n"));
        assert!(read.workload.is_none(), "{refused}");
    }
}

#[test]
fn clones_that_verify_keep_to_their_own_parts() {
    let text = "[j]\nfilename=f\nrw=write\nbs=16k\nsize=8m\nnumjobs=3\noffset=16k\noffset_increment=1m\nverify=crc32c\n";
    let workload = job(text).workload.expect("it is read");
    let parts = workload
        .streams
        .iter()
        .filter(|s| s.check == ContentCheck::Yes)
        .map(|s| (s.offset, s.size));
    let kib = |n: u64| Extent::Bytes(Bytes::kib(n));
    let expected: Vec<_> = (0..3).map(|n| (kib(16 + 1024 * n), Some(kib(1024)))).collect();
    assert_eq!(parts.collect::<Vec<_>>(), expected);
}

#[test]
fn jobs_of_a_flow_are_tied_by_their_weights() {
    let read =
        job("[global]\nsize=1m\n[a]\nflow=2\nrw=read\nnumjobs=2\n[b]\nflow_id=3\nflow=8\n[c]\n");
    let ties: Vec<_> = workload(&read).streams.iter().map(|stream| stream.tie).collect();
    let tie = |group, weight| Some(RateLink { group, weight });
    assert_eq!(ties, [tie(0, 2.0), tie(0, 2.0), tie(3, 8.0), None]);
    assert!(said(&read).is_empty(), "{}", said(&read));
    // A clone has its weight whatever the number of its files.
    let files = with("iodepth=2\nioengine=io_uring\nfilename=a:b\nflow=3");
    assert_eq!(files.tie, tie(0, 3.0));
    assert_eq!(with("flow=2\nrate_iops=10").tie, tie(0, 2.0), "a rate is kept in step, too");
    let refused = job("[j]\nsize=1m\nflow=2\nthinktime=10\n");
    assert!(
        refused.workload.is_none() && said(&refused).contains("`flow` works with closed loops")
    );
}

#[test]
fn trims_are_read_with_their_own_sizes() {
    let trims = with("rw=randtrim\nbs=4k,8k,64k\nioengine=libaio\ndirect=1\niodepth=16");
    assert_eq!((trims.trim, trims.read_percent), (TrimMode::Instead, 0.0));
    assert_eq!(trims.write_blocks, BlockSizes::Fixed(Bytes::kib(64)));
    assert_eq!((trims.access, trims.depth), (AccessPattern::Shuffled, 1));
    let both = with("rw=trimwrite\nbs=8k");
    assert_eq!((both.trim, both.access), (TrimMode::Before, AccessPattern::Sequential));
    assert_eq!(both.write_blocks, BlockSizes::Fixed(Bytes::kib(8)));
    let rate = with("rw=trim\nrate_iops=10,20,30").pace;
    assert_eq!(rate, Pace::Fixed { rate_iops: 30.0 });
    let readonly = read(&["--readonly", "--name=j", "--rw=randtrim", "--size=1m"], &[], false);
    assert!(readonly.workload.is_none() && said(&readonly).contains("--readonly"));
}

#[test]
fn blocks_need_not_be_sectors_through_the_page_cache() {
    let log = with("rw=write\nbs=2300\nfdatasync=1\nioengine=sync\nsize=22m");
    assert_eq!(log.write_blocks, BlockSizes::Fixed(Bytes(2300)));
    // fio writes 10,029 whole blocks of 2,300 bytes into 22 MiB.
    assert_eq!(log.stop.bytes, Some(Bytes(10_029 * 2300)));
    let direct = job("[j]\nsize=1m\nrw=write\nbs=2300\ndirect=1\n");
    assert!(direct.workload.is_none());
    assert!(said(&direct).contains("direct I/O moves multiples of 512"), "{}", said(&direct));
}

#[test]
fn a_job_may_end_with_a_flush_and_take_others_with_it() {
    assert!(
        with("rw=write\nend_fsync=1").flush_last && with("rw=write\nfsync_on_close=1").flush_last
    );
    // fio flushes only jobs that write.
    assert!(!with("rw=read\nend_fsync=1").flush_last && !with("rw=write\nend_fsync=0").flush_last);
    let read =
        job("[global]\nrw=read\n[fg]\nsize=8m\nexitall\n[bg]\nsize=1m\nruntime=8\ntime_based\n");
    let ends: Vec<bool> = workload(&read).streams.iter().map(|s| s.stop.ends_others).collect();
    assert_eq!((ends, said(&read)), (vec![true, false], String::new()));
    let loops = job("[j]\nrw=write\nsize=1m\nloops=3\nend_fsync=1\n");
    assert!(said(&loops).contains("`end_fsync`: one flush at the end covers all loops"));
}

#[test]
fn the_cache_is_dropped_at_every_pass_as_fio_does() {
    let every = |more: &str| {
        let read = job(&format!("[j]\nsize=4m\n{more}\n"));
        workload(&read).streams[0].drop_every
    };
    let pass = Some(Bytes::mib(4));
    let timed = "runtime=2\ntime_based";
    assert_eq!(every(&format!("rw=randread\n{timed}")), pass);
    assert_eq!(every(&format!("rw=write\n{timed}")), pass);
    assert_eq!(every("rw=read\nbs=64k\nloops=20"), pass);
    assert_eq!(every("rw=randread\nnorandommap\nio_size=9m"), pass);
    // The cache is not dropped for a single pass, an endless stream without a map, or I/O past the cache.
    for more in ["", "invalidate=0\nloops=2", "direct=1\nloops=2"] {
        assert_eq!(every(&format!("rw=read\n{more}")), None, "{more}");
    }
    assert_eq!(every(&format!("rw=randread\nnorandommap\n{timed}")), None);
}

#[test]
fn one_mistake_is_told_once() {
    for (size, told) in [("1x", "`size=1x`"), ("2*1m", "`size=2*1m`"), ("${SZ}", "no variable SZ")]
    {
        let found = job(&format!("[b]\nfilename=f\nsize={size}\n"));
        assert_eq!(found.problems.len(), 1, "{size}: {:?}", found.problems);
        assert!(found.problems[0].1.text.contains(told), "{:?}", found.problems);
    }
    let found = read(&["--profile=tiobench"], &[], false);
    let texts: Vec<&str> = found.problems.iter().map(|p| p.1.text.as_str()).collect();
    assert_eq!(texts, ["`profile` is not supported"]);
}

#[test]
fn the_command_line_tells_its_version_and_one_option_alone() {
    assert_eq!(read(&["-v"], &[], false).view.command, Command::Version);
    assert_eq!(read(&["-h"], &[], false).view.command, Command::Help);
    assert_eq!(read(&["--cmdhelp"], &[], false).view.command, Command::HelpOnAll);
    let one = read(&["--cmdhelp=bs"], &[], false).view.command;
    assert_eq!(one, Command::HelpOn("bs".to_owned()));
    let blocksize = fio::help::on("blocksize");
    let named: Vec<&str> = blocksize
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|pair| pair.0.trim())
        .collect();
    assert_eq!(named[..2], ["bs", "alias"]);
    assert!(fio::help::on("verify_b").matches(": ").count() > 2);
    assert_eq!(fio::help::on("nosuch"), "No such command: nosuch\n");
    let engine = read(&["--enghelp=libaio"], &[], false).view.command;
    assert_eq!(engine, Command::Engines(Some("libaio".to_owned())));
    assert!(fio::engines().any(|engine| engine.0 == "libaio"));
}

#[test]
fn what_ends_a_steady_job_is_told_as_fio_takes_it() {
    let found = job("[a]\nfilename=f\nsize=1m\nss=iops:50\nss_dur=3\nss_ramp=1\n");
    let steady = found.view.jobs[0].steady.as_ref().expect("it is asked for");
    assert_eq!(steady.criterion, "iops:50");
    assert_eq!((steady.duration, steady.ramp), (Nanos::secs(3), Nanos::secs(1)));
    let without = job("[a]\nfilename=f\nsize=1m\nss=iops:50%\n");
    assert!(without.view.jobs[0].steady.is_none());
    assert!(
        said(&without).contains("no effect without steadystate_duration"),
        "{}",
        said(&without)
    );
}

#[test]
fn batches_and_the_time_of_submission_are_fio_s() {
    let read = |lines: &str| {
        let stream = with(&format!("ioengine=libaio\ndirect=1\niodepth=16\n{lines}"));
        let batch = stream.emulation.batch.expect("it has rules");
        let rules = (batch.submit, batch.complete_min, batch.complete_max, batch.refill_depth);
        (stream.depth, rules, stream.emulation.times_submission)
    };
    assert_eq!(read(""), (16, (1, 1, 1, 16), true));
    assert_eq!(read("iodepth_batch=8\niodepth_batch_complete=4"), (16, (8, 4, 4, 16), true));
    assert_eq!(read("iodepth_batch=0\niodepth_low=99"), (16, (16, 1, 1, 16), true));
    assert_eq!(
        read("iodepth_batch_complete_min=2\niodepth_batch_complete_max=9\niodepth_low=4"),
        (16, (1, 2, 9, 4), true)
    );
    assert_eq!(read("iodepth_batch_complete_min=0").0, 1, "it waits for each");
    assert!(!read("gtod_reduce=1").2 && !read("disable_slat=1").2);
    let one_call = with("ioengine=psync").emulation;
    assert!(one_call.batch.is_none() && !one_call.times_submission);
    assert_eq!(with("ioengine=null\niodepth=16").depth, 1, "fio's null has one under way");
}

#[test]
fn pauses_and_a_rate_go_together_as_whichever_is_slower() {
    let think = |think_us, burst| Pace::ThinkTime { think_ns: Nanos::micros(think_us), burst };
    assert_eq!(with("thinktime=100\nrate_iops=500").pace, Pace::Fixed { rate_iops: 500.0 });
    assert_eq!(with("thinktime=10000\nrate_iops=500").pace, think(10_000, 1));
    let burst = with("thinktime=10000\nthinktime_blocks=10\nrate_iops=500");
    assert_eq!(burst.pace, Pace::Fixed { rate_iops: 500.0 });
    let on_top = with("thinktime=2000\nrate_iops=500\nrate_ignore_thinktime=1");
    assert_eq!(on_top.pace, Pace::Fixed { rate_iops: 250.0 });
    let by_time = with("thinktime=1s\nthinktime_iotime=9");
    assert_eq!(by_time.pace, think(1_000_000, u32::MAX));
    assert_eq!(by_time.emulation.pauses_every, Some(Nanos::secs(9)));
    let by_both = with("thinktime=1s\nthinktime_iotime=9\nthinktime_blocks=8");
    assert_eq!(by_both.pace, think(1_000_000, 8));
    let on_top = "thinktime=1s\nthinktime_iotime=3\nrate_iops=500";
    assert_eq!(with(on_top).pace, Pace::Fixed { rate_iops: 500.0 });
    let slower = with(&format!("{on_top}\nrate_ignore_thinktime=1"));
    assert_eq!(slower.pace, Pace::Fixed { rate_iops: 375.0 });
    let alone = job("[j]\nsize=1m\nthinktime_iotime=3\n");
    assert!(said(&alone).contains("no effect without thinktime"), "{}", said(&alone));
    let told = said(&job("[j]\nsize=1m\nthinktime=100\nrate_iops=500\n"));
    assert!(
        told.contains("operations start at equal intervals, at the mean rate of both"),
        "{told}"
    );
}

#[test]
fn what_is_durable_by_itself_is_not_flushed_as_well() {
    assert_eq!(with("rw=write\nfsync=4\nsync=dsync").sync, SyncMode::Dsync);
    assert_eq!(with("rw=write\nfdatasync=4\nsync=1").sync, SyncMode::Sync);
    let told = said(&job("[j]\nrw=write\nsize=1m\nfsync=4\nsync=dsync\n"));
    assert!(told.contains("`fsync`: each write is durable by itself"), "{told}");
    let both = job("[j]\nrw=write\nsize=1m\nfsync=4\nfdatasync=4\n");
    assert!(both.problems[0].1.text.contains("cannot be combined"), "{:?}", both.problems);
}

#[test]
fn memory_is_not_locked_and_that_is_told() {
    let read = job("[j]\nsize=1m\nlockmem=1m\n");
    workload(&read);
    assert!(said(&read).contains("no memory is locked"));
}
