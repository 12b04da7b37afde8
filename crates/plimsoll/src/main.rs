//! The binary: reads the command line, runs one command, exits with its code.
//!
//! The only crate that may depend on all others. Each command is in `commands`.

mod commands;
mod exit;
mod flags;

use clap::FromArgMatches;
use commands::papers;
use compat::{TOOLS, Tool};
use exit::{Exit, Outcome};
use flags::{Command, Flags};
use report::Language;
use report::messages::program::ProgramFault;
use session::failure::Failure;
use session::requests::mistakes::Mistakes;
use session::terminal;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

/// A failed allocation is neither a bug nor a fault of the storage.
#[global_allocator]
static ALLOCATOR: sys::memory::Allocator = sys::memory::Allocator {
    exit_code: Exit::TARGET.code() as i32,
    message: report::memory_refused,
};

fn main() -> ExitCode {
    sys::signal::fail_on_large_files();
    sys::host::prepare_console();
    sys::file::raise_open_limit();
    let words = called(std::env::args_os());
    let call = match Call::read(&words) {
        Ok(call) => call,
        Err(error) => {
            // Help and version are answers; everything else is a wrong command line.
            if !error.use_stderr() {
                drop(error.print());
                return Exit::DONE.into();
            }
            if commands::hosts::is_follower() {
                return Exit::WRONG.into();
            }
            terminal::tell(&error.render().to_string());
            answer(&words, &Failure::wrong(flags::mistake(&error)));
            return Exit::WRONG.into();
        }
    };
    let outcome = guarded(|| match call {
        Call::Own(flags, mistakes) => run(&flags, mistakes),
        Call::Tool(tool, words) => tool(words),
    });
    session::claim::give_back();
    match outcome {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.messages().for_each(|line| terminal::tell(&format!("plimsoll: {line}\n")));
            // If several hosts refuse the same, only the first one reports it.
            if failure.messages().next().is_some() {
                answer(&words, &failure);
            }
            Exit::from(failure.ending).into()
        }
    }
}

enum Call {
    /// A command of Plimsoll, and the wrong values of its options.
    Own(Box<Flags>, Mistakes),
    /// The command of another tool, with its words.
    Tool(commands::Tool, Vec<String>),
}

impl Call {
    fn read(words: &[OsString]) -> Result<Self, clap::Error> {
        // The output of other tools is English, and so are JSON documents.
        if is_own(words) && !asks_for_json(words) {
            language(words).set_for_process();
        }
        let (mut matches, mistakes) = flags::read(words)?;
        let tool = matches.subcommand_name().and_then(commands::tool);
        if let Some(tool) = tool
            && let Some((_, mut of_tool)) = matches.remove_subcommand()
        {
            let words = of_tool.remove_many::<String>(flags::WORDS);
            return Ok(Self::Tool(tool, words.into_iter().flatten().collect()));
        }
        Ok(Self::Own(Box::new(Flags::from_arg_matches(&matches)?), mistakes))
    }
}

/// The language that `--lang` names, or that of the locale.
fn language(words: &[OsString]) -> Language {
    let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let apart = texts.iter().position(|word| *word == "--lang").and_then(|at| texts.get(at + 1));
    let named =
        apart.copied().or_else(|| texts.iter().find_map(|word| word.strip_prefix("--lang=")));
    let known = named.and_then(|code| code.parse().ok());
    known.unwrap_or_else(terminal::language_of_locale)
}

/// Prints a failure as a JSON document if JSON was requested and nothing was printed before.
fn answer(words: &[OsString], failure: &Failure) {
    if asks_for_json(words) && !terminal::has_printed() {
        // The reader may have closed the pipe.
        drop(terminal::print(exit::document(failure).as_bytes()));
    }
}

/// Whether a command of Plimsoll must print JSON, even if other words are wrong. Other tools have their own options.
fn asks_for_json(words: &[OsString]) -> bool {
    is_own(words) && words.iter().take_while(|word| *word != "--").any(|word| word == "--json")
}

/// Whether the command is one of Plimsoll, not of another tool.
fn is_own(words: &[OsString]) -> bool {
    let command = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    Tool::named(command).is_none()
}

/// The words of the command line; if the program is called by a link named like a tool, with that tool's command inserted.
fn called(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let name = words.first().map(Path::new).and_then(Path::file_stem);
    let programs =
        |tool: &&Tool| tool.programs.iter().any(|known| name.is_some_and(|n| n == *known));
    if let Some(tool) = TOOLS.iter().find(programs) {
        words.insert(1, OsString::from(tool.name));
    }
    words
}

/// Turns a panic into the exit code of a bug; the panic itself has printed its place.
fn guarded(command: impl FnOnce() -> Outcome) -> Outcome {
    // No state of the command is used after a panic, so it is unwind safe.
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|panic| {
        // `std::thread::Scope::spawn` reports this only by a panic.
        if panic
            .downcast_ref::<String>()
            .is_some_and(|text| text.contains("failed to spawn thread"))
        {
            return Err(Failure::target(ProgramFault::TooFewThreads));
        }
        Err(Failure::bug(ProgramFault::Bug))
    })
}

fn run(flags: &Flags, mistakes: Mistakes) -> Outcome {
    let on_hosts = match &flags.command {
        Command::Check(_) | Command::Run(_) | Command::Ramp(_) => true,
        Command::Scale(flags) => flags.hosts,
        Command::Soak(flags) => flags.action.is_none(),
        _ => false,
    };
    if !on_hosts {
        commands::hosts::alone()?;
    }
    match &flags.command {
        Command::Calibrate(flags) => commands::studies::calibrate(flags, mistakes),
        Command::Scale(flags) => commands::studies::scale(flags, mistakes),
        Command::Compare(flags) => commands::studies::compare(flags, mistakes),
        Command::Ramp(flags) => commands::studies::ramp(flags, mistakes),
        Command::Study(flags) => commands::studies::study(flags, mistakes),
        _ if !mistakes.is_empty() => Err(mistakes.failure()),
        Command::Check(flags) => commands::check::run(flags),
        Command::Run(flags) => commands::run::run(flags),
        Command::Soak(flags) => commands::soak::run(flags),
        Command::Verify(flags) => commands::verify::run(flags),
        Command::Powercut(flags) => commands::powercut::run(flags),
        Command::Inventory(flags) => commands::inventory::run(flags),
        Command::Capture(flags) => commands::capture::run(flags),
        Command::Profiles(flags) => commands::profiles::run(flags),
        Command::Results(flags) => commands::results::run(flags),
        Command::Diff(flags) => commands::diff::run(flags),
        Command::Size(flags) => commands::size::run(flags),
        Command::Serve(flags) => commands::serve::run(flags),
        Command::Convert(flags) => commands::convert::run(flags),
        Command::Completions(flags) => papers::completions(flags),
        Command::Man(flags) => papers::man(flags),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_named_like_a_tool_is_that_tool() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let got = called(words("/opt/bin/sqlio.exe -kR --x").into_iter());
        assert_eq!(got, words("/opt/bin/sqlio.exe sqlio -kR --x"));
        assert_eq!(called(words("plimsoll run").into_iter()), words("plimsoll run"));
    }

    #[test]
    fn json_is_asked_of_our_own_commands_alone() {
        let asks =
            |line: &str| asks_for_json(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(asks("plimsoll results list --json") && asks("plimsoll size --json --nead x"));
        assert!(
            !asks("plimsoll check a")
                && !asks("plimsoll fio --json")
                && !asks("plimsoll check -- --json")
        );
    }

    #[test]
    fn a_panic_is_a_bug_of_ours() {
        let failure = guarded(|| panic!("on purpose, by a test")).unwrap_err();
        assert_eq!(Exit::from(failure.ending).code(), 5);
        assert!(failure.lines[0].contains("report"), "{:?}", failure.lines);
        assert_eq!(guarded(|| Ok(Exit::NOT_FIT)).unwrap(), Exit::NOT_FIT);
        let wrong = guarded(|| Err(Failure::wrong("x"))).unwrap_err();
        assert_eq!(Exit::from(wrong.ending).code(), 3);
    }
}
