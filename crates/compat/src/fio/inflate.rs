//! Compressed logs (`log_store_compressed`): takes a file's bytes, gives the lines of the log, and the reverse.
//!
//! The file is a sequence of zlib streams, each with samples as they lie in the memory of fio 3.33 on a little-endian
//! machine.

use super::{Logs, Window};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// What `--inflate-log` prints of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct InflatedLog {
    pub text: String,
    /// Whether something else than a compressed log follows the text, as in a file of another kind.
    pub is_broken: bool,
}

/// The bit of a sample's direction that says that samples have an offset.
const HAS_OFFSET: u32 = 1 << 31;
/// The same for a priority that is shown as a number.
const HAS_PRIORITY: u32 = 1 << 30;
/// zlib's default.
const LEVEL: u8 = 6;
const SAMPLE_BYTES: usize = 32;
const OFFSET_BYTES: usize = 8;
/// The class of the highest priority, which a log shows as 1.
const REAL_TIME_CLASS: u16 = 1;

/// Inflates a log. One that was cut gives the samples before the cut, as with fio.
pub fn inflated(file: &[u8]) -> InflatedLog {
    let mut log = InflatedLog { text: String::new(), is_broken: false };
    let mut rest = file;
    while !rest.is_empty() && !log.is_broken {
        let mut samples = Vec::new();
        let mut state = InflateState::new_boxed(DataFormat::Zlib);
        let mut buffer = [0; 1 << 14];
        loop {
            let step = inflate(&mut state, rest, &mut buffer, MZFlush::None);
            rest = &rest[step.bytes_consumed..];
            samples.extend_from_slice(&buffer[..step.bytes_written]);
            match step.status {
                Ok(MZStatus::StreamEnd) => break,
                Ok(_) => {}
                Err(error) => {
                    log.is_broken = error != MZError::Buf;
                    rest = &[];
                    break;
                }
            }
        }
        lines(&samples, &mut log.text);
    }
    log
}

/// The lines of a log as one stream. A sample has one value, and no time of issue.
pub(super) fn compressed(text: &str, logs: &Logs) -> Vec<u8> {
    if text.is_empty() {
        return Vec::new();
    }
    let flag = |is: bool, flag: u32| if is { flag } else { 0 };
    let flags = u64::from(flag(logs.offset, HAS_OFFSET) | flag(logs.prio, HAS_PRIORITY));
    let mut samples = Vec::new();
    for line in text.lines() {
        let mut fields = line.split(", ").map(|field| field.parse::<u64>().unwrap_or(0));
        let mut next = || fields.next().unwrap_or(0);
        let (time, value) = (next(), next());
        if logs.window == Window::Both {
            next();
        }
        // The priority is always 0.
        samples.extend([time, value, next() | flags, next()].map(u64::to_le_bytes).concat());
        if logs.offset {
            samples.extend(next().to_le_bytes());
        }
    }
    compress_to_vec_zlib(&samples, LEVEL)
}

/// The samples of one stream as lines of a log; the first sample shows what all of them hold.
fn lines(samples: &[u8], text: &mut String) {
    let Some(flags) = samples.first_chunk::<SAMPLE_BYTES>().map(|first| word(first, 16)) else {
        return;
    };
    let (has_offset, has_priority) = (flags & HAS_OFFSET != 0, flags & HAS_PRIORITY != 0);
    let length = SAMPLE_BYTES + if has_offset { OFFSET_BYTES } else { 0 };
    for sample in samples.chunks_exact(length) {
        let (time, value, block) =
            (long(sample, 0), long(sample, 8).cast_signed(), long(sample, 24));
        let direction = word(sample, 16) & !(HAS_OFFSET | HAS_PRIORITY);
        let offset = if has_offset { format!(", {}", long(sample, 32)) } else { String::new() };
        let priority = u16::from_le_bytes([sample[20], sample[21]]);
        let priority = if has_priority {
            format!("0x{priority:04x}")
        } else {
            u16::from(priority >> 13 == REAL_TIME_CLASS).to_string()
        };
        text.push_str(&format!("{time}, {value}, {direction}, {block}{offset}, {priority}\n"));
    }
}

fn word(sample: &[u8], at: usize) -> u32 {
    (long(sample, at) & u64::from(u32::MAX)) as u32
}

fn long(sample: &[u8], at: usize) -> u64 {
    let bytes = sample[at..].first_chunk().expect("a sample has eight bytes there");
    u64::from_le_bytes(*bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(
        time: u64,
        value: u64,
        direction: u32,
        priority: u16,
        offset: Option<u64>,
    ) -> Vec<u8> {
        let mut bytes = [time.to_le_bytes(), value.to_le_bytes()].concat();
        bytes.extend([direction.to_le_bytes(), u32::from(priority).to_le_bytes()].concat());
        bytes.extend(4096u64.to_le_bytes());
        bytes.extend(offset.map(u64::to_le_bytes).iter().flatten());
        bytes
    }

    #[test]
    fn streams_follow_each_other_and_each_has_its_own_columns() {
        let plain = [sample(1, 1_541_128, 0, 0, None), sample(2, 11_658, 1, 0x2004, None)].concat();
        let all = HAS_OFFSET | HAS_PRIORITY;
        let whole = sample(3, 7, all | 1, 0x6004, Some(12_288));
        let file = [compress_to_vec_zlib(&plain, 6), compress_to_vec_zlib(&whole, 6)].concat();
        let text = "1, 1541128, 0, 4096, 0\n2, 11658, 1, 4096, 1\n3, 7, 1, 4096, 12288, 0x6004\n";
        assert_eq!(inflated(&file), InflatedLog { text: text.to_owned(), is_broken: false });
    }

    #[test]
    fn a_log_comes_back_as_it_was() {
        let text = "1, 1541128, 0, 4096, 12288, 0x0000\n2, 11658, 1, 4096, 0, 0x0000\n";
        let logs = Logs { offset: true, prio: true, ..Logs::default() };
        assert_eq!(inflated(&compressed(text, &logs)).text, text);
        let both = Logs { window: Window::Both, ..Logs::default() };
        assert_eq!(inflated(&compressed("5, 7, 9, 1, 0, 0\n", &both)).text, "5, 7, 1, 0, 0\n");
        assert!(compressed("", &logs).is_empty());
    }

    #[test]
    fn a_cut_log_gives_what_precedes_the_cut_and_another_file_is_told() {
        let many: Vec<u8> =
            (0..4000).flat_map(|n| sample(n, n * n * 7_919 % 65_537, 0, 0, None)).collect();
        let packed = compress_to_vec_zlib(&many, 6);
        let cut = inflated(&packed[..packed.len() / 2]);
        assert!(!cut.is_broken && cut.text.lines().count() > 100);
        let other = inflated(b"hello, world, this is no log");
        assert_eq!(other, InflatedLog { text: String::new(), is_broken: true });
        let behind = inflated(&[&packed[..], b"no log"].concat());
        assert!(behind.is_broken && behind.text.lines().count() == 4000);
    }
}
