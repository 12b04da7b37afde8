//! A target of an XML profile, element by element.

use super::distribution::{Distribution, Kind};
use super::profile::{BufferContent, Cache, Flush, Target, Throughput};
use super::tree::Element;
use super::xml::{ProfileReader, children, text};

pub(super) fn target(node: &Element, reader: &mut ProfileReader<'_>) -> Target {
    let mut target = Target::default();
    let mut ranges = None;
    let mut has_path = false;
    for child in children(node) {
        let name = child.name.as_str();
        match name {
            "Path" => {
                has_path = true;
                target.path = text(child).to_owned();
                let spot = reader.spot(child);
                reader.findings.target(&target.path, &spot);
            }
            "Distribution" => ranges = Some(child),
            "ThreadTargets" => thread_targets(child, &mut target, reader),
            "WriteBufferContent" => content(child, &mut target, reader),
            _ => {
                let known = sizes(name, child, &mut target, reader)
                    || flags(name, child, &mut target, reader)
                    || counts(name, child, &mut target, reader);
                if !known {
                    reader.unknown(child);
                }
            }
        }
    }
    if !has_path {
        reader.wrong(node, "has no path", "add <Path>");
    }
    if target.random_percent > 0 && target.random_bytes.is_none() {
        target.random_bytes = Some(0);
    }
    if target.stride_bytes.is_some() && target.random_bytes.is_some() {
        reader.wrong(
            node,
            "has a stride and random I/O",
            "keep StrideSize, or Random and RandomRatio",
        );
    }
    if let Some(child) = ranges {
        distribution(child, &mut target, reader);
    }
    target
}

fn sizes(name: &str, node: &Element, target: &mut Target, reader: &mut ProfileReader<'_>) -> bool {
    match name {
        "BlockSize" => target.block_bytes = reader.number(node, 1, u64::from(u32::MAX)),
        "StrideSize" => target.stride_bytes = Some(reader.number(node, 1, u64::MAX)),
        "Random" => target.random_bytes = Some(reader.number(node, 1, u64::MAX)),
        "BaseFileOffset" => target.base_bytes = reader.number(node, 0, u64::MAX),
        "MaxFileSize" => target.max_bytes = reader.number(node, 0, u64::MAX),
        "FileSize" => {
            let bytes = reader.number(node, 0, u64::MAX);
            if bytes > 0 {
                reader.uses("-c<size>", node);
                target.create_bytes = Some(bytes);
            }
        }
        "ThreadStride" => {
            target.thread_stride_bytes = reader.number(node, 0, u64::MAX);
            if target.thread_stride_bytes > 0 {
                reader.uses("-T<size>", node);
            }
        }
        _ => return false,
    }
    true
}

/// Reads a boolean element; a true one counts as its option. Returns whether the element is known.
fn flags(name: &str, node: &Element, target: &mut Target, reader: &mut ProfileReader<'_>) -> bool {
    let option = match name {
        "SequentialScan" | "RandomAccess" | "TemporaryFile" => "-f<rst>",
        "UseLargePages" => "-l",
        "DisableAllCache" => "-Sh",
        "DisableOSCache" => "-S, -Su",
        "DisableLocalCache" => "-Sr",
        "WriteThrough" => "-Sw",
        "MemoryMappedIo" => "-Sm",
        "ParallelAsyncIO" => "-p",
        "InterlockedSequential" => "-si[stride]",
        _ => return false,
    };
    let value = reader.flag(node);
    if !value {
        return true;
    }
    reader.uses(option, node);
    match name {
        "RandomAccess" => target.hints[0] = true,
        "SequentialScan" => target.hints[1] = true,
        "TemporaryFile" => target.hints[2] = true,
        "UseLargePages" => target.large_pages = true,
        "DisableAllCache" => {
            target.cache = Cache::None;
            target.write_through = true;
        }
        "DisableOSCache" => target.cache = Cache::None,
        "DisableLocalCache" => target.cache = Cache::Remote,
        "WriteThrough" => target.write_through = true,
        "MemoryMappedIo" => target.mapped = true,
        "ParallelAsyncIO" => target.parallel = true,
        _ => target.interlocked = true,
    }
    true
}

fn counts(name: &str, node: &Element, target: &mut Target, reader: &mut ProfileReader<'_>) -> bool {
    match name {
        "RequestCount" => target.requests = reader.count(node, 1, u32::MAX),
        "RandomRatio" => target.random_percent = reader.count(node, 1, 99),
        "BurstSize" => target.burst = reader.count(node, 0, u32::MAX),
        "ThinkTime" => target.think_ms = reader.count(node, 0, u32::MAX),
        "ThreadsPerFile" => target.threads = reader.count(node, 1, u32::MAX),
        "WriteRatio" => target.write_percent = reader.count(node, 0, 100),
        "IOPriority" => {
            target.priority = reader.count(node, 1, 3);
            if target.priority != 3 {
                reader.uses("-I<1-3>", node);
            }
        }
        "Weight" => target.weight = reader.count(node, 0, u32::MAX),
        "Throughput" => {
            let value = reader.count(node, 0, u32::MAX);
            let (limit, option) = match node.attribute("unit") {
                Some("IOPS") => (Throughput::Iops(value), "-g<iops>i"),
                None | Some("BPMS") => (Throughput::BytesPerMs(value), "-g<bytes>"),
                Some(_) => {
                    reader.wrong(node, "has a unit that is not IOPS or BPMS", "");
                    return true;
                }
            };
            if value > 0 {
                reader.uses(option, node);
                target.throughput = Some(limit);
            }
        }
        "FlushType" => {
            reader.uses("-N<v|n|i>", node);
            match text(node) {
                "ViewOfFile" => target.flush = Some(Flush::View),
                "NonVolatileMemory" => target.flush = Some(Flush::Memory),
                "NonVolatileMemoryNoDrain" => target.flush = Some(Flush::MemoryNoDrain),
                _ => reader.wrong(node, "is not a flush mode", ""),
            }
        }
        "BypassIO" => {
            reader.uses("-Sy, -SY", node);
            match text(node) {
                "Partial" => target.bypass = Some(false),
                "Full" => target.bypass = Some(true),
                _ => reader.wrong(node, "must be Partial or Full", ""),
            }
        }
        _ => return false,
    }
    true
}

fn content(node: &Element, target: &mut Target, reader: &mut ProfileReader<'_>) {
    let mut source = (0, None);
    let mut pattern = "sequential";
    for child in children(node) {
        match child.name.as_str() {
            "Pattern" => pattern = text(child),
            "RandomDataSource" => {
                for part in children(child) {
                    match part.name.as_str() {
                        "SizeInBytes" => source.0 = reader.number(part, 1, u64::MAX),
                        "FilePath" => {
                            reader.uses("-Z<size>,<file>", part);
                            source.1 = Some(text(part).to_owned());
                        }
                        _ => reader.unknown(part),
                    }
                }
            }
            _ => reader.unknown(child),
        }
    }
    target.content = match pattern {
        "sequential" => BufferContent::Pattern,
        "zero" => BufferContent::Zeros,
        "random" => {
            reader.uses("-Z<size>", node);
            BufferContent::Random(source.0, source.1)
        }
        _ => return reader.wrong(node, "has a pattern that is not sequential, zero or random", ""),
    };
}

fn thread_targets(node: &Element, target: &mut Target, reader: &mut ProfileReader<'_>) {
    for child in children(node) {
        let (mut thread, mut weight) = (None, None);
        for part in children(child) {
            match part.name.as_str() {
                "Thread" => thread = Some(reader.count(part, 0, u32::MAX)),
                "Weight" => weight = Some(reader.count(part, 0, u32::MAX)),
                _ => reader.unknown(part),
            }
        }
        match thread {
            Some(thread) => target.thread_weights.push((thread, weight)),
            None => reader.wrong(child, "names no thread", ""),
        }
    }
}

fn distribution(node: &Element, target: &mut Target, reader: &mut ProfileReader<'_>) {
    reader.uses("-rdpct<io/target:..>, -rdabs<io/size:..>", node);
    if target.random_bytes.is_none() {
        reader.wrong(node, "needs random I/O", "add <Random>");
    }
    let Some(list) = children(node).next() else {
        return reader.wrong(node, "has no ranges", "");
    };
    let kind = match list.name.as_str() {
        "Percent" => Kind::Percent,
        "Absolute" => Kind::Absolute,
        _ => return reader.unknown(list),
    };
    let mut ranges = Vec::new();
    for range in children(list) {
        let io = reader.attribute(range, "IO", 100);
        // An absolute range of length 0 extends to the end and takes the remaining I/O.
        let length = reader.number(range, u64::from(kind == Kind::Percent), u64::MAX);
        if length > 0 {
            ranges.push((io, length));
        }
    }
    match Distribution::new(kind, &ranges, target.block_bytes) {
        Ok(read) => target.distribution = Some(read),
        Err(why) => reader.wrong(node, &why, ""),
    }
}
