//! Values one after the other, as postcard writes them: integers with seven bits in each byte, the lowest first, where a set top
//! bit says that more follow; signed numbers near zero as small unsigned ones (zigzag).

use serde::{Deserialize, Serialize};
use std::mem;

pub(super) fn put(bytes: &mut Vec<u8>, value: impl Serialize) {
    *bytes = postcard::to_extend(&value, mem::take(bytes)).expect("memory takes every value");
}

/// Takes a value off the front; `None` when the bytes end within it or it does not fit.
pub(super) fn take<'a, T: Deserialize<'a>>(bytes: &mut &'a [u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    *bytes = rest;
    Some(value)
}
