//! A study of points, from the request to its record: takes a [`StudyRequest`], plans it, begins or resumes a run, measures
//! stage by stage, and shows the answer.
//!
//! Every point is stored as soon as it ends. When the program is killed, at most the current point is lost, and the same
//! command resumes with the stored ones. Never decides which points are measured: that is the task of crate `study`.

mod active;
pub mod dry_run;
mod follow;
mod prediction;
mod request;
mod resume;
mod reuse;
pub(crate) mod run_record;
mod stage_points;
mod warnings;

pub use active::{FindingStudy, REFERENCE, reference, referenced};
pub use request::{EarlierStage, Stage, StudyBuilder, StudyRequest, Work};
pub use stage_points::RampWork;

use super::write_permission;
use crate::answer;
use crate::exposed::ExposedMetrics;
use crate::failure::{Ending, Failure};
use crate::hosts::HostGroup;
use crate::live::Progress;
use crate::output::{self, Place};
use crate::progress::Watch;
use crate::recorder::{self, Recorder};
use active::ActiveStudy;
use record::{Record, State};
use report::Language;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The options of a study that do not affect its points, and the seed.
#[derive(Clone, Debug, Default)]
pub struct StudyOptions {
    /// Whether to list only what would be measured.
    pub dry_run: bool,
    /// Whether to begin a new run although the same study is unfinished.
    pub fresh: bool,
    pub report: Option<PathBuf>,
    /// The devices that the user marked for destruction.
    pub destroy: Vec<PathBuf>,
    /// Whether the answer is one JSON document.
    pub as_json: bool,
    pub language: Language,
    /// The file that keeps all results; `None` for the default file.
    pub store: Option<PathBuf>,
    pub seed: Option<u64>,
}

pub struct StudyRun {
    pub record: Record,
    pub recorder: Recorder,
    pub progress: Progress,
    pub failed: Result<(), Failure>,
    /// Messages about layouts that could not be taken down.
    leftover_messages: Vec<String>,
}

/// Runs a study, on all hosts if there are several, and shows the answer on the first one. A monitoring system can read the
/// current figures from `exposed`.
pub fn carry_out(
    request: StudyRequest,
    options: &StudyOptions,
    hosts: HostGroup,
    exposed: Option<ExposedMetrics>,
) -> Result<Ending, Failure> {
    let leads = hosts.leads();
    let all_used = write_permission::check_all_used(
        options.destroy.iter().map(PathBuf::as_path),
        request.places(),
    );
    hosts.agree(all_used)?;
    if options.dry_run && !leads {
        return Ok(Ending::Done);
    }
    if options.dry_run {
        let store = recorder::open_if_there(options.store.as_deref()).unwrap_or_default();
        let earlier =
            resume::earlier_results(&request, options.fresh, options.seed, store.as_ref())?;
        return dry_run::print(&request, options.seed.unwrap_or(0), &earlier, options.as_json);
    }
    let page = options.report.as_deref().map(|named| page(&request, named, options)).transpose()?;
    hosts.claim(&request.places().map(Path::to_owned).collect::<Vec<_>>())?;
    let interrupt = crate::interrupt()?;
    let mut progress = Progress::new(options.as_json || !leads, options.language);
    progress.exposed = exposed;
    let StudyRun { record, recorder, mut progress, failed, leftover_messages } =
        measure(request, options, hosts, &interrupt, progress)?;
    progress.wipe();
    if !leads {
        let interrupted = record.state == State::Interrupted;
        return failed.map(|()| if interrupted { Ending::Interrupted } else { Ending::Done });
    }
    let page_written =
        answer::show(&record, options.as_json, page.as_ref(), &recorder, &mut progress)?;
    recorder.check_stored()?;
    if !interrupt.load(Ordering::Relaxed) || !leftover_messages.is_empty() {
        failed.and(leftover_failure(leftover_messages))?;
    }
    Ok(answer::final_ending(answer::ending(&record), page_written, &recorder))
}

/// Measures every stage without stored results, and stores the results. A following host measures what the first host sends.
/// Fails only if the study cannot begin; later failures are in the [`StudyRun`].
pub fn measure(
    mut request: StudyRequest,
    options: &StudyOptions,
    hosts: HostGroup,
    interrupt: &Arc<AtomicBool>,
    mut progress: Progress,
) -> Result<StudyRun, Failure> {
    let store = hosts.open_store(options.store.as_deref())?;
    if !hosts.leads() {
        return follow::measure(request, store, &hosts, interrupt, progress);
    }
    progress.label_metrics(request.kind, &request.target(), &request.subject);
    let commands = request.stages.iter_mut().map(|stage| &mut stage.command);
    for command in commands.chain([&mut request.command]) {
        *command = command.clone().on(&hosts);
    }
    let begun = resume::begin(&request, options.fresh, options.seed, store, &mut progress);
    let begun = hosts.agree(begun)?;
    hosts.value_of_first(|| Ok(begun.seed))?;
    hosts.agree(Ok(()))?;
    let plan = prediction::estimates(&request, &begun);
    let mut active_study = ActiveStudy::new(begun, Watch::new(progress, plan), hosts);
    active_study.hosts.keep_part(&active_study.record);
    let mut failed = Ok(());
    for number in 0..request.stages.len() {
        failed = active_study
            .stage(&mut request, number, interrupt)
            .and_then(|()| active_study.check_stored());
        if failed.is_err() || interrupt.load(Ordering::Relaxed) {
            break;
        }
        active_study.print_finding(number, options.language);
    }
    let leftover_messages = std::mem::take(&mut active_study.leftover_messages);
    let interrupted = interrupt.load(Ordering::Relaxed);
    active_study.conclude_hosts(interrupted);
    let (record, recorder, progress) = active_study.finish(&failed, interrupted);
    Ok(StudyRun { record, recorder, progress, failed, leftover_messages })
}

/// Returns a failure if a layout could not be taken down.
fn leftover_failure(lines: Vec<String>) -> Result<(), Failure> {
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
}

/// Returns the place of the HTML report. The report must not overwrite the store or a target.
fn page(request: &StudyRequest, named: &Path, options: &StudyOptions) -> Result<Place, Failure> {
    let mut kept = output::files_of_store(&recorder::place(options.store.as_deref())?);
    let spots = request.stages.iter().flat_map(|stage| &stage.shelf.spots);
    kept.extend(spots.map(|spot| PathBuf::from(&spot.word)));
    output::place("--report", named, &kept, None)
}
