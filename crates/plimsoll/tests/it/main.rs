//! The whole binary from outside: arguments in; exit code, text, files and store out. One module for each area.
//!
//! Every test has a store and a directory of its own and leaves neither behind. Nothing here reads the code's insides.

mod check;
mod claims;
mod command_line;
mod devices;
mod drive;
mod faulty;
mod files;
mod fill;
mod fio;
mod fio_clients;
mod fio_plot;
mod fio_shapes;
mod foreign;
mod golden;
mod import;
mod interrupt;
mod iometer;
mod jobs;
mod lab;
mod lab_book;
mod outputs;
mod papers;
mod plans;
mod powercut;
mod recorded;
mod results;
mod spellings;
mod sqliosim;
mod stopped;
mod studies;
mod studies_changed;
mod studies_killed;
mod studies_swapped;
mod swapping;
mod swaps;
mod verify;
