//! `--build`: layouts that a race builds on disks of its own and takes down afterwards, whatever happens to it.
//!
//! Everything is read and found right before the first disk is touched.

use crate::commands::papers::print_bytes;
use crate::commands::race::{Entry, called};
use crate::commands::studies::{Slips, Words};
use crate::exit::{Exit, Failure, Outcome};
use crate::flags::{BuildFlags, Output, Studying, Writes};
use crate::session::claim;
use crate::session::layouts::{self, Built, Planned, Wanted};
use crate::session::live::Progress;
use crate::session::shelf::{Kind, Shelf};
use crate::session::study::{self as session, Asked};
use base::{Bytes, Nanos};
use serde_json::json;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use study::race::Candidate;
use sys::inventory::Roots;

/// What is used of each layout where nobody says: as much as of a directory, and less of small slices.
const SIZE_USUAL: Bytes = Bytes::gib(4);
/// Quiet time before a cell on rotating disks, and on others: what a shelf would find once it stands.
const PAUSES: (Nanos, Nanos) = (Nanos::secs(30), Nanos::secs(1));

/// What is built, as a race reads it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ready {
    pub(crate) entries: Vec<Entry>,
    /// Devices that are ours to write to.
    devices: Vec<PathBuf>,
    /// Folders of file systems that are ours.
    pub(crate) folders: Vec<PathBuf>,
    /// What is used of each layout.
    pub(crate) size: Option<Bytes>,
    /// Whether nothing stands yet, and every place is a stand-in.
    rehearsal: bool,
    /// Target and place that each stand-in stands for, in their order.
    real: RefCell<Vec<(String, String)>>,
}

impl Ready {
    /// All entries, those that the user named first.
    pub(crate) fn with(&self, named: Vec<Entry>) -> Vec<Entry> {
        let mut all = named;
        all.extend(self.entries.iter().cloned());
        if self.rehearsal {
            let mut real = self.real.borrow_mut();
            for entry in &mut all {
                for (name, place) in entry.candidate.targets.iter().zip(&mut entry.places) {
                    real.push((name.clone(), place.clone()));
                    // Each of another size, so that no two are the same storage.
                    *place = format!("sim:ssd?size={}TiB", real.len());
                }
            }
        }
        all
    }

    /// The places that the user named beside what is built: in a rehearsal they are looked at by themselves, as nothing real
    /// stands beside a stand-in.
    pub(crate) fn apart(&self, named: &[Entry]) -> Vec<(String, String)> {
        let each = |entry: &Entry| {
            entry.candidate.targets.iter().cloned().zip(entry.places.clone()).collect::<Vec<_>>()
        };
        if self.rehearsal { named.iter().flat_map(each).collect() } else { Vec::new() }
    }

    /// Gives the stand-ins of a rehearsal the looks of what they stand for.
    fn dress(&self, shelf: &mut Shelf) {
        let real = self.real.borrow();
        for spot in &mut shelf.spots {
            let Some((_, place)) = real.iter().find(|(name, _)| *name == spot.name) else {
                continue;
            };
            let device = self.devices.iter().any(|device| device.as_os_str() == place.as_str())
                || Path::new(place).is_file()
                || Path::new(place).starts_with("/dev");
            spot.kind = if device { Kind::Device } else { Kind::Directory };
            spot.word.clone_from(place);
            spot.size_bytes = self.size.map_or(spot.size_bytes, |size| size.0);
        }
    }

    /// Two layouts that stand nowhere, so that the rest of a command line can be read although nothing can be built.
    fn nowhere() -> Self {
        let entry = |name: &str| Entry {
            candidate: Candidate::new(name, &[name.to_owned()]),
            places: vec![String::new()],
        };
        let entries = vec![entry("one layout"), entry("another layout")];
        Self { entries, rehearsal: true, ..Self::default() }
    }

    /// Tells the places that will be gone from those that stay.
    fn mark(&self, shelf: &mut Shelf, disks: &[PathBuf]) {
        let disks: Vec<String> = disks.iter().map(|disk| disk.display().to_string()).collect();
        for spot in &mut shelf.spots {
            let ours = |entry: &Entry| entry.candidate.targets.contains(&spot.name);
            if self.entries.iter().any(ours) {
                spot.built = Some(disks.join(", "));
            }
        }
    }

    /// What may be written to.
    pub(crate) fn writes(&self, studying: &Studying) -> Writes {
        let mut writes = studying.writes();
        writes.destroy.extend(self.devices.iter().cloned());
        writes
    }
}

impl Words {
    /// The options of building.
    pub(crate) fn build(self, flags: &BuildFlags) -> Self {
        let disks = flags.disks.iter().map(|disk| disk.display().to_string()).collect::<Vec<_>>();
        self.option("--build", flags.build.as_deref())
            .option("--disks", flags.build.as_ref().map(|_| disks.join(",")))
            .option("--slice", flags.slice.as_deref())
    }
}

/// Carries out a race, on built layouts where that is asked for.
pub(crate) fn carry_out(
    flags: &BuildFlags,
    studying: &Studying,
    output: &Output,
    read: &dyn Fn(&Ready) -> Result<Asked, Failure>,
) -> Outcome {
    let Some(list) = &flags.build else {
        return session::carry_out(read(&Ready::default())?, studying, output);
    };
    let mut slips = Slips::default();
    let slice = flags.slice.as_deref().map(str::parse::<Bytes>).transpose();
    let slice = slips.keep("--slice", slice).flatten();
    let progress = RefCell::new(Progress::new(output.json));
    let store = output.store.as_deref();
    if !studying.dry_run {
        for line in layouts::clean_up(store)? {
            progress.borrow_mut().say(&line);
        }
    }
    let writes = studying.writes();
    let wanted = Wanted { list, disks: &flags.disks, slice, writes: &writes, store };
    let planned = slips.take(layouts::look(&wanted));
    // One that is no size is told with the rest.
    let size = studying.size.as_deref().and_then(|size| size.parse::<Bytes>().ok());
    let rehearsal = match &planned {
        Some(planned) => ready(planned, size, true),
        None => Ready::nowhere(),
    };
    if let Some(planned) = &planned {
        slips.take(planned.room(rehearsal.size.unwrap_or(SIZE_USUAL)));
    }
    let asked = slips.take(read(&rehearsal));
    let (Some(planned), Some(mut asked)) = (planned, asked.filter(|_| slips.is_empty())) else {
        return Err(slips.told());
    };
    if studying.dry_run {
        asked.stages.iter_mut().for_each(|stage| rehearsal.dress(&mut stage.shelf));
        asked.pause = asked.pause.or_else(|| Some(pause(flags)));
        tell(&planned, output.json)?;
        return if output.json {
            Ok(Exit::Done)
        } else {
            session::carry_out(asked, studying, output)
        };
    }
    drop(asked);
    planned.plan.notes.iter().for_each(|note| progress.borrow_mut().say(note));
    let interrupt = crate::session::interrupt()?;
    let ready = ready(&planned, size, false);
    claim::all(&flags.disks)?;
    let standing = planned.build(ready.size.unwrap_or(SIZE_USUAL), &interrupt, &progress)?;
    let outcome = read(&ready).and_then(|mut asked| {
        asked.stages.iter_mut().for_each(|stage| ready.mark(&mut stage.shelf, &flags.disks));
        session::carry_out(asked, studying, output)
    });
    progress.borrow_mut().begin("taking the layouts down", None);
    let fell = standing.down();
    progress.borrow_mut().wipe();
    match (outcome, fell) {
        (outcome, Ok(())) => outcome,
        (Ok(_), Err(failure)) => Err(failure),
        (Err(first), Err(then)) => {
            Err(Failure { exit: first.exit, lines: [first.lines, then.lines].concat() })
        }
    }
}

fn pause(flags: &BuildFlags) -> Nanos {
    let roots = Roots::default();
    let turns = flags.disks.iter().any(|disk| {
        let found = sys::inventory::target(disk, &roots);
        found.is_ok_and(|found| found.levels.iter().any(|level| level.rotational == Some(true)))
    });
    if turns { PAUSES.0 } else { PAUSES.1 }
}

fn ready(planned: &Planned, size: Option<Bytes>, rehearsal: bool) -> Ready {
    let built = planned.built();
    let usual = Bytes(SIZE_USUAL.0.min(planned.slice_bytes() / 4) / Bytes::MIB * Bytes::MIB);
    let places = built.iter().flat_map(|layout| layout.places.clone());
    let (devices, folders) = places.partition(|place| place.starts_with("/dev"));
    let entries = built.iter().map(entry).collect();
    let size = Some(size.unwrap_or(usual));
    Ready { entries, devices, folders, size, rehearsal, ..Ready::default() }
}

fn entry(built: &Built) -> Entry {
    let places: Vec<String> = built.places.iter().map(|p| p.display().to_string()).collect();
    let name = called(&built.name);
    let targets: Vec<String> = match places.len() {
        1 => vec![name.to_owned()],
        count => (1..=count).map(|number| format!("{name}/{number}")).collect(),
    };
    let known = Candidate::new(name, &targets);
    let (usable, may_fail) = (Some(built.usable), Some(built.may_fail));
    Entry { candidate: Candidate { usable, may_fail, ..known }, places }
}

/// What would be built, as commands.
fn tell(planned: &Planned, as_json: bool) -> Outcome {
    let lines = |steps: &[plan::layout::Step]| -> Vec<String> {
        steps.iter().map(ToString::to_string).collect()
    };
    let (build, down) = (lines(&planned.plan.build), lines(&planned.plan.take_down));
    let notes = &planned.plan.notes;
    let text = if as_json {
        let layouts: Vec<String> = planned.built().into_iter().map(|built| built.name).collect();
        let all = json!({ "layouts": layouts, "build": build, "take_down": down, "notes": notes });
        format!("{all:#}\n")
    } else {
        let part = |title: &str, lines: &[String]| {
            format!("{title}\n{}\n", lines.iter().map(|l| format!("  {l}\n")).collect::<String>())
        };
        let noted = if notes.is_empty() { String::new() } else { part("To know", notes) };
        part("Would build the layouts, and destroy what the disks hold", &build)
            + &part("And take them down, each step where it is needed", &down)
            + &noted
    };
    print_bytes(text.as_bytes())
}
