//! The studies as a whole, each driven through storages whose truth is known. One module for each area.

mod answers;
mod race;
mod ramp_line;
mod studies;
