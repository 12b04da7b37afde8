//! `serve` as a process: it prints its address, serves the stored results, and ends with Ctrl-C.

use crate::drive::{TestPlace, ended, signal, wait};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

#[test]
fn a_server_says_where_it_is_shows_new_runs_and_ends_at_an_interrupt() {
    let place = TestPlace::new("serve");
    let mut child = place.start(&["serve", "--listen", "127.0.0.1:0"]);
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    lines.read_line(&mut line).expect("a line");
    let address = line.trim().trim_start_matches("serving  http://").trim_end_matches('/');
    let list = || {
        let mut stream = TcpStream::connect(address).expect("it listens");
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    assert!(list().contains("The store contains no results yet"), "{line}");
    place.call(&["check", "sim:ssd", "--budget", "10s"]);
    assert!(list().contains("<a href=\"/runs/1\">1</a>"));
    signal(&child, "INT");
    wait(child).must_be(0, &["serve"]);
}

/// Reads and writes of all streams in a file of metrics.
fn operations(text: &str) -> u64 {
    let of = |line: &&str| {
        line.starts_with("plimsoll_live_operations_total{") && !line.contains("flush")
    };
    let value = |line: &str| line.rsplit(' ').next().and_then(|value| value.parse::<u64>().ok());
    text.lines().filter(of).map(|line| value(line).expect("a number")).sum()
}

/// Checks that a file of metrics has the labels of the newest result, which `serve` gives to the same metrics.
fn assert_labelled(place: &TestPlace, text: &str) {
    let runs = place.expect(0, &["results", "list", "--json"]).json();
    let label = |name: &str| format!("{name}={}", runs["runs"][0][name]);
    let labels = format!("{{{},{},", label("target"), label("subject"));
    assert!(text.contains(&format!("plimsoll_live_operations_total{labels}")), "{labels}: {text}");
}

#[test]
fn studies_and_soaks_give_their_figures_as_runs_do() {
    let place = TestPlace::new("metrics-studies");
    let layouts = ["compare", "--layout", "a=sim:ssd", "--layout", "b=sim:hdd", "--pause", "0s"];
    let soak = ["soak", "sim:ssd", "--roles", "data", "--load", "50", "--time", "10min"];
    let grid = ["--grid", "-b8 -o(1,2) -kR -frandom"];
    for words in [
        &["ramp", "sim:ssd", "--depths", "1-2", "--time", "1s", "--seed", "1"][..],
        &[&layouts[..], &grid].concat(),
        &soak,
    ] {
        let file = format!("{}.prom", words[0]);
        place.expect(0, &[words, &["--metrics-file", &file]].concat());
        let text = place.read(&file);
        assert!(operations(&text) > 100, "{words:?}: {text}");
        assert_labelled(&place, &text);
    }
}

#[test]
fn a_run_gives_its_figures_to_a_monitoring_system_while_it_runs_and_in_a_file() {
    let place = TestPlace::new("metrics");
    let job = "[target.t]\npath = \"sim:ssd\"\n[stream.s]\nread = \"50%\"\nios = 1000\n";
    let job = place.write("job.toml", job);
    let words = ["run", &job, "--metrics-file", "plimsoll.prom", "--metrics", "127.0.0.1:0"];
    place.expect(0, &words).tells("metrics  http://127.0.0.1:");
    let text = place.read("plimsoll.prom");
    assert_eq!(operations(&text), 1000, "{text}");
    assert_labelled(&place, &text);
    // The file is marked and may be replaced; an unmarked one may not.
    place.expect(0, &words[..4]);
    place.write("own.prom", "node_load1 1\n");
    place.expect(4, &["run", &job, "--metrics-file", "own.prom"]).tells("own.prom");
    assert_eq!(place.read("own.prom"), "node_load1 1\n");
    place.expect(3, &["run", &job, "--metrics", "0.0.0.0:0"]).tells("--metrics-file");
}

#[test]
fn a_check_writes_metrics_that_a_service_of_another_user_can_read() {
    let place = TestPlace::new("metrics-check");
    place.write("t", vec![1; 16 << 20]);
    let profile = place.expect(0, &["profiles", "postgres"]).stdout;
    place.write("own.toml", profile);
    let words = ["check", "t", "--overwrite", "t", "--for", "own.toml", "--roles", "data"];
    let words = [&words[..], &["--budget", "5s", "--metrics-file", "own.prom"]].concat();
    let output = place.command_after("umask 077", &words).output().expect("there is a shell");
    let ended = ended(output);
    assert!((0..=2).contains(&ended.code), "{}", ended.stderr);
    assert_labelled(&place, &place.read("own.prom"));
    let mode = std::fs::metadata(place.dir.join("own.prom")).expect("the file").permissions();
    assert_eq!(mode.mode() & 0o777, 0o644);
}

#[test]
fn connections_to_the_metrics_take_no_files_from_the_measurement() {
    let place = TestPlace::new("metrics-flood");
    place.write("t", vec![1; 16 << 20]);
    let words = ["ramp", "t", "--depths", "1-4", "--time", "1s", "--pause", "0s"];
    let words = [&words[..], &["--metrics", "127.0.0.1:0"]].concat();
    let mut command = place.command_after("ulimit -n 100", &words);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a shell");
    let mut told = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut line = String::new();
    while !line.contains("metrics  http://") {
        line.clear();
        assert!(told.read_line(&mut line).expect("text") > 0, "it says where they are");
    }
    let address = line.trim().trim_start_matches("metrics  http://").trim_end_matches("/metrics");
    let connect = || {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.write_all(b"GET /metrics HTTP/1.1\r\nX: ").ok()?;
        Some(stream)
    };
    let _unfinished: Vec<_> = (0..200).map(|_| connect()).collect();
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("text");
    let code = wait(child).code;
    assert!((0..=2).contains(&code), "{code}: {rest}");
}
