//! Typed requests in, records out, on simulated storage whose truth is known. No process is started; what only the command line
//! decides is tested in `plimsoll/tests/it`.

mod averages;
mod check;
mod documents;
mod hosts;
mod jobs;
mod place;
mod ramps;
mod refine;
mod replay;
mod soaks;
mod stalls;
mod studies;
mod truth;
