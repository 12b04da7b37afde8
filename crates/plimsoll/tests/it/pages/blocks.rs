//! The blocks of a page: commands with their output, files that they need, and blocks that are not run.

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Commands after `$ `, each followed by its output.
    Console,
    /// A block after `<!-- not run: REASON -->`.
    NotRun(String),
    /// A block after `<!-- file: NAME -->`: the content of a file that the commands of the page read.
    File(String),
    /// `<!-- before: COMMAND -->`: a command that the page does not show.
    Before(String),
    /// Every other block, indented ones among them.
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// The line of its first content, from 1.
    pub(super) line: usize,
    pub(super) lines: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct BlockCommand {
    pub(super) lines: Vec<String>,
    pub(super) text: String,
}

impl Block {
    /// The commands of a console block; a command that ends with `\` continues on the next line.
    pub(super) fn commands(&self) -> Vec<BlockCommand> {
        let mut found = Vec::<BlockCommand>::new();
        let mut continues = false;
        for line in &self.lines {
            if continues {
                let command = found.last_mut().expect("a command began");
                command.text += &format!("\n{line}");
                command.lines.push(line.clone());
            } else if let Some(text) = line.strip_prefix("$ ") {
                found.push(BlockCommand { lines: vec![line.clone()], text: text.to_owned() });
            } else {
                continue;
            }
            continues = line.ends_with('\\');
        }
        found
    }
}

pub(super) fn of(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let (mut mark, mut fence) = (None::<BlockKind>, None::<Block>);
    let mut paragraph = false;
    for (number, line) in text.lines().enumerate() {
        let bare = line.trim_start();
        if let Some(block) = &mut fence {
            if bare.starts_with("```") {
                found.extend(fence.take());
            } else {
                block.lines.push(line.to_owned());
            }
            continue;
        }
        if let Some(language) = bare.strip_prefix("```") {
            let own = if language == "console" { BlockKind::Console } else { BlockKind::Other };
            let kind = mark.take().unwrap_or(own);
            fence = Some(Block { kind, line: number + 2, lines: Vec::new() });
        } else if let Some(words) = bare.strip_prefix("<!-- ").and_then(|w| w.strip_suffix(" -->"))
        {
            match words.split_once(": ") {
                Some(("not run", reason)) => mark = Some(BlockKind::NotRun(reason.to_owned())),
                Some(("file", name)) => mark = Some(BlockKind::File(name.to_owned())),
                Some(("before", command)) => {
                    let kind = BlockKind::Before(command.to_owned());
                    found.push(Block { kind, line: number + 1, lines: Vec::new() });
                }
                _ => {}
            }
        } else if line.starts_with("    ") && !paragraph {
            let kind = BlockKind::Other;
            found.push(Block { kind, line: number + 1, lines: vec![line.to_owned()] });
        } else if !bare.is_empty() {
            mark = None;
        }
        paragraph = !bare.is_empty() && !line.starts_with("    ") && !bare.starts_with("```");
    }
    found
}

/// The page with other contents of some of its blocks, by the line of each.
pub(super) fn replace(text: &str, blocks: &[Block], contents: &BTreeMap<usize, String>) -> String {
    let mut out = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let block = blocks.iter().find(|b| b.line == number + 1 && contents.contains_key(&b.line));
        match block {
            Some(block) => {
                out.push(contents[&block.line].clone());
                for _ in 1..block.lines.len() {
                    lines.next();
                }
            }
            None => out.push(line.to_owned()),
        }
    }
    out.join("\n") + "\n"
}
