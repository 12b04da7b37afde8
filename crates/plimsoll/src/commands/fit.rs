//! `plimsoll fit`: capture -> classes of I/O -> streams -> the text of a job.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::Fit;
use session::failure::Failure;
use session::{captured, fit, output, terminal};

/// Fits one job.
pub(crate) fn run(flags: &Fit) -> Outcome {
    let kept = [flags.capture.clone()];
    let place = flags
        .output
        .as_deref()
        .map(|path| output::place("--output", path, &kept, Some(&flags.overwrite[..])))
        .transpose()?;
    let captured = captured::read(&flags.capture)?;
    let fitted = fit::fit(&captured, &flags.capture, &flags.target)?;
    let text = report::words::fitted_job(&fitted.streams, fitted.left_out, &fitted.text);
    let Some(place) = place else { return print_bytes(text.as_bytes()) };
    place
        .write_text(&text)
        .map_err(|e| Failure::target(format!("failed to write {}: {e}", place.shown())))?;
    terminal::tell(&report::words::fitted(&fitted.streams, fitted.left_out, &place.shown()));
    Ok(crate::exit::Exit::Done)
}
