//! What `calibrate` and `scale` read alike: disks, the load on each of them, and the shelf that they stand on.

use crate::commands::studies::{self, Slips, Ways};
use crate::flags::{LoadFlags, Studying};
use record::{RunKind, Until};
use session::failure::Failure;
use session::shelf::{Shelf, Wanted};
use session::study::{Asked, Stage};
use workload::PointLoad;

/// The words of a command.
pub(crate) struct Words<'a> {
    /// The command.
    pub(crate) kind: RunKind,
    /// What is told where there is one disk only.
    pub(crate) of: &'static str,
    pub(crate) disks: &'a [String],
    pub(crate) write: bool,
    pub(crate) load: &'a LoadFlags,
    pub(crate) studying: &'a Studying,
}

/// What they mean.
pub(crate) struct Read {
    /// Of reads alone.
    pub(crate) load: PointLoad,
    pub(crate) until: Until,
    pub(crate) shelf: Shelf,
    ways: Ways,
    command: String,
}

/// Reads them and looks at the disks; everything that is wrong is told at once.
pub(crate) fn read(words: &Words<'_>) -> Result<Read, Failure> {
    let mut slips = Slips::default();
    let ways = studies::ways(words.studying, &mut slips);
    let load = studies::load(words.load, &mut slips);
    let until = studies::until(&words.load.time, &mut slips);
    let shelf = slips.take(Shelf::look(&Wanted {
        places: words.disks.iter().map(|disk| (disk.clone(), disk.clone())).collect(),
        size: ways.size,
        writes: &words.studying.permission(),
        will_write: words.write,
        blocks: &[load.block],
        fills: &[],
        disks: true,
        own: &[],
    }));
    let few = match &shelf {
        Some(shelf) => shelf.spots.len() < 2,
        // One that cannot be used is still only one.
        None => words.disks.len() < 2 && !words.disks.iter().any(|disk| disk.starts_with("sim:")),
    };
    if few && !words.studying.partly_read {
        slips.add(words.of.to_owned());
    }
    let Some(shelf) = shelf.filter(|_| slips.is_empty()) else { return Err(slips.told()) };
    let command = studies::Words::of(words.kind.name());
    let command = words.disks.iter().fold(command, |command, disk| command.word(disk));
    let command = command.switch("--write", words.write).load(words.load).studying(words.studying);
    Ok(Read { load, until, shelf, ways, command })
}

impl Read {
    /// A study of one stage on these disks.
    pub(crate) fn asked(
        self,
        kind: RunKind,
        subject: String,
        stage: impl FnOnce(String, Shelf) -> Stage,
    ) -> Asked {
        let Self { shelf, ways, command, .. } = self;
        Asked {
            kind,
            command: command.clone(),
            subject,
            source_text: String::new(),
            stages: vec![stage(command, shelf)],
            engine: ways.engine,
            pause: ways.pause,
        }
    }
}
