//! Builds the workload of Orion's matrix: a phase for each point; a point with sequential streams is preceded by a
//! phase that warms the cache and is not reported.

use super::OrionView;
use super::read::Lun;
use base::{Bytes, Nanos};
use std::path::PathBuf;
use workload::{
    AccessPattern, BlockSizes, Extent, JobTarget, Phase, StopCondition, Stream, TargetLocation,
    Workload,
};

/// The warming time before a point with sequential streams when `-cache_size` is not given.
const WARMING: Nanos = Nanos::secs(120);
const WARMING_DEPTH: u32 = 4;

/// The workload; also sets the streams of the view's points.
pub(super) fn workload(view: &mut OrionView, luns: &[Lun]) -> Workload {
    let targets = luns.iter().map(|lun| JobTarget {
        name: lun.name.clone(),
        place: TargetLocation::Path(PathBuf::from(&lun.path)),
        size: None,
    });
    let targets: Vec<JobTarget> = targets.collect();
    let (mut streams, mut phases): (Vec<Stream>, Vec<Phase>) = (Vec::new(), Vec::new());
    let mut points = std::mem::take(&mut view.points);
    // Without any load there is nothing to measure.
    points.retain(|point| point.small + point.large > 0);
    for (number, point) in points.iter_mut().enumerate() {
        let title = format!("small {} large {}", point.small, point.large);
        if view.stream_depth.is_some() && point.large > 0 && view.cache_mib != Some(0) {
            let warm = warming(view, luns, &title);
            phases.push(phase(format!("warm {title}"), &warm));
            streams.extend(warm);
        }
        let first = streams.len();
        streams.extend(random(view, luns, number, (point.small, view.small_kib), &title, "small"));
        point.small_streams = first..streams.len();
        let first = streams.len();
        match view.stream_depth {
            None => streams.extend(random(
                view,
                luns,
                number,
                (point.large, view.large_kib),
                &title,
                "large",
            )),
            Some(depth) => streams.extend(sequential(view, luns, point.large, depth, &title)),
        }
        point.large_streams = first..streams.len();
        phases.push(phase(title, &streams[point.small_streams.start..]));
    }
    view.points = points;
    Workload { phases, ..Workload::new(&format!("orion {}", view.testname), targets, streams) }
}

fn phase(name: String, streams: &[Stream]) -> Phase {
    let streams = streams.iter().map(|s| s.name.clone()).collect();
    Phase { name, streams, warm_up_ns: Nanos(0), pause_ns: Nanos(0) }
}

fn stream(view: &OrionView, name: String, lun: &Lun, kib: u32) -> Stream {
    let block = Bytes::kib(u64::from(kib));
    Stream {
        read_percent: 100.0 - f64::from(view.write_percent),
        read_blocks: BlockSizes::Fixed(block),
        write_blocks: BlockSizes::Fixed(block),
        align: Some(block),
        stop: StopCondition {
            duration_ns: Some(Nanos::secs(u64::from(view.seconds))),
            ..StopCondition::default()
        },
        ..Stream::new(&name, &lun.name)
    }
}

/// Divides the outstanding I/Os equally; the LUNs that get the remainder change from point to point.
fn random(
    view: &OrionView,
    luns: &[Lun],
    number: usize,
    (load, kib): (u32, u32),
    title: &str,
    size: &str,
) -> Vec<Stream> {
    let count = luns.len() as u32;
    let share = |index: usize| {
        let turn = ((index + luns.len() - number % luns.len()) % luns.len()) as u32;
        load / count + u32::from(turn < load % count)
    };
    let each = luns.iter().enumerate().filter(|(index, _)| share(*index) > 0);
    each.map(|(index, lun)| {
        let name = format!("{title}: {size} on {}", lun.name);
        Stream { depth: share(index), ..stream(view, name, lun, kib) }
    })
    .collect()
}

/// Places streams on the LUNs in turn, each with its own part of its LUN, each all reads or all writes.
fn sequential(view: &OrionView, luns: &[Lun], count: u32, depth: u32, title: &str) -> Vec<Stream> {
    let luns_count = luns.len() as u32;
    let one = |n: u32| {
        let lun = &luns[(n % luns_count) as usize];
        let beside = (count - n % luns_count).div_ceil(luns_count).max(1);
        let part = 100.0 / f64::from(beside);
        let writes = (n + 1) * view.write_percent / 100 > n * view.write_percent / 100;
        Stream {
            read_percent: if writes { 0.0 } else { 100.0 },
            access: AccessPattern::Sequential,
            depth,
            offset: Extent::Percent(part * f64::from(n / luns_count)),
            size: Some(Extent::Percent(part)),
            ..stream(view, format!("{title}: large stream {n}"), lun, view.large_kib)
        }
    };
    (0..count).map(one).collect()
}

/// Random reads that are not reported.
fn warming(view: &OrionView, luns: &[Lun], title: &str) -> Vec<Stream> {
    let block = Bytes::kib(u64::from(view.large_kib));
    let each = u64::from(view.cache_mib.unwrap_or(0)).div_ceil(luns.len() as u64);
    let stop = match view.cache_mib {
        Some(_) => StopCondition {
            bytes: Some(Bytes(Bytes::mib(each).0.max(block.0))),
            ..StopCondition::default()
        },
        None => StopCondition { duration_ns: Some(WARMING), ..StopCondition::default() },
    };
    let one = |lun: &Lun| Stream {
        read_percent: 100.0,
        depth: WARMING_DEPTH,
        stop,
        ..stream(view, format!("{title}: warming {}", lun.name), lun, view.large_kib)
    };
    luns.iter().map(one).collect()
}
