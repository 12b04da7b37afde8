//! `plimsoll run`: job text -> workload -> plan -> engine -> samples -> summary -> store -> report.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::Run;
use plan::Plan;
use session::failure::Failure;
use session::live::Progress;
use session::output::{self, Place};
use session::recorder::{self, Recorder};
use session::stored::write_intervals;
use session::{answer, claim, given_up, input, load};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use sys::guard::FreeSpaceRule;
use workload::Workload;

/// Runs one job.
pub(crate) fn run(flags: &Run) -> Outcome {
    let text = input::text(&flags.job)
        .map_err(|e| Failure::wrong(format!("failed to read {}: {e}", flags.job.display())))?;
    let workload = load::read(&flags.job.display().to_string(), &text)?;
    let destroy = flags.writes.destroy.iter().map(PathBuf::as_path);
    given_up::all_meant(destroy, load::paths(&workload))?;
    let seed = flags.output.seed.or(workload.seed).unwrap_or_else(answer::new_seed);
    let mut ready = load::plan(&workload, &flags.writes.permission(), seed)?;
    if flags.dry_run {
        return print_bytes(plan::describe(&ready.plan).as_bytes());
    }
    let files = RunFiles::of(flags, &ready.plan)?;
    let interrupt = Arc::new(AtomicBool::new(false));
    sys::signal::on_interrupt(&interrupt).map_err(Failure::bug)?;
    let mut progress = Progress::new(flags.output.json);
    let store = recorder::open(flags.output.store.as_deref())?;
    claim::all(load::paths(&workload))?;
    load::lay(&workload, &mut ready, FreeSpaceRule::Reserve, &interrupt, &mut progress)?;
    // What was prefilled is there now.
    claim::all(load::paths(&workload))?;
    let asked =
        load::Asked { text: &text, command: &command(flags, &workload, seed), notes: Vec::new() };
    let mut course = load::Course::begin(&workload, &ready, asked, store)?;
    let failed = course.run(&interrupt, &mut progress, &mut |_| Vec::new());
    let record = course.finish(failed.is_err());
    progress.wipe();
    let report = files.report.as_ref();
    let given = answer::give(&record, flags.output.json, report, course.recorder(), &mut progress)?;
    if let Some(place) = &files.csv {
        csv(course.recorder(), place)?;
    }
    failed?;
    Ok(answer::ended(answer::ending(&record), given, course.recorder()).into())
}

/// The command that repeats the run.
fn command(flags: &Run, workload: &Workload, seed: u64) -> String {
    let mut words = vec!["plimsoll".to_owned(), "run".to_owned(), answer::quoted(&flags.job)];
    words.extend(answer::write_words(&flags.writes.permission()));
    words.push(format!("--seed {seed}"));
    let given = flags.writes.destroy.iter().chain(&flags.writes.overwrite).chain([&flags.job]);
    let paths = given.map(PathBuf::as_path).chain(load::paths(workload));
    answer::from_anywhere(words.join(" "), paths)
}

/// The files a run writes beside its results; their places are tried before anything is prefilled or measured.
struct RunFiles {
    report: Option<Place>,
    csv: Option<Place>,
}

impl RunFiles {
    fn of(flags: &Run, plan: &Plan) -> Result<Self, Failure> {
        let mut kept = output::files_of_store(&recorder::place(flags.output.store.as_deref())?);
        kept.push(flags.job.clone());
        kept.extend(plan.targets.iter().filter_map(|target| target.path.clone()));
        let place = |option: &str, path: &Option<PathBuf>, kept: &[PathBuf]| {
            let overwrite = Some(&flags.writes.overwrite[..]);
            path.as_deref().map(|path| output::place(option, path, kept, overwrite)).transpose()
        };
        let report = place("--report", &flags.report, &kept)?;
        // A stream such as /dev/null takes both.
        kept.extend(flags.report.clone().filter(|path| !path.exists() || path.is_file()));
        Ok(Self { report, csv: place("--csv", &flags.csv, &kept)? })
    }
}

fn csv(recorder: &Recorder, place: &Place) -> Result<(), Failure> {
    let written = place.write(|file| write_intervals(file, recorder.intervals()?))?;
    written.map_err(|e| Failure::target(format!("failed to write {}: {e}", place.shown())))
}
