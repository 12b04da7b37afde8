//! The command line that repeats a request: takes words as they are, returns a line quoted for a shell. Omits options
//! without a value.

use crate::hosts::HostGroup;
use crate::requests::{StudySetup, values};
use crate::terminal::quoted;
use crate::write_permission::Permission;
use base::Bytes;
use clap::{Arg, Args};
use serde::Serialize;
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The words of the line, not quoted, and the paths on which its meaning depends.
#[derive(Clone, Debug)]
pub struct RepeatCommand {
    /// The words that start it on several hosts.
    launcher: Vec<String>,
    words: Vec<OsString>,
    paths: Vec<PathBuf>,
}

impl RepeatCommand {
    pub fn of(command: &str) -> Self {
        let words = vec!["plimsoll".into(), command.into()];
        Self { launcher: Vec::new(), words, paths: Vec::new() }
    }

    pub fn on(self, hosts: &HostGroup) -> Self {
        Self { launcher: hosts.launcher(), ..self }
    }

    pub fn word(mut self, word: impl Into<OsString>) -> Self {
        self.words.push(word.into());
        self
    }

    pub fn words(mut self, words: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// Adds a path, which may be that of a file that does not exist yet.
    pub fn path(self, path: &Path) -> Self {
        self.word(path).needs([path])
    }

    /// Adds an option with its value, if there is one.
    pub fn option(self, name: &str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.word(name).word(value.to_string()),
            None => self,
        }
    }

    /// Adds an option with the path that is its value.
    pub fn path_option(self, name: &str, path: &Path) -> Self {
        self.word(name).path(path)
    }

    /// Adds an option without a value if `on`.
    pub fn switch(self, name: &str, on: bool) -> Self {
        if on { self.word(name) } else { self }
    }

    /// Adds the options of a request, without those that have their default values.
    pub fn options<T: Args + Serialize>(self, request: &T) -> Self {
        let values = serde_json::to_value(request).expect("a request is plain data");
        let command = T::augment_args(clap::Command::new("request"));
        let add =
            |line: Self, option: &Arg| line.value_of(option, &values[option.get_id().as_str()]);
        command.get_arguments().fold(self, add)
    }

    fn value_of(self, option: &Arg, value: &Value) -> Self {
        let name = option.get_long().map(|name| format!("--{name}"));
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let texts: Vec<String> = match value {
            Value::Null => Vec::new(),
            Value::Bool(on) => return self.switch(&name.unwrap_or_default(), *on),
            Value::Array(list) => list.iter().map(text).collect(),
            one => vec![text(one)],
        };
        let usual = option.get_default_values().iter().map(|value| value.to_string_lossy());
        let is_default = usual.eq(texts.iter().map(String::as_str));
        match name {
            _ if is_default => self,
            None => self.words(texts),
            Some(name) if option.get_value_delimiter().is_some() => {
                self.option(&name, Some(texts.join(",")))
            }
            Some(name) => texts.iter().fold(self, |line, text| line.option(&name, Some(text))),
        }
    }

    pub fn permission(self, permission: &Permission) -> Self {
        let add = |line: Self, name: &str, paths: &[PathBuf]| {
            paths.iter().fold(line, |line, path| line.path_option(name, path))
        };
        let line = add(self, "--destroy", &permission.destroy);
        add(line, "--overwrite", &permission.overwrite)
    }

    pub fn setup(self, setup: &StudySetup) -> Self {
        self.option("--pause", setup.pause.map(values::time_text))
            .option("--size", setup.size.map(Bytes::option_value))
            .option("--engine", setup.engine.kind.map(|kind| kind.name()))
            .permission(&setup.permission)
    }

    pub fn seed(self, seed: u64) -> Self {
        self.option("--seed", Some(seed))
    }

    /// Adds paths that the line does not name, but reads or writes, such as the targets of its job.
    pub fn needs<'a>(mut self, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        self.paths.extend(paths.into_iter().map(Path::to_path_buf));
        self
    }

    /// The line, which repeats the request from the current directory.
    pub fn text(&self) -> String {
        let launcher = self.launcher.iter().map(quoted);
        let words: Vec<String> = launcher.chain(self.words.iter().map(quoted)).collect();
        words.join(" ")
    }

    /// The line, which repeats the request from any directory: with `cd` before it if one of its paths is relative.
    pub fn from_anywhere(&self) -> String {
        let simulated = |path: &Path| path.to_str().and_then(workload::simulation).is_some();
        let own = self.paths.iter().map(PathBuf::as_path);
        let from_here = own.chain(self.files()).any(|path| path.is_relative() && !simulated(path));
        match std::env::current_dir() {
            Ok(folder) if from_here => format!("cd {} && {}", quoted(folder), self.text()),
            _ => self.text(),
        }
    }

    /// The words after the command that name an existing file, either as the whole word or after an equals sign.
    fn files(&self) -> impl Iterator<Item = &Path> {
        let parts = self.words.iter().skip(2).flat_map(|word| {
            let value = word.to_str().and_then(|word| word.split_once('=')).map(|(_, value)| value);
            [Some(word.as_os_str()), value.map(OsStr::new)].into_iter().flatten()
        });
        parts.map(Path::new).filter(|path| path.exists())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_quoted_once_and_repeats_from_anywhere() {
        let line = RepeatCommand::of("ramp").word("sim:ssd").option("--for", Some("two words"));
        let line = line.switch("--sequential", true).switch("--write", false).seed(7);
        assert_eq!(line.text(), "plimsoll ramp sim:ssd --for 'two words' --sequential --seed 7");
        assert_eq!(line.from_anywhere(), line.text());
        let there = line.clone().needs([Path::new("/nowhere")]);
        assert_eq!(there.from_anywhere(), line.text());
        // A path counts that does not exist yet, and one that an option names within its word.
        let here = std::env::current_dir().expect("a directory");
        let with_cd = |line: &RepeatCommand| format!("cd {} && {}", quoted(&here), line.text());
        let new = line.clone().path_option("--overwrite", Path::new("not there yet"));
        assert_eq!(new.from_anywhere(), with_cd(&new));
        let layout = line.word("--layout").word("a=Cargo.toml");
        assert_eq!(layout.from_anywhere(), with_cd(&layout));
    }
}
