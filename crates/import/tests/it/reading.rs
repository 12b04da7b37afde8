//! Results of other tools: whole ones, samples of each, and texts that are cut and changed.

mod fuzz_seeds;
mod hostile;
mod own;
mod samples;
