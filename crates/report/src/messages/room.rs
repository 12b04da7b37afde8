//! What helps where a file does not fit: takes the sizes, gives the sentence.

use base::Bytes;
use std::fmt;

/// What helps where a file does not fit.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum RoomAdvice {
    Smaller { option: String, largest: Bytes },
    Elsewhere { least: Bytes },
}

impl fmt::Display for RoomAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Smaller { option, largest } => {
                write!(f, "choose {option} of up to {largest}, or another directory")
            }
            Self::Elsewhere { least } => write!(
                f,
                "not even {least} fit, the least there is: free space there, choose another directory, or name a \
                 file that is there already (--overwrite FILE)"
            ),
        }
    }
}
