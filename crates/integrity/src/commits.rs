//! What survives a power cut: the commits of a database's log and pages, and what must be there of them afterwards.
//!
//! Takes a design (which commit writes what follows from it alone), the number up to which commits were acknowledged,
//! and the pages that are found; gives the first lie, or that there is none. Never does I/O, never reads a clock.
//!
//! A commit is a page in a log that goes round, and some pages in place. A group of commits is written as one run of
//! log pages and made durable; only then the pages in place are written, the newest of the group for each, and then
//! the next group begins. So three things follow, on which all judgement rests:
//!
//! 1. What was acknowledged is in the log until `log_pages` later commits are.
//! 2. The pages in place of a group are durable when a later group is: its flush covers them.
//! 3. A page in place that holds commit `n` proves that the log of `n`'s group was acknowledged as durable before; a log page that
//!    holds commit `n` proves it of all groups before `n`'s. So a storage can be caught without an acknowledgement.

mod book;
mod conclude;
mod design;
mod medium;
mod pages;

pub use book::{ENTRY_BYTES, LedgerEntry};
pub use conclude::{CommitConclusion, CommitLoss, CommitLossKind, DurabilityVerdict, FoundContent};
pub use design::{CommitDesign, CommitGroup, DESIGN_BYTES, DurabilityMode, PageLocation};
pub use medium::{ImplausibleRate, MediumFacts, implausible};
pub use pages::{CommitCheck, TargetContinuity};
