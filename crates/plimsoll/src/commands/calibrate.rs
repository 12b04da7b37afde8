//! `plimsoll calibrate`: disks -> shelf -> the study of each alone -> who is unlike the others.

use crate::commands::studies::{self, Slips, Words};
use crate::exit::{Failure, Outcome};
use crate::flags::Calibrate as Flags;
use crate::session::shelf::{Shelf, Wanted};
use crate::session::study::{self as session, Asked, Finds, Stage, Work};
use study::calibrate::{Calibrate, CalibrateConfig};
use study::record::Finding;
use workload::Load;

impl Finds for Calibrate {
    fn finding(&self) -> Finding {
        Finding::Calibrate(self.finding())
    }
}

/// Compares disks with each other.
pub(crate) fn run(flags: &Flags) -> Outcome {
    session::carry_out(read(flags)?, &flags.studying, &flags.output)
}

/// Reads what is asked; everything that is wrong is told at once.
pub(crate) fn read(flags: &Flags) -> Result<Asked, Failure> {
    let mut slips = Slips::default();
    let ways = studies::ways(&flags.studying, &mut slips);
    let read = studies::load(&flags.load, &mut slips);
    let until = studies::until(&flags.load.time, &mut slips);
    let shelf = slips.take(Shelf::look(&Wanted {
        places: flags.disks.iter().map(|disk| (disk.clone(), disk.clone())).collect(),
        size: ways.size,
        writes: &flags.studying.writes(),
        will_write: flags.write,
        disks: true,
    }));
    if shelf.as_ref().is_some_and(|shelf| shelf.spots.len() < 2) {
        slips.add(
            "calibrate compares disks with each other; name two or more, or a simulated shelf such as \
             'sim:hdd?disks=14&layout=none'"
                .to_owned(),
        );
    }
    let Some(shelf) = shelf.filter(|_| slips.is_empty()) else { return Err(slips.told()) };
    let mut loads = vec![read];
    if flags.write {
        loads.push(Load { read_percent: 0.0, ..read });
    }
    let command = flags.disks.iter().fold(Words::of("calibrate"), |words, disk| words.word(disk));
    let command =
        command.switch("--write", flags.write).load(&flags.load).studying(&flags.studying);
    let config = CalibrateConfig { loads, ..CalibrateConfig::new(&shelf.names(), until, 0) };
    Ok(Asked {
        kind: "calibrate",
        command: command.clone(),
        subject: format!("{} disks, each alone", shelf.spots.len()),
        source_text: String::new(),
        stages: vec![stage("calibrate", command, shelf, config)],
        engine: ways.engine,
        pause: ways.pause,
    })
}

/// A stage that compares the disks of a shelf.
pub(crate) fn stage(name: &str, command: String, shelf: Shelf, config: CalibrateConfig) -> Stage {
    Stage {
        name: name.to_owned(),
        study: "calibrate",
        command,
        config: format!("{config:?}"),
        shelf,
        work: Work::Cells(Box::new(move |seed, _| {
            let study = Calibrate::new(CalibrateConfig { seed, ..config.clone() });
            session::referenced(study, &config.disks[0], config.loads[0], config.until)
        })),
    }
}
