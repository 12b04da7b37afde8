//! The default location of the results (XDG Base Directory Specification 0.8).

use std::ffi::OsString;
use std::path::PathBuf;

/// `plimsoll/results.db` under `$XDG_DATA_HOME`, `%LOCALAPPDATA%` of Windows or `$HOME/.local/share`; `None` if none is set to an
/// absolute path. `variable` looks up an environment variable, so that this function stays pure.
pub fn default_path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME")
        .or_else(|| absolute("LOCALAPPDATA"))
        .or_else(|| absolute("HOME").map(|home| home.join(".local").join("share")))?;
    Some(data.join("plimsoll").join("results.db"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&str, &str)], want: Option<&str>) {
        let look = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        };
        assert_eq!(default_path(look), want.map(PathBuf::from), "{variables:?}");
    }

    #[test]
    fn the_place_follows_the_specification() {
        check(&[("XDG_DATA_HOME", "/d"), ("HOME", "/h")], Some("/d/plimsoll/results.db"));
        check(&[("HOME", "/h")], Some("/h/.local/share/plimsoll/results.db"));
        check(
            &[("XDG_DATA_HOME", ""), ("HOME", "/h")],
            Some("/h/.local/share/plimsoll/results.db"),
        );
        check(
            &[("XDG_DATA_HOME", "here"), ("HOME", "/h")],
            Some("/h/.local/share/plimsoll/results.db"),
        );
        check(
            &[("LOCALAPPDATA", r"C:\Users"), ("HOME", "/h")],
            Some("/h/.local/share/plimsoll/results.db"),
        );
        check(&[], None);
    }
}
