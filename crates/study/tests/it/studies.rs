//! Calibrating, scaling, comparing two runs, sizing, settling: each against storages whose truth is known.

mod calibrate;
mod cpus;
mod diff_cells;
mod diff_lines;
mod diff_rates;
mod scale;
mod settle;
mod size;
