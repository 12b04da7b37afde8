//! What a dry run says of a study: takes the typed fact, gives the sentence.

use base::Bytes;
use std::fmt;

/// What a dry run says of a study.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum DryRunText {
    RampTrials { role: String, limit: String },
    Left { range: String, longest: String },
    WouldBuild,
    WouldTakeDown,
    PointsIfAlike,
    Points { likely: usize, most: usize, pause: String },
    Time { range: String, longest: String, clock: String },
    Prefilled { bytes: Bytes, fast: String, slow: String },
    Overwritten { place: String },
    OwnFile { place: String },
}

impl fmt::Display for DryRunText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RampTrials { role, limit } => {
                writeln!(f, "\ntrials of {role} that close in on the highest load under {limit}")
            }
            Self::Left { range, longest } => {
                writeln!(f, "\nof the times above are left: {range}; {longest} at most")
            }
            Self::WouldBuild => {
                f.write_str("would build the layouts, and destroy what the disks hold")
            }
            Self::WouldTakeDown => f.write_str("and take them down, each step where it is needed"),
            Self::PointsIfAlike => f.write_str(
                "\npoints, if all places are alike (what is measured decides what comes next)\n",
            ),
            Self::Points { likely, most, pause } => writeln!(
                f,
                "points      {likely} likely, {most} at most, with a pause of {pause} before each"
            ),
            Self::Time { range, longest, clock } => {
                writeln!(f, "time       {range}; {longest} at most{clock}")
            }
            Self::Prefilled { bytes, fast, slow } => write!(
                f,
                "{bytes} in files that are prefilled first (in {fast} at 1,000 MiB/s, {slow} at 100 MiB/s) and gone \
                 at the end"
            ),
            Self::Overwritten { place } => write!(f, "{place} (what is there is lost)"),
            Self::OwnFile { place } => write!(f, "a file of its own in {place}"),
        }
    }
}
