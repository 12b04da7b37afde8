//! Devices that the user gave up with `--destroy`: takes them and the places that a command works on, gives a refusal for
//! each that is none of these. Touches nothing.
//!
//! Whoever names a device that nothing is written to has mistaken one of the two, and would copy the slip.

use crate::failure::{Ending, Failure};
use crate::leave;
use crate::terminal::quoted;
use report::messages::places::PlaceFault;
use std::path::Path;

/// Whether each device that was given up is one of the `places`, by whatever name.
///
/// # Errors
/// One line for each that is not.
pub fn all_meant<'a>(
    destroy: impl IntoIterator<Item = &'a Path>,
    places: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let places: Vec<&Path> = places.into_iter().collect();
    let astray =
        destroy.into_iter().filter(|given| !places.iter().any(|place| is_one(given, place)));
    let told = astray.map(|given| {
        PlaceFault::NothingToDestroy { device: quoted(given).to_string() }.to_string()
    });
    let lines: Vec<String> = told.collect();
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Wrong, lines)) }
}

fn is_one(given: &Path, place: &Path) -> bool {
    // A link means what it led to when it was first asked for.
    given == place || leave::named(&[given.to_owned()]).names_device(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_up_must_be_worked_on() {
        let meant = |destroy: &[&str], places: &[&str]| {
            let (destroy, places) = (destroy.iter().map(Path::new), places.iter().map(Path::new));
            all_meant(destroy, places).map_err(|failure| failure.lines.len())
        };
        assert_eq!(meant(&[], &["/srv"]), Ok(()));
        assert_eq!(meant(&["/dev/none"], &["/srv", "/dev/none"]), Ok(()));
        assert_eq!(meant(&["/dev/none", "/dev/other"], &["/srv"]), Err(2));
    }
}
