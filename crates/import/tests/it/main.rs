//! Results of other tools and recorded grids, read and raced.

mod reading;
mod recorded;
