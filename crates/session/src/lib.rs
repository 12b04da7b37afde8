//! Carries out requests: takes typed requests, returns records, answers and failures. Prepares targets, measures, records
//! and resumes.
//!
//! Its requests are the arguments of commands. Knows no exit code.

pub mod answer;
pub mod capture;
pub mod capture_load;
pub mod captured;
pub mod check;
pub mod claim;
pub mod conditions;
pub mod engine_failure;
pub mod exposed;
pub mod failure;
pub mod foreign;
pub mod hosts;
pub mod input;
pub mod job;
pub mod layouts;
pub mod live;
pub mod load;
mod machine_span;
mod neighbours;
pub mod output;
pub mod points;
pub mod powercut;
pub mod profiles;
pub mod progress;
pub mod prometheus;
pub mod recorder;
pub mod refine;
pub mod repeat_command;
pub mod replay;
pub mod requests;
pub mod runner;
pub mod shelf;
pub mod soak;
pub mod stored;
pub mod study;
pub mod target;
pub mod terminal;
pub mod trials;
pub mod verify;
pub mod write_permission;

use crate::failure::Failure;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// The present time in seconds since 1970, UTC.
pub fn now_unix_s() -> i64 {
    (sys::clock::unix_now() / 1_000_000_000).cast_signed()
}

/// The flag that the first Ctrl-C sets; every call returns the same one.
pub fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::clone(FLAG.get_or_init(|| Arc::new(AtomicBool::new(false))));
    sys::signal::on_interrupt(&flag).map_err(Failure::bug)?;
    Ok(flag)
}
