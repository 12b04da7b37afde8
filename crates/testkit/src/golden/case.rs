//! Files of cases: takes their text, gives each command line with its input files.
//!
//! A line is a command line of `plimsoll`, in the words of a shell. `<<< NAME` begins a file that ends at `>>>`; every
//! later case has that file in its folder. `#` begins a comment. A line that begins with `~` is a case on real storage:
//! only the files that it writes are kept, without measured values.

use std::sync::Arc;

/// An input file of a case: its name and content.
pub(super) type CaseInput = (String, Arc<[u8]>);

#[derive(Clone, Debug)]
pub(super) struct GoldenCase {
    /// Its name: its words, and its sample.
    pub(super) name: String,
    /// The words after the program's name.
    pub(super) words: Vec<String>,
    pub(super) inputs: Vec<CaseInput>,
    /// Whether it measures, so that its numbers differ each time.
    pub(super) measured: bool,
}

pub(super) fn read(text: &str) -> Result<Vec<GoldenCase>, String> {
    let (mut cases, mut inputs) = (Vec::new(), Vec::<CaseInput>::new());
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("<<< ") {
            let body: Vec<&str> =
                lines.by_ref().map(|line| line.1).take_while(|line| *line != ">>>").collect();
            let bytes = body.iter().flat_map(|line| [*line, "\n"]).collect::<String>();
            inputs.retain(|input| input.0 != name);
            inputs.push((name.to_owned(), bytes.into_bytes().into()));
            continue;
        }
        let (measured, line) = match line.strip_prefix('~') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, line),
        };
        let words =
            shlex::split(line).ok_or_else(|| format!("line {}: an open quote", index + 1))?;
        cases.push(GoldenCase { name: line.to_owned(), words, inputs: inputs.clone(), measured });
    }
    Ok(cases)
}
