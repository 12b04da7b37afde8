//! The XML results, element by element in DISKSPD's order; no declaration, and nothing after the last element.

use super::input_xml;
use super::measure::{Bucket, TableLine, TablePart, ThreadCounts, lines, sum};
use super::profile::TimeSpan;
use super::result_text::date;
use super::{DiskspdView, Version};
use crate::outcome::{CpuOutcome, IntervalDirection, Outcome};
use crate::xml::XmlLines;

pub(super) fn write(view: &DiskspdView, outcome: &Outcome, version: Version) -> String {
    let mut xml = input_xml::lines("", version);
    xml.within("Results", |xml| {
        xml.within("System", |xml| system(xml, outcome, version));
        xml.text.push_str(&input_xml::write(&view.profile, version, "  "));
        xml.text.push('\n');
        for (index, span) in view.profile.spans.iter().enumerate() {
            let (lines, seconds) = lines(view, index, outcome);
            xml.within("TimeSpan", |xml| time_span(xml, span, &lines, seconds, outcome, version));
        }
    });
    xml.text.trim_end_matches('\n').to_owned()
}

/// CPUs as a mask of the only group.
fn mask(cpus: u32) -> u64 {
    if cpus >= 64 { u64::MAX } else { (1 << cpus) - 1 }
}

fn system(xml: &mut XmlLines, outcome: &Outcome, version: Version) {
    let machine = &outcome.machine;
    let cpus = machine.cpus.max(1);
    xml.put("ComputerName", &machine.host);
    if version == Version::V23 {
        xml.put("ProcessorName", "");
    }
    let (number, day) = match version {
        Version::V20 => ("2.0.21a", "2018/9/21"),
        Version::V22 => ("2.2.0", "2024/6/3"),
        Version::V23 => ("2.3.0", "2026/06/15"),
    };
    xml.within("Tool", |xml| {
        xml.put("Version", number);
        xml.put("VersionDate", day);
    });
    xml.put("RunTime", date(outcome.started_unix_ns));
    if version == Version::V20 {
        return xml.within("ProcessorTopology", |xml| {
            xml.line(&format!("<Group Group=\"0\" MaximumProcessors=\"{cpus}\" ActiveProcessors=\"{cpus}\" ActiveProcessorMask=\"0x{:x}\"/>", mask(cpus)));
        });
    }
    xml.line("<PowerScheme Name=\"\" Guid=\"\"/>");
    if version == Version::V23 {
        xml.put("PageSize", 4096);
    }
    let mask = mask(cpus);
    xml.within("ProcessorTopology Heterogeneous=\"false\"", |xml| {
        xml.line(&format!("<Group Group=\"0\" MaximumProcessors=\"{cpus}\" ActiveProcessors=\"{cpus}\" ActiveProcessorMask=\"0x{mask:x}\"/>"));
        for kind in ["Node", "Socket"] {
            xml.within(&format!("{kind} {kind}=\"0\""), |xml| {
                xml.line(&format!("<Group Group=\"0\" Mask=\"0x{mask:x}\"/>"));
            });
        }
        for cpu in 0..cpus.min(64) {
            let own = 1u64 << cpu;
            xml.line(&format!("<Core Group=\"0\" Core=\"{cpu}\" Mask=\"0x{own:x}\" EfficiencyClass=\"0\"/>"));
        }
    });
}

fn time_span(
    xml: &mut XmlLines,
    span: &TimeSpan,
    lines: &[TableLine<'_>],
    seconds: f64,
    outcome: &Outcome,
    version: Version,
) {
    if let Some(failure) = &outcome.failure {
        return xml.put("Error", &failure.text);
    }
    xml.put("TestTimeSeconds", format!("{seconds:.2}"));
    xml.put("ThreadCount", span.thread_count());
    xml.put("RequestCount", span.requests);
    xml.put("ProcCount", outcome.machine.cpus.max(1));
    if version == Version::V23 {
        xml.put("EffectiveBufferSeparation", 0);
    }
    xml.within("CpuUtilization", |xml| cpus(xml, &outcome.cpus, version));
    let all = sum(lines.iter());
    if span.latency {
        latency(xml, &all, version);
    }
    if span.iops_bucket_ms.is_some() {
        iops(xml, &all, span);
    }
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|line| line.row.thread == first.row.thread).count();
        let (own, others) = rest.split_at(same);
        rest = others;
        xml.within("Thread", |xml| {
            xml.put("Id", first.row.thread);
            own.iter().for_each(|line| xml.within("Target", |xml| target(xml, span, line)));
        });
    }
}

fn cpus(xml: &mut XmlLines, cpus: &[CpuOutcome], version: Version) {
    let shares = |xml: &mut XmlLines, user: f64, kernel: f64| {
        xml.put("UsagePercent", format!("{:.2}", user + kernel));
        xml.put("UserPercent", format!("{user:.2}"));
        xml.put("KernelPercent", format!("{kernel:.2}"));
        xml.put("IdlePercent", format!("{:.2}", (100.0 - user - kernel).max(0.0)));
    };
    for (index, cpu) in cpus.iter().enumerate() {
        xml.within("CPU", |xml| {
            if version == Version::V20 {
                xml.put("Group", 0);
            } else {
                for name in ["Socket", "Node", "Group"] {
                    xml.put(name, 0);
                }
                xml.put("Core", index);
                xml.put("EfficiencyClass", 0);
            }
            xml.put("Id", index);
            shares(xml, cpu.user * 100.0, cpu.kernel * 100.0);
        });
    }
    let mean = |get: fn(&CpuOutcome) -> f64| {
        100.0 * cpus.iter().map(get).sum::<f64>() / cpus.len().max(1) as f64
    };
    xml.within("Average", |xml| shares(xml, mean(|cpu| cpu.user), mean(|cpu| cpu.kernel)));
}

/// The names of the means in the summary of a timespan, and in a target: of reads, of writes, of all.
const OF_ALL: [&str; 3] =
    ["AverageReadMilliseconds", "AverageWriteMilliseconds", "AverageTotalMilliseconds"];
const OF_TARGET: [&str; 3] = [
    "AverageReadLatencyMilliseconds",
    "AverageWriteLatencyMilliseconds",
    "AverageLatencyMilliseconds",
];

/// Means and deviations of latency, where there are any.
fn moments(xml: &mut XmlLines, counted: &ThreadCounts, means: [&str; 3]) {
    let parts = [
        (TablePart::Read, "ReadLatencyStdev"),
        (TablePart::Write, "WriteLatencyStdev"),
        (TablePart::Total, "LatencyStdev"),
    ];
    for ((part, deviation), mean) in parts.into_iter().zip(means) {
        let service = counted.part(part).service;
        if service.count() > 0 || part == TablePart::Total {
            xml.put(mean, format!("{:.3}", service.mean_ns / 1e6));
            xml.put(deviation, format!("{:.3}", service.deviation_ns / 1e6));
        }
    }
}

fn latency(xml: &mut XmlLines, all: &ThreadCounts, version: Version) {
    let columns =
        [TablePart::Read, TablePart::Write, TablePart::Total].map(|part| all.part(part).service);
    let [read, write, total] = columns.each_ref().map(|column| column.buckets.len());
    let name = match version {
        Version::V20 => "Latency".to_owned(),
        _ => format!(
            "Latency ReadHistoBuckets=\"{read}\" WriteHistoBuckets=\"{write}\" TotalHistoBuckets=\"{total}\""
        ),
    };
    xml.within(&name, |xml| {
        moments(xml, all, OF_ALL);
        let mut row = |percentile: String, share: f64| {
            xml.within("Bucket", |xml| {
                xml.put("Percentile", percentile);
                for (name, column) in ["Read", "Write", "Total"].iter().zip(&columns) {
                    if column.count() > 0 {
                        let value = match share {
                            0.0 => column.min_ns,
                            1.0 => column.max_ns,
                            share => column.quantile(share),
                        };
                        xml.put(
                            &format!("{name}Milliseconds"),
                            format!("{:.3}", value as f64 / 1e6),
                        );
                    }
                }
            });
        };
        for percent in 0..100u32 {
            row(percent.to_string(), f64::from(percent) / 100.0);
        }
        for nines in 1..=7usize {
            let text = format!("99.{}", "9".repeat(nines));
            let share = 1.0 - 0.1f64.powi(i32::try_from(nines).unwrap_or(7) + 2);
            row(text, share);
        }
        row("100".to_owned(), 1.0);
    });
}

fn iops(xml: &mut XmlLines, counted: &ThreadCounts, span: &TimeSpan) {
    xml.within("Iops", |xml| {
        for (part, name, ios) in [
            (TablePart::Read, "ReadIopsStdDev", counted.read.ios),
            (TablePart::Write, "WriteIopsStdDev", counted.write.ios),
            (TablePart::Total, "IopsStdDev", 1),
        ] {
            if ios > 0 {
                xml.put(name, format!("{:.3}", counted.iops_deviation(part)));
            }
        }
        for bucket in &counted.buckets {
            xml.line(&bucket_line(bucket, span));
        }
    });
}

/// A bucket with its rates, which are per second for any length of the bucket.
fn bucket_line(bucket: &Bucket, span: &TimeSpan) -> String {
    let Bucket { end_ms, read, write, .. } = bucket;
    let bucket_s = f64::from(span.iops_bucket_ms.unwrap_or(1000).max(1)) / 1000.0;
    let rate = |ios: u64| ios as f64 / bucket_s;
    let one = |name: &str, direction: &IntervalDirection| {
        let (min, max) = (direction.min_ns as f64 / 1e6, direction.max_ns as f64 / 1e6);
        let (mean, deviation) = (direction.mean_ns / 1e6, direction.deviation_ns / 1e6);
        format!(
            "{name}MinLatencyMilliseconds=\"{min:.3}\" {name}MaxLatencyMilliseconds=\"{max:.3}\" {name}AvgLatencyMilliseconds=\"{mean:.3}\" {name}LatencyStdDev=\"{deviation:.3}\""
        )
    };
    format!(
        "<Bucket SampleMillisecond=\"{end_ms}\" Read=\"{:.0}\" Write=\"{:.0}\" Total=\"{:.0}\" {} {}/>",
        rate(read.ios),
        rate(write.ios),
        rate(read.ios + write.ios),
        one("Read", read),
        one("Write", write)
    )
}

fn target(xml: &mut XmlLines, span: &TimeSpan, line: &TableLine<'_>) {
    let counted = &line.counted;
    let all = counted.part(TablePart::Total);
    xml.put("Path", &line.target.path);
    xml.put("BytesCount", all.bytes);
    xml.put("FileSize", line.size_bytes);
    xml.put("IOCount", all.ios);
    xml.put("ReadBytes", counted.read.bytes);
    xml.put("ReadCount", counted.read.ios);
    xml.put("WriteBytes", counted.write.bytes);
    xml.put("WriteCount", counted.write.ios);
    if span.latency {
        moments(xml, counted, OF_TARGET);
    }
    if span.iops_bucket_ms.is_some() {
        iops(xml, counted, span);
    }
}
