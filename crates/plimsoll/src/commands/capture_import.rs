//! `plimsoll capture --import`: logs of other tools, and answers of Prometheus, as captures.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use base::shown::escaped;
use observe::import::ImportRequest;
use report::Language;
use report::messages::capture::CaptureText;
use session::answer;
use session::capture_load::{ImportedLog, LogSource, imported};
use session::failure::Failure;
use session::foreign::say;
use session::prometheus::{self, PrometheusRequest};
use session::repeat_command::RepeatCommand;
use std::path::Path;

/// What a server is asked for without --last and --interval.
const LAST_NS: u64 = 3_600_000_000_000;
const STEP_NS: u64 = 15_000_000_000;

pub(crate) struct LogImport<'f> {
    pub log: &'f Path,
    pub device: Option<&'f str>,
    pub interval_ns: Option<u64>,
    /// How far back to ask a server.
    pub last_ns: Option<u64>,
    pub output: &'f Path,
    pub overwrite: bool,
}

pub(crate) fn import(log_import: &LogImport<'_>) -> Outcome {
    let source = source(log_import)?;
    let command = RepeatCommand::of("capture")
        .path_option("--import", log_import.log)
        .option("--device", log_import.device)
        .path_option("-o", log_import.output);
    let is_file = matches!(source, LogSource::File(_));
    // A server answered for one host, so its devices come without it.
    let device = log_import.device.map(|name| match name.rsplit_once('/') {
        Some((_, name)) if !is_file => name,
        _ => name,
    });
    let request = ImportRequest {
        device: device.map(str::to_owned),
        // The times of a server's answer are in it.
        interval_ns: log_import.interval_ns.filter(|_| is_file),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command.text(),
    };
    let ImportedLog { header, totals, recorded_ns } =
        imported(&source, log_import.output, log_import.overwrite, &request)?;
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

fn source(log_import: &LogImport<'_>) -> Result<LogSource, Failure> {
    let url = log_import.log.to_str().filter(|text| prometheus::is_url(text));
    let Some(url) = url else {
        return match log_import.last_ns {
            None => Ok(LogSource::File(log_import.log.to_owned())),
            Some(_) => Err(Failure::wrong(CaptureText::LastNeedsServer)),
        };
    };
    let body = prometheus::fetch(&PrometheusRequest {
        url,
        device: log_import.device,
        length_ns: log_import.last_ns.unwrap_or(LAST_NS),
        step_ns: log_import.interval_ns.unwrap_or(STEP_NS),
        now_unix_s: session::now_unix_s(),
    })?;
    Ok(LogSource::Answer { url: url.to_owned(), body: body.into() })
}
