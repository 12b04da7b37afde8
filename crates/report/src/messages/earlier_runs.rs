//! What is said of earlier runs when a study begins: takes the typed fact, gives the sentence.

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
        match self {
            Self::Noted(note) => f.write_str(&crate::words::note(crate::Language::En, note)),
            Self::KeyUnreadable { run, error } => write!(
                f,
                "run {run} cannot be resumed: {error}; everything is measured again (`plimsoll results show {run}` shows what it \
                 measured)"
            ),
            Self::UnderWay { run, process } => {
                let by = match process.as_str() {
                    "" => String::new(),
                    number => format!(" by process {number}"),
                };
                write!(
                    f,
                    "this very study is being measured{by} (run {run}); wait for it, end it, or give this one another --seed and \
                     --store"
                )
            }
            Self::Resumed { run, points } => match points {
                0 => write!(f, "resuming run {run}: no point is measured yet"),
                1 => write!(f, "resuming run {run}: 1 point is measured"),
                points => write!(f, "resuming run {run}: {points} points are measured"),
            },
            Self::PlanIsDone(run) => {
                write!(f, "run {run} has measured this very plan; it is measured anew")
            }
            Self::Taken { run, stages } => {
                let names: Vec<String> = stages.iter().map(ToString::to_string).collect();
                write!(f, "kept from run {run}: {}", names.join(", "))
            }
            Self::NewStages(names) => write!(f, "new: {}", names.join(", ")),
            Self::Fresh => f.write_str("--fresh would measure all of it anew"),
        }
    }
}

impl fmt::Display for TakenStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, is_unchanged, points } = self;
        match (is_unchanged, points) {
            (true, 0) => f.write_str(name),
            (true, points) => write!(f, "{name} ({points} points)"),
            (false, points) => write!(f, "{points} points of {name}, which was changed"),
        }
    }
}
