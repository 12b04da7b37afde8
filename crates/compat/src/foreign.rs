//! The result of reading another tool's input: the workload, the tool's own view, notes and problems with places.
//!
//! A foreign input has several texts: the command line, job files, parameter files, and what they include. A
//! [`Source`] is one of them; every note and problem names its source and the bytes in it. The view keeps what the
//! tool's own output repeats but the workload does not have. Never does I/O: files come through the caller's [`Load`].

use job::{Note, Problem};
use std::path::MAIN_SEPARATOR;
use workload::Workload;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name for users: a file's path, or `command line`.
    pub name: String,
    /// Its text; the command line's words are joined by single spaces.
    pub text: String,
}

/// Returns the text of a file that the input names, or why it cannot be read.
pub type Load<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// The reader's environment, all of which comes from the caller.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Loads the text of a job file (`-` is the standard input) or of an included file.
    pub load: Load<'a>,
    /// The value of an environment variable; `None` when it is not set.
    pub environment: &'a dyn Fn(&str) -> Option<String>,
    /// The size of the file or device at a path; `None` when there is none. fio takes percentages of it, and it is the
    /// default size of a job.
    pub existing_bytes: &'a dyn Fn(&str) -> Option<u64>,
    /// Whether the path is a block device, which cannot be extended.
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

impl<'a> Context<'a> {
    /// A small machine without variables, files and devices: 2 CPUs and 1 GiB of memory.
    pub fn of(load: Load<'a>) -> Self {
        Self {
            load,
            environment: &|_| None,
            existing_bytes: &|_| None,
            is_device: &|_| false,
            cpus: 2,
            page_bytes: 4096,
            memory_bytes: 1 << 30,
            literal: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Foreign<V> {
    /// The texts that were read; the command line is the first.
    pub sources: Vec<Source>,
    /// The requested workload; `None` when there are problems.
    pub workload: Option<Workload>,
    /// What the tool's own output needs beyond the workload.
    pub view: V,
    /// Notes for the user that do not prevent the job from running, each with the index of its source.
    pub notes: Vec<(usize, Note)>,
    /// All problems, each with the index of its source.
    pub problems: Vec<(usize, Problem)>,
}

impl<V> Foreign<V> {
    /// The same result with another view, made from this one.
    pub fn with_view<W>(self, view: impl FnOnce(V) -> W) -> Foreign<W> {
        let Self { sources, workload, view: own, notes, problems } = self;
        Foreign { sources, workload, view: view(own), notes, problems }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Works as in the tool.
    Honoured,
    /// Works nearly as in the tool; a note with this text says how.
    Approximated(&'static str),
    /// Is not supported; a problem with this text says why.
    Refused(&'static str),
}

/// One option of a tool: a row of its table, which the reader follows and from which the documentation is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionRow {
    /// The option as users write it, without its value.
    pub name: &'static str,
    /// The meaning of the option, in a few words of ours.
    pub meaning: &'static str,
    pub treatment: Treatment,
}

/// An option that works as in the tool.
pub const fn honoured(name: &'static str, meaning: &'static str) -> OptionRow {
    OptionRow { name, meaning, treatment: Treatment::Honoured }
}

/// An option that works nearly as in the tool.
pub const fn nearly(name: &'static str, meaning: &'static str, how: &'static str) -> OptionRow {
    OptionRow { name, meaning, treatment: Treatment::Approximated(how) }
}

/// An option that is not supported.
pub const fn refused(name: &'static str, meaning: &'static str, why: &'static str) -> OptionRow {
    OptionRow { name, meaning, treatment: Treatment::Refused(why) }
}

/// The usage of a tool: its synopsis and every option of its table.
pub fn usage(synopsis: &str, options: &[OptionRow]) -> String {
    let colons = if MAIN_SEPARATOR == '\\' { "semicolons" } else { "colons" };
    let own = format!(
        "\n(nearly: ...) states what Plimsoll does with the option; each run with such an option has a note.\n\
        (refused: ...) states why a run with the option ends before it opens a file or device.\n\
        \nOptions of Plimsoll, allowed at any position:\n\
        \x20 --map FROM=TO             use path TO of this machine for the Windows path or device FROM, as in 'C:=/mnt/c'\n\
        \x20 --overwrite FILE          allow this existing file to be overwritten\n\
        \x20 --destroy DEVICE          allow writes that destroy the data of this block device\n\
        \x20 --store FILE, --seed N    as in `plimsoll run`\n\
        The environment variables PLIMSOLL_OVERWRITE and PLIMSOLL_DESTROY take several names, separated by {colons};\n\
        PLIMSOLL_MAP takes several of --map, separated by semicolons.\n\
        Notes and warnings go to the store. The environment variable PLIMSOLL_NOTES=stderr also prints them, and\n\
        PLIMSOLL_NOTES=FILE appends them to a file.\n"
    );
    format!("usage: {synopsis}\n\n{}{own}", option_lines(options))
}

/// A line for each option: its meaning, and its treatment where it differs from the tool's.
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

/// A Windows path or device and its local path, as users give it with `--map 'C:=/mnt/c'` or `--map '#1=/dev/sdb'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The prefix of a path (`C:`), or the name of a device (`#1`, `\\.\PHYSICALDRIVE1`).
    pub from: String,
    pub to: String,
}

impl Mapping {
    /// Takes every place by its own name, for a job that is read and not run.
    pub fn anywhere() -> Self {
        Self { from: "*".to_owned(), to: "*".to_owned() }
    }

    /// On Windows: takes every place where it is.
    pub fn of_this_system() -> Option<Self> {
        (MAIN_SEPARATOR == '\\').then(Self::windows)
    }

    fn windows() -> Self {
        Self { from: "*".to_owned(), to: r"\\.\".to_owned() }
    }

    /// The place that `name` has with [`Self::anywhere`] or [`Self::of_this_system`].
    pub(crate) fn own_name(name: &str, maps: &[Self]) -> Option<String> {
        if maps.contains(&Self::windows()) {
            // A plain number may be the name of a file.
            let number = disk_number(name).filter(|number| number.len() < name.len());
            let disk = number.map(|number| format!(r"\\.\PhysicalDrive{number}"));
            return Some(disk.unwrap_or_else(|| name.to_owned()));
        }
        maps.contains(&Self::anywhere()).then(|| name.to_owned())
    }

    /// The same for the name of a device: a letter alone names the volume, not the current folder of the drive.
    #[cfg(any(test, feature = "diskspd", feature = "sqlio"))]
    pub(crate) fn own_device(name: &str, maps: &[Self]) -> Option<String> {
        let volume = drive(name).filter(|_| maps.contains(&Self::windows()));
        let volume = volume.map(|letter| format!(r"\\.\{}:", letter.to_ascii_uppercase()));
        volume.or_else(|| Self::own_name(name, maps))
    }

    /// Parses `FROM=TO`; `None` when a side is missing. A single letter is a drive: `E` means `E:`.
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

/// The part of `place` below the mapped place `from`, without leading separators; `None` where the mapping does not
/// apply. Only whole names match: `#1` does not match `#12`. `D:x.dat`, which Windows takes relative to the current
/// folder of the drive, is taken as `D:\x.dat`.
fn below<'p>(place: &'p str, from: &str) -> Option<&'p str> {
    let separator = |c| matches!(c, '\\' | '/');
    let whole = Some(from.trim_end_matches(separator)).filter(|name| !name.is_empty());
    let from = whole.unwrap_or(from);
    let (head, rest) = place.split_at_checked(from.len())?;
    let drive = from.len() == 2 && from.ends_with(':');
    let ends = drive || rest.is_empty() || from.ends_with(separator) || rest.starts_with(separator);
    (head.eq_ignore_ascii_case(from) && ends).then(|| rest.trim_start_matches(separator))
}

/// The number of a disk from any name that Windows and the classic tools use: `#1`, `1:`, `PHYSICALDRIVE1` with or
/// without `\\.\` in front, or the plain number.
fn disk_number(name: &str) -> Option<&str> {
    let name = name.strip_prefix(r"\\.\").unwrap_or(name);
    let long = "PHYSICALDRIVE";
    let head = name.get(..long.len()).filter(|head| head.eq_ignore_ascii_case(long));
    let rest = head.map_or(name, |head| &name[head.len()..]);
    let number = rest.strip_prefix('#').unwrap_or(rest);
    let number = number.strip_suffix(':').unwrap_or(number);
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(number)
}

/// The drive letter of a name such as `D:`, `D:\` or, for the device below it, `\\.\D:`.
fn drive(name: &str) -> Option<char> {
    let name = name.strip_prefix(r"\\.\").unwrap_or(name).trim_end_matches(['\\', '/']);
    match *name.as_bytes() {
        [letter, b':'] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase().into()),
        _ => None,
    }
}

/// Whether two names mean the same device: equal except for case, or spellings of the same disk number or drive.
pub(crate) fn same_device(one: &str, other: &str) -> bool {
    let numbers = disk_number(one).zip(disk_number(other));
    let drives = drive(one).zip(drive(other));
    one.eq_ignore_ascii_case(other)
        || numbers.is_some_and(|(one, other)| one == other)
        || drives.is_some_and(|(one, other)| one == other)
}

/// How to map an unmapped place, by the drive or device that it names.
pub(crate) fn map_advice(place: &str) -> String {
    let drive = place.get(..2).filter(|start| start.ends_with(':'));
    let from = drive.unwrap_or(place);
    format!("map it to a path here, as in --map '{from}=/mnt/data'")
}

/// The local path for a Windows path or device; `None` when no mapping applies to it. Longer mappings take precedence,
/// case is ignored, and backslashes in the rest of the path become slashes.
pub fn mapped(place: &str, mappings: &[Mapping]) -> Option<String> {
    // A plain number may be the name of a file.
    let disk = disk_number(place).is_some_and(|number| number.len() < place.len());
    let device = disk || place.starts_with(r"\\.\");
    if let Some(mapping) = mappings.iter().find(|m| device && same_device(&m.from, place)) {
        return Some(mapping.to.clone());
    }
    let fits = mappings.iter().filter_map(|m| Some((m, below(place, &m.from)?)));
    if let Some((mapping, rest)) = fits.max_by_key(|(m, _)| m.from.len()) {
        let rest = rest.replace('\\', "/");
        return Some(if rest.is_empty() {
            mapping.to.clone()
        } else {
            format!("{}/{rest}", mapping.to.trim_end_matches('/'))
        });
    }
    // A path relative to the working directory needs no mapping.
    if place.starts_with(r".\") || place.starts_with(r"..\") {
        return Some(place.replace('\\', "/"));
    }
    let mut letters = place.chars();
    let drive =
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':');
    let windows = drive || place.contains('\\') || place.starts_with('#');
    if windows { Mapping::own_name(place, mappings) } else { Some(place.to_owned()) }
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
        assert_eq!(mapped(r"D:\x", &[Mapping::anywhere()]).as_deref(), Some(r"D:\x"));
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
    fn on_windows_each_place_is_where_its_name_says() {
        let maps = [Mapping::windows(), Mapping::read("G:=H:").expect("it is whole")];
        let at = |place: &str| mapped(place, &maps);
        for same in [r"D:\db\x.dat", r"\\nas\sql\x.dat", r"db\x.dat", "x.dat", r"\\.\E:", "1"] {
            assert_eq!(at(same).as_deref(), Some(same));
        }
        for disk in ["#1", "1:", r"\\.\PHYSICALDRIVE1", "physicaldrive1"] {
            let name = Mapping::own_name(disk, &maps);
            assert_eq!(name.as_deref(), Some(r"\\.\PhysicalDrive1"), "{disk}");
        }
        assert_eq!(at(r"g:\x.dat").as_deref(), Some("H:/x.dat"), "a map takes precedence");
        assert_eq!(Mapping::own_device("e:", &maps).as_deref(), Some(r"\\.\E:"));
        assert_eq!(Mapping::own_device("e:", &[Mapping::anywhere()]).as_deref(), Some("e:"));
        assert_eq!(Mapping::own_device("e:", &[]), None);
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
