//! `plimsoll ramp`: a target and loads -> one line under the ceiling for each, or the classic ladder of depths.

use crate::commands::studies::{self, Slips, Ways, Words};
use crate::exit::Outcome;
use crate::flags::Ramp as Flags;
use base::{Bytes, Nanos};
use record::key::Settings;
use record::{RunKind, StudyKind};
use session::failure::Failure;
use session::shelf::{Shelf, Wanted};
use session::study::{Asked, RampWork, Stage, Work, carry_out};
use study::ladder::{Ladder, LadderConfig};
use workload::{
    AccessPattern, BlockSizes, LatencyLimit, PointLoad, Role, RoleKind, Stream, SyncMode,
};

/// The least time that can give a line, in nanoseconds.
const BUDGET_NS_MIN: u64 = 5_000_000_000;
/// Time for a line where none is given: flash tells one to 5 % in it.
const BUDGET_NS: u64 = 60_000_000_000;
/// The same on rotating disks, which do a hundredth of that in a second (docs/methods.md has both).
const BUDGET_ROTATING_NS: u64 = 2_700_000_000_000;
/// What a line keeps where nothing is said.
const CEILING: &str = "p99<=20ms";
/// The most that may be outstanding where nothing is said.
const DEPTH_MAX: u32 = 64;
/// The shortest time of a rung where nothing is said.
const TIME: &str = "10s";
/// A doubling of the depth that gains less is not worth it.
const GAIN_MIN: f64 = 0.05;
/// What cells call the one target.
const TARGET: &str = "target";

/// Climbs to the ceiling.
pub(crate) fn run(flags: &Flags) -> Outcome {
    Ok(carry_out(read(flags)?, &flags.studying.options(&flags.output))?.into())
}

/// What is climbed with, and on what.
pub(crate) struct Climb<'a> {
    pub(crate) target: &'a str,
    pub(crate) loads: Vec<PointLoad>,
    pub(crate) kind: ClimbKind,
    pub(crate) ways: Ways,
    pub(crate) flags: &'a crate::flags::Studying,
    /// The command that repeats it, but for block, mix and what every study takes.
    pub(crate) words: Words,
}

/// How it is climbed.
#[derive(Clone, Debug)]
pub(crate) enum ClimbKind {
    /// In an open loop, to a ceiling within this many nanoseconds; none: what such a target takes.
    Line(LatencyLimit, Option<u64>),
    /// In a closed loop, at these depths, each at least this many nanoseconds.
    Ladder(Vec<u32>, u64),
}

/// Reads what is asked; everything that is wrong is told at once.
pub(crate) fn read(flags: &Flags) -> Result<Asked, Failure> {
    let mut slips = Slips::default();
    let ways = studies::ways(&flags.studying, &mut slips);
    let depth_max = flags.depth_max.as_deref();
    let depth_max =
        depth_max.and_then(|text| studies::whole("--depth-max", text, 4096, &mut slips));
    let depth_max = depth_max.unwrap_or(DEPTH_MAX);
    let loads = loads(flags, depth_max, &mut slips);
    let (kind, words) = kind(flags, depth_max, &mut slips);
    let shelf = look(&flags.target, &loads, &ways, flags, &mut slips);
    let (Some(_), Some(kind)) = (shelf.filter(|_| slips.is_empty()), kind) else {
        return Err(slips.told());
    };
    let whole = words.clone();
    let whole = whole.option("--block", Some(flags.block.join(",")));
    let whole = whole.option("--mix", Some(flags.mix.join(",")));
    let climb = Climb { target: &flags.target, loads, kind, ways, flags: &flags.studying, words };
    Ok(Asked {
        kind: RunKind::Ramp,
        command: whole.studying(&flags.studying),
        subject: subject(flags),
        source_text: String::new(),
        engine: climb.ways.engine.clone(),
        pause: climb.ways.pause,
        stages: stages("ramp", &climb)?,
    })
}

/// How it is climbed, and the words that say so; what means nothing to that way is told.
fn kind(flags: &Flags, depth_max: u32, slips: &mut Slips) -> (Option<ClimbKind>, Words) {
    let ceiling = flags.ceiling.as_deref().unwrap_or(CEILING);
    let time = flags.time.as_deref().unwrap_or(TIME);
    let line = slips.keep("--ceiling", ceiling.parse::<LatencyLimit>());
    let budget_ns = flags.budget.as_deref().and_then(|text| budget(text, slips));
    let until = studies::until(time, slips);
    let words = Words::of("ramp").word(&flags.target);
    let (strange, of, kind, words) = match &flags.ladder {
        None => (
            vec![("--time", &flags.time)],
            "a line, only to --ladder",
            line.map(|ceiling| ClimbKind::Line(ceiling, budget_ns)),
            words
                .option("--ceiling", Some(ceiling))
                .option("--depth-max", Some(depth_max))
                .option("--budget", flags.budget.as_ref()),
        ),
        Some(text) => (
            vec![
                ("--ceiling", &flags.ceiling),
                ("--depth-max", &flags.depth_max),
                ("--budget", &flags.budget),
            ],
            "--ladder",
            depths(text, slips).map(|list| ClimbKind::Ladder(list, until.time_min_ns)),
            words.option("--ladder", Some(text)).option("--time", Some(time)),
        ),
    };
    for (option, _) in strange.into_iter().filter(|(_, given)| given.is_some()) {
        slips.add(format!("{option} means nothing to {of}; leave one of them out"));
    }
    (kind, words.switch("--sequential", flags.sequential))
}

fn budget(text: &str, slips: &mut Slips) -> Option<u64> {
    let budget = slips.keep("--budget", text.parse::<Nanos>())?;
    if budget.0 < BUDGET_NS_MIN {
        slips.add(format!("--budget: {text} is too short; 5 s at least"));
    }
    Some(budget.0)
}

fn subject(flags: &Flags) -> String {
    match &flags.ladder {
        None => format!("under {}", flags.ceiling.as_deref().unwrap_or(CEILING)),
        Some(depths) => format!("ladder of depths {depths}"),
    }
}

fn look(
    target: &str,
    loads: &[PointLoad],
    ways: &Ways,
    flags: &Flags,
    slips: &mut Slips,
) -> Option<Shelf> {
    slips.take(shelf(target, loads, ways, &flags.studying))
}

fn shelf(
    target: &str,
    loads: &[PointLoad],
    ways: &Ways,
    studying: &crate::flags::Studying,
) -> Result<Shelf, Failure> {
    Shelf::look(&Wanted {
        places: vec![(TARGET.to_owned(), target.to_owned())],
        size: ways.size,
        writes: &studying.permission(),
        will_write: loads.iter().any(PointLoad::writes),
        blocks: &loads.iter().map(|load| load.block).collect::<Vec<_>>(),
        fills: &[],
        disks: false,
        own: &[],
    })
}

/// Every combination of block size and mix.
fn loads(flags: &Flags, depth_max: u32, slips: &mut Slips) -> Vec<PointLoad> {
    let mut loads = Vec::new();
    for block in &flags.block {
        let size = slips.keep("--block", Bytes::with_unit(block));
        if size.is_some_and(|size| size.0 == 0 || !size.0.is_multiple_of(512)) {
            let hint = Bytes::block_hint(block);
            slips.add(format!("--block: {block} is no multiple of 512 bytes{hint}"));
        }
        for mix in &flags.mix {
            let read = mix.trim().trim_end_matches('%').parse::<f64>().ok();
            let read = read.filter(|share| (0.0..=100.0).contains(share));
            if let (Some(block), Some(read_percent)) = (size, read) {
                loads.push(PointLoad {
                    read_percent,
                    block,
                    random: !flags.sequential,
                    depth: depth_max,
                    threads: 1,
                    sync: SyncMode::None,
                });
            }
        }
    }
    for mix in &flags.mix {
        let read = mix.trim().trim_end_matches('%').parse::<f64>().ok();
        if !read.is_some_and(|share| (0.0..=100.0).contains(&share)) {
            slips.add(format!("--mix: \"{mix}\" is no share of reads from 0 to 100"));
        }
    }
    loads
}

/// `1-256` by doubling, or a list.
fn depths(text: &str, slips: &mut Slips) -> Option<Vec<u32>> {
    let points = job::grid::read(&format!("-o({text})"));
    let read = points.map_err(|problems| {
        for problem in problems {
            slips.add(format!("--ladder: {}; {}", problem.text, problem.help));
        }
    });
    read.ok().map(|points| points.grid.depths)
}

/// One stage for each load.
pub(crate) fn stages(name: &str, climb: &Climb<'_>) -> Result<Vec<Stage>, Failure> {
    let many = climb.loads.len() > 1;
    let stage = |load: &PointLoad| {
        let own = format!("{} {}", words::operation(load), words::mix(load));
        let name = if many { format!("{name} {own}") } else { name.to_owned() };
        let kib = load.block.0 as f64 / 1024.0;
        let command = climb.words.clone().option("--block", Some(format!("{kib}k")));
        let command = command.option("--mix", Some(load.read_percent)).studying(climb.flags);
        let shelf = shelf(climb.target, &climb.loads, &climb.ways, climb.flags)?;
        Ok(match &climb.kind {
            ClimbKind::Line(ceiling, budget_ns) => {
                let turns = || shelf.turns(&shelf.stacks());
                let usual = || if turns() { BUDGET_ROTATING_NS } else { BUDGET_NS };
                let budget_ns = budget_ns.unwrap_or_else(usual);
                let work = RampWork { role: role(&name, load, *ceiling), budget_ns };
                let settings = Settings::ramp(&name, load, *ceiling, budget_ns);
                Stage {
                    name,
                    study: StudyKind::Ramp,
                    command,
                    settings,
                    shelf,
                    building: None,
                    work: Work::Ramp(Box::new(work)),
                }
            }
            ClimbKind::Ladder(depths, time_min_ns) => {
                let config = LadderConfig {
                    subject: name.clone(),
                    targets: vec![TARGET.to_owned()],
                    load: *load,
                    depths: depths.clone(),
                    until: studies::until_of(*time_min_ns),
                    gain_min: GAIN_MIN,
                };
                let (settings, made) = (config.key(), config);
                let work = Work::Cells(Box::new(move |_, _| Box::new(Ladder::new(made.clone()))));
                Stage {
                    name,
                    study: StudyKind::Ramp,
                    command,
                    settings,
                    shelf,
                    building: None,
                    work,
                }
            }
        })
    };
    climb.loads.iter().map(stage).collect()
}

/// The load as the one role of a check.
fn role(name: &str, load: &PointLoad, ceiling: LatencyLimit) -> Role {
    let stream = Stream {
        read_percent: load.read_percent,
        read_blocks: BlockSizes::Fixed(load.block),
        write_blocks: BlockSizes::Fixed(load.block),
        access: if load.random { AccessPattern::Uniform } else { AccessPattern::Sequential },
        depth: load.depth,
        ..Stream::new(name, TARGET)
    };
    Role {
        name: name.to_owned(),
        title: words::title(load),
        kind: RoleKind::Load,
        stream,
        ceiling,
        weight: 1.0,
        measured: true,
        source: String::new(),
    }
}

/// A load in words.
mod words {
    use super::PointLoad;

    pub(super) fn operation(load: &PointLoad) -> String {
        load.block.to_string()
    }

    pub(super) fn mix(load: &PointLoad) -> String {
        match load.read_percent {
            share if share >= 100.0 => "reads".to_owned(),
            share if share <= 0.0 => "writes".to_owned(),
            share => format!("{share} % reads"),
        }
    }

    pub(super) fn title(load: &PointLoad) -> String {
        let order = if load.random { "random" } else { "sequential" };
        format!("{order} {}, {}", operation(load), mix(load))
    }
}
