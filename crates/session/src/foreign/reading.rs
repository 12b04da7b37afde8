//! The files of a tool: reads texts in the encodings of old Windows tools, and gives a reader the facts of this machine.
//!
//! Never interprets a text.

use super::machine;
use crate::input;
use compat::foreign::Context;
use report::messages::system::AdvisedError;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use sys::file::PathKind;

/// Reads the text of a file, or of standard input for `-`. Understands UTF-8, UTF-16 with a byte order mark, and Latin-1 of old
/// Windows files.
pub fn read_text(name: &str) -> Result<String, String> {
    let bytes = match name {
        "-" => job_or_trace(&mut io::stdin().lock()),
        _ => File::open(name).and_then(|mut file| job_or_trace(&mut file)),
    };
    let bytes = bytes.map_err(|error| AdvisedError(&error).to_string())?;
    Ok(decode(&bytes))
}

/// The largest trace that fio replays (`read_iolog`).
const TRACE_BYTES_MAX: u64 = 16 << 20;
const TRACE_BEGIN: &[u8] = b"fio version ";

fn job_or_trace(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let begin = TRACE_BEGIN.len() as u64;
    let mut bytes = input::read_up_to(&mut (&mut *source).take(begin), begin)?;
    let is_trace = bytes == TRACE_BEGIN;
    let bytes_max = if is_trace { TRACE_BYTES_MAX } else { input::INPUT_BYTES_MAX };
    bytes.append(&mut input::read_up_to(source, bytes_max)?);
    Ok(bytes)
}

pub(super) fn decode(bytes: &[u8]) -> String {
    let wide = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|c| unit([c[0], c[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

/// Calls `read` with the facts of this machine. `literal` requests exactly the reading of the tool, even if it is absurd.
pub fn with_machine_facts<T>(literal: bool, read: impl FnOnce(&Context<'_>) -> T) -> T {
    let machine = machine::machine();
    read(&Context {
        load: &read_text,
        environment: &|name| std::env::var(name).ok(),
        existing_bytes: &existing_bytes,
        is_device: &is_device,
        cpus: machine.cpus,
        page_bytes: sys::extents::page_bytes(),
        memory_bytes: machine.memory_bytes,
        literal,
    })
}

/// The size of an existing file, device or simulated storage, in bytes.
fn existing_bytes(path: &str) -> Option<u64> {
    if let Some(medium) = workload::simulation(path) {
        return engine::virtual_time::facts(medium).ok().map(|facts| facts.size_bytes);
    }
    let file = File::open(path).ok()?;
    sys::file::size_bytes(&file).ok().filter(|bytes| *bytes > 0)
}

fn is_device(path: &str) -> bool {
    sys::file::kind(Path::new(path)).is_ok_and(|kind| kind == PathKind::Device)
}
