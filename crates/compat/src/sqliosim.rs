//! SQLIOSim's command line and configuration in; its XML log out.
//!
//! [`read`] gives a [`View`], whose [`Simulation`] says what is simulated on which files; there is no workload, because
//! what is asked is a proof and not a load. [`write()`] gives a configuration with every key, [`log`] the log. Never does
//! I/O.

pub mod entries;
mod ini;
pub mod log;
pub mod options;
mod read;
mod settle;
mod tool;
mod write;

pub use crate::simulation::{Config, File, RandomUser, RunUser, ShrinkUser, Simulation};
pub use options::OPTIONS;
pub use read::{read, read_config};
pub use tool::TOOL;
pub use write::write;

/// What a command line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Whether only the usage is asked for.
    pub usage: bool,
    /// Where the log goes; none: as the configuration says.
    pub log: Option<String>,
    /// Where the configuration that results is written.
    pub save: Option<String>,
    /// What is simulated; of no use when there are problems.
    pub simulation: Simulation,
}

impl View {
    /// Where the log goes.
    pub fn log_file(&self) -> &str {
        self.log.as_deref().unwrap_or(&self.simulation.config.error_file)
    }
}

/// Every key at its default.
pub fn usual() -> Simulation {
    let mut simulation = Simulation::default();
    for key in options::KEYS {
        key.reset(&mut simulation);
    }
    simulation
}
