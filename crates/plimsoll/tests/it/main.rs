//! The whole binary from outside: arguments in; exit code, text, files and store out. One module for each area.
//!
//! Every test has a separate store and directory and leaves neither behind. No test uses internals of the code.

mod at_length;
mod capture;
mod check;
mod claims;
mod command_line;
mod drive;
mod faulty;
mod files;
mod fill;
#[cfg(feature = "fio")]
mod fio;
#[cfg(feature = "all-tools")]
mod foreign;
#[cfg(feature = "all-tools")]
mod golden;
mod hosts;
#[cfg(feature = "all-tools")]
mod import;
mod interrupt;
#[cfg(feature = "iometer")]
mod iometer;
mod jobs;
mod lab;
#[cfg(feature = "sqlio")]
mod lab_book;
mod outputs;
mod pages;
mod papers;
mod plans;
mod powercut;
mod recorded;
mod results;
mod serve;
mod soaks;
mod spellings;
#[cfg(feature = "sqliosim")]
mod sqliosim;
mod stopped;
mod studies;
mod studies_changed;
#[cfg(feature = "all-tools")]
mod swapping;
mod swaps;
mod verify;
