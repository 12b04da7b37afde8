//! `plimsoll calibrate`, `scale`, `compare`, `ramp` and `study`: flags -> request -> session -> exit code.

use crate::commands::exposing::exposed;
use crate::commands::hosts;
use crate::exit::Outcome;
use crate::flags::{Calibrate, Compare, Output, Ramp, Scale, Study, StudyFlags};
use record::Note;
use report::messages::arguments::ArgumentFault;
use report::messages::hosts::HostMessage;
use session::failure::Failure;
use session::hosts::HostGroup;
use session::live::Progress;
use session::requests::disks::{self, DisksRequest};
use session::requests::mistakes::Mistakes;
use session::requests::ramp::{self as loads, RampRequest};
use session::requests::{plan, race};
use session::study::{StudyOptions, StudyRequest, carry_out};
use std::path::Path;

pub(crate) fn calibrate(flags: &Calibrate, mistakes: Mistakes) -> Outcome {
    let setup = flags.studying.setup(&flags.output);
    finish(disks::calibrate(&flags.request, &setup, mistakes), &flags.studying, &flags.output)
}

/// Grows a set of disks, or of hosts.
pub(crate) fn scale(flags: &Scale, mistakes: Mistakes) -> Outcome {
    let request = &flags.request;
    let setup = flags.studying.setup(&flags.output);
    if !flags.hosts {
        return finish(disks::scale(request, &setup, mistakes), &flags.studying, &flags.output);
    }
    let interrupt = session::interrupt()?;
    let hosts = hosts::join(&interrupt)?;
    if hosts.count() == 1 {
        return Err(Failure::wrong(HostMessage::NoHosts));
    }
    let own = request.disks.iter().map(|target| hosts.place(target)).collect();
    let request = DisksRequest { disks: own, ..request.clone() };
    let study = disks::scale_hosts(&request, &setup, &hosts, mistakes)?;
    carried_out(study, &flags.studying.options(&flags.output), &flags.studying, hosts)
}

pub(crate) fn compare(flags: &Compare, mut mistakes: Mistakes) -> Outcome {
    if !flags.request.fills.is_empty() && flags.studying.size.is_some() {
        mistakes.add(ArgumentFault::FillAndSize);
    }
    let setup = flags.studying.setup(&flags.output);
    let study = race::compare(&flags.request, &setup, mistakes)?;
    let language = flags.output.lang.language();
    let mut progress = Progress::new(flags.output.json, language);
    let notes = study.stages.iter().flat_map(|stage| stage.shelf.notes_of_record());
    let notes = notes.map(|note| Note::Recorded(note.clone()));
    notes.for_each(|note| progress.say(report::words::note(language, &note)));
    finish(Ok(study), &flags.studying, &flags.output)
}

/// Finds the highest load within the latency limit, of all hosts together if there are several.
pub(crate) fn ramp(flags: &Ramp, mistakes: Mistakes) -> Outcome {
    let interrupt = session::interrupt()?;
    let hosts = hosts::join(&interrupt)?;
    let target = hosts.place(&flags.request.target);
    let request = RampRequest { target, ..flags.request.clone() };
    let setup = flags.studying.setup(&flags.output);
    let mut study = hosts.agree(loads::ramp(&request, &setup, mistakes))?;
    hosts.share_study(&mut study)?;
    carried_out(study, &flags.studying.options(&flags.output), &flags.studying, hosts)
}

pub(crate) fn study(flags: &Study, mistakes: Mistakes) -> Outcome {
    let setup = flags.studying.setup(&flags.output);
    let mut options = flags.studying.options(&flags.output);
    let request = plan::read(&flags.plan, &setup, &mut options, mistakes)?;
    carried_out(request, &options, &flags.studying, HostGroup::alone())
}

fn finish(
    request: Result<StudyRequest, Failure>,
    studying: &StudyFlags,
    output: &Output,
) -> Outcome {
    carried_out(request?, &studying.options(output), studying, HostGroup::alone())
}

fn carried_out(
    request: StudyRequest,
    options: &StudyOptions,
    studying: &StudyFlags,
    hosts: HostGroup,
) -> Outcome {
    let files: Vec<&Path> = request.places().collect();
    let store = options.store.as_deref();
    let exposed = if options.dry_run || !hosts.leads() {
        None
    } else {
        exposed(&studying.exposing, &files, store)?
    };
    Ok(carry_out(request, options, hosts, exposed)?.into())
}
