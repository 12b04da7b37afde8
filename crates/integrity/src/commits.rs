//! The commits of a database's log and data pages, and what must be left of them after a power cut.
//!
//! The inputs are a design (it alone determines which commit writes what), the last acknowledged commit, and the pages
//! found. The result lists every page that the storage acknowledged as durable and lost. Never does I/O or reads a clock.
//!
//! A commit is a page in a circular log and some data pages, which are overwritten in place. A group of commits is
//! written as one run of log pages and made durable. Only then are the data pages written, each once with the newest
//! commit of the group, and then the next group begins. All judgements rest on three consequences:
//!
//! 1. An acknowledged commit is in the log until `log_pages` later commits are.
//! 2. The data pages of a group are durable when a later group is: its flush covers them.
//! 3. A data page that holds commit `n` proves that the log of `n`'s group was acknowledged as durable before. A log page
//!    that holds commit `n` proves it of all groups before `n`'s. So a lie can be proven without an acknowledgement.

mod conclude;
mod design;
mod ledger_entry;
mod medium;
mod pages;

pub use conclude::{CommitConclusion, CommitLoss, CommitLossKind, DurabilityVerdict, FoundContent};
pub use design::{
    CommitDesign, CommitGroup, DESIGN_BYTES, DesignFault, DurabilityMode, PageLocation,
};
pub use ledger_entry::{ENTRY_BYTES, LedgerEntry};
pub use medium::{ImplausibleRate, MediumFacts, implausible};
pub use pages::{CommitCheck, TargetContinuity};
