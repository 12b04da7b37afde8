//! The output of `--cmdhelp` and `--enghelp`, in the lines that scripts look for in fio's.

use super::options::{self, FioOption};
use crate::foreign::Treatment;
use std::fmt::Write as _;

pub fn on_all() -> String {
    let accepted = |entry: &&FioOption| !matches!(entry.row.treatment, Treatment::Refused(_));
    options::of_jobs().filter(accepted).map(line).collect()
}

/// One option, or all options whose names begin with `name`.
pub fn on(name: &str) -> String {
    let found = options::named(name);
    if found.is_empty() {
        return format!("No such command: {name}\n");
    }
    let mut text = String::new();
    for entry in found {
        let mut field = |name: &str, value: &str| {
            writeln!(text, "{name:>20}: {value}").expect("a text takes every line");
        };
        field(entry.row.name, entry.row.meaning);
        entry.aliases.iter().for_each(|alias| field("alias", alias));
        match entry.row.treatment {
            Treatment::Honoured => {}
            Treatment::Approximated(how) => field("here", how),
            Treatment::Refused(why) => field("refused", why),
        }
        text.push('\n');
    }
    text
}

/// All engines, or the options of engines if there is one of this name.
pub fn engines(name: Option<&str>) -> Result<String, String> {
    let Some(name) = name else {
        let names = super::engines().map(|(name, _)| format!("\t{name}\n"));
        return Ok(format!("Available IO engines:\n{}", names.collect::<String>()));
    };
    let (engine, option) = name.split_once(',').unwrap_or((name, ""));
    if !super::engines().any(|known| known.0 == engine.trim()) {
        return Err(format!("IO engine {} not found", engine.trim()));
    }
    Ok(if option.is_empty() { options::of_engines().map(line).collect() } else { on(option) })
}

fn line(entry: &FioOption) -> String {
    format!("{:<24}: {}\n", entry.row.name, entry.row.meaning)
}
