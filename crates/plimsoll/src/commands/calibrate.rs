//! `plimsoll calibrate`: disks -> shelf -> the study of each alone -> who is unlike the others.

use crate::commands::disks;
use crate::exit::Outcome;
use crate::flags::Calibrate as Flags;
use record::calibrate::CalibrateConfig;
use record::key::Settings;
use record::{RunKind, StudyKind};
use session::failure::Failure;
use session::shelf::Shelf;
use session::study::{Asked, Stage, Work, carry_out, reference, referenced};
use study::calibrate::Calibrate;
use workload::PointLoad;

/// Compares disks with each other.
pub(crate) fn run(flags: &Flags) -> Outcome {
    Ok(carry_out(read(flags)?, &flags.studying.options(&flags.output))?.into())
}

/// Reads what is asked; everything that is wrong is told at once.
pub(crate) fn read(flags: &Flags) -> Result<Asked, Failure> {
    let Flags { disks, write, load, studying, .. } = flags;
    let of = "calibrate compares disks with each other; name two or more, or a simulated shelf such as \
              'sim:hdd?disks=14&layout=none'";
    let read = disks::read(&disks::Words {
        kind: RunKind::Calibrate,
        of,
        disks,
        write: *write,
        load,
        studying,
    })?;
    let mut loads = vec![read.load];
    if *write {
        loads.push(PointLoad { read_percent: 0.0, ..read.load });
    }
    let names = read.shelf.names();
    let config = CalibrateConfig { loads, ..CalibrateConfig::new(&names, read.until, 0) };
    let subject = format!("{} disks, each alone", names.len());
    Ok(read.asked(RunKind::Calibrate, subject, |command, shelf| {
        stage("calibrate", command, shelf, config)
    }))
}

/// A stage that compares the disks of a shelf.
pub(crate) fn stage(name: &str, command: String, shelf: Shelf, config: CalibrateConfig) -> Stage {
    Stage {
        name: name.to_owned(),
        study: StudyKind::Calibrate,
        command,
        settings: Settings::calibrate(&config),
        shelf,
        building: None,
        work: Work::Cells(Box::new(move |seed, _| {
            let study = Calibrate::new(CalibrateConfig { seed, ..config.clone() });
            let reference = reference(&config.disks[0], config.loads[0]);
            referenced(study, reference, config.until)
        })),
    }
}
