//! Reads the texts that the user names: takes a path, returns the content of the file or why it is refused. Never reads
//! more than a limit, whatever the path points to.
//!
//! Every file that a user names is read here, as the house rules check. Errors do not contain the path: the caller knows it.

use base::Bytes;
use report::messages::input::InputFault;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest size of a job, a plan, a profile, a list or a secret: above any real one. The worst TOML of this size
/// was measured to take 87 MB.
pub const INPUT_BYTES_MAX: u64 = 512 << 10;

/// The largest file of results or measured points; fio's json+ of a long sweep is some tens of MiB.
pub const RESULT_BYTES_MAX: u64 = 1 << 30;

/// The bytes of a file of at most [`INPUT_BYTES_MAX`].
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    bytes_up_to(path, INPUT_BYTES_MAX)
}

/// The bytes of a file of at most `bytes_max`.
pub fn bytes_up_to(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() > bytes_max {
        return Err(InputFault::TooLarge { bytes: Bytes(bytes_max) }.into());
    }
    read_up_to(&mut file, bytes_max)
}

/// The text of a file of at most [`INPUT_BYTES_MAX`].
pub fn text(path: &Path) -> io::Result<String> {
    if observe::file::is_capture(&beginning(path, 16)?) {
        return Err(InputFault::Capture.into());
    }
    let bytes = bytes(path)?;
    String::from_utf8(bytes)
        .map_err(|e| InputFault::NotUtf8 { byte: e.utf8_error().valid_up_to() as u64 }.into())
}

/// The first bytes of a file, which may be of any size.
pub fn beginning(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(bytes_max).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a source to its end. Fails if it is longer than the limit.
pub fn read_up_to(source: &mut dyn Read, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        return Err(InputFault::TooLarge { bytes: Bytes(bytes_max) }.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_is_told_from_a_text_whatever_its_size() {
        let dir = testkit::TempDir::new("input-capture");
        let path = dir.join("night.capture");
        std::fs::write(&path, b"plimcap\n").expect("own");
        let file = File::options().write(true).open(&path).expect("own");
        for size_bytes in [8, INPUT_BYTES_MAX + 1] {
            file.set_len(size_bytes).expect("a sparse file");
            let refused = text(&path).expect_err("no text").to_string();
            assert!(refused.starts_with("it is a capture, not a text file"), "{refused}");
        }
    }

    #[test]
    fn nothing_is_read_beyond_the_limit() {
        let endless = text(Path::new("/dev/zero")).expect_err("it never ends");
        assert_eq!(endless.to_string(), "it is larger than 512 KiB, the limit for such a file");
        assert_eq!(read_up_to(&mut &[1, 2, 3][..], 3).expect("it fits"), [1, 2, 3]);
        assert!(read_up_to(&mut &[1, 2, 3][..], 2).is_err());
        assert!(bytes(Path::new("/")).is_err(), "a directory");
        assert_eq!(beginning(Path::new("/dev/zero"), 3).expect("it is there"), [0; 3]);
    }
}
