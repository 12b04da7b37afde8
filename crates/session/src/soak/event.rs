//! Events of a soak as they happen: a line of JSON in a file or on standard error, and on the standard input of a command.

use record::soak::SoakEvent;
use report::messages::soak::SoakFault;
use report::messages::system::{SystemAction, SystemFailure};
use std::fs::File;
use std::io::Write;
use std::process::{Child, Command, Stdio};

/// The most commands that run at the same time; the command is not run for further events.
const COMMANDS_MAX: usize = 8;

#[derive(Debug, Default)]
pub struct EventOutput {
    /// Whether each is written to standard error as a line of JSON.
    print: bool,
    /// A file that gets the same lines, and its name.
    file: Option<(File, String)>,
    /// A shell command that is run for each event, with the same line on its standard input.
    command: Option<String>,
    children: Vec<Child>,
}

impl EventOutput {
    /// Where events go; without a file, `print` decides whether they are written to standard error.
    pub fn new(print: bool, file: Option<(File, String)>, command: Option<String>) -> Self {
        Self { print: print && file.is_none(), file, command, children: Vec::new() }
    }

    /// Sends an event. Returns the problems with the file and the command. Does not wait for the command.
    pub(super) fn send(&mut self, event: &SoakEvent) -> Vec<String> {
        let line = serde_json::to_string(event).unwrap_or_default() + "\n";
        if self.print {
            // Standard error may be closed.
            drop(std::io::stderr().write_all(line.as_bytes()));
        }
        let unwritten = self.file.as_mut().and_then(|(file, name)| {
            let error = file.write_all(line.as_bytes()).err()?;
            let action = SystemAction::Write;
            Some(SystemFailure { action, object: name, error: &error }.to_string())
        });
        unwritten.into_iter().chain(self.run_command(&line)).collect()
    }

    fn run_command(&mut self, line: &str) -> Option<String> {
        let command = self.command.as_ref()?;
        self.children.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
        if self.children.len() >= COMMANDS_MAX {
            return Some(
                SoakFault::TooManyCommands {
                    commands_max: COMMANDS_MAX as u64,
                    command: command.to_string(),
                }
                .to_string(),
            );
        }
        let started = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn();
        match started {
            Ok(mut child) => {
                // The line fits into the pipe buffer. Ignore a command that does not read it.
                drop(child.stdin.take().map(|mut input| input.write_all(line.as_bytes())));
                self.children.push(child);
                None
            }
            Err(error) => Some(
                SoakFault::CommandNotStarted {
                    command: command.to_string(),
                    error: error.to_string(),
                }
                .to_string(),
            ),
        }
    }
}
