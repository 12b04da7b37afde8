//! A profile as XML, with the order of elements of each version; `-X` can read the output again.

use super::profile::{BufferContent, Cache, Flush, Format, Profile, Target, Throughput, TimeSpan};
use super::{Kind, Version};
use crate::xml::XmlLines;

/// No line yet. Version 2.0 does not indent.
pub(super) fn lines(indent: &str, version: Version) -> XmlLines {
    match version {
        Version::V20 => XmlLines::new("", ""),
        _ => XmlLines::new(indent, "  "),
    }
}

/// The `Profile` element, without its final line end.
pub(super) fn write(profile: &Profile, version: Version, pad: &str) -> String {
    let mut xml = lines(pad, version);
    xml.within("Profile", |xml| {
        xml.put("Progress", profile.progress);
        xml.put("ResultFormat", if profile.format == Format::Xml { "xml" } else { "text" });
        xml.put("Verbose", profile.verbose);
        xml.within("TimeSpans", |xml| {
            for span in &profile.spans {
                xml.within("TimeSpan", |xml| time_span(xml, span, version));
            }
        });
    });
    xml.text.trim_end_matches('\n').to_owned()
}

fn time_span(xml: &mut XmlLines, span: &TimeSpan, version: Version) {
    let new = version == Version::V23;
    xml.put("CompletionRoutines", span.completion_routines);
    xml.put("MeasureLatency", span.latency);
    xml.put("CalculateIopsStdDev", span.iops_bucket_ms.is_some());
    if !new {
        xml.put("DisableAffinity", span.no_affinity);
    }
    xml.put("Duration", span.duration_s);
    xml.put("Warmup", span.warm_up_s);
    xml.put("Cooldown", span.cool_down_s);
    xml.put("ThreadCount", span.threads);
    xml.put("RequestCount", span.requests);
    xml.put("IoBucketDuration", span.iops_bucket_ms.unwrap_or(1000));
    xml.put("RandSeed", span.seed.unwrap_or(0));
    if span.random_writes {
        xml.put("RandomWriteData", true);
    }
    if new {
        if let Some((batch, percent)) = span.ring {
            xml.within("IoRing", |xml| {
                xml.put(&format!("IoRingBatchSize Percent=\"{percent}\""), batch);
                xml.put("UseRegBuffer", true);
            });
        }
        xml.put("DisableAffinity", span.no_affinity);
        xml.put("AffinityTraversal Group=\"Fill\" Efficiency=\"PFirst\"", "Cpu");
        xml.put("BufferSeparation", "PDECacheLine");
    }
    if !span.affinity.is_empty() {
        xml.within("Affinity", |xml| {
            for affinity in &span.affinity {
                let (group, cpu) = (affinity.group, affinity.cpu.unwrap_or(0));
                let line =
                    format!("<AffinityGroupAssignment Group=\"{group}\" Processor=\"{cpu}\"/>");
                xml.line(&line);
            }
        });
    }
    xml.within("Targets", |xml| {
        for one in &span.targets {
            xml.within("Target", |xml| target(xml, one, version));
        }
    });
}

fn target(xml: &mut XmlLines, target: &Target, version: Version) {
    let old = version == Version::V20;
    xml.put("Path", &target.path);
    xml.put("BlockSize", target.block_bytes);
    xml.put("BaseFileOffset", target.base_bytes);
    let [random, sequential, temporary] = target.hints;
    xml.put("SequentialScan", sequential);
    xml.put("RandomAccess", random);
    xml.put("TemporaryFile", temporary);
    xml.put("UseLargePages", target.large_pages);
    caches(xml, target);
    content(xml, target);
    xml.put("ParallelAsyncIO", target.parallel);
    if old {
        bursts(xml, target);
    }
    if let Some(bytes) = target.create_bytes {
        xml.put("FileSize", bytes);
    }
    order(xml, target);
    xml.put("ThreadStride", target.thread_stride_bytes);
    xml.put("MaxFileSize", target.max_bytes);
    if !old {
        bursts(xml, target);
    }
    xml.put("RequestCount", target.requests);
    xml.put("WriteRatio", target.write_percent);
    match target.throughput {
        // 2.0 only has bytes per millisecond, so IOPS are converted.
        Some(Throughput::Iops(limit)) if old => {
            xml.put("Throughput", u64::from(limit) * target.block_bytes / 1000);
        }
        Some(Throughput::Iops(limit)) => xml.put("Throughput unit=\"IOPS\"", limit),
        Some(Throughput::BytesPerMs(limit)) => xml.put("Throughput", limit),
        None => xml.put("Throughput", 0),
    }
    xml.put("ThreadsPerFile", target.threads);
    xml.put("IOPriority", target.priority);
    xml.put("Weight", target.weight);
    if !target.thread_weights.is_empty() {
        xml.within("ThreadTargets", |xml| {
            for (thread, weight) in &target.thread_weights {
                xml.within("ThreadTarget", |xml| {
                    xml.put("Thread", thread);
                    if let Some(weight) = weight {
                        xml.put("Weight", weight);
                    }
                });
            }
        });
    }
}

fn bursts(xml: &mut XmlLines, target: &Target) {
    if target.burst > 0 {
        xml.put("BurstSize", target.burst);
    }
    if target.think_ms > 0 {
        xml.put("ThinkTime", target.think_ms);
    }
}

fn caches(xml: &mut XmlLines, target: &Target) {
    match target.cache {
        Cache::System => {}
        Cache::None => xml.put("DisableOSCache", true),
        Cache::Remote => xml.put("DisableLocalCache", true),
    }
    if target.write_through {
        xml.put("WriteThrough", true);
    }
    if target.mapped {
        xml.put("MemoryMappedIo", true);
    }
    let flush = target.flush.map(|flush| match flush {
        Flush::View => "ViewOfFile",
        Flush::Memory => "NonVolatileMemory",
        Flush::MemoryNoDrain => "NonVolatileMemoryNoDrain",
    });
    if let Some(flush) = flush {
        xml.put("FlushType", flush);
    }
    if let Some(full) = target.bypass {
        xml.put("BypassIO", if full { "Full" } else { "Partial" });
    }
}

fn content(xml: &mut XmlLines, target: &Target) {
    xml.within("WriteBufferContent", |xml| match &target.content {
        BufferContent::Pattern => xml.put("Pattern", "sequential"),
        BufferContent::Zeros => xml.put("Pattern", "zero"),
        BufferContent::Random(bytes, file) => {
            xml.put("Pattern", "random");
            xml.within("RandomDataSource", |xml| {
                xml.put("SizeInBytes", bytes);
                if let Some(file) = file {
                    xml.put("FilePath", file);
                }
            });
        }
    });
}

fn order(xml: &mut XmlLines, target: &Target) {
    if !target.is_random() {
        xml.put("StrideSize", target.grid_bytes());
        xml.put("InterlockedSequential", target.interlocked);
        return;
    }
    xml.put("Random", target.grid_bytes());
    if target.random_percent > 0 {
        xml.put("RandomRatio", target.random_percent);
    }
    let Some(distribution) = &target.distribution else { return };
    let kind = if distribution.kind == Kind::Percent { "Percent" } else { "Absolute" };
    xml.within("Distribution", |xml| {
        xml.within(kind, |xml| {
            for share in &distribution.shares {
                xml.put(&format!("Range IO=\"{}\"", share.io_percent), share.length);
            }
        });
    });
}
