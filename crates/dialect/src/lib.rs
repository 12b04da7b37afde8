//! Takes the text of a job; gives a [`Reading`]: the workload, what to know about it, and all that is wrong.
//!
//! One folder for each language: [`native`] is the project's own. Never does I/O, never drops an option
//! in silence. Start at [`native::read`].

mod apart;
pub mod diskspd;
pub mod fio;
pub mod foreign;
pub mod grid;
pub mod iometer;
pub mod layouts;
pub mod native;
mod notation;
pub mod orion;
pub mod outcome;
pub mod pasted;
pub mod reading;
mod show;
pub mod sqlio;
pub mod sqliosim;
mod suggest;

pub use apart::files_apart;
pub use reading::{Note, Problem, Reading};
pub use show::{Lines, show};
pub use suggest::nearest;
