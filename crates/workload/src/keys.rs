//! The one table of option keys of the native job language.
//!
//! Name, [`KeyDomain`], [`KeyDefault`], help and example are only here. The reader checks values with them, and
//! [`markdown`] generates `docs/reference/job-language.md` from them. Never reads a job itself.

pub(crate) mod domain;
mod job;
mod markdown;
mod stream;
mod study;

pub use domain::{KeyDefault, KeyDomain, SIZE_MAX, TIME_MAX, end_of};
pub use markdown::markdown;
pub use stream::NOT_IN_ROLES;
pub use study::{STUDIES, study_markdown};

#[derive(Clone, Copy, Debug)]
pub struct JobKey {
    pub name: &'static str,
    pub domain: KeyDomain,
    /// The value if the key is absent.
    pub fallback: KeyDefault,
    pub help: &'static str,
    /// Example lines for the section, with other keys that this one requires.
    pub example: &'static str,
}

pub type Section = (&'static str, &'static [JobKey]);

/// The sections of a job, and of a profile `profile` (the top of the file) and `role`, in the order of the documentation.
pub const SECTIONS: [Section; 9] = [
    ("job", job::JOB),
    ("target", job::TARGET),
    ("stream", stream::KEYS),
    ("phase", job::PHASE),
    ("engine", job::ENGINE),
    ("hosts", job::HOSTS),
    ("fidelity", study::KEYS),
    ("profile", job::PROFILE),
    ("role", job::ROLE),
];

pub fn find(section: &str, name: &str) -> Option<&'static JobKey> {
    of(section).find(|key| key.name == name)
}

/// The keys of a section, in the order of the documentation.
pub fn of(section: &str) -> impl Iterator<Item = &'static JobKey> {
    let all = SECTIONS.iter().chain(&study::SECTIONS);
    all.filter(move |(own, _)| *own == section).flat_map(|(_, keys)| *keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_key_is_told_once_and_in_full() {
        let mut seen = HashSet::new();
        let sections = SECTIONS.iter().chain(&study::SECTIONS);
        for (section, key) in
            sections.flat_map(|(name, keys)| keys.iter().map(move |key| (name, key)))
        {
            assert!(seen.insert((section, key.name)), "{section}.{} twice", key.name);
            let (range, default) = (key.domain.range(), key.fallback.text());
            for (what, text) in [
                ("kind", key.domain.kind()),
                ("range", &range),
                ("default", &default),
                ("help", key.help),
                ("example", key.example),
            ] {
                assert!(!text.is_empty(), "{section}.{} has no {what}", key.name);
            }
            assert!(key.example.contains(key.name), "{section}.{}: {}", key.name, key.example);
        }
    }

    #[test]
    fn what_roles_leave_to_the_study_are_keys_of_a_stream() {
        for name in NOT_IN_ROLES {
            assert!(find("stream", name).is_some(), "{name}");
        }
    }
}
