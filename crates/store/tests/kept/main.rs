//! What a store preserves: records of every kind, across killed processes, other processes, errors and old versions.

#[path = "../strategies/any_record.rs"]
mod any_record;
mod displaced;
mod documents;
mod flips;
mod found;
mod merge;
mod old_stores;
mod processes;
mod round_trip;
mod studies;
mod trouble;
