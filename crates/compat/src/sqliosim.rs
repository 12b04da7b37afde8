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

pub use crate::simulation::{Config, File, RandomUser, RunUser, ShrinkUser, Simulation};
pub use options::OPTIONS;
pub use read::{read, read_config};
pub use tool::TOOL;

use options::{KEYS, SECTIONS, SqliosimKey};
use std::fmt::Write as _;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SqliosimView {
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
    for key in KEYS {
        key.reset(&mut simulation);
    }
    simulation
}

/// The whole configuration; reading it gives the same simulation.
pub fn write(simulation: &Simulation) -> String {
    let mut all = simulation.clone();
    let mut nobody = File::default();
    let mut text = String::new();
    let mut section = |all: &mut Simulation, head: &str, keys: &str, file: &mut File| {
        let own = KEYS.iter().filter(|key| key.section == keys);
        let line = |key: &SqliosimKey| format!("{}={}\n", key.name, key.shown(all, file));
        let lines: String = own.map(line).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{head}]\n{lines}");
    };
    for name in SECTIONS.into_iter().filter(|name| *name != "FileN") {
        section(&mut all, name, name, &mut nobody);
    }
    for (number, file) in simulation.files.iter().enumerate() {
        section(&mut all, &format!("File{}", number + 1), "FileN", &mut file.clone());
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}
