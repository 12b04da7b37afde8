//! `plimsoll completions` and `plimsoll man`: papers made from the command line's own definition.

use crate::exit::{Exit, Failure, Outcome};
use crate::flags::{Completions, Flags, Shell};
use clap::CommandFactory;
use std::io::Write;

/// Prints the completions for a shell.
pub(crate) fn completions(flags: &Completions) -> Outcome {
    use clap_complete::Shell as Known;
    let shell = match flags.shell {
        Shell::Bash => Known::Bash,
        Shell::Zsh => Known::Zsh,
        Shell::Fish => Known::Fish,
        Shell::Elvish => Known::Elvish,
        Shell::Powershell => Known::PowerShell,
    };
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Flags::command(), "plimsoll", &mut text);
    print_bytes(&text)
}

/// Prints the man page: the program and every command in one page.
pub(crate) fn man() -> Outcome {
    let mut text = Vec::new();
    let mut root = Flags::command();
    root.build();
    let fault = |e: std::io::Error| Failure::bug(format!("failed to make the man page: {e}"));
    clap_mangen::Man::new(root.clone()).render(&mut text).map_err(fault)?;
    for command in root.get_subcommands().filter(|c| c.get_name() != "help") {
        let name = command.get_name().to_uppercase();
        writeln!(text, ".SH \"COMMAND {name}\"").map_err(fault)?;
        let page = clap_mangen::Man::new(command.clone());
        page.render_description_section(&mut text).map_err(fault)?;
        page.render_synopsis_section(&mut text).map_err(fault)?;
        page.render_options_section(&mut text).map_err(fault)?;
    }
    print_bytes(&text)
}

/// Writes to standard output; a reader that went away is not a failure of ours.
pub(crate) fn print_bytes(text: &[u8]) -> Outcome {
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::target(format!("failed to write to standard output: {e}")))
        }
        _ => Ok(Exit::Done),
    }
}
