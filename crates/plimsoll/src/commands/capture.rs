//! `plimsoll capture`: records the I/O of a device into a file, and says what is in it.

use crate::commands::capture_show::{self, LogImport};
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Capture, CaptureAction, CaptureSourceFlags};
use base::Nanos;
use base::units::{grouped, readable};
use report::Language;
use session::answer;
use session::capture::{CaptureRequest, CaptureSummary, capture};
use session::failure::Failure;
use session::live::Progress;

/// The shortest interval between two readings of the counters.
const INTERVAL_NS_MIN: u64 = 100_000_000;

/// Captures.
pub(crate) fn run(flags: &Capture) -> Outcome {
    let source = &flags.source;
    match (&flags.action, &source.import) {
        (Some(CaptureAction::Show(flags)), _) => capture_show::show(flags),
        (None, Some(log)) => capture_show::import(&LogImport {
            log,
            device: source.device.as_deref(),
            interval_ns: source
                .interval
                .as_deref()
                .map(|text| time("--interval", text))
                .transpose()?,
            output: source.output.as_deref().ok_or_else(|| missing("--output"))?,
            overwrite: source.overwrite,
        }),
        (None, None) => record(source),
    }
}

fn missing(what: &str) -> Failure {
    Failure::wrong(format!("{what} is missing; see plimsoll capture --help"))
}

fn record(flags: &CaptureSourceFlags) -> Outcome {
    let request = request(flags)?;
    let interrupt = session::interrupt()?;
    let mut progress = Progress::new(flags.quiet, Language::of_process());
    let summary = capture(&request, &interrupt, &mut progress)?;
    progress.wipe();
    print_bytes(told(&request, &summary).as_bytes())?;
    Ok(if summary.interrupted { Exit::Interrupted } else { Exit::Done })
}

fn request(flags: &CaptureSourceFlags) -> Result<CaptureRequest, Failure> {
    let target = flags.target.clone().ok_or_else(|| missing("the device"))?;
    let output = flags.output.clone().ok_or_else(|| missing("--output"))?;
    let duration_ns = time("--for", &flags.duration)?;
    let interval = flags.interval.as_deref().unwrap_or("1s");
    let interval_ns = time("--interval", interval)?;
    if interval_ns < INTERVAL_NS_MIN {
        return Err(Failure::wrong(
            "--interval: counters are read every 100ms at most; write 100ms or more",
        ));
    }
    let mut words = vec!["plimsoll capture".to_owned(), answer::quoted(&target)];
    words.push(format!("--for {} -o {}", flags.duration, answer::quoted(&output)));
    if flags.counters {
        words.push(format!("--counters --interval {interval}"));
    }
    if let Some(name) = &flags.process {
        words.push(format!("--process {}", answer::quoted(name)));
    }
    Ok(CaptureRequest {
        target,
        duration_ns,
        output,
        overwrite: flags.overwrite,
        counters: flags.counters,
        interval_ns,
        process: flags.process.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: words.join(" "),
    })
}

/// A time above zero; `m` is short for minutes.
fn time(flag: &str, text: &str) -> Result<u64, Failure> {
    let number = text.strip_suffix('m').filter(|number| number.parse::<f64>().is_ok());
    let whole = number.map(|number| format!("{number}min"));
    let time = whole.as_deref().unwrap_or(text).parse::<Nanos>();
    let time = time.map_err(|error| Failure::wrong(format!("{flag}: {error}")))?;
    if time.0 == 0 {
        return Err(Failure::wrong(format!(
            "{flag}: \"{text}\" is no time; write one such as 10m"
        )));
    }
    Ok(time.0)
}

fn told(request: &CaptureRequest, summary: &CaptureSummary) -> String {
    let mut text = String::new();
    let (device, file) = (&summary.device, request.output.display());
    if let Some(reason) = &summary.no_trace {
        text.push_str(&format!(
            "warning: only counters were captured, because {reason}. Sizes, places and percentiles of I/Os are not known, nor \
             who did them.\n"
        ));
    }
    if summary.output_on_device {
        text.push_str(&format!(
            "warning: {file} lies on {device}: writing it is a part of the capture. Write it to another device.\n"
        ));
    }
    text.push_str(&told_of_source(request, summary));
    let seconds = summary.totals.length_ns as f64 / 1e9;
    text.push_str(&format!(
        "Cost of the capture: {:.1} % of one CPU, {:.0} MiB of memory\n",
        summary.cpu_ns as f64 / 1e9 / seconds * 100.0,
        summary.memory_bytes as f64 / f64::from(1 << 20)
    ));
    text
}

fn told_of_source(request: &CaptureRequest, summary: &CaptureSummary) -> String {
    let totals = &summary.totals;
    let seconds = totals.length_ns as f64 / 1e9;
    let (device, file) = (&summary.device, request.output.display());
    let bytes = grouped(summary.file_bytes);
    if !summary.source.has_events() {
        let count = grouped(totals.intervals);
        return format!(
            "Captured {count} intervals of {device} in {seconds:.1} s into {file} ({bytes} bytes).\n"
        );
    }
    let mut text = format!(
        "Captured {} I/Os of {device} in {seconds:.1} s ({} IOPS) into {file} ({bytes} bytes).\nLost trace events: {}\n",
        grouped(totals.events),
        readable(totals.events as f64 / seconds),
        grouped(totals.lost_events)
    );
    if totals.lost_events > 0 {
        text.push_str(
            "warning: the capture could not keep up; an I/O has two trace events. Close other programs and capture again.\n",
        );
    }
    text.push_str(&format!(
        "Under way at the start: {}; without a seen completion: {}\n",
        grouped(totals.completions_without_issue),
        grouped(totals.issues_without_completion)
    ));
    if let Some(share) = summary.mapped_share {
        text.push_str(&format!(
            "In known files: {:.1} % of the I/Os; the rest is metadata, journal, or files made since the start\n",
            share * 100.0
        ));
    }
    if summary.left_out_files > 0 {
        let count = grouped(summary.left_out_files);
        text.push_str(&format!(
            "Files and folders left out of the map: {count} (limits or missing rights)\n"
        ));
    }
    // Of few I/Os the map of the files is most of the file.
    if totals.events >= 10_000 {
        let each = summary.file_bytes as f64 / totals.events as f64;
        text.push_str(&format!("Size: {each:.1} MB per million I/Os\n"));
    }
    text
}
