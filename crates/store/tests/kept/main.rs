//! What a store preserves: records of every kind, across killed processes, other processes, and errors.

mod any_record;
mod displaced;
mod flips;
mod found;
mod merge;
mod processes;
mod round_trip;
mod studies;
mod trouble;
