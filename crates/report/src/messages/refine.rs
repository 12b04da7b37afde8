//! What keeps a fitted job from being refined: takes the typed fact, gives the sentence.

use std::fmt;

/// What keeps a fitted job from being refined.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum RefineFault {
    Interrupted,
    NeedsTrace { reason: String },
    LostEvents { lost: u64 },
    NothingSeen { shown: String },
}

impl fmt::Display for RefineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => {
                f.write_str("interrupted before the job was refined; no job was written")
            }
            Self::NeedsTrace { reason } => {
                write!(f, "--refine compares single I/Os and needs the block trace; {reason}")
            }
            Self::LostEvents { lost } => write!(
                f,
                "warning: the capture of the run lost {lost} trace events, so that the fitted figures are too low; \
                 close other programs"
            ),
            Self::NothingSeen { shown } => write!(
                f,
                "the block trace shows no I/O of {shown}, so that nothing can be compared; name a block device, or a \
                 file on ext4 or xfs"
            ),
        }
    }
}

/// Why a fitted job cannot be refined on a target.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum RefineRefusal {
    NoTrace { error: String },
    Round { round: u32 },
    NoIo { shown: String },
    Simulated,
}

impl fmt::Display for RefineRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTrace { error } => write!(f, "--refine records every I/O of the run by the kernel's block trace, which cannot be had ({error}); \
                 run it with sudo"),
            Self::Round { round } => write!(f, "run {round} of the fitted job"),
            Self::NoIo { shown } => write!(f, "the fitted job did no I/O on {shown}; capture a busier time"),
            Self::Simulated => f.write_str("--refine needs a file or a device, because the kernel sees no I/O of a simulated storage"),
        }
    }
}
