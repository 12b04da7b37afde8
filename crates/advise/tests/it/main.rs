//! Sizing and comparing stored results, against storages whose truth is known. One module for each area.

mod diff_lines;
mod diff_points;
mod diff_rates;
mod size;
mod size_evidence;
mod size_lines;
