//! `plimsoll completions` and `plimsoll man`: documents generated from the command-line definition.

use crate::exit::{Exit, Outcome};
use crate::flags::{self, Completions, Man};
use report::messages::arguments::ArgumentFault;
use report::messages::program::ProgramFault;
use session::failure::Failure;
use session::{output, terminal};
use std::path::Path;

pub(crate) fn completions(flags: &Completions) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(flags.shell, &mut flags::command(), "plimsoll", &mut text);
    print_bytes(&text)
}

/// Prints the man page of one command, or writes those of all commands, because the pages refer to each other.
pub(crate) fn man(flags: &Man) -> Outcome {
    let mut root = flags::command().disable_help_subcommand(true);
    root.build();
    if let Some(folder) = &flags.dir {
        return pages(&root, folder);
    }
    let mut command = &root;
    for name in &flags.command {
        command = command
            .find_subcommand(name)
            .ok_or_else(|| Failure::wrong(ArgumentFault::UnknownCommand { name: name.clone() }))?;
    }
    print_bytes(&page(command)?.1)
}

/// Writes the page of a command and those of its own commands.
fn pages(command: &clap::Command, folder: &Path) -> Outcome {
    let (name, text) = page(command)?;
    let path = folder.join(name);
    let place = output::place("--dir", &path, &[], None)?;
    place.save(&String::from_utf8_lossy(&text))?;
    command.get_subcommands().try_for_each(|command| pages(command, folder).map(drop))?;
    Ok(Exit::DONE)
}

/// The man page of a command, with its file name.
fn page(command: &clap::Command) -> Result<(String, Vec<u8>), Failure> {
    let man = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    man.render(&mut text)
        .map_err(|e| Failure::bug(ProgramFault::ManPageNotMade { error: e.to_string() }))?;
    Ok((man.get_filename(), text))
}

/// Writes to standard output; a reader that has closed the pipe is not a failure.
pub(crate) fn print_bytes(text: &[u8]) -> Outcome {
    terminal::print(text).map(|()| Exit::DONE)
}
