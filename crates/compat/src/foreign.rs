//! What reading another tool's input gives: the workload, the tool's own view of it, notes and problems with places.
//!
//! A foreign input has several texts: the command line, job files, parameter files, what they include. A [`Source`]
//! is one of them; every note and problem names its source and the bytes in it. The view keeps what the tool's own
//! output must repeat and the workload cannot say. Never does I/O: files come through the caller's [`Load`].

use job::{Note, Problem};
use workload::Workload;

/// One text of a foreign input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What users call it: a file's path, or `command line`.
    pub name: String,
    /// Its text; the command line's words are joined by single spaces.
    pub text: String,
}

/// Gives the text of a file that the input names, or why it cannot be read.
pub type Load<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// What the reader knows of the world: everything comes from the caller.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Gives the text of a job file (`-` is the standard input) or of an included one.
    pub load: Load<'a>,
    /// The value of an environment variable; `None` when it is not set.
    pub environment: &'a dyn Fn(&str) -> Option<String>,
    /// The size of the file or device at a path; `None` when there is none. fio takes percentages of it, and it is
    /// the default size of a job.
    pub existing_bytes: &'a dyn Fn(&str) -> Option<u64>,
    /// Whether the path is a block device, which no job makes longer.
    pub is_device: &'a dyn Fn(&str) -> bool,
    /// Online CPUs, for `$ncpus`.
    pub cpus: u32,
    /// The size of a memory page, for `$pagesize`.
    pub page_bytes: u64,
    /// Memory, for `$mb_memory`.
    pub memory_bytes: u64,
    /// Whether values are read as the tool itself reads them, even where that is absurd.
    pub literal: bool,
}

/// A foreign input as it was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Foreign<V> {
    /// The texts that were read; the command line is the first.
    pub sources: Vec<Source>,
    /// What is asked; `None` when there are problems.
    pub workload: Option<Workload>,
    /// What the tool's own output needs beyond the workload.
    pub view: V,
    /// What the user should know though the job can run, each with the index of its source.
    pub notes: Vec<(usize, Note)>,
    /// All that is wrong, each with the index of its source.
    pub problems: Vec<(usize, Problem)>,
}

impl<V> Foreign<V> {
    /// The same with another view, which is made of this one.
    pub fn with_view<W>(self, view: impl FnOnce(V) -> W) -> Foreign<W> {
        let Self { sources, workload, view: own, notes, problems } = self;
        Foreign { sources, workload, view: view(own), notes, problems }
    }
}

/// How one option of a tool is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Does what the tool does.
    Honoured,
    /// Does nearly that; a note says this.
    Approximated(&'static str),
    /// Ends the reading with a problem that says this.
    Refused(&'static str),
}

/// One option of a tool: a row of its table, from which the reader judges and the documentation is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionRow {
    /// The option as users write it, without its value.
    pub name: &'static str,
    /// What it sets, in a few words of ours.
    pub meaning: &'static str,
    /// How it is treated.
    pub treatment: Treatment,
}

/// The usage of a tool: its synopsis and every option, as its table has them.
pub fn usage(synopsis: &str, options: &[OptionRow]) -> String {
    let own = "\n(nearly: ...) states what Plimsoll does with the option; each run with such an option has a note.\n\
        (refused: ...) states why a run with the option ends before it opens a file or device.\n\
        \nOptions of Plimsoll, allowed at any position:\n\
        \x20 --map FROM=TO             use path TO of this machine for the Windows path or device FROM, as in 'C:=/mnt/c'\n\
        \x20 --overwrite FILE          allow this existing file to be overwritten\n\
        \x20 --destroy DEVICE          allow writes that destroy the data of this block device\n\
        \x20 --store FILE, --seed N    as in `plimsoll run`\n\
        The environment variables PLIMSOLL_OVERWRITE and PLIMSOLL_DESTROY take several names, separated by colons.\n\
        Notes and warnings go to the store. The environment variable PLIMSOLL_NOTES=stderr also prints them, and\n\
        PLIMSOLL_NOTES=FILE appends them to a file.\n";
    format!("usage: {synopsis}\n\n{}{own}", option_lines(options))
}

/// A line for each option: what it sets, and how it is treated where that is not what the tool does.
pub fn option_lines(options: &[OptionRow]) -> String {
    let width = options.iter().map(|row| row.name.len()).max().unwrap_or(0).min(24);
    let line = |row: &OptionRow| {
        let remark = match row.treatment {
            Treatment::Honoured => String::new(),
            Treatment::Approximated(how) => format!(" (nearly: {how})"),
            Treatment::Refused(why) => format!(" (refused: {why})"),
        };
        format!("  {:width$}  {}{remark}\n", row.name, row.meaning)
    };
    options.iter().map(line).collect()
}

/// A place of the tool's world and what it is here, as users give it with `--map 'C:=/mnt/c'` or `--map '#1=/dev/sdb'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The prefix of a path (`C:`), or the name of a device (`#1`, `\\.\PHYSICALDRIVE1`).
    pub from: String,
    /// The path that stands for it.
    pub to: String,
}

impl Mapping {
    /// Reads `FROM=TO`; `None` when a side is missing. A single letter is a drive: `E` is `E:`.
    pub fn read(text: &str) -> Option<Self> {
        let (from, to) = text.split_once('=')?;
        let (from, to) = (from.trim(), to.trim());
        let from = match from.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => format!("{from}:"),
            _ => from.to_owned(),
        };
        (!from.is_empty() && !to.is_empty()).then(|| Self { from, to: to.to_owned() })
    }
}

/// What follows the mapped place in `place`, without separators before it; `None` where the mapping does not fit. It
/// fits whole names only: `#1` is not the beginning of `#12`. `D:x.dat`, relative to the folder that Windows keeps for
/// the drive, lies in the mapped place itself, as `D:\x.dat` does.
fn below<'p>(place: &'p str, from: &str) -> Option<&'p str> {
    let separator = |c| matches!(c, '\\' | '/');
    let whole = Some(from.trim_end_matches(separator)).filter(|name| !name.is_empty());
    let from = whole.unwrap_or(from);
    let (head, rest) = place.split_at_checked(from.len())?;
    let drive = from.len() == 2 && from.ends_with(':');
    let ends = drive || rest.is_empty() || from.ends_with(separator) || rest.starts_with(separator);
    (head.eq_ignore_ascii_case(from) && ends).then(|| rest.trim_start_matches(separator))
}

/// The number of a disk as Windows and the classic tools name it: `#1`, `1:`, `\\\\.\\PHYSICALDRIVE1` with or without what stands
/// before its letters, and the plain number where it is known to be one.
fn disk_number(name: &str) -> Option<&str> {
    let name = name.strip_prefix(r"\\.\").unwrap_or(name);
    let long = "PHYSICALDRIVE";
    let head = name.get(..long.len()).filter(|head| head.eq_ignore_ascii_case(long));
    let rest = head.map_or(name, |head| &name[head.len()..]);
    let number = rest.strip_prefix('#').unwrap_or(rest);
    let number = number.strip_suffix(':').unwrap_or(number);
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(number)
}

/// The drive of a name such as `D:`, `D:\` or, for the device under it, `\\.\D:`.
fn drive(name: &str) -> Option<char> {
    let name = name.strip_prefix(r"\\.\").unwrap_or(name).trim_end_matches(['\\', '/']);
    match *name.as_bytes() {
        [letter, b':'] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase().into()),
        _ => None,
    }
}

/// Whether two names are those of one device: letter by letter but for their case, two spellings of one disk's number, or
/// two spellings of one drive.
pub(crate) fn same_device(one: &str, other: &str) -> bool {
    let numbers = disk_number(one).zip(disk_number(other));
    let drives = drive(one).zip(drive(other));
    one.eq_ignore_ascii_case(other)
        || numbers.is_some_and(|(one, other)| one == other)
        || drives.is_some_and(|(one, other)| one == other)
}

/// The path here of a Windows path or device; `None` when it is one and no mapping fits. Longer mappings come
/// first, case does not count, and what follows a mapped place lies below it, its backslashes turned.
pub fn mapped(place: &str, mappings: &[Mapping]) -> Option<String> {
    // A plain number may be a file's name.
    let disk = disk_number(place).is_some_and(|number| number.len() < place.len());
    let device = disk || place.starts_with(r"\\.\");
    if let Some(mapping) = mappings.iter().find(|m| device && same_device(&m.from, place)) {
        return Some(mapping.to.clone());
    }
    let fits = mappings.iter().filter_map(|m| Some((m, below(place, &m.from)?)));
    if let Some((mapping, rest)) = fits.max_by_key(|(m, _)| m.from.len()) {
        let rest = rest.replace('\\', "/");
        return Some(match rest.is_empty() {
            true => mapping.to.clone(),
            false => format!("{}/{rest}", mapping.to.trim_end_matches('/')),
        });
    }
    // Relative to the working directory, which both worlds have.
    if place.starts_with(r".\") || place.starts_with(r"..\") {
        return Some(place.replace('\\', "/"));
    }
    let mut letters = place.chars();
    let drive =
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':');
    let windows = drive || place.contains('\\') || place.starts_with('#');
    (!windows).then(|| place.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_places_need_a_mapping_and_others_none() {
        let maps = [
            Mapping::read("C:=/mnt/c").expect("it is whole"),
            Mapping::read("#1=/dev/sdb").expect("it is whole"),
        ];
        assert_eq!(mapped(r"c:\db\test.dat", &maps).as_deref(), Some("/mnt/c/db/test.dat"));
        assert_eq!(mapped("#1", &maps).as_deref(), Some("/dev/sdb"));
        assert_eq!(mapped("/srv/x", &maps).as_deref(), Some("/srv/x"));
        assert_eq!(mapped(r".\db\x.dat", &maps).as_deref(), Some("./db/x.dat"));
        assert_eq!(mapped(r"..\x.dat", &maps).as_deref(), Some("../x.dat"));
        assert_eq!(mapped(r"D:\x", &maps), None);
        assert_eq!(mapped(r"\\.\PHYSICALDRIVE1", &maps).as_deref(), Some("/dev/sdb"));
        assert_eq!(mapped(r"\\.\PHYSICALDRIVE2", &maps), None);
        assert_eq!(Mapping::read("C:"), None);
        for from in ["1", "1:", "#1", r"\\.\PhysicalDrive1"] {
            let maps = [Mapping { from: from.to_owned(), to: "/dev/sdb".to_owned() }];
            for place in ["1:", "#1", r"\\.\PHYSICALDRIVE1", "PhysicalDrive1"] {
                assert_eq!(mapped(place, &maps).as_deref(), Some("/dev/sdb"), "{from} {place}");
            }
            assert_ne!(mapped("#12", &maps).as_deref(), Some("/dev/sdb"), "{from}");
            assert_eq!(mapped("x/1", &maps).as_deref(), Some("x/1"));
        }
        for from in ["e", "E:", r"e:\", "E:/", r"\\.\E:"] {
            let maps = [Mapping::read(&format!("{from}=/mnt/e")).expect("it is whole")];
            assert_eq!(mapped(r"\\.\e:", &maps).as_deref(), Some("/mnt/e"), "{from}");
            assert!(same_device("E:", &maps[0].from), "{from}");
            assert_eq!(mapped(r"\\.\EF:", &maps), None, "{from}");
        }
    }

    #[test]
    fn what_is_mapped_lies_below_the_place_and_never_beside_it() {
        let maps = ["D:=/mnt/d", r"E:\=/mnt/e/", r"F:\db=/mnt/f", "#1=/dev/sdb", r"\=/mnt/own"];
        let maps: Vec<Mapping> =
            maps.iter().map(|text| Mapping::read(text).expect("whole")).collect();
        let at = |place: &str| mapped(place, &maps);
        for (place, here) in [
            ("D:Testfile.dat", "/mnt/d/Testfile.dat"),
            (r"d:\Testfile.dat", "/mnt/d/Testfile.dat"),
            ("D:/a/b.dat", "/mnt/d/a/b.dat"),
            (r"D:\", "/mnt/d"),
            ("D:", "/mnt/d"),
            (r"E:\x.dat", "/mnt/e/x.dat"),
            ("E:x.dat", "/mnt/e/x.dat"),
            (r"F:\db\x.dat", "/mnt/f/x.dat"),
            (r"\Testfile.dat", "/mnt/own/Testfile.dat"),
            ("#1", "/dev/sdb"),
        ] {
            assert_eq!(at(place).as_deref(), Some(here), "{place}");
        }
        assert_eq!(at(r"F:\db2\x.dat"), None);
        assert_eq!(at("#12"), None);
    }
}
