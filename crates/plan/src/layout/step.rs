//! One step of building or removing layouts, as plain data: the action, and its condition. Runs nothing.

use base::shell::quoted;
use std::fmt;
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemCommand {
    /// Looked for in PATH.
    pub program: &'static str,
    pub words: Vec<String>,
    pub input: String,
}

/// As typed in a shell.
impl fmt::Display for SystemCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.input.is_empty() {
            write!(f, "printf '{}' | ", self.input.replace('\n', "\\n"))?;
        }
        f.write_str(self.program)?;
        self.words.iter().try_for_each(|word| write!(f, " {}", quoted(word.as_bytes(), true)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildAction {
    /// Run it; any exit code except 0 is a failure.
    Run(SystemCommand),
    /// Run it until it prints this, which may take hours.
    Await(SystemCommand, &'static str),
    /// Wait until the path exists.
    Appears(PathBuf),
    MakeFolder(PathBuf),
    RemoveFolder(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildCondition {
    Always,
    Exists(PathBuf),
    Mounted(PathBuf),
    Succeeds(SystemCommand),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildStep {
    pub when: BuildCondition,
    pub action: BuildAction,
    /// Whether it may fail.
    pub optional: bool,
}

impl BuildStep {
    pub fn command(program: &'static str, words: &[&str]) -> Self {
        Self::run(program, words.iter().map(|&word| word.to_owned()).collect())
    }

    pub(super) fn run(program: &'static str, words: Vec<String>) -> Self {
        Self::fed(program, words, String::new())
    }

    pub(super) fn fed(program: &'static str, words: Vec<String>, input: String) -> Self {
        Self::of(BuildAction::Run(SystemCommand { program, words, input }))
    }

    pub(super) fn appears(path: PathBuf) -> Self {
        Self::of(BuildAction::Appears(path))
    }

    pub(super) fn of(action: BuildAction) -> Self {
        Self { when: BuildCondition::Always, action, optional: false }
    }

    pub(super) fn when(self, when: BuildCondition) -> Self {
        Self { when, ..self }
    }

    pub fn programs(&self) -> impl Iterator<Item = &'static str> {
        let run = match &self.action {
            BuildAction::Run(command) | BuildAction::Await(command, _) => Some(command.program),
            _ => None,
        };
        let asked = match &self.when {
            BuildCondition::Succeeds(command) => Some(command.program),
            _ => None,
        };
        run.into_iter().chain(asked)
    }

    pub(super) fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

impl SystemCommand {
    pub(super) fn new(program: &'static str, words: Vec<String>) -> Self {
        Self { program, words, input: String::new() }
    }
}

/// As typed in a shell.
impl fmt::Display for BuildStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.action {
            BuildAction::Run(command) => write!(f, "{command}"),
            BuildAction::Await(command, says) => {
                let says = quoted(says.as_bytes(), true);
                write!(f, "until {command} | grep -q {says}; do sleep 1; done")
            }
            BuildAction::Appears(path) => {
                let path = quoted(path.as_os_str().as_encoded_bytes(), true);
                write!(f, "until test -e {path}; do sleep 1; done")
            }
            BuildAction::MakeFolder(path) => write!(f, "mkdir {}", path.display()),
            BuildAction::RemoveFolder(path) => write!(f, "rmdir {}", path.display()),
        }
    }
}
