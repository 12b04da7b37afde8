//! Leave to write: takes a path and what the user named with `--destroy` and `--overwrite`, gives the open target, or the
//! file that may be made, or every reason against it. Every command that writes comes here, once for each target, and
//! keeps what it gets as long as it writes.
//!
//! What a path named when the command line was read, it names until the process ends: a link that is swapped later marks
//! nothing.

use crate::exit::{Exit, Failure};
use crate::flags::Writes;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use sys::file::Kind;
use sys::guard::{self, FileLeave, Marked};
use sys::inventory::Roots;

/// What paths named when they were first asked for.
static NAMED: Mutex<BTreeMap<PathBuf, Marked>> = Mutex::new(BTreeMap::new());

/// The target at `path`, if it may be written.
///
/// # Errors
/// Every reason against it.
pub(crate) fn to_write(path: &Path, writes: &Writes) -> Result<FileLeave, Failure> {
    let told = |text: String| Failure::of(Exit::Target, text.lines().map(str::to_owned).collect());
    let roots = Roots::default();
    if matches!(sys::file::kind(path), Ok(Kind::Device)) {
        // What was built for this test was not there when the user was asked.
        let marked = named(&writes.destroy).and(&Marked::now(&writes.built));
        let judged = guard::device(path, marked, &roots);
        return judged.map(FileLeave::Present).map_err(|refused| told(refused.to_string()));
    }
    guard::file(path, named(&writes.overwrite), &roots).map_err(|refused| told(refused.to_string()))
}

/// Opens what a word of `--destroy` or `--overwrite` names, as soon as the word is read.
pub(crate) fn first_look(path: PathBuf) -> PathBuf {
    drop(named(std::slice::from_ref(&path)));
    path
}

/// What these paths name.
pub(crate) fn named(paths: &[PathBuf]) -> Marked {
    let mut all = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    paths.iter().fold(Marked::default(), |sum, path| {
        let one =
            all.entry(path.clone()).or_insert_with(|| Marked::now(std::slice::from_ref(path)));
        sum.and(one)
    })
}

/// Closes what paths named, because an open file keeps its file system mounted. Afterwards a path names what it leads to then.
pub(crate) fn forget() {
    NAMED.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::{Command, Flags};
    use crate::session::foreign::Call;
    use clap::Parser;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_that_is_swapped_after_the_command_line_was_read_marks_nothing() {
        let folder = testkit::TempDir::new("leave");
        let [wanted, precious] = ["wanted", "precious"].map(|name| folder.path().join(name));
        for file in [&wanted, &precious] {
            std::fs::write(file, "rows").expect("own");
        }
        let words = |first: &[&str], link: &str| {
            let words = first.iter().map(|word| (*word).to_owned());
            words.chain(["--overwrite".to_owned(), link.to_owned()]).collect::<Vec<_>>()
        };
        let parsed = |words: Vec<String>| match Flags::try_parse_from(words).expect("read").command
        {
            Command::Run(flags) => flags.writes,
            Command::Ramp(flags) => flags.studying.writes(),
            other => panic!("{other:?}"),
        };
        type Read<'a> = &'a dyn Fn(&str) -> Writes;
        let run: Read<'_> = &|link| parsed(words(&["plimsoll", "run", "job"], link));
        let ramp: Read<'_> = &|link| parsed(words(&["plimsoll", "ramp", "t"], link));
        let fio: Read<'_> =
            &|link| Call::new("fio", words(&["job.fio"], link)).expect("read").own.writes;
        for (name, read) in [("run", run), ("ramp", ramp), ("fio", fio)] {
            let link = folder.path().join(name);
            symlink(&wanted, &link).expect("own");
            let writes = read(&link.display().to_string());
            std::fs::remove_file(&link).expect("own");
            symlink(&precious, &link).expect("own");
            let refused = to_write(&link, &writes);
            assert!(refused.is_err(), "{name}: {refused:?}");
            std::fs::remove_file(&link).expect("own");
            symlink(&wanted, &link).expect("own");
            let granted = to_write(&link, &writes);
            assert!(matches!(granted, Ok(FileLeave::Present(_))), "{name}: {granted:?}");
        }
    }
}
