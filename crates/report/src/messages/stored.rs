//! What keeps stored runs from being used: takes the typed fact, gives the sentence.

use std::fmt;

/// What keeps stored runs from being used.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum StoredRunFault {
    NoneThere { name: String, place: String },
    NoSuchRun { name: String, place: String, known: String },
    OwnStore { file: String },
}

impl fmt::Display for StoredRunFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoneThere { name, place } => {
                write!(f, "there is no run {name}: {place} holds none")
            }
            Self::NoSuchRun { name, place, known } => {
                write!(f, "there is no run {name} in {place}; there are {known}")
            }
            Self::OwnStore { file } => {
                write!(f, "{file} is the store that the others are added to; leave it out")
            }
        }
    }
}
