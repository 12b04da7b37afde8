//! What `plimsoll capture` says at its end.

use base::Bytes;
use report::messages::capture::CaptureText;
use session::capture::{CaptureRequest, CaptureSummary};

pub(super) fn summary_lines(
    request: &CaptureRequest,
    summary: &CaptureSummary,
) -> Vec<CaptureText> {
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
