//! The languages of other tools: takes the text of a job or command line, gives a [`job::Reading`]; writes jobs and
//! results as the tool does.
//!
//! One folder for each tool. Never does I/O, never drops an option without a note.

pub mod batch;
#[cfg(feature = "diskspd")]
pub mod diskspd;
#[cfg(any(feature = "diskspd", feature = "sqlio", feature = "orion", feature = "sqliosim"))]
mod findings;
#[cfg(feature = "fio")]
pub mod fio;
pub mod foreign;
pub mod import;
#[cfg(feature = "iometer")]
pub mod iometer;
#[cfg(feature = "orion")]
pub mod orion;
pub mod outcome;
pub mod pasted;
pub mod simulation;
mod split_files;
#[cfg(feature = "sqlio")]
pub mod sqlio;
#[cfg(feature = "sqliosim")]
pub mod sqliosim;
pub mod tool;
#[cfg(any(feature = "diskspd", feature = "sqliosim"))]
mod xml;

pub use split_files::split_files;
pub use tool::{TOOLS, Tool};
