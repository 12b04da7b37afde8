//! fio's output for people, byte for byte in its layout.

use super::super::{FioView, IdleReport, JobView, UnifiedReporting};
use super::buckets::{BOUND_NAMES, Buckets};
use super::entries::{Aggregate, PrintedJob, Side, share_of_group};
use super::number::{Unit, date, floored, short};
use super::{Setting, VERSION, busy_percent, devices, idle_percent, steady};
use crate::outcome::{LatencyDistribution, Outcome};

pub(super) fn opening(view: &FioView) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(job) = view.jobs.get(at) {
        let clones = view.jobs[at..].iter().take_while(|x| x.section == job.section).count();
        let size = |bytes: base::Bytes| short(bytes.0, 4, true, Unit::Bytes);
        let range =
            |(low, high): (base::Bytes, base::Bytes)| format!("{}-{}", size(low), size(high));
        let [read, write, trim] = job.blocks;
        out.push_str(&format!(
            "{}: (g={}): rw={}, bs=(R) {}, (W) {}, (T) {}, ioengine={}, iodepth={}\n",
            job.name,
            job.group,
            job.rw,
            range(read),
            range(write),
            range(trim),
            job.engine,
            job.depth
        ));
        if clones > 1 {
            out.push_str("...\n");
        }
        at += clones;
    }
    out.push_str(VERSION);
    out.push('\n');
    let threads = view.jobs.iter().filter(|job| is_thread(view, job)).count();
    let processes = view.jobs.len() - threads;
    let many = |count: usize, one: &str, more: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {more}")),
    };
    let started: Vec<String> =
        [many(threads, "thread", "threads"), many(processes, "process", "processes")]
            .into_iter()
            .flatten()
            .collect();
    out.push_str(&format!("Starting {}\n", started.join(" and ")));
    out
}

fn is_thread(view: &FioView, job: &JobView) -> bool {
    let mut all = view.global_options.iter().chain(&job.options).rev();
    all.find(|option| option.0 == "thread").is_some_and(|option| option.1.trim() != "0")
}

pub(super) fn document(
    view: &FioView,
    outcome: &Outcome,
    entries: &[PrintedJob<'_>],
    setting: &Setting,
) -> String {
    let mut out = String::from("\n");
    for entry in entries {
        let shares = |name: &str| share_of_group(entries, entry, name);
        job(&mut out, outcome, entry, &shares, setting);
    }
    let mut groups: Vec<u32> = entries.iter().map(|entry| entry.job.group).collect();
    groups.dedup();
    for group in groups {
        let of_group: Vec<&PrintedJob<'_>> =
            entries.iter().filter(|e| e.job.group == group).collect();
        out.push_str(&format!("\nRun status group {group} (all jobs):\n"));
        for name in ["read", "write", "trim", "mixed"] {
            let reported = of_group.iter().flat_map(|entry| entry.reported_directions());
            let sides = reported.filter(|side| side.0 == name).map(|side| side.1);
            aggregate(&mut out, &name.to_uppercase(), &Aggregate::of(sides), of_group[0].job);
        }
    }
    let devices = devices(view, outcome);
    if !devices.is_empty() {
        out.push_str("\nDisk stats (read/write):\n");
    }
    for device in devices {
        let (read, write) = (&device.read, &device.write);
        out.push_str(&format!(
            "  {}: ios={}/{}, merge={}/{}, ticks={}/{}, in_queue={}, util={:.2}%\n",
            device.name,
            read[0],
            write[0],
            read[1],
            write[1],
            read[3],
            write[3],
            device.queue_ms,
            busy_percent(device.busy_ms, outcome)
        ));
    }
    if let Some(report) = view.output.idle {
        let (each, system) = idle_percent(outcome);
        out.push_str(&format!("\nCPU idleness:\n  system: {system:.2}%\n"));
        if report == IdleReport::PerCpu {
            let each: Vec<String> = each.iter().map(|idle| format!("{idle:.2}%")).collect();
            out.push_str(&format!("  percpu: {}\n", each.join(", ")));
        }
        out.push_str("  unit work: mean=0.00us, stddev=0.00\n");
    }
    out
}

/// A rate in the requested base, and in the other one.
fn rates(bytes_per_second: u64, job: &JobView) -> (String, String) {
    both(bytes_per_second, job, Unit::Rate)
}

fn both(bytes: u64, job: &JobView, unit: Unit) -> (String, String) {
    let binary = job.kb_base != 1000;
    let figures = job.significant_figures;
    (short(bytes, figures, binary, unit), short(bytes, figures, !binary, unit))
}

fn aggregate(out: &mut String, label: &str, sum: &Aggregate, job: &JobView) {
    if sum.longest_ms == 0 {
        return;
    }
    let (rate, other_rate) = rates(sum.rate(), job);
    let (least, other_least) = rates(sum.least, job);
    let (most, other_most) = rates(sum.most, job);
    let (io, other_io) = both(sum.bytes, job, Unit::Bytes);
    out.push_str(&format!(
        "{label:>7}: bw={rate} ({other_rate}), {least}-{most} ({other_least}-{other_most}), \
         io={io} ({other_io}), run={}-{}msec\n",
        sum.shortest_ms, sum.longest_ms
    ));
}

fn job(
    out: &mut String,
    outcome: &Outcome,
    entry: &PrintedJob<'_>,
    share: &dyn Fn(&str) -> f64,
    setting: &Setting,
) {
    let job = entry.job;
    let now_s = (outcome.started_unix_ns.saturating_add(outcome.elapsed_ns) / 1_000_000_000) as i64;
    let date = date(now_s + i64::from(setting.utc_offset_s));
    let error = match entry.error {
        0 => " 0".to_owned(),
        errno => {
            let what = if entry.never_began { "setup" } else { "io_u error" };
            format!("{errno:2} (file:{}, func={what}, error={})", job.name, message(errno))
        }
    };
    out.push_str(&format!(
        "{}: (groupid={}, jobs={}): err={error}: pid={}: {date}\n",
        job.name, job.group, entry.clones, setting.pid
    ));
    if let Some(text) = &job.description {
        out.push_str(&format!("  Description  : [{text}]\n"));
    }
    for (name, side) in entry.reported_directions().into_iter().filter(|x| x.1.runtime_ms > 0) {
        direction(out, name, side, share(name), job);
    }
    if !job.latency.disable_clat {
        table(out, entry);
    }
    if entry.flush.ios > 0 {
        out.push_str("  fsync/fdatasync/sync_file_range:\n");
        latency(out, "sync", &entry.flush.clat);
        if job.latency.clat_percentiles || job.latency.lat_percentiles {
            percentiles(out, "sync", &entry.flush.clat, job);
        }
    }
    counters(out, entry);
    if let Some(steady_view) = &job.steady {
        let found = steady::of(entry, steady_view);
        let bw = steady::mean(&found.bw) as u64;
        out.push_str(&format!(
            "  steadystate  : attained={}, bw={}KiB/s ({}kB/s), iops={}, {} {}={:.3}{}\n",
            if found.attained { "yes" } else { "no" },
            bw >> 10,
            bw / 1000,
            steady::mean(&found.iops) as u64,
            found.name,
            if found.slope_asked { "slope" } else { "mean dev" },
            found.value,
            if found.percent { "%" } else { "" }
        ));
    }
}

fn direction(out: &mut String, name: &str, side: &Side, share: f64, job: &JobView) {
    let (rate, other) = rates(side.bytes_per_second(), job);
    let io = both(side.counts.bytes, job, Unit::Bytes).0;
    out.push_str(&format!(
        "  {name}: IOPS={}, BW={rate} ({other})({io}/{}msec){}\n",
        short(side.iops() as u64, job.significant_figures, false, Unit::None),
        side.runtime_ms,
        if name == "write" { "; 0 zone resets" } else { "" }
    ));
    latency(out, "slat", &side.counts.slat);
    latency(out, "clat", &side.counts.clat);
    latency(out, " lat", &side.counts.lat);
    if job.latency.slat_percentiles {
        percentiles(out, "slat", &side.counts.slat, job);
    }
    if job.latency.clat_percentiles {
        percentiles(out, "clat", &side.counts.clat, job);
    }
    if job.latency.lat_percentiles {
        percentiles(out, "lat", &side.counts.lat, job);
    }
    samples(out, side, share, job);
}

/// The line of a distribution, in a unit that keeps its numbers short.
fn latency(out: &mut String, label: &str, of: &LatencyDistribution) {
    if of.count() == 0 {
        return;
    }
    let (mut min, mut max) = (of.min_ns, of.max_ns);
    let (mut mean, mut deviation) = (of.mean_ns, of.deviation_ns);
    let mut unit = "nsec";
    for next in ["usec", "msec"] {
        if min > 2000 && max > 99_999 && deviation > 1000.0 {
            (min, max) = (min / 1000, max / 1000);
            (mean, deviation) = (mean / 1000.0, deviation / 1000.0);
            unit = next;
        } else {
            break;
        }
    }
    let short = |number| short(number, 6, false, Unit::None);
    out.push_str(&format!(
        "    {label} ({unit}): min={}, max={}, avg={mean:5.2}, stdev={deviation:5.2}\n",
        short(min),
        short(max)
    ));
}

fn percentiles(out: &mut String, label: &str, of: &LatencyDistribution, job: &JobView) {
    let list = &job.latency.percentiles;
    if of.count() == 0 || list.is_empty() {
        return;
    }
    let buckets = Buckets::of(of);
    let mut values: Vec<u64> = list.iter().map(|&percent| buckets.percentile(percent)).collect();
    let (least, most) = (values[0], values[values.len() - 1]);
    let (unit, divisor) = if least > 2_000_000 && most > 99_999_999 {
        ("msec", 1_000_000)
    } else if least > 2_000 && most > 99_999 {
        ("usec", 1_000)
    } else {
        ("nsec", 1)
    };
    // fio rounds up here.
    for value in &mut values {
        *value = value.div_ceil(divisor);
    }
    let decimals = list.iter().map(|percent| decimals(*percent)).max().unwrap_or(0);
    let width = values.iter().map(|value| value.to_string().len()).max().unwrap_or(0).max(5);
    let in_a_line = (73 / (decimals + 10 + width)).max(1);
    out.push_str(&format!("    {label} percentiles ({unit}):\n     |"));
    let name_width = decimals + 3;
    for (index, (percent, value)) in list.iter().zip(&values).enumerate() {
        if index > 0 {
            out.push_str(if index % in_a_line == 0 { ",\n     |" } else { "," });
        }
        out.push_str(&format!(" {percent:name_width$.decimals$}th=[{value:width$}]"));
    }
    out.push('\n');
}

/// How many decimals a percentile has, at most 6.
fn decimals(percent: f64) -> usize {
    format!("{percent:.6}").trim_end_matches('0').split_once('.').map_or(0, |x| x.1.len())
}

fn samples(out: &mut String, side: &Side, share: f64, job: &JobView) {
    let (bw, iops) = (&side.bw, &side.iops);
    if bw.count == 0 {
        return;
    }
    let binary = job.kb_base != 1000;
    let thousand = if binary { 1024.0 } else { 1000.0 };
    let mega = bw.mean > thousand * thousand;
    let unit = match (mega, binary) {
        (false, true) => "KiB",
        (false, false) => "kB",
        (true, true) => "MiB",
        (true, false) => "MB",
    };
    let by = if mega { thousand } else { 1.0 };
    out.push_str(&format!(
        "   bw ({unit:>5}/s): min={:5}, max={:5}, per={share:.2}%, avg={:5.2}, stdev={:5.2}, \
         samples={}\n",
        (bw.min as f64 / by) as u64,
        (bw.max as f64 / by) as u64,
        bw.mean / by,
        bw.deviation() / by,
        bw.count
    ));
    out.push_str(&format!(
        "   iops        : min={:5}, max={:5}, avg={:5.2}, stdev={:5.2}, samples={}\n",
        iops.min,
        iops.max,
        iops.mean,
        iops.deviation(),
        iops.count
    ));
}

fn table(out: &mut String, entry: &PrintedJob<'_>) {
    let (table, all) = entry.table();
    for (unit, counts) in [("nsec", &table.ns[..]), ("usec", &table.us), ("msec", &table.ms)] {
        let shares: Vec<String> = BOUND_NAMES
            .iter()
            .zip(counts)
            .filter(|x| *x.1 > 0)
            .map(|(name, &count)| format!("{name}={:.2}%", floored(count, all, 0.01)))
            .collect();
        for line in shares.chunks(5) {
            out.push_str(&format!("  lat ({unit})   : {}\n", line.join(", ")));
        }
    }
}

fn counters(out: &mut String, entry: &PrintedJob<'_>) {
    let cpu = |ms: f64| 100.0 * ms / entry.runtime_sum_ms.max(1) as f64;
    out.push_str(&format!(
        "  cpu          : usr={:.2}%, sys={:.2}%, ctx={}, majf=0, minf=0\n",
        cpu(entry.user_ms),
        cpu(entry.kernel_ms),
        entry.switches
    ));
    let all = entry.started();
    let depths = entry.depths.map(|count| floored(count, all, 0.1));
    let row = |names: [&str; 7], shares: [f64; 7]| {
        let each = names.iter().zip(shares).map(|(name, share)| format!("{name}={share:.1}%"));
        each.collect::<Vec<_>>().join(", ")
    };
    let batches =
        entry.batches().map(|shares| row(["0", "4", "8", "16", "32", "64", ">=64"], shares));
    let depths = row(["1", "2", "4", "8", "16", "32", ">=64"], depths);
    out.push_str(&format!("  IO depths    : {depths}\n"));
    out.push_str(&format!("     submit    : {}\n", batches[0]));
    out.push_str(&format!("     complete  : {}\n", batches[1]));
    let counts = |pick: fn(&super::entries::DirectionCounts) -> u64| {
        if entry.job.unified == UnifiedReporting::Mixed {
            return [pick(&entry.mixed.counts), 0, 0];
        }
        [&entry.read, &entry.write, &entry.trim].map(|side| pick(&side.counts))
    };
    let ([read, write, trim], short) = (counts(|side| side.ios), counts(|side| side.short));
    out.push_str(&format!(
        "     issued rwts: total={read},{write},{trim},{} short={},{},{},0 dropped=0,0,0,0\n",
        entry.flush.ios, short[0], short[1], short[2]
    ));
    if entry.job.continue_on_error {
        let first = if entry.errors > 0 { entry.error } else { 0 };
        out.push_str(&format!(
            "     errors    : total={}, first_error={first}/<{}>\n",
            entry.errors,
            message(first)
        ));
    }
    let keep = entry.job.keep;
    out.push_str(&format!(
        "     latency   : target={}, window={}, percentile={:.2}%, depth={}\n",
        keep.map_or(0, |keep| keep.latency_ns.0),
        keep.map_or(0, |keep| keep.window_ns.0 / 1000),
        keep.map_or(100.0, |keep| keep.percent),
        entry.depth
    ));
}

/// The C library's message for an errno.
fn message(errno: i32) -> String {
    if errno == 0 {
        return "Success".to_owned();
    }
    let text = std::io::Error::from_raw_os_error(errno).to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}
