//! `plimsoll compare`: layouts and points -> shelf -> the race -> which is best, and whether that counts.

mod recorded;

use crate::commands::build::{self, Ready};
use crate::commands::profiles;
use crate::commands::race::{self, Course, Entry};
use crate::commands::studies::{self, Slips, Ways, Words};
use crate::exit::Outcome;
use crate::flags::Compare as Flags;
use record::StudyKind;
use record::race::{Point, Score};
use session::failure::Failure;
use session::live::Progress;
use session::study::{Asked, carry_out};
use study::race::RaceConfig;
use workload::PointGrid;

/// Two answers to what is raced over.
const BOTH: &str = "--for and --grid exclude each other; leave one of them out";

/// Races layouts.
pub(crate) fn run(flags: &Flags) -> Outcome {
    let asked = asked(flags)?;
    let mut progress = Progress::new(flags.output.json);
    asked.stages.iter().flat_map(|stage| stage.shelf.said()).for_each(|line| progress.say(line));
    Ok(carry_out(asked, &flags.studying.options(&flags.output))?.into())
}

/// Reads what is asked, with what is built for it; everything that is wrong is told at once.
pub(crate) fn asked(flags: &Flags) -> Result<Asked, Failure> {
    // What is no fill level is told with the rest.
    let fills = race::fills(&flags.fill, &mut Slips::default());
    let own = flags.clone();
    let read = move |ready: &Ready| read(&own, ready);
    build::asked(&flags.build, &fills, &flags.studying, &flags.output, read)
}

/// Reads what is asked; everything that is wrong is told at once.
fn read(flags: &Flags, ready: &Ready) -> Result<Asked, Failure> {
    if let Some(file) = &flags.recorded {
        return recorded::read(flags, file);
    }
    let mut slips = Slips::default();
    let ways = studies::ways(&flags.studying, &mut slips);
    let ways = Ways { size: ways.size.or(ready.size), ..ways };
    let named = flags.layouts.iter().filter_map(|text| race::entry(text, &mut slips));
    let named: Vec<Entry> = named.collect();
    let apart = ready.apart(&named, &mut slips);
    let entries = ready.with(named);
    if flags.profile.is_some() && flags.race.grid.is_some() {
        slips.add(BOTH.to_owned());
    }
    let profile = flags.profile.as_deref().map(profiles::load);
    let profile = profile.and_then(|loaded| slips.take(loaded)).map(|(_, profile)| profile);
    let points = match (&profile, flags.race.grid.as_deref()) {
        (_, Some(text)) => race::grid(text, &mut slips),
        (Some(profile), None) => race::of_profile(profile),
        // A profile that cannot be read asks for nothing.
        (None, None) if flags.profile.is_some() => Vec::new(),
        (None, None) => Point::of_grid(&PointGrid::classic()),
    };
    let words = flags
        .layouts
        .iter()
        .fold(Words::of("compare"), |words, layout| words.option("--layout", Some(layout)));
    let subject = match (&profile, &flags.race.grid) {
        (Some(profile), _) => format!("for {}", profile.name),
        (None, Some(grid)) => format!("over {grid}"),
        (None, None) => "over the classic grid of 210 points".to_owned(),
    };
    let fills = race::fills(&flags.fill, &mut slips);
    if !flags.fill.is_empty() && flags.studying.size.is_some() {
        slips
            .add("--fill and --size exclude each other: what is filled is what is used".to_owned());
    }
    let levels = flags.fill.join(",");
    let levels = Some(levels).filter(|levels| !levels.is_empty());
    let weighs = profile.is_some();
    let course = Course {
        kind: StudyKind::Compare,
        entries,
        points,
        flags: &flags.race,
        studying: &flags.studying,
        ways,
        writes: ready.writes(&flags.studying),
        own: ready.folders.clone(),
        apart,
        words: words
            .build(&flags.build)
            .option("--fill", levels)
            .option("--for", flags.profile.as_deref()),
        fills,
        fills_something: !flags.fill.is_empty(),
        subject,
    };
    race::asked(course, slips, |config| {
        // Roles move very different amounts; a mean of MiB/s would see the scans alone.
        if weighs { RaceConfig { score: Score::Ratio, ..config } } else { config }
    })
}
