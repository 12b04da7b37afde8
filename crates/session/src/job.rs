//! One workload, from its request to its stored record: plans, prepares, runs, and prints the answer.
//!
//! `plimsoll run` passes the workload of a job file, `plimsoll capture replay` that of a capture.

use super::write_permission;
use crate::exposed::ExposedMetrics;
use crate::failure::{Ending, Failure};
use crate::hosts::HostGroup;
use crate::live::Progress;
use crate::output::{self, Place};
use crate::recorder::{self, Recorder};
use crate::stored::write_intervals;
use crate::verify::proof_target::name_leftovers;
use crate::write_permission::Permission;
use crate::{answer, load};
use plan::Plan;
use record::{Note, Record, RunSubject};
use report::Language;
use report::messages::system::SystemAction;
use sample::EngineEvent;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use sys::guard::FreeSpaceRule;
use workload::Workload;

pub trait JobListener {
    /// Takes every event before it is stored.
    fn hear(&mut self, event: &EngineEvent);

    /// Returns notes for the record when the job has ended.
    fn notes(&mut self) -> Vec<Note> {
        Vec::new()
    }
}

impl JobListener for () {
    fn hear(&mut self, _: &EngineEvent) {}
}

#[derive(Debug)]
pub struct JobRequest<'a> {
    pub workload: &'a Workload,
    pub subject: RunSubject,
    /// The file that the workload was made from, and the text of it that is stored.
    pub source: &'a Path,
    pub source_text: &'a str,
    pub writes: Permission,
    pub seed: u64,
    pub command: String,
    pub notes: Vec<Note>,
    pub json: bool,
    pub language: Language,
    pub store: Option<&'a Path>,
    pub csv: Option<&'a Path>,
    pub report: Option<&'a Path>,
    pub hosts: HostGroup,
    /// The metrics for a monitoring system while the job runs.
    pub exposed: Option<ExposedMetrics>,
}

impl JobRequest<'_> {
    /// Plans the workload on this machine. Reports all problems at once, before anything is touched.
    pub fn plan(&self) -> Result<load::PlannedJob, Failure> {
        self.hosts.agree(self.plan_own())
    }

    fn plan_own(&self) -> Result<load::PlannedJob, Failure> {
        let destroy = self.writes.destroy.iter().map(PathBuf::as_path);
        write_permission::check_all_used(destroy, load::paths(self.workload))?;
        load::plan(self.workload, &self.writes, self.seed)
    }

    /// Runs the job and prints the answer; `listener` receives every event first.
    /// What was measured is stored, also if the target fails.
    pub fn run(
        mut self,
        mut planned: load::PlannedJob,
        listener: &mut dyn JobListener,
    ) -> Result<(Record, Ending), Failure> {
        let leads = self.hosts.leads();
        let files = if leads {
            ResultFiles::of(&self, &planned.plan)
        } else {
            Ok(ResultFiles { report: None, csv: None })
        };
        let files = self.hosts.agree(files)?;
        let interrupt = crate::interrupt()?;
        let mut progress = Progress::new(self.json || !leads, self.language);
        progress.exposed = self.exposed.take();
        let folders =
            planned.plan.targets.iter().filter_map(|target| target.path.as_deref()?.parent());
        folders.collect::<BTreeSet<&Path>>().into_iter().for_each(name_leftovers);
        let run = self.measure(&mut planned, &interrupt, &mut progress, listener)?;
        progress.wipe();
        if !leads {
            return run.failed.map(|()| (run.record.clone(), answer::ending(&run.record)));
        }
        let report = files.report.as_ref();
        let page_written =
            answer::show(&run.record, self.json, report, &run.recorder, &mut progress)?;
        if let Some(place) = &files.csv {
            csv(&run.recorder, place)?;
        }
        run.failed?;
        let ending = answer::final_ending(answer::ending(&run.record), page_written, &run.recorder);
        Ok((run.record, ending))
    }

    /// Prepares the targets and runs it.
    pub fn measure(
        &mut self,
        planned: &mut load::PlannedJob,
        interrupt: &Arc<AtomicBool>,
        progress: &mut Progress,
        listener: &mut dyn JobListener,
    ) -> Result<JobRun, Failure> {
        let store = self.hosts.open_store(self.store)?;
        self.prepare(planned, interrupt, progress)?;
        let notes = std::mem::take(&mut self.notes);
        let (subject, text) = (self.subject.clone(), self.source_text);
        let origin = load::JobOrigin { subject, text, command: &self.command, notes };
        let active_job = load::ActiveJob::begin(self.workload, planned, origin, store);
        let mut active_job = self.hosts.agree(active_job)?;
        active_job.join(std::mem::take(&mut self.hosts));
        let failed = active_job.run(interrupt, progress, &mut |event| {
            listener.hear(event);
            Vec::new()
        });
        active_job.note(listener.notes());
        let record = active_job.finish(failed.is_err());
        Ok(JobRun { record, recorder: active_job.into_recorder(), failed })
    }

    /// Claims the targets and prefills those that need it.
    fn prepare(
        &self,
        planned: &mut load::PlannedJob,
        interrupt: &AtomicBool,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let paths: Vec<PathBuf> = load::paths(self.workload).map(Path::to_owned).collect();
        self.hosts.claim(&paths)?;
        self.hosts.run_in_turn(|is_first| {
            if !is_first {
                // The files that earlier hosts made exist now.
                *planned = self.plan_own()?;
            }
            load::prefill(self.workload, planned, FreeSpaceRule::Reserve, interrupt, progress)
        })?;
        // The test files exist now.
        self.hosts.claim(&paths)?;
        self.hosts.share_targets(self.workload, planned)
    }
}

pub struct JobRun {
    pub record: Record,
    pub recorder: Recorder,
    pub failed: Result<(), Failure>,
}

/// The files that a run writes besides its stored results. Whether they can be written is tested before the measurement.
struct ResultFiles {
    report: Option<Place>,
    csv: Option<Place>,
}

impl ResultFiles {
    fn of(request: &JobRequest<'_>, plan: &Plan) -> Result<Self, Failure> {
        let mut kept = output::files_of_store(&recorder::place(request.store)?);
        kept.push(request.source.to_owned());
        kept.extend(plan.targets.iter().filter_map(|target| target.path.clone()));
        let place = |option: &str, path: Option<&Path>, kept: &[PathBuf]| {
            let overwrite = Some(&request.writes.overwrite[..]);
            path.map(|path| output::place(option, path, kept, overwrite)).transpose()
        };
        let report = place("--report", request.report, &kept)?;
        // A stream such as /dev/null may be used for both files.
        let taken = request.report.filter(|path| !path.exists() || path.is_file());
        kept.extend(taken.map(Path::to_owned));
        Ok(Self { report, csv: place("--csv", request.csv, &kept)? })
    }
}

fn csv(recorder: &Recorder, place: &Place) -> Result<(), Failure> {
    let written = place.write(|file| write_intervals(file, recorder.intervals()?))?;
    written.map_err(Failure::refused(Ending::Target, SystemAction::Write, &place.shown()))
}
