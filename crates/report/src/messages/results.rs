//! Where results go, and what of a study could not be stored: takes the typed fact, gives the sentence.

use std::fmt;

/// Where results go, and what of a study could not be stored.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum ResultsFault {
    NamesAFolder { folder: String, file: String },
    NoHome,
    NoRunYet { store: String },
    NotARun { name: String },
    StoredInPart { place: String },
    LostPoints { points: String },
    StudyStopped { why: String },
    Left { points: String, run: String, lost: String, same_run: String },
}

impl fmt::Display for ResultsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NamesAFolder { folder, file } => write!(
                f,
                "--store {folder} names a folder, and results are kept in a file; name one in it: --store {file}"
            ),
            Self::NoHome => f.write_str(
                "neither HOME nor XDG_DATA_HOME is set; say where results go with --store FILE",
            ),
            Self::NoRunYet { store } => write!(f, "there is no run yet in {store}"),
            Self::NotARun { name } => write!(
                f,
                "\"{name}\" is not a run; give its number from `plimsoll results`, or `last`"
            ),
            Self::StoredInPart { place } => write!(f, "not all of it: {place}"),
            Self::LostPoints { points } => write!(f, " and {points} that had ended"),
            Self::StudyStopped { why } => {
                write!(f, "the study was stopped, as its results cannot be stored: {why}")
            }
            Self::Left { points, run, lost, same_run } => write!(
                f,
                "stored: {points} of run {run}; not stored: what was under way{lost}. Make room, then give the same \
                 command again: it goes on with run {same_run}"
            ),
        }
    }
}
