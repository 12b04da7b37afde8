//! The one table of option keys of the native job language.
//!
//! Name, [`KeyDomain`], [`KeyDefault`], help and example are only here. The reader checks values with them, and
//! [`markdown`] generates `docs/reference/job-language.md` from them. Never reads a job itself.

pub(crate) mod domain;
mod fidelity;
mod job;
mod markdown;
mod stream;
mod study;

pub use domain::{KeyDefault, KeyDomain, SIZE_MAX, TIME_MAX, end_of};
pub use markdown::markdown;
pub use stream::NOT_IN_ROLES;
pub use study::{STUDIES, STUDY_KEYS, study_markdown};

#[derive(Clone, Copy, Debug)]
pub struct JobKey {
    /// Its section: `job`, `target`, `stream`, `phase`, `engine`, `hosts` or `fidelity`; in a profile also `profile` (the
    /// top of the file) and `role`; in a plan of studies `study` and `stage`.
    pub section: &'static str,
    /// The key as it is written.
    pub name: &'static str,
    pub domain: KeyDomain,
    /// The value if the key is absent.
    pub fallback: KeyDefault,
    /// What it does, in one or two sentences.
    pub help: &'static str,
    /// Example lines for the section, with other keys that this one requires.
    pub example: &'static str,
}

/// The sections of the table, in the order of the documentation.
pub const SECTIONS: [&str; 9] =
    ["job", "target", "stream", "phase", "engine", "hosts", "fidelity", "profile", "role"];

pub const KEYS: &[JobKey] = &join();

const COUNT: usize = job::KEYS.len() + stream::KEYS.len() + fidelity::KEYS.len();

const fn join() -> [JobKey; COUNT] {
    let parts = [job::KEYS, stream::KEYS, fidelity::KEYS];
    let mut all = [job::KEYS[0]; COUNT];
    let (mut part, mut i, mut at) = (0, 0, 0);
    while at < COUNT {
        if i == parts[part].len() {
            (part, i) = (part + 1, 0);
        }
        all[at] = parts[part][i];
        (i, at) = (i + 1, at + 1);
    }
    all
}

pub fn find(section: &str, name: &str) -> Option<&'static JobKey> {
    of(section).find(|key| key.name == name)
}

/// The keys of a section, in the order of the documentation.
pub fn of(section: &str) -> impl Iterator<Item = &'static JobKey> {
    KEYS.iter().chain(STUDY_KEYS).filter(move |key| key.section == section)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_key_is_told_once_and_in_full() {
        let mut seen = HashSet::new();
        for key in KEYS.iter().chain(STUDY_KEYS) {
            assert!(seen.insert((key.section, key.name)), "{}.{} twice", key.section, key.name);
            let known =
                SECTIONS.contains(&key.section) || ["study", "stage"].contains(&key.section);
            assert!(known, "{}", key.section);
            let (range, default) = (key.domain.range(), key.fallback.text());
            for (what, text) in [
                ("kind", key.domain.kind()),
                ("range", &range),
                ("default", &default),
                ("help", key.help),
                ("example", key.example),
            ] {
                assert!(!text.is_empty(), "{}.{} has no {what}", key.section, key.name);
            }
            assert!(
                key.example.contains(key.name),
                "{}.{}: {}",
                key.section,
                key.name,
                key.example
            );
        }
    }

    #[test]
    fn what_roles_leave_to_the_study_are_keys_of_a_stream() {
        for name in NOT_IN_ROLES {
            assert!(find("stream", name).is_some(), "{name}");
        }
    }
}
