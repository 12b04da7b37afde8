//! This machine for its user: names that distinguish it from others, the language, random numbers.

use super::call::text;
use crate::absent::unsupported;
use crate::inventory::DiskName;
use std::io;
use windows_sys::Win32::Globalization::GetUserDefaultLocaleName;
use windows_sys::Win32::Security::Cryptography::{
    BCRYPT_USE_SYSTEM_PREFERRED_RNG, BCryptGenRandom,
};
use windows_sys::Win32::System::Console::{
    ENABLE_VIRTUAL_TERMINAL_PROCESSING, GetConsoleMode, GetStdHandle, STD_ERROR_HANDLE,
    STD_OUTPUT_HANDLE, SetConsoleMode, SetConsoleOutputCP,
};
use windows_sys::Win32::System::SystemInformation::{ComputerNameDnsHostname, GetComputerNameExW};
use windows_sys::Win32::UI::Shell::IsUserAnAdmin;

/// The code page of UTF-8.
const UTF8: u32 = 65001;
/// The longest name of a locale, with its NUL (winnls.h).
const LOCALE_UNITS: usize = 85;

/// The host name of this machine; `localhost` if it has none.
pub fn name() -> String {
    let mut name = [0u16; 256];
    let mut length = name.len() as u32;
    // SAFETY: the place has the length that is passed.
    let code =
        unsafe { GetComputerNameExW(ComputerNameDnsHostname, name.as_mut_ptr(), &raw mut length) };
    let name = if code != 0 { text(&name) } else { String::new() };
    if name.is_empty() { "localhost".to_owned() } else { name }
}

/// Windows numbers no boots: empty, so that no two machines count as the same.
pub fn boot_id() -> String {
    String::new()
}

/// The name of a disk that is the same on every host that sees it is not asked.
pub fn disk_name(_: u64) -> Option<DiskName> {
    None
}

/// Whether this process may do everything on this machine.
pub fn is_administrator() -> bool {
    // SAFETY: the call takes nothing.
    unsafe { IsUserAnAdmin() != 0 }
}

/// Fills a place with random bytes that nobody can guess.
pub fn fill_random(bytes: &mut [u8]) -> io::Result<()> {
    let (place, length) = (bytes.as_mut_ptr(), bytes.len() as u32);
    let none = std::ptr::null_mut();
    // SAFETY: the place has the length that is passed.
    let status = unsafe { BCryptGenRandom(none, place, length, BCRYPT_USE_SYSTEM_PREFERRED_RNG) };
    if status == 0 { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
}

pub fn drop_caches() -> io::Result<()> {
    Err(unsupported("drop_caches"))
}

/// The user's locale, such as `de-AT`; variables of Unix shells come first.
pub fn locale() -> Option<String> {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    set.or_else(|| {
        let mut name = [0u16; LOCALE_UNITS];
        // SAFETY: the place has the length that is passed.
        let length = unsafe { GetUserDefaultLocaleName(name.as_mut_ptr(), name.len() as i32) };
        (length > 0).then(|| text(&name))
    })
}

/// The standard library writes Unicode to a console, and files are UTF-8.
pub fn uses_utf8() -> bool {
    true
}

/// Lets the console show UTF-8 and colours.
pub fn prepare_console() {
    // SAFETY: the calls take numbers, a standard handle and a valid place.
    unsafe {
        SetConsoleOutputCP(UTF8);
        for stream in [STD_OUTPUT_HANDLE, STD_ERROR_HANDLE] {
            let (handle, mut mode) = (GetStdHandle(stream), 0);
            if GetConsoleMode(handle, &raw mut mode) != 0 {
                SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
            }
        }
    }
}
