//! What is said of earlier runs when a study begins: takes the typed fact, gives the sentence.

use crate::catalogue::earlier as text;
use crate::language::Language;
use record::Note;
use record::key::KeyError;
use std::fmt;

/// What an earlier run means for a study that begins.
#[derive(Clone, Debug)]
pub enum EarlierRun {
    /// It measured other storage, as a note says.
    Noted(Note),
    /// It measured the same places, but its key cannot be read.
    KeyUnreadable {
        /// The run.
        run: i64,
        /// Why.
        error: KeyError,
    },
    /// It is measuring this study now.
    UnderWay {
        /// The run.
        run: i64,
        /// The number of its process; empty: unknown.
        process: String,
    },
    /// It is resumed with so many measured points.
    Resumed {
        /// The run.
        run: i64,
        /// The points.
        points: usize,
    },
    /// It measured this plan to its end.
    PlanIsDone(i64),
    /// These stages are taken from it.
    Taken {
        /// The run.
        run: i64,
        /// What of each stage.
        stages: Vec<TakenStage>,
    },
    /// Stages that no earlier run has.
    NewStages(Vec<String>),
    /// What measures everything again.
    Fresh,
}

/// What an earlier run has of a stage.
#[derive(Clone, Debug)]
pub struct TakenStage {
    /// The stage.
    pub name: String,
    /// Whether the stage is as it was then.
    pub is_unchanged: bool,
    /// Its points that are taken.
    pub points: usize,
}

impl fmt::Display for EarlierRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::of_process()))
    }
}

impl EarlierRun {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Noted(note) => crate::words::note(language, note),
            Self::KeyUnreadable { run, error } => {
                text::key_unreadable(language, &run.to_string(), &error.to_string())
            }
            Self::UnderWay { run, process } => match process.as_str() {
                "" => text::under_way_unknown(language, &run.to_string()),
                process => text::under_way(language, &run.to_string(), process),
            },
            Self::Resumed { run, points } => {
                text::resumed(language, &run.to_string(), *points as u64)
            }
            Self::PlanIsDone(run) => text::plan_is_done(language, &run.to_string()),
            Self::Taken { run, stages } => {
                let stages: Vec<String> = stages.iter().map(|stage| stage.text(language)).collect();
                text::taken(language, &run.to_string(), &stages.join(", "))
            }
            Self::NewStages(names) => text::new_stages(language, &names.join(", ")),
            Self::Fresh => text::fresh(language).to_owned(),
        }
    }
}

impl TakenStage {
    fn text(&self, language: Language) -> String {
        let Self { name, is_unchanged, points } = self;
        match (is_unchanged, points) {
            (true, 0) => name.clone(),
            (true, points) => text::stage_points(language, name, *points as u64),
            (false, points) => text::changed_stage(language, name, *points as u64),
        }
    }
}
