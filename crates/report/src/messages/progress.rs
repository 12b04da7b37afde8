//! What is done now, and what follows: takes the typed fact, gives the sentence.

use base::Bytes;
use std::fmt;

/// What is done now, and what follows.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum ProgressText {
    LooksAtStorage,
    Prefilling { size: Bytes },
    MeasuringAfter { budget: String },
    PrefillTakes { size: Bytes, takes_s: f64, after: String },
    PrefillTook { took_s: f64, next: String },
    TakingDown,
}

impl fmt::Display for ProgressText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LooksAtStorage => f.write_str("looking at the storage"),
            Self::Prefilling { size } => write!(f, "Prefill: {size} of random data"),
            Self::MeasuringAfter { budget } => {
                write!(f, "; the measuring time of {budget} begins after it")
            }
            Self::PrefillTakes { size, takes_s, after } => write!(
                f,
                "Prefill: writing {size} of random data takes about {takes_s:.0} s{after}."
            ),
            Self::PrefillTook { took_s, next } => write!(f, "Prefill took {took_s:.0} s.{next}"),
            Self::TakingDown => f.write_str("taking the layouts down"),
        }
    }
}
