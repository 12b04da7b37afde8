//! How often each method is right about known storage: measures the tables of docs/explanation/methods/README.md again.
//!
//! Takes a method and a number of seeds, or nothing for all of them; gives the tables that the examples of `study`
//! print. Asserts nothing; the tests assert, on fewer seeds.

use crate::source;
use std::process::Command;

/// Every example of `study` with this suffix prints a table.
const ENDING: &str = "_rates";

/// Runs one method's example, or all of them.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let (numbers, names): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.parse::<u64>().is_ok());
    let all = examples()?;
    let wanted: Vec<&String> = match names.as_slice() {
        [] => all.iter().collect(),
        [name] => {
            vec![all.iter().find(|one| one.trim_end_matches(ENDING) == *name).ok_or_else(|| {
                format!("no rates are measured of \"{name}\"; there are {}", told(&all))
            })?]
        }
        _ => return Err("error-rates takes one name and how many seeds".to_owned()),
    };
    for example in wanted {
        println!("## {}\n", example.trim_end_matches(ENDING));
        let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .current_dir(source::root())
            .args(["run", "--quiet", "--release", "--package", "study", "--example", example, "--"])
            .args(&numbers)
            .status()
            .map_err(|error| format!("failed to start {example}: {error}"))?;
        if !status.success() {
            return Err(format!("{example} ended with {status}"));
        }
        println!();
    }
    Ok(())
}

/// The examples that print rates, in the order of their names.
fn examples() -> Result<Vec<String>, String> {
    let folder = source::root().join("crates/study/examples");
    let entries = std::fs::read_dir(&folder)
        .map_err(|error| format!("failed to read {}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .filter(|name| name.ends_with(ENDING))
        .collect();
    names.sort();
    Ok(names)
}

fn told(all: &[String]) -> String {
    all.iter().map(|name| name.trim_end_matches(ENDING)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_methods_are_named_after_their_examples_and_others_are_refused() {
        let all = examples().unwrap();
        for method in ["calibrate", "point", "ramp", "scale"] {
            assert!(all.contains(&format!("{method}{ENDING}")), "{all:?}");
        }
        let refusal = run(&["nonsense"]).unwrap_err();
        assert!(refusal.contains("\"nonsense\"") && refusal.contains("calibrate"), "{refusal}");
        assert!(run(&["point", "scale"]).is_err());
    }

    /// The document says how to measure every method again.
    #[test]
    fn every_method_stands_in_the_document() {
        let path = source::root().join("docs/explanation/methods/README.md");
        let text = std::fs::read_to_string(path).unwrap();
        for example in examples().unwrap() {
            assert!(
                text.contains(&example),
                "docs/explanation/methods/README.md does not name {example}"
            );
        }
    }
}
