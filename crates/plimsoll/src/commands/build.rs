//! `--build`: layouts that a race builds on disks of its own and takes down afterwards, whatever happens to it.
//!
//! Everything is read and found right before the first disk is touched.

use crate::commands::papers::print_bytes;
use crate::commands::race::Entry;
use crate::commands::studies::{Slips, Words};
use crate::exit::{Exit, Failure, Outcome};
use crate::flags::{BuildFlags, Output, Studying, Writes};
use crate::session::layouts::{self, Built, Planned, Wanted};
use crate::session::live::Progress;
use crate::session::study::{self as session, Asked};
use base::Bytes;
use serde_json::json;
use std::cell::RefCell;
use std::path::PathBuf;
use study::race::Candidate;

/// What is used of each layout where nobody says: as much as of a directory, and less of small slices.
const SIZE_USUAL: Bytes = Bytes::gib(4);
/// What stands for a place while a command is only read.
const STAND_IN: &str = "sim:ssd";

/// What is built, as a race reads it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ready {
    pub(crate) entries: Vec<Entry>,
    /// Devices that are ours to write to.
    devices: Vec<PathBuf>,
    /// What is used of each layout.
    pub(crate) size: Option<Bytes>,
    /// Whether nothing stands yet, and every place is a stand-in.
    rehearsal: bool,
}

impl Ready {
    /// All entries, those that the user named first.
    pub(crate) fn with(&self, named: Vec<Entry>) -> Vec<Entry> {
        let mut all = named;
        all.extend(self.entries.iter().cloned());
        if self.rehearsal {
            let places = all.iter_mut().flat_map(|entry| &mut entry.places);
            places.for_each(|place| STAND_IN.clone_into(place));
        }
        all
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
    let rehearsed = planned.as_ref().map_or_else(
        || read(&Ready { rehearsal: true, ..Ready::default() }),
        |planned| read(&ready(planned, true)),
    );
    // Without the layouts, a race that lacks some says nothing new.
    let asked = match (&planned, rehearsed) {
        (None, _) => return Err(slips.told()),
        (Some(_), rehearsed) => slips.take(rehearsed),
    };
    let (Some(planned), Some(asked)) = (planned, asked) else { return Err(slips.told()) };
    if !slips.is_empty() {
        return Err(slips.told());
    }
    if studying.dry_run {
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
    let ready = ready(&planned, false);
    let standing = planned.build(ready.size.unwrap_or(SIZE_USUAL), &interrupt, &progress)?;
    let outcome = read(&ready).and_then(|asked| session::carry_out(asked, studying, output));
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

fn ready(planned: &Planned, rehearsal: bool) -> Ready {
    let built = planned.built();
    let slice_bytes = planned.slice_bytes();
    let size = Bytes(SIZE_USUAL.0.min(slice_bytes / 4) / Bytes::MIB * Bytes::MIB);
    let devices = built.iter().flat_map(|layout| layout.places.clone()).collect();
    let entries = built.iter().map(entry).collect();
    Ready { entries, devices, size: Some(size), rehearsal }
}

fn entry(built: &Built) -> Entry {
    let places: Vec<String> = built.places.iter().map(|p| p.display().to_string()).collect();
    let targets: Vec<String> = match places.len() {
        1 => vec![built.name.clone()],
        count => (1..=count).map(|number| format!("{}/{number}", built.name)).collect(),
    };
    let known = Candidate::new(&built.name, &targets);
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
