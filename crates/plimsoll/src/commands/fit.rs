//! `plimsoll capture fit`: capture -> classes of I/O -> streams -> captured runs, if requested -> the text of a job.

use crate::commands::convert::{job_text, say_not_exact};
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Fit, NATIVE};
use observe::fit::KnownSessions;
use report::Language;
use report::messages::conversion::ConversionMessage;
use session::captured::CapturedIo;
use session::captured::FittedJob;
use session::failure::Failure;
use session::live::Progress;
use session::output::Place;
use session::refine::{RefineRequest, RefinedJob, refine};
use session::{answer, captured, output, terminal};
use std::path::PathBuf;
use workload::Fidelity;

pub(crate) fn run(flags: &Fit) -> Outcome {
    let mut kept = vec![flags.capture.clone()];
    kept.extend(flags.refine.as_ref().map(PathBuf::from));
    let overwrite = Some(&flags.writes.overwrite[..]);
    let place = flags
        .output
        .as_deref()
        .map(|path| output::place("--output", path, &kept, overwrite))
        .transpose()?;
    let captured = match flags.refine {
        Some(_) => captured::read(&flags.capture)?,
        None => captured::read_any(&flags.capture)?,
    };
    let captured = match (&flags.refine, &flags.device) {
        (None, None) => captured,
        (_, device) => captured.of_device(device.as_deref(), &flags.capture)?,
    };
    let target = flags.refine.as_deref().unwrap_or(&flags.target);
    let known = KnownSessions {
        transactions: flags.transactions.map(|count| count as f64),
        sessions: flags.clients,
    };
    let mut job = captured::fit(&captured, &flags.capture, target, known)?;
    let mut fidelity = None;
    if flags.refine.is_some() {
        let refined = refined(flags, &captured, &job)?;
        (job.workload, fidelity) = (refined.workload, Some(refined.fidelity));
    }
    write(&mut job, fidelity.as_ref(), &flags.to, place.as_ref())
}

fn refined(flags: &Fit, captured: &CapturedIo, job: &FittedJob) -> Result<RefinedJob, Failure> {
    let interrupt = session::interrupt()?;
    let mut progress = Progress::new(flags.quiet, Language::of_process());
    let seed = answer::new_seed();
    let request = RefineRequest { captured, writes: flags.writes.clone(), seed };
    refine(&job.workload, &request, &interrupt, &mut progress)
}

fn write(
    job: &mut FittedJob,
    fidelity: Option<&Fidelity>,
    to: &str,
    place: Option<&Place>,
) -> Outcome {
    let language = Language::of_process();
    let mut lines = report::words::fitted(language, &job.streams, job.left_out);
    match fidelity {
        Some(fidelity) => {
            lines.push(report::words::note(language, &record::Note::of_fidelity(fidelity)));
            lines.extend(report::words::fidelity(language, fidelity));
        }
        None if job.assumptions.is_empty() => {
            lines.push(report::words::fidelity_unknown(language).to_owned());
        }
        None => lines.extend(report::words::assumptions(language, &job.assumptions)),
    }
    let apart = if to == NATIVE { Vec::new() } else { compat::split_files(&mut job.workload) };
    let converted = job_text(&job.workload, to);
    say_not_exact(apart.iter().chain(&converted.unsupported));
    let mut text = converted.text;
    if to == NATIVE {
        let comments: String = lines.iter().map(|line| format!("# {line}\n")).collect();
        let section = fidelity.map(job::fidelity::write).unwrap_or_default();
        text = format!("{comments}\n{text}{section}");
    }
    let Some(place) = place else { return print_bytes(text.as_bytes()) };
    place.save(&text)?;
    lines.push(ConversionMessage::Written { file: place.shown() }.to_string());
    terminal::tell(&format!("{}\n", lines.join("\n")));
    Ok(Exit::DONE)
}
