//! The terminal output, compared with golden files; `UPDATE_EXPECT=1 cargo test -p report` rewrites them.

use expect_test::expect_file;
use record::calibrate::DiskFinding;
use record::note::{FailedIo, IoFailureCause};
use record::proof::Soundness;
use record::{Finding, Note, Reason, Record, RoleFinding};
use report::Language;
use report::{Places, Style, terminal, terminal_at};
use summary::warning::Detail;
use summary::{Estimate, Warning, WarningKind, WarningSubject, Weight};
use testkit::proof::proof_example;
use testkit::record::{bare_example, check_example, run_example};
use testkit::soak::soak_example;
use testkit::study::{
    calibrate_example, compare_example, depth_sweep_example, plan_example, scale_example,
};

fn places() -> Places {
    Places {
        report: Some("./plimsoll-report.html".to_owned()),
        store: Some("run 12 in ~/.local/share/plimsoll/results.db".to_owned()),
    }
}

fn plain(width: usize) -> Style {
    Style { colour: false, unicode: false, width, language: Language::En }
}

#[test]
fn a_check_and_a_run_read_well() {
    for (name, record) in [("check", check_example()), ("run", run_example())] {
        let text = terminal_at(&record, &plain(80), &places());
        expect_file![format!("../golden/{name}-80.txt")].assert_eq(&text);
    }
}

#[test]
fn answers_read_well_in_every_language() {
    for language in [Language::Ru, Language::De] {
        for (name, record) in [("check", check_example()), ("soak", soak_example())] {
            let style = Style { colour: false, unicode: true, width: 80, language };
            let text = terminal_at(&record, &style, &places());
            expect_file![format!("../golden/{name}-{}.txt", language.code())].assert_eq(&text);
            for line in text.lines().filter(|line| line.chars().count() > 80) {
                let command = line.contains("plimsoll check") || line.contains("plimsoll soak");
                assert!(command, "{line}");
            }
        }
    }
}

/// Whatever the length of a name, a blank or a line break separates it from the next number.
#[test]
fn a_name_that_outgrows_its_column_never_runs_into_a_number() {
    let mut record = run_example();
    for length in 10..30 {
        let name = format!("{}1", "x".repeat(length));
        record.trials[0].streams[0].name.clone_from(&name);
        let text = terminal_at(&record, &plain(80), &places());
        let after = text.split_once(&name).expect("it is named").1;
        assert!(after.starts_with([' ', '\n']), "{name}: {text}");
    }
}

#[test]
fn studies_read_well() {
    for (name, record) in [
        ("calibrate", calibrate_example()),
        ("scale", scale_example()),
        ("compare", compare_example()),
        ("depth-sweep", depth_sweep_example()),
        ("plan", plan_example()),
    ] {
        for width in [80, 120] {
            let text = terminal_at(&record, &plain(width), &places());
            assert!(text.lines().count() <= 40, "{name} at {width}: {text}");
        }
        let text = terminal_at(&record, &plain(80), &places());
        expect_file![format!("../golden/{name}-80.txt")].assert_eq(&text);
    }
}

fn failed_read(stream: &str) -> Note {
    Note::FailedIo(FailedIo {
        stream: stream.to_owned(),
        operation: base::IoKind::Read,
        length_bytes: 8192,
        offset_bytes: 0,
        at_ns: 1_000_000,
        cause: IoFailureCause::Errno(5),
    })
}

#[test]
fn a_study_whose_operations_failed_too_often_gives_no_verdict_and_shows_the_first_ones() {
    let mut record = scale_example();
    let shown = |record: &Record| terminal_at(record, &plain(120), &places());
    assert!(shown(&record).contains("+ 8 disks saturate"), "{}", shown(&record));
    let point = &mut record.study.as_mut().expect("a study").stages[0].points[0];
    point.measured.errors = 1 + (0.002 * point.measured.iops.value * point.measured.seconds) as u64;
    let (kind, weight, subject) = (WarningKind::IoErrors, Weight::Forbids, WarningSubject::Run);
    record.warnings.push(Warning { kind, weight, subject, detail: Detail::Interrupted });
    record.notes.insert(0, failed_read("disk1"));
    let text = shown(&record);
    assert!(text.contains("? No verdict: too many operations failed in 1 point."), "{text}");
    assert!(text.contains("note") && text.contains("at offset 0 failed after 1 ms"), "{text}");
}

/// A number that is cut would be read as another number.
#[test]
fn tables_never_cut_a_number() {
    let wide = |record: &mut Record| {
        let Some(Finding::Calibrate(finding)) =
            &mut record.study.as_mut().unwrap().stages[0].finding
        else {
            panic!("a calibration")
        };
        for (number, disk) in finding.loads[0].disks.iter_mut().enumerate() {
            disk.name = format!("/dev/disk/by-id/a-long-name-of-a-disk-{number}");
            disk.mibps = Estimate::between(67_456.0, 7_581.0, 1_067_456.0);
        }
    };
    let mut calibrate = calibrate_example();
    wide(&mut calibrate);
    for record in
        [calibrate, scale_example(), compare_example(), depth_sweep_example(), plan_example()]
    {
        for width in 40..=120 {
            let text = terminal(&record, &plain(width));
            let cut = |line: &&str| {
                line.match_indices("..").any(|(at, _)| {
                    let word = line[..at].rsplit("  ").next().unwrap_or_default();
                    let number = |c: char| c.is_ascii_digit() || " ,.()-".contains(c);
                    word.contains(|c: char| c.is_ascii_digit()) && word.chars().all(number)
                })
            };
            if let Some(line) = text.lines().find(cut) {
                panic!("at {width} columns: {line}\n{text}");
            }
        }
    }
}

#[test]
fn the_notes_of_a_study_take_few_lines() {
    let mut record = scale_example();
    record.warnings.clear();
    record.notes = (1..=5).map(|number| format!("remark {number}").into()).collect();
    record.notes.push(failed_read("s"));
    let text = terminal(&record, &plain(80));
    for part in ["note         remark 1\n", "note         remark 3\n", "2 more notes in the report"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("remark 4") && !text.contains("failed after"), "{text}");
}

#[test]
fn outliers_of_200_disks_fit_on_forty_rows() {
    let mut record = calibrate_example();
    let Some(Finding::Calibrate(finding)) = &mut record.study.as_mut().unwrap().stages[0].finding
    else {
        panic!("the example calibrates");
    };
    for n in 15..=200 {
        finding.config.disks.push(format!("disk{n}"));
        for load in &mut finding.loads {
            let healthy = load.disks[1].clone();
            load.disks.push(DiskFinding { name: format!("disk{n}"), ..healthy });
        }
    }
    record.warnings.clear();
    for width in [60, 80, 200] {
        let text = terminal_at(&record, &plain(width), &places());
        let rows: usize =
            text.lines().map(|line| line.chars().count().div_ceil(width).max(1)).sum();
        assert!(rows <= 40, "{rows} rows at {width}: {text}");
        assert!(text.contains("disk06") && text.contains("more rows in the report"), "{text}");
    }
}

#[test]
fn a_check_that_found_nothing_says_so() {
    expect_file!["../golden/bare-80.txt"].assert_eq(&terminal(&bare_example(), &plain(80)));
}

/// A check of `roles` roles with `warnings` warnings, all with long texts.
fn crowd(example: &Record, roles: usize, warnings: usize) -> Record {
    let mut record = example.clone();
    record.trials.clear();
    let findings: Vec<RoleFinding> = record.findings.clone();
    record.findings = findings.into_iter().cycle().take(roles).collect();
    let some = record.warnings.clone();
    record.warnings = some.into_iter().cycle().take(warnings).collect();
    record
}

#[test]
fn a_check_takes_one_screen() {
    let example = check_example();
    for (roles, warnings) in [(0, 0), (1, 0), (2, 9), (4, 4), (6, 26), (12, 26), (60, 100)] {
        for width in [80, 100, 120, 200] {
            let text = terminal_at(&crowd(&example, roles, warnings), &plain(width), &places());
            let rows: usize = text.lines().map(|l| l.chars().count().div_ceil(width).max(1)).sum();
            assert!(
                rows <= 24,
                "{roles} roles, {warnings} warnings at {width}: {rows} rows\n{text}"
            );
            assert!(text.contains("NOT FIT") && text.contains("repeat"), "{text}");
        }
    }
}

#[test]
fn plain_text_is_ascii_and_colour_is_only_where_it_is_wanted() {
    for record in [check_example(), run_example(), bare_example()] {
        let text = terminal(&record, &plain(80));
        assert!(text.is_ascii(), "{text}");
        assert!(!text.contains('\x1b'));
        let mut hostile = record.clone();
        hostile.target = "/srv/\x1b]0;owned\x07\u{202e}name".to_owned();
        let fine = Style { colour: false, unicode: true, width: 80, language: Language::En };
        let text = terminal(&hostile, &fine);
        assert!(!text.contains(['\x1b', '\x07', '\u{202e}']), "{text:?}");
        assert!(terminal(&record, &Style { colour: true, ..fine }).contains("\x1b["));
    }
}

#[test]
fn only_commands_are_wider_than_the_terminal() {
    for record in [check_example(), bare_example()] {
        for width in [40, 80, 120] {
            for line in terminal(&record, &plain(width)).lines() {
                let wide = line.chars().count() > width;
                let word_max = line.split_whitespace().map(str::len).max().unwrap_or(0);
                // Nor can a single word be wrapped that is longer than the available width.
                assert!(!wide || line.starts_with("repeat") || word_max > 20, "{width}: {line}");
            }
        }
    }
}

#[test]
fn a_proof_tells_what_was_wrong_and_where_the_evidence_is() {
    let record = proof_example();
    expect_file!["../golden/proof-80.txt"].assert_eq(&terminal_at(&record, &plain(80), &places()));
    let text = terminal(&record, &plain(120));
    assert!(text.starts_with("x FAULTY"), "{text}");
    assert!(text.lines().count() <= 40, "{text}");
}

#[test]
fn sound_is_worded_by_its_coverage() {
    let shown = |written: u64, read: Option<u64>| {
        let mut record = proof_example();
        let proof = record.proof.as_mut().expect("a proof");
        proof.answer = Soundness::Sound;
        for file in &mut proof.files {
            file.findings.clear();
            (file.counts.pages_written, file.counts.pages_read_back) = (written, read);
        }
        record.reason = Reason::Integrity(proof.reason());
        terminal(&record, &plain(200))
    };
    let little = shown(1000, Some(499));
    assert!(little.contains(" SOUND AS FAR AS IT WAS READ "), "{little}");
    assert!(little.contains("Only 49 % of the written pages were read back"), "{little}");
    for (text, share) in [(shown(1000, Some(500)), "50 %"), (shown(1000, Some(1000)), "100 %")] {
        assert!(text.contains(" SOUND ") && !text.contains("AS FAR AS"), "{text}");
        assert!(text.contains(&format!(" {share} of the written pages")), "{text}");
    }
    // Nothing was counted, so no share is shown.
    let unknown = shown(1000, None);
    assert!(!unknown.contains("AS FAR AS") && !unknown.contains("% of the pages"), "{unknown}");
}
