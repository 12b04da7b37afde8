//! Takes a tool's command line and the environment; returns Plimsoll's own options, at any position, and the other words.

use crate::failure::Failure;
use crate::write_permission;
use crate::write_permission::Permission;
use compat::foreign::Mapping;
use report::messages::foreign::ForeignFault;
use std::path::PathBuf;

/// Plimsoll's own options on a tool's command line.
#[derive(Clone, Debug, Default)]
pub struct PlimsollOptions {
    /// Mappings from the tool's paths to local ones.
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
