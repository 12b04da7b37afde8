//! The logs and the table of a sweep: existing files of an earlier sweep are never lost.

use compat::sqlio::sweep::csv_head;
use report::messages::foreign::ForeignFault;
use report::messages::system::SystemAction;
use session::failure::{Ending, Failure};
use session::foreign::say;
use session::{input, output};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Opens the table; returns it with the logs of the points that it already has.
pub(super) fn table(
    path: &Path,
    resume: bool,
    decimal_comma: bool,
) -> Result<(File, Vec<String>), Failure> {
    let before = match input::text(path) {
        Err(why) if resume && path.exists() => {
            return Err(Failure::system(Ending::Target, SystemAction::Read, path.display(), &why));
        }
        Ok(text) if resume => {
            let head = csv_head(decimal_comma);
            if text.lines().next() != head.lines().next() {
                let file = path.display().to_string();
                return Err(Failure::target(ForeignFault::NotASweepTable { file }));
            }
            text
        }
        _ => {
            let mut file = fresh(path, false)?;
            write(&mut file, path, &csv_head(decimal_comma))?;
            return Ok((file, Vec::new()));
        }
    };
    let log =
        |line: &str| line.split([',', ';']).next().unwrap_or_default().trim_matches('"').to_owned();
    let file = OpenOptions::new()
        .append(true)
        .open(path)
        .map_err(|e| failed(SystemAction::Write, path, &e))?;
    // A row without any number belongs to a failed point, which is run again.
    let failed = |line: &&str| [",", ";"].iter().any(|mark| line.contains(&mark.repeat(8)));
    Ok((file, before.lines().skip(1).filter(|line| !failed(line)).map(log).collect()))
}

/// Creates a new file, and never replaces a log of an earlier sweep, which may be days of work. With `again`, a point missing in
/// the table is repeated, and its existing log is set aside.
pub(super) fn fresh(path: &Path, again: bool) -> Result<File, Failure> {
    let file = File::create_new(path).or_else(|error| match error.kind() {
        ErrorKind::AlreadyExists if again => {
            let aside = output::set_aside(path)?;
            let (file, aside) = (path.display().to_string(), aside.display().to_string());
            say(ForeignFault::LogSetAside { aside, file });
            File::create_new(path)
        }
        _ => Err(error),
    });
    file.map_err(|e| failed(SystemAction::Create, path, &e))
}

pub(super) fn write(file: &mut File, path: &Path, text: &str) -> Result<(), Failure> {
    file.write_all(text.as_bytes()).map_err(|e| failed(SystemAction::Write, path, &e))
}

pub(super) fn failed(action: SystemAction, path: &Path, e: &std::io::Error) -> Failure {
    if e.kind() == ErrorKind::AlreadyExists {
        return Failure::target(ForeignFault::LogExists { file: path.display().to_string() });
    }
    Failure::system(Ending::Target, action, path.display(), e)
}
