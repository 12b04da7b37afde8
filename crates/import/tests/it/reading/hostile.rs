//! Hostile input for the readers of results: input of four times the length takes about four times as long, and no
//! file takes more memory than its length allows.

#[path = "../../../../../fuzz/hostile.rs"]
mod inputs;
#[path = "../../../../../fuzz/worst_cases.rs"]
mod worst_cases;

use super::fuzz_seeds::{feed, seeds};
use worst_cases::{MemoryBudget, WorstCase, cpu_ns, excessive};

#[test]
fn no_reader_of_results_takes_the_square_of_its_input() {
    if cpu_ns().is_none() {
        eprintln!("SKIPPED: the kernel does not tell the CPU time of a thread");
        return;
    }
    let slow = inputs::slow("import", feed::import);
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// The bytes of the file, its text and twice its figures.
const BUDGET: MemoryBudget = MemoryBudget { each: 8, beside: 1 << 20 };

const DOCUMENT: &str = "f.json\n{\"fio version\": \"fio-3.36\", \"jobs\": [{\"write\": {\"iops\": 0, \"bw\": 0}, \"read\": {\"iops\": 1, \"bw\": 4, ";

#[test]
fn no_file_takes_much_more_memory_than_its_length() {
    let nested = format!("f.json\n{}[", "{\"a\": ".repeat(120));
    let bins = format!("{DOCUMENT}\"lat_ns\": {{\"bins\": {{");
    let unknown = format!("{DOCUMENT}\"x\": {{");
    let end = "\"9\": 1}}}}]}";
    let cases: &[WorstCase<'_>] = &[
        (&nested, "1, ", ""),
        ("f.json\n", "{\"a\": ", ""),
        ("f.json\n", "{\"a\": [", ""),
        ("f.json\n{\"fio version\": ", "[", ""),
        ("f.json\n{\"fio version\": \"", "x", ""),
        (&bins, "\"#\": 1, ", end),
        (&unknown, "\"a#\": [{}], ", "\"9\": 1}}}]}"),
        ("grid.csv\nlayout,op,block_kib,depth,threads,value\n", "odd#\n", ""),
        ("grid.csv\nlayout,", ",", "\n"),
        ("a.txt\nsqlio v1.5.SG\n", "x", ""),
        ("a.xml\n<Results>", "<a>", ""),
        ("a.txt\n", "\0", ""),
        ("o_summary.txt\nORION VERSION 11.2\n", "Write: 0%\n", ""),
        ("r.csv\n", "'Test Type,Test Description\n", ""),
    ];
    let peak = |work: &mut dyn FnMut()| allocation_counter::measure(work).bytes_max;
    let wrong = excessive(cases, 256 << 10, BUDGET, feed::import, peak);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Their number is bounded, so that a longer file takes no more.
    let cases: &[WorstCase<'_>] = &[
        ("grid.csv\nlayout,op,block_kib,depth,threads,value\n", "r,read,8,1,1,1\n", ""),
        ("f.json\n{\"fio version\": \"fio-3.36\", \"jobs\": [", "{}, ", "{}]}"),
    ];
    let budget = MemoryBudget { beside: 4 << 20, ..BUDGET };
    let wrong = excessive(cases, 256 << 10, budget, feed::import, peak);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
