//! Events of a soak as they happen: written as a line of JSON to standard output, and to the standard input of a command.

use crate::terminal;
use record::soak::SoakEvent;
use report::messages::soak::SoakFault;
use std::io::Write;
use std::process::{Child, Command, Stdio};

/// The most commands that run at the same time; the command is not run for further events.
const COMMANDS_MAX: usize = 8;

/// Where events go.
#[derive(Debug, Default)]
pub struct EventOutput {
    /// Whether each is printed as a line of JSON.
    pub print: bool,
    /// A shell command that is run for each event, with the same line on its standard input.
    pub command: Option<String>,
    children: Vec<Child>,
}

impl EventOutput {
    /// Where events go.
    pub fn new(print: bool, command: Option<String>) -> Self {
        Self { print, command, children: Vec::new() }
    }

    /// Sends an event. Returns a problem with the command, if any. Does not wait for the command.
    pub(super) fn send(&mut self, event: &SoakEvent) -> Option<String> {
        let line = serde_json::to_string(event).unwrap_or_default() + "\n";
        if self.print {
            // Standard output may be closed.
            drop(terminal::print(line.as_bytes()));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_gets_the_event_as_a_line() {
        let folder = testkit::TempDir::new("soak-event");
        let file = folder.path().join("events");
        let mut output = EventOutput::new(false, Some(format!("cat >> {}", file.display())));
        let event = SoakEvent::Started { at_unix_s: 60 };
        assert_eq!(output.send(&event), None);
        for child in &mut output.children {
            child.wait().expect("the child is ours");
        }
        let text = std::fs::read_to_string(&file).expect("the command wrote it");
        assert_eq!(serde_json::from_str::<SoakEvent>(&text).expect("a line of JSON"), event);
    }
}
