//! Reads the target after the power came back, bypassing caches, and has the pages judged.

use crate::failure::{Ending, Failure};
use integrity::commits::{
    CommitCheck, CommitConclusion, CommitDesign, LedgerEntry, PageLocation, TargetContinuity,
};
use report::messages::system::SystemAction;
use std::io;
use std::path::Path;
use sys::blocking::BlockingQueue;
use sys::transfer::{DiskOperation, OperationQueue};

const CHUNK_BYTES: u32 = 1 << 20;

/// Reads all pages and judges them; `continuity` returns the continuity of the target after all pages are read.
pub fn check(
    path: &Path,
    design: &CommitDesign,
    entry: &LedgerEntry,
    continuity: impl FnOnce(&CommitCheck) -> Result<TargetContinuity, Failure>,
) -> Result<CommitConclusion, Failure> {
    let failed =
        |e: io::Error| Failure::system(Ending::Target, SystemAction::Read, path.display(), &e);
    let direct = sys::file::direct_works(path);
    let mode = sys::file::OpenMode { direct, ..sys::file::OpenMode::default() };
    let file = sys::file::open(path, mode).map_err(failed)?;
    if !direct {
        sys::file::forget_range(&file, 0, 0).map_err(failed)?;
    }
    let mut queue = BlockingQueue::on(vec![file], 1, CHUNK_BYTES as usize).map_err(failed)?;
    let mut check = CommitCheck::new(*design, entry.acknowledged);
    let places: Vec<PageLocation> = check.places().collect();
    let page = design.page_bytes;
    for places in places.chunks((CHUNK_BYTES / page) as usize) {
        let offset = design.offset_bytes(places[0]);
        match read(&mut queue, offset, places.len() as u32 * page) {
            Ok(()) => {
                let bytes = queue.buffer(0).chunks_exact(page as usize);
                places.iter().zip(bytes).for_each(|(&place, bytes)| check.take(place, bytes));
            }
            // Read page by page, so that an unreadable page does not hide its neighbours.
            Err(_) => {
                for &place in places {
                    match read(&mut queue, design.offset_bytes(place), page) {
                        Ok(()) => check.take(place, &queue.buffer(0)[..page as usize]),
                        Err(_) => check.unreadable(place),
                    }
                }
            }
        }
    }
    let continuity = continuity(&check)?;
    check.set_continuity(continuity);
    Ok(check.conclude())
}

/// Reads into the buffer. Bytes after the end of the file are zeros, as in a file that was partly lost.
fn read(queue: &mut BlockingQueue, offset_bytes: u64, length: u32) -> io::Result<()> {
    let mut moved = 0;
    let mut done = Vec::with_capacity(1);
    queue.buffer(0)[..length as usize].fill(0);
    while moved < length {
        queue.push(&DiskOperation {
            offset_bytes: offset_bytes + u64::from(moved),
            length_bytes: length - moved,
            skip_bytes: moved,
            ..DiskOperation::IDLE
        });
        queue.turn(1, || None, &mut done)?;
        let result = done.pop().map_or(0, |completion| completion.result);
        match u32::try_from(result) {
            Ok(0) => return Ok(()),
            Ok(more) => moved += more,
            Err(_) => {
                let error = io::Error::from_raw_os_error(-result);
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
        }
    }
    Ok(())
}
