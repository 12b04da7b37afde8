//! An error of the operating system as data: stored, sent to other hosts, and worded by `report`.

use crate::refusal::FileFault;
use serde::{Deserialize, Serialize};
use std::io;

/// An error of the operating system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SystemError {
    Errno(i32),
    /// What this program found wrong with an open file.
    File(FileFault),
    /// An error without a number, in the words of the standard library.
    Text(String),
}

impl From<&io::Error> for SystemError {
    fn from(error: &io::Error) -> Self {
        let fault = error.get_ref().and_then(|inner| inner.downcast_ref::<FileFault>());
        match (fault, error.raw_os_error()) {
            (Some(fault), _) => Self::File(*fault),
            (None, Some(errno)) => Self::Errno(errno),
            (None, None) => Self::Text(error.to_string()),
        }
    }
}

impl SystemError {
    pub fn errno(&self) -> Option<i32> {
        match self {
            Self::Errno(errno) => Some(*errno),
            Self::File(_) | Self::Text(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bytes;

    #[test]
    fn an_error_keeps_its_number_or_its_fault_and_else_its_words() {
        let shortage = FileFault::SpaceShortage { left: Bytes(1), kept: Bytes(2) };
        for (error, wanted) in [
            (io::Error::from_raw_os_error(28), SystemError::Errno(28)),
            (io::Error::other(shortage), SystemError::File(shortage)),
            (io::Error::other("odd"), SystemError::Text("odd".to_owned())),
        ] {
            let stored = SystemError::from(&error);
            assert_eq!(stored, wanted);
            let text = serde_json::to_string(&stored).expect("plain values");
            assert_eq!(serde_json::from_str::<SystemError>(&text).expect("its own form"), wanted);
        }
    }
}
