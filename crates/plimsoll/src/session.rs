//! What `check`, `run` and the studies share: the terminal, the target, the runner, the conditions, the recorder.

pub(crate) mod answer;
pub(crate) mod cells;
pub(crate) mod check;
pub(crate) mod conditions;
pub(crate) mod failures;
pub(crate) mod foreign;
pub(crate) mod job;
pub(crate) mod layouts;
pub(crate) mod live;
pub(crate) mod output;
pub(crate) mod recorder;
pub(crate) mod runner;
pub(crate) mod shelf;
pub(crate) mod study;
pub(crate) mod target;
pub(crate) mod terminal;
