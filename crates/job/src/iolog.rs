//! Traces of fio (`write_iolog`) in version 2 and 3: takes one line after the other, gives its operation and time.
//!
//! Version 2 has no times: a `wait` lasts until as many milliseconds after the start. In version 3 each line begins with its
//! time in microseconds. Both were measured with fio 3.33; its manual says that a `wait` counts microseconds after the wait
//! before it. Stores no line; does not replay.

use base::IoKind;

/// Where the times of a trace come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IologVersion {
    /// From its `wait` lines.
    Second,
    /// From the start of each line.
    Third,
}

impl IologVersion {
    /// The version that the first line of a trace names.
    pub fn of(first_line: &str) -> Option<Self> {
        match first_line.trim() {
            "fio version 2 iolog" => Some(Self::Second),
            "fio version 3 iolog" => Some(Self::Third),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IologOperation {
    pub kind: IoKind,
    /// The offset in bytes; 0 for a sync.
    pub offset_bytes: u64,
    /// The length in bytes, above 0; 0 for a sync.
    pub length_bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IologLine<'l> {
    pub file: &'l str,
    /// Its time: in version 2 the end of the longest wait before it, in version 3 the time at its start.
    pub at_us: u64,
    /// The I/O; `None` where the line adds, opens or closes the file, or waits.
    pub operation: Option<IologOperation>,
}

/// Reads the lines after the first one.
#[derive(Clone, Copy, Debug)]
pub struct IologReader {
    version: IologVersion,
    waited_us: u64,
}

impl IologReader {
    /// A reader for a trace of this version, before its first wait.
    pub fn new(version: IologVersion) -> Self {
        Self { version, waited_us: 0 }
    }

    /// Reads the next line; `None` where it is empty.
    pub fn line<'l>(&mut self, line: &'l str) -> Result<Option<IologLine<'l>>, &'static str> {
        let mut words = line.split_whitespace();
        let Some(mut file) = words.next() else { return Ok(None) };
        let mut at_us = self.waited_us;
        if self.version == IologVersion::Third {
            at_us = file.parse().map_err(|_| "its time is no number")?;
            file = words.next().ok_or(NO_ACTION)?;
        }
        let action = words.next().ok_or(NO_ACTION)?;
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
        let kind = match action {
            "add" | "open" | "close" => {
                return Ok(Some(IologLine { file, at_us, operation: None }));
            }
            "wait" => {
                let until_ms = number().ok_or("its wait is no number")?;
                self.waited_us = self.waited_us.max(until_ms.saturating_mul(1000));
                return Ok(Some(IologLine { file, at_us, operation: None }));
            }
            "read" => IoKind::Read,
            "write" => IoKind::Write,
            "trim" => IoKind::Trim,
            "sync" | "datasync" => IoKind::Flush,
            _ => return Err("its action is none of read, write, trim, sync and wait"),
        };
        let place = number().zip(number());
        let (offset_bytes, length_bytes) = match kind {
            IoKind::Flush => (0, 0),
            _ => place.ok_or("it has no offset and length")?,
        };
        if kind != IoKind::Flush && length_bytes == 0 {
            return Err("its length is 0");
        }
        let operation = Some(IologOperation { kind, offset_bytes, length_bytes });
        Ok(Some(IologLine { file, at_us, operation }))
    }
}

const NO_ACTION: &str = "it has no file and action";

#[cfg(test)]
mod tests {
    use super::*;

    fn times(version: IologVersion, lines: &[&str]) -> Vec<(u64, bool)> {
        let mut reader = IologReader::new(version);
        let mut all = Vec::new();
        for line in lines {
            let line = reader.line(line).expect("it is a line").expect("it has words");
            all.push((line.at_us, line.operation.is_some()));
        }
        all
    }

    #[test]
    fn waits_are_milliseconds_from_the_start_and_times_are_microseconds() {
        let second =
            ["f wait 1000", "f read 0 9", "f wait 1500", "f read 9 9", "f wait 5", "f sync 0 0"];
        let at_us = times(IologVersion::Second, &second).into_iter().filter(|(_, is_io)| *is_io);
        assert_eq!(
            at_us.map(|(at_us, _)| at_us).collect::<Vec<_>>(),
            [1_000_000, 1_500_000, 1_500_000]
        );
        // As fio 3.33 writes a job with a thinktime of 20 ms.
        let third = ["104 w open", "110 w read 245760 8192", "20157 w datasync 3104768 0"];
        assert_eq!(times(IologVersion::Third, &third), [(104, false), (110, true), (20157, true)]);
    }

    #[test]
    fn a_wrong_line_says_what_is_wrong() {
        for (version, line, wanted) in [
            (IologVersion::Second, "f", "no file and action"),
            (IologVersion::Third, "f read 0 1", "its time"),
            (IologVersion::Third, "1 f", "no file and action"),
            (IologVersion::Second, "f wait x", "its wait"),
            (IologVersion::Second, "f read 0", "no offset and length"),
            (IologVersion::Second, "f write 0 0", "length is 0"),
            (IologVersion::Second, "f sing 0 1", "none of read"),
        ] {
            let wrong = IologReader::new(version).line(line).expect_err("it is wrong");
            assert!(wrong.contains(wanted), "{line}: {wrong}");
        }
    }
}
