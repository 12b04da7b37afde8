//! A call of a tool: separates its arguments from those of Plimsoll, and returns the job, the places of output files and the
//! command that repeats the run.
//!
//! Never reads a configuration and never runs a job.

use super::{Job, accept_job, say};
use crate::failure::Failure;
use crate::repeat_command::RepeatCommand;
use crate::write_permission::{self, Permission};
use crate::{load, output, recorder};
use compat::foreign::{Foreign, Mapping};
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
        write_permission::check_all_used(self.options.given_up.iter().map(PathBuf::as_path), places)
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

    pub fn command<'a>(&'a self, seed: u64, paths: impl IntoIterator<Item = &'a Path>) -> String {
        let maps = self.options.maps_of_environment.iter();
        let line = RepeatCommand::of(self.tool).words(&self.all_arguments);
        let line = maps.fold(line, |line, map| line.option("--map", Some(map)));
        let seed = self.options.seed.is_none().then_some(seed);
        line.option("--seed", seed).needs(paths).from_anywhere()
    }
}

#[derive(Clone, Debug, Default)]
pub struct PlimsollOptions {
    pub maps: Vec<Mapping>,
    /// Those of `PLIMSOLL_MAP`, which the command line does not have.
    pub maps_of_environment: Vec<String>,
    pub writes: Permission,
    /// The devices that `--destroy` names. Those of the environment apply to many calls, and need not be used by each.
    pub given_up: Vec<PathBuf>,
    pub store: Option<PathBuf>,
    pub seed: Option<u64>,
}

/// Plimsoll's own options; each takes a value, as the next word or after `=`.
const OPTIONS: [&str; 5] = ["--map", "--overwrite", "--destroy", "--store", "--seed"];

impl PlimsollOptions {
    /// Removes Plimsoll's own options from `words`, and adds the permissions of the environment: `PLIMSOLL_OVERWRITE` and
    /// `PLIMSOLL_DESTROY` are lists as `PATH` is one, `PLIMSOLL_MAP` has semicolons everywhere, because drives have colons.
    pub fn separate(
        words: &[String],
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Result<(Self, Vec<String>), Failure> {
        let mut options = Self::default();
        options.writes.fills = true;
        let mut rest = Vec::new();
        let mut wrong = Vec::new();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let (option, value) = match word.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (word.as_str(), None),
            };
            // fio has a yes/no option with the same name.
            let theirs = option == "--overwrite" && value.is_some_and(is_yes_or_no);
            if !OPTIONS.contains(&option) || theirs {
                rest.push(word.clone());
                continue;
            }
            match value.or_else(|| words.next().map(String::as_str)) {
                Some(value) => wrong.extend(options.set(option, value).err()),
                None => {
                    wrong.push(ForeignFault::NeedsValue { option: option.to_string() }.to_string())
                }
            }
        }
        let listed = |name: &str| {
            let list = environment(name).unwrap_or_default();
            let paths = std::env::split_paths(&list).filter(|path| !path.as_os_str().is_empty());
            paths.map(write_permission::remember_target).collect::<Vec<_>>()
        };
        for map in
            environment("PLIMSOLL_MAP").unwrap_or_default().split(';').filter(|map| !map.is_empty())
        {
            wrong.extend(options.set("--map", map).err());
            options.maps_of_environment.push(map.to_owned());
        }
        options.maps.extend(Mapping::of_this_system());
        options.writes.overwrite.extend(listed("PLIMSOLL_OVERWRITE"));
        options.writes.destroy = [options.given_up.clone(), listed("PLIMSOLL_DESTROY")].concat();
        if options.store.is_none() {
            options.store =
                environment("PLIMSOLL_STORE").filter(|v| !v.is_empty()).map(PathBuf::from);
        }
        if wrong.is_empty() {
            Ok((options, rest))
        } else {
            Err(Failure::of(crate::failure::Ending::Wrong, wrong))
        }
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        match option {
            "--map" => self.maps.push(Mapping::read(value).ok_or_else(|| {
                ForeignFault::NotAMapping { value: value.to_string() }.to_string()
            })?),
            "--overwrite" => {
                self.writes.overwrite.push(write_permission::remember_target(PathBuf::from(value)))
            }
            "--destroy" => {
                self.given_up.push(write_permission::remember_target(PathBuf::from(value)))
            }
            "--store" => self.store = Some(PathBuf::from(value)),
            _ => {
                let seed = value.parse();
                self.seed = Some(seed.map_err(|_| {
                    ForeignFault::SeedNotANumber { value: value.to_string() }.to_string()
                })?);
            }
        }
        Ok(())
    }
}

fn is_yes_or_no(value: &str) -> bool {
    matches!(value, "0" | "1" | "true" | "false")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn our_options_are_taken_out_wherever_they_stand() {
        let line = "-b8K --map #1=/dev/sdb -d60 --overwrite=/srv/x --seed 7 --overwrite=1 f.dat --store s.db";
        let (options, rest) = PlimsollOptions::separate(&words(line), &|_| None).unwrap();
        assert_eq!(rest, words("-b8K -d60 --overwrite=1 f.dat"));
        assert_eq!(options.maps[0].to, "/dev/sdb");
        assert_eq!(options.writes.overwrite, [PathBuf::from("/srv/x")]);
        assert_eq!((options.seed, options.store), (Some(7), Some(PathBuf::from("s.db"))));
    }

    #[test]
    fn the_environment_allows_what_wrapped_scripts_cannot_say() {
        let environment = |name: &str| match name {
            "PLIMSOLL_OVERWRITE" => Some("/srv/a:/srv/b".to_owned()),
            "PLIMSOLL_DESTROY" => Some("/dev/sdb".to_owned()),
            _ => None,
        };
        let (options, _) =
            PlimsollOptions::separate(&words("--overwrite /srv/c x"), &environment).unwrap();
        assert_eq!(options.writes.overwrite, ["/srv/c", "/srv/a", "/srv/b"].map(PathBuf::from));
        assert_eq!(options.writes.destroy, [PathBuf::from("/dev/sdb")]);
        assert!(options.given_up.is_empty(), "a script's other calls use it");
    }
}
