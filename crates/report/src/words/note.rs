//! What else is to be known of a run, in sentences.

use crate::catalogue::verdict as text;
use crate::language::Language;
use base::units::trimmed;
use base::{Bytes, Nanos};
use record::note::{
    FailedIo, ImportNote, IoFailureCause, Note, RecordedNote, RoundsLimit, StorageChange,
};
use workload::FidelityMeasure;

/// The sentence of a note.
pub fn note(language: Language, note: &Note) -> String {
    match note {
        Note::FailedIo(failed) => failed_io(failed),
        Note::PageCacheUsed(place) => {
            format!("{place} refuses direct I/O: written and read through the page cache instead")
        }
        Note::CommitGroupPerThread => {
            "each thread of the sync engine is a commit group of its own, whose writes follow one another; other engines write a \
             group at once"
                .to_owned()
        }
        Note::UnregisteredBuffers => {
            "buffers could not be registered (locked-memory limit or size): each I/O pins its pages".to_owned()
        }
        Note::SharedFileSystem(targets) => format!(
            "{} are on one file system: they are not storages of their own",
            targets.join(", ")
        ),
        Note::NearlyFull { folder, free_bytes, left_bytes } => format!(
            "{folder} has {} free, and the job's files leave {} of it; a nearly full file system may be slower",
            Bytes(*free_bytes),
            Bytes(*left_bytes)
        ),
        Note::JobPeak(factor) => text::job_peak(language, *factor),
        Note::ClosedLoopsBeside(names) => closed_loops_beside(names),
        Note::Fidelity { target, missed } => fidelity(target, missed),
        Note::Taken { run, stages } => {
            format!("taken from run {run}: what it measured of {}", stages.join(", "))
        }
        Note::OtherStorage { run, changed } => {
            let changed: Vec<String> = changed
                .iter()
                .map(|StorageChange { place, was, is }| format!("{place} was {was} and is {is} now"))
                .collect();
            format!(
                "run {run} was measured on other storage: {}; none of its points is taken",
                changed.join(", ")
            )
        }
        Note::Recorded(note) => recorded(language, note),
        Note::Imported(note) => imported(note),
        Note::Text(text) => text.clone(),
    }
}

/// A failure with its errno, offset and time.
fn failed_io(failed: &FailedIo) -> String {
    let cause = match &failed.cause {
        IoFailureCause::Errno(errno) => std::io::Error::from_raw_os_error(*errno).to_string(),
        IoFailureCause::TargetEnded => {
            "the target ends before that place; it was cut short while in use".to_owned()
        }
        IoFailureCause::Content(found) => found.clone(),
    };
    let FailedIo { stream, operation, length_bytes, offset_bytes, at_ns, .. } = failed;
    format!(
        "{stream}: {operation} of {length_bytes} bytes at offset {offset_bytes} failed after {}: {cause}",
        Nanos(*at_ns)
    )
}

fn closed_loops_beside(names: &[String]) -> String {
    let (streams, are) = match names.len() {
        1 => ("stream", "is a closed loop"),
        _ => ("streams", "are closed loops"),
    };
    format!(
        "{streams} {} {are} without a rate: the load is not multiplied there and not counted in the figures; it runs beside the \
         others as the job has it",
        names.join(", ")
    )
}

fn fidelity(target: &str, missed: &[FidelityMeasure]) -> String {
    if missed.is_empty() {
        return format!("On {target} the fitted job meets all goals.");
    }
    let names: Vec<&str> = missed.iter().map(|one| super::fidelity::measure_name(*one)).collect();
    format!("On {target} the fitted job misses the goal of: {}.", names.join(", "))
}

fn recorded(language: Language, note: &RecordedNote) -> String {
    match note {
        RecordedNote::Repeats { points, rows_max, apart_share_max, as_mean } => {
            let are = if *points == 1 { "point is" } else { "points are" };
            let apart = trimmed(apart_share_max * 100.0, 1);
            let mean = if *as_mean { "; each point counts once, as their mean" } else { "" };
            format!(
                "{points} {are} there more than once, up to {rows_max} times: these are repeats, whose rows lie up to {apart} % \
                 apart{mean}"
            )
        }
        RecordedNote::OrderUnknownTwice(points) => format!(
            "{points} recorded points that do not say whether they were random are left out: their layout has the same load as \
             sequential, too"
        ),
        RecordedNote::LeftOut { points, all } => format!(
            "{points} of {all} recorded points are left out: they stand at no point that is raced"
        ),
        RecordedNote::OrderUnknown { points, all } => format!(
            "{points} of {all} recorded points do not say whether they were random: they stand for neither order"
        ),
        RecordedNote::UnevenRows { layout, rows, limit, points } => {
            let limit = match limit {
                RoundsLimit::Layout { name, rows } => format!("{name} has {rows}"),
                RoundsLimit::Passes(passes) => format!("--passes allows {passes}"),
            };
            format!(
                "{layout} has {rows} values of a point where {limit}: the rows of {points} such points are dealt out to the \
                 rounds that all have, and each round has the mean of its share"
            )
        }
        RecordedNote::OneValuePerPoint => {
            "one value per point: the record does not tell how a point would come out again; how far a lead may be off is taken \
             from how the points differ among themselves, and where these are few it has no interval"
                .to_owned()
        }
        RecordedNote::ComparedAs { run, by_ratio } => {
            let by = if *by_ratio {
                "its points with their weights, by ratios"
            } else {
                "its points, by their mean"
            };
            format!("raced anew as run {run} was: {by} (--for or --grid ask otherwise)")
        }
        RecordedNote::AnswerOf(run) => format!(
            "as run {run} decided then: nothing is measured or raced anew (--grid, --for, --by, --metric, --practical or --passes \
             race its points again)"
        ),
        RecordedNote::WarningOf { run, detail } => {
            format!("a warning of run {run}: {}", super::detail(language, detail))
        }
    }
}

fn imported(note: &ImportNote) -> String {
    let sentence = match note {
        ImportNote::EarlierDocument(line) => {
            return format!(
                "the document at line {line} shows the same jobs on their way and was left out"
            );
        }
        ImportNote::NoFigures(line) => {
            return format!("the run at line {line} has no figures and was left out");
        }
        ImportNote::JoinedWith(file) => return format!("joined with {file}"),
        ImportNote::CompletionLatency => {
            "percentiles and buckets are of fio's completion latency (clat), means of its total latency"
        }
        ImportNote::WholeMilliseconds => {
            "SQLIO tells latencies in whole milliseconds, cut off, and rates only: operations, bytes and the counts of the \
             histogram are those of the rate"
        }
        ImportNote::TakenAsMilliseconds => "latencies of Orion's table are taken as milliseconds",
        ImportNote::FileDate => {
            "the file does not tell when the run started; the file's own date stands in"
        }
        ImportNote::PointsFileDate => {
            "the file does not tell when the points were measured; its own date stands in"
        }
        ImportNote::OrderUnknown => {
            "the file does not say of all points whether they were random: those answer for neither"
        }
        ImportNote::TextCut => {
            "only the first MiB of the file's text is kept; all of its figures are"
        }
        ImportNote::Windows1252 => {
            "the file is not UTF-8; letters beyond ASCII were read as Windows-1252 and may be wrong, numbers are not"
        }
    };
    sentence.to_owned()
}
