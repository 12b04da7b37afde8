//! The machine itself: CPU, memory, system, virtualisation.

use super::super::call::text;
use crate::affinity;
use crate::inventory::{CpuFacts, Inventory, MemoryFacts, SystemFacts};
use crate::windows_answers::volume::page_files;
use windows_sys::Wdk::System::SystemServices::RtlGetVersion;
use windows_sys::Win32::System::Registry::{
    HKEY_LOCAL_MACHINE, RRF_RT_REG_MULTI_SZ, RRF_RT_REG_SZ, RegGetValueW,
};
use windows_sys::Win32::System::SystemInformation::{
    GlobalMemoryStatusEx, MEMORYSTATUSEX, OSVERSIONINFOW,
};
use windows_sys::Win32::System::Threading::{
    ALL_PROCESSOR_GROUPS, GetActiveProcessorCount, GetNumaHighestNodeNumber,
};

pub(super) fn about_machine() -> Inventory {
    Inventory { cpu: cpu(), memory: memory(), system: system(), ..Inventory::default() }
}

/// A text or list of texts of the registry below HKEY_LOCAL_MACHINE.
fn registry_units(key: &str, value: &str) -> Option<Vec<u16>> {
    let wide = |text: &str| text.encode_utf16().chain([0]).collect::<Vec<u16>>();
    let (key, value) = (wide(key), wide(value));
    let mut found = vec![0u16; 512];
    let mut length = size_of_val(&*found) as u32;
    // SAFETY: both names end in NUL, and the place has the length that is passed.
    let code = unsafe {
        let (kind, place) = (std::ptr::null_mut(), found.as_mut_ptr().cast());
        let (key, value) = (key.as_ptr(), value.as_ptr());
        let types = RRF_RT_REG_SZ | RRF_RT_REG_MULTI_SZ;
        RegGetValueW(HKEY_LOCAL_MACHINE, key, value, types, kind, place, &raw mut length)
    };
    (code == 0).then_some(found)
}

fn registry(key: &str, value: &str) -> Option<String> {
    let found = text(&registry_units(key, value)?).trim().to_owned();
    (!found.is_empty()).then_some(found)
}

/// The letters of the volumes with page files.
pub(in super::super) fn page_file_letters() -> Vec<char> {
    let key = r"SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management";
    page_files(&registry_units(key, "ExistingPageFiles").unwrap_or_default())
}

fn cpu() -> CpuFacts {
    let mut node = 0;
    // SAFETY: the place is valid, and the other call takes a number.
    let online = unsafe {
        GetNumaHighestNodeNumber(&raw mut node);
        GetActiveProcessorCount(ALL_PROCESSOR_GROUPS)
    };
    CpuFacts {
        model: registry(r"HARDWARE\DESCRIPTION\System\CentralProcessor\0", "ProcessorNameString"),
        online,
        allowed: affinity::allowed(),
        governor: None,
        frequency_mhz: None,
        nodes: node + 1,
    }
}

fn memory() -> MemoryFacts {
    let mut status =
        MEMORYSTATUSEX { dwLength: size_of::<MEMORYSTATUSEX>() as u32, ..Default::default() };
    // SAFETY: the structure is a valid place and says its own length.
    unsafe { GlobalMemoryStatusEx(&raw mut status) };
    MemoryFacts {
        total_bytes: status.ullTotalPhys,
        available_bytes: status.ullAvailPhys,
        ..MemoryFacts::default()
    }
}

fn system() -> SystemFacts {
    let mut version = OSVERSIONINFOW {
        dwOSVersionInfoSize: size_of::<OSVERSIONINFOW>() as u32,
        ..Default::default()
    };
    // SAFETY: the structure is a valid place and says its own length.
    unsafe { RtlGetVersion(&raw mut version) };
    let OSVERSIONINFOW {
        dwMajorVersion: major, dwMinorVersion: minor, dwBuildNumber: build, ..
    } = version;
    let bios = |value| registry(r"HARDWARE\DESCRIPTION\System\BIOS", value);
    let product = [bios("SystemManufacturer"), bios("SystemProductName")];
    let product: Vec<String> = product.into_iter().flatten().collect();
    SystemFacts {
        host: crate::host::name(),
        kernel: format!("{major}.{minor}.{build}"),
        distribution: registry(r"SOFTWARE\Microsoft\Windows NT\CurrentVersion", "ProductName"),
        product: (!product.is_empty()).then(|| product.join(" ")),
        hypervisor: hypervisor(),
        container: None,
        clock_source: None,
    }
}

/// The hypervisor under this machine by its CPUID leaves; empty if it has no known name.
#[cfg(target_arch = "x86_64")]
fn hypervisor() -> Option<String> {
    use std::arch::x86_64::__cpuid;
    const RUNS_IN_GUEST: u32 = 1 << 31;
    const NAMES: [(&str, &str); 5] = [
        ("Microsoft Hv", "Hyper-V"),
        ("VMwareVMware", "VMware"),
        ("KVMKVMKVM", "QEMU/KVM"),
        ("XenVMMXenVMM", "Xen"),
        ("VBoxVBoxVBox", "VirtualBox"),
    ];
    if __cpuid(1).ecx & RUNS_IN_GUEST == 0 {
        return None;
    }
    let leaf = __cpuid(0x4000_0000);
    let maker = [leaf.ebx, leaf.ecx, leaf.edx].map(u32::to_le_bytes).concat();
    let maker = String::from_utf8_lossy(&maker).trim_end_matches('\0').to_owned();
    let known = NAMES.iter().find(|(word, _)| *word == maker);
    Some(known.map_or(String::new(), |(_, name)| (*name).to_owned()))
}

#[cfg(not(target_arch = "x86_64"))]
fn hypervisor() -> Option<String> {
    None
}
