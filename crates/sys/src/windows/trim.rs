//! Trims, which tell the storage that a range is no longer needed.

use super::call;
use crate::file::{FileFacts, FileKind};
use std::fs::File;
use std::io;
use windows_sys::Win32::System::Ioctl::{
    FSCTL_FILE_LEVEL_TRIM, IOCTL_STORAGE_MANAGE_DATA_SET_ATTRIBUTES,
};

/// `DeviceDsmAction_Trim` of ntddstor.h.
const TRIM: u32 = 1;
/// The length of `DEVICE_MANAGE_DATA_SET_ATTRIBUTES` before its ranges.
const ATTRIBUTES_BYTES: u32 = 28;

/// Trims a range of a file or device.
pub(super) fn trim(file: &File, at: u64, length: u64) -> io::Result<()> {
    let (request, input) = match FileFacts::of(file)?.kind {
        FileKind::BlockDevice => {
            (IOCTL_STORAGE_MANAGE_DATA_SET_ATTRIBUTES, device_request(at, length))
        }
        _ => (FSCTL_FILE_LEVEL_TRIM, file_request(at, length)),
    };
    call::ask(file, request, &input, 16).map(drop)
}

/// `FILE_LEVEL_TRIM` with one range: key, number of ranges, offset, length.
fn file_request(at: u64, length: u64) -> Vec<u8> {
    let mut bytes = [0u32, 1].map(u32::to_le_bytes).concat();
    bytes.extend([at, length].map(u64::to_le_bytes).concat());
    bytes
}

/// `DEVICE_MANAGE_DATA_SET_ATTRIBUTES` with one range: its size, action, flags, no parameters (offset and length), the offset and
/// length of the ranges, which begin on a multiple of 8.
fn device_request(at: u64, length: u64) -> Vec<u8> {
    let ranges_at = ATTRIBUTES_BYTES.next_multiple_of(8);
    let head = [ATTRIBUTES_BYTES, TRIM, 0, 0, 0, ranges_at, 16, 0];
    let mut bytes = head.map(u32::to_le_bytes).concat();
    bytes.extend([at, length].map(u64::to_le_bytes).concat());
    bytes
}
