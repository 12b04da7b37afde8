//! Verification of contents: the headers of blocks, reading back, and the effect of the first mismatch.

use super::super::value::{Units, without_note};
use super::FioJob;
use super::emulate;
use super::pace::Engine;
use super::pattern::Pattern as Rw;
use base::Bytes;
use job::Diagnostics;
use workload::emulation::{Digest, Emulation, FileOrder, FileSet, HeaderFormat};
use workload::{
    AccessPattern, BlockSizes, CacheMode, ContentCheck, EngineKind, ErrorAction, Extent, Pace,
    StartDelay, StopCondition, Stream, SyncMode, WriteContent,
};

#[derive(Clone, Debug, Default)]
pub(in super::super) struct Verify {
    /// The header format; `None` where nothing is checked.
    headers: Option<HeaderFormat>,
    /// Whether all written data is read back at the end.
    reads_back: bool,
    /// Whether data of an earlier run is only read and nothing is written.
    only: bool,
    /// Whether the first mismatch ends the job.
    fatal: bool,
}

/// fio's names of verification methods; `None` checks nothing.
const WAYS: [(&str, Option<Digest>); 22] = [
    ("", None),
    ("0", None),
    ("none", None),
    ("null", None),
    ("meta", Some(Digest::Meta)),
    ("pattern", Some(Digest::PatternOnly)),
    ("pattern_hdr", Some(Digest::Pattern)),
    ("md5", Some(Digest::Md5)),
    ("crc64", Some(Digest::Crc64)),
    ("crc32c", Some(Digest::Crc32c)),
    ("crc32c-intel", Some(Digest::Crc32c)),
    ("crc32", Some(Digest::Crc32)),
    ("crc16", Some(Digest::Crc16)),
    ("crc7", Some(Digest::Crc7)),
    ("xxhash", Some(Digest::Xxhash)),
    ("sha512", Some(Digest::Sha512)),
    ("sha256", Some(Digest::Sha256)),
    ("sha1", Some(Digest::Sha1)),
    ("sha3-224", Some(Digest::Sha3(224))),
    ("sha3-256", Some(Digest::Sha3(256))),
    ("sha3-384", Some(Digest::Sha3(384))),
    ("sha3-512", Some(Digest::Sha3(512))),
];
/// Reads the options of verification; `rw` is the job's pattern.
pub(in super::super) fn verify(
    job: &FioJob<'_>,
    engine: &Engine,
    rw: &Rw,
    sink: &mut Diagnostics,
) -> Verify {
    let digest = job.read("verify", sink, |_, text| {
        let known = WAYS.iter().find(|way| way.0 == text.trim());
        known.map_or_else(
            || Err("is not one of fio's verification methods".to_owned()),
            |way| without_note(way.1),
        )
    });
    let reads_back = job.on("do_verify", sink).unwrap_or(true);
    let fatal = job.on("verify_fatal", sink).unwrap_or(false);
    let only = job.on("verify_only", sink).unwrap_or(false);
    let backlog = job.read("verify_backlog", sink, Units::count).unwrap_or(0);
    let interval = job.read("verify_interval", sink, Units::size).unwrap_or(0);
    let offset = job.read("verify_offset", sink, Units::size).unwrap_or(0);
    let every = job.on("verify_pattern_interval", sink).unwrap_or(false);
    let mut pattern =
        job.read("verify_pattern", sink, emulate::pattern).filter(|p| !p.bytes.is_empty());
    let place = job.place_of("verify");
    let Some(digest) = digest.flatten() else { return Verify::default() };
    if engine.kind == EngineKind::Null {
        sink.note(place, "`verify`: the null engine stores no data that could be verified");
        return Verify::default();
    }
    let reads = rw.read_percent >= 100.0;
    if only && !writes_all(job, rw, sink) {
        let text = "`verify_only`: only the run that wrote knows which blocks this job writes";
        let help = "write and verify in one run, or write each block: rw=write, or rw=randwrite with its random map";
        sink.problem(job.place_of("verify_only"), text, help);
    }
    if pattern.is_none() && matches!(digest, Digest::PatternOnly | Digest::Pattern) {
        let text = "`verify=pattern` needs the pattern";
        sink.problem(place, text, "add for example: verify_pattern=0xdeadbeef");
    }
    if backlog > 0 {
        let text = "`verify_backlog`: all data is read back after the writes have ended";
        sink.note(job.place_of("verify_backlog"), text);
    }
    let page_bytes = interval_of(rw, interval);
    if digest != Digest::PatternOnly && page_bytes < 512 {
        let text = format!("`verify`: blocks of {page_bytes} bytes are too small for a header");
        sink.problem(place, text, "use blocks of at least 512 bytes");
    }
    let header_bytes = (Digest::HEADER_BYTES + digest.bytes()) as u64;
    if offset > 0 && (offset < header_bytes || offset + header_bytes > page_bytes) {
        let text = format!("`verify_offset={offset}`: the header would not fit there");
        let help = format!("use {header_bytes} to the block size minus {header_bytes}");
        sink.problem(job.place_of("verify_offset"), text, &help);
    }
    let page_bytes = u32::try_from(page_bytes).unwrap_or(u32::MAX);
    if let Some(pattern) = &mut pattern {
        pattern.restart_bytes = every.then_some(page_bytes);
    }
    let offset_bytes = offset as u32;
    let headers =
        HeaderFormat { digest, page_bytes, offset_bytes, pattern, checks_foreign: reads || only };
    Verify { headers: Some(headers), reads_back: reads_back && !reads, only, fatal }
}

/// Whether a job writes every block of its part, so that any run can verify it: fio draws the other ones with its own generator.
fn writes_all(job: &FioJob<'_>, rw: &Rw, sink: &mut Diagnostics) -> bool {
    let mapped = !job.on("norandommap", sink).unwrap_or(false);
    let in_turn = matches!(rw.access, AccessPattern::Sequential | AccessPattern::Shuffled);
    let everywhere = in_turn || mapped && rw.is_uniform();
    let stops_early = ["io_size", "number_ios"].iter().any(|name| job.given(name).is_some());
    rw.read_percent <= 0.0 && everywhere && !stops_early
}

/// The bytes that one header covers: `asked` if it divides every write, otherwise the largest common divisor.
fn interval_of(rw: &Rw, asked: u64) -> u64 {
    let (least, most) = (rw.blocks[1].smallest().0, rw.blocks[1].largest().0);
    let read = rw.blocks[0].smallest().0;
    let mut interval = if asked == 0 && least != most { least } else { asked };
    if interval > least {
        interval = least;
    } else if rw.read_percent > 0.0 && interval > read {
        interval = read;
    }
    if interval == 0 || !least.is_multiple_of(interval) || !most.is_multiple_of(interval) {
        interval = gcd(least, most);
    }
    if rw.read_percent >= 100.0 { interval.min(read) } else { interval }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Verify {
    pub(in super::super) fn is_on(&self) -> bool {
        self.headers.is_some()
    }

    pub(in super::super) fn apply(&self, stream: &mut Stream) {
        let Some(headers) = &self.headers else { return };
        stream.check = ContentCheck::Yes;
        stream.emulation.headers = Some(headers.clone());
        stream.content = WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false };
        // By default fio continues to the end of the data to check.
        if !stream.writes() {
            stream.on_error = if self.fatal { ErrorAction::Stop } else { ErrorAction::Continue };
        }
    }

    /// Whether the writing stream is left out because data is only to be read.
    pub(in super::super) fn leaves_out_writes(&self) -> bool {
        self.only && self.reads_back
    }

    /// The stream that reads back what `written` wrote, in the next phase.
    pub(in super::super) fn back(&self, written: &Stream) -> Option<Stream> {
        if !self.reads_back {
            return None;
        }
        let page = u64::from(self.headers.as_ref()?.page_bytes);
        // Writes of several sizes are read back with the sizes they had, whatever blocks are planned.
        let block = match written.write_blocks {
            BlockSizes::Fixed(size) => size.0.max(1),
            _ => page,
        };
        let Some(Extent::Bytes(first)) = written.size else { return None };
        let files = written.emulation.files.as_ref();
        let others = files.iter().flat_map(|files| files.others.iter()).map(|part| part.length);
        let bytes: u64 =
            std::iter::once(first).chain(others).map(|all| all.0 - all.0 % block).sum();
        let files = files.map(|files| FileSet {
            order: FileOrder::Sequential,
            skips_used: true,
            ..files.clone()
        });
        let on_error = if self.fatal { ErrorAction::Stop } else { ErrorAction::Continue };
        let emulation = Emulation {
            content: None,
            separate_positions: false,
            visits_each_once: false,
            files,
            ..written.emulation.clone()
        };
        Some(Stream {
            name: format!("{} read back", written.name),
            read_percent: 100.0,
            read_blocks: written.write_blocks.clone(),
            align: None,
            access: AccessPattern::Sequential,
            delay: StartDelay::default(),
            keep: None,
            pace: Pace::Closed,
            tie: None,
            sync: SyncMode::None,
            commit: None,
            flush_last: false,
            drop_every: None,
            cache: match written.cache {
                CacheMode::Direct => CacheMode::Direct,
                // Data that is still in the page cache proves nothing about the storage.
                _ => CacheMode::Dropped,
            },
            check: if self.only { ContentCheck::Yes } else { ContentCheck::Written },
            stop: StopCondition {
                bytes: Some(Bytes(bytes.max(block))),
                ..StopCondition::default()
            },
            on_error,
            emulation,
            ..written.clone()
        })
    }
}
