//! A plan of studies: takes its text, returns one study of all its stages, or all problems of the stages.

use super::mistakes::Mistakes;
use super::{StudySetup, compare, disks, ramp};
use crate::failure::{Ending, Failure};
use crate::repeat_command::RepeatCommand;
use crate::study::{Stage, StudyOptions, StudyRequest};
use crate::{input, terminal};
use job::Problem;
use job::plan::{self, PlanStage, StageRequest, StudyPlan};
use record::RunKind;
use report::messages::input::WrongText;
use report::messages::system::SystemAction;
use std::path::Path;

/// The study of all stages of the plan in a file. The command line takes precedence over the plan. Without a seed in
/// `options`, the plan's seed is stored there.
///
/// # Errors
/// All problems of the plan and of the places of its stages.
pub fn read(
    file: &Path,
    setup: &StudySetup,
    options: &mut StudyOptions,
    mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let path = file.display().to_string();
    let text = input::text(file)
        .map_err(|e| Failure::system(Ending::Wrong, SystemAction::Read, &path, &e))?;
    let (plan, problems) = plan::read_leniently(&path, &text);
    if !mistakes.is_empty() {
        return Err(mistakes.failure());
    }
    options.seed = options.seed.or(plan.seed);
    match study_request(file, &plan, &text, &setup_with(setup, &plan)) {
        Ok(request) if problems.is_empty() => Ok(request),
        Err(refused) if problems.is_empty() => Err(failure_by_stage(&refused, &path, &text)),
        // The places of the stages may have problems as well.
        looked => Err(failure_by_place(problems, &looked.err().unwrap_or_default(), &path, &text)),
    }
}

/// A stage that cannot be carried out.
struct RefusedStage<'a> {
    stage: &'a PlanStage,
    failure: Failure,
}

/// Stages that were read but cannot be carried out, a line for each reason.
fn failure_by_stage(refused: &[RefusedStage<'_>], path: &str, text: &str) -> Failure {
    let mut all = Failure::of(Ending::Target, Vec::new());
    for RefusedStage { stage, failure } in refused {
        let line = text[..stage.span.start].matches('\n').count() + 1;
        let place = format!("{path}:{line}: stage \"{}\"", stage.name);
        let lines = failure.lines_with_places();
        let lines = lines.iter().map(|line| format!("{place}: {line}")).collect();
        all.add(Failure::of(failure.ending, lines));
    }
    all
}

/// All problems of a plan and of the places of its stages, in the order of the text.
fn failure_by_place(
    mut problems: Vec<Problem>,
    refused: &[RefusedStage<'_>],
    path: &str,
    text: &str,
) -> Failure {
    for RefusedStage { stage, failure } in refused {
        problems.extend(failure.lines_with_places().iter().map(|line| Problem {
            span: stage.span.clone(),
            text: format!("stage \"{}\": {line}", stage.name),
            help: String::new(),
        }));
    }
    problems.sort_by_key(|problem| problem.span.start);
    let colour = terminal::colours_progress();
    Failure::shown(&WrongText::PlanWrong, path, text, &problems, colour)
}

/// The settings of the command line, completed by those of the plan.
fn setup_with(setup: &StudySetup, plan: &StudyPlan) -> StudySetup {
    let engine = match plan.engine {
        Some(name) if setup.engine.kind.is_none() => super::engine(name),
        _ => None,
    };
    StudySetup {
        engine: engine.unwrap_or_else(|| setup.engine.clone()),
        pause: setup.pause.or(plan.pause),
        size: setup.size.or(plan.size),
        ..setup.clone()
    }
}

/// The study of all stages, or every stage that cannot be carried out.
fn study_request<'a>(
    file: &Path,
    plan: &'a StudyPlan,
    text: &str,
    setup: &StudySetup,
) -> Result<StudyRequest, Vec<RefusedStage<'a>>> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut refused = Vec::new();
    for stage in plan.stages.iter().filter(|stage| has_a_place(stage)) {
        match one(stage, setup) {
            Ok(request) => {
                let own = request.stages.into_iter();
                stages.extend(own.map(|own| own.renamed(&stage.name)));
            }
            Err(failure) => refused.push(RefusedStage { stage, failure }),
        }
    }
    if stages.is_empty() || !refused.is_empty() {
        return Err(refused);
    }
    Ok(StudyRequest {
        kind: RunKind::Study,
        command: RepeatCommand::of("study").path(file).permission(&setup.permission),
        subject: plan.name.clone().into(),
        source_text: text.to_owned(),
        stages,
        engine: setup.engine.clone(),
        pause: setup.pause,
    })
}

/// Whether the stage has a target.
fn has_a_place(stage: &PlanStage) -> bool {
    !matches!(&stage.study, StageRequest::Ramp(ramp) if ramp.target.is_empty())
}

/// A stage as the study of its own command.
fn one(stage: &PlanStage, setup: &StudySetup) -> Result<StudyRequest, Failure> {
    let none = Mistakes::default();
    match &stage.study {
        StageRequest::Calibrate(request) => disks::calibrate(request, setup, none),
        StageRequest::Scale(request) => disks::scale(request, setup, none),
        StageRequest::Compare(request) => compare::compare(request, setup, none),
        StageRequest::Ramp(request) => ramp::ramp(request, setup, none),
    }
}
