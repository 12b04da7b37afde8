//! Finds the tool in whose language a job is written: takes its name and text, returns the tool.

use crate::failure::Failure;
use compat::Tool;
use report::messages::requests::ProfileFault;

/// The tool whose job this is; `None` for a Plimsoll job, or if no tool recognises the text.
pub fn tool_of(name: &str, text: &str) -> Option<&'static Tool> {
    // A Plimsoll job is TOML with sections of targets and streams, which no other language has.
    let own = |line: &str| {
        let line = line.trim_start();
        ["[target.", "[stream.", "[[phase]]"].iter().any(|mark| line.starts_with(mark))
    };
    if name.ends_with(".toml") || text.lines().any(own) { None } else { Tool::of_text(text) }
}

/// The refusal of another tool's job where a Plimsoll job is required. A text that no tool recognises is taken for a fio
/// job if it has a key that only fio has.
pub(crate) fn refused(name: &str, text: &str) -> Option<Failure> {
    let tool = tool_of(name, text)?;
    let recognised = tool.language.as_ref().is_some_and(|language| language.recognises.is_some());
    let of_fio = |line: &str| {
        let key = line.split('=').next().unwrap_or_default().trim();
        ["rw", "readwrite", "ioengine"].contains(&key)
    };
    if !recognised && !text.lines().any(of_fio) {
        return None;
    }
    Some(Failure::wrong(ProfileFault::JobOfAnotherTool {
        file: name.to_owned(),
        tool: tool.title.to_owned(),
        command: tool.name.to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_shows_its_language_in_the_name_or_the_text() {
        let tool = |name, text| tool_of(name, text).map(|tool| tool.name);
        assert_eq!(tool("a.toml", "[global]\nrw=read\n[a]\n"), None);
        assert_eq!(tool("a", " [stream.x]\n"), None);
        assert_eq!(tool("a.job", "[global]\nrw=read\nsize=1g\n[a]\n"), Some("fio"));
        assert!(refused("a", "nothing that is known").is_none());
    }
}
