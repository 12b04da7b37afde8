//! Reads the command line and the configuration; reports all problems at once, each with its place.

use super::ini::{self, ConfigLine, Piece};
use super::options::{KEYS, SECTIONS, SqliosimKey, ValueSlot, WORDS};
use super::settle::{self, KeyPlaces};
use super::{File, Simulation, SqliosimView};
use crate::findings::ForeignFindings;
use crate::foreign::{Foreign, Load, Mapping, Treatment};
use job::notation::DASHES;
use job::{TextPlace, nearest};

/// The configuration that is read when none is named.
const USUAL: &str = "sqliosim.cfg.ini";
const FILES_MAX: usize = 256;

fn end(findings: ForeignFindings, view: SqliosimView) -> Foreign<SqliosimView> {
    let mut read = findings.foreign(None, view);
    read.problems.sort_by_key(|(source, problem)| (*source, problem.span.start));
    read
}

/// Reads a command line without the program's name. There is never a workload: the request is in the view.
pub fn read(words: &[String], load: Load<'_>, maps: &[Mapping]) -> Foreign<SqliosimView> {
    let mut findings = ForeignFindings::new(words.join(" "));
    let mut view = SqliosimView { simulation: super::usual(), ..SqliosimView::default() };
    let switches = read_switches(words, &mut view, &mut findings);
    if view.usage {
        return end(findings, view);
    }
    let mut given = KeyPlaces::default();
    let named = switches.cfg.is_some();
    let (name, place) = switches.cfg.clone().unwrap_or((USUAL.to_owned(), TextPlace::default()));
    match load(&name) {
        Ok(text) => given = config(&name, text, &mut view.simulation, &mut findings),
        Err(why) if named => findings.problem(
            &place,
            format!("the configuration {name} cannot be read: {why}"),
            "name a file, or leave -cfg out for every key's default",
        ),
        Err(_) => {
            findings.note(&place, format!("there is no {USUAL} here: every key has its default"));
        }
    }
    settle::settle(&mut view.simulation, given, &switches, maps, &mut findings);
    end(findings, view)
}

/// Reads a configuration alone; it need not name files, because the caller does.
pub fn read_config(name: &str, load: Load<'_>, maps: &[Mapping]) -> Foreign<SqliosimView> {
    let mut findings = ForeignFindings::new(name.to_owned());
    let mut view = SqliosimView { simulation: super::usual(), ..SqliosimView::default() };
    let switches = SqliosimOptions { files_elsewhere: true, ..SqliosimOptions::default() };
    match load(name) {
        Ok(text) => {
            let given = config(name, text, &mut view.simulation, &mut findings);
            settle::settle(&mut view.simulation, given, &switches, maps, &mut findings);
        }
        Err(why) => findings.problem(
            0..name.len(),
            format!("the configuration {name} cannot be read: {why}"),
            "",
        ),
    }
    end(findings, view)
}

#[derive(Debug, Default)]
pub(super) struct SqliosimOptions {
    cfg: Option<(String, TextPlace)>,
    pub(super) dirs: Vec<(String, TextPlace)>,
    pub(super) size_mb: Option<i64>,
    pub(super) seconds: Option<i64>,
    /// Whether files are named elsewhere if the configuration has none.
    pub(super) files_elsewhere: bool,
}

fn read_switches(
    words: &[String],
    view: &mut SqliosimView,
    findings: &mut ForeignFindings,
) -> SqliosimOptions {
    let mut switches = SqliosimOptions::default();
    let mut at = 0;
    let mut words = words.iter().map(|word| {
        let place = TextPlace::from(at..at + word.len());
        at += word.len() + 1;
        (word.as_str(), place)
    });
    while let Some((word, place)) = words.next() {
        let name = word.trim_start_matches(DASHES).to_ascii_lowercase();
        let dashed = name.len() < word.len();
        if dashed && ["?", "h", "help"].contains(&name.as_str()) {
            view.usage = true;
            continue;
        }
        let known = WORDS.iter().filter_map(|row| row.name[1..].split_once(' ').map(|pair| pair.0));
        if !dashed || !known.clone().any(|known| known == name) {
            let near = nearest(&name, &known.collect::<Vec<_>>());
            let help =
                near.map_or("see --help".to_owned(), |near| format!("did you mean -{near}?"));
            findings.problem(&place, format!("there is no option {word}"), help);
            continue;
        }
        let Some((value, place)) = words.next() else {
            findings.problem(&place, format!("{word} needs a value"), "");
            break;
        };
        let text = value.to_owned();
        match name.as_str() {
            "cfg" => switches.cfg = Some((text, place)),
            "save" => view.save = Some(text),
            "log" => view.log = Some(text),
            "dir" => switches.dirs.push((text, place)),
            "d" => switches.seconds = positive(word, value, &place, findings),
            _ => switches.size_mb = positive(word, value, &place, findings),
        }
    }
    switches
}

fn positive(
    word: &str,
    value: &str,
    place: &TextPlace,
    findings: &mut ForeignFindings,
) -> Option<i64> {
    let number = value.parse().ok().filter(|number| (1..=1_i64 << 30).contains(number));
    if number.is_none() {
        findings.problem(place, format!("{word} {value}: a whole number above 0 is needed"), "");
    }
    number
}

/// Where the lines below a heading belong.
enum ConfigSection {
    Named(&'static str),
    File,
    Unknown,
}

fn config(
    name: &str,
    text: String,
    simulation: &mut Simulation,
    findings: &mut ForeignFindings,
) -> KeyPlaces {
    let source = findings.source(name, &text);
    let mut given = KeyPlaces::default();
    let mut section = None;
    for line in ini::lines(&text) {
        match line {
            ConfigLine::Section(piece) => {
                section = Some(heading(
                    piece,
                    TextPlace { source, span: piece.span() },
                    &mut given,
                    findings,
                ));
            }
            ConfigLine::Pair(key, value) => {
                let places = [key.span(), value.span()].map(|span| TextPlace { source, span });
                match &section {
                    None => findings.problem(
                        &places[0],
                        "a key stands before the first section",
                        "write [CONFIG] above it",
                    ),
                    Some(ConfigSection::Unknown) => {}
                    Some(ConfigSection::Named(section)) => {
                        pair(section, [key, value], places, simulation, &mut given, findings);
                    }
                    Some(ConfigSection::File) => {
                        pair("FileN", [key, value], places, simulation, &mut given, findings);
                    }
                }
            }
            ConfigLine::Other(piece) => findings.problem(
                (source, &piece.span()),
                "this line is neither [SECTION] nor KEY=VALUE",
                "begin a comment with `;`",
            ),
        }
    }
    given
}

fn heading(
    piece: Piece<'_>,
    place: TextPlace,
    given: &mut KeyPlaces,
    findings: &mut ForeignFindings,
) -> ConfigSection {
    let known = SECTIONS.into_iter().find(|known| known.eq_ignore_ascii_case(piece.text));
    if let Some(name) = known.filter(|name| *name != "FileN") {
        return ConfigSection::Named(name);
    }
    let number = piece.text.get(4..).filter(|_| piece.text[..4].eq_ignore_ascii_case("file"));
    if number.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())) {
        if given.files.len() < FILES_MAX {
            given.files.push((File::default(), place));
            return ConfigSection::File;
        }
        findings.problem(&place, format!("there are more than {FILES_MAX} files"), "");
        return ConfigSection::Unknown;
    }
    let near = nearest(piece.text, &SECTIONS);
    let help = near.map_or("see docs/dialects/sqliosim.md".to_owned(), |near| {
        format!("did you mean [{}]?", if near == "FileN" { "File1" } else { near })
    });
    findings.problem(&place, format!("there is no section [{}]", piece.text), help);
    ConfigSection::Unknown
}

fn pair(
    section: &'static str,
    [name, value]: [Piece<'_>; 2],
    [key_place, value_place]: [TextPlace; 2],
    simulation: &mut Simulation,
    given: &mut KeyPlaces,
    findings: &mut ForeignFindings,
) {
    let own = || KEYS.iter().filter(|key| key.section == section);
    let Some(key) = own().find(|key| key.is(name.text)) else {
        let names: Vec<&str> = own().map(|key| key.name).collect();
        let elsewhere = KEYS.iter().find(|key| key.is(name.text));
        let help = match (elsewhere, nearest(name.text, &names)) {
            (Some(key), _) => format!("it belongs to [{}]", key.section),
            (None, Some(near)) => format!("did you mean {near}?"),
            (None, None) => {
                "SQLIOSim has no such key either; see docs/dialects/sqliosim.md".to_owned()
            }
        };
        findings.problem(&key_place, format!("there is no key {} in [{section}]", name.text), help);
        return;
    };
    let place = if value.text.is_empty() { key_place.clone() } else { value_place };
    let cut = !matches!(key.slot, ValueSlot::Text(_) | ValueSlot::FileText(_));
    let value = if cut { value.without_comment() } else { value };
    let set = match (key.slot, given.files.last_mut()) {
        (ValueSlot::Number(of, least, most), _) => {
            number(value.text, least, most).map(|number| *of(simulation) = number)
        }
        (ValueSlot::Truth(of), _) => truth(value.text).map(|truth| *of(simulation) = truth),
        (ValueSlot::Text(of), _) => {
            value.text.clone_into(of(simulation));
            Ok(())
        }
        (ValueSlot::FileNumber(of, least, most), Some((file, _))) => {
            number(value.text, least, most).map(|number| *of(file) = number)
        }
        (ValueSlot::FileTruth(of), Some((file, _))) => {
            truth(value.text).map(|truth| *of(file) = truth)
        }
        (ValueSlot::FileText(of), Some((file, _))) => {
            value.text.clone_into(of(file));
            Ok(())
        }
        // Keys of files are looked up only below a file's heading.
        (_, None) => Ok(()),
    };
    if let Err(why) = set {
        findings.problem(&place, format!("{}={}: {why}", key.name, value.text), "");
        return;
    }
    approximated(key, value.text, &place, findings);
    if section != "FileN" {
        if given.keys.iter().any(|known| known.0.row.name == key.row.name) {
            findings.note(&key_place, format!("{} is given twice: this value is used", key.name));
        }
        given.keys.retain(|known| known.0.row.name != key.row.name);
        given.keys.push((key, place));
    } else if let Some((_, section)) = given.files.last() {
        given.file_keys.push((section.span.start, key, place));
    }
}

/// Adds a note for a key that is not at its default and is only approximated.
fn approximated(key: &SqliosimKey, value: &str, place: &TextPlace, findings: &mut ForeignFindings) {
    if let Treatment::Approximated(how) = key.row.treatment
        && !value.eq_ignore_ascii_case(key.default)
    {
        findings.note(place, format!("{} is approximated: {how}", key.name));
    }
}

fn number(text: &str, least: i64, most: i64) -> Result<i64, String> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let parsed = match hexadecimal {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    match parsed {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        Ok(_) => Err(format!("it must be from {least} to {most}")),
        Err(_) => Err("a whole number is needed".to_owned()),
    }
}

fn truth(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err("TRUE or FALSE is needed".to_owned()),
    }
}
