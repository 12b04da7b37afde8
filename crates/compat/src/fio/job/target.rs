//! Where the I/O goes and how much there is: files, sizes, offsets, and the end of the job.

use super::super::value::{NotedValue, Units, ValueResult, without_note};
use super::FioJob;
use super::several::{self, FileSizeGenerator, Service};
use crate::foreign::{map_advice, mapped};
use base::{Bytes, Nanos};
use job::Diagnostics;
use std::collections::BTreeMap;
use workload::emulation::FileSet;
use workload::{StartDelay, StopCondition};

/// The size that earlier jobs of the same input give each file.
pub(in super::super) type FileSizes = BTreeMap<String, u64>;

const FILES_MAX: u64 = 16_384;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Amount {
    Bytes(u64),
    Percent(f64),
}

/// What all clones of a job have in common.
#[derive(Clone, Debug)]
pub(in super::super) struct Targets {
    /// Of every time that the option is given, also for all jobs: fio adds them up.
    filenames: Vec<String>,
    directories: Vec<String>,
    format: String,
    files_of_own: u64,
    size: Option<Amount>,
    filesize: Option<(u64, u64)>,
    seed: Option<u64>,
    io_size: Option<Amount>,
    offset: Amount,
    increment: Amount,
    loops: u64,
    ios: Option<u64>,
    pub runtime: Option<Nanos>,
    pub time_based: bool,
    null: bool,
    service: Service,
}

#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct ClonePart {
    pub path: String,
    pub offset: u64,
    /// How many bytes of it are used.
    pub bytes: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct CloneParts {
    pub files: Vec<ClonePart>,
    pub stop: StopCondition,
    /// The number of passes over all files, if the job ends after whole passes.
    pub passes: Option<u64>,
}

/// A clone whose files are being sized.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Clone<'m> {
    pub clone: u32,
    /// Its number among the clones of all jobs, from 1.
    pub number: u64,
    /// The smallest block; percentages and drawn sizes are rounded down to it.
    pub smallest: u64,
    pub made: &'m FileSizes,
}

pub(in super::super) fn targets(job: &FioJob<'_>, null: bool, sink: &mut Diagnostics) -> Targets {
    let text = |name: &str| job.given(name).map(|given| given.value.trim().to_owned());
    let directories = text("directory").map_or_else(Vec::new, |list| parts(&list));
    let runtime = job.read("runtime", sink, Units::seconds).filter(|time| time.0 > 0);
    let mut time_based = job.on("time_based", sink).unwrap_or(false);
    if time_based && runtime.is_none() {
        sink.note(job.place_of("time_based"), "`time_based` has no effect without `runtime`");
        time_based = false;
    }
    let files = job.read("nrfiles", sink, Units::count).unwrap_or(1).max(1);
    let filesize = job.read("filesize", sink, spread).filter(|(_, high)| *high > 0);
    let seed = job.given("randseed").and_then(|given| given.value.trim().parse().ok());
    Targets {
        filenames: job.all("filename").flat_map(filenames).collect(),
        directories,
        format: text("filename_format").unwrap_or_else(|| "$jobname.$jobnum.$filenum".to_owned()),
        files_of_own: files,
        size: job.read("size", sink, amount).filter(|size| *size != Amount::Bytes(0)),
        filesize,
        seed,
        io_size: job.read("io_size", sink, amount).filter(|size| *size != Amount::Bytes(0)),
        offset: job.read("offset", sink, amount).unwrap_or(Amount::Bytes(0)),
        increment: job.read("offset_increment", sink, amount).unwrap_or(Amount::Bytes(0)),
        loops: job.read("loops", sink, Units::count).unwrap_or(1).max(1),
        ios: job.read("number_ios", sink, Units::count).filter(|ios| *ios > 0),
        runtime,
        time_based,
        null,
        service: several::service(job, sink),
    }
}

fn amount(units: Units, text: &str) -> ValueResult<Amount> {
    let text = text.trim();
    match text.strip_suffix('%') {
        // More than 100 % is also refused in literal mode: fio would truncate the file.
        Some(_) => Ok(units.percent(text)?.map(Amount::Percent)),
        None => Ok(units.size(text)?.map(Amount::Bytes)),
    }
}

fn spread(units: Units, text: &str) -> ValueResult<(u64, u64)> {
    let Some((low, high)) = text.split_once(['-', ':']) else {
        return Ok(units.size(text)?.map(|size| (size, size)));
    };
    let (low, high) = (units.size(low)?.value, units.size(high)?.value);
    without_note((low.min(high), low.max(high)))
}

/// A list split by colons; `\:` is a colon.
fn parts(list: &str) -> Vec<String> {
    let (mut all, mut part) = (Vec::new(), String::new());
    let mut letters = list.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '\\' if letters.peek() == Some(&':') => part.extend(letters.next()),
            ':' => all.push(std::mem::take(&mut part)),
            c => part.push(c),
        }
    }
    all.push(part);
    all.retain(|part| !part.trim().is_empty());
    all.iter().map(|part| part.trim().to_owned()).collect()
}

fn filenames(list: &str) -> Vec<String> {
    // The name of our simulated storage contains a colon; fio has no such name.
    if workload::simulation(list).is_some() { vec![list.to_owned()] } else { parts(list) }
}

impl Targets {
    /// The files of a clone, and the end of its stream.
    pub(in super::super) fn of_clone(
        &self,
        job: &FioJob<'_>,
        clone: Clone<'_>,
        sink: &mut Diagnostics,
    ) -> Option<CloneParts> {
        let paths = self.paths(job, clone.clone, sink)?;
        let count = paths.len() as u64;
        let mut sizes = FileSizeGenerator::of(self.seed, clone.number);
        let mut files = Vec::new();
        for path in paths {
            files.push(self.part(job, path, count, clone, &mut sizes, sink)?);
        }
        let used: u64 = files.iter().fold(0, |sum, file| sum.saturating_add(file.bytes));
        let moved = match (self.io_size, self.size, self.filesize) {
            (Some(Amount::Bytes(n)), _, _) => n,
            (Some(Amount::Percent(p)), _, _) => share(used, p),
            (None, Some(Amount::Bytes(n)), Some(_)) => n.min(used),
            _ => used,
        };
        let bytes = moved.saturating_mul(self.loops).clamp(512, i64::MAX as u64);
        let stop = StopCondition {
            duration_ns: self.runtime,
            bytes: (!self.time_based).then_some(Bytes(bytes)),
            ios: self.ios,
            ..StopCondition::default()
        };
        let passes = (self.io_size.is_none() && moved == used).then_some(self.loops);
        Some(CloneParts { files, stop, passes })
    }

    /// The files of a clone after the first, and how it switches between them; `None` if there is only one.
    pub(in super::super) fn in_turn(&self, files: &[ClonePart]) -> Option<FileSet> {
        self.service.files(files, self.time_based)
    }

    pub(in super::super) fn flush_last(&self, job: &FioJob<'_>, sink: &mut Diagnostics) -> bool {
        for name in ["end_fsync", "fsync_on_close"] {
            if job.on(name, sink) == Some(true) {
                if self.loops > 1 && !self.time_based {
                    let text = format!("`{name}`: one flush at the end covers all loops");
                    sink.note(job.place_of(name), text);
                }
                return true;
            }
        }
        false
    }

    /// Ends the part of a clone where that of the next begins: if several clones write the same place, its expected
    /// content is unknown.
    pub(in super::super) fn part_clones(
        &self,
        job: &FioJob<'_>,
        clone: u32,
        files: &mut [ClonePart],
        sink: &mut Diagnostics,
    ) {
        let Amount::Bytes(step) = self.increment else { return };
        for file in files.iter_mut().filter(|file| step > 0 && file.bytes > step) {
            file.bytes = step;
            if clone == 0 {
                let text = "`verify`: each clone uses its own part, up to the start of the next clone's part";
                sink.note(job.place_of("offset_increment"), text);
            }
        }
    }

    fn paths(&self, job: &FioJob<'_>, clone: u32, sink: &mut Diagnostics) -> Option<Vec<String>> {
        let folder = match self.directories.len() {
            0 => None,
            n => Some(&self.directories[clone as usize % n]),
        };
        let (names, place) = match &self.filenames[..] {
            names @ [_, ..] => (names.to_vec(), job.place_of("filename")),
            [] => {
                if self.files_of_own > FILES_MAX {
                    let text = format!("`nrfiles`: a job has at most {FILES_MAX} files here");
                    sink.problem(job.place_of("nrfiles"), text, "use fewer or larger files");
                    return None;
                }
                let common = self
                    .format
                    .replace("$jobname", job.section)
                    .replace("$jobnum", &clone.to_string())
                    .replace("$clientuid", "local");
                let name = |file: u64| common.replace("$filenum", &file.to_string());
                ((0..self.files_of_own).map(name).collect(), job.place_of("directory"))
            }
        };
        let mut paths = Vec::new();
        for name in names {
            let path = match folder {
                Some(folder) => format!("{}/{name}", folder.trim_end_matches('/')),
                None => name,
            };
            if path == "-" {
                sink.problem(
                    place,
                    "standard input and output cannot be targets here",
                    "name a file",
                );
                return None;
            }
            let drive = paths.last().filter(|drive: &&String| drive.len() == 1);
            if let (Some(drive), true) = (drive, path.starts_with('\\')) {
                let text =
                    format!("{drive}:{path} is two names, because a colon separates file names");
                sink.problem(place, text, format!("write {drive}\\:{path}"));
                return None;
            }
            match mapped(&path, job.maps) {
                Some(path) if !path.contains('\0') => paths.push(path),
                Some(_) => {
                    sink.problem(place, "this is not a path", "name a file");
                    return None;
                }
                None => {
                    sink.problem(place, format!("{path} is a Windows path"), map_advice(&path));
                    return None;
                }
            }
        }
        Some(paths)
    }

    fn part(
        &self,
        job: &FioJob<'_>,
        path: String,
        count: u64,
        clone: Clone<'_>,
        sizes: &mut FileSizeGenerator,
        sink: &mut Diagnostics,
    ) -> Option<ClonePart> {
        let Clone { clone, smallest, made, .. } = clone;
        let exists = if self.null {
            None
        } else {
            (job.context.existing_bytes)(&path).max(made.get(&path).copied())
        };
        let mut place = |name: &str, amount: Amount, of: Option<u64>| match (amount, of) {
            (Amount::Bytes(n), _) => Some(n),
            (Amount::Percent(p), Some(all)) => Some(share(all, p) / smallest * smallest),
            (Amount::Percent(_), None) => {
                let text = format!("`{name}` is a percentage of {path}, which does not exist");
                sink.problem(job.place_of(name), text, "give a size in bytes");
                None
            }
        };
        let first = place("offset", self.offset, exists)?;
        let step = place("offset_increment", self.increment, exists)?;
        let offset = first.saturating_add(step.saturating_mul(u64::from(clone)));
        let rest = exists.map(|all| all.saturating_sub(offset));
        let bytes = match (self.filesize, self.size) {
            (Some((low, high)), size) => {
                let there = exists.filter(|all| (low..=high).contains(all));
                let each = there.unwrap_or_else(|| {
                    if low == high { low } else { sizes.draw(low, high, smallest) }
                });
                match size {
                    Some(Amount::Percent(p)) if p < 100.0 => share(each, p) / smallest * smallest,
                    _ => each.saturating_sub(offset),
                }
            }
            (None, Some(Amount::Bytes(n))) => {
                let most = rest.filter(|rest| *rest > 0 && (job.context.is_device)(&path));
                (n / count).max(1).min(most.unwrap_or(u64::MAX))
            }
            (None, Some(size)) => {
                let share = place("size", size, exists)?;
                rest.map_or(share, |rest| share.min(rest))
            }
            (None, None) => match rest {
                Some(rest) if rest > 0 => rest,
                // A problem with the size has already been reported at its place.
                _ if job.given("size").is_some_and(|size| size.value.trim() != "0") => return None,
                _ => {
                    let text = format!("job {} needs a `size`: {path} does not exist", job.name);
                    sink.problem(job.place, text, "add for example: size=1g");
                    return None;
                }
            },
        };
        Some(ClonePart { path, offset, bytes })
    }
}

fn share(all: u64, percent: f64) -> u64 {
    if percent >= 100.0 { all } else { (all as f64 * percent / 100.0) as u64 }
}

/// The delay before a job starts: a time, or a range from which each clone draws its own.
pub(in super::super) fn delay(job: &FioJob<'_>, sink: &mut Diagnostics) -> StartDelay {
    let delay = job.read("startdelay", sink, |units, text| {
        let Some((low, high)) = text.split_once(['-', ':']) else {
            return Ok(units.seconds(text)?.map(StartDelay::of));
        };
        let (low, high) = (units.seconds(low)?, units.seconds(high)?);
        let notes: Vec<String> = low.note.into_iter().chain(high.note).collect();
        let value =
            StartDelay { least_ns: low.value.min(high.value), most_ns: low.value.max(high.value) };
        Ok(NotedValue { value, note: (!notes.is_empty()).then(|| notes.join("; ")) })
    });
    delay.unwrap_or_default()
}

/// Whether the job waits for earlier jobs (`stonewall`, `wait_for`).
pub(in super::super) fn waits(job: &FioJob<'_>, sink: &mut Diagnostics) -> bool {
    let stonewall = job.on("stonewall", sink).unwrap_or(false);
    let named = job.read("wait_for", sink, |_, text| without_note(!text.trim().is_empty()));
    stonewall || named.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_files_are_split_at_colons_that_are_not_escaped() {
        assert_eq!(parts("/dev/sda:/dev/sdb"), ["/dev/sda", "/dev/sdb"]);
        assert_eq!(parts(r"/dev/dsk/foo@3,0\:c"), ["/dev/dsk/foo@3,0:c"]);
        assert_eq!(parts(r"C\:\db\x"), [r"C:\db\x"]);
    }
}
