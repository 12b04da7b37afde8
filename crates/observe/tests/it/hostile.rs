//! Hostile input for the readers of logs and captures: no log takes more memory than its length allows, or more than linear time.

#[path = "../../../../fuzz/feed_capture.rs"]
mod feed;
#[path = "../../../../fuzz/worst_cases.rs"]
mod worst_cases;

use worst_cases::{MemoryBudget, WorstCase, excessive};

/// The log itself, which the feed copies, the longest line, and the I/Os in flight.
const BUDGET: MemoryBudget = MemoryBudget { each: 8, beside: 1 << 20 };
const IOSTAT: &str = "Linux 6.1.0 (db1) \t23.11.2026 \t_x86_64_\t(2 CPU)\n\n23.11.2026 20:55:45\n";

#[test]
fn no_log_takes_much_more_memory_than_its_length() {
    let devices = format!("{IOSTAT}Device r/s w/s rkB/s wkB/s\n");
    let cases: &[WorstCase<'_>] = &[
        (&devices, "vda# 1.0 1.0 4.0 4.0\n", ""),
        (&devices, "x\n", ""),
        (IOSTAT, "Device ", "\n"),
        (&devices, "vda ", ""),
        ("Linux 6.1.0 (db1) 23.11.2026 _x86_64_ (2 CPU)\n\n", "20:55:45 DEV tps#\n", ""),
        ("", "8,0 1 2 0.000000001 7 Q R # + 8 [x]\n", ""),
        ("", "8,0 1 2 0.000000001 # D R # + 8 [x#]\n", ""),
        ("8,0 1 2 0.000000001 7 D R 1 + 8 [x]\n", "x\n", ""),
        ("fio version 3 iolog\n", "1 f# read 0 4096\n", ""),
        ("{\"sysstat\": {\"hosts\": ", "[", ""),
        ("{\"sysstat\": {\"hosts\": [{\"statistics\": [", "{\"disk\": [{}]},", ""),
        ("\"(PDH-CSV 4.0) (UTC)(0)\"", ",\"\\\\A\\PhysicalDisk(#)\\Disk Reads/sec\"", "\n"),
        ("\"(PDH-CSV 4.0) (UTC)(0)\"", ",", "\n"),
    ];
    let peak = |work: &mut dyn FnMut()| allocation_counter::measure(work).bytes_max;
    let wrong = excessive(cases, 256 << 10, BUDGET, feed::log, peak);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let cases: &[WorstCase<'_>] = &[("", "\u{1}\0", ""), ("", "\0", ""), ("plimcap\n", "x", "")];
    // The feed makes a chunk with its head of every two bytes.
    let budget = MemoryBudget { each: 32, ..BUDGET };
    let wrong = excessive(cases, 64 << 10, budget, feed::capture, peak);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
