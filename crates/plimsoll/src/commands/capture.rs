//! `plimsoll capture`: dispatches its commands, records the I/O of a device into a file, and prints a summary.

mod summary;

use crate::commands::capture_import::{self, LogImport};
use crate::commands::capture_show;
use crate::commands::papers::print_bytes;
use crate::commands::{fit, replay};
use crate::exit::{Exit, Outcome};
use crate::flags::{Capture, CaptureAction, CaptureSourceFlags};
use base::Nanos;
use report::Language;
use report::messages::capture::CaptureText;
use session::capture::{CaptureRequest, RingRequest, capture};
use session::failure::Failure;
use session::live::Progress;
use session::repeat_command::RepeatCommand;
use summary::summary_lines;

/// The shortest interval between two readings of the counters.
const INTERVAL_NS_MIN: u64 = 100_000_000;

pub(crate) fn run(flags: &Capture) -> Outcome {
    let source = &flags.source;
    match (&flags.action, &source.import) {
        (Some(CaptureAction::Show(flags)), _) => capture_show::show(flags),
        (Some(CaptureAction::Fit(flags)), _) => fit::run(flags),
        (Some(CaptureAction::Replay(flags)), _) => replay::run(flags),
        (None, Some(log)) => capture_import::import(&LogImport {
            log,
            device: source.device.as_deref(),
            interval_ns: optional_time("--interval", source.interval.as_deref())?,
            last_ns: optional_time("--last", source.last.as_deref())?,
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
    if flags.targets.is_empty() {
        return Err(Failure::wrong(CaptureText::DeviceMissing));
    }
    let output = flags.output.clone().ok_or_else(output_missing)?;
    let duration_ns = time("--for", &flags.duration)?;
    let interval = flags.interval.as_deref().unwrap_or("1s");
    let interval_ns = time("--interval", interval)?;
    if interval_ns < INTERVAL_NS_MIN {
        return Err(Failure::wrong(CaptureText::IntervalTooShort));
    }
    let command = flags.targets.iter().fold(RepeatCommand::of("capture"), |all, one| all.path(one));
    let command = command
        .option("--for", Some(&flags.duration))
        .path_option("-o", &output)
        .switch("--counters", flags.counters)
        .option("--interval", Some(interval).filter(|_| flags.counters))
        .option("--process", flags.process.as_deref())
        .option("--ring", flags.ring.as_deref())
        .option("--until-latency", flags.until_latency.as_deref());
    Ok(CaptureRequest {
        targets: flags.targets.clone(),
        duration_ns,
        output,
        overwrite: flags.overwrite,
        counters: flags.counters,
        interval_ns,
        process: flags.process.clone(),
        ring: ring(flags)?,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command.text(),
    })
}

fn ring(flags: &CaptureSourceFlags) -> Result<Option<RingRequest>, Failure> {
    let Some(length) = &flags.ring else { return Ok(None) };
    let length_ns = time("--ring", length)?;
    let until_latency_ns = optional_time("--until-latency", flags.until_latency.as_deref())?;
    Ok(Some(RingRequest { length_ns, until_latency_ns }))
}

fn optional_time(flag: &str, text: Option<&str>) -> Result<Option<u64>, Failure> {
    text.map(|text| time(flag, text)).transpose()
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
