//! `plimsoll capture show`: the figures of a captured load.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::CaptureShow;
use observe::character::Characterisation;
use report::Language;
use report::messages::capture::CaptureText;
use session::capture_load::{characterised, relation_names};
use session::failure::Failure;
use session::foreign::say;
use session::{output, terminal};
use std::path::Path;

pub(crate) fn show(flags: &CaptureShow) -> Outcome {
    if let Some(other) = &flags.other {
        return compare([&flags.capture, other], flags.json, flags.lang.language());
    }
    let mut load = load_of(&flags.capture, flags.device.as_deref())?;
    if let Some(path) = &flags.names {
        relation_names(path)?.apply(&mut load);
    }
    let language = flags.lang.language();
    let text = if flags.json {
        report::capture::json(&load)
    } else {
        report::capture::terminal(&load, &terminal::style(language))
    };
    if let Some(named) = &flags.html {
        let place = output::place("--html", named, std::slice::from_ref(&flags.capture), None)?;
        place.save(&report::capture::html(&load, language))?;
    }
    print_bytes(text.as_bytes())
}

pub(crate) fn compare(captures: [&Path; 2], is_json: bool, language: Language) -> Outcome {
    let [a, b] = [load_of(captures[0], None)?, load_of(captures[1], None)?];
    let text = if is_json {
        report::capture::comparison_json([&a, &b])
    } else {
        report::capture::comparison([&a, &b], &terminal::style(language))
    };
    print_bytes(text.as_bytes())
}

fn load_of(capture: &Path, device: Option<&str>) -> Result<Characterisation, Failure> {
    let found = characterised(capture, device)?;
    if let Some(bytes) = found.cut_short_bytes {
        let file = capture.display().to_string();
        say(CaptureText::CutShort { bytes, file });
    }
    Ok(found.load)
}
