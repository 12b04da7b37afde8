//! `plimsoll calibrate`, `scale`, `segment`, `compare`, `ramp` and `study`: flags -> request -> session -> exit code.

use crate::commands::exposing::exposed;
use crate::exit::Outcome;
use crate::flags::{Calibrate, Compare, Output, Ramp, Scale, Segment, Study, Studying};
use record::Note;
use session::failure::Failure;
use session::live::Progress;
use session::requests::mistakes::Mistakes;
use session::requests::{compare as layouts, disks, plan, ramp as loads};
use session::study::{StudyOptions, StudyRequest, carry_out};
use std::path::Path;

/// Compares disks with each other.
pub(crate) fn calibrate(flags: &Calibrate) -> Outcome {
    let mut mistakes = Mistakes::default();
    let request = flags.load.request(&flags.disks, flags.write, &mut mistakes);
    let setup = flags.studying.setup(&flags.output, &mut mistakes);
    finish(disks::calibrate(&request, &setup, mistakes), &flags.studying, &flags.output)
}

/// Grows a set of disks.
pub(crate) fn scale(flags: &Scale) -> Outcome {
    let mut mistakes = Mistakes::default();
    let request = flags.load.request(&flags.disks, flags.write, &mut mistakes);
    let setup = flags.studying.setup(&flags.output, &mut mistakes);
    finish(disks::scale(&request, &setup, mistakes), &flags.studying, &flags.output)
}

/// Races chunk sizes.
pub(crate) fn segment(flags: &Segment) -> Outcome {
    let mut mistakes = Mistakes::default();
    let request = flags.request(&mut mistakes);
    let setup = flags.studying.setup(&flags.output, &mut mistakes);
    finish(layouts::segment(&request, &setup, mistakes), &flags.studying, &flags.output)
}

/// Races layouts.
pub(crate) fn compare(flags: &Compare) -> Outcome {
    let mut mistakes = Mistakes::default();
    let request = flags.request(&mut mistakes);
    let setup = flags.studying.setup(&flags.output, &mut mistakes);
    let study = layouts::compare(&request, &setup, mistakes)?;
    let language = flags.output.lang.language();
    let mut progress = Progress::new(flags.output.json, language);
    let notes = study.stages.iter().flat_map(|stage| stage.shelf.notes_of_record());
    let notes = notes.map(|note| Note::Recorded(note.clone()));
    notes.for_each(|note| progress.say(&report::words::note(language, &note)));
    finish(Ok(study), &flags.studying, &flags.output)
}

/// Finds the highest load within the latency limit.
pub(crate) fn ramp(flags: &Ramp) -> Outcome {
    let mut mistakes = Mistakes::default();
    let request = flags.request(&mut mistakes);
    let setup = flags.studying.setup(&flags.output, &mut mistakes);
    finish(loads::ramp(&request, &setup, mistakes), &flags.studying, &flags.output)
}

/// Carries out a plan.
pub(crate) fn study(flags: &Study) -> Outcome {
    let mut mistakes = Mistakes::default();
    let setup = flags.studying.setup(&flags.output, &mut mistakes);
    let mut options = flags.studying.options(&flags.output);
    let request = plan::read(&flags.plan, &setup, &mut options, mistakes)?;
    carried_out(request, &options, &flags.studying)
}

fn finish(request: Result<StudyRequest, Failure>, studying: &Studying, output: &Output) -> Outcome {
    carried_out(request?, &studying.options(output), studying)
}

fn carried_out(request: StudyRequest, options: &StudyOptions, studying: &Studying) -> Outcome {
    let files: Vec<&Path> = request.places().collect();
    let store = options.store.as_deref();
    let exposed = match options.dry_run {
        true => None,
        false => {
            let labels = [&*request.target(), &*request.subject];
            exposed(&studying.exposing, labels, &files, store)?
        }
    };
    Ok(carry_out(request, options, exposed)?.into())
}
