//! The command line itself: wrong words, help, completions, man page, broken pipes.

use crate::drive::Place;
use std::process::Stdio;

const COMMANDS: [&str; 25] = [
    "check",
    "calibrate",
    "scale",
    "segment",
    "compare",
    "ramp",
    "study",
    "inventory",
    "powercut",
    "run",
    "profiles",
    "results",
    "diff",
    "size",
    "report",
    "verify",
    "fio",
    "diskspd",
    "sqlio",
    "iometer",
    "orion",
    "sqliosim",
    "convert",
    "completions",
    "man",
];

#[test]
fn a_wrong_command_line_ends_with_three() {
    let place = Place::new("flags");
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
    let place = Place::new("all-flags");
    let words = [
        "check", "sim:ssd", "--need", "foo>1", "--budget", "1q", "--size", "3x", "--engine",
        "steam", "--for", "nope",
    ];
    let ended = place.expect(3, &words);
    for part in ["--need", "--budget", "--size", "--engine", "\"nope\""] {
        ended.tells(part);
    }
    place.expect(3, &["check", "sim:ssd", "--budget", "1s"]).tells("too short");
}

#[test]
fn help_names_what_is_built_and_nothing_else() {
    let place = Place::new("help");
    let help = place.expect(0, &["--help"]).stdout;
    let listed: Vec<&str> = help
        .lines()
        .skip_while(|l| *l != "Commands:")
        .skip(1)
        .take_while(|l| !l.is_empty())
        .filter_map(|l| l.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert_eq!(listed, COMMANDS);
    for name in COMMANDS {
        let told = place.expect(0, &[name, "--help"]).stdout.to_lowercase();
        assert!(told.contains("usage:"), "{name}");
    }
    assert!(place.expect(0, &["--version"]).stdout.starts_with("plimsoll "));
}

#[test]
fn papers_are_made_from_the_same_definition() {
    let place = Place::new("papers");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = place.expect(0, &["completions", shell]).stdout;
        assert!(text.contains("inventory") && text.contains("budget"), "{shell}");
    }
    let man = place.expect(0, &["man"]).stdout;
    assert!(man.contains("\n.TH plimsoll") || man.starts_with(".TH plimsoll"), "{man:.200}");
    assert_eq!(man.matches("\n.TH ").count() + usize::from(man.starts_with(".TH ")), 1);
    for name in COMMANDS {
        assert!(man.contains(&format!(".SH \"COMMAND {}\"", name.to_uppercase())), "{name}");
    }
    for line in man.lines().filter(|l| l.starts_with('.')) {
        let request: String = line[1..].chars().take_while(|c| c.is_alphanumeric()).collect();
        let known =
            ["ie", "el", "TH", "SH", "SS", "TP", "PP", "RS", "RE", "br", "sp", "nf", "fi", "IP"];
        assert!(known.contains(&request.as_str()), "an unknown request of roff: {line}");
    }
}

#[test]
fn profiles_and_inventory_answer_in_text_and_json() {
    let place = Place::new("lists");
    assert!(place.expect(0, &["profiles"]).stdout.contains("postgres"));
    let list = place.expect(0, &["profiles", "--json"]).json();
    assert_eq!(list["profiles"].as_array().map(Vec::len), Some(10));
    assert!(place.expect(0, &["profiles", "etcd"]).stdout.contains("[role."));
    let found = place.expect(0, &["inventory", ".", "--json"]).json();
    assert!(found["groups"].as_array().is_some_and(|g| !g.is_empty()));
    place.expect(3, &["inventory", "/no/such/place"]);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new("pipe");
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
    // People's lines on standard error may have lost their reader too.
    let words = ["check", "sim:hdd", "--seed", "1"];
    let told = place.call(&words).code;
    let output = place.command(&words).stderr(dead()).output().unwrap();
    assert_eq!(output.status.code(), Some(told));
}
