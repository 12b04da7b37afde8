//! Checks that disks respond: takes a shelf, reads a block at the start, in the middle and at the end of each device and
//! file, returns every one that fails. Writes nothing, measures nothing.

use super::{Kind, Shelf};
use crate::failure::{Ending, Failure};
use report::messages::places::PlaceFault;
use report::messages::system::SystemError;
use sys::buffer::BufferSlots;
use sys::file::OpenMode;
use sys::target::Target;

/// The bytes of one read: the largest sector size that direct I/O needs on any medium.
const BLOCK_BYTES: u64 = 4096;

impl Shelf {
    /// Checks that every place can be read. Among disks that are loaded together, a dead one would look like a saturated
    /// path.
    pub fn check_readable(&self) -> Result<(), Failure> {
        let real = self.spots.iter().filter(|spot| matches!(spot.kind, Kind::Device | Kind::File));
        let dead = real.filter_map(|spot| {
            let error = read_blocks(self.held[spot.target].as_ref()?, spot.size_bytes).err()?;
            Some(
                PlaceFault::Unreadable {
                    place: spot.word.to_string(),
                    error: SystemError(&error).to_string(),
                }
                .to_string(),
            )
        });
        let lines: Vec<String> = dead.collect();
        if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
    }
}

fn read_blocks(place: &Target, size_bytes: u64) -> std::io::Result<()> {
    // A read from the page cache would not test the disk.
    let direct = place.open(OpenMode { direct: true, ..OpenMode::default() });
    let opened = direct.or_else(|_| place.open(OpenMode::default()))?;
    let mut memory = BufferSlots::new(1, BLOCK_BYTES as usize)?;
    let last = size_bytes.saturating_sub(BLOCK_BYTES) / BLOCK_BYTES * BLOCK_BYTES;
    for at in [0, last / 2 / BLOCK_BYTES * BLOCK_BYTES, last] {
        sys::file::read_exact_at(&opened, memory.slot(0), at)?;
    }
    Ok(())
}
