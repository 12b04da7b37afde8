//! What `check`, `run` and the studies share: the terminal, the target, the runner, the conditions, the recorder.

pub(crate) mod answer;
pub(crate) mod cells;
pub(crate) mod check;
pub(crate) mod claim;
pub(crate) mod conditions;
pub(crate) mod failures;
pub(crate) mod foreign;
pub(crate) mod given_up;
pub(crate) mod input;
pub(crate) mod job;
pub(crate) mod layouts;
pub(crate) mod leave;
pub(crate) mod live;
pub(crate) mod neighbours;
pub(crate) mod output;
pub(crate) mod powercut;
pub(crate) mod recorder;
pub(crate) mod runner;
pub(crate) mod shelf;
pub(crate) mod study;
pub(crate) mod target;
pub(crate) mod terminal;
pub(crate) mod verify;

use crate::exit::Failure;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// What the first Ctrl-C raises, the same flag for all who ask.
pub(crate) fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::clone(FLAG.get_or_init(|| Arc::new(AtomicBool::new(false))));
    sys::signal::on_interrupt(&flag).map_err(Failure::bug)?;
    Ok(flag)
}
