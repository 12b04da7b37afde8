//! The binary: reads the command line, runs one command, ends with its exit code.
//!
//! The only crate that may name everyone. Each command's story is in `commands`.

mod commands;
mod exit;
mod flags;
mod session;

use clap::Parser;
use exit::{Exit, Outcome};
use flags::{Command, Flags};
use std::process::ExitCode;

fn main() -> ExitCode {
    let flags = match Flags::try_parse() {
        Ok(flags) => flags,
        Err(error) => {
            // Help and version are answers; everything else is a wrong command line.
            let exit = if error.use_stderr() { Exit::Wrong } else { Exit::Done };
            drop(error.print());
            return exit.into();
        }
    };
    match run(&flags) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            for line in &failure.lines {
                eprintln!("plimsoll: {line}");
            }
            failure.exit.into()
        }
    }
}

fn run(flags: &Flags) -> Outcome {
    match &flags.command {
        Command::Check(flags) => commands::check::run(flags),
        Command::Inventory(flags) => commands::inventory::run(flags),
        Command::Run(flags) => commands::run::run(flags),
        Command::Profiles(flags) => commands::profiles::run(flags),
        Command::Results(flags) => commands::results::run(flags),
        Command::Report(flags) => commands::report::run(flags),
        Command::Completions(flags) => commands::papers::completions(flags),
        Command::Man => commands::papers::man(),
    }
}
