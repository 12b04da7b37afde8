//! The I/O of a real machine: a capture, the figures that characterise it, and a workload that reproduces it.
//!
//! One value on its way through this crate:
//!
//! ```text
//! tracepoints ----> trace ---.                                     .--> show (crate report)
//! /proc/diskstats -> counters +-> event::IoEvent  --> file --> character::Characterisation --> fit --> workload
//! logs of tools --> import --'    counters::CounterInterval                 |                   |
//!                                                                          '---- fidelity <----'
//! ```
//!
//! 1. A **source** gives [`IoEvent`]s (block trace, blkparse, fio iolog) or [`CounterInterval`]s (diskstats, iostat, sar,
//!    performance counters). Events are complete; counters give only means of an interval.
//! 2. The **capture file** ([`mod@file`]) keeps both, chunk by chunk. A capture that was killed is readable up to its last chunk.
//! 3. A **characterisation** is a fold over the chunks in bounded memory. Facts that the source cannot know are absent.
//! 4. A **fit** turns a characterisation into a workload of few streams. Its **fidelity** compares two characterisations.
//!
//! Never decides whether storage is good enough, prints nothing, and makes no text for people.

pub mod character;
pub mod counters;
pub mod event;
pub mod fidelity;
pub mod file;
pub mod files;
pub mod fit;
pub mod header;
pub mod import;
pub mod relations;
pub mod replay;
pub mod roles;
pub mod server_process;
pub mod trace;
pub mod volumes;

pub use base::IoKind;
pub use counters::{CounterInterval, DirectionCounters};
pub use event::{IoEvent, IoFlags, Process, ProcessIndex};
pub use header::{CaptureHeader, CaptureNote, CaptureSource, StartTime};
pub use volumes::CapturedVolume;
