//! The command line: words into settings, jobs and job files, as `getopt_long_only` reads them.

use super::ini::{JobOption, JobSection, given, is_global};
use super::options::{self, FioOption, OptionValueKind};
use super::value::{Units, plain_dashes};
use super::{Command, Context, DEBUG_NAMES, Eta, Format, IdleReport, Output};
use crate::foreign::Treatment;
use job::nearest;
use job::{Diagnostics, TextPlace};

#[derive(Default)]
pub(super) struct CommandLine {
    pub text: String,
    /// The sections; options before the first job form a global section, which is first.
    pub sections: Vec<JobSection>,
    pub files: Vec<(String, TextPlace)>,
    pub command: Command,
    pub output: Output,
    pub readonly: bool,
    /// Names of `--section`; all when empty.
    pub only: Vec<String>,
}

pub(super) fn read(words: &[String], context: &Context<'_>, sink: &mut Diagnostics) -> CommandLine {
    let mut line = CommandLine { text: words.join(" "), ..CommandLine::default() };
    let mut defaults = JobSection {
        name: "global".to_owned(),
        place: TextPlace::default(),
        global: true,
        file: 0,
        options: Vec::new(),
    };
    let mut words = WordReader { words, at: 0, start: 0 };
    let mut only_files = false;
    while let Some((word, place)) = words.next() {
        let plain = plain_dashes(word);
        let dashes = plain.len() - plain.trim_start_matches('-').len();
        if dashes == 0 || plain == "-" || only_files {
            line.files.push((word.to_owned(), place));
        } else if plain == "--" {
            only_files = true;
        } else {
            let starts = word.find(|c: char| plain_dashes(&c.to_string()) != "-").unwrap_or(0);
            option(
                &word[starts..],
                starts,
                place,
                &mut words,
                &mut line,
                &mut defaults,
                context,
                sink,
            );
        }
    }
    if !defaults.options.is_empty() {
        line.sections.insert(0, defaults);
    }
    line
}

struct WordReader<'a> {
    words: &'a [String],
    at: usize,
    start: usize,
}

impl<'a> WordReader<'a> {
    fn next(&mut self) -> Option<(&'a str, TextPlace)> {
        let word = self.words.get(self.at)?;
        let span = self.start..self.start + word.len();
        self.at += 1;
        self.start += word.len() + 1;
        Some((word, TextPlace { source: 0, span }))
    }
}

/// An option of jobs or of the command line, by its name or an unambiguous prefix of it.
fn find(name: &str) -> Result<(&'static FioOption, &'static str), Vec<&'static str>> {
    let known = |name: &str| options::of_job(name).or_else(|| options::of_command(name));
    let all = || options::job_names().chain(options::command_names());
    let name = match name {
        "v" => "version",
        "h" => "help",
        "o" => "output",
        name => name,
    };
    if let Some(exact) = all().find(|n| *n == name) {
        return known(exact).map(|entry| (entry, exact)).ok_or_else(Vec::new);
    }
    let fits: Vec<&str> = all().filter(|n| n.starts_with(name)).collect();
    let mut entries: Vec<_> = fits.iter().filter_map(|n| Some((known(n)?, *n))).collect();
    entries.dedup_by_key(|(entry, _)| entry.row.name);
    match entries.as_slice() {
        [one] => Ok(*one),
        _ => Err(fits),
    }
}

#[expect(clippy::too_many_arguments, reason = "the parts of one loop over the words")]
fn option(
    word: &str,
    starts: usize,
    place: TextPlace,
    words: &mut WordReader<'_>,
    line: &mut CommandLine,
    defaults: &mut JobSection,
    context: &Context<'_>,
    sink: &mut Diagnostics,
) {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    let from = place.span.start + starts;
    let key = TextPlace { source: 0, span: from..from + name.len() };
    let (entry, full) = match find(name) {
        Ok(found) => found,
        Err(_) if sink.is_full() => return,
        Err(fits) => {
            let known: Vec<&str> = options::job_names().chain(options::command_names()).collect();
            let help = match (fits.is_empty(), nearest(name, &known)) {
                (false, _) => format!("it may be {}", fits.join(", ")),
                (true, Some(near)) => format!("did you mean --{near}?"),
                (true, None) => {
                    "fio has no such option either; see docs/dialects/fio.md".to_owned()
                }
            };
            sink.problem(&key, format!("there is no option --{name}"), help);
            return;
        }
    };
    let value = match value {
        Some(value) => {
            let at = from + name.len() + 1;
            Some((value, TextPlace { source: 0, span: at..at + value.len() }))
        }
        None if entry.kind == OptionValueKind::Flag => None,
        None => words.next(),
    };
    if value.is_none() && entry.kind != OptionValueKind::Flag {
        let text = format!("--{full} needs a value");
        sink.problem(&key, text, format!("write --{full}=VALUE: {}", entry.row.meaning));
        return;
    }
    if entry.row.name.starts_with("--") {
        let (value, at) = value.map_or(("", key.clone()), |(value, place)| (value, place));
        if let Treatment::Approximated(how) = entry.row.treatment {
            sink.note(&key, format!("{}: {how}", entry.row.name));
        }
        if let Treatment::Refused(why) = entry.row.treatment {
            sink.problem(&key, format!("{} is not supported", entry.row.name), why);
            return;
        }
        setting(full, value, &at, line, context, sink);
        return;
    }
    if let Some(given) = given(full, value, key, context, sink) {
        job_option(given, line, defaults);
    }
}

fn job_option(given: JobOption, line: &mut CommandLine, defaults: &mut JobSection) {
    if given.entry.row.name == "name" {
        line.sections.push(JobSection {
            name: given.value.clone(),
            place: given.place.clone(),
            global: is_global(&given.value),
            file: 0,
            options: vec![given],
        });
    } else {
        let section = line.sections.last_mut().unwrap_or(defaults);
        section.options.push(given);
    }
}

fn setting(
    name: &str,
    value: &str,
    place: &TextPlace,
    line: &mut CommandLine,
    context: &Context<'_>,
    sink: &mut Diagnostics,
) {
    let units = Units { literal: context.literal, kb_base: 1024 };
    let time = |sink: &mut Diagnostics| match units.seconds(value) {
        Ok(noted) => {
            if let Some(note) = noted.note {
                sink.note(place, note);
            }
            Some(noted.value).filter(|time| time.0 > 0)
        }
        Err(wrong) => {
            sink.problem(place, format!("--{name}={value} {wrong}"), "");
            None
        }
    };
    match name {
        "output" => line.output.path = Some(value.to_owned()),
        "output-format" => formats(value, place, line, sink),
        "minimal" => line.output.formats = vec![Format::Terse],
        "append-terse" => line.output.formats.push(Format::Terse),
        "terse-version" => match value.trim().parse() {
            Ok(version @ 2..=5) => line.output.terse_version = version,
            _ => sink.problem(place, format!("there is no terse version {value}"), "2, 3, 4 or 5"),
        },
        "bandwidth-log" => {
            let prefix = if value.is_empty() { "agg" } else { value };
            line.output.bandwidth_log = Some(prefix.to_owned());
        }
        "status-interval" => line.output.status_interval = time(sink),
        "eta-newline" => line.output.eta_newline = time(sink),
        "eta" => match value {
            "auto" => line.output.eta = Eta::Auto,
            "always" => line.output.eta = Eta::Always,
            "never" => line.output.eta = Eta::Never,
            _ => sink.problem(
                place,
                format!("--eta does not accept {value}"),
                "auto, always or never",
            ),
        },
        "idle-prof" => match value {
            "system" => line.output.idle = Some(IdleReport::System),
            "percpu" => line.output.idle = Some(IdleReport::PerCpu),
            _ => sink.problem(
                place,
                format!("--idle-prof does not accept {value}"),
                "system or percpu",
            ),
        },
        "debug" => debug(value, place, line, sink),
        "readonly" => line.readonly = true,
        "section" => line.only.push(value.to_owned()),
        // fio only reserves space for that many clones: 3.33 runs many jobs with --max-jobs=1.
        "max-jobs" => match value.trim().parse::<u64>() {
            Ok(_) => {}
            Err(_) => sink.problem(place, format!("--max-jobs={value} is not a number"), ""),
        },
        "parse-only" if line.command == Command::Run => line.command = Command::ParseOnly,
        "showcmd" if !value.is_empty() => {
            sink.problem(place, "--showcmd takes no value", "name the job file after it");
        }
        "showcmd" => line.command = Command::ShowCommand(Vec::new()),
        "version" => line.command = Command::Version,
        "help" => line.command = Command::Help,
        "inflate-log" => line.command = Command::InflateLog(value.to_owned()),
        "cmdhelp" if value.is_empty() || value == "all" => line.command = Command::HelpOnAll,
        "cmdhelp" => line.command = Command::HelpOn(value.to_owned()),
        "enghelp" => {
            line.command = Command::Engines(Some(value.to_owned()).filter(|v| !v.is_empty()));
        }
        _ => {}
    }
}

/// Reads the value of `--debug`, whose names fio prints before anything else.
fn debug(value: &str, place: &TextPlace, line: &mut CommandLine, sink: &mut Diagnostics) {
    if matches!(value, "help" | "?") {
        line.command = Command::DebugNames;
        return;
    }
    for name in value.split(',') {
        let said = if name.starts_with("all") {
            "fio: set all debug options".to_owned()
        } else if let Some(number) = name.strip_prefix("job:") {
            format!("fio: set debug jobno {}", number.parse::<i32>().unwrap_or(0))
        } else if DEBUG_NAMES.iter().any(|known| *known != "job" && name.starts_with(known)) {
            format!("fio: set debug option {name}")
        } else {
            sink.note(place, format!("`--debug`: fio has no debug category named {name}"));
            continue;
        };
        line.output.debug.push(said);
    }
}

fn formats(value: &str, place: &TextPlace, line: &mut CommandLine, sink: &mut Diagnostics) {
    let mut formats = Vec::new();
    for name in value.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        match name {
            "normal" => formats.push(Format::Normal),
            "terse" | "minimal" => formats.push(Format::Terse),
            "json" => formats.push(Format::Json),
            "json+" => formats.push(Format::JsonPlus),
            _ => {
                let text = format!("there is no output format {name}");
                sink.problem(place, text, "normal, terse, json or json+");
            }
        }
    }
    if !formats.is_empty() {
        line.output.formats = formats;
    }
}

pub(super) fn shown(sections: &[JobSection], only: &[String]) -> Vec<String> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for section in sections.iter().filter(|s| s.file > 0) {
        if !section.global && !only.is_empty() && !only.contains(&section.name) {
            continue;
        }
        if lines.last().is_none_or(|(file, _)| *file != section.file) {
            lines.push((section.file, "fio ".to_owned()));
        }
        let Some((_, line)) = lines.last_mut() else { continue };
        if !section.global {
            line.push_str(&format!("--name={} ", quoted(&section.name)));
        }
        for given in &section.options {
            let (name, value) = given.pair();
            match (value.as_str(), name.as_str()) {
                ("", _) => line.push_str(&format!("--{name} ")),
                (value, "description") => line.push_str(&format!("--{name}=\"{value}\" ")),
                (value, _) => line.push_str(&format!("--{name}={} ", quoted(value))),
            }
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

fn quoted(value: &str) -> String {
    if value.contains(|c: char| c.is_whitespace() || "\"'$&;()|<>*?".contains(c)) {
        format!("'{}'", value.replace('\'', "'\\''"))
    } else {
        value.to_owned()
    }
}
