//! Builds the workload of a SQLIO run: a stream for each file, or for each thread on each file's stripes.

use super::read::{NamedFile, SqlioOptions};
use super::{AccessOrder, Buffering, FileView, SqlioView};
use crate::findings::ForeignFindings;
use crate::foreign::{Mapping, map_advice, mapped, same_device};
use crate::pasted;
use base::{Bytes, Nanos};
use workload::{
    AccessPattern, BlockSizes, CacheMode, CursorScope, Extent, JobTarget, StopCondition, Stream,
    SyncMode, TargetLocation, Workload,
};

/// The workload; `None` when a file is an unmapped Windows path, or its stripes are too large.
pub(super) fn workload(
    view: &SqlioView,
    switches: &SqlioOptions,
    named: &[NamedFile],
    maps: &[Mapping],
    findings: &mut ForeignFindings,
) -> Option<Workload> {
    let mut targets = Vec::new();
    let mut streams = Vec::new();
    for (file, named) in view.files.iter().zip(named) {
        let Some(place) = place(file, maps) else {
            let advice = if file.raw {
                format!("map it to a path here, such as --map '{}=/dev/sdX'", file.name)
            } else {
                pasted::with_quotes(map_advice(&file.name), &file.name)
            };
            let text = format!("{} is a Windows path", file.name);
            findings.problem((named.source, &named.span), text, advice);
            continue;
        };
        let Some(footprint) = footprint(view) else {
            findings.problem(&named.span, "-f x -i x -b is more than a file can hold", "lower -i");
            return None;
        };
        let asked = file.size_mib.map(|mib| mib << 20);
        let size = if file.raw || matches!(place, TargetLocation::Sim(_)) {
            asked
        } else {
            asked.max(footprint)
        };
        let size = size.map(|bytes| Extent::Bytes(Bytes(bytes)));
        targets.push(JobTarget { name: file.name.clone(), place, size });
        let pin = pins(view, file, switches);
        let mut made = of_file(view, file);
        for (index, stream) in made.iter_mut().enumerate() {
            // Threads use the CPUs in turn, whether they are one stream or many.
            stream.pin = match pin.len() {
                0 => Vec::new(),
                n if matches!(view.access_order, AccessOrder::Stripes { .. }) => {
                    vec![pin[index % n]]
                }
                _ => pin.clone(),
            };
            stream.content.zeros = switches.zeros;
        }
        streams.extend(made);
    }
    // The lines of a batch file are told apart in the list of results.
    let kind = if view.writes { "W" } else { "R" };
    let order = if view.access_order == AccessOrder::Random { " -frandom" } else { "" };
    let depth = view.outstanding.map_or(String::new(), |depth| format!(" -o{depth}"));
    let name = format!("sqlio -k{kind}{order} -b{}{depth}", view.block_kib);
    let mut workload = Workload::new(&name, targets, streams);
    workload.phases[0].name = "run".to_owned();
    Some(workload)
}

/// Bytes from the start of a file to the end of its stripes; `None` when no file can be that long, and `Some(None)`
/// where operations use the whole file.
#[expect(clippy::option_option, reason = "too large and not bounded are different answers")]
pub(super) fn footprint(view: &SqlioView) -> Option<Option<u64>> {
    let AccessOrder::Stripes { factor, run, .. } = view.access_order else { return Some(None) };
    let blocks = u128::from(factor) * u128::from(run) + u128::from(view.start_block);
    let bytes = blocks * u128::from(view.block_kib) * 1024;
    i64::try_from(bytes).ok().map(|bytes| Some(bytes.cast_unsigned()))
}

/// The local place of a file: a raw target by any of its Windows names, a file by its path.
fn place(file: &FileView, maps: &[Mapping]) -> Option<TargetLocation> {
    let path = if file.raw {
        let stem = file.name.trim_end_matches(':');
        let names = [
            file.name.clone(),
            format!("#{stem}"),
            format!(r"\\.\{}", file.name),
            format!(r"\\.\PHYSICALDRIVE{stem}"),
        ];
        let fits = |m: &&Mapping| names.iter().any(|name| same_device(name, &m.from));
        let mapped = maps.iter().find(fits).map(|mapping| mapping.to.clone());
        mapped.or_else(|| Mapping::own_device(&file.name, maps))?
    } else {
        mapped(&file.name, maps)?
    };
    Some(TargetLocation::simulated_or_path(&path))
}

fn pins(view: &SqlioView, file: &FileView, switches: &SqlioOptions) -> Vec<u32> {
    let of_mask = |mask: u64| (0..64).filter(|cpu| mask >> cpu & 1 == 1).collect::<Vec<u32>>();
    if view.parameter_file.is_some() {
        return of_mask(file.mask);
    }
    match (&switches.cpu, view.mask) {
        (Some((_, cpu)), _) => vec![*cpu],
        (None, Some(mask)) => of_mask(mask),
        (None, None) => Vec::new(),
    }
}

fn of_file(view: &SqlioView, file: &FileView) -> Vec<Stream> {
    let block = view.block();
    let base = Stream {
        read_percent: if view.writes { 0.0 } else { 100.0 },
        read_blocks: BlockSizes::Fixed(block),
        write_blocks: BlockSizes::Fixed(block),
        align: Some(block),
        offset: Extent::Bytes(Bytes(u64::from(view.start_block) * block.0)),
        depth: view.outstanding.unwrap_or(1),
        sync: view.sync(),
        cache: view.cache(),
        stop: StopCondition {
            duration_ns: Some(Nanos::secs(u64::from(view.seconds))),
            ..StopCondition::default()
        },
        ..Stream::new(&file.name, &file.name)
    };
    match view.access_order {
        AccessOrder::Random => vec![Stream { workers: file.threads, ..base }],
        AccessOrder::Sequential => {
            let (access, cursor) = (AccessPattern::Sequential, CursorScope::Shared);
            vec![Stream { access, cursor, workers: file.threads, ..base }]
        }
        AccessOrder::Stripes { factor, run, same_run } => (0..file.threads)
            .map(|thread| Stream {
                name: format!("{} thread {}", file.name, file.first_thread + thread),
                ..on_stripes(view, &base, (factor, run, same_run), (thread, file.threads))
            })
            .collect(),
    }
}

/// The stream of one thread, on its contiguous columns of the matrix.
fn on_stripes(
    view: &SqlioView,
    base: &Stream,
    (factor, run, same_run): (u32, u32, bool),
    (thread, threads): (u32, u32),
) -> Stream {
    let [factor, run, thread, threads] = [factor, run, thread, threads].map(u64::from);
    let first = thread * factor / threads;
    let end = (thread + 1) * factor / threads;
    let columns = if same_run { 1 } else { end - first };
    let block = view.block().0;
    let stride = Bytes(factor * block);
    let access = match columns {
        _ if factor == 1 => AccessPattern::Sequential,
        1 => AccessPattern::Strided(stride),
        // A row has at most `u32::MAX` blocks, and a thread has no more columns than that.
        _ => AccessPattern::Columns { stride, columns: columns as u32 },
    };
    Stream {
        access,
        offset: Extent::Bytes(Bytes((u64::from(view.start_block) + first) * block)),
        size: Some(Extent::Bytes(Bytes(((run - 1) * factor + columns) * block))),
        ..base.clone()
    }
}

impl SqlioView {
    fn block(&self) -> Bytes {
        Bytes::kib(u64::from(self.block_kib))
    }

    fn cache(&self) -> CacheMode {
        match self.buffering.unwrap_or(Buffering::None) {
            Buffering::None | Buffering::Disk => CacheMode::Direct,
            Buffering::Both | Buffering::File => CacheMode::Buffered,
        }
    }

    fn sync(&self) -> SyncMode {
        match self.buffering.unwrap_or(Buffering::None) {
            Buffering::None | Buffering::File if self.writes => SyncMode::Dsync,
            _ => SyncMode::None,
        }
    }
}

/// Removes CPUs that do not exist here: a mask may come from another machine. Returns a note if there are any.
pub fn keep_pins(streams: &mut [Stream], allowed: &[u32]) -> Option<String> {
    let mut missing: Vec<u32> = Vec::new();
    for stream in streams {
        missing.extend(stream.pin.iter().filter(|cpu| !allowed.contains(cpu)));
        stream.pin.retain(|cpu| allowed.contains(cpu));
    }
    missing.sort_unstable();
    missing.dedup();
    let names: Vec<String> = missing.iter().map(u32::to_string).collect();
    (!names.is_empty()).then(|| {
        format!(
            "CPU {} of the mask cannot be used here: its threads are not pinned",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_of_another_machine_binds_to_what_is_here() {
        let stream = |pin: &[u32]| Stream { pin: pin.to_vec(), ..Stream::new("s", "t") };
        let mut streams = [stream(&[0, 1, 2, 3]), stream(&[3])];
        let note = keep_pins(&mut streams, &[0, 1]).expect("two are missing");
        assert!(note.contains("CPU 2, 3"), "{note}");
        assert_eq!((&streams[0].pin[..], &streams[1].pin[..]), (&[0, 1][..], &[][..]));
        assert_eq!(keep_pins(&mut streams, &[0, 1]), None);
    }
}
