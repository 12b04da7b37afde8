//! The page without a browser: its structure, its escaping, its size and its policy.

use base64::Engine;
use expect_test::expect_file;
use record::{Fact, FactRemark, FactTitle, Finding, Reason, Record, TrialPurpose};
use report::Language;
use report::html;
use report::html::{SCRIPT, html_without_library, policy};
use sha2::{Digest, Sha256};
use summary::warning::Detail;
use summary::{TimeSeriesPoint, Warning, WarningKind, Weight};
use testkit::proof::proof_example;
use testkit::record::{HOSTILE, bare_example, check_example, run_example};
use testkit::study::{compare_example, plan_example};
use workload::EngineUse;

/// The structure of the page: its styles, script, data and time series tables are replaced by a word.
fn structure(record: &Record) -> String {
    let mut page = html_without_library(record, Language::En);
    page = page.replace(SCRIPT, "(script)");
    for (open, close, word) in [
        ("<style>", "</style>", "(look)"),
        ("id=\"chart-data\" type=\"application/json\">", "</script>", "(data)"),
        ("http-equiv=\"Content-Security-Policy\" content=\"", "\"", "(policy)"),
    ] {
        let start = page.find(open).expect("the page has the part") + open.len();
        let end = start + page[start..].find(close).expect("the part ends");
        page.replace_range(start..end, word);
    }
    // One element per line, so that a change shows only the affected lines.
    page.replace("><", ">\n<")
}

#[test]
fn the_structure_of_the_pages_is_kept() {
    let mut check = check_example();
    // One role is enough to see the structure; the golden file stays readable.
    check.findings.truncate(1);
    check.trials.retain(|trial| trial.role == "log");
    check.trials.truncate(2);
    expect_file!["../golden/check.html.txt"].assert_eq(&structure(&check));
    expect_file!["../golden/run.html.txt"].assert_eq(&structure(&run_example()));
    expect_file!["../golden/proof.html.txt"].assert_eq(&structure(&proof_example()));
    expect_file!["../golden/bare.html.txt"].assert_eq(&structure(&bare_example()));
}

fn hostile_everywhere() -> Record {
    let mut record = check_example();
    let evil = || format!("{HOSTILE}\u{2028}<img src=x onerror=alert(1)>");
    for text in [
        &mut record.command,
        &mut record.version,
        &mut record.target,
        &mut record.requirement,
        &mut record.source_text,
    ] {
        *text = evil();
    }
    record.subject = evil().into();
    record.engine = EngineUse::Other(evil());
    let reason =
        || Reason::TrialFailed { trial: TrialPurpose::Other(evil()), failed: 1, operations: 9 };
    record.reason = reason();
    for trial in &mut record.trials {
        trial.role = evil();
        trial.purpose = TrialPurpose::Other(evil());
        trial.streams.iter_mut().for_each(|stream| stream.name = evil());
    }
    for finding in &mut record.findings {
        for text in [&mut finding.role, &mut finding.title] {
            *text = evil();
        }
        finding.reason = reason();
    }
    for group in &mut record.facts {
        group.title = FactTitle::Written(evil());
        group.rows.push(Fact::new(evil(), evil()).with(FactRemark::Written(evil())));
    }
    for warning in &mut record.warnings {
        warning.subject = evil().into();
        warning.detail = Detail::Unmounted(evil());
    }
    record.notes.push(evil().into());
    record
}

#[test]
fn no_text_of_a_record_becomes_markup() {
    let page = html_without_library(&hostile_everywhere(), Language::En);
    let own = html_without_library(&check_example(), Language::En);
    for tag in ["<script", "</script", "<!--", "<img", "onerror=alert(1)>"] {
        let (found, ours) = (page.matches(tag).count(), own.matches(tag).count());
        assert_eq!(ours, if tag.contains("script") { 3 } else { 0 }, "{tag} in our own page");
        assert_eq!(found, ours, "{tag} got through");
    }
}

/// The pages of studies already contain the hostile string in every name.
#[test]
fn no_name_of_a_study_becomes_markup() {
    let page = html_without_library(&plan_example(), Language::En);
    let own = html_without_library(&check_example(), Language::En);
    for tag in ["<script", "</script", "<!--", "<img"] {
        assert_eq!(page.matches(tag).count(), own.matches(tag).count(), "{tag} got through");
    }
    let (head, _) = page.split_once("chart-data").expect("the data come last");
    for text in [
        "disk06 is an outlier",
        "8 disks saturate",
        "raid10 is best",
        "--heat:",
        "queue depth 1 to 256",
    ] {
        assert!(head.contains(text), "{text} needs a script");
    }
}

#[test]
fn trials_of_a_ramp_stand_in_its_stage_and_several_lines_in_one_picture() {
    let mut record = plan_example();
    let check = check_example();
    let known = &check.findings[0];
    let stages = &mut record.study.as_mut().unwrap().stages;
    let depth_sweep = stages[3].clone();
    let Some(Finding::Race(race)) = &stages[2].finding else { panic!("the third is a race") };
    let layouts: Vec<String> = race.standings.iter().map(|s| s.name.clone()).take(2).collect();
    let raced = stages[2].name.clone();
    let place = |stage: &str, name: &str, path: &str| record::TargetRecord {
        stage: stage.to_owned(),
        name: name.to_owned(),
        kind: record::TargetKind::Directory,
        path: format!("/mnt/{path}"),
        size_bytes: 1 << 30,
        disks: Vec::new(),
    };
    for (layout, name) in layouts.iter().zip(["first", "second"]) {
        let places = [place(&raced, layout, name), place(name, "target", name)];
        record.targets.places.splice(0..0, places);
        let mut stage = depth_sweep.clone();
        let finding = record::RoleFinding { role: name.to_owned(), ..known.clone() };
        (stage.name, stage.points) = (name.to_owned(), Vec::new());
        stage.finding = Some(Finding::Ramp(finding));
        record.study.as_mut().unwrap().stages.push(stage);
        let trials = check.trials.iter().filter(|trial| trial.role == known.role).cloned();
        record.trials.extend(trials.map(|mut trial| {
            name.clone_into(&mut trial.role);
            trial
        }));
        let page = html_without_library(&record, Language::En);
        let side_by_side = page.matches("Load and latency of all ramps</h3>").count();
        assert_eq!(side_by_side, usize::from(name == "second"));
        assert!(!page.contains(" id=\"\""), "each chart has a place");
        assert_eq!(page.matches(&format!("<h2>{name}</h2>")).count(), 1, "one section for {name}");
        let (_, stage) = page.split_once(&format!("<h2>{name}</h2>")).expect("it is there");
        let (stage, _) = stage.split_once("</section>").expect("it ends");
        assert!(stage.contains("Time series"), "{stage}");
    }
}

/// 200 disks under two loads, and the classic grid on eight layouts.
#[test]
fn a_large_study_stays_below_two_megabytes() {
    let mut record = compare_example();
    let Some(Finding::Race(race)) = &mut record.study.as_mut().unwrap().stages[0].finding else {
        panic!("the example is a race");
    };
    let first = race.points.clone();
    for candidate in 3..8 {
        let mut standing = race.standings[0].clone();
        (standing.candidate, standing.name) = (candidate, format!("layout{candidate}"));
        race.standings.push(standing);
        let own = first.iter().filter(|point| point.candidate == 0).cloned();
        race.points.extend(own.map(|point| record::race::RacedPoint { candidate, ..point }));
    }
    let large = html(&record, Language::En).len();
    assert!(large < 2_000_000, "{large} bytes");
}

#[test]
fn every_warning_stands_on_the_terminal_on_the_page_and_in_the_json() {
    let mut record = check_example();
    let text = |kind: WarningKind| format!("suspect because of {}", kind.name());
    let warning = |kind: WarningKind| {
        Warning::of_stream("data", kind, Weight::Warning, Detail::Unmounted(text(kind)))
    };
    // One at a time, because the terminal has 40 lines.
    for kind in WarningKind::ALL.iter().copied() {
        record.warnings = vec![warning(kind)];
        let terminal =
            report::terminal(&record, &report::Style { width: 200, ..report::Style::PLAIN });
        let (page, json) =
            (html_without_library(&record, Language::En), report::export::json(&record));
        for (place, shown) in [("terminal", terminal), ("page", page), ("json", json)] {
            assert!(shown.contains(&text(kind)), "{} is not in the {place}: {shown}", kind.name());
        }
    }
}

#[test]
fn the_policy_knows_the_scripts_and_no_network() {
    let hash =
        |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(Sha256::digest(bytes));
    let policy = policy();
    let script = hash(SCRIPT.as_bytes());
    assert!(policy.contains(&script), "src/html/library.rs must name 'sha256-{script}'");
    assert!(policy.starts_with("default-src 'none'") && policy.contains("connect-src 'none'"));
    assert!(!policy.contains("http") && !policy.contains("unsafe-eval"));
    let page = html(&check_example(), Language::En);
    for outside in ["src=\"http", "href=\"http", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn a_page_stays_small_whatever_was_measured() {
    let usual = html(&check_example(), Language::En).len();
    assert!(usual < 700_000, "{usual} bytes");
    let mut long = check_example();
    for trial in &mut long.trials {
        for stream in &mut trial.streams {
            stream.points = (0..2_000u64)
                .map(|i| TimeSeriesPoint {
                    at_s: i as f64 + 0.123_456,
                    iops: 123_456.789 + i as f64,
                    mibps: 964.506_16,
                    p50_ns: 123_456_789,
                    p99_ns: 987_654_321,
                    max_ns: 1_987_654_321,
                    warm_up: i < 5,
                })
                .collect();
            stream.read.buckets = (0..400).map(|i| (1_234_567 + i * 1_000, 77)).collect();
            stream.write.buckets = stream.read.buckets.clone();
        }
    }
    let large = html(&long, Language::En).len();
    assert!(large < 2_500_000, "{large} bytes");
}

#[test]
fn the_answer_and_the_numbers_need_no_script() {
    let page = html_without_library(&check_example(), Language::En);
    let (head, _) = page.split_once("chart-data").expect("the data come last");
    for text in ["NOT FIT", "4,210", "3,430", "4,147 - 4,273", "no verdict", "<noscript>"] {
        assert!(head.contains(text), "{text}");
    }
    let verdict = head.find("NOT FIT for").or(head.find("class=\"word\"")).expect("a verdict");
    assert!(
        verdict < head.find("Load line of each role").expect("cards"),
        "the verdict comes first"
    );
}
