//! Typed requests in, records out, on simulated storage with known properties. No process is started; the command line is
//! tested in `plimsoll/tests/it`.

mod check;
mod documents;
mod hosts;
mod jobs;
mod place;
mod replay;
mod soaks;
mod studies;
mod truth;
