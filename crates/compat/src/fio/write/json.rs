//! fio's JSON: the same keys in the same order, integers where fio has them and six decimals elsewhere.

use super::super::{FioView, IdleReport, JobView};
use super::buckets::{BOUND_NAMES, Buckets};
use super::entries::{DirectionCounts, PrintedJob, Side, share_of_group};
use super::number::{date, floored};
use super::{Setting, VERSION, busy_percent, devices, idle_percent, steady};
use crate::outcome::{DeviceOutcome, LatencyDistribution, Outcome};
use std::fmt::{Display, Write as _};

/// The labels of depths, and of the sizes of batches that are submitted or completed at once.
const DEPTHS: [&str; 7] = ["1", "2", "4", "8", "16", "32", ">=64"];
const BATCHES: [&str; 7] = ["0", "4", "8", "16", "32", "64", ">=64"];

pub(super) fn document(
    view: &FioView,
    outcome: &Outcome,
    entries: &[PrintedJob<'_>],
    setting: &Setting,
    plus: bool,
) -> String {
    let now_ns = outcome.started_unix_ns.saturating_add(outcome.elapsed_ns);
    let local_s = (now_ns / 1_000_000_000) as i64 + i64::from(setting.utc_offset_s);
    let mut doc = Doc::default();
    doc.open(None, '{');
    doc.text("fio version", VERSION);
    doc.plain("timestamp", now_ns / 1_000_000_000);
    doc.plain("timestamp_ms", now_ns / 1_000_000);
    doc.text("time", &date(local_s));
    if view.global_options.iter().any(shown) {
        options(&mut doc, "global options", &view.global_options);
    }
    doc.open(Some("jobs"), '[');
    for entry in entries {
        let shares = |name: &str| share_of_group(entries, entry, name);
        job(&mut doc, outcome, entry, &shares, plus);
    }
    doc.close(']');
    let devices = devices(view, outcome);
    if !devices.is_empty() {
        doc.open(Some("disk_util"), '[');
        for device in devices {
            disk(&mut doc, device, outcome);
        }
        doc.close(']');
    }
    if let Some(report) = view.output.idle {
        let (each, system) = idle_percent(outcome);
        doc.open(Some("cpu_idleness"), '{');
        doc.float("system", system);
        for (number, idle) in each.iter().enumerate().filter(|_| report == IdleReport::PerCpu) {
            doc.float(&format!("cpu-{number}"), *idle);
        }
        doc.float("unit_mean", 0.0);
        doc.float("unit_stddev", 0.0);
        doc.close('}');
    }
    doc.close('}');
    doc.out.push('\n');
    doc.out
}

/// Whether an option is printed; fio prints none without a value.
fn shown(option: &(String, String)) -> bool {
    !option.1.is_empty()
}

fn options(doc: &mut Doc, key: &str, options: &[(String, String)]) {
    doc.open(Some(key), '{');
    // A duplicate key would be ambiguous to readers; only the last value applies.
    for (index, (name, value)) in options.iter().enumerate().filter(|x| shown(x.1)) {
        if !options[index + 1..].iter().any(|later| later.0 == *name && shown(later)) {
            doc.text(name, value);
        }
    }
    doc.close('}');
}

fn job(
    doc: &mut Doc,
    outcome: &Outcome,
    entry: &PrintedJob<'_>,
    share: &dyn Fn(&str) -> f64,
    plus: bool,
) {
    let job = entry.job;
    doc.open(None, '{');
    doc.text("jobname", &job.name);
    doc.plain("groupid", job.group);
    doc.plain("error", entry.error);
    doc.plain("eta", 0);
    doc.plain("elapsed", outcome.elapsed_ns / 1_000_000_000 + 1);
    options(doc, "job options", &job.options);
    directions(doc, entry, share, plus);
    doc.plain("job_runtime", entry.runtime_sum_ms);
    let cpu = |ms: f64| 100.0 * ms / (entry.runtime_sum_ms.max(1) as f64);
    doc.float("usr_cpu", cpu(entry.user_ms));
    doc.float("sys_cpu", cpu(entry.kernel_ms));
    doc.plain("ctx", entry.switches);
    doc.plain("majf", 0);
    doc.plain("minf", 0);
    tables(doc, entry);
    if job.continue_on_error {
        doc.plain("total_err", entry.errors);
        doc.plain("first_error", if entry.errors > 0 { entry.error } else { 0 });
    }
    doc.plain("latency_depth", entry.depth);
    doc.plain("latency_target", job.keep.map_or(0, |keep| keep.latency_ns.0));
    doc.float("latency_percentile", job.keep.map_or(100.0, |keep| keep.percent));
    doc.plain("latency_window", job.keep.map_or(0, |keep| keep.window_ns.0 / 1000));
    if let Some(text) = &job.description {
        doc.text("desc", text);
    }
    if let Some(steady_view) = &job.steady {
        steady_state(doc, entry, steady_view);
    }
    doc.close('}');
}

/// Writes each direction that is reported, and flushes.
fn directions(doc: &mut Doc, entry: &PrintedJob<'_>, share: &dyn Fn(&str) -> f64, plus: bool) {
    let reported = entry.reported_directions();
    for (name, one) in reported.iter().filter(|x| x.0 != "mixed") {
        side(doc, name, one, share(name), entry.job, plus);
    }
    if reported.len() > 1 {
        flush(doc, &entry.flush, entry.job, plus);
    }
    for (name, one) in reported.iter().filter(|x| x.0 == "mixed") {
        side(doc, name, one, share(name), entry.job, plus);
    }
}

fn side(doc: &mut Doc, name: &str, side: &Side, share: f64, job: &JobView, plus: bool) {
    let counts = &side.counts;
    let wants = &job.latency;
    doc.open(Some(name), '{');
    doc.plain("io_bytes", counts.bytes);
    doc.plain("io_kbytes", counts.bytes >> 10);
    doc.plain("bw_bytes", side.bytes_per_second());
    doc.plain("bw", side.bytes_per_second() >> 10);
    doc.float("iops", side.iops());
    doc.plain("runtime", side.runtime_ms);
    doc.plain("total_ios", counts.ios);
    doc.plain("short_ios", counts.short);
    doc.plain("drop_ios", 0);
    let slat = wants.slat_percentiles.then_some(&*wants.percentiles);
    latency(doc, "slat_ns", &counts.slat, slat, plus);
    let clat = wants.clat_percentiles.then_some(&*wants.percentiles);
    latency(doc, "clat_ns", &counts.clat, clat, plus);
    let lat = wants.lat_percentiles.then_some(&*wants.percentiles);
    latency(doc, "lat_ns", &counts.lat, lat, plus);
    doc.plain("bw_min", side.bw.min);
    doc.plain("bw_max", side.bw.max);
    doc.float("bw_agg", share);
    doc.float("bw_mean", side.bw.mean);
    doc.float("bw_dev", side.bw.deviation());
    doc.plain("bw_samples", side.bw.count);
    doc.plain("iops_min", side.iops.min);
    doc.plain("iops_max", side.iops.max);
    doc.float("iops_mean", side.iops.mean);
    doc.float("iops_stddev", side.iops.deviation());
    doc.plain("iops_samples", side.iops.count);
    doc.close('}');
}

fn flush(doc: &mut Doc, flush: &DirectionCounts, job: &JobView, plus: bool) {
    let wants = &job.latency;
    let wanted = wants.clat_percentiles || wants.lat_percentiles;
    doc.open(Some("sync"), '{');
    doc.plain("total_ios", flush.ios);
    latency(doc, "lat_ns", &flush.clat, wanted.then_some(&*wants.percentiles), plus);
    doc.close('}');
}

fn latency(
    doc: &mut Doc,
    name: &str,
    distribution: &LatencyDistribution,
    percentiles: Option<&[f64]>,
    plus: bool,
) {
    let count = distribution.count();
    doc.open(Some(name), '{');
    doc.plain("min", distribution.min_ns);
    doc.plain("max", distribution.max_ns);
    doc.float("mean", distribution.mean_ns);
    doc.float("stddev", distribution.deviation_ns);
    doc.plain("N", count);
    if let Some(list) = percentiles.filter(|_| count > 0) {
        let buckets = Buckets::of(distribution);
        doc.open(Some("percentile"), '{');
        for &percent in list {
            doc.plain(&format!("{percent:.6}"), buckets.percentile(percent));
        }
        doc.close('}');
        if plus {
            doc.open(Some("bins"), '{');
            for (value, count) in buckets.bins() {
                doc.plain(&value.to_string(), count);
            }
            doc.close('}');
        }
    }
    doc.close('}');
}

fn tables(doc: &mut Doc, entry: &PrintedJob<'_>) {
    let all = entry.started();
    doc.open(Some("iodepth_level"), '{');
    for (name, &count) in DEPTHS.iter().zip(&entry.depths) {
        doc.float(name, floored(count, all, 0.1));
    }
    doc.close('}');
    for (key, shares) in ["iodepth_submit", "iodepth_complete"].iter().zip(entry.batches()) {
        doc.open(Some(key), '{');
        for (name, share) in BATCHES.iter().zip(shares) {
            doc.float(name, share);
        }
        doc.close('}');
    }
    let (table, all) = entry.table();
    for (key, counts) in
        [("latency_ns", &table.ns[..]), ("latency_us", &table.us), ("latency_ms", &table.ms)]
    {
        doc.open(Some(key), '{');
        for (name, &count) in BOUND_NAMES.iter().zip(counts) {
            doc.float(name, floored(count, all, 0.01));
        }
        doc.close('}');
    }
}

fn steady_state(doc: &mut Doc, entry: &PrintedJob<'_>, steady_view: &super::super::SteadyView) {
    let found = steady::of(entry, steady_view);
    doc.open(Some("steadystate"), '{');
    doc.text("ss", &found.criterion);
    doc.plain("duration", found.duration_s);
    doc.plain("attained", u8::from(found.attained));
    doc.text("criterion", &format!("{:.6}{}", found.value, if found.percent { "%" } else { "" }));
    doc.float("max_deviation", found.max_deviation);
    doc.float("slope", found.slope);
    doc.open(Some("data"), '{');
    doc.plain("bw_mean", steady::mean(&found.bw) as u64);
    doc.plain("iops_mean", steady::mean(&found.iops) as u64);
    let lists = [("iops", &found.iops), ("bw", &found.bw), ("latency", &found.lat)];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        doc.open(Some(key), '[');
        for value in list {
            doc.item(value);
        }
        doc.close(']');
    }
    doc.close('}');
    doc.close('}');
}

fn disk(doc: &mut Doc, device: &DeviceOutcome, outcome: &Outcome) {
    let (read, write) = (&device.read, &device.write);
    doc.open(None, '{');
    doc.text("name", &device.name);
    for (key, value) in [
        ("read_ios", read[0]),
        ("write_ios", write[0]),
        ("read_merges", read[1]),
        ("write_merges", write[1]),
        ("read_ticks", read[3]),
        ("write_ticks", write[3]),
        ("in_queue", device.queue_ms),
    ] {
        doc.plain(key, value);
    }
    doc.float("util", busy_percent(device.busy_ms, outcome));
    doc.close('}');
}

/// A document in fio's layout: two blanks for each level, a blank on each side of a colon.
#[derive(Default)]
struct Doc {
    out: String,
    /// For each open level, whether it has an entry.
    levels: Vec<bool>,
}

impl Doc {
    fn start(&mut self, key: Option<&str>) {
        if let Some(has_entry) = self.levels.last_mut() {
            self.out.push_str(if *has_entry { ",\n" } else { "\n" });
            *has_entry = true;
        }
        self.out.push_str(&"  ".repeat(self.levels.len()));
        if let Some(key) = key {
            self.quoted(key);
            self.out.push_str(" : ");
        }
    }

    fn quoted(&mut self, text: &str) {
        self.out.push('"');
        for letter in text.chars() {
            match letter {
                '"' | '\\' => self.out.extend(['\\', letter]),
                // fio writes control characters unescaped, which no JSON reader accepts.
                letter if (letter as u32) < 0x20 => {
                    self.out.push_str(&format!("\\u{:04x}", letter as u32));
                }
                letter => self.out.push(letter),
            }
        }
        self.out.push('"');
    }

    fn open(&mut self, key: Option<&str>, bracket: char) {
        self.start(key);
        self.out.push(bracket);
        self.levels.push(false);
    }

    fn close(&mut self, bracket: char) {
        self.levels.pop();
        self.out.push('\n');
        self.out.push_str(&"  ".repeat(self.levels.len()));
        self.out.push(bracket);
    }

    fn plain(&mut self, key: &str, value: impl Display) {
        self.start(Some(key));
        let _ = write!(self.out, "{value}");
    }

    fn item(&mut self, value: impl Display) {
        self.start(None);
        let _ = write!(self.out, "{value}");
    }

    fn float(&mut self, key: &str, value: f64) {
        let value = if value.is_finite() { value } else { 0.0 };
        self.plain(key, format_args!("{value:.6}"));
    }

    fn text(&mut self, key: &str, value: &str) {
        self.start(Some(key));
        self.quoted(value);
    }
}
