//! `serve` as a process: it says where it is, answers with what is stored, and ends with Ctrl-C.

use crate::drive::{TestPlace, signal, wait};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

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
    assert!(list().contains("There are no results yet"), "{line}");
    place.call(&["check", "sim:ssd", "--budget", "10s"]);
    assert!(list().contains("<a href=\"/runs/1\">1</a>"));
    signal(&child, "INT");
    wait(child).must_be(0, &["serve"]);
}

#[test]
fn what_it_cannot_serve_is_refused_with_the_way_out() {
    let place = TestPlace::new("serve-refused");
    place.expect(3, &["serve", "--listen", "0.0.0.0:0"]).tells("--token-file");
    let token = place.write("token", "short");
    place.expect(3, &["serve", "--token-file", &token]).tells("needs 16 at least");
    place.expect(3, &["serve", "--token-file", "absent"]).tells("absent");
    place.expect(3, &["serve", "--tls-cert", "a.pem"]).tells("--tls-key");
    let foreign = place.write("notes.txt", "no store");
    place.expect(4, &["serve", "--store", &foreign]).tells("is not a plimsoll results file");
}
