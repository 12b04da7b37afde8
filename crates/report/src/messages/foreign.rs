//! What is said of the command line of another tool beside its own words: takes the typed fact, gives the sentence.

use std::fmt;

/// What is said of the command line of another tool beside its own words.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum ForeignFault {
    NeedsValue { option: String },
    Interrupted { seconds: f64 },
    NotStored { why: String },
    ReadOnlyStore { store: String },
    NotesUnwritable { file: String, error: String },
    NotAMapping { value: String },
    SeedNotANumber { value: String },
    EmptyFile,
    NeedsSize { path: String },
}

impl fmt::Display for ForeignFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedsValue { option } => write!(f, "{option} needs a value"),
            Self::Interrupted { seconds } => write!(
                f,
                "interrupted: cut after {seconds:.1} s of counting, and every figure is of that time alone"
            ),
            Self::NotStored { why } => write!(
                f,
                "note: this run is not stored: {why}; its results are printed, and --store FILE names another place"
            ),
            Self::ReadOnlyStore { store } => write!(f, "{store} cannot be written to"),
            Self::NotesUnwritable { file, error } => {
                write!(f, "PLIMSOLL_NOTES={file}: {error}; name a file that can be written")
            }
            Self::NotAMapping { value } => {
                write!(f, "\"{value}\" is not FROM=TO, such as --map 'C:=/mnt/c'")
            }
            Self::SeedNotANumber { value } => write!(f, "--seed {value}: not a whole number"),
            Self::EmptyFile => f.write_str("--size: a file of 0 bytes holds nothing"),
            Self::NeedsSize { path } => {
                write!(f, "{path} does not exist; add its size: --size 4GiB")
            }
        }
    }
}
