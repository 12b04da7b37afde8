//! The native language: jobs, profiles of databases, plans of studies, grids of points and lists of layouts; and the
//! traces of fio, from which jobs and captures are made.
//!
//! Takes text; gives a [`Reading`]: the workload, notes, and all problems with their places. [`Diagnostics`],
//! [`Note`], [`Problem`] and [`show()`] also serve the readers of other tools' languages. Never does I/O, never drops
//! an option without a note. Start at [`read`].

mod blocks;
mod checks;
mod diagnostics;
pub mod fidelity;
pub mod grid;
pub mod iolog;
mod job;
pub mod layouts;
pub mod notation;
pub mod plan;
pub mod profile;
mod section;
mod show;
mod stream;
mod suggest;
mod value;
mod write;
mod written;

pub use diagnostics::{Diagnostics, TextPlace};
pub use diagnostics::{Note, Problem, Reading};
pub use job::read;
pub use show::{LineCounter, show};
pub use suggest::nearest;
pub use write::{unsupported, write};
