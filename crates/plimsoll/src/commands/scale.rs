//! `plimsoll scale`: disks -> shelf -> the study of a growing set -> how many fill the path to them.

use crate::commands::studies::{self, Slips, Words};
use crate::exit::{Failure, Outcome};
use crate::flags::Scale as Flags;
use crate::session::shelf::{Shelf, Wanted};
use crate::session::study::{self as session, Asked, Finds, Stage, Work};
use study::record::{Finding, StageRecord};
use study::scale::{Scale, ScaleConfig};
use workload::Load;

impl Finds for Scale {
    fn finding(&self) -> Finding {
        Finding::Scale(self.finding())
    }
}

/// Grows a set of disks.
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
        let line = "scale grows a set of disks; name two or more, or a simulated shelf such as \
                    'sim:hdd?disks=14&layout=none&cap_mibps=900'";
        slips.add(line.to_owned());
    }
    let Some(shelf) = shelf.filter(|_| slips.is_empty()) else { return Err(slips.told()) };
    let load = if flags.write { Load { read_percent: 0.0, ..read } } else { read };
    let command = flags.disks.iter().fold(Words::of("scale"), |words, disk| words.word(disk));
    let command =
        command.switch("--write", flags.write).load(&flags.load).studying(&flags.studying);
    let config = ScaleConfig { load, ..ScaleConfig::new(&shelf.names(), until, 0) };
    Ok(Asked {
        kind: "scale",
        command: command.clone(),
        subject: format!("1 to {} disks", shelf.spots.len()),
        source_text: String::new(),
        stages: vec![stage("scale", command, shelf, config)],
        engine: ways.engine,
        pause: ways.pause,
    })
}

/// A stage that grows a set of the disks of a shelf.
pub(crate) fn stage(name: &str, command: String, shelf: Shelf, config: ScaleConfig) -> Stage {
    Stage {
        name: name.to_owned(),
        study: "scale",
        command,
        config: format!("{config:?}"),
        shelf,
        work: Work::Cells(Box::new(move |seed, before| {
            let alone = alone(&config, before);
            let study = Scale::new(ScaleConfig { seed, alone, ..config.clone() });
            session::referenced(study, &config.disks[0], config.load, config.until)
        })),
    }
}

/// What each disk gives alone under the same load, where an earlier stage measured all of them.
fn alone(config: &ScaleConfig, before: &[StageRecord]) -> Vec<f64> {
    let findings = before.iter().rev().filter_map(|stage| stage.finding.as_ref());
    let mut calibrated = findings.filter_map(|finding| match finding {
        Finding::Calibrate(found) => found.loads.iter().find(|load| load.load == config.load),
        _ => None,
    });
    let Some(load) = calibrated.next() else { return Vec::new() };
    let of = |name: &String| load.disks.iter().find(|disk| disk.name == *name);
    let rates = config.disks.iter().map(|name| of(name).map(|disk| disk.mibps.value));
    rates.collect::<Option<_>>().unwrap_or_default()
}
