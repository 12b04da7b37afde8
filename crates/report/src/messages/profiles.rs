//! Which profile or role is not known: takes the typed fact, gives the sentence.

use std::fmt;

/// Which profile or role is not known.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum ProfileFault {
    UnknownRole { name: String, profile: String, roles: String },
    UnknownProfile { name: String, meant: String, profiles: String },
}

impl fmt::Display for ProfileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRole { name, profile, roles } => {
                write!(f, "--roles: \"{name}\" is not a role of {profile}; there are {roles}")
            }
            Self::UnknownProfile { name, meant, profiles } => {
                write!(f, "there is no profile \"{name}\"; {meant} {profiles}")
            }
        }
    }
}
