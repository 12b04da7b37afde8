//! `plimsoll capture`: dispatches its commands, records the I/O of a device into a file, and prints a summary.

use crate::commands::capture_show::{self, LogImport};
use crate::commands::papers::print_bytes;
use crate::commands::{fit, replay};
use crate::exit::{Exit, Outcome};
use crate::flags::{Capture, CaptureAction, CaptureSourceFlags};
use base::{Bytes, Nanos};
use report::Language;
use report::messages::capture::CaptureText;
use session::capture::{CaptureRequest, CaptureSummary, capture};
use session::failure::Failure;
use session::live::Progress;
use session::repeat_command::RepeatCommand;

/// The shortest interval between two readings of the counters.
const INTERVAL_NS_MIN: u64 = 100_000_000;

/// Runs a capture.
pub(crate) fn run(flags: &Capture) -> Outcome {
    let source = &flags.source;
    match (&flags.action, &source.import) {
        (Some(CaptureAction::Show(flags)), _) => capture_show::show(flags),
        (Some(CaptureAction::Fit(flags)), _) => fit::run(flags),
        (Some(CaptureAction::Replay(flags)), _) => replay::run(flags),
        (None, Some(log)) => capture_show::import(&LogImport {
            log,
            device: source.device.as_deref(),
            interval_ns: source
                .interval
                .as_deref()
                .map(|text| time("--interval", text))
                .transpose()?,
            output: source.output.as_deref().ok_or_else(output_missing)?,
            overwrite: source.overwrite,
        }),
        (None, None) => record(source),
    }
}

fn output_missing() -> Failure {
    Failure::wrong(CaptureText::OptionMissing { option: "--output".to_owned() })
}

fn record(flags: &CaptureSourceFlags) -> Outcome {
    let request = request(flags)?;
    let interrupt = session::interrupt()?;
    let mut progress = Progress::new(flags.quiet, Language::of_process());
    let summary = capture(&request, &interrupt, &mut progress)?;
    progress.wipe();
    let lines = summary_lines(&request, &summary).into_iter().map(|line| format!("{line}\n"));
    print_bytes(lines.collect::<String>().as_bytes())?;
    Ok(if summary.interrupted { Exit::INTERRUPTED } else { Exit::DONE })
}

fn request(flags: &CaptureSourceFlags) -> Result<CaptureRequest, Failure> {
    let target = flags.target.clone().ok_or_else(|| Failure::wrong(CaptureText::DeviceMissing))?;
    let output = flags.output.clone().ok_or_else(output_missing)?;
    let duration_ns = time("--for", &flags.duration)?;
    let interval = flags.interval.as_deref().unwrap_or("1s");
    let interval_ns = time("--interval", interval)?;
    if interval_ns < INTERVAL_NS_MIN {
        return Err(Failure::wrong(CaptureText::IntervalTooShort));
    }
    let command = RepeatCommand::of("capture")
        .path(&target)
        .option("--for", Some(&flags.duration))
        .path_option("-o", &output)
        .switch("--counters", flags.counters)
        .option("--interval", Some(interval).filter(|_| flags.counters))
        .option("--process", flags.process.as_deref());
    Ok(CaptureRequest {
        target,
        duration_ns,
        output,
        overwrite: flags.overwrite,
        counters: flags.counters,
        interval_ns,
        process: flags.process.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command.text(),
    })
}

/// A time above zero; `m` is short for minutes.
fn time(flag: &str, text: &str) -> Result<u64, Failure> {
    let number = text.strip_suffix('m').filter(|number| number.parse::<f64>().is_ok());
    let whole = number.map(|number| format!("{number}min"));
    let time = whole.as_deref().unwrap_or(text).parse::<Nanos>();
    let time = time.map_err(|error| Failure::wrong(format!("{flag}: {error}")))?;
    if time.0 == 0 {
        let (option, text) = (flag.to_owned(), text.to_owned());
        return Err(Failure::wrong(CaptureText::NoTime { option, text }));
    }
    Ok(time.0)
}

/// The lines of the summary at the end.
fn summary_lines(request: &CaptureRequest, summary: &CaptureSummary) -> Vec<CaptureText> {
    let (device, file) = (summary.device.clone(), request.output.display().to_string());
    let mut lines = Vec::new();
    lines.extend(summary.no_trace.clone().map(|reason| CaptureText::CountersOnly { reason }));
    if summary.output_on_device {
        lines.push(CaptureText::OutputOnDevice { file, device });
    }
    source_lines(request, summary, &mut lines);
    let seconds = summary.totals.length_ns as f64 / 1e9;
    let cpu = summary.cpu_ns as f64 / 1e9 / seconds;
    lines.push(CaptureText::Cost { cpu, memory: Bytes(summary.memory_bytes) });
    lines
}

fn source_lines(request: &CaptureRequest, summary: &CaptureSummary, lines: &mut Vec<CaptureText>) {
    let totals = &summary.totals;
    let time = totals.length_ns as f64 / 1e9;
    let (device, file) = (summary.device.clone(), request.output.display().to_string());
    let size = Bytes(summary.file_bytes);
    if !summary.source.has_events() {
        let count = totals.intervals;
        lines.push(CaptureText::CapturedIntervals { count, device, time, file, size });
        return;
    }
    let (count, rate) = (totals.events, totals.events as f64 / time);
    lines.push(CaptureText::CapturedIos { count, device, time, rate, file, size });
    let process = request.process.clone().filter(|_| summary.has_kept_none());
    let count = summary.seen_ios;
    lines.extend(process.map(|process| CaptureText::NoneOfProcess { count, process }));
    lines.push(CaptureText::LostTraceEvents { count: totals.lost_events });
    if totals.lost_events > 0 {
        lines.push(CaptureText::TooSlow);
    }
    lines.push(CaptureText::UnderWay {
        started: totals.completions_without_issue,
        unfinished: totals.issues_without_completion,
    });
    lines.extend(summary.mapped_share.map(|share| CaptureText::InFiles { share }));
    if summary.left_out_files > 0 {
        lines.push(CaptureText::LeftOutFiles { count: summary.left_out_files });
    }
    // With few I/Os, the map of the files is most of the file, and the size per I/O means nothing.
    if totals.events >= 10_000 {
        let each = summary.file_bytes as f64 / totals.events as f64;
        let size = Bytes((each * 1e6) as u64);
        lines.push(CaptureText::SizeEach { size });
    }
}
