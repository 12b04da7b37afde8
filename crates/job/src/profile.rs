//! Profiles of databases: a role has the keys of a stream and its own keys.
//!
//! Gives a [`Profile`] or every problem; finds the built-in ones by name. A user's own profiles are loaded by the
//! caller: this crate does no I/O.

use super::section::{self, KeyTable};
use super::{checks, stream, value};
use crate::{Diagnostics, Problem, suggest};
use toml::de::DeValue;
use workload::{LatencyLimit, Profile, Role, RoleKind, SyncMode, keys, profile::BUILT_IN};

/// Why a profile is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// Neither the user nor Plimsoll has a profile of this name.
    #[error("there is no profile \"{name}\"; {help}")]
    Unknown {
        name: String,
        /// The nearest name, or all of them.
        help: String,
    },
    /// The text of the profile is invalid; [`crate::show()`] prints the problems.
    #[error("the profile \"{name}\" has {} problems", problems.len())]
    Wrong {
        name: String,
        /// The text to which the problems refer.
        text: String,
        problems: Vec<Problem>,
    },
}

/// Returns the text of the profile that a user added under a name, if there is one.
pub type ProfileLoader<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// The profile `name`. `user` returns the text of a profile that the user added under this name, if there is one; it
/// takes precedence over a built-in one.
pub fn find(name: &str, user: Option<&ProfileLoader<'_>>) -> Result<Profile, ProfileError> {
    let text = match user.and_then(|load| load(name)) {
        Some(text) => text,
        None => match BUILT_IN.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => (*text).to_owned(),
            None => {
                let known: Vec<&str> = BUILT_IN.iter().map(|(known, _)| *known).collect();
                let help = match suggest::nearest(name, &known) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("built in are {}", known.join(", ")),
                };
                return Err(ProfileError::Unknown { name: name.to_owned(), help });
            }
        },
    };
    read(name, &text).map_err(|problems| ProfileError::Wrong {
        name: name.to_owned(),
        text,
        problems,
    })
}

/// Whether a text is a profile rather than a job: only a profile has roles.
pub fn is_one(text: &str) -> bool {
    toml::de::DeTable::parse(text).is_ok_and(|table| table.get_ref().contains_key("role"))
}

/// Reads a profile; the file's name is unused.
pub fn read(_name: &str, text: &str) -> Result<Profile, Vec<Problem>> {
    let (document, syntax) = section::parse(text);
    let root = document.get_ref();
    let mut sink = Diagnostics::default();
    let mut known = section::names_of("profile");
    known.push("role");
    let top = KeyTable::open("profile", "", 0..0, root, &known, &mut sink);
    let name = top.required("name", &mut sink, |v| {
        let name = value::line(v)?;
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.chars().all(fine) {
            Ok(name)
        } else {
            Err(value::ValueProblem::new("takes only lower-case letters, digits and dashes"))
        }
    });
    let title = top.must_get::<String>("title", &mut sink);
    let mut role_keys: Vec<&str> = section::names_of("role");
    role_keys.extend(
        section::names_of("stream").into_iter().filter(|key| !keys::NOT_IN_ROLES.contains(key)),
    );
    let sections = section::named(root, "role", &role_keys, &mut sink);
    if sections.is_empty() {
        sink.absent(0..0, "the profile has no role".to_owned(), "add [role.NAME]");
    }
    let roles: Vec<Role> = sections.iter().map(|section| role(section, &mut sink)).collect();
    if !roles.is_empty() && !roles.iter().any(|role| role.measured) {
        let help = "leave out `measured = false` where it matters most";
        sink.absent(sections[0].span.clone(), "the profile measures no role".to_owned(), help);
    }
    let (_, problems) = sink.close(text, syntax);
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(Profile { name: name.unwrap_or_default(), title: title.unwrap_or_default(), roles })
}

fn role(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Role {
    // The study that measures the role sets target, rate and duration.
    let stream = stream::read(section, None, sink);
    checks::stream(section, &stream, sink);
    let kind = section.choice("kind", sink).unwrap_or(RoleKind::Load);
    if kind == RoleKind::Commit && (stream.sync == SyncMode::None || stream.read_percent > 0.0) {
        sink.problem(
            section.span.clone(),
            format!("{} is a commit, but not every operation is a durable write", section.title()),
            "add read = 0 and the database's own sync mode, for example: sync = \"fdatasync\"",
        );
    }
    let latency_limit = section.required("latency_limit", sink, |v| match v.get_ref() {
        DeValue::String(text) => text.parse::<LatencyLimit>().map_err(|error| {
            value::ValueProblem::new(format!("is not a latency limit: {}", error.reason))
        }),
        _ => value::not_a(v, "a latency limit such as \"p99<=10ms\""),
    });
    let limit = latency_limit
        .unwrap_or(LatencyLimit { quantile: 0.99, latency_ns: base::Nanos::millis(20) });
    Role {
        name: section.name.clone(),
        activity: section.choice("activity", sink),
        title: section.get("title", sink).unwrap_or_default(),
        weight: section.get_or_default("weight", sink),
        measured: section.get_or_default("measured", sink),
        source: section.must_get("source", sink).unwrap_or_default(),
        ..Role::new(kind, stream, limit)
    }
}
