//! Why an output file is refused before anything is measured: the typed reason and its sentence.

use super::system::Advised;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a path cannot be written to.
#[derive(Debug)]
pub enum OutputFault {
    /// The system does not say what lies there.
    Unreadable(io::Error),
    /// A symbolic link to nothing.
    BrokenLink,
    /// The store, the job or a target of the same run, which `--overwrite` cannot mark.
    PartOfRun,
    /// The kernel uses it, as what.
    InUse(String),
    /// Content that we did not write, or that was changed since.
    Foreign,
    /// The folder takes no new file.
    Unwritable(io::Error),
    /// A directory.
    Directory,
    /// A socket.
    Socket,
    /// A device other than a terminal and `/dev/null`.
    Device,
    /// It ends in `..` or `/`.
    NotAName,
    /// Its folder is missing or closed.
    NoFolder(PathBuf, io::Error),
}

impl fmt::Display for OutputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be looked at ({})", Advised(error)),
            Self::BrokenLink => f.write_str("is a symbolic link that leads nowhere"),
            Self::PartOfRun => f.write_str("is the store, the job or a target of this run"),
            Self::InUse(by) => write!(f, "is in use as {by}"),
            Self::Foreign => f.write_str(
                "holds something that plimsoll did not write, or that was changed since, and is not replaced",
            ),
            Self::Unwritable(error) => write!(f, "cannot be written ({})", Advised(error)),
            Self::Directory => f.write_str("is a directory"),
            Self::Socket => f.write_str("is a socket"),
            Self::Device => f.write_str("is a device, and is not written to"),
            Self::NotAName => f.write_str("is not the name of a file"),
            Self::NoFolder(folder, error) => {
                write!(f, "cannot be made: there is no folder {} ({})", folder.display(), Advised(error))
            }
        }
    }
}

/// An output that is refused; its display is the sentence.
#[derive(Debug)]
pub struct OutputRefusal<'a> {
    /// How the user named it, such as `-o`.
    pub option: &'a str,
    /// The path as named.
    pub path: PathBuf,
    /// Why.
    pub fault: OutputFault,
    /// The path as a shell reads it, where `--overwrite` would help.
    pub overwrite: Option<String>,
}

impl fmt::Display for OutputRefusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { option, path, fault, overwrite } = self;
        write!(f, "{option}: {} {fault}; name another file", path.display())?;
        if let Some(word) = overwrite {
            write!(f, ", or give this one up with --overwrite {word}")?;
        }
        Ok(())
    }
}
