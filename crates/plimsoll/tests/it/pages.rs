//! The commands of the documentation: each `console` block is run unchanged, and the page shows its output.
//!
//! Takes the documents; compares, or with `UPDATE_EXPECT=1` writes the output into the page. Never changes anything outside a
//! temporary directory of the page. A block that cannot be run here is a `sh` block after `<!-- not run: REASON -->`.

mod blocks;

use blocks::{Block, BlockKind};
use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use testkit::TempDir;

/// Pages whose examples the readers of the tools check when the pages are generated.
const GENERATED: &str = "docs/dialects/";
/// The text that the shell prints after each command.
const SEPARATOR: &str = "\u{1e}\n";

#[test]
fn every_command_of_a_page_prints_what_the_page_shows() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let pages = Mutex::new(documents());
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((name, text)) = { pages.lock().expect("no thread panicked").pop() } {
                    let found = check(&name, &text, update);
                    failures.lock().expect("no thread panicked").extend(found);
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panicked");
    let help = "UPDATE_EXPECT=1 cargo test -p plimsoll --test it -- pages:: writes the pages";
    assert!(failures.is_empty(), "{}\n{help}", failures.join("\n\n"));
}

#[test]
fn every_block_with_a_command_is_run_or_says_why_not() {
    let mut runs = 0;
    for (name, text) in documents().iter().filter(|(name, _)| !name.starts_with(GENERATED)) {
        for block in blocks::of(text) {
            let place = format!("{name}:{}", block.line);
            match block.kind {
                BlockKind::Console => runs += 1,
                BlockKind::NotRun(reason) => {
                    assert!(reason.len() > 10, "{place}: why is it not run?")
                }
                BlockKind::File(_) | BlockKind::Before(_) => {}
                BlockKind::Other => {
                    let command = block.lines.iter().find(|line| {
                        line.trim_start_matches("$ ").trim_start().starts_with("plimsoll ")
                    });
                    assert_eq!(
                        command, None,
                        "{place}: neither a console block nor marked with its reason"
                    );
                }
            }
        }
    }
    assert!(runs > 10, "only {runs} blocks are run");
}

/// Every page: path from the root, and text.
fn documents() -> Vec<(String, String)> {
    let mut found = vec![];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(root().join(&folder)).expect("the folder is part of the project")
        {
            let path = folder.join(entry.expect("readable").file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    found.push(PathBuf::from("README.md"));
    found.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(root().join(&path)).expect("readable");
        (path.display().to_string(), text)
    };
    found.into_iter().map(read).collect()
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs the blocks of a page in order; returns those whose output differs from the page.
fn check(name: &str, text: &str, update: bool) -> Vec<String> {
    let blocks = blocks::of(text);
    if !blocks.iter().any(|block| block.kind == BlockKind::Console) {
        return Vec::new();
    }
    let place = PageDirectory::new();
    let (mut failures, mut replaced) = (Vec::new(), BTreeMap::new());
    for block in &blocks {
        match &block.kind {
            BlockKind::File(file) => place.write(file, &block.lines.join("\n")),
            BlockKind::Before(command) => drop(place.shell(std::slice::from_ref(command))),
            BlockKind::Console => {
                let shown = block.lines.join("\n");
                let printed = place.session(block);
                if comparable(&shown) != comparable(&printed) {
                    failures.push(format!(
                        "{name}:{}: the page shows\n{shown}\n--- printed is\n{printed}",
                        block.line
                    ));
                    replaced.insert(block.line, printed);
                }
            }
            BlockKind::NotRun(_) | BlockKind::Other => {}
        }
    }
    if update && !replaced.is_empty() {
        let new = blocks::replace(text, &blocks, &replaced);
        std::fs::write(root().join(name), new).expect("the page can be written");
        return Vec::new();
    }
    failures
}

/// The working directory of the blocks of one page, which is also their home.
struct PageDirectory {
    dir: TempDir,
}

impl PageDirectory {
    fn new() -> Self {
        // The temporary directory of the system may be in memory, and commands of the pages measure storage. Its name
        // is short, so that lists do not wrap paths.
        let dir = TempDir::below(Path::new(env!("CARGO_TARGET_TMPDIR")), "page");
        std::fs::create_dir(dir.join(".bin")).expect("the directory is ours");
        symlink(env!("CARGO_BIN_EXE_plimsoll"), dir.join(".bin/plimsoll")).expect("it is new");
        Self { dir }
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.dir.join(name), format!("{text}\n")).expect("the directory is ours");
    }

    fn shell(&self, commands: &[String]) -> Vec<String> {
        let mut script = String::new();
        for command in commands {
            // The next command sees the exit code of the command, not that of the separator.
            script += &format!("{command}\ncode=$?\nprintf '\\036\\n'\n(exit $code)\n");
        }
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(self.dir.path())
            .env_clear()
            .env("PATH", format!("{}:{path}", self.dir.join(".bin").display()))
            .env("HOME", self.dir.path())
            .env("LC_ALL", "C.UTF-8")
            .env("TZ", "UTC")
            .stdin(Stdio::null())
            .output()
            .expect("there is a shell");
        let printed = String::from_utf8(output.stdout).expect("all output is UTF-8");
        let home = self.dir.path().display().to_string();
        printed.replace(&home, "~").split(SEPARATOR).map(str::to_owned).collect()
    }

    /// A block as it would be now.
    fn session(&self, block: &Block) -> String {
        let commands = block.commands();
        let outputs = self.shell(&commands.iter().map(|c| c.text.clone()).collect::<Vec<_>>());
        let mut lines = Vec::new();
        for (command, output) in commands.iter().zip(outputs) {
            lines.extend(command.lines.iter().cloned());
            lines.extend(output.lines().map(|line| line.trim_end().to_owned()));
        }
        lines.join("\n")
    }
}

/// A session without the parts that differ between runs: dates, the time that a command took, and line breaks.
fn comparable(session: &str) -> String {
    let words: Vec<String> = session.split_whitespace().map(without_moments).collect();
    let mut out: Vec<&str> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        // "..., 2.1 s, DATE": the time of the command.
        let next = |n: usize| words.get(place + n).map(String::as_str);
        let unit = |word: Option<&str>| matches!(word, Some("s," | "min," | "h," | "d,"));
        let number = word.starts_with(|c: char| c.is_ascii_digit());
        let took = number && unit(next(1)) && next(2) == Some(DATE);
        let its_unit = unit(Some(word)) && next(1) == Some(DATE);
        if !took && !its_unit {
            out.push(word);
        }
    }
    out.join(" ")
}

const DATE: &str = "DATE";

/// A word with dates and times of day replaced by constants.
fn without_moments(word: &str) -> String {
    let digits: String = word.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    if digits == "0000-00-00" {
        return DATE.to_owned();
    }
    if matches!(digits.as_str(), "00:00" | "00:00:00") {
        return "TIME".to_owned();
    }
    // Reports are named by the minute, and those of the same minute are numbered.
    let Some(found) = digits.find("-0000-00-00-0000") else { return word.to_owned() };
    let behind = word[found + "-0000-00-00-0000".len()..]
        .trim_start_matches(['-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    format!("{}-{DATE}{behind}", &word[..found])
}

#[test]
fn dates_and_durations_do_not_count_and_figures_do() {
    let one = "in brackets, 2.1 s, 2026-11-25\n     15:34 UTC\nreport plimsoll-check-2026-11-25-1534.html\np99 1.2 ms";
    let two = "in brackets, 28 s,\n 2027-01-02 05:04 UTC\nreport plimsoll-check-2027-01-02-0504-2.html\np99 1.2 ms";
    assert_eq!(comparable(one), comparable(two));
    assert_ne!(comparable(one), comparable(&one.replace("1.2 ms", "1.3 ms")));
    assert_ne!(comparable(one), comparable(&one.replace("check", "ramp")));
}
