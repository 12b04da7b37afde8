//! A call of a tool: separates its arguments from those of Plimsoll, and returns the job, the places of output files and the
//! command that repeats the run.
//!
//! Never reads a configuration and never runs a job.

use super::plimsoll_options::PlimsollOptions;
use super::{Job, accept_job, say};
use crate::failure::Failure;
use crate::repeat_command::RepeatCommand;
use crate::{load, marked_devices, output, recorder};
use compat::foreign::Foreign;
use compat::pasted;
use job::Problem;
use report::messages::foreign::ForeignFault;
use std::path::{Path, PathBuf};
use workload::{JobTarget, TargetLocation};

#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the tool, as in `plimsoll NAME`.
    pub tool: &'static str,
    /// All arguments after the name, unchanged.
    pub all_arguments: Vec<String>,
    pub arguments: Vec<String>,
    pub options: PlimsollOptions,
    /// Whether progress may be shown on a terminal.
    pub progress: bool,
}

impl Call {
    /// Separates the arguments of the tool from those of Plimsoll.
    pub fn new(tool: &'static str, all_arguments: Vec<String>) -> Result<Self, Failure> {
        let (options, arguments) =
            PlimsollOptions::separate(&all_arguments, &|name| std::env::var(name).ok())?;
        Ok(Self { tool, all_arguments, arguments, options, progress: true })
    }

    /// Reports the notes and problems. Returns the job if it has no problems and uses all targets that were marked for writing.
    /// Otherwise returns the view, so that the command can also print the message of the tool.
    pub fn accept_job<V>(&self, foreign: Foreign<V>) -> Result<Job<V>, V> {
        let job = accept_job(self.without_header(foreign))?;
        match self.check_all_used(load::paths(&job.workload)) {
            Ok(()) => Ok(job),
            Err(failure) => {
                failure.lines.iter().for_each(say);
                Err(job.view)
            }
        }
    }

    /// A header that was pasted with the command line; `None` if a file with the name of the tool exists.
    pub fn pasted_header(&self) -> Option<Problem> {
        pasted::header(&self.arguments, self.tool).filter(|_| !Path::new(self.tool).is_file())
    }

    /// Returns what was read; if a header was pasted, only that problem.
    pub fn without_header<V>(&self, foreign: Foreign<V>) -> Foreign<V> {
        match self.pasted_header() {
            Some(header) => Foreign {
                problems: vec![(0, header)],
                workload: None,
                notes: Vec::new(),
                ..foreign
            },
            None => foreign,
        }
    }

    /// Checks that every place that was marked for writing is one of these.
    pub fn check_all_used<'a>(
        &'a self,
        places: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        marked_devices::check_all_used(self.options.given_up.iter().map(PathBuf::as_path), places)
    }

    /// Takes an option that only the command of this tool has, with its value.
    pub fn take_value(&mut self, option: &str) -> Result<Option<String>, Failure> {
        let joined = format!("{option}=");
        let Some(at) = self.arguments.iter().position(|w| w == option || w.starts_with(&joined))
        else {
            return Ok(None);
        };
        let word = self.arguments.remove(at);
        if let Some(value) = word.strip_prefix(&joined) {
            return Ok(Some(value.to_owned()));
        }
        if at == self.arguments.len() {
            return Err(Failure::wrong(ForeignFault::NeedsValue { option: option.to_string() }));
        }
        Ok(Some(self.arguments.remove(at)))
    }

    /// Whether the only argument is `--help`.
    pub fn asks_for_help(&self) -> bool {
        self.arguments == ["--help"]
    }

    /// Takes an option without a value. Returns whether it was given.
    pub fn take_flag(&mut self, option: &str) -> bool {
        let found = self.arguments.iter().position(|word| word == option);
        found.map(|at| self.arguments.remove(at)).is_some()
    }

    /// Returns the place of an output file, which `option` requested. Refuses the store and the targets of the job.
    pub fn place<V>(
        &self,
        option: &str,
        name: &str,
        job: &Job<V>,
    ) -> Result<output::Place, Failure> {
        self.place_beside(option, name, &job.workload.targets)
    }

    /// Like [`Self::place`], without a job: refuses the store and `targets`.
    pub fn place_beside(
        &self,
        option: &str,
        name: &str,
        targets: &[JobTarget],
    ) -> Result<output::Place, Failure> {
        // Without a place for a store there is no store to overwrite.
        let store = recorder::place(self.options.store.as_deref()).ok();
        let mut kept = store.map_or_else(Vec::new, |store| output::files_of_store(&store));
        kept.extend(targets.iter().filter_map(|target| match &target.place {
            TargetLocation::Path(path) => Some(path.clone()),
            TargetLocation::Sim(_) | TargetLocation::Null => None,
        }));
        output::place(option, Path::new(name), &kept, Some(&self.options.writes.overwrite))
    }

    /// The command that repeats a run on these paths.
    pub fn command<'a>(&'a self, seed: u64, paths: impl IntoIterator<Item = &'a Path>) -> String {
        let maps = self.options.maps_of_environment.iter();
        let line = RepeatCommand::of(self.tool).words(&self.all_arguments);
        let line = maps.fold(line, |line, map| line.option("--map", Some(map)));
        let seed = self.options.seed.is_none().then_some(seed);
        line.option("--seed", seed).needs(paths).from_anywhere()
    }
}
