//! Messages about earlier runs at the start of a study.

use crate::catalogue::earlier as text;
use crate::language::Language;
use record::Note;
use std::fmt;

/// The relation of an earlier run to a study that starts.
#[derive(Clone, Debug)]
pub enum EarlierRun {
    /// The run measured other storage, as a note says.
    Noted(Note),
    UnderWay {
        run: i64,
        /// The ID of its process; empty: unknown.
        process: String,
    },
    Resumed {
        run: i64,
        points: usize,
    },
    PlanIsDone(i64),
    Taken {
        run: i64,
        stages: Vec<TakenStage>,
    },
    NewStages(Vec<String>),
    /// How to measure everything again.
    Fresh,
}

/// The part of a stage that an earlier run has.
#[derive(Clone, Debug)]
pub struct TakenStage {
    pub name: String,
    pub is_unchanged: bool,
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
