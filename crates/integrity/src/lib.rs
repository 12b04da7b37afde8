//! What a page says about itself, what it must say, and what is wrong when it says something else.
//!
//! Takes pages and what is known to have been written, gives a generation or a named fault. Never does I/O, never
//! reads a clock. Start at [`PageStamper`] (writes pages, examines them) and [`Ledger`] (knows what they may hold);
//! [`actors`] say who reads and writes what; [`commits`] say what must be there after a power cut.

pub mod actors;
pub mod commits;
pub mod examine;
pub mod fault;
pub mod headers;
pub mod ledger;
pub mod stamp;
mod sum;

pub use examine::ValidContent;
pub use fault::{FaultKind, PageFault, SectorContent, SectorRun};
pub use headers::{HeaderStamper, PagePosition};
pub use ledger::{AllowedContent, Ledger, ReadSnapshot};
pub use stamp::{PageId, PageStamp, PageStamper, SECTOR_BYTES};
