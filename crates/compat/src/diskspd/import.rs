//! DISKSPD's text results (Windows 2.0 to 2.3 and the Linux build): each timespan is a test.
//!
//! Takes text, gives a [`Run`]. Columns are found by the names in their header, because versions differ.
//! The XML form is in [`xml`].

pub mod xml;

use crate::import::contents::{Row, Run, Test};
use crate::import::{ReaderResult, number};
use record::{Fact, FactGroup, FactKey, FactTitle};
use std::collections::BTreeMap;

mod settings;
mod tables;

use settings::RunSettings;

type LineProblems = Vec<(usize, String)>;

pub fn read(text: &str) -> ReaderResult {
    let lines: Vec<&str> = text.lines().collect();
    let mut run = Run { tool: "diskspd", line: 1, ..Run::default() };
    let mut wrong = LineProblems::new();
    head(&lines, &mut run);
    let starts: Vec<usize> =
        (0..lines.len()).filter(|&at| results_of(lines[at]).is_some()).collect();
    let mut settings_from = 0;
    let mut settings = BTreeMap::new();
    let spare = settings::of_command(&run.command).unwrap_or_default();
    for (index, &start) in starts.iter().enumerate() {
        // In concatenated logs, each run's settings precede its results and restart the timespan numbers.
        settings.extend(settings::read(&lines[settings_from..start]));
        let end = starts.get(index + 1).copied().unwrap_or(lines.len());
        let number = results_of(lines[start]).unwrap_or(1);
        let settings = settings.get(&number).unwrap_or(&spare);
        match timespan(&lines, start, end, settings, &mut run.facts) {
            Ok(mut row) => {
                row.name = format!("timespan {}", index + 1);
                for path in &settings.paths {
                    run.add_target(path);
                }
                let purpose = settings.words();
                let name = format!("{}: {purpose}", index + 1);
                run.tests.push(Test { name, purpose, rows: vec![row] });
            }
            Err(mut found) => wrong.append(&mut found),
        }
        settings_from = start;
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    run.subject = run.tests.first().map(|test| test.purpose.clone()).unwrap_or_default();
    Ok(vec![run])
}

/// The number of the timespan whose results start at this line.
fn results_of(line: &str) -> Option<u32> {
    let rest = line.trim_start();
    let rest =
        rest.strip_prefix("Results for timespan ").or(rest.strip_prefix("Results for job "))?;
    rest.trim_end_matches([':', ' ']).parse().ok()
}

/// Reads the command line, the machine and the start time, wherever they are in the text.
fn head(lines: &[&str], run: &mut Run) {
    let mut machine = Vec::new();
    for line in lines {
        let Some((name, value)) = line.trim().split_once(':') else { continue };
        let value = value.trim();
        match name {
            "Command Line" if run.command.is_empty() => run.command = value.to_owned(),
            "computer name" if machine.is_empty() => {
                machine.push(Fact::new(FactKey::Computer, value));
            }
            "start time" if run.started_unix_s.is_none() => {
                run.started_unix_s = number::moment(value);
            }
            _ => {}
        }
    }
    machine.retain(|row| !row.value.is_empty());
    if !machine.is_empty() {
        run.facts.push(FactGroup { title: FactTitle::ImportedMachine, rows: machine });
    }
}

/// The results of one timespan, in lines `start..end`.
fn timespan(
    lines: &[&str],
    start: usize,
    end: usize,
    settings: &RunSettings,
    facts: &mut Vec<FactGroup>,
) -> Result<Row, LineProblems> {
    let mut wrong = LineProblems::new();
    let seconds = lines[start..end].iter().find_map(|line| {
        let line = line.trim();
        let rest = line.strip_prefix("actual test time:").or(line.strip_prefix("test time:"))?;
        number::leading(rest).filter(|s| *s > 0.0)
    });
    let threads = lines[start..end].iter().find_map(|l| l.trim().strip_prefix("thread count:"));
    let thread_count = threads.and_then(number::leading);
    if seconds.is_none() {
        let text =
            "the results that start here have no \"actual test time\" (was the run stopped early?)";
        wrong.push((start + 1, text.to_owned()));
    }
    let mut row = Row {
        line: start + 1,
        seconds,
        block_bytes: settings.block_bytes(),
        depth: settings.depth(thread_count),
        random: settings.random(),
        targets: settings.paths.clone(),
        ..Row::default()
    };
    tables::read(lines, start..end, &mut row, facts, &mut wrong);
    if wrong.is_empty() { Ok(row) } else { Err(wrong) }
}
