//! What a store keeps: records of every kind, also over killed processes, other processes, trouble and old versions.

#[path = "../strategies/any_record.rs"]
mod any_record;
mod documents;
mod flips;
mod found;
mod merge;
mod old_stores;
mod processes;
mod round_trip;
mod studies;
mod trouble;
