//! The kinds of runs, studies and measurements. Decisions are made on these types, never on their names.

use base::words;
use serde::{Deserialize, Serialize};
use std::fmt;

words! {
    /// The kind of a run: the command that made it.
    #[derive(Default)]
    pub enum RunKind as "kind of run" {
        /// The load line of every role of a profile.
        Check = "check",
        /// The phases of a job.
        #[default]
        Run = "run",
        /// An integrity test by a job or a profile.
        Verify = "verify",
        /// An integrity test by a file of SQLIOSim.
        Sqliosim = "sqliosim",
        /// A comparison of disks with their peers.
        Calibrate = "calibrate",
        /// A growing set of disks.
        Scale = "scale",
        /// A comparison of layouts.
        Compare = "compare",
        /// An increasing load up to a latency limit.
        Ramp = "ramp",
        /// A plan of several studies.
        Study = "study",
        /// A load over days, evaluated minute by minute.
        Soak = "soak",
        /// The result of another tool.
        Import = "import",
    }
}

words! {
    pub enum FileRole as "role of a file" {
        /// The pages of a database.
        Data = "data",
        Log = "log",
    }
}

words! {
    /// What a stage of a study does.
    pub enum StudyKind as "kind of study" {
        /// A comparison of disks with their peers.
        Calibrate = "calibrate",
        Scale = "scale",
        Compare = "compare",
        /// An increasing load up to a latency limit.
        Ramp = "ramp",
        /// Imported points, from which nothing was concluded.
        Import = "import",
    }
}

impl StudyKind {
    /// The studies that measure points of layouts.
    pub const OF_LAYOUTS: [Self; 2] = [Self::Compare, Self::Import];
}

impl From<StudyKind> for RunKind {
    /// The command that runs this study alone.
    fn from(study: StudyKind) -> Self {
        match study {
            StudyKind::Calibrate => Self::Calibrate,
            StudyKind::Scale => Self::Scale,
            StudyKind::Compare => Self::Compare,
            StudyKind::Ramp => Self::Ramp,
            StudyKind::Import => Self::Import,
        }
    }
}

words! {
    /// Where the points of a stage come from.
    pub enum Provenance as "provenance" {
        Measured = "measured",
        /// They were taken from a stored run or from a file, and evaluated again.
        Recorded = "recorded",
        /// They were imported, and not evaluated.
        Imported = "imported",
    }
}

words! {
    pub enum Purpose as "purpose of a point" {
        /// A disk alone, in the first pass over all of them.
        EachAlone = "each alone",
        /// A repeat, because the result depends on it.
        Again = "again",
        GrowingSet = "growing set",
        /// A set of disks near the limit.
        AroundCorner = "around the corner",
        Race = "race",
        DepthStep = "depth step",
        /// The same point, repeated to show changes of the machine itself.
        Reference = "reference",
        /// A point of a record that does not say whether it was random: its load is stored as sequential.
        RecordedWithoutOrder = "recorded, order not told",
        Import = "import",
    }
}

impl Purpose {
    /// Whether the point is a result of the study; the reference point describes only the machine.
    pub fn counts(self) -> bool {
        self != Self::Reference
    }
}

/// The name of disks without a layout in a comparison.
pub const NO_LAYOUT: &str = "none";

/// The suffix of the purpose of a point whose measurement was not completed.
const BROKEN_OFF: &str = ", broken off";
/// The end of the text of a trial whose commits share flushes.
const SHARED: &str = ", shared flushes";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum TrialPurpose {
    /// A closed loop that saturates the storage.
    Closed,
    /// One operation at a time.
    Alone,
    Bracket,
    Confirm,
    RequiredRate,
    /// The required rates of several roles at the same time.
    Together,
    /// Half of the queue depth that saturates the storage.
    HalfDepth,
    /// A trial of one of these purposes in which commits share flushes.
    Shared(Box<Self>),
    Run,
    /// A trial that an earlier, interrupted invocation did not complete.
    BrokenOff,
    Point {
        purpose: Purpose,
        /// Whether its measurement was not completed.
        broken_off: bool,
    },
    /// The text of an imported file.
    Other(String),
}

impl TrialPurpose {
    /// The purposes that are written as a fixed text.
    const PLAIN: [(Self, &'static str); 9] = [
        (Self::Closed, "closed"),
        (Self::Alone, "alone"),
        (Self::Bracket, "bracket"),
        (Self::Confirm, "confirm"),
        (Self::RequiredRate, "required rate"),
        (Self::Together, "together"),
        (Self::HalfDepth, "half depth"),
        (Self::Run, "run"),
        (Self::BrokenOff, "broken off"),
    ];

    /// Parses a stored purpose; an unknown text is kept as it is.
    pub fn of(text: &str) -> Self {
        if let Some((plain, _)) = Self::PLAIN.into_iter().find(|(_, word)| *word == text) {
            return plain;
        }
        if let Some(own) = text.strip_suffix(SHARED) {
            return Self::Shared(Box::new(Self::of(own)));
        }
        let whole = text.strip_suffix(BROKEN_OFF);
        match whole.unwrap_or(text).parse() {
            Ok(purpose) => Self::Point { purpose, broken_off: whole.is_some() },
            Err(_) => Self::Other(text.to_owned()),
        }
    }

    /// The same purpose for a trial in which this many commits share a flush.
    pub fn sharing(self, commits: u32) -> Self {
        if commits > 1 { Self::Shared(Box::new(self)) } else { self }
    }

    pub fn without_sharing(&self) -> &Self {
        match self {
            Self::Shared(own) => own,
            own => own,
        }
    }
}

impl Default for TrialPurpose {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl From<String> for TrialPurpose {
    fn from(text: String) -> Self {
        Self::of(&text)
    }
}

impl From<TrialPurpose> for String {
    fn from(purpose: TrialPurpose) -> Self {
        purpose.to_string()
    }
}

impl fmt::Display for TrialPurpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point { purpose, broken_off } => {
                write!(f, "{purpose}{}", if *broken_off { BROKEN_OFF } else { "" })
            }
            Self::Shared(own) => write!(f, "{own}{SHARED}"),
            Self::Other(text) => f.write_str(text),
            plain => {
                let entry = Self::PLAIN.iter().find(|(purpose, _)| purpose == plain);
                f.write_str(entry.expect("every other purpose is in the table").1)
            }
        }
    }
}

base::words! {
    /// The unit of a rate, or of a latency beside rates.
    pub enum RateUnit as "unit" {
        Iops = "IOPS",
        Commits = "commits/s",
        Transactions = "transactions/s",
        Mibps = "MiB/s",
        Millis = "ms",
        /// A 99th percentile, where its column must say so.
        P99Millis = "p99 ms",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limit, State, Verdict};
    use summary::WarningKind;

    #[test]
    fn what_a_trial_is_for_comes_back_from_its_text() {
        let points = Purpose::ALL.iter().flat_map(|&purpose| {
            [false, true].map(|broken_off| TrialPurpose::Point { purpose, broken_off })
        });
        let plain = TrialPurpose::PLAIN.into_iter().map(|(plain, _)| plain);
        let other = ["", "64 KiB random reads", ", broken off", "confirm, broken off"];
        let other = other.map(|text| TrialPurpose::Other(text.to_owned()));
        let shared = TrialPurpose::Confirm.sharing(64);
        assert_eq!(
            (shared.without_sharing(), shared.to_string().as_str()),
            (&TrialPurpose::Confirm, "confirm, shared flushes")
        );
        for purpose in points.chain(plain).chain(other).chain([shared]) {
            assert_eq!(TrialPurpose::of(&purpose.to_string()), purpose);
        }
    }

    #[test]
    fn every_word_leads_back_to_its_case_and_no_two_are_equal() {
        macro_rules! holds {
            ($($type:ident),+) => {$(
                let mut words: Vec<&str> = Vec::new();
                for case in $type::ALL {
                    assert_eq!(case.name().parse(), Ok(*case));
                    assert!(!words.contains(&case.name()), "{case}");
                    words.push(case.name());
                }
            )+};
        }
        holds!(RunKind, StudyKind, Purpose, Provenance, State, Verdict, Limit, WarningKind);
    }

    #[test]
    fn an_unknown_word_is_reported_with_the_known_ones() {
        let error = "fitt".parse::<Verdict>().unwrap_err();
        let shown = "\"fitt\" is not a known verdict; known are fit, not-fit, cannot-tell";
        assert_eq!(error.to_string(), shown);
    }
}
