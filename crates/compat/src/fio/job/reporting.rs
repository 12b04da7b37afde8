//! What the results report on a job: percentiles, logs, which latencies, in which unit.

use super::super::value::{NotedValue, Units, ValueResult, without_note};
use super::super::{LatencyView, Logs, SteadyView, UnifiedReporting, Window};
use super::FioJob;
use base::Nanos;
use job::Diagnostics;

/// The most percentiles in fio's list.
const MOST: usize = 20;

pub(in super::super) fn latency(job: &FioJob<'_>, sink: &mut Diagnostics) -> LatencyView {
    let fallback = LatencyView::default();
    let reduced = job.read("gtod_reduce", sink, |u, text| u.boolean(text)).unwrap_or(false);
    let mut is = |name: &str, otherwise: bool| job.on(name, sink).unwrap_or(otherwise);
    let mut view = LatencyView {
        clat_percentiles: is("clat_percentiles", fallback.clat_percentiles),
        slat_percentiles: is("slat_percentiles", false),
        lat_percentiles: is("lat_percentiles", false),
        disable_clat: is("disable_clat", reduced),
        disable_slat: is("disable_slat", reduced),
        disable_lat: is("disable_lat", reduced),
        disable_bw: is("disable_bw_measurement", reduced),
        percentiles: fallback.percentiles,
    };
    if let Some(list) = job.read("percentile_list", sink, percentiles) {
        view.percentiles = list;
    }
    view
}

fn percentiles(units: Units, text: &str) -> ValueResult<Vec<f64>> {
    let commas = text.contains(',');
    let text = match (commas, units.literal) {
        (true, true) => text.split(',').next().unwrap_or_default().to_owned(),
        _ => text.replace(',', ":"),
    };
    let mut list = Vec::new();
    for part in text.split(':').map(str::trim).filter(|p| !p.is_empty()) {
        match part.parse::<f64>() {
            Ok(p) if p > 0.0 && p <= 100.0 => list.push(p),
            _ => {
                return Err(format!(
                    "has \"{part}\", which is not a percentile above 0 and up to 100"
                ));
            }
        }
    }
    if list.is_empty() || list.len() > MOST {
        return Err(format!("has {} percentiles; 1 to {MOST} fit", list.len()));
    }
    list.sort_by(f64::total_cmp);
    let note = "all of them are used; fio itself uses only the first, because it separates lists with colons";
    Ok(NotedValue { value: list, note: (commas && !units.literal).then(|| note.to_owned()) })
}

pub(in super::super) fn logs(job: &FioJob<'_>, sink: &mut Diagnostics) -> Logs {
    let prefix = |name: &str| {
        job.given(name).map(|given| match given.value.trim() {
            "" => job.name.to_owned(),
            prefix => prefix.to_owned(),
        })
    };
    let trace = job.given("write_iolog").map(|given| given.value.trim().to_owned());
    let positive = |time: Option<Nanos>| time.filter(|time| time.0 > 0);
    Logs {
        bw: prefix("write_bw_log"),
        lat: prefix("write_lat_log"),
        iops: prefix("write_iops_log"),
        hist: prefix("write_hist_log"),
        average: positive(job.read("log_avg_msec", sink, Units::millis)),
        hist_every: positive(job.read("log_hist_msec", sink, Units::millis)),
        hist_coarseness: job
            .read("log_hist_coarseness", sink, Units::count_u32)
            .unwrap_or(0)
            .min(6),
        offset: job.on("log_offset", sink).unwrap_or(false),
        window: job.read("log_max_value", sink, window).unwrap_or_default(),
        prio: job.on("log_prio", sink).unwrap_or(false),
        issue_time: job.on("log_issue_time", sink).unwrap_or(false),
        trace: trace.filter(|name| !name.is_empty()),
        compressed: job.on("log_store_compressed", sink).unwrap_or(false),
        per_job: job.on("per_job_logs", sink).unwrap_or(true),
        unix_epoch: job.on("log_unix_epoch", sink).unwrap_or(false),
    }
}

fn window(units: Units, text: &str) -> ValueResult<Window> {
    match text.trim() {
        "avg" => without_note(Window::Mean),
        "max" => without_note(Window::Max),
        "both" => without_note(Window::Both),
        other => Ok(units.boolean(other)?.map(|on| if on { Window::Max } else { Window::Mean })),
    }
}

pub(in super::super) fn unified(job: &FioJob<'_>, sink: &mut Diagnostics) -> UnifiedReporting {
    let unified = job.read("unified_rw_reporting", sink, |_, text| match text.trim() {
        "none" | "0" => without_note(UnifiedReporting::None),
        "mixed" | "1" | "" => without_note(UnifiedReporting::Mixed),
        "both" | "2" => without_note(UnifiedReporting::Both),
        _ => Err("is not one of none, mixed and both".to_owned()),
    });
    unified.unwrap_or_default()
}

/// The criterion of `steadystate`, and its limit as a share.
pub(in super::super) fn steady(
    job: &FioJob<'_>,
    sink: &mut Diagnostics,
) -> Option<(SteadyView, f64)> {
    let share = job.read("steadystate", sink, |_, text| {
        let (kind, limit) = text.trim().split_once(':').ok_or("wants KIND:LIMIT")?;
        if !["iops", "bw", "lat"].contains(&kind.trim().trim_end_matches("_slope")) {
            return Err("must be iops, bw, lat or a slope of one of them".to_owned());
        }
        let limit = limit.trim();
        let number = limit.strip_suffix('%').unwrap_or(limit).trim().parse::<f64>();
        match number.ok().filter(|n| *n > 0.0 && n.is_finite()) {
            Some(percent) if limit.ends_with('%') => {
                without_note((percent / 100.0).clamp(0.001, 0.5))
            }
            Some(_) => without_note(0.05),
            None => Err("needs a limit above 0, such as iops:2%".to_owned()),
        }
    })?;
    let view = SteadyView {
        criterion: job.given("steadystate").map(|g| g.value.trim().to_owned()).unwrap_or_default(),
        duration: job.read("steadystate_duration", sink, Units::seconds).unwrap_or_default(),
        ramp: job.read("steadystate_ramp_time", sink, Units::seconds).unwrap_or_default(),
    };
    if view.duration.0 < 1_000_000_000 {
        let text = "`steadystate`: it has no effect without steadystate_duration";
        sink.note(job.place_of("steadystate"), text);
        return None;
    }
    Some((view, share))
}
