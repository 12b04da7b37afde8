//! Remarks of Plimsoll about the run of another tool: writes notes and warnings to the place in `PLIMSOLL_NOTES`, and
//! messages that the tool also prints to stderr.
//!
//! Never stores them: the record has them already.

use super::say;
use compat::outcome::Outcome;
use compat::pasted;
use record::Record;
use report::Language;
use report::messages::foreign::ForeignFault;
use std::io::Write;
use summary::warning::Detail;
use summary::{WarningKind, Weight};
use workload::{JobTarget, TargetLocation, Workload};

/// Reports how long an interrupted run was, because the output of the tool does not show it.
pub fn report_interruption(outcome: &Outcome) {
    if outcome.interrupted {
        let counted_ns = outcome.streams.iter().map(|stream| stream.runtime_ns).max().unwrap_or(0);
        let seconds = counted_ns as f64 / 1e9;
        say(ForeignFault::Interrupted { seconds: format!("{seconds:.1}") });
    }
}

/// Warns about missing files whose names may have lost backslashes to a shell.
pub fn warn_about_backslashes<'a>(
    workload: &Workload,
    named: impl IntoIterator<Item = (&'a str, &'a str)>,
) {
    for (target, name) in named {
        let absent = |known: &&JobTarget| {
            known.name == target
                && matches!(&known.place, TargetLocation::Path(path) if !path.exists())
        };
        if let Some(advice) = pasted::quoted(name)
            && workload.targets.iter().any(|known| absent(&known))
        {
            say(format!("warning: {advice}"));
        }
    }
}

/// Reports the notes of the run after the first `known_notes`, and its serious warnings.
pub(super) fn remarks(record: &Record, known_notes: usize) {
    record
        .notes
        .iter()
        .skip(known_notes)
        .for_each(|note| remark(&report::words::note(Language::En, note)));
    // That a run is not stored is already reported on stderr.
    let said = |kind| kind == WarningKind::NotStored;
    let grave = record.warnings.iter().filter(|d| d.weight > Weight::Note && !said(d.kind));
    // Thousands of streams may have the same warning: it is reported in one line.
    let mut reported: Vec<(Option<&str>, &Detail, u64)> = Vec::new();
    for warning in grave {
        match reported.iter_mut().find(|known| known.1 == &warning.detail) {
            Some(known) => known.2 += 1,
            None => reported.push((warning.subject.name(), &warning.detail, 0)),
        }
    }
    for (about, detail, others) in reported {
        let text = report::words::detail(Language::En, detail);
        let about = about.map(str::to_owned).map(|about| match others {
            0 => format!("{about}: "),
            count => format!("{}: ", ForeignFault::AndOthers { about, count }.text(Language::En)),
        });
        let line = format!("warning: {}{text}", about.unwrap_or_default());
        // Rates of blocks that were never written are not those of the storage.
        if matches!(detail, Detail::Holes { .. }) && std::env::var_os("PLIMSOLL_NOTES").is_none() {
            say(&line);
        }
        remark(&line);
    }
}

/// Writes a note or a warning to the place in `PLIMSOLL_NOTES`. By default it does not go to stderr, because callers of the tool
/// may take any text there for a failure.
pub(super) fn remark(line: &str) {
    match std::env::var("PLIMSOLL_NOTES").as_deref() {
        Ok("stderr") => say(line),
        Err(_) | Ok("" | "store") => {}
        Ok(file) => {
            let opened = std::fs::OpenOptions::new().create(true).append(true).open(file);
            let written =
                opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
            if let Err(e) = written {
                say(ForeignFault::NotesUnwritable { file: file.to_string(), error: e.to_string() });
            }
        }
    }
}
