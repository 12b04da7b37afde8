//! What `--cmdhelp` and `--enghelp` print: takes a name, gives a text, or that there is no such thing.

use super::options;
use crate::foreign::option_lines;

/// One option, or those whose names begin so.
pub fn on(name: &str) -> Result<String, String> {
    let rows = options::named(name);
    if rows.is_empty() {
        return Err(format!("there is no option {name}; --help prints all of them"));
    }
    Ok(option_lines(&rows))
}

/// The engines, or one of them with the options that engines have.
pub fn engines(name: Option<&str>) -> Result<String, String> {
    let line = |(name, how): (&str, &str)| {
        let remark = if how.is_empty() { String::new() } else { format!(" ({how})") };
        format!("  {name}{remark}\n")
    };
    let Some(name) = name else {
        let lines: String = super::engines().map(line).collect();
        return Ok(format!("engines:\n{lines}"));
    };
    let base = name.split(',').next().unwrap_or(name).trim();
    let Some(known) = super::engines().find(|engine| engine.0 == base) else {
        return Err(format!("there is no engine {base} here; --enghelp prints all of them"));
    };
    Ok(format!("{}\noptions of engines:\n{}", line(known), option_lines(&options::of_engines())))
}
