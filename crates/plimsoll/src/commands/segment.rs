//! `plimsoll segment`: layouts of different chunks -> shelf -> the race over request sizes -> which chunk suits which.

use crate::commands::build::{self, Ready};
use crate::commands::race::{self, Course, Entry};
use crate::commands::studies::{self, Slips, Ways, Words};
use crate::exit::Outcome;
use crate::flags::Segment as Flags;
use record::StudyKind;
use session::failure::Failure;
use session::study::{Asked, carry_out};
use study::race::RaceConfig;

/// Request sizes below, at and above usual chunks, alone and with company.
const GRID: &str = "-k(R,W) -b(8,64,256,1024) -o(1,8) -f(random,sequential)";

/// Races chunk sizes.
pub(crate) fn run(flags: &Flags) -> Outcome {
    Ok(carry_out(asked(flags)?, &flags.studying.options(&flags.output))?.into())
}

/// Reads what is asked, with what is built for it; everything that is wrong is told at once.
pub(crate) fn asked(flags: &Flags) -> Result<Asked, Failure> {
    let own = flags.clone();
    let read = move |ready: &Ready| read(&own, ready);
    build::asked(&flags.build, &[], &flags.studying, &flags.output, read)
}

/// Reads what is asked; everything that is wrong is told at once.
fn read(flags: &Flags, ready: &Ready) -> Result<Asked, Failure> {
    let mut slips = Slips::default();
    let ways = studies::ways(&flags.studying, &mut slips);
    let ways = Ways { size: ways.size.or(ready.size), ..ways };
    let named = flags.layouts.iter().filter_map(|text| race::entry(text, &mut slips));
    let named: Vec<Entry> = named.collect();
    let apart = ready.apart(&named, &mut slips);
    let entries = ready.with(named);
    let grid = flags.race.grid.as_deref().unwrap_or(GRID);
    let points = race::grid(grid, &mut slips);
    let words = flags
        .layouts
        .iter()
        .fold(Words::of("segment"), |words, layout| words.option("--layout", Some(layout)));
    let course = Course {
        kind: StudyKind::Segment,
        entries,
        points,
        flags: &flags.race,
        studying: &flags.studying,
        ways,
        writes: ready.writes(&flags.studying),
        own: ready.folders.clone(),
        apart,
        words: words.build(&flags.build),
        fills: Vec::new(),
        fills_something: false,
        subject: format!("over {grid}"),
    };
    // Each request size counts as much as any other, however much it moves.
    race::asked(course, slips, |config| {
        let config = config.of_each_block();
        RaceConfig { passes_max: flags.race.passes.unwrap_or(config.passes_max), ..config }
    })
}
