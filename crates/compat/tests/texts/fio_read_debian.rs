//! Jobs are read as Debian's fio reads them: accepted and refused ones, command lines, sizes.

use compat::fio::{self, Command, Context, FioView};
use compat::foreign::Foreign;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output};

fn read(path: &Path, word: &str) -> Foreign<FioView> {
    let load = |name: &str| std::fs::read_to_string(name).map_err(|error| error.to_string());
    let context = Context { literal: true, ..Context::of(&load) };
    let words = [word.to_owned(), path.to_string_lossy().into_owned()];
    fio::read(&words, &context, &[])
}

fn fio(words: &[&str]) -> Option<Output> {
    Process::new("fio").args(words).current_dir(env!("CARGO_TARGET_TMPDIR")).output().ok()
}

/// Job files, each with whether fio accepts it.
const JOBS: [(bool, &str); 15] = [
    (true, "[a]\nioengine=null\nsize=64m\nrw=randread\n"),
    (
        true,
        "[global]\nioengine=null\nsize=1g\nbs=4k\n[a]\nrw=randrw\nrwmixread=70\nnumjobs=3\n[b]\nstonewall\nrw=write\nbs=64k\n",
    ),
    (true, "[a]\nioengine=null\nsize=1g\nbs=8k,32k\nrw=rw\n"),
    (true, "[a]\nioengine=null\nsize=1g\nbssplit=4k/50:64k/50\nrw=write\n"),
    (true, "[a]\nioengine=null\nsize=1g\nbsrange=64k-4k\nrw=write\n"),
    (true, "[a]\nioengine=null\nsize=1g\nrw=read ; a comment\nruntime=5m\ntime_based\n"),
    (true, "[a]\nioengine=null\nsize=1g\nbs =8k\nblocksize=16k\n"),
    (true, "[a]\nioengine=null\nsize=1g\nrandom_distribution=zipf:1.2\nrw=randread\niodepth=16\n"),
    (true, "[a]\nioengine=null\nsize=1g\nrate_iops=500,100\nrw=randrw\nthinktime=0\n"),
    (true, "[a]\nioengine=null\nsize=1g\nfsync=8\nrw=write\nwrite_bw_log=x\nlog_avg_msec=500\n"),
    (true, "[a]\nioengine=null\nsize=1.5g\nruntime=10min\nbs=4KB\n"),
    (false, "[a]\nioengine=null\nsize=1g\nrw=sideways\n"),
    (false, "[a]\nioengine=null\nsize=1g\nbogus=1\n"),
    (false, "[a]\nioengine=null\nsize=1g\ndirect=yes\n"),
    (false, "size=1g\n[a]\nioengine=null\n"),
];

fn file(number: usize, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("debian-{number}.fio"));
    std::fs::write(&path, text).expect("the folder of tests can be written");
    path
}

#[test]
fn jobs_that_fio_takes_are_taken_and_others_are_not() {
    if fio(&["--version"]).is_none() {
        eprintln!("SKIPPED: there is no fio here");
        return;
    }
    for (number, (right, text)) in JOBS.into_iter().enumerate() {
        let path = file(number, text);
        let name = path.to_string_lossy().into_owned();
        let there = fio(&["--parse-only", &name]).expect("fio runs");
        assert_eq!(there.status.success(), right, "fio itself: {text}");
        let here = read(&path, "--parse-only");
        assert_eq!(here.problems.is_empty(), right, "{text}{:?}", here.problems);
    }
}

#[test]
fn a_job_shown_as_a_command_line_is_what_fio_shows() {
    if fio(&["--version"]).is_none() {
        eprintln!("SKIPPED: there is no fio here");
        return;
    }
    for (number, (_, text)) in JOBS.into_iter().enumerate().filter(|(_, job)| job.0) {
        let path = file(100 + number, text);
        let there = fio(&["--showcmd", &path.to_string_lossy()]).expect("fio runs");
        let there = String::from_utf8_lossy(&there.stdout).into_owned();
        let here = read(&path, "--showcmd");
        let Command::ShowCommand(lines) = here.view.command else { panic!("{text}") };
        assert_eq!(lines.join("\n").trim_end(), there.trim_end(), "{text}");
    }
}

/// The numbers that fio's own parser prints, by option.
fn parsed(text: &str) -> BTreeMap<String, u64> {
    let mut numbers = BTreeMap::new();
    let mut option = String::new();
    for line in text.lines() {
        if let Some(at) = line.find("__handle_option=") {
            option = line[at + 16..].split(',').next().unwrap_or_default().to_owned();
        } else if let Some(at) = line.find("out=") {
            let number = line[at + 4..].split(|c: char| !c.is_ascii_digit()).next();
            if let Some(number) = number.and_then(|n| n.parse().ok()) {
                numbers.insert(option.clone(), number);
            }
        }
    }
    numbers
}

#[test]
fn sizes_and_times_are_literally_the_numbers_that_fio_takes() {
    if fio(&["--version"]).is_none() {
        eprintln!("SKIPPED: there is no fio here");
        return;
    }
    for (number, (size, runtime)) in [
        ("64m", "5"),
        ("1.5g", "1.5s"),
        ("4kb", "10min"),
        ("3G", "2m"),
        ("512MiB", "90s"),
        ("0x100000", "1h"),
        ("1gi", "10sec"),
        ("123456", "250ms"),
        ("7kk", "3d"),
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("[a]\nioengine=null\nrw=read\nsize={size}\nruntime={runtime}\n");
        let path = file(200 + number, &text);
        let there = fio(&["--parse-only", "--debug=parse", &path.to_string_lossy()]);
        let there = parsed(&String::from_utf8_lossy(&there.expect("fio runs").stdout));
        let here = read(&path, "--parse-only");
        let workload =
            here.workload.as_ref().unwrap_or_else(|| panic!("{text}{:?}", here.problems));
        let stop = workload.streams[0].stop;
        let workload::Extent::Bytes(bytes) = workload.streams[0].size.expect("it has a size")
        else {
            panic!("{text}")
        };
        assert_eq!(Some(&bytes.0), there.get("size"), "{text}");
        let micros = stop.duration_ns.map(|time| time.0 / 1000);
        assert_eq!(micros.as_ref(), there.get("runtime"), "{text}");
    }
}

#[test]
fn every_option_that_fio_knows_is_in_the_table() {
    let Some(help) = fio(&["--cmdhelp"]) else {
        eprintln!("SKIPPED: there is no fio here");
        return;
    };
    let mut texts = vec![String::from_utf8_lossy(&help.stdout).into_owned()];
    for engine in ["io_uring", "libaio", "pvsync2", "mmap", "rbd", "net", "cpuio", "sg"] {
        let help = fio(&[&format!("--enghelp={engine}")]).expect("fio runs");
        texts.push(String::from_utf8_lossy(&help.stdout).into_owned());
    }
    let mut missing = Vec::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        let Some((name, _)) = line.split_once(':') else { continue };
        let name = name.trim();
        if name.contains(' ') || name.is_empty() {
            continue;
        }
        if !fio::options::OPTIONS.iter().any(|row| row.name == name) {
            let word = format!("[a]\nsize=1m\nioengine=null\n{name}=0\n");
            let path = file(300, &word);
            let read = read(&path, "--parse-only");
            if read.problems.iter().any(|(_, p)| p.text.contains("there is no option")) {
                missing.push(name.to_owned());
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}
