//! Devices that the user named with `--destroy`: takes them and the places that a command works on, and refuses each
//! device that is not one of these places, and what is no device. Touches nothing.
//!
//! A user who names a device that the command does not write to has probably mistyped the device or the target.

use crate::failure::{Ending, Failure};
use crate::terminal::quoted;
use crate::write_permission;
use report::messages::places::PlaceFault;
use std::path::Path;

/// Checks that each device named with `--destroy` is one of the `places`, under any name.
pub fn check_all_used<'a>(
    destroy: impl IntoIterator<Item = &'a Path>,
    places: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let places: Vec<&Path> = places.into_iter().collect();
    let mut lines = Vec::new();
    for given in destroy {
        let device = quoted(given).to_string();
        let fault = if given.is_dir() {
            PlaceFault::DirectoryToDestroy { device }
        } else if given.is_file() {
            PlaceFault::FileToDestroy { file: device }
        } else if places.iter().any(|place| is_same_device(given, place)) {
            continue;
        } else {
            PlaceFault::NothingToDestroy { device }
        };
        lines.push(fault.to_string());
    }
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Wrong, lines)) }
}

fn is_same_device(given: &Path, place: &Path) -> bool {
    // A link means the file it pointed to at the first lookup.
    given == place || write_permission::marked_targets(&[given.to_owned()]).names_device(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_up_must_be_worked_on() {
        let check = |destroy: &[&str], places: &[&str]| {
            let (destroy, places) = (destroy.iter().map(Path::new), places.iter().map(Path::new));
            check_all_used(destroy, places).map_err(|failure| failure.lines.len())
        };
        assert_eq!(check(&[], &["/srv"]), Ok(()));
        assert_eq!(check(&["/dev/none"], &["/srv", "/dev/none"]), Ok(()));
        assert_eq!(check(&["/dev/none", "/dev/other"], &["/srv"]), Err(2));
        for no_device in ["/", "/proc/self/exe"] {
            assert_eq!(check(&[no_device], &[no_device]), Err(1), "{no_device}");
        }
    }
}
