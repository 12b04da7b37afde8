//! `plimsoll scale`: disks -> shelf -> the study of a growing set -> how many fill the path to them.

use crate::commands::disks;
use crate::exit::Outcome;
use crate::flags::Scale as Flags;
use record::key::Settings;
use record::scale::ScaleConfig;
use record::{Finding, RunKind, StudyKind};
use session::failure::Failure;
use session::shelf::Shelf;
use session::study::{Asked, Before, Stage, Work, carry_out, reference, referenced};
use study::scale::Scale;
use workload::PointLoad;

/// Grows a set of disks.
pub(crate) fn run(flags: &Flags) -> Outcome {
    Ok(carry_out(read(flags)?, &flags.studying.options(&flags.output))?.into())
}

/// Reads what is asked; everything that is wrong is told at once.
pub(crate) fn read(flags: &Flags) -> Result<Asked, Failure> {
    let Flags { disks, write, load, studying, .. } = flags;
    let of = "scale grows a set of disks; name two or more, or a simulated shelf such as \
              'sim:hdd?disks=14&layout=none&cap_mibps=900'";
    let read = disks::read(&disks::Words {
        kind: RunKind::Scale,
        of,
        disks,
        write: *write,
        load,
        studying,
    })?;
    let load = if *write { PointLoad { read_percent: 0.0, ..read.load } } else { read.load };
    let names = read.shelf.names();
    let config = ScaleConfig { load, ..ScaleConfig::new(&names, read.until, 0) };
    let subject = format!("1 to {} disks", names.len());
    Ok(read.asked(RunKind::Scale, subject, |command, shelf| stage("scale", command, shelf, config)))
}

/// A stage that grows a set of the disks of a shelf.
pub(crate) fn stage(name: &str, command: String, shelf: Shelf, config: ScaleConfig) -> Stage {
    let places = places(&shelf);
    Stage {
        name: name.to_owned(),
        study: StudyKind::Scale,
        command,
        settings: Settings::scale(&config),
        shelf,
        building: None,
        work: Work::Cells(Box::new(move |seed, before| {
            let alone = alone(&config, &places, before);
            let study = Scale::new(ScaleConfig { seed, alone, ..config.clone() });
            let reference = reference(&config.disks[0], config.load);
            referenced(study, reference, config.until)
        })),
    }
}

/// Name and word of every place: disks of two simulated storages have the same names.
fn places(shelf: &Shelf) -> Vec<(String, String)> {
    shelf.spots.iter().map(|spot| (spot.name.clone(), spot.word.clone())).collect()
}

/// What each disk gives alone under the same load, where an earlier stage measured all of them, on this very storage.
fn alone(config: &ScaleConfig, own: &[(String, String)], before: &[Before<'_>]) -> Vec<f64> {
    let here = |stage: &&Before<'_>| {
        let there = places(stage.shelf);
        own.iter().all(|place| there.contains(place))
    };
    let stages = before.iter().rev().filter(here);
    let mut calibrated = stages.filter_map(|stage| match stage.record.finding.as_ref()? {
        Finding::Calibrate(found) => found.loads.iter().find(|load| load.load == config.load),
        _ => None,
    });
    let Some(load) = calibrated.next() else { return Vec::new() };
    let of = |name: &String| load.disks.iter().find(|disk| disk.name == *name);
    let rates = config.disks.iter().map(|name| of(name).map(|disk| load.speed(disk)));
    rates.collect::<Option<_>>().unwrap_or_default()
}
