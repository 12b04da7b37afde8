//! `plimsoll study`: a plan's text -> its stages, each as its own command reads it -> one run of all of them.

use crate::commands::{calibrate, compare, ramp, scale, segment};
use crate::exit::Outcome;
use crate::flags::{
    self, BuildFlags, By, LoadFlags, Metric, Output, RaceFlags, Study as Flags, Studying,
};
use base::Nanos;
use job::Problem;
use job::plan::{self, PlanDisks, PlanRace, PlanRamp, PlanStage, PlanStudy, StudyPlan};
use record::RunKind;
use session::failure::{Ending, Failure};
use session::study::{Asked, Stage, Work, carry_out};
use session::{answer, input, terminal};
use std::path::PathBuf;

/// Carries out a plan.
pub(crate) fn run(flags: &Flags) -> Outcome {
    let path = flags.plan.display().to_string();
    let text = input::text(&flags.plan)
        .map_err(|e| Failure::wrong(format!("failed to read {path}: {e}")))?;
    let (plan, problems) = plan::read_what_is_right(&path, &text);
    let studying = studying(&flags.studying, &plan);
    let output = Output { seed: flags.output.seed.or(plan.seed), ..flags.output.clone() };
    match asked(flags, &plan, &text, &studying) {
        Ok(asked) if problems.is_empty() => {
            Ok(carry_out(asked, &studying.options(&output))?.into())
        }
        Err(refused) if problems.is_empty() => Err(apart(&refused, &path, &text)),
        // What the stages stand on may be wrong as well.
        looked => Err(together(problems, &looked.err().unwrap_or_default(), &path, &text)),
    }
}

/// A stage that cannot be carried out.
struct Refused<'a> {
    stage: &'a PlanStage,
    failure: Failure,
}

/// Stages that were read but cannot be carried out, a line for each reason.
fn apart(refused: &[Refused<'_>], path: &str, text: &str) -> Failure {
    let mut all = Failure::of(Ending::Target, Vec::new());
    for Refused { stage, failure } in refused {
        let line = text[..stage.span.start].matches('\n').count() + 1;
        let place = format!("{path}:{line}: stage \"{}\"", stage.name);
        let lines = failure.lines.iter().map(|line| format!("{place}: {line}")).collect();
        all.add(Failure::of(failure.ending, lines));
    }
    all
}

/// All that is wrong with a plan and with what its stages stand on, in the order of the text.
fn together(
    mut problems: Vec<Problem>,
    refused: &[Refused<'_>],
    path: &str,
    text: &str,
) -> Failure {
    for Refused { stage, failure } in refused {
        problems.extend(failure.lines.iter().map(|line| Problem {
            span: stage.span.clone(),
            text: format!("stage \"{}\": {line}", stage.name),
            help: String::new(),
        }));
    }
    problems.sort_by_key(|problem| problem.span.start);
    let colour = terminal::style_for_progress().colour;
    Failure::shown("the plan is wrong", path, text, &problems, colour)
}

/// The command line comes before the plan.
fn studying(flags: &Studying, plan: &StudyPlan) -> Studying {
    Studying {
        pause: flags.pause.clone().or_else(|| plan.pause.map(time)),
        size: flags.size.clone().or_else(|| plan.size.map(|size| size.0.to_string() + "B")),
        engine: flags.engine.clone().or_else(|| plan.engine.map(str::to_owned)),
        ..flags.clone()
    }
}

/// Every stage, or everything that is wrong with any of them.
fn asked<'a>(
    flags: &Flags,
    plan: &'a StudyPlan,
    text: &str,
    studying: &Studying,
) -> Result<Asked, Vec<Refused<'a>>> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut ways = None;
    let mut refused = Vec::new();
    for stage in plan.stages.iter().filter(|stage| has_a_place(stage)) {
        match one(stage, studying, &flags.output) {
            Ok(asked) => {
                ways.get_or_insert((asked.engine, asked.pause));
                stages.extend(asked.stages.into_iter().map(|own| renamed(own, stage, asked.kind)));
            }
            Err(failure) => refused.push(Refused { stage, failure }),
        }
    }
    let Some((engine, pause)) = ways.filter(|_| refused.is_empty()) else { return Err(refused) };
    let mut words = vec!["plimsoll study".to_owned(), answer::quoted(&flags.plan)];
    words.extend(answer::write_words(&studying.permission()));
    Ok(Asked {
        kind: RunKind::Study,
        command: words.join(" "),
        subject: plan.name.clone(),
        source_text: text.to_owned(),
        stages,
        engine,
        pause,
    })
}

/// A stage under the name that the plan gives it; a ramp of several loads has a stage for each. The trials of a line carry its
/// name, by which those of several lines are told apart.
fn renamed(own: Stage, stage: &PlanStage, kind: RunKind) -> Stage {
    let rest = own.name.strip_prefix(kind.name()).unwrap_or_default();
    let name = format!("{}{rest}", stage.name);
    let work = match own.work {
        Work::Ramp(mut work) => {
            name.clone_into(&mut work.role.name);
            name.clone_into(&mut work.role.stream.name);
            Work::Ramp(work)
        }
        work => work,
    };
    Stage { name, work, ..own }
}

/// Whether anything is known of where the stage goes.
fn has_a_place(stage: &PlanStage) -> bool {
    !matches!(&stage.study, PlanStudy::Ramp(ramp) if ramp.target.is_empty())
}

/// A stage as its own command reads it.
fn one(stage: &PlanStage, flags: &Studying, output: &Output) -> Result<Asked, Failure> {
    let all_read = match &stage.study {
        PlanStudy::Calibrate(disks) | PlanStudy::Scale(disks) => disks.all_read,
        PlanStudy::Segment(race) | PlanStudy::Compare(race) => race.all_read,
        PlanStudy::Ramp(_) => true,
    };
    let (studying, output) = (Studying { partly_read: !all_read, ..flags.clone() }, output.clone());
    match &stage.study {
        PlanStudy::Calibrate(plan) => calibrate::read(&flags::Calibrate {
            disks: plan.disks.clone(),
            write: plan.write,
            load: load(plan),
            studying,
            output,
        }),
        PlanStudy::Scale(plan) => scale::read(&flags::Scale {
            disks: plan.disks.clone(),
            write: plan.write,
            load: load(plan),
            studying,
            output,
        }),
        PlanStudy::Segment(plan) => segment::asked(&flags::Segment {
            layouts: plan.layouts.clone(),
            build: built(plan),
            race: race(plan),
            studying,
            output,
        }),
        PlanStudy::Compare(plan) => {
            // What is filled is what is used, whatever the other stages use.
            let size = flags.size.clone().filter(|_| plan.fills.is_empty());
            // What excludes each other was told where the plan was read.
            let places = plan.recorded.is_none();
            let race = race(plan);
            let grid = race.grid.filter(|_| plan.profile.is_none());
            compare::asked(&flags::Compare {
                layouts: plan.layouts.clone(),
                profile: plan.profile.clone(),
                recorded: plan.recorded.as_ref().map(PathBuf::from),
                fill: plan.fills.iter().filter(|_| places).map(ToString::to_string).collect(),
                build: if places { built(plan) } else { BuildFlags::default() },
                race: RaceFlags { grid, ..race },
                studying: Studying { size, ..studying },
                output,
            })
        }
        PlanStudy::Ramp(plan) => ramp::read(&climb(plan, studying, output)),
    }
}

fn load(plan: &PlanDisks) -> LoadFlags {
    LoadFlags {
        block: size(plan.block),
        depth: plan.depth.to_string(),
        threads: plan.threads.to_string(),
        random: plan.random,
        time: time(plan.time),
    }
}

fn built(plan: &PlanRace) -> BuildFlags {
    let Some(build) = &plan.build else { return BuildFlags::default() };
    BuildFlags {
        build: Some(build.list.clone()),
        disks: build.disks.iter().map(PathBuf::from).collect(),
        slice: build.slice.map(|slice| slice.0.to_string() + "B"),
    }
}

fn race(plan: &PlanRace) -> RaceFlags {
    RaceFlags {
        grid: plan.grid.clone(),
        by: plan.by_price.then_some(By::Price),
        metric: plan.by_p99.then_some(Metric::P99),
        time: plan.time.map(time),
        practical: plan.practical_percent.map(|share| format!("{share}%")),
        passes: plan.passes,
    }
}

fn climb(plan: &PlanRamp, studying: Studying, output: Output) -> flags::Ramp {
    flags::Ramp {
        target: plan.target.clone(),
        block: plan.blocks.iter().map(|block| size(*block)).collect(),
        mix: plan.read_percents.iter().map(ToString::to_string).collect(),
        ceiling: plan.ladder.is_none().then(|| plan.ceiling.to_string()),
        sequential: plan.sequential,
        depth_max: plan.ladder.is_none().then(|| plan.depth_max.to_string()),
        budget: plan.budget.filter(|_| plan.ladder.is_none()).map(time),
        ladder: plan.ladder.clone(),
        time: plan.ladder.is_some().then(|| time(plan.time)),
        studying,
        output,
    }
}

/// A size as people write it, exactly.
fn size(size: base::Bytes) -> String {
    if size.0.is_multiple_of(1024) { format!("{}k", size.0 / 1024) } else { format!("{}B", size.0) }
}

/// A time as people write it, exactly.
fn time(time: Nanos) -> String {
    let whole = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)];
    let (unit, ns) =
        whole.into_iter().find(|(_, ns)| time.0.is_multiple_of(*ns)).unwrap_or(("ns", 1));
    format!("{}{unit}", time.0 / ns)
}
