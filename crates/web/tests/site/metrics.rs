//! The metrics in a real Prometheus: every query of the dashboard returns data.

use super::Site;
use super::alerts::begin_soak;
use report::LiveMetrics;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use testkit::{TempDir, skip, tool};

pub(super) const TOKEN: &str = "a-token-of-24-characters";
/// The number of attempts before a query counts as empty, and the time between them.
const TRIES: usize = 600;
const LOOK: Duration = Duration::from_millis(100);

/// A Prometheus server of the system; ends when dropped.
pub(super) struct Prometheus {
    process: Child,
    address: String,
    _dir: TempDir,
}

impl Prometheus {
    /// A server that scrapes a site and evaluates rules.
    pub(super) fn start(program: &Path, target: &str, rules: &str) -> Self {
        let dir = TempDir::new("prometheus");
        // The port is free at this moment; Prometheus does not accept an open socket.
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = port.expect("a port").to_string();
        std::fs::write(dir.join("rules.yml"), rules).expect("room");
        let config = format!(
            "global: {{evaluation_interval: 1s}}\nrule_files: [rules.yml]\n\
             scrape_configs:\n- job_name: plimsoll\n  scrape_interval: 1s\n  authorization: {{credentials: {TOKEN}}}\n  \
             static_configs: [{{targets: ['{target}']}}]\n"
        );
        std::fs::write(dir.join("prometheus.yml"), config).expect("room");
        let process = Command::new(program)
            .arg(format!("--config.file={}", dir.join("prometheus.yml").display()))
            .arg(format!("--storage.tsdb.path={}", dir.join("data").display()))
            .arg(format!("--web.listen-address={address}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(dir.join("log")).expect("room"))
            .spawn()
            .expect("it starts");
        Self { process, address, _dir: dir }
    }

    /// Returns the result of a query once it has as many values; the last result if it never has.
    pub(super) fn query(&self, query: &str, least: usize) -> Vec<Value> {
        let query: String = query.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let request =
            format!("GET /api/v1/query?query={query} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address);
        let mut values = Vec::new();
        for _ in 0..TRIES {
            let found = self.ask(&request).unwrap_or_default();
            values = found["data"]["result"].as_array().cloned().unwrap_or_default();
            if values.len() >= least {
                break;
            }
            std::thread::sleep(LOOK);
        }
        values
    }

    fn ask(&self, request: &str) -> Option<Value> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

pub(super) fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/grafana").join(name)
}

#[test]
fn every_query_of_the_dashboard_gives_data_in_a_real_prometheus() {
    let Some(program) = tool("prometheus") else {
        return skip("no prometheus here; the dashboard's queries were not run");
    };
    let site = Site::start("web-metrics", Some(TOKEN));
    begin_soak(&site.dir.join("results.db"), "/srv/db", session::now_unix_s(), 0);
    let prometheus = Prometheus::start(&program, &site.address, "");
    let text = std::fs::read_to_string(docs("plimsoll.json")).expect("the dashboard");
    let dashboard: Value = serde_json::from_str(&text).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().expect("targets"));
    let queries: Vec<&str> =
        targets.map(|target| target["expr"].as_str().expect("a query")).collect();
    assert!(queries.len() >= 8, "{queries:?}");
    for query in queries {
        assert!(!prometheus.query(query, 1).is_empty(), "{query} gives nothing");
    }
    // The documentation names exactly the metrics that are exported.
    let (_, text) = site.get("/metrics", &format!("Authorization: Bearer {TOKEN}\r\n"));
    let given = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let mut given: Vec<String> = given.map(str::to_owned).collect();
    let page = std::fs::read_to_string(docs("../reference/metrics.md")).expect("the page");
    let named = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let mut named: Vec<String> = named.map(str::to_owned).collect();
    given.sort();
    named.sort();
    assert_eq!(given, named);
}

/// The answer to a request for the metrics of a run in progress, whose Host header names `host`.
fn live_answer(host: &str) -> String {
    let mut live = LiveMetrics::default();
    live.label(record::RunKind::Soak, "/srv/\"db\"", &"postgres".into());
    live.count("data", "read", [6, 6 * 8192, 1], [(90_000, 6)].into_iter());
    live.progress(Some(0.5));
    let own = "127.0.0.1:0".parse().expect("an address");
    let address = web::expose(own, Arc::new(Mutex::new(live))).expect("a free port");
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[test]
fn the_metrics_of_a_run_are_for_this_machine_alone() {
    let own = live_answer("localhost:9101");
    assert!(own.starts_with("HTTP/1.1 200") && own.contains("plimsoll_live_"), "{own}");
    let other = live_answer("evil.example:9101");
    assert!(other.starts_with("HTTP/1.1 421") && !other.contains("plimsoll_live_"), "{other}");
}

#[test]
fn promtool_has_nothing_to_say_about_the_metrics() {
    let Some(promtool) = tool("promtool") else {
        return skip("no promtool here; the metrics were not checked");
    };
    let site = Site::start("web-promtool", Some(TOKEN));
    let (_, stored) = site.get("/metrics", &format!("Authorization: Bearer {TOKEN}\r\n"));
    for answer in [stored, live_answer("localhost")] {
        assert!(answer.contains("content-type: text/plain; version=0.0.4"), "{answer}");
        let (_, text) = answer.split_once("\r\n\r\n").expect("a body");
        let mut check = Command::new(&promtool)
            .args(["check", "metrics"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = check.stdin.take().expect("it is piped");
        input.write_all(text.as_bytes()).expect("it reads");
        drop(input);
        let output = check.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}\n{text}");
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}\n{text}");
    }
}
