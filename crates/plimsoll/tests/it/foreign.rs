//! The commands of other tools from outside: their words in; their output, exactly and alone, on standard output.

use crate::drive::{TestPlace, signal, wait};
use std::os::unix::fs::symlink;

#[test]
fn a_link_named_like_the_tool_is_the_tool() {
    let place = TestPlace::new("link");
    symlink(env!("CARGO_BIN_EXE_plimsoll"), place.dir.join("sqlio")).expect("the folder is ours");
    let run = std::process::Command::new(place.dir.join("sqlio")).arg("-?").output();
    let run = run.expect("the link leads to the binary");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && text.starts_with("usage: plimsoll sqlio"), "{text}");
}

/// A device that is named with `--destroy` but not used is a mistake of the user in every command.
#[test]
fn a_device_given_up_in_vain_is_refused_in_every_tool() {
    let place = TestPlace::new("foreign-stray");
    place.write("x.lun", "sim:ssd\n");
    let cfg = place.write("s.cfg", "[File1]\nFileName=s.mdf\nInitialSize=1\nMaxSize=1\n");
    let stray = "/dev/plimsoll-stray";
    let cases: [(i32, &[&str]); 7] = [
        (1, &["fio", "--name=a", "--filename=sim:ssd", "--rw=randread", "--number_ios=9"]),
        (3, &["diskspd", "-d1", "-W0", "sim:ssd"]),
        (1, &["sqlio", "-s1", "-b8", "sim:ssd"]),
        (3, &["sqlio", "-s1", "--sweep", "-b(8)", "sim:ssd"]),
        (1, &["iometer", "--spec", "database", "--target", "sim:ssd"]),
        (1, &["orion", "-run", "simple", "-testname", "x"]),
        (3, &["sqliosim", "-cfg", &cfg]),
    ];
    for (code, words) in cases {
        let ended = place.expect(code, &[words, &["--destroy", stray][..]].concat());
        ended.tells(&format!("--destroy {stray}: this command does not work on that device"));
    }
    let mut allowed = place.command(&["sqlio", "-s1", "-b8", "sim:ssd"]);
    let output = allowed.env("PLIMSOLL_DESTROY", stray).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_batch_file_runs_each_line_with_its_own_tool_and_lists_all_results() {
    let place = TestPlace::new("batch");
    place.write(
        "tests.cmd",
        "@echo off\r\nfor %%o in (1 8) do (\r\n  diskspd -b8K -d1 -W0 -o%%o -r -L sim:ssd > disk-%%o.txt\r\n)\r\n\
         timeout /T 0\r\nsqlio -kR -s1 -frandom -b8 sim:ssd >> all.log\r\nsqlio -kR -s1 -b64 sim:ssd >> all.log\r\n",
    );
    let told = place.expect(0, &["run", "tests.cmd"]);
    assert!(place.read("disk-1.txt").contains("Results for timespan 1:"));
    assert!(place.read("disk-8.txt").contains("-o8"));
    assert_eq!(place.read("all.log").matches("CUMULATIVE DATA:").count(), 2);
    for load in ["diskspd -b8K -r -w0 -o8", "sqlio -kR -frandom -b8", "sqlio -kR -b64"] {
        assert!(told.stdout.contains(load), "{load}: {}", told.stdout);
    }
    told.tells("tests.cmd:6: sqlio -kR -s1 -frandom -b8 sim:ssd");
    // Each line is a job for `convert`, and `check --for` takes one of them.
    let converted = place.expect(0, &["convert", "tests.cmd", "--to", "diskspd"]);
    converted.tells("not converted exactly: tests.cmd#4: ");
    assert_eq!(converted.stdout.matches("rem tests.cmd#").count(), 4, "{}", converted.stdout);
    let line = ["check", "sim:ssd", "--no-report", "--budget", "5s", "--for"];
    place.expect(3, &[&line[..], &["tests.cmd"]].concat()).tells("tests.cmd#4: sqlio -kR -s1 -b64");
    let at_rate = ["tests.cmd#3", "--require", "iops>=200"];
    place.expect(0, &[&line[..], &at_rate].concat()).shows("required: iops>=200");
    // Every mistake is found before the first line runs.
    place.write(
        "wrong.bat",
        "sqlio -s1 -b8 sim:ssd > new.log\ndiskspd -bx -d1 sim:ssd\ngoto again\n",
    );
    let told = place.expect(3, &["run", "wrong.bat"]).stderr;
    assert!(told.contains("wrong.bat:2:1") && told.contains("wrong.bat:3:1"), "{told}");
    assert!(!place.dir.join("new.log").exists());
}

/// Simulated storage takes the place of the files that the articles name.
const PLACES: &str =
    "E:\\io.dat=sim:ssd;E:\\testfile.dat=sim:ssd;F:\\testfile.dat=sim:hdd;1:=sim:ssd;#1=sim:ssd";

#[test]
fn batch_files_of_articles_run_whole() {
    let cases = include_str!("foreign/batches.cases").split("\n== ").skip(1);
    let mut count = 0;
    for case in cases {
        let (head, text) = case.split_once('\n').expect("a head and a text");
        let (name, tests) = head.split_once(' ').expect("a name and a number");
        let tests = tests.split(':').next().and_then(|tests| tests.parse().ok());
        let place = TestPlace::new(&format!("batch-{name}"));
        place.write("tests.cmd", text.replace('\n', "\r\n"));
        place.write("mytest.lun", "sim:ssd\n");
        let mut command = place.command(&["run", "tests.cmd", "--json", "--seed", "7"]);
        let told = command.env("PLIMSOLL_MAP", PLACES).output().expect("it starts");
        let errors = String::from_utf8_lossy(&told.stderr);
        assert!(told.status.success(), "{name}: {errors}");
        let list: serde_json::Value = serde_json::from_slice(&told.stdout).expect("it is JSON");
        assert_eq!(list["runs"].as_array().map(Vec::len), tests, "{name}: {errors}");
        let answers = list["runs"].as_array().into_iter().flatten().map(|run| &run["answer"]);
        assert!(answers.into_iter().all(|answer| answer == "done"), "{name}: {list:#}");
        count += 1;
    }
    assert_eq!(count, 20);
}

const FIO: &str = "fio --name=a --rw=randread --bs=8k --iodepth=4 --ioengine=libaio --runtime=2 \
                   --time_based --output-format=json";

#[test]
fn fio_that_is_stopped_gives_its_results_so_far() {
    let place = TestPlace::new("fio-stop");
    let line = format!("{FIO} --filename=null --size=1g --rate_iops=1000 --runtime=60");
    let child = place.start(&line.split(' ').collect::<Vec<_>>());
    place.until_measured(1);
    signal(&child, "INT");
    let ended = wait(child);
    ended.must_be(128, &[&line]);
    assert!(ended.json()["jobs"][0]["read"]["total_ios"].as_u64() > Some(0), "{}", ended.stdout);
}

#[test]
fn results_are_printed_where_nothing_can_be_stored() {
    if !testkit::place::linux("a user always has a folder for programs") {
        return;
    }
    let place = TestPlace::new("nowhere");
    let mut command = place.command(&["diskspd", "-b8K", "-d1", "-W0", "-Su", "sim:ssd"]);
    for name in ["HOME", "XDG_DATA_HOME", "PLIMSOLL_STORE"] {
        command.env_remove(name);
    }
    let out = command.output().expect("the program is there");
    let (text, told) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{told}");
    assert!(text.contains("Total IO\n") && !text.contains("plimsoll"), "{text}");
    assert_eq!(told, "");
    let out = command.env("PLIMSOLL_NOTES", "stderr").output().expect("the program is there");
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(told.contains("this run is not stored: neither HOME"), "{told}");
}

#[test]
fn a_job_goes_to_another_tool_and_back() {
    let place = TestPlace::new("convert");
    let job = "[job]\nseed = 5\n[target.t]\npath = \"sim:ssd\"\nsize = \"1GiB\"\n\
        [stream.s]\nread = \"70%\"\nblock = \"8k\"\ndepth = 8\nduration = \"2s\"\n\
        [stream.log]\nread = 0\nblock = \"4k\"\naccess = \"sequential\"\nsync = \"dsync\"\noffset = \"90%\"\nduration = \"2s\"\n";
    place.write("job.toml", job);
    let fio = place.expect(0, &["convert", "job.toml", "--to", "fio", "-o", "job.fio"]);
    assert_eq!((fio.stdout.as_str(), fio.stderr.as_str()), ("", ""));
    place.expect(0, &["convert", "job.fio", "--to", "native", "-o", "back.toml"]);
    let streams = |name: &str| {
        let json = place.expect(0, &["run", name, "--json"]).json();
        let trial = json["trials"][0]["streams"].clone();
        let counts = |s: &serde_json::Value| {
            (s["name"].clone(), s["read"]["ios"].clone(), s["write"]["ios"].clone())
        };
        trial.as_array().expect("streams").iter().map(counts).collect::<Vec<_>>()
    };
    assert_eq!(streams("job.toml"), streams("back.toml"), "the same seed does the same I/O");
    std::fs::remove_file(place.dir.join("results.db")).expect("both ran");
    // Two different streams need a profile, and what it cannot express is told.
    let delayed = job.replace("sync = \"dsync\"", "delay = \"1s\"");
    place.write("two.toml", delayed);
    let profile = place.expect(0, &["convert", "two.toml", "--to", "diskspd", "-o", "two.xml"]);
    profile.tells("not converted exactly: log: DISKSPD starts all targets together");
    place.expect(0, &["convert", "two.xml", "--to", "native"]);
    place.expect(0, &["diskspd", "-Xtwo.xml", "-Rpxml"]);
    assert!(!place.dir.join("results.db").exists(), "a profile alone is printed, and nothing ran");
    place.expect(0, &["diskspd", "-Xtwo.xml"]);
    place.expect(3, &["convert", "no-such-file", "--to", "fio"]);
    let line = place.write("line.txt", "[job]\nrw=sideways\n");
    let taken = place.expect(3, &["convert", &line, "--to", "native"]);
    taken.tells("line.txt was recognized as a job in the language fio");
}

#[test]
fn a_header_pasted_with_a_command_line_is_pointed_at_in_every_tool() {
    let place = TestPlace::new("pasted");
    for (tool, header, rest, code) in [
        ("diskspd", "Command Line: diskspd", "-b4K -d1 -W0 sim:ssd", 3),
        ("sqlio", r"C:\SQLIO>sqlio.exe", "-kR -s1 sim:ssd", 1),
        ("orion", "Commandline:", "-run simple -testname t", 1),
        ("fio", "$ fio", "--name=a --filename=sim:ssd", 1),
        ("iometer", "iometer", "a.icf r.csv", 1),
    ] {
        let words: Vec<&str> =
            [tool].into_iter().chain(header.split(' ')).chain(rest.split(' ')).collect();
        let ended = place.expect(code, &words);
        let first = rest.split(' ').next().expect("a word");
        ended.tells(&format!("\"{header}\" was pasted with the command line"));
        ended.tells(&format!("begin with {first}"));
        ended.tells("1 problem; nothing was opened");
        assert!(!ended.stderr.contains("ERROR"), "{}", ended.stderr);
    }
    // A file of that name is a file.
    place.write("sqlio", "x".repeat(4096));
    let ended = place.call(&["sqlio", "sqlio", "sim:ssd", "-s1"]);
    assert!(!ended.stderr.contains("pasted"), "{}", ended.stderr);
}

#[test]
fn backslashes_that_a_shell_took_away_are_missed() {
    let place = TestPlace::new("backslashes");
    for tool in ["diskspd", "sqlio"] {
        place.call(&[tool, "C:dirfile"]).tells(r"such as 'C:\folder\file'");
        let ended = place.call(&[tool, r"C:\dir\file"]);
        assert!(!ended.stderr.contains("backslash"), "{}", ended.stderr);
    }
    let map = format!("C:={}", place.dir.path().display());
    let words = ["diskspd", "-c64K", "-b4K", "-d1", "-W0", "C:dirfile", "--map", &map];
    place.expect(0, &words).tells("warning: C:dirfile has no backslash");
    // The file exists now, so its name gives no warning.
    let again = place.expect(0, &words);
    assert!(!again.stderr.contains("backslash"), "{}", again.stderr);
}

#[test]
fn stripes_beyond_a_target_name_the_option_that_is_too_large() {
    let place = TestPlace::new("stripes-beyond");
    let words = ["sqlio", "-kR", "-s1", "-f1", "-i2000000", "-b64", "-o1", "-R1"];
    let map = ["--map", "1=sim:ssd?size=1GiB"];
    let ended = place.expect(1, &[&words[..], &map].concat());
    ended.tells("-i2000000 is too large for 1:: -f1 x -i2000000 x -b64 is 122.07 GiB");
    ended.tells("give -i16384 or less");
    let fits = words.map(|word| if word == "-i2000000" { "-i16384" } else { word });
    place.expect(0, &[&fits[..], &map].concat());
    let file = ["sqlio", "-kR", "-s1", "-f1", "-i2000000000", "-b1024", "-o1", "new.dat"];
    place.expect(1, &file).tells("-i2000000000 is too large for new.dat");
    assert!(!place.dir.join("new.dat").exists());
}
