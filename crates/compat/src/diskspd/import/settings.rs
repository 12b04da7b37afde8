//! The settings of a DISKSPD run, which it prints before its results.

use crate::import::number;
use base::Bytes;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct RunSettings {
    pub(super) paths: Vec<String>,
    blocks: Vec<f64>,
    outstanding: Vec<f64>,
    threads_each: Vec<f64>,
    threads_all: Option<f64>,
    mixes: Vec<String>,
    patterns: Vec<String>,
    held_back: bool,
}

pub(super) fn read(lines: &[&str]) -> BTreeMap<u32, RunSettings> {
    let mut all = BTreeMap::new();
    let mut now: Option<(u32, RunSettings)> = None;
    for line in lines.iter().map(|line| line.trim()) {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.trim();
        if matches!(name, "timespan" | "job")
            && let Ok(number) = value.parse()
        {
            all.extend(now.take());
            now = Some((number, RunSettings::default()));
            continue;
        }
        if let Some((_, settings)) = &mut now {
            settings.take(name, value, line);
        }
    }
    all.extend(now);
    all
}

/// The settings in a command line: options are single words, targets come last. Used for results in which the printed
/// settings are missing.
pub(super) fn of_command(command: &str) -> Option<RunSettings> {
    let mut words = command.split_whitespace().skip(1).peekable();
    words.peek()?;
    let mut settings = RunSettings::default();
    let (mut block, mut depth, mut threads) = (65_536.0, 2.0, 1.0);
    let (mut pattern, mut writes) = ("sequential", 0.0);
    for word in words {
        let Some(option) = word.strip_prefix('-') else {
            settings.paths.push(word.trim_matches(['"', '\'']).to_owned());
            continue;
        };
        let mut letters = option.chars();
        let (letter, value) = (letters.next()?, letters.as_str());
        let count = number::leading(value);
        match letter {
            // The settings of a profile are not on the command line.
            'X' => return None,
            'b' if !value.starts_with('s') => block = glued(value)?,
            'o' if !value.starts_with('c') => depth = count?,
            'O' => settings.held_back = true,
            't' => threads = count?,
            'F' => settings.threads_all = count,
            'w' => writes = count.unwrap_or(0.0),
            'r' if value.starts_with('s') => pattern = "mixed",
            'r' if pattern != "mixed" => pattern = "random",
            'g' | 'i' | 'j' => settings.held_back = true,
            _ => {}
        }
    }
    let mix = match writes {
        0.0 => "reads".to_owned(),
        100.0 => "writes".to_owned(),
        writes => format!("{} % read", 100.0 - writes),
    };
    // Several words after the options may be several targets, or one path with blanks.
    if settings.paths.len() == 1 {
        (settings.outstanding, settings.threads_each) = (vec![depth], vec![threads]);
    }
    (settings.blocks, settings.patterns, settings.mixes) =
        (vec![block], vec![pattern.to_owned()], vec![mix]);
    Some(settings)
}

/// A size as the command line has it: `64K` is 64 KiB.
fn glued(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 1.0,
        "K" => 1024.0,
        "M" => 1_048_576.0,
        "G" => 1_073_741_824.0,
        _ => return None,
    };
    number::plain(digits).map(|count| count * unit).filter(|bytes| *bytes > 0.0)
}

impl RunSettings {
    fn take(&mut self, name: &str, value: &str, line: &str) {
        match name {
            "path" => self.paths.push(value.trim_matches('\'').to_owned()),
            "block size" => self.blocks.extend(size(value)),
            "threads per file" => self.threads_each.extend(number::leading(value)),
            "total threads" => self.threads_all = number::leading(value),
            "think time" => self.held_back |= number::leading(value).is_some_and(|n| n > 0.0),
            "performing mix test (read/write ratio" => {
                self.mixes.push(format!("{} % read", value.split('/').next().unwrap_or_default()));
            }
            _ if name.starts_with("number of outstanding I/O operations") => {
                self.outstanding.extend(number::leading(value));
            }
            _ if line.starts_with("performing read test") => self.mixes.push("reads".to_owned()),
            _ if line.starts_with("performing write test") => self.mixes.push("writes".to_owned()),
            _ if line.starts_with("using random I/O") => self.patterns.push("random".to_owned()),
            _ if line.contains("sequential I/O") => self.patterns.push("sequential".to_owned()),
            _ if line.contains("throttled to") || line.contains("rate-limited to") => {
                self.held_back = true;
            }
            _ => {}
        }
    }

    /// The block size, if it is the same for all targets.
    pub(super) fn block_bytes(&self) -> Option<f64> {
        let first = *self.blocks.first()?;
        self.blocks.iter().all(|block| *block == first).then_some(first)
    }

    /// Total outstanding operations; `None` where a rate or pause limits them. Version 2.0 prints nothing else about the threads of
    /// `-F` than their count in the results.
    pub(super) fn depth(&self, thread_count: Option<f64>) -> Option<f64> {
        if self.held_back || self.outstanding.is_empty() {
            return None;
        }
        let each = |target: usize| match self.threads_all {
            Some(all) => Some(all),
            None if self.threads_each.is_empty() => thread_count,
            None => self.threads_each.get(target).copied(),
        };
        let held = self.outstanding.iter().enumerate();
        held.map(|(target, depth)| each(target).map(|threads| threads * depth)).sum()
    }

    /// Whether all targets are used at random; `None` where they differ or nothing is said.
    pub(super) fn random(&self) -> Option<bool> {
        let first = self.patterns.first()?;
        let told = first != "mixed" && self.patterns.iter().all(|pattern| pattern == first);
        told.then(|| first == "random")
    }

    pub(super) fn words(&self) -> String {
        let block = self.block_bytes().map(|b| Bytes(b as u64).to_string()).unwrap_or_default();
        let one = |list: &[String]| {
            if list.iter().all(|word| Some(word) == list.first()) {
                list.first().cloned().unwrap_or_default()
            } else {
                "mixed".to_owned()
            }
        };
        let words = [block, one(&self.patterns), one(&self.mixes)];
        let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
        if words.is_empty() { "timespan".to_owned() } else { words.join(" ") }
    }
}

/// `8192`, `64KiB`.
fn size(text: &str) -> Option<f64> {
    text.parse::<Bytes>().ok().map(|bytes| bytes.0 as f64).filter(|bytes| *bytes > 0.0)
}
