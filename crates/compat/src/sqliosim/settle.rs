//! Checks and settings that concern several keys: files and folders, sizes, and contradictions.

use super::options::SqliosimKey;
use super::read::SqliosimOptions;
use super::{File, Simulation};
use crate::findings::ForeignFindings;
use crate::foreign::{Mapping, mapped};
use job::TextPlace;

/// Sizes of the files in a folder, in MB: of the data file, and the largest of a log.
const DATA_MB: i64 = 4096;
const LOG_MB_MAX: i64 = 50;
/// The growth increment of the data file in a folder, in MB.
const INCREMENT_MB: i64 = 10;

/// Keys with the places of their values.
#[derive(Debug, Default)]
pub(super) struct KeyPlaces {
    pub(super) keys: Vec<(&'static SqliosimKey, TextPlace)>,
    /// Files with the places of their headings.
    pub(super) files: Vec<(File, TextPlace)>,
    /// Keys of files, each with the place where the heading of its file begins.
    pub(super) file_keys: Vec<(usize, &'static SqliosimKey, TextPlace)>,
}

impl KeyPlaces {
    /// The place of the first of these keys that is given; that of the whole text when none is.
    fn place(&self, section: &str, names: [&str; 2]) -> TextPlace {
        let found = names.into_iter().find_map(|name| {
            let own = |known: &&(&SqliosimKey, TextPlace)| {
                known.0.section == section && known.0.name == name
            };
            self.keys.iter().find(own)
        });
        found.map_or(TextPlace::default(), |found| found.1.clone())
    }

    fn file_place(&self, heading: &TextPlace, name: &str) -> TextPlace {
        let own = |known: &&(usize, &SqliosimKey, TextPlace)| {
            known.0 == heading.span.start && known.1.name == name
        };
        self.file_keys.iter().find(own).map_or(heading.clone(), |found| found.2.clone())
    }
}

/// Applies the command line, resolves the files and checks the result.
pub(super) fn settle(
    simulation: &mut Simulation,
    given: KeyPlaces,
    switches: &SqliosimOptions,
    maps: &[Mapping],
    findings: &mut ForeignFindings,
) {
    if let Some(seconds) = switches.seconds {
        simulation.config.test_cycle_duration_s = seconds;
    }
    simulation.audit.most = simulation.audit.least;
    pairs(simulation, &given, findings);
    let config = &mut simulation.config;
    if config.scatter_gather && !config.no_buffering {
        let place = given.place("CONFIG", ["NoBuffering", "UseScatterGather"]);
        findings
            .note(&place, "UseScatterGather implies NoBuffering: files are opened past the cache");
        config.no_buffering = true;
    }
    if switches.dirs.is_empty() {
        simulation.files = files(&given, switches, maps, findings);
    } else {
        if let Some((_, place)) = given.files.iter().find(|(file, _)| !file.name.is_empty()) {
            findings
                .note(place, "-dir sets the folders: the files of the configuration are ignored");
        }
        simulation.files = in_folders(switches, maps, findings);
    }
    let wanted = simulation.files.iter().any(|file| !file.log);
    let elsewhere = switches.files_elsewhere && simulation.files.is_empty();
    if !wanted && !elsewhere {
        let place = given.files.first().map_or(TextPlace::default(), |file| file.1.clone());
        findings.problem(
            &place,
            "there is no file for data",
            "name a folder with -dir, or write [File1] with FileName=, InitialSize= and LogFile=FALSE",
        );
    }
    for (at, file) in simulation.files.iter().enumerate() {
        if simulation.files[..at].iter().any(|other| other.path == file.path) {
            let place = given.files.get(at).map_or(TextPlace::default(), |file| file.1.clone());
            findings.problem(
                &place,
                format!("{} is named twice", file.name),
                "name each file once",
            );
        }
    }
    if !simulation.files.is_empty() && !simulation.files.iter().any(|file| file.log) {
        findings.note(TextPlace::default(), "there is no file for the log: no log is written");
    }
}

/// Reports pairs of keys whose minimum exceeds the maximum.
fn pairs(simulation: &Simulation, given: &KeyPlaces, findings: &mut ForeignFindings) {
    let Simulation { random, read_ahead, bulk, shrink, .. } = simulation;
    let all = [
        ("RandomUser", "MinIOChainLength", "MaxIOChainLength", random.chain_min, random.chain_max),
        (
            "RandomUser",
            "MinLogPerBuffer",
            "MaxLogPerBuffer",
            random.log_bytes_min,
            random.log_bytes_max,
        ),
        (
            "RandomUser",
            "CPUCyclesMin",
            "CPUCyclesMax",
            random.cpu_cycles_min,
            random.cpu_cycles_max,
        ),
        ("ReadAheadUser", "BuffersRAMin", "BuffersRAMax", read_ahead.least, read_ahead.most),
        ("BulkUpdateUser", "BuffersBUMin", "BuffersBUMax", bulk.least, bulk.most),
        (
            "ShrinkUser",
            "MinShrinkInterval",
            "MaxShrinkInterval",
            shrink.every_s_min,
            shrink.every_s_max,
        ),
        ("ShrinkUser", "MinExtends", "MaxExtends", shrink.extents_min, shrink.extents_max),
    ];
    for (section, least, most, low, high) in all {
        if low > high {
            let place = given.place(section, [least, most]);
            findings.problem(&place, format!("{least} is {low}, but {most} is only {high}"), "");
        }
    }
}

fn files(
    given: &KeyPlaces,
    switches: &SqliosimOptions,
    maps: &[Mapping],
    findings: &mut ForeignFindings,
) -> Vec<File> {
    let mut files = Vec::new();
    for (file, heading) in &given.files {
        let mut file = file.clone();
        if file.name.is_empty() {
            findings.note(heading, "the section names no file and is ignored");
            continue;
        }
        let place = given.file_place(heading, "FileName");
        let Some(path) = here(&file.name, maps, &place, findings) else { continue };
        file.path = beside(&file.name, path, &place, findings);
        if let Some(size_mb) = switches.size_mb {
            (file.initial_mb, file.max_mb) = sizes(size_mb, file.log);
        }
        if file.initial_mb < 1 {
            let place = given.file_place(heading, "InitialSize");
            findings.problem(&place, "InitialSize must be at least 1", "in MB");
        }
        if file.max_mb == 0 {
            file.max_mb = file.initial_mb;
        }
        if file.max_mb < file.initial_mb {
            let place = given.file_place(heading, "MaxSize");
            let text =
                format!("InitialSize is {}, but MaxSize is only {}", file.initial_mb, file.max_mb);
            findings.problem(&place, text, "");
        }
        if file.log && file.increment_mb > 0 && file.max_mb > file.initial_mb {
            let place = given.file_place(heading, "Increment");
            findings.note(&place, "the size of a log file is fixed: the log wraps around");
        }
        files.push(file);
    }
    files
}

fn here(
    name: &str,
    maps: &[Mapping],
    place: &TextPlace,
    findings: &mut ForeignFindings,
) -> Option<String> {
    let Some(path) = mapped(name, maps) else {
        let drive: String = name.chars().take(2).collect();
        findings.problem(
            place,
            format!("{name} is a Windows path"),
            format!("map it to a path here, such as --map '{drive}=/mnt/data'"),
        );
        return None;
    };
    Some(path)
}

/// A stream of a Windows file becomes a file next to it.
fn beside(name: &str, path: String, place: &TextPlace, findings: &mut ForeignFindings) -> String {
    match path.rsplit_once(':') {
        Some((file, stream)) if path != name && !stream.contains('/') => {
            let beside = format!("{file}.{stream}");
            findings.note(place, format!("a stream of a file is a separate file here: {beside}"));
            beside
        }
        _ => path,
    }
}

/// The initial and the largest size, in MB.
fn sizes(size_mb: i64, log: bool) -> (i64, i64) {
    let log_mb = (size_mb / 2).clamp(1, LOG_MB_MAX);
    if log { (log_mb, log_mb) } else { (size_mb, 2 * size_mb) }
}

/// The two files of each folder.
fn in_folders(
    switches: &SqliosimOptions,
    maps: &[Mapping],
    findings: &mut ForeignFindings,
) -> Vec<File> {
    let mut files = Vec::new();
    for (folder, place) in &switches.dirs {
        if folder.is_empty() || folder.trim() != folder || folder.contains(char::is_control) {
            findings.problem(place, "-dir needs the name of a folder", "without blanks around it");
            continue;
        }
        let Some(path) = here(folder, maps, place, findings) else { continue };
        for (ending, log) in [("mdx", false), ("ldx", true)] {
            let (initial_mb, max_mb) = sizes(switches.size_mb.unwrap_or(DATA_MB), log);
            let windows = folder.contains('\\');
            let join = |folder: &str, mark: char| {
                format!("{}{mark}sqliosim.{ending}", folder.trim_end_matches(['/', '\\']))
            };
            files.push(File {
                name: join(folder, if windows { '\\' } else { '/' }),
                path: join(&path, '/'),
                initial_mb,
                max_mb,
                increment_mb: if log { 0 } else { INCREMENT_MB },
                shrinkable: !log,
                sparse: false,
                log,
            });
        }
    }
    files
}
