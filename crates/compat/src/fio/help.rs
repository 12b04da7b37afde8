//! The output of `--cmdhelp` and `--enghelp`: takes a name, gives a text, or an error if the name is unknown.

use super::options;
use crate::foreign::option_lines;

/// One option, or all options whose names begin with `name`.
pub fn on(name: &str) -> Result<String, String> {
    let rows = options::named(name);
    if rows.is_empty() {
        return Err(format!("there is no option {name}; --help prints all of them"));
    }
    Ok(option_lines(&rows))
}

/// All engines, or one engine with the options of engines.
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
