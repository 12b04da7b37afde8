//! How often each method is right about known storage: measures the tables of crates/study/METHODS.md again.
//!
//! Takes a method and a number of seeds, or nothing for all of them; gives the tables that an example of `study`
//! prints. Asserts nothing; the tests assert, on fewer seeds.

use crate::source;

/// Every file of the example with this ending prints a table.
const ENDING: &str = "_rates";

/// Measures the rates of one method, or of all.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let (numbers, names): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.parse::<u64>().is_ok());
    let all = methods()?;
    let wanted: Vec<&String> = match names.as_slice() {
        [] => all.iter().collect(),
        [name] => {
            let method = name.trim_end_matches(ENDING);
            vec![all.iter().find(|one| *one == method).ok_or_else(|| {
                format!("no rates are measured of \"{name}\"; there are {}", all.join(", "))
            })?]
        }
        _ => return Err("error-rates takes one name and how many seeds".to_owned()),
    };
    for method in wanted {
        println!("## {method}\n");
        let mut cargo = source::cargo();
        cargo
            .args(["run", "--quiet", "--release", "--package", "study", "--example", "error_rates"])
            .args(["--", method])
            .args(&numbers);
        source::run_cargo(&mut cargo)
            .map_err(|error| format!("failed to measure {method}: {error}"))?;
        println!();
    }
    Ok(())
}

/// The methods whose rates are measured, in the order of their names.
fn methods() -> Result<Vec<String>, String> {
    let folder = source::root().join("crates/study/examples/error_rates");
    let entries = std::fs::read_dir(&folder)
        .map_err(|error| format!("failed to read {}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            Some(path.file_stem()?.to_str()?.strip_suffix(ENDING)?.to_owned())
        })
        .collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_methods_are_named_after_their_files_and_others_are_refused() {
        let all = methods().unwrap();
        for method in ["calibrate", "point", "ramp", "scale"] {
            assert!(all.contains(&method.to_owned()), "{all:?}");
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
        for method in methods().unwrap() {
            assert!(
                text.contains(&format!("`{method}`")),
                "docs/explanation/methods/README.md does not name {method}"
            );
        }
    }
}
