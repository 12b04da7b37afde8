//! What a job says about checking contents: stamps, reading back, and what the first mismatch does.

use super::super::sink::Sink;
use super::super::value::{Units, said};
use super::Job;
use super::pace::Engine;
use base::Bytes;
use workload::{
    Access, BlockSizes, CacheMode, Check, Content, Delay, EngineKind, Extent, OnError, Pace, Stop,
    Stream, SyncMode,
};

/// How a job's contents are checked.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Verify {
    /// Whether they are.
    pub on: bool,
    /// Whether all that was written is read back at the end.
    pub reads_back: bool,
    /// Whether the first mismatch ends the job.
    fatal: bool,
}

/// fio's names of ways to check.
const WAYS: [&str; 21] = [
    "null",
    "meta",
    "pattern",
    "pattern_hdr",
    "md5",
    "crc64",
    "crc32c",
    "crc32c-intel",
    "crc32",
    "crc16",
    "crc7",
    "xxhash",
    "sha512",
    "sha256",
    "sha1",
    "sha3-224",
    "sha3-256",
    "sha3-384",
    "sha3-512",
    "1",
    "header",
];

/// Reads it; `reads` is whether the job only reads.
pub(in super::super) fn verify(
    job: &Job<'_>,
    engine: &Engine,
    reads: bool,
    sink: &mut Sink,
) -> Verify {
    let on = job.read("verify", sink, |_, text| match text.trim() {
        "" | "0" | "none" => said(false),
        way if WAYS.contains(&way) => said(true),
        _ => Err("is none of fio's ways to verify".to_owned()),
    });
    let reads_back = job.on("do_verify", sink).unwrap_or(true);
    let fatal = job.on("verify_fatal", sink).unwrap_or(false);
    let backlog = job.read("verify_backlog", sink, Units::count).unwrap_or(0);
    let place = job.place_of("verify");
    if on != Some(true) {
        return Verify::default();
    }
    if engine.kind == EngineKind::Null {
        sink.note(place, "`verify`: the null engine keeps nothing that could be checked");
        return Verify::default();
    }
    if engine.kind == EngineKind::Sync && engine.depth > 1 {
        let text = format!("`verify` at a depth above 1 is not done on {}", engine.name);
        sink.problem(place, text, "use ioengine=io_uring or ioengine=libaio, or iodepth=1");
    }
    let how = "each block is stamped with its place and number and a CRC-32C, whatever the algorithm; only what the same run wrote is checked";
    sink.note(place, format!("`verify`: {how}"));
    if backlog > 0 {
        let text = "`verify_backlog`: all is read back once the writes have ended";
        sink.note(job.place_of("verify_backlog"), text);
    }
    Verify { on: true, reads_back: reads_back && !reads, fatal }
}

impl Verify {
    /// Makes the stream one that is checked.
    pub(in super::super) fn apply(self, stream: &mut Stream, reads: bool) {
        if !self.on {
            return;
        }
        stream.check = Check::Yes;
        stream.content = Content { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false };
        // fio goes on to the end of what is to be checked unless told otherwise.
        if reads {
            stream.on_error = if self.fatal { OnError::Stop } else { OnError::Continue };
        }
    }

    /// A stream that only reads looks at what an earlier phase wrote: `before` are the streams of those.
    pub(in super::super) fn settle(
        self,
        job: &Job<'_>,
        stream: &mut Stream,
        before: &[Stream],
        sink: &mut Sink,
    ) {
        if !self.on || stream.writes() {
            return;
        }
        let wrote = |other: &Stream| {
            other.target == stream.target && other.writes() && other.check == Check::Yes
        };
        if !before.iter().any(wrote) {
            let text =
                format!("`verify`: no job before this one writes {} in this run", stream.target);
            let help = "only what the same run wrote is checked: put the job that writes it before, with do_verify=0, and stonewall into this one";
            sink.problem(job.place_of("verify"), text, help);
        }
        if stream.stop.bytes.is_some() {
            stream.check = Check::Written;
        }
    }

    /// The stream that reads back what `written` wrote, in the phase after it.
    pub(in super::super) fn back(self, written: &Stream) -> Option<Stream> {
        if !self.reads_back {
            return None;
        }
        let smallest = written.write_blocks.smallest();
        let grid = written.align.unwrap_or(smallest).min(smallest);
        let block = match written.write_blocks {
            BlockSizes::Fixed(size) if size == grid => size,
            _ => grid,
        };
        let bytes = match written.size {
            Some(Extent::Bytes(Bytes(all))) => all - all % block.0.max(1),
            _ => return None,
        };
        let on_error = if self.fatal { OnError::Stop } else { OnError::Continue };
        Some(Stream {
            name: format!("{} read back", written.name),
            read_percent: 100.0,
            read_blocks: BlockSizes::Fixed(block),
            write_blocks: BlockSizes::Fixed(block),
            access: Access::Sequential,
            delay: Delay::default(),
            keep: None,
            pace: Pace::Closed,
            tie: None,
            sync: SyncMode::None,
            commit: None,
            flush_last: false,
            drop_every: None,
            cache: match written.cache {
                CacheMode::Direct => CacheMode::Direct,
                // What is still in the page cache says nothing of the storage.
                _ => CacheMode::Dropped,
            },
            check: Check::Written,
            stop: Stop { bytes: Some(Bytes(bytes.max(block.0))), ..Stop::default() },
            on_error,
            ..written.clone()
        })
    }
}
