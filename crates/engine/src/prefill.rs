//! Prefills a target: writes incompressible data at the storage's speed, and makes it durable.
//!
//! Writes a range of an open target in 1 MiB blocks with several outstanding, by direct I/O if the file system allows.
//! Never touches bytes outside the range and never creates a file. Permission to write to the target was checked
//! when it was opened (`sys::guard`).

use crate::backend::{
    Backend, BackendError, Completion, DiskOperation, IoKind, IocpBackend, LibaioBackend,
    SyncBackend, UringBackend,
};
use base::{Rng, random};
use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use sys::aio::Aio;
use sys::blocking::BlockingQueue;
use sys::clock::SystemClock;
use sys::file::{self, FileFacts, OpenMode, PathKind};
use sys::guard::{self, FreeSpaceRule};
use sys::iocp::Iocp;
use sys::ring::{Ring, RingOptions};
use sys::target::Target;

const BLOCK_BYTES: u64 = 1 << 20;
const DEPTH: u32 = 8;
/// Bytes after which the free space is checked again: not all file systems can reserve space.
const LOOK_BYTES: u64 = 16 * BLOCK_BYTES;
/// The unit of direct I/O that every file system and device accepts.
const DIRECT_ALIGN_BYTES: u64 = 4096;
/// Distance between the stamps that make each 512-byte sector unique.
const SECTOR: usize = 512;

/// Why a file could not be prefilled.
#[derive(Debug)]
pub enum PrefillError {
    /// The file could not be opened, extended or written.
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    Write {
        /// The file or device.
        path: PathBuf,
        offset_bytes: u64,
        source: std::io::Error,
    },
    Backend(BackendError),
    TooSmall {
        path: PathBuf,
        size_bytes: u64,
        to_bytes: u64,
    },
    /// The caller's progress function requested a stop.
    Stopped,
}

impl From<BackendError> for PrefillError {
    fn from(error: BackendError) -> Self {
        Self::Backend(error)
    }
}

/// Writes incompressible data from `from_bytes` to `to_bytes` of the file, or of the block device, which must be large
/// enough; then calls `fsync`. Keeps the space free in the file system that `keep` requires. On failure, a file that
/// was extended is truncated to its old length. Equal seeds give equal data. `progress` receives the bytes done and
/// the total bytes, at most once per MiB.
pub fn prefill(
    target: &Target,
    from_bytes: u64,
    to_bytes: u64,
    seed: u64,
    keep: FreeSpaceRule,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<(), PrefillError> {
    let path = target.path();
    let failed = |source| PrefillError::Io { path: path.to_owned(), source };
    let plain = target.open(OpenMode { write: true, ..OpenMode::default() }).map_err(failed)?;
    // A device cannot be truncated.
    let length_bytes = match target.kind() {
        PathKind::Device => None,
        _ => Some(file::size_bytes(&plain).map_err(failed)?),
    };
    let had_bytes = FileFacts::of(&plain).map_err(failed)?.allocated_bytes;
    let mut checked_bytes = 0;
    let mut reserve = Ok(());
    let mut progress_in_reserve = |done_bytes: u64, all_bytes: u64| {
        if length_bytes.is_some() && done_bytes - checked_bytes >= LOOK_BYTES {
            checked_bytes = done_bytes;
            let grew = FileFacts::of(&plain).is_ok_and(|facts| facts.allocated_bytes > had_bytes);
            reserve = if grew { guard::within_reserve(&plain, keep) } else { Ok(()) };
        }
        if reserve.is_err() { ControlFlow::Break(()) } else { progress(done_bytes, all_bytes) }
    };
    let result = make_room(&plain, path, to_bytes, length_bytes, keep)
        .and_then(|()| fill(target, &plain, from_bytes, to_bytes, seed, &mut progress_in_reserve));
    let result = reserve.map_err(failed).and(result);
    let result = result.and_then(|()| plain.sync_all().map_err(failed));
    if result.is_err()
        && let Some(length_bytes) = length_bytes
    {
        // Space that was reserved but not written would be read as zeros by the next test. A failure of this call
        // is ignored: the first failure is reported.
        if plain.metadata().is_ok_and(|meta| meta.len() >= length_bytes) {
            let _ = plain.set_len(length_bytes);
        }
    }
    result
}

fn fill(
    target: &Target,
    plain: &File,
    from_bytes: u64,
    to_bytes: u64,
    seed: u64,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<(), PrefillError> {
    let mut work =
        PrefillProgress { from_bytes, to_bytes, next_bytes: from_bytes, done_bytes: 0, seed };
    // Direct I/O needs aligned ends; the rest is written through the page cache.
    let is_aligned = from_bytes.is_multiple_of(DIRECT_ALIGN_BYTES);
    let direct = OpenMode { write: true, direct: true, ..OpenMode::default() };
    let direct = is_aligned.then(|| target.open(direct).ok()).flatten();
    let path = target.path();
    let tail_bytes = if direct.is_some() { to_bytes % DIRECT_ALIGN_BYTES } else { 0 };
    work.to_bytes = (to_bytes - tail_bytes).max(from_bytes);
    let total_bytes = to_bytes.saturating_sub(from_bytes);
    let mut on_progress = |done_bytes: u64| progress(done_bytes, total_bytes);
    work.write(path, direct.as_ref().unwrap_or(plain), &mut on_progress)?;
    if tail_bytes > 0 {
        work.to_bytes = to_bytes;
        work.next_bytes = work.next_bytes.max(to_bytes - tail_bytes);
        work.write(path, plain, &mut on_progress)?;
    }
    Ok(())
}

/// Extends a file of `length_bytes` to `to_bytes`; for a device, checks that it is large enough.
fn make_room(
    plain: &File,
    path: &Path,
    to_bytes: u64,
    length_bytes: Option<u64>,
    keep: FreeSpaceRule,
) -> Result<(), PrefillError> {
    let failed = |source| PrefillError::Io { path: path.to_owned(), source };
    if length_bytes.is_some() {
        return guard::grow(plain, to_bytes, keep).map_err(failed);
    }
    let size_bytes = file::size_bytes(plain).map_err(failed)?;
    if to_bytes > size_bytes {
        return Err(PrefillError::TooSmall { path: path.to_owned(), size_bytes, to_bytes });
    }
    Ok(())
}

struct PrefillProgress {
    from_bytes: u64,
    to_bytes: u64,
    next_bytes: u64,
    done_bytes: u64,
    seed: u64,
}

type ProgressCallback<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

impl PrefillProgress {
    /// Writes up to `to_bytes` with the best available engine.
    fn write(
        &mut self,
        path: &Path,
        file: &File,
        on_progress: &mut ProgressCallback<'_>,
    ) -> Result<(), PrefillError> {
        let failed = |source| PrefillError::Io { path: path.to_owned(), source };
        let copy = || file.try_clone().map_err(failed);
        let (clock, bytes) = (SystemClock::new(), BLOCK_BYTES as usize);
        if let Ok(ring) = Ring::on(vec![copy()?], DEPTH, bytes, RingOptions::default()) {
            return self.write_blocks(path, &mut UringBackend::new(clock, ring), on_progress);
        }
        if let Ok(aio) = Aio::on(vec![copy()?], DEPTH, bytes) {
            return self.write_blocks(path, &mut LibaioBackend::new(clock, aio), on_progress);
        }
        if let Ok(port) = Iocp::on(vec![copy()?], DEPTH, bytes) {
            return self.write_blocks(path, &mut IocpBackend::new(clock, port), on_progress);
        }
        let blocking = BlockingQueue::on(vec![copy()?], DEPTH, bytes).map_err(failed)?;
        self.write_blocks(path, &mut SyncBackend::new(clock, blocking), on_progress)
    }

    fn write_blocks<B: Backend>(
        &mut self,
        path: &Path,
        backend: &mut B,
        on_progress: &mut ProgressCallback<'_>,
    ) -> Result<(), PrefillError> {
        for slot in 0..DEPTH {
            Rng::new(random::derive(self.seed, &[u64::from(slot)])).fill(backend.buffer(slot));
        }
        let mut free: Vec<u32> = (0..DEPTH).rev().collect();
        let mut ops: Vec<Option<DiskOperation>> = vec![None; DEPTH as usize];
        let mut done: Vec<Completion> = Vec::with_capacity(DEPTH as usize);
        loop {
            while self.next_bytes < self.to_bytes
                && let Some(slot) = free.pop()
            {
                let op = self.next_op(slot, backend.buffer(slot));
                backend.push(&op);
                ops[slot as usize] = Some(op);
            }
            if free.len() == DEPTH as usize {
                return Ok(());
            }
            backend.turn(1, None, &mut done)?;
            for completion in done.drain(..) {
                let Some(mut op) = ops[completion.slot as usize].take() else { continue };
                if completion.result <= 0 {
                    let source = match completion.result {
                        0 => std::io::ErrorKind::StorageFull.into(),
                        failed => std::io::Error::from_raw_os_error(-failed),
                    };
                    let (path, offset_bytes) = (path.to_owned(), op.offset_bytes);
                    return Err(PrefillError::Write { path, offset_bytes, source });
                }
                let moved = completion.result as u32;
                self.done_bytes += u64::from(moved);
                if moved < op.length_bytes {
                    op.offset_bytes += u64::from(moved);
                    op.skip_bytes += moved;
                    op.length_bytes -= moved;
                    backend.push(&op);
                    ops[completion.slot as usize] = Some(op);
                } else {
                    free.push(completion.slot);
                }
            }
            if on_progress(self.done_bytes).is_break() {
                return Err(PrefillError::Stopped);
            }
        }
    }

    fn next_op(&mut self, slot: u32, buffer: &mut [u8]) -> DiskOperation {
        let offset_bytes = self.next_bytes;
        let length_bytes = BLOCK_BYTES.min(self.to_bytes - offset_bytes) as u32;
        self.next_bytes += u64::from(length_bytes);
        // All blocks use the same random data; the target offset is mixed into the first bytes of each sector.
        for (number, sector) in buffer.chunks_exact_mut(SECTOR).enumerate() {
            let place = offset_bytes / SECTOR as u64 + number as u64;
            sector[..8].copy_from_slice(&random::derive(self.seed, &[place]).to_le_bytes());
        }
        debug_assert!(offset_bytes >= self.from_bytes);
        DiskOperation {
            slot,
            kind: IoKind::Write,
            offset_bytes,
            length_bytes,
            ..DiskOperation::IDLE
        }
    }
}
