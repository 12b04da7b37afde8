//! The languages of other tools: takes the text of a job or command line, gives a [`job::Reading`]; writes jobs and results as
//! the tool does.
//!
//! One folder for each tool. Never does I/O, never drops an option without a note.

mod apart;
pub mod diskspd;
pub mod fio;
pub mod foreign;
pub mod import;
pub mod iometer;
pub mod orion;
pub mod outcome;
pub mod pasted;
pub mod sqlio;
pub mod sqliosim;

pub use apart::files_apart;
