//! Texts of the native language, read and written: jobs, profiles, plans. One module for each.

mod jobs;
mod plan;
mod profiles;
mod round_trip;
