//! The alert rules in a real Prometheus: each alert fires for its own failure and for nothing else, and only after its time.

use super::Site;
use super::metrics::{Prometheus, TOKEN, docs};
use record::soak::SoakMinute;
use record::{Record, RunKind, State, Verdict};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use store::{MinuteRows, SoakStart, Store};
use testkit::proof::proof_example;
use testkit::record::check_example;
use testkit::soak::soak_example;
use testkit::{skip, tool};

/// Each alert, and the hours for which its failure must last. The target of its failure has its name.
const ALERTS: [(&str, f64); 9] = [
    ("StorageNotFit", 5.0 / 60.0),
    ("DataFaulty", 1.0 / 60.0),
    ("AgreementBroken", 1.0 / 60.0),
    ("ErrorBudgetNearlyUsed", 5.0 / 60.0),
    ("SoakStalled", 5.0 / 60.0),
    ("SoakNotRun", 1.0),
    ("RunFailed", 5.0 / 60.0),
    ("CannotTellForDays", 72.0),
    ("ResultsOld", 1.0),
];
const DAY_S: i64 = 86_400;

/// Begins a soak and stores 20 minutes, of which so many are bad; its agreement allows ten.
pub(super) fn begin_soak(path: &Path, target: &str, begun_unix_s: i64, bad: i64) {
    let mut setup = soak_example().soak.expect("it is a soak").setup;
    setup.roles.truncate(1);
    setup.sla.truncate(1);
    setup.sla[0].share = 0.9;
    setup.planned_s = 6_000;
    let record = Record {
        state: State::Running,
        target: target.to_owned(),
        started_unix_s: begun_unix_s,
        verdict: None,
        soak: None,
        ..soak_example()
    };
    let mut store = Store::open(path).expect("a store");
    let start = SoakStart { identity: target.to_owned(), holder: String::new(), setup };
    let run = store.begin_soak(&record, &start).expect("room");
    for number in 0..20 {
        let p99_ns = if number < bad { 50_000_000 } else { 1_000_000 };
        let minute = SoakMinute {
            start_unix_s: begun_unix_s.div_euclid(60) * 60 + number * 60,
            counted_s: 60.0,
            due: 600,
            ios: 600,
            bytes: 600 * 8_192,
            errors: 0,
            backlog: 0,
            mean_ns: 500_000.0,
            p50_ns: 400_000,
            p99_ns,
            p999_ns: p99_ns,
            max_ns: p99_ns,
            excluded: None,
        };
        let rows = MinuteRows { role: 0, minute };
        store.soak_minute(run, &[rows], &[]).expect("room");
    }
}

/// Stores the failure of each alert, and imported results with all of them.
fn fail(path: &Path, now_unix_s: i64) {
    let check = |target: &str, verdict, age_s: i64| Record {
        state: State::Done,
        target: target.to_owned(),
        started_unix_s: now_unix_s - age_s,
        verdict,
        ..check_example()
    };
    let named = |target: &str, record: Record| Record {
        target: target.to_owned(),
        started_unix_s: now_unix_s,
        ..record
    };
    let imported = Record {
        kind: RunKind::Import,
        state: State::Failed,
        ..check("import", Some(Verdict::NotFit), 90 * DAY_S)
    };
    let records = [
        check("StorageNotFit", Some(Verdict::NotFit), 0),
        named("DataFaulty", proof_example()),
        named("AgreementBroken", soak_example()),
        Record { state: State::Failed, ..check("RunFailed", Some(Verdict::CannotTell), 0) },
        check("CannotTellForDays", Some(Verdict::CannotTell), 0),
        check("ResultsOld", Some(Verdict::Fit), 40 * DAY_S),
        Record { kind: RunKind::Soak, ..check("SoakNotRun", Some(Verdict::Fit), 9 * DAY_S) },
        check("fit", Some(Verdict::Fit), 0),
        imported.clone(),
        Record { verdict: Some(Verdict::CannotTell), subject: "other".into(), ..imported },
    ];
    let mut store = Store::open(path).expect("a store");
    for record in records {
        let run = store.begin(&record).expect("room");
        store.finish(run, &record).expect("room");
    }
    begin_soak(path, "ErrorBudgetNearlyUsed", now_unix_s - 20 * 60, 9);
    begin_soak(path, "SoakStalled", now_unix_s - 90 * 60, 0);
}

/// A site with all failures, and its metrics of them.
fn failed_site(name: &str, now_unix_s: i64) -> (Site, Vec<String>) {
    let site = Site::start(name, Some(TOKEN));
    fail(&site.dir.join("results.db"), now_unix_s);
    let (_, text) = site.get("/metrics", &format!("Authorization: Bearer {TOKEN}\r\n"));
    let targets = ALERTS.iter().map(|alert| alert.0).chain(["fit", "import"]);
    let targets: Vec<String> = targets.map(|target| format!("target=\"{target}\"")).collect();
    let ours = |line: &&str| targets.iter().any(|target| line.contains(target));
    let lines: Vec<String> = text.lines().filter(ours).map(str::to_owned).collect();
    assert!(targets.iter().all(|target| lines.iter().any(|line| line.contains(target))), "{text}");
    (site, lines)
}

#[test]
fn each_failure_fires_its_own_alert_alone_in_a_real_prometheus() {
    let Some(program) = tool("prometheus") else {
        return skip("no prometheus here; the alerts were not fired");
    };
    let (site, _) = failed_site("web-alerts", session::now_unix_s());
    let rules = std::fs::read_to_string(docs("alerts.yml")).expect("the rules");
    // Nobody waits three days here; promtool judges the times.
    let at_once = |line: &str| match line.split_once("for: ") {
        Some((indent, _)) => format!("{indent}for: 0s\n"),
        None => format!("{line}\n"),
    };
    let at_once: String = rules.lines().map(at_once).collect();
    let prometheus = Prometheus::start(&program, &site.address, &at_once);
    let targets = ALERTS.map(|alert| alert.0).join("|");
    let query = format!(
        "count by (alertname, target) (ALERTS{{alertstate=\"firing\", severity!=\"\", target=~\"{targets}|fit|import\"}})"
    );
    let fired = prometheus.query(&query, ALERTS.len());
    let fired: BTreeSet<(String, String, String)> = fired
        .iter()
        .map(|value| {
            let label = |name: &str| value["metric"][name].as_str().unwrap_or_default().to_owned();
            let count = value["value"][1].as_str().unwrap_or_default();
            (label("alertname"), label("target"), count.to_owned())
        })
        .collect();
    let once = |alert: (&str, f64)| (alert.0.to_owned(), alert.0.to_owned(), "1".to_owned());
    assert_eq!(fired, ALERTS.into_iter().map(once).collect());
}

/// The metrics as series of promtool, whose time begins at 0. The soak whose budget is nearly used stores a minute each minute.
fn series(lines: &[String], now_unix_s: i64, minutes: i64) -> String {
    let mut text = String::new();
    for line in lines {
        let (name, value) = line.rsplit_once(' ').expect("a value");
        let mut value: f64 = value.parse().expect("a number");
        if name.contains("_timestamp_seconds{") {
            value -= now_unix_s as f64;
        }
        let due = name.starts_with("plimsoll_soak_minute_due");
        let step = if due && name.contains("ErrorBudget") { 60 } else { 0 };
        let name = name.replace('\'', "''");
        writeln!(text, "  - series: '{name}'\n    values: '{value}+{step}x{minutes}'")
            .expect("a string");
    }
    text
}

#[test]
fn an_alert_fires_when_its_failure_has_lasted_long_enough() {
    let Some(promtool) = tool("promtool") else {
        return skip("no promtool here; the times of the alerts were not checked");
    };
    let now_unix_s = session::now_unix_s();
    let (site, lines) = failed_site("web-alert-times", now_unix_s);
    let mut looks: Vec<f64> = ALERTS.iter().flat_map(|(_, h)| [h - 1.0 / 60.0, h + 0.05]).collect();
    looks.sort_by(f64::total_cmp);
    let mut tests = format!(
        "rule_files: [{}]\nevaluation_interval: 1m\ntests:\n- interval: 1m\n  input_series:\n{}  promql_expr_test:\n",
        docs("alerts.yml").display(),
        series(&lines, now_unix_s, 80 * 60)
    );
    for look_h in looks {
        let minutes = (look_h * 60.0).round();
        writeln!(
            tests,
            "  - expr: 'count by (alertname, target) (ALERTS{{alertstate=\"firing\"}})'"
        )
        .expect("a string");
        writeln!(tests, "    eval_time: {minutes}m\n    exp_samples:").expect("a string");
        for (alert, _) in ALERTS.iter().filter(|alert| alert.1 <= minutes / 60.0) {
            let labels = format!("{{alertname=\"{alert}\", target=\"{alert}\"}}");
            writeln!(tests, "    - {{ labels: '{labels}', value: 1 }}").expect("a string");
        }
    }
    let file = site.dir.join("alerts.test.yml");
    std::fs::write(&file, &tests).expect("room");
    let output = Command::new(promtool).args(["test", "rules"]).arg(&file).output();
    let output = output.expect("it starts");
    let said =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{said:?}\n{tests}");
}
