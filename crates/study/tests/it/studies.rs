//! Calibrating, scaling, settling: each against storages whose truth is known.

mod calibrate;
mod cpus;
mod scale;
mod settle;
