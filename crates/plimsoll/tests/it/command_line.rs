//! The command line itself: wrong words, help, completions, man page, broken pipes.

use crate::drive::{CommandOutput, TestPlace, names_in};
use std::process::Stdio;

const COMMANDS: &str = "check run soak verify powercut inventory calibrate scale compare ramp study capture \
    profiles results diff size serve fio diskspd sqlio iometer orion sqliosim convert";

#[test]
fn a_wrong_command_line_ends_with_three() {
    let place = TestPlace::new("flags");
    let wrong: [&[&str]; 6] = [
        &[],
        &["sink"],
        &["check", "--colour"],
        &["run"],
        &["completions", "tcsh"],
        &["check", "--seed", "x"],
    ];
    for words in wrong {
        let ended = place.expect(3, words);
        assert_eq!(ended.stdout, "", "{words:?}");
        assert!(!ended.stderr.is_empty(), "{words:?}");
    }
    place.expect(3, &["check", "/no/such/place"]).tells("/no/such/place");
    place.expect(3, &["check", "sim:floppy", "--budget", "5s"]).tells("floppy");
    place.expect(3, &["profiles", "nope"]).tells("postgres");
}

#[test]
fn all_wrong_options_of_check_are_told_at_once() {
    let place = TestPlace::new("all-flags");
    let ended = place
        .line(3, "check sim:ssd --require 'foo>1' --budget 1q --size 3x --engine steam --for nope");
    for part in ["--require", "--budget", "--size", "--engine", "\"nope\""] {
        ended.tells(part);
    }
    place.expect(3, &["check", "sim:ssd", "--budget", "1s"]).tells("too short");
}

#[test]
fn a_refusal_speaks_the_language_of_the_reader() {
    let place = TestPlace::new("refusal-language");
    for (code, refusal) in [
        ("en", "--budget: 1s is too short; give at least 5 s"),
        ("de", "--budget: 1s ist zu kurz; geben Sie mindestens 5\u{a0}s an"),
        ("ru", "--budget: 1s мало; задайте не менее 5\u{a0}с"),
    ] {
        let ended = place.expect(3, &["check", ".", "--budget", "1s", "--lang", code]);
        assert_eq!(ended.stderr, format!("plimsoll: {refusal}\n"), "{code}");
        assert_eq!(ended.stdout, "", "{code}");
    }
}

#[test]
fn help_names_what_is_built_and_nothing_else() {
    let place = TestPlace::new("help");
    let help = place.expect(0, &["--help"]).stdout;
    let (list, rest) = help.split_once("\nOptions:\n").expect("options follow the commands");
    let lines = list.lines().filter_map(|line| line.strip_prefix("  "));
    let listed: Vec<&str> = lines.filter_map(|line| line.split("  ").next()).collect();
    assert!(listed.len() <= 20, "{help}");
    assert_eq!(listed.join(" ").replace(',', ""), COMMANDS);
    assert!(rest.contains("plimsoll completions") && rest.contains("plimsoll man"), "{rest}");
    for name in COMMANDS.split(' ').chain(["completions", "man"]) {
        let told = place.expect(0, &[name, "--help"]).stdout.to_lowercase();
        assert!(told.contains("usage:"), "{name}");
    }
    for (tool, word, option) in
        [("orion", "-help", "-num_disks"), ("sqliosim", "-?", "UseScatterGather or ScatterGather")]
    {
        assert!(place.expect(0, &[tool, word]).stdout.contains(option), "{tool}");
    }
    assert!(place.expect(0, &["--version"]).stdout.starts_with("plimsoll "));
}

#[test]
fn papers_are_made_from_the_same_definition() {
    if !testkit::place::linux("a mark is a file beside its output") {
        return;
    }
    let place = TestPlace::new("papers");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = place.expect(0, &["completions", shell]).stdout;
        assert!(text.contains("inventory") && text.contains("budget"), "{shell}");
    }
    place.folder("man");
    place.write("man/plimsoll-run.1", "a stranger's");
    place.expect(4, &["man", "--dir", "man"]).tells("plimsoll-run.1");
    std::fs::remove_file(place.dir.join("man/plimsoll-run.1")).expect("ours");
    // Twice, like an update over an older version.
    place.expect(0, &["man", "--dir", "man"]);
    place.expect(0, &["man", "--dir", "man"]);
    let pages = names_in(&place.dir.path().join("man").display().to_string());
    for name in COMMANDS.split(' ').chain(["completions", "man", "capture-fit", "results-report"]) {
        assert!(pages.contains(&format!("plimsoll-{name}.1")), "{name} is not in {pages:?}");
    }
    for page in &pages {
        let text = place.read(&format!("man/{page}"));
        a_sound_page(&text);
        // Every page that it refers to exists.
        let plain = text.replace('\\', "");
        let named = plain.split_whitespace().filter_map(|word| word.split_once("(1)"));
        for (name, _) in named.filter(|(name, _)| name.starts_with("plimsoll")) {
            assert!(pages.contains(&format!("{name}.1")), "{page} names {name}");
        }
    }
    let check = place.expect(0, &["man", "check"]).stdout;
    assert!(check.contains("budget") && check == place.read("man/plimsoll-check.1"), "{check}");
    assert!(place.expect(0, &["man", "powercut", "write"]).stdout.contains("ledger"));
    place.expect(3, &["man", "chekc"]).tells("\"chekc\" is not a command");
}

fn a_sound_page(text: &str) {
    assert_eq!(text.lines().filter(|line| line.starts_with(".TH plimsoll")).count(), 1, "{text}");
    for line in text.lines().filter(|l| l.starts_with('.')) {
        let request: String = line[1..].chars().take_while(|c| c.is_alphanumeric()).collect();
        let known =
            ["ie", "el", "TH", "SH", "SS", "TP", "PP", "RS", "RE", "br", "sp", "nf", "fi", "IP"];
        assert!(known.contains(&request.as_str()), "an unknown request of roff: {line}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = TestPlace::new("pipe");
    let dead = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    for words in [&["man"][..], &["--help"], &["profiles"], &["check", "sim:hdd", "--seed", "1"]] {
        let told = place.call(words).code;
        let output = place.command(words).stdout(dead()).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(told), "{words:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{words:?}: {stderr}");
    }
    // The reader of standard error may be gone too.
    let words = ["check", "sim:hdd", "--seed", "1"];
    let told = place.call(&words).code;
    let output = place.command(&words).stderr(dead()).output().unwrap();
    assert_eq!(output.status.code(), Some(told));
}

/// With `--json` every failure gives a document of the same form, and the text for people is unchanged.
#[test]
fn a_failure_is_a_document_too_where_json_is_asked_for() {
    let place = TestPlace::new("json-failures");
    let job = place
        .write("job.toml", "[target.d]\npath = \"d\"\nsise = 1\n[stream.r]\nios = 1\ndepth = 0\n");
    let cfg = place.write("s.cfg", "[CONFIG]\nTestCycles=x\n[File1]\nFileName=s.mdf\n");
    let cases: [(i32, &[&str]); 13] = [
        (3, &["verify", "--cfg", &cfg]),
        (3, &["calibrate", "/no/a", "/no/b", "--depth", "0"]),
        (3, &["compare", "--layout", "a"]),
        (3, &["ramp", "/no/t"]),
        (3, &["size", "--nead", "x"]),
        (3, &["diff", "1"]),
        (4, &["diff", "1", "2"]),
        (3, &["check", "/no/x", "--require", "x"]),
        (3, &["run", &job]),
        (4, &["results", "show", "7"]),
        (3, &["results", "import", "/no/a", "/no/b"]),
        (3, &["profiles", "nope"]),
        (3, &["study", "/no/plan.toml"]),
    ];
    for (code, words) in cases {
        let plain = place.expect(code, words);
        assert_eq!(plain.stdout, "", "{words:?}");
        let ended = place.expect(code, &[words, &["--json"][..]].concat());
        let text = |ended: &CommandOutput| {
            ended.stderr.split("\n\nUsage").next().unwrap_or_default().to_owned()
        };
        assert_eq!(text(&ended), text(&plain), "{words:?}");
        let document = ended.json();
        assert_eq!(
            (&document["format"], &document["kind"], &document["exit"]),
            (&1.into(), &"error".into(), &code.into())
        );
        let errors = document["errors"].as_array().expect("a list of errors");
        assert!(!errors.is_empty(), "{words:?}");
        for error in errors {
            let text = error["text"].as_str().expect("each has a text");
            assert!(!text.is_empty() && ended.stderr.contains(text), "{text}: {}", ended.stderr);
        }
    }
    let errors = place.expect(3, &["run", &job, "--json"]).json()["errors"].clone();
    let of = |number: usize, key: &str| errors[number][key].as_str().unwrap_or_default().to_owned();
    assert_eq!((of(0, "place"), of(1, "place")), (format!("{job}:3:1"), format!("{job}:6:9")));
    assert!(of(1, "text").contains("`depth` must be") && !of(1, "help").is_empty(), "{errors}");
}

#[test]
fn memory_that_the_system_refuses_is_said_so_and_is_no_bug() {
    if !testkit::place::linux("no limit of the address space") {
        return;
    }
    let place = TestPlace::new("memory");
    let result = place.write("result.json", "x".repeat(60_000_000));
    let mut command = place.command_after("ulimit -v 90000", &["results", "import", &result]);
    let output = command.output().expect("there is a shell");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(
        told.contains("not enough memory: the system refused ") && !told.contains("bug"),
        "{told}"
    );
}
