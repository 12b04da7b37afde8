//! Requested output files, and the store: the files that they must never replace, and the refusal before a measurement.

use crate::drive::{TestPlace, borrowed, until, wait};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

/// A short job of reads, which needs no permission.
fn job(place: &TestPlace) -> String {
    place.write("data", vec![7_u8; 1 << 20]);
    place.write("job.toml", "[target.x]\npath = \"data\"\n[stream.a]\nblock = \"4k\"\nios = 50\n")
}

#[test]
fn no_output_replaces_what_plimsoll_did_not_write() {
    let place = TestPlace::new("out-foreign");
    let job = job(&place);
    place.write("letter.html", "<html>precious</html>");
    symlink("letter.html", place.dir.join("link")).expect("a link");
    for option in ["--report", "--csv"] {
        for file in ["letter.html", "link", "job.toml", "data", "results.db", "results.db-wal", "."]
        {
            let ended = place.expect(4, &["run", &job, option, file]);
            ended.tells(&format!("{option}: {file} "));
            ended.tells("name another file");
            assert!(ended.stdout.is_empty(), "{file}: something was measured:\n{}", ended.stdout);
        }
        assert_eq!(place.read("letter.html"), "<html>precious</html>");
        assert!(place.dir.join("link").is_symlink());
    }
    place.expect(0, &["run", &job, "--report", "new.html", "--csv", "new.csv"]);
    for words in [
        ["results", "report", "last", "-o", "letter.html"].as_slice(),
        &["results", "report", "last", "-o", "results.db"],
        &["results", "export", "last", "--csv", "-o", "letter.html"],
        &["results", "export", "last", "--csv", "-o", "results.db"],
        &["run", &job, "--report", "same", "--csv", "same"],
    ] {
        place.expect(4, words);
    }
    assert_eq!(place.read("letter.html"), "<html>precious</html>");
    place.expect(0, &["results", "show", "last"]);
}

/// Every command that writes a file named by the user: its words, the file, and the possible first bytes of such a file. These
/// bytes alone must not make a file replaceable.
const WRITERS: &[(&str, &str, &str)] = &[
    ("run job.toml --report out", "out", "<meta name=\"generator\" content=\"plimsoll 0.1.0\">"),
    ("run job.toml --csv out", "out", "trial,role,purpose,stream,interval,start_s"),
    ("results report last -o out", "out", "<meta name=\"generator\" content=\"plimsoll 0.1.0\">"),
    ("results export last --csv -o out", "out", "trial,role,purpose,stream,interval,start_s"),
    ("convert job.toml --to fio -o out", "out", "; made by plimsoll\n[global]\n"),
    ("man --dir .", "plimsoll.1", ".TH plimsoll 1"),
    (
        "calibrate sim:hdd sim:ssd --time 1s --report out",
        "out",
        "<meta name=\"generator\" content=\"plimsoll 0.1.0\">",
    ),
    (
        "fio --name=x --ioengine=null --size=1m --rw=read --output=out",
        "out",
        "fio-3.33\nStarting 1 process\n",
    ),
    (
        "fio --name=x --ioengine=null --size=1m --rw=read --write_bw_log=l --log_avg_msec=500",
        "l_bw.1.log",
        "500, 17, 0, 0, 0\n",
    ),
];

#[test]
fn every_output_replaces_only_what_was_written_here_and_left_alone_since() {
    let place = TestPlace::new("out-all");
    job(&place);
    place.expect(0, &["run", "job.toml"]);
    for (line, file, looks) in WRITERS {
        let words = testkit::words(line);
        let words = borrowed(&words);
        let mine = format!("{looks} and my own words");
        place.write(file, &mine);
        let ended = place.call(&words);
        assert!([1, 4].contains(&ended.code), "{words:?}: {}\n{}", ended.code, ended.stderr);
        ended.tells(file);
        assert_eq!(place.read(file), mine, "{words:?}");
        fs::remove_file(place.dir.join(file)).expect("it is there");
        let ends = |again: &str| {
            let ended = place.call(&words);
            assert!([0, 2].contains(&ended.code), "{words:?} {again}\n{}", ended.stderr);
        };
        ends("the first time");
        ends("the second time");
        let written = place.read(file);
        place.write(file, format!("{written} changed"));
        let ended = place.call(&words);
        assert!([1, 4].contains(&ended.code), "{words:?}: {}\n{}", ended.code, ended.stderr);
        assert_eq!(place.read(file), format!("{written} changed"), "{words:?}");
        fs::remove_file(place.dir.join(file)).expect("it is there");
    }
}

#[test]
fn what_comes_to_lie_at_an_output_s_name_meanwhile_stays_and_the_output_lies_beside_it() {
    let place = TestPlace::new("out-meanwhile");
    let text = "[job]\ninterval = \"100ms\"\n[target.t]\npath = \"sim:ssd\"\n\
        [stream.s]\nblock = \"4k\"\nduration = \"2s\"\n";
    let text = text.replace("sim:ssd", "data");
    place.write("data", vec![7_u8; 1 << 20]);
    let job = place.write("job.toml", text);
    place.expect(0, &["run", &job, "--report", "old.html"]);
    let words = ["run", &job, "--report", "old.html", "--csv", "new.csv"];
    let before = place.rows();
    let child = place.start(&words);
    until("the second run has an interval", || (2..before).contains(&place.rows()));
    place.write("old.html", "mine");
    place.write("new.csv", "mine too");
    let ended = wait(child);
    ended.must_be(0, &words);
    ended.tells("old.html.1");
    ended.tells("new.csv.1");
    assert_eq!(
        (place.read("old.html").as_str(), place.read("new.csv").as_str()),
        ("mine", "mine too")
    );
    assert!(place.read("old.html.1").contains("</html>"));
    assert!(place.read("new.csv.1").starts_with("trial,role"));
}

#[test]
fn what_takes_the_name_of_a_pipe_meanwhile_keeps_every_byte() {
    if !testkit::place::linux("pipes are no files") {
        return;
    }
    let place = TestPlace::new("out-pipe");
    place.write("data", vec![7_u8; 1 << 20]);
    let text = "[job]\ninterval = \"100ms\"\n[target.t]\npath = \"data\"\n[stream.s]\nblock = \"4k\"\nduration = \"2s\"\n";
    let job = place.write("job.toml", text);
    let precious = "precious".repeat(1000);
    place.write("victim", &precious);
    let pipe = place.dir.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "coreutils are everywhere");
    // Both ends are opened, so that neither blocks.
    let held = fs::File::options().read(true).write(true).open(&pipe).expect("own");
    let words = ["run", &job, "--csv", "pipe"];
    let child = place.start(&words);
    place.until_measured(1);
    symlink("victim", place.dir.join("next")).expect("own");
    fs::rename(place.dir.join("next"), &pipe).expect("own");
    wait(child).must_be(0, &words);
    assert_eq!(place.read("victim"), precious);
    let mut first = [0; 10];
    std::io::Read::read_exact(&mut &held, &mut first).expect("the table is in the pipe");
    assert_eq!(&first, b"trial,role");
}

#[test]
fn our_own_pages_and_tables_are_replaced_and_streams_are_written() {
    if !testkit::place::linux("there is no /dev") {
        return;
    }
    let place = TestPlace::new("out-own");
    let job = job(&place);
    place.write("empty.html", "");
    symlink("page.html", place.dir.join("link")).expect("a link");
    let words = ["run", &job, "--report", "page.html", "--csv", "table.csv"];
    place.expect(0, &words);
    place.expect(0, &words);
    place.expect(0, &["run", &job, "--report", "link", "--csv", "/dev/null"]);
    assert!(place.dir.join("link").is_symlink(), "the link was replaced, not the page");
    place.expect(0, &["results", "report", "last", "-o", "empty.html"]);
    assert_eq!(place.read("empty.html"), place.read("page.html"));
    let shown = place.expect(0, &["results", "export", "last", "--csv", "-o", "/dev/stdout"]);
    assert_eq!(shown.stdout, place.expect(0, &["results", "export", "last", "--csv"]).stdout);
    let left = crate::drive::names_in(&place.dir.path().display().to_string());
    assert!(!left.iter().any(|name| name.ends_with(".part")), "{left:?}");
}

#[test]
fn a_page_that_cannot_be_written_is_told_before_measuring() {
    let place = TestPlace::new("out-folder");
    for target in ["sim:hdd", "."] {
        let words = ["check", target, "--budget", "5s", "--report", "missing/page.html"];
        place.expect(4, &words).tells("there is no folder missing");
    }
    assert!(!place.dir.join("results.db").exists(), "a check was begun");
    place
        .expect(4, &["check", "sim:hdd", "--report", "/proc/page.html"])
        .tells("cannot be written");
}

#[test]
fn a_page_that_was_asked_for_and_cannot_be_written_costs_the_exit_code_and_not_the_answer() {
    let place = TestPlace::new("out-full");
    let text = "[job]\ninterval = \"100ms\"\n[target.t]\npath = \"own.dat\"\nsize = \"16MiB\"\n\
        [stream.s]\nblock = \"4k\"\nduration = \"3s\"\n";
    let (job, folder) = (place.write("job.toml", text), place.folder("pages"));
    let words = ["run", &job, "--report", "pages/page.html"];
    let child = place.start(&words);
    place.until_measured(1);
    fs::remove_dir_all(folder).expect("ours");
    let ended = wait(child);
    ended.must_be(4, &words);
    ended.tells("failed to write pages/page.html");
    ended.shows("repeat");
}

#[test]
fn a_file_of_ours_into_which_others_wrote_is_overwritten_only_when_named() {
    let place = TestPlace::new("out-changed");
    let text = "[target.x]\npath = \"own data\"\nsize = \"4MiB\"\n\
        [stream.a]\nread = \"0%\"\nblock = \"4k\"\nios = 100\n";
    let job = place.write("job.toml", text);
    place.expect(0, &["run", &job]);
    place.expect(0, &["run", &job]);
    let path = place.dir.join("own data");
    let precious = vec![42_u8; 4 << 20];
    // Modified, not replaced: the mark stays on the file.
    let file = fs::File::options().write(true).open(&path).expect("it was made");
    std::os::unix::fs::FileExt::write_all_at(&file, &precious, 0).expect("written");
    drop(file);
    let ended = place.expect(4, &["run", &job]);
    ended.tells("by a run of plimsoll that continues or was killed, or by another program");
    let quote = if testkit::place::is_tested() { '"' } else { '\'' };
    ended.tells(&format!("--overwrite {quote}own data{quote}"));
    assert!(fs::read(&path).expect("there") == precious, "it was written to");
    // Reading does not mark it as a file of Plimsoll.
    let read = place.write("read.toml", text.replace("\"0%\"", "\"100%\""));
    place.expect(0, &["run", &read]);
    place.expect(4, &["run", &job]);
    place.expect(0, &["run", &job, "--overwrite", "own data"]);
    place.expect(0, &["run", &job]);
}

#[test]
fn the_command_that_repeats_a_run_survives_a_shell() {
    if !testkit::place::linux("names hold no control characters") {
        return;
    }
    let place = TestPlace::new("out-repeat");
    job(&place);
    let odd = "odd \u{1b}[31m\n имя.toml";
    fs::rename(place.dir.join("job.toml"), place.dir.join(odd)).expect("ours");
    let mut command = place.command(&["run", odd]);
    let output = command.env("LC_ALL", "C").output().expect("built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record = place.record("last");
    let repeat = record["command"].as_str().expect("it is stored");
    assert!(repeat.is_ascii() && !repeat.contains(char::is_control), "{repeat:?}");
    let (folder, repeat) = repeat.split_once(" && ").expect("a relative name needs its folder");
    assert_eq!(
        folder,
        format!("cd {}", fs::canonicalize(place.dir.path()).expect("ours").display())
    );
    let words = format!("printf '%s|' {repeat}");
    let Ok(said) = Command::new("bash").args(["-c", &words]).output() else {
        return testkit::skip("bash is not installed");
    };
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains(&format!("|{odd}|")), "{said:?}");
}

#[test]
fn names_keep_their_letters_in_a_pipe_and_what_repeats_a_run_says_from_where() {
    if !testkit::place::linux("cmd quotes in another way") {
        return;
    }
    let place = TestPlace::new("out-letters");
    job(&place);
    fs::rename(place.dir.join("job.toml"), place.dir.join("имя é.toml")).expect("ours");
    let said = |locale: &str, words: &[&str]| {
        let output = place.command(words).env("LC_ALL", locale).output().expect("built");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let here = fs::canonicalize(place.dir.path()).expect("ours");
    let told = format!("repeat       cd {} && plimsoll run 'имя é.toml' --seed ", here.display());
    let text = said("C.UTF-8", &["run", "имя é.toml"]);
    assert!(text.contains(&told), "{text}");
    assert!(said("C.UTF-8", &["results", "show", "last"]).contains(&told));
    assert!(said("C", &["results", "show", "last"]).is_ascii());
}
