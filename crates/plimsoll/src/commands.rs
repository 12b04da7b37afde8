//! One short file for each command, which turns flags into a request, runs it in `session`, and returns an exit code.

mod batch;
pub(crate) mod capture;
mod capture_import;
mod capture_show;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod diff;
#[cfg(feature = "diskspd")]
mod diskspd;
mod exposing;
#[cfg(feature = "fio")]
mod fio;
mod fit;
pub(crate) mod hosts;
pub(crate) mod import;
pub(crate) mod inventory;
#[cfg(feature = "iometer")]
mod iometer;
#[cfg(feature = "orion")]
mod orion;
pub(crate) mod papers;
pub(crate) mod powercut;
pub(crate) mod profiles;
mod replay;
pub(crate) mod results;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod size;
pub(crate) mod soak;
#[cfg(feature = "sqlio")]
mod sqlio;
#[cfg(feature = "sqliosim")]
mod sqliosim;
pub(crate) mod studies;
pub(crate) mod verify;

use crate::exit::Outcome;

/// The command of another tool: takes its words.
pub(crate) type Tool = fn(Vec<String>) -> Outcome;

pub(crate) fn tool(name: &str) -> Option<Tool> {
    let commands: &[(&str, Tool)] = &[
        #[cfg(feature = "fio")]
        ("fio", fio::run),
        #[cfg(feature = "diskspd")]
        ("diskspd", diskspd::run),
        #[cfg(feature = "sqlio")]
        ("sqlio", sqlio::run),
        #[cfg(feature = "iometer")]
        ("iometer", iometer::run),
        #[cfg(feature = "orion")]
        ("orion", orion::run),
        #[cfg(feature = "sqliosim")]
        ("sqliosim", sqliosim::run),
    ];
    commands.iter().find(|command| command.0 == name).map(|command| command.1)
}
