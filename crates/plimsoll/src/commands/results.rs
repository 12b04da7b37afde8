//! `plimsoll results`: the runs that are stored.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Results, ResultsAction};
use record::{Record, State};
use session::failure::Failure;
use session::{output, recorder, terminal};
use std::io::Write;
use std::path::Path;
use store::{RunId, RunRow, Store, StoreError};
use workload::RoleKind;

/// How many runs the list shows.
const LIST_RUNS_MAX: usize = 1000;
/// What a list is as wide as at most where nobody says how wide the reader is; `--json` cuts nothing.
const COLUMNS_PIPED: usize = 80;
/// The widest that a column of names gets.
const COLUMN_CHARS_MAX: usize = 32;
/// What is left of one at least.
const COLUMN_CHARS_MIN: usize = 8;
/// Targets of so many characters have room on the line of their run.
const SHORT_TARGET_CHARS: usize = 12;

/// Lists, shows, exports or removes.
pub(crate) fn run(flags: &Results) -> Outcome {
    let named = flags.store.as_deref();
    match &flags.action {
        None | Some(ResultsAction::List) => list(recorder::open_if_there(named)?, flags.json),
        Some(ResultsAction::Show { run }) => show(&recorder::open_to_read(named)?, run, flags.json),
        Some(ResultsAction::Export { run, csv: _, trials, decimal_comma, output }) => {
            let store = recorder::open_to_read(named)?;
            export(&store, run, (*trials, *decimal_comma), output.as_deref())
        }
        Some(ResultsAction::Import { files }) => {
            crate::commands::import::run(files, named, flags.json)
        }
        Some(ResultsAction::Rm { runs }) => remove(recorder::open(named)?, runs),
    }
}

/// The runs that users name, and what is stored of each; every name that is none is told at once, with those there are.
pub(crate) fn named(store: &Store, names: &[&str]) -> Result<Vec<(RunId, Record)>, Failure> {
    let (mut found, mut lines, mut exit) = (Vec::new(), Vec::new(), None);
    for name in names {
        let one = recorder::find(store, name).and_then(|run| match store.load(run) {
            Ok(record) => Ok((run, record)),
            Err(StoreError::NoSuchRun(_)) => Err(no_run(store, name)),
            Err(error) => Err(Failure::target(error)),
        });
        match one {
            Ok(one) => found.push(one),
            Err(failure) => {
                exit = exit.or(Some(failure.ending));
                lines.extend(failure.lines);
            }
        }
    }
    match exit {
        None => Ok(found),
        Some(exit) => Err(Failure::of(exit, lines)),
    }
}

/// One run that a user names, and what is stored of it.
pub(crate) fn one(store: &Store, name: &str) -> Result<(RunId, Record), Failure> {
    let mut found = named(store, &[name])?;
    Ok(found.pop().expect("one name gives one run or a failure"))
}

/// There is no run of this number; those there are in ranges: `1-4, 7`.
fn no_run(store: &Store, name: &str) -> Failure {
    let rows = store.list(LIST_RUNS_MAX).unwrap_or_default();
    let mut ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
    ids.sort_unstable();
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for id in ids {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == id => *last = id,
            _ => ranges.push((id, id)),
        }
    }
    let range = |(first, last): &(i64, i64)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    let known = ranges.iter().map(range).collect::<Vec<_>>().join(", ");
    let place = store.path().display();
    Failure::wrong(match ranges[..] {
        [] => format!("there is no run {name}: {place} holds none"),
        _ => format!("there is no run {name} in {place}; there are {known}"),
    })
}

fn list(store: Option<Store>, json: bool) -> Outcome {
    let rows = match &store {
        Some(store) => store.list(LIST_RUNS_MAX).map_err(Failure::target)?,
        None => Vec::new(),
    };
    if json {
        let list: Vec<_> = rows.iter().map(row_json).collect();
        let text = serde_json::json!({ "format": 1, "runs": list });
        return print_bytes(format!("{text:#}\n").as_bytes());
    }
    if rows.is_empty() {
        return print_bytes(b"no runs yet; `plimsoll check DIRECTORY` makes the first\n");
    }
    let answer = |row| store.as_ref().map(|store| figured(store, row)).unwrap_or_default();
    let answers: Vec<String> = rows.iter().map(answer).collect();
    print_bytes(table(&rows, &answers, terminal::columns().unwrap_or(COLUMNS_PIPED)).as_bytes())
}

/// The answer with the number behind it: the load line of the data, or else of the first role; the rate of a job.
fn figured(store: &Store, row: &RunRow) -> String {
    let answer = answer(row);
    // What is damaged is told by those who show it.
    let Ok((findings, iops)) = store.figures(row.id) else { return answer };
    let lined = || findings.iter().filter(|finding| finding.load_line.is_some());
    let role = lined().find(|finding| finding.kind == RoleKind::Load).or_else(|| lined().next());
    let number = match role.and_then(|finding| Some((finding, finding.load_line?))) {
        Some((role, line)) => Some((line.value, report::words::rate_unit(role.kind))),
        None => iops.filter(|iops| *iops > 0.0).map(|iops| (iops, "IOPS")),
    };
    match number.filter(|_| row.state == State::Done) {
        Some((value, unit)) if answer == "done" => {
            format!("{} {unit}", report::words::number(value))
        }
        Some((value, unit)) if row.verdict.is_some() => {
            format!("{answer}, {} {unit}", report::words::number(value))
        }
        _ => answer,
    }
}

/// Columns as wide as what stands in them, names cut where they are longer than a column can be; no line has more than `room`
/// columns. Answers come first, then short targets, then subjects. A target is never cut, since only all of it may tell one run from
/// another: one that does not fit into the rest of its line stands below it.
fn table(rows: &[RunRow], answers: &[String], room: usize) -> String {
    let cells = |of: &dyn Fn(&RunRow) -> String| rows.iter().map(of).collect::<Vec<String>>();
    let kinds = cells(&|row| row.kind.to_string());
    let subjects = cells(&|row| cut(&clean(&row.subject), COLUMN_CHARS_MAX));
    let answers: Vec<String> =
        answers.iter().map(|answer| cut(&clean(answer), COLUMN_CHARS_MAX)).collect();
    let targets = cells(&|row| clean(&row.target));
    let widest = |cells: &[String], least: usize| {
        cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0).max(least)
    };
    let kind = widest(&kinds, 6);
    let whole = room;
    let room = room.saturating_sub(31 + kind);
    let told =
        widest(&answers, 6).min(room.saturating_sub(2 * COLUMN_CHARS_MIN).max(COLUMN_CHARS_MIN));
    let lengths = targets.iter().map(|target| target.chars().count());
    let short = lengths.filter(|chars| *chars <= SHORT_TARGET_CHARS).max().unwrap_or(0).max(6);
    let subject = widest(&subjects, 7).min(room.saturating_sub(told + short).max(COLUMN_CHARS_MIN));
    let target = room.saturating_sub(told + subject);
    let mut text = format!(
        "{:>5}  {:16}  {:kind$}  {:subject$}  {:told$}  {}\n",
        "RUN", "STARTED (UTC)", "KIND", "SUBJECT", "ANSWER", "TARGET"
    );
    for (at, row) in rows.iter().enumerate() {
        text.push_str(&format!(
            "{:>5}  {:16}  {:kind$}  {:subject$}  {:told$}  {}\n",
            row.id.to_string(),
            report::words::moment(row.started_unix_s).trim_end_matches(" UTC"),
            kinds[at],
            cut(&subjects[at], subject),
            cut(&answers[at], told),
            if targets[at].chars().count() <= target { &targets[at] } else { "" },
        ));
        if targets[at].chars().count() > target {
            let all: Vec<char> = targets[at].chars().collect();
            for part in all.chunks(whole.saturating_sub(BELOW).max(COLUMN_CHARS_MAX)) {
                let part: String = part.iter().collect();
                text.push_str(&format!("{:BELOW$}{part}\n", ""));
            }
        }
    }
    text
}

/// Where a target stands that has lines of its own.
const BELOW: usize = 7;

/// A name in a column of so many characters.
fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 3).chain("...".chars()).collect()
}

/// A name on one line, without what could steer the terminal or turn the direction of writing.
fn clean(name: &str) -> String {
    name.chars().map(|c| if base::shown::steers(c) { '?' } else { c }).collect()
}

/// The answer in a few words; of a study those of its stages.
fn answer(row: &RunRow) -> String {
    use record::{RunKind, State, Verdict};
    if matches!(row.kind, RunKind::Verify | RunKind::Sqliosim) {
        match row.verdict {
            // A fault is one, however the proof ended.
            Some(Verdict::NotFit) => return "faulty".to_owned(),
            Some(Verdict::Fit) if row.state == State::Done => return "sound".to_owned(),
            _ => {}
        }
    }
    let answer = match (row.state, row.verdict) {
        // What an unfinished run had to say so far is no answer.
        (State::Running, _) => "unfinished",
        (State::Interrupted, _) => "interrupted",
        (State::Failed, _) => "failed",
        (_, Some(Verdict::Fit)) => "fit",
        (_, Some(Verdict::NotFit)) => "not fit",
        (_, Some(Verdict::CannotTell)) => "cannot tell",
        (State::Done, None) if !row.reason.is_empty() => return report::words::reason(&row.reason),
        (State::Done, None) => "done",
    };
    answer.to_owned()
}

fn row_json(row: &RunRow) -> serde_json::Value {
    serde_json::json!({
        "run": row.id.0, "kind": row.kind.name(), "started_unix_s": row.started_unix_s,
        "seconds": row.seconds, "seed": row.seed, "target": row.target, "subject": row.subject,
        "version": row.version, "answer": answer(row), "reason": report::words::reason(&row.reason),
    })
}

fn show(store: &Store, name: &str, json: bool) -> Outcome {
    let (_, record) = one(store, name)?;
    let text = if json {
        report::export::json(&record)
    } else {
        terminal::shown(report::terminal::terminal(&record, &terminal::style()))
    };
    print_bytes(text.as_bytes())
}

fn export(
    store: &Store,
    name: &str,
    (trials, decimal_comma): (bool, bool),
    path: Option<&Path>,
) -> Outcome {
    let (run, record) = one(store, name)?;
    let has_cells =
        record.study.iter().flat_map(|study| &study.stages).any(|s| !s.cells.is_empty());
    if trials && record.trials.is_empty() {
        return Err(Failure::wrong(format!("--trials: run {run} has none")));
    }
    // A ramp has trials only.
    let trials = trials || (record.study.is_some() && !has_cells && !record.trials.is_empty());
    if decimal_comma && !trials && record.study.is_none() {
        return Err(Failure::wrong(
            "--decimal-comma is for cells and trials; the intervals of a run have none",
        ));
    }
    let path = path.unwrap_or(Path::new("/dev/stdout"));
    let place = output::place("--output", path, &output::files_of_store(store.path()), None)?;
    let text = match &record.study {
        _ if trials => Some(report::export::trials_csv(&record, decimal_comma)),
        study => study.as_ref().map(|study| report::export::cells_csv(study, decimal_comma)),
    };
    let written = match text {
        Some(text) => place.write(|file| Ok(file.write_all(text.as_bytes())))?,
        None => {
            let rows = store.intervals(run).map_err(Failure::target)?;
            place.write(|file| write_intervals(file, rows))?
        }
    };
    match written {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::target(format!("failed to write the numbers: {e}")))
        }
        _ => Ok(Exit::Done),
    }
}

/// Writes interval rows as CSV: the outer error is the store's, the inner one the file's.
pub(crate) fn write_intervals(
    file: &mut dyn Write,
    rows: impl Iterator<Item = Result<summary::IntervalRow, StoreError>>,
) -> Result<std::io::Result<()>, Failure> {
    let mut written = file.write_all(report::export::intervals_header().as_bytes());
    for row in rows {
        let row = row.map_err(Failure::target)?;
        if written.is_err() {
            break;
        }
        written = file.write_all(report::export::interval_line(&row).as_bytes());
    }
    Ok(written)
}

fn remove(mut store: Store, names: &[String]) -> Outcome {
    // Every name is looked up before the first run is removed.
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut runs: Vec<RunId> = named(&store, &names)?.into_iter().map(|(run, _)| run).collect();
    runs.sort_unstable();
    runs.dedup();
    for run in runs {
        store.remove(run).map_err(Failure::target)?;
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::RunKind;

    #[test]
    fn a_run_has_a_line_that_fits_and_keeps_its_answer_and_all_of_its_target() {
        let row = RunRow {
            id: RunId(7),
            kind: RunKind::Calibrate,
            state: State::Done,
            started_unix_s: 1_795_350_629,
            seconds: 1.0,
            seed: 1,
            target: "/dev/disk/by-id/ata-".repeat(9),
            subject: "14 disks, each alone".to_owned(),
            version: String::new(),
            verdict: None,
            reason: "disk3 is not like the others: 29 % slower".to_owned().into(),
        };
        let short = RunRow { target: "/srv/db".to_owned(), ..row.clone() };
        let fit = "fit, 51,552 IOPS".to_owned();
        let answers = [report::words::reason(&row.reason), fit.clone()];
        for room in [80, 100, 200] {
            let told = table(&[row.clone(), short.clone()], &answers, room);
            assert!(told.contains(&fit), "{told}");
            assert!(told.lines().all(|line| line.chars().count() <= room), "{told}");
            assert!(told.contains("/srv/db") && told.contains("..."), "{told}");
            let below = told.lines().filter(|line| line.starts_with("       /dev"));
            let joined: String = told.lines().skip(2).map(|line| line.trim_start()).collect();
            assert!(below.count() == 1 && joined.starts_with(&row.target), "{told}");
        }
        // A long target takes no room from the columns before it.
        let [subject, rate] = ["orion summary_11.1_vdb", "19,019 IOPS"];
        let long = RunRow { kind: RunKind::Import, subject: subject.to_owned(), ..row.clone() };
        let told = table(&[long], &[rate.to_owned()], 80);
        assert!(told.contains(&format!("{subject}  {rate}")), "{told}");
        // Where hardly anything fits, little is left of each.
        let told = table(&[row], &answers[..1], 20);
        assert!(told.lines().all(|line| line.chars().count() <= 70));
    }
}
