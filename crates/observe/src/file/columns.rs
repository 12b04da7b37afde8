//! The content of an events chunk: one column after the other, each a list of variable-length integers.
//!
//! The columns are: the shift of offsets and lengths; issue times as differences; operation and flags, and whether the latency is
//! known; latencies; times in the I/O scheduler; offsets as differences from the end of the previous event; lengths; processes. Values of one column are
//! similar, so DEFLATE compresses them well.

use crate::{IoEvent, IoFlags, IoKind, ProcessIndex};
use serde::{Deserialize, Serialize};
use std::mem;

/// Limits of one chunk; an event takes at most 58 bytes before compression.
pub(super) const EVENTS_MAX: u32 = 1 << 16;
pub(super) const CONTENT_BYTES_MAX: u32 = 4 << 20;

const OPERATIONS: [IoKind; 4] = [IoKind::Read, IoKind::Write, IoKind::Flush, IoKind::Trim];
/// The shift of the flags: above the operation (2 bits) and whether the latency is known (1 bit).
const FLAGS_SHIFT: u32 = 3;
const LATENCY_KNOWN: u64 = 4;
/// Above the flags: whether the time in the scheduler is known. Files of format 1 never have it.
const QUEUED_KNOWN: u64 = 1 << (FLAGS_SHIFT + 8);

/// The content of these events, which are at most [`EVENTS_MAX`].
pub(super) fn pack(events: &[IoEvent]) -> Vec<u8> {
    let bits =
        events.iter().fold(1 << 63, |all, e| all | e.offset_bytes | u64::from(e.length_bytes));
    let shift = bits.trailing_zeros().min(31);
    let mut bytes = Vec::with_capacity(events.len() * 12 + 16);
    bytes.push(shift as u8);
    let mut before_ns = 0u64;
    for event in events {
        put(&mut bytes, event.issued_ns.wrapping_sub(before_ns) as i64);
        before_ns = event.issued_ns;
    }
    for event in events {
        let latency = if event.latency_ns.is_some() { LATENCY_KNOWN } else { 0 };
        let queued = if event.queued_ns.is_some() { QUEUED_KNOWN } else { 0 };
        let flags = u64::from(event.flags.0) << FLAGS_SHIFT;
        put(&mut bytes, event.operation as u64 | latency | queued | flags);
    }
    events.iter().filter_map(|e| e.latency_ns).for_each(|ns| put(&mut bytes, ns));
    events.iter().filter_map(|e| e.queued_ns).for_each(|ns| put(&mut bytes, ns));
    let mut end = 0u64;
    for event in events {
        let offset = event.offset_bytes >> shift;
        put(&mut bytes, offset.wrapping_sub(end) as i64);
        end = offset.wrapping_add(u64::from(event.length_bytes >> shift));
    }
    events.iter().for_each(|e| put(&mut bytes, e.length_bytes >> shift));
    events.iter().for_each(|e| put(&mut bytes, e.process.0));
    bytes
}

/// Returns the events of a content.
pub(super) fn unpack(
    content: &[u8],
    count: u32,
    processes: u64,
) -> Result<Vec<IoEvent>, &'static str> {
    const SHORT: &str = "a column ends too early";
    let (&shift, mut rest) = content.split_first().ok_or(SHORT)?;
    // Five columns have at least one byte for each event.
    if shift > 31 || (count as usize).saturating_mul(5) > rest.len() {
        return Err(SHORT);
    }
    let mut events = Vec::with_capacity(count as usize);
    let mut at_ns = 0u64;
    for _ in 0..count {
        at_ns = at_ns.wrapping_add_signed(take(&mut rest).ok_or(SHORT)?);
        events.push(IoEvent { issued_ns: at_ns, ..IoEvent::default() });
    }
    for event in &mut events {
        let word: u64 = take(&mut rest).ok_or(SHORT)?;
        event.operation = OPERATIONS[(word & 3) as usize];
        event.latency_ns = (word & LATENCY_KNOWN != 0).then_some(0);
        event.queued_ns = (word & QUEUED_KNOWN != 0).then_some(0);
        let flags = (word & !QUEUED_KNOWN) >> FLAGS_SHIFT;
        event.flags = IoFlags(u8::try_from(flags).map_err(|_| "unknown flags")?);
    }
    for latency_ns in events.iter_mut().filter_map(|e| e.latency_ns.as_mut()) {
        *latency_ns = take(&mut rest).ok_or(SHORT)?;
    }
    for queued_ns in events.iter_mut().filter_map(|e| e.queued_ns.as_mut()) {
        *queued_ns = take(&mut rest).ok_or(SHORT)?;
    }
    for event in &mut events {
        let difference: i64 = take(&mut rest).ok_or(SHORT)?;
        event.offset_bytes = difference as u64;
    }
    let mut end = 0u64;
    for event in &mut events {
        let length: u64 = take(&mut rest).ok_or(SHORT)?;
        let offset = end.wrapping_add(event.offset_bytes);
        event.offset_bytes = offset << shift;
        event.length_bytes = u32::try_from(length).map_err(|_| "a length above 4 GiB")? << shift;
        end = offset.wrapping_add(length);
    }
    for event in &mut events {
        let index: u64 = take(&mut rest).ok_or(SHORT)?;
        if index >= processes {
            return Err("an event names a process that is not listed");
        }
        event.process = ProcessIndex(index as u32);
    }
    if rest.is_empty() { Ok(events) } else { Err("bytes follow the last column") }
}

pub(super) fn put(bytes: &mut Vec<u8>, value: impl Serialize) {
    *bytes = postcard::to_extend(&value, mem::take(bytes)).expect("memory takes every value");
}

/// Takes a value off the front; `None` when the bytes end within it or it does not fit.
pub(super) fn take<'a, T: Deserialize<'a>>(bytes: &mut &'a [u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    *bytes = rest;
    Some(value)
}
