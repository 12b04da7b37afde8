//! The content of pages, what they must hold, and the faults if they hold something else.
//!
//! Compares pages with what is known to have been written, and returns a generation or a named fault. Never does I/O or
//! reads a clock. Start at [`PageStamper`] (writes and examines pages) and [`Ledger`] (knows what they may hold);
//! [`actors`] decide who reads and writes what; [`commits`] decide what must be present after a power cut.

pub mod actors;
pub mod commits;
pub mod examine;
pub mod fault;
pub mod headers;
pub mod ledger;
pub mod stamp;

pub use examine::ValidContent;
pub use fault::{FaultKind, PageFault, SectorContent, SectorRun, TestPhase};
pub use headers::{HeaderStamper, PagePosition};
pub use ledger::{AllowedContent, Ledger, ReadSnapshot};
pub use stamp::{PageId, PageStamp, PageStamper, SECTOR_BYTES};
