//! The notes on a run, in sentences.

use super::figure::all_names;
use crate::catalogue::{note as text, verdict};
use crate::language::Language;
use base::number::{significant, trimmed};
use record::note::{FailedIo, IoFailureCause, Note, RecordedNote, StorageChange};
use workload::FidelityMeasure;

pub fn note(language: Language, note: &Note) -> String {
    text::note_text(language, note)
}

pub(crate) fn computed(language: Language, note: &Note) -> String {
    match note {
        Note::FailedIo(failed) => failed_io(language, failed),
        Note::SharedFileSystem(targets) => text::shared_fs(language, &targets.join(", ")),
        Note::JobPeak(factor) => verdict::job_peak(language, *factor, &significant(*factor)),
        Note::NotMeasured(roles) => text::not_measured(language, &roles.join(", ")),
        Note::ClosedLoopsBeside(names) => {
            text::closed_loops(language, names.len() as u64, &names.join(", "))
        }
        Note::Fidelity { target, missed } => fidelity(language, target, missed),
        Note::Taken { run, stages } => text::taken(language, &run.to_string(), &stages.join(", ")),
        Note::OtherStorage { run, changed } => {
            let change = |change: &StorageChange| {
                let StorageChange { place, was, is } = change;
                text::changed(language, &text::Changed { place, was, is })
            };
            let changes: Vec<String> = changed.iter().map(change).collect();
            text::other_storage(language, &run.to_string(), &changes.join(", "))
        }
        Note::ReplayTiming(timing) => super::replay_timing(language, timing).join(" "),
        Note::Recorded(note) => recorded(language, note),
        Note::Imported(note) => text::import_text(language, note),
        Note::Text(text) => text.clone(),
        _ => String::new(),
    }
}

pub(super) fn failed_io(language: Language, failed: &FailedIo) -> String {
    let cause = match &failed.cause {
        IoFailureCause::Errno(errno) => std::io::Error::from_raw_os_error(*errno).to_string(),
        IoFailureCause::TargetEnded => text::target_ended(language).to_owned(),
        IoFailureCause::WrongContent(fault) => text::fault_text(language, fault),
    };
    let values = text::FailedIo {
        stream: &failed.stream,
        operation: text::operation_text(language, &failed.operation),
        bytes: &failed.length_bytes.to_string(),
        offset: &failed.offset_bytes.to_string(),
        time: failed.at_ns as f64,
        cause: &cause,
    };
    text::failed_io(language, &values)
}

fn fidelity(language: Language, target: &str, missed: &[FidelityMeasure]) -> String {
    if missed.is_empty() {
        return text::fitted_meets(language, target);
    }
    let name = |one: &FidelityMeasure| super::capture::measure_name(language, *one);
    let names: Vec<&str> = missed.iter().map(name).collect();
    text::fitted_misses(language, target, &all_names(language, &names))
}

fn recorded(language: Language, note: &RecordedNote) -> String {
    match note {
        RecordedNote::Repeats { points, rows_max, apart_share_max } => {
            let apart = language.digits(&trimmed(apart_share_max * 100.0, 1));
            text::repeats(language, *points as u64, *rows_max as u64, &apart)
        }
        RecordedNote::LeftOut { points, all } => {
            text::left_out(language, *points as u64, *all as u64)
        }
        RecordedNote::OrderUnknown { points, all } => {
            text::order_unknown(language, *points as u64, *all as u64)
        }
        RecordedNote::UnevenRows { layout, rows, fewest, rounds, points } => {
            let limit = text::limit_layout(language, fewest, *rounds as u64);
            text::uneven_rows(language, layout, *rows as u64, &limit, *points as u64)
        }
    }
}
