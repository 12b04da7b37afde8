//! The counters of other processes.

use super::call::{checked, text};
use super::clock::value;
use crate::inventory::{ProcessCounters, SystemRoots};
use std::collections::BTreeMap;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use windows_sys::Win32::Foundation::{FILETIME, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW, Process32NextW, TH32CS_SNAPPROCESS,
};
use windows_sys::Win32::System::Threading::{
    GetProcessIoCounters, GetProcessTimes, IO_COUNTERS, OpenProcess,
    PROCESS_QUERY_LIMITED_INFORMATION, QueryFullProcessImageNameW,
};

/// The process of the kernel's own threads.
const SYSTEM: u32 = 4;

/// Which processes have a device open is not asked: only the kernel knows the files of other users' processes.
pub fn has_open(_: &SystemRoots, _: u32, _: u64) -> bool {
    false
}

/// The I/O and the CPU time of each process except this one since its start, as far as this user may ask.
pub(crate) fn processes(_: &SystemRoots) -> BTreeMap<u32, ProcessCounters> {
    let own = std::process::id();
    let of = |(pid, name): (u32, String)| Some((pid, counters(pid, name).ok()?));
    let others = all().unwrap_or_default().into_iter().filter(|(pid, _)| *pid != own && *pid != 0);
    others.filter_map(of).collect()
}

fn all() -> io::Result<Vec<(u32, String)>> {
    // SAFETY: the call takes numbers.
    let snapshot = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0) };
    if snapshot == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has just given this handle, and nobody else has it.
    let snapshot = unsafe { OwnedHandle::from_raw_handle(snapshot) };
    let mut entry =
        PROCESSENTRY32W { dwSize: size_of::<PROCESSENTRY32W>() as u32, ..Default::default() };
    let mut found = Vec::new();
    // SAFETY: the entry is a valid place and says its own length.
    let mut more = unsafe { Process32FirstW(snapshot.as_raw_handle(), &raw mut entry) };
    while more != 0 {
        found.push((entry.th32ProcessID, text(&entry.szExeFile)));
        // SAFETY: as above.
        more = unsafe { Process32NextW(snapshot.as_raw_handle(), &raw mut entry) };
    }
    Ok(found)
}

fn opened(pid: u32) -> io::Result<OwnedHandle> {
    // SAFETY: the call takes numbers.
    let process = unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, pid) };
    if process.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has just given this handle, and nobody else has it.
    Ok(unsafe { OwnedHandle::from_raw_handle(process) })
}

fn counters(pid: u32, name: String) -> io::Result<ProcessCounters> {
    let process = opened(pid)?;
    let mut io = IO_COUNTERS::default();
    let mut times = [FILETIME::default(); 4];
    let [begun, ended, kernel, user] = times.each_mut().map(|place| &raw mut *place);
    // SAFETY: the process is open, and all places are valid.
    unsafe {
        checked(GetProcessIoCounters(process.as_raw_handle(), &raw mut io))?;
        checked(GetProcessTimes(process.as_raw_handle(), begun, ended, kernel, user))?;
    }
    Ok(ProcessCounters {
        name,
        read_bytes: io.ReadTransferCount,
        written_bytes: io.WriteTransferCount,
        started_ticks: value(times[0]),
        // Ticks of 10 ms.
        cpu_ticks: (value(times[2]) + value(times[3])) / 100_000,
        is_kernel: pid == SYSTEM,
        cpu: 0,
    })
}

/// The path of the program of a process; none if it may not be asked.
pub(super) fn program(pid: u32) -> Option<String> {
    let process = opened(pid).ok()?;
    let mut path = [0u16; 1024];
    let mut length = path.len() as u32;
    // SAFETY: the place has the length that is passed.
    checked(unsafe {
        let place = path.as_mut_ptr();
        QueryFullProcessImageNameW(process.as_raw_handle(), 0, place, &raw mut length)
    })
    .ok()?;
    Some(text(&path))
}
