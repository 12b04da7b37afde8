//! `plimsoll capture show`: the figures of a captured load; `plimsoll capture --import`: logs of other tools as captures.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::CaptureShow;
use base::shown::escaped;
use observe::character::Characterisation;
use observe::import::ImportRequest;
use report::Language;
use report::messages::capture::CaptureText;
use session::answer;
use session::capture_load::{ImportedLog, characterised, imported, relation_names};
use session::failure::Failure;
use session::foreign::say;
use session::repeat_command::RepeatCommand;
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

/// Shows two captures side by side.
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

pub(crate) struct LogImport<'f> {
    pub log: &'f Path,
    pub device: Option<&'f str>,
    pub interval_ns: Option<u64>,
    pub output: &'f Path,
    pub overwrite: bool,
}

pub(crate) fn import(log_import: &LogImport<'_>) -> Outcome {
    let command = RepeatCommand::of("capture")
        .path_option("--import", log_import.log)
        .option("--device", log_import.device)
        .path_option("-o", log_import.output);
    let request = ImportRequest {
        device: log_import.device.map(str::to_owned),
        interval_ns: log_import.interval_ns,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command.text(),
    };
    let ImportedLog { header, totals, recorded_ns } =
        imported(log_import.log, log_import.output, log_import.overwrite, &request)?;
    let language = Language::of_process();
    for note in &header.notes {
        say(report::capture::note_line(language, note));
    }
    let time = report::capture::recorded_time(language, totals.length_ns, recorded_ns);
    let (device, file) =
        (escaped(&header.device).into_owned(), log_import.output.display().to_string());
    let imported = if header.source.has_events() {
        CaptureText::ImportedIos { count: totals.events, device, time, file }
    } else {
        CaptureText::ImportedIntervals { count: totals.intervals, device, time, file }
    };
    let show = CaptureText::ShowThem { file: answer::quoted(log_import.output) };
    print_bytes(format!("{imported}\n{show}\n").as_bytes())?;
    Ok(Exit::DONE)
}
