//! One stream as a target of DISKSPD: its place, its order, its rate, what it writes and how.

use super::{UnsupportedParts, cache};
use crate::diskspd::distribution::{Distribution, Kind, Share};
use crate::diskspd::profile::{BufferContent, Target, Throughput};
use base::Bytes;
use job::notation::DASHES;
use workload::{
    AccessPattern, AccessZone, BlockSizes, CacheMode, ContentCheck, CursorScope, ErrorAction,
    Extent, Pace, Stream, SyncMode, TargetLocation,
};

/// The size of a random buffer in Microsoft's own workloads.
const BUFFER_BYTES: u64 = 20 << 20;

/// A random buffer larger than a block, from which writes take parts.
pub(super) fn random_buffer(block_bytes: u64) -> BufferContent {
    BufferContent::Random(BUFFER_BYTES.max(block_bytes.saturating_mul(2)), None)
}

/// Whether it writes DISKSPD's default data: the bytes 0 to 255, repeated.
pub(super) fn is_pattern(stream: &Stream) -> bool {
    let content = stream.content;
    !content.zeros && (content.compress_percent, content.dedupe_percent) == (99.0, 100.0)
}

pub(super) fn target(
    stream: &Stream,
    ground: &workload::JobTarget,
    unsupported: &mut UnsupportedParts,
) -> Target {
    let block = block(stream, unsupported);
    let mut target = Target {
        path: path(&ground.place, unsupported),
        block_bytes: block,
        requests: stream.depth,
        threads: stream.workers,
        cache: cache(stream.cache == CacheMode::Direct),
        write_percent: whole(100.0 - stream.read_percent, "a share of writes", unsupported)
            .min(100),
        ..Target::default()
    };
    if let Some(Extent::Bytes(size)) = ground.size {
        target.create_bytes = Some(size.0);
    } else if ground.size.is_some() {
        unsupported.say("DISKSPD makes files of a size in bytes only; the target is used as it is");
    }
    part(stream, ground, &mut target, unsupported);
    order(stream, &mut target, unsupported);
    pace(stream, &mut target, unsupported);
    writes(stream, &mut target, unsupported);
    if stream.cache == CacheMode::Dropped {
        unsupported.say("DISKSPD does not drop the page cache before it starts");
    }
    if stream.delay != workload::StartDelay::default() {
        unsupported.say("DISKSPD starts all targets together; the wait is left out");
    }
    if stream.on_error == ErrorAction::Continue {
        unsupported.say("DISKSPD ends with the first error");
    }
    if stream.workers > 1 {
        unsupported.say("its workers become threads in DISKSPD, each reported separately");
    }
    target
}

/// The path in a form that DISKSPD accepts.
fn path(place: &TargetLocation, unsupported: &mut UnsupportedParts) -> String {
    let path = match place {
        TargetLocation::Path(path) => path.to_string_lossy().into_owned(),
        other => return other.word(),
    };
    if is_windows(&path) {
        return path;
    }
    if path.contains('\\') {
        unsupported.say("DISKSPD reads a name with a backslash as a Windows path");
    }
    let drive = path.as_bytes().get(1) == Some(&b':');
    let odd = drive || path.starts_with(['#', '*']) || path.starts_with(DASHES);
    if odd || workload::simulation(&path).is_some() { format!("./{path}") } else { path }
}

/// Whether a path is one of Windows with its drive or device.
pub(super) fn is_windows(path: &str) -> bool {
    path.starts_with(r"\\.\") || path.get(1..3) == Some(r":\")
}

/// The one block size that DISKSPD takes.
fn block(stream: &Stream, unsupported: &mut UnsupportedParts) -> u64 {
    let (reads, writes) = (&stream.read_blocks, &stream.write_blocks);
    let used = if stream.read_percent > 0.0 { reads } else { writes };
    if stream.read_percent > 0.0 && stream.writes() && reads != writes {
        unsupported.say("DISKSPD has one size for reads and writes: that of the reads");
    }
    if !matches!(used, BlockSizes::Fixed(_)) {
        unsupported.say("DISKSPD has one size of blocks: the largest");
    }
    used.largest().0
}

/// Rounds to the nearest whole number.
fn whole(value: f64, what: &str, unsupported: &mut UnsupportedParts) -> u32 {
    let rounded = value.round().max(0.0);
    if (rounded - value).abs() > 1e-9 * value.abs() {
        unsupported
            .say(format!("{what} is a whole number in DISKSPD; {value} is written as {rounded}"));
    }
    rounded as u32
}

/// Sets the start and the end of the part that the stream uses.
fn part(
    stream: &Stream,
    ground: &workload::JobTarget,
    target: &mut Target,
    unsupported: &mut UnsupportedParts,
) {
    let smallest = stream.read_blocks.smallest().min(stream.write_blocks.smallest());
    let grid = stream.align.unwrap_or(smallest).0.max(1);
    let mut bytes = |extent: Extent| match (extent, ground.size) {
        (Extent::Bytes(bytes), _) => Some(bytes.0),
        // To a hundred-millionth and down to the grid of offsets, as the planner rounds it.
        (Extent::Percent(percent), Some(Extent::Bytes(size))) => {
            let parts = (percent.clamp(0.0, 100.0) * 1e6).round() as u128;
            let about = (u128::from(size.0) * parts / 100_000_000) as u64;
            Some(about - about % grid)
        }
        (Extent::Percent(_), _) => {
            unsupported
                .say("DISKSPD takes no percentage of a target; give the target a size in bytes");
            None
        }
    };
    target.base_bytes = bytes(stream.offset).unwrap_or(0);
    if let Some(length) = stream.size.and_then(&mut bytes) {
        target.max_bytes = target.base_bytes.saturating_add(length);
    }
}

fn order(stream: &Stream, target: &mut Target, unsupported: &mut UnsupportedParts) {
    let block = target.block_bytes;
    let align = stream.align.map_or(block, |align| align.0);
    let finer = |stride: u64, unsupported: &mut UnsupportedParts| {
        if gcd(stride, block) != align {
            unsupported.say("DISKSPD's sequential offsets lie on the grid of block and stride");
        }
    };
    match &stream.access {
        AccessPattern::Sequential => finer(block, unsupported),
        AccessPattern::Strided(Bytes(stride)) if *stride > 0 => {
            target.stride_bytes = Some(*stride);
            finer(*stride, unsupported);
        }
        AccessPattern::Uniform => target.random_bytes = Some(align),
        AccessPattern::SequentialShare(follows) => {
            target.random_bytes = Some(align);
            match whole(100.0 - follows, "a share of random I/O", unsupported) {
                0 => target.random_bytes = None,
                share if share < 100 => target.random_percent = share,
                _ => {}
            }
        }
        AccessPattern::Zones(zones) => {
            target.random_bytes = Some(align);
            target.distribution = distribution(zones, block);
            let follows = stream.emulation.sequential_percent;
            if follows > 0.0 {
                target.random_percent =
                    whole(100.0 - follows, "a share of random I/O", unsupported);
            }
            if target.distribution.is_none() {
                unsupported
                    .say("DISKSPD's parts are whole percentages, or sizes of a block and more");
            }
        }
        AccessPattern::Strided(_)
        | AccessPattern::Backward(_)
        | AccessPattern::Runs { .. }
        | AccessPattern::Columns { .. } => {
            unsupported.say("DISKSPD has no option for this order of offsets; they are sequential");
        }
        _ => {
            target.random_bytes = Some(align);
            unsupported
                .say("DISKSPD has no option for this order of offsets; all are equally likely");
        }
    }
    turns(stream, target, unsupported);
}

/// How several threads share a range that is accessed in order.
fn turns(stream: &Stream, target: &mut Target, unsupported: &mut UnsupportedParts) {
    if target.is_random() || stream.workers < 2 {
        return;
    }
    if stream.cursor == CursorScope::Shared {
        target.interlocked = true;
        return;
    }
    let length = match (target.max_bytes, target.create_bytes) {
        (0, whole) => whole.map(|whole| whole.saturating_sub(target.base_bytes)),
        (end, _) => Some(end - target.base_bytes),
    };
    let unit = target.block_bytes.max(1);
    match length.map(|length| length / u64::from(stream.workers) / unit * unit) {
        Some(slice) if slice > 0 => {
            target.thread_stride_bytes = slice;
            unsupported.say("a thread of DISKSPD continues into the slice of the next thread");
        }
        _ => {
            unsupported.say("all threads start at the same offset; give the target a size in bytes")
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn distribution(zones: &[AccessZone], block: u64) -> Option<Distribution> {
    let by_percent = matches!(zones.first()?.length, Extent::Percent(_));
    let (mut shares, mut start, mut sum) = (Vec::new(), 0, 0.0);
    for (index, zone) in zones.iter().enumerate() {
        let whole = |value: f64| (value.fract() == 0.0).then_some(value as u64);
        let last = index + 1 == zones.len();
        let length = match (zone.length, by_percent) {
            (Extent::Percent(percent), true) => whole(percent).filter(|percent| *percent > 0)?,
            (Extent::Bytes(bytes), false) => Some(bytes.0).filter(|bytes| *bytes >= block)?,
            // The rest of the target.
            (Extent::Percent(100.0), false) if last && zone.io_percent > 0.0 => 0,
            _ => return None,
        };
        whole(zone.io_percent)?;
        sum += zone.io_percent;
        shares.push(Share { io_percent: zone.io_percent, start, length });
        start += length;
    }
    let kind = if by_percent { Kind::Percent } else { Kind::Absolute };
    let fits = sum == 100.0 && (!by_percent || start <= 100);
    fits.then_some(Distribution { kind, shares })
}

fn pace(stream: &Stream, target: &mut Target, unsupported: &mut UnsupportedParts) {
    match stream.pace {
        Pace::Closed => {}
        Pace::ThinkTime { think_ns, burst } => {
            target.think_ms = whole(think_ns.0 as f64 / 1e6, "a pause in ms", unsupported).max(1);
            if think_ns.0 < 1_000_000 {
                unsupported.say("DISKSPD's shortest pause is 1 ms");
            }
            target.burst = burst.max(1);
        }
        Pace::Fixed { rate_iops } => limit(rate_iops, stream, target, unsupported),
        Pace::Poisson { rate_iops } | Pace::Bursts { rate_iops, .. } => {
            limit(rate_iops, stream, target, unsupported);
            unsupported.say("DISKSPD has no random arrivals; I/Os start at equal intervals");
        }
    }
}

/// Sets the rate; DISKSPD's limits are per thread.
fn limit(rate_iops: f64, stream: &Stream, target: &mut Target, unsupported: &mut UnsupportedParts) {
    let each = rate_iops / f64::from(stream.workers.max(1));
    let bytes_per_ms = each * target.block_bytes as f64 / 1000.0;
    let fits = |value: f64| value.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&value);
    target.throughput = Some(if !fits(each) && fits(bytes_per_ms) {
        Throughput::BytesPerMs(bytes_per_ms as u32)
    } else {
        Throughput::Iops(whole(each, "a limit in IOPS", unsupported).max(1))
    });
    unsupported.say(super::CLOSED);
}

fn writes(stream: &Stream, target: &mut Target, unsupported: &mut UnsupportedParts) {
    if !stream.writes() {
        return;
    }
    match stream.sync {
        SyncMode::None => {}
        SyncMode::Dsync | SyncMode::Sync => target.write_through = true,
        SyncMode::Fua => {
            target.write_through = true;
            unsupported.say("DISKSPD uses write-through for the whole file, not for single writes");
        }
        SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. } => {
            target.write_through = true;
            unsupported.say("DISKSPD has no flush after writes; each write is written through");
        }
    }
    if stream.check != ContentCheck::No {
        unsupported.say("DISKSPD does not verify what it reads");
    }
    if stream.content.zeros {
        target.content = BufferContent::Zeros;
    }
}
