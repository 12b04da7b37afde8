//! fio's terse lines: fields between semicolons, one line for each printed job, in versions 2 to 5.

use super::super::{FioView, UnifiedReporting};
use super::buckets::Buckets;
use super::entries::{PrintedJob, Side, share_of_group};
use super::number::floored;
use super::{VERSION, busy_percent, devices};
use crate::outcome::{LatencyDistribution, Outcome};

const PERCENTILES: usize = 20;

pub(super) fn document(view: &FioView, outcome: &Outcome, entries: &[PrintedJob<'_>]) -> String {
    entries.iter().map(|entry| line(view, outcome, entries, entry)).collect()
}

fn line(
    view: &FioView,
    outcome: &Outcome,
    entries: &[PrintedJob<'_>],
    entry: &PrintedJob<'_>,
) -> String {
    let version = view.output.terse_version;
    let mut fields = vec![version.to_string()];
    if version > 2 {
        fields.push(VERSION.to_owned());
    }
    fields.push(entry.job.name.replace(';', "_"));
    fields.extend([entry.job.group.to_string(), entry.error.to_string()]);
    let share = |name: &str| share_of_group(entries, entry, name);
    if entry.job.unified == UnifiedReporting::Mixed {
        side(&mut fields, &entry.mixed, share("mixed"), entry, version);
    } else {
        side(&mut fields, &entry.read, share("read"), entry, version);
        side(&mut fields, &entry.write, share("write"), entry, version);
        if version != 3 {
            side(&mut fields, &entry.trim, share("trim"), entry, version);
        }
        if entry.job.unified == UnifiedReporting::Both {
            side(&mut fields, &entry.mixed, share("mixed"), entry, version);
        }
    }
    let cpu = |ms: f64| format!("{:.6}%", 100.0 * ms / entry.runtime_sum_ms.max(1) as f64);
    fields.extend([cpu(entry.user_ms), cpu(entry.kernel_ms), entry.switches.to_string()]);
    // Page faults.
    fields.extend(["0".to_owned(), "0".to_owned()]);
    let all = entry.started();
    fields.extend(entry.depths.iter().map(|&count| format!("{:.1}%", floored(count, all, 0.1))));
    let (table, all) = entry.table();
    let bounds = table.us.iter().chain(&table.ms).enumerate();
    fields.extend(bounds.map(|(index, &count)| {
        // The first bound also includes everything faster.
        let faster: u64 = if index == 0 { table.ns.iter().sum() } else { 0 };
        format!("{:.2}%", floored(count + faster, all, 0.01))
    }));
    if version > 2 {
        disks(&mut fields, view, outcome);
    }
    if entry.job.continue_on_error {
        let first = if entry.errors > 0 { entry.error } else { 0 };
        fields.extend([entry.errors.to_string(), first.to_string()]);
    }
    let mut line = fields.join(";");
    if let Some(text) = &entry.job.description {
        // Version 2 puts a line end before the description.
        line.push_str(if version == 2 { "\n;" } else { ";" });
        line.push_str(&text.replace('\n', " "));
    }
    line.push('\n');
    line
}

fn side(fields: &mut Vec<String>, side: &Side, share: f64, entry: &PrintedJob<'_>, version: u32) {
    let counts = &side.counts;
    let wants = &entry.job.latency;
    fields.extend(
        [counts.bytes >> 10, side.bytes_per_second() >> 10, side.iops() as u64, side.runtime_ms]
            .map(|number| number.to_string()),
    );
    latency(fields, &counts.slat);
    latency(fields, &counts.clat);
    // The job decides which of the two distributions has percentiles; of both fio prints those of the total.
    let (of, wanted) = if wants.lat_percentiles {
        (&counts.lat, true)
    } else {
        (&counts.clat, wants.clat_percentiles)
    };
    let buckets = Buckets::of(of);
    for place in 0..PERCENTILES {
        fields.push(match wants.percentiles.get(place).filter(|_| wanted) {
            Some(&percent) => format!("{percent:.6}%={}", buckets.percentile(percent) / 1000),
            None => "0%=0".to_owned(),
        });
    }
    latency(fields, &counts.lat);
    fields.extend([side.bw.min.to_string(), side.bw.max.to_string(), format!("{share:.6}%")]);
    fields.extend([side.bw.mean, side.bw.deviation()].map(float));
    if version >= 5 {
        let iops = &side.iops;
        fields.extend([side.bw.count, iops.min, iops.max].map(|number| number.to_string()));
        fields.extend([float(iops.mean), float(iops.deviation()), iops.count.to_string()]);
    }
}

/// Writes minimum, maximum, mean and deviation in µs.
fn latency(fields: &mut Vec<String>, of: &LatencyDistribution) {
    fields.extend([of.min_ns / 1000, of.max_ns / 1000].map(|number| number.to_string()));
    fields.extend([of.mean_ns / 1000.0, of.deviation_ns / 1000.0].map(float));
}

fn disks(fields: &mut Vec<String>, view: &FioView, outcome: &Outcome) {
    for device in devices(view, outcome) {
        let (read, write) = (&device.read, &device.write);
        fields.push(device.name.clone());
        fields.extend(
            [read[0], write[0], read[1], write[1], read[3], write[3], device.queue_ms]
                .map(|number| number.to_string()),
        );
        fields.push(format!("{:.2}%", busy_percent(device.busy_ms, outcome)));
    }
}

fn float(value: f64) -> String {
    format!("{:.6}", if value.is_finite() { value } else { 0.0 })
}
