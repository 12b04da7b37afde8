//! SQLIOSim's command line and configuration in; its XML log out.
//!
//! [`read`] gives a [`SqliosimView`], whose [`Simulation`] says what is simulated on which files; there is no workload,
//! because the request is a proof, not a load. [`write()`] gives a configuration with every key, [`log`] the log.
//! Never does I/O.

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

/// The request of a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SqliosimView {
    /// Whether only the usage is requested.
    pub usage: bool,
    /// The log file; `None` for that of the configuration.
    pub log: Option<String>,
    /// The file to which the resulting configuration is written.
    pub save: Option<String>,
    /// The simulation; not usable when there are problems.
    pub simulation: Simulation,
}

impl SqliosimView {
    pub fn log_file(&self) -> &str {
        self.log.as_deref().unwrap_or(&self.simulation.config.error_file)
    }
}

/// A simulation with every key at its default.
pub fn usual() -> Simulation {
    let mut simulation = Simulation::default();
    for key in options::KEYS {
        key.reset(&mut simulation);
    }
    simulation
}
