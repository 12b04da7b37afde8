//! A plan of studies: takes its text, returns one study of all its stages, or all problems of the stages.

use super::mistakes::Mistakes;
use super::{StudySetup, disks, race, ramp, values};
use crate::failure::{Ending, Failure};
use crate::repeat_command::RepeatCommand;
use crate::study::{Stage, StudyOptions, StudyRequest};
use crate::{input, terminal};
use clap::{Arg, ArgAction, Args};
use job::Problem;
use job::plan::{self, PlanStage, StudyPlan};
use record::RunKind;
use report::messages::input::WrongText;
use report::messages::system::SystemAction;
use std::ops::Range;
use std::path::Path;

/// The study of all stages of the plan in a file. The command line takes precedence over the plan. Without a seed in
/// `options`, the plan's seed is stored there.
pub fn read(
    file: &Path,
    setup: &StudySetup,
    options: &mut StudyOptions,
    mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let path = file.display().to_string();
    let text =
        input::text(file).map_err(Failure::refused(Ending::Wrong, SystemAction::Read, &path))?;
    let (plan, mut problems) = plan::read(&path, &text);
    if !mistakes.is_empty() {
        return Err(mistakes.failure());
    }
    options.seed = options.seed.or(plan.seed);
    match study_request(file, &plan, &text, &setup_with(setup, &plan), &mut problems) {
        Ok(request) if problems.is_empty() => Ok(request),
        Err(refused) if problems.is_empty() => Err(failure_by_stage(&refused, &path, &text)),
        // The places of the stages may have problems as well.
        looked => Err(failure_by_place(problems, &looked.err().unwrap_or_default(), &path, &text)),
    }
}

struct RefusedStage<'a> {
    stage: &'a PlanStage,
    failure: Failure,
}

/// Stages that were read but cannot be carried out, a line for each reason.
fn failure_by_stage(refused: &[RefusedStage<'_>], path: &str, text: &str) -> Failure {
    let mut all = Failure::of(Ending::Target, Vec::new());
    for RefusedStage { stage, failure } in refused {
        let placed = |told: &String| {
            let line = text[..span_of(stage, told).start].matches('\n').count() + 1;
            format!("{path}:{line}: stage \"{}\": {told}", stage.name)
        };
        let lines = failure.lines_with_places().iter().map(placed).collect();
        all.add(Failure::of(failure.ending, lines));
    }
    all
}

/// The place of the key that is the option with which a line begins, or of the stage.
fn span_of(stage: &PlanStage, line: &str) -> Range<usize> {
    let option = line.strip_prefix("--").and_then(|rest| rest.split([':', ' ']).next());
    let name = option.map(|option| option.replace('-', "_"));
    let key = stage.keys.iter().find(|key| Some(&key.name) == name.as_ref());
    key.map_or_else(|| stage.span.clone(), |key| key.span.clone())
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
            span: span_of(stage, line),
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
        Some(name) if setup.engine.kind.is_none() => values::engine(name).ok(),
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
    problems: &mut Vec<Problem>,
) -> Result<StudyRequest, Vec<RefusedStage<'a>>> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut refused = Vec::new();
    for stage in &plan.stages {
        match stage_request(stage, setup, problems) {
            None => {}
            Some(Ok(request)) => {
                let of_command = request.stages.into_iter();
                stages.extend(of_command.map(|own| own.renamed(&stage.name)));
            }
            Some(Err(failure)) => refused.push(RefusedStage { stage, failure }),
        }
    }
    if stages.is_empty() || !refused.is_empty() {
        return Err(refused);
    }
    let command = RepeatCommand::of("study").path(file).permission(&setup.permission);
    let request = setup.request(command, plan.name.clone().into(), stages);
    Ok(StudyRequest { kind: RunKind::Study, source_text: text.to_owned(), ..request })
}

/// A stage as the study of its own command; `None` if it lacks a place.
fn stage_request(
    stage: &PlanStage,
    setup: &StudySetup,
    problems: &mut Vec<Problem>,
) -> Option<Result<StudyRequest, Failure>> {
    let none = Mistakes::default();
    Some(match stage.study {
        "calibrate" => disks::calibrate(&options(stage, problems)?, setup, none),
        "scale" => disks::scale(&options(stage, problems)?, setup, none),
        "compare" => race::compare(&options(stage, problems)?, setup, none),
        _ => ramp::ramp(&options(stage, problems)?, setup, none),
    })
}

/// The options that the keys of a stage are, as the command line reads them; `None` if a required one is missing. An unreadable
/// value is left out.
fn options<T: Args>(stage: &PlanStage, problems: &mut Vec<Problem>) -> Option<T> {
    let command = T::augment_args(clap::Command::new(stage.study).no_binary_name(true));
    let known: Vec<String> = command.get_arguments().map(key_of).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let mut words = Vec::new();
    for key in &stage.keys {
        let Some(option) = command.get_arguments().find(|option| key_of(option) == key.name) else {
            problems.push(key.unknown(stage.study, &known));
            continue;
        };
        let name = option.get_long().map(|long| format!("--{long}"));
        if matches!(option.get_action(), ArgAction::SetTrue) {
            match key.switch() {
                Ok(on) => words.extend(name.filter(|_| on)),
                Err(problem) => problems.push(problem),
            }
            continue;
        }
        let alone = clap::Command::new("value").no_binary_name(true).arg(option.clone());
        for value in &key.values {
            let word = match &name {
                Some(name) => format!("{name}={}", value.text),
                None => value.text.clone(),
            };
            match alone.clone().try_get_matches_from([&word]) {
                Ok(_) => words.push(word),
                Err(error) => problems.push(key.wrong(value, &values::mistake(&error))),
            }
        }
    }
    let is_missing = |option: &&Arg| {
        option.is_required_set() && !stage.keys.iter().any(|key| key.name == key_of(option))
    };
    if let Some(missing) = command.get_arguments().find(is_missing) {
        problems.push(stage.lacks(&key_of(missing)));
    }
    let matches = command.try_get_matches_from(words).ok()?;
    T::from_arg_matches(&matches).ok()
}

/// The key of a plan that is this option.
fn key_of(option: &Arg) -> String {
    option.get_long().map_or_else(|| option.get_id().to_string(), |long| long.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requests::disks::DisksRequest;
    use crate::requests::race::RaceRequest;
    use crate::requests::ramp::RampRequest;
    use base::{Bytes, Nanos};

    fn options_of<T: Args>(text: &str) -> (Option<T>, Vec<String>) {
        let (plan, mut problems) = plan::read("plan.toml", &format!("[[stage]]\n{text}"));
        let read = options(&plan.stages[0], &mut problems);
        (read, problems.into_iter().map(|problem| problem.text).collect())
    }

    #[test]
    fn a_stage_without_keys_has_the_defaults_of_its_command() {
        let (read, told) = options_of::<DisksRequest>("study = \"scale\"\ndisks = \"/srv/a\"");
        let disks = vec!["/srv/a".to_owned()];
        assert_eq!(read, Some(DisksRequest { disks, ..DisksRequest::default() }), "{told:?}");
        let (read, told) = options_of::<RampRequest>("study = \"ramp\"\ntarget = \"/srv\"");
        let read = read.unwrap_or_else(|| panic!("{told:?}"));
        assert_eq!(
            (&read.blocks[..], &read.read_percents[..]),
            (&[Bytes::kib(8)][..], &[100.0][..])
        );
        assert_eq!((read.depth_max, read.latency_limit.latency_ns), (64, Nanos::millis(20)));
    }

    #[test]
    fn every_wrong_key_and_member_of_a_list_is_told_and_the_others_are_read() {
        let text = "study = \"ramp\"\ntarget = \"/mnt/a\"\nblock = [1000, \"4k\", \"9x\", true]\n\
                    mix = [101, \"abc\", 70, -1]\nblok = 1\nsequential = 5\nlatency_limit = \"p99<=10\"\n";
        let (read, told) = options_of::<RampRequest>(text);
        let read = read.unwrap_or_else(|| panic!("{told:?}"));
        assert_eq!(
            (&read.blocks[..], &read.read_percents[..]),
            (&[Bytes::kib(4)][..], &[70.0][..])
        );
        let count = |key: &str| told.iter().filter(|text| text.starts_with(key)).count();
        let keys = ["`block`", "`mix`", "`blok`", "`sequential`", "`latency_limit`"];
        assert_eq!((keys.map(count), told.len()), ([3, 3, 1, 1, 1], 9), "{told:#?}");
        let (read, told) = options_of::<RampRequest>("study = \"ramp\"\nmix = 5\n");
        assert_eq!((read, &told[..]), (None, &["ramp \"ramp\" has no `target`".to_owned()][..]));
    }

    /// The keys of a stage that runs this command.
    fn table<T: Args>(studies: &str) -> String {
        let command = T::augment_args(clap::Command::new("stage"));
        let row = |option: &Arg| {
            let usual = option.get_default_values().iter().map(|value| value.to_string_lossy());
            let usual = usual.map(|value| format!("`{value}`")).collect::<String>();
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            format!("| `{}` | {usual} | {help} |\n", key_of(option))
        };
        let rows: String = command.get_arguments().map(row).collect();
        format!("{studies}\n\n| key | default | what it is |\n| --- | --- | --- |\n{rows}")
    }

    #[test]
    fn the_documentation_has_the_keys_of_each_study() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/studies.md");
        let docs = std::fs::read_to_string(path).expect("the page is there");
        for wanted in [
            table::<DisksRequest>("`calibrate` and `scale`:"),
            table::<RaceRequest>("`compare`:"),
            table::<RampRequest>("`ramp`:"),
        ] {
            assert!(docs.contains(&wanted), "docs/reference/studies.md lacks:\n{wanted}");
        }
    }
}
