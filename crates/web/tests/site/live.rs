//! A run in progress: a page that works without a script, and events until the run has ended.

use super::{SILENCE_MAX, Site};
use record::live::RunProgress;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use store::{RunId, Store};
use testkit::record::{course, run_example};

/// A run in progress; each step writes one interval.
pub(super) struct LiveWriter {
    store: Store,
    pub(super) run: RunId,
    step: usize,
}

impl LiveWriter {
    pub(super) fn begin(site: &Site) -> Self {
        let mut store = Store::open(site.dir.join("results.db")).expect("the store");
        let run = store.begin(&run_example()).expect("room");
        Self { store, run, step: 0 }
    }

    pub(super) fn step(&mut self, share: f64) {
        let intervals = course("data", 500.0, Some(200.0), 1).intervals();
        let mut interval = intervals[self.step % intervals.len()].clone();
        let length_ns = interval.length_ns();
        interval.index = self.step as u64;
        interval.start_ns = interval.index * length_ns;
        interval.end_ns = interval.start_ns + length_ns;
        interval.warm_up = self.step < 3;
        self.store.interval(self.run, 0, "data", &interval, None).expect("room");
        let progress = RunProgress {
            written_unix_s: session::now_unix_s(),
            share: Some(share),
            left_s: Some(60.0 * (1.0 - share)),
            left_max_s: None,
        };
        self.store.put_progress(self.run, &progress).expect("room");
        self.step += 1;
    }

    pub(super) fn finish(&mut self) {
        self.store.finish(self.run, &run_example()).expect("room");
    }
}

struct EventReader(BufReader<TcpStream>);

impl EventReader {
    fn follow(site: &Site, run: RunId) -> Self {
        let mut stream = TcpStream::connect(&site.address).expect("the site listens");
        stream.set_read_timeout(Some(SILENCE_MAX)).expect("a time");
        let request = format!("GET /runs/{run}/events HTTP/1.1\r\nHost: {}\r\n\r\n", site.address);
        stream.write_all(request.as_bytes()).expect("it takes it");
        Self(BufReader::new(stream))
    }

    /// Returns the name and the data of the next event.
    fn next(&mut self) -> (String, String) {
        let (mut name, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).expect("it goes on") > 0, "the events end");
            match line.trim_end().split_once(": ") {
                Some(("event", text)) => text.clone_into(&mut name),
                Some(("data", text)) => return (name, text.to_owned()),
                _ => {}
            }
        }
    }
}

#[test]
fn the_page_of_a_run_under_way_says_what_it_does_without_a_script() {
    let site = Site::start("web-running", None);
    let mut writer = LiveWriter::begin(&site);
    let path = format!("/runs/{}", writer.run);
    assert!(site.get(&path, "").1.contains("preparing"));
    (0..5).for_each(|_| writer.step(0.25));
    let (status, text) = site.get(&path, "");
    assert_eq!(status, 200);
    for part in ["RUNNING", "25 % done", "45 s left", "Latency heat map", "http-equiv=\"refresh\""]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("connect-src 'self'") && text.contains("<path d=\"M55 "), "{text}");
    let (status, text) = site.get(&format!("{path}/report"), "");
    assert!(status == 200 && text.contains("refresh: 10\r\n"), "{text}");
    assert!(!site.get("/runs/1", "").1.contains("http-equiv=\"refresh\""));
    writer.finish();
    assert!(!site.get(&path, "").1.contains("RUNNING"));
}

#[test]
fn all_who_follow_a_run_hear_of_each_interval_and_of_its_end() {
    let site = Site::start("web-followed", None);
    let mut writer = LiveWriter::begin(&site);
    writer.step(0.1);
    let mut readers = [(); 3].map(|()| EventReader::follow(&site, writer.run));
    for reader in &mut readers {
        let (name, data) = reader.next();
        let seen: Value = serde_json::from_str(&data).expect("a document");
        assert_eq!(name, "figures");
        assert!(seen["html"].as_str().expect("text").contains("10 % done"), "{data}");
        assert_eq!(seen["charts"][0]["series"][0]["at"].as_array().expect("points").len(), 1);
    }
    writer.step(0.9);
    for reader in &mut readers {
        assert!(reader.next().1.contains("90 % done"));
    }
    writer.finish();
    for reader in &mut readers {
        let events = std::iter::repeat_with(|| reader.next().0);
        assert_eq!(events.take(3).find(|name| name != "figures").as_deref(), Some("ended"));
    }
    // A run that has ended, or does not exist, has no events.
    for run in [RunId(1), RunId(99)] {
        assert_eq!(EventReader::follow(&site, run).next().0, "ended");
    }
}
