//! Which tool's language a job is written in: takes its name and text, gives the tool.

use crate::failure::Failure;
use compat::Tool;
use report::messages::requests::ProfileFault;

/// The tool whose job this is; none for our own language, and for a text that no tool is known by.
pub fn tool_of(name: &str, text: &str) -> Option<&'static Tool> {
    // Our own jobs are TOML, whose sections of targets and streams no other language has.
    let own = |line: &str| {
        let line = line.trim_start();
        ["[target.", "[stream.", "[[phase]]"].iter().any(|mark| line.starts_with(mark))
    };
    if name.ends_with(".toml") || text.lines().any(own) { None } else { Tool::of_text(text) }
}

/// The refusal of a job of another tool where one of ours is wanted. A text that no tool recognises is taken for fio's if it has
/// a key that only fio has.
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
