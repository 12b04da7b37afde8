//! The command line: a configuration and a results file, or a classic specification with its targets.

use super::config::{ConfigWorker, IometerConfig, Manager, judge};
use super::{CLASSIC, IometerView, Rows, build, classic, options, parse};
use crate::foreign::{Foreign, Load, Mapping, Source};
use job::Diagnostics;
use std::ops::Range;

#[derive(Default)]
struct IometerOptions {
    files: Vec<(String, Range<usize>)>,
    configuration: Option<(String, Range<usize>)>,
    results: Option<String>,
    specification: Option<(String, Range<usize>)>,
    targets: Vec<(String, Range<usize>)>,
    depths: Vec<u32>,
    workers: Option<u32>,
    time_s: Option<f64>,
    ramp_s: Option<f64>,
    columns: Option<u32>,
    usage: bool,
}

/// Reads the words of a command line, and the configuration that they name.
pub fn read(words: &[String], load: Load<'_>, maps: &[Mapping]) -> Foreign<IometerView> {
    let mut sources = vec![Source { name: "command line".to_owned(), text: words.join(" ") }];
    let mut findings = Diagnostics::default();
    let switches = read_switches(words, &mut findings);
    let mut view = IometerView {
        usage: switches.usage || words.is_empty(),
        wide: true,
        ..IometerView::default()
    };
    view.results = results(&switches, &mut findings);
    let mut workload = None;
    if !view.usage
        && let Some(mut config) = config(&switches, load, &mut sources, &mut findings)
    {
        overrule(&switches, &mut config, &mut findings);
        view.wide = switches.columns != Some(56);
        view.test_type = if config.depths.len() > 1 { 6 } else { config.kind.number };
        view.description.clone_from(&config.description);
        view.rows = config.rows;
        workload = build::build(&config, maps, &mut view, &mut findings);
    }
    findings.sort_problems();
    let workload = workload.filter(|_| findings.has_no_problem());
    let Diagnostics { notes, problems, .. } = findings;
    Foreign { sources, workload, view, notes, problems }
}

/// The results file, from its option or after the configuration.
fn results(switches: &IometerOptions, findings: &mut Diagnostics) -> Option<String> {
    let before = usize::from(switches.specification.is_none() && switches.configuration.is_none());
    let named = switches.results.is_none();
    if let Some((name, span)) = switches.files.get(before + usize::from(named)) {
        let text = format!("\"{name}\" is one file too many");
        findings.problem(span, text, "only a configuration and a results file are allowed");
    }
    let behind = switches.files.get(before).map(|file| file.0.clone());
    switches.results.clone().or(behind)
}

/// Replaces the dashes of printed articles with hyphens.
fn plain(word: &str) -> String {
    let dashes = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
    match word.strip_prefix(dashes) {
        Some(rest) => format!("-{}", rest.trim_start_matches(dashes)),
        None => word.to_owned(),
    }
}

fn read_switches(words: &[String], findings: &mut Diagnostics) -> IometerOptions {
    let mut switches = IometerOptions::default();
    let mut at = 0;
    let mut spans = Vec::new();
    for word in words {
        spans.push(at..at + word.len());
        at += word.len() + 1;
    }
    let mut index = 0;
    while index < words.len() {
        let (word, span) = (plain(&words[index]), spans[index].clone());
        index += 1;
        let option = option_of(&word);
        let Some(option) = option else {
            switches.files.push((words[index - 1].clone(), span));
            continue;
        };
        if matches!(option, "help") {
            switches.usage = true;
            continue;
        }
        if option.is_empty() {
            let text = format!("\"{word}\" is not an option of Iometer");
            findings.problem(&span, text, "`plimsoll iometer --help` lists all options");
            continue;
        }
        if option == options::GUI || option == options::DYNAMO {
            judge(option, 0, &span, findings);
            continue;
        }
        let joined =
            word.split_once('=').filter(|_| word.starts_with("--")).map(|pair| pair.1.to_owned());
        let value = match joined {
            Some(value) => Some((value, span.clone())),
            None => {
                let next = words.get(index).cloned().zip(spans.get(index).cloned());
                index += 1;
                next
            }
        };
        match value {
            Some((value, place)) => switches.take(option, &value, place, findings),
            None => findings.problem(&span, format!("{word} needs a value"), ""),
        }
    }
    switches
}

/// The option of a word: `None` for a file, empty for an unknown option.
fn option_of(word: &str) -> Option<&'static str> {
    let name = word.split_once('=').map_or(word, |pair| pair.0);
    let lower = name.to_ascii_lowercase();
    Some(match lower.as_str() {
        "/c" | "-c" => "config",
        "/r" | "-r" => "results",
        "/t" | "-t" => options::TIMEOUT,
        "/p" | "-p" | "/m" | "-m" | "/a" | "-a" | "/d" | "-d" => options::GUI,
        "-i" | "-n" | "-l" | "-x" | "-f" | "--flag" => options::DYNAMO,
        "/?" | "-?" | "-h" | "--help" => "help",
        "--spec" => "--spec",
        "--target" => "--target",
        "--depth" => "--depth",
        "--workers" => "--workers",
        "--time" => "--time",
        "--ramp" => "--ramp",
        "--columns" => "--columns",
        _ if lower.starts_with('-') => "",
        _ => return None,
    })
}

impl IometerOptions {
    fn take(&mut self, option: &str, value: &str, span: Range<usize>, findings: &mut Diagnostics) {
        let seconds = || {
            value.trim_end_matches('s').parse::<f64>().ok().filter(|s| s.is_finite() && *s >= 0.0)
        };
        let good = match option {
            "config" => {
                self.configuration = Some((value.to_owned(), span.clone()));
                true
            }
            "results" => {
                self.results = Some(value.to_owned());
                true
            }
            "--spec" => {
                self.specification = Some((value.to_owned(), span.clone()));
                true
            }
            "--target" => {
                self.targets.push((value.to_owned(), span.clone()));
                true
            }
            "--depth" => {
                let all: Option<Vec<u32>> = value
                    .split(',')
                    .map(|n| n.trim().parse().ok().filter(|n| (1..=4096).contains(n)))
                    .collect();
                self.depths = all.unwrap_or_default();
                !self.depths.is_empty() && self.depths.len() <= 512
            }
            "--workers" => {
                self.workers = value.parse().ok().filter(|n| (1..=256).contains(n));
                self.workers.is_some()
            }
            "--time" => {
                self.time_s = seconds().filter(|s| *s > 0.0);
                self.time_s.is_some()
            }
            "--ramp" => {
                self.ramp_s = seconds();
                self.ramp_s.is_some()
            }
            "--columns" => {
                self.columns = value.parse().ok().filter(|n| [56, 80].contains(n));
                self.columns.is_some()
            }
            _ => {
                judge(option, 0, &span, findings);
                true
            }
        };
        if !good {
            findings.problem(
                &span,
                format!("\"{value}\" is not a value of {option}"),
                range_of(option),
            );
        }
    }
}

fn range_of(option: &str) -> &'static str {
    match option {
        "--depth" => "whole numbers from 1 to 4096, with commas",
        "--workers" => "a whole number from 1 to 256",
        "--columns" => "56 or 80",
        _ => "a number of seconds",
    }
}

/// The configuration: from its file, or from the name of a classic specification.
fn config(
    switches: &IometerOptions,
    load: Load<'_>,
    sources: &mut Vec<Source>,
    findings: &mut Diagnostics,
) -> Option<IometerConfig> {
    let mut files = switches.files.iter();
    if let Some((name, span)) = &switches.specification {
        let Some(specification) = classic::find(name) else {
            let names: Vec<&str> = CLASSIC.iter().map(|known| known.name).collect();
            let help = format!("the specifications are {}", names.join(", "));
            findings.problem(span, format!("there is no classic specification \"{name}\""), &help);
            return None;
        };
        if switches.targets.is_empty() {
            findings.problem(span, "there is no target".to_owned(), "use --target PLACE");
        }
        let workers = (1..=switches.workers.unwrap_or(1))
            .map(|number| ConfigWorker {
                depth: switches.depths.first().copied().unwrap_or(1),
                specifications: vec![(specification.name.clone(), span.clone())],
                targets: switches.targets.iter().map(|t| (here(&t.0), t.1.clone())).collect(),
                ..ConfigWorker::new(&format!("Worker {number}"), span.clone())
            })
            .collect();
        return Some(IometerConfig {
            description: specification.name.clone(),
            run_s: Some((60.0, span.clone())),
            rows: Rows::Targets,
            specifications: vec![(specification, span.clone())],
            managers: vec![Manager { name: "localhost".to_owned(), span: span.clone(), workers }],
            ..IometerConfig::default()
        });
    }
    let named = switches.configuration.as_ref().or_else(|| files.next());
    let Some((name, span)) = named else {
        let help = "`plimsoll iometer CONFIG.icf RESULTS.csv`, or --spec NAME --target PLACE";
        findings.problem(0..0, "there is no configuration".to_owned(), help);
        return None;
    };
    match load(name) {
        Ok(text) => {
            sources.push(Source { name: name.clone(), text });
            Some(parse::parse(&sources[1].text, 1, findings))
        }
        Err(why) => {
            findings.problem(span, format!("{name} cannot be read: {why}"), "");
            None
        }
    }
}

/// A target of the command line: a relative path starts at the working directory.
fn here(target: &str) -> String {
    let is_path = ["/", "./", "../"].iter().any(|start| target.starts_with(start));
    let is_whole = is_path || target == "null" || workload::simulation(target).is_some();
    if is_whole || target.contains([':', '\\', '#']) {
        target.to_owned()
    } else {
        format!("./{target}")
    }
}

/// Applies the options of the command line that override the configuration.
fn overrule(switches: &IometerOptions, config: &mut IometerConfig, findings: &mut Diagnostics) {
    if let Some(seconds) = switches.time_s {
        config.run_s = Some((seconds, 0..0));
    }
    if let Some(seconds) = switches.ramp_s {
        config.ramp_s = seconds;
    }
    config.depths.clone_from(&switches.depths);
    let alone = config.managers.iter().all(|manager| manager.workers.is_empty());
    if let Some((_, span)) =
        switches.targets.first().filter(|_| alone && switches.specification.is_none())
    {
        // For a configuration without workers Iometer creates them; here it gets one.
        let worker = ConfigWorker::new("Worker 1", 0..0);
        let (name, span) = ("localhost".to_owned(), span.clone());
        config.managers = vec![Manager { name, span, workers: vec![worker] }];
    }
    if switches.specification.is_none() {
        for worker in config.managers.iter_mut().flat_map(|m| &mut m.workers) {
            if worker.targets.is_empty() {
                let place = worker.span.clone();
                let targets =
                    switches.targets.iter().map(|target| (here(&target.0), place.clone()));
                worker.targets = targets.collect();
            }
        }
        if switches.workers.is_some() {
            let text = "--workers belongs to --spec".to_owned();
            findings.problem(0..0, text, "the configuration names its workers");
        }
    }
}
